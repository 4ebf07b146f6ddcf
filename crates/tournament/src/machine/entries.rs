//! Entries, the reserve list, purchases, substitutes, and entries given back.

use chips::{Cents, Chips};
use rulebook::{Rule, rule};
use seating::{Person, Role};

use super::command::{CommandContext, EntrantProfile, EntryCommand};
use super::event::EntryFact;
use super::state::{EntryStatus, SessionStage, Tournament, TournamentPlayer, TournamentStage};
use super::{FactsOrRefusal, PostedFact, refuse};
use crate::conditions::file::{Eligible, GroupRule, Kind, RebuyAt, RebuySeat};
use crate::conditions::values::{AddOnAt, EntriesUntil, RebuyDeadline, SessionPlayers};
use crate::conditions::{Plan, RebuyPlan};
use crate::lots::RandomBytes;
use crate::money::{MoneyCommand, Purchase, Receipt, RefundReason};
use crate::places::EntryNumber;
use crate::refusal::{TournamentRefusal, TournamentRefusalReason};
use crate::seats::TableSeat;

impl Tournament {
    /// Judges a command about entries, purchases, substitutes and incidents: the facts it leads to, or the
    /// first reason against it. Changes nothing.
    pub(super) fn judge_entry(&self, command: &EntryCommand, context: &CommandContext<'_>) -> FactsOrRefusal {
        match command {
            EntryCommand::Enter { person, standing, agreement, groups } => {
                self.enter(*person, *standing, agreement.as_deref(), groups, context)
            }
            EntryCommand::Reserve { person } => self.reserve(*person, context),
            EntryCommand::Withdraw { entry } => self.withdraw(*entry, context),
            EntryCommand::Rebuy { entry } => self.rebuy(*entry, context),
            EntryCommand::AddOn { entry } => self.add_on(*entry, context),
            EntryCommand::Decline { entry } => {
                let player = self.find_entry(*entry)?;
                self.check_seller(context, player.person, rule::RE_BUY_BY_THE_CONDITIONS)?;
                if !matches!(player.status, EntryStatus::Deciding { .. }) {
                    return refuse(
                        TournamentRefusalReason::NotDeciding { entry: *entry },
                        rule::RE_BUY_BY_THE_CONDITIONS,
                    );
                }
                Ok(vec![PostedFact::new(
                    EntryFact::Declined { entry: *entry },
                    rule::RE_BUY_BY_THE_CONDITIONS,
                )])
            }
            EntryCommand::Readmit { entry, session } => self.readmit(*entry, *session, context),
            EntryCommand::Substitute { entry, person } => {
                self.check_director_consent(context)?;
                self.find_entry(*entry)?;
                if self.players.values().any(|player| player.person == *person && self.is_in_session(player))
                {
                    return refuse(TournamentRefusalReason::PlaysAlready, rule::SUBSTITUTE_NEEDS_CONSENT);
                }
                let fact = EntryFact::Substituted { entry: *entry, person: *person };
                Ok(vec![PostedFact::new(fact, rule::SUBSTITUTE_NEEDS_CONSENT)])
            }
            EntryCommand::Away { entry, away } => {
                let player = self.find_entry(*entry)?;
                self.check_seller(context, player.person, rule::ABSENT_PLAYER_IS_BLINDED_OFF)?;
                if !matches!(player.status, EntryStatus::Playing { .. }) {
                    return refuse(
                        TournamentRefusalReason::NotPlaying { entry: *entry },
                        rule::ABSENT_PLAYER_IS_BLINDED_OFF,
                    );
                }
                let fact = EntryFact::Away { entry: *entry, away: *away };
                Ok(vec![PostedFact::new(fact, rule::ABSENT_PLAYER_IS_BLINDED_OFF)])
            }
            EntryCommand::Disqualify { entry } => {
                self.check_director(context)?;
                let player = self.find_entry(*entry)?;
                if !self.is_in_session(player) {
                    return refuse(
                        TournamentRefusalReason::NotPlaying { entry: *entry },
                        rule::DIRECTOR_AWARDS_PLACES,
                    );
                }
                let chips = player.stack;
                let fact = EntryFact::Disqualified { entry: *entry, chips, steady_ms: context.steady_ms };
                Ok(vec![PostedFact::new(fact, rule::DIRECTOR_AWARDS_PLACES)])
            }
            EntryCommand::Incident { entry, kind } => {
                self.check_director(context)?;
                self.find_entry(*entry)?;
                let fact = EntryFact::Incident { entry: *entry, kind: *kind };
                Ok(vec![PostedFact::new(fact, rule::NO_CHANGE_OF_CHIPS)])
            }
            EntryCommand::AddCash { cash } => {
                self.check_manager(context, rule::ADDED_VALUE)?;
                Ok(vec![self.money_fact(&MoneyCommand::Add { cash: *cash })?])
            }
            EntryCommand::Reverse { receipt } => {
                self.check_director(context)?;
                if self.stage >= TournamentStage::Running {
                    return refuse(TournamentRefusalReason::NotNow { stage: self.stage }, rule::NO_REFUNDS);
                }
                let because = RefundReason::Corrected;
                Ok(vec![self.money_fact(&MoneyCommand::GiveBack { receipt: *receipt, because })?])
            }
            EntryCommand::Cancel => {
                self.check_manager(context, rule::CANCELLATION_RETURNS_EVERYTHING)?;
                Ok(vec![self.money_fact(&MoneyCommand::Cancel)?])
            }
        }
    }

