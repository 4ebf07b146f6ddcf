//! The words of scripts: amounts, seats, cards, citations. Nothing here knows about lines.

use cards::{Card, HiddenCard};
use chips::Chips;
use rulebook::{Rule, readings, register};
use seating::{ParseSeatError, Seat, Seats};

use crate::error::ScriptErrorKind;
use crate::statement::ExpectedCitation;

/// The value of a word; or why the word is not valid, and what was expected.
pub(super) type ParseResult<T> = Result<T, ScriptErrorKind>;

/// Reads a whole amount of chips; commas and underscores may separate the thousands. A sign or a point is an
/// error.
pub(super) fn amount(word: &str) -> ParseResult<Chips> {
    let digits: String = word.chars().filter(|c| !matches!(c, ',' | '_')).collect();
    let whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let starts = word.starts_with(|c: char| c.is_ascii_digit());
    let count = if whole && starts { digits.parse().ok().and_then(Chips::new) } else { None };
    count.ok_or_else(|| ScriptErrorKind::NotAnAmount { word: word.to_owned() })
}

/// True for a word meant as an amount, whether or not it is a valid one: the reader then asks for a valid one
/// instead of taking the word for something else.
pub(super) fn looks_like_amount(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+')
}

/// Reads a seat as scripts write it, `3` or `S3`, from 1 to the most that a table has; the error quotes the
/// word.
pub(super) fn seat(word: &str) -> ParseResult<Seat> {
    let number = word.strip_prefix(['s', 'S']).unwrap_or(word);
    number.parse().map_err(|_| ScriptErrorKind::NotASeat(ParseSeatError { given: word.to_owned() }))
}

/// True for a word meant as a seat, whether or not a table has it: a line that begins with one is an act.
pub(super) fn looks_like_seat(word: &str) -> bool {
    let number = word.strip_prefix(['s', 'S']).unwrap_or(word);
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads a set of seats, which may have braces and commas: `{1 2 3}`; `none` and `nobody` add none. A seat
/// named twice is an error.
pub(super) fn seats(words: &[&str]) -> ParseResult<Seats> {
    let mut all = Seats::NONE;
    for word in words.iter().flat_map(|word| word.split([',', '{', '}'])).filter(|word| !word.is_empty()) {
        if matches!(word, "none" | "nobody") {
            continue;
        }
        let seat = seat(word)?;
        if all.contains(seat) {
            return Err(ScriptErrorKind::SeatTwice { seat });
        }
        all = all.with(seat);
    }
    Ok(all)
}

/// Reads chips by seat, in the order written: `1:0 2:19350`; `1-6:1000` gives each of six seats the same. A
/// seat named twice is an error.
pub(super) fn by_seat(words: &[&str]) -> ParseResult<Vec<(Seat, Chips)>> {
    let mut all: Vec<(Seat, Chips)> = Vec::new();
    for word in
        words.iter().map(|word| word.trim_end_matches(',')).filter(|word| !matches!(*word, "none" | ""))
    {
        let Some((who, much)) = word.split_once([':', '=']) else {
            return Err(ScriptErrorKind::NotASeatWithChips { word: word.to_owned() });
        };
        let chips = amount(much)?;
        let named = match who.split_once('-') {
            Some((first, last)) => {
                let (first, last) = (seat(first)?, seat(last)?);
                Seat::up_to(last.number()).filter(|seat| *seat >= first).collect()
            }
            None => vec![seat(who)?],
        };
        if named.is_empty() {
            return Err(ScriptErrorKind::EmptySeatRange { word: who.to_owned() });
        }
        for seat in named {
            if all.iter().any(|(other, _)| *other == seat) {
                return Err(ScriptErrorKind::SeatTwice { seat });
            }
            all.push((seat, chips));
        }
    }
    Ok(all)
}

/// Reads cards in the order written, together or apart: `AsAd`, `Kd7s2c 9h 2d`; `10s` is `Ts`, `??` an
/// unknown card. A known card named twice is an error; how many there may be is for the caller to check.
pub(super) fn cards(words: &[&str]) -> ParseResult<Vec<HiddenCard>> {
    let mut all = Vec::new();
    for word in words {
        let letters: Vec<char> =
            word.chars().filter(|c| !matches!(c, ',' | '|' | '[' | ']' | '(' | ')')).collect();
        let mut rest = letters.as_slice();
        while let [first, others @ ..] = rest {
            let (rank, others) = match (first, others) {
                ('1', ['0', others @ ..]) => ('T', others),
                (rank, others) => (*rank, others),
            };
            let [suit, others @ ..] = others else {
                return Err(ScriptErrorKind::NotACard { word: (*word).to_owned() });
            };
            rest = others;
            let text: String = match (rank, suit) {
                ('J' | 'j', 'o' | 'O') => "Jo".to_owned(),
                ('?', '?') => "??".to_owned(),
                (rank, suit) => [rank.to_ascii_uppercase(), suit.to_ascii_lowercase()].iter().collect(),
            };
            let card: HiddenCard = text
                .parse()
                .map_err(|_| ScriptErrorKind::NotACard { word: [rank, *suit].iter().collect() })?;
            if let Some(known) = card.known_card().filter(|_| all.contains(&card)) {
                return Err(ScriptErrorKind::CardTwice { card: known });
            }
            all.push(card);
        }
    }
    Ok(all)
}

/// Reads cards that must all be known, for a deck that is stacked or cards that an official replaces or
/// checks; `??` is an error.
pub(super) fn known_cards(words: &[&str]) -> ParseResult<Vec<Card>> {
    let known = |card: HiddenCard| card.known_card().ok_or(ScriptErrorKind::CardNotKnown);
    cards(words)?.into_iter().map(known).collect()
}

/// Reads what is expected to be cited: the name of a rule, a register id, or the number of a decided reading,
/// with or without parentheses around it. It must exist, in any book.
pub(super) fn cite(word: &str) -> ParseResult<ExpectedCitation> {
    let word = word.trim_end_matches([',', ';']);
    let name = word.to_ascii_lowercase().replace('_', "-");
    if let Some(rule) = Rule::named(&name) {
        return Ok(ExpectedCitation::Rule(rule));
    }
    let inside = word.strip_prefix('(').and_then(|word| word.strip_suffix(')'));
    for id in [Some(word), inside].into_iter().flatten() {
        if let Some(row) = register::row(id) {
            return Ok(ExpectedCitation::Row(row.id.clone()));
        }
        if let Some(reading) = readings::find(&id.to_ascii_uppercase()) {
            return Ok(ExpectedCitation::Row(reading.id.clone()));
        }
        if let Some((book, clause)) = id.split_once('-')
            && let Some(row) = register::row(&format!("{}-{clause}", book.to_ascii_uppercase()))
        {
            return Ok(ExpectedCitation::Row(row.id.clone()));
        }
    }
    if let Some(inside) = inside {
        return cite(inside);
    }
    Err(ScriptErrorKind::NotACitation { word: word.to_owned() })
}

/// Reads a list of what is expected to be cited; the first word that names nothing is the error.
pub(super) fn cites(words: &[&str]) -> ParseResult<Vec<ExpectedCitation>> {
    words.iter().map(|word| cite(word)).collect()
}
