//! What `verify` reports for an intact database, and for one that was changed.

use room::port::{Store, StreamId};
use store::Records;

use crate::made::{
    ANA, Place, append, batch, differences, keyed, moving, person, play, record, signed_up, stake,
};

/// A room with something in every table.
pub fn furnished() -> Place {
    let place = Place::new();
    let store = place.open().expect("a new store");
    append(&store, signed_up(0, person(7, "ana"))).expect("stored");
    append(&store, signed_up(1, person(8, "ben"))).expect("stored");
    let given = moving(vec![play(chips::book::Account::Issue, ANA, 100)]);
    append(&store, batch(StreamId::Room, 0, vec![record("opened", "{}"), given])).expect("stored");
    append(&store, batch(StreamId::Table(1), 0, vec![keyed(1), moving(vec![play(ANA, stake(1, 7), 60)])]))
        .expect("stored");
    append(&store, batch(StreamId::Table(2), 0, vec![keyed(1), keyed(2)])).expect("stored");
    append(&store, batch(StreamId::Table(1), 2, vec![keyed(3)])).expect("stored");
    store.close().expect("closed");
    place
}

#[test]
fn a_whole_database_has_no_difference() {
    let place = furnished();
    let checks = place.verify();
    assert_eq!(differences(&checks), [""; 0]);
    let names: Vec<_> = checks.iter().map(|check| check.name).collect();
    let all = ["tables", "room", "eras", "chain", "postings", "balances", "streams", "people", "checkpoints"];
    assert_eq!(names, all);
    let chain = checks.iter().find(|check| check.name == "chain").expect("it is there");
    assert_eq!(chain.seen, "9 records");
}

#[test]
fn every_record_is_found_in_the_order_of_the_room() {
    let place = furnished();
    let records: Result<Vec<_>, _> = Records::open(&place.data()).expect("a database").collect();
    let sequences: Vec<_> = records.expect("readable").iter().map(|link| link.record.sequence).collect();
    assert_eq!(sequences, (1..=9).collect::<Vec<_>>());
}

#[test]
fn a_room_that_goes_on_is_checked_beside_it() {
    let place = Place::new();
    let store = place.open().expect("a new store");
    for expected in 0..20 {
        append(&store, batch(StreamId::Room, expected, vec![record("one", "{}")])).expect("stored");
        assert_eq!(differences(&place.verify()), [""; 0], "after {expected}");
    }
    // Neither the log nor the lock of the room was touched.
    append(&store, batch(StreamId::Room, 20, vec![record("one", "{}")])).expect("stored");
    store.close().expect("closed");
}

/// Proves AUD-01: a checkpoint comes within its second, also when nothing is written after.
#[test]
fn a_checkpoint_follows_by_itself_while_the_room_goes_on() {
    let place = Place::new();
    let store = place.open().expect("a new store");
    let start = std::time::Instant::now();
    append(&store, batch(StreamId::Room, 0, vec![record("one", "{}")])).expect("stored");
    let told = || {
        std::fs::read_to_string(place.options().checkpoints).expect("checkpoints").contains(r#""count":1,"#)
    };
    while !told() {
        assert!(start.elapsed().as_secs() < 30, "no checkpoint in 30 s");
        // Nothing signals that a file has grown.
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    // The room has not been stopped: stopping would also have written one.
    append(&store, batch(StreamId::Room, 1, vec![record("two", "{}")])).expect("stored");
}

/// Proves AUD-01: a phrase that is stored as a sign is bound with the body that it stands in.
#[test]
fn phrases_of_a_body_are_stored_as_signs_and_read_as_they_were_brought() {
    let place = Place::new();
    let act = r#"[{"entry":"table","fact":{"hand":{"what":{"name":"checked","seat":2},"rule":"later-check","cause":19}}}]"#;
    let store = place.open().expect("a new store");
    append(&store, batch(StreamId::Table(1), 0, vec![record("act", act), record("act", "a\nb")]))
        .expect("stored");
    let bodies =
        |read: Vec<room::port::StoredRecord>| read.into_iter().map(|stored| stored.body).collect::<Vec<_>>();
    assert_eq!(bodies(store.read(StreamId::Table(1), 0, 10).expect("readable")), [act, "a\nb"]);
    store.close().expect("closed");
    let records = Records::open(&place.data()).expect("a database");
    assert_eq!(bodies(records.map(|link| link.expect("a record").record).collect()), [act, "a\nb"]);
    assert_eq!(differences(&place.verify()), [""; 0]);
    let database = rusqlite::Connection::open(place.database()).expect("a database");
    let stored = crate::changed::texts(&database, "SELECT body FROM records ORDER BY sequence");
    assert_eq!(stored, ["[\u{e}checked\u{19}2\u{14}later-check\u{15}19}}}]", "\u{1}a\nb"]);
    // A different sign, and two that stand for nothing.
    for (sign, instead, words) in
        [(0x15, 0x14, "record 1 "), (0x19, 0x1f, "the sign 31"), (0x15, 2, "the sign 2")]
    {
        let sql = format!(
            "UPDATE records SET body = replace(body, char({sign}), char({instead})) WHERE sequence = 1"
        );
        database.execute(&sql, []).expect("changed");
        let said = differences(&place.verify());
        assert!(said.iter().any(|said| said.contains(words)), "{sql}: {said:#?}");
        database.execute("UPDATE records SET body = ?1 WHERE sequence = 1", [&stored[0]]).expect("changed");
        assert_eq!(differences(&place.verify()), [""; 0]);
    }
}
