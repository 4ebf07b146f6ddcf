//! `cardroom audit`: what an auditor reads in a room's records, from its files alone.

use std::error::Error;
use std::fmt;
use std::path::PathBuf;
use std::process::ExitCode;

use room::port::{StoreError, StoredRecord, StreamId};
use room::significant_records::{
    KINDS, SignificantRecord, author_role, describe_author, extract_significant,
};
use seating::Person;
use serde::Serialize;
use store::{Records, UnreadableRecord};

use crate::export::{TimeError, parse_time_range};
use crate::records_error::{RecordsError, holds_records_errors};

/// Shows what an auditor needs to see of a room's records
#[derive(clap::Args, Debug)]
pub struct AuditArgs {
    #[command(subcommand)]
    what: AuditCommand,
}

#[derive(clap::Subcommand, Debug)]
enum AuditCommand {
    Events(EventsArgs),
}

/// Significant events in words: starts, stops, configuration, clock, roles, links, locks, exports, acts of
/// officials
#[derive(clap::Args, Debug)]
struct EventsArgs {
    /// The folder of the room's data
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Only from this time on, such as 2026-11-28 or 2026-11-28T20:00:00Z
    #[arg(long, value_name = "TIME")]
    from: Option<String>,
    /// Only before this time
    #[arg(long, value_name = "TIME")]
    to: Option<String>,
    /// Only events that a person caused or that are about them, by number
    #[arg(long, value_name = "N")]
    person: Option<u64>,
    /// Only events of a kind, such as configured or role_given
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
    /// Print one line of JSON for each event
    #[arg(long)]
    json: bool,
}

/// Why events cannot be shown.
#[derive(Debug)]
enum AuditError {
    /// The records cannot be read.
    Records(RecordsError),
    /// A time of `--from` or `--to`.
    Time(TimeError),
    /// No event is of the kind of `--kind`.
    UnknownKind {
        /// The kind that was given.
        kind: String,
    },
    /// No record has the person of `--person`.
    UnknownPerson {
        /// The number that was given.
        person: u64,
    },
    /// An event cannot be written as JSON.
    Json(serde_json::Error),
}

holds_records_errors!(AuditError: StoreError, UnreadableRecord);

impl From<TimeError> for AuditError {
    /// So that `?` in `cardroom audit` passes on what is wrong with --from and --to; the message is the same
    /// as in `export`.
    fn from(error: TimeError) -> AuditError {
        AuditError::Time(error)
    }
}

impl fmt::Display for AuditError {
    /// Why `cardroom audit` shows nothing: one line after `error:`, with what is wrong in the options or the
    /// records and what is expected.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AuditError::Records(error) => error.fmt(f),
            AuditError::Time(error) => error.fmt(f),
            AuditError::UnknownKind { kind } => {
                write!(f, "there is no kind `{kind}`: expected one of {}", KINDS.join(", "))
            }
            AuditError::UnknownPerson { person } => write!(
                f,
                "--person {person}: there is no person {person} in these records; `cardroom audit events` without --person shows the number of everybody"
            ),
            AuditError::Json(error) => write!(f, "cannot write an event: {error}"),
        }
    }
}

impl Error for AuditError {
    /// The cause below the message of `cardroom audit`. Where the message is that of an inner error already,
    /// the cause is what is behind that one, so that no sentence is said twice.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            AuditError::Records(error) => error.source(),
            AuditError::Json(error) => Some(error),
            AuditError::Time(_) | AuditError::UnknownKind { .. } | AuditError::UnknownPerson { .. } => None,
        }
    }
}

#[derive(Serialize)]
struct AuditLine<'a> {
    sequence: u64,
    stream: String,
    at: u64,
    by: u64,
    role: &'a str,
    kind: &'a str,
    person: Option<u64>,
    words: &'a str,
}

/// `cardroom audit events`: prints the events to stdout, oldest first; exit code 2 if they cannot be read or
/// an option does not fit the records.
pub fn run(args: &AuditArgs) -> ExitCode {
    let AuditCommand::Events(args) = &args.what;
    match print_events(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            say!("error: {why}");
            ExitCode::from(2)
        }
    }
}

/// Prints the significant events that match all options, oldest first; --from is inclusive, --to is not. A
/// person of `--person` whom no record mentions is an error, unless reading stopped early because stdout was
/// closed.
fn print_events(args: &EventsArgs) -> Result<(), AuditError> {
    let (from, to) = parse_time_range(args.from.as_deref(), args.to.as_deref())?;
    let mut known = args.person.is_none_or(|person| Person(person) == Person::HOUSE);
    if let Some(kind) = &args.kind
        && !KINDS.contains(&kind.as_str())
    {
        return Err(AuditError::UnknownKind { kind: kind.clone() });
    }
    for link in Records::open(&args.data)? {
        if crate::out::is_closed() {
            break;
        }
        let record = link?.record;
        known = known || args.person.is_some_and(|person| concerns(&record, person));
        let wanted = args.kind.as_ref().is_none_or(|kind| *kind == record.kind)
            && from.is_none_or(|from| record.at.0 >= from)
            && to.is_none_or(|to| record.at.0 < to);
        if !wanted {
            continue;
        }
        for event in extract_significant(&record)? {
            let about =
                |person: u64| event.by.person == Person(person) || event.person == Some(Person(person));
            if args.person.is_none_or(about) {
                print_event(&event, args.json)?;
            }
        }
    }
    match args.person {
        Some(person) if !known && !crate::out::is_closed() => Err(AuditError::UnknownPerson { person }),
        Some(_) | None => Ok(()),
    }
}

/// Whether a record shows that a person exists: it is by that person, or it is in the people's stream and its
/// `person` is that number. Only decides whether `--person` names somebody, not which events are printed.
fn concerns(record: &StoredRecord, person: u64) -> bool {
    let about = || {
        let may_mention = record.stream == StreamId::People && record.body.contains(&person.to_string());
        let body =
            may_mention.then(|| serde_json::from_str::<serde_json::Value>(&record.body).ok()).flatten();
        body.is_some_and(|body| body["person"].as_u64() == Some(person))
    };
    record.by.person == Person(person) || about()
}

/// Prints an event on one line: in words with its time in UTC and its record's number, or as JSON, whose
/// fields auditors' programs read.
fn print_event(event: &SignificantRecord, json: bool) -> Result<(), AuditError> {
    if !json {
        let at = i64::try_from(event.at.0).ok().and_then(|at| jiff::Timestamp::from_millisecond(at).ok());
        let at = at.map_or_else(|| event.at.0.to_string(), |at| format!("{at:.0}"));
        tell!("{at}  {:>7}  {}: {}", event.sequence, describe_author(event.by), event.words);
        return Ok(());
    }
    let line = AuditLine {
        sequence: event.sequence,
        stream: event.stream.to_string(),
        at: event.at.0,
        by: event.by.person.0,
        role: author_role(event.by),
        kind: &event.kind,
        person: event.person.map(|person| person.0),
        words: &event.words,
    };
    let line = serde_json::to_string(&line).map_err(AuditError::Json)?;
    tell!("{line}");
    Ok(())
}
