//! Coming in and going out: accounts, sessions, passwords and links over HTTP.

pub(crate) mod account;
pub mod admin;
pub mod code;
mod device;
mod export;
pub mod factor;
pub(crate) mod once;
pub(crate) mod own_data;
pub mod password;
pub mod reports;
pub(crate) mod resetting;
mod retention;
pub mod session;

pub use account::routes;
pub use own_data::routes as own_data_routes;
