//! A second opinion on pots: every small case is divided chip by chip, by code written from the rules, not
//! the machine.

use std::sync::Arc;

use cards::{Card, HiddenCard};
use rulebook::Book;
use seating::{Person, Seat, Seats};
use table::*;

use crate::any::{chips, plain};

/// The board in every case: with the hole cards below it makes no pair, straight or flush.
const BOARD: [&str; 5] = ["Ks", "Qd", "9h", "7c", "2d"];
/// The rank of the deciding hole card by class, best first: ace, jack, ten or eight high.
const CLASSES: [char; 4] = ['A', 'J', 'T', '8'];
/// The rank of the other hole card by place; it never plays.
const OTHERS: [char; 4] = ['3', '4', '5', '6'];
/// The suit of both hole cards by place.
const SUITS: [char; 4] = ['c', 'h', 'd', 's'];

/// The values of the settings `odd_chip`, `odd_chip_tiebreak`, `pots_divided` and `smallest_chip`.
#[derive(Clone, Copy, Debug)]
struct Sharing {
    odd_chip: &'static str,
    tiebreak: &'static str,
    joined: bool,
    unit: u64,
}

/// One case: what each place put in, who folded, the class of each hand, and for each board after the first
/// the place whose other card it pairs, which makes that hand better there than any class.
#[derive(Clone, Copy, Debug)]
struct Case<'a> {
    put_in: &'a [u64],
    folded: &'a [bool],
    class: &'a [usize],
    paired: &'a [Option<usize>],
}

impl Case<'_> {
    /// Which of these places have the best hand on each board.
    fn winners(&self, of: &[usize]) -> Vec<Vec<usize>> {
        let best = of.iter().map(|place| self.class[*place]).min();
        let by_class: Vec<usize> =
            of.iter().copied().filter(|place| Some(self.class[*place]) == best).collect();
        let again = self.paired.iter().map(|paired| match paired {
            Some(place) if of.contains(place) => vec![*place],
            Some(_) | None => by_class.clone(),
        });
        std::iter::once(by_class.clone()).chain(again).collect()
    }
}

/// What each place is paid, worked out chip by chip.
fn by_hand(case: Case<'_>, sharing: Sharing) -> Vec<u64> {
    let places = case.put_in.len();
    let live: Vec<usize> = (0..places).filter(|place| !case.folded[*place]).collect();
    let mut paid = vec![0; places];
    if let [last] = live[..] {
        paid[last] = case.put_in.iter().sum();
        return paid;
    }
    // The winners of every chip, level by level; a level that only folded players reached is merged with the
    // one below.
    let mut heaps: Vec<(Vec<usize>, Vec<Vec<usize>>, u64)> = Vec::new();
    for level in 1..=case.put_in.iter().copied().max().unwrap_or(0) {
        let chips = (0..places).filter(|place| case.put_in[*place] >= level).count() as u64;
        let mut may_win: Vec<usize> =
            live.iter().copied().filter(|place| case.put_in[*place] >= level).collect();
        if may_win.is_empty() && heaps.is_empty() {
            // Nobody left in the hand put in anything: they contest what the others left.
            may_win.clone_from(&live);
        }
        match heaps.last_mut() {
            Some((_, _, heap)) if may_win.is_empty() => *heap += chips,
            Some((before, _, heap)) if *before == may_win => *heap += chips,
            _ => {
                let winners = case.winners(&may_win);
                heaps.push((may_win, winners, chips));
            }
        }
    }
    if sharing.joined {
        let mut joined: Vec<(Vec<usize>, Vec<Vec<usize>>, u64)> = Vec::new();
        for (may_win, winners, chips) in heaps {
            match joined.last_mut() {
                Some((_, before, heap)) if *before == winners => *heap += chips,
                _ => joined.push((may_win, winners, chips)),
            }
        }
        heaps = joined;
    }
    for (may_win, winners, heap) in heaps {
        // A pot that only one player can win is not divided by board.
        let mut of_board = vec![0; if may_win.len() == 1 { 1 } else { winners.len() }];
        let mut rest = heap;
        while rest > 0 {
            for of_board in &mut of_board {
                let chips = sharing.unit.min(rest);
                *of_board += chips;
                rest -= chips;
            }
        }
        for (winners, heap) in winners.into_iter().zip(of_board) {
            share(winners, heap, sharing, &mut paid);
        }
    }
    paid
}

