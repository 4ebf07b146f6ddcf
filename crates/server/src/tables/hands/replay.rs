//! The replay of a finished hand: as the viewer saw it, or as it is shared.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use room::archive::{self, Replay as Replayed};
use room::people::SignedInPerson;
use room::port::Store;
use seating::{Person, Seat};
use table::{StakeFact, TableFact};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{HandNumber, check_after_link, no_such_hand};
use crate::error::{Error, ErrorBody};
use crate::people::session::Caller;
use crate::state::AppState;
use crate::wire::encode::{self, Names};
use crate::wire::hand::{SharedAs, WireReplay};

/// The route for replays, merged into [`hands::routes`](super::routes).
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(replay_hand))
}

/// A finished hand, record by record, as the caller saw it: with their own cards if they were dealt in,
/// otherwise as a spectator saw it, where the room has spectators.
// Needs a sign-in. The view is made when it is read, by the function that made it while the hand was played.
#[utoipa::path(
    get, path = "/api/tables/{table}/hands/{hand}/replay", tag = "hands",
    params(
        ("table" = u64, Path, description = "The number of the table"),
        ("hand" = u64, Path, description = "The number of the hand at its table"),
    ),
    responses(
        (status = 200, description = "The hand", body = WireReplay),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "The caller was not dealt in, and this room has no spectators; or came \
                                      in by a link after the hand", body = ErrorBody),
        (status = 404, description = "There is no such hand, or it is not over", body = ErrorBody),
        (status = 409, description = "The table has stopped and cannot be read", body = ErrorBody),
    )
)]
async fn replay_hand(
    State(state): State<AppState>,
    caller: Caller,
    place: HandNumber,
) -> Result<Json<WireReplay>, Error> {
    let replayed = replay_for(&state, place, &caller.signed).await?;
    Ok(Json(encode_replay(place.table, &replayed, &state)))
}

/// A finished hand as seen by a signed-in person: with their own cards if they were dealt in, or as a spectator
/// where the room has spectators. Whoever came in by a link is refused the account's hands from before it. The
/// checks for a replay and for a download are these.
pub(super) async fn replay_for(
    state: &AppState,
    place: HandNumber,
    signed: &SignedInPerson,
) -> Result<Replayed, Error> {
    check_after_link(state, place, signed).await?;
    let person = signed.person;
    let replayed = read_replay(state, place, Some(person)).await?;
    if !replayed.has_player(person) && !has_spectators(state) {
        let why = "you were not dealt in, and this room has no spectators";
        return Err(Error::not_granted(why).because("no_spectators"));
    }
    Ok(replayed)
}

/// Whether a person without a seat may watch tables, and so replay hands of others.
pub(super) fn has_spectators(state: &AppState) -> bool {
    state.connections.limits().spectators
}

/// A finished hand as seen by a person, or by a spectator if that is `None` or was not dealt in. It is
/// verified while it is read; it does not check who may see it, which is for the caller.
pub(super) async fn read_replay(
    state: &AppState,
    place: HandNumber,
    person: Option<Person>,
) -> Result<Replayed, Error> {
    let room = state.room.clone();
    let HandNumber { table, hand } = place;
    let read = move |store: &dyn Store| archive::replay_hand(store, room.keys(), (table, hand), person);
    let replayed = state.read_table(table, read).await?;
    replayed.ok_or_else(|| no_such_hand(place))
}

/// A hand as the wire shows it, with the people called what `names` says. It adds nothing to what `replayed`
/// was reduced to for its viewer.
pub(super) fn encode_replay(table: u64, replayed: &Replayed, names: &dyn Names) -> WireReplay {
    let update = |update| encode::update(table, update, &replayed.house, names);
    WireReplay {
        before: encode::snapshot(&replayed.before, names),
        updates: replayed.updates.iter().map(update).collect(),
        by: None,
        shared: None,
    }
}

/// A hand that somebody shares, as everybody with the link sees it. `replayed` was read as seen by the person
/// who shares it, with their own cards, or by a spectator. What only that player was sent is removed: the
/// marker of their own seat, and the menu. Without spectators in the room, people are called by their seats.
pub(super) fn encode_shared(
    state: &AppState,
    table: u64,
    replayed: &Replayed,
    by: Person,
    shared: SharedAs,
) -> WireReplay {
    let mut replay = if has_spectators(state) {
        let (by, _) = state.name(by);
        WireReplay { by: Some(by), ..encode_replay(table, replayed, state) }
    } else {
        let seats = AnonymousNames::from_replay(state, replayed);
        let (by, _) = seats.name(by);
        WireReplay { by: Some(by), ..encode_replay(table, replayed, &seats) }
    };
    replay.shared = Some(shared);
    replay.before.own = None;
    for update in &mut replay.updates {
        update.position.menu = None;
        update.position.may_muck = None;
    }
    replay
}

/// Names the people of a hand by their seats, where only the players may know who they are.
struct AnonymousNames(BTreeMap<Person, (u8, bool)>);

impl AnonymousNames {
    /// The seats of everybody who sat at the table before or during the hand: nobody else may occur in it.
    fn from_replay(state: &AppState, replayed: &Replayed) -> AnonymousNames {
        let mut seats = BTreeMap::new();
        let mut note = |person: Person, seat: u8| {
            seats.insert(person, (seat, state.name(person).1));
        };
        for chair in &replayed.before.chairs {
            note(chair.person, chair.seat.number());
        }
        for fact in replayed.updates.iter().flat_map(|update| &update.facts) {
            if let room::requests::FactView::Table(seen) = fact
                && let TableFact::Stakes(StakeFact::Sat { seat, person, .. }) = &seen.event().what
            {
                note(*person, seat.number());
            }
        }
        AnonymousNames(seats)
    }
}

