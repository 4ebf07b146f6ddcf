//! Commands that are decided but not yet stored: the table as it will be, and the records that lead there.

use chips::book::Posting;
use seating::Actor;
use table::{Table, TableAct, TableCommand};

use super::HostedGame;
use crate::entry::{self, RequestDigest, TableEntry};
use crate::port::{NewRecord, Now, RequestKey};
use crate::state::ReplayError;

/// What has been decided so far.
pub struct BatchDraft<M: HostedGame> {
    pub(super) state: M::State,
    records: Vec<NewRecord>,
    entries: Vec<Vec<TableEntry>>,
    /// The facts of the record being built.
    current: Vec<TableEntry>,
    postings: Vec<Posting>,
}

impl<M: HostedGame> BatchDraft<M> {
    /// A draft on the table as it is stored, a copy: a draft that is dropped has changed nothing.
    pub(super) fn new(state: M::State) -> BatchDraft<M> {
        BatchDraft {
            state,
            records: Vec::new(),
            entries: Vec::new(),
            current: Vec::new(),
            postings: Vec::new(),
        }
    }

    /// The table as it will be once the batch is stored, the new records in order, and the facts of each. A
    /// record not closed yet is left out.
    pub(super) fn finish(self) -> (M::State, Vec<NewRecord>, Vec<Vec<TableEntry>>) {
        (self.state, self.records, self.entries)
    }

    /// Applies a fact of the room itself and adds it to the record being built, followed by openings of the
    /// cards it turns up.
    ///
    /// # Panics
    /// If the fact does not follow from the state: the table is wrong and must stop before anything is
    /// stored.
    pub fn take(&mut self, mut entry: TableEntry) {
        let taken = M::apply_entry(&mut self.state, &mut entry);
        self.push_taken(entry, taken);
    }

    /// Adds a fact that the draft's state has already applied, with the postings it makes and the openings that
    /// must be stored beside it. Panics if it did not apply.
    fn push_taken(&mut self, entry: TableEntry, taken: Result<Vec<Posting>, ReplayError>) {
        match taken {
            Ok(postings) => self.postings.extend(postings),
            Err(why) => panic!("table {}: {why}", M::number(&self.state)),
        }
        let openings = M::openings_for(&self.state, &entry);
        self.current.push(entry);
        for opening in openings {
            self.take(opening);
        }
    }

    /// Decides a command of the machine on the draft's table and adds its facts to the record being built.
    ///
    /// # Errors
    /// The machine's refusal; nothing has changed then.
    pub fn decide(&mut self, command: &M::Command) -> Result<(), M::Refusal> {
        // The draft's own machine decides and has already applied the facts.
        let mut decided = Vec::new();
        M::machine(&mut self.state).take(command, &mut |fact| decided.push(fact))?;
        for fact in decided {
            let taken = M::track_applied(&mut self.state, &fact);
            self.push_taken(M::entry(fact), taken);
        }
        Ok(())
    }

    /// Adds the digest of the request to the record it led to, so that its key coming again can be compared;
    /// nothing if it led to no fact.
    pub fn record_request(&mut self, wish: RequestDigest) {
        if !self.current.is_empty() {
            self.take(TableEntry::Asked { wish });
        }
    }

    /// Finishes the record being built, with the time, actor, request key and kind it is stored under; does
    /// nothing if it holds no fact. The chips are counted first.
    ///
    /// # Panics
    /// If the chips do not add up.
    pub fn close(&mut self, now: Now, by: Actor, key: Option<RequestKey>, kind: &'static str) {
        if self.current.is_empty() {
            return;
        }
        if let Err(why) = M::check_chips(&self.state) {
            panic!("table {}: {why}", M::number(&self.state));
        }
        let entries = std::mem::take(&mut self.current);
        let body = match entry::to_body(&entries) {
            Ok(body) => body,
            Err(why) => panic!("table {}: a fact cannot be written: {why}", M::number(&self.state)),
        };
        let start = entries.iter().any(M::is_fold_start);
        let postings = std::mem::take(&mut self.postings);
        self.records.push(NewRecord { at: now.wall, by, key, kind, start, body, postings });
        self.entries.push(entries);
    }
}

impl BatchDraft<Table> {
    /// Decides what the table itself must do, in the name of the house: deal a card, collect a blind, fold for
    /// a player who is late.
    ///
    /// # Panics
    /// If the machine refuses what it needs: the table is wrong and must stop.
    pub fn decide_for_house(&mut self, act: TableAct) {
        if let Err(refusal) = self.decide(&TableCommand { by: Actor::HOUSE, act }) {
            panic!("table {}: the dealer is refused: {refusal}", self.state.id);
        }
    }
}
