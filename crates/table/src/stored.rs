//! How the values inside stored events are written and read: houses, face-up cards, facts about a table.
//!
//! A house is stored as its book and the value of every setting, so that a hand's opening holds everything it
//! needs. Reading an equal house again returns the one already read, because thousands of tables share a few
//! houses.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use rulebook::{Book, Problem, Rule};
use serde::de::Error as _;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::event::Event;
use crate::house::{House, HouseProblem};
use crate::session::{TableEvent, TableFact};

/// A house in its stored form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredHouse {
    book: String,
    version: String,
    /// The text of an operator's book; a built-in book is identified by its name and version.
    #[serde(default)]
    text: Option<String>,
    /// Rules struck from the book.
    #[serde(default)]
    without: Vec<Rule>,
    /// Every setting with its value, except those that the book does not use.
    settings: BTreeMap<String, String>,
}

/// Settings with their values, in the order of the settings table.
struct Settings<'a>(&'a House);

impl Serialize for Settings<'_> {
    /// Writes the [`Settings`] as a map by name, in the order of the settings table; those the book does not
    /// use are left out.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let book = self.0.determined.book();
        let unused = |name: &str, value: &str| {
            value == "not_used" && matches!(book.setting(name), Some(rulebook::BookSetting::NotUsed))
        };
        let values = self.0.determined.values().map(|(setting, value)| (setting.name.as_str(), value));
        serializer.collect_map(values.filter(|(name, value)| !unused(name, value)))
    }
}

impl Serialize for House {
    /// Writes a [`House`] as its book and every setting, so that it can be compiled again. An operator's book
    /// is written with its text; stored records fix the names and their order.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let book = self.determined.book();
        let (operators, struck) = (!book.is_built_in(), !book.struck_rules().is_empty());
        let mut fields =
            serializer.serialize_struct("House", 3 + usize::from(operators) + usize::from(struck))?;
        fields.serialize_field("book", book.id())?;
        fields.serialize_field("version", book.version())?;
        if operators {
            fields.serialize_field("text", book.text())?;
        }
        if struck {
            fields.serialize_field("without", book.struck_rules())?;
        }
        fields.serialize_field("settings", &Settings(self))?;
        fields.end()
    }
}

impl<'de> Deserialize<'de> for House {
    /// Reads a [`House`] of its own; [`shared_house`] gives one that is shared.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<House, D::Error> {
        shared_house::deserialize(deserializer).map(|house| House::clone(&house))
    }
}

/// How many houses the cache holds. A room has only a few; when the cache is full it is emptied.
const MAX_HOUSES: usize = 256;

/// The houses read so far, shared by every table of the process; only a cache, so emptying it changes nothing.
static HOUSES: Mutex<BTreeMap<StoredHouse, Arc<House>>> = Mutex::new(BTreeMap::new());

impl StoredHouse {
    /// The house, shared with earlier reads of an equal one; compiled only the first time, which takes long.
    fn cached_house(self) -> Result<Arc<House>, StoredHouseError> {
        let mut houses = HOUSES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(house) = houses.get(&self) {
            return Ok(Arc::clone(house));
        }
        let house = Arc::new(self.compile()?);
        if houses.len() >= MAX_HOUSES {
            houses.clear();
        }
        houses.insert(self, Arc::clone(&house));
        Ok(house)
    }

    /// The house of the stored book and settings, by the rules that apply to stored houses: what was once
    /// played stays readable. The book must be here in the stored version.
    fn compile(&self) -> Result<House, StoredHouseError> {
        let book = || self.book.clone();
        let found = match &self.text {
            Some(text) => {
                Book::read(text).map_err(|problems| StoredHouseError::BookText { book: book(), problems })?
            }
            None => Book::named(&self.book)
                .filter(|found| found.id() == self.book)
                .ok_or_else(|| StoredHouseError::UnknownBook { book: book() })?
                .clone(),
        };
        if found.id() != self.book || found.version() != self.version {
            return Err(StoredHouseError::UnknownVersion {
                book: book(),
                version: self.version.clone(),
                present_book: found.id().to_owned(),
                present_version: found.version().to_owned(),
            });
        }
        let in_force = self.without.iter().fold(found, |book, rule| book.without(*rule));
        let values = self.settings.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let determined = in_force
            .determine_stored(values)
            .map_err(|problems| StoredHouseError::Choices { book: book(), problems })?;
        House::of_stored(&determined)
            .map_err(|problems| StoredHouseError::NotPlayed { book: book(), problems })
    }
}

/// Why a stored house cannot be read.
#[derive(Debug)]
enum StoredHouseError {
    /// No built-in book has this name.
    UnknownBook { book: String },
    /// The book is here, but not in the stored version.
    UnknownVersion { book: String, version: String, present_book: String, present_version: String },
    /// The stored text is not a valid book.
    BookText { book: String, problems: Vec<Problem> },
    /// The book does not allow the stored settings.
    Choices { book: String, problems: Vec<Problem> },
    /// The machine does not play the stored settings.
    NotPlayed { book: String, problems: Vec<HouseProblem> },
}

