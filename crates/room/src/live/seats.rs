//! The roster of the live room: seats are taken and given up in the tables' batches, and who sits where is
//! known before anybody gets a reply.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};

use rulebook::rule;
use seating::{Actor, Person, Seat};
use tokio::sync::oneshot;

use super::task::Task;
use super::{Room, RoomInner, append, lock};
use crate::lobby;
use crate::port::{
    Appended, Batch, BatchPart, Cause, NewRecord, Store, StoreError, StreamId, Wall, WriteRejection,
};
use crate::requests::{Listing, RoomRefusal};
use crate::roster::{self, Roster, RosterFact, RosterRefusal, RosterSeat, SeatRequest, SeatRules};
use crate::state::TableState;

/// How often a batch is retried because other tables seated somebody just before it.
const MAX_TRIES: u32 = 1000;

/// The roster, with the number of its next record.
pub(super) struct SeatBook {
    /// As it is stored.
    roster: Roster,
    /// Includes seats on their way to the store, so that a person who is just taking one cannot get another
    /// by asking quickly.
    with_reserved: Roster,
    /// How many records its stream will have once everything in flight is written.
    record_count: u64,
    fence: u64,
}

/// A batch on its way to the store.
pub(super) struct AppendInFlight {
    pub(super) outcome: oneshot::Receiver<Result<Appended, StoreError>>,
    /// Present if the batch seats somebody or gives up a seat.
    seats: Option<RosterPart>,
}

/// The roster's part of a batch, and what is needed to retry it.
struct RosterPart {
    facts: Vec<RosterFact>,
    batch: Batch,
    tries: u32,
}

impl SeatBook {
    /// The roster at the start of the room: as its stream has it, with the number of records there, corrected
    /// by the tables that could be read, which are always right about who sits there. At a table that cannot be
    /// read everybody keeps their seat. Corrections are stored first.
    ///
    /// # Errors
    /// A fault of the store.
    pub(super) async fn open<'a>(
        store: &dyn Store,
        (roster, count): (Roster, u64),
        at: Wall,
        fence: u64,
        open: impl Fn(u64) -> bool,
        tables: impl Iterator<Item = &'a TableState>,
    ) -> Result<SeatBook, StoreError> {
        let mut facts = roster.removals(open);
        for state in tables {
            facts.extend(roster.corrections(state.id, &seated_at(state)));
        }
        let mut book = SeatBook { with_reserved: roster.clone(), roster, record_count: count, fence };
        if facts.is_empty() {
            return Ok(book);
        }
        let part = book.batch_part(at, Actor::HOUSE, &facts)?;
        match append(store, Batch { parts: vec![part], people: Vec::new() }).await? {
            Appended::Done { .. } => {}
            Appended::Stale { stream, count } => {
                return Err(WriteRejection::SeatingMovedOn { stream, count }.into());
            }
            // Facts of seats move no chips, carry no key and name nobody.
            refused @ (Appended::Short { .. }
            | Appended::Full { .. }
            | Appended::Known { .. }
            | Appended::NameTaken) => return Err(WriteRejection::SeatingFact(refused).into()),
        }
        book.apply(&facts);
        book.record_count = count + 1;
        Ok(book)
    }

    /// Applies facts that are now stored, to the roster and to the one with reservations; both must see every
    /// fact in order.
    fn apply(&mut self, facts: &[RosterFact]) {
        for fact in facts {
            self.roster.apply(fact);
            self.with_reserved.apply(fact);
        }
    }

    /// Reserves the seats that a batch on its way to the store takes. A seat being given up counts as taken
    /// until that is stored.
    fn reserve(&mut self, facts: &[RosterFact]) {
        for fact in facts {
            match fact {
                RosterFact::Seated { .. } => self.with_reserved.apply(fact),
                RosterFact::Left { .. } => {}
            }
        }
    }

    /// Undoes the reservations of a batch that was not stored; a seat that the person really has stays.
    fn release(&mut self, facts: &[RosterFact]) {
        for fact in facts {
            match fact {
                RosterFact::Seated { person, table, .. }
                    if self.roster.seat_of(*person, *table).is_none() =>
                {
                    self.with_reserved.apply(&RosterFact::Left { person: *person, table: *table });
                }
                RosterFact::Seated { .. } | RosterFact::Left { .. } => {}
            }
        }
    }

    /// The roster's part of a batch: one record of these facts, expected next in the stream by `record_count`.
    fn batch_part(&self, at: Wall, by: Actor, facts: &[RosterFact]) -> Result<BatchPart, StoreError> {
        let body = serde_json::to_string(facts).map_err(|error| StoreError::Unwritable {
            stream: StreamId::Seating,
            source: Cause::new(error),
        })?;
        let kind = facts.first().map_or("seated", roster::kind);
        let record = NewRecord { at, by, key: None, kind, start: false, body, postings: Vec::new() };
        Ok(BatchPart {
            stream: StreamId::Seating,
            expected: self.record_count,
            fence: self.fence,
            records: vec![record],
        })
    }
}

