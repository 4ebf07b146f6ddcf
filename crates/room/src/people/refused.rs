//! Why something about accounts is not done, and what the person is told.

use std::fmt;

use chips::Chips;
use seating::Role;
use table::reason::{Figure, Figures};

use super::deciding::{LONGEST_REASON, MOST_ACCOUNTS};
use super::role::role_word;
use super::sharing::MOST_SHARED;
use crate::refused::chips_full;

/// Why something is not done. Where several reasons apply, the first of this list is told.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Refusal {
    /// Nobody signs in for so many seconds.
    Throttled {
        seconds: u64,
    },
    /// Wrong name or wrong password: which of them is not told.
    WrongCredentials,
    NotSignedIn,
    /// A role is needed.
    NotGranted {
        needs: Role,
    },
    /// The link is used up, too old, or never was.
    NoSuchLink,
    NoSuchPerson,
    LoginTaken,
    NameTaken,
    /// There are as many accounts as there may be.
    Full,
    /// So many chips are out that no more can be counted.
    ChipsFull,
    Banned {
        until: Option<u64>,
    },
    NotBanned,
    /// It would end earlier than the one that is on.
    BannedLonger {
        until: Option<u64>,
    },
    /// A word of reason is missing, or it is too long.
    Reason,
    /// The two may not come together.
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
    /// It was asked with this key before.
    Known {
        number: u64,
    },
    /// The room is open already.
    Opened,
    /// Nobody reports more for so many seconds.
    ReportsTooFast {
        seconds: u64,
    },
    /// Nobody reports themselves.
    Oneself,
    NoSuchReport,
    /// Somebody has done it.
    DealtWith,
    /// There are as many hands shared as there may be.
    SharesFull,
    NoSuchShare,
    /// The password is right, and the code of the second factor is missing, wrong, or used up.
    SecondFactor,
    /// There is one already.
    HasSecondFactor,
    NoSecondFactor,
    /// A hand is opened by two.
    OneAuditor,
    /// Two others opened it.
    OpeningOfOthers,
    /// Somebody has agreed.
    OpeningAgreed,
    /// It was asked for, or opened, too long ago.
    OpeningOver,
    /// One of the two was, in the meantime, no auditor, kept out, or let in anew by somebody else.
    OpeningLapsed,
    NoSuchOpening,
    /// The hand began before the account was the auditor's who has it now.
    BeforeAuditor,
    /// There is no such session of whoever asks.
    NoSuchSession,
}

impl Refusal {
    /// The reason in one word.
    pub const fn code(&self) -> &'static str {
        match self {
            Refusal::Throttled { .. } => "throttled",
            Refusal::WrongCredentials => "wrong_credentials",
            Refusal::NotSignedIn => "not_signed_in",
            Refusal::NotGranted { .. } => "not_granted",
            Refusal::NoSuchLink => "no_such_link",
            Refusal::NoSuchPerson => "no_such_person",
            Refusal::LoginTaken => "login_taken",
            Refusal::NameTaken => "name_taken",
            Refusal::Full | Refusal::ChipsFull => "full",
            Refusal::Banned { .. } => "banned",
            Refusal::NotBanned => "not_banned",
            Refusal::BannedLonger { .. } => "banned_longer",
            Refusal::Reason => "reason",
            Refusal::Conflict { .. } => "role_conflict",
            Refusal::HasRole { .. } => "role_held",
            Refusal::HasNotRole { .. } => "role_not_held",
            Refusal::LastAdministrator => "last_administrator",
            Refusal::Known { .. } => "done_before",
            Refusal::Opened => "opened",
            Refusal::ReportsTooFast { .. } => "too_fast",
            Refusal::Oneself => "oneself",
            Refusal::NoSuchReport => "no_such_report",
            Refusal::DealtWith => "dealt_with",
            Refusal::SharesFull => "shares_full",
            Refusal::NoSuchShare | Refusal::NoSuchSession | Refusal::NoSuchOpening => "no_such",
            Refusal::OneAuditor => "one_auditor",
            Refusal::OpeningOfOthers => "not_granted",
            Refusal::OpeningAgreed => "opening_agreed",
            Refusal::OpeningOver => "opening_over",
            Refusal::OpeningLapsed => "opening_lapsed",
            Refusal::BeforeAuditor => "before_auditor",
            Refusal::SecondFactor => "second_factor",
            Refusal::HasSecondFactor => "second_factor_set",
            Refusal::NoSecondFactor => "second_factor_not_set",
        }
    }
}

