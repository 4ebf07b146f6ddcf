//! Seeds are 32 bytes from the operating system and nothing else, each is used once, and nothing is dealt if
//! the source fails.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;

use cards::{Card, Deck};
use fair::{
    CheckedEntropy, DeckError, DeckId, DeckSeed, Entropy, EntropyError, NewDeck, OperatingSystem, RoomKey,
    Seed,
};
use fair::{ShuffledDeck, Stream};

use crate::checks::{all_differ, clocks_where_seeds_are_made};

const ID: DeckId = DeckId { table: 3, hand: 14, attempt: 1 };

fn deck() -> Vec<Card> {
    Deck::Cards52.cards(false).iter().collect()
}

fn order(deck: &ShuffledDeck) -> Vec<Card> {
    (0..deck.count()).filter_map(|slot| deck.card(slot)).collect()
}

/// Proves RNG-01.
#[test]
fn a_deck_takes_a_seed_that_is_made_from_32_bytes_alone() {
    // The examples of `DeckSeed` that must not compile show that there is no other way to make one.
    let _: fn(DeckId, &DeckSeed, &[Card]) -> Result<ShuffledDeck, DeckError> = ShuffledDeck::new;
    let _: fn([u8; 32]) -> DeckSeed = DeckSeed::new;
    // Each of the 256 bits matters: flipping any one gives another deck.
    let of = |bytes| order(&ShuffledDeck::new(ID, &DeckSeed::new(bytes), &deck()).unwrap());
    let plain = of([0x5a; 32]);
    for bit in 0..256 {
        let mut bytes = [0x5a; 32];
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert_ne!(of(bytes), plain, "bit {bit}");
    }
}

/// Proves RNG-01.
#[test]
fn two_rooms_that_start_alike_deal_different_decks() {
    let room = || {
        let mut entropy = CheckedEntropy::new(OperatingSystem).unwrap();
        let key = RoomKey::new([7; 32]).unwrap();
        NewDeck::shuffle_and_seal(entropy.deck_entropy().unwrap(), &key, ID, &deck()).unwrap()
    };
    let (one, other) = (room(), room());
    assert_ne!(order(&one.deck), order(&other.deck));
    assert_ne!(one.deck.commitment(), other.deck.commitment());
    assert_ne!(one.sealed, other.sealed);
    assert_ne!(one.key, other.key);
}

/// Proves RNG-01.
#[test]
fn no_clock_and_no_process_stands_where_seeds_are_made() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders = vec![crates.join("fair/src"), crates.join("room/src")];
    let (mut read, mut found) = (0, Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                read += 1;
                let text = fs::read_to_string(&path).unwrap();
                let lines = clocks_where_seeds_are_made(&text);
                found.extend(lines.into_iter().map(|line| format!("{}: {line}", path.display())));
            }
        }
    }
    assert!(read > 10, "the sources of both crates are there");
    assert!(found.is_empty(), "{found:#?}");
}

/// Proves RNG-05. With `SLOW` set there are 10 million.
#[test]
fn the_seeds_of_a_million_hands_are_all_different() {
    let many = if std::env::var_os("SLOW").is_some() { 10_000_000 } else { 1_000_000 };
    let mut entropy = CheckedEntropy::new(OperatingSystem).unwrap();
    assert_eq!(all_differ(many, |_| entropy.draw().unwrap()), Ok(()));
    // Simulated hands and their attempts have different seeds too.
    let master = Seed::of_number(2026);
    let of_hand = |at: usize| *Seed::of_hand(&master, at as u64 / 2, at as u32 % 2).bytes();
    assert_eq!(all_differ(many, of_hand), Ok(()));
    assert_eq!(
        all_differ(1_000, |at| *Seed::of_hand(&master, at as u64 / 2, 0).bytes()).unwrap_err(),
        "of 1000 seeds 500 were there before"
    );
}

