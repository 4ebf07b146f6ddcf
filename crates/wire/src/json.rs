//! Reads any JSON text, and distinguishes a text that follows the grammar but cannot be read from one that is
//! not JSON.

use serde::de::IgnoredAny;
use serde_json::{Error, Value};

use super::value::LARGEST_NUMBER;

/// How deep objects and lists may be nested: nothing that is sent to the room needs more than four levels.
pub const DEEPEST: u64 = 127;

/// Why a text cannot be read as JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonError {
    /// It ends too early.
    Unfinished(TextPosition),
    /// It is not JSON.
    NotJson(TextPosition),
    /// Objects and lists are nested too deep.
    TooDeep,
    /// A string in it is not Unicode: bytes that are not UTF-8, or one half of a surrogate pair.
    NotUnicode(TextPosition),
}

/// A position in a text; line and column count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPosition {
    /// The line.
    pub line: usize,
    /// The column, in bytes.
    pub column: usize,
}

impl TextPosition {
    /// Where serde_json stopped; its lines and columns count from 1.
    fn of(error: &Error) -> TextPosition {
        TextPosition { line: error.line(), column: error.column() }
    }
}

/// Reads a JSON text of a client. A number too large for a double is read as one close to the largest double,
/// with its sign: it is too large for any field, and is refused for that.
///
/// # Errors
/// Why the text cannot be read, and where.
pub fn read(bytes: &[u8]) -> Result<Value, JsonError> {
    if let Ok(value) = serde_json::from_slice(bytes) {
        return Ok(value);
    }
    // Ignored values are checked against the grammar only, however deep and large they are.
    if let Err(error) = serde_json::from_slice::<IgnoredAny>(bytes) {
        let at = TextPosition::of(&error);
        return Err(if error.is_eof() { JsonError::Unfinished(at) } else { JsonError::NotJson(at) });
    }
    let JsonSurvey { depth, bounded } = survey(bytes);
    if depth > DEEPEST {
        return Err(JsonError::TooDeep);
    }
    serde_json::from_slice(&bounded).map_err(|error| JsonError::NotUnicode(TextPosition::of(&error)))
}

/// The path of the first field that is a list, or contains one, and is not listed in `may`; empty if the
/// whole value is a list. Serde would read a list as the fields of an object in their order, so it must be
/// refused.
pub fn find_list(value: &Value, may: &[&str]) -> Option<String> {
    match value {
        Value::Array(_) => Some(String::new()),
        Value::Object(fields) => fields.iter().find_map(|(name, value)| {
            let inner = match value {
                Value::Array(values) if may.contains(&name.as_str()) => {
                    values.iter().find_map(|value| find_list(value, may))
                }
                value => find_list(value, may),
            };
            inner.map(|inner| if inner.is_empty() { name.clone() } else { format!("{name}.{inner}") })
        }),
        Value::Null | Value::Bool(_) | Value::String(_) | Value::Number(_) => None,
    }
}

/// Whether the value contains a whole number above 2^53 - 1, which a program that reads numbers as doubles
/// would not read exactly: it is refused wherever it stands.
pub fn has_too_large_number(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.as_u64().is_some_and(|number| number > LARGEST_NUMBER),
        Value::Array(values) => values.iter().any(has_too_large_number),
        Value::Object(fields) => fields.values().any(has_too_large_number),
        Value::Null | Value::Bool(_) | Value::String(_) => false,
    }
}

/// What a look over a JSON text found.
struct JsonSurvey {
    /// How deep objects and lists are nested.
    depth: u64,
    /// The text with its largest numbers made slightly smaller; everything in it stays at its position.
    bounded: Vec<u8>,
}

