//! One table's keeper, whatever is played there: a plain machine that is handed everything that happens and says what is to be done.
//!
//! It reads no clock, draws no chance and waits for nothing: times come in with each input, chance comes as a value,
//! and what is to be stored, answered and sent goes out as effects. A thin loop performs them ([`crate::live`]).
//! Nothing that shows an act's effect goes out before the act is stored.

mod asking;
mod by_hand;
mod clock;
mod dealing;
mod draft;
mod failing;
mod joint;
mod poker;
mod running;
mod telling;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use chips::Chips;
use fair::{Fresh, NoEntropy};
use seating::{Person, Seat};
use table::Table;

use crate::ask::{Answer, Ask, Listing, Mark, Outbound, Refused};
use crate::entry::Entry;
use crate::machine::Kept;
use crate::port::{Appended, Batch, Fault, Key, Now, Part, Steady, Stream};
use crate::refused::chips_full;

pub use asking::house_of;
pub use draft::Draft;
pub(crate) use failing::CHECK_FAILED;
pub use failing::reference;
pub use poker::Desk;
pub use running::{CLOCKS, TIME_TO_ACT, gives_time_to_act};

/// A number for somebody who watches a table, made by the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WatcherId(pub u64);

/// A number for something asked, made by the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AskId(pub u64);

/// What a keeper is told.
#[derive(Debug)]
pub enum Input {
    /// Somebody asks something of the table.
    Ask {
        /// Where the answer goes.
        id: AskId,
        /// What is asked.
        ask: Ask,
    },
    /// Somebody wants to see the table, from a record on or whole.
    Watch {
        /// Who it is for the keeper.
        watcher: WatcherId,
        /// Who it is; nobody for a spectator without an account.
        person: Option<Person>,
        /// The device, so that another one is told apart.
        device: u32,
        /// The last record the viewer has.
        from: Option<u64>,
        /// The last hand that the viewer does not see as its player, though dealt in; zero for none.
        unseen: u64,
    },
    /// A viewer has gone.
    Unwatch {
        /// Which.
        watcher: WatcherId,
    },
    /// It is the time that [`Keeper::wakes_at`] named, or later.
    Tick,
    /// What came of the batch that was to be appended, or that the keeper has a part in.
    Stored(Result<Appended, Fault>),
    /// The part that [`Keeper::part`] gave is not brought to the store, for this reason.
    Withdrawn(Refused),
    /// The room is about to stop: no further round is opened.
    Drain,
    /// Whether further rounds wait for free space on the room's disk.
    Hold(bool),
}

/// What is to be done.
#[derive(Debug)]
pub enum Effect {
    /// The batch is to be stored, and [`Input::Stored`] to be told what came of it. There is never more than one.
    Append(Batch),
    /// Somebody is to be answered.
    Answer {
        /// Who asked.
        id: AskId,
        /// What is answered.
        answer: Answer,
    },
    /// A viewer is to be sent something.
    Send {
        /// Who.
        to: WatcherId,
        /// What.
        what: Outbound,
    },
    /// A viewer is sent nothing any more.
    Drop {
        /// Who.
        watcher: WatcherId,
    },
    /// The table's line in the lobby has changed.
    List(Box<Listing>),
    /// Something broke, in the words and with the reference that people are told: the log is to have it.
    Broke {
        /// What.
        what: String,
    },
}

/// How fast a table is dealt by the software, in milliseconds. None of it is a rule: the rules' clocks are settings of
/// the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Pace {
    /// From the end of a round to the next.
    pub between_rounds: u64,
    /// How long players' values for the cut are waited for.
    pub cut: u64,
    /// For who may post an over-blind, between the blinds and the first card.
    pub over_blind: u64,
    /// Before each street when nobody can bet any more.
    pub street: u64,
    /// For who may muck, to show instead.
    pub show: u64,
    /// How long a house bot thinks.
    pub bot: u64,
}

impl Pace {
    /// A pace that people can follow.
    pub const PEOPLE: Pace =
        Pace { between_rounds: 3000, cut: 600, over_blind: 3000, street: 900, show: 3000, bot: 900 };
    /// No pause at all: for programs that play each other.
    pub const AT_ONCE: Pace = Pace { between_rounds: 0, cut: 0, over_blind: 0, street: 0, show: 0, bot: 0 };
}

