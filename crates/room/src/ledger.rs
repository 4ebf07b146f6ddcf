//! From facts to postings: where the chips of a table are, by account, and what each fact moves.
//!
//! A pure function of the facts, so that whoever folds them gets the same postings that were stored.

use std::collections::BTreeMap;

use chips::Chips;
use chips::book::{Account, NotPosted, Posting, Unit};
use seating::{Person, Seat};
use serde::{Deserialize, Serialize};
use table::{Lineup, Moves, StakeFact, Table, TableEvent, TableWhat, What};

use crate::entry::Entry;

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

/// What facts that name a seat leave out, as the facts before them told it: who sits there, who was dealt in there, and
/// what the seat has put into the betting round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seated {
    chairs: BTreeMap<Seat, Person>,
    dealt_in: BTreeMap<Seat, Person>,
    in_round: BTreeMap<Seat, Chips>,
}

impl Seated {
    /// Those who sit at a table just after a hand was opened.
    pub fn at(table: &Table) -> Seated {
        Seated {
            chairs: table.chairs().map(|(seat, chair)| (seat, chair.person)).collect(),
            dealt_in: table.hand().map(|hand| dealt_in(hand.lineup())).unwrap_or_default(),
            in_round: BTreeMap::new(),
        }
    }

    /// Who sits in a seat.
    pub(crate) fn person(&self, seat: Seat) -> Option<Person> {
        self.chairs.get(&seat).copied()
    }

    /// True where nobody sits.
    pub(crate) fn is_nobody(&self) -> bool {
        self.chairs.is_empty()
    }

    fn in_chair(&self, seat: Seat, who: &str) -> Result<Person, Unposted> {
        let nobody = || Unposted { what: format!("nobody sits in seat {seat}, who {who}") };
        self.person(seat).ok_or_else(nobody)
    }

    fn in_hand(&self, seat: Seat) -> Result<Person, Unposted> {
        let nobody = || Unposted { what: format!("seat {seat} is not in the hand") };
        self.dealt_in.get(&seat).copied().ok_or_else(nobody)
    }

    /// What a seat adds to have put so much into the betting round.
    fn added(&self, seat: Seat, to: Chips) -> Result<Chips, Unposted> {
        let has = self.in_round(seat);
        to.less(has).ok_or_else(|| Unposted { what: format!("seat {seat} bet {to} after {has}") })
    }

    fn in_round(&self, seat: Seat) -> Chips {
        self.in_round.get(&seat).copied().unwrap_or_default()
    }

    /// A hand is opened.
    fn opens(&mut self, lineup: &Lineup) {
        self.dealt_in = dealt_in(lineup);
        self.in_round.clear();
    }

    fn puts_in(&mut self, seat: Seat, in_round: Chips) {
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

/// Why a fact cannot be posted: the facts before it do not lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unposted {
    /// What does not fit.
    pub what: String,
}

impl std::fmt::Display for Unposted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Unposted {}

impl From<NotPosted> for Unposted {
    fn from(why: NotPosted) -> Unposted {
        Unposted { what: why.to_string() }
    }
}

/// The postings of one table being made.
struct Poster<'a> {
    ledger: &'a mut Ledger,
    table: u64,
    unit: Unit,
    postings: Vec<Posting>,
}

impl Ledger {
    /// What a person has in front.
    pub fn stake(&self, person: Person) -> Chips {
        self.stakes.get(&person).copied().unwrap_or_default()
    }

    /// Everything on the table: stakes, bets and pots.
    pub fn total(&self) -> Chips {
        self.stakes.values().chain(self.bets.values()).copied().sum::<Chips>() + self.pot
    }

    /// True when nothing is bet and nothing in the middle.
    pub fn is_settled(&self) -> bool {
        self.bets.is_empty() && self.pot.is_zero()
    }

    /// Takes in a fact and says what it moves.
    ///
    /// # Errors
    /// A fact that the facts before it do not lead to; then the table is wrong and must stop.
    pub fn take(
        &mut self,
        number: u64,
        unit: Unit,
        seated: &mut Seated,
        entry: &Entry,
    ) -> Result<Vec<Posting>, Unposted> {
        match entry {
            Entry::Table { fact } => self.post(number, unit, seated, fact),
            Entry::Purse { person, amount } => {
                let to = Account::Wallet { person: person.0 };
                Ok(vec![Posting::new(Account::Issue, to, unit, *amount)?])
            }
            Entry::Made { .. }
            | Entry::Snapshot(_)
            | Entry::Deck { .. }
            | Entry::Cut(_)
            | Entry::Opening(_)
            | Entry::Play(_)
            | Entry::Asked { .. }
            | Entry::TimeBank { .. } => Ok(Vec::new()),
        }
    }

    /// Takes in a fact of the table and says what it moves.
    ///
    /// # Errors
    /// A fact that the facts before it do not lead to; then the table is wrong and must stop.
    pub fn post(
        &mut self,
        number: u64,
        unit: Unit,
        seated: &mut Seated,
        fact: &TableEvent,
    ) -> Result<Vec<Posting>, Unposted> {
        let mut poster = Poster { ledger: self, table: number, unit, postings: Vec::new() };
        poster.fact(seated, fact)?;
        Ok(poster.postings)
    }
}

