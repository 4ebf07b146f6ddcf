//! Known devices: a cookie that marks a device on which a person signed in before.
//!
//! Repeated failures with a name lock it, also for its owner. On a device where the owner signed in before,
//! the password may still be tried, up to ten failures on that device. The cookie signs nobody in.

use axum::http::{HeaderMap, HeaderValue, header};
use seating::Person;

use crate::fault::Fault;
use crate::people::session::cookie_values;
use crate::secret::random;
use crate::state::AppState;
use crate::wire::request::Hex;

/// How long a device is known, in seconds: the longest time that a browser keeps a cookie.
const COOKIE_SECONDS: u64 = 400 * 24 * 3600;

/// The name of the cookie that marks a device for a person, one for each account; behind TLS with the prefix
/// that keeps other hosts from setting it.
fn cookie_name(person: Person, secure: bool) -> String {
    let prefix = if secure { "__Host-" } else { "" };
    format!("{prefix}cardroom-device-{}", person.0)
}

impl AppState {
    /// The number of the device that a request comes from, if the person has signed in on it since choosing
    /// the password: failures there are counted apart. It signs nobody in.
    pub(crate) fn known_device(&self, headers: &HeaderMap, person: Person, secure: bool) -> Option<[u8; 16]> {
        cookie_values(headers, &cookie_name(person, secure)).find_map(|value| self.verify_mark(person, value))
    }

    /// The number of the device in a cookie's value (32 hexadecimal digits, then 64 of the mark), if the room
    /// marked it for the person. Compares in constant time.
    fn verify_mark(&self, person: Person, value: &str) -> Option<[u8; 16]> {
        let (number, mark) = value.split_at_checked(32)?;
        let (Hex(number), Hex(mark)) = (Hex::<16>::parse(number)?, Hex::<32>::parse(mark)?);
        let expected = self.people.device_mark(person, &number)?;
        // Compares every byte, so that the time it takes reveals none of them.
        let differs = mark.iter().zip(expected).fold(0, |differs, (one, other)| differs | (one ^ other));
        (differs == 0).then_some(number)
    }

    /// The header that marks a browser as a device on which the person signed in, with a new number each
    /// time; `None` if there is no such account. Nothing of it is stored, and a new password makes it
    /// invalid.
    ///
    /// # Errors
    /// When the operating system gives no random bytes.
    pub(crate) fn device_cookie(&self, person: Person, secure: bool) -> Result<Option<HeaderValue>, Fault> {
        let number = random::<16>()?;
        let Some(mark) = self.people.device_mark(person, &number) else { return Ok(None) };
        let (name, only_tls) = (cookie_name(person, secure), if secure { "; Secure" } else { "" });
        let (number, mark) = (Hex(number), Hex(mark));
        let text = format!(
            "{name}={number}{mark}; Path=/; HttpOnly; SameSite=Strict; Max-Age={COOKIE_SECONDS}{only_tls}"
        );
        let mut value = HeaderValue::from_str(&text).map_err(Fault::DeviceCookie)?;
        value.set_sensitive(true);
        Ok(Some(value))
    }
}

/// Adds a cookie to those that a response sets, beside that of the session.
pub(crate) fn add_cookie(headers: &mut HeaderMap, cookie: Option<HeaderValue>) {
    if let Some(cookie) = cookie {
        headers.append(header::SET_COOKIE, cookie);
    }
}
