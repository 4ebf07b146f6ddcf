//! Ultimate Texas Hold'em against known answers, and against deals settled one by one.

use cards::{Card, Category, Choice, Ranking};
use odds::{
    DealerQualifier, Fraction, Odds, PayTable, PlayWager, Range, ShowdownGame, Spot, StartingHand,
    UltimateDecision, UltimateRules, advise, best_play, exact_equity, parse_cards,
};

use crate::table::{lines, slow};

fn quiet(_: u64, _: u64) {}

fn fraction(text: &str) -> Fraction {
    let (numerator, denominator) = text.split_once('/').unwrap();
    Fraction::new(numerator.parse().unwrap(), denominator.parse().unwrap())
}

#[test]
fn positions_after_the_flop_have_the_known_values() {
    let rules = UltimateRules::default();
    let table = lines(include_str!("../known/ultimate-flops.csv"));
    assert_eq!(table.len(), 48);
    for line in &table {
        let (hole, flop) = (parse_cards(line.text("hole")).unwrap(), parse_cards(line.text("flop")).unwrap());
        let advice = advise(&rules, &hole, &flop, &quiet).unwrap();
        let given: Vec<Fraction> = advice.choices.iter().map(|choice| choice.value).collect();
        let known = [fraction(line.text("bet")), fraction(line.text("check")), Fraction::new(-2, 1)];
        assert_eq!(given, known, "{hole:?} {flop:?}");
        assert_eq!(advice.best.to_string(), line.text("best"), "{hole:?} {flop:?}");
    }
}

#[test]
fn positions_at_the_river_have_the_known_values() {
    let rules = UltimateRules::default();
    let table = lines(include_str!("../known/ultimate-rivers.csv"));
    assert_eq!(table.len(), 120);
    for line in &table {
        let (hole, board) =
            (parse_cards(line.text("hole")).unwrap(), parse_cards(line.text("board")).unwrap());
        let advice = advise(&rules, &hole, &board, &quiet).unwrap();
        // In half antes, over the dealer's 990 hands.
        let known = Fraction::new(line.text("bet_half_antes").parse().unwrap(), 2 * 990);
        assert_eq!(advice.choices[0].value, known, "{hole:?} {board:?}");
        assert_eq!(advice.best.to_string(), line.text("best"), "{hole:?} {board:?}");
    }
}

/// The net result of a deal with a play wager of `times` antes, in antes, from the rule text.
fn settled(rules: &UltimateRules, ranking: &Ranking, deal: [&[Card]; 3], times: i128) -> Fraction {
    let [hole, dealer, board] = deal;
    let (mine, other) = (ranking.high(hole, board), ranking.high(dealer, board));
    let qualified = match rules.dealer_qualifies {
        DealerQualifier::Always => true,
        DealerQualifier::Kind(Category::TwoPairs) => {
            ![Category::HighCard, Category::OnePair].contains(&other.category())
        }
        DealerQualifier::Kind(_) => other.category() != Category::HighCard,
        DealerQualifier::Hand(hand) => other >= ranking.high_of_five(&hand),
    };
    let ante = i128::from(qualified);
    match mine.cmp(&other) {
        std::cmp::Ordering::Equal => Fraction::new(0, 1),
        std::cmp::Ordering::Less => Fraction::new(-ante - 1 - times, 1),
        std::cmp::Ordering::Greater => {
            let blind = rules.blind.odds(mine.category()).unwrap_or(Odds::to_one(0));
            let denominator = i128::from(blind.denominator);
            Fraction::new((ante + times) * denominator + i128::from(blind.numerator), denominator)
        }
    }
}

/// All sets of `number` of these cards.
fn sets(cards: &[Card], number: usize) -> Vec<Vec<Card>> {
    if number == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, card) in cards.iter().enumerate() {
        for mut set in sets(&cards[at + 1..], number - 1) {
            set.push(*card);
            all.push(set);
        }
    }
    all
}

fn beside(cards: &[Card], out: &[&[Card]]) -> Vec<Card> {
    cards.iter().copied().filter(|card| !out.iter().any(|out| out.contains(card))).collect()
}

/// The number of parts in an ante; all odds in these tests are whole numbers of parts.
const PARTS: i128 = 60;

