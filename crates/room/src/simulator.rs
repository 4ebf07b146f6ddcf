//! Plays many hands with bots: stacks are reset for every hand, the button moves one seat on, chips are
//! counted, and results are kept by seat.
//!
//! Threads take hands in blocks of fixed size by number, and every hand draws from streams of its own number,
//! so that the result does not depend on the number of threads.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use chips::Chips;
use fair::{Label, Seed, Stream};
use seating::{Person, Seat};
use table::{Entrant, Event, Fact, Hand, House, Lineup, LineupProblem, PotFact, Refusal};

use crate::bot::Bot;
use crate::dealer::{DealerShoe, play_out};

/// How many hands a thread takes at a time: enough that taking them costs nothing, few enough that threads
/// finish together.
pub const BLOCK_SIZE: u64 = 1 << 12;

/// What is played.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// The house.
    pub house: Arc<House>,
    /// How many players sit down, in seats 1 and up.
    pub players: u8,
    /// Every player's stack at the beginning of every hand.
    pub stack: Chips,
    /// How many hands.
    pub hands: u64,
    /// The seed of all draws.
    pub seed: u64,
}

/// A seat's results over all hands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatResult {
    /// Chips won minus chips lost.
    pub net: i64,
    /// Hands in which the seat was paid from a pot.
    pub won: u64,
    /// Hands in which the seat's cards were turned up.
    pub shown: u64,
}

/// The combined results of all hands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SimulationTotals {
    /// How many hands were played.
    pub hands: u64,
    /// How many of them came to a showdown.
    pub showdowns: u64,
    /// How many events they had.
    pub events: u64,
    /// Chips taken as commission.
    pub commission: u64,
    /// By seat, seat 1 first.
    pub seats: Vec<SeatResult>,
    /// A number that depends on every stack after every hand: two runs with the same number agreed
    /// throughout.
    pub fingerprint: u64,
}

impl SimulationTotals {
    /// The results of no hands, with a place for each of the seats 1 to `players`.
    fn empty(players: u8) -> SimulationTotals {
        SimulationTotals {
            seats: vec![SeatResult::default(); usize::from(players)],
            ..SimulationTotals::default()
        }
    }

    /// Adds the results of another block. The order of adding must not matter: threads finish in any order.
    fn add(&mut self, other: &SimulationTotals) {
        self.hands += other.hands;
        self.showdowns += other.showdowns;
        self.events += other.events;
        self.commission += other.commission;
        self.fingerprint = self.fingerprint.wrapping_add(other.fingerprint);
        for (seat, other) in self.seats.iter_mut().zip(&other.seats) {
            seat.net += other.net;
            seat.won += other.won;
            seat.shown += other.shown;
        }
    }
}

/// Why a simulation ended before its last hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SimulationError {
    /// The table cannot be dealt.
    Lineup(Vec<LineupProblem>),
    /// A bot's act was refused.
    Refused {
        /// The hand, from 1.
        hand: u64,
        /// Why.
        refusal: Refusal,
    },
    /// Chips appeared or disappeared.
    ChipsNotConserved {
        /// The hand, from 1.
        hand: u64,
        /// Chips at its beginning.
        before: u64,
        /// Chips at its end, including commission.
        after: u64,
    },
    /// It was asked to stop.
    Interrupted,
}

impl fmt::Display for SimulationError {
    /// One line that says which hand failed and how, for the command that runs the simulation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SimulationError::Lineup(problems) => {
                for (at, problem) in problems.iter().enumerate() {
                    write!(f, "{}{problem}", if at > 0 { "; " } else { "" })?;
                }
                Ok(())
            }
            SimulationError::Refused { hand, refusal } => {
                write!(f, "hand {hand}: a bot's act was refused: {refusal}")
            }
            SimulationError::ChipsNotConserved { hand, before, after } => {
                write!(f, "hand {hand}: {before} chips became {after}")
            }
            SimulationError::Interrupted => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for SimulationError {}

/// How far a simulation has come; also used to stop it.
#[derive(Debug, Default)]
pub struct SimulationProgress {
    done: AtomicU64,
    stop: AtomicBool,
}

impl SimulationProgress {
    /// Hands played so far, in whole blocks; for a progress display on another thread.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Asks the simulation to end after the blocks in progress; [`Simulation::run`] then returns
    /// [`SimulationError::Interrupted`].
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Simulation {
    /// The players, in seats 1 and up, each with the full stack: every hand begins afresh.
    fn entrants(&self) -> Vec<Entrant> {
        Seat::up_to(self.players)
            .map(|seat| Entrant { seat, person: Person(u64::from(seat.number())), stack: self.stack })
            .collect()
    }

    /// The lineup of a hand, numbered from 1; the button moves one seat on with each hand.
    pub fn lineup(&self, hand: u64) -> Lineup {
        let button = ((hand - 1) % u64::from(self.players.max(1))) as u8 + 1;
        Lineup::by_the_book(&self.house, hand, Seat::new(button).unwrap_or(Seat::FIRST), self.entrants())
    }

    /// The seed of all draws of a hand: seed and hand number side by side, so that any hand can be played again
    /// alone. The deck of the hand is its [`fair::shuffle`].
    pub fn seed_of(&self, hand: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&self.seed.to_le_bytes());
        bytes[8..16].copy_from_slice(&hand.to_le_bytes());
        Seed::new(bytes)
    }

