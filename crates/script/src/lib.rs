//! Hand scripts: a table, acts and expectations in plain lines, for tests, transcripts and rulings.
//!
//! [`parse`] reads a text, [`run`] plays one of its cases on a [`table::Table`] and checks the expectations,
//! and [`transcript`] lists what happened with the clauses. `docs/script.md` describes the language.
//!
//! ```
//! use script::RunOptions;
//!
//! let script = script::parse(
//!     "house  dunedin-17.7\n\
//!      game   no-limit holdem 100/200\n\
//!      seats  1:650 2:20000 3:20000  button 3\n\
//!      3 raises to 600\n\
//!      1 all-in           => raises to 650\n\
//!      2 calls\n\
//!      3 raises to 1250   => refused short-all-in-does-not-reopen\n",
//! )
//! .unwrap();
//! let report = script::run(&script.cases[0], &RunOptions::default());
//! assert!(report.has_passed(), "{:?}", report.failures);
//! ```

mod case;
mod error;
mod failure;
mod options;
mod reader;
mod report;
mod runner;
mod statement;
mod transcript;

pub use case::{Case, Script};
pub use error::{Needs, ScriptError, ScriptErrorKind};
pub use failure::{CaseFailure, CaseFailureKind, Mismatch, RefusalCause};
pub use options::{HouseChange, RunOptions};
pub use reader::{CaseReader, MOST_BYTES, MOST_LINE_BYTES, MOST_STEPS, parse};
pub use report::{CaseReport, LineOutcome, TranscriptEntry};
pub use runner::run;
pub use transcript::transcript;
