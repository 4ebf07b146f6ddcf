//! Cards that players show voluntarily: when the book allows it, and those cards only.

use std::sync::Arc;

use cards::Card;
use room::archive::replay_hand;
use room::keeper::{KeeperInput, Pace, WatcherId};
use room::requests::{FactView, Outbound, Play, Reply, SeatWish, ShowWish, Update, Wish};
use seating::{Person, Seat};
use table::{CardFact, Fact, House, TableFact};

use crate::keeper::bench::{Bench, TABLE, house, seat};

/// People have some time at the showdown and between hands.
const PACE: Pace = Pace { between_hands: 3000, show: 3000, ..Pace::AT_ONCE };

/// Three players with 150 chips each, in their first hand.
fn bench(book: &str) -> Bench {
    let mut bench = Bench::new(&house(book, &[]), PACE, 3);
    bench.seat_all(3, 150);
    bench.pass(3000);
    bench
}

fn on_turn(bench: &Bench) -> u64 {
    let turn = bench.keeper.state().turn().expect("somebody is on turn").0;
    u64::from(turn.number())
}

/// The cards that the machine dealt to a seat.
fn dealt(bench: &Bench, person: u64) -> Vec<Card> {
    let hand = bench.keeper.state().table.hand().expect("a hand");
    hand.hole_cards(seat(person as u8)).iter().filter_map(|card| card.known_card()).collect()
}

/// Everybody folds to the last player, who wins without a showdown.
fn won_unseen(bench: &mut Bench) -> u64 {
    while bench.keeper.state().hand_in_play().is_some() {
        let person = on_turn(bench);
        bench.does(person, Wish::Play(Play::Fold));
    }
    let hand = bench.keeper.state().table.hand().expect("a hand");
    let winner = hand.live_seats().iter().next().expect("somebody won");
    u64::from(winner.number())
}

/// The cards that an update turns up, with cards that stay face down as unknown.
fn turned_up(update: &Update) -> Vec<(Seat, Vec<Option<Card>>)> {
    let mut found = Vec::new();
    for fact in &update.facts {
        let FactView::Table(seen) = fact else { continue };
        let TableFact::Hand(event) = &seen.event().what else { continue };
        if let Fact::Cards(CardFact::CardsShown { seat, cards }) = event.what {
            found.push((seat, cards.iter().map(|card| card.known_card()).collect()));
        }
    }
    found
}

fn last(bench: &Bench, watcher: WatcherId) -> &Update {
    bench.updates(watcher).last().copied().expect("an update")
}

#[test]
fn who_wins_unseen_may_turn_up_one_card_and_all_are_told_that_card_alone() {
    let mut bench = bench("standard");
    let watchers: Vec<WatcherId> = [None, Some(1), Some(2), Some(3)].map(|who| bench.watch(who, None)).into();
    let winner = won_unseen(&mut bench);
    let cards = dealt(&bench, winner);
    assert_eq!(last(&bench, watchers[winner as usize]).position.may_show, cards, "both may be shown");
    bench.does(winner, Wish::Show(ShowWish::Cards { cards: vec![cards[1]] }));
    for (at, watcher) in watchers.iter().enumerate() {
        let update = last(&bench, *watcher);
        let shown = vec![(seat(winner as u8), vec![None, Some(cards[1]), None, None])];
        assert_eq!(turned_up(update), shown);
        let openings: Vec<u8> = update
            .facts
            .iter()
            .filter_map(|fact| {
                if let FactView::Opening(opening) = fact { Some(opening.card.index() as u8) } else { None }
            })
            .collect();
        assert_eq!(openings, [cards[1].index() as u8], "it is opened against the commitment");
        let left: &[Card] = if at as u64 == winner { &cards[..1] } else { &[] };
        if at as u64 == winner {
            assert_eq!(update.position.may_show, left);
        } else {
            assert!(!update.position.may_show.contains(&cards[0]), "nobody else learns the other card");
        }
    }
    // A viewer who comes now sees that card face up, and not the other one.
    let late = bench.watch(None, None);
    let view = bench.snapshot(late);
    let player = view
        .hand
        .as_ref()
        .and_then(|hand| hand.players.iter().find(|player| player.seat == seat(winner as u8)).cloned());
    let player = player.expect("a player");
    let seen: Vec<Option<Card>> = player.cards.iter().map(|card| card.known_card()).collect();
    assert_eq!((seen, player.shown), (vec![None, Some(cards[1])], false));
    assert_eq!(view.hand.as_ref().map(|hand| hand.openings.len()), Some(1));
    // A shown card cannot be shown again, but the rest may follow.
    let again = bench.refused(winner, Wish::Show(ShowWish::Cards { cards: vec![cards[1]] }));
    assert_eq!(again, "shown-to-one-shown-to-all");
    bench.does(winner, Wish::Show(ShowWish::Cards { cards: Vec::new() }));
    assert_eq!(turned_up(last(&bench, watchers[0]))[0].1[0], Some(cards[0]));
    bench.assert_follows();
    bench.assert_all_chips_there();
    assert_eq!(bench.read_back(), *bench.keeper.state());
}

