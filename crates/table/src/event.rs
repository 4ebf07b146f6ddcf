//! What a hand decided: small facts in order, each with the rule it rests on.

use std::sync::Arc;

use cards::{Card, Hidden};
use chips::Chips;
use rulebook::Rule;
use serde::{Deserialize, Serialize};

use crate::command::{By, MOST_HOLE_CARDS};
use crate::ending::VoidReason;
use crate::lineup::{Lineup, PostKind};
use crate::seat::{Seat, Seats};

/// One decided fact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// What happened.
    pub what: What,
    /// The rule it rests on; the table's book joins it to clauses.
    pub rule: Rule,
    /// The number of the command in the hand that caused it, from 1; zero for the opening.
    pub cause: u32,
}

/// What part of a pot is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Half {
    Whole,
    High,
    Low,
}

/// Why nothing is taken from the pots of a round, or from one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoCommission {
    /// Everybody who put chips in has an equal hand (15.2(c)).
    EqualHands,
    /// Only blinds and antes are in the pot (15.2(d)).
    BlindsOnly,
    /// No board card was dealt.
    NoBoardCard,
    /// No pot is over the amount from which commission is taken (15.2(a), first sentence).
    SmallPots,
    /// The percentage comes to less than the smallest amount that is taken.
    RoundedDown,
    /// Everything went back to the player who had put it in: there is no pot.
    NoPot,
    /// Commission is paid by time (15.3).
    ByTime,
}

impl NoCommission {
    /// The reason in words.
    pub const fn words(self) -> &'static str {
        match self {
            NoCommission::EqualHands => "everybody who put chips in has an equal hand",
            NoCommission::BlindsOnly => "only blinds and antes are in the pot",
            NoCommission::NoBoardCard => "no board card was dealt",
            NoCommission::SmallPots => "no pot is over the amount that is free of it",
            NoCommission::RoundedDown => "it rounds down to nothing",
            NoCommission::NoPot => "nothing was in the pot",
            NoCommission::ByTime => "it is paid by time",
        }
    }
}

