//! Who may come in: accounts, sessions, roles and bans, as a plain machine folded from the stream People.
//!
//! [`People::decide`] turns a [`PeopleCommand`] into events or a refusal, and [`People::apply`] applies
//! events; neither waits, reads a clock or draws randomness. Names and passwords are not in it: they are in
//! [`PersonRows`], apart from the records, and a record holds a digest of each row. [`PeopleService`]
//! connects the machine to a store.
//!
//! Passwords come in hashed and tokens as their SHA-256: nothing written here can be used to sign in.

mod apply;
mod command;
mod common_passwords;
mod decide;
mod erasure;
mod event;
mod names;
mod notices;
mod opening;
mod records;
mod refusal;
mod reports;
mod restore;
mod role;
mod rows;
mod second_factor;
mod second_factor_service;
mod service;
mod sessions;
mod shares;
mod sign_in;
mod start;
#[cfg(test)]
mod tests;
mod throttle;
mod traces;

pub use apply::{Ban, LinkKind, People, PersonAccount, SignedInPerson};
pub use command::{NewPerson, NewSession, PeopleCommand};
pub use decide::PeopleChanges;
pub use erasure::OpenSession;
pub use event::{LockKind, PeopleEvent, ReportedLine, SecretHash, Trace};
pub use names::{CredentialProblem, MAX_PASSWORD_BYTES, check_password, fold_login, tidy_name};
pub use notices::Notice;
pub use opening::{AuditorSignature, HandOpening};
pub use refusal::PeopleRefusal;
pub use reports::{FiledReport, NewReport, PersonReport, ReportResolution};
pub use role::{ROLES, is_role_conflict, is_staff, role_named, role_word};
pub use rows::PersonRows;
pub use second_factor::{Factor, FactorProof, FactorState};
pub use second_factor_service::{open_factor, seal_factor};
pub use service::{EndedSessions, Grants, PeopleError, PeopleService};
pub use shares::{MAX_SHARED_HANDS, SharedHand};
pub use sign_in::SignInAttempt;
pub use start::PeopleStart;
pub use throttle::{ADDRESS_SCHEDULE, FailureCount, LOGIN_SCHEDULE, WaitSchedule};
pub use traces::trace_address;
