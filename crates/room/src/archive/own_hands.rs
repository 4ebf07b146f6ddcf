//! A player's own hands, read from the store: a sitting at a table, from the record in which the player sat
//! down to the one in which they left, with the hands in between as that player saw them.
//!
//! A sitting is read from its end, hand by hand, because the newest hands are wanted first; later play is
//! read forward. No record is read twice.

use std::collections::VecDeque;
use std::sync::Arc;

use cards::HiddenCard;
use chips::Chips;
use chips::book::Account;
use fair::RoomKey;
use seating::{Person, Seat, Viewer};
use table::view::visible_event;
use table::{Boards, CourseFact, Event, Fact, House, StakeFact, TableFact};

use super::{PAGE_SIZE, entries_of, unreadable_record};
use crate::entry::{SIT, TableEntry};
use crate::port::{AccountMovement, Store, StoreError, StoredRecord, StreamId, UnreadableStream, Wall};
use crate::state::TableState;

/// A hand in which a player was dealt in, as that player saw it.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct OwnHand {
    pub hand: u64,
    /// The room-wide number of the record in which it began: the later of two hands has the higher number.
    pub sequence: u64,
    /// When it began.
    pub at: Wall,
    /// When it was over.
    pub over: Wall,
    pub house: Arc<House>,
    /// Who was dealt in.
    pub players: Vec<(Seat, Person)>,
    /// The player's seat.
    pub own: Seat,
    /// The player's cards; unknown if the room's key does not open the deck, or if a person dealt and they
    /// were not shown.
    pub cards: Vec<HiddenCard>,
    pub boards: Boards,
    /// All pots, before commission.
    pub pot: Chips,
    /// What the player put into the pot, without uncalled bets returned.
    pub paid: Chips,
    /// What the player was awarded.
    pub won: Chips,
    /// What the player won minus what they paid; negative for a loss.
    pub net: i64,
    /// Whether there was a showdown.
    pub showdown: bool,
}

/// A stay at a table, from sitting down to leaving.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Sitting {
    pub table: u64,
    /// The table's name and the house played last; `None` before anything was read.
    pub played: Option<(Arc<str>, Arc<House>)>,
    person: Person,
    seat: Option<Seat>,
    /// The room-wide number of the record in which the player sat down; `from` is its time.
    pub sequence: u64,
    pub from: Wall,
    /// When the player left; `None` if they still sit there.
    pub until: Option<Wall>,
    /// Chips from the wallet.
    pub brought: Chips,
    /// Chips back to the wallet.
    pub took: Chips,
    /// Chips in front, as far as the records were read.
    pub stack: Chips,
    /// The hands read so far, oldest first; older ones may be unread.
    pub hands: VecDeque<OwnHand>,
    /// The number in the stream of the record in which the player sat down.
    sat_down_at: u64,
    /// Where the sitting ends, as far as the wallet tells.
    end: SittingEnd,
    /// The first record read, by its number in the stream and in the room; `None` before anything was read.
    first: Option<(u64, u64)>,
    /// The number of the last record read.
    read: u64,
    /// The table, while a hand is in play.
    state: Option<Box<TableState>>,
    /// The hand in play.
    open: Option<OwnHand>,
}

/// Where a sitting ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SittingEnd {
    /// The player left in this record, with chips.
    AtRecord(u64),
    /// The player sat down again in this record: leaving with nothing makes no movement in the wallet.
    BeforeRecord(u64),
    /// The wallet does not tell: the player still sits there, or left with nothing.
    Unknown,
}

/// An amount less another in chips, as a signed number: amounts are below 2^53, so neither conversion can wrap.
fn signed_difference(amount: Chips, minus: Chips) -> i64 {
    // Amounts are below 2^53.
    amount.get() as i64 - minus.get() as i64
}

