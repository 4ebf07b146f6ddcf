//! What is stored, sent and replayed of hands that a person dealt.

use std::collections::BTreeSet;

use cards::Card;
use room::archive::{HandReveal, replay_hand, reveal_hand};
use room::audit::Audit;
use room::entry::{self, TableEntry};
use room::keeper::Pace;
use room::port::StoredRecord;
use room::requests::{Dealer, DealerWish, FactView, Outbound, Standing};
use room::state::TableState;
use seating::{Actor, Person, Role};
use table::{Fact, Table, TableFact};

use super::{
    DEALER, board, cards, checks_or_calls, dealt, entries, need, records, says, shows, to_the_showdown,
};
use crate::keeper::bench::{Bench, TABLE, house, seat};

#[test]
fn nothing_of_a_deck_is_drawn_sealed_or_published() {
    let mut bench = to_the_showdown(2);
    let first = need(&bench).and_then(|need| need.to_show()).expect("somebody shows").number();
    says(&mut bench, shows(first, "Qd 5c"));
    says(&mut bench, DealerWish::Mucks { seat: seat(3 - first) });
    assert_eq!(bench.decks, 0, "no entropy was drawn");
    for entry in entries(&bench) {
        assert!(
            !matches!(entry, TableEntry::Deck { .. } | TableEntry::Cut(_) | TableEntry::Opening(_)),
            "{entry:?}"
        );
    }
    for record in records(&bench) {
        assert!(!record.body.contains("\"slot\""), "a slot of a deck: {}", record.body);
    }
}

/// The known cards in what a viewer was sent, and whether any card named its slot.
fn told_to(bench: &Bench, watcher: room::keeper::WatcherId) -> (BTreeSet<Card>, bool) {
    let mut seen = BTreeSet::new();
    let mut slots = false;
    let mut look = |card: &cards::HiddenCard| {
        seen.extend(card.known_card());
        slots |= card.slot().is_some();
    };
    for what in &bench.sent[&watcher] {
        match what {
            Outbound::Snapshot(view) => {
                if let Some(hand) = &view.hand {
                    assert_eq!((&hand.commitment, &hand.cut), (&None, &None));
                    assert!(hand.openings.is_empty());
                    hand.players.iter().flat_map(|player| &player.cards).for_each(&mut look);
                    hand.boards.cards().for_each(&mut look);
                }
            }
            Outbound::Update(update) => {
                for fact in &update.facts {
                    let FactView::Table(seen) = fact else {
                        assert!(
                            !matches!(fact, FactView::Deck { .. } | FactView::Cut(_) | FactView::Opening(_)),
                            "{fact:?}"
                        );
                        continue;
                    };
                    let TableFact::Hand(event) = &seen.event().what else { continue };
                    let Fact::Cards(fact) = &event.what else { continue };
                    fact.hole_card().iter().for_each(|(_, card)| look(card));
                    fact.board_card().iter().for_each(|dealt| look(&dealt.card));
                    let shown = fact.show().and_then(|(_, show)| show.cards());
                    shown.iter().flatten().for_each(&mut look);
                }
            }
            Outbound::Presence { .. } | Outbound::Chat(_) | Outbound::Elsewhere | Outbound::Ended { .. } => {}
        }
    }
    (seen, slots)
}

/// Proves SEC-01: a card that a person dealt is in no view before it lies face up, not even its own player's.
#[test]
fn every_viewer_is_sent_the_cards_that_lie_face_up_and_nothing_of_the_others() {
    let mut bench = Bench::by_hand(&house("standard", &[]), 2, 200);
    let watchers = [bench.watch(Some(1), None), bench.watch(Some(2), None), bench.watch(None, None)];
    says(&mut bench, DealerWish::Open);
    says(&mut bench, DealerWish::HoleCards);
    let mut up = BTreeSet::new();
    for street in ["7h Qs 2c", "Jd", "9s"] {
        checks_or_calls(&mut bench);
        says(&mut bench, DealerWish::Burn);
        says(&mut bench, board(street));
        up.extend(cards(street));
        for watcher in watchers {
            assert_eq!(told_to(&bench, watcher), (up.clone(), false), "no slot of a deck, no card face down");
        }
    }
    checks_or_calls(&mut bench);
    let first = need(&bench).and_then(|need| need.to_show()).expect("somebody shows").number();
    says(&mut bench, shows(first, "Qd 5c"));
    up.extend(cards("Qd 5c"));
    says(&mut bench, DealerWish::Mucks { seat: seat(3 - first) });
    for watcher in watchers {
        assert_eq!(told_to(&bench, watcher), (up.clone(), false));
    }
    let late = bench.watch(Some(u64::from(3 - first)), None);
    assert_eq!(told_to(&bench, late), (up, false), "not even to the player who held them");
}

/// A hand interrupted and then read by a room with a different key: nothing is lost, because nothing was
/// sealed.
#[test]
fn another_key_of_the_room_loses_nothing_of_a_hand_dealt_by_hand() {
    let mut bench = dealt(2);
    bench.keys = std::sync::Arc::new(fair::RoomKey::new([9; 32]).expect("a key"));
    bench.crash();
    assert!(bench.keeper.state().hand_in_play().is_some_and(|hand| !hand.is_void()));
    assert_eq!(bench.keeper.state().standing, Standing::Open);
    checks_or_calls(&mut bench);
    says(&mut bench, DealerWish::Burn);
}

