//! Addition, subtraction, shares and multiples.

use std::num::NonZeroU8;

use chips::{Cents, Chips};

fn chips(count: u64) -> Chips {
    Chips::new(count).expect("an amount")
}

#[test]
fn shares_and_what_is_left_over_make_the_whole_again() {
    for count in 0..200 {
        for ways in 1..=10u8 {
            let of = NonZeroU8::new(ways).expect("players");
            let (share, rest) = chips(count).split(of);
            assert_eq!(share.get() * u64::from(ways) + rest.get(), count);
            assert!(rest.get() < u64::from(ways), "{count} between {ways}");
            for unit in 1..8 {
                let (share, rest) = chips(count).split_in(chips(unit), of);
                assert_eq!(share.get() * u64::from(ways) + rest.get(), count);
                assert_eq!(share.get() % unit, 0, "a share of {count} in chips of {unit}");
                // One more chip for each player would be more than there is.
                assert!((share.get() + unit) * u64::from(ways) > count, "{count} between {ways} in {unit}");
            }
        }
    }
}

#[test]
fn multiples_of_a_chip_lie_on_both_sides_of_an_amount() {
    for count in 0..100 {
        for unit in 1..12 {
            let (below, above) = (chips(count).floor_to(chips(unit)), chips(count).ceil_to(chips(unit)));
            assert!(below <= chips(count) && chips(count) <= above);
            assert!(below.get() % unit == 0 && above.get() % unit == 0);
            assert!(
                above.get() - below.get() < unit
                    || above.get() - below.get() == unit && below != chips(count)
            );
        }
        // With a unit of zero the amount stays as it is.
        assert_eq!(chips(count).floor_to(Chips::ZERO), chips(count));
        assert_eq!(chips(count).ceil_to(Chips::ZERO), chips(count));
    }
}

#[test]
fn what_is_taken_and_what_is_left_make_the_whole_again() {
    for count in 0..40 {
        for taken in 0..40 {
            let left = chips(count).less(chips(taken));
            assert_eq!(left, count.checked_sub(taken).and_then(Chips::new));
            assert_eq!(chips(count).above(chips(taken)), left.unwrap_or(Chips::ZERO));
            if let Some(left) = left {
                assert_eq!(left + chips(taken), chips(count));
            }
        }
    }
}

#[test]
fn an_amount_above_the_largest_is_none() {
    let largest = (1u64 << 53) - 1;
    assert_eq!(Chips::new(largest), Some(Chips::MAX));
    assert_eq!(Chips::new(largest + 1), None);
    assert_eq!(Cents::new(u64::MAX), None);
    assert_eq!(chips(1 << 52).times(2), None);
    assert_eq!(chips(1 << 51).times(2), Some(chips(1 << 52)));
    assert_eq!(Chips::MAX.times(u64::MAX), None);
    assert_eq!(Chips::MAX.times(0), Some(Chips::ZERO));
}

#[test]
fn amounts_are_read_as_they_are_written() {
    for count in [0, 1, 9, 10, 650, 20_000, (1 << 53) - 1] {
        assert_eq!(chips(count).to_string().parse(), Ok(chips(count)));
        assert_eq!(count.to_string().parse(), Cents::new(count).ok_or_else(|| panic!("an amount")));
    }
    let refused = "12.50".parse::<Cents>().expect_err("not a whole number");
    assert_eq!(
        refused.to_string(),
        "`12.50` is not an amount: expected a whole number from 0 to 9007199254740991"
    );
}

#[test]
fn sums_are_those_of_the_numbers() {
    let sum: Chips = (0..=100).map(chips).sum();
    assert_eq!(sum, chips(5050));
    let mut running = Cents::ZERO;
    running += Cents::new(7).expect("an amount");
    assert!(!running.is_zero());
    assert_eq!(running.get(), 7);
}
