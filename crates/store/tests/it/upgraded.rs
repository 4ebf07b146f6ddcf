//! Data of an earlier build: it cannot be opened before it is upgraded, and is complete afterwards, wherever
//! the upgrade is cut short.

use std::fs;
use std::path::Path;

use room::port::{Appended, Store, StreamId};
use rusqlite::Connection;
use store::chain::{ChainFormat, ChainedRecord};
use store::checkpoint::Checkpoint;
use store::era::EraReason;
use store::{CheckResult, Keys, Records, SqliteStore, StoreOptions, UpgradeOutcome, upgrade};

use crate::checks::furnished;
use crate::made::{Place, append, batch, differences, keys, record};

/// The records of the room in `tests/format-1`.
const RECORDS: u64 = 116;

/// The room of an earlier build, with its keys.
struct Old {
    place: Place,
    keys: Keys,
}

impl Old {
    fn new() -> Old {
        let place = Place::new();
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/format-1");
        for (folder, names) in [
            (place.data(), &["room.db"][..]),
            (place.keys(), &["checkpoints", "room.key", "signing.key", "signing.pub"]),
        ] {
            fs::create_dir_all(&folder).expect("a folder");
            for name in names {
                fs::copy(from.join(name), folder.join(name)).expect("copied");
                #[cfg(unix)]
                {
                    use std::os::unix::fs::PermissionsExt;
                    let mode = fs::Permissions::from_mode(0o600);
                    fs::set_permissions(folder.join(name), mode).expect("set");
                }
            }
        }
        let keys = Keys::from_folder(&place.keys(), &place.data()).expect("its keys");
        Old { place, keys }
    }

    fn options(&self) -> StoreOptions {
        self.place.options()
    }

    fn open(&self) -> Result<SqliteStore, String> {
        SqliteStore::open(&self.options(), &self.keys).map_err(|fault| fault.to_string())
    }

    fn upgrade(&self) -> Result<UpgradeOutcome, String> {
        upgrade(&self.options(), &self.keys).map_err(|fault| fault.to_string())
    }

    fn verify(&self) -> Vec<CheckResult> {
        let public = self.keys.verifying_key();
        store::verify(&self.place.data(), &self.options().checkpoints, &public).expect("a database")
    }

    fn links(&self) -> Vec<ChainedRecord> {
        let records = Records::open(&self.place.data()).expect("a database");
        records.map(|link| link.expect("readable")).collect()
    }

    fn checkpoints(&self) -> String {
        fs::read_to_string(self.options().checkpoints).expect("checkpoints")
    }

    fn change(&self, sql: &str) {
        let database = Connection::open(self.place.database()).expect("a database");
        database.execute_batch(sql).expect("changed");
    }

    /// Asserts that it opens and goes on, and that `verify` finds nothing.
    #[track_caller]
    fn goes_on(&self) {
        assert_eq!(differences(&self.verify()), [""; 0]);
        let store = self.open().expect("it opens");
        let count = store.count(StreamId::Table(1)).expect("readable");
        assert_eq!(store.read(StreamId::Table(1), 0, 1000).expect("readable").len() as u64, count);
        let outcome = append(&store, batch_of(&store, count));
        assert_eq!(outcome, Ok(Appended::Done { first: RECORDS + 1 }));
        store.close().expect("closed");
        assert_eq!(differences(&self.verify()), [""; 0]);
        let store = self.open().expect("it opens again");
        assert_eq!(store.read(StreamId::Table(1), 0, 1000).expect("readable").len() as u64, count + 1);
    }
}

fn batch_of(store: &SqliteStore, count: u64) -> room::port::Batch {
    let mut batch = batch(StreamId::Table(1), count, vec![record("act", "[]")]);
    // As the next room that writes: its fencing number is higher than all before.
    batch.parts[0].fence = store.count(StreamId::Room).expect("readable");
    batch
}

