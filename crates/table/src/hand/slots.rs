//! A list of cards with room for as many as a hand can need: nothing is allocated while a hand is played.

use std::ops::Deref;

use cards::HiddenCard;

/// Cards in the order they came, at most `MOST`. Read as a slice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CardArray<const MOST: usize> {
    cards: [HiddenCard; MOST],
    count: u8,
}

impl<const MOST: usize> CardArray<MOST> {
    pub const EMPTY: CardArray<MOST> = CardArray { cards: [HiddenCard::UNKNOWN; MOST], count: 0 };

    /// Adds a card. One more than there is room for is not kept: whoever counts the cards will miss it.
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

    #[inline]
    fn deref(&self) -> &[HiddenCard] {
        &self.cards[..usize::from(self.count)]
    }
}
