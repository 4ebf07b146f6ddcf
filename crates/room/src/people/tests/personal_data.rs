//! What happens to personal data.

use super::*;

const DAY: u64 = 24 * HOUR;

/// Proves PII-05: a person signed in on several devices sees each of them and ends the one they mean.
#[test]
fn a_session_is_seen_and_ended_by_itself_and_by_nobody_else() {
    let mut room = Room::new();
    for number in [1, 2, 3] {
        room.time += MINUTE;
        room.sign_in(ANA, number);
    }
    let open = room.people.sessions_of(ANA, room.time);
    // Ruth's is number 1.
    assert_eq!(open.iter().map(|one| one.session).collect::<Vec<_>>(), [2, 3, 4]);
    assert_eq!(open.iter().map(|one| one.begun).collect::<Vec<_>>(), [61_000, 121_000, 181_000]);
    assert!(open.iter().all(|one| one.until == 1_000 * HOUR));
    let none = refused(room.try_do(AS_ROOT, PeopleCommand::EndSession { session: 3 }));
    assert_eq!(
        (none.clone(), none.code()),
        (PeopleRefusal::NoSuchSession, "no_such"),
        "not even an administrator"
    );
    assert_eq!(room.must_do(Actor::player(ANA), PeopleCommand::EndSession { session: 3 }), [3]);
    assert_eq!([1, 2, 3].map(|number| room.is_signed_in(number)), [true, false, true]);
    assert_eq!(
        refused(room.try_do(Actor::player(ANA), PeopleCommand::EndSession { session: 3 })),
        PeopleRefusal::NoSuchSession
    );
    room.time = 1_000 * HOUR;
    assert_eq!(room.people.sessions_of(ANA, room.time), [], "expired sessions are not open");
}

/// Proves PII-03: with the row the salt is gone under which the records hold it; the events stay.
#[test]
fn an_erased_account_is_a_number_and_nothing_else() {
    let mut room = Room::new();
    room.sign_in(ANA, 1);
    let link = token(50);
    room.must_do(AS_ROOT, PeopleCommand::MakeResetLink { person: ANA, link, until: HOUR });
    let shared = token(51);
    room.must_do(
        Actor::player(ANA),
        PeopleCommand::ShareHand { link: shared, table: 1, hand: 1, own_cards: true },
    );
    let before = room.events.len();
    assert_eq!(room.must_do(Actor::player(ANA), PeopleCommand::Erase { person: ANA }), [2]);
    assert_eq!(
        room.events[before..],
        [PeopleEvent::AccountErased { person: 1, digest: (), time: 1000 }],
        "nothing else is recorded"
    );
    assert!(!room.is_signed_in(1));
    assert_eq!(room.rows.by_login("ana"), None);
    assert_eq!(room.people.link(&link, room.time), None);
    assert_eq!(room.people.shared_hand(&shared, room.time), None);
    let account = room.people.account(ANA).expect("the number stays").clone();
    assert_eq!((account.erased, account.granted, account.roles), (Some(1000), 5000, Vec::new()));
    for command in [
        PeopleCommand::Erase { person: ANA },
        PeopleCommand::SignIn { person: ANA, session: session(2), replaces: None, given: None },
        PeopleCommand::GiveRole { person: ANA, role: Role::Player },
        PeopleCommand::Ban { person: ANA, lasts: None, reason: "late".to_owned() },
        PeopleCommand::MakeResetLink { person: ANA, link, until: HOUR },
    ] {
        assert_eq!(
            refused(room.try_do(AS_ROOT, command.clone())),
            PeopleRefusal::NoSuchPerson,
            "{command:?}"
        );
    }
    // The name is free again, the number is not.
    room.must_do(Actor::HOUSE, PeopleCommand::SignUp { new: new("ana"), grant: chips(5), session: None });
    assert_eq!(room.rows.by_login("ana").map(|row| row.person), Some(Person(3)));
    let folded = room.events.iter().fold(People::new(), |mut people, event| {
        people.apply(event);
        people
    });
    assert_eq!(folded, room.people, "a restarted room knows the same");
}

