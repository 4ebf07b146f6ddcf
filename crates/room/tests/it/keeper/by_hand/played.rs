//! Random hands dealt by a person from a deck of their own, under houses of every kind.

use std::collections::BTreeSet;

use cards::Card;
use fair::{Label, Seed, Stream as Draws};
use room::requests::{DealerWish, SeatWish, Wish};
use room::state::TableState;
use table::{Deal, Decision, Need};

use super::{need, records, says};
use crate::keeper::bench::{Bench, chips, house};
use crate::keeper::recovery::{HOUSES, act};

/// A dealer who deals at random from a deck of their own and enters whatever the hand needs from a dealer
/// next.
struct ByHand {
    draws: Draws,
    deck: Vec<Card>,
    hand: u64,
}

impl ByHand {
    fn new(seed: u64) -> ByHand {
        ByHand { draws: Draws::new(&Seed::of_number(seed), Label::Bots), deck: Vec::new(), hand: 0 }
    }

    fn below(&mut self, most: usize) -> usize {
        self.draws.next_u32() as usize % most
    }

    fn draw(&mut self) -> Card {
        let at = self.below(self.deck.len());
        self.deck.swap_remove(at)
    }

    /// What the dealer enters next.
    fn next(&mut self, state: &TableState) -> Option<DealerWish> {
        let Some(hand) = state.hand_in_play() else { return Some(DealerWish::Open) };
        if hand.lineup().number != self.hand {
            self.hand = hand.lineup().number;
            self.deck = state.sorted_deck();
        }
        Some(match hand.next() {
            Need::Deal(Deal::HoleCard { .. }) => DealerWish::HoleCards,
            Need::Deal(Deal::Burn) => DealerWish::Burn,
            Need::Deal(Deal::BoardCard) => {
                let (mut end, lie) = (0, hand.boards().first().len());
                let ends = hand.house().game.board.iter().map(|cards| {
                    end += usize::from(*cards);
                    end
                });
                let end = ends.into_iter().find(|end| *end > lie).expect("a street");
                DealerWish::Board { cards: (lie..end).map(|_| self.draw()).collect() }
            }
            Need::Decision(Decision::Show { seat, may_muck }) => {
                // One in three mucks a hand that may be mucked, one in eight a hand that may not.
                let gone = if may_muck { self.below(3) == 0 } else { self.below(8) == 0 };
                if gone {
                    DealerWish::Mucks { seat }
                } else {
                    let count = hand.house().game.hole_cards;
                    DealerWish::Shows { seat, cards: (0..count).map(|_| self.draw()).collect() }
                }
            }
            Need::Deal(Deal::Shuffle | Deal::Cut | Deal::Post(_))
            | Need::Decision(Decision::Act { .. })
            | Need::Nothing => return None,
        })
    }
}

/// Plays `hands` hands dealt by a person; `after` runs after each request.
fn play(bench: &mut Bench, seed: u64, hands: u64, mut after: impl FnMut(&mut Bench)) {
    let mut dealer = ByHand::new(seed);
    let broke = |bench: &Bench| {
        let chairs = bench.keeper.state().table.chairs();
        chairs.filter(|(_, chair)| chair.stack.is_zero()).map(|(seat, _)| seat.number()).collect::<Vec<_>>()
    };
    for _ in 0..20_000 {
        if let Some(wish) = dealer.next(bench.keeper.state()) {
            if wish == DealerWish::Open {
                if bench.keeper.state().table.hands_opened() >= hands {
                    return;
                }
                for number in broke(bench) {
                    bench.does(u64::from(number), Wish::Seat(SeatWish::TopUp { amount: chips(150) }));
                }
            }
            says(bench, wish);
        } else {
            let (person, wish) = act(bench).unwrap_or_else(|| panic!("nobody is on turn: {:?}", need(bench)));
            bench.does(person, wish);
        }
        after(bench);
    }
    panic!("hands that never end");
}

#[test]
fn random_hands_dealt_by_a_person_end_with_every_chip_there() {
    for (seed, (book, settings)) in (1..).zip(HOUSES) {
        let mut bench = Bench::by_hand(&house(book, settings), 5, 150);
        play(&mut bench, seed, 25, |bench| {
            bench.assert_all_chips_there();
            bench.keeper.state().check_chips().expect("the chips are counted twice");
        });
        bench.assert_follows();
    }
}

/// Proves REC-02 and REC-04 for hands that a person deals: stopped after each request, in each need, the room
/// goes on where it was and stores what an undisturbed room stores.
#[test]
fn a_room_that_dies_in_each_need_goes_on_where_it_was() {
    let bodies = |bench: &Bench| -> Vec<String> {
        records(bench).into_iter().map(|record| format!("{} {}", record.kind, record.body)).collect()
    };
    for (seed, (book, settings)) in (1..).zip(HOUSES) {
        let mut undisturbed = Bench::by_hand(&house(book, settings), 4, 150);
        play(&mut undisturbed, seed, 6, |_| {});
        let mut needs = BTreeSet::new();
        let mut interrupted = Bench::by_hand(&house(book, settings), 4, 150);
        play(&mut interrupted, seed, 6, |bench| {
            assert_eq!(&bench.read_back(), bench.keeper.state(), "{book} {settings:?}");
            needs.insert(match need(bench) {
                Some(Need::Deal(Deal::HoleCard { .. })) => "hole cards",
                Some(Need::Deal(Deal::Burn)) => "burn",
                Some(Need::Deal(Deal::BoardCard)) => "board",
                Some(Need::Decision(Decision::Act { .. })) => "act",
                Some(Need::Decision(Decision::Show { .. })) => "show",
                Some(Need::Deal(Deal::Shuffle | Deal::Cut | Deal::Post(_)) | Need::Nothing) => "another",
                None => "none",
            });
            bench.crash();
        });
        assert_eq!(bodies(&interrupted), bodies(&undisturbed), "{book} {settings:?}");
        assert!(
            needs.is_superset(&BTreeSet::from(["act", "board", "hole cards", "none", "show"])),
            "{needs:?}"
        );
        assert!(!needs.contains("another"), "{needs:?}");
    }
}
