//! Shuffles are fair: every order of a small deck comes exactly equally often, and every card of a large one
//! in every position.

use cards::Card;
use fair::{Draws, Label, Seed, Stream, draw, partial_shuffle, partial_shuffle_with, shuffle};

use crate::checks::{
    Shuffle, all_differ, clocks_where_seeds_are_made, each_card_everywhere, each_order_equally_often,
    each_order_from_equally_many_words, orders, positions,
};

/// The shuffle of this crate.
fn real(draws: &mut dyn Draws, deck: &mut [u8]) {
    partial_shuffle_with(draws, deck, deck.len());
}

/// A shuffle of 52 cards that draws from the stream of a numbered seed.
fn seeded(shuffle: Shuffle) -> impl FnMut(u64, &mut [u8]) {
    let master = Seed::of_number(2026);
    move |number, deck| {
        shuffle(&mut Stream::new(&Seed::of_hand(&master, number, 0), Label::Shuffle), deck);
    }
}

/// Proves RNG-02.
#[test]
fn every_order_of_two_to_six_cards_comes_exactly_equally_often() {
    for cards in 2..=6 {
        assert_eq!(each_order_equally_often(real, cards), Ok(1), "each row of draws is one order");
    }
}

/// Proves RNG-02.
#[test]
fn every_order_comes_from_exactly_equally_many_words_of_the_generator() {
    // Of 16 words, 16 - 16 mod k are accepted for draws below k, floor(16 / k) for each number; the sixth
    // card draws nothing, so its word counts 16 times.
    assert_eq!(each_order_from_equally_many_words::<4>(real, 5), Ok(3 * 4 * 5 * 8 * 16));
    assert_eq!(each_order_from_equally_many_words::<3>(real, 6), Ok(2 * 2 * 4 * 8));
    assert_eq!(each_order_from_equally_many_words::<6>(real, 3), Ok(21 * 32 * 64));
    assert_eq!(each_order_from_equally_many_words::<8>(real, 2), Ok(128 * 256));
}

/// Proves RNG-02.
#[test]
fn below_every_n_to_64_each_number_gets_equally_many_of_all_16_bit_words() {
    for n in 1..=64_u32 {
        let mut counted = vec![0_u32; n as usize];
        let mut rejected = 0;
        for word in 0..=u32::from(u16::MAX) {
            match draw::<16>(word, n) {
                Some(drawn) => counted[drawn as usize] += 1,
                None => rejected += 1,
            }
        }
        assert!(counted.iter().all(|count| *count == 65_536 / n), "below {n}: {counted:?}");
        assert_eq!(rejected, 65_536 % n, "below {n}");
    }
}

/// Proves RNG-02.
#[test]
fn a_stream_draws_with_the_draw_that_was_gone_through() {
    // With n = 3 * 2^30 a quarter of all words is rejected.
    for n in [2, 3, 52, 3 << 30] {
        let seed = Seed::of_number(5);
        let (mut words, mut stream) =
            (Stream::new(&seed, Label::Shuffle), Stream::new(&seed, Label::Shuffle));
        let mut rejected = 0;
        for _ in 0..1000 {
            let drawn = loop {
                match draw::<32>(words.next_u32(), n) {
                    Some(drawn) => break drawn,
                    None => rejected += 1,
                }
            };
            assert_eq!(stream.below(n), drawn);
        }
        assert_eq!(rejected > 100, n == 3 << 30, "{rejected} rejected below {n}");
    }
}

/// Proves RNG-03.
#[test]
fn in_a_million_shuffles_every_card_comes_to_every_place_equally_often() {
    let seen = positions(1_000_000, seeded(real));
    assert_eq!(each_card_everywhere(&seen), Ok(()));
    assert!(seen[51][51] > 0, "the last card is sometimes last");
}

/// Proves OLD-01.
#[test]
fn a_shuffle_that_never_leaves_the_last_card_is_caught() {
    fn never_last(draws: &mut dyn Draws, deck: &mut [u8]) {
        for place in 0..deck.len() - 1 {
            let other = place + 1 + draws.below((deck.len() - place - 1) as u32) as usize;
            deck.swap(place, other);
        }
    }
    for cards in 2..=6 {
        let caught = each_order_equally_often(never_last, cards).unwrap_err();
        assert_eq!(caught, format!("{cards} cards never stay as they are"));
    }
    let caught = each_order_from_equally_many_words::<4>(never_last, 4).unwrap_err();
    assert_eq!(caught, "6 of 24 orders of 4 cards are ever reached");
    let caught = each_card_everywhere(&positions(52_000, seeded(never_last))).unwrap_err();
    assert_eq!(caught, "card 0 never comes to place 0 in 52000 shuffles");
}

