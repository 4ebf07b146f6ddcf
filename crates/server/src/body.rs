//! Reads the body of a request: JSON of a known shape, or a refusal that says what is wrong with it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_LENGTH;
use axum::http::{HeaderMap, StatusCode};
use serde_json::Value;

use crate::error::Error;
use crate::state::AppState;
use crate::wire::duplicates::duplicate_name;
use crate::wire::json::{self, DEEPEST, JsonError, TextPosition, find_list, has_too_large_number};
use crate::wire::request::abbreviate;
use crate::wire::shape::{self, FieldProblem, Shaped};

/// The parsed body of a request.
#[derive(Clone, Debug)]
pub struct Body<T>(pub T);

/// Whether the body of a request is being received at the moment; all copies share it. If the request takes too long,
/// it says whether the sender or the room was slow.
#[derive(Clone, Debug, Default)]
pub(crate) struct BodyReceipt(Arc<AtomicBool>);

impl BodyReceipt {
    /// Whether bytes of the body are awaited.
    pub(crate) fn is_pending(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn set_pending(&self, pending: bool) {
        self.0.store(pending, Ordering::Relaxed);
    }
}

/// The refusal of a request whose body did not arrive in time. It promises that nothing was carried out, so it
/// is given only while the body is still awaited.
pub(crate) fn arrived_too_slowly(seconds: u64) -> Error {
    let why = format!("the body did not arrive within {seconds} s: nothing was carried out");
    Error::refused(StatusCode::REQUEST_TIMEOUT, "body_too_slow", why).with("seconds", seconds)
}

/// Reads a body: bytes in, the value or a refusal out.
///
/// # Errors
/// What is wrong with the body. The message names fields, and never repeats a value that was sent.
pub fn read<T: Shaped>(bytes: &[u8]) -> Result<T, Error> {
    let body = json::read(bytes).map_err(json_error)?;
    if let Some(field) = duplicate_name(bytes) {
        let why = format!("{}: duplicate field: expected each field once", abbreviate(&field));
        return Err(Error::malformed(why).because("body_twice").with("field", abbreviate(&field)));
    }
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let read = serde_path_to_error::deserialize(&mut json);
    let value = read.map_err(|error| shape_error::<T>(&body, Some(error)))?;
    // Serde would read a list as the fields of an object in their order, but no body is a list.
    if has_too_large_number(&body) || find_list(&body, &[]).is_some() {
        return Err(shape_error::<T>(&body, None));
    }
    Ok(value)
}

/// The refusal of a body that has more bytes than a body may have.
fn too_large(most: usize) -> Error {
    let why = format!("a body has at most {most} bytes");
    Error::refused(StatusCode::PAYLOAD_TOO_LARGE, "too_large", why)
        .because("body_too_large")
        .with("at_most", most)
}

/// The refusal of a request that announces a longer body than one may have: nobody waits for what would be refused.
pub(crate) fn announced_too_large(headers: &HeaderMap, most: usize) -> Option<Error> {
    let announced = headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse::<u64>().ok()?;
    (announced > most as u64).then(|| too_large(most))
}

/// The refusal of a body that is not readable JSON.
fn json_error(unread: JsonError) -> Error {
    let at = |position: TextPosition, what: &str| {
        let TextPosition { line, column } = position;
        let why = format!("{what} (line {line}, column {column}): /api/openapi.json has its shape");
        Error::malformed(why).with("line", line).with("column", column)
    };
    match unread {
        JsonError::Unfinished(place) => at(place, "the body ends too early").because("body_unfinished"),
        JsonError::NotJson(place) => at(place, "the body is not JSON").because("body_no_json"),
        JsonError::NotUnicode(place) => {
            at(place, "a string in the body is not valid Unicode").because("body_no_text")
        }
        JsonError::TooDeep => {
            let why = format!("the body is nested deeper than {DEEPEST} objects or lists");
            Error::malformed(why).because("body_too_deep").with("at_most", DEEPEST)
        }
    }
}

/// The refusal of JSON that does not have the expected shape. It names one field and what is wrong with it: the
/// field where reading stopped, if that is among the wrong ones, otherwise the first of them.
fn shape_error<T: Shaped>(
    body: &Value,
    error: Option<serde_path_to_error::Error<serde_json::Error>>,
) -> Error {
    let at = error.as_ref().map(|error| error.path().to_string()).unwrap_or_default();
    let mut wrong = shape::body_errors::<T>(body);
    let here = wrong.iter().position(|wrong| wrong.field == at.trim_matches(['.', '?'])).unwrap_or(0);
    if wrong.is_empty() {
        return Error::malformed("the body does not have the expected shape: /api/openapi.json has it");
    }
    let wrong = wrong.swap_remove(here);
    let why = format!("{}: /api/openapi.json has the shape of the body", wrong.why);
    let is_unfit = wrong.problem == FieldProblem::Mismatch;
    let refused = Error::malformed(why).because(reason_name(wrong.problem)).with_all(wrong.values());
    match error.map(serde_path_to_error::Error::into_inner).filter(|_| is_unfit) {
        Some(error) => refused.with("line", error.line()).with("column", error.column()),
        None => refused,
    }
}

/// The reason under which clients are told what is wrong with a field of a body. The names never change: each is on
/// the list in `wire/src/reasons.rs` with its values, and the page words it.
const fn reason_name(is: FieldProblem) -> &'static str {
    match is {
        FieldProblem::Mismatch => "body_unfit",
        FieldProblem::UnexpectedList => "body_list",
        FieldProblem::Missing => "body_missing",
        FieldProblem::Unknown => "body_unknown",
        FieldProblem::TooLarge => "body_number_too_large",
        FieldProblem::TooSmall => "body_number_too_small",
    }
}

