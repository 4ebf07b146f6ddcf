//! The hand that a pot is won with, in words: the kicker is named where it decided, and only there.
//!
//! What decides is worked out by hand from the order of comparison: the kind first, then the cards that make
//! it, then the side cards from the highest down.

use crate::check::report;

/// The pots and the hands that won them, line by line, without amounts: `1 main pot: pair of aces`.
fn won(text: &str) -> Vec<String> {
    let report = report(text);
    assert!(report.has_passed(), "{:?}", report.failures);
    let awards = report.events.iter().filter(|entry| entry.event == "awarded");
    awards
        .map(|entry| {
            let words = entry.describe();
            let (_, share) = words.split_once(" from ").expect("a share of a pot");
            let share =
                share.replace("the main pot", "main pot").replace("the high half of main pot", "high half");
            let share = share.replace("the low half of main pot", "low half");
            let seat = entry.seat.map_or(0, |seat| seat.number());
            let (pot, hand) = share.split_once(" with ").unwrap_or((&share, "nothing said"));
            format!("{seat} {pot}: {hand}")
        })
        .collect()
}

/// A heads-up hand of hold'em: both players' cards and the board, with other settings in `set`.
fn heads_up(set: &str, one: &str, other: &str, board: &str) -> Vec<String> {
    won(&format!(
        "house canberra-holdem-2018\ngame no-limit holdem 5/10\n{set}seats 1:50 2:50  button 1\n\
         cards 1 {one}; cards 2 {other}; board {board}\n2 all-in; 1 calls\n"
    ))
}

#[test]
fn a_kicker_that_decided_is_named_with_the_one_it_beats() {
    for (one, other, board, expected) in [
        // K-K-4-4-A against K-K-4-4-J.
        ("As2s", "JcTh", "Kd Kc 4h 4s 8d", "two pair, kings and fours, ace kicker; beats jack kicker"),
        // K-K-Q against K-K-J, with the ace of the board.
        ("KsQd", "KhJc", "Kd Ac 9h 4s 2d", "pair of kings, ace-queen kicker; beats ace-jack kicker"),
        // The third side card: K-K-A-9-8 against K-K-A-9-6.
        ("Ks8c", "Kh6c", "Kd Ac 9h 4s 2d", "pair of kings, ace-nine-eight kicker; beats ace-nine-six kicker"),
        ("7hAs", "7sKd", "7d 7c 9h 4s 2d", "three of a kind, sevens, ace kicker; beats king kicker"),
        ("As3s", "Kd3c", "7d 7c 7h 7s 2d", "four of a kind, sevens, ace kicker; beats king kicker"),
        // A-K-Q-9-7 against A-K-J-9-7.
        ("AsQd", "AhJc", "Kd 9c 7h 4s 2d", "ace high, king-queen kicker; beats king-jack kicker"),
        // K-Q-9-7-3 against K-J-9-7-5: the cards of a flush are not called kickers.
        ("Qh3h", "Jh5h", "Kh 9h 7h 4s 2d", "flush, king-queen high; beats king-jack high"),
    ] {
        assert_eq!(
            heads_up("", one, other, board),
            [format!("1 main pot: {expected}")],
            "{one} {other} {board}"
        );
        // Here the winner shows first, and the other hand is compared only where it is shown too.
        let both = heads_up("alter later_hands_may_muck false\n", other, one, board);
        assert_eq!(both, [format!("2 main pot: {expected}")], "{other} {one} {board}");
        let (alone, _) = expected.split_once("; beats").expect("the one beaten");
        let (named, _) = alone.rsplit_once(", ").expect("a kicker, or the high cards of a flush");
        let mucked = heads_up("", other, one, board);
        assert!(mucked[0].starts_with(&format!("2 main pot: {named}")), "{mucked:?}");
        assert!(!mucked[0].contains("kicker") && !mucked[0].contains("beats"), "{mucked:?}");
    }
}

#[test]
fn no_kicker_is_named_where_none_decided() {
    for (one, other, board, expected) in [
        // Kings and nines against kings and fours.
        ("9s2c", "4d2h", "Kd Kc 9h 4s 8d", "two pair, kings and nines"),
        ("Ks2c", "Qs2h", "Kd Qc 9h 4s 8d", "pair of kings"),
        // A kind without side cards, and different cards that make it.
        ("9s9c", "4d4c", "Kd Kc 9h 4s 8d", "full house, nines full of kings"),
        ("QsTc", "7s6c", "9d 8c Jh 5s 2d", "straight, queen high"),
        ("Ah3h", "Qh5h", "Kh 9h 7h 4s 2d", "flush, ace high"),
    ] {
        assert_eq!(
            heads_up("", one, other, board),
            [format!("1 main pot: {expected}")],
            "{one} {other} {board}"
        );
    }
    // Equal hands: both play the ace of the board.
    let mut equal = heads_up("", "Ks2c", "Kh3c", "Kd Ac 9h 8s 7d");
    equal.sort();
    assert_eq!(equal, ["1 main pot: pair of kings", "2 main pot: pair of kings"]);
}

