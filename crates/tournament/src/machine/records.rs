//! Conditions, their versions, and the records that are needed before entries are sold.

use rulebook::{Rule, rule};
use seating::Role;

use super::command::{CommandContext, RecordCommand};
use super::event::RecordFact;
use super::state::{Tournament, TournamentStage};
use super::{FactsOrRefusal, PostedFact, refuse};
use crate::conditions::file::ConditionsFile;
use crate::conditions::{Conditions, Severity};
use crate::refusal::{TournamentRefusal, TournamentRefusalReason};

impl Tournament {
    /// Judges a command about conditions, their records, the director and the sale of entries: the facts it
    /// leads to, or the first reason against it. Changes nothing.
    pub(super) fn judge_record(
        &self,
        command: &RecordCommand,
        context: &CommandContext<'_>,
    ) -> FactsOrRefusal {
        match command {
            RecordCommand::Publish { conditions, place } => self.publish(conditions, place, context),
            RecordCommand::Notice { version, date, reference } => {
                self.check_current_version(*version, context, rule::CONDITIONS_ARE_NOTIFIED)?;
                let (date, reference) = (date.clone(), reference.clone());
                let fact = RecordFact::Noticed { version: *version, date, reference };
                Ok(vec![PostedFact::new(fact, rule::CONDITIONS_ARE_NOTIFIED)])
            }
            RecordCommand::Approval { version, date, reference } => {
                self.check_current_version(*version, context, rule::CONDITIONS_ARE_APPROVED)?;
                let (date, reference) = (date.clone(), reference.clone());
                let fact = RecordFact::Approved { version: *version, date, reference };
                Ok(vec![PostedFact::new(fact, rule::CONDITIONS_ARE_APPROVED)])
            }
            RecordCommand::Review { version, text } => {
                self.check_current_version(*version, context, rule::CONDITIONS_STATE_FURTHER_PLAY)?;
                let fact = RecordFact::Reviewed { version: *version, text: *text };
                Ok(vec![PostedFact::new(fact, rule::CONDITIONS_STATE_FURTHER_PLAY)])
            }
            RecordCommand::Nominate { person } => {
                self.check_manager(context, rule::DIRECTOR_IS_NOMINATED)?;
                if self.stage >= TournamentStage::Confirmed {
                    return refuse(TournamentRefusalReason::Confirmed, rule::DIRECTOR_AWARDS_PLACES);
                }
                let fact = RecordFact::Nominated { person: *person, wall_ms: context.wall_ms };
                Ok(vec![PostedFact::new(fact, rule::DIRECTOR_IS_NOMINATED)])
            }
            RecordCommand::Open => {
                self.check_director(context)?;
                if self.stage != TournamentStage::Published {
                    return refuse(
                        TournamentRefusalReason::NotNow { stage: self.stage },
                        rule::CONDITIONS_ARE_WRITTEN,
                    );
                }
                self.check_records_complete()?;
                Ok(vec![PostedFact::new(RecordFact::EntriesOpened, rule::CONDITIONS_ARE_OPEN)])
            }
            RecordCommand::Close => {
                self.check_director(context)?;
                if self.stage != TournamentStage::Open {
                    return refuse(
                        TournamentRefusalReason::NotNow { stage: self.stage },
                        rule::ENTRY_BY_THE_CONDITIONS,
                    );
                }
                Ok(vec![PostedFact::new(RecordFact::EntriesClosed, rule::ENTRY_BY_THE_CONDITIONS)])
            }
        }
    }

    /// Checks that an official acts and names the version in force, so that a record never ends up with
    /// conditions that were replaced; `rule` is the one that the refusal cites.
    fn check_current_version(
        &self,
        version: u32,
        context: &CommandContext<'_>,
        rule: Rule,
    ) -> Result<(), TournamentRefusal> {
        match context.by.role {
            Role::ShiftManager | Role::Operator | Role::Director => {}
            Role::Player
            | Role::Dealer
            | Role::Supervisor
            | Role::Cashier
            | Role::Auditor
            | Role::Administrator => {
                return refuse(TournamentRefusalReason::NotForThisRole { role: context.by.role }, rule);
            }
        }
        if self.stage == TournamentStage::Draft {
            return refuse(TournamentRefusalReason::NotPublished, rule);
        }
        let current = self.version();
        if version == current {
            Ok(())
        } else {
            refuse(TournamentRefusalReason::AnotherVersion { version, current }, rule)
        }
    }

