//! What is written to disk in place of a secret: ciphertext that is bound to its deck and its slot.
//!
//! The cipher is XChaCha20-Poly1305 with a fresh nonce for each item. The deck and the slot an item was
//! sealed for and a fingerprint of its key precede the ciphertext in clear and are bound to it, so that an
//! error can say what does not match.

use std::fmt;
use std::str::FromStr;

use cards::Card;
use chacha20poly1305::aead::AeadInOut;
use chacha20poly1305::{KeyInit, XChaCha20Poly1305};
use zeroize::{Zeroize, Zeroizing};

use crate::hex::{self, ParseHexError, stored_as_text};
use crate::{DeckId, DeckSeed, HandKey, KeyFingerprint, Nonce, RoomKey};

/// The kind of a sealed item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealedItem {
    /// A hand's key.
    Key,
    /// A deck's seed.
    Deck,
    /// One card.
    Card,
}

impl SealedItem {
    /// The prefix of the associated data, so that one kind is not mistaken for another. Items that are stored
    /// depend on it: it never changes.
    const fn tag(self) -> &'static [u8] {
        match self {
            SealedItem::Key => b"cardroom/wrapped-key/1",
            SealedItem::Deck => b"cardroom/sealed-deck/1",
            SealedItem::Card => b"cardroom/sealed-card/1",
        }
    }
}

impl fmt::Display for SealedItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SealedItem::Key => "wrapped key",
            SealedItem::Deck => "sealed deck",
            SealedItem::Card => "sealed card",
        })
    }
}

/// Why a sealed item cannot be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealError {
    /// It was sealed under another key.
    AnotherKey {
        /// The kind of item to be opened.
        thing: SealedItem,
        /// The deck it belongs to.
        deck: DeckId,
        /// The fingerprint of the key it was sealed under.
        sealed_under: KeyFingerprint,
        /// The fingerprint of the key that was tried.
        given: KeyFingerprint,
    },
    /// It belongs to another deck.
    AnotherDeck {
        /// The kind of item to be opened.
        thing: SealedItem,
        /// The deck it was sealed for.
        sealed_for: DeckId,
        /// The deck to be opened.
        wanted: DeckId,
    },
    /// It belongs to another slot of the deck.
    AnotherSlot {
        /// The deck.
        deck: DeckId,
        /// The slot it was sealed for.
        sealed_for: u8,
        /// The slot to be opened.
        wanted: u8,
    },
    /// It was altered: its parts do not belong together.
    Changed {
        /// The kind of item to be opened.
        thing: SealedItem,
        /// The deck it belongs to.
        deck: DeckId,
    },
    /// The deck that follows from the seed is not the one that was committed to.
    AnotherOrder {
        /// The deck.
        deck: DeckId,
    },
}

impl fmt::Display for SealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SealError::AnotherKey { thing, deck, sealed_under, given } => write!(
                f,
                "the {thing} of {deck} cannot be opened with the key {given}: it was sealed under {sealed_under}"
            ),
            SealError::AnotherDeck { thing, sealed_for, wanted } => {
                write!(f, "the {thing} given for {wanted} was sealed for {sealed_for}")
            }
            SealError::AnotherSlot { deck, sealed_for, wanted } => {
                write!(
                    f,
                    "the sealed card given for slot {wanted} of {deck} was sealed for slot {sealed_for}"
                )
            }
            SealError::Changed { thing, deck } => {
                write!(f, "the {thing} of {deck} was changed after it was sealed")
            }
            SealError::AnotherOrder { deck } => {
                write!(f, "the sealed seed of {deck} gives another deck than the one committed to")
            }
        }
    }
}

impl std::error::Error for SealError {}

/// The number of bytes before the ciphertext: deck, slot, key fingerprint, nonce.
const HEADER_SIZE: usize = DeckId::SIZE + 1 + 8 + 24;
/// The number of bytes after the ciphertext.
const TAG_SIZE: usize = 16;

/// A sealed item of `SIZE` bytes.
#[derive(Clone, PartialEq, Eq)]
struct Sealed<const SIZE: usize> {
    deck: DeckId,
    /// The slot of a card; 0 for items that belong to a whole deck.
    slot: u8,
    fingerprint: KeyFingerprint,
    nonce: [u8; 24],
    cipher: [u8; SIZE],
    tag: [u8; TAG_SIZE],
}

