//! Code that the targets share with the tests: the attack on a live room.

#[path = "../../crates/server/tests/it/hall.rs"]
pub mod hall;
#[path = "../../crates/server/tests/it/siege/mod.rs"]
pub mod siege;