/// How deep a text is nested, and the text with numbers that every reader can hold. The text must follow the
/// grammar of JSON.
fn survey(json: &[u8]) -> JsonSurvey {
    let mut bounded = json.to_vec();
    let (mut depth, mut deepest) = (0_u64, 0);
    let mut at = 0;
    while let Some(byte) = json.get(at) {
        let rest = &json[at..];
        at += match byte {
            b'"' => string_length(rest),
            b'-' | b'0'..=b'9' => {
                let length = rest.iter().take_while(|byte| b"+-.eE0123456789".contains(byte)).count();
                cap_number(&mut bounded[at..at + length]);
                length
            }
            b'{' | b'[' => {
                depth += 1;
                deepest = deepest.max(depth);
                1
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                1
            }
            _ => 1,
        };
    }
    JsonSurvey { depth: deepest, bounded }
}

/// How many bytes the string takes that this text begins with, both quotation marks and escapes included.
fn string_length(json: &[u8]) -> usize {
    let mut escaped = true;
    let end = json.iter().position(|byte| match (byte, escaped) {
        (_, true) => {
            escaped = false;
            false
        }
        (b'\\', false) => {
            escaped = true;
            false
        }
        (byte, false) => *byte == b'"',
    });
    end.map_or(json.len(), |end| end + 1)
}

/// Writes 10^300 over a number that is larger, in as many bytes and with its sign, so that positions in
/// messages stay right; such a number has at least five.
fn cap_number(number: &mut [u8]) {
    const SMALLER: &[u8] = b"e300";
    let value = std::str::from_utf8(number).ok().and_then(|number| number.parse::<f64>().ok());
    if value.is_none_or(|value| value.abs() <= 1e300) {
        return;
    }
    let digits = match number {
        [b'-', digits @ ..] => digits,
        digits => digits,
    };
    let Some(exponent) = digits.len().checked_sub(SMALLER.len()) else { return };
    digits[..exponent].fill(b'0');
    digits[exponent..].copy_from_slice(SMALLER);
    if let [first, rest @ ..] = &mut digits[..exponent] {
        *first = b'1';
        // Without a point before them, the zeros would count.
        if let [point, _, ..] = rest {
            *point = b'.';
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nested(depth: usize) -> String {
        format!("{}{}", "[".repeat(depth), "]".repeat(depth))
    }

    #[test]
    fn json_is_distinguished_from_what_is_not_json() {
        let position = |line, column| TextPosition { line, column };
        assert!(read(nested(127).as_bytes()).is_ok());
        assert_eq!(read(nested(128).as_bytes()), Err(JsonError::TooDeep));
        assert_eq!(read(nested(8_000).as_bytes()), Err(JsonError::TooDeep));
        assert_eq!(read("[".repeat(8_000).as_bytes()), Err(JsonError::Unfinished(position(1, 8_000))));
        assert_eq!(read(b"{\n  \"a\": 01}"), Err(JsonError::NotJson(position(2, 9))));
        assert_eq!(read(b"[1] 2"), Err(JsonError::NotJson(position(1, 5))));
        let half = [&b"[1e999, \"\\ud800\"]"[..], b"[1e999, \"\xff\"]"];
        for text in half {
            assert!(matches!(read(text), Err(JsonError::NotUnicode(TextPosition { line: 1, column: 9.. }))));
        }
    }

    /// However a number is written, its replacement lies beyond every bound of the wire on the same side.
    #[test]
    fn a_number_that_no_double_holds_is_read_as_a_very_large_one() {
        let digits = "9".repeat(400);
        for number in ["1e400", "2e308", "10E+999", "123.45e4000", "1e99999999999999999999", &digits] {
            for (sign, beyond) in [("", 1e299), ("-", -1e299)] {
                let text = format!("[\"1e400\\\"\", {sign}{number}]");
                let value = read(text.as_bytes()).expect("JSON");
                assert_eq!(value[0], "1e400\"", "what stands in a text is not a number");
                let read = value[1].as_f64().expect("a number");
                assert!(read.abs() > 1e299 && (read > beyond) == (beyond > 0.0), "{text}: {read}");
            }
        }
    }
}
