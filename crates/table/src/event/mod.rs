//! What a hand decided: small facts in order, each with the rule that it rests on.
//!
//! Facts are grouped into families by the code that handles them: the course of the hand, its streets, the
//! cards, the turns of the betting, the clock, other movements of chips, and the pots. Code that handles one
//! family matches the facts of that family and names the other families as wholes.

mod cards;
mod chips;
mod clock;
mod course;
mod moves;
mod pots;
mod street;
mod turn;

use ::cards::Card;
use ::chips::Chips;
use rulebook::Rule;
use seating::Seat;
use serde::{Deserialize, Serialize};

use crate::families::fact_families;

pub use self::cards::CardFact;
pub use self::chips::ChipFact;
pub use self::clock::ClockFact;
pub use self::course::CourseFact;
pub use self::moves::ChipMovement;
pub use self::pots::{NoCommission, PotFact, PotHalf, PotPart};
pub use self::street::StreetFact;
pub use self::turn::{TurnFact, TurnKind};

/// One decided fact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// What happened.
    pub what: Fact,
    /// The rule that it rests on; the table's book links the rule to clauses.
    pub rule: Rule,
    /// The number of the command that caused it, counted within the hand from 1; zero for the opening.
    pub cause: u32,
}

// A hand makes about forty events; keeping each within five words keeps copying them fast.
const _: () = assert!(size_of::<Event>() <= 40);

/// The facts of a hand. Amounts called `to` are the street's total.
///
/// Stored flat under its [`Fact::name`], without its family. A face-down card is stored only as its slot of
/// the deck, a face-up card in clear.
///
/// ```
/// use chips::Chips;
/// use seating::Seat;
/// use table::{ChipMovement, Fact, TurnFact};
///
/// let (seat, to) = (Seat::FIRST, Chips::new(40).unwrap_or_default());
/// let fact = Fact::from(TurnFact::Raised { seat, to, full: true, all_in: false });
/// assert_eq!(fact.name(), "raised");
/// assert_eq!(fact.chip_movement(), ChipMovement::BetsTo { seat, to });
/// assert_eq!((fact.seat(), fact.amount()), (Some(seat), Some(to)));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Fact {
    /// The hand began or is over.
    Course(CourseFact),
    /// A betting round or the showdown began or ended.
    Street(StreetFact),
    /// Something happened to cards.
    Cards(CardFact),
    /// A seat acted on its turn in the betting.
    Turn(TurnFact),
    /// The clock of the seat on turn was called or ran out.
    Clock(ClockFact),
    /// Chips moved to or from a seat outside its turn.
    Chips(ChipFact),
    /// A pot was formed, charged or paid.
    Pots(PotFact),
}

fact_families! {
    Fact: "a fact of a hand" {
        Course(CourseFact),
        Street(StreetFact),
        Cards(CardFact),
        Turn(TurnFact),
        Clock(ClockFact),
        Chips(ChipFact),
        Pots(PotFact),
    }
}

impl Event {
    /// Fills in unknown cards by their slots, for a caller that knows the order of the deck: the stored form
    /// has only the slot of a face-down card. Facts without cards stay as they are.
    pub fn fill_cards(&mut self, card_in_slot: impl Fn(u8) -> Option<Card>) {
        match &mut self.what {
            Fact::Cards(fact) => fact.fill_cards(card_in_slot),
            Fact::Course(_)
            | Fact::Street(_)
            | Fact::Turn(_)
            | Fact::Clock(_)
            | Fact::Chips(_)
            | Fact::Pots(_) => {}
        }
    }
}

impl Fact {
    /// The seat it concerns, if it concerns one: the seat that acted, paid, was paid, or opens. For filtering
    /// and showing; no rule depends on it.
    pub const fn seat(&self) -> Option<Seat> {
        match self {
            Fact::Street(fact) => fact.seat(),
            Fact::Cards(fact) => fact.seat(),
            Fact::Turn(fact) => Some(fact.seat()),
            Fact::Clock(fact) => Some(fact.seat()),
            Fact::Chips(fact) => fact.chip_movement().seat(),
            Fact::Pots(fact) => fact.seat(),
            Fact::Course(_) => None,
        }
    }

    /// How it moves the chips. The room's ledger posts from this alone, so after a hand every chip must have
    /// moved to a stack or to the house.
    pub const fn chip_movement(&self) -> ChipMovement {
        match self {
            Fact::Course(fact) => fact.chip_movement(),
            Fact::Street(fact) => fact.chip_movement(),
            Fact::Turn(fact) => fact.chip_movement(),
            Fact::Chips(fact) => fact.chip_movement(),
            Fact::Pots(fact) => fact.chip_movement(),
            Fact::Cards(_) | Fact::Clock(_) => ChipMovement::Nothing,
        }
    }

    /// The street's total for a bet or raise, otherwise the amount that moves or is in a pot; `None` where no
    /// chips move. For showing; a ledger uses [`Fact::chip_movement`].
    pub const fn amount(&self) -> Option<Chips> {
        match self {
            Fact::Pots(fact) => fact.amount(),
            Fact::Course(_)
            | Fact::Street(_)
            | Fact::Cards(_)
            | Fact::Turn(_)
            | Fact::Clock(_)
            | Fact::Chips(_) => self.chip_movement().amount(),
        }
    }

    /// The name of this kind of fact, as stored and as programs read it; it never changes.
    pub const fn name(&self) -> &'static str {
        match self {
            Fact::Course(fact) => fact.name(),
            Fact::Street(fact) => fact.name(),
            Fact::Cards(fact) => fact.name(),
            Fact::Turn(fact) => fact.name(),
            Fact::Clock(fact) => fact.name(),
            Fact::Chips(fact) => fact.name(),
            Fact::Pots(fact) => fact.name(),
        }
    }
}
