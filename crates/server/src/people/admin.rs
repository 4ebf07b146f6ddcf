//! What an administrator does: let people in and keep them out. Nobody moves chips here.

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use room::people::{PeopleCommand, PeopleError, PeopleEvent, PeopleRefusal, ROLES, role_named, role_word};
use room::port::{Now, RequestKey};
use room::requests::{OfficialWish, Reply, TableRequest, Wish};
use seating::{Actor, Person, Role};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::body::Body;
use crate::error::{Error, ErrorBody};
use crate::path::{ParamKind, PersonNumber, Query, QueryParams, path_values};
use crate::people::idempotency::{key_used_error, link_shown_error};
use crate::people::session::{Administrator, IdempotencyKey};
use crate::secret::{SecretToken, random};
use crate::state::AppState;
use crate::wire::request::abbreviate;
use crate::wire::shape::Presence::{Optional, Required};
use crate::wire::shape::{FieldSpec, Shape, Shaped};

/// The most people on one page.
const MOST_LISTED: usize = 500;
/// One hour, in milliseconds.
const HOUR: u64 = 3600 * 1000;
/// How many hours a ban that is not permanent may last: up to a hundred years.
const BAN_HOURS: std::ops::RangeInclusive<u64> = 1..=876_000;

/// The administrators' routes, merged into `router::api_routes`. Each begins with an extractor that refuses
/// everybody else.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_people))
        .routes(routes!(make_reset_link))
        .routes(routes!(make_administrator_link))
        .routes(routes!(ban))
        .routes(routes!(unban))
        .routes(routes!(give_role))
        .routes(routes!(take_role))
        .routes(routes!(take_second_factor))
}

/// A person as administrators see them: no chips, no cards.
#[derive(Debug, Serialize, ToSchema)]
pub struct PersonLine {
    /// The person's number in this room.
    pub person: u64,
    /// The name to sign in with.
    pub login: String,
    /// The name that others see.
    pub name: String,
    /// What the person may do.
    pub roles: Vec<&'static str>,
    /// The person has a second factor.
    pub second_factor: bool,
    /// A program plays with this account.
    pub machine: bool,
    /// The person is banned.
    pub banned: bool,
    /// When the ban ends, in milliseconds since 1970; none if it is permanent.
    pub banned_until: Option<u64>,
    /// When the account was created, in milliseconds since 1970.
    pub signed_up: u64,
    /// When the person last signed in.
    pub last_sign_in: Option<u64>,
}

/// People in the order of their numbers.
#[derive(Debug, Serialize, ToSchema)]
pub struct PeoplePage {
    /// The people.
    pub people: Vec<PersonLine>,
    /// Request more with `after` set to this number; absent if there are no more.
    pub next: Option<u64>,
}

/// Which people the caller wants.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PeopleQuery {
    /// Only people with a number above this one.
    #[serde(default)]
    pub after: u64,
    /// How many people to return at most; the limit is 500.
    pub most: Option<usize>,
    /// The reason, for the record.
    pub reason: Option<String>,
}

impl QueryParams for PeopleQuery {
    const FIELDS: &'static [(&'static str, ParamKind)] =
        &[("after", ParamKind::Number), ("most", ParamKind::Number), ("reason", ParamKind::Text)];
}

/// A link that is shown once.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Link)]
pub struct OneTimeLink {
    /// The path of the link in this room; it works once.
    pub path: String,
    /// When it expires, in milliseconds since 1970.
    pub until: u64,
}

/// The reason and the length of a ban.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BanWish {
    /// How many hours, from 1 to 876,000; permanent if absent.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 876_000)]
    pub hours: Option<u64>,
    /// The reason, for the record: 1 to 200 characters.
    pub reason: String,
}

impl Shaped for BanWish {
    const FIELDS: &'static [FieldSpec] =
        &[("hours", Shape::Number, Optional), ("reason", Shape::Text, Required)];
}

