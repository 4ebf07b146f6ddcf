//! A sign-in that is being judged.

use std::sync::{Arc, PoisonError};

use seating::Person;

use super::event::Trace;
use super::service::ServiceInner;

/// Somebody tries to sign in. While it exists the attempt counts as a failure for others; it is answered by
/// [`super::PeopleService::sign_in`] or [`super::PeopleService::fail_sign_in`].
pub struct SignInAttempt {
    pub(super) inner: Arc<ServiceInner>,
    pub(super) login: Trace,
    pub(super) address: Trace,
    pub(super) person: Option<Person>,
    pub(super) password: Option<String>,
}

impl SignInAttempt {
    /// The hashed password to compare with; nothing when the name is nobody's, and then as much work is to be done.
    pub fn password(&self) -> Option<&str> {
        self.password.as_deref()
    }

    /// Whose name it is, if it is somebody's.
    pub fn person(&self) -> Option<Person> {
        self.person
    }
}

impl Drop for SignInAttempt {
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
