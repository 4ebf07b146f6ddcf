//! What an auditor reads: significant events in plain words, newest first.

mod openings;

use axum::Json;
use axum::extract::State;
use room::port::{Store, StoreError, StreamId};
use room::significant_records::{KINDS, SignificantRecord, author_role, extract_significant};
use seating::Person;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::{Error, ErrorBody};
use crate::path::{ParamKind, Query, QueryParams};
use crate::people::session::Auditor;
use crate::state::AppState;
use crate::wire::audit::{SignificantEvent, SignificantEvents};
use crate::wire::encode::Names;
use crate::wire::report::WirePerson;

/// The most events in one answer.
const MOST_LISTED: usize = 200;
/// How many times one request reads further back in the store.
const MOST_READS: usize = 5;

/// The auditors' routes, merged into `router::api_routes`. Each handler takes the [`Auditor`] before anything
/// else of the request, so that only that role reads the record.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list_events)).merge(openings::routes())
}

/// Which events the caller wants.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventsQuery {
    /// Only events whose record has a number below this one.
    pub before: Option<u64>,
    /// How many events to return at most; the limit is 200.
    pub most: Option<usize>,
    /// Only events of one kind.
    pub kind: Option<String>,
    /// Only events that this person caused or that concern this person.
    pub person: Option<u64>,
    /// Only events from this time on, in milliseconds since 1970.
    pub from: Option<u64>,
    /// Only events up to this time, in milliseconds since 1970.
    pub to: Option<u64>,
}

impl QueryParams for EventsQuery {
    const FIELDS: &'static [(&'static str, ParamKind)] = &[
        ("before", ParamKind::Number),
        ("most", ParamKind::Number),
        ("kind", ParamKind::Text),
        ("person", ParamKind::Number),
        ("from", ParamKind::Number),
        ("to", ParamKind::Number),
    ];
}

impl EventsQuery {
    /// Whether an event passes the filters for kind, person and time (all inclusive). `before` and `most` are
    /// not filters: [`read`](EventsQuery::read) pages with them.
    fn matches(&self, event: &SignificantRecord) -> bool {
        let person = |wanted: u64| event.by.person == Person(wanted) || event.person == Some(Person(wanted));
        self.kind.as_ref().is_none_or(|kind| *kind == event.kind)
            && self.person.is_none_or(person)
            && self.from.is_none_or(|from| event.at.0 >= from)
            && self.to.is_none_or(|to| event.at.0 <= to)
    }

    /// One page for the auditor, newest first, and the room-wide record number to continue below; `None` at
    /// the end. A page may be short, even empty, although older events follow; the facts of one record are
    /// never split.
    fn read(&self, store: &dyn Store) -> Result<(Vec<SignificantRecord>, Option<u64>), StoreError> {
        let most = self.most.unwrap_or(MOST_LISTED).clamp(1, MOST_LISTED);
        let kinds: Vec<&str> = match &self.kind {
            Some(kind) => KINDS.iter().copied().filter(|known| known == kind).collect(),
            None => KINDS.to_vec(),
        };
        let (mut found, mut before) = (Vec::new(), self.before.or(Some(u64::MAX)));
        for _ in 0..MOST_READS {
            let Some(from) = before else { break };
            if found.len() >= most {
                break;
            }
            let (records, next) = store.newest_of(&kinds, from, most)?;
            before = next;
            for record in &records {
                if found.len() >= most {
                    // The facts of one record stay on one page.
                    before = Some(record.sequence + 1);
                    break;
                }
                found.extend(extract_significant(record)?.into_iter().filter(|event| self.matches(event)));
            }
        }
        Ok((found, before))
    }
}

/// Significant events in plain words, newest first: starts and stops, configuration, clock, locks, links,
/// roles, exports, and what officials did at tables.
// Auditors only; newest first, and at most 200. The words are made when the records are read, so old records
// get today's words.
#[utoipa::path(
    get, path = "/api/audit/events", tag = "auditor",
    params(
        ("before" = Option<u64>, Query, description = "Only events whose record has a number below this one"),
        ("most" = Option<usize>, Query, description = "How many events to return at most; the limit is 200"),
        ("kind" = Option<String>, Query, description = "Only events of one kind"),
        ("person" = Option<u64>, Query, description = "Only events that this person caused or that concern \
                                                       this person"),
        ("from" = Option<u64>, Query, description = "Only events from this time on, in milliseconds since \
                                                     1970"),
        ("to" = Option<u64>, Query, description = "Only events up to this time, in milliseconds since 1970"),
    ),
    responses(
        (status = 200, description = "The events", body = SignificantEvents),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Needs the role auditor", body = ErrorBody),
        (status = 409, description = "One of the records is damaged", body = ErrorBody),
    )
)]
async fn list_events(
    State(state): State<AppState>,
    _: Auditor,
    Query(wish): Query<EventsQuery>,
) -> Result<Json<SignificantEvents>, Error> {
    let (found, before) = state.read_in(StreamId::Room, move |store| wish.read(store)).await?;
    let wire_person = |person: Person| WirePerson { person: person.0, name: state.name(person).0 };
    let encode_event = |event: SignificantRecord| SignificantEvent {
        sequence: event.sequence,
        stream: event.stream.to_string(),
        at: event.at.0,
        by: (event.by.person != Person::HOUSE).then(|| wire_person(event.by.person)),
        role: author_role(event.by).to_owned(),
        kind: event.kind,
        person: event.person.map(wire_person),
        words: event.words,
    };
    let kinds = KINDS.iter().map(|kind| (*kind).to_owned()).collect();
    Ok(Json(SignificantEvents { events: found.into_iter().map(encode_event).collect(), before, kinds }))
}
