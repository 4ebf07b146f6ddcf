//! Double-entry bookkeeping: every amount that moves is a posting between two accounts, so that nothing
//! appears or vanishes.
//!
//! A [`Posting`] can be made only for a permitted path of chips: none leads from one player to another except
//! through a bet and a pot. An [`AccountBook`] holds the balances; in every unit they always sum to zero.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::Chips;

/// What is counted. Amounts in different units are never added or exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    /// Play chips, in a room where nothing is bought with money.
    Play,
    /// Money.
    Cents,
    /// Chips of one tournament.
    Tournament(u64),
}

/// Where chips can be. Persons, tables and tournaments are identified by their numbers in the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Account {
    /// Where play and tournament chips come from and go back to.
    Issue,
    /// The cage, which takes and pays money.
    Cage,
    /// What a person has in the room but not on a table.
    Wallet { person: u64 },
    /// The chips in front of a person at a table.
    Stake { table: u64, person: u64 },
    /// What a person has bet in the current betting round.
    Bet { table: u64, person: u64 },
    /// The pots of the hand in progress at a table.
    Pot { table: u64 },
    /// Commission (rake) taken at a table.
    Commission { table: u64 },
    /// The bank of a game played against the house.
    House { table: u64 },
    /// The prize money of a tournament.
    PrizePool { tournament: u64 },
    /// The fees of a tournament, which the house keeps.
    Fee { tournament: u64 },
    /// What is withheld from a person during an inquiry.
    Held { person: u64 },
}

impl Account {
    /// Whether the balance may be negative: true for the accounts that give chips out (issue, cage, a table's
    /// bank), whose debt is what all others hold. [`AccountBook::post`] and the store's check of its balances
    /// rely on it.
    pub const fn may_owe(self) -> bool {
        match self {
            Account::Issue | Account::Cage | Account::House { .. } => true,
            Account::Wallet { .. }
            | Account::Stake { .. }
            | Account::Bet { .. }
            | Account::Pot { .. }
            | Account::Commission { .. }
            | Account::PrizePool { .. }
            | Account::Fee { .. }
            | Account::Held { .. } => false,
        }
    }

    /// Whether chips may move directly from this account to the other. This list is the guarantee that
    /// nothing passes from one player to another except through a bet and a pot (ACC-10 in `docs/trust.md`);
    /// [`Posting::new`] enforces it.
    pub fn may_pay(self, to: Account) -> bool {
        match self {
            Account::Issue => matches!(to, Account::Wallet { .. } | Account::PrizePool { .. }),
            Account::Cage => {
                matches!(to, Account::Wallet { .. } | Account::PrizePool { .. } | Account::House { .. })
            }
            Account::Wallet { person } => match to {
                Account::Stake { person: other, .. } | Account::Held { person: other } => person == other,
                Account::Issue | Account::Cage | Account::PrizePool { .. } | Account::Fee { .. } => true,
                Account::Wallet { .. }
                | Account::Bet { .. }
                | Account::Pot { .. }
                | Account::Commission { .. }
                | Account::House { .. } => false,
            },
            Account::Stake { table, person } => {
                to == Account::Wallet { person }
                    || to == Account::Bet { table, person }
                    || to == Account::Pot { table }
                    || to == Account::House { table }
            }
            Account::Bet { table, person } => {
                to == Account::Stake { table, person } || to == Account::Pot { table }
            }
            Account::Pot { table } => {
                to == Account::Commission { table }
                    || matches!(to, Account::Stake { table: at, .. } if at == table)
            }
            Account::Commission { .. } => matches!(to, Account::Cage | Account::Issue),
            Account::House { table } => {
                to == Account::Cage || matches!(to, Account::Stake { table: at, .. } if at == table)
            }
            // What an operator added to a prize pool goes back where it came from if the tournament is
            // cancelled.
            Account::PrizePool { .. } => {
                matches!(to, Account::Wallet { .. } | Account::Cage | Account::Issue)
            }
            Account::Fee { .. } => matches!(to, Account::Wallet { .. } | Account::Cage | Account::Issue),
            Account::Held { person } => to == Account::Wallet { person } || to == Account::Cage,
        }
    }
}

