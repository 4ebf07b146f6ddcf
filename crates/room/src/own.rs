//! Somebody's own hands, read out of what is stored: a sitting at a table from the record in which the person sat down to
//! the one in which the person left, with the hands between as that player saw them.
//!
//! A sitting is read forward and each record once: what is there already is not read again.

use std::sync::Arc;

use cards::Hidden;
use chips::Chips;
use chips::book::Account;
use fair::RoomKey;
use table::view::{Viewer, seen_by};
use table::{Event, House, Person, Seat, TableWhat, What};

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
    /// The player's cards; unknown where the room's key does not open the deck.
    pub cards: Vec<Hidden>,
    pub board: Vec<Hidden>,
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
    /// The hands, oldest first.
    pub hands: Vec<OwnHand>,
    /// The number of the last record read.
    read: u64,
    /// The table, while a hand is played.
    state: Option<Box<TableState>>,
    /// The hand that is played.
    open: Option<OwnHand>,
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
            hands: Vec::new(),
            read: line.number.saturating_sub(1),
            state: None,
            open: None,
        })
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

    /// Reads on, a page at a time, as long as there is work left to spend: a record is a piece of it. True when the person
    /// has left, or everything that is stored by now was read.
    ///
    /// # Errors
    /// A fault of the store, or records that do not follow from one another.
    pub fn read_on(&mut self, store: &dyn Store, keys: &RoomKey, work: &mut usize) -> Result<bool, Fault> {
        if self.played.is_none() {
            self.look_at_the_table(store)?;
        }
        while self.until.is_none() {
            let most = PAGE.min(*work);
            if most == 0 {
                return Ok(false);
            }
            let page = store.read(Stream::Table(self.table), self.read, most)?;
            for stored in &page {
                *work -= 1;
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

    fn take(&mut self, stored: &Stored, keys: &RoomKey) -> Result<(), Fault> {
        let mut entries = entries_of(stored)?;
        if stored.start {
            let with = TableState::starting(&entries, Some(keys));
            // Without the key the play is known all the same, and the cards are not.
            let state = with.or_else(|_| TableState::starting(&entries, None));
            self.state = state.map_err(|why| unread(stored, &why))?.map(Box::new);
            self.open = None;
        } else if let Some(state) = &mut self.state {
            for entry in &mut entries {
                state.apply(entry, None).map_err(|why| unread(stored, &why))?;
            }
        }
        for entry in &entries {
            let Entry::Table { fact } = entry else { continue };
            match &fact.what {
                TableWhat::Sat { seat, person, stack, .. } if *person == self.person => {
                    self.seat = Some(*seat);
                    self.brought += *stack;
                    self.stack = *stack;
                }
                TableWhat::Bought { seat, amount } if Some(*seat) == self.seat => {
                    self.brought += *amount;
                    self.stack += *amount;
                }
                TableWhat::Left { seat, stack } if Some(*seat) == self.seat => {
                    self.took = *stack;
                    self.stack = Chips::ZERO;
                    self.until = Some(stored.at);
                    (self.state, self.open) = (None, None);
                    break;
                }
                TableWhat::Hand(event) => self.hand_fact(stored, event),
                TableWhat::Sat { .. }
                | TableWhat::Bought { .. }
                | TableWhat::Left { .. }
                | TableWhat::Leaving { .. }
                | TableWhat::RemovalDecided { .. }
                | TableWhat::Readmitted { .. }
                | TableWhat::RejoinReferred { .. }
                | TableWhat::RejoinDecided { .. }
                | TableWhat::TimeTold { .. }
                | TableWhat::TableOpened { .. }
                | TableWhat::SatOut { .. }
                | TableWhat::OutAtBlind { .. }
                | TableWhat::SatIn { .. }
                | TableWhat::Determined { .. }
                | TableWhat::SignChanged { .. }
                | TableWhat::ButtonPlaced { .. }
                | TableWhat::Positions { .. }
                | TableWhat::BlindMissed { .. }
                | TableWhat::CardsReplaced { .. }
                | TableWhat::CardsChecked { .. }
                | TableWhat::HeldBack { .. } => {}
            }
        }
        Ok(())
    }

    /// Takes in a fact of the hand that is played, reduced to what the player saw.
    fn hand_fact(&mut self, stored: &Stored, event: &Event) {
        if let What::Opened(lineup) = &event.what {
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
                board: Vec::new(),
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
        if let What::Closed = &event.what {
            return self.close_hand(stored);
        }
        let Some(open) = &mut self.open else { return };
        let own = open.own;
        let event = seen_by(event, Viewer::Seat(own));
        match event.what {
            What::HoleDealt { seat, card } if seat == own => open.cards.push(card),
            What::BoardDealt { card } => open.board.push(card),
            What::PotFormed { amount, .. } => open.pot += amount,
            What::Awarded { seat, amount, .. } | What::OddChips { seat, amount, .. } if seat == own => {
                open.won += amount;
            }
            What::ShowdownOpened { .. } => open.showdown = true,
            What::Opened(_)
            | What::Shuffled { .. }
            | What::Cut { .. }
            | What::TimeRanOut { .. }
            | What::Voided { .. }
            | What::Refunded { .. }
            | What::Posted { .. }
            | What::HoleDealt { .. }
            | What::Burned { .. }
            | What::BettingOpened { .. }
            | What::BettingSkipped { .. }
            | What::Folded { .. }
            | What::Checked { .. }
            | What::Called { .. }
            | What::Bet { .. }
            | What::Raised { .. }
            | What::BettingClosed { .. }
            | What::Returned { .. }
            | What::HandsTabled { .. }
            | What::Shown { .. }
            | What::Mucked { .. }
            | What::CardsShown { .. }
            | What::CommissionTaken { .. }
            | What::Awarded { .. }
            | What::OddChips { .. }
            | What::Closed => {}
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
        self.hands.push(open);
    }
}

fn unread(stored: &Stored, why: &dyn std::fmt::Display) -> Fault {
    Fault { what: format!("cannot read record {} of {}: {why}", stored.number, stored.stream) }
}

fn entries_of(stored: &Stored) -> Result<Vec<Entry>, Fault> {
    entry::read(&stored.body).map_err(|why| unread(stored, &why))
}
