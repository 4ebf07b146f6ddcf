//! From a client's frame to what the room is asked.

use room::ask::{self, OfficialWish, SeatWish, ShowWish};
use room::port::Key;
use seating::{By, Person};
use table::Play;

use super::request::{AskKey, LONGEST_REASON, MOST_SETTINGS, NotAFrame, TurnName, Wish};

fn reason(given: String) -> Result<String, NotAFrame> {
    let length = given.chars().count();
    if length > LONGEST_REASON {
        let why = format!("a reason of {length} characters is too long: at most {LONGEST_REASON}");
        let long = NotAFrame::plain("too_long", why).because("reason_length");
        return Err(long.with("at_least", 1_u64).with("at_most", LONGEST_REASON));
    }
    Ok(given)
}

/// What the room is asked.
pub fn ask(by: By, key: AskKey, turn: Option<TurnName>, wish: ask::Wish) -> ask::Ask {
    let turn = turn.map(|named| ask::Turn { hand: named.hand, acts: named.acts, facing: named.facing.0 });
    ask::Ask { by, key: Key(key.key.0), turn, wish }
}

/// What a frame wishes for, as the room knows it.
///
/// # Errors
/// A reason or a list of settings that is too long.
pub fn wished(wish: Wish) -> Result<ask::Wish, NotAFrame> {
    Ok(match wish {
        Wish::Sit { seat, stack } => ask::Wish::Seat(SeatWish::Sit { seat: seat.0, stack: stack.0 }),
        Wish::Leave {} => ask::Wish::Seat(SeatWish::Leave),
        Wish::TopUp { amount } => ask::Wish::Seat(SeatWish::TopUp { amount: amount.0 }),
        Wish::SitOut {} => ask::Wish::Seat(SeatWish::SitOut),
        Wish::SitOutAtBlind { wished } => ask::Wish::Seat(SeatWish::SitOutAtBlind { wished }),
        Wish::SitIn { posts } => ask::Wish::Seat(SeatWish::SitIn { posts }),
        Wish::Fold {} => ask::Wish::Play(Play::Fold),
        Wish::Check {} => ask::Wish::Play(Play::Check),
        Wish::Call {} => ask::Wish::Play(Play::Call),
        Wish::CallAndFold {} => ask::Wish::Play(Play::CallAndFold),
        Wish::Raise { to } => ask::Wish::Play(Play::Raise { to: to.0 }),
        Wish::AllIn {} => ask::Wish::Play(Play::AllIn),
        Wish::Show {} => ask::Wish::Show(ShowWish::Hand),
        Wish::Muck {} => ask::Wish::Show(ShowWish::Muck),
        Wish::ShowCards { cards } => {
            ask::Wish::Show(ShowWish::Cards { cards: cards.into_iter().map(|card| card.0).collect() })
        }
        Wish::OverBlind {} => ask::Wish::Seat(SeatWish::OverBlind),
        Wish::UseTimeBank {} => ask::Wish::Seat(SeatWish::UseTimeBank),
        Wish::Contribute { hand, value } => ask::Wish::Seat(SeatWish::Contribute { hand, value: value.0 }),
        Wish::Pause { reason: given } => ask::Wish::Official(OfficialWish::Pause { reason: reason(given)? }),
        Wish::Resume {} => ask::Wish::Official(OfficialWish::Resume),
        Wish::Close { reason: given } => ask::Wish::Official(OfficialWish::Close { reason: reason(given)? }),
        Wish::Remove { person, reason: given } => {
            ask::Wish::Official(OfficialWish::Remove { person: Person(person), reason: reason(given)? })
        }
        Wish::Determine { settings, anew } => {
            if settings.len() > MOST_SETTINGS {
                let count = settings.len();
                let why = format!("{count} settings are too many: at most {MOST_SETTINGS}");
                let long = NotAFrame::plain("too_long", why).because("settings_too_many");
                return Err(long.with("count", count).with("at_most", MOST_SETTINGS));
            }
            let settings = settings.into_iter().collect();
            ask::Wish::Official(OfficialWish::Determine { settings, anew })
        }
    })
}
