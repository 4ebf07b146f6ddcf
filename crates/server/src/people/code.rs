//! One-time codes from a shared secret (RFC 6238: HMAC-SHA-1, 30 seconds, six digits, as every authenticator
//! has them), recovery codes, and the QR code by which an authenticator takes in a secret.

use std::fmt::Write;

use qrcodegen::{QrCode, QrCodeEcc};
use room::people::SecretHash;
use seating::Person;
use sha2::{Digest, Sha256};
use totp_rs::{Builder, Secret, Totp};

use crate::fault::Fault;
use crate::secret::random;

/// The length of a shared secret in bytes: what RFC 4226 recommends for HMAC-SHA-1.
pub const SECRET_BYTES: usize = 20;
/// How many recovery codes are made at a time.
pub const RECOVERY_CODES: usize = 10;
/// The random bytes of a recovery code: 16 letters and digits.
const RECOVERY_BYTES: usize = 10;
/// The digits of a code.
const DIGITS: usize = 6;

/// The generator of codes for a shared secret, with the parameters that every authenticator assumes: SHA-1,
/// six digits, 30 seconds. Enrolled secrets depend on them.
fn totp(secret: &[u8]) -> Result<Totp, Fault> {
    let built = Builder::new().with_secret(secret.to_vec()).build();
    built.map_err(Fault::UnusableFactor)
}

/// The time step (30 seconds each, from 1970) that a code belongs to: the current one, the one before, or the
/// one after, for clocks that are slightly off; `None` if the code is of none of them. Spaces do not count.
/// That a step is used only once is for the caller.
///
/// # Errors
/// When the secret is not valid.
pub fn matching_time_step(secret: &[u8], code: &str, wall_ms: u64) -> Result<Option<u64>, Fault> {
    let digits: String = code.chars().filter(|letter| !letter.is_whitespace()).collect();
    if digits.len() != DIGITS || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Ok(None);
    }
    Ok(totp(secret)?.check(&digits, wall_ms / 1000))
}

/// Bytes in Base32 (RFC 4648) without padding: a shared secret as people type it into an authenticator, and
/// the letters of recovery codes.
pub fn to_base32(secret: &[u8]) -> String {
    Secret::from(secret.to_vec()).to_base32()
}

/// The link with which an authenticator takes in a secret (the key URI format), with the parameters by which
/// [`matching_time_step`] reads its codes. It holds the secret: shown once, never logged.
pub fn otpauth_url(secret: &[u8], room: &str, login: &str) -> String {
    let (room, login, secret) = (percent_encode(room), percent_encode(login), to_base32(secret));
    format!("otpauth://totp/{room}:{login}?secret={secret}&issuer={room}&algorithm=SHA1&digits=6&period=30")
}

/// Percent-encodes a text for a part of a link: all but the unreserved characters of RFC 3986.
fn percent_encode(text: &str) -> String {
    let mut link = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            link.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(link, "%{byte:02X}");
        }
    }
    link
}

/// A link as the rows of a QR code, from the top and without the quiet zone: `1` is a dark module. The page
/// draws it.
///
/// # Errors
/// When the link is longer than any QR code holds.
pub fn qr_rows(link: &str) -> Result<Vec<String>, Fault> {
    let code = QrCode::encode_text(link, QrCodeEcc::Medium).map_err(Fault::QrCode)?;
    let row = |y| (0..code.size()).map(|x| if code.get_module(x, y) { '1' } else { '0' }).collect();
    Ok((0..code.size()).map(row).collect())
}

/// New recovery codes as they are shown once, with the hash that is stored of each: [`RECOVERY_CODES`] of them,
/// in groups of four characters. The hash is of the person and the characters without hyphens, as typed codes
/// are compared.
///
/// # Errors
/// When the operating system gives no random bytes.
pub fn recovery_codes(person: Person) -> Result<Vec<(String, SecretHash)>, Fault> {
    let code = |_| {
        let letters = to_base32(&random::<RECOVERY_BYTES>()?);
        let groups: Vec<&str> =
            letters.as_bytes().chunks(4).filter_map(|group| str::from_utf8(group).ok()).collect();
        Ok((groups.join("-"), recovery_hash(person, &letters)))
    };
    (0..RECOVERY_CODES).map(code).collect()
}

