//! Conversion between rows of the database and values.

use std::collections::BTreeMap;
use std::str::FromStr;

use chips::Chips;
use chips::book::{Account, Posting, Unit};
use room::port::{AccountMovement, PersonRow, RequestKey, StoreError, StoredRecord, StreamId, Wall};
use rusqlite::{Connection, OptionalExtension, Row, params};
use seating::{Actor, Person};

use crate::chain::{ChainFormat, ChainedRecord, Hash, parse_role};
use crate::compare::{PersonDigests, track_digest};
use crate::era::{Era, EraReason};
use crate::error::{self, ColumnError, RecordError};
use crate::judge::Head;
use crate::phrases;
use crate::schema::database_fault;
use crate::unreadable::UnreadableRecord;

/// A number as SQLite stores it, a signed 64-bit integer; one above `i64::MAX` is refused, not wrapped, since it
/// would read back as another.
pub(crate) fn to_column(number: u64) -> Result<i64, StoreError> {
    i64::try_from(number).map_err(|_| ColumnError::TooLarge { number }.into())
}

/// For `map_err` of a column read: the fault of a value of another type, which only damage or a foreign write leaves;
/// any other failure stays a failure of the database. `expected` ends the sentence.
fn column_fault(expected: &'static str) -> impl FnOnce(rusqlite::Error) -> StoreError {
    move |error| {
        let rusqlite::Error::InvalidColumnType(_, column, found) = error else {
            return database_fault(format_args!("read {expected}"))(error);
        };
        ColumnError::WrongType { column, found, expected }.into()
    }
}

/// Reads a column that holds a count, a number or a time. Below zero is a fault: no room writes that, see
/// `to_column`.
fn number(row: &Row<'_>, column: usize) -> Result<u64, StoreError> {
    let held: i64 = row.get(column).map_err(column_fault("a number"))?;
    u64::try_from(held).map_err(|_| ColumnError::Negative { found: held }.into())
}

/// Reads a column that holds text. A value of another type is a fault of stored data, not converted.
fn text(row: &Row<'_>, column: usize) -> Result<String, StoreError> {
    row.get(column).map_err(column_fault("a text"))
}

/// Reads a column that holds the written form of a value, such as a stream, an account or a unit; another text is a
/// fault of stored data.
fn parsed<T: FromStr>(row: &Row<'_>, column: usize) -> Result<T, StoreError> {
    let text = text(row, column)?;
    text.parse().map_err(|_| ColumnError::Invalid { text }.into())
}

/// Reads a column of exactly `LENGTH` bytes, such as a hash or a salt; more or fewer are a fault of stored data.
fn bytes<const LENGTH: usize>(row: &Row<'_>, column: usize) -> Result<[u8; LENGTH], StoreError> {
    let held: Vec<u8> = row.get(column).map_err(column_fault("bytes"))?;
    let found = held.len();
    held.try_into().map_err(|_| ColumnError::Length { expected: LENGTH, found }.into())
}

/// Reads a record without its postings, and the hash of the record before it in the room, or `None` where the query
/// selects null there. The columns must stand in the order of `sql/records-*.sql`.
fn read_record(row: &Row<'_>) -> Result<(ChainedRecord, Option<Hash>), StoreError> {
    let role = text(row, 6)?;
    let role = parse_role(&role).ok_or(ColumnError::NotARole { word: role })?;
    let device = number(row, 7)?;
    let device = u32::try_from(device).map_err(|_| ColumnError::NoDevice { number: device })?;
    let key: Option<Vec<u8>> = row.get(8).map_err(column_fault("bytes or nothing"))?;
    let key = key.map(|key| {
        let found = key.len();
        key.try_into().map(RequestKey).map_err(|_| ColumnError::KeyLength { found })
    });
    let start = match number(row, 10)? {
        0 => false,
        1 => true,
        found => return Err(ColumnError::NotAFlag { found }.into()),
    };
    let before: Option<Vec<u8>> = row.get(13).map_err(database_fault("read the hash before"))?;
    let before = before.map(|before| {
        let found = before.len();
        before.try_into().map_err(|_| ColumnError::HashBeforeLength { found })
    });
    let record = StoredRecord {
        sequence: number(row, 0)?,
        stream: parsed(row, 1)?,
        number: number(row, 2)?,
        at: Wall(number(row, 4)?),
        by: Actor { person: Person(number(row, 5)?), role, device },
        key: key.transpose()?,
        kind: text(row, 9)?,
        start,
        body: phrases::expand(&text(row, 11)?)?,
        postings: Vec::new(),
    };
    let link = ChainedRecord { record, fence: number(row, 3)?, hash: bytes(row, 12)? };
    Ok((link, before.transpose()?))
}

