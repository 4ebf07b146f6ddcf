//! What sign-in names, display names and passwords may consist of.

use std::fmt;

use table::reason::ReasonValues;

use super::common_passwords::is_common;
use crate::lobby::machine_names;
use crate::text::skeleton;

/// The longest password in bytes; longer ones would only cost work.
pub const MAX_PASSWORD_BYTES: usize = 256;
/// The shortest password in characters.
const MIN_PASSWORD_CHARS: usize = 10;
/// The length of a sign-in name.
const LOGIN_LENGTH: std::ops::RangeInclusive<usize> = 3..=24;
/// The length of a display name.
const NAME_LENGTH: std::ops::RangeInclusive<usize> = 2..=24;
/// Sign-in names that are reserved for the house.
const RESERVED_LOGINS: [&str; 14] = [
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
/// Words that make a display name pass for the house or one of its officials.
const OFFICIAL_WORDS: [&str; 26] = [
    "admin",
    "administration",
    "administrator",
    "auditor",
    "cardroom",
    "cashier",
    "croupier",
    "dealer",
    "director",
    "floor",
    "floorman",
    "floorperson",
    "house",
    "management",
    "manager",
    "moderator",
    "official",
    "operator",
    "pitboss",
    "root",
    "security",
    "staff",
    "supervisor",
    "support",
    "sysadmin",
    "system",
];
/// Words that, before or after one of those, do not make it a different name.
const FILLER_WORDS: [&str; 17] = [
    "assistant",
    "casino",
    "chief",
    "deputy",
    "duty",
    "game",
    "gaming",
    "head",
    "member",
    "of",
    "room",
    "senior",
    "shift",
    "table",
    "team",
    "the",
    "your",
];

/// What is wrong with a name or a password, and what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum CredentialProblem {
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

impl CredentialProblem {
    /// The stable word by which a client tells reasons apart; several problems share one.
    pub const fn code(self) -> &'static str {
        match self {
            CredentialProblem::LoginLength | CredentialProblem::LoginLetters => "login_unfit",
            CredentialProblem::NameLength | CredentialProblem::NameLetters => "name_unfit",
            CredentialProblem::Reserved => "name_reserved",
            CredentialProblem::PasswordShort
            | CredentialProblem::PasswordLong
            | CredentialProblem::PasswordIsName
            | CredentialProblem::PasswordCommon => "password_unfit",
        }
    }
}

impl CredentialProblem {
    /// The name of the reason: finer than the code, one for each sentence on the page.
    pub const fn reason(self) -> &'static str {
        match self {
            CredentialProblem::LoginLength => "login_length",
            CredentialProblem::LoginLetters => "login_letters",
            CredentialProblem::NameLength => "seen_name_length",
            CredentialProblem::NameLetters => "seen_name_letters",
            CredentialProblem::Reserved => "name_reserved",
            CredentialProblem::PasswordShort => "password_short",
            CredentialProblem::PasswordLong => "password_long",
            CredentialProblem::PasswordIsName => "password_is_name",
            CredentialProblem::PasswordCommon => "password_common",
        }
    }

    /// The values that the page puts into its sentence, by name: lengths in characters, the longest password in
    /// bytes.
    pub fn figures(self) -> ReasonValues {
        let range = |range: std::ops::RangeInclusive<usize>| {
            vec![("at_least", (*range.start()).into()), ("at_most", (*range.end()).into())]
        };
        match self {
            CredentialProblem::LoginLength => range(LOGIN_LENGTH),
            CredentialProblem::NameLength => range(NAME_LENGTH),
            CredentialProblem::PasswordShort => vec![("at_least", MIN_PASSWORD_CHARS.into())],
            CredentialProblem::PasswordLong => vec![("at_most", MAX_PASSWORD_BYTES.into())],
            CredentialProblem::LoginLetters
            | CredentialProblem::NameLetters
            | CredentialProblem::Reserved
            | CredentialProblem::PasswordIsName
            | CredentialProblem::PasswordCommon => Vec::new(),
        }
    }
}

