//! A table played step by step in tests, with a copy built from its events alone.

use std::sync::Arc;

use cards::{Card, HiddenCard};
use rulebook::{Book, Rule};
use seating::{Actor, Person, Seat};
use table::*;

use crate::any::{self, chips};

pub fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

/// A house of a book with these choices.
pub fn house(book: &str, choices: &[(&str, &str)]) -> Arc<House> {
    let book = Book::named(book).expect("built in");
    let determined = book.determine(choices).unwrap_or_else(|problems| panic!("{problems:?}"));
    Arc::new(House::of(&determined).unwrap_or_else(|problems| panic!("{problems:?}")))
}

/// The usual table under NI2018-51: blinds 5/10, smallest stake 100.
pub fn canberra(more: &[(&str, &str)]) -> Arc<House> {
    let mut choices = vec![("blinds", "5 10"), ("min_bet", "10"), ("min_buy_in", "100")];
    choices.retain(|(name, _)| !more.iter().any(|(other, _)| other == name));
    choices.extend(more);
    house("canberra-holdem-2018", &choices)
}

/// A table played step by step; its events are also applied to a copy, which must stay equal.
pub struct Played {
    pub table: Table,
    copy: Table,
    pub next_card: usize,
}

impl Played {
    pub fn new(house: Arc<House>) -> Played {
        let (table, opened) = Table::open_in_room(Arc::clone(&house));
        let mut copy = Table::new(house);
        copy.apply(&opened);
        assert!(copy == table, "the opening event rebuilds a different table");
        Played { table, copy, next_card: 0 }
    }

    /// Six players with 1,000 each, as persons 1 to 6, with the button to be at seat 1.
    pub fn six(house: Arc<House>) -> Played {
        let mut played = Played::new(house);
        for number in 1..=6 {
            played.yes(TableAct::Chair(ChairAct::Sit {
                seat: seat(number),
                person: Person(number.into()),
                stack: chips(1000),
            }));
        }
        played.yes(TableAct::House(HouseAct::PlaceButton { seat: seat(1) }));
        played
    }

    pub fn by(&mut self, act: TableAct, by: Actor) -> Result<Vec<TableEvent>, TableRefusal> {
        let before = self.table.clone();
        let came = any::take(&mut self.table, by, act);
        match &came {
            Ok(events) => events.iter().for_each(|event| self.copy.apply(event)),
            Err(_) => assert!(self.table == before, "a refused act changed the table"),
        }
        assert!(self.copy == self.table, "the events rebuild a different table");
        came
    }

    pub fn ask(&mut self, act: TableAct) -> Result<Vec<TableEvent>, TableRefusal> {
        self.by(act, Actor::HOUSE)
    }

    pub fn yes(&mut self, act: TableAct) -> Vec<TableEvent> {
        self.ask(act.clone()).unwrap_or_else(|refusal| panic!("{act:?}: {refusal}"))
    }

    pub fn no(&mut self, act: TableAct) -> (TableRefusalReason, Rule) {
        match self.ask(act.clone()) {
            Ok(_) => panic!("{act:?} was accepted"),
            Err(refusal) => (refusal.why, refusal.rule),
        }
    }

    pub fn act(&mut self, act: Act) -> Vec<TableEvent> {
        self.yes(TableAct::Hand(act))
    }

    pub fn hand(&self) -> &Hand {
        self.table.hand().expect("a hand")
    }

    /// Opens a hand and deals until somebody must act.
    pub fn open(&mut self) -> Vec<TableEvent> {
        self.next_card = 0;
        let mut events = self.yes(TableAct::House(HouseAct::Open));
        events.extend(self.deal());
        events
    }

    /// Does everything the dealer does until somebody must act or show.
    pub fn deal(&mut self) -> Vec<TableEvent> {
        let mut events = Vec::new();
        loop {
            let act = match self.hand().next() {
                Need::Deal(Deal::Shuffle) => Act::Deck(DeckAct::Shuffle { cards: 52 }),
                Need::Deal(Deal::Cut) => Act::Deck(DeckAct::Cut { after: 20 }),
                Need::Deal(Deal::Post(due)) => Post::Due.by(due.seat),
                Need::Deal(Deal::HoleCard { .. } | Deal::Burn | Deal::BoardCard) => {
                    let slot = self.next_card as u8;
                    self.next_card += 1;
                    // Neighbours in the deck are 31 apart among the 52 cards.
                    let card = Card::from_index(31 * usize::from(slot) % 52).expect("a card");
                    Act::Deck(DeckAct::Deal { card: HiddenCard::in_slot(slot, card) })
                }
                Need::Decision(_) | Need::Nothing => return events,
            };
            events.extend(self.act(act));
        }
    }

    /// Everybody but the last player folds.
    pub fn fold_out(&mut self) {
        while let Need::Decision(Decision::Act { seat }) = self.hand().next() {
            self.act(Play::Fold.by(seat));
        }
        assert!(self.hand().is_over());
    }

    pub fn stack(&self, number: u8) -> Option<u64> {
        self.table.chair(seat(number)).map(|chair| chair.stack.get())
    }

    pub fn minute(&mut self, minutes: u64) {
        self.yes(TableAct::House(HouseAct::ReportTime { at: Timestamp(minutes * 60_000) }));
    }
}

pub fn names(events: &[TableEvent]) -> Vec<&'static str> {
    events.iter().map(|event| event.what.name()).collect()
}
