//! Hands that people share: links that show one hand each until they are taken back.

use std::collections::BTreeMap;

use seating::Person;

use super::apply::People;
use super::event::{PeopleEvent, SecretHash};

/// The most hands a person can share at a time.
pub const MAX_SHARED_HANDS: usize = 100;

/// A hand that somebody shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedHand {
    /// Who shares it.
    pub person: Person,
    /// The number of the table.
    pub table: u64,
    /// The number of the hand at its table.
    pub hand: u64,
    /// Whether the sharer's cards are shown.
    pub own_cards: bool,
    /// When, in milliseconds of the room's time.
    pub made: u64,
}

/// Every shared hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct HandShares {
    pub(super) by_link: BTreeMap<SecretHash, SharedHand>,
    /// The links of each person, oldest first.
    pub(super) by_person: BTreeMap<Person, Vec<SecretHash>>,
}

impl HandShares {
    /// Applies that a hand is shared under a link, by the link's hash, as its owner's newest; the same link
    /// again changes the hand only.
    pub(super) fn begin(&mut self, link: SecretHash, shared: SharedHand) {
        if self.by_link.insert(link, shared).is_none() {
            self.by_person.entry(shared.person).or_default().push(link);
        }
    }

    /// Applies that a person takes back a link: it shows nothing any more.
    pub(super) fn end(&mut self, person: Person, link: &SecretHash) {
        self.by_link.remove(link);
        if let Some(links) = self.by_person.get_mut(&person) {
            links.retain(|other| other != link);
        }
    }
}

impl People {
    /// The hand behind a link; `None` for an unknown link, or while its owner is banned.
    pub fn shared_hand(&self, link: &SecretHash, time: u64) -> Option<SharedHand> {
        let shared = self.shares.by_link.get(link)?;
        self.ban_at(shared.person, time).is_none().then_some(*shared)
    }

    /// The hands a person shares, newest first, with the hashes of their links, for the owner's list.
    pub fn hands_shared_by(&self, person: Person) -> impl Iterator<Item = (SecretHash, SharedHand)> {
        let links = self.shares.by_person.get(&person).into_iter().flatten().rev();
        links.filter_map(|link| Some((*link, *self.shares.by_link.get(link)?)))
    }

    /// How many hands a person shares now, which must stay below [`MAX_SHARED_HANDS`] to share another.
    pub(super) fn count_shared(&self, person: Person) -> usize {
        self.shares.by_person.get(&person).map_or(0, Vec::len)
    }
}

/// The event that stores a share; its time is when the share was made.
pub(super) fn share_event(link: SecretHash, shared: SharedHand) -> PeopleEvent {
    let SharedHand { person, table, hand, own_cards, made } = shared;
    PeopleEvent::HandShared { person: person.0, link, table, hand, own_cards, time: made }
}
