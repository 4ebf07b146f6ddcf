//! Tests of the keepers, the live room, the house dealer, the bots and the simulator.

mod bots;
mod failing;
mod keeper;
mod ledger;
mod limits;
mod live;
mod roster;
mod simulator;

use std::sync::Arc;

use chips::Chips;
use room::Simulation;
use rulebook::Book;
use table::House;

/// A table of a book with choices.
fn house(book: &str, choices: &[(&str, &str)]) -> Arc<House> {
    let determined =
        Book::named(book).expect("a book of our own").determine(choices).expect("choices it offers");
    Arc::new(House::of(&determined).expect("a table we play"))
}

/// A small simulation with stacks of a hundred times the last blind.
fn simulation(house: Arc<House>, players: u8, hands: u64) -> Simulation {
    let stack = house.last_blind().times(100).expect("small");
    Simulation { house, players, stack, hands, seed: 7 }
}

fn chips(count: u64) -> Chips {
    Chips::new(count).expect("small")
}
