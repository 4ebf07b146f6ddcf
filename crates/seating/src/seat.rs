//! A seat at the table, and sets of seats.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The largest number of seats at a table: with two hole cards each, a board and no burn cards, 23 players
/// use 51 of the 52 cards (AMB-020).
pub const MAX_SEATS: usize = 23;

/// A seat by its number on the felt, from 1, clockwise from the dealer's left. Never an index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number on the felt; `None` unless it is from 1 to [`MAX_SEATS`].
    pub const fn new(number: u8) -> Option<Seat> {
        if number >= 1 && number as usize <= MAX_SEATS { Some(Seat(number)) } else { None }
    }

    /// Seat 1, to the left of the dealer.
    pub const FIRST: Seat = Seat(1);

    /// The number on the felt, from 1. Records, scripts and the wire name a seat by it.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The seats of a table with this many seats, from seat 1 clockwise; at most [`MAX_SEATS`] of them.
    pub fn up_to(seats: u8) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (1..=seats.min(MAX_SEATS as u8)).map(Seat)
    }
}

impl fmt::Display for Seat {
    /// The bare number, as scripts, histories and messages write it; [`FromStr`] reads it back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Seat {
    /// `seat 3`, so that a failed assertion does not look as if it were about an index. Only for tests and
    /// logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// Serialized as the number on the felt.
impl Serialize for Seat {
    /// Stored events and the wire have a seat as its number; this form never changes.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0)
    }
}

impl<'de> Deserialize<'de> for Seat {
    /// Reads the number of a stored event back; refuses one that no table has, so that a changed file is
    /// noticed.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Seat::new(number).ok_or_else(|| de::Error::custom(ParseSeatError { given: number.to_string() }))
    }
}

/// A text or a number that does not name a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSeatError {
    /// The text or number as given.
    pub given: String,
}

impl fmt::Display for ParseSeatError {
    /// The message for people who typed a wrong seat: the text or number as given, then the range that was
    /// expected. No code reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a seat: expected a number from 1 to {MAX_SEATS}", self.given)
    }
}

impl std::error::Error for ParseSeatError {}

impl FromStr for Seat {
    type Err = ParseSeatError;

    /// Reads the digits of a seat number, without a sign; a prefix such as `S3` is for the reader of scripts
    /// to remove.
    fn from_str(text: &str) -> Result<Seat, ParseSeatError> {
        let number = if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None };
        number.and_then(Seat::new).ok_or_else(|| ParseSeatError { given: text.to_owned() })
    }
}

/// A set of seats.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Seats(u32);

impl Seats {
    /// No seats.
    pub const NONE: Seats = Seats(0);

    /// The set with this seat in it as well; the set itself is a value and does not change.
    #[must_use]
    #[inline]
    pub const fn with(self, seat: Seat) -> Seats {
        Seats(self.0 | 1 << seat.0)
    }

    /// Whether the seat is in the set, such as among those that may win a pot.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & 1 << seat.0 != 0
    }

    /// Whether there is no seat in the set, as in a pot that nobody may win. Takes a reference for
    /// `skip_serializing_if`, which leaves empty sets out of stored facts.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// The number of seats in the set, at most [`MAX_SEATS`].
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The seats in the order of play: starting to the left of `from` and ending with `from` itself, if it is
    /// in the set. From the button this is the order of the deal.
    #[inline]
    pub fn clockwise_from(self, from: Seat) -> impl Iterator<Item = Seat> {
        // Seats above `from` come first, then those up to and including it; each part from its lowest number.
        let up_to = (1u32 << (from.0 + 1)) - 1;
        let (mut later, mut sooner) = (self.0 & !up_to, self.0 & up_to);
        std::iter::from_fn(move || {
            let set = if later != 0 { &mut later } else { &mut sooner };
            if *set == 0 {
                return None;
            }
            let seat = Seat(set.trailing_zeros() as u8);
            *set &= *set - 1;
            Some(seat)
        })
    }

    /// The seats in ascending order, wherever the button is; for the order of play use
    /// [`Seats::clockwise_from`].
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::up_to(MAX_SEATS as u8).filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for Seats {
    /// The set of these seats, in whatever order and however often they come.
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        seats.into_iter().fold(Seats::NONE, Seats::with)
    }
}

/// Serialized as a list of seat numbers in ascending order.
impl Serialize for Seats {
    /// Stored events have a set as a list of seat numbers in ascending order; this form never changes.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Seats {
    /// Reads a stored list of seat numbers back; its order and repetitions do not matter, but each number
    /// must be a seat.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seats, D::Error> {
        Vec::<Seat>::deserialize(deserializer).map(Seats::from_iter)
    }
}

impl fmt::Display for Seats {
    /// The numbers in ascending order with spaces between them, as in scripts; nothing for an empty set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, seat) in self.iter().enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{seat}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Seats {
    /// The numbers in braces, as in `{1 3}`. Only for tests and logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}
