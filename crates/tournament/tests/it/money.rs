//! Receipts, refunds, cancelling, and prizes paid once, posted into a book of chips that must always add up.

use chips::book::{Account, AccountBook as Ledger, Posting, Unit};
use chips::{Cents, Chips};
use proptest::prelude::*;
use rulebook::coverage::Evidence;
use rulebook::{Book, rule};
use tournament::money::{
    MoneyCommand, MoneyFact, Prize, Purchase, Receipt, RefundPolicy, RefundReason, TournamentMoney,
};
use tournament::{Terms, TournamentRefusal, TournamentRefusalReason};

use crate::proofs::proves;

fn cents(count: u64) -> Cents {
    Cents::new(count).expect("small")
}

/// A tournament's money with the book of chips that it is posted in.
struct Room {
    money: TournamentMoney,
    ledger: Ledger,
}

const POOL: Account = Account::PrizePool { tournament: 5 };
const FEE: Account = Account::Fee { tournament: 5 };

impl Room {
    fn of(book: &str, refunds: RefundPolicy) -> Room {
        let terms = Terms::from_book(Book::named(book).expect("built in"));
        let money = TournamentMoney::new(5, Unit::Cents, terms, refunds).expect("as the book has it");
        Room { money, ledger: Ledger::new() }
    }

    /// Gives a person enough money.
    fn fund(&mut self, person: u64, amount: u64) {
        let amount = Chips::new(amount).expect("small");
        let way =
            Posting::new(Account::Cage, Account::Wallet { person }, Unit::Cents, amount).expect("a way");
        self.ledger.post(&[way]).expect("covered");
    }

    /// Decides a command, posts and applies it, and compares the accounts with the receipts.
    fn ask(&mut self, command: MoneyCommand) -> Result<MoneyFact, TournamentRefusal> {
        let event = self.money.decide(&command)?;
        self.ledger.post(&event.postings).expect("covered");
        self.money.apply(&event.what);
        let pool = self.money.pool();
        let holds = |account| self.ledger.balance(account, Unit::Cents).get();
        // Until the list is confirmed the accounts match the receipts.
        if !matches!(event.what, MoneyFact::Confirmed { .. } | MoneyFact::Paid { .. }) {
            assert_eq!(holds(POOL), i64::try_from(pool.total().expect("a pool").get()).expect("small"));
            assert_eq!(holds(FEE), i64::try_from(pool.commission.get()).expect("small"));
        }
        assert_eq!(self.ledger.total(Unit::Cents), 0);
        Ok(event.what)
    }

    fn sell(
        &mut self,
        person: u64,
        what: Purchase,
        paid: u64,
        commission: u64,
    ) -> Result<MoneyFact, TournamentRefusal> {
        self.fund(person, paid);
        let entry = u32::try_from(person).expect("small");
        let receipt = Receipt { entry, person, what, paid: cents(paid), commission: cents(commission) };
        self.ask(MoneyCommand::Sell { receipt })
    }

    fn holds(&self, account: Account) -> i64 {
        self.ledger.balance(account, Unit::Cents).get()
    }

    /// 40 entries of 110.00 including 10.00 commission, 12 re-buys of 100.00 and 8 add-ons of 50.00.
    fn sold(book: &str) -> Room {
        let mut room = Room::of(book, RefundPolicy::Never);
        for person in 1..=40 {
            room.sell(person, Purchase::Entry, 11_000, 1_000).expect("sold");
        }
        for person in 1..=12 {
            room.sell(person, Purchase::Rebuy, 10_000, 0).expect("sold");
        }
        for person in 1..=8 {
            room.sell(person, Purchase::AddOn, 5_000, 0).expect("sold");
        }
        room
    }
}

#[test]
fn fees_less_commission_re_buys_and_add_ons_are_the_pool() {
    proves(Evidence::Script, &["HE-20.22"]);
    let room = Room::sold("canberra-holdem-2018");
    assert_eq!((room.holds(POOL), room.holds(FEE)), (560_000, 40_000));
}

