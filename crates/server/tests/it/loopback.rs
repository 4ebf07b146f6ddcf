//! A whole room behind a real socket on loopback, as the tests and the benches open it.

use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use chips::Chips;
use fair::{CheckedEntropy, Entropy, OperatingSystem, RoomKey};
use hyper::Method;
use load::client::{Address, ClientSession};
use room::keeper::Pace;
use room::live::{Clock, Ports, Room};
use room::people::{Grants, PeopleService};
use room::port::{Now, Steady, Store, Wall};
use serde_json::json;
use server::config::{Config, RequestRate, SecondFactor};
use server::embed::Page;
use server::people::password::Cost;
use server::{AppState, ServerParts};

/// So little work that a test does not wait for it.
const CHEAP: Cost = Cost { memory: 8, passes: 1 };

struct Running(Instant);

impl Clock for Running {
    fn now(&self) -> Now {
        // A test runs for minutes at most.
        let passed = self.0.elapsed().as_millis() as u64;
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64);
        Now { steady: Steady(1_000_000 + passed), wall: Wall(wall) }
    }
}

pub struct Served {
    pub state: AppState,
    pub address: Address,
    serving: tokio::task::JoinHandle<()>,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// A room for programs: no pauses, and limits that a test does not reach unless it wants to.
pub fn for_programs() -> Config {
    let wide = RequestRate { a_minute: 1_000_000, at_once: 1_000_000 };
    let mut config = Config::default();
    config.limits.address = wide;
    config.limits.person = wide;
    config.limits.sign_ups = wide;
    config.staff_second_factor = SecondFactor::Optional;
    config
}

impl Served {
    pub async fn over(store: Arc<dyn Store>, config: Config) -> Served {
        Served::with(store, config, Arc::new(Running(Instant::now())), Box::new(OperatingSystem)).await
    }

    /// The same, with a clock and decks that a test may know.
    pub async fn with(
        store: Arc<dyn Store>,
        config: Config,
        clock: Arc<dyn Clock>,
        source: Box<dyn Entropy + Send>,
    ) -> Served {
        let ports = Ports {
            store: Arc::clone(&store),
            clock: clock.clone(),
            entropy: CheckedEntropy::new(source).expect("the cipher works"),
            keys: Arc::new(RoomKey::new([7; 32]).expect("a key")),
        };
        let room = Room::open(ports, Pace::AT_ONCE).await.expect("the room opens");
        let grants = Grants { play_chips: Chips::new(config.play_chips).expect("countable") };
        let people =
            PeopleService::load(Arc::clone(&store), 1, grants, clock.now(), [3; 16]).await.expect("readable");
        let state = AppState::new(ServerParts {
            version: "test (none)".to_owned(),
            config,
            clock: Arc::new(move || clock.now()),
            store,
            people,
            room,
            page: Page::from_fn(|_| None),
            cost: CHEAP,
        })
        .expect("random bytes");
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let served = state.clone();
        let serving = tokio::spawn(async move {
            // It ends with the test.
            drop(server::serve(listener, served, std::future::pending()).await);
        });
        Served { state, address: Address { host: address.to_string() }, serving }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address.host)
    }

    pub async fn visitor(&self, login: &str) -> ClientSession {
        let mut visitor = ClientSession::new(self.address.clone());
        let account = json!({ "login": login, "password": "correct horse battery" });
        visitor.call(Method::POST, "/api/sign-up", Some(&account)).await.expect("an account");
        visitor
    }
}
