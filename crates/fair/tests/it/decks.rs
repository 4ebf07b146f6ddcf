//! A deck is fixed before its first card is dealt, and an opened card reveals nothing about the others.

use std::collections::BTreeSet;

use cards::{Card, CardSet, Deck};
use fair::{
    Commitment, DeckError, DeckId, DeckSeed, Digest, Opening, OpeningError, Salt, ShuffledDeck, check_opening,
};
use sha2::{Digest as _, Sha256};

const ID: DeckId = DeckId { table: 5, hand: 900, attempt: 0 };
const SEED: [u8; 32] = *b"a seed that only this test knows";

/// Every deck an operator may choose, with and without the joker.
pub fn every_deck() -> impl Iterator<Item = Vec<Card>> {
    let decks = Deck::ALL.into_iter().flat_map(|deck| [deck.cards(false), deck.cards(true)]);
    decks.map(|cards| cards.iter().collect())
}

fn shuffled(id: DeckId, sorted: &[Card]) -> ShuffledDeck {
    ShuffledDeck::new(id, &DeckSeed::new(SEED), sorted).unwrap()
}

fn openings(deck: &ShuffledDeck) -> Vec<Opening> {
    (0..deck.count()).filter_map(|slot| deck.opening(slot)).collect()
}

fn card(index: usize) -> Card {
    Card::from_index(index).unwrap()
}

/// Proves RNG-06.
#[test]
fn a_deck_depends_on_its_seed_and_on_nothing_at_the_table() {
    // The signature leaves no room for a player, a stack, a stake or a clock: only the id, the seed and the
    // sorted cards.
    let _: fn(DeckId, &DeckSeed, &[Card]) -> Result<ShuffledDeck, DeckError> = ShuffledDeck::new;
    // The id does not affect the order either.
    let sorted: Vec<Card> = Deck::Cards52.cards(false).iter().collect();
    let here: Vec<Card> = openings(&shuffled(ID, &sorted)).iter().map(|opening| opening.card).collect();
    let elsewhere = shuffled(DeckId { table: 77, hand: 1, attempt: 2 }, &sorted);
    assert_eq!(openings(&elsewhere).iter().map(|opening| opening.card).collect::<Vec<_>>(), here);
    // Reading the deck changes nothing, and the players' values for the cut do not affect its order.
    let deck = shuffled(ID, &sorted);
    let before = openings(&deck);
    deck.cut(&[fair::CutValue { seat: 1, value: fair::CutBytes::new([1; 32]) }]).unwrap();
    assert_eq!(openings(&deck), before);
}

/// Proves RNG-13.
#[test]
fn every_card_of_every_deck_opens_against_its_commitment() {
    for sorted in every_deck() {
        let deck = shuffled(ID, &sorted);
        let openings = openings(&deck);
        assert_eq!(openings.len(), sorted.len());
        let cards: CardSet = openings.iter().map(|opening| opening.card).collect();
        assert_eq!(cards.iter().collect::<Vec<_>>(), sorted, "each card once");
        for opening in &openings {
            assert_eq!(check_opening(deck.commitment(), opening), Ok(()));
        }
        assert_eq!(deck.opening(deck.count()), None);
        assert_eq!(deck.card(deck.count()), None);
    }
}

