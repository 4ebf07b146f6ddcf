//! The body of a request: JSON of a known shape, or a refusal that says what is wrong with it.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;

use crate::app::AppState;
use crate::error::Error;

/// The body of a request, read.
#[derive(Clone, Debug)]
pub struct Body<T>(pub T);

/// Reads a body: bytes in, the value or a refusal out.
///
/// # Errors
/// What is wrong with it. The sentence names places, and no value that was sent.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
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

impl<T: DeserializeOwned> FromRequest<AppState> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &AppState) -> Result<Body<T>, Error> {
        let most = state.config.limits.body_bytes;
        let bytes = Bytes::from_request(request, state).await.map_err(|_| {
            let why = format!("a body has at most {most} bytes");
            Error::refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large", why)
        })?;
        read(&bytes).map(Body)
    }
}