/// The reason for ending a ban.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReasonWish {
    /// The reason, for the record: 1 to 200 characters.
    pub reason: String,
}

impl Shaped for ReasonWish {
    const FIELDS: &'static [FieldSpec] = &[("reason", Shape::Text, Required)];
}

/// A role to give.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RoleWish {
    /// One of player, dealer, supervisor, shift_manager, operator, director, cashier, auditor and administrator.
    pub role: String,
}

impl Shaped for RoleWish {
    const FIELDS: &'static [FieldSpec] = &[("role", Shape::Text, Required)];
}

/// The role of this word, as in the stored roles, or the refusal with 400 that lists the words.
fn parse_role(word: &str) -> Result<Role, Error> {
    let none = || {
        let words: Vec<&str> = ROLES.into_iter().map(role_word).collect();
        let why = format!("{word:?} is not a role: expected one of {}", words.join(", "));
        Error::malformed(why).because("no_such_role").with("role", abbreviate(word))
    };
    role_named(word).ok_or_else(none)
}

/// A request by an administrator, carried out once per key. A caller who is not an administrator is refused
/// before anything else of the request is read.
struct KeyedAdminRequest {
    state: AppState,
    by: Actor,
    key: Option<RequestKey>,
    now: Now,
}

impl FromRequestParts<AppState> for KeyedAdminRequest {
    type Rejection = Error;

    /// Reads the administrator's session and then the key, in this order: from a malformed key or body nobody
    /// else learns anything.
    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<KeyedAdminRequest, Error> {
        let Administrator(by) = Administrator::from_request_parts(parts, state).await?;
        let IdempotencyKey(key) = IdempotencyKey::from_request_parts(parts, state).await?;
        Ok(KeyedAdminRequest { state: state.clone(), by, key, now: (state.clock)() })
    }
}

impl KeyedAdminRequest {
    /// Carries out a command of the administrator: 204. If this key already carried it out, nothing more is
    /// done; for anything else the key is refused. Who may do what to whom is decided by the room.
    async fn carry_out(&self, command: PeopleCommand) -> Result<StatusCode, Error> {
        self.state.carry_out_once(self.by, self.key, self.now, command).await?;
        Ok(StatusCode::NO_CONTENT)
    }

    /// Takes a person who may no longer play out of every seat: at once, or after the hand in progress there.
    /// The ban stands even if a table refuses, which is only logged.
    async fn remove_from_tables(&self, person: Person, reason: &str) -> Result<(), Error> {
        for table in self.state.room.seats_of(person) {
            let wish = Wish::Official(OfficialWish::Remove { person, reason: reason.trim().to_owned() });
            let ask = TableRequest { by: self.by, key: RequestKey(random()?), turn: None, wish };
            if let Reply::Refused(refused) = self.state.room.ask(table, ask).await {
                tracing::warn!(
                    table,
                    code = refused.code,
                    "a person who may no longer play was not removed from a table"
                );
            }
        }
        Ok(())
    }

    /// How long a link that an administrator makes lasts, in milliseconds; the setting is in hours.
    fn link_lifetime(&self) -> u64 {
        self.state.config.link_hours * HOUR
    }
}

/// The response with a link's path, once the link is made; `made` has when it expires, in milliseconds since
/// 1970. The secret is in this response and nowhere else, so a repeated key gets a refusal: one for a link
/// shown before if `wished` recognises the event, otherwise one for a used key.
async fn link_response(
    state: &AppState,
    page: &str,
    secret: &SecretToken,
    made: Result<u64, PeopleError>,
    wished: impl FnOnce(&PeopleEvent) -> bool,
) -> Result<(StatusCode, Json<OneTimeLink>), Error> {
    match made {
        Ok(until) => {
            let path = format!("/{page}/{}", secret.reveal());
            Ok((StatusCode::CREATED, Json(OneTimeLink { path, until })))
        }
        Err(PeopleError::Refused(PeopleRefusal::Known { number })) => {
            let people = state.people.clone();
            let event = state.read_store(move |_| people.event(number)).await?;
            Err(if wished(&event) { link_shown_error() } else { key_used_error() })
        }
        Err(why) => Err(why.into()),
    }
}

