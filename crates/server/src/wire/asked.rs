//! From a client's frame to what the room is asked.

use chips::Chips;
use room::ask::{self, OfficialWish, SeatWish, ShowWish};
use room::port::Key;
use seating::{By, MOST_SEATS, Person, Seat};
use table::Play;

use super::request::{AskKey, LONGEST_REASON, MOST_SETTINGS, NotAFrame, TurnName, Wish, short};

fn not_understood(why: String) -> NotAFrame {
    NotAFrame { code: "not_understood", why }
}

fn chips(amount: u64) -> Result<Chips, NotAFrame> {
    let no_amount = || not_understood(format!("{amount} is no amount: at most {}", Chips::MAX));
    Chips::new(amount).ok_or_else(no_amount)
}

fn seat(number: u8) -> Result<Seat, NotAFrame> {
    let no_seat =
        || not_understood(format!("{number} is no seat: a number from 1 to {MOST_SEATS} is needed"));
    Seat::new(number).ok_or_else(no_seat)
}

fn card(name: &str) -> Result<cards::Card, NotAFrame> {
    let no_card =
        |_| not_understood(format!("{:?} is no card: rank and suit are needed, as in \"As\"", short(name)));
    name.parse().map_err(no_card)
}

fn too_long(why: String) -> NotAFrame {
    NotAFrame { code: "too_long", why }
}

fn reason(given: String) -> Result<String, NotAFrame> {
    let length = given.chars().count();
    if length > LONGEST_REASON {
        let why = format!("a reason of {length} characters is too long: at most {LONGEST_REASON}");
        return Err(too_long(why));
    }
    Ok(given)
}

/// What the room is asked.
///
/// # Errors
/// An amount that there is not, in the position it answers.
pub fn ask(by: By, key: AskKey, turn: Option<TurnName>, wish: ask::Wish) -> Result<ask::Ask, NotAFrame> {
    let turn = match turn {
        Some(named) => Some(ask::Turn { hand: named.hand, acts: named.acts, facing: chips(named.facing)? }),
        None => None,
    };
    Ok(ask::Ask { by, key: Key(key.key.0), turn, wish })
}

/// What a frame wishes for, as the room knows it.
///
/// # Errors
/// An amount, a seat or a card that there is not, a reason or a list of settings that is too long.
pub fn wished(wish: Wish) -> Result<ask::Wish, NotAFrame> {
    Ok(match wish {
        Wish::Sit { seat: number, stack } => {
            ask::Wish::Seat(SeatWish::Sit { seat: seat(number)?, stack: chips(stack)? })
        }
        Wish::Leave {} => ask::Wish::Seat(SeatWish::Leave),
        Wish::TopUp { amount } => ask::Wish::Seat(SeatWish::TopUp { amount: chips(amount)? }),
        Wish::SitOut {} => ask::Wish::Seat(SeatWish::SitOut),
        Wish::SitOutAtBlind { wished } => ask::Wish::Seat(SeatWish::SitOutAtBlind { wished }),
        Wish::SitIn { posts } => ask::Wish::Seat(SeatWish::SitIn { posts }),
        Wish::Fold {} => ask::Wish::Play(Play::Fold),
        Wish::Check {} => ask::Wish::Play(Play::Check),
        Wish::Call {} => ask::Wish::Play(Play::Call),
        Wish::CallAndFold {} => ask::Wish::Play(Play::CallAndFold),
        Wish::Raise { to } => ask::Wish::Play(Play::Raise { to: chips(to)? }),
        Wish::AllIn {} => ask::Wish::Play(Play::AllIn),
        Wish::Show {} => ask::Wish::Show(ShowWish::Hand),
        Wish::Muck {} => ask::Wish::Show(ShowWish::Muck),
        Wish::ShowCards { cards } => {
            let cards: Result<Vec<_>, _> = cards.iter().map(|name| card(name)).collect();
            ask::Wish::Show(ShowWish::Cards { cards: cards? })
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
                return Err(too_long(format!("{count} settings are too many: at most {MOST_SETTINGS}")));
            }
            let settings = settings.into_iter().collect();
            ask::Wish::Official(OfficialWish::Determine { settings, anew })
        }
    })
}
