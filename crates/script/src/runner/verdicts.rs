//! Compares the result of a line with what the line says.

use std::ops::Range;

use chips::Chips;
use rulebook::Rule;
use seating::Seat;
use table::{CardFact, ChipFact, Fact, TableFact, TurnFact};

use super::{CaseRun, CommandResult};
use crate::failure::{CaseFailureKind, Mismatch};
use crate::options::HouseChange;
use crate::report::LineOutcome;
use crate::statement::{AllInAmount, ExpectedCitation, ExpectedOutcome, ExpectedRuling, ScriptStep, SeatAct};

impl CaseRun<'_> {
    /// Compares the result of a line with what the line says and enters the outcome; fails the case if they
    /// differ. Without an expectation the line must be accepted, with the amounts that it gives.
    pub(super) fn judge(
        &mut self,
        step: &ScriptStep,
        seat_act: Option<(Seat, &SeatAct)>,
        expect: Option<&ExpectedOutcome>,
        result: CommandResult,
    ) {
        let (found, clauses, wrong) = match (&result, expect.map(|outcome| outcome.ruling)) {
            (Err(ruled), held) => {
                let clauses = ruled.grounds.iter().flat_map(|(rule, clauses)| grounds(*rule, clauses));
                let clauses: Vec<String> = clauses.collect();
                let wrong = if held == Some(ExpectedRuling::Refused) {
                    let found = ruled.grounds.iter().map(|(rule, clauses)| (*rule, clauses.as_slice()));
                    self.missing_citation(expect, found, &clauses)
                } else {
                    Some(Mismatch::Refused { cause: ruled.cause.clone(), clauses: clauses.clone() })
                };
                (format!("refused: {}", ruled.cause), clauses, wrong)
            }
            (Ok(range), held) => {
                let fact = self.act_fact(range, seat_act.map(|(seat, _)| seat));
                let found = fact.map_or("accepted".to_owned(), |at| self.report.events[at].ruling.clone());
                let clauses = fact.map_or(Vec::new(), |at| {
                    grounds(self.report.events[at].rule, &self.report.events[at].clauses)
                });
                let wrong = if held == Some(ExpectedRuling::Refused) {
                    Some(Mismatch::NotRefused { found: found.clone() })
                } else {
                    self.mismatch(range, seat_act, expect, &found)
                };
                (found, clauses, wrong)
            }
        };
        self.report.outcomes.push(LineOutcome {
            line: step.line,
            text: step.text.clone(),
            found,
            clauses,
            passed: wrong.is_none(),
        });
        if let Some(mismatch) = wrong {
            let statement = step.text.clone();
            self.fail(CaseFailureKind::Mismatch { statement, mismatch });
        }
    }

    /// The index of the act's own entry among those of a command: the first entry of this seat, or the first
    /// entry where no seat is given.
    pub(super) fn act_fact(&self, range: &Range<usize>, seat: Option<Seat>) -> Option<usize> {
        range.clone().find(|at| seat.is_none() || self.report.events[*at].seat == seat)
    }

    /// The facts of the hand among these entries of the report, in order; facts of the table and refusals are
    /// left out.
    pub(super) fn hand_facts(&self, range: &Range<usize>) -> impl Iterator<Item = &Fact> {
        self.facts[range.clone()].iter().filter_map(|fact| match fact {
            Some(TableFact::Hand(event)) => Some(&event.what),
            Some(_) | None => None,
        })
    }

    /// How an accepted act differs from what the line says, in the act itself and after `=>`; `None` if it
    /// does not. Amounts come first, then the kind of act, then its size, then what is cited.
    pub(super) fn mismatch(
        &self,
        range: &Range<usize>,
        seat_act: Option<(Seat, &SeatAct)>,
        expect: Option<&ExpectedOutcome>,
        found: &str,
    ) -> Option<Mismatch> {
        let found = || found.to_owned();
        if let Some((seat, act)) = seat_act {
            let moved = |what: &Fact| {
                let (Fact::Turn(TurnFact::Called { seat: who, amount, .. })
                | Fact::Chips(ChipFact::Posted { seat: who, amount, .. })) = *what
                else {
                    return None;
                };
                (who == seat).then_some(amount)
            };
            let amounts = self.hand_facts(range).find_map(moved);
            let total = self.hand_facts(range).find_map(|what| {
                let Fact::Turn(TurnFact::Bet { seat: who, to, .. } | TurnFact::Raised { seat: who, to, .. }) =
                    *what
                else {
                    return None;
                };
                (who == seat).then_some(to)
            });
            let wrong = match act {
                SeatAct::Call(Some(written))
                | SeatAct::Post(Some(written))
                | SeatAct::OverBlind(Some(written)) => {
                    // A call of zero by a player with a blind is a stand and moves no chips.
                    amounts.unwrap_or_default() != *written
                }
                SeatAct::AllIn(Some(written)) => {
                    let in_round = self.in_round_before;
                    let (added, to) = match (amounts, total) {
                        (Some(amount), _) => (amount, amount + in_round),
                        (None, Some(to)) => (to.above(in_round), to),
                        (None, None) => (Chips::ZERO, Chips::ZERO),
                    };
                    match written {
                        AllInAmount::To(written) => to != *written,
                        AllInAmount::For(written) => added != *written,
                        AllInAmount::Either(written) => to != *written && added != *written,
                    }
                }
                SeatAct::Fold
                | SeatAct::Check
                | SeatAct::Call(None)
                | SeatAct::CallAndFold
                | SeatAct::To(_)
                | SeatAct::By(_)
                | SeatAct::AllIn(None)
                | SeatAct::Post(None)
                | SeatAct::OverBlind(None)
                | SeatAct::Show(_)
                | SeatAct::Muck
                | SeatAct::TurnUp(_)
                | SeatAct::Share
                | SeatAct::Sit { .. }
                | SeatAct::Leave
                | SeatAct::SitOut
                | SeatAct::SitIn { .. }
                | SeatAct::TakeOff(_)
                | SeatAct::TimeUp
                | SeatAct::DeclineBlind
                | SeatAct::Cash
                | SeatAct::Buy(_) => false,
            };
            if wrong {
                return Some(Mismatch::OtherAmount { found: found() });
            }
        }
        let expect = expect?;
        let seat = seat_act.map(|(seat, _)| seat);
        let held = self.hand_facts(range).any(|what| is_expected_fact(what, seat, expect.ruling));
        let accepted = matches!(expect.ruling, ExpectedRuling::Accepted | ExpectedRuling::Refused);
        if !held && !accepted {
            return Some(Mismatch::OtherAct { found: found() });
        }
        let flag = self.hand_facts(range).find_map(|what| {
            if let Fact::Turn(TurnFact::Bet { full, all_in, .. } | TurnFact::Raised { full, all_in, .. }) =
                *what
            {
                Some((full, all_in))
            } else if let Fact::Turn(TurnFact::Called { all_in, .. })
            | Fact::Chips(ChipFact::Posted { all_in, .. }) = *what
            {
                Some((true, all_in))
            } else {
                None
            }
        });
        if expect.all_in && flag.is_none_or(|(_, all_in)| !all_in) {
            return Some(Mismatch::NotAllIn { found: found() });
        }
        if let Some(full) = expect.full
            && flag.is_none_or(|(is_full, _)| is_full != full)
        {
            return Some(Mismatch::NotOfSize { full, found: found() });
        }
        let entries = &self.report.events[range.clone()];
        self.missing_citation(
            Some(expect),
            entries.iter().map(|entry| (entry.rule, entry.clauses.as_slice())),
            &[],
        )
    }

    /// The first citation that is expected but not found among these rules and clauses; `refused` has the
    /// clauses of a refusal, for the message.
    pub(super) fn missing_citation<'b>(
        &self,
        expect: Option<&ExpectedOutcome>,
        found: impl Iterator<Item = (Rule, &'b [String])>,
        refused: &[String],
    ) -> Option<Mismatch> {
        let found: Vec<(Rule, &[String])> = found.collect();
        let missing = |cite: &&ExpectedCitation| {
            !found.iter().any(|(rule, clauses)| self.is_cited(cite, *rule, clauses))
        };
        let cite = expect?.cites.iter().find(missing)?;
        let mut cited: Vec<Rule> = found.iter().map(|(rule, _)| *rule).collect();
        cited.dedup();
        Some(Mismatch::NotCited { expected: cite.name().to_owned(), cited, clauses: refused.to_vec() })
    }

    /// Whether an expected citation is met by a rule and its clauses: a rule when it is named and the book
    /// has it; a clause, when it is one of the rule's clauses.
    ///
    /// Under another book than the script's own, a clause stands for the rules that it supports in the
    /// script's book.
    pub(super) fn is_cited(&self, cite: &ExpectedCitation, rule: Rule, clauses: &[String]) -> bool {
        match cite {
            ExpectedCitation::Rule(named) => {
                let struck = self.options.changes.contains(&HouseChange::Without(rule));
                let has = self.book.as_ref().is_some_and(|book| book.has_rule(rule));
                *named == rule && has && !struck
            }
            ExpectedCitation::Row(id) => {
                let own = self.own_book.as_ref().filter(|_| self.options.book.is_some());
                clauses.contains(id) || own.is_some_and(|book| book.cites(rule).contains(id))
            }
        }
    }
}