/// A record as a statement gives it, with the hash before it in the room if the statement selects it.
type ReadRecord = (ChainedRecord, Option<Hash>);

/// Runs a query for records, with columns as in `sql/records-*.sql`, and gives them with their postings in its order.
/// The first that cannot be read ends it with a fault.
pub(crate) fn query_records(
    connection: &Connection,
    sql: &str,
    parameters: impl rusqlite::Params,
) -> Result<Vec<ReadRecord>, StoreError> {
    let read = query_each_record(connection, sql, parameters)?;
    read.into_iter().map(|read| read.map_err(UnreadableRecord::into_fault)).collect()
}

/// As `query_records`, but a record that cannot be read stands in its place as an `UnreadableRecord`, and the others
/// follow: `verify` and exports go on past damage.
pub(crate) fn query_each_record(
    connection: &Connection,
    sql: &str,
    parameters: impl rusqlite::Params,
) -> Result<Vec<Result<ReadRecord, UnreadableRecord>>, StoreError> {
    let mut statement = connection.prepare_cached(sql).map_err(database_fault("read records"))?;
    let mut rows = statement.query(parameters).map_err(database_fault("read records"))?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().map_err(database_fault("read records"))? {
        let read = read_record(row).and_then(|(mut link, before)| {
            link.record.postings = postings(connection, row.get(0).unwrap_or(0))?;
            Ok((link, before))
        });
        found.push(read.map_err(|fault| UnreadableRecord {
            sequence: number(row, 0).ok(),
            stream: parsed(row, 1).ok(),
            number: number(row, 2).ok(),
            hash: bytes(row, 12).ok(),
            why: Box::new(fault),
        }));
    }
    Ok(found)
}

/// The postings of a record, by its number in the room, in their places from 1 without a gap: the order that its hash
/// covers.
fn postings(connection: &Connection, sequence: i64) -> Result<Vec<Posting>, StoreError> {
    let sql = "SELECT place, payer, payee, unit, amount FROM postings WHERE sequence = ?1 ORDER BY place";
    let mut statement = connection.prepare_cached(sql).map_err(database_fault("read postings"))?;
    let mut rows = statement.query([sequence]).map_err(database_fault("read postings"))?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().map_err(database_fault("read postings"))? {
        let place = number(row, 0)?;
        if place != found.len() as u64 + 1 {
            return Err(RecordError::MisplacedPosting { place, expected: found.len() + 1 }.into());
        }
        let read = posting(row);
        found
            .push(read.map_err(|fault| error::wrap(fault, |source| RecordError::Posting { place, source }))?);
    }
    Ok(found)
}

/// Reads a posting from its row. One that chips may not make, such as from player to player, is a fault of stored
/// data.
fn posting(row: &Row<'_>) -> Result<Posting, StoreError> {
    let (from, to, unit) = (parsed(row, 1)?, parsed(row, 2)?, parsed(row, 3)?);
    let amount = number(row, 4)?;
    let amount = Chips::new(amount).ok_or(ColumnError::AmountTooLarge { amount })?;
    Posting::new(from, to, unit, amount).map_err(|error| ColumnError::Posting(error).into())
}

/// The end of a stream as the table `streams` states it; [`Head::EMPTY`] for a stream without records. Whether it is
/// true is for the checks to say.
pub(crate) fn head(connection: &Connection, stream: StreamId) -> Result<Head, StoreError> {
    let sql = "SELECT count, hash, fence FROM streams WHERE stream = ?1";
    let doing = || format!("read the end of stream {stream}");
    let mut statement = connection.prepare_cached(sql).map_err(database_fault(doing()))?;
    let mut rows = statement.query([stream.to_string()]).map_err(database_fault(doing()))?;
    match rows.next().map_err(database_fault(doing()))? {
        Some(row) => Ok(Head { count: number(row, 0)?, hash: bytes(row, 1)?, fence: number(row, 2)? }),
        None => Ok(Head::EMPTY),
    }
}

