//! Records replayed by the machine.

use std::collections::BTreeMap;

use history::replay::{RecordReplayer, ReplayOutcome};
use history::{HandRecord, HandRecordError, phh, stars};
use rulebook::Book;

use crate::shared::{expected, shared};
use crate::{data, one_phh, one_text};

fn standard() -> RecordReplayer {
    RecordReplayer::new(Book::named("standard").expect("the book"), &[]).expect("no choices")
}

fn stacks(outcome: &ReplayOutcome) -> Vec<u64> {
    outcome.stacks.iter().map(|stack| stack.get()).collect()
}

fn numbers(text: &str) -> Vec<u64> {
    text.split_ascii_whitespace().map(|number| number.parse().expect("a whole number")).collect()
}

/// Parses amounts such as `2:-25 5:55`, by the seat number before the colon.
fn by_seat(text: &str) -> BTreeMap<u8, i64> {
    let pair = |part: &str| {
        let (seat, amount) = part.split_once(':').expect("seat and amount");
        (seat.parse().expect("a seat"), amount.parse().expect("an amount"))
    };
    text.split_ascii_whitespace().map(pair).collect()
}

#[test]
fn the_reference_hand_ends_as_it_is_worked_out() {
    // Section 1 of the formats: 1035 go in, 1025 come out, and 10 are commission from the main pot of 360.
    for (record, scale) in [
        (one_phh(&data("reference.phh")).expect("read"), 1),
        (one_text(&data("reference.txt")).expect("read"), 100),
    ] {
        let outcome = standard().replay(&record).expect("played");
        assert_eq!(stacks(&outcome), [380 * scale, 350 * scale, 295 * scale]);
        assert_eq!(outcome.commission.get(), 10 * scale);
        assert_eq!(outcome.total_uncalled().get(), 80 * scale);
        let pots: Vec<_> =
            outcome.pots.iter().map(|pot| (pot.amount.get(), pot.eligible.to_string())).collect();
        assert_eq!(pots, [(360 * scale, "2 5".to_owned()), (200 * scale, "2".to_owned())]);
        assert!(outcome.notes.is_empty(), "{:?}", outcome.notes);
    }
}

