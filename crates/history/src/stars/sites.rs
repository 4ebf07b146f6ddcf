//! Tells who wrote a text by its first line: PokerStars in English, PokerStars in another language, or
//! another site.

use std::borrow::Cow;

/// True for the first line of a PokerStars hand in English, of any year and kind, such as `PokerStars Zoom
/// Hand #..`.
pub fn is_header(line: &str) -> bool {
    line.strip_prefix("PokerStars ").is_some_and(|rest| {
        let Some((kind, _)) = rest.split_once('#') else { return false };
        let kind = kind.trim_end();
        kind.len() <= 40 && (kind.ends_with("Hand") || kind.ends_with("Game"))
    })
}

/// The kind of text that the line begins if it is not supported, as in `a Full Tilt hand history`; `None` for
/// any other line, PokerStars in English included.
pub fn other_site(line: &str) -> Option<Cow<'static, str>> {
    const BEGINNINGS: [(&str, &str); 39] = [
        ("Full Tilt Poker Game #", "a Full Tilt hand history"),
        ("Full Tilt Poker.fr Game #", "a Full Tilt hand history"),
        ("FullTiltPoker Game #", "a Full Tilt hand history"),
        ("Full Tilt Poker Tournament Summary", "a Full Tilt tournament summary"),
        ("PokerStars Tournament #", "a PokerStars tournament summary"),
        ("Bovada Hand #", "a Bovada hand history"),
        ("Bovada Complete Hand #", "a Bovada hand history"),
        ("Ignition Hand #", "an Ignition hand history"),
        ("Ignition Casino Hand #", "an Ignition hand history"),
        ("Bodog Hand #", "a Bodog hand history"),
        ("Bodog.eu Hand #", "a Bodog hand history"),
        ("Bodog UK Hand #", "a Bodog hand history"),
        ("Poker Hand #", "a GGPoker hand history"),
        ("PPPoker Hand #", "a PPPoker hand history"),
        ("PPPoker Game #", "a PPPoker hand history"),
        ("***** Hand History for Game ", "a PartyPoker hand history"),
        ("***** Hand History For Game ", "a PartyPoker hand history"),
        ("#Game No :", "an 888poker hand history"),
        ("***** 888poker Hand History", "an 888poker hand history"),
        ("***** 888.es Hand History", "an 888poker hand history"),
        ("***** Cassava Hand History", "an 888poker hand history"),
        ("***** Pacific Hand History", "an 888poker hand history"),
        ("***** History for hand ", "an Ongame hand history"),
        ("CoinPoker Hand #", "a CoinPoker hand history"),
        ("<description ", "a hand history in XML"),
        ("\"entry\",\"at\",\"order\"", "a PokerNow log"),
        ("Winamax Poker - ", "a Winamax hand history"),
        ("GAME #", "an iPoker or Boss hand history"),
        ("Game #", "a hand history of another site"),
        ("Hand #", "a hand history of another site"),
        ("Game ID: ", "a Winning Poker Network hand history"),
        ("Game Hand #", "an Americas Cardroom hand history"),
        ("Ladbrokes Hand #", "a Ladbrokes hand history"),
        ("Stage #", "an Absolute Poker hand history"),
        ("PokerTracker", "a PokerTracker export"),
        ("<?xml", "a hand history in XML"),
        ("<session", "a hand history in XML"),
        ("<HandHistory", "a hand history in XML"),
        ("entry,at,order", "a PokerNow log"),
    ];
    const MORE: [(&str, &str); 3] = [
        ("Merit Poker", "a Merit Poker hand history"),
        ("MATCHSTATE:", "an ACPC log"),
        ("STATE:", "an ACPC log"),
    ];
    BEGINNINGS
        .iter()
        .chain(&MORE)
        .find(|(beginning, _)| line.starts_with(beginning))
        .map(|(_, kind)| Cow::Borrowed(*kind))
        .or_else(|| foreign_language(line).map(stars_in_language))
        .or_else(|| unknown_site(line))
}

/// The kind of text for a PokerStars hand in another language, as messages name it.
fn stars_in_language(language: &str) -> Cow<'static, str> {
    Cow::Owned(format!("a PokerStars hand history in {language}"))
}

/// The byte offset of the hand number in a first line, after `#` or the sign that other languages use.
fn hand_number_at(line: &str) -> Option<usize> {
    const SIGNS: [&str; 11] = ["#", "№", "º", "°", "¹", "nr.", "nr", "Nr.", "Nr", "no.", "n."];
    SIGNS.iter().find_map(|sign| {
        line.match_indices(sign).map(|(at, sign)| at + sign.len()).find(|after| {
            let digits = line[*after..].trim_start_matches([' ', '\u{a0}', '.']);
            digits.starts_with(|c: char| c.is_ascii_digit())
        })
    })
}

/// True before a number of six digits or more, which is then a hand number: an ordinary sentence has none
/// that long.
fn many_digits(text: &str) -> bool {
    let digits = text.trim_start_matches([' ', '\u{a0}', '.']);
    digits.bytes().take_while(u8::is_ascii_digit).count() >= 6
}