impl Names for AnonymousNames {
    /// The seat in place of a name; that a program plays is not hidden.
    fn name(&self, person: Person) -> (String, bool) {
        match self.0.get(&person) {
            Some((seat, machine)) => (format!("Seat {seat}"), *machine),
            None => ("A player".to_owned(), false),
        }
    }

    /// The seat's number in place of the person's, and zero for somebody without a seat: a person's number
    /// would be a name.
    fn number(&self, _person: Person, seat: Option<Seat>) -> u64 {
        seat.map_or(0, |seat| u64::from(seat.number()))
    }

    /// No reasons: an official's words may say who somebody is.
    fn reason(&self, _reason: &str) -> String {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use chips::Chips;
    use room::archive::ReplayCheck;
    use room::port::Wall;
    use room::requests::{ChairView, Dealer, FactView, Position, Standing, TableView, Update};
    use rulebook::{Book, rule};
    use seating::Actor;
    use seating::Viewer;
    use table::view::visible_table_event;
    use table::{DeckFact, Entrant, Hand, House, Lineup, OfficialFact, StakeFact, TableEvent};

    use super::*;

    /// A seat by its number, from 1, for the test below.
    fn seat(number: u8) -> Seat {
        Seat::new(number).expect("a seat")
    }

    /// An amount of chips, for the test below.
    fn chips(amount: u64) -> Chips {
        Chips::new(amount).expect("an amount")
    }

    /// The house of the book `standard` without choices, for the test below.
    fn standard() -> Arc<House> {
        let determined = Book::named("standard").expect("built in").determine(&[]).expect("determined");
        Arc::new(House::of(&determined).expect("played"))
    }

    /// A hand in which every kind of fact that names a person happens.
    fn replayed(house: &Arc<House>) -> Replayed {
        let chair = ChairView {
            seat: seat(4),
            person: Person(712),
            stack: chips(900),
            machine: false,
            away: false,
            waits: false,
            leaving: false,
            connected: true,
            disconnect_left: None,
            out_at_blind: false,
        };
        let before = TableView {
            table: 1,
            name: "Elm".to_owned(),
            number: 9,
            house: Arc::clone(house),
            coming: None,
            practice: false,
            dealer: Dealer::Software,
            standing: Standing::Open,
            draining: false,
            button: None,
            chairs: vec![chair],
            own: None,
            hand: None,
            position: Position::default(),
            contribute: None,
        };
        let entrant = |number: u8, person: u64| Entrant {
            seat: seat(number),
            person: Person(person),
            stack: chips(900),
        };
        let lineup = Lineup::by_the_book(house, 1, seat(4), vec![entrant(4, 712), entrant(5, 713)]);
        let (_, opened) = Hand::open(lineup).expect("a hand");
        let (person, by) = (Person(712), Actor::player(Person(712)));
        let reason = "712 was rude".to_owned();
        let facts: [TableFact; 7] = [
            TableFact::Hand(opened),
            StakeFact::Sat { seat: seat(5), person: Person(713), stack: chips(900), waits: true }.into(),
            OfficialFact::RemovalDecided { seat: seat(4), reason: reason.clone(), by, excluded: false }
                .into(),
            OfficialFact::Readmitted { person, by }.into(),
            OfficialFact::RejoinReferred { person, seat: seat(4), stack: chips(5), took: chips(6) }.into(),
            OfficialFact::RejoinDecided { person, allowed: true, by }.into(),
            DeckFact::CardsReplaced { cards: Vec::new(), reason, by, at: None }.into(),
        ];
        let seen = |what: TableFact| {
            FactView::Table(visible_table_event(
                &TableEvent { what, rule: rule::OF_THE_PROGRAM },
                Viewer::Rail,
            ))
        };
        let update = Update {
            number: 10,
            hand: 1,
            at: Wall(5),
            facts: facts.map(seen).to_vec(),
            position: Position::default(),
            made: None,
            pots: None,
            won: Vec::new(),
        };
        let checked = ReplayCheck {
            openings_checked: 0,
            before: chips(1800),
            after: chips(1800),
            commission: Chips::ZERO,
        };
        Replayed {
            house: Arc::clone(house),
            before,
            updates: vec![update],
            players: Vec::new(),
            check: checked,
        }
    }

    #[test]
    fn where_nobody_may_look_on_people_are_known_by_their_seats_alone() {
        let seats = AnonymousNames(BTreeMap::from([(Person(712), (4, false)), (Person(713), (5, true))]));
        assert_eq!(seats.name(Person(712)), ("Seat 4".to_owned(), false));
        assert_eq!(seats.name(Person(713)), ("Seat 5".to_owned(), true));
        assert_eq!(seats.name(Person(714)), ("A player".to_owned(), false));
        let house = standard();
        let replay = encode_replay(1, &replayed(&house), &seats);
        let text = serde_json::to_string(&replay).expect("written");
        assert!(!text.contains("712") && !text.contains("713"), "{text}");
        assert_eq!(replay.before.chairs[0].person, 4);
        let events = serde_json::to_value(&replay.updates[0].events).expect("written");
        assert_eq!(events[0]["players"][1]["person"], 5);
        assert_eq!(events[1]["person"], 5);
        for (event, name) in [(3, "readmitted"), (4, "rejoin_referred"), (5, "rejoin_decided")] {
            assert_eq!((&events[event]["e"], &events[event]["person"]), (&name.into(), &0.into()));
        }
        assert_eq!((&events[2]["reason"], &events[6]["reason"]), (&"".into(), &"".into()));
    }
}
