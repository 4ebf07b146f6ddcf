//! Why a table refuses.

use std::fmt;

use cards::Card;
use chips::Chips;
use rulebook::Rule;
use seating::Seat;

use super::new_cards::CheckDue;
use crate::lineup::LineupProblem;
use crate::reason::{ReasonValues, reasons};
use crate::refusal::Refusal;

/// A command that a table refused.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct TableRefusal {
    pub why: TableRefusalReason,
    pub rule: Rule,
}

reasons! {
    /// Why a table refuses a command.
    #[derive(Clone, Debug, PartialEq)]
    #[allow(missing_docs)]
    pub enum TableRefusalReason {
        NoSuchSeat { seat: Seat, seats: u8 } = "no_such_seat",
        SeatTaken { seat: Seat } = "seat_taken",
        SeatEmpty { seat: Seat } = "seat_empty",
        AlreadySeated { seat: Seat } = "already_seated",
        StakeTooSmall { stack: Chips, at_least: Chips } = "stake_too_small",
        StakeTooLarge { stack: Chips, at_most: Chips } = "stake_too_large",
        /// At this house the button is always on a player who is dealt in.
        ButtonOnEmptySeat { seat: Seat } = "button_on_empty_seat",
        /// Buying nothing is not a purchase.
        NothingBought { at_least: Chips } = "nothing_bought",
        HandRunning = "round_running",
        /// A change of deck, or of whether it has a joker, while the table is open.
        DeckIsFixed = "deck_is_fixed",
        NoHand = "no_round",
        /// The game of the table has no blinds.
        NoBlinds = "no_blinds",
        NotYours = "not_your_seat",
        NotAnOfficial = "not_for_the_operator",
        /// The house may make an exception for `small_purchases`, which the table has no record of.
        NoChipsOff { small_purchases: bool } = "no_chips_off",
        IsLeaving { seat: Seat } = "is_leaving",
        Excluded = "excluded",
        AwaitsAnOfficial { took: Chips } = "awaits_an_official",
        NotReferred = "not_referred",
        ReasonTooLong { most: usize } = "reason_too_long",
        ReasonNeeded = "reason_needed",
        /// The house does not allow cards to be changed.
        NoNewCards = "no_new_cards",
        NoCardNamed = "no_card_named",
        CardNotInDeck { card: Card } = "card_not_in_deck",
        CardNamedTwice { card: Card } = "card_named_twice",
        TooManyCards { most: usize } = "too_many_cards",
        /// This role does not check cards.
        ChecksNoCards = "checks_no_cards",
        /// There are no new cards.
        NothingToCheck = "nothing_to_check",
        /// The same person already made the other check.
        SamePersonChecked = "checks_for_both",
        ;
        NewCardsUnchecked(Vec<CheckDue>) = "new_cards_unchecked",
        Lineup(Vec<LineupProblem>) = "lineup",
        Act(Refusal) = "act",
    }
}

