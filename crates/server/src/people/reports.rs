//! Reports about people: anybody who is signed in makes them; supervisors and administrators read them and
//! deal with them.

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use room::chat;
use room::people::{
    FiledReport, NewReport, PeopleCommand, PeopleError, PeopleEvent, PeopleRefusal, ReportedLine,
};
use room::port::StoreError;
use seating::Person;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::body::Body;
use crate::error::{Error, ErrorBody};
use crate::fault::Fault;
use crate::path::{ParamKind, Query, QueryParams, TableNumber, path_values};
use crate::people::idempotency::key_used_error;
use crate::people::session::{Caller, IdempotencyKey, Moderator};
use crate::state::AppState;
use crate::tables::table_error;
use crate::wire::encode::Names;
use crate::wire::frame::ChatLine;
use crate::wire::report::{
    DealtWish, ReportWish, Reports, WirePerson, WireReport, WireReportOutcome, WireReportReceipt,
};
use crate::wire::value::WireSeat;

/// The most reports in one answer.
const MOST_LISTED: u64 = 50;

/// The routes for reports about people, merged into `router::api_routes`.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(report_person))
        .routes(routes!(list_reports))
        .routes(routes!(deal_with_report))
}

/// Which reports the caller wants.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportsQuery {
    /// Only reports with a number below this one.
    pub before: Option<u64>,
    /// How many reports to return at most; the limit is 50.
    pub most: Option<u64>,
}

impl QueryParams for ReportsQuery {
    const FIELDS: &'static [(&'static str, ParamKind)] =
        &[("before", ParamKind::Number), ("most", ParamKind::Number)];
}

/// The number of a report, from the path.
struct ReportNumber(u64);

impl FromRequestParts<AppState> for ReportNumber {
    type Rejection = Error;

    /// Reads the report's number from the path; anything else than a number is refused like a report that
    /// does not exist, with 404.
    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<ReportNumber, Error> {
        path_values(parts, state).await.map(ReportNumber).ok_or_else(|| PeopleRefusal::NoSuchReport.into())
    }
}

/// A chat line as the record of a report stores it, with numbers for people and seats: names are looked up
/// when the report is read.
fn reported_line(line: &chat::ChatMessage) -> ReportedLine {
    ReportedLine {
        number: line.number,
        person: line.person.0,
        seat: line.seat.map(|seat| seat.number()),
        hand: line.hand,
        at: line.at.0,
        text: line.text.clone(),
    }
}

/// Report a person at a table to the people who look after the room: the last 50 chat lines there and the
/// number of the hand go with the report.
// Needs a sign-in in any role, once per key. The chat is attached from the room's memory, not from the
// client.
#[utoipa::path(
    post, path = "/api/tables/{table}/report", tag = "tables", request_body = ReportWish,
    params(("table" = u64, Path, description = "The table's number"), IdempotencyKey),
    responses(
        (status = 201, description = "The report is on file", body = WireReportReceipt),
        (status = 400, description = "A reason is required", body = ErrorBody),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 404, description = "There is no such table or no such person", body = ErrorBody),
        (status = 409, description = "The report is about the caller, the key was used for something else, \
                                      or the table has stopped", body = ErrorBody),
        (status = 429, description = "Too many reports at once", body = ErrorBody),
    )
)]
async fn report_person(
    State(state): State<AppState>,
    caller: Caller,
    TableNumber(table): TableNumber,
    IdempotencyKey(key): IdempotencyKey,
    Body(wish): Body<ReportWish>,
) -> Result<(StatusCode, Json<WireReportReceipt>), Error> {
    let by = caller.in_any_role();
    let requested = (Person(wish.person), table, wish.reason.clone());
    if let Some(event) = state.event_by_key(by.person, key).await? {
        return report_receipt(&event, &requested);
    }
    let recent = state.room.recent_chat(table).await.map_err(table_error)?;
    let lines = recent.messages.iter().map(|line| reported_line(line)).collect();
    let new = NewReport { about: Person(wish.person), table, hand: recent.hand, reason: wish.reason, lines };
    let now = (state.clock)();
    match state.people.carry_out(by, key, now, PeopleCommand::Report(new)).await {
        Ok(events) => match events.first() {
            Some(event) => report_receipt(event, &requested),
            None => Err(Fault::ReportNotRecorded.into()),
        },
        // Another request with the same key was faster.
        Err(PeopleError::Refused(PeopleRefusal::Known { number })) => {
            let people = state.people.clone();
            report_receipt(&state.read_store(move |_| people.event(number)).await?, &requested)
        }
        Err(why) => Err(why.into()),
    }
}

