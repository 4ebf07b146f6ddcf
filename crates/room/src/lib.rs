//! What will be the live room: so far the house dealer, the bots, and the simulator.
//!
//! Plain modules: no clocks, no sockets, no tasks. Randomness comes from a seed by the streams of `fair`.

pub mod bot;
pub mod dealer;
pub mod simulator;

pub use bot::{Bot, HouseBots, RandomBot, Temper};
pub use dealer::{Shoe, bot_act, house_act, play_out};
pub use simulator::{Progress, SeatResult, Simulation, Stopped, Totals};
