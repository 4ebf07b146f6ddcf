//! Who can sign in, how often somebody may try, and when a session ends.

use super::*;

#[test]
fn a_link_makes_one_administrator_with_a_players_account_beside_it() {
    let mut room = Room::new();
    room.must_do(AS_ROOT, PeopleCommand::MakeAdministratorLink { link: token(201), until: HOUR });
    let used = |administrator: &str, player: &str| PeopleCommand::UseAdministratorLink {
        link: token(201),
        administrator: new(administrator),
        player: Some(new(player)),
        grant: chips(300),
        session: session(101),
    };
    let alike = NewPerson { name: "rem-us".to_owned(), ..new("romulus") };
    let PeopleCommand::UseAdministratorLink { link, administrator, grant, session, .. } = used("remus", "x")
    else {
        panic!("it is one");
    };
    let command =
        PeopleCommand::UseAdministratorLink { link, administrator, player: Some(alike), grant, session };
    assert_eq!(
        refused(room.try_do(Actor::HOUSE, command)),
        PeopleRefusal::NameTaken,
        "alike within one command"
    );
    room.must_do(Actor::HOUSE, used("remus", "romulus"));
    let roles = |person| room.people.account(Person(person)).expect("there").roles.clone();
    assert_eq!((roles(3), roles(4)), (vec![Role::Administrator], vec![Role::Player]));
    assert_eq!(room.people.signed_in(&token(101), room.time).expect("signed in").person, Person(3));
    assert_eq!(room.people.account(Person(3)).map(|account| account.granted), Some(0));
    assert_eq!(room.people.account(Person(4)).map(|account| account.granted), Some(300));
    assert_eq!(
        refused(room.try_do(Actor::HOUSE, used("third", "fourth"))),
        PeopleRefusal::NoSuchLink,
        "it is used up"
    );
}

#[test]
fn a_link_opens_nothing_after_its_time_or_once_a_newer_one_was_made() {
    let mut room = Room::new();
    let made = |link| PeopleCommand::MakeResetLink { person: ANA, link: token(link), until: 1000 + HOUR };
    let used = |link| PeopleCommand::UseResetLink {
        link: token(link),
        password: "new".to_owned(),
        salt: [9; 16],
        login: Trace(1),
    };
    room.must_do(AS_ROOT, made(50));
    room.must_do(AS_ROOT, made(51));
    assert_eq!(refused(room.try_do(Actor::HOUSE, used(50))), PeopleRefusal::NoSuchLink);
    room.time = 1000 + HOUR;
    assert_eq!(refused(room.try_do(Actor::HOUSE, used(51))), PeopleRefusal::NoSuchLink);
    room.time -= 1;
    room.must_do(Actor::HOUSE, used(51));
    assert_eq!(room.rows.get(ANA).map(|row| row.password.as_str()), Some("new"));
    assert_eq!(refused(room.try_do(Actor::HOUSE, used(51))), PeopleRefusal::NoSuchLink);
}

/// Proves ACS-03: the count comes from records, so a restart forgets none of it.
#[test]
fn waiting_grows_with_each_failure_until_the_name_is_locked() {
    let mut room = Room::new();
    // Three failures are free; then 1, 2, 4, 8, 16, 32 s; from the tenth on a quarter of an hour.
    for (failures, seconds) in
        [(1, 0), (2, 0), (3, 0), (4, 1), (5, 2), (6, 4), (7, 8), (8, 16), (9, 32), (10, 900), (11, 900)]
    {
        room.time += 20 * MINUTE;
        room.fail_sign_in(1, failures + 100);
        assert_eq!(room.sign_in_wait(1, 99), seconds * 1000, "after {failures}");
    }
    let mut again = People::new();
    room.events.iter().for_each(|event| drop(again.apply(event)));
    assert_eq!(again.sign_in_wait(Trace(1), Trace(99), (0, 0), room.time + 899_999), 1);
    assert_eq!(again.sign_in_wait(Trace(1), Trace(99), (0, 0), room.time + 900_000), 0);
    assert_eq!(again.sign_in_wait(Trace(2), Trace(99), (0, 0), room.time), 0, "another name is free");
}

/// Proves ACS-03.
#[test]
fn an_address_waits_whatever_names_it_tries() {
    let mut room = Room::new();
    for failure in 1..=20 {
        room.fail_sign_in(1000 + failure, 5);
    }
    assert_eq!(room.sign_in_wait(1, 5), 0);
    room.fail_sign_in(2000, 5);
    assert_eq!(room.sign_in_wait(1, 5), 1000);
    assert_eq!(room.sign_in_wait(1, 6), 0, "another address is free");
    room.time += HOUR;
    room.fail_sign_in(2001, 5);
    assert_eq!(room.sign_in_wait(1, 5), 0, "failures an hour old are forgotten");
}

