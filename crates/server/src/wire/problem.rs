//! Why choices for a table are refused or warned of: a line for each setting, over HTTP and on the socket.

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
    /// The setting; `name`, `book` or `bots` of what is asked for beside them.
    pub setting: String,
    /// The value that was given; empty where none was.
    pub given: String,
    /// The room's own code for it, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<String>,
    /// The name of the reason, which stays.
    pub reason: String,
    /// The values that help, by their names: bounds as `at_least` and `at_most`, other settings by name.
    pub numbers: Numbers,
    /// What is wrong.
    pub what: String,
    /// What would do; empty where nothing can be said.
    pub would_do: String,
    /// The rule behind it.
    pub rule: Option<String>,
    /// The clauses behind it, then the decided readings.
    pub clauses: Vec<String>,
    /// The decided readings among them.
    pub readings: Vec<String>,
}

impl ProblemLine {
    /// What the room itself refuses of what is asked for.
    pub(crate) fn from_room(setting: &str, given: String, why: room::requests::RoomRefusal) -> ProblemLine {
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
