//! The poker table as a game that the room hosts, and how its keeper shows it.

use std::collections::BTreeMap;
use std::sync::Arc;

use chips::book::Posting;
use fair::{CutBytes, RoomKey, Stream as Draws};
use seating::{Person, Seat, Viewer};
use table::view::{VisibleEvent, visible_table_event};
use table::{
    CourseFact, Fact, Hand, House, Need, Sink, StakeFact, Table, TableCommand, TableEvent, TableFact,
    TableRefusal, WinningHand,
};

use super::clock::{TableClocks, TimerAction};
use super::{BatchDraft, FreshEntropy, HostedGame, Keeper, Pace, RecentRecord, Watcher, failure};
use crate::bot::HouseBots;
use crate::entry::TableEntry;
use crate::machine::Machine;
use crate::port::{Now, Steady};
use crate::requests::{
    FactView, Listing, Outbound, Position, RequestDigest, RoomRefusal, Standing, TableRequest, TableView,
    Update,
};
use crate::state::{ReplayError, TableState};

/// The unstored state beside a poker table: the keys of its decks, its clocks, its bots.
pub struct PokerDesk {
    pub(super) keys: Arc<RoomKey>,
    pub(super) pace: Pace,
    pub(super) clocks: TableClocks,
    /// Values for the cut of the latest published deck.
    pub(super) cut_values: BTreeMap<Person, CutBytes>,
    /// The bots, for the house of the current hand.
    pub(super) bots: Option<(Arc<House>, HouseBots)>,
    /// The draws the bots decide with.
    pub(super) draws: Option<Draws>,
}

impl PokerDesk {
    /// The desk at the start of a table: clocks stopped, no cut values. Bots decide with `draws`; without it
    /// they let their time run out.
    pub fn new(keys: Arc<RoomKey>, pace: Pace, draws: Option<Draws>) -> PokerDesk {
        PokerDesk {
            keys,
            pace,
            clocks: TableClocks::default(),
            cut_values: BTreeMap::new(),
            bots: None,
            draws,
        }
    }
}

impl Machine for Table {
    type Command = TableCommand;
    type Event = TableEvent;
    type Refusal = TableRefusal;
    type Need = Need;
    type SeenEvent = VisibleEvent;

    /// Decides a command and applies its facts, handing each to `sink` as it happens; refuses without changing
    /// anything.
    fn take(&mut self, command: &TableCommand, sink: Sink<'_>) -> Result<(), TableRefusal> {
        Table::take(self, command, sink)
    }

    /// Applies a stored fact without judging it, on replay.
    fn apply(&mut self, fact: &TableEvent) {
        Table::apply(self, fact);
    }

    /// What the hand in play waits for: a card, a post or a decision; `None` between hands.
    fn next(&self) -> Option<Need> {
        self.hand().filter(|hand| !hand.is_over()).map(Hand::next)
    }

    /// A fact as a viewer may see it: others' hidden cards are unknown in it.
    fn seen_by(fact: &TableEvent, viewer: Viewer) -> VisibleEvent {
        visible_table_event(fact, viewer)
    }
}

impl HostedGame for Table {
    type State = TableState;
    type Desk = PokerDesk;
    /// The winning hands of the pots that the record pays, if hands were compared.
    type Aside = Vec<WinningHand>;

    /// The table's number in the room, which names its stream.
    fn number(state: &TableState) -> u64 {
        state.id
    }

    /// The poker machine inside the state, on which commands are decided.
    fn machine(state: &mut TableState) -> &mut Table {
        &mut state.table
    }

    /// The standing by the records alone; `shown_standing` gives what viewers see.
    fn standing(state: &TableState) -> &Standing {
        &state.standing
    }

    /// Marks the table as stopped, in memory only: its records stay as they are.
    fn mark_stopped(state: &mut TableState, why: String, reference: String) {
        state.standing = Standing::Stopped { why, reference };
    }

    /// The seat a person has now; where they were dealt in is `seat_in_hand`.
    fn seat_of(state: &TableState, person: Person) -> Option<Seat> {
        state.seat_of(person)
    }

    /// Everybody with a seat now, bots included, in the order of the seats.
    fn seated(state: &TableState) -> Vec<(Seat, Person)> {
        state.table.chairs().map(|(seat, chair)| (seat, chair.person)).collect()
    }

    /// The people with a seat now, without the table's bots, whose connection viewers are shown.
    fn people(state: &TableState) -> Vec<Person> {
        let people = state.table.chairs().map(|(_, chair)| chair.person);
        people.filter(|person| !state.is_bot(*person)).collect()
    }

