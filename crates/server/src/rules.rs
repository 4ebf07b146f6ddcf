//! The rules over HTTP: books, the settings they leave open, their rules, and clauses by their ids.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, OnceLock, PoisonError};

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use room::house::{CLOCKS, TIME_TO_ACT};
use rulebook::setting::GameFamily;
use rulebook::{AllowedValue, Book, BookSetting, Bound, Choices, Setting, readings, register};
use serde::Serialize;
use table::{House, NOT_PLAYED};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::config::Openers;
use crate::error::{Error, ErrorBody};
use crate::path::PathName;
use crate::state::AppState;
use crate::wire::request::abbreviate;

/// The routes for books and clauses, merged into `router::api_routes`. They need no sign-in.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_books))
        .routes(routes!(show_book))
        .routes(routes!(rules_of_book))
        .routes(routes!(show_clause))
}

/// A book that a table can be played under.
#[derive(Debug, Serialize, ToSchema)]
pub struct BookLine {
    /// The name to request it by.
    pub id: String,
    /// The title, for people.
    pub title: String,
    /// The edition.
    pub version: String,
    /// `poker`, or `ultimate` for Ultimate Texas Hold'em.
    pub family: &'static str,
    /// The document behind it; absent for a preset of the house.
    pub document: Option<String>,
    /// The book that it was derived from.
    pub based_on: Option<String>,
    /// Whether marked programs may play under it: true or false; absent if the operator chooses.
    pub machine_players: Option<bool>,
}

/// What a book says about one setting.
#[derive(Debug, Serialize, ToSchema)]
pub struct SettingLine {
    /// The name of the setting.
    pub name: String,
    /// The part of play it belongs to.
    pub area: String,
    /// What it decides.
    pub meaning: String,
    /// What it decides in a plain sentence, for people who know none of the settings.
    pub sentence: String,
    /// What its numbers count; empty for words.
    pub unit: String,
    /// `fixed`, `depends`, `chosen` or `not_used`.
    pub says: &'static str,
    /// The value that nobody may change, or the default if nobody chooses.
    pub value: Option<String>,
    /// The setting that it follows.
    pub follows: Option<String>,
    /// The allowed choices, each as a book file writes it: a value, `any`, `list`, `2..10`, `100..`.
    pub choices: Vec<String>,
    /// The allowed choices, in a sentence.
    pub would_do: Option<String>,
    /// What bounds an amount beyond the choices, by a name that never changes: `from_min_buy_in`,
    /// `from_min_bet`, `from_last_blind`, `to_last_blind`, `to_approved`, `approved`, `to_deck`; absent if
    /// nothing does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<&'static str>,
    /// A remark for people, with the bound in words.
    pub note: Option<String>,
    /// The clauses behind it in this book's document.
    pub clauses: Vec<String>,
}

/// What a book says otherwise than the book that it was derived from.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChangeLine {
    /// The name of the setting.
    pub name: String,
    /// What it decides in a plain sentence.
    pub sentence: String,
    /// What its numbers count; empty for words.
    pub unit: String,
    /// The value or the default of the book that it was derived from; absent where that has none.
    pub base: Option<String>,
    /// The value or the default of this book; absent where it has none.
    pub own: Option<String>,
}

/// A book with all its settings.
#[derive(Debug, Serialize, ToSchema)]
pub struct BookPage {
    /// The book.
    pub book: BookLine,
    /// What it changes of the book that it was derived from, in the order of the settings; empty for a book
    /// that was derived from none.
    pub changes: Vec<ChangeLine>,
    /// Its settings, in the order of the data.
    pub settings: Vec<SettingLine>,
}

/// A named rule as one book has it.
#[derive(Debug, Serialize, ToSchema)]
pub struct RuleLine {
    /// Its name, as refusals and events cite it.
    pub name: &'static str,
    /// What it says, in one sentence.
    pub says: &'static str,
    /// The clauses behind it, by their ids, then the numbers of the decided readings it rests on.
    pub clauses: Vec<String>,
}

