//! Commands decided and not yet stored: the table as it will be, and the records that will lead there.

use chips::book::Posting;
use seating::By;
use table::{Table, TableAct, TableCommand};

use crate::ask::Mark;
use crate::entry::{self, Entry};
use crate::machine::Kept;
use crate::port::{Key, Now, Record};
use crate::state::Unfolded;

/// What is decided so far.
pub struct Draft<M: Kept> {
    pub(super) state: M::State,
    records: Vec<Record>,
    entries: Vec<Vec<Entry>>,
    /// The record being made.
    open: Vec<Entry>,
    postings: Vec<Posting>,
}

impl<M: Kept> Draft<M> {
    /// Begins with the table as it is stored.
    pub(super) fn new(state: M::State) -> Draft<M> {
        Draft { state, records: Vec::new(), entries: Vec::new(), open: Vec::new(), postings: Vec::new() }
    }

    /// The table as it will be, the records, and the facts of each.
    pub(super) fn finished(self) -> (M::State, Vec<Record>, Vec<Vec<Entry>>) {
        (self.state, self.records, self.entries)
    }

    /// Adds a fact to the record being made. It is taken in at once; what it turns up is opened with it.
    ///
    /// # Panics
    /// When the fact does not follow from the state: the table is wrong, and must stop before anything is stored.
    pub fn take(&mut self, mut entry: Entry) {
        let taken = M::take_in(&mut self.state, &mut entry);
        self.enter(entry, taken);
    }

    /// Enters a fact that was taken in.
    fn enter(&mut self, entry: Entry, taken: Result<Vec<Posting>, Unfolded>) {
        match taken {
            Ok(postings) => self.postings.extend(postings),
            Err(why) => panic!("table {}: {why}", M::number(&self.state)),
        }
        let openings = M::turned_up(&self.state, &entry);
        self.open.push(entry);
        for opening in openings {
            self.take(opening);
        }
    }

    /// Decides a command and adds its facts to the record being made.
    ///
    /// # Errors
    /// The machine's refusal; then nothing has changed.
    pub fn decide(&mut self, command: &M::Command) -> Result<(), M::Refusal> {
        // The draft's own machine decides, and has taken what comes of it.
        let mut decided = Vec::new();
        M::machine(&mut self.state).take(command, &mut |fact| decided.push(fact))?;
        for fact in decided {
            let taken = M::taken(&mut self.state, &fact);
            self.enter(M::entry(fact), taken);
        }
        Ok(())
    }

    /// Adds what was asked to the record that came of it; nothing where nothing did.
    pub fn note_asked(&mut self, wish: Mark) {
        if !self.open.is_empty() {
            self.take(Entry::Asked { wish });
        }
    }

    /// Closes the record being made; nothing where it holds no fact.
    ///
    /// # Panics
    /// When the chips do not add up.
    pub fn close(&mut self, now: Now, by: By, key: Option<Key>, kind: &'static str) {
        if self.open.is_empty() {
            return;
        }
        if let Err(why) = M::counted(&self.state) {
            panic!("table {}: {why}", M::number(&self.state));
        }
        let entries = std::mem::take(&mut self.open);
        let body = match entry::written(&entries) {
            Ok(body) => body,
            Err(why) => panic!("table {}: a fact cannot be written: {why}", M::number(&self.state)),
        };
        let start = entries.iter().any(M::is_start);
        let postings = std::mem::take(&mut self.postings);
        self.records.push(Record { at: now.wall, by, key, kind, start, body, postings });
        self.entries.push(entries);
    }
}

impl Draft<Table> {
    /// Decides a command of the house that the table itself called for.
    ///
    /// # Panics
    /// When the machine refuses what it needs: the table is wrong, and must stop.
    pub fn house(&mut self, act: TableAct) {
        if let Err(refusal) = self.decide(&TableCommand { by: By::HOUSE, act }) {
            panic!("table {}: the dealer is refused: {refusal}", self.state.id);
        }
    }
}
