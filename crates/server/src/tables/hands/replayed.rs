//! A hand that is over, to be looked at again: as whoever asks saw it, or as it is shared.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use room::people::Signed;
use room::told::{self as stored, Replay as Replayed};
use table::{Person, TableWhat};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{HandNumber, is_after_link, no_such_hand};
use crate::app::AppState;
use crate::error::{Error, Refused};
use crate::people::session::Caller;
use crate::wire::event::What;
use crate::wire::hand::{Replay, SharedAs};
use crate::wire::told::{self, Names};

/// The routes of hands that are looked at again.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(replay_hand))
}

/// A hand that is over, record by record, as whoever asks saw it: with the own cards for who was dealt in, and as a
/// spectator saw it for others, where the room has spectators.
#[utoipa::path(
    get, path = "/api/tables/{table}/hands/{hand}/replay", tag = "hands",
    params(
        ("table" = u64, Path, description = "The number of the table"),
        ("hand" = u64, Path, description = "The number of the hand at its table"),
    ),
    responses(
        (status = 200, description = "The hand", body = Replay),
        (status = 401, description = "Nobody is signed in", body = Refused),
        (status = 403, description = "Whoever asks was not dealt in, and this room has no spectators; or came in by a link after the hand", body = Refused),
        (status = 404, description = "There is no such hand, or it is not over", body = Refused),
    )
)]
async fn replay_hand(
    State(state): State<AppState>,
    caller: Caller,
    place: HandNumber,
) -> Result<Json<Replay>, Error> {
    let replayed = seen_again(&state, place, &caller.signed).await?;
    Ok(Json(written(place.table, &replayed, &state)))
}

/// A hand as a person saw it, who was dealt in or may look on.
pub(super) async fn seen_again(
    state: &AppState,
    place: HandNumber,
    signed: &Signed,
) -> Result<Replayed, Error> {
    is_after_link(state, place, signed).await?;
    let person = signed.person;
    let replayed = read(state, place, Some(person)).await?;
    if !replayed.dealt_in(person) && !has_spectators(state) {
        let why = "you were not dealt in, and this room has no spectators";
        return Err(Error::not_granted(why));
    }
    Ok(replayed)
}

/// Whether whoever has no seat may watch.
pub(super) fn has_spectators(state: &AppState) -> bool {
    state.lines.limits().spectators
}

/// A hand that is over through the eyes of a person, or of a spectator.
pub(super) async fn read(
    state: &AppState,
    place: HandNumber,
    person: Option<Person>,
) -> Result<Replayed, Error> {
    let room = state.room.clone();
    let HandNumber { table, hand } = place;
    let replayed = state.read(move |store| stored::replay(store, room.keys(), (table, hand), person)).await?;
    replayed.ok_or_else(|| no_such_hand(place))
}

/// A hand with the names of its players, as it goes out.
pub(super) fn written(table: u64, replayed: &Replayed, names: &dyn Names) -> Replay {
    let update = |update| told::update(table, update, &replayed.house, names);
    Replay {
        before: told::snapshot(&replayed.before, names),
        updates: replayed.updates.iter().map(update).collect(),
        by: None,
        shared: None,
    }
}

/// A hand that somebody shares, as it goes out to anybody. `replayed` was read through the eyes of who shares it, with
/// the own cards, or of a spectator. What only a player was told is taken out: the own seat, and what was on the menu.
pub(super) fn shared(
    state: &AppState,
    table: u64,
    replayed: &Replayed,
    by: Person,
    shared: SharedAs,
) -> Replay {
    let mut replay = if has_spectators(state) {
        let (by, _) = state.name(by);
        Replay { by: Some(by), ..written(table, replayed, state) }
    } else {
        let seats = BySeat::of(state, replayed);
        let (by, _) = seats.name(by);
        let mut replay = Replay { by: Some(by), ..written(table, replayed, &seats) };
        take_persons_out(&mut replay);
        replay
    };
    replay.shared = Some(shared);
    replay.before.own = None;
    for update in &mut replay.updates {
        update.menu = None;
        update.may_muck = None;
    }
    replay
}

/// The people of a hand called by their seats, where nobody but the players may know who they are.
struct BySeat(BTreeMap<Person, (u8, bool)>);

impl BySeat {
    fn of(state: &AppState, replayed: &Replayed) -> BySeat {
        let mut seats = BTreeMap::new();
        let mut note = |person: Person, seat: u8| {
            seats.insert(person, (seat, state.name(person).1));
        };
        for chair in &replayed.before.chairs {
            note(chair.person, chair.seat.number());
        }
        for fact in replayed.updates.iter().flat_map(|update| &update.facts) {
            if let room::ask::Fact::Table(seen) = fact
                && let TableWhat::Sat { seat, person, .. } = &seen.event().what
            {
                note(*person, seat.number());
            }
        }
        BySeat(seats)
    }
}

impl Names for BySeat {
    fn name(&self, person: Person) -> (String, bool) {
        match self.0.get(&person) {
            Some((seat, machine)) => (format!("Seat {seat}"), *machine),
            None => ("A player".to_owned(), false),
        }
    }
}