    /// Checks, as [`Tournament::check_director`] does, that the director acts; the refusal cites the rule on
    /// substitutes instead.
    fn check_director_consent(&self, context: &CommandContext<'_>) -> Result<(), TournamentRefusal> {
        match self.check_director(context) {
            Ok(()) => Ok(()),
            Err(_) => refuse(
                TournamentRefusalReason::NotForThisRole { role: context.by.role },
                rule::SUBSTITUTE_NEEDS_CONSENT,
            ),
        }
    }

    /// An entry by its number, whatever its status; refused if none with this number was sold.
    pub(super) fn find_entry(&self, entry: EntryNumber) -> Result<&TournamentPlayer, TournamentRefusal> {
        self.players.get(&entry).ok_or(TournamentRefusal {
            why: TournamentRefusalReason::NoSuchEntry { entry },
            rule: rule::ONE_ENTRY_A_PLAYER,
        })
    }

    /// The plan in force, or the refusal that nothing is published. Every command that sells, seats or pays
    /// starts with it.
    pub(super) fn require_plan(&self) -> Result<&Plan, TournamentRefusal> {
        self.plan.as_ref().ok_or(TournamentRefusal {
            why: TournamentRefusalReason::NotPublished,
            rule: rule::CONDITIONS_ARE_WRITTEN,
        })
    }

    /// Checks that entries are being sold: they were opened and not closed, or the conditions allow late
    /// entries and their time or level has not passed (`late-entry`).
    fn check_entries_on_sale(
        &self,
        context: &CommandContext<'_>,
        plan: &Plan,
    ) -> Result<(), TournamentRefusal> {
        let late = match plan.entries_until {
            Some(EntriesUntil::Level { level }) => {
                let now = self.level(context.steady_ms);
                now.is_some_and(|now| u32::try_from(now).is_ok_and(|now| now <= level))
            }
            Some(EntriesUntil::At(until)) => context.wall_ms < until.unix_ms,
            Some(EntriesUntil::Start(_)) | None => false,
        };
        match self.stage {
            TournamentStage::Open => Ok(()),
            TournamentStage::Running if late => Ok(()),
            TournamentStage::Draft => {
                refuse(TournamentRefusalReason::NotPublished, rule::CONDITIONS_ARE_WRITTEN)
            }
            TournamentStage::Published => {
                self.check_records_complete()?;
                refuse(TournamentRefusalReason::NotNow { stage: self.stage }, rule::CONDITIONS_ARE_OPEN)
            }
            TournamentStage::Closed
            | TournamentStage::Running
            | TournamentStage::Finished
            | TournamentStage::Confirmed
            | TournamentStage::Paid
            | TournamentStage::Cancelled => {
                refuse(TournamentRefusalReason::NotNow { stage: self.stage }, rule::LATE_ENTRY)
            }
        }
    }

