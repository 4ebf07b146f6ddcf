//! What happens to a table when a check fails, a hand cannot go on, or nothing can be stored.
//!
//! A hand that cannot go on is void by the rule of its book: every chip goes back to the player who put it
//! in, the end of the deck is recorded with the reason, and no hand begins until those who run the table or
//! the room resume or close it. Players can leave with their stakes in the meantime.
//!
//! Every message about it carries a reference under which the room's log has the details.

use seating::Actor;
use table::{Act, Table, TableAct, VoidReason};

use super::{Effect, HostedGame, Keeper, KeeperInput};
use crate::entry::TableEntry;
use crate::port::Now;
use crate::requests::{Reply, RoomRefusal, Standing};

/// What broke when the room's key does not open a hand's deck.
pub(super) const DECK_LOST: &str = "the room can no longer open the deck of the hand";
/// What broke when a check failed. Only the room's log says which check: its words might name a card.
pub(crate) const CHECK_FAILED: &str = "a check of the room failed";
/// Why a hand in play in a restored backup cannot go on: people may have seen it go on and know cards of its
/// deck.
const RESTORED_FROM_BACKUP: &str = "the room was restored from a backup";
/// What happened to a hand that could not go on.
pub(super) const HAND_VOID: &str = "the hand is void, and every chip was returned";
/// What happened to chips when a check failed between hands.
const NOT_DONE: &str = "nothing was done, and no chip has moved";

/// The reference for a failure at a table with this many records, such as `E-3-120`. People are shown it and
/// the log has it, so that an operator finds the one by the other.
pub fn reference(table: u64, records: u64) -> String {
    format!("E-{table}-{records}")
}

impl<M: HostedGame> Keeper<M> {
    /// Recovers from a failed check: takes the table as rebuilt from its stream of `count` records, drops
    /// everything unstored, and voids the hand in play. Any batch on its way to the store must have come back;
    /// the loop replies to open requests.
    ///
    /// # Panics
    /// As [`Keeper::handle`]; the table must be stopped then.
    pub fn recover(&mut self, now: Now, state: M::State, count: u64) -> Vec<Effect> {
        self.effects.retain(|effect| !matches!(effect, Effect::Append(_)));
        self.waiting
            .retain(|(_, input)| matches!(input, KeeperInput::Watch { .. } | KeeperInput::Unwatch { .. }));
        self.pending = None;
        self.state = state;
        self.count = count;
        self.recent.clear();
        M::reset_unstored(self, now);
        // Whatever viewers were sent last, this brings them to where the records are.
        self.send_snapshots(now);
        // The loop logs what failed: it has the words of the check.
        let what = format!("{CHECK_FAILED} ({})", self.reference());
        let playing = M::is_playing(&self.state);
        if playing || !self.is_paused_for_failure() {
            let why = format!("{what}: {}", if playing { HAND_VOID } else { NOT_DONE });
            M::call_off(self, now, &why);
            self.last_failure_reason = Some(why);
        }
        self.update_listing();
        std::mem::take(&mut self.effects)
    }

    /// Starts a table restored from a backup, voiding the hand that was in play when the backup was made:
    /// people may have seen it go on. Called instead of [`Keeper::start`].
    pub fn start_restored(&mut self, now: Now) -> Vec<Effect> {
        M::reset_unstored(self, now);
        M::call_off(self, now, &format!("{RESTORED_FROM_BACKUP}: {HAND_VOID}"));
        self.update_listing();
        std::mem::take(&mut self.effects)
    }

    /// Whether the table is already paused for the failure last reported: the next failure does not pause it
    /// again.
    fn is_paused_for_failure(&self) -> bool {
        matches!(M::standing(&self.state), Standing::Paused { reason } if self.last_failure_reason.as_ref() == Some(reason))
    }

    /// The reference for a failure at this table now, made of its number and record count; the log has the same
    /// one.
    pub fn reference(&self) -> String {
        reference(M::number(&self.state), self.count)
    }

    /// Writes a failure to the log and returns the same words, with the reference, to show to people: log and
    /// page must agree.
    pub(super) fn report_failure(&mut self, what: &str) -> String {
        let words = format!("{what} ({})", self.reference());
        self.effects.push(Effect::LogFailure { what: words.clone() });
        words
    }

    /// Stops the table until somebody has looked after the room: a check failed, or nothing can be stored. Open
    /// and waiting requests are refused with the reference; nothing is stored.
    pub fn stop(&mut self, now: Now, why: &str) -> Vec<Effect> {
        let why = self.report_failure(why);
        let reference = self.reference();
        M::mark_stopped(&mut self.state, why.clone(), reference.clone());
        M::reset_unstored(self, now);
        let refused = RoomRefusal::stopped(&why, reference);
        if let Some(pending) = self.pending.take() {
            for request_ref in pending.requests {
                self.reply(request_ref.id, Reply::Refused(refused.clone()));
            }
        }
        for (_, input) in std::mem::take(&mut self.waiting) {
            if let KeeperInput::Request { id, .. } = input {
                self.reply(id, Reply::Refused(refused.clone()));
            }
        }
        self.send_snapshots(now);
        self.update_listing();
        std::mem::take(&mut self.effects)
    }
}

impl Keeper<Table> {
    /// Voids the hand in play by its book's rule, returning every chip, and pauses the table for those who run
    /// it; a closing table closes instead. `why` is stored and shown.
    pub(super) fn void_hand(&mut self, now: Now, why: &str) {
        let mut draft = self.draft();
        let running = draft.state.hand_in_play().is_some();
        if running {
            draft.decide_for_house(TableAct::Hand(Act::Void { reason: VoidReason::CannotGoOn }));
        }
        let reason = why.to_owned();
        match draft.state.standing {
            Standing::Closing { .. } => {
                draft.take(TableEntry::Play(Standing::Closing { reason }));
                self.after_hand(&mut draft);
            }
            Standing::Open | Standing::Paused { .. } => {
                let paused = Standing::Paused { reason };
                if draft.state.standing != paused {
                    draft.take(TableEntry::Play(paused));
                }
            }
            Standing::Closed { .. } | Standing::Stopped { .. } => {}
        }
        draft.close(now, Actor::HOUSE, None, if running { "void" } else { "paused" });
        self.append_draft(now, draft, Vec::new());
    }
}
