//! What somebody without the room's key can decide again from the records: every act, even one that deals a
//! card face down and turns it up; the audit with the key agrees.

use std::collections::BTreeSet;

use room::audit::Audit;
use room::entry::{self, TableEntry};
use room::house::compile_house;
use room::keeper::Pace;
use room::port::{Store, StreamId};
use rulebook::Book;
use table::{CardFact, Fact, StreetFact, TableFact};

use super::bench::{Bench, TABLE, chips, seat};
use super::recovery::act;
use room::requests::{SeatWish, Wish};

/// Forced bets for stacks of 10 and a little more: players who post them are all-in before the cards.
const FORCED: &[&[(&str, &str)]] = &[
    &[("blinds", "10 20")],
    &[("blinds", "5 10")],
    &[("forced_bets", "antes"), ("ante", "10")],
    &[("blinds", "5 10"), ("antes_with_blinds", "each_player"), ("ante", "10")],
    &[("blinds", "5 10"), ("antes_with_blinds", "big_blind"), ("ante", "10")],
];

/// How many acts dealt a hole card and also ended the betting.
fn dealt_and_tabled(bench: &Bench) -> usize {
    let stored = bench.store.read(StreamId::Table(TABLE), 0, usize::MAX).expect("read");
    let mut found = 0;
    for stored in stored {
        let entries = entry::from_body(&stored.body).expect("entries");
        let mut dealt = BTreeSet::new();
        for entry in entries {
            let TableEntry::Table { fact } = entry else { continue };
            let TableFact::Hand(event) = fact.what else { continue };
            if matches!(event.what, Fact::Cards(CardFact::HoleDealt { .. })) {
                dealt.insert(event.cause);
            }
            found += usize::from(
                matches!(event.what, Fact::Street(StreetFact::HandsTabled { .. }))
                    && dealt.contains(&event.cause),
            );
        }
    }
    found
}

/// Audits everything stored without the room's key.
#[track_caller]
fn assert_follows_without_keys(bench: &Bench, place: &str) {
    let mut audit = Audit::new(None);
    for link in bench.store.links() {
        audit.take(&link.record).unwrap_or_else(|difference| panic!("{place}, without keys: {difference}"));
    }
    audit.finish().expect("decks follow each other");
}

/// Proves AUD-02 for hands that the forced bets decide: in every book that is played, with 2 to 10 players
/// and stacks of one forced bet and a little more, the records follow with the room's key and without.
#[test]
fn a_hand_that_is_all_in_by_its_posts_follows_without_the_key_too() {
    let (mut books, mut all_tabled) = (BTreeSet::new(), 0);
    for book in Book::built_in() {
        let (mut hands, mut tabled) = (0, 0);
        for forced in FORCED {
            for players in 2..=10_u8 {
                let seats = players.to_string();
                let mut choices =
                    vec![("min_buy_in", "10"), ("max_buy_in", "none"), ("seats", seats.as_str())];
                choices.extend_from_slice(forced);
                let Ok(house) = compile_house(book, &choices) else { continue };
                for spread in [0, 15] {
                    let place = format!("{} {forced:?}, {players} players, spread {spread}", book.id());
                    let mut bench = Bench::new(&house, Pace::AT_ONCE, u64::from(players));
                    for person in 1..=players {
                        let more = (u64::from(person) * 7) % (spread + 1);
                        let sit = Wish::Seat(SeatWish::Sit { seat: seat(person), stack: chips(10 + more) });
                        bench.does(u64::from(person), sit);
                    }
                    for _ in 0..60 {
                        bench.settle();
                        let Some((person, wish)) = act(&bench) else { break };
                        bench.does(person, wish);
                    }
                    bench.assert_follows();
                    assert_follows_without_keys(&bench, &place);
                    hands += bench.keeper.state().table.hands_opened();
                    tabled += dealt_and_tabled(&bench);
                }
            }
        }
        if hands > 0 {
            books.insert(book.id());
            all_tabled += tabled;
        }
    }
    let played: BTreeSet<&str> =
        Book::built_in().filter(|book| compile_house(book, &[]).is_ok()).map(Book::id).collect();
    assert_eq!(books, played, "every book a table can be opened with");
    for book in ["canberra-holdem-2018", "dunedin-17.7", "practice", "standard"] {
        assert!(played.contains(book), "{book}");
    }
    assert!(all_tabled > 0, "no act dealt a card and turned it up");
}
