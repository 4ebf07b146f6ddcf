//! What facts move, compared with what the table has before and after them.

use std::collections::BTreeMap;
use std::sync::Arc;

use ::chips::Chips;
use ::chips::book::{Account, AccountBook, Posting};
use cards::HiddenCard;
use room::entry::TableEntry;
use room::state::{TableState, UNIT};
use seating::{Actor, MAX_SEATS, Person, Seat};
use table::{
    AS_DEALT, Act, ChairAct, CourseFact, Deal, Decision, DeckAct, Fact, Hand, House, HouseAct, Menu, Need,
    Play, Post, Show, StreetFact, Table, TableAct, TableCommand, TableFact, VoidReason,
};

use crate::{chips, house};

/// Numbers that look random, the same for the same seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

/// What is in front of each person, as the table has it.
fn in_front(table: &Table) -> BTreeMap<Person, Chips> {
    let running = table.hand().filter(|hand| !hand.is_over());
    let stack = |seat: Seat, of: Chips| match running {
        Some(hand) if hand.person(seat).is_some() => hand.stack(seat),
        Some(_) | None => of,
    };
    table.chairs().map(|(seat, chair)| (chair.person, stack(seat, chair.stack))).collect()
}

/// What postings add to a stake account, minus what they take from it.
fn net(postings: &[Posting], stake: Account) -> i64 {
    let amount = |posting: &Posting| posting.amount().get() as i64;
    let to = postings.iter().filter(|posting| posting.to() == stake).map(amount).sum::<i64>();
    to - postings.iter().filter(|posting| posting.from() == stake).map(amount).sum::<i64>()
}

struct Evening {
    state: TableState,
    book: AccountBook,
    numbers: Numbers,
    facts: BTreeMap<&'static str, u32>,
}

impl Evening {
    /// A new table and twenty people with a million chips each.
    fn at(house: Arc<House>, seed: u64) -> Evening {
        let (_, opened) = Table::open_in_room(house);
        let state = TableState::create(1, "Elm", Person::HOUSE, &[], &opened, room::Dealer::Software)
            .expect("a table");
        let mut book = AccountBook::new();
        for person in 1..=20 {
            let wallet = Account::Wallet { person };
            let purse = Posting::new(Account::Issue, wallet, UNIT, chips(1_000_000)).expect("a way");
            book.post(&[purse]).expect("covered");
        }
        Evening { state, book, numbers: Numbers(seed), facts: BTreeMap::new() }
    }

    /// Gives the table a command; the facts are posted one by one and compared with the table. Returns false
    /// if it is refused.
    fn take(&mut self, act: TableAct) -> bool {
        let Ok(facts) = self.state.table.decide(&TableCommand { by: Actor::HOUSE, act }) else {
            return false;
        };
        for fact in facts {
            *self.facts.entry(fact.what.name()).or_default() += 1;
            let before = in_front(&self.state.table);
            let bets = self.state.table.hand().map(|hand| hand.pot()).unwrap_or_default();
            let what = fact.what.clone();
            let postings = self
                .state
                .apply(&mut TableEntry::Table { fact }, None)
                .unwrap_or_else(|why| panic!("{what:?}: {why}"));
            self.book.post(&postings).expect("covered");
            let after = in_front(&self.state.table);
            for person in before.keys().chain(after.keys()) {
                let amount =
                    |of: &BTreeMap<Person, Chips>| of.get(person).map_or(0, |stack| stack.get() as i64);
                let stake = Account::Stake { table: 1, person: person.0 };
                assert_eq!(net(&postings, stake), amount(&after) - amount(&before), "{person:?}: {what:?}");
                assert_eq!(self.book.balance(stake, UNIT).get(), amount(&after), "{person:?}: {what:?}");
            }
            self.state.check_chips().unwrap_or_else(|why| panic!("{what:?}: {why}"));
            if gathers(&what) {
                assert_eq!(
                    self.book.balance(Account::Pot { table: 1 }, UNIT).get(),
                    bets.get() as i64,
                    "{what:?}"
                );
            }
        }
        true
    }

