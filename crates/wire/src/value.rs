//! Seats, amounts and cards as they go over the wire: plain numbers and strings in JSON, and always valid
//! once read.

use std::fmt;

use seating::MAX_SEATS;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::TS;
use utoipa::ToSchema;

use super::request::abbreviate;

/// The largest number on the wire, 2^53 - 1: programs that read numbers as doubles read it exactly.
pub const LARGEST_NUMBER: u64 = (1 << 53) - 1;

/// A seat by its number on the felt, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, TS, ToSchema)]
#[ts(type = "number")]
#[schema(value_type = u8)]
#[ts(rename = "Seat")]
#[schema(as = Seat)]
pub struct WireSeat(pub seating::Seat);

/// A whole amount of chips, from 0.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, TS, ToSchema)]
#[ts(type = "number")]
#[schema(value_type = u64)]
#[ts(rename = "Chips")]
#[schema(as = Chips)]
pub struct WireChips(pub chips::Chips);

/// A card by its code: rank, then suit, as in `As` and `Td`; the joker is `Jo`.
#[derive(Clone, Copy, PartialEq, Eq, TS, ToSchema)]
#[ts(type = "string")]
#[schema(value_type = String)]
#[ts(rename = "Card")]
#[schema(as = Card)]
pub struct WireCard(pub cards::Card);

/// Prints and serialises each type as the value it holds.
macro_rules! written_as_held {
    ($($name:ident),*) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.0.serialize(serializer)
            }
        }
    )*};
}

written_as_held!(WireSeat, WireChips, WireCard);

/// Deserialises a type from a number that must be valid for it.
macro_rules! read_from_number {
    ($name:ident, $reader:ident, [$($expected:tt)*], $read:expr) => {
        struct $reader;

        impl Visitor<'_> for $reader {
            type Value = $name;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, $($expected)*)
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<$name, E> {
                let read: fn(u64) -> Option<$name> = $read;
                read(number).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<$name, E> {
                match u64::try_from(number) {
                    Ok(number) => self.visit_u64(number),
                    Err(_) => Err(E::invalid_value(Unexpected::Signed(number), &self)),
                }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                deserializer.deserialize_u64($reader)
            }
        }
    };
}

read_from_number!(WireSeat, SeatNumber, ["a seat, a whole number from 1 to {MAX_SEATS}"], |number| {
    u8::try_from(number).ok().and_then(seating::Seat::new).map(WireSeat)
});
read_from_number!(
    WireChips,
    Amount,
    ["an amount, a whole number from 0 to {}", chips::Chips::MAX],
    |number| { chips::Chips::new(number).map(WireChips) }
);

struct CardVisitor;

impl Visitor<'_> for CardVisitor {
    type Value = WireCard;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a card, rank and suit as in \"As\"")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<WireCard, E> {
        text.parse().map(WireCard).map_err(|_| E::invalid_value(Unexpected::Str(&abbreviate(text)), &self))
    }
}

impl<'de> Deserialize<'de> for WireCard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WireCard, D::Error> {
        deserializer.deserialize_str(CardVisitor)
    }
}
