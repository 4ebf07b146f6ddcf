//! Counts all hands of a deck by category.

use cards::{Card, CardAccumulator, Category, Ranking, Strength};
use rayon::prelude::*;

/// The number of hands of a deck in each category.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandCounts {
    /// The number of all hands.
    pub hands: u64,
    /// The number of hands in each category, in the order of [`Category::ALL`].
    pub kinds: [u64; 11],
    /// The number of different strengths.
    pub classes: u64,
    /// The number of different strengths in each category, in the order of [`Category::ALL`].
    pub classes_of_kinds: [u64; 11],
}

/// Counts all hands of five, six or seven cards of the ranking's deck by category, exactly and on all cores,
/// for comparison with published counts. `None` for any other number of cards.
///
/// `progress` is called with the number of hands just done, from any thread.
///
/// ```
/// use cards::{Choice, Ranking};
/// let ranking = Ranking::of(Choice::default()).unwrap();
/// let counts = odds::count_hands(&ranking, 5, &|_| {}).unwrap();
/// // 52 choose 5, and a royal flush in each suit.
/// assert_eq!((counts.hands, counts.kinds[0]), (2_598_960, 4));
/// ```
pub fn count_hands(ranking: &Ranking, cards: usize, progress: &(impl Fn(u64) + Sync)) -> Option<HandCounts> {
    if !(5..=7).contains(&cards) {
        return None;
    }
    let deck = ranking.deck();
    let firsts: Vec<(usize, usize)> = (0..deck.len())
        .flat_map(|first| (first + 1..deck.len()).map(move |second| (first, second)))
        .collect();
    let by_strength = firsts
        .into_par_iter()
        .fold(
            || vec![0u64; 1 << 16],
            |mut seen, (first, second)| {
                let left = &deck[second + 1..];
                let mut hands = 0;
                let mut see = |strength: Strength, number: u64| {
                    seen[usize::from(strength.number())] += number;
                    hands += number;
                };
                if cards == 7 {
                    let two = CardAccumulator::NONE.with(deck[first]).with(deck[second]);
                    ranking.each_seven(two, left.iter().copied().collect(), &mut see);
                } else {
                    let mut hand = vec![deck[first], deck[second]];
                    each_hand(left, cards - 2, &mut hand, &mut |hand| see(ranking.high(hand, &[]), 1));
                }
                progress(hands);
                seen
            },
        )
        .reduce(
            || vec![0; 1 << 16],
            |mut all, part| {
                all.iter_mut().zip(part).for_each(|(all, part)| *all += part);
                all
            },
        );
    let mut counted = HandCounts { hands: 0, kinds: [0; 11], classes: 0, classes_of_kinds: [0; 11] };
    for (number, hands) in (0..=u16::MAX).zip(by_strength) {
        if let Some(strength) = ranking.strength(number).filter(|_| hands > 0) {
            let category = strength.category();
            let kind = Category::ALL.iter().position(|kind| *kind == category).unwrap_or(0);
            counted.hands += hands;
            counted.kinds[kind] += hands;
            counted.classes += 1;
            counted.classes_of_kinds[kind] += 1;
        }
    }
    Some(counted)
}

/// Visits every hand that extends `hand` by exactly `more` of the cards left, each once; `hand` is as before
/// afterwards. For five and six cards, which [`Ranking::each_seven`] does not cover.
fn each_hand(left: &[Card], more: usize, hand: &mut Vec<Card>, visit: &mut impl FnMut(&[Card])) {
    for (at, card) in left.iter().enumerate() {
        hand.push(*card);
        if more == 1 {
            visit(hand);
        } else {
            each_hand(&left[at + 1..], more - 1, hand, visit);
        }
        hand.pop();
    }
}
