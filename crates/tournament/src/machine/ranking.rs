//! Places in a session, the players who go on, points, and the places of the whole tournament.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use cards::{Card, Rank};
use chips::Chips;
use rulebook::rule;

use super::event::PartResult;
use super::refuse;
use super::state::{Elimination, EntryStatus, SessionStage, Tournament, TournamentPlayer, TournamentSession};
use crate::conditions::SessionPlan;
use crate::conditions::file::{PointsShared, SessionPlaces, Tie};
use crate::conditions::values::{
    Advance, CutoffTie, OutBy, RoundDirection, SessionEnding, SessionPlayers, StackFrom,
};
use crate::places::{EliminatedEntry, EntryNumber, PlaceGroup, place_round, places_by_chips, propose_places};
use crate::refusal::{TournamentRefusal, TournamentRefusalReason};
use crate::terms::OutTogether;

/// The parts of a point: divisible by every number up to ten.
pub(super) const POINT: u64 = 2520;

/// The cards that players drew, one after another until they differed.
pub(super) type DrawnCards = [(EntryNumber, Vec<Card>)];

impl Tournament {
    /// The places of the entries in `of` in a session (`number`, counted from 1), best first: those with chips
    /// by their chips, then the others by when they went out and what they put in, then those who did not come.
    /// By chips alone if the conditions say so.
    fn rank_entries(
        &self,
        number: u32,
        of: &BTreeSet<EntryNumber>,
    ) -> Result<Vec<PlaceGroup>, TournamentRefusal> {
        let (Some(session), Some(plan)) = (self.session(number), self.plan_of(number)) else {
            return refuse(
                TournamentRefusalReason::NoSuchSession { session: number },
                rule::DIRECTOR_AWARDS_PLACES,
            );
        };
        let stack = |entry: &EntryNumber| match session.stage {
            SessionStage::Over => session.final_stacks.get(entry).copied(),
            SessionStage::Waiting | SessionStage::Drawn | SessionStage::Running => self
                .players
                .get(entry)
                .filter(|player| player.session == number && self.is_in_session(player))
                .map(|player| player.stack),
        };
        let left: Vec<(EntryNumber, Chips)> =
            of.iter().filter_map(|entry| Some((*entry, stack(entry)?))).collect();
        if plan.places == SessionPlaces::Chips {
            let all: Vec<(EntryNumber, Chips)> =
                of.iter().map(|entry| (*entry, stack(entry).unwrap_or(Chips::ZERO))).collect();
            return Ok(places_by_chips(&all));
        }
        let mut groups = places_by_chips(&left);
        let mut better = u32::try_from(left.len()).unwrap_or(u32::MAX);
        for round in self.eliminations_by_round(session, of) {
            let placed = self.place_eliminated(&round, better, plan)?;
            better += u32::try_from(round.len()).unwrap_or(u32::MAX);
            groups.extend(placed);
        }
        let missed: Vec<(EntryNumber, Chips)> = session
            .missed
            .iter()
            .filter(|(entry, _)| of.contains(entry))
            .map(|(entry, chips)| (*entry, *chips))
            .collect();
        for group in places_by_chips(&missed) {
            groups.push(PlaceGroup { first: group.first + better, entries: group.entries });
        }
        Ok(groups)
    }

    /// The eliminations of these entries, grouped by round, last round first: a player who goes out later is
    /// placed higher. Rounds are ordered by the time at which they ended.
    fn eliminations_by_round(
        &self,
        session: &TournamentSession,
        of: &BTreeSet<EntryNumber>,
    ) -> Vec<Vec<Elimination>> {
        let mut rounds: BTreeMap<(u64, u32), Vec<Elimination>> = BTreeMap::new();
        for out in session.eliminations.iter().filter(|out| of.contains(&out.entry)) {
            let ended = self.round_ends.get(&out.round).copied().unwrap_or(0);
            rounds.entry((ended, out.round)).or_default().push(*out);
        }
        rounds.into_values().rev().collect()
    }

