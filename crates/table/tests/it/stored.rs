//! What is stored: a file for each kind of event, reading back what was written, and no written form for
//! hidden cards.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use cards::{Card, HiddenCard};
use proptest::prelude::*;
use seating::{Actor, Person, Role, Seat, Seats};
use serde::de::DeserializeOwned;
use table::*;

use crate::any::{self, Shoe, Tape, chips};

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn card(name: &str) -> Card {
    name.parse().expect("a card")
}

/// The house of the opening events: the practice book with its defaults.
fn practice() -> Arc<House> {
    let book = rulebook::Book::named("practice").expect("built in");
    Arc::new(House::of(&any::plain(book)).expect("played"))
}

fn part(pot: u8, board: u8, half: PotHalf) -> PotPart {
    PotPart { pot, board: BoardNumber::try_from(board).expect("a board"), half }
}

/// One event of every kind, as its file must read.
fn facts_of_a_hand() -> Vec<Fact> {
    let lineup = Lineup {
        house: practice(),
        number: 7,
        button: seat(3),
        entrants: vec![
            Entrant { seat: seat(3), person: Person(11), stack: chips(200) },
            Entrant { seat: seat(5), person: Person(12), stack: chips(150) },
        ],
        dues: vec![
            DuePost { seat: seat(3), kind: PostKind::Blind(0), amount: chips(1) },
            DuePost { seat: seat(5), kind: PostKind::Blind(1), amount: chips(2) },
            DuePost { seat: seat(5), kind: PostKind::Dead, amount: chips(1) },
        ],
        returning: Seats::NONE,
        deck: DeckSource::AtTable,
        record: RecordOverrides::default(),
    };
    let two =
        |first: HiddenCard, second: HiddenCard| [first, second, HiddenCard::UNKNOWN, HiddenCard::UNKNOWN];
    vec![
        Fact::Course(CourseFact::Opened(Arc::new(lineup))),
        Fact::Course(CourseFact::Voided {
            reason: VoidReason::CannotGoOn,
            by: Actor { person: Person(4), role: Role::Supervisor, device: 2 },
        }),
        Fact::Course(CourseFact::Closed),
        Fact::Street(StreetFact::BettingOpened { round: 1, seat: seat(5) }),
        Fact::Street(StreetFact::BettingSkipped { round: 0 }),
        Fact::Street(StreetFact::BettingClosed { round: 3 }),
        Fact::Street(StreetFact::HandsTabled { first: seat(5) }),
        Fact::Street(StreetFact::ShowdownOpened { first: seat(3), early: true }),
        Fact::Cards(CardFact::Shuffled { cards: 52 }),
        Fact::Cards(CardFact::Cut { after: 17 }),
        Fact::Cards(CardFact::HoleDealt { seat: seat(3), card: HiddenCard::unknown_in(0) }),
        Fact::Cards(CardFact::Burned { card: HiddenCard::unknown_in(4) }),
        Fact::Cards(CardFact::BoardDealt {
            card: HiddenCard::in_slot(5, card("As")),
            board: BoardNumber::FIRST,
            shares: 0,
        }),
        Fact::Cards(CardFact::Shown {
            seat: seat(3),
            cards: two(HiddenCard::in_slot(0, card("Td")), HiddenCard::in_slot(2, card("2c"))),
        }),
        Fact::Cards(CardFact::Mucked { seat: seat(5) }),
        Fact::Cards(CardFact::CardsShown {
            seat: seat(5),
            cards: two(HiddenCard::UNKNOWN, HiddenCard::in_slot(3, card("Ah"))),
        }),
        Fact::Turn(TurnFact::Folded { seat: seat(3) }),
        Fact::Turn(TurnFact::Checked { seat: seat(5), stands: false }),
        Fact::Turn(TurnFact::Called { seat: seat(3), amount: chips(148), all_in: true }),
        Fact::Turn(TurnFact::Bet { seat: seat(5), to: chips(4), full: true, all_in: false }),
        Fact::Turn(TurnFact::Raised { seat: seat(3), to: chips(10), full: false, all_in: true }),
        Fact::Clock(ClockFact::ClockCalled { seat: seat(5), seconds: 40 }),
        Fact::Clock(ClockFact::TimeRanOut { seat: seat(5) }),
        Fact::Chips(ChipFact::Posted {
            seat: seat(5),
            kind: PostKind::Blind(1),
            amount: chips(2),
            all_in: false,
        }),
        Fact::Chips(ChipFact::Returned { seat: seat(5), amount: chips(50) }),
        Fact::Chips(ChipFact::Refunded { seat: seat(3), amount: chips(12) }),
        Fact::Pots(PotFact::PotFormed {
            pot: 0,
            amount: chips(300),
            eligible: [seat(3), seat(5)].into_iter().collect(),
        }),
        Fact::Pots(PotFact::CommissionTaken { pot: 0, amount: chips(9), short_of_due: false }),
        Fact::Pots(PotFact::CommissionCapped { due: chips(15), taken: chips(9) }),
        Fact::Pots(PotFact::NoCommission { pot: None, reason: NoCommission::EqualHands }),
        Fact::Pots(PotFact::awarded(part(0, 0, PotHalf::Whole), seat(3), chips(290))),
        Fact::Pots(PotFact::odd_chips(part(1, 0, PotHalf::Low), seat(5), chips(1))),
    ]
}

