//! The frozen shuffle: one pass of exchanges over a deck.

use cards::Card;

use crate::{Draws, Label, Seed, Stream};

/// Puts the first `count` cards of a shuffle in place with the next draws: for each place, one of the cards from there
/// on, each equally likely.
#[inline]
pub fn partial_shuffle_with<D: Draws + ?Sized, T>(draws: &mut D, deck: &mut [T], count: usize) {
    let cards = deck.len();
    for place in 0..count.min(cards.saturating_sub(1)) {
        // A deck has far fewer than 2^32 cards.
        let other = place + draws.below((cards - place) as u32) as usize;
        deck.swap(place, other);
    }
}

/// Puts the deck into the order the seed decides. The order it had before matters: begin with a sorted deck.
///
/// ```
/// use cards::{Card, Deck};
/// let mut deck: Vec<Card> = Deck::Cards52.cards(false).iter().collect();
/// fair::shuffle(&fair::Seed::of_number(1), &mut deck);
/// ```
pub fn shuffle(seed: &Seed, deck: &mut [Card]) {
    partial_shuffle(seed, deck, deck.len());
}

/// Puts only the first `count` cards in place: the same cards as [`shuffle`] puts there. The others stay in the rest
/// of the deck, in an order that means nothing.
pub fn partial_shuffle(seed: &Seed, deck: &mut [Card], count: usize) {
    Stream::new(seed, Label::Shuffle).partial_shuffle(deck, count);
}
