//! The body of a request: JSON of a known shape, or a refusal that says what is wrong with it.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::app::AppState;
use crate::error::Error;
use crate::path::LARGEST;
use crate::wire::request::short;
use crate::wire::twice::twice;

/// The body of a request, read.
#[derive(Clone, Debug)]
pub struct Body<T>(pub T);

/// Reads a body: bytes in, the value or a refusal out.
///
/// # Errors
/// What is wrong with it. The sentence names places, and no value that was sent.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    let parsed = serde_json::from_slice::<Value>(bytes).ok();
    if parsed.as_ref().is_some_and(holds_too_large) {
        let why = format!("a number in the body is too large: at most {LARGEST}");
        return Err(Error::malformed(why).because("body_number_too_large").with("at_most", LARGEST));
    }
    if let Some(field) = parsed.as_ref().and_then(|_| twice(bytes)) {
        let why = format!("{}: a field is given once, and this one is there twice", short(&field));
        return Err(Error::malformed(why).because("body_twice").with("field", short(&field)));
    }
    if let Some(field) = parsed.as_ref().and_then(|body| list_in(body, &[])) {
        // A list would be read as the fields of an object in their order: no body has one.
        let why = "a field is a list where none is expected: /api/openapi.json has the shape of the body";
        return Err(Error::malformed(why).because("body_list").with("field", short(&field)));
    }
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let field = error.path().to_string();
        unread(error.inner(), Some(field))
    })?;
    json.end().map_err(|error| unread(&error, None))?;
    Ok(value)
}

/// What is wrong with a body, and where: at which field, where it is one.
fn unread(error: &serde_json::Error, field: Option<String>) -> Error {
    use serde_json::error::Category;
    let (line, column) = (error.line(), error.column());
    let refused = |what: &str| {
        let why = format!("{what} (line {line}, column {column}): /api/openapi.json has its shape");
        Error::malformed(why).with("line", line).with("column", column)
    };
    let refused = match error.classify() {
        Category::Eof => refused("the body ends too early").because("body_unfinished"),
        Category::Syntax | Category::Io => refused("the body is no JSON").because("body_no_json"),
        Category::Data => refused("a field is missing, unknown, or of the wrong kind").because("body_unfit"),
    };
    match field.filter(|_| error.is_data()) {
        // The body itself has no name.
        Some(field) => refused.with("field", short(field.trim_matches(['.', '?']))),
        None => refused,
    }
}

/// The name of the first field that is a list, or has one in it, and is not one of those that may be; empty where it is all
/// of what was sent.
pub(crate) fn list_in(value: &Value, may: &[&str]) -> Option<String> {
    match value {
        Value::Array(_) => Some(String::new()),
        Value::Object(fields) => fields.iter().find_map(|(name, value)| {
            let inner = match value {
                Value::Array(values) if may.contains(&name.as_str()) => {
                    values.iter().find_map(|value| list_in(value, may))
                }
                value => list_in(value, may),
            };
            inner.map(|inner| if inner.is_empty() { name.clone() } else { format!("{name}.{inner}") })
        }),
        Value::Null | Value::Bool(_) | Value::String(_) | Value::Number(_) => None,
    }
}

/// Whether there is a number that a reader of doubles would not read exactly.
pub(crate) fn holds_too_large(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.as_u64().is_some_and(|number| number > LARGEST),
        Value::Array(values) => values.iter().any(holds_too_large),
        Value::Object(fields) => fields.values().any(holds_too_large),
        Value::Null | Value::Bool(_) | Value::String(_) => false,
    }
}

impl<T: DeserializeOwned> FromRequest<AppState> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &AppState) -> Result<Body<T>, Error> {
        let most = state.config.limits.body_bytes;
        let bytes = Bytes::from_request(request, state).await.map_err(|_| {
            let why = format!("a body has at most {most} bytes");
            Error::refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large", why)
                .because("body_too_large")
                .with("at_most", most)
        })?;
        read(&bytes).map(Body)
    }
}
