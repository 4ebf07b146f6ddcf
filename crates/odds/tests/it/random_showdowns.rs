//! Complete showdowns of every game, deck and mode, drawn at random, against the slow evaluator: the row as
//! answered by `cardroom showdown --batch`, the names, the five cards used, what the joker stands for, and
//! the shares.

use cards::{
    Ace, Card, Choice, Deck, FiveOfAKind, LowAce, LowQualifier, Ranking, ReducedOrder, ShowdownMode, Used,
};
use odds::{BatchColumns, Range, ShowdownGame, ShowdownResult, Spot, exact_equity};

use crate::slow::{self, High, Low, Numbers};
use crate::table::slowness;

const HEADER: &str = "id,game,deck,joker,ace_low,mode,low_ace,board,holes";

/// A randomly drawn showdown.
struct Drawn {
    game: ShowdownGame,
    choice: Choice,
    board: Vec<Card>,
    holes: Vec<Vec<Card>>,
}

fn one_of<T: Copy>(numbers: &mut Numbers, all: &[T]) -> T {
    all[numbers.below(all.len())]
}

/// Draws a game with its settings and 2 to 10 players; the joker is often among the cards.
fn drawn(numbers: &mut Numbers) -> Drawn {
    let game = one_of(numbers, &ShowdownGame::ALL);
    let (mode, low_qualifier) = one_of(
        numbers,
        &[
            (ShowdownMode::High, LowQualifier::None),
            (ShowdownMode::Low, LowQualifier::None),
            (ShowdownMode::HighLow, LowQualifier::None),
            (ShowdownMode::HighLow, LowQualifier::Eight),
        ],
    );
    let choice = Choice {
        deck: one_of(numbers, &Deck::ALL),
        joker: one_of(numbers, &[false, true]),
        ace: one_of(numbers, &[Ace::High, Ace::HighAndLow]),
        low_ace: one_of(numbers, &[LowAce::Follow, LowAce::High, LowAce::Low]),
        mode,
        low_qualifier,
        hole_cards_used: game.hole_cards_used(),
        // Occasionally, readings that are not the default of any book.
        wild_may_copy_in_flush: numbers.below(6) > 0,
        five_of_a_kind: one_of(
            numbers,
            &[FiveOfAKind::BelowRoyalFlush, FiveOfAKind::BelowRoyalFlush, FiveOfAKind::Top],
        ),
        reduced_order: one_of(
            numbers,
            &[
                ReducedOrder::FlushAboveFullHouse,
                ReducedOrder::FlushAboveFullHouse,
                ReducedOrder::FullHouseAboveFlush,
            ],
        ),
    };
    let mut deck: Vec<Card> = choice.deck.cards(choice.joker).iter().collect();
    let most = ((deck.len() - 5) / game.hole_cards()).min(10);
    let players = 2 + numbers.below(most - 1);
    let dealt = 5 + players * game.hole_cards();
    for at in 0..deck.len() {
        let other = at + numbers.below(deck.len() - at);
        deck.swap(at, other);
    }
    if let Some(joker) = deck.iter().position(|card| *card == Card::JOKER).filter(|_| numbers.below(3) > 0) {
        deck.swap(joker, numbers.below(dealt));
    }
    let holes = deck[5..dealt].chunks(game.hole_cards()).map(<[Card]>::to_vec).collect();
    Drawn { game, choice, board: deck[..5].to_vec(), holes }
}

fn words(cards: &[Card], between: &str) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(between)
}

impl Drawn {
    /// The table row for this showdown.
    fn row(&self) -> String {
        let Choice { deck, joker, ace, mode, low_ace, low_qualifier, .. } = self.choice;
        let mode = match (mode, low_qualifier) {
            (ShowdownMode::High, _) => "high",
            (ShowdownMode::Low, _) => "low",
            (ShowdownMode::HighLow, LowQualifier::None) => "hilo",
            (ShowdownMode::HighLow, LowQualifier::Eight) => "hilo8",
        };
        let holes: Vec<String> = self.holes.iter().map(|hole| words(hole, " ")).collect();
        format!(
            "7,{},{},{},{},{mode},{},{},{}",
            self.game,
            deck.count(),
            u8::from(joker),
            u8::from(ace == Ace::HighAndLow),
            ["follow", "high", "low"][low_ace as usize],
            words(&self.board, " "),
            holes.join("|")
        )
    }

    /// Visits every five-card hand a player may use.
    fn each_five(&self, hole: &[Card], mut visit: impl FnMut([Card; 5])) {
        let all = [hole, &self.board].concat();
        slow::each_five(&all, |five| {
            let of_hole = five.iter().filter(|card| hole.contains(card)).count();
            if self.choice.hole_cards_used == Used::Any || of_hole == 2 {
                visit(five);
            }
        });
    }

