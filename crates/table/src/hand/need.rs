//! What a hand needs next: an action by the dealer, a decision by a player, or nothing.

use seating::Seat;

use crate::lineup::DuePost;

/// What the hand needs next, and from whom.
///
/// ```
/// use seating::Seat;
/// use table::{Decision, Need};
///
/// let need = Need::Decision(Decision::Show { seat: Seat::FIRST, may_muck: true });
/// assert_eq!((need.turn(), need.to_show(), need.to_act()), (Some(Seat::FIRST), Some(Seat::FIRST), None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// An action by the dealer.
    Deal(Deal),
    /// A decision by the player of a seat.
    Decision(Decision),
    /// Nothing: the hand is over.
    Nothing,
}

/// What a hand needs from the dealer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deal {
    /// A shuffle of the full deck.
    Shuffle,
    /// A cut of the shuffled deck, leaving at least [`MIN_ON_EACH_SIDE`](crate::MIN_ON_EACH_SIDE) cards
    /// on each side.
    Cut,
    /// Collecting a blind, ante or post.
    Post(DuePost),
    /// A hole card for a seat.
    HoleCard {
        /// The seat that is dealt the card.
        seat: Seat,
    },
    /// A burn card.
    Burn,
    /// A board card.
    BoardCard,
}

/// What a hand needs from a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// An act from the seat's [`menu`](crate::Hand::menu).
    Act {
        /// The seat on turn.
        seat: Seat,
    },
    /// A show, or a muck where that is allowed.
    Show {
        /// The seat on turn.
        seat: Seat,
        /// Whether the hand may be mucked.
        may_muck: bool,
    },
}

impl Need {
    /// The decision that is needed, if it is a player's turn: to act in the betting or to show.
    pub const fn decision(&self) -> Option<Decision> {
        match *self {
            Need::Decision(decision) => Some(decision),
            Need::Deal(_) | Need::Nothing => None,
        }
    }

    /// What the dealer has to do, if it is the dealer's turn; the caller supplies the card, cut or post as a
    /// command.
    pub const fn deal(&self) -> Option<Deal> {
        match *self {
            Need::Deal(deal) => Some(deal),
            Need::Decision(_) | Need::Nothing => None,
        }
    }

    /// The seat on turn, in the betting or at the showdown; `None` while the dealer acts and when the hand is
    /// over.
    pub fn turn(&self) -> Option<Seat> {
        self.decision().map(Decision::seat)
    }

    /// The seat on turn, if it has to act in the betting; its choices are in
    /// [`Hand::menu`](crate::Hand::menu).
    pub fn to_act(&self) -> Option<Seat> {
        self.turn_if(false)
    }

    /// The seat on turn, if it has to show or muck; [`Decision::may_muck`] says whether it may muck.
    pub fn to_show(&self) -> Option<Seat> {
        self.turn_if(true)
    }

    /// The seat on turn, if it is at the showdown (`showing`), or else in the betting.
    fn turn_if(&self, showing: bool) -> Option<Seat> {
        self.decision().filter(|decision| decision.is_show() == showing).map(Decision::seat)
    }
}

impl Decision {
    /// The seat on turn, which makes the decision.
    pub const fn seat(self) -> Seat {
        match self {
            Decision::Act { seat } | Decision::Show { seat, .. } => seat,
        }
    }

    /// Whether the hand may be mucked, if it is time to show; `None` in the betting.
    pub const fn may_muck(self) -> Option<bool> {
        match self {
            Decision::Act { .. } => None,
            Decision::Show { may_muck, .. } => Some(may_muck),
        }
    }

    /// True at the showdown, false in the betting, where the seat acts from its menu.
    pub const fn is_show(self) -> bool {
        self.may_muck().is_some()
    }
}

impl Deal {
    /// Whether this is the shuffle or the cut, before any chip or card moves. The room waits here for
    /// players' values for the cut.
    pub const fn prepares_the_deck(self) -> bool {
        match self {
            Deal::Shuffle | Deal::Cut => true,
            Deal::Post(_) | Deal::HoleCard { .. } | Deal::Burn | Deal::BoardCard => false,
        }
    }
}
