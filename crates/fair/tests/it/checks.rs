//! The checks a shuffle must pass, as functions over any shuffle: the real one passes them, and planted
//! faults do not.

use std::collections::BTreeMap;

use fair::{Draws, draw};

/// A shuffle: swaps the elements of a deck according to draws.
pub type Shuffle = fn(&mut dyn Draws, &mut [u8]);

/// A source that goes through all possible sequences of draws, one sequence per run.
#[derive(Default)]
pub struct EveryDraw {
    /// The draws of the current run: the number drawn, and the bound it is below.
    row: Vec<(u32, u32)>,
    used: usize,
}

impl Draws for EveryDraw {
    fn below(&mut self, n: u32) -> u32 {
        if n < 2 {
            return 0;
        }
        if self.used == self.row.len() {
            self.row.push((0, n));
        }
        let (drawn, below) = self.row[self.used];
        assert_eq!(below, n, "the same draws ask for the same next one");
        self.used += 1;
        drawn
    }
}

impl EveryDraw {
    /// Runs a task with every possible sequence of draws and returns how many there were. All must be equally
    /// likely.
    pub fn run(mut task: impl FnMut(&mut EveryDraw)) -> u64 {
        let (mut source, mut rows, mut ranges) = (EveryDraw::default(), 0, None);
        loop {
            source.used = 0;
            task(&mut source);
            rows += 1;
            let these: Vec<u32> = source.row.iter().map(|(_, below)| *below).collect();
            assert_eq!(
                *ranges.get_or_insert_with(|| these.clone()),
                these,
                "all rows draw from the same ranges"
            );
            while let Some((drawn, below)) = source.row.pop() {
                if drawn + 1 < below {
                    source.row.push((drawn + 1, below));
                    break;
                }
            }
            if source.row.is_empty() {
                return rows;
            }
        }
    }
}

/// A sorted deck of this many cards.
pub fn sorted(cards: u8) -> Vec<u8> {
    (0..cards).collect()
}

/// The number of orders of this many cards.
pub fn orders(cards: u8) -> u64 {
    (1..=u64::from(cards)).product()
}

/// Checks that all orders were counted, each equally often, and returns that count; the error names one that
/// was not.
pub fn check_uniform(cards: u8, counted: &BTreeMap<Vec<u8>, u64>) -> Result<u64, String> {
    if counted.len() as u64 != orders(cards) {
        let all = orders(cards);
        return Err(format!("{} of {all} orders of {cards} cards are ever reached", counted.len()));
    }
    let (most, least) = (counted.values().max(), counted.values().min());
    match (most, least) {
        (Some(most), Some(least)) if most == least => Ok(*most),
        _ => Err(format!("of {cards} cards one order comes {most:?} times, another {least:?}")),
    }
}

/// RNG-02 over draws: every order of a small deck comes exactly equally often, the sorted order included.
pub fn each_order_equally_often(shuffle: Shuffle, cards: u8) -> Result<u64, String> {
    let mut counted = BTreeMap::new();
    EveryDraw::run(|draws| {
        let mut deck = sorted(cards);
        shuffle(draws, &mut deck);
        *counted.entry(deck).or_default() += 1;
    });
    if !counted.contains_key(&sorted(cards)) {
        return Err(format!("{cards} cards never stay as they are"));
    }
    check_uniform(cards, &counted)
}

/// Draws from a given sequence of `BITS`-bit words, and notes whether one was rejected.
struct Words<'a, const BITS: u32> {
    row: &'a [u32],
    used: usize,
    rejected: bool,
}

impl<const BITS: u32> Draws for Words<'_, BITS> {
    fn below(&mut self, n: u32) -> u32 {
        if n < 2 {
            return 0;
        }
        let word = self.row[self.used];
        self.used += 1;
        draw::<BITS>(word, n).unwrap_or_else(|| {
            self.rejected = true;
            0
        })
    }
}

/// RNG-02 over generator words: among all sequences without a rejected word, each order gets equally many.
pub fn each_order_from_equally_many_words<const BITS: u32>(
    shuffle: Shuffle,
    cards: u8,
) -> Result<u64, String> {
    let mut counted = BTreeMap::new();
    // A whole-range shuffle draws one word more than the real one, so a sequence has a word for every card.
    let length = u32::from(cards);
    for number in 0..1_u64 << (BITS * length) {
        let row: Vec<u32> =
            (0..length).map(|at| (number >> (BITS * at)) as u32 & ((1 << BITS) - 1)).collect();
        let mut words = Words::<BITS> { row: &row, used: 0, rejected: false };
        let mut deck = sorted(cards);
        shuffle(&mut words, &mut deck);
        if !words.rejected {
            *counted.entry(deck).or_default() += 1;
        }
    }
    check_uniform(cards, &counted)
}

