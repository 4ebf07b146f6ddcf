//! Accounts over a store: what is recorded, what survives a restart, and what is noticed.

use std::sync::Arc;

use axum::http::StatusCode;

use room::people::{Grants, PeopleService};
use room::port::{
    AppendCallback, Batch, PassThrough, PersonRow, RestoredBackup, Store, StoreError, StreamId, Wall,
};
use serde_json::json;
use server::Config;
use store::{Keys, SqliteStore, StoreOptions};

use crate::house::{CHEAP, House, PASSWORD};

/// A change that somebody makes to a row.
type Meddling = fn(&mut PersonRow);

/// A store whose rows of people somebody has changed from outside.
struct Meddled {
    store: Arc<dyn Store>,
    meddle: Meddling,
}

impl PassThrough for Meddled {
    fn behind(&self) -> &dyn Store {
        self.store.as_ref()
    }

    fn people(&self) -> Result<Vec<PersonRow>, StoreError> {
        let mut rows = self.store.people()?;
        rows.iter_mut().filter(|row| row.person.0 == 1).for_each(self.meddle);
        Ok(rows)
    }
}

/// Proves REC-06 for rows of people: a password that somebody put in place from outside gives no access.
#[tokio::test]
async fn a_row_that_was_changed_from_outside_is_noticed_when_the_room_opens() {
    let house = House::new().await;
    house.player("ana").await;
    let ways: [(Meddling, bool); 6] = [
        (|_| {}, true),
        (|row| row.password = "$argon2id$mine".to_owned(), false),
        (|row| row.login = "mallory".to_owned(), false),
        (|row| row.name = "Ana Bel".to_owned(), false),
        (|row| row.salt[0] ^= 1, false),
        (|row| row.updated.0 += 1, false),
    ];
    for (at, (meddle, fits)) in ways.into_iter().enumerate() {
        let store = Arc::new(Meddled { store: house.store.clone(), meddle });
        let grants = Grants { play_chips: chips::Chips::default() };
        let opened = PeopleService::load(store, 1, grants, house.clocks.now(), [3; 16]).await;
        match opened {
            Ok(_) => assert!(fits, "change {at} was not noticed"),
            Err(fault) => {
                assert!(!fits, "{fault}");
                assert_eq!(fault.to_string(), "the row of person 1 does not match the records");
            }
        }
    }
}

/// Data that was restored from a backup, in an era with a number.
struct FromBackup(Arc<dyn Store>, u64);

impl PassThrough for FromBackup {
    fn behind(&self) -> &dyn Store {
        self.0.as_ref()
    }

    fn restored(&self) -> Option<RestoredBackup> {
        let FromBackup(store, era) = self;
        let records = store.count(StreamId::People).expect("readable");
        Some(RestoredBackup { era: *era, at: Wall(1_790_000_000_000), records, left: records })
    }
}

