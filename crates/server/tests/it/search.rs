//! Searches bytes for the secrets of a deck, in every form in which they might have got there.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use cards::Card;
use fair::{DeckId, DeckSeed, ShuffledDeck};
use serde_json::{Value, json};

/// A deck that is known to the test, with everything it was made from.
pub struct Deck {
    pub id: DeckId,
    /// Its cards by slot.
    pub order: Vec<Card>,
    pub seed: [u8; 32],
    /// The key of the hand, under which the seed is sealed.
    pub key: [u8; 32],
    /// The salt that hides each card in the commitment, by slot.
    pub salts: Vec<[u8; 32]>,
}

impl Deck {
    /// The deck of a seed; nothing if the commitment does not match it.
    pub fn of(shuffled: &ShuffledDeck, seed: [u8; 32], key: [u8; 32]) -> Deck {
        let slots = 0..shuffled.count();
        let salt = |slot| {
            let opening = serde_json::to_value(shuffled.opening(slot).expect("a slot")).expect("written");
            let digits = opening["salt"].as_str().expect("digits").to_owned();
            let mut salt = [0; 32];
            for (byte, at) in salt.iter_mut().zip((0..64).step_by(2)) {
                *byte = u8::from_str_radix(&digits[at..at + 2], 16).expect("digits");
            }
            salt
        };
        Deck {
            id: shuffled.id(),
            order: slots.clone().map(|slot| shuffled.card(slot).expect("a slot")).collect(),
            seed,
            key,
            salts: slots.map(salt).collect(),
        }
    }

    /// A deck of the sorted 52 cards from a seed.
    pub fn from_seed(number: u8) -> Deck {
        let sorted: Vec<Card> = (0..52).map(|index| Card::from_index(index).expect("a card")).collect();
        let mut seed = [number; 32];
        seed.iter_mut().zip(0_u8..).for_each(|(byte, at)| *byte = byte.wrapping_mul(31).wrapping_add(at * 7));
        let id = DeckId { table: 1, hand: u64::from(number), attempt: 0 };
        let shuffled = ShuffledDeck::new(id, &DeckSeed::new(seed), &sorted).expect("a deck");
        Deck::of(&shuffled, seed, [number ^ 0x5a; 32].map(|byte| byte.wrapping_mul(17)))
    }
}

/// Something that must not be found.
#[derive(Clone)]
pub struct Needle {
    /// The number of the hand whose secret it is.
    pub hand: u64,
    pub what: String,
    pub bytes: Vec<u8>,
}

const STANDARD: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const FOR_ADDRESSES: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The base64 letters that some bytes always produce when they begin `phase` bytes into a group of three.
fn base64(bytes: &[u8], phase: usize, letters: &[u8; 64]) -> Vec<u8> {
    let bits: Vec<u8> = std::iter::repeat_n(0, phase)
        .chain(bytes.iter().copied())
        .flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1))
        .collect();
    let first = (phase * 8).div_ceil(6);
    let sixes = bits.chunks_exact(6).skip(first);
    sixes.map(|six| letters[usize::from(six.iter().fold(0, |sum, bit| sum << 1 | bit))]).collect()
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn joined(parts: &[String], between: &str) -> Vec<u8> {
    parts.join(between).into_bytes()
}

/// Bytes as they are, in hexadecimal, in base64 of both alphabets, and as a list of numbers.
fn forms_of_bytes(bytes: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let numbers: Vec<String> = bytes.iter().map(u8::to_string).collect();
    let mut forms = vec![
        ("bytes", bytes.to_vec()),
        ("hexadecimal", hex(bytes).into_bytes()),
        ("HEXADECIMAL", hex(bytes).to_uppercase().into_bytes()),
        ("a list of numbers", joined(&numbers, ",")),
        ("a list of numbers with spaces", joined(&numbers, ", ")),
    ];
    for phase in 0..3 {
        forms.push(("base64", base64(bytes, phase, STANDARD)));
        forms.push(("base64 for addresses", base64(bytes, phase, FOR_ADDRESSES)));
    }
    forms
}

/// The fewest cards in a row to search for as bytes: fewer would turn up in any file by chance.
const AS_BYTES: usize = 6;

