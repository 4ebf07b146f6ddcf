//! Hands of every structure that a record can express, written, read and replayed; then the same as scripts.

use std::sync::Arc;

use cards::{Card, HiddenCard};
use chips::Chips;
use history::replay::RecordReplayer;
use history::script::{CaseOptions, differing_settings, write_case};
use history::{HandRecord, phh, record_from_events};
use rulebook::Book;
use script::RunOptions;
use seating::{Person, Seat};
use table::{
    AS_DEALT, Act, Command, CourseFact, Deal, DealOrder, Decision, DeckAct, DuePost, Entrant, Event, Fact,
    Hand, House, Lineup, Menu, Need, Play, Post, PostKind, Show, VoidReason,
};

const BOOKS: [&str; 4] = ["standard", "practice", "canberra-holdem-2018", "dunedin-17.7"];

/// The limits that a record can express.
pub const LIMITS: [&[(&str, &str)]; 4] = [
    &[("limit_structure", "no_limit")],
    &[("limit_structure", "full_pot")],
    &[("limit_structure", "fixed"), ("limits_per_betting_round", "same")],
    &[("limit_structure", "fixed"), ("limits_per_betting_round", "doubled_late")],
];

/// Forced bets, each with the last blind or the bet that stands for it.
pub const FORCED: [(&[(&str, &str)], &str); 8] = [
    (&[("blinds", "10"), ("blind_count", "1")], "10"),
    (&[("blinds", "5 10")], "10"),
    (&[("blinds", "10 10")], "10"),
    (&[("blinds", "2 5 10"), ("blind_count", "3")], "10"),
    (&[("forced_bets", "antes"), ("ante", "10")], "10"),
    (&[("blinds", "5 10"), ("antes_with_blinds", "each_player"), ("ante", "3")], "10"),
    (&[("blinds", "5 10"), ("antes_with_blinds", "big_blind"), ("ante", "10")], "10"),
    (&[("forced_bets", "antes"), ("ante", "4"), ("bomb_pot", "4")], "10"),
];

/// Pseudorandom numbers, the same on every run.
pub struct Numbers(pub u64);

impl Numbers {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % below
    }
}

fn chips(count: u64) -> Chips {
    Chips::new(count).expect("small")
}

/// The house for these choices, where the book offers them.
pub fn house(book: &Book, chosen: &[(&str, &str)], least: &str) -> Option<Arc<House>> {
    let mut all = chosen.to_vec();
    if book.determine(&[("min_bet", least)]).is_ok() {
        all.push(("min_bet", least));
    }
    let determined = book.determine(&all).ok()?;
    House::of_any_game(&determined).ok().map(Arc::new)
}

/// A hand played to its end by pseudorandom choices.
pub fn played(house: &Arc<House>, numbers: &mut Numbers, voids: bool) -> Option<Vec<Event>> {
    let players = 2 + numbers.next(5) as u8;
    let stack = |numbers: &mut Numbers| match numbers.next(4) {
        0 => 1 + numbers.next(12),
        1 => 10 + numbers.next(30),
        _ => 100 + numbers.next(200),
    };
    let entrants = Seat::up_to(players)
        .map(|seat| Entrant { seat, person: Person::HOUSE, stack: chips(stack(numbers)) })
        .collect();
    let button = Seat::up_to(players).nth(numbers.next(u64::from(players)) as usize)?;
    play_out(Lineup::by_the_book(house, 1, button, entrants), numbers, voids)
}

/// Plays a hand of this lineup to its end.
fn play_out(lineup: Lineup, numbers: &mut Numbers, voids: bool) -> Option<Vec<Event>> {
    let (mut hand, opened) = Hand::open(lineup).ok()?;
    let mut events = vec![opened];
    let mut deck: Vec<Card> = (0..52).filter_map(Card::from_index).collect();
    loop {
        let straddler = hand.over_blind_offer().filter(|(seat, much)| hand.stack(*seat) >= *much);
        let act = match hand.next() {
            Need::Nothing => return Some(events),
            Need::Deal(Deal::Post(due)) => Post::Due.by(due.seat),
            Need::Deal(Deal::HoleCard { .. }) if straddler.is_some() && numbers.next(2) == 0 => {
                Post::OverBlind.by(straddler?.0)
            }
            Need::Deal(Deal::HoleCard { .. } | Deal::Burn | Deal::BoardCard) => Act::Deck(DeckAct::Deal {
                card: HiddenCard::of(deck.swap_remove(numbers.next(deck.len() as u64) as usize)),
            }),
            Need::Decision(Decision::Act { .. }) if voids && numbers.next(60) == 0 => {
                Act::Void { reason: VoidReason::Fire }
            }
            Need::Decision(Decision::Act { seat }) => act(seat, &hand.menu()?, numbers),
            Need::Decision(Decision::Show { seat, may_muck: true }) if numbers.next(2) == 0 => {
                Show::Muck.by(seat)
            }
            Need::Decision(Decision::Show { seat, .. }) => Show::Hand { cards: AS_DEALT }.by(seat),
            Need::Deal(Deal::Shuffle | Deal::Cut) => panic!("a prepared deck needs neither"),
        };
        hand.take(&Command::house(act), &mut events).expect("what is on the menu is allowed");
    }
}

