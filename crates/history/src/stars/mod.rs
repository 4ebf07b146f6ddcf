//! The text of PokerStars, cash and tournament, old and new, in English; and telling it from the texts of others.
//!
//! There is no published grammar. Lines are read by their shape, never by column, and a line whose meaning would
//! have to be guessed is refused or noted. Hands of any community-card game become records, so that whoever plays
//! them can refuse a game by its name; of other games only the head is read.

mod amount;
mod body;
mod header;
mod making;

use std::borrow::Cow;

use crate::read::Unread;
use crate::record::Record;

/// The most lines of one hand; ten players and a talkative table fill a few hundred.
const MAX_LINES: usize = 4096;

/// The longest line that is read, in bytes.
const MAX_LINE: usize = 2048;

/// The hands of a text, in order. A hand of another site, or a broken one, gives its line and the next follows.
pub fn hands(text: &str) -> Hands<'_> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    Hands { lines: Lines { rest: text, number: 0, again: None }, count: 0, began: false }
}

/// An iterator over the hands of a text; see [`hands`].
pub struct Hands<'t> {
    lines: Lines<'t>,
    count: usize,
    began: bool,
}

/// A line and its number from 1, without its ending and the spaces before that.
#[derive(Clone, Copy, Debug)]
struct Line<'t> {
    number: u32,
    text: &'t str,
}

struct Lines<'t> {
    rest: &'t str,
    number: u32,
    again: Option<Line<'t>>,
}

impl<'t> Iterator for Lines<'t> {
    type Item = Line<'t>;

    fn next(&mut self) -> Option<Line<'t>> {
        if let Some(line) = self.again.take() {
            return Some(line);
        }
        if self.rest.is_empty() {
            return None;
        }
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        self.number += 1;
        // A page break or a mark of direction at the start of a line is no part of it.
        let text = line.trim_end().trim_start_matches(['\u{feff}', '\u{200e}', '\u{c}']);
        Some(Line { number: self.number, text })
    }
}

impl Iterator for Hands<'_> {
    type Item = Result<Record, Unread>;

    fn next(&mut self) -> Option<Result<Record, Unread>> {
        let mut first_words = None;
        let head = loop {
            let Some(line) = self.lines.next() else {
                if self.began {
                    return None;
                }
                self.began = true;
                let (line, what) = match first_words {
                    None => (1, "the text is empty: a PokerStars hand history is needed".to_owned()),
                    Some(line) => {
                        (line, "not read: no hand history that is known here; PokerStars text is".to_owned())
                    }
                };
                return Some(Err(Unread { line, hand: None, what, foreign: true }));
            };
            if is_header(line.text) || other_site(line.text).is_some() {
                break line;
            }
            if first_words.is_none() && !line.text.is_empty() {
                first_words = Some(line.number);
            }
        };
        self.began = true;
        self.count += 1;
        let mut lines = Vec::with_capacity(64);
        let mut too_many = false;
        for line in self.lines.by_ref() {
            if is_header(line.text) || other_site(line.text).is_some() {
                self.lines.again = Some(line);
                break;
            }
            if lines.len() == MAX_LINES {
                too_many = true;
            } else {
                lines.push(line);
            }
        }
        let hand = self.count.to_string();
        let unread = |line: u32, what: String, foreign: bool| {
            Some(Err(Unread { line, hand: Some(hand.clone()), what, foreign }))
        };
        if let Some(site) = other_site(head.text) {
            return unread(head.number, format!("not read: {site}; PokerStars text is"), true);
        }
        if too_many {
            return unread(head.number, format!("the hand has more than {MAX_LINES} lines"), false);
        }
        if let Some(long) = std::iter::once(&head).chain(&lines).find(|line| line.text.len() > MAX_LINE) {
            return unread(long.number, format!("the line is longer than {MAX_LINE} bytes"), false);
        }
        let result = header::read(head.text)
            .map_err(|what| (head.number, what))
            .and_then(|header| body::read(header, head.number, &hand, &lines));
        match result {
            Ok(record) => Some(Ok(record)),
            Err((line, what)) => unread(line, what, false),
        }
    }
}

/// True for the first line of a PokerStars hand.
pub fn is_header(line: &str) -> bool {
    line.strip_prefix("PokerStars ").is_some_and(|rest| {
        let Some((kind, _)) = rest.split_once('#') else { return false };
        let kind = kind.trim_end();
        kind.len() <= 40 && (kind.ends_with("Hand") || kind.ends_with("Game"))
    })
}

/// What kind of text of somebody else a line begins, as in `a Full Tilt hand history`.
pub fn other_site(line: &str) -> Option<&'static str> {
    const BEGINNINGS: [(&str, &str); 26] = [
        ("Full Tilt Poker Game #", "a Full Tilt hand history"),
        ("Full Tilt Poker.fr Game #", "a Full Tilt hand history"),
        ("FullTiltPoker Game #", "a Full Tilt hand history"),
        ("Full Tilt Poker Tournament Summary", "a Full Tilt tournament summary"),
        ("PokerStars Tournament #", "a PokerStars tournament summary"),
        ("Bovada Hand #", "a Bovada hand history"),
        ("Bovada Complete Hand #", "a Bovada hand history"),
        ("Ignition Hand #", "an Ignition hand history"),
        ("Ignition Casino Hand #", "an Ignition hand history"),
        ("Bodog Hand #", "a Bodog hand history"),
        ("Bodog.eu Hand #", "a Bodog hand history"),
        ("Bodog UK Hand #", "a Bodog hand history"),
        ("Poker Hand #", "a GGPoker hand history"),
        ("***** Hand History for Game ", "a PartyPoker hand history"),
        ("#Game No :", "an 888poker hand history"),
        ("***** 888poker Hand History", "an 888poker hand history"),
        ("Winamax Poker - ", "a Winamax hand history"),
        ("GAME #", "an iPoker or Boss hand history"),
        ("Game #", "a hand history of another site"),
        ("Hand #", "a hand history of another site"),
        ("Game ID: ", "a Winning Poker Network hand history"),
        ("Game Hand #", "an Americas Cardroom hand history"),
        ("Ladbrokes Hand #", "a Ladbrokes hand history"),
        ("Stage #", "an Absolute Poker hand history"),
        ("PokerTracker", "a PokerTracker export"),
        ("<?xml", "a hand history in XML"),
    ];
    BEGINNINGS
        .iter()
        .find(|(beginning, _)| line.starts_with(beginning))
        .map(|(_, kind)| *kind)
        .or_else(|| line.starts_with("entry,at,order").then_some("a PokerNow log"))
        .or_else(|| {
            (line.starts_with("<session") || line.starts_with("<HandHistory"))
                .then_some("a hand history in XML")
        })
        .or_else(|| line.starts_with("Merit Poker").then_some("a Merit Poker hand history"))
        .or_else(|| line.starts_with("MATCHSTATE:").then_some("an ACPC log"))
        .or_else(|| line.starts_with("STATE:").then_some("an ACPC log"))
}

/// A text for a message: short, and on one line.
fn short(text: &str) -> Cow<'_, str> {
    if text.chars().count() <= 60 && !text.chars().any(char::is_control) {
        return Cow::Borrowed(text);
    }
    text.chars().filter(|c| !c.is_control()).take(60).chain("...".chars()).collect()
}
