//! The state of a table as its stream makes it: a fold over [`TableEntry`]s and nothing else.
//!
//! What matters for play is in here and nowhere else, so that a table read back from its stream is the table
//! that was live (REC-04). Connections, clocks and viewers are not: after an outage they start afresh.

mod error;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use cards::{Card, HiddenCard};
use chips::Chips;
use chips::book::{Posting, Unit};
use fair::{Commitment, Cut, DeckId, RoomKey, ShuffledDeck};
use seating::{Person, Seat};
use table::{
    Chair, CourseFact, Fact, Hand, House, HouseFact, SeatFact, StakeFact, Table, TableEvent, TableFact,
};

use crate::dealer::Dealer;
use crate::entry::{LedgerSnapshot, Snapshot, Standing, TableEntry};
use crate::ledger::{self, Ledger, SeatOccupants};

pub use error::ReplayError;

/// The deck of the hand in play.
#[derive(Clone)]
pub struct DeckInPlay {
    /// The published commitment.
    pub commitment: Commitment,
    /// The cards; `None` if the room's key is not available.
    pub cards: Option<Arc<ShuffledDeck>>,
    /// How it was cut.
    pub cut: Option<Cut>,
    /// How many cards have left it.
    pub cards_dealt: u8,
}

impl PartialEq for DeckInPlay {
    /// Compares everything but the cards: the commitment binds them, so equal commitments mean equal cards.
    fn eq(&self, other: &DeckInPlay) -> bool {
        let DeckInPlay { commitment, cards: _, cut, cards_dealt: dealt } = self;
        (commitment, cut, dealt) == (&other.commitment, &other.cut, &other.cards_dealt)
    }
}

impl fmt::Debug for DeckInPlay {
    /// Prints counts, never a card: what is printed may reach a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DeckInPlay({}, {} dealt)", self.commitment.deck(), self.cards_dealt)
    }
}

/// A table with the room's facts about it.
#[derive(Clone, Debug, PartialEq)]
pub struct TableState {
    /// Its number in the room.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// Who opened it.
    pub opener: Person,
    /// The bots that play here.
    pub bots: Vec<Person>,
    /// Who deals.
    pub dealer: Dealer,
    /// Whether the table is open for play.
    pub standing: Standing,
    /// The machine.
    pub table: Table,
    /// The deck of the hand; `None` if a person deals.
    pub deck: Option<DeckInPlay>,
    /// The time left in the time banks of those who have used theirs, in milliseconds.
    pub time_banks: BTreeMap<Person, u64>,
    /// In how many hands in a row people have timed out.
    pub timeouts_in_a_row: BTreeMap<Person, u8>,
    /// Who has timed out in the hand in play.
    pub timed_out_this_hand: Vec<Person>,
    /// Where the chips are.
    pub ledger: Ledger,
    /// Who sits and plays where, for the ledger.
    pub occupants: SeatOccupants,
    /// How many commands the hand has taken.
    pub acts: u32,
    /// The smallest [`stake_limit`] of the house since the first of the people seated sat down. An opener's
    /// blinds are measured against it, so that no order of changes gets around it. `None` if nobody sits.
    pub lowest_stake_limit: Option<Chips>,
}

/// The most chips that a player may bring, or ten times the least if there is no maximum: what an opener's
/// blinds are measured against.
pub fn stake_limit(house: &House) -> Chips {
    house.stakes.max_buy_in.unwrap_or_else(|| house.stakes.min_buy_in.times(10).unwrap_or(Chips::MAX))
}

/// The unit of the chips of every cash table: play chips, until rooms take money.
pub const UNIT: Unit = Unit::Play;