impl fmt::Display for CredentialProblem {
    /// Says in English what is expected; clients that know the reason show their own sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CredentialProblem::LoginLength => {
                write!(f, "a sign-in name must have {} to {} characters", LOGIN_LENGTH.start(), LOGIN_LENGTH.end())
            }
            CredentialProblem::LoginLetters => f.write_str(
                "a sign-in name must begin with a letter and contain only the letters a to z, digits, dots, hyphens \
                 and underscores",
            ),
            CredentialProblem::NameLength => {
                write!(f, "a display name must have {} to {} characters", NAME_LENGTH.start(), NAME_LENGTH.end())
            }
            CredentialProblem::NameLetters => f.write_str(
                "a display name must begin with a letter and contain only letters of the Latin alphabet, digits, \
                 single spaces, dots, hyphens, apostrophes and underscores",
            ),
            CredentialProblem::Reserved => f.write_str("this name could pass for the house: choose another"),
            CredentialProblem::PasswordShort => write!(f, "a password must have at least {MIN_PASSWORD_CHARS} characters"),
            CredentialProblem::PasswordLong => write!(f, "a password can have at most {MAX_PASSWORD_BYTES} bytes"),
            CredentialProblem::PasswordIsName => f.write_str("this password is little more than your own name: choose another"),
            CredentialProblem::PasswordCommon => {
                f.write_str("many people use this password, and attackers try it first: choose another, such as four words")
            }
        }
    }
}

impl std::error::Error for CredentialProblem {}

/// The sign-in name in the one form in which it is stored and looked up: trimmed, lower case, 3 to 24 of a few
/// ASCII characters, none reserved for the house.
///
/// # Errors
/// What is wrong with it.
pub fn fold_login(given: &str) -> Result<String, CredentialProblem> {
    let folded = given.trim().to_ascii_lowercase();
    if !LOGIN_LENGTH.contains(&folded.chars().count()) {
        return Err(CredentialProblem::LoginLength);
    }
    let fits = |letter: char| letter.is_ascii_alphanumeric() || ['.', '-', '_'].contains(&letter);
    if !folded.starts_with(|first: char| first.is_ascii_alphabetic()) || !folded.chars().all(fits) {
        return Err(CredentialProblem::LoginLetters);
    }
    if RESERVED_LOGINS.contains(&folded.as_str()) {
        return Err(CredentialProblem::Reserved);
    }
    Ok(folded)
}

/// The display name without surrounding space, 2 to 24 characters, that cannot pass for the house, an official
/// or a house bot. Whether it is taken is checked elsewhere.
///
/// Only letters of the Latin alphabet (up to U+024F) are allowed, so that no other letter can pass for one of
/// them.
///
/// # Errors
/// What is wrong with it.
pub fn tidy_name(given: &str) -> Result<String, CredentialProblem> {
    let name = given.trim();
    if !NAME_LENGTH.contains(&name.chars().count()) {
        return Err(CredentialProblem::NameLength);
    }
    let latin = |letter: char| letter.is_alphabetic() && letter <= '\u{24f}';
    let fits = |letter: char| {
        latin(letter) || letter.is_ascii_digit() || [' ', '.', '-', '\'', '_'].contains(&letter)
    };
    if !name.starts_with(latin) || !name.chars().all(fits) || name.contains("  ") {
        return Err(CredentialProblem::NameLetters);
    }
    if looks_like_house(name) || looks_like_bot(name) {
        return Err(CredentialProblem::Reserved);
    }
    Ok(name.to_owned())
}

/// A name itself, without any digits, and with its trailing non-letters removed one after another: all are
/// checked, because staff are told apart by a number, and a digit may stand for a letter. `Fl00r 2` gives
/// `Fl00r`, and `Alb4.2` gives `Alb4`.
fn without_numbers(name: &str) -> Vec<String> {
    let mut names = vec![name.chars().filter(|letter| !letter.is_ascii_digit()).collect(), name.to_owned()];
    let mut rest = name;
    while let Some(shorter) = rest.strip_suffix(|letter: char| !letter.is_alphabetic()) {
        names.push(shorter.to_owned());
        rest = shorter;
    }
    names
}

