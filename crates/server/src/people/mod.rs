//! Coming in and going out: accounts, sessions, passwords and links over HTTP.

mod account;
pub mod admin;
mod device;
pub(crate) mod once;
pub mod password;
pub mod reports;
pub mod session;

pub use account::routes;