impl TableState {
    /// Creates the table from the first entry of its stream: number, name, opener, bots and dealer, and the
    /// machine's own opening fact.
    ///
    /// # Errors
    /// If the machine's own fact does not open a table, or if a person deals but its deck is the software's
    /// or there are bots, who could not see the cards.
    pub fn create(
        id: u64,
        name: &str,
        opener: Person,
        bots: &[Person],
        opened: &TableEvent,
        dealer: Dealer,
    ) -> Result<TableState, ReplayError> {
        let TableFact::House(HouseFact::TableOpened { house, deck, .. }) = &opened.what else {
            return Err(ReplayError::NotOpened { table: id });
        };
        if dealer == Dealer::Person && (*deck != dealer.deck() || !bots.is_empty()) {
            return Err(ReplayError::NotForPersonDealing { table: id });
        }
        let mut table = Table::new(Arc::clone(house));
        table.apply(opened);
        Ok(TableState {
            id,
            name: name.to_owned(),
            opener,
            bots: bots.to_vec(),
            dealer,
            standing: Standing::Open,
            table,
            deck: None,
            time_banks: BTreeMap::new(),
            timeouts_in_a_row: BTreeMap::new(),
            timed_out_this_hand: Vec::new(),
            ledger: Ledger::default(),
            occupants: SeatOccupants::default(),
            acts: 0,
            lowest_stake_limit: None,
        })
    }

    /// The table at the start that one record's entries hold: the creation of the table, or a hand's opening
    /// with the snapshot beside it. `None` if the record is not a start. Recovery, replay and audit begin here.
    ///
    /// # Errors
    /// Entries that no room wrote together.
    pub fn from_start(
        entries: &[TableEntry],
        keys: Option<&RoomKey>,
    ) -> Result<Option<TableState>, ReplayError> {
        let mut state = None;
        let mut opened = None;
        for entry in entries {
            match entry {
                TableEntry::Made { table, name, opener, bots, opened, dealer } => {
                    state = Some(TableState::create(*table, name, *opener, bots, opened, *dealer)?);
                }
                TableEntry::Table { fact } => {
                    if let TableFact::Hand(event) = &fact.what
                        && let Fact::Course(CourseFact::Opened(lineup)) = &event.what
                    {
                        opened = Some(Arc::clone(lineup));
                    }
                }
                TableEntry::Snapshot(snapshot) => {
                    let Some(lineup) = opened.take() else {
                        return Err(ReplayError::SnapshotWithoutHand);
                    };
                    let hand = Hand::from_lineup(lineup);
                    state = Some(TableState::from_snapshot(snapshot, hand));
                    continue;
                }
                TableEntry::Deck { .. }
                | TableEntry::Cut(_)
                | TableEntry::Opening(_)
                | TableEntry::Play(_)
                | TableEntry::TimeBank { .. }
                | TableEntry::Asked { .. }
                | TableEntry::Purse { .. } => {}
            }
            if let (Some(state), false) = (&mut state, matches!(entry, TableEntry::Made { .. })) {
                state.apply(&mut entry.clone(), keys)?;
            }
        }
        Ok(state)
    }

    /// Applies the next entry of the stream and returns the postings it makes. Cards that the entry names by
    /// slot are filled in if the deck is known; a deck is opened only with `keys`.
    ///
    /// # Errors
    /// An entry that does not follow from those before it.
    pub fn apply(
        &mut self,
        entry: &mut TableEntry,
        keys: Option<&RoomKey>,
    ) -> Result<Vec<Posting>, ReplayError> {
        if let TableEntry::Table { fact } = entry
            && let Some(cards) = self.deck.as_ref().and_then(|deck| deck.cards.clone())
        {
            fact.fill_cards(|slot| cards.card(slot));
        }
        if let TableEntry::Table { fact } = entry {
            let postings = self.track_and_post(fact)?;
            self.table.apply(fact);
            self.track_stake_limit(&fact.what);
            return Ok(postings);
        }
        match entry {
            TableEntry::Made { table, .. } => return Err(ReplayError::CreatedTwice { table: *table }),
            TableEntry::Table { .. } => {}
            TableEntry::Snapshot(snapshot) => {
                // Earlier versions did not store this limit: after their snapshot, the facts that follow
                // determine it.
                if snapshot.sat_under.is_none() {
                    self.lowest_stake_limit = None;
                }
                if **snapshot != self.snapshot() {
                    return Err(ReplayError::SnapshotDiffers { table: self.id });
                }
            }
            TableEntry::Deck { .. } if self.dealer == Dealer::Person => {
                return Err(ReplayError::SealedWherePersonDeals { table: self.id });
            }
            TableEntry::Deck { commitment, sealed, key } => {
                let cards = match keys {
                    None => None,
                    Some(keys) => {
                        let sorted = self.sorted_deck();
                        let deck =
                            fair::recover_deck(keys, commitment.deck(), key, sealed, &sorted, commitment);
                        Some(Arc::new(deck.map_err(ReplayError::SealedDeck)?))
                    }
                };
                if self.next_deck_id() != Some(commitment.deck()) {
                    return Err(ReplayError::WrongDeck { deck: commitment.deck() });
                }
                self.deck = Some(DeckInPlay { commitment: *commitment, cards, cut: None, cards_dealt: 0 });
            }
            TableEntry::Cut(cut) => match &mut self.deck {
                Some(deck) if deck.cut.is_none() => {
                    fair::check_cut(&deck.commitment, cut).map_err(ReplayError::Cut)?;
                    deck.cut = Some(cut.clone());
                }
                Some(_) | None => return Err(ReplayError::NothingToCut),
            },
            TableEntry::Opening(opening) => {
                let Some(deck) = &self.deck else { return Err(ReplayError::OpeningWithoutDeck) };
                fair::check_opening(&deck.commitment, opening).map_err(ReplayError::Opening)?;
            }
            TableEntry::Play(standing) => self.standing = standing.clone(),
            TableEntry::TimeBank { seat, taken } => {
                if let Some(person) = self.table.chair(*seat).map(|chair| chair.person) {
                    let left = self.time_bank_left(person).saturating_sub(*taken);
                    self.time_banks.insert(person, left);
                }
            }
            TableEntry::Purse { person, amount } => {
                return Ok(vec![ledger::purse(UNIT, *person, *amount)?]);
            }
            TableEntry::Asked { .. } => {}
        }
        Ok(Vec::new())
    }