#[test]
fn a_hand_that_is_looked_at_again_has_what_was_shown_after_it() {
    let mut bench = bench("standard");
    let winner = won_unseen(&mut bench);
    let folded = if winner == 1 { 2 } else { 1 };
    let cards = dealt(&bench, folded);
    bench.does(winner, Wish::Seat(SeatWish::SitOut));
    bench.does(folded, Wish::Show(ShowWish::Cards { cards: vec![cards[0]] }));
    let replay =
        replay_hand(bench.store.as_ref(), &bench.keys, (TABLE, 1), None).expect("read").expect("over");
    let shown: Vec<_> = replay.updates.iter().flat_map(turned_up).collect();
    assert_eq!(shown, [(seat(folded as u8), vec![Some(cards[0]), None, None, None])]);
    assert!(replay.check.is_balanced() && replay.check.openings_checked == 1, "{:?}", replay.check);
    let numbers: Vec<u64> = replay.updates.iter().map(|update| update.number).collect();
    assert!(numbers.windows(2).all(|pair| pair[1] == pair[0] + 1), "without a gap: {numbers:?}");
    // The next hand begins: nothing of the last one can be shown any more, and the replay stays as it is.
    bench.does(winner, Wish::Seat(SeatWish::SitIn { posts: false }));
    bench.pass(3000);
    assert_eq!(bench.keeper.state().table.hands_opened(), 2);
    let other = dealt(&bench, folded);
    assert_eq!(
        bench.refused(folded, Wish::Show(ShowWish::Cards { cards: other })),
        "cards-stay-hidden-in-play"
    );
    let again =
        replay_hand(bench.store.as_ref(), &bench.keys, (TABLE, 1), None).expect("read").expect("over");
    assert_eq!(again.updates.len(), replay.updates.len());
    bench.assert_follows();
}

#[test]
fn a_loser_at_the_showdown_may_throw_the_hand_away_and_turn_up_one_card_of_it() {
    let mut bench = bench("standard");
    let rail = bench.watch(None, None);
    let loser = loop {
        let Some((turn, _, true)) = bench.keeper.state().turn() else {
            let facing = bench.keeper.state().turn().map(|(_, turn, _)| turn.facing);
            match facing {
                Some(facing) => {
                    let person = on_turn(&bench);
                    bench.does(
                        person,
                        if facing.is_zero() { Wish::Play(Play::Check) } else { Wish::Play(Play::Call) },
                    );
                }
                // Nobody had a choice in this hand: play the next one.
                None => bench.pass(3000),
            }
            assert!(bench.keeper.state().table.hands_opened() < 50, "somebody has a choice at some point");
            continue;
        };
        break u64::from(turn.number());
    };
    let cards = dealt(&bench, loser);
    bench.does(loser, Wish::Show(ShowWish::Cards { cards: vec![cards[0]] }));
    let hand = bench.keeper.state().table.hand().expect("a hand");
    assert!(hand.has_mucked(seat(loser as u8)) && !hand.has_shown(seat(loser as u8)));
    let shown: Vec<_> = bench.updates(rail).into_iter().flat_map(turned_up).collect();
    assert_eq!(shown, [(seat(loser as u8), vec![Some(cards[0]), None, None, None])]);
    bench.assert_follows();
    bench.assert_all_chips_there();
}

