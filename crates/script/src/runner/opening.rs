//! The table of a case: book, choices, seats, and the opening of each hand.

use std::sync::Arc;

use rulebook::setting::GameFamily;
use rulebook::{Book, BookSetting, Determination, Problem};
use seating::{Actor, Person, Seat};
use table::{CommissionSource, DeckSource, House, HouseAct, HouseProblem, RecordOverrides, Table, TableAct};

use super::shoe::ScriptShoe;
use super::{CaseRun, CitedRefusal, CommandResult};
use crate::case::hand_range;
use crate::failure::{CaseFailureKind, RefusalCause};
use crate::options::HouseChange;
use crate::statement::{ExpectedOutcome, RecordStatement, ScriptStep, Statement};

/// The number of players at a default table.
const DEFAULT_PLAYERS: u8 = 6;

/// The stacks at a default table, in multiples of the last blind.
const DEFAULT_BLINDS: u64 = 100;

impl CaseRun<'_> {
    /// Adds choices, replacing earlier ones of the same settings; they reach the table when it is opened, or
    /// with its next hand.
    pub(super) fn choose(&mut self, pairs: &[(String, String)]) {
        for (name, value) in pairs {
            self.choices.retain(|(other, _)| other != name);
            self.choices.push((name.clone(), value.clone()));
        }
        self.undetermined = true;
    }

    /// Plays a `set` line: one with an expected outcome is put to the table at once and judged, and a refused
    /// choice is dropped.
    pub(super) fn set_choices(
        &mut self,
        step: &ScriptStep,
        pairs: &[(String, String)],
        anew: bool,
        expect: Option<&ExpectedOutcome>,
    ) {
        let before = self.choices.clone();
        self.choose(pairs);
        // A choice takes effect when the table is opened, or with the next hand.
        if expect.is_none() && !(anew && self.table.is_some()) {
            return;
        }
        self.since_act = self.report.events.len();
        let result = match self.house() {
            Ok(house) if self.table.is_some() => {
                self.undetermined = false;
                self.take(TableAct::House(HouseAct::Determine { house: Arc::new(house), anew }), Actor::HOUSE)
            }
            Ok(_) => Ok(self.since_act..self.since_act),
            Err(ruled) => Err(self.record_refusal(None, ruled)),
        };
        if result.is_err() {
            // Choices made earlier that did not reach the table yet still have to.
            self.choices = before;
            self.undetermined = true;
        }
        self.judge(step, None, expect, result);
    }

    /// The book with every choice made, including the changes made to see what depends on them; the refusal
    /// if the book does not allow the choices.
    pub(super) fn determined(&self) -> Result<Determination, CitedRefusal> {
        self.determined_by(true)
    }

    /// The book with every choice made. Rules that the options ignore are left out for the `machine` to play
    /// by, and otherwise kept, for their clauses to be cited.
    fn determined_by(&self, machine: bool) -> Result<Determination, CitedRefusal> {
        let Some(mut book) = self.book.clone() else {
            return Err(CitedRefusal { cause: RefusalCause::NoBook, grounds: Vec::new() });
        };
        if let Some(why) = House::not_poker(&book) {
            let poker = Book::built_in().filter(|book| book.family() == GameFamily::Poker);
            let books = poker.map(Book::id).collect();
            let grounds = vec![(rulebook::rule::OF_THE_PROGRAM, Vec::new())];
            return Err(CitedRefusal { cause: RefusalCause::OtherGame { why, books }, grounds });
        }
        for change in self.options.changes {
            match change {
                HouseChange::Without(rule) => book = book.without(*rule),
                HouseChange::Ignored(rule) if machine => book = book.without(*rule),
                HouseChange::Ignored(_) | HouseChange::With { .. } => {}
            }
        }
        let mut choices = self.choices.clone();
        for (name, value) in self.options.choices {
            choices.retain(|(other, _)| other != name);
            choices.push((name.clone(), value.clone()));
        }
        // The smallest bet follows the last blind where the book leaves both open and only the blinds are
        // chosen.
        let blinds = choices.iter().find(|(name, _)| name == "blinds").map(|(_, value)| value.clone());
        let chosen = choices.iter().any(|(name, _)| name == "min_bet");
        if let (Some(blinds), false, Some(BookSetting::Operator { .. })) =
            (blinds, chosen, book.setting("min_bet"))
            && let Some(last) = blinds.split(' ').next_back().filter(|last| last.parse::<u64>().is_ok())
        {
            choices.push(("min_bet".to_owned(), last.to_owned()));
        }
        let chosen: Vec<(&str, &str)> =
            choices.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let mut determined = book.determine(&chosen).map_err(|problems| {
            let ground = |problem: &Problem| {
                (problem.rule.unwrap_or(rulebook::rule::OPERATOR_MAY_CHOOSE), problem.cites.clone())
            };
            let grounds = problems.iter().map(ground).collect();
            CitedRefusal { cause: RefusalCause::Choices(problems), grounds }
        })?;
        for (name, value) in &self.altered {
            determined = determined.with_value(name, value);
        }
        for change in self.options.changes {
            if let HouseChange::With { setting, value } = change {
                determined = determined.with_value(setting, value);
            }
        }
        Ok(determined)
    }

    /// The house to play by. Rules that the options have the machine ignore are still cited, so a case fails
    /// for what is played and not for what is cited.
    pub(super) fn house(&self) -> Result<House, CitedRefusal> {
        let determined = self.determined()?;
        let house = House::of_any_game(&determined).map_err(|problems| {
            let ground = |problem: &HouseProblem| (problem.rule, determined.cites(problem.rule).to_vec());
            let grounds = problems.iter().map(ground).collect();
            CitedRefusal { cause: RefusalCause::NotPlayed(problems), grounds }
        });
        let ignores = self.options.changes.iter().any(|change| matches!(change, HouseChange::Ignored(_)));
        match (house, self.determined_by(false)) {
            (Ok(house), Ok(cited)) if ignores => Ok(House { determined: Arc::new(cited), ..house }),
            (house, _) => house,
        }
    }

    /// Opens the table if it is not open, with the default players if the script seats none, and passes it
    /// the choices made since.
    pub(super) fn ensure_table(&mut self) -> Result<(), CitedRefusal> {
        if self.table.is_none() {
            let house = Arc::new(self.house()?);
            self.undetermined = false;
            if self.stacks.is_empty() {
                let level = house.last_blind();
                let stack = level.times(DEFAULT_BLINDS).unwrap_or(level);
                self.stacks = Seat::up_to(DEFAULT_PLAYERS).map(|seat| (seat, stack)).collect();
            }
            let at_table = self.case.steps.iter().any(|step| step.statement.is_shuffle_or_cut());
            let deck = if at_table { DeckSource::AtTable } else { DeckSource::Prepared };
            self.table = Some(Table::new(house).with_deck(deck));
            self.place_seats();
        } else if self.undetermined {
            let house = Arc::new(self.house()?);
            self.undetermined = false;
            self.take(TableAct::House(HouseAct::Determine { house, anew: false }), Actor::HOUSE)?;
        }
        Ok(())
    }

    /// Seats the players of a script directly, each as the person numbered like the seat: the limits on
    /// stakes apply only to purchases.
    pub(super) fn place_seats(&mut self) {
        let Some(table) = &mut self.table else { return };
        for (seat, stack) in std::mem::take(&mut self.stacks) {
            table.place_player(seat, Person(u64::from(seat.number())), stack);
        }
    }

    /// Opens the next hand: button, commands to the table, what is taken from a record, and the shoe.
    /// Everything that a script says of a hand before it begins takes effect here, in this order.
    pub(super) fn open(&mut self) -> CommandResult {
        self.since_act = self.report.events.len();
        if let Err(ruled) = self.ensure_table() {
            return Err(self.record_refusal(None, ruled));
        }
        if let Some(seat) = self.button.take() {
            self.take(TableAct::House(HouseAct::PlaceButton { seat }), Actor::HOUSE)?;
        }
        let from = self.report.events.len();
        let record = self.record_overrides();
        self.take(TableAct::House(HouseAct::Open), Actor::HOUSE)?;
        if let Some(table) = self.table.as_mut().filter(|_| !record.is_empty()) {
            table.follow_record(record);
        }
        self.shoe = ScriptShoe::for_hand(&self.case.steps[hand_range(&self.case.steps, self.at)]);
        Ok(from..self.report.events.len())
    }

    /// What the script's `record` lines for this hand say in place of the book: commission as stated, or a
    /// showdown in any order. They may be anywhere in the hand.
    fn record_overrides(&self) -> RecordOverrides {
        let mut record = RecordOverrides::default();
        for step in &self.case.steps[hand_range(&self.case.steps, self.at)] {
            match &step.statement {
                Statement::Record(RecordStatement::Showdown) => record.showdown = true,
                Statement::Record(RecordStatement::Commission(parts)) => {
                    record.commission = CommissionSource::Stated(parts.clone());
                }
                Statement::House(_)
                | Statement::Game(_)
                | Statement::Set { .. }
                | Statement::Alter(_)
                | Statement::Seats { .. }
                | Statement::Button(_)
                | Statement::Cards { .. }
                | Statement::Board(_)
                | Statement::Deck(_)
                | Statement::Open(_)
                | Statement::Deal { .. }
                | Statement::Dealer { .. }
                | Statement::Act { .. }
                | Statement::Expect(_) => {}
            }
        }
        record
    }

    /// Opens the first hand if none was opened; if it cannot be dealt, the case fails and stops. Later hands
    /// need an `open` line.
    pub(super) fn ensure_hand(&mut self) {
        if self.stopped || self.hand().is_some() {
            return;
        }
        if let Err(ruled) = self.open() {
            self.fail(CaseFailureKind::CannotOpen(ruled.cause));
            self.stopped = true;
        }
    }
}
