//! The machine of accounts by itself: every sentence is one of its promises.

use chips::Chips;
use chips::book::{Account as Of, Unit};
use seating::{By, Person, Role};

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
    rows: Rows,
    time: u64,
    events: Vec<Event>,
}

fn chips(count: u64) -> Chips {
    Chips::new(count).expect("small")
}

fn new(login: &str) -> NewPerson {
    NewPerson {
        login: login.to_owned(),
        name: login.to_owned(),
        password: format!("hash of {login}'s"),
        salt: [7; 16],
        machine: false,
    }
}

fn token(number: u8) -> Hashed {
    Hashed([number; 32])
}

fn session(number: u8) -> NewSession {
    NewSession { token: token(number), until: 1_000 * HOUR, login: Trace(1) }
}

const AS_ROOT: By = By { person: ROOT, role: Role::Administrator, device: 0 };

impl Room {
    /// Ana, person 1, who plays; and root, person 2, who administers.
    fn new() -> Room {
        let mut room = Room { people: People::new(), rows: Rows::default(), time: 1000, events: Vec::new() };
        room.does(By::HOUSE, Command::Open { salt: [1; 16] });
        room.does(By::HOUSE, Command::SignUp { new: new("ana"), grant: chips(5000), session: None });
        room.does(By::HOUSE, Command::MakeAdministratorLink { link: token(200), until: HOUR });
        room.does(
            By::HOUSE,
            Command::UseAdministratorLink {
                link: token(200),
                administrator: new("ruth"),
                player: None,
                grant: chips(5000),
                session: session(100),
            },
        );
        room
    }

    fn tries(&mut self, by: By, command: Command) -> Result<Vec<u32>, Refusal> {
        let decided = self.people.decide(&self.rows, by, self.time, command)?;
        let mut ended = Vec::new();
        for event in &decided.events {
            ended.extend(self.people.apply(event));
            self.events.push(event.clone());
            self.people.placed(event, self.count());
        }
        decided.rows.into_iter().for_each(|row| self.rows.put(row));
        for event in &self.events {
            if let Event::AccountErased { person, .. } = event {
                self.rows.remove(Person(*person));
            }
        }
        Ok(ended)
    }

    /// What a room knows that starts again with the same records.
    fn started_again(&self) -> Room {
        let mut people = People::new();
        for (event, sequence) in self.events.iter().zip(1..) {
            people.apply(event);
            people.placed(event, sequence);
        }
        Room { people, ..self.clone() }
    }

    /// The number of the last record.
    fn count(&self) -> u64 {
        self.events.len() as u64
    }

    fn does(&mut self, by: By, command: Command) -> Vec<u32> {
        self.tries(by, command).expect("allowed")
    }

    fn signs_in(&mut self, person: Person, number: u8) {
        self.does(
            By::player(person),
            Command::SignIn { person, session: session(number), replaces: None, given: None },
        );
    }

    fn is_in(&self, number: u8) -> bool {
        self.people.signed(&token(number), self.time).is_some()
    }

    fn fails(&mut self, login: u64, address: u64) {
        let command = Command::FailSignIn { person: Some(ANA), login: Trace(login), address: Trace(address) };
        self.does(By::HOUSE, command);
    }

    fn wait(&self, login: u64, address: u64) -> u64 {
        self.people.wait(Trace(login), Trace(address), (0, 0), self.time)
    }
}

fn refused<T: std::fmt::Debug>(outcome: Result<T, Refusal>) -> Refusal {
    outcome.expect_err("refused")
}

