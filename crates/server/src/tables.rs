//! Tables over HTTP: the lobby, opening a table with the choices of 4.2, its sign (4.1), running it, and the hands that
//! were played.

pub(crate) mod control;
pub mod hands;
pub(crate) mod validation;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use rulebook::Book;
use seating::{Actor, Person, Role};
use serde::{Deserialize, Serialize};
use table::House;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::body::Body;
use crate::config::Openers;
use crate::error::{Error, ErrorBody};
use crate::fault::Fault;
use crate::path::{ParamKind, Query, QueryParams, TableNumber};
use crate::people::session::{Caller, IdempotencyKey};
use crate::state::AppState;
use crate::wire::encode;
use crate::wire::problem::ProblemLine;
use crate::wire::request::unique_entries;
use crate::wire::view::{WireListing, WireStakes};

use crate::wire::shape::Presence::{Default, Optional, Required};
use crate::wire::shape::{FieldSpec, Shape, Shaped};
use validation::{Openable, not_determined_error, validate};

/// The routes for tables and hands, merged into `router::api_routes`.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_tables, open_table))
        .routes(routes!(check_table))
        .routes(routes!(show_table))
        .routes(routes!(show_sign))
        .routes(routes!(may_sit))
        .merge(control::routes())
        .merge(hands::routes())
}

/// The lobby.
#[derive(Debug, Serialize, ToSchema)]
pub struct LobbyPage {
    /// The tables, by number.
    pub tables: Vec<WireListing>,
    /// How many tables are open, whatever filter the request has.
    pub open: usize,
    /// Request more with `after` set to this number; absent if there are no more.
    pub next: Option<u64>,
}

/// The most tables on one page of the lobby.
const MOST_LISTED: usize = 500;

/// Which tables the caller wants.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LobbyQuery {
    /// Only tables with a number above this one.
    #[serde(default)]
    pub after: u64,
    /// How many tables to return at most; the limit is 500.
    pub most: Option<usize>,
    /// Only tables whose name contains this text, whatever the case.
    pub name: Option<String>,
    /// Only tables where this person sits.
    pub person: Option<u64>,
}

impl QueryParams for LobbyQuery {
    const FIELDS: &'static [(&'static str, ParamKind)] = &[
        ("after", ParamKind::Number),
        ("most", ParamKind::Number),
        ("name", ParamKind::Text),
        ("person", ParamKind::Number),
    ];
}

/// A table as somebody wants it: to be opened, or only to be checked.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenWish {
    /// Its name; if absent, it is named after its book, with its number.
    #[serde(default)]
    pub name: Option<String>,
    /// The name of the rule book or preset.
    pub book: String,
    /// The choices of 4.2: names of settings with their values. Settings that are not chosen keep the book's
    /// value.
    #[serde(default, deserialize_with = "unique_entries")]
    pub settings: BTreeMap<String, String>,
    /// How many house bots play; only where the book allows marked machines.
    #[serde(default)]
    #[schema(maximum = 255)]
    pub bots: u8,
}

impl Shaped for OpenWish {
    const FIELDS: &'static [FieldSpec] = &[
        ("name", Shape::Text, Optional),
        ("book", Shape::Text, Required),
        ("settings", Shape::Settings, Default),
        ("bots", Shape::Whole(u8::MAX as u64), Default),
    ];
}

/// Whether a table can be played under a book with these choices.
#[derive(Debug, Serialize, ToSchema)]
pub struct CheckPage {
    /// Whether it can.
    pub ok: bool,
    /// Its stakes, if it can.
    pub stakes: Option<WireStakes>,
    /// Every reason why not.
    pub problems: Vec<ProblemLine>,
    /// What the operator should know about the choices even though they can be played; usually nothing.
    pub warnings: Vec<ProblemLine>,
}

/// A table that was opened.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Opened)]
pub struct NewTablePage {
    /// The number of the table.
    pub table: u64,
    /// What the operator should know about the choices; usually nothing.
    pub warnings: Vec<ProblemLine>,
}

/// The sign of a table (4.1): everything it is played by.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignPage {
    /// The table.
    pub table: u64,
    /// Its name.
    pub name: String,
    /// The stakes, in short.
    pub stakes: WireStakes,
    /// The title of the book.
    pub title: String,
    /// Every setting that the book uses, with its value at this table.
    pub settings: Vec<SignLine>,
    /// The rules in force, by their names, with the clauses of the book.
    pub rules: Vec<RuleInForce>,
}

