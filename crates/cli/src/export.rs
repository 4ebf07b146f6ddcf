//! `cardroom export`: hands from a room's data, as anybody at the rail saw them.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use fair::RoomKey;
use history::record_from_events;
use room::entry::{self, TableEntry};
use room::port::{StoreError, StreamId};
use room::state::{ReplayError, TableState};
use seating::Viewer;
use store::chain::{ChainFormat, ChainedRecord, Hash, ZERO_HASH};
use store::era::Eras;
use store::{Records, UnreadableRecord};
use table::view::visible_event;
use table::{CourseFact, Event, Fact, TableFact};

use crate::outside_log::OutsideLogError;
use crate::records_error::{RecordsError, holds_records_errors};
use crate::{out, outside_log};

/// Writes the hands of a room to standard output
#[derive(clap::Args, Debug)]
pub struct ExportArgs {
    /// The folder of the room's data
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// The format of the hands
    #[arg(long, value_enum)]
    format: ExportFormat,
    /// Hands that began at this time or later, such as 2026-11-28 or 2026-11-28T20:00:00Z
    #[arg(long, value_name = "TIME")]
    from: Option<String>,
    /// Hands that began before this time
    #[arg(long, value_name = "TIME")]
    to: Option<String>,
    /// Only the hands of this table
    #[arg(long, value_name = "NUMBER")]
    table: Option<u64>,
    /// Both halves of the room's key, one file each: with them, hole cards that were not shown are written
    /// too
    #[arg(long, value_name = "FILE")]
    keys: Vec<PathBuf>,
}

#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum ExportFormat {
    /// Poker Hand History: a file of many hands
    Phh,
}

/// `cardroom export`: exit code 0 if every wanted hand was written to stdout, 1 if one could not be or data
/// is damaged, 2 if the data cannot be read.
pub fn run(args: &ExportArgs) -> ExitCode {
    match export(args) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(why) => {
            say!("error: {why}");
            ExitCode::from(2)
        }
    }
}

/// Why hands cannot be exported.
#[derive(Debug)]
pub(crate) enum ExportError {
    /// The records or the keys cannot be read, or the line for the record cannot be left.
    Records(RecordsError),
    /// A time of `--from` or `--to`.
    Time(TimeError),
    /// No record can be read from here on.
    Unreadable(UnreadableRecord),
    /// The table of `--table` was never opened; `last` is the last that was.
    NoTable {
        /// The table that was wanted.
        wanted: u64,
        /// The last table, if there is one.
        last: Option<u64>,
    },
}

holds_records_errors!(ExportError: StoreError, RecordsError, OutsideLogError);

impl From<TimeError> for ExportError {
    /// So that `?` in `cardroom export` passes on what is wrong with --from and --to.
    fn from(error: TimeError) -> ExportError {
        ExportError::Time(error)
    }
}

impl fmt::Display for ExportError {
    /// Why `cardroom export` stops (exit code 2): one line after `error:`, with what is expected, or with
    /// advice where the data is damaged.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportError::Records(error) => error.fmt(f),
            ExportError::Time(error) => error.fmt(f),
            ExportError::Unreadable(record) => write!(f, "{record}; {DAMAGED_HELP}"),
            ExportError::NoTable { wanted, last } => {
                write!(f, "--table {wanted}: there is no table {wanted}: ")?;
                match last {
                    Some(last) => write!(f, "expected one from 1 to {last}"),
                    None => f.write_str("none was ever opened here"),
                }
            }
        }
    }
}

impl Error for ExportError {
    /// The cause below the message of `cardroom export`; `None` where the options are at fault.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ExportError::Records(error) => error.source(),
            ExportError::Unreadable(record) => Some(record.why.as_ref()),
            ExportError::Time(_) | ExportError::NoTable { .. } => None,
        }
    }
}

/// Why the times of `--from` and `--to` are refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TimeError {
    /// The text is not a time.
    NotATime {
        /// The text.
        text: String,
    },
    /// Nothing lies between the two.
    EmptyRange {
        /// The first time that is wanted.
        from: String,
        /// The first that is not.
        to: String,
    },
}