/// Whether a display name looks like a house bot's, with or without a number: bots must be recognisable by
/// theirs.
fn looks_like_bot(name: &str) -> bool {
    let bots: Vec<String> = machine_names().map(skeleton).collect();
    without_numbers(name).iter().any(|name| bots.contains(&skeleton(&digits_as_letters(name))))
}

/// Whether a display name looks like one of the house or of an official, with or without a number.
fn looks_like_house(name: &str) -> bool {
    without_numbers(name).iter().any(|name| is_house_name(name))
}

/// Reads the digits 4, 7 and 8 as the letters an impostor means by them, which [`skeleton`] leaves as digits.
fn digits_as_letters(name: &str) -> String {
    name.chars()
        .map(|letter| match letter {
            '4' => 'a',
            '7' => 't',
            '8' => 'b',
            other => other,
        })
        .collect()
}

/// Whether a name consists only of official words and filler words, run together or not, with at least one
/// official word. A name that merely contains one is fine.
fn is_house_name(name: &str) -> bool {
    let official = OFFICIAL_WORDS.iter().map(|word| (skeleton(word), true));
    let words: Vec<(String, bool)> =
        official.chain(FILLER_WORDS.iter().map(|word| (skeleton(word), false))).collect();
    let whole = skeleton(&digits_as_letters(name));
    // For each position, whether a word may begin there: with no official word before it, and with one.
    let mut begins = vec![[false; 2]; whole.len() + 1];
    begins[0][0] = true;
    for at in 0..whole.len() {
        for (word, official) in &words {
            let Some(rest) = whole.get(at..).and_then(|rest| rest.strip_prefix(word.as_str())) else {
                continue;
            };
            let behind = whole.len() - rest.len();
            let plural = behind + usize::from(rest.starts_with('s'));
            for behind in [behind, plural] {
                begins[behind][1] |= begins[at][1] || (begins[at][0] && *official);
                begins[behind][0] |= begins[at][0] && !*official;
            }
        }
    }
    begins[whole.len()][1]
}

/// A name or password in lower case, with only letters and digits, so that one is found inside the other
/// however it is written.
fn fold_name(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Fewer than this many letters and digits beside one's own name are quickly guessed.
const MAX_EXTRA_CHARS: usize = 6;

/// Whether a password is a name, forwards or backwards, plus only a few characters or a date: it would be
/// guessed at once.
fn resembles_name(password: &str, name: &str) -> bool {
    let (password, name) = (fold_name(password), fold_name(name));
    let backwards: String = name.chars().rev().collect();
    let names = [name, backwards];
    let names = names.iter().filter(|name| !name.is_empty());
    let rest = names.fold(password.clone(), |rest, name| rest.replace(name.as_str(), ""));
    let is_short =
        rest.chars().count() < MAX_EXTRA_CHARS || rest.chars().all(|letter| letter.is_ascii_digit());
    rest.len() < password.len() && is_short
}

/// Checks whether somebody with these names may have this password: its length, that it is not their name, and
/// that it is not common. The same check at sign-up, change and reset.
///
/// # Errors
/// What is wrong with it.
pub fn check_password(password: &str, login: &str, name: &str) -> Result<(), CredentialProblem> {
    if password.len() > MAX_PASSWORD_BYTES {
        return Err(CredentialProblem::PasswordLong);
    }
    if password.chars().count() < MIN_PASSWORD_CHARS {
        return Err(CredentialProblem::PasswordShort);
    }
    if resembles_name(password, login) || resembles_name(password, name) {
        return Err(CredentialProblem::PasswordIsName);
    }
    if is_common(password) {
        return Err(CredentialProblem::PasswordCommon);
    }
    Ok(())
}
