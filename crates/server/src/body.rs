//! The body of a request: JSON of a known shape, or a refusal that says what is wrong with it.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::app::AppState;
use crate::error::Error;
use crate::path::LARGEST;

/// The body of a request, read.
#[derive(Clone, Debug)]
pub struct Body<T>(pub T);

/// Reads a body: bytes in, the value or a refusal out.
///
/// # Errors
/// What is wrong with it. The sentence names places, and no value that was sent.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    if serde_json::from_slice(bytes).is_ok_and(|body| holds_too_large(&body)) {
        return Err(Error::malformed(format!("a number in the body is too large: at most {LARGEST}")));
    }
    serde_json::from_slice(bytes).map_err(|error| {
        let what = match error.classify() {
            serde_json::error::Category::Eof => "the body ends too early",
            serde_json::error::Category::Syntax | serde_json::error::Category::Io => "the body is no JSON",
            serde_json::error::Category::Data => "a field is missing, unknown, or of the wrong kind",
        };
        let (line, column) = (error.line(), error.column());
        Error::malformed(format!("{what} (line {line}, column {column}): /api/openapi.json has its shape"))
    })
}

/// Whether there is a number that a reader of doubles would not read exactly.
fn holds_too_large(value: &Value) -> bool {
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
            Error::refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large", why).because("body_too_large")
        })?;
        read(&bytes).map(Body)
    }
}
