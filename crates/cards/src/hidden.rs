//! A card that may not be known, and how it is written: never in clear, unless it lies face up.

use std::fmt;
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::{Card, NotACard};

/// A card that somebody may not see, or that nobody has told us: known or `??`, with its place in the deck where it
/// came out of a numbered one.
///
/// `Debug` never prints the card, so a log line cannot leak it, and it is stored as its slot alone: a card that lies
/// face down has no written form (SEC-08). Whoever may see it asks [`Hidden::known`].
///
/// ```
/// use cards::Hidden;
/// let card = Hidden::in_slot(7, "As".parse().unwrap());
/// assert_eq!(format!("{card:?}"), "??");
/// assert_eq!(card.covered(), Hidden::unknown_in(7));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hidden {
    slot: u8,
    card: u8,
}

/// Stands for no slot and for no known card; beyond every slot and every card.
const NONE: u8 = u8::MAX;

impl Hidden {
    /// A card nobody has told us.
    pub const UNKNOWN: Hidden = Hidden { slot: NONE, card: NONE };

    /// A card that is known to the machine.
    #[inline]
    pub const fn of(card: Card) -> Hidden {
        Hidden { slot: NONE, card: card.0 }
    }

    /// A card that is known to the machine and lay in a slot of the deck, counted from 0; slot 255 is none.
    #[inline]
    pub const fn in_slot(slot: u8, card: Card) -> Hidden {
        Hidden { slot, card: card.0 }
    }

    /// A card of which only the slot of the deck is known, counted from 0; slot 255 is none.
    #[inline]
    pub const fn unknown_in(slot: u8) -> Hidden {
        Hidden { slot, card: NONE }
    }

    /// The card, if it is known.
    #[inline]
    pub const fn known(self) -> Option<Card> {
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
    pub const fn covered(self) -> Hidden {
        Hidden { slot: self.slot, card: NONE }
    }

    /// The same slot with its card given back where it is not known.
    #[must_use]
    pub fn filled(self, card_in_slot: impl Fn(u8) -> Option<Card>) -> Hidden {
        match (self.known(), self.slot()) {
            (None, Some(slot)) => card_in_slot(slot).map_or(self, |card| Hidden::in_slot(slot, card)),
            (Some(_), _) | (None, None) => self,
        }
    }
}

impl From<Card> for Hidden {
    fn from(card: Card) -> Hidden {
        Hidden::of(card)
    }
}

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("??")
    }
}

impl FromStr for Hidden {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Hidden, NotACard> {
        if text == "??" { Ok(Hidden::UNKNOWN) } else { text.parse::<Card>().map(Hidden::of) }
    }
}

/// The slot alone, `null` without one; never the card.
impl Serialize for Hidden {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.slot().serialize(serializer)
    }
}

/// An unknown card in the slot.
impl<'de> Deserialize<'de> for Hidden {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hidden, D::Error> {
        Option::<u8>::deserialize(deserializer)?.map_or(Ok(Hidden::UNKNOWN), slot)
    }
}

fn slot<E: Error>(slot: u8) -> Result<Hidden, E> {
    if usize::from(slot) < Card::COUNT {
        Ok(Hidden::unknown_in(slot))
    } else {
        Err(E::custom(format!("slot {slot} is in no deck: a slot is from 0 to {}", Card::COUNT - 1)))
    }
}

/// A card that lies face up, written in clear with its slot: `{"card":"As","slot":7}`, without the slot where it has
/// none and with `null` for a card nobody has told us. For `#[serde(with = "cards::face_up")]`.
pub mod face_up {
    use serde::ser::SerializeStruct;

    use super::{Card, Deserialize, Deserializer, Hidden, Serialize, Serializer};

    /// Writes the card in clear.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn serialize<S: Serializer>(card: &Hidden, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = 1 + usize::from(card.slot().is_some());
        let mut written = serializer.serialize_struct("FaceUp", fields)?;
        written.serialize_field("card", &card.known())?;
        if let Some(slot) = card.slot() {
            written.serialize_field("slot", &slot)?;
        }
        written.end()
    }

    /// Reads the card.
    ///
    /// # Errors
    /// Those of the reader, and a text that is no card or a number that is no slot.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Hidden, D::Error> {
        FaceUp::deserialize(deserializer).map(|face_up| face_up.0)
    }

    /// A card that lies face up, for lists of them.
    pub struct FaceUp(pub Hidden);

    impl Serialize for FaceUp {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serialize(&self.0, serializer)
        }
    }

    impl<'de> Deserialize<'de> for FaceUp {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FaceUp, D::Error> {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Written {
                card: Option<Card>,
                slot: Option<u8>,
            }
            let written = Written::deserialize(deserializer)?;
            let covered = written.slot.map_or(Ok(Hidden::UNKNOWN), super::slot)?;
            Ok(FaceUp(match (written.card, covered.slot()) {
                (Some(card), Some(slot)) => Hidden::in_slot(slot, card),
                (Some(card), None) => Hidden::of(card),
                (None, _) => covered,
            }))
        }
    }
}