/// Every stream that has records with its end as the table `streams` states it, in the order of `StreamId`; for the
/// order of first records, which the root needs, use `stream_ends`.
pub(crate) fn heads(connection: &Connection) -> Result<BTreeMap<StreamId, Head>, StoreError> {
    let sql = "SELECT count, hash, fence, stream FROM streams";
    let mut statement = connection.prepare_cached(sql).map_err(database_fault("read the streams"))?;
    let mut rows = statement.query([]).map_err(database_fault("read the streams"))?;
    let mut found = BTreeMap::new();
    while let Some(row) = rows.next().map_err(database_fault("read the streams"))? {
        let head = Head { count: number(row, 0)?, hash: bytes(row, 1)?, fence: number(row, 2)? };
        found.insert(parsed(row, 3)?, head);
    }
    Ok(found)
}

/// The end of a stream: as the table of streams states it, and as its last record has it.
#[derive(Clone, Debug)]
pub(crate) struct StreamEnd {
    pub(crate) stream: StreamId,
    /// As the table of streams states it.
    pub(crate) stated: Head,
    /// Hash and fence of the record with the number stated as the last; `None` if there is no such record.
    pub(crate) last: Option<(Hash, u64)>,
}

/// The ends of all streams, in the order of their first records, which is the order of the leaves in `Heads`.
pub(crate) fn stream_ends(connection: &Connection) -> Result<Vec<StreamEnd>, StoreError> {
    let sql = include_str!("../sql/streams-in-order.sql");
    let mut statement = connection.prepare_cached(sql).map_err(database_fault("read the streams"))?;
    let mut rows = statement.query([]).map_err(database_fault("read the streams"))?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().map_err(database_fault("read the streams"))? {
        let name: String = row.get(0).unwrap_or_default();
        let read = stream_end(row);
        found.push(
            read.map_err(|fault| error::wrap(fault, |source| RecordError::StreamRow { name, source }))?,
        );
    }
    Ok(found)
}

/// Reads a row of `sql/streams-in-order.sql`: what is stated about a stream, and its last record, if there is one.
fn stream_end(row: &Row<'_>) -> Result<StreamEnd, StoreError> {
    let held = row.get_ref(4).map_err(database_fault("read the end of a stream"))?;
    let there = held != rusqlite::types::ValueRef::Null;
    let last = if there { Some((bytes(row, 4)?, number(row, 5)?)) } else { None };
    let stated = Head { count: number(row, 1)?, hash: bytes(row, 2)?, fence: number(row, 3)? };
    Ok(StreamEnd { stream: parsed(row, 0)?, stated, last })
}

/// What each account holds by the sum of its postings, in chips or cents: what stored balances are checked against.
pub(crate) fn sums(connection: &Connection) -> Result<BTreeMap<(Account, Unit), i128>, StoreError> {
    let sql = include_str!("../sql/sums.sql");
    let mut statement = connection.prepare_cached(sql).map_err(database_fault("sum the postings"))?;
    let mut rows = statement.query([]).map_err(database_fault("sum the postings"))?;
    let mut found = BTreeMap::new();
    while let Some(row) = rows.next().map_err(database_fault("sum the postings"))? {
        let sum: i64 = row.get(2).map_err(database_fault("sum the postings"))?;
        let of_postings = |fault| error::wrap(fault, RecordError::SomePosting);
        let account = (parsed(row, 0).map_err(of_postings)?, parsed(row, 1).map_err(of_postings)?);
        found.insert(account, i128::from(sum));
    }
    Ok(found)
}

/// Visits every record's stream, number in the stream and number in the room, in that order of streams and numbers,
/// from an index alone, so that opening a large room stays fast. An error of `each` ends it.
pub(crate) fn each_position(
    connection: &Connection,
    mut each: impl FnMut(StreamId, u64, u64) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let sql =
        "SELECT stream, number, sequence FROM records INDEXED BY records_of_stream ORDER BY stream, number";
    let doing = "read the places of records";
    let mut statement = connection.prepare(sql).map_err(database_fault(doing))?;
    let mut rows = statement.query([]).map_err(database_fault(doing))?;
    let mut known: Option<(String, StreamId)> = None;
    while let Some(row) = rows.next().map_err(database_fault(doing))? {
        let name = row.get_ref(0).map_err(database_fault(doing))?.as_str().unwrap_or_default();
        let sequence = row.get::<_, i64>(2).unwrap_or(0);
        let of_record = |fault| error::wrap(fault, |source| RecordError::Record { sequence, source });
        let stream = match &known {
            Some((same, stream)) if same == name => *stream,
            Some(_) | None => name.parse().map_err(|error| of_record(ColumnError::Stream(error).into()))?,
        };
        if known.as_ref().is_none_or(|(_, before)| *before != stream) {
            known = Some((name.to_owned(), stream));
        }
        each(stream, number(row, 1).map_err(of_record)?, number(row, 2).map_err(of_record)?)?;
    }
    Ok(())
}

