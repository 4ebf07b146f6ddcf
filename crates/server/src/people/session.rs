//! The caller of a request: the session behind its cookie.

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use room::people::{CredentialProblem, PeopleCommand, PeopleRefusal, SecretHash, SignedInPerson, role_word};
use room::port::{Now, RequestKey};
use seating::{Actor, Role};
use utoipa::IntoParams;

use crate::error::Error;
use crate::fault::Fault;
use crate::secret::SecretToken;
use crate::security::{RequestOrigin, too_many_requests};
use crate::state::AppState;
use crate::throttle::ThrottleKind;

/// The name of the session cookie behind TLS: a browser accepts it from this host over TLS only.
const SECURE_COOKIE: &str = "__Host-cardroom";
/// The name of the session cookie without TLS, as on one's own machine.
const PLAIN_COOKIE: &str = "cardroom";

/// The most cookies of one name that are read: a browser sends one for each path and domain that set it.
const MOST_OF_A_NAME: usize = 8;

/// A signed-in person who makes a request.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The person, the session and its roles.
    pub signed: SignedInPerson,
    /// The SHA-256 of the session's token: [`room::people::Service::signed`] tells whether it is still valid.
    pub token: SecretHash,
}

/// Why a role that a person has does not count yet.
pub fn factor_due_text(role: Role) -> String {
    format!("the role {} waits for your second factor: enrol it first", role_word(role))
}

impl Caller {
    /// The caller acting in a role, on the device of the session.
    ///
    /// # Errors
    /// When the caller does not have the role.
    pub fn acting_as(&self, role: Role) -> Result<Actor, Error> {
        if !self.signed.roles.contains(&role) && self.signed.withheld_roles.contains(&role) {
            let due = Error::refused(StatusCode::FORBIDDEN, "second_factor_due", factor_due_text(role));
            return Err(due.with("role", role_word(role)));
        }
        if !self.signed.roles.contains(&role) {
            let why = format!("this needs the role {}", role_word(role));
            return Err(Error::not_granted(why).because("role_needed").with("role", role_word(role)));
        }
        Ok(Actor { person: self.signed.person, role, device: self.signed.session })
    }

    /// The first of the caller's roles that is good enough, or else the first of those that wait for the
    /// second factor.
    pub fn first_role(&self, does: impl Fn(Role) -> bool) -> Option<Role> {
        let SignedInPerson { roles, withheld_roles: waiting, .. } = &self.signed;
        roles.iter().chain(waiting).copied().find(|role| does(*role))
    }

    /// The caller for requests that every account may make: as a player if the account is one, otherwise in
    /// its first role.
    pub fn in_any_role(&self) -> Actor {
        let role = self.first_role(|_| true).unwrap_or(Role::Player);
        Actor { person: self.signed.person, role, device: self.signed.session }
    }

    /// The caller in a hand that they were dealt into: as the player of that hand, whatever roles they have
    /// by now.
    pub fn as_player(&self) -> Actor {
        Actor { device: self.signed.session, ..Actor::player(self.signed.person) }
    }
}

fn cookie_name(secure: bool) -> &'static str {
    if secure { SECURE_COOKIE } else { PLAIN_COOKIE }
}

/// The values of a request's cookies with this name, in order: a stale one may come before the one that
/// counts. Cookies of other names may contain any bytes.
pub fn cookie_values<'a>(headers: &'a HeaderMap, name: &str) -> impl Iterator<Item = &'a str> {
    let lines = headers.get_all(header::COOKIE).iter().map(HeaderValue::as_bytes);
    let pairs = lines.flat_map(|line| line.split(|byte| *byte == b';')).filter_map(|pair| {
        let pair = pair.trim_ascii();
        let at = pair.iter().position(|byte| *byte == b'=')?;
        Some((&pair[..at], &pair[at + 1..]))
    });
    let values = pairs.filter(move |(other, _)| *other == name.as_bytes()).map(|(_, value)| value);
    values.take(MOST_OF_A_NAME).map(|value| std::str::from_utf8(value).unwrap_or_default())
}

/// The hashes of the tokens in a request's cookies, whether or not they are valid.
pub fn tokens_of(headers: &HeaderMap, secure: bool) -> Vec<SecretHash> {
    let given = cookie_values(headers, cookie_name(secure)).filter_map(SecretToken::parse);
    given.map(|secret| secret.hashed()).collect()
}

