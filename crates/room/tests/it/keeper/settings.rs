//! The settings a table is played under: named with every hand and changed with notice, never within a hand
//! (4.1, 4.2).

use room::entry::{self, TableEntry};
use room::keeper::{KeeperInput, Pace, RequestId};
use room::port::{Store, StreamId};
use room::requests::{FactView, OfficialWish, Reply, SeatWish, TableRequest, Wish};
use rulebook::{Book, rule};
use seating::{Actor, Person, Role};
use table::{CourseFact, Event, Fact, HouseFact, TableFact};

use crate::keeper::bench::{Bench, TABLE, house, seat};
use crate::keeper::recovery::act;

/// A house and choices that change it: the blinds, the structure of limits, the smallest bet, whether cards
/// are burned.
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
    Wish::Official(OfficialWish::Determine { settings, anew: false })
}

/// Plays a hand to its end; `before` runs before every act.
fn play_out(bench: &mut Bench, hand: u64, mut before: impl FnMut(&mut Bench)) {
    for _ in 0..200 {
        bench.settle();
        if bench.keeper.state().table.hands_opened() != hand || bench.keeper.state().hand_in_play().is_none()
        {
            return;
        }
        before(bench);
        let Some((person, wish)) = act(bench) else { return };
        bench.does(person, wish);
    }
}

/// Every record's number with its facts.
fn records(bench: &Bench) -> Vec<(u64, Vec<TableEntry>)> {
    let stored = bench.store.read(StreamId::Table(TABLE), 0, usize::MAX).expect("read");
    stored
        .into_iter()
        .map(|stored| (stored.number, entry::from_body(&stored.body).expect("entries")))
        .collect()
}

/// The facts of one hand.
pub fn hand_facts(bench: &Bench, hand: u64) -> Vec<Event> {
    let mut now = 0;
    let mut facts = Vec::new();
    for entry in records(bench).into_iter().flat_map(|(_, entries)| entries) {
        let TableEntry::Table { fact } = entry else { continue };
        let TableFact::Hand(event) = fact.what else { continue };
        if let Fact::Course(CourseFact::Opened(lineup)) = &event.what {
            now = lineup.number;
        }
        if now == hand {
            facts.push(event);
        }
    }
    facts
}

/// Proves RUL-01: changes requested before every act of a hand, and after restarts in the middle of it, take
/// no effect within it; the next hand is played under them. The comparison would notice a hand played under
/// other choices.
#[test]
fn no_change_of_the_settings_takes_effect_inside_a_hand() {
    for (book, settings, changes) in CHANGES {
        let place = format!("{book} {settings:?} to {changes:?}");
        let mut undisturbed = seated(book, settings);
        play_out(&mut undisturbed, 1, |_| {});
        let mut interrupted = seated(book, settings);
        let before = interrupted.keeper.state().table.house().determined.clone();
        let mut asked = 0;
        play_out(&mut interrupted, 1, |bench| {
            bench.does(1, changed(changes));
            bench.crash();
            asked += 1;
            let hand = bench.keeper.state().hand_in_play().expect("the hand goes on");
            assert!(hand.house().determined == before, "{place}: the hand keeps what it began with");
        });
        assert!(asked > 3, "{place}: asked {asked} times");
        assert_eq!(hand_facts(&interrupted, 1), hand_facts(&undisturbed, 1), "{place}");
        let next = interrupted.keeper.state().hand_in_play().expect("the next hand has begun");
        for (name, value) in *changes {
            assert_eq!(next.house().determined.text(name), *value, "{place}: now it holds");
        }
        // A hand played under the change from the start is a different hand.
        let with: Vec<(&str, &str)> = settings
            .iter()
            .filter(|(name, _)| !changes.iter().any(|(other, _)| other == name))
            .chain(changes.iter())
            .copied()
            .collect();
        let mut at_once = seated(book, &with);
        play_out(&mut at_once, 1, |_| {});
        assert_ne!(hand_facts(&at_once, 1), hand_facts(&undisturbed, 1), "{place}");
    }
}

