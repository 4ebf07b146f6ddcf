//! Finds texts of two or more words that a file of the page compares with.

use super::has_words;

/// Calls in the page that compare a text with another, or find one in it.
pub(super) const CALLS: &[&str] = &[
    ".endsWith(",
    ".exec(",
    ".includes(",
    ".indexOf(",
    ".lastIndexOf(",
    ".match(",
    ".matchAll(",
    ".replace(",
    ".replaceAll(",
    ".search(",
    ".split(",
    ".startsWith(",
    ".test(",
    "RegExp(",
];

/// The sentences that a file of the page compares with: a text beside `===` or in a `case`, one that a method
/// looks for, and any regular expression. Also returns the code alone, without comments and with every text
/// empty.
pub(super) fn compared_in_script(text: &str) -> (Vec<String>, String) {
    let mut found = Vec::new();
    // The code so far; what comes before a text says how it is used.
    let mut before = String::new();
    let mut rest = text;
    // The depth of the braces, and the depths at which code is inside a template literal.
    let (mut depth, mut inside) = (0_usize, Vec::new());
    while let Some(letter) = rest.chars().next() {
        let goes_on = letter == '}' && inside.last() == Some(&depth);
        if letter == '`' || goes_on {
            let (words, ends, after) = backtick_text(&rest[1..]);
            if !goes_on && is_compared(&before) && has_words(words) {
                found.push(words.to_owned());
            }
            match (goes_on, ends) {
                (true, true) => {
                    inside.pop();
                }
                (false, false) => inside.push(depth),
                (true, false) | (false, true) => {}
            }
            before.push_str(if ends { "'" } else { "' + " });
            rest = after;
        } else if rest.starts_with("//") && !before.ends_with(':') {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if rest.starts_with("/*") {
            rest = rest.find("*/").map_or("", |end| &rest[end + 2..]);
        } else if rest.starts_with("<!--") {
            rest = rest.find("-->").map_or("", |end| &rest[end + 3..]);
        } else if let Some((inside, after)) =
            quoted_text(rest).filter(|_| !before.ends_with(char::is_alphanumeric))
        {
            let next = after.trim_start();
            let compared = is_compared(&before) || next.starts_with("===") || next.starts_with("!==");
            if compared && has_words(inside) {
                found.push(inside.to_owned());
            }
            before.push('\'');
            rest = after;
        } else if let Some((inside, after)) = regex_literal(&before, rest) {
            if has_words(inside) {
                found.push(inside.to_owned());
            }
            before.push('\'');
            rest = after;
        } else {
            match letter {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            before.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    (found, before)
}

/// The part of a template literal up to its end or its next code, whether it ends there, and what follows.
/// The text begins after the opening mark.
fn backtick_text(text: &str) -> (&str, bool, &str) {
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => {
                letters.next();
            }
            '`' => return (&text[..at], true, &text[at + 1..]),
            '$' if text[at + 1..].starts_with('{') => return (&text[..at], false, &text[at + 2..]),
            _ => {}
        }
    }
    (text, true, "")
}

/// A quoted text at the start, without its quotes, and what follows it. Texts in single or double quotes end
/// on their line; in markup an apostrophe is alone, after a letter.
pub(super) fn quoted_text(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|quote| ['\'', '"'].contains(quote))?;
    let mut letters = text.char_indices().skip(1);
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => {
                letters.next();
            }
            '\n' => return None,
            _ if letter == quote => return Some((&text[1..at], &text[at + 1..])),
            _ => {}
        }
    }
    None
}

/// A regular expression at the start, without its slashes, and what follows it, if one is possible after the
/// code before it: otherwise the slash divides.
fn regex_literal<'a>(before: &str, text: &'a str) -> Option<(&'a str, &'a str)> {
    if !text.starts_with('/') {
        return None;
    }
    let before = before.trim_end();
    let may_stand = before.ends_with(['(', ',', '=', ':', '[', '!', '&', '|', '?', ';'])
        || before.ends_with("return")
        || before.ends_with("=>");
    let mut letters = text.char_indices().skip(1);
    let mut in_set = false;
    while let Some((at, letter)) = letters.next().filter(|_| may_stand) {
        match letter {
            '\\' => {
                letters.next();
            }
            '\n' => return None,
            '[' => in_set = true,
            ']' => in_set = false,
            '/' if !in_set && at > 1 => return Some((&text[1..at], &text[at + 1..])),
            '/' if !in_set => return None,
            _ => {}
        }
    }
    None
}

/// Whether a text after this code is compared with something.
fn is_compared(before: &str) -> bool {
    let before = before.trim_end();
    let is_case =
        before.ends_with("case") && !before.trim_end_matches("case").ends_with(|c: char| c.is_alphanumeric());
    before.ends_with("===")
        || before.ends_with("!==")
        || is_case
        || CALLS.iter().any(|call| before.ends_with(call))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_compares_with_a_sentence_is_caught() {
        for text in [
            "if (why === 'not played yet') go();",
            "if ('not played yet' !== why) go();",
            "switch (why) { case 'not played yet': go(); }",
            "const [, from] = /from (\\d+) to (\\d+)/.exec(why) ?? [];",
            "const all: RegExp[] = [\n  [/\\bsmallest stake\\b/g, 'x'],\n];",
            "why.includes('no such table')",
            "why.startsWith(\"a check\")",
            "why.replaceAll('smallest stake', '')",
            "new RegExp('to you')",
            "<p>{#if why === 'not played yet'}<b>so</b>{/if}</p>",
            "const said = `to act${why === 'not played yet' ? '' : ` ${left}`}`;",
            "<p>don't</p>{#if why.endsWith('to you')}x{/if}",
        ] {
            assert_eq!(compared_in_script(text).0.len(), 1, "{text}");
        }
    }

    #[test]
    fn a_page_that_writes_a_sentence_or_compares_a_name_is_not() {
        for text in [
            "const said = `Hand ${String(1)} is over`;",
            "if (why === 'late') say('it is late');",
            "// why === 'two words'",
            "/* /two words/ */ go();",
            "<!-- why === 'two words' -->",
            "<div class=\"two words\" aria-label=\"more words\" />",
            "const half = whole / two; const more = words / 2;",
            "text.split(/[ ,]+/).map((one) => one.replace(/^\\s+/, ''))",
            "const address = 'https://example.org/a b'; go();",
            "parts.join(' and ')",
            "{/each}{#if value('joker') === 'true'}<span class=\"rank\">{letters}</span>{/if}",
            "const said = `to act${left === undefined ? '' : ` ${left}`}`; const calls = `to ${amount}`;",
        ] {
            assert_eq!(compared_in_script(text).0, [""; 0], "{text}");
        }
    }
}