impl Sitting {
    /// The sitting that begins with a movement of a player's wallet: a payment to a table in a record of kind
    /// [`SIT`]. `None` for any other movement. Nothing is read from the table's stream yet.
    pub fn from_movement(person: Person, line: &AccountMovement) -> Option<Sitting> {
        let Account::Stake { table, .. } = line.other else { return None };
        (line.kind == SIT && line.change < 0).then(|| Sitting {
            table,
            played: None,
            person,
            seat: None,
            sequence: line.sequence,
            from: line.at,
            until: None,
            brought: Chips::ZERO,
            took: Chips::ZERO,
            stack: Chips::ZERO,
            hands: VecDeque::new(),
            sat_down_at: line.number,
            end: SittingEnd::Unknown,
            first: None,
            read: line.number.saturating_sub(1),
            state: None,
            open: None,
        })
    }

    /// Notes the next later movement between the wallet and the same table: chips back end this sitting,
    /// another buy-in begins the next one. Call it in the order of the wallet, not for top-ups; only the first
    /// call counts.
    pub fn follow_movement(&mut self, line: &AccountMovement) {
        if self.end == SittingEnd::Unknown {
            self.end = if line.change > 0 {
                SittingEnd::AtRecord(line.number)
            } else {
                SittingEnd::BeforeRecord(line.number)
            };
        }
    }

    /// The same sitting with nothing read, into which [`Sitting::read_back`] reads one earlier hand without
    /// touching the newer ones.
    fn unread_copy(&self) -> Sitting {
        Sitting {
            brought: Chips::ZERO,
            hands: VecDeque::new(),
            state: None,
            open: None,
            played: None,
            ..self.clone()
        }
    }

    /// Reads the table's name and first house from the record that created it, so that a sitting without hands
    /// can be listed too.
    fn read_table_name(&mut self, store: &dyn Store) -> Result<(), StoreError> {
        let none = UnreadableStream::TableWithoutOpening { table: self.table };
        let records = store.read(StreamId::Table(self.table), 0, 1)?;
        let made = records.first().ok_or_else(|| none.clone())?;
        let state = TableState::from_start(&entries_of(made)?, None).map_err(unreadable_record(made))?;
        let state = state.ok_or(none)?;
        self.played = Some((state.name.as_str().into(), Arc::clone(state.table.house())));
        Ok(())
    }

    /// What the player is ahead, in chips: taken and in front, minus brought; negative for a loss. Chips bet in
    /// a hand still in play are not in front.
    pub fn net(&self) -> i64 {
        signed_difference(self.took, self.brought) + signed_difference(self.stack, Chips::ZERO)
    }

    /// Reads everything stored so far, as long as `work` lasts: each record costs one. True if nothing is left
    /// to read; call it again with more `work` otherwise.
    ///
    /// # Errors
    /// A fault of the store, or records that do not follow from one another.
    pub fn read_all(
        &mut self,
        store: &dyn Store,
        keys: &RoomKey,
        work: &mut usize,
    ) -> Result<bool, StoreError> {
        if !self.read_newest(store, keys, work)? {
            return Ok(false);
        }
        while self.unread_below().is_some() {
            if *work == 0 {
                return Ok(false);
            }
            self.read_back(store, keys, work)?;
        }
        Ok(true)
    }

    /// Reads the newest part: on the first call from the last hand on, later whatever was stored since. False
    /// if `work` ran out first: each record costs one.
    ///
    /// # Errors
    /// As [`Sitting::read_all`].
    pub fn read_newest(
        &mut self,
        store: &dyn Store,
        keys: &RoomKey,
        work: &mut usize,
    ) -> Result<bool, StoreError> {
        if self.until.is_some() {
            return Ok(true);
        }
        if self.played.is_none() {
            self.read_table_name(store)?;
            let last = self.last_hand_start(store, work)?;
            self.read = last.unwrap_or(self.sat_down_at).saturating_sub(1);
        }
        let end = match self.end {
            SittingEnd::AtRecord(record) => record,
            SittingEnd::BeforeRecord(record) => record.saturating_sub(1),
            SittingEnd::Unknown => u64::MAX,
        };
        while self.until.is_none() && self.read < end {
            let left = usize::try_from(end - self.read).unwrap_or(usize::MAX);
            let most = PAGE_SIZE.min(*work).min(left);
            if most == 0 {
                return Ok(false);
            }
            let page = store.read(StreamId::Table(self.table), self.read, most)?;
            for stored in &page {
                *work -= 1;
                self.first = self.first.or(Some((stored.number, stored.sequence)));
                self.apply_record(stored, keys)?;
                self.read = stored.number;
                if self.until.is_some() {
                    break;
                }
            }
            if page.len() < most {
                return Ok(true);
            }
        }
        Ok(true)
    }

