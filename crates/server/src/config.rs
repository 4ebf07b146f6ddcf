//! Everything about a room that an operator can configure, with its defaults: a plain function reads it from
//! TOML.

mod consistency;
mod entries;
mod error;
mod file;
mod host;
mod network;
mod retention;
mod toml_error;

use std::net::{Ipv4Addr, SocketAddr};

pub use error::{ConfigError, ConfigProblem};
use file::{ConfigFile, SECTIONS, SpannedOption};
pub use host::host_of;
pub use network::{Network, NetworkError};
pub use retention::Retention;
use rulebook::MAX_CHOSEN_CHIPS;
use toml::Spanned;
pub use toml_error::TomlProblem;

/// The longest name of a room, in characters.
const LONGEST_NAME: usize = 60;

/// Who may open tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Openers {
    /// Every player.
    Players,
    /// The operator only, so nobody until there is one.
    Operator,
}

/// Who may create an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignUp {
    /// Anybody.
    Open,
    /// Nobody.
    Closed,
}

/// Whether staff must sign in with a second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecondFactor {
    /// Always: until it is enrolled, a session has no staff role.
    Required,
    /// Only if the person has enrolled one. Allowed only for a room that is reached from its own machine
    /// alone.
    Optional,
}

/// When the session cookie is sent over TLS only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecureCookies {
    /// When a trusted proxy says that the request came over TLS.
    FromProxy,
    /// Always: TLS is in front, whatever the request says.
    Always,
}

/// The format of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For programs: one JSON object per line.
    Json,
}

/// How much is logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum LogLevel {
    Error,
    Warn,
    Info,
    Debug,
}

/// A rate limit: how many per minute, and how many at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestRate {
    /// How many become available again per minute.
    pub a_minute: u32,
    /// How many at once.
    pub at_once: u32,
}

/// Limits that keep one client from slowing down the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest request body, in bytes.
    pub body_bytes: usize,
    /// How long a request may take, in seconds.
    pub request_seconds: u64,
    /// Requests from one address.
    pub address: RequestRate,
    /// Requests from one person.
    pub person: RequestRate,
    /// New accounts from one address.
    pub sign_ups: RequestRate,
    /// How many passwords are hashed at once; each takes 19 MiB.
    pub hashings: usize,
    /// Sockets per person.
    pub sockets_of_person: u32,
    /// Sockets per address.
    pub sockets_of_address: u32,
    /// Sockets of the whole room.
    pub sockets: u32,
    /// Connections per address, not counting its sockets.
    pub connections_of_address: u32,
    /// Tables that one person may have open.
    pub tables_of_person: u32,
    /// After how many minutes a player's table closes if nobody sits at it; 0 means never.
    pub empty_table_minutes: u64,
    /// How long hands may take to finish when the room stops, in seconds.
    pub drain_seconds: u64,
    /// How much disk space must stay free, in MB.
    pub disk_free_mb: u64,
}

/// Practice tables, at which marked house bots play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Practice {
    /// How many practice tables a new room opens.
    pub tables: u32,
    /// How many bots play at each of them.
    pub bots: u8,
}

/// How fast the software deals and its bots play, in milliseconds. No rule depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Pacing {
    pub between_rounds: u64,
    pub cut: u64,
    pub over_blind: u64,
    pub street: u64,
    pub show: u64,
    pub bot: u64,
}

/// The configuration of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The room's name.
    pub name: String,
    /// The address and port it listens on.
    pub listen: SocketAddr,
    /// Play chips for each new player.
    pub play_chips: u64,
    /// Who may create an account.
    pub sign_up: SignUp,
    /// Who may open tables.
    pub openers: Openers,
    /// Whether people may chat at the tables.
    pub chat: bool,
    /// How long a player's session lasts, in hours.
    pub session_hours: u64,
    /// How long a link to choose a new password lasts, in hours.
    pub link_hours: u64,
    /// Whether staff must sign in with a second factor.
    pub staff_second_factor: SecondFactor,
    /// Addresses of proxies that are trusted to say where a request came from.
    pub trusted_proxies: Vec<Network>,
    /// Origins that pages of this room may have, besides that of the request itself, such as
    /// `https://room.example`.
    pub origins: Vec<String>,
    /// Hosts that requests may name, in lower case and without a port; empty allows any host.
    pub hosts: Vec<String>,
    /// When the session cookie is sent over TLS only.
    pub secure_cookies: SecureCookies,
    /// Practice tables.
    pub practice: Practice,
    /// The pace of tables that the software deals.
    pub pace: Pacing,
    /// Limits.
    pub limits: Limits,
    /// How long personal data is kept.
    pub retention: Retention,
    /// The format of the log.
    pub log_format: LogFormat,
    /// How much is logged.
    pub log_level: LogLevel,
}

