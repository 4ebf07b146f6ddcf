//! The keeper of one table, whatever game is played there: a plain machine that receives everything that
//! happens and returns what to do.
//!
//! It reads no clock, draws no randomness and waits for nothing. Each input comes with its time, entropy
//! comes in as a value, and everything to be stored, answered or sent goes out as effects. A thin loop
//! performs them ([`crate::live`]). Nothing that shows an act's effect goes out before the act is stored.

mod clock;
mod control;
mod deal;
mod draft;
mod failure;
mod hosted_game;
mod joint;
mod manual_deal;
mod poker;
mod requests;
#[cfg(test)]
mod tests;
mod viewers;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use chips::Chips;
use fair::{DeckEntropy, EntropyError};
use seating::{Person, Seat};
use table::Table;

use crate::entry::TableEntry;
use crate::port::{Appended, Batch, BatchPart, Now, RequestKey, Steady, StoreError, StreamId};
use crate::refusal::chips_full_text;
use crate::requests::{Listing, Outbound, Reply, RequestDigest, RoomRefusal, TableRequest};

pub use draft::BatchDraft;
pub(crate) use failure::CHECK_FAILED;
pub use failure::reference;
pub use hosted_game::HostedGame;
pub use poker::PokerDesk;

/// Identifies a viewer of a table; assigned by the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WatcherId(pub u64);

/// Identifies a request; assigned by the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u64);

/// What a keeper receives.
#[derive(Debug)]
pub enum KeeperInput {
    /// Somebody makes a request of the table.
    Request {
        /// Where the reply goes.
        id: RequestId,
        /// The request.
        ask: TableRequest,
    },
    /// Somebody wants to watch the table, either from a record on or from a full view.
    Watch {
        /// The viewer's id.
        watcher: WatcherId,
        /// The person; `None` for a spectator without an account.
        person: Option<Person>,
        /// The device, to tell a person's devices apart.
        device: u32,
        /// The last record the viewer has.
        from: Option<u64>,
        /// The last hand that this person may see only as the rail does, though dealt in; zero for none.
        unseen: u64,
    },
    /// A viewer has gone.
    Unwatch {
        /// Which viewer.
        watcher: WatcherId,
    },
    /// The time that [`Keeper::wakes_at`] named has come or passed.
    Tick,
    /// The outcome of the batch that was to be appended, or in which the keeper has a part.
    Stored(Result<Appended, StoreError>),
    /// The part that [`Keeper::joint_part`] gave will not be stored, for this reason.
    Withdrawn(RoomRefusal),
    /// The room is about to stop: open no further hand.
    Drain,
    /// Whether further hands must wait for free space on the room's disk.
    Hold(bool),
}

/// What the loop must do.
#[derive(Debug)]
pub enum Effect {
    /// Store the batch and report the outcome as [`KeeperInput::Stored`]. There is never more than one at a
    /// time.
    Append(Batch),
    /// Answer a request.
    Reply {
        /// The request.
        id: RequestId,
        /// The reply.
        answer: Reply,
    },
    /// Send something to a viewer.
    Send {
        /// The viewer.
        to: WatcherId,
        /// What to send.
        what: Outbound,
    },
    /// Stop sending anything to a viewer.
    Drop {
        /// The viewer.
        watcher: WatcherId,
    },
    /// The table's lobby listing has changed.
    UpdateListing(Box<Listing>),
    /// Something broke: write it to the log, in the same words and with the same reference that people are
    /// shown.
    LogFailure {
        /// What broke.
        what: String,
    },
}

/// How fast the software deals a table, in milliseconds. None of it is a rule: the rules' clocks are settings
/// of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Pace {
    /// From the end of a hand to the next.
    pub between_hands: u64,
    /// How long to wait for players' cut values.
    pub cut: u64,
    /// How long a player has to post an over-blind, between the blinds and the first card.
    pub over_blind: u64,
    /// Pause before each street when nobody can bet any more.
    pub street: u64,
    /// How long a player who may muck has to show instead.
    pub show: u64,
    /// How long a house bot thinks.
    pub bot: u64,
}

