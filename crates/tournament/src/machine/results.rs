//! Ranking and confirming places, agreements, and prizes that are paid once.

use std::collections::BTreeSet;

use chips::Cents;
use rulebook::rule;
use seating::Role;

use super::command::{CommandContext, ResultCommand};
use super::event::ResultFact;
use super::ranking::DrawnCards;
use super::state::{EntryStatus, Tournament, TournamentStage};
use super::{FactsOrRefusal, PostedFact, refuse};
use crate::money::{MoneyCommand, Prize};
use crate::places::{EntryNumber, PlaceGroup, check_complete};
use crate::prizes::{PrizeDeal, judge_deal, share_prizes};
use crate::refusal::{TournamentRefusal, TournamentRefusalReason};

impl Tournament {
    /// Judges a command about places and prizes: the facts it leads to, or the first reason against it. Changes
    /// nothing.
    pub(super) fn judge_result(
        &self,
        command: &ResultCommand,
        context: &CommandContext<'_>,
    ) -> FactsOrRefusal {
        match command {
            ResultCommand::PlaceTogether { groups } => {
                self.check_director(context)?;
                let entries: Vec<EntryNumber> = groups.iter().flatten().copied().collect();
                let set: BTreeSet<EntryNumber> = entries.iter().copied().collect();
                for entry in &entries {
                    self.find_entry(*entry)?;
                }
                if set.len() != entries.len() || groups.iter().any(Vec::is_empty) {
                    return refuse(
                        TournamentRefusalReason::PlacesAreNotInOrder { place: 1 },
                        rule::DIRECTOR_AWARDS_PLACES,
                    );
                }
                let fact = ResultFact::PlacedTogether { groups: groups.clone() };
                Ok(vec![PostedFact::new(fact, rule::DIRECTOR_AWARDS_PLACES)])
            }
            ResultCommand::RankSession { session, draws } => self.rank_session(*session, draws, context),
            ResultCommand::CorrectPlaces { groups } => self.correct_places(groups, context),
            ResultCommand::Agree { amounts, for_first, agreed } => {
                self.agree(amounts, *for_first, agreed, context)
            }
            ResultCommand::Confirm { goods, draws } => self.confirm(goods, draws, context),
            ResultCommand::Pay { line } => {
                match context.by.role {
                    Role::Cashier | Role::Director | Role::ShiftManager | Role::Operator => {}
                    Role::Dealer if context.by == seating::Actor::HOUSE => {}
                    Role::Dealer | Role::Player | Role::Supervisor | Role::Auditor | Role::Administrator => {
                        let why = TournamentRefusalReason::NotForThisRole { role: context.by.role };
                        return refuse(why, rule::DIRECTOR_AWARDS_PLACES);
                    }
                }
                Ok(vec![self.money_fact(&MoneyCommand::Pay { line: *line })?])
            }
        }
    }

    /// Judges the director's ranking of a session whose parts have all ended, which closes it: places, points,
    /// who goes on and who is out, and the chips taken back from those who do not carry them on. A repechage or
    /// catch-up session that nobody can play is closed at once.
    fn rank_session(&self, number: u32, draws: &DrawnCards, context: &CommandContext<'_>) -> FactsOrRefusal {
        const RULE: rulebook::Rule = rule::DIRECTOR_AWARDS_PLACES;
        self.check_director(context)?;
        // A session to which nobody came is over.
        if self.stage == TournamentStage::Running && self.current.is_none() && self.nobody_can_play(number) {
            let fact = ResultFact::SessionRanked {
                session: number,
                parts: Vec::new(),
                out: Vec::new(),
                taken: chips::Chips::ZERO,
            };
            return Ok(vec![PostedFact::new(fact, rule::CONDITIONS_STATE_THE_REPECHAGE)]);
        }
        let Some((running, session, _)) = self.running_session().filter(|(running, ..)| *running == number)
        else {
            return refuse(TournamentRefusalReason::NoSuchSession { session: number }, RULE);
        };
        let decides =
            |player: &&super::TournamentPlayer| matches!(player.status, EntryStatus::Deciding { .. });
        if self.players.values().any(|player| decides(&player)) {
            return refuse(TournamentRefusalReason::SomebodyDecides, RULE);
        }
        let ended = u32::try_from(session.ended.len()).unwrap_or(u32::MAX);
        if ended < session.parts || !self.is_between_hands() {
            return refuse(
                TournamentRefusalReason::SessionGoesOn { session: running },
                rule::SESSION_HAS_ITS_END,
            );
        }
        let (parts, out) = self.rank_running_session(draws)?;
        let carried = self.stacks_are_carried_after(number);
        let leaves = |(entry, player): &(EntryNumber, &super::TournamentPlayer)| {
            player.session == number && (!carried || out.contains(entry))
        };
        let taken = self.players().filter(leaves).map(|(_, player)| player.stack).sum();
        let fact = ResultFact::SessionRanked { session: number, parts, out, taken };
        Ok(vec![PostedFact::new(fact, RULE)])
    }

    /// The places as they would be confirmed now: the director's correction, or those worked out. `draws` are
    /// the cards drawn between equal entries.
    ///
    /// # Errors
    /// What has to be decided first.
    pub fn provisional_places(&self, draws: &DrawnCards) -> Result<Vec<PlaceGroup>, TournamentRefusal> {
        match &self.corrected {
            Some(groups) => Ok(groups.clone()),
            None => self.final_places(draws),
        }
    }

