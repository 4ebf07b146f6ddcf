//! Why a command about accounts is refused, and what the person reads.

use std::fmt;

use chips::Chips;
use seating::Role;
use table::reason::{ReasonValue, ReasonValues};

use super::decide::{MAX_ACCOUNTS, MAX_REASON_CHARS};
use super::role::role_word;
use super::shares::MAX_SHARED_HANDS;
use crate::refusal::chips_full_text;

/// Why a command is refused. If several reasons apply, the first in this list is given.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum PeopleRefusal {
    /// Nobody can sign in for this many seconds.
    Throttled {
        seconds: u64,
    },
    /// Wrong name or wrong password; it is not revealed which.
    WrongCredentials,
    NotSignedIn,
    /// A role is needed.
    NotGranted {
        needs: Role,
    },
    /// The link is used up, too old, or never existed.
    NoSuchLink,
    NoSuchPerson,
    LoginTaken,
    NameTaken,
    /// There are as many accounts as allowed.
    Full,
    /// So many chips are out that no more can be counted.
    ChipsFull,
    Banned {
        until: Option<u64>,
    },
    NotBanned,
    /// It would end earlier than the ban in force.
    BannedLonger {
        until: Option<u64>,
    },
    /// The reason is missing or too long.
    Reason,
    /// The two roles cannot be combined.
    Conflict {
        role: Role,
        has: Role,
    },
    HasRole {
        role: Role,
    },
    HasNotRole {
        role: Role,
    },
    /// Without one nobody could let others in.
    LastAdministrator,
    /// It was done before with this key.
    Known {
        number: u64,
    },
    /// The room is already open.
    Opened,
    /// The person cannot report for this many seconds.
    ReportsTooFast {
        seconds: u64,
    },
    /// Nobody can report themselves.
    Oneself,
    NoSuchReport,
    /// Somebody has already dealt with it.
    DealtWith,
    /// As many hands are shared as allowed.
    SharesFull,
    NoSuchShare,
    /// The password is right, but the code of the second factor is missing, wrong or used up.
    SecondFactor,
    /// There is one already.
    HasSecondFactor,
    NoSecondFactor,
    /// Opening a hand takes two auditors.
    OneAuditor,
    /// Two others opened it.
    OpeningOfOthers,
    /// Somebody has already agreed.
    OpeningAgreed,
    /// It was requested, or opened, too long ago.
    OpeningOver,
    /// One of the two has in the meantime not been an auditor, been banned, or been let in anew by somebody
    /// else.
    OpeningLapsed,
    NoSuchOpening,
    /// The hand began before the account belonged to its current auditor.
    BeforeAuditor,
    /// The requester has no such session.
    NoSuchSession,
}

impl PeopleRefusal {
    /// The stable word by which a client tells refusals apart; several share one. Part of the protocol.
    pub const fn code(&self) -> &'static str {
        match self {
            PeopleRefusal::Throttled { .. } => "throttled",
            PeopleRefusal::WrongCredentials => "wrong_credentials",
            PeopleRefusal::NotSignedIn => "not_signed_in",
            PeopleRefusal::NotGranted { .. } => "not_granted",
            PeopleRefusal::NoSuchLink => "no_such_link",
            PeopleRefusal::NoSuchPerson => "no_such_person",
            PeopleRefusal::LoginTaken => "login_taken",
            PeopleRefusal::NameTaken => "name_taken",
            PeopleRefusal::Full | PeopleRefusal::ChipsFull => "full",
            PeopleRefusal::Banned { .. } => "banned",
            PeopleRefusal::NotBanned => "not_banned",
            PeopleRefusal::BannedLonger { .. } => "banned_longer",
            PeopleRefusal::Reason => "reason",
            PeopleRefusal::Conflict { .. } => "role_conflict",
            PeopleRefusal::HasRole { .. } => "role_held",
            PeopleRefusal::HasNotRole { .. } => "role_not_held",
            PeopleRefusal::LastAdministrator => "last_administrator",
            PeopleRefusal::Known { .. } => "done_before",
            PeopleRefusal::Opened => "opened",
            PeopleRefusal::ReportsTooFast { .. } => "too_fast",
            PeopleRefusal::Oneself => "oneself",
            PeopleRefusal::NoSuchReport => "no_such_report",
            PeopleRefusal::DealtWith => "dealt_with",
            PeopleRefusal::SharesFull => "shares_full",
            PeopleRefusal::NoSuchShare | PeopleRefusal::NoSuchSession | PeopleRefusal::NoSuchOpening => {
                "no_such"
            }
            PeopleRefusal::OneAuditor => "one_auditor",
            PeopleRefusal::OpeningOfOthers => "not_granted",
            PeopleRefusal::OpeningAgreed => "opening_agreed",
            PeopleRefusal::OpeningOver => "opening_over",
            PeopleRefusal::OpeningLapsed => "opening_lapsed",
            PeopleRefusal::BeforeAuditor => "before_auditor",
            PeopleRefusal::SecondFactor => "second_factor",
            PeopleRefusal::HasSecondFactor => "second_factor_set",
            PeopleRefusal::NoSecondFactor => "second_factor_not_set",
        }
    }
}

