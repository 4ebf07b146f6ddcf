//! Invariants of every hand and every table, however they are played.

use std::sync::Arc;

use cards::{Card, HiddenCard};
use chips::Chips;
use proptest::prelude::*;
use rulebook::rule;
use seating::{Actor, Person, Role, Seat, Seats, Viewer};
use table::view::View;
use table::*;

use crate::any::{self, Shoe, Tape, chips};

/// The most commands that any of these hands may take before it counts as endless: ten players with a hundred
/// last blinds each cannot raise more often than they have chips.
const ENDLESS: usize = 20_000;

fn tape() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(any::<u32>(), 0..500)
}

/// A hand opened from a tape, with the deck that it is dealt from.
fn opened(tape: &mut Tape<'_>) -> (Hand, Event, Shoe) {
    let house = any::house(tape);
    let lineup = any::lineup(tape, &house);
    let shoe = Shoe::new(tape, &house);
    let (hand, event) = Hand::open(lineup).unwrap_or_else(|problems| panic!("{problems:?}"));
    (hand, event, shoe)
}

/// Plays a hand to its end; `look` sees every state before the act that leaves it.
fn play(numbers: &[u32], mut look: impl FnMut(&Hand, &Shoe)) -> (Hand, Vec<Event>) {
    let mut tape = Tape::new(numbers);
    let (mut hand, event, mut shoe) = opened(&mut tape);
    let mut events = vec![event];
    for _ in 0..ENDLESS {
        look(&hand, &shoe);
        let Some(act) = any::legal_act(&mut tape, &hand, &mut shoe) else {
            assert!(hand.is_over(), "the hand needs nothing but is not over");

            return (hand, events);
        };
        if let Err(refusal) = hand.take(&Command::house(act.clone()), &mut events) {
            panic!("{act:?} was offered but refused: {refusal}");
        }
    }
    panic!("the hand does not end");
}

fn on_the_table(hand: &Hand) -> Chips {
    hand.seats().map(|seat| hand.stack(seat)).sum::<Chips>() + hand.pot()
}

/// What each player of a hand has put in, followed from the events alone.
struct Contributions {
    round: Vec<(Seat, Chips)>,
    hand: Vec<(Seat, Chips)>,
    dead: Chips,
    folded: Seats,
}

impl Contributions {
    fn new(lineup: &Lineup) -> Contributions {
        let nothing: Vec<_> = lineup.entrants.iter().map(|entrant| (entrant.seat, Chips::ZERO)).collect();
        Contributions { round: nothing.clone(), hand: nothing, dead: Chips::ZERO, folded: Seats::NONE }
    }

    /// Adds chips to what a seat has put in; only a bet counts in the betting round as well.
    fn pay(&mut self, seat: Seat, amount: Chips, bet: bool) {
        for (of, chips) in &mut self.hand {
            *chips += if *of == seat { amount } else { Chips::ZERO };
        }
        for (of, chips) in &mut self.round {
            *chips += if bet && *of == seat { amount } else { Chips::ZERO };
        }
    }

    /// Follows one fact.
    fn take(&mut self, what: &Fact) {
        match *what {
            Fact::Chips(ChipFact::Posted { seat, kind, amount, .. }) => match kind {
                PostKind::Dead => self.dead += amount,
                PostKind::Ante => self.pay(seat, amount, false),
                PostKind::Blind(_) | PostKind::OverBlind | PostKind::Live => self.pay(seat, amount, true),
            },
            Fact::Turn(fact) => match fact.kind() {
                (seat, TurnKind::Fold) => self.folded = self.folded.with(seat),
                (_, TurnKind::Check) => {}
                (seat, TurnKind::Call(amount)) => self.pay(seat, amount, true),
                (seat, TurnKind::To(to)) => {
                    let before = self.round.iter().find(|(of, _)| *of == seat).expect("in the hand").1;
                    self.pay(seat, to.less(before).expect("a bet adds chips"), true);
                }
            },
            Fact::Chips(ChipFact::Returned { seat, amount }) => {
                for (of, chips) in self.hand.iter_mut().filter(|(of, _)| *of == seat) {
                    assert_eq!(*of, seat);
                    *chips = chips.less(amount).expect("at most what went in comes back");
                }
            }
            Fact::Street(StreetFact::BettingClosed { .. } | StreetFact::BettingSkipped { .. }) => {
                for (_, chips) in &mut self.round {
                    *chips = Chips::ZERO;
                }
            }
            Fact::Course(_)
            | Fact::Cards(_)
            | Fact::Clock(_)
            | Fact::Chips(ChipFact::Refunded { .. })
            | Fact::Street(
                StreetFact::BettingOpened { .. }
                | StreetFact::HandsTabled { .. }
                | StreetFact::ShowdownOpened { .. },
            )
            | Fact::Pots(_) => {}
        }
    }

