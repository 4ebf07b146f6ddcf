//! How an account is made, and what people do with their own account.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use room::people::{
    FactorProof, MAX_PASSWORD_BYTES, NewPerson, PeopleEvent, PeopleRefusal, PersonAccount, SecretHash,
    SignInAttempt, SignedInPerson, check_password, fold_login, is_staff, role_word, tidy_name,
};
use room::port::{Now, RequestKey, StreamId};
use seating::{Actor, Person, Role};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::body::Body;
use crate::config::{Openers, SignUp};
use crate::error::{Error, ErrorBody};
use crate::people::device::add_cookie;
use crate::people::factor::state_word;
use crate::people::idempotency::key_used_error;
use crate::people::session::{Caller, IdempotencyKey, expired_cookie, session_cookie, tokens_of};
use crate::secret::{SecretToken, random};
use crate::security::{RequestOrigin, too_many_requests};
use crate::state::AppState;
use crate::throttle::ThrottleKind;
use crate::wire::encode::Names;

mod wish;

pub(crate) use wish::{FirstWish, PasswordWish, SignInWish, SignUpWish};

/// How long a staff session lasts, in hours: a working day.
const STAFF_HOURS: u64 = 12;
/// One hour, in seconds.
const HOUR: u64 = 3600;
/// How many records to read, from that of an account on, to find the one of the link by which it was made.
const RECORDS_OF_AN_ACCOUNT: usize = 3;

/// The routes for signing up, in and out, merged into `router::api_routes`.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(sign_up))
        .routes(routes!(sign_in))
        .routes(routes!(sign_out))
        .routes(routes!(sign_out_everywhere))
        .routes(routes!(change_password))
        .routes(routes!(use_first_link))
        .routes(routes!(me))
}

/// The caller's account.
#[derive(Debug, Serialize, ToSchema)]
pub struct Me {
    /// The person's number in this room.
    pub person: u64,
    /// The name to sign in with.
    pub login: String,
    /// The name that others see.
    pub name: String,
    /// What the person may do in this session. Staff roles are missing while the second factor is due.
    pub roles: Vec<&'static str>,
    /// Roles of the person that do not count in this session until a second factor is enrolled or given.
    pub waiting: Vec<&'static str>,
    /// What the roles of this session allow, as far as it does not depend on a table: `sit`, `open_tables`,
    /// `run_tables` for officials, `accounts`, `reports` and `record`.
    pub rights: Vec<&'static str>,
    /// The second factor: `off` if there is none, `due` if the staff roles wait for it, `on` if it is
    /// required at each sign-in.
    pub second_factor: &'static str,
    /// How many recovery codes are left.
    pub recovery_codes: usize,
    /// What others did to the account, newest first.
    pub notices: Vec<NoticeLine>,
    /// A program plays with this account.
    pub machine: bool,
    /// Play chips in the wallet.
    pub wallet: i64,
    /// When the person signed in the time before this one, in milliseconds since 1970.
    pub last_sign_in: Option<u64>,
    /// How many sign-ins failed in between.
    pub failures_since: u32,
    /// When this session expires, in milliseconds since 1970.
    pub session_until: u64,
}

/// Something that somebody did to the caller's account.
#[derive(Debug, Serialize, ToSchema)]
pub struct NoticeLine {
    /// What was done, as one word: `reset_link_made`, `reset_link_used`, `second_factor_taken` or
    /// `hand_opened`.
    pub what: String,
    /// The number of the person who did it.
    pub person: u64,
    /// The name of the person who did it.
    pub by: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// It was done since the sign-in before this one.
    pub new: bool,
}

impl AppState {
    /// The path of a link by which somebody becomes the first administrator, for the program to print when it
    /// starts; `None` if there is an administrator already. A link made earlier is no longer valid.
    ///
    /// # Errors
    /// When the operating system gives no random bytes, or the store fails.
    pub async fn first_link(&self) -> Result<Option<String>, Error> {
        if self.people.has_administrator() {
            return Ok(None);
        }
        let (secret, now) = (SecretToken::new()?, (self.clock)());
        let lasts = self.config.link_hours * HOUR * 1000;
        self.people.make_administrator_link(Actor::HOUSE, None, secret.hashed(), lasts, now).await?;
        Ok(Some(format!("/first/{}", secret.reveal())))
    }

