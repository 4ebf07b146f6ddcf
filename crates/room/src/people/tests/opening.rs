//! Two auditors open a hand, with a reason each, for a day.

use super::*;
use crate::people::{Factor, FactorProof, Notice};

const DAY: u64 = 24 * HOUR;

/// A person acting as an auditor.
fn auditor(person: u64) -> Actor {
    Actor { person: Person(person), role: Role::Auditor, device: 0 }
}

/// Ana plays, Ruth is the administrator, and persons 3, 4 and 5 are auditors.
fn audited() -> Room {
    let mut room = Room::new();
    for (person, login) in [(3, "kim"), (4, "lee"), (5, "max")] {
        room.must_do(Actor::HOUSE, PeopleCommand::SignUp { new: new(login), grant: chips(5), session: None });
        room.must_do(AS_ROOT, PeopleCommand::TakeRole { person: Person(person), role: Role::Player });
        room.must_do(AS_ROOT, PeopleCommand::GiveRole { person: Person(person), role: Role::Auditor });
    }
    room
}

/// The record of a hand that begins after everything these tests do to an account.
const LATE: u64 = 1_000_000;

/// A request to open the hand that begins last.
fn ask(reason: &str) -> PeopleCommand {
    ask_for(LATE, reason)
}

/// A request to open the hand that began with this record.
fn ask_for(began: u64, reason: &str) -> PeopleCommand {
    PeopleCommand::AskOpening { table: 3, hand: 8, began, reason: reason.to_owned() }
}

/// Agreement to an opening of the hand that begins last.
fn agree(opening: u64, reason: &str) -> PeopleCommand {
    agree_for(LATE, opening, reason)
}

/// Agreement to an opening of the hand that began with this record.
fn agree_for(began: u64, opening: u64, reason: &str) -> PeopleCommand {
    let players = vec![ANA, Person(77)];
    PeopleCommand::AgreeToOpening { opening, began, reason: reason.to_owned(), players }
}

/// Proves SEC-03: one person alone, or without a reason, opens nothing, and every step is on record.
#[test]
fn a_hand_is_opened_by_two_auditors_with_a_reason_each() {
    let mut room = audited();
    assert_eq!(refused(room.try_do(auditor(3), ask("  "))), PeopleRefusal::Reason);
    room.must_do(auditor(3), ask("a complaint of seat 4"));
    let look = || PeopleCommand::NoteOpenedSeen { opening: 1 };
    assert_eq!(refused(room.try_do(auditor(3), look())), PeopleRefusal::OneAuditor);
    assert_eq!(refused(room.try_do(auditor(3), agree(1, "mine"))), PeopleRefusal::OneAuditor);
    assert_eq!(refused(room.try_do(auditor(4), agree(1, ""))), PeopleRefusal::Reason);
    assert_eq!(refused(room.try_do(auditor(4), agree(2, "why"))), PeopleRefusal::NoSuchOpening);
    assert_eq!(refused(room.try_do(auditor(4), look())), PeopleRefusal::OpeningOfOthers);
    room.must_do(auditor(4), agree(1, "the same complaint"));
    assert_eq!(refused(room.try_do(auditor(5), agree(1, "me too"))), PeopleRefusal::OpeningAgreed);
    assert_eq!(refused(room.try_do(auditor(5), look())), PeopleRefusal::OpeningOfOthers);
    room.must_do(auditor(3), look());
    room.must_do(auditor(4), look());
    let seen: Vec<u64> = room
        .events
        .iter()
        .filter_map(|event| if let PeopleEvent::OpenedHandSeen { by, .. } = event { Some(*by) } else { None })
        .collect();
    assert_eq!(seen, [3, 4]);
    // Those dealt in get a notice, and nobody whose account does not exist.
    let notices = &room.people.account(ANA).expect("there").notices;
    let noticed: Vec<(&str, Person)> =
        notices.iter().map(|notice| (notice.what.as_str(), notice.by)).collect();
    assert_eq!(noticed, [(Notice::HAND_OPENED, Person(4))]);
    assert_eq!(room.restarted().people, room.people, "a restarted room knows the same");
}

