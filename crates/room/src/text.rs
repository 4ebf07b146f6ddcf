//! What people may write where others read it: table names, reasons, and chat.
//!
//! An invisible character, or one that changes the direction of writing, can make a text pass for another.

use crate::refusal::RoomRefusal;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_security::confusable_detection;

/// How many marks above and below one letter are allowed: no script needs more, and a pile of them covers
/// other lines.
pub const MAX_MARKS: usize = 4;

/// White space of any kind, and letters that look like it. Chat turns a run of them into one space.
pub fn is_space(letter: char) -> bool {
    letter.is_whitespace() || is_blank(letter)
}

/// Letters and symbols without ink that Unicode does not count as white space; a name made of them would look
/// empty.
const fn is_blank(letter: char) -> bool {
    matches!(
        letter,
        '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}' | '\u{1d159}'
    )
}

/// Characters that only join or shape others, such as in Persian words and family emoji: some texts need them,
/// but alone they are nothing.
pub const fn is_joiner(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

/// Marks above, below or around the letter before them, which are counted against [`MAX_MARKS`].
pub fn is_mark(letter: char) -> bool {
    matches!(letter.general_category(), GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark)
}

/// Whether a character has no place in a text that others read: controls, characters that change the direction
/// of writing or have no shape, and those that no version of Unicode defines. Joiners count as invisible; the
/// caller decides on them.
pub fn is_invisible(letter: char) -> bool {
    let ignorable = matches!(
        letter,
        '\u{34f}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e0fff}'
    );
    ignorable
        || is_blank(letter)
        || matches!(
            letter.general_category(),
            GeneralCategory::Control
                | GeneralCategory::Format
                | GeneralCategory::Surrogate
                | GeneralCategory::PrivateUse
                | GeneralCategory::Unassigned
                | GeneralCategory::LineSeparator
                | GeneralCategory::ParagraphSeparator
        )
}

/// What is wrong with the characters of a line that somebody wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextProblem {
    /// An invisible character, or a space other than the usual one.
    Invisible(char),
    /// More marks than a letter has in any script.
    TooManyMarks,
}

impl std::fmt::Display for TextProblem {
    /// Names the character and says what to do about it; people read this as the refusal.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TextProblem::Invisible(letter) => {
                write!(f, "the character U+{:04X} is invisible to readers: leave it out", u32::from(*letter))
            }
            TextProblem::TooManyMarks => {
                write!(f, "a letter can have at most {MAX_MARKS} marks above and below it")
            }
        }
    }
}

impl TextProblem {
    /// The refusal for this problem, under the caller's code, with the character as `U+` and hexadecimal
    /// digits.
    pub fn to_refusal(self, code: &'static str) -> RoomRefusal {
        let refused = RoomRefusal::plain(code, self.to_string());
        match self {
            TextProblem::Invisible(letter) => {
                refused.because("unseen_character").with("character", format!("U+{:04X}", u32::from(letter)))
            }
            TextProblem::TooManyMarks => refused.because("piled_marks").with("at_most", MAX_MARKS),
        }
    }
}

/// Checks that one line reads as it was written: only usual spaces, nothing invisible, no piled marks. `joined`
/// allows characters that only join others, as sentences need and names do not.
///
/// # Errors
/// The first character that does not.
pub fn check_readable(line: &str, joined: bool) -> Result<(), TextProblem> {
    let mut marks = 0;
    for letter in line.chars() {
        let stands = joined && is_joiner(letter);
        if (is_invisible(letter) || is_space(letter)) && letter != ' ' && !stands {
            return Err(TextProblem::Invisible(letter));
        }
        marks = if is_mark(letter) { marks + 1 } else { 0 };
        if marks > MAX_MARKS {
            return Err(TextProblem::TooManyMarks);
        }
    }
    Ok(())
}

/// What people read a letter as, where the tables of Unicode do not say so; empty for every other letter.
fn lookalike(letter: char) -> &'static str {
    match letter {
        '\u{1a8}' => "s",
        '\u{df}' => "ss",
        '\u{1dd}' | '\u{259}' | '\u{25b}' => "e",
        _ => "",
    }
}

/// Whether people overlook a character when they read a name: spaces, punctuation, accents. Marks that are
/// letters of their script are not overlooked.
fn is_ignored(letter: char) -> bool {
    let accent = matches!(
        letter,
        '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}'
    );
    accent
        || is_space(letter)
        || is_invisible(letter)
        || matches!(
            letter.general_category(),
            GeneralCategory::ConnectorPunctuation
                | GeneralCategory::DashPunctuation
                | GeneralCategory::OpenPunctuation
                | GeneralCategory::ClosePunctuation
                | GeneralCategory::InitialPunctuation
                | GeneralCategory::FinalPunctuation
                | GeneralCategory::OtherPunctuation
                | GeneralCategory::ModifierSymbol
        )
}

