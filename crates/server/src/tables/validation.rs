//! Whether a table can be opened as requested: the check and the opening use this same validation.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::http::StatusCode;
use room::house::{CLOCKS, check_time_to_act, compile_house};
use room::lobby;
use room::requests::{Dealer, RoomRefusal, TableWish};
use rulebook::{Book, Problem};
use table::{House, HouseProblem};

use super::OpenWish;
use crate::config::Openers;
use crate::error::Error;
use crate::wire::problem::ProblemLine;
use crate::wire::reasons;

/// A table that can be opened: the request to the room, and what it would be played by.
pub(super) struct Openable {
    /// The request to the room.
    pub wish: TableWish,
    /// The house it would be played by.
    pub house: Arc<House>,
}

/// The requested table as the room opens it, or every reason why it does not, each at its field. Opening a
/// table and checking whether it could be opened both use this, so they cannot disagree; who may open, and
/// names in use, are checked by the callers. Only players are held to the bounds on the time to act.
pub(super) fn validate(wish: OpenWish, openers: Openers) -> Result<Openable, Vec<ProblemLine>> {
    let OpenWish { name, book: book_name, settings, bots } = wish;
    let mut problems = Vec::new();
    let book = Book::named(&book_name);
    if let Some(given) = &name
        && let Err(why) = lobby::tidy_table_name(given)
    {
        problems.push(ProblemLine::from_room("name", given.clone(), why));
    }
    let Some(book) = book else {
        problems.push(ProblemLine {
            setting: "book".to_owned(),
            code: Some("no_book".to_owned()),
            reason: "no_book".to_owned(),
            numbers: reasons::numbers("no_book", vec![("book", book_name.as_str().into())]),
            given: book_name,
            what: "there is no such book".to_owned(),
            would_do: playable_names(),
            rule: None,
            clauses: Vec::new(),
            readings: Vec::new(),
        });
        return Err(problems);
    };
    if let Some(what) = House::not_poker(book) {
        // What its own settings have that a poker table has not says nothing.
        let refused = RoomRefusal::not_poker(book, &what);
        let would_do = playable_names();
        problems.push(ProblemLine {
            what: what.to_string(),
            would_do,
            ..ProblemLine::from_room("book", book_name, refused)
        });
        return Err(problems);
    }
    match house_of_choices(book, &settings) {
        Ok(house) => {
            if let Err(why) = lobby::bots_for(0, bots, &house) {
                problems.push(ProblemLine::from_room("bots", bots.to_string(), why));
            }
            // People who open tables for the operator choose from all that the book offers.
            if openers == Openers::Players
                && settings.keys().any(|name| CLOCKS.contains(&name.replace('-', "_").as_str()))
                && let Err(why) = check_time_to_act(&house)
            {
                problems.extend(why.problems().iter().cloned().map(ProblemLine::from));
            }
            if problems.is_empty() {
                let name = name.unwrap_or_default();
                let settings = settings.into_iter().collect();
                return Ok(Openable {
                    wish: TableWish { name, book: book_name, settings, bots, dealer: Dealer::Software },
                    house,
                });
            }
        }
        Err(book_problems) => problems.extend(book_problems),
    }
    Err(problems)
}

/// The names of the books that tables can be opened under, as a refused book's expected values.
fn playable_names() -> String {
    House::playable_books().iter().map(|book| book.id()).collect::<Vec<_>>().join(", ")
}

/// The house of a table with these choices, which the software deals, or every reason why it cannot be
/// played: the book's, the poker table's, and then the room's, which sets a clock where the choices leave it
/// open.
fn house_of_choices(
    book: &Book,
    settings: &BTreeMap<String, String>,
) -> Result<Arc<House>, Vec<ProblemLine>> {
    let chosen: Vec<(&str, &str)> =
        settings.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let lines = |problems: Vec<Problem>| problems.into_iter().map(ProblemLine::from).collect::<Vec<_>>();
    let determined = book.determine(&chosen).map_err(lines)?;
    let given = House::of(&determined).map_err(|problems| {
        let line = |problem: HouseProblem| ProblemLine::from(problem.into_problem(&determined));
        problems.into_iter().map(line).collect::<Vec<_>>()
    })?;
    // The room fills in a clock where it may.
    compile_house(book, &chosen).map_err(|why| {
        vec![match given.software_deal_problem() {
            Some(problem) => ProblemLine::from(problem.into_problem(&determined)),
            None => ProblemLine::from_room("", String::new(), why),
        }]
    })
}

/// The refusal of a table: 422 with the code `not_determined`, every reason at its field, and the rule of the
/// first reason that has one.
pub(super) fn not_determined_error(problems: Vec<ProblemLine>) -> Error {
    let why: Vec<String> = problems
        .iter()
        .map(|problem| {
            let would_do = if problem.would_do.is_empty() {
                String::new()
            } else {
                format!(": expected {}", problem.would_do)
            };
            format!("{} = {}: {}{would_do}", problem.setting, problem.given, problem.what)
        })
        .collect();
    let error = Error::refused(StatusCode::UNPROCESSABLE_ENTITY, "not_determined", why.join("; "));
    let ruled = problems.iter().find_map(|problem| Some((problem.rule.clone()?, problem.clauses.clone())));
    let error = error.for_fields(problems);
    match ruled {
        Some((rule, clauses)) => error.citing(&rule, clauses),
        None => error,
    }
}
