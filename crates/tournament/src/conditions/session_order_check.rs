//! Checks that the sessions lead to one final, and that enough players can go on.

use std::collections::BTreeSet;

use rulebook::rule;

use super::contradictions::FindingCollector;
use super::file::{Kind, SessionConditions};
use super::finding::{FindingKind, Severity};
use super::values::{Advance, RoundDirection, SessionEnding, SessionPlayers};

/// Finds faults in the order of the sessions: names used twice or unknown, sessions that come after later ones,
/// sessions that nobody plays, and any number of finals but one. All of them keep the conditions from being
/// published.
pub(super) fn find_order_faults(found: &mut FindingCollector<'_>) {
    let file = found.conditions.file();
    let sessions = &file.session;
    let rules = [rule::CONDITIONS_STATE_THE_PROGRESSION];
    let mut fault = |session: &SessionConditions, fault: FindingKind| {
        found.push_by_leading_book(Severity::Refused, &format!("session {}", session.id), &rules, fault);
    };
    let mut ids = BTreeSet::new();
    for session in sessions {
        if !ids.insert(session.id.as_str()) {
            fault(session, FindingKind::SameId);
        }
    }
    for (at, session) in sessions.iter().enumerate() {
        // Sessions are listed in the order in which they are played, so none can come after itself.
        for before in &session.after {
            match sessions.iter().position(|other| other.id == *before) {
                None => fault(session, FindingKind::AfterUnknown { id: before.clone() }),
                Some(before) if before >= at => fault(session, FindingKind::AfterInARing),
                Some(_) => {}
            }
        }
        match &session.who {
            Some(SessionPlayers::EliminatedIn(id) | SessionPlayers::Missed(id))
                if !ids.contains(id.as_str()) =>
            {
                fault(session, FindingKind::UnknownSession { id: id.clone() });
            }
            Some(SessionPlayers::Advanced) if session.after.is_empty() => {
                fault(session, FindingKind::NobodyPlaysIt)
            }
            Some(
                SessionPlayers::All
                | SessionPlayers::Advanced
                | SessionPlayers::EliminatedIn(_)
                | SessionPlayers::Missed(_),
            )
            | None => {}
        }
        let followed = sessions
            .iter()
            .any(|later| later.after.contains(&session.id) && later.who == Some(SessionPlayers::Advanced));
        if session.advance.is_some() && !followed {
            fault(session, FindingKind::AdvancingToNothing);
        }
    }
    let finals = sessions.iter().filter(|session| session.kind == Some(Kind::Final)).count();
    let described = sessions.iter().all(|session| session.kind.is_some());
    if let Some(last) = sessions.last()
        && described
        && finals != 1
    {
        fault(last, FindingKind::Finals { count: finals });
    }
    check_enough_advance(found);
}

/// Checks that with the smallest number of players every session can send on as many as it says; only the first
/// session that cannot is reported.
fn check_enough_advance(found: &mut FindingCollector<'_>) {
    let file = found.conditions.file();
    let Some(mut players) = file.players.min else { return };
    let rules = [rule::CONDITIONS_STATE_PROGRESS_NUMBER];
    for session in &file.session {
        let field = format!("session {}", session.id);
        let needed = match session.advance {
            Some(Advance::PerSession { per_session, .. }) => per_session.saturating_mul(session.count),
            Some(Advance::PerTable { per_table, .. }) => per_table.saturating_mul(session.count),
            Some(Advance::Share { share, round, .. }) => {
                let part = match round {
                    RoundDirection::Up => share.0.of_rounded_up(u64::from(players)),
                    RoundDirection::Down => share.0.of_rounded_down(u64::from(players)),
                };
                u32::try_from(part).unwrap_or(u32::MAX)
            }
            Some(Advance::AllLeft(_)) => match session.end {
                Some(SessionEnding::Players { players }) => players.saturating_mul(session.count),
                Some(SessionEnding::Hands { .. } | SessionEnding::Minutes { .. }) | None => continue,
            },
            Some(Advance::Points { .. }) | None => continue,
        };
        if needed > players {
            let fault = FindingKind::FewerThanNeeded { min: players, needed };
            found.push_by_leading_book(Severity::Refused, &field, &rules, fault);
            return;
        }
        // A later session has the players who came through this one, and perhaps some who came another way.
        if file
            .session
            .iter()
            .any(|later| later.after.contains(&session.id) && later.who == Some(SessionPlayers::Advanced))
        {
            players = players.min(needed.max(2));
        }
    }
}
