//! What happens to a pot: who shows and may muck, which hand wins, where an odd chip goes, and what commission is
//! taken.

use cards::ShowdownMode;
use chips::Cents;

/// The setting `odd_chip`, with its tie-break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum OddChip {
    FirstLeftTakesAll,
    OneEachFromLeft,
    HighestHoleCard(OddChipTie),
}

/// The setting `odd_chip_tiebreak`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum OddChipTie {
    Suit,
    NextCard,
    FirstLeftOfButton,
}

/// How commission is taken from the pots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct PotCommission {
    pub percent: u64,
    pub cap: Option<Cents>,
    pub free_up_to: Cents,
    pub rounding: Cents,
    pub each_pot_threshold: bool,
    pub allocation: CommissionAllocation,
    pub equal_hands: EqualHandsExemption,
    pub blinds_only_exempt: bool,
    pub no_flop_no_drop: bool,
    pub round_to_chip: bool,
}

/// The setting `commission_allocation`: which pot bears the commission; never a pot that is exempt. For
/// `Proportional`, the parts are whole chips closest to the exact ones: what rounding down leaves goes to the
/// largest remainders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum CommissionAllocation {
    AsFormed,
    MainFirst,
    Proportional,
}

/// The setting `commission_equal_hands_exempt`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum EqualHandsExemption {
    Pay,
    RoundExempt,
    PotExempt,
}

/// How a hand is shown, won and paid.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct ShowdownRules {
    /// Which hand wins the pot.
    pub mode: ShowdownMode,
    pub early_last_bettor_shows_first: bool,
    pub side_pot_shows_first: bool,
    pub losers_may_muck: bool,
    pub all_in_hands_tabled: bool,
    pub cards_shown_after: bool,
    pub odd_chip: OddChip,
    pub odd_chip_to_nearest_half: bool,
    /// Odd chips are counted in pots of the same players together, not in each pot by itself.
    pub pots_joined: bool,
    pub commission: Option<PotCommission>,
    /// Commission is paid by time, and nothing is taken from the pots.
    pub commission_by_time: bool,
}