/// What the ciphertext is bound to: kind, deck and slot. `docs/fairness.md` fixes it, and stored items depend
/// on it.
fn associated_data(thing: SealedItem, deck: DeckId, slot: u8) -> Vec<u8> {
    [thing.tag(), &deck.to_bytes(), &[slot]].concat()
}

impl<const SIZE: usize> Sealed<SIZE> {
    /// Encrypts `plain` with a key, whose fingerprint is stored with it. Slot 0 stands for a whole deck.
    fn seal(
        thing: SealedItem,
        (key, fingerprint): (&[u8; 32], KeyFingerprint),
        (deck, slot): (DeckId, u8),
        nonce: Nonce,
        plain: &[u8; SIZE],
    ) -> Sealed<SIZE> {
        let nonce = nonce.bytes();
        let mut cipher = *plain;
        let tag = XChaCha20Poly1305::new(key.into()).encrypt_inout_detached(
            &nonce.into(),
            &associated_data(thing, deck, slot),
            cipher.as_mut_slice().into(),
        );
        let Ok(tag) = tag else {
            // The cipher fails only for more than 2^38 bytes.
            unreachable!("{SIZE} bytes are not too long to be sealed")
        };
        Sealed { deck, slot, fingerprint, nonce, cipher, tag: tag.into() }
    }

    /// Decrypts the item after comparing its deck, slot and key, so that the error says which of them is
    /// wrong; only [`SealError::Changed`] means damage.
    fn open(
        &self,
        thing: SealedItem,
        (key, fingerprint): (&[u8; 32], KeyFingerprint),
        (deck, slot): (DeckId, u8),
    ) -> Result<Zeroizing<[u8; SIZE]>, SealError> {
        if self.deck != deck {
            return Err(SealError::AnotherDeck { thing, sealed_for: self.deck, wanted: deck });
        }
        if self.slot != slot {
            return Err(SealError::AnotherSlot { deck, sealed_for: self.slot, wanted: slot });
        }
        if self.fingerprint != fingerprint {
            return Err(SealError::AnotherKey {
                thing,
                deck,
                sealed_under: self.fingerprint,
                given: fingerprint,
            });
        }
        let mut plain = Zeroizing::new(self.cipher);
        XChaCha20Poly1305::new(key.into())
            .decrypt_inout_detached(
                &self.nonce.into(),
                &associated_data(thing, deck, slot),
                plain.as_mut_slice().into(),
                &self.tag.into(),
            )
            .map_err(|_| SealError::Changed { thing, deck })?;
        Ok(plain)
    }

    /// The digits that are stored: deck, slot, fingerprint of the key, nonce, ciphertext, tag, as
    /// `docs/fairness.md` has them.
    fn to_text(&self) -> String {
        let deck = self.deck.to_bytes();
        let parts: [&[u8]; 6] =
            [&deck, &[self.slot], &self.fingerprint.0, &self.nonce, &self.cipher, &self.tag];
        hex::digits(&parts.concat())
    }

    /// Parses what [`Sealed::to_text`] wrote. Only the length and the digits are checked: damage shows when
    /// the item is opened.
    fn from_text(text: &str, what: &'static str) -> Result<Sealed<SIZE>, ParseHexError> {
        let mut bytes = vec![0; HEADER_SIZE + SIZE + TAG_SIZE];
        hex::decode_into(text, what, &mut bytes)?;
        let mut left = bytes.as_slice();
        let deck = DeckId::from_bytes(take_bytes(&mut left));
        let [slot] = take_bytes(&mut left);
        let fingerprint = KeyFingerprint(take_bytes(&mut left));
        Ok(Sealed {
            deck,
            slot,
            fingerprint,
            nonce: take_bytes(&mut left),
            cipher: take_bytes(&mut left),
            tag: take_bytes(&mut left),
        })
    }
}

/// Takes the next `SIZE` bytes of a sealed item off the front; the caller has checked the length.
fn take_bytes<const SIZE: usize>(left: &mut &[u8]) -> [u8; SIZE] {
    let Some((taken, rest)) = left.split_first_chunk() else { unreachable!("the length was checked before") };
    *left = rest;
    *taken
}

/// Implements a sealed item as the digits of its bytes, always the same number. `Debug` does not print them.
macro_rules! sealed_text {
    ($name:ident, $what:literal) => {
        impl $name {
            /// The deck it was sealed for, readable without the key.
            pub const fn deck(&self) -> DeckId {
                self.0.deck
            }

            /// The fingerprint of the key it was sealed under, readable without any key: it says which key is
            /// needed.
            pub const fn sealed_under(&self) -> KeyFingerprint {
                self.0.fingerprint
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0.to_text())
            }
        }

        impl FromStr for $name {
            type Err = ParseHexError;

            fn from_str(text: &str) -> Result<$name, ParseHexError> {
                Sealed::from_text(text, $what).map($name)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0.deck)
            }
        }

        stored_as_text!($name);
    };
}

