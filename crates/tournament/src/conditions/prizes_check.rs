//! Checks that the breakdown pays out the pool for every number of entries that can be sold.

use chips::Cents;
use rulebook::rule;

use super::contradictions::FindingCollector;
use super::file::{By, Prizes};
use super::finding::{FindingKind, Severity};
use crate::exact::{HUNDRED_PER_CENT, Share, sum_of_percentages};

/// Finds breakdowns that would not pay out the whole pool (`whole-pool-is-paid`) for some number of entries
/// that can be sold, each in the form that the file chose. A formula always pays it, so only its presence is
/// checked.
pub(super) fn find_prize_faults(found: &mut FindingCollector<'_>) {
    let file = found.conditions.file();
    let Some(prizes) = &file.prizes else { return };
    let added = prizes.added.is_some() || prizes.guarantee.is_some() || !prizes.goods.is_empty();
    if added && !found.conditions.terms().added_value {
        found.push_by_leading_book(
            Severity::Refused,
            "prizes",
            &[rule::WHOLE_POOL_IS_PAID],
            FindingKind::AddedValue,
        );
    }
    // If the list is mandatory, another finding already reports the missing number.
    let unknown = if found.conditions.terms().list_is_mandatory { u32::MAX } else { 2 };
    let min = file.players.min.unwrap_or(unknown);
    match prizes.by {
        By::Percent => check_percentages(found, &shares_by_place(prizes), min, "prizes.percent"),
        By::Amounts => check_amounts(found, prizes, min),
        By::Table => check_table(found, prizes, min),
        By::Formula => {
            if prizes.formula.is_none() {
                let missing = FindingKind::Missing(super::finding::Missing::Prizes);
                let rules = [rule::CONDITIONS_STATE_THE_PRIZES];
                found.push_by_leading_book(Severity::Refused, "prizes.formula", &rules, missing);
            }
        }
    }
}

/// The percentages by place: those written one by one, followed by those of the bands. The plan takes them in
/// the same order.
pub(super) fn shares_by_place(prizes: &Prizes) -> Vec<Share> {
    let mut shares: Vec<Share> = prizes.percent.iter().map(|percent| percent.0).collect();
    for band in &prizes.bands {
        shares.extend((band.places.from..=band.places.to).map(|_| band.percent.0));
    }
    shares
}

/// Finds percentages that are not exactly a hundred, and more places than the smallest number of players,
/// `min`; `field` is the key in the file.
fn check_percentages(found: &mut FindingCollector<'_>, shares: &[Share], min: u32, field: &str) {
    let sum = sum_of_percentages(shares);
    if sum != HUNDRED_PER_CENT {
        let fault = FindingKind::PrizeSum { ten_thousandths: sum };
        found.push_by_leading_book(Severity::Refused, field, &[rule::WHOLE_POOL_IS_PAID], fault);
    }
    check_place_count(found, shares.len(), min, field);
}

/// Finds more places to pay than the smallest number of players that there can be.
fn check_place_count(found: &mut FindingCollector<'_>, places: usize, players: u32, field: &str) {
    let places = u32::try_from(places).unwrap_or(u32::MAX);
    if places > players {
        let fault = FindingKind::MorePlacesThanPlayers { places, players };
        found.push_by_leading_book(Severity::Refused, field, &[rule::CONDITIONS_STATE_THE_PRIZES], fault);
    }
}

/// Checks that fixed amounts are the pool at the smallest and the largest number of players, and that nothing
/// sold later, such as a re-buy, can change it.
fn check_amounts(found: &mut FindingCollector<'_>, prizes: &Prizes, min: u32) {
    let file = found.conditions.file();
    let amounts: Cents = prizes.amounts.iter().copied().sum();
    let net = file.fee.entry.unwrap_or(Cents::ZERO).above(file.fee.commission.unwrap_or(Cents::ZERO));
    let added = prizes.added.map_or(Cents::ZERO, |added| added.cash);
    let pool = |players: u32| {
        let fees = net.times(u64::from(players)).unwrap_or(Cents::MAX);
        (fees + added).max(prizes.guarantee.unwrap_or(Cents::ZERO))
    };
    let max = file.players.max.unwrap_or(min);
    let bought = file.rebuy.as_ref().is_some_and(|rebuy| rebuy.allowed == Some(true))
        || file.addon.is_some_and(|addon| addon.allowed == Some(true));
    let differs = [min, max].into_iter().map(pool).find(|pool| *pool != amounts);
    let unsure = bought.then_some(pool(max));
    if let Some(pool) = differs.or(unsure) {
        let fault = FindingKind::AmountsAreNotThePool { amounts, pool };
        found.push_by_leading_book(Severity::Refused, "prizes.amounts", &[rule::WHOLE_POOL_IS_PAID], fault);
    }
    check_place_count(found, prizes.amounts.len(), min, "prizes.amounts");
}

/// Checks the percentages of each row, and that every number of entries from the smallest to the largest has a
/// row.
fn check_table(found: &mut FindingCollector<'_>, prizes: &Prizes, min: u32) {
    for (at, row) in prizes.table.iter().enumerate() {
        let field = format!("prizes.table {}", at + 1);
        let shares: Vec<Share> = row.percent.iter().map(|percent| percent.0).collect();
        check_percentages(found, &shares, row.entries.from.max(min), &field);
    }
    let max = found.conditions.file().players.max.unwrap_or(min);
    let covered =
        |entries: u32| prizes.table.iter().any(|row| (row.entries.from..=row.entries.to).contains(&entries));
    if let Some(from) = (min..=max).find(|entries| !covered(*entries)) {
        let to = (from..=max).take_while(|entries| !covered(*entries)).last().unwrap_or(from);
        let rules = [rule::CONDITIONS_STATE_THE_PRIZES];
        found.push_by_leading_book(
            Severity::Refused,
            "prizes.table",
            &rules,
            FindingKind::PrizeGap { from, to },
        );
    }
}