    /// The room-wide number of the first record read, below which hands are unread; `None` if all were read.
    /// Call [`Sitting::read_newest`] first.
    pub fn unread_below(&self) -> Option<u64> {
        self.first.filter(|(number, _)| *number > self.sat_down_at).map(|(_, sequence)| sequence)
    }

    /// Reads the one hand before those already read and puts it in front of them. It is read whole, even if
    /// `work` (one for each record) runs out.
    ///
    /// # Errors
    /// As [`Sitting::read_all`].
    pub fn read_back(
        &mut self,
        store: &dyn Store,
        keys: &RoomKey,
        work: &mut usize,
    ) -> Result<(), StoreError> {
        let Some((first, _)) = self.first.filter(|(number, _)| *number > self.sat_down_at) else {
            return Ok(());
        };
        let stream = StreamId::Table(self.table);
        let from =
            store.start_of(stream, first - 1)?.map_or(self.sat_down_at, |start| start.max(self.sat_down_at));
        let count = usize::try_from(first - from).unwrap_or(usize::MAX);
        let mut part = self.unread_copy();
        for stored in &store.read(stream, from - 1, count)? {
            part.apply_record(stored, keys)?;
            if stored.number == from {
                self.first = Some((from, stored.sequence));
            }
        }
        *work = work.saturating_sub(count);
        self.brought += part.brought;
        if let (Some(hand), Some((_, house)), true) =
            (part.hands.back(), &mut self.played, self.hands.is_empty())
        {
            *house = Arc::clone(&hand.house);
        }
        part.hands.into_iter().rev().for_each(|hand| self.hands.push_front(hand));
        Ok(())
    }

    /// Marks the hand before those read as passed over after [`Sitting::read_back`] failed on it, so that the
    /// hands before it can still be read.
    ///
    /// # Errors
    /// A fault of the store.
    pub fn skip_hand(&mut self, store: &dyn Store) -> Result<(), StoreError> {
        if let Some((first, sequence)) = self.first.filter(|(number, _)| *number > self.sat_down_at) {
            let start = store.start_of(StreamId::Table(self.table), first - 1)?;
            self.first =
                Some((start.map_or(self.sat_down_at, |start| start.max(self.sat_down_at)), sequence));
        }
        Ok(())
    }

    /// Passes over the last hand after [`Sitting::read_newest`] failed on it, and forgets its half-read state.
    /// Does nothing to the position if any record was read.
    ///
    /// # Errors
    /// A fault of the store.
    pub fn skip_last_hand(&mut self, store: &dyn Store) -> Result<(), StoreError> {
        if self.played.is_some() && self.first.is_none() {
            let start = store.start_of(StreamId::Table(self.table), self.last_record(store)?)?;
            self.first =
                Some((start.map_or(self.sat_down_at, |start| start.max(self.sat_down_at)), u64::MAX));
        }
        (self.state, self.open) = (None, None);
        Ok(())
    }

    /// The number in the table's stream of the last record that may belong to the sitting: the one in which the
    /// player left, if known, otherwise the last before the next sitting or the newest stored.
    fn last_record(&self, store: &dyn Store) -> Result<u64, StoreError> {
        match self.end {
            SittingEnd::AtRecord(record) => Ok(record),
            SittingEnd::BeforeRecord(record) => Ok(record.saturating_sub(1)),
            SittingEnd::Unknown => store.count(StreamId::Table(self.table)),
        }
    }

