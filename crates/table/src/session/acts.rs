//! Commands to a table.

use std::sync::Arc;

use cards::Card;
use chips::Chips;
use seating::{Actor, Person, Seat};

use super::admission::Timestamp;
use crate::command::Act;
use crate::house::House;

/// A request to a table, and who made it.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct TableCommand {
    pub by: Actor,
    pub act: TableAct,
}

/// The acts of a table, in families.
#[derive(Clone, Debug, PartialEq)]
pub enum TableAct {
    /// A player does something about a seat or its stake.
    Chair(ChairAct),
    /// An official makes a decision, or does something to the deck.
    Official(OfficialAct),
    /// The house runs the table.
    House(HouseAct),
    /// An act in the hand.
    Hand(Act),
}

/// What a player does about a seat or its stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ChairAct {
    /// A person takes a free seat with a stake.
    Sit { seat: Seat, person: Person, stack: Chips },
    /// The player leaves with the stake: at once between hands; otherwise when the hand is over, and their
    /// cards are folded when their turn comes.
    Leave { seat: Seat },
    /// The player takes chips off the table and stays; always refused (4.4, 4.6).
    TakeOff { seat: Seat, amount: Chips },
    /// The player is no longer dealt in.
    SitOut { seat: Seat },
    /// The player will no longer be dealt in from the hand in which the last blind would reach them, or takes
    /// that back.
    SitOutAtBlind { seat: Seat, wished: bool },
    /// The player wants to be dealt in again: by waiting for the last blind, or by posting what is owed.
    SitIn { seat: Seat, posts: bool },
    /// The player adds chips to the stake, between hands.
    Buy { seat: Seat, amount: Chips },
}

/// What an official decides about a person, or does to the deck.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum OfficialAct {
    /// The house or an administrator removes a player from the table when the hand is over.
    Remove { seat: Seat, reason: String },
    /// An official excludes a player from the game: removed when the hand is over, and not let back
    /// (19.2(b)).
    Exclude { seat: Seat, reason: String },
    /// An official lifts an exclusion.
    Readmit { person: Person },
    /// An official decides whether a person may come back with less than they took away (4.6).
    DecideRejoin { person: Person, allowed: bool },
    /// The operator changes some or all cards of the deck, between hands (2.5).
    ReplaceCards { cards: Vec<Card>, reason: String },
    /// The supervisor or the dealer has checked new cards one by one and counted the deck with them.
    CheckCards { cards: Vec<Card>, counted: u8 },
}

/// What the house does to run the table.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum HouseAct {
    /// The room reports the time, for everything that depends on it: notices, and how long a player has been
    /// gone.
    ReportTime { at: Timestamp },
    /// The operator determines the house for the hands to come (4.1, 4.2); or declares a new game under it
    /// between hands, in which case the deck and the joker may change too (2.2).
    Determine { house: Arc<House>, anew: bool },
    /// The button is placed by hand.
    PlaceButton { seat: Seat },
    /// Opens the next hand: button and blinds move, and the hand begins.
    Open,
}
