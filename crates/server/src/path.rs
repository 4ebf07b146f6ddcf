//! What stands in the path and behind the question mark of a request, read or refused in a sentence.

use axum::extract::{FromRequestParts, Path, Query};
use axum::http::request::Parts;
use room::people::Refusal;
use seating::Person;
use serde::de::DeserializeOwned;

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
    /// What would do, when what was given does not.
    const WOULD_DO: &'static str;
    /// The names of what is a text; everything else that looks like a number is one.
    const TEXTS: &'static [&'static str] = &[];
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
        let wrong = || Error::malformed(T::WOULD_DO);
        let Query(pairs): Query<Vec<(String, String)>> =
            Query::from_request_parts(parts, state).await.map_err(|_| wrong())?;
        let too_large = |(name, value): &(String, String)| {
            !T::TEXTS.contains(&name.as_str()) && value.parse::<u64>().is_ok_and(|number| number > LARGEST)
        };
        if let Some((name, _)) = pairs.iter().find(|pair| too_large(pair)) {
            return Err(wrong().because("query_unfit").with("field", short(name)));
        }
        let Query(wish) = Query::from_request_parts(parts, state).await.map_err(|_| wrong())?;
        Ok(Wished(wish))
    }
}
