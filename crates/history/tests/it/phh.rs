//! The Poker Hand History notation.

use std::error::Error as _;

use history::{AmountUnit, CardError, HandRecord, RecordedAct, RecordedLimit, phh};

use crate::{data, one_phh};

const SOUND: &str = "variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 150, 90]
actions = ['d dh p1 ????', 'd dh p2 AsKd', 'd dh p3 7h7c', 'p3 cbr 6', 'p1 f', 'p2 f']
";

/// The error for a text with one thing changed.
fn message_after(from: &str, to: &str) -> String {
    assert!(SOUND.contains(from), "{from}");
    one_phh(&SOUND.replace(from, to)).expect_err("unread").to_string()
}

fn written(record: &HandRecord) -> String {
    let mut out = String::new();
    phh::write_hand(record, None, &mut out).expect("a code");
    out
}

/// The record without its line numbers.
fn unplaced(mut record: HandRecord) -> HandRecord {
    record.origin.line = 0;
    record.steps.iter_mut().for_each(|step| step.line = 0);
    record
}

#[test]
fn the_reference_hand_is_read_in_full() {
    let record = one_phh(&data("reference.phh")).expect("read");
    assert_eq!(record.players.iter().map(|p| p.seat).collect::<Vec<_>>(), [2, 5, 7]);
    assert_eq!(record.players.iter().map(|p| p.stack.get()).collect::<Vec<_>>(), [400, 120, 515]);
    assert_eq!(record.players.iter().map(|p| p.blind.get()).collect::<Vec<_>>(), [2, 5, 0]);
    assert_eq!(record.limit, RecordedLimit::NoLimit { smallest_bet: "5".parse().expect("five") });
    assert_eq!(record.steps.len(), 20);
    assert_eq!(record.comments[0].text.as_ref(), "all-in");
    assert_eq!(record.steps[5].line, 9, "the act stands on the second line of the list");
    assert_eq!(record.names[2].as_ref(), "Cho");
    assert_eq!(record.stated.commission.map(|c| c.get()), Some(10));
    assert_eq!(record.stated.finishing_stacks.iter().map(|s| s.get()).collect::<Vec<_>>(), [380, 350, 295]);
    assert_eq!(record.extras.get("table"), Some("'4'"));
    assert_eq!(record.unit, AmountUnit::Chips);
}

#[test]
fn a_hand_written_and_read_again_is_the_same() {
    let record = one_phh(&data("reference.phh")).expect("read");
    let text = written(&record);
    let again = one_phh(&text).expect("read again");
    assert_eq!(written(&again), text, "and written again byte for byte");
    let (mut first, mut second) = (unplaced(record), unplaced(again));
    // A file with a currency and no unit counts chips: the currency code itself is among the extra fields.
    first.extras = Default::default();
    second.extras = Default::default();
    assert_eq!(first, second);
}

#[test]
fn of_two_players_the_button_posts_the_first_blind() {
    let text = "variant = 'NT'
antes = [0, 3]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 150]
actions = []
";
    let record = one_phh(text).expect("read");
    let posted: Vec<_> = record.players.iter().map(|p| (p.blind.get(), p.dead.get())).collect();
    assert_eq!(posted, [(2, 3), (1, 0)]);
    assert!(written(&record).contains("antes = [0, 3]\nblinds_or_straddles = [1, 2]\n"));
}

#[test]
fn antes_are_matched_or_dead_as_the_file_says() {
    let ante = |status: &str| {
        let text = SOUND.replace("[0, 0, 0]", "[0, 5, 0]") + status;
        let player = one_phh(&text).expect("read").players[1];
        (player.ante.get(), player.dead.get())
    };
    assert_eq!(ante("ante_trimming_status = true\n"), (5, 0));
    assert_eq!(ante("ante_trimming_status = false\n"), (0, 5));
    assert_eq!(ante(""), (0, 5), "false when it is not stated");
}

#[test]
fn a_negative_blind_is_a_live_post_out_of_turn() {
    let record = one_phh(&SOUND.replace("[1, 2, 0]", "[1, 2, -2]")).expect("read");
    assert_eq!((record.players[2].blind.get(), record.players[2].is_out_of_turn), (2, true));
    assert!(written(&record).contains("blinds_or_straddles = [1, 2, -2]"));
}

