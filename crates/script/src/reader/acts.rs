//! Lines that begin with a seat: who acts, what the act is, and what it is expected to count as.

use seating::{Actor, Person, Role, Seat, Seats};

use super::lines::hole_cards;
use super::words::{ParseResult, amount, cites, looks_like_amount, looks_like_seat, seat};
use crate::error::{ScriptErrorKind, needs, needs_as_in};
use crate::statement::{AllInAmount, Expectation, ExpectedOutcome, ExpectedRuling, SeatAct, Statement};

/// Reads a line that begins with one or more seats, `after` being the words after `=>`: one act for each
/// seat, or for a single seat its cards or an expectation.
pub(super) fn act_line(words: &[&str], after: Option<&[&str]>) -> ParseResult<Vec<Statement>> {
    let mut who = Vec::new();
    let mut rest = words;
    while let [word, others @ ..] = rest {
        let bare = word.trim_end_matches([':', ',']);
        if matches!(bare.to_ascii_lowercase().as_str(), "seat" | "seats" | "player" | "players" | "and") {
            rest = others;
        } else if looks_like_seat(bare) {
            who.push(seat(bare)?);
            rest = others;
        } else {
            break;
        }
    }
    if who.is_empty() {
        return Err(ScriptErrorKind::NoSeatNumber);
    }
    let lower: Vec<String> = rest.iter().map(|word| word.to_ascii_lowercase()).collect();
    let mut lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    if lower.is_empty() {
        return Err(ScriptErrorKind::NoAct { seat: who[0] });
    }
    let expect = after.map(outcome).transpose()?;
    if let Some(found) = expectation(who[0], &lower, rest)? {
        if who.len() > 1 || expect.is_some() {
            return Err(ScriptErrorKind::ExpectationAsAct { words: lower.join(" ") });
        }
        return Ok(vec![found]);
    }
    let by = take_actor(&mut lower)?;
    let (act, all_in) = seat_act(&lower, rest)?;
    let mut expect = expect;
    if all_in {
        let outcome = expect.get_or_insert(ExpectedOutcome {
            ruling: ExpectedRuling::Accepted,
            all_in: true,
            full: None,
            cites: Vec::new(),
        });
        outcome.all_in = outcome.ruling != ExpectedRuling::Refused;
    }
    Ok(who
        .into_iter()
        .map(|seat| Statement::Act { seat, act: act.clone(), by, expect: expect.clone() })
        .collect())
}

/// Reads what a seat has, holds or owes: a statement that begins with a seat but is not an act; `None` if the
/// words are none of these. `lower` and `written` are the same words.
fn expectation(who: Seat, lower: &[&str], written: &[&str]) -> ParseResult<Option<Statement>> {
    let found = match lower {
        ["wins"] | ["wins", "the", "pot"] => Expectation::Winners(Seats::NONE.with(who)),
        ["wins", much] => Expectation::Wins(who, amount(much)?),
        ["has", much] => Expectation::Stacks(vec![(who, amount(much)?)]),
        ["gets", much, "back"] => Expectation::Returned(vec![(who, amount(much)?)]),
        ["to", "act"] | ["is", "to", "act"] => Expectation::ToAct(Some(who)),
        ["faces", much] => Expectation::ToCall(who, amount(much)?),
        ["shows", "first"] => Expectation::FirstToShow(who),
        ["holds", _, ..] => {
            return Ok(Some(Statement::Cards { seat: who, cards: hole_cards(&written[1..])? }));
        }
        _ => return Ok(None),
    };
    Ok(Some(Statement::Expect(found)))
}

/// The dealer of a script that gives no number: a person, not the room itself.
const THE_DEALER: Person = Person(1_000_000);

/// Takes `by player 4` or `by supervisor` off the end and returns the actor; `None`, with nothing taken, if
/// the words do not say who acts. A raise `by 200` stays.
pub(super) fn take_actor(words: &mut Vec<&str>) -> ParseResult<Option<Actor>> {
    let Some(at) = words.iter().rposition(|word| *word == "by") else { return Ok(None) };
    let role = match words.get(at + 1).copied() {
        Some("player") => Role::Player,
        Some("dealer") => Role::Dealer,
        Some("supervisor") => Role::Supervisor,
        Some("shift-manager") => Role::ShiftManager,
        Some("operator") => Role::Operator,
        Some("director") => Role::Director,
        Some("cashier") => Role::Cashier,
        Some("auditor") => Role::Auditor,
        Some("administrator") => Role::Administrator,
        Some(_) | None => return Ok(None),
    };
    let person = match words.get(at + 2..) {
        // The house can deal too; a script that names the dealer means the person who sits there.
        Some([]) if role == Role::Dealer => THE_DEALER,
        Some([]) if role != Role::Player => Person::HOUSE,
        Some([number]) => {
            Person(number.parse().map_err(|_| ScriptErrorKind::NotAPlayer { word: (*number).to_owned() })?)
        }
        _ => return Err(needs_as_in("by", "an actor", "by player 4, by supervisor")),
    };
    words.truncate(at);
    Ok(Some(Actor { person, role, device: 0 }))
}

