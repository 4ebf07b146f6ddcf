//! Who watches, and what each viewer is sent. Everything that goes out is made by [`table::view`] for that
//! viewer.

use std::collections::BTreeMap;
use std::sync::Arc;

use seating::Person;

use super::{Effect, HostedGame, Keeper, MAX_WATCHERS, RecentRecord, Watcher, WatcherId};
use crate::port::Now;
use crate::requests::{Outbound, RoomRefusal, Standing};

/// The most records of a hand that are sent again before the full view: fewer than may be queued for a
/// viewer.
const MAX_RESENT: usize = 200;

/// Why no hand begins while the disk has too little free space.
const DISK_NEARLY_FULL: &str =
    "the room's disk is nearly full: no hand begins until there is space again, then play resumes by itself";

impl<M: HostedGame> Keeper<M> {
    /// Whether a person has the table open on any device. Clocks, the cut and over-blind offers depend on it.
    pub(crate) fn is_connected(&self, person: Person) -> bool {
        self.watchers.values().any(|watcher| watcher.person == Some(person))
    }

    /// As whom a viewer sees the current hand; `None` for the rail. A person who came in by a link after the
    /// hand was opened sees it as the rail does.
    pub(super) fn viewing_player(&self, watcher: Watcher) -> Option<Person> {
        watcher.person.filter(|_| M::hands_played(&self.state) > watcher.unseen)
    }

    /// Adds a viewer and sends what they need: missed records after `from` if held, otherwise the full view. A
    /// person's other device is dropped, and a viewer beyond [`MAX_WATCHERS`] is turned away.
    pub(super) fn watch(&mut self, now: Now, id: WatcherId, watcher: Watcher, from: Option<u64>) {
        if self.watchers.len() >= MAX_WATCHERS {
            let why = "too many people are watching this table: try again later";
            let why = RoomRefusal::plain("busy", why)
                .because("table_watched_by_many")
                .with("at_most", MAX_WATCHERS);
            self.effects.push(Effect::Send { to: id, what: Outbound::Ended { why } });
            return self.effects.push(Effect::Drop { watcher: id });
        }
        let was_connected = watcher.person.is_some_and(|person| self.is_connected(person));
        if let Some(person) = watcher.person {
            let older: Vec<WatcherId> = self
                .watchers
                .iter()
                .filter(|(_, other)| other.person == Some(person))
                .map(|(older, _)| *older)
                .collect();
            for older in older {
                self.watchers.remove(&older);
                self.effects.push(Effect::Send { to: older, what: Outbound::Elsewhere });
                self.effects.push(Effect::Drop { watcher: older });
            }
        }
        self.watchers.insert(id, watcher);
        self.catch_up(now, id, watcher, from);
        if let Some(person) = watcher.person.filter(|_| !was_connected) {
            self.send_presence(person, true, Some(id));
            M::on_presence_changed(self, now);
        }
    }

    /// Removes a viewer. If it was a person's last, others learn that they are disconnected; nothing happens to
    /// their hand.
    pub(super) fn unwatch(&mut self, now: Now, id: WatcherId) {
        let Some(gone) = self.watchers.remove(&id) else { return };
        if let Some(person) = gone.person.filter(|person| !self.is_connected(*person)) {
            self.send_presence(person, false, Some(id));
            M::on_presence_changed(self, now);
        }
    }

    /// Informs all viewers but one whether a seated person is connected, with the disconnect time left in
    /// milliseconds if not. Nothing is sent about people without a seat.
    fn send_presence(&mut self, person: Person, connected: bool, but: Option<WatcherId>) {
        if M::seat_of(&self.state, person).is_none() {
            return;
        }
        let disconnect_left = M::disconnect_left(self, person).filter(|_| !connected);
        let what = Outbound::Presence { person, connected, disconnect_left };
        for to in self.watchers.keys().filter(|to| Some(**to) != but) {
            self.effects.push(Effect::Send { to: *to, what: what.clone() });
        }
    }

    /// Informs one viewer which seated people are connected: no record says so, and some may have come or gone
    /// while records were missed.
    fn send_all_presence(&mut self, to: WatcherId) {
        for person in M::people(&self.state) {
            let connected = self.is_connected(person);
            let disconnect_left = M::disconnect_left(self, person).filter(|_| !connected);
            let what = Outbound::Presence { person, connected, disconnect_left };
            self.effects.push(Effect::Send { to, what });
        }
    }

    /// Informs everybody again that a person is disconnected, because their remaining disconnect time has
    /// changed.
    pub(super) fn resend_presence(&mut self, person: Person) {
        self.send_presence(person, false, None);
    }

