//! What is asked of a table or told to it, and by whom.

use cards::HiddenCard;
use chips::Chips;
use seating::{Actor, Seat};

use crate::ending::VoidReason;

/// One thing asked of a hand, or told to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// Who asks.
    pub by: Actor,
    /// What is asked.
    pub act: Act,
}

impl Command {
    /// A command of the house dealer.
    pub const fn house(act: Act) -> Command {
        Command { by: Actor::HOUSE, act }
    }
}

/// The acts of a hand, in families. Amounts called `to` are the street's total.
// A tag of its own and the fields in this order: the seat lies in the same place in every family, and is read at once.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Act {
    /// A player acts in turn in the betting.
    Play {
        /// Who acts.
        seat: Seat,
        /// What the player does.
        play: Play,
    },
    /// A player shows cards, or throws the hand away unseen.
    Show {
        /// Whose cards they are.
        seat: Seat,
        /// What is shown.
        show: Show,
    },
    /// A blind, ante or post is paid, or declined.
    Post {
        /// Who pays, or declines.
        seat: Seat,
        /// What is paid.
        post: Post,
    },
    /// A player offers what the rules do not know.
    Offer {
        /// Who offers it.
        seat: Seat,
        /// What is offered.
        offer: Offer,
    },
    /// The dealer does something with the deck.
    Deck(DeckAct),
    /// The clock of the seat on turn, or its player is gone.
    Clock {
        /// Whose turn it is.
        seat: Seat,
        /// What happens to the time.
        clock: ClockAct,
    },
    /// The round is declared void.
    Void {
        /// Why.
        reason: VoidReason,
    },
}

/// What a player does in turn in the betting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// Fold.
    Fold,
    /// Check, or stand with the last blind.
    Check,
    /// Call, all-in if the call is larger than the stack.
    Call,
    /// Pay the call and give up the hand (10.2(a)(iii)).
    CallAndFold,
    /// Bet or raise to a total of this street.
    Raise {
        /// The street's total.
        to: Chips,
    },
    /// Put in every chip: the bet, raise or call that it comes to.
    AllIn,
}

/// What a player shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Turn up the hole cards; those the machine does not know are named.
    Hand {
        /// The cards shown, as many as the game deals; unknown where the machine knows them already.
        cards: [HiddenCard; MOST_HOLE_CARDS],
    },
    /// Throw the hand away unseen at the showdown.
    Muck,
    /// Turn up some cards of one's own hand when the round is over; at one's own turn of a showdown, instead of the whole
    /// hand where it may be thrown away.
    Cards {
        /// The cards turned up; all of them where none is named.
        cards: [HiddenCard; MOST_HOLE_CARDS],
    },
}

/// What is paid before the first card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Post {
    /// The next due blind, ante or post is collected from its seat.
    Due,
    /// One more blind is posted by the seat after the last, before the first card.
    OverBlind,
    /// A player who is dealt in will not post the blind that is due: it is charged all the same (8.3, AMB-059).
    Decline,
}

/// What players offer that no book knows. Each is refused by its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// A bet in money that is not chips; there is no such act (4.7).
    Cash,
    /// Two or more players ask to share the pot; there is no such act (13.3).
    Share,
}

/// What the dealer does with the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeckAct {
    /// The deck was shuffled.
    Shuffle {
        /// How many cards it has.
        cards: u8,
    },
    /// The deck was cut.
    Cut {
        /// How many cards lie above the cut.
        after: u8,
    },
    /// The next card leaves the deck, face down or unknown: a hole card, a burn, or a board card, whichever is next.
    Deal {
        /// The card, as far as it is known.
        card: HiddenCard,
    },
}

/// What happens to the time of the seat on turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockAct {
    /// The seat on turn is told that it has the time of the book to act; by the room or an official.
    CallClock,
    /// The time of the seat on turn has run out; told by the house.
    TimeUp,
    /// The player of the seat on turn has left the table; told by the house.
    Forfeit,
}

impl Act {
    /// The seat it is for; none for what the dealer does with the deck, and for a void round.
    pub const fn seat(&self) -> Option<Seat> {
        match *self {
            Act::Play { seat, .. }
            | Act::Show { seat, .. }
            | Act::Post { seat, .. }
            | Act::Offer { seat, .. }
            | Act::Clock { seat, .. } => Some(seat),
            Act::Deck(_) | Act::Void { .. } => None,
        }
    }
}

impl Play {
    /// The act of a seat.
    pub const fn by(self, seat: Seat) -> Act {
        Act::Play { seat, play: self }
    }
}

impl Show {
    /// The act of a seat.
    pub const fn by(self, seat: Seat) -> Act {
        Act::Show { seat, show: self }
    }

    /// The cards turned up.
    pub const fn cards(self) -> Option<[HiddenCard; MOST_HOLE_CARDS]> {
        match self {
            Show::Hand { cards } | Show::Cards { cards } => Some(cards),
            Show::Muck => None,
        }
    }
}

impl Post {
    /// The act of a seat.
    pub const fn by(self, seat: Seat) -> Act {
        Act::Post { seat, post: self }
    }
}

impl Offer {
    /// The act of a seat.
    pub const fn by(self, seat: Seat) -> Act {
        Act::Offer { seat, offer: self }
    }
}

impl ClockAct {
    /// The act for the seat on turn.
    pub const fn by(self, seat: Seat) -> Act {
        Act::Clock { seat, clock: self }
    }
}

/// The most hole cards a game deals to a player.
pub const MOST_HOLE_CARDS: usize = 4;

/// A show of cards that the machine knows already.
pub const AS_DEALT: [HiddenCard; MOST_HOLE_CARDS] = [HiddenCard::UNKNOWN; MOST_HOLE_CARDS];
