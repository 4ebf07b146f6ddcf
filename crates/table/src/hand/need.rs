//! What a hand needs next: something of the dealer, a decision of a player, or nothing.

use seating::Seat;

use crate::lineup::DuePost;

/// What the hand needs next, and from whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Something that the dealer does.
    Deal(Deal),
    /// A choice of the player of a seat.
    Decision(Decision),
    /// Nothing: the hand is over.
    Nothing,
}

/// What a hand needs of the dealer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deal {
    /// A shuffle of the whole deck.
    Shuffle,
    /// A cut of the shuffled deck, with [`FEWEST_ON_EACH_SIDE`](crate::FEWEST_ON_EACH_SIDE) cards at least on each side.
    Cut,
    /// A blind, ante or post is collected.
    Post(DuePost),
    /// A hole card for a seat.
    HoleCard {
        /// The seat that is dealt the card.
        seat: Seat,
    },
    /// A burn.
    Burn,
    /// A board card.
    BoardCard,
}

/// What a hand needs of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// An act of the seat out of [`Hand::check_menu`](crate::Hand::menu).
    Act {
        /// Whose turn it is.
        seat: Seat,
    },
    /// A show, or a muck where that is allowed.
    Show {
        /// Whose turn it is.
        seat: Seat,
        /// Whether the hand may be thrown away unseen.
        may_muck: bool,
    },
}

impl Need {
    /// The decision that is needed, if it is a player's turn.
    pub const fn decision(&self) -> Option<Decision> {
        match *self {
            Need::Decision(decision) => Some(decision),
            Need::Deal(_) | Need::Nothing => None,
        }
    }

    /// What the dealer is to do, if it is the dealer's turn.
    pub const fn deal(&self) -> Option<Deal> {
        match *self {
            Need::Deal(deal) => Some(deal),
            Need::Decision(_) | Need::Nothing => None,
        }
    }

    /// The seat on turn, if it is a player's turn.
    pub fn turn(&self) -> Option<Seat> {
        self.decision().map(Decision::seat)
    }

    /// The seat on turn, where it is to bet.
    pub fn to_act(&self) -> Option<Seat> {
        self.turn_if(false)
    }

    /// The seat on turn, where it is to show.
    pub fn to_show(&self) -> Option<Seat> {
        self.turn_if(true)
    }

    fn turn_if(&self, showing: bool) -> Option<Seat> {
        self.decision().filter(|decision| decision.is_show() == showing).map(Decision::seat)
    }
}

impl Decision {
    /// Whose turn it is.
    pub const fn seat(self) -> Seat {
        match self {
            Decision::Act { seat } | Decision::Show { seat, .. } => seat,
        }
    }

    /// Whether the hand may be thrown away unseen, where it is to be shown.
    pub const fn may_muck(self) -> Option<bool> {
        match self {
            Decision::Act { .. } => None,
            Decision::Show { may_muck, .. } => Some(may_muck),
        }
    }

    /// True where hands are shown or thrown away, false where it is time to bet.
    pub const fn is_show(self) -> bool {
        self.may_muck().is_some()
    }
}

impl Deal {
    /// Whether the deck is prepared by it, before anything is posted.
    pub const fn prepares_the_deck(self) -> bool {
        match self {
            Deal::Shuffle | Deal::Cut => true,
            Deal::Post(_) | Deal::HoleCard { .. } | Deal::Burn | Deal::BoardCard => false,
        }
    }
}