/// Everybody who has an account. Each look goes on record, with the role, the numbers that were shown and the
/// reason.
// Administrators only, by number and without erased accounts. The look must be on record before anything is
// sent.
#[utoipa::path(
    get, path = "/api/admin/people", tag = "administrator",
    params(
        ("after" = Option<u64>, Query, description = "Only people with a number above this one"),
        ("most" = Option<usize>, Query, description = "How many people to return at most; the limit is 500"),
        ("reason" = Option<String>, Query, description = "The reason, for the record: 1 to 200 characters"),
    ),
    responses(
        (status = 200, description = "The people", body = PeoplePage),
        (status = 400, description = "The request is malformed", body = ErrorBody),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Needs the role administrator", body = ErrorBody),
    )
)]
async fn list_people(
    State(state): State<AppState>,
    Administrator(by): Administrator,
    Query(wish): Query<PeopleQuery>,
) -> Result<Json<PeoplePage>, Error> {
    let most = wish.most.unwrap_or(MOST_LISTED).clamp(1, MOST_LISTED);
    let now = (state.clock)();
    let listed: Vec<(Person, room::people::PersonAccount)> = state.people.with_people(|people| {
        let after = people.accounts_after(Person(wish.after)).filter(|(_, account)| account.erased.is_none());
        after.take(most + 1).map(|(person, account)| (person, account.clone())).collect()
    });
    let more = listed.len() > most;
    let mut people = Vec::new();
    for (person, account) in listed.into_iter().take(most) {
        let row = state.people.row(person);
        let (login, name) = row.map(|row| (row.login, row.name)).unwrap_or_default();
        let ban = state.people.ban_at(person, now);
        people.push(PersonLine {
            person: person.0,
            login,
            name,
            roles: account.roles.into_iter().map(role_word).collect(),
            second_factor: account.factor.is_some(),
            machine: account.machine,
            banned: ban.is_some(),
            banned_until: ban.and_then(|ban| ban.until),
            signed_up: account.signed_up,
            last_sign_in: account.last_sign_in,
        });
    }
    let next = people.last().map(|line| line.person).filter(|_| more);
    if let (Some(first), Some(last)) = (people.first(), people.last()) {
        state.record_access(by, "accounts", (first.person, last.person), wish.reason).await?;
    }
    Ok(Json(PeoplePage { people, next }))
}

/// Make a link with which a person chooses a new password, once. Give it to that person and to nobody else.
// Administrators only. The link's text is in this one answer: its hash is stored, and a repeated key cannot
// show it again.
#[utoipa::path(
    post, path = "/api/admin/people/{person}/reset-link", tag = "administrator",
    params(("person" = u64, Path, description = "The person's number"), IdempotencyKey),
    responses(
        (status = 201, description = "The link, shown once", body = OneTimeLink),
        (status = 403, description = "Needs the role administrator, or the person is \
                                      banned", body = ErrorBody),
        (status = 404, description = "There is no such person", body = ErrorBody),
        (status = 409, description = "The key already made a link, or was used for something \
                                      else", body = ErrorBody),
    )
)]
async fn make_reset_link(
    order: KeyedAdminRequest,
    PersonNumber(person): PersonNumber,
) -> Result<(StatusCode, Json<OneTimeLink>), Error> {
    let (secret, lasts) = (SecretToken::new()?, order.link_lifetime());
    let KeyedAdminRequest { state, by, key, now } = order;
    let made = state.people.make_reset_link(by, key, person, secret.hashed(), lasts, now).await;
    let wished = |event: &PeopleEvent| matches!(event, PeopleEvent::ResetLinkMade { person: of, .. } if *of == person.0);
    link_response(&state, "reset", &secret, made, wished).await
}

