//! Passwords that attackers try first: well-known ones, and those that follow a simple pattern.

use std::collections::BTreeSet;
use std::sync::OnceLock;

/// Passwords that many people have chosen; the head of the file gives their source and licence.
const LIST: &str = include_str!("common-passwords.txt");
/// A repeated pattern of at most this many characters is no stronger than the pattern.
const MAX_PATTERN: usize = 4;

#[derive(Default)]
struct CommonPasswords {
    whole: BTreeSet<&'static str>,
    /// Words to which people add digits and symbols.
    roots: BTreeSet<&'static str>,
}

/// The lists of the file, parsed once per process.
fn common_passwords() -> &'static CommonPasswords {
    static KNOWN: OnceLock<CommonPasswords> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let mut known = CommonPasswords::default();
        let mut roots = false;
        for line in LIST.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match line {
                "[whole]" => roots = false,
                "[roots]" => roots = true,
                word if roots => drop(known.roots.insert(word)),
                word => drop(known.whole.insert(word)),
            }
        }
        known
    })
}

/// Whether a password is one that attackers try first: on the list, a simple pattern, or a listed word with
/// digits and symbols around it. Such a password is refused at sign-up and when it is changed.
pub(super) fn is_common(password: &str) -> bool {
    let folded = password.trim().to_lowercase();
    let known = common_passwords();
    if known.whole.contains(folded.as_str()) || is_pattern(&folded) {
        return true;
    }
    // Digits and symbols around a word, and digits in place of its letters, are what everybody tries.
    let bare =
        |text: &str| known.roots.contains(text.trim_matches(|letter: char| !letter.is_ascii_alphabetic()));
    bare(&folded) || bare(&undo_leet(folded.trim_end_matches(|letter: char| !letter.is_ascii_alphabetic())))
}

/// Replaces digits and symbols with the letters that people write them for (`p4$$` as `pass`), to look the word
/// up.
fn undo_leet(text: &str) -> String {
    text.chars()
        .map(|sign| match sign {
            '0' => 'o',
            '1' | '!' => 'i',
            '3' => 'e',
            '4' | '@' => 'a',
            '5' | '$' => 's',
            '7' => 't',
            other => other,
        })
        .collect()
}

/// Whether a password is a few characters repeated, or a run in which each follows its neighbour, as in
/// `abcdef` and `7890123`.
fn is_pattern(password: &str) -> bool {
    let letters: Vec<char> = password.chars().collect();
    let repeats = |unit: usize| letters.iter().skip(unit).zip(&letters).all(|(one, other)| one == other);
    let step = |(one, other): (&char, &char)| i64::from(u32::from(*other)) - i64::from(u32::from(*one));
    let mut steps = letters.iter().zip(letters.iter().skip(1)).map(step);
    let first = steps.next().unwrap_or_default();
    // A run of digits continues after nine with zero, as on a keyboard.
    let digits = |run: &str| run.repeat(password.len() / run.len() + 2).contains(password);
    (1..=MAX_PATTERN).any(repeats)
        || (first.abs() <= 1 && steps.all(|step| step == first))
        || digits("1234567890")
        || digits("0987654321")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_many_people_choose_is_common() {
        for password in [
            "1234567890",
            "qwertyuiop",
            "PASSWORD123",
            "1q2w3e4r5t",
            "Password2026!",
            "letmein!!!",
            "P@ssw0rd99",
            "***dragon***",
            "aaaaaaaaaa",
            "abcabcabcabc",
            "abcdefghijk",
            "9876543210",
            "0987654321",
        ] {
            assert!(is_common(password), "{password}");
        }
    }

    #[test]
    fn what_somebody_thought_of_is_not() {
        for password in [
            "correct horse battery",
            "a password that is long enough",
            "seven green lamps",
            "kq7-Twv2-hHs9",
            "Zwölf Boxkämpfer",
        ] {
            assert!(!is_common(password), "{password}");
        }
    }

    #[test]
    fn the_list_is_whole() {
        let known = common_passwords();
        assert_eq!((known.whole.len(), known.roots.len()), (1090, 2500));
        assert!(known.whole.iter().all(|word| word.len() >= 10), "shorter ones are refused anyway");
        assert!(LIST.contains("Permission is hereby granted"), "its licence stands at its head");
    }
}