/// Shares out one heap among equal hands.
fn share(winners: Vec<usize>, mut heap: u64, sharing: Sharing, paid: &mut [u64]) {
    // Everybody takes one smallest chip in turn while there are enough chips for another round.
    while heap >= sharing.unit * winners.len() as u64 {
        for place in &winners {
            paid[*place] += sharing.unit;
            heap -= sharing.unit;
        }
    }
    let first = winners[0];
    match sharing.odd_chip {
        _ if winners.len() == 1 => paid[first] += heap,
        "first_left_takes_all" => paid[first] += heap,
        "one_each_from_left" => {
            for place in winners {
                let chips = sharing.unit.min(heap);
                paid[place] += chips;
                heap -= chips;
            }
        }
        // The deciding cards of equal hands have the same rank, so the suit, the other card or the place
        // decides. The best gets one chip, then each of the others in order; the last gets what is less than
        // a chip (DU-74).
        "highest_hole_card" => {
            let mut waiting = winners;
            while heap > 0 {
                let best = match sharing.tiebreak {
                    "suit" => waiting.iter().copied().max_by_key(|place| "cdhs".find(SUITS[*place])),
                    "next_card" => waiting.iter().copied().max_by_key(|place| OTHERS[*place]),
                    _ => waiting.first().copied(),
                };
                let best = best.expect("fewer odd chips than winners");
                waiting.retain(|place| *place != best);
                let chips = sharing.unit.min(heap);
                paid[best] += chips;
                heap -= chips;
            }
        }
        other => panic!("`{other}` is not a value of odd_chip"),
    }
}

/// An ante game with these settings for sharing, in which everybody may check.
fn house(sharing: Sharing) -> Arc<House> {
    let joined = if sharing.joined { "joined" } else { "each_pot" };
    let determined = plain(Book::named("standard").expect("built in"))
        .with_value("forced_bets", "antes")
        .with_value("ante_opener", "may_check")
        .with_value("burn", "false")
        .with_value("odd_chip", sharing.odd_chip)
        .with_value("odd_chip_tiebreak", sharing.tiebreak)
        .with_value("pots_divided", joined)
        .with_value("smallest_chip", &sharing.unit.to_string());
    Arc::new(House::of(&determined).unwrap_or_else(|problems| panic!("{problems:?}")))
}

fn card(rank: char, suit: char) -> Card {
    format!("{rank}{suit}").parse().expect("a card")
}