/// A record with a number below 1, the number of the first; `None` in sound data. Whatever reads on from record 0
/// would never meet it.
pub(crate) fn record_below_one(connection: &Connection) -> Result<Option<i64>, StoreError> {
    let sql = "SELECT min(sequence) FROM records WHERE sequence < 1";
    connection.query_row(sql, [], |row| row.get(0)).map_err(database_fault("look for the first record"))
}

/// The first number from 1 that no record in the room has though a later one has; `None` if there is no gap. It reads
/// all numbers, so it is called only once a count has shown that something is wrong.
pub(crate) fn first_missing(connection: &Connection) -> Result<Option<u64>, StoreError> {
    let doing = "look for a record that is missing";
    let mut statement = connection
        .prepare("SELECT sequence FROM records ORDER BY sequence")
        .map_err(database_fault(doing))?;
    let mut rows = statement.query([]).map_err(database_fault(doing))?;
    let mut next = 1;
    while let Some(row) = rows.next().map_err(database_fault(doing))? {
        if number(row, 0)? != next {
            return Ok(Some(next));
        }
        next += 1;
    }
    Ok(None)
}

/// The head that a stream had at `count` records, at least 1, for the checks at opening that go back to the last
/// checkpoint. A missing record is a fault.
pub(crate) fn head_at(connection: &Connection, stream: StreamId, count: u64) -> Result<Head, StoreError> {
    let doing = || format!("read record {count} of stream {stream}");
    let sql = "SELECT hash, fence FROM records WHERE stream = ?1 AND number = ?2";
    let mut statement = connection.prepare_cached(sql).map_err(database_fault(doing()))?;
    let mut rows =
        statement.query(params![stream.to_string(), to_column(count)?]).map_err(database_fault(doing()))?;
    match rows.next().map_err(database_fault(doing()))? {
        Some(row) => Ok(Head { count, hash: bytes(row, 0)?, fence: number(row, 1)? }),
        None => Err(RecordError::Missing { stream, number: count }.into()),
    }
}

/// The lowest number of a record that has postings but does not exist; `None` in sound data.
pub(crate) fn foreign_posting(connection: &Connection) -> Result<Option<i64>, StoreError> {
    let sql = "SELECT min(sequence) FROM postings WHERE NOT EXISTS
        (SELECT 1 FROM records WHERE records.sequence = postings.sequence)";
    connection.query_row(sql, [], |row| row.get(0)).map_err(database_fault("look at whose the postings are"))
}

/// A record whose postings are not numbered from 1 without a gap; `None` in sound data. Readers refuse such a record.
pub(crate) fn unordered_posting(connection: &Connection) -> Result<Option<i64>, StoreError> {
    let sql = "SELECT sequence FROM postings GROUP BY sequence
        HAVING min(place) <> 1 OR max(place) <> count(*) LIMIT 1";
    connection
        .query_row(sql, [], |row| row.get(0))
        .optional()
        .map_err(database_fault("look at the places of the postings"))
}

/// The digest of each person's row as the records last state it, null if erased: what the rows of personal data are
/// checked against when a room is opened, and what a restore compares.
pub(crate) fn digests(connection: &Connection) -> Result<PersonDigests, StoreError> {
    let mut digests = PersonDigests::new();
    let sql = "SELECT sequence, body FROM records WHERE stream = 'people' AND instr(body, '\"digest\"') > 0
        ORDER BY number";
    let doing = "read the records of people";
    let mut statement = connection.prepare(sql).map_err(database_fault(doing))?;
    let mut found = statement.query([]).map_err(database_fault(doing))?;
    while let Some(row) = found.next().map_err(database_fault(doing))? {
        let stored = row.get_ref(1).map_err(database_fault(doing))?.as_str().unwrap_or_default();
        // A body that cannot be read has no digest here; the chain reveals it.
        track_digest(&mut digests, number(row, 0)?, &phrases::expand(stored).unwrap_or_default());
    }
    Ok(digests)
}