impl<T: Shaped> FromRequest<AppState> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &AppState) -> Result<Body<T>, Error> {
        let most = state.config.limits.body_bytes;
        let receipt = request.extensions().get::<BodyReceipt>().cloned().unwrap_or_default();
        receipt.set_pending(true);
        let received = Bytes::from_request(request, state).await;
        receipt.set_pending(false);
        let bytes = received.map_err(|rejected| match rejected {
            BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)) => too_large(most),
            _ => Error::malformed("the body was not received completely").because("body_broken_off"),
        })?;
        read(&bytes).map(Body)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use utoipa::ToSchema;

    use super::*;
    use crate::people::{account, admin, factor, own_data, password_reset};
    use crate::tables;
    use crate::wire::shape::{Presence, Shape};
    use crate::wire::{audit, hand, report};

    type Fields = BTreeMap<String, bool>;

    /// Collects the fields of a body as a refusal lists them, each with whether it is required.
    fn told<T: Shaped + ToSchema>(bodies: &mut BTreeMap<String, Fields>) {
        let needed = |presence| presence == Presence::Required;
        let fields = T::FIELDS.iter().map(|(name, _, presence)| ((*name).to_owned(), needed(*presence)));
        bodies.insert(T::name().into_owned(), fields.collect());
    }

    /// For every body, a refusal lists the same fields as the OpenAPI document.
    #[test]
    fn the_fields_of_every_body_are_those_of_the_document() {
        let mut bodies = BTreeMap::new();
        told::<account::SignUpWish>(&mut bodies);
        told::<account::SignInWish>(&mut bodies);
        told::<account::PasswordWish>(&mut bodies);
        told::<account::FirstWish>(&mut bodies);
        told::<password_reset::ResetWish>(&mut bodies);
        told::<factor::CodeWish>(&mut bodies);
        told::<factor::CodeAndPassword>(&mut bodies);
        told::<admin::BanWish>(&mut bodies);
        told::<admin::ReasonWish>(&mut bodies);
        told::<admin::RoleWish>(&mut bodies);
        told::<own_data::DeleteWish>(&mut bodies);
        told::<tables::OpenWish>(&mut bodies);
        told::<tables::control::ReasonGiven>(&mut bodies);
        told::<tables::control::RemoveWish>(&mut bodies);
        told::<audit::OpeningWish>(&mut bodies);
        told::<audit::AgreeWish>(&mut bodies);
        told::<report::ReportWish>(&mut bodies);
        told::<report::DealtWish>(&mut bodies);
        told::<hand::ShareWish>(&mut bodies);
        let document = serde_json::to_value(crate::openapi::document()).expect("JSON");
        let mut documented = BTreeMap::new();
        let operations = document["paths"].as_object().into_iter().flat_map(|paths| paths.values());
        for operation in operations.flat_map(|of| of.as_object().into_iter().flat_map(|of| of.values())) {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
            let Some(name) = schema.as_str().and_then(|name| name.rsplit('/').next()) else { continue };
            let schema = &document["components"]["schemas"][name];
            let names = |list: &Value| -> BTreeSet<String> {
                let names = list.as_array().into_iter().flatten().filter_map(Value::as_str);
                names.map(str::to_owned).collect()
            };
            let required = names(&schema["required"]);
            let properties = schema["properties"].as_object().into_iter().flat_map(|of| of.keys());
            let fields: Fields = properties.map(|field| (field.clone(), required.contains(field))).collect();
            documented.insert(name.to_owned(), fields);
        }
        assert_eq!(bodies, documented);
    }

    #[test]
    fn a_body_in_a_body_has_its_own_fields() {
        let inner = |name| account::FirstWish::FIELDS.iter().find(|(field, _, _)| *field == name);
        for name in ["administrator", "player"] {
            let of = inner(name).map(|(_, shape, _)| *shape);
            assert_eq!(of, Some(Shape::Object(account::SignUpWish::FIELDS)), "{name}");
        }
    }
}