/// A clause of a document, or a decided reading of it, in our own words.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClauseText {
    /// Its id.
    pub id: String,
    /// The book whose document has it; empty for a decided reading.
    pub book: String,
    /// Its place in the document, or the number of the reading.
    pub clause: String,
    /// What has to be done about it; `reading` for a decided reading.
    pub kind: String,
    /// A short title.
    pub title: String,
    /// What it says, in our own words.
    pub summary: String,
}

/// A book as the list of books has it. A setting `machine_players` that is fixed says whether marked programs
/// may play; one that the book does not have means no.
fn book_line(book: &Book) -> BookLine {
    let machines = match book.setting("machine_players") {
        Some(BookSetting::Fixed(value)) => Some(value == "marked"),
        Some(BookSetting::Operator { .. } | BookSetting::Depends { .. }) => None,
        Some(BookSetting::NotUsed) | None => Some(false),
    };
    BookLine {
        id: book.id().to_owned(),
        title: book.title().to_owned(),
        version: book.version().to_owned(),
        family: match book.family() {
            GameFamily::Poker => "poker",
            GameFamily::Ultimate => "ultimate",
        },
        document: book.document().map(str::to_owned),
        based_on: book.based_on().map(str::to_owned),
        machine_players: machines,
    }
}

/// What a book says about one setting, with the choices that the room would accept from those who open
/// tables: the page's form offers these and no others. Only the book's own clauses are listed.
fn setting_line(book: &Book, setting: &Setting, cell: &BookSetting, openers: Openers) -> SettingLine {
    let own = |id: &&String| register::row(id).is_some_and(|row| Some(row.book.as_str()) == book.register());
    let mut line = SettingLine {
        name: setting.name.clone(),
        area: setting.area.clone(),
        meaning: setting.meaning.clone(),
        sentence: setting.sentence.clone(),
        unit: setting.unit.clone(),
        says: "not_used",
        value: None,
        follows: None,
        choices: Vec::new(),
        would_do: None,
        bound: None,
        note: None,
        clauses: setting.cites.iter().filter(own).cloned().collect(),
    };
    match cell {
        BookSetting::Fixed(value) => {
            line.says = "fixed";
            line.value = Some(value.clone());
        }
        BookSetting::Depends { by, .. } => {
            line.says = "depends";
            line.follows = Some(by.clone());
            line.would_do = Some(cell.summary());
        }
        BookSetting::Operator { default, choices } => {
            line.says = "chosen";
            line.value.clone_from(default);
            let refused = unplayable_words(book);
            let played = |choice: &&AllowedValue| {
                let value = choice.file_text();
                default.as_ref() == Some(&value) || !refused.contains(&(setting.name.clone(), value))
            };
            let within = |choice: &AllowedValue| limit_to_room(setting, choice, openers);
            let offered: Vec<AllowedValue> = choices.offered.iter().filter(played).map(within).collect();
            line.choices = offered.iter().map(AllowedValue::file_text).collect();
            line.would_do = Some(Choices { offered, bound: None, note: None }.expected(setting));
            line.bound = choices.bound.map(Bound::name);
            line.note = choices.remark();
            // Does not offer what the room would refuse.
            if NOT_PLAYED.contains(&setting.name.as_str()) {
                line.choices = default.iter().cloned().collect();
                line.would_do.clone_from(default);
                line.bound = None;
                line.note = Some("not played yet".to_owned());
            }
        }
        BookSetting::NotUsed => {}
    }
    line
}

/// What a derived book changes, in the order of the settings.
fn change_lines(book: &Book) -> Vec<ChangeLine> {
    let value = |cell: &BookSetting| match cell {
        BookSetting::Fixed(value) => Some(value.clone()),
        BookSetting::Operator { default, .. } => default.clone(),
        BookSetting::Depends { .. } | BookSetting::NotUsed => None,
    };
    let line = |(setting, base, own): (&Setting, &BookSetting, &BookSetting)| ChangeLine {
        name: setting.name.clone(),
        sentence: setting.sentence.clone(),
        unit: setting.unit.clone(),
        base: value(base),
        own: value(own),
    };
    book.changes_from_base().map(line).collect()
}