/// Proves OLD-01.
#[test]
fn a_shuffle_that_swaps_over_the_whole_range_is_caught() {
    fn whole_range(draws: &mut dyn Draws, deck: &mut [u8]) {
        for place in 0..deck.len() {
            let other = draws.below(deck.len() as u32) as usize;
            deck.swap(place, other);
        }
    }
    // 2^2 sequences are twice the 2 orders; from 3 cards on, n^n is not a multiple of n!.
    assert_eq!(each_order_equally_often(whole_range, 2), Ok(2));
    for cards in 3..=6 {
        assert_ne!(u64::from(cards).pow(u32::from(cards)) % orders(cards), 0);
        let caught = each_order_equally_often(whole_range, cards).unwrap_err();
        assert!(caught.starts_with(&format!("of {cards} cards one order comes")), "{caught}");
    }
    assert!(each_order_from_equally_many_words::<4>(whole_range, 4).is_err());
    let caught = each_card_everywhere(&positions(52_000, seeded(whole_range))).unwrap_err();
    assert!(caught.contains("where 2601 is expected"), "{caught}");
}

/// Proves OLD-01.
#[test]
fn a_draw_by_the_remainder_is_caught() {
    // Takes a remainder instead of rejecting: 16 words of 4 bits for draws below 5 and 3.
    struct Remainder<'a>(&'a mut dyn Draws);
    impl Draws for Remainder<'_> {
        fn below(&mut self, n: u32) -> u32 {
            self.0.below(16) % n.max(1)
        }
    }
    fn by_remainder(draws: &mut dyn Draws, deck: &mut [u8]) {
        let cards = deck.len();
        partial_shuffle_with(&mut Remainder(draws), deck, cards);
    }
    for cards in 3..=5 {
        assert!(each_order_equally_often(by_remainder, cards).is_err());
    }
}

/// Proves OLD-01.
#[test]
fn a_seed_from_the_clock_is_caught() {
    // Milliseconds since midnight: a day has 86,400,000, and a million hands begin at any of them. Of the
    // 10^12 / 2 pairs, one in 86,400,000 begins at the same millisecond: nearly 5,800.
    let mut times = Stream::new(&Seed::of_number(6), Label::Bots);
    let of_clock = |_| *Seed::of_number(u64::from(times.below(86_400_000))).bytes();
    let caught = all_differ(1_000_000, of_clock).unwrap_err();
    assert!(caught.contains("were there before"), "{caught}");

    // As an entropy source it is rejected at the first draw.
    struct Clock;
    impl fair::Entropy for Clock {
        fn fill(&mut self, bytes: &mut [u8; 32]) -> Result<usize, fair::EntropyError> {
            bytes.copy_from_slice(Seed::of_number(45_296_789).bytes());
            Ok(32)
        }
    }
    let mut chance = fair::CheckedEntropy::new(Clock).unwrap();
    assert_eq!(chance.seed().unwrap_err(), fair::EntropyError::FewValues { different: 5 });

    // And the search of the sources finds it.
    let planted = "
fn seed_of_next_hand() -> DeckSeed {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let mut bytes = [0; 32];
    bytes[..4].copy_from_slice(&(now.as_millis() as u32).to_le_bytes());
    DeckSeed::new(bytes)
}
";
    assert_eq!(
        clocks_where_seeds_are_made(planted),
        ["line 3: `SystemTime` where a seed is made"],
        "the first word of a line is named"
    );
    let planted = "
impl Entropy for Mixed {
    fn fill(&mut self, bytes: &mut [u8; 32]) -> Result<usize, NoEntropy> {
        bytes[..4].copy_from_slice(&std::process::id().to_le_bytes());
        self.rest(bytes)
    }
    fn rest(&mut self, bytes: &mut [u8; 32]) -> Result<usize, NoEntropy> {
        bytes[4..12].copy_from_slice(&self.start.duration_since(Instant::now()).as_nanos().to_le_bytes());
        Ok(32)
    }
}
";
    assert_eq!(clocks_where_seeds_are_made(planted).len(), 2);
}

#[test]
fn no_card_and_one_card_are_shuffled_without_a_draw() {
    let ace: Card = "As".parse().unwrap();
    shuffle(&Seed::of_number(1), &mut []);
    let mut one = [ace];
    partial_shuffle(&Seed::of_number(1), &mut one, 5);
    assert_eq!(one, [ace]);
}

#[test]
fn a_seed_is_not_printed() {
    assert_eq!(format!("{:?}", Seed::of_number(0x1234_5678)), "Seed(32 bytes)");
    let stream = Stream::new(&Seed::of_number(0x1234_5678), Label::Shuffle);
    assert_eq!(format!("{stream:?}"), "Stream { label: Shuffle, .. }");
}
