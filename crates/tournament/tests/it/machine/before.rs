//! Before the first hand: conditions and their records, the director, eligibility, refunds, cancelling.

use chips::book::Account;
use seating::{Person, Role};
use tournament::TournamentRefusalReason;
use tournament::conditions::Conditions;
use tournament::conditions::file::Eligible;
use tournament::machine::{
    CourseCommand, EntrantProfile, EntryCommand, EntryStatus, RecordCommand, ResultCommand, SeatCommand,
    TournamentStage,
};

use super::*;
use crate::conditions::{FREEZEOUT, HEATS, RE_BUY, SIT_AND_GO, with};

const HE: &str = "canberra-holdem-2018";
const OM: &str = "canberra-omaha-2006";

fn published(text: &str) -> Floor {
    let mut floor = Floor::new();
    floor.publish(text);
    floor.manager(RecordCommand::Nominate { person: DIRECTOR }.into_command()).expect("named");
    floor
}

fn open(floor: &mut Floor) -> Result<Vec<TournamentEvent>, TournamentRefusal> {
    floor.director(RecordCommand::Open.into_command())
}

#[test]
fn no_entry_is_sold_before_the_regulator_has_a_copy_of_this_version() {
    proves(Evidence::Script, &["HE-20.2", "HE-20.2(c)"]);
    let mut floor = published(FREEZEOUT);
    let why = refused(floor.enter(1), HE, "HE-20.2(c)");
    assert_eq!(why, TournamentRefusalReason::NoticeMissing { version: 1 });
    assert_eq!(
        refused(open(&mut floor), HE, "HE-20.2(c)"),
        TournamentRefusalReason::NoticeMissing { version: 1 }
    );
    floor.records();
    // Version 2 needs its own notice.
    floor.publish(&with(FREEZEOUT, "max = 90", "max = 80"));
    assert_eq!(
        refused(open(&mut floor), HE, "HE-20.2(c)"),
        TournamentRefusalReason::NoticeMissing { version: 2 }
    );
    floor.records();
    open(&mut floor).expect("all three are recorded");
    floor.enter(1).expect("sold");
}

#[test]
fn conditions_that_lack_an_item_are_not_published() {
    proves(Evidence::Script, &["HE-20.2(a)", "HE-20.3(a)"]);
    let mut floor = Floor::new();
    let conditions = Conditions::read(&with(FREEZEOUT, "min = 10, ", "")).expect("readable");
    let command = RecordCommand::Publish { conditions, place: "page".to_owned() };
    let why = refused(floor.manager(command.into_command()), HE, "HE-20.3(a)(v)");
    assert_eq!(
        (why, floor.tournament.stage()),
        (TournamentRefusalReason::ConditionsRefused { findings: 1 }, TournamentStage::Draft)
    );
}

#[test]
fn the_older_books_need_the_approval() {
    proves(Evidence::Script, &["OM-20.3"]);
    let mut floor = published(HEATS);
    assert_eq!(
        refused(open(&mut floor), OM, "OM-20.3"),
        TournamentRefusalReason::ApprovalMissing { version: 1 }
    );
    floor.records();
    open(&mut floor).expect("approved");
}

#[test]
fn a_free_sentence_is_read_by_somebody_first() {
    let mut floor = published(RE_BUY);
    let version = 1;
    let (date, reference) = ("2027-02-01".to_owned(), "GRC 9".to_owned());
    floor.manager(RecordCommand::Notice { version, date, reference }.into_command()).expect("noticed");
    assert_eq!(
        refused(open(&mut floor), HE, "HE-20.3(a)(iii)(C)"),
        TournamentRefusalReason::ReviewMissing { text: 1 }
    );
    floor.manager(RecordCommand::Review { version, text: 1 }.into_command()).expect("reviewed");
    open(&mut floor).expect("read");
}

