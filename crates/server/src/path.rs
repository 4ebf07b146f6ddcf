//! Reads the path and the query of a request, or refuses them with a sentence.

use axum::extract::{FromRequestParts, MatchedPath, Path, Query as AxumQuery, Request, State};
use axum::http::Method;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use room::people::PeopleRefusal;
use seating::Person;
use serde::de::DeserializeOwned;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::{Parameter, ParameterIn};

use crate::error::Error;
use crate::security::HEALTH;
use crate::state::AppState;
use crate::wire::request::abbreviate;
use crate::wire::value::LARGEST_NUMBER;

/// The number of a table, from the path.
#[derive(Clone, Copy, Debug)]
pub struct TableNumber(pub u64);

/// The number of a person, from the path.
#[derive(Clone, Copy, Debug)]
pub struct PersonNumber(pub Person);

/// A name from the path: of a book or of a clause.
#[derive(Clone, Debug)]
pub struct PathName(pub String);

/// The query parameters of a route.
pub trait QueryParams: DeserializeOwned {
    /// The names of the parameters, and what is expected at each.
    const FIELDS: &'static [(&'static str, ParamKind)];
}

/// What a query parameter expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// A whole number up to [`LARGEST_NUMBER`].
    Number,
    /// `true` or `false`.
    Flag,
    /// Any text.
    Text,
    /// A cursor, as the previous page gave it.
    Cursor,
    /// One of these words.
    OneOf(&'static [&'static str]),
}

/// Reads a cursor of own hands or results: a room-wide record number in hexadecimal, opaque to clients.
/// Without one, it is the end of the list, above every record. The inverse of [`format_cursor`].
pub(crate) fn parse_cursor(before: Option<&String>) -> Result<u64, Error> {
    let Some(text) = before else { return Ok(u64::MAX) };
    u64::from_str_radix(text, 16).map_err(|_| ParamKind::Cursor.error("before"))
}

/// The text of a cursor, for the field `before` of an answer: clients send it back unchanged. The inverse of
/// [`parse_cursor`].
pub(crate) fn format_cursor(place: u64) -> String {
    format!("{place:x}")
}

impl ParamKind {
    /// Whether a value is acceptable. Whatever passes here, serde must be able to read into the parameter's
    /// field.
    fn accepts(self, value: &str) -> bool {
        match self {
            ParamKind::Number => value.parse::<u64>().is_ok_and(|number| number <= LARGEST_NUMBER),
            ParamKind::Flag => ["true", "false"].contains(&value),
            ParamKind::Text => true,
            ParamKind::Cursor => u64::from_str_radix(value, 16).is_ok(),
            ParamKind::OneOf(words) => words.contains(&value),
        }
    }

    /// The refusal of a value that is not what its parameter expects; of a number out of bounds, with both
    /// bounds and a reason of its own.
    fn mismatch_error(self, name: &str, value: &str) -> Error {
        let digits = value.strip_prefix('-').unwrap_or(value);
        let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        if self != ParamKind::Number || !is_number {
            return self.error(name);
        }
        let why = format!("{name}: the number is out of bounds: expected one from 0 to {LARGEST_NUMBER}");
        let refused = Error::malformed(why).with("field", name).with("at_least", 0_u64);
        let refused = refused.with("at_most", LARGEST_NUMBER);
        if digits == value {
            refused.because("query_number_too_large")
        } else {
            refused.because("query_number_too_small")
        }
    }

    /// The refusal of a parameter by what it expects: 400 with the reason `query_unfit`, in words that
    /// clients get in `expected`.
    pub(crate) fn error(self, name: &str) -> Error {
        let (word, says) = match self {
            ParamKind::Number => ("number".to_owned(), format!("a whole number from 0 to {LARGEST_NUMBER}")),
            ParamKind::Flag => ("true, false".to_owned(), "true or false".to_owned()),
            ParamKind::Text => ("text".to_owned(), "a text".to_owned()),
            ParamKind::Cursor => ("place".to_owned(), "the cursor from the previous page".to_owned()),
            ParamKind::OneOf(words) => (words.join(", "), format!("one of {}", words.join(", "))),
        };
        let why = format!("{name}: expected {says}");
        Error::malformed(why).because("query_unfit").with("field", name).with("expected", word)
    }
}

/// The query parameters of a request.
#[derive(Clone, Copy, Debug)]
pub struct Query<T>(pub T);

/// The values in a path, if they have the expected types; `None` otherwise. Each extractor refuses in its own
/// words, where axum would answer without a code.
pub async fn path_values<T: DeserializeOwned + Send>(parts: &mut Parts, state: &AppState) -> Option<T> {
    Path::<T>::from_request_parts(parts, state).await.ok().map(|Path(values)| values)
}

