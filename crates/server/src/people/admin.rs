//! What an administrator does: lets people in and keeps them out. Chips are moved by nobody here.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use room::ask::{Answer, Ask, Wish};
use room::people::{Command, Refusal, role_named, role_word};
use room::port::Key;
use serde::{Deserialize, Serialize};
use table::{By, Person, Role};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::AppState;
use crate::body::Body;
use crate::error::{Error, Refused};
use crate::people::session::{Administrator, AskedOnce};
use crate::secret::{Secret, random};

/// The most people that one page lists.
const MOST_LISTED: usize = 500;
const HOUR: u64 = 3600 * 1000;

/// The routes of administrators.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_people))
        .routes(routes!(make_reset_link))
        .routes(routes!(make_administrator_link))
        .routes(routes!(ban))
        .routes(routes!(unban))
        .routes(routes!(give_role))
        .routes(routes!(take_role))
}

/// A person as an administrator sees them: no chips, no cards.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonLine {
    /// The number that the room knows the person by.
    pub person: u64,
    /// The name to sign in with.
    pub login: String,
    /// The name that others see.
    pub name: String,
    /// What the person may do.
    pub roles: Vec<&'static str>,
    /// A program plays by this account.
    pub machine: bool,
    /// The person is kept out.
    pub banned: bool,
    /// Until when, in milliseconds since 1970; for good where there is none.
    pub banned_until: Option<u64>,
    /// When the account was made, in milliseconds since 1970.
    pub signed_up: u64,
    /// When the person came in last.
    pub last_sign_in: Option<u64>,
}

/// People in the order of their numbers.
#[derive(Debug, Serialize, ToSchema)]
pub struct PeoplePage {
    /// The people.
    pub people: Vec<PersonLine>,
    /// Ask with `after` at this number for more; nothing where there are none.
    pub next: Option<u64>,
}

/// Which people are asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageWish {
    /// Only people with a number above this.
    #[serde(default)]
    pub after: u64,
    /// At most so many; 500 are the most.
    pub most: Option<usize>,
}

/// A link that is shown once.
#[derive(Debug, Serialize, ToSchema)]
pub struct Link {
    /// The path of the link in this room; it opens its door once.
    pub path: String,
    /// When it opens nothing any more, in milliseconds since 1970.
    pub until: u64,
}

/// Why, and how long, somebody is kept out.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BanWish {
    /// For how long; for good without it.
    #[serde(default)]
    pub hours: Option<u64>,
    /// Why, for the record: 1 to 200 characters.
    pub reason: String,
}

/// Why a ban ends.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReasonWish {
    /// Why, for the record: 1 to 200 characters.
    pub reason: String,
}

/// A role to be given.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RoleWish {
    /// player or administrator; the other roles can be given to nobody yet.
    pub role: String,
}

fn role_of(word: &str) -> Result<Role, Error> {
    let none = || Error::malformed("there is no such role: player and administrator would do");
    role_named(word).ok_or_else(none)
}

/// A link that was asked for before cannot be shown again, for only its hash is kept.
fn shown_once(refused: Error, known: bool) -> Error {
    if !known {
        return refused;
    }
    let why = "a link was made with this key and is shown once: another key makes another link";
    Error::refused(StatusCode::CONFLICT, "done_before", why)
}

