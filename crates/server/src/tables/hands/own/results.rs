//! The result of each sitting: from sitting down to leaving, table by table.

use axum::Json;
use axum::extract::State;
use room::archive::Sitting;
use room::port::StoreError;
use seating::Person;
use serde::Deserialize;

use super::{OwnIndex, OwnSitting, ReadScope, SittingsReader};
use crate::error::{Error, ErrorBody};
use crate::path::{ParamKind, Query, QueryParams, format_cursor, parse_cursor};
use crate::people::session::Caller;
use crate::state::AppState;
use crate::wire::encode;
use crate::wire::hand::{Point, Results, WireSession};
use crate::wire::value::WireChips;

/// The most sessions in one answer.
const MOST_SESSIONS: usize = 200;
/// The most points of one session.
const MOST_POINTS: usize = 200;

impl AppState {
    /// The results of all of a person's sittings, newest first, for the export of personal data.
    ///
    /// # Errors
    /// A fault of the store.
    pub(crate) async fn results_of(&self, person: Person) -> Result<Vec<WireSession>, Error> {
        let (mut found, mut before) = (Vec::new(), Some(u64::MAX));
        while let Some(from) = before {
            let look = move |reading: &mut SittingsReader<'_>| sessions_before(reading, from, MOST_SESSIONS);
            let (sessions, next) = OwnIndex::with_sittings(self, person, look).await?;
            found.extend(sessions);
            before = next;
        }
        Ok(found)
    }
}

/// The sittings that began below a room-wide number, newest first and at most `most`, and the number where
/// the next page starts; `None` at the end. A sitting that cannot be read in full is left out, because its
/// result is unknown.
fn sessions_before(
    reading: &mut SittingsReader<'_>,
    before: u64,
    most: usize,
) -> Result<(Vec<WireSession>, Option<u64>), StoreError> {
    let mut sessions: Vec<WireSession> = Vec::new();
    let mut place = before;
    for at in (0..reading.own.sittings.len()).rev() {
        if reading.own.sittings[at].sitting.sequence >= before {
            continue;
        }
        if reading.own.sittings[at].sitting.sequence < reading.since {
            return Ok((sessions, None));
        }
        if sessions.len() == most || !reading.read_sitting(at, ReadScope::All)? {
            return Ok((sessions, Some(place)));
        }
        let OwnSitting { sitting, unread, .. } = &reading.own.sittings[at];
        place = sitting.sequence;
        // The result is unknown if a part of the sitting cannot be read.
        if unread.is_none() {
            sessions.extend(encode_session(sitting));
        }
    }
    Ok((sessions, None))
}

/// Which sessions the caller wants.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultsWish {
    /// Only sessions before this cursor.
    before: Option<String>,
    /// How many sessions to return at most.
    most: Option<usize>,
}

impl QueryParams for ResultsWish {
    const FIELDS: &'static [(&'static str, ParamKind)] =
        &[("before", ParamKind::Cursor), ("most", ParamKind::Number)];
}

/// The results of the caller's sittings: from sitting down to leaving, table by table, newest first,
/// including those where the player still sits.
// The signed-in caller's own and nobody else's; a sitting of which something cannot be read is in `unread`,
// without a result.
#[utoipa::path(
    get, path = "/api/results", tag = "hands",
    params(
        ("before" = Option<String>, Query, description = "Where the next page starts, as the previous page \
                                                          gave it"),
        ("most" = Option<usize>, Query, description = "How many sessions to return at most; the limit is \
                                                       200"),
    ),
    responses(
        (status = 200, description = "The sessions", body = Results),
        (status = 400, description = "The request is malformed", body = ErrorBody),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
    )
)]
pub(super) async fn list_results(
    State(state): State<AppState>,
    caller: Caller,
    Query(wish): Query<ResultsWish>,
) -> Result<Json<Results>, Error> {
    let most = wish.most.unwrap_or(MOST_SESSIONS).clamp(1, MOST_SESSIONS);
    let before = parse_cursor(wish.before.as_ref())?;
    let found = OwnIndex::with_sittings(&state, caller.signed.person, move |reading| {
        let (sessions, before) = sessions_before(reading, before, most)?;
        Ok(Results { sessions, before: before.map(format_cursor), unread: reading.unread(None) })
    });
    found.await.map(Json)
}

/// A sitting as the wire calls a session: what was brought and taken in chips, and the result up to each hand,
/// of which a long sitting has only a sample for the chart. `None` if no record of its table could be read.
fn encode_session(sitting: &Sitting) -> Option<WireSession> {
    let (name, house) = sitting.played.as_ref()?;
    let mut net = 0;
    let points: Vec<Point> = sitting
        .hands
        .iter()
        .map(|hand| {
            net += hand.net;
            Point { hand: hand.hand, at: hand.over.0, net }
        })
        .collect();
    Some(WireSession {
        table: sitting.table,
        name: name.to_string(),
        stakes: encode::stakes(house),
        from: sitting.from.0,
        until: sitting.until.map(|until| until.0),
        hands: sitting.hands.len() as u64,
        brought: WireChips(sitting.brought),
        took: WireChips(sitting.took),
        net: sitting.net(),
        points: sample_points(points),
    })
}

/// At most [`MOST_POINTS`] of the points, at equal distances, always including the last, which is the result:
/// enough for the page's chart.
fn sample_points(points: Vec<Point>) -> Vec<Point> {
    let count = points.len();
    if count <= MOST_POINTS {
        return points;
    }
    (1..=MOST_POINTS).map(|at| points[at * count / MOST_POINTS - 1]).collect()
}