    /// Whether the person was dealt in to the hand in play or the last one, so that they see cards the rail
    /// does not.
    fn takes_part(state: &TableState, person: Person) -> bool {
        state.seat_in_hand(person).is_some()
    }

    /// How many hands were opened since the table was made; void ones count.
    fn hands_played(state: &TableState) -> u64 {
        state.table.hands_opened()
    }

    /// Whether a hand is in play: from its opening until it is closed or void.
    fn is_playing(state: &TableState) -> bool {
        state.hand_in_play().is_some()
    }

    /// The stored form of a fact of the machine: the fact as it is.
    fn entry(fact: TableEvent) -> TableEntry {
        TableEntry::Table { fact }
    }

    /// Applies an entry without keys (a keeper's state already has the deck's cards) and returns its postings.
    fn apply_entry(state: &mut TableState, entry: &mut TableEntry) -> Result<Vec<Posting>, ReplayError> {
        state.apply(entry, None)
    }

    /// Updates ledger, time-outs and deck for a fact that the machine has applied itself, and returns its
    /// postings.
    fn track_applied(state: &mut TableState, fact: &TableEvent) -> Result<Vec<Posting>, ReplayError> {
        state.follow_applied(fact)
    }

    /// Openings of the cards that a fact turns up (board cards and shown hands); none at a table that a person
    /// deals.
    fn openings_for(state: &TableState, entry: &TableEntry) -> Vec<TableEntry> {
        let Some(deck) = state.deck.as_ref().and_then(|deck| deck.cards.as_ref()) else {
            return Vec::new();
        };
        let open = |hidden: &cards::HiddenCard| hidden.slot().and_then(|slot| deck.opening(slot));
        let TableEntry::Table { fact } = entry else { return Vec::new() };
        let TableFact::Hand(event) = &fact.what else { return Vec::new() };
        let Fact::Cards(fact) = &event.what else { return Vec::new() };
        let board = fact.board_card().map(|dealt| dealt.card);
        let hand = fact.show().and_then(|(_, show)| show.cards());
        board.iter().chain(hand.iter().flatten()).filter_map(open).map(TableEntry::Opening).collect()
    }

    /// Compares the machine's stacks and pots with the ledger; an error stops the table.
    fn check_chips(state: &TableState) -> Result<(), ReplayError> {
        state.check_chips()
    }

    /// Whether folding can start here: at the table's first record, or at a snapshot, which each hand's opening
    /// record holds.
    fn is_fold_start(entry: &TableEntry) -> bool {
        matches!(entry, TableEntry::Made { .. } | TableEntry::Snapshot(_))
    }

    /// Whether the entry belongs to a hand's opening record: only that one holds a snapshot.
    fn opens_hand(entry: &TableEntry) -> bool {
        matches!(entry, TableEntry::Snapshot(_))
    }

    /// Whether the entry voids the hand, which also undoes the moves of the button and of the blinds owed.
    fn is_reversal(entry: &TableEntry) -> bool {
        let TableEntry::Table { fact } = entry else { return false };
        let TableFact::Hand(event) = &fact.what else { return false };
        matches!(event.what, Fact::Course(CourseFact::Voided { .. }))
    }

    /// The person who sits down by this entry; `None` for every other entry.
    fn seated_person(entry: &TableEntry) -> Option<Person> {
        let TableEntry::Table { fact } = entry else { return None };
        let TableFact::Stakes(StakeFact::Sat { person, .. }) = fact.what else { return None };
        Some(person)
    }

    /// Whether an entry changes what the lobby lists: everything about the table does, except the play of a
    /// hand.
    fn changes_listing(entry: &TableEntry) -> bool {
        match entry {
            TableEntry::Table { fact } => !matches!(fact.what, TableFact::Hand(_)),
            TableEntry::Made { .. } | TableEntry::Play(_) => true,
            TableEntry::Snapshot(_)
            | TableEntry::Deck { .. }
            | TableEntry::Cut(_)
            | TableEntry::Opening(_)
            | TableEntry::TimeBank { .. }
            | TableEntry::Asked { .. }
            | TableEntry::Purse { .. } => false,
        }
    }

    /// The winning hands of the pots that a record pays, held for the updates made from it; empty if no hands
    /// were compared.
    fn aside(state: &TableState, entries: &[TableEntry]) -> Vec<WinningHand> {
        state.pots_won(entries)
    }

