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
use crate::checkpoint_cursor::check_gap_after_last;
use crate::compare;
use crate::era::{self, EraReason, Eras};
use crate::error::{Difference, KeyRole, OpenError, RecordName};
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

/// Refuses to open a database whose tables and indexes differ from those of this version, even by one that was added.
pub(crate) fn check_tables(connection: &Connection) -> Result<(), StoreError> {
    let foreign = schema::first_difference(connection, &schema::expected_objects(schema::VERSION)?)?;
    foreign.map_or(Ok(()), |foreign| Err(OpenError::Tables(foreign).into()))
}

/// Runs the checks of each opening on the data and the end of its checkpoints, writing nothing, and gives what the
/// writer goes on from. It must refuse nothing that a room that was killed can leave behind.
pub(crate) fn check_all(
    connection: &Connection,
    data: &Path,
    checkpoints: &CheckpointFile,
) -> Result<StartState, StoreError> {
    let with_help = |source| StoreError::from(OpenError::Damaged { data: data.to_owned(), source });
    let (meta, genesis, eras) = with_check_name("eras", era::load_eras(connection)).map_err(with_help)?;
    with_check_name("room", missing_meta(&meta).map_or(Ok(()), |missing| Err(missing.into())))
        .map_err(with_help)?;
    let ends = with_check_name("streams", rows::stream_ends(connection)).map_err(with_help)?;
    let count = rows::last_record(connection).map_err(with_help)?.map_or(0, |(count, _)| count);
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
    let heads = check().map_err(with_help)?;
    Ok(StartState { genesis, eras, count, heads })
}

/// For what a check found: puts the name of the check before its fault, the same that `verify` reports it by.
fn with_check_name<T>(name: &'static str, found: Result<T, StoreError>) -> Result<T, StoreError> {
    found.map_err(|source| OpenError::Check { name, source }.into())
}

/// Checks that the keys are those that the room was founded with, by its identity: with others, decks could not be
/// opened and checkpoints would not follow. `data` is only named in the message.
pub(crate) fn check_keys(connection: &Connection, keys: &Keys, data: &Path) -> Result<(), StoreError> {
    let meta = rows::read_meta(connection)?;
    with_check_name("room", missing_meta(&meta).map_or(Ok(()), |missing| Err(missing.into())))
        .map_err(|source| OpenError::Damaged { data: data.to_owned(), source })?;
    for (name, key, given) in [
        ("room-key", KeyRole::Sealing, keys.room_id()),
        ("signing-key", KeyRole::Signing, keys.public_key_text()),
    ] {
        if meta.get(name) != Some(&given) {
            return Err(OpenError::OtherKey { key, data: data.to_owned() }.into());
        }
    }
    Ok(())
}

/// Checks that the checkpoints are there and complete, fit the eras, and count no more and not many fewer than the
/// `count` records of the data: a cut end or an older copy shows here.
fn check_against_checkpoint(
    connection: &Connection,
    checkpoints: &CheckpointFile,
    eras: &Eras,
    count: u64,
) -> Result<(), StoreError> {
    let file = checkpoints.path().to_owned();
    let Some(last) = checkpoints.last() else {
        let founded = eras.current().reason == EraReason::Founded;
        if founded && count == 0 {
            return Ok(());
        }
        return Err(OpenError::NoCheckpoint { count, checkpoints: file }.into());
    };
    if last.count > count && last.era <= eras.current().number {
        return Err(OpenError::EndCut { count, counted: last.count }.into());
    }
    if last.era == eras.current().number
        && let Err(source) =
            check_gap_after_last(&last, count, rows::last_of_kind(connection, StreamId::Room, STARTED)?)
    {
        return Err(OpenError::OldCheckpoints { checkpoints: file, source }.into());
    }
    checkpoints.check_order(eras).map_err(|source| {
        let current = eras.current();
        let upgrade_cut_short = current.reason == EraReason::Upgraded && last.era + 1 == current.number;
        OpenError::OtherCheckpoints { checkpoints: file, source, upgrade_cut_short }.into()
    })
}

