//! Hand scripts out: a hand in plain lines, from the events that the machine decided.

use std::fmt::Write as _;

use cards::Hidden;
use chips::Chips;
use table::{Event, Hand, Limit, Lineup, PostKind, Seat, What};

/// Writes a hand as one case of a script, under the book it was played by, ending with the stacks it came to.
///
/// # Errors
/// A line: what of this hand a script cannot carry.
pub fn write_case(events: &[Event], title: &str, out: &mut String) -> Result<(), String> {
    let Some(What::Opened(lineup)) = events.first().map(|event| &event.what) else {
        return Err("the events do not begin with the opening of a hand".to_owned());
    };
    let mut case = String::new();
    let title: String =
        title.chars().map(|c| if c.is_control() || c == '#' || c == ';' { ' ' } else { c }).collect();
    let _ = writeln!(case, "test {title}");
    head(lineup, &mut case)?;
    cards(events, lineup, &mut case);
    case.push('\n');
    let mut hand = Hand::opened(std::sync::Arc::clone(lineup));
    for event in &events[1..] {
        hand.apply(event);
        act(event, &mut case);
    }
    if hand.is_over() {
        let stacks: Vec<String> = hand.seats().map(|seat| format!("{seat}:{}", hand.stack(seat))).collect();
        let _ = writeln!(case, "stacks {}", stacks.join(" "));
    }
    case.push('\n');
    out.push_str(&case);
    Ok(())
}

/// The table: book, game, forced bets, seats and button.
fn head(lineup: &Lineup, out: &mut String) -> Result<(), String> {
    let house = &lineup.house;
    let _ = writeln!(out, "house  {}", house.determined.book_id());
    let limit = match house.limit {
        Limit::NoLimit => "no-limit",
        Limit::FullPot => "pot-limit",
        Limit::HalfPot => "half-pot",
        Limit::Fixed => "fixed-limit",
        Limit::Spread => "spread-limit",
        Limit::Double => "double-limit",
    };
    let amounts = |kind: fn(&PostKind) -> bool| -> Vec<(Seat, Chips)> {
        lineup.dues.iter().filter(|due| kind(&due.kind)).map(|due| (due.seat, due.amount)).collect()
    };
    let antes = amounts(|kind| *kind == PostKind::Ante);
    let dead = amounts(|kind| *kind == PostKind::Dead);
    let blinds = amounts(|kind| matches!(kind, PostKind::Blind(_)));
    let over = amounts(|kind| *kind == PostKind::OverBlind);
    if !amounts(|kind| *kind == PostKind::Live).is_empty() {
        return Err("a script cannot carry a live post out of turn".to_owned());
    }
    if blinds.len() != house.blinds.len() {
        return Err("a script cannot carry a blind that nobody posts".to_owned());
    }
    let last = blinds.last().copied();
    match dead.as_slice() {
        [] => {}
        [(seat, _)] if Some(*seat) == last.map(|(seat, _)| seat) => {}
        [..] => return Err("a script cannot carry dead posts".to_owned()),
    }
    let ante = antes.first().map(|(_, amount)| *amount);
    if !antes.is_empty()
        && (antes.len() != lineup.entrants.len() || antes.iter().any(|(_, a)| Some(*a) != ante))
    {
        return Err("a script cannot carry antes that differ from seat to seat".to_owned());
    }
    let blind_words: Vec<String> = blinds.iter().map(|(_, amount)| amount.to_string()).collect();
    let mut game = format!("game   {limit} {}", house.game.name);
    if !blind_words.is_empty() {
        let _ = write!(game, " {}", blind_words.join("/"));
    }
    if let Some(ante) = ante {
        let _ = write!(game, " ante {ante}");
    }
    let _ = writeln!(out, "{game}");
    if let [(_, amount)] = dead.as_slice() {
        let _ = writeln!(out, "set antes_with_blinds big_blind and ante {amount}");
    }
    if !over.is_empty() {
        let twice = last.and_then(|(_, amount)| amount.times(2));
        let _ = write!(out, "set over_blinds {}", over.len());
        if over.first().map(|(_, amount)| *amount) != twice {
            let _ = write!(out, " and over_blind_level {}", over[0].1);
        }
        out.push('\n');
    }
    let mut entrants: Vec<String> = Vec::with_capacity(lineup.entrants.len());
    entrants.extend(lineup.entrants.iter().map(|entrant| format!("{}:{}", entrant.seat, entrant.stack)));
    let _ = writeln!(out, "seats  {}  button {}", entrants.join(" "), lineup.button);
    for (seat, _) in over {
        let _ = writeln!(out, "{seat} straddles");
    }
    Ok(())
}

/// The cards by seat, as dealt or as shown later; unknown ones are told where their owner came to the showdown.
fn cards(events: &[Event], lineup: &Lineup, out: &mut String) {
    let count = usize::from(lineup.house.game.hole_cards);
    let mut board = String::new();
    for entrant in &lineup.entrants {
        let seat = entrant.seat;
        let mut hole: Vec<Hidden> = Vec::new();
        let mut folded = false;
        for event in events {
            if let What::HoleDealt { seat: to, card } = event.what
                && to == seat
            {
                hole.push(card);
            }
            if let What::Shown { seat: of, cards } = event.what
                && of == seat
            {
                hole = cards[..count].to_vec();
            }
            folded |= event.what == What::Folded { seat };
        }
        let known = hole.iter().any(|card| card.known().is_some());
        if !hole.is_empty() && (known || !folded) {
            let _ = writeln!(out, "cards  {seat} {}", together(&hole));
        }
    }
    for event in events {
        if let What::BoardDealt { card } = event.what {
            board.push_str(&together(&[card]));
        }
    }
    if !board.is_empty() {
        let _ = writeln!(out, "board  {board}");
    }
}

fn together(cards: &[Hidden]) -> String {
    cards.iter().map(|card| card.known().map_or("??".to_owned(), |card| card.to_string())).collect()
}

fn act(event: &Event, out: &mut String) {
    let _ = match event.what {
        What::Folded { seat } => writeln!(out, "{seat} folds"),
        What::Checked { seat } => writeln!(out, "{seat} checks"),
        What::Called { seat, amount, .. } => writeln!(out, "{seat} calls {amount}"),
        What::Bet { seat, to, .. } => writeln!(out, "{seat} bets {to}"),
        What::Raised { seat, to, .. } => writeln!(out, "{seat} raises to {to}"),
        What::Mucked { seat } => writeln!(out, "{seat} mucks"),
        What::ClockCalled { seat, .. } => writeln!(out, "clock on {seat}"),
        // Posts, cards, shows and what follows from the rules happen by themselves.
        What::Opened(_)
        | What::Shuffled { .. }
        | What::Cut { .. }
        | What::TimeRanOut { .. }
        | What::Voided { .. }
        | What::Refunded { .. }
        | What::Posted { .. }
        | What::HoleDealt { .. }
        | What::Burned { .. }
        | What::BoardDealt { .. }
        | What::BettingOpened { .. }
        | What::BettingSkipped { .. }
        | What::BettingClosed { .. }
        | What::Returned { .. }
        | What::HandsTabled { .. }
        | What::ShowdownOpened { .. }
        | What::Shown { .. }
        | What::CardsShown { .. }
        | What::PotFormed { .. }
        | What::CommissionTaken { .. }
        | What::Awarded { .. }
        | What::OddChips { .. }
        | What::Closed => Ok(()),
    };
}
