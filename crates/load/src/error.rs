//! What can go wrong between a client and the room, and in a load test.

use std::error::Error;
use std::{fmt, io};

use tokio::task::JoinError;
use tokio_tungstenite::tungstenite;

/// What can go wrong between a client and the room.
#[derive(Debug)]
pub enum ClientError {
    /// The text is not the URL of a room.
    BadUrl {
        /// The text.
        url: String,
    },
    /// Nothing answers at the address.
    Unreachable {
        /// The host and the port that were tried.
        host: String,
        /// What the system says.
        error: io::Error,
    },
    /// A request could not be sent, or its response not received.
    RequestFailed(Box<dyn Error + Send + Sync>),
    /// A request was not answered in time.
    TimedOut {
        /// The path of the request.
        path: String,
    },
    /// The socket cannot be opened.
    NotConnected(Box<dyn Error + Send + Sync>),
    /// The room did not open the socket in time.
    ConnectTimedOut,
    /// The connection broke.
    Broken(Box<tungstenite::Error>),
    /// The room closed the connection.
    Closed {
        /// The code of the closing frame; 1006 if there was none.
        code: u16,
        /// The reason in the closing frame.
        why: String,
    },
    /// The body of a response is not JSON.
    NotJson {
        /// The path of the request.
        path: String,
        /// What is wrong with the body.
        source: serde_json::Error,
    },
    /// The room sent a text that is not a frame.
    NotAFrame {
        /// The text.
        text: String,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// A frame of our own cannot be written.
    Unwritable(serde_json::Error),
    /// The room refused the request.
    Refused {
        /// The HTTP status.
        status: u16,
        /// The code of the refusal.
        code: String,
        /// The reason of the refusal, as a sentence.
        why: String,
    },
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientError::BadUrl { url } => {
                write!(f, "`{url}` is not the address of a room: expected one like http://127.0.0.1:7777")
            }
            ClientError::Unreachable { host, error } => {
                write!(f, "no room can be reached at http://{host}: {error}")
            }
            ClientError::RequestFailed(error) => write!(f, "a request failed: {error}"),
            ClientError::TimedOut { path } => write!(f, "{path} was not answered"),
            ClientError::NotConnected(error) => write!(f, "cannot connect to the room: {error}"),
            ClientError::ConnectTimedOut => f.write_str("cannot connect to the room: no answer"),
            ClientError::Broken(error) => write!(f, "the connection broke: {error}"),
            ClientError::Closed { code, why } => write!(f, "the room closed the connection ({code}): {why}"),
            ClientError::NotJson { path, source } => write!(f, "{path} did not answer with JSON: {source}"),
            ClientError::NotAFrame { text, source } => {
                write!(f, "the room sent a malformed frame: {source}: {text}")
            }
            ClientError::Unwritable(error) => write!(f, "a frame: {error}"),
            ClientError::Refused { status, code, why } => {
                write!(f, "the room refused ({status}, {code}): {why}")
            }
        }
    }
}

impl Error for ClientError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ClientError::Unreachable { error, .. } => Some(error),
            ClientError::RequestFailed(error) | ClientError::NotConnected(error) => Some(error.as_ref()),
            ClientError::Broken(error) => Some(error.as_ref()),
            ClientError::NotJson { source, .. } | ClientError::NotAFrame { source, .. } => Some(source),
            ClientError::Unwritable(error) => Some(error),
            ClientError::BadUrl { .. }
            | ClientError::TimedOut { .. }
            | ClientError::ConnectTimedOut
            | ClientError::Closed { .. }
            | ClientError::Refused { .. } => None,
        }
    }
}

/// Why a load test, or one of its players, cannot go on.
#[derive(Debug)]
pub enum LoadError {
    /// Something went wrong between a client and the room.
    Client(ClientError),
    /// The plan has no seats.
    NoSeats,
    /// The operating system gives no random bytes to name the accounts with.
    Entropy(getrandom::Error),
    /// A task of the preparations panicked.
    Interrupted(JoinError),
    /// The room opened a table and did not say its number.
    NoTable,
    /// A table does not say how many chips a player brings.
    NoStake {
        /// The stakes of the table, as they came.
        stakes: String,
    },
    /// The room refused a seat.
    NotSeated {
        /// The code of the refusal.
        code: String,
        /// The reason of the refusal, as a sentence.
        why: String,
    },
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Client(error) => error.fmt(f),
            LoadError::NoSeats => f.write_str("no seats"),
            LoadError::Entropy(error) => write!(f, "no random bytes to name the accounts: {error}"),
            LoadError::Interrupted(error) => write!(f, "the preparations were interrupted: {error}"),
            LoadError::NoTable => f.write_str("a new table has no number"),
            LoadError::NoStake { stakes } => write!(f, "no stake in {stakes}"),
            LoadError::NotSeated { code, why } => write!(f, "the room refused ({code}): {why}"),
        }
    }
}

impl Error for LoadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            // It stands for the error that it holds.
            LoadError::Client(error) => error.source(),
            LoadError::Entropy(error) => Some(error),
            LoadError::Interrupted(error) => Some(error),
            LoadError::NoSeats
            | LoadError::NoTable
            | LoadError::NoStake { .. }
            | LoadError::NotSeated { .. } => None,
        }
    }
}

impl From<ClientError> for LoadError {
    fn from(error: ClientError) -> LoadError {
        LoadError::Client(error)
    }
}