/// How often each of 52 cards came to each of 52 positions.
pub type Positions = Vec<[u64; 52]>;

/// Counts the positions of the cards in many shuffles.
pub fn positions(shuffles: u64, mut shuffled: impl FnMut(u64, &mut [u8])) -> Positions {
    let mut seen = vec![[0; 52]; 52];
    for number in 0..shuffles {
        let mut deck = sorted(52);
        shuffled(number, &mut deck);
        for (places, card) in seen.iter_mut().zip(deck) {
            places[usize::from(card)] += 1;
        }
    }
    seen
}

/// RNG-03: every card comes to every position, its own included, equally often within the limits of
/// randomness.
///
/// With N shuffles, N / 52 are expected in each of 2,704 cells. The sum of (seen - N/52)^2 / (N/52), which
/// equals the sum of (52 seen - N)^2 / (52 N), has 51 * 51 = 2,601 degrees of freedom and so a standard
/// deviation of sqrt(2 * 2,601) = 72.1. Six standard deviations are 432: a random sum lies outside less than
/// once in 10^8 runs. The shuffles here are seeded, so every run gives the same result.
pub fn each_card_everywhere(seen: &Positions) -> Result<(), String> {
    let shuffles: u64 = seen[0].iter().sum();
    for (place, cards) in seen.iter().enumerate() {
        if let Some(card) = cards.iter().position(|count| *count == 0) {
            return Err(format!("card {card} never comes to place {place} in {shuffles} shuffles"));
        }
    }
    let squares = seen.iter().flatten().map(|count| u128::from((52 * count).abs_diff(shuffles)).pow(2));
    let (sum, unit) = (squares.sum::<u128>(), u128::from(52 * shuffles));
    if ((2_601 - 432) * unit..=(2_601 + 432) * unit).contains(&sum) {
        Ok(())
    } else {
        Err(format!("the places of the cards differ by {} where 2601 is expected", sum / unit))
    }
}

/// RNG-05: this many seeds are all different. Each seed is folded into 16 bytes for the comparison.
pub fn all_differ(count: usize, mut seed: impl FnMut(usize) -> [u8; 32]) -> Result<(), String> {
    let mut seeds: Vec<u128> = (0..count)
        .map(|at| {
            let seed = seed(at);
            let half = |from: usize| {
                seed[from..from + 16].iter().fold(0_u128, |number, byte| number << 8 | u128::from(*byte))
            };
            // Rotated, so that equal halves do not cancel out.
            half(0) ^ half(16).rotate_left(1)
        })
        .collect();
    seeds.sort_unstable();
    let twice = seeds.windows(2).filter(|pair| pair[0] == pair[1]).count();
    if twice == 0 { Ok(()) } else { Err(format!("of {count} seeds {twice} were there before")) }
}

/// RNG-01: what must not appear where seeds are made.
const NOT_FOR_SEEDS: &[&str] = &[
    "SystemTime",
    "Instant",
    "UNIX_EPOCH",
    "Timestamp",
    "Zoned",
    "Wall",
    "process::id",
    "thread::current",
    "ThreadId",
    "RandomState",
    "env::",
    "of_number",
    "of_hand",
];
/// What marks a function as one that makes seeds.
const SEEDS: &[&str] =
    &["DeckSeed::new", "HandKey::new", "RoomKey::new", "Nonce::new", "getrandom", "impl Entropy for"];

/// RNG-01: searches a source text, function by function, for clocks and the like where seeds are made.
pub fn clocks_where_seeds_are_made(text: &str) -> Vec<String> {
    let mut pieces: Vec<Vec<(usize, &str)>> = vec![Vec::new()];
    // Tests may make seeds in any way; they come last in a file.
    for (number, line) in text.lines().take_while(|line| line.trim() != "#[cfg(test)]").enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        if code.contains("fn ") || code.starts_with("impl") {
            pieces.push(Vec::new());
        }
        if let Some(piece) = pieces.last_mut() {
            piece.push((number + 1, code));
        }
    }
    let mut found = Vec::new();
    // All methods of an entropy source count as making seeds.
    let mut in_source = false;
    for piece in pieces {
        if let Some((_, first)) = piece.first()
            && !first.starts_with(' ')
        {
            in_source = first.starts_with("impl") && first.contains("Entropy for");
        }
        let on_the_way =
            in_source || piece.iter().any(|(_, code)| SEEDS.iter().any(|word| code.contains(word)));
        for (number, code) in piece {
            if let Some(word) = NOT_FOR_SEEDS.iter().find(|word| on_the_way && code.contains(**word)) {
                found.push(format!("line {number}: `{word}` where a seed is made"));
            }
        }
    }
    found
}