/// Takes out everything by which a person is known but the seat.
fn take_persons_out(replay: &mut Replay) {
    for chair in &mut replay.before.chairs {
        chair.person = u64::from(chair.seat);
    }
    for event in replay.updates.iter_mut().flat_map(|update| &mut update.events) {
        match &mut event.what {
            What::Sat { seat, person, .. } => *person = u64::from(*seat),
            What::Opened { players, .. } => {
                players.iter_mut().for_each(|player| player.person = u64::from(player.seat));
            }
            What::RemovalDecided { reason, .. } | What::CardsReplaced { reason, .. } => reason.clear(),
            What::Readmitted { person }
            | What::RejoinReferred { person, .. }
            | What::RejoinDecided { person, .. } => *person = 0,
            What::Left { .. }
            | What::Leaving { .. }
            | What::TimeTold { .. }
            | What::TableOpened { .. }
            | What::HeldBack { .. }
            | What::SatOut { .. }
            | What::OutAtBlind { .. }
            | What::SatIn { .. }
            | What::Bought { .. }
            | What::Determined { .. }
            | What::SignChanged { .. }
            | What::ButtonPlaced { .. }
            | What::CardsChecked { .. }
            | What::Positions { .. }
            | What::BlindMissed { .. }
            | What::DeckShuffled { .. }
            | What::DeckCut { .. }
            | What::ClockCalled { .. }
            | What::TimeRanOut { .. }
            | What::Voided { .. }
            | What::Refunded { .. }
            | What::Posted { .. }
            | What::HoleDealt { .. }
            | What::Burned { .. }
            | What::BoardDealt { .. }
            | What::BettingOpened { .. }
            | What::BettingSkipped { .. }
            | What::Folded { .. }
            | What::Checked { .. }
            | What::Called { .. }
            | What::Bet { .. }
            | What::Raised { .. }
            | What::BettingClosed { .. }
            | What::Returned { .. }
            | What::HandsTabled { .. }
            | What::ShowdownOpened { .. }
            | What::Shown { .. }
            | What::Mucked { .. }
            | What::CardsShown { .. }
            | What::PotFormed { .. }
            | What::CommissionTaken { .. }
            | What::NoCommission { .. }
            | What::CommissionCapped { .. }
            | What::Awarded { .. }
            | What::OddChips { .. }
            | What::Closed {}
            | What::Deck { .. }
            | What::Cut { .. }
            | What::Opening { .. }
            | What::Standing { .. }
            | What::TimeBank { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn where_nobody_may_look_on_people_are_known_by_their_seats_alone() {
        let seats = BySeat(BTreeMap::from([(Person(712), (4, false)), (Person(713), (5, true))]));
        assert_eq!(seats.name(Person(712)), ("Seat 4".to_owned(), false));
        assert_eq!(seats.name(Person(713)), ("Seat 5".to_owned(), true));
        assert_eq!(seats.name(Person(714)), ("A player".to_owned(), false));
        let chair = json!({
            "seat": 4, "person": 712, "name": "Seat 4", "machine": false, "stack": 9, "away": false, "waits": false,
            "leaving": false, "connected": true,
        });
        let stakes = json!({
            "book": "standard", "book_version": "1", "game": "holdem", "limit": "no_limit", "blinds": [1, 2],
            "ante": null, "bets": [], "min_buy_in": 1, "max_buy_in": null, "seats": 9, "smallest_chip": 1,
            "chip_cents": 1,
        });
        let before = json!({
            "table": 1, "number": 9, "name": "Elm", "stakes": stakes, "practice": false, "standing": { "is": "open" },
            "button": null, "chairs": [chair], "own": null, "hand": null, "turn": null, "menu": null, "may_muck": null,
            "contribute": null,
        });
        let cited = |mut event: serde_json::Value| {
            event["rule"] = json!(null);
            event["clauses"] = json!([]);
            event
        };
        let player = json!({ "seat": 4, "person": 712, "name": "Seat 4", "machine": false, "stack": 9 });
        let events = [
            json!({ "e": "opened", "hand": 1, "button": 4, "players": [player] }),
            json!({ "e": "sat", "seat": 5, "person": 713, "name": "Seat 5", "machine": true, "stack": 9, "waits": true }),
            json!({ "e": "removal_decided", "seat": 4, "reason": "712 was rude", "excluded": false }),
            json!({ "e": "readmitted", "person": 712 }),
            json!({ "e": "rejoin_referred", "person": 712, "seat": 4, "stack": 5, "took": 6 }),
            json!({ "e": "rejoin_decided", "person": 712, "allowed": true }),
        ];
        let update = json!({
            "table": 1, "number": 10, "hand": 1, "at": 5, "events": events.map(cited), "turn": null, "menu": null,
            "may_muck": null,
        });
        let replay = json!({ "before": before, "updates": [update], "by": null, "shared": null });
        let mut replay: Replay = serde_json::from_value(replay).expect("a replay");
        take_persons_out(&mut replay);
        let text = serde_json::to_string(&replay).expect("written");
        assert!(!text.contains("712") && !text.contains("713"), "{text}");
        assert_eq!(replay.before.chairs[0].person, 4);
    }
}
