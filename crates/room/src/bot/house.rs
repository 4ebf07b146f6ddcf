//! The house bots, meant to be pleasant opponents: each seat plays in a style of its own.
//!
//! Preflop they go by a ranking of starting hands. After the flop they sample a few ways the hand could end,
//! with every unseen card equally likely, and weigh how often they win against the price of a call.

use std::sync::Arc;

use cards::{Card, Ranking, ShowdownMode};
use seating::Seat;
use table::view::View;
use table::{Act, House, Menu, Play, RaiseMenu};

use super::{Bot, check_or_call, check_or_fold};
use chips::Chips;
use fair::Stream;

/// How a bot plays, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayStyle {
    /// The share of starting hands it likes at a table of six.
    pub plays: u32,
    /// How often it bets or raises with a hand that is worth it.
    pub presses: u32,
    /// How often it bets with nothing.
    pub bluffs: u32,
    /// How much worse than fair a call may be, in percent of the pot.
    pub curious: u32,
}

/// The styles by seat, repeated after the last.
const PLAY_STYLES: [PlayStyle; 6] = [
    PlayStyle { plays: 26, presses: 70, bluffs: 14, curious: 2 },
    PlayStyle { plays: 40, presses: 35, bluffs: 6, curious: 9 },
    PlayStyle { plays: 20, presses: 60, bluffs: 7, curious: 0 },
    PlayStyle { plays: 34, presses: 80, bluffs: 24, curious: 4 },
    PlayStyle { plays: 30, presses: 50, bluffs: 10, curious: 4 },
    PlayStyle { plays: 23, presses: 75, bluffs: 12, curious: 1 },
];

/// Runouts sampled for one decision.
const SAMPLES: u32 = 32;
/// At most this many opponents are sampled: more would hardly change the result but would cost time.
const MAX_SAMPLED_OPPONENTS: usize = 3;

/// The house bots of one table.
#[derive(Clone, Debug)]
pub struct HouseBots {
    house: Arc<House>,
    /// The scores of all starting hands of the deck, worst first.
    starts: Arc<Vec<u16>>,
}

impl HouseBots {
    /// Creates the bots of a table. They rank starting hands by the deck of this house and evaluate hands by
    /// its ranking, so another house needs new bots.
    pub fn new(house: Arc<House>) -> HouseBots {
        let deck = house.ranking.deck();
        let pairs =
            deck.iter().enumerate().flat_map(|(at, one)| deck[at + 1..].iter().map(|two| (*one, *two)));
        let mut starts: Vec<u16> = pairs.map(|(one, two)| starting_score(one, two)).collect();
        starts.sort_unstable();
        HouseBots { house, starts: Arc::new(starts) }
    }

    /// The style of the bot in a seat: fixed by seat, so that a table has varied opponents and simulations can
    /// be repeated.
    pub fn play_style(seat: Seat) -> PlayStyle {
        PLAY_STYLES[usize::from(seat.number() - 1) % PLAY_STYLES.len()]
    }

    /// How many of a thousand starting hands are worse than this one, by its first two cards; 500 for fewer
    /// than two.
    fn starting_hand_rank(&self, hole: &[Card]) -> u32 {
        let [one, two, ..] = *hole else { return 500 };
        let worth = starting_score(one, two);
        let worse = self.starts.partition_point(|start| *start < worth);
        (worse * 1000 / self.starts.len().max(1)) as u32
    }

    /// Chooses an act before the flop from the starting hand's rank, the price and the style. The act must be
    /// on the menu.
    fn act_preflop(&self, seen: &BotView<'_>, draws: &mut Stream) -> Act {
        let BotView { menu, style, players, .. } = *seen;
        let blind = self.house.last_blind().get().max(1);
        let luck = draws.below(61);
        let rank = (self.starting_hand_rank(seen.hole) + luck).saturating_sub(30);
        let mut likes = style.plays * 100 / (players as u32 + 4);
        if seen.has_button {
            likes = likes * 5 / 4;
        }
        let likes = likes.min(90) * 10;
        let is_in_top = |share: u32| rank >= 1000 - share.min(1000);
        let raised = seen.price > blind;
        if !raised {
            let opens = likes * (40 + style.presses / 2) / 100;
            if is_in_top(opens) && (!menu.check || draws.below(100) < style.presses) {
                let limped = seen.pot.saturating_sub(blind * 3 / 2);
                return seen.raise_to(seen.price + blind * 3 / 2 + limped);
            }
            if is_in_top(likes + style.curious * 10) {
                return check_or_call(&menu);
            }
            return check_or_fold(&menu);
        }
        let blinds = seen.to_call / blind;
        let expensive = blinds > 10 || seen.to_call * 3 > seen.stack;
        let stays = match (expensive, blinds) {
            (true, _) => likes * 14 / 100,
            (false, 0..5) => likes * 60 / 100,
            (false, _) => likes * 32 / 100,
        };
        let cheap = seen.to_call * 5 <= seen.pot;
        let stays = if cheap && !expensive { stays * 8 / 5 } else { stays } + style.curious * 4;
        let presses = if expensive { stays / 2 } else { stays / 4 };
        if is_in_top(presses) && draws.below(100) < style.presses {
            return seen.raise_to(seen.price * 3 + draws.below(3) as u64 * blind);
        }
        if is_in_top(stays) { check_or_call(&menu) } else { check_or_fold(&menu) }
    }

