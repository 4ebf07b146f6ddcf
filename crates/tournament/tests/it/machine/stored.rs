//! The stored form: a file for each kind of fact, written and read back.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rulebook::rule;
use tournament::balance::{LastHand, SeatEffect};
use tournament::machine::{
    ClockSetReason, CourseFact, EntryFact, Incident, PartResult, PlayerMove, RecordFact, ResultFact,
    SeatFact, SeatedEntry, TournamentFact,
};
use tournament::money::{MoneyFact, Prize, Purchase, Receipt, RefundReason};
use tournament::places::PlaceGroup;

use super::*;

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn at(table: u32, seat: u8) -> TableSeat {
    TableSeat { table, seat }
}

fn moved() -> PlayerMove {
    let effect = SeatEffect { seat: 5, hands_to_last_blind: 1, first_blind: false, harms: false };
    PlayerMove { entry: 12, from: at(2, 1), to: at(1, 5), effect }
}

const MINIMAL: &str = "conditions = 1\nname = \"Friday\"\nbook = \"practice\"\nunit = \"play\"\n";

fn records() -> Vec<TournamentFact> {
    let conditions = Conditions::read(MINIMAL).expect("readable");
    let (date, reference) = ("2027-02-01".to_owned(), "GRC 12".to_owned());
    vec![
        RecordFact::Published { version: 1, conditions, place: "page".to_owned(), wall_ms: START }.into(),
        RecordFact::Noticed { version: 1, date: date.clone(), reference: reference.clone() }.into(),
        RecordFact::Approved { version: 1, date, reference }.into(),
        RecordFact::Reviewed { version: 1, text: 1 }.into(),
        RecordFact::Nominated { person: DIRECTOR, wall_ms: START }.into(),
        RecordFact::EntriesOpened.into(),
        RecordFact::EntriesClosed.into(),
    ]
}

fn money() -> Vec<TournamentFact> {
    let (paid, commission) = (cents(11_000), cents(1_000));
    let receipt = Receipt { entry: 12, person: 41, what: Purchase::Entry, paid, commission };
    let because = RefundReason::Withdrawn;
    let prizes = vec![Prize { entry: 12, person: 41, amount: cents(280_000) }];
    vec![
        MoneyFact::Sold { number: 1, receipt }.into(),
        MoneyFact::Added { cash: cents(50_000) }.into(),
        MoneyFact::GivenBack { receipt: 1, because, from_pool: cents(10_000), from_fee: cents(1_000) }.into(),
        MoneyFact::Confirmed { prizes }.into(),
        MoneyFact::Paid { line: 1 }.into(),
        MoneyFact::Cancelled { returned: vec![1, 2] }.into(),
    ]
}

fn entries() -> Vec<TournamentFact> {
    let entry = 12;
    vec![
        EntryFact::Entered {
            entry,
            person: Person(41),
            receipt: 1,
            agreement: Some("form 41".to_owned()),
            groups: vec![1],
        }
        .into(),
        EntryFact::Reserved { person: Person(42) }.into(),
        EntryFact::Withdrawn { entry }.into(),
        EntryFact::BoughtBack { entry, chips: chips(2_000), to: Some(at(2, 4)) }.into(),
        EntryFact::AddedOn { entry, chips: chips(2_500) }.into(),
        EntryFact::Declined { entry }.into(),
        EntryFact::Readmitted { entry, session: 2 }.into(),
        EntryFact::Substituted { entry, person: Person(43) }.into(),
        EntryFact::Away { entry, away: true }.into(),
        EntryFact::Disqualified { entry, chips: chips(900), steady_ms: 61_000 }.into(),
        EntryFact::Incident { entry, kind: Incident::ChipsHidden }.into(),
    ]
}

fn seats() -> Vec<TournamentFact> {
    let seated = SeatedEntry { entry: 12, at: at(2, 4), stack: chips(5_000) };
    vec![
        SeatFact::Drawn { session: 1, draw: 1, parts: vec![vec![seated]] }.into(),
        SeatFact::SatDown { entry: 12 }.into(),
        SeatFact::Forfeited { entry: 12, session: 1, chips: chips(5_000) }.into(),
        SeatFact::Kept { entry: 12 }.into(),
        SeatFact::Resold { from: 12, seated: SeatedEntry { entry: 61, ..seated } }.into(),
        SeatFact::Moved { moved: moved() }.into(),
        SeatFact::TableBroken { table: 2, draw: 2, moves: vec![moved()] }.into(),
        SeatFact::FinalTable { table: 1, draw: 3, seats: vec![seated] }.into(),
    ]
}

