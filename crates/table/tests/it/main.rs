//! Tests of the table machine, a module an area.

mod play;
