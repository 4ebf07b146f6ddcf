//! The configuration file.

use proptest::prelude::*;
use server::config::{
    Config, LogFormat, Openers, RequestRate, Retention, SecondFactor, SecureCookies, SignUp, read,
};

#[test]
fn an_empty_file_is_the_default() {
    assert_eq!(read(b""), Ok(Config::default()));
    assert_eq!(read(b"# nothing\n[room]\n[limits]\n"), Ok(Config::default()));
}

#[test]
fn everything_can_be_chosen() {
    let text = br#"
[room]
name = "The Back Room"
play_chips = 5000
sign_up = "closed"
who_opens_tables = "operator"
chat = false
session_hours = 12
link_hours = 2
staff_second_factor = "optional"

[server]
listen = "[::1]:9000"
trusted_proxies = ["10.0.0.0/8", "::1"]
origins = ["https://Room.example"]
secure_cookies = "always"

[practice]
tables = 0
bots = 2

[pace]
between_rounds = 0
cut = 1
over_blind = 5
street = 2
show = 3
bot = 4

[limits]
body_bytes = 2048
request_seconds = 5
address_a_minute = 10
address_at_once = 11
person_a_minute = 12
person_at_once = 13
sign_ups_a_minute = 14
sign_ups_at_once = 15
hashings = 16
sockets_of_person = 17
sockets = 18

[retention]
unused_account_days = 19
trace_days = 20

[log]
format = "json"
level = "debug"
"#;
    let config = read(text).expect("readable");
    assert_eq!(config.retention, Retention { unused_account_days: 19, trace_days: 20 });
    assert_eq!((config.name.as_str(), config.play_chips), ("The Back Room", 5000));
    assert_eq!((config.sign_up, config.openers), (SignUp::Closed, Openers::Operator));
    assert!(!config.chat);
    assert_eq!((config.session_hours, config.link_hours), (12, 2));
    assert_eq!(config.staff_second_factor, SecondFactor::Optional);
    assert_eq!(config.listen.to_string(), "[::1]:9000");
    assert!(config.trusted_proxies[0].contains("10.255.0.1".parse().expect("an address")));
    assert!(!config.trusted_proxies[0].contains("11.0.0.1".parse().expect("an address")));
    assert!(config.trusted_proxies[1].contains("::1".parse().expect("an address")));
    assert_eq!(config.origins, ["https://room.example"]);
    assert_eq!(config.secure_cookies, SecureCookies::Always);
    assert_eq!((config.practice.tables, config.practice.bots), (0, 2));
    let pace = config.pace;
    assert_eq!(
        [pace.between_rounds, pace.cut, pace.street, pace.show, pace.bot, pace.over_blind],
        [0, 1, 2, 3, 4, 5]
    );
    let limits = config.limits;
    assert_eq!((limits.body_bytes, limits.request_seconds), (2048, 5));
    assert_eq!(limits.address, RequestRate { a_minute: 10, at_once: 11 });
    assert_eq!(limits.person, RequestRate { a_minute: 12, at_once: 13 });
    assert_eq!(limits.sign_ups, RequestRate { a_minute: 14, at_once: 15 });
    assert_eq!((limits.hashings, limits.sockets_of_person, limits.sockets), (16, 17, 18));
    assert_eq!(config.log_format, LogFormat::Json);
}

