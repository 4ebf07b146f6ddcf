//! Links to hands: somebody lets whoever has the link look at a hand again, with the own cards or as a spectator saw it.
//!
//! A link is random, is shown once and kept as its SHA-256. It never shows more than the cards of who shares it and what a
//! spectator saw: the rail's view, to which the own cards are added where that is wished.

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use room::people::{Command, Event, Hashed, MOST_SHARED, NotDone, Refusal};
use seating::Person;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{HandNumber, is_after_link, replayed};
use crate::app::AppState;
use crate::body::Body;
use crate::error::{Error, Refused};
use crate::path::places;
use crate::people::once::{key_used, shown_before};
use crate::people::session::{AskedOnce, Caller};
use crate::secret::Secret;
use crate::wire::hand::{Replay, ShareLink, ShareWish, SharedAs, SharedHand, SharedPage};

/// The routes of hands that are shared.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(share_hand))
        .routes(routes!(list_shared))
        .routes(routes!(show_shared, take_back))
}

/// The last part of a link; nothing where it has not the form of one.
pub struct LinkPart(Option<Secret>);

impl FromRequestParts<AppState> for LinkPart {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<LinkPart, Error> {
        let text: Option<String> = places(parts, state).await;
        Ok(LinkPart(text.and_then(|text| Secret::given(&text))))
    }
}

fn no_such_link() -> Error {
    Error::no_such("this link opens nothing: it was taken back, or never was").because("link_opens_nothing")
}

/// Makes a link by which anybody sees a hand that is over, in which whoever asks was dealt in. The link is shown once.
#[utoipa::path(
    post, path = "/api/tables/{table}/hands/{hand}/share", tag = "hands", request_body = ShareWish,
    params(
        ("table" = u64, Path, description = "The number of the table"),
        ("hand" = u64, Path, description = "The number of the hand at its table"),
        AskedOnce,
    ),
    responses(
        (status = 201, description = "The link", body = ShareLink),
        (status = 401, description = "Nobody is signed in", body = Refused),
        (status = 403, description = "Whoever asks was not dealt in, or came in by a link after the hand", body = Refused),
        (status = 404, description = "There is no such hand, or it is not over", body = Refused),
        (status = 409, description = "There are as many links as there may be, one was made with this key and is shown \
            once, or the table has stopped and cannot be read", body = Refused),
    )
)]
async fn share_hand(
    State(state): State<AppState>,
    caller: Caller,
    AskedOnce(key): AskedOnce,
    place: HandNumber,
    wish: Result<Body<ShareWish>, Error>,
) -> Result<(StatusCode, Json<ShareLink>), Error> {
    let Body(ShareWish { own_cards }) = wish?;
    let person = caller.signed.person;
    let HandNumber { table, hand } = place;
    let shared_so = |event: &Event| {
        matches!(event, Event::HandShared { table: at, hand: of, own_cards: own, .. }
            if (*at, *of, *own) == (table, hand, own_cards))
    };
    let known = |event: &Event| if shared_so(event) { shown_before() } else { key_used() };
    if let Some(event) = state.done_with(person, key).await? {
        return Err(known(&event));
    }
    is_after_link(&state, place, &caller.signed).await?;
    let found = replayed::read(&state, place, None).await?;
    if !found.dealt_in(person) {
        let why = "a hand is shared by somebody who was dealt in";
        return Err(Error::not_granted(why).because("shared_by_others"));
    }
    let secret = Secret::new()?;
    let link = secret.hashed();
    let command = Command::ShareHand { link, table, hand, own_cards };
    match state.people.carry_out(caller.as_player(), key, (state.clock)(), command).await {
        Ok(_) => {
            let token = secret.reveal().to_owned();
            let path = format!("/#/shared/{token}");
            Ok((StatusCode::CREATED, Json(ShareLink { token, path, id: id_of(&link) })))
        }
        // Another request with the key was faster.
        Err(NotDone::Refused(Refusal::Known { number })) => {
            let people = state.people.clone();
            Err(known(&state.read(move |_| people.event(number)).await?))
        }
        Err(why) => Err(why.into()),
    }
}

