//! Hands that two auditors open together: no role sees a card that was not shown, and no one person can open
//! a hand.

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use room::archive::{HandReveal, RevealedHand, reveal_hand};
use room::people::{
    AuditorSignature as Signed, HandOpening, PeopleCommand, PeopleError, PeopleEvent, PeopleRefusal,
};
use seating::Person;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::body::Body;
use crate::error::{Error, ErrorBody};
use crate::path::{ParamKind, Query, QueryParams, path_values};
use crate::people::idempotency::key_used_error;
use crate::people::session::{Auditor, IdempotencyKey};
use crate::state::AppState;
use crate::tables::hands::{HandNumber, no_such_hand};
use crate::wire::audit::{
    AgreeWish, OpenedHand, OpenedSeat, OpeningLine, OpeningWish, Openings, WireOpeningReceipt, WireSignature,
};
use crate::wire::encode::Names;
use crate::wire::report::WirePerson;
use crate::wire::value::{WireCard, WireSeat};

/// The most openings in one answer.
const MOST_LISTED: u64 = 100;

/// The routes by which two auditors open a finished hand together, merged into
/// [`audit::routes`](super::routes).
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(ask_opening, list_openings))
        .routes(routes!(agree_to_opening))
        .routes(routes!(show_opened))
}

/// The number of an opening, from the path.
struct OpeningNumber(u64);

impl FromRequestParts<AppState> for OpeningNumber {
    type Rejection = Error;

    /// Reads the number from the path; anything else than a number is refused like an opening that does not
    /// exist, with 404.
    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<OpeningNumber, Error> {
        path_values(parts, state).await.map(OpeningNumber).ok_or_else(|| PeopleRefusal::NoSuchOpening.into())
    }
}

/// Which openings the caller wants.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningsQuery {
    /// Only openings with a number below this one.
    pub before: Option<u64>,
}

impl QueryParams for OpeningsQuery {
    const FIELDS: &'static [(&'static str, ParamKind)] = &[("before", ParamKind::Number)];
}

/// An opening as the wire lists it for auditors: both signatures with names and times in milliseconds since
/// 1970, and no cards. Every auditor sees it.
fn opening_line(number: u64, opening: &HandOpening, names: &dyn Names) -> OpeningLine {
    let signature = |signed: &Signed| WireSignature {
        by: wire_person(signed.by, names),
        reason: signed.reason.clone(),
        at: signed.time,
    };
    OpeningLine {
        opening: number,
        table: opening.table,
        hand: opening.hand,
        asked: signature(&opening.request),
        agreed: opening.consent.as_ref().map(signature),
        until: opening.until(),
        lapsed: opening.lapsed,
    }
}

/// A person for an auditor's page, by number and present name; auditors see who sat at a table, so nobody is
/// made anonymous here.
fn wire_person(person: Person, names: &dyn Names) -> WirePerson {
    WirePerson { person: person.0, name: names.name(person).0 }
}

impl AppState {
    /// A finished hand with every card of the deck, for one of the two auditors who open it: the only way to
    /// cards that no viewer was sent. Refuses an auditor who was dealt in (403), a hand that is not over
    /// (404) and a hand that a person dealt (409).
    async fn whole_hand(&self, auditor: Person, table: u64, hand: u64) -> Result<RevealedHand, Error> {
        let room = self.room.clone();
        let whole =
            self.read_table(table, move |store| reveal_hand(store, room.keys(), (table, hand))).await?;
        let whole = match whole.ok_or_else(|| no_such_hand(HandNumber { table, hand }))? {
            HandReveal::Sealed(whole) => *whole,
            HandReveal::DealtByHand => {
                let why = "a person dealt this hand: no deck was sealed, and every known card was shown";
                return Err(Error::refused(StatusCode::CONFLICT, "no_sealed_deck", why));
            }
        };
        if whole.players.iter().any(|(_, person, _)| *person == auditor) {
            return Err(Error::not_granted("you were dealt in: two other auditors must open this hand")
                .because("auditor_was_dealt_in"));
        }
        Ok(whole)
    }

    /// The opening with this number as the people stream has it now, or the refusal with 404. It does not say
    /// who may see the hand: the commands check that.
    fn find_opening(&self, number: u64) -> Result<HandOpening, Error> {
        let known = self.people.with_people(|people| people.opening(number).cloned());
        known.ok_or_else(|| PeopleRefusal::NoSuchOpening.into())
    }
}

/// Request that a finished hand be opened: another auditor has to agree within 24 hours; after that, both of
/// you see every card of it for 24 hours.
// Auditors only, once per key. That the auditor was one before the hand began is decided by the command, with
// the record number `began`.
#[utoipa::path(
    post, path = "/api/audit/openings", tag = "auditor", request_body = OpeningWish,
    params(IdempotencyKey),
    responses(
        (status = 201, description = "Another auditor has to agree", body = WireOpeningReceipt),
        (status = 400, description = "A reason is required", body = ErrorBody),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Needs the role auditor since before the hand, and a person who was not \
                                      dealt in", body = ErrorBody),
        (status = 404, description = "There is no such hand, or it is not over", body = ErrorBody),
        (status = 409, description = "The table has stopped and cannot be read", body = ErrorBody),
    )
)]
async fn ask_opening(
    State(state): State<AppState>,
    Auditor(by): Auditor,
    IdempotencyKey(key): IdempotencyKey,
    Body(wish): Body<OpeningWish>,
) -> Result<(StatusCode, Json<WireOpeningReceipt>), Error> {
    let OpeningWish { table, hand, reason } = wish;
    let began = state.whole_hand(by.person, table, hand).await?.began;
    let command = PeopleCommand::AskOpening { table, hand, began, reason };
    let event = match state.people.carry_out(by, key, (state.clock)(), command.clone()).await {
        Ok(events) => events.into_iter().next(),
        Err(PeopleError::Refused(PeopleRefusal::Known { number })) => {
            let people = state.people.clone();
            Some(state.read_store(move |_| people.event(number)).await?)
        }
        Err(why) => return Err(why.into()),
    };
    match event {
        Some(event @ PeopleEvent::OpeningAsked { opening, .. }) if event.may_result_from(&command) => {
            Ok((StatusCode::CREATED, Json(WireOpeningReceipt { opening })))
        }
        Some(_) | None => Err(key_used_error()),
    }
}