    fn best_high(&self, hole: &[Card]) -> High {
        let mut best = None;
        self.each_five(hole, |five| best = best.max(Some(slow::high(&self.choice, &five))));
        best.unwrap()
    }

    /// The lowest hand, if low hands count and it qualifies.
    fn best_low(&self, hole: &[Card]) -> Option<Low> {
        if self.choice.mode == ShowdownMode::High {
            return None;
        }
        let mut best: Option<Low> = None;
        self.each_five(hole, |five| {
            let low = slow::low(&self.choice, &five);
            best = Some(best.map_or(low, |best| best.min(low)));
        });
        // Eight or better: five different ranks, none above the eight.
        best.filter(|low| self.choice.low_qualifier == LowQualifier::None || low.0 == 0 && low.1[0] <= 8)
    }
}

/// The players who hold the best hand, counted from 0.
fn holders<T: PartialEq + Copy>(hands: &[Option<T>], best: Option<T>) -> Vec<usize> {
    (0..hands.len()).filter(|player| best.is_some() && hands[*player] == best).collect()
}

/// The letter of a rank from 1, the low ace, to 14.
fn letter(rank: u8) -> char {
    b"A23456789TJQKA"[usize::from(rank) - 1].into()
}

fn low_name(low: Low) -> String {
    low.1.map(|rank| letter(rank).to_string()).join("-")
}

/// A hand as a dealer announces it.
fn name(kind: &str, ranks: [u8; 5]) -> String {
    const WORDS: [&str; 13] = [
        "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
        "ace",
    ];
    let one = |at: usize| WORDS[usize::from(ranks[at]) - 2];
    let many = |at: usize| format!("{}{}", one(at), if one(at) == "six" { "es" } else { "s" });
    match kind {
        "royal_flush" => "royal flush".to_owned(),
        "five_of_a_kind" => format!("five of a kind, {}", many(0)),
        "straight_flush" => format!("straight flush, {} high", one(0)),
        "four_of_a_kind" => format!("four of a kind, {}", many(0)),
        "full_house" => format!("full house, {} full of {}", many(0), many(3)),
        "flush" => format!("flush, {} high", one(0)),
        "straight" => format!("straight, {} high", one(0)),
        "three_of_a_kind" => format!("three of a kind, {}", many(0)),
        "two_pairs" => format!("two pair, {} and {}", many(0), many(2)),
        "one_pair" => format!("pair of {}", many(0)),
        "high_card" => format!("{} high", one(0)),
        other => panic!("unknown category {other}"),
    }
}

/// The side cards needed to tell a hand from another one. If both have the same category and the same grouped
/// cards, these are the ungrouped cards up to the first that differs.
fn deciding(choice: &Choice, one: High, other: High) -> Vec<u8> {
    let kind = slow::kind_of(choice, one);
    if kind != slow::kind_of(choice, other) {
        return Vec::new();
    }
    let parts = |ranks: [u8; 5]| -> (Vec<u8>, Vec<u8>) {
        let alone = |at: usize| match kind {
            "four_of_a_kind" | "three_of_a_kind" | "two_pairs" | "one_pair" => {
                ranks.iter().filter(|rank| **rank == ranks[at]).count() == 1
            }
            "flush" | "high_card" => at > 0,
            _ => false,
        };
        let (side, named): (Vec<usize>, Vec<usize>) = (0..5).partition(|at| alone(*at));
        (named.iter().map(|at| ranks[*at]).collect(), side.iter().map(|at| ranks[*at]).collect())
    };
    let ((named, side), (other_named, other_side)) = (parts(one.1), parts(other.1));
    let same = (0..side.len()).take_while(|at| side[*at] == other_side[*at]).count();
    if named != other_named || same == side.len() { Vec::new() } else { side[..=same].to_vec() }
}

/// Replaces the joker by the card it stands for. Checks that this is not one of the other cards, if a card of
/// its rank is left.
fn without_joker(five: [Card; 5], stands_for: Option<Card>, may_repeat: bool) -> [Card; 5] {
    assert_eq!(stands_for.is_some(), five.contains(&Card::JOKER), "{five:?}");
    if let Some(card) = stands_for {
        assert!(may_repeat || !five.contains(&card), "{card} in {five:?}");
    }
    five.map(|card| if card == Card::JOKER { stands_for.unwrap() } else { card })
}