impl Pace {
    /// A pace that people can follow.
    pub const PEOPLE: Pace =
        Pace { between_hands: 3000, cut: 600, over_blind: 3000, street: 900, show: 3000, bot: 900 };
    /// No pauses at all: for programs that play each other.
    pub const AT_ONCE: Pace = Pace { between_hands: 0, cut: 0, over_blind: 0, street: 0, show: 0, bot: 0 };
}

/// The most inputs that wait while a batch is being stored; further requests are refused. The loop's mailbox
/// is bounded too.
pub const MAX_WAITING: usize = 256;
/// The most viewers of one table.
pub const MAX_WATCHERS: usize = 1000;
/// How many replies are remembered, to repeat them when a request comes again.
const MAX_REPLIES: usize = 256;
/// How many records are held for viewers who were away for a moment; only those since the current hand was
/// opened.
const MAX_RECENT: usize = 512;

/// A viewer of the table.
#[derive(Clone, Copy, Debug)]
pub struct Watcher {
    /// The person; `None` for a spectator without an account.
    pub person: Option<Person>,
    /// The device.
    pub device: u32,
    /// The last hand that this person sees only as the rail does, though dealt in.
    pub unseen: u64,
}

/// A batch on its way to the store.
struct PendingBatch<M: HostedGame> {
    state: M::State,
    records: Vec<Vec<TableEntry>>,
    requests: Vec<RequestRef>,
    at: Now,
}

/// What is needed of a request to answer it and to recognise it when it comes again.
#[derive(Clone, Copy, Debug)]
struct RequestRef {
    id: RequestId,
    person: Person,
    key: RequestKey,
    digest: RequestDigest,
}

impl RequestRef {
    /// What the keeper holds of a request from its arrival to its reply, and then as long as the reply is
    /// remembered; the digest tells a repeated request from another with the same key.
    fn for_request(id: RequestId, request: &TableRequest) -> RequestRef {
        RequestRef { id, person: request.by.person, key: request.key, digest: request.digest() }
    }
}

/// A source of the entropy for one deck.
pub type FreshEntropy<'a> = &'a mut dyn FnMut() -> Result<DeckEntropy, EntropyError>;

/// The keeper of one table.
pub struct Keeper<M: HostedGame = Table> {
    state: M::State,
    /// The unstored state beside the table.
    desk: M::Desk,
    /// How many records the stream has.
    count: u64,
    fence: u64,
    watchers: BTreeMap<WatcherId, Watcher>,
    pending: Option<PendingBatch<M>>,
    waiting: VecDeque<(Now, KeeperInput)>,
    replies: VecDeque<(RequestRef, Reply)>,
    recent: VecDeque<Arc<RecentRecord<M::Aside>>>,
    /// The reason given when a failed check last called off play.
    last_failure_reason: Option<String>,
    /// The room is about to stop.
    draining: bool,
    /// No hand is opened until there is free space on the room's disk.
    new_hands_held: bool,
    /// The record count when every viewer was last sent a full view because of a change that is in no record.
    /// A viewer without a later record may have missed it.
    snapshots_sent_at: Option<u64>,
    effects: Vec<Effect>,
}

/// A stored record, held for viewers who come back.
pub struct RecentRecord<A> {
    /// Its number.
    pub number: u64,
    /// When it was made.
    pub at: Now,
    /// Its facts.
    pub entries: Vec<TableEntry>,
    /// What the game holds with it.
    pub aside: A,
}

impl<M: HostedGame> Keeper<M> {
    /// Creates the keeper of a table rebuilt from its stream of `count` records, with its unstored state. The
    /// store rejects batches with an older `fence` than its newest, so only one process writes.
    pub fn with_desk(state: M::State, count: u64, fence: u64, desk: M::Desk) -> Keeper<M> {
        Keeper {
            state,
            desk,
            count,
            fence,
            watchers: BTreeMap::new(),
            pending: None,
            waiting: VecDeque::new(),
            replies: VecDeque::new(),
            recent: VecDeque::new(),
            last_failure_reason: None,
            draining: false,
            new_hands_held: false,
            snapshots_sent_at: None,
            effects: Vec::new(),
        }
    }