/// Proves RNG-13.
#[test]
fn another_card_salt_slot_or_path_is_refused() {
    for sorted in every_deck() {
        let deck = shuffled(ID, &sorted);
        let commitment = deck.commitment();
        let refused = |opening: &Opening| check_opening(commitment, opening).is_err();
        for opening in openings(&deck) {
            let slot = opening.slot;
            for other in (0..Card::COUNT).map(card).filter(|other| *other != opening.card) {
                assert!(refused(&Opening { card: other, ..opening.clone() }), "slot {slot} as {other}");
            }
            for other in (0..=u8::MAX).filter(|other| *other != slot) {
                assert!(refused(&Opening { slot: other, ..opening.clone() }), "slot {slot} as {other}");
            }
            for bit in 0..256 {
                let mut salt = *opening.salt.bytes();
                salt[bit / 8] ^= 1 << (bit % 8);
                assert!(refused(&Opening { salt: Salt::new(salt), ..opening.clone() }));
            }
            for at in 0..opening.path.len() {
                let mut path = opening.path.clone();
                let mut bytes = *path[at].bytes();
                bytes[at] ^= 1;
                path[at] = Digest::new(bytes);
                assert!(refused(&Opening { path, ..opening.clone() }));
                let mut path = opening.path.clone();
                let gone = path.remove(at);
                let needed = path.len() + 1;
                let given = path.len();
                assert_eq!(
                    check_opening(commitment, &Opening { path: path.clone(), ..opening.clone() }),
                    Err(OpeningError::PathLength { slot, given, needed })
                );
                path.extend([gone, gone]);
                assert!(refused(&Opening { path, ..opening.clone() }));
            }
        }
    }
}

/// Proves RNG-13.
#[test]
fn a_commitment_binds_cards_order_salts_and_deck() {
    let sorted: Vec<Card> = Deck::Cards52.cards(false).iter().collect();
    let deck = shuffled(ID, &sorted);
    let committed = deck.commitment();
    // The order: two openings with their slots swapped do not verify.
    let all = openings(&deck);
    for (one, other) in [(0, 1), (3, 40), (50, 51)] {
        let swapped = Opening { slot: all[other].slot, ..all[one].clone() };
        assert_eq!(
            check_opening(committed, &swapped).map_err(|fault| fault.to_string()),
            Err(format!("this card is not the one that was committed to in slot {other} of {ID}"))
                .filter_length(&all[one], &all[other]),
        );
    }
    // The deck: its openings do not verify against the same order at another table, hand or attempt.
    for id in [DeckId { table: 6, ..ID }, DeckId { hand: 901, ..ID }, DeckId { attempt: 1, ..ID }] {
        let other = shuffled(id, &sorted);
        assert_ne!(other.commitment().root(), committed.root());
        assert_ne!(other.commitment().cut_part(), committed.cut_part());
        assert!(all.iter().all(|opening| check_opening(other.commitment(), opening).is_err()));
    }
    // Every part affects the 32 bytes of the digest.
    let (root, cut) = (*committed.root(), *committed.cut_part());
    assert_eq!(Commitment::new(ID, 52, root, cut), *committed);
    for other in [
        Commitment::new(DeckId { attempt: 1, ..ID }, 52, root, cut),
        Commitment::new(ID, 51, root, cut),
        Commitment::new(ID, 52, cut, cut),
        Commitment::new(ID, 52, root, root),
    ] {
        assert_ne!(other.digest(), committed.digest());
    }
}

/// Expects the error about the path length where two slots have paths of different lengths.
trait FilterLength {
    fn filter_length(self, one: &Opening, other: &Opening) -> Self;
}

impl FilterLength for Result<(), String> {
    fn filter_length(self, one: &Opening, other: &Opening) -> Self {
        let (given, needed) = (one.path.len(), other.path.len());
        if given == needed {
            return self;
        }
        Err(OpeningError::PathLength { slot: other.slot, given, needed }.to_string())
    }
}

/// Proves RNG-13.
#[test]
fn a_stored_commitment_with_another_part_is_not_read() {
    let sorted: Vec<Card> = Deck::Cards36.cards(false).iter().collect();
    let committed = *shuffled(ID, &sorted).commitment();
    let text = serde_json::to_string(&committed).unwrap();
    assert_eq!(serde_json::from_str::<Commitment>(&text).unwrap(), committed);
    // Changes every digit of every part in turn.
    let mut turned = 0;
    for (at, digit) in text.char_indices().filter(|(_, digit)| digit.is_ascii_hexdigit()) {
        // This also changes letters of the field names, which must fail as well.
        let other = if digit == '1' { "2" } else { "1" };
        let changed = format!("{}{other}{}", &text[..at], &text[at + 1..]);
        assert!(serde_json::from_str::<Commitment>(&changed).is_err(), "{changed}");
        turned += 1;
    }
    assert!(turned > 3 * 64);
    let changed = text.replace("\"cards\":36", "\"cards\":35");
    let why = serde_json::from_str::<Commitment>(&changed).unwrap_err().to_string();
    assert!(why.starts_with(&format!("the commitment to {ID} was changed: ")), "{why}");
}