/// Proves RUL-01: every hand names the book and its version.
#[test]
fn every_hand_names_the_book_and_the_version_it_is_played_under() {
    for (book, settings, _) in CHANGES {
        let bench = seated(book, settings);
        let version = Book::named(book).expect("a book").version();
        let stored = bench.store.read(StreamId::Table(TABLE), 0, usize::MAX).expect("read");
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

/// Proves RUL-01, 4.1: a change is announced to everybody at the table, with the hand from which it applies,
/// in a record before that hand; longer notice is respected, even across a restart.
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
        let facts: Vec<&FactView> =
            bench.updates(watcher).iter().flat_map(|update| update.facts.iter()).collect();
        let announced = facts.iter().any(|fact| {
            matches!(fact, FactView::Table(seen) if matches!(&seen.event().what,
                TableFact::House(HouseFact::Determined { from_round, .. }) if *from_round == from))
        });
        let on_the_sign = facts.iter().any(|fact| {
            matches!(fact, FactView::Table(seen) if seen.event().rule == rule::CHANGES_ARE_ANNOUNCED
                && matches!(&seen.event().what, TableFact::House(HouseFact::SignChanged { sign, from_round, at: Some(_) })
                    if *from_round == from && sign.minimum_bet.get() == 7))
        });
        assert!(announced && on_the_sign, "{facts:?}");
        for round in 1..=from {
            let hand = bench.keeper.state().hand_in_play().expect("a hand");
            let minimum = hand.house().sign().minimum_bet.get();
            assert_eq!(minimum == 7, round >= from, "notice of {notice}, round {round}: {minimum}");
            bench.crash();
            play_out(&mut bench, round, |_| {});
        }
        let notice = records(&bench).into_iter().find_map(|(number, entries)| {
            let is = |entry: &TableEntry| {
                matches!(entry, TableEntry::Table { fact } if matches!(fact.what, TableFact::House(HouseFact::Determined { .. })))
            };
            entries.iter().any(is).then_some(number)
        });
        let began = records(&bench).into_iter().find_map(|(number, entries)| {
            let is = |entry: &TableEntry| {
                matches!(entry, TableEntry::Table { fact } if matches!(&fact.what, TableFact::Hand(event)
                    if matches!(&event.what, Fact::Course(CourseFact::Opened(lineup)) if lineup.number == from)))
            };
            entries.iter().any(is).then_some(number)
        });
        assert!(notice.is_some() && notice < began, "{notice:?} before {began:?}");
    }
}

/// Proves RUL-01: of several changes announced one after another none is lost, even across a restart.
#[test]
fn changes_that_are_announced_one_after_the_other_add_up() {
    let mut bench = seated("standard", &[]);
    bench.does(1, changed(&[("blinds", "5 10")]));
    bench.crash();
    bench.does(1, changed(&[("turn-seconds", "45")]));
    play_out(&mut bench, 1, |_| {});
    let next = bench.keeper.state().hand_in_play().expect("the next hand has begun");
    let text = |name| next.house().determined.text(name).to_owned();
    assert_eq!((text("blinds"), text("turn_seconds")), ("5 10".to_owned(), "45".to_owned()));
}

/// Proves RUL-01: only those who run the table change its settings, and only to what the book offers.
#[test]
fn who_does_not_run_the_table_changes_nothing_and_nobody_changes_what_the_book_fixes() {
    let mut bench = seated("standard", &[]);
    let before = (bench.keeper.state().clone(), bench.keeper.count());
    assert_eq!(bench.refused(2, changed(&[("blinds", "5 10")])), "not_allowed");
    assert_eq!(bench.refused(1, changed(&[("blinds", "five ten")])), "not_determined");
    assert_eq!(bench.refused(1, changed(&[("notice_rounds", "0")])), "not_determined");
    assert_eq!(bench.refused(1, changed(&[("no_such_thing", "1")])), "not_determined");
    assert_eq!((bench.keeper.state().clone(), bench.keeper.count()), before);
    assert!(bench.keeper.state().seat_of(Person(1)) == Some(seat(1)));
}

/// Proves RUL-01: deck and joker stay as they are while the table is open, unless the game is declared anew
/// between two hands (2.2).
#[test]
fn another_deck_comes_only_with_a_game_that_is_declared_anew() {
    let mut bench = seated("canberra-holdem-2018", &[]);
    let anew = |changes: &[(&str, &str)]| {
        let Wish::Official(OfficialWish::Determine { settings, .. }) = changed(changes) else {
            panic!("a determination")
        };
        Wish::Official(OfficialWish::Determine { settings, anew: true })
    };
    for (key, change) in [(1, ("deck_cards", "40")), (2, ("joker", "true"))] {
        assert_eq!(bench.refused(1, changed(&[change])), "deck-is-fixed", "{change:?}");
        let early = official_asks(&mut bench, key, anew(&[change]));
        assert_eq!(early, "determined-before-the-round", "{change:?}");
    }
    bench.does(1, Wish::Official(OfficialWish::Pause { reason: "another deck".to_owned() }));
    play_out(&mut bench, 1, |_| {});
    assert_eq!(bench.refused(1, changed(&[("deck_cards", "40")])), "deck-is-fixed");
    assert_eq!(official_asks(&mut bench, 3, anew(&[("deck_cards", "40"), ("joker", "true")])), "done");
    bench.crash();
    bench.does(1, Wish::Official(OfficialWish::Resume));
    bench.settle();
    let next = bench.keeper.state().hand_in_play().expect("the next hand has begun");
    assert_eq!((next.lineup().number, next.deck_cards()), (2, 41));
    play_out(&mut bench, 2, |_| {});
}