/// An amount that moves from one account to another. It can exist only for a permitted path; see
/// [`Account::may_pay`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Posting {
    from: Account,
    to: Account,
    unit: Unit,
    amount: Chips,
}

/// Why an amount cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum TransferError {
    /// Chips may not move between these accounts.
    NoSuchWay { from: Account, to: Account },
    /// The balance of the account would fall below zero.
    Short { account: Account, unit: Unit, has: Chips, needs: Chips },
    /// The balance of the account would exceed the largest amount.
    TooMuch { account: Account, unit: Unit },
}

impl fmt::Display for TransferError {
    /// One line for a log or a fault, with the accounts in the form that [`Account`] is written in; no code
    /// reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TransferError::NoSuchWay { from, to } => write!(f, "chips cannot move from {from} to {to}"),
            TransferError::Short { account, has, needs, .. } => {
                write!(f, "{account} has {has}: {needs} are needed")
            }
            TransferError::TooMuch { account, .. } => {
                write!(f, "{account} would hold more than {}", Chips::MAX)
            }
        }
    }
}

impl std::error::Error for TransferError {}

impl Posting {
    /// The only way to make a posting, so that none exists for a path chips may not take. Whether the account
    /// has the amount is checked later, by [`AccountBook::post`].
    ///
    /// # Errors
    /// [`TransferError::NoSuchWay`] if [`Account::may_pay`] does not permit it.
    pub fn new(from: Account, to: Account, unit: Unit, amount: Chips) -> Result<Posting, TransferError> {
        if from.may_pay(to) {
            Ok(Posting { from, to, unit, amount })
        } else {
            Err(TransferError::NoSuchWay { from, to })
        }
    }

    /// The account whose balance falls by the amount; a path from it to [`Posting::to`] is permitted, or
    /// there would be no posting.
    pub const fn from(&self) -> Account {
        self.from
    }

    /// The account whose balance grows by the amount; a path to it from [`Posting::from`] is permitted, or
    /// there would be no posting.
    pub const fn to(&self) -> Account {
        self.to
    }

    /// What the amount counts: the two balances that change are those in this unit.
    pub const fn unit(&self) -> Unit {
        self.unit
    }

    /// How much moves, in the posting's unit. [`Unit::Cents`] counts cents, although the type says chips.
    pub const fn amount(&self) -> Chips {
        self.amount
    }
}

/// The balance of an account: what came in minus what went out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Balance(i128);

impl Balance {
    /// A balance of `count` in some unit, negative for a debt; the store makes one from each row it reads.
    pub const fn new(count: i64) -> Balance {
        Balance(count as i128)
    }

    /// The balance as a plain number, as a store keeps it in its rows; negative for a debt.
    ///
    /// It always fits in 64 bits, since [`AccountBook::post`] rejects anything larger.
    pub fn get(self) -> i64 {
        i64::try_from(self.0).unwrap_or(if self.0 < 0 { i64::MIN } else { i64::MAX })
    }

    /// The chips that can be taken from the account, as a refusal states them; zero for a debt.
    pub fn chips(self) -> Chips {
        u64::try_from(self.0).ok().and_then(Chips::new).unwrap_or_default()
    }
}

/// All accounts with their balances.
///
/// ```
/// use chips::Chips;
/// use chips::book::{Account, AccountBook, Posting, Unit};
///
/// let hundred = Chips::new(100).unwrap();
/// let (ana, ben) = (Account::Wallet { person: 1 }, Account::Wallet { person: 2 });
/// let mut book = AccountBook::new();
/// book.post(&[Posting::new(Account::Issue, ana, Unit::Play, hundred).unwrap()]).unwrap();
/// assert_eq!(book.balance(ana, Unit::Play).chips(), hundred);
/// assert_eq!(book.total(Unit::Play), 0);
/// assert!(Posting::new(ana, ben, Unit::Play, hundred).is_err(), "only a pot pays another player");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountBook {
    balances: BTreeMap<(Account, Unit), Balance>,
}

impl AccountBook {
    /// An empty book, in which every balance is zero: the start for an audit that posts a room's records
    /// again, or for loading balances with [`AccountBook::set`].
    pub fn new() -> AccountBook {
        AccountBook::default()
    }

    /// The balance of an account in a unit; zero for an account that nothing was ever posted to.
    pub fn balance(&self, account: Account, unit: Unit) -> Balance {
        self.balances.get(&(account, unit)).copied().unwrap_or_default()
    }

