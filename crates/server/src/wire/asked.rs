//! From a client's frame to what the room is asked.

use chips::Chips;
use room::ask;
use room::port::Key;
use table::{By, Person, Seat};

use super::request::{AskKey, NotAFrame, TurnName, Wish};

fn chips(amount: u64) -> Result<Chips, NotAFrame> {
    Chips::new(amount).ok_or_else(|| NotAFrame {
        code: "not_understood",
        why: format!("{amount} is no amount: at most {}", Chips::MAX),
    })
}

/// What the room is asked by a frame.
///
/// # Errors
/// An amount or a seat that there is not.
pub fn ask(by: By, key: AskKey, turn: Option<TurnName>, wish: Wish) -> Result<ask::Ask, NotAFrame> {
    let turn = match turn {
        Some(named) => Some(ask::Turn { hand: named.hand, acts: named.acts, facing: chips(named.facing)? }),
        None => None,
    };
    Ok(ask::Ask { by, key: Key(key.key.0), turn, wish: wished(wish)? })
}

fn wished(wish: Wish) -> Result<ask::Wish, NotAFrame> {
    Ok(match wish {
        Wish::Sit { seat, stack } => {
            let no_seat = || NotAFrame { code: "not_understood", why: format!("{seat} is no seat") };
            ask::Wish::Sit { seat: Seat::new(seat).ok_or_else(no_seat)?, stack: chips(stack)? }
        }
        Wish::Leave {} => ask::Wish::Leave,
        Wish::TopUp { amount } => ask::Wish::TopUp { amount: chips(amount)? },
        Wish::SitOut {} => ask::Wish::SitOut,
        Wish::SitOutAtBlind { wished } => ask::Wish::SitOutAtBlind { wished },
        Wish::SitIn { posts } => ask::Wish::SitIn { posts },
        Wish::Fold {} => ask::Wish::Fold,
        Wish::Check {} => ask::Wish::Check,
        Wish::Call {} => ask::Wish::Call,
        Wish::CallAndFold {} => ask::Wish::CallAndFold,
        Wish::Raise { to } => ask::Wish::Raise { to: chips(to)? },
        Wish::AllIn {} => ask::Wish::AllIn,
        Wish::Show {} => ask::Wish::Show,
        Wish::Muck {} => ask::Wish::Muck,
        Wish::ShowCards { cards } => {
            let no_card = || NotAFrame { code: "not_understood", why: "a card is rank and suit".to_owned() };
            let cards: Option<Vec<_>> = cards.iter().map(|name| name.parse().ok()).collect();
            ask::Wish::ShowCards { cards: cards.ok_or_else(no_card)? }
        }
        Wish::OverBlind {} => ask::Wish::OverBlind,
        Wish::UseTimeBank {} => ask::Wish::UseTimeBank,
        Wish::Contribute { hand, value } => ask::Wish::Contribute { hand, value: value.0 },
        Wish::Pause { reason } => ask::Wish::Pause { reason },
        Wish::Resume {} => ask::Wish::Resume,
        Wish::Close { reason } => ask::Wish::Close { reason },
        Wish::Remove { person, reason } => ask::Wish::Remove { person: Person(person), reason },
        Wish::Determine { settings, anew } => {
            ask::Wish::Determine { settings: settings.into_iter().collect(), anew }
        }
    })
}