/// Cards in a row, in every form in which they are, or might be, written anywhere.
pub fn forms_of_cards(cards: &[Card]) -> Vec<(&'static str, Vec<u8>)> {
    // A card's number is at most 52.
    let numbers: Vec<u8> = cards.iter().map(|card| card.index() as u8).collect();
    let decimal: Vec<String> = numbers.iter().map(u8::to_string).collect();
    let texts: Vec<String> = cards.iter().map(Card::to_string).collect();
    let quoted: Vec<String> = texts.iter().map(|text| format!("\"{text}\"")).collect();
    let escaped: Vec<String> = texts.iter().map(|text| format!("\\\"{text}\\\"")).collect();
    let upper: Vec<String> = texts.iter().map(|text| text.to_uppercase()).collect();
    let lower: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
    let mut forms = vec![
        ("decimal numbers", joined(&decimal, ",")),
        ("decimal numbers, spaced", joined(&decimal, " ")),
        ("decimal numbers, commas and spaces", joined(&decimal, ", ")),
        ("cards", joined(&texts, "")),
        ("cards, spaced", joined(&texts, " ")),
        ("cards, commas", joined(&texts, ",")),
        ("cards, commas and spaces", joined(&texts, ", ")),
        ("cards on lines", joined(&texts, "\n")),
        ("cards as JSON", joined(&quoted, ",")),
        ("cards as JSON, spaced", joined(&quoted, ", ")),
        ("cards as JSON in JSON", joined(&escaped, ",")),
        ("CARDS", joined(&upper, "")),
        ("cards in small letters", joined(&lower, "")),
    ];
    if cards.len() >= AS_BYTES {
        forms.extend(forms_of_bytes(&numbers));
        for size in [2, 4, 8] {
            let wide = |byte: &u8| {
                let mut wide = vec![0; size];
                wide[0] = *byte;
                wide
            };
            forms.push(("wider numbers", numbers.iter().flat_map(wide).collect()));
        }
    }
    forms
}

/// What is on disk for a card that is face up: an opening, or a shown card, with its slot. The character that
/// ends the slot's number is included, because slot 1 is not slot 15.
pub fn face_up(card: Card, slot: usize) -> [Vec<u8>; 5] {
    [
        format!("\"slot\":{slot},\"card\":\"{card}\"").into_bytes(),
        format!("\"card\":\"{card}\",\"slot\":{slot}}}").into_bytes(),
        format!("\"card\":\"{card}\",\"slot\":{slot},").into_bytes(),
        format!("\\\"card\\\":\\\"{card}\\\",\\\"slot\\\":{slot}}}").into_bytes(),
        format!("\\\"card\\\":\\\"{card}\\\",\\\"slot\\\":{slot},").into_bytes(),
    ]
}

/// Everything about a deck that must not be found while exactly these slots of it are open.
pub fn needles(deck: &Deck, open: &BTreeSet<usize>) -> Vec<Needle> {
    let mut needles = Vec::new();
    let hand = deck.id.hand;
    let mut add = |what: String, bytes: Vec<u8>| needles.push(Needle { hand, what, bytes });
    let count = deck.order.len();
    let closed = |slots: &[usize]| slots.iter().all(|slot| !open.contains(slot));
    // The deck is circular: the cut may begin anywhere.
    for length in [4, AS_BYTES] {
        for first in 0..count {
            let slots: Vec<usize> = (0..length).map(|at| (first + at) % count).collect();
            if closed(&slots) {
                let mut cards: Vec<Card> = slots.iter().map(|slot| deck.order[*slot]).collect();
                for direction in ["forwards", "backwards"] {
                    for (form, bytes) in forms_of_cards(&cards) {
                        add(format!("{length} cards from slot {first} {direction} as {form}"), bytes);
                    }
                    cards.reverse();
                }
            }
        }
    }
    for slot in (0..count).filter(|slot| !open.contains(slot)) {
        for form in face_up(deck.order[slot], slot) {
            add(format!("the card of slot {slot}"), form);
        }
        for part in [0..12, 10..22, 20..32] {
            for (form, bytes) in forms_of_bytes(&deck.salts[slot][part]) {
                add(format!("the salt of slot {slot} as {form}"), bytes);
            }
        }
    }
    for (name, secret) in [("seed", deck.seed), ("key", deck.key)] {
        let backwards: Vec<u8> = secret.iter().rev().copied().collect();
        for from in 0..=20 {
            for secret in [&secret[from..from + 12], &backwards[from..from + 12]] {
                for (form, bytes) in forms_of_bytes(secret) {
                    add(format!("the {name} from byte {from} as {form}"), bytes);
                }
            }
        }
    }
    needles
}

/// A search for many things at once.
pub struct Search {
    needles: Vec<Needle>,
    /// Needles by their first four bytes.
    beginnings: HashMap<[u8; 4], Vec<usize>>,
}

