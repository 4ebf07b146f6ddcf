//! Whoever comes in by a link that an administrator made is kept apart from the hands before: the link opens to nobody who
//! plays, and what the account saw until then is shown to nobody who came in by it.
//!
//! Before and after go by the numbers that records have in the room. No clock is asked.

use std::sync::Arc;

use seating::Person;
use tokio::sync::oneshot;

use super::{Message, Room};
use crate::ask::Refused;
use crate::keeper::Keeper;
use crate::port::{Fault, Store, Stream};

/// What somebody does at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtTable {
    /// Dealt in in the hand of this number, which is not over: folded or not.
    InHand(u64),
    /// Takes part in the next hand.
    Plays,
    /// Has a seat, does not sit out, and has no line to the room.
    Absent,
    /// Sits out, or has no seat.
    Out,
}

/// What somebody does at a keeper's table, as far as it is stored.
pub(super) fn at_table(keeper: &Keeper, person: Person) -> AtTable {
    let state = keeper.state();
    if let Some(hand) = state.running()
        && state.seat_in_hand(person).is_some()
    {
        return AtTable::InHand(hand.lineup().number);
    }
    match state.seat_of(person).and_then(|seat| state.table.chair(seat)) {
        None => AtTable::Out,
        Some(chair) if chair.away => AtTable::Out,
        Some(_) if keeper.is_connected(person) => AtTable::Plays,
        Some(_) => AtTable::Absent,
    }
}

/// The number in the room of the record that opened a hand, if there is one.
fn opened_by(store: &dyn Store, table: u64, hand: u64) -> Result<Option<u64>, Fault> {
    let stream = Stream::Table(table);
    let Some(number) = store.nth_start(stream, hand)? else { return Ok(None) };
    let before = number.saturating_sub(1);
    Ok(store.read(stream, before, 1)?.first().map(|record| record.sequence))
}

/// The last hand of a table, from `known` on, that was opened before a record of the room; zero where `known` was not.
fn last_before(store: &dyn Store, table: u64, known: u64, since: u64) -> Result<u64, Fault> {
    let mut last = 0;
    for hand in known.max(1).. {
        match opened_by(store, table, hand)? {
            Some(sequence) if sequence < since => last = hand,
            Some(_) | None => break,
        }
    }
    Ok(last)
}

impl Room {
    /// What somebody does at a table.
    pub async fn at_table(&self, table: u64, person: Person) -> AtTable {
        let Some(handle) = self.handle(table) else { return AtTable::Out };
        let (answer, told) = oneshot::channel();
        if handle.door.send(Message::AtTable { person, answer }).await.is_err() {
            return AtTable::Out;
        }
        told.await.unwrap_or(AtTable::Out)
    }

    /// Whether somebody is dealt in in a hand that goes on and was opened before a record of the room.
    ///
    /// # Errors
    /// A fault of the store.
    pub async fn plays_hand_before(&self, person: Person, since: u64) -> Result<bool, Fault> {
        for table in self.seats_of(person) {
            let AtTable::InHand(hand) = self.at_table(table, person).await else { continue };
            if self.look(move |store| opened_by(store, table, hand)).await?.unwrap_or_default() < since {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The number of the hand on a table, where whoever came in by a link after it was opened may not see it as its player.
    pub(super) async fn unseen(&self, table: u64, since: u64) -> Result<u64, Refused> {
        let Some(known) = self.table(table).map(|listing| listing.round).filter(|_| since > 0) else {
            return Ok(0);
        };
        let last = self.look(move |store| last_before(store, table, known, since)).await;
        last.map_err(|fault| Refused::plain("fault", fault.to_string()))
    }

    /// Whether the hand on a table was opened before a record of the room: whoever came in by a link after it turns up none
    /// of its cards.
    ///
    /// # Errors
    /// A fault of the store.
    pub async fn hand_is_before(&self, table: u64, since: u64) -> Result<bool, Refused> {
        let last = self.unseen(table, since).await?;
        let next = move |store: &dyn Store| opened_by(store, table, last + 1);
        let next = self.look(next).await.map_err(|fault| Refused::plain("fault", fault.to_string()))?;
        Ok(last > 0 && next.is_none())
    }

    async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&dyn Store) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let store = Arc::clone(&self.inner.store);
        let broken = |why| Fault { what: format!("a look at the store broke off: {why}") };
        tokio::task::spawn_blocking(move || look(store.as_ref())).await.map_err(broken)?
    }
}
