//! From a record to what the machine is asked to deal: the house for its stakes, the seats, and what is due.

use std::sync::Arc;

use chips::Chips;
use rulebook::{Book, Cell};
use table::{Due, Entrant, House, Lineup, Person, PostKind, Seat};

use super::Refused;
use crate::record::{Game, Limit, Record, Unit};

/// What of a record the house depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Stakes {
    limit: Structure,
    first_blind: Chips,
    last_blind: Chips,
    /// The smallest bet; the small bet of fixed limit.
    bet: Chips,
    /// A game without blinds: the ante of everybody.
    ante: Option<Chips>,
    /// No betting before the board, in a game without blinds.
    bomb_pot: bool,
    cents: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Structure {
    NoLimit,
    FullPot,
    Fixed,
}

/// True for the games whose records are played.
pub(super) fn is_played(game: &Game) -> bool {
    match game {
        Game::Holdem => true,
        Game::ShortDeck
        | Game::Omaha
        | Game::OmahaHiLo
        | Game::Stud
        | Game::StudHiLo
        | Game::Razz
        | Game::SingleDraw
        | Game::TripleDraw
        | Game::Badugi
        | Game::Named(_) => false,
    }
}

/// Refuses by name what the machine does not play yet.
pub(super) fn playable(record: &Record) -> Result<(), Refused> {
    if !is_played(&record.game) {
        let how = match record.limit {
            Limit::NoLimit { .. } => "no-limit",
            Limit::PotLimit { .. } => "pot-limit",
            Limit::Fixed { .. } => "fixed-limit",
        };
        return Err(Refused::plain(format!("not played yet: {how} {}; hold'em is", record.game)));
    }
    match &record.unplayable {
        Some(what) => Err(Refused::plain(format!("not played: {what}"))),
        None => Ok(()),
    }
}

impl Stakes {
    /// Stakes that every book of poker can open a table for.
    pub(super) fn probe() -> Stakes {
        let chips = |count| Chips::new(count).unwrap_or_default();
        Stakes {
            limit: Structure::NoLimit,
            first_blind: chips(5),
            last_blind: chips(10),
            bet: chips(10),
            ante: None,
            bomb_pot: false,
            cents: false,
        }
    }

    pub(super) fn of(record: &Record) -> Result<Stakes, Refused> {
        let (limit, bet) = match record.limit {
            Limit::NoLimit { smallest_bet } => (Structure::NoLimit, smallest_bet),
            Limit::PotLimit { smallest_bet } => (Structure::FullPot, smallest_bet),
            Limit::Fixed { small_bet, big_bet } => {
                if Some(big_bet) != small_bet.times(2) {
                    return Err(Refused::plain(format!(
                        "not played: a big bet of {big_bet} over a small bet of {small_bet}; twice the small bet would do"
                    )));
                }
                (Structure::Fixed, small_bet)
            }
        };
        if bet.is_zero() {
            return Err(Refused::plain("the stakes are not told: the smallest bet is needed"));
        }
        let blinds: Vec<Chips> = blinds(record).iter().map(|(_, amount)| *amount).collect();
        let at = last_blind(&blinds, bet);
        let antes_only = blinds.is_empty();
        let last_blind = at.map_or(bet, |at| blinds[at]);
        // A blind nobody posted still counts in the pot of pot limit: half of the last stands for it.
        let half = Chips::new(last_blind.get() / 2).filter(|half| !half.is_zero()).unwrap_or(last_blind);
        let first_blind = match at {
            Some(at) if at > 0 => blinds[0].min(last_blind),
            Some(_) | None => half,
        };
        let bomb_pot = antes_only && {
            let first = record.steps.iter().find(|step| !matches!(step.act, crate::record::Act::Hole(..)));
            first.is_some_and(|step| matches!(step.act, crate::record::Act::Board(_)))
        };
        let ante = record.players.iter().map(|player| player.ante.max(player.dead)).max().unwrap_or_default();
        if antes_only && ante.is_zero() {
            return Err(Refused::plain("nothing is posted: blinds or antes are needed"));
        }
        Ok(Stakes {
            limit,
            first_blind,
            last_blind,
            bet,
            ante: antes_only.then_some(ante),
            bomb_pot,
            cents: record.unit != Unit::Chips || record.decimals > 0,
        })
    }
}

/// Blinds and straddles in the order of posting: from the left of the button; of two players the smaller first,
/// which is the button's, and the button's first where they are equal.
pub(super) fn blinds(record: &Record) -> Vec<(usize, Chips)> {
    let mut posted: Vec<(usize, Chips)> = record
        .players
        .iter()
        .enumerate()
        .filter(|(_, player)| !player.blind.is_zero() && !player.out_of_turn)
        .map(|(at, player)| (at, player.blind))
        .collect();
    if record.players.len() == 2 {
        posted.reverse();
        posted.sort_by_key(|(_, amount)| *amount);
    }
    posted
}

/// Which of the amounts posted is the last blind; those after it are straddles.
///
/// It is as large as the smallest bet; where none is, the second of two, else the last that is smaller.
pub(super) fn last_blind(blinds: &[Chips], bet: Chips) -> Option<usize> {
    let last = blinds.len().checked_sub(1)?;
    let equal = blinds.iter().rposition(|blind| *blind == bet);
    let smaller = || blinds.iter().rposition(|blind| *blind < bet);
    equal.or(if last <= 1 { Some(last) } else { smaller() }).or(Some(0))
}

