//! Every check is shown to fail on a hand broken on purpose, and to pass on an intact one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use cards::{Card, HiddenCard};
use chips::Chips;
use seating::{Person, Seat};

use super::*;
use crate::command::{Act, Command, DeckAct, Play, Post};
use crate::hand::need::{Deal, Decision, Need};
use crate::hand::{BoardCard, BoardNumber, CardArray};
use crate::house::House;
use crate::lineup::{Entrant, Lineup};

/// Three players, the flop on the board and the first player on turn; all cards known, each with its slot.
/// The intact hand that most tests break.
fn at_the_flop() -> Hand {
    let book = rulebook::Book::named("canberra-holdem-2018").expect("built in");
    let house = Arc::new(House::of(&book.determine(&[]).expect("plain")).expect("played"));
    let stack = house.stakes.min_buy_in;
    let entrants =
        Seat::up_to(3).map(|seat| Entrant { seat, person: Person(u64::from(seat.number())), stack });
    let mut hand =
        Hand::open(Lineup::by_the_book(&house, 1, Seat::FIRST, entrants.collect())).expect("complete").0;
    while hand.boards.first().len() < 3 || !matches!(hand.phase, Phase::Betting(_)) {
        let act = match hand.next() {
            Need::Deal(Deal::Post(due)) => Post::Due.by(due.seat),
            Need::Deal(Deal::HoleCard { .. } | Deal::Burn | Deal::BoardCard) => next_card(&hand),
            Need::Decision(Decision::Act { seat }) => {
                let check = hand.menu().expect("a menu").check;
                if check { Play::Check.by(seat) } else { Play::Call.by(seat) }
            }
            other => panic!("{other:?} before the flop"),
        };
        hand.take(&Command::house(act), &mut Vec::new()).expect("legal");
    }
    hand
}

/// The card in a slot of the deck, which is ordered with the aces first and the deuces last; the tests'
/// boards follow from this order.
fn card_in(hand: &Hand, slot: u8) -> HiddenCard {
    let deck = hand.house().ranking.deck();
    HiddenCard::in_slot(slot, deck[deck.len() - 1 - usize::from(slot)])
}

/// The act that deals the card of the next slot.
fn next_card(hand: &Hand) -> Act {
    Act::Deck(DeckAct::Deal { card: card_in(hand, hand.dealt_count) })
}

/// Every check of the hand, as it is made at the end of one; `Ok` for an intact hand.
fn all(hand: &Hand) -> Result<(), BrokenInvariant> {
    hand.verify_cards()?;
    hand.verify_turn()?;
    hand.verify_chips()?;
    hand.verify_table()
}

/// What the checks find on the hand at the flop after a change that no fact makes.
fn broken(change: impl FnOnce(&mut Hand)) -> Result<(), BrokenInvariant> {
    let mut hand = at_the_flop();
    change(&mut hand);
    all(&hand)
}

/// The hand as if its facts had just been read back: not checked yet, so the next command checks all of it.
fn read_back(mut hand: Hand) -> Hand {
    hand.counted.0.changed = HandParts::ALL;
    hand
}

/// After a fact that was decided elsewhere, the whole hand is checked before the next command.
#[test]
fn a_hand_is_counted_anew_after_a_fact_that_was_decided_elsewhere() {
    let parts = |hand: &Hand| {
        [HandParts::CARDS, HandParts::TURN, HandParts::CHIPS]
            .map(|part| hand.counted.0.changed.intersects(part))
    };
    let mut hand = at_the_flop();
    assert_eq!(parts(&hand), [false; 3]);
    let seat = hand.next().turn().expect("a turn");
    let mut events = Vec::new();
    hand.clone().take(&Command::house(Play::Check.by(seat)), &mut events).expect("legal");
    hand.apply(&events[0]);
    assert_eq!(parts(&hand), [true; 3]);
}

/// An amount that is known to be valid.
fn chips(amount: u64) -> Chips {
    Chips::new(amount).expect("an amount")
}