/// Proves RUL-01, 2.2, 4.1: the opener cannot declare the game anew, seated or not, during a hand or between
/// two, so that every change of theirs needs the table's notice; an official who sits elsewhere can.
#[test]
fn whoever_opened_a_table_gives_its_notice_and_declares_no_game_anew() {
    let blinds = || vec![("blinds".to_owned(), "10 20".to_owned())];
    let (anew, noticed) = (
        Wish::Official(OfficialWish::Determine { settings: blinds(), anew: true }),
        Wish::Official(OfficialWish::Determine { settings: blinds(), anew: false }),
    );
    let from_round = |bench: &Bench| {
        let all = records(bench).into_iter().flat_map(|(_, entries)| entries);
        let found = all.filter_map(|entry| match entry {
            TableEntry::Table { fact } => match fact.what {
                TableFact::House(HouseFact::Determined { from_round, .. }) => Some(from_round),
                _ => None,
            },
            _ => None,
        });
        found.last()
    };
    let settings = [("notice_rounds", "4")];
    for leaves in [false, true] {
        let mut bench = opened_by("canberra-holdem-2018", &settings);
        assert_eq!(bench.refused(1, anew.clone()), "not_for_the_opener", "in a round");
        bench.does(1, Wish::Official(OfficialWish::Pause { reason: "other blinds".to_owned() }));
        play_out(&mut bench, 1, |_| {});
        if leaves {
            bench.does(1, Wish::Seat(SeatWish::Leave));
        }
        assert_eq!(bench.refused(1, anew.clone()), "not_for_the_opener", "between two, left: {leaves}");
        assert_eq!(from_round(&bench), None);
        let mut by_official = opened_by("canberra-holdem-2018", &settings);
        by_official.does(1, Wish::Official(OfficialWish::Pause { reason: "other blinds".to_owned() }));
        play_out(&mut by_official, 1, |_| {});
        assert_eq!(official_asks(&mut by_official, 1, anew.clone()), "done");
        assert_eq!(from_round(&by_official), Some(2), "hand 1 is over: the next one");
        bench.does(1, noticed.clone());
        assert_eq!(from_round(&bench), Some(5), "hand 1 is over, and four rounds of notice");
    }
}

/// The outcome of a request by a shift manager who sits nowhere: a refusal code, or `done`.
fn official_asks(bench: &mut Bench, key: u8, wish: Wish) -> String {
    let by = Actor { person: Person(9), role: Role::ShiftManager, device: 0 };
    let id = RequestId(900 + u64::from(key));
    bench.input(KeeperInput::Request {
        id,
        ask: TableRequest { by, key: room::port::RequestKey([key; 16]), turn: None, wish },
    });
    match bench.answers.get(&id) {
        Some(Reply::Refused(refused)) => refused.code.to_owned(),
        Some(Reply::Done { .. }) => "done".to_owned(),
        None => panic!("no answer"),
    }
}

/// A table opened by person 1, who sits there with others.
fn opened(settings: &[(&str, &str)]) -> Bench {
    opened_by("standard", settings)
}

fn opened_by(book: &str, settings: &[(&str, &str)]) -> Bench {
    let mut bench = Bench::new(&house(book, settings), Pace::AT_ONCE, 5);
    bench.seat_all(4, 150);
    bench
}

/// Proves 4.1, 4.2 for an opener who plays at the table: they change with notice what the sign shows and what
/// is determined before a hand, but not what an official decides; an official who sits there has no more
/// power than that.
#[test]
fn an_opener_who_sits_at_the_table_has_no_officials_powers() {
    let mut bench = opened(&[]);
    let remove = || Wish::Official(OfficialWish::Remove { person: Person(2), reason: "rude".to_owned() });
    assert_eq!(bench.refused(1, remove()), "not_allowed");
    // Settings about how play is ruled are for an official, whether or not the book has them.
    for (name, value) in [
        ("out_of_turn", "binding_if_unchanged"),
        ("time_bank_seconds", "30"),
        ("disconnect-seconds", "60"),
        ("supervisor_acts_for_operator", "false"),
        ("rejoin_window_minutes", "120"),
    ] {
        let code = bench.refused(1, changed(&[("blinds", "5 10"), (name, value)]));
        assert!(["not_for_the_opener", "not_determined"].contains(&code), "{name}: {code}");
    }
    let before = bench.keeper.state().table.house().determined.clone();
    bench.does(1, changed(&[("blinds", "5 10")]));
    assert!(
        bench.keeper.state().hand_in_play().expect("a hand").house().determined == before,
        "not before the notice"
    );
}

