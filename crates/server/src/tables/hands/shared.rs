//! Links to hands: a player lets anybody who has the link replay a hand, with the player's own cards or as a
//! spectator saw it.
//!
//! A link is random, shown once and stored as its SHA-256. It never shows more than the cards of the player
//! who shares it and what a spectator saw: the rail's view, plus the player's own cards if they chose to show
//! them.

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use room::people::{MAX_SHARED_HANDS, PeopleCommand, PeopleError, PeopleEvent, PeopleRefusal, SecretHash};
use seating::Person;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{HandNumber, check_after_link, replay};
use crate::body::Body;
use crate::error::{Error, ErrorBody};
use crate::path::path_values;
use crate::people::idempotency::{key_used_error, link_shown_error};
use crate::people::session::{Caller, IdempotencyKey};
use crate::secret::SecretToken;
use crate::state::AppState;
use crate::wire::hand::{ShareLink, ShareWish, SharedAs, SharedPage, WireReplay, WireSharedHand};

/// The routes for links to hands, merged into [`hands::routes`](super::routes).
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(share_hand))
        .routes(routes!(list_shared))
        .routes(routes!(show_shared, take_back))
}

/// The token at the end of a link; nothing if it does not have the form of one.
pub struct LinkToken(Option<SecretToken>);

impl FromRequestParts<AppState> for LinkToken {
    type Rejection = Error;

    /// Reads the token from the path and refuses nothing: for a text that is not a token the handler gives
    /// the same answer as for a revoked link.
    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<LinkToken, Error> {
        let text: Option<String> = path_values(parts, state).await;
        Ok(LinkToken(text.and_then(|text| SecretToken::parse(&text))))
    }
}

/// The refusal with 404 for a link that is malformed, unknown or revoked: they are not told apart, so that
/// nobody can search for links.
fn no_such_link() -> Error {
    Error::no_such("this link does not work: it was revoked, or never existed").because("link_opens_nothing")
}

/// Make a link with which anybody sees a finished hand in which the caller was dealt in. The link is shown
/// once.
// Needs to have been dealt in. The link's text is in this one answer: its hash is stored, and a repeated key
// cannot show it again.
#[utoipa::path(
    post, path = "/api/tables/{table}/hands/{hand}/share", tag = "hands", request_body = ShareWish,
    params(
        ("table" = u64, Path, description = "The number of the table"),
        ("hand" = u64, Path, description = "The number of the hand at its table"),
        IdempotencyKey,
    ),
    responses(
        (status = 201, description = "The link", body = ShareLink),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "The caller was not dealt in, or came in by a link after the \
                                      hand", body = ErrorBody),
        (status = 404, description = "There is no such hand, or it is not over", body = ErrorBody),
        (status = 409, description = "The person has the most links allowed, the key already made a link \
                                      that is shown only once, or the table has stopped and cannot be \
                                      read", body = ErrorBody),
    )
)]
async fn share_hand(
    State(state): State<AppState>,
    caller: Caller,
    IdempotencyKey(key): IdempotencyKey,
    place: HandNumber,
    wish: Result<Body<ShareWish>, Error>,
) -> Result<(StatusCode, Json<ShareLink>), Error> {
    let Body(ShareWish { own_cards }) = wish?;
    let person = caller.signed.person;
    let HandNumber { table, hand } = place;
    let shared_so = |event: &PeopleEvent| {
        matches!(event, PeopleEvent::HandShared { table: at, hand: of, own_cards: own, .. }
            if (*at, *of, *own) == (table, hand, own_cards))
    };
    let known = |event: &PeopleEvent| if shared_so(event) { link_shown_error() } else { key_used_error() };
    if let Some(event) = state.event_by_key(person, key).await? {
        return Err(known(&event));
    }
    check_after_link(&state, place, &caller.signed).await?;
    let found = replay::read_replay(&state, place, None).await?;
    if !found.has_player(person) {
        let why = "only a player who was dealt in can share a hand";
        return Err(Error::not_granted(why).because("shared_by_others"));
    }
    let secret = SecretToken::new()?;
    let link = secret.hashed();
    let command = PeopleCommand::ShareHand { link, table, hand, own_cards };
    match state.people.carry_out(caller.as_player(), key, (state.clock)(), command).await {
        Ok(_) => {
            let token = secret.reveal().to_owned();
            let path = format!("/#/shared/{token}");
            Ok((StatusCode::CREATED, Json(ShareLink { token, path, id: id_of(&link) })))
        }
        // Another request with the same key was faster.
        Err(PeopleError::Refused(PeopleRefusal::Known { number })) => {
            let people = state.people.clone();
            Err(known(&state.read_store(move |_| people.event(number)).await?))
        }
        Err(why) => Err(why.into()),
    }
}

