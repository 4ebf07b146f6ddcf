//! Money and chips as whole numbers.
//!
//! [`Chips`] counts the smallest unit of one table or tournament; [`Cents`] counts money. Neither has
//! subtraction or floats: taking more than there is gives `None`, and a division returns the remainder,
//! because who gets it is a ruling and not arithmetic. [`book`] is the double-entry book: every amount that
//! moves goes from one account to another.

use std::fmt;
use std::iter::Sum;
use std::num::NonZeroU8;
use std::ops::{Add, AddAssign};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

pub mod book;

/// A number of chips of the smallest value in play: whole and never negative.
///
/// ```
/// use chips::Chips;
///
/// let pot: Chips = "101".parse().unwrap();
/// let two = std::num::NonZeroU8::new(2).unwrap();
/// let (share, odd) = pot.split(two);
/// assert_eq!((share.get(), odd.get()), (50, 1));
/// assert_eq!(share.less(pot), None, "nobody pays more than there is");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chips(u64);

/// A number of cents: whole and never negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cents(u64);

/// A text or a number that is not a valid amount.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParseAmountError {
    /// The text or number as given.
    pub given: String,
}

impl fmt::Display for ParseAmountError {
    /// The message for people who typed or sent a wrong amount: the text as given, then the range that was
    /// expected. No code reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not an amount: expected a whole number from 0 to {}", self.given, Chips::MAX)
    }
}

impl std::error::Error for ParseAmountError {}

