//! The loop of one table: it waits for what happens, hands it to the keeper and performs what the keeper says.
//!
//! A check that fails inside the keeper ends here. Nothing of what led there is stored; the table is read again from its
//! stream, its hand is void, and it stands until somebody has looked at it. The other tables go on.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use fair::{NoEntropy, Stream as Draws};
use seating::{By, Person, Role};
use tokio::sync::{mpsc, oneshot};

use super::apart::at_table;
use super::seats::Storing;
use super::talking::Talking;
use super::{Handle, Inner, MAILBOX, Message, append, lock};
use crate::ask::{Answer, Ask, Listing, OfficialWish, Outbound, Refused, Standing, Wish};
use crate::keeper::{AskId, CHECK_FAILED, Chance, Effect, Input, Keeper, WatcherId, reference};
use crate::lobby::RoomFact;
use crate::port::{Fault, Key, Now, Steady};
use crate::reading::read_table;
use crate::state::TableState;
use crate::talk::Talk;

/// Puts a table's task to work. `draws` is what its programs choose with; none where none play.
pub(super) fn start_table(
    inner: &Arc<Inner>,
    state: TableState,
    count: u64,
    draws: Option<Draws>,
    restored: bool,
) {
    let table = state.id;
    let keeper = Keeper::new(state, count, inner.fence, Arc::clone(&inner.keys), inner.pace, draws);
    let (door, mailbox) = mpsc::channel(MAILBOX);
    let listing = Arc::new(Mutex::new(Arc::new(keeper.listing())));
    let handle = Handle { door, listing };
    inner.tables.write().unwrap_or_else(PoisonError::into_inner).insert(table, handle.clone());
    let task = Box::new(Task {
        inner: Arc::clone(inner),
        keeper,
        mailbox,
        listing: handle.listing,
        empty: None,
        asks: BTreeMap::new(),
        next_ask: 0,
        outs: BTreeMap::new(),
        storing: None,
        withdrawn: None,
        draining: Vec::new(),
        health: Health::Well,
        failed: String::new(),
        talk: Talk::new(inner.fence),
        off: None,
        fresh: BTreeSet::new(),
        restored,
    });
    tokio::spawn(task.run());
}

/// Whether the keeper can be trusted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Health {
    Well,
    /// A check failed; what is on its way to the store is waited for.
    Failed,
    /// A check failed; the table was read again, and calls its hand off.
    Recovering,
    /// A check failed in calling the hand off, or the table cannot be read: it stays as it is.
    Stopped,
}

/// What who asked is told of what was asked.
const NOT_DONE: &str = "what you asked was not done, and nothing was taken for it";
/// What viewers are told where not even the hand could be called off. What failed stands in the log alone: it might name
/// a card.
const GIVEN_UP: &str = "a check of the room failed, and the hand could not be called off";
/// What the log has where a check says nothing.
const SILENT: &str = "the check that failed says nothing";

/// What a check said that failed.
fn words_of(check: &(dyn Any + Send)) -> String {
    let owned = check.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| check.downcast_ref::<&str>().copied()).unwrap_or(SILENT).to_owned()
}

/// What happens next at a table.
enum Next {
    /// For the keeper.
    Input(Input),
    /// Somebody talks, which is none of the keeper's matters.
    Talk(Talking),
    /// Somebody was told how it stands: nothing follows.
    Told,
}

