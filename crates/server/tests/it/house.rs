//! A room for tests: a store in memory, clocks that a test sets, and requests as a browser or a program sends
//! them.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header};
use chips::Chips;
use fair::{CheckedEntropy, Entropy, OperatingSystem, RoomKey};
use http_body_util::BodyExt;
use room::keeper::Pace;
use room::live::{Ports, Room};
use room::people::{Grants, PeopleService};
use room::port::{Now, Steady, Store, Wall};
use serde_json::{Value, json};
use server::embed::Page;
use server::people::password::Cost;
use server::{AppState, Config, ServerParts};
use store::MemoryStore;
use tower::ServiceExt;

/// A valid password.
pub const PASSWORD: &str = "correct horse battery";
/// So little work that a test does not wait for it.
pub const CHEAP: Cost = Cost { memory: 8, passes: 1 };

/// Clocks that stand still until a test moves them; both in milliseconds.
pub struct Clocks {
    pub steady: AtomicU64,
    pub wall: AtomicU64,
}

impl Clocks {
    pub fn now(&self) -> Now {
        let steady = Steady(self.steady.load(Ordering::SeqCst));
        Now { steady, wall: Wall(self.wall.load(Ordering::SeqCst)) }
    }

    /// Moves both clocks on by this much.
    pub fn pass(&self, milliseconds: u64) {
        self.steady.fetch_add(milliseconds, Ordering::SeqCst);
        self.wall.fetch_add(milliseconds, Ordering::SeqCst);
    }
}

impl room::live::Clock for Clocks {
    fn now(&self) -> Now {
        Clocks::now(self)
    }
}

/// A running room.
pub struct House {
    pub app: Router,
    pub state: AppState,
    pub store: Arc<dyn Store>,
    pub clocks: Arc<Clocks>,
    pub address: SocketAddr,
    /// The secrets of second factors, by the name to sign in with.
    pub authenticators: Arc<Mutex<BTreeMap<String, Vec<u8>>>>,
}

/// A response.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }

    pub fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The cookie as a browser sends it back.
    pub fn cookie(&self) -> String {
        self.header("set-cookie").split(';').next().unwrap_or_default().to_owned()
    }
}

impl House {
    pub async fn new() -> House {
        House::with(Config::default()).await
    }

    pub async fn with(config: Config) -> House {
        let clocks = Clocks { steady: AtomicU64::new(5_000), wall: AtomicU64::new(1_790_000_000_000) };
        House::over(Arc::new(MemoryStore::new()), config, Arc::new(clocks), CHEAP).await
    }

    /// A room over a store that may have been used before.
    pub async fn over(store: Arc<dyn Store>, config: Config, clocks: Arc<Clocks>, cost: Cost) -> House {
        House::with_chance(store, config, clocks, cost, Box::new(OperatingSystem)).await
    }

    /// The same, with decks that a test may know.
    pub async fn with_chance(
        store: Arc<dyn Store>,
        config: Config,
        clocks: Arc<Clocks>,
        cost: Cost,
        source: Box<dyn Entropy + Send>,
    ) -> House {
        let grants = Grants { play_chips: Chips::new(config.play_chips).expect("countable") };
        let people =
            PeopleService::load(store.clone(), 1, grants, clocks.now(), [3; 16]).await.expect("readable");
        let ports = Ports {
            store: store.clone(),
            clock: clocks.clone(),
            entropy: CheckedEntropy::new(source).expect("the cipher works"),
            keys: Arc::new(RoomKey::new([7; 32]).expect("a key")),
        };
        let room = Room::open(ports, Pace::AT_ONCE).await.expect("readable");
        let ticking = clocks.clone();
        let state = AppState::new(ServerParts {
            version: "test (none)".to_owned(),
            config,
            clock: Arc::new(move || ticking.now()),
            store: store.clone(),
            people,
            room,
            page: Page::from_fn(|path| match path {
                "index.html" => Some(b"<!doctype html>the page".as_slice().into()),
                "assets/index-12345678.js" => Some(b"code".as_slice().into()),
                "assets/cardroom.svg" => Some(b"<svg/>".as_slice().into()),
                _ => None,
            }),
            cost,
        })
        .expect("random bytes");
        let app = server::app(state.clone());
        let address = SocketAddr::from(([192, 0, 2, 1], 4000));
        House { app, state, store, clocks, address, authenticators: Arc::default() }
    }

    /// The same store, opened again: what lived only in memory is gone.
    pub async fn restarted(&self) -> House {
        // The steady clock of a new process starts anywhere.
        let wall = self.clocks.now().wall.0;
        let clocks = Clocks { steady: AtomicU64::new(17), wall: AtomicU64::new(wall) };
        let config = self.state.config.clone();
        let again = House::over(self.store.clone(), config, Arc::new(clocks), CHEAP).await;
        House { authenticators: Arc::clone(&self.authenticators), ..again }
    }