#[track_caller]
fn done(upgraded: Result<UpgradeOutcome, String>) -> Vec<std::path::PathBuf> {
    match upgraded {
        Ok(UpgradeOutcome::Done { records: RECORDS, new_era: true, kept, checks }) => {
            assert_eq!(differences(&checks), [""; 0]);
            kept
        }
        other => panic!("{other:?}"),
    }
}

/// Proves REC-11.
#[test]
fn data_of_an_earlier_build_goes_on_after_an_upgrade_that_rewrites_no_record() {
    let old = Old::new();
    assert_eq!(differences(&old.verify()), [""; 0], "it is checked in its own format");
    let refused = old.open().expect_err("it is of an earlier build");
    assert!(
        refused.contains("`cardroom upgrade` with the same --data and --keys brings it over"),
        "{refused}"
    );
    let (before, links) = (fs::read(old.place.database()).expect("a file"), old.links());
    let lines = old.checkpoints();
    let kept = done(old.upgrade());
    // Every record still has its hash, and the old files are kept as they were.
    assert_eq!(old.links(), links);
    assert_eq!(fs::read(&kept[0]).expect("kept"), before);
    assert_eq!(fs::read_to_string(&kept[1]).expect("kept"), lines);
    assert_eq!(kept[0], old.place.data().join("room.db.format-1"));
    // The added line names the head of the old chain, covering records that no checkpoint counted before,
    // too.
    let added = old.checkpoints();
    let added = added.strip_prefix(&lines).expect("the file only grows");
    assert_eq!(added.lines().count(), 1);
    let added = Checkpoint::parse(added.trim_end(), &old.keys.verifying_key()).expect("it is signed");
    let begins = added.era_start.expect("an era begins");
    assert_eq!((added.era, added.count, begins.reason), (2, RECORDS, EraReason::Upgraded));
    let last = links.last().expect("a record");
    assert_eq!((begins.before_count, begins.before_head), (RECORDS, last.hash));
    let eras = Records::open(&old.place.data()).expect("a database").eras().expect("eras");
    assert_eq!((eras.format_of(RECORDS), eras.format_of(RECORDS + 1)), (ChainFormat::One, ChainFormat::Two));
    old.goes_on();
    assert_eq!(old.upgrade(), Ok(UpgradeOutcome::Already));
}

/// The upgrade is killed before and after each of its writes, and run again.
#[test]
fn an_upgrade_that_was_cut_short_is_finished_by_the_next() {
    // Before the tables changed: copies are there, complete or not.
    for (leftover, whole) in [("room.db.format-1", true), ("room.db.unfinished", false)] {
        let old = Old::new();
        let before = fs::read(old.place.database()).expect("a file");
        let left: &[u8] = if whole { &before } else { b"half" };
        fs::write(old.place.data().join(leftover), left).expect("written");
        let kept = done(old.upgrade());
        assert_eq!(fs::read(&kept[0]).expect("kept"), before);
        old.goes_on();
    }
    // After the tables changed, with nothing or only part of the line that begins the era.
    let whole = Old::new();
    let lines = whole.checkpoints();
    done(whole.upgrade());
    let all = whole.checkpoints();
    let database = fs::read(whole.place.database()).expect("a file");
    for length in [lines.len(), lines.len() + 1, (lines.len() + all.len()) / 2, all.len() - 1] {
        let old = Old::new();
        fs::write(old.place.database(), &database).expect("written");
        fs::write(old.options().checkpoints, &all[..length]).expect("written");
        let refused = old.open().expect_err("no checkpoint begins the era");
        assert!(refused.contains("no checkpoint begins era 2 of the data (upgraded)"), "{refused}");
        assert!(refused.contains("`cardroom upgrade` finishes it"), "{refused}");
        done(old.upgrade());
        assert_eq!(old.checkpoints(), all, "the same line, for the era says all of it");
        old.goes_on();
    }
}

