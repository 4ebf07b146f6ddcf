//! What a viewer is sent does not depend on cards that the viewer may not see.

use cards::{Card, HiddenCard, MadeHand, ShowdownMode};
use proptest::prelude::*;
use seating::{Seat, Viewer};
use table::view::{View, visible_event};
use table::*;

use crate::any::{self, Shoe, Tape};

/// A hand as it was played: the commands, the events of each, and the deck as it was dealt.
struct Played {
    lineup: Lineup,
    commands: Vec<Command>,
    events: Vec<Vec<Event>>,
    deck: Vec<Card>,
}

/// Plays a hand from a tape to its end.
fn played(tape: &mut Tape<'_>) -> Played {
    let house = any::house(tape);
    let lineup = any::lineup(tape, &house);
    let mut shoe = Shoe::new(tape, &house);
    let deck = shoe.cards.clone();
    let (mut hand, _) = Hand::open(lineup.clone()).unwrap_or_else(|problems| panic!("{problems:?}"));
    let mut commands = Vec::new();
    let mut events = Vec::new();
    while let Some(act) = any::legal_act(tape, &hand, &mut shoe) {
        let mut led_to = Vec::new();
        hand.take(&Command::house(act.clone()), &mut led_to).expect("a legal act");
        commands.push(Command::house(act));
        events.push(led_to);
    }
    Played { lineup, commands, events, deck }
}

/// Everything a viewer gets of a hand after these commands: the events one by one, then the hand itself.
fn sent(lineup: &Lineup, commands: &[Command], viewer: Viewer) -> Vec<String> {
    let (mut hand, opening) = Hand::open(lineup.clone()).unwrap_or_else(|problems| panic!("{problems:?}"));
    let mut events = vec![opening];
    for command in commands {
        if let Err(refusal) = hand.take(command, &mut events) {
            panic!("{:?} with other hidden cards: {refusal}", command.act);
        }
    }
    let mut lines: Vec<String> = events
        .iter()
        .map(|event| {
            let event = visible_event(event, viewer);
            format!("{:?} {:?} {}", event, cards_of(&event.what), event.rule)
        })
        .collect();
    let view = View::of(&hand, viewer);
    lines.push(format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        view.button(),
        view.live_seats(),
        view.round(),
        names(view.boards().first()),
        view.pot(),
        view.turn(),
        view.menu(),
    ));
    lines.push(format!("{:?} {:?}", view.hands_on_boards(), view.pots()));
    for seat in view.seats() {
        let (cards, count) = view.hole_cards(seat);
        let money = (view.stack(seat), view.in_round(seat), view.is_all_in(seat));
        lines.push(format!("{seat:?} {:?} {money:?}", names(&cards[..count])));
    }
    lines
}

/// Cards in clear, because their debug form hides them.
fn names(cards: &[HiddenCard]) -> Vec<String> {
    cards.iter().map(|card| card.known_card().map_or("??".to_owned(), |card| card.to_string())).collect()
}

/// The cards that a fact names, in clear.
fn cards_of(what: &Fact) -> Vec<String> {
    match what {
        Fact::Cards(
            CardFact::HoleDealt { card, .. } | CardFact::Burned { card } | CardFact::BoardDealt { card, .. },
        ) => names(&[*card]),
        Fact::Cards(CardFact::Shown { cards, .. }) => names(cards),
        _ => Vec::new(),
    }
}