impl PeopleRefusal {
    /// The name of the reason: finer than the code, one for each sentence on the page.
    pub const fn reason(&self) -> &'static str {
        match self {
            PeopleRefusal::NoSuchShare => "no_such_share",
            PeopleRefusal::NoSuchSession => "no_such_session",
            PeopleRefusal::NoSuchOpening => "no_such_opening",
            PeopleRefusal::OpeningOfOthers => "opening_of_others",
            PeopleRefusal::NotGranted { .. } => "role_needed",
            PeopleRefusal::Banned { until: Some(_) } => "banned_until",
            PeopleRefusal::BannedLonger { until: Some(_) } => "banned_longer_until",
            PeopleRefusal::Reason => "reason_length",
            PeopleRefusal::Full => "accounts_full",
            PeopleRefusal::ChipsFull => "chips_full",
            PeopleRefusal::ReportsTooFast { .. } => "reports_too_fast",
            other => other.code(),
        }
    }

    /// The values that the page puts into its sentence, by name: moments in milliseconds since 1970, roles by
    /// their words.
    pub fn figures(&self) -> ReasonValues {
        let role = |role: Role| ReasonValue::Word(role_word(role).to_owned());
        match self {
            PeopleRefusal::Throttled { seconds } | PeopleRefusal::ReportsTooFast { seconds } => {
                vec![("seconds", (*seconds).into())]
            }
            PeopleRefusal::NotGranted { needs } => vec![("role", role(*needs))],
            PeopleRefusal::Banned { until: Some(until) }
            | PeopleRefusal::BannedLonger { until: Some(until) } => {
                vec![("until", (*until).into())]
            }
            PeopleRefusal::Full => vec![("at_most", MAX_ACCOUNTS.into())],
            PeopleRefusal::ChipsFull => vec![("at_most", Chips::MAX.get().into())],
            PeopleRefusal::Reason => vec![("at_least", 1_u64.into()), ("at_most", MAX_REASON_CHARS.into())],
            PeopleRefusal::Conflict { role: wanted, has } => {
                vec![("role", role(*wanted)), ("has", role(*has))]
            }
            PeopleRefusal::HasRole { role: named } | PeopleRefusal::HasNotRole { role: named } => {
                vec![("role", role(*named))]
            }
            PeopleRefusal::SharesFull => vec![("at_most", MAX_SHARED_HANDS.into())],
            PeopleRefusal::WrongCredentials
            | PeopleRefusal::NotSignedIn
            | PeopleRefusal::NoSuchLink
            | PeopleRefusal::NoSuchPerson
            | PeopleRefusal::LoginTaken
            | PeopleRefusal::NameTaken
            | PeopleRefusal::Banned { until: None }
            | PeopleRefusal::NotBanned
            | PeopleRefusal::BannedLonger { until: None }
            | PeopleRefusal::LastAdministrator
            | PeopleRefusal::Known { .. }
            | PeopleRefusal::Opened
            | PeopleRefusal::Oneself
            | PeopleRefusal::NoSuchReport
            | PeopleRefusal::DealtWith
            | PeopleRefusal::NoSuchShare
            | PeopleRefusal::SecondFactor
            | PeopleRefusal::HasSecondFactor
            | PeopleRefusal::NoSecondFactor
            | PeopleRefusal::OneAuditor
            | PeopleRefusal::OpeningOfOthers
            | PeopleRefusal::OpeningAgreed
            | PeopleRefusal::OpeningOver
            | PeopleRefusal::OpeningLapsed
            | PeopleRefusal::NoSuchOpening
            | PeopleRefusal::BeforeAuditor
            | PeopleRefusal::NoSuchSession => Vec::new(),
        }
    }
}

impl std::error::Error for PeopleRefusal {}

/// A moment in milliseconds since 1970, to the minute in UTC, as people read it in a refusal. Computed here,
/// because the room reads no calendar.
fn format_moment(at: u64) -> String {
    let minutes = at / 60_000;
    let (day, minute) = (minutes / 1440, minutes % 1440);
    // Years counted from March have their leap day last. 1970 begins 719,468 days after March of year 0, and
    // the calendar repeats after 400 years.
    let day = day + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = 400 * era + year + next;
    format!("{year}-{month:02}-{day:02} {:02}:{:02} UTC", minute / 60, minute % 60)
}

