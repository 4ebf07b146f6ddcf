//! A list of cards with room for as many as a hand can need: nothing is allocated while a hand is played.

use std::ops::Deref;

use cards::Hidden;

/// Cards in the order they came, at most `MOST`. Read as a slice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Slots<const MOST: usize> {
    cards: [Hidden; MOST],
    count: u8,
}

impl<const MOST: usize> Slots<MOST> {
    pub const EMPTY: Slots<MOST> = Slots { cards: [Hidden::UNKNOWN; MOST], count: 0 };

    /// Adds a card. One more than there is room for is not kept: whoever counts the cards will miss it.
    #[inline]
    pub fn push(&mut self, card: Hidden) {
        if let Some(slot) = self.cards.get_mut(usize::from(self.count)) {
            *slot = card;
            self.count += 1;
        }
    }
}

impl<const MOST: usize> Deref for Slots<MOST> {
    type Target = [Hidden];

    #[inline]
    fn deref(&self) -> &[Hidden] {
        &self.cards[..usize::from(self.count)]
    }
}
