//! The derivations against `vectors/vectors.txt` and `vectors/decks.txt`, which programs made without this crate.

use cards::{Card, CardSet, Deck};
use fair::{
    Commitment, Cut, CutValue, DeckId, DeckSeed, HandKey, Label, Nonce, Opening, RoomKey, SealedDeck, Seed,
    ShuffledDeck, Stream, WrappedKey, check_cut, open_card, partial_shuffle, seal_card, shuffle,
};

fn seed(hex: &str) -> Seed {
    let bytes = (0..64).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap());
    Seed::new(bytes.collect::<Vec<u8>>().try_into().unwrap())
}

fn label(name: &str) -> Label {
    *[Label::Shuffle, Label::Salts, Label::Cut, Label::Bots]
        .iter()
        .find(|label| label.name() == name)
        .unwrap()
}

/// The fields of all lines that begin with a word.
fn lines(kind: &str) -> Vec<Vec<&'static str>> {
    let lines: Vec<Vec<&str>> = include_str!("../../vectors/vectors.txt")
        .lines()
        .map(|line| line.split(' ').collect::<Vec<_>>())
        .filter(|fields| fields[0] == kind)
        .map(|fields| fields[1..].to_vec())
        .collect();
    assert!(!lines.is_empty());
    lines
}

#[test]
fn a_stream_is_the_cipher_under_its_label() {
    for fields in lines("word") {
        let mut stream = Stream::new(&seed(fields[0]), label(fields[1]));
        for word in &fields[2..] {
            assert_eq!(stream.next_u32().to_string(), *word);
        }
    }
    for fields in lines("word-at") {
        let mut stream = Stream::new(&seed(fields[0]), label(fields[1]));
        for _ in 0..fields[2].parse().unwrap() {
            stream.next_u32();
        }
        assert_eq!(stream.next_u32().to_string(), fields[3], "after {}", fields[2]);
    }
}

#[test]
fn draws_are_those_of_the_vectors() {
    for fields in lines("draw") {
        let mut stream = Stream::new(&seed(fields[0]), label(fields[1]));
        let n = fields[2].parse().unwrap();
        for draw in &fields[3..] {
            assert_eq!(stream.below(n).to_string(), *draw, "below {n}");
        }
    }
}

#[test]
fn the_seed_of_a_hand_is_that_of_the_vectors() {
    for fields in lines("hand") {
        let of_hand = Seed::of_hand(&seed(fields[0]), fields[1].parse().unwrap(), fields[2].parse().unwrap());
        assert_eq!(of_hand, seed(fields[3]));
    }
}

#[test]
fn shuffled_decks_are_those_of_the_vectors() {
    for fields in lines("shuffle") {
        let cards: usize = fields[1].parse().unwrap();
        let deck = Deck::ALL.into_iter().find(|deck| deck.count() == cards / 4 * 4).unwrap();
        let sorted: Vec<Card> = deck.cards(cards % 4 == 1).iter().collect();
        let expected: Vec<Card> = fields[2..].iter().map(|card| card.parse().unwrap()).collect();
        let mut whole = sorted.clone();
        shuffle(&seed(fields[0]), &mut whole);
        assert_eq!(whole, expected);
        for count in 0..=cards + 1 {
            let mut part = sorted.clone();
            partial_shuffle(&seed(fields[0]), &mut part, count);
            assert_eq!(part[..count.min(cards)], expected[..count.min(cards)]);
            assert_eq!(part.into_iter().collect::<CardSet>(), deck.cards(cards % 4 == 1));
        }
    }
}

// ---- the vectors of decks.txt, which a second program made

/// The fields of all lines of `decks.txt` that begin with a word.
fn deck_lines(kind: &str) -> Vec<Vec<&'static str>> {
    let lines: Vec<Vec<&str>> = include_str!("../../vectors/decks.txt")
        .lines()
        .map(|line| line.split(' ').collect::<Vec<_>>())
        .filter(|fields| fields[0] == kind)
        .map(|fields| fields[1..].to_vec())
        .collect();
    assert!(!lines.is_empty());
    lines
}

fn bytes<const SIZE: usize>(hex: &str) -> [u8; SIZE] {
    let bytes = (0..SIZE * 2).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap());
    bytes.collect::<Vec<u8>>().try_into().unwrap()
}

fn id(fields: &[&str]) -> DeckId {
    DeckId {
        table: fields[0].parse().unwrap(),
        hand: fields[1].parse().unwrap(),
        attempt: fields[2].parse().unwrap(),
    }
}

/// The decks of the vectors, by their number.
fn decks() -> Vec<ShuffledDeck> {
    let decks: Vec<ShuffledDeck> = deck_lines("deck")
        .iter()
        .map(|fields| {
            let cards: usize = fields[5].parse().unwrap();
            let deck = Deck::ALL.into_iter().find(|deck| deck.count() == cards / 4 * 4).unwrap();
            let sorted: Vec<Card> = deck.cards(cards % 4 == 1).iter().collect();
            ShuffledDeck::new(id(&fields[2..]), &DeckSeed::new(bytes(fields[1])), &sorted).unwrap()
        })
        .collect();
    let mut sizes: Vec<u8> = decks.iter().map(ShuffledDeck::count).collect();
    sizes.sort_unstable();
    sizes.dedup();
    assert_eq!(sizes, [32, 36, 40, 44, 48, 52, 53]);
    decks
}