    pub async fn send(&self, mut request: Request<Body>) -> Answer {
        request.extensions_mut().insert(ConnectInfo(self.address));
        let response = self.app.clone().oneshot(request).await.expect("a service does not fail");
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.expect("a whole body").to_bytes();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Ok(told) = serde_json::from_str::<Value>(&text)
            && let (Some(code), true) = (told["code"].as_str(), told["why"].is_string())
        {
            assert!(wire::codes::is_known(code), "`{code}` is in no list: {text}");
        }
        Answer { status: parts.status, headers: parts.headers, text }
    }

    pub async fn ask(
        &self,
        method: Method,
        path: &str,
        cookie: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, "room.test");
        if !cookie.is_empty() {
            request = request.header(header::COOKIE, cookie);
        }
        for (name, value) in headers {
            let name: HeaderName = name.parse().expect("a name");
            request = request.header(name, HeaderValue::from_str(value).expect("a value"));
        }
        self.send(request.body(Body::from(body.to_owned())).expect("a request")).await
    }

    pub async fn get(&self, path: &str, cookie: &str) -> Answer {
        self.ask(Method::GET, path, cookie, &[], "").await
    }

    pub async fn post(&self, path: &str, cookie: &str, body: Value) -> Answer {
        self.ask(Method::POST, path, cookie, &[("content-type", "application/json")], &body.to_string()).await
    }

    /// A new player's cookie.
    pub async fn player(&self, login: &str) -> String {
        let made = self.post("/api/sign-up", "", json!({"login": login, "password": PASSWORD})).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
        made.cookie()
    }

    /// The token of a link that the house makes, as it does when the room is new.
    pub async fn first_link(&self) -> String {
        let path = self.state.first_link().await.expect("made").expect("there is no administrator yet");
        path.strip_prefix("/first/").expect("a link to the page").to_owned()
    }

    /// A new administrator's cookie.
    pub async fn administrator(&self, login: &str) -> String {
        let wish = json!({
            "token": self.first_link().await,
            "administrator": {"login": login, "password": PASSWORD},
        });
        let made = self.post("/api/first", "", wish).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
        if made.json()["second_factor"] == "due" {
            self.enrols(login, &made.cookie()).await;
        }
        made.cookie()
    }

    /// The cookie of a person with one staff role and no other, who signed in with a second factor. An
    /// administrator's cookie gives the role.
    pub async fn staff(&self, login: &str, role: &str, administrator: &str) -> String {
        self.player(login).await;
        let person = self.state.people.by_login(login).expect("there").0;
        let taken = self
            .post(&format!("/api/admin/people/{person}/roles/player/take"), administrator, json!({}))
            .await;
        assert_eq!(taken.status, StatusCode::NO_CONTENT, "{}", taken.text);
        let roles = format!("/api/admin/people/{person}/roles");
        let given = self.post(&roles, administrator, json!({"role": role})).await;
        assert_eq!(given.status, StatusCode::NO_CONTENT, "{role}: {}", given.text);
        let cookie = self.sign_in(login, PASSWORD).await.cookie();
        self.enrols(login, &cookie).await;
        cookie
    }

    /// Enrols a second factor in a session and returns the recovery codes.
    pub async fn enrols(&self, login: &str, cookie: &str) -> Vec<String> {
        let begun = self.post("/api/second-factor/start", cookie, json!({})).await;
        assert_eq!(begun.status, StatusCode::CREATED, "{}", begun.text);
        let typed = begun.json()["secret"].as_str().expect("a secret").to_owned();
        let secret = totp_rs::Secret::try_from_base32(typed).expect("letters").to_vec();
        self.authenticators.lock().expect("no panic").insert(login.to_owned(), secret);
        let code = self.code(login).expect("just enrolled");
        let set = self.post("/api/second-factor", cookie, json!({"code": code})).await;
        assert_eq!(set.status, StatusCode::CREATED, "{}", set.text);
        let codes = set.json()["recovery_codes"].as_array().cloned().expect("a list");
        codes.iter().filter_map(|code| code.as_str().map(str::to_owned)).collect()
    }

    /// The code that an authenticator shows now.
    pub fn code(&self, login: &str) -> Option<String> {
        let secret = self.authenticators.lock().expect("no panic").get(login).cloned()?;
        let totp = totp_rs::Builder::new().with_secret(secret).build().expect("a secret");
        Some(totp.generate(self.clocks.now().wall.0 / 1000).to_string())
    }

    /// Signs in, with a code from the authenticator if there is one: the next code, because each works once.
    pub async fn sign_in(&self, login: &str, password: &str) -> Answer {
        let mut wish = json!({"login": login, "password": password});
        if self.authenticators.lock().expect("no panic").contains_key(login) {
            self.clocks.pass(30_000);
            wish["code"] = json!(self.code(login));
        }
        self.post("/api/sign-in", "", wish).await
    }
}
