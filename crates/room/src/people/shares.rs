//! Hands that people share: links that open one hand each, until they are taken back.

use std::collections::BTreeMap;

use seating::Person;

use super::apply::People;
use super::event::{PeopleEvent, SecretHash};

/// The most hands that a person shares at a time.
pub const MAX_SHARED_HANDS: usize = 100;

/// A hand that somebody shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedHand {
    /// Who.
    pub person: Person,
    /// The number of the table.
    pub table: u64,
    /// The number of the hand at its table.
    pub hand: u64,
    /// With the cards of who shares it.
    pub own_cards: bool,
    /// When, in milliseconds of the room's time.
    pub made: u64,
}

/// Every hand that is shared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct HandShares {
    pub(super) by_link: BTreeMap<SecretHash, SharedHand>,
    /// The links of each person, oldest first.
    pub(super) by_person: BTreeMap<Person, Vec<SecretHash>>,
}

impl HandShares {
    /// Takes in that a hand is shared.
    pub(super) fn begin(&mut self, link: SecretHash, shared: SharedHand) {
        if self.by_link.insert(link, shared).is_none() {
            self.by_person.entry(shared.person).or_default().push(link);
        }
    }

    /// Takes in that a link opens nothing more.
    pub(super) fn end(&mut self, person: Person, link: &SecretHash) {
        self.by_link.remove(link);
        if let Some(links) = self.by_person.get_mut(&person) {
            links.retain(|other| other != link);
        }
    }
}

impl People {
    /// The hand behind a link, of somebody who is not kept out at a time.
    pub fn shared_hand(&self, link: &SecretHash, time: u64) -> Option<SharedHand> {
        let shared = self.shares.by_link.get(link)?;
        self.ban_at(shared.person, time).is_none().then_some(*shared)
    }

    /// The hands that a person shares, newest first, with what is kept of their links.
    pub fn hands_shared_by(&self, person: Person) -> impl Iterator<Item = (SecretHash, SharedHand)> {
        let links = self.shares.by_person.get(&person).into_iter().flatten().rev();
        links.filter_map(|link| Some((*link, *self.shares.by_link.get(link)?)))
    }

    /// How many hands a person shares.
    pub(super) fn count_shared(&self, person: Person) -> usize {
        self.shares.by_person.get(&person).map_or(0, Vec::len)
    }
}

/// That a hand is shared, as it is stored.
pub(super) fn share_event(link: SecretHash, shared: SharedHand) -> PeopleEvent {
    let SharedHand { person, table, hand, own_cards, made } = shared;
    PeopleEvent::HandShared { person: person.0, link, table, hand, own_cards, time: made }
}