impl fmt::Display for TimeError {
    /// What is wrong with --from or --to of `export` and `audit events`, and which forms of a time are read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeError::NotATime { text } => {
                write!(f, "`{text}` is not a time: expected one such as 2026-11-28 or 2026-11-28T20:00:00Z")
            }
            TimeError::EmptyRange { from, to } => write!(
                f,
                "--from {from} --to {to}: nothing lies between, for --to is the first time that is not wanted: give it a later one than --from"
            ),
        }
    }
}

impl Error for TimeError {}

/// Why a table is not exported any further than to a record.
#[derive(Debug)]
enum ExportDamage {
    /// The row cannot be read.
    Unreadable(StoreError),
    /// The record is not bound to the one before it.
    Changed,
    /// Its body is not the JSON of entries of a table.
    Json(serde_json::Error),
    /// It does not follow from the records before it.
    Replay(ReplayError),
    /// No earlier record created its table.
    NoTable,
}

impl fmt::Display for ExportDamage {
    /// Why a table is exported no further: what is wrong with the record, to stand after its number and a
    /// colon.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExportDamage::Unreadable(error) => error.fmt(f),
            ExportDamage::Changed => f.write_str("it is not the one that was stored"),
            ExportDamage::Json(error) => error.fmt(f),
            ExportDamage::Replay(error) => error.fmt(f),
            ExportDamage::NoTable => f.write_str("the table was never made"),
        }
    }
}

impl Error for ExportDamage {
    /// The cause below the damage: what is behind the error of the store, of JSON or of the replay, whose
    /// message is shown already.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ExportDamage::Unreadable(error) => error.source(),
            ExportDamage::Json(error) => error.source(),
            ExportDamage::Replay(error) => error.source(),
            ExportDamage::Changed | ExportDamage::NoTable => None,
        }
    }
}

/// Why a hand is not written.
#[derive(Debug)]
enum UnexportableHand {
    /// Its first event does not open it.
    NoOpening,
    /// Its events do not make a complete record of a hand.
    Record(history::HandRecordError),
    /// PHH cannot hold it.
    Phh(history::phh::NoVariantCode),
}

impl fmt::Display for UnexportableHand {
    /// Why one hand is left out while the others are written, to stand after the table and the time of the
    /// hand.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnexportableHand::NoOpening => f.write_str("its opening is missing"),
            UnexportableHand::Record(error) => error.fmt(f),
            UnexportableHand::Phh(error) => error.fmt(f),
        }
    }
}

impl Error for UnexportableHand {
    /// The cause below the reason: what is behind the error of the record or of PHH, whose message is shown
    /// already.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            UnexportableHand::NoOpening => None,
            UnexportableHand::Record(error) => error.source(),
            UnexportableHand::Phh(error) => error.source(),
        }
    }
}

/// A hand being collected.
struct ExportHand {
    events: Vec<Event>,
    /// When it was opened, in milliseconds since 1970.
    at: u64,
    /// The hand has ended. Cards may still be shown until the table opens its next hand.
    over: bool,
}

/// How many hands were written and left out so far.
#[derive(Default)]
struct ExportTally {
    written: usize,
    left_out: usize,
}

impl ExportTally {
    /// Writes a hand to stdout in PHH if it has ended and the options want it, and counts it as written or
    /// left out. Hands are numbered from 1 in the order of writing; `times` are ms since 1970, the first
    /// wanted and the first not.
    fn write_hand(
        &mut self,
        args: &ExportArgs,
        times: (Option<u64>, Option<u64>),
        hand: &ExportHand,
        state: &TableState,
    ) {
        let (from, to) = times;
        let wanted = args.table.is_none_or(|wanted| wanted == state.id)
            && from.is_none_or(|from| hand.at >= from)
            && to.is_none_or(|to| hand.at < to);
        if !hand.over || !wanted {
            return;
        }
        match to_phh(hand, state, self.written + 1, !args.keys.is_empty()) {
            Ok(text) => {
                out::print(format_args!("{}{text}", if self.written > 0 { "\n" } else { "" }));
                self.written += 1;
            }
            Err(why) => {
                say!("table {}, hand at {}: {why}", state.id, hand.at);
                self.left_out += 1;
            }
        }
    }
}