#[test]
fn neither_the_last_administrator_nor_somebody_kept_out_is_erased() {
    let mut room = Room::new();
    assert_eq!(
        refused(room.try_do(AS_ROOT, PeopleCommand::Erase { person: ROOT })),
        PeopleRefusal::LastAdministrator
    );
    room.must_do(AS_ROOT, PeopleCommand::Ban { person: ANA, lasts: None, reason: "chip dumping".to_owned() });
    let erased = room.try_do(Actor::player(ANA), PeopleCommand::Erase { person: ANA });
    assert_eq!(refused(erased), PeopleRefusal::Banned { until: None }, "a ban is not left behind");
}

/// Proves PII-02: over simulated years, an unused account goes when its time has come and not a moment
/// earlier.
#[test]
fn an_account_that_nobody_uses_is_erased_when_its_time_is_over() {
    let mut room = Room::new();
    let unused_for = 730 * DAY;
    let unused = |room: &Room| room.people.unused_accounts(unused_for, room.time);
    room.must_do(Actor::HOUSE, PeopleCommand::SignUp { new: new("bob"), grant: chips(5), session: None });
    let (bob, eve) = (Person(3), Person(4));
    room.must_do(Actor::HOUSE, PeopleCommand::SignUp { new: new("eve"), grant: chips(5), session: None });
    room.must_do(AS_ROOT, PeopleCommand::Ban { person: eve, lasts: None, reason: "chip dumping".to_owned() });
    room.time += 400 * DAY;
    room.sign_in(ANA, 1);
    room.time = 1000 + unused_for - 1;
    assert_eq!(unused(&room), []);
    let early = room.try_do(Actor::HOUSE, PeopleCommand::EraseUnused { person: bob, unused_for });
    assert_eq!(refused(early), PeopleRefusal::NoSuchPerson);
    room.time += 1;
    // Ruth has another role, Eve is banned, and Ana signed in meanwhile.
    assert_eq!(unused(&room), [bob]);
    room.must_do(Actor::HOUSE, PeopleCommand::EraseUnused { person: bob, unused_for });
    assert_eq!(unused(&room), []);
    room.time += 400 * DAY;
    assert_eq!(unused(&room), [ANA]);
}

/// Proves PII-02 for traces: under another salt nothing counted before can be found.
#[test]
fn traces_lead_nowhere_under_another_salt() {
    let mut room = Room::new();
    for _ in 0..10 {
        room.fail_sign_in(7, 8);
    }
    assert!(room.sign_in_wait(7, 8) > 0);
    let old = room.people.digest(Person::HOUSE).expect("there").to_owned();
    room.time += DAY;
    room.must_do(Actor::HOUSE, PeopleCommand::ForgetTraces { salt: [9; 16] });
    let row = room.rows.get(Person::HOUSE).expect("there");
    assert_eq!((row.salt, row.updated.0, row.login.as_str()), ([9; 16], room.time, "house"));
    assert_eq!(room.people.digest(Person::HOUSE), Some(row.digest().as_str()));
    assert_ne!(row.digest(), old);
    assert_eq!(room.sign_in_wait(7, 8), 0);
}

/// Proves PII-04: who was shown what, in which role, and why.
#[test]
fn a_look_at_data_of_people_is_an_event_with_its_reason() {
    let mut room = Room::new();
    let look = |reason: Option<&str>| PeopleCommand::NoteSeen {
        what: "accounts",
        first: 1,
        last: 2,
        reason: reason.map(str::to_owned),
    };
    room.must_do(AS_ROOT, look(Some(" a complaint ")));
    let seen = PeopleEvent::PersonalDataSeen {
        what: "accounts".to_owned(),
        first: 1,
        last: 2,
        reason: Some("a complaint".to_owned()),
        time: room.time,
    };
    assert_eq!(room.events.last(), Some(&seen));
    assert_eq!(refused(room.try_do(AS_ROOT, look(Some(" ")))), PeopleRefusal::Reason);
}
