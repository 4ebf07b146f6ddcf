//! The money of a tournament: receipts, the pool and the fee as postings, refunds, cancelling, prizes paid
//! once.
//!
//! A machine like a table: [`TournamentMoney::decide`] says what a command leads to and changes nothing,
//! [`TournamentMoney::apply`] applies what was decided. The caller stores the event and posts its postings in
//! one batch.

use std::collections::{BTreeMap, BTreeSet};

use chips::book::{Account, Posting, Unit};
use chips::{Cents, Chips};
use rulebook::{Rule, rule};
use serde::{Deserialize, Serialize};

use crate::places::EntryNumber;
use crate::prizes::{Pool, check_sum};
use crate::refusal::{TournamentRefusal, TournamentRefusalReason};
use crate::terms::Terms;

/// What somebody paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Purchase {
    Entry,
    Rebuy,
    AddOn,
    Repechage,
}

/// A payment: how much, by whom, and what part the operator keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Receipt {
    pub entry: EntryNumber,
    pub person: u64,
    pub what: Purchase,
    pub paid: Cents,
    pub commission: Cents,
}

/// The refunds that the conditions permit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum RefundPolicy {
    Never,
    All,
    WithoutCommission,
}

/// Why a payment goes back to its payer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum RefundReason {
    /// The player withdrew.
    Withdrawn,
    /// The seat was sold to a reserved player, and the book returns the first fee.
    Resold,
    /// The sale was a mistake.
    Corrected,
}

/// A prize of the confirmed list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Prize {
    pub entry: EntryNumber,
    pub person: u64,
    pub amount: Cents,
}

/// A request to change the money.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum MoneyCommand {
    /// Sells something for `paid`, of which the operator keeps `commission`.
    Sell { receipt: Receipt },
    /// Adds the operator's cash to the pool.
    Add { cash: Cents },
    /// Refunds a receipt.
    GiveBack { receipt: u32, because: RefundReason },
    /// Confirms the prizes, by the director.
    Confirm { prizes: Vec<Prize> },
    /// Pays a prize of the confirmed list.
    Pay { line: u32 },
    /// Cancels the tournament, by the operator.
    Cancel,
}

/// A decided event with the amounts that move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoneyEvent {
    /// What happened.
    pub what: MoneyFact,
    /// The postings, to be stored together with the event or not at all.
    pub postings: Vec<Posting>,
    /// The rule it rests on.
    pub rule: Rule,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum MoneyFact {
    Sold { number: u32, receipt: Receipt },
    Added { cash: Cents },
    GivenBack { receipt: u32, because: RefundReason, from_pool: Cents, from_fee: Cents },
    Confirmed { prizes: Vec<Prize> },
    Paid { line: u32 },
    Cancelled { returned: Vec<u32> },
}

/// The money of one tournament.
#[derive(Clone, Debug)]
pub struct TournamentMoney {
    number: u64,
    unit: Unit,
    terms: Terms,
    refunds: RefundPolicy,
    receipts: BTreeMap<u32, Receipt>,
    returned: BTreeMap<u32, Cents>,
    returned_fee: BTreeMap<u32, Cents>,
    added: Cents,
    prizes: Option<Vec<Prize>>,
    paid: BTreeSet<u32>,
    cancelled: bool,
}

/// The amount in the type that postings use for every unit; one cent is one chip. Both types have the same
/// largest value.
fn cents_to_chips(amount: Cents) -> Chips {
    Chips::new(amount.get()).unwrap_or(Chips::MAX)
}

impl TournamentMoney {
    /// The money of a tournament before anything is sold. `number` names its accounts in the book of chips,
    /// `unit` is cents or play chips, and `refunds` is what the conditions permit.
    ///
    /// # Errors
    /// The conditions permit refunds and the book does not.
    pub fn new(
        number: u64,
        unit: Unit,
        terms: Terms,
        refunds: RefundPolicy,
    ) -> Result<TournamentMoney, TournamentRefusal> {
        if refunds != RefundPolicy::Never && !terms.refunds_by_conditions {
            return Err(TournamentRefusal {
                why: TournamentRefusalReason::NotRefundable,
                rule: rule::NO_REFUNDS,
            });
        }
        Ok(TournamentMoney {
            number,
            unit,
            terms,
            refunds,
            receipts: BTreeMap::new(),
            returned: BTreeMap::new(),
            returned_fee: BTreeMap::new(),
            added: Cents::ZERO,
            prizes: None,
            paid: BTreeSet::new(),
            cancelled: false,
        })
    }

