//! How long players have: for an act, for a lost connection, for a break, and until a change takes effect.

use rulebook::{Rule, rule};

use super::RulesInForce;

/// The time for each decision where the software deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecisionClock {
    /// Seconds from when the seat comes on turn; an act at exactly this time still counts.
    pub seconds: u64,
    /// The rule that grants it: on an announced time, or on a called clock.
    pub rule: Rule,
}

/// The times of a table. Units stand in the names: seconds, minutes, or hands ("rounds" in the settings).
#[derive(Clone, Debug)]
pub struct ClockRules {
    /// The time announced for every act (4.8(a)).
    pub turn_seconds: Option<u64>,
    /// The time that may be called on the player to act (4.8(b)).
    pub official_clock_seconds: Option<u64>,
    /// The room calls the clock at the start of every turn.
    pub official_clock_is_automatic: bool,
    /// No clock runs for a person at a table where everybody else is a bot.
    pub stands_with_bots_only: bool,
    /// Extra time that a player may draw on, once per session of play.
    pub time_bank_seconds: Option<u64>,
    /// Extra time for a lost connection, per hand; zero for none.
    pub disconnect_seconds: u64,
    /// A hand whose time runs out checks where there is nothing to call, instead of being folded.
    pub check_when_out_of_time: bool,
    /// Minutes away after which a player may lose the seat.
    pub break_minutes: Option<u64>,
    /// Hands missed while away, after which a player at a full table may lose the seat.
    pub idle_rounds: Option<u64>,
    /// Hands between the notice of a change and its effect, at least one.
    pub notice_rounds: u64,
    /// A player who comes back within this many minutes with less than they took away is referred to an
    /// official.
    pub rejoin_window_minutes: Option<u64>,
}

impl ClockRules {
    /// The rule by which a player runs out of time; `None` where time is not limited. The announced time
    /// comes before the called one; see [`House::clock_rule`](super::House::clock_rule).
    pub(super) fn rule(&self, rules: RulesInForce) -> Option<Rule> {
        if self.turn_seconds.is_some() && rules.has(rule::ANNOUNCED_TIME_RUNS_OUT) {
            return Some(rule::ANNOUNCED_TIME_RUNS_OUT);
        }
        (self.official_clock_seconds.is_some() && rules.has(rule::CALLED_TIME_RUNS_OUT))
            .then_some(rule::CALLED_TIME_RUNS_OUT)
    }

    /// The time for every decision where the software deals; see
    /// [`House::decision_clock`](super::House::decision_clock). The announced time comes before the called
    /// one.
    pub(super) fn decision_clock(&self, rules: RulesInForce) -> Option<DecisionClock> {
        let announced = self.turn_seconds.filter(|_| rules.has(rule::ANNOUNCED_TIME_RUNS_OUT));
        let called = self.official_clock_seconds.filter(|_| self.official_clock_is_automatic);
        let called = called.filter(|_| rules.has(rule::CALLED_TIME_RUNS_OUT));
        let announced =
            announced.map(|seconds| DecisionClock { seconds, rule: rule::ANNOUNCED_TIME_RUNS_OUT });
        announced.or(called.map(|seconds| DecisionClock { seconds, rule: rule::CALLED_TIME_RUNS_OUT }))
    }
}