    /// The account of a signed-in person, as this session has it: the answer to each sign-in and to
    /// `/api/me`. It has no secret and no hash.
    ///
    /// # Errors
    /// A fault of the store.
    pub async fn me(&self, signed: &SignedInPerson) -> Result<Me, Error> {
        let person = signed.person;
        let row = self.people.row(person).ok_or(Error::not_signed_in())?;
        let account = self.people.with_people(|people| people.account(person).cloned());
        let account = account.ok_or(Error::not_signed_in())?;
        let waits = |role: &Role| !signed.roles.contains(role);
        Ok(Me {
            person: person.0,
            login: row.login,
            name: row.name,
            roles: signed.roles.iter().copied().map(role_word).collect(),
            waiting: account.roles.iter().copied().filter(waits).map(role_word).collect(),
            rights: self.rights(&signed.roles),
            second_factor: state_word(self.people.factor_state(person)),
            recovery_codes: account.factor.as_ref().map_or(0, |factor| factor.codes.len()),
            notices: self.notices(&account),
            machine: account.machine,
            wallet: self.wallet(person).await?,
            last_sign_in: account.earlier_sign_in,
            failures_since: account.failures_before,
            session_until: signed.until,
        })
    }

    /// What these roles allow, in the words of the wire, for the page to show what works. It grants nothing:
    /// each route checks for itself, and rights that depend on a table are for the table to decide.
    fn rights(&self, roles: &[Role]) -> Vec<&'static str> {
        let has = |role: Role| roles.contains(&role);
        let rules = roles.iter().any(|role| role.is_at_least(Role::Supervisor));
        let opens = match self.config.openers {
            Openers::Players => has(Role::Player),
            Openers::Operator => rules,
        };
        let rights = [
            ("sit", has(Role::Player)),
            ("open_tables", opens),
            ("run_tables", rules || has(Role::Administrator)),
            ("accounts", has(Role::Administrator)),
            ("reports", rules || has(Role::Administrator)),
            ("record", has(Role::Auditor)),
        ];
        rights.into_iter().filter(|(_, open)| *open).map(|(right, _)| right).collect()
    }

    /// What others did to an account, newest first: reset links, removed factors, opened hands. `new` is what
    /// was done since the sign-in before this one.
    fn notices(&self, account: &PersonAccount) -> Vec<NoticeLine> {
        let before = account.earlier_sign_in.unwrap_or(account.signed_up);
        let newest_first = account.notices.iter().rev();
        newest_first
            .map(|notice| NoticeLine {
                what: notice.what.clone(),
                person: notice.by.0,
                by: self.name(notice.by).0,
                at: notice.time,
                new: notice.time >= before,
            })
            .collect()
    }

    /// The response that gives a browser its session: the cookie for as long as the session lasts, the mark
    /// of a known device, and the account. `secure` says that the request came over TLS.
    async fn session_response(
        &self,
        status: StatusCode,
        signed: &SignedInPerson,
        secret: &SecretToken,
        secure: bool,
        now: Now,
    ) -> Result<Response, Error> {
        let seconds = signed.until.saturating_sub(self.people.time(now)) / 1000;
        let cookie = session_cookie(secret, seconds, secure)?;
        let device = self.device_cookie(signed.person, secure)?;
        let mut response =
            (status, [(header::SET_COOKIE, cookie)], Json(self.me(signed).await?)).into_response();
        add_cookie(response.headers_mut(), device);
        Ok(response)
    }

    /// The names and password of a new account, checked by the rules of `room::people` and hashed; whether
    /// the names are free is decided when the account is made.
    async fn new_person(&self, wish: SignUpWish) -> Result<NewPerson, Error> {
        let login = fold_login(&wish.login)?;
        let name = tidy_name(wish.name.as_deref().unwrap_or(wish.login.trim()))?;
        check_password(&wish.password, &login, &name)?;
        let password = self.hasher.hash(wish.password).await?;
        Ok(NewPerson { login, name, password, salt: random()?, machine: wish.machine })
    }

    /// How long a session with these roles lasts, in milliseconds: what the operator chose, but for staff at
    /// most 12 hours.
    fn session_lifetime(&self, roles: &[Role]) -> u64 {
        let hours = if roles.iter().any(|role| is_staff(*role)) {
            STAFF_HOURS.min(self.config.session_hours)
        } else {
            self.config.session_hours
        };
        hours * HOUR * 1000
    }

    /// Compares a password with that of a name; it takes as long, and refuses the same, for a name that does
    /// not exist. A failure is counted by name, address and device, each of which slows down the next. The
    /// attempt that it returns is what every sign-in and change of password needs.
    pub(super) async fn check_password(
        &self,
        login: &str,
        password: String,
        from: RequestOrigin,
        headers: &HeaderMap,
    ) -> Result<SignInAttempt, Error> {
        // A name that nobody can have is counted like one that nobody has.
        let login: String = login.trim().to_lowercase().chars().take(64).collect();
        let person = self.people.by_login(&login);
        let device = person.and_then(|person| self.known_device(headers, person, from.secure));
        let attempt = self.people.attempt(&login, from.address, device, (self.clock)())?;
        let fits = password.len() <= MAX_PASSWORD_BYTES;
        let same = self.hasher.matches(password, attempt.password().filter(|_| fits)).await?;
        if same {
            return Ok(attempt);
        }
        self.people.fail_sign_in(attempt, (self.clock)()).await?;
        Err(PeopleRefusal::WrongCredentials.into())
    }

    /// Which second factor was given, once the password was right; `None` if the account has none. A wrong
    /// code counts as a failed sign-in, a missing one does not: the page tries without one to learn that it
    /// is needed.
    pub(super) async fn check_second_factor(
        &self,
        attempt: SignInAttempt,
        code: Option<&str>,
    ) -> Result<(SignInAttempt, Option<FactorProof>), Error> {
        let Some((person, factor)) =
            attempt.person().and_then(|person| Some((person, self.people.factor(person)?)))
        else {
            return Ok((attempt, None));
        };
        let Some(code) = code else { return Err(PeopleRefusal::SecondFactor.into()) };
        let now = (self.clock)();
        if let Some(passed) = self.check_code(person, &factor, code, now)? {
            return Ok((attempt, Some(passed)));
        }
        self.people.fail_sign_in(attempt, now).await?;
        Err(PeopleRefusal::SecondFactor.into())
    }

    /// Signs a person in after all checks (password, second factor, hands from before a link), and ends the
    /// sessions of any cookies that came along. The only way to a session, besides a new account.
    async fn open_session(
        &self,
        wish: SignInWish,
        from: RequestOrigin,
        headers: &HeaderMap,
        status: StatusCode,
    ) -> Result<Response, Error> {
        let before = tokens_of(headers, from.secure);
        let attempt = self.check_password(&wish.login, wish.password, from, headers).await?;
        let (attempt, given) = self.check_second_factor(attempt, wish.code.as_deref()).await?;
        if let Some(person) = attempt.person() {
            self.check_no_earlier_hand(person).await?;
        }
        let roles = fold_login(&wish.login).ok().and_then(|login| self.people.by_login(&login));
        let roles = roles.and_then(|person| {
            self.people.with_people(|people| people.account(person).map(|account| account.roles.clone()))
        });
        let (secret, now) = (SecretToken::new()?, (self.clock)());
        let lasts = self.session_lifetime(&roles.unwrap_or_default());
        let old = before.iter().copied().find(|token| self.people.signed_in(token, now).is_some());
        let signed = self.people.sign_in(attempt, secret.hashed(), lasts, (old, given), now).await?;
        self.end_sessions(&before, now).await?;
        self.session_response(status, &signed, &secret, from.secure, now).await
    }

    /// Whether this key already made the requested account, by the same link or without one: then the request
    /// signs in to it, and the password is compared there.
    ///
    /// # Errors
    /// When the key made another account, or was used for something else.
    async fn was_made_with_key(
        &self,
        key: Option<RequestKey>,
        wish: &SignUpWish,
        link: Option<SecretHash>,
    ) -> Result<bool, Error> {
        let Some(event) = self.event_by_key(Person::HOUSE, key).await? else { return Ok(false) };
        let same = |person: u64, machine: bool| -> Result<bool, Error> {
            let row = self.people.row(Person(person));
            let name = tidy_name(wish.name.as_deref().unwrap_or(wish.login.trim()))?;
            let login = fold_login(&wish.login)?;
            Ok(machine == wish.machine && row.is_some_and(|row| (row.login, row.name) == (login, name)))
        };
        match event {
            PeopleEvent::SignedUp { person, machine, .. }
                if same(person, machine)? && self.link_used_with_key(person, key).await? == link =>
            {
                Ok(true)
            }
            _ => Err(key_used_error()),
        }
    }

    /// The hash of the administrator link with which a key made a person's account; `None` if it made it
    /// without one. The event stands in the account's record, or within [`RECORDS_OF_AN_ACCOUNT`] from it.
    async fn link_used_with_key(
        &self,
        person: u64,
        key: Option<RequestKey>,
    ) -> Result<Option<SecretHash>, Error> {
        let Some(key) = key else { return Ok(None) };
        let people = self.people.clone();
        let used = move |event: PeopleEvent| match event {
            PeopleEvent::AdministratorLinkUsed { person: of, link } if of == person => Some(link),
            _ => None,
        };
        self.read_store(move |store| {
            let Some(number) = people.by_key(Person::HOUSE, key)? else { return Ok(None) };
            let with = store.read(StreamId::People, number, RECORDS_OF_AN_ACCOUNT)?;
            let mut events = with.iter().filter_map(|stored| serde_json::from_str(&stored.body).ok());
            Ok(events.find_map(used))
        })
        .await
    }

    /// Signs in a person who sends the request again that made their account; with another password the key
    /// is refused, because it made the account with the first one. Failures count as at any sign-in.
    async fn reopen_session(
        &self,
        (login, password): (String, String),
        from: RequestOrigin,
        headers: &HeaderMap,
    ) -> Result<Response, Error> {
        let wish = SignInWish { login, password, code: None };
        self.open_session(wish, from, headers, StatusCode::CREATED).await.map_err(|why| match why {
            Error::Refused { refused, .. } if refused.code == PeopleRefusal::WrongCredentials.code() => {
                key_used_error()
            }
            other => other,
        })
    }
}