/// The house for these stakes under a book; the error is a line.
pub(super) fn house(book: &Book, chosen: &[(String, String)], stakes: &Stakes) -> Result<Arc<House>, String> {
    let blinds = format!("{} {}", stakes.first_blind, stakes.last_blind);
    let bet = stakes.bet.to_string();
    let twice = stakes.bet.times(2).unwrap_or(Chips::MAX).to_string();
    let ante = stakes.ante.unwrap_or_default().to_string();
    let structure = match stakes.limit {
        Structure::NoLimit => "no_limit",
        Structure::FullPot => "full_pot",
        Structure::Fixed => "fixed",
    };
    // What the record fixes is chosen; where the book leaves no choice it must agree, and is checked below.
    let mut wanted: Vec<(&str, &str)> = vec![("limit_structure", structure)];
    if stakes.ante.is_some() {
        wanted.push(("forced_bets", "antes"));
        wanted.push(("ante", &ante));
        if stakes.bomb_pot {
            wanted.push(("bomb_pot", &ante));
        }
    }
    wanted.push(("blinds", &blinds));
    let offered = |setting: &str| matches!(book.choices(setting), Some(Cell::Operator { .. }));
    for (setting, value) in [
        ("min_bet", bet.as_str()),
        ("smallest_chip", "1"),
        ("chip_cents", if stakes.cents { "1" } else { "100" }),
        ("min_buy_in", "0"),
        ("max_buy_in", "none"),
    ] {
        if offered(setting) {
            wanted.push((setting, value));
        }
    }
    if stakes.limit == Structure::Fixed {
        if offered("max_bet") {
            wanted.push(("max_bet", &bet));
        }
        if offered("limits_per_betting_round") {
            let list = [bet.as_str(), &bet, &twice, &twice].join(" ");
            let doubled = book.determine(&[("limits_per_betting_round", "doubled_late")]).is_ok();
            return determined(book, chosen, &wanted, if doubled { "doubled_late" } else { &list });
        }
    }
    determined(book, chosen, &wanted, "")
}

fn determined(
    book: &Book,
    chosen: &[(String, String)],
    wanted: &[(&str, &str)],
    by_round: &str,
) -> Result<Arc<House>, String> {
    let mut all: Vec<(&str, &str)> = Vec::with_capacity(wanted.len() + chosen.len() + 1);
    all.extend(wanted.iter().filter(|(setting, _)| !chosen.iter().any(|(name, _)| name == setting)));
    if !by_round.is_empty() {
        all.push(("limits_per_betting_round", by_round));
    }
    all.extend(chosen.iter().map(|(setting, value)| (setting.as_str(), value.as_str())));
    let mut result = book.determine(&all);
    // Smallest and largest stakes bind purchases, not records: whatever the book says of them is left to it.
    if let Err(problems) = &result
        && problems.iter().all(|problem| ["min_buy_in", "max_buy_in"].contains(&problem.setting.as_str()))
    {
        all.retain(|(setting, _)| !["min_buy_in", "max_buy_in"].contains(setting));
        result = book.determine(&all);
    }
    let determined = result.map_err(|problems| {
        let first = problems.first().map(ToString::to_string).unwrap_or_default();
        format!("the stakes do not fit the book {}: {first}", book.id())
    })?;
    House::of(&determined).map(Arc::new).map_err(|problems| {
        let first = problems.first().map(ToString::to_string).unwrap_or_default();
        format!("the book {} is not played: {first}", book.id())
    })
}

/// The seats of the record for the machine, in the record's order, and the button.
///
/// Real seats where they run clockwise from the button, as they should; else the places of the record.
pub(super) fn seats(record: &Record) -> Result<(Vec<Seat>, Seat), Refused> {
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
        Seat::new(number).ok_or_else(|| Refused::plain(format!("seat {number} is beyond any table")))
    };
    let seats = numbers.into_iter().map(seat).collect::<Result<Vec<Seat>, Refused>>()?;
    Ok((seats, seat(button)?))
}

/// The lineup of a record: everything due, antes and dead posts first, then blinds, then live posts.
pub(super) fn lineup(record: &Record, house: &Arc<House>, seats: &[Seat], button: Seat) -> Lineup {
    let mut entrants = Vec::with_capacity(seats.len());
    let mut dues = Vec::with_capacity(seats.len() + 4);
    for (player, seat) in record.players.iter().zip(seats) {
        entrants.push(Entrant { seat: *seat, person: Person::HOUSE, stack: player.stack });
        for (kind, amount) in [(PostKind::Ante, player.ante), (PostKind::Dead, player.dead)] {
            if !amount.is_zero() {
                dues.push(Due { seat: *seat, kind, amount });
            }
        }
    }
    let posted = blinds(record);
    let bet = house.bets[0].least;
    let amounts: Vec<Chips> = posted.iter().map(|(_, amount)| *amount).collect();
    let last = last_blind(&amounts, bet);
    for (number, (at, amount)) in posted.iter().enumerate() {
        let kind = match last {
            Some(last) if number > last => PostKind::OverBlind,
            // The last blind is the second one even where nobody posted the first.
            Some(last) if number == last => PostKind::Blind(1),
            Some(_) | None => PostKind::Blind(0),
        };
        dues.push(Due { seat: seats[*at], kind, amount: *amount });
    }
    for (player, seat) in record.players.iter().zip(seats) {
        if player.out_of_turn && !player.blind.is_zero() {
            dues.push(Due { seat: *seat, kind: PostKind::Live, amount: player.blind });
        }
    }
    Lineup {
        house: Arc::clone(house),
        number: 1,
        button,
        entrants,
        dues,
        returning: table::Seats::NONE,
        deck: table::DeckSource::Prepared,
        record: table::Record::default(),
    }
}