    /// The table as it is stored; a batch on its way to the store is not in it. Readers may show it to nobody
    /// without reducing it.
    pub fn state(&self) -> &M::State {
        &self.state
    }

    /// Who will be seated once the batch in flight is stored; `None` if no batch is in flight. A joint batch
    /// takes the seating from it.
    pub fn seated_when_stored(&self) -> Option<Vec<(Seat, Person)>> {
        self.pending.as_ref().map(|pending| M::seated(&pending.state))
    }

    /// Whether a person's request with this key was done, as far as replies are remembered; false proves
    /// nothing.
    pub fn has_done(&self, person: Person, key: RequestKey) -> bool {
        self.replies.iter().any(|(done, answer)| {
            (done.person, done.key) == (person, key) && matches!(answer, Reply::Done { .. })
        })
    }

    /// How many records of the table's stream are stored: the number of the newest.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Starts the table after a start of the room and returns the first effects: the seat to act has its full
    /// time again, and a hand that cannot go on is void. Call it once, before any input.
    pub fn start(&mut self, now: Now) -> Vec<Effect> {
        M::on_start(self, now);
        self.update_listing();
        std::mem::take(&mut self.effects)
    }

    /// When the keeper wants a [`KeeperInput::Tick`], in steady time; `None` while it only waits for people or
    /// the store. Ask after every input.
    pub fn wakes_at(&self) -> Option<Steady> {
        if self.pending.is_some() { None } else { M::wakes_at(self) }
    }

    /// Handles an input and returns what the loop must do about it, in order. Inputs that come while a batch is
    /// being stored wait. Times must never go back from one call to the next.
    ///
    /// # Panics
    /// If a check of the table fails. Nothing of the act that led there is stored; the loop stops the table.
    pub fn handle(&mut self, now: Now, input: KeeperInput, entropy: FreshEntropy<'_>) -> Vec<Effect> {
        match input {
            KeeperInput::Stored(outcome) => self.on_stored(now, outcome),
            KeeperInput::Withdrawn(why) => self.on_withdrawn(now, why),
            KeeperInput::Request { id, ask } if self.waiting.len() >= MAX_WAITING => {
                let refused = RoomRefusal::plain("busy", "this table is too busy: try again in a moment")
                    .because("table_busy");
                let _ = ask;
                self.reply(id, Reply::Refused(refused));
            }
            KeeperInput::Tick if self.pending.is_some() => {}
            KeeperInput::Drain => self.drain(now),
            KeeperInput::Hold(held) => self.hold_new_hands(now, held),
            KeeperInput::Request { .. }
            | KeeperInput::Watch { .. }
            | KeeperInput::Unwatch { .. }
            | KeeperInput::Tick => {
                self.waiting.push_back((now, input));
            }
        }
        while self.pending.is_none()
            && let Some((arrived, input)) = self.waiting.pop_front()
        {
            match input {
                KeeperInput::Request { id, ask } => {
                    // If the time ran out before the act arrived, that takes effect first.
                    if M::has_timed_out_before(self, arrived) {
                        self.waiting.push_front((arrived, KeeperInput::Request { id, ask }));
                        M::tick(self, arrived, entropy);
                    } else {
                        self.on_request(arrived, id, ask);
                    }
                }
                KeeperInput::Watch { watcher, person, device, from, unseen } => {
                    self.watch(arrived, watcher, Watcher { person, device, unseen }, from);
                }
                KeeperInput::Unwatch { watcher } => self.unwatch(arrived, watcher),
                KeeperInput::Tick => M::tick(self, arrived, entropy),
                KeeperInput::Stored(_)
                | KeeperInput::Withdrawn(_)
                | KeeperInput::Drain
                | KeeperInput::Hold(_) => {}
            }
        }
        std::mem::take(&mut self.effects)
    }

    /// Opens no further hand, because the room is about to stop. Viewers are informed; nothing is stored,
    /// because the next start goes on as before.
    fn drain(&mut self, now: Now) {
        self.draining = true;
        self.refresh_waiting(now);
    }

    /// Opens no further hand while the disk has too little free space, or lets hands begin again. Nothing about
    /// it is stored.
    fn hold_new_hands(&mut self, now: Now, held: bool) {
        if std::mem::replace(&mut self.new_hands_held, held) == held {
            return;
        }
        self.refresh_waiting(now);
    }

