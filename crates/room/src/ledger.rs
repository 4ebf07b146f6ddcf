//! From facts to postings: where a table's chips are, by account, and what each fact moves.
//!
//! A pure function of the facts, so that every replay of them gives the postings that were stored.

use std::collections::BTreeMap;

use chips::Chips;
use chips::book::{Account, Posting, TransferError, Unit};
use seating::{Person, Seat};
use serde::{Deserialize, Serialize};
use table::{ChipMovement, Fact, Lineup, StakeFact, Table, TableEvent, TableFact};

use crate::entry::TableEntry;

/// Where the chips of one table are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ledger {
    /// In front of people.
    #[serde(with = "crate::state::pairs")]
    stakes: BTreeMap<Person, Chips>,
    /// Bet in this betting round.
    #[serde(with = "crate::state::pairs")]
    bets: BTreeMap<Person, Chips>,
    /// In the middle.
    pot: Chips,
}

/// What a fact that names only a seat leaves to earlier facts: who sits there, who was dealt in there, and
/// what the seat has put into the betting round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatOccupants {
    chairs: BTreeMap<Seat, Person>,
    dealt_in: BTreeMap<Seat, Person>,
    in_round: BTreeMap<Seat, Chips>,
}

impl SeatOccupants {
    /// The people seated at a table just after a hand was opened.
    pub fn at(table: &Table) -> SeatOccupants {
        SeatOccupants {
            chairs: table.chairs().map(|(seat, chair)| (seat, chair.person)).collect(),
            dealt_in: table.hand().map(|hand| dealt_in(hand.lineup())).unwrap_or_default(),
            in_round: BTreeMap::new(),
        }
    }

    /// Who sits in a seat.
    pub(crate) fn person(&self, seat: Seat) -> Option<Person> {
        self.chairs.get(&seat).copied()
    }

    /// True if nobody sits: then the stake limit kept for the people seated is reset.
    pub(crate) fn is_empty(&self) -> bool {
        self.chairs.is_empty()
    }

    fn person_in_chair(&self, seat: Seat, act: &str) -> Result<Person, PostingError> {
        let nobody = || PostingError { what: format!("seat {seat} is empty: nobody can {act}") };
        self.person(seat).ok_or_else(nobody)
    }

    fn person_in_hand(&self, seat: Seat) -> Result<Person, PostingError> {
        let nobody = || PostingError { what: format!("seat {seat} is not in the hand") };
        self.dealt_in.get(&seat).copied().ok_or_else(nobody)
    }

    /// What a seat adds to reach a total of `to` in the betting round.
    fn amount_added(&self, seat: Seat, to: Chips) -> Result<Chips, PostingError> {
        let has = self.in_round(seat);
        to.less(has).ok_or_else(|| PostingError {
            what: format!("seat {seat} bet {to}, less than the {has} it has in"),
        })
    }

    fn in_round(&self, seat: Seat) -> Chips {
        self.in_round.get(&seat).copied().unwrap_or_default()
    }

    /// Starts a hand with this lineup.
    fn open_hand(&mut self, lineup: &Lineup) {
        self.dealt_in = dealt_in(lineup);
        self.in_round.clear();
    }

    /// Sets a seat's total for the betting round.
    fn put_in(&mut self, seat: Seat, in_round: Chips) {
        if in_round.is_zero() {
            self.in_round.remove(&seat);
        } else {
            self.in_round.insert(seat, in_round);
        }
    }
}

fn dealt_in(lineup: &Lineup) -> BTreeMap<Seat, Person> {
    lineup.entrants.iter().map(|entrant| (entrant.seat, entrant.person)).collect()
}

/// Why a fact cannot be posted: it does not follow from the facts before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostingError {
    /// What does not fit.
    pub what: String,
}

impl std::fmt::Display for PostingError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for PostingError {}

impl From<TransferError> for PostingError {
    fn from(why: TransferError) -> PostingError {
        PostingError { what: why.to_string() }
    }
}

/// Builds the postings of one fact.
struct Poster<'a> {
    ledger: &'a mut Ledger,
    table: u64,
    unit: Unit,
    postings: Vec<Posting>,
}

impl Ledger {
    /// What a person has in front of them.
    pub fn stake(&self, person: Person) -> Chips {
        self.stakes.get(&person).copied().unwrap_or_default()
    }