/// What the machine pays each place: unequal antes, folds in the first round, then checks to the showdown.
fn by_machine(case: Case<'_>, house: &Arc<House>, board: &[Card; 5]) -> Vec<u64> {
    const LEFT: u64 = 10;
    let seats: Vec<Seat> = Seat::up_to(case.put_in.len() as u8).collect();
    // The button is at the last seat, so that place 0 is the first to its left.
    let button = *seats.last().expect("players");
    let paid = |place: &usize| case.put_in[*place];
    let entrants = |(place, seat): (usize, &Seat)| Entrant {
        seat: *seat,
        person: Person::HOUSE,
        stack: chips(paid(&place) + LEFT),
    };
    let dues = |(place, seat): (usize, &Seat)| {
        (paid(&place) > 0).then(|| DuePost { seat: *seat, kind: PostKind::Ante, amount: chips(paid(&place)) })
    };
    let lineup = Lineup {
        house: Arc::clone(house),
        number: 1,
        button,
        entrants: seats.iter().enumerate().map(entrants).collect(),
        dues: seats.iter().enumerate().filter_map(dues).collect(),
        returning: Seats::NONE,
        deck: DeckSource::Prepared,
        record: RecordOverrides::default(),
    };
    let mut hand = Hand::from_lineup(Arc::new(lineup));
    let mut events = Vec::new();
    let mut dealt = 0;
    loop {
        let act = match hand.next() {
            Need::Deal(Deal::Post(due)) => Post::Due.by(due.seat),
            Need::Deal(Deal::HoleCard { seat }) => {
                let place = usize::from(seat.number()) - 1;
                let rank = if dealt < seats.len() { CLASSES[case.class[place]] } else { OTHERS[place] };
                dealt += 1;
                Act::Deck(DeckAct::Deal { card: HiddenCard::of(card(rank, SUITS[place])) })
            }
            Need::Deal(Deal::BoardCard) => {
                let lie = hand.boards().first().len();
                if lie == 4 {
                    again(&mut hand, case.paired);
                }
                Act::Deck(DeckAct::Deal { card: HiddenCard::of(board[lie]) })
            }
            Need::Decision(Decision::Act { seat }) => {
                let place = usize::from(seat.number()) - 1;
                if case.folded[place] { Play::Fold.by(seat) } else { Play::Check.by(seat) }
            }
            // A player who may muck would not win anything.
            Need::Decision(Decision::Show { seat, .. }) => Show::Hand { cards: AS_DEALT }.by(seat),
            Need::Deal(Deal::Burn | Deal::Shuffle | Deal::Cut) => {
                panic!("this house burns no card, and the deck is ready")
            }
            Need::Nothing => break,
        };
        events.clear();
        if let Err(refusal) = hand.take(&Command::house(act.clone()), &mut events) {
            panic!("{act:?}: {refusal}");
        }
    }
    seats.iter().map(|seat| hand.stack(*seat).get() - LEFT).collect()
}

/// Deals the fourth and fifth cards again for at most three players: a seven, below which no card plays, then
/// a card that pairs one place's other card, or nobody's.
fn again(hand: &mut Hand, paired: &[Option<usize>]) {
    const FOURTH: [&str; 2] = ["7h", "7s"];
    const FIFTH: [[&str; 4]; 2] = [["3d", "4d", "5c", "2s"], ["3s", "4s", "5s", "2c"]];
    for (at, paired) in paired.iter().enumerate() {
        let board = BoardNumber::ALL[at + 1];
        for dealt in [FOURTH[at], FIFTH[at][paired.unwrap_or(3)]] {
            let card = HiddenCard::of(dealt.parse().expect("a card"));
            let what = Fact::Cards(CardFact::BoardDealt { card, board, shares: 3 });
            hand.apply(&Event { what, rule: rulebook::rule::BOARD_FOLLOWS_BETTING, cause: 1 });
        }
    }
}

/// Every ranking of this many hands, ties included: classes are used from the best down, without gaps.
fn rankings(hands: usize) -> Vec<Vec<usize>> {
    let all = (0..hands.pow(hands as u32)).map(|number| digits(number, hands, hands));
    let gapless = |classes: &Vec<usize>| {
        let worst = classes.iter().copied().max().unwrap_or(0);
        (0..=worst).all(|class| classes.contains(&class))
    };
    all.filter(gapless).collect()
}

/// The digits of a number in a base, as many as asked for.
fn digits(mut number: usize, base: usize, count: usize) -> Vec<usize> {
    let mut digits = Vec::new();
    for _ in 0..count {
        digits.push(number % base);
        number /= base;
    }
    digits
}

/// Compares every case with this many players on one board; returns how many there were.
fn compare(players: usize, most: u64, sharing: Sharing) -> usize {
    compare_on(1, players, most, sharing)
}