#[test]
fn every_shared_hand_of_holdem_ends_with_the_stacks_that_were_worked_out() {
    let rows = expected("phh");
    let mut by_key: BTreeMap<(String, String), BTreeMap<String, String>> = BTreeMap::new();
    for row in rows {
        by_key.insert((row["file"].clone(), row["hand"].clone()), row);
    }
    let mut replayer = standard();
    let (mut played, mut named, mut wrong) = (0, 0, Vec::new());
    for (file, text) in shared("phh", &["phhs"]) {
        for record in phh::hands(&text) {
            let record = record.unwrap_or_else(|error| panic!("{file}: {error}"));
            let row = &by_key[&(file.clone(), record.origin.hand.clone())];
            let holdem = ["NT", "FT", "PT"].contains(&row["variant"].as_str());
            match replayer.replay(&record) {
                Ok(outcome) if holdem => {
                    played += 1;
                    let apart = &row["finishing_if_pots_split_separately"];
                    let stated = if apart.is_empty() { &row["finishing_stacks"] } else { apart };
                    if stacks(&outcome) != numbers(stated) {
                        wrong.push(format!(
                            "{file} {}: {:?}, not {stated}",
                            record.origin.hand,
                            stacks(&outcome)
                        ));
                    }
                    wrong.extend(
                        unlike(row, &outcome).map(|what| format!("{file} {}: {what}", record.origin.hand)),
                    );
                }
                Ok(_) => wrong.push(format!("{file} {}: {} was played", record.origin.hand, record.game)),
                Err(refused) if holdem => wrong.push(format!("{file} {}: {refused}", record.origin.hand)),
                Err(refused) => {
                    named += 1;
                    if !refused.to_string().starts_with("not played yet: ") {
                        wrong.push(format!("{file} {}: {refused}", record.origin.hand));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), played + named, wrong.join("\n"));
    assert_eq!(played + named, by_key.len(), "every hand was played or refused by name");
}

/// Where pots and uncalled bets differ from those expected.
fn unlike(row: &BTreeMap<String, String>, outcome: &ReplayOutcome) -> Option<String> {
    let total: u64 = outcome.pots.iter().map(|pot| pot.amount.get()).sum();
    if row["pot_total"] != total.to_string() {
        return Some(format!("pots of {total}, not {}", row["pot_total"]));
    }
    if row["uncalled"] != outcome.total_uncalled().get().to_string() {
        return Some(format!("{} uncalled, not {}", outcome.total_uncalled(), row["uncalled"]));
    }
    let place = |seat| outcome.seats.iter().position(|other| *other == seat).expect("a seat") + 1;
    let pots: Vec<String> = outcome
        .pots
        .iter()
        .map(|pot| {
            let mut places: Vec<String> = pot.eligible.iter().map(|seat| place(seat).to_string()).collect();
            places.sort_by_key(|p| p.parse::<usize>().expect("a place"));
            format!("{}:{}", pot.amount, places.join("+"))
        })
        .collect();
    // The reference merges pots once losing hands are killed.
    let merged = row["notes"].contains("pokerkit_merged_pots");
    if !merged && row["pots"] != pots.join("|") {
        return Some(format!("pots {}, not {}", pots.join("|"), row["pots"]));
    }
    None
}

#[test]
fn every_shared_text_of_holdem_nets_what_its_own_lines_add_up_to() {
    let rows = expected("histories");
    let mut replayer = standard();
    let (mut played, mut named, mut wrong) = (0, 0, Vec::new());
    for (file, text) in shared("histories", &["txt"]) {
        if !file.starts_with("pokerstars") {
            continue;
        }
        for record in stars::hands(&text) {
            let record = record.unwrap_or_else(|error| panic!("{file}: {error}"));
            let row = rows
                .iter()
                .find(|row| row["file"] == file && row["hand"] == record.origin.hand)
                .unwrap_or_else(|| panic!("{file} {}", record.origin.hand));
            let by_name = row["game"] != "Hold'em" || row["notes"].contains("run_it_twice");
            match replayer.replay(&record) {
                Ok(outcome) if !by_name => {
                    played += 1;
                    let mut net = by_seat(&row["net_by_seat"]);
                    for ((player, seat), stack) in
                        record.players.iter().zip(&outcome.seats).zip(&outcome.stacks)
                    {
                        let net_by_rules = stack.get() as i64 - player.stack.get() as i64;
                        let net_stated = net.remove(&seat.number()).unwrap_or_default();
                        if net_by_rules != net_stated {
                            wrong.push(format!(
                                "{file} {}: seat {seat} nets {net_by_rules}, not {net_stated}",
                                record.origin.hand
                            ));
                        }
                    }
                    if net.values().any(|amount| *amount != 0) {
                        wrong.push(format!("{file} {}: left out {net:?}", record.origin.hand));
                    }
                    if outcome.commission.to_string() != row["rake"] {
                        wrong.push(format!(
                            "{file} {}: commission {}",
                            record.origin.hand, outcome.commission
                        ));
                    }
                    let total: u64 = outcome.pots.iter().map(|pot| pot.amount.get()).sum();
                    if total.to_string() != row["total_pot"] {
                        wrong.push(format!("{file} {}: pots of {total}", record.origin.hand));
                    }
                    let raised = row["notes"].contains("raise_into_all_in_players");
                    let noted = outcome.notes.iter().any(|note| note.contains("every opponent is all-in"));
                    if noted && !raised {
                        wrong.push(format!("{file} {}: {:?}", record.origin.hand, outcome.notes));
                    }
                }
                Ok(_) => wrong.push(format!("{file} {}: was played", record.origin.hand)),
                Err(refused) if by_name && refused.to_string().starts_with("not played") => named += 1,
                Err(refused) => wrong.push(format!("{file} {}: {refused}", record.origin.hand)),
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), played + named, wrong.join("\n"));
}

/// A PHH hand from its fields and acts; the acts include hole cards and board.
fn hand(fields: &str, acts: &[&str]) -> HandRecord {
    let acts: Vec<String> = acts.iter().map(|act| format!("'{act}'")).collect();
    one_phh(&format!("variant = 'NT'\n{fields}\nactions = [{}]\n", acts.join(", "))).expect("read")
}

fn refusal(record: &HandRecord) -> String {
    standard().replay(record).expect_err("refused").to_string()
}

#[test]
fn a_raise_into_players_who_are_all_in_is_read_as_the_call_it_comes_to() {
    let record = hand(
        "antes = [0, 0]\nblinds_or_straddles = [10, 20]\nmin_bet = 20\nstarting_stacks = [200, 500]",
        &[
            "d dh p1 AsAd",
            "d dh p2 KsKd",
            "p2 cc",
            "p1 cbr 200",
            "p2 cbr 500",
            "d db 2c3d4h",
            "d db 9c",
            "d db Jh",
            "p1 sm AsAd",
            "p2 sm",
        ],
    );
    let outcome = standard().replay(&record).expect("played");
    assert_eq!(stacks(&outcome), [400, 300]);
    assert_eq!(outcome.total_uncalled().get(), 300);
    assert!(outcome.notes[0].contains("read as a call, 300 is returned"), "{:?}", outcome.notes);
    let book = Book::named("canberra-holdem-2018").expect("the book");
    let refused = RecordReplayer::new(book, &[]).expect("no choices").replay(&record).expect_err("refused");
    assert!(refused.to_string().contains("every opponent is all-in: call 180 or fold"), "{refused}");
    assert_eq!(refused.act.as_deref(), Some("p2 cbr 500"));
}

#[test]
fn a_call_of_more_than_there_is_and_a_raise_too_small_are_refused_with_the_rule() {
    let fields =
        "antes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]\nmin_bet = 2\nstarting_stacks = [50, 50, 50]";
    let deal = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????"];
    let refused = |act: &str| refusal(&hand(fields, &[&deal[..], &[act]].concat()));
    assert!(
        refused("p3 cbr 3")
            .starts_with("line 6, `p3 cbr 3`: raise to 3 is short: at least 4 (smallest-raise)")
    );
    assert!(refused("p3 cbr 51").contains("51 is more than the stack: at most 50 (table-stakes)"));
    assert!(refused("p1 cc").contains("it is seat 3's turn (act-in-turn)"));
    assert_eq!(refused("p3 f"), "the record stops before the hand is over: seat 1 is to act");
}

#[test]
fn dead_antes_are_contested_by_all_and_matched_ones_are_not() {
    // The last player has 5 and wins 10 dead chips, 1 of the small blind and 5 from each of two players; or
    // the same without the 10.
    let outcome = |status: &str| {
        let record = hand(
            &format!(
                "ante_trimming_status = {status}\nantes = [0, 10, 0]\nblinds_or_straddles = [1, 2, 0]\nmin_bet = 2\n\
                 starting_stacks = [100, 100, 5]"
            ),
            &[
                "d dh p1 ????",
                "d dh p2 KsKd",
                "d dh p3 AsAd",
                "p3 cbr 5",
                "p1 f",
                "p2 cc",
                "d db 2c3d4h",
                "d db 9c",
                "d db Jh",
                "p2 sm KsKd",
                "p3 sm AsAd",
            ],
        );
        stacks(&standard().replay(&record).expect("played"))
    };
    assert_eq!(outcome("false"), [99, 85, 21]);
    assert_eq!(outcome("true"), [99, 95, 11]);
}

#[test]
fn a_short_big_blind_does_not_lower_the_price() {
    // Blinds 10/20, and the big blind has 5: the others put in 20 each, and contest 30 between them.
    let record = hand(
        "antes = [0, 0, 0]\nblinds_or_straddles = [10, 20, 0]\nmin_bet = 20\nstarting_stacks = [200, 5, 200]",
        &[
            "d dh p1 2s2d",
            "d dh p2 AsAd",
            "d dh p3 KsKd",
            "p3 cc",
            "p1 cc",
            "d db 3c4d8h",
            "p1 cc",
            "p3 cc",
            "d db 9c",
            "p1 cc",
            "p3 cc",
            "d db Jh",
            "p1 cc",
            "p3 cc",
            "p1 sm 2s2d",
            "p3 sm KsKd",
            "p2 sm AsAd",
        ],
    );
    let outcome = standard().replay(&record).expect("played");
    assert_eq!(stacks(&outcome), [180, 15, 210]);
    assert_eq!(outcome.pots.iter().map(|pot| pot.amount.get()).collect::<Vec<_>>(), [15, 30]);
}

#[test]
fn a_hand_of_antes_alone_may_begin_with_the_board() {
    // Engine case 33: everybody antes 10, and the first player left of the button opens on the flop.
    let record = hand(
        "ante_trimming_status = true\nantes = [10, 10, 10]\nblinds_or_straddles = [0, 0, 0]\nmin_bet = 10\n\
         starting_stacks = [100, 100, 100]",
        &[
            "d dh p1 ????",
            "d dh p2 ????",
            "d dh p3 ????",
            "d db 2c3d4h",
            "p1 cc",
            "p2 cbr 20",
            "p3 f",
            "p1 f",
        ],
    );
    let outcome = standard().replay(&record).expect("played");
    assert_eq!(stacks(&outcome), [90, 120, 90]);
}

#[test]
fn seats_that_do_not_run_round_the_table_are_played_in_the_order_of_the_file() {
    let record = hand(
        "antes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]\nmin_bet = 2\nstarting_stacks = [50, 60, 70]\nseats = [4, 2, 3]",
        &["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 f", "p1 f"],
    );
    assert_eq!(stacks(&standard().replay(&record).expect("played")), [49, 61, 70]);
}

#[test]
fn fractions_of_the_unit_are_played_exactly() {
    // Blinds 0.25 and 0.5: two equal hands share 1.25, with the odd hundredth to the first player left of the
    // button.
    let record = hand(
        "antes = [0, 0, 0]\nblinds_or_straddles = [0.25, 0.50, 0]\nmin_bet = 0.5\nstarting_stacks = [10, 10, 10]",
        &[
            "d dh p1 ????",
            "d dh p2 AsKd",
            "d dh p3 AhKc",
            "p3 cc",
            "p1 f",
            "p2 cc",
            "d db 2c3d4h",
            "p2 cc",
            "p3 cc",
            "d db 9c",
            "p2 cc",
            "p3 cc",
            "d db Jh",
            "p2 cc",
            "p3 cc",
            "p2 sm AsKd",
            "p3 sm AhKc",
        ],
    );
    let outcome = standard().replay(&record).expect("played");
    let texts: Vec<String> = outcome.stacks.iter().map(|stack| record.amount_in_file_unit(*stack)).collect();
    assert_eq!(texts, ["9.75", "10.13", "10.12"]);
}

const TOURNAMENT: &str =
    "PokerStars Game #2: Tournament #3, 1FPP Hold'em No Limit - Level III (100/200) - 2010/06/04 19:53:18 WET
Table '3 11' 6-max Seat #1 is the button
Seat 1: A (1580 in chips)
Seat 2: B (430 in chips)
Seat 3: C (200 in chips) is sitting out
A: posts the ante 40
B: posts the ante 40
C: posts the ante 40
B: posts small blind 100
C: posts big blind 160 and is all-in
*** HOLE CARDS ***
Dealt to A [As Ac]
A: raises 400 to 600
B: calls 290 and is all-in
C: folds
Uncalled bet (210) returned to A
*** FLOP *** [3s Js 5c]
*** TURN *** [3s Js 5c] [9c]
*** RIVER *** [3s Js 5c 9c] [7d]
*** SHOW DOWN ***
A: shows [As Ac] (a pair of Aces)
B: mucks hand
A collected 460 from side pot
A collected 600 from main pot
*** SUMMARY ***
Total pot 1060 Main pot 600. Side pot 460. | Rake 0
";

#[test]
fn who_folds_all_in_gives_the_pot_up_at_the_showdown() {
    // Antes of 120 in all and 160 from each player make 600; 230 more from each of two make 460.
    let outcome = standard().replay(&one_text(TOURNAMENT).expect("read")).expect("played");
    let by_seat: Vec<_> = outcome.seats.iter().map(|seat| seat.number()).zip(stacks(&outcome)).collect();
    assert_eq!(by_seat, [(2, 0), (3, 0), (1, 2210)]);
    assert!(outcome.notes[0].contains("seat 3 is all-in and gives up the pot"), "{:?}", outcome.notes);
}

#[test]
fn of_hands_nobody_saw_the_collector_had_the_better_one() {
    let text = TOURNAMENT.replace("B: mucks hand\n", "");
    let outcome = standard().replay(&one_text(&text).expect("read")).expect("played");
    assert_eq!(stacks(&outcome), [0, 0, 2210]);
    let note = "the cards of seat 2 are not known: the player who collected is taken to have won";
    assert!(outcome.notes.iter().any(|other| other == note), "{:?}", outcome.notes);
}

#[test]
fn what_a_record_states_wrongly_is_an_error() {
    let message_after = |from: &str, to: &str| {
        assert!(TOURNAMENT.contains(from), "{from}");
        refusal(&one_text(&TOURNAMENT.replace(from, to)).expect("read"))
    };
    assert_eq!(
        message_after("Uncalled bet (210)", "Uncalled bet (200)"),
        "the record returns 200 uncalled, the rules return 210"
    );
    assert_eq!(
        message_after("A collected 460", "B collected 460"),
        "the record has seat 2 collect 460, the rules 0"
    );
    assert!(message_after("B: calls 290", "B: calls 280").contains("the record adds 280, the rules add 290"));
}

#[test]
fn winners_bear_the_commission_as_the_record_shares_it() {
    // Two players split a pot of 400; of the 28 commission, one bears 15 and the other 13.
    let text = "PokerStars Hand #6:  Hold'em No Limit ($0.50/$1 USD) - 2021/07/30 4:37:19 ET
Table 'E' 9-max Seat #3 is the button
Seat 1: A ($44 in chips)
Seat 3: B ($50 in chips)
B: posts small blind $0.50
A: posts big blind $1
*** HOLE CARDS ***
B: raises $1 to $2
A: calls $1
*** FLOP *** [4d 4s Jh]
A: checks
B: checks
*** TURN *** [4d 4s Jh] [4h]
A: checks
B: checks
*** RIVER *** [4d 4s Jh 4h] [Th]
A: checks
B: checks
*** SHOW DOWN ***
A: shows [9s Ks] (three of a kind, Fours)
B: shows [Kd 5h] (three of a kind, Fours)
A collected $1.85 from pot
B collected $1.87 from pot
*** SUMMARY ***
Total pot $4 | Rake $0.28
";
    let record = one_text(text).expect("read");
    let outcome = standard().replay(&record).expect("played");
    assert_eq!((stacks(&outcome), outcome.commission.get()), (vec![4385, 4987], 28));
    assert!(
        refusal(&one_text(&text.replace("A collected $1.85", "A collected $1.86")).expect("read"))
            .contains("the record has seat")
    );
}

#[test]
fn a_cap_keeps_what_is_above_it_out_of_the_hand() {
    // A cap of 20: both players are all-in for 20, with 30 and 24 behind; B wins 40.
    let text = "PokerStars Game #6:  Hold'em No Limit ($0.50/$1 - $20 Cap -  USD) - 2010/07/30 4:37:19 ET
Table 'E' 9-max Seat #3 is the button
Seat 1: A ($44 in chips)
Seat 3: B ($50 in chips)
B: posts small blind $0.50
A: posts big blind $1
*** HOLE CARDS ***
B: raises $19 to $20 and has reached the $20 cap
A: calls $19 and has reached the $20 cap
*** FLOP *** [4d 4s Jh]
*** TURN *** [4d 4s Jh] [4h]
*** RIVER *** [4d 4s Jh 4h] [Th]
*** SHOW DOWN ***
A: shows [9s Ks] (three of a kind, Fours)
B: shows [Ad Ah] (a full house, Fours full of Aces)
B collected $40 from pot
*** SUMMARY ***
Total pot $40 | Rake $0
";
    let outcome = standard().replay(&one_text(text).expect("read")).expect("played");
    assert_eq!(stacks(&outcome), [2400, 7000]);
}

#[test]
fn a_hand_rebuilt_from_its_events_ends_the_same() {
    let mut records = vec![
        one_phh(&data("reference.phh")).expect("read"),
        one_text(&data("reference.txt")).expect("read"),
        one_text(TOURNAMENT).expect("read"),
    ];
    for (_, text) in shared("phh", &["phhs"]) {
        records.extend(phh::hands(&text).flatten());
    }
    for (_, text) in shared("histories", &["txt"]) {
        records.extend(stars::hands(&text).flatten());
    }
    let mut replayer = standard();
    for record in records {
        let Ok(outcome) = replayer.replay(&record) else { continue };
        let retold = history::record_from_events(replayer.events()).expect("a record");
        let mut written = String::new();
        phh::write_hand(&retold, None, &mut written).expect("a code");
        let again = one_phh(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
        let outcome_again = replayer.replay(&again).unwrap_or_else(|refused| panic!("{refused}\n{written}"));
        assert_eq!(outcome_again.stacks, outcome.stacks, "{written}");
        assert_eq!(outcome_again.pots, outcome.pots, "{written}");
    }
}

#[test]
fn straddles_stand_above_the_last_blind_and_a_missing_first_blind_is_missed_by_nobody() {
    // With a straddle of 8 on 2/4, the player after it opens, and 16 is the smallest raise.
    let deal = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "d dh p4 ????"];
    let played = |blinds: &str, acts: &[&str]| {
        let fields = format!(
            "antes = [0, 0, 0, 0]\nblinds_or_straddles = {blinds}\nmin_bet = 4\nstarting_stacks = [99, 99, 99, 99]"
        );
        standard().replay(&hand(&fields, &[&deal[..], acts].concat())).map(|outcome| stacks(&outcome))
    };
    assert_eq!(played("[2, 4, 8, 0]", &["p4 cbr 16", "p1 f", "p2 f", "p3 f"]), Ok(vec![97, 95, 91, 113]));
    assert!(
        played("[2, 4, 8, 0]", &["p3 cc"])
            .expect_err("not on turn")
            .to_string()
            .contains("it is seat 4's turn")
    );
    assert!(played("[2, 4, 8, 0]", &["p4 cbr 12"]).expect_err("short").to_string().contains("at least 16"));
    // If nobody posts the first blind, the first player has the big blind and the second opens.
    assert_eq!(played("[4, 0, 0, 0]", &["p2 f", "p3 cbr 8", "p4 f", "p1 f"]), Ok(vec![95, 99, 103, 99]));
    assert_eq!(played("[4, 8, 0, 0]", &["p3 f", "p4 f", "p1 f"]), Ok(vec![95, 103, 99, 99]));
}

#[test]
fn limits_without_a_word_in_records_are_errors() {
    let book = Book::named("standard").expect("the book");
    let chosen = [("limit_structure".to_owned(), "half_pot".to_owned())];
    let mut replayer = RecordReplayer::new(book, &chosen).expect("offered");
    replayer.replay(&one_phh(&data("reference.phh")).expect("read")).ok();
    let error = history::record_from_events(replayer.events()).expect_err("no word");
    assert_eq!(error, HandRecordError::UnknownLimit { limit: table::Limit::HalfPot });
    assert_eq!(
        error.to_string(),
        "a record cannot express half pot: expected fixed limit, pot limit or no limit"
    );
}

#[test]
fn a_big_blind_spent_on_the_ante_is_still_the_price() {
    // C has 30 for an ante of 40. A and B contest 20 + 20 between them, and C the antes of up to 30 from
    // each.
    let text = "PokerStars Hand #2: Tournament #3, $1+$0.10 USD Hold'em No Limit - Level III (10/20) - 2020/06/04 19:53:18 ET
Table '3 11' 6-max Seat #1 is the button
Seat 1: A (500 in chips)
Seat 2: B (500 in chips)
Seat 3: C (30 in chips)
A: posts the ante 40
B: posts the ante 40
C: posts the ante 30 and is all-in
B: posts small blind 10
*** HOLE CARDS ***
A: calls 20
B: calls 10
*** FLOP *** [3s Js 5c]
B: checks
A: checks
*** TURN *** [3s Js 5c] [9c]
B: checks
A: checks
*** RIVER *** [3s Js 5c 9c] [7d]
B: checks
A: checks
*** SHOW DOWN ***
B: shows [2c 2d] (a pair of Deuces)
A: shows [Kc Kd] (a pair of Kings)
A collected 60 from side pot
C: shows [Ac Ad] (a pair of Aces)
C collected 90 from main pot
*** SUMMARY ***
Total pot 150 Main pot 90. Side pot 60. | Rake 0
";
    let outcome = standard().replay(&one_text(text).expect("read")).expect("played");
    let by_seat: Vec<_> = outcome.seats.iter().map(|seat| seat.number()).zip(stacks(&outcome)).collect();
    assert_eq!(by_seat, [(2, 440), (3, 90), (1, 500)]);
}