/// The hands that the other tests break are intact to begin with.
#[test]
fn a_hand_that_was_only_played_holds() {
    assert_eq!(all(&at_the_flop()), Ok(()));
}

/// One change for each way in which chips can be wrong before pots are formed.
#[test]
fn chips_that_are_made_lost_or_moved_are_found() {
    assert_eq!(broken(|hand| hand.players[0].stack += chips(1)), Err(BrokenInvariant::Chips));
    assert_eq!(broken(|hand| hand.players[1].in_hand = Chips::ZERO), Err(BrokenInvariant::Chips));
    assert_eq!(broken(|hand| hand.commission_taken += chips(1)), Err(BrokenInvariant::Chips));
    let moved = |hand: &mut Hand| {
        hand.players[0].stack += hand.players[1].stack;
        hand.players[1].stack = Chips::ZERO;
    };
    assert_eq!(broken(moved), Err(BrokenInvariant::Stake));
    assert_eq!(
        broken(|hand| hand.players[0].in_round = hand.players[0].in_hand + chips(1)),
        Err(BrokenInvariant::Round)
    );
    let heap = |hand: &mut Hand| {
        hand.dead += chips(5);
        hand.total += chips(5);
    };
    assert_eq!(broken(heap), Err(BrokenInvariant::Middle));
    assert_eq!(broken(|hand| hand.phase = Phase::Closed), Err(BrokenInvariant::LeftInTheMiddle));
}

/// After a command, only the stakes that its facts moved are checked, against what they were before.
#[test]
fn a_stake_that_is_not_what_it_was_is_found_after_a_command() {
    let moved = |places: &[usize], change: fn(&mut Hand)| {
        let mut hand = at_the_flop();
        change(&mut hand);
        let stakes =
            |parts: HandParts, place: &usize| parts.union(HandParts::stake_of(hand.players[*place].seat));
        hand.verify_stakes(places.iter().fold(HandParts::NONE, stakes))
    };
    let bet = |hand: &mut Hand| {
        let player = &mut hand.players[0];
        player.stack = player.stack.above(chips(5));
        (player.in_hand, player.in_round) = (player.in_hand + chips(5), player.in_round + chips(5));
    };
    assert_eq!(moved(&[0], bet), Ok(()));
    let dead = |hand: &mut Hand| {
        hand.players[2].stack = hand.players[2].stack.above(chips(5));
        hand.dead += chips(5);
    };
    assert_eq!(moved(&[2], dead), Ok(()));
    assert_eq!(moved(&[0], |hand| hand.players[0].stack += chips(1)), Err(BrokenInvariant::Chips));
    assert_eq!(moved(&[1], |hand| hand.players[1].in_hand = Chips::ZERO), Err(BrokenInvariant::Chips));
    assert_eq!(moved(&[1], |hand| hand.dead += chips(1)), Err(BrokenInvariant::Chips));
    assert_eq!(moved(&[0], |hand| hand.commission_taken += chips(1)), Err(BrokenInvariant::Chips));
    let passed_on = |hand: &mut Hand| {
        hand.players[0].stack += hand.players[1].stack;
        hand.players[1].stack = Chips::ZERO;
    };
    assert_eq!(moved(&[0, 1], passed_on), Err(BrokenInvariant::Stake));
    let round = |hand: &mut Hand| hand.players[0].in_round = hand.players[0].in_hand + chips(1);
    assert_eq!(moved(&[0], round), Err(BrokenInvariant::Round));
}

/// A card that becomes known is counted against those known before.
#[test]
fn a_card_that_becomes_known_twice_is_found_after_a_command() {
    let mut hand = at_the_flop();
    assert_eq!(hand.verify_new_cards(), Ok(()));
    let new = card_in(&hand, hand.dealt_count).known_card().expect("a card");
    (hand.known, hand.times_known) = (hand.known | 1 << new.index(), hand.times_known + 1);
    assert_eq!(hand.verify_new_cards(), Ok(()));
    hand.remember_faces();
    hand.times_known += 1;
    assert_eq!(hand.verify_new_cards(), Err(BrokenInvariant::CardTwice));
}