    /// Follows a fact that the table has already applied while deciding, and returns the postings it makes.
    /// Must come to the same as [`TableState::apply`] for that fact.
    ///
    /// # Errors
    /// A fact that does not follow from those before it.
    pub fn follow_applied(&mut self, fact: &TableEvent) -> Result<Vec<Posting>, ReplayError> {
        let postings = self.track_and_post(fact)?;
        self.track_stake_limit(&fact.what);
        Ok(postings)
    }

    /// Updates counters and ledger for a fact, whether the machine has applied it already or not: it reads only
    /// those parts of the table that stay the same throughout one command.
    fn track_and_post(&mut self, fact: &TableEvent) -> Result<Vec<Posting>, ReplayError> {
        self.track(&fact.what);
        Ok(self.ledger.post(self.id, UNIT, &mut self.occupants, fact)?)
    }

    /// Updates the counters and time banks for a fact, before it is posted: the occupant of a vacated seat is
    /// still known then.
    fn track(&mut self, what: &TableFact) {
        if let TableFact::Hand(event) = what {
            self.acts = event.cause;
        }
        match what {
            TableFact::Stakes(fact) => {
                if let Some(person) = fact.vacated_seat().and_then(|seat| self.occupants.person(seat)) {
                    self.time_banks.remove(&person);
                    self.timeouts_in_a_row.remove(&person);
                }
            }
            TableFact::Seats(SeatFact::SatOut { seat }) => {
                if let Some(person) = self.occupants.person(*seat) {
                    self.timeouts_in_a_row.remove(&person);
                }
            }
            TableFact::Hand(event) => match &event.what {
                Fact::Course(fact) => {
                    if fact.lineup().is_some() {
                        self.deck = None;
                        self.timed_out_this_hand.clear();
                    }
                    if fact.is_over() {
                        self.count_timeouts();
                    }
                }
                Fact::Cards(fact) => {
                    if let Some(deck) = &mut self.deck {
                        deck.cards_dealt += u8::from(fact.is_dealt());
                    }
                }
                Fact::Clock(fact) => {
                    let hand = self.table.hand();
                    let person = |seat| hand.and_then(|hand| hand.person(seat));
                    self.timed_out_this_hand.extend(fact.timed_out_seat().and_then(person));
                }
                Fact::Chips(_) | Fact::Street(_) | Fact::Turn(_) | Fact::Pots(_) => {}
            },
            TableFact::Seats(
                SeatFact::SatIn { .. }
                | SeatFact::OutAtBlind { .. }
                | SeatFact::Leaving { .. }
                | SeatFact::HeldBack { .. },
            )
            | TableFact::House(_)
            | TableFact::Blinds(_)
            | TableFact::Officials(_)
            | TableFact::Deck(_) => {}
        }
    }