/// A choice, limited to what the room accepts from the people who open tables: of the times to act, those
/// from 10 to 300 seconds, unless the operator opens the tables. [`validate`](crate::tables::validation)
/// refuses the rest.
fn limit_to_room(setting: &Setting, choice: &AllowedValue, openers: Openers) -> AllowedValue {
    let (least, most) = (*TIME_TO_ACT.start(), *TIME_TO_ACT.end());
    match choice {
        choice if openers != Openers::Players || !CLOCKS.contains(&setting.name.as_str()) => choice.clone(),
        AllowedValue::Any => AllowedValue::Between(least, Some(most)),
        AllowedValue::Between(low, high) => {
            AllowedValue::Between((*low).max(least), Some(high.unwrap_or(most).min(most)))
        }
        AllowedValue::List | AllowedValue::Exactly(_) => choice.clone(),
    }
}

/// The book of that name, or the refusal with 404 that lists those there are.
fn book_named(name: &str) -> Result<&'static Book, Error> {
    let none = || {
        let names: Vec<&str> = Book::names().collect();
        let why = format!("there is no such book: expected one of {}", names.join(", "));
        Error::no_such(why).because("no_book").with("book", abbreviate(name))
    };
    Book::named(name).ok_or_else(none)
}

/// A response that is the same for everybody until the program changes, so that a browser may cache it for
/// five minutes. Never for what depends on the caller.
fn cacheable<T: Serialize>(value: T) -> impl IntoResponse {
    ([(header::CACHE_CONTROL, "public, max-age=300")], Json(value))
}

/// The setting that names the game.
const GAMES: &str = "games";

/// The area of the deck and of the order of hands: every value in it can be played, except for the game.
const CARDS: &str = "cards";

/// A setting and a word that may be chosen for it.
type SettingWord = (String, String);

/// The words of a book's settings with which no table of this room can be played, whatever else is chosen;
/// searched once for each book and kept while the program runs.
fn unplayable_words(book: &Book) -> &'static BTreeSet<SettingWord> {
    static FOUND: OnceLock<Mutex<BTreeMap<String, &'static BTreeSet<SettingWord>>>> = OnceLock::new();
    let mut found = FOUND.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    found.entry(book.id().to_owned()).or_insert_with(|| Box::leak(Box::new(find_unplayable_words(book))))
}

/// Tries each word of the book's settings, alone and with one other choice, and keeps those that never give a
/// playable table: [`setting_line`] does not offer them. A word that needs two other choices at once would be
/// kept too, and no longer offered.
fn find_unplayable_words(book: &Book) -> BTreeSet<SettingWord> {
    // Words only: numbers are refused by their limits when they are chosen.
    let mut words: Vec<(&Setting, &str)> = Vec::new();
    for (setting, cell) in book.settings() {
        let BookSetting::Operator { choices, .. } = cell else { continue };
        for choice in &choices.offered {
            if let AllowedValue::Exactly(value) = choice {
                words.push((setting, value));
            }
        }
    }
    let mut refused: BTreeSet<SettingWord> = BTreeSet::new();
    let word = |(setting, value): (&Setting, &str)| (setting.name.clone(), value.to_owned());
    // Under the book alone, it needs another choice beside it.
    let mut waiting: Vec<(&Setting, &str)> = Vec::new();
    for (setting, value) in words.iter().copied() {
        match book.determine(&[(&setting.name, value)]) {
            Err(problems) if problems.iter().any(|problem| problem.setting == setting.name) => {
                waiting.push((setting, value));
                refused.insert(word((setting, value)));
            }
            Ok(determined) if setting.area != CARDS || setting.name == GAMES => {
                let problems = House::of(&determined).err().unwrap_or_default();
                if problems.iter().any(|problem| problem.setting == setting.name) {
                    refused.insert(word((setting, value)));
                }
            }
            Ok(_) | Err(_) => {}
        }
    }
    // A word that one other choice allows can be played, unless that other choice cannot.
    loop {
        let lets_in = |(setting, value): &(&Setting, &str)| {
            let others = words.iter().copied().filter(|other| !refused.contains(&word(*other)));
            others.filter(|(other, _)| other.name != setting.name).any(|(other, beside)| {
                let problems = book.determine(&[(&setting.name, value), (&other.name, beside)]).err();
                let in_the_way = |name: &String| *name == setting.name || *name == other.name;
                !problems.unwrap_or_default().iter().any(|problem| in_the_way(&problem.setting))
            })
        };
        let (let_in, still): (Vec<_>, Vec<_>) = waiting.iter().copied().partition(lets_in);
        if let_in.is_empty() {
            return refused;
        }
        for one in let_in {
            refused.remove(&word(one));
        }
        waiting = still;
    }
}

