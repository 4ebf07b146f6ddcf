//! What every store must do, run for each of them.

use std::collections::BTreeMap;

use chips::Chips;
use chips::book::{Account, Unit};
use proptest::prelude::*;
use room::port::{
    AccountMovement, Appended, Batch, BatchPart, NewRecord, RequestKey, Store, StoredRecord, StreamId, Wall,
};
use seating::{Actor, Person, Role};

use crate::made::{
    ANA, Place, append, batch, chips, keyed, moving, part, person, play, record, signed_up, stake,
};

/// Makes a test for each store from one function.
macro_rules! for_every_store {
    ($($(#[$about:meta])* $name:ident)*) => {
        mod memory {
            $($(#[$about])* #[test] fn $name() { super::$name(&store::MemoryStore::new()); })*
        }
        mod sqlite {
            $($(#[$about])* #[test] fn $name() {
                let place = super::Place::new();
                let store = place.open().expect("a new store");
                super::$name(&store);
                store.close().expect("closed");
                assert_eq!(crate::made::differences(&place.verify()), [""; 0]);
            })*
        }
    };
}

for_every_store! {
    what_was_appended_is_read_again_field_by_field
    numbers_count_from_one_in_the_room_and_in_each_stream
    a_stream_is_read_in_parts
    a_stream_is_read_from_its_last_start
    /// Proves REC-03.
    a_key_of_a_person_is_taken_once_in_a_stream
    another_number_of_records_than_expected_is_stale
    a_lower_fence_is_stale
    a_batch_is_written_whole_or_not_at_all
    /// Proves ACC-02.
    balances_are_the_sums_of_postings_and_sum_to_zero
    an_account_that_is_short_refuses_the_batch
    accounts_are_judged_after_the_whole_batch
    what_cannot_be_counted_is_refused_and_the_store_goes_on
    a_statement_tells_the_newest_first
    people_are_added_and_replaced
    a_name_is_taken_once
    a_row_without_its_digest_in_a_record_is_no_batch
    a_batch_of_nothing_is_written
}

fn what_was_appended_is_read_again_field_by_field(store: &dyn Store) {
    let by = Actor { person: Person(42), role: Role::Supervisor, device: u32::MAX };
    let facts = NewRecord {
        at: Wall(1_234_567_890_123),
        by,
        key: Some(RequestKey([0xab; 16])),
        kind: "ruled",
        start: true,
        body: r#"{"words":"\u0000 äöü 🂡"}"#.to_owned(),
        postings: vec![play(Account::Issue, ANA, 500), play(ANA, stake(3, 7), 200)],
    };
    append(store, batch(StreamId::Table(3), 0, vec![facts.clone()])).expect("stored");
    let expected = StoredRecord {
        sequence: 1,
        stream: StreamId::Table(3),
        number: 1,
        at: facts.at,
        by,
        key: facts.key,
        kind: "ruled".to_owned(),
        start: true,
        body: facts.body,
        postings: facts.postings,
    };
    assert_eq!(store.read(StreamId::Table(3), 0, 10), Ok(vec![expected]));
}

fn numbers_count_from_one_in_the_room_and_in_each_stream(store: &dyn Store) {
    let two = || vec![record("one", "{}"), record("two", "{}")];
    let first = append(store, batch(StreamId::Table(1), 0, two())).expect("stored");
    assert_eq!(first, Appended::Done { first: 1 });
    let both = Batch {
        parts: vec![part(StreamId::Table(1), 2, two()), part(StreamId::Room, 0, two())],
        people: Vec::new(),
    };
    assert_eq!(append(store, both), Ok(Appended::Done { first: 3 }));
    let numbers = |stream| {
        let records = store.read(stream, 0, 100).expect("readable");
        records.iter().map(|record| (record.sequence, record.number)).collect::<Vec<_>>()
    };
    assert_eq!(numbers(StreamId::Table(1)), [(1, 1), (2, 2), (3, 3), (4, 4)]);
    assert_eq!(numbers(StreamId::Room), [(5, 1), (6, 2)]);
    assert_eq!(store.count(StreamId::Table(1)), Ok(4));
    assert_eq!(store.count(StreamId::People), Ok(0));
    assert_eq!(store.streams(), Ok(vec![StreamId::Room, StreamId::Table(1)]));
}

fn a_stream_is_read_in_parts(store: &dyn Store) {
    for number in 0..10 {
        append(store, batch(StreamId::Table(1), number, vec![record("one", &number.to_string())]))
            .expect("stored");
        append(store, batch(StreamId::Table(2), number, vec![record("other", "{}")])).expect("stored");
    }
    let bodies = |after, most| {
        let records = store.read(StreamId::Table(1), after, most).expect("readable");
        records.into_iter().map(|record| record.body).collect::<Vec<_>>()
    };
    assert_eq!(bodies(0, 3), ["0", "1", "2"]);
    assert_eq!(bodies(3, 2), ["3", "4"]);
    assert_eq!(bodies(9, 100), ["9"]);
    assert_eq!(bodies(10, 100), [""; 0]);
    assert_eq!(bodies(11, 100), [""; 0]);
    assert_eq!(bodies(0, 0), [""; 0]);
    assert_eq!(store.read(StreamId::Table(99), 0, 5), Ok(Vec::new()));
}

fn a_stream_is_read_from_its_last_start(store: &dyn Store) {
    let numbers = |store: &dyn Store| {
        let records = store.read_from_start(StreamId::Table(1)).expect("readable");
        records.iter().map(|record| record.number).collect::<Vec<_>>()
    };
    assert_eq!(numbers(store), [0; 0]);
    append(store, batch(StreamId::Table(1), 0, vec![record("early", "{}"); 2])).expect("stored");
    assert_eq!(numbers(store), [1, 2]);
    let start = NewRecord { start: true, ..record("standing", "{}") };
    for expected in [2, 4] {
        let records = vec![start.clone(), record("after", "{}")];
        append(store, batch(StreamId::Table(1), expected, records)).expect("stored");
    }
    assert_eq!(numbers(store), [5, 6]);
    let starts: Vec<_> = (0..3).map(|place| store.nth_start(StreamId::Table(1), place)).collect();
    assert_eq!(starts, [Ok(Some(3)), Ok(Some(5)), Ok(None)]);
    assert_eq!(store.nth_start(StreamId::Table(2), 0), Ok(None));
    assert_eq!(store.nth_start(StreamId::Table(1), u64::MAX), Ok(None));
}

fn a_key_of_a_person_is_taken_once_in_a_stream(store: &dyn Store) {
    let table = StreamId::Table(1);
    append(store, batch(table, 0, vec![record("first", "{}"), keyed(1)])).expect("stored");
    let again = append(store, batch(table, 2, vec![record("more", "{}"), keyed(1)]));
    assert_eq!(again, Ok(Appended::Known { number: 2 }));
    // Even for a caller that does not know the stream went on.
    assert_eq!(append(store, batch(table, 1, vec![keyed(1)])), Ok(Appended::Known { number: 2 }));
    assert_eq!(store.count(table), Ok(2));
    let other = Actor::player(Person(8));
    let of_another = NewRecord { by: other, ..keyed(1) };
    assert_eq!(append(store, batch(table, 2, vec![of_another])), Ok(Appended::Done { first: 3 }));
    assert_eq!(append(store, batch(StreamId::Table(2), 0, vec![keyed(1)])), Ok(Appended::Done { first: 4 }));
    assert_eq!(store.by_key(table, Person(7), RequestKey([1; 16])), Ok(Some(2)));
    assert_eq!(store.by_key(table, Person(8), RequestKey([1; 16])), Ok(Some(3)));
    assert_eq!(store.by_key(table, Person(7), RequestKey([2; 16])), Ok(None));
    assert_eq!(store.by_key(StreamId::Room, Person(7), RequestKey([1; 16])), Ok(None));
    let twice = append(store, batch(table, 3, vec![keyed(5), keyed(5)]));
    assert!(twice.is_err(), "{twice:?}");
    assert_eq!(store.count(table), Ok(3));
}

fn another_number_of_records_than_expected_is_stale(store: &dyn Store) {
    let table = StreamId::Table(1);
    append(store, batch(table, 0, vec![record("one", "{}")])).expect("stored");
    for expected in [0, 2] {
        let stale = append(store, batch(table, expected, vec![record("late", "{}")]));
        assert_eq!(stale, Ok(Appended::Stale { stream: table, count: 1 }));
    }
    assert_eq!(store.count(table), Ok(1));
}

fn a_lower_fence_is_stale(store: &dyn Store) {
    let table = StreamId::Table(1);
    let under = |fence, expected| Batch {
        parts: vec![BatchPart { fence, ..part(table, expected, vec![record("one", "{}")]) }],
        people: Vec::new(),
    };
    assert_eq!(append(store, under(5, 0)), Ok(Appended::Done { first: 1 }));
    assert_eq!(append(store, under(4, 1)), Ok(Appended::Stale { stream: table, count: 1 }));
    assert_eq!(append(store, under(5, 1)), Ok(Appended::Done { first: 2 }));
    assert_eq!(append(store, under(6, 2)), Ok(Appended::Done { first: 3 }));
    assert_eq!(append(store, under(5, 3)), Ok(Appended::Stale { stream: table, count: 3 }));
}

fn a_batch_is_written_whole_or_not_at_all(store: &dyn Store) {
    let good = || part(StreamId::Room, 0, vec![moving(vec![play(Account::Issue, ANA, 5)])]);
    let stale = part(StreamId::Table(1), 3, vec![record("one", "{}")]);
    let refused = append(store, Batch { parts: vec![good(), stale], people: Vec::new() });
    assert_eq!(refused, Ok(Appended::Stale { stream: StreamId::Table(1), count: 0 }));
    let short = part(StreamId::Table(1), 0, vec![moving(vec![play(ANA, stake(1, 7), 6)])]);
    let refused = append(store, Batch { parts: vec![good(), short], people: Vec::new() });
    assert!(matches!(refused, Ok(Appended::Short { .. })), "{refused:?}");
    assert_eq!((store.streams(), store.balances()), (Ok(Vec::new()), Ok(Vec::new())));
    let fit = part(StreamId::Table(1), 0, vec![moving(vec![play(ANA, stake(1, 7), 5)])]);
    let done = append(store, Batch { parts: vec![good(), fit], people: Vec::new() });
    assert_eq!(done, Ok(Appended::Done { first: 1 }));
}

fn balances_are_the_sums_of_postings_and_sum_to_zero(store: &dyn Store) {
    let (bet, pot) = (Account::Bet { table: 1, person: 7 }, Account::Pot { table: 1 });
    let steps = [
        play(Account::Issue, ANA, 1000),
        play(ANA, stake(1, 7), 400),
        play(stake(1, 7), bet, 50),
        play(bet, pot, 50),
        play(pot, Account::Commission { table: 1 }, 5),
        play(pot, stake(1, 7), 45),
    ];
    for (posting, expected) in steps.into_iter().zip(0..) {
        append(store, batch(StreamId::Table(1), expected, vec![moving(vec![posting])])).expect("covered");
        let sum: i64 = store.balances().expect("readable").iter().map(|(_, _, held)| held).sum();
        assert_eq!(sum, 0, "after {posting:?}");
    }
    let expected = vec![
        (Account::Issue, Unit::Play, -1000),
        (ANA, Unit::Play, 600),
        (stake(1, 7), Unit::Play, 395),
        (Account::Commission { table: 1 }, Unit::Play, 5),
    ];
    assert_eq!(store.balances(), Ok(expected));
    assert_eq!(store.balance(stake(1, 7), Unit::Play), Ok(395));
    assert_eq!(store.balance(pot, Unit::Play), Ok(0));
    assert_eq!(store.balance(ANA, Unit::Cents), Ok(0));
}

fn an_account_that_is_short_refuses_the_batch(store: &dyn Store) {
    let table = StreamId::Table(1);
    append(store, batch(table, 0, vec![moving(vec![play(Account::Issue, ANA, 100)])])).expect("covered");
    let refused = append(store, batch(table, 1, vec![moving(vec![play(ANA, stake(1, 7), 101)])]));
    let short = Appended::Short { account: ANA, unit: Unit::Play, has: chips(100), needs: chips(101) };
    assert_eq!(refused, Ok(short));
    assert_eq!(store.count(table), Ok(1));
    assert_eq!(store.balance(ANA, Unit::Play), Ok(100));
    let all = append(store, batch(table, 1, vec![moving(vec![play(ANA, stake(1, 7), 100)])]));
    assert_eq!(all, Ok(Appended::Done { first: 2 }));
    assert_eq!(store.balance(ANA, Unit::Play), Ok(0));
}

fn accounts_are_judged_after_the_whole_batch(store: &dyn Store) {
    // The stake is below zero after the first posting, and at zero after the last.
    let postings = vec![
        play(stake(1, 7), Account::Pot { table: 1 }, 10),
        play(ANA, stake(1, 7), 10),
        play(Account::Issue, ANA, 10),
    ];
    let done = append(store, batch(StreamId::Table(1), 0, vec![moving(postings)]));
    assert_eq!(done, Ok(Appended::Done { first: 1 }));
}

fn what_cannot_be_counted_is_refused_and_the_store_goes_on(store: &dyn Store) {
    let all = play(Account::Issue, ANA, Chips::MAX.get());
    append(store, batch(StreamId::Room, 0, vec![moving(vec![all])])).expect("just countable");
    let one = play(Account::Issue, Account::Wallet { person: 8 }, 1);
    let refused = append(store, batch(StreamId::Room, 1, vec![moving(vec![one])]));
    assert_eq!(refused, Ok(Appended::Full { account: Account::Issue, unit: Unit::Play }));
    let next = append(store, batch(StreamId::Room, 1, vec![record("next", "{}")]));
    assert_eq!(next, Ok(Appended::Done { first: 2 }));
}

fn a_statement_tells_the_newest_first(store: &dyn Store) {
    let table = StreamId::Table(1);
    let first = moving(vec![play(Account::Issue, ANA, 100), play(ANA, stake(1, 7), 60)]);
    append(store, batch(table, 0, vec![first, record("other", "{}")])).expect("covered");
    append(store, batch(table, 2, vec![moving(vec![play(stake(1, 7), ANA, 15)])])).expect("covered");
    let line = |sequence, other, change| AccountMovement {
        sequence,
        stream: table,
        // Nothing else is in this store.
        number: sequence,
        at: Wall(1_700_000_000_000),
        kind: "moved".to_owned(),
        other,
        unit: Unit::Play,
        change,
    };
    let lines = vec![line(3, stake(1, 7), 15), line(1, stake(1, 7), -60), line(1, Account::Issue, 100)];
    assert_eq!(store.movements(ANA, 10), Ok(lines.clone()));
    assert_eq!(store.movements(ANA, 2), Ok(lines[..2].to_vec()));
    assert_eq!(store.movements(stake(1, 7), 10), Ok(vec![line(3, ANA, -15), line(1, ANA, 60)]));
    assert_eq!(store.movements(Account::Issue, 10), Ok(vec![line(1, ANA, -100)]));
    assert_eq!(store.movements(Account::Wallet { person: 9 }, 2), Ok(Vec::new()));
}

fn people_are_added_and_replaced(store: &dyn Store) {
    append(store, signed_up(0, person(7, "ana"))).expect("stored");
    append(store, signed_up(1, person(3, "ben"))).expect("stored");
    assert_eq!(store.people(), Ok(vec![person(3, "ben"), person(7, "ana")]));
    let mut other = person(7, "anna");
    other.salt = [1; 16];
    assert_eq!(append(store, signed_up(2, other.clone())), Ok(Appended::Done { first: 3 }));
    assert_eq!(store.people(), Ok(vec![person(3, "ben"), other]));
}

fn a_name_is_taken_once(store: &dyn Store) {
    append(store, signed_up(0, person(7, "ana"))).expect("stored");
    assert_eq!(append(store, signed_up(1, person(8, "ana"))), Ok(Appended::NameTaken));
    assert_eq!(store.people(), Ok(vec![person(7, "ana")]));
    assert_eq!(store.count(StreamId::People), Ok(1));
}

fn a_row_without_its_digest_in_a_record_is_no_batch(store: &dyn Store) {
    let mut silent = signed_up(0, person(7, "ana"));
    silent.people[0].name = "Ben".to_owned();
    let refused = append(store, silent);
    assert!(refused.is_err(), "{refused:?}");
    assert_eq!(store.people(), Ok(Vec::new()));
}

fn a_batch_of_nothing_is_written(store: &dyn Store) {
    assert_eq!(append(store, Batch::default()), Ok(Appended::Done { first: 1 }));
    assert_eq!(append(store, batch(StreamId::Table(5), 0, Vec::new())), Ok(Appended::Done { first: 1 }));
    assert_eq!(store.streams(), Ok(Vec::new()));
}

/// A batch in short form; some of them are refused, whatever the state.
#[derive(Clone, Debug)]
struct Wish {
    table: u64,
    off: u64,
    fence: u64,
    person: u64,
    key: Option<u8>,
    start: bool,
    moves: Vec<(u8, u64)>,
}

fn wishes() -> impl Strategy<Value = Vec<Wish>> {
    let moves = proptest::collection::vec((0..6_u8, 0..40_u64), 0..4);
    let off = prop_oneof![8 => Just(0_u64), 1 => Just(1)];
    let fence = prop_oneof![8 => Just(3_u64), 1 => Just(2), 1 => Just(4)];
    let wish = (0..3_u64, off, fence, 1..3_u64, proptest::option::of(0..6_u8), any::<bool>(), moves);
    let wish = wish.prop_map(|(table, off, fence, person, key, start, moves)| Wish {
        table,
        off,
        fence,
        person,
        key,
        start,
        moves,
    });
    proptest::collection::vec(wish, 1..40)
}

/// What the store should contain, kept as simply as possible.
#[derive(Default)]
struct Model {
    records: BTreeMap<u64, Vec<NewRecord>>,
    fences: BTreeMap<u64, u64>,
    balances: BTreeMap<Account, i64>,
    total: u64,
}

impl Model {
    fn record(wish: &Wish) -> NewRecord {
        let (table, person) = (wish.table, wish.person);
        let (wallet, stake) = (Account::Wallet { person }, Account::Stake { table, person });
        let (bet, pot) = (Account::Bet { table, person }, Account::Pot { table });
        let ways = [
            (Account::Issue, wallet),
            (wallet, stake),
            (stake, bet),
            (bet, pot),
            (pot, stake),
            (stake, wallet),
        ];
        let posting = |(way, amount): &(u8, u64)| {
            let (from, to) = ways[usize::from(*way)];
            play(from, to, *amount)
        };
        NewRecord {
            by: Actor::player(Person(person)),
            key: wish.key.map(|key| RequestKey([key; 16])),
            start: wish.start,
            postings: wish.moves.iter().map(posting).collect(),
            ..record("wished", &format!("{}", wish.off))
        }
    }

    /// The answer to a wish, with its effect on the model.
    fn answer(&mut self, wish: &Wish) -> Appended {
        let new = Model::record(wish);
        let records = self.records.entry(wish.table).or_default();
        let used =
            |old: &NewRecord| new.key.is_some() && old.key == new.key && old.by.person == new.by.person;
        if let Some(place) = records.iter().position(used) {
            return Appended::Known { number: place as u64 + 1 };
        }
        let seen = self.fences.get(&wish.table).copied().unwrap_or(0);
        let count = records.len() as u64;
        if wish.off != 0 || wish.fence < seen {
            return Appended::Stale { stream: StreamId::Table(wish.table), count };
        }
        let mut after = self.balances.clone();
        for posting in &new.postings {
            let amount = i64::try_from(posting.amount().get()).expect("small");
            *after.entry(posting.from()).or_default() -= amount;
            *after.entry(posting.to()).or_default() += amount;
        }
        let below = after.iter().find(|(account, held)| **account != Account::Issue && **held < 0);
        if let Some((account, held)) = below {
            let has = self.balances.get(account).copied().unwrap_or(0);
            let needs = chips((has - held).unsigned_abs());
            return Appended::Short {
                account: *account,
                unit: Unit::Play,
                has: chips(has.unsigned_abs()),
                needs,
            };
        }
        self.balances = after;
        self.fences.insert(wish.table, wish.fence);
        records.push(new);
        self.total += 1;
        Appended::Done { first: self.total }
    }

    /// Asserts that a store contains exactly what the model does.
    fn agrees(&self, store: &dyn Store) {
        let held: Vec<_> = self.balances.iter().filter(|(_, held)| **held != 0).collect();
        let stored = store.balances().expect("readable");
        assert_eq!(stored.iter().map(|(account, _, held)| (account, held)).collect::<Vec<_>>(), held);
        assert_eq!(stored.iter().map(|(_, _, held)| held).sum::<i64>(), 0);
        for (table, records) in &self.records {
            let stream = StreamId::Table(*table);
            let same = |stored: &StoredRecord, record: &NewRecord| {
                (stored.by, stored.key, stored.start, &stored.postings)
                    == (record.by, record.key, record.start, &record.postings)
            };
            let stored = store.read(stream, 0, usize::MAX).expect("readable");
            assert_eq!(stored.len(), records.len());
            assert!(stored.iter().zip(records).all(|(stored, record)| same(stored, record)));
            let start = records.iter().rposition(|record| record.start).unwrap_or(0);
            assert_eq!(store.read_from_start(stream).expect("readable"), stored[start..]);
            let starts = records.iter().zip(1..).filter(|(record, _)| record.start).map(|(_, number)| number);
            let starts: Vec<u64> = starts.collect();
            for place in 0..=starts.len() {
                assert_eq!(store.nth_start(stream, place as u64), Ok(starts.get(place).copied()));
            }
            for (record, number) in records.iter().zip(1..) {
                if let Some(key) = record.key {
                    assert_eq!(store.by_key(stream, record.by.person, key), Ok(Some(number)));
                }
            }
        }
    }
}

fn behaves_as_the_model(store: &dyn Store, wishes: &[Wish]) {
    let mut model = Model::default();
    for wish in wishes {
        let count = model.records.get(&wish.table).map_or(0, |records| records.len() as u64);
        let mut batch = batch(StreamId::Table(wish.table), count + wish.off, vec![Model::record(wish)]);
        batch.parts[0].fence = wish.fence;
        assert_eq!(append(store, batch), Ok(model.answer(wish)), "{wish:?}");
    }
    model.agrees(store);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_batches_leave_memory_as_a_plain_model_has_it(wishes in wishes()) {
        behaves_as_the_model(&store::MemoryStore::new(), &wishes);
    }

    #[test]
    fn any_batches_leave_the_database_as_a_plain_model_has_it_also_after_opening_it_again(wishes in wishes()) {
        let place = Place::new();
        let store = place.open().expect("a new store");
        let mut model = Model::default();
        for wish in &wishes {
            let count = model.records.get(&wish.table).map_or(0, |records| records.len() as u64);
            let mut batch = batch(StreamId::Table(wish.table), count + wish.off, vec![Model::record(wish)]);
            batch.parts[0].fence = wish.fence;
            prop_assert_eq!(append(&store, batch), Ok(model.answer(wish)));
        }
        model.agrees(&store);
        store.close().expect("closed");
        let store = place.open().expect("the store again");
        model.agrees(&store);
        drop(store);
        prop_assert_eq!(crate::made::differences(&place.verify()), Vec::<String>::new());
    }
}
