//! Enters events and refusals in the report of a case.

use chips::Chips;
use rulebook::Rule;
use seating::Seat;
use table::{
    CommissionSource, CourseFact, Fact, LineupProblem, PotFact, TableEvent, TableFact, TableRefusal,
    TableRefusalReason,
};

use super::{CaseRun, CitedRefusal};
use crate::case::hand_range;
use crate::failure::{CaseFailure, CaseFailureKind, RefusalCause};
use crate::report::TranscriptEntry;
use crate::statement::{RecordStatement, Statement};
use crate::transcript::describe_event;

impl CaseRun<'_> {
    /// A refusal by the table with its rules and their clauses, one rule for each problem of a lineup: what a
    /// line that expects a refusal may cite.
    pub(super) fn cited_refusal(&self, refusal: &TableRefusal) -> CitedRefusal {
        let mut rules = vec![refusal.rule];
        if let TableRefusalReason::Lineup(problems) = &refusal.why {
            rules = problems.iter().map(LineupProblem::rule).collect();
        }
        let grounds = rules.into_iter().map(|rule| (rule, self.clauses(rule))).collect();
        CitedRefusal { cause: RefusalCause::Table(refusal.why.clone()), grounds }
    }

    /// The clauses of a rule at this table, under the house of the hand while one is played; none before the
    /// table is opened.
    pub(super) fn clauses(&self, rule: Rule) -> Vec<String> {
        let house = match (self.hand(), &self.table) {
            (Some(hand), _) if self.is_running() => hand.house(),
            (_, Some(table)) => table.house().as_ref(),
            (_, None) => return Vec::new(),
        };
        house.determined.cites(rule).to_vec()
    }

    /// Adds an event to the report, and follows what later lines and hands depend on: the facts of the hand,
    /// the blinds, the stacks at its end.
    pub(super) fn record_event(&mut self, event: TableEvent) {
        let Some(table) = &self.table else { return };
        let house = match table.hand() {
            Some(hand) if matches!(event.what, TableFact::Hand(_)) => hand.house(),
            Some(_) | None => table.house().as_ref(),
        };
        let entry = TranscriptEntry {
            n: self.report.events.len() + 1,
            line: self.line(),
            event: event.what.name(),
            seat: event.what.seat(),
            amount: event.what.amount(),
            ruling: describe_event(&event.what, house, table.hand()),
            rule: event.rule,
            clauses: house.determined.cites(event.rule).to_vec(),
        };
        match &event.what {
            TableFact::Hand(fact) => {
                if matches!(fact.what, Fact::Course(CourseFact::Opened(_))) {
                    self.hand_events.clear();
                    self.report.hands.push(Vec::new());
                }
                self.hand_events.push(fact.clone());
                if let Some(hand) = self.report.hands.last_mut() {
                    hand.push(fact.clone());
                }
            }
            TableFact::Blinds(fact) => {
                if let Some((_, blinds)) = fact.positions() {
                    self.blinds.clone_from(blinds);
                }
            }
            TableFact::Stakes(_)
            | TableFact::Seats(_)
            | TableFact::House(_)
            | TableFact::Officials(_)
            | TableFact::Deck(_) => {}
        }
        let of_hand = event.what.hand_event().map(|fact| &fact.what);
        let ends = of_hand == Some(&Fact::Course(CourseFact::Closed));
        let shows = matches!(of_hand, Some(Fact::Street(fact)) if fact.opens_showdown());
        if let Some(hand) = table.hand().filter(|_| ends) {
            let mut stacks: Vec<(Seat, Chips)> = hand.seats().map(|seat| (seat, hand.stack(seat))).collect();
            stacks.sort_unstable();
            self.report.stacks.push((entry.n, stacks));
        }
        if ends {
            self.check_recorded_commission();
        }
        // Where all hands lie face up nobody shows first, so there is nothing to report.
        let silent = shows && event.rule == rulebook::rule::ALL_IN_HANDS_ARE_TABLED;
        if !silent {
            self.report.events.push(entry);
            self.facts.push(Some(event.what));
        }
    }

    /// Fails the case if a record's commission was more than the pots hold or named more pots than there are;
    /// called when a hand ends.
    fn check_recorded_commission(&mut self) {
        let hand = hand_range(&self.case.steps, self.at);
        let stated = self.case.steps[hand].iter().rev().find_map(|step| {
            if let Statement::Record(RecordStatement::Commission(parts)) = &step.statement {
                Some((step.line, parts.clone()))
            } else {
                None
            }
        });
        let Some((line, stated)) = stated else { return };
        let pots: Vec<Chips> = self
            .hand_events
            .iter()
            .filter_map(|event| {
                if let Fact::Pots(PotFact::PotFormed { amount, .. }) = event.what {
                    Some(amount)
                } else {
                    None
                }
            })
            .collect();
        if CommissionSource::Stated(stated.clone()).fits(&pots) {
            return;
        }
        self.report.failures.push(CaseFailure { line, kind: CaseFailureKind::Commission { stated, pots } });
    }

    /// Adds a refusal to the entries of the report, under its first rule, and gives it back to be judged.
    /// Entries and `facts` stay of the same length.
    pub(super) fn record_refusal(&mut self, seat: Option<Seat>, ruled: CitedRefusal) -> CitedRefusal {
        let (rule, clauses) =
            ruled.grounds.first().cloned().unwrap_or((rulebook::rule::OPERATOR_MAY_CHOOSE, Vec::new()));
        self.report.events.push(TranscriptEntry {
            n: self.report.events.len() + 1,
            line: self.line(),
            event: "refused",
            seat,
            amount: None,
            ruling: format!("refused: {}", ruled.cause),
            rule,
            clauses,
        });
        self.facts.push(None);
        ruled
    }
}

/// The seat that a refusal names, if it names one, for its entry in the report; otherwise the entry has the
/// seat that acted.
pub(super) fn seat_of(refusal: &TableRefusal) -> Option<Seat> {
    match refusal.why {
        TableRefusalReason::NoSuchSeat { seat, .. }
        | TableRefusalReason::SeatTaken { seat }
        | TableRefusalReason::SeatEmpty { seat }
        | TableRefusalReason::IsLeaving { seat }
        | TableRefusalReason::ButtonOnEmptySeat { seat }
        | TableRefusalReason::AlreadySeated { seat } => Some(seat),
        TableRefusalReason::StakeTooSmall { .. }
        | TableRefusalReason::NothingBought { .. }
        | TableRefusalReason::StakeTooLarge { .. }
        | TableRefusalReason::HandRunning
        | TableRefusalReason::DeckIsFixed
        | TableRefusalReason::NoHand
        | TableRefusalReason::NoBlinds
        | TableRefusalReason::NotYours
        | TableRefusalReason::NotAnOfficial
        | TableRefusalReason::NoChipsOff { .. }
        | TableRefusalReason::Excluded
        | TableRefusalReason::AwaitsAnOfficial { .. }
        | TableRefusalReason::NotReferred
        | TableRefusalReason::ReasonTooLong { .. }
        | TableRefusalReason::ReasonNeeded
        | TableRefusalReason::NoNewCards
        | TableRefusalReason::NoCardNamed
        | TableRefusalReason::CardNotInDeck { .. }
        | TableRefusalReason::CardNamedTwice { .. }
        | TableRefusalReason::TooManyCards { .. }
        | TableRefusalReason::ChecksNoCards
        | TableRefusalReason::NothingToCheck
        | TableRefusalReason::SamePersonChecked
        | TableRefusalReason::NewCardsUnchecked(_)
        | TableRefusalReason::Lineup(_)
        | TableRefusalReason::Act(_) => None,
    }
}
