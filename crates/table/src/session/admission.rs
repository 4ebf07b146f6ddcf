//! Who left with how much, and who may not come back: what a table remembers about people without a chair.

use chips::Chips;
use rulebook::{Rule, rule};
use seating::{Actor, Person, Seat};
use serde::{Deserialize, Serialize};

use super::refusal::refuse;
use super::{Removal, Table, TableRefusal, TableRefusalReason};

/// A moment by the room's clock, in milliseconds since the beginning of 1970. Always passed in as a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(pub u64);

impl Timestamp {
    /// Whole minutes since an earlier moment, rounded up; zero if it is not earlier. Rounded up, so that a
    /// window of minutes is never longer than it says.
    ///
    /// ```
    /// use table::Timestamp;
    ///
    /// assert_eq!(Timestamp(150_001).minutes_since(Timestamp(90_000)), 2);
    /// assert_eq!(Timestamp(90_000).minutes_since(Timestamp(150_001)), 0);
    /// ```
    pub fn minutes_since(self, earlier: Timestamp) -> u64 {
        self.0.saturating_sub(earlier.0).div_ceil(60_000)
    }
}

/// How many people who left are remembered; the one who left first is forgotten first. A table has far fewer
/// in two hours.
const MAX_REMEMBERED: usize = 256;

/// What a person took away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct DepartedStake {
    person: Person,
    stack: Chips,
    at: Timestamp,
}

/// What a table remembers about people without a chair.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AbsentPlayers {
    taken: Vec<DepartedStake>,
    /// People who came back with less and are waiting for an official.
    referred: Vec<Person>,
    /// People who may come back with less.
    allowed: Vec<Person>,
    /// People excluded from the game.
    excluded: Vec<Person>,
}

impl AbsentPlayers {
    /// Remembers what a person took away and when, for [`Table::admission`]; without the time, only forgets
    /// earlier stakes.
    pub fn remember_stake(&mut self, person: Person, stack: Chips, at: Option<Timestamp>) {
        self.taken.retain(|taken| taken.person != person);
        if let Some(at) = at {
            self.taken.push(DepartedStake { person, stack, at });
        }
        if self.taken.len() > MAX_REMEMBERED {
            self.taken.remove(0);
        }
    }

    /// Forgets what a person took away and what was decided about it, because they have a chair again. An
    /// exclusion stays.
    pub fn forget(&mut self, person: Person) {
        self.taken.retain(|taken| taken.person != person);
        self.referred.retain(|other| *other != person);
        self.allowed.retain(|other| *other != person);
    }

    /// Notes that a person waits for an official's decision on coming back with less.
    pub fn refer(&mut self, person: Person) {
        if !self.referred.contains(&person) {
            self.referred.push(person);
        }
    }

    /// Takes an official's decision on a person who was referred; if allowed, they may sit down with less
    /// once.
    pub fn decide(&mut self, person: Person, allowed: bool) {
        self.referred.retain(|other| *other != person);
        if allowed && !self.allowed.contains(&person) {
            self.allowed.push(person);
        }
    }

    /// Notes that a person may not come back to the game until readmitted (19.2(b)).
    pub fn exclude(&mut self, person: Person) {
        if !self.excluded.contains(&person) {
            self.excluded.push(person);
        }
    }

    /// Lifts an exclusion; does nothing for a person who is not excluded.
    pub fn readmit(&mut self, person: Person) {
        self.excluded.retain(|other| *other != person);
    }
}

/// The answer to a person who wants a chair, before the chair itself is looked at.
pub(super) enum Admission {
    MayEnter,
    /// The person comes back with less than they took away: an official decides.
    Referred {
        took: Chips,
    },
}

impl Table {
    /// Refuses a person who is excluded; refers a person who comes back too soon with less to an official
    /// (4.6, AMB-041). The house is nobody in particular and may always enter.
    pub(super) fn admission(&self, person: Person, stack: Chips) -> Result<Admission, TableRefusal> {
        if person == Person::HOUSE {
            return Ok(Admission::MayEnter);
        }
        if self.absent_players.excluded.contains(&person) {
            return refuse(TableRefusalReason::Excluded, rule::EXCLUDED_AFTER_THE_ROUND);
        }
        let house = self.house();
        let taken = self.absent_players.taken.iter().find(|taken| taken.person == person);
        let (Some(taken), Some(now), Some(window)) = (taken, self.now, house.clocks.rejoin_window_minutes)
        else {
            return Ok(Admission::MayEnter);
        };
        let most = house.stakes.max_buy_in.unwrap_or(Chips::MAX);
        let took = taken.stack.min(most);
        let within = now.minutes_since(taken.at) <= window;
        let allowed = self.absent_players.allowed.contains(&person);
        if !within || stack >= took || allowed || !house.has(rule::RETURN_WITH_LESS_IS_REFERRED) {
            return Ok(Admission::MayEnter);
        }
        if self.absent_players.referred.contains(&person) {
            return refuse(TableRefusalReason::AwaitsAnOfficial { took }, rule::RETURN_WITH_LESS_IS_REFERRED);
        }
        Ok(Admission::Referred { took })
    }

    /// True while an official has to decide whether a person may come back with less than they took away
    /// (4.6).
    pub fn is_awaiting_official(&self, person: Person) -> bool {
        self.absent_players.referred.contains(&person)
    }

    /// True for a person who is excluded from the game and has no chair any more; one who still plays the
    /// hand out is marked on the chair.
    pub fn is_excluded(&self, person: Person) -> bool {
        self.absent_players.excluded.contains(&person)
    }

    /// Refuses an act by anybody but an official who may decide for the operator, by the rule that leaves it
    /// to them. Every official's command begins with it.
    pub(super) fn require_official(&self, by: Actor, rule: Rule) -> Result<(), TableRefusal> {
        if self.may_decide(by) { Ok(()) } else { refuse(TableRefusalReason::NotAnOfficial, rule) }
    }

    /// True for an official who may decide for the operator; see
    /// [`House::decides_for_operator`](crate::House::decides_for_operator).
    pub(super) fn may_decide(&self, by: Actor) -> bool {
        self.house().decides_for_operator(by.role)
    }

    /// Empties a chair: its stake is remembered, and an excluded player stays excluded. Applies a fact; the
    /// chips are paid out elsewhere.
    pub(super) fn vacate_chair(&mut self, seat: Seat, stack: Chips) {
        if let Some(chair) = self.chairs[usize::from(seat.number())].take() {
            self.absent_players.remember_stake(chair.person, stack, self.now);
            if chair.removal == Some(Removal::Excluded) {
                self.absent_players.exclude(chair.person);
            }
        }
    }
}
