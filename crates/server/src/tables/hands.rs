//! Hands that were played: which there are, and their records as whoever asks saw them (SEC-05).
//!
//! A record is made from what the view gave for the one who asks, and from nothing else. Facts that were not reduced for
//! a viewer cannot be written:
//!
//! ```compile_fail,E0308
//! fn leak(raw: &[table::Event]) -> Result<String, String> {
//!     server::tables::hands::phh(raw, "1")
//! }
//! ```

mod account;
pub mod own;
pub mod replayed;
mod search;
pub mod shared;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use history::{phh as written, record_of};
use room::ask::Fact;
use room::people::Signed;
use room::port::{Fault, Store, Stream};
use room::told::{Began, Replay as Replayed, hand_began};
use serde::{Deserialize, Serialize};
use table::TableWhat;
use table::view::Seen;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::AppState;
use crate::error::{Error, Refused};
use crate::path::{Asked, Expects, TableNumber, Wished, places, unfit};
use crate::people::resetting::{before_link, is_before_link};
use crate::people::session::Caller;
use crate::wire::told::Names;

/// The most hands of one answer.
const MOST_HANDS: usize = 200;
/// How many records are read at once.
const PAGE: usize = 500;
/// The most hands of a table that are kept in mind; older ones are found again by nobody but an export.
const MOST_KEPT: usize = 50_000;

/// The routes of hands.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_hands))
        .routes(routes!(download_hand))
        .merge(replayed::routes())
        .merge(own::routes())
        .merge(shared::routes())
}

/// A hand by the numbers of its table and of itself.
#[derive(Clone, Copy, Debug)]
pub struct HandNumber {
    /// The table.
    pub table: u64,
    /// The hand at its table.
    pub hand: u64,
}

impl FromRequestParts<AppState> for HandNumber {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<HandNumber, Error> {
        let numbers: Option<(u64, u64)> = places(parts, state).await;
        let (table, hand) = numbers.ok_or_else(|| unfit("tables and hands have numbers", "hand"))?;
        Ok(HandNumber { table, hand })
    }
}

/// PHH has no word for some games and limits; the document has.
fn no_record(why: String) -> Error {
    Error::refused(StatusCode::UNPROCESSABLE_ENTITY, "no_record", format!("{why}; ?as=text has this hand"))
}

pub(crate) fn no_such_hand(place: HandNumber) -> Error {
    let HandNumber { table, hand } = place;
    let why = format!("table {table} has no hand {hand} that is over");
    Error::no_such(why).because("no_such_hand").with("table", table).with("hand", hand)
}

/// Where the hands of tables are in their streams, as far as anybody has asked.
#[derive(Default)]
pub struct Index {
    tables: Mutex<BTreeMap<u64, Known>>,
}

#[derive(Clone, Default)]
struct Known {
    /// The records that were looked at.
    read: u64,
    hands: Vec<Began>,
}

impl Index {
    /// The hands of a table so far, oldest first.
    fn of(&self, store: &dyn Store, table: u64) -> Result<Vec<Began>, Fault> {
        let mut known = {
            let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
            tables.get(&table).cloned().unwrap_or_default()
        };
        loop {
            let page = store.read(Stream::Table(table), known.read, PAGE)?;
            let Some(last) = page.last() else { break };
            known.read = last.number;
            for stored in page.iter().filter(|stored| stored.start) {
                known.hands.extend(hand_began(stored)?);
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

/// Hands of a table.
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
    /// Whoever asks was dealt in.
    pub own: bool,
}

/// Which hands are asked for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandsWish {
    /// Those before this number.
    before: Option<u64>,
    /// At most so many.
    most: Option<usize>,
    /// Only those in which whoever asks was dealt in.
    #[serde(default)]
    own: bool,
}

impl Asked for HandsWish {
    const FIELDS: &'static [(&'static str, Expects)] =
        &[("before", Expects::Number), ("most", Expects::Number), ("own", Expects::Flag)];
}

