//! A hand is opened by two auditors, with a reason each, for a day.

use super::*;
use crate::people::Notice;

const DAY: u64 = 24 * HOUR;

fn auditor(person: u64) -> By {
    By { person: Person(person), role: Role::Auditor, device: 0 }
}

/// Ana plays, ruth administers, and persons 3, 4 and 5 audit.
fn audited() -> Room {
    let mut room = Room::new();
    for (person, login) in [(3, "kim"), (4, "lee"), (5, "max")] {
        room.does(By::HOUSE, Command::SignUp { new: new(login), grant: chips(5), session: None });
        room.does(AS_ROOT, Command::TakeRole { person: Person(person), role: Role::Player });
        room.does(AS_ROOT, Command::GiveRole { person: Person(person), role: Role::Auditor });
    }
    room
}

fn ask(reason: &str) -> Command {
    Command::AskOpening { table: 3, hand: 8, reason: reason.to_owned() }
}

fn agree(opening: u64, reason: &str) -> Command {
    Command::AgreeToOpening { opening, reason: reason.to_owned(), players: vec![ANA, Person(77)] }
}

/// Proves SEC-03: one person alone, or without a reason, opens nothing, and every step is on record.
#[test]
fn a_hand_is_opened_by_two_auditors_with_a_reason_each() {
    let mut room = audited();
    assert_eq!(refused(room.tries(auditor(3), ask("  "))), Refusal::Reason);
    room.does(auditor(3), ask("a complaint of seat 4"));
    let look = || Command::NoteOpenedSeen { opening: 1 };
    assert_eq!(refused(room.tries(auditor(3), look())), Refusal::OneAuditor);
    assert_eq!(refused(room.tries(auditor(3), agree(1, "mine"))), Refusal::OneAuditor);
    assert_eq!(refused(room.tries(auditor(4), agree(1, ""))), Refusal::Reason);
    assert_eq!(refused(room.tries(auditor(4), agree(2, "why"))), Refusal::NoSuchOpening);
    assert_eq!(refused(room.tries(auditor(4), look())), Refusal::OpeningOfOthers);
    room.does(auditor(4), agree(1, "the same complaint"));
    assert_eq!(refused(room.tries(auditor(5), agree(1, "me too"))), Refusal::OpeningAgreed);
    assert_eq!(refused(room.tries(auditor(5), look())), Refusal::OpeningOfOthers);
    room.does(auditor(3), look());
    room.does(auditor(4), look());
    let seen: Vec<u64> = room
        .events
        .iter()
        .filter_map(|event| if let Event::OpenedHandSeen { by, .. } = event { Some(*by) } else { None })
        .collect();
    assert_eq!(seen, [3, 4]);
    // Whoever was dealt in sees it, and nobody who is not there.
    let notices = &room.people.account(ANA).expect("there").notices;
    let told: Vec<(&str, Person)> = notices.iter().map(|notice| (notice.what.as_str(), notice.by)).collect();
    assert_eq!(told, [(Notice::HAND_OPENED, Person(4))]);
    let folded = room.events.iter().fold(People::new(), |mut people, event| {
        people.apply(event);
        people
    });
    assert_eq!(folded, room.people, "a room that starts again knows the same");
}

/// Proves SEC-03 for every role: none but an auditor's opens anything, whatever a request says of itself.
#[test]
fn no_other_role_opens_a_hand() {
    let mut room = audited();
    let needs = Role::Auditor;
    for person in [ANA, ROOT] {
        for role in ROLES {
            let by = By { person, role, device: 0 };
            for command in [ask("why"), agree(1, "why"), Command::NoteOpenedSeen { opening: 1 }] {
                assert_eq!(refused(room.tries(by, command)), Refusal::NotGranted { needs }, "{role:?}");
            }
        }
    }
    // A role that was taken opens nothing any more, and neither does somebody who is kept out.
    room.does(AS_ROOT, Command::TakeRole { person: Person(3), role: Role::Auditor });
    room.does(AS_ROOT, Command::Ban { person: Person(4), until: None, reason: "why".to_owned() });
    for person in [3, 4] {
        assert_eq!(refused(room.tries(auditor(person), ask("why"))), Refusal::NotGranted { needs });
    }
}

#[test]
fn an_opening_waits_a_day_and_is_seen_for_a_day() {
    let mut room = audited();
    room.does(auditor(3), ask("one"));
    room.time += DAY - 1;
    let mut early = room.clone();
    early.does(auditor(4), agree(1, "one"));
    early.time += DAY - 1;
    early.does(auditor(3), Command::NoteOpenedSeen { opening: 1 });
    early.time += 1;
    let late = early.tries(auditor(3), Command::NoteOpenedSeen { opening: 1 });
    assert_eq!(refused(late), Refusal::OpeningOver);
    room.time += 1;
    assert_eq!(refused(room.tries(auditor(4), agree(1, "one"))), Refusal::OpeningOver);
}

/// Proves SEC-03: both are auditors when the hand is opened and at each look, whatever became of one of them in between.
#[test]
fn an_opening_ends_with_the_role_or_the_way_in_of_either_of_the_two() {
    let look = || Command::NoteOpenedSeen { opening: 1 };
    let ban = |until| move |person| Command::Ban { person, until, reason: "why".to_owned() };
    let take = |person| Command::TakeRole { person, role: Role::Auditor };
    let losses: [&dyn Fn(Person) -> Command; 3] = [&take, &ban(None), &ban(Some(u64::MAX / 2))];
    for loss in losses {
        // Before the second one agrees.
        let mut room = audited();
        room.does(auditor(3), ask("one"));
        room.does(AS_ROOT, loss(Person(3)));
        assert_eq!(refused(room.tries(auditor(4), agree(1, "two"))), Refusal::OpeningLapsed);
        // Afterwards, of either.
        for (lost, other) in [(3, 4), (4, 3)] {
            let mut room = audited();
            room.does(auditor(3), ask("one"));
            room.does(auditor(4), agree(1, "two"));
            room.does(auditor(other), look());
            room.does(AS_ROOT, loss(Person(lost)));
            let needs = Role::Auditor;
            assert_eq!(refused(room.tries(auditor(lost), look())), Refusal::NotGranted { needs });
            assert_eq!(refused(room.tries(auditor(other), look())), Refusal::OpeningLapsed);
        }
    }
}