    /// Everything on the table: stakes, bets and pots.
    pub fn total(&self) -> Chips {
        self.stakes.values().chain(self.bets.values()).copied().sum::<Chips>() + self.pot
    }

    /// True if nothing is bet and nothing is in the middle.
    pub fn is_settled(&self) -> bool {
        self.bets.is_empty() && self.pot.is_zero()
    }

    /// Applies an entry and returns the postings it makes.
    ///
    /// # Errors
    /// A fact that does not follow from the facts before it; the table is wrong then and must stop.
    pub fn take(
        &mut self,
        number: u64,
        unit: Unit,
        seated: &mut SeatOccupants,
        entry: &TableEntry,
    ) -> Result<Vec<Posting>, PostingError> {
        match entry {
            TableEntry::Table { fact } => self.post(number, unit, seated, fact),
            TableEntry::Purse { person, amount } => {
                let to = Account::Wallet { person: person.0 };
                Ok(vec![Posting::new(Account::Issue, to, unit, *amount)?])
            }
            TableEntry::Made { .. }
            | TableEntry::Snapshot(_)
            | TableEntry::Deck { .. }
            | TableEntry::Cut(_)
            | TableEntry::Opening(_)
            | TableEntry::Play(_)
            | TableEntry::Asked { .. }
            | TableEntry::TimeBank { .. } => Ok(Vec::new()),
        }
    }

    /// Applies a fact of the table and returns the postings it makes.
    ///
    /// # Errors
    /// A fact that does not follow from the facts before it; the table is wrong then and must stop.
    pub fn post(
        &mut self,
        number: u64,
        unit: Unit,
        seated: &mut SeatOccupants,
        fact: &TableEvent,
    ) -> Result<Vec<Posting>, PostingError> {
        let mut poster = Poster { ledger: self, table: number, unit, postings: Vec::new() };
        poster.post_table_fact(seated, fact)?;
        Ok(poster.postings)
    }
}

/// Takes an amount from one person's share.
fn debit(
    map: &mut BTreeMap<Person, Chips>,
    person: Person,
    amount: Chips,
    of: &str,
) -> Result<(), PostingError> {
    let has = map.get(&person).copied().unwrap_or_default();
    let left = has.less(amount).ok_or_else(|| PostingError {
        what: format!("person {} has {has} {of}: cannot take {amount}", person.0),
    })?;
    if left.is_zero() {
        map.remove(&person);
    } else {
        map.insert(person, left);
    }
    Ok(())
}

fn credit(map: &mut BTreeMap<Person, Chips>, person: Person, amount: Chips) {
    if !amount.is_zero() {
        *map.entry(person).or_default() += amount;
    }
}

