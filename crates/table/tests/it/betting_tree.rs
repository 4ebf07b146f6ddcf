//! Small betting games counted by walking the machine's own menu, compared with numbers counted by other
//! means.
//!
//! Every node is a hand and every branch an act on the menu; equal states of the machine are walked only
//! once.

use std::collections::HashMap;
use std::sync::Arc;

use cards::HiddenCard;
use rulebook::{Book, rule};
use seating::{Person, Seat};
use table::*;

use crate::any::{chips, plain};

/// The numbers, one line for each betting round of each game; the head of the file explains them.
const KNOWN: &str = include_str!("../data/betting-tree.tsv");

/// Counts of betting sequences in one round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Round {
    /// Sequences after which a player has a choice.
    decisions: u128,
    /// The total number of choices after all of those.
    actions: u128,
    /// Sequences that end the hand by a fold.
    folds: u128,
    /// Sequences that end the round with chips left on both sides.
    completed: u128,
    /// Sequences that end the round by calling an all-in.
    called_all_in: u128,
}

/// The counts of each betting round.
type Counts = [Round; 4];

fn add(sum: &mut Counts, part: &Counts) {
    for (sum, part) in sum.iter_mut().zip(part) {
        sum.decisions += part.decisions;
        sum.actions += part.actions;
        sum.folds += part.folds;
        sum.completed += part.completed;
        sum.called_all_in += part.called_all_in;
    }
}

/// A hand as seen from outside; hands that look alike are then compared in full.
type Fingerprint = (u8, [u64; 2], [u64; 2], u8);

/// Walks games of two players for this many rounds.
struct Walk {
    rounds: u8,
    seen: HashMap<Fingerprint, Vec<(Hand, Counts)>>,
}

impl Walk {
    /// The counts of every sequence from a hand on; looked up if an equal hand was walked before.
    fn count_from(&mut self, hand: &Hand) -> Counts {
        let fingerprint = fingerprint(hand);
        if let Some(known) = self.seen.get(&fingerprint)
            && let Some((_, counts)) = known.iter().find(|(seen, _)| seen == hand)
        {
            return *counts;
        }
        let round = usize::from(hand.round());
        let menu = hand.menu().expect("somebody is on action");
        let mut counts = Counts::default();
        counts[round].decisions = 1;
        for act in acts(&menu) {
            counts[round].actions += 1;
            add(&mut counts, &self.count_after(hand, act));
        }
        self.seen.entry(fingerprint).or_default().push((hand.clone(), counts));
        counts
    }

    /// The counts of every sequence that begins with this act.
    fn count_after(&mut self, hand: &Hand, act: Act) -> Counts {
        let round = hand.round();
        let mut counts = Counts::default();
        let here = &mut counts[usize::from(round)];
        let mut next = hand.clone();
        let mut events = Vec::new();
        if let Err(refusal) = next.take(&Command::house(act.clone()), &mut events) {
            panic!("{act:?} of the menu: {refusal}");
        }
        if matches!(act, Act::Play { play: Play::Fold, .. }) {
            assert!(next.is_over(), "one player is left");
            here.folds = 1;
            return counts;
        }
        let closed =
            events.iter().any(|event| matches!(event.what, Fact::Street(StreetFact::BettingClosed { .. })));
        if !closed {
            add(&mut counts, &self.count_from(&numbered_anew(next)));
            return counts;
        }
        if next.seats().any(|seat| next.stack(seat).is_zero()) {
            here.called_all_in = 1;
            return counts;
        }
        here.completed = 1;
        if round + 1 < self.rounds {
            deal(&mut next);
            add(&mut counts, &self.count_from(&numbered_anew(next)));
        }
        counts
    }
}

/// The hand with its commands counted from zero again, so that paths of different lengths can reach the same
/// state.
fn numbered_anew(mut hand: Hand) -> Hand {
    let nothing = Fact::Clock(ClockFact::TimeRanOut { seat: Seat::FIRST });
    hand.apply(&Event { what: nothing, rule: rule::CALLED_TIME_RUNS_OUT, cause: 0 });
    hand
}

/// The fingerprint of a hand: betting round, stacks, bets and turn.
fn fingerprint(hand: &Hand) -> Fingerprint {
    let seats = [Seat::FIRST, Seat::new(2).expect("a seat")];
    let turn = hand.menu().map_or(0, |menu| menu.seat.number());
    (
        hand.round(),
        seats.map(|seat| hand.stack(seat).get()),
        seats.map(|seat| hand.in_round(seat).get()),
        turn,
    )
}

/// Every act on a menu.
fn acts(menu: &Menu) -> Vec<Act> {
    let seat = menu.seat;
    let mut acts = Vec::new();
    acts.extend(menu.fold.then_some(Play::Fold.by(seat)));
    acts.extend(menu.check.then_some(Play::Check.by(seat)));
    acts.extend(menu.call.map(|_| Play::Call.by(seat)));
    acts.extend(menu.raise.into_iter().flat_map(RaiseMenu::totals).map(|to| Play::Raise { to }.by(seat)));
    acts
}