impl Refusal {
    /// The name of the reason: finer than the code, one for each sentence.
    pub const fn reason(&self) -> &'static str {
        match self {
            Refusal::NoSuchShare => "no_such_share",
            Refusal::NoSuchSession => "no_such_session",
            Refusal::NoSuchOpening => "no_such_opening",
            Refusal::OpeningOfOthers => "opening_of_others",
            Refusal::NotGranted { .. } => "role_needed",
            Refusal::Banned { until: Some(_) } => "banned_until",
            Refusal::BannedLonger { until: Some(_) } => "banned_longer_until",
            Refusal::Reason => "reason_length",
            Refusal::Full => "accounts_full",
            Refusal::ChipsFull => "chips_full",
            Refusal::ReportsTooFast { .. } => "reports_too_fast",
            other => other.code(),
        }
    }

    /// The values that help, by their names: moments in milliseconds since 1970, roles by their words.
    pub fn figures(&self) -> Figures {
        let role = |role: Role| Figure::Word(role_word(role).to_owned());
        match self {
            Refusal::Throttled { seconds } | Refusal::ReportsTooFast { seconds } => {
                vec![("seconds", (*seconds).into())]
            }
            Refusal::NotGranted { needs } => vec![("role", role(*needs))],
            Refusal::Banned { until: Some(until) } | Refusal::BannedLonger { until: Some(until) } => {
                vec![("until", (*until).into())]
            }
            Refusal::Full => vec![("at_most", MOST_ACCOUNTS.into())],
            Refusal::ChipsFull => vec![("at_most", Chips::MAX.get().into())],
            Refusal::Reason => vec![("at_least", 1_u64.into()), ("at_most", LONGEST_REASON.into())],
            Refusal::Conflict { role: wanted, has } => vec![("role", role(*wanted)), ("has", role(*has))],
            Refusal::HasRole { role: named } | Refusal::HasNotRole { role: named } => {
                vec![("role", role(*named))]
            }
            Refusal::SharesFull => vec![("at_most", MOST_SHARED.into())],
            Refusal::WrongCredentials
            | Refusal::NotSignedIn
            | Refusal::NoSuchLink
            | Refusal::NoSuchPerson
            | Refusal::LoginTaken
            | Refusal::NameTaken
            | Refusal::Banned { until: None }
            | Refusal::NotBanned
            | Refusal::BannedLonger { until: None }
            | Refusal::LastAdministrator
            | Refusal::Known { .. }
            | Refusal::Opened
            | Refusal::Oneself
            | Refusal::NoSuchReport
            | Refusal::DealtWith
            | Refusal::NoSuchShare
            | Refusal::SecondFactor
            | Refusal::HasSecondFactor
            | Refusal::NoSecondFactor
            | Refusal::OneAuditor
            | Refusal::OpeningOfOthers
            | Refusal::OpeningAgreed
            | Refusal::OpeningOver
            | Refusal::OpeningLapsed
            | Refusal::NoSuchOpening
            | Refusal::BeforeAuditor
            | Refusal::NoSuchSession => Vec::new(),
        }
    }
}

impl std::error::Error for Refusal {}