/// Advice for records that are not those that were stored.
const DAMAGED_HELP: &str = "`cardroom verify` says what differs, and `cardroom restore --replace` puts a backup in the place of the data";

/// A table that is not exported any further, because one of its records is not the one that was stored.
struct DamagedTable {
    /// The first such record, by its number in the room.
    sequence: u64,
    /// Its number in the table's stream, if it could be read.
    number: Option<u64>,
    /// What is wrong with it.
    damage: ExportDamage,
    /// The hands from there on, as far as they can be counted.
    hands: usize,
}

impl DamagedTable {
    /// Adds the hands opened in a record behind the damaged one: they are not written, and the summary says
    /// how many.
    fn count_hands(&mut self, entries: &[TableEntry]) {
        self.hands += entries.iter().filter(|entry| opens_hand(entry)).count();
    }
}

/// What was read of the hands of a room.
#[derive(Default)]
struct ReadTables {
    /// Every table that was opened.
    tables: BTreeMap<u64, TableState>,
    /// The hand of each table that is being gathered.
    gathered: BTreeMap<u64, ExportHand>,
    damaged: BTreeMap<u64, DamagedTable>,
}

impl ReadTables {
    /// Gives a table up from a record on (its number in the room, and in the table's stream if known); only
    /// the first damage counts. A hand in play is lost and counted; one that is over is still written.
    fn mark_damaged(&mut self, table: u64, (sequence, number): (u64, Option<u64>), damage: ExportDamage) {
        if self.damaged.contains_key(&table) {
            return;
        }
        let mut found = DamagedTable { sequence, number, damage, hands: 0 };
        // A hand that is over is whole, whatever comes after it.
        match self.gathered.get(&table) {
            Some(hand) if hand.over => {}
            Some(_) => {
                found.hands += 1;
                self.gathered.remove(&table);
            }
            None => {}
        }
        self.damaged.insert(table, found);
    }
}

/// The chains of all streams, which show for each record whether it is the one that was stored.
struct RecordChain {
    eras: Eras,
    /// The genesis hash before the first record of the room.
    genesis: Hash,
    /// The hash of the last record of the room.
    last: Hash,
    /// The number and the hash of the last record of each stream.
    streams: BTreeMap<StreamId, (u64, Hash)>,
}

impl RecordChain {
    /// A chain before the first record of the room. `eras` tell which format of hashes holds for which
    /// records.
    fn new(eras: Eras) -> RecordChain {
        let genesis = eras.get(1).map_or(ZERO_HASH, |first| first.before_head);
        RecordChain { eras, genesis, last: genesis, streams: BTreeMap::new() }
    }

    /// Takes the next record of the room; false if it is not the one that was stored. Must see every record,
    /// of all streams and in order, because each hash covers the ones before it.
    fn check_next(&mut self, link: &ChainedRecord) -> bool {
        let record = &link.record;
        let format = self.eras.format_of(record.sequence);
        let before = match format {
            ChainFormat::One => self.last,
            ChainFormat::Two => self.genesis,
        };
        let (number, head) = self.streams.get(&record.stream).copied().unwrap_or((0, ZERO_HASH));
        let fits = record.number == number + 1 && link.hash_after(format, &before, &head) == link.hash;
        self.last = link.hash;
        self.streams.insert(record.stream, (record.number, link.hash));
        fits
    }

    /// Passes over a record that cannot be read, by its stored hash: records of other streams can still be
    /// checked.
    fn pass_over(&mut self, unreadable: &UnreadableRecord) {
        self.last = unreadable.hash.unwrap_or(self.last);
    }
}

