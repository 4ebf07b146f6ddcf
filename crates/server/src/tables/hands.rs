//! Hands that were played: which ones there are, and their records as the viewer saw them (SEC-05).
//!
//! A record is made from what the view gave to this viewer, and from nothing else. Facts that were not
//! reduced for a viewer cannot be written:
//!
//! ```compile_fail,E0308
//! fn leak(raw: &[table::Event]) -> Result<String, server::tables::hands::HandExportError> {
//! server::tables::hands::phh(raw, "1")
//! }
//! ```

pub mod own;
pub mod replay;
mod search;
pub mod shared;
mod transcript;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use history::{phh as written, record_from_events};
use room::archive::{HandStart, Replay as Replayed, hand_start};
use room::people::SignedInPerson;
use room::port::{Store, StoreError, StreamId};
use room::requests::FactView;
use serde::{Deserialize, Serialize};
use table::TableFact;
use table::view::VisibleEvent;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::{Error, ErrorBody};
use crate::path::{ParamKind, Query, QueryParams, TableNumber, path_error, path_values};
use crate::people::password_reset::{before_link_error, is_before_link};
use crate::people::session::Caller;
use crate::state::AppState;
use crate::wire::encode::Names;

/// The most hands in one answer.
const MOST_HANDS: usize = 200;
/// How many records are read at once.
const RECORDS_PER_READ: usize = 500;
/// The most hands of a table that stay in the index; older ones are found only by an export.
const MOST_KEPT: usize = 50_000;

/// The routes for hands that were played, merged into [`tables::routes`](super::routes).
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_hands))
        .routes(routes!(download_hand))
        .merge(replay::routes())
        .merge(own::routes())
        .merge(shared::routes())
}

/// A hand: the number of its table and its own number there.
#[derive(Clone, Copy, Debug)]
pub struct HandNumber {
    /// The table.
    pub table: u64,
    /// The number of the hand at its table.
    pub hand: u64,
}

impl FromRequestParts<AppState> for HandNumber {
    type Rejection = Error;

    /// Reads table and hand from the path, or refuses them with 400. Whether there is such a hand, and who
    /// may see it, is for the handler.
    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<HandNumber, Error> {
        let numbers: Option<(u64, u64)> = path_values(parts, state).await;
        let (table, hand) = numbers
            .ok_or_else(|| path_error("the table and the hand in the path must be numbers", "hand"))?;
        Ok(HandNumber { table, hand })
    }
}

/// Why a hand cannot be written in PHH, which does not know every game and limit. The plain document does.
#[derive(Debug)]
pub enum HandExportError {
    /// A record cannot express the hand.
    NoRecord(Box<dyn std::error::Error + Send + Sync>),
    /// PHH has no code for the game.
    NoCode(Box<dyn std::error::Error + Send + Sync>),
}

impl fmt::Display for HandExportError {
    /// Why the hand cannot be written in PHH, in the words of the crate `history`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (HandExportError::NoRecord(error) | HandExportError::NoCode(error)) = self;
        error.fmt(f)
    }
}

impl std::error::Error for HandExportError {
    /// The cause of the error that it stands for.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        // It stands for the error that it holds.
        let (HandExportError::NoRecord(error) | HandExportError::NoCode(error)) = self;
        error.source()
    }
}

impl From<HandExportError> for Error {
    /// The refusal with 422, which points to the plain document: that can express every hand.
    fn from(error: HandExportError) -> Error {
        let why = format!("{error}: use ?as=text for this hand");
        Error::refused(StatusCode::UNPROCESSABLE_ENTITY, "no_record", why)
    }
}

/// The refusal with 404 for a hand that does not exist or is not over; the two are not told apart, because
/// nobody is shown a hand in progress here.
pub(crate) fn no_such_hand(place: HandNumber) -> Error {
    let HandNumber { table, hand } = place;
    let why = format!("table {table} has no finished hand {hand}");
    Error::no_such(why).because("no_such_hand").with("table", table).with("hand", hand)
}

/// Where the hands of each table lie in its stream, as far as anybody has requested them.
#[derive(Default)]
pub struct HandIndex {
    tables: Mutex<BTreeMap<u64, TableHands>>,
}

/// The hands of one table, as far as its records were read.
#[derive(Clone, Default)]
struct TableHands {
    /// The number of records that were read.
    read: u64,
    hands: Vec<HandStart>,
}