/// Reads the act, and whether the line says that it is all-in. `words` are in lower case, `written` the same
/// words as in the script, for the names of cards.
fn seat_act(words: &[&str], written: &[&str]) -> ParseResult<(SeatAct, bool)> {
    let mut words = words;
    let mut all_in = false;
    // In `bets 40 and is all-in` the amount comes first.
    if words.len() > 2 {
        for tail in [&["and", "is", "all-in"][..], &["is", "all-in"], &["and", "all-in"], &["all-in"]] {
            if let Some(before) = words.strip_suffix(tail)
                && before.last().is_some_and(|word| looks_like_amount(word))
            {
                (words, all_in) = (before, true);
                break;
            }
        }
    }
    let act = match words {
        ["fold" | "folds"] => SeatAct::Fold,
        ["times" | "time", "out" | "up"] | ["runs", "out", "of", "time"] => SeatAct::TimeUp,
        ["declines"] | ["declines", "the", "blind"] => SeatAct::DeclineBlind,
        ["bets" | "pays" | "calls", "cash"] | ["bets" | "pays" | "calls", _, "in", "cash"] => SeatAct::Cash,
        ["takes", much, "off"] | ["takes", much, "off", "the", "table"] => SeatAct::TakeOff(amount(much)?),
        ["check" | "checks" | "stand" | "stands"] => SeatAct::Check,
        ["call" | "calls" | "pay" | "pays", "and", "fold" | "folds"] => SeatAct::CallAndFold,
        ["call" | "calls" | "completes" | "complete"] => SeatAct::Call(None),
        ["call" | "calls", much] => SeatAct::Call(Some(amount(much)?)),
        ["bet" | "bets" | "raise" | "raises", "all-in"] => SeatAct::AllIn(None),
        ["bet" | "bets" | "open" | "opens", much] | ["open" | "opens", "with" | "for" | "to", much] => {
            SeatAct::To(amount(much)?)
        }
        ["raise" | "raises" | "reraises" | "re-raises", "to", much]
        | ["make" | "makes", "it", much]
        | ["make" | "makes", much] => SeatAct::To(amount(much)?),
        ["raise" | "raises", "by", much] => SeatAct::By(amount(much)?),
        ["raise" | "raises", much] if looks_like_amount(much) => {
            return Err(ScriptErrorKind::AmbiguousRaise { amount: (*much).to_owned() });
        }
        ["all-in" | "shoves" | "jams"]
        | ["goes" | "go" | "is" | "moves", "all-in"]
        | ["all" | "goes" | "taps" | "tap", "in" | "out"]
        | ["goes" | "go", "all", "in"] => SeatAct::AllIn(None),
        ["all-in", how @ ("to" | "for"), much]
        | ["taps" | "tap", "out", how @ ("to" | "for"), much]
        | ["goes" | "go" | "is" | "moves", "all-in", how @ ("to" | "for"), much] => {
            let much = amount(much)?;
            SeatAct::AllIn(Some(if *how == "to" { AllInAmount::To(much) } else { AllInAmount::For(much) }))
        }
        ["all-in", much] | ["goes" | "is", "all-in", much] => {
            SeatAct::AllIn(Some(AllInAmount::Either(amount(much)?)))
        }
        ["straddle" | "straddles" | "over-blinds"] => SeatAct::OverBlind(None),
        ["straddle" | "straddles", "to" | "for", much] | ["straddle" | "straddles", much] => {
            SeatAct::OverBlind(Some(amount(much)?))
        }
        ["post" | "posts", rest @ ..] => post_act(rest)?,
        ["show" | "shows" | "table" | "tables", ..] => SeatAct::Show(hole_cards(&written[1..])?),
        ["turn" | "turns", "up", ..] => SeatAct::TurnUp(hole_cards(&written[2..])?),
        ["muck" | "mucks" | "discards"] => SeatAct::Muck,
        ["asks" | "ask" | "proposes" | "agrees", "to", "share" | "split" | "chop", ..]
        | ["shares" | "splits" | "chops", ..] => SeatAct::Share,
        ["sits" | "sit", "out"] => SeatAct::SitOut,
        ["sits" | "sit", "in"] | ["returns" | "return"] | ["sits" | "returns", "in", "and", "waits"] => {
            SeatAct::SitIn { posts: false }
        }
        ["sits" | "sit", "in", "and", "posts"] | ["returns" | "return", "and", "posts"] => {
            SeatAct::SitIn { posts: true }
        }
        ["returns" | "return", "and", "waits"] => SeatAct::SitIn { posts: false },
        ["sits" | "sit" | "joins" | "join", rest @ ..] => sit_act(rest)?,
        ["leaves" | "leave"] => SeatAct::Leave,
        ["buys" | "buy" | "adds" | "add", much] | ["tops" | "top", "up", much] => SeatAct::Buy(amount(much)?),
        ["bet" | "bets"] => return Err(needs_as_in("bets", "an amount", "bets 40")),
        ["raise" | "raises" | "reraises" | "re-raises" | "make" | "makes", ..] => {
            return Err(ScriptErrorKind::NoWager { words: words.join(" ") });
        }
        ["buy" | "buys" | "add" | "adds"] | ["top" | "tops", "up"] => {
            return Err(needs_as_in("buys", "an amount", "buys 200"));
        }
        _ => {
            return Err(ScriptErrorKind::UnknownAct { words: words.join(" ") });
        }
    };
    Ok((act, all_in))
}

