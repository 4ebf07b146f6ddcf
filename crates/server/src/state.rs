//! The state that every request can reach, and what a server is built from.

use std::ops::Deref;
use std::sync::{Arc, Once};

use room::live::{Room, TableLimits};
use room::people::PeopleService;
use room::port::{Now, Store};
use seating::Person;

use crate::config::{Config, Openers};
use crate::embed::Page;
use crate::fault::Fault;
use crate::key_queue::KeyQueues;
use crate::limit::Limiter;
use crate::people::factor::Enrolments;
use crate::people::password::{Cost, Hasher};
use crate::socket::connections::Connections;
use crate::socket::frame_cache::FrameCache;
use crate::throttle::ThrottleCounts;
use crate::{openapi, socket, tables};

/// Reads both clocks.
pub type ServerClock = Arc<dyn Fn() -> Now + Send + Sync>;

/// What a server is built from.
pub struct ServerParts {
    /// The version of the program, with its commit.
    pub version: String,
    /// The operator's configuration.
    pub config: Config,
    /// The clocks.
    pub clock: ServerClock,
    /// The store: the source of truth.
    pub store: Arc<dyn Store>,
    /// Accounts and sessions.
    pub people: PeopleService,
    /// The tables.
    pub room: Room,
    /// The page.
    pub page: Page,
    /// How expensive it is to hash a password.
    pub cost: Cost,
}

/// The state that every request can reach; cheap to clone.
#[derive(Clone)]
pub struct AppState(Arc<App>);

/// Everything a server holds while it runs.
pub struct App {
    /// The version of the program, with its commit.
    pub version: String,
    /// The operator's configuration.
    pub config: Config,
    /// The clocks.
    pub clock: ServerClock,
    /// The store: the source of truth.
    pub store: Arc<dyn Store>,
    /// Accounts and sessions.
    pub people: PeopleService,
    /// Hashes passwords.
    pub hasher: Hasher,
    /// Rate limit of requests by address.
    pub by_address: Limiter<String>,
    /// Rate limit of requests by person.
    pub by_person: Limiter<Person>,
    /// Rate limit of new accounts by address.
    pub sign_ups: Limiter<String>,
    /// Requests refused by a rate limit, counted until the count goes on record.
    pub(crate) throttle_counts: ThrottleCounts,
    /// Requests that carry a key: each waits for earlier ones with the same key.
    pub(crate) key_queues: KeyQueues,
    /// The page.
    pub page: Page,
    /// The OpenAPI document.
    pub document: utoipa::openapi::OpenApi,
    /// Every open connection to a client.
    pub connections: Arc<Connections>,
    /// The updates that were encoded last.
    pub frame_cache: Arc<FrameCache>,
    /// The tables.
    pub room: Room,
    /// Second factors being enrolled.
    pub(crate) enrolments: Enrolments,
    /// Whether the server already listens for sessions that end.
    pub(crate) endings_listener: Once,
    /// Where the hands of each table lie in its stream.
    pub(crate) hand_index: tables::hands::HandIndex,
    /// What was read of people's own hands.
    pub(crate) own_index: tables::hands::own::OwnIndex,
    /// Held while all data of a person is exported: one export at a time.
    pub(crate) export_permit: tokio::sync::Semaphore,
}

impl AppState {
    /// The state that all requests share, from its parts and with nothing counted or cached yet. It also sets
    /// in room and people what the configuration decides: the second factor of staff, marked programs, and
    /// the limits of tables.
    ///
    /// # Errors
    /// When the operating system gives no random bytes.
    pub fn new(parts: ServerParts) -> Result<AppState, Fault> {
        let ServerParts { version, config, clock, store, people, room, page, cost } = parts;
        let limits = config.limits;
        people.require_second_factor(config.staff_second_factor.is_required());
        let accounts = people.clone();
        room.set_machine_check(move |person| {
            accounts.with_people(|people| people.account(person).is_some_and(|account| account.machine))
        });
        // Tables that an operator opens wait for their players.
        let minutes = limits.empty_table_minutes;
        let expire = minutes > 0 && config.openers == Openers::Players;
        room.set_table_limits(TableLimits {
            of_person: limits.tables_of_person as usize,
            empty: expire.then(|| minutes.saturating_mul(60_000)),
        });
        let app = App {
            hasher: Hasher::new(cost, limits.hashings)?,
            by_address: Limiter::new(limits.address),
            by_person: Limiter::new(limits.person),
            sign_ups: Limiter::new(limits.sign_ups),
            throttle_counts: ThrottleCounts::default(),
            key_queues: KeyQueues::default(),
            document: openapi::document(),
            connections: Connections::open_since(socket::ConnectionLimits::of(&config), clock().wall.0),
            frame_cache: Arc::default(),
            room,
            enrolments: Enrolments::default(),
            endings_listener: Once::new(),
            hand_index: tables::hands::HandIndex::default(),
            own_index: tables::hands::own::OwnIndex::default(),
            export_permit: tokio::sync::Semaphore::new(1),
            version,
            config,
            clock,
            store,
            people,
            page,
        };
        Ok(AppState(Arc::new(app)))
    }
}

impl Deref for AppState {
    type Target = App;

    /// Lets handlers reach the fields of [`App`] directly, as `state.room`; all clones share one.
    fn deref(&self) -> &App {
        &self.0
    }
}
