//! Invariants of a table over many hands, while people sit down, leave, sit out, come back, buy chips and go
//! broke.

use std::sync::Arc;

use cards::Card;
use chips::Chips;
use proptest::prelude::*;
use seating::{Actor, Person, Role, Seat};
use table::*;

use crate::any::{self, Shoe, Tape, chips};

/// The most hands that a table plays.
const HANDS: usize = 25;

/// A table played from a tape, with every event and everything that went in and out.
struct TableSession<'a> {
    tape: Tape<'a>,
    table: Table,
    copy: Table,
    brought: Chips,
    taken_away: Chips,
    positions: Vec<(Seat, Vec<Option<Seat>>)>,
    /// The last hand began a new game.
    anew: bool,
    minutes: u64,
    /// The deck of the last hand, first card first.
    deck: Vec<Card>,
}

impl<'a> TableSession<'a> {
    fn new(numbers: &'a [u32]) -> TableSession<'a> {
        let mut tape = Tape::new(numbers);
        let house = any::house(&mut tape);
        let table = Table::new(Arc::clone(&house));
        let mut session = TableSession {
            tape,
            copy: table.clone(),
            table,
            brought: Chips::ZERO,
            taken_away: Chips::ZERO,
            positions: Vec::new(),
            anew: false,
            minutes: 0,
            deck: Vec::new(),
        };
        let players = 2 + session.tape.below(7);
        for number in 1..=players {
            session.sit(number as u8, number);
        }
        session
    }

    /// Gives a command: if it is refused, nothing may change; if it is decided, its events must rebuild the
    /// same table.
    fn give(&mut self, act: TableAct) -> bool {
        self.give_by(act, Actor::HOUSE)
    }

    /// The same by any actor; follows the chips and the blinds from the events.
    fn give_by(&mut self, act: TableAct, by: Actor) -> bool {
        let command = TableCommand { by, act };
        let before = self.table.clone();
        let decided = self.table.decide(&command);
        assert!(self.table == before, "deciding {:?} changed the table", command.act);
        let taken = any::take(&mut self.table, by, command.act.clone());
        assert_eq!(decided, taken, "deciding and taking {:?}", command.act);
        let Ok(events) = taken else {
            assert!(self.table == before, "{:?} was refused but changed the table", command.act);
            return false;
        };
        for event in &events {
            let stored = serde_json::to_string(event).expect("written");
            let mut stored: TableEvent = serde_json::from_str(&stored).expect("read");
            stored.fill_cards(|slot| self.deck.get(usize::from(slot)).copied());
            assert_eq!(&stored, event, "the stored event is a different one");
            self.copy.apply(&stored);
            match &event.what {
                TableFact::Stakes(StakeFact::Sat { stack, .. }) => self.brought += *stack,
                TableFact::Stakes(StakeFact::Bought { amount, .. }) => self.brought += *amount,
                TableFact::Stakes(StakeFact::Left { stack, .. }) => self.taken_away += *stack,
                TableFact::Hand(Event {
                    what: Fact::Pots(PotFact::CommissionTaken { amount, .. }), ..
                }) => {
                    self.taken_away += *amount;
                }
                TableFact::Blinds(fact) => {
                    if let Some((button, blinds)) = fact.positions() {
                        // A new game does not continue the order of the blinds, whether its button was drawn
                        // or placed.
                        let begins = [rulebook::rule::FIRST_BUTTON, rulebook::rule::OF_THE_PROGRAM];
                        self.anew = begins.contains(&event.rule);
                        if self.anew {
                            self.positions.clear();
                        }
                        self.positions.push((button, blinds.clone()));
                    }
                }
                // Nor does whatever follows a void hand.
                TableFact::Hand(Event { what: Fact::Course(CourseFact::Voided { .. }), .. }) => {
                    self.positions.clear()
                }
                TableFact::Hand(_)
                | TableFact::Seats(_)
                | TableFact::House(_)
                | TableFact::Officials(_)
                | TableFact::Deck(_) => {}
            }
        }
        assert!(self.copy == self.table, "the events of {:?} rebuild a different table", command.act);
        true
    }

    fn sit(&mut self, seat: u8, person: u64) -> bool {
        let house = Arc::clone(self.table.house());
        let least = house.stakes.min_buy_in.get().max(1);
        let most = house.stakes.max_buy_in.map_or(least * 10, |most| most.get() + 1);
        let stack = chips(least + self.tape.below(most.saturating_sub(least) + 1));
        self.give(TableAct::Chair(ChairAct::Sit {
            seat: Seat::new(seat).expect("a seat"),
            person: Person(person),
            stack,
        }))
    }

    /// Something that players do between or during hands.
    fn player_action(&mut self) {
        let seat = Seat::new(1 + self.tape.below(9) as u8).expect("a seat");
        match self.tape.below(9) {
            1 => {
                let person = self.tape.below(20);
                self.sit(seat.number(), person);
            }
            2 => {
                self.give(TableAct::Chair(ChairAct::Leave { seat }));
            }
            3 => {
                self.give(TableAct::Chair(ChairAct::SitOut { seat }));
            }
            4 | 5 => {
                let posts = self.tape.once_in(2);
                self.give(TableAct::Chair(ChairAct::SitIn { seat, posts }));
            }
            6 => {
                let amount = chips(self.tape.below(200));
                self.give(TableAct::Chair(ChairAct::Buy { seat, amount }));
            }
            7 => self.officials(seat),
            _ => {}
        }
    }

    /// Something that the house or an official does.
    fn officials(&mut self, seat: Seat) {
        let supervisor = Actor { person: Person(99), role: Role::Supervisor, device: 0 };
        let person = Person(self.tape.below(20));
        let (by, act) = match self.tape.below(8) {
            0 => (Actor::HOUSE, TableAct::Official(OfficialAct::Remove { seat, reason: "away".to_owned() })),
            1 => {
                (supervisor, TableAct::Official(OfficialAct::Exclude { seat, reason: "a reason".to_owned() }))
            }
            2 => (supervisor, TableAct::Official(OfficialAct::Readmit { person })),
            3 => (supervisor, TableAct::Official(OfficialAct::DecideRejoin { person, allowed: true })),
            4 => {
                self.minutes += self.tape.below(100);
                (Actor::HOUSE, TableAct::House(HouseAct::ReportTime { at: Timestamp(self.minutes * 60_000) }))
            }
            5 => {
                let deck = self.table.house().ranking.deck();
                let card = deck[self.tape.below(deck.len() as u64) as usize];
                let operator = Actor { person: Person(98), role: Role::Operator, device: 0 };
                (
                    operator,
                    TableAct::Official(OfficialAct::ReplaceCards {
                        cards: vec![card],
                        reason: "worn".to_owned(),
                    }),
                )
            }
            6 => {
                let cards = self.table.new_cards().map_or(Vec::new(), |new| new.cards().to_vec());
                let counted = 51 + self.tape.below(2) as u8;
                (
                    self.tape.of(&[Actor::HOUSE, supervisor]),
                    TableAct::Official(OfficialAct::CheckCards { cards, counted }),
                )
            }
            _ => (Actor::HOUSE, TableAct::Hand(Act::Void { reason: VoidReason::Fire })),
        };
        self.give_by(act, by);
    }

    /// New cards keep a hand from being dealt until both have checked them and the deck has the right number
    /// of cards.
    fn check_new_cards(&mut self) {
        let Some(new) = self.table.new_cards() else { return };
        let cards = new.cards().to_vec();
        if !self.table.checks_due().is_empty() {
            assert!(!self.give(TableAct::House(HouseAct::Open)), "a hand is dealt with unchecked cards");
        }
        let counted = self.table.house().ranking.deck().len() as u8;
        let supervisor = Actor { person: Person(99), role: Role::Supervisor, device: 0 };
        for by in [supervisor, Actor::HOUSE] {
            assert!(
                self.give_by(
                    TableAct::Official(OfficialAct::CheckCards { cards: cards.clone(), counted }),
                    by
                )
            );
        }
        assert_eq!(self.table.checks_due(), Vec::new());
    }

    /// Plays one hand, if there are enough players.
    fn hand(&mut self) -> bool {
        let waiting: Vec<Seat> = self
            .table
            .chairs()
            .filter(|(_, chair)| chair.blinds.entry == Entry::Waits)
            .map(|(seat, _)| seat)
            .collect();
        let absent: Vec<Seat> = self
            .table
            .chairs()
            .filter(|(_, chair)| chair.is_away() || chair.stack.is_zero())
            .map(|(seat, _)| seat)
            .collect();
        let entering: Vec<Seat> = self
            .table
            .chairs()
            .filter(|(_, chair)| chair.blinds.entry.is_pending())
            .map(|(seat, _)| seat)
            .collect();
        let bars = self.table.house().has(rulebook::rule::NOBODY_ENTERS_ON_THE_BUTTON);
        let mut shoe = Shoe::in_slots(&mut self.tape, self.table.house());
        self.deck = shoe.cards.iter().rev().copied().collect();
        self.check_new_cards();
        if !self.give(TableAct::House(HouseAct::Open)) {
            return false;
        }
        let hand = self.table.hand().expect("just opened");
        let (button, blinds) = self.positions.last().expect("just opened");
        for seat in hand.seats() {
            // A player reached by the last blind enters with it, even if there are so few players that the
            // button is there too.
            let reached = blinds.last() == Some(&Some(seat));
            let enters = !self.anew && entering.contains(&seat) && !reached;
            assert!(!(enters && bars && seat == *button), "seat {seat} enters on the button");
            assert!(!absent.contains(&seat), "seat {seat} is away or has no chips and was dealt in");
            let on_last_blind = blinds.last() == Some(&Some(seat));
            assert!(
                on_last_blind || self.anew || !waiting.contains(&seat),
                "seat {seat} waits for the blind and was dealt in"
            );
        }
        let stored = serde_json::to_string(&self.table.snapshot()).expect("written");
        let between: TableSnapshot = serde_json::from_str(&stored).expect("read");
        assert!(
            Table::from_snapshot(&between, hand.clone()) == self.table,
            "the stored snapshot rebuilds a different table"
        );
        while let Some(act) = any::legal_act(&mut self.tape, self.table.hand().expect("open"), &mut shoe) {
            assert!(self.give(TableAct::Hand(act.clone())), "{act:?} was offered but refused");
            if self.tape.once_in(12) {
                self.player_action();
            }
        }
        assert!(self.table.hand().is_some_and(Hand::is_over), "the hand is stuck");
        true
    }

    fn on_the_table(&self) -> Chips {
        self.table.chairs().map(|(_, chair)| chair.stack).sum()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, max_shrink_iters: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Proves REC-04 at the table: the stored events, with cards filled in by their slots, rebuild the live
    /// table.
    #[test]
    fn a_table_keeps_its_chips_its_events_and_its_turns_of_the_blind(
        numbers in prop::collection::vec(any::<u32>(), 0..1500)
    ) {
        let mut session = TableSession::new(&numbers);
        for _ in 0..HANDS {
            for _ in 0..3 {
                session.player_action();
            }
            if !session.hand() {
                continue;
            }
            prop_assert_eq!(session.on_the_table() + session.taken_away, session.brought);
        }
        let house = session.table.house();
        let blinds = !house.is_ante_game() && house.stakes.bomb_pot.is_none();
        if blinds && !house.stakes.button_moves_over_empty_seats {
            for two in session.positions.windows(2) {
                let last = |(_, blinds): &(Seat, Vec<Option<Seat>>)| blinds.last().copied().flatten();
                prop_assert!(last(&two[1]).is_some(), "nobody posts the last blind in {:?}", two[1]);
                prop_assert_ne!(last(&two[0]), last(&two[1]), "the last blind twice running");
            }
        }
    }
}

#[test]
fn players_neither_open_rounds_nor_determine_the_house_nor_seat_others() {
    let house = any::house(&mut Tape::new(&[]));
    let mut table = Table::new(Arc::clone(&house));
    let seat = |number| Seat::new(number).expect("a seat");
    let sit = |number: u8, person: u64, by: Actor| TableCommand {
        by,
        act: TableAct::Chair(ChairAct::Sit {
            seat: seat(number),
            person: Person(person),
            stack: house.stakes.min_buy_in,
        }),
    };
    table.take(&sit(1, 1, Actor::player(Person(1))), &mut |_| ()).expect("a player takes a seat");
    table.take(&sit(2, 2, Actor::HOUSE), &mut |_| ()).expect("the house seats a player");
    let refused =
        table.take(&sit(3, 3, Actor::player(Person(1))), &mut |_| ()).map_err(|refusal| refusal.why);
    assert_eq!(refused, Err(TableRefusalReason::NotYours));
    let acts = [
        TableAct::House(HouseAct::Open),
        TableAct::House(HouseAct::Determine { house: Arc::clone(&house), anew: false }),
        TableAct::House(HouseAct::PlaceButton { seat: seat(1) }),
        TableAct::Chair(ChairAct::Leave { seat: seat(2) }),
    ];
    for act in acts {
        let by = Actor::player(Person(1));
        let refused = any::take(&mut table, by, act.clone()).map_err(|refusal| refusal.why);
        assert_eq!(refused, Err(TableRefusalReason::NotYours), "{act:?}");
    }
    any::take(&mut table, Actor::HOUSE, TableAct::House(HouseAct::Open)).expect("the house opens a hand");
}