/// The receipt for a report on file, if the event is that very report. If the key did something else, or made
/// a different report, it is refused: a report is never dropped silently.
fn report_receipt(
    event: &PeopleEvent,
    (person, at, why): &(Person, u64, String),
) -> Result<(StatusCode, Json<WireReportReceipt>), Error> {
    match event {
        PeopleEvent::Reported { report, about, table, reason, .. }
            if (*about, *table, reason.as_str()) == (person.0, *at, why.trim()) =>
        {
            Ok((StatusCode::CREATED, Json(WireReportReceipt { report: *report })))
        }
        _ => Err(key_used_error()),
    }
}

/// The reports on file, newest first.
// Moderators only; numbers count from 1. The look must be on record before anything is read.
#[utoipa::path(
    get, path = "/api/admin/reports", tag = "administrator",
    params(
        ("before" = Option<u64>, Query, description = "Only reports with a number below this one"),
        ("most" = Option<u64>, Query, description = "How many reports to return at most; the limit is 50"),
    ),
    responses(
        (status = 200, description = "The reports", body = Reports),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Needs the role administrator", body = ErrorBody),
    )
)]
async fn list_reports(
    State(state): State<AppState>,
    Moderator(by): Moderator,
    Query(wish): Query<ReportsQuery>,
) -> Result<Json<Reports>, Error> {
    let (last, waiting) = state.people.with_people(|people| (people.report_count(), people.open_reports()));
    let newest = wish.before.map_or(last, |before| last.min(before.saturating_sub(1)));
    let oldest = newest.saturating_sub(wish.most.unwrap_or(MOST_LISTED).clamp(1, MOST_LISTED));
    if oldest < newest {
        let reason = Some("to deal with reports".to_owned());
        state.record_access(by, "reports", (oldest + 1, newest), reason).await?;
    }
    let people = state.people.clone();
    let filed = state.read_store(move |_| {
        let newest_first = (oldest + 1..=newest).rev();
        newest_first
            .filter_map(|number| people.report(number).transpose())
            .collect::<Result<Vec<FiledReport>, StoreError>>()
    });
    let reports = filed.await?.into_iter().map(|filed| encode_report(filed, &state)).collect();
    Ok(Json(Reports { reports, waiting, next: Some(oldest + 1).filter(|_| oldest > 0) }))
}

/// A stored report as the wire shows it to moderators, with the names that the people in it have now.
fn encode_report(filed: FiledReport, names: &dyn Names) -> WireReport {
    let named = |person: Person| WirePerson { person: person.0, name: names.name(person).0 };
    let line = |line: ReportedLine| ChatLine {
        n: line.number,
        person: line.person,
        name: names.name(Person(line.person)).0,
        seat: line.seat.and_then(seating::Seat::new).map(WireSeat),
        hand: line.hand,
        at: line.at,
        text: line.text,
    };
    let FiledReport { number, time, content, report } = filed;
    WireReport {
        report: number,
        at: time,
        by: named(report.reporter),
        about: named(report.about),
        table: content.table,
        hand: content.hand,
        reason: content.reason,
        lines: content.lines.into_iter().map(line).collect(),
        dealt: report.resolution.map(|dealt| WireReportOutcome {
            by: named(dealt.by),
            at: dealt.time,
            note: dealt.note,
        }),
    }
}

/// Mark a report as dealt with, once.
// Moderators only, once per key; the note and who wrote it stay with the report.
#[utoipa::path(
    post, path = "/api/admin/reports/{report}/deal", tag = "administrator", request_body = DealtWish,
    params(("report" = u64, Path, description = "The report's number"), IdempotencyKey),
    responses(
        (status = 204, description = "The report is dealt with"),
        (status = 400, description = "A note is required", body = ErrorBody),
        (status = 403, description = "Needs the role administrator", body = ErrorBody),
        (status = 404, description = "There is no such report", body = ErrorBody),
        (status = 409, description = "It was already dealt with", body = ErrorBody),
    )
)]
async fn deal_with_report(
    State(state): State<AppState>,
    Moderator(by): Moderator,
    ReportNumber(report): ReportNumber,
    IdempotencyKey(key): IdempotencyKey,
    Body(wish): Body<DealtWish>,
) -> Result<StatusCode, Error> {
    let command = PeopleCommand::DealWithReport { report, note: wish.note };
    state.carry_out_once(by, key, (state.clock)(), command).await?;
    Ok(StatusCode::NO_CONTENT)
}