impl Search {
    pub fn new(needles: Vec<Needle>) -> Search {
        let mut beginnings: HashMap<[u8; 4], Vec<usize>> = HashMap::new();
        for (at, needle) in needles.iter().enumerate() {
            let first = needle.bytes.first_chunk();
            let first = first.unwrap_or_else(|| panic!("{} is too short to search for", needle.what));
            beginnings.entry(*first).or_default().push(at);
        }
        Search { needles, beginnings }
    }

    /// The matches, each with where it begins.
    pub fn find(&self, bytes: &[u8]) -> Vec<(usize, &Needle)> {
        let mut found = Vec::new();
        for (at, four) in bytes.windows(4).enumerate() {
            let four: [u8; 4] = four.try_into().expect("four bytes");
            for needle in self.beginnings.get(&four).into_iter().flatten() {
                let needle = &self.needles[*needle];
                if bytes[at..].starts_with(&needle.bytes) {
                    found.push((at, needle));
                }
            }
        }
        found
    }
}

/// A file of other bytes, as long as a page of the database, with the leak in the middle.
fn hidden_in_a_file(leak: &[u8]) -> Vec<u8> {
    let mut file =
        b"{\"entry\":\"table\",\"fact\":{\"hand\":{\"what\":{\"name\":\"checked\",\"seat\":3}}}}".repeat(20);
    file.extend((0..=u8::MAX).rev());
    file.extend_from_slice(leak);
    file.extend((0..=u8::MAX).rev());
    file
}

/// Proves SEC-08 of the search itself: every secret in every form is found wherever it lies, and those of
/// another deck are not.
#[test]
fn a_planted_secret_is_found_in_every_form() {
    let (deck, other) = (Deck::from_seed(3), Deck::from_seed(4));
    let open = BTreeSet::from([2, 30, 31]);
    let search = Search::new(needles(&deck, &open));
    let elsewhere = Search::new(needles(&other, &open));
    let mut planted: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut plant = |name: String, bytes: Vec<u8>| drop(planted.insert(name, bytes));
    let backwards: Vec<Card> = deck.order.iter().rev().copied().collect();
    let cut: Vec<Card> = deck.order[40..].iter().chain(&deck.order[..40]).copied().collect();
    for (name, cards) in
        [("the deck", &deck.order), ("the deck backwards", &backwards), ("the cut deck", &cut)]
    {
        for (at, (form, bytes)) in forms_of_cards(cards).into_iter().enumerate() {
            plant(format!("{name} as {form} ({at})"), bytes);
        }
    }
    for (at, (form, bytes)) in forms_of_cards(&deck.order[35..39]).into_iter().enumerate() {
        plant(format!("four of the stub as {form} ({at})"), bytes);
    }
    for (at, (form, bytes)) in forms_of_cards(&deck.order[40..46]).into_iter().enumerate() {
        plant(format!("six of the stub as {form} ({at})"), bytes);
    }
    let secrets = [("seed", deck.seed), ("key", deck.key), ("salt", deck.salts[7])];
    for (name, secret) in secrets {
        for (at, (form, bytes)) in forms_of_bytes(&secret).into_iter().enumerate() {
            plant(format!("the {name} as {form} ({at})"), bytes);
        }
    }
    // As the room's own types would write them.
    let json: Value = json!({ "order": deck.order.iter().map(Card::to_string).collect::<Vec<_>>(), "seed": deck.seed.to_vec() });
    plant("JSON".to_owned(), json.to_string().into_bytes());
    plant("JSON on lines".to_owned(), format!("{:?}", deck.order).into_bytes());
    for form in face_up(deck.order[9], 9) {
        plant(String::from_utf8_lossy(&form).into_owned(), form);
    }
    assert!(planted.len() > 100, "{} leaks", planted.len());
    for (name, leak) in &planted {
        let file = hidden_in_a_file(leak);
        assert!(!search.find(&file).is_empty(), "{name} is not found");
        let others = elsewhere.find(&file);
        assert!(others.is_empty(), "{name} of another deck: {}", others[0].1.what);
    }
    assert!(search.find(&hidden_in_a_file(b"")).is_empty());
    // A card in another slot whose number merely begins with the same digit is a different match.
    for form in face_up(deck.order[1], 15) {
        assert!(search.find(&hidden_in_a_file(&form)).is_empty(), "{}", String::from_utf8_lossy(&form));
    }
    // What is face up may be there.
    let up = face_up(deck.order[30], 30);
    assert!(up.iter().all(|form| search.find(&hidden_in_a_file(form)).is_empty()));
    assert!(search.find(&hidden_in_a_file(hex(&deck.salts[30]).as_bytes())).is_empty());
}