/// The language of a line that begins a PokerStars hand in a language other than English, by its English
/// name; `None` if it does not look like one.
pub(super) fn foreign_language(line: &str) -> Option<&'static str> {
    let at = line.find("PokerStars")?;
    // In English the first line begins with the name; an ordinary sentence has it in the middle.
    if at > 60 || is_header(&line[at..]) || line.starts_with("PokerStars Tournament") {
        return None;
    }
    let number = hand_number_at(line)?;
    let colon = line.find(':').filter(|colon| *colon > at && *colon > number && *colon < 120)?;
    if line[..colon].contains(['"', '*', '[', '\'']) {
        return None;
    }
    let game = [
        "Hold",
        "Omaha",
        "Stud",
        "Razz",
        "Draw",
        "Badugi",
        "HORSE",
        "Холдем",
        "Омаха",
        "ホールデム",
        "オマハ",
    ];
    if at > 0 && !line.is_ascii() && many_digits(&line[number..])
        || game.iter().any(|game| line[colon..].contains(game))
    {
        return Some(language_of(&line[..colon]).unwrap_or("another language"));
    }
    None
}

/// The language of the line that names the table, when the first line is in English, as in `Tisch 'X' 6-max
/// ..`; `None` for English, and for lines that are something else.
pub(super) fn language_of_table(line: &str) -> Option<&'static str> {
    const WORDS: [(&str, &str); 22] = [
        ("Tisch ", "German"),
        ("Tafel ", "Dutch"),
        ("Mesa ", "Portuguese or Spanish"),
        ("Tavolo ", "Italian"),
        ("Стол ", "Russian"),
        ("Стіл ", "Ukrainian"),
        ("Маса ", "Bulgarian"),
        ("Stół ", "Polish"),
        ("Stôl ", "Slovak"),
        ("Stůl ", "Czech"),
        ("Asztal ", "Hungarian"),
        ("Masa ", "Romanian or Turkish"),
        ("Bord ", "Danish, Norwegian or Swedish"),
        ("Bordet ", "Swedish"),
        ("Pöytä ", "Finnish"),
        ("Τραπέζι ", "Greek"),
        ("テーブル", "Japanese"),
        ("牌桌", "Chinese"),
        ("桌", "Chinese"),
        ("테이블", "Korean"),
        ("Laud ", "Estonian"),
        ("Sto ", "Croatian"),
    ];
    if !line.contains('\'') && !line.contains('"') {
        return None;
    }
    WORDS.iter().find(|(word, _)| line.starts_with(word)).map(|(_, language)| *language)
}

/// The language of the words before the hand number, or a few that it may be, by its English name; `None` if
/// the words are not known.
fn language_of(words: &str) -> Option<&'static str> {
    const WORDS: [(&str, &str); 25] = [
        ("PokerStars-Hand", "German"),
        ("Mão", "Portuguese"),
        ("Раздача", "Russian"),
        ("Ðàçäà÷à", "Russian"),
        ("Роздача", "Ukrainian"),
        ("Раздаване", "Bulgarian"),
        ("Ръка", "Bulgarian"),
        ("Main", "French"),
        ("Rozdanie", "Polish"),
        ("Ręka", "Polish"),
        ("Handa", "Czech"),
        ("Rozdání", "Czech"),
        ("Leosztás", "Hungarian"),
        ("leosztás", "Hungarian"),
        ("Mâna", "Romanian"),
        ("Mână", "Romanian"),
        ("Käsi", "Finnish"),
        ("Jako", "Finnish"),
        ("Παρτίδα", "Greek"),
        ("Χέρι", "Greek"),
        ("Spil", "Danish"),
        ("Hånd", "Danish or Norwegian"),
        ("Giv", "Swedish"),
        ("Eli", "Turkish"),
        ("Blatt", "German"),
    ];
    let has = |word: &str| words.split([' ', '\u{a0}']).any(|other| other == word);
    if let Some((_, language)) = WORDS.iter().find(|(word, _)| has(word)) {
        return Some(language);
    }
    if has("Mano") {
        return Some(if has("de") { "Spanish" } else { "Spanish or Italian" });
    }
    let within = |from: char, to: char| words.chars().any(|c| (from..=to).contains(&c));
    Some(match () {
        () if within('\u{3040}', '\u{30ff}') => "Japanese",
        () if within('\u{ac00}', '\u{d7a3}') => "Korean",
        () if within('\u{4e00}', '\u{9fff}') => "Chinese",
        () if within('\u{370}', '\u{3ff}') => "Greek",
        () if words.contains(['і', 'ї', 'є']) => "Ukrainian",
        () if within('\u{400}', '\u{4ff}') => "Russian or another language in Cyrillic",
        () => return None,
    })
}

/// The kind of text for a site that is not listed, from a first line of the form `NAME Hand #123456: ..`.
fn unknown_site(line: &str) -> Option<Cow<'static, str>> {
    let (name, rest) = line.split_once(" Hand #").or_else(|| line.split_once(" Game #"))?;
    let is_name = name.len() <= 24
        && name.starts_with(|c: char| c.is_ascii_uppercase())
        && !name.contains("PokerStars")
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == ' ' || c == '.');
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let is_number = digits >= 5 && rest[digits..].starts_with([':', ' ', '-']);
    (is_name && is_number).then(|| Cow::Owned(format!("a hand history of {name}")))
}

