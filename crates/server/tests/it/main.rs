//! The server's tests: requests to the service, without a socket unless the socket is the point.

mod access;
mod account;
mod administrator;
mod configuration;
mod document;
mod guard;
mod hostile;
mod house;
mod rules;
mod secrets;
mod stored;
mod typescript;
