//! A hand driven by hand: the shape of the machine's door.

use std::sync::Arc;

use cards::{Card, Hidden};
use chips::Chips;
use table::{AS_DEALT, Act, Command, Entrant, Hand, House, Lineup, Need, Person, Seat};

#[test]
fn a_hand_in_which_everybody_calls_and_checks_is_shown_down_and_paid() {
    let book = rulebook::Book::named("canberra-holdem-2018").expect("built in");
    let house = Arc::new(House::of(&book.determine(&[]).expect("defaults")).expect("played"));
    let stack = Chips::new(1000).expect("small");
    let entrants: Vec<Entrant> = Seat::up_to(6)
        .map(|seat| Entrant { seat, person: Person(u64::from(seat.number())), stack })
        .collect();
    let (mut hand, opened) =
        Hand::open(Lineup::by_the_book(&house, 1, Seat::FIRST, entrants)).expect("dealt");
    let mut events = vec![opened];
    let mut next = 0;
    loop {
        let act = match hand.next() {
            Need::Post(due) => Act::Post { seat: due.seat },
            Need::HoleCard { .. } | Need::Burn | Need::BoardCard => {
                next = (next + 5) % 52;
                Act::Deal { card: Hidden::of(Card::from_index(next).expect("one of 52")) }
            }
            Need::Act { seat } => match hand.menu().expect("somebody is on action").call {
                Some(_) => Act::Call { seat },
                None => Act::Check { seat },
            },
            Need::Show { seat, may_muck: true } => Act::Muck { seat },
            Need::Show { seat, may_muck: false } => Act::Show { seat, cards: AS_DEALT },
            Need::Nothing => break,
        };
        let command = Command::house(act);
        let decided = hand.decide(&command).expect("allowed");
        let before = events.len();
        hand.take(&command, &mut events).expect("allowed");
        assert_eq!(decided, events[before..], "deciding and taking agree");
    }
    assert!(hand.is_over());
    let total: Chips = hand.seats().map(|seat| hand.stack(seat)).sum();
    assert_eq!(total.get(), 6000);
}
