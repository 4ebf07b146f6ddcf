//! What stands in the path and behind the question mark of a request, read or refused in a sentence.

use axum::extract::{FromRequestParts, MatchedPath, Path, Query, Request, State};
use axum::http::Method;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use room::people::Refusal;
use seating::Person;
use serde::de::DeserializeOwned;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::{Parameter, ParameterIn};

use crate::app::AppState;
use crate::error::Error;
use crate::wire::request::short;

/// The largest number that goes over the wire, 2^53 - 1: whoever reads numbers as doubles reads it exactly.
pub const LARGEST: u64 = (1 << 53) - 1;

/// The number of a table.
#[derive(Clone, Copy, Debug)]
pub struct TableNumber(pub u64);

/// The number of a person.
#[derive(Clone, Copy, Debug)]
pub struct PersonNumber(pub Person);

/// A name: of a book, of a clause.
#[derive(Clone, Debug)]
pub struct Name(pub String);

/// What can be asked for behind the question mark.
pub trait Asked: DeserializeOwned {
    /// Its names, and what is expected at each.
    const FIELDS: &'static [(&'static str, Expects)];
}

/// What is expected behind a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expects {
    /// A whole number as far as the wire goes.
    Number,
    /// True or false.
    Flag,
    /// Any text.
    Text,
    /// A place in a list, as the page before gave it.
    Place,
    /// One of these words.
    OneOf(&'static [&'static str]),
}

/// A place in a list, as it is written: opaque to whoever gets it. Without one it is the end of the list.
pub(crate) fn place_of(before: Option<&String>) -> Result<u64, Error> {
    let Some(text) = before else { return Ok(u64::MAX) };
    u64::from_str_radix(text, 16).map_err(|_| Expects::Place.unfit("before"))
}

/// The text of a place in a list.
pub(crate) fn written_place(place: u64) -> String {
    format!("{place:x}")
}

impl Expects {
    /// Whether a value is what is expected.
    fn fits(self, value: &str) -> bool {
        match self {
            Expects::Number => value.parse::<u64>().is_ok_and(|number| number <= LARGEST),
            Expects::Flag => ["true", "false"].contains(&value),
            Expects::Text => true,
            Expects::Place => u64::from_str_radix(value, 16).is_ok(),
            Expects::OneOf(words) => words.contains(&value),
        }
    }

    /// The refusal of what stands behind a name and is not what is expected.
    fn refusal(self, name: &str, value: &str) -> Error {
        let digits = value.strip_prefix('-').unwrap_or(value);
        let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
        if self != Expects::Number || !is_number {
            return self.unfit(name);
        }
        let why = format!("{name}: the number is out of its bounds: expected one from 0 to {LARGEST}");
        let refused = Error::malformed(why).with("field", name).with("at_least", 0_u64);
        let refused = refused.with("at_most", LARGEST);
        if digits == value {
            refused.because("query_number_too_large")
        } else {
            refused.because("query_number_too_small")
        }
    }

    /// The refusal of what stands behind a name.
    pub(crate) fn unfit(self, name: &str) -> Error {
        let (word, says) = match self {
            Expects::Number => ("number".to_owned(), format!("a whole number from 0 to {LARGEST}")),
            Expects::Flag => ("true, false".to_owned(), "true or false".to_owned()),
            Expects::Text => ("text".to_owned(), "a text".to_owned()),
            Expects::Place => ("place".to_owned(), "the place as the page before gave it".to_owned()),
            Expects::OneOf(words) => (words.join(", "), format!("one of {}", words.join(", "))),
        };
        let why = format!("{name}: expected {says}");
        Error::malformed(why).because("query_unfit").with("field", name).with("expected", word)
    }
}

/// What is asked for behind the question mark.
#[derive(Clone, Copy, Debug)]
pub struct Wished<T>(pub T);

/// The places of a path, where they are what they should be.
pub async fn places<T: DeserializeOwned + Send>(parts: &mut Parts, state: &AppState) -> Option<T> {
    Path::<T>::from_request_parts(parts, state).await.ok().map(|Path(places)| places)
}

/// A place of a path is not what it should be; numbers go as far as the wire does.
pub(crate) fn unfit(why: &str, field: &str) -> Error {
    Error::malformed(why).because("path_unfit").with("field", field).with("at_most", LARGEST)
}

impl FromRequestParts<AppState> for TableNumber {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<TableNumber, Error> {
        let number = places(parts, state).await.filter(|number| *number <= LARGEST);
        number.map(TableNumber).ok_or_else(|| unfit("a table has a number", "table"))
    }
}

impl FromRequestParts<AppState> for PersonNumber {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<PersonNumber, Error> {
        let number = places(parts, state).await;
        number.map(|number| PersonNumber(Person(number))).ok_or_else(|| Refusal::NoSuchPerson.into())
    }
}

impl FromRequestParts<AppState> for Name {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Name, Error> {
        places(parts, state).await.map(Name).ok_or_else(|| unfit("the path is no text in UTF-8", "name"))
    }
}

impl<T: Asked> FromRequestParts<AppState> for Wished<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Wished<T>, Error> {
        let unread = || Error::malformed("what stands behind the question mark cannot be read");
        let Query(pairs): Query<Vec<(String, String)>> =
            Query::from_request_parts(parts, state).await.map_err(|_| unread())?;
        for (at, (name, value)) in pairs.iter().enumerate() {
            let Some((name, expects)) = T::FIELDS.iter().find(|(known, _)| known == name) else {
                return Err(unknown(&short(name), T::FIELDS));
            };
            if pairs[..at].iter().any(|(before, _)| before == name) {
                let why = format!("{name}: a name is given once, and this one is there twice");
                return Err(Error::malformed(why).because("query_twice").with("field", *name));
            }
            if !expects.fits(value) {
                return Err(expects.refusal(name, value));
            }
        }
        let Query(wish) = Query::from_request_parts(parts, state).await.map_err(|_| unread())?;
        Ok(Wished(wish))
    }
}

/// The refusal of a name that nothing is asked for by.
fn unknown(name: &str, fields: &[(&'static str, Expects)]) -> Error {
    let names = fields.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let why = match names.as_str() {
        "" => format!("{name}: nothing is asked for behind the question mark here"),
        names => format!("{name}: nothing is asked for by this name here, only by {names}"),
    };
    Error::malformed(why).because("query_unknown").with("field", name).with("fields", names)
}

/// Refuses what stands behind the question mark of a request where nothing can be asked for so, which the document of the
/// interface says. Where something can, [`Wished`] reads it.
pub(crate) async fn nothing_asked(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let asked = request.uri().query().is_some_and(|query| !query.is_empty());
    if asked && takes_no_query(&state, &request) {
        let pairs = Query::<Vec<(String, String)>>::try_from_uri(request.uri());
        if let Some((name, _)) = pairs.ok().and_then(|Query(pairs)| pairs.into_iter().next()) {
            return unknown(&short(&name), &[]).into_response();
        }
    }
    next.run(request).await
}

/// Whether a request is one of the interface, and nothing can be asked for behind its question mark.
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
