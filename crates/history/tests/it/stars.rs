//! The text of PokerStars.

use history::{AmountUnit, ForeignText, RecordedAct, RecordedLimit, RecordedPot, Unplayable, stars};

use crate::{data, one_text};

fn message_after(from: &str, to: &str) -> String {
    let text = data("reference.txt");
    assert!(text.contains(from), "{from}");
    one_text(&text.replace(from, to)).expect_err("unread").to_string()
}

#[test]
fn the_reference_hand_is_read_in_full() {
    let record = one_text(&data("reference.txt")).expect("read");
    assert_eq!(record.unit, AmountUnit::Cents { currency: "AUD".into() });
    assert_eq!(record.button, Some(7));
    assert_eq!(record.players.iter().map(|p| p.seat).collect::<Vec<_>>(), [2, 5, 7]);
    assert_eq!(record.players.iter().map(|p| p.stack.get()).collect::<Vec<_>>(), [40000, 12000, 51500]);
    assert_eq!(record.players.iter().map(|p| p.blind.get()).collect::<Vec<_>>(), [200, 500, 0]);
    assert_eq!(record.limit, RecordedLimit::NoLimit { smallest_bet: "500".parse().expect("five dollars") });
    let acts = |of: fn(&RecordedAct) -> bool| record.steps.iter().filter(|step| of(&step.act)).count();
    assert_eq!(acts(|act| matches!(act, RecordedAct::Hole(..))), 3);
    assert_eq!(acts(|act| matches!(act, RecordedAct::Board(_))), 3);
    assert_eq!(acts(|act| matches!(act, RecordedAct::To(..))), 4);
    assert_eq!(
        acts(|act| matches!(act, RecordedAct::Fold(_))),
        1,
        "what Ana said about a fold was not a fold"
    );
    assert_eq!(acts(|act| matches!(act, RecordedAct::Show(..))), 2);
    assert_eq!(
        record.stated.uncalled.iter().map(|(p, a)| (p.number(), a.get())).collect::<Vec<_>>(),
        [(1, 8000)]
    );
    let collected: Vec<_> =
        record.stated.collected.iter().map(|(p, a, pot)| (p.number(), a.get(), *pot)).collect();
    assert_eq!(collected, [(1, 20000, RecordedPot::Side(1)), (2, 35000, RecordedPot::Main)]);
    assert_eq!(record.stated.total_pot.map(|a| a.get()), Some(56000));
    assert_eq!(record.stated.commission.map(|a| a.get()), Some(1000));
    assert!(record.notes.is_empty(), "{:?}", record.notes);
}

