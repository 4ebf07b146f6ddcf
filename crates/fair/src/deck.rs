//! A deck that has been shuffled and committed to: the order of its cards before and after the cut.

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

/// Identifies a deck. Every attempt to deal a hand has its own deck (RNG-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DeckId {
    /// The table.
    pub table: u64,
    /// The hand, numbered at its table from 1.
    pub hand: u64,
    /// The attempt to deal the hand: [`DeckId::FIRST_ATTEMPT`], plus one for each misdeal.
    pub attempt: u32,
}

impl DeckId {
    /// The attempt with which every hand begins.
    pub const FIRST_ATTEMPT: u32 = 0;

    /// The deck with which a hand begins: attempt 0. Hands count from 1 at their table.
    pub const fn first(table: u64, hand: u64) -> DeckId {
        DeckId { table, hand, attempt: DeckId::FIRST_ATTEMPT }
    }

    /// The number of bytes it takes in what is hashed and sealed.
    pub(crate) const SIZE: usize = 20;

    /// Table (8 bytes), hand (8) and attempt (4), little-endian: the form that is hashed and sealed, so it
    /// never changes.
    pub(crate) fn to_bytes(self) -> [u8; DeckId::SIZE] {
        let mut bytes = [0; DeckId::SIZE];
        bytes[..8].copy_from_slice(&self.table.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.hand.to_le_bytes());
        bytes[16..].copy_from_slice(&self.attempt.to_le_bytes());
        bytes
    }

    /// The inverse of [`DeckId::to_bytes`], for reading sealed items.
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
    /// Too few cards to cut, or more than there are different cards.
    Count {
        /// The number of cards given.
        cards: usize,
    },
    /// The cards are not in index order, or one of them is duplicated.
    Unsorted {
        /// The position, from 0, of the first card that is out of order.
        place: usize,
    },
}

impl fmt::Display for DeckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeckError::Count { cards } => {
                write!(
                    f,
                    "a deck of {cards} cards cannot be dealt: expected {} to {}",
                    cut::MIN_CARDS,
                    Card::COUNT
                )
            }
            DeckError::Unsorted { place } => write!(
                f,
                "the deck to shuffle is not sorted at position {place}: expected each card once, deuces \
                 first, the joker last"
            ),
        }
    }
}

impl std::error::Error for DeckError {}

/// A shuffled deck, with the salts and the tree that commitments and openings are made from. Its slots are
/// the positions in the shuffled order, from 0, before the cut. It is determined by its seed and depends on
/// nothing at the table (RNG-06).
///
/// It can be neither cloned nor serialized, `Debug` prints only the number of cards, and order and salts are
/// wiped when it is dropped.
///
/// ```compile_fail,E0277
/// fn stored<T: serde::Serialize>() {}
/// stored::<fair::ShuffledDeck>();
/// ```
pub struct ShuffledDeck {
    /// The indices of the cards; the first `count` are the deck.
    order: [u8; Card::COUNT],
    count: u8,
    salts: Vec<[u8; 32]>,
    part: [u8; 32],
    tree: Tree,
    commitment: Commitment,
}

impl ShuffledDeck {
    /// Shuffles sorted cards (deuces first, the joker last) with a seed, from which the salts and the room's
    /// part of the cut come too. The same seed always gives the same deck; the derivations are frozen.
    ///
    /// # Errors
    /// Why these cards are not a sorted deck.
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
            // A card's index is at most 52.
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

    /// The table, hand and attempt it is for: its name in the commitment and in everything sealed for it.
    pub const fn id(&self) -> DeckId {
        self.commitment.deck()
    }

    /// How many cards it has; the slots count from 0 to one less.
    pub const fn count(&self) -> u8 {
        self.count
    }

    /// The commitment, which must be stored and published before the first card is dealt (RNG-13).
    pub const fn commitment(&self) -> &Commitment {
        &self.commitment
    }

    /// The card in a slot of the shuffled order, before the cut; `None` if there is no such slot. It is
    /// secret until the rules show it.
    pub fn card(&self, slot: u8) -> Option<Card> {
        if slot >= self.count {
            return None;
        }
        Card::from_index(usize::from(self.order[usize::from(slot)]))
    }

    /// The card in a slot with the proof that it was there from the start. Send it only to those who are
    /// shown the card: it names the card. `None` if there is no such slot.
    pub fn opening(&self, slot: u8) -> Option<Opening> {
        let card = self.card(slot)?;
        let at = usize::from(slot);
        Some(Opening { slot, card, salt: Salt(self.salts[at]), path: self.tree.path(at) })
    }

    /// Cuts the deck with the players' values, given in any order; players who added nothing are left out.
    /// The slots stay as they are; [`Cut::dealt_slot`] gives the order in which they are dealt.
    ///
    /// # Errors
    /// An invalid or repeated seat.
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

/// A deck about to be dealt, with what must be stored before its first card is dealt.
#[derive(Debug)]
pub struct NewDeck {
    /// The deck.
    pub deck: ShuffledDeck,
    /// Its seed, sealed under the hand's key.
    pub sealed: SealedDeck,
    /// The hand's key, wrapped under the room's key.
    pub key: WrappedKey,
}

impl NewDeck {
    /// Shuffles a deck and seals its seed for a restart. The entropy is consumed, so that no seed, key or
    /// nonce serves twice.
    ///
    /// # Errors
    /// Why these cards are not a sorted deck.
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

/// Recovers the deck of an interrupted hand from what was stored: the same cards in the same slots, never a
/// new deal (RNG-05). The commitment must come out the same.
///
/// # Errors
/// What does not match: the room's key, the deck, an item that was altered, or the commitment.
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