/// Compares everything the crate says about a showdown with the slow evaluator.
fn check(drawn: &Drawn) {
    let (choice, row) = (drawn.choice, drawn.row());
    let context = || format!("{row} under {choice:?}");
    let highs: Vec<Option<High>> = drawn.holes.iter().map(|hole| Some(drawn.best_high(hole))).collect();
    let lows: Vec<Option<Low>> = drawn.holes.iter().map(|hole| drawn.best_low(hole)).collect();
    let high_winners = match choice.mode {
        ShowdownMode::Low => Vec::new(),
        ShowdownMode::High | ShowdownMode::HighLow => holders(&highs, highs.iter().flatten().max().copied()),
    };
    let low_winners = holders(&lows, lows.iter().flatten().min().copied());

    // The row.
    let kinds: Vec<&str> = highs.iter().flatten().map(|high| slow::kind_of(&choice, *high)).collect();
    let low_hands: Vec<String> = lows.iter().map(|low| low.map_or("none".to_owned(), low_name)).collect();
    let low_hands = if choice.mode == ShowdownMode::High { "-".to_owned() } else { low_hands.join("|") };
    let players = |winners: &[usize]| match winners {
        [] => "-".to_owned(),
        winners => winners.iter().map(|player| (player + 1).to_string()).collect::<Vec<_>>().join("+"),
    };
    let expected =
        format!("7,{},{},{low_hands},{}", kinds.join("|"), players(&high_winners), players(&low_winners));
    let columns = BatchColumns::of(HEADER).unwrap().with_defaults(choice);
    assert_eq!(columns.answer(&row).unwrap(), expected, "{}", context());

    // The names, the cards used, and the joker.
    let ranking = Ranking::of(choice).unwrap();
    let showdown = ShowdownResult::of(&ranking, &drawn.board, &drawn.holes);
    for (player, hole) in drawn.holes.iter().enumerate() {
        let used = |five: &[Card; 5]| {
            let all = [hole, &drawn.board[..]].concat();
            assert!(five.iter().all(|card| all.contains(card)), "{five:?}, {}", context());
            assert!((1..5).all(|at| !five[..at].contains(&five[at])), "{five:?}, {}", context());
            let of_hole = five.iter().filter(|card| hole.contains(card)).count();
            assert!(choice.hole_cards_used == Used::Any || of_hole == 2, "{five:?}, {}", context());
        };
        let high = highs[player].unwrap();
        let kind = slow::kind_of(&choice, high);
        assert_eq!(ranking.name(showdown.high[player]), name(kind, high.1), "{}", context());
        let five = ranking.best_five(hole, &drawn.board).unwrap();
        used(&five);
        let may_repeat = matches!(kind, "flush" | "five_of_a_kind");
        let five = without_joker(five, ranking.joker_in(&five), may_repeat);
        assert_eq!(slow::high(&choice, &five), high, "{five:?}, {}", context());
        assert_eq!(five.map(|card| card.index() as u8 / 4 + 2), high.1, "in order, {}", context());

        for (other, theirs) in highs.iter().enumerate() {
            let made = |player: usize| ranking.best_high_hand(&drawn.holes[player], &drawn.board).unwrap();
            let deciding_ranks: Vec<u8> = made(player)
                .compared_with(&made(other))
                .deciding_side()
                .iter()
                .map(|rank| *rank as u8 + 2)
                .collect();
            assert_eq!(
                deciding_ranks,
                deciding(&choice, high, theirs.unwrap()),
                "{player} and {other}, {}",
                context()
            );
        }

        assert_eq!(showdown.low[player].map(|low| ranking.low_name(low)), lows[player].map(low_name));
        let Some(low) = lows[player] else { continue };
        let five = ranking.best_low_five(hole, &drawn.board).unwrap();
        used(&five);
        let five = without_joker(five, ranking.joker_in_low(&five), low.0 == 6);
        assert_eq!(slow::low(&choice, &five), low, "{five:?}, {}", context());
    }

    // The shares: half the pot each for high and low, or all of it for high if nobody has a low hand.
    let hands = drawn.holes.iter().map(|hole| Range::parse(&words(hole, ""), drawn.game).unwrap()).collect();
    let spot = Spot::new(drawn.game, choice, drawn.board.clone(), &[], hands).unwrap();
    let equity = exact_equity(&spot, &|_, _| {}).unwrap();
    for player in 0..drawn.holes.len() {
        let part = |winners: &[usize]| {
            if winners.contains(&player) { (1, winners.len() as u128) } else { (0, 1) }
        };
        let ((high, of_high), (low, of_low)) = (part(&high_winners), part(&low_winners));
        let (won, all) = match (high_winners.is_empty(), low_winners.is_empty()) {
            (false, true) => (high, of_high),
            (true, _) => (low, of_low),
            (false, false) => (high * of_low + low * of_high, 2 * of_high * of_low),
        };
        let share = equity.share(player);
        assert_eq!(share.0 * all, won * share.1, "player {}, {}", player + 1, context());
    }
}

/// More showdowns are drawn with `SLOW=1`, and many more with `SLOW=2`.
#[test]
fn showdowns_drawn_at_random_are_won_as_the_rule_text_says() {
    let mut numbers = Numbers(2018);
    for _ in 0..[250, 6_000, 30_000][usize::from(slowness().min(2))] {
        check(&drawn(&mut numbers));
    }
}