macro_rules! amount {
    ($name:ident) => {
        impl $name {
            /// Zero.
            pub const ZERO: $name = $name(0);
            /// The largest amount, still exact as a JSON number.
            pub const MAX: $name = $name((1 << 53) - 1);

            /// The amount of `count` chips or cents; `None` above [`Self::MAX`], up to which every JSON reader
            /// keeps a number exact.
            #[inline]
            pub const fn new(count: u64) -> Option<$name> {
                if count <= Self::MAX.0 { Some($name(count)) } else { None }
            }

            /// The amount as a plain number of chips or cents, for arithmetic that needs a wider type or
            /// another unit; the way back is [`Self::new`], which checks the range.
            #[inline]
            pub const fn get(self) -> u64 {
                self.0
            }

            /// Whether there are no chips (or cents) at all, as in an empty stack or a pot that nobody
            /// paid into.
            #[inline]
            pub const fn is_zero(self) -> bool {
                self.0 == 0
            }

            /// What is left after `amount` is taken away; `None` if `amount` is larger, since nothing here
            /// goes below zero. Stacks, pots and pools are paid from with this.
            #[inline]
            pub fn less(self, amount: $name) -> Option<$name> {
                self.0.checked_sub(amount.0).map($name)
            }

            /// By how much this exceeds `other`; zero if it does not. For differences, such as what is left to
            /// call; where an amount has to be covered, [`Self::less`] notices that it is not.
            #[inline]
            pub fn above(self, other: $name) -> $name {
                $name(self.0.saturating_sub(other.0))
            }

            /// The amount multiplied by `count`, such as blinds into a stack; `None` above [`Self::MAX`].
            #[inline]
            pub fn times(self, count: u64) -> Option<$name> {
                self.0.checked_mul(count).and_then($name::new)
            }

            /// Equal shares for `ways` takers, and the remainder, which is smaller than `ways`. Who gets the
            /// remainder is for a rule to decide; shares and remainder together are the whole amount.
            #[inline]
            pub fn split(self, ways: NonZeroU8) -> ($name, $name) {
                let ways = u64::from(ways.get());
                ($name(self.0 / ways), $name(self.0 % ways))
            }

            /// Equal shares in whole multiples of `unit` (the smallest chip; zero counts as one), and the
            /// remainder: the odd chips, which a rule awards. Shares and remainder together are the whole
            /// amount.
            #[inline]
            pub fn split_in(self, unit: $name, ways: NonZeroU8) -> ($name, $name) {
                let unit = unit.0.max(1);
                let ways = u64::from(ways.get());
                let share = self.0 / unit / ways * unit;
                ($name(share), $name(self.0 - share * ways))
            }

            /// The largest multiple of `unit` that does not exceed this amount; the amount itself for a unit
            /// of zero or one. Sizes of bets and prizes are rounded with this.
            #[inline]
            pub fn floor_to(self, unit: $name) -> $name {
                if unit.0 <= 1 { self } else { $name(self.0 - self.0 % unit.0) }
            }

            /// The smallest multiple of `unit` that is at least this amount; the amount itself for a unit of
            /// zero or one.
            #[inline]
            pub fn ceil_to(self, unit: $name) -> $name {
                if unit.0 <= 1 { self } else { $name(self.0.div_ceil(unit.0) * unit.0) }
            }
        }

        impl Add for $name {
            type Output = $name;
            /// The sum, which is not checked against [`Self::MAX`]: with amounts of at most 2^53 each, sums
            /// stay far below overflow.
            #[inline]
            fn add(self, other: $name) -> $name {
                $name(self.0 + other.0)
            }
        }

        impl AddAssign for $name {
            /// Adds in place; like [`Add`], not checked against [`Self::MAX`]. For totals that are built up
            /// pot by pot or bet by bet.
            #[inline]
            fn add_assign(&mut self, other: $name) {
                self.0 += other.0;
            }
        }

        impl Sum for $name {
            /// The sum of amounts, zero for none; like [`Add`], not checked against [`Self::MAX`]. A hand
            /// counts its chips with it.
            fn sum<I: Iterator<Item = $name>>(amounts: I) -> $name {
                amounts.fold($name::ZERO, Add::add)
            }
        }

        impl fmt::Display for $name {
            /// The plain number, without a unit, sign or separators; [`FromStr`] reads it back, and scripts,
            /// histories and messages are written with it.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl FromStr for $name {
            type Err = ParseAmountError;
            /// Reads decimal digits and nothing else: no sign, blank, point or exponent, and at most
            /// [`Self::MAX`].
            fn from_str(text: &str) -> Result<$name, ParseAmountError> {
                let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                let count = if digits { text.parse().ok() } else { None };
                count.and_then($name::new).ok_or_else(|| ParseAmountError { given: text.to_owned() })
            }
        }

        /// Serialized as a plain number.
        impl Serialize for $name {
            /// Stored events and the wire have amounts as JSON numbers; this form never changes.
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_u64(self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            /// Reads the number back; refuses one above [`Self::MAX`], so that stored data cannot bring in a
            /// larger amount.
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let count = u64::deserialize(deserializer)?;
                $name::new(count)
                    .ok_or_else(|| de::Error::custom(ParseAmountError { given: count.to_string() }))
            }
        }
    };
}

amount!(Chips);
amount!(Cents);

#[cfg(test)]
mod tests {
    use super::*;

    /// A number of chips for the tests of amounts; panics above the largest one.
    fn chips(count: u64) -> Chips {
        Chips::new(count).expect("small")
    }

    #[test]
    fn more_than_there_is_cannot_be_taken() {
        assert_eq!(chips(5).less(chips(5)), Some(Chips::ZERO));
        assert_eq!(chips(5).less(chips(6)), None);
        assert_eq!(chips(5).above(chips(6)), Chips::ZERO);
    }

    #[test]
    fn shares_in_chips_of_five_leave_the_rest_over() {
        let three = NonZeroU8::new(3).expect("three");
        assert_eq!(chips(100).split_in(chips(5), three), (chips(30), chips(10)));
        assert_eq!(chips(101).split(three), (chips(33), chips(2)));
        assert_eq!(chips(43).floor_to(chips(5)), chips(40));
        assert_eq!(chips(43).ceil_to(chips(5)), chips(45));
    }

    #[test]
    fn only_whole_numbers_are_amounts() {
        for text in ["", "-1", "+1", "1.5", "1e3", "9007199254740992", "ten"] {
            assert!(text.parse::<Chips>().is_err(), "{text}");
        }
        assert_eq!("9007199254740991".parse::<Chips>(), Ok(Chips::MAX));
    }
}
