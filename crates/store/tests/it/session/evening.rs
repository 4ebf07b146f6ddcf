//! A short evening in a room. There are eight guests with issued chips; a table with antes, half-pot limit
//! and commission; a no-limit table with unequal stacks; and one at which a person deals. They often act at
//! the same moment. There is a break with a larger stake, a guest who leaves in mid-hand, and the end, when
//! the tables close and every wallet is complete.
//!
//! What anybody does follows from the position alone, so that an interrupted evening goes on as it would
//! have.

use room::port::{Now, RequestKey, Steady, StoreError, Wall};
use room::requests::{
    Dealer, DealerWish, OfficialWish, Play, Reply, SeatWish, ShowWish, Standing, TableRequest, TableWish,
    Wish,
};
use room::state::TableState;
use seating::{Actor, Person, Role, Seat};
use table::{Deal, Decision, Need};

use super::floor::Floor;
use super::noted::Noted;
use crate::made::chips;

/// What happens next.
enum Step {
    /// A guest creates an account.
    Join(u64),
    /// The room opens a table.
    Open(u64),
    /// Guests send requests to their tables.
    Ask(Vec<(u64, u64, Wish)>),
    /// At each of these tables, the player on turn acts, if there is one.
    Act(&'static [u64]),
}

fn sit(number: u8, stack: u64) -> Wish {
    Wish::Seat(SeatWish::Sit { seat: Seat::new(number).expect("a seat"), stack: chips(stack) })
}

fn table_wish(table: u64) -> TableWish {
    let dealer = if table == 3 { Dealer::Person } else { Dealer::Software };
    let (name, book, settings): (_, _, &[(&str, &str)]) = match table {
        1 => (
            "Antes",
            "canberra-holdem-2018",
            &[
                ("forced_bets", "antes"),
                ("ante", "5"),
                ("limit_structure", "half_pot"),
                ("commission_method", "pot"),
                ("commission_cap", "1000"),
            ],
        ),
        2 => ("Blinds", "standard", &[]),
        _ => ("Cardboard", "standard", &[]),
    };
    let settings = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    TableWish { name: name.to_owned(), book: book.to_owned(), settings, bots: 0, dealer }
}

fn script() -> Vec<Step> {
    use Step::{Act, Ask, Join, Open};
    let why = |reason: &str| reason.to_owned();
    let pause = |table| (table, 1, Wish::Official(OfficialWish::Pause { reason: why("a break") }));
    let mut steps: Vec<Step> = (1..=8).map(Join).collect();
    steps.extend([
        Open(1),
        Open(2),
        // A person deals here: nothing begins by itself.
        Open(3),
        // Nobody is dealt in before everybody is there.
        Ask(vec![pause(1), pause(2)]),
        Ask(vec![(1, 1, sit(1, 120)), (2, 4, sit(4, 40)), (3, 7, sit(1, 150))]),
        Ask(vec![(1, 2, sit(2, 150)), (2, 5, sit(5, 100)), (3, 8, sit(2, 200))]),
        Ask(vec![(1, 3, sit(3, 300)), (2, 6, sit(6, 200))]),
        Ask(vec![(1, 1, Wish::Official(OfficialWish::Resume)), (2, 1, Wish::Official(OfficialWish::Resume))]),
    ]);
    steps.extend((0..14).map(|_| Act(&[1, 2, 3])));
    // A guest leaves in mid-hand, and the other table takes a break after its hand.
    steps.push(Ask(vec![(1, 3, Wish::Seat(SeatWish::Leave)), pause(2)]));
    steps.extend((0..8).map(|_| Act(&[1, 2, 3])));
    steps.push(Ask(vec![(2, 5, Wish::Seat(SeatWish::TopUp { amount: chips(60) }))]));
    steps.push(Ask(vec![(2, 1, Wish::Official(OfficialWish::Resume))]));
    steps.extend((0..6).map(|_| Act(&[2, 3])));
    let close = |table| (table, 1, Wish::Official(OfficialWish::Close { reason: why("it is late") }));
    steps.push(Ask(vec![close(1), close(2), close(3)]));
    steps.extend((0..20).map(|_| Act(&[1, 2, 3])));
    steps
}

/// The time of a step: the clocks stand still while the room is down.
pub fn time_of(step: usize) -> Now {
    let since = step as u64 * 20;
    Now { steady: Steady(1_000_000 + since), wall: Wall(1_700_000_000_000 + since) }
}

/// What the human dealer announces next, if it is the dealer's turn; the cards depend only on what lies on
/// the table.
fn dealt(state: &TableState) -> Option<DealerWish> {
    if state.dealer == Dealer::Software {
        return None;
    }
    let Some(hand) = state.hand_in_play() else {
        let ready = state.table.chairs().filter(|(_, chair)| !chair.stack.is_zero()).count();
        return (state.standing == Standing::Open && ready > 1).then_some(DealerWish::Open);
    };
    let deck = state.sorted_deck();
    let of_hands = hand.seats().flat_map(|seat| hand.hole_cards(seat));
    let lying: Vec<_> =
        hand.boards().first().iter().chain(of_hands).filter_map(|card| card.known_card()).collect();
    // Each hand begins at a different place in the deck.
    let start = usize::try_from(hand.lineup().number * 17).expect("few hands") % deck.len();
    let stub = deck.iter().cycle().skip(start).step_by(5).filter(|card| !lying.contains(card)).copied();
    match hand.next() {
        Need::Deal(Deal::HoleCard { .. }) => Some(DealerWish::HoleCards),
        Need::Deal(Deal::Burn) => Some(DealerWish::Burn),
        Need::Deal(Deal::BoardCard) => {
            let street = if hand.boards().first().is_empty() { 3 } else { 1 };
            Some(DealerWish::Board { cards: stub.take(street).collect() })
        }
        Need::Decision(Decision::Show { seat, may_muck: true }) if hand.lineup().number.is_multiple_of(2) => {
            Some(DealerWish::Mucks { seat })
        }
        Need::Decision(Decision::Show { seat, .. }) => {
            Some(DealerWish::Shows { seat, cards: stub.take(2).collect() })
        }
        Need::Deal(Deal::Shuffle | Deal::Cut | Deal::Post(_))
        | Need::Decision(Decision::Act { .. })
        | Need::Nothing => None,
    }
}

/// What the player on turn does, by the position alone.
fn act(state: &TableState) -> Option<(u64, TableRequest)> {
    if let Some(wish) = dealt(state) {
        let by = Actor { person: Person(90), role: Role::Dealer, device: 0 };
        return Some((
            state.id,
            TableRequest { by, key: RequestKey([0; 16]), turn: None, wish: Wish::Dealer(wish) },
        ));
    }
    let (seat, turn, showing) = state.turn()?;
    let hand = state.hand_in_play()?;
    let person = hand.person(seat)?;
    let mut draw = (turn.hand + 10 * state.id).wrapping_mul(31).wrapping_add(u64::from(turn.acts));
    draw = draw.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    draw ^= draw >> 31;
    // Late in the evening nobody raises any more.
    let late = matches!(state.standing, Standing::Closing { .. });
    let wish = match (hand.menu(), if late { 15 } else { draw % 16 }) {
        _ if showing => Wish::Show(ShowWish::Hand),
        (None, _) => return None,
        (Some(menu), draw) => match (draw, menu.raise) {
            // Where a person deals, the stacks must last for more than one hand.
            (0 | 1, Some(raise)) if state.dealer == Dealer::Software => {
                Wish::Play(Play::Raise { to: raise.most })
            }
            (0..=4, Some(raise)) => Wish::Play(Play::Raise { to: raise.least }),
            (5, _) if menu.fold && !menu.check => Wish::Play(Play::Fold),
            _ if menu.check => Wish::Play(Play::Check),
            _ if menu.call.is_some() => Wish::Play(Play::Call),
            (_, Some(raise)) => Wish::Play(Play::Raise { to: raise.least }),
            (_, None) => Wish::Play(Play::Fold),
        },
    };
    Some((
        state.id,
        TableRequest { by: Actor::player(person), key: RequestKey([0; 16]), turn: Some(turn), wish },
    ))
}

fn key(step: usize, table: u64) -> RequestKey {
    let mut bytes = [0; 16];
    bytes[0] = 1;
    bytes[8..12].copy_from_slice(&u32::try_from(step).expect("a short evening").to_be_bytes());
    bytes[12..].copy_from_slice(&u32::try_from(table).expect("few tables").to_be_bytes());
    RequestKey(bytes)
}

/// A step that was begun, with its requests: guests repeat them with the same keys until they are answered.
#[derive(Clone, Debug, Default)]
pub struct Begun {
    pub step: usize,
    /// How many operations the disk had done.
    pub operations: u64,
    /// How many records were known to be safe.
    pub safe: u64,
    asks: Vec<(u64, TableRequest)>,
}

/// Which part of an evening to play.
#[derive(Clone, Copy, Default)]
pub struct Part<'a> {
    /// The step that was begun but not finished; `None` to play from the beginning.
    pub from: Option<&'a Begun>,
    /// The step to stop before; `None` to play all of them.
    pub until: Option<usize>,
}

