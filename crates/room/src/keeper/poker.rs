//! The poker table as a machine that the room keeps, and how its keeper shows it.

use std::collections::BTreeMap;
use std::sync::Arc;

use chips::book::Posting;
use fair::{RoomKey, Stream as Draws, Value};
use seating::{Person, Seat, Viewer};
use table::view::{Seen, table_seen_by};
use table::{
    CourseFact, Hand, House, HowWon, Need, Sink, StakeFact, Table, TableCommand, TableEvent, TableRefusal,
    TableWhat, What,
};

use super::clock::{Clock, Due};
use super::{Chance, Draft, Keeper, Pace, Recent, Watcher, failing};
use crate::ask::{Ask, Fact, Listing, Mark, Outbound, Position, Refused, Standing, TableView, Update};
use crate::bot::HouseBots;
use crate::entry::Entry;
use crate::machine::{Kept, Machine};
use crate::port::{Now, Steady};
use crate::state::{TableState, Unfolded};

/// What lies beside a poker table and is not stored: the keys of its decks, its clocks, its programs.
pub struct Desk {
    pub(super) keys: Arc<RoomKey>,
    pub(super) pace: Pace,
    pub(super) clock: Clock,
    /// Values for the cut of the deck that was published last.
    pub(super) values: BTreeMap<Person, Value>,
    /// The programs' play under the house of the round.
    pub(super) bots: Option<(Arc<House>, HouseBots)>,
    /// What they choose with.
    pub(super) draws: Option<Draws>,
}

impl Desk {
    /// The desk at the start of a table. Programs choose with `draws`; without it they are silent.
    pub fn new(keys: Arc<RoomKey>, pace: Pace, draws: Option<Draws>) -> Desk {
        Desk { keys, pace, clock: Clock::default(), values: BTreeMap::new(), bots: None, draws }
    }
}

impl Machine for Table {
    type Command = TableCommand;
    type Fact = TableEvent;
    type Refusal = TableRefusal;
    type Need = Need;
    type Seen = Seen;

    fn take(&mut self, command: &TableCommand, sink: Sink<'_>) -> Result<(), TableRefusal> {
        Table::take(self, command, sink)
    }

    fn apply(&mut self, fact: &TableEvent) {
        Table::apply(self, fact);
    }

    fn next(&self) -> Option<Need> {
        self.hand().filter(|hand| !hand.is_over()).map(Hand::next)
    }

    fn seen_by(fact: &TableEvent, viewer: Viewer) -> Seen {
        table_seen_by(fact, viewer)
    }
}

impl Kept for Table {
    type State = TableState;
    type Desk = Desk;
    /// With what the pots were won that the record pays, where hands were compared.
    type Aside = Vec<HowWon>;

    fn number(state: &TableState) -> u64 {
        state.id
    }

    fn machine(state: &mut TableState) -> &mut Table {
        &mut state.table
    }

    fn standing(state: &TableState) -> &Standing {
        &state.standing
    }

    fn stopped(state: &mut TableState, why: String, reference: String) {
        state.standing = Standing::Stopped { why, reference };
    }

    fn seat_of(state: &TableState, person: Person) -> Option<Seat> {
        state.seat_of(person)
    }

    fn seated(state: &TableState) -> Vec<(Seat, Person)> {
        state.table.chairs().map(|(seat, chair)| (seat, chair.person)).collect()
    }

    fn people(state: &TableState) -> Vec<Person> {
        let people = state.table.chairs().map(|(_, chair)| chair.person);
        people.filter(|person| !state.is_bot(*person)).collect()
    }

    fn takes_part(state: &TableState, person: Person) -> bool {
        state.seat_in_hand(person).is_some()
    }

    fn rounds(state: &TableState) -> u64 {
        state.table.rounds()
    }

    fn is_playing(state: &TableState) -> bool {
        state.running().is_some()
    }

    fn entry(fact: TableEvent) -> Entry {
        Entry::Table { fact }
    }

    fn take_in(state: &mut TableState, entry: &mut Entry) -> Result<Vec<Posting>, Unfolded> {
        state.apply(entry, None)
    }

    fn taken(state: &mut TableState, fact: &TableEvent) -> Result<Vec<Posting>, Unfolded> {
        state.taken(fact)
    }