    /// Chooses an act after the flop from sampled runouts, the price and the style. The act must be on the
    /// menu.
    fn act_postflop(&self, seen: &BotView<'_>, draws: &mut Stream) -> Act {
        let BotView { menu, style, players, .. } = *seen;
        let opponents = players.saturating_sub(1).max(1);
        let wins = estimate_wins(&self.house.ranking, seen.hole, seen.board, opponents, draws);
        let size = seen.pot * u64::from(40 + draws.below(45)) / 100;
        let roll = |of_a_hundred: u32, draws: &mut Stream| draws.below(100) < of_a_hundred;
        if seen.to_call == 0 {
            let fair = 1000 / (opponents as u32 + 1);
            let worth_a_bet = wins > fair + (1000 - fair) * 35 / 100;
            let bets = if worth_a_bet { style.presses } else { style.bluffs / opponents as u32 };
            if roll(bets, draws) {
                return seen.raise_to(seen.price + size);
            }
            return check_or_fold(&menu);
        }
        // A bet says the opponent is strong: the larger it is, the more the estimate is marked down.
        let bet_size = (seen.to_call * 1000 / seen.pot.max(1)).min(1000) as u32;
        let markdown = wins * (1000 - wins) / 1000 * (25 + bet_size / 20) / 100;
        let wins = wins - markdown;
        let price = (seen.to_call * 1000 / (seen.pot + seen.to_call)) as u32;
        if wins > 720 && roll(style.presses, draws) {
            return seen.raise_to(seen.price + seen.to_call + size);
        }
        if wins + style.curious * 10 >= price {
            return check_or_call(&menu);
        }
        if bet_size < 500 && opponents == 1 && roll(style.bluffs / 3, draws) {
            return seen.raise_to(seen.price + seen.to_call + size);
        }
        check_or_fold(&menu)
    }
}

/// What the bot decides on. All of it comes from its own view.
struct BotView<'a> {
    menu: Menu,
    style: PlayStyle,
    hole: &'a [Card],
    board: &'a [Card],
    players: usize,
    has_button: bool,
    /// The highest total bet on this street.
    price: u64,
    to_call: u64,
    pot: u64,
    stack: u64,
}

impl BotView<'_> {
    /// An allowed bet or raise near a total in chips: all-in if little would be left behind, a check or call if
    /// raising is not open.
    fn raise_to(&self, to: u64) -> Act {
        let seat = self.menu.seat;
        let Some(raise) = self.menu.raise else { return check_or_call(&self.menu) };
        // A player left with only a little behind puts in the rest.
        if to * 3 >= raise.all_in.get() * 2 && raise.allows(raise.all_in) {
            return Play::AllIn.by(seat);
        }
        Play::Raise { to: nearest_raise(&raise, to) }.by(seat)
    }
}

/// The allowed raise nearest below the wanted total, in the raise's unit; the smallest one if that is not
/// allowed.
fn nearest_raise(raise: &RaiseMenu, to: u64) -> Chips {
    let to = Chips::new(to).unwrap_or(Chips::MAX).floor_to(raise.unit).clamp(raise.least, raise.most);
    if raise.allows(to) { to } else { raise.least }
}

impl Bot for HouseBots {
    /// Decides from the cards that the seat itself sees; where one of them is unknown the bot checks or calls.
    fn choose_bet(&self, view: &View<'_>, menu: &Menu, draws: &mut Stream) -> Act {
        let (hidden, dealt) = view.hole_cards(menu.seat);
        let (mut hole, mut board) =
            ([Card::JOKER; table::MAX_HOLE_CARDS], [Card::JOKER; table::MAX_BOARD_CARDS]);
        let Some(hole) = known_cards(&hidden[..dealt], &mut hole) else { return check_or_call(menu) };
        let Some(board) = known_cards(view.boards().first(), &mut board) else { return check_or_call(menu) };
        let seen = BotView {
            menu: *menu,
            style: HouseBots::play_style(menu.seat),
            hole,
            board,
            players: view.live_seats().count() as usize,
            has_button: view.button() == menu.seat,
            price: view.seats().map(|seat| view.in_round(seat).get()).max().unwrap_or(0),
            to_call: menu.call.map_or(0, Chips::get),
            pot: view.pot().get(),
            stack: view.stack(menu.seat).get(),
        };
        if board.is_empty() { self.act_preflop(&seen, draws) } else { self.act_postflop(&seen, draws) }
    }
}

