//! Checks the tables, and the blinds, antes and chips of the structures.

use chips::Chips;
use rulebook::rule;

use super::contradictions::FindingCollector;
use super::file::{ColourUp, SessionConditions};
use super::finding::{FindingKind, Severity};
use super::values::{SessionEnding, SessionPlayers, Tables};
use crate::clock::{Ante, Bets, LevelLength, StructureLine};

/// Finds faults of the structures of levels, each by itself and then against the sessions that use it, and
/// sessions whose tables are too few.
pub(super) fn find_structure_faults(found: &mut FindingCollector<'_>) {
    let file = found.conditions.file();
    for name in file.structures() {
        check_structure(found, name, &file.levels(name).unwrap_or_default());
    }
    for (at, session) in file.session.iter().enumerate() {
        check_tables(found, session);
        if let Some(name) = &session.levels {
            match file.levels(name) {
                Some(lines) => check_levels_of_session(found, at, session, name, &lines),
                None => {
                    let fault = FindingKind::UnknownLevels { name: name.clone() };
                    let field = format!("session {}", session.id);
                    found.push_by_leading_book(
                        Severity::Refused,
                        &field,
                        &[rule::CONDITIONS_STATE_THE_LEVELS],
                        fault,
                    );
                }
            }
        }
    }
}

/// Checks that the largest number of players fits at the tables of a session that all of them play; a session
/// of fewer players is not checked.
fn check_tables(found: &mut FindingCollector<'_>, session: &SessionConditions) {
    let (Some(Tables::Number(tables)), Some(seats)) = (session.tables, session.seats) else { return };
    if !matches!(session.who, None | Some(SessionPlayers::All)) {
        return;
    }
    let Some(players) = found.conditions.file().players.max else { return };
    let room = u64::from(tables) * u64::from(seats) * u64::from(session.count);
    if u64::from(players) > room {
        let tables = tables.saturating_mul(session.count);
        let fault = FindingKind::TablesTooFew { players, tables, seats };
        let field = format!("session {}", session.id);
        found.push_by_leading_book(Severity::Refused, &field, &[rule::CONDITIONS_STATE_THE_TABLES], fault);
    }
}

/// The amounts of a level in the order in which they are written: blinds, ante, bets; none for a break. Each
/// has to be payable with the chips in play.
fn level_amounts(line: &StructureLine) -> Vec<Chips> {
    let Some(stakes) = &line.stakes else { return Vec::new() };
    let mut amounts = stakes.blinds.clone();
    match stakes.ante {
        Some(Ante::EachPlayer(ante) | Ante::LastBlind(ante)) => amounts.push(ante),
        None => {}
    }
    match stakes.bets {
        Bets::LastBlind => {}
        Bets::Minimum(least) => amounts.push(least),
        Bets::Limit { small, big } => amounts.extend([small, big]),
        Bets::Bounds { least, most } => amounts.extend([least, most]),
    }
    amounts
}

/// The smallest chip in play at each line of the structure: the next chip to leave play, or the greatest common
/// divisor of the amounts if none leaves any more.
fn smallest_chips(lines: &[StructureLine]) -> Vec<Chips> {
    let removed: Vec<Chips> = lines.iter().filter_map(|line| line.retired_chip).collect();
    let divisor = |from: usize| {
        let amounts =
            lines.iter().skip(from).take_while(|line| line.retired_chip.is_none()).flat_map(level_amounts);
        amounts.fold(0, |divisor, amount| greatest_common_divisor(divisor, amount.get()))
    };
    let mut chips = Vec::new();
    let mut smallest = removed.first().map_or_else(|| divisor(0), |chip| chip.get());
    for (at, line) in lines.iter().enumerate() {
        if line.retired_chip.is_some() {
            // From here on the smallest chip is the next one to leave play, or what divides all remaining
            // amounts.
            let next = lines.iter().skip(at + 1).find_map(|line| line.retired_chip);
            smallest = next.map_or_else(|| divisor(at + 1), Chips::get);
        }
        chips.push(Chips::new(smallest).unwrap_or_default());
    }
    chips
}