    /// Sets one balance as it was stored, without a second side: only for loading a book. Chips move by
    /// [`AccountBook::post`].
    pub fn set(&mut self, account: Account, unit: Unit, balance: Balance) {
        if balance == Balance::default() {
            self.balances.remove(&(account, unit));
        } else {
            self.balances.insert((account, unit), balance);
        }
    }

    /// All accounts with a balance other than zero, in the order of [`Account`], then of [`Unit`].
    pub fn balances(&self) -> impl Iterator<Item = (Account, Unit, Balance)> {
        self.balances.iter().map(|((account, unit), balance)| (*account, *unit, *balance))
    }

    /// Moves all of the amounts or none of them; each has two sides, so the sum of a unit's accounts stays
    /// zero (ACC-02 in `docs/trust.md`).
    ///
    /// # Errors
    /// The first account whose balance would fall below zero or exceed the largest amount. Accounts are
    /// checked after all the postings, so the order of the postings does not matter.
    pub fn post(&mut self, postings: &[Posting]) -> Result<(), TransferError> {
        let mut changed: BTreeMap<(Account, Unit), i128> = BTreeMap::new();
        for posting in postings {
            let amount = i128::from(posting.amount.get());
            *changed.entry((posting.from, posting.unit)).or_default() -= amount;
            *changed.entry((posting.to, posting.unit)).or_default() += amount;
        }
        for ((account, unit), change) in &changed {
            let before = self.balance(*account, *unit).0;
            let after = before + change;
            if after < 0 && !account.may_owe() {
                let needs = u64::try_from(-change).ok().and_then(Chips::new).unwrap_or(Chips::MAX);
                let has = Balance(before).chips();
                return Err(TransferError::Short { account: *account, unit: *unit, has, needs });
            }
            if after.unsigned_abs() > u128::from(Chips::MAX.get()) {
                return Err(TransferError::TooMuch { account: *account, unit: *unit });
            }
        }
        for ((account, unit), change) in changed {
            let after = Balance(self.balance(account, unit).0 + change);
            self.set(account, unit, after);
        }
        Ok(())
    }

    /// The sum of all accounts in a unit. Anything but zero means that chips were created or lost (ACC-02 in
    /// `docs/trust.md`).
    pub fn total(&self, unit: Unit) -> i128 {
        self.balances.iter().filter(|((_, of), _)| *of == unit).map(|(_, balance)| balance.0).sum()
    }
}

impl fmt::Display for Unit {
    /// The unit as a store keeps it in its rows: `play`, `cents` or `tournament/5`; [`FromStr`] reads it
    /// back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unit::Play => f.write_str("play"),
            Unit::Cents => f.write_str("cents"),
            Unit::Tournament(number) => write!(f, "tournament/{number}"),
        }
    }
}

impl fmt::Display for Account {
    /// The account as a store keeps it in its rows, such as `stake/12/7`: the word, then table before person.
    /// These texts never change; [`FromStr`] reads them back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Account::Issue => f.write_str("issue"),
            Account::Cage => f.write_str("cage"),
            Account::Wallet { person } => write!(f, "wallet/{person}"),
            Account::Stake { table, person } => write!(f, "stake/{table}/{person}"),
            Account::Bet { table, person } => write!(f, "bet/{table}/{person}"),
            Account::Pot { table } => write!(f, "pot/{table}"),
            Account::Commission { table } => write!(f, "commission/{table}"),
            Account::House { table } => write!(f, "house/{table}"),
            Account::PrizePool { tournament } => write!(f, "prize-pool/{tournament}"),
            Account::Fee { tournament } => write!(f, "fee/{tournament}"),
            Account::Held { person } => write!(f, "held/{person}"),
        }
    }
}

/// A text that does not name an account or a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseAccountError {
    /// The text as given.
    pub given: String,
}

impl fmt::Display for ParseAccountError {
    /// The text as given, and examples of what was expected. A unit that cannot be read is reported in the
    /// same words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not an account: expected one such as wallet/7, stake/12/7 or issue", self.given)
    }
}

impl std::error::Error for ParseAccountError {}

