//! Signing in and out.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::http::{Method, StatusCode};
use chips::book::{Account, Unit};
use room::port::{PassThrough, Store, StreamId};
use serde_json::json;
use server::Config;
use server::people::password::{Cost, Hasher};

use crate::house::{House, PASSWORD};

const JSON: (&str, &str) = ("content-type", "application/json");

#[tokio::test]
async fn a_new_account_comes_in_with_chips_from_the_issue() {
    let house = House::new().await;
    let wish = json!({"login": "Ana", "name": "Ana Bel", "password": PASSWORD});
    let made = house.post("/api/sign-up", "", wish).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
    let me = house.get("/api/me", &made.cookie()).await.json();
    assert_eq!(me["login"], "ana");
    assert_eq!(me["name"], "Ana Bel");
    assert_eq!(me["roles"], json!(["player"]));
    assert_eq!(me["wallet"], 10_000);
    assert_eq!(house.store.balance(Account::Issue, Unit::Play), Ok(-10_000));
    let wallet = house.get("/api/wallet", &made.cookie()).await.json();
    assert_eq!(wallet["balance"], 10_000);
    assert_eq!(wallet["lines"][0]["other"], "issue");
    assert_eq!(wallet["lines"][0]["change"], 10_000);
}

#[tokio::test]
async fn a_name_that_is_taken_is_refused_with_its_reason() {
    let house = House::new().await;
    house.player("ana").await;
    let again = house.post("/api/sign-up", "", json!({"login": "ANA", "password": PASSWORD})).await;
    assert_eq!((again.status, again.code().as_str()), (StatusCode::CONFLICT, "login_taken"));
    let alike = json!({"login": "ben", "name": "A-n-a", "password": PASSWORD});
    assert_eq!(house.post("/api/sign-up", "", alike).await.code(), "name_taken");
    let short = json!({"login": "ben", "password": "short"});
    let refused = house.post("/api/sign-up", "", short).await;
    assert_eq!((refused.status, refused.code().as_str()), (StatusCode::BAD_REQUEST, "password_unfit"));
    assert_eq!(refused.json()["why"], "a password must have at least 10 characters");
    assert_eq!(refused.json()["clauses"], json!([]));
}

#[tokio::test]
async fn a_sign_up_that_is_sent_twice_makes_one_account() {
    let house = House::new().await;
    let key = ("idempotency-key", "00112233445566778899aabbccddeeff");
    let body = json!({"login": "ana", "password": PASSWORD}).to_string();
    let first = house.ask(Method::POST, "/api/sign-up", "", &[JSON, key], &body).await;
    let again = house.ask(Method::POST, "/api/sign-up", "", &[JSON, key], &body).await;
    assert_eq!((first.status, again.status), (StatusCode::CREATED, StatusCode::CREATED), "{}", again.text);
    assert_eq!(first.json()["person"], again.json()["person"]);
    assert_eq!(again.json()["wallet"], 10_000, "granted once");
    let thief = json!({"login": "ana", "password": "another long one"}).to_string();
    let other = house.ask(Method::POST, "/api/sign-up", "", &[JSON, key], &thief).await;
    assert_eq!((other.status, other.code().as_str()), (StatusCode::CONFLICT, "key_used"));
    assert!(!other.headers.contains_key("set-cookie"), "the key alone gives no access: {:?}", other.headers);
    let bad = house.ask(Method::POST, "/api/sign-up", "", &[JSON, ("idempotency-key", "x")], &body).await;
    assert_eq!(bad.code(), "malformed");
}

/// Proves ACS-03.
#[tokio::test]
async fn an_unknown_name_and_a_wrong_password_get_one_answer() {
    let house = House::new().await;
    house.player("ana").await;
    let wrong = house.sign_in("ana", "not the password").await;
    let unknown = house.sign_in("nobody", "not the password").await;
    let impossible = house.sign_in("no body/!", "not the password").await;
    let reserved = house.sign_in("house", "").await;
    assert_eq!(wrong.status, StatusCode::UNAUTHORIZED);
    for other in [unknown, impossible, reserved] {
        assert_eq!((other.status, &other.text), (wrong.status, &wrong.text));
        let names = |answer: &crate::house::Answer| -> BTreeSet<String> {
            answer.headers.keys().map(ToString::to_string).collect()
        };
        assert_eq!(names(&other), names(&wrong));
    }
}

