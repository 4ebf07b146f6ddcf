//! What is asked of accounts once for a key, however often the request comes.

use axum::http::StatusCode;
use room::people::{Command, Event, NotDone, Refusal};
use room::port::{Key, Now};
use table::{By, Person};

use crate::app::AppState;
use crate::error::Error;

impl AppState {
    /// Whether something was done with a person's key before, whatever it was.
    ///
    /// # Errors
    /// A fault of the store.
    pub(crate) async fn was_done(&self, person: Person, key: Option<Key>) -> Result<bool, Error> {
        let Some(key) = key else { return Ok(false) };
        let people = self.people.clone();
        Ok(self.read(move |_| people.by_key(person, key)).await?.is_some())
    }

    /// Carries a command out. What was done with this key before is done; for anything else the key is refused.
    ///
    /// # Errors
    /// Why it is not done.
    pub(crate) async fn carry_out_once(
        &self,
        by: By,
        key: Option<Key>,
        now: Now,
        command: Command,
    ) -> Result<(), Error> {
        if let Some(key) = key {
            let (people, person) = (self.people.clone(), by.person);
            let before =
                self.read(move |_| people.by_key(person, key)?.map(|at| people.event(at)).transpose());
            if let Some(event) = before.await? {
                return if event.may_be_of(&command) { Ok(()) } else { Err(key_used()) };
            }
        }
        done(self.people.carry_out(by, key, now, command).await)
    }
}

/// What came of a command: done too where a twin of the request was faster.
pub(crate) fn done(outcome: Result<Vec<Event>, NotDone>) -> Result<(), Error> {
    match outcome {
        Ok(_) | Err(NotDone::Refused(Refusal::Known { .. })) => Ok(()),
        Err(why) => Err(why.into()),
    }
}

/// The key was used for something else.
pub(crate) fn key_used() -> Error {
    room::ask::Refused::key_used().into()
}

/// A link that was asked for before cannot be shown again, for only its hash is kept.
pub(crate) fn shown_before() -> Error {
    let why = "a link was made with this key and is shown once: another key makes another link";
    Error::refused(StatusCode::CONFLICT, "done_before", why)
}
