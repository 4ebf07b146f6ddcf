//! Questions about a tournament: where everybody is, what the clock shows, what the pool is.

use chips::{Cents, Chips};
use rulebook::rule;
use seating::Person;

use super::state::{
    EntryStatus, SessionStage, Tournament, TournamentPlayer, TournamentSession, TournamentStage,
    TournamentTable,
};
use crate::balance::TableSeating;
use crate::clock::{self, ClockReading, LevelLength, StructureLine};
use crate::conditions::values::SessionPlayers;
use crate::conditions::{Conditions, Plan, SessionPlan};
use crate::money::TournamentMoney;
use crate::places::EntryNumber;
use crate::prizes::Pool;

/// How many entries are where. Their sum is always the number of entries sold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct EntryCounts {
    pub entered: u32,
    pub seated: u32,
    pub away: u32,
    pub deciding: u32,
    pub waiting: u32,
    pub out: u32,
    pub forfeited: u32,
    pub disqualified: u32,
    pub returned: u32,
}

impl EntryCounts {
    /// The sum of the counts, which is the number of entries ever sold, those given back included; the
    /// invariants rely on it.
    pub const fn entries(self) -> u32 {
        self.entered
            + self.seated
            + self.away
            + self.deciding
            + self.waiting
            + self.out
            + self.forfeited
            + self.disqualified
            + self.returned
    }
}

impl Tournament {
    /// The number of the tournament in the room, which names its accounts and never changes.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The stage it has reached; nearly every command is possible in some stages only.
    pub fn stage(&self) -> TournamentStage {
        self.stage
    }

    /// The conditions in force: the last published version; `None` before the first.
    pub fn conditions(&self) -> Option<&Conditions> {
        self.versions.last().map(|(conditions, _)| conditions)
    }

    /// The number of the version in force, counted from 1; zero before the first. Notices, approvals and
    /// reviews name it.
    pub fn version(&self) -> u32 {
        u32::try_from(self.versions.len()).unwrap_or(u32::MAX)
    }

    /// The plan of the version in force; `None` before anything is published, or while something needed for a
    /// start is missing.
    pub fn plan(&self) -> Option<&Plan> {
        self.plan.as_ref()
    }

    /// The receipts, refunds and prizes; `None` until conditions with a plan are published.
    pub fn money(&self) -> Option<&TournamentMoney> {
        self.money.as_ref()
    }

    /// What the prize pool is made of now, in cents; empty before conditions are published.
    pub fn pool(&self) -> Pool {
        self.money.as_ref().map_or_else(Pool::default, TournamentMoney::pool)
    }

    /// All entries by number, in the order of sale, with those that are out or were given back.
    pub fn players(&self) -> impl Iterator<Item = (EntryNumber, &TournamentPlayer)> {
        self.players.iter().map(|(entry, player)| (*entry, player))
    }

    /// An entry, whatever has become of it; `None` if no entry with this number was sold.
    pub fn player(&self, entry: EntryNumber) -> Option<&TournamentPlayer> {
        self.players.get(&entry)
    }

    /// The people on the reserve list, first come first: a free seat is sold to the first of them only.
    pub fn reserves(&self) -> &[Person] {
        &self.reserves
    }

    /// A session, counted from 1; `None` for zero and for a number that the conditions do not have.
    pub fn session(&self, session: u32) -> Option<&TournamentSession> {
        self.sessions.get(usize::try_from(session).ok()?.checked_sub(1)?)
    }

    /// The number of the session that is drawn or played, counted from 1; `None` between sessions.
    pub fn current(&self) -> Option<u32> {
        self.current
    }

    /// How often the clock has been set. A request to change the clock repeats this number, and is refused if
    /// the clock was set in between.
    pub fn clock_set_count(&self) -> u32 {
        self.clock_set
    }

    /// In hand-for-hand play, the number of the hand that all tables play at the same time; zero before the
    /// first is released. `None` in ordinary play.
    pub fn hand_for_hand(&self) -> Option<u32> {
        self.hand_for_hand
    }

    /// The tournament chips issued so far, and those taken back. With what the bank won, they account for all
    /// stacks.
    pub fn issued_and_taken(&self) -> (Chips, Chips) {
        (self.issued, self.taken)
    }

