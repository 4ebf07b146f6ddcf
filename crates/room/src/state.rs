//! The state of a table as its stream makes it: a fold over [`Entry`]s and nothing else.
//!
//! What matters for play is in here and nowhere else, so that a table read back from its stream is the table that was
//! live (REC-04). Connections, clocks and who watches are not: after an outage they begin anew.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use cards::{Card, Hidden};
use chips::Chips;
use chips::book::{Posting, Unit};
use fair::{Commitment, Cut, DeckId, RoomKey, ShuffledDeck};
use seating::{Person, Seat};
use serde::{Deserialize, Serialize};
use table::{CourseFact, Hand, House, HouseFact, SeatFact, StakeFact, Table, TableEvent, TableWhat, What};

use crate::ask::Standing;
use crate::dealer::Dealer;
use crate::entry::Entry;
use crate::ledger::{Ledger, Seated};

/// Everything about a table but the hand that is being played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// Its number in the room.
    pub id: u64,
    /// Its name.
    pub name: String,
    /// Who opened it.
    pub opener: Person,
    /// The programs that play here.
    pub bots: Vec<Person>,
    /// Who deals; not written where the software does.
    #[serde(default, skip_serializing_if = "Dealer::is_software")]
    pub dealer: Dealer,
    /// Whether it is played at.
    pub standing: Standing,
    /// Chairs, button and what is owed.
    pub table: table::Between,
    /// What is left in time banks, in milliseconds, of those who have used theirs.
    #[serde(with = "pairs")]
    pub banks: BTreeMap<Person, u64>,
    /// In how many rounds running somebody let the time run out.
    #[serde(with = "pairs")]
    pub silent: BTreeMap<Person, u8>,
    /// Where the chips are.
    pub ledger: Ledger,
    /// The smallest limit of stakes by which those who sit play, since the first of them sat down; see
    /// [`TableState::sat_under`]. Earlier versions did not keep it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sat_under: Option<Chips>,
}

/// Maps by person, written as lists of pairs: a number is no key in JSON.
pub(crate) mod pairs {
    use std::collections::BTreeMap;

    use seating::Person;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<T: Serialize, S: Serializer>(
        map: &BTreeMap<Person, T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(map)
    }

    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BTreeMap<Person, T>, D::Error> {
        Vec::<(Person, T)>::deserialize(deserializer).map(|pairs| pairs.into_iter().collect())
    }
}

/// The deck of the hand that is being played.
#[derive(Clone)]
pub struct DeckInPlay {
    /// What was published.
    pub commitment: Commitment,
    /// The cards; none where the room's key is not at hand.
    pub cards: Option<Arc<ShuffledDeck>>,
    /// How it was cut.
    pub cut: Option<Cut>,
    /// How many cards have left it.
    pub dealt: u8,
}

impl PartialEq for DeckInPlay {
    /// The commitment binds the cards: equal ones have equal cards.
    fn eq(&self, other: &DeckInPlay) -> bool {
        let DeckInPlay { commitment, cards: _, cut, dealt } = self;
        (commitment, cut, dealt) == (&other.commitment, &other.cut, &other.dealt)
    }
}

impl fmt::Debug for DeckInPlay {
    /// Prints counts, never a card.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DeckInPlay({}, {} dealt)", self.commitment.deck(), self.dealt)
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
    /// The programs that play here.
    pub bots: Vec<Person>,
    /// Who deals.
    pub dealer: Dealer,
    /// Whether it is played at.
    pub standing: Standing,
    /// The machine.
    pub table: Table,
    /// The deck of the hand; none where a person deals.
    pub deck: Option<DeckInPlay>,
    /// What is left in time banks, in milliseconds, of those who have used theirs.
    pub banks: BTreeMap<Person, u64>,
    /// In how many rounds running somebody let the time run out.
    pub silent: BTreeMap<Person, u8>,
    /// Who let the time run out in the hand that is being played.
    pub silent_now: Vec<Person>,
    /// Where the chips are.
    pub ledger: Ledger,
    /// Who sits and plays where, for the ledger.
    pub seated: Seated,
    /// How many commands the hand has taken.
    pub acts: u32,
    /// The smallest [`stake_limit`] of the house since the first of those who sit sat down: what an opener's blinds are
    /// measured by, so that no order of changes gets around it. Nothing where nobody sits.
    pub sat_under: Option<Chips>,
}