    /// Checks that the conditions admit a person: their requirements, programs, excluded groups, and one entry
    /// a player. Entries, reserves and resold seats all pass it.
    fn check_admission(
        &self,
        person: Person,
        standing: EntrantProfile,
        groups: &[u32],
        plan: &Plan,
    ) -> Result<(), TournamentRefusal> {
        for eligible in &plan.eligible {
            let admitted = match eligible {
                Eligible::Anyone => true,
                Eligible::Adult => standing.adult,
                Eligible::Member => standing.member,
                Eligible::Invited => standing.invited,
                Eligible::NotStaff => !standing.staff,
            };
            if !admitted {
                return refuse(
                    TournamentRefusalReason::NotEligible { needs: *eligible },
                    rule::ENTRY_BY_THE_CONDITIONS,
                );
            }
        }
        let machines = self.conditions().is_some_and(|conditions| conditions.terms().machine_players);
        if standing.machine && !machines {
            return refuse(TournamentRefusalReason::PeopleOnly, rule::ENTRY_BY_THE_CONDITIONS);
        }
        let excluded = |group: &&u32| {
            let group = usize::try_from(**group).ok().and_then(|at| plan.groups.get(at.checked_sub(1)?));
            group.is_some_and(|group| group.rule == GroupRule::Excluded)
        };
        if let Some(group) = groups.iter().find(excluded) {
            return refuse(
                TournamentRefusalReason::GroupExcluded { group: *group },
                rule::CONDITIONS_STATE_THE_GROUPS,
            );
        }
        let holds = |(_, player): &(EntryNumber, &TournamentPlayer)| {
            player.owner == person && player.status != EntryStatus::Returned
        };
        if let Some((entry, _)) = self.players().find(holds) {
            return refuse(TournamentRefusalReason::OneEntry { entry }, rule::ONE_ENTRY_A_PLAYER);
        }
        Ok(())
    }

    /// Judges an entry (`entry-by-the-conditions`): it may be sold if entries are on sale and a place is left.
    /// A forfeited entry leaves its place free.
    fn enter(
        &self,
        person: Person,
        standing: EntrantProfile,
        agreement: Option<&str>,
        groups: &[u32],
        context: &CommandContext<'_>,
    ) -> FactsOrRefusal {
        self.check_seller(context, person, rule::ENTRY_BY_THE_CONDITIONS)?;
        let plan = self.require_plan()?;
        self.check_entries_on_sale(context, plan)?;
        let taken = self.entries_that_count() - self.count_entries().forfeited;
        if taken >= plan.max {
            return refuse(TournamentRefusalReason::Full { most: plan.max }, rule::NUMBER_OF_PLAYERS);
        }
        self.sell_entry(person, standing, agreement, groups)
    }

    /// The facts of selling an entry to a person whom the conditions admit: the sale, then the entry, whose
    /// number is the next in the order of sale. Whether a place is free is for the caller to check.
    pub(super) fn sell_entry(
        &self,
        person: Person,
        standing: EntrantProfile,
        agreement: Option<&str>,
        groups: &[u32],
    ) -> FactsOrRefusal {
        let plan = self.require_plan()?;
        self.check_records_complete()?;
        self.check_admission(person, standing, groups, plan)?;
        if plan.agreement && agreement.is_none() {
            return refuse(TournamentRefusalReason::AgreementMissing, rule::AGREEMENT_IN_WRITING);
        }
        let entry = self.players.keys().last().map_or(1, |last| last + 1);
        let (sold, receipt) = self.sale_fact(entry, person, Purchase::Entry, plan.fee, plan.commission)?;
        let agreement = agreement.map(str::to_owned);
        let fact = EntryFact::Entered { entry, person, receipt, agreement, groups: groups.to_vec() };
        Ok(vec![sold, PostedFact::new(fact, rule::ENTRY_BY_THE_CONDITIONS)])
    }

    /// The sale of something for an entry, and the number that its receipt will have. The owner of the entry
    /// pays, in cents; the receipt goes into the pool and the fee account.
    fn sale_fact(
        &self,
        entry: EntryNumber,
        person: Person,
        what: Purchase,
        paid: Cents,
        commission: Cents,
    ) -> Result<(PostedFact, u32), TournamentRefusal> {
        let receipt = Receipt { entry, person: person.0, what, paid, commission };
        let sold = self.money_fact(&MoneyCommand::Sell { receipt })?;
        let number = self.money.as_ref().and_then(|money| money.receipts().keys().last().copied());
        Ok((sold, number.map_or(1, |last| last + 1)))
    }

