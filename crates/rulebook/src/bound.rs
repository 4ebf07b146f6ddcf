//! Bounds on an amount beyond the choices of a setting: each has a name for programs and words for people.

/// The largest amount of chips that can be chosen for a table: a blind, an ante, a bet, a buy-in.
///
/// A room has at most 20,000 tables of ten seats. A stack of this size in every seat makes 2 * 10^14 chips, a
/// fortieth of what an account can count (2^53 - 1); ten times as much, where a book has no largest buy-in,
/// is a quarter of it. A table determined before there was such a bound keeps its values.
pub const MAX_CHOSEN_CHIPS: u64 = 1_000_000_000;

/// A further bound on what may be chosen. Its name never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bound {
    /// At least the smallest buy-in.
    FromMinBuyIn,
    /// At least the smallest bet.
    FromMinBet,
    /// At least the last blind.
    FromLastBlind,
    /// At most the last blind.
    ToLastBlind,
    /// At most the approved amount.
    ToApproved,
    /// Only approved amounts.
    Approved,
    /// As many as the cards of the deck can serve.
    ToDeck,
}

impl Bound {
    /// Every bound.
    pub const ALL: [Bound; 7] = [
        Bound::FromMinBuyIn,
        Bound::FromMinBet,
        Bound::FromLastBlind,
        Bound::ToLastBlind,
        Bound::ToApproved,
        Bound::Approved,
        Bound::ToDeck,
    ];

    /// The name in a book file and in messages to clients, which word it themselves; it never changes.
    pub const fn name(self) -> &'static str {
        match self {
            Bound::FromMinBuyIn => "from_min_buy_in",
            Bound::FromMinBet => "from_min_bet",
            Bound::FromLastBlind => "from_last_blind",
            Bound::ToLastBlind => "to_last_blind",
            Bound::ToApproved => "to_approved",
            Bound::Approved => "approved",
            Bound::ToDeck => "to_deck",
        }
    }

    /// The bound with a name, as book files write it in `bound`; `None` for any other text.
    pub fn named(name: &str) -> Option<Bound> {
        Bound::ALL.into_iter().find(|bound| bound.name() == name)
    }

    /// The bound in a few words, as in the table of settings; for people only.
    pub const fn description(self) -> &'static str {
        match self {
            Bound::FromMinBuyIn => "from min_buy_in",
            Bound::FromMinBet => "from min_bet",
            Bound::FromLastBlind => "chips from the last blind",
            Bound::ToLastBlind => "up to the last blind",
            Bound::ToApproved => "up to the approved maximum",
            Bound::Approved => "approved amounts",
            Bound::ToDeck => "to the bound of the deck",
        }
    }
}
