//! Equities against known values, and against examining every board.

use cards::Choice;
use odds::{Equity, Range, ShowdownGame, Spot, exact_equity, parse_cards, sampled_equity};

use crate::table::{Line, lines};

fn spot(line: &Line) -> Spot {
    let game: ShowdownGame = line.text("game").parse().unwrap();
    let board = parse_cards(line.text("board")).unwrap();
    let hands = line.text("holes").split('|').map(|hole| Range::parse(hole, game).unwrap()).collect();
    Spot::new(game, line.choice(), board, &[], hands).unwrap()
}

fn read(game: ShowdownGame, choice: Choice, hands: &[&str]) -> Spot {
    let hands = hands.iter().map(|hand| Range::parse(hand, game).unwrap()).collect();
    Spot::new(game, choice, Vec::new(), &[], hands).unwrap()
}

/// A set of players, written as `1+3`.
fn set(players: u32) -> String {
    let players = (0..32).filter(|player| players >> player & 1 == 1);
    players.map(|player| (player + 1).to_string()).collect::<Vec<_>>().join("+")
}

#[test]
fn exact_equities_are_the_known_ones() {
    let table = lines(include_str!("../known/equity.csv"));
    assert_eq!(table.len(), 45);
    for line in table {
        let equity = exact_equity(&spot(&line), &|_, _| {}).unwrap();
        let context = format!("{} on {}", line.text("holes"), line.text("board"));
        assert_eq!(equity.deals, line.number("runouts"), "{context}");
        let mut outcomes: Vec<String> = equity
            .outcomes
            .iter()
            .map(|outcome| format!("{}/{}={}", set(outcome.high), set(outcome.low), outcome.deals))
            .collect();
        let mut known: Vec<&str> = line.text("outcomes").split(';').collect();
        outcomes.sort();
        known.sort();
        assert_eq!(outcomes, known, "{context}");
        let by_player = |column| line.text(column).split('|').enumerate();
        for (player, share) in by_player("shares") {
            let (won, all) = equity.share(player);
            assert_eq!(format!("{won}/{all}"), share, "{context}");
        }
        for ((player, alone), (_, tied)) in by_player("high_alone").zip(by_player("high_tied")) {
            let (given_alone, given_tied) = equity.high_wins(player);
            assert_eq!((given_alone.to_string().as_str(), given_tied.to_string().as_str()), (alone, tied));
        }
    }
}

#[test]
fn ranges_weigh_every_pair_of_hands_alike() {
    // Aces against kings: 6 by 6 hands. Of the 36 matchups, 6 share both suits, 24 share one, 6 none; each
    // has 1,712,304 boards.
    let equity =
        exact_equity(&read(ShowdownGame::Holdem, Choice::default(), &["AA", "KK"]), &|_, _| {}).unwrap();
    assert_eq!(equity.deals, 36 * 1_712_304);
    let single = |aces: &str, kings: &str| {
        let equity =
            exact_equity(&read(ShowdownGame::Holdem, Choice::default(), &[aces, kings]), &|_, _| {}).unwrap();
        let deals = |high| equity.outcomes.iter().find(|outcome| outcome.high == high).unwrap().deals;
        [deals(1), deals(2), deals(3)]
    };
    let (both, one, none) = (single("AsAh", "KsKh"), single("AsAh", "KsKd"), single("AsAh", "KdKc"));
    for (outcome, at) in equity.outcomes.iter().zip(0..) {
        assert_eq!(outcome.deals, 6 * both[at] + 24 * one[at] + 6 * none[at]);
    }
}

#[test]
fn a_sample_is_the_same_whatever_the_number_of_threads() {
    let spot =
        read(ShowdownGame::Omaha, Choice { joker: true, ..Choice::default() }, &["AsAhKsKh", "random"]);
    let with = |threads: usize| -> Equity {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| sampled_equity(&spot, 20_000, 9, &|_, _| {}).unwrap())
    };
    assert_eq!(with(1), with(3));
    assert_ne!(with(1), sampled_equity(&spot, 20_000, 10, &|_, _| {}).unwrap());
}

#[test]
fn a_sample_comes_near_the_exact_equity() {
    for hands in [["AsKs", "QQ"], ["TT+", "AKs"]] {
        let spot = read(ShowdownGame::Holdem, Choice::default(), &hands);
        let (exact, sample) = (
            exact_equity(&spot, &|_, _| {}).unwrap(),
            sampled_equity(&spot, 200_000, 1, &|_, _| {}).unwrap(),
        );
        let (won, all) = exact.share(0);
        let (sample_won, sample_all) = sample.share(0);
        let off = won as f64 / all as f64 - sample_won as f64 / sample_all as f64;
        // The seed is fixed, so this either always holds or never.
        assert!(off.abs() < 4.0 * sample.standard_error(0), "{off}");
        assert_eq!(exact.standard_error(0), 0.0);
    }
}

#[test]
fn weights_count_as_often_as_they_say() {
    // On a complete board, kings beat queens and treys do not. Weights of one quarter and one give a share of
    // one in five.
    let hands = |other: &str| {
        let hands = ["QsQh", other].map(|hand| Range::parse(hand, ShowdownGame::Holdem).unwrap()).to_vec();
        Spot::new(ShowdownGame::Holdem, Choice::default(), parse_cards("2c 7d 9h Jc 4s").unwrap(), &[], hands)
            .unwrap()
    };
    let exactly = |other: &str| exact_equity(&hands(other), &|_, _| {}).unwrap().share(1);
    assert_eq!(exactly("KsKh:0.25, 3s3h"), (1, 5));
    assert_eq!(exactly("KsKh, 3s3h:0.25"), (4, 5));
    assert_eq!(exactly("KsKh:0.5, 3s3h:0.5"), (1, 2));
    // All six pairs of kings and all six pairs of treys are possible: 6 times 0.1 against 6 times 0.9.
    assert_eq!(exactly("KK:0.1, 33:0.9"), (1, 10));
    // A weight on the only part changes nothing, not even the number of deals.
    let (plain, weighted) = (hands("KK"), hands("KK:0.5"));
    assert_eq!(exact_equity(&plain, &|_, _| {}), exact_equity(&weighted, &|_, _| {}));
    assert_eq!(sampled_equity(&plain, 5000, 3, &|_, _| {}), sampled_equity(&weighted, 5000, 3, &|_, _| {}));
    let sample = sampled_equity(&hands("KsKh:0.25, 3s3h"), 40_000, 7, &|_, _| {}).unwrap();
    let (won, all) = sample.share(1);
    let (share, error) = (won as f64 / all as f64, sample.standard_error(1));
    assert!((share - 0.2).abs() < 5.0 * error, "{share} +/- {error}");
}

#[test]
fn weights_too_fine_for_so_many_players_are_refused() {
    let hand = Range::parse("KK:0.9999, QQ:0.9998, 22+:0.9997", ShowdownGame::Holdem);
    assert!(hand.is_err(), "one hand with two weights");
    let hand = Range::parse("KK:0.9999, QQ:0.9998, JJ:0.9997", ShowdownGame::Holdem).unwrap();
    let spot = Spot::new(ShowdownGame::Holdem, Choice::default(), Vec::new(), &[], vec![hand; 9]);
    assert!(spot.unwrap_err().to_string().contains("too fine to be counted"));
}