    fn turned_up(state: &TableState, entry: &Entry) -> Vec<Entry> {
        let Some(deck) = state.deck.as_ref().and_then(|deck| deck.cards.as_ref()) else {
            return Vec::new();
        };
        let open = |hidden: &cards::Hidden| hidden.slot().and_then(|slot| deck.opening(slot));
        let Entry::Table { fact } = entry else { return Vec::new() };
        let TableWhat::Hand(event) = &fact.what else { return Vec::new() };
        let What::Cards(fact) = &event.what else { return Vec::new() };
        let board = fact.board_card().map(|dealt| dealt.card);
        let hand = fact.show().and_then(|(_, show)| show.cards());
        board.iter().chain(hand.iter().flatten()).filter_map(open).map(Entry::Opening).collect()
    }

    fn counted(state: &TableState) -> Result<(), Unfolded> {
        state.counted()
    }

    fn is_start(entry: &Entry) -> bool {
        matches!(entry, Entry::Made { .. } | Entry::Snapshot(_))
    }

    fn opens_a_round(entry: &Entry) -> bool {
        matches!(entry, Entry::Snapshot(_))
    }

    /// A void hand gives back the button and what waits for the blinds, too.
    fn takes_back(entry: &Entry) -> bool {
        let Entry::Table { fact } = entry else { return false };
        let TableWhat::Hand(event) = &fact.what else { return false };
        matches!(event.what, What::Course(CourseFact::Voided { .. }))
    }

    fn takes_a_seat(entry: &Entry) -> Option<Person> {
        let Entry::Table { fact } = entry else { return None };
        let TableWhat::Stakes(StakeFact::Sat { person, .. }) = fact.what else { return None };
        Some(person)
    }

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

    fn aside(state: &TableState, entries: &[Entry]) -> Vec<HowWon> {
        state.won_in(entries)
    }

    fn begin(keeper: &mut Keeper, now: Now) {
        keeper.desk.clock.closed = now.steady;
        if keeper.state.has_lost_its_deck() {
            let what = keeper.broke(failing::LOST_DECK);
            keeper.void_the_hand(now, &format!("{what}: {}", failing::VOID));
        } else {
            keeper.rearm_timers(now);
        }
    }

    fn begin_anew(keeper: &mut Keeper, now: Now) {
        keeper.desk.clock = Clock { closed: now.steady, ..Clock::default() };
        keeper.desk.bots = None;
        keeper.desk.values.clear();
    }

    fn call_off(keeper: &mut Keeper, now: Now, why: &str) {
        keeper.void_the_hand(now, why);
    }

    fn judge(keeper: &mut Keeper, now: Now, ask: &Ask, mark: Mark) -> Result<Option<Draft<Table>>, Refused> {
        keeper.judge_wish(now, ask, mark)
    }

    fn stored(keeper: &mut Keeper, now: Now, before: &TableState, records: &[Vec<Entry>]) {
        if before.running().is_some() && keeper.state.running().is_none() {
            keeper.desk.clock.closed = now.steady;
        }
        for entry in records.iter().flatten() {
            match entry {
                Entry::Snapshot(_) => keeper.desk.values.clear(),
                Entry::TimeBank { taken, .. } => keeper.extend(*taken),
                Entry::Made { .. }
                | Entry::Table { .. }
                | Entry::Deck { .. }
                | Entry::Cut(_)
                | Entry::Opening(_)
                | Entry::Play(_)
                | Entry::Asked { .. }
                | Entry::Purse { .. } => {}
            }
        }
    }

    fn rearm(keeper: &mut Keeper, now: Now) {
        keeper.rearm_timers(now);
    }

    fn not_stored(keeper: &mut Keeper) {
        keeper.desk.clock.unopened = Some(keeper.count);
    }

    fn wakes_at(keeper: &Keeper) -> Option<Steady> {
        keeper.timer()
    }

    fn ran_out_before(keeper: &Keeper, came: Now) -> bool {
        matches!(keeper.desk.clock.due, Some((at, Due::Expire)) if at <= came.steady)
    }

    fn tick(keeper: &mut Keeper, now: Now, chance: Chance<'_>) {
        keeper.time_has_come(now, chance);
    }

    fn disconnect_left(keeper: &Keeper, person: Person) -> Option<u64> {
        keeper.time_for_absence(person)
    }