/// The most that a player may bring, or ten times the least where there is no most.
pub fn stake_limit(house: &House) -> Chips {
    house.max_buy_in.unwrap_or_else(|| house.min_buy_in.times(10).unwrap_or(Chips::MAX))
}

/// Why a stream cannot be folded: it is not what a room wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfolded {
    /// What does not fit.
    pub what: String,
}

impl fmt::Display for Unfolded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Unfolded {}

fn unfolded<T>(what: impl fmt::Display) -> Result<T, Unfolded> {
    Err(Unfolded { what: what.to_string() })
}

/// The unit of the chips of every cash table: play chips, until rooms take money.
pub const UNIT: Unit = Unit::Play;

impl TableState {
    /// The table of its first fact.
    ///
    /// # Errors
    /// When the machine's own fact is not the opening of a table, or one that another dealer deals at; and programs where a
    /// person deals, whose cards they cannot see.
    pub fn made(
        id: u64,
        name: &str,
        opener: Person,
        bots: &[Person],
        opened: &TableEvent,
        dealer: Dealer,
    ) -> Result<TableState, Unfolded> {
        let TableWhat::House(HouseFact::TableOpened { house, deck, .. }) = &opened.what else {
            return unfolded(format!("table {id} does not begin with its opening"));
        };
        if dealer == Dealer::Person && (*deck != dealer.deck() || !bots.is_empty()) {
            return unfolded(format!(
                "a person deals at table {id}, and its deck or its players are the software's"
            ));
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
            banks: BTreeMap::new(),
            silent: BTreeMap::new(),
            silent_now: Vec::new(),
            ledger: Ledger::default(),
            seated: Seated::default(),
            acts: 0,
            sat_under: None,
        })
    }

    /// The table at the start that the entries of one record hold: the making of the table, or a hand's opening with
    /// the snapshot beside it. `None` when the record is no start.
    ///
    /// # Errors
    /// Entries that a room never wrote together.
    pub fn starting(entries: &[Entry], keys: Option<&RoomKey>) -> Result<Option<TableState>, Unfolded> {
        let mut state = None;
        let mut opened = None;
        for entry in entries {
            match entry {
                Entry::Made { table, name, opener, bots, opened, dealer } => {
                    state = Some(TableState::made(*table, name, *opener, bots, opened, *dealer)?);
                }
                Entry::Table { fact } => {
                    if let TableWhat::Hand(event) = &fact.what
                        && let What::Course(CourseFact::Opened(lineup)) = &event.what
                    {
                        opened = Some(Arc::clone(lineup));
                    }
                }
                Entry::Snapshot(snapshot) => {
                    let Some(lineup) = opened.take() else {
                        return unfolded("a snapshot stands without the hand that it belongs to");
                    };
                    let hand = Hand::opened(lineup);
                    state = Some(snapshot.with_hand(hand));
                    continue;
                }
                Entry::Deck { .. }
                | Entry::Cut(_)
                | Entry::Opening(_)
                | Entry::Play(_)
                | Entry::TimeBank { .. }
                | Entry::Asked { .. }
                | Entry::Purse { .. } => {}
            }
            if let (Some(state), false) = (&mut state, matches!(entry, Entry::Made { .. })) {
                state.apply(&mut entry.clone(), keys)?;
            }
        }
        Ok(state)
    }

    /// Takes in a fact and says what it moves. Cards that the entry names by their slots are filled in where the deck
    /// is known.
    ///
    /// # Errors
    /// An entry that does not follow from the ones before.
    pub fn apply(&mut self, entry: &mut Entry, keys: Option<&RoomKey>) -> Result<Vec<Posting>, Unfolded> {
        if let Entry::Table { fact } = entry
            && let Some(cards) = self.deck.as_ref().and_then(|deck| deck.cards.clone())
        {
            fact.fill(|slot| cards.card(slot));
        }
        if let Entry::Table { fact } = entry {
            let postings = self.follow(fact)?;
            self.table.apply(fact);
            self.measure(&fact.what);
            return Ok(postings);
        }
        let posted = self.ledger.take(self.id, UNIT, &mut self.seated, entry);
        let postings = posted.map_err(|why| Unfolded { what: why.to_string() })?;
        match entry {
            Entry::Made { table, .. } => return unfolded(format!("table {table} is made twice")),
            Entry::Table { .. } => {}
            Entry::Snapshot(snapshot) => {
                // Earlier versions kept no such limit: from their snapshot on it is what the facts after it make it.
                if snapshot.sat_under.is_none() {
                    self.sat_under = None;
                }
                if **snapshot != self.snapshot() {
                    return unfolded(format!("the snapshot of table {} is not what led to it", self.id));
                }
            }
            Entry::Deck { .. } if self.dealer == Dealer::Person => {
                return unfolded(format!("a deck is sealed at table {}, where a person deals", self.id));
            }
            Entry::Deck { commitment, sealed, key } => {
                let cards = match keys {
                    None => None,
                    Some(keys) => {
                        let sorted = self.sorted_deck();
                        let deck = fair::recover(keys, commitment.deck(), key, sealed, &sorted, commitment);
                        Some(Arc::new(deck.map_err(|why| Unfolded { what: why.to_string() })?))
                    }
                };
                if self.awaited_deck() != Some(commitment.deck()) {
                    return unfolded(format!(
                        "{} is not the deck of the hand that is played",
                        commitment.deck()
                    ));
                }
                self.deck = Some(DeckInPlay { commitment: *commitment, cards, cut: None, dealt: 0 });
            }
            Entry::Cut(cut) => match &mut self.deck {
                Some(deck) if deck.cut.is_none() => {
                    fair::check_cut(&deck.commitment, cut)
                        .map_err(|why| Unfolded { what: why.to_string() })?;
                    deck.cut = Some(cut.clone());
                }
                Some(_) | None => return unfolded("a deck is cut that is not there, or was cut before"),
            },
            Entry::Opening(opening) => {
                let Some(deck) = &self.deck else { return unfolded("a card is opened without a deck") };
                fair::check_opening(&deck.commitment, opening)
                    .map_err(|why| Unfolded { what: why.to_string() })?;
            }
            Entry::Play(standing) => self.standing = standing.clone(),
            Entry::TimeBank { seat, taken } => {
                if let Some(person) = self.table.chair(*seat).map(|chair| chair.person) {
                    let left = self.bank(person).saturating_sub(*taken);
                    self.banks.insert(person, left);
                }
            }
            Entry::Asked { .. } | Entry::Purse { .. } => {}
        }
        Ok(postings)
    }

    /// Takes in a fact that the table has taken already, and says what it moves.
    ///
    /// # Errors
    /// A fact that does not follow from the ones before.
    pub fn taken(&mut self, fact: &TableEvent) -> Result<Vec<Posting>, Unfolded> {
        let postings = self.follow(fact)?;
        self.measure(&fact.what);
        Ok(postings)
    }

    /// What the room keeps beside the table, in step with a fact. Of the table, only that is read which is the same
    /// before and after all that one command decides.
    fn follow(&mut self, fact: &TableEvent) -> Result<Vec<Posting>, Unfolded> {
        self.note(&fact.what);
        let posted = self.ledger.post(self.id, UNIT, &mut self.seated, fact);
        posted.map_err(|why| Unfolded { what: why.to_string() })
    }

    /// What the room keeps in mind of a fact, before it is posted.
    fn note(&mut self, what: &TableWhat) {
        if let TableWhat::Hand(event) = what {
            self.acts = event.cause;
        }
        match what {
            TableWhat::Stakes(fact) => {
                if let Some(person) = fact.left().and_then(|seat| self.seated.person(seat)) {
                    self.banks.remove(&person);
                    self.silent.remove(&person);
                }
            }
            TableWhat::Seats(SeatFact::SatOut { seat }) => {
                if let Some(person) = self.seated.person(*seat) {
                    self.silent.remove(&person);
                }
            }
            TableWhat::Hand(event) => match &event.what {
                What::Course(fact) => {
                    if fact.lineup().is_some() {
                        self.deck = None;
                        self.silent_now.clear();
                    }
                    if fact.is_over() {
                        self.count_silence();
                    }
                }
                What::Cards(fact) => {
                    if let Some(deck) = &mut self.deck {
                        deck.dealt += u8::from(fact.is_dealt());
                    }
                }
                What::Clock(fact) => {
                    let hand = self.table.hand();
                    let person = |seat| hand.and_then(|hand| hand.person(seat));
                    self.silent_now.extend(fact.ran_out().and_then(person));
                }
                What::Chips(_) | What::Street(_) | What::Turn(_) | What::Pots(_) => {}
            },
            TableWhat::Seats(
                SeatFact::SatIn { .. }
                | SeatFact::OutAtBlind { .. }
                | SeatFact::Leaving { .. }
                | SeatFact::HeldBack { .. },
            )
            | TableWhat::House(_)
            | TableWhat::Blinds(_)
            | TableWhat::Officials(_)
            | TableWhat::Deck(_) => {}
        }
    }

    /// Keeps the limit of stakes by which people sit: it falls with the house's and rises when nobody sits any more.
    fn measure(&mut self, what: &TableWhat) {
        if self.seated.is_nobody() {
            self.sat_under = None;
            return;
        }
        let sat = matches!(what, TableWhat::Stakes(StakeFact::Sat { .. }));
        let opened = matches!(what, TableWhat::Hand(event) if matches!(event.what, What::Course(CourseFact::Opened(_))));
        if sat || opened && self.sat_under.is_some() {
            let limit = stake_limit(self.table.house());
            self.sat_under = Some(self.sat_under.map_or(limit, |smallest| smallest.min(limit)));
        }
    }

    /// Whoever was silent in the hand that ends has one more round of silence, whoever acted has none.
    fn count_silence(&mut self) {
        let Some(hand) = self.table.hand() else { return };
        for entrant in &hand.lineup().entrants {
            if self.silent_now.contains(&entrant.person) {
                let rounds = self.silent.entry(entrant.person).or_default();
                *rounds = rounds.saturating_add(1);
            } else {
                self.silent.remove(&entrant.person);
            }
        }
    }

    /// The deck that would be shuffled next for the hand: each attempt to deal it has a commitment of its own.
    pub fn awaited_deck(&self) -> Option<DeckId> {
        let hand = self.table.hand().filter(|hand| !hand.is_over())?;
        Some(DeckId { table: self.id, hand: hand.lineup().number, attempt: hand.next_attempt() })
    }

    /// The cards of the table's deck, sorted: where every shuffle begins.
    pub fn sorted_deck(&self) -> Vec<Card> {
        let house = self.table.hand().map_or(self.table.house().as_ref(), Hand::house);
        house.ranking.deck().to_vec()
    }

    /// The next card of the deck with its slot; unknown where the deck is.
    pub fn next_card(&self) -> Option<Hidden> {
        let deck = self.deck.as_ref()?;
        let slot = deck.cut.as_ref()?.dealt_slot(deck.dealt)?;
        let card = deck.cards.as_ref()?.card(slot)?;
        Some(Hidden::in_slot(slot, card))
    }

    /// What is left in a person's time bank, in milliseconds.
    pub fn bank(&self, person: Person) -> u64 {
        let whole = self.table.house().time_bank_seconds.unwrap_or_default() * 1000;
        self.banks.get(&person).copied().unwrap_or(whole)
    }

    /// True for a program.
    pub fn is_bot(&self, person: Person) -> bool {
        self.bots.contains(&person)
    }

    /// The hand being played, if one is.
    pub fn running(&self) -> Option<&Hand> {
        self.table.hand().filter(|hand| !hand.is_over())
    }

    /// What is played by now: the house of the hand, and between hands that of the next one.
    pub fn house_now(&self) -> &Arc<House> {
        self.running().map_or(self.table.house(), |hand| &hand.lineup().house)
    }

    /// The house that was announced and is not [`TableState::house_now`], with the first hand for which it holds.
    pub fn coming(&self) -> Option<(&Arc<House>, u64)> {
        let next = self.table.rounds() + 1;
        self.table.announced().filter(|(_, from)| self.running().is_some() || *from > next)
    }

    /// Whether a hand is being played whose deck is not at hand: nothing can be dealt any more. A deck that a person holds is
    /// never with the room.
    pub fn has_lost_its_deck(&self) -> bool {
        match self.dealer {
            Dealer::Software => {
                self.running().is_some() && self.deck.as_ref().is_none_or(|deck| deck.cards.is_none())
            }
            Dealer::Person => false,
        }
    }

    /// Where a person sits.
    pub fn seat_of(&self, person: Person) -> Option<Seat> {
        self.table.chairs().find(|(_, chair)| chair.person == person).map(|(seat, _)| seat)
    }

    /// The lowest seat that nobody has.
    pub fn free_seat(&self) -> Option<Seat> {
        Seat::up_to(self.table.house().seats).find(|seat| self.table.chair(*seat).is_none())
    }

    /// Whether the player of a seat leaves when the round is over.
    pub fn is_leaving(&self, seat: Seat) -> bool {
        self.table.chair(seat).is_some_and(|chair| chair.leaving || chair.removed)
    }

    /// The seat whose cards a person may see in the hand that is being played or was the last.
    pub fn seat_in_hand(&self, person: Person) -> Option<Seat> {
        let entrants = &self.table.hand()?.lineup().entrants;
        entrants.iter().find(|entrant| entrant.person == person).map(|entrant| entrant.seat)
    }

    /// Everything but the hand, as it is stored beside a hand's opening.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            id: self.id,
            name: self.name.clone(),
            opener: self.opener,
            bots: self.bots.clone(),
            dealer: self.dealer,
            standing: self.standing.clone(),
            table: self.table.between(),
            banks: self.banks.clone(),
            silent: self.silent.clone(),
            ledger: self.ledger.clone(),
            sat_under: self.sat_under,
        }
    }

    /// Counts the chips twice: those of the machine and those of the accounts.
    ///
    /// # Errors
    /// A stake that differs; then the table is wrong and must stop.
    pub fn counted(&self) -> Result<(), Unfolded> {
        let running = self.running();
        let mut total = Chips::ZERO;
        for (seat, chair) in self.table.chairs() {
            let in_hand = running.filter(|hand| hand.person(seat).is_some());
            let stack = in_hand.map_or(chair.stack, |hand| hand.stack(seat));
            if self.ledger.stake(chair.person) != stack {
                let stake = self.ledger.stake(chair.person);
                return unfolded(format!("seat {seat} has {stack} in front, and its account {stake}"));
            }
            total += stack;
        }
        let middle = running.map_or(Chips::ZERO, Hand::pot);
        if self.ledger.total() != total + middle {
            let accounts = self.ledger.total();
            return unfolded(format!(
                "{} lie on the table, and its accounts hold {accounts}",
                total + middle
            ));
        }
        Ok(())
    }
}

impl Snapshot {
    /// The table with the hand that was opened with this snapshot.
    fn with_hand(&self, hand: Hand) -> TableState {
        let table = Table::with_hand(&self.table, hand);
        TableState {
            id: self.id,
            name: self.name.clone(),
            opener: self.opener,
            bots: self.bots.clone(),
            dealer: self.dealer,
            standing: self.standing.clone(),
            seated: Seated::at(&table),
            table,
            deck: None,
            banks: self.banks.clone(),
            silent: self.silent.clone(),
            silent_now: Vec::new(),
            ledger: self.ledger.clone(),
            acts: 0,
            sat_under: self.sat_under,
        }
    }
}