    /// Seats, leaves and top-ups at random.
    fn between_hands(&mut self) {
        for seat in Seat::up_to(MAX_SEATS as u8) {
            let chair = self.state.table.chair(seat).cloned();
            let amount = chips(40 + self.numbers.below(400));
            let act = match (chair, self.numbers.below(6)) {
                (None, 0..=2) => {
                    let person = Person(1 + self.numbers.below(20));
                    ChairAct::Sit { seat, person, stack: amount }
                }
                (Some(_), 0) => ChairAct::Leave { seat },
                (Some(_), 1) => ChairAct::Buy { seat, amount },
                (Some(_), 2) => ChairAct::SitOut { seat },
                (Some(_), _) => ChairAct::SitIn { seat, posts: true },
                (None, _) => continue,
            };
            self.take(TableAct::Chair(act));
        }
    }

    /// Plays one hand at random, sometimes with over-blinds and sometimes void.
    fn hand(&mut self) {
        if !self.take(TableAct::House(HouseAct::Open)) {
            return;
        }
        let mut deck = self.state.sorted_deck();
        loop {
            let Some(hand) = self.state.hand_in_play() else { return };
            let (need, cards) = (hand.next(), hand.deck_cards());
            let posts: Vec<Seat> = hand.seats().collect();
            let act = match need {
                Need::Nothing => return,
                Need::Deal(Deal::Shuffle) => Act::Deck(DeckAct::Shuffle { cards }),
                Need::Deal(Deal::Cut) => Act::Deck(DeckAct::Cut { after: cards / 2 }),
                Need::Deal(Deal::Post(due)) => Post::Due.by(due.seat),
                Need::Deal(Deal::HoleCard { .. } | Deal::Burn | Deal::BoardCard) => {
                    let straddler = posts[self.numbers.below(posts.len() as u64) as usize];
                    self.take(TableAct::Hand(Post::OverBlind.by(straddler)));
                    let at = self.numbers.below(deck.len() as u64) as usize;
                    Act::Deck(DeckAct::Deal { card: HiddenCard::of(deck.swap_remove(at)) })
                }
                Need::Decision(_) if self.numbers.below(80) == 0 => {
                    Act::Void { reason: VoidReason::CannotGoOn }
                }
                Need::Decision(Decision::Act { seat }) => {
                    let menu = self.state.hand_in_play().and_then(Hand::menu).expect("a turn");
                    self.play(&menu).by(seat)
                }
                Need::Decision(Decision::Show { seat, may_muck: true }) => Show::Muck.by(seat),
                Need::Decision(Decision::Show { seat, may_muck: false }) => {
                    Show::Hand { cards: AS_DEALT }.by(seat)
                }
            };
            assert!(self.take(TableAct::Hand(act.clone())), "{act:?} for {need:?}");
        }
    }

    /// Chooses an act from a menu at random.
    fn play(&mut self, menu: &Menu) -> Play {
        match (self.numbers.below(8), menu.raise) {
            (0, Some(raise)) => Play::Raise { to: raise.most },
            (1 | 2, Some(raise)) => Play::Raise { to: raise.least },
            (3, _) if menu.fold && menu.call.is_some() => Play::Fold,
            (_, _) if menu.check => Play::Check,
            (_, _) if menu.call.is_some() => Play::Call,
            (_, _) => Play::Fold,
        }
    }
}

/// Whether a fact gathers the bets, so that everything bet is in the middle.
fn gathers(what: &TableFact) -> bool {
    let Some(event) = what.hand_event() else { return false };
    matches!(
        event.what,
        Fact::Street(StreetFact::BettingClosed { .. } | StreetFact::BettingSkipped { .. })
            | Fact::Course(CourseFact::Voided { .. })
    )
}

/// Proves REC-04 for chips: postings are made from facts alone, and move what the table moves.
#[test]
fn whatever_is_played_its_facts_move_what_the_table_moves() {
    let houses = [
        house("standard", &[]),
        house("standard", &[("antes_with_blinds", "each_player"), ("ante", "2")]),
        house("practice", &[]),
    ];
    let mut facts: BTreeMap<&'static str, u32> = BTreeMap::new();
    for seed in 0..24 {
        let house = &houses[seed as usize % houses.len()];
        let mut evening = Evening::at(Arc::clone(house), seed);
        for _ in 0..12 {
            evening.between_hands();
            evening.hand();
        }
        for (name, count) in evening.facts {
            *facts.entry(name).or_default() += count;
        }
    }
    for moves in
        ["sat", "left", "bought", "posted", "called", "bet", "raised", "returned", "refunded", "awarded"]
    {
        assert!(facts.get(moves).is_some_and(|count| *count >= 5), "{moves}: {facts:?}");
    }
}
