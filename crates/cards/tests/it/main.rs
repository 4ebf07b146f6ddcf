//! What the orders of hands must be.

mod five_cards;
mod random_deals;
mod seven_cards;
mod slow;
