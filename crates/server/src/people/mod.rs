//! Accounts, sessions, passwords and links over HTTP: everything about signing in and out.

pub(crate) mod account;
pub mod admin;
pub mod code;
mod device;
mod export;
pub mod factor;
pub(crate) mod idempotency;
pub(crate) mod own_data;
pub mod password;
pub(crate) mod password_reset;
pub mod reports;
mod retention;
pub mod session;

pub use account::routes;
pub use own_data::routes as own_data_routes;
