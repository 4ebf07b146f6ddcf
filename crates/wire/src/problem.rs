//! Why choices for a table are refused or warned about: one entry per setting, over HTTP and on the socket.

use room::requests::AtSetting;
use rulebook::{Problem, readings};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::frame::Numbers;
use super::reasons;

/// One reason why a table cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ProblemLine {
    /// The setting; or `name`, `book` or `bots` for the other fields of the request.
    pub setting: String,
    /// The value that was given; empty if there was none.
    pub given: String,
    /// The room's own code for it, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<String>,
    /// The name of the reason, which never changes.
    pub reason: String,
    /// The values that help, by name: bounds as `at_least` and `at_most`, other settings by their names.
    pub numbers: Numbers,
    /// What is wrong.
    pub what: String,
    /// What was expected; empty if there is nothing to say.
    pub would_do: String,
    /// The rule behind it.
    pub rule: Option<String>,
    /// The clauses behind it, followed by the decided readings.
    pub clauses: Vec<String>,
    /// The decided readings among the clauses.
    pub readings: Vec<String>,
}

impl ProblemLine {
    /// The entry for a setting that the room itself refuses, whatever the book says. `given` is the value as
    /// it was sent.
    pub fn from_room(setting: &str, given: String, why: room::requests::RoomRefusal) -> ProblemLine {
        ProblemLine {
            setting: setting.to_owned(),
            given,
            code: Some(why.code.to_owned()),
            reason: why.reason.to_owned(),
            readings: why.readings(),
            numbers: reasons::numbers(why.reason, why.numbers),
            what: why.why,
            would_do: String::new(),
            rule: why.rule.map(|rule| rule.name().to_owned()),
            clauses: why.clauses,
        }
    }
}

impl From<AtSetting> for ProblemLine {
    fn from(listed: AtSetting) -> ProblemLine {
        match listed {
            AtSetting::Book(problem) => problem.into(),
            AtSetting::Room { setting, given, why } => ProblemLine::from_room(&setting, given, why),
        }
    }
}

impl From<Problem> for ProblemLine {
    fn from(problem: Problem) -> ProblemLine {
        ProblemLine {
            setting: problem.setting,
            given: problem.given,
            code: None,
            reason: problem.reason.to_owned(),
            numbers: reasons::numbers(problem.reason, problem.values),
            what: problem.message,
            would_do: problem.expected,
            rule: problem.rule.map(|rule| rule.name().to_owned()),
            readings: readings::reading_ids(&problem.cites),
            clauses: problem.cites,
        }
    }
}