/// Plays a part of the evening, and adds the steps begun.
pub fn play(
    floor: &mut Floor,
    store: &Noted,
    Part { from, until }: Part<'_>,
    begun: &mut Vec<Begun>,
) -> Result<(), StoreError> {
    let first = from.map_or(0, |begun| begun.step);
    floor.now = time_of(first);
    floor.settle()?;
    let steps = script().into_iter().enumerate().take(until.unwrap_or(usize::MAX));
    for (number, step) in steps.skip(first) {
        floor.now = time_of(number);
        let asks = match from.filter(|begun| begun.step == number) {
            Some(begun) => begun.asks.clone(),
            None => asks_of(&step, number, floor),
        };
        begun.push(Begun { step: number, operations: store.operations(), safe: store.safe(), asks });
        match step {
            Step::Join(person) => floor.joins(person, key(number, 0))?,
            Step::Open(table) => floor.opens(table, &table_wish(table))?,
            Step::Ask(_) | Step::Act(_) => {
                let asks = begun.last().map(|begun| begun.asks.clone()).unwrap_or_default();
                let answers = floor.ask(&asks)?;
                if let Some(fault) = &floor.broken {
                    return Err(fault.clone());
                }
                for (answer, (table, ask)) in answers.into_iter().zip(&asks) {
                    if let Reply::Refused(refused) = answer {
                        let what = format!("step {number}, table {table}: {ask:?}: {refused}");
                        return Err(StoreError::unavailable(what));
                    }
                }
            }
        }
    }
    Ok(())
}

/// The requests of a step, each with its key.
fn asks_of(step: &Step, number: usize, floor: &Floor) -> Vec<(u64, TableRequest)> {
    let keyed = |(table, ask): (u64, TableRequest)| (table, TableRequest { key: key(number, table), ..ask });
    match step {
        Step::Join(_) | Step::Open(_) => Vec::new(),
        Step::Ask(wishes) => {
            let ask = |(table, person, wish): &(u64, u64, Wish)| {
                let by = Actor::player(Person(*person));
                keyed((*table, TableRequest { by, key: RequestKey([0; 16]), turn: None, wish: wish.clone() }))
            };
            wishes.iter().map(ask).collect()
        }
        Step::Act(tables) => {
            let on = |table: &u64| act(floor.keepers.get(table)?.state()).map(keyed);
            tables.iter().filter_map(on).collect()
        }
    }
}