/// The loop of one table. It is boxed: a future would keep room for every copy that is passed on inside it.
pub(super) struct Task {
    pub(super) inner: Arc<Inner>,
    pub(super) keeper: Keeper,
    mailbox: mpsc::Receiver<Message>,
    pub(super) listing: Arc<Mutex<Arc<Listing>>>,
    /// Since when nobody sits here, by the steady clock, at a table that somebody opened.
    empty: Option<Steady>,
    asks: BTreeMap<AskId, oneshot::Sender<Answer>>,
    next_ask: u64,
    pub(super) outs: BTreeMap<WatcherId, mpsc::Sender<Outbound>>,
    pub(super) storing: Option<Storing>,
    /// Why the batch that the keeper waits for was not brought to the store.
    pub(super) withdrawn: Option<Refused>,
    draining: Vec<oneshot::Sender<()>>,
    health: Health,
    /// What the check said that failed last. It goes to the log, and to nobody else.
    failed: String,
    pub(super) talk: Talk,
    /// Why nobody may talk, as viewers were told last.
    pub(super) off: Option<Refused>,
    /// Viewers who have not been told yet what was said.
    pub(super) fresh: BTreeSet<WatcherId>,
    /// The hand being played was in play when a backup was made that was restored since.
    restored: bool,
}

impl Task {
    async fn run(mut self: Box<Self>) {
        if self.restored {
            self.checked(|keeper, now, _| keeper.start_restored(now));
        } else {
            self.checked(|keeper, now, _| keeper.start(now));
        }
        // A change of it that comes later waits in the mailbox.
        let held = self.inner.held.load(Ordering::SeqCst);
        self.checked(|keeper, now, chance| keeper.handle(now, Input::Hold(held), chance));
        loop {
            self.look_after().await;
            self.tell_drained();
            if self.is_finished() {
                break;
            }
            match self.next().await {
                Some(Next::Input(input)) => {
                    self.checked(|keeper, now, chance| keeper.handle(now, input, chance));
                }
                Some(Next::Talk(talking)) => self.talks(talking),
                Some(Next::Told) => {}
                None => return,
            }
        }
        self.close().await;
    }

    fn is_finished(&self) -> bool {
        matches!(self.keeper.state().standing, Standing::Closed { .. }) && self.storing.is_none()
    }

    /// How long until the keeper wants to be told the time.
    fn time_left(&mut self) -> Option<Duration> {
        let at = self.keeper.wakes_at()?;
        match catch_unwind(AssertUnwindSafe(|| self.inner.clock.now().steady)) {
            Ok(now) => Some(Duration::from_millis(at.0.saturating_sub(now.0))),
            // The keeper finds out for itself.
            Err(_) => Some(Duration::ZERO),
        }
    }

    /// How long until the table closes because nobody sits at it; `None` where it does not.
    fn expires(&mut self) -> Option<Duration> {
        let most = self.inner.limits.get()?.empty?;
        let state = self.keeper.state();
        let waits = state.opener != Person::HOUSE
            && matches!(state.standing, Standing::Open | Standing::Paused { .. })
            && state.table.chairs().all(|(_, chair)| state.is_bot(chair.person));
        if !waits || self.health == Health::Stopped {
            self.empty = None;
            return None;
        }
        let now = catch_unwind(AssertUnwindSafe(|| self.inner.clock.now().steady)).ok()?;
        let since = *self.empty.get_or_insert(now);
        Some(Duration::from_millis(since.after(most).0.saturating_sub(now.0)))
    }

    /// The house closes a table at which nobody has sat for too long.
    fn expired(&mut self) -> Option<Input> {
        if !self.expires()?.is_zero() || self.storing.is_some() {
            return None;
        }
        self.next_ask += 1;
        let by = By { person: Person::HOUSE, role: Role::Operator, device: 0 };
        let wish =
            Wish::Official(OfficialWish::Close { reason: "nobody has sat here for a long time".to_owned() });
        // A table closes once: no other record of the house has a key.
        Some(Input::Ask { id: AskId(self.next_ask), ask: Ask { by, key: Key([0xff; 16]), turn: None, wish } })
    }

