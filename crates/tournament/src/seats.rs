//! The draw for seats: tables are filled one by one, seats go by lot, groups are kept apart, and the same for
//! the players of a broken table.

use std::collections::BTreeSet;

use rulebook::rule;
use serde::{Deserialize, Serialize};

use crate::lots::RandomBytes;
use crate::places::EntryNumber;
use crate::refusal::{TournamentRefusal, TournamentRefusalReason};

/// A seat in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableSeat {
    /// The number of the table in the tournament, from 1.
    pub table: u32,
    /// The number of the seat, from 1.
    pub seat: u8,
}

/// How often a ballot is redrawn to keep groups apart before the result is left as it is.
pub const MOST_REDRAWS: u32 = 1_000;

/// How many players sit at each table, table 1 first, if the director does not set the sizes: as even as
/// possible, the first tables larger.
///
/// # Errors
/// [`TournamentRefusalReason::NotEnoughSeats`].
pub fn even_table_sizes(players: usize, tables: usize, seats: u8) -> Result<Vec<usize>, TournamentRefusal> {
    let room = tables * usize::from(seats);
    if players > room || tables == 0 {
        let why = TournamentRefusalReason::NotEnoughSeats { players, seats: room };
        return Err(TournamentRefusal { why, rule: rule::CONDITIONS_STATE_THE_TABLES });
    }
    Ok((0..tables).map(|table| players / tables + usize::from(table < players % tables)).collect())
}

/// Draws a table and a seat for every entry (`seats-by-ballot`); the result is sorted by entry. `sizes` are the
/// numbers of players at tables 1, 2 and so on, and no two entries of a group in `kept_apart` should meet.
///
/// The entries, in the order of their numbers, are shuffled and dealt round the tables; then the seats of each
/// table are shuffled. If two entries of one group meet at a table, the order is redrawn from the following
/// bytes, as long as there are enough tables to separate every group, and at most [`MOST_REDRAWS`] times.
///
/// # Errors
/// The sizes do not add up or do not fit the seats, or the random bytes run out.
pub fn draw_seats(
    entries: &BTreeSet<EntryNumber>,
    sizes: &[usize],
    seats: u8,
    kept_apart: &[BTreeSet<EntryNumber>],
    random_bytes: &mut RandomBytes<'_>,
) -> Result<Vec<(EntryNumber, TableSeat)>, TournamentRefusal> {
    let (sum, players) = (sizes.iter().sum::<usize>(), entries.len());
    if sum != players {
        let why = TournamentRefusalReason::SizesDoNotAddUp { sum, players };
        return Err(TournamentRefusal { why, rule: rule::DIRECTOR_SETS_TABLE_SIZES });
    }
    if let Some(size) = sizes.iter().find(|size| **size > usize::from(seats)) {
        let why = TournamentRefusalReason::NotEnoughSeats { players: *size, seats: usize::from(seats) };
        return Err(TournamentRefusal { why, rule: rule::DIRECTOR_SETS_TABLE_SIZES });
    }
    let mut order: Vec<EntryNumber> = entries.iter().copied().collect();
    let can_part = kept_apart.iter().all(|group| group.intersection(entries).count() <= sizes.len());
    let mut redraws = 0;
    let tables = loop {
        random_bytes.shuffle(&mut order)?;
        let tables = deal_round(&order, sizes);
        let meets = |table: &Vec<EntryNumber>| {
            kept_apart.iter().any(|group| table.iter().filter(|entry| group.contains(entry)).count() > 1)
        };
        if !can_part || redraws == MOST_REDRAWS || !tables.iter().any(meets) {
            break tables;
        }
        redraws += 1;
    };
    let mut seated = Vec::new();
    for (number, table) in (1..).zip(tables) {
        let mut chairs: Vec<u8> = (1..=seats).collect();
        random_bytes.shuffle(&mut chairs)?;
        let positions = chairs.into_iter().map(|seat| TableSeat { table: number, seat });
        seated.extend(table.into_iter().zip(positions));
    }
    seated.sort_unstable();
    Ok(seated)
}

/// Deals the shuffled entries one by one round the tables that are not full yet, table 1 first. The sizes have
/// to add up to the number of entries, or the dealing would not end.
fn deal_round(order: &[EntryNumber], sizes: &[usize]) -> Vec<Vec<EntryNumber>> {
    let mut tables = vec![Vec::new(); sizes.len()];
    let mut left = order.iter();
    while left.len() > 0 {
        for (table, size) in tables.iter_mut().zip(sizes) {
            if table.len() < *size
                && let Some(entry) = left.next()
            {
                table.push(*entry);
            }
        }
    }
    tables
}

/// A table that takes players of a broken table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceivingTable {
    /// The number of the table.
    pub table: u32,
    /// How many players sit there.
    pub players: usize,
    /// Its free seats, those that harm nobody first.
    pub free: Vec<u8>,
    /// How many of the free seats harm nobody.
    pub harmless: usize,
}

/// The new seats of the players of a broken table (`tables-are-broken`), in the order in which `players` are
/// given.
///
/// The emptiest tables are filled first, so that all of them come level. A lot decides which of equally full
/// tables gets one more, and which player gets which seat; seats that harm nobody are used first.
///
/// # Errors
/// [`TournamentRefusalReason::NotEnoughSeats`], or the random bytes run out.
pub fn reseat(
    players: &[EntryNumber],
    takers: &[ReceivingTable],
    random_bytes: &mut RandomBytes<'_>,
) -> Result<Vec<(EntryNumber, TableSeat)>, TournamentRefusal> {
    let seats = takers.iter().map(|taker| taker.free.len()).sum();
    if players.len() > seats {
        let why = TournamentRefusalReason::NotEnoughSeats { players: players.len(), seats };
        return Err(TournamentRefusal { why, rule: rule::TABLES_ARE_BROKEN });
    }
    let mut order: Vec<usize> = (0..takers.len()).collect();
    random_bytes.shuffle(&mut order)?;
    let mut given = vec![0; takers.len()];
    for _ in players {
        let open = order.iter().copied().filter(|at| given[*at] < takers[*at].free.len());
        if let Some(at) = open.min_by_key(|at| takers[*at].players + given[*at]) {
            given[at] += 1;
        }
    }
    let mut positions = Vec::new();
    for (taker, given) in takers.iter().zip(given) {
        let mut free = taker.free.clone();
        let from = if taker.harmless >= given { taker.harmless } else { free.len() };
        random_bytes.shuffle(&mut free[..from])?;
        positions.extend(free.into_iter().take(given).map(|seat| TableSeat { table: taker.table, seat }));
    }
    random_bytes.shuffle(&mut positions)?;
    Ok(players.iter().copied().zip(positions).collect())
}
