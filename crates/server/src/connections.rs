//! Connections that wait for requests: how many there are, from where, and which of them makes place for another.
//!
//! A connection over which nothing is being asked costs its owner nothing. Where there are too many, from one address or
//! altogether, the one that has been idle longest is closed for the one that comes: whoever opens many in silence closes
//! their own, and somebody else at the same address still gets in. A socket is no longer counted here once it is open.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// How many connections there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Most {
    /// Altogether.
    pub all: usize,
    /// From one address.
    pub of_address: usize,
}

/// Every connection.
pub(crate) struct Connections {
    most: Most,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    /// Rises with each time that a connection comes or becomes idle.
    clock: u64,
    next: u64,
    all: BTreeMap<u64, Entry>,
    /// Connections over which nothing is being asked, the one that has been so longest first.
    idle: BTreeSet<(u64, u64)>,
    of_address: BTreeMap<String, BTreeSet<u64>>,
}

struct Entry {
    /// None for a connection of a trusted proxy, which stands for many people.
    address: Option<String>,
    /// Since when it has been idle.
    idle: Option<u64>,
    close: Arc<Notify>,
}

/// A connection's place among them; given up when it is dropped.
pub(crate) struct Place {
    number: u64,
    connections: Arc<Connections>,
    close: Arc<Notify>,
}

impl Connections {
    pub(crate) fn new(most: Most) -> Arc<Connections> {
        Arc::new(Connections { most, open: Mutex::default() })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a connection from an address; `None` where every other is in use. Another may be closed for it.
    pub(crate) fn join(self: &Arc<Connections>, address: Option<String>) -> Option<Place> {
        let mut open = self.open();
        let from_there = address.as_ref().and_then(|address| open.of_address.get(address));
        if from_there.is_some_and(|numbers| numbers.len() >= self.most.of_address) {
            let oldest = from_there.into_iter().flatten();
            let oldest = oldest.filter_map(|number| Some((open.all.get(number)?.idle?, *number))).min();
            open.close(oldest?.1);
        } else if open.all.len() >= self.most.all {
            let oldest = open.idle.first().copied();
            open.close(oldest?.1);
        }
        open.next += 1;
        let (number, close) = (open.next, Arc::new(Notify::new()));
        if let Some(address) = &address {
            open.of_address.entry(address.clone()).or_default().insert(number);
        }
        open.all.insert(number, Entry { address, idle: None, close: Arc::clone(&close) });
        open.rests(number);
        drop(open);
        Some(Place { number, connections: Arc::clone(self), close })
    }

    /// How many there are.
    #[cfg(test)]
    fn count(&self) -> usize {
        self.open().all.len()
    }
}

impl Open {
    fn rests(&mut self, number: u64) {
        self.clock += 1;
        let clock = self.clock;
        if let Some(entry) = self.all.get_mut(&number)
            && entry.idle.is_none()
        {
            entry.idle = Some(clock);
            self.idle.insert((clock, number));
        }
    }

    fn works(&mut self, number: u64) {
        if let Some(since) = self.all.get_mut(&number).and_then(|entry| entry.idle.take()) {
            self.idle.remove(&(since, number));
        }
    }

    fn forget(&mut self, number: u64) -> Option<Arc<Notify>> {
        self.works(number);
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

    /// Lets one go: it counts no more, and its end is on the way.
    fn close(&mut self, number: u64) {
        if let Some(close) = self.forget(number) {
            close.notify_one();
        }
    }
}

impl Place {
    /// Something is asked over it.
    pub(crate) fn works(&self) {
        self.connections.open().works(self.number);
    }

    /// It was answered.
    pub(crate) fn rests(&self) {
        self.connections.open().rests(self.number);
    }

    /// Waits until the connection has to make place.
    pub(crate) async fn closes(&self) {
        self.close.notified().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.open().forget(self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: Most = Most { all: 4, of_address: 2 };

    fn from(address: &str) -> Option<String> {
        Some(address.to_owned())
    }

    async fn is_closed(place: &Place) -> bool {
        tokio::time::timeout(std::time::Duration::ZERO, place.closes()).await.is_ok()
    }

    /// Proves DIS-04 for connections: whoever opens many in silence closes their own.
    #[tokio::test]
    async fn the_oldest_idle_connection_of_an_address_makes_place_for_the_next() {
        let connections = Connections::new(MOST);
        let first = connections.join(from("a")).expect("a place");
        let second = connections.join(from("a")).expect("a place");
        let other = connections.join(from("b")).expect("a place");
        let third = connections.join(from("a")).expect("a place");
        assert!(is_closed(&first).await && !is_closed(&second).await && !is_closed(&other).await);
        // One over which something is asked is not closed, and one that was asked something since is younger.
        second.works();
        let fourth = connections.join(from("a")).expect("a place");
        assert!(is_closed(&third).await && !is_closed(&second).await);
        fourth.works();
        assert!(connections.join(from("a")).is_none(), "both are in use");
        second.rests();
        drop(connections.join(from("a")).expect("a place"));
        assert!(is_closed(&second).await);
        drop((first, second, third, fourth, other));
        assert_eq!(connections.count(), 0);
        assert!(connections.open().idle.is_empty() && connections.open().of_address.is_empty());
    }

    #[tokio::test]
    async fn where_the_room_is_full_the_oldest_idle_connection_goes_wherever_it_is_from() {
        let connections = Connections::new(MOST);
        let places: Vec<Place> =
            ["a", "b", "c", "d"].into_iter().filter_map(|address| connections.join(from(address))).collect();
        places[0].works();
        let fifth = connections.join(from("e")).expect("a place");
        assert!(!is_closed(&places[0]).await && is_closed(&places[1]).await);
        assert_eq!(connections.count(), 4);
        [&places[0], &places[2], &places[3], &fifth].into_iter().for_each(Place::works);
        assert!(connections.join(from("f")).is_none());
    }

    #[tokio::test]
    async fn the_connections_of_a_trusted_proxy_are_not_those_of_one_address() {
        let connections = Connections::new(MOST);
        let places: Vec<Place> = (0..4).filter_map(|_| connections.join(None)).collect();
        for place in &places {
            assert!(!is_closed(place).await);
        }
    }
}
