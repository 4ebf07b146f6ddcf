//! Names to sign in with, names that others see, and passwords: what they may be made of.

use std::fmt;

use super::common::is_common;

/// The longest password in bytes: more is work for nothing.
pub const LONGEST_PASSWORD: usize = 256;
/// The shortest password in characters.
const SHORTEST_PASSWORD: usize = 10;
/// How long a name to sign in with is.
const LOGIN: std::ops::RangeInclusive<usize> = 3..=24;
/// How long a name that others see is.
const NAME: std::ops::RangeInclusive<usize> = 2..=24;
/// Names that would pass for the house.
const RESERVED: [&str; 14] = [
    "admin",
    "administrator",
    "auditor",
    "cardroom",
    "cashier",
    "dealer",
    "director",
    "floor",
    "house",
    "operator",
    "root",
    "supervisor",
    "support",
    "system",
];

/// What is wrong with a name or a password, and what would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Unfit {
    LoginLength,
    LoginLetters,
    NameLength,
    NameLetters,
    Reserved,
    PasswordShort,
    PasswordLong,
    PasswordIsName,
    PasswordCommon,
}

impl Unfit {
    /// The reason in one word.
    pub const fn code(self) -> &'static str {
        match self {
            Unfit::LoginLength | Unfit::LoginLetters => "login_unfit",
            Unfit::NameLength | Unfit::NameLetters => "name_unfit",
            Unfit::Reserved => "name_reserved",
            Unfit::PasswordShort | Unfit::PasswordLong | Unfit::PasswordIsName | Unfit::PasswordCommon => {
                "password_unfit"
            }
        }
    }
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfit::LoginLength => {
                write!(f, "a name to sign in with has {} to {} characters", LOGIN.start(), LOGIN.end())
            }
            Unfit::LoginLetters => f.write_str(
                "a name to sign in with is made of the letters a to z, digits, dot, hyphen and underscore, and \
                 begins with a letter",
            ),
            Unfit::NameLength => {
                write!(f, "a name that others see has {} to {} characters", NAME.start(), NAME.end())
            }
            Unfit::NameLetters => f.write_str(
                "a name that others see is made of letters of the Latin alphabet, digits, single spaces, dot, \
                 hyphen, apostrophe and underscore, and begins with a letter",
            ),
            Unfit::Reserved => f.write_str("this name would pass for the house: another would do"),
            Unfit::PasswordShort => write!(f, "a password has at least {SHORTEST_PASSWORD} characters"),
            Unfit::PasswordLong => write!(f, "a password has at most {LONGEST_PASSWORD} bytes"),
            Unfit::PasswordIsName => f.write_str("a password is more than the own name with a few signs: choose another"),
            Unfit::PasswordCommon => {
                f.write_str("many people have this password, and it is tried first: choose another, such as four words")
            }
        }
    }
}

impl std::error::Error for Unfit {}

/// The name to sign in with in the one form in which it is kept: lower case.
///
/// # Errors
/// What is wrong with it.
pub fn fold_login(given: &str) -> Result<String, Unfit> {
    let folded = given.trim().to_ascii_lowercase();
    if !LOGIN.contains(&folded.chars().count()) {
        return Err(Unfit::LoginLength);
    }
    let fits = |letter: char| letter.is_ascii_alphanumeric() || ['.', '-', '_'].contains(&letter);
    if !folded.starts_with(|first: char| first.is_ascii_alphabetic()) || !folded.chars().all(fits) {
        return Err(Unfit::LoginLetters);
    }
    if RESERVED.contains(&folded.as_str()) {
        return Err(Unfit::Reserved);
    }
    Ok(folded)
}

/// The name that others see, without space around it.
///
/// Letters are of the Latin alphabet only (to U+024F), so that no letter of another passes for one of them.
///
/// # Errors
/// What is wrong with it.
pub fn tidy_name(given: &str) -> Result<String, Unfit> {
    let name = given.trim();
    if !NAME.contains(&name.chars().count()) {
        return Err(Unfit::NameLength);
    }
    let latin = |letter: char| letter.is_alphabetic() && letter <= '\u{24f}';
    let fits = |letter: char| {
        latin(letter) || letter.is_ascii_digit() || [' ', '.', '-', '\'', '_'].contains(&letter)
    };
    if !name.starts_with(latin) || !name.chars().all(fits) || name.contains("  ") {
        return Err(Unfit::NameLetters);
    }
    if RESERVED.contains(&fold_name(name).as_str()) {
        return Err(Unfit::Reserved);
    }
    Ok(name.to_owned())
}

/// What two names that look alike have in common: lower case, without what stands between letters.
pub fn fold_name(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// So few letters and digits beside the own name are soon tried.
const FEW: usize = 6;

/// Whether a password is a name, forwards or backwards, with no more than a few signs or a date beside it.
fn is_name(password: &str, name: &str) -> bool {
    let (password, name) = (fold_name(password), fold_name(name));
    let backwards: String = name.chars().rev().collect();
    let names = [name, backwards];
    let names = names.iter().filter(|name| !name.is_empty());
    let rest = names.fold(password.clone(), |rest, name| rest.replace(name.as_str(), ""));
    let is_short = rest.chars().count() < FEW || rest.chars().all(|letter| letter.is_ascii_digit());
    rest.len() < password.len() && is_short
}

/// Whether a password will do for somebody with these names.
///
/// # Errors
/// What is wrong with it.
pub fn password_fits(password: &str, login: &str, name: &str) -> Result<(), Unfit> {
    if password.len() > LONGEST_PASSWORD {
        return Err(Unfit::PasswordLong);
    }
    if password.chars().count() < SHORTEST_PASSWORD {
        return Err(Unfit::PasswordShort);
    }
    if is_name(password, login) || is_name(password, name) {
        return Err(Unfit::PasswordIsName);
    }
    if is_common(password) {
        return Err(Unfit::PasswordCommon);
    }
    Ok(())
}
