//! How large the amounts of a table can be, under any book.

use rulebook::{Book, BookSetting, MAX_CHOSEN_CHIPS};

/// A billion chips is the most for any blind, ante, bet or buy-in: that much for ten seats at each of 20,000
/// tables makes 2 * 10^14, and an account counts up to 2^53 - 1, which is 9 * 10^15.
#[test]
fn no_amount_of_chips_is_beyond_what_a_room_can_pay_out() {
    let (most, past) = ("1000000000", "1000000001");
    assert_eq!(MAX_CHOSEN_CHIPS.to_string(), most);
    const { assert!(MAX_CHOSEN_CHIPS * 10 * 20_000 <= 9_007_199_254_740_991 / 40) };
    for book in ["standard", "practice", "canberra-holdem-2018", "dunedin-17.7"] {
        let book = Book::named(book).expect("a book");
        for (name, of) in [
            ("blinds", "1 N"),
            ("blinds", "N N"),
            ("min_buy_in", "N"),
            ("max_buy_in", "N"),
            ("min_bet", "N"),
            ("ante", "N"),
            ("smallest_chip", "N"),
            ("over_blind_level", "N"),
            ("bomb_pot", "N"),
            ("kill_chips", "N"),
            ("limits_per_betting_round", "N N N N"),
            ("limits_per_betting_round", "1-N 1-N 1-N 1-N"),
        ] {
            let too_high = |value: &str| {
                let chosen = [(name, of.replace('N', value))];
                let problems = book.determine(&[(name, chosen[0].1.as_str())]).err().unwrap_or_default();
                let found =
                    problems.iter().find(|problem| problem.setting == name && problem.reason == "too_high");
                found.map(|problem| (problem.values.clone(), problem.expected.clone()))
            };
            assert_eq!(too_high(most), None, "{name}");
            if matches!(book.setting(name), Some(BookSetting::Operator { .. })) {
                for past in [past, "9007199254740991", "9007199254740992", "99999999999999999999999"] {
                    let (numbers, expected) = too_high(past).unwrap_or_else(|| panic!("{name} of {past}"));
                    assert_eq!(numbers, [("at_most", 1_000_000_000_u64.into())], "{name}");
                    assert_eq!(expected, "1000000000 chips or less", "{name}");
                }
            }
        }
    }
}

/// A book file with a larger amount is refused; the error names the line and what can be chosen.
#[test]
fn an_amount_that_a_book_file_names_is_bounded_too() {
    let standard = include_str!("../../data/books/standard.toml");
    let offered = r#"min_buy_in = { default = 40, choices = ["any"] }"#;
    let largest = r#"max_buy_in = { default = 200, choices = ["none", "any"], bound = "from_min_buy_in" }"#;
    let unbounded =
        r#"max_buy_in = { default = "none", choices = ["none", "any"], bound = "from_min_buy_in" }"#;
    assert!(standard.contains(offered) && standard.contains(largest));
    let line = standard.lines().position(|line| line == offered).expect("there") + 1;
    let fixed_at = |amount: &str| {
        // The largest buy-in is changed along with it.
        let text = standard.replace(offered, &format!("min_buy_in = {amount}")).replace(largest, unbounded);
        Book::read(&text)
    };
    let book = fixed_at("1000000000").expect("as much as a room pays out");
    assert!(book.determine(&[]).is_ok());
    let problems = fixed_at("1000000001").expect_err("more than a room pays out");
    let high = problems.iter().find(|problem| problem.setting == "min_buy_in").expect("it is named");
    assert_eq!(high.line, Some(line));
    assert_eq!(
        (high.reason, high.values.as_slice()),
        ("too_high", [("at_most", 1_000_000_000_u64.into())].as_slice())
    );
}