    /// Sets the timers as if the last hand ended now, or voids a hand whose deck the room's key no longer
    /// opens.
    fn on_start(keeper: &mut Keeper, now: Now) {
        keeper.desk.clocks.last_hand_over = now.steady;
        if keeper.state.has_lost_its_deck() {
            let what = keeper.report_failure(failure::DECK_LOST);
            keeper.void_hand(now, &format!("{what}: {}", failure::HAND_VOID));
        } else {
            keeper.rearm_timers(now);
        }
    }

    /// Clears clocks, bots and cut values; the last hand counts as over now, so the next waits its full pause.
    fn reset_unstored(keeper: &mut Keeper, now: Now) {
        keeper.desk.clocks = TableClocks { last_hand_over: now.steady, ..TableClocks::default() };
        keeper.desk.bots = None;
        keeper.desk.cut_values.clear();
    }

    /// Voids the hand in play and pauses the table; `why` is stored and shown.
    fn call_off(keeper: &mut Keeper, now: Now, why: &str) {
        keeper.void_hand(now, why);
    }

    /// Judges a request of a poker table and drafts what it leads to; `None` if nothing is stored now.
    fn judge(
        keeper: &mut Keeper,
        now: Now,
        request: &TableRequest,
        digest: RequestDigest,
    ) -> Result<Option<BatchDraft<Table>>, RoomRefusal> {
        keeper.judge_wish(now, request, digest)
    }

    /// Extends the clock for a time bank used, drops old cut values when a hand opens, and notes when a hand
    /// ends.
    fn on_stored(keeper: &mut Keeper, now: Now, before: &TableState, records: &[Vec<TableEntry>]) {
        if before.hand_in_play().is_some() && keeper.state.hand_in_play().is_none() {
            keeper.desk.clocks.last_hand_over = now.steady;
        }
        for entry in records.iter().flatten() {
            match entry {
                TableEntry::Snapshot(_) => keeper.desk.cut_values.clear(),
                TableEntry::TimeBank { taken, .. } => keeper.extend_decision(*taken),
                TableEntry::Made { .. }
                | TableEntry::Table { .. }
                | TableEntry::Deck { .. }
                | TableEntry::Cut(_)
                | TableEntry::Opening(_)
                | TableEntry::Play(_)
                | TableEntry::Asked { .. }
                | TableEntry::Purse { .. } => {}
            }
        }
    }

    /// Sets the clocks of the poker table anew after any change; a decision that goes on keeps its clock.
    fn rearm_timers(keeper: &mut Keeper, now: Now) {
        keeper.rearm_timers(now);
    }

    /// Sets the clocks anew; one may begin or stop for a person alone with bots.
    fn on_presence_changed(keeper: &mut Keeper, now: Now) {
        let before = keeper.desk.clocks.decision;
        keeper.rearm_timers(now);
        if keeper.desk.clocks.decision != before {
            keeper.send_positions(now);
        }
    }

    /// Notes that the next hand could not be stored: it is not opened again before there is another record.
    fn on_not_stored(keeper: &mut Keeper) {
        keeper.desk.clocks.unopened_at_record = Some(keeper.count);
    }

    /// When something is due here: the earlier of the timer and the next removal of an absent player.
    fn wakes_at(keeper: &Keeper) -> Option<Steady> {
        keeper.next_timer()
    }

    /// Whether a decision's time ended before a request arrived: then the player has timed out first. Other
    /// timers can wait.
    fn has_timed_out_before(keeper: &Keeper, arrived: Now) -> bool {
        matches!(keeper.desk.clocks.timer, Some((at, TimerAction::Expire)) if at <= arrived.steady)
    }

    /// Does what the poker table's timers call for, as one batch.
    fn tick(keeper: &mut Keeper, now: Now, entropy: FreshEntropy<'_>) {
        keeper.on_timer(now, entropy);
    }

    /// The disconnect time left to a person in this hand, in milliseconds; `None` if the book gives none.
    fn disconnect_left(keeper: &Keeper, person: Person) -> Option<u64> {
        keeper.disconnect_time(person)
    }

    /// The full view for one viewer, sent when they come or have missed too much.
    fn view(keeper: &Keeper, now: Now, watcher: Watcher) -> Outbound {
        Outbound::Snapshot(Box::new(keeper.view_for(now, watcher)))
    }

