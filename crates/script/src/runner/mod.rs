//! Plays a case and judges every line; posts, deals and shows that the script leaves out are automatic.

mod expectations;
mod log;
mod opening;
mod seats;
mod shoe;
mod verdicts;

use std::ops::Range;

use cards::HiddenCard;
use chips::Chips;
use rulebook::{Book, Rule};
use seating::{Actor, Seat};
use table::{
    AS_DEALT, Act, ClockAct, Deal, Decision, DeckAct, Event, Hand, HouseAct, Need, OfficialAct, Post, Show,
    Table, TableAct, TableCommand, TableFact,
};

use self::shoe::ScriptShoe;
use crate::case::{Case, hand_range};
use crate::failure::{CaseFailure, CaseFailureKind, Mismatch, RefusalCause};
use crate::options::RunOptions;
use crate::report::{CaseReport, LineOutcome};
use crate::statement::{DealerAct, ExpectedOutcome, ExpectedRuling, ScriptStep, SeatAct, Statement};

/// The book of a script that names none.
const DEFAULT_BOOK: &str = "standard";

/// Plays a case from its first line to its last and judges each line of it. It never fails itself: whatever
/// went wrong is in the report, and the same case gives the same report.
pub fn run(case: &Case, options: &RunOptions<'_>) -> CaseReport {
    let mut player = CaseRun::new(case, options);
    player.play();
    player.report
}

/// A refusal with the rules that it rests on and their clauses.
struct CitedRefusal {
    pub cause: RefusalCause,
    pub grounds: Vec<(Rule, Vec<String>)>,
}

/// The events of one command, as a range of the report's entries; or the refusal.
type CommandResult = Result<Range<usize>, CitedRefusal>;

struct CaseRun<'a> {
    case: &'a Case,
    options: &'a RunOptions<'a>,
    /// The book that the script names.
    own_book: Option<Book>,
    /// The book that it is played by.
    book: Option<Book>,
    choices: Vec<(String, String)>,
    altered: Vec<(String, String)>,
    /// Some choices have not reached the table yet.
    undetermined: bool,
    stacks: Vec<(Seat, Chips)>,
    button: Option<Seat>,
    table: Option<Table>,
    shoe: ScriptShoe,
    /// The events of the hand being played or last played.
    hand_events: Vec<Event>,
    /// The seats of the blinds in that hand.
    blinds: Vec<Option<Seat>>,
    /// The facts behind the entries of the report; `None` for a refusal.
    facts: Vec<Option<TableFact>>,
    report: CaseReport,
    /// The statement being played.
    at: usize,
    /// What the acting seat had put in during the betting round before its act.
    in_round_before: Chips,
    /// The index of the first entry of the last act.
    since_act: usize,
    stopped: bool,
}