/// The most inputs that wait while a batch is being stored. The loop's mailbox is bounded too; what comes in beyond
/// this is refused.
pub const MOST_WAITING: usize = 256;
/// The most viewers of one table.
pub const MOST_WATCHERS: usize = 1000;
/// How many answers are remembered, to be given again to who asks again.
const MOST_ANSWERS: usize = 256;
/// How many records are kept at hand for viewers who were away for a moment. Those of the hand being played, no more.
const MOST_RECENT: usize = 512;

/// Somebody who watches.
#[derive(Clone, Copy, Debug)]
pub struct Watcher {
    /// Who; nobody for a spectator without an account.
    pub person: Option<Person>,
    /// On which device.
    pub device: u32,
    /// The last hand that the viewer sees as the rail does, though dealt in.
    pub unseen: u64,
}

/// A batch under way to the store.
struct Pending<M: Kept> {
    draft: M::State,
    records: Vec<Vec<Entry>>,
    answers: Vec<Asked>,
    at: Now,
}

/// Something asked, as far as its answer has to know.
#[derive(Clone, Copy, Debug)]
struct Asked {
    id: AskId,
    person: Person,
    key: Key,
    mark: Mark,
}

impl Asked {
    fn of(id: AskId, ask: &Ask) -> Asked {
        Asked { id, person: ask.by.person, key: ask.key, mark: ask.mark() }
    }
}

/// A source of all the chance that one deck takes.
pub type Chance<'a> = &'a mut dyn FnMut() -> Result<Fresh, NoEntropy>;

/// The keeper of one table.
pub struct Keeper<M: Kept = Table> {
    state: M::State,
    /// What is beside the table and not stored.
    desk: M::Desk,
    /// How many records the stream has.
    count: u64,
    fence: u64,
    watchers: BTreeMap<WatcherId, Watcher>,
    pending: Option<Pending<M>>,
    waiting: VecDeque<(Now, Input)>,
    answers: VecDeque<(Asked, Answer)>,
    recent: VecDeque<Arc<Recent<M::Aside>>>,
    /// The reason with which play was called off after a check that failed, the last time.
    called_off: Option<String>,
    /// The room is about to stop.
    draining: bool,
    /// No round is opened until there is free space on the room's disk.
    held: bool,
    /// How many records there were when every viewer was last sent the whole view, because something had changed that is in
    /// no record: a viewer who has no later record may not know.
    shown_all_at: Option<u64>,
    effects: Vec<Effect>,
}

/// A stored record at hand, for viewers who come back.
pub struct Recent<A> {
    /// Its number.
    pub number: u64,
    /// When it was made.
    pub at: Now,
    /// Its facts.
    pub entries: Vec<Entry>,
    /// What the machine keeps with it.
    pub aside: A,
}

impl<M: Kept> Keeper<M> {
    /// The keeper of a table as its stream made it, of which `count` records are stored, with what lies beside it.
    pub fn of(state: M::State, count: u64, fence: u64, desk: M::Desk) -> Keeper<M> {
        Keeper {
            state,
            desk,
            count,
            fence,
            watchers: BTreeMap::new(),
            pending: None,
            waiting: VecDeque::new(),
            answers: VecDeque::new(),
            recent: VecDeque::new(),
            called_off: None,
            draining: false,
            held: false,
            shown_all_at: None,
            effects: Vec::new(),
        }
    }

    /// The table as it is stored.
    pub fn state(&self) -> &M::State {
        &self.state
    }

    /// Who sits here when the batch on its way is stored; nothing where none is.
    pub fn seated_when_stored(&self) -> Option<Vec<(Seat, Person)>> {
        self.pending.as_ref().map(|pending| M::seated(&pending.draft))
    }

    /// Whether something was done with a person's key, as far as it is remembered.
    pub fn has_done(&self, person: Person, key: Key) -> bool {
        let done = |(asked, answer): &(Asked, Answer)| {
            (asked.person, asked.key) == (person, key) && matches!(answer, Answer::Done { .. })
        };
        self.answers.iter().any(done)
    }

    /// How many records are stored.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Begins: after an outage the seat to act has its whole time again. A hand that cannot go on is void.
    pub fn start(&mut self, now: Now) -> Vec<Effect> {
        M::begin(self, now);
        self.list();
        std::mem::take(&mut self.effects)
    }

    /// When the keeper wants to be told the time; `None` while it waits for people or the store alone.
    pub fn wakes_at(&self) -> Option<Steady> {
        if self.pending.is_some() { None } else { M::wakes_at(self) }
    }