/// The facts of a hand. Amounts called `to` are the street's total.
///
/// Written under its [`What::name`]. A card face down is written as its slot of the deck alone; one that lies face up,
/// in clear.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum What {
    /// The hand began; holds all it needs.
    Opened(Arc<Lineup>),
    /// The deck was shuffled at the table.
    Shuffled { cards: u8 },
    /// The deck was cut; `after` cards lie above the cut.
    Cut { after: u8 },
    /// A blind, ante or post was collected.
    Posted { seat: Seat, kind: PostKind, amount: Chips, all_in: bool },
    /// A hole card was dealt.
    HoleDealt { seat: Seat, card: Hidden },
    /// A card was burned.
    Burned { card: Hidden },
    /// A board card was dealt.
    BoardDealt {
        #[serde(with = "cards::face_up")]
        card: Hidden,
    },
    /// A betting round began; `seat` opens it.
    BettingOpened { round: u8, seat: Seat },
    /// No betting was held in a round because nobody could bet.
    BettingSkipped { round: u8 },
    /// A hand was folded.
    Folded { seat: Seat },
    /// A check. It `stands` where it is a call of nothing with a blind, in a betting round in which nobody checks.
    Checked {
        seat: Seat,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        stands: bool,
    },
    /// `amount` was added to call.
    Called { seat: Seat, amount: Chips, all_in: bool },
    /// The first bet of a round; `full` unless all-in for less than the smallest bet.
    Bet { seat: Seat, to: Chips, full: bool, all_in: bool },
    /// A raise; `full` unless all-in for less than a full raise.
    Raised { seat: Seat, to: Chips, full: bool, all_in: bool },
    /// The seat on turn was told that it has so many seconds to act.
    ClockCalled { seat: Seat, seconds: u64 },
    /// A player did not act in time; what the hand does follows.
    TimeRanOut { seat: Seat },
    /// A betting round ended.
    BettingClosed { round: u8 },
    /// The part of a bet that nobody called went back.
    Returned { seat: Seat, amount: Chips },
    /// Betting is over early: all live hands are turned up before the board goes on, `first` first.
    HandsTabled { first: Seat },
    /// The showdown began; `first` shows first. `early` when betting ended before the board was complete.
    ShowdownOpened { first: Seat, early: bool },
    /// Hole cards were turned up.
    Shown {
        seat: Seat,
        #[serde(with = "crate::stored::face_up_hand")]
        cards: [Hidden; MOST_HOLE_CARDS],
    },
    /// A hand was thrown away unseen.
    Mucked { seat: Seat },
    /// Cards of a hand that is out of the play were turned up, and no others: those not known here stay face down.
    CardsShown {
        seat: Seat,
        #[serde(with = "crate::stored::face_up_hand")]
        cards: [Hidden; MOST_HOLE_CARDS],
    },
    /// A pot, main pot first (number 0), with the seats that may win it; before commission.
    PotFormed { pot: u8, amount: Chips, eligible: Seats },
    /// Commission was taken from a pot.
    /// With `short_of_due`, the last one of its round: less than is due, for only whole chips can be taken.
    CommissionTaken {
        pot: u8,
        amount: Chips,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        short_of_due: bool,
    },
    /// The cap limited the commission of the round: what the percentage came to, and what was taken instead.
    CommissionCapped { due: Chips, taken: Chips },
    /// The house took nothing: from one pot, or from the whole round.
    NoCommission {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pot: Option<u8>,
        reason: NoCommission,
    },
    /// A seat won a pot, a half, or its share of it. The last player of a round without a pot wins nothing, and no pot was
    /// formed.
    Awarded { pot: u8, half: Half, seat: Seat, amount: Chips },
    /// Chips that could not be shared went to a seat.
    OddChips { pot: u8, half: Half, seat: Seat, amount: Chips },
    /// The round was declared void: what each player put in goes back.
    Voided { reason: VoidReason, by: By },
    /// Everything a seat had put into a void round went back.
    Refunded { seat: Seat, amount: Chips },
    /// The hand is over.
    Closed,
}

impl Event {
    /// Gives cards that are not known their card back by the slot they lay in: what was stored tells the slot alone.
    pub fn fill(&mut self, card_in_slot: impl Fn(u8) -> Option<Card>) {
        match &mut self.what {
            What::HoleDealt { card, .. } | What::Burned { card } | What::BoardDealt { card } => {
                *card = card.filled(card_in_slot);
            }
            What::Shown { cards, .. } | What::CardsShown { cards, .. } => {
                *cards = cards.map(|card| card.filled(&card_in_slot));
            }
            What::Opened(_)
            | What::Shuffled { .. }
            | What::Cut { .. }
            | What::ClockCalled { .. }
            | What::TimeRanOut { .. }
            | What::Voided { .. }
            | What::Refunded { .. }
            | What::Posted { .. }
            | What::BettingOpened { .. }
            | What::BettingSkipped { .. }
            | What::Folded { .. }
            | What::Checked { .. }
            | What::Called { .. }
            | What::Bet { .. }
            | What::Raised { .. }
            | What::BettingClosed { .. }
            | What::Returned { .. }
            | What::HandsTabled { .. }
            | What::ShowdownOpened { .. }
            | What::Mucked { .. }
            | What::PotFormed { .. }
            | What::CommissionTaken { .. }
            | What::CommissionCapped { .. }
            | What::NoCommission { .. }
            | What::Awarded { .. }
            | What::OddChips { .. }
            | What::Closed => {}
        }
    }
}

