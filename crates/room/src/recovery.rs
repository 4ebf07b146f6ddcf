//! Reads tables back from their streams as they were when the room stopped, in mid-hand if they were.

use fair::RoomKey;
use table::{CardFact, Fact, OfficialFact, StakeFact, TableFact, TurnFact};

use crate::entry::{self, TableEntry};
use crate::port::{Cause, RestoredBackup, Store, StoreError, StoredRecord, StreamId, UnreadableStream};
use crate::requests::{
    OfficialWish, Play, Reply, RoomRefusal, SeatWish, ShowWish, Standing, TableRequest, Wish,
};
use crate::state::TableState;

/// A table that was read, and how many records its stream has.
type TableRead = Result<(TableState, u64), StoreError>;

/// Reads tables from their streams on all cores, at the start of the room; results are in the order of
/// `tables`. One that cannot be read does not keep the others from being read.
pub(crate) fn read_tables(store: &dyn Store, keys: &RoomKey, tables: &[u64]) -> Vec<(u64, TableRead)> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let share = tables.len().div_ceil(cores).max(1);
    std::thread::scope(|scope| {
        let readers: Vec<_> = tables
            .chunks(share)
            .map(|tables| {
                let reader = scope.spawn(move || -> Vec<_> {
                    tables.iter().map(|table| (*table, read_table(store, *table, keys))).collect()
                });
                (tables, reader)
            })
            .collect();
        let mut read = Vec::with_capacity(tables.len());
        for (tables, reader) in readers {
            match reader.join() {
                Ok(part) => read.extend(part),
                Err(_) => read.extend(
                    tables.iter().map(|table| (*table, Err(StoreError::TableReadPanicked { table: *table }))),
                ),
            }
        }
        read
    })
}

/// Rebuilds a table from its stream, from the last opening of a hand, and returns it with the number of
/// records. If the room's key does not open the deck, the table comes without its cards: that is not damage,
/// but the hand cannot go on.
///
/// # Errors
/// A fault of the store, or a stream that no room wrote; it names the record.
pub fn read_table(store: &dyn Store, table: u64, keys: &RoomKey) -> Result<(TableState, u64), StoreError> {
    let records = store.read_from_start(StreamId::Table(table))?;
    // If the records follow from one another without the key, they are intact: then only the deck is lost.
    fold_records(table, &records, Some(keys)).or_else(|_| fold_records(table, &records, None))
}

/// Whether a table's hand was already in play in a backup that has since been restored: it was opened in one of
/// the records that the backup had. Such a hand is voided, because people may know its cards.
pub(crate) fn was_in_play_at_backup(
    store: &dyn Store,
    state: &TableState,
    restored: Option<RestoredBackup>,
) -> Result<bool, StoreError> {
    let Some(restored) = restored.filter(|_| state.hand_in_play().is_some()) else { return Ok(false) };
    let stream = StreamId::Table(state.id);
    let Some(opening) = store.start_of(stream, u64::MAX)? else { return Ok(false) };
    let stored = store.read(stream, opening.saturating_sub(1), 1)?;
    Ok(stored.first().is_some_and(|stored| stored.sequence <= restored.records))
}

/// The error of a table whose stream cannot be folded, for `map_err`; it names the record at fault by its number in the
/// stream.
fn unreadable_table<E>(table: u64, number: u64) -> impl FnOnce(E) -> StoreError
where
    E: std::error::Error + Send + Sync + 'static,
{
    move |error| UnreadableStream::Table { table, number, source: Cause::new(error) }.into()
}

/// Folds records into a table, starting at the first that is a start, and checks its chips; returns it with the
/// number of the last record.
fn fold_records(
    table: u64,
    records: &[StoredRecord],
    keys: Option<&RoomKey>,
) -> Result<(TableState, u64), StoreError> {
    let mut state: Option<TableState> = None;
    let mut count = 0;
    for stored in records {
        let mut entries = entry::from_body(&stored.body).map_err(unreadable_table(table, stored.number))?;
        count = stored.number;
        match &mut state {
            None => {
                state =
                    TableState::from_start(&entries, keys).map_err(unreadable_table(table, stored.number))?;
            }
            Some(state) => {
                for entry in &mut entries {
                    state.apply(entry, keys).map_err(unreadable_table(table, stored.number))?;
                }
            }
        }
    }
    let state = state.ok_or(UnreadableStream::TableWithoutStart { table })?;
    state.check_chips().map_err(unreadable_table(table, count))?;
    Ok((state, count))
}

/// The reply to a request, corrected by the store: what the store has under the key was done, whatever the
/// table says about it by now. A table that was read back from its stream, or has done much since, remembers no
/// replies (REC-03). What was done with the key must match this request, or it is refused as used.
pub fn reply_from_store(store: &dyn Store, table: u64, request: &TableRequest, answer: Reply) -> Reply {
    match answer {
        // A stopped table no longer knows what is safely stored. One that remembers what the key was used for
        // knows more than the record tells.
        Reply::Refused(RoomRefusal { code: "stopped", .. } | RoomRefusal { final_word: true, .. })
        | Reply::Done { .. } => answer,
        Reply::Refused(_) => match store.by_key(StreamId::Table(table), request.by.person, request.key) {
            Ok(Some(number)) => {
                match store.read(StreamId::Table(table), number.saturating_sub(1), 1).as_deref() {
                    Ok([record]) if !is_result_of(record, request) => Reply::Refused(RoomRefusal::key_used()),
                    Ok(_) | Err(_) => Reply::Done { number },
                }
            }
            Ok(None) | Err(_) => answer,
        },
    }
}

