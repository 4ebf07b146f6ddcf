//! The language of hand scripts: what is read, what is refused, and what is reported.

use rulebook::rule;
use script::{CaseFailureKind, Mismatch, Needs, RefusalCause, RunOptions, ScriptErrorKind};
use seating::Seat;
use table::TableRefusalReason;

use crate::check::{check, problem, report};

#[test]
fn a_mark_of_the_encoding_at_the_start_is_no_part_of_a_script() {
    check("\u{feff}house standard\nseats 1-2:100 button 1\n1 folds\n");
    assert!(problem("house standard\n\u{feff}seats 1-2:100 button 1\n").to_string().starts_with("line 2"));
}

#[test]
fn where_everything_goes_back_no_pot_is_formed_and_the_last_player_wins_the_round() {
    let report = report(
        "house canberra-holdem-2018\ngame no-limit holdem 10\n\
         set commission_method pot and commission_percent 5 and commission_cap 4000\n\
         seats 1-3:1000 button 1\n3 folds; 1 folds\n",
    );
    let text = script::transcript(&report);
    assert!(!text.contains("main pot") && !text.contains("wins 0"), "{text}");
    for words in [
        "seat 2 gets back the 10 that nobody called",
        "no commission: nothing was in the pot",
        "seat 2 wins the hand; nothing was in the pot",
        "the hand is over",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn no_line_says_that_somebody_wins_nothing() {
    // Seat 1 has 3 of its blind of 10. Each player's 3, less than a chip of 5, goes to the first left of the
    // button.
    let equal = "house canberra-holdem-2018\ngame no-limit holdem 5/10\nset smallest_chip 5\n\
        seats 1:3 2:1000 button 1\ncards 1 2c3d\ncards 2 2h3s\nboard TsJsQsKsAs\n\
        pots 6 {1 2}\nawards 2:6\nstacks 1:0 2:1003\n";
    // A pot of one chip has no second half.
    let halves = "house canberra-holdem-2018\ngame no-limit holdem ante 2\nset showdown_mode high_low and low_qualifier none\n\
        set smallest_chip 2\nseats 1:1 2:1 button 1\ncards 1 KcKd\ncards 2 7h5s\nboard 2s3sKs4d9h\n\
        pots 2 {1 2}\nawards 1:2\nstacks 1:2 2:0\n";
    for text in [equal, halves] {
        let report = report(text);
        assert!(report.failures.is_empty(), "{:?}", report.failures);
        let transcript = script::transcript(&report);
        assert!(transcript.contains(" wins ") || transcript.contains(" gets the odd "), "{transcript}");
        assert!(!transcript.contains(" wins 0 "), "{transcript}");
    }
}

#[test]
fn a_short_all_in_does_not_reopen_the_betting() {
    check(
        r#"
house  dunedin-17.7
game   no-limit holdem 100/200
seats  1:650 2:20000 3:20000  button 3

3 raises to 600
1 all-in              => raises to 650
2 calls
3 raises to 1250      => refused short-all-in-does-not-reopen
3 calls
pots   1950 {1 2 3}
stacks 1:0 2:19350 3:19350
"#,
    );
}

#[test]
fn short_all_ins_reopen_when_together_they_make_a_full_raise() {
    check(
        r#"
house  dunedin-17.7
game   no-limit holdem 100/200
seats  1:20000 2:20000 3:20000 4:850 5:1100  button 5

3 raises to 600
4 all-in              => raises to 850
5 all-in              => raises to 1100
1 folds
2 calls
menu 3  fold | call 500 | raise to 1500..20000
"#,
    );
}

#[test]
fn a_script_cut_off_inside_a_line_is_unreadable() {
    for cut in [
        "3 raises to",
        "3 rai",
        "3",
        "seats 1:650 2:",
        "menu 3 fold |",
        "pots 1950 {1 2",
        "set opening_option",
        "2 calls =>",
        "2 calls => ref",
        "3 raises to 1250 => refused short-all-in-does-not-reo",
        "cards 2 As A",
        "stacks 1:",
        "house",
        "game",
        "proves",
        "test",
        "button",
        "pots",
        "to act",
    ] {
        let text = format!("house standard\n{cut}");
        let message = problem(&text);
        assert!(message.starts_with("line 2: "), "{cut}: {message}");
        assert!(!message.contains('\n'), "{cut}: {message}");
    }
}

#[test]
fn an_unknown_card_a_doubled_card_and_a_stack_below_zero_are_refused_in_one_line() {
    assert_eq!(
        problem("cards 2 Ax Kd"),
        "line 1: `Ax` is not a card: write rank then suit, as in As or Td, Jo for the joker"
    );
    assert_eq!(problem("cards 2 AsAs"), "line 1: As is named twice: a deck has each card once");
    assert_eq!(
        problem("cards 2 AsKs\nboard 2c 3c As"),
        "line 2: As is in two places: a deck has each card once"
    );
    assert_eq!(
        problem("seats 1:-5 2:100"),
        "line 1: `-5` is not an amount: expected a whole number of chips up to 9007199254740991"
    );
    assert_eq!(problem(""), "line 1: the script is empty: begin with a table, such as house standard");
}

#[test]
fn what_is_wrong_with_a_line_is_data() {
    let kind = |text: &str| script::parse(text).expect_err("not a script").kind;
    let seat = Seat::new(3).expect("a seat");
    assert_eq!(kind("folded 3 3"), ScriptErrorKind::SeatTwice { seat });
    assert_eq!(kind("3 raises 40"), ScriptErrorKind::AmbiguousRaise { amount: "40".to_owned() });
    assert_eq!(
        kind("3 bets"),
        ScriptErrorKind::Needs(Needs { statement: "bets", needed: "an amount", example: "bets 40" })
    );
    assert_eq!(kind("winners").to_string(), "winners needs seats");
    assert_eq!(kind("to act S99").to_string(), "`S99` is not a seat: expected a number from 1 to 23");
}

#[test]
fn what_does_not_hold_in_a_case_is_data() {
    let kind = |text: &str| report(text).failures.into_iter().next().expect("a failure").kind;
    let table = "house standard\nseats 1:100 2:100 button 1\n";
    let mismatch = |line: &str| match kind(&format!("{table}{line}\n")) {
        CaseFailureKind::Mismatch { statement, mismatch } => {
            assert_eq!(statement, line);
            mismatch
        }
        other => panic!("{line}: {other}"),
    };
    let Mismatch::Refused { cause: RefusalCause::Table(TableRefusalReason::Act(refusal)), clauses } =
        mismatch("1 raises to 3")
    else {
        panic!("not refused");
    };
    assert_eq!((refusal.rule, clauses), (rule::SMALLEST_RAISE, vec!["smallest-raise".to_owned()]));
    assert_eq!(mismatch("pot 4"), Mismatch::Found("pot 3".to_owned()));
    assert_eq!(mismatch("1 calls => refused"), Mismatch::NotRefused { found: "calls 1".to_owned() });
    let (seat, turn) = (Seat::new(2).expect("a seat"), Seat::new(1));
    assert_eq!(mismatch("to call 2 5"), Mismatch::NotOnTurn { seat, turn });
    let CaseFailureKind::UnknownBook { name, known } = kind("house nowhere") else { panic!("known") };
    assert!(name == "nowhere" && known.contains(&"standard"), "{name} {known:?}");
}

#[test]
fn an_amount_that_may_mean_two_things_is_an_error() {
    assert_eq!(
        problem("3 raises 40"),
        "line 1: raises 40 may mean two things: write raises to 40, or raises by 40"
    );
}

#[test]
fn a_script_without_a_table_plays_the_default_table_of_the_book() {
    check("house canberra-holdem-2018\nstacks 1:995 2:990 3:1000 6:1000\nbutton => 6");
    check("house dunedin-17.7\nstacks 1:498 2:495 3:500");
    check("3 folds; stacks 1:199 2:198 6:200");
}

#[test]
fn a_line_that_does_not_hold_is_reported_with_its_number() {
    let report = report("house standard\nseats 1:100 2:100 button 1\n1 raises to 3\n");
    assert_eq!(report.failures.len(), 1);
    assert_eq!(
        report.failures[0].to_string(),
        "line 3: 1 raises to 3: refused: raise to 3 is short: at least 4 (smallest-raise)"
    );
    assert!(!report.is_unreadable());
}

#[test]
fn a_book_or_a_card_that_is_not_there_makes_a_script_unreadable_at_its_table() {
    assert!(report("house nowhere").is_unreadable());
    assert!(report("house standard\nset deck_cards 36\ncards 1 2c 3c").is_unreadable());
}

#[test]
fn the_examples_of_the_page_on_scripts_hold() {
    let page = include_str!("../../../../docs/script.md");
    let mut examples = page.split("```\n").skip(1).step_by(2);
    let count = examples.by_ref().map(check).count();
    assert_eq!(count, 2);
}

/// A sample of positions spread over a text without a pattern: enough to hit every kind of line.
fn places(text: &str, seed: usize) -> impl Iterator<Item = usize> {
    (0..60usize).map(move |at| (at * 7919 + seed * 104_729) % text.len())
}

#[test]
fn garbled_and_cut_scripts_are_read_or_refused_and_played_without_a_panic() {
    let texts = [
        include_str!("../../../table/tests/rules/standard/engine-cases.hands"),
        include_str!("../../../table/tests/rules/canberra-holdem-2018/determinations.hands"),
        include_str!("../../../table/tests/rules/settings/table.hands"),
    ];
    let words = [
        "=>", "refused", "open", ";", "all-in", "7", "{", "deal 9", "calls", "??", "5 mucks", "set burn", "-",
    ];
    let mut read = 0;
    for (seed, text) in texts.into_iter().enumerate() {
        for (count, at) in places(text, seed).enumerate() {
            let Some((before, after)) = text.split_at_checked(at) else { continue };
            let word = words[count % words.len()];
            let skip = after.char_indices().nth(count % 5).map_or(0, |(at, _)| at);
            let garbled = [before.to_owned(), format!("{before}{word} {}", &after[skip..])];
            for script in garbled.iter().filter_map(|text| script::parse(text).ok()) {
                read += 1;
                // The last cases are those around the place that was changed.
                for case in script.cases.iter().rev().take(30) {
                    let report = script::run(case, &RunOptions::default());
                    assert!(report.failures.iter().all(|failure| !failure.to_string().contains('\n')));
                }
            }
        }
    }
    assert!(read > 10, "only {read} were read at all");
}

#[test]
fn a_script_may_be_written_in_several_ways() {
    check(
        r#"
HOUSE Standard          # a comment
Game  NL Hold'em 1/2
seats S1:200, S2=200 3:1,000  Button S1
Board Kd 7s 2c | 9h | 2d
S1: Raises To 6.
seat 2 calls 5; player 3 makes it 18
1, 2 fold
3 wins
3 wins 18
Stacks 1:194, 2:194, 3:1,012
"#,
    );
}

#[test]
fn a_transcript_reads_as_the_floor_speaks_and_ends_each_hand_with_its_stacks() {
    let text = script::transcript(&report(
        r#"
house  canberra-holdem-2018
game   no-limit holdem 20
seats  1:100 2:1000 3:1000 4:12  button 4
cards 4 8c3d
cards 1 KsKh; cards 2 AsAh; cards 3 QsQh; board 2c 7d 9h Jc 4s
2 calls; 3 calls; 4 all-in; 1 stands
1 all-in; 2 calls; 3 calls
2 checks; 3 checks
2 checks; 3 checks
"#,
    ));
    // Seat 4 has 12, seat 1 100: 4 x 12, 3 x 88.
    for line in [
        "seat 1 posts the blind of 20",
        "seat 1 stands",
        "main pot is 48, for seats 1, 2, 3 and 4",
        "side pot 1 is 264, for seats 1, 2 and 3",
        "wins 264 from side pot 1",
    ] {
        assert!(text.contains(line), "{line} is missing:\n{text}");
    }
    // Seat 2 wins everything: 4 x 12 + 3 x 88 in the middle, including its own 88 and 12 in the main pot.
    assert!(text.ends_with("      stacks 1:0 2:1212 3:900 4:0\n"), "{text}");
    assert!(!text.contains("for seat "), "no pot is for one seat:\n{text}");
}

#[test]
fn three_blinds_and_a_short_one_have_their_names() {
    let text = script::transcript(&report(
        "house canberra-holdem-2018\ngame no-limit holdem 5/10/20\nseats 1:1000 2:1000 3:7 4:1000 5:1000 button 1\n5 1 2 fold\n",
    ));
    for line in [
        "posts the small blind of 5",
        "posts 7 of the big blind of 10, all-in",
        "posts the third blind of 20",
    ] {
        assert!(text.contains(line), "{line} is missing:\n{text}");
    }
}

#[test]
fn a_pot_of_which_the_others_gave_up_their_part_says_so() {
    let text = script::transcript(&report(
        "house standard\ngame no-limit holdem 5/10\nseats 1:1000 2:5 3:1000 button 1\n1 raises to 30\n3 folds\n",
    ));
    assert!(text.contains("side pot 1 is 10, for seat 1, the only one left in it"), "{text}");
}

/// What does not hold in a script where three players are all-in for 100, seat 1 wins, and a record states
/// commission.
fn wrong_with_commission(stated: &str, seats: &str) -> Vec<String> {
    let script = format!(
        "house standard\nrecord commission {stated}\ngame no-limit holdem 5/10\nseats {seats} button 1\n\
         cards 1 AsAh; cards 2 KsKh; cards 3 QsQh; board 2c 7d 9h Jc 4s\n1 all-in; 2 all-in; 3 all-in\n"
    );
    report(&script).failures.into_iter().map(|failure| failure.to_string()).collect()
}

/// `record commission` gives an amount for each pot, or one amount from the main pot on; never more than a
/// pot holds, and never for more pots than there are.
#[test]
fn a_commission_that_the_pots_cannot_bear_is_refused_with_its_line() {
    let one = "1-3:100";
    assert_eq!(wrong_with_commission("300", one), [""; 0]);
    assert_eq!(
        wrong_with_commission("500", one),
        [
            "line 2: record commission 500: refused, as pots of 300 cannot bear it: give an amount for each pot, main pot \
             first, none larger than its pot"
        ]
    );
    assert_eq!(wrong_with_commission("1 2 3 4 5", one).len(), 1);
    assert_eq!(wrong_with_commission("1 0", one).len(), 1);
    // 300 for all three, and 200 more between seats 2 and 3.
    let two = "1:100 2:200 3:200";
    assert_eq!(wrong_with_commission("12 13", two), [""; 0]);
    assert_eq!(wrong_with_commission("301 0", two).len(), 1);
    assert_eq!(wrong_with_commission("0 201", two).len(), 1);
    assert_eq!(wrong_with_commission("500", two), [""; 0]);
    assert_eq!(wrong_with_commission("501", two).len(), 1);
}

/// A refused commission is not taken; the house's own applies, here none.
#[test]
fn a_commission_that_the_pots_cannot_bear_is_not_taken() {
    let script = "house standard\nrecord commission 500\ngame no-limit holdem 5/10\nseats 1-3:100 button 1\n\
                  cards 1 AsAh; cards 2 KsKh; cards 3 QsQh; board 2c 7d 9h Jc 4s\n1 all-in; 2 calls; 3 calls\n\
                  commission 0\nawards 1:300\n";
    let report = report(script);
    assert_eq!(report.failures.len(), 1, "{:?}", report.failures);
    assert_eq!(report.failures[0].line, 2);
}

/// A stack that an earlier post took whole posts neither a blind nor dead chips of zero.
#[test]
fn no_line_says_that_somebody_posts_nothing() {
    let transcript_of = |script: &str| script::transcript(&report(script));
    let antes =
        transcript_of("house standard\ngame no-limit holdem 5/10 ante 2\nseats 1:1000 2:1 3:2 button 1\n");
    assert!(!antes.contains("posts 0") && !antes.contains(" 0 of"), "{antes}");
    let dead = transcript_of(
        "house canberra-holdem-2018\ngame no-limit holdem 5/10\nseats 1-2:1000 3:4 4-6:1000 button 6\n\
         3 4 5 6 fold; 1 folds\nover\n3 sits out\nopen\n5 6 1 2 fold\nover\nopen\n6 1 2 4 fold\nover\n\
         3 returns and posts\nopen\n1 2 4 5 fold\nover\nopen\n",
    );
    assert!(!dead.contains("posts 0"), "{dead}");
}

#[test]
fn a_transcript_names_the_ante_for_all_and_who_shows_first() {
    let ante = script::transcript(&report(
        "house standard\nset antes_with_blinds big_blind and ante 10\ngame no-limit holdem 5/10\n\
         seats 1-2:1000 3:6 button 1\n1 calls\n",
    ));
    assert!(ante.contains("seat 3 posts 6 of the big blind ante of 10, all-in"), "{ante}");
    let ante = script::transcript(&report(
        "house standard\nset antes_with_blinds big_blind and ante 10\ngame no-limit holdem 5/10\n\
         seats 3:1000 1-2:500 button 1\n1 2 fold\n",
    ));
    assert!(ante.contains("seat 3 posts the big blind ante of 10"), "{ante}");
    // 1000 and the 5 that seat 2 folded; the stacks are listed from the lowest seat up.
    assert!(ante.contains("stacks 1:500 2:495 3:1005"), "{ante}");
    let tabled = script::transcript(&report(
        "house standard\ngame no-limit holdem 5/10\nseats 1-2:100 button 1\n1 all-in; 2 calls\n",
    ));
    assert!(tabled.contains("shows first: all hands are turned up"), "{tabled}");
}

#[test]
fn where_all_hands_were_turned_up_nobody_shows_first() {
    let rulings = |river: &str| {
        let played = report(&format!(
            "house dunedin-17.7\ngame no-limit holdem 5/10\nseats 1:100 2:100 3:1000 button 1\n\
             cards 1 AsAd; cards 2 KsKd; cards 3 QcQd; board 3c 8d 9h Jc 4s\n{river}\n"
        ));
        played.events.iter().map(|entry| entry.ruling.clone()).collect::<Vec<String>>()
    };
    let early = rulings("1 all-in; 2 calls; 3 folds");
    assert!(early.iter().any(|words| words.contains("all hands are turned up")), "{early:?}");
    assert!(!early.iter().any(|words| words.contains("betting ended early")), "{early:?}");
    let late = rulings("1 calls; 2 calls; 3 checks; 2 3 1 check; 2 3 1 check; 2 3 1 check");
    assert!(late.iter().any(|words| words.contains("shows first")), "{late:?}");
}

#[test]
fn an_act_without_its_amount_says_what_it_needs() {
    for (act, needs) in [
        ("bets", "bets needs an amount: bets 40"),
        ("raises", "`raises` needs an amount: raises to 600, or raises by 200"),
        ("raises to", "`raises to` needs an amount: raises to 600, or raises by 200"),
        ("buys", "buys needs an amount: buys 200"),
    ] {
        let message = problem(&format!("seats 1-2:100 button 1\n1 {act}")).to_string();
        assert!(message.contains(needs), "{act}: {message}");
    }
    let message = problem("seats 1-2:100 button 1\npots {1 2").to_string();
    assert!(
        message.contains("an amount is missing before a brace or a sign: pots 1950 {1 2 3}"),
        "{message}"
    );
}

#[test]
fn a_game_against_the_house_is_named_before_its_settings() {
    let report = report("house canberra-ultimate-2019\nseats 1-3:1000 button 1\n1 calls\n");
    let what = report.failures.first().expect("refused").to_string();
    let expected = "is a game against the house, and poker is dealt here: expected a book of poker: standard, practice, canberra-holdem-2018, canberra-omaha-2006, canberra-manila-2006, dunedin-17.7";
    assert!(what.ends_with(expected), "{what}");
    let message =
        problem("house canberra-ultimate-2019\nset max_payout_cents 100\nseats 1-3:1000 button 1\n");
    assert!(
        message.to_string().contains("is a setting of a game against the house, and poker is dealt here"),
        "{message}"
    );
}
