//! From facts to postings: where a table's chips are, by account, and what each fact moves.
//!
//! A pure function of the facts, so that every replay of them gives the postings that were stored.

use std::collections::BTreeMap;
use std::fmt;

use chips::Chips;
use chips::book::{Account, Posting, TransferError, Unit};
use seating::{Person, Seat};
use table::{ChipMovement, Fact, Lineup, StakeFact, Table, TableEvent, TableFact};

/// Where the chips of one table are. An amount of zero has no place in a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// In front of people.
    stakes: BTreeMap<Person, Chips>,
    /// Bet in this betting round.
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
    /// The people seated at a table just after a hand was opened, when nothing is in the betting round yet;
    /// recovery starts from it.
    pub fn at_table(table: &Table) -> SeatOccupants {
        SeatOccupants {
            chairs: table.chairs().map(|(seat, chair)| (seat, chair.person)).collect(),
            dealt_in: table.hand().map(|hand| dealt_in(hand.lineup())).unwrap_or_default(),
            in_round: BTreeMap::new(),
        }
    }

    /// Who sits in a seat now; `None` if it is empty. Chips that move between hands are theirs.
    pub(crate) fn person(&self, seat: Seat) -> Option<Person> {
        self.chairs.get(&seat).copied()
    }

    /// True if nobody sits: then the stake limit kept for the people seated is reset.
    pub(crate) fn is_empty(&self) -> bool {
        self.chairs.is_empty()
    }

    /// Who was dealt in at a seat: the chips of a hand are theirs, whoever sits there by now. An error if
    /// nobody was.
    fn person_in_hand(&self, seat: Seat) -> Result<Person, PostingError> {
        self.dealt_in.get(&seat).copied().ok_or(PostingError::NotDealtIn { seat })
    }

    /// What a seat adds, in chips, to reach a total of `to` in the betting round; an error if it already has
    /// more in.
    fn amount_added(&self, seat: Seat, to: Chips) -> Result<Chips, PostingError> {
        let has = self.in_round(seat);
        to.less(has).ok_or(PostingError::BetBelow { seat, has, to })
    }

    /// What a seat has put into this betting round, in chips; zero if nothing. Facts name totals, postings need
    /// differences.
    fn in_round(&self, seat: Seat) -> Chips {
        self.in_round.get(&seat).copied().unwrap_or_default()
    }

    /// Starts a hand: from now on its lineup says whose the chips at a seat are, and nothing is in the betting
    /// round.
    fn open_hand(&mut self, lineup: &Lineup) {
        self.dealt_in = dealt_in(lineup);
        self.in_round.clear();
    }

    /// Sets a seat's total for this betting round; zero takes it out of the map, as a fresh state has it.
    fn put_in(&mut self, seat: Seat, in_round: Chips) {
        if in_round.is_zero() {
            self.in_round.remove(&seat);
        } else {
            self.in_round.insert(seat, in_round);
        }
    }
}

/// Who is dealt in at which seat by a lineup, kept until the next hand opens.
fn dealt_in(lineup: &Lineup) -> BTreeMap<Seat, Person> {
    lineup.entrants.iter().map(|entrant| (entrant.seat, entrant.person)).collect()
}

/// Why a fact cannot be posted: it does not follow from the facts before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PostingError {
    /// Somebody leaves a seat where nobody sits.
    LeavesEmptySeat {
        /// The seat.
        seat: Seat,
    },
    /// Somebody buys chips in a seat where nobody sits.
    BuysInEmptySeat {
        /// The seat.
        seat: Seat,
    },
    /// Chips of a hand move at a seat that was not dealt in.
    NotDealtIn {
        /// The seat.
        seat: Seat,
    },
    /// A bet's total is less than what the seat has already put into the betting round.
    BetBelow {
        /// The seat.
        seat: Seat,
        /// What it has put in.
        has: Chips,
        /// The total it bets.
        to: Chips,
    },
    /// More is taken from a person's stake than it has.
    StakeShort {
        /// Whose stake.
        person: Person,
        /// What is in front of them.
        has: Chips,
        /// What is taken.
        needs: Chips,
    },
    /// More of a person's bet is returned than was bet.
    BetShort {
        /// Whose bet.
        person: Person,
        /// What they have bet in this betting round.
        has: Chips,
        /// What is returned.
        needs: Chips,
    },
    /// More is paid from the pot than is in it.
    PotShort {
        /// What is in the middle.
        has: Chips,
        /// What is paid.
        needs: Chips,
    },
    /// The book of chips allows no such movement.
    Transfer(TransferError),
}