/// Proves SEC-03 for every role: only an auditor's opens anything, whatever role a request claims.
#[test]
fn no_other_role_opens_a_hand() {
    let mut room = audited();
    let needs = Role::Auditor;
    for person in [ANA, ROOT] {
        for role in ROLES {
            let by = Actor { person, role, device: 0 };
            for command in [ask("why"), agree(1, "why"), PeopleCommand::NoteOpenedSeen { opening: 1 }] {
                assert_eq!(
                    refused(room.try_do(by, command)),
                    PeopleRefusal::NotGranted { needs },
                    "{role:?}"
                );
            }
        }
    }
    // A role that was taken away no longer opens anything, nor does a banned person's.
    room.must_do(AS_ROOT, PeopleCommand::TakeRole { person: Person(3), role: Role::Auditor });
    room.must_do(AS_ROOT, PeopleCommand::Ban { person: Person(4), lasts: None, reason: "why".to_owned() });
    for person in [3, 4] {
        assert_eq!(refused(room.try_do(auditor(person), ask("why"))), PeopleRefusal::NotGranted { needs });
    }
}

#[test]
fn an_opening_waits_a_day_and_is_seen_for_a_day() {
    let mut room = audited();
    room.must_do(auditor(3), ask("one"));
    room.time += DAY - 1;
    let mut early = room.clone();
    early.must_do(auditor(4), agree(1, "one"));
    early.time += DAY - 1;
    early.must_do(auditor(3), PeopleCommand::NoteOpenedSeen { opening: 1 });
    early.time += 1;
    let late = early.try_do(auditor(3), PeopleCommand::NoteOpenedSeen { opening: 1 });
    assert_eq!(refused(late), PeopleRefusal::OpeningOver);
    room.time += 1;
    assert_eq!(refused(room.try_do(auditor(4), agree(1, "one"))), PeopleRefusal::OpeningOver);
}

/// Proves SEC-03: both must be auditors when the hand is opened and at each look. What one of them lost in
/// between does not come back with the role or the access, not even after a restart of the room.
#[test]
fn an_opening_ends_for_good_with_the_role_or_the_way_in_of_either_of_the_two() {
    let look = || PeopleCommand::NoteOpenedSeen { opening: 1 };
    let ban = |lasts| move |person| PeopleCommand::Ban { person, lasts, reason: "why".to_owned() };
    let unban = |person| PeopleCommand::Unban { person, reason: "why".to_owned() };
    let take = |person| PeopleCommand::TakeRole { person, role: Role::Auditor };
    let give = |person| PeopleCommand::GiveRole { person, role: Role::Auditor };
    type Made<'a> = &'a dyn Fn(Person) -> PeopleCommand;
    let losses: [(Made<'_>, Made<'_>); 3] =
        [(&take, &give), (&ban(None), &unban), (&ban(Some(u64::MAX / 2)), &unban)];
    for (loss, given_back) in losses {
        // Before the second auditor agrees.
        let mut room = audited();
        room.must_do(auditor(3), ask("one"));
        room.must_do(AS_ROOT, loss(Person(3)));
        assert_eq!(refused(room.try_do(auditor(4), agree(1, "two"))), PeopleRefusal::OpeningLapsed);
        room.must_do(AS_ROOT, given_back(Person(3)));
        assert_eq!(refused(room.try_do(auditor(4), agree(1, "two"))), PeopleRefusal::OpeningLapsed);
        // Afterwards, for either of the two.
        for (lost, other) in [(3, 4), (4, 3)] {
            let mut room = audited();
            room.must_do(auditor(3), ask("one"));
            room.must_do(auditor(4), agree(1, "two"));
            room.must_do(auditor(other), look());
            room.must_do(AS_ROOT, loss(Person(lost)));
            let needs = Role::Auditor;
            assert_eq!(refused(room.try_do(auditor(lost), look())), PeopleRefusal::NotGranted { needs });
            assert_eq!(refused(room.try_do(auditor(other), look())), PeopleRefusal::OpeningLapsed);
            room.must_do(AS_ROOT, given_back(Person(lost)));
            let mut again = room.restarted();
            for room in [&mut room, &mut again] {
                for person in [lost, other] {
                    assert_eq!(refused(room.try_do(auditor(person), look())), PeopleRefusal::OpeningLapsed);
                }
                assert_eq!(refused(room.try_do(auditor(5), agree(1, "me"))), PeopleRefusal::OpeningAgreed);
                // The two open it again with a reason each.
                room.must_do(auditor(3), ask("one"));
                room.must_do(auditor(4), agree(2, "two"));
                room.must_do(auditor(lost), PeopleCommand::NoteOpenedSeen { opening: 2 });
            }
        }
    }
}

