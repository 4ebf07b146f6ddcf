//! The frozen shuffle: one pass of swaps over a deck.

use cards::Card;

use crate::{Draws, Label, Seed, Stream};

/// Shuffles the first `count` cards into place: each position gets one of the cards from there on, all
/// equally likely (RNG-02). The order of the draws is frozen: it decides every deck.
#[inline]
pub fn partial_shuffle_with<D: Draws + ?Sized, T>(draws: &mut D, deck: &mut [T], count: usize) {
    let cards = deck.len();
    for place in 0..count.min(cards.saturating_sub(1)) {
        // A deck has far fewer than 2^32 cards.
        let other = place + draws.below((cards - place) as u32) as usize;
        deck.swap(place, other);
    }
}

/// Puts the deck into the order that the seed determines. The result also depends on the previous order:
/// start with a sorted deck.
///
/// ```
/// use cards::{Card, Deck};
/// let mut deck: Vec<Card> = Deck::Cards52.cards(false).iter().collect();
/// fair::shuffle(&fair::Seed::of_number(1), &mut deck);
/// ```
pub fn shuffle(seed: &Seed, deck: &mut [Card]) {
    partial_shuffle(seed, deck, deck.len());
}

/// Shuffles only the first `count` cards into place, for speed: the same cards that [`shuffle`] puts there.
/// The rest of the deck is left in an order that means nothing.
pub fn partial_shuffle(seed: &Seed, deck: &mut [Card], count: usize) {
    Stream::new(seed, Label::Shuffle).partial_shuffle(deck, count);
}