#[test]
fn two_equal_hands_name_no_kicker_though_a_third_has_a_lower_one() {
    let awards =
        won("house canberra-holdem-2018\ngame no-limit holdem 5/10\nseats 1:50 2:50 3:50  button 3\n\
        cards 1 As2s; cards 2 Ad3c; cards 3 JcTh; board Kd Kc 4h 4s 8d\n3 all-in; 1 calls; 2 calls\n");
    assert_eq!(
        awards,
        ["1 main pot: two pair, kings and fours", "2 main pot: two pair, kings and fours"].map(str::to_owned)
    );
}

#[test]
fn each_pot_is_compared_among_those_who_can_win_it() {
    let mut awards =
        won("house canberra-holdem-2018\ngame no-limit holdem 5/10\nseats 1:100 2:300 3:300  button 3\n\
        cards 1 As2s; cards 2 Jc7h; cards 3 Th6c; board Kd Kc 4h 4s 8d\n3 all-in; 1 calls; 2 calls\n");
    awards.sort();
    assert_eq!(
        awards,
        [
            "1 main pot: two pair, kings and fours, ace kicker; beats jack kicker",
            "2 side pot 1: two pair, kings and fours, jack kicker; beats ten kicker",
        ]
        .map(str::to_owned)
    );
}

#[test]
fn a_hand_that_was_thrown_away_is_compared_with_nothing() {
    let shown = won("house canberra-holdem-2018\ngame no-limit holdem 5/10\nseats 1-6:1000  button 1\n\
        cards 4 AsKh; cards 2 AhQc; board 2c 7d Ad Jc 4s\n4 raises to 20; 5 6 1 fold; 2 calls; 3 folds\n\
        2 4 check\n2 4 check\n2 bets 50; 4 raises to 150; 2 calls\n2 mucks\n");
    assert_eq!(shown, ["4 main pot: pair of aces"]);
    let alone = won("house canberra-holdem-2018\ngame no-limit holdem 5/10\nseats 1-6:1000  button 1\n\
        4 raises to 20; 5 6 1 2 3 fold\n");
    assert_eq!(alone, ["4 main pot: nothing said"]);
}

#[test]
fn a_kicker_is_named_in_short_decks_with_the_joker_and_in_omaha() {
    assert_eq!(
        heads_up("set deck_cards 36\n", "As7s", "JcTh", "Kd Kc 9h 9s 6d"),
        ["1 main pot: two pair, kings and nines, ace kicker; beats jack kicker"]
    );
    // The joker is a third king in one of the hands; both have a queen or jack beside it.
    assert_eq!(
        heads_up("set joker true\n", "JoQd", "KsJd", "Kd 9c 7h 4s 2d"),
        ["1 main pot: pair of kings, queen kicker, joker as king; beats jack kicker"]
    );
    // Exactly two hole cards play: the fours of the board do not pair up beside the kings.
    let omaha = |set: &str, cards: &str| {
        won(&format!(
            "house canberra-omaha-2006\ngame no-limit omaha 5/10\n{set}seats 1:50 2:50  button 1\n{cards}\n\
             2 all-in; 1 calls\n"
        ))
    };
    assert_eq!(
        omaha("", "cards 1 AsTc7c6d; cards 2 QhJh7d6c; board Kd Kc 4h 4s 8d"),
        ["1 main pot: pair of kings, ace kicker; beats queen kicker"]
    );
    // High and low: a low hand is named by all of its ranks.
    assert_eq!(
        omaha("set showdown_mode high_low\n", "cards 1 AsTcJd9s; cards 2 QhJh5c6c; board Kd Kc 4h 3s 8d"),
        ["1 high half: pair of kings, ace kicker; beats queen kicker", "2 low half: 8-6-5-4-3"]
            .map(str::to_owned)
    );
}

#[test]
fn a_low_hand_has_no_kicker() {
    assert_eq!(
        heads_up("set showdown_mode low\n", "5s7h", "6s7c", "2d 3c 4h 8s Kd"),
        ["1 main pot: 7-5-4-3-2"]
    );
}