/// The greatest common divisor, the largest chip that pays all amounts; zero if there are none.
fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Checks one structure by itself: blinds that fall, amounts that need smaller chips, levels after the last
/// one, and minutes mixed with hands. `name` is its key in the file.
fn check_structure(found: &mut FindingCollector<'_>, name: &str, lines: &[StructureLine]) {
    let rules = [rule::CONDITIONS_STATE_THE_LEVELS];
    let mut fault = |line: usize, fault: FindingKind| {
        found.push_by_leading_book(Severity::Refused, &format!("levels.{name} {}", line + 1), &rules, fault);
    };
    let mut before: Vec<Chips> = Vec::new();
    let chips = smallest_chips(lines);
    let mut left: Option<Chips> = None;
    for (at, line) in lines.iter().enumerate() {
        if let Some(stakes) = &line.stakes {
            let ordered = stakes.blinds.windows(2).find(|pair| pair[0] > pair[1]);
            let falls = before.iter().zip(&stakes.blinds).find(|(before, now)| before > now);
            if let Some((from, to)) = falls.map(|(a, b)| (*a, *b)).or(ordered.map(|pair| (pair[0], pair[1])))
            {
                fault(at, FindingKind::LevelsFall { from, to });
            }
            before.clone_from(&stakes.blinds);
        }
        for amount in level_amounts(line) {
            if let Some(chip) = chips.get(at).copied().filter(|chip| !chip.is_zero())
                && !amount.get().is_multiple_of(chip.get())
            {
                fault(at, FindingKind::LevelsChip { amount, chip });
            }
            // An amount that needs a chip which has left play.
            if let Some(gone) = left
                && amount.get() % (gone.get() * 2) == gone.get()
                && chips.get(at).is_some_and(|chip| chip.get() <= gone.get())
            {
                fault(at, FindingKind::LevelsColour { chip: gone });
            }
        }
        left = line.retired_chip.or(left);
        if line.last && at + 1 < lines.len() {
            fault(at, FindingKind::LastIsNotLast);
        }
    }
    let counted = |line: &&StructureLine| line.stakes.is_some();
    let hands =
        lines.iter().filter(counted).filter(|line| matches!(line.length, LevelLength::Hands(_))).count();
    if hands > 0 && hands < lines.iter().filter(counted).count() {
        fault(0, FindingKind::LevelsMixed);
    }
    check_exchange(found, name, lines, &chips);
}

/// Checks that the file says how a chip that leaves play is exchanged, and that the chips issued divide by the
/// later smallest chip. `chips` are the smallest chips by line.
fn check_exchange(found: &mut FindingCollector<'_>, name: &str, lines: &[StructureLine], chips: &[Chips]) {
    let file = found.conditions.file();
    let field = format!("levels.{name}");
    let Some(removed) = lines.iter().find_map(|line| line.retired_chip) else { return };
    if file.colour_up == ColourUp::None {
        let fault = FindingKind::LevelsColour { chip: removed };
        found.push_by_leading_book(Severity::Refused, &field, &[rule::CONDITIONS_STATE_THE_LEVELS], fault);
    }
    let largest = chips.iter().max().copied().unwrap_or_default();
    let issued = [file.chips.entry, file.chips.rebuy, file.chips.addon];
    for stack in issued.into_iter().flatten() {
        if file.colour_up == ColourUp::Race
            && !largest.is_zero()
            && !stack.get().is_multiple_of(largest.get())
        {
            let fault = FindingKind::StackChip { stack, chip: largest };
            found.push_by_leading_book(Severity::Warning, "chips", &[rule::NO_CHANGE_OF_CHIPS], fault);
        }
    }
}

/// Checks a structure against a session, counted from 0 by `at`: two blinds where two players may be left, the
/// antes of its book, and levels that last to its end.
fn check_levels_of_session(
    found: &mut FindingCollector<'_>,
    at: usize,
    session: &SessionConditions,
    name: &str,
    lines: &[StructureLine],
) {
    let terms = found.conditions.session_terms(at).clone();
    let poker = session.game.as_deref() != Some("ultimate");
    let field = format!("levels.{name}");
    let down_to_two = match session.end {
        Some(SessionEnding::Players { players }) => players < 2 || players == 2 && session.count > 1,
        Some(SessionEnding::Hands { .. } | SessionEnding::Minutes { .. }) | None => true,
    };
    for (line, stakes) in lines.iter().enumerate().filter_map(|(at, line)| Some((at, line.stakes.as_ref()?)))
    {
        let field = format!("{field} {}", line + 1);
        let blinds = stakes.blinds.len();
        if poker && down_to_two && blinds > 0 && blinds != 2 && terms.has_clause(rule::TWO_PLAYERS_LEFT) {
            let fault = FindingKind::HeadsUpBlinds { blinds };
            found.push(Severity::Refused, &terms, &field, &[rule::TWO_PLAYERS_LEFT], fault);
        }
        let ante = match stakes.ante {
            Some(Ante::EachPlayer(_)) => "each_player",
            Some(Ante::LastBlind(_)) => "big_blind",
            None => continue,
        };
        if poker && !terms.antes.iter().any(|offered| offered == ante) {
            let fault = FindingKind::Antes { offered: terms.antes.clone() };
            let rules = [rule::ABSENT_PLAYER_IS_BLINDED_OFF];
            found.push(Severity::Refused, &terms, &field, &rules, fault);
        }
    }
    let minutes: u32 = lines
        .iter()
        .map(|line| if let LevelLength::Minutes(minutes) = line.length { minutes } else { 0 })
        .fold(0, u32::saturating_add);
    let stays = lines.last().is_some_and(|line| line.last);
    let short = match session.end {
        Some(SessionEnding::Minutes { minutes: needed }) => minutes < needed,
        Some(SessionEnding::Players { .. }) => !stays && minutes > 0,
        Some(SessionEnding::Hands { hands }) => {
            let there =
                lines.iter().map(|line| if let LevelLength::Hands(hands) = line.length { hands } else { 0 });
            minutes == 0 && there.fold(0, u32::saturating_add) < hands
        }
        None => false,
    };
    if short {
        let rules = [rule::CONDITIONS_STATE_THE_LEVELS];
        found.push(Severity::Warning, &terms, &field, &rules, FindingKind::LevelsShort { minutes });
    }
}