impl Poster<'_> {
    /// Adds a posting unless the amount is zero.
    fn push(&mut self, from: Account, to: Account, amount: Chips) -> Result<(), PostingError> {
        if !amount.is_zero() {
            self.postings.push(Posting::new(from, to, self.unit, amount)?);
        }
        Ok(())
    }

    fn stake_account(&self, person: Person) -> Account {
        Account::Stake { table: self.table, person: person.0 }
    }

    fn bet_account(&self, person: Person) -> Account {
        Account::Bet { table: self.table, person: person.0 }
    }

    fn pot_account(&self) -> Account {
        Account::Pot { table: self.table }
    }

    fn buy_in(&mut self, person: Person, amount: Chips) -> Result<(), PostingError> {
        credit(&mut self.ledger.stakes, person, amount);
        self.push(Account::Wallet { person: person.0 }, self.stake_account(person), amount)
    }

    fn pay_out(&mut self, person: Person, amount: Chips) -> Result<(), PostingError> {
        debit(&mut self.ledger.stakes, person, amount, "in front")?;
        self.push(self.stake_account(person), Account::Wallet { person: person.0 }, amount)
    }

    fn place_bet(&mut self, person: Person, amount: Chips) -> Result<(), PostingError> {
        debit(&mut self.ledger.stakes, person, amount, "in front")?;
        credit(&mut self.ledger.bets, person, amount);
        self.push(self.stake_account(person), self.bet_account(person), amount)
    }

    fn return_bet(&mut self, person: Person, amount: Chips) -> Result<(), PostingError> {
        debit(&mut self.ledger.bets, person, amount, "bet")?;
        credit(&mut self.ledger.stakes, person, amount);
        self.push(self.bet_account(person), self.stake_account(person), amount)
    }

    fn post_dead(&mut self, person: Person, amount: Chips) -> Result<(), PostingError> {
        debit(&mut self.ledger.stakes, person, amount, "in front")?;
        self.ledger.pot += amount;
        self.push(self.stake_account(person), self.pot_account(), amount)
    }

    /// Moves all bets into the middle.
    fn gather(&mut self) -> Result<(), PostingError> {
        for (person, amount) in std::mem::take(&mut self.ledger.bets) {
            self.ledger.pot += amount;
            self.push(self.bet_account(person), self.pot_account(), amount)?;
        }
        Ok(())
    }

    /// Takes an amount out of the middle; the caller says where it goes.
    fn take_from_pot(&mut self, amount: Chips) -> Result<(), PostingError> {
        let has = self.ledger.pot;
        let short = || PostingError { what: format!("the pot has {has}: cannot take {amount}") };
        self.ledger.pot = has.less(amount).ok_or_else(short)?;
        Ok(())
    }

    /// Pays a person from the pot, gathering bets first.
    fn award(&mut self, person: Person, amount: Chips) -> Result<(), PostingError> {
        self.gather()?;
        self.take_from_pot(amount)?;
        credit(&mut self.ledger.stakes, person, amount);
        self.push(self.pot_account(), self.stake_account(person), amount)
    }

    fn take_commission(&mut self, amount: Chips) -> Result<(), PostingError> {
        self.gather()?;
        self.take_from_pot(amount)?;
        self.push(self.pot_account(), Account::Commission { table: self.table }, amount)
    }

    /// Posts what a fact moves, and tracks who sits where after it.
    fn post_table_fact(&mut self, seated: &mut SeatOccupants, fact: &TableEvent) -> Result<(), PostingError> {
        match &fact.what {
            TableFact::Stakes(fact) => match *fact {
                StakeFact::Sat { seat, person, stack, .. } => {
                    seated.chairs.insert(seat, person);
                    self.buy_in(person, stack)
                }
                StakeFact::Left { seat, stack } => {
                    let person = seated.person_in_chair(seat, "leave it")?;
                    seated.chairs.remove(&seat);
                    self.pay_out(person, stack)
                }
                StakeFact::Bought { seat, amount } => {
                    self.buy_in(seated.person_in_chair(seat, "buy chips there")?, amount)
                }
            },
            TableFact::Hand(event) => self.post_hand_fact(seated, &event.what),
            TableFact::Seats(_)
            | TableFact::House(_)
            | TableFact::Blinds(_)
            | TableFact::Officials(_)
            | TableFact::Deck(_) => Ok(()),
        }
    }

    /// Posts what a fact of a hand moves, and tracks the betting round.
    fn post_hand_fact(&mut self, seated: &mut SeatOccupants, what: &Fact) -> Result<(), PostingError> {
        if let Fact::Course(fact) = what
            && let Some(lineup) = fact.lineup()
        {
            seated.open_hand(lineup);
        }
        match what.chip_movement() {
            ChipMovement::Nothing => Ok(()),
            ChipMovement::Bets { seat, amount } => {
                seated.put_in(seat, seated.in_round(seat) + amount);
                self.place_bet(seated.person_in_hand(seat)?, amount)
            }
            ChipMovement::BetsTo { seat, to } => {
                let added = seated.amount_added(seat, to)?;
                seated.put_in(seat, to);
                self.place_bet(seated.person_in_hand(seat)?, added)
            }
            ChipMovement::Ante { seat, amount } => self.place_bet(seated.person_in_hand(seat)?, amount),
            ChipMovement::PostsDead { seat, amount } => self.post_dead(seated.person_in_hand(seat)?, amount),
            ChipMovement::TakesBack { seat, amount } => {
                seated.put_in(seat, seated.in_round(seat).above(amount));
                self.return_bet(seated.person_in_hand(seat)?, amount)
            }
            ChipMovement::Gathered => {
                seated.in_round.clear();
                self.gather()
            }
            ChipMovement::Commission { amount } => self.take_commission(amount),
            ChipMovement::Wins { seat, amount } => self.award(seated.person_in_hand(seat)?, amount),
        }
    }
}