/// One setting on a sign.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignLine {
    /// The name.
    pub name: String,
    /// What it decides.
    pub meaning: String,
    /// What it decides in a plain sentence, for people who know none of the settings.
    pub sentence: String,
    /// The value at this table.
    pub value: String,
    /// What its numbers count; empty for words.
    pub unit: String,
    /// The clauses behind it.
    pub clauses: Vec<String>,
}

/// A rule on a sign.
#[derive(Debug, Serialize, ToSchema)]
pub struct RuleInForce {
    /// Its name.
    pub name: &'static str,
    /// What it says, in one sentence.
    pub says: &'static str,
    /// The clauses behind it.
    pub clauses: Vec<String>,
}

impl From<room::requests::RoomRefusal> for Error {
    /// The status for each refusal of the room, by its code: 403, 404, 409, 422 where a rule is cited, 503 if
    /// waiting helps. Code, reason, values and clauses go out unchanged; what broke at a table stays in the
    /// log.
    fn from(why: room::requests::RoomRefusal) -> Error {
        let status = match why.code {
            "no_table" => StatusCode::NOT_FOUND,
            "not_allowed" => StatusCode::FORBIDDEN,
            "fault" => return Error::Fault(Fault::Room(Box::new(why))),
            "store_broken" => return Error::store_broken(why.why),
            "no_chance" => {
                let message = "nothing can be dealt now, and no table was opened: the operator of the room \
                               must look into it";
                return Error::fault(StatusCode::SERVICE_UNAVAILABLE, why.code, message, why.why);
            }
            "draining" | "disk_nearly_full" => StatusCode::SERVICE_UNAVAILABLE,
            _ if why.rule.is_some() => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::CONFLICT,
        };
        let problems = why.problems().iter().cloned().map(ProblemLine::from).collect();
        let error = Error::refused(status, &encode::code(why.code), why.why).for_fields(problems);
        let error = error.because(why.reason).with_all(why.numbers);
        match why.rule {
            Some(rule) => error.citing(rule.name(), why.clauses),
            None => error,
        }
    }
}

/// The answer for a table that did nothing: as every refusal of the room, and 404 for a table that does not
/// exist.
pub(crate) fn table_error(why: room::requests::RoomRefusal) -> Error {
    match why.code {
        "no_table" => Error::no_such(why.why).because(why.reason).with_all(why.numbers),
        _ => why.into(),
    }
}

/// The tables of the room: game, book, limits and seats.
// For everybody, by number; `next` is the number to continue after.
#[utoipa::path(
    get, path = "/api/tables", tag = "tables",
    params(
        ("after" = Option<u64>, Query, description = "Only tables with a number above this one"),
        ("most" = Option<usize>, Query, description = "How many tables to return at most; the limit is 500"),
        ("name" = Option<String>, Query, description = "Only tables whose name contains this text, whatever \
                                                        the case"),
        ("person" = Option<u64>, Query, description = "Only tables where this person sits"),
    ),
    responses((status = 200, description = "A page of the lobby", body = LobbyPage))
)]
async fn list_tables(State(state): State<AppState>, Query(wish): Query<LobbyQuery>) -> Json<LobbyPage> {
    let most = wish.most.unwrap_or(MOST_LISTED).clamp(1, MOST_LISTED);
    let name = wish.name.unwrap_or_default().to_lowercase();
    let sits = |listing: &room::requests::Listing, wanted: u64| {
        listing.seated.iter().any(|(_, person)| *person == Person(wanted))
    };
    let fits = |listing: &room::requests::Listing| {
        (name.is_empty() || listing.name.to_lowercase().contains(&name))
            && wish.person.is_none_or(|person| sits(listing, person))
    };
    let (tables, more) = state.room.tables_after(wish.after, most, fits);
    Json(LobbyPage {
        next: tables.last().map(|last| last.table).filter(|_| more),
        tables: tables.iter().map(|line| encode::listing(line, &state)).collect(),
        open: state.room.table_count(),
    })
}