/// Create an account and sign in.
///
/// A new account is granted the room's play chips. The same request with the same `Idempotency-Key` signs in
/// to the account that was made; for a different request the key is refused.
// Nothing is hashed before the rate limit of the address, the key and the name have been checked: a hash is
// expensive.
#[utoipa::path(
    post, path = "/api/sign-up", tag = "people", request_body = SignUpWish,
    params(IdempotencyKey),
    responses(
        (status = 201, description = "The account; the cookie has the session", body = Me),
        (status = 400, description = "A name or the password is not valid", body = ErrorBody),
        (status = 409, description = "A name is taken", body = ErrorBody),
        (status = 429, description = "Too many requests from this address", body = ErrorBody),
    )
)]
async fn sign_up(
    State(state): State<AppState>,
    from: RequestOrigin,
    IdempotencyKey(key): IdempotencyKey,
    headers: HeaderMap,
    Body(wish): Body<SignUpWish>,
) -> Result<Response, Error> {
    if state.config.sign_up == SignUp::Closed {
        return Err(Error::refused(
            StatusCode::FORBIDDEN,
            "sign_up_closed",
            "this room does not accept new accounts",
        ));
    }
    let address = room::people::trace_address(from.address);
    state.sign_ups.take(address.clone(), (state.clock)().steady).map_err(|seconds| {
        state.throttle_counts.count(ThrottleKind::SignUps, &address);
        too_many_requests(seconds)
    })?;
    let login = fold_login(&wish.login)?;
    if state.was_made_with_key(key, &wish, None).await? {
        return state.reopen_session((login, wish.password), from, &headers).await;
    }
    if state.people.by_login(&login).is_some() {
        return Err(PeopleRefusal::LoginTaken.into());
    }
    let new = state.new_person(wish).await?;
    let (secret, now) = (SecretToken::new()?, (state.clock)());
    let signed = state.people.sign_up(new, secret.hashed(), state.session_lifetime(&[]), key, now).await?;
    state.session_response(StatusCode::CREATED, &signed, &secret, from.secure, now).await
}

