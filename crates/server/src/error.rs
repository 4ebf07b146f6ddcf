//! The answer to a request that was not carried out: a refusal with its reason, or a fault with a number.

use std::fmt;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rulebook::readings;
use serde::Serialize;
use table::reason::ReasonValues;
use utoipa::ToSchema;

use crate::fault::Fault;
use crate::wire::frame::Numbers;
use crate::wire::problem::ProblemLine;
use crate::wire::reasons;

/// An answer that says no: what is wrong, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Refused)]
pub struct ErrorBody {
    /// The reason as one word in snake case; it stays the same when the sentence is improved.
    pub code: String,
    /// The name of the reason, which never changes: finer than the code, with one name per sentence; equal to
    /// the code if there is nothing finer.
    pub reason: String,
    /// The values that help, by name.
    pub numbers: Numbers,
    /// The reason as a sentence: lower case, without a full stop.
    pub why: String,
    /// The rule behind the refusal, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The clauses behind the rule, followed by the decided readings.
    pub clauses: Vec<String>,
    /// The decided readings among the clauses.
    pub readings: Vec<String>,
    /// The number of a fault, under which the log has its details.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// After how many seconds the request may be tried again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_seconds: Option<u64>,
    /// Every reason with the field that it concerns; absent if no field is at fault.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<ProblemLine>,
}

/// Why a request was not carried out.
#[derive(Debug)]
pub enum Error {
    /// A refusal.
    Refused {
        /// The status of the response.
        status: StatusCode,
        /// The body of the response.
        refused: Box<ErrorBody>,
    },
    /// The world broke. The client gets a number; the details are in the log.
    Fault(Fault),
}

impl ErrorBody {
    /// A body with nothing but a code and a sentence; the reason is the code until [`Error::because`] gives a
    /// finer one.
    fn new(code: &str, why: impl Into<String>) -> ErrorBody {
        ErrorBody {
            code: code.to_owned(),
            reason: code.to_owned(),
            numbers: Numbers::new(),
            why: why.into(),
            rule: None,
            clauses: Vec::new(),
            readings: Vec::new(),
            id: None,
            retry_after_seconds: None,
            problems: Vec::new(),
        }
    }

    /// A body for something that broke: `what` is logged under the number that the client gets, and is not
    /// sent.
    fn fault(code: &str, why: impl Into<String>, what: impl fmt::Display) -> ErrorBody {
        ErrorBody { id: Some(log_fault(what)), ..ErrorBody::new(code, why) }
    }
}

impl Error {
    /// A refusal with a status, a code in snake case and a sentence. Clients compare the code and the reason,
    /// which must be listed in `wire::reasons` and never change; the sentence is for people.
    pub fn refused(status: StatusCode, code: &str, why: impl Into<String>) -> Error {
        Error::Refused { status, refused: Box::new(ErrorBody::new(code, why)) }
    }

    /// The refusal with the rule and the clauses behind it; the decided readings among them are found by
    /// their ids. Does nothing to a fault.
    #[must_use]
    pub fn citing(mut self, rule: &str, clauses: impl IntoIterator<Item = String>) -> Error {
        if let Error::Refused { refused, .. } = &mut self {
            refused.rule = Some(rule.to_owned());
            refused.clauses = clauses.into_iter().collect();
            refused.readings = readings::reading_ids(&refused.clauses);
        }
        self
    }

    /// The refusal with a reason of its own, where several refusals share a code. The reason is a name of
    /// `wire::reasons` for which the page has its own words.
    #[must_use]
    pub fn because(mut self, reason: &str) -> Error {
        if let Error::Refused { refused, .. } = &mut self {
            reason.clone_into(&mut refused.reason);
        }
        self
    }

    /// The refusal with one more value of its sentence, under a name that `wire::reasons` lists for the
    /// reason.
    #[must_use]
    pub fn with(self, name: &'static str, value: impl Into<table::reason::ReasonValue>) -> Error {
        self.with_all(vec![(name, value.into())])
    }

    /// The refusal with further values of its sentence, added to those it has; amounts are whole chips.
    #[must_use]
    pub fn with_all(mut self, values: ReasonValues) -> Error {
        if let Error::Refused { refused, .. } = &mut self {
            refused.numbers.extend(reasons::to_wire(values));
        }
        self
    }

    /// The refusal with every reason at the field of the form that it concerns, in place of any it had.
    #[must_use]
    pub fn for_fields(mut self, problems: Vec<ProblemLine>) -> Error {
        if let Error::Refused { refused, .. } = &mut self {
            refused.problems = problems;
        }
        self
    }

