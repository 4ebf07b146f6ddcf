//! What is asked of accounts once for a key, however often the request comes.

use axum::http::StatusCode;
use room::people::{PeopleCommand, PeopleError, PeopleEvent, PeopleRefusal};
use room::port::{Now, RequestKey};
use seating::{Actor, Person};

use crate::app::AppState;
use crate::error::Error;

impl AppState {
    /// What was done with a person's key before.
    ///
    /// # Errors
    /// A fault of the store.
    pub(crate) async fn event_by_key(
        &self,
        person: Person,
        key: Option<RequestKey>,
    ) -> Result<Option<PeopleEvent>, Error> {
        let Some(key) = key else { return Ok(None) };
        let people = self.people.clone();
        self.read_store(move |_| people.by_key(person, key)?.map(|number| people.event(number)).transpose())
            .await
    }

    /// Carries a command out. What was done with this key before is done; for anything else the key is refused.
    ///
    /// # Errors
    /// Why it is not done.
    pub(crate) async fn carry_out_once(
        &self,
        by: Actor,
        key: Option<RequestKey>,
        now: Now,
        command: PeopleCommand,
    ) -> Result<(), Error> {
        if let Some(event) = self.event_by_key(by.person, key).await? {
            return if event.may_result_from(&command) { Ok(()) } else { Err(key_used_error()) };
        }
        match self.people.carry_out(by, key, now, command.clone()).await {
            Ok(_) => Ok(()),
            // Another request with the key was faster.
            Err(PeopleError::Refused(PeopleRefusal::Known { number })) => {
                let people = self.people.clone();
                let event = self.read_store(move |_| people.event(number)).await?;
                if event.may_result_from(&command) { Ok(()) } else { Err(key_used_error()) }
            }
            Err(why) => Err(why.into()),
        }
    }
}

/// The key was used for something else.
pub(crate) fn key_used_error() -> Error {
    room::requests::RoomRefusal::key_used().into()
}

/// A link that was asked for before cannot be shown again, for only its hash is kept.
pub(crate) fn link_shown_error() -> Error {
    let why = "a link was made with this key and is shown once: another key makes another link";
    Error::refused(StatusCode::CONFLICT, "done_before", why).because("link_shown")
}
