//! Tests of what stands behind the room's ports.

mod checks;
mod crashes;
mod disk;
mod made;
mod opening;
mod suite;
