//! Requests of one person with the same key wait for each other: a later one finds the first one done, and
//! either gets its answer again or is refused the key.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use room::port::RequestKey;
use seating::Person;
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

use crate::error::Error;
use crate::people::session::{IdempotencyKey, tokens_of};
use crate::security::RequestOrigin;
use crate::state::AppState;

/// The most requests with one key at a time: the one in progress and those that wait for it.
const MOST_QUEUED: usize = 16;
/// The longest time that a request waits for its turn.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// Paths at which the key belongs to the house, because the caller has no account yet.
const KEYED_WITHOUT_ACCOUNT: [&str; 2] = ["/api/sign-up", "/api/first"];

/// A key and its owner. Nobody waits for another person, whichever keys they choose.
type PersonKey = (Person, RequestKey);

/// The keys of requests in progress; a key that no request carries is forgotten.
#[derive(Default)]
pub(crate) struct KeyQueues(Arc<Mutex<HashMap<PersonKey, KeyQueue>>>);

/// The requests with one key: the lock that the one in progress holds, and how many there are.
#[derive(Default)]
struct KeyQueue {
    lock: Arc<AsyncMutex<()>>,
    requests: usize,
}

/// The place of a request among those with its key, given back when the request is done or its client is
/// gone.
struct KeyTicket {
    queues: Arc<Mutex<HashMap<PersonKey, KeyQueue>>>,
    owned_key: PersonKey,
    lock: Arc<AsyncMutex<()>>,
}

impl Drop for KeyTicket {
    /// Gives the place in the queue back; the last request of a key takes the key's entry with it, so that
    /// memory holds only keys in use.
    fn drop(&mut self) {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(queue) = queues.get_mut(&self.owned_key) {
            queue.requests -= 1;
            if queue.requests == 0 {
                queues.remove(&self.owned_key);
            }
        }
    }
}

/// Held while a request is carried out, so that no other request with its key runs beside it. The turn ends
/// before the ticket is given back.
pub(crate) struct KeyGuard {
    _held: OwnedMutexGuard<()>,
    _ticket: KeyTicket,
}

impl KeyQueues {
    /// A ticket for a place among a person's requests with this key, the one in progress included; `None` if
    /// there are already [`MOST_QUEUED`].
    fn join(&self, owned_key: PersonKey) -> Option<KeyTicket> {
        let mut queues = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let queue = queues.entry(owned_key).or_default();
        if queue.requests >= MOST_QUEUED {
            return None;
        }
        queue.requests += 1;
        Some(KeyTicket { queues: self.0.clone(), owned_key, lock: queue.lock.clone() })
    }

    /// Waits, at most [`LONGEST_WAIT`], until no other request of the person with this key is in progress.
    /// The caller holds the guard while it carries the request out.
    ///
    /// # Errors
    /// When too many requests wait, or the one before takes too long: nothing was done.
    async fn wait(&self, owned_key: PersonKey) -> Result<KeyGuard, Error> {
        let Some(ticket) = self.join(owned_key) else {
            let why = format!("{MOST_QUEUED} requests with this key are waiting: try again in a moment");
            let busy = Error::refused(StatusCode::TOO_MANY_REQUESTS, "busy", why);
            return Err(busy.because("key_busy").with("at_most", MOST_QUEUED).after_seconds(1));
        };
        match tokio::time::timeout(LONGEST_WAIT, ticket.lock.clone().lock_owned()).await {
            Ok(held) => Ok(KeyGuard { _held: held, _ticket: ticket }),
            Err(_) => {
                let why = "another request with this key is still in progress: try again in a moment";
                let busy = Error::refused(StatusCode::SERVICE_UNAVAILABLE, "busy", why);
                Err(busy.because("key_unanswered").after_seconds(1))
            }
        }
    }
}