/// One table of the lobby.
// For everybody: a listing has no cards and no chat.
#[utoipa::path(
    get, path = "/api/tables/{table}", tag = "tables", params(("table" = u64, Path, description = "The \
                                                                                                   table's \
                                                                                                   number")),
    responses(
        (status = 200, description = "The table", body = WireListing),
        (status = 404, description = "There is no such table", body = ErrorBody),
        (status = 409, description = "The table has stopped", body = ErrorBody),
    )
)]
async fn show_table(
    State(state): State<AppState>,
    TableNumber(table): TableNumber,
) -> Result<Json<WireListing>, Error> {
    let listing = listing(&state, table)?;
    Ok(Json(encode::listing(&listing, &state)))
}

/// A table as the lobby lists it, or the refusal: 409 for one that has stopped, 404 for one that does not
/// exist. Anybody may see a listing.
fn listing(state: &AppState, table: u64) -> Result<Arc<room::requests::Listing>, Error> {
    let none =
        || Error::no_such(format!("there is no table {table}")).because("no_such_table").with("table", table);
    let stopped = || state.room.stop_refusal(table).map(Error::from);
    state.room.table(table).ok_or_else(|| stopped().unwrap_or_else(none))
}

/// The sign of a table: every setting with its value and clauses, and the rules in force.
// For everybody, as the sign on a real table. Clauses are those of the table's own book.
#[utoipa::path(
    get, path = "/api/tables/{table}/sign", tag = "tables",
    params(("table" = u64, Path, description = "The table's number")),
    responses(
        (status = 200, description = "The sign", body = SignPage),
        (status = 404, description = "There is no such table", body = ErrorBody),
        (status = 409, description = "The table has stopped", body = ErrorBody),
    )
)]
async fn show_sign(
    State(state): State<AppState>,
    TableNumber(table): TableNumber,
) -> Result<Json<SignPage>, Error> {
    let listing = listing(&state, table)?;
    let determined = &listing.house.determined;
    let used = determined.values().filter(|(_, value)| *value != "not_used");
    let settings = used.map(|(setting, value)| SignLine {
        name: setting.name.clone(),
        meaning: setting.meaning.clone(),
        sentence: setting.sentence.clone(),
        value: value.to_owned(),
        unit: setting.unit.clone(),
        clauses: clauses_of(determined.book(), setting),
    });
    // Rules of tournaments do not belong on the sign of a table.
    let of_a_table = |rule: &rulebook::Rule| rule.area() != rulebook::Area::Tournament;
    let rules = determined.book().rules().filter(|rule| determined.has_rule(*rule)).filter(of_a_table);
    Ok(Json(SignPage {
        table: listing.table,
        name: listing.name.clone(),
        stakes: encode::stakes(&listing.house),
        title: determined.book().title().to_owned(),
        settings: settings.collect(),
        rules: rules
            .map(|rule| RuleInForce {
                name: rule.name(),
                says: rule.sentence(),
                clauses: determined.cites(rule).to_vec(),
            })
            .collect(),
    }))
}

/// Whether the caller could take a seat at a table, before choosing a stake.
#[derive(Debug, Serialize, ToSchema)]
pub struct MaySitPage {
    /// Always true: a caller who could not gets the refusal that sitting down would get.
    pub ok: bool,
}

/// Whether the caller could take a free seat at a table: this reports early what would refuse any seat and
/// any stake.
// Needs the role player. It must refuse what sitting down would refuse for any seat, with the same code, and
// reserve nothing.
#[utoipa::path(
    get, path = "/api/tables/{table}/may-sit", tag = "tables",
    params(("table" = u64, Path, description = "The table's number")),
    responses(
        (status = 200, description = "The caller could take a seat", body = MaySitPage),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "None of the caller's roles may play", body = ErrorBody),
        (status = 404, description = "There is no such table", body = ErrorBody),
        (status = 409, description = "The room refuses any seat, or the table has stopped", body = ErrorBody),
        (status = 422, description = "A rule refuses any seat, such as one that allows each player one \
                                      seat", body = ErrorBody),
    )
)]
async fn may_sit(
    State(state): State<AppState>,
    caller: Caller,
    TableNumber(table): TableNumber,
) -> Result<Json<MaySitPage>, Error> {
    let by = caller.acting_as(Role::Player)?;
    state.room.may_sit(table, by.person)?;
    Ok(Json(MaySitPage { ok: true }))
}

