//! The checks before a room is opened, each time: nothing is opened that `verify` would reject for a reason
//! that shows without reading every record.
//!
//! The tables are the known ones. The accounts sum to zero, and each balance is the sum of its postings. Each
//! person's row has its digest in the records. Each stream goes from its first record to its head without a
//! gap, in the order of the room. The heads of all streams have the root that the last checkpoint signed.
//! What shows only by reading every record, such as a changed record in the middle of a stream, is left to
//! `verify`. The room itself also meets such records as soon as it reads them.

use std::collections::BTreeMap;
use std::path::Path;

use room::lobby::STARTED;
use room::port::{StoreError, StreamId};
use rusqlite::Connection;

use crate::chain::{ChainFormat, Hash, ZERO_HASH};
use crate::checkpoint::{Checkpoint, CheckpointFile};
use crate::checkpoint_cursor::reaches;
use crate::compare;
use crate::era::{self, EraReason, Eras};
use crate::heads::Heads;
use crate::judge::Head;
use crate::keys::Keys;
use crate::rows::{self, StreamEnd};
use crate::schema;
use crate::verify::{missing_meta, read_page};

/// What the store knows of a room that passed the checks, to go on from.
#[derive(Debug)]
pub(crate) struct StartState {
    pub(crate) genesis: Hash,
    pub(crate) eras: Eras,
    /// The number of records.
    pub(crate) count: u64,
    pub(crate) heads: Heads,
}

/// Advice for data that is not what a room wrote.
const HELP: &str =
    "`cardroom verify` says more, and `cardroom restore` puts a backup in the place of the data";

/// Advice for a lost file of checkpoints.
const RESTORE: &str = "put a backup in the place of the data with `cardroom restore`";

/// Refuses a database whose tables differ from those of this version.
pub(crate) fn check_tables(connection: &Connection) -> Result<(), StoreError> {
    let foreign = schema::first_difference(connection, &schema::expected_objects(schema::VERSION)?)?;
    foreign.map_or(Ok(()), |foreign| {
        Err(StoreError { what: format!("the tables are not those of a room: {foreign}; {HELP}") })
    })
}

/// Checks a database and the end of its checkpoints.
pub(crate) fn check_all(
    connection: &Connection,
    data: &Path,
    checkpoints: &CheckpointFile,
) -> Result<StartState, StoreError> {
    let place = data.display();
    let helped = |fault: StoreError| StoreError {
        what: format!("the data in {place} is damaged: {}; {HELP}", fault.what),
    };
    let (meta, genesis, eras) = with_check_name("eras", era::load_eras(connection)).map_err(helped)?;
    if let Some(what) = missing_meta(&meta) {
        return Err(helped(StoreError { what: format!("room: {what}") }));
    }
    let ends = with_check_name("streams", rows::stream_ends(connection)).map_err(helped)?;
    let count = rows::last_record(connection).map_err(helped)?.map_or(0, |(count, _)| count);
    check_against_checkpoint(connection, checkpoints, &eras, count)?;
    let check = || {
        with_check_name("streams", check_records(connection, count, &ends))?;
        with_check_name("chain", check_first_record(connection, genesis, &eras))?;
        let heads = check_heads(connection, &ends, genesis, &eras, checkpoints.last(), count);
        let heads = with_check_name("chain", heads)?;
        with_check_name("balances", check_chips(connection))?;
        with_check_name("people", check_people(connection))?;
        Ok(heads)
    };
    let heads = check().map_err(helped)?;
    Ok(StartState { genesis, eras, count, heads })
}

/// Prefixes a fault with the name of the check, as `verify` reports it.
fn with_check_name<T>(name: &str, found: Result<T, StoreError>) -> Result<T, StoreError> {
    found.map_err(|fault| StoreError { what: format!("{name}: {}", fault.what) })
}

/// Whether the keys are those that the room was founded with.
pub(crate) fn check_keys(connection: &Connection, keys: &Keys, data: &Path) -> Result<(), StoreError> {
    let meta = rows::read_meta(connection)?;
    let place = data.display();
    if let Some(what) = missing_meta(&meta) {
        return Err(StoreError { what: format!("the data in {place} is damaged: room: {what}; {HELP}") });
    }
    for (name, what, given) in [
        ("room-key", "decks are sealed", keys.room_id()),
        ("signing-key", "checkpoints are signed", keys.public_key_text()),
    ] {
        if meta.get(name) != Some(&given) {
            let what = format!(
                "the key with which {what} in {place} is not the one given: bring back the keys of its first start"
            );
            return Err(StoreError { what });
        }
    }
    Ok(())
}