/// Everybody who has an account.
#[utoipa::path(
    get, path = "/api/admin/people", tag = "administrator",
    params(
        ("after" = Option<u64>, Query, description = "Only people with a number above this"),
        ("most" = Option<usize>, Query, description = "At most so many; 500 are the most"),
    ),
    responses(
        (status = 200, description = "The people", body = PeoplePage),
        (status = 401, description = "Nobody is signed in", body = Refused),
        (status = 403, description = "Needs the role administrator", body = Refused),
    )
)]
async fn list_people(
    State(state): State<AppState>,
    _: Administrator,
    wish: Result<Query<PageWish>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<PeoplePage>, Error> {
    let Query(wish) = wish.map_err(|_| Error::malformed("after and most are whole numbers"))?;
    let most = wish.most.unwrap_or(MOST_LISTED).clamp(1, MOST_LISTED);
    let now = (state.clock)();
    let listed: Vec<(Person, room::people::Account)> = state.people.with_people(|people| {
        let after = people.accounts().filter(|(person, _)| person.0 > wish.after);
        after.take(most + 1).map(|(person, account)| (person, account.clone())).collect()
    });
    let more = listed.len() > most;
    let mut people = Vec::new();
    for (person, account) in listed.into_iter().take(most) {
        let row = state.people.row(person);
        let (login, name) = row.map(|row| (row.login, row.name)).unwrap_or_default();
        let ban = state.people.banned(person, now);
        people.push(PersonLine {
            person: person.0,
            login,
            name,
            roles: account.roles.into_iter().map(role_word).collect(),
            machine: account.machine,
            banned: ban.is_some(),
            banned_until: ban.and_then(|ban| ban.until),
            signed_up: account.signed_up,
            last_sign_in: account.last_sign_in,
        });
    }
    let next = people.last().map(|line| line.person).filter(|_| more);
    Ok(Json(PeoplePage { people, next }))
}

/// A link by which a person chooses a new password, once. Give it to that person and to nobody else.
#[utoipa::path(
    post, path = "/api/admin/people/{person}/reset-link", tag = "administrator",
    params(
        ("person" = u64, Path, description = "The person's number"),
        ("Idempotency-Key" = Option<String>, Header, description = "32 hexadecimal digits that the client makes"),
    ),
    responses(
        (status = 201, description = "The link, shown once", body = Link),
        (status = 403, description = "Needs the role administrator, or the person is kept out", body = Refused),
        (status = 404, description = "There is no such person", body = Refused),
        (status = 409, description = "A link was made with this key", body = Refused),
    )
)]
async fn make_reset_link(
    State(state): State<AppState>,
    Administrator(by): Administrator,
    AskedOnce(key): AskedOnce,
    person: Result<Path<u64>, axum::extract::rejection::PathRejection>,
) -> Result<(StatusCode, Json<Link>), Error> {
    let person = person_in(person)?;
    let (secret, now) = (Secret::new()?, (state.clock)());
    let lasts = state.config.link_hours * HOUR;
    let made = state.people.make_reset_link(by, key, person, secret.hashed(), lasts, now).await;
    let until = made.map_err(|why| {
        let known = matches!(why, room::people::NotDone::Refused(Refusal::Known { .. }));
        shown_once(why.into(), known)
    })?;
    Ok((StatusCode::CREATED, Json(Link { path: format!("/reset/{}", secret.reveal()), until })))
}

/// A link by which somebody becomes an administrator, once.
#[utoipa::path(
    post, path = "/api/admin/administrator-link", tag = "administrator",
    params(("Idempotency-Key" = Option<String>, Header, description = "32 hexadecimal digits that the client makes")),
    responses(
        (status = 201, description = "The link, shown once", body = Link),
        (status = 403, description = "Needs the role administrator", body = Refused),
        (status = 409, description = "A link was made with this key", body = Refused),
    )
)]
async fn make_administrator_link(
    State(state): State<AppState>,
    Administrator(by): Administrator,
    AskedOnce(key): AskedOnce,
) -> Result<(StatusCode, Json<Link>), Error> {
    let (secret, now) = (Secret::new()?, (state.clock)());
    let lasts = state.config.link_hours * HOUR;
    let made = state.people.make_administrator_link(by, key, secret.hashed(), lasts, now).await;
    let until = made.map_err(|why| {
        let known = matches!(why, room::people::NotDone::Refused(Refusal::Known { .. }));
        shown_once(why.into(), known)
    })?;
    Ok((StatusCode::CREATED, Json(Link { path: format!("/first/{}", secret.reveal()), until })))
}