/// A new player's grant has the same bound as the amounts of a table.
#[test]
fn a_new_player_is_granted_a_thousand_million_chips_at_most() {
    let most = read(b"[room]\nplay_chips = 1000000000\n").expect("as much as there may be");
    assert_eq!(most.play_chips, 1_000_000_000);
    read(b"[room]\nplay_chips = 1000000001\n").expect_err("one more");
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let cases: [(&[u8], usize, &str); 11] = [
        (b"[room]\nplay_chips = 1000000001\n", 2, "play_chips = 1000000001: expected 0 to 1000000000"),
        (b"[room]\nname = \"\"\n", 2, "name: expected 1 to 60 characters on one line"),
        (b"[room]\n\nplay_chips = 9999999999\n", 3, "play_chips = 9999999999: expected 0 to 1000000000"),
        (b"[room]\nsign_up = \"maybe\"\n", 2, "sign_up = \"maybe\": expected open or closed"),
        (b"[server]\nlisten = \"here\"\n", 2, "`here` is not an address with a port"),
        (b"[server]\ntrusted_proxies = [\n\"::1\",\n\"10.0.0.0/33\"]\n", 4, "`10.0.0.0/33` is not a network"),
        (b"[server]\norigins = [\"https://a/b\"]\n", 2, "`https://a/b` is not an origin"),
        (b"[limits]\nhashings = 0\n", 2, "hashings = 0: expected 1 to 64"),
        (b"[room]\nname = \"a\"\ncolour = \"red\"\n", 3, "unknown field `colour`"),
        (b"[room]\nplay_chips = \"many\"\n", 2, "play_chips = \"many\": expected a whole number"),
        (b"[room]\nname = \"\xff\"\n", 2, "the text is not UTF-8"),
    ];
    for (text, line, what) in cases {
        let wrong = read(text).expect_err("wrong");
        let shown = wrong.to_string();
        assert_eq!(wrong.line, Some(line), "{shown}");
        assert!(shown.starts_with(&format!("line {line}: ")) && shown.contains(what), "{shown}");
        assert!(!shown.contains('\n') && !shown.ends_with('.'), "{shown:?}");
    }
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300), text in "\\PC{0,200}") {
        let _ = read(&bytes);
        let _ = read(text.as_bytes());
        let _ = read(format!("[limits]\nsockets = {text}\n").as_bytes());
    }
}

/// The error names the setting, the value and what is expected, in words for the operator rather than the
/// program's.
#[test]
fn a_value_of_the_wrong_kind_is_told_with_its_name() {
    for (text, told) in [
        ("[room]\nplay_chips = -1\n", "line 2: play_chips = -1: expected a whole number, without a sign"),
        (
            "[room]\nplay_chips = \"many\"\n",
            "line 2: play_chips = \"many\": expected a whole number, without a sign",
        ),
        (
            "[limits]\nsockets = 1e9 # many\n",
            "line 2: sockets = 1e9: expected a whole number, without a sign",
        ),
        ("[room]\nchat = \"yes\"\n", "line 2: chat = \"yes\": expected true or false"),
        ("[room]\nname = 7\n", "line 2: name = 7: expected a text in quotation marks"),
        (
            "[server]\nhosts = \"room.example\"\n",
            "line 2: hosts = \"room.example\": expected a list in square brackets",
        ),
        ("[room]\nname = \"a\"\nname = \"b\"\n", "line 3: name appears twice"),
        ("[room]\nname = \"a\"\n[log]\n[room]\n", "line 4: [room] appears twice"),
        ("room = 3\n", "line 1: room = 3: expected a section: a line with [room] and its values below"),
        ("[[room]]\nname = \"x\"\n", "line 1: [[room]]: expected [room], because each section appears once"),
        ("[room.name]\nx = 1\n", "line 1: [room.name]: expected a text in quotation marks"),
        ("[limits]\nsockets = 1_000x\n", "line 2: sockets = 1_000x: expected a whole number, without a sign"),
        ("[limits]\nsockets = 12 13\n", "line 2: sockets = 12 13: expected a whole number, without a sign"),
        ("[room]\nname =\n", "line 2: name: expected a value after ="),
        (
            "[room]\nname = Back\n",
            "line 2: name = Back: expected one value: a whole number, true or false, a text in quotation marks, or a list in square brackets",
        ),
        ("[room]\nname\n", "line 2: name: expected a name, = and a value"),
        ("[server]\nhosts = [\n  3,\n]\n", "line 3: 3,: expected a text in quotation marks"),
        (
            "[room]\nname = \"a\\u202eb\"\n",
            "line 2: name: the character U+202E is invisible to readers: leave it out",
        ),
        (
            "[room]\nname = \"a\\u200bb\"\n",
            "line 2: name: the character U+200B is invisible to readers: leave it out",
        ),
    ] {
        assert_eq!(read(text.as_bytes()).expect_err("wrong").to_string(), told);
    }
}

/// A trusted proxy is believed in where a request comes from, so no network of strangers is trusted.
#[test]
fn no_network_of_strangers_is_trusted() {
    let trusts = |network: &str| read(format!("[server]\ntrusted_proxies = [\"{network}\"]\n").as_bytes());
    for wide in ["0.0.0.0/0", "0.0.0.0/1", "128.0.0.0/1", "8.0.0.0/7", "::/0", "2000::/3", "fc00::/6"] {
        let wrong = trusts(wide).expect_err(wide).to_string();
        assert!(wrong.starts_with(&format!("line 2: `{wide}` includes addresses of strangers")), "{wrong}");
    }
    for narrow in ["10.0.0.0/8", "fc00::/7", "192.0.2.7", "2001:db8::/32"] {
        assert!(trusts(narrow).is_ok(), "{narrow}");
    }
}