/// Proves RNG-05.
#[test]
fn a_deal_that_is_made_again_has_another_deck_and_a_restart_the_same() {
    let mut entropy = CheckedEntropy::new(OperatingSystem).unwrap();
    let room = RoomKey::new(entropy.draw().unwrap()).unwrap();
    let again = DeckId { attempt: ID.attempt + 1, ..ID };
    let first = NewDeck::shuffle_and_seal(entropy.deck_entropy().unwrap(), &room, ID, &deck()).unwrap();
    let second = NewDeck::shuffle_and_seal(entropy.deck_entropy().unwrap(), &room, again, &deck()).unwrap();
    assert_ne!(order(&first.deck), order(&second.deck));

    let after =
        fair::recover_deck(&room, ID, &first.key, &first.sealed, &deck(), first.deck.commitment()).unwrap();
    assert_eq!(order(&after), order(&first.deck));
    assert_eq!(after.commitment(), first.deck.commitment());
    for slot in 0..52 {
        assert_eq!(after.opening(slot), first.deck.opening(slot));
    }
    assert_eq!(after.cut(&[]), first.deck.cut(&[]));
}

/// Proves RNG-05.
#[test]
fn labels_separate_what_one_seed_is_used_for() {
    use fair::Label::{Bots, Cut, Salts, Shuffle};
    let seed = Seed::of_number(11);
    let mut words: Vec<u32> = [Shuffle, Salts, Cut, Bots]
        .into_iter()
        .flat_map(|label| {
            let mut stream = Stream::new(&seed, label);
            (0..4).map(move |_| stream.next_u32())
        })
        .collect();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), 16);
}

/// A source that gives prepared answers, one after another.
struct ScriptedSource(VecDeque<Result<Vec<u8>, EntropyError>>);

impl Entropy for ScriptedSource {
    fn fill(&mut self, bytes: &mut [u8; 32]) -> Result<usize, EntropyError> {
        let given = self.0.pop_front().ok_or(EntropyError::NotReady)??;
        bytes[..given.len()].copy_from_slice(&given);
        Ok(given.len())
    }
}

fn scripted<const COUNT: usize>(
    answers: [Result<Vec<u8>, EntropyError>; COUNT],
) -> CheckedEntropy<ScriptedSource> {
    CheckedEntropy::new(ScriptedSource(answers.into())).unwrap()
}

/// 32 bytes that pass all checks, different for each number.
fn good(number: u8) -> Vec<u8> {
    (0..32).map(|at: u8| at.wrapping_mul(37).wrapping_add(number.wrapping_mul(101)) ^ 0x5c).collect()
}

/// Proves RNG-09.
#[test]
fn zeros_deal_nothing_and_the_source_is_not_asked_again() {
    let mut entropy = scripted([Ok(good(1)), Ok(vec![0; 32]), Ok(good(2))]);
    assert_eq!(entropy.draw().unwrap().to_vec(), good(1));
    assert_eq!(entropy.seed().unwrap_err(), EntropyError::Zeros);
    assert_eq!(
        entropy.deck_entropy().unwrap_err(),
        EntropyError::Zeros,
        "though the next bytes would be good"
    );
    assert_eq!(
        EntropyError::Zeros.to_string(),
        "nothing can be dealt: the source of randomness returned only zeros: fix it and restart the room"
    );
}

/// Proves RNG-09.
#[test]
fn bytes_that_come_again_and_again_deal_nothing() {
    for period in [1, 2, 4, 8, 16] {
        let stuck: Vec<u8> = good(3)[..period].iter().copied().cycle().take(32).collect();
        let mut entropy = scripted([Ok(stuck), Ok(good(1))]);
        assert_eq!(entropy.draw(), Err(EntropyError::Stuck { period }));
        assert_eq!(entropy.draw(), Err(EntropyError::Stuck { period }));
    }
    // 9 different byte values are enough, 8 are not.
    let of = |different: u32| -> Vec<u8> {
        (0..32).map(|at| if at < different { at as u8 } else { (at * at % different) as u8 }).collect()
    };
    let count = |bytes: &[u8]| bytes.iter().collect::<std::collections::BTreeSet<_>>().len();
    let (few, enough) = (of(8), of(9));
    assert_eq!((count(&few), count(&enough)), (8, 9));
    assert_eq!(scripted([Ok(few)]).draw(), Err(EntropyError::FewValues { different: 8 }));
    assert!(scripted([Ok(enough)]).draw().is_ok());
}

