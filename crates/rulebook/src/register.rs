//! The register: a row for every clause, sub-clause and dictionary term of the five documents, in our words.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

/// What a row requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowKind {
    /// A term of the glossary.
    Define,
    /// A choice of the operator before a hand.
    Configure,
    /// Something that the program prevents or decides.
    Enforce,
    /// A value to work out.
    Compute,
    /// Something that happened and is ruled on.
    Rule,
    /// A step by the floor, the cashier or a tournament that leaves a record.
    Operate,
    /// Behaviour of people: an incident is recorded.
    Conduct,
    /// A fact about the room that somebody attests to.
    Physical,
}

impl RowKind {
    /// All kinds, in the order in which the register's description lists them.
    pub const ALL: [RowKind; 8] = [
        RowKind::Define,
        RowKind::Configure,
        RowKind::Enforce,
        RowKind::Compute,
        RowKind::Rule,
        RowKind::Operate,
        RowKind::Conduct,
        RowKind::Physical,
    ];

    /// The word in the register's files; it never changes.
    pub const fn word(self) -> &'static str {
        match self {
            RowKind::Define => "define",
            RowKind::Configure => "configure",
            RowKind::Enforce => "enforce",
            RowKind::Compute => "compute",
            RowKind::Rule => "rule",
            RowKind::Operate => "operate",
            RowKind::Conduct => "conduct",
            RowKind::Physical => "physical",
        }
    }

    /// The kind with this word of the register's files; `None` for any other text.
    pub fn named(word: &str) -> Option<RowKind> {
        RowKind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Whether a row of this kind is only proven when a person does it in the room: a choice of the operator,
    /// a step with a record, conduct, or a fact about the room.
    pub const fn needs_the_room(self) -> bool {
        match self {
            RowKind::Configure | RowKind::Operate | RowKind::Conduct | RowKind::Physical => true,
            RowKind::Define | RowKind::Enforce | RowKind::Compute | RowKind::Rule => false,
        }
    }
}

impl fmt::Display for RowKind {
    /// Writes the word in the register's files.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// One clause, sub-clause or term of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterRow {
    /// The id, such as `HE-10.2(b)(i)`.
    pub id: String,
    /// The id of the book whose document it is in.
    pub book: String,
    /// Its place in the document.
    pub clause: String,
    /// What it requires.
    pub kind: RowKind,
    /// A few words as a heading.
    pub title: String,
    /// What it says, in our words.
    pub summary: String,
}

const FILES: [(&str, &str); 5] = [
    ("canberra-holdem-2018", include_str!("../data/register/canberra-holdem-2018.csv")),
    ("canberra-omaha-2006", include_str!("../data/register/canberra-omaha-2006.csv")),
    ("canberra-manila-2006", include_str!("../data/register/canberra-manila-2006.csv")),
    ("canberra-ultimate-2019", include_str!("../data/register/canberra-ultimate-2019.csv")),
    ("dunedin-17.7", include_str!("../data/register/dunedin-17.7.csv")),
];

struct Register {
    rows: Vec<RegisterRow>,
    by_id: BTreeMap<String, usize>,
}

static REGISTER: LazyLock<Register> = LazyLock::new(|| {
    let mut rows = Vec::new();
    for (book, text) in FILES {
        for cells in parse_csv(text).into_iter().skip(1) {
            let [id, row_book, clause, kind, title, summary] =
                cells.try_into().expect("a register row has six cells");
            assert_eq!(row_book, book, "row {id} stands in the file of its book");
            let kind = RowKind::named(&kind).expect("a register row has a known kind");
            rows.push(RegisterRow { id, book: row_book, clause, kind, title, summary });
        }
    }
    let by_id = rows.iter().enumerate().map(|(at, row)| (row.id.clone(), at)).collect();
    Register { rows, by_id }
});

/// All rows, book by book in the order of the documents. Panics if our own files are malformed, which tests
/// rule out.
pub fn rows() -> &'static [RegisterRow] {
    &REGISTER.rows
}

/// The row with this id, such as `HE-10.2(b)(i)`; brackets, hyphens and letter case matter. `None` for an
/// unknown id, and for the number of a reading.
///
/// ```
/// use rulebook::register;
/// assert_eq!(register::row("HE-5.1").unwrap().book, "canberra-holdem-2018");
/// assert!(register::row("he-5.1").is_none());
/// ```
pub fn row(id: &str) -> Option<&'static RegisterRow> {
    REGISTER.by_id.get(id).map(|at| &REGISTER.rows[*at])
}

/// The rows of one book's document, in its order; empty for an unknown book id or one without a document.
pub fn rows_of(book: &str) -> impl Iterator<Item = &'static RegisterRow> {
    rows().iter().filter(move |row| row.book == book)
}

/// The letters that the ids of a register's rows begin with, such as `HE`, by which decided readings name
/// their books; `None` if the book has no register.
pub(crate) fn id_prefix(book: &str) -> Option<&'static str> {
    rows_of(book).next().and_then(|row| row.id.split('-').next())
}

/// The ids of the books whose documents have rows: the values of `register` in a book file.
pub fn books() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(book, _)| *book)
}

/// The row that was probably meant by an id that does not exist, for suggestions: first one that differs in
/// case and punctuation only. `None` if none is near.
pub fn nearest(id: &str) -> Option<&'static RegisterRow> {
    let letters =
        |id: &str| id.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let wanted = letters(id);
    if let Some(found) = rows().iter().find(|row| letters(&row.id) == wanted) {
        return Some(found);
    }
    crate::problem::nearest(id, rows().iter().map(|row| row.id.as_str())).and_then(row)
}

/// The cells of comma-separated text, row by row, the header line included; for our own registers. A quote
/// inside quotes is doubled; empty lines are left out.
pub(crate) fn parse_csv(text: &str) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut row = Vec::new();
    let mut cell = String::new();
    let mut quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\n' if !quoted => {
                if !(row.is_empty() && cell.is_empty()) {
                    row.push(std::mem::take(&mut cell));
                    rows.push(std::mem::take(&mut row));
                }
            }
            '\r' if !quoted => {}
            other => cell.push(other),
        }
    }
    if !(row.is_empty() && cell.is_empty()) {
        row.push(cell);
        rows.push(row);
    }
    rows
}