/// Deals all deals of a small deck, settles each as the rule text says, and derives every decision from what
/// follows it.
fn check_deal_by_deal(rules: &mut UltimateRules, deck: &str) {
    let deck = parse_cards(deck).unwrap();
    let ranking = Ranking::of(Choice::default()).unwrap();
    rules.missing = ranking.deck().iter().copied().filter(|card| !deck.contains(card)).collect();
    let parts = |value: Fraction| value.numerator() * (PARTS / value.denominator());
    let (mut total, mut deals) = (0, 0);
    let (mut folds, mut plays) = (0, [0u64; 3]);
    let mut results = std::collections::BTreeMap::<i128, u64>::new();
    for hole in sets(&deck, 2) {
        let (mut four, mut checked) = (0, 0);
        // What is decided after a check: a bet on each flop, or the decisions at its rivers, with their
        // results.
        let (mut all_four, mut all_checked) = (Vec::new(), Vec::new());
        let (mut after, mut rivers_folded, mut rivers_bet) = (0, 0, 0);
        for flop in sets(&beside(&deck, &[&hole]), 3) {
            let (mut two, mut river) = (0, 0);
            let (mut all_two, mut all_river) = (Vec::new(), Vec::new());
            let (mut folded, mut bet) = (0, 0);
            for last in sets(&beside(&deck, &[&hole, &flop]), 2) {
                let board = [&flop[..], &last[..]].concat();
                let dealers = sets(&beside(&deck, &[&hole, &board]), 2);
                let result = |times: i128| -> Vec<i128> {
                    let one = |dealer: &Vec<Card>| settled(rules, &ranking, [&hole, dealer, &board], times);
                    dealers.iter().map(|dealer| parts(one(dealer))).collect()
                };
                let (of_four, of_two, of_one) = (result(4), result(2), result(1));
                four += of_four.iter().sum::<i128>();
                two += of_two.iter().sum::<i128>();
                let (one, fold) = (of_one.iter().sum::<i128>(), -2 * PARTS * dealers.len() as i128);
                river += one.max(fold);
                all_four.extend(of_four);
                all_two.extend(of_two);
                if one > fold {
                    bet += of_one.len() as u64;
                    all_river.extend(of_one);
                } else {
                    folded += dealers.len() as u64;
                    all_river.extend(vec![-2 * PARTS; dealers.len()]);
                }
            }
            checked += two.max(river);
            if two > river {
                after += all_two.len() as u64;
                all_checked.extend(all_two);
            } else {
                rivers_folded += folded;
                rivers_bet += bet;
                all_checked.extend(all_river);
            }
        }
        total += four.max(checked);
        deals += all_four.len() as i128;
        let all = if four > checked {
            plays[0] += all_four.len() as u64;
            all_four
        } else {
            plays[1] += after;
            plays[2] += rivers_bet;
            folds += rivers_folded;
            all_checked
        };
        all.iter().for_each(|net| *results.entry(*net).or_default() += 1);
    }

    let given = best_play(rules, &quiet).unwrap();
    assert_eq!(given.deals as i128, deals);
    assert_eq!(given.value, Fraction::new(total, deals * PARTS));
    let outcomes = given.outcomes(&quiet);
    assert_eq!(outcomes.by_wager.map(|settled| settled.deals()), plays);
    assert_eq!(outcomes.folded, folds);
    let known: Vec<(Fraction, u64)> =
        results.into_iter().map(|(net, deals)| (Fraction::new(net, PARTS), deals)).collect();
    assert_eq!(outcomes.results, known);
}

#[test]
fn small_decks_are_worth_what_their_deals_come_to() {
    let mut rules = UltimateRules::default();
    check_deal_by_deal(&mut rules, "2c 2d 3c 3d 4c 5c 6c 7d 8h Ac");
    // Decks with suits that can be permuted, and suits that cannot.
    check_deal_by_deal(&mut rules, "9c 9d 9h Tc Td Th Jc Jd Jh As");
}

#[test]
fn other_rules_are_worth_what_their_deals_come_to() {
    let mut rules = UltimateRules { dealer_qualifies: DealerQualifier::Always, ..UltimateRules::default() };
    check_deal_by_deal(&mut rules, "Tc Jc Qc Kc Ac Td Jd Qd Kd Ad");
    rules.dealer_qualifies = DealerQualifier::Kind(Category::TwoPairs);
    rules.blind = PayTable::of(&[
        (Category::Flush, Odds { numerator: 7, denominator: 3 }),
        (Category::TwoPairs, Odds { numerator: 1, denominator: 4 }),
    ]);
    check_deal_by_deal(&mut rules, "2c 2d 3c 3d 4c 5c 6c 7d 8h Ac");
    rules.dealer_qualifies =
        DealerQualifier::Hand(parse_cards("8h 8d Ac 3d 2c").unwrap().try_into().unwrap());
    check_deal_by_deal(&mut rules, "2c 2d 3c 3d 4c 5c 8c 8d 8h Ac");
}