/// One fact of a table of every kind, as its file must read.
fn facts_of_a_table() -> Vec<TableFact> {
    let sign = Sign { minimum_stake: chips(40), minimum_bet: chips(2) };
    let by = Actor { person: Person(4), role: Role::Supervisor, device: 2 };
    vec![
        TableFact::Stakes(StakeFact::Sat {
            seat: seat(4),
            person: Person(12),
            stack: chips(100),
            waits: true,
        }),
        TableFact::Stakes(StakeFact::Left { seat: seat(4), stack: chips(90) }),
        TableFact::Stakes(StakeFact::Bought { seat: seat(4), amount: chips(60) }),
        TableFact::Seats(SeatFact::Leaving { seat: seat(4) }),
        TableFact::Seats(SeatFact::SatOut { seat: seat(4) }),
        TableFact::Seats(SeatFact::OutAtBlind { seat: seat(4), wished: true }),
        TableFact::Seats(SeatFact::SatIn { seat: seat(4), waits: true, posts: false }),
        TableFact::Seats(SeatFact::HeldBack { seat: seat(4) }),
        TableFact::Blinds(BlindFact::ButtonPlaced { seat: seat(6) }),
        TableFact::Blinds(BlindFact::Positions { button: seat(6), blinds: vec![None, Some(seat(2))] }),
        TableFact::Blinds(BlindFact::BlindMissed { seat: seat(4), last: true }),
        TableFact::House(HouseFact::TableOpened { house: practice(), deck: DeckSource::AtTable, sign }),
        TableFact::House(HouseFact::Determined { house: practice(), from_round: 3, anew: false }),
        TableFact::House(HouseFact::SignChanged {
            sign,
            from_round: 3,
            at: Some(Timestamp(1_795_831_200_123)),
        }),
        TableFact::House(HouseFact::TimeTold { at: Timestamp(1_795_831_200_123) }),
        TableFact::Deck(DeckFact::CardsReplaced {
            cards: vec![card("7h"), card("2c")],
            reason: "bent corners".to_owned(),
            by,
            at: Some(Timestamp(1_795_831_200_123)),
        }),
        TableFact::Deck(DeckFact::CardsChecked {
            cards: vec![card("7h"), card("2c")],
            counted: 52,
            by,
            at: None,
        }),
        TableFact::Officials(OfficialFact::RemovalDecided {
            seat: seat(4),
            reason: "a reason".to_owned(),
            by,
            excluded: true,
        }),
        TableFact::Officials(OfficialFact::Readmitted { person: Person(12), by }),
        TableFact::Officials(OfficialFact::RejoinReferred {
            person: Person(12),
            seat: seat(4),
            stack: chips(50),
            took: chips(90),
        }),
        TableFact::Officials(OfficialFact::RejoinDecided { person: Person(12), allowed: false, by }),
    ]
}