/// Who sits at a table by its own records, in the form in which the roster is compared with it.
fn seated_at(state: &TableState) -> BTreeMap<Person, RosterSeat> {
    let held = |person| RosterSeat { machine: lobby::is_machine(person), device: 0 };
    state.table.chairs().map(|(_, chair)| (chair.person, held(chair.person))).collect()
}

/// What a table's book says about who may sit there: programs (16.1), and people with a seat elsewhere (16.2).
fn seat_rules(listing: &Listing) -> SeatRules {
    SeatRules { machines: listing.house.machine_players, one_seat: listing.house.one_game_per_player }
}

impl Room {
    /// The tables where a person sits by the stored roster, in the order of their numbers.
    pub fn seats_of(&self, person: Person) -> Vec<u64> {
        lock(&self.inner.roster).roster.tables_of(person).collect()
    }

    /// Why a person may not take a seat at a table because of other seats in the room or of who plays the
    /// account (16.1, 16.2); `None` if nothing there forbids it.
    pub(super) fn seat_refusal(&self, listing: &Listing, person: Person) -> Option<RoomRefusal> {
        let wanted =
            SeatRequest { person, table: listing.table, machine: self.is_machine(person), device: 0 };
        self.inner.check_seat(&lock(&self.inner.roster), listing, wanted).err()
    }
}

impl RoomInner {
    /// A table's listing as the lobby shows it now; `None` for a table that is not open. Its book says who may
    /// sit there.
    fn listing(&self, table: u64) -> Option<Arc<Listing>> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        tables.get(&table).map(|handle| Arc::clone(&lock(&handle.listing)))
    }

    /// Judges a wanted seat by the roster with reservations, and refuses it citing a book that has the rule. At
    /// a stopped table the book forbids nothing.
    fn check_seat(&self, book: &SeatBook, listing: &Listing, wanted: SeatRequest) -> Result<(), RoomRefusal> {
        let free = SeatRules { machines: true, one_seat: false };
        let rules = |table| self.listing(table).map_or(free, |listing| seat_rules(&listing));
        let other = match book.with_reserved.decide(wanted, rules) {
            Ok(_) => return Ok(()),
            Err(RosterRefusal::NoMachines) => return Err(lobby::machines_refusal(&listing.house)),
            Err(RosterRefusal::Elsewhere { table }) => table,
        };
        let elsewhere = self.listing(other);
        // Cite a book that has the rule: this table's if it does.
        let house = match &elsewhere {
            Some(other) if !listing.house.one_game_per_player => &other.house,
            Some(_) | None => &listing.house,
        };
        let name = elsewhere.as_ref().map_or_else(|| format!("table {other}"), |other| other.name.clone());
        let why = format!("you have a seat at {name}: leave it before you sit down at {}", listing.name);
        let refused =
            RoomRefusal::plain("one_seat", why).with("at", name).with("here", listing.name.as_str());
        Err(refused.citing(rule::ONE_SEAT_A_PLAYER, &house.determined))
    }
}

/// The seat that a fact gives to somebody other than a house bot, to be checked before it is stored; bots have
/// their tables to themselves.
fn seat_request(fact: &RosterFact) -> Option<SeatRequest> {
    match *fact {
        RosterFact::Seated { person, table, machine, device } => {
            (!lobby::is_machine(person)).then_some(SeatRequest { person, table, machine, device })
        }
        RosterFact::Left { .. } => None,
    }
}

