//! How long the room keeps personal data.

use serde::Deserialize;

use super::{ConfigError, ConfigReader, SpannedOption};

/// How long the room keeps data about people, other than what they did at tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// After how many days without a sign-in a player's account is erased; 0 means never.
    pub unused_account_days: u64,
    /// After how many days the names and addresses under which sign-ins were counted can no longer be traced.
    pub trace_days: u64,
}

impl Default for Retention {
    /// What a file without the section `retention` means: no account is erased, and sign-in traces are kept
    /// for 30 days.
    fn default() -> Retention {
        Retention { unused_account_days: 0, trace_days: 30 }
    }
}

/// The section `retention`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RetentionPart {
    unused_account_days: SpannedOption<u64>,
    trace_days: SpannedOption<u64>,
}

impl ConfigReader<'_> {
    /// The section `retention`, checked: at most 100 years; traces are kept for a day at least.
    pub(super) fn retention(&self, part: RetentionPart) -> Result<Retention, ConfigError> {
        const MOST_DAYS: u64 = 36_500;
        let or = Retention::default();
        Ok(Retention {
            unused_account_days: self.number(
                part.unused_account_days,
                "unused_account_days",
                (0, MOST_DAYS),
                or.unused_account_days,
            )?,
            trace_days: self.number(part.trace_days, "trace_days", (1, MOST_DAYS), or.trace_days)?,
        })
    }
}