/// Proves AMB-015 at a table of the room: from the supervisor up, officials decide what the book gives to the
/// operator, unless that was withdrawn, and none of them where they sit.
#[test]
fn officials_run_a_table_as_the_ladder_has_it_and_none_where_they_sit() {
    use room::keeper::{Effect, KeeperInput, RequestId};
    use room::requests::{Reply, TableRequest};
    use seating::{Actor, Person, Role};
    let asks = |bench: &mut Bench, person: u64, role: Role, key: u8| -> String {
        let by = Actor { person: Person(person), role, device: 0 };
        let settings = vec![("opening_option".to_owned(), "A".to_owned())];
        let ask = TableRequest {
            by,
            key: room::port::RequestKey([key; 16]),
            turn: None,
            wish: Wish::Official(OfficialWish::Determine { settings, anew: false }),
        };
        let mut entropy =
            || -> Result<fair::DeckEntropy, fair::EntropyError> { unreachable!("nothing is dealt for it") };
        let now = bench.now;
        let effects =
            bench.keeper.handle(now, KeeperInput::Request { id: RequestId(900), ask }, &mut entropy);
        let answered = effects.iter().find_map(|effect| match effect {
            Effect::Reply { answer: Reply::Refused(refused), .. } => Some(refused.code.to_owned()),
            Effect::Reply { answer: Reply::Done { .. }, .. } | Effect::Append(_) => Some("done".to_owned()),
            _ => None,
        });
        answered.expect("an answer")
    };
    for (withdrawn, may) in [
        (
            false,
            [Role::Supervisor, Role::ShiftManager, Role::Operator, Role::Director, Role::Administrator]
                .as_slice(),
        ),
        (true, &[Role::Operator, Role::Director, Role::Administrator]),
    ] {
        let settings: &[(&str, &str)] =
            if withdrawn { &[("supervisor_acts_for_operator", "false")] } else { &[] };
        for (key, role) in (0..).zip(Role::ALL) {
            let mut bench = opened_by("canberra-holdem-2018", settings);
            let expected = if may.contains(&role) { "done" } else { "not_allowed" };
            assert_eq!(asks(&mut bench, 9, role, key), expected, "{role:?}, withdrawn: {withdrawn}");
            let mut bench = opened_by("canberra-holdem-2018", settings);
            let seated = if may.contains(&role) { "sits_here" } else { "not_allowed" };
            assert_eq!(asks(&mut bench, 3, role, key), seated, "{role:?} in seat 3");
        }
    }
}

/// The bounds by arithmetic: blinds and ante are at most a tenth of `max_buy_in`, or of ten times
/// `min_buy_in` if there is no maximum; no seat is removed while somebody sits in it. Both sides of each
/// bound.
#[test]
fn an_openers_choices_keep_the_seats_and_the_proportion_of_the_blinds() {
    let stakes = |most: &'static str| [("min_buy_in", "40"), ("max_buy_in", most), ("blinds", "1 2")];
    let cases: [(&str, &str, bool); 6] = [
        ("200", "10 20", true),
        ("200", "10 21", false),
        ("209", "10 20", true),
        ("none", "20 40", true),
        ("none", "20 41", false),
        ("none", "41 41", false),
    ];
    for (most, blinds, fits) in cases {
        let mut bench = opened(&stakes(most));
        let wish = changed(&[("blinds", blinds)]);
        if fits {
            bench.does(1, wish);
        } else {
            assert_eq!(bench.refused(1, wish), "blinds_too_large", "{most}: {blinds}");
        }
    }
    let mut bench = opened(&stakes("200"));
    assert_eq!(bench.refused(1, changed(&[("seats", "3")])), "seats_taken", "seat 4 is taken");
    bench.does(1, changed(&[("seats", "4")]));
    // A larger maximum does not allow larger blinds for those who sat down with less.
    let mut bench = opened(&stakes("200"));
    let both = changed(&[("blinds", "20 40"), ("max_buy_in", "400")]);
    assert_eq!(bench.refused(1, both), "blinds_too_large");
}