#[test]
fn cards_are_shown_neither_in_a_round_nor_where_the_book_has_no_showing() {
    let mut bench = bench("standard");
    let first = on_turn(&bench);
    bench.does(first, Wish::Play(Play::Fold));
    let cards = dealt(&bench, first);
    assert_eq!(bench.refused(first, Wish::Show(ShowWish::Cards { cards })), "cards-stay-hidden-in-play");
    let rail = bench.watch(None, None);
    assert!(bench.snapshot(rail).position.may_show.is_empty());
    // A house without it: the book forbids disclosing a hand (16.8(b)).
    let held = house("canberra-holdem-2018", &[]);
    let off = held.determined.clone().with_value("show_one_show_all", "off");
    let off = Arc::new(House::of(&off).expect("a house"));
    let mut bench = Bench::new(&off, PACE, 3);
    bench.seat_all(3, 150);
    bench.pass(3000);
    let watcher = bench.watch(Some(1), None);
    let winner = won_unseen(&mut bench);
    assert!(last(&bench, watcher).position.may_show.is_empty());
    let refused = bench.ask(winner, Wish::Show(ShowWish::Cards { cards: Vec::new() }));
    let Some(Reply::Refused(refused)) = refused else { panic!("{refused:?}") };
    assert_eq!(refused.code, "no-cards-shown-afterwards");
    assert_eq!(refused.clauses[0], "HE-16.8(b)");
    // Nobody can show another seat's cards.
    let mut bench = crate::keeper::showing::bench("standard");
    let winner = won_unseen(&mut bench);
    let other = if winner == 1 { 2 } else { 1 };
    let cards = dealt(&bench, other);
    let refused = bench.refused(winner, Wish::Show(ShowWish::Cards { cards }));
    assert_eq!(refused, "shown-to-one-shown-to-all");
    let five = Card::from_index(0).map_or_else(Vec::new, |card| vec![card; 5]);
    assert_eq!(bench.refused(winner, Wish::Show(ShowWish::Cards { cards: five })), "too_many_cards");
}

#[test]
fn who_wished_to_sit_out_at_the_last_blind_plays_until_it_comes_and_no_further() {
    let mut bench = bench("standard");
    let who = 1;
    bench.does(who, Wish::Seat(SeatWish::SitOutAtBlind { wished: true }));
    let rail = bench.watch(None, None);
    let marked = |bench: &Bench, watcher: WatcherId| {
        bench
            .snapshot(watcher)
            .chairs
            .iter()
            .find(|chair| chair.seat == seat(1))
            .map(|chair| chair.out_at_blind)
    };
    assert_eq!(marked(&bench, rail), Some(true));
    let mut blinds = Vec::new();
    loop {
        let hand = bench.keeper.state().hand_in_play().expect("a round");
        let in_it = bench.keeper.state().seat_in_hand(Person(who)).is_some();
        let last = hand.lineup().dues.iter().rev().map(|due| due.seat).next().expect("a blind");
        blinds.push((last, in_it));
        if !in_it {
            break;
        }
        assert!(
            blinds.len() == 1 || last != seat(1),
            "the last blind never reaches the player who asked to sit out: {blinds:?}"
        );
        won_unseen(&mut bench);
        bench.pass(3000);
        assert!(blinds.len() < 5, "{blinds:?}");
    }
    let chair = bench.keeper.state().table.chair(seat(1)).expect("the seat is kept").clone();
    assert!(chair.is_away() && !chair.out_at_blind, "done, and no longer requested");
    bench.assert_follows();
    assert_eq!(bench.read_back(), *bench.keeper.state());
    // It can be taken back, and sitting in again takes it back too.
    bench.does(who, Wish::Seat(SeatWish::SitIn { posts: true }));
    bench.does(who, Wish::Seat(SeatWish::SitOutAtBlind { wished: true }));
    bench.does(who, Wish::Seat(SeatWish::SitOutAtBlind { wished: false }));
    let rail = bench.watch(None, None);
    assert_eq!(marked(&bench, rail), Some(false));
}

