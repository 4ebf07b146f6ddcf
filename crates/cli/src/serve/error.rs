//! Why a room is not served, or no longer.

use std::error::Error;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use fair::RoomKeyError;
use room::port::StoreError;
use room::requests::RoomRefusal;
use server::config::ConfigError;
use store::Difference;

use crate::folders::FolderError;
use crate::records_error::{RecordsError, holds_records_errors};
use crate::text_files::TextFileError;

/// Advice when what a start writes cannot be stored.
const HELP: &str = "see that the disk of the data has space and can be written to; `cardroom verify` says whether the data is whole, and `cardroom restore --replace` puts a backup in its place";

/// Advice when what a start reads is not what a room wrote.
const DAMAGED_HELP: &str = "nothing was written; `cardroom verify` says what differs, and `cardroom restore --replace` puts a backup in the place of the data";

/// Why `cardroom serve` could not open the room, or why the room ended.
#[derive(Debug)]
pub(super) enum ServeError {
    /// `--database-url` names a database, and only the embedded one exists.
    DatabaseUrl {
        /// As it was named.
        url: String,
    },
    /// `--nats-url` names a bus, and a room of several nodes does not exist yet.
    NatsUrl {
        /// As it was named.
        url: String,
    },
    /// The file of `--config` cannot be read as text.
    ConfigUnreadable(TextFileError),
    /// The file of `--config` is not a configuration.
    ConfigFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and where.
        source: ConfigError,
    },
    /// The options on the command line contradict the defaults.
    Config(ConfigError),
    /// The threads to serve with cannot be started.
    Runtime(io::Error),
    /// The address cannot be listened on.
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// The system does not report the address that was bound.
    NoAddress(io::Error),
    /// The data folder cannot be made.
    DataFolder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The data or the keys cannot be opened, or the data cannot be closed in order.
    Records(RecordsError),
    /// `--verify` cannot check the data.
    Unchecked(StoreError),
    /// `--verify` found a difference.
    Differs {
        /// The name of the check.
        check: &'static str,
        /// What differs.
        difference: Difference,
    },
    /// The system gives no random bytes.
    NoEntropy(Box<dyn Error + Send + Sync>),
    /// The room key is not a usable key.
    RoomKey(RoomKeyError),
    /// What the room would go on from cannot be read.
    Unreadable(StoreError),
    /// What a start writes cannot be stored.
    Unwritable(StoreError),
    /// The first administrator cannot be given a link.
    NoFirstLink(Box<dyn Error + Send + Sync>),
    /// A practice table cannot be opened.
    PracticeTable {
        /// Its number, from 1.
        number: u64,
        /// What the room says.
        refusal: Box<RoomRefusal>,
    },
    /// The store broke, and the room has stopped.
    Broken(StoreError),
}

holds_records_errors!(ServeError: StoreError, FolderError);

impl fmt::Display for ServeError {
    /// Why the room is not served, or no longer: one line after `error:`, with what the operator can do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::DatabaseUrl { url } => write!(
                f,
                "--database-url {url}: only the embedded database is there so far; leave this out and name a folder with --data"
            ),
            ServeError::NatsUrl { url } => {
                write!(f, "--nats-url {url}: a room of several nodes is not there so far; leave this out")
            }
            ServeError::ConfigUnreadable(error) => write!(f, "{error}; without --config the defaults hold"),
            ServeError::ConfigFile { path, source } => write!(f, "{}: {source}", path.display()),
            ServeError::Config(error) => error.fmt(f),
            ServeError::Runtime(error) => {
                write!(f, "cannot start: {error}; the system has to give this program threads and open files")
            }
            ServeError::Listen { address, source } => {
                write!(f, "cannot listen on {address}: {source}; --listen names another address")
            }
            ServeError::NoAddress(error) => {
                write!(f, "cannot tell the address: {error}; --listen names another")
            }
            ServeError::DataFolder { path, source } => {
                write!(f, "cannot make {}: {source}; --data names another folder", path.display())
            }
            ServeError::Records(error) => error.fmt(f),
            ServeError::Unchecked(error) => {
                write!(f, "the data cannot be checked: {error}; {DAMAGED_HELP}")
            }
            ServeError::Differs { check, difference } => write!(
                f,
                "the data differs from what a room wrote: {check}: {difference}; `cardroom restore --replace` puts a backup in its place"
            ),
            ServeError::NoEntropy(error) => write!(
                f,
                "{error}: without random bytes of the system nothing is dealt; start the room again when it gives them"
            ),
            ServeError::RoomKey(error) => write!(
                f,
                "the key of the room cannot be used: {error}; bring back the one of its first start"
            ),
            ServeError::Unreadable(error) => write!(f, "cannot open the room: {error}; {DAMAGED_HELP}"),
            ServeError::Unwritable(error) => write!(f, "cannot open the room: {error}; {HELP}"),
            ServeError::NoFirstLink(error) => {
                write!(f, "there is no link for the first administrator: {error}; {HELP}")
            }
            ServeError::PracticeTable { number, refusal } => write!(
                f,
                "the room is not founded yet, for practice table {number} cannot be opened: {refusal}; the next start \
                 goes on from there, and `tables = 0` under [practice] does without"
            ),
            ServeError::Broken(error) => write!(
                f,
                "nothing can be stored, and the room has stopped: {error}; start it again when that is mended"
            ),
        }
    }
}

impl Error for ServeError {
    /// The cause below the message. A variant whose message is that of the error it holds gives what is
    /// behind that one instead, so that no sentence is said twice.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ServeError::ConfigUnreadable(error) => Some(error),
            ServeError::ConfigFile { source, .. } => Some(source),
            ServeError::Config(error) => error.source(),
            ServeError::Runtime(error) | ServeError::NoAddress(error) => Some(error),
            ServeError::Listen { source, .. } | ServeError::DataFolder { source, .. } => Some(source),
            ServeError::Records(error) => error.source(),
            ServeError::Differs { difference, .. } => Some(difference),
            ServeError::NoEntropy(error) | ServeError::NoFirstLink(error) => Some(error.as_ref()),
            ServeError::RoomKey(error) => Some(error),
            ServeError::Unchecked(error)
            | ServeError::Unreadable(error)
            | ServeError::Unwritable(error)
            | ServeError::Broken(error) => Some(error),
            ServeError::DatabaseUrl { .. }
            | ServeError::NatsUrl { .. }
            | ServeError::PracticeTable { .. } => None,
        }
    }
}