    /// The places of the players who went out in one round, below `better` players who are placed higher; by
    /// the director's decision if the book leaves it to the director, and refused until there is one.
    fn place_eliminated(
        &self,
        round: &[Elimination],
        better: u32,
        plan: &SessionPlan,
    ) -> Result<Vec<PlaceGroup>, TournamentRefusal> {
        let tables: BTreeSet<Option<u32>> = round.iter().map(|out| out.table).collect();
        let out = |out: &Elimination| EliminatedEntry {
            entry: out.entry,
            put_in: out.put_in,
            // Several tables have no common button.
            steps_from_button: if tables.len() > 1 { 0 } else { out.steps },
        };
        let eliminations: Vec<EliminatedEntry> = round.iter().map(out).collect();
        let set: BTreeSet<EntryNumber> = round.iter().map(|out| out.entry).collect();
        let by_director = self
            .placed
            .iter()
            .rev()
            .find(|groups| groups.iter().flatten().copied().collect::<BTreeSet<EntryNumber>>() == set);
        match (by_director, plan.terms.out_together) {
            (Some(groups), OutTogether::Director) => {
                let mut next = better + 1;
                let mut placed = Vec::new();
                for entries in groups {
                    placed.push(PlaceGroup { first: next, entries: entries.clone() });
                    next += u32::try_from(entries.len()).unwrap_or(u32::MAX);
                }
                Ok(placed)
            }
            (_, OutTogether::Conditions) => Ok(propose_places(&eliminations, better)),
            (None, OutTogether::Director) | (_, OutTogether::ForAPrize | OutTogether::ForAPlace) => {
                place_round(&eliminations, better, &plan.terms).map(|placed| placed.groups)
            }
        }
    }

    /// The places in each part of the running session, with points and the entries that go on; and the entries
    /// that are out of the tournament. Refused if the director or drawn cards have to decide first.
    pub(super) fn rank_running_session(
        &self,
        drawn: &DrawnCards,
    ) -> Result<(Vec<PartResult>, Vec<EntryNumber>), TournamentRefusal> {
        let Some((number, session, plan)) = self.running_session() else {
            return refuse(
                TournamentRefusalReason::NotNow { stage: self.stage },
                rule::DIRECTOR_AWARDS_PLACES,
            );
        };
        let mut results = Vec::new();
        for part in 1..=session.parts {
            let of: BTreeSet<EntryNumber> = session
                .part_of
                .iter()
                .filter(|(entry, of)| **of == part && self.counts_for_places(**entry))
                .map(|(entry, _)| *entry)
                .collect();
            let places = self.rank_entries(number, &of)?;
            let points = session_points(&places, plan);
            let advanced = self.entries_that_advance(number, plan, &of, &places, drawn)?;
            results.push(PartResult { places, advanced, points });
        }
        if let Some(Advance::Share { share, round, tie }) = plan.advance {
            // A share is of all players in the session, whatever part they play in.
            let all: BTreeSet<EntryNumber> =
                session.part_of.keys().filter(|entry| self.counts_for_places(**entry)).copied().collect();
            let players = all.len() as u64;
            let go_on = match round {
                RoundDirection::Up => share.0.of_rounded_up(players),
                RoundDirection::Down => share.0.of_rounded_down(players),
            };
            let chosen = best_of(&self.rank_entries(number, &all)?, as_usize(go_on), tie, drawn)?;
            for (part, result) in (1..).zip(&mut results) {
                let here = |entry: &&EntryNumber| session.part_of.get(entry) == Some(&part);
                result.advanced = chosen.iter().filter(here).copied().collect();
            }
        }
        let out = self.entries_out_of_tournament(number, session, plan, &results);
        Ok((results, out))
    }

    /// Whether an entry gets a place at all: its fee was not refunded, and it did not forfeit its first
    /// position.
    fn counts_for_places(&self, entry: EntryNumber) -> bool {
        self.players.get(&entry).is_some_and(|player| match player.status {
            EntryStatus::Returned => false,
            EntryStatus::Forfeited => player.session > 1,
            EntryStatus::Entered
            | EntryStatus::Drawn { .. }
            | EntryStatus::Playing { .. }
            | EntryStatus::Deciding { .. }
            | EntryStatus::Waiting
            | EntryStatus::Out
            | EntryStatus::Disqualified => true,
        })
    }