/// Where a hand begins inside a line because the text before it was cut off, as a byte offset; reading goes
/// on there.
///
/// `next` is the line after it, as a hand continues with its table. A chat line may quote a hand, but begins
/// none.
pub(super) fn find_glued_header(line: &str, next: Option<&str>) -> Option<usize> {
    if line.contains(" said, \"") {
        return None;
    }
    let indent = line.len() - line.trim_start().len();
    line.match_indices("PokerStars ").map(|(at, _)| at).filter(|at| *at > indent).find(|at| {
        let rest = &line[*at..];
        // If a line contains two first lines, the first was cut off and the second continues.
        is_header(rest)
            && rest
                .split_once('#')
                .is_some_and(|(_, number)| number.starts_with(|c: char| c.is_ascii_digit()))
            && rest.contains(':')
            && (next.is_some_and(|next| next.trim_start().starts_with("Table ")) || rest.contains("Table '"))
    })
}

/// True for a line that only occurs inside a hand; before the first hand, it is the rest of one that was cut
/// off, which must not pass unnoticed.
pub(super) fn is_hand_line(line: &str) -> bool {
    const BEGINNINGS: [&str; 7] =
        ["*** ", "Table '", "Dealt to ", "Uncalled bet (", "Total pot ", "Board [", "Hand was run "];
    const ACTS: [&str; 9] = [
        ": folds",
        ": checks",
        ": calls ",
        ": bets ",
        ": raises ",
        ": posts ",
        ": shows [",
        ": mucks hand",
        " collected ",
    ];
    let line = line.trim_start();
    let is_seat = || {
        let number =
            line.strip_prefix("Seat ").and_then(|rest| rest.split_once(": ")).map(|(number, _)| number);
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    !line.contains(" said, \"")
        && (BEGINNINGS.iter().any(|beginning| line.starts_with(beginning))
            || ACTS.iter().any(|act| line.contains(act))
            || is_seat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_lines_in_other_languages_are_named() {
        let language = |line: &str| other_site(line).map(Cow::into_owned);
        for (line, expected) in [
            (
                "Mão PokerStars #257045867083: Torneio #3910307458, $ 0.98+$ 0.12 USD Hold'em No Limit",
                "Portuguese",
            ),
            ("Mão PokerStars Zoom #257045867083:  Hold'em No Limit ($0.01/$0.02)", "Portuguese"),
            ("Раздача PokerStars №260679440393:  Холдем Безлимитный ($0.01/$0.02 USD)", "Russian"),
            ("Роздача PokerStars №260679440393:  Холдем Безлімітний", "Ukrainian"),
            ("Main PokerStars n° 210000000001 : Hold'em No Limit (0,01€/0,02€)", "French"),
            ("Mano n.º 210000000001 de PokerStars: Hold'em No Limit ($0.01/$0.02)", "Spanish"),
            ("Rozdanie PokerStars nr 210000000001: Hold'em No Limit ($0.01/$0.02)", "Polish"),
            ("PokerStars ハンド #210000000001:  Hold'em No Limit ($0.01/$0.02)", "Japanese"),
            ("Käsi PokerStars #210000000001: Hold'em No Limit ($0.01/$0.02)", "Finnish"),
            ("PokerStars-Hand #210000000001: Hold'em No Limit ($0.01/$0.02)", "German"),
            ("Main PokerStars n°198 : Hold'em No Limit (0,01€/0,02€)", "French"),
            ("Mano n.º 198 de PokerStars: Hold'em No Limit ($0.01/$0.02)", "Spanish"),
            ("Mano PokerStars #198: Hold'em No Limit (€0.05/€0.10 EUR)", "Spanish or Italian"),
            ("PokerStars ハンド #198: ホールデム", "Japanese"),
        ] {
            assert_eq!(language(line), Some(format!("a PokerStars hand history in {expected}")), "{line}");
        }
        for line in [
            "PokerStars Hand #141572573907:  Hold'em No Limit (€0.50/€1.00 EUR) - 2015/10/01 1:35:13 ET",
            "Bob said, \"Mão PokerStars #257045867083: Hold'em\"",
            "PokerStars#1234567: folds",
            "Seat 1: PokerStars #1234567 ($5 in chips)",
        ] {
            assert_eq!(language(line), None, "{line}");
        }
    }

    #[test]
    fn a_site_is_named_even_if_it_is_in_no_list() {
        let of = |line: &str| other_site(line).map(Cow::into_owned);
        assert_eq!(
            of("PPPoker Hand #934479950000496:  5 Card Omaha Pot Limit ($0.30/$0.60 USD)").as_deref(),
            Some("a PPPoker hand history")
        );
        assert_eq!(
            of("ClubNine Hand #934479950000496:  Hold'em No Limit").as_deref(),
            Some("a hand history of ClubNine")
        );
        assert_eq!(of("Ana said, \"see Foo Hand #934479950000496: good\""), None);
    }
}