/// The leaf hash of a card as described in `docs/fairness.md`, implemented here a second time.
fn leaf(slot: u8, card: Card, salt: &[u8]) -> [u8; 32] {
    let mut bytes = vec![0];
    bytes.extend(b"cardroom/card/1");
    bytes.extend(ID.table.to_le_bytes());
    bytes.extend(ID.hand.to_le_bytes());
    bytes.extend(ID.attempt.to_le_bytes());
    bytes.extend([slot, card.index() as u8]);
    bytes.extend(salt);
    Sha256::digest(&bytes).into()
}

/// Proves RNG-14.
#[test]
fn trying_all_cards_opens_no_card_that_was_not_shown() {
    let sorted: Vec<Card> = Deck::Cards52.cards(false).iter().collect();
    let deck = shuffled(ID, &sorted);
    let all = openings(&deck);
    // A player is shown these slots; the path of a slot next to an unseen one contains its leaf hash.
    let shown: Vec<&Opening> = [0, 3, 9, 18, 19, 22, 27, 50].iter().map(|at| &all[*at]).collect();
    let mut searched = 0;
    for opening in &shown {
        let beside = opening.slot ^ 1;
        if shown.iter().any(|other| other.slot == beside) {
            continue;
        }
        let hash = *opening.path[0].bytes();
        let matches = |salt: &[u8]| -> Vec<Card> {
            sorted.iter().copied().filter(|card| leaf(beside, *card, salt) == hash).collect()
        };
        // With the salt, the search finds exactly the card, so it is the salt that hides it.
        let hidden = &all[usize::from(beside)];
        assert_eq!(matches(hidden.salt.bytes()), [hidden.card]);
        // With all the salts the player knows, with none, and with zeros, it finds nothing.
        assert_eq!(matches(&[]), []);
        assert_eq!(matches(&[0; 32]), []);
        for known in &shown {
            assert_eq!(matches(known.salt.bytes()), []);
        }
        searched += 1;
    }
    assert_eq!(searched, 6);
}

/// Proves RNG-14.
#[test]
fn an_opening_holds_no_other_salt_and_no_other_leaf_than_its_neighbours() {
    for sorted in every_deck() {
        let deck = shuffled(ID, &sorted);
        let all = openings(&deck);
        let salts: BTreeSet<[u8; 32]> = all.iter().map(|opening| *opening.salt.bytes()).collect();
        assert_eq!(salts.len(), all.len(), "each card has a salt of 256 bits of its own");
        for opening in &all {
            for hash in &opening.path {
                assert!(!salts.contains(hash.bytes()));
            }
            let leaves = all
                .iter()
                .filter(|other| {
                    let leaf = leaf(other.slot, other.card, other.salt.bytes());
                    opening.path.iter().any(|hash| *hash.bytes() == leaf)
                })
                .map(|other| other.slot);
            // The leaf of its neighbour, or of a last slot without a neighbour, which moves up unchanged:
            // both are salted hashes.
            let last = deck.count() - 1;
            let leaves: Vec<u8> = leaves.collect();
            assert!(leaves.iter().all(|slot| *slot == opening.slot ^ 1 || *slot == last), "{leaves:?}");
            assert!(!leaves.contains(&opening.slot));
        }
    }
}