/// Reads a post, after its verb: the amount, if one is given, and whether it is an over-blind. Other words,
/// such as which blind it is, are for the reader only: the table knows what is due.
fn post_act(words: &[&str]) -> ParseResult<SeatAct> {
    let mut much = None;
    let mut over = false;
    for word in words {
        match *word {
            "the" | "a" | "an" | "small" | "big" | "first" | "last" | "blind" | "ante" | "dead" | "live"
            | "of" | "all" | "all-in" => {}
            "over-blind" | "overblind" | "straddle" => over = true,
            other if looks_like_amount(other) => much = Some(amount(other)?),
            other => {
                return Err(ScriptErrorKind::NotAPost { word: other.to_owned() });
            }
        }
    }
    Ok(if over { SeatAct::OverBlind(much) } else { SeatAct::Post(much) })
}

/// Reads how a player sits down: the stake, which is required, the person if not the one numbered like the
/// seat, and whether a newcomer posts.
fn sit_act(words: &[&str]) -> ParseResult<SeatAct> {
    let (mut stack, mut person, mut posts) = (None, None, false);
    let mut at = 0;
    while let Some(word) = words.get(at) {
        match *word {
            "down" | "with" | "and" | "for" | "chips" => {}
            "posts" => posts = true,
            "waits" => posts = false,
            "as" => {
                let number = words.get(at + 1..).and_then(|rest| match rest {
                    ["player", number, ..] => number.parse().ok(),
                    _ => None,
                });
                person = Some(number.ok_or(needs_as_in("as", "a player", "as player 2"))?);
                at += 2;
            }
            other => stack = Some(amount(other)?),
        }
        at += 1;
    }
    match stack {
        Some(stack) => Ok(SeatAct::Sit { stack, person, posts }),
        None => Err(needs_as_in("sits", "a stake, or out or in", "sits with 1000")),
    }
}

/// Reads what follows `=>`: what the act is expected to count as (accepted, if only rules follow), then its
/// size, then rules or clauses, each of which must be cited.
pub(super) fn outcome(words: &[&str]) -> ParseResult<ExpectedOutcome> {
    let lower: Vec<String> = words.iter().map(|word| word.to_ascii_lowercase()).collect();
    let lower: Vec<&str> = lower.iter().map(|word| word.trim_end_matches([',', ':'])).collect();
    let much =
        |at: usize| lower.get(at).filter(|word| looks_like_amount(word)).map(|word| amount(word)).transpose();
    let (held, mut used) = match lower[0] {
        "accepted" | "allowed" | "ok" | "opens" => (ExpectedRuling::Accepted, 1),
        "refused" | "illegal" | "rejected" => (ExpectedRuling::Refused, 1),
        "fold" | "folds" => (ExpectedRuling::Fold, 1),
        "check" | "checks" | "stand" | "stands" => (ExpectedRuling::Check, 1),
        "call" | "calls" => match much(1)? {
            Some(much) => (ExpectedRuling::Call(Some(much)), 2),
            None => (ExpectedRuling::Call(None), 1),
        },
        "bet" | "bets" => match much(1)? {
            Some(much) => (ExpectedRuling::Bet(Some(much)), 2),
            None => (ExpectedRuling::Bet(None), 1),
        },
        "raise" | "raises" if lower.get(1) == Some(&"to") => match much(2)? {
            Some(much) => (ExpectedRuling::Raise(Some(much)), 3),
            None => return Err(needs("raises to", "the street's total")),
        },
        "raise" | "raises" => (ExpectedRuling::Raise(None), 1),
        "makes" if lower.get(1) == Some(&"it") => match much(2)? {
            Some(much) => (ExpectedRuling::To(much), 3),
            None => return Err(needs("makes it", "the street's total")),
        },
        "post" | "posts" => match much(1)? {
            Some(much) => (ExpectedRuling::Post(Some(much)), 2),
            None => (ExpectedRuling::Post(None), 1),
        },
        "show" | "shows" => (ExpectedRuling::Show, 1),
        "muck" | "mucks" => (ExpectedRuling::Muck, 1),
        _ => (ExpectedRuling::Accepted, 0),
    };
    let (mut all_in, mut full) = (false, None);
    while let Some(word) = lower.get(used) {
        match *word {
            "all-in" => all_in = true,
            "short" => full = Some(false),
            "full" => full = Some(true),
            "and" | "is" => {}
            _ => break,
        }
        used += 1;
    }
    Ok(ExpectedOutcome { ruling: held, all_in, full, cites: cites(&words[used..])? })
}
