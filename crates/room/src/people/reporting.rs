//! Reports of people to whoever looks after the room. The record of a report holds what was said last at the table; the
//! machine remembers who, whom and what became of it, and the rest is read from the record.

use seating::{By, Person, Role};

use super::applying::People;
use super::deciding::{Draft, reason_of};
use super::event::{Event, ReportedLine};
use super::refused::Refusal;

/// How many reports a person may make at once.
const AT_ONCE: u64 = 5;
/// The time between two reports of a person who makes more, in milliseconds of the room's time.
const BETWEEN: u64 = 10 * 60 * 1000;

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
pub struct Report {
    /// Who made it.
    pub reporter: Person,
    /// Who is reported.
    pub about: Person,
    /// What became of it.
    pub dealt: Option<Dealt>,
}

/// Somebody has dealt with a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dealt {
    /// Who.
    pub by: Person,
    /// When, in milliseconds of the room's time.
    pub time: u64,
    /// What was done.
    pub note: String,
}

/// A report with all that its record holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filed {
    /// Its number, from 1.
    pub number: u64,
    /// When it was made, in milliseconds of the room's time.
    pub time: u64,
    /// What was told.
    pub told: NewReport,
    /// Who told it, and what became of it.
    pub report: Report,
}

impl People {
    /// What is remembered of a report.
    pub fn report(&self, number: u64) -> Option<&Report> {
        let at = usize::try_from(number.checked_sub(1)?).ok()?;
        self.reports.get(at)
    }

    /// How many reports there are: the number of the last.
    pub fn reports(&self) -> u64 {
        self.reports.len() as u64
    }

    /// How many reports nobody has dealt with.
    pub fn reports_waiting(&self) -> u64 {
        self.reports.iter().filter(|report| report.dealt.is_none()).count() as u64
    }

    pub(super) fn reported(&mut self, reporter: Person, about: Person, time: u64) {
        self.time = self.time.max(time);
        self.reports.push(Report { reporter, about, dealt: None });
        let full_at = self.reporting.get(&reporter).map_or(time, |at| (*at).max(time));
        // Whoever may report as many as ever needs no place here.
        self.reporting.retain(|_, at| *at > time);
        self.reporting.insert(reporter, full_at.saturating_add(BETWEEN));
    }

    pub(super) fn dealt_with(&mut self, number: u64, dealt: Dealt) {
        self.time = self.time.max(dealt.time);
        let at = number.checked_sub(1).and_then(|at| usize::try_from(at).ok());
        if let Some(report) = at.and_then(|at| self.reports.get_mut(at)) {
            report.dealt = Some(dealt);
        }
    }

    /// How long a person waits before the next report, in milliseconds.
    fn report_wait(&self, reporter: Person, time: u64) -> u64 {
        let full_at = self.reporting.get(&reporter).map_or(time, |at| (*at).max(time));
        full_at.saturating_add(BETWEEN).saturating_sub(time.saturating_add(BETWEEN * AT_ONCE))
    }
}

impl Draft<'_> {
    pub(super) fn report(&mut self, by: By, new: NewReport) -> Result<(), Refusal> {
        self.account(by.person).map_err(|_| Refusal::NotSignedIn)?;
        self.account(new.about)?;
        self.not_banned(by.person)?;
        let reason = reason_of(&new.reason)?;
        let wait = self.people.report_wait(by.person, self.time);
        if wait > 0 {
            return Err(Refusal::ReportsTooFast { seconds: wait.div_ceil(1000) });
        }
        if new.about == by.person {
            return Err(Refusal::Oneself);
        }
        self.push(Event::Reported {
            report: self.people.reports() + 1,
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

    pub(super) fn deal_with_report(&mut self, by: By, report: u64, note: &str) -> Result<(), Refusal> {
        self.looks_after(by)?;
        let known = self.people.report(report).ok_or(Refusal::NoSuchReport)?;
        let note = reason_of(note)?;
        if known.dealt.is_some() {
            return Err(Refusal::DealtWith);
        }
        self.push(Event::ReportDealtWith { report, by: by.person.0, note, time: self.time });
        Ok(())
    }

    /// Whoever asks looks after how people behave: the account says so, not the request.
    fn looks_after(&self, by: By) -> Result<(), Refusal> {
        let needs = Role::Administrator;
        let may = (by.role == Role::Administrator || by.role.is_at_least(Role::Supervisor))
            && self.people.account(by.person).is_some_and(|account| account.roles.contains(&by.role))
            && self.people.banned(by.person, self.time).is_none();
        if may { Ok(()) } else { Err(Refusal::NotGranted { needs }) }
    }
}