    /// The pots, worked out chip by chip: each chip belongs to those who matched it; dead chips, and chips
    /// that nobody left in the hand matched, go to the neighbouring pot.
    fn pots(&self) -> Vec<(Chips, Seats)> {
        let live = |seat: Seat| !self.folded.contains(seat);
        let everybody: Seats = self.hand.iter().map(|(seat, _)| *seat).filter(|seat| live(*seat)).collect();
        let mut pots: Vec<(Chips, Seats)> =
            if self.dead.is_zero() { Vec::new() } else { vec![(self.dead, everybody)] };
        let highest = self.hand.iter().map(|(_, chips)| chips.get()).max().unwrap_or(0);
        for chip in 1..=highest {
            let reach = |chips: &Chips| chips.get() >= chip;
            let count = self.hand.iter().filter(|(_, chips)| reach(chips)).count();
            let may_win: Seats = self
                .hand
                .iter()
                .filter(|(seat, chips)| reach(chips) && live(*seat))
                .map(|(seat, _)| *seat)
                .collect();
            let layer = chips(count as u64);
            match pots.last_mut() {
                Some((amount, eligible)) if *eligible == may_win || may_win == Seats::NONE => {
                    *amount += layer
                }
                Some(_) | None => pots.push((layer, may_win)),
            }
        }
        pots
    }
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Proves ACC-03: the stacks before a hand equal the stacks after it plus commission, and so at every
    /// event between.
    #[test]
    fn chips_are_conserved_at_every_event(numbers in tape()) {
        let (hand, events) = play(&numbers, |_, _| {});
        let total: Chips = hand.lineup().entrants.iter().map(|entrant| entrant.stack).sum();
        let mut copy = Hand::from_lineup(Arc::clone(hand.lineup()));
        let mut commission = Chips::ZERO;
        for event in &events {
            copy.apply(event);
            if let Fact::Pots(PotFact::CommissionTaken { amount, .. }) = event.what {
                commission += amount;
            }
            prop_assert_eq!(on_the_table(&copy) + commission, total, "after {:?}", event.what);
        }
        prop_assert_eq!(hand.pot(), Chips::ZERO, "a pot is left over");
    }