    /// What happens next; `None` when every door to the room is gone.
    async fn next(&mut self) -> Option<Next> {
        if let Some(why) = self.withdrawn.take() {
            return Some(Next::Input(Input::Withdrawn(why)));
        }
        let wakes = self.time_left();
        let expires = self.expires();
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
                let gone = || Err(Fault { what: "the store has stopped".to_owned() });
                let outcome = outcome.unwrap_or_else(|_| gone());
                match self.storing.take().map(|storing| self.brought(storing, outcome)) {
                    Some(Some(outcome)) => Input::Stored(outcome),
                    Some(None) | None => return Some(Next::Told),
                }
            }
            message = self.mailbox.recv() => match message? {
                Message::Ask { ask, answer } => {
                    if self.talk.said_with(ask.by.person, ask.key).is_some() {
                        let _ = answer.send(Answer::Refused(Refused::key_used()));
                        return Some(Next::Told);
                    }
                    self.next_ask += 1;
                    let id = AskId(self.next_ask);
                    self.asks.insert(id, answer);
                    Input::Ask { id, ask }
                }
                Message::Watch { person, device, from, unseen, id, out } => {
                    self.outs.insert(id, out);
                    self.fresh.insert(id);
                    Input::Watch { watcher: id, person, device, from, unseen }
                }
                Message::Unwatch { id } => {
                    self.forget(id);
                    Input::Unwatch { watcher: id }
                }
                Message::AtTable { person, answer } => {
                    let _ = answer.send(at_table(&self.keeper, person));
                    return Some(Next::Told);
                }
                Message::Talk(talking) => return Some(Next::Talk(talking)),
                Message::Drain { done } => {
                    self.draining.push(done);
                    Input::Drain
                }
                Message::Hold(held) => Input::Hold(held),
            },
            () = sleep => self.expired().unwrap_or(Input::Tick),
        };
        Some(Next::Input(input))
    }

    /// Lets the keeper say what is to be done, and does it. A check that fails on the way is noted (OPS-02).
    fn checked(&mut self, say: impl FnOnce(&mut Keeper, Now, Chance<'_>) -> Vec<Effect>) {
        let inner = Arc::clone(&self.inner);
        let mut chance = || -> Result<fair::Fresh, NoEntropy> { lock(&inner.chance).fresh() };
        let said =
            catch_unwind(AssertUnwindSafe(|| say(&mut self.keeper, self.inner.clock.now(), &mut chance)));
        match said {
            Ok(effects) => {
                self.perform(effects);
                if self.health == Health::Recovering && self.storing.is_none() {
                    self.health = Health::Well;
                }
            }
            Err(check) => {
                self.failed = words_of(check.as_ref());
                match self.health {
                    Health::Recovering | Health::Stopped => {
                        self.log_the_check(&self.keeper.reference());
                        self.stop(GIVEN_UP);
                    }
                    Health::Well | Health::Failed => self.health = Health::Failed,
                }
            }
        }
    }

    /// After a check that failed: the table is as its stream makes it, and its hand is void (REC-08).
    async fn look_after(&mut self) {
        if self.health != Health::Failed || self.storing.is_some() {
            return;
        }
        self.health = Health::Recovering;
        let (inner, table) = (Arc::clone(&self.inner), self.keeper.state().id);
        let read =
            tokio::task::spawn_blocking(move || read_table(inner.store.as_ref(), table, &inner.keys)).await;
        // With what is stored and was not taken in yet, where the table could be read.
        let records = match &read {
            Ok(Ok((_, count))) => *count,
            Ok(Err(_)) | Err(_) => self.keeper.count(),
        };
        let reference = reference(table, records);
        self.log_the_check(&reference);
        match read {
            Ok(Ok((state, count))) => {
                self.checked(|keeper, now, _| keeper.begin_again(now, state, count));
            }
            Ok(Err(fault)) => self.stop(&fault.to_string()),
            Err(_) => self.stop(GIVEN_UP),
        }
        // Whoever asked for what was stored is answered by now; the rest was not done.
        let why = format!("{CHECK_FAILED} at this table ({reference}): {NOT_DONE}");
        for (_, asked) in std::mem::take(&mut self.asks) {
            let refused = Refused::plain("stopped", why.clone()).with("reference", reference.as_str());
            let _ = asked.send(Answer::Refused(refused));
        }
    }

    /// The log has what the check said, under the reference that people are told.
    fn log_the_check(&self, reference: &str) {
        tracing::error!(
            reference,
            table = self.keeper.state().id,
            what = self.failed.as_str(),
            "{CHECK_FAILED}"
        );
    }

    /// Nothing happens here any more until the room has been looked after.
    fn stop(&mut self, why: &str) {
        self.health = Health::Stopped;
        let told = format!("{why} ({})", self.keeper.reference());
        let stopped = catch_unwind(AssertUnwindSafe(|| self.keeper.stop(self.inner.clock.now(), why)));
        match stopped {
            Ok(effects) => self.perform(effects),
            Err(check) => {
                self.failed = words_of(check.as_ref());
                self.log_the_check(&self.keeper.reference());
                // Not even the table can be shown.
                let reference = self.keeper.reference();
                let why = Refused::stopped(&told, reference.as_str());
                let mut listing = lock(&self.listing);
                let standing = Standing::Stopped { why: told.clone(), reference };
                *listing = Arc::new(Listing { standing, ..Listing::clone(&listing) });
                drop(listing);
                for (_, out) in std::mem::take(&mut self.outs) {
                    let _ = out.try_send(Outbound::Ended { why: why.clone() });
                }
            }
        }
        for (_, asked) in std::mem::take(&mut self.asks) {
            let refused = Refused::plain("stopped", told.clone()).with("reference", self.keeper.reference());
            let _ = asked.send(Answer::Refused(refused));
        }
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        // The lobby has the table as it is before anybody is answered.
        for effect in &effects {
            if let Effect::List(listing) = effect {
                *lock(&self.listing) = Arc::new(Listing::clone(listing));
            }
        }
        // Who sees the table for the first time.
        let mut seeing = Vec::new();
        for effect in effects {
            match effect {
                Effect::Append(batch) => self.bring(batch),
                Effect::Answer { id, answer } => {
                    if let Some(sender) = self.asks.remove(&id) {
                        let _ = sender.send(answer);
                    }
                }
                Effect::Send { to, what } => {
                    if matches!(what, Outbound::Snapshot(_) | Outbound::Update(_)) && self.fresh.remove(&to) {
                        seeing.push(to);
                    }
                    self.send(to, what);
                }
                Effect::Drop { watcher } => self.forget(watcher),
                Effect::List(_) => {}
                Effect::Broke { what } => {
                    tracing::error!(table = self.keeper.state().id, what, "something broke at a table");
                }
            }
        }
        self.tell_talk(seeing);
    }

    /// Sends a viewer something.
    pub(super) fn send(&mut self, to: WatcherId, what: Outbound) {
        if let Some(out) = self.outs.get(&to)
            && out.try_send(what).is_err()
        {
            // Too slow, or gone: the viewer comes back and gets the whole view.
            self.forget(to);
        }
    }

    fn forget(&mut self, viewer: WatcherId) {
        self.outs.remove(&viewer);
        self.fresh.remove(&viewer);
    }

    /// A table that has stopped is drained: its hand does not go on.
    fn tell_drained(&mut self) {
        let state = self.keeper.state();
        let stopped = matches!(state.standing, Standing::Stopped { .. });
        if self.storing.is_none() && (stopped || state.running().is_none()) {
            for done in self.draining.drain(..) {
                let _ = done.send(());
            }
        }
    }

    /// The table is closed: it leaves the lobby.
    async fn close(mut self: Box<Self>) {
        let table = self.keeper.state().id;
        self.inner.tables.write().unwrap_or_else(PoisonError::into_inner).remove(&table);
        self.mailbox.close();
        tracing::info!(table, "a table was closed");
        let mut lobby = self.inner.lobby.lock().await;
        let wall = self.inner.clock.now().wall;
        if let Ok(batch) = lobby.batch(wall, By::HOUSE, &[RoomFact::TableClosed { table }])
            && let Ok(appended) = append(self.inner.store.as_ref(), batch).await
        {
            // Where this fails, the table is found closed at the next start.
            let _ = lobby.take(appended);
        }
    }
}
