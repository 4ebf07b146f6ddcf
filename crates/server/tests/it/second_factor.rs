//! The second factor over HTTP: enrolled at the first sign-in of staff, required with the password, used up,
//! and removed.

use std::collections::BTreeSet;

use axum::http::StatusCode;
use room::port::StreamId;
use serde_json::{Value, json};

use crate::house::{House, PASSWORD};

/// Proves ACS-03: staff enrol at the first sign-in, and until then the session has no staff role.
#[tokio::test]
async fn staff_enrols_a_second_factor_at_the_first_sign_in_and_gives_it_from_then_on() {
    let house = House::new().await;
    house.player("ana").await;
    let ruth = house.administrator("ruth").await;
    house.post("/api/admin/people/1/roles", &ruth, json!({"role": "supervisor"})).await;
    let first = house.sign_in("ana", PASSWORD).await;
    assert_eq!((&first.json()["roles"], &first.json()["second_factor"]), (&json!(["player"]), &json!("due")));
    let early = house.get("/api/admin/reports", &first.cookie()).await;
    assert_eq!((early.status, early.code().as_str()), (StatusCode::FORBIDDEN, "second_factor_due"));
    let why = early.json()["why"].as_str().map(str::to_owned);
    assert_eq!(why.as_deref(), Some("the role supervisor waits for your second factor: enrol it first"));
    let other = house.get("/api/admin/people", &first.cookie()).await;
    assert_eq!(other.code(), "not_granted", "a role that nobody gave does not wait");
    let begun = house.post("/api/second-factor/start", &first.cookie(), json!({})).await.json();
    let (secret, link) =
        (begun["secret"].as_str().expect("letters"), begun["link"].as_str().expect("a link"));
    assert!(secret.len() == 32 && link.starts_with("otpauth://totp/Cardroom:ana?secret="), "{link}");
    assert!(link.contains(secret) && begun["qr"].as_array().is_some_and(|rows| rows.len() >= 21));
    let wrong = house.post("/api/second-factor", &first.cookie(), json!({"code": "000000"})).await;
    assert_eq!((wrong.status, wrong.code().as_str()), (StatusCode::BAD_REQUEST, "wrong_code"));
    let codes = house.enrols("ana", &first.cookie()).await;
    assert_eq!(codes.len(), 10);
    let me = house.get("/api/me", &first.cookie()).await.json();
    assert_eq!(
        (&me["roles"], &me["second_factor"], &me["recovery_codes"]),
        (&json!(["player", "supervisor"]), &json!("on"), &json!(10))
    );
    assert_eq!(house.get("/api/admin/reports", &first.cookie()).await.status, StatusCode::OK);
    assert_eq!(
        house.post("/api/second-factor/start", &first.cookie(), json!({})).await.code(),
        "second_factor_set"
    );
    // From now on the password alone is not enough, and a code works once.
    let sign_in = |code: Option<String>| {
        house.post("/api/sign-in", "", json!({"login": "ana", "password": PASSWORD, "code": code}))
    };
    let alone = sign_in(None).await;
    assert_eq!((alone.status, alone.code().as_str()), (StatusCode::UNAUTHORIZED, "second_factor"));
    let used = sign_in(house.code("ana")).await;
    assert_eq!(used.code(), "second_factor", "the code of the enrolment is used up");
    house.clocks.pass(30_000);
    let code = house.code("ana");
    assert_eq!(sign_in(code.clone()).await.status, StatusCode::OK);
    let replayed = sign_in(code).await;
    assert_eq!((replayed.status, replayed.code().as_str()), (StatusCode::UNAUTHORIZED, "second_factor"));
    // A recovery code works too, once, however it is typed.
    let recovery = codes[0].to_lowercase().replace('-', " ");
    assert_eq!(sign_in(Some(recovery.clone())).await.status, StatusCode::OK);
    assert_eq!(sign_in(Some(recovery)).await.code(), "second_factor");
    // A restart forgets none of it.
    let again = house.restarted().await;
    assert_eq!(
        again.post("/api/sign-in", "", json!({"login": "ana", "password": PASSWORD})).await.code(),
        "second_factor"
    );
    let known = again.sign_in("ana", PASSWORD).await;
    assert_eq!((known.status, &known.json()["recovery_codes"]), (StatusCode::OK, &json!(9)));
}

