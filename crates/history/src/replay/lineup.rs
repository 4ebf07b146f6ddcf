//! Turns a record into the hand to deal: the house for its stakes, the seats, and the posts due.

use std::sync::Arc;

use chips::Chips;
use rulebook::{Book, BookSetting};
use seating::{Person, Seat};
use table::{DuePost, Entrant, House, Lineup, MAX_BLINDS, PostKind};

use super::{HouseError, RecordReplayError, ReplayErrorKind};
use crate::record::{AmountUnit, HandRecord, RecordedGame, RecordedLimit};

/// The parts of a record that the house depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct RecordedStakes {
    limit: LimitStructure,
    blinds: HouseBlinds,
    /// The smallest bet; in fixed limit, the small bet.
    bet: Chips,
    /// The bet of the later betting rounds; the same as `bet` unless the limit is fixed.
    big_bet: Chips,
    /// Everybody's ante, in a game without blinds.
    ante: Option<Chips>,
    /// True where a game without blinds has no betting before the board.
    is_bomb_pot: bool,
    is_money: bool,
}

/// The blinds of the house, the first one first, whether or not each was posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct HouseBlinds {
    count: usize,
    amounts: [Chips; MAX_BLINDS],
}

impl HouseBlinds {
    /// Blinds of these amounts, the first blind first; `None` where no house can have them: none, too many,
    /// or in falling order.
    fn from_amounts(listed: &[Chips]) -> Option<HouseBlinds> {
        let rising = listed.windows(2).all(|pair| pair[0] <= pair[1]);
        if listed.is_empty() || listed.len() > MAX_BLINDS || !rising {
            return None;
        }
        let mut amounts = [Chips::ZERO; MAX_BLINDS];
        amounts[..listed.len()].copy_from_slice(listed);
        Some(HouseBlinds { count: listed.len(), amounts })
    }

    /// The amounts of the blinds there are, the first blind first; the unused rest of the array is left out.
    fn as_slice(&self) -> &[Chips] {
        &self.amounts[..self.count]
    }

    /// Two blinds that end with `last`, for a book that allows no other number; `first`, if unknown, is half
    /// of it. The first is never the larger.
    fn pair(first: Option<Chips>, last: Chips) -> HouseBlinds {
        let half = Chips::new(last.get() / 2).filter(|half| !half.is_zero()).unwrap_or(last);
        HouseBlinds { count: 2, amounts: [first.unwrap_or(half).min(last), last, Chips::ZERO] }
    }