/// A moment in milliseconds since 1970, to the minute, as people read it.
fn moment(at: u64) -> String {
    let minutes = at / 60_000;
    let (day, minute) = (minutes / 1440, minutes % 1440);
    // Years that begin in March have their odd day last; 1970 is 719,468 days after March of the year 0, and the calendar
    // comes again after 400 years.
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

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Throttled { seconds } => {
                write!(f, "too many attempts failed: try again in {seconds} s")
            }
            Refusal::WrongCredentials => f.write_str("name and password do not belong together"),
            Refusal::NotSignedIn => f.write_str("this needs somebody who is signed in"),
            Refusal::NotGranted { needs } => write!(f, "this needs the role {}", role_word(*needs)),
            Refusal::NoSuchLink => {
                f.write_str("this link is used up or too old: an administrator can make another")
            }
            Refusal::NoSuchPerson => f.write_str("there is no such person"),
            Refusal::LoginTaken => f.write_str("somebody signs in with this name: another would do"),
            Refusal::NameTaken => {
                f.write_str("somebody has a name that looks like this one: another would do")
            }
            Refusal::Full => write!(f, "the room has {MOST_ACCOUNTS} accounts and takes no more"),
            Refusal::ChipsFull => f.write_str(&chips_full()),
            Refusal::Banned { until: None } => {
                f.write_str("this account is kept out of the room: its chips are kept, and whoever runs the room says more")
            }
            Refusal::Banned { until: Some(until) } => {
                write!(f, "this account is kept out of the room until {}: its chips are kept", moment(*until))
            }
            Refusal::NotBanned => f.write_str("the person is not kept out"),
            Refusal::BannedLonger { until } => {
                let until = until.map_or("for good".to_owned(), |until| format!("until {}", moment(until)));
                write!(f, "the person is kept out {until} already: let them in first to make it shorter")
            }
            Refusal::Reason => {
                write!(f, "a reason of 1 to {LONGEST_REASON} characters is needed, all of which can be seen")
            }
            Refusal::Conflict { role, has } => {
                write!(
                    f,
                    "who is {} cannot be {} too: another account would do",
                    role_word(*has),
                    role_word(*role)
                )
            }
            Refusal::HasRole { role } => write!(f, "the person is {} already", role_word(*role)),
            Refusal::HasNotRole { role } => write!(f, "the person is not {}", role_word(*role)),
            Refusal::LastAdministrator => f.write_str("the room would be without an administrator"),
            Refusal::Known { .. } => f.write_str("this was done before with the same key"),
            Refusal::Opened => f.write_str("the room is open already"),
            Refusal::ReportsTooFast { seconds } => {
                write!(f, "too many reports at once: the next one in {seconds} s")
            }
            Refusal::Oneself => f.write_str("nobody reports themselves: somebody else would do"),
            Refusal::NoSuchReport => f.write_str("there is no such report"),
            Refusal::DealtWith => f.write_str("this report was dealt with before"),
            Refusal::SharesFull => write!(f, "you share {MOST_SHARED} hands: take one back first"),
            Refusal::NoSuchShare => f.write_str("you share no hand by this link"),
            Refusal::NoSuchSession => f.write_str("you have no such session: it may have ended"),
            Refusal::SecondFactor => f.write_str(
                "this account has a second factor: expected the code that your authenticator shows now and that was not used before, or a recovery code",
            ),
            Refusal::HasSecondFactor => {
                f.write_str("this account has a second factor already: take it away first")
            }
            Refusal::NoSecondFactor => f.write_str("this account has no second factor"),
            Refusal::OneAuditor => {
                f.write_str("a hand is opened by two auditors: another one has to agree")
            }
            Refusal::OpeningOfOthers => f.write_str("a hand that was opened is seen by the two auditors who opened it"),
            Refusal::OpeningAgreed => f.write_str("a second auditor has agreed to this opening already"),
            Refusal::OpeningOver => {
                f.write_str("this opening was asked for, or agreed to, more than 24 hours ago: ask for another")
            }
            Refusal::OpeningLapsed => f.write_str(
                "the role or the way in of one of the two auditors of this opening has changed since: ask for another opening",
            ),
            Refusal::BeforeAuditor => f.write_str(
                "this hand began before you had the role, or before your password was chosen by a link or your second factor enrolled or taken away: two auditors from before the hand open it",
            ),
            Refusal::NoSuchOpening => f.write_str("nobody has asked for this opening"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The seconds are those of `date -u -d @...`.
    #[test]
    fn a_moment_is_told_as_a_date_with_its_hour() {
        for (seconds, told) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_399, "2000-02-28 23:59 UTC"),
            (951_868_799, "2000-02-29 23:59 UTC"),
            (1_709_164_800, "2024-02-29 00:00 UTC"),
            (1_796_000_000, "2026-11-30 00:53 UTC"),
            (4_107_542_400, "2100-03-01 00:00 UTC"),
        ] {
            assert_eq!(moment(seconds * 1000), told);
        }
    }
}