    /// The entries that go on from a part of a session, by the criterion of the plan. A share is of all parts
    /// together, so the caller works it out.
    fn entries_that_advance(
        &self,
        number: u32,
        plan: &SessionPlan,
        of: &BTreeSet<EntryNumber>,
        places: &[PlaceGroup],
        drawn: &DrawnCards,
    ) -> Result<Vec<EntryNumber>, TournamentRefusal> {
        let left: Vec<EntryNumber> =
            of.iter().filter(|entry| self.has_chips_in(number, **entry)).copied().collect();
        match plan.advance {
            None | Some(Advance::Share { .. }) => Ok(Vec::new()),
            Some(Advance::PerSession { per_session, tie }) => {
                best_of(places, as_usize(u64::from(per_session)), tie, drawn)
            }
            Some(Advance::PerTable { per_table, tie }) => {
                let mut chosen = Vec::new();
                for (_, entries) in self.group_by_table(number, of) {
                    let order = self.rank_entries(number, &entries)?;
                    chosen.extend(best_of(&order, as_usize(u64::from(per_table)), tie, drawn)?);
                }
                Ok(chosen)
            }
            Some(Advance::Points { points }) => {
                let earned = points_by_entry(places, plan);
                let enough = |entry: &&EntryNumber| {
                    let before = self.players.get(entry).map_or(0, |player| player.points);
                    before + earned.get(entry).copied().unwrap_or(0) >= u64::from(points) * POINT
                };
                Ok(of.iter().filter(enough).copied().collect())
            }
            Some(Advance::AllLeft(_)) => match plan.end {
                // The last hand put out more players than necessary: the better of them go on.
                SessionEnding::Players { players }
                    if left.len() < as_usize(u64::from(players)) && !self.carries_stacks(number) =>
                {
                    best_of(places, as_usize(u64::from(players)), CutoffTie::Draw, drawn)
                }
                SessionEnding::Players { .. }
                | SessionEnding::Hands { .. }
                | SessionEnding::Minutes { .. } => Ok(left),
            },
        }
    }

    /// Whether an entry still plays in the session (counted from 1) and has chips.
    fn has_chips_in(&self, number: u32, entry: EntryNumber) -> bool {
        let in_session = |player: &TournamentPlayer| player.session == number && self.is_in_session(player);
        self.players.get(&entry).is_some_and(|player| in_session(player) && !player.stack.is_zero())
    }

    /// Whether a session that follows this one (counted from 1) is played with the stacks from it; then only
    /// players with chips can go on.
    fn carries_stacks(&self, number: u32) -> bool {
        let Some(plan) = &self.plan else { return false };
        let at = as_usize(u64::from(number)).saturating_sub(1);
        plan.sessions
            .iter()
            .any(|later| later.after.contains(&at) && matches!(later.stack, StackFrom::Carried(_)))
    }

    /// The entries by the table where they sit or went out, for a number that goes on from each table; those
    /// who never sat down are in none.
    fn group_by_table(
        &self,
        number: u32,
        of: &BTreeSet<EntryNumber>,
    ) -> BTreeMap<u32, BTreeSet<EntryNumber>> {
        let mut tables: BTreeMap<u32, BTreeSet<EntryNumber>> = BTreeMap::new();
        for entry in of {
            let seat = self.players.get(entry).and_then(|player| player.seat).map(|seat| seat.table);
            let went = self
                .session(number)
                .and_then(|session| session.eliminations.iter().find(|out| out.entry == *entry))
                .and_then(|out| out.table);
            if let Some(table) = seat.or(went) {
                tables.entry(table).or_default().insert(*entry);
            }
        }
        tables
    }