    /// How many entries there are of each status: entered, seated, away, out and so on. For displays and for
    /// the invariants.
    pub fn count_entries(&self) -> EntryCounts {
        let mut counts = EntryCounts::default();
        for player in self.players.values() {
            let count = match player.status {
                EntryStatus::Entered => &mut counts.entered,
                EntryStatus::Drawn { .. } | EntryStatus::Playing { away: false } => &mut counts.seated,
                EntryStatus::Playing { away: true } => &mut counts.away,
                EntryStatus::Deciding { .. } => &mut counts.deciding,
                EntryStatus::Waiting => &mut counts.waiting,
                EntryStatus::Out => &mut counts.out,
                EntryStatus::Forfeited => &mut counts.forfeited,
                EntryStatus::Disqualified => &mut counts.disqualified,
                EntryStatus::Returned => &mut counts.returned,
            };
            *count += 1;
        }
        counts
    }

    /// The director whom the shift manager named, if any; only this person acts in the role of director then.
    pub(super) fn named_director(&self) -> Option<Person> {
        self.director
    }

    /// Whether one of the books has a clause that a director is named (`director-is-nominated`). Then no
    /// session starts without one, and the software may not act as director.
    pub(super) fn requires_named_director(&self) -> bool {
        self.conditions().is_some_and(|conditions| {
            conditions.all_terms().any(|terms| terms.has_clause(rule::DIRECTOR_IS_NOMINATED))
        })
    }

    /// The plan of the session that is drawn or played; `None` between sessions.
    pub(super) fn session_plan(&self) -> Option<&SessionPlan> {
        self.plan_of(self.current?)
    }

    /// The plan of a session, counted from 1; `None` if there is no such session or no plan.
    pub(super) fn plan_of(&self, session: u32) -> Option<&SessionPlan> {
        self.plan.as_ref()?.sessions.get(usize::try_from(session).ok()?.checked_sub(1)?)
    }

    /// The state of the session that is drawn or played; `None` between sessions.
    pub(super) fn current_session(&self) -> Option<&TournamentSession> {
        self.session(self.current?)
    }

    /// The number, state and plan of the session in which hands are played; `None` if it is only drawn, or
    /// over.
    pub(super) fn running_session(&self) -> Option<(u32, &TournamentSession, &SessionPlan)> {
        let number = self.current?;
        let session = self.session(number)?;
        (session.stage == SessionStage::Running).then_some((number, session, self.plan_of(number)?))
    }

    /// Whether the session after this one (counted from 1) is played with the stacks of this one. If not, all
    /// its chips are taken back when it is ranked.
    pub(super) fn stacks_are_carried_after(&self, session: u32) -> bool {
        use crate::conditions::values::StackFrom;
        let next = self.plan.as_ref().and_then(|plan| plan.sessions.get(usize::try_from(session).ok()?));
        next.is_some_and(|next| matches!(next.stack, StackFrom::Carried(_)))
    }

    /// Whether an entry still has a seat in the session that is drawn or played, also while its player is away
    /// or decides about a re-buy.
    pub(super) fn is_in_session(&self, player: &TournamentPlayer) -> bool {
        let here = Some(player.session) == self.current;
        here && player.status.has_seat()
    }

    /// The entries that still have a seat in a part of the session, counted from 1; the part ends when few
    /// enough are left.
    pub(super) fn remaining_in(&self, part: u32) -> impl Iterator<Item = (EntryNumber, &TournamentPlayer)> {
        let session = self.current_session();
        self.players().filter(move |(entry, player)| {
            self.is_in_session(player)
                && session.is_some_and(|session| session.part_of.get(entry).copied() == Some(part))
        })
    }

    /// The players at a table by seat, including those without chips while they decide about a re-buy: their
    /// seats are not free.
    pub fn at_table(&self, table: u32) -> Vec<(u8, EntryNumber)> {
        let mut seats: Vec<(u8, EntryNumber)> = self
            .players()
            .filter(|(_, player)| self.is_in_session(player))
            .filter_map(|(entry, player)| {
                player.seat.filter(|seat| seat.table == table).map(|seat| (seat.seat, entry))
            })
            .collect();
        seats.sort_unstable();
        seats
    }

    /// A table of the session that is drawn or played, also a broken one; `None` if the session has no table of
    /// this number.
    pub(super) fn table(&self, table: u32) -> Option<&TournamentTable> {
        self.current_session()?.tables.get(&table)
    }

    /// A table of the current session as balancing sees it: only its players with chips, between two hands.
    pub fn table_seating(&self, number: u32) -> Option<TableSeating> {
        let table = self.table(number)?;
        let has_chips =
            |(_, entry): &(u8, EntryNumber)| self.players.get(entry).is_some_and(|p| !p.stack.is_zero());
        let players = self.at_table(number).into_iter().filter(has_chips).collect();
        Some(TableSeating { table: number, seats: self.session_plan()?.seats, players, last: table.last })
    }

