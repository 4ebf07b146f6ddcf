//! The live room: the ports it stands on, the house dealer, the bots, and the simulator.

pub mod bot;
pub mod dealer;
pub mod people;
pub mod port;
pub mod simulator;

pub use bot::{Bot, HouseBots, RandomBot, Temper};
pub use dealer::{Shoe, bot_act, house_act, play_out};
pub use simulator::{Progress, SeatResult, Simulation, Stopped, Totals};
