//! A list of cards with a fixed capacity that any hand fits in, so that nothing is allocated while a hand is
//! played.

use std::ops::Deref;

use cards::HiddenCard;

/// Cards in the order they were added, at most `MOST`. Derefs to a slice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CardArray<const MOST: usize> {
    cards: [HiddenCard; MOST],
    count: u8,
}

impl<const MOST: usize> CardArray<MOST> {
    pub const EMPTY: CardArray<MOST> = CardArray { cards: [HiddenCard::UNKNOWN; MOST], count: 0 };

    /// Adds a card at the end. A card beyond the capacity is dropped: the check that counts the cards will
    /// notice.
    #[inline]
    pub fn push(&mut self, card: HiddenCard) {
        if let Some(slot) = self.cards.get_mut(usize::from(self.count)) {
            *slot = card;
            self.count += 1;
        }
    }
}

impl<const MOST: usize> Deref for CardArray<MOST> {
    type Target = [HiddenCard];

    /// The cards added so far, in that order.
    #[inline]
    fn deref(&self) -> &[HiddenCard] {
        &self.cards[..usize::from(self.count)]
    }
}
