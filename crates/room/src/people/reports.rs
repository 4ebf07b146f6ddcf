//! Reports of people to whoever looks after the room. The record of a report holds what was said last at the table; the
//! machine remembers who, whom and what became of it, and the rest is read from the record.

use seating::{Actor, Person, Role};

use super::apply::People;
use super::decide::{PeopleDraft, check_reason};
use super::event::{PeopleEvent, ReportedLine};
use super::refusal::PeopleRefusal;

/// How many reports a person may make at once.
const MAX_REPORTS_AT_ONCE: u64 = 5;
/// The time between two reports of a person who makes more, in milliseconds of the room's time.
const REPORT_INTERVAL_MS: u64 = 10 * 60 * 1000;

/// What somebody tells about a person.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct NewReport {
    pub about: Person,
    pub table: u64,
    /// The round that was played or was the last; zero before the first.
    pub hand: u64,
    pub reason: String,
    /// What was said last at the table, oldest first.
    pub lines: Vec<ReportedLine>,
}

/// A report as the machine remembers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonReport {
    /// Who made it.
    pub reporter: Person,
    /// Who is reported.
    pub about: Person,
    /// What became of it.
    pub resolution: Option<ReportResolution>,
}

/// Somebody has dealt with a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportResolution {
    /// Who.
    pub by: Person,
    /// When, in milliseconds of the room's time.
    pub time: u64,
    /// What was done.
    pub note: String,
}

/// A report with all that its record holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FiledReport {
    /// Its number, from 1.
    pub number: u64,
    /// When it was made, in milliseconds of the room's time.
    pub time: u64,
    /// What was told.
    pub content: NewReport,
    /// Who told it, and what became of it.
    pub report: PersonReport,
}

impl People {
    /// What is remembered of a report.
    pub fn report(&self, number: u64) -> Option<&PersonReport> {
        let at = usize::try_from(number.checked_sub(1)?).ok()?;
        self.reports.get(at)
    }

    /// How many reports there are: the number of the last.
    pub fn report_count(&self) -> u64 {
        self.reports.len() as u64
    }

    /// How many reports nobody has dealt with.
    pub fn open_reports(&self) -> u64 {
        self.reports.iter().filter(|report| report.resolution.is_none()).count() as u64
    }

    pub(super) fn apply_reported(&mut self, reporter: Person, about: Person, time: u64) {
        self.time = self.time.max(time);
        self.reports.push(PersonReport { reporter, about, resolution: None });
        let full_at = self.next_report_at.get(&reporter).map_or(time, |at| (*at).max(time));
        // Whoever may report as many as ever needs no place here.
        self.next_report_at.retain(|_, at| *at > time);
        self.next_report_at.insert(reporter, full_at.saturating_add(REPORT_INTERVAL_MS));
    }

    pub(super) fn apply_resolution(&mut self, number: u64, dealt: ReportResolution) {
        self.time = self.time.max(dealt.time);
        let at = number.checked_sub(1).and_then(|at| usize::try_from(at).ok());
        if let Some(report) = at.and_then(|at| self.reports.get_mut(at)) {
            report.resolution = Some(dealt);
        }
    }

    /// How long a person waits before the next report, in milliseconds.
    fn report_wait(&self, reporter: Person, time: u64) -> u64 {
        let full_at = self.next_report_at.get(&reporter).map_or(time, |at| (*at).max(time));
        full_at
            .saturating_add(REPORT_INTERVAL_MS)
            .saturating_sub(time.saturating_add(REPORT_INTERVAL_MS * MAX_REPORTS_AT_ONCE))
    }
}

impl PeopleDraft<'_> {
    pub(super) fn report(&mut self, by: Actor, new: NewReport) -> Result<(), PeopleRefusal> {
        self.account(by.person).map_err(|_| PeopleRefusal::NotSignedIn)?;
        self.account(new.about)?;
        self.check_not_banned(by.person)?;
        let reason = check_reason(&new.reason)?;
        let wait = self.people.report_wait(by.person, self.time);
        if wait > 0 {
            return Err(PeopleRefusal::ReportsTooFast { seconds: wait.div_ceil(1000) });
        }
        if new.about == by.person {
            return Err(PeopleRefusal::Oneself);
        }
        self.push(PeopleEvent::Reported {
            report: self.people.report_count() + 1,
            reporter: by.person.0,
            about: new.about.0,
            table: new.table,
            hand: new.hand,
            reason,
            lines: new.lines,
            time: self.time,
        });
        Ok(())
    }

    pub(super) fn deal_with_report(
        &mut self,
        by: Actor,
        report: u64,
        note: &str,
    ) -> Result<(), PeopleRefusal> {
        self.check_may_moderate(by)?;
        let known = self.people.report(report).ok_or(PeopleRefusal::NoSuchReport)?;
        let note = check_reason(note)?;
        if known.resolution.is_some() {
            return Err(PeopleRefusal::DealtWith);
        }
        self.push(PeopleEvent::ReportDealtWith { report, by: by.person.0, note, time: self.time });
        Ok(())
    }

    /// Whoever asks looks after how people behave: the account says so, not the request.
    fn check_may_moderate(&self, by: Actor) -> Result<(), PeopleRefusal> {
        let needs = Role::Administrator;
        let may = (by.role == Role::Administrator || by.role.is_at_least(Role::Supervisor))
            && self.people.account(by.person).is_some_and(|account| account.roles.contains(&by.role))
            && self.people.ban_at(by.person, self.time).is_none();
        if may { Ok(()) } else { Err(PeopleRefusal::NotGranted { needs }) }
    }
}