/// Whether the checkpoints are there and complete, and the data reaches the last of them.
fn check_against_checkpoint(
    connection: &Connection,
    checkpoints: &CheckpointFile,
    eras: &Eras,
    count: u64,
) -> Result<(), StoreError> {
    let file = checkpoints.path().display();
    let Some(last) = checkpoints.last() else {
        let founded = eras.current().reason == EraReason::Founded;
        if founded && count == 0 {
            return Ok(());
        }
        return Err(StoreError {
            what: format!(
                "the data has {count} records, and there is no checkpoint at {file}: it cannot be known whether an old copy was put in its place; bring the file of checkpoints back, or put a backup in the place of the data with `cardroom restore`"
            ),
        });
    };
    if last.count > count && last.era <= eras.current().number {
        let counted = last.count;
        return Err(StoreError {
            what: format!(
                "the data ends with record {count}, but the last checkpoint counts {counted}: the end was cut, or an old copy was put in place; bring the data back, or put a backup in its place with `cardroom restore`; `cardroom verify` says more"
            ),
        });
    }
    if last.era == eras.current().number
        && let Err(what) = reaches(&last, count, rows::last_of_kind(connection, StreamId::Room, STARTED)?)
    {
        return Err(StoreError {
            what: format!("the checkpoints at {file} are not the room's own: {what}, or {RESTORE}"),
        });
    }
    checkpoints.check_order(eras).map_err(|fault| {
        let current = eras.current();
        let unfinished = current.reason == EraReason::Upgraded && last.era + 1 == current.number;
        let help =
            if unfinished { "the upgrade was cut short: `cardroom upgrade` finishes it" } else { HELP };
        StoreError { what: format!("the checkpoints at {file} do not fit the data: {}; {help}", fault.what) }
    })
}

/// Whether each stream has all its records, in the order of the room, and no record of the room is missing.
fn check_records(connection: &Connection, count: u64, ends: &[StreamEnd]) -> Result<(), StoreError> {
    let wrong = |what: String| Err(StoreError { what });
    // The last record seen of each stream: its number in the stream and in the room.
    let mut found: BTreeMap<StreamId, (u64, u64)> = BTreeMap::new();
    let mut total = 0_u64;
    rows::each_position(connection, |stream, number, sequence| {
        total += 1;
        let (before, place) = found.get(&stream).copied().unwrap_or_default();
        let next = before + 1;
        if number != next {
            return wrong(format!(
                "record {sequence} (stream {stream}, number {number}) is out of place: number {next} of its stream comes next"
            ));
        }
        if sequence <= place {
            return wrong(format!(
                "record {sequence} (stream {stream}, number {number}) comes after record {place} of its stream, and stands before it in the room"
            ));
        }
        found.insert(stream, (number, sequence));
        Ok(())
    })?;
    if total != count
        && let Some(missing) = rows::first_missing(connection)?
    {
        return wrong(format!("record {missing} is missing"));
    }
    if total != count {
        return wrong(format!("the last record is {count}, and there are {total}"));
    }
    for end in ends {
        let (stream, said) = (end.stream, end.declared);
        let has = found.remove(&stream).map(|(count, _)| count);
        match (has, end.last) {
            (Some(has), _) if has != said.count => {
                let said = said.count;
                return wrong(format!(
                    "stream {stream} has {has} records, not {said} as the table of streams says"
                ));
            }
            (Some(_), Some((hash, _))) if hash != said.hash => {
                return wrong(format!(
                    "stream {stream} ends with another hash than the table of streams says"
                ));
            }
            (Some(_), Some((_, fence))) if fence != said.fence => {
                let said = said.fence;
                return wrong(format!(
                    "stream {stream} has fence {fence}, not {said} as the table of streams says"
                ));
            }
            (Some(_), Some(_)) => {}
            (None, _) | (_, None) => {
                return wrong(format!("stream {stream} is in the table of streams, but has no records"));
            }
        }
    }
    found.keys().next().map_or(Ok(()), |stream| {
        wrong(format!("stream {stream} has records, but is not in the table of streams"))
    })
}