/// A different file in the place of a kept one may be all that is left of an earlier upgrade.
#[test]
fn an_upgrade_takes_the_place_of_no_file_that_was_kept_before() {
    let old = Old::new();
    let checkpoints = old.options().checkpoints;
    for kept in [old.place.data().join("room.db.format-1"), checkpoints.with_extension("format-1")] {
        fs::write(&kept, "kept once").expect("written");
        let (before, lines) = (fs::read(old.place.database()).expect("a file"), old.checkpoints());
        let refused = old.upgrade().expect_err("it would be lost");
        let said = format!("{} is there already and differs from ", kept.display());
        assert!(refused.starts_with(&said), "{refused}");
        assert!(refused.contains("move it elsewhere and upgrade again; nothing was changed"), "{refused}");
        assert_eq!(fs::read_to_string(&kept).expect("kept"), "kept once");
        assert_eq!(fs::read(old.place.database()).expect("a file"), before);
        assert_eq!(old.checkpoints(), lines);
        fs::remove_file(&kept).expect("moved elsewhere");
    }
    assert!(!old.place.data().join("room.db.format-1").exists(), "nothing was copied before it was refused");
    done(old.upgrade());
    old.goes_on();
}

/// Data that differs is not upgraded, and nothing is changed.
#[test]
fn data_that_differs_is_not_upgraded_and_stays_as_it_is() {
    let cut = "DELETE FROM postings WHERE sequence > 100; DELETE FROM records WHERE sequence > 100;";
    for (sql, words) in [
        ("UPDATE records SET body = body || ' ' WHERE sequence = 30", "chain: record 30 "),
        ("UPDATE records SET kind = 'x' WHERE sequence = 116", "chain: record 116 "),
        ("UPDATE balances SET balance = balance + 1 WHERE account = 'issue'", "balances: issue in play"),
        ("CREATE TRIGGER more AFTER INSERT ON records BEGIN DELETE FROM people; END", "tables: trigger more"),
        (cut, "the records end with 100, but the checkpoint in line 7 counts 107: the end was cut"),
    ] {
        let old = Old::new();
        old.change(sql);
        let (before, lines) = (fs::read(old.place.database()).expect("a file"), old.checkpoints());
        let Ok(UpgradeOutcome::Differs(checks)) = old.upgrade() else { panic!("{sql}: it was upgraded") };
        let said = differences(&checks);
        assert!(said.iter().any(|said| said.contains(words)), "{sql}: {said:#?}");
        assert_eq!(fs::read(old.place.database()).expect("a file"), before, "{sql}");
        assert_eq!(old.checkpoints(), lines);
        old.open().expect_err("it is not opened either");
    }
    // Without its checkpoints, nothing shows how far the data went.
    let old = Old::new();
    fs::write(old.options().checkpoints, "").expect("emptied");
    let Ok(UpgradeOutcome::Differs(checks)) = old.upgrade() else { panic!("it was upgraded") };
    assert!(differences(&checks)[0].contains("there is no checkpoint"));
    // The keys must be those of the room.
    let other = Keys::new([1; 32], [2; 32]);
    let refused = upgrade(&Old::new().options(), &other).expect_err("another room's keys");
    assert!(refused.to_string().contains("is not the one given"), "{refused}");
}