/// The clauses behind a setting, from the book's own document only: a sign does not cite other rooms' rules.
fn clauses_of(book: &Book, setting: &rulebook::Setting) -> Vec<String> {
    let own = |id: &&String| {
        rulebook::register::row(id).is_some_and(|row| Some(row.book.as_str()) == book.register())
    };
    setting.cites.iter().filter(own).cloned().collect()
}

/// Whether a table could be opened with these choices, without opening it: the stakes, or every reason why
/// not, clause by clause. It takes the same request as opening a table, and accepts what opening one accepts.
// For everybody, and nothing is opened. It must accept exactly what `open_table` accepts: both use
// `validate`.
#[utoipa::path(
    post, path = "/api/tables/check", tag = "tables", request_body = OpenWish,
    responses((status = 200, description = "Whether it could be opened", body = CheckPage))
)]
async fn check_table(State(state): State<AppState>, Body(wish): Body<OpenWish>) -> Json<CheckPage> {
    let checked = validate(wish, state.config.openers).and_then(|openable| {
        let name = openable.wish.name.clone();
        let free = state.room.check_name_free(&name);
        free.map(|()| openable).map_err(|why| vec![ProblemLine::from_room("name", name, why)])
    });
    Json(match checked {
        Ok(Openable { house, .. }) => {
            let warnings = warnings(&house);
            CheckPage { ok: true, stakes: Some(encode::stakes(&house)), problems: Vec::new(), warnings }
        }
        Err(problems) => CheckPage { ok: false, stakes: None, problems, warnings: Vec::new() },
    })
}

/// Open a table under a book, with the choices of 4.2. The same request with the same `Idempotency-Key` names
/// the table that was opened and opens no other; for a different request the key is refused.
// Who may open is decided before the body is refused. Once per key: a repeated request gets the number of the
// same table.
#[utoipa::path(
    post, path = "/api/tables", tag = "tables", request_body = OpenWish, params(IdempotencyKey),
    responses(
        (status = 201, description = "The table is open", body = NewTablePage),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "The caller may not open tables", body = ErrorBody),
        (status = 409, description = "The room cannot open it", body = ErrorBody),
        (status = 422, description = "It cannot be played with these choices: `problems` has every \
                                      reason", body = ErrorBody),
        (status = 503, description = "The room is about to stop, or its disk is nearly full", body = ErrorBody),
    )
)]
async fn open_table(
    State(state): State<AppState>,
    caller: Caller,
    IdempotencyKey(key): IdempotencyKey,
    wish: Result<Body<OpenWish>, Error>,
) -> Result<(StatusCode, Json<NewTablePage>), Error> {
    let by = opener(&state, &caller)?;
    let Body(wish) = wish?;
    let Openable { wish, house } = validate(wish, state.config.openers).map_err(not_determined_error)?;
    // A person who opens a table for the operator may do so under the book of that table (AMB-015).
    if state.config.openers == Openers::Operator && !house.decides_for_operator(by.role) {
        let why = "the operator opens tables of this kind, and has withdrawn that from everybody else";
        return Err(Error::not_granted(why).because("opening_withdrawn"));
    }
    let opened = state.room.open_table_once(by, key, &wish).await;
    let table = opened.map_err(|why| match why.code {
        "name_taken" => not_determined_error(vec![ProblemLine::from_room("name", wish.name, why)]),
        _ => why.into(),
    })?;
    Ok((StatusCode::CREATED, Json(NewTablePage { table, warnings: warnings(&house) })))
}

/// What the operator should know about the choices of a table even though they can be played (AMB-093); given
/// when it is checked and when it is opened, in the same words.
fn warnings(house: &House) -> Vec<ProblemLine> {
    house.determined.warnings().into_iter().map(ProblemLine::from).collect()
}

/// The caller, in the role in which they may open tables: as a player, or in rooms where the operator opens
/// them as operator or for the operator. Refused with 403 before the choices are looked at.
fn opener(state: &AppState, caller: &Caller) -> Result<Actor, Error> {
    match state.config.openers {
        Openers::Players => caller.acting_as(Role::Player),
        Openers::Operator => {
            // Roles above the dealer act for the operator, unless the operator has withdrawn that (AMB-015).
            let own = caller.first_role(|role| role.is_at_least(Role::Supervisor));
            caller.acting_as(own.unwrap_or(Role::Operator))
        }
    }
}