impl fmt::Display for PostingError {
    /// One line for a log or a fault; no code reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PostingError::LeavesEmptySeat { seat } => {
                write!(f, "seat {seat} is empty: nobody can leave it")
            }
            PostingError::BuysInEmptySeat { seat } => {
                write!(f, "seat {seat} is empty: nobody can buy chips there")
            }
            PostingError::NotDealtIn { seat } => write!(f, "seat {seat} is not in the hand"),
            PostingError::BetBelow { seat, has, to } => {
                write!(f, "seat {seat} bet {to}, less than the {has} it has in")
            }
            PostingError::StakeShort { person, has, needs } => {
                write!(f, "person {} has {has} in front: cannot take {needs}", person.0)
            }
            PostingError::BetShort { person, has, needs } => {
                write!(f, "person {} has {has} bet: cannot take {needs}", person.0)
            }
            PostingError::PotShort { has, needs } => write!(f, "the pot has {has}: cannot take {needs}"),
            PostingError::Transfer(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PostingError {
    /// The error of the book of chips, where that is the cause.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            PostingError::Transfer(error) => Some(error),
            PostingError::LeavesEmptySeat { .. }
            | PostingError::BuysInEmptySeat { .. }
            | PostingError::NotDealtIn { .. }
            | PostingError::BetBelow { .. }
            | PostingError::StakeShort { .. }
            | PostingError::BetShort { .. }
            | PostingError::PotShort { .. } => None,
        }
    }
}

impl From<TransferError> for PostingError {
    /// Lets `?` report a movement that the book of chips refuses.
    fn from(error: TransferError) -> PostingError {
        PostingError::Transfer(error)
    }
}

/// Builds the postings of one fact.
struct Poster<'a> {
    ledger: &'a mut Ledger,
    table: u64,
    unit: Unit,
    postings: Vec<Posting>,
}

/// The posting by which a bot receives chips from the issue so that it can buy in. It touches no account of a
/// table, so it is the same whatever the ledger holds.
///
/// # Errors
/// An amount that cannot be posted, such as zero.
pub fn purse(unit: Unit, person: Person, amount: Chips) -> Result<Posting, PostingError> {
    Ok(Posting::new(Account::Issue, Account::Wallet { person: person.0 }, unit, amount)?)
}

impl Ledger {
    /// The ledger with these amounts, as [`Ledger::amounts`] gave them and a snapshot stored them; none may be
    /// zero.
    pub(crate) fn from_amounts(
        stakes: BTreeMap<Person, Chips>,
        bets: BTreeMap<Person, Chips>,
        pot: Chips,
    ) -> Ledger {
        Ledger { stakes, bets, pot }
    }

    /// All amounts, for a snapshot: what is in front of people, what they have bet in this betting round, and
    /// what is in the middle.
    pub(crate) fn amounts(&self) -> (&BTreeMap<Person, Chips>, &BTreeMap<Person, Chips>, Chips) {
        (&self.stakes, &self.bets, self.pot)
    }

    /// What a person has in front of them by the accounts, in chips; zero without a stake. The machine's stack
    /// must equal it.
    pub fn stake(&self, person: Person) -> Chips {
        self.stakes.get(&person).copied().unwrap_or_default()
    }

    /// Everything on the table: stakes, bets and pots. The state's check compares it with the machine's own
    /// count.
    pub fn total(&self) -> Chips {
        self.stakes.values().chain(self.bets.values()).copied().sum::<Chips>() + self.pot
    }

    /// True if nothing is bet and nothing is in the middle by the accounts, as it must be between hands.
    pub fn is_settled(&self) -> bool {
        self.bets.is_empty() && self.pot.is_zero()
    }

    /// Applies a fact of table `number` and returns the postings it makes, in order. Facts must come in the
    /// order of the stream: a replay must give the postings that were stored.
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

/// Takes an amount from one person's share of a map; a share that reaches zero is removed.
///
/// # Errors
/// What the person has, if that is less; nothing is taken then.
fn debit(map: &mut BTreeMap<Person, Chips>, person: Person, amount: Chips) -> Result<(), Chips> {
    let has = map.get(&person).copied().unwrap_or_default();
    let left = has.less(amount).ok_or(has)?;
    if left.is_zero() {
        map.remove(&person);
    } else {
        map.insert(person, left);
    }
    Ok(())
}

/// Adds an amount to one person's share of a map. Zero makes no share: an amount of zero has no place in the
/// map.
fn credit(map: &mut BTreeMap<Person, Chips>, person: Person, amount: Chips) {
    if !amount.is_zero() {
        *map.entry(person).or_default() += amount;
    }
}

impl Poster<'_> {
    /// Adds a posting to those of the fact, in order; none for an amount of zero, which the book of chips does
    /// not allow.
    fn push(&mut self, from: Account, to: Account, amount: Chips) -> Result<(), PostingError> {
        if !amount.is_zero() {
            self.postings.push(Posting::new(from, to, self.unit, amount)?);
        }
        Ok(())
    }

    /// Takes chips from what is in front of a person, or fails if they have less; the caller posts where the
    /// chips go.
    fn debit_stake(&mut self, person: Person, amount: Chips) -> Result<(), PostingError> {
        debit(&mut self.ledger.stakes, person, amount).map_err(|has| PostingError::StakeShort {
            person,
            has,
            needs: amount,
        })
    }