/// A hand at its showdown after a called bet on every street. The board is K Q Q Q J; the first seat bet with
/// a pair of aces and shows queens full of aces; the seat with ace and king has only queens full of kings and
/// may muck.
fn at_the_showdown() -> Hand {
    let mut hand = at_the_flop();
    while !matches!(hand.phase, Phase::Showdown(_)) {
        let act = match hand.next() {
            Need::Deal(_) => next_card(&hand),
            Need::Decision(Decision::Act { seat }) => {
                let menu = hand.menu().expect("a menu");
                match (menu.raise, menu.check) {
                    (Some(raise), true) => Play::Raise { to: raise.least }.by(seat),
                    (None, true) => Play::Check.by(seat),
                    (_, false) => Play::Call.by(seat),
                }
            }
            other => panic!("{other:?} before the showdown"),
        };
        hand.take(&Command::house(act), &mut Vec::new()).expect("legal");
    }
    hand
}

/// At the showdown and after the hand: the pots, the payments and who may win.
#[test]
fn pots_that_are_not_what_was_put_in_are_found() {
    let pots = |change: fn(&mut Hand)| {
        let mut hand = at_the_showdown();
        change(&mut hand);
        all(&hand)
    };
    assert_eq!(pots(|_| {}), Ok(()));
    // The pots being shown for hold one chip too many.
    let larger = |hand: &mut Hand| {
        if let Phase::Showdown(showdown) = &mut hand.phase {
            showdown.pots = crate::pots::Pots::single(chips(1), 0b111);
        }
    };
    assert_eq!(pots(larger), Err(BrokenInvariant::Pots));
    let over = |change: fn(&mut Hand)| {
        let mut hand = at_the_showdown();
        while let Some(seat) = hand.next().to_show() {
            let show = if hand.next().decision().and_then(Decision::may_muck) == Some(true) {
                crate::command::Show::Muck
            } else {
                crate::command::Show::Hand { cards: crate::command::AS_DEALT }
            };
            hand.take(&Command::house(show.by(seat)), &mut Vec::new()).expect("legal");
        }
        assert!(hand.is_over() && hand.formed_pot_count > 0);
        change(&mut hand);
        all(&hand)
    };
    assert_eq!(over(|_| {}), Ok(()));
    // A pot that is too large, a seat paid more than its stack shows, and a returned bet that nobody got.
    assert_eq!(over(|hand| hand.formed_pot_amount += chips(1)), Err(BrokenInvariant::Pots));
    assert_eq!(over(|hand| hand.players[0].paid += chips(1)), Err(BrokenInvariant::Pots));
    assert_eq!(over(|hand| hand.players[2].paid += chips(1)), Err(BrokenInvariant::Pots));
    let moved = |hand: &mut Hand| {
        let all = hand.players[0].stack;
        hand.players[0].stack = Chips::ZERO;
        hand.players[1].stack += all;
    };
    assert_eq!(over(moved), Err(BrokenInvariant::Stake));
    let folded = |hand: &mut Hand| hand.change_player(1, |player| player.folded = true);
    assert_eq!(over(folded), Err(BrokenInvariant::Eligible));
}

/// Chips are checked before a command too: a refused command, which changes nothing, does not hide that they
/// are wrong.
#[test]
fn chips_are_counted_before_a_command() {
    let mut hand = read_back(at_the_flop());
    hand.players[2].stack += chips(1);
    let refused = Act::Deck(DeckAct::Shuffle { cards: 52 });
    let taken = catch_unwind(AssertUnwindSafe(|| hand.take(&Command::house(refused), &mut Vec::new())));
    let why = taken.expect_err("the hand is broken");
    assert_eq!(
        why.downcast_ref::<String>().map(String::as_str),
        Some("hand 1 is broken: chips were made or lost")
    );
}