    /// What the prize pool is made of now, in cents: everything paid for and not refunded, with the commission
    /// on entries shown apart. Prizes are worked out from it.
    pub fn pool(&self) -> Pool {
        let mut pool = Pool { added: self.added, ..Pool::default() };
        for (number, receipt) in &self.receipts {
            let back = |of: &BTreeMap<u32, Cents>| of.get(number).copied().unwrap_or(Cents::ZERO);
            let fee = receipt.commission.above(back(&self.returned_fee));
            let kept = receipt.paid.above(receipt.commission).above(back(&self.returned));
            match receipt.what {
                Purchase::Entry => {
                    pool.fees += kept + fee;
                    pool.commission += fee;
                }
                Purchase::Rebuy | Purchase::AddOn | Purchase::Repechage => pool.bought += kept,
            }
        }
        pool
    }

    /// Judges a command by what was sold, refunded and paid so far. Changes nothing: the caller stores the
    /// event together with its postings, and applies it.
    ///
    /// # Errors
    /// The first reason that applies, in this order: cancelled, confirmed, then what the command itself
    /// needs.
    pub fn decide(&self, command: &MoneyCommand) -> Result<MoneyEvent, TournamentRefusal> {
        if self.cancelled {
            return Err(TournamentRefusal {
                why: TournamentRefusalReason::Cancelled,
                rule: rule::CANCELLATION_RETURNS_EVERYTHING,
            });
        }
        let confirmed =
            TournamentRefusal { why: TournamentRefusalReason::Confirmed, rule: rule::DIRECTOR_AWARDS_PLACES };
        if self.prizes.is_some() && !matches!(command, MoneyCommand::Pay { .. }) {
            return Err(confirmed);
        }
        match command {
            MoneyCommand::Sell { receipt } => self.decide_sale(*receipt),
            MoneyCommand::Add { cash } => self.decide_added_cash(*cash),
            MoneyCommand::GiveBack { receipt, because } => self.decide_refund(*receipt, *because),
            MoneyCommand::Confirm { prizes } => self.decide_prize_list(prizes),
            MoneyCommand::Pay { line } => self.decide_payment(*line),
            MoneyCommand::Cancel => Ok(self.decide_cancellation()),
        }
    }

    /// Applies a fact, just decided or read back from the store. Holds no rule and cannot fail, so that a
    /// stored tournament always gives the same state.
    pub fn apply(&mut self, what: &MoneyFact) {
        match what {
            MoneyFact::Sold { number, receipt } => {
                self.receipts.insert(*number, *receipt);
            }
            MoneyFact::Added { cash } => self.added += *cash,
            MoneyFact::GivenBack { receipt, from_pool, from_fee, .. } => {
                self.returned.insert(*receipt, *from_pool);
                self.returned_fee.insert(*receipt, *from_fee);
            }
            MoneyFact::Confirmed { prizes } => self.prizes = Some(prizes.clone()),
            MoneyFact::Paid { line } => {
                self.paid.insert(*line);
            }
            MoneyFact::Cancelled { returned } => {
                for number in returned {
                    if let Some(receipt) = self.receipts.get(number) {
                        self.returned.insert(*number, receipt.paid.above(receipt.commission));
                        self.returned_fee.insert(*number, receipt.commission);
                    }
                }
                self.added = Cents::ZERO;
                self.cancelled = true;
            }
        }
    }

    /// The receipts by number, counted from 1 in the order of sale; those refunded stay among them.
    pub fn receipts(&self) -> &BTreeMap<u32, Receipt> {
        &self.receipts
    }

    /// The confirmed list of prizes, whose lines are counted from 1 when they are paid; `None` before the
    /// places are confirmed.
    pub fn prizes(&self) -> Option<&[Prize]> {
        self.prizes.as_deref()
    }

    /// Whether every prize of the confirmed list is paid, which ends the tournament; false before there is a
    /// list.
    pub fn all_paid(&self) -> bool {
        self.prizes.as_ref().is_some_and(|prizes| prizes.len() == self.paid.len())
    }

    /// Cash that the operator has added to the pool so far, in cents; what the conditions promise is compared
    /// with it.
    pub fn added(&self) -> Cents {
        self.added
    }

    /// The account in the book of chips that holds this tournament's prize pool until the prizes are paid.
    fn pool_account(&self) -> Account {
        Account::PrizePool { tournament: self.number }
    }

