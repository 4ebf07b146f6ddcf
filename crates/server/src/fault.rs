//! What broke behind a request. The client gets a number, and the log has the fault under it.

use std::error::Error;
use std::fmt;

use axum::http::header::InvalidHeaderValue;
use qrcodegen::DataTooLong;
use room::port::StoreError;
use room::requests::RoomRefusal;
use seating::Person;
use tokio::sync::AcquireError;
use tokio::task::JoinError;
use totp_rs::TotpError;

/// What broke behind a request.
#[derive(Debug)]
pub enum Fault {
    /// The store cannot read or write.
    Store(StoreError),
    /// The room says that something broke at a table.
    Room(Box<RoomRefusal>),
    /// The task that read the store panicked, or the server stops.
    ReadInterrupted(JoinError),
    /// Nobody hands out turns for reading any more.
    ReadingStopped(AcquireError),
    /// The task that hashed a password panicked, or the server stops.
    HashInterrupted(JoinError),
    /// Nobody hands out turns for hashing any more.
    HashingStopped(AcquireError),
    /// A handler panicked.
    Panicked {
        /// The message of the panic, if it has one.
        message: Option<String>,
    },
    /// A handler ran without the guard in front of it.
    GuardBypassed,
    /// The operating system gives no random bytes.
    NoRandomBytes(getrandom::Error),
    /// No password can be hashed with these parameters.
    HashParameters(argon2::Error),
    /// A password could not be hashed.
    Hash(argon2::password_hash::Error),
    /// The secret of a second factor makes no codes.
    UnusableFactor(TotpError),
    /// The link to a second factor is longer than any QR code holds.
    QrCode(DataTooLong),
    /// The token of a session does not fit into a header.
    SessionCookie(InvalidHeaderValue),
    /// The mark of a device does not fit into a header.
    DeviceCookie(InvalidHeaderValue),
    /// The stored second factor of a person cannot be opened.
    SecondFactor {
        /// The person.
        person: Person,
        /// Why not.
        source: Box<dyn Error + Send + Sync>,
    },
    /// A name to sign in with does not fit into the header that names a file.
    LoginInHeader(InvalidHeaderValue),
    /// A report was accepted, and no event records it.
    ReportNotRecorded,
}

impl fmt::Display for Fault {
    /// What broke, in a sentence for the log; clients get only the number under which it stands there.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Store(error) => error.fmt(f),
            Fault::Room(refusal) => f.write_str(&refusal.why),
            Fault::ReadInterrupted(error) => write!(f, "a read of the store was interrupted: {error}"),
            Fault::ReadingStopped(_) => f.write_str("no more is read"),
            Fault::HashInterrupted(error) => write!(f, "a hash was interrupted: {error}"),
            Fault::HashingStopped(_) => f.write_str("hashing has stopped"),
            Fault::Panicked { message } => {
                let message = message.as_deref().unwrap_or("the panic has no message");
                write!(f, "a request panicked: {message}")
            }
            Fault::GuardBypassed => f.write_str("a request bypassed the guard"),
            Fault::NoRandomBytes(error) => write!(f, "cannot draw random bytes: {error}"),
            Fault::HashParameters(error) => {
                write!(f, "these parameters cannot hash passwords: {error}")
            }
            Fault::Hash(error) => write!(f, "cannot hash a password: {error}"),
            Fault::UnusableFactor(error) => write!(f, "the second factor is unusable: {error}"),
            Fault::QrCode(error) => write!(f, "the link does not fit into a QR code: {error}"),
            Fault::SessionCookie(_) => f.write_str("a token does not fit into a cookie"),
            Fault::DeviceCookie(_) => f.write_str("the mark of a device does not fit into a cookie"),
            Fault::SecondFactor { person, source } => {
                write!(f, "the second factor of person {}: {source}", person.0)
            }
            Fault::LoginInHeader(_) => f.write_str("a sign-in name does not fit into a header"),
            Fault::ReportNotRecorded => f.write_str("a report is not on record"),
        }
    }
}

impl Error for Fault {
    /// The error of the library or of the store behind the fault; `Store` stands for the error that it holds,
    /// and is left out of the chain.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            // It stands for the error that it holds.
            Fault::Store(error) => error.source(),
            Fault::ReadInterrupted(error) | Fault::HashInterrupted(error) => Some(error),
            Fault::ReadingStopped(error) | Fault::HashingStopped(error) => Some(error),
            Fault::SecondFactor { source, .. } => Some(source.as_ref()),
            Fault::NoRandomBytes(error) => Some(error),
            Fault::HashParameters(error) => Some(error),
            Fault::Hash(error) => Some(error),
            Fault::UnusableFactor(error) => Some(error),
            Fault::QrCode(error) => Some(error),
            Fault::SessionCookie(error) | Fault::DeviceCookie(error) | Fault::LoginInHeader(error) => {
                Some(error)
            }
            Fault::Room(_) | Fault::Panicked { .. } | Fault::GuardBypassed | Fault::ReportNotRecorded => None,
        }
    }
}

impl From<StoreError> for Fault {
    /// Lets code that touches the store use `?`.
    fn from(error: StoreError) -> Fault {
        Fault::Store(error)
    }
}
