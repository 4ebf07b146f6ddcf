//! Turns a client's frame into a request to the room.

use room::port::RequestKey;
use room::requests::{self, OfficialWish, SeatWish, ShowWish};
use seating::{Actor, Person};
use table::Play;

use super::request::{AskKey, FrameError, LONGEST_REASON, MOST_SETTINGS, TurnName, WireWish};

/// Refuses a reason that is too long for the record; the room itself judges whether it is empty.
fn check_reason(given: String) -> Result<String, FrameError> {
    let length = given.chars().count();
    if length > LONGEST_REASON {
        let why = format!("a reason of {length} characters is too long: at most {LONGEST_REASON}");
        let long = FrameError::new("too_long", why).because("reason_length");
        return Err(long.with("at_least", 1_u64).with("at_most", LONGEST_REASON));
    }
    Ok(given)
}

/// The room's request for an `ask` that was read already: who asks, its key, the turn that it answers, the
/// wish. The table checks all of them.
pub fn table_request(
    by: Actor,
    key: AskKey,
    turn: Option<TurnName>,
    wish: requests::Wish,
) -> requests::TableRequest {
    let turn =
        turn.map(|named| requests::TurnId { hand: named.hand, acts: named.acts, facing: named.facing.0 });
    requests::TableRequest { by, key: RequestKey(key.key.0), turn, wish }
}

/// What a client wishes, in the terms of the room: the one place where the flat wishes of the wire become the
/// room's families. Only lengths are checked here, never whether the rules allow it.
///
/// # Errors
/// When a reason or a list of settings is too long.
pub fn wish(wish: WireWish) -> Result<requests::Wish, FrameError> {
    Ok(match wish {
        WireWish::Sit { seat, stack } => requests::Wish::Seat(SeatWish::Sit { seat: seat.0, stack: stack.0 }),
        WireWish::Leave {} => requests::Wish::Seat(SeatWish::Leave),
        WireWish::TopUp { amount } => requests::Wish::Seat(SeatWish::TopUp { amount: amount.0 }),
        WireWish::SitOut {} => requests::Wish::Seat(SeatWish::SitOut),
        WireWish::SitOutAtBlind { wished } => requests::Wish::Seat(SeatWish::SitOutAtBlind { wished }),
        WireWish::SitIn { posts } => requests::Wish::Seat(SeatWish::SitIn { posts }),
        WireWish::Fold {} => requests::Wish::Play(Play::Fold),
        WireWish::Check {} => requests::Wish::Play(Play::Check),
        WireWish::Call {} => requests::Wish::Play(Play::Call),
        WireWish::CallAndFold {} => requests::Wish::Play(Play::CallAndFold),
        WireWish::Raise { to } => requests::Wish::Play(Play::Raise { to: to.0 }),
        WireWish::AllIn {} => requests::Wish::Play(Play::AllIn),
        WireWish::Show {} => requests::Wish::Show(ShowWish::Hand),
        WireWish::Muck {} => requests::Wish::Show(ShowWish::Muck),
        WireWish::ShowCards { cards } => {
            requests::Wish::Show(ShowWish::Cards { cards: cards.into_iter().map(|card| card.0).collect() })
        }
        WireWish::OverBlind {} => requests::Wish::Seat(SeatWish::OverBlind),
        WireWish::UseTimeBank {} => requests::Wish::Seat(SeatWish::UseTimeBank),
        WireWish::Contribute { hand, value } => {
            requests::Wish::Seat(SeatWish::Contribute { hand, value: value.0 })
        }
        WireWish::Pause { reason: given } => {
            requests::Wish::Official(OfficialWish::Pause { reason: check_reason(given)? })
        }
        WireWish::Resume {} => requests::Wish::Official(OfficialWish::Resume),
        WireWish::Close { reason: given } => {
            requests::Wish::Official(OfficialWish::Close { reason: check_reason(given)? })
        }
        WireWish::Remove { person, reason: given } => requests::Wish::Official(OfficialWish::Remove {
            person: Person(person),
            reason: check_reason(given)?,
        }),
        WireWish::Determine { settings, anew } => {
            if settings.len() > MOST_SETTINGS {
                let count = settings.len();
                let why = format!("{count} settings are too many: at most {MOST_SETTINGS}");
                let long = FrameError::new("too_long", why).because("settings_too_many");
                return Err(long.with("count", count).with("at_most", MOST_SETTINGS));
            }
            let settings = settings.into_iter().collect();
            requests::Wish::Official(OfficialWish::Determine { settings, anew })
        }
    })
}
