//! One entry of `actions`, such as `p3 cbr 30`, and the numbers of the notation.

use chips::Chips;

use crate::record::{Act, CardList, MAX_PLAYERS, Place};

/// A number of the file at the scale of the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// A whole count, perhaps below zero.
    Count(i64),
    /// Not whole at this scale: so many decimals are needed.
    NeedsDecimals(u8),
    /// `inf`.
    Infinite,
}

/// The most decimals an amount may have.
pub(super) const MAX_DECIMALS: u8 = 4;

/// A TOML integer or float without an exponent, times `10^decimals`. `None` when it is neither or too large.
pub(super) fn number(text: &str, decimals: u8) -> Option<Number> {
    let (negative, digits) = match text.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        all => (false, all),
    };
    if digits == b"inf" {
        return (!negative).then_some(Number::Infinite);
    }
    let mut count: i64 = 0;
    let mut seen_digit = false;
    let mut point = false;
    let mut places: u8 = 0;
    let mut pending_zeros: u8 = 0;
    let mut last = b'_';
    for &byte in digits {
        match byte {
            b'0'..=b'9' => {
                let digit = i64::from(byte - b'0');
                seen_digit = true;
                if !point {
                    count = count.checked_mul(10)?.checked_add(digit)?;
                } else if digit == 0 {
                    pending_zeros = pending_zeros.saturating_add(1);
                } else {
                    for _ in 0..=pending_zeros {
                        count = count.checked_mul(10)?;
                    }
                    count = count.checked_add(digit)?;
                    places = places.saturating_add(pending_zeros).saturating_add(1);
                    pending_zeros = 0;
                }
            }
            b'_' if last.is_ascii_digit() => {}
            b'.' if !point && last.is_ascii_digit() => point = true,
            _ => return None,
        }
        last = byte;
    }
    if !seen_digit || !last.is_ascii_digit() {
        return None;
    }
    // TOML has no leading zeros; `007` would be a slip for something else.
    if digits.len() > 1 && digits[0] == b'0' && digits[1] != b'.' {
        return None;
    }
    if places > decimals {
        return Some(Number::NeedsDecimals(places));
    }
    for _ in places..decimals {
        count = count.checked_mul(10)?;
    }
    if count > Chips::MAX.get() as i64 {
        return None;
    }
    Some(Number::Count(if negative { -count } else { count }))
}

/// What one entry of `actions` came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry<'t> {
    /// An act, perhaps with words after a `#`.
    Act(Act, Option<&'t str>),
    /// Cards a player shows as they were dealt (`sm -`).
    ShowAsDealt(Place, Option<&'t str>),
    /// Nothing but words, or nothing.
    Words(Option<&'t str>),
    /// An amount with more decimals than the scale of the hand.
    NeedsDecimals(u8),
}

/// Reads one entry; the error says what is wrong with it.
pub(super) fn entry(text: &str, decimals: u8) -> Result<Entry<'_>, String> {
    match usual(text) {
        Some(act) => Ok(Entry::Act(act, None)),
        None => any_entry(text, decimals),
    }
}

/// The entries that make up nearly all of every file, in their usual spelling; `None` for anything else.
fn usual(text: &str) -> Option<Act> {
    let bytes = text.as_bytes();
    let (actor, rest) = match bytes {
        [b'd', b' ', b'd', b'h', b' ', b'p', digit @ b'1'..=b'9', b' ', ..] => {
            return Some(Act::Hole(Place::new(digit - b'0')?, CardList::run_together(&text[8..]).ok()?));
        }
        [b'd', b' ', b'd', b'b', b' ', ..] => {
            return CardList::run_together(&text[5..]).ok().filter(|cards| !cards.is_empty()).map(Act::Board);
        }
        [b'p', digit @ b'1'..=b'9', b' ', rest @ ..] => (Place::new(digit - b'0')?, rest),
        _ => return None,
    };
    match rest {
        b"f" => Some(Act::Fold(actor)),
        b"cc" => Some(Act::CheckOrCall(actor, None)),
        [b's', b'm', b' ', _, _, ..] => {
            CardList::run_together(&text[6..]).ok().map(|cards| Act::Show(actor, cards))
        }
        _ => None,
    }
}

fn any_entry(text: &str, decimals: u8) -> Result<Entry<'_>, String> {
    // Words come only after a `#` that begins a word, so a plain search is exact enough and fast.
    let (text_of_act, words) = match text.bytes().position(|byte| byte == b'#') {
        Some(at) => (&text[..at], Some(text[at + 1..].trim())),
        None => (text, None),
    };
    let mut parts = text_of_act.split_ascii_whitespace();
    let Some(actor) = parts.next() else { return Ok(Entry::Words(words)) };
    let Some(verb) = parts.next() else {
        return Err(format!(
            "`{text}` names no act: write an actor, an act and what it needs, as in `p3 cbr 30`"
        ));
    };
    let first = parts.next();
    let second = parts.next();
    if parts.next().is_some() {
        return Err(format!("`{text}` has more words than any act takes"));
    }
    let cards = |given: Option<&str>| -> Result<CardList, String> {
        let Some(given) = given else { return Err(format!("`{text}` names no cards")) };
        CardList::run_together(given).map_err(|_| {
            format!("`{text}` has cards that are none: write up to eight as in `AsTd`, `??` for unknown")
        })
    };
    let nothing_more = |given: Option<&str>| match given {
        None => Ok(()),
        Some(given) => Err(format!("`{text}` has `{given}` too many")),
    };
    let act = if actor == "d" {
        match verb {
            "dh" => {
                let of = first.ok_or_else(|| format!("`{text}` does not say whom the cards are for"))?;
                let place = place(of).ok_or_else(|| no_player(text, of))?;
                Act::Hole(place, cards(second)?)
            }
            "db" => {
                nothing_more(second)?;
                Act::Board(cards(first)?)
            }
            _ => {
                return Err(format!(
                    "`{text}` is no act of the dealer: `d dh pN CARDS` and `d db CARDS` are"
                ));
            }
        }
    } else {
        let place = place(actor).ok_or_else(|| no_player(text, actor))?;
        nothing_more(second)?;
        match verb {
            "f" => {
                nothing_more(first)?;
                Act::Fold(place)
            }
            "cc" => {
                nothing_more(first)?;
                Act::CheckOrCall(place, None)
            }
            "cbr" => {
                let given = first.ok_or_else(|| format!("`{text}` has no amount"))?;
                match number(given, decimals) {
                    Some(Number::Count(count)) if count > 0 => match Chips::new(count as u64) {
                        Some(to) => Act::To(place, to),
                        None => return Err(no_amount(text, given)),
                    },
                    Some(Number::NeedsDecimals(places)) => return Ok(Entry::NeedsDecimals(places)),
                    Some(Number::Count(_) | Number::Infinite) | None => return Err(no_amount(text, given)),
                }
            }
            "pb" => {
                nothing_more(first)?;
                Act::BringIn(place)
            }
            "sd" => Act::Draw(place, if first.is_some() { cards(first)? } else { CardList::NONE }),
            "sm" => match first {
                None => Act::Muck(place),
                Some("-") => return Ok(Entry::ShowAsDealt(place, words)),
                Some(_) => Act::Show(place, cards(first)?),
            },
            _ => {
                return Err(format!(
                    "`{text}` is no act of a player: `f`, `cc`, `cbr AMOUNT`, `pb`, `sd` and `sm` are"
                ));
            }
        }
    };
    Ok(Entry::Act(act, words))
}

