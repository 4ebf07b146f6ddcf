//! Names to sign in with, names that others see, and passwords: what they may be made of.

use std::fmt;

use table::reason::Figures;

use super::common::is_common;
use crate::lobby::machine_names;
use crate::text::look;

/// The longest password in bytes: more is work for nothing.
pub const LONGEST_PASSWORD: usize = 256;
/// The shortest password in characters.
const SHORTEST_PASSWORD: usize = 10;
/// How long a name to sign in with is.
const LOGIN: std::ops::RangeInclusive<usize> = 3..=24;
/// How long a name that others see is.
const NAME: std::ops::RangeInclusive<usize> = 2..=24;
/// Names to sign in with that nobody has: they are the house's.
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
/// Words by which a name that others see passes for the house or an official of it.
const OFFICIAL: [&str; 26] = [
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
const BESIDE: [&str; 17] = [
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

impl Unfit {
    /// The name of the reason: finer than the code, one for each sentence.
    pub const fn reason(self) -> &'static str {
        match self {
            Unfit::LoginLength => "login_length",
            Unfit::LoginLetters => "login_letters",
            Unfit::NameLength => "seen_name_length",
            Unfit::NameLetters => "seen_name_letters",
            Unfit::Reserved => "name_reserved",
            Unfit::PasswordShort => "password_short",
            Unfit::PasswordLong => "password_long",
            Unfit::PasswordIsName => "password_is_name",
            Unfit::PasswordCommon => "password_common",
        }
    }

    /// The values that help, by their names.
    pub fn figures(self) -> Figures {
        let range = |range: std::ops::RangeInclusive<usize>| {
            vec![("at_least", (*range.start()).into()), ("at_most", (*range.end()).into())]
        };
        match self {
            Unfit::LoginLength => range(LOGIN),
            Unfit::NameLength => range(NAME),
            Unfit::PasswordShort => vec![("at_least", SHORTEST_PASSWORD.into())],
            Unfit::PasswordLong => vec![("at_most", LONGEST_PASSWORD.into())],
            Unfit::LoginLetters
            | Unfit::NameLetters
            | Unfit::Reserved
            | Unfit::PasswordIsName
            | Unfit::PasswordCommon => Vec::new(),
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
    if passes_for_the_house(name) || passes_for_a_bot(name) {
        return Err(Unfit::Reserved);
    }
    Ok(name.to_owned())
}

/// A name as it is, without what stands behind its last letters one after the other, and without any digit. Staff are told
/// apart by a number, and a digit may stand for a letter: `Fl00r 2` is `Fl00r`, and `Alb4.2` is `Alb4`.
fn numbered(name: &str) -> Vec<String> {
    let mut names = vec![name.chars().filter(|letter| !letter.is_ascii_digit()).collect(), name.to_owned()];
    let mut rest = name;
    while let Some(shorter) = rest.strip_suffix(|letter: char| !letter.is_alphabetic()) {
        names.push(shorter.to_owned());
        rest = shorter;
    }
    names
}

/// Whether a name looks like that of a program of the house, with a number beside it or without.
fn passes_for_a_bot(name: &str) -> bool {
    let bots: Vec<String> = machine_names().map(look).collect();
    numbered(name).iter().any(|name| bots.contains(&look(&digits_as_letters(name))))
}

/// Whether a name looks like one of the house or of an official, with a number beside it or without.
fn passes_for_the_house(name: &str) -> bool {
    numbered(name).iter().any(|name| is_of_the_house(name))
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
fn is_of_the_house(name: &str) -> bool {
    let official = OFFICIAL.iter().map(|word| (look(word), true));
    let words: Vec<(String, bool)> = official.chain(BESIDE.iter().map(|word| (look(word), false))).collect();
    let whole = look(&digits_as_letters(name));
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