/// The same on several boards, with each place, or none, paired on each board after the first.
fn compare_on(boards: usize, players: usize, most: u64, sharing: Sharing) -> usize {
    let house = house(sharing);
    let board = BOARD.map(|card| card.parse().expect("a card"));
    let mut count = 0;
    for number in 0..(most as usize + 1).pow(players as u32) {
        let put_in: Vec<u64> =
            digits(number, most as usize + 1, players).into_iter().map(|chips| chips as u64).collect();
        if put_in.iter().all(|chips| *chips == 0) {
            continue;
        }
        for folds in 0..(1 << players) - 1 {
            let folded: Vec<bool> = (0..players).map(|place| folds >> place & 1 == 1).collect();
            let live: Vec<usize> = (0..players).filter(|place| !folded[*place]).collect();
            for ranking in rankings(live.len()) {
                let mut class = vec![0; players];
                for (place, of) in live.iter().zip(&ranking) {
                    class[*place] = *of;
                }
                for pairs in 0..(players + 1).pow(boards as u32 - 1) {
                    let paired: Vec<Option<usize>> = digits(pairs, players + 1, boards - 1)
                        .into_iter()
                        .map(|place| place.checked_sub(1))
                        .collect();
                    let case = Case { put_in: &put_in, folded: &folded, class: &class, paired: &paired };
                    assert_eq!(
                        by_machine(case, &house, &board),
                        by_hand(case, sharing),
                        "{case:?} {sharing:?}"
                    );
                    count += 1;
                }
            }
        }
    }
    count
}

/// Every combination of settings that decides how pots are shared.
fn sharings() -> impl Iterator<Item = Sharing> {
    let odd = [
        ("one_each_from_left", "not_used"),
        ("first_left_takes_all", "not_used"),
        ("highest_hole_card", "suit"),
        ("highest_hole_card", "next_card"),
        ("highest_hole_card", "first_left_of_button"),
    ];
    odd.into_iter().flat_map(|(odd_chip, tiebreak)| {
        [(false, 1), (true, 1), (false, 2)].map(|(joined, unit)| Sharing { odd_chip, tiebreak, joined, unit })
    })
}

#[test]
fn rankings_with_ties_are_all_there() {
    // The ordered Bell numbers.
    assert_eq!([1, 2, 3, 4].map(|hands| rankings(hands).len()), [1, 3, 13, 75]);
}

/// Proves ACC-05: every pot separately, shares and odd chips as the house has them, and all of it is paid.
#[test]
fn two_and_three_players_are_paid_as_by_hand_under_every_odd_chip_setting() {
    for sharing in sharings() {
        // Rankings by live players: 1 for one, 3 for two, 13 for three; every set of players folds except all
        // of them.
        assert_eq!(compare(2, 6, sharing), 48 * (2 + 3));
        assert_eq!(compare(3, 6, sharing), 342 * (3 + 3 * 3 + 13));
    }
}

/// Each board gets its part of every pot, the first board the odd chip (Dunedin 50, 51), and equal hands on a
/// board share its part as they would a pot.
#[test]
fn two_and_three_players_are_paid_by_two_and_three_boards_as_by_hand() {
    for sharing in sharings() {
        assert_eq!(compare_on(2, 2, 6, sharing), 48 * (2 + 3) * 3);
        assert_eq!(compare_on(3, 2, 6, sharing), 48 * (2 + 3) * 9);
        assert_eq!(compare_on(2, 3, 3, sharing), 63 * (3 + 3 * 3 + 13) * 4);
    }
}

/// Proves ACC-04: four players, contributions from 0 to 6, every set of folded players, every ranking with
/// ties.
#[test]
fn four_players_are_paid_as_by_hand_for_all_contributions_to_six() {
    let sharing = Sharing { odd_chip: "one_each_from_left", tiebreak: "not_used", joined: false, unit: 1 };
    assert_eq!(compare(4, 6, sharing), 2_400 * (4 + 6 * 3 + 4 * 13 + 75));
}

/// Proves ACC-05, as above, for four players.
#[test]
fn four_players_are_paid_as_by_hand_under_every_odd_chip_setting() {
    let most = if std::env::var_os("SLOW").is_some() { 6 } else { 3 };
    for sharing in sharings() {
        let cases = (most as usize + 1).pow(4) - 1;
        assert_eq!(compare(4, most, sharing), cases * (4 + 6 * 3 + 4 * 13 + 75));
    }
}
