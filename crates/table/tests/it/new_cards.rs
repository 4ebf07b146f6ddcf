//! The deck that is dealt from, and new cards for it: what the operator names, and what is recorded.

use std::sync::Arc;

use cards::Card;
use seating::{Actor, Person, Role, Seat};
use table::*;

use crate::any;
use crate::check::proven;

fn card(name: &str) -> Card {
    name.parse().expect("a card")
}

const OPERATOR: Actor = Actor { person: Person(8), role: Role::Operator, device: 3 };

fn table_of(book: &str) -> Table {
    let book = rulebook::Book::named(book).expect("built in");
    Table::new(Arc::new(House::of(&any::plain(book)).expect("played")))
}

fn replace(table: &mut Table, cards: &[Card], reason: &str) -> Result<TableEvent, TableRefusalReason> {
    let act =
        TableAct::Official(OfficialAct::ReplaceCards { cards: cards.to_vec(), reason: reason.to_owned() });
    let events = any::take(table, OPERATOR, act).map_err(|refusal| refusal.why)?;
    Ok(events.into_iter().next().expect("one event"))
}

#[test]
fn a_change_of_cards_names_each_card_once_and_a_reason_of_one_line() {
    let mut table = table_of("canberra-holdem-2018");
    let (ace, joker) = (card("As"), card("Jo"));
    let twice = replace(&mut table, &[ace, card("Kd"), ace], "worn");
    assert_eq!(twice, Err(TableRefusalReason::CardNamedTwice { card: ace }));
    assert_eq!(replace(&mut table, &[joker], "worn"), Err(TableRefusalReason::CardNotInDeck { card: joker }));
    assert_eq!(replace(&mut table, &[], "worn"), Err(TableRefusalReason::NoCardNamed));
    assert_eq!(replace(&mut table, &[ace], " "), Err(TableRefusalReason::ReasonNeeded));
    let long = "w".repeat(MAX_REASON_LENGTH + 1);
    assert_eq!(
        replace(&mut table, &[ace], &long),
        Err(TableRefusalReason::ReasonTooLong { most: MAX_REASON_LENGTH })
    );
    assert!(table.new_cards().is_none());
}

#[test]
fn the_record_of_new_cards_names_who_changed_and_checked_them_and_when() {
    let mut table = table_of("canberra-holdem-2018");
    let at = Timestamp(1_795_831_200_000);
    any::take(&mut table, Actor::HOUSE, TableAct::House(HouseAct::ReportTime { at })).expect("reported");
    let cards = vec![card("As"), card("Kd")];
    let replaced = replace(&mut table, &cards, "worn").expect("between rounds");
    let what = TableFact::Deck(DeckFact::CardsReplaced {
        cards: cards.clone(),
        reason: "worn".to_owned(),
        by: OPERATOR,
        at: Some(at),
    });
    assert_eq!(replaced, TableEvent { what, rule: rulebook::rule::REPLACED_CARDS_ARE_CHECKED });
    for (role, person) in [(Role::Dealer, 4), (Role::Supervisor, 5)] {
        let by = Actor { person: Person(person), role, device: 0 };
        let act = TableAct::Official(OfficialAct::CheckCards { cards: cards.clone(), counted: 52 });
        let events = any::take(&mut table, by, act).expect("cards wait");
        let what =
            TableFact::Deck(DeckFact::CardsChecked { cards: cards.clone(), counted: 52, by, at: Some(at) });
        assert_eq!(events, [TableEvent { what, rule: rulebook::rule::REPLACED_CARDS_ARE_CHECKED }]);
    }
    assert_eq!(table.checks_due(), []);
    let too_many = TableAct::Official(OfficialAct::CheckCards { cards: vec![card("As"); 54], counted: 52 });
    let refused = any::take(&mut table, Actor::HOUSE, too_many).map_err(|refusal| refusal.why);
    assert_eq!(refused, Err(TableRefusalReason::TooManyCards { most: 53 }));
}

#[test]
fn where_the_book_has_no_change_of_cards_none_is_made() {
    let mut table = table_of("dunedin-17.7");
    assert_eq!(replace(&mut table, &[card("As")], "worn"), Err(TableRefusalReason::NoNewCards));
}

