//! Published results, read if they are beside the project: hands in which several players went out, and
//! payout tables.

use std::collections::BTreeMap;
use std::path::Path;

use chips::{Cents, Chips};
use rulebook::Book;
use tournament::Terms;
use tournament::exact::{HUNDRED_PER_CENT, Share, sum_of_percentages};
use tournament::places::{EliminatedEntry, place_round};
use tournament::prizes::{Breakdown, share_prizes};

/// The rows of a file without its heading; none if the data is not there.
fn rows(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/tournaments").join(name);
    let Ok(text) = std::fs::read_to_string(path) else { return Vec::new() };
    text.lines().skip(1).map(|row| row.split(',').map(str::to_owned).collect()).collect()
}

/// Hands in which several players went out: the bigger contribution finishes higher, as in the logs; equal
/// ones share where the logs repeat the better number.
#[test]
fn logged_hands_in_which_several_went_out_are_placed_by_what_they_put_in() {
    let terms = Terms::from_book(Book::named("canberra-holdem-2018").expect("built in"));
    let mut hands: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    for row in rows("eliminations.csv") {
        let out = row[1] == "2" && row[6] == "0";
        if out {
            hands.entry(row[0].clone()).or_default().push(row);
        }
    }
    if hands.is_empty() {
        return;
    }
    assert_eq!(hands.len(), 5, "five hands with two players out");
    let mut equal = Vec::new();
    for (hand, rows) in hands {
        let number = |row: &[String], cell: usize| row[cell].parse::<u32>().expect("a number");
        let outs: Vec<EliminatedEntry> = rows
            .iter()
            .map(|row| EliminatedEntry {
                entry: number(row, 3),
                put_in: row[5].parse().ok().and_then(Chips::new).expect("chips"),
                steps_from_button: 0,
            })
            .collect();
        let better = rows.iter().map(|row| number(row, 7)).min().expect("a place");
        let placed = place_round(&outs, better - 1, &terms).expect("placed").groups;
        if outs[0].put_in == outs[1].put_in {
            assert_eq!((placed.len(), placed[0].first, placed[0].last()), (1, better, better + 1), "{hand}");
            equal.push(hand);
            continue;
        }
        for row in &rows {
            let group = placed.iter().find(|group| group.entries == [number(row, 3)]).expect("alone");
            assert_eq!(group.first, number(row, 7), "{hand}");
        }
    }
    assert_eq!(equal, ["60348646994", "60348679778"], "1,500 and 1,500 both times");
}

/// A double-or-nothing: the sixth is eliminated, and the five who are left share the first place with equal
/// prizes.
#[test]
fn five_who_are_left_at_the_end_share_the_first_place() {
    let rows: Vec<Vec<String>> =
        rows("eliminations.csv").into_iter().filter(|row| row[0] == "12858227913").collect();
    if rows.is_empty() {
        return;
    }
    let share = Share::percent("20").expect("a fifth");
    let pool = Cents::new(5 * 4_000).expect("small");
    let unit = Cents::new(1).expect("small");
    let prizes = Breakdown::Percent(vec![share; 5]).prizes(pool, 6, unit).expect("prizes");
    let left: Vec<u32> = rows.iter().filter(|row| row[6] != "0").map(|row| row[3].parse().unwrap()).collect();
    assert_eq!(left.len(), 5);
    let groups = [
        tournament::places::PlaceGroup { first: 1, entries: left },
        tournament::places::PlaceGroup { first: 6, entries: vec![6] },
    ];
    let paid = share_prizes(&prizes, &groups).expect("shared");
    let stated = paid.iter().filter(|(_, amount)| amount.get() == 4_000).count();
    assert_eq!((stated, paid.len()), (5, 6), "40.00 each, as the log has it");
}

#[test]
fn published_payout_tables_are_a_hundred_per_cent_and_divide_a_pool_whole() {
    let mut tables: BTreeMap<String, (u32, Vec<Share>)> = BTreeMap::new();
    for row in rows("payout_tables.csv") {
        let entries = row[2].parse().expect("entrants");
        let table = tables.entry(row[0].clone()).or_insert_with(|| (entries, Vec::new()));
        table.1.push(Share::percent(&row[4]).expect("a percentage"));
    }
    for (name, (entries, shares)) in tables {
        assert_eq!(sum_of_percentages(&shares), HUNDRED_PER_CENT, "{name}");
        for pool in [1, 999, 123_456_789] {
            let pool = Cents::new(pool).expect("small");
            for unit in [1, 500] {
                let unit = Cents::new(unit).expect("small");
                let prizes = Breakdown::Percent(shares.clone()).prizes(pool, entries, unit);
                let sum: Cents = prizes.expect("prizes").into_iter().sum();
                assert_eq!(sum, pool, "{name}");
            }
        }
    }
}
