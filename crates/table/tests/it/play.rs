//! A hand driven step by step: the machine's entry points, and how far a record is followed.

use std::sync::Arc;

use cards::{Card, HiddenCard};
use chips::Chips;
use rulebook::{Book, rule};
use seating::{Person, Seat};
use table::{
    AS_DEALT, Act, Command, CommissionSource, Deal, Decision, DeckAct, Entrant, Hand, House, Lineup, Menu,
    Need, Play, Post, RecordOverrides, Show,
};

#[test]
fn a_hand_in_which_everybody_calls_and_checks_is_shown_down_and_paid() {
    let book = Book::named("canberra-holdem-2018").expect("built in");
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
            Need::Deal(Deal::Post(due)) => Post::Due.by(due.seat),
            Need::Deal(Deal::HoleCard { .. } | Deal::Burn | Deal::BoardCard) => {
                next = (next + 5) % 52;
                Act::Deck(DeckAct::Deal { card: HiddenCard::of(Card::from_index(next).expect("one of 52")) })
            }
            Need::Decision(Decision::Act { seat }) => {
                match hand.menu().expect("somebody is on action").call {
                    Some(_) => Play::Call.by(seat),
                    None => Play::Check.by(seat),
                }
            }
            Need::Decision(Decision::Show { seat, may_muck: true }) => Show::Muck.by(seat),
            Need::Decision(Decision::Show { seat, may_muck: false }) => {
                Show::Hand { cards: AS_DEALT }.by(seat)
            }
            Need::Deal(Deal::Shuffle | Deal::Cut) => panic!("a prepared deck needs neither"),
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

/// Two players put in ten each and check to the end, with `record` as the record; returns their stacks.
fn recorded(determined: &rulebook::Determination, record: &RecordOverrides) -> [u64; 2] {
    let house = Arc::new(House::of(determined).expect("played"));
    let stack = Chips::new(100).expect("small");
    let entrants = Seat::up_to(2).map(|seat| Entrant { seat, person: Person::HOUSE, stack }).collect();
    let mut lineup = Lineup::by_the_book(&house, 1, Seat::FIRST, entrants);
    lineup.record = record.clone();
    let (mut hand, _) = Hand::open(lineup).expect("dealt");
    let mut deck = ["As", "Kc", "Ad", "Kd", "2h", "3h", "4c", "8h", "5s", "Jc", "6d", "9s"].into_iter();
    while !hand.is_over() {
        let act = match hand.next() {
            Need::Deal(Deal::Post(due)) => Post::Due.by(due.seat),
            Need::Deal(Deal::HoleCard { .. } | Deal::Burn | Deal::BoardCard) => {
                Act::Deck(DeckAct::Deal { card: deck.next().expect("a card").parse().expect("a card") })
            }
            Need::Decision(Decision::Act { seat }) => match hand.menu().expect("somebody is on action") {
                Menu { raise: Some(_), call: Some(_), .. } if hand.pot().get() == 3 => {
                    Play::Raise { to: Chips::new(10).expect("small") }.by(seat)
                }
                Menu { call: Some(_), .. } => Play::Call.by(seat),
                Menu { .. } => Play::Check.by(seat),
            },
            Need::Decision(Decision::Show { seat, .. }) => Show::Hand { cards: AS_DEALT }.by(seat),
            Need::Deal(Deal::Shuffle | Deal::Cut) => panic!("a prepared deck needs neither"),
            Need::Nothing => break,
        };
        hand.take(&Command::house(act), &mut Vec::new()).expect("allowed");
    }
    [1, 2].map(|number| hand.stack(Seat::new(number).expect("a seat")).get())
}

#[test]
fn a_record_is_followed_in_what_it_says_of_commission_and_only_where_the_house_has_that_rule() {
    // The second seat is dealt to first and gets the aces: 100 - 10 + 20, less what the record says was
    // taken.
    let standard = Book::named("standard").expect("built in").determine(&[]).expect("defaults");
    let taken = CommissionSource::Stated(vec![Chips::new(3).expect("small")]);
    let record = RecordOverrides { commission: taken, ..RecordOverrides::default() };
    assert_eq!(recorded(&standard, &RecordOverrides::default()), [90, 110]);
    assert_eq!(recorded(&standard, &record), [90, 107]);
    assert_eq!(recorded(&standard.without(rule::RECORD_IS_FOLLOWED), &record), [90, 110]);
}