#[test]
fn every_event_is_stored_as_its_golden_file_says() {
    let digest = "d".repeat(64);
    let hash =
        |text: &str| serde_json::from_str::<Hashed>(&format!("\"{}\"", text.repeat(4))).expect("a hash");
    let (token, link) = (hash("0123456789abcdef"), hash("fedcba9876543210"));
    let login = Trace(0xab);
    let person = 7;
    let samples = [
        (Event::Opened { person: 0, digest: digest.clone() }, include_str!("golden/opened.json")),
        (
            Event::SignedUp { person, digest: digest.clone(), machine: false, time: 1000 },
            include_str!("golden/signed_up.json"),
        ),
        (Event::Granted { person, amount: 10_000 }, include_str!("golden/granted.json")),
        (
            Event::SignInFailed { person: Some(person), login, address: Trace(u64::MAX), time: 1000 },
            include_str!("golden/sign_in_failed.json"),
        ),
        (
            Event::SignedIn { person, session: 3, token, until: 5000, login, replaces: Some(2), time: 1000 },
            include_str!("golden/signed_in.json"),
        ),
        (Event::SignedOut { person, session: 3 }, include_str!("golden/signed_out.json")),
        (Event::SignedOutEverywhere { person }, include_str!("golden/signed_out_everywhere.json")),
        (Event::EverybodySignedOut { era: 3, time: 1000 }, include_str!("golden/everybody_signed_out.json")),
        (
            Event::PasswordChanged { person, digest: digest.clone(), keeps: Some(3) },
            include_str!("golden/password_changed.json"),
        ),
        (Event::ResetLinkMade { person, link, until: 5000 }, include_str!("golden/reset_link_made.json")),
        (Event::ResetLinkUsed { person, digest, link, login }, include_str!("golden/reset_link_used.json")),
        (
            Event::AdministratorLinkMade { link, until: 5000 },
            include_str!("golden/administrator_link_made.json"),
        ),
        (Event::AdministratorLinkUsed { person, link }, include_str!("golden/administrator_link_used.json")),
        (Event::RoleGiven { person, role: "player".to_owned() }, include_str!("golden/role_given.json")),
        (
            Event::RoleTaken { person, role: "administrator".to_owned() },
            include_str!("golden/role_taken.json"),
        ),
        (
            Event::Banned { person, until: None, reason: "chip dumping".to_owned(), lasts: None },
            include_str!("golden/banned.json"),
        ),
        (
            Event::Unbanned { person, reason: "heard and cleared".to_owned() },
            include_str!("golden/unbanned.json"),
        ),
        (
            Event::Reported {
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
            Event::ReportDealtWith { report: 3, by: 9, note: "spoke to them".to_owned(), time: 1000 },
            include_str!("golden/report_dealt_with.json"),
        ),
        (
            Event::HandShared { person, link, table: 3, hand: 12, own_cards: true, time: 1000 },
            include_str!("golden/hand_shared.json"),
        ),
        (Event::HandShareEnded { person, link }, include_str!("golden/hand_share_ended.json")),
        (
            Event::AccountErased { person, digest: (), time: 1000 },
            include_str!("golden/account_erased.json"),
        ),
        (
            Event::TracesForgotten { person: 0, digest: "e".repeat(64), time: 1000 },
            include_str!("golden/traces_forgotten.json"),
        ),
        (
            Event::PersonalDataSeen {
                what: "accounts".to_owned(),
                first: 1,
                last: 40,
                reason: Some("a complaint".to_owned()),
                time: 1000,
            },
            include_str!("golden/personal_data_seen.json"),
        ),
        (
            Event::SecondFactorSet {
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
            Event::SecondFactorUsed { person, session: 3, step: 59_000_000, time: 1000 },
            include_str!("golden/second_factor_used.json"),
        ),
        (
            Event::RecoveryCodeUsed { person, session: 3, code: link, time: 1000 },
            include_str!("golden/recovery_code_used.json"),
        ),
        (
            Event::RecoveryCodesMade { person, step: 59_000_000, codes: vec![link], time: 1000 },
            include_str!("golden/recovery_codes_made.json"),
        ),
        (
            Event::SecondFactorTaken { person, by: 9, reason: "lost the device".to_owned(), time: 1000 },
            include_str!("golden/second_factor_taken.json"),
        ),
        (
            Event::RoleRefused {
                person,
                role: "auditor".to_owned(),
                has: "dealer".to_owned(),
                by: 9,
                time: 1000,
            },
            include_str!("golden/role_refused.json"),
        ),
        (
            Event::Noticed { person, what: "reset_link_made".to_owned(), by: 9, time: 1000 },
            include_str!("golden/noticed.json"),
        ),
        (
            Event::OpeningAsked {
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
            Event::OpeningAgreed { opening: 1, by: 9, reason: "a complaint".to_owned(), time: 1000 },
            include_str!("golden/opening_agreed.json"),
        ),
        (
            Event::OpenedHandSeen { opening: 1, by: 9, time: 1000 },
            include_str!("golden/opened_hand_seen.json"),
        ),
    ];
    let mut kinds = Vec::new();
    for (event, golden) in samples {
        let written = serde_json::to_string(&event).expect("it can be written");
        assert_eq!(written, golden.trim_end());
        assert_eq!(serde_json::from_str::<Event>(golden).expect("it can be read"), event);
        assert!(written.starts_with(&format!("{{\"kind\":\"{}\"", event.kind())), "{written}");
        kinds.push(event.kind());
    }
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds.len(), 34, "a golden file for each kind");
    assert!(serde_json::from_str::<Event>(r#"{"kind":"teleported"}"#).is_err());
}

#[test]
fn a_person_shares_at_most_a_hundred_hands_and_takes_back_only_the_own() {
    let mut room = Room::new();
    let share = |number: u8| Command::ShareHand { link: token(number), table: 1, hand: 2, own_cards: true };
    for number in 1..=100 {
        room.does(By::player(ANA), share(number));
    }
    assert_eq!(refused(room.tries(By::player(ANA), share(101))), Refusal::SharesFull);
    assert_eq!(room.people.shared_by(ANA).count(), MOST_SHARED);
    let first = room.people.shared_by(ANA).next().map(|(link, _)| link);
    assert_eq!(first, Some(token(100)), "the newest first");
    let back = Command::EndShare { link: token(7) };
    assert_eq!(refused(room.tries(AS_ROOT, back.clone())), Refusal::NoSuchShare);
    room.does(By::player(ANA), back.clone());
    assert_eq!(refused(room.tries(By::player(ANA), back)), Refusal::NoSuchShare);
    assert_eq!(room.people.shared(&token(7), room.time), None);
    assert_eq!(room.people.shared(&token(8), room.time).map(|shared| shared.person), Some(ANA));
    room.does(By::player(ANA), share(101));
    room.does(AS_ROOT, Command::Ban { person: ANA, lasts: None, reason: "rude".to_owned() });
    assert_eq!(room.people.shared(&token(8), room.time), None, "nothing of who is kept out");
}

/// Proves REC-04.
#[test]
fn what_is_known_of_people_is_a_fold_over_their_records() {
    let mut room = Room::new();
    room.signs_in(ANA, 1);
    room.fails(1, 1);
    room.does(AS_ROOT, Command::MakeResetLink { person: ANA, link: token(50), until: HOUR });
    for number in [60, 61] {
        let share = Command::ShareHand { link: token(number), table: 1, hand: 2, own_cards: number == 60 };
        room.does(By::player(ANA), share);
    }
    room.does(By::player(ANA), Command::EndShare { link: token(60) });
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
fn who_is_banned_does_not_come_in_until_the_time_is_over() {
    let mut room = Room::new();
    let until = Some(1000 + HOUR);
    room.does(AS_ROOT, Command::Ban { person: ANA, lasts: Some(HOUR), reason: "language".to_owned() });
    let sign_in = || Command::SignIn { person: ANA, session: session(1), replaces: None, given: None };
    assert_eq!(refused(room.tries(By::player(ANA), sign_in())), Refusal::Banned { until });
    let link = Command::MakeResetLink { person: ANA, link: token(50), until: HOUR };
    assert_eq!(refused(room.tries(AS_ROOT, link)), Refusal::Banned { until });
    room.time += HOUR;
    room.does(By::player(ANA), sign_in());
    let no_reason = Command::Ban { person: ANA, lasts: None, reason: "  ".to_owned() };
    assert_eq!(refused(room.tries(AS_ROOT, no_reason)), Refusal::Reason);
    room.does(AS_ROOT, Command::Ban { person: ANA, lasts: None, reason: "again".to_owned() });
    assert_eq!(refused(room.tries(By::player(ANA), sign_in())), Refusal::Banned { until: None });
    let shorter =
        |lasts| Command::Ban { person: ANA, lasts: Some(lasts), reason: "an hour will do".to_owned() };
    let longer = Refusal::BannedLonger { until: None };
    assert_eq!(
        refused(room.tries(AS_ROOT, shorter(HOUR))),
        longer,
        "a ban for good is not cut short unawares"
    );
    room.does(AS_ROOT, Command::Unban { person: ANA, reason: "heard".to_owned() });
    room.does(By::player(ANA), sign_in());
    room.does(AS_ROOT, shorter(2 * HOUR));
    let until = Some(room.time + 2 * HOUR);
    assert_eq!(refused(room.tries(AS_ROOT, shorter(2 * HOUR - 1))), Refusal::BannedLonger { until });
    room.does(AS_ROOT, shorter(2 * HOUR));
    room.does(AS_ROOT, shorter(3 * HOUR));
    room.does(AS_ROOT, Command::Ban { person: ANA, lasts: None, reason: "worse".to_owned() });
}

#[test]
fn only_an_administrator_administers_and_the_account_says_who_is_one() {
    let commands = || {
        [
            Command::MakeResetLink { person: ANA, link: token(50), until: HOUR },
            Command::MakeAdministratorLink { link: token(50), until: HOUR },
            Command::GiveRole { person: ANA, role: Role::Administrator },
            Command::TakeRole { person: ANA, role: Role::Player },
            Command::Ban { person: ROOT, lasts: None, reason: "no".to_owned() },
            Command::Unban { person: ROOT, reason: "no".to_owned() },
        ]
    };
    let mut room = Room::new();
    let pretends = By { person: ANA, role: Role::Administrator, device: 0 };
    let as_player = By { person: ROOT, role: Role::Player, device: 0 };
    for by in [By::player(ANA), pretends, as_player, By::player(Person(99))] {
        for command in commands() {
            let needs = Role::Administrator;
            assert_eq!(refused(room.tries(by, command)), Refusal::NotGranted { needs });
        }
    }
}

/// The administrator neither plays nor rules, and roles that have no work yet are given to nobody.
#[test]
fn roles_that_conflict_never_meet_in_one_person() {
    let mut room = Room::new();
    let give = |person, role| Command::GiveRole { person, role };
    let (player, administrator) = (Role::Player, Role::Administrator);
    assert_eq!(
        refused(room.tries(AS_ROOT, give(ROOT, player))),
        Refusal::Conflict { role: player, has: administrator }
    );
    assert_eq!(
        refused(room.tries(AS_ROOT, give(ANA, administrator))),
        Refusal::Conflict { role: administrator, has: player }
    );
    for role in ROLES {
        let expected = match role {
            Role::Player => Err(Refusal::HasRole { role }),
            Role::Auditor | Role::Administrator => Err(Refusal::Conflict { role, has: player }),
            Role::Dealer
            | Role::Supervisor
            | Role::ShiftManager
            | Role::Operator
            | Role::Director
            | Role::Cashier => Ok(()),
        };
        assert_eq!(room.tries(AS_ROOT, give(ANA, role)).map(drop), expected, "{role:?} for a player");
        if expected.is_ok() {
            room.does(AS_ROOT, Command::TakeRole { person: ANA, role });
            assert_eq!(room.people.account(ANA).expect("there").roles, [player]);
        }
        for other in ROLES {
            assert_eq!(conflict(role, other), conflict(other, role));
            assert!(!conflict(role, role));
            assert!(role == other || !matches!(role, Role::Administrator) || conflict(role, other));
        }
        assert_eq!(role_named(role_word(role)), Some(role));
    }
    assert!(conflict(Role::Dealer, Role::Auditor) && !conflict(Role::Player, Role::Dealer));
    // Who adjusts does not approve.
    for approves in [Role::Supervisor, Role::ShiftManager, Role::Operator, Role::Director] {
        assert!(conflict(Role::Cashier, approves) && !conflict(Role::Dealer, approves));
    }
}

#[test]
fn the_last_administrator_stays() {
    let mut room = Room::new();
    let take = || Command::TakeRole { person: ROOT, role: Role::Administrator };
    assert_eq!(refused(room.tries(AS_ROOT, take())), Refusal::LastAdministrator);
    let ban = || Command::Ban { person: ROOT, lasts: None, reason: "gone".to_owned() };
    assert_eq!(refused(room.tries(AS_ROOT, ban())), Refusal::LastAdministrator);
    room.does(AS_ROOT, Command::MakeAdministratorLink { link: token(201), until: HOUR });
    let used = Command::UseAdministratorLink {
        link: token(201),
        administrator: new("remus"),
        player: None,
        grant: chips(0),
        session: session(101),
    };
    room.does(By::HOUSE, used);
    room.does(AS_ROOT, take());
    let needs = Role::Administrator;
    assert_eq!(refused(room.tries(AS_ROOT, ban())), Refusal::NotGranted { needs }, "no longer one");
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
    room.does(
        By::HOUSE,
        Command::SignUp { new: planted.clone(), grant: chips(5), session: Some(session(9)) },
    );
    let stored: String =
        room.events.iter().map(|event| serde_json::to_string(event).expect("it can be written")).collect();
    assert!(!stored.to_lowercase().contains("planted"), "{stored}");
    assert!(!format!("{planted:?}").to_lowercase().contains("planted"));
}

#[test]
fn every_change_of_a_row_is_told_with_its_digest() {
    let mut room = Room::new();
    let told = |room: &Room, person| {
        let row = room.rows.get(person).expect("there");
        assert_eq!(room.people.digest(person), Some(row.digest().as_str()));
    };
    for person in [Person::HOUSE, ANA, ROOT] {
        told(&room, person);
    }
    let before = room.rows.get(ANA).expect("there").digest();
    room.signs_in(ANA, 1);
    let change = Command::ChangePassword { password: "new".to_owned(), salt: [9; 16], keeps: token(1) };
    room.does(By::player(ANA), change);
    told(&room, ANA);
    assert_ne!(room.rows.get(ANA).expect("there").digest(), before);
}