#[test]
fn the_audit_decides_every_hand_again_and_knows_who_may_deal() {
    let mut bench = to_the_showdown(2);
    let first = need(&bench).and_then(|need| need.to_show()).expect("somebody shows").number();
    says(&mut bench, shows(first, "Qd 5c"));
    says(&mut bench, shows(3 - first, "Qh Jc"));
    let read = |change: &dyn Fn(&mut StoredRecord)| {
        let mut audit = Audit::new(None);
        for link in bench.store.links() {
            let mut record = link.record.clone();
            change(&mut record);
            audit.take(&record).map_err(|difference| difference.problem.to_string())?;
        }
        audit.finish().map(|(counts, _)| counts).map_err(|error| error.to_string())
    };
    let counts = read(&|_| {}).expect("the records follow");
    assert_eq!((counts.hands, counts.openings), (1, 0));
    // 2 blinds, 4 hole cards, 2 + 3 * 2 bets, 3 burns, 5 board cards, 2 shows.
    assert_eq!(counts.acts, 2 + 4 + 8 + 3 + 5 + 2);
    let by_a_player = read(&|record| {
        if record.kind == "deal" && record.by.person == Person(DEALER) {
            record.by.role = Role::Player;
        }
    });
    assert_eq!(by_a_player, Err(format!("person {DEALER} dealt in the role player")));
    let by_the_software = read(&|record| {
        if record.kind == "deal" && record.by.person == Person(DEALER) {
            record.by = Actor::HOUSE;
        }
    });
    assert_eq!(by_the_software, Err("person 0 dealt in the role dealer".to_owned()));
    // A pot that went to the weaker hand.
    let other = read(&|record| record.body = record.body.replace("Jc", "3c"));
    assert!(other.is_err(), "{other:?}");
    let twice = read(&|record| record.body = record.body.replace("Jc", "7h"));
    assert!(twice.is_err(), "{twice:?}");
}

#[test]
fn a_hand_is_played_again_for_each_viewer_with_the_cards_that_lay_face_up() {
    let mut bench = to_the_showdown(2);
    let first = need(&bench).and_then(|need| need.to_show()).expect("somebody shows").number();
    says(&mut bench, shows(first, "Qd 5c"));
    says(&mut bench, DealerWish::Mucks { seat: seat(3 - first) });
    for person in [None, Some(Person(1)), Some(Person(2))] {
        let replay =
            replay_hand(bench.store.as_ref(), &bench.keys, (TABLE, 1), person).expect("read").expect("over");
        assert_eq!((replay.before.dealer, replay.check.openings_checked), (Dealer::Person, 0));
        assert!(replay.check.is_balanced());
        assert_eq!(replay.players.iter().map(|dealt| dealt.stack_after.get()).sum::<u64>(), 400);
    }
    let whole = reveal_hand(bench.store.as_ref(), &bench.keys, (TABLE, 1)).expect("read");
    assert!(matches!(whole, Some(HandReveal::DealtByHand)), "{whole:?}");
}

/// Where the software deals the entry is unchanged, without a dealer; a table where a person deals reads back
/// as one.
#[test]
fn who_deals_is_stored_where_it_is_not_the_software() {
    let made = |dealer: Dealer| {
        let (_, opened) = Table::open_with_deck(house("standard", &[]), dealer.deck());
        let (name, opened) = ("Elm".to_owned(), Box::new(opened));
        TableEntry::Made { table: 1, name, opener: Person(5), bots: Vec::new(), opened, dealer }
    };
    for (dealer, stored) in [(Dealer::Software, false), (Dealer::Person, true)] {
        let written = entry::to_body(&[made(dealer)]).expect("written");
        assert_eq!(written.contains("\"dealer\":\"person\""), stored, "{written}");
        assert_eq!(written.contains("\"dealer\""), stored, "{written}");
        assert_eq!(entry::from_body(&written).expect("read"), [made(dealer)]);
    }
    for (mut bench, stored) in
        [(dealt(2), true), (Bench::new(&house("standard", &[]), Pace::AT_ONCE, 2), false)]
    {
        if !stored {
            bench.seat_all(2, 200);
        }
        let start = records(&bench).into_iter().rev().find(|record| record.start).expect("a hand was opened");
        assert!(start.body.contains("\"entry\":\"snapshot\""));
        assert_eq!(start.body.contains("\"dealer\""), stored);
    }
}

#[test]
fn a_table_is_not_read_whose_dealer_its_records_contradict() {
    let (_, opened) = Table::open_in_room(house("standard", &[]));
    let made = TableState::create(1, "Elm", Person(5), &[], &opened, Dealer::Person);
    assert!(made.is_err(), "its deck is the software's");
    let (_, opened) = Table::open_with_deck(house("practice", &[]), Dealer::Person.deck());
    assert!(
        TableState::create(1, "Elm", Person(5), &[Person(77)], &opened, Dealer::Person).is_err(),
        "programs"
    );
    // A deck that is sealed where a person deals.
    let mut software = Bench::new(&house("standard", &[]), Pace::AT_ONCE, 2);
    software.seat_all(2, 200);
    let deck = entries(&software)
        .into_iter()
        .find(|entry| matches!(entry, TableEntry::Deck { .. }))
        .expect("a deck");
    let mut state = dealt(2).keeper.state().clone();
    assert!(state.apply(&mut deck.clone(), None).is_err());
}