impl Default for Config {
    /// What an empty configuration file means: a room on loopback, port 7777, in which players open tables. A
    /// changed default changes every room whose file leaves the setting out.
    fn default() -> Config {
        Config {
            name: "Cardroom".to_owned(),
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 7777)),
            play_chips: 10_000,
            sign_up: SignUp::Open,
            openers: Openers::Players,
            chat: true,
            session_hours: 30 * 24,
            link_hours: 24,
            staff_second_factor: SecondFactor::Required,
            trusted_proxies: Vec::new(),
            origins: Vec::new(),
            hosts: Vec::new(),
            secure_cookies: SecureCookies::FromProxy,
            practice: Practice { tables: 3, bots: 4 },
            pace: Pacing {
                between_rounds: 3000,
                cut: 600,
                over_blind: 3000,
                street: 900,
                show: 3000,
                bot: 900,
            },
            limits: Limits {
                body_bytes: 16 * 1024,
                request_seconds: 20,
                address: RequestRate { a_minute: 1200, at_once: 300 },
                person: RequestRate { a_minute: 600, at_once: 120 },
                sign_ups: RequestRate { a_minute: 2, at_once: 20 },
                hashings: 2,
                sockets_of_person: 8,
                sockets_of_address: 400,
                sockets: 50_000,
                connections_of_address: 200,
                tables_of_person: 20,
                empty_table_minutes: 240,
                drain_seconds: 180,
                disk_free_mb: 64,
            },
            retention: Retention::default(),
            log_format: LogFormat::Text,
            log_level: LogLevel::Info,
        }
    }
}

/// Reads a configuration from TOML; what the text leaves out is as in [`Config::default`], and an unknown
/// section or name is an error. It touches no file and no environment: `cardroom serve` reads the file and
/// adds its flags.
///
/// # Errors
/// The first thing that is wrong, with its line.
pub fn read(bytes: &[u8]) -> Result<Config, ConfigError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
        ConfigError { line: Some(line), problem: ConfigProblem::NotUtf8(error) }
    })?;
    let file: ConfigFile = toml::from_str(text).map_err(|error| toml_error::from_toml(text, error))?;
    ConfigReader { text }.config(file)
}

/// The line, from 1, in which the byte at offset `at` lies: [`ConfigError`] names it.
fn line_of(text: &str, at: usize) -> usize {
    text.as_bytes().iter().take(at).filter(|byte| **byte == b'\n').count() + 1
}

/// Turns the sections of a file into a [`Config`]; it keeps the text, to find the line of each value.
struct ConfigReader<'a> {
    text: &'a str,
}

