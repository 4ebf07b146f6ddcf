//! A deck that is shuffled, committed to and kept: the order of the cards, before and after the cut.

use std::fmt;

use cards::Card;
use serde::{Deserialize, Serialize};
use zeroize::Zeroize;

use crate::merkle::Tree;
use crate::stream::Stream;
use crate::{
    Commitment, Cut, CutBytes, CutError, CutValue, DeckEntropy, DeckSeed, HandKey, Label, Opening, RoomKey,
    Salt, SealError, SealedDeck, WrappedKey, commitment, cut, partial_shuffle_with,
};

/// Which deck: every attempt to deal a hand has its own (RNG-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DeckId {
    /// The table.
    pub table: u64,
    /// The hand, counted at the table from 1.
    pub hand: u64,
    /// The attempt to deal it: [`DeckId::FIRST_ATTEMPT`], and one more for each misdeal.
    pub attempt: u32,
}

impl DeckId {
    /// The attempt that every hand begins with.
    pub const FIRST_ATTEMPT: u32 = 0;

    /// The deck that a hand is dealt from at first.
    pub const fn first(table: u64, hand: u64) -> DeckId {
        DeckId { table, hand, attempt: DeckId::FIRST_ATTEMPT }
    }

    /// How many bytes it has in what is hashed and sealed.
    pub(crate) const SIZE: usize = 20;

    /// Table, hand and attempt, least byte first.
    pub(crate) fn to_bytes(self) -> [u8; DeckId::SIZE] {
        let mut bytes = [0; DeckId::SIZE];
        bytes[..8].copy_from_slice(&self.table.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.hand.to_le_bytes());
        bytes[16..].copy_from_slice(&self.attempt.to_le_bytes());
        bytes
    }

    /// The other way.
    pub(crate) fn from_bytes(bytes: [u8; DeckId::SIZE]) -> DeckId {
        let whole = |part: &[u8]| part.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
        // Four bytes fit in 32 bits.
        DeckId { table: whole(&bytes[..8]), hand: whole(&bytes[8..16]), attempt: whole(&bytes[16..]) as u32 }
    }
}

impl fmt::Display for DeckId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table {}, hand {}, attempt {}", self.table, self.hand, self.attempt)
    }
}

/// Why a deck cannot be shuffled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeckError {
    /// There are too few cards to cut, or more than there are different ones.
    Count {
        /// How many were given.
        cards: usize,
    },
    /// The cards are not in the order of their numbers, or one is there twice.
    Unsorted {
        /// The place, from 0, of the first card that does not belong there.
        place: usize,
    },
}

impl fmt::Display for DeckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeckError::Count { cards } => {
                write!(
                    f,
                    "a deck of {cards} cards cannot be dealt: it has {} to {}",
                    cut::MIN_CARDS,
                    Card::COUNT
                )
            }
            DeckError::Unsorted { place } => write!(
                f,
                "the deck to shuffle is not sorted at place {place}: each card once, deuces first, the joker last"
            ),
        }
    }
}

impl std::error::Error for DeckError {}

/// A shuffled deck, with the salts and the tree that a commitment and openings come from. Its slots are the places in
/// the shuffled order, from 0, before the cut. It is fixed by its seed and depends on nothing at the table (RNG-06).
///
/// It has no copy and no serialisation, `Debug` prints a count, and order and salts are wiped when it is dropped.
///
/// ```compile_fail,E0277
/// fn stored<T: serde::Serialize>() {}
/// stored::<fair::ShuffledDeck>();
/// ```
pub struct ShuffledDeck {
    /// The numbers of the cards; the first `count` are the deck.
    order: [u8; Card::COUNT],
    count: u8,
    salts: Vec<[u8; 32]>,
    part: [u8; 32],
    tree: Tree,
    commitment: Commitment,
}

