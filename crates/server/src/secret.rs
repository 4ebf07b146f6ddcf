//! Tokens and links: random bytes that are shown once and kept as their SHA-256.

use std::fmt;

use room::people::SecretHash;
use room::port::StoreError;
use sha2::{Digest, Sha256};

/// Something that opens a door to whoever has it. It is printed by [`SecretToken::reveal`] and in no other way.
#[derive(Clone)]
pub struct SecretToken(String);

impl fmt::Debug for SecretToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// Random bytes of the operating system.
///
/// # Errors
/// When it has none to give.
pub fn random<const LENGTH: usize>() -> Result<[u8; LENGTH], StoreError> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes)
        .map_err(|error| StoreError { what: format!("cannot draw random bytes: {error}") })?;
    Ok(bytes)
}

impl SecretToken {
    /// A new one: 32 random bytes in hexadecimal.
    ///
    /// # Errors
    /// When there are no random bytes.
    pub fn new() -> Result<SecretToken, StoreError> {
        let bytes = random::<32>()?;
        Ok(SecretToken(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// One that a client sent; nothing where it has not the form of one.
    pub fn parse(text: &str) -> Option<SecretToken> {
        let fits = text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        fits.then(|| SecretToken(text.to_owned()))
    }

    /// What is kept of it.
    pub fn hashed(&self) -> SecretHash {
        SecretHash(Sha256::digest(self.0.as_bytes()).into())
    }

    /// The secret itself, for whom it is meant.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}
