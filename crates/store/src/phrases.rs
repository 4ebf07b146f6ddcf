//! Compresses frequent phrases in bodies to one control character each. The room's JSON contains no control
//! characters, so these can stand for phrases. What is hashed and read is always the full body.

use crate::error::ColumnError;

/// The phrases, in the order in which they are replaced; the first is stored as U+000E. A released phrase is
/// never edited and keeps its place; new ones follow at the end, with a new version of the tables.
const PHRASES: [&str; 13] = [
    r#"{"entry":"table","fact":{"hand":{"what":{"name":""#,
    r#"{"entry":"table","fact":{"table":{"name":""#,
    r#","away":false,"rounds_away":0,"leaving":false,"removed":false,"excluded":false,"waits":false,"posts":false,"missed_small":false,"missed_big":false}"#,
    r#"{"waits":false,"posts":false,"missed_small":false,"missed_big":false}"#,
    r#"{"entry":"opening","#,
    r#","all_in":false},"rule":""#,
    r#"},"rule":""#,
    r#"","cause":"#,
    r#","salt":""#,
    r#","path":[""#,
    r#""},{"seat":"#,
    r#"","seat":"#,
    r#"}}},"#,
];

/// The control character for the first phrase.
const FIRST_SIGN: u8 = 0x0e;

/// Marks a body stored verbatim because it contains a control character itself.
const VERBATIM: char = '\u{1}';

/// The form of a body that the writer puts into the column `body`, with frequent phrases replaced in the order of
/// `PHRASES`. `expand` must give back exactly `body`, because hashes are over the full body.
pub(crate) fn compress(body: &str) -> String {
    if body.bytes().any(|byte| byte < b' ') {
        return format!("{VERBATIM}{body}");
    }
    let mut stored = body.to_owned();
    for (phrase, sign) in PHRASES.iter().zip(FIRST_SIGN..) {
        if stored.contains(phrase) {
            stored = stored.replace(phrase, char::from(sign).encode_utf8(&mut [0; 1]));
        }
    }
    stored
}

/// The full body of a stored one, as it was hashed; every reader of the column `body` calls it. Bodies of builds
/// before tables of version 3 have no control characters and come back unchanged.
///
/// # Errors
/// It has a control character that stands for no phrase.
pub(crate) fn expand(stored: &str) -> Result<String, ColumnError> {
    if let Some(body) = stored.strip_prefix(VERBATIM) {
        return Ok(body.to_owned());
    }
    let mut body = String::with_capacity(2 * stored.len());
    let mut rest = stored;
    while let Some(at) = rest.bytes().position(|byte| byte < b' ') {
        let sign = rest.as_bytes()[at];
        let phrase = sign.checked_sub(FIRST_SIGN).and_then(|place| PHRASES.get(usize::from(place)));
        let phrase = phrase.ok_or(ColumnError::UnknownSign { sign })?;
        body.push_str(&rest[..at]);
        body.push_str(phrase);
        rest = &rest[at + 1..];
    }
    body.push_str(rest);
    Ok(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known answers, by hand: `{"entry":...,"name":"` is U+000E, `","seat":` U+0019, `},"rule":"` U+0014 and
    /// `","cause":` U+0015.
    #[test]
    fn an_act_is_stored_with_a_sign_for_each_phrase() {
        let act = r#"[{"entry":"table","fact":{"hand":{"what":{"name":"checked","seat":2},"rule":"later-check","cause":19}}}]"#;
        let expected = "[\u{e}checked\u{19}2\u{14}later-check\u{15}19}}}]";
        assert_eq!(compress(act), expected);
        assert_eq!(expand(expected).expect("it is stored so"), act);
    }

    #[test]
    fn what_is_stored_is_read_as_it_was_brought() {
        let every = PHRASES.concat();
        let control = "a\u{e}b\n".to_owned();
        let texts =
            ["", "{}", "[]", "é", "\u{1}", "\u{e}", "\u{1}\u{e}", "\0", "}}}", "}}}},", "\u{7f}", "\u{80}"];
        for text in texts.into_iter().map(str::to_owned).chain([every, control]) {
            assert_eq!(expand(&compress(&text)).expect("it was compressed"), text, "{text:?}");
        }
        for phrase in PHRASES {
            for cut in (0..=phrase.len()).filter(|cut| phrase.is_char_boundary(*cut)) {
                for text in [&phrase[..cut], &phrase[cut..], &format!("{phrase}{}", &phrase[..cut])] {
                    assert_eq!(expand(&compress(text)).expect("it was compressed"), *text, "{text:?}");
                }
            }
        }
    }

    #[test]
    fn bodies_of_earlier_builds_are_read_as_they_are_stored() {
        for phrase in PHRASES {
            assert_eq!(expand(phrase).expect("it has no sign"), phrase);
        }
    }

    #[test]
    fn a_sign_that_stands_for_nothing_is_a_fault() {
        for sign in (0..b' ').filter(|sign| !(FIRST_SIGN..FIRST_SIGN + 13).contains(sign) && *sign != 1) {
            let found = expand(&format!("[{}]", char::from(sign))).expect_err("no phrase");
            assert!(matches!(found, ColumnError::UnknownSign { sign: named } if named == sign), "{found}");
        }
        expand("[\u{1}]").expect_err("it stands at the beginning alone");
    }

    /// The phrases are in every database: changing one would change stored bodies.
    #[test]
    fn phrases_are_the_released_ones() {
        let mut words = crate::bytes::CanonicalBytes::start("cardroom phrases 1");
        for phrase in PHRASES {
            words = words.text(phrase);
        }
        let hash = crate::bytes::hex(&words.hash());
        assert_eq!(hash, "c6a075f8ffb2a5d632d4ff1a95b1ba8ddbe4c161e205736800cadbf688d32b5a");
    }
}
