//! What is written to disk reveals no card, and opens only for the deck, the slot and the key it was sealed
//! for.

use cards::{Card, CardSet, Deck};
use fair::{
    CheckedEntropy, DeckId, DeckSeed, HandKey, NewDeck, Nonce, OperatingSystem, RoomKey, RoomKeyError,
    SealError, SealedCard, SealedDeck, SealedItem, WrappedKey, open_card, seal_card,
};

const ID: DeckId = DeckId { table: 9, hand: 77, attempt: 2 };
/// 32 bytes of which no four occur in a text by accident.
const fn secret(first: u8) -> [u8; 32] {
    let mut bytes = [0; 32];
    let mut at = 0;
    while at < 32 {
        bytes[at] = first.wrapping_add((at * at * 5 + at * 73) as u8);
        at += 1;
    }
    bytes
}

const SEED: [u8; 32] = secret(0x81);
const HAND: [u8; 32] = secret(0x91);
const ROOM: [u8; 32] = secret(0xa1);

fn room() -> RoomKey {
    RoomKey::new(ROOM).unwrap()
}

fn hand() -> HandKey {
    HandKey::new(HAND)
}

fn nonce(byte: u8) -> Nonce {
    Nonce::new([byte; 24])
}

fn deck() -> Vec<Card> {
    Deck::Cards52.cards(false).iter().collect()
}

fn other_ids() -> [DeckId; 3] {
    [DeckId { table: 8, ..ID }, DeckId { hand: 78, ..ID }, DeckId { attempt: 0, ..ID }]
}

/// All texts that result from flipping one bit of the bytes.
fn turned(text: &str) -> impl Iterator<Item = String> + '_ {
    (0..text.len() * 4).map(|bit| {
        let mut digits = text.as_bytes().to_vec();
        let half = char::from(digits[bit / 4]).to_digit(16).unwrap() ^ 1 << (bit % 4);
        digits[bit / 4] = char::from_digit(half, 16).unwrap() as u8;
        String::from_utf8(digits).unwrap()
    })
}

/// Proves SEC-08.
#[test]
fn a_sealed_deck_opens_under_its_key_for_its_deck_and_for_nothing_else() {
    let sealed = SealedDeck::seal(&hand(), ID, &DeckSeed::new(SEED), nonce(1));
    assert_eq!(sealed.deck(), ID);
    let opened = SealedDeck::seal(&hand(), ID, &sealed.open(&hand(), ID).unwrap(), nonce(1));
    assert_eq!(opened, sealed, "the seed is the same");
    let other = HandKey::new([1; 32]);
    assert_eq!(
        sealed.open(&other, ID).unwrap_err(),
        SealError::AnotherKey {
            thing: SealedItem::Deck,
            deck: ID,
            sealed_under: hand().fingerprint(),
            given: other.fingerprint()
        }
    );
    for id in other_ids() {
        let fault = SealError::AnotherDeck { thing: SealedItem::Deck, sealed_for: ID, wanted: id };
        assert_eq!(sealed.open(&hand(), id).unwrap_err(), fault);
    }
}

/// Proves SEC-08.
#[test]
fn a_wrapped_key_opens_under_the_rooms_key_for_its_deck_and_for_nothing_else() {
    let wrapped = hand().wrap(&room(), ID, nonce(2));
    let opened = HandKey::from_wrapped(&wrapped, &room(), ID).unwrap();
    assert_eq!(opened.fingerprint(), hand().fingerprint());
    assert_eq!(opened.wrap(&room(), ID, nonce(2)), wrapped);
    let other = RoomKey::new([1; 32]).unwrap();
    let fault = HandKey::from_wrapped(&wrapped, &other, ID).unwrap_err();
    assert_eq!(
        fault.to_string(),
        format!(
            "the wrapped key of {ID} cannot be opened with the key {}: it was sealed under {}",
            other.fingerprint(),
            room().fingerprint()
        )
    );
    for id in other_ids() {
        let fault = HandKey::from_wrapped(&wrapped, &room(), id).unwrap_err();
        assert_eq!(fault.to_string(), format!("the wrapped key given for {id} was sealed for {ID}"));
    }
}

/// Proves SEC-08.
#[test]
fn a_sealed_card_opens_in_its_slot_alone_and_all_have_one_length() {
    let mut lengths = Vec::new();
    for (card, slot) in CardSet::ALL.iter().zip(0..) {
        let sealed = seal_card(&hand(), ID, slot, card, nonce(slot));
        assert_eq!(open_card(&hand(), ID, slot, &sealed), Ok(card));
        assert_eq!((sealed.deck(), sealed.slot()), (ID, slot));
        let wanted = slot + 1;
        let fault = SealError::AnotherSlot { deck: ID, sealed_for: slot, wanted };
        assert_eq!(open_card(&hand(), ID, wanted, &sealed), Err(fault));
        for id in other_ids() {
            let fault = SealError::AnotherDeck { thing: SealedItem::Card, sealed_for: ID, wanted: id };
            assert_eq!(open_card(&hand(), id, slot, &sealed), Err(fault));
        }
        assert!(open_card(&HandKey::new([1; 32]), ID, slot, &sealed).is_err());
        lengths.push(sealed.to_string().len());
    }
    assert!(lengths.iter().all(|length| *length == lengths[0]));
    // Sealing the same card twice gives different texts.
    let ace = CardSet::ALL.iter().next().unwrap();
    let twice = [3, 4].map(|byte| seal_card(&hand(), ID, 0, ace, nonce(byte)).to_string());
    assert_ne!(twice[0][58 + 48..], twice[1][58 + 48..], "nor its ciphertext and tag");
}