/// The refusal of a card dealt after some others.
fn refused_card(
    book: &str,
    choices: &[(&str, &str)],
    dealt: &[&str],
    next: &str,
) -> (RefusalReason, Vec<String>) {
    let book = rulebook::Book::named(book).expect("built in");
    let determined = book.determine(choices).expect("offered");
    let house = Arc::new(House::of_any_game(&determined).expect("played"));
    let entrants = [1, 2].map(|number| Entrant {
        seat: Seat::new(number).expect("a seat"),
        person: Person(u64::from(number)),
        stack: any::chips(100),
    });
    let lineup = Lineup::by_the_book(&house, 1, entrants[0].seat, entrants.to_vec());
    let (mut hand, _) = Hand::open(lineup).expect("two players");
    let mut events = Vec::new();
    while let Need::Deal(Deal::Post(due)) = hand.next() {
        hand.take(&Command::house(Post::Due.by(due.seat)), &mut events).expect("due");
    }
    let deal = |name: &str| Command::house(Act::Deck(DeckAct::Deal { card: card(name).into() }));
    for name in dealt {
        hand.take(&deal(name), &mut events).expect("a card of the deck");
    }
    let refusal = hand.take(&deal(next), &mut events).expect_err("no such card is left");
    (refusal.why, determined.cites(refusal.rule).to_vec())
}

#[test]
fn a_deck_has_each_of_its_cards_once_and_no_other() {
    let books =
        [("canberra-holdem-2018", "HE"), ("canberra-omaha-2006", "OM"), ("canberra-manila-2006", "MA")];
    for (book, letters) in books {
        let row = format!("{letters}-2.1");
        let (why, rows) = refused_card(book, &[], &["As", "Kd"], "As");
        assert_eq!(why, RefusalReason::CardAlreadyDealt { card: card("As") });
        assert!(rows.contains(&row), "{rows:?}");
        let (why, rows) = refused_card(book, &[], &["As"], "Jo");
        assert_eq!(why, RefusalReason::CardNotInDeck { card: card("Jo") });
        assert!(rows.contains(&row), "{rows:?}");
        let joker = [("deck_cards", "48"), ("joker", "true"), ("seats", "6")];
        let (why, _) = refused_card(book, &joker, &["As", "Jo"], "Jo");
        assert_eq!(why, RefusalReason::CardAlreadyDealt { card: card("Jo") }, "a second joker");
        let (why, _) = refused_card(book, &[("deck_cards", "40"), ("seats", "6")], &["As"], "4c");
        assert_eq!(why, RefusalReason::CardNotInDeck { card: card("4c") });
    }
    let rows = ["HE-2.3", "OM-2.3", "MA-2.3"];
    proven(&rows, "new_cards::a_deck_has_each_of_its_cards_once_and_no_other");
}

#[test]
fn games_that_people_are_not_offered_yet_are_played_by_scripts_alone() {
    for (book, game) in [("canberra-omaha-2006", Game::OMAHA), ("canberra-manila-2006", Game::MANILA)] {
        let determined = any::plain(rulebook::Book::named(book).expect("built in"));
        let problems = House::of(&determined).expect_err("not offered");
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(lines, [format!("games = {}: not played yet; expected holdem", game.name)]);
        assert_eq!(House::of_any_game(&determined).expect("dealt").game, game);
    }
    let pineapple =
        any::plain(rulebook::Book::named("dunedin-17.7").expect("built in")).with_value("games", "pineapple");
    let problems = House::of_any_game(&pineapple).expect_err("not dealt");
    assert_eq!(
        problems[0].to_string(),
        "games = pineapple: not played yet; expected holdem or omaha or manila"
    );
}

#[test]
fn the_deck_bounds_the_players_of_each_game() {
    let most = |book: &str, choices: &[(&str, &str)]| {
        let determined = rulebook::Book::named(book).expect("built in").determine(choices).expect("offered");
        House::of_any_game(&determined).expect("dealt").most_players()
    };
    // Players times hole cards, plus 5, plus burn cards (AMB-020).
    assert_eq!(most("canberra-omaha-2006", &[("burn", "true")]), 11);
    assert_eq!(most("canberra-omaha-2006", &[("burn", "false")]), 11);
    assert_eq!(most("canberra-omaha-2006", &[("deck_cards", "32"), ("burn", "true")]), 6);
    assert_eq!(most("canberra-manila-2006", &[]), 15);
    assert_eq!(most("canberra-manila-2006", &[("deck_cards", "32")]), 9);
    assert_eq!(most("canberra-holdem-2018", &[("deck_cards", "32"), ("burn", "true")]), 12);
    assert_eq!(most("canberra-holdem-2018", &[("burn", "false")]), 23);
}