#[test]
fn the_shift_manager_names_the_director_and_nobody_starts_without() {
    proves(Evidence::Script, &["HE-20.4"]);
    let mut floor = Floor::new();
    floor.publish(FREEZEOUT);
    floor.records();
    for role in [Role::Supervisor, Role::Director, Role::Cashier] {
        let command = RecordCommand::Nominate { person: DIRECTOR }.into_command();
        let why = refused(floor.ask(by(Person(8), role), command), HE, "HE-20.4");
        assert_eq!(why, TournamentRefusalReason::NotForThisRole { role });
    }
    floor.manager(RecordCommand::Open.into_command()).expect("open");
    floor.enter_all(10);
    floor.manager(RecordCommand::Close.into_command()).expect("closed");
    floor.manager(SeatCommand::Draw { session: 1, sizes: None }.into_command()).expect("drawn");
    floor.wall_ms = START;
    let start = CourseCommand::StartSession { session: 1 };
    assert_eq!(
        refused(floor.manager(start.clone().into_command()), HE, "HE-20.4"),
        TournamentRefusalReason::NoDirector
    );
    floor.manager(RecordCommand::Nominate { person: DIRECTOR }.into_command()).expect("named");
    // A director other than the named one can do nothing.
    let other = floor.ask(by(Person(77), Role::Director), start.clone().into_command());
    assert_eq!(
        refused(other, HE, "HE-20.4"),
        TournamentRefusalReason::NotForThisRole { role: Role::Director }
    );
    floor.director(start.into_command()).expect("starts");
}

#[test]
fn it_starts_at_the_set_time_and_not_with_fewer_than_the_smallest_number() {
    let mut floor = Floor::open(FREEZEOUT);
    floor.enter_all(9);
    floor.director(RecordCommand::Close.into_command()).expect("closed");
    let draw = || SeatCommand::Draw { session: 1, sizes: None }.into_command();
    let why = refused(floor.director(draw()), HE, "HE-20.3(a)(v)");
    assert_eq!(why, TournamentRefusalReason::TooFewPlayers { players: 9, least: 10 });
    let mut floor = Floor::open(FREEZEOUT);
    floor.enter_all(10);
    floor.close_and_draw();
    floor.take_seats(&[]);
    floor.wall_ms = START - 1;
    let start = || CourseCommand::StartSession { session: 1 }.into_command();
    assert_eq!(
        refused(floor.director(start()), HE, "HE-20.3(a)(i)"),
        TournamentRefusalReason::BeforeTheStart { ms: 1 }
    );
    floor.wall_ms = START;
    floor.director(start()).expect("starts");
}

#[test]
fn the_largest_number_of_players_is_kept() {
    proves(Evidence::Script, &["HE-20.3(a)(v)"]);
    let mut floor = Floor::open(FREEZEOUT);
    floor.enter_all(90);
    assert_eq!(refused(floor.enter(91), HE, "HE-20.3(a)(v)"), TournamentRefusalReason::Full { most: 90 });
}

#[test]
fn who_may_enter_is_as_the_conditions_state() {
    proves(Evidence::Script, &["HE-20.3(a)(i)", "HE-20.3(a)(vi)"]);
    let mut floor = Floor::open(FREEZEOUT);
    let mut ask = |standing: EntrantProfile, groups: Vec<u32>| {
        let agreement = Some("form".to_owned());
        let command = EntryCommand::Enter { person: Person(1), standing, agreement, groups };
        floor.player(1, command.into_command())
    };
    let child = EntrantProfile { adult: false, ..EntrantProfile::default() };
    assert_eq!(
        refused(ask(child, vec![]), HE, "HE-20.3(a)(i)"),
        TournamentRefusalReason::NotEligible { needs: Eligible::Adult }
    );
    let staff = EntrantProfile { adult: true, staff: true, ..EntrantProfile::default() };
    assert_eq!(
        refused(ask(staff, vec![]), HE, "HE-20.3(a)(i)"),
        TournamentRefusalReason::NotEligible { needs: Eligible::NotStaff }
    );
    let program = EntrantProfile { adult: true, machine: true, ..EntrantProfile::default() };
    assert_eq!(refused(ask(program, vec![]), HE, "HE-20.3(a)(i)"), TournamentRefusalReason::PeopleOnly);
    let excluded = with(FREEZEOUT, "\"different_tables\"", "\"excluded\"");
    let mut floor = Floor::open(&excluded);
    let standing = EntrantProfile { adult: true, ..EntrantProfile::default() };
    let (person, agreement) = (Person(1), Some("form".to_owned()));
    let command = EntryCommand::Enter { person, standing, agreement, groups: vec![1] };
    let why = refused(floor.player(1, command.into_command()), HE, "HE-20.3(a)(vi)");
    assert_eq!(why, TournamentRefusalReason::GroupExcluded { group: 1 });
}

