//! Impossible input is rejected with a clear one-line message.

use cards::Choice;
use odds::{BatchColumns, Range, ShowdownGame, Spot, SpotError, parse_cards};

/// The error message for this input.
fn refusal(game: &str, deck: &str, board: &str, dead: &str, hands: &[&str]) -> String {
    let game: ShowdownGame = game.parse().unwrap();
    let choice = Choice { deck: deck.parse().unwrap(), ..Choice::default() };
    let hands: Result<Vec<Range>, _> = hands.iter().map(|hand| Range::parse(hand, game)).collect();
    let spot = hands.map_err(SpotError::Range).and_then(|hands| {
        Spot::new(game, choice, parse_cards(board).unwrap(), &parse_cards(dead).unwrap(), hands)
    });
    spot.unwrap_err().to_string()
}

#[test]
fn a_spot_that_cannot_be_is_refused_with_the_reason() {
    let cases = [
        (
            ("holdem", "52", "", "", &["AsAh", "AsKd"][..]),
            "As appears twice: each card can be in only one place",
        ),
        (("holdem", "36", "", "", &["AsAh", "5s5d"]), "5s is not in the deck of 36 cards"),
        (("holdem", "52", "", "", &["AsAh"]), "expected 2 to 23 hands, found 1"),
        (
            ("holdem", "52", "AsAh", "Ad", &["AA", "KK"]),
            "no hand of player 1's range is left: all need cards known to be elsewhere or not in the deck of 52 cards",
        ),
        (
            ("omaha", "52", "", "", &["AsAh", "KsKhQsQh"]),
            "character 1: `AsAh` is not a hand: expected 4 hole cards in omaha, found 2",
        ),
        (
            ("omaha", "52", "", "", &["AA", "KsKhQsQh"]),
            "character 1: `AA` is not a hand: write 4 cards as in `AsKdQhJc`, or `random`",
        ),
        (
            ("manila", "32", "", "", &["AA", "KsKhQs"]),
            "character 1: `AA` is not a hand: write 3 cards as in `AsKdQh`, or `random`",
        ),
        (
            ("holdem", "52", "", "", &["AsAs,KK", "QQ"]),
            "character 1: `AsAs` is not a hand: it contains As twice",
        ),
        (
            ("manila", "32", "", "", &["random"; 10]),
            "10 players are too many for 32 cards: expected at most 9",
        ),
    ];
    for ((game, deck, board, dead, hands), reason) in cases {
        assert_eq!(refusal(game, deck, board, dead, hands), reason);
    }
}

#[test]
fn twenty_three_play_holdem_with_52_cards_and_fifteen_manila() {
    for (game, most) in [(ShowdownGame::Holdem, 23), (ShowdownGame::Manila, 15)] {
        let hands = |players| vec![Range::Random; players];
        assert!(Spot::new(game, Choice::default(), Vec::new(), &[], hands(most)).is_ok());
        assert!(Spot::new(game, Choice::default(), Vec::new(), &[], hands(most + 1)).is_err());
    }
}

#[test]
fn a_part_that_cannot_be_read_is_reported_with_its_position() {
    for (text, expected) in [
        ("", "character 1: `` is not a hand: nothing here"),
        ("QQ, ,AK", "character 5: `` is not a hand: nothing here"),
        ("QQ+, AKx", "character 6: `AKx` is not a hand: write cards as in `AsKd`"),
        ("QQ, T9s-64s", "character 5: `T9s-64s` is not a hand: its two ends share neither"),
        (
            "A5s-A2o",
            "character 1: `A5s-A2o` is not a hand: its two ends must both have `s`, both `o`, or neither",
        ),
        ("Q9-K9", "character 1: `Q9-K9` is not a hand: its two ends share neither"),
        ("QQ:0.5, AK:2", "character 12: `2` is not a hand: expected a weight above 0 and at most 1"),
        ("QQ:0", "character 4: `0` is not a hand: expected a weight above 0"),
        ("QQ:", "character 4: `` is not a hand: expected a weight above 0"),
        ("QQ:0.12345", "character 4: `0.12345` is not a hand: expected a weight above 0"),
        ("QQ:-1", "character 4: `-1` is not a hand: expected a weight above 0"),
        ("QQ:0.5, QsQh", "character 9: `QsQh` is not a hand: QsQh has a different weight in an earlier part"),
        ("QQ, random", "character 5: `random` is not a hand: `random` must be the only part"),
        ("AsKsQs", "character 1: `AsKsQs` is not a hand: expected 2 hole cards in holdem, found 3"),
        ("ÄÄ, QX", "character 1: `ÄÄ` is not a hand"),
        ("QQ, ÄÄ", "character 5: `ÄÄ` is not a hand"),
    ] {
        let message = Range::parse(text, ShowdownGame::Holdem).unwrap_err().to_string();
        assert!(message.starts_with(expected), "{text}: {message}");
    }
    assert!(
        Range::parse("random", ShowdownGame::Omaha).is_ok()
            && Range::parse(" Random ", ShowdownGame::Holdem).is_ok()
    );
    // Two known and two unknown cards in Omaha: any two of the other 51.
    match Range::parse("AsKs????", ShowdownGame::Omaha).unwrap() {
        Range::Hands(hands) => assert_eq!(hands.len(), 51 * 50 / 2),
        Range::Random => panic!("not any hand"),
    }
}