    /// The account in the book of chips that holds this tournament's commission until the places are confirmed.
    fn fee_account(&self) -> Account {
        Account::Fee { tournament: self.number }
    }

    /// The postings for movements (`ways`: from, to, amount) in this tournament's unit, leaving out amounts of
    /// zero. A movement that the book of chips forbids is an error of this program and panics.
    fn postings(&self, ways: &[(Account, Account, Cents)]) -> Vec<Posting> {
        let post = |(from, to, amount): &(Account, Account, Cents)| {
            Posting::new(*from, *to, self.unit, cents_to_chips(*amount)).ok()
        };
        let ways: Vec<_> = ways.iter().filter(|(_, _, amount)| !amount.is_zero()).collect();
        let postings: Vec<Posting> = ways.iter().filter_map(|way| post(way)).collect();
        assert_eq!(
            postings.len(),
            ways.len(),
            "tournament {} moves chips in a way that is not allowed",
            self.number
        );
        postings
    }

    /// Judges a sale: the commission goes to the fee account, the rest to the pool
    /// (`entry-fee-and-commission`). Where the book has that rule, only entries may carry a commission.
    fn decide_sale(&self, receipt: Receipt) -> Result<MoneyEvent, TournamentRefusal> {
        let (commission, fee) = (receipt.commission, receipt.paid);
        let refuse = |why| Err(TournamentRefusal { why, rule: rule::ENTRY_FEE_AND_COMMISSION });
        let Some(into_pool) = fee.less(commission) else {
            return refuse(TournamentRefusalReason::CommissionAboveTheFee { commission, fee });
        };
        let bought = match receipt.what {
            Purchase::Entry => rule::ENTRY_FEE_AND_COMMISSION,
            Purchase::Rebuy => rule::RE_BUY_BY_THE_CONDITIONS,
            Purchase::AddOn => rule::ADD_ON_BY_THE_CONDITIONS,
            Purchase::Repechage => rule::CONDITIONS_STATE_THE_REPECHAGE,
        };
        let of_fees_alone = self.terms.book.has_rule(rule::ENTRY_FEE_AND_COMMISSION);
        if receipt.what != Purchase::Entry && !commission.is_zero() && of_fees_alone {
            return refuse(TournamentRefusalReason::CommissionOnARebuy { commission });
        }
        let wallet = Account::Wallet { person: receipt.person };
        let ways = [(wallet, self.pool_account(), into_pool), (wallet, self.fee_account(), commission)];
        let number = self.receipts.keys().last().map_or(1, |last| last + 1);
        let postings = self.postings(&ways);
        Ok(MoneyEvent { what: MoneyFact::Sold { number, receipt }, postings, rule: bought })
    }

    /// Judges cash that the operator adds to the pool, where the book allows added value; it comes from the
    /// cage, or is issued if play chips are played for.
    fn decide_added_cash(&self, cash: Cents) -> Result<MoneyEvent, TournamentRefusal> {
        if !self.terms.added_value {
            return Err(TournamentRefusal {
                why: TournamentRefusalReason::NothingMayBeAdded,
                rule: rule::WHOLE_POOL_IS_PAID,
            });
        }
        let from = match self.unit {
            Unit::Cents => Account::Cage,
            Unit::Play | Unit::Tournament(_) => Account::Issue,
        };
        let postings = self.postings(&[(from, self.pool_account(), cash)]);
        Ok(MoneyEvent { what: MoneyFact::Added { cash }, postings, rule: rule::ADDED_VALUE })
    }

