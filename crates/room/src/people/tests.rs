//! The machine of accounts on its own: each test name is one of its promises.

use chips::Chips;
use chips::book::{Account as Of, Unit};
use seating::{Actor, Person, Role};

use super::*;

mod coming_in;
mod names;
mod opening;
mod personal_data;
mod second_factor;

const ANA: Person = Person(1);
const ROOT: Person = Person(2);
const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;

/// A machine with its rows and a time that the test sets.
#[derive(Clone)]
struct Room {
    people: People,
    rows: PersonRows,
    time: u64,
    events: Vec<PeopleEvent>,
}

/// An amount for the tests.
fn chips(count: u64) -> Chips {
    Chips::new(count).expect("small")
}

/// A new account whose display name is its sign-in name.
fn new(login: &str) -> NewPerson {
    NewPerson {
        login: login.to_owned(),
        name: login.to_owned(),
        password: format!("hash of {login}'s"),
        salt: [7; 16],
        machine: false,
    }
}

/// A token or link of this number.
fn token(number: u8) -> SecretHash {
    SecretHash([number; 32])
}

/// A session with the token of this number that lasts longer than any test.
fn session(number: u8) -> NewSession {
    NewSession { token: token(number), until: 1_000 * HOUR, login: Trace(1) }
}

const AS_ROOT: Actor = Actor { person: ROOT, role: Role::Administrator, device: 0 };

impl Room {
    /// Ana, person 1, is a player; Ruth, person 2, is the administrator.
    fn new() -> Room {
        let mut room =
            Room { people: People::new(), rows: PersonRows::default(), time: 1000, events: Vec::new() };
        room.must_do(Actor::HOUSE, PeopleCommand::Open { salt: [1; 16] });
        room.must_do(
            Actor::HOUSE,
            PeopleCommand::SignUp { new: new("ana"), grant: chips(5000), session: None },
        );
        room.must_do(Actor::HOUSE, PeopleCommand::MakeAdministratorLink { link: token(200), until: HOUR });
        room.must_do(
            Actor::HOUSE,
            PeopleCommand::UseAdministratorLink {
                link: token(200),
                administrator: new("ruth"),
                player: None,
                grant: chips(5000),
                session: session(100),
            },
        );
        room
    }

    /// Decides and applies a command; returns the numbers of the sessions it ended.
    fn try_do(&mut self, by: Actor, command: PeopleCommand) -> Result<Vec<u32>, PeopleRefusal> {
        let decided = self.people.decide(&self.rows, by, self.time, command)?;
        let mut ended = Vec::new();
        for event in &decided.events {
            ended.extend(self.people.apply(event));
            self.events.push(event.clone());
            self.people.track_auditor(event, self.count());
        }
        decided.rows.into_iter().for_each(|row| self.rows.put(row));
        for event in &self.events {
            if let PeopleEvent::AccountErased { person, .. } = event {
                self.rows.remove(Person(*person));
            }
        }
        Ok(ended)
    }

    /// The same room after a restart from the same records.
    fn restarted(&self) -> Room {
        let mut people = People::new();
        for (event, sequence) in self.events.iter().zip(1..) {
            people.apply(event);
            people.track_auditor(event, sequence);
        }
        Room { people, ..self.clone() }
    }

    /// The number of the last record.
    fn count(&self) -> u64 {
        self.events.len() as u64
    }

    /// As `try_do`, for a command that must be allowed.
    fn must_do(&mut self, by: Actor, command: PeopleCommand) -> Vec<u32> {
        self.try_do(by, command).expect("allowed")
    }

    /// Begins the session with this number, without a second factor.
    fn sign_in(&mut self, person: Person, number: u8) {
        self.must_do(
            Actor::player(person),
            PeopleCommand::SignIn { person, session: session(number), replaces: None, given: None },
        );
    }