impl AppState {
    /// The session of a request: the first of its cookies that is valid. Valid cookies of two people count as
    /// none, because one of them was planted.
    pub(crate) fn session_of(&self, tokens: &[SecretHash], now: Now) -> Option<Caller> {
        let mut held = tokens.iter().filter_map(|token| {
            let signed = self.people.signed_in(token, now)?;
            Some(Caller { signed, token: *token })
        });
        let first = held.next()?;
        held.all(|other| other.signed.person == first.signed.person).then_some(first)
    }

    /// Ends every session of a request's cookies.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) async fn end_sessions(&self, tokens: &[SecretHash], now: Now) -> Result<(), Error> {
        for token in tokens {
            if let Some(signed) = self.people.signed_in(token, now) {
                let by = Caller { signed, token: *token }.in_any_role();
                self.people.carry_out(by, None, now, PeopleCommand::SignOut { token: *token }).await?;
            }
        }
        Ok(())
    }
}

/// The header that gives a browser its session.
pub fn session_cookie(secret: &SecretToken, seconds: u64, secure: bool) -> Result<HeaderValue, Fault> {
    let (name, secret) = (cookie_name(secure), secret.reveal());
    let only_tls = if secure { "; Secure" } else { "" };
    let text = format!("{name}={secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}{only_tls}");
    let mut value = HeaderValue::from_str(&text).map_err(Fault::SessionCookie)?;
    value.set_sensitive(true);
    Ok(value)
}

/// The header that removes a browser's session.
pub fn expired_cookie(secure: bool) -> HeaderValue {
    if secure {
        HeaderValue::from_static("__Host-cardroom=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0; Secure")
    } else {
        HeaderValue::from_static("cardroom=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0")
    }
}

/// The origin of a request, as the guard found it.
pub fn origin_of(parts: &Parts) -> Result<RequestOrigin, Error> {
    parts.extensions.get().copied().ok_or(Error::Fault(Fault::GuardBypassed))
}

impl FromRequestParts<AppState> for RequestOrigin {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<RequestOrigin, Error> {
        origin_of(parts)
    }
}

impl OptionalFromRequestParts<AppState> for Caller {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Option<Caller>, Error> {
        let now = (state.clock)();
        let tokens = tokens_of(&parts.headers, origin_of(parts)?.secure);
        let Some(caller) = state.session_of(&tokens, now) else { return Ok(None) };
        let person = caller.signed.person;
        state.by_person.take(person, now.steady).map_err(|seconds| {
            state.throttle_counts.count(ThrottleKind::Requests, &format!("person {}", person.0));
            too_many_requests(seconds)
        })?;
        Ok(Some(caller))
    }
}

impl FromRequestParts<AppState> for Caller {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Caller, Error> {
        let caller = <Caller as OptionalFromRequestParts<AppState>>::from_request_parts(parts, state).await?;
        caller.ok_or_else(Error::not_signed_in)
    }
}

/// A caller who is an administrator: anybody else is refused before the rest of the request is read.
#[derive(Clone, Copy, Debug)]
pub struct Administrator(pub Actor);

impl FromRequestParts<AppState> for Administrator {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Administrator, Error> {
        let caller = <Caller as FromRequestParts<AppState>>::from_request_parts(parts, state).await?;
        caller.acting_as(Role::Administrator).map(Administrator)
    }
}

/// A caller who is an auditor: anybody else is refused before the rest of the request is read.
#[derive(Clone, Copy, Debug)]
pub struct Auditor(pub Actor);

impl FromRequestParts<AppState> for Auditor {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Auditor, Error> {
        let caller = <Caller as FromRequestParts<AppState>>::from_request_parts(parts, state).await?;
        caller.acting_as(Role::Auditor).map(Auditor)
    }
}

/// A caller who looks after how people behave: a supervisor, a role above that, or an administrator. Anybody
/// else is refused before the rest of the request is read.
#[derive(Clone, Copy, Debug)]
pub struct Moderator(pub Actor);

impl FromRequestParts<AppState> for Moderator {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Moderator, Error> {
        let caller = <Caller as FromRequestParts<AppState>>::from_request_parts(parts, state).await?;
        let own = caller.first_role(|role| role.is_at_least(Role::Supervisor));
        caller.acting_as(own.unwrap_or(Role::Administrator)).map(Moderator)
    }
}

/// The client's key for a request, from the header `Idempotency-Key`: a request with the same key is not
/// carried out again.
#[derive(Clone, Copy, Debug, IntoParams)]
#[into_params(names("Idempotency-Key"), parameter_in = Header)]
pub struct IdempotencyKey(
    /// 32 hexadecimal digits that the client makes
    #[param(value_type = Option<String>, pattern = "^[0-9a-fA-F]{32}$", nullable = false)]
    pub Option<RequestKey>,
);

