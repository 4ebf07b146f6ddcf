//! Commands to a table: what is requested or reported, and by whom.

use cards::HiddenCard;
use chips::Chips;
use seating::{Actor, Seat};

use crate::ending::VoidReason;

/// One request to a hand, or one report of what happened at the table.
///
/// ```
/// use seating::{Actor, Person, Seat};
/// use table::{Command, Play};
///
/// let call = Command { by: Actor::player(Person(7)), act: Play::Call.by(Seat::FIRST) };
/// assert_eq!(call.act.seat(), Some(Seat::FIRST));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// Who gives the command.
    pub by: Actor,
    /// What is requested or reported.
    pub act: Act,
}

impl Command {
    /// A command of the house dealer, who may act for every seat, deal, call the clock and declare a hand
    /// void: for the software that deals, for replays and for scripts.
    pub const fn house(act: Act) -> Command {
        Command { by: Actor::HOUSE, act }
    }
}

/// The acts of a hand, in families. Amounts called `to` are the street's total.
// The explicit tag and this field order keep the seat in the same place in every family, so that reading it
// is one load.
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
        /// What is paid or declined.
        post: Post,
    },
    /// A player offers something that the rules do not allow.
    Offer {
        /// Who offers it.
        seat: Seat,
        /// What is offered.
        offer: Offer,
    },
    /// The dealer does something with the deck.
    Deck(DeckAct),
    /// The clock of the seat on turn runs out or is called, or its player is gone.
    Clock {
        /// The seat on turn.
        seat: Seat,
        /// What happens to its time.
        clock: ClockAct,
    },
    /// The hand is declared void.
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
    /// Bet or raise to a total for this street.
    Raise {
        /// The street's total.
        to: Chips,
    },
    /// Put in every chip, as whatever bet, raise or call that makes.
    AllIn,
}

/// What a player shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Turn up the hole cards, naming those that the machine does not know.
    Hand {
        /// The cards shown, as many as the game deals; unknown where the machine already knows them.
        cards: [HiddenCard; MAX_HOLE_CARDS],
    },
    /// Throw the hand away unseen at the showdown.
    Muck,
    /// Turn up some of one's own cards after the hand is over; or on one's own turn at a showdown, instead of
    /// the whole hand, where it may be mucked.
    Cards {
        /// The cards turned up; all of them if none is named.
        cards: [HiddenCard; MAX_HOLE_CARDS],
    },
}

/// What is paid before the first card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Post {
    /// Collect the next due blind, ante or post from its seat.
    Due,
    /// The seat after the last blind posts one more blind, before the first card.
    OverBlind,
    /// A player who is dealt in refuses to post the blind that is due: it is charged anyway (8.3, AMB-059).
    Decline,
}

/// What players may offer although no book allows it. Each offer is refused by its own rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// A bet in money that is not chips; no book allows it (4.7).
    Cash,
    /// Two or more players ask to share the pot; no book allows it (13.3).
    Share,
}

/// What the dealer does with the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeckAct {
    /// The deck was shuffled.
    Shuffle {
        /// How many cards the deck has.
        cards: u8,
    },
    /// The deck was cut.
    Cut {
        /// How many cards lie above the cut.
        after: u8,
    },
    /// The next card leaves the deck, face down or unknown: a hole card, a burn card or a board card,
    /// whichever is next.
    Deal {
        /// The card, as far as it is known.
        card: HiddenCard,
    },
}

/// What happens to the time of the seat on turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockAct {
    /// The seat on turn is warned that it has the book's time to act; by the room or by an official.
    CallClock,
    /// The time of the seat on turn has run out; reported by the house.
    TimeUp,
    /// The player of the seat on turn has left the table; reported by the house.
    Forfeit,
}

impl Act {
    /// The seat that the act concerns; `None` for what the dealer does with the deck and for a hand declared
    /// void. The hand refuses a seat that was not dealt in before any rule of play is asked.
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
    /// This turn as an act of a seat, for a [`Command`].
    pub const fn by(self, seat: Seat) -> Act {
        Act::Play { seat, play: self }
    }
}

impl Show {
    /// This show or muck as an act of a seat, for a [`Command`].
    pub const fn by(self, seat: Seat) -> Act {
        Act::Show { seat, show: self }
    }

    /// The cards named to be turned up, [`HiddenCard::UNKNOWN`] where the machine is to use those it dealt;
    /// `None` for a muck.
    pub const fn cards(self) -> Option<[HiddenCard; MAX_HOLE_CARDS]> {
        match self {
            Show::Hand { cards } | Show::Cards { cards } => Some(cards),
            Show::Muck => None,
        }
    }
}

impl Post {
    /// This payment, or refusal to pay, as an act of a seat, for a [`Command`].
    pub const fn by(self, seat: Seat) -> Act {
        Act::Post { seat, post: self }
    }
}

impl Offer {
    /// This offer as an act of a seat, for a [`Command`]; any seat's offer is refused by its rule.
    pub const fn by(self, seat: Seat) -> Act {
        Act::Offer { seat, offer: self }
    }
}

impl ClockAct {
    /// This act on the clock as a [`Command`] needs it; the seat must be the one on turn.
    pub const fn by(self, seat: Seat) -> Act {
        Act::Clock { seat, clock: self }
    }
}

/// The largest number of hole cards that a game deals to a player.
pub const MAX_HOLE_CARDS: usize = 4;

/// Shows cards that the machine already knows.
pub const AS_DEALT: [HiddenCard; MAX_HOLE_CARDS] = [HiddenCard::UNKNOWN; MAX_HOLE_CARDS];
