//! Somebody's own hands, read out of what is stored: a sitting at a table from the record in which the person sat down to
//! the one in which the person left, with the hands between as that player saw them.
//!
//! A sitting is read from its end, hand by hand, for whoever looks wants the newest; what is played on is read forward. Each
//! record is read once: what is there already is not read again.

use std::collections::VecDeque;
use std::sync::Arc;

use cards::Hidden;
use chips::Chips;
use chips::book::Account;
use fair::RoomKey;
use seating::{Person, Seat, Viewer};
use table::view::seen_by;
use table::{Boards, CourseFact, Event, House, StakeFact, TableWhat, What};

use crate::entry::{self, Entry};
use crate::port::{Fault, Line, Store, Stored, Stream, Wall};
use crate::state::TableState;

/// How many records are read at once.
const PAGE: usize = 500;

/// The kind of a record in which somebody sits down.
pub const SIT: &str = "sit";

/// A hand in which somebody was dealt in, as that player saw it.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct OwnHand {
    pub hand: u64,
    /// The room-wide number of the record in which it began: of two hands the later one has the higher.
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
    /// The player's cards; unknown where the room's key does not open the deck, and where a person dealt cards that were not
    /// shown.
    pub cards: Vec<Hidden>,
    pub boards: Boards,
    /// All pots, before commission.
    pub pot: Chips,
    /// What the player put into the pot and did not get back uncalled.
    pub paid: Chips,
    /// What the player was awarded.
    pub won: Chips,
    /// What the player won more than paid; below zero for a loss.
    pub net: i64,
    /// Hands were shown down.
    pub showdown: bool,
}

/// A time at a table, from sitting down to leaving.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Sitting {
    pub table: u64,
    /// The table's name, and what was played by, last; none before anything was read.
    pub played: Option<(Arc<str>, Arc<House>)>,
    person: Person,
    seat: Option<Seat>,
    /// The record in which the person sat down: its number in the room, and when.
    pub sequence: u64,
    pub from: Wall,
    /// When the person left; none for who still sits there.
    pub until: Option<Wall>,
    /// Chips from the wallet.
    pub brought: Chips,
    /// Chips back to the wallet.
    pub took: Chips,
    /// Chips in front, as far as the records were read.
    pub stack: Chips,
    /// The hands that were read, oldest first; older ones may be unread.
    pub hands: VecDeque<OwnHand>,
    /// The number of the record in which the person sat down.
    sat: u64,
    /// Where the sitting ends, as far as the wallet tells.
    end: End,
    /// The first record that was read, by its number in the stream and in the room; none before anything was.
    first: Option<(u64, u64)>,
    /// The number of the last record read.
    read: u64,
    /// The table, while a hand is played.
    state: Option<Box<TableState>>,
    /// The hand that is played.
    open: Option<OwnHand>,
}

/// Where a sitting ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The person has left in this record, with chips.
    In(u64),
    /// The person sat down again in this record: whoever leaves with nothing has no line in the wallet for it.
    Before(u64),
    /// The wallet says nothing: the person sits there, or has left with nothing.
    Untold,
}

/// The difference of two amounts.
fn difference(of: Chips, less: Chips) -> i64 {
    // Amounts are below 2^53.
    of.get() as i64 - less.get() as i64
}

