//! The server's tests: requests to the service, without a socket unless the socket is the point.

mod access;
mod account;
mod administrator;
mod configuration;
mod document;
mod files;
mod flood;
mod flooders;
mod frames;
mod guard;
mod hall;
mod hostile;
mod house;
mod lines;
mod loopback;
mod once;
mod rules;
mod runs;
mod search;
mod secrecy;
mod secrets;
mod served;
mod siege;
mod stored;
mod typescript;