impl fmt::Display for PeopleRefusal {
    /// Says in English what is wrong and, where possible, what to do. A failed sign-in never reveals whether
    /// the name exists.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PeopleRefusal::Throttled { seconds } => {
                write!(f, "too many attempts failed: try again in {seconds} s")
            }
            PeopleRefusal::WrongCredentials => f.write_str("name and password do not match"),
            PeopleRefusal::NotSignedIn => f.write_str("this needs somebody who is signed in"),
            PeopleRefusal::NotGranted { needs } => write!(f, "this needs the role {}", role_word(*needs)),
            PeopleRefusal::NoSuchLink => {
                f.write_str("this link is used up or too old: an administrator can make another")
            }
            PeopleRefusal::NoSuchPerson => f.write_str("there is no such person"),
            PeopleRefusal::LoginTaken => f.write_str("this sign-in name is taken: choose another"),
            PeopleRefusal::NameTaken => {
                f.write_str("somebody has a name that looks like this one: choose another")
            }
            PeopleRefusal::Full => write!(f, "the room has {MAX_ACCOUNTS} accounts and takes no more"),
            PeopleRefusal::ChipsFull => f.write_str(&chips_full_text()),
            PeopleRefusal::Banned { until: None } => {
                f.write_str("this account is banned from the room: its chips are kept, and those who run the room can say more")
            }
            PeopleRefusal::Banned { until: Some(until) } => {
                write!(f, "this account is banned from the room until {}: its chips are kept", format_moment(*until))
            }
            PeopleRefusal::NotBanned => f.write_str("the person is not banned"),
            PeopleRefusal::BannedLonger { until } => {
                let until = until.map_or("for good".to_owned(), |until| format!("until {}", format_moment(until)));
                write!(f, "the person is already banned {until}: lift the ban first to make it shorter")
            }
            PeopleRefusal::Reason => {
                write!(f, "expected a reason of 1 to {MAX_REASON_CHARS} characters, all of them visible")
            }
            PeopleRefusal::Conflict { role, has } => {
                write!(
                    f,
                    "a person who is {} cannot also be {}: use another account",
                    role_word(*has),
                    role_word(*role)
                )
            }
            PeopleRefusal::HasRole { role } => write!(f, "the person is already {}", role_word(*role)),
            PeopleRefusal::HasNotRole { role } => write!(f, "the person is not {}", role_word(*role)),
            PeopleRefusal::LastAdministrator => f.write_str("the room would be without an administrator"),
            PeopleRefusal::Known { .. } => f.write_str("this was already done with the same key"),
            PeopleRefusal::Opened => f.write_str("the room is already open"),
            PeopleRefusal::ReportsTooFast { seconds } => {
                write!(f, "too many reports at once: send the next one in {seconds} s")
            }
            PeopleRefusal::Oneself => f.write_str("you cannot report yourself: choose somebody else"),
            PeopleRefusal::NoSuchReport => f.write_str("there is no such report"),
            PeopleRefusal::DealtWith => f.write_str("this report has already been dealt with"),
            PeopleRefusal::SharesFull => write!(f, "you already share {MAX_SHARED_HANDS} hands: take one back first"),
            PeopleRefusal::NoSuchShare => f.write_str("you do not share a hand with this link"),
            PeopleRefusal::NoSuchSession => f.write_str("you have no such session: it may have ended"),
            PeopleRefusal::SecondFactor => f.write_str(
                "this account has a second factor: expected an unused code that your authenticator shows now, or a recovery code",
            ),
            PeopleRefusal::HasSecondFactor => {
                f.write_str("this account already has a second factor: remove it first")
            }
            PeopleRefusal::NoSecondFactor => f.write_str("this account has no second factor"),
            PeopleRefusal::OneAuditor => {
                f.write_str("opening a hand takes two auditors: another one has to agree")
            }
            PeopleRefusal::OpeningOfOthers => f.write_str("only the two auditors who opened a hand can see it"),
            PeopleRefusal::OpeningAgreed => f.write_str("a second auditor has already agreed to this opening"),
            PeopleRefusal::OpeningOver => {
                f.write_str("this opening was requested or agreed to more than 24 hours ago: request another")
            }
            PeopleRefusal::OpeningLapsed => f.write_str(
                "the role or the access of one of the two auditors of this opening has changed: request another opening",
            ),
            PeopleRefusal::BeforeAuditor => f.write_str(
                "this hand began before you had the role, or before your password was chosen by a link or your second factor was enrolled or removed: two auditors from before the hand must open it",
            ),
            PeopleRefusal::NoSuchOpening => f.write_str("nobody has requested this opening"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The seconds are those of `date -u -d @...`.
    #[test]
    fn a_moment_is_written_as_a_date_with_its_hour() {
        for (seconds, expected) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_399, "2000-02-28 23:59 UTC"),
            (951_868_799, "2000-02-29 23:59 UTC"),
            (1_709_164_800, "2024-02-29 00:00 UTC"),
            (1_796_000_000, "2026-11-30 00:53 UTC"),
            (4_107_542_400, "2100-03-01 00:00 UTC"),
        ] {
            assert_eq!(format_moment(seconds * 1000), expected);
        }
    }
}