/// The rows of the table of eras, by number; whether they can follow each other is for `Eras::checked` to say.
pub(crate) fn eras(connection: &Connection) -> Result<Vec<Era>, StoreError> {
    let sql = "SELECT era, reason, format, at, after, before_count, before_head FROM eras ORDER BY era";
    let mut statement = connection.prepare_cached(sql).map_err(database_fault("read the eras"))?;
    let mut rows = statement.query([]).map_err(database_fault("read the eras"))?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().map_err(database_fault("read the eras"))? {
        let number = row.get::<_, i64>(0).unwrap_or(0);
        let read = era(row);
        found.push(read.map_err(|fault| error::wrap(fault, |source| RecordError::Era { number, source }))?);
    }
    Ok(found)
}

/// Reads an era from its row; an unknown reason or format is a fault of stored data.
fn era(row: &Row<'_>) -> Result<Era, StoreError> {
    let (reason, format) = (text(row, 1)?, number(row, 2)?);
    Ok(Era {
        number: number(row, 0)?,
        reason: EraReason::from_word(&reason).ok_or(ColumnError::UnknownEraReason)?,
        format: ChainFormat::from_number(format).ok_or(ColumnError::UnknownEraFormat)?,
        at: Wall(number(row, 3)?),
        after: number(row, 4)?,
        before_count: number(row, 5)?,
        before_head: bytes(row, 6)?,
    })
}

/// The number in the stream of the record that a person's request key led to; `None` for a key that is still free
/// there. A repeated request is answered from that record.
pub(crate) fn by_key(
    connection: &Connection,
    stream: StreamId,
    person: Person,
    key: RequestKey,
) -> Result<Option<u64>, StoreError> {
    let sql = "SELECT number FROM records WHERE stream = ?1 AND person = ?2 AND key = ?3";
    let mut statement = connection.prepare_cached(sql).map_err(database_fault("look a key up"))?;
    let parameters = params![stream.to_string(), to_column(person.0)?, key.0];
    let mut rows = statement.query(parameters).map_err(database_fault("look a key up"))?;
    rows.next().map_err(database_fault("look a key up"))?.map(|row| number(row, 0)).transpose()
}

/// The person with a given sign-in name, compared as stored, which is folded; `None` if it is free. The judge of
/// batches keeps names unique by it.
pub(crate) fn person_by_login(connection: &Connection, login: &str) -> Result<Option<Person>, StoreError> {
    let sql = "SELECT person FROM people WHERE login = ?1";
    let mut statement = connection.prepare_cached(sql).map_err(database_fault("look a name up"))?;
    let mut rows = statement.query([login]).map_err(database_fault("look a name up"))?;
    rows.next().map_err(database_fault("look a name up"))?.map(|row| number(row, 0).map(Person)).transpose()
}

/// What an account holds, in chips or cents, negative if it owes; 0 if it has no row, since an account that holds
/// nothing has none.
pub(crate) fn balance(connection: &Connection, account: Account, unit: Unit) -> Result<i64, StoreError> {
    let sql = "SELECT balance FROM balances WHERE account = ?1 AND unit = ?2";
    let doing = || format!("read the balance of {account}");
    let mut statement = connection.prepare_cached(sql).map_err(database_fault(doing()))?;
    let found = statement.query_row([account.to_string(), unit.to_string()], |row| row.get(0)).optional();
    Ok(found.map_err(database_fault(doing()))?.unwrap_or(0))
}

/// Every account that has a row of its balance, in chips or cents, in order. A 0 among them is damage, which the
/// checks report.
pub(crate) fn balances(connection: &Connection) -> Result<BTreeMap<(Account, Unit), i64>, StoreError> {
    let sql = "SELECT account, unit, balance FROM balances";
    let mut statement = connection.prepare_cached(sql).map_err(database_fault("read the balances"))?;
    let mut rows = statement.query([]).map_err(database_fault("read the balances"))?;
    let mut found = BTreeMap::new();
    while let Some(row) = rows.next().map_err(database_fault("read the balances"))? {
        let balance: i64 = row.get(2).map_err(database_fault("read a balance"))?;
        found.insert((parsed(row, 0)?, parsed(row, 1)?), balance);
    }
    Ok(found)
}

