//! Exact shares: percentages and fractions as whole numbers over a whole number, never floats.

use std::fmt;
use std::str::FromStr;

/// A share of a total, such as `12.5` per cent or `1/3`, stored exactly and in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Share {
    numerator: u64,
    denominator: u64,
}

/// The largest numerator or denominator that may be written.
pub const LARGEST_TERM: u64 = 1_000_000_000;
/// The number of decimals that a percentage may have.
pub const DECIMALS: usize = 4;

/// A text that is not a share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseShareError {
    /// The text.
    pub given: String,
}

impl fmt::Display for ParseShareError {
    /// The error in one line for people: what was expected, and the text that was found.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected a percentage such as \"12.5\" or a fraction such as \"1/3\", found {:?}",
            self.given
        )
    }
}

impl std::error::Error for ParseShareError {}

impl Share {
    /// The fraction `over / under` in lowest terms, so that equal shares are equal values; `None` for a
    /// denominator of zero.
    pub fn new(over: u64, under: u64) -> Option<Share> {
        let divisor = greatest_common_divisor(over, under);
        (under > 0).then(|| Share { numerator: over / divisor, denominator: under / divisor })
    }

    /// Reads a percentage such as `12.5`, with at most four decimals and no sign or `%`, so that sums of
    /// percentages are exact.
    ///
    /// # Errors
    /// [`ParseShareError`] for anything else.
    pub fn percent(text: &str) -> Result<Share, ParseShareError> {
        let wrong = || ParseShareError { given: text.to_owned() };
        let (whole, decimals) = text.split_once('.').map_or((text, None), |(a, b)| (a, Some(b)));
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole) || whole.len() > 9 || decimals.is_some_and(|d| !digits(d) || d.len() > DECIMALS) {
            return Err(wrong());
        }
        let decimals = format!("{:0<4}", decimals.unwrap_or(""));
        let parts: u64 = format!("{whole}{decimals}").parse().map_err(|_| wrong())?;
        Share::new(parts, 1_000_000).ok_or_else(wrong)
    }

    /// The numerator in lowest terms, for callers that calculate with the exact fraction.
    pub const fn numerator(self) -> u64 {
        self.numerator
    }

    /// The denominator in lowest terms, never zero.
    pub const fn denominator(self) -> u64 {
        self.denominator
    }

    /// The share of an amount, rounded down to whole units. Prizes use it: what rounding leaves goes to first
    /// place.
    pub fn of_rounded_down(self, amount: u64) -> u64 {
        let product = u128::from(amount) * u128::from(self.numerator) / u128::from(self.denominator);
        u64::try_from(product).unwrap_or(u64::MAX)
    }

    /// The share of a number of players, rounded up: how many go on or are paid, so a part of a player counts
    /// whole.
    pub fn of_rounded_up(self, amount: u64) -> u64 {
        let product =
            (u128::from(amount) * u128::from(self.numerator)).div_ceil(u128::from(self.denominator));
        u64::try_from(product).unwrap_or(u64::MAX)
    }
}

/// A fraction such as `1/3`.
impl FromStr for Share {
    type Err = ParseShareError;

    /// Reads `a/b`: two whole numbers, each at most [`LARGEST_TERM`], the second not zero; nothing around them.
    fn from_str(text: &str) -> Result<Share, ParseShareError> {
        let wrong = || ParseShareError { given: text.to_owned() };
        let (over, under) = text.split_once('/').ok_or_else(wrong)?;
        let number = |part: &str| {
            let digits = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse::<u64>().ok().filter(|number| digits && *number <= LARGEST_TERM).ok_or_else(wrong)
        };
        Share::new(number(over)?, number(under)?).ok_or_else(wrong)
    }
}

/// The sum of percentages in ten-thousandths of a per cent, to be compared with [`HUNDRED_PER_CENT`]; exact,
/// because none has more than four decimals.
pub fn sum_of_percentages(shares: &[Share]) -> u128 {
    shares.iter().map(|share| u128::from(share.numerator) * 1_000_000 / u128::from(share.denominator)).sum()
}

/// What a full hundred per cent is in [`sum_of_percentages`].
pub const HUNDRED_PER_CENT: u128 = 1_000_000;

/// The greatest common divisor, by which a share is reduced to lowest terms; 1 for two zeros, so it can always
/// be divided by.
fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_of_forty_is_fourteen_when_rounded_up() {
        let third: Share = "1/3".parse().expect("a fraction");
        assert_eq!((third.of_rounded_up(40), third.of_rounded_down(40)), (14, 13));
        assert_eq!("1/2".parse::<Share>().expect("a half").of_rounded_up(13), 7);
    }

    #[test]
    fn percentages_are_read_exactly_or_not_at_all() {
        let share = Share::percent("12.5").expect("a percentage");
        assert_eq!((share.numerator(), share.denominator()), (1, 8));
        assert_eq!(
            sum_of_percentages(&["33.3333", "33.3333", "33.3334"].map(|t| Share::percent(t).unwrap())),
            HUNDRED_PER_CENT
        );
        for wrong in ["", ".5", "5.", "-5", "12.50001", "1e2", "50%", "1,5", "9999999999"] {
            assert!(Share::percent(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "1", "1/0", "/3", "1/", "-1/3", "1/3/2"] {
            assert!(wrong.parse::<Share>().is_err(), "{wrong}");
        }
    }
}