    /// Judges the refund of a receipt, possible once: the pool's part always goes back, the commission as the
    /// reason and the conditions say (`no-refunds`).
    fn decide_refund(&self, number: u32, because: RefundReason) -> Result<MoneyEvent, TournamentRefusal> {
        let refuse = |why, rule| Err(TournamentRefusal { why, rule });
        let Some(receipt) = self.receipts.get(&number) else {
            return refuse(TournamentRefusalReason::NoSuchReceipt { receipt: number }, rule::NO_REFUNDS);
        };
        if self.returned.contains_key(&number) {
            return refuse(TournamentRefusalReason::ReturnedBefore { receipt: number }, rule::NO_REFUNDS);
        }
        let (with_commission, rule) = match because {
            RefundReason::Withdrawn => match self.refunds {
                RefundPolicy::Never => {
                    return refuse(TournamentRefusalReason::NotRefundable, rule::NO_REFUNDS);
                }
                RefundPolicy::All => (true, rule::NO_REFUNDS),
                RefundPolicy::WithoutCommission => (false, rule::NO_REFUNDS),
            },
            RefundReason::Resold if self.terms.resold_fee_returned => (true, rule::SEAT_OFFERED_TO_A_RESERVE),
            RefundReason::Resold => {
                return refuse(TournamentRefusalReason::NotRefundable, rule::NOT_SEATED_AT_THE_START);
            }
            RefundReason::Corrected => (true, rule::DIRECTOR_AWARDS_PLACES),
        };
        let from_pool = receipt.paid.above(receipt.commission);
        let from_fee = if with_commission { receipt.commission } else { Cents::ZERO };
        let wallet = Account::Wallet { person: receipt.person };
        let ways = [(self.pool_account(), wallet, from_pool), (self.fee_account(), wallet, from_fee)];
        let postings = self.postings(&ways);
        let what = MoneyFact::GivenBack { receipt: number, because, from_pool, from_fee };
        Ok(MoneyEvent { what, postings, rule })
    }

    /// Judges the list of prizes that the director confirms: it must be the whole pool, to the cent. Only now
    /// is the commission earned; afterwards nothing but payments is accepted.
    fn decide_prize_list(&self, prizes: &[Prize]) -> Result<MoneyEvent, TournamentRefusal> {
        let pool = self.pool();
        let amounts: Vec<Cents> = prizes.iter().map(|prize| prize.amount).collect();
        check_sum(&amounts, pool.total()?)?;
        // The commission is earned at this point, not earlier.
        let to = match self.unit {
            Unit::Cents => Account::Cage,
            Unit::Play | Unit::Tournament(_) => Account::Issue,
        };
        let postings = self.postings(&[(self.fee_account(), to, pool.commission)]);
        let what = MoneyFact::Confirmed { prizes: prizes.to_vec() };
        Ok(MoneyEvent { what, postings, rule: rule::DIRECTOR_AWARDS_PLACES })
    }

    /// Judges the payment of a line of the confirmed list, counted from 1, from the pool to its person; each
    /// line is paid once.
    fn decide_payment(&self, line: u32) -> Result<MoneyEvent, TournamentRefusal> {
        let refuse = |why| Err(TournamentRefusal { why, rule: rule::DIRECTOR_AWARDS_PLACES });
        let Some(prizes) = &self.prizes else { return refuse(TournamentRefusalReason::NotConfirmed) };
        let at = usize::try_from(line).ok().and_then(|line| line.checked_sub(1));
        let Some(prize) = at.and_then(|at| prizes.get(at)) else {
            return refuse(TournamentRefusalReason::NoSuchPrize { line });
        };
        if self.paid.contains(&line) {
            return refuse(TournamentRefusalReason::PaidBefore { line });
        }
        let wallet = Account::Wallet { person: prize.person };
        let postings = self.postings(&[(self.pool_account(), wallet, prize.amount)]);
        Ok(MoneyEvent { what: MoneyFact::Paid { line }, postings, rule: rule::WHOLE_POOL_IS_PAID })
    }

    /// The cancellation by the operator, which nothing here refuses: all that was paid and not yet refunded,
    /// commission included, goes back to its payers, and added cash to the operator
    /// (`cancellation-returns-everything`).
    fn decide_cancellation(&self) -> MoneyEvent {
        let mut ways = Vec::new();
        let mut returned = Vec::new();
        for (number, receipt) in &self.receipts {
            if self.returned.contains_key(number)
                && self.returned_fee.get(number) == Some(&receipt.commission)
            {
                continue;
            }
            let wallet = Account::Wallet { person: receipt.person };
            let back = |of: &BTreeMap<u32, Cents>| of.get(number).copied().unwrap_or(Cents::ZERO);
            let from_pool = receipt.paid.above(receipt.commission).above(back(&self.returned));
            ways.push((self.pool_account(), wallet, from_pool));
            ways.push((self.fee_account(), wallet, receipt.commission.above(back(&self.returned_fee))));
            returned.push(*number);
        }
        let operator = match self.unit {
            Unit::Cents => Account::Cage,
            Unit::Play | Unit::Tournament(_) => Account::Issue,
        };
        ways.push((self.pool_account(), operator, self.added));
        let postings = self.postings(&ways);
        let what = MoneyFact::Cancelled { returned };
        MoneyEvent { what, postings, rule: rule::CANCELLATION_RETURNS_EVERYTHING }
    }
}