/// Proves ACS-03: both cases do the same work, measured by the time the hash itself takes.
#[tokio::test]
async fn as_much_is_hashed_for_an_unknown_name_as_for_a_wrong_password() {
    // Enough memory that a hash takes far longer than everything around it.
    let hasher = Hasher::new(Cost { memory: 8 * 1024, passes: 2 }, 1).expect("random bytes");
    let hash = hasher.hash(PASSWORD.to_owned()).await.expect("hashed");
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..7 {
        for (at, hash) in [Some(hash.as_str()), None].into_iter().enumerate() {
            let start = std::time::Instant::now();
            assert!(!hasher.matches("wrong".to_owned(), hash).await.expect("compared"));
            times[at].push(start.elapsed());
        }
    }
    // The fastest of several: other work of the machine only makes a hash slower.
    let [known, unknown] = times.map(|mut times| {
        times.sort_unstable();
        times[0]
    });
    assert!(known < unknown * 3 && unknown < known * 3, "{known:?} and {unknown:?}");
    assert!(hasher.matches(PASSWORD.to_owned(), Some(&hash)).await.expect("compared"));
    assert!(
        !hasher.matches("nobody".to_owned(), None).await.expect("compared"),
        "the dummy hash matches nothing"
    );
}

#[tokio::test]
async fn passwords_are_hashed_as_owasp_recommends() {
    let hasher = Hasher::new(Cost::OWASP, 1).expect("random bytes");
    let hash = hasher.hash(PASSWORD.to_owned()).await.expect("hashed");
    assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
    assert_ne!(hash, hasher.hash(PASSWORD.to_owned()).await.expect("hashed"), "salted");
}

/// Proves ACS-03.
#[tokio::test]
async fn who_fails_waits_and_a_restart_forgets_nothing() {
    let house = House::new().await;
    house.player("ana").await;
    // Three failures are free; the fourth leads to a wait of one second.
    for _ in 0..4 {
        assert_eq!(house.sign_in("ana", "not the password").await.status, StatusCode::UNAUTHORIZED);
    }
    let waits = house.sign_in("ana", PASSWORD).await;
    assert_eq!((waits.status, waits.code().as_str()), (StatusCode::TOO_MANY_REQUESTS, "throttled"));
    assert_eq!(waits.header("retry-after"), "1");
    let restarted = house.restarted().await;
    assert_eq!(restarted.sign_in("ana", PASSWORD).await.code(), "throttled");
    restarted.clocks.pass(1000);
    assert_eq!(restarted.sign_in("ana", PASSWORD).await.status, StatusCode::OK);
    assert_eq!(restarted.sign_in("ana", PASSWORD).await.json()["failures_since"], 0);
}

/// Proves ACS-03: an unknown name is locked like a known one, so a lock reveals nothing.
#[tokio::test]
async fn ten_failures_lock_a_name_for_a_quarter_of_an_hour_whoever_it_is() {
    let house = House::new().await;
    house.player("ana").await;
    for name in ["ana", "nobody"] {
        for failure in 1..=10 {
            let status = house.sign_in(name, "not the password").await.status;
            assert_eq!(status, StatusCode::UNAUTHORIZED, "{name}, {failure}");
            house.clocks.pass(60_000);
        }
        // A minute has passed since the tenth.
        let locked = house.sign_in(name, PASSWORD).await;
        assert_eq!((locked.code().as_str(), locked.header("retry-after")), ("throttled", "840"), "{name}");
    }
    house.clocks.pass(15 * 60_000);
    assert_eq!(house.sign_in("ana", PASSWORD).await.json()["failures_since"], 10);
}

/// Proves TIM-01 for locks and sessions.
#[tokio::test]
async fn a_wall_clock_that_is_set_lifts_no_lock_and_ends_no_session() {
    let house = House::new().await;
    let cookie = house.player("ana").await;
    for _ in 0..4 {
        house.sign_in("ana", "not the password").await;
    }
    const YEAR: u64 = 365 * 24 * 3600 * 1000;
    let wall = house.clocks.wall.load(Ordering::SeqCst);
    for jump in [wall + YEAR, wall - YEAR, wall + 3_600_000] {
        house.clocks.wall.store(jump, Ordering::SeqCst);
        assert_eq!(house.sign_in("ana", PASSWORD).await.code(), "throttled");
        assert_eq!(house.get("/api/me", &cookie).await.status, StatusCode::OK);
    }
    house.clocks.steady.fetch_add(1000, Ordering::SeqCst);
    assert_eq!(house.sign_in("ana", PASSWORD).await.status, StatusCode::OK);
}

