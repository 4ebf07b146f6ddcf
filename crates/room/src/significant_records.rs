//! What auditors look for among the records, in words: start and stop, the configuration, the clock, roles,
//! links, locks, exports, and what officials did at tables.
//!
//! The words name people by number, as records do. They contain nothing that was played, said or moved in
//! play.

use seating::{Actor, Person, Role};
use table::{BlindFact, CourseFact, DeckFact, Fact, HouseFact, OfficialFact, TableFact};

use crate::entry::{self, Standing, TableEntry};
use crate::lobby::{self, ConfigurationChange, RoomFact};
use crate::people::{LockKind, PeopleEvent, role_word};
use crate::port::{Cause, StoreError, StoredRecord, StreamId, UnreadableStream, Wall};

/// The kinds of records that may be significant.
pub const KINDS: &[&str] = &[
    // Of the room.
    "started",
    "stopped",
    "configured",
    "clock_jumped",
    "throttled",
    "exported",
    "key_split",
    "restored",
    "table_opened",
    "table_closed",
    // Of people.
    "opened",
    "signed_up",
    "sign_in_failed",
    "sign_in_locked",
    "signed_out_everywhere",
    "everybody_signed_out",
    "password_changed",
    "reset_link_made",
    "reset_link_used",
    "administrator_link_made",
    "administrator_link_used",
    "role_given",
    "role_taken",
    "banned",
    "unbanned",
    "reported",
    "report_dealt_with",
    "hand_shared",
    "hand_share_ended",
    "account_erased",
    "traces_forgotten",
    "personal_data_seen",
    "second_factor_set",
    "recovery_code_used",
    "recovery_codes_made",
    "second_factor_taken",
    "role_refused",
    "opening_asked",
    "opening_agreed",
    "opened_hand_seen",
    // Of tables.
    "paused",
    "resumed",
    "closing",
    "determine",
    "place_button",
    "replace_cards",
    "check_cards",
    "remove",
    "exclude",
    "readmit",
    "decide_rejoin",
    "void",
];

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignificantRecord {
    /// The number of its record in the room.
    pub sequence: u64,
    /// The stream of the record.
    pub stream: StreamId,
    /// When, by the wall clock.
    pub at: Wall,
    /// Who caused it, in which role.
    pub by: Actor,
    /// The kind of record: one of [`KINDS`].
    pub kind: String,
    /// The person it is about, if any.
    pub person: Option<Person>,
    /// What happened: lower case, without a full stop.
    pub words: String,
}

/// Who caused a record, in the words of the auditor's list: the room, a person, or a person in a role.
pub fn describe_author(by: Actor) -> String {
    if by.person == Person::HOUSE {
        return "the room".to_owned();
    }
    match by.role {
        Role::Player => format!("person {}", by.person.0),
        Role::Dealer
        | Role::Supervisor
        | Role::ShiftManager
        | Role::Operator
        | Role::Director
        | Role::Cashier
        | Role::Auditor
        | Role::Administrator => format!("person {} as {}", by.person.0, role_word(by.role)),
    }
}

/// The word for the role in which a record was caused; `nobody` if it was the room itself. Part of the
/// auditor's export, so the words stay.
pub fn author_role(by: Actor) -> &'static str {
    if by.person == Person::HOUSE { "nobody" } else { role_word(by.role) }
}