/// People sat down where the maximum is 200: no order of changes, and no restart, allows a blind larger than
/// 20 while one of them sits.
#[test]
fn no_order_of_changes_gets_an_opener_around_the_stakes_that_people_sat_down_with() {
    let steps: [&[&[(&str, &str)]]; 4] = [
        &[&[("max_buy_in", "100000")], &[("blinds", "20 21")]],
        &[&[("max_buy_in", "none")], &[("min_buy_in", "200")], &[("blinds", "20 40")]],
        &[&[("max_buy_in", "none"), ("min_buy_in", "100")], &[("blinds", "1 21")]],
        &[&[("max_buy_in", "1000")], &[("max_buy_in", "5000")], &[("blinds", "100 500")]],
    ];
    for steps in steps {
        for restarts in [false, true] {
            let place = format!("{steps:?}, restarts {restarts}");
            let mut bench = opened(&[]);
            let (last, before) = steps.split_last().expect("steps");
            for step in before {
                bench.does(1, changed(step));
                let hand = bench.keeper.state().table.hands_opened();
                play_out(&mut bench, hand, |_| {});
                if restarts {
                    bench.crash();
                }
            }
            assert_eq!(bench.refused(1, changed(last)), "blinds_too_large", "{place}");
            bench.does(1, changed(&[("blinds", "10 20")]));
            bench.assert_follows();
        }
    }
    // A smaller maximum counts from the hand to which it applies, and keeps counting.
    let mut bench = opened(&[]);
    bench.does(1, changed(&[("max_buy_in", "100")]));
    play_out(&mut bench, 1, |_| {});
    bench.does(1, changed(&[("max_buy_in", "200")]));
    play_out(&mut bench, 2, |_| {});
    assert_eq!(bench.refused(1, changed(&[("blinds", "10 20")])), "blinds_too_large");
    bench.does(1, changed(&[("blinds", "5 10")]));
}

/// What else an opener could make unplayable for those who sit: both sides of each bound, for stakes of 200.
#[test]
fn an_opener_gives_no_bet_and_no_time_that_nobody_can_play_by() {
    let cases: [(&[(&str, &str)], &str); 14] = [
        // Twice the last blind of 2, and each twice the one before: 4, 8, 16, 32.
        (&[("over_blinds", "1")], ""),
        (&[("over_blinds", "3")], ""),
        (&[("over_blinds", "4")], "blinds_too_large"),
        (&[("over_blinds", "1"), ("blinds", "5 10")], ""),
        (&[("over_blinds", "1"), ("blinds", "5 11")], "blinds_too_large"),
        (&[("over_blinds", "2"), ("over_blind_level", "20")], "blinds_too_large"),
        (&[("over_blinds", "1"), ("over_blind_level", "20")], ""),
        (&[("over_blinds", "1"), ("over_blind_level", "21")], "blinds_too_large"),
        (&[("over_blinds", "1"), ("over_blind_level", "100000")], "blinds_too_large"),
        (&[("turn_seconds", "10")], ""),
        (&[("turn_seconds", "9")], "time_unfit"),
        (&[("turn_seconds", "1")], "time_unfit"),
        (&[("turn_seconds", "300")], ""),
        (&[("turn_seconds", "301")], "time_unfit"),
    ];
    for (change, refused) in cases {
        let mut bench = opened(&[]);
        if refused.is_empty() {
            bench.does(1, changed(change));
        } else {
            assert_eq!(bench.refused(1, changed(change)), refused, "{change:?}");
        }
    }
    let antes = [("forced_bets", "antes"), ("ante", "1"), ("max_buy_in", "200")];
    for (least, refused) in [("20", ""), ("21", "bets_too_large")] {
        let mut bench = opened_by("canberra-holdem-2018", &antes);
        let wish = changed(&[("min_bet", least)]);
        if refused.is_empty() {
            bench.does(1, wish);
        } else {
            assert_eq!(bench.refused(1, wish), refused);
        }
    }
}

/// Proves 4.2 for officials too: a taken seat stays, and nobody can take a seat that an announced change
/// removes.
#[test]
fn nobody_takes_away_a_seat_that_is_taken() {
    let mut bench = opened_by("canberra-holdem-2018", &[("notice_rounds", "3")]);
    let mut asks = |key, seats| official_asks(&mut bench, key, changed(&[("seats", seats)]));
    assert_eq!(asks(1, "3"), "seats_taken", "seat 4 is taken");
    assert_eq!(asks(2, "4"), "done");
    let sit = |number| Wish::Seat(SeatWish::Sit { seat: seat(number), stack: super::bench::chips(150) });
    assert_eq!(bench.refused(5, sit(5)), "seats-of-the-table", "it goes away");
}