impl fmt::Display for TableRefusalReason {
    /// Words a [`TableRefusalReason`] for clients that have no words of their own for it. Nothing may compare
    /// with the sentence or take it apart.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableRefusalReason::NoSuchSeat { seat, seats } => {
                write!(f, "there is no seat {seat}: the table has {seats}")
            }
            TableRefusalReason::SeatTaken { seat } => write!(f, "seat {seat} is taken"),
            TableRefusalReason::SeatEmpty { seat } => write!(f, "nobody sits in seat {seat}"),
            TableRefusalReason::AlreadySeated { seat } => write!(f, "this player already has seat {seat}"),
            TableRefusalReason::StakeTooSmall { stack, at_least } => {
                write!(f, "a stake of {stack} is too small: at least {at_least}")
            }
            TableRefusalReason::StakeTooLarge { stack, at_most } => {
                write!(f, "a stake of {stack} is too large: at most {at_most}")
            }
            TableRefusalReason::ButtonOnEmptySeat { seat } => {
                write!(f, "nobody is dealt in at seat {seat}: place the button in front of a player")
            }
            TableRefusalReason::NothingBought { at_least } => {
                write!(f, "a purchase of 0 buys nothing: buy at least {at_least}")
            }
            TableRefusalReason::HandRunning => write!(f, "not during a hand: wait until it is over"),
            TableRefusalReason::DeckIsFixed => write!(
                f,
                "the deck and the joker cannot change while the table is open: declare a new game between hands, or \
                 open another table"
            ),
            TableRefusalReason::NoBlinds => {
                write!(f, "this game has no blinds: sit out after this hand instead")
            }
            TableRefusalReason::NoHand => write!(f, "no hand is being played: open one first"),
            TableRefusalReason::NotYours => write!(f, "only the seat's player or the house may do this"),
            TableRefusalReason::NotAnOfficial => {
                write!(f, "only an official who may decide for the operator may do this")
            }
            TableRefusalReason::NoChipsOff { small_purchases: false } => {
                write!(f, "chips may not be taken off the table: leave with the whole stake")
            }
            TableRefusalReason::NoChipsOff { small_purchases: true } => write!(
                f,
                "chips may not be taken off the table but for small purchases, which are not paid here: leave with \
                 the whole stake"
            ),
            TableRefusalReason::IsLeaving { seat } => {
                write!(f, "seat {seat} is already leaving when the hand is over")
            }
            TableRefusalReason::Excluded => {
                write!(f, "this player is excluded until an official readmits them")
            }
            TableRefusalReason::AwaitsAnOfficial { took } => {
                write!(
                    f,
                    "an official must decide: {took} were taken away, and at least as many are expected back"
                )
            }
            TableRefusalReason::NotReferred => write!(f, "this person was not referred to an official"),
            TableRefusalReason::ReasonTooLong { most } => {
                write!(f, "the reason is too long: at most {most} characters")
            }
            TableRefusalReason::ReasonNeeded => {
                write!(f, "a reason is needed: say why the cards are being changed")
            }
            TableRefusalReason::NoNewCards => write!(f, "cards may not be changed at this table"),
            TableRefusalReason::NoCardNamed => write!(f, "name at least one card to change"),
            TableRefusalReason::CardNotInDeck { card } => write!(f, "{card} is not in the deck of this game"),
            TableRefusalReason::CardNamedTwice { card } => {
                write!(f, "{card} is named twice: a deck has each card once")
            }
            TableRefusalReason::TooManyCards { most } => write!(f, "too many cards: at most {most}"),
            TableRefusalReason::ChecksNoCards => {
                write!(f, "only the supervisor and the dealer check new cards")
            }
            TableRefusalReason::NothingToCheck => write!(f, "there are no new cards to check"),
            TableRefusalReason::SamePersonChecked => {
                write!(
                    f,
                    "the supervisor and the dealer must each check, but the same person made the other check"
                )
            }
            TableRefusalReason::NewCardsUnchecked(due) => {
                write!(f, "the new cards must be checked first: ")?;
                for (at, due) in due.iter().enumerate() {
                    write!(f, "{}{due}", if at > 0 { "; " } else { "" })?;
                }
                Ok(())
            }
            TableRefusalReason::Lineup(problems) => {
                for (at, problem) in problems.iter().enumerate() {
                    write!(f, "{}{problem}", if at > 0 { "; " } else { "" })?;
                }
                Ok(())
            }
            TableRefusalReason::Act(refusal) => fmt::Display::fmt(&refusal.why, f),
        }
    }
}

impl TableRefusal {
    /// The name by which programs know the reason, the hand's own where the hand refused; it never changes.
    pub fn reason(&self) -> &'static str {
        match &self.why {
            TableRefusalReason::Act(refusal) => refusal.why.name(),
            why => why.name(),
        }
    }

    /// The values that explain the reason, each with its name; those of the hand's refusal where it is one.
    pub fn values(&self) -> ReasonValues {
        match &self.why {
            TableRefusalReason::Act(refusal) => refusal.why.values(),
            why => why.values(),
        }
    }
}

impl fmt::Display for TableRefusal {
    /// Words a [`TableRefusal`]: the sentence with the rule's name behind it, for scripts and logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.why, self.rule)
    }
}

impl std::error::Error for TableRefusal {}

/// A refusal as the result of a decision, so that each ruling names its reason and its rule in one
/// expression.
pub(super) const fn refuse<T>(why: TableRefusalReason, rule: Rule) -> Result<T, TableRefusal> {
    Err(TableRefusal { why, rule })
}