/// Splits the text of an account or a unit into its word and its numbers; `None` for a number in any spelling
/// but its own (`07`, `+7`), so that no account has two texts.
fn split_text(text: &str) -> Option<(&str, Vec<u64>)> {
    let mut parts = text.split('/');
    let word = parts.next()?;
    let number = |part: &str| part.parse::<u64>().ok().filter(|number| number.to_string() == part);
    Some((word, parts.map(number).collect::<Option<_>>()?))
}

impl FromStr for Account {
    type Err = ParseAccountError;

    /// Reads exactly what [`Account`] is written as; letters in upper case and extra parts are errors. A new
    /// kind of account needs its word here and there.
    fn from_str(text: &str) -> Result<Account, ParseAccountError> {
        let wrong = || ParseAccountError { given: text.to_owned() };
        let (word, numbers) = split_text(text).ok_or_else(wrong)?;
        match (word, numbers.as_slice()) {
            ("issue", []) => Ok(Account::Issue),
            ("cage", []) => Ok(Account::Cage),
            ("wallet", &[person]) => Ok(Account::Wallet { person }),
            ("stake", &[table, person]) => Ok(Account::Stake { table, person }),
            ("bet", &[table, person]) => Ok(Account::Bet { table, person }),
            ("pot", &[table]) => Ok(Account::Pot { table }),
            ("commission", &[table]) => Ok(Account::Commission { table }),
            ("house", &[table]) => Ok(Account::House { table }),
            ("prize-pool", &[tournament]) => Ok(Account::PrizePool { tournament }),
            ("fee", &[tournament]) => Ok(Account::Fee { tournament }),
            ("held", &[person]) => Ok(Account::Held { person }),
            _ => Err(wrong()),
        }
    }
}

impl FromStr for Unit {
    type Err = ParseAccountError;

