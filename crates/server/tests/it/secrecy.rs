//! Nobody is sent what the rules do not let them see: the same hand is played twice with the cards hidden
//! from a viewer exchanged, and that viewer must be sent the same, byte for byte. Planted leaks are caught.

use std::collections::BTreeMap;
use std::sync::Arc;

use cards::{Card, HiddenCard};
use chips::Chips;
use fair::{DeckId, DeckSeed, ShuffledDeck};
use room::house::compile_house;
use room::port::Wall;
use room::requests::{FactView, Position, Update};
use rulebook::Book;
use seating::{Actor, Person, Role, Seat, Viewer};
use serde_json::{Value, json};
use server::socket::ConnectionLimits;
use table::view::{View, VisibleEvent, visible_table_event};
use table::{
    AS_DEALT, Act, CardFact, ChairAct, Deal, Decision, DeckAct, Fact, House, HouseAct, Need, Play, Post,
    Show, Table, TableAct, TableCommand, TableEvent, TableFact,
};
use wire::encode;
use wire::frame::Frame;

use crate::hall::{Client, Hall, Numbers, chips, ends_a_hand, passive, play};

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn house() -> Arc<House> {
    compile_house(Book::named("standard").expect("a book"), &[]).expect("a house")
}

/// A played hand: what happened, and the table after each fact.
struct Played {
    facts: Vec<(TableEvent, Table)>,
    house: Arc<House>,
}

/// What the players do with their turns, one letter each; after that everybody checks, calls and shows what
/// must be shown.
fn act(word: Option<char>, table: &Table, on: Seat) -> Act {
    let menu = table.hand().and_then(|hand| hand.menu()).expect("a menu");
    match word {
        Some('f') => Play::Fold.by(on),
        Some('r') => match menu.raise {
            Some(raise) => Play::Raise { to: raise.least }.by(on),
            None => Play::Call.by(on),
        },
        Some('a') => Play::AllIn.by(on),
        Some(_) | None if menu.check => Play::Check.by(on),
        Some(_) | None => Play::Call.by(on),
    }
}

/// Plays a hand of four players with a deck, in slots as the room numbers them.
fn played(deck: &[Card], acts: &str) -> Played {
    let house = house();
    let mut table = Table::new(Arc::clone(&house));
    let mut facts = Vec::new();
    let mut take = |table: &mut Table, by: Actor, act: TableAct| {
        let decided = table.decide(&TableCommand { by, act }).expect("it is allowed");
        for fact in decided {
            table.apply(&fact);
            facts.push((fact, table.clone()));
        }
    };
    for number in 1..=4 {
        let person = Person(u64::from(number));
        take(
            &mut table,
            Actor::player(person),
            TableAct::Chair(ChairAct::Sit { seat: seat(number), person, stack: chips(100) }),
        );
    }
    take(&mut table, Actor::HOUSE, TableAct::House(HouseAct::Open));
    let (mut next, mut words) = (0, acts.chars());
    while let Some(need) = table.hand().map(|hand| hand.next()) {
        let act = match need {
            Need::Deal(Deal::Shuffle) => Act::Deck(DeckAct::Shuffle { cards: deck.len() as u8 }),
            Need::Deal(Deal::Cut) => Act::Deck(DeckAct::Cut { after: 26 }),
            Need::Deal(Deal::Post(due)) => Post::Due.by(due.seat),
            Need::Deal(Deal::HoleCard { .. } | Deal::Burn | Deal::BoardCard) => {
                next += 1;
                Act::Deck(DeckAct::Deal { card: HiddenCard::in_slot(next as u8 - 1, deck[next - 1]) })
            }
            Need::Decision(Decision::Act { seat: on }) => act(words.next(), &table, on),
            Need::Decision(Decision::Show { seat: on, may_muck: true }) => Show::Muck.by(on),
            Need::Decision(Decision::Show { seat: on, may_muck: false }) => {
                Show::Hand { cards: AS_DEALT }.by(on)
            }
            Need::Nothing => break,
        };
        take(&mut table, Actor::HOUSE, TableAct::Hand(act));
    }
    // Players who have not shown their whole hand turn up the second card only.
    for number in 1..=4 {
        let own = table.hand().map(|hand| View::of(hand, Viewer::Seat(seat(number))).showable_cards());
        if let Some([_, second]) = own.as_deref() {
            let mut cards = AS_DEALT;
            cards[0] = HiddenCard::of(*second);
            let act = Show::Cards { cards }.by(seat(number));
            take(&mut table, Actor::player(Person(u64::from(number))), TableAct::Hand(act));
        }
    }
    Played { facts, house }
}

