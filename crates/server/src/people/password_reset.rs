//! A new password by a link that an administrator made: the link gives no access to a hand in progress, or to
//! what the account saw before.

use axum::extract::State;
use axum::http::StatusCode;
use room::live::TablePresence;
use room::people::{LinkKind, PeopleRefusal, SignedInPerson, check_password};
use room::port::RequestKey;
use room::requests::{Reply, SeatWish, TableRequest, Wish};
use seating::{Actor, Person};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::body::Body;
use crate::error::{Error, ErrorBody};
use crate::secret::{SecretToken, random};
use crate::state::AppState;
use crate::wire::shape::Presence::Required;
use crate::wire::shape::{FieldSpec, Shape, Shaped};

/// The route for links to choose a new password, merged into `router::api_routes`.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(use_reset_link))
}

/// A new password, chosen by a link.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResetWish {
    /// The token at the end of the link.
    pub token: String,
    /// The new password, at least 10 characters.
    pub password: String,
}

impl Shaped for ResetWish {
    const FIELDS: &'static [FieldSpec] =
        &[("token", Shape::Text, Required), ("password", Shape::Text, Required)];
}

/// The refusal with 409 while the person of a reset link plays or has a hand from before it: the link works
/// later.
fn in_play_error(why: String) -> Error {
    Error::refused(StatusCode::CONFLICT, "in_play", why)
}

/// The refusal with 403 for a person who came in by a link and requests a hand from before it, in which the
/// account was dealt in.
pub fn before_link_error() -> Error {
    let why = "this hand is from before the password was chosen by a link, and this account no longer shows \
               it";
    Error::refused(StatusCode::FORBIDDEN, "before_link", why).because("hand_before_link")
}

/// Whether a hand is hidden from this person: the account was dealt in, and the hand was opened, by its
/// room-wide record number, before the link by which they came in. Whatever lists or replays the hands of a
/// table asks this.
pub fn is_before_link(signed: &SignedInPerson, opened: u64, dealt_in: bool) -> bool {
    dealt_in && opened < signed.since
}

impl AppState {
    /// Checks that a person is in no hand and sits out at every seat, before a reset link is used: nobody
    /// else may take over a hand. A player without a connection to the room is made to sit out for this.
    async fn check_out_of_play(&self, person: Person) -> Result<(), Error> {
        for table in self.room.seats_of(person) {
            if self.room.presence_at(table, person).await == TablePresence::Absent {
                let ask = TableRequest {
                    by: Actor::player(person),
                    key: RequestKey(random()?),
                    turn: None,
                    wish: Wish::Seat(SeatWish::SitOut),
                };
                if let Reply::Refused(refused) = self.room.ask(table, ask).await {
                    tracing::warn!(
                        table,
                        code = refused.code,
                        "a person with a link could not be made to sit out"
                    );
                }
            }
        }
        for table in self.room.seats_of(person) {
            let (hand, why) = match self.room.presence_at(table, person).await {
                TablePresence::Out => continue,
                TablePresence::InHand(hand) => (
                    Some(hand),
                    format!("this person was dealt in to hand {hand} of table {table}, which is in progress"),
                ),
                TablePresence::Plays | TablePresence::Absent => {
                    (None, format!("this person is playing at table {table}"))
                }
            };
            let why = format!("{why}: the link works once the hand is over and the person sits out");
            let refused = in_play_error(why).with("table", table);
            return Err(match hand {
                Some(hand) => refused.because("in_play_hand").with("hand", hand),
                None => refused.because("in_play_seat"),
            });
        }
        Ok(())
    }

    /// Checks that no hand from before the link is still in progress: until then, the new password lets
    /// nobody in. Every sign-in asks it.
    pub(super) async fn check_no_earlier_hand(&self, person: Person) -> Result<(), Error> {
        let since = self.people.reset_link_record(person);
        if since > 0 && self.room.is_in_hand_before(person, since).await? {
            let why = "a hand from before the link is still in progress: sign in when it is over";
            return Err(in_play_error(why.to_owned()).because("hand_from_before"));
        }
        Ok(())
    }
}

/// Choose a new password by a link that an administrator made: all sessions end.
///
/// The link does not work for somebody who is playing: while its person is in a hand, or does not sit out, it
/// is refused, and works afterwards. After signing in with the new password, the person is not shown the
/// hands that the account saw before.
// Without a sign-in: the link is the permission. The password is hashed before play is checked, so that the
// check is still true when the link is used.
#[utoipa::path(
    post, path = "/api/reset", tag = "people", request_body = ResetWish,
    responses(
        (status = 204, description = "The new password is set"),
        (status = 400, description = "The new password is not valid", body = ErrorBody),
        (status = 404, description = "The link is used up or expired", body = ErrorBody),
        (status = 409, description = "The person is in a hand, or does not sit out", body = ErrorBody),
    )
)]
async fn use_reset_link(
    State(state): State<AppState>,
    Body(wish): Body<ResetWish>,
) -> Result<StatusCode, Error> {
    let link = SecretToken::parse(&wish.token).ok_or(PeopleRefusal::NoSuchLink)?.hashed();
    let Some(LinkKind::Reset(person)) = state.people.link(&link, (state.clock)()) else {
        return Err(PeopleRefusal::NoSuchLink.into());
    };
    let row = state.people.row(person).ok_or(PeopleRefusal::NoSuchPerson)?;
    check_password(&wish.password, &row.login, &row.name)?;
    let password = state.hasher.hash(wish.password).await?;
    state.check_out_of_play(person).await?;
    state.people.use_reset_link(link, password, random()?, (state.clock)()).await?;
    Ok(StatusCode::NO_CONTENT)
}
