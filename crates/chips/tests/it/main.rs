//! Tests of amounts: every small number, and the edges of the valid range.

mod amounts;