/// Sign in.
///
/// An unknown name and a wrong password get the same answer. Each failure makes the next try wait longer, by
/// name and by address.
// Everything is in `open_session`, which a repeated sign-up uses too. No key: each sign-in makes a new
// session.
#[utoipa::path(
    post, path = "/api/sign-in", tag = "people", request_body = SignInWish,
    responses(
        (status = 200, description = "The account; the cookie has the new session", body = Me),
        (status = 401, description = "Name and password do not match, or the account's second factor is \
                                      needed", body = ErrorBody),
        (status = 403, description = "The account is banned", body = ErrorBody),
        (status = 409, description = "The password was chosen by a link, and a hand from before is still in \
                                      progress", body = ErrorBody),
        (status = 429, description = "Too many failed attempts", body = ErrorBody),
    )
)]
async fn sign_in(
    State(state): State<AppState>,
    from: RequestOrigin,
    headers: HeaderMap,
    Body(wish): Body<SignInWish>,
) -> Result<Response, Error> {
    state.open_session(wish, from, &headers, StatusCode::OK).await
}

/// Sign out: this session ends, and any other whose cookie was sent along.
// Succeeds without a session too, and removes the cookie: a browser can always get rid of it.
#[utoipa::path(
    post, path = "/api/sign-out", tag = "people",
    responses((status = 204, description = "This browser is signed out"))
)]
async fn sign_out(
    State(state): State<AppState>,
    from: RequestOrigin,
    _: Option<Caller>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    state.end_sessions(&tokens_of(&headers, from.secure), (state.clock)()).await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, expired_cookie(from.secure))]).into_response())
}

