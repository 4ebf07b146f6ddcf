//! The sections of a configuration file, as they appear in it.

use serde::Deserialize;
use toml::Spanned;

/// A configuration file as it was written: absent settings are `None`, unknown names are errors.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ConfigFile {
    pub(super) room: RoomPart,
    pub(super) server: ServerPart,
    pub(super) practice: PracticePart,
    pub(super) pace: PacePart,
    pub(super) limits: LimitsPart,
    pub(super) retention: super::retention::RetentionPart,
    pub(super) log: LogPart,
}

/// The sections of the file.
pub(super) const SECTIONS: [&str; 7] = ["room", "server", "practice", "pace", "limits", "retention", "log"];

/// A setting that the file may leave out, with its place in the text.
pub(super) type SpannedOption<T> = Option<Spanned<T>>;

/// The section `room`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RoomPart {
    pub(super) name: SpannedOption<String>,
    pub(super) play_chips: SpannedOption<u64>,
    pub(super) sign_up: SpannedOption<String>,
    pub(super) who_opens_tables: SpannedOption<String>,
    pub(super) chat: Option<bool>,
    pub(super) session_hours: SpannedOption<u64>,
    pub(super) link_hours: SpannedOption<u64>,
    pub(super) staff_second_factor: SpannedOption<String>,
}

/// The section `server`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ServerPart {
    pub(super) listen: SpannedOption<String>,
    pub(super) trusted_proxies: Vec<Spanned<String>>,
    pub(super) origins: Vec<Spanned<String>>,
    pub(super) hosts: Vec<Spanned<String>>,
    pub(super) secure_cookies: SpannedOption<String>,
}

/// The section `practice`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct PracticePart {
    pub(super) tables: SpannedOption<u64>,
    pub(super) bots: SpannedOption<u64>,
}

/// The section `pace`, in milliseconds.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct PacePart {
    pub(super) between_rounds: SpannedOption<u64>,
    pub(super) cut: SpannedOption<u64>,
    pub(super) over_blind: SpannedOption<u64>,
    pub(super) street: SpannedOption<u64>,
    pub(super) show: SpannedOption<u64>,
    pub(super) bot: SpannedOption<u64>,
}

/// The section `limits`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct LimitsPart {
    pub(super) body_bytes: SpannedOption<u64>,
    pub(super) request_seconds: SpannedOption<u64>,
    pub(super) address_a_minute: SpannedOption<u64>,
    pub(super) address_at_once: SpannedOption<u64>,
    pub(super) person_a_minute: SpannedOption<u64>,
    pub(super) person_at_once: SpannedOption<u64>,
    pub(super) sign_ups_a_minute: SpannedOption<u64>,
    pub(super) sign_ups_at_once: SpannedOption<u64>,
    pub(super) hashings: SpannedOption<u64>,
    pub(super) sockets_of_person: SpannedOption<u64>,
    pub(super) sockets_of_address: SpannedOption<u64>,
    pub(super) sockets: SpannedOption<u64>,
    pub(super) connections_of_address: SpannedOption<u64>,
    pub(super) tables_of_person: SpannedOption<u64>,
    pub(super) empty_table_minutes: SpannedOption<u64>,
    pub(super) drain_seconds: SpannedOption<u64>,
    pub(super) disk_free_mb: SpannedOption<u64>,
}

/// The section `log`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct LogPart {
    pub(super) format: SpannedOption<String>,
    pub(super) level: SpannedOption<String>,
}
