//! The stakes of a record under each book: one to three blinds, antes, equal and doubled bets of fixed limit.

use history::replay::{RecordReplayer, ReplayOutcome};
use history::script::{CaseOptions, write_case};
use history::{phh, record_from_events};
use rulebook::Book;
use script::RunOptions;

use crate::{data, one_phh, one_text};

const BOOKS: [&str; 4] = ["standard", "practice", "canberra-holdem-2018", "dunedin-17.7"];

const CARDS: &str = "'d dh p1 7h7c', 'd dh p2 KsKc', 'd dh p3 AsAd'";

fn hand(stakes: &str, acts: &str) -> String {
    format!("variant = 'NT'\n{stakes}\nstarting_stacks = [400, 120, 515]\nactions = [{CARDS}, {acts}]\n")
}

/// A replayer that takes no commission from pots.
fn replayer(book: &str) -> RecordReplayer {
    let time = [("commission_method", "time"), ("time_charge_cents", "500")];
    let time = time.map(|(setting, value)| (setting.to_owned(), value.to_owned()));
    let chosen = if book.starts_with("dunedin") { &time[..] } else { &[] };
    RecordReplayer::new(Book::named(book).expect("the book"), chosen).expect("offered")
}

fn replayed(book: &str, text: &str) -> (ReplayOutcome, String) {
    let record = one_phh(text).expect("read");
    let mut replayer = replayer(book);
    let outcome = replayer.replay(&record).unwrap_or_else(|refused| panic!("{book}: {refused}\n{text}"));
    let mut case = String::new();
    let writing = CaseOptions { title: "a case", ..CaseOptions::default() };
    write_case(replayer.events(), &writing, &mut case).unwrap_or_else(|why| panic!("{book}: {why}\n{text}"));
    (outcome, case)
}

fn stacks(outcome: &ReplayOutcome) -> Vec<u64> {
    outcome.stacks.iter().map(|stack| stack.get()).collect()
}

#[test]
fn a_game_of_antes_is_played_under_every_book() {
    // The pot is 30; a bet of 20 that nobody calls is returned.
    let stakes = "antes = [10, 10, 10]\nblinds_or_straddles = [0, 0, 0]\nmin_bet = 10";
    for trimmed in ["", "ante_trimming_status = true\n", "ante_trimming_status = false\n"] {
        let text = hand(&format!("{trimmed}{stakes}"), "'p1 cbr 20', 'p2 f', 'p3 f'");
        for book in BOOKS {
            let (outcome, case) = replayed(book, &text);
            assert_eq!(stacks(&outcome), [420, 110, 505], "{book}");
            assert_eq!(outcome.pots.iter().map(|pot| pot.amount.get()).collect::<Vec<_>>(), [30], "{book}");
            assert!(case.contains("ante 10\n"), "{case}");
        }
    }
}

#[test]
fn antes_beside_blinds_are_matched_or_dead_alike_where_nobody_is_short_of_one() {
    // 30 of antes and 15 of blinds, of which nobody called 5 of the last one.
    let stakes = "antes = [10, 10, 10]\nblinds_or_straddles = [5, 10, 0]\nmin_bet = 10";
    for trimmed in ["", "ante_trimming_status = true\n"] {
        let text = hand(&format!("{trimmed}{stakes}"), "'p3 f', 'p1 f'");
        for book in BOOKS {
            let (outcome, case) = replayed(book, &text);
            assert_eq!(stacks(&outcome), [385, 145, 505], "{book}");
            assert!(case.contains("ante 10\n") && !case.contains("big_blind"), "{case}");
        }
    }
}

#[test]
fn a_dead_ante_that_somebody_cannot_pay_stays_dead() {
    // Seat 1 has only 4 for an ante of 10. The antes are dead, so it contests all 24.
    let text = "variant = 'NT'\nantes = [10, 10, 10]\nblinds_or_straddles = [0, 0, 0]\nmin_bet = 10\n\
        starting_stacks = [4, 100, 100]\nactions = ['d dh p1 7h7c', 'd dh p2 KsKc', 'd dh p3 2s3d', \
        'd db 4c5c8d', 'p2 cc', 'p3 cc', 'd db Jh', 'p2 cc', 'p3 cc', 'd db 7s', 'p2 cc', 'p3 cc', \
        'p2 sm KsKc', 'p3 sm 2s3d', 'p1 sm 7h7c']\n";
    let record = one_phh(text).expect("read");
    let mut replayer = replayer("standard");
    assert_eq!(stacks(&replayer.replay(&record).expect("played")), [24, 90, 90]);
}

#[test]
fn the_big_bet_of_fixed_limit_may_be_as_large_as_the_small_one() {
    let fixed = |big: u64| {
        format!(
            "variant = 'FT'\nantes = [0, 0, 0]\nblinds_or_straddles = [5, 10, 0]\nsmall_bet = 10\nbig_bet = {big}\n\
             starting_stacks = [400, 120, 515]\nactions = [{CARDS}, 'p3 cc', 'p1 cc', 'p2 cc', 'd db 2c3d4h', \
             'p1 cc', 'p2 cc', 'p3 cc', 'd db 9s', 'p1 cbr {big}', 'p2 f', 'p3 f']\n"
        )
    };
    for book in BOOKS {
        for big in [10, 20] {
            let (outcome, _) = replayed(book, &fixed(big));
            assert_eq!(stacks(&outcome), [420, 110, 505], "{book}, {big}");
        }
    }
    // Any other big bet needs a list of limits, which the two Canberra and Dunedin books offer and the
    // presets do not.
    for (book, offered) in [("canberra-holdem-2018", true), ("dunedin-17.7", true), ("standard", false)] {
        let record = one_phh(&fixed(15)).expect("read");
        let mut replayer = replayer(book);
        assert_eq!(replayer.replay(&record).is_ok(), offered, "{book}");
    }
}

