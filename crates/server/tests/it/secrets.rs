//! What the log never contains.

use std::io::Write;
use std::sync::{Arc, Mutex};

use serde_json::json;
use tracing_subscriber::fmt::MakeWriter;

use crate::house::House;

/// A log that a test can read.
#[derive(Clone, Default)]
pub struct Log(pub Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Log;

    fn make_writer(&'a self) -> Log {
        self.clone()
    }
}

const PLANTED: &str = "planted-password-7f3a";

/// Uses everything that contains a secret, well-formed and not.
async fn uses_secrets(house: &House) -> Vec<String> {
    let made = house.post("/api/sign-up", "", json!({"login": "planted-login", "password": PLANTED})).await;
    let cookie = made.cookie();
    house.post("/api/sign-in", "", json!({"login": "planted-login", "password": PLANTED})).await;
    house.post("/api/sign-in", "", json!({"login": PLANTED, "password": "planted-login"})).await;
    house.post("/api/sign-in", "", json!({"login": "planted-login", "password": [PLANTED]})).await;
    house.post("/api/password", &cookie, json!({"old": PLANTED, "new": "planted-password-9c1d"})).await;
    let token = house.first_link().await;
    let wish = json!({"token": token, "administrator": {"login": "planted-ruth", "password": PLANTED}});
    let ruth = house.post("/api/first", "", wish).await.cookie();
    let mut secrets = house.enrols("planted-ruth", &ruth).await;
    let secret = house.authenticators.lock().expect("no panic")["planted-ruth"].clone();
    secrets.push(totp_rs::Secret::from(secret).to_base32());
    secrets.extend(house.code("planted-ruth"));
    house.sign_in("planted-ruth", PLANTED).await;
    let link = house.post("/api/admin/people/1/reset-link", &ruth, json!({})).await.json();
    let link = link["path"].as_str().expect("a link").rsplit('/').next().unwrap_or_default().to_owned();
    house.get(&format!("/reset/{link}"), "").await;
    house.post("/api/reset", "", json!({"token": link, "password": PLANTED})).await;
    secrets.extend([cookie, ruth, token, link]);
    secrets
}

/// Proves AUD-05: no password, token, link or name is in the log, whatever level is written.
#[tokio::test]
async fn no_secret_and_no_name_is_in_the_log() {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(log.clone())
        .with_ansi(false)
        .finish();
    let guard = tracing::subscriber::set_default(subscriber);
    let house = House::new().await;
    let mut secrets = uses_secrets(&house).await;
    // The log is captured: a line of our own arrives.
    tracing::info!("the log is open");
    drop(guard);
    let text = String::from_utf8(log.0.lock().expect("no panic").clone()).expect("text");
    assert!(text.contains("the log is open"));
    secrets.push("planted".to_owned());
    for secret in secrets {
        let secret = secret.rsplit('=').next().unwrap_or_default();
        assert!(!secret.is_empty() && !text.contains(secret), "the log leaks: {text}");
    }
}

/// Proves AUD-05: the same search catches a log that does leak.
#[tokio::test]
async fn a_leaky_log_line_would_be_found() {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt().with_writer(log.clone()).with_ansi(false).finish();
    let guard = tracing::subscriber::set_default(subscriber);
    tracing::info!(password = PLANTED, "somebody signs in");
    drop(guard);
    let text = String::from_utf8(log.0.lock().expect("no panic").clone()).expect("text");
    assert!(text.contains(PLANTED));
}

#[test]
fn nothing_that_holds_a_secret_prints_it() {
    let secret = server::secret::SecretToken::new().expect("random bytes");
    assert!(!format!("{secret:?}").contains(secret.reveal()));
    let cookie = server::people::session::session_cookie(&secret, 60, true).expect("a header");
    assert!(!format!("{cookie:?}").contains(secret.reveal()));
}