/// Proves SEC-08.
#[test]
fn any_bit_that_flips_is_noticed() {
    let sealed = SealedDeck::seal(&hand(), ID, &DeckSeed::new(SEED), nonce(1)).to_string();
    let wrapped = hand().wrap(&room(), ID, nonce(2)).to_string();
    let card = seal_card(&hand(), ID, 5, deck()[20], nonce(3)).to_string();
    // Deck, slot and key fingerprint take the first 29 bytes; the rest is authenticated as a unit.
    let head = 29 * 8;
    let mut flips = 0;
    for (bit, text) in turned(&sealed).enumerate() {
        let fault = text.parse::<SealedDeck>().unwrap().open(&hand(), ID).unwrap_err();
        let changed = SealError::Changed { thing: SealedItem::Deck, deck: ID };
        assert_eq!(fault == changed, bit >= head, "bit {bit}: {fault}");
        flips += 1;
    }
    for (bit, text) in turned(&wrapped).enumerate() {
        let fault = HandKey::from_wrapped(&text.parse::<WrappedKey>().unwrap(), &room(), ID).unwrap_err();
        let changed = SealError::Changed { thing: SealedItem::Key, deck: ID };
        assert_eq!(fault == changed, bit >= head, "bit {bit}: {fault}");
        flips += 1;
    }
    for (bit, text) in turned(&card).enumerate() {
        let fault = open_card(&hand(), ID, 5, &text.parse::<SealedCard>().unwrap()).unwrap_err();
        let changed = SealError::Changed { thing: SealedItem::Card, deck: ID };
        assert_eq!(fault == changed, bit >= head, "bit {bit}: {fault}");
        flips += 1;
    }
    // 29 bytes of header, 24 of nonce, 16 of tag, and 32, 32 and 1 of ciphertext.
    assert_eq!(flips, (101 + 101 + 70) * 8);
}

/// Proves SEC-08.
#[test]
fn a_thing_moved_to_another_place_with_its_name_rewritten_is_noticed() {
    // The deck id in clear is rewritten to the new place, but the cipher still knows where the item belongs.
    let moved = DeckId { table: 9, hand: 78, attempt: 2 };
    let name = |id: DeckId| {
        let bytes = [id.table.to_le_bytes(), id.hand.to_le_bytes()].concat();
        bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>()
    };
    let sealed = SealedDeck::seal(&hand(), ID, &DeckSeed::new(SEED), nonce(1)).to_string();
    assert!(sealed.starts_with(&name(ID)));
    let renamed: SealedDeck = sealed.replacen(&name(ID), &name(moved), 1).parse().unwrap();
    assert_eq!(renamed.deck(), moved);
    let fault = renamed.open(&hand(), moved).unwrap_err();
    assert_eq!(fault.to_string(), format!("the sealed deck of {moved} was changed after it was sealed"));
    // A wrapped key is not a sealed deck, although they have the same length.
    let both_keys = HandKey::new(ROOM);
    let wrapped = both_keys.wrap(&room(), ID, nonce(1)).to_string();
    let taken: SealedDeck = wrapped.parse().unwrap();
    assert_eq!(
        taken.open(&both_keys, ID).unwrap_err(),
        SealError::Changed { thing: SealedItem::Deck, deck: ID }
    );
    // The same card with its slot rewritten to another one.
    let card = seal_card(&hand(), ID, 5, deck()[20], nonce(3)).to_string();
    let renamed = format!("{}06{}", &card[..40], &card[42..]);
    assert_eq!(
        open_card(&hand(), ID, 6, &renamed.parse().unwrap()),
        Err(SealError::Changed { thing: SealedItem::Card, deck: ID })
    );
}