/// What an outcome lists as its grounds: the clauses of the rule, or its name where the book gives it none.
/// Never empty, so that every ruling can be looked up.
fn grounds(rule: Rule, clauses: &[String]) -> Vec<String> {
    if clauses.is_empty() { vec![rule.name().to_owned()] } else { clauses.to_vec() }
}

/// True when the fact is the expected act, done by the seat that acted, with the expected amount if one was
/// given. Never true for mere acceptance or a refusal, which no fact shows.
fn is_expected_fact(what: &Fact, seat: Option<Seat>, held: ExpectedRuling) -> bool {
    if seat.is_some() && what.seat() != seat {
        return false;
    }
    let fits = |expected: Option<Chips>, found: Chips| expected.is_none_or(|expected| expected == found);
    match held {
        ExpectedRuling::Accepted | ExpectedRuling::Refused => false,
        ExpectedRuling::Fold => matches!(what, Fact::Turn(TurnFact::Folded { .. })),
        ExpectedRuling::Check => matches!(what, Fact::Turn(TurnFact::Checked { .. })),
        ExpectedRuling::Call(expected) => {
            matches!(*what, Fact::Turn(TurnFact::Called { amount, .. }) if fits(expected, amount))
        }
        ExpectedRuling::Bet(expected) => {
            matches!(*what, Fact::Turn(TurnFact::Bet { to, .. }) if fits(expected, to))
        }
        ExpectedRuling::Raise(expected) => {
            matches!(*what, Fact::Turn(TurnFact::Raised { to, .. }) if fits(expected, to))
        }
        ExpectedRuling::To(expected) => {
            matches!(*what, Fact::Turn(TurnFact::Bet { to, .. } | TurnFact::Raised { to, .. }) if expected == to)
        }
        ExpectedRuling::Post(expected) => {
            matches!(*what, Fact::Chips(ChipFact::Posted { amount, .. }) if fits(expected, amount))
        }
        ExpectedRuling::Show => {
            matches!(what, Fact::Cards(CardFact::Shown { .. } | CardFact::CardsShown { .. }))
        }
        ExpectedRuling::Muck => matches!(what, Fact::Cards(CardFact::Mucked { .. })),
    }
}