impl HandIndex {
    /// The latest hands of a table, at most [`MOST_KEPT`], oldest first, including one in progress. Reads on
    /// from where the index ends, so that each record is read once; requests that read at the same time leave
    /// the longer result.
    fn hands_of(&self, store: &dyn Store, table: u64) -> Result<Vec<HandStart>, StoreError> {
        let mut known = {
            let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
            tables.get(&table).cloned().unwrap_or_default()
        };
        loop {
            let page = store.read(StreamId::Table(table), known.read, RECORDS_PER_READ)?;
            let Some(last) = page.last() else { break };
            known.read = last.number;
            for stored in page.iter().filter(|stored| stored.start) {
                known.hands.extend(hand_start(stored)?);
            }
            let surplus = known.hands.len().saturating_sub(MOST_KEPT);
            known.hands.drain(..surplus);
        }
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = tables.entry(table).or_default();
        if kept.read < known.read {
            *kept = known.clone();
        }
        Ok(known.hands)
    }
}

/// The hands of a table.
#[derive(Debug, Serialize, ToSchema)]
pub struct HandsPage {
    /// The table.
    pub table: u64,
    /// The hands, newest first.
    pub hands: Vec<HandLine>,
}

/// A hand in a list.
#[derive(Debug, Serialize, ToSchema)]
pub struct HandLine {
    /// Its number at the table.
    pub hand: u64,
    /// When it began, in milliseconds since 1970.
    pub at: u64,
    /// How many players were dealt in.
    pub players: usize,
    /// The caller was dealt in.
    pub own: bool,
}

/// Which hands the caller wants.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandsQuery {
    /// Only hands before this number.
    before: Option<u64>,
    /// How many hands to return at most.
    most: Option<usize>,
    /// Only hands in which the caller was dealt in.
    #[serde(default)]
    own: bool,
}

impl QueryParams for HandsQuery {
    const FIELDS: &'static [(&'static str, ParamKind)] =
        &[("before", ParamKind::Number), ("most", ParamKind::Number), ("own", ParamKind::Flag)];
}

/// The hands of a table, newest first.
// Needs a sign-in. A hand from before the link by which the caller came in is left out, as it is in every
// list.
#[utoipa::path(
    get, path = "/api/tables/{table}/hands", tag = "hands",
    params(
        ("table" = u64, Path, description = "The number of the table"),
        ("before" = Option<u64>, Query, description = "Only hands before this number"),
        ("most" = Option<usize>, Query, description = "How many hands to return at most; the limit is 200"),
        ("own" = Option<bool>, Query, description = "Only hands in which the caller was dealt in"),
    ),
    responses(
        (status = 200, description = "The hands", body = HandsPage),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 409, description = "The table has stopped and cannot be read", body = ErrorBody),
    )
)]
async fn list_hands(
    State(state): State<AppState>,
    caller: Caller,
    TableNumber(table): TableNumber,
    Query(wish): Query<HandsQuery>,
) -> Result<Json<HandsPage>, Error> {
    let person = caller.signed.person;
    let most = wish.most.unwrap_or(50).clamp(1, MOST_HANDS);
    let hands = hands_of_table(&state, table).await?;
    let older = hands.iter().rev().filter(|began| wish.before.is_none_or(|before| began.hand < before));
    let own = |began: &&HandStart| !wish.own || began.people.contains(&person);
    let shown =
        |began: &&HandStart| !is_before_link(&caller.signed, began.sequence, began.people.contains(&person));
    let hands = older.filter(own).filter(shown).take(most).map(|began| HandLine {
        hand: began.hand,
        at: began.at.0,
        players: began.people.len(),
        own: began.people.contains(&person),
    });
    Ok(Json(HandsPage { table, hands: hands.collect() }))
}

/// Refuses a person who came in by a link a hand from before it in which the account was dealt in: the link
/// may have reached somebody else. A hand too old for the index counts as from before.
async fn check_after_link(state: &AppState, place: HandNumber, signed: &SignedInPerson) -> Result<(), Error> {
    if signed.since == 0 {
        return Ok(());
    }
    let HandNumber { table, hand } = place;
    let hands = hands_of_table(state, table).await?;
    // A hand too old for the index is from before.
    let found = hands.iter().find(|began| began.hand == hand);
    let (opened, dealt_in) =
        found.map_or((0, true), |began| (began.sequence, began.people.contains(&signed.person)));
    if is_before_link(signed, opened, dealt_in) { Err(before_link_error()) } else { Ok(()) }
}

