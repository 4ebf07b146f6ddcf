//! The records of one finished hand: where they are in the stream of their table, and the table before them.

use fair::RoomKey;

use super::{PAGE_SIZE, entries_of, unreadable_record};
use crate::entry::TableEntry;
use crate::port::{Store, StoreError, StoredRecord, StreamId};
use crate::state::TableState;

/// Where a hand's records are. Nothing past them is read: damage there does not concern the hand.
pub(super) struct HandRecords<'a> {
    store: &'a dyn Store,
    stream: StreamId,
    /// The number of the record from which the table can be rebuilt: the one that opened the previous hand, or
    /// made the table.
    before: u64,
    /// The number of the record that opened the hand.
    pub(super) first: u64,
    /// The number of the record that opened the next hand; `None` if there is no such hand.
    next: Option<u64>,
}

impl<'a> HandRecords<'a> {
    /// Locates a hand's records by table and hand number (from 1), reading only the store's index; `None` if it
    /// was never opened.
    pub(super) fn find(
        store: &'a dyn Store,
        (table, hand): (u64, u64),
    ) -> Result<Option<HandRecords<'a>>, StoreError> {
        let stream = StreamId::Table(table);
        let Some(place) = hand.checked_sub(1) else { return Ok(None) };
        let (Some(before), Some(first)) = (store.nth_start(stream, place)?, store.nth_start(stream, hand)?)
        else {
            return Ok(None);
        };
        let next = store.nth_start(stream, hand + 1)?;
        Ok(Some(HandRecords { store, stream, before, first, next }))
    }

    /// The table as it was just before the hand was opened, folded from the opening of the previous hand. None
    /// of that hand's cards are needed, so no key is either; `None` if the stream has nothing to fold.
    pub(super) fn state_before(&self) -> Result<Option<TableState>, StoreError> {
        let mut state: Option<TableState> = None;
        let mut read = self.before - 1;
        while read + 1 < self.first {
            let most = PAGE_SIZE.min(usize::try_from(self.first - 1 - read).unwrap_or(PAGE_SIZE));
            let page = self.store.read(self.stream, read, most)?;
            let Some(last) = page.last() else { break };
            read = last.number;
            for stored in &page {
                match &mut state {
                    None => {
                        state = TableState::from_start(&entries_of(stored)?, None)
                            .map_err(unreadable_record(stored))?;
                    }
                    Some(state) => {
                        apply_record(state, stored, None)?;
                    }
                }
            }
        }
        Ok(state)
    }

    /// The next page of records after number `read` in the stream, never one of the next hand; empty at the
    /// end. Pages are bounded by `PAGE_SIZE`.
    pub(super) fn page_after(&self, read: u64) -> Result<Vec<StoredRecord>, StoreError> {
        let left = self.next.map_or(u64::MAX, |next| next.saturating_sub(read + 1));
        self.store.read(self.stream, read, PAGE_SIZE.min(usize::try_from(left).unwrap_or(PAGE_SIZE)))
    }
}

/// Applies a record to the table and returns its entries, with their cards filled in if `keys` open the deck.
/// Records must be applied in stored order.
pub(super) fn apply_record(
    state: &mut TableState,
    stored: &StoredRecord,
    keys: Option<&RoomKey>,
) -> Result<Vec<TableEntry>, StoreError> {
    let mut entries = entries_of(stored)?;
    for entry in &mut entries {
        state.apply(entry, keys).map_err(unreadable_record(stored))?;
    }
    Ok(entries)
}
