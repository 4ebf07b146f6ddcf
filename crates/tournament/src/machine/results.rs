//! Places that are ranked and confirmed, agreements, prizes that are paid once.

use std::collections::BTreeSet;

use chips::Cents;
use rulebook::rule;
use seating::Role;

use super::command::{Given, ResultCommand};
use super::event::ResultFact;
use super::ranking::Drawn;
use super::state::{Stage, Status, Tournament};
use super::{Fact, Judged, refuse};
use crate::money::{MoneyCommand, Prize};
use crate::places::{Entry, Group, complete};
use crate::prizes::{Deal, judge_deal, shared};
use crate::refusal::{Refusal, Why};

impl Tournament {
    pub(super) fn judge_result(&self, command: &ResultCommand, given: &Given<'_>) -> Judged {
        match command {
            ResultCommand::PlaceTogether { groups } => {
                self.director(given)?;
                let entries: Vec<Entry> = groups.iter().flatten().copied().collect();
                let set: BTreeSet<Entry> = entries.iter().copied().collect();
                for entry in &entries {
                    self.known(*entry)?;
                }
                if set.len() != entries.len() || groups.iter().any(Vec::is_empty) {
                    return refuse(Why::PlacesAreNotInOrder { place: 1 }, rule::DIRECTOR_AWARDS_PLACES);
                }
                let fact = ResultFact::PlacedTogether { groups: groups.clone() };
                Ok(vec![Fact::new(fact, rule::DIRECTOR_AWARDS_PLACES)])
            }
            ResultCommand::RankSession { session, draws } => self.rank_session(*session, draws, given),
            ResultCommand::CorrectPlaces { groups } => self.correct_places(groups, given),
            ResultCommand::Agree { amounts, for_first, agreed } => {
                self.agree(amounts, *for_first, agreed, given)
            }
            ResultCommand::Confirm { goods, draws } => self.confirm(goods, draws, given),
            ResultCommand::Pay { line } => {
                match given.by.role {
                    Role::Cashier | Role::Director | Role::ShiftManager | Role::Operator => {}
                    Role::Dealer if given.by == seating::By::HOUSE => {}
                    Role::Dealer | Role::Player | Role::Supervisor | Role::Auditor | Role::Administrator => {
                        let why = Why::NotForThisRole { role: given.by.role };
                        return refuse(why, rule::DIRECTOR_AWARDS_PLACES);
                    }
                }
                Ok(vec![self.money_fact(&MoneyCommand::Pay { line: *line })?])
            }
        }
    }

    fn rank_session(&self, number: u32, draws: &Drawn, given: &Given<'_>) -> Judged {
        const RULE: rulebook::Rule = rule::DIRECTOR_AWARDS_PLACES;
        self.director(given)?;
        // A session to which nobody came is over as it stands.
        if self.stage == Stage::Running && self.current.is_none() && self.nobody_can_play(number) {
            let fact = ResultFact::SessionRanked {
                session: number,
                parts: Vec::new(),
                out: Vec::new(),
                taken: chips::Chips::ZERO,
            };
            return Ok(vec![Fact::new(fact, rule::CONDITIONS_STATE_THE_REPECHAGE)]);
        }
        let Some((running, session, _)) = self.running().filter(|(running, ..)| *running == number) else {
            return refuse(Why::NoSuchSession { session: number }, RULE);
        };
        let decides = |player: &&super::Player| matches!(player.status, Status::Deciding { .. });
        if self.players.values().any(|player| decides(&player)) {
            return refuse(Why::SomebodyDecides, RULE);
        }
        let ended = u32::try_from(session.ended.len()).unwrap_or(u32::MAX);
        if ended < session.parts || !self.no_hand_runs() {
            return refuse(Why::SessionGoesOn { session: running }, rule::SESSION_HAS_ITS_END);
        }
        let (parts, out) = self.rank(draws)?;
        let carried = self.stacks_are_carried_after(number);
        let leaves = |(entry, player): &(Entry, &super::Player)| {
            player.session == number && (!carried || out.contains(entry))
        };
        let taken = self.players().filter(leaves).map(|(_, player)| player.stack).sum();
        let fact = ResultFact::SessionRanked { session: number, parts, out, taken };
        Ok(vec![Fact::new(fact, RULE)])
    }

    /// The places and the prizes as they would be confirmed now.
    ///
    /// # Errors
    /// What has to be decided first.
    pub fn list(&self, draws: &Drawn) -> Result<Vec<Group>, Refusal> {
        match &self.corrected {
            Some(groups) => Ok(groups.clone()),
            None => self.final_places(draws),
        }
    }

