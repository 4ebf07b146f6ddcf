//! Connections that wait for requests: how many there are, from which address, and which one is closed to
//! make room for another.
//!
//! Closing an idle connection costs its owner nothing. If there are too many, from one address or in total,
//! the one that has been idle longest is closed in favour of the new one: a client that opens many silent
//! connections closes its own, and somebody else at the same address still gets in. A socket is no longer
//! counted here once it is open.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// How many connections there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HttpConnectionLimits {
    /// In total.
    pub all: usize,
    /// From one address.
    pub of_address: usize,
}

/// Every connection.
pub(crate) struct HttpConnections {
    limits: HttpConnectionLimits,
    open: Mutex<HttpConnectionIndex>,
}

/// The lists of connections behind the lock; all three name the same connections.
#[derive(Default)]
struct HttpConnectionIndex {
    /// Counts up whenever a connection comes in or becomes idle.
    clock: u64,
    next: u64,
    all: BTreeMap<u64, HttpConnection>,
    /// Connections without a request in progress, the longest idle first.
    idle: BTreeSet<(u64, u64)>,
    of_address: BTreeMap<String, BTreeSet<u64>>,
}

/// One connection that holds a slot.
struct HttpConnection {
    /// None for a connection from a trusted proxy, which stands for many people.
    address: Option<String>,
    /// The clock value when it became idle, if it is idle.
    idle: Option<u64>,
    close: Arc<Notify>,
}

/// The slot of one connection, released when it is dropped.
pub(crate) struct HttpConnectionSlot {
    number: u64,
    connections: Arc<HttpConnections>,
    close: Arc<Notify>,
}

impl HttpConnections {
    /// An empty register of HTTP connections with these limits. `serve` makes one for its listener; sockets
    /// are counted by `socket::connections` instead.
    pub(crate) fn new(limits: HttpConnectionLimits) -> Arc<HttpConnections> {
        Arc::new(HttpConnections { limits, open: Mutex::default() })
    }

    /// The lock on all lists of connections; held for a few steps only, never across an await.
    fn open(&self) -> MutexGuard<'_, HttpConnectionIndex> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A slot for a new connection from an address, or from a trusted proxy if `address` is `None`. If need
    /// be the connection that has been idle longest is closed for it: one from the same address if that has
    /// too many, otherwise any. `None` if those are all busy.
    pub(crate) fn join(self: &Arc<HttpConnections>, address: Option<String>) -> Option<HttpConnectionSlot> {
        let mut open = self.open();
        let from_there = address.as_ref().and_then(|address| open.of_address.get(address));
        if from_there.is_some_and(|numbers| numbers.len() >= self.limits.of_address) {
            let oldest = from_there.into_iter().flatten();
            let oldest = oldest.filter_map(|number| Some((open.all.get(number)?.idle?, *number))).min();
            open.close(oldest?.1);
        } else if open.all.len() >= self.limits.all {
            let oldest = open.idle.first().copied();
            open.close(oldest?.1);
        }
        open.next += 1;
        let (number, close) = (open.next, Arc::new(Notify::new()));
        if let Some(address) = &address {
            open.of_address.entry(address.clone()).or_default().insert(number);
        }
        open.all.insert(number, HttpConnection { address, idle: None, close: Arc::clone(&close) });
        open.set_idle(number);
        drop(open);
        Some(HttpConnectionSlot { number, connections: Arc::clone(self), close })
    }

    /// How many connections hold a slot, for the tests.
    #[cfg(test)]
    fn count(&self) -> usize {
        self.open().all.len()
    }
}

impl HttpConnectionIndex {
    /// Puts a connection at the young end of the idle ones. It may be closed from now on; one that is idle
    /// already keeps its age.
    fn set_idle(&mut self, number: u64) {
        self.clock += 1;
        let clock = self.clock;
        if let Some(entry) = self.all.get_mut(&number)
            && entry.idle.is_none()
        {
            entry.idle = Some(clock);
            self.idle.insert((clock, number));
        }
    }

    /// Takes a connection out of the idle ones, so that it is not closed during its request.
    fn set_busy(&mut self, number: u64) {
        if let Some(since) = self.all.get_mut(&number).and_then(|entry| entry.idle.take()) {
            self.idle.remove(&(since, number));
        }
    }