    /// Proves ACC-04: pots are the layers of what was put in, and each is paid out whole to seats that are in
    /// it.
    #[test]
    fn pots_are_the_layers_of_contributions(numbers in tape()) {
        let (hand, events) = play(&numbers, |_, _| {});
        let mut paid = Contributions::new(hand.lineup());
        let mut formed = Vec::new();
        let mut given: Vec<Chips> = Vec::new();
        for event in &events {
            paid.take(&event.what);
            match event.what {
                Fact::Pots(PotFact::PotFormed { pot, amount, eligible }) => {
                    prop_assert_eq!(usize::from(pot), formed.len());
                    formed.push((amount, eligible));
                    given.push(Chips::ZERO);
                }
                Fact::Pots(PotFact::CommissionTaken { pot, amount, .. }) => given[usize::from(pot)] += amount,
                // The last player of a hand without a pot wins it, and no chips move.
                Fact::Pots(PotFact::Awarded { amount: Chips::ZERO, .. }) => {
                    prop_assert!(formed.is_empty() && hand.seats().filter(|seat| !hand.has_folded(*seat)).count() == 1);
                }
                Fact::Pots(PotFact::Awarded { pot, seat, amount, .. } | PotFact::OddChips { pot, seat, amount, .. }) => {
                    given[usize::from(pot)] += amount;
                    prop_assert!(formed[usize::from(pot)].1.contains(seat), "seat {} was not in pot {}", seat, pot);
                }
                _ => {}
            }
        }
        prop_assert_eq!(&formed, &paid.pots(), "{}\n{:#?}", any::describe(&hand), events.iter().map(|event| &event.what).skip(1).collect::<Vec<_>>());
        if hand.house().showdown.pots_joined {
            // Pots won by the same hands are paid out together.
            let all = given.iter().copied().sum::<Chips>();
            prop_assert_eq!(all, formed.iter().map(|(amount, _)| *amount).sum::<Chips>());
        } else {
            prop_assert_eq!(given, formed.iter().map(|(amount, _)| *amount).collect::<Vec<_>>());
        }
    }

    /// At the highest stake in a hand there are two players, or its player folded: what nobody matched went
    /// back before the pots were formed, whether posted or bet. So a pot that only one player can win holds
    /// chips of a folded hand.
    #[test]
    fn what_nobody_matched_is_in_no_pot(numbers in tape()) {
        let (hand, events) = play(&numbers, |_, _| {});
        let mut paid = Contributions::new(hand.lineup());
        for event in &events {
            paid.take(&event.what);
            let Fact::Pots(PotFact::PotFormed { pot, eligible, .. }) = event.what else { continue };
            let of = |folded: bool| {
                let those = paid.hand.iter().filter(|(seat, _)| paid.folded.contains(*seat) == folded);
                let mut chips: Vec<Chips> = those.map(|(_, chips)| *chips).collect();
                chips.sort_unstable_by(|one, other| other.cmp(one));
                chips
            };
            let (live, folded) = (of(false), of(true));
            let (highest, second) = (live[0], live.get(1).copied().unwrap_or_default());
            let given_up = folded.first().copied().unwrap_or_default();
            prop_assert!(highest <= second.max(given_up), "{} in against {:?} and folded {:?}\n{}", highest, live, folded, any::describe(&hand));
            if eligible.count() == 1 {
                prop_assert!(highest.is_zero() || given_up > second || live.len() == 1, "pot {} belongs to seat {} alone", pot, eligible);
            }
        }
    }

    #[test]
    fn the_menu_is_exactly_what_is_accepted(numbers in tape()) {
        play(&numbers, |hand, shoe| {
            if let Some(raise) = hand.menu().and_then(|menu| menu.raise) {
                assert!(raise.allows(raise.least) && raise.allows(raise.most), "a bound is not allowed: {raise:?}");
            }
            for act in every_act(hand, shoe) {
                let mut tried = hand.clone();
                let mut events = Vec::new();
                let answer = tried.take(&Command::house(act.clone()), &mut events);
                if let Some(expected) = is_open(hand, &act) {
                    let offered = (hand.next(), hand.menu());
                    assert_eq!(answer.is_ok(), expected, "{act:?}: {answer:?} with {offered:?}");
                }
                let called = events.iter().find_map(|event| match event.what {
                    Fact::Turn(TurnFact::Called { amount, .. }) => Some(amount),
                    _ => None,
                });
                if let (Act::Play { play: Play::Call, .. }, Some(amount), Some(menu)) = (&act, called, hand.menu()) {
                    assert_eq!(Some(amount), menu.call, "a call adds what the menu says");
                }
                if answer.is_err() {
                    assert_eq!(tried, *hand, "{act:?} was refused but changed the hand");
                    assert!(events.is_empty(), "{act:?} was refused but left {events:?}");
                }
            }
        });
    }

