//! Who runs a table: its opener, within bounds, and the officials. No official rules over a table where they
//! sit.

use std::sync::Arc;

use chips::Chips;
use rulebook::rule;
use seating::{Actor, Person, Role, Seat};
use table::{House, HouseAct, Table, TableAct};

use super::Keeper;
use crate::house::{check_time_to_act, cite_operator_choice};
use crate::requests::RoomRefusal;
use crate::state::stake_limit;

/// An opener's blinds are at most one in this many parts of what a player may bring.
const MAX_BLIND_PART: u64 = 10;

impl Keeper<Table> {
    /// Allows pausing, resuming and closing a table, with a reason shown to everybody: its opener may, even
    /// seated there, and officials who do not sit there.
    pub(super) fn check_runs_table(&self, by: Actor) -> Result<(), RoomRefusal> {
        if self.is_opener(by.person) { Ok(()) } else { self.check_may_rule(by) }
    }

    /// Allows ruling over a table, such as removing a player: administrators may, and officials who decide for
    /// the operator (AMB-015), unless they sit there.
    pub(super) fn check_may_rule(&self, by: Actor) -> Result<(), RoomRefusal> {
        if by.role == Role::Administrator || self.state.table.house().decides_for_operator(by.role) {
            return self.check_not_seated(by);
        }
        Err(RoomRefusal::plain("not_allowed", "only those who run this table or the room may do this"))
    }

    /// Whether a person opened this table and so has the opener's rights. The house's own tables have no
    /// opener.
    fn is_opener(&self, person: Person) -> bool {
        person == self.state.opener && person != Person::HOUSE
    }

    /// Refuses an official who has a seat at this table: nobody rules where they play. Every check of an
    /// official's right ends here.
    fn check_not_seated(&self, by: Actor) -> Result<(), RoomRefusal> {
        if self.state.seat_of(by.person).is_none() {
            return Ok(());
        }
        let why = "you sit at this table, and officials do not rule over a table where they sit: leave your seat first";
        Err(RoomRefusal::plain("sits_here", why))
    }

    /// Judges a change of the table's settings (4.2) and returns the command for the machine. Officials choose
    /// what the book offers; the opener only what the sign shows or is determined before a hand (4.1), in
    /// proportion to the stakes people sat down with, and with a time in which people can act. Nobody removes a
    /// taken seat, and only an official declares the game `anew`; other changes take effect after notice.
    pub(super) fn determine_settings(
        &self,
        by: Actor,
        settings: &[(String, String)],
        anew: bool,
    ) -> Result<TableAct, RoomRefusal> {
        if !self.is_opener(by.person) {
            self.check_may_rule(by)?;
            let house = self.house_with_settings(settings)?;
            self.check_taken_seats(&house)?;
            return Ok(TableAct::House(HouseAct::Determine { house, anew }));
        }
        let house = self.house_with_settings(settings)?;
        // Declaring the game anew takes an official (2.2): the opener can only give notice of changes.
        if anew && self.check_may_rule(by).is_err() {
            let why = "only an official without a seat here can declare the game anew: without `anew` the choices take effect after the table's notice";
            return Err(cite_operator_choice(
                &house,
                RoomRefusal::plain("not_for_the_opener", why).because("anew_by_an_official"),
            ));
        }
        let mut refused = Vec::new();
        for (name, _) in settings {
            let name = name.replace('-', "_");
            let setting = house.determined.values().find(|(setting, _)| setting.name == name);
            if setting.is_some_and(|(setting, _)| !setting.is_determined_before_hand()) {
                let why = format!(
                    "only an official can change {name}: the opener of a table changes what its sign shows and what is determined before a hand"
                );
                let one = RoomRefusal::plain("not_for_the_opener", why).with("setting", name.as_str());
                refused.push(cite_operator_choice(&house, one).at_setting(&name, &house.determined));
            }
        }
        if let Some(refused) = RoomRefusal::all(refused) {
            return Err(refused);
        }
        self.check_taken_seats(&house)?;
        let in_force = self.state.table.house();
        check_proportion(&house, &StakeMeasure::smallest(&house, in_force, self.state.lowest_stake_limit))?;
        check_time_change(&house, in_force)?;
        Ok(TableAct::House(HouseAct::Determine { house, anew }))
    }

    /// Refuses sitting down in a seat that an announced change of settings will remove.
    pub(super) fn check_seat_stays(&self, seat: Seat) -> Result<(), RoomRefusal> {
        let Some(house) = self.state.table.announced_house() else { return Ok(()) };
        if seat.number() <= house.seats {
            return Ok(());
        }
        let (rule, seats) = (rule::SEATS_OF_THE_TABLE, house.seats);
        let why = format!(
            "seat {seat} is being removed: from the hand named in the notice on, the table has seats 1 to {seats}"
        );
        let refused = RoomRefusal::plain(rule.name(), why).because("seat_goes_away");
        Err(refused.with("seat", seat).with("seats", seats).citing(rule, &house.determined))
    }

    /// Refuses new settings whose number of seats is below the highest seat taken now: nobody loses a seat by a
    /// setting.
    fn check_taken_seats(&self, house: &Arc<House>) -> Result<(), RoomRefusal> {
        let Some(last) = self.state.table.chairs().map(|(seat, _)| seat.number()).max() else {
            return Ok(());
        };
        if house.seats >= last {
            return Ok(());
        }
        let why = format!("seats = {}: seat {last} is taken, expected {last} or more", house.seats);
        let refused =
            RoomRefusal::plain("seats_taken", why).with("seats", house.seats).with("at_least", last);
        Err(cite_operator_choice(house, refused).at_setting("seats", &house.determined))
    }
}