    /// Takes a connection out of every list and returns the handle that closes it; `None` if it was removed
    /// before. `all`, `idle` and `of_address` must always name the same connections.
    fn remove(&mut self, number: u64) -> Option<Arc<Notify>> {
        self.set_busy(number);
        let entry = self.all.remove(&number)?;
        if let Some(address) = &entry.address
            && let Some(numbers) = self.of_address.get_mut(address)
        {
            numbers.remove(&number);
            if numbers.is_empty() {
                self.of_address.remove(address);
            }
        }
        Some(entry.close)
    }

    /// Closes a connection in favour of another: it no longer counts, and its task ends as soon as it sees
    /// the signal.
    fn close(&mut self, number: u64) {
        if let Some(close) = self.remove(number) {
            close.notify_one();
        }
    }
}

impl HttpConnectionSlot {
    /// A request on this connection is in progress: until [`set_idle`](HttpConnectionSlot::set_idle) it is
    /// not closed for another.
    pub(crate) fn set_busy(&self) {
        self.connections.open().set_busy(self.number);
    }

    /// The request was answered: the connection is the youngest of the idle ones, and may be closed for
    /// another. A connection that became a socket stays in its slot only until its task ends.
    pub(crate) fn set_idle(&self) {
        self.connections.open().set_idle(self.number);
    }

    /// Waits until this connection has to make room for another; its task then drops it without an answer.
    /// May be dropped while it waits.
    pub(crate) async fn wait_evicted(&self) {
        self.close.notified().await;
    }
}

impl Drop for HttpConnectionSlot {
    /// Counts the connection out; harmless if it was already closed for another.
    fn drop(&mut self) {
        self.connections.open().remove(self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: HttpConnectionLimits = HttpConnectionLimits { all: 4, of_address: 2 };

    /// A client's address, in the form that [`HttpConnections::join`] takes, for the tests below.
    fn from(address: &str) -> Option<String> {
        Some(address.to_owned())
    }

    /// Whether a slot was closed in favour of another, for the tests below; it takes the signal, so it is
    /// true once.
    async fn is_closed(place: &HttpConnectionSlot) -> bool {
        tokio::time::timeout(std::time::Duration::ZERO, place.wait_evicted()).await.is_ok()
    }

    /// Proves DIS-04 for connections: a client that opens many silent connections closes its own.
    #[tokio::test]
    async fn the_oldest_idle_connection_of_an_address_makes_place_for_the_next() {
        let connections = HttpConnections::new(MOST);
        let first = connections.join(from("a")).expect("a slot");
        let second = connections.join(from("a")).expect("a slot");
        let other = connections.join(from("b")).expect("a slot");
        let third = connections.join(from("a")).expect("a slot");
        assert!(is_closed(&first).await && !is_closed(&second).await && !is_closed(&other).await);
        // A connection with a request in progress is not closed, and one that had a request since is younger.
        second.set_busy();
        let fourth = connections.join(from("a")).expect("a slot");
        assert!(is_closed(&third).await && !is_closed(&second).await);
        fourth.set_busy();
        assert!(connections.join(from("a")).is_none(), "both are in use");
        second.set_idle();
        drop(connections.join(from("a")).expect("a slot"));
        assert!(is_closed(&second).await);
        drop((first, second, third, fourth, other));
        assert_eq!(connections.count(), 0);
        assert!(connections.open().idle.is_empty() && connections.open().of_address.is_empty());
    }

    #[tokio::test]
    async fn where_the_room_is_full_the_oldest_idle_connection_goes_wherever_it_is_from() {
        let connections = HttpConnections::new(MOST);
        let places: Vec<HttpConnectionSlot> =
            ["a", "b", "c", "d"].into_iter().filter_map(|address| connections.join(from(address))).collect();
        places[0].set_busy();
        let fifth = connections.join(from("e")).expect("a slot");
        assert!(!is_closed(&places[0]).await && is_closed(&places[1]).await);
        assert_eq!(connections.count(), 4);
        [&places[0], &places[2], &places[3], &fifth].into_iter().for_each(HttpConnectionSlot::set_busy);
        assert!(connections.join(from("f")).is_none());
    }

    #[tokio::test]
    async fn the_connections_of_a_trusted_proxy_are_not_those_of_one_address() {
        let connections = HttpConnections::new(MOST);
        let places: Vec<HttpConnectionSlot> = (0..4).filter_map(|_| connections.join(None)).collect();
        for place in &places {
            assert!(!is_closed(place).await);
        }
    }
}