    #[test]
    fn why_nobody_may_raise_is_what_a_raise_would_be_refused_with(numbers in tape()) {
        play(&numbers, |hand, _| {
            let Some(menu) = hand.menu() else {
                assert_eq!((hand.raise_refusal(), hand.raises_left()), (None, None));
                return;
            };
            let all = hand.in_round(menu.seat) + hand.stack(menu.seat);
            let refused = hand.decide(&Command::house(Play::Raise { to: all }.by(menu.seat))).err();
            match (menu.raise, hand.raise_refusal()) {
                (Some(_), closed) => assert_eq!(closed, None),
                // A stack that does not exceed the call is not closed to raising; it just has no raise.
                (None, None) => {
                    let no_chips = |why: RefusalReason| matches!(why, RefusalReason::NotARaise { .. } | RefusalReason::MoreThanTheStack { .. });
                    assert!(refused.is_some_and(|refused| no_chips(refused.why)), "{refused:?}");
                }
                (None, Some(closed)) => {
                    let short = refused.is_some_and(|refused| matches!(refused.why, RefusalReason::NotARaise { .. }));
                    assert!(short || refused == Some(closed), "{refused:?} {closed:?}");
                }
            }
            if hand.raises_left() == Some(0) {
                assert_eq!(menu.raise, None, "no raise is left");
            }
        });
    }

    /// Proves REC-08: a hand declared void in any state returns every chip to the player who put it in, and
    /// nothing is taken.
    #[test]
    fn void_from_every_state_restores_the_stacks(numbers in tape()) {
        let (over, _) = play(&numbers, |hand, _| {
            if hand.is_over() {
                return;
            }
            let mut void = hand.clone();
            let mut events = Vec::new();
            let act = Act::Void { reason: VoidReason::CannotGoOn };
            void.take(&Command::house(act), &mut events).expect("any hand can be declared void");
            for entrant in &hand.lineup().entrants {
                assert_eq!(void.stack(entrant.seat), entrant.stack, "seat {}", entrant.seat);
            }
            assert!(void.is_over() && void.is_void() && void.pot().is_zero());
            let mut copy = hand.clone();
            for event in &events {
                let taken = matches!(event.what, Fact::Pots(PotFact::CommissionTaken { .. } | PotFact::Awarded { .. }));
                assert!(!taken, "{:?} in a void hand", event.what);
                copy.apply(event);
            }
            assert!(copy == void, "the events of a void hand rebuild a different one");
        });
        for reason in VoidReason::ALL {
            let refused = over.decide(&Command::house(Act::Void { reason })).map_err(|refusal| refusal.why);
            prop_assert_eq!(refused, Err(RefusalReason::HandIsOver), "a hand that is over cannot be declared void");
        }
    }

    #[test]
    fn deciding_changes_nothing_and_agrees_with_taking(numbers in tape()) {
        let mut tape = Tape::new(&numbers);
        let (mut hand, _, mut shoe) = opened(&mut tape);
        while let Some(act) = any::legal_act(&mut tape, &hand, &mut shoe) {
            let before = hand.clone();
            let decided = hand.decide(&Command::house(act.clone()));
            prop_assert!(hand == before, "deciding {:?} changed the hand", act);
            let mut taken = Vec::new();
            hand.take(&Command::house(act.clone()), &mut taken).expect("a legal act");
            let costs = match act {
                Act::Play { play: Play::Call, .. } => before.menu().and_then(|menu| menu.call),
                Act::Play { play: Play::CallAndFold, .. } => before.menu().and_then(|menu| menu.call_and_fold),
                _ => None,
            };
            if let (Some(costs), Some(Fact::Turn(TurnFact::Called { amount, .. }))) = (costs, taken.first().map(|event| &event.what)) {
                prop_assert_eq!(costs, *amount, "{:?} costs what the menu said", act);
            }
            prop_assert_eq!(decided, Ok(taken));
        }
    }