impl ShuffledDeck {
    /// The deck that a seed makes of sorted cards: deuces first, the joker last.
    ///
    /// # Errors
    /// Why these cards are no sorted deck.
    pub fn new(deck: DeckId, seed: &DeckSeed, sorted: &[Card]) -> Result<ShuffledDeck, DeckError> {
        let cards = sorted.len();
        let count = u8::try_from(cards)
            .ok()
            .filter(|count| (usize::from(cut::MIN_CARDS)..=Card::COUNT).contains(&usize::from(*count)))
            .ok_or(DeckError::Count { cards })?;
        if let Some(place) = sorted.windows(2).position(|pair| pair[0] >= pair[1]) {
            return Err(DeckError::Unsorted { place: place + 1 });
        }

        let mut order = [0; Card::COUNT];
        for (number, card) in order.iter_mut().zip(sorted) {
            // A card's number is at most 52.
            *number = card.index() as u8;
        }
        let mut shuffle = Stream::new(seed.seed(), Label::Shuffle);
        partial_shuffle_with(&mut shuffle, &mut order[..cards], cards);
        shuffle.wipe();

        let mut stream = Stream::new(seed.seed(), Label::Salts);
        let salts: Vec<[u8; 32]> = (0..cards).map(|_| stream.next_bytes()).collect();
        stream.wipe();
        let mut stream = Stream::new(seed.seed(), Label::Cut);
        let part = stream.next_bytes();
        stream.wipe();

        let leaves = (0..count).filter_map(|slot| {
            let at = usize::from(slot);
            let card = Card::from_index(usize::from(order[at]))?;
            Some(commitment::hash_leaf(deck, slot, card, &Salt(salts[at])))
        });
        let tree = Tree::over(leaves.collect());
        let commitment = Commitment::new(deck, count, tree.root(), commitment::cut_part(deck, &part));
        Ok(ShuffledDeck { order, count, salts, part, tree, commitment })
    }

    /// Which deck it is.
    pub const fn id(&self) -> DeckId {
        self.commitment.deck()
    }

    /// How many cards it has.
    pub const fn count(&self) -> u8 {
        self.count
    }

    /// What is published before the first card.
    pub const fn commitment(&self) -> &Commitment {
        &self.commitment
    }

    /// The card of a slot; `None` when there is no such slot.
    pub fn card(&self, slot: u8) -> Option<Card> {
        if slot >= self.count {
            return None;
        }
        Card::from_index(usize::from(self.order[usize::from(slot)]))
    }

    /// The card of a slot with what shows that it was there from the beginning, for those who are shown it.
    pub fn opening(&self, slot: u8) -> Option<Opening> {
        let card = self.card(slot)?;
        let at = usize::from(slot);
        Some(Opening { slot, card, salt: Salt(self.salts[at]), path: self.tree.path(at) })
    }

    /// Cuts the deck with what the players added, in any order; those who added nothing are left out. The order of the
    /// slots stays as it is: [`Cut::dealt_slot`] says which is dealt when.
    ///
    /// # Errors
    /// A seat that cannot be.
    pub fn cut(&self, values: &[CutValue]) -> Result<Cut, CutError> {
        cut::make_cut(&self.commitment, CutBytes(self.part), values)
    }
}

impl Drop for ShuffledDeck {
    fn drop(&mut self) {
        self.order.zeroize();
        self.salts.zeroize();
        self.part.zeroize();
    }
}

impl fmt::Debug for ShuffledDeck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ShuffledDeck({}: {} cards)", self.id(), self.count)
    }
}

/// A deck about to be dealt, with what must be stored before its first card leaves.
#[derive(Debug)]
pub struct NewDeck {
    /// The deck.
    pub deck: ShuffledDeck,
    /// Its seed under the hand's key.
    pub sealed: SealedDeck,
    /// The hand's key under the room's.
    pub key: WrappedKey,
}

impl NewDeck {
    /// Shuffles and seals a deck with fresh chance, which is used up.
    ///
    /// # Errors
    /// Why these cards are no sorted deck.
    pub fn shuffle_and_seal(
        fresh: DeckEntropy,
        room: &RoomKey,
        deck: DeckId,
        sorted: &[Card],
    ) -> Result<NewDeck, DeckError> {
        let DeckEntropy { seed, key, key_nonce, deck_nonce } = fresh;
        Ok(NewDeck {
            deck: ShuffledDeck::new(deck, &seed, sorted)?,
            sealed: SealedDeck::seal(&key, deck, &seed, deck_nonce),
            key: key.wrap(room, deck, key_nonce),
        })
    }
}

/// The deck of a hand that was interrupted, from what was stored: the same cards in the same slots, never a new deal.
///
/// # Errors
/// What does not fit: the room's key, the deck, something stored was changed, or the deck is not the one committed to.
pub fn recover_deck(
    room: &RoomKey,
    deck: DeckId,
    key: &WrappedKey,
    sealed: &SealedDeck,
    sorted: &[Card],
    commitment: &Commitment,
) -> Result<ShuffledDeck, SealError> {
    let key = HandKey::from_wrapped(key, room, deck)?;
    let seed = sealed.open(&key, deck)?;
    ShuffledDeck::new(deck, &seed, sorted)
        .ok()
        .filter(|recovered| recovered.commitment() == commitment)
        .ok_or(SealError::AnotherOrder { deck })
}