/// Proves RNG-14.
#[test]
fn what_one_is_shown_is_the_same_whatever_the_unseen_cards_are_called() {
    // The paths consist of salted hashes: with the salts of another seed they are all different, and nothing
    // in them shows whether the cards are. Two seeds with the same card in slot 0 stand for two deals that a
    // player cannot tell apart.
    let sorted: Vec<Card> = Deck::Cards52.cards(false).iter().collect();
    let with_ace = |from: u8| {
        (from..=u8::MAX)
            .map(|byte| ShuffledDeck::new(ID, &DeckSeed::new([byte; 32]), &sorted).unwrap())
            .find(|deck| deck.card(0) == Some(card(51)))
    };
    let one = with_ace(0).unwrap();
    let other = with_ace(100).unwrap();
    let (one, other) = (one.opening(0).unwrap(), other.opening(0).unwrap());
    assert_eq!((one.card, one.path.len()), (other.card, other.path.len()));
    let [one, other] = [one, other].map(|opening| serde_json::to_string(&opening).unwrap());
    assert_ne!(one, other);
    assert_eq!(one.len(), other.len(), "not even their lengths differ");
}

#[test]
fn an_invalid_deck_is_refused_with_the_position() {
    let seed = DeckSeed::new(SEED);
    let whole: Vec<Card> = CardSet::ALL.iter().collect();
    let refused = |cards: &[Card]| ShuffledDeck::new(ID, &seed, cards).unwrap_err();
    assert_eq!(refused(&[]), DeckError::Count { cards: 0 });
    assert_eq!(refused(&whole[..3]), DeckError::Count { cards: 3 });
    assert!(ShuffledDeck::new(ID, &seed, &whole[..4]).is_ok());
    assert!(ShuffledDeck::new(ID, &seed, &whole).is_ok());
    let doubled: Vec<Card> = whole.iter().chain(&whole).copied().collect();
    assert_eq!(refused(&doubled), DeckError::Count { cards: 106 });
    let mut twice = whole.clone();
    twice[20] = twice[19];
    assert_eq!(refused(&twice), DeckError::Unsorted { place: 20 });
    let mut swapped = whole;
    swapped.swap(7, 8);
    assert_eq!(
        refused(&swapped).to_string(),
        "the deck to shuffle is not sorted at position 8: expected each card once, deuces first, the joker last"
    );
}

#[test]
fn a_deck_and_an_opening_print_no_card_and_no_salt() {
    let sorted: Vec<Card> = Deck::Cards52.cards(false).iter().collect();
    let deck = shuffled(ID, &sorted);
    assert_eq!(format!("{deck:?}"), "ShuffledDeck(table 5, hand 900, attempt 0: 52 cards)");
    let opening = deck.opening(9).unwrap();
    assert_eq!(format!("{opening:?} {:?}", opening.salt), "Opening(slot 9) Salt(32 bytes)");
}

#[test]
fn an_opening_is_read_as_it_was_written() {
    let sorted: Vec<Card> = CardSet::ALL.iter().collect();
    let deck = shuffled(ID, &sorted);
    for opening in openings(&deck) {
        let text = serde_json::to_string(&opening).unwrap();
        assert_eq!(serde_json::from_str::<Opening>(&text).unwrap(), opening);
    }
    let opening = serde_json::to_string(&deck.opening(0).unwrap()).unwrap();
    for (part, other, why) in [
        ("\"slot\":0", "\"slot\":256", "256"),
        ("\"card\":\"", "\"card\":\"1", "is not a card: expected rank then suit"),
        ("\"salt\":\"", "\"salt\":\"0", "a salt is 64 digits 0-9 and a-f: found 65"),
        ("\"path\":[\"", "\"path\":[\"X", "a digest is 64 digits 0-9 and a-f: character 1 is not one"),
    ] {
        let changed = opening.replacen(part, other, 1);
        let message = serde_json::from_str::<Opening>(&changed).unwrap_err().to_string();
        assert!(message.contains(why), "{message}");
    }
}
