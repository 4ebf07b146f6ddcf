//! The table of a case: book, choices, seats, and the opening of each hand.

use std::sync::Arc;

use rulebook::setting::Family;
use rulebook::{Cell, Determined};
use seating::{By, Person, Seat};

use super::dealing::{Shoe, hand_of};
use super::playing::{Came, Player, Ruled};
use super::{Change, Outcome, Recorded, Step, Told};
use crate::deck::DeckSource;
use crate::event::{CourseFact, Event, What};
use crate::house::House;
use crate::lineup::{CommissionSource, Lineup, Record};
use crate::session::{HouseAct, StakeFact, Table, TableAct, TableEvent, TableWhat};

/// Players at a default table.
const DEFAULT_PLAYERS: u8 = 6;

/// Stacks at a default table, in last blinds.
const DEFAULT_BLINDS: u64 = 100;

impl Player<'_> {
    pub(super) fn choose(&mut self, pairs: &[(String, String)]) {
        for (name, value) in pairs {
            self.choices.retain(|(other, _)| other != name);
            self.choices.push((name.clone(), value.clone()));
        }
        self.undetermined = true;
    }

    pub(super) fn set(
        &mut self,
        step: &Step,
        pairs: &[(String, String)],
        anew: bool,
        expect: Option<&Outcome>,
    ) {
        let before = self.choices.clone();
        self.choose(pairs);
        // What is only chosen is told to the table when it is opened, or with the next round.
        if expect.is_none() && !(anew && self.table.is_some()) {
            return;
        }
        self.since_act = self.report.events.len();
        let came = match self.house() {
            Ok(house) if self.table.is_some() => {
                self.undetermined = false;
                self.take(TableAct::House(HouseAct::Determine { house: Arc::new(house), anew }), By::HOUSE)
            }
            Ok(_) => Ok(self.since_act..self.since_act),
            Err(ruled) => Err(self.refused(None, ruled)),
        };
        if came.is_err() {
            // What was chosen before it and not told yet is still to be told.
            self.choices = before;
            self.undetermined = true;
        }
        self.judge(step, None, expect, came);
    }

    /// The book as it is changed to see what depends on it, with every choice made.
    pub(super) fn determined(&self) -> Result<Determined, Ruled> {
        self.determined_by(true)
    }

    /// The same, with ignored rules left out as the machine plays, or kept as the clauses are cited.
    fn determined_by(&self, machine: bool) -> Result<Determined, Ruled> {
        let Some(mut book) = self.book.clone() else {
            return Err(Ruled { text: "no book".to_owned(), grounds: Vec::new() });
        };
        if book.family() != Family::Poker {
            let text =
                format!("{} is not played yet: expected a book of poker, such as standard", book.title());
            let grounds = vec![(rulebook::rule::OF_THE_PROGRAM, Vec::new())];
            return Err(Ruled { text, grounds });
        }
        for change in self.options.changes {
            match change {
                Change::Without(rule) => book = book.without(*rule),
                Change::Ignored(rule) if machine => book = book.without(*rule),
                Change::Ignored(_) | Change::With { .. } => {}
            }
        }
        let mut choices = self.choices.clone();
        for (name, value) in self.options.choices {
            choices.retain(|(other, _)| other != name);
            choices.push((name.clone(), value.clone()));
        }
        // The smallest bet follows the last blind where the book leaves both open and only the blinds are chosen.
        let blinds = choices.iter().find(|(name, _)| name == "blinds").map(|(_, value)| value.clone());
        let chosen = choices.iter().any(|(name, _)| name == "min_bet");
        if let (Some(blinds), false, Some(Cell::Operator { .. })) = (blinds, chosen, book.choices("min_bet"))
            && let Some(last) = blinds.split(' ').next_back().filter(|last| last.parse::<u64>().is_ok())
        {
            choices.push(("min_bet".to_owned(), last.to_owned()));
        }
        let chosen: Vec<(&str, &str)> =
            choices.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let mut determined = book.determine(&chosen).map_err(|problems| Ruled {
            text: problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
            grounds: problems
                .into_iter()
                .map(|problem| (problem.rule.unwrap_or(rulebook::rule::OPERATOR_MAY_CHOOSE), problem.cites))
                .collect(),
        })?;
        for (name, value) in &self.altered {
            determined = determined.with(name, value);
        }
        for change in self.options.changes {
            if let Change::With { setting, value } = change {
                determined = determined.with(setting, value);
            }
        }
        Ok(determined)
    }

    pub(super) fn house(&self) -> Result<House, Ruled> {
        let determined = self.determined()?;
        let house = House::of_any_game(&determined).map_err(|problems| Ruled {
            text: problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
            grounds: problems
                .into_iter()
                .map(|problem| (problem.rule, determined.cites(problem.rule).to_vec()))
                .collect(),
        });
        let ignores = self.options.changes.iter().any(|change| matches!(change, Change::Ignored(_)));
        match (house, self.determined_by(false)) {
            (Ok(house), Ok(cited)) if ignores => Ok(House { determined: Arc::new(cited), ..house }),
            (house, _) => house,
        }
    }

    /// Opens the table if it is not open, and tells it choices that it has not been told.
    pub(super) fn need_table(&mut self) -> Result<(), Ruled> {
        if self.table.is_none() {
            let house = Arc::new(self.house()?);
            self.undetermined = false;
            if self.stacks.is_empty() {
                let level = house.last_blind();
                let stack = level.times(DEFAULT_BLINDS).unwrap_or(level);
                self.stacks = Seat::up_to(DEFAULT_PLAYERS).map(|seat| (seat, stack)).collect();
            }
            let at_table = self.case.steps.iter().any(|step| step.told.is_of_the_deck());
            let deck = if at_table { DeckSource::AtTable } else { DeckSource::Prepared };
            self.table = Some(Table::new(house).with_deck(deck));
            self.place_seats();
        } else if self.undetermined {
            let house = Arc::new(self.house()?);
            self.undetermined = false;
            self.take(TableAct::House(HouseAct::Determine { house, anew: false }), By::HOUSE)?;
        }
        Ok(())
    }

    /// Stacks of a script are placed directly: smallest and largest stakes bind purchases.
    pub(super) fn place_seats(&mut self) {
        let Some(table) = &mut self.table else { return };
        for (seat, stack) in std::mem::take(&mut self.stacks) {
            let person = Person(u64::from(seat.number()));
            let what = TableWhat::Stakes(StakeFact::Sat { seat, person, stack, waits: false });
            table.apply(&TableEvent { what, rule: rulebook::rule::STAKE_WITHIN_LIMITS });
        }
    }

    pub(super) fn open(&mut self) -> Came {
        self.since_act = self.report.events.len();
        if let Err(ruled) = self.need_table() {
            return Err(self.refused(None, ruled));
        }
        if let Some(seat) = self.button.take() {
            self.take(TableAct::House(HouseAct::PlaceButton { seat }), By::HOUSE)?;
        }
        let from = self.report.events.len();
        let record = self.record();
        self.take(TableAct::House(HouseAct::Open), By::HOUSE)?;
        if record != Record::default() {
            self.follow(record);
        }
        self.shoe = Shoe::of(&self.case.steps[hand_of(&self.case.steps, self.at)]);
        Ok(from..self.report.events.len())
    }

    /// What the script takes from a record for the hand that opens.
    fn record(&self) -> Record {
        let mut record = Record::default();
        for step in &self.case.steps[hand_of(&self.case.steps, self.at)] {
            match &step.told {
                Told::Record(Recorded::Showdown) => record.showdown = true,
                Told::Record(Recorded::Commission(parts)) => {
                    record.commission = CommissionSource::Stated(parts.clone());
                }
                Told::House(_)
                | Told::Game(_)
                | Told::Set { .. }
                | Told::Alter(_)
                | Told::Seats { .. }
                | Told::Button(_)
                | Told::Cards { .. }
                | Told::Board(_)
                | Told::Deck(_)
                | Told::Open(_)
                | Told::Deal { .. }
                | Told::Dealer { .. }
                | Told::Act { .. }
                | Told::Expect(_) => {}
            }
        }
        record
    }

    /// The hand that was just opened follows a record.
    fn follow(&mut self, record: Record) {
        let Some(table) = &mut self.table else { return };
        let Some(hand) = table.hand() else { return };
        if !hand.house().has(rulebook::rule::RECORD_IS_FOLLOWED) {
            return;
        }
        let lineup = Lineup { record, ..Lineup::clone(hand.lineup()) };
        let rule = rulebook::rule::DETERMINED_BEFORE_THE_ROUND;
        let event = Event { what: What::Course(CourseFact::Opened(Arc::new(lineup))), rule, cause: 0 };
        table.apply(&TableEvent { what: TableWhat::Hand(event), rule });
    }

    /// Opens the first hand if none was opened; a case that cannot be dealt stops.
    pub(super) fn need_hand(&mut self) {
        if self.stopped || self.hand().is_some() {
            return;
        }
        if let Err(ruled) = self.open() {
            self.fail(format!("the table cannot be opened: {}", ruled.text));
            self.stopped = true;
        }
    }
}
