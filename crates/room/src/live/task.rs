//! The loop of one table: it waits for what happens, hands it to the keeper and performs what the keeper
//! returns.
//!
//! A failed check inside the keeper ends here. Nothing of what led to it is stored; the table is read again
//! from its stream, its hand is void, and it pauses until somebody has looked at it. The other tables go on.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use fair::{EntropyError, Stream as Draws};
use seating::{Actor, Person, Role};
use tokio::sync::{mpsc, oneshot};

use super::chat::ChatRequest;
use super::hand_access::table_presence;
use super::seats::AppendInFlight;
use super::{MAILBOX, RoomInner, TableHandle, TaskMessage, append, lock};
use crate::chat::ChatLog;
use crate::keeper::{
    CHECK_FAILED, Effect, FreshEntropy, Keeper, KeeperInput, RequestId, WatcherId, reference,
};
use crate::lobby::RoomFact;
use crate::port::{Now, RequestKey, Steady, StoreError};
use crate::recovery::read_table;
use crate::requests::{Listing, OfficialWish, Outbound, Reply, RoomRefusal, Standing, TableRequest, Wish};
use crate::state::TableState;

/// Puts a table into the lobby and starts its task, from its state after `count` records. Its bots decide with
/// `draws`; `None` if it has none. `restored` voids a hand that was in play in a backup.
pub(super) fn start_table(
    inner: &Arc<RoomInner>,
    state: TableState,
    count: u64,
    draws: Option<Draws>,
    restored: bool,
) {
    let table = state.id;
    let keeper = Keeper::new(state, count, inner.fence, Arc::clone(&inner.keys), inner.pace, draws);
    let (sender, mailbox) = mpsc::channel(MAILBOX);
    let listing = Arc::new(Mutex::new(Arc::new(keeper.listing())));
    let handle = TableHandle { mailbox: sender, listing };
    inner.tables.write().unwrap_or_else(PoisonError::into_inner).insert(table, handle.clone());
    let task = Box::new(Task {
        inner: Arc::clone(inner),
        keeper,
        mailbox,
        listing: handle.listing,
        empty_since: None,
        open_requests: BTreeMap::new(),
        next_request: 0,
        outboxes: BTreeMap::new(),
        storing: None,
        withdrawn: None,
        draining: Vec::new(),
        health: KeeperHealth::Good,
        panic_text: String::new(),
        chat: ChatLog::new(inner.fence),
        chat_closed: None,
        awaiting_chat: BTreeSet::new(),
        restored,
    });
    tokio::spawn(task.run());
}

/// Whether the keeper can be trusted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KeeperHealth {
    /// As far as anybody knows.
    Good,
    /// A check failed; waiting for any batch in flight.
    Failed,
    /// A check failed; the table was read again and is calling off its hand.
    Recovering,
    /// A check failed while calling off the hand, or the table cannot be read: it stays as it is.
    Stopped,
}

/// Sent to requesters whose request was dropped.
const NOT_DONE: &str = "your request was not done, and nothing was taken for it";
/// Shown to viewers if not even the hand could be called off. What failed goes only to the log: it might name
/// a card.
const RECOVERY_FAILED: &str = "a check of the room failed, and the hand could not be called off";
/// Logged if a failed check has no message.
const NO_PANIC_TEXT: &str = "the failed check has no message";

/// The message of a failed check, for the log alone: it might name a card.
fn panic_message(check: &(dyn Any + Send)) -> String {
    let owned = check.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| check.downcast_ref::<&str>().copied()).unwrap_or(NO_PANIC_TEXT).to_owned()
}

/// What happens next at a table.
enum TaskEvent {
    /// An input for the keeper.
    Input(KeeperInput),
    /// Chat, which does not concern the keeper.
    Chat(ChatRequest),
    /// Already dealt with.
    Handled,
}

/// The loop of one table. Boxed, because a future reserves space for every copy moved inside it.
pub(super) struct Task {
    pub(super) inner: Arc<RoomInner>,
    pub(super) keeper: Keeper,
    mailbox: mpsc::Receiver<TaskMessage>,
    pub(super) listing: Arc<Mutex<Arc<Listing>>>,
    /// Since when nobody has been seated, by the steady clock, at a table that a person opened.
    empty_since: Option<Steady>,
    open_requests: BTreeMap<RequestId, oneshot::Sender<Reply>>,
    next_request: u64,
    pub(super) outboxes: BTreeMap<WatcherId, mpsc::Sender<Outbound>>,
    pub(super) storing: Option<AppendInFlight>,
    /// Why the batch that the keeper waits for was not sent to the store.
    pub(super) withdrawn: Option<RoomRefusal>,
    draining: Vec<oneshot::Sender<()>>,
    health: KeeperHealth,
    /// The message of the last failed check. It goes to the log and nowhere else.
    panic_text: String,
    pub(super) chat: ChatLog,
    /// Why chat is closed, as viewers last heard.
    pub(super) chat_closed: Option<RoomRefusal>,
    /// Viewers who have not yet been sent the messages so far.
    pub(super) awaiting_chat: BTreeSet<WatcherId>,
    /// The current hand was in play in a backup that has since been restored.
    restored: bool,
}

