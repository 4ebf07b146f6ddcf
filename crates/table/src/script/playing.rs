//! Plays a case: the table is opened, posts, deals and unspoken shows happen by themselves, every line is judged.

use std::ops::Range;
use std::sync::Arc;

use chips::Chips;
use rulebook::{Book, Cell, Determined, Rule};

use super::dealing::{Shoe, hand_of};
use super::telling;
use super::{
    AllIn, Case, Change, Cite, Entry, Failure, Held, LineOutcome, Options, Outcome, Report, SeatAct, Step,
    Told,
};
use crate::command::{AS_DEALT, Act, By, Person};
use crate::event::{Event, What};
use crate::hand::{Hand, Need};
use crate::house::House;
use crate::refusal::Why;
use crate::seat::Seat;
use crate::session::{Chair, Table, TableAct, TableCommand, TableEvent, TableRefusal, TableWhat, TableWhy};

/// The book of a script that names none.
const DEFAULT_BOOK: &str = "standard";

/// Players at a default table.
const DEFAULT_PLAYERS: u8 = 6;

/// Stacks at a default table, in last blinds.
const DEFAULT_BLINDS: u64 = 100;

/// Plays a case and judges each line of it.
pub fn run(case: &Case, options: &Options<'_>) -> Report {
    let mut player = Player::new(case, options);
    player.play();
    player.report
}

/// A refusal in words, with the rules it rests on and their clauses.
pub(super) struct Ruled {
    pub text: String,
    pub grounds: Vec<(Rule, Vec<String>)>,
}

/// The events of one command, as a range of all entries; or the refusal.
type Came = Result<Range<usize>, Ruled>;

pub(super) struct Player<'a> {
    case: &'a Case,
    options: &'a Options<'a>,
    /// The book the script names.
    own_book: Option<Book>,
    /// The book it is played by.
    book: Option<Book>,
    choices: Vec<(String, String)>,
    altered: Vec<(String, String)>,
    /// Choices that the table has not been told.
    undetermined: bool,
    stacks: Vec<(Seat, Chips)>,
    button: Option<Seat>,
    pub table: Option<Table>,
    shoe: Shoe,
    /// The events of the hand being played or last played.
    pub hand_events: Vec<Event>,
    /// Button and blinds as they fell for it.
    pub blinds: Vec<Option<Seat>>,
    /// The facts behind the entries of the report.
    facts: Vec<Option<TableWhat>>,
    pub report: Report,
    /// The statement being played.
    at: usize,
    /// Where the entries of the last act begin.
    pub since_act: usize,
    stopped: bool,
}