/// Proves ACS-03: codes cannot be guessed faster than passwords, even by somebody who has the password.
#[tokio::test]
async fn wrong_codes_count_as_failures_to_sign_in() {
    let house = House::new().await;
    house.administrator("ruth").await;
    let guess = |code: &str| {
        house.post("/api/sign-in", "", json!({"login": "ruth", "password": PASSWORD, "code": code}))
    };
    // Three are free, and the fourth is answered before it makes the next one wait.
    for code in ["000001", "000002", "ABCD-EFGH", "000003"] {
        assert_eq!(guess(code).await.code(), "second_factor");
    }
    let waits = guess("000004").await;
    assert_eq!((waits.status, waits.code().as_str()), (StatusCode::TOO_MANY_REQUESTS, "throttled"));
    // A wrong password gets the same answer, whether or not there is a second factor.
    house.clocks.pass(3_600_000);
    let wrong =
        house.post("/api/sign-in", "", json!({"login": "ruth", "password": "not the password"})).await;
    let nobody =
        house.post("/api/sign-in", "", json!({"login": "nobody", "password": "not the password"})).await;
    assert_eq!((wrong.status, wrong.text.clone()), (nobody.status, nobody.text), "{}", wrong.text);
    assert_eq!(house.sign_in("ruth", PASSWORD).await.status, StatusCode::OK);
}

/// The secret is stored nowhere in clear text, and neither is a recovery code.
#[tokio::test]
async fn what_is_stored_of_a_second_factor_opens_no_door() {
    let house = House::new().await;
    let ruth = house.administrator("ruth").await;
    let ana = house.player("ana").await;
    let codes = house.enrols("ana", &ana).await;
    let secret = house.authenticators.lock().expect("no panic")["ana"].clone();
    let typed = totp_rs::Secret::from(secret.clone()).to_base32();
    let hex: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
    let records = house.store.read(StreamId::People, 0, 1000).expect("readable");
    let set = records.iter().filter(|record| record.kind == "second_factor_set").count();
    assert_eq!(set, 2, "ruth's and ana's");
    for record in &records {
        for clear in [&typed, &hex].into_iter().chain(&codes) {
            assert!(!record.body.contains(clear.as_str()), "{} has it in clear text", record.kind);
        }
    }
    let me = house.get("/api/me", &ana).await;
    let people = house.get("/api/admin/people", &ruth).await;
    for shown in [me, people] {
        assert!(!shown.text.contains(&typed) && !shown.text.contains(&codes[0]), "{}", shown.text);
    }
}

#[tokio::test]
async fn a_second_factor_goes_by_its_person_or_by_an_administrator_and_its_person_sees_it() {
    let house = House::new().await;
    let ana = house.player("ana").await;
    let ruth = house.administrator("ruth").await;
    house.enrols("ana", &ana).await;
    house.clocks.pass(30_000);
    let remove = |password: &str, code: Option<String>| {
        house.post("/api/second-factor/remove", &ana, json!({"password": password, "code": code}))
    };
    assert_eq!(remove("not the password", house.code("ana")).await.code(), "wrong_credentials");
    assert_eq!(remove(PASSWORD, Some("000000".to_owned())).await.code(), "second_factor");
    assert_eq!(remove(PASSWORD, house.code("ana")).await.status, StatusCode::NO_CONTENT);
    assert_eq!(house.get("/api/me", &ana).await.status, StatusCode::UNAUTHORIZED);
    house.authenticators.lock().expect("no panic").remove("ana");
    let ana = house.sign_in("ana", PASSWORD).await.cookie();
    house.enrols("ana", &ana).await;
    house.clocks.pass(30_000);
    let path = "/api/second-factor/recovery-codes";
    let codes = house.post(path, &ana, json!({"password": PASSWORD, "code": house.code("ana")})).await;
    assert_eq!(codes.json()["recovery_codes"].as_array().map(Vec::len), Some(10), "{}", codes.text);
    let path = "/api/admin/people/1/second-factor/remove";
    assert_eq!(house.post(path, &ruth, json!({"reason": " "})).await.code(), "reason");
    let own = "/api/admin/people/2/second-factor/remove";
    assert_eq!(house.post(own, &ruth, json!({"reason": "mine"})).await.code(), "oneself");
    assert_eq!(house.post(path, &ruth, json!({"reason": "lost"})).await.status, StatusCode::NO_CONTENT);
    house.authenticators.lock().expect("no panic").remove("ana");
    let me = house.sign_in("ana", PASSWORD).await.json();
    assert_eq!(me["second_factor"], "off");
    let notice = &me["notices"][0];
    assert_eq!(
        (&notice["what"], &notice["by"], &notice["person"], &notice["new"]),
        (&json!("second_factor_taken"), &json!("ruth"), &json!(2), &json!(true))
    );
}

