//! Bots choose from their menu by what their own seat may see.

use std::sync::Arc;

use cards::{Card, HiddenCard};
use fair::{Label, Seed, Stream};
use room::{Bot, DealerShoe, HouseBots, RandomBot, bot_act, house_act};
use seating::Seat;
use table::view::View;
use table::{Act, Command, Deal, Decision, DeckAct, Hand, Menu, Need, Play, Post, RaiseMenu};

use crate::{chips, house, simulation};

fn shuffling(seed: &Seed) -> Stream {
    Stream::new(seed, Label::Shuffle)
}

/// Swaps every card the seat cannot see for another that it cannot see, and deals the same hand so far again.
///
/// `history` has the commands so far. Hole cards of others, burns and the rest of the deck are rotated.
fn with_other_hidden_cards(hand: &Hand, history: &[Command], seat: Seat) -> Hand {
    let seen: Vec<Card> = {
        let view = View::of(hand, seating::Viewer::Seat(seat));
        let own = view.hole_cards(seat);
        let shown =
            view.seats().flat_map(|other| view.hole_cards(other).0).filter_map(HiddenCard::known_card);
        own.0[..own.1]
            .iter()
            .chain(view.boards().first())
            .filter_map(|card| card.known_card())
            .chain(shown)
            .collect()
    };
    let hidden: Vec<Card> =
        hand.house().ranking.deck().iter().copied().filter(|card| !seen.contains(card)).collect();
    let other = |card: Card| match hidden.iter().position(|known| *known == card) {
        Some(at) => hidden[(at + hidden.len() / 2) % hidden.len()],
        None => card,
    };
    let mut again = Hand::from_lineup(Arc::clone(hand.lineup()));
    for command in history {
        let act = match &command.act {
            Act::Deck(DeckAct::Deal { card }) => Act::Deck(DeckAct::Deal {
                card: card.known_card().map_or(*card, |card| HiddenCard::of(other(card))),
            }),
            act => act.clone(),
        };
        again.take(&Command { act, by: command.by }, &mut Vec::new()).expect("the same acts are open");
    }
    again
}

/// Plays hands and checks at every decision that the bot would do the same with other hidden cards.
fn sees_only_its_view(bot: &dyn Bot, hands: u64) {
    let task = simulation(house("standard", &[]), 6, hands);
    let mut decisions = 0;
    for number in 1..=hands {
        let (mut hand, _) = Hand::open(task.lineup(number)).expect("a lineup");
        let seed = Seed::of_hand(&Seed::of_number(3), number, 0);
        let mut shoe = DealerShoe::for_hand(&task.house, 6, &mut shuffling(&seed));
        let mut history = Vec::new();
        let mut draw = 0;
        loop {
            let need = hand.next();
            let command = match (house_act(need, &mut shoe), need) {
                (Some(act), _) => Command::house(act),
                (None, Need::Decision(Decision::Act { seat })) => {
                    draw += 1;
                    let draws = || Stream::new(&Seed::of_hand(&seed, draw, 1), Label::Bots);
                    let chosen = bot_act(&hand, need, bot, &mut draws()).expect("a seat is on turn");
                    let other = with_other_hidden_cards(&hand, &history, seat);
                    let again = bot_act(&other, other.next(), bot, &mut draws());
                    assert_eq!(again, Some(chosen.clone()), "hand {number}, {seat:?} knew a hidden card");
                    decisions += 1;
                    chosen
                }
                (None, _) => match bot_act(&hand, need, bot, &mut Stream::new(&seed, Label::Bots)) {
                    Some(command) => command,
                    None => break,
                },
            };
            hand.take(&command, &mut Vec::new()).expect("bots choose from their menu");
            history.push(command);
        }
    }
    assert!(decisions > 3 * hands, "{decisions} decisions are too few to tell");
}

#[test]
fn a_house_bot_does_the_same_whatever_the_cards_are_that_it_cannot_see() {
    let bots = HouseBots::new(house("standard", &[]));
    sees_only_its_view(&bots, 40);
}

#[test]
fn a_random_bot_does_the_same_whatever_the_cards_are_that_it_cannot_see() {
    sees_only_its_view(&RandomBot, 10);
}

fn some_hand() -> Hand {
    let task = simulation(house("standard", &[]), 6, 1);
    Hand::open(task.lineup(1)).expect("a lineup").0
}

/// How often the random player does what, in 20,000 tries.
fn shares(menu: &Menu) -> Vec<(Act, u32)> {
    let hand = some_hand();
    let view = View::of(&hand, seating::Viewer::Seat(menu.seat));
    let mut draws = Stream::new(&Seed::of_number(11), Label::Bots);
    let mut counted: Vec<(Act, u32)> = Vec::new();
    for _ in 0..20_000 {
        let act = RandomBot.choose_bet(&view, menu, &mut draws);
        match counted.iter_mut().find(|(known, _)| *known == act) {
            Some((_, count)) => *count += 1,
            None => counted.push((act, 1)),
        }
    }
    counted
}

/// Within 330 of its share of 20,000: five standard deviations are at most 324 for 70%, 212 for 10%.
fn near(counted: &[(Act, u32)], act: Act, percent: u32) {
    let count = counted.iter().find(|(known, _)| *known == act).map_or(0, |(_, count)| *count);
    assert!(count.abs_diff(percent * 200) <= 330, "{act:?}: {count} of 20,000 is not {percent}%");
}

