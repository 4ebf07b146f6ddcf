//! Commands decided and not yet stored: the table as it will be, and the records that will lead there.

use chips::book::Posting;
use seating::By;
use table::{TableAct, TableCommand, TableRefusal, TableWhat, What};

use crate::ask::Mark;
use crate::entry::{self, Entry};
use crate::port::{Key, Now, Record};
use crate::state::TableState;

/// What is decided so far.
pub(super) struct Draft {
    pub state: TableState,
    records: Vec<Record>,
    entries: Vec<Vec<Entry>>,
    /// The record being made.
    open: Vec<Entry>,
    postings: Vec<Posting>,
}

impl Draft {
    pub fn new(state: TableState) -> Draft {
        Draft { state, records: Vec::new(), entries: Vec::new(), open: Vec::new(), postings: Vec::new() }
    }

    /// The table as it will be, the records, and the facts of each.
    pub fn finished(self) -> (TableState, Vec<Record>, Vec<Vec<Entry>>) {
        (self.state, self.records, self.entries)
    }

    /// Adds a fact to the record being made. It is taken in at once; what it turns up is opened with it.
    ///
    /// # Panics
    /// When the fact does not follow from the state: the table is wrong, and must stop before anything is stored.
    pub fn take(&mut self, mut entry: Entry) {
        match self.state.apply(&mut entry, None) {
            Ok(postings) => self.postings.extend(postings),
            Err(why) => panic!("table {}: {why}", self.state.id),
        }
        let openings = self.openings(&entry);
        self.open.push(entry);
        for opening in openings {
            self.take(opening);
        }
    }

    /// Decides a command and adds its facts to the record being made.
    ///
    /// # Errors
    /// The machine's refusal; then nothing has changed.
    pub fn decide(&mut self, command: &TableCommand) -> Result<(), TableRefusal> {
        for fact in self.state.table.decide(command)? {
            self.take(Entry::Table { fact });
        }
        Ok(())
    }

    /// Decides a command of the house that the table itself called for.
    ///
    /// # Panics
    /// When the machine refuses what it needs: the table is wrong, and must stop.
    pub fn house(&mut self, act: TableAct) {
        if let Err(refusal) = self.decide(&TableCommand { by: By::HOUSE, act }) {
            panic!("table {}: the dealer is refused: {refusal}", self.state.id);
        }
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
        if let Err(why) = self.state.counted() {
            panic!("table {}: {why}", self.state.id);
        }
        let entries = std::mem::take(&mut self.open);
        let body = match entry::written(&entries) {
            Ok(body) => body,
            Err(why) => panic!("table {}: a fact cannot be written: {why}", self.state.id),
        };
        let start = entries.iter().any(|entry| matches!(entry, Entry::Made { .. } | Entry::Snapshot(_)));
        let postings = std::mem::take(&mut self.postings);
        self.records.push(Record { at: now.wall, by, key, kind, start, body, postings });
        self.entries.push(entries);
    }

    /// Openings of the cards that a fact turned up.
    fn openings(&self, entry: &Entry) -> Vec<Entry> {
        let Some(deck) = self.state.deck.as_ref().and_then(|deck| deck.cards.as_ref()) else {
            return Vec::new();
        };
        let open = |hidden: &cards::Hidden| hidden.slot().and_then(|slot| deck.opening(slot));
        let Entry::Table { fact } = entry else { return Vec::new() };
        let TableWhat::Hand(event) = &fact.what else { return Vec::new() };
        let What::Cards(fact) = &event.what else { return Vec::new() };
        let board = fact.board_card();
        let hand = fact.show().and_then(|(_, show)| show.cards());
        board.iter().chain(hand.iter().flatten()).filter_map(open).map(Entry::Opening).collect()
    }
}
