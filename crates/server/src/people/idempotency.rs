//! Requests about accounts that are carried out once per key, however often they arrive.

use axum::http::StatusCode;
use room::people::{PeopleCommand, PeopleError, PeopleEvent, PeopleRefusal};
use room::port::{Now, RequestKey};
use seating::{Actor, Person};

use crate::error::Error;
use crate::state::AppState;

impl AppState {
    /// The event that a person's request with this key caused before, or `None`: then nothing was done with
    /// it. A key belongs to one person; [`Person::HOUSE`] has those of callers without an account.
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

    /// Carries out a command once per key. If this key already carried it out, nothing more is done; for
    /// anything else the key is refused. Without a key it is carried out each time.
    ///
    /// # Errors
    /// Why the command was not carried out.
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
            // Another request with the same key was faster.
            Err(PeopleError::Refused(PeopleRefusal::Known { number })) => {
                let people = self.people.clone();
                let event = self.read_store(move |_| people.event(number)).await?;
                if event.may_result_from(&command) { Ok(()) } else { Err(key_used_error()) }
            }
            Err(why) => Err(why.into()),
        }
    }
}

/// The refusal of a key that was already used for something else: the client must draw a new one for each
/// thing it asks.
pub(crate) fn key_used_error() -> Error {
    room::requests::RoomRefusal::key_used().into()
}

/// The refusal with 409 for a link that was requested before with this key: it cannot be shown again, because
/// only its hash is stored.
pub(crate) fn link_shown_error() -> Error {
    let why = "this key already made a link, and a link is shown only once: use another key to make another \
               link";
    Error::refused(StatusCode::CONFLICT, "done_before", why).because("link_shown")
}