/// Proves SEC-03: after roles that change in any way, a ban that ended by itself, access granted by somebody
/// else, or the erasure of an account, everything that account signed before has lapsed, for the other
/// auditor too.
#[test]
fn an_opening_ends_with_everything_that_puts_another_person_behind_an_account() {
    let look = || PeopleCommand::NoteOpenedSeen { opening: 1 };
    type Change = fn(&mut Room, Person);
    let changes: [(&str, Change); 5] = [
        ("a time as a player", |room, person| {
            room.must_do(AS_ROOT, PeopleCommand::TakeRole { person, role: Role::Auditor });
            room.must_do(AS_ROOT, PeopleCommand::GiveRole { person, role: Role::Player });
            room.must_do(AS_ROOT, PeopleCommand::TakeRole { person, role: Role::Player });
            room.must_do(AS_ROOT, PeopleCommand::GiveRole { person, role: Role::Auditor });
        }),
        ("a ban that is over", |room, person| {
            room.must_do(AS_ROOT, PeopleCommand::Ban { person, lasts: Some(HOUR), reason: "why".to_owned() });
            room.time += HOUR;
        }),
        ("a password chosen by a link", |room, person| {
            let until = room.time + HOUR;
            room.must_do(AS_ROOT, PeopleCommand::MakeResetLink { person, link: token(9), until });
            let command = PeopleCommand::UseResetLink {
                link: token(9),
                password: "hash of another".to_owned(),
                salt: [8; 16],
                login: Trace(1),
            };
            room.must_do(Actor::player(person), command);
        }),
        ("a second factor that an administrator took", |room, person| {
            let command = PeopleCommand::TakeSecondFactor { person, given: None, reason: "lost".to_owned() };
            room.must_do(AS_ROOT, command);
            enrol_second_factor(room, person, 60);
        }),
        ("an account that ended", |room, person| {
            room.must_do(Actor::player(person), PeopleCommand::Erase { person });
        }),
    ];
    for (what, change) in changes {
        for (changed, other) in [(3, 4), (4, 3)] {
            let mut room = audited();
            enrol_second_factor(&mut room, Person(changed), 50);
            room.must_do(auditor(3), ask("one"));
            room.must_do(auditor(4), agree(1, "two"));
            change(&mut room, Person(changed));
            let mut again = room.restarted();
            for room in [&mut room, &mut again] {
                let outcome = refused(room.try_do(auditor(other), look()));
                assert_eq!(outcome, PeopleRefusal::OpeningLapsed, "{what}");
                assert!(room.try_do(auditor(changed), look()).is_err(), "{what}");
            }
        }
        // Requested but not agreed to.
        let mut room = audited();
        enrol_second_factor(&mut room, Person(3), 50);
        room.must_do(auditor(3), ask("one"));
        change(&mut room, Person(3));
        assert_eq!(refused(room.try_do(auditor(4), agree(1, "two"))), PeopleRefusal::OpeningLapsed, "{what}");
    }
}

/// Auditors who remove their own second factor with one of its codes are still the same person.
#[test]
fn an_opening_outlives_another_device_of_the_same_auditor() {
    let mut room = audited();
    enrol_second_factor(&mut room, Person(3), 50);
    room.must_do(auditor(3), ask("one"));
    room.must_do(auditor(4), agree(1, "two"));
    let given = Some(FactorProof::Step(11));
    let reason = "another device".to_owned();
    room.must_do(auditor(3), PeopleCommand::TakeSecondFactor { person: Person(3), given, reason });
    enrol_second_factor(&mut room, Person(3), 60);
    for person in [3, 4] {
        room.must_do(auditor(person), PeopleCommand::NoteOpenedSeen { opening: 1 });
    }
}