/// Make a link with which somebody becomes an administrator, once.
// Administrators only. The link's text is in this one answer: its hash is stored, and a repeated key cannot
// show it again.
#[utoipa::path(
    post, path = "/api/admin/administrator-link", tag = "administrator",
    params(IdempotencyKey),
    responses(
        (status = 201, description = "The link, shown once", body = OneTimeLink),
        (status = 403, description = "Needs the role administrator", body = ErrorBody),
        (status = 409, description = "The key already made a link, or was used for something \
                                      else", body = ErrorBody),
    )
)]
async fn make_administrator_link(order: KeyedAdminRequest) -> Result<(StatusCode, Json<OneTimeLink>), Error> {
    let (secret, lasts) = (SecretToken::new()?, order.link_lifetime());
    let KeyedAdminRequest { state, by, key, now } = order;
    let made = state.people.make_administrator_link(by, key, secret.hashed(), lasts, now).await;
    let wished = |event: &PeopleEvent| matches!(event, PeopleEvent::AdministratorLinkMade { .. });
    link_response(&state, "first", &secret, made, wished).await
}

/// Ban a person: all their sessions end.
// Administrators only, once per key. The ban is on record before the person is removed from tables, so that
// no seat can be taken in between.
#[utoipa::path(
    post, path = "/api/admin/people/{person}/ban", tag = "administrator", request_body = BanWish,
    params(("person" = u64, Path, description = "The person's number"), IdempotencyKey),
    responses(
        (status = 204, description = "The person is banned"),
        (status = 400, description = "A reason is required, and at least 1 hour unless the ban is \
                                      permanent", body = ErrorBody),
        (status = 403, description = "Needs the role administrator", body = ErrorBody),
        (status = 404, description = "There is no such person", body = ErrorBody),
        (status = 409, description = "The room would have no administrator, or the person is already banned \
                                      for longer", body = ErrorBody),
    )
)]
async fn ban(
    order: KeyedAdminRequest,
    PersonNumber(person): PersonNumber,
    Body(wish): Body<BanWish>,
) -> Result<StatusCode, Error> {
    if let Some(hours) = wish.hours.filter(|hours| !BAN_HOURS.contains(hours)) {
        let (least, most) = (BAN_HOURS.start(), BAN_HOURS.end());
        let why = format!("hours = {hours}: expected {least} to {most}, or none for a permanent ban");
        return Err(Error::malformed(why)
            .because("ban_hours")
            .with("at_least", *least)
            .with("at_most", *most));
    }
    let lasts = wish.hours.map(|hours| hours * HOUR);
    let reason = wish.reason.clone();
    let done = order.carry_out(PeopleCommand::Ban { person, lasts, reason }).await?;
    order.remove_from_tables(person, &wish.reason).await?;
    Ok(done)
}

/// Lift a person's ban.
// Administrators only, once per key; it gives back no seat and no session.
#[utoipa::path(
    post, path = "/api/admin/people/{person}/unban", tag = "administrator", request_body = ReasonWish,
    params(("person" = u64, Path, description = "The person's number"), IdempotencyKey),
    responses(
        (status = 204, description = "The ban is lifted"),
        (status = 400, description = "A reason is required", body = ErrorBody),
        (status = 403, description = "Needs the role administrator", body = ErrorBody),
        (status = 404, description = "There is no such person", body = ErrorBody),
        (status = 409, description = "The person is not banned", body = ErrorBody),
    )
)]
async fn unban(
    order: KeyedAdminRequest,
    PersonNumber(person): PersonNumber,
    Body(wish): Body<ReasonWish>,
) -> Result<StatusCode, Error> {
    order.carry_out(PeopleCommand::Unban { person, reason: wish.reason }).await
}