/// The hands of a table, newest first.
#[utoipa::path(
    get, path = "/api/tables/{table}/hands", tag = "hands",
    params(
        ("table" = u64, Path, description = "The number of the table"),
        ("before" = Option<u64>, Query, description = "Only hands before this number"),
        ("most" = Option<usize>, Query, description = "At most so many; 200 are the most"),
        ("own" = Option<bool>, Query, description = "Only those in which whoever asks was dealt in"),
    ),
    responses(
        (status = 200, description = "The hands", body = HandsPage),
        (status = 401, description = "Nobody is signed in", body = Refused),
        (status = 409, description = "The table has stopped, and cannot be read", body = Refused),
    )
)]
async fn list_hands(
    State(state): State<AppState>,
    caller: Caller,
    TableNumber(table): TableNumber,
    Wished(wish): Wished<HandsWish>,
) -> Result<Json<HandsPage>, Error> {
    let person = caller.signed.person;
    let most = wish.most.unwrap_or(50).clamp(1, MOST_HANDS);
    let hands = began(&state, table).await?;
    let asked = hands.iter().rev().filter(|began| wish.before.is_none_or(|before| began.hand < before));
    let own = |began: &&Began| !wish.own || began.people.contains(&person);
    let shown =
        |began: &&Began| !is_before_link(&caller.signed, began.sequence, began.people.contains(&person));
    let hands = asked.filter(own).filter(shown).take(most).map(|began| HandLine {
        hand: began.hand,
        at: began.at.0,
        players: began.people.len(),
        own: began.people.contains(&person),
    });
    Ok(Json(HandsPage { table, hands: hands.collect() }))
}

/// Whoever came in by a link is not shown a hand from before in which the account was dealt in.
async fn is_after_link(state: &AppState, place: HandNumber, signed: &Signed) -> Result<(), Error> {
    if signed.since == 0 {
        return Ok(());
    }
    let HandNumber { table, hand } = place;
    let hands = began(state, table).await?;
    // What is too old to be kept in mind is from before.
    let found = hands.iter().find(|began| began.hand == hand);
    let (opened, dealt_in) =
        found.map_or((0, true), |began| (began.sequence, began.people.contains(&signed.person)));
    if is_before_link(signed, opened, dealt_in) { Err(before_link()) } else { Ok(()) }
}

async fn began(state: &AppState, table: u64) -> Result<Vec<Began>, Error> {
    let reader = state.clone();
    state.read_of(table, move |store| reader.hands.of(store, table)).await
}

/// In which form a hand is wanted.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Form {
    #[default]
    Phh,
    Text,
}

/// In which form a hand is wanted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormWish {
    #[serde(default, rename = "as")]
    form: Form,
}

impl Asked for FormWish {
    const FIELDS: &'static [(&'static str, Expects)] = &[("as", Expects::OneOf(&["phh", "text"]))];
}

/// One hand as a file, with the cards that whoever asks was entitled to see and no others: in PHH, or as a plain document
/// with a heading for each street, an event a line with its clauses, and what was checked.
#[utoipa::path(
    get, path = "/api/tables/{table}/hands/{hand}", tag = "hands",
    params(
        ("table" = u64, Path, description = "The number of the table"),
        ("hand" = u64, Path, description = "The number of the hand at its table"),
        ("as" = Option<String>, Query, description = "phh, which it is without this, or text"),
    ),
    responses(
        (status = 200, description = "The hand", content_type = "text/plain"),
        (status = 401, description = "Nobody is signed in", body = Refused),
        (status = 403, description = "Whoever asks was not dealt in, and this room has no spectators; or came in by a link after the hand", body = Refused),
        (status = 404, description = "There is no such hand, or it is not over", body = Refused),
        (status = 409, description = "The table has stopped, and cannot be read", body = Refused),
        (status = 422, description = "PHH has no word for this game", body = Refused),
    )
)]
async fn download_hand(
    State(state): State<AppState>,
    caller: Caller,
    place: HandNumber,
    Wished(FormWish { form }): Wished<FormWish>,
) -> Result<Response, Error> {
    let person = caller.signed.person;
    let found = replayed::seen_again(&state, place, &caller.signed).await?;
    let HandNumber { table, hand } = place;
    let (text, ending) = match form {
        Form::Phh => (phh(seen_of(&found), &format!("{hand}")).map_err(no_record)?, "phh"),
        Form::Text => {
            let told = replayed::written(table, &found, &state);
            let viewer = found.dealt_in(person).then(|| state.name(person).0);
            (account::account(&found, &told, viewer.as_deref()), "txt")
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

/// The facts of a table in a hand that is looked at again.
fn seen_of(replayed: &Replayed) -> Vec<&Seen> {
    let facts = replayed.updates.iter().flat_map(|update| &update.facts);
    facts.filter_map(|fact| if let Fact::Table(seen) = fact { Some(seen) } else { None }).collect()
}

/// A hand in PHH, from what one viewer saw of it.
///
/// # Errors
/// A line: when no record has a word for the game.
pub fn phh<'a>(seen: impl IntoIterator<Item = &'a Seen>, key: &str) -> Result<String, String> {
    let events: Vec<table::Event> = seen
        .into_iter()
        .filter_map(|fact| match &fact.event().what {
            TableWhat::Hand(event) => Some(event.clone()),
            _ => None,
        })
        .collect();
    let record = record_of(&events)?;
    let mut text = String::new();
    written::write_hand(&record, Some(key), &mut text)?;
    Ok(text)
}
