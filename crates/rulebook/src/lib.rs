//! The rule books as data: rules with their citations, the choices of each book for every setting, and the
//! register of clauses.
//!
//! Start at [`Book`]: take a built-in book or read an operator's file, then fix the settings of a table with
//! [`Book::determine`].
//!
//! ```
//! use rulebook::{Book, rule};
//!
//! let book = Book::named("canberra-holdem-2018").unwrap();
//! let table = book.determine(&[("blinds", "25 50"), ("min_bet", "50")]).unwrap();
//! assert_eq!(table.amounts("blinds"), [25, 50]);
//! assert_eq!(table.cites(rule::SMALLEST_RAISE), ["HE-5.1", "AMB-048"]);
//!
//! let problems = book.determine(&[("blinds", "10 5"), ("min_bet", "5")]).unwrap_err();
//! assert_eq!(
//!     problems[0].to_string(),
//!     "blinds = 10 5: it falls from 10 to 5; expected amounts that do not fall (HE-4.2(f), AMB-056)"
//! );
//! ```

pub mod authority;
pub mod book;
mod book_file;
mod bound;
mod checks;
pub mod code_citations;
pub mod coverage;
pub mod determination;
mod determination_builder;
pub mod docs;
mod practice_book;
pub mod problem;
pub mod readings;
pub mod reason;
pub mod register;
pub mod rule;
pub mod setting;
mod toml_reader;
mod warnings;

pub use book::{AllowedValue, Book, BookSetting, Choices};
pub use bound::{Bound, MAX_CHOSEN_CHIPS};
pub use determination::Determination;
pub use problem::Problem;
pub use readings::Reading;
pub use rule::{Area, Rule};
pub use setting::{InvalidValue, Setting};