/// Proves AUD-01: what binds the old records and the new ones is said twice, and the copy that was kept is an old copy.
#[test]
fn the_seam_of_an_upgrade_is_bound_on_both_sides() {
    let old = Old::new();
    let kept = done(old.upgrade());
    let whole = fs::read(old.place.database()).expect("a file");
    for (sql, words) in [
        ("UPDATE eras SET after = 115 WHERE era = 2", "eras: era 2 cannot come where it stands"),
        ("UPDATE eras SET after = 115, before_count = 115 WHERE era = 2", "era 2 of the data differs"),
        ("UPDATE eras SET at = at + 1 WHERE era = 2", "era 2 of the data differs"),
        ("UPDATE eras SET before_head = zeroblob(32) WHERE era = 2", "era 2 of the data differs"),
        ("UPDATE eras SET reason = 'restored' WHERE era = 2", "eras: a new era follows records of format 1"),
        ("UPDATE eras SET format = 2 WHERE era = 1", "eras: era 2 cannot come where it stands"),
        ("DELETE FROM eras WHERE era = 2", "eras: a new era follows records of format 1"),
        ("UPDATE meta SET value = '1' WHERE name = 'since'", "eras: era 1 is of another room"),
    ] {
        fs::write(old.place.database(), &whole).expect("written");
        old.change(sql);
        let refused = old.open().expect_err(sql);
        assert!(refused.contains(words), "{sql}: {refused}");
        let said = differences(&old.verify());
        assert!(said.iter().any(|said| said.contains(words)), "{sql}: {said:#?}");
    }
    // The kept data no longer passes for the room, nor is it upgraded a second time.
    fs::copy(&kept[0], old.place.database()).expect("copied");
    old.open().expect_err("it is an old copy");
    let Ok(UpgradeOutcome::Differs(checks)) = old.upgrade() else { panic!("it was upgraded") };
    assert!(differences(&checks).concat().contains("of which the data knows nothing"), "{checks:?}");
}

/// Data with eras, from a build that stored every body verbatim.
fn with_tables_of_version_2() -> Place {
    let place = furnished();
    let database = Connection::open(place.database()).expect("a database");
    database.pragma_update(None, "user_version", 2).expect("written");
    place
}

/// Proves REC-11: nothing but the version of the tables is another, and no era begins.
#[test]
fn data_with_tables_of_version_2_goes_on_after_an_upgrade() {
    let place = with_tables_of_version_2();
    let links = || -> Vec<ChainedRecord> {
        Records::open(&place.data()).expect("a database").map(|link| link.expect("a record")).collect()
    };
    let (before, lines) = (links(), fs::read(place.options().checkpoints).expect("checkpoints"));
    let whole = fs::read(place.database()).expect("a file");
    assert_eq!(differences(&place.verify()), [""; 0]);
    let refused = place.open().expect_err("it is of an earlier build");
    assert!(
        refused.to_string().contains("(version 2 of its tables; this program writes 3): `cardroom upgrade`"),
        "{refused}"
    );
    // A copy that an upgrade left half written is written again.
    fs::write(place.data().join("room.db.unfinished"), "half").expect("written");
    let upgraded = upgrade(&place.options(), &keys()).expect("upgraded");
    let UpgradeOutcome::Done { records: 9, new_era: false, kept, checks } = upgraded else {
        panic!("{upgraded:?}")
    };
    assert_eq!(differences(&checks), [""; 0]);
    assert_eq!(kept, [place.data().join("room.db.tables-2")]);
    assert_eq!(fs::read(&kept[0]).expect("kept"), whole);
    assert_eq!(links(), before);
    assert_eq!(fs::read(place.options().checkpoints).expect("checkpoints"), lines);
    let store = place.open().expect("it opens");
    append(&store, batch(StreamId::Table(1), 3, vec![record("act", "[]")])).expect("stored");
    store.close().expect("closed");
    assert_eq!(differences(&place.verify()), [""; 0]);
    assert_eq!(upgrade(&place.options(), &keys()), Ok(UpgradeOutcome::Already));
}

/// The same if something differs: nothing is changed.
#[test]
fn data_with_tables_of_version_2_that_differs_is_not_upgraded() {
    let place = with_tables_of_version_2();
    let database = Connection::open(place.database()).expect("a database");
    database.execute("UPDATE records SET body = '[]' WHERE sequence = 5", []).expect("changed");
    drop(database);
    let before = fs::read(place.database()).expect("a file");
    let upgraded = upgrade(&place.options(), &keys()).expect("checked");
    let UpgradeOutcome::Differs(checks) = upgraded else { panic!("{upgraded:?}") };
    assert!(differences(&checks)[0].contains("record 5 "), "{checks:?}");
    assert_eq!(fs::read(place.database()).expect("a file"), before);
    assert!(!place.data().join("room.db.tables-2").exists());
}