    /// A stored record reduced to what one viewer may see.
    fn update(
        keeper: &Keeper,
        now: Now,
        record: &RecentRecord<Vec<WinningHand>>,
        seen_as: Option<Person>,
        last: bool,
    ) -> Outbound {
        Outbound::Update(Arc::new(keeper.update_for(now, record, seen_as, last)))
    }

    /// The current position without facts, sent when only a clock has changed.
    fn position(keeper: &Keeper, now: Now, seen_as: Option<Person>) -> Outbound {
        Outbound::Update(Arc::new(keeper.position_update(now, seen_as)))
    }

    /// The table as the lobby lists it, with the standing that viewers see and nothing of the cards.
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
            hand: state.table.hands_opened(),
        }
    }
}

impl Keeper<Table> {
    /// The keeper of a poker table rebuilt from its stream of `count` records. Bots decide with `draws`;
    /// without it they let their time run out. `fence` is the store's for this process.
    pub fn new(
        state: TableState,
        count: u64,
        fence: u64,
        keys: Arc<RoomKey>,
        pace: Pace,
        draws: Option<Draws>,
    ) -> Keeper {
        Keeper::with_desk(state, count, fence, PokerDesk::new(keys, pace, draws))
    }

    /// The current position for a viewer: whose turn, the time left, and only that viewer's own menu.
    fn position_now(&self, now: Now, viewer: Viewer) -> Position {
        let over_blind = self.over_blind_view(now.steady, viewer);
        self.state.position(viewer, self.turn_view(now.steady), over_blind)
    }

    /// An update with the current position and no facts, for a person (`None`: the rail), sent when only the
    /// clock has changed.
    fn position_update(&self, now: Now, person: Option<Person>) -> Update {
        let viewer = self.state.viewer(person);
        let (made, pots) = self.state.hands_and_pots(viewer);
        Update {
            number: self.count,
            hand: self.state.table.hands_opened(),
            at: now.wall,
            facts: Vec::new(),
            position: self.position_now(now, viewer),
            made: Some(made),
            pots: Some(pots),
            won: Vec::new(),
        }
    }

    /// A stored record as sent to a person (`None`: the rail), its facts reduced to what they may see. The last
    /// of several includes the current position; earlier ones leave it out.
    fn update_for(
        &self,
        now: Now,
        recent: &RecentRecord<Vec<WinningHand>>,
        person: Option<Person>,
        last: bool,
    ) -> Update {
        let viewer = self.state.viewer(person);
        let mut facts = Vec::new();
        for entry in &recent.entries {
            self.state.push_facts(entry, viewer, &mut facts);
        }
        for fact in &mut facts {
            if let FactView::Standing(standing) = fact {
                *standing = self.shown_standing(standing);
            }
        }
        let of_last = last.then(|| (self.position_now(now, viewer), self.state.hands_and_pots(viewer)));
        let (position, lying) = of_last.unzip();
        let (made, pots) = lying.unzip();
        let owed = || self.state.table.owed_blinds().collect();
        Update {
            number: recent.number,
            hand: self.state.table.hands_opened(),
            at: recent.at.wall,
            facts,
            position: position.unwrap_or_else(|| Position { owed: owed(), ..Position::default() }),
            made,
            pots,
            won: recent.aside.clone(),
        }
    }

    /// The full table as a viewer may see it, from which their page can be drawn anew. Their own hand is hidden
    /// if they came in by a link after it was opened.
    fn view_for(&self, now: Now, watcher: Watcher) -> TableView {
        let state = &self.state;
        let seen_as = self.viewing_player(watcher);
        let viewer = state.viewer(seen_as);
        let waits_for_values = state.deck.as_ref().filter(|deck| deck.cut.is_none());
        let connected = |person| state.is_bot(person) || self.is_connected(person);
        let contribute = waits_for_values
            .map(|deck| deck.commitment.deck().hand)
            .filter(|_| seen_as.is_some_and(|person| state.seat_in_hand(person).is_some()));
        TableView {
            table: state.id,
            name: state.name.clone(),
            number: self.count,
            house: Arc::clone(state.house_now()),
            coming: state.upcoming_house().map(|(house, from)| (Arc::clone(house), from)),
            practice: !state.bots.is_empty(),
            dealer: state.dealer,
            standing: self.standing(),
            draining: self.draining,
            button: state.table.button(),
            chairs: state.chair_views(&connected, &|person| self.disconnect_time(person)),
            own: watcher.person.and_then(|person| state.seat_of(person)),
            hand: state.table.hand().map(|hand| state.hand_view(hand, viewer)),
            position: self.position_now(now, viewer),
            contribute,
        }
    }
}