    /// The number in the stream of the record that opened the last hand at which the player was seated; `None`
    /// if none was opened since they sat down. Costs one of `work` for each record looked at.
    fn last_hand_start(&self, store: &dyn Store, work: &mut usize) -> Result<Option<u64>, StoreError> {
        let stream = StreamId::Table(self.table);
        let until = self.last_record(store)?;
        let start_up_to = |record: u64, after: u64| -> Result<Option<u64>, StoreError> {
            Ok(store.start_of(stream, record)?.filter(|start| *start > after))
        };
        let Some(newest) = start_up_to(until, self.sat_down_at)? else { return Ok(None) };
        if matches!(self.end, SittingEnd::AtRecord(_)) || self.is_seated_at(store, newest, work)? {
            return Ok(Some(newest));
        }
        // The player left with nothing before that hand and did not come back. Being seated at one hand means
        // being seated at all earlier ones of the sitting, so bisect.
        let (mut sits, mut gone) = (self.sat_down_at, newest);
        loop {
            let middle = sits + (gone - sits) / 2;
            let probe = match start_up_to(middle, sits)? {
                Some(probe) => Some(probe),
                None => start_up_to(gone - 1, sits)?,
            };
            let Some(probe) = probe else { return Ok(Some(sits).filter(|start| *start > self.sat_down_at)) };
            if self.is_seated_at(store, probe, work)? { sits = probe } else { gone = probe }
        }
    }

    /// Whether the player had a seat when the hand opened in record `start` began; one probe of the bisection
    /// in `last_hand_start`.
    fn is_seated_at(&self, store: &dyn Store, start: u64, work: &mut usize) -> Result<bool, StoreError> {
        *work = work.saturating_sub(1);
        let records = store.read(StreamId::Table(self.table), start.saturating_sub(1), 1)?;
        let Some(stored) = records.first() else { return Ok(false) };
        let state = TableState::from_start(&entries_of(stored)?, None).map_err(unreadable_record(stored))?;
        Ok(state.is_some_and(|state| state.seat_of(self.person).is_some()))
    }

    /// Takes in the next record of the table: keeps the state while a hand is in play, and counts the chips the
    /// player brought and took. Records must come in order, from one that opens a hand.
    fn apply_record(&mut self, stored: &StoredRecord, keys: &RoomKey) -> Result<(), StoreError> {
        let mut entries = entries_of(stored)?;
        if stored.start {
            let with = TableState::from_start(&entries, Some(keys));
            // Without the key the play is still known, but the cards are not.
            let state = with.or_else(|_| TableState::from_start(&entries, None));
            self.state = state.map_err(unreadable_record(stored))?.map(Box::new);
            self.open = None;
            if let Some(state) = &self.state
                && let Some(seat) = state.seat_of(self.person)
            {
                self.seat = Some(seat);
                self.stack = state.table.chair(seat).map_or(self.stack, |chair| chair.stack);
            }
        } else if let Some(state) = &mut self.state {
            for entry in &mut entries {
                state.apply(entry, None).map_err(unreadable_record(stored))?;
            }
        }
        for entry in &entries {
            let TableEntry::Table { fact } = entry else { continue };
            match &fact.what {
                TableFact::Stakes(StakeFact::Sat { seat, person, stack, .. }) if *person == self.person => {
                    self.seat = Some(*seat);
                    self.brought += *stack;
                    self.stack = *stack;
                }
                TableFact::Stakes(StakeFact::Bought { seat, amount }) if Some(*seat) == self.seat => {
                    self.brought += *amount;
                    self.stack += *amount;
                }
                TableFact::Stakes(StakeFact::Left { seat, stack }) if Some(*seat) == self.seat => {
                    self.took = *stack;
                    self.stack = Chips::ZERO;
                    self.until = Some(stored.at);
                    (self.state, self.open) = (None, None);
                    break;
                }
                TableFact::Hand(event) => self.apply_hand_fact(stored, event),
                TableFact::Stakes(_)
                | TableFact::Seats(_)
                | TableFact::Officials(_)
                | TableFact::House(_)
                | TableFact::Blinds(_)
                | TableFact::Deck(_) => {}
            }
        }
        Ok(())
    }

