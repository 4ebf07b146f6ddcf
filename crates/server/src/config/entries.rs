//! The configuration entry by entry, as it goes on record: the record shows which settings were in force, and
//! what was changed.

use super::{
    Config, Limits, LogFormat, LogLevel, Openers, Pacing, Practice, RequestRate, Retention, SecondFactor,
    SecureCookies, SignUp,
};

/// Values of a list as the record has them: separated by spaces, empty if there are none.
fn list<T: ToString>(values: &[T]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

impl Config {
    /// Every setting as `section.name` with its value as a configuration file has it. Each start puts them on
    /// record, where an auditor sees what was changed; the names are stored, so they stay. None of them is a
    /// secret.
    pub fn entries(&self) -> Vec<(String, String)> {
        // Destructured without `..`: a new setting must be listed here, or this does not compile.
        let Config {
            name,
            listen,
            play_chips,
            sign_up,
            openers,
            chat,
            session_hours,
            link_hours,
            staff_second_factor,
            trusted_proxies,
            origins,
            hosts,
            secure_cookies,
            practice: Practice { tables, bots },
            pace: Pacing { between_rounds, cut, over_blind, street, show, bot },
            limits,
            retention: Retention { unused_account_days, trace_days },
            log_format,
            log_level,
        } = self;
        let sign_up = match sign_up {
            SignUp::Open => "open",
            SignUp::Closed => "closed",
        };
        let openers = match openers {
            Openers::Players => "players",
            Openers::Operator => "operator",
        };
        let second_factor = match staff_second_factor {
            SecondFactor::Required => "required",
            SecondFactor::Optional => "optional",
        };
        let secure_cookies = match secure_cookies {
            SecureCookies::FromProxy => "told",
            SecureCookies::Always => "always",
        };
        let format = match log_format {
            LogFormat::Text => "text",
            LogFormat::Json => "json",
        };
        let level = match log_level {
            LogLevel::Error => "error",
            LogLevel::Warn => "warn",
            LogLevel::Info => "info",
            LogLevel::Debug => "debug",
        };
        let mut listed = vec![
            ("room.name", name.clone()),
            ("room.play_chips", play_chips.to_string()),
            ("room.sign_up", sign_up.to_owned()),
            ("room.who_opens_tables", openers.to_owned()),
            ("room.chat", chat.to_string()),
            ("room.session_hours", session_hours.to_string()),
            ("room.link_hours", link_hours.to_string()),
            ("room.staff_second_factor", second_factor.to_owned()),
            ("server.listen", listen.to_string()),
            ("server.trusted_proxies", list(trusted_proxies)),
            ("server.origins", list(origins)),
            ("server.hosts", list(hosts)),
            ("server.secure_cookies", secure_cookies.to_owned()),
            ("practice.tables", tables.to_string()),
            ("practice.bots", bots.to_string()),
            ("pace.between_rounds", between_rounds.to_string()),
            ("pace.cut", cut.to_string()),
            ("pace.over_blind", over_blind.to_string()),
            ("pace.street", street.to_string()),
            ("pace.show", show.to_string()),
            ("pace.bot", bot.to_string()),
            ("retention.unused_account_days", unused_account_days.to_string()),
            ("retention.trace_days", trace_days.to_string()),
            ("log.format", format.to_owned()),
            ("log.level", level.to_owned()),
        ];
        listed.extend(limits.entries());
        listed.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

impl Limits {
    /// The settings of the section `limits`, for [`Config::entries`]: with the same names as in the file.
    fn entries(&self) -> Vec<(&'static str, String)> {
        let Limits {
            body_bytes,
            request_seconds,
            address,
            person,
            sign_ups,
            hashings,
            sockets_of_person,
            sockets_of_address,
            sockets,
            connections_of_address,
            tables_of_person,
            empty_table_minutes,
            drain_seconds,
            disk_free_mb,
        } = self;
        let RequestRate { a_minute: address_a_minute, at_once: address_at_once } = address;
        let RequestRate { a_minute: person_a_minute, at_once: person_at_once } = person;
        let RequestRate { a_minute: sign_ups_a_minute, at_once: sign_ups_at_once } = sign_ups;
        vec![
            ("limits.body_bytes", body_bytes.to_string()),
            ("limits.request_seconds", request_seconds.to_string()),
            ("limits.address_a_minute", address_a_minute.to_string()),
            ("limits.address_at_once", address_at_once.to_string()),
            ("limits.person_a_minute", person_a_minute.to_string()),
            ("limits.person_at_once", person_at_once.to_string()),
            ("limits.sign_ups_a_minute", sign_ups_a_minute.to_string()),
            ("limits.sign_ups_at_once", sign_ups_at_once.to_string()),
            ("limits.hashings", hashings.to_string()),
            ("limits.sockets_of_person", sockets_of_person.to_string()),
            ("limits.sockets_of_address", sockets_of_address.to_string()),
            ("limits.sockets", sockets.to_string()),
            ("limits.connections_of_address", connections_of_address.to_string()),
            ("limits.tables_of_person", tables_of_person.to_string()),
            ("limits.empty_table_minutes", empty_table_minutes.to_string()),
            ("limits.drain_seconds", drain_seconds.to_string()),
            ("limits.disk_free_mb", disk_free_mb.to_string()),
        ]
    }
}
