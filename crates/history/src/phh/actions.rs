//! Parses one entry of `actions`, such as `p3 cbr 30`, and the numbers of the notation.

use chips::Chips;

use super::error::{ActionError, ActionProblem};
use crate::record::{CardList, PlayerNumber, RecordedAct};

/// A number of the file, at the scale of the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    /// A whole number, possibly negative.
    Count(i64),
    /// Not whole at this scale: this many decimals are needed.
    NeedsDecimals(u8),
    /// `inf`.
    Infinite,
}

/// The most decimals an amount may have.
pub(super) const MAX_DECIMALS: u8 = 4;

/// Parses a number of the notation, a TOML integer or float without an exponent, as a whole count of
/// `10^-decimals` units, exactly: one with more decimals says how many it needs, so that the hand is read again at that
/// scale. `inf` is a number too. `None` for anything else and above the largest amount.
pub(super) fn parse_number(text: &str, decimals: u8) -> Option<Number> {
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
    // TOML has no leading zeros; `007` is probably a typo.
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

/// The meaning of one entry of `actions`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ActionEntry<'t> {
    /// An act, and the remark after a `#`, if any.
    Act(RecordedAct, Option<&'t str>),
    /// A player shows the cards as dealt (`sm -`), with a remark, if any.
    ShowAsDealt(PlayerNumber, Option<&'t str>),
    /// Only a remark, or nothing at all.
    Words(Option<&'t str>),
    /// An amount with more decimals than the scale of the hand has.
    NeedsDecimals(u8),
}

/// Parses one entry of `actions`, with amounts at a scale of `decimals`; the error quotes the entry and says
/// what is wrong with it.
pub(super) fn parse_entry(text: &str, decimals: u8) -> Result<ActionEntry<'_>, ActionError> {
    match parse_common_entry(text) {
        Some(act) => Ok(ActionEntry::Act(act, None)),
        None => {
            parse_any_entry(text, decimals).map_err(|problem| ActionError { text: text.to_owned(), problem })
        }
    }
}

/// Parses the entries that nearly every file consists of, in their usual spelling; `None` for anything else,
/// which the full parser then reads. For speed alone: the results must be those of `parse_any_entry`.
fn parse_common_entry(text: &str) -> Option<RecordedAct> {
    let bytes = text.as_bytes();
    let (actor, rest) = match bytes {
        [b'd', b' ', b'd', b'h', b' ', b'p', digit @ b'1'..=b'9', b' ', ..] => {
            return Some(RecordedAct::Hole(
                PlayerNumber::new(digit - b'0')?,
                CardList::parse(&text[8..]).ok()?,
            ));
        }
        [b'd', b' ', b'd', b'b', b' ', ..] => {
            return CardList::parse(&text[5..])
                .ok()
                .filter(|cards| !cards.is_empty())
                .map(RecordedAct::Board);
        }
        [b'p', digit @ b'1'..=b'9', b' ', rest @ ..] => (PlayerNumber::new(digit - b'0')?, rest),
        _ => return None,
    };
    match rest {
        b"f" => Some(RecordedAct::Fold(actor)),
        b"cc" => Some(RecordedAct::CheckOrCall(actor, None)),
        [b's', b'm', b' ', _, _, ..] => {
            CardList::parse(&text[6..]).ok().map(|cards| RecordedAct::Show(actor, cards))
        }
        _ => None,
    }
}

/// Parses any entry, with its remark; the error says what is wrong with it. Whatever PHH 0.0.2 allows in
/// `actions` is read here.
fn parse_any_entry(text: &str, decimals: u8) -> Result<ActionEntry<'_>, ActionProblem> {
    // A remark only comes after a `#` that begins a word, so a plain search is exact enough, and fast.
    let (text_of_act, words) = match text.bytes().position(|byte| byte == b'#') {
        Some(at) => (&text[..at], Some(text[at + 1..].trim())),
        None => (text, None),
    };
    let mut parts = text_of_act.split_ascii_whitespace();
    let Some(actor) = parts.next() else { return Ok(ActionEntry::Words(words)) };
    let Some(verb) = parts.next() else {
        return Err(ActionProblem::NoAct);
    };
    let first = parts.next();
    let second = parts.next();
    if parts.next().is_some() {
        return Err(ActionProblem::TooManyWords);
    }
    let cards = |given: Option<&str>| -> Result<CardList, ActionProblem> {
        let given = given.ok_or(ActionProblem::NoCards)?;
        CardList::parse(given).map_err(ActionProblem::BadCards)
    };
    let nothing_more = |given: Option<&str>| match given {
        None => Ok(()),
        Some(word) => Err(ActionProblem::ExtraWord { word: word.to_owned() }),
    };
    let act = if actor == "d" {
        match verb {
            "dh" => {
                let of = first.ok_or(ActionProblem::NoPlayer)?;
                RecordedAct::Hole(known_player(of)?, cards(second)?)
            }
            "db" => {
                nothing_more(second)?;
                RecordedAct::Board(cards(first)?)
            }
            _ => return Err(ActionProblem::UnknownDealerAct),
        }
    } else {
        let place = known_player(actor)?;
        nothing_more(second)?;
        match verb {
            "f" => {
                nothing_more(first)?;
                RecordedAct::Fold(place)
            }
            "cc" => {
                nothing_more(first)?;
                RecordedAct::CheckOrCall(place, None)
            }
            "cbr" => {
                let given = first.ok_or(ActionProblem::NoAmount)?;
                let bad = || ActionProblem::BadAmount { word: given.to_owned() };
                match parse_number(given, decimals) {
                    Some(Number::Count(count)) if count > 0 => {
                        RecordedAct::To(place, Chips::new(count as u64).ok_or_else(bad)?)
                    }
                    Some(Number::NeedsDecimals(places)) => return Ok(ActionEntry::NeedsDecimals(places)),
                    Some(Number::Count(_) | Number::Infinite) | None => return Err(bad()),
                }
            }
            "pb" => {
                nothing_more(first)?;
                RecordedAct::BringIn(place)
            }
            "sd" => RecordedAct::Draw(place, if first.is_some() { cards(first)? } else { CardList::EMPTY }),
            "sm" => match first {
                None => RecordedAct::Muck(place),
                Some("-") => return Ok(ActionEntry::ShowAsDealt(place, words)),
                Some(_) => RecordedAct::Show(place, cards(first)?),
            },
            _ => return Err(ActionProblem::UnknownPlayerAct),
        }
    };
    Ok(ActionEntry::Act(act, words))
}

/// The player that a word of an entry names, or the error that it names none; whether the hand has such a
/// player is checked at its end.
fn known_player(word: &str) -> Result<PlayerNumber, ActionProblem> {
    parse_player_number(word).ok_or_else(|| ActionProblem::UnknownPlayer { word: word.to_owned() })
}

/// The player in PHH's spelling, `p1` to `p22`, without leading zeros; `None` for anything else.
fn parse_player_number(text: &str) -> Option<PlayerNumber> {
    match text.as_bytes() {
        [b'p', one @ b'1'..=b'9'] => PlayerNumber::new(one - b'0'),
        [b'p', ten @ b'1'..=b'9', one @ b'0'..=b'9'] => PlayerNumber::new((ten - b'0') * 10 + (one - b'0')),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_at_the_scale_of_the_hand() {
        assert_eq!(parse_number("1_000", 0), Some(Number::Count(1000)));
        assert_eq!(parse_number("-50", 0), Some(Number::Count(-50)));
        assert_eq!(parse_number("678473.5", 0), Some(Number::NeedsDecimals(1)));
        assert_eq!(parse_number("1259450.25", 2), Some(Number::Count(125_945_025)));
        assert_eq!(parse_number("100.0", 0), Some(Number::Count(100)));
        assert_eq!(parse_number("0.050", 2), Some(Number::Count(5)));
        assert_eq!(parse_number("inf", 0), Some(Number::Infinite));
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
            assert_eq!(parse_number(text, 0), None, "{text}");
        }
    }

    #[test]
    fn entries_are_acts_or_words() {
        let p3 = PlayerNumber::new(3).expect("three");
        assert_eq!(
            parse_entry("p3 cbr 30", 0),
            Ok(ActionEntry::Act(RecordedAct::To(p3, Chips::new(30).expect("small")), None))
        );
        assert_eq!(
            parse_entry("p3  cc  # slowly", 0),
            Ok(ActionEntry::Act(RecordedAct::CheckOrCall(p3, None), Some("slowly")))
        );
        assert_eq!(parse_entry("", 0), Ok(ActionEntry::Words(None)));
        assert_eq!(parse_entry("# rain delay", 0), Ok(ActionEntry::Words(Some("rain delay"))));
        assert_eq!(parse_entry("p3 sm", 0), Ok(ActionEntry::Act(RecordedAct::Muck(p3), None)));
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
            assert!(parse_entry(text, 0).is_err(), "{text}");
        }
    }
}
