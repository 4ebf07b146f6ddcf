//! Turns the lines of a script into its cases: headings, and each statement split into its parts.

use chips::Chips;
use rulebook::setting::GameFamily;
use seating::Seat;
use table::{MAX_BOARD_CARDS, MAX_HOLE_CARDS};

use super::acts::{act_line, outcome};
use super::deck_acts;
use super::menus::menu;
use super::words::{
    ParseResult, amount, by_seat, cards, cites, known_cards, looks_like_amount, looks_like_seat, seat, seats,
};
use super::{MOST_LINE_BYTES, MOST_STEPS};
use crate::case::Case;
use crate::error::{ScriptErrorKind, needs, needs_as_in};
use crate::statement::{Expectation, RecordStatement, ScriptStep, Statement, Street};

/// What has been read of a script but not returned as a case yet.
#[derive(Default)]
pub(super) struct CaseBuilder {
    /// The lines before the first heading; every case begins with them.
    pub(super) preamble: Vec<ScriptStep>,
    pub(super) common: Vec<String>,
    /// The case being read.
    pub(super) case: Option<Case>,
}

impl CaseBuilder {
    /// Reads a line with this number (from 1), which may be empty or only a comment; returns the previous
    /// case if the line is a heading.
    pub(super) fn read_line(&mut self, number: usize, line: &str) -> ParseResult<Option<Case>> {
        if line.len() > MOST_LINE_BYTES {
            return Err(ScriptErrorKind::LineTooLong { bytes: line.len() });
        }
        if let Some(found) = line.chars().find(|c| c.is_control() && *c != '\t') {
            return Err(ScriptErrorKind::ControlCharacter { found });
        }
        // A full stop may end a line as it would a sentence.
        let line = without_comment(line).trim();
        let line = line.strip_suffix('.').filter(|line| !line.ends_with('.')).unwrap_or(line);
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().map(|word| word.to_ascii_lowercase()).as_deref() {
            None => Ok(None),
            Some("test" | "case") => {
                let title = words[1..].join(" ");
                if title.is_empty() {
                    return Err(needs_as_in(
                        "a heading",
                        "a sentence",
                        "test a short all-in does not reopen",
                    ));
                }
                let (steps, proves) = (self.preamble.clone(), self.common.clone());
                Ok(self.case.replace(Case { title, line: number, proves, steps }))
            }
            Some("proves") => {
                if words.len() == 1 {
                    return Err(needs_as_in("proves", "register ids, rules or settings", "proves HE-14.5"));
                }
                for word in &words[1..] {
                    let word = word.trim_end_matches(',');
                    let name = match cites(&[word]) {
                        Ok(cites) => cites[0].name().to_owned(),
                        Err(_) if known_setting(word).is_ok() => known_setting(word)?,
                        Err(error) => return Err(error),
                    };
                    self.proves().push(name);
                }
                Ok(None)
            }
            Some(_) => {
                for part in line.split(';').map(str::trim) {
                    if part.is_empty() {
                        return Err(ScriptErrorKind::EmptyStatement);
                    }
                    let text: String = part.split_whitespace().collect::<Vec<_>>().join(" ");
                    for statement in statements(part)? {
                        let step = ScriptStep { line: number, text: text.clone(), statement };
                        let steps = self.steps();
                        if steps.len() >= MOST_STEPS {
                            return Err(ScriptErrorKind::CaseTooLong);
                        }
                        steps.push(step);
                    }
                }
                Ok(None)
            }
        }
    }

    /// Where the next statement goes: the case being read, or before the first heading the preamble, which
    /// every case begins with.
    fn steps(&mut self) -> &mut Vec<ScriptStep> {
        match &mut self.case {
            Some(case) => &mut case.steps,
            None => &mut self.preamble,
        }
    }

    /// Where the claims of a `proves` line go: the case being read, or before the first heading those of
    /// every case.
    fn proves(&mut self) -> &mut Vec<String> {
        match &mut self.case {
            Some(case) => &mut case.proves,
            None => &mut self.common,
        }
    }
}