/// The books and presets under which tables of this room can be opened.
// For everybody, and cacheable: only books that the poker table can play.
#[utoipa::path(
    get, path = "/api/books", tag = "rules",
    responses((status = 200, description = "The books", body = Vec<BookLine>))
)]
async fn list_books() -> impl IntoResponse {
    cacheable(House::playable_books().iter().map(|book| book_line(book)).collect::<Vec<_>>())
}

/// A book with its settings: what it fixes, what it leaves open, and what may be chosen.
// For everybody, and cacheable; what it offers depends on who may open tables in this room.
#[utoipa::path(
    get, path = "/api/books/{book}", tag = "rules",
    params(("book" = String, Path, description = "The name to request it by")),
    responses(
        (status = 200, description = "The book", body = BookPage),
        (status = 404, description = "There is no such book", body = ErrorBody),
    )
)]
async fn show_book(
    State(state): State<AppState>,
    PathName(book): PathName,
) -> Result<impl IntoResponse, Error> {
    let book = book_named(&book)?;
    let openers = state.config.openers;
    let settings =
        book.settings().map(|(setting, cell)| setting_line(book, setting, cell, openers)).collect();
    Ok(cacheable(BookPage { book: book_line(book), changes: change_lines(book), settings }))
}

/// The rules of a book, each with the clauses behind it.
// For everybody, and cacheable: the names are those that events and refusals cite.
#[utoipa::path(
    get, path = "/api/books/{book}/rules", tag = "rules",
    params(("book" = String, Path, description = "The name to request it by")),
    responses(
        (status = 200, description = "The rules in the order of play", body = Vec<RuleLine>),
        (status = 404, description = "There is no such book", body = ErrorBody),
    )
)]
async fn rules_of_book(PathName(book): PathName) -> Result<impl IntoResponse, Error> {
    let book = book_named(&book)?;
    let line = |rule: rulebook::Rule| RuleLine {
        name: rule.name(),
        says: rule.sentence(),
        clauses: book.cites(rule).to_vec(),
    };
    Ok(cacheable(book.rules().map(line).collect::<Vec<_>>()))
}

/// A clause by its id, such as `HE-10.2(b)`, in our own words.
// For everybody, and cacheable: clauses of the register and decided readings, by the ids that refusals cite.
#[utoipa::path(
    get, path = "/api/rules/{id}", tag = "rules",
    params(("id" = String, Path, description = "The id, as refusals and events cite it")),
    responses(
        (status = 200, description = "The clause", body = ClauseText),
        (status = 404, description = "There is no such clause", body = ErrorBody),
    )
)]
async fn show_clause(PathName(id): PathName) -> Result<impl IntoResponse, Error> {
    let none = || {
        let near = register::nearest(&id).map_or("", |row| row.id.as_str());
        let why = if near.is_empty() { String::new() } else { format!(": did you mean {near}?") };
        Error::no_such(format!("there is no such clause{why}")).because("no_such_clause").with("near", near)
    };
    if let Some(reading) = readings::find(&id) {
        return Ok(cacheable(ClauseText {
            id: reading.id.clone(),
            book: String::new(),
            clause: reading.id.clone(),
            kind: "reading".to_owned(),
            title: reading.title.clone(),
            summary: reading.decision.clone(),
        }));
    }
    let row = register::row(&id).ok_or_else(none)?;
    Ok(cacheable(ClauseText {
        id: row.id.clone(),
        book: row.book.clone(),
        clause: row.clause.clone(),
        kind: row.kind.word().to_owned(),
        title: row.title.clone(),
        summary: row.summary.clone(),
    }))
}
