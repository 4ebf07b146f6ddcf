//! What is asked of a table.

use std::sync::Arc;

use cards::Card;
use chips::Chips;
use seating::{Actor, Person, Seat};

use super::admission::Timestamp;
use crate::command::Act;
use crate::house::House;

/// Something asked of a table, and by whom.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct TableCommand {
    pub by: Actor,
    pub act: TableAct,
}

/// The acts of a table, in families.
#[derive(Clone, Debug, PartialEq)]
pub enum TableAct {
    /// A player does something about a seat and its stake.
    Chair(ChairAct),
    /// An official decides, or does something to the deck.
    Official(OfficialAct),
    /// The house runs the table.
    House(HouseAct),
    /// An act of the hand.
    Hand(Act),
}

/// What a player does about a seat and its stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ChairAct {
    /// A person takes a free seat with a stake.
    Sit { seat: Seat, person: Person, stack: Chips },
    /// The player leaves with the stake: at once between rounds, otherwise when the round is over, and the hand is
    /// folded when its turn comes.
    Leave { seat: Seat },
    /// The player takes chips off the table and stays; there is no such act (4.4, 4.6).
    TakeOff { seat: Seat, amount: Chips },
    /// The player is not dealt in any more.
    SitOut { seat: Seat },
    /// The player is not dealt in any more from the round in which the last blind would come, or takes that back.
    SitOutAtBlind { seat: Seat, wished: bool },
    /// The player wants cards again: waits for the last blind, or posts what is owed.
    SitIn { seat: Seat, posts: bool },
    /// The player adds chips to the stake, between rounds.
    Buy { seat: Seat, amount: Chips },
}

/// What an official decides about a person, or does to the deck.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum OfficialAct {
    /// The house or an administrator takes a player off the table when the round is over.
    Remove { seat: Seat, reason: String },
    /// An official shuts a player out of the game: off the table when the round is over, and not back (19.2(b)).
    Exclude { seat: Seat, reason: String },
    /// An official lifts it.
    Readmit { person: Person },
    /// An official decides whether a person may come back with less than was taken away (4.6).
    DecideRejoin { person: Person, allowed: bool },
    /// The operator changes some or all cards of the deck, between rounds (2.5).
    ReplaceCards { cards: Vec<Card>, reason: String },
    /// The supervisor or the dealer has looked at new cards one by one and counted the deck with them.
    CheckCards { cards: Vec<Card>, counted: u8 },
}

/// What the house does to run the table.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum HouseAct {
    /// The room tells the time, for what depends on it: notices, and how long somebody was gone.
    TellTime { at: Timestamp },
    /// The operator determines the house of the rounds to come (4.1, 4.2); or declares the game anew by it, between
    /// rounds: then deck and joker may be others too (2.2).
    Determine { house: Arc<House>, anew: bool },
    /// The button is placed by hand.
    PlaceButton { seat: Seat },
    /// The next round is opened: button and blinds move, the hand begins.
    Open,
}
