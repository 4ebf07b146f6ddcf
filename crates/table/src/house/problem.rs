//! Why a determined book cannot be played at a table.

use std::fmt;

use cards::ChoiceError;
use rulebook::{Determination, Problem, Rule, rule};

use crate::reason::{AsReasonValue, Reason, ReasonValueKind, ReasonValues};

/// Why a setting of a determined book cannot be played at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HouseProblem {
    /// The setting.
    pub setting: &'static str,
    /// Its value.
    pub value: String,
    /// What is wrong with it.
    pub kind: HouseProblemKind,
    /// The rule it rests on.
    pub rule: Rule,
}

/// What is wrong with a setting, and what can be chosen instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HouseProblemKind {
    /// Spread limit is chosen without a largest bet.
    LargestBetNeeded,
    /// Nothing says how much the smallest bet is.
    SmallestBetNeeded,
    /// The software deals, and a decision could last forever (AMB-043).
    NoClockForSoftware {
        /// The ways out that the book leaves to the operator; there may be none.
        ways: Vec<ClockChoice>,
    },
    /// The machine has no meaning for the value.
    NotPlayed,
    /// The settings make no order of hands.
    NoRanking(ChoiceError),
    /// The value is one of the book's, and is not played yet.
    NotPlayedYet {
        /// The values that are played; none where the only way is not to choose.
        expected: Vec<String>,
    },
}

/// A choice that gives every decision at a table dealt by the software a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockChoice {
    /// A time is announced for every act.
    AnnounceTime,
    /// The announced time is longer than now.
    AnnounceLongerTime,
    /// The room calls the clock at the start of every turn.
    CallAutomatically,
}

impl HouseProblem {
    /// Every reason, with the values that it carries; the names are those of [`HouseProblemKind::name`].
    pub const REASONS: &[Reason] = &[
        ("largest_bet_needed", &[]),
        ("no_clock_for_software", &[]),
        ("not_played", &[]),
        ("not_played_yet", &[("expected", ReasonValueKind::Word)]),
        ("smallest_bet_needed", &[]),
    ];

    /// The same problem in the form that books report, with the clauses behind its rule. Forms and files show
    /// both kinds alike.
    pub fn into_problem(self, determined: &Determination) -> Problem {
        Problem {
            line: None,
            setting: self.setting.to_owned(),
            reason: self.kind.name(),
            values: self.kind.values(),
            message: self.kind.to_string(),
            given: self.value,
            expected: String::new(),
            cites: determined.cites(self.rule).to_vec(),
            rule: Some(self.rule),
        }
    }

    /// The problem of a choice that cannot be played yet, with the values that can; without any, it must not
    /// be chosen. Rests on the program, not on a clause.
    pub(crate) fn not_played_yet(setting: &'static str, value: &str, expected: &[&str]) -> HouseProblem {
        let expected = expected.iter().map(|value| (*value).to_owned()).collect();
        HouseProblem {
            setting,
            value: value.to_owned(),
            kind: HouseProblemKind::NotPlayedYet { expected },
            rule: rule::OF_THE_PROGRAM,
        }
    }
}

impl HouseProblemKind {
    /// The name by which programs and the page know the reason; it never changes.
    pub const fn name(&self) -> &'static str {
        match self {
            HouseProblemKind::LargestBetNeeded => "largest_bet_needed",
            HouseProblemKind::SmallestBetNeeded => "smallest_bet_needed",
            HouseProblemKind::NoClockForSoftware { .. } => "no_clock_for_software",
            HouseProblemKind::NotPlayed | HouseProblemKind::NoRanking(_) => "not_played",
            HouseProblemKind::NotPlayedYet { .. } => "not_played_yet",
        }
    }

    /// The values that explain the reason to a program, as [`HouseProblem::REASONS`] lists them. They must
    /// agree with it in name and order.
    pub fn values(&self) -> ReasonValues {
        match self {
            HouseProblemKind::LargestBetNeeded
            | HouseProblemKind::SmallestBetNeeded
            | HouseProblemKind::NoClockForSoftware { .. }
            | HouseProblemKind::NotPlayed
            | HouseProblemKind::NoRanking(_) => ReasonValues::new(),
            HouseProblemKind::NotPlayedYet { expected } => {
                vec![("expected", expected_value(expected).value())]
            }
        }
    }
}

/// The values that are played, in one text, for programs and people alike; `no choice` where there are none.
fn expected_value(expected: &[String]) -> String {
    if expected.is_empty() { "no choice".to_owned() } else { expected.join(" or ") }
}

impl fmt::Display for ClockChoice {
    /// The setting as an operator writes it, after the word `set`; people read it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ClockChoice::AnnounceTime => "turn_seconds",
            ClockChoice::AnnounceLongerTime => "a longer turn_seconds",
            ClockChoice::CallAutomatically => "official_clock_call = automatic",
        })
    }
}

impl fmt::Display for HouseProblemKind {
    /// What is wrong and what to use instead, without the setting and its value, which the caller shows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HouseProblemKind::LargestBetNeeded => f.write_str("spread limit needs a largest bet"),
            HouseProblemKind::SmallestBetNeeded => f.write_str("a smallest bet is needed"),
            HouseProblemKind::NoClockForSoftware { ways } => {
                f.write_str("a table dealt by the software needs a time for every act")?;
                for (at, way) in ways.iter().enumerate() {
                    write!(f, "{}{way}", if at == 0 { ": set " } else { ", or " })?;
                }
                Ok(())
            }
            HouseProblemKind::NotPlayed => f.write_str("not played"),
            HouseProblemKind::NoRanking(error) => error.fmt(f),
            HouseProblemKind::NotPlayedYet { expected } => {
                write!(f, "not played yet; expected {}", expected_value(expected))
            }
        }
    }
}

impl fmt::Display for HouseProblem {
    /// The setting with its value and what is wrong with it; the sentence is for people only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}: {}", self.setting, self.value, self.kind)
    }
}

impl std::error::Error for HouseProblem {
    /// The error of the cards, where the order of hands is what is wrong; `None` for every other problem.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            HouseProblemKind::NoRanking(error) => Some(error),
            HouseProblemKind::LargestBetNeeded
            | HouseProblemKind::SmallestBetNeeded
            | HouseProblemKind::NoClockForSoftware { .. }
            | HouseProblemKind::NotPlayed
            | HouseProblemKind::NotPlayedYet { .. } => None,
        }
    }
}

/// A book of a game against the house: nothing is dealt by it at a table of poker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotPoker {
    /// The title of the book.
    pub title: String,
}

impl fmt::Display for NotPoker {
    /// Says what the book is for; the caller adds which books can be used.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is a game against the house, and poker is dealt here", self.title)
    }
}

impl std::error::Error for NotPoker {}
