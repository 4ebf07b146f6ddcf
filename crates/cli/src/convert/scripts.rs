//! Scripts in and out: the hands that a script plays, and the case that replays a hand.

use history::phh;
use history::script::{CaseOptions, differing_settings, write_case};
use rulebook::Book;
use script::{Case, CaseReader, CaseReport, RunOptions};
use seating::Seat;
use table::{CardFact, CourseFact, Event, Fact};

use super::error::{CaseDifference, ConvertError, NotCarried};
use super::{ScriptHand, SourceHand, opening_lineup};
use crate::files::{EachHandError, HandFile};

/// Plays a script, case by case, and passes each hand that was dealt to `take`, in order; a case may deal
/// several. An error of `take` ends the run.
///
/// # Errors The script or a book that it names cannot be read.
pub(super) fn each_hand(
    text: HandFile,
    shown: &str,
    take: &mut dyn FnMut(SourceHand) -> Result<(), ConvertError>,
) -> Result<(), ConvertError> {
    let mut reader = CaseReader::new();
    let mut runner = CaseRunner { shown, books: Vec::new(), count: 0 };
    let not_a_script = |source| ConvertError::Script { shown: shown.to_owned(), source };
    let lines = text.each_line(&mut |line| match reader.read_line(line).map_err(not_a_script)? {
        Some(case) => runner.play_case(&case, take),
        None => Ok(()),
    });
    lines.map_err(|stopped| match stopped {
        EachHandError::Unreadable(source) => ConvertError::InputEnd { shown: shown.to_owned(), source },
        EachHandError::Consumer(error) => error,
    })?;
    match reader.finish().map_err(not_a_script)? {
        Some(case) => runner.play_case(&case, take),
        None => Ok(()),
    }
}

/// Runs the cases of one script.
struct CaseRunner<'a> {
    shown: &'a str,
    /// The book files that cases have named so far.
    books: Vec<(String, Book)>,
    /// How many hands were played.
    count: usize,
}

impl CaseRunner<'_> {
    /// Plays one case under the book it names and passes each of its hands to `take`. Hands are named by the
    /// case's title, or by their number in the file, from 1.
    fn play_case(
        &mut self,
        case: &Case,
        take: &mut dyn FnMut(SourceHand) -> Result<(), ConvertError>,
    ) -> Result<(), ConvertError> {
        let shown = self.shown;
        crate::script::add_book_of(case, &mut self.books)
            .map_err(|reasons| ConvertError::CaseBook { shown: shown.to_owned(), reasons })?;
        let options = RunOptions { books: &self.books, ..RunOptions::default() };
        let report = script::run(case, &options);
        if let Some(failure) = report.failures.first().filter(|_| report.is_unreadable()) {
            return Err(ConvertError::Case { shown: shown.to_owned(), failure: Box::new(failure.clone()) });
        }
        let house = case.house().unwrap_or("standard").to_owned();
        for (at, events) in report.hands.into_iter().enumerate() {
            self.count += 1;
            let name = match (case.title.is_empty(), at) {
                (true, _) => self.count.to_string(),
                (false, 0) => case.title.clone(),
                (false, _) => format!("{}, hand {}", case.title, at + 1),
            };
            let record = history::record_from_events(&events).map(|mut record| {
                if !case.title.is_empty() {
                    record.extras.push("event", &phh::string(&case.title));
                }
                record
            });
            let book = opening_lineup(&events).map(|lineup| lineup.house.determined.book().clone());
            let play = book.map(|book| ScriptHand { events, house: house.clone(), book });
            take(SourceHand { name, line: case.line, record, play })?;
        }
        Ok(())
    }
}

/// Appends a hand as a case of a script to `out`, in the plainest form that plays to the same end. The case
/// is read again and run to make sure; if no form does, nothing is appended and the first difference is the
/// error.
///
/// `house` is the book's name as the case is to give it, and the book.
pub(super) fn push_case(
    events: &[Event],
    title: &str,
    house: (&str, &Book),
    out: &mut String,
) -> Result<(), NotCarried> {
    let books = [(house.0.to_owned(), house.1.clone())];
    let options = RunOptions { books: &books, ..RunOptions::default() };
    let mut settings: Vec<(String, String)> = Vec::new();
    let mut first_difference = None;
    // First with the book's order of showing, then with the order of the hand; each without further settings,
    // then with them.
    for (with_settings, showdown) in [(false, false), (true, false), (false, true), (true, true)] {
        let none: &[(String, String)] = &[];
        let chosen = if with_settings { settings.as_slice() } else { none };
        if with_settings && settings.is_empty() {
            continue;
        }
        let mut case = String::new();
        let writing =
            CaseOptions { title, house: Some(house.0), settings: chosen, writes_showdown: showdown };
        write_case(events, &writing, &mut case).map_err(NotCarried::NotAScript)?;
        let script = script::parse(&case).map_err(NotCarried::ScriptNotReadAgain)?;
        let Some(case_read) = script.cases.first() else { continue };
        let report = script::run(case_read, &options);
        match first_unlike(events, &report) {
            None => {
                out.push_str(&case);
                return Ok(());
            }
            Some(difference) => {
                first_difference.get_or_insert(difference);
                let found = report.hands.first().and_then(|events| opening_lineup(events));
                if let (Some(wanted), true) = (opening_lineup(events), settings.is_empty()) {
                    settings = differing_settings(wanted, found.map(AsRef::as_ref));
                }
            }
        }
    }
    Err(NotCarried::OtherHand(first_difference.map(Box::new)))
}

/// Why a case is not the hand it was written from, in the first respect found; `None` if it plays one hand to
/// the same end, with the same order of showing.
fn first_unlike(events: &[Event], report: &CaseReport) -> Option<CaseDifference> {
    if let Some(failure) = report.failures.first() {
        return Some(CaseDifference::Failure(failure.kind.clone()));
    }
    let [hand] = report.hands.as_slice() else {
        return Some(CaseDifference::Hands(report.hands.len()));
    };
    if has_end(events) != has_end(hand) {
        return Some(CaseDifference::End);
    }
    let (wanted, found) = (showing_order(events), showing_order(hand));
    (wanted != found).then_some(CaseDifference::Showing { found, wanted })
}

/// Whether the hand was played to its end; a recorded hand may stop earlier, and then its case must too.
fn has_end(events: &[Event]) -> bool {
    events.iter().any(|event| event.what == Fact::Course(CourseFact::Closed))
}

/// Who showed and who mucked, in order, as `2 shows, 3 mucks`. Compared between a hand and its case, and
/// shown to the user where they differ.
fn showing_order(events: &[Event]) -> String {
    let word = |event: &Event| -> Option<(Seat, &str)> {
        match event.what {
            Fact::Cards(CardFact::Shown { seat, .. }) => Some((seat, "shows")),
            Fact::Cards(CardFact::Mucked { seat }) => Some((seat, "mucks")),
            _ => None,
        }
    };
    let words: Vec<String> =
        events.iter().filter_map(word).map(|(seat, verb)| format!("{seat} {verb}")).collect();
    if words.is_empty() { "nobody".to_owned() } else { words.join(", ") }
}
