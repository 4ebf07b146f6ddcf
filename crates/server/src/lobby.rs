//! The room itself over HTTP: what it is, whether it is healthy, and what is in a wallet.

use std::collections::{BTreeMap, BTreeSet};

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chips::book::{Account, Unit};
use room::archive::hand_start;
use room::port::{AccountMovement, Store, StoreCondition, StoreError, StreamId};
use seating::Person;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::config::{Openers, SignUp};
use crate::error::{Error, ErrorBody};
use crate::fault::Fault;
use crate::path::{ParamKind, Query, QueryParams};
use crate::people::session::Caller;
use crate::state::AppState;

/// The bytes in a megabyte, as people count them.
const MB: u64 = 1_000_000;
/// The most lines in one page of a statement.
const MOST_LINES: usize = 500;

/// The routes that say what the room is, whether it is healthy and what is in the caller's wallet, merged
/// into `router::api_routes`.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(show_room)).routes(routes!(health)).routes(routes!(show_wallet))
}

/// What the room is.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoomPage {
    /// Its name.
    pub name: String,
    /// The version of the program, with its commit.
    pub version: String,
    /// The room's time, in milliseconds since 1970.
    pub time: u64,
    /// Whether anybody may create an account.
    pub sign_up: bool,
    /// The play chips that a new player is granted.
    pub play_chips: u64,
    /// Who may open tables: players or operator.
    pub who_opens_tables: &'static str,
    /// Whether it has an administrator; a room without one prints a link when it starts.
    pub has_administrator: bool,
}

/// That the room is healthy.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Health)]
pub struct HealthPage {
    /// Always true: an unhealthy room answers with another status.
    pub ok: bool,
    /// The version of the program, with its commit.
    pub version: String,
}

/// A wallet and its movements.
#[derive(Debug, Serialize, ToSchema)]
pub struct Wallet {
    /// The unit: play.
    pub unit: String,
    /// The balance.
    pub balance: i64,
    /// The movements, newest first.
    pub lines: Vec<WalletLine>,
    /// Where the next page starts; none at the end.
    pub before: Option<u64>,
}

/// One movement on a wallet.
#[derive(Debug, Serialize, ToSchema)]
pub struct WalletLine {
    /// The room-wide number of its record.
    pub sequence: u64,
    /// The stream of that record, such as `people` or `table/12`.
    pub stream: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The table that it concerns.
    pub table: Option<u64>,
    /// The number of the hand in progress there at the time, or of the last one; none before the first.
    pub hand: Option<u64>,
    /// What happened, as one word.
    pub kind: String,
    /// The account on the other side, such as `issue` or `stake/12/7`.
    pub other: String,
    /// The change; negative if chips went out.
    pub change: i64,
}

/// Which part of a statement the caller wants.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatementQuery {
    /// How many lines to return at most; the limit is 500.
    pub most: Option<usize>,
    /// Only lines before this cursor, as the previous page gave it.
    pub before: Option<u64>,
}

impl QueryParams for StatementQuery {
    const FIELDS: &'static [(&'static str, ParamKind)] =
        &[("most", ParamKind::Number), ("before", ParamKind::Number)];
}