/// The cards that a viewer has seen, or that decide what is shown from now on; these are not exchanged.
fn stay(events: &[Event], hand: &Hand, viewer: Viewer) -> Vec<Card> {
    let mut seen: Vec<HiddenCard> = Vec::new();
    let mut showdown = false;
    for event in events {
        match visible_event(event, viewer).what {
            Fact::Cards(
                CardFact::HoleDealt { card, .. }
                | CardFact::Burned { card }
                | CardFact::BoardDealt { card, .. },
            ) => seen.push(card),
            Fact::Cards(CardFact::Shown { cards, .. }) => seen.extend(cards),
            Fact::Street(StreetFact::ShowdownOpened { .. }) => showdown = true,
            _ => {}
        }
    }
    if showdown {
        // From the showdown on, who must show reveals who holds the best hand: only folded hands can be
        // exchanged.
        for seat in hand.live_seats().iter() {
            seen.extend(hand.hole_cards(seat));
        }
    }
    seen.into_iter().filter_map(HiddenCard::known_card).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_viewers_stream_does_not_depend_on_hidden_cards(
        numbers in prop::collection::vec(any::<u32>(), 0..500),
        cut in any::<prop::sample::Index>(),
        order in any::<u32>(),
    ) {
        let played = played(&mut Tape::new(&numbers));
        let commands = &played.commands[..cut.index(played.commands.len() + 1)];
        let events: Vec<Event> = played.events[..commands.len()].concat();
        let (mut hand, _) = Hand::open(played.lineup.clone()).expect("opened before");
        for command in commands {
            hand.take(command, &mut Vec::new()).expect("taken before");
        }
        let seats: Vec<Viewer> = hand.seats().map(Viewer::Seat).collect();
        for viewer in [Viewer::Rail, Viewer::Dealer].into_iter().chain(seats) {
            let stays = stay(&events, &hand, viewer);
            let moving: Vec<Card> = played.deck.iter().copied().filter(|card| !stays.contains(card)).collect();
            let moved = Tape::new(&[order]).shuffled(&moving);
            let other = |card: HiddenCard| match card.known_card().and_then(|card| moving.iter().position(|of| *of == card)) {
                Some(at) => card.slot().map_or(HiddenCard::of(moved[at]), |slot| HiddenCard::in_slot(slot, moved[at])),
                None => card,
            };
            let changed: Vec<Command> = commands
                .iter()
                .map(|command| match command.act {
                    Act::Deck(DeckAct::Deal { card }) => Command { act: Act::Deck(DeckAct::Deal { card: other(card) }), by: command.by },
                    _ => command.clone(),
                })
                .collect();
            let (before, after) = (sent(&played.lineup, commands, viewer), sent(&played.lineup, &changed, viewer));
            prop_assert_eq!(before, after, "{:?} sees other cards: {}", viewer, any::describe(&hand));
        }
    }

    #[test]
    fn every_viewer_counts_the_same_events(numbers in prop::collection::vec(any::<u32>(), 0..500)) {
        let played = played(&mut Tape::new(&numbers));
        for event in played.events.iter().flatten() {
            for viewer in [Viewer::Rail, Viewer::Dealer, Viewer::Seat(Seat::FIRST)] {
                let seen = visible_event(event, viewer);
                prop_assert_eq!(seen.what.name(), event.what.name());
                prop_assert_eq!(seen.what.seat(), event.what.seat());
                prop_assert_eq!(seen.what.amount(), event.what.amount());
                prop_assert_eq!(seen.cause, event.cause);
            }
        }
    }
}

/// A hand by name, with the letters of its cards.
fn in_words(made: &[HandOnBoard]) -> Vec<String> {
    let named = |named: &MadeHand| {
        let cards: Vec<String> = named.cards.iter().map(|card| card.to_string()).collect();
        format!("{named} [{}]", cards.join(" "))
    };
    let one = |hand: &HandOnBoard| {
        format!("{}: {}", hand.seat.number(), hand.high.as_ref().map_or_else(String::new, named))
    };
    made.iter().map(one).collect()
}