    /// Judges the director's publishing of a version of the conditions (`conditions-are-written`): the check
    /// must not refuse it, and once entries are sold it must take nothing from those who have entered.
    fn publish(&self, conditions: &Conditions, place: &str, context: &CommandContext<'_>) -> FactsOrRefusal {
        self.check_director(context)?;
        if self.stage > TournamentStage::Closed {
            return refuse(
                TournamentRefusalReason::NotNow { stage: self.stage },
                rule::CONDITIONS_ARE_WRITTEN,
            );
        }
        let findings = conditions.check();
        let refused: Vec<_> = findings.iter().filter(|found| found.severity == Severity::Refused).collect();
        if let Some(first) = refused.first() {
            let rule = first.rules.first().copied().unwrap_or(rule::CONDITIONS_ARE_WRITTEN);
            return refuse(TournamentRefusalReason::ConditionsRefused { findings: refused.len() }, rule);
        }
        if let Some(before) = self.conditions()
            && !self.players.is_empty()
            && !loses_nothing(before.file(), conditions.file())
        {
            let version = self.version();
            return refuse(
                TournamentRefusalReason::EntriesWereSold { version },
                rule::CANCELLATION_RETURNS_EVERYTHING,
            );
        }
        let fact = RecordFact::Published {
            version: self.version() + 1,
            conditions: conditions.clone(),
            place: place.to_owned(),
            wall_ms: context.wall_ms,
        };
        Ok(vec![PostedFact::new(fact, rule::CONDITIONS_ARE_WRITTEN)])
    }

    /// Checks what must be on record before an entry is sold or a session starts: everything that a start needs
    /// is answered, the regulator's copy and approval of this version if a book requires them, and a review of
    /// each free sentence.
    pub(super) fn check_records_complete(&self) -> Result<(), TournamentRefusal> {
        let Some((conditions, records)) = self.versions.last() else {
            return refuse(TournamentRefusalReason::NotPublished, rule::CONDITIONS_ARE_WRITTEN);
        };
        let version = self.version();
        if let Err(findings) = conditions.plan() {
            let rule = findings.first().and_then(|first| first.rules.first()).copied();
            let findings = findings.len();
            return refuse(
                TournamentRefusalReason::ConditionsIncomplete { findings },
                rule.unwrap_or(rule::CONDITIONS_ARE_WRITTEN),
            );
        }
        if conditions.needs_notice() && !records.noticed {
            return refuse(TournamentRefusalReason::NoticeMissing { version }, rule::CONDITIONS_ARE_NOTIFIED);
        }
        if conditions.needs_approval() && !records.approved {
            return refuse(
                TournamentRefusalReason::ApprovalMissing { version },
                rule::CONDITIONS_ARE_APPROVED,
            );
        }
        let texts = u32::try_from(conditions.file().text.len()).unwrap_or(u32::MAX);
        if let Some(text) = (1..=texts).find(|text| !records.reviewed.contains(text)) {
            return refuse(
                TournamentRefusalReason::ReviewMissing { text },
                rule::CONDITIONS_STATE_FURTHER_PLAY,
            );
        }
        Ok(())
    }

    /// Whether the version in force is approved, so that its conditions may replace earlier rules; moves during
    /// a session depend on it in some books.
    pub(super) fn is_approved(&self) -> bool {
        self.versions.last().is_some_and(|(_, records)| records.approved)
    }
}

/// Whether players who entered under `before` lose nothing by `after`: it starts later, has more places, leaves
/// more time to decide or adds more to the pool, and is otherwise the same. A field not named in this function
/// may not change.
fn loses_nothing(before: &ConditionsFile, after: &ConditionsFile) -> bool {
    use crate::conditions::values::StartAt;
    let later = match (before.start.at, after.start.at) {
        (Some(StartAt::At(before)), Some(StartAt::At(after))) => after >= before,
        (before, after) => before == after,
    };
    let cash =
        |file: &ConditionsFile| file.prizes.as_ref().and_then(|prizes| prizes.added).map(|added| added.cash);
    let sure = |file: &ConditionsFile| file.prizes.as_ref().and_then(|prizes| prizes.guarantee);
    let decide = |file: &ConditionsFile| file.rebuy.as_ref().map(|rebuy| rebuy.decide_seconds);
    let more = after.players.max >= before.players.max
        && after.players.reserve >= before.players.reserve
        && cash(after) >= cash(before)
        && sure(after) >= sure(before)
        && decide(after) >= decide(before);
    let mut same = after.clone();
    same.start.at = before.start.at;
    same.players.max = before.players.max;
    same.players.reserve = before.players.reserve;
    if let (Some(same), Some(before)) = (&mut same.rebuy, &before.rebuy) {
        same.decide_seconds = before.decide_seconds;
    }
    if let (Some(same), Some(before)) = (&mut same.prizes, &before.prizes) {
        same.added = before.added;
        same.guarantee = before.guarantee;
    }
    later && more && same == *before
}
