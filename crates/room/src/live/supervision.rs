//! The room when it is about to stop or its disk fills up: what no longer begins, and what resumes by itself.

use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::Duration;

use seating::{Actor, Person, Role};
use tokio::sync::oneshot;

use super::{Room, TableHandle, TaskMessage, append, run_to_end};
use crate::lobby::{ConfigurationChange, RoomFact};
use crate::port::{Now, StoreCondition, StoreError, Wall};
use crate::requests::RoomRefusal;
use crate::text;

/// How far the wall clock may drift between two checks without anybody having set it, in milliseconds.
const MAX_DRIFT_MS: i64 = 1_000;

/// Compares the wall clock with the steady clock, which nobody can set.
#[derive(Clone, Copy, Debug)]
pub struct ClockWatch {
    last: Now,
}

impl ClockWatch {
    /// Starts from the current clocks and the time of the last record, `last`. A wall clock behind it was set
    /// back in the meantime, and the first check reports that.
    pub fn new(now: Now, last: Wall) -> ClockWatch {
        ClockWatch { last: Now { wall: now.wall.max(last), ..now } }
    }

    /// How far the wall clock has jumped since the last check, in milliseconds, compared with the steady clock;
    /// negative if it was set back, `None` if it kept pace to within a second.
    pub fn jump(&mut self, now: Now) -> Option<i64> {
        let difference =
            |now: u64, then: u64| i64::try_from(i128::from(now) - i128::from(then)).unwrap_or(i64::MAX);
        let passed = difference(now.steady.0, self.last.steady.0);
        let by = difference(now.wall.0, self.last.wall.0).saturating_sub(passed);
        self.last = now;
        (by.abs() > MAX_DRIFT_MS).then_some(by)
    }
}

/// Whether a starting room must begin nothing yet for lack of disk space; logs it if so.
pub(super) fn is_nearly_full(condition: &StoreCondition) -> bool {
    let StoreCondition::NearlyFull { free, keep } = condition else { return false };
    log_nearly_full(*free, *keep);
    true
}

/// Writes to the log that the disk is nearly full (bytes free, bytes to keep), in the same words at the start
/// and later.
fn log_nearly_full(free: u64, keep: u64) {
    tracing::error!(free, keep, "the disk is nearly full: hands in play finish, and none begins");
}

/// How often the store's condition is checked.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

impl Room {
    /// Whether the room is about to stop: it opens no table any more, and no hand begins.
    pub fn is_draining(&self) -> bool {
        self.inner.draining.load(Ordering::SeqCst)
    }

    /// Refuses to open a table while the room is stopping or its disk is nearly full.
    pub(super) fn check_may_begin(&self) -> Result<(), RoomRefusal> {
        if self.is_draining() {
            let why = "the room is about to stop and opens no more tables: try again after it has restarted";
            return Err(RoomRefusal::plain("draining", why));
        }
        if self.inner.held.load(Ordering::SeqCst) {
            let why = "the room's disk is nearly full, and no table can be opened: those who run the room must make space";
            return Err(RoomRefusal::plain("disk_nearly_full", why));
        }
        Ok(())
    }

    /// Checks that no open table has a name that people could take for this one. A table without a name of its
    /// own gets a free one and is checked too.
    ///
    /// # Errors
    /// Names the table that has it.
    pub fn check_name_free(&self, name: &str) -> Result<(), RoomRefusal> {
        let look = text::skeleton(name);
        match self.tables().iter().find(|table| !look.is_empty() && text::skeleton(&table.name) == look) {
            Some(same) => {
                let why = format!("table {} has a name that looks like this one: choose another", same.table);
                Err(RoomRefusal::plain("name_taken", why)
                    .because("table_name_taken")
                    .with("table", same.table))
            }
            None => Ok(()),
        }
    }

    /// Refuses to open a table with a name taken by an open one, or for a player who has as many tables as the
    /// limits allow; officials and the house have no such limit.
    pub(super) fn check_may_open(&self, by: Actor, name: &str) -> Result<(), RoomRefusal> {
        self.check_name_free(name)?;
        let tables = self.tables();
        let most = self.inner.limits.get().map_or(usize::MAX, |limits| limits.of_person);
        let own = || tables.iter().filter(|table| table.opener == by.person).count();
        if by.role == Role::Player && by.person != Person::HOUSE && own() >= most {
            let why = format!("you have {most} tables open: close one first");
            return Err(RoomRefusal::plain("too_many_tables", why).with("at_most", most));
        }
        Ok(())
    }