/// The line up to its comment: a `#` at the start of the line or after a blank. Any other `#` is part of a
/// word.
fn without_comment(line: &str) -> &str {
    let comment = line
        .char_indices()
        .find(|(at, c)| *c == '#' && (*at == 0 || line[..*at].ends_with(char::is_whitespace)));
    comment.map_or(line, |(at, _)| &line[..at])
}

/// Reads the statements in one part of a line, between semicolons; there are several where several seats do
/// the same thing. Which statements take an outcome after `=>` is decided here.
fn statements(text: &str) -> ParseResult<Vec<Statement>> {
    let (before, after) = match text.split_once("=>") {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    };
    let words: Vec<&str> = before.split_whitespace().collect();
    let after: Option<Vec<&str>> = after.map(|after| after.split_whitespace().collect());
    if after.as_ref().is_some_and(|words| words.is_empty()) {
        return Err(ScriptErrorKind::NothingAfterArrow);
    }
    if after.as_ref().is_some_and(|words| words.contains(&"=>")) {
        return Err(ScriptErrorKind::ArrowTwice);
    }
    let Some(first) = words.first() else {
        return Err(ScriptErrorKind::NothingBeforeArrow);
    };
    let first = first.to_ascii_lowercase();
    if looks_like_seat(first.trim_end_matches([':', ','])) || matches!(first.as_str(), "seat" | "player") {
        return act_line(&words, after.as_deref());
    }
    let rest = &words[1..];
    let statement = match (first.as_str(), after.as_deref()) {
        ("set", expect) => {
            Statement::Set { pairs: choices(rest)?, anew: false, expect: expect.map(outcome).transpose()? }
        }
        ("declare", expect) => {
            let Some(rest) = rest.strip_prefix(&["anew"]) else {
                return Err(needs_as_in("declare", "anew and a choice", "declare anew deck_cards 48"));
            };
            Statement::Set { pairs: choices(rest)?, anew: true, expect: expect.map(outcome).transpose()? }
        }
        ("open" | "next", expect) => Statement::Open(expect.map(outcome).transpose()?),
        (word, expect) if deck_acts::begins_deck_line(word) => {
            deck_acts::deck_line(&first, rest, expect.map(outcome).transpose()?)?
        }
        ("deal", expect) => {
            Statement::Deal { count: deal_count(rest)?, expect: expect.map(outcome).transpose()? }
        }
        ("button", Some(found)) => Statement::Expect(Expectation::Button(one_seat(found)?)),
        ("blinds", Some(found)) => Statement::Expect(Expectation::Blinds(blind_seats(found)?)),
        ("board", Some(found)) => Statement::Expect(Expectation::Board(cards(found)?)),
        ("burns" | "burned", Some(found)) => Statement::Expect(Expectation::Burns(cards(found)?)),
        ("cards" | "holds", Some(found)) => {
            Statement::Expect(Expectation::Cards(one_seat(rest)?, cards(found)?))
        }
        (_, None) => return Ok(vec![keyword_statement(&first, rest)?]),
        (_, Some(_)) => return Err(ScriptErrorKind::TakesNoArrow { word: first }),
    };
    Ok(vec![statement])
}

