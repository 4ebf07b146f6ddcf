//! What becomes of a table when a check fails, a hand cannot go on, or nothing can be stored.
//!
//! A hand that cannot go on is void by the rule of its book: every chip goes back to whoever put it in, the deck's end
//! is on record with the reason, and no round begins until whoever runs the table or the room resumes or closes it.
//! Players can leave with their stakes meanwhile.

use table::{Act, By, TableAct, VoidReason};

use super::{Clock, Effect, Input, Keeper};
use crate::ask::{Answer, Refused, Standing};
use crate::entry::Entry;
use crate::port::Now;
use crate::state::TableState;

/// Why a hand ended whose deck the room's key does not open.
pub(super) const LOST_DECK: &str =
    "the room cannot open the deck of the hand any more: the hand is void, and every chip is back";
/// Why a hand ended in which a check failed. Which one stands in the room's log alone: it might name a card.
const VOID: &str = "a check of the room failed: the hand is void, and every chip is back";
/// Why play stops when a check failed between hands.
const FAILED: &str = "a check of the room failed: what was to be done was not done";

impl Keeper {
    /// Goes on after a check that failed, with the table as its stream makes it and `count` records: the hand being played
    /// is void. What is on its way to the store must have come back; whoever asked something is answered by the loop.
    ///
    /// # Panics
    /// As [`Keeper::handle`]: then the table is to be stopped.
    pub fn begin_again(&mut self, now: Now, state: TableState, count: u64) -> Vec<Effect> {
        self.effects.retain(|effect| !matches!(effect, Effect::Append(_)));
        self.waiting.retain(|(_, input)| matches!(input, Input::Watch { .. } | Input::Unwatch { .. }));
        self.pending = None;
        self.state = state;
        self.count = count;
        self.clock = Clock::default();
        self.clock.closed = now.steady;
        self.bots = None;
        self.values.clear();
        self.recent.clear();
        // Whatever was told last, everybody is where the records are.
        self.show_all(now);
        let why = if self.state.running().is_some() { VOID } else { FAILED };
        self.call_off(now, why);
        self.list();
        std::mem::take(&mut self.effects)
    }

    /// The hand being played is void, and no other begins: the table waits for whoever runs it, or closes where it was
    /// to close.
    pub(super) fn call_off(&mut self, now: Now, why: &str) {
        let mut draft = self.draft();
        let running = draft.state.running().is_some();
        if running {
            draft.house(TableAct::Hand(Act::Void { reason: VoidReason::CannotGoOn }));
        }
        let reason = why.to_owned();
        match draft.state.standing {
            Standing::Closing { .. } => {
                draft.take(Entry::Play(Standing::Closing { reason }));
                self.after_the_round(&mut draft);
            }
            Standing::Open | Standing::Paused { .. } => {
                let paused = Standing::Paused { reason };
                if draft.state.standing != paused {
                    draft.take(Entry::Play(paused));
                }
            }
            Standing::Closed { .. } | Standing::Stopped { .. } => {}
        }
        draft.close(now, By::HOUSE, None, if running { "void" } else { "paused" });
        self.store(now, draft, Vec::new());
    }

    /// Nothing happens here any more until the room has been looked after: a check failed, or nothing can be stored.
    pub fn stop(&mut self, now: Now, why: &str) -> Vec<Effect> {
        self.state.standing = Standing::Stopped { why: why.to_owned() };
        self.clock = Clock::default();
        let refused = Refused::plain("stopped", format!("this table has stopped: {why}"));
        if let Some(pending) = self.pending.take() {
            for (id, _, _) in pending.answers {
                self.answer(id, Answer::Refused(refused.clone()));
            }
        }
        for (_, input) in std::mem::take(&mut self.waiting) {
            if let Input::Ask { id, .. } = input {
                self.answer(id, Answer::Refused(refused.clone()));
            }
        }
        self.show_all(now);
        self.list();
        std::mem::take(&mut self.effects)
    }
}