/// What one viewer is sent, one text per fact.
fn stream(played: &Played, viewer: Viewer) -> Vec<String> {
    stream_with(played, viewer, &|_, _, _, _| {})
}

/// The same with a change to each frame: a leak, if the change looks at the table.
fn stream_with(
    played: &Played,
    viewer: Viewer,
    leak: &dyn Fn(&mut Value, &TableEvent, &Table, Viewer),
) -> Vec<String> {
    let mut sent = Vec::new();
    for (at, (fact, table)) in played.facts.iter().enumerate() {
        let seen: VisibleEvent = visible_table_event(fact, viewer);
        let view = table.hand().map(|hand| View::of(hand, viewer));
        let update = Update {
            number: at as u64 + 1,
            hand: table.hands_opened(),
            at: Wall(0),
            facts: vec![FactView::Table(seen)],
            position: Position {
                turn: None,
                menu: view.and_then(|view| view.menu()),
                raise_closed: view.and_then(|view| view.raise_refusal()),
                raises_left: view.and_then(|view| view.raises_left()),
                may_muck: None,
                may_show: view.map_or_else(Vec::new, |view| view.showable_cards()),
                over_blind: None,
                owed: table.owed_blinds().collect(),
            },
            made: view.map(|view| view.hands_on_boards()),
            pots: view.map(|view| view.pots()),
            won: view.map_or_else(Vec::new, |view| view.winning_hands()),
        };
        let frame = Frame::Update(encode::update(1, &update, &played.house, &Numbers));
        let mut value = serde_json::to_value(&frame).expect("written");
        leak(&mut value, fact, table, viewer);
        sent.push(value.to_string());
    }
    sent
}

/// The slots of the cards that a viewer was shown, by the facts of a hand.
fn shown_to(played: &Played, viewer: Viewer) -> Vec<u8> {
    let mut slots = Vec::new();
    let mut note = |card: &HiddenCard| slots.extend(card.slot());
    for (fact, _) in &played.facts {
        let TableFact::Hand(event) = &fact.what else { continue };
        match &event.what {
            Fact::Cards(CardFact::HoleDealt { seat, card }) if viewer == Viewer::Seat(*seat) => note(card),
            Fact::Cards(CardFact::BoardDealt { card, .. }) => note(card),
            Fact::Cards(CardFact::Shown { cards, .. } | CardFact::CardsShown { cards, .. }) => {
                cards.iter().for_each(&mut note)
            }
            _ => {}
        }
    }
    slots
}

/// The deck with all cards that a viewer was not shown in another order.
fn exchanged(deck: &[Card], stays: &[u8], by: usize) -> Vec<Card> {
    let moving: Vec<usize> = (0..deck.len()).filter(|slot| !stays.contains(&(*slot as u8))).collect();
    let mut other = deck.to_vec();
    for (at, slot) in moving.iter().enumerate() {
        other[*slot] = deck[moving[(at + by) % moving.len()]];
    }
    other
}

fn decks() -> Vec<Vec<Card>> {
    let sorted: Vec<Card> = (0..52).map(|index| Card::from_index(index).expect("a card")).collect();
    (1..=6_u64)
        .map(|number| {
            let mut bytes = [0; 32];
            bytes[..8].copy_from_slice(&number.to_le_bytes());
            let id = DeckId { table: 1, hand: 1, attempt: 0 };
            let deck = ShuffledDeck::new(id, &DeckSeed::new(bytes), &sorted).expect("a deck");
            (0..52).filter_map(|slot| deck.card(slot)).collect()
        })
        .collect()
}

/// Hands of every kind: folded before the flop, to the river, raised, all-in early, folded on the way.
const ROUNDS: [&str; 8] = ["fff", "", "rcccf", "rfffc", "acccc", "afac", "ccccrfff", "ccccccccrrfcf"];