impl AppState {
    /// Reads from the store on a thread that may block on the disk: handlers must not touch the store in any
    /// other way. A fault is answered with 500.
    ///
    /// # Errors
    /// A fault of the store.
    pub async fn read_store<T: Send + 'static>(
        &self,
        read: impl FnOnce(&dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Error> {
        let store = self.store.clone();
        let done = tokio::task::spawn_blocking(move || read(store.as_ref())).await;
        Ok(done.map_err(Fault::ReadInterrupted)??)
    }

    /// Reads from the stream of a table. If that fails, the answer is 409 and says that the table has
    /// stopped, as everywhere else, or that the requested data is damaged; the log has the fault under the
    /// reference in the answer. Use this, not [`read_store`](AppState::read_store), wherever one table is
    /// read.
    ///
    /// # Errors
    /// When the stream cannot be read.
    pub(crate) async fn read_table<T: Send + 'static>(
        &self,
        table: u64,
        read: impl FnOnce(&dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Error> {
        match (self.read_store(read).await, self.room.stop_refusal(table)) {
            (Err(Error::Fault(fault)), Some(stopped)) => {
                let what = fault.to_string();
                tracing::error!(table, what, why = stopped.why, "a table that has stopped cannot be read");
                Err(stopped.into())
            }
            (Err(Error::Fault(fault)), None) => {
                Err(self.unreadable_error(StreamId::Table(table), fault).await)
            }
            (read, _) => read,
        }
    }

    /// Reads from a stream that does not belong to a table, or from several; damaged records are answered
    /// with 409 and a reference, as those of a table.
    ///
    /// # Errors
    /// When it cannot be read; the log has the fault under the reference in the answer.
    pub(crate) async fn read_in<T: Send + 'static>(
        &self,
        stream: StreamId,
        read: impl FnOnce(&dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Error> {
        match self.read_store(read).await {
            Err(Error::Fault(fault)) => Err(self.unreadable_error(stream, fault).await),
            read => read,
        }
    }

    /// The answer for records that cannot be read: 409 with the code `stopped`. It carries only a reference,
    /// under which the log has what broke and where.
    async fn unreadable_error(&self, stream: StreamId, fault: Fault) -> Error {
        let what = fault.to_string();
        let reference = self.read_store(move |store| Ok(log_unreadable(store, stream, &what))).await;
        let reference = reference.unwrap_or_default();
        let why = format!(
            "the requested data is in damaged records: the room's log has the details under {reference}"
        );
        Error::refused(StatusCode::CONFLICT, "stopped", why).with("reference", reference)
    }

    /// The play chips in a person's wallet, whole; what lies on tables is not in it. It is the book's
    /// balance, read from the store and not kept here.
    ///
    /// # Errors
    /// A fault of the store.
    pub async fn wallet(&self, person: Person) -> Result<i64, Error> {
        self.read_store(move |store| store.balance(Account::Wallet { person: person.0 }, Unit::Play)).await
    }
}

/// Logs what could not be read of a stream, and returns the reference under which the log has it: the only
/// part that goes out to the requester. For a table it has the form of [`room::keeper::reference`].
pub(crate) fn log_unreadable(store: &dyn Store, stream: StreamId, what: &str) -> String {
    // If not even the number of records can be read, the rest is logged all the same.
    let records = store.count(stream).unwrap_or(0);
    let reference = match stream {
        StreamId::Table(table) => room::keeper::reference(table, records),
        StreamId::Room | StreamId::People | StreamId::Seating => format!("E-{stream}-{records}"),
    };
    tracing::error!(reference, %stream, what, "records cannot be read");
    reference
}

/// What this room is and what it allows.
// For everybody, without a sign-in: nothing about people or secrets belongs in it.
#[utoipa::path(
    get, path = "/api/room", tag = "room",
    responses((status = 200, description = "The room", body = RoomPage))
)]
async fn show_room(State(state): State<AppState>) -> Json<RoomPage> {
    let config = &state.config;
    Json(RoomPage {
        name: config.name.clone(),
        version: state.version.clone(),
        time: (state.clock)().wall.0,
        sign_up: config.sign_up == SignUp::Open,
        play_chips: config.play_chips,
        who_opens_tables: match config.openers {
            Openers::Players => "players",
            Openers::Operator => "operator",
        },
        has_administrator: state.people.has_administrator(),
    })
}

/// Whether the room is healthy: it stores what is done, its disk has space, and it is not about to stop.
///
/// This route has no rate limit.
// For probes, without a sign-in or a rate limit, whatever query they add. It reads the store each time, so a
// broken disk shows.
#[utoipa::path(
    get, path = "/health", tag = "room",
    responses(
        (status = 200, description = "The room is healthy", body = HealthPage),
        (status = 503, description = "The room is unhealthy, and the code says why: store_broken, \
                                      disk_nearly_full, draining", body = ErrorBody),
    )
)]
async fn health(State(state): State<AppState>) -> Result<Json<HealthPage>, Error> {
    let unhealthy = |code: &str, why: String| Error::refused(StatusCode::SERVICE_UNAVAILABLE, code, why);
    let condition = state.read_store(|store| store.count(StreamId::Room).map(|_| store.condition())).await;
    match condition {
        Err(fault) => Err(Error::store_broken(fault)),
        Ok(StoreCondition::Broken(fault)) => Err(Error::store_broken(fault)),
        Ok(StoreCondition::NearlyFull { free, keep }) => {
            let (free, keep) = (free / MB, keep / MB);
            let why =
                format!("the disk has {free} MB free and must keep {keep} MB: no hand begins until then");
            Err(unhealthy("disk_nearly_full", why).because("disk_free").with("free", free).with("keep", keep))
        }
        Ok(StoreCondition::Well) if state.room.is_draining() => {
            let why = "the room is about to stop: hands finish, and no new hand begins".to_owned();
            Err(unhealthy("draining", why).because("hands_end"))
        }
        Ok(StoreCondition::Well) => Ok(Json(HealthPage { ok: true, version: state.version.clone() })),
    }
}

