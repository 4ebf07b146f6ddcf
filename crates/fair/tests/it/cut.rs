//! The cut: made once, two cards on each side, determined by everybody together, and every order stays
//! equally likely.

use std::collections::{BTreeMap, BTreeSet};

use cards::{Card, Deck};
use fair::{
    Cut, CutBytes, CutError, CutValue, DeckId, DeckSeed, Draws, ShuffledDeck, check_cut, draw_cut_position,
    partial_shuffle_with,
};

use crate::checks::{EveryDraw, check_uniform, orders, sorted};
use crate::decks::every_deck;

const ID: DeckId = DeckId { table: 2, hand: 8, attempt: 0 };

fn deck() -> ShuffledDeck {
    let cards: Vec<Card> = Deck::Cards52.cards(false).iter().collect();
    ShuffledDeck::new(ID, &DeckSeed::new([0x42; 32]), &cards).unwrap()
}

fn value(seat: u8, byte: u8) -> CutValue {
    CutValue { seat, value: CutBytes::new([byte; 32]) }
}

/// Proves RNG-08.
#[test]
fn a_cut_leaves_two_cards_on_each_side_and_every_such_place_is_equally_likely() {
    for cards in 4..=53 {
        let mut places = BTreeMap::new();
        EveryDraw::run(|draws| *places.entry(draw_cut_position(draws, cards)).or_insert(0) += 1);
        let expected = (2..=cards - 2).map(|place| (Some(place), 1)).collect();
        assert_eq!(places, expected, "{cards} cards");
    }
    let mut draws = EveryDraw::default();
    for cards in 0..4 {
        assert_eq!(draw_cut_position(&mut draws, cards), None, "{cards} cards have no such place");
    }
}

/// Proves RNG-08.
#[test]
fn with_the_cut_in_the_chain_every_order_comes_exactly_equally_often() {
    for cards in 4..=6 {
        let mut counted = BTreeMap::new();
        let rows = EveryDraw::run(|draws| {
            let mut deck = sorted(cards);
            let count = deck.len();
            partial_shuffle_with(draws, &mut deck, count);
            let place = draw_cut_position(draws, cards).unwrap();
            deck.rotate_left(usize::from(place));
            *counted.entry(deck).or_default() += 1;
        });
        let places = u64::from(cards) - 3;
        assert_eq!(rows, orders(cards) * places);
        assert_eq!(check_uniform(cards, &counted), Ok(places));
    }
}

/// Proves RNG-08.
#[test]
fn a_shuffle_that_leaves_the_cut_to_mix_is_caught() {
    // A cut alone reaches few orders, and one that depends on the order of the deck spoils the shuffle.
    let mut counted = BTreeMap::new();
    EveryDraw::run(|draws| {
        let mut deck = sorted(5);
        partial_shuffle_with(draws, &mut deck, 5);
        let place = draw_cut_position(draws, 5).unwrap();
        if deck[0] == 0 {
            deck.rotate_left(usize::from(place));
        }
        *counted.entry(deck).or_default() += 1;
    });
    assert!(check_uniform(5, &counted).is_err());
}

/// Proves RNG-08.
#[test]
fn a_cut_deck_is_dealt_from_the_cut_on_each_slot_once() {
    for sorted in every_deck() {
        let deck = ShuffledDeck::new(ID, &DeckSeed::new([9; 32]), &sorted).unwrap();
        let cut = deck.cut(&[]).unwrap();
        let count = deck.count();
        assert!((2..=count - 2).contains(&cut.position));
        let dealt: Vec<u8> = (0..count).map(|k| cut.dealt_slot(k).unwrap()).collect();
        let expected: Vec<u8> = (cut.position..count).chain(0..cut.position).collect();
        assert_eq!(dealt, expected);
        assert_eq!(cut.dealt_slot(count), None);
    }
}

/// Proves RNG-16.
#[test]
fn one_value_changes_the_cut_and_never_the_committed_order() {
    let deck = deck();
    let committed = *deck.commitment();
    let cards: Vec<Option<Card>> = (0..52).map(|slot| deck.card(slot)).collect();
    let mut places = BTreeSet::new();
    for byte in 0..=u8::MAX {
        let cut = deck.cut(&[value(1, 7), value(4, byte), value(6, 9)]).unwrap();
        assert_eq!(check_cut(&committed, &cut), Ok(()));
        places.insert(cut.position);
        let now: Vec<Option<Card>> = (0..52).map(|slot| deck.card(slot)).collect();
        assert_eq!(now, cards);
        assert_eq!(*deck.commitment(), committed);
        let dealt: Vec<Option<Card>> =
            (0..52).map(|k| cut.dealt_slot(k).and_then(|slot| deck.card(slot))).collect();
        assert_eq!(dealt[0], cards[usize::from(cut.position)]);
        assert_eq!(dealt.len() - usize::from(cut.position), cards.iter().skip(cut.position.into()).count());
    }
    // 49 positions and 256 values: a position is missed with probability (48/49)^256, half a percent.
    assert!(places.len() > 40, "{places:?}");
}