    /// Checks whether the first hand can be dealt, and with it every other: all have the same house, players
    /// and stacks.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self) -> Result<(), SimulationError> {
        let problems = self.lineup(1).problems();
        if problems.is_empty() { Ok(()) } else { Err(SimulationError::Lineup(problems)) }
    }

    /// Plays one hand, numbered from 1, to its end; adds every event with its rule to `events`. The same hand
    /// is the same in every run with this seed and bot.
    ///
    /// # Errors
    /// Why the hand could not be dealt or played.
    #[inline]
    pub fn play<B: Bot + ?Sized>(
        &self,
        hand: u64,
        bot: &B,
        events: &mut Vec<Event>,
    ) -> Result<Hand, SimulationError> {
        let (mut played, opened) = Hand::open(self.lineup(hand)).map_err(SimulationError::Lineup)?;
        events.push(opened);
        // The bots draw from where the shuffle left off: one stream serves the whole hand.
        let mut draws = Stream::new(&self.seed_of(hand), Label::Shuffle);
        let mut shoe = DealerShoe::for_hand(&self.house, usize::from(self.players), &mut draws);
        play_out(&mut played, &mut shoe, bot, &mut draws, events)
            .map_err(|refusal| SimulationError::Refused { hand, refusal })?;
        Ok(played)
    }

    /// Plays all hands on `threads` threads, 1 to 256. The totals of a completed run do not depend on how many.
    ///
    /// # Errors
    /// The first reason, by hand number, why the simulation could not go on.
    pub fn run<B: Bot + Sync + ?Sized>(
        &self,
        bot: &B,
        threads: usize,
        progress: &SimulationProgress,
    ) -> Result<SimulationTotals, SimulationError> {
        let blocks = self.hands.div_ceil(BLOCK_SIZE);
        let next = AtomicU64::new(0);
        let work = || {
            let mut totals = SimulationTotals::empty(self.players);
            let mut stopped = None;
            loop {
                let block = next.fetch_add(1, Ordering::Relaxed);
                if block >= blocks || stopped.is_some() {
                    return (totals, stopped);
                }
                if progress.stop.load(Ordering::Relaxed) {
                    return (totals, Some((u64::MAX, SimulationError::Interrupted)));
                }
                match self.play_block(block, bot) {
                    Ok(played) => {
                        totals.add(&played);
                        progress.done.fetch_add(played.hands, Ordering::Relaxed);
                    }
                    // Earlier blocks are already in progress, so the first reason is still found.
                    Err(reason) => {
                        next.store(blocks, Ordering::Relaxed);
                        stopped = Some((block, reason));
                    }
                }
            }
        };
        let threads = threads.clamp(1, 256).min(blocks.max(1) as usize);
        let parts: Vec<(SimulationTotals, Option<(u64, SimulationError)>)> = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mut parts = vec![work()];
            for other in others {
                match other.join() {
                    Ok(part) => parts.push(part),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            parts
        });
        let first = parts.iter().filter_map(|(_, stopped)| stopped.clone()).min_by_key(|(block, _)| *block);
        if let Some((_, stopped)) = first {
            return Err(stopped);
        }
        let mut totals = SimulationTotals::empty(self.players);
        for (part, _) in &parts {
            totals.add(part);
        }
        Ok(totals)
    }

    /// Plays the hands of one block, numbered from 0; the last block may be shorter.
    fn play_block<B: Bot + ?Sized>(&self, block: u64, bot: &B) -> Result<SimulationTotals, SimulationError> {
        let mut totals = SimulationTotals::empty(self.players);
        let mut events = Vec::new();
        let first = block * BLOCK_SIZE + 1;
        for number in first..(first + BLOCK_SIZE).min(self.hands + 1) {
            events.clear();
            let hand = self.play(number, bot, &mut events)?;
            self.add_hand(number, &hand, &events, &mut totals)?;
        }
        Ok(totals)
    }

    /// Adds a finished hand to the results and checks that its chips are conserved: stacks plus commission.
    /// Every stack goes into the fingerprint.
    fn add_hand(
        &self,
        number: u64,
        hand: &Hand,
        events: &[Event],
        totals: &mut SimulationTotals,
    ) -> Result<(), SimulationError> {
        let mut commission = 0;
        let mut won = 0u32;
        for event in events {
            match event.what {
                Fact::Pots(PotFact::Awarded { seat, .. }) => won |= 1 << seat.number(),
                Fact::Pots(fact) => commission += fact.commission().map_or(0, |(_, amount)| amount.get()),
                Fact::Cards(fact) => {
                    if let Some((seat, true)) = fact.showdown_act() {
                        totals.seats[usize::from(seat.number()) - 1].shown += 1;
                    }
                }
                Fact::Street(fact) => totals.showdowns += u64::from(fact.opens_showdown()),
                Fact::Course(_) | Fact::Turn(_) | Fact::Clock(_) | Fact::Chips(_) => {}
            }
        }
        let before = self.stack.get() * u64::from(self.players);
        let mut after = commission;
        let mut print = number;
        for (at, seat) in Seat::up_to(self.players).enumerate() {
            let stack = hand.stack(seat).get();
            after += stack;
            totals.seats[at].net += stack as i64 - self.stack.get() as i64;
            totals.seats[at].won += u64::from(won >> seat.number() & 1);
            print = (print ^ stack).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        }
        if before != after {
            return Err(SimulationError::ChipsNotConserved { hand: number, before, after });
        }
        totals.hands += 1;
        totals.events += events.len() as u64;
        totals.commission += commission;
        totals.fingerprint = totals.fingerprint.wrapping_add(print);
        Ok(())
    }
}