#[test]
fn commission_comes_out_of_entry_fees_alone_and_is_no_more_than_the_fee() {
    for book in
        ["canberra-holdem-2018", "canberra-ultimate-2019", "canberra-omaha-2006", "canberra-manila-2006"]
    {
        let mut room = Room::of(book, RefundPolicy::Never);
        let refused = room.sell(1, Purchase::Entry, 11_000, 11_100).expect_err("more than the fee");
        assert_eq!(
            refused.why,
            TournamentRefusalReason::CommissionAboveTheFee { commission: cents(11_100), fee: cents(11_000) }
        );
        assert!(!refused.cites(Book::named(book).expect("built in")).is_empty());
        // An add-on of 60.00 of which the room wants to keep 12.00.
        let kept = room.sell(1, Purchase::AddOn, 6_000, 1_200).expect_err("nothing is kept of it");
        assert_eq!(kept.why, TournamentRefusalReason::CommissionOnARebuy { commission: cents(1_200) });
    }
}

#[test]
fn all_of_the_pool_is_paid_each_prize_once() {
    proves(Evidence::Script, &["HE-20.22(b)"]);
    let mut room = Room::sold("canberra-holdem-2018");
    let list = |first: u64| {
        let prize =
            |(person, amount): (u64, u64)| Prize { entry: person as u32, person, amount: cents(amount) };
        [(1, first), (2, 168_000), (3, 112_000)].map(prize).to_vec()
    };
    assert_eq!(
        room.ask(MoneyCommand::Pay { line: 1 }).expect_err("not confirmed").why,
        TournamentRefusalReason::NotConfirmed
    );
    for wrong in [279_900, 280_100] {
        let refused = room.ask(MoneyCommand::Confirm { prizes: list(wrong) }).expect_err("not the pool");
        assert_eq!(refused.rule, rule::WHOLE_POOL_IS_PAID);
    }
    room.ask(MoneyCommand::Confirm { prizes: list(280_000) }).expect("the pool");
    assert_eq!(room.holds(FEE), 0, "the commission is earned");
    for line in 1..=3 {
        room.ask(MoneyCommand::Pay { line }).expect("due");
        let again = room.ask(MoneyCommand::Pay { line }).expect_err("paid");
        assert_eq!(again.why, TournamentRefusalReason::PaidBefore { line });
    }
    assert_eq!((room.holds(POOL), room.holds(Account::Wallet { person: 2 })), (0, 168_000));
    assert_eq!(
        room.ask(MoneyCommand::Pay { line: 4 }).expect_err("three prizes").why,
        TournamentRefusalReason::NoSuchPrize { line: 4 }
    );
    assert_eq!(
        room.ask(MoneyCommand::Cancel).expect_err("the places stand").why,
        TournamentRefusalReason::Confirmed
    );
}

#[test]
fn a_cancelled_tournament_returns_everything() {
    proves(Evidence::Script, &["HE-20.25", "OM-20.21"]);
    for book in ["canberra-holdem-2018", "canberra-omaha-2006", "canberra-ultimate-2019", "standard"] {
        let mut room = Room::sold(book);
        if Terms::from_book(Book::named(book).expect("built in")).added_value {
            room.ask(MoneyCommand::Add { cash: cents(50_000) }).expect("added");
            assert_eq!(room.holds(POOL), 610_000);
        }
        room.ask(MoneyCommand::Cancel).expect("cancelled");
        assert_eq!((room.holds(POOL), room.holds(FEE)), (0, 0));
        let back: i64 = (1..=40).map(|person| room.holds(Account::Wallet { person })).sum();
        assert_eq!(back, 600_000);
        assert_eq!(room.holds(Account::Cage), -600_000, "what was added is with the operator again");
        let sold = room.sell(41, Purchase::Entry, 11_000, 1_000).expect_err("cancelled");
        assert_eq!(sold.rule, rule::CANCELLATION_RETURNS_EVERYTHING);
    }
}

#[test]
fn nothing_is_added_to_the_pool_under_the_older_books() {
    for book in ["canberra-omaha-2006", "canberra-manila-2006"] {
        let mut room = Room::of(book, RefundPolicy::Never);
        let refused =
            room.ask(MoneyCommand::Add { cash: cents(50_000) }).expect_err("the balance of the fees");
        assert_eq!(refused.why, TournamentRefusalReason::NothingMayBeAdded);
        let cites = refused.cites(Book::named(book).expect("built in"));
        assert!(cites.iter().any(|id| id.ends_with("-20.20")), "{cites:?}");
    }
}

