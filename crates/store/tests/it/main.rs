//! Tests of what stands behind the room's ports.

mod checks;
mod made;
mod opening;
mod suite;