#[test]
fn one_and_three_blinds_are_those_of_the_script() {
    for (book, blinds, line) in [
        ("standard", "[10, 0, 0]", "holdem 10\n"),
        ("canberra-holdem-2018", "[10, 0, 0]", "holdem 10\n"),
        ("dunedin-17.7", "[10, 0, 0]", "holdem 10\n"),
        ("canberra-holdem-2018", "[2, 5, 10]", "holdem 2/5/10\n"),
        ("dunedin-17.7", "[2, 5, 10]", "holdem 2/5/10\n"),
        ("standard", "[5, 10, 0]", "holdem 5/10\n"),
    ] {
        let stakes = format!("antes = [0, 0, 0]\nblinds_or_straddles = {blinds}\nmin_bet = 10");
        let acts = match blinds {
            "[10, 0, 0]" => "'p2 cbr 30', 'p3 f', 'p1 f'",
            "[2, 5, 10]" => "'p1 f', 'p2 cbr 30', 'p3 f'",
            _ => "'p3 f', 'p1 f'",
        };
        let (outcome, case) = replayed(book, &hand(&stakes, acts));
        let expected = match blinds {
            "[10, 0, 0]" => [390, 130, 515],
            "[2, 5, 10]" => [398, 132, 505],
            _ => [395, 125, 515],
        };
        assert_eq!(stacks(&outcome), expected, "{book} {blinds}");
        assert!(case.contains(line), "{case}");
    }
    // A book that always has two blinds still plays the others.
    let stakes = "antes = [0, 0, 0]\nblinds_or_straddles = [2, 5, 10]\nmin_bet = 10";
    let record = one_phh(&hand(stakes, "'p1 f', 'p2 cbr 30', 'p3 f'")).expect("read");
    for book in ["standard", "practice"] {
        let mut replayer = replayer(book);
        assert_eq!(stacks(&replayer.replay(&record).expect("played")), [398, 132, 505], "{book}");
        let why = write_case(replayer.events(), &CaseOptions::default(), &mut String::new());
        let expected = format!("a script cannot carry 3 blinds under {book}: the book has no such game");
        assert_eq!(why.map_err(|error| error.to_string()), Err(expected));
    }
}

#[test]
fn of_two_players_the_button_posts_as_the_record_has_it_in_the_script_too() {
    // The button is p2 and posts the first amount; p1 acts after it and folds to a raise of 30 into 20.
    let text = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [5, 10]\nmin_bet = 10\n\
        starting_stacks = [400, 120]\nactions = ['d dh p1 7h7c', 'd dh p2 KsKc', 'p2 cbr 30', 'p1 f']\n";
    for book in BOOKS {
        let (outcome, case) = replayed(book, text);
        assert_eq!(stacks(&outcome), [390, 130], "{book}");
        let script = script::parse(&case).unwrap_or_else(|problem| panic!("{problem}\n{case}"));
        let report = script::run(&script.cases[0], &RunOptions::default());
        let failures = report.failures.iter().filter(|failure| !failure.to_string().contains("stacks"));
        assert_eq!(failures.count(), 0, "{:?}\n{case}", report.failures);
        let line = "set heads_up_button_posts_first true";
        assert_eq!(case.contains(line), book.starts_with("canberra"), "{case}");
    }
}

#[test]
fn a_lone_blind_that_nobody_calls_leaves_no_pot() {
    let stakes = "antes = [0, 0, 0]\nblinds_or_straddles = [0, 0, 10]\nmin_bet = 10";
    let record = one_phh(&hand(stakes, "'p1 f', 'p2 f'")).expect("read");
    let mut replayer = replayer("standard");
    let outcome = replayer.replay(&record).expect("played");
    assert_eq!(stacks(&outcome), [400, 120, 515]);
    assert!(outcome.pots.is_empty(), "{:?}", outcome.pots);
    assert_eq!(outcome.total_uncalled().get(), 10);
}

#[test]
fn a_first_blind_that_nobody_posts_is_kept_with_the_stakes() {
    // Pot limit 200/500, with a small blind that nobody posts: the first raise is to 1000 + 700 = 1700 at
    // most.
    let text = data("reference.txt");
    let text =
        text.replace("Hold'em No Limit", "Hold'em Pot Limit").replacen("Ana: posts small blind $2\n", "", 1);
    let record = one_text(&text).expect("read");
    assert_eq!(record.unposted_blind.map(|blind| blind.get()), Some(200));
    let mut out = String::new();
    phh::write_hand(&record, None, &mut out).expect("a code");
    assert!(out.contains("_unposted_blind = 200\n"), "{out}");
    assert_eq!(one_phh(&out).expect("read").unposted_blind, record.unposted_blind);
    // A game with one blind has no first blind to keep.
    let case =
        "house canberra-holdem-2018\ngame pot-limit holdem 10\nseats 1-3:1000 button 1\n3 folds; 1 folds\n";
    let script = script::parse(case).expect("a script");
    let report = script::run(&script.cases[0], &RunOptions::default());
    assert_eq!(record_from_events(&report.hands[0]).expect("a record").unposted_blind, None);
}
