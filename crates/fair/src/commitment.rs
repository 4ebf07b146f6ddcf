//! The commitment that binds the room to a deck before its first card is dealt, and openings, which show one
//! card of it without the others.

use std::fmt;

use cards::Card;
use serde::{Deserialize, Serialize};

use crate::hex::written_as_digits;
use crate::{DeckId, Digest, merkle};

/// Prefix of what is hashed for a card, after the leaf byte.
const CARD: &[u8] = b"cardroom/card/1";
/// Prefix of what is hashed for the room's part of the cut.
const CUT_PART: &[u8] = b"cardroom/cut-part/1";
/// Prefix of what is hashed for the commitment.
const COMMITMENT: &[u8] = b"cardroom/commitment/1";

/// 32 bytes that keep a card from being found by hashing all possible cards. Only those who are shown the
/// card know them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Salt(pub(crate) [u8; 32]);

written_as_digits!(Salt, "a salt");

impl fmt::Debug for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Salt(32 bytes)")
    }
}

/// What the room publishes before the first card of a deck is dealt (RNG-13): all that is needed for
/// checking, and nothing that reveals a card. Stored as its parts and the hash over them; reading fails if
/// the hash does not match the parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Parts", into = "Parts")]
pub struct Commitment {
    parts: Parts,
}

/// The stored form of a commitment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Parts {
    deck: DeckId,
    cards: u8,
    root: Digest,
    cut: Digest,
    commitment: Digest,
}

impl Commitment {
    /// The commitment to a deck, from its number of cards, the root over its slots, and the hash of the
    /// room's part of the cut. The order of the hashed parts is fixed by `docs/fairness.md`.
    pub fn new(deck: DeckId, cards: u8, root: Digest, cut: Digest) -> Commitment {
        let commitment = Digest::of(&[COMMITMENT, &deck.to_bytes(), &[cards], root.bytes(), cut.bytes()]);
        Commitment { parts: Parts { deck, cards, root, cut, commitment } }
    }

    /// The table, hand and attempt whose deck it binds.
    pub const fn deck(&self) -> DeckId {
        self.parts.deck
    }

    /// How many cards the deck has; the slots count from 0 to one less.
    pub const fn cards(&self) -> u8 {
        self.parts.cards
    }

    /// The root of the Merkle tree over the deck's slots, which binds every card to its slot; each opening
    /// leads to it.
    pub const fn root(&self) -> &Digest {
        &self.parts.root
    }

    /// The hash of the room's part of the cut: the part itself is published with the [`Cut`](crate::Cut).
    pub const fn cut_part(&self) -> &Digest {
        &self.parts.cut
    }

    /// The hash over all parts: the 32 bytes to which the cut and what an auditor is shown refer.
    pub const fn digest(&self) -> &Digest {
        &self.parts.commitment
    }
}

/// Stored parts of a commitment do not match the hash stored with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommitmentError {
    /// The deck named in the parts.
    pub deck: DeckId,
    /// The hash as stored.
    pub stored: Digest,
    /// The hash computed from the parts.
    pub computed: Digest,
}

impl fmt::Display for CommitmentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CommitmentError { deck, stored, computed } = self;
        write!(
            f,
            "the commitment to {deck} was changed: its parts hash to {computed}, but {stored} is stored"
        )
    }
}

impl std::error::Error for CommitmentError {}

impl TryFrom<Parts> for Commitment {
    type Error = CommitmentError;

    fn try_from(parts: Parts) -> Result<Commitment, CommitmentError> {
        let commitment = Commitment::new(parts.deck, parts.cards, parts.root, parts.cut);
        if *commitment.digest() == parts.commitment {
            Ok(commitment)
        } else {
            Err(CommitmentError {
                deck: parts.deck,
                stored: parts.commitment,
                computed: *commitment.digest(),
            })
        }
    }
}

impl From<Commitment> for Parts {
    fn from(commitment: Commitment) -> Parts {
        commitment.parts
    }
}