    /// Adds one fact of the hand in play to the player's own hand, reduced by [`visible_event`] to what their
    /// seat saw: nothing else of the hand may reach the list.
    fn apply_hand_fact(&mut self, stored: &StoredRecord, event: &Event) {
        if let Fact::Course(CourseFact::Opened(lineup)) = &event.what {
            let own = lineup.entrants.iter().find(|entrant| entrant.person == self.person);
            self.open = own.map(|own| OwnHand {
                hand: lineup.number,
                sequence: stored.sequence,
                at: stored.at,
                over: stored.at,
                house: Arc::clone(&lineup.house),
                players: lineup.entrants.iter().map(|entrant| (entrant.seat, entrant.person)).collect(),
                own: own.seat,
                cards: Vec::new(),
                boards: Boards::EMPTY,
                pot: Chips::ZERO,
                paid: Chips::ZERO,
                won: Chips::ZERO,
                net: 0,
                showdown: false,
            });
            if let (Some(_), Some((_, house))) = (own, &mut self.played) {
                *house = Arc::clone(&lineup.house);
            }
        }
        if let Fact::Course(CourseFact::Closed) = &event.what {
            return self.close_hand(stored);
        }
        let Some(open) = &mut self.open else { return };
        let own = open.own;
        let event = visible_event(event, Viewer::Seat(own));
        match event.what {
            Fact::Cards(fact) => {
                let own_card = fact.hole_card().filter(|(seat, _)| *seat == own);
                open.cards.extend(own_card.map(|(_, card)| card));
                // Cards dealt by a person become known once they lie face up.
                let shown = fact.show().filter(|(seat, _)| *seat == own).and_then(|(_, show)| show.cards());
                for (card, shown) in open.cards.iter_mut().zip(shown.iter().flatten()) {
                    if card.known_card().is_none() && shown.known_card().is_some() {
                        *card = *shown;
                    }
                }
                if let Some(dealt) = fact.board_card() {
                    open.boards.deal(dealt);
                }
            }
            Fact::Pots(fact) => {
                open.pot += fact.formed_pot().map_or(Chips::ZERO, |(amount, _)| amount);
                let to_own = fact.payment().filter(|(_, seat, _)| *seat == own);
                open.won += to_own.map_or(Chips::ZERO, |(_, _, amount)| amount);
            }
            Fact::Street(fact) => open.showdown |= fact.opens_showdown(),
            Fact::Course(_) | Fact::Turn(_) | Fact::Clock(_) | Fact::Chips(_) => {}
        }
        if let Some(hand) = self.state.as_ref().and_then(|state| state.hand_in_play()) {
            self.stack = hand.stack(own);
        }
    }

    /// Finishes the player's hand at its last fact and adds it to the list. What they paid follows from the
    /// stacks before and after and what they won.
    fn close_hand(&mut self, stored: &StoredRecord) {
        let state = self.state.take();
        let Some(mut open) = self.open.take() else { return };
        let Some(hand) = state.as_ref().and_then(|state| state.table.hand()) else { return };
        let began = hand.lineup().entrants.iter().find(|entrant| entrant.seat == open.own);
        let (began, ended) = (began.map_or(Chips::ZERO, |entrant| entrant.stack), hand.stack(open.own));
        open.paid = (began + open.won).above(ended);
        open.net = signed_difference(ended, began);
        open.over = stored.at;
        self.stack = ended;
        self.hands.push_back(open);
    }
}