impl ConfigReader<'_> {
    /// The error for a value in the file, with the line in which the value begins: every error about a value
    /// is made here, so that each has a line.
    fn error_at<T>(&self, given: &Spanned<T>, problem: ConfigProblem) -> ConfigError {
        ConfigError { line: Some(line_of(self.text, given.span().start)), problem }
    }

    /// The whole number that the file gives, or `default` if it leaves the setting out. A number outside
    /// `bounds` (least and most, both allowed) is an error with both.
    fn number(
        &self,
        given: SpannedOption<u64>,
        name: &'static str,
        bounds: (u64, u64),
        default: u64,
    ) -> Result<u64, ConfigError> {
        let Some(given) = given else { return Ok(default) };
        let (least, most) = bounds;
        let number = *given.get_ref();
        if (least..=most).contains(&number) {
            return Ok(number);
        }
        Err(self.error_at(&given, ConfigProblem::OutOfBounds { name, number, least, most }))
    }

    /// As [`number`](ConfigReader::number), for settings that the program holds in 32 bits; the bounds keep
    /// the conversion from losing anything.
    fn number_u32(
        &self,
        given: SpannedOption<u64>,
        name: &'static str,
        bounds: (u32, u32),
        default: u32,
    ) -> Result<u32, ConfigError> {
        let (least, most) = bounds;
        let number = self.number(given, name, (least.into(), most.into()), default.into())?;
        Ok(u32::try_from(number).unwrap_or(most))
    }

    /// The value of a setting that is chosen by word, or `default` if the file leaves it out. The words are
    /// those of [`Config::entries`] and of the documentation; any other is an error that lists them.
    fn word<T: Copy>(
        &self,
        given: SpannedOption<String>,
        name: &'static str,
        words: &[(&'static str, T)],
        default: T,
    ) -> Result<T, ConfigError> {
        let Some(given) = given else { return Ok(default) };
        if let Some((_, value)) = words.iter().find(|(word, _)| word == given.get_ref()) {
            return Ok(*value);
        }
        let words = words.iter().map(|(word, _)| *word).collect();
        let unknown = ConfigProblem::UnknownWord { name, given: given.get_ref().clone(), words };
        Err(self.error_at(&given, unknown))
    }

    /// The configuration of a parsed file: each setting is looked up under its name, checked against its
    /// bounds, or left at its default. Settings are checked one by one; whether they fit together is for
    /// [`Config::check_consistency`].
    fn config(&self, file: ConfigFile) -> Result<Config, ConfigError> {
        let or = Config::default();
        let ConfigFile { room, server, practice, pace, limits, retention, log } = file;
        let name = match room.name {
            Some(given) => {
                let name = given.get_ref().trim().to_owned();
                if !(1..=LONGEST_NAME).contains(&name.chars().count()) || name.contains(char::is_control) {
                    return Err(self.error_at(&given, ConfigProblem::NameLength));
                }
                room::text::check_readable(&name, false)
                    .map_err(|problem| self.error_at(&given, ConfigProblem::UnreadableName(problem)))?;
                name
            }
            None => or.name,
        };
        let listen = match server.listen {
            Some(given) => given.get_ref().parse::<SocketAddr>().map_err(|source| {
                let problem = ConfigProblem::NotAnAddress { given: given.get_ref().clone(), source };
                self.error_at(&given, problem)
            })?,
            None => or.listen,
        };
        let network = |given: &Spanned<String>| {
            let network = given.get_ref().parse::<Network>();
            let network = network.map_err(|error| self.error_at(given, ConfigProblem::Network(error)))?;
            if network.is_too_wide() {
                return Err(self.error_at(given, ConfigProblem::TooWide { network }));
            }
            Ok(network)
        };
        let origin = |given: &Spanned<String>| {
            let text = given.get_ref();
            let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
            let fits = host.is_some_and(|host| {
                !host.is_empty()
                    && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte))
            });
            if fits {
                Ok(text.to_ascii_lowercase())
            } else {
                Err(self.error_at(given, ConfigProblem::NotAnOrigin { given: text.clone() }))
            }
        };
        let host = |given: &Spanned<String>| {
            let text = given.get_ref();
            host_of(text)
                .filter(|host| host.eq_ignore_ascii_case(text))
                .ok_or_else(|| self.error_at(given, ConfigProblem::NotAHost { given: text.clone() }))
        };
        let factors = [("required", SecondFactor::Required), ("optional", SecondFactor::Optional)];
        let openers = [("players", Openers::Players), ("operator", Openers::Operator)];
        let sign_up = [("open", SignUp::Open), ("closed", SignUp::Closed)];
        let cookies = [("told", SecureCookies::FromProxy), ("always", SecureCookies::Always)];
        let formats = [("text", LogFormat::Text), ("json", LogFormat::Json)];
        let levels = [
            ("error", LogLevel::Error),
            ("warn", LogLevel::Warn),
            ("info", LogLevel::Info),
            ("debug", LogLevel::Debug),
        ];
        const MOST_PAUSE: u64 = 60_000;
        let pause = |given, name, default| self.number(given, name, (0, MOST_PAUSE), default);
        let rate = |minute, once, names: (&'static str, &'static str), or: RequestRate| {
            Ok::<RequestRate, ConfigError>(RequestRate {
                a_minute: self.number_u32(minute, names.0, (1, 1_000_000), or.a_minute)?,
                at_once: self.number_u32(once, names.1, (1, 1_000_000), or.at_once)?,
            })
        };
        let bots = self.number_u32(practice.bots, "bots", (0, 9), or.practice.bots.into())?;
        let body =
            self.number(limits.body_bytes, "body_bytes", (1024, 1 << 20), or.limits.body_bytes as u64)?;
        let hashings = self.number_u32(limits.hashings, "hashings", (1, 64), or.limits.hashings as u32)?;
        Ok(Config {
            name,
            listen,
            play_chips: self.number(room.play_chips, "play_chips", (0, MAX_CHOSEN_CHIPS), or.play_chips)?,
            sign_up: self.word(room.sign_up, "sign_up", &sign_up, or.sign_up)?,
            openers: self.word(room.who_opens_tables, "who_opens_tables", &openers, or.openers)?,
            chat: room.chat.unwrap_or(or.chat),
            session_hours: self.number(room.session_hours, "session_hours", (1, 8760), or.session_hours)?,
            link_hours: self.number(room.link_hours, "link_hours", (1, 168), or.link_hours)?,
            staff_second_factor: self.word(
                room.staff_second_factor,
                "staff_second_factor",
                &factors,
                or.staff_second_factor,
            )?,
            trusted_proxies: server.trusted_proxies.iter().map(network).collect::<Result<_, _>>()?,
            origins: server.origins.iter().map(origin).collect::<Result<_, _>>()?,
            hosts: server.hosts.iter().map(host).collect::<Result<_, _>>()?,
            secure_cookies: self.word(
                server.secure_cookies,
                "secure_cookies",
                &cookies,
                or.secure_cookies,
            )?,
            practice: Practice {
                tables: self.number_u32(practice.tables, "tables", (0, 1000), or.practice.tables)?,
                bots: u8::try_from(bots).unwrap_or(u8::MAX),
            },
            pace: Pacing {
                between_rounds: pause(pace.between_rounds, "between_rounds", or.pace.between_rounds)?,
                cut: pause(pace.cut, "cut", or.pace.cut)?,
                over_blind: pause(pace.over_blind, "over_blind", or.pace.over_blind)?,
                street: pause(pace.street, "street", or.pace.street)?,
                show: pause(pace.show, "show", or.pace.show)?,
                bot: pause(pace.bot, "bot", or.pace.bot)?,
            },
            limits: Limits {
                body_bytes: usize::try_from(body).unwrap_or(or.limits.body_bytes),
                request_seconds: self.number(
                    limits.request_seconds,
                    "request_seconds",
                    (1, 600),
                    or.limits.request_seconds,
                )?,
                address: rate(
                    limits.address_a_minute,
                    limits.address_at_once,
                    ("address_a_minute", "address_at_once"),
                    or.limits.address,
                )?,
                person: rate(
                    limits.person_a_minute,
                    limits.person_at_once,
                    ("person_a_minute", "person_at_once"),
                    or.limits.person,
                )?,
                sign_ups: rate(
                    limits.sign_ups_a_minute,
                    limits.sign_ups_at_once,
                    ("sign_ups_a_minute", "sign_ups_at_once"),
                    or.limits.sign_ups,
                )?,
                hashings: hashings as usize,
                sockets_of_person: self.number_u32(
                    limits.sockets_of_person,
                    "sockets_of_person",
                    (1, 1000),
                    or.limits.sockets_of_person,
                )?,
                sockets_of_address: self.number_u32(
                    limits.sockets_of_address,
                    "sockets_of_address",
                    (1, 1_000_000),
                    or.limits.sockets_of_address,
                )?,
                sockets: self.number_u32(limits.sockets, "sockets", (1, 1_000_000), or.limits.sockets)?,
                connections_of_address: self.number_u32(
                    limits.connections_of_address,
                    "connections_of_address",
                    (1, 1_000_000),
                    or.limits.connections_of_address,
                )?,
                tables_of_person: self.number_u32(
                    limits.tables_of_person,
                    "tables_of_person",
                    (1, 20_000),
                    or.limits.tables_of_person,
                )?,
                empty_table_minutes: self.number(
                    limits.empty_table_minutes,
                    "empty_table_minutes",
                    (0, 525_600),
                    or.limits.empty_table_minutes,
                )?,
                drain_seconds: self.number(
                    limits.drain_seconds,
                    "drain_seconds",
                    (1, 86_400),
                    or.limits.drain_seconds,
                )?,
                disk_free_mb: self.number(
                    limits.disk_free_mb,
                    "disk_free_mb",
                    (0, 1_000_000),
                    or.limits.disk_free_mb,
                )?,
            },
            retention: self.retention(retention)?,
            log_format: self.word(log.format, "format", &formats, or.log_format)?,
            log_level: self.word(log.level, "level", &levels, or.log_level)?,
        })
    }
}
