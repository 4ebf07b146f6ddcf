//! Tokens and links: random bytes that are shown once and stored as their SHA-256.

use std::fmt;

use room::people::SecretHash;
use sha2::{Digest, Sha256};

use crate::fault::Fault;

/// A secret that gives access to anybody who has it. Only [`SecretToken::reveal`] prints it.
#[derive(Clone)]
pub struct SecretToken(String);

impl fmt::Debug for SecretToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// Random bytes from the operating system.
///
/// # Errors
/// When it has none to give.
pub fn random<const LENGTH: usize>() -> Result<[u8; LENGTH], Fault> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes).map_err(Fault::NoRandomBytes)?;
    Ok(bytes)
}

impl SecretToken {
    /// A new token: 32 random bytes in hexadecimal.
    ///
    /// # Errors
    /// When the operating system gives no random bytes.
    pub fn new() -> Result<SecretToken, Fault> {
        let bytes = random::<32>()?;
        Ok(SecretToken(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// A token that a client sent; nothing if it does not have the form of one.
    pub fn parse(text: &str) -> Option<SecretToken> {
        let fits = text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        fits.then(|| SecretToken(text.to_owned()))
    }

    /// The hash that is stored of it.
    pub fn hashed(&self) -> SecretHash {
        SecretHash(Sha256::digest(self.0.as_bytes()).into())
    }

    /// The secret itself, for the person it is meant for.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}