    /// Judges a place on the reserve list (`seat-offered-to-a-reserve`): the list has room, and the conditions
    /// could admit the person.
    fn reserve(&self, person: Person, context: &CommandContext<'_>) -> FactsOrRefusal {
        self.check_seller(context, person, rule::SEAT_OFFERED_TO_A_RESERVE)?;
        let plan = self.require_plan()?;
        if !matches!(self.stage, TournamentStage::Open | TournamentStage::Closed) {
            return refuse(
                TournamentRefusalReason::NotNow { stage: self.stage },
                rule::SEAT_OFFERED_TO_A_RESERVE,
            );
        }
        if self.reserves.contains(&person) {
            return refuse(TournamentRefusalReason::ReservedBefore, rule::SEAT_OFFERED_TO_A_RESERVE);
        }
        self.check_admission(
            person,
            EntrantProfile { adult: true, member: true, invited: true, ..EntrantProfile::default() },
            &[],
            plan,
        )?;
        if self.reserves.len() >= usize::try_from(plan.reserve).unwrap_or(usize::MAX) {
            return refuse(
                TournamentRefusalReason::Full { most: plan.reserve },
                rule::SEAT_OFFERED_TO_A_RESERVE,
            );
        }
        Ok(vec![PostedFact::new(EntryFact::Reserved { person }, rule::SEAT_OFFERED_TO_A_RESERVE)])
    }

    /// Judges the return of an entry before the start: possible until its seat is drawn, with as much of the
    /// fee as the conditions refund (`no-refunds`).
    fn withdraw(&self, entry: EntryNumber, context: &CommandContext<'_>) -> FactsOrRefusal {
        let player = self.find_entry(entry)?;
        self.check_seller(context, player.owner, rule::NO_REFUNDS)?;
        if !matches!(self.stage, TournamentStage::Open | TournamentStage::Closed)
            || player.status != EntryStatus::Entered
        {
            return refuse(TournamentRefusalReason::NotRefundable, rule::NO_REFUNDS);
        }
        let back = MoneyCommand::GiveBack { receipt: player.receipt, because: RefundReason::Withdrawn };
        let fact = self.money_fact(&back)?;
        Ok(vec![fact, PostedFact::new(EntryFact::Withdrawn { entry }, rule::NO_REFUNDS)])
    }

    /// Whether re-buys are sold at a time of the steady clock: up to the end of the level that the conditions
    /// name, in the first session only, or up to the end of the session they name.
    pub(super) fn are_rebuys_open(&self, plan: &RebuyPlan, steady_ms: u64) -> bool {
        match &plan.until {
            RebuyDeadline::Level { level } => {
                let now = self.level(steady_ms).and_then(|now| u32::try_from(now).ok());
                now.is_some_and(|now| now <= *level) && self.current == Some(1)
            }
            RebuyDeadline::Session { session } => {
                let last = self
                    .plan
                    .as_ref()
                    .and_then(|plan| plan.sessions.iter().position(|other| other.id == *session));
                let now = self.current.and_then(|now| usize::try_from(now).ok());
                last.zip(now).is_some_and(|(last, now)| now <= last + 1)
            }
        }
    }

    /// The time of the steady clock until which a player who loses the last chips now may buy back in; `None`
    /// if no re-buy is open to the player.
    pub(super) fn buy_back_deadline(&self, player: &TournamentPlayer, steady_ms: u64) -> Option<u64> {
        let plan = self.plan.as_ref()?.rebuy.as_ref()?;
        let open = self.are_rebuys_open(plan, steady_ms) && plan.most.allows(player.rebuys);
        open.then(|| steady_ms.saturating_add(u64::from(plan.decide_seconds) * 1_000))
    }