    fn correct_places(&self, groups: &[Group], given: &Given<'_>) -> Judged {
        const RULE: rulebook::Rule = rule::DIRECTOR_AWARDS_PLACES;
        self.director(given)?;
        if self.stage != Stage::Finished {
            return refuse(Why::NotNow { stage: self.stage }, RULE);
        }
        if given.reason.is_none() {
            return refuse(Why::ReasonNeeded, RULE);
        }
        complete(groups)?;
        let given_places: BTreeSet<Entry> = groups.iter().flat_map(|group| &group.entries).copied().collect();
        let ranked: BTreeSet<Entry> =
            self.list(&[])?.iter().flat_map(|group| &group.entries).copied().collect();
        if given_places != ranked {
            return refuse(Why::PlacesAreNotInOrder { place: 1 }, RULE);
        }
        Ok(vec![Fact::new(ResultFact::PlacesCorrected { groups: groups.to_vec() }, RULE)])
    }

    fn agree(
        &self,
        amounts: &[(Entry, Cents)],
        for_first: Cents,
        agreed: &[Entry],
        given: &Given<'_>,
    ) -> Judged {
        self.director(given)?;
        let plan = self.planned()?;
        let left: Vec<Entry> =
            self.players().filter(|(_, player)| self.is_in(player)).map(|(entry, _)| entry).collect();
        let prizes = self.prizes_now()?;
        let open = &prizes[..left.len().min(prizes.len())];
        let deal = Deal { amounts: amounts.to_vec(), for_first, agreed: agreed.to_vec() };
        judge_deal(&deal, &left, open, plan.keep_for_first)?;
        if !self.is_running() || self.felts(1).len() > 1 {
            return refuse(Why::NotNow { stage: self.stage }, rule::DEAL_BY_THE_CONDITIONS);
        }
        let fact = ResultFact::Agreed { amounts: amounts.to_vec(), for_first };
        Ok(vec![Fact::new(fact, rule::DEAL_BY_THE_CONDITIONS)])
    }

    fn confirm(&self, goods: &[(u32, Entry)], draws: &Drawn, given: &Given<'_>) -> Judged {
        const RULE: rulebook::Rule = rule::DIRECTOR_AWARDS_PLACES;
        self.director(given)?;
        if self.stage != Stage::Finished {
            return match self.stage {
                Stage::Confirmed | Stage::Paid => refuse(Why::Confirmed, RULE),
                Stage::Draft
                | Stage::Published
                | Stage::Open
                | Stage::Closed
                | Stage::Running
                | Stage::Finished
                | Stage::Cancelled => refuse(Why::NotNow { stage: self.stage }, RULE),
            };
        }
        let groups = self.list(draws)?;
        let amounts = self.amounts(&groups)?;
        let goods = self.goods(&groups, goods)?;
        let owner = |entry: Entry| self.players.get(&entry).map_or(0, |player| player.owner.0);
        let prizes = amounts
            .into_iter()
            .filter(|(_, amount)| !amount.is_zero())
            .map(|(entry, amount)| Prize { entry, person: owner(entry), amount })
            .collect();
        let money = self.money_fact(&MoneyCommand::Confirm { prizes })?;
        Ok(vec![money, Fact::new(ResultFact::PlacesConfirmed { groups, goods }, RULE)])
    }

    /// What each entry gets: by the breakdown, or by what the last players agreed on.
    fn amounts(&self, groups: &[Group]) -> Result<Vec<(Entry, Cents)>, Refusal> {
        let mut amounts = shared(&self.prizes_now()?, groups)?;
        if let Some((agreed, for_first)) = &self.agreed {
            let winner = groups.first().and_then(|group| group.entries.first()).copied();
            for (entry, amount) in &mut amounts {
                if let Some((_, agreed)) = agreed.iter().find(|(other, _)| other == entry) {
                    *amount = if winner == Some(*entry) { *agreed + *for_first } else { *agreed };
                }
            }
        }
        Ok(amounts)
    }

    /// Who gets what is won besides cash. It is not divided: in a shared place the official says who gets it.
    fn goods(&self, groups: &[Group], said: &[(u32, Entry)]) -> Result<Vec<(u32, Entry)>, Refusal> {
        let mut goods = Vec::new();
        for (place, ..) in &self.planned()?.goods {
            let Some(group) = groups.iter().find(|group| (group.first..=group.last()).contains(place)) else {
                continue;
            };
            let chosen = said.iter().find(|(of, entry)| of == place && group.entries.contains(entry));
            match (&group.entries[..], chosen) {
                ([only], _) => goods.push((*place, *only)),
                (_, Some((_, entry))) => goods.push((*place, *entry)),
                (_, None) => {
                    return refuse(Why::GoodsInASharedPlace { place: *place }, rule::ADDED_VALUE);
                }
            }
        }
        Ok(goods)
    }
}
