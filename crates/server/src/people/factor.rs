//! The second factor over HTTP: enrolled once, given with the password from then on, and removed again.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use room::people::{Factor, FactorProof, FactorState, PeopleRefusal, open_factor, seal_factor};
use room::port::{Now, Steady};
use seating::{Actor, Person};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::code;
use crate::body::Body;
use crate::config::SecondFactor;
use crate::error::{Error, ErrorBody};
use crate::fault::Fault;
use crate::people::session::Caller;
use crate::secret::random;
use crate::security::RequestOrigin;
use crate::state::AppState;
use crate::wire::shape::Presence::Required;
use crate::wire::shape::{FieldSpec, Shape, Shaped};

/// How long an enrolment may take, in milliseconds.
const ENROLMENT: u64 = 15 * 60 * 1000;
/// The most enrolments at a time; one more ends the oldest.
const MOST_ENROLMENTS: usize = 1000;

/// The routes for second factors, merged into `router::api_routes`.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(start_second_factor))
        .routes(routes!(set_second_factor))
        .routes(routes!(make_recovery_codes))
        .routes(routes!(remove_second_factor))
}

/// Secrets that were shown and not confirmed yet, by session. They live in memory only: after a restart the
/// person starts again.
#[derive(Default)]
pub struct Enrolments {
    open: Mutex<BTreeMap<u32, ([u8; code::SECRET_BYTES], Steady)>>,
}

impl Enrolments {
    /// Stores the secret of a session's new enrolment, in place of one that the session began before, and of
    /// the room's oldest one if there are too many.
    fn begin(&self, session: u32, secret: [u8; code::SECRET_BYTES], now: Steady) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|_, (_, since)| now.0.saturating_sub(since.0) < ENROLMENT);
        while open.len() >= MOST_ENROLMENTS {
            let oldest = open.iter().min_by_key(|(_, (_, since))| since.0).map(|(session, _)| *session);
            oldest.and_then(|oldest| open.remove(&oldest));
        }
        open.insert(session, (secret, now));
    }

    /// The secret that the session was shown, if it was begun at most 15 minutes ago; it counts for nothing
    /// until one of its codes is confirmed.
    fn secret_of(&self, session: u32, now: Steady) -> Option<[u8; code::SECRET_BYTES]> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let (secret, since) = open.get(&session)?;
        (now.0.saturating_sub(since.0) < ENROLMENT).then_some(*secret)
    }

    /// Forgets a session's enrolment once the factor is stored, so that its secret leaves memory.
    fn end(&self, session: u32) {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(&session);
    }
}

/// A second factor to enrol: what an authenticator needs, shown once.
#[derive(Serialize, ToSchema)]
pub struct NewSecondFactor {
    /// The secret, for typing in.
    pub secret: String,
    /// The link that an authenticator takes in.
    pub link: String,
    /// The link as a QR code: its rows from the top, `1` is a dark module.
    pub qr: Vec<String>,
}

/// A code from the authenticator.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CodeWish {
    /// Six digits.
    pub code: String,
}

impl Shaped for CodeWish {
    const FIELDS: &'static [FieldSpec] = &[("code", Shape::Text, Required)];
}

/// A code together with the password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CodeAndPassword {
    /// Six digits from the authenticator, or a recovery code.
    pub code: String,
    /// The password.
    pub password: String,
}

impl Shaped for CodeAndPassword {
    const FIELDS: &'static [FieldSpec] =
        &[("code", Shape::Text, Required), ("password", Shape::Text, Required)];
}

/// Recovery codes, shown once: each works once in place of the authenticator.
#[derive(Serialize, ToSchema)]
pub struct RecoveryCodes {
    /// The codes.
    pub recovery_codes: Vec<String>,
}

/// The word of the wire for the state of a person's second factor, as in the account that `/api/me` shows.
pub const fn state_word(state: FactorState) -> &'static str {
    match state {
        FactorState::Off => "off",
        FactorState::Due => "due",
        FactorState::On => "on",
    }
}