fn no_player(text: &str, given: &str) -> String {
    format!("`{text}` has `{given}` where a player is needed: p1 to p{MAX_PLAYERS}, or d for the dealer")
}

fn no_amount(text: &str, given: &str) -> String {
    format!("`{text}` has `{given}` where an amount above zero is needed")
}

fn place(text: &str) -> Option<Place> {
    match text.as_bytes() {
        [b'p', one @ b'1'..=b'9'] => Place::new(one - b'0'),
        [b'p', ten @ b'1'..=b'9', one @ b'0'..=b'9'] => Place::new((ten - b'0') * 10 + (one - b'0')),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_at_the_scale_of_the_hand() {
        assert_eq!(number("1_000", 0), Some(Number::Count(1000)));
        assert_eq!(number("-50", 0), Some(Number::Count(-50)));
        assert_eq!(number("678473.5", 0), Some(Number::NeedsDecimals(1)));
        assert_eq!(number("1259450.25", 2), Some(Number::Count(125_945_025)));
        assert_eq!(number("100.0", 0), Some(Number::Count(100)));
        assert_eq!(number("0.050", 2), Some(Number::Count(5)));
        assert_eq!(number("inf", 0), Some(Number::Infinite));
        for text in [
            "",
            "-",
            "1e3",
            "0x10",
            "1__0",
            "_1",
            "1_",
            ".5",
            "5.",
            "1.2.3",
            "007",
            "-inf",
            "nan",
            "9007199254740992",
        ] {
            assert_eq!(number(text, 0), None, "{text}");
        }
    }

    #[test]
    fn entries_are_acts_or_words() {
        let p3 = Place::new(3).expect("three");
        assert_eq!(entry("p3 cbr 30", 0), Ok(Entry::Act(Act::To(p3, Chips::new(30).expect("small")), None)));
        assert_eq!(entry("p3  cc  # slowly", 0), Ok(Entry::Act(Act::CheckOrCall(p3, None), Some("slowly"))));
        assert_eq!(entry("", 0), Ok(Entry::Words(None)));
        assert_eq!(entry("# rain delay", 0), Ok(Entry::Words(Some("rain delay"))));
        assert_eq!(entry("p3 sm", 0), Ok(Entry::Act(Act::Muck(p3), None)));
        for text in [
            "p3",
            "p0 f",
            "p23 f",
            "q3 f",
            "p3 fold",
            "p3 cbr",
            "p3 cbr 0",
            "p3 cbr -5",
            "p3 f f",
            "d dh p1",
            "d db",
            "d db 1s",
            "p3 sm AsA",
            "p3 cbr 30 40",
        ] {
            assert!(entry(text, 0).is_err(), "{text}");
        }
    }
}