    #[test]
    fn events_replayed_give_the_live_hand(numbers in tape()) {
        let mut tape = Tape::new(&numbers);
        let (mut hand, opening, mut shoe) = opened(&mut tape);
        let Fact::Course(CourseFact::Opened(lineup)) = &opening.what else { panic!("{opening:?} does not open a hand") };
        let mut copy = Hand::from_lineup(Arc::clone(lineup));
        while let Some(act) = any::legal_act(&mut tape, &hand, &mut shoe) {
            for event in hand.decide(&Command::house(act.clone())).expect("a legal act") {
                copy.apply(&event);
            }
            hand.take(&Command::house(act.clone()), &mut Vec::new()).expect("a legal act");
            prop_assert!(copy == hand, "after {:?}:\n{:#?}\n{:#?}", act, copy.next(), hand.next());
        }
    }

    #[test]
    fn a_seat_is_played_by_its_player_and_cards_are_dealt_by_who_deals(numbers in tape()) {
        play(&numbers, |hand, shoe| {
            for act in every_act(hand, shoe) {
                let Some(seat) = seat_of(&act) else { continue };
                let by = |role: Role| Actor { person: Person(u64::from(seat.number())), role, device: 0 };
                let house = hand.decide(&Command::house(act.clone())).is_ok();
                let own = hand.decide(&Command { by: by(Role::Player), act: act.clone() }).is_ok();
                // A dealer may have seen a muck of cards that are unknown here; the player who mucked would
                // have to show them.
                let thrown_away = matches!(act, Act::Show { show: Show::Muck, .. })
                    && hand.hole_cards(seat).iter().any(|card| card.known_card().is_none());
                assert!(own == house || thrown_away && house, "{act:?} by the seat's own player");
                for other in [Actor::player(Person(99)), by(Role::Auditor), by(Role::Cashier), by(Role::Administrator)] {
                    assert!(hand.decide(&Command { by: other, act: act.clone() }).is_err(), "{act:?} by {other:?}");
                }
            }
            if let Need::Deal(Deal::HoleCard { seat }) = hand.next() {
                let by = Actor::player(Person(u64::from(seat.number())));
                let act = Act::Deck(DeckAct::Deal { card: HiddenCard::UNKNOWN });
                assert!(hand.decide(&Command { by, act }).is_err(), "a player dealt a card");
            }
        });
    }
}

fn seat_of(act: &Act) -> Option<Seat> {
    match *act {
        Act::Deck(_) | Act::Void { .. } => None,
        // The house reports these, and no player for their own seat.
        Act::Clock { .. } => None,
        Act::Play { seat, .. }
        | Act::Show { seat, .. }
        | Act::Post { seat, .. }
        | Act::Offer { seat, .. } => Some(seat),
    }
}

