//! Derived practice books: a book that one person alone can try with bots. It differs from the book that it is
//! based on in what practice needs and in nothing else, and it has an id of its own, so that no record of it is
//! one of the official book.

use std::fmt::Write;

use crate::book::{Book, BookSetting};
use crate::setting::Setting;

/// What the id of a derived practice book ends with, after the id of the book that it is based on.
pub(crate) const SUFFIX: &str = "+practice";

/// The built-in preset that is a practice book without being derived.
pub(crate) const PRESET: &str = "practice";

/// What a practice book says instead of the book that it is based on, each where that book has the setting:
/// marked bots, no commission, no clock beside bots alone, the largest payout of a house game that needs one,
/// and no approval asked. Card checks and gaming hours are asked by no setting, and notice is a matter of
/// staff, which a practice table does without.
const CHANGES: [(&str, &str); 5] = [
    ("machine_players", "marked"),
    ("commission_method", "none"),
    ("clock_with_bots_only", "stands"),
    ("max_payout_cents", "2500000"),
    ("tournament_conditions_approval", "false"),
];

/// The announced time of a practice table, in seconds, where the book has none.
const TURN_SECONDS: (&str, &str) = ("turn_seconds", "15");

/// The text of the practice book based on a book, in the format of `docs/books.md`: reading it gives that
/// book.
pub(crate) fn text(base: &Book) -> String {
    let mut text = format!(
        "# {title}, to be tried alone. The format is described in docs/books.md.\n\n\
         id = \"{id}{SUFFIX}\"\ntitle = \"{title} · practice\"\nversion = \"{version}\"\nbased_on = \"{id}\"\n\n[settings]\n",
        id = base.id(),
        title = base.title(),
        version = base.version(),
    );
    for (setting, says) in base.settings() {
        if let Some(line) = changed_line(setting, says) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{} = {line}", setting.name);
        }
    }
    text
}

/// What the practice book says about a setting, as its file writes it; `None` where it says the same as the
/// base.
fn changed_line(setting: &Setting, base: &BookSetting) -> Option<String> {
    if *base == BookSetting::NotUsed {
        return None;
    }
    if setting.name == TURN_SECONDS.0 {
        return changed_clock(base);
    }
    let (_, value) = CHANGES.into_iter().find(|(name, _)| *name == setting.name)?;
    (*base != BookSetting::Fixed(value.to_owned())).then(|| format!("\"{value}\""))
}

/// The announced time of the practice book, where that of the base is none: the operator may still choose
/// another time, but not to have none.
fn changed_clock(base: &BookSetting) -> Option<String> {
    let (_, seconds) = TURN_SECONDS;
    match base {
        BookSetting::Fixed(value) if value == "none" => Some(seconds.to_owned()),
        BookSetting::Operator { default, choices } if default.as_deref() == Some("none") => {
            let timed = choices.offered.iter().map(|choice| choice.file_text()).filter(|text| text != "none");
            let timed: Vec<String> = timed.map(|text| format!("\"{text}\"")).collect();
            Some(format!("{{ default = {seconds}, choices = [{}] }}", timed.join(", ")))
        }
        BookSetting::Fixed(_)
        | BookSetting::Operator { .. }
        | BookSetting::Depends { .. }
        | BookSetting::NotUsed => None,
    }
}
