//! A card that may not be known, and how it is written: never in clear, unless it lies face up.

use std::fmt;
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::{Card, ParseCardError};

/// A card that somebody may not see, or that nobody has told us: known or `??`, with its place in the deck where it
/// came out of a numbered one.
///
/// `Debug` never prints the card, so a log line cannot leak it, and it is stored as its slot alone: a card that lies
/// face down has no written form (SEC-08). Whoever may see it asks [`HiddenCard::known_card`].
///
/// ```
/// use cards::HiddenCard;
/// let card = HiddenCard::in_slot(7, "As".parse().unwrap());
/// assert_eq!(format!("{card:?}"), "??");
/// assert_eq!(card.covered(), HiddenCard::unknown_in(7));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct HiddenCard {
    slot: u8,
    card: u8,
}

/// Stands for no slot and for no known card; beyond every slot and every card.
const NONE: u8 = u8::MAX;

impl HiddenCard {
    /// A card nobody has told us.
    pub const UNKNOWN: HiddenCard = HiddenCard { slot: NONE, card: NONE };

    /// A card that is known to the machine.
    #[inline]
    pub const fn of(card: Card) -> HiddenCard {
        HiddenCard { slot: NONE, card: card.0 }
    }

    /// A card that is known to the machine and lay in a slot of the deck, counted from 0; slot 255 is none.
    #[inline]
    pub const fn in_slot(slot: u8, card: Card) -> HiddenCard {
        HiddenCard { slot, card: card.0 }
    }

    /// A card of which only the slot of the deck is known, counted from 0; slot 255 is none.
    #[inline]
    pub const fn unknown_in(slot: u8) -> HiddenCard {
        HiddenCard { slot, card: NONE }
    }

    /// The card, if it is known.
    #[inline]
    pub const fn known_card(self) -> Option<Card> {
        if self.card == NONE { None } else { Some(Card(self.card)) }
    }

    /// The slot of the deck it lay in, counted from 0; `None` for a card that came from no numbered deck.
    #[inline]
    pub const fn slot(self) -> Option<u8> {
        if self.slot == NONE { None } else { Some(self.slot) }
    }

    /// The same slot, and the card not known: what anybody sees of a card face down.
    #[inline]
    #[must_use]
    pub const fn covered(self) -> HiddenCard {
        HiddenCard { slot: self.slot, card: NONE }
    }

    /// The same slot with its card given back where it is not known.
    #[must_use]
    pub fn revealed_with(self, card_in_slot: impl Fn(u8) -> Option<Card>) -> HiddenCard {
        match (self.known_card(), self.slot()) {
            (None, Some(slot)) => card_in_slot(slot).map_or(self, |card| HiddenCard::in_slot(slot, card)),
            (Some(_), _) | (None, None) => self,
        }
    }
}

impl From<Card> for HiddenCard {
    fn from(card: Card) -> HiddenCard {
        HiddenCard::of(card)
    }
}

impl fmt::Debug for HiddenCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("??")
    }
}

impl FromStr for HiddenCard {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<HiddenCard, ParseCardError> {
        if text == "??" { Ok(HiddenCard::UNKNOWN) } else { text.parse::<Card>().map(HiddenCard::of) }
    }
}

/// The slot alone, `null` without one; never the card.
impl Serialize for HiddenCard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.slot().serialize(serializer)
    }
}

/// An unknown card in the slot.
impl<'de> Deserialize<'de> for HiddenCard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<HiddenCard, D::Error> {
        Option::<u8>::deserialize(deserializer)?.map_or(Ok(HiddenCard::UNKNOWN), unknown_in_slot)
    }
}

fn unknown_in_slot<E: Error>(slot: u8) -> Result<HiddenCard, E> {
    if usize::from(slot) < Card::COUNT {
        Ok(HiddenCard::unknown_in(slot))
    } else {
        Err(E::custom(format!("slot {slot} is in no deck: a slot is from 0 to {}", Card::COUNT - 1)))
    }
}

/// A card that lies face up, written in clear with its slot: `{"card":"As","slot":7}`, without the slot where it has
/// none and with `null` for a card nobody has told us. For `#[serde(with = "cards::face_up")]`.
pub mod face_up {
    use serde::ser::SerializeStruct;

    use super::{Card, Deserialize, Deserializer, HiddenCard, Serialize, Serializer};

    /// Writes the card in clear.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn serialize<S: Serializer>(card: &HiddenCard, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = 1 + usize::from(card.slot().is_some());
        let mut written = serializer.serialize_struct("FaceUp", fields)?;
        written.serialize_field("card", &card.known_card())?;
        if let Some(slot) = card.slot() {
            written.serialize_field("slot", &slot)?;
        }
        written.end()
    }

    /// Reads the card.
    ///
    /// # Errors
    /// Those of the reader, and a text that is no card or a number that is no slot.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<HiddenCard, D::Error> {
        FaceUp::deserialize(deserializer).map(|face_up| face_up.0)
    }

    /// A card that lies face up, for lists of them.
    pub struct FaceUp(pub HiddenCard);

    impl Serialize for FaceUp {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serialize(&self.0, serializer)
        }
    }

    impl<'de> Deserialize<'de> for FaceUp {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FaceUp, D::Error> {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct FaceUpFields {
                card: Option<Card>,
                slot: Option<u8>,
            }
            let written = FaceUpFields::deserialize(deserializer)?;
            let covered = written.slot.map_or(Ok(HiddenCard::UNKNOWN), super::unknown_in_slot)?;
            Ok(FaceUp(match (written.card, covered.slot()) {
                (Some(card), Some(slot)) => HiddenCard::in_slot(slot, card),
                (Some(card), None) => HiddenCard::of(card),
                (None, _) => covered,
            }))
        }
    }
}