#[test]
fn ranges_are_the_starting_hands_they_name() {
    let hands = |text: &str| match Range::parse(text, ShowdownGame::Holdem).unwrap() {
        Range::Hands(hands) => hands.len(),
        Range::Random => 0,
    };
    let cases = [
        ("AA", 6),
        ("QQ+", 18),
        ("AKs", 4),
        ("AKo", 12),
        ("AK", 16),
        ("KQo", 12),
        ("ATs+", 16),
        ("JJ-88", 24),
        ("88-JJ", 24),
        ("A5s-A2s", 16),
        ("22+", 78),
        ("QQ+, AKs", 22),
        ("AKs, AK", 16),
        ("AsKs", 1),
        ("As Ks, Ks As", 1),
        ("A2+", 192),
        ("32s", 4),
        // Both cards step down: T9, 98, 87, 76, 65.
        ("T9s-65s", 20),
        ("65s-T9s", 20),
        ("T8o-64o", 60),
        ("KQ-JT", 48),
        ("AKs-QJs", 12),
        ("109s-65s", 20),
        ("10s10h", 1),
        ("1010+", 30),
        // Six pairs of aces, four aces with each of 48 cards (12 of them suited), and four with the joker.
        ("A?", 6 + 4 * 48 + 4),
        ("?A", 6 + 4 * 48 + 4),
        ("A?s", 48),
        ("A?o", 6 + 4 * 36),
        // Any two of 53 cards including the joker; and the ace of spades with any of the others.
        ("??", 53 * 52 / 2),
        ("As??", 52),
        ("QQ:0.5", 6),
        ("QQ:0.5, AKs:.25,AsKd : 1", 11),
        ("QQ:1, QQ", 6),
    ];
    for (text, number) in cases {
        assert_eq!(hands(text), number, "{text}");
    }
    for text in ["", "A", "AX", "AAs", "QQ-AK", "AKx", "K", "1s2s", "AsKsQs", "AK++", "-", "é"] {
        assert!(Range::parse(text, ShowdownGame::Holdem).is_err(), "{text}");
    }
}

#[test]
fn a_row_that_cannot_be_answered_is_refused_with_the_reason() {
    let header = "id,game,deck,joker,ace_low,mode,low_ace,board,holes";
    let columns = BatchColumns::of(header).unwrap();
    let cases = [
        (
            "1,holdem,52,0,1,high,low,Ah 5h 6c Ts 2h,9d 4h|9d 7h",
            "9d appears twice: each card can be in only one place",
        ),
        ("1,holdem,52,0,1,high,low,Ah 5h 6c Ts 2h,9d 4h|Jo 7h", "Jo is not in the deck of 52 cards"),
        (
            "1,holdem,53,0,1,high,low,Ah 5h 6c Ts 2h,9d 4h",
            "`53` is not a deck: expected 52, 48, 44, 40, 36 or 32 cards",
        ),
        (
            "1,holdem,52,0,1,hi,low,Ah 5h 6c Ts 2h,9d 4h",
            "column mode: expected high, low, hilo or hilo8, found `hi`",
        ),
        ("1,holdem,52,2,1,high,low,Ah 5h 6c Ts 2h,9d 4h", "column joker: expected 0 or 1, found `2`"),
        ("1,holdem,52,0,1,high,low,Ah 5h 6c Ts,9d 4h", "expected a board of 5 cards, found 4"),
        ("1,omaha,52,0,1,high,low,Ah 5h 6c Ts 2h,9d 4h", "expected 4 hole cards in omaha, found 2"),
        ("1,holdem,52", "column joker is missing"),
        (
            "1,manila,32,0,1,high,low,Ah Kh Qc Ts 9h,As Ks Qs|Js Jh Jd|Ts Th Td|9s 9h 9d|8s 8h 8d|7s 7h 7d|Ac Kc Qh|Jc Tc 9c|Ad Kd Qd|7c 8c 8c",
            "10 players are too many for 32 cards: expected at most 9",
        ),
    ];
    for (row, reason) in cases {
        assert_eq!(columns.answer(row).unwrap_err().to_string(), reason);
    }
    let twice = columns.answer(cases[0].0).unwrap_err();
    let source = std::error::Error::source(&twice).and_then(|source| source.downcast_ref());
    assert!(matches!(source, Some(SpotError::Twice(_))), "{source:?}");
    assert_eq!(
        BatchColumns::of("id,game").unwrap_err().to_string(),
        "column deck is missing: the first line names the columns"
    );
}