/// The number in the stream of its n-th start, counted from 0, or `None` if there are fewer; as `Store::nth_start`,
/// found in the index of starts alone.
pub(crate) fn nth_start(
    connection: &Connection,
    stream: StreamId,
    place: u64,
) -> Result<Option<u64>, StoreError> {
    let doing = || format!("find start {place} of stream {stream}");
    let sql = "SELECT number FROM records WHERE stream = ?1 AND start = 1 ORDER BY number LIMIT 1 OFFSET ?2";
    let place = i64::try_from(place).unwrap_or(i64::MAX);
    let mut statement = connection.prepare_cached(sql).map_err(database_fault(doing()))?;
    let mut rows = statement.query(params![stream.to_string(), place]).map_err(database_fault(doing()))?;
    match rows.next().map_err(database_fault(doing()))? {
        Some(row) => number(row, 0).map(Some),
        None => Ok(None),
    }
}

/// The number in the stream of its last start at or before a record, or `None`; as `Store::start_of`, found in the
/// index of starts.
pub(crate) fn start_of(
    connection: &Connection,
    stream: StreamId,
    record: u64,
) -> Result<Option<u64>, StoreError> {
    let doing = || format!("find the start of record {record} of stream {stream}");
    let sql = "SELECT number FROM records WHERE stream = ?1 AND start = 1 AND number <= ?2 ORDER BY number DESC LIMIT 1";
    let record = i64::try_from(record).unwrap_or(i64::MAX);
    let mut statement = connection.prepare_cached(sql).map_err(database_fault(doing()))?;
    let mut rows = statement.query(params![stream.to_string(), record]).map_err(database_fault(doing()))?;
    match rows.next().map_err(database_fault(doing()))? {
        Some(row) => number(row, 0).map(Some),
        None => Ok(None),
    }
}

/// How many records one search for certain kinds looks at.
const SCAN_WINDOW: u64 = 100_000;

/// Up to `most` records of some kinds with a room-wide number below `before`, newest first, and the number to
/// continue below; as `Store::newest_of`. It looks at `SCAN_WINDOW` records at most, so it may give none and still
/// have more.
pub(crate) fn newest_of(
    connection: &Connection,
    kinds: &[&str],
    before: u64,
    most: usize,
) -> Result<(Vec<StoredRecord>, Option<u64>), StoreError> {
    let end = last_record(connection)?.map_or(1, |(sequence, _)| sequence + 1);
    let before = before.min(end);
    let from = before.saturating_sub(SCAN_WINDOW).max(1);
    let sql = include_str!("../sql/records-of-kinds.sql");
    let kinds = serde_json::to_string(kinds).map_err(ColumnError::Kinds)?;
    let limit = i64::try_from(most).unwrap_or(i64::MAX);
    let found = query_records(connection, sql, params![to_column(before)?, to_column(from)?, kinds, limit])?;
    let records: Vec<StoredRecord> = found.into_iter().map(|(link, _)| link.record).collect();
    let next = match records.last() {
        Some(oldest) if records.len() == most => Some(oldest.sequence),
        Some(_) | None => Some(from),
    };
    Ok((records, next.filter(|next| *next > 1)))
}

/// Up to `most` movements of an account in records with a room-wide number below `before`, newest first. Accounts of
/// a table have a query of their own, and both give the same columns.
pub(crate) fn movements(
    connection: &Connection,
    account: Account,
    before: u64,
    most: usize,
) -> Result<Vec<AccountMovement>, StoreError> {
    let doing = || format!("read the statement of {account}");
    let sql = match account {
        Account::Stake { .. } | Account::Bet { .. } | Account::Pot { .. } => {
            include_str!("../sql/statement-of-table.sql")
        }
        Account::Issue
        | Account::Cage
        | Account::Wallet { .. }
        | Account::Commission { .. }
        | Account::House { .. }
        | Account::PrizePool { .. }
        | Account::Fee { .. }
        | Account::Held { .. } => include_str!("../sql/statement.sql"),
    };
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let before = i64::try_from(before).unwrap_or(i64::MAX);
    let mut statement = connection.prepare_cached(sql).map_err(database_fault(doing()))?;
    let mut rows =
        statement.query(params![account.to_string(), most, before]).map_err(database_fault(doing()))?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().map_err(database_fault(doing()))? {
        found.push(AccountMovement {
            sequence: number(row, 0)?,
            stream: parsed(row, 1)?,
            number: number(row, 2)?,
            at: Wall(number(row, 3)?),
            kind: text(row, 4)?,
            other: parsed(row, 5)?,
            unit: parsed(row, 6)?,
            change: row.get(7).map_err(database_fault(doing()))?,
        });
    }
    Ok(found)
}

