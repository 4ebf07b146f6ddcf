//! What an auditor reads: significant events in words, newest first.

mod openings;

use axum::Json;
use axum::extract::State;
use room::port::{Fault, Store, Stream};
use room::significant::{KINDS, Significant, role_of, significant};
use seating::Person;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::AppState;
use crate::error::{Error, Refused};
use crate::path::{Asked, Expects, Wished};
use crate::people::session::Auditor;
use crate::wire::audit::{SignificantEvent, SignificantEvents};
use crate::wire::report::Somebody;
use crate::wire::told::Names;

/// The most events of one answer.
const MOST_LISTED: usize = 200;
/// How often one request looks further back.
const LOOKS: usize = 5;

/// The routes of auditors.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list_events)).merge(openings::routes())
}

/// Which events are asked for.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventsWish {
    /// Only events whose record has a number below this.
    pub before: Option<u64>,
    /// At most so many; 200 are the most.
    pub most: Option<usize>,
    /// Only events of a kind.
    pub kind: Option<String>,
    /// Only events that a person caused or that are about them.
    pub person: Option<u64>,
    /// Only events from a time on, in milliseconds since 1970.
    pub from: Option<u64>,
    /// Only events up to a time, in milliseconds since 1970.
    pub to: Option<u64>,
}

impl Asked for EventsWish {
    const FIELDS: &'static [(&'static str, Expects)] = &[
        ("before", Expects::Number),
        ("most", Expects::Number),
        ("kind", Expects::Text),
        ("person", Expects::Number),
        ("from", Expects::Number),
        ("to", Expects::Number),
    ];
}

impl EventsWish {
    fn fits(&self, event: &Significant) -> bool {
        let person = |wanted: u64| event.by.person == Person(wanted) || event.person == Some(Person(wanted));
        self.kind.as_ref().is_none_or(|kind| *kind == event.kind)
            && self.person.is_none_or(person)
            && self.from.is_none_or(|from| event.at.0 >= from)
            && self.to.is_none_or(|to| event.at.0 <= to)
    }

    /// What fits, newest first, and where to go on.
    fn read(&self, store: &dyn Store) -> Result<(Vec<Significant>, Option<u64>), Fault> {
        let most = self.most.unwrap_or(MOST_LISTED).clamp(1, MOST_LISTED);
        let kinds: Vec<&str> = match &self.kind {
            Some(kind) => KINDS.iter().copied().filter(|known| known == kind).collect(),
            None => KINDS.to_vec(),
        };
        let (mut found, mut before) = (Vec::new(), self.before.or(Some(u64::MAX)));
        for _ in 0..LOOKS {
            let Some(from) = before else { break };
            if found.len() >= most {
                break;
            }
            let (records, next) = store.newest_of(&kinds, from, most)?;
            before = next;
            for record in &records {
                if found.len() >= most {
                    // The facts of one record are not torn apart.
                    before = Some(record.sequence + 1);
                    break;
                }
                found.extend(significant(record)?.into_iter().filter(|event| self.fits(event)));
            }
        }
        Ok((found, before))
    }
}

/// Significant events in words, newest first: start and stop, configuration, clock, locks, links, roles, exports, and what
/// officials did at tables.
#[utoipa::path(
    get, path = "/api/audit/events", tag = "auditor",
    params(
        ("before" = Option<u64>, Query, description = "Only events whose record has a number below this"),
        ("most" = Option<usize>, Query, description = "At most so many; 200 are the most"),
        ("kind" = Option<String>, Query, description = "Only events of a kind"),
        ("person" = Option<u64>, Query, description = "Only events that a person caused or that are about them"),
        ("from" = Option<u64>, Query, description = "Only events from a time on, in milliseconds since 1970"),
        ("to" = Option<u64>, Query, description = "Only events up to a time, in milliseconds since 1970"),
    ),
    responses(
        (status = 200, description = "The events", body = SignificantEvents),
        (status = 401, description = "Nobody is signed in", body = Refused),
        (status = 403, description = "Needs the role auditor", body = Refused),
        (status = 409, description = "A record among them is damaged", body = Refused),
    )
)]
async fn list_events(
    State(state): State<AppState>,
    _: Auditor,
    Wished(wish): Wished<EventsWish>,
) -> Result<Json<SignificantEvents>, Error> {
    let (found, before) = state.read_in(Stream::Room, move |store| wish.read(store)).await?;
    let somebody = |person: Person| Somebody { person: person.0, name: state.name(person).0 };
    let told = |event: Significant| SignificantEvent {
        sequence: event.sequence,
        stream: event.stream.to_string(),
        at: event.at.0,
        by: (event.by.person != Person::HOUSE).then(|| somebody(event.by.person)),
        role: role_of(event.by).to_owned(),
        kind: event.kind,
        person: event.person.map(somebody),
        words: event.words,
    };
    let kinds = KINDS.iter().map(|kind| (*kind).to_owned()).collect();
    Ok(Json(SignificantEvents { events: found.into_iter().map(told).collect(), before, kinds }))
}
