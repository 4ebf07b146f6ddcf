//! What others did to somebody's account: the owner sees it from the next sign-in on.

use seating::Person;

use super::apply::People;
use super::decide::PeopleDraft;
use super::event::PeopleEvent;
use super::service::{PeopleService, ServiceState};

/// The most notices remembered for a person; the oldest are dropped first. The records have all of them.
const MAX_NOTICES: usize = 20;

/// Something that was done to an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What, in a word.
    pub what: String,
    /// Who did it.
    pub by: Person,
    /// When, in milliseconds of the room's time.
    pub time: u64,
}

impl Notice {
    /// An administrator made a link for choosing a new password.
    pub const RESET_LINK_MADE: &'static str = "reset_link_made";
    /// A new password was chosen by a link.
    pub const RESET_LINK_USED: &'static str = "reset_link_used";
    /// An administrator removed the second factor.
    pub const SECOND_FACTOR_TAKEN: &'static str = "second_factor_taken";
    /// Two auditors opened a hand in which the person was dealt in.
    pub const HAND_OPENED: &'static str = "hand_opened";
}

impl People {
    /// Applies a notice for the owner of an account, dropping the oldest beyond `MAX_NOTICES`.
    pub(super) fn add_notice(&mut self, person: Person, notice: Notice) {
        self.time = self.time.max(notice.time);
        if let Some(account) = self.accounts.get_mut(&person) {
            account.notices.push(notice);
            let surplus = account.notices.len().saturating_sub(MAX_NOTICES);
            account.notices.drain(..surplus);
        }
    }
}

impl ServiceState {
    /// The room-wide number of the record by which a person's password was last chosen by a link; zero if it
    /// never was. Hands opened before it are not shown to the account as to their player: an administrator may
    /// have used the link.
    pub(super) fn reset_link_record(&self, person: Person) -> u64 {
        self.reset_links_used.get(&person).copied().unwrap_or_default()
    }
}

impl PeopleService {
    /// The same for callers without the state at hand: see [`SignedInPerson::since`](super::SignedInPerson).
    pub fn reset_link_record(&self, person: Person) -> u64 {
        self.state().reset_link_record(person)
    }
}

impl PeopleDraft<'_> {
    /// Records what `by` did to a person's account, so that its owner sees it from the next sign-in on. `what`
    /// is one of the words of [`Notice`].
    pub(super) fn notify(&mut self, person: Person, what: &str, by: u64) {
        let (what, time) = (what.to_owned(), self.time);
        self.push(PeopleEvent::Noticed { person: person.0, what, by, time });
    }
}