    /// The entries that are out of the tournament by the criteria of the session, by number. Those that go on
    /// are out only if they are among the lowest in points.
    fn entries_out_of_tournament(
        &self,
        number: u32,
        session: &TournamentSession,
        plan: &SessionPlan,
        results: &[PartResult],
    ) -> Vec<EntryNumber> {
        let goes_on: BTreeSet<EntryNumber> =
            results.iter().flat_map(|result| &result.advanced).copied().collect();
        let last = as_usize(u64::from(number)) == self.sessions.len();
        let earned: BTreeMap<EntryNumber, u64> =
            results.iter().flat_map(|result| &result.points).copied().collect();
        let points = |entry: &EntryNumber| {
            let before = self.players.get(entry).map_or(0, |player| player.points);
            before + earned.get(entry).copied().unwrap_or(0)
        };
        let entries: Vec<EntryNumber> = session.part_of.keys().copied().collect();
        let mut out = BTreeSet::new();
        for entry in &entries {
            if goes_on.contains(entry) {
                continue;
            }
            let broke = self.players.get(entry).is_some_and(|player| player.status == EntryStatus::Out);
            let meets = |criterion: &OutBy| match criterion {
                OutBy::NoChips(_) => broke,
                OutBy::NotAdvanced(_) => plan.advance.is_some(),
                OutBy::PointsBelow { points_below } => points(entry) < u64::from(*points_below) * POINT,
                OutBy::Lowest { .. } => false,
            };
            if plan.out.iter().any(meets) || last && broke {
                out.insert(*entry);
            }
        }
        for criterion in &plan.out {
            if let OutBy::Lowest { lowest } = criterion {
                let mut by_points: Vec<&EntryNumber> = entries.iter().collect();
                by_points.sort_by_key(|entry| (points(entry), Reverse(**entry)));
                out.extend(by_points.into_iter().take(as_usize(u64::from(*lowest))));
            }
        }
        out.into_iter().collect()
    }

    /// The places of the whole tournament: by points if points decide; otherwise by the last session, followed
    /// by those who did not reach it, session by session. The list that the director confirms or corrects.
    pub(super) fn final_places(&self, drawn: &DrawnCards) -> Result<Vec<PlaceGroup>, TournamentRefusal> {
        let Some(plan) = &self.plan else {
            return refuse(TournamentRefusalReason::NotPublished, rule::CONDITIONS_ARE_WRITTEN);
        };
        if plan.sessions.iter().any(|session| !session.points.is_empty()) {
            return self.places_by_points(plan.points_tie, drawn);
        }
        let mut groups: Vec<PlaceGroup> = Vec::new();
        let mut better = 0;
        for number in (1..=u32::try_from(self.sessions.len()).unwrap_or(u32::MAX)).rev() {
            let of: BTreeSet<EntryNumber> = self
                .players()
                .filter(|(entry, player)| player.session == number && self.counts_for_places(*entry))
                .map(|(entry, _)| entry)
                .collect();
            for group in self.rank_entries(number, &of)? {
                groups.push(PlaceGroup { first: group.first + better, entries: group.entries });
            }
            better += u32::try_from(of.len()).unwrap_or(u32::MAX);
        }
        Ok(groups)
    }

    /// The places by points; equal entries share, or draw cards if they compete for a prize and the conditions
    /// say so.
    fn places_by_points(
        &self,
        tie: Option<Tie>,
        drawn: &DrawnCards,
    ) -> Result<Vec<PlaceGroup>, TournamentRefusal> {
        let mut by_points: BTreeMap<Reverse<u64>, Vec<EntryNumber>> = BTreeMap::new();
        for (entry, player) in self.players().filter(|(entry, _)| self.counts_for_places(*entry)) {
            by_points.entry(Reverse(player.points)).or_default().push(entry);
        }
        let paid = self.prizes_now()?.len();
        let mut groups = Vec::new();
        let mut next = 1;
        for entries in by_points.into_values() {
            // Cards are drawn only if the equal entries compete for a prize.
            let contested = as_usize(u64::from(next)) <= paid && entries.len() > 1;
            let size = u32::try_from(entries.len()).unwrap_or(u32::MAX);
            if contested && tie == Some(Tie::Draw) {
                let ordered = order_by_cards(&entries, drawn)?;
                groups.extend(
                    (next..).zip(ordered).map(|(first, entry)| PlaceGroup { first, entries: vec![entry] }),
                );
            } else {
                groups.push(PlaceGroup { first: next, entries });
            }
            next += size;
        }
        Ok(groups)
    }