/// Proves ACS-03: a thousand guesses at once get no further than a thousand one after another.
#[test]
fn attempts_that_are_not_answered_yet_count_as_failures() {
    let room = Room::new();
    let wait = |open| room.people.sign_in_wait(Trace(1), Trace(5), (open, 0), room.time);
    assert_eq!((wait(3), wait(4), wait(10)), (0, 1000, 900_000));
}

#[test]
fn coming_in_forgets_the_failures_of_the_name_and_tells_of_them() {
    let mut room = Room::new();
    (0..5).for_each(|_| room.fail_sign_in(1, 5));
    room.time += HOUR;
    room.sign_in(ANA, 1);
    assert_eq!(room.sign_in_wait(1, 99), 0);
    let account = room.people.account(ANA).expect("there");
    assert_eq!((account.failures, account.failures_before), (0, 5));
    assert_eq!((account.last_sign_in, account.earlier_sign_in), (Some(1000 + HOUR), None));
}

/// Proves ACS-04.
#[test]
fn a_session_ends_on_leaving_a_new_password_a_ban_or_a_role() {
    let ways: [(&str, Actor, PeopleCommand); 7] = [
        ("sign-out", Actor::player(ANA), PeopleCommand::SignOut { token: token(1) }),
        ("everywhere", Actor::player(ANA), PeopleCommand::SignOutEverywhere),
        (
            "password",
            Actor::player(ANA),
            PeopleCommand::ChangePassword { password: "new".to_owned(), salt: [9; 16], keeps: token(2) },
        ),
        (
            "link",
            Actor::HOUSE,
            PeopleCommand::UseResetLink {
                link: token(50),
                password: "new".to_owned(),
                salt: [9; 16],
                login: Trace(1),
            },
        ),
        ("ban", AS_ROOT, PeopleCommand::Ban { person: ANA, lasts: None, reason: "dumping".to_owned() }),
        ("role", AS_ROOT, PeopleCommand::TakeRole { person: ANA, role: Role::Player }),
        (
            "another sign-in over it",
            Actor::player(ANA),
            PeopleCommand::SignIn { person: ANA, session: session(3), replaces: Some(token(1)), given: None },
        ),
    ];
    for (way, by, command) in ways {
        let mut room = Room::new();
        room.sign_in(ANA, 1);
        room.sign_in(ANA, 2);
        room.must_do(AS_ROOT, PeopleCommand::MakeResetLink { person: ANA, link: token(50), until: HOUR });
        assert!(room.is_signed_in(1) && room.is_signed_in(2) && room.is_signed_in(100));
        let first = room.people.signed_in(&token(1), room.time).expect("in").session;
        let ended = room.must_do(by, command);
        assert!(!room.is_signed_in(1), "{way}");
        assert!(ended.contains(&first), "{way}: listeners learn of it");
        assert!(room.is_signed_in(100), "{way}: others stay");
        assert_eq!(
            room.is_signed_in(2),
            ["sign-out", "password", "another sign-in over it"].contains(&way),
            "{way}"
        );
    }
}

#[test]
fn a_session_ends_by_itself_at_its_time() {
    let mut room = Room::new();
    room.sign_in(ANA, 1);
    room.time = 1_000 * HOUR - 1;
    assert!(room.is_signed_in(1));
    room.time += 1;
    assert!(!room.is_signed_in(1));
}

#[test]
fn the_oldest_of_too_many_sessions_ends() {
    let mut room = Room::new();
    (1..=20).for_each(|number| room.sign_in(ANA, number));
    assert!(room.is_signed_in(1));
    room.sign_in(ANA, 21);
    assert!(!room.is_signed_in(1) && room.is_signed_in(2) && room.is_signed_in(21));
}

#[test]
fn a_backup_that_is_put_back_ends_every_session_and_link_and_leaves_accounts_as_they_were() {
    let mut room = Room::new();
    room.sign_in(ANA, 1);
    room.must_do(AS_ROOT, PeopleCommand::MakeResetLink { person: ANA, link: token(50), until: 1000 + HOUR });
    room.must_do(AS_ROOT, PeopleCommand::MakeAdministratorLink { link: token(201), until: 1000 + HOUR });
    let before: Vec<PersonAccount> = room.people.accounts().map(|(_, account)| account.clone()).collect();
    let ended = room.must_do(Actor::HOUSE, PeopleCommand::SignEverybodyOut { era: 3 });
    // The administrator signed in first, by the link.
    assert_eq!(ended, [1, 2]);
    assert!(!room.is_signed_in(100) && !room.is_signed_in(1));
    for link in [50, 201] {
        assert_eq!(room.people.link(&token(link), room.time), None);
    }
    let after: Vec<PersonAccount> = room.people.accounts().map(|(_, account)| account.clone()).collect();
    assert_eq!(after, before);
    assert_eq!(room.restarted().people, room.people);
    room.sign_in(ANA, 2);
    assert!(room.is_signed_in(2));
}