/// Rules that differ from the usual ones in the pay tables, the dealer's qualifying hand, and a missing card.
fn other_rules() -> [UltimateRules; 3] {
    let pays = |setting, odds| {
        let mut rules = UltimateRules::default();
        rules.set(setting, odds).unwrap();
        rules
    };
    [
        pays("blind_odds", "250, 25, 20, 7/3, 5/4, 1"),
        pays("dealer_qualifies", "none"),
        pays("missing_cards", "2c"),
    ]
}

#[test]
fn whole_decks_under_other_rules_are_worth_what_the_deals_of_a_position_come_to() {
    let ranking = Ranking::of(Choice::default()).unwrap();
    let parts = |value: Fraction| value.numerator() * (PARTS / value.denominator());
    let rivers = lines(include_str!("../known/ultimate-rivers.csv"));
    let flops = [("Ad 9h", "Ts 8c 3d"), ("6s 6d", "Kh Jh 4s"), ("Js Ts", "9s 8d 3s")];
    for (rules, (hole, flop)) in other_rules().iter().zip(flops) {
        let deck: Vec<Card> =
            ranking.deck().iter().copied().filter(|card| !rules.missing.contains(*card)).collect();
        // The result of a play wager of `times` antes over all the dealer's hands, and the number of these
        // hands.
        let deals = |hole: &[Card], board: &[Card], times: i128| -> (i128, i128) {
            let dealers = sets(&beside(&deck, &[hole, board]), 2);
            let sum =
                dealers.iter().map(|dealer| parts(settled(rules, &ranking, [hole, dealer, board], times)));
            (sum.sum(), dealers.len() as i128)
        };
        for line in rivers.iter().step_by(6) {
            let (hole, board) =
                (parse_cards(line.text("hole")).unwrap(), parse_cards(line.text("board")).unwrap());
            if !hole.iter().chain(&board).all(|card| deck.contains(card)) {
                continue;
            }
            let (sum, dealers) = deals(&hole, &board, 1);
            let advice = advise(rules, &hole, &board, &quiet).unwrap();
            assert_eq!(advice.choices[0].value, Fraction::new(sum, dealers * PARTS), "{hole:?} {board:?}");
        }
        let (hole, flop) = (parse_cards(hole).unwrap(), parse_cards(flop).unwrap());
        let (mut bet, mut check, mut all) = (0, 0, 0);
        for last in sets(&beside(&deck, &[&hole, &flop]), 2) {
            let board = [&flop[..], &last[..]].concat();
            let (one, dealers) = deals(&hole, &board, 1);
            // One more ante of play wager wins or loses an ante on every deal that is not a tie.
            let (none, _) = deals(&hole, &board, 0);
            bet += 2 * one - none;
            check += one.max(-2 * PARTS * dealers);
            all += dealers;
        }
        let given: Vec<Fraction> =
            advise(rules, &hole, &flop, &quiet).unwrap().choices.iter().map(|choice| choice.value).collect();
        let known = [bet, check].map(|sum| Fraction::new(sum, all * PARTS));
        assert_eq!(given[..2], known, "{hole:?} {flop:?}");
    }
}

/// The same deals counted as equities; only in the long tests.
#[test]
fn a_deck_without_a_card_wins_as_often_as_equities_say() {
    if !slow() {
        return;
    }
    let [.., rules] = other_rules();
    let given = best_play(&rules, &quiet).unwrap();
    // 51 choose 2, 49 choose 3, 46 choose 2, 44 choose 2.
    assert_eq!(given.deals, 1_275 * 18_424 * 1_035 * 946);
    // The best value of every hand, summed over its combinations, is the value of the game. Counted in half
    // antes over the deals of each combination; a hand has 3, 4, 6, 9 or 12 combinations.
    let parts = 2 * 36 * given.deals as i128 / 1_275;
    let of_hand = |hand: &StartingHand| {
        hand.best.numerator() * (parts / hand.best.denominator()) * i128::from(hand.combinations)
    };
    assert_eq!(Fraction::new(given.hands.iter().map(of_hand).sum(), 1_275 * parts), given.value);
    for name in ["22", "A2s", "72o", "KQs"] {
        let hands = [name, "random"].map(|hand| Range::parse(hand, ShowdownGame::Holdem).unwrap()).to_vec();
        let dead = parse_cards("2c").unwrap();
        let spot = Spot::new(ShowdownGame::Holdem, Choice::default(), Vec::new(), &dead, hands).unwrap();
        let equity = exact_equity(&spot, &quiet).unwrap();
        let ((won, tied), hand) =
            (equity.high_wins(0), given.hands.iter().find(|hand| hand.name == name).unwrap());
        // A board splits into a flop, a turn and river in ten ways.
        assert_eq!([hand.won, hand.tied], [10 * won, 10 * tied], "{name}");
        assert_eq!(hand.won + hand.tied + hand.lost, 10 * equity.deals, "{name}");
        let play = Fraction::new(won as i128 * 2 + tied as i128 - equity.deals as i128, equity.deals as i128);
        let more = |one: Fraction, other: Fraction| {
            Fraction::new(
                one.numerator() * other.denominator() - other.numerator() * one.denominator(),
                one.denominator() * other.denominator(),
            )
        };
        assert_eq!(more(hand.four, hand.three), play, "{name}");
    }
}

