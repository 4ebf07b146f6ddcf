//! Who watches, and what each viewer is told. Everything that goes out is made by [`table::view`] for that viewer.

use std::collections::BTreeMap;
use std::sync::Arc;

use seating::Person;
use table::TableWhat;
use table::view::View;

use super::{Effect, Keeper, MOST_WATCHERS, Recent, Watcher, WatcherId};
use crate::ask::{Fact, Outbound, Standing, TableView, Update};
use crate::entry::Entry;
use crate::port::Now;

/// The most records of a hand that are told again before the whole view: fewer than may wait to be sent to a viewer.
const MOST_TOLD_AGAIN: usize = 200;

/// Why no round begins while the disk has too little free space.
const DISK_NEARLY_FULL: &str = "the room's disk is nearly full: no hand begins until there is space again, and then play goes on by itself";

impl Keeper {
    /// Whether a person's page is open.
    pub(crate) fn is_connected(&self, person: Person) -> bool {
        self.watchers.values().any(|watcher| watcher.person == Some(person))
    }

    /// Through whose eyes a viewer sees the hand on the table. Whoever came in by a link after it was opened sees it as the
    /// rail does.
    fn eyes(&self, watcher: Watcher) -> Option<Person> {
        watcher.person.filter(|_| self.state.table.rounds() > watcher.unseen)
    }

    /// Somebody wants to see the table.
    pub(super) fn watch(&mut self, now: Now, id: WatcherId, watcher: Watcher, from: Option<u64>) {
        if self.watchers.len() >= MOST_WATCHERS {
            let why = "too many people watch this table: try again later".to_owned();
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
            self.presence(person, true, Some(id));
            self.settle(now);
        }
    }

    /// A viewer has gone: for the play that is silence and nothing else.
    pub(super) fn unwatch(&mut self, now: Now, id: WatcherId) {
        let Some(gone) = self.watchers.remove(&id) else { return };
        if let Some(person) = gone.person.filter(|person| !self.is_connected(*person)) {
            self.presence(person, false, Some(id));
            self.settle(now);
        }
    }

    fn presence(&mut self, person: Person, connected: bool, but: Option<WatcherId>) {
        if self.state.seat_of(person).is_none() {
            return;
        }
        let disconnect_left = self.disconnect_left(person).filter(|_| !connected);
        let what = Outbound::Presence { person, connected, disconnect_left };
        for to in self.watchers.keys().filter(|to| Some(**to) != but) {
            self.effects.push(Effect::Send { to: *to, what: what.clone() });
        }
    }

    /// Tells everybody again that a person is not connected: what the book leaves of the time for that has changed.
    pub(super) fn presence_again(&mut self, person: Person) {
        self.presence(person, false, None);
    }

    /// Tells everybody the position as it is now: its clock has changed, and no record says so.
    pub(super) fn tell_position(&mut self, now: Now) {
        let people: Vec<(WatcherId, Option<Person>)> =
            self.watchers.iter().map(|(to, watcher)| (*to, self.eyes(*watcher))).collect();
        for (to, person) in people {
            let what = Outbound::Update(Arc::new(self.position(now, person)));
            self.effects.push(Effect::Send { to, what });
        }
    }

    /// Sends what a viewer missed, where it is at hand; otherwise the whole view. Whoever has nothing yet may have the
    /// hand so far before it, by asking from 0.
    fn catch_up(&mut self, now: Now, id: WatcherId, watcher: Watcher, from: Option<u64>) {
        let eyes = self.eyes(watcher);
        let at_hand = |from: &u64| {
            *from <= self.count
                && self.shown_all_at.is_none_or(|shown| *from > shown)
                && self.recent.front().is_some_and(|first| first.number <= *from + 1)
        };
        if from == Some(0) {
            for recent in self.recent.iter().skip(self.recent.len().saturating_sub(MOST_TOLD_AGAIN)) {
                let update = Arc::new(self.update(now, recent, eyes, false));
                self.effects.push(Effect::Send { to: id, what: Outbound::Update(update) });
            }
        }
        match from.filter(|from| *from > 0 && at_hand(from)) {
            Some(from) if from == self.count || self.recent.back().is_some() => {
                let missed: Vec<Arc<Recent>> =
                    self.recent.iter().filter(|recent| recent.number > from).cloned().collect();
                for (at, recent) in missed.iter().enumerate() {
                    let last = at + 1 == missed.len();
                    let update = Arc::new(self.update(now, recent, eyes, last));
                    self.effects.push(Effect::Send { to: id, what: Outbound::Update(update) });
                }
                if missed.is_empty() {
                    // Nothing was missed but, perhaps, time: the clock is told again.
                    let update = Arc::new(self.position(now, eyes));
                    self.effects.push(Effect::Send { to: id, what: Outbound::Update(update) });
                }
            }
            Some(_) | None => {
                let view = Box::new(self.view(now, watcher));
                self.effects.push(Effect::Send { to: id, what: Outbound::Snapshot(view) });
            }
        }
    }