/// Every row of personal data, by person number. Names and hashed passwords are in them: nothing of a row may get
/// into a message but its number.
pub(crate) fn people(connection: &Connection) -> Result<Vec<PersonRow>, StoreError> {
    let sql = "SELECT person, login, name, password, salt, updated FROM people ORDER BY person";
    let mut statement = connection.prepare_cached(sql).map_err(database_fault("read the people"))?;
    let mut rows = statement.query([]).map_err(database_fault("read the people"))?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().map_err(database_fault("read the people"))? {
        let person = row.get::<_, i64>(0).unwrap_or(0);
        let read = person_row(row);
        found
            .push(read.map_err(|fault| error::wrap(fault, |source| RecordError::Person { person, source }))?);
    }
    Ok(found)
}

/// Reads a person's row; a salt of other than 16 bytes is a fault of stored data.
fn person_row(row: &Row<'_>) -> Result<PersonRow, StoreError> {
    Ok(PersonRow {
        person: Person(number(row, 0)?),
        login: text(row, 1)?,
        name: text(row, 2)?,
        password: text(row, 3)?,
        salt: bytes(row, 4)?,
        updated: Wall(number(row, 5)?),
    })
}

/// The room's identity, the table `meta`: each value by its name, and empty before the first start. `chain::genesis`
/// hashes it.
pub(crate) fn read_meta(connection: &Connection) -> Result<BTreeMap<String, String>, StoreError> {
    let sql = "SELECT name, value FROM meta";
    let mut statement = connection.prepare_cached(sql).map_err(database_fault("read what the room is"))?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
    let rows = rows.map_err(database_fault("read what the room is"))?;
    rows.collect::<Result<_, _>>().map_err(database_fault("read what the room is"))
}

/// The number in the room and the hash of the last record; `None` if there is none.
pub(crate) fn last_record(connection: &Connection) -> Result<Option<(u64, Hash)>, StoreError> {
    let sql = "SELECT sequence, hash FROM records ORDER BY sequence DESC LIMIT 1";
    let mut statement = connection.prepare_cached(sql).map_err(database_fault("read the last record"))?;
    let mut rows = statement.query([]).map_err(database_fault("read the last record"))?;
    let row = rows.next().map_err(database_fault("read the last record"))?;
    row.map(|row| Ok((number(row, 0)?, bytes(row, 1)?))).transpose()
}

/// The number in the room of the last record of a kind in a stream, such as the room's last start; `None` if there is
/// none.
pub(crate) fn last_of_kind(
    connection: &Connection,
    stream: StreamId,
    kind: &str,
) -> Result<Option<u64>, StoreError> {
    let doing = || format!("look for the last record `{kind}` of stream {stream}");
    let sql = "SELECT sequence FROM records WHERE stream = ?1 AND kind = ?2 ORDER BY number DESC LIMIT 1";
    let mut statement = connection.prepare_cached(sql).map_err(database_fault(doing()))?;
    let mut rows = statement.query([&stream.to_string(), kind]).map_err(database_fault(doing()))?;
    rows.next().map_err(database_fault(doing()))?.map(|row| number(row, 0)).transpose()
}

/// The stored hash of a record, by its number in the room; `None` if there is no such record. It is not checked here.
pub(crate) fn hash_of(connection: &Connection, sequence: u64) -> Result<Option<Hash>, StoreError> {
    let doing = || format!("read the hash of record {sequence}");
    let mut statement = connection
        .prepare_cached("SELECT hash FROM records WHERE sequence = ?1")
        .map_err(database_fault(doing()))?;
    let mut rows = statement.query([to_column(sequence)?]).map_err(database_fault(doing()))?;
    rows.next().map_err(database_fault(doing()))?.map(|row| bytes(row, 0)).transpose()
}
