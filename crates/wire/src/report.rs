//! Reports about people, as they go over HTTP to the people who look after the room.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::frame::ChatLine;
use super::shape::Presence::Required;
use super::shape::{FieldSpec, Shape, Shaped};

/// A report to make: the person it is about, and why.
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

/// The receipt for a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Reported")]
#[schema(as = Reported)]
pub struct WireReportReceipt {
    /// The number of the report.
    pub report: u64,
}

/// A person by number and by the name that others see.
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
    /// The person who made it.
    pub by: WirePerson,
    /// The person it is about.
    pub about: WirePerson,
    /// The number of the table.
    pub table: u64,
    /// The number of the hand in progress or the last one; 0 before the first.
    pub hand: u64,
    /// What happened, in the words of the person who reported it.
    pub reason: String,
    /// The last lines of chat at the table before the report, oldest first; at most 50.
    pub lines: Vec<ChatLine>,
    /// How it was dealt with; absent while it waits.
    pub dealt: Option<WireReportOutcome>,
}

/// How a report was dealt with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(rename = "Dealt")]
#[schema(as = Dealt)]
pub struct WireReportOutcome {
    /// The person who dealt with it.
    pub by: WirePerson,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// What was done.
    pub note: String,
}

/// How a report is dealt with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DealtWish {
    /// A note for the record: 1 to 200 characters.
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
    /// How many reports wait to be dealt with, in total.
    pub waiting: u64,
    /// Request older ones with `before` set to this number; absent if there are none.
    pub next: Option<u64>,
}
