//! What the dealer does with the deck, and what officials do about cards, the clock or the hand: `shuffle`,
//! `cut`, `clock`, `void`, `replace`, `check`.

use table::VoidReason;

use super::acts::take_actor;
use super::words::{ParseResult, known_cards, seat};
use crate::error::ScriptErrorKind;
use crate::statement::{DealerAct, ExpectedOutcome, Statement};

/// True for the first word of a line that `deck_line` reads, given in lower case. The two lists of words must
/// agree.
pub(super) fn begins_deck_line(word: &str) -> bool {
    matches!(word, "shuffle" | "cut" | "void" | "replace" | "check" | "clock")
}

/// Reads an act with the deck, the clock or the hand, and `by` whom; `first` is its first word, `expect` what
/// stands after `=>`.
pub(super) fn deck_line(
    first: &str,
    rest: &[&str],
    expect: Option<ExpectedOutcome>,
) -> ParseResult<Statement> {
    let lower: Vec<String> = rest.iter().map(|word| word.to_ascii_lowercase()).collect();
    let mut words: Vec<&str> = lower.iter().map(String::as_str).collect();
    let by = take_actor(&mut words)?;
    let act = deck_act(first, &words, &rest[..words.len()])?;
    Ok(Statement::Dealer { act, by, expect })
}

/// Reads what is done with the deck, the clock or the hand, without the actor; `words` are in lower case,
/// `written` the same words as in the script, for cards and reasons.
fn deck_act(first: &str, words: &[&str], written: &[&str]) -> ParseResult<DealerAct> {
    let number =
        |word: &str| word.parse::<u8>().map_err(|_| ScriptErrorKind::NotADeckCount { word: word.to_owned() });
    match (first, words) {
        ("shuffle", []) => Ok(DealerAct::Shuffle(None)),
        ("shuffle", [cards]) | ("shuffle", [cards, "cards"]) => Ok(DealerAct::Shuffle(Some(number(cards)?))),
        ("cut", ["after", card]) | ("cut", ["after", "card", card]) => Ok(DealerAct::Cut(number(card)?)),
        ("clock", ["on", who]) => Ok(DealerAct::Clock(seat(who)?)),
        ("void", reason) => {
            let words = reason.join(" ");
            let found = VoidReason::ALL.into_iter().find(|reason| reason.word() == words);
            found.map(DealerAct::Void).ok_or(ScriptErrorKind::NotAVoidReason { words })
        }
        ("replace", _) => {
            let at = words.iter().position(|word| *word == "for").unwrap_or(words.len());
            let reason = written.get(at + 1..).unwrap_or_default().join(" ");
            Ok(DealerAct::Replace(known_cards(&written[..at])?, reason))
        }
        ("check", [.., "count", count]) => {
            let cards = known_cards(&written[..words.len() - 2])?;
            Ok(DealerAct::Check(cards, Some(number(count)?)))
        }
        ("check", _) => Ok(DealerAct::Check(known_cards(written)?, None)),
        _ => Err(ScriptErrorKind::UnknownDeckAct),
    }
}
