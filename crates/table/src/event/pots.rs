//! What happened to pots: formed, charged with commission, and paid.

use chips::Chips;
use seating::{Seat, Seats};
use serde::{Deserialize, Serialize};

use super::ChipMovement;
use crate::families::named;
use crate::hand::BoardNumber;

/// What part of a pot is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum PotHalf {
    Whole,
    High,
    Low,
}

/// What is won at once: a pot, or the part of it that is played for on one board, high or low.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PotPart {
    /// Which pot; the main pot is 0.
    pub pot: u8,
    /// The board that decides: the first, where there is one or none is looked at.
    pub board: BoardNumber,
    /// The whole of what is played for on it, or a half.
    pub half: PotHalf,
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

named! {
    /// What happened to pots: formed, charged with commission, and paid.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "name")]
    #[allow(missing_docs)]
    pub enum PotFact {
        /// A pot, main pot first (number 0), with the seats that may win it; before commission.
        #[serde(rename = "pot_formed")]
        PotFormed { pot: u8, amount: Chips, eligible: Seats },
        /// Commission was taken from a pot.
        /// With `short_of_due`, the last one of its round: less than is due, for only whole chips can be taken.
        #[serde(rename = "commission_taken")]
        CommissionTaken {
            pot: u8,
            amount: Chips,
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            short_of_due: bool,
        },
        /// The cap limited the commission of the round: what the percentage came to, and what was taken instead.
        #[serde(rename = "commission_capped")]
        CommissionCapped { due: Chips, taken: Chips },
        /// The house took nothing: from one pot, or from the whole round.
        #[serde(rename = "no_commission")]
        NoCommission {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pot: Option<u8>,
            reason: NoCommission,
        },
        /// A seat won a pot, a half, or its share of it, by the first board where none is written. The last player of a
        /// round without a pot wins nothing, and no pot was formed.
        #[serde(rename = "awarded")]
        Awarded {
            pot: u8,
            #[serde(default, skip_serializing_if = "BoardNumber::is_first")]
            board: BoardNumber,
            half: PotHalf,
            seat: Seat,
            amount: Chips,
        },
        /// Chips that could not be shared went to a seat.
        #[serde(rename = "odd_chips")]
        OddChips {
            pot: u8,
            #[serde(default, skip_serializing_if = "BoardNumber::is_first")]
            board: BoardNumber,
            half: PotHalf,
            seat: Seat,
            amount: Chips,
        },
    }
}

impl PotFact {
    /// What a seat won by it.
    pub const fn awarded(part: PotPart, seat: Seat, amount: Chips) -> PotFact {
        PotFact::Awarded { pot: part.pot, board: part.board, half: part.half, seat, amount }
    }

    /// Chips of it that could not be shared.
    pub const fn odd_chips(part: PotPart, seat: Seat, amount: Chips) -> PotFact {
        PotFact::OddChips { pot: part.pot, board: part.board, half: part.half, seat, amount }
    }

    /// The seat that was paid.
    pub const fn seat(&self) -> Option<Seat> {
        self.chip_movement().seat()
    }

    /// How much is in the pot, was taken from it, or was paid.
    pub const fn amount(&self) -> Option<Chips> {
        match self.formed_pot() {
            Some((amount, _)) => Some(amount),
            None => self.chip_movement().amount(),
        }
    }

    /// What it does to the chips.
    pub const fn chip_movement(&self) -> ChipMovement {
        match *self {
            PotFact::PotFormed { .. } => ChipMovement::Gathered,
            PotFact::CommissionTaken { amount, .. } => ChipMovement::Commission { amount },
            PotFact::Awarded { seat, amount, .. } | PotFact::OddChips { seat, amount, .. } => {
                ChipMovement::Won { seat, amount }
            }
            PotFact::CommissionCapped { .. } | PotFact::NoCommission { .. } => ChipMovement::Nothing,
        }
    }

    /// The amount of the pot that it formed, and the seats that may win it.
    pub const fn formed_pot(&self) -> Option<(Chips, Seats)> {
        if let PotFact::PotFormed { amount, eligible, .. } = *self { Some((amount, eligible)) } else { None }
    }

    /// The pot from which it took commission, and how much.
    pub const fn commission(&self) -> Option<(u8, Chips)> {
        if let PotFact::CommissionTaken { pot, amount, .. } = *self { Some((pot, amount)) } else { None }
    }

    /// The pot it paid from, the seat that was paid, and how much.
    pub const fn payment(&self) -> Option<(u8, Seat, Chips)> {
        match *self {
            PotFact::Awarded { pot, seat, amount, .. } | PotFact::OddChips { pot, seat, amount, .. } => {
                Some((pot, seat, amount))
            }
            PotFact::PotFormed { .. }
            | PotFact::CommissionTaken { .. }
            | PotFact::CommissionCapped { .. }
            | PotFact::NoCommission { .. } => None,
        }
    }
}