/// Reads a statement without `=>` by its first word, in lower case: the table, cards, or an expectation.
/// `docs/script.md` lists these words; a new one goes in both.
fn keyword_statement(first: &str, rest: &[&str]) -> ParseResult<Statement> {
    let expect = |expect: Expectation| Ok(Statement::Expect(expect));
    match first {
        "house" | "book" => match rest {
            [] => Err(needs_as_in("house", "the name of a book", "house standard")),
            names => Ok(Statement::House(names.join(" "))),
        },
        "game" => game_line(rest),
        "alter" => Ok(Statement::Alter(choices(rest)?)),
        "seats" => seats_line(rest),
        "button" => Ok(Statement::Button(one_seat(rest)?)),
        "record" => match rest {
            ["showdown"] => Ok(Statement::Record(RecordStatement::Showdown)),
            ["commission", parts @ ..] if !parts.is_empty() => {
                let parts = parts.iter().map(|word| amount(word)).collect::<ParseResult<Vec<Chips>>>()?;
                Ok(Statement::Record(RecordStatement::Commission(parts)))
            }
            _ => Err(needs("record", "showdown, or commission with an amount for each pot")),
        },
        "cards" | "hole" => match rest {
            [who, named @ ..] if !named.is_empty() => {
                Ok(Statement::Cards { seat: seat(who)?, cards: hole_cards(named)? })
            }
            _ => Err(needs_as_in("cards", "a seat and its cards", "cards 2 AsAd")),
        },
        "board" => {
            let named = cards(require_words(rest, needs_as_in("board", "cards", "board Kd7s2c 9h 2d"))?)?;
            if named.len() > MAX_BOARD_CARDS {
                return Err(ScriptErrorKind::TooManyBoardCards { found: named.len() });
            }
            Ok(Statement::Board(named))
        }
        "deck" => Ok(Statement::Deck(known_cards(require_words(
            rest,
            needs("deck", "cards in the order of the shoe"),
        )?)?)),
        "expect" | "expects" | "then" => match rest {
            [first, rest @ ..] => keyword_statement(&first.to_ascii_lowercase(), rest),
            [] => Err(needs_as_in("expect", "what is expected", "expect pot 45")),
        },
        "pots" => expect(Expectation::Pots(pots(rest)?)),
        "pot" => match rest {
            [much] => expect(Expectation::Pot(amount(much)?)),
            _ => expect(Expectation::Pots(pots(rest)?)),
        },
        "stacks" | "stack" => expect(Expectation::Stacks(by_seat(require_words(
            rest,
            needs_as_in("stacks", "seats with chips", "stacks 1:0 2:500"),
        )?)?)),
        "menu" => menu(rest),
        "to" => match rest {
            [what, who] if what.eq_ignore_ascii_case("act") => expect(Expectation::ToAct(maybe_seat(who)?)),
            [what, who] if what.eq_ignore_ascii_case("show") => expect(Expectation::ToShow(maybe_seat(who)?)),
            [what, who, much] if what.eq_ignore_ascii_case("call") => {
                expect(Expectation::ToCall(seat(who)?, amount(much)?))
            }
            _ => Err(needs_as_in("`to`", "act, show or call", "to act 3, to call 3 500")),
        },
        "turn" | "action" if rest.len() == 1 => expect(Expectation::ToAct(maybe_seat(rest[0])?)),
        "first" => match rest {
            [to, show, who]
                if to.eq_ignore_ascii_case("to") && show.to_ascii_lowercase().starts_with("show") =>
            {
                expect(Expectation::FirstToShow(seat(who)?))
            }
            _ => Err(needs_as_in("`first`", "a seat", "first to show 4")),
        },
        "street" | "round" | "stage" => expect(Expectation::Street(street(rest)?)),
        "winners" | "winner" => {
            expect(Expectation::Winners(seats(require_words(rest, needs("winners", "seats"))?)?))
        }
        "awards" | "awarded" => {
            expect(Expectation::Awards(by_seat(require_words(rest, needs("awards", "seats with chips"))?)?))
        }
        "returned" | "returns" => expect(Expectation::Returned(by_seat(require_words(
            rest,
            needs("returned", "seats with chips, or none"),
        )?)?)),
        "posted" => {
            expect(Expectation::Posted(by_seat(require_words(rest, needs("posted", "seats with chips"))?)?))
        }
        "commission" | "rake" => {
            let parts = require_words(rest, needs("commission", "an amount, or one for each pot"))?;
            let amounts = parts.iter().map(|word| amount(word)).collect::<ParseResult<Vec<Chips>>>()?;
            expect(Expectation::Commission(amounts))
        }
        "shown" => expect(Expectation::Shown(seats(require_words(rest, needs("shown", "seats, or none"))?)?)),
        "mucked" => {
            expect(Expectation::Mucked(seats(require_words(rest, needs("mucked", "seats, or none"))?)?))
        }
        "folded" => {
            expect(Expectation::Folded(seats(require_words(rest, needs("folded", "seats, or none"))?)?))
        }
        "all-in" => {
            expect(Expectation::AllIn(seats(require_words(rest, needs("all-in", "seats, or none"))?)?))
        }
        "dealt" => {
            let rest = rest.strip_prefix(&["in"]).unwrap_or(rest);
            expect(Expectation::DealtIn(seats(require_words(rest, needs("dealt in", "seats"))?)?))
        }
        "told" => {
            expect(Expectation::Ruling(require_words(rest, needs("told", "words of an event"))?.join(" ")))
        }
        "over" | "finished" if rest.is_empty() => expect(Expectation::Over(true)),
        "running" if rest.is_empty() => expect(Expectation::Over(false)),
        "hand" | "play" if rest == ["over"] => expect(Expectation::Over(true)),
        "cites" | "because" | "by" => {
            expect(Expectation::Cites(cites(require_words(rest, needs("cites", "rules or clauses"))?)?))
        }
        _ => Err(ScriptErrorKind::UnknownStatement { word: first.to_owned() }),
    }
}