    /// Updates the smallest stake limit that applied to the people seated: it falls with the house's limit and
    /// is reset when nobody sits any more.
    fn track_stake_limit(&mut self, what: &TableFact) {
        if self.occupants.is_empty() {
            self.lowest_stake_limit = None;
            return;
        }
        let sat = matches!(what, TableFact::Stakes(StakeFact::Sat { .. }));
        let opened = matches!(what, TableFact::Hand(event) if matches!(event.what, Fact::Course(CourseFact::Opened(_))));
        if sat || opened && self.lowest_stake_limit.is_some() {
            let limit = stake_limit(self.table.house());
            self.lowest_stake_limit =
                Some(self.lowest_stake_limit.map_or(limit, |smallest| smallest.min(limit)));
        }
    }

    /// Counts one more hand for players who timed out in the hand that ends, and resets the count of those who
    /// did not. The dealer sits players out by it.
    fn count_timeouts(&mut self) {
        let Some(hand) = self.table.hand() else { return };
        for entrant in &hand.lineup().entrants {
            if self.timed_out_this_hand.contains(&entrant.person) {
                let rounds = self.timeouts_in_a_row.entry(entrant.person).or_default();
                *rounds = rounds.saturating_add(1);
            } else {
                self.timeouts_in_a_row.remove(&entrant.person);
            }
        }
    }

    /// The deck to be shuffled next for the hand in play: each attempt to deal it has a commitment of its own.
    /// `None` between hands.
    pub fn next_deck_id(&self) -> Option<DeckId> {
        let hand = self.table.hand().filter(|hand| !hand.is_over())?;
        Some(DeckId { table: self.id, hand: hand.lineup().number, attempt: hand.next_attempt() })
    }

    /// The cards of the table's deck, sorted: where every shuffle begins, so a verifier starts from the same
    /// order.
    pub fn sorted_deck(&self) -> Vec<Card> {
        let house = self.table.hand().map_or(self.table.house().as_ref(), Hand::house);
        house.ranking.deck().to_vec()
    }

    /// The next card of the deck with its slot, after the cut; `None` if the deck is not known, not cut or used
    /// up. Takes nothing: the fact that deals the card does.
    pub fn next_card(&self) -> Option<HiddenCard> {
        let deck = self.deck.as_ref()?;
        let slot = deck.cut.as_ref()?.dealt_slot(deck.cards_dealt)?;
        let card = deck.cards.as_ref()?.card(slot)?;
        Some(HiddenCard::in_slot(slot, card))
    }

    /// The time left in a person's time bank, in milliseconds; the whole bank of the house if they have used
    /// none.
    pub fn time_bank_left(&self, person: Person) -> u64 {
        let whole = self.table.house().clocks.time_bank_seconds.unwrap_or_default() * 1000;
        self.time_banks.get(&person).copied().unwrap_or(whole)
    }

    /// True for one of this table's house bots; programs with an account of their own are not.
    pub fn is_bot(&self, person: Person) -> bool {
        self.bots.contains(&person)
    }

    /// The hand in play; `None` once it is over, although the table keeps it until the next.
    pub fn hand_in_play(&self) -> Option<&Hand> {
        self.table.hand().filter(|hand| !hand.is_over())
    }

    /// The house in force: that of the hand, or between hands that of the next one. Refusals cite it.
    pub fn house_now(&self) -> &Arc<House> {
        self.hand_in_play().map_or(self.table.house(), |hand| &hand.lineup().house)
    }

    /// The announced house if it is not [`TableState::house_now`], with the number of the first hand to which
    /// it applies.
    pub fn upcoming_house(&self) -> Option<(&Arc<House>, u64)> {
        let next = self.table.hands_opened() + 1;
        self.table.announced_change().filter(|(_, from)| self.hand_in_play().is_some() || *from > next)
    }

