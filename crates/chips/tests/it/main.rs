//! Tests of amounts, over every small number and at the edge of what an amount can be.

mod amounts;