/// The page that describes the file shows every setting with its default.
#[test]
fn the_described_file_is_the_default() {
    let page = include_str!("../../../../docs/configuration.md");
    let text = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    assert_eq!(read(text.as_bytes()), Ok(Config::default()));
    let names = text.lines().filter(|line| line.contains(" = ")).count();
    assert_eq!(names, 42, "every name is shown");
}

/// The names that a section of the file may have, as its reader gives them; without a section, the names of
/// the sections.
fn known_names(section: &str) -> Vec<String> {
    let text = if section.is_empty() { "x = 1\n".to_owned() } else { format!("[{section}]\nx = 1\n") };
    let wrong = read(text.as_bytes()).expect_err("there is no such name").to_string();
    let (_, expected) = wrong.split_once("expected").unwrap_or_else(|| panic!("{wrong}"));
    expected.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Proves PRO-05: no setting of the configuration reaches the deck, the ranking of hands or the rules. A new
/// one is added here by somebody who has made sure of that; `pace` is how long the dealer waits, and no rule
/// depends on it.
#[test]
fn no_name_of_the_configuration_reaches_the_deck_the_ranking_or_the_rules() {
    let reviewed: [(&str, &[&str]); 7] = [
        (
            "room",
            &[
                "name",
                "play_chips",
                "sign_up",
                "who_opens_tables",
                "chat",
                "session_hours",
                "link_hours",
                "staff_second_factor",
            ],
        ),
        ("server", &["listen", "trusted_proxies", "origins", "hosts", "secure_cookies"]),
        ("practice", &["tables", "bots"]),
        ("pace", &["between_rounds", "cut", "over_blind", "street", "show", "bot"]),
        (
            "limits",
            &[
                "body_bytes",
                "request_seconds",
                "address_a_minute",
                "address_at_once",
                "person_a_minute",
                "person_at_once",
                "sign_ups_a_minute",
                "sign_ups_at_once",
                "hashings",
                "sockets_of_person",
                "sockets_of_address",
                "sockets",
                "connections_of_address",
                "tables_of_person",
                "empty_table_minutes",
                "drain_seconds",
                "disk_free_mb",
            ],
        ),
        ("retention", &["unused_account_days", "trace_days"]),
        ("log", &["format", "level"]),
    ];
    let sections: Vec<&str> = reviewed.iter().map(|(section, _)| *section).collect();
    assert_eq!(known_names(""), sections);
    for (section, names) in reviewed {
        assert_eq!(known_names(section), names, "[{section}]");
    }
}

/// Proves ACS-03: staff may go without a second factor only if nobody else can reach the room.
#[test]
fn a_second_factor_is_optional_on_loopback_alone() {
    let fits = |text: &str| read(text.as_bytes()).expect("readable").check_consistency();
    let optional = "[room]\nstaff_second_factor = \"optional\"\n";
    assert_eq!(Config::default().staff_second_factor, SecondFactor::Required);
    assert_eq!(fits(optional), Ok(()));
    assert_eq!(fits(&format!("{optional}[server]\nlisten = \"[::1]:7000\"\n")), Ok(()));
    for server in [
        "listen = \"0.0.0.0:7777\"",
        "listen = \"192.0.2.1:7777\"",
        "listen = \"[::]:7777\"",
        "trusted_proxies = [\"127.0.0.1\"]",
    ] {
        let wrong = fits(&format!("{optional}[server]\n{server}\n")).expect_err("not alone").to_string();
        assert!(wrong.starts_with("staff_second_factor = \"optional\": expected \"required\""), "{wrong}");
        let text = format!("# alone\n{optional}[server]\n{server}\n");
        let wrong = read(text.as_bytes()).expect("readable").check_consistency_of_file(text.as_bytes());
        assert_eq!(wrong.expect_err("not alone").line, Some(3));
        let required = format!("[server]\n{server}\n");
        assert_eq!(fits(&required), Ok(()), "{server}");
    }
}