/// Takes an amount from one person's part.
fn less(map: &mut BTreeMap<Person, Chips>, person: Person, amount: Chips, of: &str) -> Result<(), Unposted> {
    let has = map.get(&person).copied().unwrap_or_default();
    let left = has.less(amount).ok_or_else(|| Unposted {
        what: format!("person {} has {has} {of}, and {amount} are taken", person.0),
    })?;
    if left.is_zero() {
        map.remove(&person);
    } else {
        map.insert(person, left);
    }
    Ok(())
}

fn more(map: &mut BTreeMap<Person, Chips>, person: Person, amount: Chips) {
    if !amount.is_zero() {
        *map.entry(person).or_default() += amount;
    }
}

impl Poster<'_> {
    fn push(&mut self, from: Account, to: Account, amount: Chips) -> Result<(), Unposted> {
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

    fn bought(&mut self, person: Person, amount: Chips) -> Result<(), Unposted> {
        more(&mut self.ledger.stakes, person, amount);
        self.push(Account::Wallet { person: person.0 }, self.stake_account(person), amount)
    }

    fn paid_out(&mut self, person: Person, amount: Chips) -> Result<(), Unposted> {
        less(&mut self.ledger.stakes, person, amount, "in front")?;
        self.push(self.stake_account(person), Account::Wallet { person: person.0 }, amount)
    }

    fn bet(&mut self, person: Person, amount: Chips) -> Result<(), Unposted> {
        less(&mut self.ledger.stakes, person, amount, "in front")?;
        more(&mut self.ledger.bets, person, amount);
        self.push(self.stake_account(person), self.bet_account(person), amount)
    }

    fn taken_back(&mut self, person: Person, amount: Chips) -> Result<(), Unposted> {
        less(&mut self.ledger.bets, person, amount, "bet")?;
        more(&mut self.ledger.stakes, person, amount);
        self.push(self.bet_account(person), self.stake_account(person), amount)
    }

    fn dead(&mut self, person: Person, amount: Chips) -> Result<(), Unposted> {
        less(&mut self.ledger.stakes, person, amount, "in front")?;
        self.ledger.pot += amount;
        self.push(self.stake_account(person), self.pot_account(), amount)
    }

    /// Bets are gathered into the middle.
    fn gather(&mut self) -> Result<(), Unposted> {
        for (person, amount) in std::mem::take(&mut self.ledger.bets) {
            self.ledger.pot += amount;
            self.push(self.bet_account(person), self.pot_account(), amount)?;
        }
        Ok(())
    }

    fn out_of_the_pot(&mut self, amount: Chips) -> Result<(), Unposted> {
        let has = self.ledger.pot;
        let short = || Unposted { what: format!("the pot has {has}, and {amount} are taken") };
        self.ledger.pot = has.less(amount).ok_or_else(short)?;
        Ok(())
    }

    fn won(&mut self, person: Person, amount: Chips) -> Result<(), Unposted> {
        self.gather()?;
        self.out_of_the_pot(amount)?;
        more(&mut self.ledger.stakes, person, amount);
        self.push(self.pot_account(), self.stake_account(person), amount)
    }

    fn commission(&mut self, amount: Chips) -> Result<(), Unposted> {
        self.gather()?;
        self.out_of_the_pot(amount)?;
        self.push(self.pot_account(), Account::Commission { table: self.table }, amount)
    }

    /// Posts what a fact moves, and takes in who sits where after it.
    fn fact(&mut self, seated: &mut Seated, fact: &TableEvent) -> Result<(), Unposted> {
        match &fact.what {
            TableWhat::Stakes(fact) => match *fact {
                StakeFact::Sat { seat, person, stack, .. } => {
                    seated.chairs.insert(seat, person);
                    self.bought(person, stack)
                }
                StakeFact::Left { seat, stack } => {
                    let person = seated.in_chair(seat, "left")?;
                    seated.chairs.remove(&seat);
                    self.paid_out(person, stack)
                }
                StakeFact::Bought { seat, amount } => self.bought(seated.in_chair(seat, "bought")?, amount),
            },
            TableWhat::Hand(event) => self.hand_fact(seated, &event.what),
            TableWhat::Seats(_)
            | TableWhat::House(_)
            | TableWhat::Blinds(_)
            | TableWhat::Officials(_)
            | TableWhat::Deck(_) => Ok(()),
        }
    }

    fn hand_fact(&mut self, seated: &mut Seated, what: &What) -> Result<(), Unposted> {
        if let What::Course(fact) = what
            && let Some(lineup) = fact.lineup()
        {
            seated.opens(lineup);
        }
        match what.moves() {
            Moves::Nothing => Ok(()),
            Moves::Adds { seat, amount } => {
                seated.puts_in(seat, seated.in_round(seat) + amount);
                self.bet(seated.in_hand(seat)?, amount)
            }
            Moves::To { seat, to } => {
                let added = seated.added(seat, to)?;
                seated.puts_in(seat, to);
                self.bet(seated.in_hand(seat)?, added)
            }
            Moves::Ante { seat, amount } => self.bet(seated.in_hand(seat)?, amount),
            Moves::Dead { seat, amount } => self.dead(seated.in_hand(seat)?, amount),
            Moves::Back { seat, amount } => {
                seated.puts_in(seat, seated.in_round(seat).above(amount));
                self.taken_back(seated.in_hand(seat)?, amount)
            }
            Moves::Gathered => {
                seated.in_round.clear();
                self.gather()
            }
            Moves::Commission { amount } => self.commission(amount),
            Moves::Won { seat, amount } => self.won(seated.in_hand(seat)?, amount),
        }
    }
}
