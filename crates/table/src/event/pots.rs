//! What happened to pots: formed, charged with commission, paid out.

use chips::Chips;
use seating::{Seat, Seats};
use serde::{Deserialize, Serialize};

use super::ChipMovement;
use crate::families::fact_family;
use crate::hand::BoardNumber;

/// Which part of a pot is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum PotHalf {
    Whole,
    High,
    Low,
}

/// What is won as one unit: a pot, or the part of it played for on one board, high or low.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PotPart {
    /// The number of the pot; the main pot is 0.
    pub pot: u8,
    /// The board that decides; the first where there is only one, or where no board is looked at.
    pub board: BoardNumber,
    /// All of what is played for on that board, or one half.
    pub half: PotHalf,
}

/// Why no commission is taken from the pots of a hand, or from one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoCommission {
    /// Everybody who put chips in has an equal hand (15.2(c)).
    EqualHands,
    /// Only blinds and antes are in the pot (15.2(d)).
    BlindsOnly,
    /// No board card was dealt.
    NoBoardCard,
    /// No pot is larger than the amount from which commission is taken (15.2(a), first sentence).
    SmallPots,
    /// The percentage is below the smallest amount that is taken.
    RoundedDown,
    /// Everything went back to the player who put it in: there is no pot.
    NoPot,
    /// Commission is paid by time (15.3).
    ByTime,
}

impl NoCommission {
    /// The reason in words, for transcripts and the terminal; the page words it from the stored name.
    pub const fn words(self) -> &'static str {
        match self {
            NoCommission::EqualHands => "everybody who put chips in has an equal hand",
            NoCommission::BlindsOnly => "only blinds and antes are in the pot",
            NoCommission::NoBoardCard => "no board card was dealt",
            NoCommission::SmallPots => "no pot is above the amount that is free of it",
            NoCommission::RoundedDown => "it rounds down to nothing",
            NoCommission::NoPot => "nothing was in the pot",
            NoCommission::ByTime => "it is paid by time",
        }
    }
}

fact_family! {
    /// What happened to pots: formed, charged with commission, paid out.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "name")]
    #[allow(missing_docs)]
    pub enum PotFact {
        /// A pot before commission, with the seats that may win it; the main pot has number 0 and comes
        /// first.
        #[serde(rename = "pot_formed")]
        PotFormed { pot: u8, amount: Chips, eligible: Seats },
        /// Commission was taken from a pot. `short_of_due` is set on the last one of a hand when less was
        /// taken than is due, because only whole chips can be taken.
        #[serde(rename = "commission_taken")]
        CommissionTaken {
            pot: u8,
            amount: Chips,
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            short_of_due: bool,
        },
        /// The cap limited the commission of the hand: what the percentage came to, and what was taken
        /// instead.
        #[serde(rename = "commission_capped")]
        CommissionCapped { due: Chips, taken: Chips },
        /// The house took nothing: from one pot, or from the whole hand.
        #[serde(rename = "no_commission")]
        NoCommission {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pot: Option<u8>,
            reason: NoCommission,
        },
        /// A seat won a pot, half of one, or a share of it; `board` is left out of the stored form for the
        /// first board. The last player left in a hand without a pot wins an amount of zero from a pot that
        /// was never formed.
        #[serde(rename = "awarded")]
        Awarded {
            pot: u8,
            #[serde(default, skip_serializing_if = "BoardNumber::is_first")]
            board: BoardNumber,
            half: PotHalf,
            seat: Seat,
            amount: Chips,
        },
        /// Chips that could not be shared equally went to a seat.
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
    /// The fact that a seat won this amount, in chips, of a pot or part of one. Zero only for the last player
    /// left in a hand without a pot.
    pub const fn awarded(part: PotPart, seat: Seat, amount: Chips) -> PotFact {
        PotFact::Awarded { pot: part.pot, board: part.board, half: part.half, seat, amount }
    }

    /// The fact that a seat got the chips of a pot or part of one that could not be shared equally.
    pub const fn odd_chips(part: PotPart, seat: Seat, amount: Chips) -> PotFact {
        PotFact::OddChips { pot: part.pot, board: part.board, half: part.half, seat, amount }
    }

    /// The seat that was paid; `None` for pots formed and for commission.
    pub const fn seat(&self) -> Option<Seat> {
        self.chip_movement().seat()
    }

    /// The amount of the pot formed, of the commission taken from it, or of the payment; `None` where the
    /// house took nothing or a cap is only noted.
    pub const fn amount(&self) -> Option<Chips> {
        match self.formed_pot() {
            Some((amount, _)) => Some(amount),
            None => self.chip_movement().amount(),
        }
    }

    /// How it moves the chips. Forming a pot gathers the bets; commission and payments leave the middle, and
    /// together they are what was formed.
    pub const fn chip_movement(&self) -> ChipMovement {
        match *self {
            PotFact::PotFormed { .. } => ChipMovement::Gathered,
            PotFact::CommissionTaken { amount, .. } => ChipMovement::Commission { amount },
            PotFact::Awarded { seat, amount, .. } | PotFact::OddChips { seat, amount, .. } => {
                ChipMovement::Wins { seat, amount }
            }
            PotFact::CommissionCapped { .. } | PotFact::NoCommission { .. } => ChipMovement::Nothing,
        }
    }

    /// The amount of the pot that was formed, before commission, and the seats that may win it.
    pub const fn formed_pot(&self) -> Option<(Chips, Seats)> {
        if let PotFact::PotFormed { amount, eligible, .. } = *self { Some((amount, eligible)) } else { None }
    }

    /// The number of the pot from which commission was taken (main pot 0), and how much.
    pub const fn commission(&self) -> Option<(u8, Chips)> {
        if let PotFact::CommissionTaken { pot, amount, .. } = *self { Some((pot, amount)) } else { None }
    }

    /// The number of the pot that was paid from (main pot 0), the seat that was paid, and how much; shares
    /// and odd chips alike.
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