impl Task {
    /// Runs the table from its start until it closes or the room is gone. Events are handled strictly one after
    /// the other.
    async fn run(mut self: Box<Self>) {
        if self.restored {
            self.run_checked(|keeper, now, _| keeper.start_restored(now));
        } else {
            self.run_checked(|keeper, now, _| keeper.start(now));
        }
        // Any later change of this waits in the mailbox.
        let held = self.inner.held.load(Ordering::SeqCst);
        self.run_checked(|keeper, now, entropy| keeper.handle(now, KeeperInput::Hold(held), entropy));
        loop {
            self.recover().await;
            self.report_drained();
            if self.is_finished() {
                break;
            }
            match self.next_event().await {
                Some(TaskEvent::Input(input)) => {
                    self.run_checked(|keeper, now, entropy| keeper.handle(now, input, entropy));
                }
                Some(TaskEvent::Chat(request)) => self.handle_chat(request),
                Some(TaskEvent::Handled) => {}
                None => return,
            }
        }
        self.close().await;
    }

    /// Whether the table is closed and everything about it is stored, so that its task can end.
    fn is_finished(&self) -> bool {
        matches!(self.keeper.state().standing, Standing::Closed { .. }) && self.storing.is_none()
    }

    /// How long until the keeper wants a tick; `None` while it only waits for people or the store.
    fn time_left(&mut self) -> Option<Duration> {
        let at = self.keeper.wakes_at()?;
        match catch_unwind(AssertUnwindSafe(|| self.inner.clock.now().steady)) {
            Ok(now) => Some(Duration::from_millis(at.0.saturating_sub(now.0))),
            // Let the keeper run into the same failure itself.
            Err(_) => Some(Duration::ZERO),
        }
    }

    /// How long until the table closes because nobody sits at it; `None` if it will not: only tables that
    /// players opened close, and only under the room's limits. Notes since when it is empty.
    fn empty_time_left(&mut self) -> Option<Duration> {
        let most = self.inner.limits.get()?.empty?;
        let state = self.keeper.state();
        let waits = state.opener != Person::HOUSE
            && matches!(state.standing, Standing::Open | Standing::Paused { .. })
            && state.table.chairs().all(|(_, chair)| state.is_bot(chair.person));
        if !waits || self.health == KeeperHealth::Stopped {
            self.empty_since = None;
            return None;
        }
        let now = catch_unwind(AssertUnwindSafe(|| self.inner.clock.now().steady)).ok()?;
        let since = *self.empty_since.get_or_insert(now);
        Some(Duration::from_millis(since.after(most).0.saturating_sub(now.0)))
    }

    /// The request by which the house closes a table at which nobody has sat for too long; `None` if it is not
    /// time.
    fn close_if_empty(&mut self) -> Option<KeeperInput> {
        if !self.empty_time_left()?.is_zero() || self.storing.is_some() {
            return None;
        }
        self.next_request += 1;
        let by = Actor { person: Person::HOUSE, role: Role::Operator, device: 0 };
        let wish =
            Wish::Official(OfficialWish::Close { reason: "nobody has sat here for a long time".to_owned() });
        // A table closes once, and no other record of the house has a key.
        Some(KeeperInput::Request {
            id: RequestId(self.next_request),
            ask: TableRequest { by, key: RequestKey([0xff; 16]), turn: None, wish },
        })
    }