/// Every indexed hand of a table, oldest first and not filtered: callers leave out what their person may not
/// see.
async fn hands_of_table(state: &AppState, table: u64) -> Result<Vec<HandStart>, Error> {
    let reader = state.clone();
    state.read_table(table, move |store| reader.hand_index.hands_of(store, table)).await
}

/// The format of a downloaded hand.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum HandFormat {
    #[default]
    Phh,
    Text,
}

/// The format of a downloaded hand.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DownloadQuery {
    #[serde(default, rename = "as")]
    form: HandFormat,
}

impl QueryParams for DownloadQuery {
    const FIELDS: &'static [(&'static str, ParamKind)] = &[("as", ParamKind::OneOf(&["phh", "text"]))];
}

/// One hand as a file, with only the cards that the caller was entitled to see: in PHH, or as a plain
/// document with a heading for each street, one event per line with its clauses, and what was checked.
// Needs a sign-in. Both formats are made from the caller's replay and nothing else (SEC-05).
#[utoipa::path(
    get, path = "/api/tables/{table}/hands/{hand}", tag = "hands",
    params(
        ("table" = u64, Path, description = "The number of the table"),
        ("hand" = u64, Path, description = "The number of the hand at its table"),
        ("as" = Option<String>, Query, description = "phh, which is the default, or text"),
    ),
    responses(
        (status = 200, description = "The hand", content_type = "text/plain"),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "The caller was not dealt in, and this room has no spectators; or came \
                                      in by a link after the hand", body = ErrorBody),
        (status = 404, description = "There is no such hand, or it is not over", body = ErrorBody),
        (status = 409, description = "The table has stopped and cannot be read", body = ErrorBody),
        (status = 422, description = "PHH has no word for this game", body = ErrorBody),
    )
)]
async fn download_hand(
    State(state): State<AppState>,
    caller: Caller,
    place: HandNumber,
    Query(DownloadQuery { form }): Query<DownloadQuery>,
) -> Result<Response, Error> {
    let person = caller.signed.person;
    let found = replay::replay_for(&state, place, &caller.signed).await?;
    let HandNumber { table, hand } = place;
    let (text, ending) = match form {
        HandFormat::Phh => (phh(table_facts(&found), &format!("{hand}"))?, "phh"),
        HandFormat::Text => {
            let wire = replay::encode_replay(table, &found, &state);
            let viewer = found.has_player(person).then(|| state.name(person).0);
            (transcript::write(&found, &wire, viewer.as_deref()), "txt")
        }
    };
    let name = format!("attachment; filename=\"table-{table}-hand-{hand}.{ending}\"");
    let mut response = text.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    if let Ok(name) = HeaderValue::from_str(&name) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

/// The facts of the table in a replayed hand, as its viewer saw them: what [`phh`] may write. Facts of the
/// room, such as proofs of the deck, are left out.
fn table_facts(replayed: &Replayed) -> Vec<&VisibleEvent> {
    let facts = replayed.updates.iter().flat_map(|update| &update.facts);
    facts.filter_map(|fact| if let FactView::Table(seen) = fact { Some(seen) } else { None }).collect()
}

/// A hand in PHH, from what one viewer saw of it (SEC-05): the type lets nothing else in, and a card that the
/// viewer did not see is written as unknown. `key` becomes the hand's name in the file.
///
/// # Errors
/// A record cannot express the hand, or PHH has no code for the game.
pub fn phh<'a>(
    seen: impl IntoIterator<Item = &'a VisibleEvent>,
    key: &str,
) -> Result<String, HandExportError> {
    let events: Vec<table::Event> = seen
        .into_iter()
        .filter_map(|fact| match &fact.event().what {
            TableFact::Hand(event) => Some(event.clone()),
            _ => None,
        })
        .collect();
    let record = record_from_events(&events).map_err(|error| HandExportError::NoRecord(error.into()))?;
    let mut text = String::new();
    written::write_hand(&record, Some(key), &mut text)
        .map_err(|error| HandExportError::NoCode(error.into()))?;
    Ok(text)
}