/// The refusal of a path with an unexpected value: 400 with the reason `path_unfit`; numbers go up to
/// [`LARGEST_NUMBER`].
pub(crate) fn path_error(why: &str, field: &str) -> Error {
    Error::malformed(why).because("path_unfit").with("field", field).with("at_most", LARGEST_NUMBER)
}

impl FromRequestParts<AppState> for TableNumber {
    type Rejection = Error;

    /// Reads the table's number from the path, or refuses it with 400. Whether there is such a table is for
    /// the handler.
    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<TableNumber, Error> {
        let number = path_values(parts, state).await.filter(|number| *number <= LARGEST_NUMBER);
        number.map(TableNumber).ok_or_else(|| path_error("a table has a number", "table"))
    }
}

impl FromRequestParts<AppState> for PersonNumber {
    type Rejection = Error;

    /// Reads the person's number from the path; anything else than a number is refused like a person who does
    /// not exist, with 404.
    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<PersonNumber, Error> {
        let number = path_values(parts, state).await;
        number.map(|number| PersonNumber(Person(number))).ok_or_else(|| PeopleRefusal::NoSuchPerson.into())
    }
}

impl FromRequestParts<AppState> for PathName {
    type Rejection = Error;

    /// Reads a name from the path, percent-decoded; only bytes that are not UTF-8 are refused.
    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<PathName, Error> {
        path_values(parts, state)
            .await
            .map(PathName)
            .ok_or_else(|| path_error("the path is not UTF-8", "name"))
    }
}

impl<T: QueryParams> FromRequestParts<AppState> for Query<T> {
    type Rejection = Error;

    /// Reads the query, or refuses it with 400 and the first thing wrong: an unknown name, a name given
    /// twice, or a value that its [`ParamKind`] does not accept.
    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Query<T>, Error> {
        let unread = || Error::malformed("the query cannot be read");
        let AxumQuery(pairs): AxumQuery<Vec<(String, String)>> =
            AxumQuery::from_request_parts(parts, state).await.map_err(|_| unread())?;
        for (at, (name, value)) in pairs.iter().enumerate() {
            let Some((name, expects)) = T::FIELDS.iter().find(|(known, _)| known == name) else {
                return Err(unknown_param_error(&abbreviate(name), T::FIELDS));
            };
            if pairs[..at].iter().any(|(before, _)| before == name) {
                let why = format!("{name}: duplicate parameter: expected each parameter once");
                return Err(Error::malformed(why).because("query_twice").with("field", *name));
            }
            if !expects.accepts(value) {
                return Err(expects.mismatch_error(name, value));
            }
        }
        let AxumQuery(wish) = AxumQuery::from_request_parts(parts, state).await.map_err(|_| unread())?;
        Ok(Query(wish))
    }
}

/// The refusal of a query parameter with an unknown name: 400 with the reason `query_unknown` and the names
/// that are accepted.
fn unknown_param_error(name: &str, fields: &[(&'static str, ParamKind)]) -> Error {
    let names = fields.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let why = match names.as_str() {
        "" => format!("{name}: this path has no query parameters"),
        names => format!("{name}: unknown parameter: expected only {names}"),
    };
    Error::malformed(why).because("query_unknown").with("field", name).with("fields", names)
}

/// The layer that refuses a query at routes that take none, as the OpenAPI document says. Where a route takes
/// one, [`Query`] reads it. `/health` takes any: probes add what keeps their requests out of caches.
pub(crate) async fn reject_query(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let has_query =
        request.uri().path() != HEALTH && request.uri().query().is_some_and(|query| !query.is_empty());
    if has_query && takes_no_query(&state, &request) {
        let pairs = AxumQuery::<Vec<(String, String)>>::try_from_uri(request.uri());
        if let Some((name, _)) = pairs.ok().and_then(|AxumQuery(pairs)| pairs.into_iter().next()) {
            return unknown_param_error(&abbreviate(&name), &[]).into_response();
        }
    }
    next.run(request).await
}

/// Whether a request is for an API route whose description has no query parameters: a route that takes some
/// must list them in its `params`.
fn takes_no_query(state: &AppState, request: &Request) -> bool {
    let route = request.extensions().get::<MatchedPath>();
    let item = route.and_then(|route| state.document.paths.paths.get(route.as_str()));
    let operation = item.and_then(|item| match *request.method() {
        Method::GET | Method::HEAD => item.get.as_ref(),
        Method::POST => item.post.as_ref(),
        Method::PUT => item.put.as_ref(),
        Method::PATCH => item.patch.as_ref(),
        Method::DELETE => item.delete.as_ref(),
        _ => None,
    });
    let is_query = |parameter: &RefOr<Parameter>| matches!(parameter, RefOr::T(parameter) if parameter.parameter_in == ParameterIn::Query);
    operation.is_some_and(|operation| !operation.parameters.iter().flatten().any(is_query))
}