/// Whether a record under the request's key is the result of that request, by the digest stored in it. Records
/// of earlier versions hold none; for these the facts decide as far as they can, in favour of yes.
fn is_result_of(record: &StoredRecord, request: &TableRequest) -> bool {
    let Ok(entries) = entry::from_body(&record.body) else { return true };
    let stored = entries
        .iter()
        .find_map(|entry| if let TableEntry::Asked { wish } = entry { Some(*wish) } else { None });
    match stored {
        Some(digest) => digest == request.digest(),
        None => may_match_wish(record, &request.wish) && may_match_turn(record, request),
    }
}

/// Whether a record without a digest may answer the turn named in a request: its act must be the next one after
/// those that the turn counts.
fn may_match_turn(record: &StoredRecord, request: &TableRequest) -> bool {
    let Some(turn) = request.turn.filter(|_| request.wish.needs_turn()) else { return true };
    let Ok(entries) = entry::from_body(&record.body) else { return true };
    let cause = entries.iter().find_map(|entry| {
        let TableEntry::Table { fact } = entry else { return None };
        let TableFact::Hand(event) = &fact.what else { return None };
        Some(event.cause)
    });
    cause.is_none_or(|cause| Some(cause) == turn.acts.checked_add(1))
}

/// Whether a record without a digest may be the result of a wish: it is of the right kind and holds no fact
/// that the wish could not lead to.
fn may_match_wish(record: &StoredRecord, wish: &Wish) -> bool {
    let Ok(entries) = entry::from_body(&record.body) else { return true };
    let facts: Vec<&TableFact> = entries
        .iter()
        .filter_map(|entry| match entry {
            TableEntry::Table { fact } => Some(&fact.what),
            TableEntry::Made { .. }
            | TableEntry::Snapshot(_)
            | TableEntry::Deck { .. }
            | TableEntry::Cut(_)
            | TableEntry::Opening(_)
            | TableEntry::Play(_)
            | TableEntry::TimeBank { .. }
            | TableEntry::Asked { .. }
            | TableEntry::Purse { .. } => None,
        })
        .collect();
    let any = |of: &dyn Fn(&TableFact) -> bool| facts.iter().any(|what| of(what));
    let act =
        |of: &dyn Fn(&Fact) -> bool| any(&|what| matches!(what, TableFact::Hand(event) if of(&event.what)));
    let kind = record.kind.as_str();
    match wish {
        Wish::Seat(SeatWish::Sit { seat, stack }) => {
            kind == "sit"
                && !any(
                    &|what| matches!(what, TableFact::Stakes(StakeFact::Sat { seat: at, stack: with, .. }) if (at, with) != (seat, stack)),
                )
        }
        Wish::Seat(SeatWish::Leave) => kind == "leave",
        Wish::Seat(SeatWish::TopUp { amount }) => {
            kind == "buy"
                && !any(
                    &|what| matches!(what, TableFact::Stakes(StakeFact::Bought { amount: bought, .. }) if bought != amount),
                )
        }
        Wish::Seat(SeatWish::SitOut) => kind == "sit_out",
        Wish::Seat(SeatWish::SitOutAtBlind { .. }) => kind == "sit_out_at_blind",
        Wish::Seat(SeatWish::SitIn { .. }) => kind == "sit_in",
        Wish::Play(Play::Fold) => act(&|what| matches!(what, Fact::Turn(TurnFact::Folded { .. }))),
        Wish::Play(Play::Check) => act(&|what| matches!(what, Fact::Turn(TurnFact::Checked { .. }))),
        Wish::Play(Play::Call | Play::CallAndFold) => {
            act(&|what| matches!(what, Fact::Turn(TurnFact::Called { .. })))
        }
        Wish::Play(Play::Raise { to }) => act(
            &|what| matches!(what, Fact::Turn(TurnFact::Bet { to: total, .. } | TurnFact::Raised { to: total, .. }) if total == to),
        ),
        Wish::Play(Play::AllIn) => act(&|what| {
            matches!(
                what,
                Fact::Turn(TurnFact::Bet { .. } | TurnFact::Raised { .. } | TurnFact::Called { .. })
            )
        }),
        Wish::Show(ShowWish::Hand) => act(&|what| matches!(what, Fact::Cards(CardFact::Shown { .. }))),
        Wish::Show(ShowWish::Muck) => act(&|what| matches!(what, Fact::Cards(CardFact::Mucked { .. }))),
        Wish::Show(ShowWish::Cards { .. }) | Wish::Seat(SeatWish::OverBlind) => kind == "act",
        Wish::Seat(SeatWish::UseTimeBank) => kind == "time_bank",
        // A value for the cut has no record of its own.
        Wish::Seat(SeatWish::Contribute { .. }) => false,
        Wish::Dealer(wish) => kind == wish.kind(),
        Wish::Official(OfficialWish::Pause { reason }) => {
            let paused = |entry: &TableEntry| matches!(entry, TableEntry::Play(Standing::Paused { reason: other }) if other == reason.trim());
            kind == "paused" && entries.iter().any(paused)
        }
        Wish::Official(OfficialWish::Resume) => kind == "resumed",
        Wish::Official(OfficialWish::Close { reason }) => {
            let closing = |entry: &TableEntry| matches!(entry, TableEntry::Play(Standing::Closing { reason: other }) if other == reason.trim());
            kind == "closing" && entries.iter().any(closing)
        }
        Wish::Official(OfficialWish::Remove { reason, .. }) => {
            kind == "remove"
                && !any(
                    &|what| matches!(what, TableFact::Officials(OfficialFact::RemovalDecided { reason: other, .. }) if other != reason.trim()),
                )
        }
        Wish::Official(OfficialWish::Determine { .. }) => kind == "determine",
    }
}