    /// The account for what is in front of a person at this table; stored postings name it.
    fn stake_account(&self, person: Person) -> Account {
        Account::Stake { table: self.table, person: person.0 }
    }

    /// The account for what a person has bet at this table in this betting round; stored postings name it.
    fn bet_account(&self, person: Person) -> Account {
        Account::Bet { table: self.table, person: person.0 }
    }

    /// The account for the middle of this table, all pots together; stored postings name it.
    fn pot_account(&self) -> Account {
        Account::Pot { table: self.table }
    }

    /// Moves chips from a person's wallet to their stake: on sitting down, or added between hands.
    fn buy_in(&mut self, person: Person, amount: Chips) -> Result<(), PostingError> {
        credit(&mut self.ledger.stakes, person, amount);
        self.push(Account::Wallet { person: person.0 }, self.stake_account(person), amount)
    }

    /// Moves the stake of a person who leaves back to their wallet.
    fn pay_out(&mut self, person: Person, amount: Chips) -> Result<(), PostingError> {
        self.debit_stake(person, amount)?;
        self.push(self.stake_account(person), Account::Wallet { person: person.0 }, amount)
    }

    /// Moves chips from a person's stake to their bet: a bet, a call, a blind, an ante.
    fn place_bet(&mut self, person: Person, amount: Chips) -> Result<(), PostingError> {
        self.debit_stake(person, amount)?;
        credit(&mut self.ledger.bets, person, amount);
        self.push(self.stake_account(person), self.bet_account(person), amount)
    }

    /// Moves an uncalled bet back to the person's stake: it never enters the pot.
    fn return_bet(&mut self, person: Person, amount: Chips) -> Result<(), PostingError> {
        debit(&mut self.ledger.bets, person, amount).map_err(|has| PostingError::BetShort {
            person,
            has,
            needs: amount,
        })?;
        credit(&mut self.ledger.stakes, person, amount);
        self.push(self.bet_account(person), self.stake_account(person), amount)
    }

    /// Moves a dead post from a stake straight into the middle: it is not part of the betting round.
    fn post_dead(&mut self, person: Person, amount: Chips) -> Result<(), PostingError> {
        self.debit_stake(person, amount)?;
        self.ledger.pot += amount;
        self.push(self.stake_account(person), self.pot_account(), amount)
    }

    /// Moves all bets of the betting round into the middle, one posting a person in the order of their numbers:
    /// a replay must give the same order.
    fn gather_bets(&mut self) -> Result<(), PostingError> {
        for (person, amount) in std::mem::take(&mut self.ledger.bets) {
            self.ledger.pot += amount;
            self.push(self.bet_account(person), self.pot_account(), amount)?;
        }
        Ok(())
    }

    /// Takes an amount out of the middle, or fails if it holds less; the caller posts where the chips go.
    fn take_from_pot(&mut self, amount: Chips) -> Result<(), PostingError> {
        let has = self.ledger.pot;
        self.ledger.pot = has.less(amount).ok_or(PostingError::PotShort { has, needs: amount })?;
        Ok(())
    }

    /// Pays a person from the pot, gathering bets first, because a hand may end in the middle of a betting
    /// round.
    fn award(&mut self, person: Person, amount: Chips) -> Result<(), PostingError> {
        self.gather_bets()?;
        self.take_from_pot(amount)?;
        credit(&mut self.ledger.stakes, person, amount);
        self.push(self.pot_account(), self.stake_account(person), amount)
    }

    /// Moves the house's commission from the pot to the account of this table's commission, gathering bets
    /// first.
    fn take_commission(&mut self, amount: Chips) -> Result<(), PostingError> {
        self.gather_bets()?;
        self.take_from_pot(amount)?;
        self.push(self.pot_account(), Account::Commission { table: self.table }, amount)
    }

    /// Posts what a fact moves and tracks who sits where after it. A new fact that moves chips must be added
    /// here, or the chips no longer add up.
    fn post_table_fact(&mut self, seated: &mut SeatOccupants, fact: &TableEvent) -> Result<(), PostingError> {
        match &fact.what {
            TableFact::Stakes(fact) => match *fact {
                StakeFact::Sat { seat, person, stack, .. } => {
                    seated.chairs.insert(seat, person);
                    self.buy_in(person, stack)
                }
                StakeFact::Left { seat, stack } => {
                    let person = seated.person(seat).ok_or(PostingError::LeavesEmptySeat { seat })?;
                    seated.chairs.remove(&seat);
                    self.pay_out(person, stack)
                }
                StakeFact::Bought { seat, amount } => {
                    let person = seated.person(seat).ok_or(PostingError::BuysInEmptySeat { seat })?;
                    self.buy_in(person, amount)
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

    /// Posts what a fact of a hand moves, by its [`ChipMovement`], and tracks what each seat has in the betting
    /// round.
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
                self.gather_bets()
            }
            ChipMovement::Commission { amount } => self.take_commission(amount),
            ChipMovement::Wins { seat, amount } => self.award(seated.person_in_hand(seat)?, amount),
        }
    }
}