    /// What is to be done about what happened. Times never go back from one call to the next.
    ///
    /// # Panics
    /// When a check of the table fails. Nothing of the act that led there is stored; the loop stops the table.
    pub fn handle(&mut self, now: Now, input: Input, chance: Chance<'_>) -> Vec<Effect> {
        match input {
            Input::Stored(outcome) => self.stored(now, outcome),
            Input::Withdrawn(why) => self.withdrawn(now, why),
            Input::Ask { id, ask } if self.waiting.len() >= MOST_WAITING => {
                let refused =
                    Refused::plain("busy", "too much is being asked of this table: ask again in a moment")
                        .because("table_busy");
                let _ = ask;
                self.answer(id, Answer::Refused(refused));
            }
            Input::Tick if self.pending.is_some() => {}
            Input::Drain => self.drain(now),
            Input::Hold(held) => self.hold(now, held),
            Input::Ask { .. } | Input::Watch { .. } | Input::Unwatch { .. } | Input::Tick => {
                self.waiting.push_back((now, input));
            }
        }
        while self.pending.is_none()
            && let Some((came, input)) = self.waiting.pop_front()
        {
            match input {
                Input::Ask { id, ask } => {
                    // Time that ran out before the act came has its effect first.
                    if M::ran_out_before(self, came) {
                        self.waiting.push_front((came, Input::Ask { id, ask }));
                        M::tick(self, came, chance);
                    } else {
                        self.asked(came, id, ask);
                    }
                }
                Input::Watch { watcher, person, device, from, unseen } => {
                    self.watch(came, watcher, Watcher { person, device, unseen }, from);
                }
                Input::Unwatch { watcher } => self.unwatch(came, watcher),
                Input::Tick => M::tick(self, came, chance),
                Input::Stored(_) | Input::Withdrawn(_) | Input::Drain | Input::Hold(_) => {}
            }
        }
        std::mem::take(&mut self.effects)
    }

    /// No further round is opened. Viewers are told; nothing is stored, for the next start goes on as before.
    fn drain(&mut self, now: Now) {
        self.draining = true;
        self.waits_otherwise(now);
    }

    /// No further round is opened while the disk has too little free space; then the table goes on by itself. Nothing is
    /// stored of it.
    fn hold(&mut self, now: Now, held: bool) {
        if std::mem::replace(&mut self.held, held) == held {
            return;
        }
        self.waits_otherwise(now);
    }

    /// Whether the table waits for the room has changed: every viewer and the lobby learn of it.
    fn waits_otherwise(&mut self, now: Now) {
        if self.pending.is_none() {
            M::rearm(self, now);
        }
        self.show_all(now);
        self.list();
    }

    fn draft(&self) -> Draft<M> {
        Draft::new(self.state.clone())
    }

    /// Hands a draft to the store. What it shows is told when it is stored.
    fn store(&mut self, now: Now, draft: Draft<M>, answers: Vec<Asked>) {
        match self.await_stored(now, draft, answers) {
            Some(part) => {
                self.effects.push(Effect::Append(Batch { parts: vec![part], people: Vec::new() }));
            }
            None => M::rearm(self, now),
        }
    }

    /// What a draft adds to the table's stream, for which the keeper waits from here on; nothing where it holds no record.
    fn await_stored(&mut self, now: Now, draft: Draft<M>, answers: Vec<Asked>) -> Option<Part> {
        let (state, records, entries) = draft.finished();
        if records.is_empty() {
            return None;
        }
        self.pending = Some(Pending { draft: state, records: entries, answers, at: now });
        Some(Part { stream: self.stream(), expected: self.count, fence: self.fence, records })
    }

    fn stream(&self) -> Stream {
        Stream::Table(M::number(&self.state))
    }