/// Sign out everywhere: all of the caller's sessions end, this one included.
// Needs a sign-in in any role. The sockets of the ended sessions close with them.
#[utoipa::path(
    post, path = "/api/sign-out-everywhere", tag = "people",
    responses(
        (status = 204, description = "Every session has ended"),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
    )
)]
async fn sign_out_everywhere(
    State(state): State<AppState>,
    from: RequestOrigin,
    caller: Caller,
) -> Result<Response, Error> {
    let by = caller.in_any_role();
    state.people.carry_out(by, None, (state.clock)(), room::people::PeopleCommand::SignOutEverywhere).await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, expired_cookie(from.secure))]).into_response())
}

/// Choose a new password: every other session ends.
// The old password is checked as at a sign-in, with its limits; the caller's own session stays, and the
// device is marked anew.
#[utoipa::path(
    post, path = "/api/password", tag = "people", request_body = PasswordWish,
    responses(
        (status = 204, description = "The new password is set, and the other sessions have ended"),
        (status = 400, description = "The new password is not valid", body = ErrorBody),
        (status = 401, description = "Nobody is signed in, or the old password is wrong", body = ErrorBody),
        (status = 429, description = "Too many failed attempts", body = ErrorBody),
    )
)]
async fn change_password(
    State(state): State<AppState>,
    from: RequestOrigin,
    caller: Caller,
    headers: HeaderMap,
    Body(wish): Body<PasswordWish>,
) -> Result<Response, Error> {
    let row = state.people.row(caller.signed.person).ok_or(Error::not_signed_in())?;
    check_password(&wish.new, &row.login, &row.name)?;
    let attempt = state.check_password(&row.login, wish.old, from, &headers).await?;
    let password = state.hasher.hash(wish.new).await?;
    state.people.change_password(attempt, password, random()?, caller.token, (state.clock)()).await?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    add_cookie(response.headers_mut(), state.device_cookie(caller.signed.person, from.secure)?);
    Ok(response)
}

/// Become an administrator by a link, with a player's account beside it if wanted.
///
/// The session is the administrator's. The same request with the same `Idempotency-Key` and the same password
/// signs in to the account that was made.
// The link is checked before anything is hashed, and used up in the record that makes the accounts: it works
// once.
#[utoipa::path(
    post, path = "/api/first", tag = "people", request_body = FirstWish, params(IdempotencyKey),
    responses(
        (status = 201, description = "The administrator's account; the cookie has the session", body = Me),
        (status = 404, description = "The link is used up or expired", body = ErrorBody),
        (status = 409, description = "A name is taken", body = ErrorBody),
    )
)]
async fn use_first_link(
    State(state): State<AppState>,
    from: RequestOrigin,
    IdempotencyKey(key): IdempotencyKey,
    headers: HeaderMap,
    Body(wish): Body<FirstWish>,
) -> Result<Response, Error> {
    let now = (state.clock)();
    let Some(link) = SecretToken::parse(&wish.token).map(|secret| secret.hashed()) else {
        let used = state.event_by_key(Person::HOUSE, key).await?.is_some();
        return Err(if used { key_used_error() } else { PeopleRefusal::NoSuchLink.into() });
    };
    if state.was_made_with_key(key, &wish.administrator, Some(link)).await? {
        let login = fold_login(&wish.administrator.login)?;
        if let Some(player) = &wish.player
            && state.people.by_login(&fold_login(&player.login)?).is_none()
        {
            return Err(key_used_error());
        }
        return state.reopen_session((login, wish.administrator.password), from, &headers).await;
    }
    // Nothing is hashed for a link that is not valid.
    if state.people.link(&link, now) != Some(room::people::LinkKind::Administrator) {
        return Err(PeopleRefusal::NoSuchLink.into());
    }
    let administrator = state.new_person(wish.administrator).await?;
    let player = match wish.player {
        Some(player) => Some(state.new_person(player).await?),
        None => None,
    };
    let accounts = (administrator, player);
    let (secret, now) = (SecretToken::new()?, (state.clock)());
    let lasts = state.session_lifetime(&[Role::Administrator]);
    let signed =
        state.people.use_administrator_link(link, accounts, secret.hashed(), lasts, key, now).await?;
    state.session_response(StatusCode::CREATED, &signed, &secret, from.secure, now).await
}

/// Who I am, what I may do, and what is in my wallet.
// For any session, as it is now: roles that wait for the second factor are listed apart.
#[utoipa::path(
    get, path = "/api/me", tag = "people",
    responses(
        (status = 200, description = "The account", body = Me),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
    )
)]
async fn me(State(state): State<AppState>, caller: Caller) -> Result<Json<Me>, Error> {
    state.me(&caller.signed).await.map(Json)
}