/// The file of an event: one line, compared byte by byte.
fn file(name: &str) -> String {
    let path = golden().join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn written(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("written")
}

fn read<T: DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

#[test]
fn every_event_is_read_from_its_file_and_written_to_the_same_bytes() {
    for what in facts_of_a_hand() {
        let text = file(&format!("hand-{}.json", what.name()));
        let event = Event { what, rule: rulebook::rule::ACT_IN_TURN, cause: 12 };
        assert_eq!(written(&event) + "\n", text);
        assert_eq!(read::<Event>(&text), event);
    }
    for what in facts_of_a_table() {
        let text = file(&format!("table-{}.json", what.name()));
        let event = TableEvent { what, rule: rulebook::rule::ONE_SEAT_A_PLAYER };
        assert_eq!(written(&event) + "\n", text);
        assert_eq!(read::<TableEvent>(&text), event);
    }
    let folded = Event {
        what: Fact::Turn(TurnFact::Folded { seat: seat(3) }),
        rule: rulebook::rule::LATER_FOLD,
        cause: 5,
    };
    let text = r#"{"hand":{"what":{"name":"folded","seat":3},"rule":"later-fold","cause":5}}"#;
    let event = TableEvent { rule: folded.rule, what: TableFact::Hand(folded) };
    assert_eq!(read::<TableEvent>(text), event);
    assert_eq!(written(&event), text);
}

/// The first board's number and a share of zero are not stored, so hands with one board read as they always
/// did.
#[test]
fn a_fact_of_another_board_says_which() {
    let dealt = |board: u8, shares| CardFact::BoardDealt {
        card: HiddenCard::in_slot(5, card("As")),
        board: BoardNumber::try_from(board).expect("a board"),
        shares,
    };
    let facts = [
        (
            Fact::Cards(dealt(1, 3)),
            r#"{"name":"board_dealt","card":{"card":"As","slot":5},"board":1,"shares":3}"#,
        ),
        (Fact::Cards(dealt(2, 0)), r#"{"name":"board_dealt","card":{"card":"As","slot":5},"board":2}"#),
        (
            Fact::Pots(PotFact::awarded(part(0, 1, PotHalf::Whole), seat(3), chips(75))),
            r#"{"name":"awarded","pot":0,"board":1,"half":"whole","seat":3,"amount":75}"#,
        ),
        (
            Fact::Pots(PotFact::odd_chips(part(1, 2, PotHalf::Low), seat(5), chips(1))),
            r#"{"name":"odd_chips","pot":1,"board":2,"half":"low","seat":5,"amount":1}"#,
        ),
    ];
    for (what, text) in facts {
        assert_eq!(written(&what), text);
        assert_eq!(read::<Fact>(text), what);
    }
    let fourth = r#"{"name":"awarded","pot":0,"board":3,"half":"whole","seat":3,"amount":75}"#;
    assert!(serde_json::from_str::<Fact>(fourth).is_err(), "a hand has at most three boards");
}

/// A fact in a key order that another program may use.
#[test]
fn a_fact_is_read_whatever_comes_before_its_name() {
    fn backwards(text: &str) -> String {
        let value: serde_json::Value = serde_json::from_str(text).expect("JSON");
        let serde_json::Value::Object(fields) = value else { panic!("{text} is not a fact") };
        let fields: Vec<String> =
            fields.iter().rev().map(|(key, value)| format!("{}:{value}", serde_json::json!(key))).collect();
        format!("{{{}}}", fields.join(","))
    }
    for what in facts_of_a_hand() {
        let text = written(&what);
        assert_eq!(read::<Fact>(&backwards(&text)), what);
        assert_eq!(
            serde_json::from_value::<Fact>(serde_json::from_str(&text).expect("JSON")).expect("read"),
            what
        );
    }
    for what in facts_of_a_table() {
        let text = written(&what);
        assert_eq!(read::<TableFact>(&backwards(&text)), what);
        assert_eq!(
            serde_json::from_value::<TableFact>(serde_json::from_str(&text).expect("JSON")).expect("read"),
            what
        );
    }
}

/// Houses stored before settings were added take the book's own values for those.
#[test]
fn a_house_stored_before_settings_came_is_the_same_house() {
    let earlier = |name: &str| {
        let path = golden().with_file_name("golden-earlier").join(name);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let opened = earlier("hand-opened.json");
    assert!(!opened.contains("\"run_count\""), "written before the setting existed");
    assert_eq!(read::<Event>(&opened), read::<Event>(&file("hand-opened.json")));
    for name in ["table-table_opened.json", "table-determined.json"] {
        assert_eq!(read::<TableEvent>(&earlier(name)), read::<TableEvent>(&file(name)), "{name}");
    }
}

/// The names that reading expects, taken from its own list of them.
fn names<T: DeserializeOwned>() -> Vec<String> {
    let Err(error) = serde_json::from_str::<T>(r#"{"name":"of no event"}"#) else {
        panic!("an event of an unknown kind was read")
    };
    let error = error.to_string();
    error.split('`').skip(1).step_by(2).skip(1).map(str::to_owned).collect()
}

#[test]
fn every_kind_of_event_has_a_file() {
    let of_a_hand: Vec<String> = facts_of_a_hand().iter().map(|what| what.name().to_owned()).collect();
    assert_eq!(names::<Fact>(), of_a_hand, "an event without a file, or in another order");
    let of_a_table: Vec<String> = facts_of_a_table().iter().map(|what| what.name().to_owned()).collect();
    assert_eq!(names::<TableFact>(), of_a_table, "an event without a file, or in another order");
    let mut files: Vec<String> = of_a_hand.iter().map(|name| format!("hand-{name}.json")).collect();
    files.extend(of_a_table.iter().map(|name| format!("table-{name}.json")));
    files.sort();
    let entries = std::fs::read_dir(golden()).expect("the folder of files can be read");
    let mut found: Vec<String> = entries
        .map(|entry| entry.expect("a file").file_name().to_str().expect("a plain name").to_owned())
        .collect();
    found.sort();
    assert_eq!(found, files);
}

#[test]
fn values_outside_their_bounds_are_not_read() {
    let wrong = [
        (r#"{"name":"folded","seat":0}"#, "`0` is not a seat"),
        (r#"{"name":"folded","seat":24}"#, "`24` is not a seat"),
        (r#"{"name":"returned","seat":1,"amount":9007199254740992}"#, "`9007199254740992` is not an amount"),
        (r#"{"name":"board_dealt","card":{"card":"Ax"}}"#, "`Ax` is not a card"),
        (r#"{"name":"burned","card":53}"#, "slot 53 is out of range"),
        (r#"{"name":"burned","card":"As"}"#, "invalid type"),
        (r#"{"name":"bet","seat":1,"to":4,"full":true}"#, "missing field `all_in`"),
        (r#"{"name":"cut","name":"cut","after":17}"#, "duplicate field `name`"),
        (r#"{"name":7,"seat":1}"#, "invalid type: integer `7`, expected the name of a fact of a hand"),
        (r#"{"seat":1}"#, "missing field `name`"),
        (r#"{"seat":24,"name":"folded"}"#, "`24` is not a seat"),
        (r#"{"seat":1,"name":"nothing"}"#, "unknown variant `nothing`, expected one of `opened`"),
        (r#""folded""#, "invalid type: string \"folded\", expected a fact of a hand"),
    ];
    for (text, expected) in wrong {
        let error = serde_json::from_str::<Fact>(text).expect_err(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    let error = serde_json::from_str::<rulebook::Rule>(r#""of-no-book""#).expect_err("no rule").to_string();
    assert_eq!(error, r#"there is no rule named "of-no-book" at line 1 column 12"#);
}

#[test]
fn a_house_is_read_equal_and_shared() {
    let house = practice();
    let text = written(&*house);
    let opening = |number: u64| Lineup { number, ..Lineup::by_the_book(&house, 1, seat(1), Vec::new()) };
    let first: Lineup = read(&written(&opening(1)));
    let second: Lineup = read(&written(&opening(2)));
    assert_eq!(*first.house, *house);
    assert!(Arc::ptr_eq(&first.house, &second.house), "equal houses are shared");
    assert_eq!(read::<House>(&text), *house);
}

#[test]
fn a_house_of_an_operators_book_is_stored_with_the_book() {
    let text = rulebook::Book::file_of("practice").expect("built in");
    let text = text.replace("id = \"practice\"", "id = \"my-house-1\"");
    let book = rulebook::Book::read(&text).expect("a book");
    let house = House::of(&any::plain(&book).with_value("burn", "false").without(rulebook::rule::ODD_CHIP))
        .expect("played");
    let stored = written(&house);
    assert!(stored.contains("\"without\":[\"odd-chip\"]"), "{stored}");
    assert_eq!(read::<House>(&stored), house);
}

#[test]
fn a_house_that_is_not_known_is_told() {
    let text = written(&*practice());
    let wrong = [
        ("\"book\":\"practice\"", "\"book\":\"nobodys\"", "there is no built-in book named \"nobodys\""),
        (
            "\"version\":\"1\"",
            "\"version\":\"99\"",
            "version \"99\" of the book practice is not known: this program has practice in version \"1\"",
        ),
        ("\"burn\":\"true\"", "\"burn\":\"maybe\"", "burn = maybe: not a valid value"),
        ("\"burn\":\"true\"", "\"burnt\":\"true\"", "burnt = true: unknown setting"),
    ];
    for (right, other, expected) in wrong {
        assert!(text.contains(right), "{right} is not in {text}");
        let error = serde_json::from_str::<House>(&text.replace(right, other)).expect_err(other).to_string();
        assert!(error.contains(expected), "{error}");
    }
}

/// True when a text names a card by its two letters.
fn names_a_card(text: &str, card: Card) -> bool {
    text.contains(&format!("\"{card}\""))
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Proves REC-04 at the table: the stored events, with cards filled in by their slots, rebuild the same
    /// hand.
    #[test]
    fn stored_events_give_the_live_hand(numbers in prop::collection::vec(any::<u32>(), 0..500)) {
        let mut tape = Tape::new(&numbers);
        let house = any::house(&mut tape);
        let lineup = any::lineup(&mut tape, &house);
        let mut shoe = Shoe::in_slots(&mut tape, &house);
        let deck: Vec<Card> = shoe.cards.iter().rev().copied().collect();
        let (mut hand, opening) = Hand::open(lineup).unwrap_or_else(|problems| panic!("{problems:?}"));
        let mut events = vec![opening];
        while let Some(act) = any::legal_act(&mut tape, &hand, &mut shoe) {
            hand.take(&Command::house(act), &mut events).expect("a legal act");
        }
        let mut copy: Option<Hand> = None;
        for event in &events {
            let mut stored: Event = read(&written(event));
            stored.fill_cards(|slot| deck.get(usize::from(slot)).copied());
            prop_assert_eq!(&stored, event);
            match (&mut copy, &stored.what) {
                (None, Fact::Course(CourseFact::Opened(lineup))) => copy = Some(Hand::from_lineup(Arc::clone(lineup))),
                (Some(copy), _) => copy.apply(&stored),
                (None, _) => prop_assert!(false, "the opening comes first"),
            }
        }
        prop_assert_eq!(copy, Some(hand));
    }

    /// Proves SEC-08 at the table: nothing stored about a hand in play names a face-down card.
    #[test]
    fn nothing_stored_names_a_card_that_lies_face_down(numbers in prop::collection::vec(any::<u32>(), 0..500)) {
        let mut tape = Tape::new(&numbers);
        let house = any::house(&mut tape);
        let lineup = any::lineup(&mut tape, &house);
        let mut shoe = Shoe::in_slots(&mut tape, &house);
        let deck = shoe.cards.clone();
        let (mut hand, opening) = Hand::open(lineup).unwrap_or_else(|problems| panic!("{problems:?}"));
        // The house is the same whatever is dealt, and its settings may contain any words.
        let mut text = String::new();
        let _ = opening;
        while let Some(act) = any::legal_act(&mut tape, &hand, &mut shoe) {
            let mut events = Vec::new();
            hand.take(&Command::house(act), &mut events).expect("a legal act");
            for event in &events {
                text.push_str(&written(event));
                text.push_str(&written(&TableEvent { what: TableFact::Hand(event.clone()), rule: event.rule }));
                text.push_str(&format!("{event:?}"));
            }
            let up = |hand: &Hand, card: Card| {
                let has = |cards: &[HiddenCard]| cards.iter().any(|held| held.known_card() == Some(card));
                has(hand.boards().first()) || hand.seats().any(|seat| hand.has_shown(seat) && has(hand.hole_cards(seat)))
            };
            for card in deck.iter().filter(|card| !up(&hand, **card)) {
                prop_assert!(!names_a_card(&text, *card), "{card} in {text}");
            }
        }
    }
}

/// A card written in clear, which must not happen: shows that the search above would find it.
#[test]
fn a_written_card_would_be_found() {
    let event = Fact::Cards(CardFact::BoardDealt {
        card: HiddenCard::of(card("As")),
        board: BoardNumber::FIRST,
        shares: 0,
    });
    assert!(names_a_card(&written(&event), card("As")));
    assert!(!names_a_card(
        &written(&Fact::Cards(CardFact::Burned { card: HiddenCard::of(card("As")) })),
        card("As")
    ));
}

#[test]
fn a_commission_stored_before_it_said_whether_it_is_all_that_is_due_reads_as_all() {
    let stored = r#"{"what":{"name":"commission_taken","pot":1,"amount":9},"rule":"commission-of-the-round","cause":3}"#;
    let event: Event = serde_json::from_str(stored).expect("an event as it was stored");
    let what = Fact::Pots(PotFact::CommissionTaken { pot: 1, amount: chips(9), short_of_due: false });
    assert_eq!(event.what, what);
    assert_eq!(serde_json::to_string(&event).expect("written"), stored);
    let short = Event {
        what: Fact::Pots(PotFact::CommissionTaken { pot: 1, amount: chips(9), short_of_due: true }),
        ..event
    };
    let written = serde_json::to_string(&short).expect("written");
    assert!(written.contains(r#""short_of_due":true"#), "{written}");
    assert_eq!(serde_json::from_str::<Event>(&written).expect("read"), short);
}