/// Proves ACS-04 for a restore: a session or a link that was ended after the backup was made does not work
/// again because of it.
#[tokio::test]
async fn whoever_was_signed_in_when_a_backup_was_made_signs_in_again_after_it_is_put_back() {
    let house = House::new().await;
    let (ana, ruth) = (house.player("ana").await, house.administrator("ruth").await);
    house.player("bob").await;
    house.post("/api/admin/people/3/ban", &ruth, json!({"reason": "chip dumping"})).await;
    let link = house.post("/api/admin/people/1/reset-link", &ruth, json!({})).await.json();
    let token = link["path"].as_str().and_then(|path| path.strip_prefix("/reset/")).expect("a link");
    let reset = json!({"token": token, "password": "another password, long"});
    assert_eq!(house.get("/api/me", &ana).await.status, StatusCode::OK);
    let from_backup = |era| {
        House::over(
            Arc::new(FromBackup(house.store.clone(), era)),
            house.state.config.clone(),
            house.clocks.clone(),
            CHEAP,
        )
    };
    let restored = from_backup(2).await;
    for cookie in [&ana, &ruth] {
        assert_eq!(restored.get("/api/me", cookie).await.status, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(restored.post("/api/reset", "", reset).await.code(), "no_such_link");
    // Passwords and bans are those of the backup.
    let ana = restored.sign_in("ana", PASSWORD).await.cookie();
    assert_eq!(restored.get("/api/me", &ana).await.status, StatusCode::OK);
    assert_eq!(restored.sign_in("bob", PASSWORD).await.code(), "banned");
    // It is on record, once per era.
    let again = from_backup(2).await;
    assert_eq!(again.get("/api/me", &ana).await.status, StatusCode::OK, "the room was only started again");
    let records = house.store.read(StreamId::People, 0, 1000).expect("readable");
    let noted: Vec<_> = records.iter().filter(|record| record.kind == "everybody_signed_out").collect();
    assert_eq!(noted.len(), 1);
    assert_eq!(noted[0].by, seating::Actor::HOUSE);
    let once_more = from_backup(3).await;
    assert_eq!(once_more.get("/api/me", &ana).await.status, StatusCode::UNAUTHORIZED, "another backup");
}

/// Proves AUD-04 for accounts: each event is provoked once and looked for.
#[tokio::test]
async fn what_matters_about_accounts_is_on_record() {
    let house = House::new().await;
    house.player("ana").await;
    let ruth = house.administrator("ruth").await;
    house.sign_in("ana", "not the password").await;
    let ana = house.sign_in("ana", PASSWORD).await.cookie();
    house.post("/api/password", &ana, json!({"old": PASSWORD, "new": "a new long password"})).await;
    house.post("/api/sign-out", &ana, json!({})).await;
    let ana = house.sign_in("ana", "a new long password").await.cookie();
    house.post("/api/sign-out-everywhere", &ana, json!({})).await;
    let link = house.post("/api/admin/people/1/reset-link", &ruth, json!({})).await.json();
    let token = link["path"].as_str().and_then(|path| path.strip_prefix("/reset/")).expect("a link");
    house.post("/api/reset", "", json!({"token": token, "password": PASSWORD})).await;
    house.post("/api/admin/people/1/ban", &ruth, json!({"reason": "chip dumping"})).await;
    house.post("/api/admin/people/1/unban", &ruth, json!({"reason": "heard"})).await;
    house.post("/api/admin/people/1/roles/player/take", &ruth, json!({})).await;
    house.post("/api/admin/people/1/roles", &ruth, json!({"role": "player"})).await;
    let records = house.store.read(StreamId::People, 0, 1000).expect("readable");
    for kind in [
        "opened",
        "signed_up",
        "granted",
        "sign_in_failed",
        "signed_in",
        "signed_out",
        "signed_out_everywhere",
        "password_changed",
        "reset_link_made",
        "reset_link_used",
        "administrator_link_made",
        "administrator_link_used",
        "role_given",
        "role_taken",
        "banned",
        "unbanned",
    ] {
        assert!(records.iter().any(|record| record.kind == kind), "{kind} is not on record");
    }
    let ban = records.iter().find(|record| record.kind == "banned").expect("there");
    assert_eq!((ban.by.person.0, ban.by.role), (2, seating::Role::Administrator), "the record says who");
    assert!(ban.body.contains("chip dumping"), "and why: {}", ban.body);
    // A room that opens later reads every record again.
    assert_eq!(house.restarted().await.sign_in("ana", PASSWORD).await.status, StatusCode::OK);
}

/// Proves REC-01 for accounts: a person who was told that their account was made finds it again.
#[tokio::test]
async fn accounts_live_on_in_sqlite_and_verify_finds_no_difference() {
    let place = tempfile::tempdir().expect("a folder for the test");
    let (data, keys) = (place.path().join("data"), place.path().join("keys"));
    let open = || {
        let options = StoreOptions::new(&data, &keys);
        Arc::new(SqliteStore::open(&options, &Keys::new([7; 32], [8; 32])).expect("it opens"))
    };
    let clocks = House::new().await.clocks;
    let house = House::over(open(), Config::default(), clocks.clone(), CHEAP).await;
    let ana = house.player("ana").await;
    house.sign_in("ana", "not the password").await;
    house.administrator("ruth").await;
    drop(house);
    let again = House::over(open(), Config::default(), clocks, CHEAP).await;
    let me = again.get("/api/me", &ana).await.json();
    assert_eq!((me["login"].as_str(), me["wallet"].as_i64()), (Some("ana"), Some(10_000)));
    assert_eq!(again.sign_in("ana", PASSWORD).await.json()["failures_since"], 1);
    drop(again);
    let key = Keys::new([7; 32], [8; 32]).verifying_key();
    let checks = store::verify(&data, &StoreOptions::new(&data, &keys).checkpoints, &key).expect("readable");
    for check in checks {
        assert_eq!(check.difference, None, "{}", check.name);
    }
}

/// Proves REC-01: nobody gets an answer before it is stored, even if the caller has gone meanwhile.
#[tokio::test]
async fn what_is_stored_is_taken_in_even_if_whoever_asked_has_gone() {
    /// Holds batches back until they are released.
    struct Slow {
        store: Arc<dyn Store>,
        held: std::sync::Mutex<Vec<(Batch, AppendCallback)>>,
        holds: std::sync::atomic::AtomicBool,
    }
    impl PassThrough for Slow {
        fn behind(&self) -> &dyn Store {
            self.store.as_ref()
        }

        fn append(&self, batch: Batch, done: AppendCallback) {
            if self.holds.load(std::sync::atomic::Ordering::SeqCst) {
                self.held.lock().expect("no panic").push((batch, done));
            } else {
                self.store.append(batch, done);
            }
        }
    }
    let (store, held) = (House::new().await.store, std::sync::Mutex::default());
    let slow = Arc::new(Slow { store, held, holds: false.into() });
    let clocks = House::new().await.clocks;
    let house = Arc::new(House::over(slow.clone(), Config::default(), clocks, CHEAP).await);
    let ana = house.player("ana").await;
    slow.holds.store(true, std::sync::atomic::Ordering::SeqCst);
    let leaving = {
        let (house, ana) = (house.clone(), ana.clone());
        tokio::spawn(async move { house.post("/api/sign-out-everywhere", &ana, json!({})).await })
    };
    while slow.held.lock().expect("no panic").is_empty() {
        tokio::task::yield_now().await;
    }
    assert!(!leaving.is_finished(), "nobody gets an answer before it is stored");
    assert_eq!(house.get("/api/me", &ana).await.status, StatusCode::OK, "and nothing shows its effect");
    leaving.abort();
    assert!(leaving.await.expect_err("gone").is_cancelled());
    slow.holds.store(false, std::sync::atomic::Ordering::SeqCst);
    let (batch, done) = slow.held.lock().expect("no panic").pop().expect("held back");
    slow.store.append(batch, done);
    assert_eq!(house.get("/api/me", &ana).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(house.sign_in("ana", PASSWORD).await.status, StatusCode::OK, "the next decision fits");
}