fn course() -> Vec<TournamentFact> {
    let players = vec![
        PlayerInHand { entry: 12, before: chips(3_000), put_in: chips(3_000), after: chips(0) },
        PlayerInHand { entry: 13, before: chips(5_000), put_in: chips(3_000), after: chips(8_000) },
    ];
    let seats = Some(LastHand { button: 7, first_blind: 8, last_blind: 9 });
    let (entry, none) = (12, Chips::ZERO);
    vec![
        CourseFact::SessionStarted { session: 1, wall_ms: START }.into(),
        CourseFact::ClockSet {
            line: 2,
            elapsed_ms: 90_000,
            running: true,
            steady_ms: 61_000,
            because: ClockSetReason::Resumed,
        }
        .into(),
        CourseFact::BreakCalled { minutes: 10 }.into(),
        CourseFact::BreakBegan { steady_ms: 61_000 }.into(),
        CourseFact::BreakOver.into(),
        CourseFact::HandOpened { table: 2, hand: 14, line: 1, elapsed_ms: 5_000, hand_for_hand: Some(3) }
            .into(),
        CourseFact::HandEnded {
            table: 2,
            hand: 14,
            steady_ms: 61_000,
            seats,
            players,
            to_bank: none,
            from_bank: none,
        }
        .into(),
        CourseFact::HandVoid { table: 2, hand: 14 }.into(),
        CourseFact::MayBuyBack { entry, until_ms: 121_000 }.into(),
        CourseFact::WentOut { entry, session: 1, round: 31, put_in: chips(3_000), steps: 2, chips: none }
            .into(),
        CourseFact::HandForHand { on: true }.into(),
        CourseFact::Released { number: 3 }.into(),
        CourseFact::ColouredUp {
            chip: chips(25),
            stacks: vec![(12, chips(2_900))],
            issued: none,
            taken: chips(25),
        }
        .into(),
        CourseFact::Paced { seconds: 20, from_hand: 12 }.into(),
        CourseFact::PartEnded { session: 1, part: 1 }.into(),
    ]
}

fn results() -> Vec<TournamentFact> {
    let groups =
        vec![PlaceGroup { first: 1, entries: vec![12] }, PlaceGroup { first: 2, entries: vec![13, 14] }];
    let part = PartResult { places: groups.clone(), advanced: vec![12], points: vec![(12, 25_200)] };
    vec![
        ResultFact::PlacedTogether { groups: vec![vec![12], vec![13, 14]] }.into(),
        ResultFact::SessionRanked { session: 1, parts: vec![part], out: vec![13, 14], taken: chips(9_000) }
            .into(),
        ResultFact::PlayFinished.into(),
        ResultFact::PlacesCorrected { groups: groups.clone() }.into(),
        ResultFact::Agreed { amounts: vec![(12, cents(300)), (13, cents(200))], for_first: cents(50) }.into(),
        ResultFact::PlacesConfirmed { groups, goods: vec![(1, 12)] }.into(),
    ]
}

fn event(what: TournamentFact) -> TournamentEvent {
    TournamentEvent { what, rule: rule::SEATS_BY_BALLOT, by: by(DIRECTOR, Role::Director), reason: None }
}

fn name(line: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(line).expect("an object");
    value["what"]["name"].as_str().expect("a name").to_owned()
}

#[test]
fn every_kind_of_fact_is_stored_as_its_file_has_it() {
    let facts = [records(), money(), entries(), seats(), course(), results()].concat();
    let mut names = BTreeSet::new();
    for what in facts {
        let event = event(what);
        let line = serde_json::to_string(&event).expect("written");
        let name = name(&line);
        let path = golden().join(format!("{name}.json"));
        if std::env::var_os("CARDROOM_WRITE").is_some() {
            std::fs::write(&path, format!("{line}\n")).expect("written");
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(stored.trim_end(), line, "{name}");
        let read: TournamentEvent =
            serde_json::from_str(&stored).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(read, event, "{name}");
        assert!(names.insert(name), "a name belongs to one fact");
    }
    let files = std::fs::read_dir(golden()).expect("a folder").count();
    assert_eq!(files, names.len(), "a file for each kind and no more");
}

#[test]
fn a_fact_that_is_not_known_is_an_error_and_never_guessed_at() {
    let line = serde_json::to_string(&event(SeatFact::SatDown { entry: 12 }.into())).expect("written");
    for wrong in [
        line.replace("sat_down", "sat_up"),
        line.replace("\"entry\":12", "\"entry\":-12"),
        line.replace("\"entry\":12", "\"entry\":12,\"seat\":3"),
        line.replace("\"entry\":12", "\"player\":12"),
        line.replace("seats-by-ballot", "seats-by-choice"),
    ] {
        assert!(serde_json::from_str::<TournamentEvent>(&wrong).is_err(), "{wrong}");
    }
}