/// Proves SEC-08. Nothing that is stored holds the seed, a key, or a card, in bytes or in any of their texts.
#[test]
fn what_is_stored_of_a_deck_holds_no_secret_in_any_form() {
    let mut chance = CheckedEntropy::new(OperatingSystem).unwrap();
    let mut fresh = chance.deck_entropy().unwrap();
    fresh.seed = DeckSeed::new(SEED);
    fresh.key = HandKey::new(HAND);
    let new = NewDeck::shuffle_and_seal(fresh, &room(), ID, &deck()).unwrap();
    let card = seal_card(&hand(), ID, 5, deck()[20], chance.nonce().unwrap());
    let stored = [
        serde_json::to_string(new.deck.commitment()).unwrap(),
        serde_json::to_string(&new.sealed).unwrap(),
        serde_json::to_string(&new.key).unwrap(),
        serde_json::to_string(&card).unwrap(),
    ]
    .concat();
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    for secret in [SEED, HAND, ROOM] {
        // Any four of its bytes, as digits or raw.
        for part in secret.windows(4) {
            assert!(!stored.contains(&hex(part)));
            assert!(!stored.as_bytes().windows(4).any(|window| window == part));
        }
    }
    for slot in 0..52 {
        let opening = new.deck.opening(slot).unwrap();
        assert!(!stored.contains(&format!("\"{}\"", opening.card)));
        assert!(!stored.contains(&opening.salt.to_string()));
    }
    let cut = new.deck.cut(&[]).unwrap();
    assert!(!stored.contains(&cut.part.to_string()));
    // The search does find what is there: the commitment.
    assert!(stored.contains(&new.deck.commitment().digest().to_string()));
}

/// Proves SEC-08.
#[test]
fn recovery_says_what_does_not_fit() {
    let mut chance = CheckedEntropy::new(OperatingSystem).unwrap();
    let new = NewDeck::shuffle_and_seal(chance.deck_entropy().unwrap(), &room(), ID, &deck()).unwrap();
    let other = NewDeck::shuffle_and_seal(chance.deck_entropy().unwrap(), &room(), ID, &deck()).unwrap();
    let commitment = new.deck.commitment();
    let recover = |key, sealed, cards: &[Card], commitment| {
        fair::recover_deck(&room(), ID, key, sealed, cards, commitment).map(|deck| deck.card(0))
    };
    assert_eq!(recover(&new.key, &new.sealed, &deck(), commitment), Ok(new.deck.card(0)));
    // The key of another deal of the same hand.
    assert_eq!(
        recover(&other.key, &new.sealed, &deck(), commitment).unwrap_err(),
        SealError::AnotherKey {
            thing: SealedItem::Deck,
            deck: ID,
            sealed_under: new.sealed.sealed_under(),
            given: other.sealed.sealed_under()
        }
    );
    // Another deal of the same hand, or another kind of deck, does not match the commitment.
    let another = SealError::AnotherOrder { deck: ID };
    assert_eq!(recover(&other.key, &other.sealed, &deck(), commitment), Err(another));
    assert_eq!(recover(&new.key, &new.sealed, &deck()[4..], commitment), Err(another));
    assert_eq!(recover(&new.key, &new.sealed, &[], commitment), Err(another));
}

#[test]
fn a_key_file_is_read_as_it_was_written() {
    let text = room().to_file_text();
    assert_eq!(text.len(), 65);
    assert!(text.ends_with('\n'));
    assert_eq!(RoomKey::parse(&text).unwrap().fingerprint(), room().fingerprint());
    assert_eq!(
        RoomKey::parse(&format!("  {}\r\n\n", text.trim())).unwrap().fingerprint(),
        room().fingerprint()
    );
    let refused = |text: &str| match RoomKey::parse(text) {
        Ok(_) => String::new(),
        Err(why) => why.to_string(),
    };
    assert_eq!(refused(""), "a room key is 64 digits 0-9 and a-f: found 0");
    assert_eq!(refused(&text[1..]), "a room key is 64 digits 0-9 and a-f: found 63");
    assert_eq!(
        refused(&text.to_uppercase()),
        "a room key is 64 digits 0-9 and a-f: character 1 is not one",
        "the digits of 0xa1 begin with a letter"
    );
    assert_eq!(refused(&"0".repeat(64)), "a room key of zeros is not valid: make one from 32 random bytes");
    assert_eq!(RoomKey::new([0; 32]).err(), Some(RoomKeyError::Zeros));
}

#[test]
fn sealed_things_are_read_as_they_were_written_and_print_their_deck() {
    let sealed = SealedDeck::seal(&hand(), ID, &DeckSeed::new(SEED), nonce(1));
    let wrapped = hand().wrap(&room(), ID, nonce(2));
    let card = seal_card(&hand(), ID, 5, deck()[20], nonce(3));
    let text = serde_json::to_string(&(&sealed, &wrapped, &card)).unwrap();
    let again: (SealedDeck, WrappedKey, SealedCard) = serde_json::from_str(&text).unwrap();
    assert_eq!(again, (sealed.clone(), wrapped.clone(), card.clone()));
    assert_eq!(
        format!("{sealed:?} {wrapped:?} {card:?}"),
        format!("SealedDeck({ID}) WrappedKey({ID}) SealedCard({ID})")
    );
    assert_eq!(
        "00".repeat(100).parse::<SealedDeck>().unwrap_err().to_string(),
        "a sealed deck is 202 digits 0-9 and a-f: found 200"
    );
}
