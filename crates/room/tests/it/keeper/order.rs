//! The order of the deck in an undisturbed hand.

use cards::Card;
use room::entry::{self, TableEntry};
use room::keeper::Pace;
use room::port::{Store, StreamId};
use table::{CardFact, CourseFact, Event, Fact, TableFact};

use crate::keeper::bench::{Bench, TABLE, house};
use crate::keeper::recovery::{HOUSES, act};
use crate::keeper::settings::hand_facts;

/// A card that left the deck: its slot, and the card if it lies face up or the room knows it.
type Left = (u8, Option<Card>);

/// The first place at which the cards that left a deck differ from its order, cut after `after`.
fn first_out_of_order(order: &[Card], after: usize, left: &[Left]) -> Option<usize> {
    left.iter().enumerate().position(|(place, (slot, card))| {
        let due = (after + place) % order.len();
        usize::from(*slot) != due || card.is_some_and(|card| card != order[due])
    })
}

/// What left the deck of the last hand by its records, with the cards that were opened.
fn left(bench: &Bench) -> Vec<Left> {
    let mut left: Vec<Left> = Vec::new();
    let mut opened: Vec<(u8, Card)> = Vec::new();
    for stored in bench.store.read_from_start(StreamId::Table(TABLE)).expect("read") {
        for entry in entry::from_body(&stored.body).expect("entries") {
            match entry {
                TableEntry::Opening(opening) => opened.push((opening.slot, opening.card)),
                TableEntry::Table { fact } => {
                    if let TableFact::Hand(event) = fact.what
                        && let Fact::Cards(
                            CardFact::HoleDealt { card, .. }
                            | CardFact::Burned { card }
                            | CardFact::BoardDealt { card, .. },
                        ) = event.what
                    {
                        left.push((card.slot().expect("every card has its slot"), card.known_card()));
                    }
                }
                TableEntry::Made { .. }
                | TableEntry::Snapshot(_)
                | TableEntry::Deck { .. }
                | TableEntry::Cut(_)
                | TableEntry::Play(_)
                | TableEntry::TimeBank { .. }
                | TableEntry::Asked { .. }
                | TableEntry::Purse { .. } => {}
            }
        }
    }
    for (slot, card) in &mut left {
        if let Some((_, known)) = opened.iter().find(|(other, _)| other == slot) {
            *card = Some(*known);
        }
    }
    left
}

/// The number of a hand, the order of its deck, and after how many cards that was cut.
type Order = (u64, Vec<Card>, usize);

/// The complete order of the deck in play, and after how many cards it was cut.
fn order(bench: &Bench) -> Option<Order> {
    let deck = bench.keeper.state().deck.as_ref()?;
    let (cards, cut) = (deck.cards.as_ref()?, deck.cut.as_ref()?);
    let count = bench.keeper.state().sorted_deck().len() as u8;
    let order = (0..count).map(|slot| cards.card(slot).expect("a card in every slot")).collect();
    Some((deck.commitment.deck().hand, order, usize::from(cut.position)))
}

/// Proves RNG-07: in an undisturbed hand the order of the stub never changes. After every act and every
/// restart the order is the committed one, and the cards that left it (hole cards, burns and board) are the
/// first ones after the cut, each once.
#[test]
fn in_an_undisturbed_hand_the_order_of_the_stub_never_changes() {
    for (book, settings) in HOUSES {
        let mut bench = Bench::new(&house(book, settings), Pace::AT_ONCE, 5);
        bench.seat_all(5, 150);
        let (mut first, mut hands, mut opened) = (order(&bench).expect("a deck"), 0, 0);
        for acts in 0..90 {
            bench.settle();
            let Some((person, wish)) = act(&bench) else { break };
            bench.does(person, wish);
            if acts % 2 == 0 {
                bench.crash();
            }
            let now = order(&bench).expect("a deck");
            if now.0 != first.0 {
                hands += 1;
                assert_ne!(now.1, first.1, "{book} {settings:?}: a new hand has a new deck");
                first = now.clone();
            }
            assert_eq!(now, first, "{book} {settings:?}, act {acts}: the order is that of the start");
            let mut sorted = now.1.clone();
            sorted.sort_unstable_by_key(|card| card.index());
            sorted.dedup();
            assert_eq!(sorted.len(), now.1.len(), "each card once");
            let left = left(&bench);
            assert_eq!(first_out_of_order(&now.1, now.2, &left), None, "{book} {settings:?}, act {acts}");
            assert_eq!(
                left.len(),
                usize::from(bench.keeper.state().deck.as_ref().map_or(0, |deck| deck.cards_dealt))
            );
            opened += left.iter().filter(|(_, card)| card.is_some()).count();
            // A stub secretly shuffled again is noticed at the next card that shows.
            if let Some(place) = left.iter().rposition(|(_, card)| card.is_some()) {
                let mut mixed = now.1.clone();
                let due = (now.2 + place) % mixed.len();
                let next = (due + 1) % mixed.len();
                mixed.swap(due, next);
                assert!(first_out_of_order(&mixed, now.2, &left).is_some_and(|at| at <= place));
            }
            let mut skipped = left.clone();
            skipped.remove(0);
            assert_eq!(
                first_out_of_order(&now.1, now.2, &skipped),
                Some(0),
                "a card dealt from below is noticed"
            );
        }
        assert!(hands > 2 && opened > 20, "{book} {settings:?}: {hands} hands, {opened} cards seen");
    }
}

/// The decks and the facts of the first hands, except the openings, which name the house.
fn played(chip_cents: &str, decks: u64) -> (Vec<Order>, Vec<Event>) {
    let mut bench = Bench::new(&house("standard", &[("chip_cents", chip_cents)]), Pace::AT_ONCE, 5);
    bench.decks = decks;
    bench.seat_all(5, 150);
    let mut orders = vec![order(&bench).expect("a deck")];
    for _ in 0..60 {
        bench.settle();
        let Some((person, wish)) = act(&bench) else { break };
        bench.does(person, wish);
        let now = order(&bench).expect("a deck");
        if orders.last() != Some(&now) {
            orders.push(now);
        }
    }
    let hands = 1..=orders.len() as u64;
    let mut facts: Vec<Event> = hands.flat_map(|hand| hand_facts(&bench, hand)).collect();
    facts.retain(|event| !matches!(event.what, Fact::Course(CourseFact::Opened(_))));
    (orders, facts)
}

/// Proves PRO-05: the value of a chip reaches neither the deck nor the ranking of hands. With the same
/// entropy a table whose chips are worth a dollar deals the same cards and pays the same pots as one whose
/// chips are worth a cent; with other entropy it does not.
#[test]
fn what_a_chip_is_worth_changes_no_card_and_no_winner() {
    let cent = played("1", 0);
    assert!(cent.0.len() > 2, "{} hands", cent.0.len());
    for worth in ["5", "100", "10000"] {
        assert!(played(worth, 0) == cent, "a chip of {worth} cents");
    }
    let other = played("1", 50);
    assert!(other.0 != cent.0 && other.1 != cent.1);
}
