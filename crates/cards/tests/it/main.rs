//! What the orders of hands must be.

mod five_cards;
mod seven_cards;
mod slow;
