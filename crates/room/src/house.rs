//! From a book and an operator's choices to a house that the room can host, and what the room adds to the
//! book: a clock where nobody chose one, bounds on the time to act, a bot's buy-in.
//!
//! It knows no table: opening a table, changing its settings and checking a form all compile their house here,
//! so that what is refused is refused alike.

use std::sync::Arc;

use chips::Chips;
use rulebook::{Book, BookSetting, Determination, MAX_CHOSEN_CHIPS, rule};
use table::House;

use crate::refusal::RoomRefusal;

/// What the room chooses if a book lets the operator announce a time and nobody chose one: 30 seconds an act.
const ANNOUNCED_CLOCK: (&str, &str) = ("turn_seconds", "30");
/// What the room chooses if the book only has the called clock: it calls it at the start of every turn.
const CALLED_CLOCK: (&str, &str) = ("official_clock_call", "automatic");

/// The settings that give a time to act.
pub const CLOCKS: [&str; 2] = ["turn_seconds", "official_clock_seconds"];
/// Seconds that an opener may give for an act.
pub const TIME_TO_ACT: std::ops::RangeInclusive<u64> = 10..=300;

/// The house of a book with these choices (setting name, value), for a table dealt by the software. A clock
/// that nobody chose is filled in: without one a decision would never end (AMB-043). Opening a table, changing
/// its settings and checking a form all compile here, so that they refuse alike.
///
/// # Errors
/// Every reason why the choices do not work, with the clauses of the first.
pub fn compile_house(book: &Book, choices: &[(&str, &str)]) -> Result<Arc<House>, RoomRefusal> {
    if let Some(what) = House::not_poker(book) {
        return Err(RoomRefusal::not_poker(book, &what));
    }
    let given = determine_house(book, choices)?;
    let Some(problem) = given.software_deal_problem() else { return Ok(Arc::new(given)) };
    let chosen = |name: &str| choices.iter().any(|(setting, _)| setting.replace('-', "_") == name);
    if !chosen(ANNOUNCED_CLOCK.0) && !chosen(CALLED_CLOCK.0) {
        // If the operator posts the time that can be called (DU 61f), the room calls it. If the book fixes it
        // and lets a time be announced instead (4.8(a) of NI2018-51), the room announces one.
        let posted = matches!(book.setting("official_clock_seconds"), Some(BookSetting::Operator { .. }));
        for clock in if posted { [CALLED_CLOCK, ANNOUNCED_CLOCK] } else { [ANNOUNCED_CLOCK, CALLED_CLOCK] } {
            let choices: Vec<_> = choices.iter().copied().chain([clock]).collect();
            if let Ok(house) = determine_house(book, &choices)
                && house.software_deal_problem().is_none()
            {
                return Ok(Arc::new(house));
            }
        }
    }
    let refused = RoomRefusal::plain("no_clock", problem.to_string()).because("no_clock_for_software");
    let refused = refused.citing(problem.rule, &given.determined);
    Err(refused.at_settings(vec![problem.into_problem(&given.determined)]))
}

/// The house of the same book with some choices changed; the others stay as they were chosen, and what
/// followed from the choices follows anew. Names of settings may have hyphens.
///
/// # Errors
/// As [`compile_house`].
pub(crate) fn change_settings(
    now: &Determination,
    settings: &[(String, String)],
) -> Result<Arc<House>, RoomRefusal> {
    let kept = minimal_choices(now)
        .into_iter()
        .filter(|(name, _)| settings.iter().all(|(changed, _)| changed.replace('-', "_") != *name));
    let changed = settings.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let choices: Vec<(&str, &str)> = kept.chain(changed).collect();
    compile_house(now.book(), &choices)
}