/// The public id of a link: its stored SHA-256 in hexadecimal. It revokes the link, and does not open it.
fn id_of(link: &SecretHash) -> String {
    link.0.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl AppState {
    /// The links that a person has made and not revoked, newest first, by their ids: the tokens are stored
    /// nowhere. For the list of links and for the export of personal data.
    pub(crate) fn links_of(&self, person: Person) -> Vec<WireSharedHand> {
        self.people.with_people(|people| {
            let links = people.hands_shared_by(person);
            links
                .map(|(link, shared)| WireSharedHand {
                    id: id_of(&link),
                    table: shared.table,
                    hand: shared.hand,
                    own_cards: shared.own_cards,
                    made: shared.made,
                })
                .collect()
        })
    }
}

/// The links that the caller has made and not revoked, newest first.
// The signed-in caller's own and nobody else's, by their ids: the links themselves are stored nowhere.
#[utoipa::path(
    get, path = "/api/shared", tag = "hands",
    responses(
        (status = 200, description = "The links", body = SharedPage),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
    )
)]
async fn list_shared(State(state): State<AppState>, caller: Caller) -> Json<SharedPage> {
    let shared = state.links_of(caller.signed.person);
    Json(SharedPage { shared, most: MAX_SHARED_HANDS as u64 })
}

/// A shared hand, for anybody who has the link. Nothing records who looks.
// Without a sign-in: the link is the permission. Not cached and not indexed, so that a revoked link shows
// nothing.
#[utoipa::path(
    get, path = "/api/shared/{token}", tag = "hands",
    params(("token" = String, Path, description = "The token at the end of the link")),
    responses(
        (status = 200, description = "The hand", body = WireReplay),
        (status = 404, description = "The link does not work", body = ErrorBody),
        (status = 409, description = "The table has stopped and cannot be read", body = ErrorBody),
    )
)]
async fn show_shared(State(state): State<AppState>, link: LinkToken) -> Response {
    let mut response = match read_shared(&state, link).await {
        Ok(replay) => Json(replay).into_response(),
        Err(error) => error.into_response(),
    };
    let headers = response.headers_mut();
    // A revoked link must not survive in a cache.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex, nofollow"));
    response
}

/// The hand that a link opens, as the person who made the link chose to show it; no session is looked at. A
/// banned person's links do not open.
async fn read_shared(state: &AppState, LinkToken(secret): LinkToken) -> Result<WireReplay, Error> {
    let link = secret.ok_or_else(no_such_link)?.hashed();
    let time = state.people.time((state.clock)());
    let shared =
        state.people.with_people(|people| people.shared_hand(&link, time)).ok_or_else(no_such_link)?;
    let place = HandNumber { table: shared.table, hand: shared.hand };
    let eyes = shared.own_cards.then_some(shared.person);
    let found = replay::read_replay(state, place, eyes).await?;
    let how = SharedAs { own_cards: shared.own_cards };
    Ok(replay::encode_shared(state, place.table, &found, shared.person, how))
}

/// Revoke a link, by its token or by its id: it no longer works.
// Only the caller's own links are found, by token or id; once per key.
#[utoipa::path(
    delete, path = "/api/shared/{token}", tag = "hands",
    params(("token" = String, Path, description = "The token at the end of the link, or its id in the list \
                                                   of links"), IdempotencyKey),
    responses(
        (status = 204, description = "The link is revoked"),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 404, description = "The caller has no such link", body = ErrorBody),
    )
)]
async fn take_back(
    State(state): State<AppState>,
    caller: Caller,
    IdempotencyKey(key): IdempotencyKey,
    LinkToken(given): LinkToken,
) -> Result<StatusCode, Error> {
    let given = given.ok_or_else(no_such_link)?;
    let person = caller.signed.person;
    let named = |link: &SecretHash| *link == given.hashed() || id_of(link) == given.reveal();
    if let Some(event) = state.event_by_key(person, key).await? {
        let so = matches!(&event, PeopleEvent::HandShareEnded { link, .. } if named(link));
        return if so { Ok(StatusCode::NO_CONTENT) } else { Err(key_used_error()) };
    }
    let mine =
        state.people.with_people(|people| people.hands_shared_by(person).map(|(link, _)| link).find(named));
    let link = mine.ok_or_else(no_such_link)?;
    let by = caller.as_player();
    state.carry_out_once(by, key, (state.clock)(), PeopleCommand::EndShare { link }).await?;
    Ok(StatusCode::NO_CONTENT)
}