#[test]
fn fractions_are_kept_exactly() {
    let text = SOUND.replace("[200, 150, 90]", "[200.25, 150.0, 90]").replace("cbr 6", "cbr 6.5");
    let record = one_phh(&text).expect("read");
    assert_eq!(record.decimals, 2);
    assert_eq!(record.players.iter().map(|p| p.stack.get()).collect::<Vec<_>>(), [20025, 15000, 9000]);
    assert!(record.steps.iter().any(|step| matches!(step.act, RecordedAct::To(_, to) if to.get() == 650)));
    let text = written(&record);
    assert!(text.contains("starting_stacks = [200.25, 150, 90]"), "{text}");
    assert!(text.contains("'p3 cbr 6.5'"), "{text}");
}

#[test]
fn all_ways_of_writing_toml_give_the_same_hand() {
    let plain = unplaced(one_phh(SOUND).expect("read"));
    let ways = [
        SOUND.replace('\n', "\r\n"),
        format!("\u{feff}{SOUND}"),
        SOUND.replace('\'', "\""),
        SOUND.replace(", ", " ,\n  # a note\n "),
        SOUND.replace("variant", "  \"variant\""),
        SOUND.replace("200", "2_00"),
        SOUND.replace("'p3 cbr 6'", "\"p3\\u0020cbr 6\""),
        SOUND.replace("'p3 cbr 6'", "'''\np3 cbr 6'''"),
        SOUND.replace("200", "+200.00"),
    ];
    for way in &ways {
        assert_eq!(unplaced(one_phh(way).expect(way)), plain, "{way}");
    }
}

#[test]
fn a_bracket_at_the_start_of_a_line_inside_a_list_begins_no_hand() {
    let text = format!("[1]\n{SOUND}_seen = [\n[1, 2],\n[3],\n]\n[2]\n{SOUND}");
    let hands: Vec<_> = phh::hands(&text).collect::<Result<_, _>>().expect("two hands");
    assert_eq!(hands.len(), 2);
    assert_eq!(hands[0].extras.get("_seen"), Some("[\n[1, 2],\n[3],\n]"));
    assert_eq!((hands[1].origin.hand.as_str(), hands[1].origin.line), ("2", 12));
}

#[test]
fn after_a_broken_hand_the_next_is_read() {
    let broken = SOUND.replace("'p2 f']", "'p2 f'");
    let text = format!("[1]\n{SOUND}[2]\n{broken}[3]\n{SOUND}\n[4]\n{}", SOUND.replace("AsKd", "AsXd"));
    let hands: Vec<_> = phh::hands(&text).collect();
    let oks: Vec<_> = hands.iter().map(Result::is_ok).collect();
    assert_eq!(oks, [true, false, true, false]);
    let message = hands[1].as_ref().expect_err("broken").to_string();
    assert!(message.starts_with("line 14, hand 2: "), "{message}");
    let message = hands[3].as_ref().expect_err("broken").to_string();
    assert_eq!(
        message,
        "line 29, hand 4: `d dh p2 AsXd` has invalid cards: expected up to eight as in `AsTd`, `??` for unknown"
    );
}