/// The words after the first word of a statement, or the error `missing` that there are none: a statement
/// that is cut off is never taken for a shorter one.
fn require_words<'a>(rest: &'a [&'a str], missing: ScriptErrorKind) -> ParseResult<&'a [&'a str]> {
    if rest.is_empty() { Err(missing) } else { Ok(rest) }
}

/// Reads the hole cards of one player, at most as many as any game deals; cards that the line does not name
/// stay open.
pub(super) fn hole_cards(words: &[&str]) -> ParseResult<Vec<cards::HiddenCard>> {
    let named = cards(words)?;
    if named.len() > MAX_HOLE_CARDS {
        return Err(ScriptErrorKind::TooManyHoleCards { found: named.len() });
    }
    Ok(named)
}

/// Reads exactly one seat, as the statements about the button and a seat's cards need it.
fn one_seat(words: &[&str]) -> ParseResult<Seat> {
    match words {
        [who] => seat(who),
        _ => Err(ScriptErrorKind::NotOneSeat),
    }
}

/// Reads a seat, or `none`, `nobody` or `-` for no seat, as in `to act nobody`.
fn maybe_seat(word: &str) -> ParseResult<Option<Seat>> {
    if matches!(word, "none" | "nobody" | "-") { Ok(None) } else { seat(word).map(Some) }
}

/// Reads the seats of the blinds, the first blind first; `none` keeps the place of a blind that nobody has.
fn blind_seats(words: &[&str]) -> ParseResult<Vec<Option<Seat>>> {
    words.iter().map(|word| maybe_seat(word)).collect()
}

/// Reads how many cards a `deal` line deals, from 1 to 60: one if it does not say.
fn deal_count(words: &[&str]) -> ParseResult<u32> {
    match words {
        [] => Ok(1),
        [word] | [word, "cards" | "card"] => match word.parse() {
            Ok(count) if (1..=60).contains(&count) => Ok(count),
            _ => Err(ScriptErrorKind::NotADealCount { word: (*word).to_owned() }),
        },
        _ => Err(needs("deal", "a number of cards, or nothing for one")),
    }
}

/// Reads the name of a street, or a betting round by its number from 1, as in games without a flop; the flop
/// is the second.
fn street(words: &[&str]) -> ParseResult<Street> {
    let words = words.join(" ").to_ascii_lowercase();
    match words.as_str() {
        "preflop" | "pre-flop" | "before the flop" | "1" | "first" => Ok(Street::Betting(0)),
        "flop" | "2" | "second" => Ok(Street::Betting(1)),
        "turn" | "3" | "third" => Ok(Street::Betting(2)),
        "river" | "4" | "fourth" => Ok(Street::Betting(3)),
        "5" | "fifth" => Ok(Street::Betting(4)),
        "showdown" => Ok(Street::Showdown),
        "over" => Ok(Street::Over),
        _ => Err(ScriptErrorKind::NotAStreet { words }),
    }
}

/// The setting of poker that a word stands for, as the settings are named; hyphens count as underscores.
/// Settings of games against the house are refused.
fn known_setting(word: &str) -> ParseResult<String> {
    let name = word.to_ascii_lowercase().replace('-', "_");
    match GameFamily::of_setting(&name) {
        Some(GameFamily::Poker) => Ok(name),
        Some(GameFamily::Ultimate) => Err(ScriptErrorKind::SettingOfAnotherGame { word: word.to_owned() }),
        None => Err(ScriptErrorKind::UnknownSetting { word: word.to_owned() }),
    }
}

/// Reads `SETTING VALUE`, or several joined by `and`; `10/20` is the list `10 20`. The values are not checked
/// here: the book does that when the table is determined.
fn choices(words: &[&str]) -> ParseResult<Vec<(String, String)>> {
    let split: Vec<&str> = words
        .iter()
        .flat_map(|word| match word.split_once('=') {
            Some((name, value)) => vec![name, value],
            None => vec![*word],
        })
        .filter(|word| !word.is_empty())
        .collect();
    let mut pairs = Vec::new();
    for part in split.split(|word| *word == "and") {
        let [name, value @ ..] = part else {
            return Err(needs_as_in("set", "a setting and its value", "set opening_option A"));
        };
        let name = known_setting(name)?;
        if value.is_empty() {
            return Err(ScriptErrorKind::NoSettingValue { setting: name });
        }
        pairs.push((name, value.iter().map(|word| list_value(word)).collect::<Vec<_>>().join(" ")));
    }
    Ok(pairs)
}

/// A value as a book takes it: amounts with slashes between them become a list with spaces; any other word
/// stays as it is.
fn list_value(word: &str) -> String {
    let amounts = word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'/');
    if amounts { word.replace('/', " ") } else { word.to_owned() }
}

