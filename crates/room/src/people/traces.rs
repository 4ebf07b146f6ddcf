//! Names, addresses and devices as they are counted: hashed, so that records tell none of them.

use std::net::IpAddr;

use seating::Person;
use sha2::{Digest, Sha256};

use super::event::Trace;
use super::service::PeopleService;

/// The address as it is counted: of the newer kind of addresses the half that names the network.
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
    /// A name or an address as it is counted.
    pub(super) fn trace(&self, kind: &str, text: &str) -> Trace {
        let state = self.state();
        let salt = state.rows.get(Person::HOUSE).map(|row| row.salt).unwrap_or_default();
        let mut hash = Sha256::new();
        hash.update(b"cardroom trace 1");
        hash.update(salt);
        hash.update((kind.len() as u64).to_be_bytes());
        hash.update(kind.as_bytes());
        hash.update(text.as_bytes());
        let [a, b, c, d, e, f, g, h, ..] = <[u8; 32]>::from(hash.finalize());
        Trace(u64::from_be_bytes([a, b, c, d, e, f, g, h]))
    }

    /// What a device is known by on which a person came in: whoever has it and the number it was made with is let try
    /// the password while others fail with the name. It holds until the password is changed; nothing of it is stored.
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