/// The refusal with 400 of a code that does not confirm an enrolment; it counts no failure, because the
/// caller is signed in.
fn wrong_code_error() -> Error {
    let why = "this is not the current code of the secret: check the clock of the device, and wait for the \
               next code";
    Error::refused(StatusCode::BAD_REQUEST, "wrong_code", why)
}

impl AppState {
    /// What a given code proves: the time step or the recovery code that it matches; `None` if it is wrong or
    /// used up. It uses nothing up: that happens when the proof goes on record with what it allows.
    pub(super) fn check_code(
        &self,
        person: Person,
        factor: &Factor,
        given: &str,
        now: Now,
    ) -> Result<Option<FactorProof>, Error> {
        let secret = open_factor(self.room.keys(), person, &factor.secret)
            .map_err(|error| Fault::SecondFactor { person, source: error.into() })?;
        let passed = match code::matching_time_step(&secret, given, now.wall.0)? {
            Some(step) => FactorProof::Step(step),
            None => FactorProof::Recovery(code::recovery_hash(person, given)),
        };
        Ok(Some(passed).filter(|passed| factor.opens(*passed)))
    }

    /// Proves that the caller may change their second factor: compares the password, and then the code. A wrong
    /// one counts as a failed sign-in. The code is not used up here: the caller of this puts the proof on
    /// record with the change, or the code would open a second time.
    async fn password_and_code(
        &self,
        person: Person,
        given: CodeAndPassword,
        (from, headers): (RequestOrigin, &HeaderMap),
    ) -> Result<FactorProof, Error> {
        let row = self.people.row(person).ok_or(Error::not_signed_in())?;
        let attempt = self.check_password(&row.login, given.password, from, headers).await?;
        let factor = self.people.factor(person).ok_or(PeopleRefusal::NoSecondFactor)?;
        let now = (self.clock)();
        if let Some(passed) = self.check_code(person, &factor, &given.code, now)? {
            return Ok(passed);
        }
        self.people.fail_sign_in(attempt, now).await?;
        Err(PeopleRefusal::SecondFactor.into())
    }
}

/// Begin to enrol a second factor: returns the secret for an authenticator. It counts once one of its codes
/// is sent to `/api/second-factor`, within 15 minutes.
// Needs a sign-in, staff roles may still wait for it. The secret stays in memory, by session, until it is
// confirmed.
#[utoipa::path(
    post, path = "/api/second-factor/start", tag = "people",
    responses(
        (status = 201, description = "The secret, shown once", body = NewSecondFactor),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 409, description = "The account already has a second factor", body = ErrorBody),
    )
)]
async fn start_second_factor(
    State(state): State<AppState>,
    caller: Caller,
) -> Result<(StatusCode, Json<NewSecondFactor>), Error> {
    let person = caller.signed.person;
    if state.people.factor_state(person) == FactorState::On {
        return Err(PeopleRefusal::HasSecondFactor.into());
    }
    let row = state.people.row(person).ok_or(Error::not_signed_in())?;
    let secret = random::<{ code::SECRET_BYTES }>()?;
    let link = code::otpauth_url(&secret, &state.config.name, &row.login);
    let (qr, typed) = (code::qr_rows(&link)?, code::to_base32(&secret));
    state.enrolments.begin(caller.signed.session, secret, (state.clock)().steady);
    Ok((StatusCode::CREATED, Json(NewSecondFactor { secret: typed, link, qr })))
}

