//! What a table is played by: named with every hand, and changed with notice, never inside a hand (4.1, 4.2).

use room::ask::{Fact, Wish};
use room::entry::{self, Entry};
use room::keeper::Pace;
use room::port::{Store, Stream};
use rulebook::{Book, rule};
use table::{Event, TableWhat, What};

use crate::keeper::bench::{Bench, TABLE, house, seat};
use crate::keeper::recovery::act;

/// A house, and choices that change it: the blinds, the structure of limits, the smallest bet, what is burnt.
type Change =
    (&'static str, &'static [(&'static str, &'static str)], &'static [(&'static str, &'static str)]);

const CHANGES: &[Change] = &[
    ("standard", &[], &[("blinds", "5 10")]),
    ("standard", &[("limit_structure", "fixed")], &[("limit_structure", "no_limit")]),
    (
        "canberra-holdem-2018",
        &[("limit_structure", "full_pot")],
        &[("burn", "false"), ("turn_seconds", "45")],
    ),
    ("dunedin-17.7", &[], &[("blinds", "5 10")]),
];

fn seated(book: &str, settings: &[(&str, &str)]) -> Bench {
    let mut bench = Bench::new(&house(book, settings), Pace::AT_ONCE, 5);
    bench.seat_all(5, 150);
    bench
}

fn changed(changes: &[(&str, &str)]) -> Wish {
    let settings = changes.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Wish::Determine { settings, anew: false }
}

/// Plays a hand to its end; `before` is done before every act.
fn play_out(bench: &mut Bench, hand: u64, mut before: impl FnMut(&mut Bench)) {
    for _ in 0..200 {
        bench.settle();
        if bench.keeper.state().table.rounds() != hand || bench.keeper.state().running().is_none() {
            return;
        }
        before(bench);
        let Some((person, wish)) = act(bench) else { return };
        bench.does(person, wish);
    }
}

/// Every record as its number with its facts.
fn records(bench: &Bench) -> Vec<(u64, Vec<Entry>)> {
    let stored = bench.store.read(Stream::Table(TABLE), 0, usize::MAX).expect("read");
    stored.into_iter().map(|stored| (stored.number, entry::read(&stored.body).expect("entries"))).collect()
}

/// The facts of one hand.
pub fn hand_facts(bench: &Bench, hand: u64) -> Vec<Event> {
    let mut now = 0;
    let mut facts = Vec::new();
    for entry in records(bench).into_iter().flat_map(|(_, entries)| entries) {
        let Entry::Table { fact } = entry else { continue };
        let TableWhat::Hand(event) = fact.what else { continue };
        if let What::Opened(lineup) = &event.what {
            now = lineup.number;
        }
        if now == hand {
            facts.push(event);
        }
    }
    facts
}

/// Proves RUL-01: changes asked for before every act of a hand, and after a restart in its middle, take no effect inside
/// it; the next hand is played by them. The comparison notices a hand that was played by other choices.
#[test]
fn no_change_of_the_settings_takes_effect_inside_a_hand() {
    for (book, settings, changes) in CHANGES {
        let place = format!("{book} {settings:?} to {changes:?}");
        let mut calm = seated(book, settings);
        play_out(&mut calm, 1, |_| {});
        let mut shaken = seated(book, settings);
        let before = shaken.keeper.state().table.house().determined.clone();
        let mut asked = 0;
        play_out(&mut shaken, 1, |bench| {
            bench.does(1, changed(changes));
            bench.crash();
            asked += 1;
            let hand = bench.keeper.state().running().expect("the hand goes on");
            assert!(hand.house().determined == before, "{place}: the hand keeps what it began with");
        });
        assert!(asked > 3, "{place}: asked {asked} times");
        assert_eq!(hand_facts(&shaken, 1), hand_facts(&calm, 1), "{place}");
        let next = shaken.keeper.state().running().expect("the next hand has begun");
        for (name, value) in *changes {
            assert_eq!(next.house().determined.text(name), *value, "{place}: now it holds");
        }
        // A hand that took the change at once is another hand.
        let with: Vec<(&str, &str)> = settings
            .iter()
            .filter(|(name, _)| !changes.iter().any(|(other, _)| other == name))
            .chain(changes.iter())
            .copied()
            .collect();
        let mut at_once = seated(book, &with);
        play_out(&mut at_once, 1, |_| {});
        assert_ne!(hand_facts(&at_once, 1), hand_facts(&calm, 1), "{place}");
    }
}

/// Proves RUL-01: every hand names the book and its version.
#[test]
fn every_hand_names_the_book_and_the_version_it_is_played_under() {
    for (book, settings, _) in CHANGES {
        let bench = seated(book, settings);
        let version = Book::named(book).expect("a book").version();
        let stored = bench.store.read(Stream::Table(TABLE), 0, usize::MAX).expect("read");
        let opened: Vec<serde_json::Value> = stored
            .iter()
            .flat_map(|stored| serde_json::from_str::<Vec<serde_json::Value>>(&stored.body).expect("JSON"))
            .filter_map(|entry| Some(entry.get("fact")?.get("hand")?.get("what")?.clone()))
            .filter(|what| what["name"] == "opened")
            .collect();
        assert_eq!(opened.len(), 1, "{book}");
        assert_eq!(
            (opened[0]["house"]["book"].as_str(), opened[0]["house"]["version"].as_str()),
            (Some(*book), Some(version))
        );
    }
}

/// Proves RUL-01, 4.1: a change is announced to everybody at the table, with the round from which it holds, in a record
/// before that round; longer notice is kept, also over a restart.
#[test]
fn a_change_is_announced_before_the_round_from_which_it_holds() {
    for (notice, rounds) in [(1, 1), (3, 3)] {
        let settings = [("notice_rounds", notice.to_string())];
        let settings: Vec<(&str, &str)> =
            settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let mut bench = seated("canberra-holdem-2018", &settings);
        let watcher = bench.watch(Some(3), None);
        bench.does(1, changed(&[("min_bet", "7")]));
        let from = 1 + rounds;
        let told: Vec<&Fact> = bench.updates(watcher).iter().flat_map(|update| update.facts.iter()).collect();
        let announced = told.iter().any(|fact| {
            matches!(fact, Fact::Table(seen) if matches!(&seen.event().what,
                TableWhat::Determined { from_round, .. } if *from_round == from))
        });
        let on_the_sign = told.iter().any(|fact| {
            matches!(fact, Fact::Table(seen) if seen.event().rule == rule::CHANGES_ARE_ANNOUNCED
                && matches!(&seen.event().what, TableWhat::SignChanged { sign, from_round, at: Some(_) }
                    if *from_round == from && sign.minimum_bet.get() == 7))
        });
        assert!(announced && on_the_sign, "{told:?}");
        for round in 1..=from {
            let hand = bench.keeper.state().running().expect("a hand");
            let minimum = hand.house().sign().minimum_bet.get();
            assert_eq!(minimum == 7, round >= from, "notice of {notice}, round {round}: {minimum}");
            bench.crash();
            play_out(&mut bench, round, |_| {});
        }
        let notice = records(&bench).into_iter().find_map(|(number, entries)| {
            let is = |entry: &Entry| {
                matches!(entry, Entry::Table { fact } if matches!(fact.what, TableWhat::Determined { .. }))
            };
            entries.iter().any(is).then_some(number)
        });
        let began = records(&bench).into_iter().find_map(|(number, entries)| {
            let is = |entry: &Entry| {
                matches!(entry, Entry::Table { fact } if matches!(&fact.what, TableWhat::Hand(event)
                    if matches!(&event.what, What::Opened(lineup) if lineup.number == from)))
            };
            entries.iter().any(is).then_some(number)
        });
        assert!(notice.is_some() && notice < began, "{notice:?} before {began:?}");
    }
}

/// Proves RUL-01: of changes that are announced one after the other none is lost, also over a restart.
#[test]
fn changes_that_are_announced_one_after_the_other_add_up() {
    let mut bench = seated("standard", &[]);
    bench.does(1, changed(&[("blinds", "5 10")]));
    bench.crash();
    bench.does(1, changed(&[("time-bank-seconds", "30")]));
    play_out(&mut bench, 1, |_| {});
    let next = bench.keeper.state().running().expect("the next hand has begun");
    let text = |name| next.house().determined.text(name).to_owned();
    assert_eq!((text("blinds"), text("time_bank_seconds")), ("5 10".to_owned(), "30".to_owned()));
}

/// Proves RUL-01: only who runs the table changes what it is played by, and only to what the book offers.
#[test]
fn who_does_not_run_the_table_changes_nothing_and_nobody_changes_what_the_book_fixes() {
    let mut bench = seated("standard", &[]);
    let before = (bench.keeper.state().clone(), bench.keeper.count());
    assert_eq!(bench.refused(2, changed(&[("blinds", "5 10")])), "not_allowed");
    assert_eq!(bench.refused(1, changed(&[("blinds", "five ten")])), "not_determined");
    assert_eq!(bench.refused(1, changed(&[("notice_rounds", "0")])), "not_determined");
    assert_eq!(bench.refused(1, changed(&[("no_such_thing", "1")])), "not_determined");
    assert_eq!((bench.keeper.state().clone(), bench.keeper.count()), before);
    assert!(bench.keeper.state().seat_of(table::Person(1)) == Some(seat(1)));
}

/// Proves RUL-01: deck and joker stay as they are while the table is open, but for a game that is declared anew between
/// two rounds (2.2).
#[test]
fn another_deck_comes_only_with_a_game_that_is_declared_anew() {
    let mut bench = seated("canberra-holdem-2018", &[]);
    let anew = |changes: &[(&str, &str)]| {
        let Wish::Determine { settings, .. } = changed(changes) else { panic!("a determination") };
        Wish::Determine { settings, anew: true }
    };
    for change in [("deck_cards", "40"), ("joker", "true")] {
        assert_eq!(bench.refused(1, changed(&[change])), "deck-is-fixed", "{change:?}");
        assert_eq!(bench.refused(1, anew(&[change])), "determined-before-the-round", "{change:?}");
    }
    bench.does(1, Wish::Pause { reason: "another deck".to_owned() });
    play_out(&mut bench, 1, |_| {});
    assert_eq!(bench.refused(1, changed(&[("deck_cards", "40")])), "deck-is-fixed");
    bench.does(1, anew(&[("deck_cards", "40"), ("joker", "true")]));
    bench.crash();
    bench.does(1, Wish::Resume);
    bench.settle();
    let next = bench.keeper.state().running().expect("the next hand has begun");
    assert_eq!((next.lineup().number, next.deck_cards()), (2, 41));
    play_out(&mut bench, 2, |_| {});
}
