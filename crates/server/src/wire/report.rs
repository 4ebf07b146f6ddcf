//! Reports of people to whoever looks after the room, as they go over HTTP.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::frame::ChatLine;
use super::shape::Presence::Required;
use super::shape::{FieldSpec, Shape, Shaped};

/// Who is reported, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportWish {
    /// The number of the person.
    pub person: u64,
    /// What happened: 1 to 200 characters.
    pub reason: String,
}

impl Shaped for ReportWish {
    const FIELDS: &'static [FieldSpec] =
        &[("person", Shape::Number, Required), ("reason", Shape::Text, Required)];
}

/// A report was kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Reported")]
#[schema(as = Reported)]
pub struct WireReportReceipt {
    /// The number of the report.
    pub report: u64,
}

/// Somebody by number and by the name that others see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Somebody")]
#[schema(as = Somebody)]
pub struct WirePerson {
    /// The number of the person.
    pub person: u64,
    /// The name.
    pub name: String,
}

/// A report, as it was when it was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Report")]
#[schema(as = Report)]
pub struct WireReport {
    /// The number of the report.
    pub report: u64,
    /// When it was made, in milliseconds since 1970.
    pub at: u64,
    /// Who made it.
    pub by: WirePerson,
    /// Who is reported.
    pub about: WirePerson,
    /// The number of the table.
    pub table: u64,
    /// The number of the hand that was played or was the last; 0 before the first.
    pub hand: u64,
    /// What happened, in the words of whoever reported it.
    pub reason: String,
    /// The last lines that were said at the table before the report, oldest first; 50 at most.
    pub lines: Vec<ChatLine>,
    /// What became of it; nothing while it waits.
    pub dealt: Option<WireReportOutcome>,
}

/// Somebody has dealt with a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Dealt")]
#[schema(as = Dealt)]
pub struct WireReportOutcome {
    /// Who.
    pub by: WirePerson,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// What was done.
    pub note: String,
}

/// What was done about a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DealtWish {
    /// In words, for the record: 1 to 200 characters.
    pub note: String,
}

impl Shaped for DealtWish {
    const FIELDS: &'static [FieldSpec] = &[("note", Shape::Text, Required)];
}

/// Reports, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Reports {
    /// The reports.
    pub reports: Vec<WireReport>,
    /// How many wait to be dealt with, of all there are.
    pub waiting: u64,
    /// Ask with `before` at this number for older ones; nothing where there are none.
    pub next: Option<u64>,
}