    /// Waits for what happens next: the store's outcome first, then the mailbox, then the timers. `None` when
    /// every handle to the room is gone.
    async fn next_event(&mut self) -> Option<TaskEvent> {
        if let Some(why) = self.withdrawn.take() {
            return Some(TaskEvent::Input(KeeperInput::Withdrawn(why)));
        }
        let wakes = self.time_left();
        let expires = self.empty_time_left();
        let stored = async {
            match &mut self.storing {
                Some(storing) => (&mut storing.outcome).await,
                None => std::future::pending().await,
            }
        };
        let sleep = async {
            match wakes.into_iter().chain(expires).min() {
                Some(time) if time.is_zero() => {}
                Some(time) => tokio::time::sleep(time).await,
                None => std::future::pending().await,
            }
        };
        let input = tokio::select! {
            biased;
            outcome = stored => {
                let outcome = outcome.unwrap_or(Err(StoreError::Stopped));
                match self.storing.take().map(|storing| self.append_outcome(storing, outcome)) {
                    Some(Some(outcome)) => KeeperInput::Stored(outcome),
                    Some(None) | None => return Some(TaskEvent::Handled),
                }
            }
            message = self.mailbox.recv() => match message? {
                TaskMessage::Request { request, answer } => {
                    if self.chat.message_with_key(request.by.person, request.key).is_some() {
                        let _ = answer.send(Reply::Refused(RoomRefusal::key_used()));
                        return Some(TaskEvent::Handled);
                    }
                    self.next_request += 1;
                    let id = RequestId(self.next_request);
                    self.open_requests.insert(id, answer);
                    KeeperInput::Request { id, ask: request }
                }
                TaskMessage::Watch { person, device, from, unseen, id, out } => {
                    self.outboxes.insert(id, out);
                    self.awaiting_chat.insert(id);
                    KeeperInput::Watch { watcher: id, person, device, from, unseen }
                }
                TaskMessage::Unwatch { id } => {
                    self.forget(id);
                    KeeperInput::Unwatch { watcher: id }
                }
                TaskMessage::AtTable { person, answer } => {
                    let _ = answer.send(table_presence(&self.keeper, person));
                    return Some(TaskEvent::Handled);
                }
                TaskMessage::Chat(request) => return Some(TaskEvent::Chat(request)),
                TaskMessage::Drain { done } => {
                    self.draining.push(done);
                    KeeperInput::Drain
                }
                TaskMessage::Hold(held) => KeeperInput::Hold(held),
            },
            () = sleep => self.close_if_empty().unwrap_or(KeeperInput::Tick),
        };
        Some(TaskEvent::Input(input))
    }