/// Deals unknown cards until a seat has to act.
fn deal(hand: &mut Hand) {
    while let Need::Deal(Deal::HoleCard { .. } | Deal::Burn | Deal::BoardCard) = hand.next() {
        hand.take(&Command::house(Act::Deck(DeckAct::Deal { card: HiddenCard::UNKNOWN })), &mut Vec::new())
            .expect("needed");
    }
}

/// A hand of two players with blinds posted and cards dealt, under the conventions of the numbers: no fold
/// where a check is free, the small blind on the button, whole chips, the big blind as the smallest bet.
fn dealt(settings: &[(&str, &str)], blinds: [u64; 2], stack: u64) -> Hand {
    let mut determined = plain(Book::named("standard").expect("built in"))
        .with_value("blinds", &format!("{} {}", blinds[0], blinds[1]))
        .with_value("min_bet", &blinds[1].to_string())
        .with_value("fold_when_check_is_free", "refused")
        .with_value("heads_up_button_posts_first", "true");
    for (setting, value) in settings {
        determined = determined.with_value(setting, value);
    }
    let house = Arc::new(House::of(&determined).unwrap_or_else(|problems| panic!("{problems:?}")));
    let entrants =
        Seat::up_to(2).map(|seat| Entrant { seat, person: Person::HOUSE, stack: chips(stack) }).collect();
    let lineup = Lineup::by_the_book(&house, 1, Seat::FIRST, entrants);
    let (mut hand, _) = Hand::open(lineup).unwrap_or_else(|problems| panic!("{problems:?}"));
    while let Need::Deal(Deal::Post(due)) = hand.next() {
        hand.take(&Command::house(Post::Due.by(due.seat)), &mut Vec::new()).expect("due");
    }
    deal(&mut hand);
    numbered_anew(hand)
}

/// A game from the file, with its rounds.
#[derive(Debug)]
struct Game {
    limit: String,
    rounds: u8,
    blinds: [u64; 2],
    stack: u64,
    known: Counts,
}

/// The games listed in the file, each with its expected counts.
fn games() -> Vec<Game> {
    let mut games: Vec<Game> = Vec::new();
    for line in KNOWN.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let number = |at: usize| cells[at].parse::<u128>().expect("a number");
        let round = number(5) as usize - 1;
        if round == 0 {
            games.push(Game {
                limit: cells[0].to_owned(),
                rounds: number(1) as u8,
                blinds: [number(2) as u64, number(3) as u64],
                stack: number(4) as u64,
                known: Counts::default(),
            });
        }
        games.last_mut().expect("the first round comes first").known[round] = Round {
            decisions: number(6),
            actions: number(7),
            folds: number(8),
            completed: number(9),
            called_all_in: number(10),
        };
    }
    games
}

fn compare(game: &Game) {
    let hand = dealt(&[("limit_structure", &game.limit)], game.blinds, game.stack);
    let counts = Walk { rounds: game.rounds, seen: HashMap::new() }.count_from(&hand);
    assert_eq!(counts, game.known, "{game:?}");
}

#[test]
fn games_of_small_stacks_have_the_known_betting_sequences() {
    let games = games();
    let small: Vec<&Game> = games.iter().filter(|game| game.stack <= 20).collect();
    // 42 games walked, and twelve with 20 chips.
    assert_eq!(small.len(), 54);
    small.into_iter().for_each(compare);
}

#[test]
fn games_of_forty_chips_have_the_known_betting_sequences() {
    let games = games();
    let large: Vec<&Game> = games.iter().filter(|game| game.stack == 40).collect();
    assert_eq!(large.len(), 3);
    large.into_iter().for_each(compare);
}

/// Decisions, actions, folds and completed rounds for each round, with enough chips for every raise.
fn fixed_limit(cap: &str) -> [[u128; 4]; 4] {
    let settings = [("limit_structure", "fixed"), ("raise_cap", cap), ("raise_cap_heads_up", "never")];
    let hand = dealt(&settings, [1, 2], 1000);
    let counts = Walk { rounds: 4, seen: HashMap::new() }.count_from(&hand);
    counts.map(|round| {
        assert_eq!(round.called_all_in, 0);
        [round.decisions, round.actions, round.folds, round.completed]
    })
}

#[test]
fn limit_of_three_raises_has_the_known_betting_sequences() {
    // The big blind counts as the first of four bets.
    let known = [[8, 21, 7, 7], [70, 182, 56, 63], [630, 1_638, 504, 567], [5_670, 14_742, 4_536, 5_103]];
    assert_eq!(fixed_limit("3"), known);
    assert_eq!(fixed_limit("3 3 3 3"), known);
}

#[test]
fn limit_with_a_raise_more_before_the_flop_has_the_known_betting_sequences() {
    // The big blind does not count as a bet.
    let known = [[10, 27, 9, 9], [90, 234, 72, 81], [810, 2_106, 648, 729], [7_290, 18_954, 5_832, 6_561]];
    assert_eq!(fixed_limit("4 3 3 3"), known);
}

#[test]
fn limit_of_four_raises_has_the_known_betting_sequences() {
    let known =
        [[10, 27, 9, 9], [108, 288, 90, 99], [1_188, 3_168, 990, 1_089], [13_068, 34_848, 10_890, 11_979]];
    assert_eq!(fixed_limit("4"), known);
}
