//! Who asks: the session behind a request's cookie.

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use room::people::{Command, Hashed, Refusal, Signed, Unfit, role_word};
use room::port::{Fault, Key, Now};
use seating::{By, Role};
use utoipa::IntoParams;

use crate::app::AppState;
use crate::error::Error;
use crate::secret::Secret;
use crate::security::{Origin, too_often};
use crate::throttled::TooOften;

/// The cookie of a session where TLS is in front: a browser takes it from this host over TLS only.
const SECURE_COOKIE: &str = "__Host-cardroom";
/// The cookie of a session where there is no TLS, as on one's own machine.
const PLAIN_COOKIE: &str = "cardroom";

/// The most cookies of one name that are looked at: a browser sends one for each path and domain by which it was set.
const MOST_OF_A_NAME: usize = 8;

/// Somebody who is signed in and asks for something.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Who, in which session, with which roles.
    pub signed: Signed,
    /// The SHA-256 of the session's token: [`room::people::Service::signed`] tells whether it still holds.
    pub token: Hashed,
}

/// Why a role that somebody has does nothing yet.
pub fn factor_due(role: Role) -> String {
    format!("the role {} waits for your second factor: enrol it first", role_word(role))
}

impl Caller {
    /// The caller acting in a role, on the device that the session is.
    ///
    /// # Errors
    /// When the caller has not the role.
    pub fn by(&self, role: Role) -> Result<By, Error> {
        if !self.signed.roles.contains(&role) && self.signed.waiting.contains(&role) {
            let due = Error::refused(StatusCode::FORBIDDEN, "second_factor_due", factor_due(role));
            return Err(due.with("role", role_word(role)));
        }
        if !self.signed.roles.contains(&role) {
            let why = format!("this needs the role {}", role_word(role));
            return Err(Error::not_granted(why).because("role_needed").with("role", role_word(role)));
        }
        Ok(By { person: self.signed.person, role, device: self.signed.session })
    }

    /// The first role that will do of those that the caller has, or else of those that wait for the second factor.
    pub fn first_role(&self, does: impl Fn(Role) -> bool) -> Option<Role> {
        let Signed { roles, waiting, .. } = &self.signed;
        roles.iter().chain(waiting).copied().find(|role| does(*role))
    }

    /// The caller where every account may ask: as a player where the account is one, in the first role otherwise.
    pub fn in_any_role(&self) -> By {
        let role = self.first_role(|_| true).unwrap_or(Role::Player);
        By { person: self.signed.person, role, device: self.signed.session }
    }

    /// The caller about a hand that they were dealt into: as the player of that hand, whatever else they are by now.
    pub fn as_player(&self) -> By {
        By { device: self.signed.session, ..By::player(self.signed.person) }
    }
}

fn cookie_name(secure: bool) -> &'static str {
    if secure { SECURE_COOKIE } else { PLAIN_COOKIE }
}

/// What a request's cookies of a name hold, in their order: one that is stale may come before the one that counts. Those
/// of other names may hold any bytes.
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

/// The tokens that a request's cookies hold, whether or not they open anything.
pub fn tokens_of(headers: &HeaderMap, secure: bool) -> Vec<Hashed> {
    let given = cookie_values(headers, cookie_name(secure)).filter_map(Secret::given);
    given.map(|secret| secret.hashed()).collect()
}

impl AppState {
    /// The session of a request: the first of its cookies that opens one. Cookies of two people open none, for one of them
    /// was planted.
    pub(crate) fn session_of(&self, tokens: &[Hashed], now: Now) -> Option<Caller> {
        let mut held = tokens.iter().filter_map(|token| {
            let signed = self.people.signed(token, now)?;
            Some(Caller { signed, token: *token })
        });
        let first = held.next()?;
        held.all(|other| other.signed.person == first.signed.person).then_some(first)
    }

    /// Ends every session that a request's cookies hold.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) async fn end_sessions(&self, tokens: &[Hashed], now: Now) -> Result<(), Error> {
        for token in tokens {
            if let Some(signed) = self.people.signed(token, now) {
                let by = Caller { signed, token: *token }.in_any_role();
                self.people.carry_out(by, None, now, Command::SignOut { token: *token }).await?;
            }
        }
        Ok(())
    }
}

/// The header that gives a browser its session.
pub fn cookie(secret: &Secret, seconds: u64, secure: bool) -> Result<HeaderValue, Fault> {
    let (name, secret) = (cookie_name(secure), secret.reveal());
    let only_tls = if secure { "; Secure" } else { "" };
    let text = format!("{name}={secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}{only_tls}");
    let mut value =
        HeaderValue::from_str(&text).map_err(|_| Fault { what: "a token fits into no cookie".to_owned() })?;
    value.set_sensitive(true);
    Ok(value)
}

/// The header that takes a browser's session away.
pub fn no_cookie(secure: bool) -> HeaderValue {
    if secure {
        HeaderValue::from_static("__Host-cardroom=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0; Secure")
    } else {
        HeaderValue::from_static("cardroom=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0")
    }
}

/// Where a request comes from, as the guard found out.
pub fn origin_of(parts: &Parts) -> Result<Origin, Error> {
    parts.extensions.get().copied().ok_or_else(|| Error::Fault("a request came past the guard".to_owned()))
}

