//! Tests of the implementations behind the room's ports.

mod changed;
mod checks;
mod crashes;
mod disk;
mod headers;
mod keeping;
mod log;
mod made;
mod opening;
mod refused;
mod restored;
mod rolled_back;
mod session;
mod suite;
mod upgraded;