/// A person signs in and enrols a second factor.
fn enrol_second_factor(room: &mut Room, person: Person, number: u8) {
    room.sign_in(person, number);
    let factor = Factor { secret: "sealed".to_owned(), step: 10, codes: Vec::new() };
    room.must_do(Actor::player(person), PeopleCommand::SetSecondFactor { token: token(number), factor });
}

/// Proves SEC-03: those who give roles, make links and remove second factors cannot put anybody behind a hand
/// that began before: neither to request nor to agree, not even after a restart of the room. Hands that begin
/// afterwards can be opened by the account like any auditor's.
#[test]
fn no_account_that_became_an_auditors_since_opens_a_hand_of_before() {
    type Change = fn(&mut Room, Person);
    let changes: [(&str, Change); 4] = [
        ("the role", |room, person| {
            room.must_do(AS_ROOT, PeopleCommand::TakeRole { person, role: Role::Auditor });
            room.must_do(AS_ROOT, PeopleCommand::GiveRole { person, role: Role::Auditor });
        }),
        ("a password chosen by a link", |room, person| {
            let until = room.time + HOUR;
            room.must_do(AS_ROOT, PeopleCommand::MakeResetLink { person, link: token(9), until });
            let (password, login) = ("hash of another".to_owned(), Trace(1));
            let command = PeopleCommand::UseResetLink { link: token(9), password, salt: [8; 16], login };
            room.must_do(Actor::player(person), command);
        }),
        ("a second factor that an administrator took", |room, person| {
            let reason = "lost".to_owned();
            room.must_do(AS_ROOT, PeopleCommand::TakeSecondFactor { person, given: None, reason });
        }),
        ("another second factor", |room, person| {
            let given = Some(FactorProof::Step(11));
            let reason = "another device".to_owned();
            room.must_do(auditor(person.0), PeopleCommand::TakeSecondFactor { person, given, reason });
            enrol_second_factor(room, person, 60);
        }),
    ];
    for (what, change) in changes {
        let mut room = audited();
        enrol_second_factor(&mut room, Person(4), 50);
        let began = room.count() + 1;
        room.must_do(auditor(3), ask_for(began, "one"));
        let mut before = room.clone();
        before.must_do(auditor(4), agree_for(began, 1, "two"));
        change(&mut room, Person(4));
        let after = room.count() + 1;
        let mut again = room.restarted();
        for room in [&mut room, &mut again] {
            let agrees = room.try_do(auditor(4), agree_for(began, 1, "two"));
            assert_eq!(refused(agrees), PeopleRefusal::BeforeAuditor, "{what}");
            assert_eq!(
                refused(room.try_do(auditor(4), ask_for(began, "one"))),
                PeopleRefusal::BeforeAuditor,
                "{what}"
            );
            room.must_do(auditor(5), agree_for(began, 1, "two"));
            room.must_do(auditor(4), ask_for(after, "a later hand"));
            room.must_do(auditor(3), agree_for(after, 2, "a later hand"));
            room.must_do(auditor(4), PeopleCommand::NoteOpenedSeen { opening: 2 });
        }
    }
}

#[test]
fn an_opening_that_lapsed_says_so_also_where_nobody_agreed() {
    let mut room = audited();
    room.must_do(auditor(3), ask("one"));
    room.must_do(AS_ROOT, PeopleCommand::TakeRole { person: Person(3), role: Role::Auditor });
    room.must_do(AS_ROOT, PeopleCommand::GiveRole { person: Person(3), role: Role::Auditor });
    let look = room.try_do(auditor(3), PeopleCommand::NoteOpenedSeen { opening: 1 });
    assert_eq!(refused(look), PeopleRefusal::OpeningLapsed);
}
