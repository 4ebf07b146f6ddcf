//! The cost of an act does not grow with the room: the same evening in an empty room and in one with many
//! accounts and closed tables makes the same requests to the store.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use axum::http::StatusCode;
use serde_json::json;
use store::MemoryStore;

use crate::counting::{Counting, Work};
use crate::evening::{line, patient};
use crate::hall::Numbered;
use crate::house::{CHEAP, Clocks, House, PASSWORD};

/// A room that counts, where the decks are the same in every run.
async fn room() -> (House, Arc<Counting>) {
    let store = Counting::over(Arc::new(MemoryStore::new()));
    let clocks = Clocks { steady: AtomicU64::new(5_000), wall: AtomicU64::new(1_790_000_000_000) };
    let chance = Box::new(Numbered(4_000_000));
    (House::with_chance(store.clone(), patient(), Arc::new(clocks), CHEAP, chance).await, store)
}

async fn opens(house: &House, cookie: &str) -> u64 {
    let opened = house.post("/api/tables", cookie, json!({ "name": "Elm", "book": "standard" })).await;
    opened.json()["table"].as_u64().unwrap_or_else(|| panic!("{}", opened.text))
}

/// People join, and one in three opens a table that is closed again.
async fn fills(house: &House, people: u64) {
    for person in 1..=people {
        let cookie = house.player(&format!("early{person}")).await;
        if person % 3 != 0 {
            continue;
        }
        let table = opens(house, &cookie).await;
        let path = format!("/api/tables/{table}/close");
        let closed = house.post(&path, &cookie, json!({ "reason": "nobody came" })).await;
        assert!(closed.status.is_success(), "{}", closed.text);
        while house.get(&format!("/api/tables/{table}"), "").await.status != StatusCode::NOT_FOUND {
            tokio::task::yield_now().await;
        }
    }
}

/// Two people sign up, sign in again, look around and play to the first turn of a hand.
async fn evening(house: &House, store: &Counting) -> Work {
    let before = store.work();
    let mut cookies = Vec::new();
    for login in ["ana", "ben"] {
        house.player(login).await;
        let came = house.sign_in(login, PASSWORD).await;
        assert_eq!(came.status, StatusCode::OK, "{}", came.text);
        cookies.push(came.cookie());
    }
    let table = opens(house, &cookies[0]).await;
    for path in ["/api/room", "/api/tables", "/api/me", "/api/wallet", "/api/hands", "/api/results"] {
        let seen = house.get(path, &cookies[1]).await;
        assert!(seen.status.is_success(), "{path}: {}", seen.text);
    }
    let mut players = Vec::new();
    for (cookie, seat) in cookies.iter().zip(1..) {
        let person = house.get("/api/me", cookie).await.json()["person"].as_u64();
        let mut client = line(house, person);
        client.watch(table);
        client.until("snapshot").await;
        client.sit(table, seat, 100).await;
        players.push(client);
    }
    loop {
        let mut eye = line(house, None);
        eye.watch(table);
        if eye.until("snapshot").await["turn"].is_object() {
            return store.work().since(before);
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn an_evening_costs_the_same_in_a_room_with_many_accounts_and_closed_tables() {
    let (empty, store) = room().await;
    let alone = evening(&empty, &store).await;
    assert!(alone.written > 20 && alone.read > 5 && alone.bytes > 5_000, "{alone:?}");
    let (full, store) = room().await;
    fills(&full, 99).await;
    let among_many = evening(&full, &store).await;
    assert_eq!((among_many.written, among_many.read), (alone.written, alone.read));
    // Numbers with three digits are longer than those with one: this makes less than one byte in a hundred.
    let longer = among_many.bytes.abs_diff(alone.bytes);
    assert!(longer * 100 < alone.bytes, "{} bytes among many, {} alone", among_many.bytes, alone.bytes);
}
