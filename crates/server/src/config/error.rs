//! What can be wrong with a configuration.

use std::error::Error;
use std::fmt;
use std::net::{AddrParseError, SocketAddr};
use std::str::Utf8Error;

use room::text::TextProblem;

use super::LONGEST_NAME;
use super::network::{Network, NetworkError};
use super::toml_error::TomlProblem;

/// What is wrong with a configuration, and in which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// The line, from 1; none if the error concerns the whole text.
    pub line: Option<usize>,
    /// What is wrong, and what was expected.
    pub problem: ConfigProblem,
}

/// What is wrong with a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigProblem {
    /// The bytes are not text.
    NotUtf8(Utf8Error),
    /// The text is not TOML, or a value has an unexpected type.
    Toml {
        /// What is wrong, in words for the operator.
        problem: TomlProblem,
        /// What the TOML parser says.
        source: Box<toml::de::Error>,
    },
    /// A number is too small or too large.
    OutOfBounds {
        /// The name of the setting.
        name: &'static str,
        /// The number in the file.
        number: u64,
        /// The smallest number accepted.
        least: u64,
        /// The largest number accepted.
        most: u64,
    },
    /// A setting has a value that is not one of its words.
    UnknownWord {
        /// The name of the setting.
        name: &'static str,
        /// The value in the file.
        given: String,
        /// The words accepted.
        words: Vec<&'static str>,
    },
    /// The name of the room is empty, too long, or has more than one line.
    NameLength,
    /// The name of the room does not read as it was written.
    UnreadableName(TextProblem),
    /// The address to listen on is not an address with a port.
    NotAnAddress {
        /// The text in the file.
        given: String,
        /// What is wrong with it.
        source: AddrParseError,
    },
    /// The network of a trusted proxy is not a network.
    Network(NetworkError),
    /// The network of a trusted proxy includes addresses of strangers.
    TooWide {
        /// The network.
        network: Network,
    },
    /// An origin is not an origin.
    NotAnOrigin {
        /// The text in the file.
        given: String,
    },
    /// A host is not a host.
    NotAHost {
        /// The text in the file.
        given: String,
    },
    /// The second factor is optional, and the room can be reached from other machines.
    OptionalSecondFactor {
        /// The address that the room listens on.
        listen: SocketAddr,
    },
}

impl fmt::Display for ConfigError {
    /// The line and the problem, as the program prints it after the file's name and ends.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.problem),
            None => self.problem.fmt(f),
        }
    }
}

impl Error for ConfigError {
    /// The cause of the problem, as of [`ConfigProblem`]: this error adds only the line.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.problem.source()
    }
}

impl fmt::Display for ConfigProblem {
    /// A sentence for the operator, in lower case without a full stop: what the file has, and what was
    /// expected. Nothing parses it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigProblem::NotUtf8(_) => f.write_str("the text is not UTF-8"),
            ConfigProblem::Toml { problem: TomlProblem::InTheirWords, source } => {
                f.write_str(&source.message().lines().collect::<Vec<_>>().join(" "))
            }
            ConfigProblem::Toml { problem, .. } => problem.fmt(f),
            ConfigProblem::OutOfBounds { name, number, least, most } => {
                write!(f, "{name} = {number}: expected {least} to {most}")
            }
            ConfigProblem::UnknownWord { name, given, words } => {
                write!(f, "{name} = {given:?}: expected {}", words.join(" or "))
            }
            ConfigProblem::NameLength => {
                write!(f, "name: expected 1 to {LONGEST_NAME} characters on one line")
            }
            ConfigProblem::UnreadableName(problem) => write!(f, "name: {problem}"),
            ConfigProblem::NotAnAddress { given, .. } => {
                write!(f, "`{given}` is not an address with a port: expected one like 127.0.0.1:7777")
            }
            ConfigProblem::Network(error) => error.fmt(f),
            ConfigProblem::TooWide { network } => write!(
                f,
                "`{network}` includes addresses of strangers, who could then claim to come from anywhere: \
                 expected only the network of the proxies, with /8 or more bits, or /7 for IPv6"
            ),
            ConfigProblem::NotAnOrigin { given } => write!(
                f,
                "`{given}` is not an origin: expected one like https://room.example, without a path"
            ),
            ConfigProblem::NotAHost { given } => {
                write!(f, "`{given}` is not a host: expected one like room.example, without a port")
            }
            ConfigProblem::OptionalSecondFactor { listen } => write!(
                f,
                "staff_second_factor = \"optional\": expected \"required\", because the room listens on \
                 {listen} or behind a proxy; \"optional\" is only for a room that listens on loopback, \
                 without trusted_proxies"
            ),
        }
    }
}

impl Error for ConfigProblem {
    /// The parser's error, where one is behind the problem; nothing where our own check found it.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ConfigProblem::NotUtf8(error) => Some(error),
            ConfigProblem::Toml { source, .. } => Some(source.as_ref()),
            ConfigProblem::NotAnAddress { source, .. } => Some(source),
            // It stands for the error that it holds.
            ConfigProblem::Network(error) => error.source(),
            ConfigProblem::OutOfBounds { .. }
            | ConfigProblem::UnknownWord { .. }
            | ConfigProblem::NameLength
            | ConfigProblem::UnreadableName(_)
            | ConfigProblem::TooWide { .. }
            | ConfigProblem::NotAnOrigin { .. }
            | ConfigProblem::NotAHost { .. }
            | ConfigProblem::OptionalSecondFactor { .. } => None,
        }
    }
}