impl fmt::Display for StoredHouseError {
    /// Words a [`StoredHouseError`]: names the book and what is wrong, for the operator whose records cannot
    /// be read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoredHouseError::UnknownBook { book } => write!(f, "there is no built-in book named {book:?}"),
            StoredHouseError::UnknownVersion { book, version, present_book, present_version } => write!(
                f,
                "version {version:?} of the book {book} is not known: this program has {present_book} in version \
                 {present_version:?}"
            ),
            StoredHouseError::BookText { book, problems } | StoredHouseError::Choices { book, problems } => {
                write_unreadable(f, book, problems)
            }
            StoredHouseError::NotPlayed { book, problems } => write_unreadable(f, book, problems),
        }
    }
}

impl std::error::Error for StoredHouseError {}

/// The sentence about a house whose problems are listed, one after the other.
fn write_unreadable<P: fmt::Display>(f: &mut fmt::Formatter<'_>, book: &str, problems: &[P]) -> fmt::Result {
    let listed: Vec<String> = problems.iter().map(P::to_string).collect();
    write!(f, "a house of {book} cannot be read: {}", listed.join("; "))
}

/// Stores a house and shares equal ones when reading, for `#[serde(with = "table::shared_house")]`.
pub mod shared_house {
    use super::{Arc, Deserialize, Deserializer, House, Serialize, Serializer, StoredHouse};
    use serde::de::Error;

    /// Writes the house in its stored form: the same as without sharing.
    ///
    /// # Errors
    /// The error of the serializer.
    pub fn serialize<S: Serializer>(house: &Arc<House>, serializer: S) -> Result<S::Ok, S::Error> {
        House::serialize(house, serializer)
    }

    /// Reads a house; equal houses share one value while the cache holds them.
    ///
    /// # Errors
    /// A book, version or value that is not known here.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<House>, D::Error> {
        StoredHouse::deserialize(deserializer)?.cached_house().map_err(D::Error::custom)
    }
}

/// A hand turned up: its cards in clear, as many as there are.
pub(crate) mod face_up_hand {
    use cards::HiddenCard;
    use cards::face_up::FaceUp;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::command::MAX_HOLE_CARDS;

    /// Writes the cards as a list up to the last one that is named; cards before it that are not named keep
    /// their place.
    pub fn serialize<S: Serializer>(
        cards: &[HiddenCard; MAX_HOLE_CARDS],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let count = cards.iter().rposition(|card| *card != HiddenCard::UNKNOWN).map_or(0, |last| last + 1);
        serializer.collect_seq(cards[..count].iter().map(|card| FaceUp(*card)))
    }

    /// Reads a list of cards; places beyond it are unknown. A list longer than any hand is an error.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<[HiddenCard; MAX_HOLE_CARDS], D::Error> {
        let listed = Vec::<FaceUp>::deserialize(deserializer)?;
        if listed.len() > MAX_HOLE_CARDS {
            let count = listed.len();
            return Err(D::Error::custom(format!(
                "expected at most {MAX_HOLE_CARDS} hole cards, found {count}"
            )));
        }
        let mut cards = [HiddenCard::UNKNOWN; MAX_HOLE_CARDS];
        cards.iter_mut().zip(listed).for_each(|(card, listed)| *card = listed.0);
        Ok(cards)
    }
}

/// Writes an event of the hand as `{"hand": event}`, any other fact as `{"table": fact, "rule": name}`.
impl Serialize for TableEvent {
    /// Writes a [`TableEvent`] in one of two forms (see the impl); the rule of a hand's event is stored with
    /// that event only. Stored, so it never changes.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let TableFact::Hand(event) = &self.what {
            let mut fields = serializer.serialize_struct("TableEvent", 1)?;
            fields.serialize_field("hand", event)?;
            return fields.end();
        }
        let mut fields = serializer.serialize_struct("TableEvent", 2)?;
        fields.serialize_field("table", &self.what)?;
        fields.serialize_field("rule", &self.rule)?;
        fields.end()
    }
}

impl<'de> Deserialize<'de> for TableEvent {
    /// Reads a [`TableEvent`] in either form and nothing else; the rule of a hand's event is taken from that
    /// event.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TableEvent, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct StoredTableEvent {
            hand: Option<Event>,
            table: Option<TableFact>,
            rule: Option<Rule>,
        }
        let stored = StoredTableEvent::deserialize(deserializer)?;
        match (stored.hand, stored.table, stored.rule) {
            (Some(event), None, None) => Ok(TableEvent { rule: event.rule, what: TableFact::Hand(event) }),
            (None, Some(what), Some(rule)) => Ok(TableEvent { what, rule }),
            (Some(_), ..) | (None, ..) => {
                Err(D::Error::custom("expected a hand's event, or a fact of a table and its rule"))
            }
        }
    }
}