/// The layer that lets requests that carry the same key through one at a time, so that the second finds the
/// first one's record and repeats its answer. Requests without a key, and reads, pass at once.
pub(crate) async fn one_at_a_time(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let Some(owned_key) = key_of(&state, &request) else { return next.run(request).await };
    // The body is read before the turn is taken: a slow client holds up nobody, not even itself on another
    // connection.
    let (parts, body) = request.into_parts();
    let body = match to_bytes(body, state.config.limits.body_bytes).await {
        Ok(bytes) => Body::from(bytes),
        // The code that reads the body reports it.
        Err(broken) => Body::from_stream(stream::once(async { Err::<Bytes, _>(broken) })),
    };
    match state.key_queues.wait(owned_key).await {
        Ok(_turn) => next.run(Request::from_parts(parts, body)).await,
        Err(refused) => refused.into_response(),
    }
}

/// The key of a request, with its owner: the caller, or the house where the caller has no account yet. `None`
/// if it carries no key, or a key that is refused wherever keys are read, or if the path needs a sign-in and
/// the caller has none.
fn key_of(state: &AppState, request: &Request) -> Option<PersonKey> {
    if [Method::GET, Method::HEAD, Method::OPTIONS].contains(request.method()) {
        return None;
    }
    let IdempotencyKey(key) = IdempotencyKey::read(request.headers()).ok()?;
    let key = key?;
    if KEYED_WITHOUT_ACCOUNT.contains(&request.uri().path()) {
        return Some((Person::HOUSE, key));
    }
    let from = request.extensions().get::<RequestOrigin>()?;
    let caller = state.session_of(&tokens_of(request.headers(), from.secure), (state.clock)())?;
    Some((caller.signed.person, key))
}

#[cfg(test)]
mod tests {
    use std::pin::{Pin, pin};
    use std::task::{Context, Waker};

    use super::*;

    const ANA: PersonKey = (Person(1), RequestKey([7; 16]));

    /// Whether a future is still waiting after one poll, for the tests below.
    fn waits(one: Pin<&mut impl Future>) -> bool {
        one.poll(&mut Context::from_waker(Waker::noop())).is_pending()
    }

    /// How many keys the queues remember: zero once no request is in progress.
    fn len(queues: &KeyQueues) -> usize {
        queues.0.lock().expect("no panic").len()
    }

    #[tokio::test]
    async fn requests_with_one_key_take_turns_and_leave_nothing_behind() {
        let queues = KeyQueues::default();
        let first = queues.wait(ANA).await.expect("nobody waits");
        let mut second = pin!(queues.wait(ANA));
        assert!(waits(second.as_mut()));
        for other in [(Person(2), ANA.1), (ANA.0, RequestKey([8; 16]))] {
            drop(queues.wait(other).await.expect("another person's, or another key"));
        }
        assert_eq!(len(&queues), 1);
        drop(first);
        drop(second.await.expect("its turn"));
        assert_eq!(len(&queues), 0);
    }

    /// Proves DIS-04 for keys: the queue is bounded, and a client that is gone gives its place back.
    #[tokio::test(start_paused = true)]
    async fn so_many_wait_and_no_longer_than_a_while() {
        let queues = KeyQueues::default();
        let refused = |outcome: Result<KeyGuard, Error>| match outcome.err().expect("refused") {
            Error::Refused { status, refused } => (status.as_u16(), refused.code),
            Error::Fault(fault) => panic!("{fault}"),
        };
        let first = queues.wait(ANA).await.expect("nobody waits");
        let mut waiting: Vec<_> = (1..MOST_QUEUED).map(|_| Box::pin(queues.wait(ANA))).collect();
        for one in &mut waiting {
            assert!(waits(one.as_mut()));
        }
        assert_eq!(refused(queues.wait(ANA).await), (429, "busy".to_owned()));
        let last = waiting.pop().expect("many wait");
        assert_eq!(refused(last.await), (503, "busy".to_owned()), "after a while");
        drop(waiting);
        assert_eq!(len(&queues), 1);
        drop(first);
        assert_eq!(len(&queues), 0);
    }
}
