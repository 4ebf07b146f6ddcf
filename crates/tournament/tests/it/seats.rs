//! Draws for seats and broken tables: one seat each, no seat twice, groups apart, and the same bytes give the
//! same seats.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use rulebook::{Book, rule};
use tournament::TournamentRefusalReason;
use tournament::lots::RandomBytes;
use tournament::places::EntryNumber;
use tournament::seats::{ReceivingTable, TableSeat, draw_seats, even_table_sizes, reseat};

/// Bytes that look random; any bytes work.
fn bytes(seed: u64, count: usize) -> Vec<u8> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    (0..count).map(|_| next()).collect()
}

#[test]
fn eighteen_players_at_two_tables_of_nine_have_a_seat_each() {
    let entries: BTreeSet<EntryNumber> = (1..=18).collect();
    let sizes = even_table_sizes(18, 2, 9).expect("they fit");
    let drawn = bytes(7, 400);
    let seated = draw_seats(&entries, &sizes, 9, &[], &mut RandomBytes::new(&drawn)).expect("drawn");
    let positions: BTreeSet<TableSeat> = seated.iter().map(|(_, position)| *position).collect();
    assert_eq!((seated.len(), positions.len()), (18, 18));
    assert_eq!(
        draw_seats(&entries, &sizes, 9, &[], &mut RandomBytes::new(&drawn)),
        Ok(seated),
        "drawn again by anybody"
    );
    let short =
        draw_seats(&entries, &sizes, 9, &[], &mut RandomBytes::new(&drawn[..12])).expect_err("too few");
    assert_eq!(short.why, TournamentRefusalReason::MoreLotsNeeded { given: 12 });
    assert_eq!(short.cites(Book::named("canberra-holdem-2018").expect("built in")), ["HE-20.8"]);
    assert_eq!(short.cites(Book::named("canberra-manila-2006").expect("built in")), ["MA-20.7"]);
}

#[test]
fn the_director_sets_the_sizes_and_they_must_add_up() {
    let entries: BTreeSet<EntryNumber> = (1..=20).collect();
    let drawn = bytes(1, 400);
    let seated = draw_seats(&entries, &[7, 7, 6], 9, &[], &mut RandomBytes::new(&drawn)).expect("drawn");
    let at = |table| seated.iter().filter(|(_, position)| position.table == table).count();
    assert_eq!((at(1), at(2), at(3)), (7, 7, 6));
    let wrong =
        draw_seats(&entries, &[7, 7, 7], 9, &[], &mut RandomBytes::new(&drawn)).expect_err("21 seats");
    assert_eq!(
        (wrong.why, wrong.rule),
        (TournamentRefusalReason::SizesDoNotAddUp { sum: 21, players: 20 }, rule::DIRECTOR_SETS_TABLE_SIZES)
    );
    assert!(draw_seats(&entries, &[10, 10], 9, &[], &mut RandomBytes::new(&drawn)).is_err());
    assert_eq!(even_table_sizes(20, 3, 9), Ok(vec![7, 7, 6]));
    assert!(even_table_sizes(40, 4, 9).is_err());
}

#[test]
fn every_seating_of_two_players_is_drawn_equally_often() {
    // Two players, one table of three seats: first an order of two, then an order of three seats.
    let mut seen: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
    for (a, b, c) in (0..2u8).flat_map(|a| (0..3u8).flat_map(move |b| (0..2u8).map(move |c| (a, b, c)))) {
        let random_bytes = [0, 0, 0, a, 0, 0, 0, b, 0, 0, 0, c];
        let seated = draw_seats(&BTreeSet::from([1, 2]), &[2], 3, &[], &mut RandomBytes::new(&random_bytes))
            .expect("drawn");
        *seen.entry(seated.iter().map(|(_, position)| position.seat).collect()).or_default() += 1;
    }
    assert_eq!((seen.len(), seen.values().copied().collect::<BTreeSet<_>>()), (6, BTreeSet::from([2])));
}

#[test]
fn the_players_of_a_broken_table_bring_the_others_level() {
    let taker = |table, players, free: &[u8]| ReceivingTable {
        table,
        players,
        free: free.to_vec(),
        harmless: free.len(),
    };
    let takers = [taker(1, 8, &[4]), taker(2, 8, &[9]), taker(3, 8, &[2])];
    let drawn = bytes(3, 400);
    let moved = reseat(&[71, 72, 73], &takers, &mut RandomBytes::new(&drawn)).expect("they fit");
    let tables: BTreeSet<u32> = moved.iter().map(|(_, position)| position.table).collect();
    assert_eq!(tables, BTreeSet::from([1, 2, 3]));
    // Tables of six seats with six, two and four players: the two go to the table of four.
    let moved = reseat(&[21, 22], &[taker(1, 6, &[]), taker(3, 4, &[5, 6])], &mut RandomBytes::new(&drawn))
        .expect("they fit");
    assert!(moved.iter().all(|(_, position)| position.table == 3));
    let full = reseat(&[1, 2], &[taker(1, 8, &[3])], &mut RandomBytes::new(&drawn)).expect_err("one seat");
    assert_eq!(full.rule, rule::TABLES_ARE_BROKEN);
}

proptest! {
    #[test]
    fn each_player_has_one_seat_and_groups_are_apart(
        players in 2usize..120,
        seats in 6u8..11,
        seed in any::<u64>(),
        group in proptest::collection::btree_set(1u32..120, 0..4),
    ) {
        let entries: BTreeSet<EntryNumber> = (1..=players as u32).collect();
        let tables = players.div_ceil(usize::from(seats)).max(2);
        let sizes = even_table_sizes(players, tables, seats).unwrap();
        prop_assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1);
        let drawn = bytes(seed, 600_000);
        let seated = draw_seats(&entries, &sizes, seats, std::slice::from_ref(&group), &mut RandomBytes::new(&drawn)).unwrap();
        let positions: BTreeSet<TableSeat> = seated.iter().map(|(_, position)| *position).collect();
        prop_assert_eq!(positions.len(), players);
        prop_assert_eq!(seated.iter().map(|(entry, _)| *entry).collect::<BTreeSet<_>>(), entries.clone());
        if group.intersection(&entries).count() <= tables {
            let at: Vec<u32> = seated.iter().filter(|(e, _)| group.contains(e)).map(|(_, p)| p.table).collect();
            prop_assert_eq!(at.iter().collect::<BTreeSet<_>>().len(), at.len());
        }
    }
}
