//! Names to sign in with, names that others see, and passwords: what they may be made of.

use std::fmt;

use table::reason::ReasonValues;

use super::common_passwords::is_common;
use crate::lobby::machine_names;
use crate::text::skeleton;

/// The longest password in bytes: more is work for nothing.
pub const MAX_PASSWORD_BYTES: usize = 256;
/// The shortest password in characters.
const MIN_PASSWORD_CHARS: usize = 10;
/// How long a name to sign in with is.
const LOGIN_LENGTH: std::ops::RangeInclusive<usize> = 3..=24;
/// How long a name that others see is.
const NAME_LENGTH: std::ops::RangeInclusive<usize> = 2..=24;
/// Names to sign in with that nobody has: they are the house's.
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
/// Words by which a name that others see passes for the house or an official of it.
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
/// Words that make no other name of one of those, before it or behind it.
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

/// What is wrong with a name or a password, and what would do.
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
    /// The reason in one word.
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
    /// The name of the reason: finer than the code, one for each sentence.
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

    /// The values that help, by their names.
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CredentialProblem::LoginLength => {
                write!(f, "a name to sign in with has {} to {} characters", LOGIN_LENGTH.start(), LOGIN_LENGTH.end())
            }
            CredentialProblem::LoginLetters => f.write_str(
                "a name to sign in with is made of the letters a to z, digits, dot, hyphen and underscore, and \
                 begins with a letter",
            ),
            CredentialProblem::NameLength => {
                write!(f, "a name that others see has {} to {} characters", NAME_LENGTH.start(), NAME_LENGTH.end())
            }
            CredentialProblem::NameLetters => f.write_str(
                "a name that others see is made of letters of the Latin alphabet, digits, single spaces, dot, \
                 hyphen, apostrophe and underscore, and begins with a letter",
            ),
            CredentialProblem::Reserved => f.write_str("this name would pass for the house: another would do"),
            CredentialProblem::PasswordShort => write!(f, "a password has at least {MIN_PASSWORD_CHARS} characters"),
            CredentialProblem::PasswordLong => write!(f, "a password has at most {MAX_PASSWORD_BYTES} bytes"),
            CredentialProblem::PasswordIsName => f.write_str("a password is more than the own name with a few signs: choose another"),
            CredentialProblem::PasswordCommon => {
                f.write_str("many people have this password, and it is tried first: choose another, such as four words")
            }
        }
    }
}

impl std::error::Error for CredentialProblem {}

/// The name to sign in with in the one form in which it is kept: lower case.
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

/// The name that others see, without space around it.
///
/// Letters are of the Latin alphabet only (to U+024F), so that no letter of another passes for one of them.
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

/// A name as it is, without what stands behind its last letters one after the other, and without any digit. Staff are told
/// apart by a number, and a digit may stand for a letter: `Fl00r 2` is `Fl00r`, and `Alb4.2` is `Alb4`.
fn without_numbers(name: &str) -> Vec<String> {
    let mut names = vec![name.chars().filter(|letter| !letter.is_ascii_digit()).collect(), name.to_owned()];
    let mut rest = name;
    while let Some(shorter) = rest.strip_suffix(|letter: char| !letter.is_alphabetic()) {
        names.push(shorter.to_owned());
        rest = shorter;
    }
    names
}

/// Whether a name looks like that of a program of the house, with a number beside it or without.
fn looks_like_bot(name: &str) -> bool {
    let bots: Vec<String> = machine_names().map(skeleton).collect();
    without_numbers(name).iter().any(|name| bots.contains(&skeleton(&digits_as_letters(name))))
}

/// Whether a name looks like one of the house or of an official, with a number beside it or without.
fn looks_like_house(name: &str) -> bool {
    without_numbers(name).iter().any(|name| is_house_name(name))
}

/// Digits as the letters that they are to whoever wants to be taken for another; in other names they are digits.
fn digits_as_letters(name: &str) -> String {
    let meant = |letter| match letter {
        '4' => 'a',
        '7' => 't',
        '8' => 'b',
        other => other,
    };
    name.chars().map(meant).collect()
}

/// Whether a name is made of words of the house and of those beside them alone. A name that only contains one is another.
fn is_house_name(name: &str) -> bool {
    let official = OFFICIAL_WORDS.iter().map(|word| (skeleton(word), true));
    let words: Vec<(String, bool)> =
        official.chain(FILLER_WORDS.iter().map(|word| (skeleton(word), false))).collect();
    let whole = skeleton(&digits_as_letters(name));
    // Where a word may begin, from the front: with none of an official before it, and with one.
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

/// A name in lower case, without what stands between letters.
fn fold_name(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// So few letters and digits beside the own name are soon tried.
const MAX_EXTRA_CHARS: usize = 6;

/// Whether a password is a name, forwards or backwards, with no more than a few signs or a date beside it.
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

/// Whether a password will do for somebody with these names.
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