    /// Judges the director's list of places in place of the one worked out, with a reason and before it is
    /// confirmed; it must have the same entries and every place once.
    fn correct_places(&self, groups: &[PlaceGroup], context: &CommandContext<'_>) -> FactsOrRefusal {
        const RULE: rulebook::Rule = rule::DIRECTOR_AWARDS_PLACES;
        self.check_director(context)?;
        if self.stage != TournamentStage::Finished {
            return refuse(TournamentRefusalReason::NotNow { stage: self.stage }, RULE);
        }
        if context.reason.is_none() {
            return refuse(TournamentRefusalReason::ReasonNeeded, RULE);
        }
        check_complete(groups)?;
        let given_places: BTreeSet<EntryNumber> =
            groups.iter().flat_map(|group| &group.entries).copied().collect();
        let ranked: BTreeSet<EntryNumber> =
            self.provisional_places(&[])?.iter().flat_map(|group| &group.entries).copied().collect();
        if given_places != ranked {
            return refuse(TournamentRefusalReason::PlacesAreNotInOrder { place: 1 }, RULE);
        }
        Ok(vec![PostedFact::new(ResultFact::PlacesCorrected { groups: groups.to_vec() }, RULE)])
    }

    /// Judges the record of an agreement, made by the director when the last players, at one table, divide the
    /// prizes that are still open (`deal-by-the-conditions`).
    fn agree(
        &self,
        amounts: &[(EntryNumber, Cents)],
        for_first: Cents,
        agreed: &[EntryNumber],
        context: &CommandContext<'_>,
    ) -> FactsOrRefusal {
        self.check_director(context)?;
        let plan = self.require_plan()?;
        let left: Vec<EntryNumber> =
            self.players().filter(|(_, player)| self.is_in_session(player)).map(|(entry, _)| entry).collect();
        let prizes = self.prizes_now()?;
        let open = &prizes[..left.len().min(prizes.len())];
        let deal = PrizeDeal { amounts: amounts.to_vec(), for_first, agreed: agreed.to_vec() };
        judge_deal(&deal, &left, open, plan.keep_for_first)?;
        if !self.is_running() || self.table_seatings(1).len() > 1 {
            return refuse(
                TournamentRefusalReason::NotNow { stage: self.stage },
                rule::DEAL_BY_THE_CONDITIONS,
            );
        }
        let fact = ResultFact::Agreed { amounts: amounts.to_vec(), for_first };
        Ok(vec![PostedFact::new(fact, rule::DEAL_BY_THE_CONDITIONS)])
    }

    /// Judges the director's confirmation of the places, once, when play is over (`director-awards-places`):
    /// the prizes in cents and the goods follow from them, and afterwards nothing but payments is accepted.
    fn confirm(
        &self,
        goods: &[(u32, EntryNumber)],
        draws: &DrawnCards,
        context: &CommandContext<'_>,
    ) -> FactsOrRefusal {
        const RULE: rulebook::Rule = rule::DIRECTOR_AWARDS_PLACES;
        self.check_director(context)?;
        if self.stage != TournamentStage::Finished {
            return match self.stage {
                TournamentStage::Confirmed | TournamentStage::Paid => {
                    refuse(TournamentRefusalReason::Confirmed, RULE)
                }
                TournamentStage::Draft
                | TournamentStage::Published
                | TournamentStage::Open
                | TournamentStage::Closed
                | TournamentStage::Running
                | TournamentStage::Finished
                | TournamentStage::Cancelled => {
                    refuse(TournamentRefusalReason::NotNow { stage: self.stage }, RULE)
                }
            };
        }
        let groups = self.provisional_places(draws)?;
        let amounts = self.prize_amounts(&groups)?;
        let goods = self.goods_winners(&groups, goods)?;
        let owner = |entry: EntryNumber| self.players.get(&entry).map_or(0, |player| player.owner.0);
        let prizes = amounts
            .into_iter()
            .filter(|(_, amount)| !amount.is_zero())
            .map(|(entry, amount)| Prize { entry, person: owner(entry), amount })
            .collect();
        let money = self.money_fact(&MoneyCommand::Confirm { prizes })?;
        Ok(vec![money, PostedFact::new(ResultFact::PlacesConfirmed { groups, goods }, RULE)])
    }

    /// What each entry gets in cents: by the breakdown, or for the last players by their agreement, with the
    /// amount kept back for the winner.
    fn prize_amounts(&self, groups: &[PlaceGroup]) -> Result<Vec<(EntryNumber, Cents)>, TournamentRefusal> {
        let mut amounts = share_prizes(&self.prizes_now()?, groups)?;
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

    /// The winners of goods, as place and entry. Goods are not divided: in a shared place it is the entry that
    /// the official chose, and without a choice the confirmation is refused.
    fn goods_winners(
        &self,
        groups: &[PlaceGroup],
        chosen_by_official: &[(u32, EntryNumber)],
    ) -> Result<Vec<(u32, EntryNumber)>, TournamentRefusal> {
        let mut goods = Vec::new();
        for (place, ..) in &self.require_plan()?.goods {
            let Some(group) = groups.iter().find(|group| (group.first..=group.last()).contains(place)) else {
                continue;
            };
            let chosen =
                chosen_by_official.iter().find(|(of, entry)| of == place && group.entries.contains(entry));
            match (&group.entries[..], chosen) {
                ([only], _) => goods.push((*place, *only)),
                (_, Some((_, entry))) => goods.push((*place, *entry)),
                (_, None) => {
                    return refuse(
                        TournamentRefusalReason::GoodsInASharedPlace { place: *place },
                        rule::ADDED_VALUE,
                    );
                }
            }
        }
        Ok(goods)
    }
}
