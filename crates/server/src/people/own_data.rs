//! What people see and decide about the data that the room has of them: their sessions one by one, everything
//! in one file, and deleting the account.

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use room::people::{PeopleCommand, PeopleRefusal};
use room::port::RequestKey;
use room::requests::{SeatWish, TableRequest, Wish};
use seating::Role;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::body::Body;
use crate::error::{Error, ErrorBody};
use crate::fault::Fault;
use crate::path::{path_error, path_values};
use crate::people::export::PersonalData;
use crate::people::session::{Caller, expired_cookie};
use crate::secret::random;
use crate::security::RequestOrigin;
use crate::state::AppState;
use crate::wire::shape::Presence::{Optional, Required};
use crate::wire::shape::{FieldSpec, Shape, Shaped};
use crate::wire::value::LARGEST_NUMBER;

/// The routes for people's own data, merged into `router::api_routes`.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_sessions))
        .routes(routes!(end_session))
        .routes(routes!(export_everything))
        .routes(routes!(delete_account))
}

/// One of the caller's sessions.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionLine {
    /// The number of the session: what the room calls a device.
    pub session: u32,
    /// When it began, in milliseconds since 1970.
    pub begun: u64,
    /// When it expires, in milliseconds since 1970.
    pub until: u64,
    /// It is the session of this request.
    pub own: bool,
}

/// The caller's sessions, oldest first.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SessionsPage {
    /// The sessions.
    pub sessions: Vec<SessionLine>,
}

/// A request to delete an account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeleteWish {
    /// The password, once again.
    pub password: String,
    /// If the account has a second factor: six digits from the authenticator, or a recovery code.
    #[serde(default)]
    pub code: Option<String>,
}

impl Shaped for DeleteWish {
    const FIELDS: &'static [FieldSpec] =
        &[("password", Shape::Text, Required), ("code", Shape::Text, Optional)];
}

/// The number of a session, from the path.
struct SessionNumber(u32);

impl FromRequestParts<AppState> for SessionNumber {
    type Rejection = Error;

    /// Reads the session's number from the path: 400 for what is not a number, 404 for one that no session
    /// can have.
    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<SessionNumber, Error> {
        let number: Option<u64> = path_values(parts, state).await.filter(|number| *number <= LARGEST_NUMBER);
        let number =
            number.ok_or_else(|| path_error("the session in the path is not a number", "session"))?;
        u32::try_from(number).map(SessionNumber).map_err(|_| PeopleRefusal::NoSuchSession.into())
    }
}

impl AppState {
    /// The caller's open sessions, oldest first, with that of this request marked: for the list and for the
    /// export.
    pub(super) fn sessions_of(&self, caller: &Caller) -> Vec<SessionLine> {
        let time = self.people.time((self.clock)());
        let open = self.people.with_people(|people| people.sessions_of(caller.signed.person, time));
        let own = caller.signed.session;
        let line = |one: room::people::OpenSession| SessionLine {
            session: one.session,
            begun: one.begun,
            until: one.until,
            own: one.session == own,
        };
        open.into_iter().map(line).collect()
    }
}

/// The sessions in which the caller is signed in.
// The signed-in caller's own, oldest first; the numbers are those that `end_session` takes.
#[utoipa::path(
    get, path = "/api/sessions", tag = "people",
    responses(
        (status = 200, description = "The sessions", body = SessionsPage),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
    )
)]
async fn list_sessions(State(state): State<AppState>, caller: Caller) -> Json<SessionsPage> {
    Json(SessionsPage { sessions: state.sessions_of(&caller) })
}

/// End one of your own sessions, on whatever device it is.
// Needs a sign-in in any role; only the caller's own sessions are found. The sockets of the session close
// with it.
#[utoipa::path(
    post, path = "/api/sessions/{session}/end", tag = "people",
    params(("session" = u64, Path, description = "The session's number")),
    responses(
        (status = 204, description = "The session has ended"),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 404, description = "The caller has no such session", body = ErrorBody),
    )
)]
async fn end_session(
    State(state): State<AppState>,
    caller: Caller,
    SessionNumber(session): SessionNumber,
) -> Result<StatusCode, Error> {
    let command = PeopleCommand::EndSession { session };
    state.people.carry_out(caller.in_any_role(), None, (state.clock)(), command).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// All data that the room has about the caller, in one file.
///
/// The account, the open sessions, the records about it, every movement on the wallet, the times at tables,
/// the hands as that player saw them, and the links to hands. The password is stored as a hash, which is in
/// no file.
// The caller's own and nobody else's. One export at a time in the whole room, because it reads a lot.
#[utoipa::path(
    get, path = "/api/me/export", tag = "people",
    responses(
        (status = 200, description = "The data, to save as a file", body = PersonalData),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 409, description = "A record of people is damaged", body = ErrorBody),
        (status = 503, description = "Another file is being written: try again in a \
                                      moment", body = ErrorBody),
    )
)]
async fn export_everything(State(state): State<AppState>, caller: Caller) -> Result<Response, Error> {
    let data = state.personal_data(&caller).await?;
    let name = format!("attachment; filename=\"cardroom-{}.json\"", data.account.login);
    let name = HeaderValue::from_str(&name).map_err(Fault::LoginInHeader)?;
    Ok(([(header::CONTENT_DISPOSITION, name)], Json(data)).into_response())
}

/// Delete your own account: names, password and everything derived from them are erased, and all sessions
/// end.
///
/// Records know people by number and stay, with the chips. This cannot be undone. Players must leave their
/// seats first.
// Password and second factor are checked once more. A person who sat down in between loses the seat
// afterwards.
#[utoipa::path(
    post, path = "/api/me/delete", tag = "people", request_body = DeleteWish,
    responses(
        (status = 204, description = "The account is deleted"),
        (status = 401, description = "Nobody is signed in, the password is wrong, or the account's second factor is needed", body = ErrorBody),
        (status = 409, description = "The person has a seat, or the room would have no \
                                      administrator", body = ErrorBody),
        (status = 429, description = "Too many failed attempts", body = ErrorBody),
    )
)]
async fn delete_account(
    State(state): State<AppState>,
    from: RequestOrigin,
    caller: Caller,
    headers: HeaderMap,
    Body(wish): Body<DeleteWish>,
) -> Result<Response, Error> {
    let person = caller.signed.person;
    let row = state.people.row(person).ok_or(Error::not_signed_in())?;
    let attempt = state.check_password(&row.login, wish.password, from, &headers).await?;
    let (attempt, _) = state.check_second_factor(attempt, wish.code.as_deref()).await?;
    if !state.room.seats_of(person).is_empty() {
        let why = "you have a seat: leave it first, so that its chips are yours when the account is deleted";
        return Err(Error::refused(StatusCode::CONFLICT, "seated", why));
    }
    let by = caller.in_any_role();
    state.people.erase(attempt, by, (state.clock)()).await?;
    // A person who sat down in between no longer has a session, and is taken out of the seat.
    for table in state.room.seats_of(person) {
        let by = seating::Actor { role: Role::Player, ..by };
        let ask =
            TableRequest { by, key: RequestKey(random()?), turn: None, wish: Wish::Seat(SeatWish::Leave) };
        if let room::requests::Reply::Refused(refused) = state.room.ask(table, ask).await {
            tracing::warn!(
                table,
                code = refused.code,
                "a person whose account was deleted could not be taken out of a seat"
            );
        }
    }
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, expired_cookie(from.secure))]).into_response())
}