/// What a record holds for an auditor, one line for each fact; nothing for most records. Only kinds in
/// [`KINDS`] are looked at, and nothing of play may come out.
///
/// # Errors
/// A record of one of these kinds that no room wrote.
pub fn extract_significant(stored: &StoredRecord) -> Result<Vec<SignificantRecord>, StoreError> {
    if !KINDS.contains(&stored.kind.as_str()) {
        return Ok(Vec::new());
    }
    let unreadable = |error: serde_json::Error| {
        let StoredRecord { sequence, stream, number, .. } = *stored;
        StoreError::from(UnreadableStream::Significant {
            sequence,
            stream,
            number,
            source: Cause::new(error),
        })
    };
    let found: Vec<(Option<u64>, String)> = match stored.stream {
        StreamId::Room => {
            lobby::facts_of(stored)?.iter().map(|fact| (None, describe_room_fact(fact))).collect()
        }
        StreamId::People => {
            let event: PeopleEvent = serde_json::from_str(&stored.body).map_err(unreadable)?;
            describe_people_event(&event).into_iter().collect()
        }
        // The tables' records already say who sits where.
        StreamId::Seating => Vec::new(),
        StreamId::Table(table) => {
            let entries = entry::from_body(&stored.body).map_err(unreadable)?;
            entries.iter().filter_map(|entry| describe_entry(table, entry)).collect()
        }
    };
    let records = found.into_iter().map(|(person, words)| SignificantRecord {
        sequence: stored.sequence,
        stream: stored.stream,
        at: stored.at,
        by: stored.by,
        kind: stored.kind.clone(),
        person: person.map(Person),
        words,
    });
    Ok(records.collect())
}

/// A fact of the room, in words for an auditor. A new fact needs a sentence here.
fn describe_room_fact(fact: &RoomFact) -> String {
    match fact {
        RoomFact::Started { start } => format!("the room started: start number {start}"),
        RoomFact::Stopped {} => "the room shut down cleanly".to_owned(),
        RoomFact::TableOpened { table, name } => format!("table {table} was opened, {name:?}"),
        RoomFact::TableClosed { table } => format!("table {table} was closed"),
        RoomFact::Configured { changes } => {
            let changes: Vec<String> = changes.iter().map(describe_change).collect();
            format!("the configuration changed: {}", changes.join(", "))
        }
        RoomFact::ClockJumped { by } => {
            let (way, time) =
                if *by < 0 { ("back", by.unsigned_abs()) } else { ("ahead", by.unsigned_abs()) };
            format!("the machine's clock jumped {way} by {}.{:03} s", time / 1000, time % 1000)
        }
        RoomFact::Throttled { what, refused, callers } => {
            let what = what.replace('_', "-");
            format!("{refused} {what} came too often and were refused, from {callers} callers")
        }
        RoomFact::Exported { command, hidden, .. } => {
            let cards = if *hidden { "with hidden cards opened" } else { "without hidden cards" };
            format!("records were exported by `{command}` on the machine, {cards}")
        }
        RoomFact::Restored { era, records, left, .. } => format!(
            "a backup of {records} records replaced the data, which had {left}: era {era} has begun"
        ),
        RoomFact::KeySplit { .. } => {
            "the key of the decks was written out in two halves on the machine: together they open hidden cards"
                .to_owned()
        }
    }
}

/// A change of the configuration, in words: name, old value, new value.
fn describe_change(ConfigurationChange { name, was, is }: &ConfigurationChange) -> String {
    match (was, is) {
        (Some(was), Some(is)) => format!("{name} from {was:?} to {is:?}"),
        (None, Some(is)) => format!("{name} is {is:?}"),
        (Some(was), None) => format!("{name} was {was:?} and was removed"),
        (None, None) => format!("{name} is not there"),
    }
}

