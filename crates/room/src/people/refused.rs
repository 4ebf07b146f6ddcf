//! What is said to whoever is refused something about accounts.

use std::fmt;

use super::deciding::{LONGEST_REASON, MOST_ACCOUNTS, Refusal};
use super::role::role_word;
use super::sharing::MOST_SHARED;

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
            Refusal::Banned { until: None } => f.write_str("this account is kept out of the room"),
            Refusal::Banned { until: Some(until) } => {
                write!(f, "this account is kept out of the room until {until} ms after 1970")
            }
            Refusal::NotBanned => f.write_str("the person is not kept out"),
            Refusal::Reason => write!(f, "a reason of 1 to {LONGEST_REASON} characters is needed"),
            Refusal::NotYet { role } => {
                write!(f, "nobody can be {} yet: player and administrator would do", role_word(*role))
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
        }
    }
}