/// One card of a deck, with the proof that it was there from the start. It reveals this card and nothing
/// about any other, since the path consists of hashes over salted cards. `Debug` prints the slot.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The position in the shuffled deck before the cut, from 0.
    pub slot: u8,
    /// The card.
    #[serde(with = "card_text")]
    pub card: Card,
    /// The salt of the card.
    pub salt: Salt,
    /// The sibling hashes on the path from the card's leaf to the root, lowest first.
    pub path: Vec<Digest>,
}

impl fmt::Debug for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Opening(slot {})", self.slot)
    }
}

/// Serializes a card as the text that players know, such as `As`.
mod card_text {
    use std::borrow::Cow;

    use cards::Card;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes the card of an opening as the text that players know, such as `As`, or `Jo` for the joker; this form is
    /// stored and sent, and stays.
    pub(super) fn serialize<S: Serializer>(card: &Card, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(card)
    }

    /// Reads the card of an opening from its text, such as `As`; anything else is an error.
    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
        Cow::<str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// The leaf hash of the card in one slot, as `docs/fairness.md` fixes it. The salt keeps it from being
/// guessed by hashing all cards.
pub(crate) fn hash_leaf(deck: DeckId, slot: u8, card: Card, salt: &Salt) -> Digest {
    // A card's index is at most 52.
    let card = card.index() as u8;
    Digest::of(&[&[merkle::LEAF], CARD, &deck.to_bytes(), &[slot, card], salt.bytes()])
}

/// The hash of the room's part of the cut, as `docs/fairness.md` fixes it. It is in the commitment before the
/// part is published, so that the room cannot choose the part afterwards.
pub(crate) fn cut_part(deck: DeckId, part: &[u8; 32]) -> Digest {
    Digest::of(&[CUT_PART, &deck.to_bytes(), part])
}

/// Why an opening does not prove its card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningError {
    /// The deck has no such slot.
    NoSuchSlot {
        /// The slot named in the opening.
        slot: u8,
        /// The number of cards in the deck.
        cards: u8,
    },
    /// The path has too many or too few hashes.
    PathLength {
        /// The slot.
        slot: u8,
        /// The number of hashes given.
        given: usize,
        /// The number of hashes expected.
        needed: usize,
    },
    /// The card, its salt, its slot or its path is not what was committed to.
    Differs {
        /// The slot.
        slot: u8,
        /// The deck.
        deck: DeckId,
    },
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningError::NoSuchSlot { slot, cards } => {
                write!(f, "there is no slot {slot} in a deck of {cards} cards: slots count from 0")
            }
            OpeningError::PathLength { slot, given, needed } => {
                write!(f, "the path of slot {slot} has {given} hashes: expected {needed}")
            }
            OpeningError::Differs { slot, deck } => {
                write!(f, "this card is not the one that was committed to in slot {slot} of {deck}")
            }
        }
    }
}

impl std::error::Error for OpeningError {}

/// Checks that an opened card is the one committed to in its slot. A player needs only the two arguments; the
/// room checks its own records with it too.
///
/// # Errors
/// Which part does not match: the slot, the length of the path, or the hashes.
pub fn check_opening(commitment: &Commitment, opening: &Opening) -> Result<(), OpeningError> {
    let (deck, cards, slot) = (commitment.deck(), commitment.cards(), opening.slot);
    if slot >= cards {
        return Err(OpeningError::NoSuchSlot { slot, cards });
    }
    let (at, leaves) = (usize::from(slot), usize::from(cards));
    let leaf = hash_leaf(deck, slot, opening.card, &opening.salt);
    match merkle::root_from(at, leaves, leaf, &opening.path) {
        Some(root) if root == *commitment.root() => Ok(()),
        Some(_) => Err(OpeningError::Differs { slot, deck }),
        None => Err(OpeningError::PathLength {
            slot,
            given: opening.path.len(),
            needed: merkle::path_length(at, leaves),
        }),
    }
}