#[test]
fn the_random_player_folds_calls_raises_and_goes_all_in_by_the_shares_of_the_benchmark_task() {
    let seat = Seat::FIRST;
    let raise =
        RaiseMenu { is_bet: false, least: chips(4), most: chips(200), unit: chips(1), all_in: chips(200) };
    let facing = Menu {
        seat,
        fold: true,
        check: false,
        stands: false,
        call: Some(chips(2)),
        call_and_fold: None,
        raise: Some(raise),
    };
    let counted = shares(&facing);
    near(&counted, Play::Fold.by(seat), 10);
    near(&counted, Play::Call.by(seat), 70);
    near(&counted, Play::Raise { to: chips(4) }.by(seat), 15);
    near(&counted, Play::AllIn.by(seat), 5);

    let free = Menu { check: true, call: None, raise: Some(RaiseMenu { is_bet: true, ..raise }), ..facing };
    let counted = shares(&free);
    near(&counted, Play::Check.by(seat), 80);
    near(&counted, Play::Raise { to: chips(4) }.by(seat), 15);
    near(&counted, Play::AllIn.by(seat), 5);

    let no_raise = Menu { raise: None, ..facing };
    let counted = shares(&no_raise);
    near(&counted, Play::Fold.by(seat), 10);
    near(&counted, Play::Call.by(seat), 90);

    let pot_limit = Menu { raise: Some(RaiseMenu { most: chips(20), ..raise }), ..facing };
    let counted = shares(&pot_limit);
    near(&counted, Play::Call.by(seat), 75);
    near(&counted, Play::Raise { to: chips(4) }.by(seat), 15);
}

/// How often out of 200 the house bot in seat 4 folds these two cards, as first to act.
fn folds(hole: [&str; 2]) -> usize {
    let task = simulation(house("standard", &[]), 6, 1);
    let (mut hand, _) = Hand::open(task.lineup(1)).expect("a lineup");
    let seat = Seat::new(4).expect("a seat");
    let wanted: Vec<Card> = hole.iter().map(|card| card.parse().expect("a card")).collect();
    let mut rest = hand.house().ranking.deck().to_vec().into_iter().filter(|card| !wanted.contains(card));
    let mut mine = wanted.clone().into_iter();
    while let Some(act) = match hand.next() {
        Need::Deal(Deal::Post(due)) => Some(Post::Due.by(due.seat)),
        Need::Deal(Deal::HoleCard { seat: to }) if to == seat => {
            mine.next().map(|card| Act::Deck(DeckAct::Deal { card: card.into() }))
        }
        Need::Deal(Deal::HoleCard { .. }) => {
            rest.next().map(|card| Act::Deck(DeckAct::Deal { card: card.into() }))
        }
        Need::Deal(Deal::Burn | Deal::BoardCard | Deal::Shuffle | Deal::Cut)
        | Need::Decision(_)
        | Need::Nothing => None,
    } {
        hand.take(&Command::house(act), &mut Vec::new()).expect("the deal");
    }
    assert_eq!(
        hand.next(),
        Need::Decision(Decision::Act { seat }),
        "the first after the big blind of seat 3 opens"
    );
    let bots = HouseBots::new(Arc::clone(&task.house));
    let view = View::of(&hand, seating::Viewer::Seat(seat));
    let menu = view.menu().expect("on turn");
    let acts = (0..200).map(|number| {
        let mut draws = Stream::new(&Seed::of_number(number), Label::Bots);
        bots.choose_bet(&view, &menu, &mut draws)
    });
    acts.filter(|act| *act == Play::Fold.by(seat)).count()
}

#[test]
fn a_house_bot_plays_aces_and_throws_away_seven_deuce() {
    assert_eq!(folds(["As", "Ah"]), 0);
    assert_eq!(folds(["7s", "2h"]), 200);
}

#[test]
fn a_shoe_prints_how_many_cards_it_holds_and_never_which() {
    let house = house("standard", &[]);
    let shoe = DealerShoe::for_hand(&house, 6, &mut shuffling(&Seed::of_number(1)));
    // Two for each of six players, a board of five and three burns.
    assert_eq!(format!("{shoe:?}"), "Shoe(20 cards)");
}

#[test]
fn a_shoe_deals_the_cards_of_the_shuffle_that_anybody_can_make_again() {
    let house = house("standard", &[]);
    let seed = Seed::of_number(5);
    let mut deck = house.ranking.deck().to_vec();
    fair::shuffle(&seed, &mut deck);
    let mut shoe = DealerShoe::for_hand(&house, 2, &mut shuffling(&seed));
    for card in &deck[..12] {
        assert_eq!(shoe.deal(), HiddenCard::of(*card));
    }
    assert_eq!(shoe.deal(), HiddenCard::UNKNOWN, "2 x 2 hole cards, 5 for the board, 3 burns and no more");
}

#[test]
fn a_simulated_hand_is_dealt_from_the_shuffle_of_its_seed() {
    let task = simulation(house("standard", &[]), 6, 1);
    let mut events = Vec::new();
    task.play(3, &RandomBot, &mut events).expect("played");
    let dealt: Vec<Card> = events
        .iter()
        .filter_map(|event| match event.what {
            table::Fact::Cards(table::CardFact::HoleDealt { card, .. }) => card.known_card(),
            _ => None,
        })
        .collect();
    let mut deck = task.house.ranking.deck().to_vec();
    fair::shuffle(&task.seed_of(3), &mut deck);
    assert_eq!(dealt, deck[..12]);
}
