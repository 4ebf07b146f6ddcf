//! The live room: a keeper for each table, people, the ports they stand on, the house dealer, the bots, the simulator.
//!
//! The keepers and [`people::People`] are plain machines without clock, chance or I/O; [`live`] performs what they say.

pub mod ask;
pub mod audit;
pub mod bot;
pub mod dealer;
pub mod entry;
pub mod keeper;
pub mod ledger;
pub mod live;
pub mod lobby;
pub mod machine;
pub mod own;
pub mod people;
pub mod port;
pub mod reading;
mod refused;
pub mod roster;
pub mod significant;
pub mod simulator;
pub mod state;
pub mod talk;
pub mod text;
pub mod told;
mod viewing;

pub use bot::{Bot, HouseBots, RandomBot, Temper};
pub use dealer::{Dealer, Shoe, bot_act, house_act, play_out};
pub use simulator::{Progress, SeatResult, Simulation, Stopped, Totals};