/// Everybody who can watch: each player, including folded ones; the rail, whose view another signed-in person
/// and the administrator also get; and the dealer.
fn viewers() -> Vec<Viewer> {
    let mut viewers: Vec<Viewer> = (1..=4).map(|number| Viewer::Seat(seat(number))).collect();
    viewers.extend([Viewer::Rail, Viewer::Dealer]);
    viewers
}

/// For how many of all hands, decks and viewers the streams of the two runs differ when a leak is added to
/// the frames.
fn differing(leak: &dyn Fn(&mut Value, &TableEvent, &Table, Viewer)) -> (usize, usize) {
    let (mut differ, mut runs) = (0, 0);
    for acts in ROUNDS {
        for deck in decks() {
            let first = played(&deck, acts);
            for viewer in viewers() {
                let stays = shown_to(&first, viewer);
                for by in [1, 7, 20] {
                    let second = played(&exchanged(&deck, &stays, by), acts);
                    // What is shown at the end may become another hand's when the cards of players change.
                    if shown_to(&second, viewer) != stays {
                        continue;
                    }
                    let (first, second) =
                        (stream_with(&first, viewer, leak), stream_with(&second, viewer, leak));
                    runs += 1;
                    differ += usize::from(until_shown(&first) != until_shown(&second));
                }
            }
        }
    }
    (differ, runs)
}

/// A stream up to the point where the rules reveal a difference: the showdown shows whose hand is best.
fn until_shown(stream: &[String]) -> &[String] {
    let end = stream
        .iter()
        .position(|text| text.contains("\"showdown_opened\"") || text.contains("\"hands_tabled\""));
    &stream[..end.unwrap_or(stream.len())]
}

/// Proves SEC-02: played twice with the hidden cards exchanged, every viewer is sent the same bytes.
#[test]
fn cards_that_a_viewer_may_not_see_change_nothing_that_the_viewer_is_sent() {
    let (differ, runs) = differing(&|_, _, _, _| {});
    assert!(runs > 300, "{runs} runs");
    assert_eq!(differ, 0, "of {runs} runs");
}

/// How good the hole cards of the live hands are: the basis of a reaction to the true odds.
fn best_live(table: &Table) -> u64 {
    let Some(hand) = table.hand() else { return 0 };
    let live = hand.seats().filter(|seat| hand.live_seats().contains(*seat));
    let value = |seat: Seat| -> u64 {
        hand.hole_cards(seat)
            .iter()
            .filter_map(|card| card.known_card())
            .map(|card| card.index() as u64)
            .sum()
    };
    live.map(value).max().unwrap_or(0)
}

/// Proves OLD-10: a harmless reaction computed from the true odds is caught.
#[test]
fn a_reaction_made_from_hidden_cards_is_caught() {
    let (differ, runs) = differing(&|frame, _, table, _| {
        frame["mood"] = json!(if best_live(table) > 75 { "gasp" } else { "hum" });
    });
    assert!(differ > 20, "{differ} of {runs}");
}

/// Proves SEC-04: a hint made from another player's cards, as the name of a hand, is caught.
#[test]
fn a_field_left_in_for_debugging_is_caught() {
    let (differ, runs) = differing(&|frame, fact, _, _| {
        if let TableFact::Hand(event) = &fact.what
            && let Fact::Cards(CardFact::HoleDealt { card, .. }) = &event.what
        {
            frame["debug"] = json!(card.known_card().map(|card| card.to_string()));
        }
    });
    assert!(differ > runs / 2, "{differ} of {runs}");
}

/// Proves OLD-02: a view for staff that has the cards is caught.
#[test]
fn a_view_for_staff_with_the_cards_is_caught() {
    let (differ, runs) = differing(&|frame, _, table, viewer| {
        let Some(hand) = table.hand().filter(|_| viewer == Viewer::Dealer || viewer == Viewer::Rail) else {
            return;
        };
        let cards: BTreeMap<String, Vec<Option<String>>> = hand
            .seats()
            .map(|seat| {
                let cards = hand.hole_cards(seat).iter();
                (seat.to_string(), cards.map(|card| card.known_card().map(|card| card.to_string())).collect())
            })
            .collect();
        frame["staff"] = json!(cards);
    });
    assert!(differ > runs / 5, "{differ} of {runs}");
}