/// Giving or taking a role ends the sessions: an old browser session learns this at its next request, and the
/// next sign-in has the new roles.
#[tokio::test]
async fn an_old_session_after_a_change_of_roles_is_nobodys() {
    let house = House::new().await;
    let ruth = house.administrator("ruth").await;
    let sam = house.staff("sam", "supervisor", &ruth).await;
    assert_eq!(house.get("/api/admin/reports", &sam).await.status, StatusCode::OK);
    let taken = house.post("/api/admin/people/2/roles/supervisor/take", &ruth, json!({})).await;
    assert_eq!(taken.status, StatusCode::NO_CONTENT);
    for path in ["/api/me", "/api/admin/reports", "/api/hands"] {
        let old = house.get(path, &sam).await;
        assert_eq!((old.status, old.code().as_str()), (StatusCode::UNAUTHORIZED, "not_signed_in"), "{path}");
    }
    assert_eq!(house.sign_in("sam", PASSWORD).await.json()["roles"], json!([]));
}

/// The records of these kinds: who did it, and in which role.
async fn roles_on_record(house: &House, auditor: &str, kinds: &[&str]) -> BTreeSet<(String, String, String)> {
    let page = house.get("/api/audit/events?most=200", auditor).await.json();
    let events = page["events"].as_array().cloned().expect("a list");
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let told =
        events.iter().map(|event| (word(&event["kind"]), word(&event["by"]["name"]), word(&event["role"])));
    told.filter(|(kind, ..)| kinds.contains(&kind.as_str())).collect()
}

/// A person who does not play is not on record as a player: a second factor is enrolled in the highest role
/// that needs one, and a password is changed in that of the account.
#[tokio::test]
async fn what_is_done_to_the_own_account_is_on_record_in_the_role_it_is_for() {
    let house = House::new().await;
    let ruth = house.administrator("ruth").await;
    let auditor = house.staff("alec", "auditor", &ruth).await;
    // Ana plays, deals and supervises; Bob only plays.
    house.player("ana").await;
    let person = house.state.people.by_login("ana").expect("there").0;
    for role in ["supervisor", "dealer"] {
        let path = format!("/api/admin/people/{person}/roles");
        let given = house.post(&path, &ruth, json!({"role": role})).await;
        assert_eq!(given.status, StatusCode::NO_CONTENT, "{}", given.text);
    }
    let ana = house.sign_in("ana", PASSWORD).await.cookie();
    let bob = house.player("bob").await;
    let everybody = [("alec", &auditor), ("ana", &ana), ("bob", &bob)];
    for (login, cookie) in everybody {
        let mut recovery = Vec::new();
        if login != "alec" {
            recovery = house.enrols(login, cookie).await;
        }
        house.clocks.pass(30_000);
        let wish = json!({"password": PASSWORD, "code": house.code(login)});
        let made = house.post("/api/second-factor/recovery-codes", cookie, wish).await;
        assert_eq!(made.status, StatusCode::CREATED, "{login}: {}", made.text);
        if let Some(code) = made.json()["recovery_codes"][0].as_str() {
            recovery = vec![code.to_owned()];
        }
        let wish = json!({"old": PASSWORD, "new": "another long password"});
        let changed = house.post("/api/password", cookie, wish).await;
        assert!(changed.status.is_success(), "{login}: {}", changed.text);
        let wish = json!({"login": login, "password": "another long password", "code": recovery[0]});
        assert_eq!(house.post("/api/sign-in", "", wish).await.status, StatusCode::OK, "{login}");
    }
    house.clocks.pass(30_000);
    let wish = json!({"password": "another long password", "code": house.code("ana")});
    let removed = house.post("/api/second-factor/remove", &ana, wish).await;
    assert_eq!(removed.status, StatusCode::NO_CONTENT, "{}", removed.text);
    house.post("/api/sign-out-everywhere", &bob, json!({})).await;

    let kinds = ["second_factor_set", "recovery_codes_made", "recovery_code_used"];
    let mut expected = BTreeSet::new();
    for (name, role) in [("alec", "auditor"), ("ana", "supervisor"), ("bob", "player")] {
        for kind in kinds {
            expected.insert((kind.to_owned(), name.to_owned(), role.to_owned()));
        }
    }
    let row = |kind: &str, name: &str, role: &str| (kind.to_owned(), name.to_owned(), role.to_owned());
    expected.insert(row("second_factor_set", "ruth", "administrator"));
    assert_eq!(roles_on_record(&house, &auditor, &kinds).await, expected);
    let own = ["password_changed", "second_factor_taken", "signed_out_everywhere"];
    let expected = BTreeSet::from([
        row("password_changed", "alec", "auditor"),
        row("password_changed", "ana", "player"),
        row("password_changed", "bob", "player"),
        row("second_factor_taken", "ana", "supervisor"),
        row("signed_out_everywhere", "bob", "player"),
    ]);
    assert_eq!(roles_on_record(&house, &auditor, &own).await, expected);
}
