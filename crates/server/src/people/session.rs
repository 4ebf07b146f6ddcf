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
    /// The SHA-256 of the session's token. Whether it is still valid,
    /// [`PeopleService::signed_in`](room::people::PeopleService::signed_in) says.
    pub token: SecretHash,
}

/// The sentence for a role that a person has and that waits for the second factor; the same over HTTP and the
/// socket.
pub fn factor_due_text(role: Role) -> String {
    format!("the role {} waits for your second factor: enrol it first", role_word(role))
}

impl Caller {
    /// The caller acting in a role, on the device of the session, for whatever needs that role.
    ///
    /// # Errors
    /// When the caller does not have the role (403), or it waits for the second factor (403 with a code of its
    /// own).
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
    /// second factor: [`acting_as`](Caller::acting_as) then refuses it in the right words.
    pub fn first_role(&self, does: impl Fn(Role) -> bool) -> Option<Role> {
        let SignedInPerson { roles, withheld_roles: waiting, .. } = &self.signed;
        roles.iter().chain(waiting).copied().find(|role| does(*role))
    }

    /// The caller for requests that every account may make, such as signing out: as a player if the account
    /// is one, otherwise in its first role. For nothing that needs a role.
    pub fn in_any_role(&self) -> Actor {
        let role = self.first_role(|_| true).unwrap_or(Role::Player);
        Actor { person: self.signed.person, role, device: self.signed.session }
    }

    /// The caller in a hand that they were dealt into: as the player of that hand, whatever roles they have
    /// by now. The handler must have checked that they were dealt in.
    pub fn as_player(&self) -> Actor {
        Actor { device: self.signed.session, ..Actor::player(self.signed.person) }
    }
}

/// The name of the session cookie, by whether the request came over TLS. Browsers hold sessions under these
/// names, so neither changes.
fn cookie_name(secure: bool) -> &'static str {
    if secure { SECURE_COOKIE } else { PLAIN_COOKIE }
}

/// The values of a request's cookies with this name, in order and at most `MOST_OF_A_NAME`: a stale one may
/// come before the one that counts. Cookies of other names may contain any bytes.
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

/// The hashes of the session tokens in a request's cookies, whether or not they are valid;
/// `AppState::session_of` tells which of them counts.
pub fn tokens_of(headers: &HeaderMap, secure: bool) -> Vec<SecretHash> {
    let given = cookie_values(headers, cookie_name(secure)).filter_map(SecretToken::parse);
    given.map(|secret| secret.hashed()).collect()
}

impl AppState {
    /// The session of a request: the first of its cookies that is valid now. Valid cookies of two people
    /// count as none, because one of them was planted.
    pub(crate) fn session_of(&self, tokens: &[SecretHash], now: Now) -> Option<Caller> {
        let mut held = tokens.iter().filter_map(|token| {
            let signed = self.people.signed_in(token, now)?;
            Some(Caller { signed, token: *token })
        });
        let first = held.next()?;
        held.all(|other| other.signed.person == first.signed.person).then_some(first)
    }

    /// Ends every valid session of a request's cookies, and with it the connections opened in it; for signing
    /// out, and for signing in anew.
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

/// The header that gives a browser its session for `seconds`: out of reach of scripts, and not sent from
/// other sites. Marked sensitive, so that no log prints it.
pub fn session_cookie(secret: &SecretToken, seconds: u64, secure: bool) -> Result<HeaderValue, Fault> {
    let (name, secret) = (cookie_name(secure), secret.reveal());
    let only_tls = if secure { "; Secure" } else { "" };
    let text = format!("{name}={secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}{only_tls}");
    let mut value = HeaderValue::from_str(&text).map_err(Fault::SessionCookie)?;
    value.set_sensitive(true);
    Ok(value)
}

/// The header that removes a browser's session cookie; it has the name and attributes of [`session_cookie`],
/// or browsers would keep that one.
pub fn expired_cookie(secure: bool) -> HeaderValue {
    if secure {
        HeaderValue::from_static("__Host-cardroom=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0; Secure")
    } else {
        HeaderValue::from_static("cardroom=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0")
    }
}

/// Where a request comes from (address, and whether over TLS), as the guard found it. A handler that runs
/// without the guard is a fault, and never believes the request's own headers.
pub fn origin_of(parts: &Parts) -> Result<RequestOrigin, Error> {
    parts.extensions.get().copied().ok_or(Error::Fault(Fault::GuardBypassed))
}

impl FromRequestParts<AppState> for RequestOrigin {
    type Rejection = Error;

    /// The origin that the guard found, for handlers that limit by address or set cookies; see [`origin_of`].
    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<RequestOrigin, Error> {
        origin_of(parts)
    }
}

impl OptionalFromRequestParts<AppState> for Caller {
    type Rejection = Error;

    /// The caller, or `None` for a visitor: no cookie, an expired session, or cookies of two people. A
    /// person's request counts for the rate limit here, and is refused with 429 if there are too many.
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

    /// The caller, or the refusal with 401: a route that takes it needs a sign-in, in whatever role.
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

    /// The caller as administrator: 401 without a sign-in, 403 for anybody else, and 403 `second_factor_due`
    /// while the role waits for the second factor.
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

    /// The caller as auditor: 401 without a sign-in, 403 for anybody else, and 403 `second_factor_due` while
    /// the role waits for the second factor.
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

    /// The caller in the first role from supervisor up, or as administrator: 401 without a sign-in, 403 for
    /// anybody without such a role.
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
    /// Reads the key from a request's headers: 32 hexadecimal digits, or none. The queue of requests with the
    /// same key and the handlers both read it here.
    ///
    /// # Errors
    /// 400 when it is not a valid key, or there are several: nobody knows which of them a later request would
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

    /// The key in the header, or the refusal with 400; a route that takes it lists it in its `params`, and
    /// carries a request out once per key.
    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<IdempotencyKey, Error> {
        IdempotencyKey::read(&parts.headers)
    }
}

impl From<PeopleRefusal> for Error {
    /// The status of each refusal, with its own code, reason and sentence; 429 also says how many seconds to
    /// wait. A new refusal must be given a status here.
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
    /// A refusal as itself; a store that cannot write as 503; any other fault as 500.
    fn from(not_done: room::people::PeopleError) -> Error {
        match not_done {
            room::people::PeopleError::Refused(refusal) => refusal.into(),
            room::people::PeopleError::Unwritten(fault) => Error::store_broken(fault),
            room::people::PeopleError::Fault(fault) => fault.into(),
        }
    }
}

impl From<CredentialProblem> for Error {
    /// The refusal with 400 of a name or a password that no account may have, with the code and reason that
    /// `room::people` gives it.
    fn from(unfit: CredentialProblem) -> Error {
        Error::refused(StatusCode::BAD_REQUEST, unfit.code(), unfit.to_string())
            .because(unfit.reason())
            .with_all(unfit.figures())
    }
}