/// Reads the `game` line (limit, game and stakes) as the settings that they stand for. A setting that the
/// line gives twice is an error; what the book allows is checked later.
fn game_line(words: &[&str]) -> ParseResult<Statement> {
    let mut settings: Vec<(String, String)> = Vec::new();
    let mut set = |name: &str, value: &str| settings.push((name.to_owned(), value.to_owned()));
    let (mut blinds, mut ante) = (None, None);
    let mut at = 0;
    let lower: Vec<String> = words.iter().map(|word| word.to_ascii_lowercase().replace('_', "-")).collect();
    let word = |at: usize| lower.get(at).map_or("", String::as_str);
    while at < lower.len() {
        let two = (word(at), word(at + 1));
        let mut used = 1;
        let limit = match two {
            ("no", "limit")
            | ("pot", "limit")
            | ("half", "pot")
            | ("full", "pot")
            | ("fixed", "limit")
            | ("spread", "limit")
            | ("double", "limit")
            | ("straddle", "limit") => {
                used = 2;
                two.0
            }
            (one, _) => one,
        };
        match limit {
            "no" | "no-limit" | "nolimit" | "nl" => set("limit_structure", "no_limit"),
            "pot" | "full" | "pot-limit" | "full-pot" | "pl" => set("limit_structure", "full_pot"),
            "half" | "half-pot" => set("limit_structure", "half_pot"),
            "fixed" | "fixed-limit" | "limit" | "fl" => set("limit_structure", "fixed"),
            "spread" | "spread-limit" => set("limit_structure", "spread"),
            "double" | "double-limit" | "straddle" | "straddle-limit" => {
                set("limit_structure", "double_limit")
            }
            "holdem" | "hold'em" | "hold-em" => set("games", "holdem"),
            "texas" | "blinds" | "cash" => {}
            "omaha" | "manila" | "pineapple" => set("games", limit),
            "crazy-pineapple" => set("games", "crazy_pineapple"),
            "ante" | "antes" => {
                ante = Some(amount(word(at + 1)).map_err(|_| needs_as_in("ante", "an amount", "ante 2"))?);
                used = 2;
            }
            amounts if looks_like_amount(amounts) => {
                if blinds.is_some() {
                    return Err(ScriptErrorKind::SecondBlinds { word: amounts.to_owned() });
                }
                let listed = amounts.split('/').map(amount).collect::<ParseResult<Vec<Chips>>>()?;
                let listed: Vec<String> = listed.iter().map(Chips::to_string).collect();
                blinds = Some(listed.join(" "));
            }
            other => {
                return Err(ScriptErrorKind::NotInAGame { word: other.to_owned() });
            }
        }
        at += used;
    }
    if words.is_empty() {
        return Err(needs_as_in("game", "a limit, a game and stakes", "game no-limit holdem 5/10"));
    }
    match (&blinds, ante) {
        (Some(listed), ante) => {
            set("blinds", listed);
            if let Some(ante) = ante {
                set("ante", &ante.to_string());
                set("antes_with_blinds", "each_player");
            }
        }
        (None, Some(ante)) => {
            set("forced_bets", "antes");
            set("ante", &ante.to_string());
        }
        (None, None) => {}
    }
    for (at, (name, _)) in settings.iter().enumerate() {
        if settings[..at].iter().any(|(other, _)| other == name) {
            return Err(ScriptErrorKind::GameSettingTwice { setting: name.clone() });
        }
    }
    Ok(Statement::Game(settings))
}