    /// Whether a hand is in play whose deck the room's key did not open, so that nothing can be dealt any more
    /// and the hand must be voided. False where a person deals: that deck is never in the room.
    pub fn has_lost_its_deck(&self) -> bool {
        match self.dealer {
            Dealer::Software => {
                self.hand_in_play().is_some() && self.deck.as_ref().is_none_or(|deck| deck.cards.is_none())
            }
            Dealer::Person => false,
        }
    }

    /// Where a person sits now; `None` without a seat. Not where they were dealt in: see
    /// [`TableState::seat_in_hand`].
    pub fn seat_of(&self, person: Person) -> Option<Seat> {
        self.table.chairs().find(|(_, chair)| chair.person == person).map(|(seat, _)| seat)
    }

    /// The lowest free seat, for a bot; `None` if all are taken.
    pub fn free_seat(&self) -> Option<Seat> {
        Seat::up_to(self.table.house().seats).find(|seat| self.table.chair(*seat).is_none())
    }

    /// Whether the player in a seat leaves when the hand is over; false for an empty seat.
    pub fn is_leaving(&self, seat: Seat) -> bool {
        self.table.chair(seat).is_some_and(Chair::goes_after_hand)
    }

    /// The seat where a person was dealt in to the hand in play, or to the last one, whose cards they may see.
    /// It stays theirs for that hand if they move.
    pub fn seat_in_hand(&self, person: Person) -> Option<Seat> {
        let entrants = &self.table.hand()?.lineup().entrants;
        entrants.iter().find(|entrant| entrant.person == person).map(|entrant| entrant.seat)
    }

    /// Everything except the hand in play, as stored beside a hand's opening. Replays compare it with the
    /// folded state, so it must hold every stored field.
    pub fn snapshot(&self) -> Snapshot {
        let (stakes, bets, pot) = self.ledger.amounts();
        Snapshot {
            id: self.id,
            name: self.name.clone(),
            opener: self.opener,
            bots: self.bots.clone(),
            dealer: self.dealer,
            standing: self.standing.clone(),
            table: self.table.snapshot(),
            banks: self.time_banks.clone(),
            silent: self.timeouts_in_a_row.clone(),
            ledger: LedgerSnapshot { stakes: stakes.clone(), bets: bets.clone(), pot },
            sat_under: self.lowest_stake_limit,
        }
    }

    /// The table just after a hand was opened, from the snapshot stored beside the opening and that hand. The
    /// reverse of [`TableState::snapshot`]: both name every field that is stored.
    fn from_snapshot(snapshot: &Snapshot, hand: Hand) -> TableState {
        let table = Table::from_snapshot(&snapshot.table, hand);
        let LedgerSnapshot { stakes, bets, pot } = snapshot.ledger.clone();
        TableState {
            id: snapshot.id,
            name: snapshot.name.clone(),
            opener: snapshot.opener,
            bots: snapshot.bots.clone(),
            dealer: snapshot.dealer,
            standing: snapshot.standing.clone(),
            occupants: SeatOccupants::at_table(&table),
            table,
            deck: None,
            time_banks: snapshot.banks.clone(),
            timeouts_in_a_row: snapshot.silent.clone(),
            timed_out_this_hand: Vec::new(),
            ledger: Ledger::from_amounts(stakes, bets, pot),
            acts: 0,
            lowest_stake_limit: snapshot.sat_under,
        }
    }

    /// Checks that the machine's chips and the accounts' chips agree, seat by seat and in total. Every draft is
    /// checked before it is stored.
    ///
    /// # Errors
    /// A stake or total that differs; the table is wrong then and must stop.
    pub fn check_chips(&self) -> Result<(), ReplayError> {
        let running = self.hand_in_play();
        let mut total = Chips::ZERO;
        for (seat, chair) in self.table.chairs() {
            let in_hand = running.filter(|hand| hand.person(seat).is_some());
            let stack = in_hand.map_or(chair.stack, |hand| hand.stack(seat));
            let account = self.ledger.stake(chair.person);
            if account != stack {
                return Err(ReplayError::StackDiffers { seat, stack, account });
            }
            total += stack;
        }
        let middle = running.map_or(Chips::ZERO, Hand::pot);
        let (table, accounts) = (total + middle, self.ledger.total());
        if accounts != table {
            return Err(ReplayError::TotalDiffers { table, accounts });
        }
        Ok(())
    }
}