    /// Calls the keeper and performs the effects it returns. A check that fails on the way (a panic) is caught
    /// and noted, none of its effects performed (OPS-02); `recover` follows.
    fn run_checked(&mut self, call: impl FnOnce(&mut Keeper, Now, FreshEntropy<'_>) -> Vec<Effect>) {
        let inner = Arc::clone(&self.inner);
        let mut entropy =
            || -> Result<fair::DeckEntropy, EntropyError> { lock(&inner.entropy).deck_entropy() };
        let outcome =
            catch_unwind(AssertUnwindSafe(|| call(&mut self.keeper, self.inner.clock.now(), &mut entropy)));
        match outcome {
            Ok(effects) => {
                self.perform(effects);
                if self.health == KeeperHealth::Recovering && self.storing.is_none() {
                    self.health = KeeperHealth::Good;
                }
            }
            Err(check) => {
                self.panic_text = panic_message(check.as_ref());
                match self.health {
                    KeeperHealth::Recovering | KeeperHealth::Stopped => {
                        self.log_panic(&self.keeper.reference());
                        self.stop(RECOVERY_FAILED);
                    }
                    KeeperHealth::Good | KeeperHealth::Failed => self.health = KeeperHealth::Failed,
                }
            }
        }
    }

    /// After a failed check, once no batch is in flight: rebuilds the table from its stream and voids its hand
    /// (REC-08). A table that cannot be read again is stopped. Open requests are refused.
    async fn recover(&mut self) {
        if self.health != KeeperHealth::Failed || self.storing.is_some() {
            return;
        }
        self.health = KeeperHealth::Recovering;
        let (inner, table) = (Arc::clone(&self.inner), self.keeper.state().id);
        let read =
            tokio::task::spawn_blocking(move || read_table(inner.store.as_ref(), table, &inner.keys)).await;
        // Includes records that are stored but not yet taken in, if the table could be read.
        let records = match &read {
            Ok(Ok((_, count))) => *count,
            Ok(Err(_)) | Err(_) => self.keeper.count(),
        };
        let reference = reference(table, records);
        self.log_panic(&reference);
        match read {
            Ok(Ok((state, count))) => {
                self.run_checked(|keeper, now, _| keeper.recover(now, state, count));
            }
            Ok(Err(fault)) => self.stop(&fault.to_string()),
            Err(_) => self.stop(RECOVERY_FAILED),
        }
        // Requests that were stored have been answered by now; the others were not done.
        let why = format!("{CHECK_FAILED} at this table ({reference}): {NOT_DONE}");
        for (_, sender) in std::mem::take(&mut self.open_requests) {
            let refused = RoomRefusal::plain("stopped", why.clone()).with("reference", reference.as_str());
            let _ = sender.send(Reply::Refused(refused));
        }
    }

    /// Logs the message of a failed check under the reference that people are shown; nothing else of it may
    /// reach them.
    fn log_panic(&self, reference: &str) {
        tracing::error!(
            reference,
            table = self.keeper.state().id,
            what = self.panic_text.as_str(),
            "{CHECK_FAILED}"
        );
    }

    /// Stops the table until somebody has looked after the room, even if the keeper fails again: viewers,
    /// requesters and lobby get the reason with its reference.
    fn stop(&mut self, why: &str) {
        self.health = KeeperHealth::Stopped;
        let words = format!("{why} ({})", self.keeper.reference());
        let stopped = catch_unwind(AssertUnwindSafe(|| self.keeper.stop(self.inner.clock.now(), why)));
        match stopped {
            Ok(effects) => self.perform(effects),
            Err(check) => {
                self.panic_text = panic_message(check.as_ref());
                self.log_panic(&self.keeper.reference());
                // Not even the table can be shown.
                let reference = self.keeper.reference();
                let why = RoomRefusal::stopped(&words, reference.as_str());
                let mut listing = lock(&self.listing);
                let standing = Standing::Stopped { why: words.clone(), reference };
                *listing = Arc::new(Listing { standing, ..Listing::clone(&listing) });
                drop(listing);
                for (_, out) in std::mem::take(&mut self.outboxes) {
                    let _ = out.try_send(Outbound::Ended { why: why.clone() });
                }
            }
        }
        for (_, sender) in std::mem::take(&mut self.open_requests) {
            let refused =
                RoomRefusal::plain("stopped", words.clone()).with("reference", self.keeper.reference());
            let _ = sender.send(Reply::Refused(refused));
        }
    }

    /// Performs the keeper's effects in order, except that the lobby is updated first: it must show the new
    /// state before anybody gets a reply.
    fn perform(&mut self, effects: Vec<Effect>) {
        // The lobby must show the new state before anybody gets a reply.
        for effect in &effects {
            if let Effect::UpdateListing(listing) = effect {
                *lock(&self.listing) = Arc::new(Listing::clone(listing));
            }
        }
        // Viewers who get their first view of the table.
        let mut first_views = Vec::new();
        for effect in effects {
            match effect {
                Effect::Append(batch) => self.append_batch(batch),
                Effect::Reply { id, answer } => {
                    if let Some(sender) = self.open_requests.remove(&id) {
                        let _ = sender.send(answer);
                    }
                }
                Effect::Send { to, what } => {
                    if matches!(what, Outbound::Snapshot(_) | Outbound::Update(_))
                        && self.awaiting_chat.remove(&to)
                    {
                        first_views.push(to);
                    }
                    self.send(to, what);
                }
                Effect::Drop { watcher } => self.forget(watcher),
                Effect::UpdateListing(_) => {}
                Effect::LogFailure { what } => {
                    tracing::error!(table = self.keeper.state().id, what, "something broke at a table");
                }
            }
        }
        self.send_chat(first_views);
    }

    /// Queues something for a viewer without waiting. One who is too slow, or gone, is cut off and can come
    /// back for a full view.
    pub(super) fn send(&mut self, to: WatcherId, what: Outbound) {
        if let Some(out) = self.outboxes.get(&to)
            && out.try_send(what).is_err()
        {
            // Too slow, or gone: the viewer can come back for a full view.
            self.forget(to);
        }
    }

    /// Sends a viewer nothing more; dropping the queue ends their subscription. The keeper learns of it by an
    /// input of its own.
    fn forget(&mut self, viewer: WatcherId) {
        self.outboxes.remove(&viewer);
        self.awaiting_chat.remove(&viewer);
    }

    /// Answers waiting drain requests once no hand is in play and nothing is being stored. A stopped table
    /// counts as drained: its hand does not go on.
    fn report_drained(&mut self) {
        let state = self.keeper.state();
        let stopped = matches!(state.standing, Standing::Stopped { .. });
        if self.storing.is_none() && (stopped || state.hand_in_play().is_none()) {
            for done in self.draining.drain(..) {
                let _ = done.send(());
            }
        }
    }

    /// Removes a closed table from the lobby and records the closing in the room's stream; if that fails, the
    /// next start finds the table closed.
    async fn close(mut self: Box<Self>) {
        let table = self.keeper.state().id;
        self.inner.tables.write().unwrap_or_else(PoisonError::into_inner).remove(&table);
        self.mailbox.close();
        tracing::info!(table, "a table was closed");
        let mut lobby = self.inner.lobby.lock().await;
        let wall = self.inner.clock.now().wall;
        let stored = match lobby.batch(wall, Actor::HOUSE, &[RoomFact::TableClosed { table }]) {
            Ok(batch) => match append(self.inner.store.as_ref(), batch).await {
                Ok(appended) => lobby.on_appended(appended),
                Err(error) => Err(error),
            },
            Err(error) => Err(error),
        };
        if let Err(error) = stored {
            tracing::error!(
                table,
                what = %error,
                "the closing of a table could not be stored: it is found closed at the next start"
            );
        }
    }
}