/// The known cards of these, written into the buffer `into`; `None` if any is unknown. Without allocation: bots
/// play millions of hands in simulations.
fn known_cards<'a>(hidden: &[cards::HiddenCard], into: &'a mut [Card]) -> Option<&'a [Card]> {
    for (card, hidden) in into.iter_mut().zip(hidden) {
        *card = hidden.known_card()?;
    }
    Some(&into[..hidden.len()])
}

/// Scores two hole cards by high cards and pairs, then suitedness and connectedness. Only the order of scores
/// matters; they rank all starting hands of a deck.
fn starting_score(one: Card, two: Card) -> u16 {
    let (Some(one_rank), Some(two_rank)) = (one.rank(), two.rank()) else { return combine_score(24, 0) };
    let (high, low) = (one_rank.max(two_rank) as i32, one_rank.min(two_rank) as i32);
    let by_high_card = match high {
        12 => 20,
        11 => 16,
        10 => 14,
        9 => 12,
        other => other + 2,
    };
    if high == low {
        return combine_score((by_high_card * 2).max(10), low);
    }
    let gap = high - low - 1;
    let apart = match gap {
        0 => 0,
        1 => 2,
        2 => 4,
        3 => 8,
        _ => 10,
    };
    let neighbours = if gap <= 1 && high < 10 { 2 } else { 0 };
    let suited = if one.suit() == two.suit() { 4 } else { 0 };
    combine_score(by_high_card + suited + neighbours - apart, low)
}

/// Combines points with the low card's rank, which breaks ties; the result is never negative.
fn combine_score(points: i32, low: i32) -> u16 {
    ((points + 20).max(0) * 16 + low) as u16
}

/// How often out of a thousand these cards win over random runouts against `opponents` random hands; a shared
/// pot counts in part. 500 if the deck has too few cards left.
// Not inlined: this loop is most of a bot's work and should have the registers to itself.
#[inline(never)]
fn estimate_wins(
    ranking: &Ranking,
    hole: &[Card],
    board: &[Card],
    opponents: usize,
    draws: &mut Stream,
) -> u32 {
    let opponents = opponents.min(MAX_SAMPLED_OPPONENTS);
    let mut rest = [Card::JOKER; Card::COUNT];
    let mut count = 0;
    for card in ranking.deck().iter().filter(|card| !hole.contains(card) && !board.contains(card)) {
        rest[count] = *card;
        count += 1;
    }
    let mut full = [Card::JOKER; table::MAX_BOARD_CARDS];
    full[..board.len()].copy_from_slice(board);
    let missing = full.len() - board.len();
    let needed = missing + opponents * hole.len();
    if needed > count {
        return 500;
    }
    let mut won = 0;
    for _ in 0..SAMPLES {
        for at in 0..needed {
            let other = at + draws.below((count - at) as u32) as usize;
            rest.swap(at, other);
        }
        full[board.len()..].copy_from_slice(&rest[..missing]);
        let theirs = || rest[missing..needed].chunks(hole.len());
        let shared = ranking.board(&full);
        let high = || win_share(shared.high(hole), theirs().map(|theirs| shared.high(theirs)));
        let low = || {
            let mine = shared.low(hole)?;
            Some(win_share(Some(mine), theirs().map(|theirs| shared.low(theirs))))
        };
        won += match ranking.choice().mode {
            ShowdownMode::High => high(),
            ShowdownMode::Low => low().unwrap_or(0),
            // If nobody has a low hand, the high hand takes the whole pot.
            ShowdownMode::HighLow if theirs().any(|theirs| shared.low(theirs).is_some()) => {
                (high() + low().unwrap_or(0)) / 2
            }
            ShowdownMode::HighLow => match low() {
                Some(low) => (high() + low) / 2,
                None => high(),
            },
        };
    }
    won / SAMPLES
}

/// What a hand wins out of 1000: all of it if it beats all others, an equal share if it ties with the best of
/// them, otherwise 0.
#[inline]
fn win_share<T: Ord>(mine: T, mut theirs: impl Iterator<Item = T>) -> u32 {
    let mut equal = 0;
    let beaten = theirs.any(|theirs| {
        equal += u32::from(theirs == mine);
        theirs > mine
    });
    if beaten { 0 } else { 1000 / (equal + 1) }
}