/// An event of people, in words, with the number of the person it is about; `None` for events that an auditor
/// does not look for. Never a login, address or password: only traces of them.
fn describe_people_event(event: &PeopleEvent) -> Option<(Option<u64>, String)> {
    let about = |person: u64, words: String| Some((Some(person), words));
    match event {
        PeopleEvent::Opened { .. } => Some((None, "the room got its own row among the people".to_owned())),
        PeopleEvent::SignedUp { person, machine, .. } => {
            let kind = if *machine { ", played by a program" } else { "" };
            about(*person, format!("account {person} was made{kind}"))
        }
        PeopleEvent::SignInFailed { person, login, address, .. } => {
            let whose =
                person.map_or("an unknown name".to_owned(), |person| format!("the name of person {person}"));
            let (login, address) = (login.0, address.0);
            let words = format!("a sign-in failed with {whose} (name {login:016x}, from {address:016x})");
            Some((*person, words))
        }
        PeopleEvent::SignInLocked { person, trace, of, .. } => {
            let what = match of {
                LockKind::Login => "the name",
                LockKind::Address => "the address",
            };
            let whose = person.map_or(String::new(), |person| format!(", last tried as person {person}"));
            let trace = trace.0;
            Some((*person, format!("{what} {trace:016x} is locked after too many failed sign-ins{whose}")))
        }
        PeopleEvent::SignedOutEverywhere { person } => {
            about(*person, format!("person {person} ended every session"))
        }
        PeopleEvent::EverybodySignedOut { era, .. } => Some((
            None,
            format!(
                "everybody was signed out, and links for passwords and administrators no longer work: era {era} began with a backup"
            ),
        )),
        PeopleEvent::PasswordChanged { person, .. } => {
            about(*person, format!("person {person} changed their password"))
        }
        PeopleEvent::ResetLinkMade { person, .. } => {
            about(*person, format!("a link for a new password of person {person} was made"))
        }
        PeopleEvent::ResetLinkUsed { person, .. } => {
            about(*person, format!("person {person} chose a new password by a link"))
        }
        PeopleEvent::AdministratorLinkMade { .. } => {
            Some((None, "a link for a new administrator was made".to_owned()))
        }
        PeopleEvent::AdministratorLinkUsed { person, .. } => {
            about(*person, format!("account {person} was made by a link for an administrator"))
        }
        PeopleEvent::RoleGiven { person, role } => {
            about(*person, format!("person {person} was given the role {role}"))
        }
        PeopleEvent::RoleTaken { person, role } => {
            about(*person, format!("the role {role} was taken from person {person}"))
        }
        PeopleEvent::Banned { person, until, reason, .. } => {
            let how_long =
                until.map_or("for good".to_owned(), |until| format!("until {until} ms since 1970"));
            about(*person, format!("person {person} was banned {how_long}: {reason}"))
        }
        PeopleEvent::Unbanned { person, reason } => {
            about(*person, format!("the ban on person {person} was lifted: {reason}"))
        }
        PeopleEvent::Reported { report, reporter, about: of, table, hand, .. } => about(
            *of,
            format!("report {report}: person {reporter} reported person {of} at table {table}, hand {hand}"),
        ),
        PeopleEvent::ReportDealtWith { report, by, .. } => {
            Some((None, format!("report {report} was dealt with by person {by}")))
        }
        PeopleEvent::HandShared { person, table, hand, own_cards, .. } => {
            let cards = if *own_cards { "with their own cards" } else { "as the rail saw it" };
            about(*person, format!("person {person} made a link to hand {hand} of table {table}, {cards}"))
        }
        PeopleEvent::HandShareEnded { person, .. } => {
            about(*person, format!("person {person} took back a link to a hand"))
        }
        PeopleEvent::AccountErased { person, .. } => {
            about(*person, format!("account {person} was erased, and names and password are gone"))
        }
        PeopleEvent::TracesForgotten { .. } => {
            Some((None, "names and addresses are counted under a new salt".to_owned()))
        }
        PeopleEvent::PersonalDataSeen { what, first, last, reason, .. } => {
            let why = reason.as_ref().map_or("no reason given".to_owned(), |reason| reason.clone());
            Some((None, format!("data of {what} {first} to {last} was viewed: {why}")))
        }
        PeopleEvent::SecondFactorSet { person, .. } => {
            about(*person, format!("person {person} enrolled a second factor"))
        }
        PeopleEvent::RecoveryCodeUsed { person, .. } => {
            about(*person, format!("person {person} signed in with a recovery code"))
        }
        PeopleEvent::RecoveryCodesMade { person, .. } => {
            about(*person, format!("person {person} made new recovery codes"))
        }
        PeopleEvent::SecondFactorTaken { person, by, reason, .. } => {
            let words = format!("the second factor of person {person} was removed by person {by}: {reason}");
            about(*person, words)
        }
        PeopleEvent::RoleRefused { person, role, has, by, .. } => {
            let words =
                format!("person {by} could not give the role {role} to person {person}, who is {has}");
            about(*person, words)
        }
        PeopleEvent::OpeningAsked { opening, table, hand, by, reason, .. } => Some((
            None,
            format!(
                "person {by} requested the opening of hand {hand} of table {table} (opening {opening}): {reason}"
            ),
        )),
        PeopleEvent::OpeningAgreed { opening, by, reason, .. } => {
            Some((None, format!("person {by} agreed to opening {opening}: {reason}")))
        }
        PeopleEvent::OpenedHandSeen { opening, by, .. } => {
            Some((None, format!("person {by} looked at the hand of opening {opening}")))
        }
        // Ordinary comings and goings, what new accounts are given, and events that repeat another record for
        // the person concerned.
        PeopleEvent::Granted { .. }
        | PeopleEvent::SignedIn { .. }
        | PeopleEvent::SecondFactorUsed { .. }
        | PeopleEvent::Noticed { .. }
        | PeopleEvent::SignedOut { .. } => None,
    }
}

