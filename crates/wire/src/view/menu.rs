//! The acts that are open to the seat on action.

use super::*;

/// The acts that are open, ready to be drawn as buttons: exactly those that would be accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "Menu")]
pub struct WireMenu {
    /// Folding is allowed.
    pub fold: bool,
    /// Checking, or standing on a blind, is allowed.
    pub check: bool,
    /// The check is a stand: a call of nothing with a blind, in a betting round in which nobody checks.
    /// Absent otherwise.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>", optional)]
    pub stands: bool,
    /// What a call adds; absent if there is nothing to call.
    pub call: Option<WireChips>,
    /// Paying the call and folding is allowed.
    pub call_and_fold: bool,
    /// What that costs, if it differs from what a call adds: the last blind is all-in for less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub fold_costs: Option<WireChips>,
    /// The bets or raises that are allowed; absent if there are none.
    pub raise: Option<WireRaiseMenu>,
    /// Why no raise is possible, if a rule forbids it rather than a lack of chips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub closed: Option<WireClosedRaise>,
    /// How many more raises the cap allows in this betting round; absent without a cap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub raises_left: Option<u32>,
}

/// Why nobody may raise here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "Closed")]
pub struct WireClosedRaise {
    /// The name of the reason, which never changes.
    #[serde(default)]
    pub reason: String,
    /// The values that help, by name.
    #[serde(default)]
    pub numbers: Numbers,
    /// The reason as a sentence.
    pub why: String,
    /// The name of the rule.
    pub rule: String,
    /// The clauses of the table's book behind it, followed by the decided readings.
    pub clauses: Vec<String>,
    /// The decided readings among the clauses.
    #[serde(default)]
    pub readings: Vec<String>,
}

/// The totals of the street that may be bet or raised to: from `min` to `max` in steps of `unit`, and
/// `all_in` whatever the step if it lies between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "RaiseMenu")]
pub struct WireRaiseMenu {
    /// Whether it is the first bet of the betting round, rather than a raise.
    pub is_bet: bool,
    /// The smallest total.
    pub min: WireChips,
    /// The largest total.
    pub max: WireChips,
    /// Totals are multiples of this.
    pub unit: WireChips,
    /// The total of going all-in.
    pub all_in: WireChips,
}
