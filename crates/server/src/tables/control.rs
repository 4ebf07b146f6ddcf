//! Running a table over HTTP: pausing and resuming play, closing the table, and removing a person from it.

use axum::Json;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use room::people::SignedInPerson;
use room::port::RequestKey;
use room::requests::{OfficialWish, Reply, TableRequest, Wish};
use seating::{Person, Role};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{listing, table_error};
use crate::body::Body;
use crate::error::{Error, ErrorBody};
use crate::path::TableNumber;
use crate::people::session::{Caller, IdempotencyKey};
use crate::secret::random;
use crate::state::AppState;
use crate::wire::shape::Presence::Required;
use crate::wire::shape::{FieldSpec, Shape, Shaped};

/// The routes that run a table, merged into those of the tables.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(pause_table))
        .routes(routes!(resume_table))
        .routes(routes!(close_table))
        .routes(routes!(remove_person))
}

/// A reason, for the record and for everybody at the table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReasonGiven {
    /// At most 200 characters.
    pub reason: String,
}

impl Shaped for ReasonGiven {
    const FIELDS: &'static [FieldSpec] = &[("reason", Shape::Text, Required)];
}

/// The person to remove from a table.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RemoveWish {
    /// The number of the person.
    pub person: u64,
    /// The reason, for the record and for everybody at the table.
    pub reason: String,
}

impl Shaped for RemoveWish {
    const FIELDS: &'static [FieldSpec] =
        &[("person", Shape::Number, Required), ("reason", Shape::Text, Required)];
}

/// The request to the table is carried out and stored.
#[derive(Debug, Serialize, ToSchema)]
pub struct DonePage {
    /// The number of the table's record that holds it.
    pub number: u64,
}

/// A request to a table, carried out once per key. The table decides whether the caller runs it.
struct KeyedTableRequest {
    state: AppState,
    caller: Caller,
    key: IdempotencyKey,
    table: u64,
}

/// The roles in which a person runs a table, in order of preference; a player runs a table that they opened.
pub(crate) const TABLE_RUNNERS: [Role; 5] =
    [Role::Administrator, Role::Operator, Role::ShiftManager, Role::Supervisor, Role::Player];

impl FromRequestParts<AppState> for KeyedTableRequest {
    type Rejection = Error;

    /// Reads session, key and table before the body: without a sign-in the answer is 401, whatever the rest
    /// of the request.
    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<KeyedTableRequest, Error> {
        let caller = <Caller as FromRequestParts<AppState>>::from_request_parts(parts, state).await?;
        let key = IdempotencyKey::from_request_parts(parts, state).await?;
        let TableNumber(table) = TableNumber::from_request_parts(parts, state).await?;
        Ok(KeyedTableRequest { state: state.clone(), caller, key, table })
    }
}

impl KeyedTableRequest {
    /// Sends the request to the table, in the first of the caller's roles that may run tables; a request
    /// without a key gets a random one. The table decides whether the caller may run it, and repeats its
    /// answer to a key. The number in the answer is that of the table's record.
    async fn send_to_table(self, wish: Wish) -> Result<Json<DonePage>, Error> {
        let KeyedTableRequest { state, caller, key, table } = self;
        let SignedInPerson { roles, withheld_roles: waiting, .. } = &caller.signed;
        let first = |of: &[Role]| TABLE_RUNNERS.into_iter().find(|role| of.contains(role));
        let role = first(roles).or_else(|| first(waiting));
        let by = match caller.acting_as(role.unwrap_or(Role::Player)) {
            Ok(by) => by,
            Err(why) => return Err(listing(&state, table).err().unwrap_or(why)),
        };
        let key = match key.0 {
            Some(key) => key,
            None => RequestKey(random::<16>()?),
        };
        match state.room.ask(table, TableRequest { by, key, turn: None, wish }).await {
            // This includes a table that is gone: the answer to the key is given again.
            Reply::Done { number } => Ok(Json(DonePage { number })),
            Reply::Refused(why) => Err(table_error(why)),
        }
    }
}

