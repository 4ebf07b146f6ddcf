//! Commission from pots of every size, checked by arithmetic written here from the clauses.

use std::sync::Arc;

use cards::{Card, HiddenCard};
use seating::{Person, Seat, Seats};
use table::*;

use crate::any::chips;
use crate::played::house;

/// The outcome of a hand: what the house took, what seat 1 has, what limited the commission, and why there
/// was none.
#[derive(Debug, PartialEq)]
struct AllInOutcome {
    commission: u64,
    won: u64,
    capped: Option<(u64, u64)>,
    nothing: Option<NoCommission>,
}

/// Two players with `each` chips of one dollar go all-in, and seat 1 wins.
fn play_all_in(house: &Arc<House>, each: u64) -> AllInOutcome {
    let seats = [1, 2].map(|number| Seat::new(number).expect("a seat"));
    let lineup = Lineup {
        house: Arc::clone(house),
        number: 1,
        button: seats[0],
        entrants: seats.map(|seat| Entrant { seat, person: Person::HOUSE, stack: chips(each) }).to_vec(),
        dues: seats.map(|seat| DuePost { seat, kind: PostKind::Ante, amount: chips(1) }).to_vec(),
        returning: Seats::NONE,
        deck: DeckSource::Prepared,
        record: RecordOverrides::default(),
    };
    let mut hand = Hand::from_lineup(Arc::new(lineup));
    // Seat 1 has the aces, whichever seat is dealt to first.
    let card = |text: &str| text.parse::<Card>().expect("a card");
    let hole = [["As", "Ah"], ["8c", "3d"]];
    let board = ["Ks", "Qd", "9h", "7c", "2d"];
    let (mut held, mut commission) = ([0, 0], 0);
    let (mut capped, mut nothing) = (None, None);
    loop {
        let act = match hand.next() {
            Need::Deal(Deal::Post(due)) => Post::Due.by(due.seat),
            Need::Deal(Deal::HoleCard { seat }) => {
                let place = usize::from(seat.number()) - 1;
                held[place] += 1;
                Act::Deck(DeckAct::Deal { card: HiddenCard::of(card(hole[place][held[place] - 1])) })
            }
            Need::Deal(Deal::BoardCard) => {
                Act::Deck(DeckAct::Deal { card: HiddenCard::of(card(board[hand.boards().first().len()])) })
            }
            Need::Decision(Decision::Act { seat })
                if hand.menu().is_some_and(|menu| menu.raise.is_some()) =>
            {
                Play::AllIn.by(seat)
            }
            Need::Decision(Decision::Act { seat }) => Play::Call.by(seat),
            Need::Decision(Decision::Show { seat, .. }) => Show::Hand { cards: AS_DEALT }.by(seat),
            Need::Deal(Deal::Burn | Deal::Shuffle | Deal::Cut) => {
                panic!("this house burns no card, and the deck is ready")
            }
            Need::Nothing => break,
        };
        let mut events = Vec::new();
        hand.take(&Command::house(act.clone()), &mut events)
            .unwrap_or_else(|refusal| panic!("{act:?}: {refusal}"));
        for event in events {
            match event.what {
                Fact::Pots(PotFact::CommissionTaken { amount, short_of_due, .. }) => {
                    assert!(!short_of_due, "{amount} is all that is due in whole dollars");
                    commission += amount.get();
                }
                Fact::Pots(PotFact::CommissionCapped { due, taken }) => {
                    capped = Some((due.get(), taken.get()))
                }
                Fact::Pots(PotFact::NoCommission { pot: None, reason }) => nothing = Some(reason),
                _ => {}
            }
        }
    }
    AllInOutcome { commission, won: hand.stack(seats[0]).get(), capped, nothing }
}

/// Proves ACC-06: for every pot up to 1,200 dollars the commission is nothing up to the threshold, and above
/// it the percentage of the pot, rounded down to whole dollars and limited by the cap; it never falls as the
/// pot grows, and the winner and the house together get the whole pot. (The case file `commission.hands`
/// covers uncalled bets, ties, blinds alone and several pots.)
#[test]
fn commission_is_rounded_down_capped_and_never_falls_as_the_pot_grows() {
    // Pots up to 19 dollars are free at 5 per cent, and up to 9 dollars at 10 per cent (15.2(a)).
    for (percent, cap, free) in [(5, 2_000, 1_900), (5, 400, 1_900), (10, 800, 900), (10, 2_500, 900)] {
        let numbers = [percent.to_string(), cap.to_string()];
        let mut choices = vec![
            ("forced_bets", "antes"),
            ("ante", "1"),
            ("burn", "false"),
            ("limit_structure", "no_limit"),
            ("commission_method", "pot"),
            ("commission_percent", numbers[0].as_str()),
            ("commission_cap", numbers[1].as_str()),
        ];
        if percent == 10 {
            // Allowed only for stakes up to 500 dollars (15.2(e)); the hands below are opened without the
            // table's stake check.
            choices.push(("max_buy_in", "500"));
        }
        let house = house("canberra-holdem-2018", &choices);
        let mut before = 0;
        for each in 1..=600 {
            let cents = 2 * each * 100;
            // The amounts are whole dollars, because a chip is worth a dollar.
            let due = if cents > free { (cents * percent / 100).min(cap) / 100 } else { 0 };
            let AllInOutcome { commission, won, capped, nothing } = play_all_in(&house, each);
            assert_eq!(
                commission,
                due,
                "{percent} per cent, cap {cap}, free up to {free}: a pot of {}",
                2 * each
            );
            // Every hand reports the outcome of its commission: antes alone, a small pot, the cap, or the
            // amount.
            let percentage = cents * percent / 100 / 100;
            let small = if each == 1 { NoCommission::BlindsOnly } else { NoCommission::SmallPots };
            assert_eq!(nothing, (due == 0).then_some(small), "a pot of {}", 2 * each);
            assert_eq!(capped, (cents > free && percentage > due).then_some((percentage, due)));
            assert!(commission >= before && commission * 100 <= cap);
            assert_eq!(won + commission, 2 * each);
            before = commission;
        }
        assert_eq!(before * 100, cap, "the cap was reached");
    }
}