/// The limit against which an opener's blinds and bets are measured: the smallest of the stake limits of the
/// new house, of the house in force, and of those under which the seated players sat down.
struct StakeMeasure {
    limit: Chips,
    /// What the limit is, in words.
    description: &'static str,
    /// The same as a stable word for data.
    name: &'static str,
}

impl StakeMeasure {
    /// Picks the smallest of the three limits and its name: whichever is smallest bounds the opener's choice
    /// and is named in the refusal.
    fn smallest(house: &House, in_force: &House, sat_under: Option<Chips>) -> StakeMeasure {
        let own = stake_limit(house);
        let (description, name) = match house.stakes.max_buy_in {
            Some(_) => ("max_buy_in", "max_buy_in"),
            None => ("ten times min_buy_in", "ten_min_buy_in"),
        };
        let before = sat_under.map_or(stake_limit(in_force), |sat| sat.min(stake_limit(in_force)));
        if before < own {
            StakeMeasure {
                limit: before,
                description: "the most that people could sit down with",
                name: "sat_with",
            }
        } else {
            StakeMeasure { limit: own, description, name }
        }
    }

    /// The most chips that an opener may ask for where one part in `of` of the limit is allowed; rounded down.
    fn fraction(&self, of: u64) -> u64 {
        self.limit.get() / of
    }
}

/// Checks the bounds of an opener's choices: blinds, antes and over-blinds, and the smallest bet of the first
/// betting round, at most a tenth of the measure; the smallest bet of later betting rounds at most a fifth.
fn check_proportion(house: &Arc<House>, measure: &StakeMeasure) -> Result<(), RoomRefusal> {
    let StakeMeasure { limit, description, name: measured_by } = measure;
    let tenth = measure.fraction(MAX_BLIND_PART);
    let posts = [(false, house.largest_forced_bet()), (true, largest_over_blind(house))];
    if let Some((over, amount)) = posts.into_iter().find(|(_, amount)| amount.get() > tenth) {
        let name = if over { "an over-blind" } else { "a blind or ante" };
        let why = format!(
            "{name} of {amount} is more than a tenth of {limit}, which is {description}: expected {tenth} or less"
        );
        let refused =
            RoomRefusal::plain("blinds_too_large", why).with("over_blind", over).with("amount", amount);
        let refused = refused.with("limit", *limit).with("measure", *measured_by).with("at_most", tenth);
        let setting = if over { setting_of_over_blinds(house) } else { setting_of_posts(house, amount) };
        return Err(cite_operator_choice(house, refused).at_setting(setting, &house.determined));
    }
    for (round, bets) in house.stakes.bets.iter().take(house.game.rounds().into()).enumerate() {
        let (part, word) = if round == 0 { (MAX_BLIND_PART, "tenth") } else { (MAX_BLIND_PART / 2, "fifth") };
        let (least, most) = (bets.smallest, measure.fraction(part));
        if least.get() > most {
            let why = format!(
                "a smallest bet of {least} is more than a {word} of {limit}, which is {description}: expected {most} or less"
            );
            let refused =
                RoomRefusal::plain("bets_too_large", why).with("round", round).with("amount", least);
            let refused = refused.with("limit", *limit).with("measure", *measured_by).with("at_most", most);
            return Err(
                cite_operator_choice(house, refused).at_setting(setting_of_bets(house), &house.determined)
            );
        }
    }
    Ok(())
}

/// The name of the setting responsible for a blind, an ante or a bomb pot of this size, so that the form marks
/// the right field.
fn setting_of_posts(house: &House, amount: Chips) -> &'static str {
    if house.stakes.blinds.contains(&amount) {
        "blinds"
    } else if house.stakes.bomb_pot == Some(amount) {
        "bomb_pot"
    } else {
        "ante"
    }
}

/// The name of the setting responsible for the size of over-blinds: their level, or how many there may be.
fn setting_of_over_blinds(house: &House) -> &'static str {
    if house.stakes.over_blind_level.is_some() { "over_blind_level" } else { "over_blinds" }
}

/// The name of the setting responsible for the size of the smallest bet: the list by betting round, the value
/// for all of them, or the blinds.
fn setting_of_bets(house: &House) -> &'static str {
    let determined = &house.determined;
    if !determined.ranges("limits_per_betting_round").is_empty() {
        "limits_per_betting_round"
    } else if determined.amount("min_bet").is_some() {
        "min_bet"
    } else {
        "blinds"
    }
}

/// The largest over-blind that may be posted, in chips: the first is at the set level or twice the last blind,
/// and each further one, by another seat that posts no blind, is twice the one before. Zero where none may be
/// posted.
fn largest_over_blind(house: &House) -> Chips {
    let others = usize::from(house.seats).saturating_sub(house.stakes.blinds.len());
    let most = usize::from(house.stakes.over_blinds).min(others);
    if house.stakes.blinds.is_empty() || most == 0 {
        return Chips::ZERO;
    }
    let first = house.stakes.over_blind_level.or_else(|| house.last_blind().times(2));
    let largest = (1..most).try_fold(first.unwrap_or(Chips::MAX), |level, _| level.times(2));
    largest.unwrap_or(Chips::MAX)
}

/// Checks the time to act that an opener chooses, unless it is already in force: a time that an official chose
/// outside the bounds may stay.
fn check_time_change(house: &Arc<House>, in_force: &House) -> Result<(), RoomRefusal> {
    let seconds = |house: &House| house.decision_clock().map(|clock| clock.seconds);
    if seconds(house) == seconds(in_force) { Ok(()) } else { check_time_to_act(house) }
}
