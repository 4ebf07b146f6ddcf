//! `cardroom rules settings` and `cardroom rules diff`: what books say about settings and rules.

use rulebook::setting::GameFamily;
use rulebook::{AllowedValue, Book, BookSetting, Bound, Choices, Determination, Rule, Setting, register};
use serde::Serialize;
use table::{House, NOT_PLAYED};

use super::print::{json_line, text_table};
use super::{RulesOutput, RulesReasons, load_book, parse_choices};

#[derive(Serialize)]
struct ShownSetting<'a> {
    setting: &'a str,
    area: &'a str,
    meaning: &'a str,
    /// The meaning as a plain sentence.
    sentence: &'a str,
    values: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    book: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'a str>,
    /// The default value, or the value under the choices of `--set`.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// The name of a further limit on an amount, beyond the choices.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<&'a str>,
    /// Whether hands are played by it; if not, only the book's own choice is accepted.
    played: bool,
    clauses: Vec<&'a str>,
}

/// Whether hands are played by a setting; if not, it is only on record, and only the book's own choice is
/// accepted. False for all settings of Ultimate, of which no hand is dealt.
fn is_played(family: GameFamily, setting: &Setting) -> bool {
    family == GameFamily::Poker && !NOT_PLAYED.contains(&setting.name.as_str())
}

/// `rules settings`: the settings of a book, with the values at a table if there are choices; without a book,
/// all settings. Choices that no hand can be played by yet are an error.
pub(super) fn list_settings(
    named: Option<&str>,
    set: &[String],
    json: bool,
) -> Result<RulesOutput, RulesReasons> {
    let chosen = parse_choices(set)?;
    let Some(named) = named else {
        if !chosen.is_empty() {
            return Err(vec!["--set needs a book to choose from: add --book NAME".to_owned()]);
        }
        return Ok(RulesOutput::ok(list_all_settings(json)));
    };
    let book = load_book(named)?;
    let determined = match chosen.is_empty() {
        true => None,
        false => Some(
            book.determine(&chosen)
                .map_err(|problems| problems.iter().map(ToString::to_string).collect::<RulesReasons>())?,
        ),
    };
    let unplayed: RulesReasons = determined
        .iter()
        .filter(|table| table.book().family() == GameFamily::Poker)
        .flat_map(House::not_played)
        .map(|problem| problem.to_string())
        .collect();
    if !unplayed.is_empty() {
        return Err(unplayed);
    }
    if json {
        let shown = book
            .settings()
            .map(|(setting, cell)| json_line(&shown_setting(&book, setting, cell, determined.as_ref())));
        return Ok(RulesOutput::ok(shown.collect()));
    }
    let mut text = format!("{}, edition {}\n", book.title(), book.version());
    let mut area = "";
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (setting, cell) in book.settings() {
        if setting.area != area {
            area = &setting.area;
            rows.push(vec![format!("[{}]", area.replace('_', " "))]);
        }
        let mut row = vec![setting.name.clone(), cell.summary(), meaning(book.family(), setting)];
        if let Some(table) = &determined {
            row.insert(1, table.text(&setting.name).to_owned());
        }
        rows.push(row);
    }
    text.push('\n');
    match determined {
        Some(_) => text.push_str(&text_table(&["setting", "at this table", "in the book", "meaning"], rows)),
        None => text.push_str(&text_table(&["setting", "in the book", "meaning"], rows)),
    }
    Ok(RulesOutput::ok(text))
}

/// `rules settings` without a book: every setting that the machine knows, of poker and then of Ultimate, with
/// the values it may have.
fn list_all_settings(json: bool) -> String {
    let of = |family: GameFamily| family.settings().iter().map(move |setting| (family, setting));
    let all = || [GameFamily::Poker, GameFamily::Ultimate].into_iter().flat_map(of);
    if json {
        let bare = |(family, setting): (GameFamily, &Setting)| {
            json_line(&ShownSetting {
                setting: &setting.name,
                area: &setting.area,
                meaning: &setting.meaning,
                sentence: &setting.sentence,
                values: &setting.values,
                book: None,
                state: None,
                value: None,
                choices: None,
                note: None,
                bound: None,
                played: is_played(family, setting),
                clauses: setting.cites.iter().map(String::as_str).collect(),
            })
        };
        return all().map(bare).collect();
    }
    let cells = all().map(|(family, setting)| {
        vec![
            setting.name.clone(),
            setting.area.replace('_', " "),
            setting.values.clone(),
            meaning(family, setting),
        ]
    });
    text_table(&["setting", "area", "values", "meaning"], cells.collect())
}

/// What a setting decides, for the last column of `rules settings`; marked if no hand is played by it yet.
fn meaning(family: GameFamily, setting: &Setting) -> String {
    let not_yet = if is_played(family, setting) { "" } else { " (not played yet)" };
    format!("{}{not_yet}", setting.meaning)
}

