//! The device on which somebody came in before: a cookie by which it is known again.
//!
//! Whoever fails with a name again and again locks it, for the owner too. On a device where the owner came in before the
//! password may be tried all the same, as often as ten failures on that device allow. The cookie signs nobody in.

use axum::http::{HeaderMap, HeaderValue, header};
use room::port::StoreError;
use seating::Person;

use crate::app::AppState;
use crate::people::session::cookie_values;
use crate::secret::random;
use crate::wire::request::Hex;

/// How long a device is known, in seconds: the longest that a browser keeps a cookie.
const COOKIE_SECONDS: u64 = 400 * 24 * 3600;

fn cookie_name(person: Person, secure: bool) -> String {
    let prefix = if secure { "__Host-" } else { "" };
    format!("{prefix}cardroom-device-{}", person.0)
}

impl AppState {
    /// The number of the device that a request comes from, where the person has come in on it since choosing the
    /// password.
    pub(crate) fn known_device(&self, headers: &HeaderMap, person: Person, secure: bool) -> Option<[u8; 16]> {
        cookie_values(headers, &cookie_name(person, secure)).find_map(|value| self.verify_mark(person, value))
    }

    /// The number of a device in what a cookie holds, where the room marked it for the person.
    fn verify_mark(&self, person: Person, value: &str) -> Option<[u8; 16]> {
        let (number, mark) = value.split_at_checked(32)?;
        let (Hex(number), Hex(mark)) = (Hex::<16>::read(number)?, Hex::<32>::read(mark)?);
        let expected = self.people.device_mark(person, &number)?;
        // Every byte is looked at, so that the time it takes tells none of them.
        let differs = mark.iter().zip(expected).fold(0, |differs, (one, other)| differs | (one ^ other));
        (differs == 0).then_some(number)
    }

    /// The header by which a browser is known again as a device on which a person came in.
    ///
    /// # Errors
    /// When there are no random bytes.
    pub(crate) fn device_cookie(
        &self,
        person: Person,
        secure: bool,
    ) -> Result<Option<HeaderValue>, StoreError> {
        let number = random::<16>()?;
        let Some(mark) = self.people.device_mark(person, &number) else { return Ok(None) };
        let (name, only_tls) = (cookie_name(person, secure), if secure { "; Secure" } else { "" });
        let (number, mark) = (Hex(number), Hex(mark));
        let text = format!(
            "{name}={number}{mark}; Path=/; HttpOnly; SameSite=Strict; Max-Age={COOKIE_SECONDS}{only_tls}"
        );
        let mut value = HeaderValue::from_str(&text)
            .map_err(|_| StoreError { what: "the mark of a device fits into no cookie".to_owned() })?;
        value.set_sensitive(true);
        Ok(Some(value))
    }
}

/// Adds a cookie to those that a response gives.
pub(crate) fn add_cookie(headers: &mut HeaderMap, cookie: Option<HeaderValue>) {
    if let Some(cookie) = cookie {
        headers.append(header::SET_COOKIE, cookie);
    }
}