#[test]
fn a_position_that_cannot_be_is_named() {
    let rules = UltimateRules::default();
    let refused = |hole: &str, board: &str| {
        advise(&rules, &parse_cards(hole).unwrap(), &parse_cards(board).unwrap(), &quiet)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(refused("As", ""), "expected two hole cards, found 1");
    assert_eq!(
        refused("AsKs", "2c 3c 4c 5c"),
        "expected no board card, the three of the flop or all five, found 4"
    );
    assert_eq!(refused("AsKs", "2c 3c As"), "As appears twice: expected different cards");
    assert_eq!(refused("AsJo", "2c 3c 4c"), "Jo is not in the deck");
    let few = UltimateRules { missing: parse_cards("2c2d").unwrap().into_iter().collect(), ..rules };
    let hole = parse_cards("2cAs").unwrap();
    assert_eq!(
        advise(&few, &hole, &parse_cards("3c 4c 5c").unwrap(), &quiet).unwrap_err().to_string(),
        "2c is not in the deck"
    );
}

/// All deals; only in the long tests.
#[test]
fn the_whole_game_has_the_known_values() {
    if !slow() {
        return;
    }
    let given = best_play(&UltimateRules::default(), &quiet).unwrap();
    assert_eq!(given.deals, 27_813_810_024_000);
    assert_eq!(given.value, Fraction::new(-50_643_648_973, 2_317_817_502_000));
    let table = lines(include_str!("../known/ultimate-hands.csv"));
    assert_eq!(given.hands.len(), 169);
    for line in &table {
        let hand = given.hands.iter().find(|hand| hand.name == line.text("hand")).unwrap();
        assert_eq!(hand.combinations, line.number("combinations") as u64);
        let known = ["four", "three", "check"].map(|column| fraction(line.text(column)));
        assert_eq!([hand.four, hand.three, hand.check], known, "{}", hand.name);
        let known = ["win", "tie", "lose"].map(|column| line.number(column));
        assert_eq!([hand.won, hand.tied, hand.lost], known, "{}", hand.name);
        assert_eq!(hand.best, hand.four.max(hand.check), "all its combinations are alike");
        let bet = if line.text("best") == "check" { 0 } else { hand.combinations };
        assert_eq!(hand.bet, bet, "{}", hand.name);
    }
    assert_eq!((given.even_before_flop, given.even_after_flop, given.even_at_river), (0, 0, 1_554_120));
    assert_eq!((given.flops_bet, given.flops_checked_to), (5_531_788, 16_189_600));
    assert_eq!((given.flops_bet_up_to_suits, given.flops_up_to_suits), (590_765, 1_286_792));
    let sevens = [4_324, 0, 37_260, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620];
    assert_eq!(given.sevens[..8], sevens);
    assert_eq!(given.trips, Fraction::new(-233_985, 6_689_228));
    assert_eq!(given.with_trips.value, Fraction::new(-254_046_949, 10_697_619_240));

    let outcomes = given.outcomes(&quiet);
    assert_eq!(
        outcomes.by_wager.map(|settled| settled.deals()),
        [10_487_862_000_000, 5_920_064_199_720, 6_069_571_037_640]
    );
    assert_eq!(outcomes.folded, 5_336_312_786_640);
    assert_eq!(outcomes.mean_wager, Fraction::new(29_163_830_173, 7_023_689_400));
    assert_eq!(PlayWager::ALL.map(PlayWager::times), [4, 2, 1]);
    let table = lines(include_str!("../known/ultimate-results.csv"));
    let known: Vec<(Fraction, u64)> = table
        .iter()
        .map(|line| {
            (Fraction::new(line.text("net_half_antes").parse().unwrap(), 2), line.number("deals") as u64)
        })
        .collect();
    assert_eq!(outcomes.results, known);
    assert!(outcomes.variance.to_decimal(12).starts_with("24.39667353765"));

    let survives = UltimateRules { trips_survives_fold: true, ..UltimateRules::default() };
    let free = best_play(&survives, &quiet).unwrap();
    assert_eq!(free.with_trips.value, free.value, "a fold costs nothing of the trips wager");
    let aces = advise(&survives, &parse_cards("AsAh").unwrap(), &[], &quiet).unwrap();
    assert_eq!(aces.best, UltimateDecision::Bet(4));
}
