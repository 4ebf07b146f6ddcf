//! Scripts in and out: the hands that a script plays, and the case that plays a hand again.

use history::phh;
use history::script::{Writing, differing_settings, write_case};
use rulebook::Book;
use table::script::{self, Options, Report};
use table::{Event, Seat, What};

use super::{Carried, Play, lineup};

/// Plays a script and gives each hand of it on.
///
/// # Errors
/// A line: the script, or a book it names, cannot be read.
pub(super) fn each_hand(
    text: &str,
    shown: &str,
    take: &mut dyn FnMut(Carried) -> Result<(), String>,
) -> Result<(), String> {
    let script = script::parse(text).map_err(|problem| format!("{shown}: {problem}"))?;
    let books =
        crate::script::books_of(&script).map_err(|reasons| format!("{shown}: {}", reasons.join("; ")))?;
    let mut count = 0;
    for case in &script.cases {
        let options = Options { books: &books, ..Options::default() };
        let report = script::run(case, &options);
        if let Some(failure) = report.failures.first().filter(|_| report.is_unreadable()) {
            return Err(format!("{shown}: {failure}"));
        }
        let house = case.house().unwrap_or("standard").to_owned();
        for (at, events) in report.hands.into_iter().enumerate() {
            count += 1;
            let name = match (case.title.is_empty(), at) {
                (true, _) => count.to_string(),
                (false, 0) => case.title.clone(),
                (false, _) => format!("{}, hand {}", case.title, at + 1),
            };
            let record = history::record_of(&events).map(|mut record| {
                if !case.title.is_empty() {
                    record.extras.push("event", &phh::string(&case.title));
                }
                record
            });
            let book = lineup(&events).map(|lineup| lineup.house.determined.book().clone());
            let play = book.map(|book| Play { events, house: house.clone(), book });
            take(Carried { name, line: case.line, record, play })?;
        }
    }
    Ok(())
}

/// Writes a hand as a case that comes to the same end, in the plainest form that does.
///
/// `house` is the book as the case is to name it, and the book.
///
/// # Errors
/// A line: what does not come out the same.
pub(super) fn write(
    events: &[Event],
    title: &str,
    house: (&str, &Book),
    out: &mut String,
) -> Result<(), String> {
    let books = [(house.0.to_owned(), house.1.clone())];
    let options = Options { books: &books, ..Options::default() };
    let mut settings: Vec<(String, String)> = Vec::new();
    let mut first_failure = None;
    // By the book's order of showing first, then in that of the hand; each without further settings, then with them.
    for (with_settings, showdown) in [(false, false), (true, false), (false, true), (true, true)] {
        let none: &[(String, String)] = &[];
        let chosen = if with_settings { settings.as_slice() } else { none };
        if with_settings && settings.is_empty() {
            continue;
        }
        let mut case = String::new();
        let writing = Writing { title, house: Some(house.0), settings: chosen, showdown };
        write_case(events, &writing, &mut case)?;
        let script =
            script::parse(&case).map_err(|problem| format!("a script cannot carry it: {problem}"))?;
        let Some(case_read) = script.cases.first() else { continue };
        let report = script::run(case_read, &options);
        match unlike(events, &report) {
            None => {
                out.push_str(&case);
                return Ok(());
            }
            Some(what) => {
                first_failure.get_or_insert(what);
                let found = report.hands.first().and_then(|events| lineup(events));
                if let (Some(wanted), true) = (lineup(events), settings.is_empty()) {
                    settings = differing_settings(wanted, found.map(AsRef::as_ref));
                }
            }
        }
    }
    Err(format!("a script cannot carry it: {}", first_failure.unwrap_or_default()))
}

/// Where a case that was run comes out unlike the hand it was written from.
fn unlike(events: &[Event], report: &Report) -> Option<String> {
    if let Some(failure) = report.failures.first() {
        return Some(failure.what.clone());
    }
    let [hand] = report.hands.as_slice() else {
        return Some(format!("{} hands are played, not one", report.hands.len()));
    };
    if ends(events) != ends(hand) {
        return Some("the hand is not played to the same point".to_owned());
    }
    let (wanted, found) = (shows(events), shows(hand));
    (wanted != found).then(|| format!("hands are shown as {found}, not {wanted}"))
}

fn ends(events: &[Event]) -> bool {
    events.iter().any(|event| event.what == What::Closed)
}

/// Who showed and who threw the hand away, in order, as `2 shows, 3 mucks`.
fn shows(events: &[Event]) -> String {
    let word = |event: &Event| -> Option<(Seat, &str)> {
        match event.what {
            What::Shown { seat, .. } => Some((seat, "shows")),
            What::Mucked { seat } => Some((seat, "mucks")),
            _ => None,
        }
    };
    let words: Vec<String> =
        events.iter().filter_map(word).map(|(seat, verb)| format!("{seat} {verb}")).collect();
    if words.is_empty() { "nobody".to_owned() } else { words.join(", ") }
}