#[test]
fn the_fee_of_a_seat_sold_again_stays_or_goes_back_as_the_book_has_it() {
    for (book, pool, clause) in
        [("canberra-holdem-2018", 1_220_000, "HE-20.10"), ("canberra-omaha-2006", 1_200_000, "OM-20.10")]
    {
        let mut room = Room::of(book, RefundPolicy::Never);
        for person in 1..=61 {
            room.sell(person, Purchase::Entry, 22_000, 2_000).expect("sold");
        }
        let command = MoneyCommand::GiveBack { receipt: 60, because: RefundReason::Resold };
        let rule = match room.money.decide(&command) {
            Ok(event) => event.rule,
            Err(refusal) => refusal.rule,
        };
        assert_eq!(Book::named(book).expect("built in").cites(rule)[0], clause);
        let returned = room.ask(command.clone()).is_ok();
        assert_eq!((returned, room.holds(POOL)), (pool == 1_200_000, pool));
        if returned {
            assert_eq!(
                room.ask(command).expect_err("once").why,
                TournamentRefusalReason::ReturnedBefore { receipt: 60 }
            );
        }
    }
}

#[test]
fn a_fee_goes_back_before_the_start_only_where_the_conditions_permit_it() {
    proves(Evidence::Script, &["HE-20.24", "OM-20.21"]);
    let back = MoneyCommand::GiveBack { receipt: 1, because: RefundReason::Withdrawn };
    for (book, clause) in [("canberra-holdem-2018", "HE-20.24"), ("canberra-omaha-2006", "OM-20.21")] {
        let mut room = Room::of(book, RefundPolicy::Never);
        room.sell(1, Purchase::Entry, 11_000, 1_000).expect("sold");
        let refused = room.ask(back.clone()).expect_err("the conditions say nothing");
        assert_eq!(
            (refused.why, refused.cites(Book::named(book).expect("built in"))[0].as_str()),
            (TournamentRefusalReason::NotRefundable, clause)
        );
    }
    let omaha = Terms::from_book(Book::named("canberra-omaha-2006").expect("built in"));
    assert!(
        TournamentMoney::new(1, Unit::Cents, omaha, RefundPolicy::All).is_err(),
        "no condition may permit it there"
    );
    for (refunds, wallet, fee) in
        [(RefundPolicy::All, 11_000, 0), (RefundPolicy::WithoutCommission, 10_000, 1_000)]
    {
        let mut room = Room::of("canberra-holdem-2018", refunds);
        room.sell(1, Purchase::Entry, 11_000, 1_000).expect("sold");
        room.ask(back.clone()).expect("permitted");
        assert_eq!(
            (room.holds(Account::Wallet { person: 1 }), room.holds(FEE), room.holds(POOL)),
            (wallet, fee, 0)
        );
        room.ask(MoneyCommand::Cancel).expect("cancelled");
        assert_eq!(room.holds(Account::Wallet { person: 1 }), 11_000, "and no more than was paid");
    }
}

proptest! {
    #[test]
    fn cancelling_after_any_event_leaves_every_wallet_as_it_was(
        acts in proptest::collection::vec((0u8..5, 1u64..9, 1u64..30_000, 0u64..30_000), 0..40),
    ) {
        let mut room = Room::of("canberra-holdem-2018", RefundPolicy::WithoutCommission);
        let mut brought = [0i64; 9];
        for (act, person, paid, part) in acts {
            let what = [Purchase::Entry, Purchase::Rebuy, Purchase::AddOn][usize::from(act % 3)];
            let commission = if act == 0 { part.min(paid) } else { 0 };
            if act < 3 {
                room.sell(person, what, paid, commission).unwrap();
                brought[person as usize] += paid as i64;
            } else if act == 3 {
                room.ask(MoneyCommand::Add { cash: cents(paid) }).unwrap();
            } else {
                let receipt = u32::try_from(part % 10).unwrap();
                let command = MoneyCommand::GiveBack { receipt, because: RefundReason::Withdrawn };
                if room.money.decide(&command).is_ok() {
                    room.ask(command).unwrap();
                }
            }
        }
        room.ask(MoneyCommand::Cancel).unwrap();
        prop_assert_eq!((room.holds(POOL), room.holds(FEE)), (0, 0));
        for person in 1..9u64 {
            prop_assert_eq!(room.holds(Account::Wallet { person }), brought[person as usize]);
        }
    }
}