/// An act from the menu, chosen by a pseudorandom number.
fn act(seat: Seat, menu: &Menu, numbers: &mut Numbers) -> Act {
    // In a game of antes, the opener may have to bet.
    let passive = match (menu.call, menu.check, menu.raise) {
        (Some(_), _, _) => Play::Call.by(seat),
        (None, true, _) => Play::Check.by(seat),
        (None, false, Some(raise)) => Play::Raise { to: raise.least }.by(seat),
        (None, false, None) => Play::Fold.by(seat),
    };
    match (numbers.next(8), menu.raise) {
        (0, _) if menu.call_and_fold.is_some() => Play::CallAndFold.by(seat),
        (0, _) if menu.fold && menu.call.is_some() => Play::Fold.by(seat),
        (1 | 2, Some(raise)) => Play::Raise { to: raise.least }.by(seat),
        (3, Some(raise)) => Play::Raise { to: raise.most }.by(seat),
        _ => passive,
    }
}

/// The final stacks, by seat.
pub fn stacks(events: &[Event]) -> Vec<u64> {
    let Some(Fact::Course(CourseFact::Opened(lineup))) = events.first().map(|event| &event.what) else {
        panic!("an opening")
    };
    let mut hand = Hand::from_lineup(Arc::clone(lineup));
    events[1..].iter().for_each(|event| hand.apply(event));
    hand.seats().map(|seat| hand.stack(seat).get()).collect()
}

pub fn lineup(events: &[Event]) -> &Lineup {
    match events.first().map(|event| &event.what) {
        Some(Fact::Course(CourseFact::Opened(lineup))) => lineup,
        Some(_) | None => panic!("an opening"),
    }
}

/// Writes the record and reads it back; also returns the text.
fn read_again(record: &HandRecord) -> (HandRecord, String) {
    let mut text = String::new();
    phh::write_hand(record, None, &mut text).expect("a code");
    let again = phh::hands(&text).next().expect("a hand");
    (again.unwrap_or_else(|error| panic!("{error}\n{text}")), text)
}

/// The final stacks of the hand replayed as a script, or why it cannot be; tries the plainest script first.
fn as_script(events: &[Event]) -> Result<Vec<u64>, String> {
    let mut settings = Vec::new();
    let mut why = String::new();
    for (with_settings, showdown) in [(false, false), (true, false), (false, true), (true, true)] {
        let chosen: &[(String, String)] = if with_settings { &settings } else { &[] };
        let writing =
            CaseOptions { title: "again", house: None, settings: chosen, writes_showdown: showdown };
        let mut case = String::new();
        write_case(events, &writing, &mut case).map_err(|error| error.to_string())?;
        let script = script::parse(&case).map_err(|problem| format!("{problem}\n{case}"))?;
        let report = script::run(&script.cases[0], &RunOptions::default());
        match (report.failures.first(), report.hands.as_slice()) {
            (None, [hand]) => return Ok(stacks(hand)),
            (failure, hands) => {
                why = format!("{failure:?}\n{case}");
                if settings.is_empty() {
                    settings = differing_settings(lineup(events), hands.first().map(|found| lineup(found)));
                }
            }
        }
    }
    Err(why)
}

/// Replays a record and its script; both must end with these stacks.
fn comes_back(replayer: &mut RecordReplayer, record: &HandRecord, wanted: &[u64]) -> Result<(), String> {
    let outcome = replayer.replay(record).map_err(|refused| refused.to_string())?;
    let ended: Vec<u64> = outcome.stacks.iter().map(|stack| stack.get()).collect();
    if ended != wanted {
        return Err(format!("the record ends with {ended:?}"));
    }
    let ended = as_script(replayer.events())?;
    if ended != wanted { Err(format!("the script ends with {ended:?}")) } else { Ok(()) }
}