impl FromRequestParts<AppState> for Origin {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Origin, Error> {
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
            state.throttled.count(TooOften::Requests, &format!("person {}", person.0));
            too_often(seconds)
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

/// An administrator who asks: whoever is none is refused before anything else of the request is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Administrator(pub By);

impl FromRequestParts<AppState> for Administrator {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Administrator, Error> {
        let caller = <Caller as FromRequestParts<AppState>>::from_request_parts(parts, state).await?;
        caller.by(Role::Administrator).map(Administrator)
    }
}

/// An auditor who asks: whoever is none is refused before anything else of the request is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Auditor(pub By);

impl FromRequestParts<AppState> for Auditor {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Auditor, Error> {
        let caller = <Caller as FromRequestParts<AppState>>::from_request_parts(parts, state).await?;
        caller.by(Role::Auditor).map(Auditor)
    }
}

/// Somebody who looks after how people behave: a supervisor, whoever stands above, or an administrator. Others are refused
/// before
/// anything else of the request is looked at.
#[derive(Clone, Copy, Debug)]
pub struct LooksAfter(pub By);

impl FromRequestParts<AppState> for LooksAfter {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<LooksAfter, Error> {
        let caller = <Caller as FromRequestParts<AppState>>::from_request_parts(parts, state).await?;
        let own = caller.first_role(|role| role.is_at_least(Role::Supervisor));
        caller.by(own.unwrap_or(Role::Administrator)).map(LooksAfter)
    }
}

/// The client's key for what it asks, from the header `Idempotency-Key`: asked again with the same key it is not done
/// again.
#[derive(Clone, Copy, Debug, IntoParams)]
#[into_params(names("Idempotency-Key"), parameter_in = Header)]
pub struct AskedOnce(
    /// 32 hexadecimal digits that the client makes
    #[param(value_type = Option<String>, pattern = "^[0-9a-fA-F]{32}$", nullable = false)]
    pub Option<Key>,
);

impl AskedOnce {
    /// The key among a request's headers.
    ///
    /// # Errors
    /// When it is none, or there are several: which of them a later request would carry nobody knows.
    pub(crate) fn read(headers: &HeaderMap) -> Result<AskedOnce, Error> {
        let mut all = headers.get_all("idempotency-key").iter();
        let Some(given) = all.next() else { return Ok(AskedOnce(None)) };
        if all.next().is_some() {
            let why = "the header idempotency-key comes once at the most";
            return Err(Error::malformed(why).because("header_twice").with("header", "idempotency-key"));
        }
        let key = given.to_str().ok().and_then(|text| text.parse().ok());
        let wrong = || {
            let why = "the header idempotency-key has 32 hexadecimal digits";
            let unfit = Error::malformed(why).because("header_unfit").with("header", "idempotency-key");
            unfit.with("digits", 32_u64)
        };
        key.map(|key| AskedOnce(Some(key))).ok_or_else(wrong)
    }
}

impl FromRequestParts<AppState> for AskedOnce {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<AskedOnce, Error> {
        AskedOnce::read(&parts.headers)
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        // With the seconds to wait, where waiting helps.
        let (status, wait) = match &refusal {
            Refusal::Throttled { seconds } | Refusal::ReportsTooFast { seconds } => {
                (StatusCode::TOO_MANY_REQUESTS, Some(*seconds))
            }
            Refusal::WrongCredentials | Refusal::NotSignedIn | Refusal::SecondFactor => {
                (StatusCode::UNAUTHORIZED, None)
            }
            Refusal::NotGranted { .. }
            | Refusal::Banned { .. }
            | Refusal::OpeningOfOthers
            | Refusal::BeforeAuditor => (StatusCode::FORBIDDEN, None),
            Refusal::NoSuchLink
            | Refusal::NoSuchPerson
            | Refusal::NoSuchReport
            | Refusal::NoSuchShare
            | Refusal::NoSuchSession
            | Refusal::NoSuchOpening => (StatusCode::NOT_FOUND, None),
            Refusal::LoginTaken
            | Refusal::NameTaken
            | Refusal::Full
            | Refusal::ChipsFull
            | Refusal::NotBanned
            | Refusal::BannedLonger { .. }
            | Refusal::Conflict { .. }
            | Refusal::HasRole { .. }
            | Refusal::HasNotRole { .. }
            | Refusal::LastAdministrator
            | Refusal::Known { .. }
            | Refusal::Opened
            | Refusal::Oneself
            | Refusal::DealtWith
            | Refusal::SharesFull
            | Refusal::HasSecondFactor
            | Refusal::NoSecondFactor
            | Refusal::OneAuditor
            | Refusal::OpeningAgreed
            | Refusal::OpeningOver
            | Refusal::OpeningLapsed => (StatusCode::CONFLICT, None),
            Refusal::Reason => (StatusCode::BAD_REQUEST, None),
        };
        let error = Error::refused(status, refusal.code(), refusal.to_string());
        let error = error.because(refusal.reason()).with_all(refusal.figures());
        match wait {
            Some(seconds) => error.after_seconds(seconds),
            None => error,
        }
    }
}

impl From<room::people::NotDone> for Error {
    fn from(not_done: room::people::NotDone) -> Error {
        match not_done {
            room::people::NotDone::Refused(refusal) => refusal.into(),
            room::people::NotDone::Fault(fault) => fault.into(),
        }
    }
}

impl From<Unfit> for Error {
    fn from(unfit: Unfit) -> Error {
        Error::refused(StatusCode::BAD_REQUEST, unfit.code(), unfit.to_string())
            .because(unfit.reason())
            .with_all(unfit.figures())
    }
}