/// Proves SEC-07: a board card that is sent before it is dealt is caught.
#[test]
fn a_board_card_sent_ahead_is_caught() {
    let deck = &decks()[0];
    let first = played(deck, "fff");
    let viewer = Viewer::Rail;
    let ahead = |deck: Vec<Card>| {
        move |frame: &mut Value, _: &TableEvent, _: &Table, _: Viewer| {
            frame["preload"] = json!(deck[9].to_string());
        }
    };
    let other = exchanged(deck, &shown_to(&first, viewer), 1);
    let second = played(&other, "fff");
    assert_eq!(stream(&first, viewer), stream(&second, viewer));
    let leaked = stream_with(&first, viewer, &ahead(deck.clone()));
    assert_ne!(leaked, stream_with(&second, viewer, &ahead(other)));
    assert!(names(&leaked, deck[9]), "the search finds it too");
}

fn names(texts: &[String], card: Card) -> bool {
    let quoted = format!("\"{card}\"");
    texts.iter().any(|text| text.contains(&quoted))
}

/// Every string in a frame that is a card, with its path.
fn cards_in(value: &Value, path: &str, found: &mut Vec<(String, String)>) {
    match value {
        Value::String(text) if text.len() == 2 && text.parse::<Card>().is_ok() => {
            found.push((path.to_owned(), text.clone()));
        }
        Value::Array(list) => list.iter().for_each(|value| cards_in(value, path, found)),
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| cards_in(value, &format!("{path}/{name}"), found));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Proves SEC-07 and SEC-01 in a whole room: with known decks over several hands, no client was ever sent a
/// card before it was dealt to that client, lay on the board, or was turned up; and never one that was not.
#[tokio::test]
async fn no_card_is_in_any_client_before_its_time() {
    let mut hall = Hall::open(8, 21, ConnectionLimits::USUAL).await;
    let table = hall.table("standard", &[]).await;
    let mut players: Vec<Client> = Vec::new();
    for person in 1..=4 {
        let mut player = hall.player(person);
        player.watch(table);
        player.until("snapshot").await;
        players.push(player);
    }
    let mut rail = hall.client(None, &[]);
    let mut other = hall.player(5);
    let mut runs = hall.client(Some(6), &[Role::Administrator]);
    for looks in [&mut rail, &mut other, &mut runs] {
        looks.watch(table);
        looks.until("snapshot").await;
    }
    for (at, player) in players.iter_mut().enumerate() {
        player.sit(table, at as u8 + 1, 200).await;
    }
    let mut hands = 0;
    let mut everybody: Vec<&mut Client> =
        players.iter_mut().chain([&mut rail, &mut other, &mut runs]).collect();
    let mut turns = 0;
    play(
        table,
        &mut everybody,
        &mut |_, frame| {
            turns += 1;
            // A fold now and then, so that folded hands are among those that nobody may see.
            if turns % 7 == 0 && frame["menu"]["fold"] == true {
                json!({ "do": "fold" })
            } else {
                passive(frame)
            }
        },
        &mut |at, frame| {
            hands += usize::from(at == 4 && ends_a_hand(frame));
            hands == 4
        },
    )
    .await;
    let mut looked = 0;
    for client in players.iter().chain([&rail, &other, &runs]) {
        let mut allowed: Vec<String> = Vec::new();
        for text in &client.heard {
            let frame: Value = serde_json::from_str(text).expect("JSON");
            for event in frame["events"].as_array().into_iter().flatten() {
                match event["e"].as_str().unwrap_or_default() {
                    "opened" => allowed.clear(),
                    "hole_dealt" if event["seat"].as_u64() == client.own && client.own.is_some() => {
                        allowed.extend(event["card"].as_str().map(str::to_owned));
                    }
                    "hole_dealt" => assert!(event["card"].is_null(), "another player's card: {event}"),
                    "board_dealt" => allowed.extend(event["card"].as_str().map(str::to_owned)),
                    "shown" | "cards_shown" => {
                        let cards = event["cards"].as_array().into_iter().flatten();
                        allowed.extend(cards.filter_map(|card| card.as_str()).map(str::to_owned));
                    }
                    _ => {}
                }
                let mut found = Vec::new();
                cards_in(event, "", &mut found);
                for (path, card) in found {
                    looked += 1;
                    assert!(allowed.contains(&card), "{card} at {path} before its time: {event}");
                }
            }
        }
    }
    assert!(looked > 100, "{looked} cards were checked");
    // The rail, another person and the administrator are sent the same bytes.
    let updates = |client: &Client| -> Vec<String> {
        client.heard.iter().filter(|text| text.contains("\"t\":\"update\"")).cloned().collect()
    };
    let (a, b, c) = (updates(&rail), updates(&other), updates(&runs));
    let shortest = a.len().min(b.len()).min(c.len());
    assert!(shortest > 50);
    assert_eq!(a[..shortest], b[..shortest]);
    assert_eq!(a[..shortest], c[..shortest]);
}

/// Proves SEC-05: the record that a player downloads has the player's own cards and those that were shown,
/// and no others.
#[test]
fn a_downloaded_hand_has_only_the_cards_its_owner_was_entitled_to() {
    for acts in ROUNDS {
        for deck in decks() {
            let hand = played(&deck, acts);
            for viewer in viewers() {
                let entitled: Vec<Card> =
                    shown_to(&hand, viewer).into_iter().map(|slot| deck[usize::from(slot)]).collect();
                let seen: Vec<VisibleEvent> = hand
                    .facts
                    .iter()
                    .filter(|(fact, _)| matches!(fact.what, TableFact::Hand(_)))
                    .map(|(fact, _)| visible_table_event(fact, viewer))
                    .collect();
                let text = server::tables::hands::phh(&seen, "1").expect("hold'em has words");
                assert_eq!(surplus(&text, &entitled), Vec::<Card>::new(), "{viewer:?}, {acts}: {text}");
            }
        }
    }
}

/// The cards that a record names and whose owner was not entitled to them.
fn surplus(text: &str, entitled: &[Card]) -> Vec<Card> {
    // Cards are in the acts: `d dh p1 AsKd`, `d db 7h8h9h`, `p1 sm AsKd`; and in `_cards_shown`: `p1 ??Kd`.
    let told = |line: &&str| line.trim_start().starts_with("actions") || line.starts_with("_cards_shown");
    let acts = text.lines().filter(told);
    let words = acts.flat_map(|line| line.split(['"', '\'', ' ', ',', '[', ']']));
    let mut named = Vec::new();
    for word in words.filter(|word| word.len() >= 2 && word.len().is_multiple_of(2) && word.is_ascii()) {
        let pairs = word.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap_or_default());
        named.extend(pairs.filter_map(|pair| pair.parse::<Card>().ok()));
    }
    named.retain(|card| !entitled.contains(card));
    named
}

/// Proves OLD-03: an export that was not reduced for its reader, with everybody's cards, is caught.
#[test]
fn an_unfiltered_export_is_caught() {
    let deck = &decks()[0];
    let hand = played(deck, "");
    let raw: Vec<table::Event> = hand
        .facts
        .iter()
        .filter_map(|(fact, _)| match &fact.what {
            TableFact::Hand(event) => Some(event.clone()),
            _ => None,
        })
        .collect();
    let record = history::record_from_events(&raw).expect("hold'em has words");
    let mut text = String::new();
    history::phh::write_hand(&record, Some("1"), &mut text).expect("written");
    let viewer = Viewer::Seat(seat(2));
    let entitled: Vec<Card> =
        shown_to(&hand, viewer).into_iter().map(|slot| deck[usize::from(slot)]).collect();
    assert!(surplus(&text, &entitled).len() >= 2, "the search finds the cards of others: {text}");
}

#[test]
fn chips_of_the_test_are_conserved() {
    let hand = played(&decks()[1], "rcccf");
    let table = &hand.facts.last().expect("facts").1;
    let sum = table.chairs().map(|(_, chair)| chair.stack).fold(Chips::ZERO, |sum, stack| sum + stack);
    assert_eq!(sum, chips(400));
}
