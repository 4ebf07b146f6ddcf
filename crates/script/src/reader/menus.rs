//! Reads menus in the form that scripts use.

use super::words::{ParseResult, amount, seat};
use crate::error::{ScriptErrorKind, needs_as_in};
use crate::statement::{AmountRange, Expectation, MenuItem, MenuMatch, Statement};

/// Reads an expectation of what a seat may do, the words after `menu`: `3 fold | call 500 | raise to
/// 1500..20000`, or with `has` or `lacks` single acts.
pub(super) fn menu(words: &[&str]) -> ParseResult<Statement> {
    let [who, rest @ ..] = words else {
        return Err(needs_as_in("menu", "a seat and its acts", "menu 3 fold | call 500"));
    };
    let seat = seat(who.trim_end_matches(':'))?;
    let (how, rest) = match rest {
        [word, rest @ ..] if matches!(*word, "has" | "offers" | "includes") => (MenuMatch::Has, rest),
        [word, rest @ ..] if matches!(*word, "lacks" | "excludes" | "without") => (MenuMatch::Lacks, rest),
        rest => (MenuMatch::Exactly, rest),
    };
    let text = rest.join(" ").to_ascii_lowercase();
    let items = text.split(['|', ',']).map(menu_item).collect::<ParseResult<Vec<MenuItem>>>()?;
    Ok(Statement::Expect(Expectation::Menu { seat, how, items }))
}

/// Reads one act of a menu, in lower case. Amounts of bets and raises are totals, those of calls what is
/// added; an act without an amount fits any.
fn menu_item(text: &str) -> ParseResult<MenuItem> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let range = |words: &[&str]| -> ParseResult<Option<AmountRange>> {
        let words = words.strip_prefix(&["to"]).unwrap_or(words);
        match words {
            [] => Ok(None),
            [least, "or", "more"] => Ok(Some(AmountRange { least: amount(least)?, most: None })),
            [least, "to", most] => Ok(Some(AmountRange { least: amount(least)?, most: Some(amount(most)?) })),
            [both] => match both.split_once("..").or_else(|| both.split_once('-')) {
                Some((least, "")) => Ok(Some(AmountRange { least: amount(least)?, most: None })),
                Some((least, most)) => {
                    Ok(Some(AmountRange { least: amount(least)?, most: Some(amount(most)?) }))
                }
                None => {
                    let only = amount(both)?;
                    Ok(Some(AmountRange { least: only, most: Some(only) }))
                }
            },
            _ => Err(ScriptErrorKind::NotARange { words: words.join(" ") }),
        }
    };
    match words.as_slice() {
        ["fold"] => Ok(MenuItem::Fold),
        ["check" | "stand"] => Ok(MenuItem::Check),
        ["call"] => Ok(MenuItem::Call(None)),
        ["call" | "pay", "and", "fold"] => Ok(MenuItem::CallAndFold),
        ["call", much] | ["call", much, "all-in"] => Ok(MenuItem::Call(Some(amount(much)?))),
        ["bet", rest @ ..] => Ok(MenuItem::Bet(range(rest)?)),
        ["raise", rest @ ..] => Ok(MenuItem::Raise(range(rest)?)),
        ["all-in"] => Ok(MenuItem::AllIn(None)),
        ["all-in", much] | ["all-in", "to", much] => Ok(MenuItem::AllIn(Some(amount(much)?))),
        [] => Err(ScriptErrorKind::EmptyMenuItem),
        _ => Err(ScriptErrorKind::UnknownMenuItem { words: words.join(" ") }),
    }
}
