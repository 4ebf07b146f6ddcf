//! A card that may be unknown. A card that lies face down is never written in clear.

use std::fmt;
use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::card::{Card, ParseCardError};

/// A card that not everybody may see: known, or unknown (`??`), with its slot in the deck if it came from a
/// deck with numbered slots.
///
/// `Debug` never prints the card, so a log line cannot leak it, and only its slot is serialized: a card that
/// lies face down has no written form (SEC-08). Code that may see the card calls [`HiddenCard::known_card`].
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

/// Marks an absent slot or an unknown card; larger than any slot and any card index.
const NONE: u8 = u8::MAX;

impl HiddenCard {
    /// An unknown card without a slot.
    pub const UNKNOWN: HiddenCard = HiddenCard { slot: NONE, card: NONE };

    /// A known card without a slot, as from a deck shuffled by hand or an old hand history.
    #[inline]
    pub const fn of(card: Card) -> HiddenCard {
        HiddenCard { slot: NONE, card: card.0 }
    }

    /// A known card from a slot of the deck, counted from 0; 255 means no slot.
    #[inline]
    pub const fn in_slot(slot: u8, card: Card) -> HiddenCard {
        HiddenCard { slot, card: card.0 }
    }

    /// An unknown card from a slot of the deck, counted from 0; 255 means no slot.
    #[inline]
    pub const fn unknown_in(slot: u8) -> HiddenCard {
        HiddenCard { slot, card: NONE }
    }

    /// The card, `None` if it is unknown. The only way to read a card that lies face down: every call decides
    /// that the caller may see it.
    #[inline]
    pub const fn known_card(self) -> Option<Card> {
        if self.card == NONE { None } else { Some(Card(self.card)) }
    }

    /// All of these cards in their order; `None` if one of them is unknown. As with [`HiddenCard::known_card`],
    /// the caller decides that it may see them.
    ///
    /// ```
    /// use cards::HiddenCard;
    /// let ace = HiddenCard::of("As".parse().unwrap());
    /// assert_eq!(HiddenCard::all_known(&[ace]).map(|cards| cards.len()), Some(1));
    /// assert_eq!(HiddenCard::all_known(&[ace, HiddenCard::UNKNOWN]), None);
    /// ```
    pub fn all_known(cards: &[HiddenCard]) -> Option<Vec<Card>> {
        cards.iter().map(|card| card.known_card()).collect()
    }

    /// The slot of the deck it came from, counted from 0; `None` if it did not come from a deck with numbered
    /// slots. Slots are public.
    #[inline]
    pub const fn slot(self) -> Option<u8> {
        if self.slot == NONE { None } else { Some(self.slot) }
    }

    /// The same slot with the card unknown: what everybody sees of a card that lies face down.
    #[inline]
    #[must_use]
    pub const fn covered(self) -> HiddenCard {
        HiddenCard { slot: self.slot, card: NONE }
    }

    /// The same slot with the card filled in by `card_in_slot` if it is unknown: how stored events, which
    /// name slots only, get their cards back. A known card stays as it is.
    ///
    /// ```
    /// use cards::{Card, HiddenCard};
    /// let ace: Card = "As".parse().unwrap();
    /// let card = HiddenCard::unknown_in(7).revealed_with(|slot| (slot == 7).then_some(ace));
    /// assert_eq!(card.known_card(), Some(ace));
    /// ```
    #[must_use]
    pub fn revealed_with(self, card_in_slot: impl Fn(u8) -> Option<Card>) -> HiddenCard {
        match (self.known_card(), self.slot()) {
            (None, Some(slot)) => card_in_slot(slot).map_or(self, |card| HiddenCard::in_slot(slot, card)),
            (Some(_), _) | (None, None) => self,
        }
    }
}

impl From<Card> for HiddenCard {
    /// A known card without a slot.
    fn from(card: Card) -> HiddenCard {
        HiddenCard::of(card)
    }
}

impl fmt::Debug for HiddenCard {
    /// Always writes `??`, known or not, so that no log line or failed assertion leaks a card (SEC-08).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("??")
    }
}

impl FromStr for HiddenCard {
    type Err = ParseCardError;

    /// Parses a card as written in scripts and hand histories, or `??` for an unknown one; the result has no
    /// slot.
    fn from_str(text: &str) -> Result<HiddenCard, ParseCardError> {
        if text == "??" { Ok(HiddenCard::UNKNOWN) } else { text.parse::<Card>().map(HiddenCard::of) }
    }
}

/// Serializes only the slot, `null` if there is none; never the card.
impl Serialize for HiddenCard {
    /// Writes the slot or `null`, never the card, whatever is known of it (SEC-08); the form in stored
    /// events.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.slot().serialize(serializer)
    }
}

/// Deserializes to an unknown card in the slot.
impl<'de> Deserialize<'de> for HiddenCard {
    /// Reads a slot or `null`; the card is unknown until [`HiddenCard::revealed_with`] fills it in. A slot
    /// beyond the deck is an error.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<HiddenCard, D::Error> {
        Option::<u8>::deserialize(deserializer)?.map_or(Ok(HiddenCard::UNKNOWN), unknown_in_slot)
    }
}

/// An unknown card in a slot that was read from a file; an error for a slot that no deck has, 53 and above.
fn unknown_in_slot<E: Error>(slot: u8) -> Result<HiddenCard, E> {
    if usize::from(slot) < Card::COUNT {
        Ok(HiddenCard::unknown_in(slot))
    } else {
        Err(E::custom(format!("slot {slot} is out of range: expected 0 to {}", Card::COUNT - 1)))
    }
}

/// A card that lies face up, serialized in clear with its slot: `{"card":"As","slot":7}`. The slot is omitted
/// if there is none, and the card is `null` if it is unknown. For use with
/// `#[serde(with = "cards::face_up")]`.
pub mod face_up {
    use serde::ser::SerializeStruct;

    use super::{Card, Deserialize, Deserializer, HiddenCard, Serialize, Serializer};

    /// Writes card and slot in clear: only for a card that every reader of the output may see.
    ///
    /// # Errors
    /// Errors of the serializer.
    pub fn serialize<S: Serializer>(card: &HiddenCard, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = 1 + usize::from(card.slot().is_some());
        let mut written = serializer.serialize_struct("FaceUp", fields)?;
        written.serialize_field("card", &card.known_card())?;
        if let Some(slot) = card.slot() {
            written.serialize_field("slot", &slot)?;
        }
        written.end()
    }

    /// Reads a card that lies face up, in clear, with its slot if it has one, as [`serialize`] of this module stored
    /// it. A missing card is unknown; other fields are refused.
    ///
    /// # Errors
    /// Errors of the deserializer, a text that does not name a card, or an invalid slot number.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<HiddenCard, D::Error> {
        FaceUp::deserialize(deserializer).map(|face_up| face_up.0)
    }

    /// Wraps a card that lies face up, for use in lists.
    pub struct FaceUp(pub HiddenCard);

    impl Serialize for FaceUp {
        /// Writes the card in clear, as [`serialize`] of this module does.
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serialize(&self.0, serializer)
        }
    }

    impl<'de> Deserialize<'de> for FaceUp {
        /// Reads a card in clear with its slot. The field names `card` and `slot` are stored and stay.
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
