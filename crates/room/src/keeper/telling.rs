//! Who watches, and what each viewer is told. Everything that goes out is made by [`table::view`] for that viewer.

use std::collections::BTreeMap;
use std::sync::Arc;

use fair::Opening;
use table::view::{self, View, Viewer};
use table::{Hand, Need, Person, Seat, TableWhat, What};

use super::{Effect, Keeper, MOST_WATCHERS, Recent, Watcher, WatcherId};
use crate::ask::{ChairView, Fact, HandView, Outbound, PlayerView, Standing, TableView, Update};
use crate::entry::Entry;
use crate::port::Now;

/// The most records of a hand that are told again before the whole view: fewer than may wait to be sent to a viewer.
const MOST_TOLD_AGAIN: usize = 200;

impl Keeper {
    /// Whether a person's page is open.
    pub(super) fn is_connected(&self, person: Person) -> bool {
        self.watchers.values().any(|watcher| watcher.person == Some(person))
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
            self.presence(person, true, id);
            self.settle(now);
        }
    }

    /// A viewer has gone: for the play that is silence and nothing else.
    pub(super) fn unwatch(&mut self, now: Now, id: WatcherId) {
        let Some(gone) = self.watchers.remove(&id) else { return };
        if let Some(person) = gone.person.filter(|person| !self.is_connected(*person)) {
            self.presence(person, false, id);
            self.settle(now);
        }
    }

    fn presence(&mut self, person: Person, connected: bool, but: WatcherId) {
        if self.state.seat_of(person).is_none() {
            return;
        }
        for to in self.watchers.keys().filter(|to| **to != but) {
            self.effects.push(Effect::Send { to: *to, what: Outbound::Presence { person, connected } });
        }
    }

    /// Sends what a viewer missed, where it is at hand; otherwise the whole view. Whoever has nothing yet may have the
    /// hand so far before it, by asking from 0.
    fn catch_up(&mut self, now: Now, id: WatcherId, watcher: Watcher, from: Option<u64>) {
        let at_hand = |from: &u64| {
            *from <= self.count && self.recent.front().is_some_and(|first| first.number <= *from + 1)
        };
        if from == Some(0) {
            for recent in self.recent.iter().skip(self.recent.len().saturating_sub(MOST_TOLD_AGAIN)) {
                let update = Arc::new(self.update(now, recent, watcher.person, false));
                self.effects.push(Effect::Send { to: id, what: Outbound::Update(update) });
            }
        }
        match from.filter(|from| *from > 0 && at_hand(from)) {
            Some(from) if from == self.count || self.recent.back().is_some() => {
                let missed: Vec<Arc<Recent>> =
                    self.recent.iter().filter(|recent| recent.number > from).cloned().collect();
                for (at, recent) in missed.iter().enumerate() {
                    let last = at + 1 == missed.len();
                    let update = Arc::new(self.update(now, recent, watcher.person, last));
                    self.effects.push(Effect::Send { to: id, what: Outbound::Update(update) });
                }
                if missed.is_empty() {
                    // Nothing was missed but, perhaps, time: the clock is told again.
                    let update = Arc::new(Update { facts: Vec::new(), ..self.position(now, watcher.person) });
                    self.effects.push(Effect::Send { to: id, what: Outbound::Update(update) });
                }
            }
            Some(_) | None => {
                let view = Box::new(self.view(now, watcher.person));
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
                let player = watcher.person.filter(|person| self.state.seat_in_hand(*person).is_some());
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
        for (to, watcher) in &self.watchers {
            let what = Outbound::Snapshot(Box::new(self.view(now, watcher.person)));
            self.effects.push(Effect::Send { to: *to, what });
        }
    }

    /// Whether it is played here, as viewers see it.
    fn standing(&self) -> Standing {
        match &self.state.standing {
            Standing::Open if self.draining => {
                Standing::Paused { reason: "the room restarts after this round: stacks are saved".to_owned() }
            }
            standing => standing.clone(),
        }
    }

    /// Through whose eyes a person sees the hand that is being played or was the last. It goes by who was dealt in,
    /// so that nobody sees the cards of a seat they took later.
    fn viewer(&self, person: Option<Person>) -> Viewer {
        person.and_then(|person| self.state.seat_in_hand(person)).map_or(Viewer::Rail, Viewer::Seat)
    }

    /// The position without facts: number, clock and menu.
    fn position(&self, now: Now, person: Option<Person>) -> Update {
        let viewer = self.viewer(person);
        let view = self.state.running().map(|hand| View::of(hand, viewer));
        Update {
            number: self.count,
            hand: self.state.table.rounds(),
            at: now.wall,
            facts: Vec::new(),
            turn: self.turn_view(now.steady),
            menu: view.and_then(|view| view.menu()),
            raise_closed: view.and_then(|view| view.raise_closed()),
            raises_left: view.and_then(|view| view.raises_left()),
            may_muck: self.may_muck(viewer),
            owed: self.state.table.owed().collect(),
        }
    }

    fn may_muck(&self, viewer: Viewer) -> Option<bool> {
        match self.state.running().map(Hand::next) {
            Some(Need::Show { seat, may_muck }) if viewer == Viewer::Seat(seat) => Some(may_muck),
            Some(
                Need::Show { .. }
                | Need::Shuffle
                | Need::Cut
                | Need::Post(_)
                | Need::HoleCard { .. }
                | Need::Burn
                | Need::BoardCard
                | Need::Act { .. }
                | Need::Nothing,
            )
            | None => None,
        }
    }

    /// What a record says to a viewer; the last one of several with the position that is on now.
    fn update(&self, now: Now, recent: &Recent, person: Option<Person>, last: bool) -> Update {
        let viewer = self.viewer(person);
        let mut facts = Vec::new();
        for entry in &recent.entries {
            self.facts(entry, viewer, &mut facts);
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
                ..position
            }
        };
        Update { number: recent.number, at: recent.at.wall, facts, ..position }
    }

    fn facts(&self, entry: &Entry, viewer: Viewer, facts: &mut Vec<Fact>) {
        match entry {
            Entry::Table { fact } => {
                facts.push(Fact::Table(view::table_seen_by(fact, viewer)));
                if let TableWhat::Hand(event) = &fact.what
                    && let What::HoleDealt { seat, card } = &event.what
                    && viewer == Viewer::Seat(*seat)
                {
                    facts.extend(self.opening(card.slot()).map(Fact::Opening));
                }
            }
            Entry::Deck { commitment, .. } => {
                facts.push(Fact::Deck { hand: commitment.deck().hand, commitment: *commitment });
            }
            Entry::Cut(cut) => facts.push(Fact::Cut(cut.clone())),
            Entry::Opening(opening) => facts.push(Fact::Opening(opening.clone())),
            Entry::Play(standing) => facts.push(Fact::Standing(standing.clone())),
            Entry::TimeBank { seat, taken } => facts.push(Fact::TimeBank { seat: *seat, taken: *taken }),
            Entry::Made { .. } | Entry::Snapshot(_) | Entry::Purse { .. } => {}
        }
    }

    fn opening(&self, slot: Option<u8>) -> Option<Opening> {
        self.state.deck.as_ref()?.cards.as_ref()?.opening(slot?)
    }

    /// The whole table as a person may see it.
    fn view(&self, now: Now, person: Option<Person>) -> TableView {
        let state = &self.state;
        let position = self.position(now, person);
        let waits_for_values = state.deck.as_ref().filter(|deck| deck.cut.is_none());
        let contribute = waits_for_values
            .map(|deck| deck.commitment.deck().hand)
            .filter(|_| person.is_some_and(|person| state.seat_in_hand(person).is_some()));
        TableView {
            table: state.id,
            name: state.name.clone(),
            number: self.count,
            house: Arc::clone(state.table.house()),
            practice: !state.bots.is_empty(),
            standing: self.standing(),
            draining: self.draining,
            button: state.table.button(),
            chairs: state.table.chairs().map(|(seat, _)| seat).filter_map(|seat| self.chair(seat)).collect(),
            own: person.and_then(|person| state.seat_of(person)),
            hand: state.table.hand().map(|hand| self.hand_view(hand, self.viewer(person))),
            turn: position.turn,
            menu: position.menu,
            raise_closed: position.raise_closed,
            raises_left: position.raises_left,
            owed: position.owed,
            may_muck: position.may_muck,
            contribute,
        }
    }

    fn chair(&self, seat: Seat) -> Option<ChairView> {
        let chair = self.state.table.chair(seat)?;
        let in_hand = self.state.running().filter(|hand| hand.person(seat).is_some());
        Some(ChairView {
            seat,
            person: chair.person,
            stack: in_hand.map_or(chair.stack, |hand| hand.stack(seat)),
            machine: self.state.is_bot(chair.person),
            away: chair.away,
            waits: chair.waits,
            leaving: self.state.is_leaving(seat),
            connected: self.state.is_bot(chair.person) || self.is_connected(chair.person),
        })
    }

    fn hand_view(&self, hand: &Hand, viewer: Viewer) -> HandView {
        let view = View::of(hand, viewer);
        let deck = self.state.deck.as_ref();
        let mut openings: Vec<Opening> = Vec::new();
        let mut players = Vec::new();
        for seat in view.seats() {
            let (cards, count) = view.hole_cards(seat);
            let cards = cards[..count].to_vec();
            openings.extend(cards.iter().filter_map(|card| self.seen_opening(card)));
            players.push(PlayerView {
                seat,
                in_round: view.in_round(seat),
                in_hand: view.in_hand(seat),
                folded: !view.live().has(seat),
                all_in: view.is_all_in(seat),
                shown: hand.has_shown(seat),
                cards,
            });
        }
        openings.extend(view.board().iter().filter_map(|card| self.seen_opening(card)));
        HandView {
            number: hand.lineup().number,
            over: hand.is_over(),
            button: view.button(),
            round: view.round(),
            players,
            board: view.board().to_vec(),
            pot: view.pot(),
            commitment: deck.map(|deck| deck.commitment),
            cut: deck.and_then(|deck| deck.cut.clone()),
            openings,
        }
    }

    /// The opening of a card that the viewer's own view holds.
    fn seen_opening(&self, card: &cards::Hidden) -> Option<Opening> {
        card.known().and_then(|_| self.opening(card.slot()))
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
        | Entry::Purse { .. } => false,
    }
}
