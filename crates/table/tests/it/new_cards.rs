//! New cards at a table: what the operator names, and the record of it.

use std::sync::Arc;

use cards::Card;
use table::*;

use crate::any;

fn card(name: &str) -> Card {
    name.parse().expect("a card")
}

const OPERATOR: By = By { person: Person(8), role: Role::Operator, device: 3 };

fn table_of(book: &str) -> Table {
    let book = rulebook::Book::named(book).expect("built in");
    Table::new(Arc::new(House::of(&any::plain(book)).expect("played")))
}

fn replace(table: &mut Table, cards: &[Card], reason: &str) -> Result<TableEvent, TableWhy> {
    let act = TableAct::ReplaceCards { cards: cards.to_vec(), reason: reason.to_owned() };
    let events = table.take(&TableCommand { by: OPERATOR, act }).map_err(|refusal| refusal.why)?;
    Ok(events.into_iter().next().expect("one event"))
}

#[test]
fn a_change_of_cards_names_each_card_once_and_a_reason_of_one_line() {
    let mut table = table_of("canberra-holdem-2018");
    let (ace, joker) = (card("As"), card("Jo"));
    let twice = replace(&mut table, &[ace, card("Kd"), ace], "worn");
    assert_eq!(twice, Err(TableWhy::CardNamedTwice { card: ace }));
    assert_eq!(replace(&mut table, &[joker], "worn"), Err(TableWhy::CardNotInDeck { card: joker }));
    assert_eq!(replace(&mut table, &[], "worn"), Err(TableWhy::NoCardNamed));
    assert_eq!(replace(&mut table, &[ace], " "), Err(TableWhy::ReasonNeeded));
    let long = "w".repeat(LONGEST_REASON + 1);
    assert_eq!(replace(&mut table, &[ace], &long), Err(TableWhy::ReasonTooLong { most: LONGEST_REASON }));
    assert!(table.new_cards().is_none());
}

#[test]
fn the_record_of_new_cards_names_who_changed_and_checked_them_and_when() {
    let mut table = table_of("canberra-holdem-2018");
    let at = Moment(1_795_831_200_000);
    table.take(&TableCommand { by: By::HOUSE, act: TableAct::TellTime { at } }).expect("told");
    let cards = vec![card("As"), card("Kd")];
    let replaced = replace(&mut table, &cards, "worn").expect("between rounds");
    let what = TableWhat::CardsReplaced {
        cards: cards.clone(),
        reason: "worn".to_owned(),
        by: OPERATOR,
        at: Some(at),
    };
    assert_eq!(replaced, TableEvent { what, rule: rulebook::rule::REPLACED_CARDS_ARE_CHECKED });
    for (role, person) in [(Role::Dealer, 4), (Role::Supervisor, 5)] {
        let by = By { person: Person(person), role, device: 0 };
        let act = TableAct::CheckCards { cards: cards.clone(), counted: 52 };
        let events = table.take(&TableCommand { by, act }).expect("cards wait");
        let what = TableWhat::CardsChecked { cards: cards.clone(), counted: 52, by, at: Some(at) };
        assert_eq!(events, [TableEvent { what, rule: rulebook::rule::REPLACED_CARDS_ARE_CHECKED }]);
    }
    assert_eq!(table.checks_due(), []);
    let too_many = TableAct::CheckCards { cards: vec![card("As"); 54], counted: 52 };
    let refused = table.take(&TableCommand { by: By::HOUSE, act: too_many }).map_err(|refusal| refusal.why);
    assert_eq!(refused, Err(TableWhy::TooManyCards { most: 53 }));
}

#[test]
fn where_the_book_has_no_change_of_cards_none_is_made() {
    let mut table = table_of("dunedin-17.7");
    assert_eq!(replace(&mut table, &[card("As")], "worn"), Err(TableWhy::NoNewCards));
}