impl<'a> Player<'a> {
    fn new(case: &'a Case, options: &'a Options<'a>) -> Player<'a> {
        let named = |name: &str| {
            let listed = options.books.iter().find(|(known, _)| known == name).map(|(_, book)| book);
            listed.or_else(|| Book::named(&name.to_ascii_lowercase())).cloned()
        };
        let own_book = named(case.house().unwrap_or(DEFAULT_BOOK));
        let book = options.book.cloned().or_else(|| own_book.clone());
        let report = Report {
            title: case.title.clone(),
            book: book.as_ref().map_or(String::new(), |book| book.id().to_owned()),
            ..Report::default()
        };
        Player {
            case,
            options,
            own_book,
            book,
            choices: Vec::new(),
            altered: Vec::new(),
            undetermined: false,
            stacks: Vec::new(),
            button: None,
            table: None,
            shoe: Shoe::default(),
            hand_events: Vec::new(),
            blinds: Vec::new(),
            facts: Vec::new(),
            report,
            at: 0,
            since_act: 0,
            stopped: false,
        }
    }

    fn play(&mut self) {
        let steps = &self.case.steps;
        if self.book.is_none() {
            let named = |step: &&Step| matches!(step.told, Told::House(_));
            let line = steps.iter().rev().find(named).map_or(self.case.line, |step| step.line);
            let names: Vec<&str> = Book::names().collect();
            let name = self.case.house().unwrap_or(DEFAULT_BOOK);
            let what = format!("there is no book named `{name}`: {} would do", names.join(", "));
            self.report.failures.push(Failure { line, what, unreadable: true });
            return;
        }
        let mut asked = false;
        for (at, step) in steps.iter().enumerate() {
            if self.stopped {
                return;
            }
            self.at = at;
            asked |= matches!(step.told, Told::Set { expect: Some(_), .. });
            self.step(step);
        }
        self.at = steps.len().saturating_sub(1);
        if !self.stopped && (!asked || self.table.is_some()) {
            self.advance(Goal::Settled);
            if !self.stopped && self.table.is_none() {
                self.need_hand();
                self.advance(Goal::Settled);
            }
        }
    }

    fn line(&self) -> usize {
        self.case.steps.get(self.at).map_or(self.case.line, |step| step.line)
    }

    pub fn fail(&mut self, what: String) {
        let line = self.line();
        self.report.failures.push(Failure { line, what, unreadable: false });
    }

    pub fn hand(&self) -> Option<&Hand> {
        self.table.as_ref().and_then(Table::hand)
    }

    fn running(&self) -> bool {
        self.hand().is_some_and(|hand| !hand.is_over())
    }

    fn step(&mut self, step: &'a Step) {
        match &step.told {
            Told::House(_) | Told::Cards { .. } | Told::Board(_) | Told::Deck(_) => {}
            Told::Game(settings) => self.choose(settings),
            Told::Set { pairs, expect } => self.set(step, pairs, expect.as_ref()),
            Told::Alter(pairs) => {
                self.altered.extend(pairs.iter().cloned());
                self.undetermined = true;
            }
            Told::Seats { stacks, button } => {
                self.stacks.clone_from(stacks);
                self.button = button.or(self.button);
                if self.running() {
                    self.fail("a hand is being played: seats are placed before it or after it".to_owned());
                } else if self.table.is_some() {
                    self.place_seats();
                }
            }
            Told::Button(seat) => {
                self.button = Some(*seat);
                if self.table.is_some() {
                    let came = self.take(TableAct::PlaceButton { seat: *seat }, By::HOUSE);
                    self.judge(step, None, None, came);
                    self.button = None;
                }
            }
            Told::Open(expect) => {
                self.advance(Goal::Settled);
                let came = self.open();
                self.judge(step, None, expect.as_ref(), came);
            }
            Told::Deal { count, expect } => self.deal(step, *count, expect.as_ref()),
            Told::Act { seat, act, by, expect } => {
                let came = self.act(*seat, act, by.unwrap_or(By::HOUSE), expect.as_ref());
                if let Some(came) = came {
                    self.judge(step, Some((*seat, act)), expect.as_ref(), came);
                }
            }
            Told::Expect(expect) => {
                if !self.is_dealt_by_hand() {
                    if self.table.is_none() {
                        self.need_hand();
                    }
                    self.advance(Goal::Settled);
                }
                if self.stopped {
                    return;
                }
                let found = self.found(expect);
                let held = found.is_ok();
                let (Ok(text) | Err(text)) = &found;
                self.report.outcomes.push(LineOutcome {
                    line: step.line,
                    text: step.text.clone(),
                    found: text.clone(),
                    clauses: Vec::new(),
                    held,
                });
                if let Err(text) = found {
                    self.fail(format!("{}: {text}", step.text));
                }
            }
        }
    }

    // The table.

    fn choose(&mut self, pairs: &[(String, String)]) {
        for (name, value) in pairs {
            self.choices.retain(|(other, _)| other != name);
            self.choices.push((name.clone(), value.clone()));
        }
        self.undetermined = true;
    }

    fn set(&mut self, step: &Step, pairs: &[(String, String)], expect: Option<&Outcome>) {
        let before = self.choices.clone();
        self.choose(pairs);
        let Some(expect) = expect else { return };
        self.since_act = self.report.events.len();
        let came = match self.house() {
            Ok(house) if self.table.is_some() => {
                self.undetermined = false;
                self.take(TableAct::Determine { house: Arc::new(house) }, By::HOUSE)
            }
            Ok(_) => Ok(self.since_act..self.since_act),
            Err(ruled) => {
                self.choices = before;
                Err(self.refused(None, ruled))
            }
        };
        self.judge(step, None, Some(expect), came);
    }

    /// The book as it is changed to see what depends on it, with every choice made.
    fn determined(&self) -> Result<Determined, Ruled> {
        let Some(mut book) = self.book.clone() else {
            return Err(Ruled { text: "no book".to_owned(), grounds: Vec::new() });
        };
        for change in self.options.changes {
            if let Change::Without(rule) = change {
                book = book.without(*rule);
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

    fn house(&self) -> Result<House, Ruled> {
        let determined = self.determined()?;
        House::of(&determined).map_err(|problems| Ruled {
            text: problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
            grounds: problems
                .into_iter()
                .map(|problem| (problem.rule, determined.cites(problem.rule).to_vec()))
                .collect(),
        })
    }

    /// Opens the table if it is not open, and tells it choices that it has not been told.
    fn need_table(&mut self) -> Result<(), Ruled> {
        if self.table.is_none() {
            let house = Arc::new(self.house()?);
            self.undetermined = false;
            if self.stacks.is_empty() {
                let level = house.last_blind();
                let stack = level.times(DEFAULT_BLINDS).unwrap_or(level);
                self.stacks = Seat::up_to(DEFAULT_PLAYERS).map(|seat| (seat, stack)).collect();
            }
            self.table = Some(Table::new(house));
            self.place_seats();
        } else if self.undetermined {
            let house = Arc::new(self.house()?);
            self.undetermined = false;
            self.take(TableAct::Determine { house }, By::HOUSE)?;
        }
        Ok(())
    }

    /// Stacks of a script are placed directly: smallest and largest stakes bind purchases.
    fn place_seats(&mut self) {
        let Some(table) = &mut self.table else { return };
        for (seat, stack) in std::mem::take(&mut self.stacks) {
            let person = Person(u64::from(seat.number()));
            let what = TableWhat::Sat { seat, person, stack, waits: false };
            table.apply(&TableEvent { what, rule: rulebook::rule::STAKE_WITHIN_LIMITS });
        }
    }

    fn open(&mut self) -> Came {
        self.since_act = self.report.events.len();
        if let Err(ruled) = self.need_table() {
            return Err(self.refused(None, ruled));
        }
        if let Some(seat) = self.button.take() {
            self.take(TableAct::PlaceButton { seat }, By::HOUSE)?;
        }
        let from = self.report.events.len();
        self.take(TableAct::Open, By::HOUSE)?;
        self.shoe = Shoe::of(&self.case.steps[hand_of(&self.case.steps, self.at)]);
        Ok(from..self.report.events.len())
    }

    /// Opens the first hand if none was opened; a case that cannot be dealt stops.
    fn need_hand(&mut self) {
        if self.stopped || self.hand().is_some() {
            return;
        }
        if let Err(ruled) = self.open() {
            self.fail(format!("the table cannot be opened: {}", ruled.text));
            self.stopped = true;
        }
    }

    // Commands.

    fn take(&mut self, act: TableAct, by: By) -> Came {
        let from = self.report.events.len();
        let who = self.case.steps.get(self.at).and_then(|step| match &step.told {
            Told::Act { seat, .. } => Some(*seat),
            _ => None,
        });
        let Some(table) = &mut self.table else {
            return Err(Ruled { text: "there is no table".to_owned(), grounds: Vec::new() });
        };
        match table.take(&TableCommand { by, act }) {
            Ok(events) => {
                for event in events {
                    self.enter(event);
                }
                Ok(from..self.report.events.len())
            }
            Err(refusal) => {
                let ruled = self.in_words(&refusal);
                Err(self.refused(seat_of(&refusal).or(who), ruled))
            }
        }
    }

    fn in_words(&self, refusal: &TableRefusal) -> Ruled {
        let mut rules = vec![refusal.rule];
        if let TableWhy::Lineup(problems) = &refusal.why {
            rules = problems.iter().map(crate::LineupProblem::rule).collect();
        }
        let grounds = rules.into_iter().map(|rule| (rule, self.clauses(rule))).collect();
        Ruled { text: refusal.why.to_string(), grounds }
    }

    /// The clauses of a rule at this table.
    fn clauses(&self, rule: Rule) -> Vec<String> {
        let house = match (self.hand(), &self.table) {
            (Some(hand), _) if self.running() => hand.house(),
            (_, Some(table)) => table.house().as_ref(),
            (_, None) => return Vec::new(),
        };
        house.determined.cites(rule).to_vec()
    }

    fn enter(&mut self, event: TableEvent) {
        let Some(table) = &self.table else { return };
        let house = match table.hand() {
            Some(hand) if matches!(event.what, TableWhat::Hand(_)) => hand.house(),
            Some(_) | None => table.house().as_ref(),
        };
        let (seat, amount) = telling::seat_and_amount(&event.what);
        let entry = Entry {
            n: self.report.events.len() + 1,
            line: self.line(),
            event: telling::name(&event.what),
            seat,
            amount,
            ruling: telling::in_words(&event.what, house),
            rule: event.rule,
            clauses: house.determined.cites(event.rule).to_vec(),
        };
        match &event.what {
            TableWhat::Hand(fact) => {
                if matches!(fact.what, What::Opened(_)) {
                    self.hand_events.clear();
                    self.report.hands.push(Vec::new());
                }
                self.hand_events.push(fact.clone());
                if let Some(hand) = self.report.hands.last_mut() {
                    hand.push(fact.clone());
                }
            }
            TableWhat::Positions { blinds, .. } => self.blinds.clone_from(blinds),
            TableWhat::Sat { .. }
            | TableWhat::Left { .. }
            | TableWhat::SatOut { .. }
            | TableWhat::SatIn { .. }
            | TableWhat::Bought { .. }
            | TableWhat::Determined { .. }
            | TableWhat::ButtonPlaced { .. }
            | TableWhat::BlindMissed { .. } => {}
        }
        self.report.events.push(entry);
        self.facts.push(Some(event.what));
    }

    /// Enters a refusal among the events.
    fn refused(&mut self, seat: Option<Seat>, ruled: Ruled) -> Ruled {
        let (rule, clauses) =
            ruled.grounds.first().cloned().unwrap_or((rulebook::rule::OPERATOR_MAY_CHOOSE, Vec::new()));
        self.report.events.push(Entry {
            n: self.report.events.len() + 1,
            line: self.line(),
            event: "refused",
            seat,
            amount: None,
            ruling: format!("refused: {}", ruled.text),
            rule,
            clauses,
        });
        self.facts.push(None);
        ruled
    }

    /// What happens by itself, up to a goal.
    fn advance(&mut self, goal: Goal) {
        loop {
            let Some(hand) = self.hand().filter(|hand| !hand.is_over()) else { return };
            let act = match hand.next() {
                Need::Post(due) => Act::Post { seat: due.seat },
                Need::HoleCard { .. } | Need::Burn | Need::BoardCard => {
                    if goal == Goal::Posted {
                        return;
                    }
                    Act::Deal { card: self.next_card() }
                }
                Need::Show { seat, may_muck } => {
                    if goal != Goal::Settled || self.shows_are_told() {
                        return;
                    }
                    if may_muck { Act::Muck { seat } } else { Act::Show { seat, cards: AS_DEALT } }
                }
                Need::Act { .. } | Need::Nothing => return,
            };
            if self.by_itself(act).is_err() {
                return;
            }
        }
    }

    /// Something the software does; when it cannot, the case stops there.
    fn by_itself(&mut self, act: Act) -> Came {
        let came = self.take(TableAct::Hand(act), By::HOUSE);
        if let Err(ruled) = &came {
            let line = self.line();
            let unreadable = matches!(act, Act::Deal { .. });
            let what = format!("play cannot go on: {}", ruled.text);
            self.report.failures.push(Failure { line, what, unreadable });
            self.stopped = true;
        }
        came
    }

    fn next_card(&mut self) -> cards::Hidden {
        let Some(hand) = self.table.as_ref().and_then(Table::hand) else { return cards::Hidden::UNKNOWN };
        self.shoe.next(hand)
    }

    /// The acts of this hand before and after the statement being played.
    fn acts_around(&self) -> (&[Step], &[Step]) {
        let hand = hand_of(&self.case.steps, self.at);
        let after = (self.at + 1).min(hand.end);
        (&self.case.steps[hand.start..self.at.max(hand.start)], &self.case.steps[after..hand.end])
    }

    fn shows_are_told(&self) -> bool {
        self.acts_around().1.iter().any(|step| {
            matches!(step.told, Told::Act { act: SeatAct::Show(_) | SeatAct::Muck | SeatAct::Share, .. })
        })
    }

    /// True when the last act of the hand was a post or a deal that the script spells out.
    fn is_dealt_up_to_here(&self) -> bool {
        let told = |step: &&Step| matches!(step.told, Told::Act { .. } | Told::Deal { .. });
        self.acts_around().0.iter().rev().find(told).is_some_and(|step| match &step.told {
            Told::Deal { .. } => true,
            Told::Act { act, .. } => matches!(act, SeatAct::Post(_)),
            _ => false,
        })
    }

    /// True between posts or deals that the script spells out.
    fn is_dealt_by_hand(&self) -> bool {
        let told = |step: &&Step| matches!(step.told, Told::Act { .. } | Told::Deal { .. });
        let posts = |step: &Step| {
            matches!(step.told, Told::Act { act: SeatAct::Post(_) | SeatAct::OverBlind(_), .. })
        };
        let deals = |step: &Step| matches!(step.told, Told::Deal { .. });
        let (before, after) = self.acts_around();
        let before = before.iter().rev().find(told);
        let Some(next) = after.iter().find(told) else { return false };
        match before {
            None => posts(next) && self.running(),
            Some(last) => (posts(last) || deals(last)) && (posts(next) || deals(next)),
        }
    }

    fn deal(&mut self, step: &Step, count: u32, expect: Option<&Outcome>) {
        self.need_hand();
        let refused = expect.is_some_and(|outcome| outcome.held == Held::Refused);
        if !refused {
            self.advance(Goal::Posted);
        }
        if self.stopped {
            return;
        }
        self.since_act = self.report.events.len();
        let from = self.since_act;
        let mut came = Ok(from..from);
        for _ in 0..count {
            let shoe = self.shoe.clone();
            let card = self.next_card();
            let dealt = self.take(TableAct::Hand(Act::Deal { card }), By::HOUSE);
            came = dealt.map(|range| from..range.end);
            if came.is_err() {
                // The card stays in the shoe.
                self.shoe = shoe;
                break;
            }
        }
        self.judge(step, None, expect, came);
    }

    /// What a seat does; `None` when the case stopped before.
    fn act(&mut self, seat: Seat, act: &SeatAct, by: By, expect: Option<&Outcome>) -> Option<Came> {
        let refused = expect.is_some_and(|outcome| outcome.held == Held::Refused);
        if let Some(act) = self.act_of_the_table(seat, act) {
            self.since_act = self.report.events.len();
            if let Err(ruled) = self.need_table() {
                return Some(Err(self.refused(Some(seat), ruled)));
            }
            return Some(self.act_beside_the_hand(seat, act, by));
        }
        self.need_hand();
        match act {
            // Too early an act is refused where the script has dealt only so far.
            _ if refused && self.is_dealt_up_to_here() => {}
            SeatAct::Post(_) if refused => {}
            SeatAct::Post(_) => self.post_up_to(seat),
            SeatAct::OverBlind(_) if refused && self.first_card_is_out() => {}
            SeatAct::OverBlind(_) => self.advance(Goal::Posted),
            SeatAct::Show(_) | SeatAct::Muck => {
                self.advance(Goal::Dealt);
                if !refused {
                    self.show_up_to(seat);
                }
            }
            SeatAct::Fold
            | SeatAct::Check
            | SeatAct::Call(_)
            | SeatAct::CallAndFold
            | SeatAct::To(_)
            | SeatAct::By(_)
            | SeatAct::AllIn(_)
            | SeatAct::Share
            | SeatAct::Sit { .. }
            | SeatAct::Leave
            | SeatAct::SitOut
            | SeatAct::SitIn { .. }
            | SeatAct::Buy(_) => self.advance(Goal::Dealt),
        }
        if self.stopped {
            return None;
        }
        self.since_act = self.report.events.len();
        if let Some(came) = self.shown_already(seat, act) {
            return Some(came);
        }
        let act = self.hand_act(seat, act)?;
        Some(self.take(TableAct::Hand(act), by))
    }

    fn hand_act(&self, seat: Seat, act: &SeatAct) -> Option<Act> {
        Some(match act {
            SeatAct::Fold => Act::Fold { seat },
            SeatAct::Check => Act::Check { seat },
            SeatAct::Call(_) => Act::Call { seat },
            SeatAct::CallAndFold => Act::CallAndFold { seat },
            SeatAct::To(to) => Act::Raise { seat, to: *to },
            SeatAct::By(by) => Act::Raise { seat, to: self.price(seat) + *by },
            SeatAct::AllIn(_) => Act::AllIn { seat },
            SeatAct::Post(_) => Act::Post { seat },
            SeatAct::OverBlind(_) => Act::OverBlind { seat },
            SeatAct::Show(named) => {
                let mut cards = AS_DEALT;
                for (card, named) in cards.iter_mut().zip(named) {
                    *card = *named;
                }
                Act::Show { seat, cards }
            }
            SeatAct::Muck => Act::Muck { seat },
            SeatAct::Share => Act::ShareThePot { seat },
            SeatAct::Sit { .. }
            | SeatAct::Leave
            | SeatAct::SitOut
            | SeatAct::SitIn { .. }
            | SeatAct::Buy(_) => return None,
        })
    }

    /// The act as one of the table rather than of a hand.
    fn act_of_the_table(&self, seat: Seat, act: &SeatAct) -> Option<TableAct> {
        match act {
            SeatAct::Sit { stack, person, .. } => {
                let person = Person(person.unwrap_or(u64::from(seat.number())));
                Some(TableAct::Sit { seat, person, stack: *stack })
            }
            SeatAct::Leave => Some(TableAct::Leave { seat }),
            SeatAct::SitOut => Some(TableAct::SitOut { seat }),
            SeatAct::SitIn { posts } => Some(TableAct::SitIn { seat, posts: *posts }),
            SeatAct::Buy(amount) => Some(TableAct::Buy { seat, amount: *amount }),
            SeatAct::Post(_) => {
                let owes = |chair: &Chair| chair.waits || chair.missed_small || chair.missed_big;
                let between = !self.running() && self.hand().is_some();
                let chair = self.table.as_ref().and_then(|table| table.chair(seat));
                (between && chair.is_some_and(owes)).then_some(TableAct::SitIn { seat, posts: true })
            }
            SeatAct::Fold
            | SeatAct::Check
            | SeatAct::Call(_)
            | SeatAct::CallAndFold
            | SeatAct::To(_)
            | SeatAct::By(_)
            | SeatAct::AllIn(_)
            | SeatAct::OverBlind(_)
            | SeatAct::Show(_)
            | SeatAct::Muck
            | SeatAct::Share => None,
        }
    }

    fn act_beside_the_hand(&mut self, seat: Seat, act: TableAct, by: By) -> Came {
        let from = self.report.events.len();
        let Some(Step { told: Told::Act { act: told, .. }, .. }) = self.case.steps.get(self.at) else {
            return Ok(from..from);
        };
        self.take(act, by)?;
        if matches!(told, SeatAct::Sit { posts: true, .. }) {
            self.take(TableAct::SitIn { seat, posts: true }, by)?;
        }
        Ok(from..self.report.events.len())
    }

    fn first_card_is_out(&self) -> bool {
        self.hand_events.iter().any(|event| matches!(event.what, What::HoleDealt { .. }))
    }

    /// Posts of others come first by themselves.
    fn post_up_to(&mut self, seat: Seat) {
        while let Some(Need::Post(due)) = self.hand().map(Hand::next) {
            if due.seat == seat || self.by_itself(Act::Post { seat: due.seat }).is_err() {
                return;
            }
        }
    }

    /// Shows of others come first by themselves.
    fn show_up_to(&mut self, seat: Seat) {
        while let Some(Need::Show { seat: turn, may_muck }) = self.hand().map(Hand::next) {
            if turn == seat || self.hand().is_some_and(|hand| hand.has_shown(seat)) {
                return;
            }
            let act =
                if may_muck { Act::Muck { seat: turn } } else { Act::Show { seat: turn, cards: AS_DEALT } };
            if self.by_itself(act).is_err() {
                return;
            }
        }
    }

    /// A hand that was turned up by the rules was shown already, and can no longer be thrown away.
    fn shown_already(&mut self, seat: Seat, act: &SeatAct) -> Option<Came> {
        let shown = |event: &&Event| matches!(event.what, What::Shown { seat: who, .. } if who == seat);
        let rule = self.hand_events.iter().find(shown)?.rule;
        match act {
            SeatAct::Show(_) => {
                let at = self.facts.iter().rposition(|fact| match fact {
                    Some(TableWhat::Hand(event)) => shown(&event),
                    Some(_) | None => false,
                })?;
                Some(Ok(at..at + 1))
            }
            SeatAct::Muck => {
                let text = Why::MustShow.to_string();
                let ruled = Ruled { text, grounds: vec![(rule, self.clauses(rule))] };
                Some(Err(self.refused(Some(seat), ruled)))
            }
            _ => None,
        }
    }

    /// What the seat on turn must have put in to stay.
    fn price(&self, seat: Seat) -> Chips {
        let Some(hand) = self.hand() else { return Chips::ZERO };
        let to_call = hand.menu().and_then(|menu| menu.call).unwrap_or_default();
        hand.in_round(seat) + to_call
    }

    // Judging.

    /// Compares what came of a line with what it says.
    fn judge(&mut self, step: &Step, told: Option<(Seat, &SeatAct)>, expect: Option<&Outcome>, came: Came) {
        let (found, clauses, wrong) = match (&came, expect.map(|outcome| outcome.held)) {
            (Err(ruled), held) => {
                let clauses = ruled.grounds.iter().flat_map(|(rule, clauses)| grounds(*rule, clauses));
                let clauses: Vec<String> = clauses.collect();
                let found = format!("refused: {}", ruled.text);
                let wrong = if held == Some(Held::Refused) {
                    self.uncited(
                        expect,
                        ruled.grounds.iter().map(|(rule, clauses)| (*rule, clauses.as_slice())),
                    )
                } else {
                    Some(found.clone())
                };
                let wrong = wrong.map(|wrong| format!("{wrong} ({})", clauses.join(", ")));
                (found, clauses, wrong)
            }
            (Ok(range), held) => {
                let fact = self.act_fact(range, told.map(|(seat, _)| seat));
                let found = fact.map_or("accepted".to_owned(), |at| self.report.events[at].ruling.clone());
                let clauses = fact.map_or(Vec::new(), |at| {
                    grounds(self.report.events[at].rule, &self.report.events[at].clauses)
                });
                let wrong = if held == Some(Held::Refused) {
                    Some(format!("it is not refused but {found}"))
                } else {
                    self.is_not_as_said(range, told, expect, &found)
                };
                (found, clauses, wrong)
            }
        };
        self.report.outcomes.push(LineOutcome {
            line: step.line,
            text: step.text.clone(),
            found,
            clauses,
            held: wrong.is_none(),
        });
        if let Some(wrong) = wrong {
            self.fail(format!("{}: {wrong}", step.text));
        }
    }

    /// The entry that is the act itself: the first of this seat, or the first.
    fn act_fact(&self, range: &Range<usize>, seat: Option<Seat>) -> Option<usize> {
        range.clone().find(|at| seat.is_none() || self.report.events[*at].seat == seat)
    }

    fn hand_facts(&self, range: &Range<usize>) -> impl Iterator<Item = &What> {
        self.facts[range.clone()].iter().filter_map(|fact| match fact {
            Some(TableWhat::Hand(event)) => Some(&event.what),
            Some(_) | None => None,
        })
    }

    /// What an accepted act was held to be against what the line says, in its act and after `=>`.
    fn is_not_as_said(
        &self,
        range: &Range<usize>,
        told: Option<(Seat, &SeatAct)>,
        expect: Option<&Outcome>,
        found: &str,
    ) -> Option<String> {
        if let Some((seat, act)) = told {
            let moved = |what: &What| match *what {
                What::Called { seat: who, amount, .. } | What::Posted { seat: who, amount, .. }
                    if who == seat =>
                {
                    Some((amount, amount))
                }
                _ => None,
            };
            let amounts = self.hand_facts(range).find_map(moved);
            let total = self.hand_facts(range).find_map(|what| match *what {
                What::Bet { seat: who, to, .. } | What::Raised { seat: who, to, .. } if who == seat => {
                    Some(to)
                }
                _ => None,
            });
            let wrong = match act {
                SeatAct::Call(Some(said)) | SeatAct::Post(Some(said)) | SeatAct::OverBlind(Some(said)) => {
                    amounts.is_none_or(|(amount, _)| amount != *said)
                }
                SeatAct::AllIn(Some(said)) => {
                    let in_round = self.in_round_before(seat, range);
                    let (added, to) = match (amounts, total) {
                        (Some((amount, _)), _) => (amount, amount + in_round),
                        (None, Some(to)) => (to.above(in_round), to),
                        (None, None) => (Chips::ZERO, Chips::ZERO),
                    };
                    match said {
                        AllIn::To(said) => to != *said,
                        AllIn::For(said) => added != *said,
                        AllIn::Either(said) => to != *said && added != *said,
                    }
                }
                _ => false,
            };
            if wrong {
                return Some(format!("it comes to: {found}"));
            }
        }
        let expect = expect?;
        let seat = told.map(|(seat, _)| seat);
        let held = self.hand_facts(range).any(|what| is_held(what, seat, expect.held));
        let accepted = matches!(expect.held, Held::Accepted | Held::Refused);
        if !held && !accepted {
            return Some(format!("it is held to be: {found}"));
        }
        let flag = self.hand_facts(range).find_map(|what| match *what {
            What::Bet { full, all_in, .. } | What::Raised { full, all_in, .. } => Some((full, all_in)),
            What::Called { all_in, .. } | What::Posted { all_in, .. } => Some((true, all_in)),
            _ => None,
        });
        if expect.all_in && flag.is_none_or(|(_, all_in)| !all_in) {
            return Some(format!("it is not all-in: {found}"));
        }
        if let Some(full) = expect.full
            && flag.is_none_or(|(found, _)| found != full)
        {
            return Some(format!("it is not {}: {found}", if full { "full" } else { "short" }));
        }
        let entries = &self.report.events[range.clone()];
        self.uncited(Some(expect), entries.iter().map(|entry| (entry.rule, entry.clauses.as_slice())))
    }

    /// What a seat had in the round before the events of a range.
    fn in_round_before(&self, seat: Seat, range: &Range<usize>) -> Chips {
        let mut sum = Chips::ZERO;
        for fact in &self.facts[..range.start] {
            let Some(TableWhat::Hand(event)) = fact else { continue };
            match event.what {
                What::Opened(_) | What::BettingClosed { .. } => sum = Chips::ZERO,
                What::Posted { seat: who, kind, amount, .. } if who == seat => match kind {
                    crate::PostKind::Blind(_) | crate::PostKind::OverBlind | crate::PostKind::Live => {
                        sum += amount
                    }
                    crate::PostKind::Ante | crate::PostKind::Dead => {}
                },
                What::Called { seat: who, amount, .. } if who == seat => sum += amount,
                What::Bet { seat: who, to, .. } | What::Raised { seat: who, to, .. } if who == seat => {
                    sum = to
                }
                _ => {}
            }
        }
        sum
    }

    /// What is expected to be cited and is not.
    pub fn uncited<'b>(
        &self,
        expect: Option<&Outcome>,
        found: impl Iterator<Item = (Rule, &'b [String])>,
    ) -> Option<String> {
        let found: Vec<(Rule, &[String])> = found.collect();
        let missing = |cite: &&Cite| !found.iter().any(|(rule, clauses)| self.is_cited(cite, *rule, clauses));
        let cite = expect?.cites.iter().find(missing)?;
        let mut rules: Vec<&str> = found.iter().map(|(rule, _)| rule.name()).collect();
        rules.dedup();
        Some(format!("{} is not cited, but {}", cite.name(), rules.join(", ")))
    }

    /// A rule is cited when it is named and the book has it; a clause when it is one of the rule's clauses.
    ///
    /// Under another book than the script's own a clause stands for the rules it is behind there.
    pub fn is_cited(&self, cite: &Cite, rule: Rule, clauses: &[String]) -> bool {
        match cite {
            Cite::Rule(named) => {
                let struck = self.options.changes.contains(&Change::Without(rule));
                let has = self.book.as_ref().is_some_and(|book| book.in_force(rule));
                *named == rule && has && !struck
            }
            Cite::Row(id) => {
                let own = self.own_book.as_ref().filter(|_| self.options.book.is_some());
                clauses.contains(id) || own.is_some_and(|book| book.cites(rule).contains(id))
            }
        }
    }
}

/// How far a hand goes by itself.
#[derive(Clone, Copy, PartialEq)]
enum Goal {
    /// Until blinds, antes and posts are in.
    Posted,
    /// Until somebody is to act or to show.
    Dealt,
    /// Until somebody is to act, or has a choice at the showdown that the script speaks of.
    Settled,
}

fn grounds(rule: Rule, clauses: &[String]) -> Vec<String> {
    if clauses.is_empty() { vec![rule.name().to_owned()] } else { clauses.to_vec() }
}

fn seat_of(refusal: &TableRefusal) -> Option<Seat> {
    match refusal.why {
        TableWhy::NoSuchSeat { seat, .. }
        | TableWhy::SeatTaken { seat }
        | TableWhy::SeatEmpty { seat }
        | TableWhy::AlreadySeated { seat } => Some(seat),
        TableWhy::StakeTooSmall { .. }
        | TableWhy::StakeTooLarge { .. }
        | TableWhy::RoundRunning
        | TableWhy::NoRound
        | TableWhy::NotYours
        | TableWhy::Lineup(_)
        | TableWhy::Act(_) => None,
    }
}

/// True when the fact is the act that was expected, by the seat that acted.
fn is_held(what: &What, seat: Option<Seat>, held: Held) -> bool {
    if seat.is_some() && what.seat() != seat {
        return false;
    }
    let fits = |said: Option<Chips>, found: Chips| said.is_none_or(|said| said == found);
    match (held, what) {
        (Held::Fold, What::Folded { .. })
        | (Held::Check, What::Checked { .. })
        | (Held::Show, What::Shown { .. })
        | (Held::Muck, What::Mucked { .. }) => true,
        (Held::Call(said), What::Called { amount, .. }) => fits(said, *amount),
        (Held::Bet(said), What::Bet { to, .. }) => fits(said, *to),
        (Held::Raise(said), What::Raised { to, .. }) => fits(said, *to),
        (Held::To(said), What::Bet { to, .. } | What::Raised { to, .. }) => said == *to,
        (Held::Post(said), What::Posted { amount, .. }) => fits(said, *amount),
        _ => false,
    }
}