#[test]
fn a_hand_comes_to_the_same_end_from_its_record_and_from_the_script_of_that() {
    let mut numbers = Numbers(20_261_129);
    let (mut houses, mut hands, mut wrong) = (0, 0, Vec::new());
    for name in BOOKS {
        let book = Book::named(name).expect("the book");
        let mut replayer = RecordReplayer::new(book, &[]).expect("no choices");
        for limit in LIMITS {
            for (forced, least) in FORCED {
                for over in ["0", "1", "2"] {
                    let mut chosen = [limit, forced].concat();
                    if over != "0" {
                        chosen.push(("over_blinds", over));
                    }
                    let Some(house) = house(book, &chosen, least) else { continue };
                    houses += 1;
                    for _ in 0..12 {
                        let Some(events) = played(&house, &mut numbers, false) else { continue };
                        let record = record_from_events(&events).expect("a word for it");
                        let (again, text) = read_again(&record);
                        if let Err(why) = comes_back(&mut replayer, &again, &stacks(&events)) {
                            wrong.push(format!("{name} {chosen:?}: {why}\n{text}"));
                        }
                        hands += 1;
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {hands}\n{}", wrong.len(), wrong[..wrong.len().min(6)].join("\n"));
    assert!(houses > 100 && hands > 1000, "{houses} houses, {hands} hands");
}

#[test]
fn blinds_that_nobody_posts_and_posts_out_of_turn_come_back_from_the_record() {
    let mut numbers = Numbers(3_112_026);
    let (mut hands, mut scripts, mut wrong) = (0, 0, Vec::new());
    for name in BOOKS {
        let book = Book::named(name).expect("the book");
        let mut replayer = RecordReplayer::new(book, &[]).expect("no choices");
        for limit in LIMITS {
            let chosen = [limit, &[("blinds", "5 10")]].concat();
            let house = house(book, &chosen, "10").expect("offered");
            for _ in 0..120 {
                let players = 3 + numbers.next(4) as u8;
                let entrants: Vec<Entrant> = Seat::up_to(players)
                    .map(|seat| Entrant { seat, person: Person::HOUSE, stack: chips(3 + numbers.next(200)) })
                    .collect();
                let button =
                    Seat::up_to(players).nth(numbers.next(u64::from(players)) as usize).expect("one");
                let order = DealOrder::of(button, &entrants);
                // The small blind may have left, and a newcomer or a player who came back may post: live
                // first, then dead.
                let small = (numbers.next(2) == 0).then_some(order[0]);
                let big = if small.is_some() { order[1] } else { order[0] };
                let late = order[2 + numbers.next(u64::from(players) - 2) as usize];
                let mut lineup = Lineup::with_blinds(&house, 1, button, entrants, &[small, Some(big)]);
                let posts = numbers.next(3);
                if posts > 0 && late != button {
                    lineup.dues.push(DuePost { seat: late, kind: PostKind::Live, amount: chips(10) });
                    if posts > 1 {
                        lineup.dues.push(DuePost { seat: late, kind: PostKind::Dead, amount: chips(5) });
                    }
                }
                let Some(events) = play_out(lineup, &mut numbers, false) else { continue };
                hands += 1;
                let (again, text) = read_again(&record_from_events(&events).expect("a word for it"));
                match comes_back(&mut replayer, &again, &stacks(&events)) {
                    Ok(()) => scripts += 1,
                    // A script may say that it cannot carry a hand.
                    Err(why) if why.starts_with("a script cannot carry ") => {}
                    Err(why) => wrong.push(format!("{name} {chosen:?}: {why}\n{text}")),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {hands}\n{}", wrong.len(), wrong[..wrong.len().min(6)].join("\n"));
    assert!(hands > 1000 && scripts > 100, "{hands} hands, {scripts} scripts");
}

/// Limits and choices that a script can express and a record cannot.
const FURTHER: [&[(&str, &str)]; 6] = [
    &[("limit_structure", "half_pot")],
    &[("limit_structure", "double_limit")],
    &[("limit_structure", "spread"), ("max_bet", "40")],
    &[("limit_structure", "fixed"), ("limits_per_betting_round", "10 10 15 30")],
    &[("limit_structure", "no_limit"), ("opening_option", "A")],
    &[("limit_structure", "full_pot"), ("opening_option", "C")],
];

#[test]
fn a_hand_comes_to_the_same_end_from_the_script_of_it() {
    let mut numbers = Numbers(11_292_026);
    let (mut houses, mut hands, mut wrong) = (0, 0, Vec::new());
    for name in BOOKS.into_iter().chain(["canberra-omaha-2006", "canberra-manila-2006"]) {
        let book = Book::named(name).expect("the book");
        for limit in LIMITS.into_iter().chain(FURTHER) {
            for (forced, least) in FORCED {
                for over in ["0", "2"] {
                    let mut chosen = [limit, forced].concat();
                    if over != "0" {
                        chosen.push(("over_blinds", over));
                    }
                    let Some(house) = house(book, &chosen, least) else { continue };
                    houses += 1;
                    for _ in 0..8 {
                        let Some(events) = played(&house, &mut numbers, true) else { continue };
                        hands += 1;
                        match as_script(&events) {
                            Ok(ended) if ended == stacks(&events) => {}
                            other => wrong.push(format!("{name} {chosen:?}: {other:?}")),
                        }
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {hands}\n{}", wrong.len(), wrong[..wrong.len().min(6)].join("\n"));
    assert!(houses > 100 && hands > 800, "{houses} houses, {hands} hands");
}