/// Give a person a role: all their sessions end, so that none has more roles than it began with.
// Administrators only, once per key. Which roles exclude each other, the room decides.
#[utoipa::path(
    post, path = "/api/admin/people/{person}/roles", tag = "administrator", request_body = RoleWish,
    params(("person" = u64, Path, description = "The person's number"), IdempotencyKey),
    responses(
        (status = 204, description = "The person has the role"),
        (status = 400, description = "There is no such role", body = ErrorBody),
        (status = 403, description = "Needs the role administrator", body = ErrorBody),
        (status = 404, description = "There is no such person", body = ErrorBody),
        (status = 409, description = "The role conflicts with another, or the person already has \
                                      it", body = ErrorBody),
    )
)]
async fn give_role(
    order: KeyedAdminRequest,
    PersonNumber(person): PersonNumber,
    Body(wish): Body<RoleWish>,
) -> Result<StatusCode, Error> {
    order.carry_out(PeopleCommand::GiveRole { person, role: parse_role(&wish.role)? }).await
}

/// Take a role from a person: all their sessions end.
// Administrators only, once per key. Somebody who is no longer a player is removed from every table.
#[utoipa::path(
    post, path = "/api/admin/people/{person}/roles/{role}/take", tag = "administrator",
    params(
        ("person" = u64, Path, description = "The person's number"),
        ("role" = String, Path, description = "The role"),
        IdempotencyKey,
    ),
    responses(
        (status = 204, description = "The person no longer has the role"),
        (status = 400, description = "There is no such role", body = ErrorBody),
        (status = 403, description = "Needs the role administrator", body = ErrorBody),
        (status = 404, description = "There is no such person", body = ErrorBody),
        (status = 409, description = "The person does not have the role, or the room would have no \
                                      administrator", body = ErrorBody),
    )
)]
async fn take_role(
    order: KeyedAdminRequest,
    RoleOfPerson(person, role): RoleOfPerson,
) -> Result<StatusCode, Error> {
    let done = order.carry_out(PeopleCommand::TakeRole { person, role }).await?;
    if role == Role::Player {
        order.remove_from_tables(person, "the role player was taken away").await?;
    }
    Ok(done)
}

/// Remove a person's second factor, for example after the device is lost: all their sessions end, and the
/// person sees it at the next sign-in.
// Administrators only, once per key, and never their own: that needs one of its codes.
#[utoipa::path(
    post, path = "/api/admin/people/{person}/second-factor/remove", tag = "administrator",
    request_body = ReasonWish,
    params(("person" = u64, Path, description = "The person's number"), IdempotencyKey),
    responses(
        (status = 204, description = "The person no longer has a second factor"),
        (status = 400, description = "A reason is required", body = ErrorBody),
        (status = 403, description = "Needs the role administrator", body = ErrorBody),
        (status = 404, description = "There is no such person", body = ErrorBody),
        (status = 409, description = "The person has no second factor", body = ErrorBody),
    )
)]
async fn take_second_factor(
    order: KeyedAdminRequest,
    PersonNumber(person): PersonNumber,
    Body(wish): Body<ReasonWish>,
) -> Result<StatusCode, Error> {
    if person == order.by.person {
        let why = "to remove your own second factor, use /api/second-factor/remove with one of its codes";
        return Err(Error::refused(StatusCode::CONFLICT, "oneself", why).because("own_second_factor"));
    }
    order.carry_out(PeopleCommand::TakeSecondFactor { person, given: None, reason: wish.reason }).await
}

/// A person and a role, from the path.
struct RoleOfPerson(Person, Role);

impl FromRequestParts<AppState> for RoleOfPerson {
    type Rejection = Error;

    /// Reads person and role from the path: 404 without a person's number, 400 for a word that is not a role.
    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<RoleOfPerson, Error> {
        let named: Option<(u64, String)> = path_values(parts, state).await;
        let (person, role) = named.ok_or(PeopleRefusal::NoSuchPerson)?;
        Ok(RoleOfPerson(Person(person), parse_role(&role)?))
    }
}
