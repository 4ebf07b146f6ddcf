//! The room's door: HTTP for sign-in, lobby and wallet, and a socket for tables. Nothing else speaks to browsers.
//!
//! [`app`] makes a service of an [`AppState`]; whoever runs it brings the listener, the clocks and the store. No rule of
//! poker lives here and no chip is counted here: the room is asked, and its answer is put into words.

pub mod app;
pub mod error;
pub mod wire;

pub use app::{App, AppState, app};
pub use error::{Error, Refused};