    /// Whether the session (counted from 1) is for eliminated or missing players and nobody can be drawn for
    /// it; then it is ranked without being played.
    pub(super) fn nobody_can_play(&self, session: u32) -> bool {
        let who = self.plan_of(session).map(|plan| plan.who.clone());
        matches!(who, Some(SessionPlayers::EliminatedIn(_) | SessionPlayers::Missed(_)))
            && self.eligible_for_session(session).is_empty()
    }
}

/// The best entries of the groups (best group first), up to a number, sorted by number; at the cutoff either
/// all equal entries, or those with the higher cards, as the conditions say.
fn best_of(
    groups: &[PlaceGroup],
    most: usize,
    tie: CutoffTie,
    drawn: &DrawnCards,
) -> Result<Vec<EntryNumber>, TournamentRefusal> {
    let mut chosen = Vec::new();
    for group in groups {
        let room = most - chosen.len();
        if room == 0 {
            break;
        }
        if group.entries.len() <= room || tie == CutoffTie::All {
            chosen.extend(&group.entries);
            if chosen.len() >= most {
                break;
            }
        } else {
            chosen.extend(order_by_cards(&group.entries, drawn)?.into_iter().take(room));
        }
    }
    chosen.sort_unstable();
    Ok(chosen)
}

/// Equal entries in the order of the cards they drew, highest rank first, card by card; refused with two of
/// them while their cards do not differ.
fn order_by_cards(
    entries: &[EntryNumber],
    drawn: &DrawnCards,
) -> Result<Vec<EntryNumber>, TournamentRefusal> {
    let ranks = |entry: &EntryNumber| -> Vec<Option<Rank>> {
        let cards = drawn.iter().find(|(other, _)| other == entry);
        cards.map_or_else(Vec::new, |(_, cards)| cards.iter().map(|card| card.rank()).collect())
    };
    let mut ordered = entries.to_vec();
    ordered.sort_by_key(|entry| Reverse(ranks(entry)));
    let unclear = ordered.windows(2).find(|pair| ranks(&pair[0]) == ranks(&pair[1]));
    if let Some(pair) = unclear {
        return refuse(
            TournamentRefusalReason::CardsDecide { entry: pair[0], other: pair[1] },
            rule::CONDITIONS_STATE_EQUAL_POINTS,
        );
    }
    Ok(ordered)
}

/// What each entry's place in a session is worth, in parts of a point ([`POINT`]); equal places share their sum
/// or all get the best. Empty if the session gives no points.
fn session_points(places: &[PlaceGroup], plan: &SessionPlan) -> Vec<(EntryNumber, u64)> {
    if plan.points.is_empty() {
        return Vec::new();
    }
    let worth = |place: u32| {
        let at = as_usize(u64::from(place)).saturating_sub(1);
        plan.points.get(at).map_or(0, |points| u64::from(*points) * POINT)
    };
    let mut points = Vec::new();
    for group in places {
        let each = match plan.points_tie {
            PointsShared::Best => worth(group.first),
            PointsShared::Share => {
                let sum: u64 = (group.first..=group.last()).map(worth).sum();
                sum / group.entries.len().max(1) as u64
            }
        };
        points.extend(group.entries.iter().map(|entry| (*entry, each)));
    }
    points.sort_unstable();
    points
}

/// The points of a session, as [`session_points`] gives them, by entry.
fn points_by_entry(places: &[PlaceGroup], plan: &SessionPlan) -> BTreeMap<EntryNumber, u64> {
    session_points(places, plan).into_iter().collect()
}

/// A number as a count or index; too large a number becomes the largest.
fn as_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
