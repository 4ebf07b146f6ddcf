//! Amounts as PokerStars writes them: `$5.50`, `€0.02`, `1500`, `1,500`.

/// An amount in hundredths, with the currency of the sign it carried, if any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Amount {
    pub hundredths: u64,
    pub sign: Option<&'static str>,
}

/// Currency signs as they occur, with their currency; some as they look in old logs saved in the wrong code
/// page.
const SIGNS: [(&str, &str); 10] = [
    ("$", "USD"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("â‚¬", "EUR"),
    ("Â£", "GBP"),
    ("¥", "CNY"),
    ("￥", "CNY"),
    ("₹", "INR"),
    ("\u{80}", "EUR"),
    ("₽", "RUB"),
];

/// The amount at the start of a text, and the rest of the text; `None` without one, and for a fraction of a
/// cent. A full stop or comma after the digits is left in the rest.
pub(super) fn parse_leading_amount(text: &str) -> Option<(Amount, &str)> {
    let (sign, digits) = SIGNS
        .iter()
        .find_map(|(sign, currency)| text.strip_prefix(sign).map(|rest| (Some(*currency), rest)))
        .unwrap_or((None, text));
    let bytes = digits.as_bytes();
    let mut whole: u64 = 0;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'0'..=b'9' => whole = whole.checked_mul(10)?.checked_add(u64::from(byte - b'0'))?,
            // A comma separates thousands; followed by anything else, it ends the amount.
            b',' if at > 0
                && bytes.get(at + 1..at + 4).is_some_and(|three| three.iter().all(u8::is_ascii_digit))
                && !bytes.get(at + 4).is_some_and(u8::is_ascii_digit) => {}
            _ => break,
        }
        at += 1;
    }
    if at == 0 {
        return None;
    }
    let mut hundredths = whole.checked_mul(100)?;
    if bytes.get(at) == Some(&b'.') && bytes.get(at + 1).is_some_and(u8::is_ascii_digit) {
        let tenth = u64::from(bytes[at + 1] - b'0') * 10;
        at += 2;
        let hundredth = match bytes.get(at) {
            Some(digit @ b'0'..=b'9') => {
                at += 1;
                u64::from(digit - b'0')
            }
            _ => 0,
        };
        // A third decimal would be a fraction of a cent.
        if bytes.get(at).is_some_and(u8::is_ascii_digit) {
            return None;
        }
        hundredths = hundredths.checked_add(tenth + hundredth)?;
    }
    Some((Amount { hundredths, sign }, &digits[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_of_all_styles_are_read() {
        let of =
            |text| parse_leading_amount(text).map(|(amount, rest)| (amount.hundredths, amount.sign, rest));
        assert_eq!(of("$5.50 and"), Some((550, Some("USD"), " and")));
        assert_eq!(of("€0.02"), Some((2, Some("EUR"), "")));
        assert_eq!(of("£1,234.5 x"), Some((123_450, Some("GBP"), " x")));
        assert_eq!(of("1500, then"), Some((150_000, None, ", then")));
        assert_eq!(of("1,500,000"), Some((150_000_000, None, "")));
        assert_eq!(of("$9.76. |"), Some((976, Some("USD"), ". |")));
        assert_eq!(of("5.123"), None);
        assert_eq!(of("$"), None);
        assert_eq!(of("99999999999999999999"), None);
    }
}
