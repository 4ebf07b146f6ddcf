//! What a player on turn may do: the limit structure, caps on raises, all-ins short of a full raise, and how the
//! betting opens.

use chips::Chips;

use crate::game::MAX_ROUNDS;

/// The setting `limit_structure`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Limit {
    Fixed,
    Spread,
    Double,
    HalfPot,
    FullPot,
    NoLimit,
}

/// The setting `raise_cap_heads_up`: when the cap is lifted because only two players are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum CapLift {
    MomentOfRaise,
    BeforeCap,
    RoundBegan,
    Never,
}

/// The setting `opening_option`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum OpeningOption {
    A,
    B,
    C,
}

/// The setting `ante_opener`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum AnteOpener {
    MustBet,
    MayFold,
    MayCheck,
}

/// The setting `short_all_in`: who may raise while an all-in short of a full raise is the highest bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ShortAllIn {
    NobodyRaises,
    NoReopen,
    Reopens,
}

/// The settings `limit_raise_over_short_raise` and `limit_raise_over_short_bet`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum RaiseOverShort {
    AddBet,
    CompleteUnderHalf,
    Complete,
    NextLevel,
}

/// How the betting goes, from the opening of a round to the last raise; sizes of bets are in
/// [`Stakes`](super::Stakes).
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct BettingRules {
    pub limit: Limit,
    /// Raise caps per betting round, for this limit structure and these forced bets.
    pub raise_cap: [Option<u32>; MAX_ROUNDS],
    pub cap_lifts: CapLift,
    pub cap_counts_all_in: bool,
    pub pot_rounding: Option<Chips>,
    pub nominal_blinds_in_pot: bool,
    pub raise_into_all_in: bool,
    pub raise_over_over_blind_by_last_blind: bool,
    /// A clause of the book says that nobody checks in the first betting round of a game with blinds: a
    /// player who owes nothing there stands.
    pub stands_on_blinds: bool,
    pub opening: OpeningOption,
    pub ante_opener: AnteOpener,
    pub short_all_in: ShortAllIn,
    pub short_all_ins_accumulate: bool,
    pub half_counts: bool,
    pub short_bet_reopens_checkers: bool,
    pub raise_counts_from_last_full: bool,
    pub over_short_raise: RaiseOverShort,
    pub over_short_bet: RaiseOverShort,
    pub all_in_whole_bets: bool,
    pub fold_when_free: bool,
}