    /// The refusal with the seconds after which another try makes sense, in the body and in the header
    /// `Retry-After`.
    #[must_use]
    pub fn after_seconds(mut self, seconds: u64) -> Error {
        if let Error::Refused { refused, .. } = &mut self {
            refused.retry_after_seconds = Some(seconds);
        }
        self
    }

    /// The request is malformed: 400 with the code `malformed`. The sentence says what was expected.
    pub fn malformed(why: impl Into<String>) -> Error {
        Error::refused(StatusCode::BAD_REQUEST, "malformed", why)
    }

    /// A fault with a status and a message of its own for the client: `what` goes to the log alone, with the
    /// number that the client gets. It is logged when it is made, not when it is sent.
    pub fn fault(status: StatusCode, code: &str, why: impl Into<String>, what: impl fmt::Display) -> Error {
        Error::Refused { status, refused: Box::new(ErrorBody::fault(code, why, what)) }
    }

    /// The store writes nothing more until the program starts again: 503. `what` goes to the log alone.
    /// `/health` answers with it too, so that what watches the process restarts it.
    pub fn store_broken(what: impl fmt::Display) -> Error {
        let why =
            "nothing can be stored: everything confirmed before still stands, and the room must be restarted";
        Error::fault(StatusCode::SERVICE_UNAVAILABLE, "store_broken", why, what)
    }

    /// Nobody is signed in: 401 with the code `not_signed_in`.
    pub fn not_signed_in() -> Error {
        Error::refused(StatusCode::UNAUTHORIZED, "not_signed_in", "sign in first")
    }

    /// The caller is signed in, but may not do this: 403 with the code `not_granted`.
    pub fn not_granted(why: impl Into<String>) -> Error {
        Error::refused(StatusCode::FORBIDDEN, "not_granted", why)
    }

    /// The thing does not exist: 404 with the code `no_such`. Also for what the caller may not know of.
    pub fn no_such(why: impl Into<String>) -> Error {
        Error::refused(StatusCode::NOT_FOUND, "no_such", why)
    }
}

/// Logs what broke under a new random number, 16 hexadecimal digits, which it returns for the client. People
/// and the log show it as `E-` and the number.
fn log_fault(what: impl fmt::Display) -> String {
    let mut bytes = [0; 8];
    // Without random bytes for a number, the fault is still reported and logged.
    let id = match getrandom::fill(&mut bytes) {
        Ok(()) => format!("{:016x}", u64::from_be_bytes(bytes)),
        Err(_) => "none".to_owned(),
    };
    tracing::error!(reference = format!("E-{id}"), %what, "a request failed with a fault");
    id
}

impl From<room::port::StoreError> for Error {
    /// A failed read or write of the store is a fault: 500, and the details are only in the log.
    fn from(fault: room::port::StoreError) -> Error {
        Error::Fault(fault.into())
    }
}

impl From<Fault> for Error {
    /// Lets handlers use `?` on what broke; it is logged when the response is made.
    fn from(fault: Fault) -> Error {
        Error::Fault(fault)
    }
}

impl fmt::Display for Error {
    /// The sentence for people; of a fault what broke, which is for the log and not for clients.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Refused { refused, .. } => f.write_str(&refused.why),
            Error::Fault(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    /// What is behind a fault, for the log; a refusal has no cause.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Refused { .. } => None,
            // It stands for the fault that it holds.
            Error::Fault(fault) => fault.source(),
        }
    }
}

impl IntoResponse for Error {
    /// The response to the client: JSON of [`ErrorBody`] with its status. A fault is logged here and answered
    /// with 500 and its number, without details. In debug builds it asserts that `wire::reasons` lists the
    /// reason with these values.
    fn into_response(self) -> Response {
        let (status, refused) = match self {
            Error::Refused { status, refused } => {
                reasons::assert_listed(&refused.reason, &refused.numbers);
                (status, *refused)
            }
            Error::Fault(fault) => {
                let why = "something went wrong on our side: everything confirmed before still stands; try \
                           again, or give this number to the people who run the room";
                (StatusCode::INTERNAL_SERVER_ERROR, ErrorBody::fault("fault", why, fault))
            }
        };
        let seconds = refused.retry_after_seconds;
        let mut response = (status, Json(refused)).into_response();
        if let Some(seconds) = seconds {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