#[test]
fn a_hand_is_named_to_whoever_sees_its_cards() {
    let tape = &mut Tape::new(&[]);
    let house = any::house(tape);
    let lineup = any::lineup(tape, &house);
    assert_eq!(
        (house.game, house.showdown.mode, lineup.entrants.len()),
        (Game::HOLDEM, ShowdownMode::High, 2)
    );
    let (mut hand, _) = Hand::open(lineup).expect("dealt");
    let mut deck = ["7s", "Ah", "7h", "Kd", "2c", "7d", "Kc", "Ks", "3c", "9s", "4d", "Qh"].into_iter();
    let (one, other) = (Viewer::Seat(hand.seats().next().expect("a seat")), Viewer::Rail);
    let mut lines = Vec::new();
    loop {
        let act = match hand.next() {
            Need::Deal(Deal::Shuffle) => {
                Act::Deck(DeckAct::Shuffle { cards: house.ranking.deck().len() as u8 })
            }
            Need::Deal(Deal::Cut) => Act::Deck(DeckAct::Cut { after: 26 }),
            Need::Deal(Deal::Post(due)) => Post::Due.by(due.seat),
            Need::Deal(Deal::Burn) => Act::Deck(DeckAct::Deal { card: HiddenCard::UNKNOWN }),
            Need::Deal(Deal::HoleCard { .. } | Deal::BoardCard) => Act::Deck(DeckAct::Deal {
                card: HiddenCard::of(deck.next().expect("enough cards").parse().expect("a card")),
            }),
            Need::Decision(Decision::Act { seat }) => match hand.menu().expect("a menu").call {
                Some(_) => Play::Call.by(seat),
                None => Play::Check.by(seat),
            },
            Need::Decision(Decision::Show { seat, .. }) => Show::Hand { cards: AS_DEALT }.by(seat),
            Need::Nothing => break,
        };
        if matches!(hand.next(), Need::Decision(Decision::Act { .. })) {
            lines.push(in_words(&View::of(&hand, one).hands_on_boards()));
            assert_eq!(View::of(&hand, other).hands_on_boards(), Vec::new(), "the rail sees no cards");
        }
        hand.take(&Command::house(act), &mut Vec::new()).expect("a legal act");
    }
    lines.dedup();
    let three = "2: three of a kind, sevens [7s 7h 7d Kc 2c]";
    let full = "2: full house, sevens full of kings [7s 7h 7d Kc Ks]";
    assert_eq!(lines, [["2: pair of sevens []"], [three], [full]]);
    let shown = in_words(&View::of(&hand, other).hands_on_boards());
    assert_eq!(shown, [full, "1: three of a kind, kings [Kd Kc Ks Ah 7d]"]);
}

#[test]
fn a_player_sees_the_own_cards_and_nobody_elses() {
    let tape = &mut Tape::new(&[]);
    let house = any::house(tape);
    let (mut hand, _) = Hand::open(any::lineup(tape, &house)).expect("dealt");
    let mut deck = Tape::new(&[]).shuffled(house.ranking.deck());
    while let Need::Deal(Deal::Post(due)) = hand.next() {
        hand.take(&Command::house(Post::Due.by(due.seat)), &mut Vec::new()).expect("due");
    }
    while let Need::Deal(Deal::HoleCard { seat }) = hand.next() {
        let card = HiddenCard::of(deck.pop().expect("a full deck"));
        let mut events = Vec::new();
        hand.take(&Command::house(Act::Deck(DeckAct::Deal { card })), &mut events).expect("needed");
        for viewer in hand.seats().map(Viewer::Seat).chain([Viewer::Rail, Viewer::Dealer]) {
            let expected = if viewer == Viewer::Seat(seat) { card } else { HiddenCard::UNKNOWN };
            assert_eq!(
                visible_event(&events[0], viewer).what,
                Fact::Cards(CardFact::HoleDealt { seat, card: expected })
            );
        }
    }
    for seat in hand.seats() {
        let own = View::of(&hand, Viewer::Seat(seat)).hole_cards(seat);
        assert!(own.0[..own.1].iter().all(|card| card.known_card().is_some()));
        for viewer in hand.seats().filter(|other| *other != seat).map(Viewer::Seat).chain([Viewer::Dealer]) {
            let view = View::of(&hand, viewer);
            assert!(view.hole_cards(seat).0.iter().all(|card| card.known_card().is_none()));
            assert_eq!(
                view.menu().is_some(),
                viewer == Viewer::Seat(view.turn().expect("somebody is to act"))
            );
        }
    }
}