    /// The mailboxes of all tables as of now, copied so that the list is not locked while their tasks are
    /// waited for.
    fn handles(&self) -> Vec<TableHandle> {
        let tables = self.inner.tables.read().unwrap_or_else(PoisonError::into_inner);
        tables.values().cloned().collect()
    }

    /// Lets every hand finish and begins no other; returns when all are over or their tables stopped. No table
    /// is opened from now on; the process can end after it.
    pub async fn drain(&self) {
        // A table that is being opened at this moment is drained with the others.
        let lobby = self.inner.lobby.lock().await;
        self.inner.draining.store(true, Ordering::SeqCst);
        drop(lobby);
        let mut finished = Vec::new();
        for handle in self.handles() {
            let (done, over) = oneshot::channel();
            if handle.mailbox.send(TaskMessage::Drain { done }).await.is_ok() {
                finished.push(over);
            }
        }
        for over in finished {
            let _ = over.await;
        }
    }

    /// Appends one fact about the whole room to its stream, in the name of the house.
    ///
    /// # Errors
    /// A fault of the store.
    pub async fn record_fact(&self, fact: RoomFact) -> Result<(), StoreError> {
        let room = self.clone();
        let recorded = run_to_end(async move {
            let mut lobby = room.inner.lobby.lock().await;
            let batch = lobby.batch(room.inner.clock.now().wall, Actor::HOUSE, &[fact])?;
            lobby.on_appended(append(room.inner.store.as_ref(), batch).await?)
        });
        recorded.await.unwrap_or(Err(StoreError::Stopped))
    }

    /// Records which configuration values (name, value) have changed since the room last ran, and returns them;
    /// records nothing if none has.
    ///
    /// # Errors
    /// A fault of the store.
    pub async fn record_configuration(
        &self,
        configuration: &[(String, String)],
    ) -> Result<Vec<ConfigurationChange>, StoreError> {
        let changes = self.inner.lobby.lock().await.configuration_changes(configuration);
        if !changes.is_empty() {
            self.record_fact(RoomFact::Configured { changes: changes.clone() }).await?;
        }
        Ok(changes)
    }

    /// Records a jump of the wall clock since the last check, which an auditor may want to know; records keep
    /// their order by number in any case.
    async fn check_wall_clock(&self, watch: &mut ClockWatch) {
        let Some(by) = watch.jump(self.inner.clock.now()) else { return };
        tracing::warn!(milliseconds = by, "the machine's clock was set, or the machine slept");
        if let Err(fault) = self.record_fact(RoomFact::ClockJumped { by }).await {
            tracing::error!(what = fault.to_string(), "cannot record a jump of the clock");
        }
    }

    /// Watches over the store until it breaks, and returns the fault: the program has to restart then. Checks
    /// once a second.
    ///
    /// While the disk has too little free space, hands are played to their end and none begins; once there is
    /// space again they resume by themselves.
    pub async fn until_broken(&self) -> StoreError {
        let last = self.inner.lobby.lock().await.last_record_at();
        let mut watch = ClockWatch::new(self.inner.clock.now(), last);
        loop {
            self.check_wall_clock(&mut watch).await;
            let store = self.inner.store.clone();
            match tokio::task::spawn_blocking(move || store.condition()).await {
                Ok(StoreCondition::Broken(fault)) => return fault,
                Ok(StoreCondition::NearlyFull { free, keep }) => {
                    if self.hold(true).await {
                        log_nearly_full(free, keep);
                    }
                }
                Ok(StoreCondition::Well) => {
                    if self.hold(false).await {
                        tracing::info!("there is space on the disk again: hands resume");
                    }
                }
                Err(why) => tracing::error!(%why, "checking the store was interrupted"),
            }
            tokio::time::sleep(CHECK_INTERVAL).await;
        }
    }

    /// Holds every table from opening another hand, or releases them; returns whether that is a change. New
    /// tables read the same flag.
    async fn hold(&self, held: bool) -> bool {
        let lobby = self.inner.lobby.lock().await;
        let changed = self.inner.held.swap(held, Ordering::SeqCst) != held;
        drop(lobby);
        if changed {
            for handle in self.handles() {
                // A table that has closed in the meantime begins nothing either.
                let _ = handle.mailbox.send(TaskMessage::Hold(held)).await;
            }
        }
        changed
    }
}