/// Proves RNG-09.
#[test]
fn a_draw_that_was_there_before_deals_nothing() {
    let mut entropy = scripted([Ok(good(1)), Ok(good(1)), Ok(good(2))]);
    assert!(entropy.draw().is_ok());
    assert_eq!(entropy.draw(), Err(EntropyError::Repeated { ago: 1 }));
    assert_eq!(entropy.draw(), Err(EntropyError::Repeated { ago: 1 }), "it is not used again");
    let mut entropy = scripted([Ok(good(1)), Ok(good(2)), Ok(good(3)), Ok(good(1))]);
    for _ in 0..3 {
        assert!(entropy.draw().is_ok());
    }
    let repeated = entropy.draw().unwrap_err();
    assert_eq!(repeated, EntropyError::Repeated { ago: 3 });
    assert!(repeated.to_string().contains("repeated the bytes of 3 draws ago"));
}

/// Proves RNG-09.
#[test]
fn of_earlier_draws_the_last_1024_are_remembered() {
    struct Wheel(u16, u16);
    impl Entropy for Wheel {
        fn fill(&mut self, bytes: &mut [u8; 32]) -> Result<usize, EntropyError> {
            *bytes = *Seed::of_hand(&Seed::of_number(1), u64::from(self.0 % self.1), 0).bytes();
            self.0 += 1;
            Ok(32)
        }
    }
    let mut entropy = CheckedEntropy::new(Wheel(0, 1024)).unwrap();
    for _ in 0..1024 {
        assert!(entropy.draw().is_ok());
    }
    assert_eq!(entropy.draw(), Err(EntropyError::Repeated { ago: 1024 }));
    let mut entropy = CheckedEntropy::new(Wheel(0, 1025)).unwrap();
    for _ in 0..1026 {
        assert!(entropy.draw().is_ok(), "what is longer ago is forgotten");
    }
}

/// Proves RNG-09.
#[test]
fn a_short_read_an_error_and_a_slow_source_deal_nothing_until_they_give_all() {
    let failed = EntropyError::Failed(getrandom::Error::UNSUPPORTED);
    let mut entropy = scripted([
        Ok(good(1)[..31].to_vec()),
        Ok(Vec::new()),
        Err(failed.clone()),
        Err(EntropyError::NotReady),
        Ok(good(2)),
    ]);
    assert_eq!(entropy.draw(), Err(EntropyError::Short { given: 31 }));
    assert_eq!(entropy.draw(), Err(EntropyError::Short { given: 0 }));
    assert_eq!(entropy.draw(), Err(failed.clone()));
    assert_eq!(entropy.draw(), Err(EntropyError::NotReady));
    assert_eq!(entropy.draw().unwrap().to_vec(), good(2));
    assert_eq!(
        [EntropyError::Short { given: 31 }, failed, EntropyError::NotReady].map(|why| why.to_string()),
        [
            "nothing can be dealt: the source of randomness returned 31 bytes: expected 32",
            "nothing can be dealt: the source of randomness failed: getrandom: this target is not supported",
            "nothing can be dealt: the source of randomness is not ready: it is tried again before the next deal",
        ]
    );
}

/// Proves RNG-09.
#[test]
fn what_fails_in_the_middle_of_a_deck_gives_no_deck_and_a_deck_in_progress_stays() {
    let mut entropy =
        scripted([Ok(good(1)), Ok(good(2)), Ok(good(3)), Ok(good(4)), Ok(good(5)), Ok(vec![0; 32])]);
    let room = RoomKey::new([7; 32]).unwrap();
    let running = NewDeck::shuffle_and_seal(entropy.deck_entropy().unwrap(), &room, ID, &deck()).unwrap();
    assert_eq!(entropy.deck_entropy().unwrap_err(), EntropyError::Zeros);
    let again =
        fair::recover_deck(&room, ID, &running.key, &running.sealed, &deck(), running.deck.commitment());
    assert_eq!(order(&again.unwrap()), order(&running.deck));
}

#[test]
fn a_guard_prints_no_byte_of_what_it_drew() {
    let mut entropy = scripted([Ok(good(1))]);
    entropy.draw().unwrap();
    assert_eq!(format!("{entropy:?}"), "CheckedEntropy { broken: None, .. }");
    let mut entropy = CheckedEntropy::new(OperatingSystem).unwrap();
    let fresh = entropy.deck_entropy().unwrap();
    let printed = format!("{fresh:?} {:?} {:?} {:?}", fresh.seed, fresh.key, fresh.key_nonce);
    assert_eq!(printed, "DeckEntropy(for one deck) DeckSeed(32 bytes) HandKey(32 bytes) Nonce(24 bytes)");
}