    /// Tells every viewer what the records from a number on say to them.
    pub(super) fn tell(&mut self, now: Now, first: u64) {
        let records: Vec<Arc<Recent>> =
            self.recent.iter().filter(|recent| recent.number >= first).cloned().collect();
        let mut listed = false;
        for (at, recent) in records.iter().enumerate() {
            let last = at + 1 == records.len();
            let rail = Arc::new(self.update(now, recent, None, last));
            // Whoever is not in the hand sees what the rail sees; players see their own besides.
            let mut of_player: BTreeMap<Person, Arc<Update>> = BTreeMap::new();
            for (to, watcher) in &self.watchers {
                let player = self.eyes(*watcher).filter(|person| self.state.seat_in_hand(*person).is_some());
                let update = match player {
                    None => Arc::clone(&rail),
                    Some(person) => Arc::clone(
                        of_player
                            .entry(person)
                            .or_insert_with(|| Arc::new(self.update(now, recent, Some(person), last))),
                    ),
                };
                self.effects.push(Effect::Send { to: *to, what: Outbound::Update(update) });
            }
            listed |= recent.entries.iter().any(changes_the_lobby);
        }
        if listed {
            self.list();
        }
    }

    /// Sends every viewer the whole view: something changed that is in no record.
    pub(super) fn show_all(&mut self, now: Now) {
        self.shown_all_at = Some(self.count);
        for (to, watcher) in &self.watchers {
            let what = Outbound::Snapshot(Box::new(self.view(now, *watcher)));
            self.effects.push(Effect::Send { to: *to, what });
        }
    }

    /// Whether it is played here, as viewers and the lobby see it.
    pub(super) fn standing(&self) -> Standing {
        self.standing_for(&self.state.standing)
    }

    /// A table that is open by its records waits all the same while the room does.
    fn standing_for(&self, recorded: &Standing) -> Standing {
        match recorded {
            Standing::Open if self.draining => {
                Standing::Paused { reason: "the room restarts after this round: stacks are saved".to_owned() }
            }
            Standing::Open if self.held => Standing::Paused { reason: DISK_NEARLY_FULL.to_owned() },
            standing => standing.clone(),
        }
    }

    /// The position without facts: number, clock and menu.
    fn position(&self, now: Now, person: Option<Person>) -> Update {
        let viewer = self.state.viewer(person);
        let view = self.state.running().map(|hand| View::of(hand, viewer));
        // The hand that is over counts too: its cards lie on the table until the next begins.
        let last = self.state.table.hand().map(|hand| View::of(hand, viewer));
        Update {
            number: self.count,
            hand: self.state.table.rounds(),
            at: now.wall,
            facts: Vec::new(),
            turn: self.turn_view(now.steady),
            menu: view.and_then(|view| view.menu()),
            raise_closed: view.and_then(|view| view.raise_closed()),
            raises_left: view.and_then(|view| view.raises_left()),
            may_muck: self.state.may_muck(viewer),
            may_show: self.state.may_show(viewer),
            over_blind: self.over_blind_view(now.steady, viewer),
            owed: self.state.table.owed().collect(),
            made: Some(last.map_or_else(Vec::new, |view| view.made())),
            pots: Some(last.map_or_else(Vec::new, |view| view.pots())),
            won: Vec::new(),
        }
    }

    /// What a record says to a viewer; the last one of several with the position that is on now.
    fn update(&self, now: Now, recent: &Recent, person: Option<Person>, last: bool) -> Update {
        let viewer = self.state.viewer(person);
        let mut facts = Vec::new();
        for entry in &recent.entries {
            self.state.facts(entry, viewer, &mut facts);
        }
        for fact in &mut facts {
            if let Fact::Standing(standing) = fact {
                *standing = self.standing_for(standing);
            }
        }
        let position = if last {
            self.position(now, person)
        } else {
            let position = self.position(now, None);
            Update {
                turn: None,
                menu: None,
                raise_closed: None,
                raises_left: None,
                may_muck: None,
                may_show: Vec::new(),
                over_blind: None,
                made: None,
                pots: None,
                ..position
            }
        };
        Update { number: recent.number, at: recent.at.wall, facts, won: recent.won.clone(), ..position }
    }

    /// The whole table as a viewer may see it.
    fn view(&self, now: Now, watcher: Watcher) -> TableView {
        let state = &self.state;
        let eyes = self.eyes(watcher);
        let position = self.position(now, eyes);
        let waits_for_values = state.deck.as_ref().filter(|deck| deck.cut.is_none());
        let connected = |person| state.is_bot(person) || self.is_connected(person);
        let contribute = waits_for_values
            .map(|deck| deck.commitment.deck().hand)
            .filter(|_| eyes.is_some_and(|person| state.seat_in_hand(person).is_some()));
        TableView {
            table: state.id,
            name: state.name.clone(),
            number: self.count,
            house: Arc::clone(state.table.house()),
            practice: !state.bots.is_empty(),
            standing: self.standing(),
            draining: self.draining,
            button: state.table.button(),
            chairs: state.chair_views(&connected, &|person| self.disconnect_left(person)),
            own: watcher.person.and_then(|person| state.seat_of(person)),
            hand: state.table.hand().map(|hand| state.hand_view(hand, state.viewer(eyes))),
            turn: position.turn,
            menu: position.menu,
            raise_closed: position.raise_closed,
            raises_left: position.raises_left,
            owed: position.owed,
            may_muck: position.may_muck,
            may_show: position.may_show,
            over_blind: position.over_blind,
            contribute,
        }
    }
}

/// Whether a fact changes the table's line in the lobby.
fn changes_the_lobby(entry: &Entry) -> bool {
    match entry {
        Entry::Table { fact } => !matches!(fact.what, TableWhat::Hand(_)),
        Entry::Made { .. } | Entry::Play(_) => true,
        Entry::Snapshot(_)
        | Entry::Deck { .. }
        | Entry::Cut(_)
        | Entry::Opening(_)
        | Entry::TimeBank { .. }
        | Entry::Asked { .. }
        | Entry::Purse { .. } => false,
    }
}