    /// Judges a re-buy (`re-buy-by-the-conditions`): by a player without chips in time, or by one with at most
    /// the first stack if the conditions sell it to them. Sale and chips are two facts.
    fn rebuy(&self, entry: EntryNumber, context: &CommandContext<'_>) -> FactsOrRefusal {
        const RULE: Rule = rule::RE_BUY_BY_THE_CONDITIONS;
        let player = self.find_entry(entry)?;
        self.check_seller(context, player.person, RULE)?;
        let Some(plan) = &self.require_plan()?.rebuy else {
            return refuse(TournamentRefusalReason::NoRebuys, RULE);
        };
        let bought = player.rebuys;
        match player.status {
            EntryStatus::Deciding { until_ms } if context.steady_ms <= until_ms => {}
            EntryStatus::Deciding { .. } => return refuse(TournamentRefusalReason::RebuysAreOver, RULE),
            EntryStatus::Playing { .. }
                if plan.at == RebuyAt::AtMostStart
                    && self.are_rebuys_open(plan, context.steady_ms)
                    && player.stack <= self.require_plan()?.chips => {}
            EntryStatus::Playing { .. } if plan.at == RebuyAt::AtMostStart => {
                return refuse(TournamentRefusalReason::TooManyChips { stack: player.stack }, RULE);
            }
            EntryStatus::Out => return refuse(TournamentRefusalReason::RebuysAreOver, RULE),
            EntryStatus::Playing { .. }
            | EntryStatus::Drawn { .. }
            | EntryStatus::Entered
            | EntryStatus::Waiting
            | EntryStatus::Forfeited
            | EntryStatus::Disqualified
            | EntryStatus::Returned => return refuse(TournamentRefusalReason::NotDeciding { entry }, RULE),
        }
        if !plan.most.allows(bought) {
            return refuse(TournamentRefusalReason::BoughtBefore { times: bought }, RULE);
        }
        let to = match plan.seat {
            RebuySeat::Keep => None,
            RebuySeat::Draw => Some(self.draw_free_seat(entry, context)?),
        };
        let (sold, _) = self.sale_fact(entry, player.owner, Purchase::Rebuy, plan.cost, plan.commission)?;
        Ok(vec![sold, PostedFact::new(EntryFact::BoughtBack { entry, chips: plan.chips, to }, RULE)])
    }

    /// A free seat in the entry's part, drawn by lot for a player who buys back in; the player's own seat
    /// counts as free.
    fn draw_free_seat(
        &self,
        entry: EntryNumber,
        context: &CommandContext<'_>,
    ) -> Result<TableSeat, TournamentRefusal> {
        let session = self.current_session();
        let part = session.and_then(|session| session.part_of.get(&entry).copied()).unwrap_or(1);
        let mut free = Vec::new();
        for seating in self.table_seatings(part) {
            let taken: Vec<u8> = self
                .at_table(seating.table)
                .into_iter()
                .filter(|(_, other)| *other != entry)
                .map(|(seat, _)| seat)
                .collect();
            let seats = (1..=seating.seats).filter(|seat| !taken.contains(seat));
            free.extend(seats.map(|seat| TableSeat { table: seating.table, seat }));
        }
        free.sort_unstable();
        let count = u32::try_from(free.len()).unwrap_or(u32::MAX);
        let at = RandomBytes::new(context.random_bytes).below(count)?;
        let none = TournamentRefusal {
            why: TournamentRefusalReason::NotEnoughSeats { players: 1, seats: 0 },
            rule: rule::SEATS_BY_BALLOT,
        };
        usize::try_from(at).ok().and_then(|at| free.get(at)).copied().ok_or(none)
    }

    /// Judges an add-on (`add-on-by-the-conditions`): sold to an entry with chips, at the break or levels that
    /// the conditions give, as often as they allow.
    fn add_on(&self, entry: EntryNumber, context: &CommandContext<'_>) -> FactsOrRefusal {
        const RULE: Rule = rule::ADD_ON_BY_THE_CONDITIONS;
        let player = self.find_entry(entry)?;
        self.check_seller(context, player.person, RULE)?;
        let Some(plan) = &self.require_plan()?.addon else {
            return refuse(TournamentRefusalReason::NoAddOns, RULE);
        };
        let level = self.level(context.steady_ms).and_then(|level| u32::try_from(level).ok()).unwrap_or(0);
        let paused = self.is_structure_break(context.steady_ms) || self.on_break.is_some();
        let now = match plan.at {
            AddOnAt::BreakAfter { break_after } => paused && level == break_after,
            AddOnAt::Levels { levels: (first, last) } => (first..=last).contains(&level),
        };
        if self.stage != TournamentStage::Running || !now {
            return refuse(TournamentRefusalReason::AddOnsNotNow, RULE);
        }
        if !matches!(player.status, EntryStatus::Playing { .. } | EntryStatus::Deciding { .. })
            || player.stack.is_zero()
        {
            return refuse(TournamentRefusalReason::NotPlaying { entry }, RULE);
        }
        if player.addons >= plan.most {
            return refuse(TournamentRefusalReason::BoughtBefore { times: player.addons }, RULE);
        }
        let (sold, _) = self.sale_fact(entry, player.owner, Purchase::AddOn, plan.cost, Cents::ZERO)?;
        Ok(vec![sold, PostedFact::new(EntryFact::AddedOn { entry, chips: plan.chips }, RULE)])
    }