/// Complete the enrolment of a second factor with one of its codes: from now on sign-in requires it with the
/// password, and every other session of the account has ended.
// Only in the session that began the enrolment. The secret is stored sealed under the room's key, the
// recovery codes as hashes.
#[utoipa::path(
    post, path = "/api/second-factor", tag = "people", request_body = CodeWish,
    responses(
        (status = 201, description = "The recovery codes, shown once", body = RecoveryCodes),
        (status = 400, description = "The code is wrong", body = ErrorBody),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 409, description = "No enrolment was begun, or the account already has a second \
                                      factor", body = ErrorBody),
    )
)]
async fn set_second_factor(
    State(state): State<AppState>,
    caller: Caller,
    Body(wish): Body<CodeWish>,
) -> Result<(StatusCode, Json<RecoveryCodes>), Error> {
    let (person, session) = (caller.signed.person, caller.signed.session);
    if state.people.factor_state(person) == FactorState::On {
        return Err(PeopleRefusal::HasSecondFactor.into());
    }
    let now = (state.clock)();
    let Some(secret) = state.enrolments.secret_of(session, now.steady) else {
        let why = "no enrolment was begun in this session, or it has expired: begin again";
        return Err(Error::refused(StatusCode::CONFLICT, "not_begun", why));
    };
    let step = code::matching_time_step(&secret, &wish.code, now.wall.0)?.ok_or_else(wrong_code_error)?;
    let codes = code::recovery_codes(person)?;
    let secret = seal_factor(state.room.keys(), person, &secret, random()?);
    let factor = Factor { secret, step, codes: codes.iter().map(|(_, hash)| *hash).collect() };
    state.people.set_factor(person, caller.token, factor, now).await?;
    state.enrolments.end(session);
    let recovery_codes = codes.into_iter().map(|(code, _)| code).collect();
    Ok((StatusCode::CREATED, Json(RecoveryCodes { recovery_codes })))
}

/// Make new recovery codes, which replace all earlier ones.
// Needs the password and a code of the authenticator: a recovery code does not make new ones.
#[utoipa::path(
    post, path = "/api/second-factor/recovery-codes", tag = "people", request_body = CodeAndPassword,
    responses(
        (status = 201, description = "The recovery codes, shown once", body = RecoveryCodes),
        (status = 401, description = "Nobody is signed in, or the password or code is \
                                      wrong", body = ErrorBody),
        (status = 409, description = "The account has no second factor", body = ErrorBody),
        (status = 429, description = "Too many failed attempts", body = ErrorBody),
    )
)]
async fn make_recovery_codes(
    State(state): State<AppState>,
    from: RequestOrigin,
    headers: HeaderMap,
    caller: Caller,
    Body(wish): Body<CodeAndPassword>,
) -> Result<(StatusCode, Json<RecoveryCodes>), Error> {
    let person = caller.signed.person;
    let FactorProof::Step(step) = state.password_and_code(person, wish, (from, &headers)).await? else {
        return Err(wrong_code_error());
    };
    let codes = code::recovery_codes(person)?;
    let hashes = codes.iter().map(|(_, hash)| *hash).collect();
    state.people.make_codes(person, step, hashes, (state.clock)()).await?;
    let recovery_codes = codes.into_iter().map(|(code, _)| code).collect();
    Ok((StatusCode::CREATED, Json(RecoveryCodes { recovery_codes })))
}

/// Remove your own second factor, for example to use another device: all sessions end. Staff must enrol
/// another one before anything else.
// Needs the password and a code of either kind: a stolen session cannot remove it.
#[utoipa::path(
    post, path = "/api/second-factor/remove", tag = "people", request_body = CodeAndPassword,
    responses(
        (status = 204, description = "The second factor is removed, and all sessions have ended"),
        (status = 401, description = "Nobody is signed in, or the password or code is \
                                      wrong", body = ErrorBody),
        (status = 409, description = "The account has no second factor", body = ErrorBody),
        (status = 429, description = "Too many failed attempts", body = ErrorBody),
    )
)]
async fn remove_second_factor(
    State(state): State<AppState>,
    from: RequestOrigin,
    headers: HeaderMap,
    caller: Caller,
    Body(wish): Body<CodeAndPassword>,
) -> Result<StatusCode, Error> {
    let person = caller.signed.person;
    let passed = state.password_and_code(person, wish, (from, &headers)).await?;
    let by = Actor { device: caller.signed.session, ..state.people.by_factor_owner(person) };
    let reason = "by the person".to_owned();
    state.people.remove_factor(by, None, (person, Some(passed)), reason, (state.clock)()).await?;
    Ok(StatusCode::NO_CONTENT)
}

impl SecondFactor {
    /// Whether a staff member without a second factor is let in only to enrol one; passed to
    /// [`PeopleService`](room::people::PeopleService) when the server starts.
    pub const fn is_required(self) -> bool {
        matches!(self, SecondFactor::Required)
    }
}