    fn stored(&mut self, now: Now, outcome: Result<Appended, Fault>) {
        let Some(pending) = self.pending.take() else { return };
        let refused = match outcome {
            Ok(Appended::Done { .. }) => return self.take_in(now, pending),
            Ok(Appended::Short { has, needs, .. }) => {
                let why = format!("your wallet has {has}: {needs} are needed");
                Refused::plain("short", why).with("has", has).with("needs", needs)
            }
            Ok(Appended::Full { .. }) => {
                Refused::plain("full", chips_full()).because("chips_full").with("at_most", Chips::MAX)
            }
            // What was done with the key is in the store: whoever brings the answer compares it with what is asked now.
            Ok(Appended::Known { .. }) => Refused::key_used(),
            Ok(Appended::Stale { stream, .. }) if stream != self.stream() => {
                // Another part of the batch did not fit. Nothing was written, and this table is as it was.
                let why = "another table has changed meanwhile: nothing was done, ask again";
                for asked in pending.answers {
                    self.answer(asked.id, Answer::Refused(Refused::plain("busy", why)));
                }
                return M::rearm(self, now);
            }
            Ok(Appended::Stale { count, .. }) => {
                let why =
                    format!("somebody else keeps this table: it has {count} records, not {}", self.count);
                self.pending = Some(pending);
                let effects = self.stop(now, &why);
                return self.effects.extend(effects);
            }
            Ok(Appended::NameTaken) => Refused::plain("name_taken", "this name is taken"),
            Err(fault) => {
                self.pending = Some(pending);
                let effects = self.stop(now, &fault.to_string());
                return self.effects.extend(effects);
            }
        };
        if pending.answers.is_empty() {
            // Nobody asked for it: the house waits until the table has changed before it does it again.
            M::not_stored(self);
        }
        for asked in pending.answers {
            self.refuse(asked, refused.clone());
        }
        M::rearm(self, now);
    }

    /// Takes in what is stored, answers, and tells every viewer.
    fn take_in(&mut self, now: Now, pending: Pending<M>) {
        let Pending { draft, records, answers, at } = pending;
        let before = std::mem::replace(&mut self.state, draft);
        M::stored(self, now, &before, &records);
        let first = self.count + 1;
        for asked in answers {
            // The record of the act is the batch's first; what the dealer did about it follows.
            self.remember(asked, Answer::Done { number: first });
            self.answer(asked.id, Answer::Done { number: first });
        }
        // With a round of play begins what is kept at hand; what was stored together with its opening is told too.
        if records.iter().flatten().any(M::opens_a_round) {
            self.recent.clear();
        }
        for entries in records {
            self.count += 1;
            let aside = M::aside(&self.state, &entries);
            self.keep_at_hand(Recent { number: self.count, at, entries, aside });
        }
        M::rearm(self, now);
        self.tell(now, first);
    }

    fn keep_at_hand(&mut self, recent: Recent<M::Aside>) {
        if self.recent.len() == MOST_RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(Arc::new(recent));
    }

    fn answer(&mut self, id: AskId, answer: Answer) {
        self.effects.push(Effect::Answer { id, answer });
    }

    fn list(&mut self) {
        let listing = self.listing();
        self.effects.push(Effect::List(Box::new(listing)));
    }

    /// The table's line in the lobby.
    pub fn listing(&self) -> Listing {
        M::listing(self)
    }

    /// Judges something asked. What is allowed is stored before it is answered.
    fn asked(&mut self, now: Now, id: AskId, ask: Ask) {
        let asked = Asked::of(id, &ask);
        if let Some(answer) = self.answered_before(&asked) {
            return self.answer(id, answer);
        }
        match M::judge(self, now, &ask, asked.mark) {
            Ok(Some(draft)) => self.store(now, draft, vec![asked]),
            Ok(None) => {
                let done = Answer::Done { number: self.count };
                self.remember(asked, done.clone());
                self.answer(id, done);
                M::rearm(self, now);
            }
            Err(refused) => self.refuse(asked, refused),
        }
    }

    /// What was answered to something asked with the same key, as far as it is remembered.
    fn answered_before(&self, asked: &Asked) -> Option<Answer> {
        let with = |(before, _): &&(Asked, Answer)| (before.person, before.key) == (asked.person, asked.key);
        let (before, answer) = self.answers.iter().find(with)?;
        Some(match answer {
            _ if before.mark == asked.mark => answer.clone(),
            // What was done with the key is known whole, its turn too. Of a refusal nothing follows: the store says
            // whether something was done with the key before.
            Answer::Done { .. } => Answer::Refused(Refused { final_word: true, ..Refused::key_used() }),
            Answer::Refused(_) => Answer::Refused(Refused::key_used()),
        })
    }

    fn refuse(&mut self, asked: Asked, refused: Refused) {
        let answer = Answer::Refused(refused);
        self.remember(asked, answer.clone());
        self.answer(asked.id, answer);
    }

    fn remember(&mut self, asked: Asked, answer: Answer) {
        if self.answers.len() == MOST_ANSWERS {
            self.answers.pop_front();
        }
        self.answers.push_back((asked, answer));
    }
}