impl What {
    /// The seat it concerns, if it concerns one.
    pub fn seat(&self) -> Option<Seat> {
        match *self {
            What::Posted { seat, .. }
            | What::HoleDealt { seat, .. }
            | What::BettingOpened { seat, .. }
            | What::Folded { seat }
            | What::Checked { seat, .. }
            | What::Called { seat, .. }
            | What::Bet { seat, .. }
            | What::Raised { seat, .. }
            | What::Returned { seat, .. }
            | What::Shown { seat, .. }
            | What::Mucked { seat }
            | What::CardsShown { seat, .. }
            | What::Awarded { seat, .. }
            | What::OddChips { seat, .. }
            | What::ClockCalled { seat, .. }
            | What::TimeRanOut { seat }
            | What::Refunded { seat, .. } => Some(seat),
            What::HandsTabled { first } | What::ShowdownOpened { first, .. } => Some(first),
            What::Opened(_)
            | What::Shuffled { .. }
            | What::Cut { .. }
            | What::Voided { .. }
            | What::Burned { .. }
            | What::BoardDealt { .. }
            | What::BettingSkipped { .. }
            | What::BettingClosed { .. }
            | What::PotFormed { .. }
            | What::CommissionTaken { .. }
            | What::CommissionCapped { .. }
            | What::NoCommission { .. }
            | What::Closed => None,
        }
    }

    /// The street's total of a bet or raise, otherwise what moves; `None` where no chips move.
    pub fn amount(&self) -> Option<Chips> {
        match *self {
            What::Bet { to, .. } | What::Raised { to, .. } => Some(to),
            What::Posted { amount, .. }
            | What::Called { amount, .. }
            | What::Returned { amount, .. }
            | What::PotFormed { amount, .. }
            | What::CommissionTaken { amount, .. }
            | What::Awarded { amount, .. }
            | What::OddChips { amount, .. }
            | What::Refunded { amount, .. } => Some(amount),
            What::Opened(_)
            | What::Shuffled { .. }
            | What::Cut { .. }
            | What::ClockCalled { .. }
            | What::TimeRanOut { .. }
            | What::Voided { .. }
            | What::HoleDealt { .. }
            | What::Burned { .. }
            | What::BoardDealt { .. }
            | What::BettingOpened { .. }
            | What::BettingSkipped { .. }
            | What::Folded { .. }
            | What::Checked { .. }
            | What::BettingClosed { .. }
            | What::HandsTabled { .. }
            | What::ShowdownOpened { .. }
            | What::Shown { .. }
            | What::Mucked { .. }
            | What::CardsShown { .. }
            | What::CommissionCapped { .. }
            | What::NoCommission { .. }
            | What::Closed => None,
        }
    }

    /// The name of the kind of event, for files and machines.
    pub const fn name(&self) -> &'static str {
        match self {
            What::Opened(_) => "opened",
            What::Shuffled { .. } => "shuffled",
            What::Cut { .. } => "cut",
            What::ClockCalled { .. } => "clock_called",
            What::TimeRanOut { .. } => "time_ran_out",
            What::Voided { .. } => "voided",
            What::Refunded { .. } => "refunded",
            What::Posted { .. } => "posted",
            What::HoleDealt { .. } => "hole_dealt",
            What::Burned { .. } => "burned",
            What::BoardDealt { .. } => "board_dealt",
            What::BettingOpened { .. } => "betting_opened",
            What::BettingSkipped { .. } => "betting_skipped",
            What::Folded { .. } => "folded",
            What::Checked { .. } => "checked",
            What::Called { .. } => "called",
            What::Bet { .. } => "bet",
            What::Raised { .. } => "raised",
            What::BettingClosed { .. } => "betting_closed",
            What::Returned { .. } => "returned",
            What::HandsTabled { .. } => "hands_tabled",
            What::ShowdownOpened { .. } => "showdown_opened",
            What::Shown { .. } => "shown",
            What::Mucked { .. } => "mucked",
            What::CardsShown { .. } => "cards_shown",
            What::PotFormed { .. } => "pot_formed",
            What::CommissionTaken { .. } => "commission_taken",
            What::CommissionCapped { .. } => "commission_capped",
            What::NoCommission { .. } => "no_commission",
            What::Awarded { .. } => "awarded",
            What::OddChips { .. } => "odd_chips",
            What::Closed => "closed",
        }
    }
}
