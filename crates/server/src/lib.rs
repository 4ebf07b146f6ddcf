//! The room's front door: HTTP for sign-in, lobby and wallet, and a socket for tables. Nothing else speaks to
//! browsers.
//!
//! [`app`] builds a service from an [`AppState`]; the program that runs it brings the listener, the clocks
//! and the store. No rule of poker lives here and no chip is counted here: the server asks the room, and
//! encodes its answer.

pub mod audit;
pub mod body;
pub mod config;
pub mod embed;
pub mod error;
pub mod fault;
mod http_connections;
mod key_queue;
pub mod limit;
pub mod lobby;
pub mod openapi;
pub mod path;
pub mod people;
pub mod router;
pub mod rules;
pub mod secret;
pub mod security;
mod serve;
pub mod socket;
pub mod state;
pub mod tables;
mod throttle;

pub use config::Config;
pub use error::{Error, ErrorBody};
pub use fault::Fault;
pub use router::app;
pub use serve::{HTTP_CONNECTIONS, serve};
pub use state::{App, AppState, ServerClock, ServerParts};
pub use wire;
