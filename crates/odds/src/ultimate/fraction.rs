//! Exact fractions and their decimal form.

use std::cmp::Ordering;

/// A fraction in lowest terms with a positive denominator.
///
/// ```
/// use odds::Fraction;
/// let third = Fraction::new(-2, 6);
/// assert_eq!((third.numerator(), third.denominator()), (-1, 3));
/// assert_eq!(third.to_decimal(4), "-0.3333");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    numerator: i128,
    denominator: i128,
}

impl Fraction {
    /// The fraction of these two numbers in lowest terms. A denominator of 0 is replaced by 1, so that a
    /// share of nothing is 0.
    pub fn new(numerator: i128, denominator: i128) -> Fraction {
        let denominator = if denominator == 0 { 1 } else { denominator };
        let divisor = greatest_common_divisor(numerator.unsigned_abs(), denominator.unsigned_abs()) as i128;
        let sign = denominator.signum();
        Fraction { numerator: sign * numerator / divisor, denominator: sign * denominator / divisor }
    }

    /// The numerator in lowest terms, with the sign of the fraction.
    pub const fn numerator(self) -> i128 {
        self.numerator
    }

    /// The denominator in lowest terms, greater than zero.
    pub const fn denominator(self) -> i128 {
        self.denominator
    }

    /// The fraction with the opposite sign.
    #[must_use]
    pub const fn negated(self) -> Fraction {
        Fraction { numerator: -self.numerator, denominator: self.denominator }
    }

    /// The nearest floating-point number, for charts and roots only: exact results stay fractions.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// The fraction with this many decimals; the rest is cut off, not rounded, so that printed digits are
    /// digits of the exact number.
    pub fn to_decimal(self, places: usize) -> String {
        let all = self.denominator.unsigned_abs();
        let part = self.numerator.unsigned_abs();
        let mut rest = part % all;
        let mut text = format!("{}{}", if self.numerator < 0 { "-" } else { "" }, part / all);
        if places > 0 {
            text.push('.');
        }
        for _ in 0..places {
            // Ten times the remainder may overflow, so the digit is found by repeated addition.
            let mut digit = 0u8;
            let mut next = 0u128;
            for _ in 0..10 {
                let room = all - next;
                if rest >= room {
                    digit += 1;
                    next = rest - room;
                } else {
                    next += rest;
                }
            }
            text.push(char::from(b'0' + digit));
            rest = next;
        }
        text
    }
}

impl PartialOrd for Fraction {
    /// Compares exactly; any two fractions can be compared.
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    /// Compares exactly, without overflow whatever the numbers.
    fn cmp(&self, other: &Fraction) -> Ordering {
        // Compares the integer parts, then the reciprocals of the remainders, so that no product can
        // overflow.
        let (whole, rest) =
            (self.numerator.div_euclid(self.denominator), self.numerator.rem_euclid(self.denominator));
        let (other_whole, other_rest) =
            (other.numerator.div_euclid(other.denominator), other.numerator.rem_euclid(other.denominator));
        whole.cmp(&other_whole).then_with(|| match (rest, other_rest) {
            (0, 0) => Ordering::Equal,
            (0, _) => Ordering::Less,
            (_, 0) => Ordering::Greater,
            (rest, other_rest) => Fraction { numerator: other.denominator, denominator: other_rest }
                .cmp(&Fraction { numerator: self.denominator, denominator: rest }),
        })
    }
}

/// The greatest common divisor, for fractions and units in lowest terms; 1 if both are 0, so that it can
/// always be divided by.
pub(crate) fn greatest_common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 {
        a.max(1)
    } else if a.is_multiple_of(b) {
        b
    } else {
        greatest_common_divisor(b, a % b)
    }
}

/// The number of ways to choose `k` of `n`; 0 if `k` is more than `n`. Exact for numbers of cards.
pub(crate) const fn choose(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    let mut ways = 1;
    let mut step = 0;
    while step < k {
        ways = ways * (n - step) / (step + 1);
        step += 1;
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_cut_off_and_compared_exactly() {
        assert_eq!(Fraction::new(2, 3).to_decimal(5), "0.66666");
        assert_eq!(Fraction::new(-7, 2).to_decimal(3), "-3.500");
        assert_eq!(Fraction::new(0, 5).to_decimal(2), "0.00");
        assert_eq!(Fraction::new(5, 1).to_decimal(0), "5");
        // A denominator that would overflow when multiplied by ten.
        let large = i128::MAX;
        assert_eq!(Fraction::new(large - 1, large).to_decimal(3), "0.999");
        assert!(Fraction::new(large - 1, large) > Fraction::new(large - 2, large - 1));
        assert!(Fraction::new(-1, 2) < Fraction::new(-1, 3));
        assert!(Fraction::new(1, 3) < Fraction::new(1, 2));
        assert_eq!(Fraction::new(4, -6), Fraction::new(-2, 3));
    }
}