    /// Reads exactly what [`Unit`] is written as; a store reads its rows with it, so every word that was ever
    /// written stays.
    fn from_str(text: &str) -> Result<Unit, ParseAccountError> {
        match split_text(text) {
            Some(("play", numbers)) if numbers.is_empty() => Ok(Unit::Play),
            Some(("cents", numbers)) if numbers.is_empty() => Ok(Unit::Cents),
            Some(("tournament", numbers)) if numbers.len() == 1 => Ok(Unit::Tournament(numbers[0])),
            Some(_) | None => Err(ParseAccountError { given: text.to_owned() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANA: Account = Account::Wallet { person: 7 };
    const BEN: Account = Account::Wallet { person: 8 };

    /// A number of chips for the tests of the book; panics above the largest amount.
    fn chips(count: u64) -> Chips {
        Chips::new(count).expect("small")
    }

    /// A posting of play chips for the tests of the book; panics where the path is not permitted.
    fn play(from: Account, to: Account, amount: u64) -> Posting {
        Posting::new(from, to, Unit::Play, chips(amount)).expect("a way")
    }

    /// Accounts of every kind, with two persons, tables and tournaments each, so that tests can try each path
    /// between them.
    fn every_account() -> Vec<Account> {
        let mut accounts = vec![Account::Issue, Account::Cage];
        for person in [7, 8] {
            accounts.push(Account::Wallet { person });
            accounts.push(Account::Held { person });
            for table in [1, 2] {
                accounts.push(Account::Stake { table, person });
                accounts.push(Account::Bet { table, person });
            }
        }
        for number in [1, 2] {
            accounts.push(Account::Pot { table: number });
            accounts.push(Account::Commission { table: number });
            accounts.push(Account::House { table: number });
            accounts.push(Account::PrizePool { tournament: number });
            accounts.push(Account::Fee { tournament: number });
        }
        accounts
    }

    /// The person to whom the chips in an account belong; `None` for those of a table, a tournament or the
    /// house. The test of ACC-10 asks by it which paths lead from one player to another.
    fn owner(account: Account) -> Option<u64> {
        match account {
            Account::Wallet { person }
            | Account::Stake { person, .. }
            | Account::Bet { person, .. }
            | Account::Held { person } => Some(person),
            Account::Issue
            | Account::Cage
            | Account::Pot { .. }
            | Account::Commission { .. }
            | Account::House { .. }
            | Account::PrizePool { .. }
            | Account::Fee { .. } => None,
        }
    }

    /// Proves ACC-10.
    #[test]
    fn nothing_goes_straight_from_one_player_to_another() {
        for from in every_account() {
            for to in every_account() {
                if let (Some(one), Some(other)) = (owner(from), owner(to)) {
                    assert!(one == other || !from.may_pay(to), "{from} to {to}");
                }
            }
        }
    }

    /// Proves ACC-10: a stake grows from its own wallet, its own bet taken back, a pot, or the bank of a house game.
    #[test]
    fn a_stake_is_fed_by_its_owner_a_pot_or_the_house_alone() {
        let stake = Account::Stake { table: 1, person: 7 };
        let feeders: Vec<Account> = every_account().into_iter().filter(|from| from.may_pay(stake)).collect();
        assert_eq!(
            feeders,
            [
                ANA,
                Account::Bet { table: 1, person: 7 },
                Account::Pot { table: 1 },
                Account::House { table: 1 }
            ]
        );
    }

    /// Proves ACC-02.
    #[test]
    fn the_sum_of_all_accounts_is_zero_after_every_posting() {
        let mut book = AccountBook::new();
        let stake = Account::Stake { table: 1, person: 7 };
        let bet = Account::Bet { table: 1, person: 7 };
        let pot = Account::Pot { table: 1 };
        for posting in [
            play(Account::Issue, ANA, 1000),
            play(ANA, stake, 400),
            play(stake, bet, 50),
            play(bet, pot, 50),
            play(pot, Account::Commission { table: 1 }, 5),
            play(pot, stake, 45),
            play(stake, ANA, 395),
        ] {
            book.post(&[posting]).expect("covered");
            assert_eq!(book.total(Unit::Play), 0);
        }
        assert_eq!(book.balance(ANA, Unit::Play).get(), 995);
        assert_eq!(book.balance(Account::Issue, Unit::Play).get(), -1000);
        assert_eq!(book.balance(Account::Commission { table: 1 }, Unit::Play).get(), 5);
    }

    #[test]
    fn an_account_that_may_not_owe_refuses_the_whole_batch() {
        let mut book = AccountBook::new();
        book.post(&[play(Account::Issue, ANA, 100)]).expect("covered");
        let before = book.clone();
        let stake = Account::Stake { table: 1, person: 7 };
        let refused = book.post(&[play(Account::Issue, BEN, 5), play(ANA, stake, 101)]);
        let needs = chips(101);
        assert_eq!(
            refused,
            Err(TransferError::Short { account: ANA, unit: Unit::Play, has: chips(100), needs })
        );
        assert_eq!(book, before);
    }

    /// Proves ACC-01: an amount that cannot be counted is an error, and no wrap.
    #[test]
    fn an_account_never_holds_more_than_can_be_counted() {
        let mut book = AccountBook::new();
        let most = Posting::new(Account::Issue, ANA, Unit::Play, Chips::MAX).expect("a way");
        book.post(&[most]).expect("just countable");
        assert!(matches!(book.post(&[play(Account::Issue, ANA, 1)]), Err(TransferError::TooMuch { .. })));
        assert!(matches!(book.post(&[play(Account::Issue, BEN, 1)]), Err(TransferError::TooMuch { .. })));
    }

    #[test]
    fn units_are_never_mixed() {
        let mut book = AccountBook::new();
        let money = Posting::new(Account::Cage, ANA, Unit::Cents, chips(500)).expect("a way");
        book.post(&[money]).expect("covered");
        let stake = Account::Stake { table: 1, person: 7 };
        assert!(book.post(&[play(ANA, stake, 1)]).is_err());
        assert_eq!((book.total(Unit::Cents), book.total(Unit::Play)), (0, 0));
    }

    #[test]
    fn the_text_of_an_account_names_it_again() {
        for account in every_account() {
            assert_eq!(account.to_string().parse(), Ok(account));
        }
        for unit in [Unit::Play, Unit::Cents, Unit::Tournament(3)] {
            assert_eq!(unit.to_string().parse(), Ok(unit));
        }
        for wrong in
            ["", "wallet", "wallet/", "wallet/07", "wallet/+7", "wallet/7/8", "pot/x", "Issue", "issue/1"]
        {
            assert!(wrong.parse::<Account>().is_err(), "{wrong}");
        }
    }
}
