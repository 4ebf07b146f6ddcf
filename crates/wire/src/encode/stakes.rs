//! The stakes of a table, and what its game deals.

use table::{Antes, House};

use crate::value::WireChips;
use crate::view::{WireBounds, WireDeal, WireStakes};

/// The stakes of a house, as the lobby and the table show them to anybody: book, game, limits, buy-in.
/// Amounts are in chips.
pub fn stakes(house: &House) -> WireStakes {
    let book = house.determined.book();
    let rounds = usize::from(house.game.rounds());
    let bets = house.stakes.bets[..rounds].iter();
    WireStakes {
        book: house.determined.book_id().to_owned(),
        book_version: book.version().to_owned(),
        game: house.game.name.to_owned(),
        deal: WireDeal::of(&house.game),
        limit: house.determined.text("limit_structure").to_owned(),
        blinds: house.stakes.blinds.iter().copied().map(WireChips).collect(),
        ante: ante(house).map(WireChips),
        bets: bets
            .map(|bounds| WireBounds {
                least: WireChips(bounds.smallest),
                most: bounds.largest.map(WireChips),
            })
            .collect(),
        min_buy_in: WireChips(house.stakes.min_buy_in),
        max_buy_in: house.stakes.max_buy_in.map(WireChips),
        seats: house.seats,
        smallest_chip: WireChips(house.stakes.smallest_chip),
        chip_cents: house.stakes.chip_cents,
        over_blind_word: (house.stakes.over_blinds > 0).then(|| house.stakes.over_blind_word.to_owned()),
    }
}

/// The ante in chips, whether each player pays it, the big blind pays it for all, or it makes a bomb pot;
/// `None` without one.
fn ante(house: &House) -> Option<chips::Chips> {
    match (house.stakes.bomb_pot, house.stakes.antes) {
        (Some(amount), _) | (None, Antes::EachPlayer(amount) | Antes::BigBlind(amount)) => Some(amount),
        (None, Antes::Off) => None,
    }
}
