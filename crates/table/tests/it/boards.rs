//! Hands with several boards: what the boards share, who wins on each, and each board's part of the pots
//! (Dunedin 50, 51, 74(c)).

use std::sync::Arc;

use cards::{Card, HiddenCard};
use chips::Chips;
use rulebook::Book;
use seating::{Person, Seat, Seats, Viewer};
use table::view::View;
use table::*;

use crate::any::{chips, plain};

/// The second board, and the third.
const SECOND: BoardNumber = BoardNumber::ALL[1];
const THIRD: BoardNumber = BoardNumber::ALL[2];

fn card(text: &str) -> Card {
    text.parse().expect("a card")
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

/// The house book without burn cards; all chips go in as antes.
fn house(settings: &[(&str, &str)]) -> Arc<House> {
    let mut determined = plain(Book::named("standard").expect("built in"))
        .with_value("forced_bets", "antes")
        .with_value("ante_opener", "may_check")
        .with_value("burn", "false");
    for (name, value) in settings {
        determined = determined.with_value(name, value);
    }
    Arc::new(House::of(&determined).unwrap_or_else(|problems| panic!("{problems:?}")))
}

/// A hand in which seats 1, 2, .. put in these amounts and check to the last board card. The button is the
/// last seat.
struct Scene<'a> {
    settings: &'a [(&'a str, &'a str)],
    put_in: &'a [u64],
    holes: &'a [&'a [&'a str]],
    /// The whole first board; for each other board, the cards after the shared flop.
    boards: &'a [&'a [&'a str]],
}

/// What each seat keeps in its stack, so that nobody is all-in.
const LEFT: u64 = 1_000;

impl Scene<'_> {
    /// Plays the scene to its end; returns the hand and its events.
    fn play(&self) -> (Hand, Vec<Event>) {
        let house = house(self.settings);
        let seats: Vec<Seat> = Seat::up_to(self.put_in.len() as u8).collect();
        let each = || seats.iter().copied().zip(self.put_in);
        let lineup = Lineup {
            house: Arc::clone(&house),
            number: 1,
            button: *seats.last().expect("players"),
            entrants: each()
                .map(|(seat, in_pot)| Entrant {
                    seat,
                    person: Person(u64::from(seat.number())),
                    stack: chips(in_pot + LEFT),
                })
                .collect(),
            dues: each()
                .map(|(seat, in_pot)| DuePost { seat, kind: PostKind::Ante, amount: chips(*in_pot) })
                .collect(),
            returning: Seats::NONE,
            deck: DeckSource::Prepared,
            record: RecordOverrides::default(),
        };
        let mut hand = Hand::from_lineup(Arc::new(lineup));
        let mut events = Vec::new();
        loop {
            let deal = |text: &str| Act::Deck(DeckAct::Deal { card: HiddenCard::of(card(text)) });
            let act = match hand.next() {
                Need::Deal(Deal::Post(due)) => Post::Due.by(due.seat),
                Need::Deal(Deal::HoleCard { seat }) => {
                    deal(self.holes[usize::from(seat.number()) - 1][hand.hole_cards(seat).len()])
                }
                Need::Deal(Deal::BoardCard) => {
                    let lie = hand.boards().first().len();
                    if lie == 4 {
                        self.deal_again(&mut hand, &mut events);
                    }
                    deal(self.boards[0][lie])
                }
                Need::Decision(Decision::Act { seat }) => Play::Check.by(seat),
                Need::Decision(Decision::Show { seat, .. }) => Show::Muck.by(seat),
                Need::Deal(Deal::Burn | Deal::Shuffle | Deal::Cut) => panic!("nothing is burned or shuffled"),
                Need::Nothing => return (hand, events),
            };
            hand.take(&Command::house(act.clone()), &mut events)
                .unwrap_or_else(|refusal| panic!("{act:?}: {refusal}"));
        }
    }

    /// Deals the cards of the other boards after the flop.
    fn deal_again(&self, hand: &mut Hand, events: &mut Vec<Event>) {
        for (number, again) in BoardNumber::ALL.into_iter().zip(self.boards).skip(1) {
            for text in *again {
                let what =
                    CardFact::BoardDealt { card: HiddenCard::of(card(text)), board: number, shares: 3 };
                let cause = events.last().map_or(1, |event: &Event| event.cause);
                let event =
                    Event { what: Fact::Cards(what), rule: rulebook::rule::BOARD_FOLLOWS_BETTING, cause };
                hand.apply(&event);
                events.push(event);
            }
        }
    }

    /// What each seat is paid.
    fn paid(&self) -> Vec<u64> {
        let (hand, _) = self.play();
        let seats = Seat::up_to(self.put_in.len() as u8);
        seats.map(|seat| hand.stack(seat).get() - LEFT).collect()
    }
}

/// Aces lose to kings on the second board: its river is a king.
const ACES: &[&str] = &["As", "Ad"];
const KINGS: &[&str] = &["Ks", "Kd"];
const FIRST_BOARD: &[&str] = &["Qh", "9c", "5s", "2d", "3h"];
const BLANKS: &[&str] = &["2h", "3d"];
const KING: &[&str] = &["2h", "Kh"];

fn aces_against_kings<'a>(put_in: &'a [u64], boards: &'a [&'a [&'a str]]) -> Scene<'a> {
    Scene { settings: &[], put_in, holes: &[ACES, KINGS], boards }
}

fn shown(boards: &Boards) -> Vec<String> {
    let text = |board: &[HiddenCard]| {
        let cards: Vec<String> =
            board.iter().map(|card| card.known_card().expect("known").to_string()).collect();
        cards.join(" ")
    };
    boards.each().map(text).collect()
}

#[test]
fn a_board_that_is_dealt_again_shares_what_lay_before() {
    let (hand, events) = aces_against_kings(&[100, 100], &[FIRST_BOARD, KING]).play();
    assert_eq!(shown(hand.boards()), ["Qh 9c 5s 2d 3h", "Qh 9c 5s 2h Kh"]);
    // Seven cards lie on the boards, the flop once.
    assert_eq!(hand.boards().cards().count(), 7);
    assert_eq!(shown(View::of(&hand, Viewer::Rail).boards()), shown(hand.boards()));
    let mut again = Hand::from_lineup(Arc::clone(hand.lineup()));
    events.iter().for_each(|event| again.apply(event));
    assert!(again == hand, "the facts of two boards rebuild a different hand");
}

#[test]
fn two_boards_of_their_own_share_nothing() {
    let mut boards = Boards::EMPTY;
    let deal = |boards: &mut Boards, board, text| {
        boards.deal(BoardCard { board, shares: 0, card: HiddenCard::of(card(text)) });
    };
    for (one, other) in [("Qh", "Qs"), ("9c", "9d"), ("5s", "5d")] {
        deal(&mut boards, BoardNumber::FIRST, one);
        deal(&mut boards, SECOND, other);
    }
    assert_eq!(shown(&boards), ["Qh 9c 5s", "Qs 9d 5d"]);
    assert_eq!(boards.cards().count(), 6);
}

/// DU-50.3: half of each pot is won on each board.
#[test]
fn each_board_has_its_half_of_the_pot() {
    let both = [FIRST_BOARD, KING];
    // [1] Each wins one board of a pot of 400; [2] one wins both.
    assert_eq!(aces_against_kings(&[200, 200], &both).paid(), [200, 200]);
    assert_eq!(aces_against_kings(&[200, 200], &[FIRST_BOARD, BLANKS]).paid(), [400, 0]);
    // [3] Both hold ace-king: the first board is tied, 100 each; on the second seat 2 alone has a flush.
    let tied = Scene {
        settings: &[],
        put_in: &[200, 200],
        holes: &[&["As", "Kd"], &["Ah", "Kh"]],
        boards: &[&["Qh", "9c", "5h", "2d", "3c"], &["2c", "4h"]],
    };
    assert_eq!(tied.paid(), [100, 300]);
    // [4] A main pot of 300 for three seats and a side pot of 100 for two. On the first board seat 1 wins the
    // main pot and seat 2 the side pot; seat 3 wins the second board.
    let side = Scene {
        settings: &[],
        put_in: &[100, 150, 150],
        holes: &[ACES, KINGS, &["Js", "Jd"]],
        boards: &[FIRST_BOARD, &["2h", "Jh"]],
    };
    assert_eq!(side.paid(), [150, 50, 150 + 50]);
    // RIT03-D: main pot 300, side pot 400. The boards get 150 each of the main pot and 200 each of the side
    // pot.
    let side = Scene { put_in: &[100, 300, 300], ..side };
    assert_eq!(side.paid(), [150, 200, 350]);
}

/// DU-51, DU-74c, and the general custom (engine cases, 57).
#[test]
fn the_first_board_has_the_odd_chip() {
    let fives = |put_in: &'static [u64], boards: &'static [&'static [&'static str]]| Scene {
        settings: &[("smallest_chip", "5")],
        ..aces_against_kings(put_in, boards)
    };
    const EACH_ONE: &[&[&str]] = &[FIRST_BOARD, KING];
    const KINGS_FIRST: &[&[&str]] = &[&["Qh", "9c", "5s", "2h", "Kh"], &["2d", "3h"]];
    // A third seat, which loses both boards, makes the pot odd with its chips.
    let odd = |scene: Scene<'static>, third: &'static [&'static str]| Scene {
        holes: Box::leak(Box::new([ACES, KINGS, third])),
        ..scene
    };
    const THIRD_HAND: &[&str] = &["8s", "7d"];
    // 155 in chips of 5: 80 and 75. 405, with the other player winning the second board: 205 and 200
    // (RIT01-D).
    assert_eq!(odd(fives(&[75, 75, 5], EACH_ONE), THIRD_HAND).paid(), [80, 75, 0]);
    assert_eq!(odd(fives(&[200, 200, 5], EACH_ONE), THIRD_HAND).paid(), [205, 200, 0]);
    assert_eq!(odd(fives(&[200, 200, 5], KINGS_FIRST), THIRD_HAND).paid(), [200, 205, 0]);
    // 401 in chips of 1: 201 and 200.
    let ones = aces_against_kings(&[200, 200, 1], EACH_ONE);
    assert_eq!(odd(ones, THIRD_HAND).paid(), [201, 200, 0]);
}

/// A main pot of 301 and a side pot of 101: 151 and 51 on the first board, 150 and 50 on the second (DU-51
/// [2]).
#[test]
fn the_odd_chip_of_every_pot_goes_to_the_first_board() {
    // Seat 4 put one chip into the main pot and seat 3 put chips into both pots; neither wins anything.
    let scene = Scene {
        settings: &[],
        put_in: &[150, 150, 101, 1],
        holes: &[ACES, KINGS, &["8s", "7d"], &["8h", "6d"]],
        boards: &[FIRST_BOARD, KING],
    };
    // Levels: 1 chip from each of four seats, 100 more from three, 49 more from two: pots of 4, 300 and 98.
    // The first board pays seat 1 2 + 150 + 49, and the second board pays seat 2 the same.
    assert_eq!(scene.paid(), [201, 201, 0, 0]);
    // Pots of 4 * 1, 3 * 99 = 297 and 2 * 50 = 100: 2 + 149 + 50 and 2 + 148 + 50.
    let scene = Scene { put_in: &[150, 150, 100, 1], ..scene };
    assert_eq!(scene.paid(), [201, 200, 0, 0]);
}

/// DU-74c [2]: each half is shared separately, and the odd chip between equal hands goes by the highest hole
/// card.
#[test]
fn equal_hands_share_what_their_board_has() {
    let scene = Scene {
        settings: &[("smallest_chip", "5"), ("odd_chip", "highest_hole_card"), ("odd_chip_tiebreak", "suit")],
        put_in: &[75, 75, 5],
        holes: &[&["Ad", "Kd"], &["As", "Kc"], &["8s", "7d"]],
        boards: &[FIRST_BOARD, BLANKS],
    };
    // Each player gets 40 of the 80; of the 75 each gets 35, and the ace of spades the odd 5.
    assert_eq!(scene.paid(), [75, 80, 0]);
}

#[test]
fn three_boards_have_a_third_each_and_the_first_ones_the_odd_chips() {
    // 200 in thirds: 67, 67 and 66. Aces win the first and third boards, kings the second.
    let boards: &[&[&str]] = &[FIRST_BOARD, KING, &["2c", "3c"]];
    let scene = Scene { settings: &[], put_in: &[100, 99, 1], holes: &[ACES, KINGS, &["8s", "7d"]], boards };
    // Pots: 3 for three seats, 2 * 98 = 196 for two, and 1 that goes back to seat 1 as uncalled, even though
    // it was an ante.
    let (hand, events) = scene.play();
    let parts: Vec<(BoardNumber, u64)> = events
        .iter()
        .filter_map(|event| match event.what {
            Fact::Pots(PotFact::Awarded { board, amount, .. }) => Some((board, amount.get())),
            _ => None,
        })
        .collect();
    let first = BoardNumber::FIRST;
    assert_eq!(parts, [(first, 1), (SECOND, 1), (THIRD, 1), (first, 66), (SECOND, 65), (THIRD, 65)]);
    assert_eq!(hand.stack(seat(1)).get() - LEFT, 1 + (1 + 66) + (1 + 65));
    assert_eq!(hand.stack(seat(2)).get() - LEFT, 1 + 65);
}

/// Commission is taken once from the whole pot, before the boards get their parts (engine cases, 57).
#[test]
fn commission_is_taken_once_of_the_whole_pot() {
    let scene = Scene {
        settings: &[
            ("commission_method", "pot"),
            ("commission_percent", "5"),
            ("commission_blinds_only_exempt", "false"),
        ],
        ..aces_against_kings(&[200, 200], &[FIRST_BOARD, KING])
    };
    let (_, events) = scene.play();
    let taken: Vec<u64> = events
        .iter()
        .filter_map(|event| match &event.what {
            Fact::Pots(fact) => fact.commission().map(|(_, amount)| amount.get()),
            _ => None,
        })
        .collect();
    // 5 percent of 400.
    assert_eq!(taken, [20]);
    assert_eq!(scene.paid(), [190, 190]);
}

/// A hand that lost the first board but wins the second must be shown and may not be mucked.
#[test]
fn a_hand_that_wins_on_one_board_is_shown() {
    let who = |boards: &[&[&str]]| {
        let (_, events) = aces_against_kings(&[100, 100], boards).play();
        let at_showdown = |event: &Event| match &event.what {
            Fact::Cards(fact) => fact.showdown_act(),
            _ => None,
        };
        events.iter().filter_map(at_showdown).collect::<Vec<_>>()
    };
    assert_eq!(who(&[FIRST_BOARD]), [(seat(1), true), (seat(2), false)]);
    assert_eq!(who(&[FIRST_BOARD, BLANKS]), [(seat(1), true), (seat(2), false)]);
    assert_eq!(who(&[FIRST_BOARD, KING]), [(seat(1), true), (seat(2), true)]);
}

#[test]
fn every_viewer_is_told_what_a_hand_makes_on_each_board_and_with_what_each_was_won() {
    let (hand, _) = aces_against_kings(&[100, 100], &[FIRST_BOARD, KING]).play();
    let view = View::of(&hand, Viewer::Rail);
    let made: Vec<String> = view
        .hands_on_boards()
        .iter()
        .map(|made| format!("{} {} {}", made.seat, made.board, made.high.as_ref().expect("high")))
        .collect();
    assert_eq!(
        made,
        [
            "1 board 1 pair of aces",
            "2 board 1 pair of kings",
            "1 board 2 pair of aces",
            "2 board 2 three of a kind, kings"
        ]
    );
    let won: Vec<(BoardNumber, Seat)> =
        view.winning_hands().iter().map(|won| (won.board, won.seat)).collect();
    assert_eq!(won, [(BoardNumber::FIRST, seat(1)), (SECOND, seat(2))]);
    let part = PotPart { pot: 0, board: SECOND, half: PotHalf::Whole };
    assert!(
        hand.winning_hand(part, seat(2))
            .is_some_and(|won| won.to_string().contains("three of a kind, kings"))
    );
    assert_eq!(hand.winning_hand(part, seat(1)), None);
}

/// A pot that nobody contests is not divided by board, because it was not won on a board.
#[test]
fn the_last_player_has_the_whole_pot() {
    let scene = aces_against_kings(&[100, 300], &[FIRST_BOARD, KING]);
    let (hand, events) = scene.play();
    let returned: Chips = events
        .iter()
        .filter_map(|event| match &event.what {
            Fact::Chips(fact) => fact.returned_bet().map(|(_, amount)| amount),
            _ => None,
        })
        .sum();
    // What nobody matched went back, or is a pot that only its owner can win: seat 2 gets it either way.
    let own = events.iter().any(|event| {
        matches!(event.what, Fact::Pots(PotFact::Awarded { pot: 1, board: BoardNumber::FIRST, .. }))
    });
    assert!(own || returned == chips(200));
    assert_eq!(hand.stack(seat(1)).get() - LEFT, 100);
    assert_eq!(hand.stack(seat(2)).get() - LEFT, 300);
}
