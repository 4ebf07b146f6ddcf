//! The second factor: who needs one, which proofs are accepted, and which are used up.

use super::*;
use crate::people::{Factor, FactorProof, FactorState, Notice};

const STAFF: Person = ROOT;

/// A second factor whose last used code is of this step.
fn factor(step: u64) -> Factor {
    Factor { secret: "sealed".to_owned(), step, codes: vec![token(90), token(91)] }
}

/// A sign-in to the session with this number, with what was given of the second factor.
fn sign_in(person: Person, number: u8, given: Option<FactorProof>) -> PeopleCommand {
    PeopleCommand::SignIn { person, session: session(number), replaces: None, given }
}

/// Ruth has a second factor, set in her session 100 at step 500.
fn enrolled() -> Room {
    let mut room = Room::new();
    room.must_do(Actor::player(STAFF), sign_in(STAFF, 101, None));
    let set = PeopleCommand::SetSecondFactor { token: token(100), factor: factor(500) };
    room.must_do(Actor::player(STAFF), set);
    room
}

/// Proves ACS-03.
#[test]
fn a_code_opens_the_door_once_and_so_does_a_recovery_code() {
    let mut room = enrolled();
    assert!(room.is_signed_in(100) && !room.is_signed_in(101), "the other session has ended");
    let by = Actor::player(STAFF);
    for given in [
        None,
        Some(FactorProof::Step(500)),
        Some(FactorProof::Step(499)),
        Some(FactorProof::Recovery(token(92))),
    ] {
        assert_eq!(
            refused(room.try_do(by, sign_in(STAFF, 1, given))),
            PeopleRefusal::SecondFactor,
            "{given:?}"
        );
    }
    room.must_do(by, sign_in(STAFF, 1, Some(FactorProof::Step(501))));
    // The same code again, or an earlier one, is not accepted.
    for step in [501, 500] {
        let again = sign_in(STAFF, 2, Some(FactorProof::Step(step)));
        assert_eq!(refused(room.try_do(by, again)), PeopleRefusal::SecondFactor);
    }
    let recovery = || sign_in(STAFF, 2, Some(FactorProof::Recovery(token(90))));
    room.must_do(by, recovery());
    assert_eq!(refused(room.try_do(by, recovery())), PeopleRefusal::SecondFactor);
    assert_eq!(room.people.account(STAFF).expect("there").factor.as_ref().expect("set").codes, [token(91)]);
    room.must_do(by, PeopleCommand::MakeRecoveryCodes { step: 502, codes: vec![token(93)] });
    let used = PeopleCommand::MakeRecoveryCodes { step: 502, codes: vec![token(94)] };
    assert_eq!(refused(room.try_do(by, used)), PeopleRefusal::SecondFactor);
    assert_eq!(room.people.account(STAFF).expect("there").factor.as_ref().expect("set").codes, [token(93)]);
}

#[test]
fn roles_of_staff_wait_for_the_second_factor_where_one_is_required() {
    let mut room = Room::new();
    let roles = |room: &Room, person, required| {
        let account = room.people.account(person).expect("there").clone();
        (account.roles_in(false, required), account.roles_in(true, required), account.factor_state(required))
    };
    let administrator = vec![Role::Administrator];
    assert_eq!(roles(&room, STAFF, true), (Vec::new(), administrator.clone(), FactorState::Due));
    assert_eq!(roles(&room, STAFF, false), (administrator.clone(), administrator.clone(), FactorState::Off));
    // A player who also deals can still play.
    room.must_do(AS_ROOT, PeopleCommand::GiveRole { person: ANA, role: Role::Dealer });
    let both = vec![Role::Player, Role::Dealer];
    assert_eq!(roles(&room, ANA, true), (vec![Role::Player], both, FactorState::Due));
    room.must_do(AS_ROOT, PeopleCommand::TakeRole { person: ANA, role: Role::Dealer });
    assert_eq!(roles(&room, ANA, true).2, FactorState::Off);
    let set = PeopleCommand::SetSecondFactor { token: token(100), factor: factor(1) };
    room.must_do(Actor::player(STAFF), set.clone());
    assert_eq!(roles(&room, STAFF, true), (Vec::new(), administrator, FactorState::On));
    assert!(room.people.signed_in(&token(100), room.time).expect("in").second_factor_given);
    assert_eq!(refused(room.try_do(Actor::player(STAFF), set)), PeopleRefusal::HasSecondFactor);
}

/// Roles are in the order of all roles, however they were given; a player's factor is for the role of player.
#[test]
fn a_second_factor_is_for_the_highest_role_of_those_who_work_in_the_room() {
    let mut room = Room::new();
    let role = |room: &Room, person| room.people.account(person).expect("there").second_factor_role();
    assert_eq!((role(&room, STAFF), role(&room, ANA)), (Role::Administrator, Role::Player));
    for given in [Role::Supervisor, Role::Dealer] {
        room.must_do(AS_ROOT, PeopleCommand::GiveRole { person: ANA, role: given });
        assert_eq!(role(&room, ANA), Role::Supervisor);
    }
    room.must_do(AS_ROOT, PeopleCommand::TakeRole { person: ANA, role: Role::Supervisor });
    assert_eq!(role(&room, ANA), Role::Dealer);
}

#[test]
fn a_second_factor_is_taken_by_its_person_with_a_code_or_by_an_administrator_with_a_reason() {
    let mut room = enrolled();
    let take = |person, given, reason: &str| PeopleCommand::TakeSecondFactor {
        person,
        given,
        reason: reason.to_owned(),
    };
    let own = Actor::player(STAFF);
    assert_eq!(refused(room.try_do(own, take(STAFF, None, "mine"))), PeopleRefusal::SecondFactor);
    let needs = Role::Administrator;
    let other = Actor::player(ANA);
    assert_eq!(refused(room.try_do(other, take(STAFF, None, "hers"))), PeopleRefusal::NotGranted { needs });
    assert_eq!(refused(room.try_do(AS_ROOT, take(ANA, None, "none"))), PeopleRefusal::NoSecondFactor);
    room.must_do(own, take(STAFF, Some(FactorProof::Step(501)), "mine"));
    assert!(!room.is_signed_in(100), "every session has ended");
    room.sign_in(ANA, 1);
    room.must_do(Actor::player(ANA), PeopleCommand::SetSecondFactor { token: token(1), factor: factor(7) });
    assert_eq!(refused(room.try_do(AS_ROOT, take(ANA, None, " "))), PeopleRefusal::Reason);
    room.must_do(AS_ROOT, take(ANA, None, "lost the device"));
    let account = room.people.account(ANA).expect("there");
    let notices: Vec<(&str, Person)> =
        account.notices.iter().map(|notice| (notice.what.as_str(), notice.by)).collect();
    assert_eq!((account.factor.is_none(), notices), (true, vec![(Notice::SECOND_FACTOR_TAKEN, STAFF)]));
}