/// Writes the wanted hands of all tables to stdout, each when its table opens the next or the records end.
/// Returns how many could not be written, at least one for each damaged table: 0 means that nothing is
/// missing.
fn export(args: &ExportArgs) -> Result<usize, ExportError> {
    // The only format there is: every hand is written in it.
    let ExportFormat::Phh = args.format;
    let (from, to) = parse_time_range(args.from.as_deref(), args.to.as_deref())?;
    // Without data, nothing else is worth reporting.
    let records = Records::open(&args.data)?;
    let keys = room_key(&args.keys, &args.data)?;
    outside_log::log_command(&args.data, "export", keys.is_some())?;
    let mut chain = RecordChain::new(records.eras()?);
    let mut read_tables = ReadTables::default();
    // How many unreadable records do not say which stream they are in.
    let mut of_unknown_table = 0;
    let mut tally = ExportTally::default();
    for link in records {
        if out::is_closed() {
            break;
        }
        let link = match link {
            Ok(link) => link,
            Err(unreadable) => {
                let Some(sequence) = unreadable.sequence else {
                    return Err(ExportError::Unreadable(unreadable));
                };
                chain.pass_over(&unreadable);
                match unreadable.stream {
                    Some(StreamId::Table(table)) => {
                        read_tables.mark_damaged(
                            table,
                            (sequence, unreadable.number),
                            ExportDamage::Unreadable(*unreadable.why),
                        );
                    }
                    // No hand is in the others.
                    Some(StreamId::Room | StreamId::People | StreamId::Seating) => {
                        say!("{unreadable}; {DAMAGED_HELP}");
                    }
                    None => {
                        say!(
                            "{unreadable}; which table it belongs to cannot be told, and hands of that one may be missing; {DAMAGED_HELP}"
                        );
                        of_unknown_table += 1;
                    }
                }
                continue;
            }
        };
        let fits = chain.check_next(&link);
        let record = link.record;
        let StreamId::Table(table) = record.stream else { continue };
        let entries = entry::from_body(&record.body);
        let ReadTables { tables, gathered, damaged } = &mut read_tables;
        if let Some(damaged) = damaged.get_mut(&table) {
            damaged.count_hands(entries.as_deref().unwrap_or_default());
            continue;
        }
        let read = || -> Result<(), ExportDamage> {
            if !fits {
                return Err(ExportDamage::Changed);
            }
            for entry in &mut entries.map_err(ExportDamage::Json)? {
                if let TableEntry::Made { table, name, opener, bots, opened, dealer } = entry {
                    let made = TableState::create(*table, name, *opener, bots, opened, *dealer);
                    tables.insert(*table, made.map_err(ExportDamage::Replay)?);
                    continue;
                }
                let state = tables.get_mut(&table).ok_or(ExportDamage::NoTable)?;
                if opens_hand(entry)
                    && let Some(hand) = gathered.remove(&table)
                {
                    tally.write_hand(args, (from, to), &hand, state);
                }
                state.apply(entry, keys.as_ref()).map_err(ExportDamage::Replay)?;
                let TableEntry::Table { fact } = entry else { continue };
                let TableFact::Hand(event) = &fact.what else { continue };
                if matches!(event.what, Fact::Course(CourseFact::Opened(_))) {
                    gathered.insert(table, ExportHand { events: Vec::new(), at: record.at.0, over: false });
                }
                let Some(hand) = gathered.get_mut(&table) else { continue };
                hand.events.push(event.clone());
                hand.over |= matches!(event.what, Fact::Course(CourseFact::Closed));
            }
            Ok(())
        };
        if let Err(damage) = read() {
            read_tables.mark_damaged(table, (record.sequence, Some(record.number)), damage);
        }
    }
    let ReadTables { tables, gathered, mut damaged } = read_tables;
    for (table, hand) in &gathered {
        if let Some(state) = tables.get(table) {
            tally.write_hand(args, (from, to), hand, state);
        }
    }
    damaged.retain(|table, _| args.table.is_none_or(|wanted| wanted == *table));
    for (table, DamagedTable { sequence, number, damage, hands }) in &damaged {
        let number = number.map_or_else(String::new, |number| format!(" (number {number} of the table)"));
        say!(
            "table {table} is damaged: record {sequence}{number}: {damage}; hands from there on that are not written: {hands}; {DAMAGED_HELP}"
        );
        tally.left_out += hands;
    }
    let known = |table: &u64| tables.contains_key(table) || damaged.contains_key(table);
    if let Some(wanted) = args.table.filter(|table| !known(table) && !out::is_closed()) {
        let last = tables.last_key_value().map(|(last, _)| *last);
        return Err(ExportError::NoTable { wanted, last });
    }
    say!("{} hands written, {} left out", tally.written, tally.left_out);
    // A damaged table may have lost hands that nobody can count.
    Ok(tally.left_out.max(damaged.len() + of_unknown_table))
}