/// Whether the first record of the room is bound to the room's identity.
fn check_first_record(connection: &Connection, genesis: Hash, eras: &Eras) -> Result<(), StoreError> {
    let sql = include_str!("../sql/records-all.sql");
    let Some((link, _)) = rows::query_records(connection, sql, [0, 1])?.pop() else { return Ok(()) };
    let sequence = link.record.sequence;
    if link.hash_after(eras.format_of(sequence), &genesis, &ZERO_HASH) == link.hash {
        return Ok(());
    }
    Err(StoreError {
        what: format!("record {sequence} is not the one that was stored, or the room's identity was changed"),
    })
}

/// Computes the heads of all streams. As of the last checkpoint they must have its root; later records, which
/// a crash may leave, must follow from them.
fn check_heads(
    connection: &Connection,
    ends: &[StreamEnd],
    genesis: Hash,
    eras: &Eras,
    last: Option<Checkpoint>,
    count: u64,
) -> Result<Heads, StoreError> {
    let seen = last.map_or(0, |last| last.count);
    let mut then: BTreeMap<StreamId, Head> = ends.iter().map(|end| (end.stream, end.declared)).collect();
    // Back to the checkpoint: the head of each stream before its first later record.
    let mut tail = Vec::new();
    let mut after = seen;
    while after < count {
        let links = read_page(connection, after)?;
        let Some(end) = links.back() else { break };
        after = end.record.sequence;
        tail.extend(links);
    }
    let mut back = BTreeMap::new();
    for link in &tail {
        let (stream, before) = (link.record.stream, link.record.number - 1);
        if let std::collections::btree_map::Entry::Vacant(place) = back.entry(stream) {
            let head = match before {
                0 => Head::EMPTY,
                number => rows::head_at(connection, stream, number)?,
            };
            place.insert(head);
        }
    }
    then.extend(back.iter().map(|(stream, head)| (*stream, *head)));
    let mut heads = Heads::new();
    for end in ends {
        let head = then.get(&end.stream).copied().unwrap_or(Head::EMPTY);
        if head.count > 0 {
            heads.set(end.stream, head.count, head.hash);
        }
    }
    if let Some(last) = last
        && heads.root() != last.head
    {
        return Err(StoreError {
            what: format!(
                "record {seen} or one before it differs from what the last checkpoint counts: the heads of the streams have another root"
            ),
        });
    }
    for link in &tail {
        let record = &link.record;
        let (sequence, stream, number) = (record.sequence, record.stream, record.number);
        let head = back.get(&stream).copied().unwrap_or(Head::EMPTY);
        let fits = eras.format_of(sequence) == ChainFormat::Two
            && number == head.count + 1
            && link.fence >= head.fence
            && link.hash_after(ChainFormat::Two, &genesis, &head.hash) == link.hash;
        if !fits {
            return Err(StoreError {
                what: format!(
                    "record {sequence} (stream {stream}, number {number}), which no checkpoint counts yet, does not fit the chain"
                ),
            });
        }
        back.insert(stream, Head { count: number, hash: link.hash, fence: link.fence });
        heads.set(stream, number, link.hash);
    }
    Ok(heads)
}

/// Whether the accounts sum to zero, and each balance is the sum of its postings.
fn check_chips(connection: &Connection) -> Result<(), StoreError> {
    if let Some(sequence) = rows::foreign_posting(connection)? {
        return Err(StoreError {
            what: format!("a posting belongs to record {sequence}, which is not there"),
        });
    }
    if let Some(sequence) = rows::unordered_posting(connection)? {
        return Err(StoreError { what: format!("the postings of record {sequence} are out of place") });
    }
    let sums = rows::sums(connection)?;
    let wrong = compare::first_unbalanced_unit(&sums);
    let wrong = match wrong {
        Some(wrong) => Some(wrong),
        None => compare::first_wrong_balance(&rows::balances(connection)?, &sums),
    };
    wrong.map_or(Ok(()), |what| Err(StoreError { what }))
}

/// Whether each person's row has its digest in the records, and none is missing.
fn check_people(connection: &Connection) -> Result<(), StoreError> {
    let wrong = compare::first_wrong_person(&rows::people(connection)?, &rows::digests(connection)?);
    wrong.map_or(Ok(()), |what| Err(StoreError { what }))
}