/// Every kind of act by every seat in the hand and by one that is not in it; raises around each bound.
fn every_act(hand: &Hand, shoe: &Shoe) -> Vec<Act> {
    let mut acts = Vec::new();
    let stranger = Seat::new(11).expect("a seat");
    let turn = match hand.next() {
        Need::Decision(Decision::Act { seat } | Decision::Show { seat, .. }) => Some(seat),
        Need::Deal(Deal::Post(due)) => Some(due.seat),
        Need::Deal(Deal::Shuffle | Deal::Cut | Deal::HoleCard { .. } | Deal::Burn | Deal::BoardCard)
        | Need::Nothing => None,
    };
    for seat in hand.seats().chain([stranger]) {
        acts.extend([
            Post::Due.by(seat),
            Post::OverBlind.by(seat),
            Play::Fold.by(seat),
            Play::Check.by(seat),
            Play::Call.by(seat),
            Play::CallAndFold.by(seat),
            Play::AllIn.by(seat),
            Show::Muck.by(seat),
            Offer::Share.by(seat),
            Offer::Cash.by(seat),
            Post::Decline.by(seat),
            ClockAct::CallClock.by(seat),
            ClockAct::TimeUp.by(seat),
            ClockAct::Forfeit.by(seat),
            Show::Hand { cards: AS_DEALT }.by(seat),
            Show::Cards { cards: AS_DEALT }.by(seat),
        ]);
        if let Some(first) = hand.hole_cards(seat).first() {
            let mut cards = AS_DEALT;
            cards[0] = *first;
            acts.push(Show::Cards { cards }.by(seat));
        }
        let everything = hand.stack(seat) + hand.in_round(seat);
        let mut totals = vec![0, 1, everything.get(), everything.get() + 1, Chips::MAX.get()];
        if let (Some(menu), true) = (hand.menu(), turn == Some(seat)) {
            let bounds = menu.raise.map(|raise| [raise.least, raise.most, raise.all_in]);
            let called = hand.in_round(seat) + menu.call.unwrap_or_default();
            for bound in bounds.into_iter().flatten().chain([called, everything]) {
                let unit = menu.raise.map_or(1, |raise| raise.unit.get());
                let around = [1, unit].map(|step| [bound.get() + step, bound.get().saturating_sub(step)]);
                totals.extend(around.into_iter().flatten().chain([bound.get()]));
            }
            if let Some(raise) = menu.raise {
                totals.push((raise.least.get() + raise.most.get()) / 2);
            }
        }
        totals.sort_unstable();
        totals.dedup();
        acts.extend(totals.into_iter().filter_map(Chips::new).map(|to| Play::Raise { to }.by(seat)));
    }
    let out = hand.house().ranking.deck().iter().copied().find(|card| any::is_out(hand, *card));
    // Not every deck has the joker, and where there is one it may have been burned unseen.
    let joker = Some(Card::JOKER).filter(|card| !hand.house().ranking.cards().contains(*card));
    let cards = [out, shoe.cards.last().copied(), joker];
    acts.extend(
        cards.into_iter().flatten().map(|card| Act::Deck(DeckAct::Deal { card: HiddenCard::of(card) })),
    );
    acts.push(Act::Deck(DeckAct::Deal { card: HiddenCard::UNKNOWN }));
    let deck = hand.deck_cards();
    acts.extend([0, 1, 2, deck - 2, deck - 1, deck].map(|after| Act::Deck(DeckAct::Cut { after })));
    acts.extend([deck - 1, deck, deck + 1].map(|cards| Act::Deck(DeckAct::Shuffle { cards })));
    acts
}

