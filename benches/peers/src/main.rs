//! Plays the benchmark task with Cardroom and with other poker programs, in turn on one thread.
//!
//! Six players, blinds 1 and 2, 200 chips each, fresh stacks for every hand, the button moving one seat on.
//! Every decision is one draw: 10% fold (or check when that is free), 70% check or call, 15% smallest bet or
//! raise, 5% all-in; what is not open becomes a check or a call. Each program is driven through its own
//! interface and stores what it always stores: Cardroom every event with its rule, the others their state.
//! The rounds alternate, so that a busy machine slows all of them alike.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

const PLAYERS: usize = 6;
const STACK: u16 = 200;

/// The outcome of a decision's draw.
enum Wish {
    Fold,
    Call,
    SmallestRaise,
    AllIn,
}

fn wish(draws: &mut SmallRng) -> Wish {
    match draws.random_range(0..100) {
        0..10 => Wish::Fold,
        10..80 => Wish::Call,
        80..95 => Wish::SmallestRaise,
        _ => Wish::AllIn,
    }
}

/// Plays this many hands and returns the sum of the chips at the end of each hand.
type Play = fn(u64) -> u64;

/// The task in Cardroom: chips are whole, and every event is kept.
fn cardroom(hands: u64) -> u64 {
    let book = rulebook::Book::named("standard").expect("a book");
    let house = table::House::of(&book.determine(&[]).expect("its default table")).expect("a table");
    let stack = chips::Chips::new(u64::from(STACK)).expect("small");
    let task = room::Simulation { house: Arc::new(house), players: PLAYERS as u8, stack, hands, seed: 7 };
    let mut chips = 0;
    for hand in 1..=hands {
        let mut events = Vec::with_capacity(64);
        let played = task.play(hand, &room::RandomBot, &mut events).expect("a hand");
        black_box(&events);
        chips += seating::Seat::up_to(PLAYERS as u8).map(|seat| played.stack(seat).get()).sum::<u64>();
    }
    chips
}

struct Agent {
    draws: SmallRng,
}

#[async_trait]
impl rs_poker::arena::Agent for Agent {
    async fn act(
        &mut self,
        _id: u128,
        state: &rs_poker::arena::GameState,
    ) -> rs_poker::arena::action::AgentAction {
        use rs_poker::arena::action::AgentAction;
        let (bet, mine) = (state.current_round_bet(), state.current_round_current_player_bet());
        let all = mine + state.current_player_stack();
        match wish(&mut self.draws) {
            Wish::Fold if bet > mine => AgentAction::Fold,
            Wish::SmallestRaise if all > bet => {
                AgentAction::Bet((bet + state.current_round_min_raise()).min(all))
            }
            Wish::AllIn if all > bet => AgentAction::AllIn,
            Wish::Fold | Wish::Call | Wish::SmallestRaise | Wish::AllIn => AgentAction::Call,
        }
    }

    fn name(&self) -> &str {
        "draws"
    }
}

/// The task in rs_poker, with agents that draw their decisions.
fn rs_poker(hands: u64) -> u64 {
    use rs_poker::arena::{GameStateBuilder, HoldemSimulationBuilder};
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(async {
        let mut agents: Vec<Box<dyn rs_poker::arena::Agent>> = (0..PLAYERS as u64)
            .map(|seed| {
                Box::new(Agent { draws: SmallRng::seed_from_u64(seed) }) as Box<dyn rs_poker::arena::Agent>
            })
            .collect();
        let mut chips = 0;
        for hand in 0..hands {
            let state = GameStateBuilder::new()
                .num_players_with_stack(PLAYERS, f32::from(STACK))
                .blinds(2.0, 1.0)
                .dealer_idx(hand as usize % PLAYERS)
                .build()
                .expect("a state");
            let mut hand = HoldemSimulationBuilder::default()
                .game_state(state)
                .agents(std::mem::take(&mut agents))
                .build_with_rng(SmallRng::seed_from_u64(hand))
                .expect("a hand");
            hand.run().await;
            chips += hand.game_state.stacks.iter().map(|stack| stack.round() as u64).sum::<u64>();
            agents = std::mem::take(&mut hand.agents);
        }
        chips
    })
}

/// The task in kicker, decision by decision.
fn kicker(hands: u64) -> u64 {
    use kicker::{FunTable, Turn};
    let mut draws = SmallRng::seed_from_u64(7);
    let mut chips = 0;
    for hand in 0..hands {
        let mut game = FunTable::from_start(hand as usize % PLAYERS, [STACK as i16; PLAYERS]);
        loop {
            let action = match game.turn() {
                Turn::Terminal => break,
                Turn::Chance => game.reveal(),
                Turn::Choice(_) => {
                    let passive = || {
                        if game.may_check() {
                            game.check()
                        } else if game.may_call() {
                            game.calls()
                        } else {
                            game.shove()
                        }
                    };
                    match wish(&mut draws) {
                        Wish::Fold if game.may_fold() && !game.may_check() => game.folds(),
                        Wish::SmallestRaise if game.may_raise() => game.raise(),
                        Wish::SmallestRaise | Wish::AllIn if game.may_shove() => game.shove(),
                        Wish::Fold | Wish::Call | Wish::SmallestRaise | Wish::AllIn => passive(),
                    }
                }
            };
            game = game.apply(action);
        }
        let paid = game.settlements();
        let stacks = game.stacks();
        let won =
            stacks.iter().zip(&paid).map(|(stack, paid)| i64::from(*stack) + i64::from(paid.pnl().reward()));
        chips += won.sum::<i64>() as u64;
    }
    chips
}

/// The time this thread spent on a core, where the system reports it (Linux), so that other work on the
/// machine counts less; elsewhere wall-clock time.
struct Clock {
    wall: Instant,
    on_core: Option<u64>,
}

impl Clock {
    fn now() -> Clock {
        Clock { wall: Instant::now(), on_core: Clock::on_core() }
    }

    fn on_core() -> Option<u64> {
        std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
    }

    fn seconds(&self) -> f64 {
        match (self.on_core, Clock::on_core()) {
            (Some(before), Some(after)) => (after - before) as f64 / 1e9,
            _ => self.wall.elapsed().as_secs_f64(),
        }
    }
}

fn main() {
    let argument = std::env::args().nth(1);
    let hands: u64 = argument.and_then(|hands| hands.parse().ok()).unwrap_or(50_000);
    const ROUNDS: usize = 9;
    let players: [(&str, Play); 3] =
        [("cardroom", cardroom), ("rs_poker 5.0.0", rs_poker), ("kicker 1.2", kicker)];
    let mut speeds = [const { Vec::new() }; 3];
    for round in 0..ROUNDS {
        for ((name, play), speeds) in players.iter().zip(&mut speeds) {
            let start = Clock::now();
            let chips = play(hands);
            speeds.push((hands as f64 / start.seconds()) as u64);
            let dealt = hands * PLAYERS as u64 * u64::from(STACK);
            if chips != dealt && round == 0 {
                println!("note: {name} turned {dealt} chips into {chips}, counted in whole chips");
            }
        }
    }
    println!("{:<16} {:>12} {:>12} {:>12}", "hands a second", "fastest", "median", "slowest");
    for ((name, _), speeds) in players.iter().zip(&mut speeds) {
        speeds.sort_unstable();
        println!("{name:<16} {:>12} {:>12} {:>12}", speeds[ROUNDS - 1], speeds[ROUNDS / 2], speeds[0]);
    }
}