/// Checks that each stream has all its records, in the order of the room, that no number up to `count` is missing,
/// and that each stream ends as it states. Read from an index, without the records themselves.
fn check_records(connection: &Connection, count: u64, ends: &[StreamEnd]) -> Result<(), StoreError> {
    // The last record seen of each stream: its number in the stream and in the room.
    let mut found: BTreeMap<StreamId, (u64, u64)> = BTreeMap::new();
    let mut total = 0_u64;
    rows::each_position(connection, |stream, number, sequence| {
        total += 1;
        let (count_before, before) = found.get(&stream).copied().unwrap_or_default();
        let next = count_before + 1;
        if number != next {
            let record = RecordName::placed(sequence, stream, number);
            return Err(Difference::OutOfPlace { record, next }.into());
        }
        if sequence <= before {
            let record = RecordName::placed(sequence, stream, number);
            return Err(Difference::OutOfOrder { record, before }.into());
        }
        found.insert(stream, (number, sequence));
        Ok(())
    })?;
    if total != count
        && let Some(missing) = rows::first_missing(connection)?
    {
        return Err(Difference::Missing { sequence: missing }.into());
    }
    if total != count {
        return Err(Difference::RecordCount { last: count, found: total }.into());
    }
    for end in ends {
        let (stream, stated) = (end.stream, end.stated);
        let difference = match (found.remove(&stream).map(|(count, _)| count), end.last) {
            // The record with the number stated as the last is not the last, so its hash says nothing.
            (Some(count), _) if count != stated.count => {
                Some(Difference::StreamCount { stream, found: count, stated: stated.count })
            }
            (Some(count), Some((hash, fence))) => {
                compare::wrong_end(stream, &Head { count, hash, fence }, &stated)
            }
            (None, _) | (_, None) => Some(Difference::StreamEmpty { stream }),
        };
        if let Some(difference) = difference {
            return Err(difference.into());
        }
    }
    found.keys().next().map_or(Ok(()), |stream| Err(Difference::StreamNotListed { stream: *stream }.into()))
}

/// Checks that the first record of the room is bound to the room's identity, so that no value of it was changed; a
/// room without records passes.
fn check_first_record(connection: &Connection, genesis: Hash, eras: &Eras) -> Result<(), StoreError> {
    let sql = include_str!("../sql/records-all.sql");
    let Some((link, _)) = rows::query_records(connection, sql, [0, 1])?.pop() else { return Ok(()) };
    let sequence = link.record.sequence;
    if link.hash_after(eras.format_of(sequence), &genesis, &ZERO_HASH) == link.hash {
        return Ok(());
    }
    Err(Difference::FirstChanged(RecordName::sequence(sequence)).into())
}

/// Computes the heads of all streams, for the writer to go on from. As of the last checkpoint they must have its
/// root; later records, which a crash may leave, must follow from them in format 2.
fn check_heads(
    connection: &Connection,
    ends: &[StreamEnd],
    genesis: Hash,
    eras: &Eras,
    last: Option<Checkpoint>,
    count: u64,
) -> Result<Heads, StoreError> {
    let seen = last.map_or(0, |last| last.count);
    let mut then: BTreeMap<StreamId, Head> = ends.iter().map(|end| (end.stream, end.stated)).collect();
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
        return Err(Difference::LastRoot { count: seen }.into());
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
            return Err(Difference::UncountedChanged(RecordName::placed(sequence, stream, number)).into());
        }
        back.insert(stream, Head { count: number, hash: link.hash, fence: link.fence });
        heads.set(stream, number, link.hash);
    }
    Ok(heads)
}

/// Checks that postings belong to records, that each unit sums to zero, and that each balance is the sum of its
/// postings.
fn check_chips(connection: &Connection) -> Result<(), StoreError> {
    if let Some(sequence) = rows::foreign_posting(connection)? {
        return Err(Difference::PostingWithoutRecord { sequence }.into());
    }
    if let Some(sequence) = rows::unordered_posting(connection)? {
        return Err(Difference::PostingsOutOfPlace { sequence }.into());
    }
    let sums = rows::sums(connection)?;
    let difference = match compare::first_unbalanced_unit(&sums) {
        Some(difference) => Some(difference),
        None => compare::first_wrong_balance(&rows::balances(connection)?, &sums),
    };
    difference.map_or(Ok(()), |difference| Err(difference.into()))
}

/// Checks that each person's row has the digest that the records last state, and that none is missing or left over.
fn check_people(connection: &Connection) -> Result<(), StoreError> {
    let difference = compare::first_wrong_person(&rows::people(connection)?, &rows::digests(connection)?);
    difference.map_or(Ok(()), |difference| Err(difference.into()))
}
