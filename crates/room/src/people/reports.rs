//! Reports of people to those who run the room. A report's record holds the latest messages at the table; the
//! machine remembers who reported whom and the outcome, and the rest is read from the record.

use seating::{Actor, Person, Role};

use super::apply::People;
use super::decide::{PeopleDraft, check_reason};
use super::event::{PeopleEvent, ReportedLine};
use super::refusal::PeopleRefusal;

/// How many reports a person may file at once.
const MAX_REPORTS_AT_ONCE: u64 = 5;
/// The time between reports of a person who files more, in milliseconds of the room's time.
const REPORT_INTERVAL_MS: u64 = 10 * 60 * 1000;

/// What somebody reports about a person.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct NewReport {
    pub about: Person,
    pub table: u64,
    /// The hand in play, or the last one; zero before the first.
    pub hand: u64,
    pub reason: String,
    /// The latest messages at the table, oldest first.
    pub lines: Vec<ReportedLine>,
}

/// A report as the machine remembers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonReport {
    /// Who filed it.
    pub reporter: Person,
    /// Who is reported.
    pub about: Person,
    /// The outcome.
    pub resolution: Option<ReportResolution>,
}

/// How a report was dealt with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportResolution {
    /// Who dealt with it.
    pub by: Person,
    /// When, in milliseconds of the room's time.
    pub time: u64,
    /// What was done.
    pub note: String,
}

/// A report with everything in its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FiledReport {
    /// Its number, from 1.
    pub number: u64,
    /// When it was filed, in milliseconds of the room's time.
    pub time: u64,
    /// What was reported.
    pub content: NewReport,
    /// Who reported whom, and the outcome.
    pub report: PersonReport,
}

impl People {
    /// What the machine remembers of a report, by its number from 1; the reason and messages are only in its
    /// record.
    pub fn report(&self, number: u64) -> Option<&PersonReport> {
        let at = usize::try_from(number.checked_sub(1)?).ok()?;
        self.reports.get(at)
    }

    /// How many reports there are: the number of the last, since they are numbered from 1.
    pub fn report_count(&self) -> u64 {
        self.reports.len() as u64
    }

    /// How many reports nobody has dealt with yet, shown to officials.
    pub fn open_reports(&self) -> u64 {
        self.reports.iter().filter(|report| report.resolution.is_none()).count() as u64
    }

    /// Applies a report, which gets the next number, and counts it against the reporter's allowance.
    pub(super) fn apply_reported(&mut self, reporter: Person, about: Person, time: u64) {
        self.time = self.time.max(time);
        self.reports.push(PersonReport { reporter, about, resolution: None });
        let full_at = self.next_report_at.get(&reporter).map_or(time, |at| (*at).max(time));
        // Reporters with their full allowance need no entry.
        self.next_report_at.retain(|_, at| *at > time);
        self.next_report_at.insert(reporter, full_at.saturating_add(REPORT_INTERVAL_MS));
    }

    /// Applies how a report was dealt with, after which it counts as closed; nothing for an unknown number.
    pub(super) fn apply_resolution(&mut self, number: u64, dealt: ReportResolution) {
        self.time = self.time.max(dealt.time);
        let at = number.checked_sub(1).and_then(|at| usize::try_from(at).ok());
        if let Some(report) = at.and_then(|at| self.reports.get_mut(at)) {
            report.resolution = Some(dealt);
        }
    }

    /// How long a person must wait before the next report, in milliseconds; zero while some of their allowance
    /// is left.
    fn report_wait(&self, reporter: Person, time: u64) -> u64 {
        let full_at = self.next_report_at.get(&reporter).map_or(time, |at| (*at).max(time));
        full_at
            .saturating_add(REPORT_INTERVAL_MS)
            .saturating_sub(time.saturating_add(REPORT_INTERVAL_MS * MAX_REPORTS_AT_ONCE))
    }
}

impl PeopleDraft<'_> {
    /// Files a report by the requester about somebody else, with the messages given; refused to a banned person
    /// or too many at once.
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

    /// Deals with an open report, once, with a note on what was done; for officials.
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

    /// Checks that the requester may moderate people: an administrator, or an official from supervisor up. The
    /// account decides that, not the request.
    fn check_may_moderate(&self, by: Actor) -> Result<(), PeopleRefusal> {
        let needs = Role::Administrator;
        let may = (by.role == Role::Administrator || by.role.is_at_least(Role::Supervisor))
            && self.people.account(by.person).is_some_and(|account| account.roles.contains(&by.role))
            && self.people.ban_at(by.person, self.time).is_none();
        if may { Ok(()) } else { Err(PeopleRefusal::NotGranted { needs }) }
    }
}