/// A setting of a book as `--json` prints it, with the value at the table if one was determined. Clauses are
/// only those of the book's own document.
fn shown_setting<'a>(
    book: &'a Book,
    setting: &'a Setting,
    cell: &'a BookSetting,
    determined: Option<&'a Determination>,
) -> ShownSetting<'a> {
    let (state, value, offered) = match cell {
        BookSetting::Fixed(value) => ("fixed", Some(value.as_str()), None),
        BookSetting::NotUsed => ("not_used", None, None),
        BookSetting::Depends { .. } => ("depends", None, None),
        BookSetting::Operator { default, choices } => ("operator", default.as_deref(), Some(choices)),
    };
    let register = book.register();
    let own = |id: &&String| register::row(id).is_some_and(|row| Some(row.book.as_str()) == register);
    ShownSetting {
        setting: &setting.name,
        area: &setting.area,
        meaning: &setting.meaning,
        sentence: &setting.sentence,
        values: &setting.values,
        book: Some(book.id()),
        state: Some(state),
        value: determined.map_or(value, |table| Some(table.text(&setting.name))),
        choices: offered.map(|choices| choices.offered.iter().map(AllowedValue::file_text).collect()),
        note: offered.and_then(Choices::remark),
        bound: offered.and_then(|choices| choices.bound).map(Bound::name),
        played: is_played(book.family(), setting),
        clauses: setting.cites.iter().filter(own).map(String::as_str).collect(),
    }
}

#[derive(Serialize)]
struct BookDifference<'a> {
    what: &'a str,
    name: &'a str,
    left: String,
    right: String,
    left_clauses: Vec<&'a str>,
    right_clauses: Vec<&'a str>,
}

/// `rules diff`: where two books of the same family of games differ, settings first, then rules. Books of
/// different games are an error.
pub(super) fn diff(left: &str, right: &str, json: bool) -> Result<RulesOutput, RulesReasons> {
    let (left, right) = match (load_book(left), load_book(right)) {
        (Ok(left), Ok(right)) => (left, right),
        (Err(mut reasons), Err(more)) => {
            reasons.extend(more);
            return Err(reasons);
        }
        (Err(reasons), Ok(_)) | (Ok(_), Err(reasons)) => return Err(reasons),
    };
    if left.family() != right.family() {
        let (left, right) = (left.id(), right.id());
        return Err(vec![format!(
            "{left} and {right} are for different games: name two books of the same game"
        )]);
    }
    let differences = differences(&left, &right);
    if json {
        return Ok(RulesOutput::ok(differences.iter().map(json_line).collect()));
    }
    if differences.is_empty() {
        return Ok(RulesOutput::ok(format!("{} and {} do not differ\n", left.id(), right.id())));
    }
    let with_clauses = |written: &str, clauses: &[&str]| {
        if clauses.is_empty() { written.to_owned() } else { format!("{written} ({})", clauses.join(", ")) }
    };
    let row = |found: &BookDifference<'_>| {
        vec![
            found.name.to_owned(),
            with_clauses(&found.left, &found.left_clauses),
            with_clauses(&found.right, &found.right_clauses),
        ]
    };
    let (rules, settings): (Vec<_>, Vec<_>) = differences.iter().partition(|found| found.what == "rule");
    let mut text = String::new();
    if !settings.is_empty() {
        text.push_str(&text_table(
            &["setting", left.id(), right.id()],
            settings.into_iter().map(row).collect(),
        ));
    }
    if !rules.is_empty() {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&text_table(&["rule", left.id(), right.id()], rules.into_iter().map(row).collect()));
    }
    Ok(RulesOutput::ok(text))
}

/// Settings that differ between the books, then rules that only one has or, for books of one document, that
/// rest on different clauses. Each part in the order of its list; what stays equal is left out.
fn differences<'a>(left: &'a Book, right: &'a Book) -> Vec<BookDifference<'a>> {
    let own = |book: &'a Book, ids: &'a [String]| -> Vec<&'a str> {
        let kept =
            |id: &&String| register::row(id).is_some_and(|row| Some(row.book.as_str()) == book.register());
        ids.iter().filter(kept).map(String::as_str).collect()
    };
    let mut found = Vec::new();
    for ((setting, ours), (_, theirs)) in left.settings().zip(right.settings()) {
        if ours != theirs {
            found.push(BookDifference {
                what: "setting",
                name: &setting.name,
                left: ours.summary(),
                right: theirs.summary(),
                left_clauses: own(left, &setting.cites),
                right_clauses: own(right, &setting.cites),
            });
        }
    }
    let one_register = left.register() == right.register();
    for rule in Rule::all() {
        let has = (left.has_rule(rule), right.has_rule(rule));
        if has.0 != has.1 || (one_register && left.cites(rule) != right.cites(rule)) {
            let word = |has: bool| if has { "has it" } else { "does not have it" }.to_owned();
            found.push(BookDifference {
                what: "rule",
                name: rule.name(),
                left: word(has.0),
                right: word(has.1),
                left_clauses: left.cites(rule).iter().map(String::as_str).collect(),
                right_clauses: right.cites(rule).iter().map(String::as_str).collect(),
            });
        }
    }
    found
}
