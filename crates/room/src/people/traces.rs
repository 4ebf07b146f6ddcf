//! Names, addresses and devices as they are counted: hashed, so that records reveal none of them.

use std::net::IpAddr;

use seating::Person;
use sha2::{Digest, Sha256};

use super::event::Trace;
use super::service::PeopleService;
use crate::port::PersonRow;

/// The part of an address that is counted: all of an IPv4 address, and for IPv6 the half that identifies the
/// network, because one subscriber has all addresses in it.
pub fn trace_address(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}")
        }
    }
}

impl PeopleService {
    /// Hashes a name or an address for counting, with the room's salt, so that the records reveal neither to
    /// somebody who tries out names. `kind` keeps equal texts of different kinds apart. Counts span restarts,
    /// so the way to the hash stays.
    ///
    /// # Panics
    /// If the room has no row of its own. An open room has one: [`PeopleStart`](super::start::PeopleStart)
    /// finds it, or opening makes it.
    pub(super) fn trace(&self, kind: &str, text: &str) -> Trace {
        let state = self.state();
        let Some(PersonRow { salt, .. }) = state.rows.get(Person::HOUSE) else {
            panic!("the room has no salt for names and addresses");
        };
        let mut hash = Sha256::new();
        hash.update(b"cardroom trace 1");
        hash.update(salt);
        hash.update((kind.len() as u64).to_be_bytes());
        hash.update(kind.as_bytes());
        hash.update(text.as_bytes());
        let [a, b, c, d, e, f, g, h, ..] = <[u8; 32]>::from(hash.finalize());
        Trace(u64::from_be_bytes([a, b, c, d, e, f, g, h]))
    }

    /// The secret mark of a device on which a person has signed in; `None` for an account without a password. A
    /// browser that has it, with the number it was made with, may try the password even while others fail with
    /// the name. It is valid until the password changes; nothing of it is stored.
    pub fn device_mark(&self, person: Person, number: &[u8; 16]) -> Option<[u8; 32]> {
        let state = self.state();
        let row = state.rows.get(person).filter(|row| !row.password.is_empty())?;
        let mut hash = Sha256::new();
        hash.update(b"cardroom device 1");
        hash.update(row.salt);
        hash.update(person.0.to_be_bytes());
        hash.update((row.password.len() as u64).to_be_bytes());
        hash.update(row.password.as_bytes());
        hash.update(number);
        Some(hash.finalize().into())
    }
}