/// Pause a table: no new hand begins until play is resumed. For the person who opened it, and the people who
/// run the room.
// Once per key; the table decides who runs it. The hand in progress is played to its end.
#[utoipa::path(
    post, path = "/api/tables/{table}/pause", tag = "tables", request_body = ReasonGiven,
    params(("table" = u64, Path, description = "The table's number"), IdempotencyKey),
    responses(
        (status = 200, description = "The table is paused", body = DonePage),
        (status = 403, description = "The caller does not run this table", body = ErrorBody),
        (status = 404, description = "There is no such table", body = ErrorBody),
        (status = 409, description = "The caller is an official who sits there, or the table is closed or \
                                      has stopped", body = ErrorBody),
    )
)]
async fn pause_table(
    order: KeyedTableRequest,
    Body(given): Body<ReasonGiven>,
) -> Result<Json<DonePage>, Error> {
    order.send_to_table(Wish::Official(OfficialWish::Pause { reason: given.reason })).await
}

/// Resume play at a table. For the person who opened it, and the people who run the room.
// Once per key; the table decides who runs it. It has no body.
#[utoipa::path(
    post, path = "/api/tables/{table}/resume", tag = "tables",
    params(("table" = u64, Path, description = "The table's number"), IdempotencyKey),
    responses(
        (status = 200, description = "Play is resumed", body = DonePage),
        (status = 403, description = "The caller does not run this table", body = ErrorBody),
        (status = 404, description = "There is no such table", body = ErrorBody),
        (status = 409, description = "The table was not paused, or the caller is an official who sits \
                                      there", body = ErrorBody),
    )
)]
async fn resume_table(order: KeyedTableRequest) -> Result<Json<DonePage>, Error> {
    order.send_to_table(Wish::Official(OfficialWish::Resume)).await
}

/// Close a table: the hand is played to its end, stakes are paid out, and the table is closed. For the person
/// who opened it, and the people who run the room.
// Once per key; the table decides who runs it. Chips go back to the wallets with the table's own records.
#[utoipa::path(
    post, path = "/api/tables/{table}/close", tag = "tables", request_body = ReasonGiven,
    params(("table" = u64, Path, description = "The table's number"), IdempotencyKey),
    responses(
        (status = 200, description = "The table is closing", body = DonePage),
        (status = 403, description = "The caller does not run this table", body = ErrorBody),
        (status = 404, description = "There is no such table", body = ErrorBody),
        (status = 409, description = "The caller is an official who sits there, or the table is closed or \
                                      has stopped", body = ErrorBody),
    )
)]
async fn close_table(
    order: KeyedTableRequest,
    Body(given): Body<ReasonGiven>,
) -> Result<Json<DonePage>, Error> {
    order.send_to_table(Wish::Official(OfficialWish::Close { reason: given.reason })).await
}

/// Remove a person from a table: they are paid out after the hand. For the people who run the room.
// Once per key; not for players who opened the table, which the table itself refuses.
#[utoipa::path(
    post, path = "/api/tables/{table}/remove", tag = "tables", request_body = RemoveWish,
    params(("table" = u64, Path, description = "The table's number"), IdempotencyKey),
    responses(
        (status = 200, description = "The removal is recorded", body = DonePage),
        (status = 403, description = "The caller does not run the room", body = ErrorBody),
        (status = 404, description = "There is no such table", body = ErrorBody),
        (status = 409, description = "The person has no seat there, or the caller is an official who sits \
                                      there", body = ErrorBody),
    )
)]
async fn remove_person(
    order: KeyedTableRequest,
    Body(given): Body<RemoveWish>,
) -> Result<Json<DonePage>, Error> {
    let RemoveWish { person, reason } = given;
    order.send_to_table(Wish::Official(OfficialWish::Remove { person: Person(person), reason })).await
}