    /// Judges the return of an entry to a later session: an eliminated one to a repechage, for its cost, or one
    /// that missed a session to a catch-up session, free of charge.
    fn readmit(&self, entry: EntryNumber, session: u32, context: &CommandContext<'_>) -> FactsOrRefusal {
        const RULE: Rule = rule::CONDITIONS_STATE_THE_REPECHAGE;
        let player = self.find_entry(entry)?;
        self.check_seller(context, player.owner, RULE)?;
        let plan = self.require_plan()?;
        let waits = self.session(session).is_some_and(|session| session.stage == SessionStage::Waiting);
        let Some(of) = self.plan_of(session).filter(|_| waits && self.stage == TournamentStage::Running)
        else {
            return refuse(TournamentRefusalReason::NoSuchSession { session }, RULE);
        };
        let place = |id: &String| plan.sessions.iter().position(|other| other.id == *id);
        let number = |at: usize| u32::try_from(at + 1).unwrap_or(u32::MAX);
        let qualifies = match &of.who {
            SessionPlayers::EliminatedIn(id) => {
                player.status == EntryStatus::Out && place(id).map(number) == Some(player.session)
            }
            SessionPlayers::Missed(id) => {
                player.status == EntryStatus::Forfeited
                    && place(id)
                        .and_then(|at| self.sessions.get(at))
                        .is_some_and(|s| s.missed.contains_key(&entry))
            }
            SessionPlayers::All | SessionPlayers::Advanced => false,
        };
        if !qualifies {
            return refuse(TournamentRefusalReason::DoesNotQualify { entry }, RULE);
        }
        let fact = PostedFact::new(EntryFact::Readmitted { entry, session }, RULE);
        if of.kind == Kind::CatchUp {
            return Ok(vec![fact]);
        }
        let Some((cost, most)) = plan.repechage else {
            return refuse(TournamentRefusalReason::DoesNotQualify { entry }, RULE);
        };
        if player.repechages >= most {
            return refuse(TournamentRefusalReason::BoughtBefore { times: player.repechages }, RULE);
        }
        let (sold, _) = self.sale_fact(entry, player.owner, Purchase::Repechage, cost, Cents::ZERO)?;
        Ok(vec![sold, fact])
    }

    /// The smallest stack that a player needs for the next hand of a game against the house: ante and blind at
    /// their minimum, or one of them where the book counts each box (`table-minimum-or-out`). `None` in games
    /// with a pot.
    pub(super) fn table_minimum(&self, table: u32, steady_ms: u64) -> Option<Chips> {
        use crate::clock::Bets;
        let line = self.table_clock_reading(table, steady_ms)?.line;
        match self.structure_lines().get(line)?.stakes.as_ref()?.bets {
            Bets::Bounds { least, .. } => {
                let boxes = if self.session_plan()?.terms.minimum_is_ante_and_blind { 2 } else { 1 };
                least.times(boxes)
            }
            Bets::LastBlind | Bets::Minimum(_) | Bets::Limit { .. } => None,
        }
    }

    /// Whether a role may report for a table, which means opening, ending and voiding its hands. Players,
    /// cashiers, auditors and administrators may not.
    pub(super) const fn is_floor_official(role: Role) -> bool {
        match role {
            Role::Dealer | Role::Supervisor | Role::ShiftManager | Role::Operator | Role::Director => true,
            Role::Player | Role::Cashier | Role::Auditor | Role::Administrator => false,
        }
    }
}