    /// Whether the session with this number is open now.
    fn is_signed_in(&self, number: u8) -> bool {
        self.people.signed_in(&token(number), self.time).is_some()
    }

    /// A failed sign-in to Ana's account, counted under these traces.
    fn fail_sign_in(&mut self, login: u64, address: u64) {
        let command =
            PeopleCommand::FailSignIn { person: Some(ANA), login: Trace(login), address: Trace(address) };
        self.must_do(Actor::HOUSE, command);
    }

    /// How long these traces must wait now, in milliseconds.
    fn sign_in_wait(&self, login: u64, address: u64) -> u64 {
        self.people.sign_in_wait(Trace(login), Trace(address), (0, 0), self.time)
    }
}

/// The refusal of a command that must not be allowed.
fn refused<T: std::fmt::Debug>(outcome: Result<T, PeopleRefusal>) -> PeopleRefusal {
    outcome.expect_err("refused")
}

#[test]
fn every_event_is_stored_as_its_golden_file_says() {
    let digest = "d".repeat(64);
    let hash =
        |text: &str| serde_json::from_str::<SecretHash>(&format!("\"{}\"", text.repeat(4))).expect("a hash");
    let (token, link) = (hash("0123456789abcdef"), hash("fedcba9876543210"));
    let login = Trace(0xab);
    let person = 7;
    let samples = [
        (PeopleEvent::Opened { person: 0, digest: digest.clone() }, include_str!("golden/opened.json")),
        (
            PeopleEvent::SignedUp { person, digest: digest.clone(), machine: false, time: 1000 },
            include_str!("golden/signed_up.json"),
        ),
        (PeopleEvent::Granted { person, amount: 10_000 }, include_str!("golden/granted.json")),
        (
            PeopleEvent::SignInFailed { person: Some(person), login, address: Trace(u64::MAX), time: 1000 },
            include_str!("golden/sign_in_failed.json"),
        ),
        (
            PeopleEvent::SignedIn { person, session: 3, token, until: 5000, login, replaces: Some(2), time: 1000 },
            include_str!("golden/signed_in.json"),
        ),
        (PeopleEvent::SignedOut { person, session: 3 }, include_str!("golden/signed_out.json")),
        (PeopleEvent::SignedOutEverywhere { person }, include_str!("golden/signed_out_everywhere.json")),
        (PeopleEvent::EverybodySignedOut { era: 3, time: 1000 }, include_str!("golden/everybody_signed_out.json")),
        (
            PeopleEvent::PasswordChanged { person, digest: digest.clone(), keeps: Some(3) },
            include_str!("golden/password_changed.json"),
        ),
        (PeopleEvent::ResetLinkMade { person, link, until: 5000 }, include_str!("golden/reset_link_made.json")),
        (PeopleEvent::ResetLinkUsed { person, digest, link, login }, include_str!("golden/reset_link_used.json")),
        (
            PeopleEvent::AdministratorLinkMade { link, until: 5000 },
            include_str!("golden/administrator_link_made.json"),
        ),
        (PeopleEvent::AdministratorLinkUsed { person, link }, include_str!("golden/administrator_link_used.json")),
        (PeopleEvent::RoleGiven { person, role: "player".to_owned() }, include_str!("golden/role_given.json")),
        (
            PeopleEvent::RoleTaken { person, role: "administrator".to_owned() },
            include_str!("golden/role_taken.json"),
        ),
        (
            PeopleEvent::Banned { person, until: None, reason: "chip dumping".to_owned(), lasts: None },
            include_str!("golden/banned.json"),
        ),
        (
            PeopleEvent::Unbanned { person, reason: "heard and cleared".to_owned() },
            include_str!("golden/unbanned.json"),
        ),
        (
            PeopleEvent::Reported {
                report: 3,
                reporter: person,
                about: 8,
                table: 2,
                hand: 41,
                reason: "called me names".to_owned(),
                lines: serde_json::from_value(serde_json::json!([
                    {"number": 1_000_000_001, "person": 8, "seat": 4, "hand": 41, "at": 1_795_834_800_000_u64, "text": "a name"},
                    {"number": 1_000_000_002, "person": 9, "seat": null, "hand": 41, "at": 1_795_834_801_000_u64, "text": "enough"},
                ]))
                .expect("lines"),
                time: 1000,
            },
            include_str!("golden/reported.json"),
        ),
        (
            PeopleEvent::ReportDealtWith { report: 3, by: 9, note: "spoke to them".to_owned(), time: 1000 },
            include_str!("golden/report_dealt_with.json"),
        ),
        (
            PeopleEvent::HandShared { person, link, table: 3, hand: 12, own_cards: true, time: 1000 },
            include_str!("golden/hand_shared.json"),
        ),
        (PeopleEvent::HandShareEnded { person, link }, include_str!("golden/hand_share_ended.json")),
        (
            PeopleEvent::AccountErased { person, digest: (), time: 1000 },
            include_str!("golden/account_erased.json"),
        ),
        (
            PeopleEvent::TracesForgotten { person: 0, digest: "e".repeat(64), time: 1000 },
            include_str!("golden/traces_forgotten.json"),
        ),
        (
            PeopleEvent::PersonalDataSeen {
                what: "accounts".to_owned(),
                first: 1,
                last: 40,
                reason: Some("a complaint".to_owned()),
                time: 1000,
            },
            include_str!("golden/personal_data_seen.json"),
        ),
        (
            PeopleEvent::SecondFactorSet {
                person,
                session: 3,
                secret: "0a0b".to_owned(),
                step: 59_000_000,
                codes: vec![link],
                time: 1000,
            },
            include_str!("golden/second_factor_set.json"),
        ),
        (
            PeopleEvent::SecondFactorUsed { person, session: 3, step: 59_000_000, time: 1000 },
            include_str!("golden/second_factor_used.json"),
        ),
        (
            PeopleEvent::RecoveryCodeUsed { person, session: 3, code: link, time: 1000 },
            include_str!("golden/recovery_code_used.json"),
        ),
        (
            PeopleEvent::RecoveryCodesMade { person, step: 59_000_000, codes: vec![link], time: 1000 },
            include_str!("golden/recovery_codes_made.json"),
        ),
        (
            PeopleEvent::SecondFactorTaken { person, by: 9, reason: "lost the device".to_owned(), time: 1000 },
            include_str!("golden/second_factor_taken.json"),
        ),
        (
            PeopleEvent::RoleRefused {
                person,
                role: "auditor".to_owned(),
                has: "dealer".to_owned(),
                by: 9,
                time: 1000,
            },
            include_str!("golden/role_refused.json"),
        ),
        (
            PeopleEvent::Noticed { person, what: "reset_link_made".to_owned(), by: 9, time: 1000 },
            include_str!("golden/noticed.json"),
        ),
        (
            PeopleEvent::OpeningAsked {
                opening: 1,
                table: 3,
                hand: 8,
                by: person,
                reason: "a complaint".to_owned(),
                time: 1000,
            },
            include_str!("golden/opening_asked.json"),
        ),
        (
            PeopleEvent::OpeningAgreed { opening: 1, by: 9, reason: "a complaint".to_owned(), time: 1000 },
            include_str!("golden/opening_agreed.json"),
        ),
        (
            PeopleEvent::OpenedHandSeen { opening: 1, by: 9, time: 1000 },
            include_str!("golden/opened_hand_seen.json"),
        ),
    ];
    let mut kinds = Vec::new();
    for (event, golden) in samples {
        let written = serde_json::to_string(&event).expect("it can be written");
        assert_eq!(written, golden.trim_end());
        assert_eq!(serde_json::from_str::<PeopleEvent>(golden).expect("it can be read"), event);
        assert!(written.starts_with(&format!("{{\"kind\":\"{}\"", event.kind())), "{written}");
        kinds.push(event.kind());
    }
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds.len(), 34, "a golden file for each kind");
    assert!(serde_json::from_str::<PeopleEvent>(r#"{"kind":"teleported"}"#).is_err());
}

#[test]
fn a_person_shares_at_most_a_hundred_hands_and_takes_back_only_their_own() {
    let mut room = Room::new();
    let share =
        |number: u8| PeopleCommand::ShareHand { link: token(number), table: 1, hand: 2, own_cards: true };
    for number in 1..=100 {
        room.must_do(Actor::player(ANA), share(number));
    }
    assert_eq!(refused(room.try_do(Actor::player(ANA), share(101))), PeopleRefusal::SharesFull);
    assert_eq!(room.people.hands_shared_by(ANA).count(), MAX_SHARED_HANDS);
    let first = room.people.hands_shared_by(ANA).next().map(|(link, _)| link);
    assert_eq!(first, Some(token(100)), "the newest first");
    let back = PeopleCommand::EndShare { link: token(7) };
    assert_eq!(refused(room.try_do(AS_ROOT, back.clone())), PeopleRefusal::NoSuchShare);
    room.must_do(Actor::player(ANA), back.clone());
    assert_eq!(refused(room.try_do(Actor::player(ANA), back)), PeopleRefusal::NoSuchShare);
    assert_eq!(room.people.shared_hand(&token(7), room.time), None);
    assert_eq!(room.people.shared_hand(&token(8), room.time).map(|shared| shared.person), Some(ANA));
    room.must_do(Actor::player(ANA), share(101));
    room.must_do(AS_ROOT, PeopleCommand::Ban { person: ANA, lasts: None, reason: "rude".to_owned() });
    assert_eq!(room.people.shared_hand(&token(8), room.time), None, "no hand of a banned person");
}

/// Proves REC-04.
#[test]
fn what_is_known_of_people_is_a_fold_over_their_records() {
    let mut room = Room::new();
    room.sign_in(ANA, 1);
    room.fail_sign_in(1, 1);
    room.must_do(AS_ROOT, PeopleCommand::MakeResetLink { person: ANA, link: token(50), until: HOUR });
    for number in [60, 61] {
        let share =
            PeopleCommand::ShareHand { link: token(number), table: 1, hand: 2, own_cards: number == 60 };
        room.must_do(Actor::player(ANA), share);
    }
    room.must_do(Actor::player(ANA), PeopleCommand::EndShare { link: token(60) });
    let mut again = People::new();
    for event in &room.events {
        let stored = serde_json::to_string(event).expect("it can be written");
        again.apply(&serde_json::from_str(&stored).expect("it can be read"));
    }
    assert_eq!(again, room.people);
}

#[test]
fn a_new_player_is_granted_chips_from_the_issue_once() {
    let room = Room::new();
    let granted: Vec<_> = room.events.iter().flat_map(|event| event.postings().expect("countable")).collect();
    assert_eq!(granted.len(), 1, "the administrator gets none");
    let wallet = Of::Wallet { person: ANA.0 };
    let posting = granted[0];
    assert_eq!(
        (posting.from(), posting.to(), posting.unit(), posting.amount()),
        (Of::Issue, wallet, Unit::Play, chips(5000))
    );
}

#[test]
fn a_banned_person_cannot_sign_in_until_the_ban_ends() {
    let mut room = Room::new();
    let until = Some(1000 + HOUR);
    room.must_do(
        AS_ROOT,
        PeopleCommand::Ban { person: ANA, lasts: Some(HOUR), reason: "language".to_owned() },
    );
    let sign_in = || PeopleCommand::SignIn { person: ANA, session: session(1), replaces: None, given: None };
    assert_eq!(refused(room.try_do(Actor::player(ANA), sign_in())), PeopleRefusal::Banned { until });
    let link = PeopleCommand::MakeResetLink { person: ANA, link: token(50), until: HOUR };
    assert_eq!(refused(room.try_do(AS_ROOT, link)), PeopleRefusal::Banned { until });
    room.time += HOUR;
    room.must_do(Actor::player(ANA), sign_in());
    let no_reason = PeopleCommand::Ban { person: ANA, lasts: None, reason: "  ".to_owned() };
    assert_eq!(refused(room.try_do(AS_ROOT, no_reason)), PeopleRefusal::Reason);
    room.must_do(AS_ROOT, PeopleCommand::Ban { person: ANA, lasts: None, reason: "again".to_owned() });
    assert_eq!(refused(room.try_do(Actor::player(ANA), sign_in())), PeopleRefusal::Banned { until: None });
    let shorter =
        |lasts| PeopleCommand::Ban { person: ANA, lasts: Some(lasts), reason: "an hour will do".to_owned() };
    let longer = PeopleRefusal::BannedLonger { until: None };
    assert_eq!(
        refused(room.try_do(AS_ROOT, shorter(HOUR))),
        longer,
        "a ban for good is not cut short unawares"
    );
    room.must_do(AS_ROOT, PeopleCommand::Unban { person: ANA, reason: "heard".to_owned() });
    room.must_do(Actor::player(ANA), sign_in());
    room.must_do(AS_ROOT, shorter(2 * HOUR));
    let until = Some(room.time + 2 * HOUR);
    assert_eq!(refused(room.try_do(AS_ROOT, shorter(2 * HOUR - 1))), PeopleRefusal::BannedLonger { until });
    room.must_do(AS_ROOT, shorter(2 * HOUR));
    room.must_do(AS_ROOT, shorter(3 * HOUR));
    room.must_do(AS_ROOT, PeopleCommand::Ban { person: ANA, lasts: None, reason: "worse".to_owned() });
}

#[test]
fn only_an_administrator_administers_and_the_account_says_who_is_one() {
    let commands = || {
        [
            PeopleCommand::MakeResetLink { person: ANA, link: token(50), until: HOUR },
            PeopleCommand::MakeAdministratorLink { link: token(50), until: HOUR },
            PeopleCommand::GiveRole { person: ANA, role: Role::Administrator },
            PeopleCommand::TakeRole { person: ANA, role: Role::Player },
            PeopleCommand::Ban { person: ROOT, lasts: None, reason: "no".to_owned() },
            PeopleCommand::Unban { person: ROOT, reason: "no".to_owned() },
        ]
    };
    let mut room = Room::new();
    let pretends = Actor { person: ANA, role: Role::Administrator, device: 0 };
    let as_player = Actor { person: ROOT, role: Role::Player, device: 0 };
    for by in [Actor::player(ANA), pretends, as_player, Actor::player(Person(99))] {
        for command in commands() {
            let needs = Role::Administrator;
            assert_eq!(refused(room.try_do(by, command)), PeopleRefusal::NotGranted { needs });
        }
    }
}

/// The administrator neither plays nor rules, and roles that have no work yet are given to nobody.
#[test]
fn roles_that_conflict_never_meet_in_one_person() {
    let mut room = Room::new();
    let give = |person, role| PeopleCommand::GiveRole { person, role };
    let (player, administrator) = (Role::Player, Role::Administrator);
    assert_eq!(
        refused(room.try_do(AS_ROOT, give(ROOT, player))),
        PeopleRefusal::Conflict { role: player, has: administrator }
    );
    assert_eq!(
        refused(room.try_do(AS_ROOT, give(ANA, administrator))),
        PeopleRefusal::Conflict { role: administrator, has: player }
    );
    for role in ROLES {
        let expected = match role {
            Role::Player => Err(PeopleRefusal::HasRole { role }),
            Role::Auditor | Role::Administrator => Err(PeopleRefusal::Conflict { role, has: player }),
            Role::Dealer
            | Role::Supervisor
            | Role::ShiftManager
            | Role::Operator
            | Role::Director
            | Role::Cashier => Ok(()),
        };
        assert_eq!(room.try_do(AS_ROOT, give(ANA, role)).map(drop), expected, "{role:?} for a player");
        if expected.is_ok() {
            room.must_do(AS_ROOT, PeopleCommand::TakeRole { person: ANA, role });
            assert_eq!(room.people.account(ANA).expect("there").roles, [player]);
        }
        for other in ROLES {
            assert_eq!(is_role_conflict(role, other), is_role_conflict(other, role));
            assert!(!is_role_conflict(role, role));
            assert!(role == other || !matches!(role, Role::Administrator) || is_role_conflict(role, other));
        }
        assert_eq!(role_named(role_word(role)), Some(role));
    }
    assert!(is_role_conflict(Role::Dealer, Role::Auditor) && !is_role_conflict(Role::Player, Role::Dealer));
    // A role that adjusts balances cannot approve.
    for approves in [Role::Supervisor, Role::ShiftManager, Role::Operator, Role::Director] {
        assert!(is_role_conflict(Role::Cashier, approves) && !is_role_conflict(Role::Dealer, approves));
    }
}

#[test]
fn the_last_administrator_stays() {
    let mut room = Room::new();
    let take = || PeopleCommand::TakeRole { person: ROOT, role: Role::Administrator };
    assert_eq!(refused(room.try_do(AS_ROOT, take())), PeopleRefusal::LastAdministrator);
    let ban = || PeopleCommand::Ban { person: ROOT, lasts: None, reason: "gone".to_owned() };
    assert_eq!(refused(room.try_do(AS_ROOT, ban())), PeopleRefusal::LastAdministrator);
    room.must_do(AS_ROOT, PeopleCommand::MakeAdministratorLink { link: token(201), until: HOUR });
    let used = PeopleCommand::UseAdministratorLink {
        link: token(201),
        administrator: new("remus"),
        player: None,
        grant: chips(0),
        session: session(101),
    };
    room.must_do(Actor::HOUSE, used);
    room.must_do(AS_ROOT, take());
    let needs = Role::Administrator;
    assert_eq!(refused(room.try_do(AS_ROOT, ban())), PeopleRefusal::NotGranted { needs }, "no longer one");
}

/// Proves AUD-05: no name, no password, no token.
#[test]
fn records_know_people_by_number_only() {
    let mut room = Room::new();
    let planted = NewPerson {
        login: "planted-login".to_owned(),
        name: "Planted Name".to_owned(),
        password: "planted-hash".to_owned(),
        salt: *b"planted-salt-16b",
        machine: true,
    };
    room.must_do(
        Actor::HOUSE,
        PeopleCommand::SignUp { new: planted.clone(), grant: chips(5), session: Some(session(9)) },
    );
    let stored: String =
        room.events.iter().map(|event| serde_json::to_string(event).expect("it can be written")).collect();
    assert!(!stored.to_lowercase().contains("planted"), "{stored}");
    assert!(!format!("{planted:?}").to_lowercase().contains("planted"));
}

#[test]
fn every_change_of_a_row_is_recorded_with_its_digest() {
    let mut room = Room::new();
    let check_digest = |room: &Room, person| {
        let row = room.rows.get(person).expect("there");
        assert_eq!(room.people.digest(person), Some(row.digest().as_str()));
    };
    for person in [Person::HOUSE, ANA, ROOT] {
        check_digest(&room, person);
    }
    let before = room.rows.get(ANA).expect("there").digest();
    room.sign_in(ANA, 1);
    let change = PeopleCommand::ChangePassword { password: "new".to_owned(), salt: [9; 16], keeps: token(1) };
    room.must_do(Actor::player(ANA), change);
    check_digest(&room, ANA);
    assert_ne!(room.rows.get(ANA).expect("there").digest(), before);
}