/// Keep a person out: every session ends.
#[utoipa::path(
    post, path = "/api/admin/people/{person}/ban", tag = "administrator", request_body = BanWish,
    params(("person" = u64, Path, description = "The person's number")),
    responses(
        (status = 204, description = "The person is kept out"),
        (status = 400, description = "A reason is needed", body = Refused),
        (status = 403, description = "Needs the role administrator", body = Refused),
        (status = 404, description = "There is no such person", body = Refused),
        (status = 409, description = "The room would be without an administrator", body = Refused),
    )
)]
async fn ban(
    State(state): State<AppState>,
    Administrator(by): Administrator,
    person: Result<Path<u64>, axum::extract::rejection::PathRejection>,
    Body(wish): Body<BanWish>,
) -> Result<StatusCode, Error> {
    let person = person_in(person)?;
    let now = (state.clock)();
    let hours = wish.hours.map(|hours| hours.saturating_mul(HOUR));
    let until = hours.map(|hours| state.people.time(now).saturating_add(hours));
    let command = Command::Ban { person, until, reason: wish.reason.clone() };
    state.people.carry_out(by, None, now, command).await?;
    leaves_every_table(&state, by, person, &wish.reason).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Let a person in again.
#[utoipa::path(
    post, path = "/api/admin/people/{person}/unban", tag = "administrator", request_body = ReasonWish,
    params(("person" = u64, Path, description = "The person's number")),
    responses(
        (status = 204, description = "The person may come in"),
        (status = 400, description = "A reason is needed", body = Refused),
        (status = 403, description = "Needs the role administrator", body = Refused),
        (status = 404, description = "There is no such person", body = Refused),
        (status = 409, description = "The person is not kept out", body = Refused),
    )
)]
async fn unban(
    State(state): State<AppState>,
    Administrator(by): Administrator,
    person: Result<Path<u64>, axum::extract::rejection::PathRejection>,
    Body(wish): Body<ReasonWish>,
) -> Result<StatusCode, Error> {
    let command = Command::Unban { person: person_in(person)?, reason: wish.reason };
    state.people.carry_out(by, None, (state.clock)(), command).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Give a person a role: sessions end, so that none has more than it began with.
#[utoipa::path(
    post, path = "/api/admin/people/{person}/roles", tag = "administrator", request_body = RoleWish,
    params(("person" = u64, Path, description = "The person's number")),
    responses(
        (status = 204, description = "The person has the role"),
        (status = 400, description = "There is no such role", body = Refused),
        (status = 403, description = "Needs the role administrator", body = Refused),
        (status = 404, description = "There is no such person", body = Refused),
        (status = 409, description = "The role cannot be given yet, conflicts with another, or is held", body = Refused),
    )
)]
async fn give_role(
    State(state): State<AppState>,
    Administrator(by): Administrator,
    person: Result<Path<u64>, axum::extract::rejection::PathRejection>,
    Body(wish): Body<RoleWish>,
) -> Result<StatusCode, Error> {
    let command = Command::GiveRole { person: person_in(person)?, role: role_of(&wish.role)? };
    state.people.carry_out(by, None, (state.clock)(), command).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Take a role from a person: every session ends.
#[utoipa::path(
    post, path = "/api/admin/people/{person}/roles/{role}/take", tag = "administrator",
    params(
        ("person" = u64, Path, description = "The person's number"),
        ("role" = String, Path, description = "The role"),
    ),
    responses(
        (status = 204, description = "The person has the role no more"),
        (status = 400, description = "There is no such role", body = Refused),
        (status = 403, description = "Needs the role administrator", body = Refused),
        (status = 404, description = "There is no such person", body = Refused),
        (status = 409, description = "The person has it not, or the room would be without an administrator", body = Refused),
    )
)]
async fn take_role(
    State(state): State<AppState>,
    Administrator(by): Administrator,
    wish: Result<Path<(u64, String)>, axum::extract::rejection::PathRejection>,
) -> Result<StatusCode, Error> {
    let Path((person, role)) = wish.map_err(|_| Refusal::NoSuchPerson)?;
    let (person, role) = (Person(person), role_of(&role)?);
    state.people.carry_out(by, None, (state.clock)(), Command::TakeRole { person, role }).await?;
    if role == Role::Player {
        leaves_every_table(&state, by, person, "the role player was taken").await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Whoever may play no more leaves every seat: at once, or when the round that is played there is over.
async fn leaves_every_table(state: &AppState, by: By, person: Person, reason: &str) -> Result<(), Error> {
    for table in state.room.seats_of(person) {
        let wish = Wish::Remove { person, reason: reason.trim().to_owned() };
        let ask = Ask { by, key: Key(random()?), turn: None, wish };
        if let Answer::Refused(refused) = state.room.ask(table, ask).await {
            tracing::warn!(table, code = refused.code, "somebody who may play no more was not removed");
        }
    }
    Ok(())
}

fn person_in(path: Result<Path<u64>, axum::extract::rejection::PathRejection>) -> Result<Person, Error> {
    match path {
        Ok(Path(person)) => Ok(Person(person)),
        Err(_) => Err(Refusal::NoSuchPerson.into()),
    }
}
