//! A slow evaluator, written directly from the rule text: sections 3.1 to 3.7 of the three Canberra books.

use cards::{Ace, Card, Choice, Deck, FiveOfAKind, ReducedOrder};

/// A hand's position in the order of 3.3 or 3.4 (greater is better), and its ranks in comparison order.
pub type High = (u8, [u8; 5]);
/// The same for low hands: smaller is better.
pub type Low = (u8, [u8; 5]);

const FULL_ORDER: [&str; 11] = [
    "high_card",
    "one_pair",
    "two_pairs",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "five_of_a_kind",
    "royal_flush",
];

/// A card as a rank (2 to 14) and a suit.
type RankAndSuit = (u8, u8);

fn plain(card: Card) -> RankAndSuit {
    (card.index() as u8 / 4 + 2, card.index() as u8 % 4)
}

/// The ranks sorted by how many cards there are of each, then by rank; and the number of cards of each.
fn grouped(ranks: [u8; 5]) -> ([u8; 5], [usize; 5]) {
    let mut sorted = ranks;
    let number = |rank: u8| ranks.iter().filter(|other| **other == rank).count();
    sorted.sort_by_key(|rank| std::cmp::Reverse((number(*rank), *rank)));
    (sorted, sorted.map(number))
}

/// The category of five cards, and their ranks in comparison order.
fn kind(choice: &Choice, five: [RankAndSuit; 5]) -> (&'static str, [u8; 5]) {
    let (ranks, numbers) = grouped(five.map(|card| card.0));
    let one_suit = five.iter().all(|card| card.1 == five[0].1);
    let lowest = choice.deck.lowest_rank() as u8 + 2;
    let different = numbers == [1; 5];
    let mut sequence = different && ranks[0] - ranks[4] == 4;
    let mut compared = ranks;
    // 3.5(a): the ace directly below the lowest card.
    if choice.ace == Ace::HighAndLow && ranks == [14, lowest + 3, lowest + 2, lowest + 1, lowest] {
        sequence = true;
        compared = [lowest + 3, lowest + 2, lowest + 1, lowest, 14];
    }
    let kind = match (sequence, one_suit, numbers) {
        (true, true, _) if compared[0] == 14 => "royal_flush",
        (true, true, _) => "straight_flush",
        (_, _, [5, ..]) => "five_of_a_kind",
        (_, _, [4, ..]) => "four_of_a_kind",
        (_, _, [3, _, _, 2, _]) => "full_house",
        // If the joker copies a card of the flush, two ranks pair, and the hand is still a flush.
        (_, true, _) => "flush",
        (true, false, _) => "straight",
        (_, _, [3, ..]) => "three_of_a_kind",
        (_, _, [2, _, 2, ..]) => "two_pairs",
        (_, _, [2, ..]) => "one_pair",
        _ => "high_card",
    };
    (kind, compared)
}

/// The categories, worst first.
fn order(choice: &Choice) -> [&'static str; 11] {
    let mut order = FULL_ORDER;
    if choice.deck != Deck::Cards52 && choice.reduced_order == ReducedOrder::FlushAboveFullHouse {
        order.swap(5, 6);
    }
    if choice.five_of_a_kind == FiveOfAKind::Top {
        order.swap(9, 10);
    }
    order
}

fn place(choice: &Choice, kind: &str) -> u8 {
    order(choice).iter().position(|name| *name == kind).unwrap() as u8
}

/// The category of a hand.
pub fn kind_of(choice: &Choice, high: High) -> &'static str {
    order(choice)[usize::from(high.0)]
}

/// Visits the five cards with the joker replaced by every card of the deck in turn.
fn each_stand_in(choice: &Choice, five: &[Card; 5], mut visit: impl FnMut([RankAndSuit; 5])) {
    let mut cards = five.map(plain);
    match five.iter().position(|card| *card == Card::JOKER) {
        None => visit(cards),
        Some(at) => {
            for card in choice.deck.cards(false) {
                cards[at] = plain(card);
                visit(cards);
            }
        }
    }
}

/// The strength of five cards as a high hand.
pub fn high(choice: &Choice, five: &[Card; 5]) -> High {
    let mut best = None;
    each_stand_in(choice, five, |cards| {
        let (kind, ranks) = kind(choice, cards);
        let repeats = (1..5).any(|at| cards[..at].contains(&cards[at]));
        if !(kind == "flush" && repeats && !choice.wild_may_copy_in_flush) {
            best = best.max(Some((place(choice, kind), ranks)));
        }
    });
    best.unwrap()
}

/// The strength of five cards as a low hand: 3.6 without straights and flushes.
pub fn low(choice: &Choice, five: &[Card; 5]) -> Low {
    let ace_low = choice.ace_is_low_in_low_hands();
    let mut best: Option<Low> = None;
    each_stand_in(choice, five, |cards| {
        let (ranks, numbers) = grouped(cards.map(|card| if card.0 == 14 && ace_low { 1 } else { card.0 }));
        let kind = match numbers {
            [5, ..] => 6,
            [4, ..] => 5,
            [3, _, _, 2, _] => 4,
            [3, ..] => 3,
            [2, _, 2, ..] => 2,
            [2, ..] => 1,
            _ => 0,
        };
        best = Some(best.map_or((kind, ranks), |best| best.min((kind, ranks))));
    });
    best.unwrap()
}

/// Visits every five-card hand of the deck.
pub fn each_five(deck: &[Card], mut visit: impl FnMut([Card; 5])) {
    let n = deck.len();
    for a in 0..n {
        for b in a + 1..n {
            for c in b + 1..n {
                for d in c + 1..n {
                    for e in d + 1..n {
                        visit([deck[a], deck[b], deck[c], deck[d], deck[e]]);
                    }
                }
            }
        }
    }
}

/// A pseudorandom generator with a fixed sequence (SplitMix64).
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    /// The next number, below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}
