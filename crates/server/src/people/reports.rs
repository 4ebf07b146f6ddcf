//! Reports of people: anybody who is signed in makes them, whoever looks after the room reads them and deals with them.

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use room::people::{Command, Event, Filed, NewReport, NotDone, Refusal, ReportedLine};
use room::port::Fault;
use room::talk;
use seating::Person;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::AppState;
use crate::body::Body;
use crate::error::{Error, Refused};
use crate::path::{Asked, Expects, TableNumber, Wished, places};
use crate::people::once::key_used;
use crate::people::session::{AskedOnce, Caller, LooksAfter};
use crate::tables::at_a_table;
use crate::wire::frame::ChatLine;
use crate::wire::report::{Dealt, DealtWish, Report, ReportWish, Reported, Reports, Somebody};
use crate::wire::told::Names;
use crate::wire::value::Seat;

/// The most reports of one answer.
const MOST_LISTED: u64 = 50;

/// The routes of reports.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(report_person))
        .routes(routes!(list_reports))
        .routes(routes!(deal_with_report))
}

/// Which reports are asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageWish {
    /// Only reports with a number below this.
    pub before: Option<u64>,
    /// At most so many; 50 are the most.
    pub most: Option<u64>,
}

impl Asked for PageWish {
    const FIELDS: &'static [(&'static str, Expects)] =
        &[("before", Expects::Number), ("most", Expects::Number)];
}

/// The number of a report in a path.
struct ReportNumber(u64);

impl FromRequestParts<AppState> for ReportNumber {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<ReportNumber, Error> {
        places(parts, state).await.map(ReportNumber).ok_or_else(|| Refusal::NoSuchReport.into())
    }
}

fn reported(line: &talk::Line) -> ReportedLine {
    ReportedLine {
        number: line.number,
        person: line.person.0,
        seat: line.seat.map(|seat| seat.number()),
        hand: line.hand,
        at: line.at.0,
        text: line.text.clone(),
    }
}

/// Tell whoever looks after the room about a person at a table: the last 50 lines that were said there and the number of
/// the hand go with it.
#[utoipa::path(
    post, path = "/api/tables/{table}/report", tag = "tables", request_body = ReportWish,
    params(("table" = u64, Path, description = "The table's number"), AskedOnce),
    responses(
        (status = 201, description = "The report is kept", body = Reported),
        (status = 400, description = "A reason is needed", body = Refused),
        (status = 401, description = "Nobody is signed in", body = Refused),
        (status = 404, description = "There is no such table or no such person", body = Refused),
        (status = 409, description = "Nobody reports themselves, the key was used for something else, or the table has stopped", body = Refused),
        (status = 429, description = "Too many reports at once", body = Refused),
    )
)]
async fn report_person(
    State(state): State<AppState>,
    caller: Caller,
    TableNumber(table): TableNumber,
    AskedOnce(key): AskedOnce,
    Body(wish): Body<ReportWish>,
) -> Result<(StatusCode, Json<Reported>), Error> {
    let by = caller.in_any_role();
    let told = (Person(wish.person), table, wish.reason.clone());
    if let Some(event) = state.done_with(by.person, key).await? {
        return answered(&event, &told);
    }
    let said = state.room.said(table).await.map_err(at_a_table)?;
    let lines = said.lines.iter().map(|line| reported(line)).collect();
    let new = NewReport { about: Person(wish.person), table, hand: said.hand, reason: wish.reason, lines };
    let now = (state.clock)();
    match state.people.carry_out(by, key, now, Command::Report(new)).await {
        Ok(events) => match events.first() {
            Some(event) => answered(event, &told),
            None => Err(Error::Fault("a report left no record".to_owned())),
        },
        // Another request with the key was faster.
        Err(NotDone::Refused(Refusal::Known { number })) => {
            let people = state.people.clone();
            answered(&state.read(move |_| people.event(number)).await?, &told)
        }
        Err(why) => Err(why.into()),
    }
}