/// An entry of a table, in words for an auditor; `None` for most of them, and for everything that was played.
fn describe_entry(table: u64, entry: &TableEntry) -> Option<(Option<u64>, String)> {
    let here = |words: String| Some((None, format!("table {table}: {words}")));
    match entry {
        TableEntry::Play(standing) => here(match standing {
            Standing::Open => "play resumes".to_owned(),
            Standing::Paused { reason } => format!("play is paused: {reason}"),
            Standing::Closing { reason } => format!("it closes after the hand: {reason}"),
            Standing::Closed { reason } => format!("it is closed: {reason}"),
            Standing::Stopped { why, .. } => format!("it has stopped: {why}"),
        }),
        TableEntry::Table { fact } => describe_table_fact(table, &fact.what),
        TableEntry::Made { .. }
        | TableEntry::Snapshot(_)
        | TableEntry::Deck { .. }
        | TableEntry::Cut(_)
        | TableEntry::Opening(_)
        | TableEntry::TimeBank { .. }
        | TableEntry::Asked { .. }
        | TableEntry::Purse { .. } => None,
    }
}

/// A fact of a table, in words, with the number of the person it is about; `None` for the course of play.
fn describe_table_fact(table: u64, what: &TableFact) -> Option<(Option<u64>, String)> {
    let described = |person: Option<u64>, words: String| Some((person, format!("table {table}: {words}")));
    match what {
        TableFact::Officials(OfficialFact::RemovalDecided { seat, reason, excluded, .. }) => {
            let ends = if *excluded { " and is excluded" } else { "" };
            described(None, format!("seat {} is removed after the hand{ends}: {reason}", seat.number()))
        }
        TableFact::Officials(OfficialFact::Readmitted { person, .. }) => {
            described(Some(person.0), format!("person {} is readmitted", person.0))
        }
        TableFact::Officials(OfficialFact::RejoinReferred { person, stack, took, .. }) => described(
            Some(person.0),
            format!("person {} wants to come back with {stack} after taking {took} away", person.0),
        ),
        TableFact::Officials(OfficialFact::RejoinDecided { person, allowed, .. }) => {
            let outcome = if *allowed { "may" } else { "may not" };
            described(Some(person.0), format!("person {} {outcome} come back with less", person.0))
        }
        TableFact::House(HouseFact::Determined { house, from_round, anew }) => {
            let blinds: Vec<String> = house.stakes.blinds.iter().map(ToString::to_string).collect();
            let what = if *anew { "the game is declared anew" } else { "the house's choices change" };
            described(None, format!("{what} from hand {from_round} on, blinds {}", blinds.join("/")))
        }
        TableFact::House(HouseFact::SignChanged { from_round, .. }) => {
            described(None, format!("the sign changes with hand {from_round}"))
        }
        TableFact::Blinds(BlindFact::ButtonPlaced { seat }) => {
            described(None, format!("the button was placed at seat {}", seat.number()))
        }
        TableFact::Deck(DeckFact::CardsReplaced { cards, reason, .. }) => {
            described(None, format!("{} cards were replaced: {reason}", cards.len()))
        }
        TableFact::Deck(DeckFact::CardsChecked { cards, counted, .. }) => {
            described(None, format!("{} new cards were checked, {counted} counted", cards.len()))
        }
        TableFact::Hand(event) if matches!(event.what, Fact::Course(CourseFact::Voided { .. })) => {
            described(None, "the hand is void".to_owned())
        }
        TableFact::Hand(_)
        | TableFact::Stakes(_)
        | TableFact::Blinds(BlindFact::Positions { .. } | BlindFact::BlindMissed { .. })
        | TableFact::Seats(_)
        | TableFact::House(HouseFact::TimeTold { .. } | HouseFact::TableOpened { .. }) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A record with this body, made by the room.
    fn stored(stream: StreamId, kind: &str, body: String) -> StoredRecord {
        StoredRecord {
            sequence: 7,
            stream,
            number: 3,
            at: Wall(1_700_000_000_000),
            by: Actor::HOUSE,
            key: None,
            kind: kind.to_owned(),
            start: false,
            body,
            postings: Vec::new(),
        }
    }

    /// The sentences alone that a record gives an auditor.
    fn words(stored: &StoredRecord) -> Vec<String> {
        extract_significant(stored).expect("readable").into_iter().map(|one| one.words).collect()
    }

    #[test]
    fn what_an_auditor_looks_for_is_described_in_words() {
        let change = |name: &str, was: Option<&str>, is: Option<&str>| ConfigurationChange {
            name: name.to_owned(),
            was: was.map(str::to_owned),
            is: is.map(str::to_owned),
        };
        let facts = [
            ("started", RoomFact::Started { start: 4 }, "the room started: start number 4"),
            ("stopped", RoomFact::Stopped {}, "the room shut down cleanly"),
            (
                "configured",
                RoomFact::Configured {
                    changes: vec![
                        change("room.chat", Some("true"), Some("false")),
                        change("a.b", None, Some("1")),
                    ],
                },
                "the configuration changed: room.chat from \"true\" to \"false\", a.b is \"1\"",
            ),
            (
                "clock_jumped",
                RoomFact::ClockJumped { by: -3_600_250 },
                "the machine's clock jumped back by 3600.250 s",
            ),
            (
                "throttled",
                RoomFact::Throttled { what: "sign_ups".to_owned(), refused: 90, callers: 2 },
                "90 sign-ups came too often and were refused, from 2 callers",
            ),
            (
                "exported",
                RoomFact::Exported { command: "export".to_owned(), hidden: false, at: 1 },
                "records were exported by `export` on the machine, without hidden cards",
            ),
            (
                "key_split",
                RoomFact::KeySplit { at: 1 },
                "the key of the decks was written out in two halves on the machine: together they open hidden cards",
            ),
            (
                "restored",
                RoomFact::Restored { era: 3, at: 1, records: 90, left: 120 },
                "a backup of 90 records replaced the data, which had 120: era 3 has begun",
            ),
        ];
        for (kind, fact, expected) in facts {
            let body = serde_json::to_string(&[fact]).expect("written");
            assert_eq!(words(&stored(StreamId::Room, kind, body)), [expected]);
        }
        let given = PeopleEvent::RoleGiven { person: 5, role: "auditor".to_owned() };
        let record = stored(StreamId::People, "role_given", serde_json::to_string(&given).expect("written"));
        let found = extract_significant(&record).expect("readable");
        assert_eq!(found[0].words, "person 5 was given the role auditor");
        assert_eq!((found[0].person, found[0].sequence), (Some(Person(5)), 7));
    }

    #[test]
    fn play_is_none_of_it_and_a_record_that_cannot_be_read_is_named() {
        assert_eq!(
            extract_significant(&stored(StreamId::Table(1), "act", "nonsense".to_owned())),
            Ok(Vec::new())
        );
        let broken = extract_significant(&stored(StreamId::People, "banned", "nonsense".to_owned()))
            .expect_err("broken");
        assert!(broken.to_string().starts_with("record 7 (people, number 3): "), "{broken}");
    }
}
