//! Tokens and links: random bytes that are shown once and stored as their SHA-256.

use std::fmt;

use room::people::SecretHash;
use sha2::{Digest, Sha256};

use crate::fault::Fault;

/// A secret that gives access to anybody who has it. Only [`SecretToken::reveal`] prints it.
#[derive(Clone)]
pub struct SecretToken(String);

impl fmt::Debug for SecretToken {
    /// Prints no part of the secret, so that no log has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// Random bytes from the operating system, for tokens, salts, numbers of devices and request keys. Cards are
/// not dealt from it: the crate `fair` draws their seeds.
///
/// # Errors
/// When it has none to give.
pub fn random<const LENGTH: usize>() -> Result<[u8; LENGTH], Fault> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes).map_err(Fault::NoRandomBytes)?;
    Ok(bytes)
}

impl SecretToken {
    /// A new token for a session or a link: 32 random bytes as 64 lower-case hexadecimal digits.
    ///
    /// # Errors
    /// When the operating system gives no random bytes.
    pub fn new() -> Result<SecretToken, Fault> {
        let bytes = random::<32>()?;
        Ok(SecretToken(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// A token that a client sent; `None` if it does not have the form of one, 64 lower-case hexadecimal
    /// digits. Whether it is valid, only its hash tells.
    pub fn parse(text: &str) -> Option<SecretToken> {
        let fits = text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        fits.then(|| SecretToken(text.to_owned()))
    }

    /// The SHA-256 of the token's text, which is all that is stored of it. Stored sessions and links are
    /// found by it, so it never changes.
    pub fn hashed(&self) -> SecretHash {
        SecretHash(Sha256::digest(self.0.as_bytes()).into())
    }

    /// The secret itself, for the cookie or the link of the person it is meant for; never for a log or a
    /// record.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}