/// The key of the decks from the files of --keys; `None` if none were named. For `export` and `verify`, which
/// open hidden cards with it only after leaving a line for the room's record.
pub(crate) fn room_key(halves: &[PathBuf], data: &Path) -> Result<Option<RoomKey>, RecordsError> {
    if halves.is_empty() {
        return Ok(None);
    }
    Ok(Some(RoomKey::new(store::join_halves(halves, data)?)?))
}

/// Whether an entry of a table's stream opens a hand; such entries are counted where a table is damaged.
fn opens_hand(entry: &TableEntry) -> bool {
    let TableEntry::Table { fact } = entry else { return false };
    let TableFact::Hand(event) = &fact.what else { return false };
    matches!(event.what, Fact::Course(CourseFact::Opened(_)))
}

/// A hand in PHH, as the rail saw it; with `whole`, with every hole card. Without it, no card may get out
/// that was not shown. `key` is its number in the file; time (UTC), table and the deck's commitment are added
/// as extra fields.
fn to_phh(
    hand: &ExportHand,
    state: &TableState,
    key: usize,
    whole: bool,
) -> Result<String, UnexportableHand> {
    let seen: Vec<Event> = if whole {
        hand.events.clone()
    } else {
        hand.events.iter().map(|event| visible_event(event, Viewer::Rail)).collect()
    };
    let Some(Fact::Course(CourseFact::Opened(lineup))) = seen.first().map(|event| &event.what) else {
        return Err(UnexportableHand::NoOpening);
    };
    let mut record = record_from_events(&seen).map_err(UnexportableHand::Record)?;
    record.extras.push("hand", &lineup.number.to_string());
    record.extras.push("table", &toml_string(&state.name));
    let time = jiff::Timestamp::from_millisecond(i64::try_from(hand.at).unwrap_or(i64::MAX));
    if let Ok(time) = time {
        let time = time.to_zoned_datetime(jiff::tz::TimeZone::UTC);
        record.extras.push("time", &time.strftime("%H:%M:%S").to_string());
        record.extras.push("time_zone", "'UTC'");
        record.extras.push("day", &time.day().to_string());
        record.extras.push("month", &time.month().to_string());
        record.extras.push("year", &time.year().to_string());
    }
    if let Some(deck) = &state.deck {
        record.extras.push("_commitment", &toml_string(&deck.commitment.digest().to_string()));
    }
    let mut text = String::new();
    let losses = history::phh::write_hand(&record, Some(&key.to_string()), &mut text);
    for loss in losses.map_err(UnexportableHand::Phh)? {
        say!("hand {key}: {loss}");
    }
    Ok(text)
}

/// A text as a quoted string of TOML, for names in PHH files, which are TOML. Quotes and backslashes are
/// escaped.
fn toml_string(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The times of --from and --to in ms since 1970: the first that is wanted, and the first that is not. An
/// empty range is an error. `audit` takes the same options.
pub(crate) fn parse_time_range(
    from: Option<&str>,
    to: Option<&str>,
) -> Result<(Option<u64>, Option<u64>), TimeError> {
    let read = (from.map(parse_time).transpose()?, to.map(parse_time).transpose()?);
    match (from.zip(to), read) {
        (Some((from, to)), (Some(first), Some(end))) if first >= end => {
            Err(TimeError::EmptyRange { from: from.to_owned(), to: to.to_owned() })
        }
        _ => Ok(read),
    }
}

/// A time or a date in ms since 1970; a date alone begins at midnight, UTC. Times before 1970 are refused.
pub(crate) fn parse_time(text: &str) -> Result<u64, TimeError> {
    let wrong = || TimeError::NotATime { text: text.to_owned() };
    let stamp = match text.parse::<jiff::Timestamp>() {
        Ok(stamp) => stamp,
        Err(_) => {
            let date = text.parse::<jiff::civil::Date>().map_err(|_| wrong())?;
            date.to_zoned_datetime(jiff::tz::TimeZone::UTC).map_err(|_| wrong())?.timestamp()
        }
    };
    u64::try_from(stamp.as_millisecond()).map_err(|_| wrong())
}