/// One change for each way in which a card can be wrong.
#[test]
fn cards_that_are_missing_doubled_or_foreign_are_found() {
    assert_eq!(broken(|hand| hand.burned = CardArray::EMPTY), Err(BrokenInvariant::Deck));
    assert_eq!(broken(|hand| hand.dealt_count += 1), Err(BrokenInvariant::Deck));
    assert_eq!(
        broken(|hand| hand.boards.cards_mut(BoardNumber::FIRST).push(HiddenCard::UNKNOWN)),
        Err(BrokenInvariant::Deck)
    );
    assert_eq!(broken(|hand| hand.players[0].dealt = 1), Err(BrokenInvariant::Deck));
    assert_eq!(broken(|hand| hand.discards.push(HiddenCard::UNKNOWN)), Err(BrokenInvariant::Deck));
    assert_eq!(broken(|hand| hand.times_known += 1), Err(BrokenInvariant::CardTwice));
    let doubled = |hand: &mut Hand| {
        hand.players[0].cards[0] = HiddenCard::of(hand.boards.first()[2].known_card().expect("known"))
    };
    assert_eq!(broken(doubled), Err(BrokenInvariant::CardTwice));
    let from = |hand: &mut Hand| {
        let slot = hand.players[1].cards[1].slot().expect("numbered");
        hand.players[0].cards[0] =
            HiddenCard::in_slot(slot, hand.players[0].cards[0].known_card().expect("known"));
    };
    assert_eq!(broken(from), Err(BrokenInvariant::SlotTwice));
    assert_eq!(
        broken(|hand| hand.players[0].cards[0] = HiddenCard::of(Card::JOKER)),
        Err(BrokenInvariant::CardNotInDeck)
    );
    assert_eq!(broken(|hand| hand.players[0].cards[0] = HiddenCard::UNKNOWN), Err(BrokenInvariant::Known));
    let beyond = |hand: &mut Hand| {
        hand.players[0].cards[0] =
            HiddenCard::in_slot(52, hand.players[0].cards[0].known_card().expect("known"));
    };
    assert_eq!(broken(beyond), Err(BrokenInvariant::Deck));
}

/// A card that left a hand still belongs to the deck: it lies among the discards and nowhere else.
#[test]
fn a_card_that_was_discarded_is_counted_with_the_deck() {
    let discards = |hand: &mut Hand| {
        let player = &mut hand.players[0];
        let last = usize::from(player.dealt) - 1;
        let card = std::mem::replace(&mut player.cards[last], HiddenCard::UNKNOWN);
        player.dealt -= 1;
        hand.discards.push(card);
        card
    };
    let discarded = |hand: &mut Hand| _ = discards(hand);
    assert_eq!(broken(discarded), Ok(()));
    let lost = |hand: &mut Hand| {
        discards(hand);
        hand.discards = CardArray::EMPTY;
    };
    assert_eq!(broken(lost), Err(BrokenInvariant::Deck));
    let twice = |hand: &mut Hand| {
        let card = discards(hand);
        hand.players[1].cards[0] = card;
    };
    assert_eq!(broken(twice), Err(BrokenInvariant::CardTwice));
}

/// The same with a second board that shares the flop of the first: shared cards count once.
#[test]
fn cards_of_a_further_board_that_are_missing_doubled_or_foreign_are_found() {
    let second = BoardNumber::ALL[1];
    // The turn and the river dealt again after the flop, from the next slots of the deck.
    let again = |hand: &mut Hand| {
        for slot in [hand.dealt_count, hand.dealt_count + 1] {
            let card = card_in(hand, slot);
            let dealt = crate::event::CardFact::BoardDealt { card, board: second, shares: 3 };
            super::super::apply::HandFact::apply(&dealt, hand, rule::BOARD_FOLLOWS_BETTING);
        }
    };
    let after = |change: fn(&mut Hand)| {
        broken(|hand| {
            again(hand);
            change(hand);
        })
    };
    assert_eq!(after(|_| {}), Ok(()));
    let third = |hand: &mut Hand| {
        let card = HiddenCard::UNKNOWN;
        hand.boards.deal(BoardCard { board: BoardNumber::ALL[2], shares: 3, card });
    };
    assert_eq!(after(third), Err(BrokenInvariant::Deck));
    assert_eq!(after(|hand| hand.dealt_count -= 1), Err(BrokenInvariant::Deck));
    let doubled = |hand: &mut Hand| {
        let own = hand.boards.get(BoardNumber::ALL[1])[4].known_card().expect("known");
        hand.players[0].cards[0] = HiddenCard::of(own);
    };
    assert_eq!(after(doubled), Err(BrokenInvariant::CardTwice));
    // The first board is changed without the board that shares its flop; the set of known cards stays the
    // same.
    let other_flop = |hand: &mut Hand| {
        let first = hand.boards.first().to_vec();
        let cards = hand.boards.cards_mut(BoardNumber::FIRST);
        *cards = CardArray::EMPTY;
        first.iter().rev().for_each(|card| cards.push(*card));
    };
    assert_eq!(after(other_flop), Err(BrokenInvariant::Shared));
}

