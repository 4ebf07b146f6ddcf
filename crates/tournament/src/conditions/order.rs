//! Whether the sessions follow one another to one final, and whether enough players can go on.

use std::collections::BTreeSet;

use rulebook::rule;

use super::contradictions::Found;
use super::file::{Kind, Session};
use super::finding::{Fault, Severity};
use super::values::{Advance, Ending, Round, Who};

pub(super) fn find(found: &mut Found<'_>) {
    let file = found.conditions.file();
    let sessions = &file.session;
    let rules = [rule::CONDITIONS_STATE_THE_PROGRESSION];
    let mut fault = |session: &Session, fault: Fault| {
        found.lead(Severity::Refused, &format!("session {}", session.id), &rules, fault);
    };
    let mut ids = BTreeSet::new();
    for session in sessions {
        if !ids.insert(session.id.as_str()) {
            fault(session, Fault::SameId);
        }
    }
    for (at, session) in sessions.iter().enumerate() {
        // Sessions stand in the order in which they are played, so that none can come after itself.
        for before in &session.after {
            match sessions.iter().position(|other| other.id == *before) {
                None => fault(session, Fault::AfterUnknown { id: before.clone() }),
                Some(before) if before >= at => fault(session, Fault::AfterInARing),
                Some(_) => {}
            }
        }
        match &session.who {
            Some(Who::EliminatedIn(id) | Who::Missed(id)) if !ids.contains(id.as_str()) => {
                fault(session, Fault::UnknownSession { id: id.clone() });
            }
            Some(Who::Advanced) if session.after.is_empty() => fault(session, Fault::NobodyPlaysIt),
            Some(Who::All | Who::Advanced | Who::EliminatedIn(_) | Who::Missed(_)) | None => {}
        }
        let followed = sessions
            .iter()
            .any(|later| later.after.contains(&session.id) && later.who == Some(Who::Advanced));
        if session.advance.is_some() && !followed {
            fault(session, Fault::AdvancingToNothing);
        }
    }
    let finals = sessions.iter().filter(|session| session.kind == Some(Kind::Final)).count();
    let described = sessions.iter().all(|session| session.kind.is_some());
    if let Some(last) = sessions.last()
        && described
        && finals != 1
    {
        fault(last, Fault::Finals { count: finals });
    }
    enough_go_on(found);
}

/// With the smallest number of players every session can send on as many as it says.
fn enough_go_on(found: &mut Found<'_>) {
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
                    Round::Up => share.0.of_rounded_up(u64::from(players)),
                    Round::Down => share.0.of(u64::from(players)),
                };
                u32::try_from(part).unwrap_or(u32::MAX)
            }
            Some(Advance::AllLeft(_)) => match session.end {
                Some(Ending::Players { players }) => players.saturating_mul(session.count),
                Some(Ending::Hands { .. } | Ending::Minutes { .. }) | None => continue,
            },
            Some(Advance::Points { .. }) | None => continue,
        };
        if needed > players {
            let fault = Fault::FewerThanNeeded { min: players, needed };
            found.lead(Severity::Refused, &field, &rules, fault);
            return;
        }
        // A later session has those who came through this one, and maybe some by another way.
        if file
            .session
            .iter()
            .any(|later| later.after.contains(&session.id) && later.who == Some(Who::Advanced))
        {
            players = players.min(needed.max(2));
        }
    }
}