/// Proves RNG-04.
#[test]
fn decks_of_every_size_are_those_of_the_vectors() {
    let decks = decks();
    for fields in deck_lines("deck") {
        let deck = &decks[fields[0].parse::<usize>().unwrap()];
        let order: Vec<String> = (0..deck.count()).map(|slot| deck.card(slot).unwrap().to_string()).collect();
        assert_eq!(order, fields[6..]);
        let mut plain: Vec<Card> = (0..deck.count()).filter_map(|slot| deck.card(slot)).collect();
        let shuffled = plain.clone();
        plain.sort_unstable();
        shuffle(&seed(fields[1]), &mut plain);
        assert_eq!(plain, shuffled, "the order is the frozen shuffle's");
    }
}

/// Proves RNG-04.
#[test]
fn commitments_and_openings_are_those_of_the_vectors() {
    let decks = decks();
    let deck = |fields: &[&str]| &decks[fields[0].parse::<usize>().unwrap()];
    for fields in deck_lines("root") {
        assert_eq!(deck(&fields).commitment().root().to_string(), fields[1]);
    }
    for fields in deck_lines("cut-part") {
        assert_eq!(deck(&fields).commitment().cut_part().to_string(), fields[2]);
        assert_eq!(deck(&fields).cut(&[]).unwrap().part.to_string(), fields[1]);
    }
    for fields in deck_lines("commitment") {
        assert_eq!(deck(&fields).commitment().digest().to_string(), fields[1]);
    }
    for fields in deck_lines("leaf") {
        let opening = deck(&fields).opening(fields[1].parse().unwrap()).unwrap();
        assert_eq!(opening.salt.to_string(), fields[2]);
        // The neighbour's path begins with the leaf, where it has one.
        if let Some(beside) = deck(&fields).opening(opening.slot ^ 1) {
            assert_eq!(beside.path[0].to_string(), fields[3]);
        }
    }
    for fields in deck_lines("path") {
        let opening = deck(&fields).opening(fields[1].parse().unwrap()).unwrap();
        assert_eq!(opening.path.iter().map(ToString::to_string).collect::<Vec<_>>(), fields[2..]);
    }
}

/// Proves RNG-04.
#[test]
fn cuts_are_those_of_the_vectors() {
    let decks = decks();
    for fields in deck_lines("cut") {
        let deck = &decks[fields[0].parse::<usize>().unwrap()];
        let values: Vec<CutValue> = fields[2..]
            .chunks(2)
            .map(|pair| CutValue { seat: pair[0].parse().unwrap(), value: pair[1].parse().unwrap() })
            .collect();
        let cut = deck.cut(&values).unwrap();
        assert_eq!(cut.position.to_string(), fields[1]);
        assert_eq!(check_cut(deck.commitment(), &cut), Ok(()));
    }
}

/// The stored forms are frozen: what was written once is read for ever.
#[test]
fn stored_forms_are_those_of_the_vectors() {
    let decks = decks();
    for fields in deck_lines("record") {
        let deck = &decks[fields[0].parse::<usize>().unwrap()];
        let text = fields[2];
        match fields[1] {
            "commitment" => {
                assert_eq!(serde_json::to_string(deck.commitment()).unwrap(), text);
                assert_eq!(serde_json::from_str::<Commitment>(text).unwrap(), *deck.commitment());
            }
            "opening" => {
                let opening: Opening = serde_json::from_str(text).unwrap();
                assert_eq!(deck.opening(opening.slot).unwrap(), opening);
                assert_eq!(serde_json::to_string(&opening).unwrap(), text);
            }
            "cut" => {
                let cut: Cut = serde_json::from_str(text).unwrap();
                assert_eq!(deck.cut(&cut.values).unwrap(), cut);
                assert_eq!(serde_json::to_string(&cut).unwrap(), text);
            }
            other => panic!("{other} is no stored form"),
        }
    }
}

/// What was sealed once is opened for ever.
#[test]
fn sealed_forms_are_those_of_the_vectors() {
    for fields in deck_lines("wrapped-key") {
        let (room, id) = (RoomKey::new(bytes(fields[0])).unwrap(), id(&fields[2..]));
        let key = HandKey::new(bytes(fields[1]));
        let wrapped = key.wrap(&room, id, Nonce::new(bytes(fields[5])));
        assert_eq!(wrapped.to_string(), fields[6]);
        let stored: WrappedKey = fields[6].parse().unwrap();
        assert_eq!(HandKey::from_wrapped(&stored, &room, id).unwrap().fingerprint(), key.fingerprint());
    }
    for fields in deck_lines("sealed-deck") {
        let (key, id) = (HandKey::new(bytes(fields[0])), id(&fields[2..]));
        let nonce = || Nonce::new(bytes(fields[5]));
        let sealed = SealedDeck::seal(&key, id, &DeckSeed::new(bytes(fields[1])), nonce());
        assert_eq!(sealed.to_string(), fields[6]);
        let opened = fields[6].parse::<SealedDeck>().unwrap().open(&key, id).unwrap();
        assert_eq!(SealedDeck::seal(&key, id, &opened, nonce()), sealed);
    }
    for fields in deck_lines("sealed-card") {
        let (key, card, id) = (HandKey::new(bytes(fields[0])), fields[1].parse().unwrap(), id(&fields[3..]));
        let slot = fields[2].parse().unwrap();
        let sealed = seal_card(&key, id, slot, card, Nonce::new(bytes(fields[6])));
        assert_eq!(sealed.to_string(), fields[7]);
        assert_eq!(open_card(&key, id, slot, &fields[7].parse().unwrap()), Ok(card));
    }
}