/// Reads the `seats` line: stacks by seat in chips, and the button if it is given. Whether the table has
/// these seats is checked later.
fn seats_line(words: &[&str]) -> ParseResult<Statement> {
    let split = words.iter().position(|word| word.eq_ignore_ascii_case("button"));
    let (stacks, button) = words.split_at(split.unwrap_or(words.len()));
    let stacks = by_seat(require_words(
        stacks,
        needs_as_in("seats", "seats with their chips", "seats 1:650 2:20000"),
    )?)?;
    let button = match button {
        [] => None,
        [_, who] => Some(seat(who)?),
        _ => return Err(needs_as_in("button", "one seat", "button 3")),
    };
    Ok(Statement::Seats { stacks, button })
}

/// Reads pots, the main pot first, each with the seats that may win it where braces name them: `1950 {1 2 3}
/// 300 {2 3}`.
fn pots(words: &[&str]) -> ParseResult<Vec<(Chips, Option<seating::Seats>)>> {
    let text = words.join(" ");
    let mut rest = text.trim();
    let mut all = Vec::new();
    while !rest.is_empty() {
        let end = rest.find([' ', '{', '|', '+', ',']).unwrap_or(rest.len());
        if end == 0 {
            return Err(ScriptErrorKind::NoPotAmount);
        }
        let much = amount(&rest[..end])?;
        rest = rest[end..].trim_start();
        let mut who = None;
        if let Some(inside) = rest.strip_prefix('{') {
            let Some((inside, after)) = inside.split_once('}') else {
                return Err(ScriptErrorKind::BraceNotClosed);
            };
            who = Some(seats(&inside.split_whitespace().collect::<Vec<_>>())?);
            rest = after.trim_start();
        }
        if let Some(after) = rest.strip_prefix(['|', '+', ',']) {
            rest = after.trim_start();
            if rest.is_empty() {
                return Err(ScriptErrorKind::NoLastPot);
            }
        }
        all.push((much, who));
    }
    if all.is_empty() {
        return Err(needs_as_in("pots", "amounts", "pots 1950 {1 2 3}"));
    }
    Ok(all)
}