    /// Sends everybody the current position: its clock has changed, and no record says so.
    pub(super) fn send_positions(&mut self, now: Now) {
        let people: Vec<(WatcherId, Option<Person>)> =
            self.watchers.iter().map(|(to, watcher)| (*to, self.viewing_player(*watcher))).collect();
        for (to, person) in people {
            let what = M::position(self, now, person);
            self.effects.push(Effect::Send { to, what });
        }
    }

    /// Sends the records a viewer missed after `from` if they are held, otherwise the full view. A viewer with
    /// nothing yet can ask from 0 to get the hand so far before it.
    fn catch_up(&mut self, now: Now, id: WatcherId, watcher: Watcher, from: Option<u64>) {
        let seen_as = self.viewing_player(watcher);
        if from == Some(0) {
            for recent in self.recent.iter().skip(self.recent.len().saturating_sub(MAX_RESENT)) {
                let what = M::update(self, now, recent, seen_as, false);
                self.effects.push(Effect::Send { to: id, what });
            }
        }
        let held = from.filter(|from| {
            *from > 0
                && *from <= self.count
                && self.snapshots_sent_at.is_none_or(|shown| *from > shown)
                && self.recent.front().is_some_and(|first| first.number <= *from + 1)
        });
        match held {
            Some(from) if from == self.count || self.recent.back().is_some() => {
                let missed: Vec<Arc<RecentRecord<M::Aside>>> =
                    self.recent.iter().filter(|recent| recent.number > from).cloned().collect();
                for (at, recent) in missed.iter().enumerate() {
                    let last = at + 1 == missed.len();
                    let what = M::update(self, now, recent, seen_as, last);
                    self.effects.push(Effect::Send { to: id, what });
                }
                if missed.is_empty() {
                    // Nothing was missed except, perhaps, time: send the clock again.
                    let what = M::position(self, now, seen_as);
                    self.effects.push(Effect::Send { to: id, what });
                }
                self.send_all_presence(id);
            }
            Some(_) | None => {
                let what = M::view(self, now, watcher);
                self.effects.push(Effect::Send { to: id, what });
            }
        }
    }

    /// Sends every viewer the stored records from number `first` on, as they may see them, and the lobby's
    /// listing if it changed. Each record goes out in order.
    pub(super) fn send_updates(&mut self, now: Now, first: u64) {
        let records: Vec<Arc<RecentRecord<M::Aside>>> =
            self.recent.iter().filter(|recent| recent.number >= first).cloned().collect();
        let mut listing_changed = false;
        for (at, recent) in records.iter().enumerate() {
            let last = at + 1 == records.len();
            let rail = M::update(self, now, recent, None, last);
            // Those not in the hand see what the rail sees; players also see their own cards.
            let mut of_player: BTreeMap<Person, Outbound> = BTreeMap::new();
            for (to, watcher) in &self.watchers {
                let player =
                    self.viewing_player(*watcher).filter(|person| M::takes_part(&self.state, *person));
                let what = match player {
                    None => rail.clone(),
                    Some(person) => of_player
                        .entry(person)
                        .or_insert_with(|| M::update(self, now, recent, Some(person), last))
                        .clone(),
                };
                self.effects.push(Effect::Send { to: *to, what });
            }
            listing_changed |= recent.entries.iter().any(M::changes_listing);
        }
        let entries = || records.iter().flat_map(|recent| &recent.entries);
        // Viewers take a newly seated person to be connected unless they hear otherwise.
        for person in entries().filter_map(M::seated_person) {
            if !self.is_connected(person) && M::people(&self.state).contains(&person) {
                self.send_presence(person, false, None);
            }
        }
        if entries().any(M::is_reversal) {
            self.send_snapshots(now);
        }
        if listing_changed {
            self.update_listing();
        }
    }

    /// Sends every viewer a full view because of a change that is in no record; a viewer who returns with older
    /// records gets one too.
    pub(super) fn send_snapshots(&mut self, now: Now) {
        self.snapshots_sent_at = Some(self.count);
        for (to, watcher) in &self.watchers {
            let what = M::view(self, now, *watcher);
            self.effects.push(Effect::Send { to: *to, what });
        }
    }

    /// The standing of the table as viewers and the lobby see it now: paused while the room drains or its disk
    /// is nearly full.
    pub(super) fn standing(&self) -> Standing {
        self.shown_standing(M::standing(&self.state))
    }

    /// A recorded standing as viewers see it: a table that is open by its records is shown paused while the
    /// room drains or its disk is nearly full.
    pub(super) fn shown_standing(&self, recorded: &Standing) -> Standing {
        match recorded {
            Standing::Open if self.draining => {
                Standing::Paused { reason: "the room restarts after this hand: stacks are saved".to_owned() }
            }
            Standing::Open if self.new_hands_held => Standing::Paused { reason: DISK_NEARLY_FULL.to_owned() },
            standing => standing.clone(),
        }
    }
}