    /// Informs every viewer and the lobby that the table now waits for the room, or no longer does. Timers are
    /// left alone while a batch is in flight: its outcome sets them.
    fn refresh_waiting(&mut self, now: Now) {
        if self.pending.is_none() {
            M::rearm_timers(self, now);
        }
        self.send_snapshots(now);
        self.update_listing();
    }

    /// A draft on the table as it is stored, to decide on without changing it.
    fn draft(&self) -> BatchDraft<M> {
        BatchDraft::new(self.state.clone())
    }

    /// Hands a draft to the store for these requests. Its effects are announced once it is stored; a draft
    /// without records only sets the timers again.
    fn append_draft(&mut self, now: Now, draft: BatchDraft<M>, answers: Vec<RequestRef>) {
        match self.begin_append(now, draft, answers) {
            Some(part) => {
                self.effects.push(Effect::Append(Batch { parts: vec![part], people: Vec::new() }));
            }
            None => M::rearm_timers(self, now),
        }
    }

    /// Makes a draft the pending batch and returns it as the part for the table's stream; `None` if it holds no
    /// record. Nothing else is decided until its outcome comes.
    fn begin_append(
        &mut self,
        now: Now,
        draft: BatchDraft<M>,
        answers: Vec<RequestRef>,
    ) -> Option<BatchPart> {
        let (state, records, entries) = draft.finish();
        if records.is_empty() {
            return None;
        }
        self.pending = Some(PendingBatch { state, records: entries, requests: answers, at: now });
        Some(BatchPart { stream: self.stream(), expected: self.count, fence: self.fence, records })
    }

    /// The table's stream, the only one that this keeper writes to; a stale stream other than this one is no
    /// reason to stop.
    fn stream(&self) -> StreamId {
        StreamId::Table(M::number(&self.state))
    }

    /// Takes the outcome of the pending batch: commits it, refuses its requests with the reason, or stops the
    /// table if somebody else wrote to its stream or the store failed.
    fn on_stored(&mut self, now: Now, outcome: Result<Appended, StoreError>) {
        let Some(pending) = self.pending.take() else { return };
        let refused = match outcome {
            Ok(Appended::Done { .. }) => return self.commit(now, pending),
            Ok(Appended::Short { has, needs, .. }) => {
                let why = format!("your wallet has {has}: {needs} are needed");
                RoomRefusal::plain("short", why).with("has", has).with("needs", needs)
            }
            Ok(Appended::Full { .. }) => RoomRefusal::plain("full", chips_full_text())
                .because("chips_full")
                .with("at_most", Chips::MAX),
            // What was done with the key is in the store: the code that delivers the reply compares it with
            // this request.
            Ok(Appended::Known { .. }) => RoomRefusal::key_used(),
            Ok(Appended::Stale { stream, .. }) if stream != self.stream() => {
                // Another part of the batch did not fit. Nothing was written, and this table is unchanged.
                let why = "another table has changed in the meantime: nothing was done, try again";
                for request_ref in pending.requests {
                    self.reply(request_ref.id, Reply::Refused(RoomRefusal::plain("busy", why)));
                }
                return M::rearm_timers(self, now);
            }
            Ok(Appended::Stale { count, .. }) => {
                let why = format!(
                    "another process has written to this table: expected {} records, found {count}",
                    self.count
                );
                self.pending = Some(pending);
                let effects = self.stop(now, &why);
                return self.effects.extend(effects);
            }
            Ok(Appended::NameTaken) => RoomRefusal::plain("name_taken", "this name is taken"),
            Err(fault) => {
                self.pending = Some(pending);
                let effects = self.stop(now, &fault.to_string());
                return self.effects.extend(effects);
            }
        };
        if pending.requests.is_empty() {
            // Nobody requested it: the house does not try again until the table has changed.
            M::on_not_stored(self);
        }
        for request_ref in pending.requests {
            self.refuse(request_ref, refused.clone());
        }
        M::rearm_timers(self, now);
    }