/// Proves RNG-16.
#[test]
fn every_seat_counts_and_the_order_in_which_values_come_does_not() {
    let deck = deck();
    let all = [value(1, 1), value(2, 2), value(3, 3)];
    let cut = deck.cut(&all).unwrap();
    assert_eq!(deck.cut(&[all[2], all[0], all[1]]).unwrap(), cut);
    assert_eq!(cut.values, all);
    // A value left out, moved to another seat or swapped leads to other cuts. One in 49 may hit the same
    // position, so the room's part varies too: over 40 decks, not all of them do.
    let mut other = [0; 3];
    for byte in 0..40 {
        let cards: Vec<Card> = Deck::Cards52.cards(false).iter().collect();
        let deck = ShuffledDeck::new(ID, &DeckSeed::new([byte; 32]), &cards).unwrap();
        let position = |values: &[CutValue]| deck.cut(values).unwrap().position;
        let whole = position(&all);
        other[0] += usize::from(position(&all[..2]) != whole);
        other[1] += usize::from(position(&[value(1, 1), value(2, 2), value(4, 3)]) != whole);
        other[2] += usize::from(position(&[value(1, 2), value(2, 1), value(3, 3)]) != whole);
    }
    assert!(other.iter().all(|count| *count > 30), "{other:?}");
}

/// Proves RNG-16.
#[test]
fn a_value_that_never_comes_holds_nothing_up() {
    let deck = deck();
    let cut = deck.cut(&[]).unwrap();
    assert_eq!(check_cut(deck.commitment(), &cut), Ok(()));
    assert!(cut.values.is_empty());
}

/// Proves RNG-16.
#[test]
fn over_many_values_every_place_is_cut_equally_often() {
    let deck = deck();
    let mut seen = [0_u64; 49];
    let cuts = 49_000_u32;
    for number in 0..cuts {
        let mut bytes = [0; 32];
        bytes[..4].copy_from_slice(&number.to_le_bytes());
        let cut = deck.cut(&[CutValue { seat: 1, value: CutBytes::new(bytes) }]).unwrap();
        seen[usize::from(cut.position) - 2] += 1;
    }
    // 1,000 are expected at each of 49 positions: the sum of (seen - 1000)^2 / 1000 has 48 degrees of freedom
    // and so a standard deviation of sqrt(96) = 9.8; six of them are 59. In whole numbers, times 1,000:
    let sum: u64 = seen.iter().map(|seen| seen.abs_diff(1_000).pow(2)).sum();
    assert!(sum < (48 + 59) * 1_000, "{seen:?}");
}

/// Proves RNG-16.
#[test]
fn a_cut_that_was_changed_is_refused() {
    let deck = deck();
    let committed = deck.commitment();
    let cut = deck.cut(&[value(2, 5), value(9, 6)]).unwrap();
    let check = |change: &dyn Fn(&mut Cut)| {
        let mut changed = cut.clone();
        change(&mut changed);
        check_cut(committed, &changed)
    };
    assert_eq!(check(&|_| {}), Ok(()));
    for position in (0..=u8::MAX).filter(|position| *position != cut.position) {
        let fault = CutError::PositionDiffers { given: position, right: cut.position };
        assert_eq!(check(&|cut| cut.position = position), Err(fault));
    }
    for bit in 0..256 {
        let mut part = *cut.part.bytes();
        part[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(check(&|cut| cut.part = CutBytes::new(part)), Err(CutError::PartDiffers));
    }
    assert_eq!(check(&|cut| cut.cards = 48), Err(CutError::CardsDiffer { given: 48, committed: 52 }));
    assert_eq!(check(&|cut| cut.values[1].seat = 2), Err(CutError::SeatTwice { seat: 2 }));
    assert_eq!(check(&|cut| cut.values.swap(0, 1)), Err(CutError::Unsorted { seat: 2 }));
    assert_eq!(check(&|cut| cut.values[0].seat = 0), Err(CutError::NoSeat));
    // The same cut is not accepted for another deck, nor for the same order under another id.
    let cards: Vec<Card> = Deck::Cards52.cards(false).iter().collect();
    let other = |id, byte| ShuffledDeck::new(id, &DeckSeed::new([byte; 32]), &cards).unwrap();
    assert_eq!(check_cut(other(ID, 0x43).commitment(), &cut), Err(CutError::PartDiffers));
    assert!(check_cut(other(DeckId { attempt: 1, ..ID }, 0x42).commitment(), &cut).is_err());
}

#[test]
fn seats_that_cannot_be_are_refused() {
    let deck = deck();
    let refused = |values: &[CutValue]| deck.cut(values).unwrap_err().to_string();
    assert_eq!(refused(&[value(0, 1)]), "seat 0 adds to the cut: seats count from 1");
    assert_eq!(
        refused(&[value(3, 1), value(1, 1), value(3, 2)]),
        "seat 3 adds to the cut twice: expected one value per seat"
    );
    let all: Vec<CutValue> = (1..=u8::MAX).map(|seat| value(seat, seat)).collect();
    assert_eq!(check_cut(deck.commitment(), &deck.cut(&all).unwrap()), Ok(()));
}

#[test]
fn values_are_not_printed_before_the_cut() {
    assert_eq!(format!("{:?}", value(3, 0xab)), "CutValue { seat: 3, value: CutBytes(32 bytes) }");
}

#[test]
fn a_cut_is_read_as_it_was_written() {
    let cut = deck().cut(&[value(2, 5), value(9, 6)]).unwrap();
    let text = serde_json::to_string(&cut).unwrap();
    assert_eq!(serde_json::from_str::<Cut>(&text).unwrap(), cut);
}

/// A source of draws can also be used through a pointer.
#[test]
fn any_source_can_be_drawn_from() {
    let mut source = EveryDraw::default();
    let draws: &mut dyn Draws = &mut source;
    assert_eq!(draw_cut_position(draws, 10), Some(2));
}