/// The caller's wallet, with its movements.
// The signed-in caller's own and nobody else's, newest first; `before` is a room-wide record number.
#[utoipa::path(
    get, path = "/api/wallet", tag = "people",
    params(
        ("most" = Option<usize>, Query, description = "How many lines to return at most; the limit is 500"),
        ("before" = Option<u64>, Query, description = "Where the next page starts, as the previous page gave \
                                                       it"),
    ),
    responses(
        (status = 200, description = "The wallet", body = Wallet),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
    )
)]
async fn show_wallet(
    State(state): State<AppState>,
    caller: Caller,
    Query(wish): Query<StatementQuery>,
) -> Result<Json<Wallet>, Error> {
    let most = wish.most.unwrap_or(50).clamp(1, MOST_LINES);
    let account = Account::Wallet { person: caller.signed.person.0 };
    let before = wish.before.unwrap_or(u64::MAX);
    let (balance, lines, before) = state
        .read_store(move |store| {
            let (lines, before) = statement_page(store, account, before, most)?;
            let mut hands = RecordHands::default();
            let lines: Vec<WalletLine> =
                lines.into_iter().map(|line| wallet_line(store, &mut hands, line)).collect();
            Ok((store.balance(account, Unit::Play)?, lines, before))
        })
        .await?;
    Ok(Json(Wallet { unit: Unit::Play.to_string(), balance, lines, before }))
}

impl AppState {
    /// All movements on a person's wallet, newest first, for the export of personal data. It reads page after
    /// page, and each is one read of the store.
    ///
    /// # Errors
    /// A fault of the store.
    pub(crate) async fn wallet_lines(&self, person: Person) -> Result<Vec<WalletLine>, Error> {
        let account = Account::Wallet { person: person.0 };
        let (mut found, mut before) = (Vec::new(), Some(u64::MAX));
        while let Some(from) = before {
            let (lines, next) = self
                .read_store(move |store| {
                    let (lines, next) = statement_page(store, account, from, MOST_LINES)?;
                    let mut hands = RecordHands::default();
                    let lines = lines.into_iter().map(|line| wallet_line(store, &mut hands, line));
                    Ok((lines.collect::<Vec<WalletLine>>(), next))
                })
                .await?;
            found.extend(lines);
            before = next;
        }
        Ok(found)
    }
}

/// The play-chip lines of an account below a room-wide record number, newest first, and the number where the
/// next page starts; `None` at the end. The lines of one record stay on one page, because the number cannot
/// divide them.
fn statement_page(
    store: &dyn Store,
    account: Account,
    before: u64,
    most: usize,
) -> Result<(Vec<AccountMovement>, Option<u64>), StoreError> {
    let mut limit = most + 1;
    loop {
        let mut lines = store.movements_before(account, before, limit)?;
        if lines.len() < limit {
            lines.retain(|line| line.unit == Unit::Play);
            return Ok((lines, None));
        }
        let cut = lines.last().map_or(0, |last| last.sequence);
        lines.retain(|line| line.sequence > cut && line.unit == Unit::Play);
        if let Some(oldest) = lines.last() {
            let next = oldest.sequence;
            return Ok((lines, Some(next)));
        }
        limit *= 2;
    }
}

/// The hands that the lines of a statement belong to.
#[derive(Default)]
struct RecordHands {
    /// The numbers of hands, by table and by the record that opened them.
    numbers: BTreeMap<(u64, u64), Option<u64>>,
    /// The tables whose records cannot be read.
    unread: BTreeSet<u64>,
}

/// A movement as a line of the statement, with its table and hand. If a table's records are damaged, its
/// lines have no hand; the rest of the statement is not affected.
fn wallet_line(store: &dyn Store, hands: &mut RecordHands, line: AccountMovement) -> WalletLine {
    let table = match (line.stream, line.other) {
        (StreamId::Table(table), _) | (_, Account::Stake { table, .. }) => Some(table),
        _ => None,
    };
    let hand = match line.stream {
        StreamId::Table(table) if hands.unread.contains(&table) => None,
        StreamId::Table(table) => {
            hand_at_record(store, &mut hands.numbers, table, line.number).unwrap_or_else(|fault| {
                // One damaged table does not keep anybody from the rest of the statement.
                tracing::error!(
                    table,
                    what = fault.to_string(),
                    "a statement is missing the hands of a table"
                );
                hands.unread.insert(table);
                None
            })
        }
        StreamId::Room | StreamId::People | StreamId::Seating => None,
    };
    WalletLine {
        sequence: line.sequence,
        stream: line.stream.to_string(),
        at: line.at.0,
        table,
        hand,
        kind: line.kind,
        other: line.other.to_string(),
        change: line.change,
    }
}

/// The number of the hand in progress when a table wrote a record, or of the last one before it; `None`
/// before the table's first hand. `hands` caches what was found for the lines of one statement.
fn hand_at_record(
    store: &dyn Store,
    hands: &mut BTreeMap<(u64, u64), Option<u64>>,
    table: u64,
    record: u64,
) -> Result<Option<u64>, StoreError> {
    let stream = StreamId::Table(table);
    let Some(start) = store.start_of(stream, record)? else { return Ok(None) };
    if let Some(known) = hands.get(&(table, start)) {
        return Ok(*known);
    }
    let opening = store.read(stream, start.saturating_sub(1), 1)?;
    let began = opening.first().map(hand_start).transpose()?.flatten();
    let hand = began.map(|began| began.hand);
    hands.insert((table, start), hand);
    Ok(hand)
}
