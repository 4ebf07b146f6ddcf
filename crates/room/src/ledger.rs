//! From facts to postings: where the chips of a table are, by account, and what each fact moves.
//!
//! A pure function of the facts, so that whoever folds them gets the same postings that were stored.

use std::collections::BTreeMap;

use chips::Chips;
use chips::book::{Account, NotPosted, Posting, Unit};
use serde::{Deserialize, Serialize};
use table::{Person, PostKind, Table, TableEvent, TableWhat, What};

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

    /// Takes in a fact and says what it moves. `before` is the table before the fact.
    ///
    /// # Errors
    /// A fact that the facts before it do not lead to; then the table is wrong and must stop.
    pub fn take(
        &mut self,
        number: u64,
        unit: Unit,
        before: &Table,
        entry: &Entry,
    ) -> Result<Vec<Posting>, Unposted> {
        let mut poster = Poster { ledger: self, table: number, unit, postings: Vec::new() };
        match entry {
            Entry::Table { fact } => poster.fact(before, fact)?,
            Entry::Purse { person, amount } => {
                let to = Account::Wallet { person: person.0 };
                poster.postings.push(Posting::new(Account::Issue, to, unit, *amount)?);
            }
            Entry::Made { .. }
            | Entry::Snapshot(_)
            | Entry::Deck { .. }
            | Entry::Cut(_)
            | Entry::Opening(_)
            | Entry::Play(_)
            | Entry::Asked { .. }
            | Entry::TimeBank { .. } => {}
        }
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

    fn fact(&mut self, before: &Table, fact: &TableEvent) -> Result<(), Unposted> {
        match &fact.what {
            TableWhat::Sat { person, stack, .. } => self.bought(*person, *stack),
            TableWhat::Left { seat, stack } => match before.chair(*seat) {
                Some(chair) => self.paid_out(chair.person, *stack),
                None => Err(Unposted { what: format!("nobody sits in seat {seat}, who left") }),
            },
            TableWhat::Bought { seat, amount } => match before.chair(*seat) {
                Some(chair) => self.bought(chair.person, *amount),
                None => Err(Unposted { what: format!("nobody sits in seat {seat}, who bought") }),
            },
            TableWhat::Hand(event) => self.hand_fact(before, &event.what),
            TableWhat::SatOut { .. }
            | TableWhat::OutAtBlind { .. }
            | TableWhat::SatIn { .. }
            | TableWhat::Determined { .. }
            | TableWhat::ButtonPlaced { .. }
            | TableWhat::Positions { .. }
            | TableWhat::BlindMissed { .. }
            | TableWhat::Leaving { .. }
            | TableWhat::RemovalDecided { .. }
            | TableWhat::Readmitted { .. }
            | TableWhat::RejoinReferred { .. }
            | TableWhat::RejoinDecided { .. }
            | TableWhat::TimeTold { .. }
            | TableWhat::SignChanged { .. }
            | TableWhat::TableOpened { .. }
            | TableWhat::CardsReplaced { .. }
            | TableWhat::CardsChecked { .. }
            | TableWhat::HeldBack { .. } => Ok(()),
        }
    }

    fn hand_fact(&mut self, before: &Table, what: &What) -> Result<(), Unposted> {
        let person = |seat: table::Seat| {
            let person = before.hand().and_then(|hand| hand.person(seat));
            person.ok_or_else(|| Unposted { what: format!("seat {seat} is not in the hand") })
        };
        let added = |seat: table::Seat, to: Chips| {
            let has = before.hand().map_or(Chips::ZERO, |hand| hand.in_round(seat));
            to.less(has).ok_or_else(|| Unposted { what: format!("seat {seat} bet {to} after {has}") })
        };
        match *what {
            What::Posted { seat, kind, amount, .. } => match kind {
                PostKind::Dead => self.dead(person(seat)?, amount),
                PostKind::Ante | PostKind::Blind(_) | PostKind::OverBlind | PostKind::Live => {
                    self.bet(person(seat)?, amount)
                }
            },
            What::Called { seat, amount, .. } => self.bet(person(seat)?, amount),
            What::Bet { seat, to, .. } | What::Raised { seat, to, .. } => {
                self.bet(person(seat)?, added(seat, to)?)
            }
            What::Returned { seat, amount } => self.taken_back(person(seat)?, amount),
            What::BettingClosed { .. }
            | What::BettingSkipped { .. }
            | What::ShowdownOpened { .. }
            | What::PotFormed { .. } => self.gather(),
            What::CommissionTaken { amount, .. } => {
                self.gather()?;
                self.out_of_the_pot(amount)?;
                self.push(self.pot_account(), Account::Commission { table: self.table }, amount)
            }
            What::Awarded { seat, amount, .. } | What::OddChips { seat, amount, .. } => {
                self.won(person(seat)?, amount)
            }
            What::Voided { .. } => self.gather(),
            What::Refunded { seat, amount } => self.won(person(seat)?, amount),
            What::Opened(_)
            | What::Shuffled { .. }
            | What::Cut { .. }
            | What::ClockCalled { .. }
            | What::TimeRanOut { .. }
            | What::HoleDealt { .. }
            | What::Burned { .. }
            | What::BoardDealt { .. }
            | What::BettingOpened { .. }
            | What::Folded { .. }
            | What::Checked { .. }
            | What::HandsTabled { .. }
            | What::Shown { .. }
            | What::Mucked { .. }
            | What::CardsShown { .. }
            | What::NoCommission { .. }
            | What::CommissionCapped { .. }
            | What::Closed => Ok(()),
        }
    }
}