#[test]
fn line_endings_marks_and_code_pages_change_nothing() {
    let text = data("reference.txt").replace("Ana", "Änne €");
    let plain = one_text(&text).expect("read");
    assert_eq!(
        one_text(&format!("\u{feff}\n{}", text.replace('\n', "\r\n"))).expect("read").steps.len(),
        plain.steps.len()
    );
    let wide: Vec<u8> =
        [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    assert_eq!(one_text(&history::decode_text(&wide)).expect("read"), plain);
    let western: Vec<u8> = text
        .chars()
        .map(|c| if c == '€' { 0x80 } else { u8::try_from(u32::from(c)).expect("western") })
        .collect();
    assert_eq!(one_text(&history::decode_text(&western)).expect("read"), plain);
}

#[test]
fn names_may_hold_colons_brackets_and_money() {
    let text = data("reference.txt").replace("Ana", "Ana: folds ($5 in chips)").replace("Ben", "Ana");
    let record = one_text(&text).expect("read");
    assert_eq!(record.names[0].as_ref(), "Ana: folds ($5 in chips)");
    assert_eq!(record.steps.len(), one_text(&data("reference.txt")).expect("read").steps.len());
}

#[test]
fn posts_out_of_turn_are_live_and_their_small_blinds_dead() {
    let seats = "Seat 7: Cho ($515 in chips)\nSeat 8: Dee ($100 in chips)\nSeat 9: Eve ($100 in chips)";
    let posts = "Ben: posts big blind $5\nDee: posts small & big blinds $7\nEve: posts big blind $5";
    let acts = "Dee: folds\nEve: folds\nCho: raises $10 to $15";
    let text = data("reference.txt")
        .replace("Seat #7", "Seat #9")
        .replacen("Seat 7: Cho ($515 in chips)", seats, 1)
        .replace("Ben: posts big blind $5", posts)
        .replace("Cho: raises $10 to $15", acts);
    let record = one_text(&text).expect("read");
    let posted: Vec<_> =
        record.players.iter().map(|p| (p.seat, p.blind.get(), p.dead.get(), p.is_out_of_turn)).collect();
    assert_eq!(
        posted,
        [(2, 200, 0, false), (5, 500, 0, false), (7, 0, 0, false), (8, 500, 200, true), (9, 500, 0, true)]
    );
}

#[test]
fn a_second_small_blind_is_dead_unless_the_first_call_counts_it() {
    let hand = |call: &str| {
        format!(
            "PokerStars Hand #1:  Hold'em No Limit ($1/$2 USD) - 2020/01/01 0:00:00 ET
Table 'T' 6-max Seat #4 is the button
Seat 1: A ($100 in chips)
Seat 2: B ($100 in chips)
Seat 3: C ($100 in chips)
Seat 4: D ($100 in chips)
A: posts small blind $1
B: posts big blind $2
C: posts small blind $1
*** HOLE CARDS ***
C: calls {call}
D: folds
A: folds
B: checks
*** SUMMARY ***
Total pot $5 | Rake $0
"
        )
    };
    let post = |call: &str| {
        let player = one_text(&hand(call)).expect("read").players[2];
        (player.blind.get(), player.dead.get(), player.is_out_of_turn)
    };
    assert_eq!(post("$2"), (0, 100, false));
    assert_eq!(post("$1"), (100, 0, true));
}

#[test]
fn a_short_post_stands_for_the_whole_blind() {
    let text = "PokerStars Game #2: Tournament #3, 1FPP Hold'em No Limit - Level III (100/200) - 2010/06/04 19:53:18 WET
Table '3 11' 6-max Seat #1 is the button
Seat 1: A (1580 in chips)
Seat 2: B (430 in chips)
Seat 3: C (200 in chips) is sitting out
Seat 4: D (30 in chips)
Seat 5: E (900 in chips) out of hand (moved from another table into small blind)
A: posts the ante 40
B: posts the ante 40
C: posts the ante 40
D: posts the ante 30 and is all-in
B: posts small blind 100
C: posts big blind 160 and is all-in
*** HOLE CARDS ***
A: folds
B: calls 100
*** SUMMARY ***
";
    let record = one_text(text).expect("read");
    assert_eq!(record.unit, AmountUnit::Chips);
    let posted: Vec<_> = record.players.iter().map(|p| (p.seat, p.ante.get(), p.blind.get())).collect();
    assert_eq!(posted, [(2, 40, 100), (3, 40, 200), (4, 40, 0), (1, 40, 0)]);
}

#[test]
fn an_ante_that_not_everybody_owes_lies_dead() {
    let text = "PokerStars Hand #2: Tournament #3, $1+$0.10 USD Hold'em No Limit - Level III (100/200) - 2020/06/04 19:53:18 ET
Table '3 11' 6-max Seat #1 is the button
Seat 1: A (1580 in chips)
Seat 2: B (430 in chips)
Seat 3: C (2000 in chips)
C: posts the ante 200
B: posts small blind 100
C: posts big blind 200
*** HOLE CARDS ***
A: folds
B: folds
Uncalled bet (100) returned to C
C collected 400 from pot
*** SUMMARY ***
";
    let record = one_text(text).expect("read");
    assert_eq!((record.players[1].ante.get(), record.players[1].dead.get()), (0, 200));
}

#[test]
fn hands_run_twice_and_cancelled_hands_say_so() {
    let text = data("reference.txt").replace("*** RIVER ***", "*** FIRST RIVER ***");
    let record = one_text(&text).expect("read");
    assert_eq!(record.unplayable_reason, Some(Unplayable::RunTwice));
    assert_eq!(Unplayable::RunTwice.to_string(), "run twice: several boards are not played yet");
    let text = data("reference.txt").replace("*** SHOW DOWN ***", "Hand cancelled");
    assert_eq!(one_text(&text).expect("read").unplayable_reason, Some(Unplayable::Cancelled));
}

#[test]
fn texts_of_other_sites_are_named_and_not_guessed_at() {
    for (line, kind) in [
        (
            "Full Tilt Poker Game #33729180182: Table Narit (6 max) - FL Hold'em - $0.05/$0.10",
            "a Full Tilt hand history",
        ),
        (
            "Bovada Hand #2596795140 TBL#951467 HOLDEM  Fixed Limit - 2012-04-03 17:59:46",
            "a Bovada hand history",
        ),
        (
            "Poker Hand #TM247772064: Tournament #5259595, Daily Special Hold'em No Limit",
            "a GGPoker hand history",
        ),
        ("PokerStars Tournament #88, No Limit Hold'em", "a PokerStars tournament summary"),
        ("***** Hand History for Game 123 *****", "a PartyPoker hand history"),
    ] {
        let failure = one_text(line).expect_err("not read");
        assert!(failure.is_foreign());
        assert_eq!(failure.kind.to_string(), format!("not read: {kind}; only PokerStars text is"));
    }
    let mixed =
        format!("{}\n\nBovada Hand #1 x\nSeat 1: y\n\n{}", data("reference.txt"), data("reference.txt"));
    let oks: Vec<_> = stars::hands(&mixed).map(|hand| hand.is_ok()).collect();
    assert_eq!(oks, [true, false, true]);
    let failure = one_text("Dear reader,\nthis is a letter.\n").expect_err("not read");
    assert!(failure.is_foreign() && failure.kind == ForeignText::Unknown.into(), "{failure}");
}

#[test]
fn two_first_lines_of_another_site_are_one_hand() {
    for (text, count) in [
        ("#Game No : 123\n***** 888poker Hand History for Game 123 *****\n$1/$2 Blinds\n", 1),
        ("<?xml version=\"1.0\"?>\n<session sessioncode=\"1\">\n<general>\n", 1),
        ("Poker Hand #HD1: x\ny\nPoker Hand #HD2: x\n", 2),
    ] {
        assert_eq!(stars::hands(text).count(), count, "{text}");
    }
}

#[test]
fn each_fault_is_reported_with_its_line() {
    for (from, to, expected) in [
        ("Hold'em No Limit", "Whist", "line 1, hand 1: `PokerStars Hand #1287:  Whist ($2/$5 AUD)"),
        (
            "Seat #7 is",
            "Seat #77 is",
            "line 2, hand 1: `77 is the button` is not a seat: expected a number from 1 to 23",
        ),
        ("Table '4'", "Tisch '4'", "line 1, hand 1: the line that says where the button is"),
        (
            "Seat 5: Ben ($120",
            "Seat 2: Ben ($120",
            "line 4, hand 1: seat 2 is listed twice: a seat has one player",
        ),
        ("Seat 5: Ben ($120", "Seat 5: Ben ($0", "line 1, hand 1: the stack of Ben is 0"),
        ("Cho: bets $100", "Cho: bets much", "line 17, hand 1: `Cho: bets much` has no valid amount"),
        ("Cho: bets $100", "Cho: bets $1.005", "line 17, hand 1: `Cho: bets $1.005` has no valid amount"),
        ("Cho: bets $100", "Cho: bets $000", "line 17, hand 1: `Cho: bets $000` is for nothing"),
        ("Cho: bets $100", "Cho: leaps", "line 17, hand 1: `leaps` is not a known act"),
        ("Cho: bets $100", "Dee: bets $100", "line 17, hand 1: `Dee` acts but is not in the list of seats"),
        ("[Kd 7s 2c]\n", "[Kd 7s 2x]\n", "line 15, hand 1: `FLOP *** [Kd 7s 2x]` has no cards in brackets"),
        ("[2d]\n", "[Ks]\n", "line 1, hand 1: Ks is dealt to p2 and to the board: a deck has each card once"),
        ("posts big blind", "posts a big blind", "line 7, hand 1: `posts a big blind` is not a known post"),
    ] {
        let message = message_after(from, to);
        assert!(message.starts_with(expected), "{from} -> {to}\n{message}\n{expected}");
    }
}

#[test]
fn a_line_that_is_not_understood_is_noted() {
    let text = data("reference.txt").replace("Cho: bets $100", "A bird flies by\nCho: bets $100");
    let record = one_text(&text).expect("read");
    assert_eq!(record.notes, ["line 17: `A bird flies by` was not understood and is left out"]);
}
