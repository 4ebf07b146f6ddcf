//! Keeps people who come in by an administrator's link away from earlier hands: the link does not work for
//! anybody who is in play, and what the account saw before is not shown to the person who came in by it.
//!
//! Before and after are decided by record numbers in the room, never by a clock.

use std::sync::Arc;

use seating::Person;
use tokio::sync::oneshot;

use super::{Room, TaskMessage};
use crate::keeper::Keeper;
use crate::port::{Cause, InterruptedRead, Store, StoreError, StreamId};
use crate::requests::RoomRefusal;

/// What a person is doing at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablePresence {
    /// Dealt in to the hand with this number, which is not over, folded or not.
    InHand(u64),
    /// Takes part in the next hand.
    Plays,
    /// Has a seat, is not sitting out, and is not connected.
    Absent,
    /// Is sitting out, or has no seat.
    Out,
}

/// What a person is doing at a keeper's table, by what is stored; a batch in flight does not count.
pub(super) fn table_presence(keeper: &Keeper, person: Person) -> TablePresence {
    let state = keeper.state();
    if let Some(hand) = state.hand_in_play()
        && state.seat_in_hand(person).is_some()
    {
        return TablePresence::InHand(hand.lineup().number);
    }
    match state.seat_of(person).and_then(|seat| state.table.chair(seat)) {
        None => TablePresence::Out,
        Some(chair) if chair.is_away() => TablePresence::Out,
        Some(_) if keeper.is_connected(person) => TablePresence::Plays,
        Some(_) => TablePresence::Absent,
    }
}

/// The record number in the room (sequence) at which a table's hand was opened; `None` if it was not.
fn opening_sequence(store: &dyn Store, table: u64, hand: u64) -> Result<Option<u64>, StoreError> {
    let stream = StreamId::Table(table);
    let Some(number) = store.nth_start(stream, hand)? else { return Ok(None) };
    let before = number.saturating_sub(1);
    Ok(store.read(stream, before, 1)?.first().map(|record| record.sequence))
}

/// A table's last hand, counting from `known`, that was opened before record `since` of the room; zero if
/// `known` itself was not. Needed because hands may open while it is looked up.
fn last_hand_before(store: &dyn Store, table: u64, known: u64, since: u64) -> Result<u64, StoreError> {
    let mut last = 0;
    for hand in known.max(1).. {
        match opening_sequence(store, table, hand)? {
            Some(sequence) if sequence < since => last = hand,
            Some(_) | None => break,
        }
    }
    Ok(last)
}

impl Room {
    /// What a person is doing at a table now, by its task; `Out` if the table is not open. An administrator's
    /// link for a new password depends on it: it does not work for somebody in play.
    pub async fn presence_at(&self, table: u64, person: Person) -> TablePresence {
        let Some(handle) = self.handle(table) else { return TablePresence::Out };
        let (answer, presence) = oneshot::channel();
        if handle.mailbox.send(TaskMessage::AtTable { person, answer }).await.is_err() {
            return TablePresence::Out;
        }
        presence.await.unwrap_or(TablePresence::Out)
    }

    /// Whether a person is dealt in to a hand at any table that is still in play and was opened before record
    /// `since` of the room: a person who came in by a link must wait for its end.
    ///
    /// # Errors
    /// A fault of the store.
    pub async fn is_in_hand_before(&self, person: Person, since: u64) -> Result<bool, StoreError> {
        for table in self.seats_of(person) {
            let TablePresence::InHand(hand) = self.presence_at(table, person).await else { continue };
            if self.read_store(move |store| opening_sequence(store, table, hand)).await?.unwrap_or_default()
                < since
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The last hand at a table that a person who came in by a link at record `since` may not see as its
    /// player; zero for none, also if `since` is zero.
    pub(super) async fn last_unseen_hand(&self, table: u64, since: u64) -> Result<u64, RoomRefusal> {
        let Some(known) = self.table(table).map(|listing| listing.hand).filter(|_| since > 0) else {
            return Ok(0);
        };
        let last = self.read_store(move |store| last_hand_before(store, table, known, since)).await;
        last.map_err(|fault| RoomRefusal::plain("fault", fault.to_string()))
    }

    /// Whether the current hand of a table was opened before record `since` of the room: a person who came in
    /// by a link after that may turn up none of its cards.
    ///
    /// # Errors
    /// A fault of the store.
    pub async fn is_hand_before(&self, table: u64, since: u64) -> Result<bool, RoomRefusal> {
        let last = self.last_unseen_hand(table, since).await?;
        let next = move |store: &dyn Store| opening_sequence(store, table, last + 1);
        let next =
            self.read_store(next).await.map_err(|fault| RoomRefusal::plain("fault", fault.to_string()))?;
        Ok(last > 0 && next.is_none())
    }

    /// Runs a blocking read of the store on a thread of its own: the tables' tasks must never wait for a disk.
    async fn read_store<T: Send + 'static>(
        &self,
        look: impl FnOnce(&dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let store = Arc::clone(&self.inner.store);
        let read = tokio::task::spawn_blocking(move || look(store.as_ref())).await;
        read.map_err(|error| StoreError::ReadInterrupted {
            reading: InterruptedRead::Store,
            source: Cause::new(error),
        })?
    }
}