/// The hash that is stored of a recovery code, however it is typed: case and separators do not count. Stored
/// codes are found by it, so it never changes; 80 random bits cannot be found by trying, so one SHA-256 is
/// enough.
pub fn recovery_hash(person: Person, code: &str) -> SecretHash {
    let letters: String =
        code.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_uppercase()).collect();
    let mut hash = Sha256::new();
    hash.update(b"cardroom recovery code 1");
    hash.update(person.0.to_be_bytes());
    hash.update(letters.as_bytes());
    SecretHash(hash.finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shared secret and the times of RFC 6238, appendix B; the last six of its eight digits are the code
    /// used here.
    #[test]
    fn codes_are_those_of_rfc_6238() {
        let secret = b"12345678901234567890";
        for (seconds, code) in [
            (59, "94287082"),
            (1_111_111_109, "07081804"),
            (1_111_111_111, "14050471"),
            (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"),
            (20_000_000_000, "65353130"),
        ] {
            let (six, step) = (&code[2..], seconds / 30);
            assert_eq!(
                matching_time_step(secret, six, seconds * 1000).expect("a secret"),
                Some(step),
                "at {seconds}"
            );
            let spaced = format!("{} {}", &six[..3], &six[3..]);
            assert_eq!(matching_time_step(secret, &spaced, seconds * 1000).expect("a secret"), Some(step));
            // Half a minute too early or too late is accepted, a full minute is not.
            let at = |steps: u64| matching_time_step(secret, six, steps * 30_000).expect("a secret");
            assert_eq!((at(step + 1), at(step - 1)), (Some(step), Some(step)));
            assert_eq!(at(step + 2), None);
            assert!(step < 2 || at(step - 2).is_none());
            for wrong in ["", "12345", "1234567", "12a456", "１２３４５６"] {
                assert_eq!(
                    matching_time_step(secret, wrong, seconds * 1000).expect("a secret"),
                    None,
                    "{wrong}"
                );
            }
        }
    }

    /// The letters are those of RFC 4648, section 10, as the key URIs of authenticators have them: without
    /// padding.
    #[test]
    fn a_link_says_room_name_and_secret() {
        assert_eq!(to_base32(b"foobar"), "MZXW6YTBOI");
        assert_eq!(
            otpauth_url(b"foobar", "Rosa's room: 1", "ruth"),
            "otpauth://totp/Rosa%27s%20room%3A%201:ruth?secret=MZXW6YTBOI&issuer=Rosa%27s%20room%3A%201\
             &algorithm=SHA1&digits=6&period=30"
        );
    }

    /// Every code has a finder pattern in three corners (ISO/IEC 18004, 6.3.3).
    #[test]
    fn a_square_has_the_three_corners_of_a_qr_code() {
        let rows = qr_rows("otpauth://totp/Cardroom:ruth?secret=MZXW6YTBOI").expect("it fits");
        let size = rows.len();
        assert!(rows.iter().all(|row| row.len() == size) && size >= 21 && (size - 17).is_multiple_of(4));
        let finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"];
        for (at, part) in finder.iter().enumerate() {
            assert_eq!(&rows[at][..7], *part);
            assert_eq!(&rows[at][size - 7..], *part);
            assert_eq!(&rows[size - 7 + at][..7], *part);
        }
        assert!(qr_rows(&"x".repeat(4000)).is_err());
    }

    #[test]
    fn recovery_codes_differ_and_are_known_however_they_are_typed() {
        let codes = recovery_codes(Person(3)).expect("random bytes");
        let hashes: std::collections::BTreeSet<SecretHash> = codes.iter().map(|(_, hash)| *hash).collect();
        assert_eq!((codes.len(), hashes.len()), (RECOVERY_CODES, RECOVERY_CODES));
        for (code, hash) in codes {
            assert_eq!(code.len(), 19, "{code}");
            assert_eq!(recovery_hash(Person(3), &code.to_lowercase().replace('-', " ")), hash);
            assert_ne!(recovery_hash(Person(4), &code), hash, "another person's is another");
        }
    }
}