/// A hand's key, encrypted under the room's key and bound to its deck. Stored beside the deck.
#[derive(Clone, PartialEq, Eq)]
pub struct WrappedKey(Sealed<32>);

sealed_text!(WrappedKey, "a wrapped key");

impl WrappedKey {
    /// Encrypts a hand's key under the room's key, for [`HandKey::wrap`]; the nonce must be fresh.
    pub(crate) fn wrap(key: &HandKey, room: &RoomKey, deck: DeckId, nonce: Nonce) -> WrappedKey {
        let under = (room.bytes(), room.fingerprint());
        WrappedKey(Sealed::seal(SealedItem::Key, under, (deck, 0), nonce, key.bytes()))
    }

    /// Decrypts a hand's key, for [`HandKey::from_wrapped`]; room key and deck must be those it was wrapped
    /// with.
    pub(crate) fn open(&self, room: &RoomKey, deck: DeckId) -> Result<HandKey, SealError> {
        let under = (room.bytes(), room.fingerprint());
        self.0.open(SealedItem::Key, under, (deck, 0)).map(|key| HandKey::new(*key))
    }
}

/// A deck's seed, encrypted under its hand's key and bound to the deck. After a restart, the order, the salts
/// and the room's part of the cut are derived from it again. Stored with the commitment.
#[derive(Clone, PartialEq, Eq)]
pub struct SealedDeck(Sealed<32>);

sealed_text!(SealedDeck, "a sealed deck");

impl SealedDeck {
    /// Seals the seed of a deck for a restart. A hand's key must seal only one deck.
    pub fn seal(key: &HandKey, deck: DeckId, seed: &DeckSeed, nonce: Nonce) -> SealedDeck {
        let under = (key.bytes(), key.fingerprint());
        SealedDeck(Sealed::seal(SealedItem::Deck, under, (deck, 0), nonce, seed.seed().bytes()))
    }

    /// Opens the seed. Only [`ShuffledDeck::new`](crate::ShuffledDeck::new) says whether its deck is the
    /// committed one.
    ///
    /// # Errors
    /// What does not match: the key, the deck, or the sealed bytes, if they were altered.
    pub fn open(&self, key: &HandKey, deck: DeckId) -> Result<DeckSeed, SealError> {
        let under = (key.bytes(), key.fingerprint());
        self.0.open(SealedItem::Deck, under, (deck, 0)).map(|seed| DeckSeed::new(*seed))
    }
}

/// One card, encrypted under its hand's key and bound to its deck and slot, for tables where a person deals
/// and the order is not known beforehand. All sealed cards have the same length.
#[derive(Clone, PartialEq, Eq)]
pub struct SealedCard(Sealed<1>);

sealed_text!(SealedCard, "a sealed card");

impl SealedCard {
    /// The slot of the deck for which it was sealed, from 0; readable without the key.
    pub const fn slot(&self) -> u8 {
        self.0.slot
    }
}

/// Seals one card under the hand's key, for a deck whose order no seed determines, such as one that a person dealt.
/// It opens for the same deck and slot only, and needs a fresh nonce. The room stores none so far; the format is
/// fixed by `docs/fairness.md` and the vectors in `tests`.
pub fn seal_card(key: &HandKey, deck: DeckId, slot: u8, card: Card, nonce: Nonce) -> SealedCard {
    // A card's index is at most 52.
    let mut plain = [card.index() as u8];
    let under = (key.bytes(), key.fingerprint());
    let sealed = SealedCard(Sealed::seal(SealedItem::Card, under, (deck, slot), nonce, &plain));
    plain.zeroize();
    sealed
}

/// Opens a sealed card, which must be of this deck and slot.
///
/// # Errors
/// What does not match: the key, the deck, the slot, or the sealed bytes, if they were altered.
pub fn open_card(key: &HandKey, deck: DeckId, slot: u8, sealed: &SealedCard) -> Result<Card, SealError> {
    let under = (key.bytes(), key.fingerprint());
    let plain = sealed.0.open(SealedItem::Card, under, (deck, slot))?;
    Card::from_index(usize::from(plain[0])).ok_or(SealError::Changed { thing: SealedItem::Card, deck })
}
