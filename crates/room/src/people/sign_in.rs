//! An attempt to sign in that is being judged.

use std::sync::{Arc, PoisonError};

use seating::Person;

use super::event::Trace;
use super::service::ServiceInner;

/// An attempt to sign in. While it exists it counts as a failure for other attempts;
/// [`super::PeopleService::sign_in`] or [`super::PeopleService::fail_sign_in`] completes it.
pub struct SignInAttempt {
    pub(super) inner: Arc<ServiceInner>,
    pub(super) login: Trace,
    pub(super) address: Trace,
    pub(super) person: Option<Person>,
    pub(super) password: Option<String>,
}

impl SignInAttempt {
    /// The hashed password to compare with. `None` if nobody has the name; the caller must then do the same
    /// amount of work, or the time taken would tell.
    pub fn password(&self) -> Option<&str> {
        self.password.as_deref()
    }

    /// Whose name it is; `None` if nobody's, which must not be revealed.
    pub fn person(&self) -> Option<Person> {
        self.person
    }
}

impl Drop for SignInAttempt {
    /// Stops counting the attempt as open for its name and address; what it led to is counted by then.
    fn drop(&mut self) {
        let mut open = self.inner.open_attempts.lock().unwrap_or_else(PoisonError::into_inner);
        let (logins, addresses) = &mut *open;
        for (counts, trace) in [(logins, self.login), (addresses, self.address)] {
            match counts.get_mut(&trace) {
                Some(count) if *count > 1 => *count -= 1,
                Some(_) | None => drop(counts.remove(&trace)),
            }
        }
    }
}