fn id_of(link: &Hashed) -> String {
    link.0.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl AppState {
    /// The links that a person has made and not taken back, newest first.
    pub(crate) fn links_of(&self, person: Person) -> Vec<SharedHand> {
        self.people.with_people(|people| {
            let links = people.shared_by(person);
            links
                .map(|(link, shared)| SharedHand {
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

/// The links that whoever asks has made and not taken back, newest first.
#[utoipa::path(
    get, path = "/api/shared", tag = "hands",
    responses(
        (status = 200, description = "The links", body = SharedPage),
        (status = 401, description = "Nobody is signed in", body = Refused),
    )
)]
async fn list_shared(State(state): State<AppState>, caller: Caller) -> Json<SharedPage> {
    let shared = state.links_of(caller.signed.person);
    Json(SharedPage { shared, most: MOST_SHARED as u64 })
}

/// A hand that somebody shares, for anybody who has the link. It says nothing of who looks.
#[utoipa::path(
    get, path = "/api/shared/{token}", tag = "hands",
    params(("token" = String, Path, description = "The last part of the link")),
    responses(
        (status = 200, description = "The hand", body = Replay),
        (status = 404, description = "The link opens nothing", body = Refused),
        (status = 409, description = "The table has stopped, and cannot be read", body = Refused),
    )
)]
async fn show_shared(State(state): State<AppState>, link: LinkPart) -> Response {
    let mut response = match shared(&state, link).await {
        Ok(replay) => Json(replay).into_response(),
        Err(error) => error.into_response(),
    };
    let headers = response.headers_mut();
    // Whoever takes a link back wants it gone.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex, nofollow"));
    response
}

async fn shared(state: &AppState, LinkPart(secret): LinkPart) -> Result<Replay, Error> {
    let link = secret.ok_or_else(no_such_link)?.hashed();
    let time = state.people.time((state.clock)());
    let shared = state.people.with_people(|people| people.shared(&link, time)).ok_or_else(no_such_link)?;
    let place = HandNumber { table: shared.table, hand: shared.hand };
    let eyes = shared.own_cards.then_some(shared.person);
    let found = replayed::read(state, place, eyes).await?;
    let how = SharedAs { own_cards: shared.own_cards };
    Ok(replayed::shared(state, place.table, &found, shared.person, how))
}

/// Takes a link back, by its last part or by its id: it opens nothing more.
#[utoipa::path(
    delete, path = "/api/shared/{token}", tag = "hands",
    params(("token" = String, Path, description = "The last part of the link, or its id in the list of links"), AskedOnce),
    responses(
        (status = 204, description = "It opens nothing more"),
        (status = 401, description = "Nobody is signed in", body = Refused),
        (status = 404, description = "Whoever asks has no such link", body = Refused),
    )
)]
async fn take_back(
    State(state): State<AppState>,
    caller: Caller,
    AskedOnce(key): AskedOnce,
    LinkPart(given): LinkPart,
) -> Result<StatusCode, Error> {
    let given = given.ok_or_else(no_such_link)?;
    let person = caller.signed.person;
    let named = |link: &Hashed| *link == given.hashed() || id_of(link) == given.reveal();
    if let Some(event) = state.done_with(person, key).await? {
        let so = matches!(&event, Event::HandShareEnded { link, .. } if named(link));
        return if so { Ok(StatusCode::NO_CONTENT) } else { Err(key_used()) };
    }
    let mine = state.people.with_people(|people| people.shared_by(person).map(|(link, _)| link).find(named));
    let link = mine.ok_or_else(no_such_link)?;
    let by = caller.as_player();
    state.carry_out_once(by, key, (state.clock)(), Command::EndShare { link }).await?;
    Ok(StatusCode::NO_CONTENT)
}
