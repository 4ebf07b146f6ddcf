//! Whole numbers of any size, as far as exact prizes need them.

use std::cmp::Ordering;

/// Digits of 32 bits, least significant first, without trailing zeros.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BigUint(Vec<u32>);

impl BigUint {
    /// Zero, which has no digits: the start of a sum.
    pub(crate) fn zero() -> BigUint {
        BigUint(Vec::new())
    }

    /// One: the start of a power.
    pub(crate) fn one() -> BigUint {
        BigUint(vec![1])
    }

    /// A number from digits of 32 bits, least significant first. It drops zeros at the most significant end;
    /// equality and order rely on that.
    fn trimmed(mut digits: Vec<u32>) -> BigUint {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        BigUint(digits)
    }

    /// The exact sum; it grows as needed and never overflows.
    pub(crate) fn plus(&self, other: &BigUint) -> BigUint {
        let mut digits = Vec::with_capacity(self.0.len().max(other.0.len()) + 1);
        let mut carry = 0u64;
        for at in 0..self.0.len().max(other.0.len()) {
            let digit = |of: &BigUint| u64::from(of.0.get(at).copied().unwrap_or(0));
            carry += digit(self) + digit(other);
            digits.push(carry as u32);
            carry >>= 32;
        }
        digits.push(carry as u32);
        BigUint::trimmed(digits)
    }

    /// The exact product with a factor of 64 bits; it grows as needed and never overflows.
    pub(crate) fn times(&self, factor: u64) -> BigUint {
        let mut digits = Vec::with_capacity(self.0.len() + 2);
        let mut carry = 0u128;
        for digit in &self.0 {
            carry += u128::from(*digit) * u128::from(factor);
            digits.push(carry as u32);
            carry >>= 32;
        }
        while carry > 0 {
            digits.push(carry as u32);
            carry >>= 32;
        }
        BigUint::trimmed(digits)
    }

    /// The quotient by a divisor that is not zero, rounded down; callers only divide what is divisible, so that
    /// nothing is lost.
    pub(crate) fn divided_by_small(&self, divisor: u32) -> BigUint {
        let mut digits = self.0.clone();
        let mut rest = 0u64;
        for digit in digits.iter_mut().rev() {
            let part = (rest << 32) | u64::from(*digit);
            *digit = (part / u64::from(divisor)) as u32;
            rest = part % u64::from(divisor);
        }
        BigUint::trimmed(digits)
    }

    /// How many whole times `divisor` goes into this, given that the answer is at most `most`; searched by
    /// halving. The prize formula rounds down to whole cents by it.
    pub(crate) fn whole_quotient(&self, divisor: &BigUint, most: u64) -> u64 {
        let (mut low, mut high) = (0, most);
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if divisor.times(middle).cmp(self) == Ordering::Greater {
                high = middle - 1;
            } else {
                low = middle;
            }
        }
        low
    }

    /// The order by size. It compares the number of digits first, so both numbers have to be trimmed.
    fn cmp(&self, other: &BigUint) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_grow_and_come_back() {
        let power = (0..40).fold(BigUint::one(), |power, _| power.times(1_000_000_007));
        let back = (0..40).fold(power.clone(), |power, _| power.divided_by_small(1_000_000_007));
        assert_eq!(back, BigUint::one());
        assert_eq!(power.times(12_345).plus(&BigUint::one()).whole_quotient(&power, u64::MAX), 12_345);
        assert_eq!(BigUint::zero().times(5), BigUint::zero());
    }
}
