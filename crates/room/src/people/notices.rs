//! What was done to somebody's account by others: the person sees it from the next sign-in on.

use seating::Person;

use super::apply::People;
use super::decide::PeopleDraft;
use super::event::PeopleEvent;
use super::service::{PeopleService, ServiceState};

/// The most that is remembered for a person; the oldest go first. The records have all of it.
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
    /// An administrator made a link by which the password is chosen anew.
    pub const RESET_LINK_MADE: &'static str = "reset_link_made";
    /// The password was chosen anew by a link.
    pub const RESET_LINK_USED: &'static str = "reset_link_used";
    /// An administrator took the second factor away.
    pub const SECOND_FACTOR_TAKEN: &'static str = "second_factor_taken";
    /// Two auditors opened a hand in which the person was dealt in.
    pub const HAND_OPENED: &'static str = "hand_opened";
}

impl People {
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
    pub(super) fn reset_link_record(&self, person: Person) -> u64 {
        self.reset_links_used.get(&person).copied().unwrap_or_default()
    }
}

impl PeopleService {
    /// The number in the room of the record by which a person's password was chosen by a link, the last time; zero where it
    /// never was.
    pub fn reset_link_record(&self, person: Person) -> u64 {
        self.state().reset_link_record(person)
    }
}

impl PeopleDraft<'_> {
    pub(super) fn notice(&mut self, person: Person, what: &str, by: u64) {
        let (what, time) = (what.to_owned(), self.time);
        self.push(PeopleEvent::Noticed { person: person.0, what, by, time });
    }
}