/// Whether the hand indicates that it would accept an act, judging only by its next need, menu and over-blind
/// offer.
///
/// `None` for shows and mucks in a record, which may come in any order.
fn is_open(hand: &Hand, act: &Act) -> Option<bool> {
    let need = hand.next();
    let menu = hand.menu();
    let on_turn = |seat: Seat| menu.filter(|menu| menu.seat == seat);
    if hand.lineup().record.showdown
        && matches!(
            act,
            Act::Show { show: Show::Hand { .. }, .. }
                | Act::Show { show: Show::Muck, .. }
                | Act::Clock { clock: ClockAct::TimeUp | ClockAct::Forfeit, .. }
        )
    {
        return None;
    }
    Some(match *act {
        Act::Post { seat, post: Post::Due } => {
            matches!(need, Need::Deal(Deal::Post(due)) if due.seat == seat)
        }
        Act::Post { seat, post: Post::OverBlind } => {
            matches!(hand.over_blind_offer(), Some((next, amount)) if next == seat && hand.stack(seat) >= amount)
        }
        Act::Deck(DeckAct::Deal { card }) => {
            let wanted = matches!(need, Need::Deal(Deal::HoleCard { .. } | Deal::Burn | Deal::BoardCard));
            let possible = card
                .known_card()
                .is_none_or(|card| hand.house().ranking.cards().contains(card) && !any::is_out(hand, card));
            wanted && possible
        }
        Act::Play { seat, play: Play::Fold } => on_turn(seat).is_some_and(|menu| menu.fold),
        Act::Play { seat, play: Play::Check } => on_turn(seat).is_some_and(|menu| menu.check),
        // A call of zero counts as a stand where the menu has one.
        Act::Play { seat, play: Play::Call } => {
            on_turn(seat).is_some_and(|menu| menu.call.is_some() || menu.stands)
        }
        Act::Play { seat, play: Play::CallAndFold } => {
            on_turn(seat).is_some_and(|menu| menu.call_and_fold.is_some())
        }
        Act::Play { seat, play: Play::Raise { to } } => {
            on_turn(seat).and_then(|menu| menu.raise).is_some_and(|raise| raise.allows(to))
        }
        Act::Play { seat, play: Play::AllIn } => on_turn(seat).is_some_and(|menu| match menu.raise {
            Some(raise) => raise.allows(raise.all_in),
            None => menu.call.is_some(),
        }),
        Act::Show { seat, show: Show::Hand { cards } } => {
            let known = hand.hole_cards(seat).iter().all(|card| card.known_card().is_some());
            matches!(need, Need::Decision(Decision::Show { seat: turn, .. }) if turn == seat)
                && (known || cards != AS_DEALT)
        }
        // Cards that are unknown here and that the dealer saw mucked can no longer be shown.
        Act::Show { seat, show: Show::Muck } => {
            let known = hand.hole_cards(seat).iter().all(|card| card.known_card().is_some());
            matches!(need, Need::Decision(Decision::Show { seat: turn, may_muck }) if turn == seat && (may_muck || !known))
        }
        Act::Show { seat, show: Show::Cards { cards } } => {
            let may_show = View::of(hand, Viewer::Seat(seat)).showable_cards();
            let named: Vec<Card> = cards.iter().filter_map(|card| card.known_card()).collect();
            if named.is_empty() {
                !may_show.is_empty()
            } else {
                named.iter().any(|card| may_show.contains(card))
            }
        }
        Act::Offer { offer: Offer::Share, .. } | Act::Offer { offer: Offer::Cash, .. } => false,
        Act::Deck(DeckAct::Shuffle { cards }) => {
            need == Need::Deal(Deal::Shuffle) && cards == hand.deck_cards()
        }
        Act::Deck(DeckAct::Cut { after }) => {
            need == Need::Deal(Deal::Cut) && (2..=hand.deck_cards() - 2).contains(&after)
        }
        Act::Post { seat, post: Post::Decline } => {
            matches!(need, Need::Deal(Deal::Post(DuePost { seat: due, kind: PostKind::Blind(_), .. })) if due == seat)
        }
        Act::Clock { seat, clock: ClockAct::CallClock } => {
            let shows = matches!(need, Need::Decision(Decision::Show { seat: turn, .. }) if turn == seat);
            let called = hand.house().clock_rule() == Some(rule::CALLED_TIME_RUNS_OUT);
            called && (on_turn(seat).is_some() || shows)
        }
        Act::Clock { seat, clock: ClockAct::TimeUp } => {
            let known = hand.hole_cards(seat).iter().all(|card| card.known_card().is_some());
            let shows = matches!(need, Need::Decision(Decision::Show { seat: turn, may_muck }) if turn == seat && (may_muck || known));
            let was_warned = hand.house().clock_rule() != Some(rule::CALLED_TIME_RUNS_OUT)
                || hand.house().clocks.official_clock_is_automatic;
            hand.house().clock_rule().is_some() && was_warned && (on_turn(seat).is_some() || shows)
        }
        Act::Clock { seat, clock: ClockAct::Forfeit } => {
            let known = hand.hole_cards(seat).iter().all(|card| card.known_card().is_some());
            let shows = matches!(need, Need::Decision(Decision::Show { seat: turn, may_muck }) if turn == seat && (may_muck || known));
            on_turn(seat).is_some() || shows
        }
        Act::Void { .. } => !hand.is_over(),
    })
}

#[test]
fn hands_opened_from_houses_determined_alike_are_the_same() {
    let standard = any::plain(rulebook::Book::named("standard").expect("built in"));
    let hand = |determined: &rulebook::Determination| {
        let house = Arc::new(House::of(determined).expect("played"));
        Hand::open(any::lineup(&mut Tape::new(&[]), &house)).expect("dealt")
    };
    assert_eq!(hand(&standard), hand(&standard.clone().with_value("burn", "true")));
    assert_ne!(hand(&standard), hand(&standard.with_value("burn", "false")));
}
