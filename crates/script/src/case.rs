//! A script as it was read: its cases, what each claims, and which of its lines belong to which hand.

use std::ops::Range;

use crate::statement::{DealerAct, ExpectedCitation, ExpectedRuling, ScriptStep, SeatAct, Statement};

/// A script after reading: one case, or several under headings.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// The cases in the order of the text.
    pub cases: Vec<Case>,
}

/// One table with its acts and expectations.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The text of the heading; empty in a script without headings.
    pub title: String,
    /// The line of the heading, or 1.
    pub line: usize,
    /// What the case proves: register ids, names of rules or of settings.
    pub proves: Vec<String>,
    pub(crate) steps: Vec<ScriptStep>,
}

impl Case {
    /// The book that the case names, as its last `house` line has it; `None` for the default book,
    /// `standard`. Callers look up book files by it.
    pub fn house(&self) -> Option<&str> {
        self.steps.iter().rev().find_map(|step| step.statement.house())
    }

    /// What the case claims to be about: the rules and register ids that it expects to be cited, then those
    /// it `proves`, with repetitions. The mutants of a rule are tried on the cases that claim it.
    pub fn claims(&self) -> impl Iterator<Item = &str> {
        let cited = self.steps.iter().flat_map(|step| step.statement.cites());
        cited.map(ExpectedCitation::name).chain(self.proves.iter().map(String::as_str))
    }

    /// The names of the settings that the case chooses or alters, in the order of its lines, with
    /// repetitions; those of the `game` line are not among them.
    pub fn settings(&self) -> impl Iterator<Item = &str> {
        self.choices().map(|(setting, _)| setting)
    }

    /// The settings that the case chooses (`set`) and alters, in the order of its lines: name and value as
    /// written. The last of a name counts.
    pub fn choices(&self) -> impl Iterator<Item = (&str, &str)> {
        let pairs = self.steps.iter().flat_map(|step| step.statement.choices());
        pairs.map(|(setting, value)| (setting.as_str(), value.as_str()))
    }
}

/// The statements of the hand that the statement at index `at` belongs to, from one `open` to the next:
/// cards, `record` lines and later acts are looked for among these and no others.
///
/// Statements before the first `open` belong to the first hand, unless a hand was played before it.
pub(crate) fn hand_range(steps: &[ScriptStep], at: usize) -> Range<usize> {
    let mut hands = hand_ranges(steps);
    hands.find(|hand| hand.contains(&at)).unwrap_or(0..steps.len())
}

/// The statements of each hand, as ranges that follow each other and cover the case. Cards named anywhere in
/// a range are those of that hand; an `open` that is expected to be refused begins none.
pub(crate) fn hand_ranges(steps: &[ScriptStep]) -> impl Iterator<Item = Range<usize>> {
    let mut begun = false;
    let mut starts = vec![0];
    for (at, step) in steps.iter().enumerate() {
        let opens = match &step.statement {
            Statement::Open(expect) => {
                !expect.as_ref().is_some_and(|outcome| outcome.ruling == ExpectedRuling::Refused)
            }
            Statement::Act { act, .. } => {
                begun |= !matches!(
                    act,
                    SeatAct::Sit { .. }
                        | SeatAct::Leave
                        | SeatAct::SitOut
                        | SeatAct::SitIn { .. }
                        | SeatAct::Buy(_)
                );
                false
            }
            // Cards are changed between hands, or before the first.
            Statement::Dealer { act: DealerAct::Replace(..) | DealerAct::Check(..), .. } => false,
            Statement::Deal { .. } | Statement::Dealer { .. } | Statement::Expect(_) => {
                begun = true;
                false
            }
            Statement::House(_)
            | Statement::Game(_)
            | Statement::Set { .. }
            | Statement::Alter(_)
            | Statement::Seats { .. }
            | Statement::Button(_)
            | Statement::Record(_)
            | Statement::Cards { .. }
            | Statement::Board(_)
            | Statement::Deck(_) => false,
        };
        if opens && begun {
            starts.push(at);
        }
        begun |= opens;
    }
    starts.push(steps.len());
    (1..starts.len()).map(move |hand| starts[hand - 1]..starts[hand])
}