#[test]
fn an_entry_needs_the_agreement_in_writing_where_it_is_required() {
    proves(Evidence::Script, &["HE-20.5"]);
    let mut floor = Floor::open(FREEZEOUT);
    let standing = EntrantProfile { adult: true, ..EntrantProfile::default() };
    let without = EntryCommand::Enter { person: Person(1), standing, agreement: None, groups: vec![] };
    let why = refused(floor.player(1, without.into_command()), HE, "HE-20.5");
    assert_eq!(why, TournamentRefusalReason::AgreementMissing);
    floor.enter(1).expect("signed");
    let kept = floor.tournament.player(1).and_then(|player| player.agreement.as_deref());
    assert_eq!(kept, Some("form 1"));
}

#[test]
fn a_player_has_one_entry() {
    proves(Evidence::Script, &["HE-20.6", "OM-20.6"]);
    for (text, book, clause) in [(FREEZEOUT, HE, "HE-20.6"), (HEATS, OM, "OM-20.6")] {
        let mut floor = Floor::open(text);
        floor.enter(1).expect("sold");
        assert_eq!(refused(floor.enter(1), book, clause), TournamentRefusalReason::OneEntry { entry: 1 });
    }
}

#[test]
fn nobody_enters_for_another_person() {
    let mut floor = Floor::open(FREEZEOUT);
    let standing = EntrantProfile { adult: true, ..EntrantProfile::default() };
    let command =
        EntryCommand::Enter { person: Person(2), standing, agreement: Some(String::new()), groups: vec![] };
    assert!(floor.player(1, command.into_command()).is_err());
}

#[test]
fn forty_entries_make_the_pool_and_the_commission() {
    proves(Evidence::Script, &["HE-20.3(a)(ii)"]);
    let mut floor = Floor::open(FREEZEOUT);
    floor.enter_all(40);
    // 110.00 each, including 10.00 commission.
    assert_eq!((floor.pool(), floor.balance(Account::Fee { tournament: 5 })), (400_000, 40_000));
}

#[test]
fn a_fee_goes_back_only_where_the_conditions_permit_it() {
    proves(Evidence::Script, &["HE-20.24"]);
    let mut floor = Floor::open(FREEZEOUT);
    floor.enter(1).expect("sold");
    let withdraw = || EntryCommand::Withdraw { entry: 1 }.into_command();
    assert_eq!(refused(floor.player(1, withdraw()), HE, "HE-20.24"), TournamentRefusalReason::NotRefundable);
    let mut floor = Floor::open(&format!("refunds = {{ until = \"start\", part = \"all\" }}\n{FREEZEOUT}"));
    floor.enter(1).expect("sold");
    floor.player(1, withdraw()).expect("permitted");
    assert_eq!((floor.wallet(1), floor.pool(), floor.status(1)), (11_000, 0, EntryStatus::Returned));
    floor.enter(1).expect("may enter again");
}