    /// Makes a stored batch the current state, answers its requests and updates every viewer. Only here does
    /// anything decided become visible.
    fn commit(&mut self, now: Now, pending: PendingBatch<M>) {
        let PendingBatch { state: draft, records, requests: answers, at } = pending;
        let before = std::mem::replace(&mut self.state, draft);
        M::on_stored(self, now, &before, &records);
        let first = self.count + 1;
        for request_ref in answers {
            // The record of the act is the first of the batch; what the dealer did about it follows.
            self.remember(request_ref, Reply::Done { number: first });
            self.reply(request_ref.id, Reply::Done { number: first });
        }
        // The held records start anew with each hand, including any stored together with its opening.
        if records.iter().flatten().any(M::opens_hand) {
            self.recent.clear();
        }
        for entries in records {
            self.count += 1;
            let aside = M::aside(&self.state, &entries);
            self.push_recent(RecentRecord { number: self.count, at, entries, aside });
        }
        M::rearm_timers(self, now);
        self.send_updates(now, first);
    }

    /// Holds a stored record for viewers who come back, dropping the oldest beyond `MAX_RECENT`.
    fn push_recent(&mut self, recent: RecentRecord<M::Aside>) {
        if self.recent.len() == MAX_RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(Arc::new(recent));
    }

    /// Sends the reply to a request: each request gets exactly one, after its record is stored.
    fn reply(&mut self, id: RequestId, answer: Reply) {
        self.effects.push(Effect::Reply { id, answer });
    }

    /// Hands the loop the listing that the lobby shows from now on; called whenever something in it has
    /// changed.
    fn update_listing(&mut self) {
        let listing = self.listing();
        self.effects.push(Effect::UpdateListing(Box::new(listing)));
    }

    /// The table's lobby listing as it stands now, for a loop that starts.
    pub fn listing(&self) -> Listing {
        M::listing(self)
    }

    /// Judges a request with no batch in flight. What is allowed is stored before it is answered; a key used
    /// before is answered from memory.
    fn on_request(&mut self, now: Now, id: RequestId, request: TableRequest) {
        let request_ref = RequestRef::for_request(id, &request);
        if let Some(answer) = self.earlier_reply(&request_ref) {
            return self.reply(id, answer);
        }
        match M::judge(self, now, &request, request_ref.digest) {
            Ok(Some(draft)) => self.append_draft(now, draft, vec![request_ref]),
            Ok(None) => {
                let done = Reply::Done { number: self.count };
                self.remember(request_ref, done.clone());
                self.reply(id, done);
                M::rearm_timers(self, now);
            }
            Err(refused) => self.refuse(request_ref, refused),
        }
    }

    /// The reply that this person's key got before, as far as that is remembered: for the same request the same
    /// reply again, for another a refusal, final only if something was done with the key. `None` for a new key.
    fn earlier_reply(&self, request_ref: &RequestRef) -> Option<Reply> {
        let (before, answer) = self
            .replies
            .iter()
            .find(|(before, _)| (before.person, before.key) == (request_ref.person, request_ref.key))?;
        Some(match answer {
            _ if before.digest == request_ref.digest => answer.clone(),
            // If something was done with the key, all of it is known, including its turn, so this refusal is
            // final. A remembered refusal settles nothing: only the store knows whether something was done
            // with the key before.
            Reply::Done { .. } => Reply::Refused(RoomRefusal { final_word: true, ..RoomRefusal::key_used() }),
            Reply::Refused(_) => Reply::Refused(RoomRefusal::key_used()),
        })
    }

    /// Refuses a request and remembers the refusal, so that the same key gets it again.
    fn refuse(&mut self, request_ref: RequestRef, refused: RoomRefusal) {
        let answer = Reply::Refused(refused);
        self.remember(request_ref, answer.clone());
        self.reply(request_ref.id, answer);
    }

    /// Remembers the reply to a request by person and key, forgetting the oldest beyond `MAX_REPLIES`.
    fn remember(&mut self, request_ref: RequestRef, answer: Reply) {
        if self.replies.len() == MAX_REPLIES {
            self.replies.pop_front();
        }
        self.replies.push_back((request_ref, answer));
    }
}