impl<'a> CaseRun<'a> {
    /// A run before the first line, with the book that the options or the case name; without one, `play`
    /// reports that the book is not known.
    fn new(case: &'a Case, options: &'a RunOptions<'a>) -> CaseRun<'a> {
        let named = |name: &str| {
            let listed = options.books.iter().find(|(known, _)| known == name).map(|(_, book)| book);
            listed.or_else(|| Book::named(&name.to_ascii_lowercase())).cloned()
        };
        let own_book = named(case.house().unwrap_or(DEFAULT_BOOK));
        let book = options.book.cloned().or_else(|| own_book.clone());
        let report = CaseReport {
            title: case.title.clone(),
            book: book.as_ref().map_or(String::new(), |book| book.id().to_owned()),
            ..CaseReport::default()
        };
        CaseRun {
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
            shoe: ScriptShoe::default(),
            hand_events: Vec::new(),
            blinds: Vec::new(),
            facts: Vec::new(),
            report,
            at: 0,
            in_round_before: Chips::ZERO,
            since_act: 0,
            stopped: false,
        }
    }

    /// Plays all statements until one makes going on pointless, then lets the last hand run on by itself as
    /// far as it can.
    fn play(&mut self) {
        let steps = &self.case.steps;
        if self.book.is_none() {
            let named = |step: &&ScriptStep| matches!(step.statement, Statement::House(_));
            let line = steps.iter().rev().find(named).map_or(self.case.line, |step| step.line);
            let name = self.case.house().unwrap_or(DEFAULT_BOOK).to_owned();
            let kind = CaseFailureKind::UnknownBook { name, known: Book::names().collect() };
            self.report.failures.push(CaseFailure { line, kind });
            return;
        }
        let mut judges_choices = false;
        for (at, step) in steps.iter().enumerate() {
            if self.stopped {
                return;
            }
            self.at = at;
            judges_choices |= matches!(step.statement, Statement::Set { expect: Some(_), .. });
            self.play_step(step);
        }
        self.at = steps.len().saturating_sub(1);
        if !self.stopped && (!judges_choices || self.table.is_some()) {
            self.advance(Goal::Settled);
            if !self.stopped && self.table.is_none() {
                self.ensure_hand();
                self.advance(Goal::Settled);
            }
        }
    }

    /// The line of the statement being played, for entries and failures; the line of the heading where a case
    /// has none.
    fn line(&self) -> usize {
        self.case.steps.get(self.at).map_or(self.case.line, |step| step.line)
    }

    /// Adds a failure at the line being played, which is how a case fails; it goes on all the same, unless
    /// the caller sets `stopped` too.
    fn fail(&mut self, kind: CaseFailureKind) {
        let line = self.line();
        self.report.failures.push(CaseFailure { line, kind });
    }

    /// The hand being played or last played, which expectations are about; `None` before the first.
    fn hand(&self) -> Option<&Hand> {
        self.table.as_ref().and_then(Table::hand)
    }

    /// True while a hand is being played: opened, and not over. A `seats` line places players only when it is
    /// false, and clauses are those of the hand when it is true.
    fn is_running(&self) -> bool {
        self.hand().is_some_and(|hand| !hand.is_over())
    }

    /// Plays one statement and judges it. Lines about cards, records and the book do nothing here: opening a
    /// hand or the table reads them ahead.
    fn play_step(&mut self, step: &'a ScriptStep) {
        match &step.statement {
            Statement::House(_)
            | Statement::Record(_)
            | Statement::Cards { .. }
            | Statement::Board(_)
            | Statement::Deck(_) => {}
            Statement::Game(settings) => self.choose(settings),
            Statement::Set { pairs, anew, expect } => self.set_choices(step, pairs, *anew, expect.as_ref()),
            Statement::Alter(pairs) => {
                self.altered.extend(pairs.iter().cloned());
                self.undetermined = true;
            }
            Statement::Seats { stacks, button } => {
                self.stacks.clone_from(stacks);
                self.button = button.or(self.button);
                if self.is_running() {
                    self.fail(CaseFailureKind::HandRunning);
                } else if self.table.is_some() {
                    self.place_seats();
                }
            }
            Statement::Button(seat) => {
                self.button = Some(*seat);
                if self.table.is_some() {
                    let result =
                        self.take(TableAct::House(HouseAct::PlaceButton { seat: *seat }), Actor::HOUSE);
                    self.judge(step, None, None, result);
                    self.button = None;
                }
            }
            Statement::Open(expect) => {
                self.advance(Goal::Settled);
                let result = self.open();
                self.judge(step, None, expect.as_ref(), result);
            }
            Statement::Deal { count, expect } => self.deal(step, *count, expect.as_ref()),
            Statement::Dealer { act, by, expect } => self.dealer_act(step, act, *by, expect.as_ref()),
            Statement::Act { seat, act, by, expect } => {
                let result = self.take_seat_act(*seat, act, by.unwrap_or(Actor::HOUSE), expect.as_ref());
                if let Some(result) = result {
                    self.judge(step, Some((*seat, act)), expect.as_ref(), result);
                }
            }
            Statement::Expect(expect) => {
                if !self.is_dealt_by_hand() {
                    if self.table.is_none() {
                        self.ensure_hand();
                    }
                    self.advance(Goal::Settled);
                }
                if self.stopped {
                    return;
                }
                let found = self.check_expectation(expect);
                self.report.outcomes.push(LineOutcome {
                    line: step.line,
                    text: step.text.clone(),
                    found: found.as_ref().map_or_else(Mismatch::to_string, String::clone),
                    clauses: Vec::new(),
                    passed: found.is_ok(),
                });
                if let Err(mismatch) = found {
                    let statement = step.text.clone();
                    self.fail(CaseFailureKind::Mismatch { statement, mismatch });
                }
            }
        }
    }

    /// Gives the table a command and adds its events, or its refusal, to the report: everything that a case
    /// does to the table goes through here.
    fn take(&mut self, act: TableAct, by: Actor) -> CommandResult {
        let from = self.report.events.len();
        let who = self.case.steps.get(self.at).and_then(|step| {
            if let Statement::Act { seat, .. } = &step.statement { Some(*seat) } else { None }
        });
        let Some(table) = &mut self.table else {
            return Err(CitedRefusal { cause: RefusalCause::NoTable, grounds: Vec::new() });
        };
        let mut events = Vec::new();
        match table.take(&TableCommand { by, act }, &mut |event| events.push(event)) {
            Ok(()) => {
                for event in events {
                    self.record_event(event);
                }
                Ok(from..self.report.events.len())
            }
            Err(refusal) => {
                let ruled = self.cited_refusal(&refusal);
                Err(self.record_refusal(log::seat_of(&refusal).or(who), ruled))
            }
        }
    }

    /// Plays everything that happens by itself, up to a goal: posts, shuffle and cut, cards, and shows that
    /// the script leaves out. Stops early where the script says more about it, or the hand needs a player.
    fn advance(&mut self, goal: Goal) {
        loop {
            let Some(hand) = self.hand().filter(|hand| !hand.is_over()) else { return };
            let act = match hand.next() {
                Need::Deal(Deal::Shuffle | Deal::Cut) if self.mentions_deck_later() => return,
                Need::Deal(Deal::Shuffle) => Act::Deck(DeckAct::Shuffle { cards: hand.deck_cards() }),
                Need::Deal(Deal::Cut) => Act::Deck(DeckAct::Cut { after: hand.deck_cards() / 2 }),
                Need::Deal(Deal::Post(due)) => Post::Due.by(due.seat),
                Need::Deal(Deal::HoleCard { .. } | Deal::Burn | Deal::BoardCard) => {
                    if goal == Goal::Posted {
                        return;
                    }
                    Act::Deck(DeckAct::Deal { card: self.next_card() })
                }
                Need::Decision(Decision::Show { seat, may_muck }) => {
                    if goal != Goal::Settled || self.mentions_shows_later() {
                        return;
                    }
                    // A record that does not mention a hand does not muck it.
                    if may_muck && !hand.lineup().record.showdown {
                        Show::Muck.by(seat)
                    } else {
                        Show::Hand { cards: AS_DEALT }.by(seat)
                    }
                }
                Need::Decision(Decision::Act { .. }) | Need::Nothing => return,
            };
            if self.take_automatic(act).is_err() {
                return;
            }
        }
    }

    /// Carries out a command that the script does not mention, as the house; if it is refused, the case fails
    /// and stops, since no line could be judged after it.
    fn take_automatic(&mut self, act: Act) -> CommandResult {
        let deals = matches!(act, Act::Deck(DeckAct::Deal { .. }));
        let result = self.take(TableAct::Hand(act), Actor::HOUSE);
        if let Err(ruled) = &result {
            let cause = ruled.cause.clone();
            self.fail(if deals {
                CaseFailureKind::CannotDeal(cause)
            } else {
                CaseFailureKind::CannotGoOn(cause)
            });
            self.stopped = true;
        }
        result
    }

    /// The next card to leave the deck, by the shoe of this hand; unknown when no hand was opened. Drawing it
    /// changes the shoe.
    fn next_card(&mut self) -> HiddenCard {
        let Some(hand) = self.table.as_ref().and_then(Table::hand) else { return HiddenCard::UNKNOWN };
        self.shoe.next_card(hand)
    }

    /// The statements of this hand before and after the one being played; that one is in neither. The runner
    /// asks them what the script spells out itself.
    fn acts_around(&self) -> (&[ScriptStep], &[ScriptStep]) {
        let hand = hand_range(&self.case.steps, self.at);
        let after = (self.at + 1).min(hand.end);
        (&self.case.steps[hand.start..self.at.max(hand.start)], &self.case.steps[after..hand.end])
    }

    /// True if the script still mentions the shuffle or cut in this hand: neither then happens by itself
    /// before that line.
    fn mentions_deck_later(&self) -> bool {
        self.acts_around().1.iter().any(|step| step.statement.is_shuffle_or_cut())
    }

    /// Plays a line about the deck, the cards, the clock or a void hand, after playing what has to come
    /// before it, and judges it.
    fn dealer_act(
        &mut self,
        step: &ScriptStep,
        act: &DealerAct,
        by: Option<Actor>,
        expect: Option<&ExpectedOutcome>,
    ) {
        match act {
            DealerAct::Replace(..) | DealerAct::Check(..) if self.ensure_table().is_err() => {
                self.ensure_hand()
            }
            // Cards change only between hands, so the current hand first goes on as far as it can by itself.
            DealerAct::Replace(..) | DealerAct::Check(..) => self.advance(Goal::Settled),
            DealerAct::Shuffle(_) | DealerAct::Cut(_) => self.ensure_hand(),
            DealerAct::Void(_) | DealerAct::Clock(_) => {
                self.ensure_hand();
                self.advance(Goal::Dealt);
            }
        }
        if self.stopped {
            return;
        }
        self.since_act = self.report.events.len();
        let whole = match self.hand() {
            Some(hand) if !hand.is_over() => hand.deck_cards(),
            Some(_) | None => self.table.as_ref().map_or(0, |table| table.house().ranking.deck().len() as u8),
        };
        let act = match act {
            DealerAct::Shuffle(cards) => {
                TableAct::Hand(Act::Deck(DeckAct::Shuffle { cards: cards.unwrap_or(whole) }))
            }
            DealerAct::Cut(after) => TableAct::Hand(Act::Deck(DeckAct::Cut { after: *after })),
            DealerAct::Clock(seat) => TableAct::Hand(ClockAct::CallClock.by(*seat)),
            DealerAct::Void(reason) => TableAct::Hand(Act::Void { reason: *reason }),
            DealerAct::Replace(cards, reason) => {
                TableAct::Official(OfficialAct::ReplaceCards { cards: cards.clone(), reason: reason.clone() })
            }
            DealerAct::Check(cards, counted) => TableAct::Official(OfficialAct::CheckCards {
                cards: cards.clone(),
                counted: counted.unwrap_or(whole),
            }),
        };
        let result = self.take(act, by.unwrap_or(Actor::HOUSE));
        self.judge(step, None, expect, result);
    }

    /// True if the script still mentions a show, a muck or a share of the pot in this hand, so no hand is
    /// shown by itself before.
    fn mentions_shows_later(&self) -> bool {
        self.acts_around().1.iter().any(|step| {
            matches!(
                step.statement,
                Statement::Act { act: SeatAct::Show(_) | SeatAct::Muck | SeatAct::Share, .. }
            )
        })
    }

    /// True when the last act of the hand was a post or deal written in the script: an act tested as too
    /// early is then taken as it stands.
    fn is_dealt_up_to_here(&self) -> bool {
        let is_act_or_deal =
            |step: &&ScriptStep| matches!(step.statement, Statement::Act { .. } | Statement::Deal { .. });
        let dealt = |step: &ScriptStep| {
            matches!(step.statement, Statement::Deal { .. } | Statement::Act { act: SeatAct::Post(_), .. })
        };
        self.acts_around().0.iter().rev().find(is_act_or_deal).is_some_and(dealt)
    }

    /// True between posts or deals written in the script: an expectation there is checked at once, and
    /// nothing runs on before it.
    fn is_dealt_by_hand(&self) -> bool {
        let is_act_or_deal =
            |step: &&ScriptStep| matches!(step.statement, Statement::Act { .. } | Statement::Deal { .. });
        let posts = |step: &ScriptStep| {
            matches!(step.statement, Statement::Act { act: SeatAct::Post(_) | SeatAct::OverBlind(_), .. })
        };
        let deals = |step: &ScriptStep| matches!(step.statement, Statement::Deal { .. });
        let (before, after) = self.acts_around();
        let before = before.iter().rev().find(is_act_or_deal);
        let Some(next) = after.iter().find(is_act_or_deal) else { return false };
        match before {
            None => posts(next) && self.is_running(),
            Some(last) => (posts(last) || deals(last)) && (posts(next) || deals(next)),
        }
    }

    /// Plays a `deal` line: so many cards leave the deck, one after the other, up to the first that is
    /// refused; that one stays in the shoe.
    fn deal(&mut self, step: &ScriptStep, count: u32, expect: Option<&ExpectedOutcome>) {
        self.ensure_hand();
        let refused = expect.is_some_and(|outcome| outcome.ruling == ExpectedRuling::Refused);
        if !refused {
            self.advance(Goal::Posted);
        }
        if self.stopped {
            return;
        }
        self.since_act = self.report.events.len();
        let from = self.since_act;
        let mut result = Ok(from..from);
        for _ in 0..count {
            let shoe = self.shoe.clone();
            let card = self.next_card();
            let dealt = self.take(TableAct::Hand(Act::Deck(DeckAct::Deal { card })), Actor::HOUSE);
            result = dealt.map(|range| from..range.end);
            if result.is_err() {
                // The card stays in the shoe.
                self.shoe = shoe;
                break;
            }
        }
        self.judge(step, None, expect, result);
    }
}

/// How far a hand plays by itself.
#[derive(Clone, Copy, PartialEq)]
enum Goal {
    /// Until blinds, antes and posts are in.
    Posted,
    /// Until somebody must act or show.
    Dealt,
    /// Until somebody must act, or has a choice at the showdown that the script mentions.
    Settled,
}