/// What was kept. A key with which something else was done, or something else reported, is refused: a report is not lost
/// without a word.
fn answered(
    event: &Event,
    (person, at, why): &(Person, u64, String),
) -> Result<(StatusCode, Json<Reported>), Error> {
    match event {
        Event::Reported { report, about, table, reason, .. }
            if (*about, *table, reason.as_str()) == (person.0, *at, why.trim()) =>
        {
            Ok((StatusCode::CREATED, Json(Reported { report: *report })))
        }
        _ => Err(key_used()),
    }
}

/// What was reported, newest first.
#[utoipa::path(
    get, path = "/api/admin/reports", tag = "administrator",
    params(
        ("before" = Option<u64>, Query, description = "Only reports with a number below this"),
        ("most" = Option<u64>, Query, description = "At most so many; 50 are the most"),
    ),
    responses(
        (status = 200, description = "The reports", body = Reports),
        (status = 401, description = "Nobody is signed in", body = Refused),
        (status = 403, description = "Needs the role administrator", body = Refused),
    )
)]
async fn list_reports(
    State(state): State<AppState>,
    LooksAfter(by): LooksAfter,
    Wished(wish): Wished<PageWish>,
) -> Result<Json<Reports>, Error> {
    let (last, waiting) = state.people.with_people(|people| (people.reports(), people.reports_waiting()));
    let newest = wish.before.map_or(last, |before| last.min(before.saturating_sub(1)));
    let oldest = newest.saturating_sub(wish.most.unwrap_or(MOST_LISTED).clamp(1, MOST_LISTED));
    if oldest < newest {
        let reason = Some("to deal with reports".to_owned());
        state.note_seen(by, "reports", (oldest + 1, newest), reason).await?;
    }
    let people = state.people.clone();
    let filed = state.read(move |_| {
        let newest_first = (oldest + 1..=newest).rev();
        newest_first
            .filter_map(|number| people.report(number).transpose())
            .collect::<Result<Vec<Filed>, Fault>>()
    });
    let reports = filed.await?.into_iter().map(|filed| shown(filed, &state)).collect();
    Ok(Json(Reports { reports, waiting, next: Some(oldest + 1).filter(|_| oldest > 0) }))
}

fn shown(filed: Filed, names: &dyn Names) -> Report {
    let named = |person: Person| Somebody { person: person.0, name: names.name(person).0 };
    let line = |line: ReportedLine| ChatLine {
        n: line.number,
        person: line.person,
        name: names.name(Person(line.person)).0,
        seat: line.seat.and_then(seating::Seat::new).map(Seat),
        hand: line.hand,
        at: line.at,
        text: line.text,
    };
    let Filed { number, time, told, report } = filed;
    Report {
        report: number,
        at: time,
        by: named(report.reporter),
        about: named(report.about),
        table: told.table,
        hand: told.hand,
        reason: told.reason,
        lines: told.lines.into_iter().map(line).collect(),
        dealt: report.dealt.map(|dealt| Dealt { by: named(dealt.by), at: dealt.time, note: dealt.note }),
    }
}

/// Mark a report as dealt with, once.
#[utoipa::path(
    post, path = "/api/admin/reports/{report}/deal", tag = "administrator", request_body = DealtWish,
    params(("report" = u64, Path, description = "The report's number"), AskedOnce),
    responses(
        (status = 204, description = "It is dealt with"),
        (status = 400, description = "A note is needed", body = Refused),
        (status = 403, description = "Needs the role administrator", body = Refused),
        (status = 404, description = "There is no such report", body = Refused),
        (status = 409, description = "It was dealt with before", body = Refused),
    )
)]
async fn deal_with_report(
    State(state): State<AppState>,
    LooksAfter(by): LooksAfter,
    ReportNumber(report): ReportNumber,
    AskedOnce(key): AskedOnce,
    Body(wish): Body<DealtWish>,
) -> Result<StatusCode, Error> {
    let command = Command::DealWithReport { report, note: wish.note };
    state.carry_out_once(by, key, (state.clock)(), command).await?;
    Ok(StatusCode::NO_CONTENT)
}