    /// The open tables of a part, in the order in which they are broken: the highest number first. Balancing
    /// expects this order.
    pub fn table_seatings(&self, part: u32) -> Vec<TableSeating> {
        let Some(session) = self.current_session() else { return Vec::new() };
        let open = session.tables.iter().rev().filter(|(_, table)| table.open && table.part == part);
        open.filter_map(|(number, _)| self.table_seating(*number)).collect()
    }

    /// The lines of the current session's structure; empty between sessions.
    pub(super) fn structure_lines(&self) -> &[StructureLine] {
        self.session_plan().map_or(&[], |plan| &plan.lines)
    }

    /// What the clock shows at a time of the steady clock; `None` until the drawn session has started, and
    /// between sessions.
    pub fn clock_reading(&self, steady_ms: u64) -> Option<ClockReading> {
        Some(self.clock?.reading(self.structure_lines(), steady_ms))
    }

    /// The line of the structure that the next hand of a table is played by. If levels are counted in hands,
    /// each table counts its own; during a break of the structure it is the level after it.
    pub(super) fn table_clock_reading(&self, table: u32, steady_ms: u64) -> Option<ClockReading> {
        let lines = self.structure_lines();
        let by_hands = lines.iter().any(|line| matches!(line.length, LevelLength::Hands(_)));
        if !by_hands {
            let reading = self.clock_reading(steady_ms)?;
            // During a break of the structure, the next hand has the level after it.
            let line = (reading.line..lines.len()).find(|at| lines[*at].stakes.is_some())?;
            let elapsed_ms = if line == reading.line { reading.elapsed_ms } else { 0 };
            return Some(ClockReading { line, elapsed_ms });
        }
        let mut played = self.table(table)?.hands;
        let mut stays = None;
        for (at, line) in lines.iter().enumerate() {
            if line.stakes.is_none() {
                continue;
            }
            stays = Some(at);
            match line.length {
                LevelLength::Hands(hands) if played >= hands => played -= hands,
                LevelLength::Hands(_) | LevelLength::Minutes(_) => break,
            }
        }
        Some(ClockReading { line: stays?, elapsed_ms: 0 })
    }

    /// Whether the clock is in a break that the structure has, at a time of the steady clock; a break that the
    /// director called is not one.
    pub(super) fn is_structure_break(&self, steady_ms: u64) -> bool {
        let line = self.clock_reading(steady_ms).and_then(|reading| self.structure_lines().get(reading.line));
        line.is_some_and(|line| line.stakes.is_none())
    }

    /// The number of the level at a time of the steady clock, from 1, not counting breaks; late entries,
    /// re-buys and add-ons are limited by it.
    pub fn level(&self, steady_ms: u64) -> Option<usize> {
        Some(clock::level_number(self.structure_lines(), self.clock_reading(steady_ms)?.line))
    }

    /// The entries that can be drawn for a session, counted from 1, by number: those whom its `who` admits and
    /// who have no seat and are not out.
    pub(super) fn eligible_for_session(&self, session: u32) -> Vec<EntryNumber> {
        let Some(plan) = self.plan_of(session) else { return Vec::new() };
        let advanced = |entry: &EntryNumber| {
            plan.after
                .iter()
                .filter_map(|before| self.sessions.get(*before))
                .any(|before| before.result.iter().any(|part| part.advanced.contains(entry)))
        };
        let may = |entry: &EntryNumber, player: &TournamentPlayer| match (&plan.who, player.status) {
            (SessionPlayers::All, EntryStatus::Entered | EntryStatus::Waiting) => true,
            (SessionPlayers::Advanced, EntryStatus::Waiting) => advanced(entry),
            (SessionPlayers::EliminatedIn(_) | SessionPlayers::Missed(_), EntryStatus::Waiting) => {
                player.readmitted == session
            }
            (
                SessionPlayers::All
                | SessionPlayers::Advanced
                | SessionPlayers::EliminatedIn(_)
                | SessionPlayers::Missed(_),
                _,
            ) => false,
        };
        self.players().filter(|(entry, player)| may(entry, player)).map(|(entry, _)| entry).collect()
    }

    /// How many entries count for the number of players and for the breakdown: all whose fee was not refunded.
    pub fn entries_that_count(&self) -> u32 {
        self.count_entries().entries() - self.count_entries().returned
    }

    /// The prizes that the pool makes now, in cents by place, first place first; empty before conditions are
    /// published. Every sale and refund changes them.
    ///
    /// # Errors
    /// The reason why the breakdown cannot be worked out.
    pub fn prizes_now(&self) -> Result<Vec<Cents>, crate::refusal::TournamentRefusal> {
        let Some(plan) = &self.plan else { return Ok(Vec::new()) };
        plan.breakdown.prizes(self.pool().total()?, self.entries_that_count(), plan.prize_unit)
    }
}