#[test]
fn entrants_lose_nothing_by_a_new_version() {
    let mut floor = Floor::open(FREEZEOUT);
    floor.enter(1).expect("sold");
    let mut publish = |text: &str| {
        let conditions = Conditions::read(text).expect("readable");
        floor.manager(RecordCommand::Publish { conditions, place: "page".to_owned() }.into_command())
    };
    for worse in [
        with(FREEZEOUT, "commission = 1000", "commission = 2000"),
        with(FREEZEOUT, "max = 90", "max = 80"),
        with(FREEZEOUT, "2027-03-05T19:00:00+11:00", "2027-03-05T18:00:00+11:00"),
        with(FREEZEOUT, "entry = 5000", "entry = 4000"),
    ] {
        let why = refused(publish(&worse), HE, "HE-20.25");
        assert_eq!(why, TournamentRefusalReason::EntriesWereSold { version: 1 });
    }
    publish(&with(FREEZEOUT, "max = 90", "max = 99").replace("19-90", "19-99"))
        .expect_err("another breakdown");
    publish(&with(FREEZEOUT, "reserve = 20", "reserve = 40")).expect("more on the reserve list");
    publish(&with(FREEZEOUT, "2027-03-05T19:00:00+11:00", "2027-03-05T20:00:00+11:00"))
        .expect_err("fewer reserves");
}

#[test]
fn a_cancelled_tournament_returns_everything_and_pays_nothing() {
    proves(Evidence::Script, &["HE-20.25"]);
    let mut floor = Floor::open(FREEZEOUT);
    floor.enter_all(40);
    let cancel = || EntryCommand::Cancel.into_command();
    assert!(floor.director(cancel()).is_err(), "the operator cancels");
    floor.manager(cancel()).expect("cancelled");
    assert_eq!((1..=40).map(|person| floor.wallet(person)).sum::<u64>(), 440_000);
    assert_eq!((floor.pool(), floor.balance(Account::Fee { tournament: 5 })), (0, 0));
    assert_eq!(refused(floor.enter(41), HE, "HE-20.25"), TournamentRefusalReason::Cancelled);
    let pay = floor.director(ResultCommand::Pay { line: 1 }.into_command());
    assert_eq!(refused(pay, HE, "HE-20.25"), TournamentRefusalReason::Cancelled);
    floor.assert_replays();
}

#[test]
fn a_sale_that_was_a_mistake_is_reversed_by_an_entry_of_its_own() {
    let mut floor = Floor::open(FREEZEOUT);
    floor.enter_all(3);
    floor.reason = Some("sold twice");
    let before = floor.events.len();
    floor.director(EntryCommand::Reverse { receipt: 2 }.into_command()).expect("reversed");
    assert_eq!(floor.events.len(), before + 1, "nothing that was stored is changed");
    assert_eq!((floor.wallet(2), floor.pool(), floor.status(2)), (11_000, 20_000, EntryStatus::Returned));
    let again = floor.director(EntryCommand::Reverse { receipt: 2 }.into_command());
    assert_eq!(again.expect_err("once").why, TournamentRefusalReason::ReturnedBefore { receipt: 2 });
}

#[test]
fn cash_of_the_conditions_is_in_the_pool_from_the_first_entry_on() {
    proves(Evidence::Script, &["HE-20.23"]);
    let mut floor = Floor::open(RE_BUY);
    assert_eq!(floor.pool(), 50_000);
    floor.manager(EntryCommand::AddCash { cash: cents(10_000) }.into_command()).expect("added");
    assert_eq!(floor.pool(), 60_000);
    let mut older = Floor::open(HEATS);
    let added = older.manager(EntryCommand::AddCash { cash: cents(10_000) }.into_command());
    assert_eq!(refused(added, OM, "OM-20.18"), TournamentRefusalReason::NothingMayBeAdded);
}

#[test]
fn a_sit_and_go_starts_when_the_last_of_its_players_is_there() {
    let mut floor = Floor::open(SIT_AND_GO);
    floor.enter_all(5);
    assert_eq!(floor.tournament.stage(), TournamentStage::Open);
    floor.enter(6).expect("the last");
    assert_eq!(floor.tournament.stage(), TournamentStage::Closed);
    // The book has no director, so the room draws and starts by itself.
    floor.ask(Actor::HOUSE, SeatCommand::Draw { session: 1, sizes: None }.into_command()).expect("drawn");
    floor.take_seats(&[]);
    floor.ask(Actor::HOUSE, CourseCommand::StartSession { session: 1 }.into_command()).expect("started");
    assert_eq!(floor.sizes(), [6]);
}