/// What two lines that look alike have in common; compared and never shown or stored. Ignores case, letter
/// forms, accents, punctuation and spaces, and unifies letters of other scripts that are drawn the same
/// (Unicode Technical Standard 39), digits that stand for letters, and pairs of letters that run together.
pub fn skeleton(line: &str) -> String {
    let folded = line.nfkc().collect::<String>().to_lowercase();
    let mut read = String::with_capacity(folded.len());
    for letter in folded.chars() {
        match lookalike(letter) {
            "" => read.push(letter),
            other => read.push_str(other),
        }
    }
    let drawn = confusable_detection::skeleton(&read).collect::<String>().to_lowercase();
    let letters: String = drawn
        .chars()
        .filter(|letter| !is_ignored(*letter))
        .map(|letter| match letter {
            '0' => 'o',
            '1' | 'i' | '|' => 'l',
            '3' => 'e',
            '5' => 's',
            other => other,
        })
        .collect();
    // A line consisting only of symbols is distinguished by them.
    let letters = if letters.is_empty() {
        drawn.chars().filter(|letter| !is_space(*letter) && !is_invisible(*letter)).collect()
    } else {
        letters
    };
    letters.replace("rn", "m").replace("vv", "w")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One of each kind: controls, bidirectional controls, zero width, unassigned, private use, tags, blank
    /// letters, and unusual spaces and line ends.
    #[test]
    fn a_character_that_is_not_seen_is_named() {
        let unseen = "\u{0}\u{9}\u{a}\u{85}\u{a0}\u{ad}\u{34f}\u{378}\u{61c}\u{115f}\u{1160}\u{1680}\u{17b4}\u{180e}\u{2000}\u{2003}\
                      \u{200b}\u{200c}\u{200d}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{202f}\u{205f}\
                      \u{2060}\u{2061}\u{2065}\u{2066}\u{2067}\u{2068}\u{2069}\u{206f}\u{2800}\u{3000}\u{3164}\u{e000}\u{fe0f}\u{feff}\
                      \u{ffa0}\u{fff9}\u{1d173}\u{1d159}\u{e0001}\u{e0041}\u{e0100}\u{f0000}\u{10fffd}";
        for letter in unseen.chars() {
            let line = format!("El{letter}m");
            assert_eq!(
                check_readable(&line, false),
                Err(TextProblem::Invisible(letter)),
                "U+{:04X}",
                u32::from(letter)
            );
        }
        assert_eq!(
            TextProblem::Invisible('\u{202e}').to_string(),
            "the character U+202E is invisible to readers: leave it out"
        );
    }

    #[test]
    fn what_people_write_in_any_script_is_readable() {
        for line in ["Elm", "Zoë's table - 1/2", "Стол 5", "好牌", "طاولة", "♠♥♦♣", "עץ", "ตาราง", "हिन्दी"]
        {
            assert_eq!(check_readable(line, false), Ok(()), "{line}");
        }
        let joined = "می\u{200c}خواهم";
        assert_eq!(check_readable(joined, true), Ok(()));
        assert_eq!(check_readable(joined, false), Err(TextProblem::Invisible('\u{200c}')));
        assert_eq!(
            check_readable(&format!("a{}", "\u{301}".repeat(5)), true),
            Err(TextProblem::TooManyMarks)
        );
    }

    #[test]
    fn lines_that_look_alike_have_one_look() {
        // Latin and Cyrillic capitals, composed and decomposed marks, full width, case and spaces.
        for (one, other) in [
            ("Elm", "\u{415}lm"),
            ("Elm", "ELM"),
            ("Caf\u{e9}", "Cafe\u{301}"),
            ("Elm 2", "El m2"),
            ("paypal", "p\u{430}yp\u{430}l"),
            // Accents and punctuation.
            ("Oak", "Oak."),
            ("Oak", "Oak\u{301}"),
            ("Oak", "Oak\u{b4}"),
            ("Oak", "(O-a_k)!"),
            ("Zo\u{eb}", "Zoe"),
            ("\u{d8}re", "Ore"),
            // Digits for letters, and letters for each other.
            ("Boss", "B0ss"),
            ("Boss", "Bo5s"),
            ("Boss", "Bos\u{17f}"),
            ("Boss", "Bos\u{1a8}"),
            ("Boss", "Bo\u{df}"),
            ("Elm", "3lm"),
            ("Ill", "lll"),
            ("Ill", "I11"),
            ("Ill", "|il"),
            ("Dealer", "DeaIer"),
            ("Dealer", "Dea\u{131}er"),
            ("Modern", "Modem"),
            ("Vviilow", "Willow"),
            // Full width, and mathematical letters.
            ("Boss", "\u{ff22}\u{ff4f}\u{ff53}\u{ff53}"),
            ("Boss", "\u{1d401}oss"),
        ] {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        assert_ne!(skeleton("Elm 2"), skeleton("Elm 3"));
        assert_ne!(skeleton("Elm"), skeleton("Ulm"));
        assert_ne!(skeleton("♠"), skeleton("♥"));
        assert_ne!(skeleton("!"), skeleton("?"));
        assert_ne!(skeleton("Elm 2"), skeleton("Elm 4"));
        // Vowels of other scripts are marks, and make different words.
        assert_ne!(skeleton("\u{915}\u{941}"), skeleton("\u{915}\u{942}"));
    }
}