/// The openings that auditors requested, newest first, without any cards.
// Auditors only; numbers count from 1, and `next` is the lowest number of a page that has older ones.
#[utoipa::path(
    get, path = "/api/audit/openings", tag = "auditor",
    params(("before" = Option<u64>, Query, description = "Only openings with a number below this one")),
    responses(
        (status = 200, description = "The openings", body = Openings),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Needs the role auditor", body = ErrorBody),
    )
)]
async fn list_openings(
    State(state): State<AppState>,
    _: Auditor,
    Query(wish): Query<OpeningsQuery>,
) -> Result<Json<Openings>, Error> {
    let listed: Vec<(u64, HandOpening)> = state.people.with_people(|people| {
        let newest =
            wish.before.map_or(people.openings(), |before| people.openings().min(before.saturating_sub(1)));
        let oldest = newest.saturating_sub(MOST_LISTED);
        let numbers = (oldest + 1..=newest).rev();
        numbers.filter_map(|number| Some((number, people.opening(number)?.clone()))).collect()
    });
    let next = listed.last().map(|(number, _)| *number).filter(|number| *number > 1);
    let openings = listed.iter().map(|(number, opening)| opening_line(*number, opening, &state)).collect();
    Ok(Json(Openings { openings, next }))
}

/// Agree to an opening that another auditor requested. The players who were dealt in see at their next
/// sign-in that the hand was opened.
// Auditors only, and not the one who requested it. The players go on record with the consent, because they are
// notified.
#[utoipa::path(
    post, path = "/api/audit/openings/{opening}/agree", tag = "auditor", request_body = AgreeWish,
    params(("opening" = u64, Path, description = "The opening's number"), IdempotencyKey),
    responses(
        (status = 204, description = "The two auditors see the hand for 24 hours"),
        (status = 400, description = "A reason is required", body = ErrorBody),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Needs the role auditor since before the hand, and a person who was not \
                                      dealt in", body = ErrorBody),
        (status = 404, description = "There is no such opening", body = ErrorBody),
        (status = 409, description = "The caller requested it and cannot agree to it, another auditor has \
                                      agreed, it has expired, or the table has stopped and cannot be \
                                      read", body = ErrorBody),
    )
)]
async fn agree_to_opening(
    State(state): State<AppState>,
    Auditor(by): Auditor,
    IdempotencyKey(key): IdempotencyKey,
    OpeningNumber(opening): OpeningNumber,
    Body(wish): Body<AgreeWish>,
) -> Result<StatusCode, Error> {
    let known = state.find_opening(opening)?;
    let whole = state.whole_hand(by.person, known.table, known.hand).await?;
    let players = whole.players.iter().map(|(_, person, _)| *person).collect();
    let command = PeopleCommand::AgreeToOpening { opening, began: whole.began, reason: wish.reason, players };
    state.carry_out_once(by, key, (state.clock)(), command).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The hand of an opening with every card, including folded hands and undealt cards, for the two auditors who
/// opened it. Each look goes on record before anything is shown.
// The look must be on record before a card is read: the command also checks that the caller is one of the
// two, and the 24 hours.
#[utoipa::path(
    get, path = "/api/audit/openings/{opening}", tag = "auditor",
    params(("opening" = u64, Path, description = "The opening's number")),
    responses(
        (status = 200, description = "The hand", body = OpenedHand),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Needs the role auditor, and one of the two auditors who opened \
                                      it", body = ErrorBody),
        (status = 404, description = "There is no such opening", body = ErrorBody),
        (status = 409, description = "Nobody has agreed to it, it has expired, or the table has stopped and \
                                      cannot be read", body = ErrorBody),
    )
)]
async fn show_opened(
    State(state): State<AppState>,
    Auditor(by): Auditor,
    OpeningNumber(opening): OpeningNumber,
) -> Result<Json<OpenedHand>, Error> {
    let known = state.find_opening(opening)?;
    state.people.carry_out(by, None, (state.clock)(), PeopleCommand::NoteOpenedSeen { opening }).await?;
    let whole = state.whole_hand(by.person, known.table, known.hand).await?;
    let all = |cards: &[cards::Card]| cards.iter().copied().map(WireCard).collect();
    let players = whole.players.iter().map(|(seat, person, cards)| OpenedSeat {
        seat: WireSeat(*seat),
        player: wire_person(*person, &state),
        cards: all(cards),
    });
    Ok(Json(OpenedHand {
        opening: opening_line(opening, &known, &state),
        players: players.collect(),
        board: whole.boards.first().map(|board| all(board)).unwrap_or_default(),
        more_boards: whole.boards.iter().skip(1).map(|board| all(board)).collect(),
        deck: all(&whole.deck),
        first: whole.first,
        commitment: whole.commitment.digest().to_string(),
    }))
}