impl Sitting {
    /// The sitting that a line of a person's wallet begins, if it is one of sitting down. Nothing is read yet.
    pub fn begun(person: Person, line: &Line) -> Option<Sitting> {
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
            sat: line.number,
            end: End::Untold,
            first: None,
            read: line.number.saturating_sub(1),
            state: None,
            open: None,
        })
    }

    /// Takes in a later line of the wallet that is of the same table: chips back, or the next sitting.
    pub fn told(&mut self, line: &Line) {
        if self.end == End::Untold {
            self.end = if line.change > 0 { End::In(line.number) } else { End::Before(line.number) };
        }
    }

    /// The same sitting with nothing read, to read a part of it.
    fn part(&self) -> Sitting {
        Sitting {
            brought: Chips::ZERO,
            hands: VecDeque::new(),
            state: None,
            open: None,
            played: None,
            ..self.clone()
        }
    }

    /// What the table is called and played by, from the record in which it was made.
    fn look_at_the_table(&mut self, store: &dyn Store) -> Result<(), Fault> {
        let none = || Fault { what: format!("the stream of table {} has no beginning", self.table) };
        let records = store.read(Stream::Table(self.table), 0, 1)?;
        let made = records.first().ok_or_else(none)?;
        let state = TableState::starting(&entries_of(made)?, None).map_err(|why| unread(made, &why))?;
        let state = state.ok_or_else(none)?;
        self.played = Some((state.name.as_str().into(), Arc::clone(state.table.house())));
        Ok(())
    }

    /// What the person has more than was brought: what was taken and what is in front, less what was brought. Chips that
    /// are bet in a hand that is played are not in front.
    pub fn net(&self) -> i64 {
        difference(self.took, self.brought) + difference(self.stack, Chips::ZERO)
    }

    /// Reads everything that is stored by now, as long as there is work left to spend: a record is a piece of it. True when
    /// nothing is left to read.
    ///
    /// # Errors
    /// A fault of the store, or records that do not follow from one another.
    pub fn read_on(&mut self, store: &dyn Store, keys: &RoomKey, work: &mut usize) -> Result<bool, Fault> {
        if !self.read_newest(store, keys, work)? {
            return Ok(false);
        }
        while self.unread().is_some() {
            if *work == 0 {
                return Ok(false);
            }
            self.read_back(store, keys, work)?;
        }
        Ok(true)
    }

    /// Reads what is newest: first the last hand, later whatever came since. True when everything after it was read.
    ///
    /// # Errors
    /// As [`Sitting::read_on`].
    pub fn read_newest(
        &mut self,
        store: &dyn Store,
        keys: &RoomKey,
        work: &mut usize,
    ) -> Result<bool, Fault> {
        if self.until.is_some() {
            return Ok(true);
        }
        if self.played.is_none() {
            self.look_at_the_table(store)?;
            let last = self.last_start(store, work)?;
            self.read = last.unwrap_or(self.sat).saturating_sub(1);
        }
        let end = match self.end {
            End::In(record) => record,
            End::Before(record) => record.saturating_sub(1),
            End::Untold => u64::MAX,
        };
        while self.until.is_none() && self.read < end {
            let left = usize::try_from(end - self.read).unwrap_or(usize::MAX);
            let most = PAGE.min(*work).min(left);
            if most == 0 {
                return Ok(false);
            }
            let page = store.read(Stream::Table(self.table), self.read, most)?;
            for stored in &page {
                *work -= 1;
                self.first = self.first.or(Some((stored.number, stored.sequence)));
                self.take(stored, keys)?;
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

    /// Below which number in the room hands are unread; none where all were read. What is newest was read before.
    pub fn unread(&self) -> Option<u64> {
        self.first.filter(|(number, _)| *number > self.sat).map(|(_, sequence)| sequence)
    }

    /// Reads the hand before those that were read, whole: it spends the work of its records, at most all there is.
    ///
    /// # Errors
    /// As [`Sitting::read_on`].
    pub fn read_back(&mut self, store: &dyn Store, keys: &RoomKey, work: &mut usize) -> Result<(), Fault> {
        let Some((first, _)) = self.first.filter(|(number, _)| *number > self.sat) else { return Ok(()) };
        let stream = Stream::Table(self.table);
        let from = store.start_of(stream, first - 1)?.map_or(self.sat, |start| start.max(self.sat));
        let count = usize::try_from(first - from).unwrap_or(usize::MAX);
        let mut part = self.part();
        for stored in &store.read(stream, from - 1, count)? {
            part.take(stored, keys)?;
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

    /// Goes on before what could not be read: that stays unread, and hands before it are read all the same.
    ///
    /// # Errors
    /// A fault of the store.
    pub fn pass_over(&mut self, store: &dyn Store) -> Result<(), Fault> {
        if let Some((first, sequence)) = self.first.filter(|(number, _)| *number > self.sat) {
            let start = store.start_of(Stream::Table(self.table), first - 1)?;
            self.first = Some((start.map_or(self.sat, |start| start.max(self.sat)), sequence));
        }
        Ok(())
    }

    /// Goes on before the last hand where that could not be read.
    ///
    /// # Errors
    /// A fault of the store.
    pub fn pass_over_the_newest(&mut self, store: &dyn Store) -> Result<(), Fault> {
        if self.played.is_some() && self.first.is_none() {
            let start = store.start_of(Stream::Table(self.table), self.last_record(store)?)?;
            self.first = Some((start.map_or(self.sat, |start| start.max(self.sat)), u64::MAX));
        }
        (self.state, self.open) = (None, None);
        Ok(())
    }

    /// The number of the last record that may belong to the sitting.
    fn last_record(&self, store: &dyn Store) -> Result<u64, Fault> {
        match self.end {
            End::In(record) => Ok(record),
            End::Before(record) => Ok(record.saturating_sub(1)),
            End::Untold => store.count(Stream::Table(self.table)),
        }
    }

    /// The record in which the last hand was opened at which the person sat there; none where none was since sitting down.
    fn last_start(&self, store: &dyn Store, work: &mut usize) -> Result<Option<u64>, Fault> {
        let stream = Stream::Table(self.table);
        let until = self.last_record(store)?;
        let start_up_to = |record: u64, after: u64| -> Result<Option<u64>, Fault> {
            Ok(store.start_of(stream, record)?.filter(|start| *start > after))
        };
        let Some(newest) = start_up_to(until, self.sat)? else { return Ok(None) };
        if matches!(self.end, End::In(_)) || self.sits_at(store, newest, work)? {
            return Ok(Some(newest));
        }
        // The person left with nothing before that hand, and did not come back: whoever sits at a hand sat at those before.
        let (mut sits, mut gone) = (self.sat, newest);
        loop {
            let middle = sits + (gone - sits) / 2;
            let probe = match start_up_to(middle, sits)? {
                Some(probe) => Some(probe),
                None => start_up_to(gone - 1, sits)?,
            };
            let Some(probe) = probe else { return Ok(Some(sits).filter(|start| *start > self.sat)) };
            if self.sits_at(store, probe, work)? { sits = probe } else { gone = probe }
        }
    }

    /// Whether the person sits at a hand that was opened in a record.
    fn sits_at(&self, store: &dyn Store, start: u64, work: &mut usize) -> Result<bool, Fault> {
        *work = work.saturating_sub(1);
        let records = store.read(Stream::Table(self.table), start.saturating_sub(1), 1)?;
        let Some(stored) = records.first() else { return Ok(false) };
        let state = TableState::starting(&entries_of(stored)?, None).map_err(|why| unread(stored, &why))?;
        Ok(state.is_some_and(|state| state.seat_of(self.person).is_some()))
    }

    fn take(&mut self, stored: &Stored, keys: &RoomKey) -> Result<(), Fault> {
        let mut entries = entries_of(stored)?;
        if stored.start {
            let with = TableState::starting(&entries, Some(keys));
            // Without the key the play is known all the same, and the cards are not.
            let state = with.or_else(|_| TableState::starting(&entries, None));
            self.state = state.map_err(|why| unread(stored, &why))?.map(Box::new);
            self.open = None;
            if let Some(state) = &self.state
                && let Some(seat) = state.seat_of(self.person)
            {
                self.seat = Some(seat);
                self.stack = state.table.chair(seat).map_or(self.stack, |chair| chair.stack);
            }
        } else if let Some(state) = &mut self.state {
            for entry in &mut entries {
                state.apply(entry, None).map_err(|why| unread(stored, &why))?;
            }
        }
        for entry in &entries {
            let Entry::Table { fact } = entry else { continue };
            match &fact.what {
                TableWhat::Stakes(StakeFact::Sat { seat, person, stack, .. }) if *person == self.person => {
                    self.seat = Some(*seat);
                    self.brought += *stack;
                    self.stack = *stack;
                }
                TableWhat::Stakes(StakeFact::Bought { seat, amount }) if Some(*seat) == self.seat => {
                    self.brought += *amount;
                    self.stack += *amount;
                }
                TableWhat::Stakes(StakeFact::Left { seat, stack }) if Some(*seat) == self.seat => {
                    self.took = *stack;
                    self.stack = Chips::ZERO;
                    self.until = Some(stored.at);
                    (self.state, self.open) = (None, None);
                    break;
                }
                TableWhat::Hand(event) => self.hand_fact(stored, event),
                TableWhat::Stakes(_)
                | TableWhat::Seats(_)
                | TableWhat::Officials(_)
                | TableWhat::House(_)
                | TableWhat::Blinds(_)
                | TableWhat::Deck(_) => {}
            }
        }
        Ok(())
    }

    /// Takes in a fact of the hand that is played, reduced to what the player saw.
    fn hand_fact(&mut self, stored: &Stored, event: &Event) {
        if let What::Course(CourseFact::Opened(lineup)) = &event.what {
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
        if let What::Course(CourseFact::Closed) = &event.what {
            return self.close_hand(stored);
        }
        let Some(open) = &mut self.open else { return };
        let own = open.own;
        let event = seen_by(event, Viewer::Seat(own));
        match event.what {
            What::Cards(fact) => {
                let own_card = fact.hole_card().filter(|(seat, _)| *seat == own);
                open.cards.extend(own_card.map(|(_, card)| card));
                // Cards that a person dealt are known once they lie face up.
                let shown = fact.show().filter(|(seat, _)| *seat == own).and_then(|(_, show)| show.cards());
                for (card, shown) in open.cards.iter_mut().zip(shown.iter().flatten()) {
                    if card.known().is_none() && shown.known().is_some() {
                        *card = *shown;
                    }
                }
                if let Some(dealt) = fact.board_card() {
                    open.boards.deal(dealt);
                }
            }
            What::Pots(fact) => {
                open.pot += fact.formed().map_or(Chips::ZERO, |(amount, _)| amount);
                let to_own = fact.paid().filter(|(_, seat, _)| *seat == own);
                open.won += to_own.map_or(Chips::ZERO, |(_, _, amount)| amount);
            }
            What::Street(fact) => open.showdown |= fact.opens_showdown(),
            What::Course(_) | What::Turn(_) | What::Clock(_) | What::Chips(_) => {}
        }
        if let Some(hand) = self.state.as_ref().and_then(|state| state.running()) {
            self.stack = hand.stack(own);
        }
    }

    /// The hand is over: what the player has now tells what was paid.
    fn close_hand(&mut self, stored: &Stored) {
        let state = self.state.take();
        let Some(mut open) = self.open.take() else { return };
        let Some(hand) = state.as_ref().and_then(|state| state.table.hand()) else { return };
        let began = hand.lineup().entrants.iter().find(|entrant| entrant.seat == open.own);
        let (began, ended) = (began.map_or(Chips::ZERO, |entrant| entrant.stack), hand.stack(open.own));
        open.paid = (began + open.won).above(ended);
        open.net = difference(ended, began);
        open.over = stored.at;
        self.stack = ended;
        self.hands.push_back(open);
    }
}

fn unread(stored: &Stored, why: &dyn std::fmt::Display) -> Fault {
    let Stored { sequence, stream, number, .. } = stored;
    Fault { what: format!("cannot read record {sequence} (stream {stream}, number {number}): {why}") }
}

fn entries_of(stored: &Stored) -> Result<Vec<Entry>, Fault> {
    entry::read(&stored.body).map_err(|why| unread(stored, &why))
}