impl IdempotencyKey {
    /// Reads the key from a request's headers.
    ///
    /// # Errors
    /// When it is not a valid key, or there are several: nobody knows which of them a later request would
    /// carry.
    pub(crate) fn read(headers: &HeaderMap) -> Result<IdempotencyKey, Error> {
        let mut all = headers.get_all("idempotency-key").iter();
        let Some(given) = all.next() else { return Ok(IdempotencyKey(None)) };
        if all.next().is_some() {
            let why = "the header idempotency-key may be given only once";
            return Err(Error::malformed(why).because("header_twice").with("header", "idempotency-key"));
        }
        let key = given.to_str().ok().and_then(|text| text.parse().ok());
        let wrong = || {
            let why = "the header idempotency-key: expected 32 hexadecimal digits";
            let unfit = Error::malformed(why).because("header_unfit").with("header", "idempotency-key");
            unfit.with("digits", 32_u64)
        };
        key.map(|key| IdempotencyKey(Some(key))).ok_or_else(wrong)
    }
}

impl FromRequestParts<AppState> for IdempotencyKey {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<IdempotencyKey, Error> {
        IdempotencyKey::read(&parts.headers)
    }
}

impl From<PeopleRefusal> for Error {
    /// The status, code and sentence of each refusal.
    fn from(refusal: PeopleRefusal) -> Error {
        // With the seconds to wait, if waiting helps.
        let (status, wait) = match &refusal {
            PeopleRefusal::Throttled { seconds } | PeopleRefusal::ReportsTooFast { seconds } => {
                (StatusCode::TOO_MANY_REQUESTS, Some(*seconds))
            }
            PeopleRefusal::WrongCredentials | PeopleRefusal::NotSignedIn | PeopleRefusal::SecondFactor => {
                (StatusCode::UNAUTHORIZED, None)
            }
            PeopleRefusal::NotGranted { .. }
            | PeopleRefusal::Banned { .. }
            | PeopleRefusal::OpeningOfOthers
            | PeopleRefusal::BeforeAuditor => (StatusCode::FORBIDDEN, None),
            PeopleRefusal::NoSuchLink
            | PeopleRefusal::NoSuchPerson
            | PeopleRefusal::NoSuchReport
            | PeopleRefusal::NoSuchShare
            | PeopleRefusal::NoSuchSession
            | PeopleRefusal::NoSuchOpening => (StatusCode::NOT_FOUND, None),
            PeopleRefusal::LoginTaken
            | PeopleRefusal::NameTaken
            | PeopleRefusal::Full
            | PeopleRefusal::ChipsFull
            | PeopleRefusal::NotBanned
            | PeopleRefusal::BannedLonger { .. }
            | PeopleRefusal::Conflict { .. }
            | PeopleRefusal::HasRole { .. }
            | PeopleRefusal::HasNotRole { .. }
            | PeopleRefusal::LastAdministrator
            | PeopleRefusal::Known { .. }
            | PeopleRefusal::Opened
            | PeopleRefusal::Oneself
            | PeopleRefusal::DealtWith
            | PeopleRefusal::SharesFull
            | PeopleRefusal::HasSecondFactor
            | PeopleRefusal::NoSecondFactor
            | PeopleRefusal::OneAuditor
            | PeopleRefusal::OpeningAgreed
            | PeopleRefusal::OpeningOver
            | PeopleRefusal::OpeningLapsed => (StatusCode::CONFLICT, None),
            PeopleRefusal::Reason => (StatusCode::BAD_REQUEST, None),
        };
        let error = Error::refused(status, refusal.code(), refusal.to_string());
        let error = error.because(refusal.reason()).with_all(refusal.figures());
        match wait {
            Some(seconds) => error.after_seconds(seconds),
            None => error,
        }
    }
}

impl From<room::people::PeopleError> for Error {
    fn from(not_done: room::people::PeopleError) -> Error {
        match not_done {
            room::people::PeopleError::Refused(refusal) => refusal.into(),
            room::people::PeopleError::Unwritten(fault) => Error::store_broken(fault),
            room::people::PeopleError::Fault(fault) => fault.into(),
        }
    }
}

impl From<CredentialProblem> for Error {
    fn from(unfit: CredentialProblem) -> Error {
        Error::refused(StatusCode::BAD_REQUEST, unfit.code(), unfit.to_string())
            .because(unfit.reason())
            .with_all(unfit.figures())
    }
}
