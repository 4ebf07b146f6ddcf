//! What bounds an amount beyond the choices of a setting: by its name a program knows it, and books say it in words.

/// The largest amount of chips that can be chosen for a table: a blind, an ante, a bet, a buy-in.
///
/// So large a stack in each of the ten seats of each of the 20,000 tables that a room has is 2 * 10^14 chips, a fortieth
/// of what an account can count (2^53 - 1), and ten times as much where a book has no largest buy-in is a quarter of it.
/// A table that was determined when there was no such bound keeps its values.
pub const MAX_CHOSEN_CHIPS: u64 = 1_000_000_000;

/// A further bound of what may be chosen. Its name stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bound {
    /// No less than the smallest buy-in.
    FromMinBuyIn,
    /// No less than the smallest bet.
    FromMinBet,
    /// No less than the last blind.
    FromLastBlind,
    /// No more than the last blind.
    ToLastBlind,
    /// No more than was approved.
    ToApproved,
    /// Only amounts that were approved.
    Approved,
    /// As far as the cards of the deck reach.
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

    /// The name in a book file, and on the wire.
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

    /// The bound with a name.
    pub fn named(name: &str) -> Option<Bound> {
        Bound::ALL.into_iter().find(|bound| bound.name() == name)
    }

    /// The bound in a few words, as the table of settings has it.
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