#[test]
fn everybody_is_told_what_the_book_leaves_to_a_lost_connection() {
    use room::requests::Outbound;
    let settings = [("disconnect_seconds", "20")];
    let mut bench = Bench::new(&house("standard", &settings), Pace::AT_ONCE, 3);
    let watchers: Vec<WatcherId> = (1..=3).map(|person| bench.watch(Some(person), None)).collect();
    let rail = bench.watch(None, None);
    bench.seat_all(3, 150);
    let gone = on_turn(&bench);
    bench.unwatch(watchers[gone as usize - 1]);
    let presences = |bench: &Bench| {
        let presence = bench.sent[&rail].iter().filter_map(|what| match what {
            Outbound::Presence { person, connected, disconnect_left } => {
                Some((person.0, *connected, *disconnect_left))
            }
            _ => None,
        });
        presence.collect::<Vec<_>>()
    };
    assert_eq!(presences(&bench), [(gone, false, Some(20_000))]);
    let late = bench.watch(None, None);
    let left = |bench: &Bench, watcher| {
        let chairs = &bench.snapshot(watcher).chairs;
        chairs.iter().map(|chair| (u64::from(chair.seat.number()), chair.disconnect_left)).collect::<Vec<_>>()
    };
    assert!(left(&bench, late).contains(&(gone, Some(20_000))));
    // The time of the decision is over: the disconnect time begins, and everybody sees it run.
    bench.pass(30_001);
    assert_eq!(presences(&bench).last(), Some(&(gone, false, Some(0))));
    let turn = last(&bench, rail).position.turn.expect("still on turn");
    assert!(turn.disconnected && turn.left.is_some_and(|left| left > 19_000), "{turn:?}");
    bench.pass(20_001);
    assert!(last(&bench, rail).position.turn.is_none_or(|turn| !turn.disconnected));
    // A book without disconnect time reports none.
    let mut none = Bench::new(&house("standard", &[("disconnect_seconds", "0")]), Pace::AT_ONCE, 3);
    let watcher = none.watch(Some(1), None);
    let rail = none.watch(None, None);
    none.seat_all(3, 150);
    none.unwatch(watcher);
    assert!(
        none.sent[&rail]
            .iter()
            .any(|what| matches!(what, Outbound::Presence { connected: false, disconnect_left: None, .. }))
    );
}

/// What a viewer was sent about cards, as text.
fn cards_told(bench: &Bench, watcher: WatcherId) -> Vec<String> {
    let found = bench.sent[&watcher].iter().filter_map(|what| match what {
        Outbound::Snapshot(view) => {
            Some(format!("{:?} {:?} {:?}", view.hand, view.position.menu, view.position.may_show))
        }
        Outbound::Update(update) => {
            let says = !update.facts.is_empty() || !update.position.may_show.is_empty();
            says.then(|| format!("{:?} {:?} {:?}", update.facts, update.position.may_show, update.made))
        }
        _ => None,
    });
    found.collect()
}

/// Proves SEC-03: a person who came in by a link after a hand was opened sees it only as the rail does,
/// however it is sent, and the next hand as its player.
#[test]
fn whoever_came_in_by_a_link_sees_the_hand_on_the_table_as_the_rail_does() {
    let mut bench = bench("standard");
    won_unseen(&mut bench);
    let hand = bench.keeper.state().table.hands_opened();
    let mut number = 500;
    let mut watches = |bench: &mut Bench, person: Option<u64>, from, unseen| {
        number += 1;
        let (watcher, person) = (WatcherId(number), person.map(Person));
        bench.input(KeeperInput::Watch { watcher, person, device: 0, from, unseen });
        watcher
    };
    for from in [None, Some(0), Some(bench.keeper.count() - 1)] {
        let rail = watches(&mut bench, None, from, 0);
        let by_link = watches(&mut bench, Some(1), from, hand);
        assert_eq!(cards_told(&bench, by_link), cards_told(&bench, rail), "from {from:?}");
        let player = watches(&mut bench, Some(1), from, hand - 1);
        if from != Some(bench.keeper.count() - 1) {
            assert_ne!(cards_told(&bench, player), cards_told(&bench, rail), "from {from:?}");
        }
    }
    let by_link = watches(&mut bench, Some(1), None, hand);
    bench.pass(3000);
    assert_eq!(bench.keeper.state().table.hands_opened(), hand + 1);
    let own = dealt(&bench, 1);
    let seen = cards_told(&bench, by_link).join("\n");
    assert!(own.iter().all(|card| seen.contains(&format!("{card:?}"))), "{own:?} in {seen}");
}
