//! Tests of the table machine.

use cards::Hidden;
use chips::Chips;
use std::sync::Arc;
use table::*;

#[test]
fn smoke() {
    let book = rulebook::Book::named("canberra-holdem-2018").unwrap();
    let house = Arc::new(House::of(&book.determine(&[]).unwrap()).unwrap());
    let entrants = Seat::up_to(6)
        .map(|seat| Entrant { seat, person: Person(seat.number() as u64), stack: Chips::new(1000).unwrap() })
        .collect();
    let (mut hand, _) = Hand::open(Lineup::by_the_book(&house, 1, Seat::new(1).unwrap(), entrants)).unwrap();
    let mut events = Vec::new();
    let mut card = 0;
    let mut n = 0;
    while !hand.is_over() {
        n += 1;
        assert!(n < 200);
        let act = match hand.next() {
            Need::Post(due) => Act::Post { seat: due.seat },
            Need::HoleCard { .. } | Need::Burn | Need::BoardCard => {
                card += 5;
                let c = cards::Card::from_index(card % 52).unwrap();
                Act::Deal { card: Hidden::of(c) }
            }
            Need::Act { seat } => {
                println!("{}", hand.menu().unwrap());
                if n == 20 {
                    Act::Raise { seat, to: Chips::new(35).unwrap() }
                } else if hand.menu().unwrap().check {
                    Act::Check { seat }
                } else {
                    Act::Call { seat }
                }
            }
            Need::Show { seat, may_muck } => {
                if may_muck {
                    Act::Muck { seat }
                } else {
                    Act::Show { seat, cards: AS_DEALT }
                }
            }
            Need::Nothing => break,
        };
        hand.take(&Command::house(act), &mut events).unwrap();
    }
    for e in &events {
        println!("{:?} {} {:?}", e.what, e.rule, house.determined.cites(e.rule));
    }
}
