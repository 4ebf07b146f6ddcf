//! Who may come in: accounts, sessions, roles, bans, as a plain machine folded from the stream People.
//!
//! [`People::decide`] turns a [`Command`] into events or a refusal, [`People::apply`] takes events in; neither waits,
//! reads a clock or draws chance. Names and passwords are not in it: they stand in [`Rows`], apart from the records,
//! and a record holds a digest of each row. [`Service`] puts the machine before a store.
//!
//! Passwords come in hashed and tokens as their SHA-256: what is written here opens no door.

mod applying;
mod common;
mod deciding;
mod erasing;
mod event;
mod factor;
mod factors;
mod name;
mod notices;
mod opening;
mod records;
mod refused;
mod reporting;
mod restored;
mod role;
mod rows;
mod service;
mod sessions;
mod sharing;
#[cfg(test)]
mod tests;
mod throttle;
mod traces;

pub use applying::{Account, Ban, LinkKind, People, Signed};
pub use deciding::{Command, Decided, NewPerson, NewSession};
pub use erasing::OpenSession;
pub use event::{Event, Hashed, Locked, ReportedLine, Trace};
pub use factor::{Factor, FactorState, Passed};
pub use factors::{open_factor, seal_factor};
pub use name::{LONGEST_PASSWORD, Unfit, fold_login, password_fits, tidy_name};
pub use notices::Notice;
pub use opening::{HandOpening, Signature};
pub use refused::Refusal;
pub use reporting::{Dealt, Filed, NewReport, Report};
pub use role::{ROLES, conflict, is_staff, role_named, role_word};
pub use rows::Rows;
pub use service::{Attempt, Ending, Grants, NotDone, Service};
pub use sharing::{MOST_SHARED, SharedHand};
pub use throttle::{ADDRESS, LOGIN, Schedule, Tries};
pub use traces::trace_address;
