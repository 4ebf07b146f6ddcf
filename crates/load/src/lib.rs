//! A client of a running room as a program uses it, and a load test that plays with many of them.
//!
//! It knows the protocol and nothing about the server behind it. `cardroom load` and the tests use it.

pub mod client;
mod error;
mod frame;
mod meter;
mod player;
mod run;
mod state;

pub use error::{ClientError, LoadError};
pub use run::{LoadPlan, LoadReport, LoadStage, run};
