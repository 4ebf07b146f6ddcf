//! `cardroom verify`: reads a room's records again from the first, without trusting the program that wrote
//! them.

use std::io::{ErrorKind, Read};
use std::path::PathBuf;
use std::process::ExitCode;

use fair::RoomKey;
use room::audit::Audit;
use room::port::Cause;
use serde::Serialize;
use store::error::RecordError;
use store::permissions::open_named;
use store::{CheckResult, Difference, Records, verify};

use crate::{export, folders, outside_log};

/// Checks a room's data: records, chips, replay and cards
#[derive(clap::Args, Debug)]
pub struct VerifyArgs {
    /// The folder of the room's data
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Both halves of the room's key, one file each: with them, the hidden cards are checked too
    #[arg(long, value_name = "FILE")]
    keys: Vec<PathBuf>,
    /// The file of signed checkpoints, if it is not in the default place
    #[arg(long, value_name = "FILE")]
    checkpoints: Option<PathBuf>,
    /// The file with the public half of the key that signs checkpoints
    #[arg(long, value_name = "FILE")]
    public_key: Option<PathBuf>,
    /// Print one line of JSON for each check
    #[arg(long)]
    json: bool,
}

/// More than the size of a public key file, in bytes.
const MAX_KEY_FILE: u64 = 1024;

#[derive(Serialize)]
struct CheckLine<'a> {
    check: &'a str,
    ok: bool,
    seen: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<String>,
}

/// Runs every check; exit code 1 if there is a difference, of which the first is named.
pub fn run(args: &VerifyArgs) -> ExitCode {
    let checks = match run_checks(args) {
        Ok(checks) => checks,
        Err(why) => {
            say!("error: {why}");
            return ExitCode::from(2);
        }
    };
    print_checks(&checks, args.json);
    if checks.iter().all(|check| check.difference.is_none()) { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

/// Prints a line for each check: words for people, or with --json an object that programs read.
pub(crate) fn print_checks(checks: &[CheckResult], json: bool) {
    for CheckResult { name, seen, difference } in checks {
        if json {
            let line = CheckLine {
                check: name,
                ok: difference.is_none(),
                seen,
                difference: difference.as_ref().map(ToString::to_string),
            };
            match serde_json::to_string(&line) {
                Ok(line) => tell!("{line}"),
                Err(why) => say!("error: a check cannot be written: {why}"),
            }
        } else {
            match difference {
                None => tell!("well     {name}: {seen}"),
                Some(difference) => tell!("DIFFERS  {name}: {difference}"),
            }
        }
    }
}

/// Finds checkpoints and public key, checks the stored data, and audits its records.
fn run_checks(args: &VerifyArgs) -> Result<Vec<CheckResult>, String> {
    // Without data, nothing else is worth reporting.
    let records = Records::open(&args.data).map_err(|fault| fault.to_string())?;
    let folder = folders::keys_folder(None, Some(&args.data))?;
    let checkpoints = args.checkpoints.clone().unwrap_or_else(|| folder.join("checkpoints"));
    if let Some(file) = &args.checkpoints
        && let Err(why) = open_named(file)
    {
        let help = match why.kind() {
            ErrorKind::NotFound => {
                "; --checkpoints names the file checkpoints in the folder of the room's keys, or a copy of it"
            }
            _ => "",
        };
        return Err(format!("cannot read {}: {why}{help}", file.display()));
    }
    // The public key lies beside the checkpoints, unless another place is named.
    let beside = args.checkpoints.as_ref().and_then(|file| file.parent()).unwrap_or(&folder);
    let public = args.public_key.clone().unwrap_or_else(|| beside.join(store::keys::PUBLIC_FILE));
    let cannot_read = |why: std::io::Error| {
        let place = public.display();
        let missing = why.kind() == ErrorKind::NotFound && args.public_key.is_none();
        if missing && args.checkpoints.is_none() && !checkpoints.exists() {
            let folder = folder.display();
            return format!(
                "the keys of this room are not in {folder}: --checkpoints names the file checkpoints in the folder that has them"
            );
        }
        if missing {
            return format!(
                "there is no {place}, the public half of the key that signs: `cardroom serve` writes it beside the key at each start where it is missing; it is no secret, and --public-key names a copy of it elsewhere"
            );
        }
        let help = match why.kind() {
            ErrorKind::InvalidData => {
                return format!(
                    "{place} is not text: expected a line of 64 hexadecimal digits, as in signing.pub"
                );
            }
            ErrorKind::NotFound => {
                "; --public-key names the file signing.pub, which `cardroom serve` writes beside the key that signs"
            }
            _ => "",
        };
        format!("cannot read {place}: {why}{help}")
    };
    let mut text = String::new();
    let read = open_named(&public).and_then(|file| file.take(MAX_KEY_FILE).read_to_string(&mut text));
    read.map_err(cannot_read)?;
    let public =
        store::keys::parse_public_key(text.trim()).map_err(|why| format!("{}: {why}", public.display()))?;
    let room_key = export::room_key(&args.keys, &args.data)?;
    if room_key.is_some() {
        outside_log::log_command(&args.data, "verify --keys", true)?;
    }
    let mut checks = verify(&args.data, &checkpoints, &public).map_err(|fault| fault.to_string())?;
    checks.push(check_replay(records, room_key.as_ref())?);
    Ok(checks)
}

/// Audits every record: the same facts must follow, the same chips move, and cards open to what was
/// published.
pub(crate) fn check_replay(records: Records, keys: Option<&RoomKey>) -> Result<CheckResult, String> {
    let mut audit = Audit::new(keys);
    let mut difference = None;
    for link in records {
        // An unreadable record is a difference like any other, since the data could be opened.
        let taken =
            link.map_err(|unreadable| Difference::Unreadable(RecordError::Unreadable(unreadable).into()));
        let taken = taken
            .and_then(|link| audit.take(&link.record).map_err(|found| Difference::Replay(Cause::new(found))));
        if let Err(found) = taken {
            difference = Some(found);
            break;
        }
    }
    let cards = if keys.is_some() { "every card of every deck" } else { "cards that lie face up" };
    let (seen, difference) = match (difference, audit.finish()) {
        (Some(difference), _) => (String::new(), Some(difference)),
        (None, Err(found)) => (String::new(), Some(Difference::Replay(Cause::new(found)))),
        (None, Ok((counts, _))) => {
            let room::audit::AuditCounts { records, tables, hands, openings, acts, postings } = counts;
            let seen = format!(
                "{records} records: {tables} tables, {hands} hands, {acts} acts decided again, {postings} postings, {openings} openings, {cards}"
            );
            (seen, None)
        }
    };
    Ok(CheckResult { name: "replay", seen, difference })
}