impl Task {
    /// Sends the table's batch to the store, with the roster's part in the same batch if it seats somebody or
    /// gives up a seat, so that table and roster never disagree. A seat forbidden since is withdrawn instead.
    pub(super) fn append_batch(&mut self, mut batch: Batch) {
        let facts = self.roster_facts(&batch);
        if facts.is_empty() {
            let (sender, outcome) = oneshot::channel();
            self.storing = Some(AppendInFlight { outcome, seats: None });
            return self.inner.store.append(batch, Box::new(move |outcome| drop(sender.send(outcome))));
        }
        let inner = Arc::clone(&self.inner);
        let here = Arc::clone(&lock(&self.listing));
        let wanted: Vec<SeatRequest> = facts.iter().filter_map(seat_request).collect();
        // Locked until the store has the batch, so that records arrive in the order of their numbers.
        let mut book = lock(&inner.roster);
        for wanted in wanted {
            if let Err(refused) = inner.check_seat(&book, &here, wanted) {
                // Another seat was taken since this one was requested.
                return self.withdrawn = Some(refused);
            }
        }
        book.reserve(&facts);
        let last = batch.parts.last().and_then(|part| part.records.last());
        let (at, by) = last.map_or((Wall::default(), Actor::HOUSE), |record| (record.at, record.by));
        match book.batch_part(at, by, &facts) {
            Ok(part) => batch.parts.push(part),
            Err(fault) => panic!("table {}: {fault}", self.keeper.state().id),
        }
        self.append_with_roster(&mut book, RosterPart { facts, batch, tries: 0 });
    }

    /// Sends a batch with a roster part and counts its record. The caller holds the lock of `book` until then:
    /// records must arrive in the order of their numbers.
    fn append_with_roster(&mut self, book: &mut SeatBook, seats: RosterPart) {
        let (sender, outcome) = oneshot::channel();
        book.record_count += 1;
        let batch = seats.batch.clone();
        self.storing = Some(AppendInFlight { outcome, seats: Some(seats) });
        self.inner.store.append(batch, Box::new(move |outcome| drop(sender.send(outcome))));
    }

    /// What the batch in flight changes in the roster: who leaves this table and who comes, by the keeper's
    /// seats before and after.
    fn roster_facts(&self, batch: &Batch) -> Vec<RosterFact> {
        let Some(then) = self.keeper.seated_when_stored() else { return Vec::new() };
        let now = Arc::clone(&lock(&self.listing));
        let table = now.table;
        let sits = |seats: &[(Seat, Person)], person| seats.iter().any(|(_, other)| *other == person);
        let left = now.seated.iter().filter(|(_, person)| !sits(&then, *person));
        let came = then.iter().filter(|(_, person)| !sits(&now.seated, *person));
        let by = batch.parts.first().and_then(|part| part.records.first()).map(|record| record.by);
        left.map(|(_, person)| RosterFact::Left { person: *person, table })
            .chain(came.map(|(_, person)| RosterFact::Seated {
                person: *person,
                table,
                machine: self.inner.is_machine(*person),
                device: by.filter(|by| by.person == *person).map_or(0, |by| by.device),
            }))
            .collect()
    }

    /// Takes the outcome of a batch into the roster and returns it for the keeper; `None` if the batch was sent
    /// again because other tables seated somebody first.
    pub(super) fn append_outcome(
        &mut self,
        storing: AppendInFlight,
        outcome: Result<Appended, StoreError>,
    ) -> Option<Result<Appended, StoreError>> {
        let Some(mut seats) = storing.seats else { return Some(outcome) };
        let inner = Arc::clone(&self.inner);
        let mut book = lock(&inner.roster);
        match &outcome {
            Ok(Appended::Done { .. }) => {
                book.apply(&seats.facts);
                Some(outcome)
            }
            // A batch before it was refused or retried, so this one expected the wrong number in the stream.
            Ok(Appended::Stale { stream: StreamId::Seating, count }) => {
                if seats.tries == MAX_TRIES {
                    book.release(&seats.facts);
                    return Some(Err(WriteRejection::SeatingContended { count: *count }.into()));
                }
                seats.tries += 1;
                book.record_count = *count;
                for part in &mut seats.batch.parts {
                    if part.stream == StreamId::Seating {
                        part.expected = *count;
                    }
                }
                self.append_with_roster(&mut book, seats);
                None
            }
            Ok(_) | Err(_) => {
                book.release(&seats.facts);
                Some(outcome)
            }
        }
    }
}