/// Proves ACS-04.
#[tokio::test]
async fn a_token_is_new_at_each_sign_in_and_the_old_one_opens_nothing() {
    let house = House::new().await;
    let old = house.player("ana").await;
    let body = json!({"login": "ana", "password": PASSWORD}).to_string();
    let again = house.ask(Method::POST, "/api/sign-in", &old, &[JSON], &body).await;
    assert_ne!(again.cookie(), old);
    assert_eq!(house.get("/api/me", &old).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(house.get("/api/me", &again.cookie()).await.status, StatusCode::OK);
    // A token that somebody planted before is not adopted.
    let planted = format!("cardroom={}", "ab".repeat(32));
    let fixed = house.ask(Method::POST, "/api/sign-in", &planted, &[JSON], &body).await;
    assert_ne!(fixed.cookie(), planted);
    assert_eq!(house.get("/api/me", &planted).await.status, StatusCode::UNAUTHORIZED);
}

/// Proves ACS-04: a browser may send several cookies of one name, from other paths and domains, in any order.
#[tokio::test]
async fn a_cookie_that_opens_nothing_hides_no_session_behind_it() {
    let house = House::new().await;
    let ana = house.player("ana").await;
    let stale = house.sign_in("ana", PASSWORD).await.cookie();
    assert_eq!(house.post("/api/sign-out", &stale, json!({})).await.status, StatusCode::NO_CONTENT);
    let planted = format!("cardroom={}", "ab".repeat(32));
    for other in [&stale, &planted, "cardroom=", "cardroom=nonsense"] {
        for both in [format!("{other}; {ana}"), format!("{ana}; {other}")] {
            assert_eq!(house.get("/api/me", &both).await.json()["login"], "ana", "{both}");
        }
        assert_eq!(house.get("/api/me", other).await.status, StatusCode::UNAUTHORIZED, "{other}");
    }
    // Nobody honestly has more than a few: further ones are not looked at.
    let many = format!("{}{ana}", "cardroom=nonsense; ".repeat(1000));
    assert_eq!(house.get("/api/me", &many).await.status, StatusCode::UNAUTHORIZED);
    // Signing in ends the session that the browser had, wherever its cookie stands.
    let body = json!({"login": "ana", "password": PASSWORD}).to_string();
    let both = format!("{planted}; {ana}");
    let again = house.ask(Method::POST, "/api/sign-in", &both, &[JSON], &body).await;
    assert_eq!(again.status, StatusCode::OK);
    assert_eq!(house.get("/api/me", &ana).await.status, StatusCode::UNAUTHORIZED);
    let both = format!("{stale}; {}", again.cookie());
    assert_eq!(house.get("/api/me", &both).await.status, StatusCode::OK);
    assert_eq!(house.post("/api/sign-out", &both, json!({})).await.status, StatusCode::NO_CONTENT);
    assert_eq!(house.get("/api/me", &again.cookie()).await.status, StatusCode::UNAUTHORIZED);
}

/// Proves ACS-04: a session cookie that somebody planted beside one's own acts for nobody.
#[tokio::test]
async fn nobody_is_signed_in_by_cookies_of_two_people_and_signing_out_ends_both() {
    let house = House::new().await;
    let (ana, ben) = (house.player("ana").await, house.player("ben").await);
    let second = house.sign_in("ana", PASSWORD).await.cookie();
    // Two sessions of one person are theirs in either order.
    for both in [format!("{ana}; {second}"), format!("{second}; {ana}")] {
        assert_eq!(house.get("/api/me", &both).await.json()["login"], "ana");
    }
    for both in [format!("{ana}; {ben}"), format!("{ben}; {ana}")] {
        let told = house.get("/api/me", &both).await;
        assert_eq!((told.status, told.code().as_str()), (StatusCode::UNAUTHORIZED, "not_signed_in"));
    }
    for one in [&ana, &ben] {
        assert_eq!(house.get("/api/me", one).await.status, StatusCode::OK, "each holds by itself");
    }
    // Signing in again works, even with the planted cookie still there.
    let both = format!("{ben}; {ana}");
    let body = json!({"login": "ana", "password": PASSWORD}).to_string();
    let again = house.ask(Method::POST, "/api/sign-in", &both, &[JSON], &body).await.cookie();
    assert_eq!(house.get("/api/me", &format!("{ben}; {again}")).await.json()["login"], "ana");
    let ben = house.sign_in("ben", PASSWORD).await.cookie();
    let all = format!("{ben}; {again}; {second}");
    assert_eq!(house.post("/api/sign-out", &all, json!({})).await.status, StatusCode::NO_CONTENT);
    for one in [&ben, &again, &second] {
        assert_eq!(house.get("/api/me", one).await.status, StatusCode::UNAUTHORIZED);
    }
}

/// Proves ACS-04.
#[tokio::test]
async fn a_stolen_token_opens_nothing_after_its_owner_has_left() {
    let house = House::new().await;
    let first = house.player("ana").await;
    let second = house.sign_in("ana", PASSWORD).await.cookie();
    assert_eq!(house.post("/api/sign-out", &first, json!({})).await.status, StatusCode::NO_CONTENT);
    assert_eq!(house.get("/api/me", &first).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(house.get("/api/me", &second).await.status, StatusCode::OK);
    let third = house.sign_in("ana", PASSWORD).await.cookie();
    house.post("/api/sign-out-everywhere", &second, json!({})).await;
    for cookie in [&second, &third] {
        assert_eq!(house.get("/api/me", cookie).await.status, StatusCode::UNAUTHORIZED);
    }
    let restarted = house.restarted().await;
    assert_eq!(restarted.get("/api/me", &third).await.status, StatusCode::UNAUTHORIZED);
}

/// Proves ACS-04.
#[tokio::test]
async fn a_new_password_ends_the_other_sessions() {
    let house = House::new().await;
    let here = house.player("ana").await;
    let there = house.sign_in("ana", PASSWORD).await.cookie();
    let wish = |old: &str| json!({"old": old, "new": "a new long password"});
    let wrong = house.post("/api/password", &here, wish("not the password")).await;
    assert_eq!((wrong.status, wrong.code().as_str()), (StatusCode::UNAUTHORIZED, "wrong_credentials"));
    let mut endings = house.state.people.session_endings();
    assert_eq!(house.post("/api/password", &here, wish(PASSWORD)).await.status, StatusCode::NO_CONTENT);
    assert_eq!(endings.try_recv().expect("told").sessions.len(), 1, "listeners are notified");
    assert_eq!(house.get("/api/me", &here).await.status, StatusCode::OK);
    assert_eq!(house.get("/api/me", &there).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(house.sign_in("ana", PASSWORD).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(house.sign_in("ana", "a new long password").await.status, StatusCode::OK);
}

/// Proves ACS-04: what is stored gives no access.
#[tokio::test]
async fn tokens_are_stored_hashed() {
    let house = House::new().await;
    let cookie = house.player("ana").await;
    let token = cookie.strip_prefix("cardroom=").expect("the plain cookie");
    assert_eq!(token.len(), 64, "32 bytes in hexadecimal");
    let records = house.store.read(StreamId::People, 0, 100).expect("readable");
    assert!(records.iter().any(|record| record.kind == "signed_in"));
    for record in &records {
        assert!(!record.body.contains(token), "{}", record.body);
    }
    let hash = records.iter().find_map(|record| {
        let body: serde_json::Value = serde_json::from_str(&record.body).ok()?;
        body["token"].as_str().map(str::to_owned)
    });
    let replayed = format!("cardroom={}", hash.expect("there"));
    assert_eq!(house.get("/api/me", &replayed).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_session_ends_by_itself() {
    let house = House::with(Config { session_hours: 2, ..Config::default() }).await;
    let cookie = house.player("ana").await;
    house.clocks.pass(2 * 3_600_000 - 1);
    assert_eq!(house.get("/api/me", &cookie).await.status, StatusCode::OK);
    house.clocks.pass(1);
    assert_eq!(house.get("/api/me", &cookie).await.status, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn the_last_sign_in_is_shown_to_whoever_comes_in() {
    let house = House::new().await;
    house.player("ana").await;
    let first = house.clocks.now().wall.0;
    house.clocks.pass(5000);
    house.sign_in("ana", "not the password").await;
    let me = house.sign_in("ana", PASSWORD).await.json();
    assert_eq!((me["last_sign_in"].as_u64(), me["failures_since"].as_u64()), (Some(first), Some(1)));
}

#[tokio::test]
async fn a_room_that_takes_no_new_accounts_says_so() {
    let config = Config { sign_up: server::config::SignUp::Closed, ..Config::default() };
    let house = House::with(config).await;
    let refused = house.post("/api/sign-up", "", json!({"login": "ana", "password": PASSWORD})).await;
    assert_eq!((refused.status, refused.code().as_str()), (StatusCode::FORBIDDEN, "sign_up_closed"));
    assert_eq!(house.get("/api/room", "").await.json()["sign_up"], false);
}

/// Proves AUD-06 for accounts: if nothing can be stored, nobody can sign in.
#[tokio::test]
async fn where_nothing_can_be_stored_nobody_comes_in() {
    /// A store that stops working on command.
    struct Broken {
        memory: store::MemoryStore,
        broken: std::sync::atomic::AtomicBool,
    }
    use room::port::{AppendCallback, Appended, Batch, StoreError};
    impl PassThrough for Broken {
        fn behind(&self) -> &dyn Store {
            &self.memory
        }

        fn append(&self, batch: Batch, done: AppendCallback) {
            if self.broken.load(Ordering::SeqCst) {
                let fault: Result<Appended, StoreError> = Err(StoreError::unavailable("the disk is full"));
                return done(fault);
            }
            self.memory.append(batch, done);
        }
    }
    let store = Arc::new(Broken { memory: store::MemoryStore::new(), broken: false.into() });
    let clocks = House::new().await.clocks;
    let house = House::over(store.clone(), Config::default(), clocks, crate::house::CHEAP).await;
    house.player("ana").await;
    store.broken.store(true, Ordering::SeqCst);
    let log = crate::secrets::Log::default();
    let subscriber = tracing_subscriber::fmt().with_writer(log.clone()).with_ansi(false).finish();
    let guard = tracing::subscriber::set_default(subscriber);
    let refused = house.sign_in("ana", PASSWORD).await;
    drop(guard);
    assert_eq!((refused.status, refused.code().as_str()), (StatusCode::SERVICE_UNAVAILABLE, "store_broken"));
    assert_eq!(refused.cookie(), "");
    let id = refused.json()["id"].as_str().expect("a number").to_owned();
    assert_eq!(id.len(), 16);
    assert!(!refused.text.contains("disk"), "details are in the log only: {}", refused.text);
    let text = String::from_utf8(log.0.lock().expect("no panic").clone()).expect("text");
    let line = text.lines().find(|line| line.contains(&format!("E-{id}"))).expect("the log has the number");
    assert!(line.contains("the disk is full"), "{line}");
}

/// Proves ACS-03: many guesses at once get no further than one after another.
#[tokio::test]
async fn guesses_at_the_same_moment_get_no_further_than_one_after_another() {
    let house = Arc::new(House::new().await);
    house.player("ana").await;
    let mut guesses = tokio::task::JoinSet::new();
    for number in 0..40 {
        let house = house.clone();
        guesses.spawn(async move { house.sign_in("ana", &format!("guess number {number}")).await.status });
    }
    let statuses = guesses.join_all().await;
    let count = |status: StatusCode| statuses.iter().filter(|other| **other == status).count();
    // Three are free, and the fourth is the first that leads to a wait.
    assert!((1..=4).contains(&count(StatusCode::UNAUTHORIZED)), "{statuses:?}");
    assert_eq!(count(StatusCode::UNAUTHORIZED) + count(StatusCode::TOO_MANY_REQUESTS), 40, "{statuses:?}");
}

/// Proves ACS-06 for accounts: one name is one account, even when many request it at once.
#[tokio::test]
async fn of_many_who_want_a_name_at_once_one_gets_it() {
    let house = Arc::new(House::new().await);
    let mut wishes = tokio::task::JoinSet::new();
    for _ in 0..12 {
        let house = house.clone();
        let wish = json!({"login": "ana", "password": PASSWORD});
        wishes.spawn(async move { house.post("/api/sign-up", "", wish).await.status });
    }
    let statuses = wishes.join_all().await;
    let made = statuses.iter().filter(|status| **status == StatusCode::CREATED).count();
    assert_eq!(made, 1, "{statuses:?}");
    assert_eq!(house.store.people().expect("readable").len(), 2, "the room's own row and one more");
    assert_eq!(house.store.balance(Account::Issue, Unit::Play), Ok(-10_000), "granted once");
}