/// Determines a book with these choices and compiles it, turning all problems into one refusal with the
/// settings at fault. No clock is filled in here.
fn determine_house(book: &Book, choices: &[(&str, &str)]) -> Result<House, RoomRefusal> {
    let determined = book.determine(choices).map_err(|problems| {
        let why: Vec<String> = problems.iter().map(ToString::to_string).collect();
        RoomRefusal::plain("not_determined", why.join("; ")).at_settings(problems)
    })?;
    House::of(&determined).map_err(|problems| {
        let why: Vec<String> = problems.iter().map(ToString::to_string).collect();
        let refused = RoomRefusal::plain("not_played", why.join("; "));
        let refused = match problems.first() {
            Some(problem) => refused.citing(problem.rule, &determined),
            None => refused,
        };
        refused.at_settings(problems.into_iter().map(|problem| problem.into_problem(&determined)).collect())
    })
}

/// The smallest set of choices (setting name, value) that determines the same values: whatever follows from
/// other choices is left out, so that it can follow anew when those change.
fn minimal_choices(now: &Determination) -> Vec<(&str, &str)> {
    let chosen = now.values().filter(|(setting, value)| match now.book().setting(&setting.name) {
        Some(BookSetting::Operator { default, .. }) => default.as_deref() != Some(*value),
        Some(BookSetting::Fixed(_) | BookSetting::Depends { .. } | BookSetting::NotUsed) | None => false,
    });
    let mut choices: Vec<(&str, &str)> =
        chosen.map(|(setting, value)| (setting.name.as_str(), value)).collect();
    // A setting that does not apply under the other choices has a value that nobody can choose.
    while let Err(problems) = now.book().determine(&choices) {
        let count = choices.len();
        choices.retain(|(name, _)| problems.iter().all(|problem| problem.setting != *name));
        if choices.len() == count {
            break;
        }
    }
    let mut place = 0;
    while place < choices.len() {
        let choice = choices.remove(place);
        if now.book().determine(&choices).is_ok_and(|same| same == *now) {
            continue;
        }
        choices.insert(place, choice);
        place += 1;
    }
    choices
}

/// Checks the time to act of a table that a player opens, against [`TIME_TO_ACT`]: long enough for people to
/// act, short enough that the others do not wait forever. A house without a clock passes.
///
/// # Errors
/// If it is too short or too long.
pub fn check_time_to_act(house: &House) -> Result<(), RoomRefusal> {
    let Some(given) = house.decision_clock().map(|clock| clock.seconds) else { return Ok(()) };
    if TIME_TO_ACT.contains(&given) {
        return Ok(());
    }
    let (least, most) = (TIME_TO_ACT.start(), TIME_TO_ACT.end());
    let why = format!("{given} seconds to act: expected {least} to {most} where people play");
    let refused = RoomRefusal::plain("time_unfit", why).with("seconds", given);
    let refused = refused.with("at_least", *least).with("at_most", *most);
    let gives_it = |name: &&str| house.determined.amount(name) == Some(given);
    let setting = CLOCKS.into_iter().find(gives_it).unwrap_or(CLOCKS[0]);
    Err(cite_operator_choice(house, refused).at_setting(setting, &house.determined))
}

/// Adds to a refusal the clause on which the opener's bounds rest: that the operator determines a table.
pub(crate) fn cite_operator_choice(house: &House, refused: RoomRefusal) -> RoomRefusal {
    refused.citing(rule::OPERATOR_MAY_CHOOSE, &house.determined)
}

/// The chips a bot buys in with: a hundred times the last blind, within the house's limits and no more than can
/// be chosen for a table. `None` if the house takes no stake that small, having been determined before that
/// bound existed. The keeper buys bots in with it, and top-ups use the same.
pub(crate) fn bot_buy_in(house: &House) -> Option<Chips> {
    let most = Chips::new(MAX_CHOSEN_CHIPS).unwrap_or(Chips::MAX);
    let usual = house.last_blind().times(100).unwrap_or(Chips::MAX);
    let within =
        usual.min(most).max(house.stakes.min_buy_in).min(house.stakes.max_buy_in.unwrap_or(Chips::MAX));
    (within <= most).then_some(within)
}