#[test]
fn each_fault_is_reported_with_its_line_and_what_was_expected() {
    for (from, to, expected) in [
        ("'NT'", "'XX'", "line 1: unknown variant `XX`: expected one of FT, NT, PT, "),
        ("variant = 'NT'\n", "", "line 1: `variant` is missing: expected a code as in 'NT'"),
        ("min_bet = 2\n", "", "line 1: `min_bet` is missing: expected an amount"),
        ("min_bet = 2", "min_bet = 0", "line 4: `min_bet` is 0: expected an amount above zero"),
        (
            "[0, 0, 0]",
            "[0, 0]",
            "line 2: `antes` has 2 values, `starting_stacks` has 3: expected one for each player",
        ),
        ("[0, 0, 0]", "0", "line 2: `antes` needs a list in brackets"),
        (
            "[0, 0, 0]",
            "[0, 'x', 0]",
            "line 2: `antes`: expected an amount, a plain number up to 9007199254740991, found `'x'`",
        ),
        ("150", "-150", "line 5: the stack of p2 is -150: expected an amount above zero"),
        ("150", "0", "line 5: the stack of p2 is 0: expected an amount above zero"),
        ("150", "inf", "line 5: `starting_stacks`: expected a known amount, found inf"),
        (
            "150",
            "9007199254740992",
            "line 5: `starting_stacks`: expected an amount, a plain number up to 9007199254740991, found `9007",
        ),
        ("7h7c", "AsKc", "line 6: As is dealt to p2 and to p3: a deck has each card once"),
        ("7h7c", "7h7h", "line 6: 7h is dealt twice to p3: a deck has each card once"),
        ("'p3 cbr 6'", "'p3 bets 6'", "line 6: `p3 bets 6` is not an act of a player"),
        ("'p3 cbr 6'", "'p9 cbr 6'", "line 6: p9 acts in `actions`, and there are 3 players"),
        ("min_bet = 2", "min_bet = 2\nmin_bet = 2", "line 5: `min_bet` is given twice"),
        ("min_bet = 2", "min_bet = ", "line 4: not valid TOML: "),
        ("min_bet = 2", "min_bet 2", "line 4: not valid TOML: "),
        ("'p2 f']", "'p2 f", "line 6: not valid TOML: "),
        (
            "min_bet = 2",
            "seats = [1, 1, 2]\nmin_bet = 2",
            "line 4: `seats` has 1 twice: a seat has one player",
        ),
        (
            "min_bet = 2",
            "seats = [1, 99, 2]\nmin_bet = 2",
            "line 4: `seats` has 99: expected a seat from 1 to 23",
        ),
        (
            "min_bet = 2",
            "[[hands]]\nmin_bet = 2",
            "line 4, hand hands: expected the name of a hand in one pair of brackets, as in `[1]`",
        ),
    ] {
        // A header in the middle ends the first hand, which is then the one reported first.
        if to.starts_with("[[") {
            let text = SOUND.replace(from, to);
            let messages: Vec<_> = phh::hands(&text).filter_map(Result::err).map(|e| e.to_string()).collect();
            assert!(messages.iter().any(|line| line == expected), "{messages:?}");
            continue;
        }
        let message = message_after(from, to);
        assert!(message.starts_with(expected), "{from} -> {to}\n{message}\n{expected}");
    }
}

#[test]
fn an_error_leads_to_the_one_it_comes_from() {
    let error = one_phh(&SOUND.replace("7h7c", "7h7h")).expect_err("twice");
    let sources = std::iter::successors(error.source(), |error| (*error).source());
    let found = sources.last().and_then(|last| last.downcast_ref::<CardError>());
    assert!(matches!(found, Some(CardError::DealtTwice { .. })), "{found:?}");
}

#[test]
fn one_key_heads_one_hand() {
    let text = format!("[a]\n{SOUND}[a]\n{SOUND}[2]\n{SOUND}[1]\n{SOUND}[2]\n{SOUND}");
    let hands: Vec<_> = phh::hands(&text).map(|hand| hand.map_err(|error| error.to_string())).collect();
    let oks: Vec<_> = hands.iter().map(Result::is_ok).collect();
    assert_eq!(oks, [true, false, true, true, false]);
    assert_eq!(
        hands[4].as_ref().expect_err("twice"),
        "line 29, hand 2: two hands have this name: each needs its own"
    );
}

#[test]
fn an_empty_text_is_reported_to_hold_no_hand() {
    for text in ["", "\n\n", "# nothing here\n"] {
        let message = one_phh(text).expect_err("nothing").to_string();
        assert!(message.starts_with("line 1: no hand was found"), "{message}");
    }
}

#[test]
fn deep_brackets_are_reported_and_do_no_harm() {
    let deep = format!("{SOUND}_deep = {}1{}\n", "[".repeat(5000), "]".repeat(5000));
    let message = one_phh(&deep).expect_err("too deep").to_string();
    assert!(message.contains("deep"), "{message}");
}

#[test]
fn the_writer_says_what_the_notation_cannot_carry() {
    let mut record = one_phh(&SOUND.replace("[1, 2, 0]", "[1, 2, -2]")).expect("read");
    record.limit = RecordedLimit::PotLimit { smallest_bet: "2".parse().expect("two") };
    let mut out = String::new();
    let losses = phh::write_hand(&record, Some("7"), &mut out).expect("a code");
    assert!(out.starts_with("[7]\nvariant = 'PT'\n"), "{out}");
    assert_eq!(losses.len(), 2, "{losses:?}");
    record.game = history::RecordedGame::Named("5 Card Omaha".into());
    let error = phh::write_hand(&record, None, &mut out).expect_err("no code");
    assert_eq!(error.to_string(), "PHH has no code for pot-limit 5 Card Omaha");
}