/// The turn, the betting round and the stored counts of players.
#[test]
fn a_turn_of_nobody_and_players_counted_wrong_are_found() {
    let turn =
        |hand: &Hand| if let Phase::Betting(betting) = hand.phase { usize::from(betting.turn) } else { 9 };
    assert_eq!(broken(|hand| hand.players[turn(hand)].folded = true), Err(BrokenInvariant::Turn));
    assert_eq!(broken(|hand| hand.players[turn(hand)].all_in = true), Err(BrokenInvariant::Turn));
    let betting = |hand: &mut Hand, change: fn(&mut crate::betting::Betting)| {
        if let Phase::Betting(betting) = &mut hand.phase {
            change(betting);
        }
    };
    assert_eq!(broken(|hand| betting(hand, |betting| betting.turn = 3)), Err(BrokenInvariant::Turn));
    assert_eq!(broken(|hand| betting(hand, |betting| betting.round = 4)), Err(BrokenInvariant::Street));
    assert_eq!(broken(|hand| hand.live = 2), Err(BrokenInvariant::Players));
    assert_eq!(broken(|hand| hand.able = 2), Err(BrokenInvariant::Players));
}

/// Chips of a seat that no fact of a command names are checked when the betting round closes.
#[test]
fn chips_of_a_seat_that_did_not_act_are_counted_at_the_rounds_end() {
    let mut hand = at_the_flop();
    let mut acts = 0;
    let taken = catch_unwind(AssertUnwindSafe(|| {
        hand.players[2].stack += chips(1);
        while let Some(seat) = hand.next().turn() {
            hand.take(&Command::house(Play::Check.by(seat)), &mut Vec::new()).expect("legal");
            acts += 1;
        }
    }));
    let why = taken.expect_err("the hand is broken");
    let why = why.downcast_ref::<String>().map(String::as_str);
    assert_eq!((why, acts), (Some("hand 1 is broken: chips were made or lost"), 2));
}

/// No command is decided on a broken hand, and no command that breaks a hand returns its events.
#[test]
fn a_broken_hand_stops_before_and_after_a_command() {
    let stops = |hand: &mut Hand, act: Act| {
        let taken = catch_unwind(AssertUnwindSafe(|| hand.take(&Command::house(act), &mut Vec::new())));
        let why = taken.expect_err("the hand is broken");
        why.downcast_ref::<String>().cloned().unwrap_or_default()
    };
    let mut hand = read_back(at_the_flop());
    let seat = hand.next().turn().expect("a turn");
    hand.dealt_count += 1;
    let refused = stops(&mut hand, Act::Deck(DeckAct::Shuffle { cards: 52 }));
    assert_eq!(refused, "hand 1 is broken: the cards on the table are not those that left the deck");
    // The hand is intact before the command, and the command breaks it.
    let mut hand = at_the_flop();
    let bettor = hand.index_of(seat);
    hand.players[bettor].stack += chips(1);
    let least = hand.menu().expect("a menu").raise.expect("a bet is open").least;
    let bet = stops(&mut hand, Play::Raise { to: least }.by(seat));
    assert_eq!(bet, "hand 1 is broken: chips were made or lost");
}
