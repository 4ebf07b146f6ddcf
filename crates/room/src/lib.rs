//! The live room: a keeper for each table, the people, the ports they depend on, the house dealer, the bots,
//! the simulator.
//!
//! The keepers and [`people::People`] are plain machines without clock, randomness or I/O; [`live`] performs
//! what they return.

pub mod archive;
pub mod audit;
pub mod bot;
pub mod chat;
pub mod dealer;
pub mod entry;
pub mod house;
pub mod keeper;
pub mod ledger;
pub mod live;
pub mod lobby;
pub mod machine;
pub mod people;
pub mod port;
pub mod recovery;
mod refusal;
pub mod requests;
pub mod roster;
pub mod significant_records;
pub mod simulator;
pub mod state;
pub mod text;
mod view;

pub use bot::{Bot, HouseBots, PlayStyle, RandomBot};
pub use dealer::{Dealer, DealerShoe, bot_act, house_act, play_out};
pub use simulator::{SeatResult, Simulation, SimulationError, SimulationProgress, SimulationTotals};