    fn view(keeper: &Keeper, now: Now, watcher: Watcher) -> Outbound {
        Outbound::Snapshot(Box::new(keeper.seen_by_watcher(now, watcher)))
    }

    fn update(
        keeper: &Keeper,
        now: Now,
        record: &Recent<Vec<HowWon>>,
        eyes: Option<Person>,
        last: bool,
    ) -> Outbound {
        Outbound::Update(Arc::new(keeper.told_of(now, record, eyes, last)))
    }

    fn position(keeper: &Keeper, now: Now, eyes: Option<Person>) -> Outbound {
        Outbound::Update(Arc::new(keeper.position_for(now, eyes)))
    }

    fn listing(keeper: &Keeper) -> Listing {
        let state = &keeper.state;
        Listing {
            table: state.id,
            name: state.name.clone(),
            opener: state.opener,
            house: Arc::clone(state.table.house()),
            practice: !state.bots.is_empty(),
            dealer: state.dealer,
            seated: Table::seated(state),
            standing: keeper.standing(),
            round: state.table.rounds(),
        }
    }
}

impl Keeper<Table> {
    /// The keeper of a poker table as its stream made it, of which `count` records are stored. Programs choose with
    /// `draws`; without it they are silent.
    pub fn new(
        state: TableState,
        count: u64,
        fence: u64,
        keys: Arc<RoomKey>,
        pace: Pace,
        draws: Option<Draws>,
    ) -> Keeper {
        Keeper::of(state, count, fence, Desk::new(keys, pace, draws))
    }

    /// The position that is on now.
    fn position_now(&self, now: Now, viewer: Viewer) -> Position {
        let over_blind = self.over_blind_view(now.steady, viewer);
        self.state.position(viewer, self.turn_view(now.steady), over_blind)
    }

    /// The position without facts.
    fn position_for(&self, now: Now, person: Option<Person>) -> Update {
        let viewer = self.state.viewer(person);
        let (made, pots) = self.state.made_and_pots(viewer);
        Update {
            number: self.count,
            hand: self.state.table.rounds(),
            at: now.wall,
            facts: Vec::new(),
            position: self.position_now(now, viewer),
            made: Some(made),
            pots: Some(pots),
            won: Vec::new(),
        }
    }

    /// What a record says to a viewer; the last one of several with the position that is on now.
    fn told_of(&self, now: Now, recent: &Recent<Vec<HowWon>>, person: Option<Person>, last: bool) -> Update {
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
        let of_last = last.then(|| (self.position_now(now, viewer), self.state.made_and_pots(viewer)));
        let (position, lying) = of_last.unzip();
        let (made, pots) = lying.unzip();
        let owed = || self.state.table.owed().collect();
        Update {
            number: recent.number,
            hand: self.state.table.rounds(),
            at: recent.at.wall,
            facts,
            position: position.unwrap_or_else(|| Position { owed: owed(), ..Position::default() }),
            made,
            pots,
            won: recent.aside.clone(),
        }
    }

    /// The whole table as a viewer may see it.
    fn seen_by_watcher(&self, now: Now, watcher: Watcher) -> TableView {
        let state = &self.state;
        let eyes = self.eyes(watcher);
        let viewer = state.viewer(eyes);
        let waits_for_values = state.deck.as_ref().filter(|deck| deck.cut.is_none());
        let connected = |person| state.is_bot(person) || self.is_connected(person);
        let contribute = waits_for_values
            .map(|deck| deck.commitment.deck().hand)
            .filter(|_| eyes.is_some_and(|person| state.seat_in_hand(person).is_some()));
        TableView {
            table: state.id,
            name: state.name.clone(),
            number: self.count,
            house: Arc::clone(state.house_now()),
            coming: state.coming().map(|(house, from)| (Arc::clone(house), from)),
            practice: !state.bots.is_empty(),
            dealer: state.dealer,
            standing: self.standing(),
            draining: self.draining,
            button: state.table.button(),
            chairs: state.chair_views(&connected, &|person| self.time_for_absence(person)),
            own: watcher.person.and_then(|person| state.seat_of(person)),
            hand: state.table.hand().map(|hand| state.hand_view(hand, viewer)),
            position: self.position_now(now, viewer),
            contribute,
        }
    }
}