    /// The first and the last of these blinds as two, a single one with half of its size before it: the
    /// second try, for a book that always has two blinds.
    fn to_pair(self) -> HouseBlinds {
        let listed = self.as_slice();
        let first = listed.first().copied().filter(|_| listed.len() > 1);
        HouseBlinds::pair(first, listed.last().copied().unwrap_or_default())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum LimitStructure {
    NoLimit,
    FullPot,
    Fixed,
}

/// True for the games whose records are played, which is hold'em alone so far. A game added here must be
/// determined by `determine_house` as well.
pub(super) fn is_playable_game(game: &RecordedGame) -> bool {
    match game {
        RecordedGame::Holdem => true,
        RecordedGame::ShortDeck
        | RecordedGame::Omaha
        | RecordedGame::OmahaHiLo
        | RecordedGame::Stud
        | RecordedGame::StudHiLo
        | RecordedGame::Razz
        | RecordedGame::SingleDraw
        | RecordedGame::TripleDraw
        | RecordedGame::Badugi
        | RecordedGame::Named(_) => false,
    }
}

/// Refuses, with its name, a game that the machine does not play yet, and a record that says itself that it
/// cannot be played.
pub(super) fn check_playable(record: &HandRecord) -> Result<(), RecordReplayError> {
    if !is_playable_game(&record.game) {
        let kind = ReplayErrorKind::GameNotPlayed { limit: record.limit, game: record.game.clone() };
        return Err(RecordReplayError::new(record, kind));
    }
    match &record.unplayable_reason {
        Some(reason) => Err(RecordReplayError::new(record, ReplayErrorKind::Unplayable(reason.clone()))),
        None => Ok(()),
    }
}

impl RecordedStakes {
    /// Stakes for which every book of poker can open a table: to find out early whether a book and the
    /// choices fit at all.
    pub(super) fn probe() -> RecordedStakes {
        let chips = |count| Chips::new(count).unwrap_or_default();
        RecordedStakes {
            limit: LimitStructure::NoLimit,
            blinds: HouseBlinds::pair(None, chips(10)),
            bet: chips(10),
            big_bet: chips(10),
            ante: None,
            is_bomb_pot: false,
            is_money: false,
        }
    }

    /// The stakes of a record, by which its house is found or compiled; an error if they are missing or
    /// nothing is posted.
    pub(super) fn from_record(record: &HandRecord) -> Result<RecordedStakes, RecordReplayError> {
        let (limit, bet, big_bet) = match record.limit {
            RecordedLimit::NoLimit { smallest_bet } => (LimitStructure::NoLimit, smallest_bet, smallest_bet),
            RecordedLimit::PotLimit { smallest_bet } => (LimitStructure::FullPot, smallest_bet, smallest_bet),
            RecordedLimit::Fixed { small_bet, big_bet } => (LimitStructure::Fixed, small_bet, big_bet),
        };
        if bet.is_zero() {
            return Err(RecordReplayError::new(record, ReplayErrorKind::NoStakes));
        }
        let posted = posted_blinds(record, true);
        let antes_only = posted.is_empty();
        let could_bet = record.players.iter().filter(|player| player.stack > player.ante.max(player.dead));
        // In any game, nobody bets before the board unless two players have chips to bet.
        let bomb_pot = antes_only && could_bet.count() > 1 && {
            let first =
                record.steps.iter().find(|step| !matches!(step.act, crate::record::RecordedAct::Hole(..)));
            first.is_some_and(|step| matches!(step.act, crate::record::RecordedAct::Board(_)))
        };
        let ante = record.players.iter().map(|player| player.ante.max(player.dead)).max().unwrap_or_default();
        if antes_only && ante.is_zero() {
            return Err(RecordReplayError::new(record, ReplayErrorKind::NothingPosted));
        }
        Ok(RecordedStakes {
            limit,
            blinds: house_blinds(record, &posted, bet),
            bet,
            big_bet,
            ante: antes_only.then_some(ante),
            is_bomb_pot: bomb_pot,
            is_money: record.unit != AmountUnit::Chips || record.decimals > 0,
        })
    }
}

/// The blinds of the house, worked out from those posted (by player index and amount) and the smallest bet.
///
/// A first blind that nobody posts counts too: in pot limit it may be part of the pot. Where the record does
/// not state it, a single blind posted further from the button than the first seat has one of half its size
/// before it.
fn house_blinds(record: &HandRecord, posted: &[(usize, Chips)], bet: Chips) -> HouseBlinds {
    let amounts: Vec<Chips> = posted.iter().map(|(_, amount)| *amount).collect();
    let Some(at) = last_blind(&amounts, bet) else { return HouseBlinds::pair(record.unposted_blind, bet) };
    let last = amounts[at];
    if let Some(unposted) = record.unposted_blind {
        let all: Vec<Chips> =
            std::iter::once(unposted.min(amounts[0])).chain(amounts[..=at].to_vec()).collect();
        return HouseBlinds::from_amounts(&all).unwrap_or(HouseBlinds::pair(Some(unposted), last));
    }
    let alone_and_further = at == 0 && record.players.len() > 2 && posted[0].0 > 0;
    let all = HouseBlinds::from_amounts(&amounts[..=at]).filter(|_| !alone_and_further);
    all.unwrap_or(HouseBlinds::pair(amounts.first().copied().filter(|_| at > 0), last))
}

/// True when every player put in an equal dead ante and could pay it in full: they are then played as the
/// antes of the house.
///
/// It then makes no difference whether antes are matched or dead, so they are played as the antes of the
/// house. The notation takes antes to be dead unless a file says otherwise.
pub(super) fn dead_posts_are_antes(record: &HandRecord) -> bool {
    let ante = record.players.first().map_or(Chips::ZERO, |player| player.dead);
    let pays = |player: &crate::record::RecordedPlayer| {
        player.dead == ante && player.ante.is_zero() && player.stack >= ante
    };
    !ante.is_zero() && record.players.iter().all(pays)
}

/// Blinds and straddles as player index and nominal amount, in the order of posting from the left of the
/// button; live posts out of turn are not among them.
///
/// Of two players the smaller amount comes first and is the button's; of equal amounts, the button's comes
/// first where the button posts the first blind.
pub(super) fn posted_blinds(record: &HandRecord, button_posts_first: bool) -> Vec<(usize, Chips)> {
    let mut posted: Vec<(usize, Chips)> = record
        .players
        .iter()
        .enumerate()
        .filter(|(_, player)| !player.blind.is_zero() && !player.is_out_of_turn)
        .map(|(at, player)| (at, player.blind))
        .collect();
    if record.players.len() == 2 {
        if button_posts_first {
            posted.reverse();
        }
        posted.sort_by_key(|(_, amount)| *amount);
    }
    posted
}

/// The index of the last blind among the amounts posted, in their order; any after it are straddles. `None`
/// if nothing was posted.
///
/// It is the one equal to the smallest bet. If none is, it is the second of two, or else the last one that is
/// smaller.
pub(super) fn last_blind(blinds: &[Chips], bet: Chips) -> Option<usize> {
    let last = blinds.len().checked_sub(1)?;
    let equal = blinds.iter().rposition(|blind| *blind == bet);
    let smaller = || blinds.iter().rposition(|blind| *blind < bet);
    equal.or(if last <= 1 { Some(last) } else { smaller() }).or(Some(0))
}

/// The house for these stakes under a book, with the caller's choices; with two blinds where the book allows
/// no other number.
pub(super) fn determine_house(
    book: &Book,
    chosen: &[(String, String)],
    stakes: &RecordedStakes,
) -> Result<Arc<House>, HouseError> {
    let house = determine_with_blinds(book, chosen, stakes, &stakes.blinds);
    let two = stakes.blinds.to_pair();
    if house.is_ok() || two == stakes.blinds {
        return house;
    }
    // A book that always has two blinds can still play what was posted.
    house.or_else(|reason| determine_with_blinds(book, chosen, stakes, &two).map_err(|_| reason))
}

/// The house for these stakes with these blinds: what the record fixes is chosen where the book offers a
/// choice, and must otherwise agree with the book.
fn determine_with_blinds(
    book: &Book,
    chosen: &[(String, String)],
    stakes: &RecordedStakes,
    blinds: &HouseBlinds,
) -> Result<Arc<House>, HouseError> {
    let count = blinds.count.to_string();
    let blinds = blinds.as_slice().iter().map(Chips::to_string).collect::<Vec<_>>().join(" ");
    let (bet, big_bet) = (stakes.bet.to_string(), stakes.big_bet.to_string());
    let ante = stakes.ante.unwrap_or_default().to_string();
    let structure = match stakes.limit {
        LimitStructure::NoLimit => "no_limit",
        LimitStructure::FullPot => "full_pot",
        LimitStructure::Fixed => "fixed",
    };
    // What the record fixes is chosen where the book offers a choice; where it does not, the book must agree,
    // which is checked below.
    let mut wanted: Vec<(&str, &str)> = vec![("limit_structure", structure)];
    let offered = |setting: &str| matches!(book.setting(setting), Some(BookSetting::Operator { .. }));
    if stakes.ante.is_some() {
        wanted.push(("forced_bets", "antes"));
        wanted.push(("ante", &ante));
        if stakes.is_bomb_pot {
            wanted.push(("bomb_pot", &ante));
        }
    } else if offered("blind_count") {
        wanted.push(("blind_count", &count));
    }
    // A game of antes has no blinds, but where the book takes the smallest bet from the last blind, they
    // still have to state it.
    if stakes.ante.is_none() || !offered("min_bet") {
        wanted.push(("blinds", &blinds));
    }
    for (setting, value) in [
        ("min_bet", bet.as_str()),
        ("smallest_chip", "1"),
        ("chip_cents", if stakes.is_money { "1" } else { "100" }),
        ("min_buy_in", "0"),
        ("max_buy_in", "none"),
    ] {
        if offered(setting) {
            wanted.push((setting, value));
        }
    }
    if stakes.limit != LimitStructure::Fixed {
        return determine(book, chosen, &wanted, "");
    }
    if offered("max_bet") {
        wanted.push(("max_bet", &bet));
    }
    let mut by_round = String::new();
    if offered("limits_per_betting_round") {
        let doubled = Some(stakes.big_bet) == stakes.bet.times(2)
            && book.determine(&[("limits_per_betting_round", "doubled_late")]).is_ok();
        by_round = match () {
            () if stakes.big_bet == stakes.bet => "same".to_owned(),
            () if doubled => "doubled_late".to_owned(),
            () => [bet.as_str(), &bet, &big_bet, &big_bet].join(" "),
        };
    }
    let house = determine(book, chosen, &wanted, &by_round)?;
    let last = usize::from(house.game.rounds()).saturating_sub(1);
    if house.stakes.bets[last].smallest != stakes.big_bet {
        return Err(HouseError::BigBet {
            book: book.id().to_owned(),
            stated: stakes.big_bet,
            expected: house.stakes.bets[last].smallest,
        });
    }
    Ok(house)
}

/// Determines a book by what the stakes ask for and by the caller's choices, which take precedence;
/// `by_round`, unless empty, are the limits of the betting rounds.
fn determine(
    book: &Book,
    chosen: &[(String, String)],
    wanted: &[(&str, &str)],
    by_round: &str,
) -> Result<Arc<House>, HouseError> {
    let mut all: Vec<(&str, &str)> = Vec::with_capacity(wanted.len() + chosen.len() + 1);
    all.extend(wanted.iter().filter(|(setting, _)| !chosen.iter().any(|(name, _)| name == setting)));
    if !by_round.is_empty() {
        all.push(("limits_per_betting_round", by_round));
    }
    all.extend(chosen.iter().map(|(setting, value)| (setting.as_str(), value.as_str())));
    let mut result = book.determine(&all);
    // The smallest and largest stakes limit buying in, not records, so they may be left to the book.
    if let Err(problems) = &result
        && problems.iter().all(|problem| ["min_buy_in", "max_buy_in"].contains(&problem.setting.as_str()))
    {
        all.retain(|(setting, _)| !["min_buy_in", "max_buy_in"].contains(setting));
        result = book.determine(&all);
    }
    let id = || book.id().to_owned();
    let determined = result.map_err(|problems| HouseError::Determination { book: id(), problems })?;
    House::of(&determined).map(Arc::new).map_err(|problems| HouseError::NotPlayable { book: id(), problems })
}

/// The seats of the record for the machine, in the record's order, and the button: the record's own if they
/// run clockwise from the button, otherwise from 1.
///
/// These are the record's own seats if they run clockwise from the button, as they should; otherwise the
/// players are seated in order from 1.
pub(super) fn seats_and_button(record: &HandRecord) -> Result<(Vec<Seat>, Seat), RecordReplayError> {
    let count = record.players.len();
    let last = record.players.last().map_or(1, |player| player.seat);
    let button = record.button.unwrap_or(last);
    let steps = |seat: u8| if seat > button { u16::from(seat) } else { u16::from(seat) + 256 };
    let clockwise = record.players.windows(2).all(|pair| steps(pair[0].seat) < steps(pair[1].seat));
    let numbers: Vec<u8> = if clockwise {
        record.players.iter().map(|player| player.seat).collect()
    } else {
        (1..=count as u8).collect()
    };
    let button = if clockwise { button } else { count as u8 };
    let seat = |number: u8| {
        let too_high = || ReplayErrorKind::SeatTooHigh { seat: number };
        Seat::new(number).ok_or_else(|| RecordReplayError::new(record, too_high()))
    };
    let seats = numbers.into_iter().map(seat).collect::<Result<Vec<Seat>, RecordReplayError>>()?;
    Ok((seats, seat(button)?))
}

/// The lineup of a record, with the posts due in the order in which the machine collects them: antes and dead
/// posts first, then blinds, then live posts.
pub(super) fn build_lineup(record: &HandRecord, house: &Arc<House>, seats: &[Seat], button: Seat) -> Lineup {
    let mut entrants = Vec::with_capacity(seats.len());
    let mut dues = Vec::with_capacity(seats.len() + 4);
    let dead_kind = if dead_posts_are_antes(record) { PostKind::Ante } else { PostKind::Dead };
    for (player, seat) in record.players.iter().zip(seats) {
        entrants.push(Entrant { seat: *seat, person: Person::HOUSE, stack: player.stack });
        for (kind, amount) in [(PostKind::Ante, player.ante), (dead_kind, player.dead)] {
            if !amount.is_zero() {
                dues.push(DuePost { seat: *seat, kind, amount });
            }
        }
    }
    let posted = posted_blinds(record, house.stakes.heads_up_button_posts_first);
    let bet = house.stakes.bets[0].smallest;
    let amounts: Vec<Chips> = posted.iter().map(|(_, amount)| *amount).collect();
    let last = last_blind(&amounts, bet);
    for (number, (at, amount)) in posted.iter().enumerate() {
        let kind = match last {
            Some(last) if number <= last => {
                // Counted from the last blind, which keeps its number even if nobody posted those before it.
                let before_last = last - number;
                PostKind::Blind(house.stakes.blinds.len().saturating_sub(before_last + 1) as u8)
            }
            Some(_) | None => PostKind::OverBlind,
        };
        dues.push(DuePost { seat: seats[*at], kind, amount: *amount });
    }
    for (player, seat) in record.players.iter().zip(seats) {
        if player.is_out_of_turn && !player.blind.is_zero() {
            dues.push(DuePost { seat: *seat, kind: PostKind::Live, amount: player.blind });
        }
    }
    Lineup {
        house: Arc::clone(house),
        number: 1,
        button,
        entrants,
        dues,
        returning: seating::Seats::NONE,
        deck: table::DeckSource::Prepared,
        record: table::RecordOverrides::default(),
    }
}
