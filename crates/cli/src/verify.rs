//! `cardroom verify`: reads a room's records again from the first, without trusting the program that wrote
//! them.

use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind, Read};
use std::path::PathBuf;
use std::process::ExitCode;

use fair::RoomKey;
use room::audit::Audit;
use room::port::{Cause, StoreError};
use serde::Serialize;
use store::error::{KeysError, RecordError};
use store::permissions::open_named;
use store::{CheckResult, Difference, Records, verify};

use crate::folders::FolderError;
use crate::outside_log::OutsideLogError;
use crate::records_error::{RecordsError, holds_records_errors};
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

/// `cardroom verify`: runs every check and prints its line; exit code 0 if all hold, 1 if something differs
/// from what a room wrote, 2 if the checks cannot be run.
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

/// Prints a line on stdout for each check, in order: words for people, or with `json` an object that programs
/// read. Also for `backup`, `restore` and `upgrade`, which check data too.
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

/// Why a room's records cannot be checked.
#[derive(Debug)]
enum VerifyError {
    /// The records or the keys cannot be read, or the line for the record cannot be left.
    Records(RecordsError),
    /// The file of `--checkpoints` cannot be read.
    Checkpoints {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The default folder has neither checkpoints nor a public key.
    NoKeys {
        /// The folder.
        folder: PathBuf,
    },
    /// There is no public key beside the checkpoints.
    NoPublicKey {
        /// Where it should be.
        path: PathBuf,
    },
    /// The public key cannot be read.
    PublicKeyUnreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file does not hold a public key.
    PublicKey {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: KeysError,
    },
}

holds_records_errors!(VerifyError: StoreError, FolderError, OutsideLogError, RecordsError);

impl fmt::Display for VerifyError {
    /// Why `cardroom verify` cannot check anything (exit code 2): one line after `error:`, with the option
    /// that names the missing file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VerifyError::Records(error) => error.fmt(f),
            VerifyError::Checkpoints { path, source } => {
                write!(f, "cannot read {}: {source}", path.display())?;
                if source.kind() == ErrorKind::NotFound {
                    f.write_str(
                        "; --checkpoints names the file checkpoints in the folder of the room's keys, or a copy of it",
                    )?;
                }
                Ok(())
            }
            VerifyError::NoKeys { folder } => write!(
                f,
                "the keys of this room are not in {}: --checkpoints names the file checkpoints in the folder that has them",
                folder.display()
            ),
            VerifyError::NoPublicKey { path } => write!(
                f,
                "there is no {}, the public half of the key that signs: `cardroom serve` writes it beside the key at each start where it is missing; it is no secret, and --public-key names a copy of it elsewhere",
                path.display()
            ),
            VerifyError::PublicKeyUnreadable { path, source } if source.kind() == ErrorKind::InvalidData => {
                write!(
                    f,
                    "{} is not text: expected a line of 64 hexadecimal digits, as in signing.pub",
                    path.display()
                )
            }
            VerifyError::PublicKeyUnreadable { path, source } => {
                write!(f, "cannot read {}: {source}", path.display())?;
                if source.kind() == ErrorKind::NotFound {
                    f.write_str(
                        "; --public-key names the file signing.pub, which `cardroom serve` writes beside the key that signs",
                    )?;
                }
                Ok(())
            }
            VerifyError::PublicKey { path, source } => write!(f, "{}: {source}", path.display()),
        }
    }
}

impl Error for VerifyError {
    /// The cause below the message: the error of the system or the store; `None` where only a file is
    /// missing.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            VerifyError::Records(error) => error.source(),
            VerifyError::Checkpoints { source, .. } | VerifyError::PublicKeyUnreadable { source, .. } => {
                Some(source)
            }
            VerifyError::PublicKey { source, .. } => Some(source),
            VerifyError::NoKeys { .. } | VerifyError::NoPublicKey { .. } => None,
        }
    }
}

/// Finds checkpoints and public key (in the default keys folder, or where the options say), checks the stored
/// data, and replays its records. With both halves of the key, that hidden cards are opened goes on the
/// room's record first.
fn run_checks(args: &VerifyArgs) -> Result<Vec<CheckResult>, VerifyError> {
    // Without data, nothing else is worth reporting.
    let records = Records::open(&args.data)?;
    let folder = folders::keys_folder(None, Some(&args.data))?;
    let checkpoints = args.checkpoints.clone().unwrap_or_else(|| folder.join("checkpoints"));
    if let Some(file) = &args.checkpoints
        && let Err(source) = open_named(file)
    {
        return Err(VerifyError::Checkpoints { path: file.clone(), source });
    }
    // The public key lies beside the checkpoints, unless another place is named.
    let beside = args.checkpoints.as_ref().and_then(|file| file.parent()).unwrap_or(&folder);
    let public = args.public_key.clone().unwrap_or_else(|| beside.join(store::keys::PUBLIC_FILE));
    let mut text = String::new();
    let read = open_named(&public).and_then(|file| file.take(MAX_KEY_FILE).read_to_string(&mut text));
    if let Err(source) = read {
        let is_missing = source.kind() == ErrorKind::NotFound && args.public_key.is_none();
        return Err(if is_missing && args.checkpoints.is_none() && !checkpoints.exists() {
            VerifyError::NoKeys { folder }
        } else if is_missing {
            VerifyError::NoPublicKey { path: public }
        } else {
            VerifyError::PublicKeyUnreadable { path: public, source }
        });
    }
    let public = store::keys::parse_public_key(text.trim())
        .map_err(|source| VerifyError::PublicKey { path: public, source })?;
    let room_key = export::room_key(&args.keys, &args.data)?;
    if room_key.is_some() {
        outside_log::log_command(&args.data, "verify --keys", true)?;
    }
    let mut checks = verify(&args.data, &checkpoints, &public)?;
    checks.push(check_replay(records, room_key.as_ref()));
    Ok(checks)
}

/// The check named `replay`, for `verify` and `serve --verify`: decides every stored act again, and the same
/// facts must follow, the same chips move, and the cards be those that were committed to. With `keys`, hidden
/// cards too.
pub(crate) fn check_replay(records: Records, keys: Option<&RoomKey>) -> CheckResult {
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
    CheckResult { name: "replay", seen, difference }
}
