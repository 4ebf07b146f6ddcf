//! Entries, the reserve list, what is bought, who plays, who goes back.

use chips::{Cents, Chips};
use rulebook::{Rule, rule};
use seating::{Person, Role};

use super::command::{EntryCommand, Given, Standing};
use super::event::EntryFact;
use super::state::{Player, SessionStage, Stage, Status, Tournament};
use super::{Fact, Judged, refuse};
use crate::conditions::file::{Eligible, GroupRule, Kind, RebuyAt, RebuySeat};
use crate::conditions::values::{AddOnAt, EntriesUntil, Until, Who};
use crate::conditions::{Plan, RebuyPlan};
use crate::lots::Lots;
use crate::money::{MoneyCommand, Purchase, Receipt, Return};
use crate::places::Entry;
use crate::refusal::{Refusal, Why};
use crate::seats::Position;

impl Tournament {
    pub(super) fn judge_entry(&self, command: &EntryCommand, given: &Given<'_>) -> Judged {
        match command {
            EntryCommand::Enter { person, standing, agreement, groups } => {
                self.enter(*person, *standing, agreement.as_deref(), groups, given)
            }
            EntryCommand::Reserve { person } => self.reserve(*person, given),
            EntryCommand::Withdraw { entry } => self.withdraw(*entry, given),
            EntryCommand::Rebuy { entry } => self.rebuy(*entry, given),
            EntryCommand::AddOn { entry } => self.add_on(*entry, given),
            EntryCommand::Decline { entry } => {
                let player = self.known(*entry)?;
                self.sells(given, player.person, rule::RE_BUY_BY_THE_CONDITIONS)?;
                if !matches!(player.status, Status::Deciding { .. }) {
                    return refuse(Why::NotDeciding { entry: *entry }, rule::RE_BUY_BY_THE_CONDITIONS);
                }
                Ok(vec![Fact::new(EntryFact::Declined { entry: *entry }, rule::RE_BUY_BY_THE_CONDITIONS)])
            }
            EntryCommand::Readmit { entry, session } => self.readmit(*entry, *session, given),
            EntryCommand::Substitute { entry, person } => {
                self.director_consents(given)?;
                self.known(*entry)?;
                if self.players.values().any(|player| player.person == *person && self.is_in(player)) {
                    return refuse(Why::PlaysAlready, rule::SUBSTITUTE_NEEDS_CONSENT);
                }
                let fact = EntryFact::Substituted { entry: *entry, person: *person };
                Ok(vec![Fact::new(fact, rule::SUBSTITUTE_NEEDS_CONSENT)])
            }
            EntryCommand::Away { entry, away } => {
                let player = self.known(*entry)?;
                self.sells(given, player.person, rule::ABSENT_PLAYER_IS_BLINDED_OFF)?;
                if !matches!(player.status, Status::Playing { .. }) {
                    return refuse(Why::NotPlaying { entry: *entry }, rule::ABSENT_PLAYER_IS_BLINDED_OFF);
                }
                let fact = EntryFact::Away { entry: *entry, away: *away };
                Ok(vec![Fact::new(fact, rule::ABSENT_PLAYER_IS_BLINDED_OFF)])
            }
            EntryCommand::Disqualify { entry } => {
                self.director(given)?;
                let player = self.known(*entry)?;
                if !self.is_in(player) {
                    return refuse(Why::NotPlaying { entry: *entry }, rule::DIRECTOR_AWARDS_PLACES);
                }
                let chips = player.stack;
                let fact = EntryFact::Disqualified { entry: *entry, chips, steady_ms: given.steady_ms };
                Ok(vec![Fact::new(fact, rule::DIRECTOR_AWARDS_PLACES)])
            }
            EntryCommand::Incident { entry, kind } => {
                self.director(given)?;
                self.known(*entry)?;
                let fact = EntryFact::Incident { entry: *entry, kind: *kind };
                Ok(vec![Fact::new(fact, rule::NO_CHANGE_OF_CHIPS)])
            }
            EntryCommand::AddCash { cash } => {
                self.manager(given, rule::ADDED_VALUE)?;
                Ok(vec![self.money_fact(&MoneyCommand::Add { cash: *cash })?])
            }
            EntryCommand::Reverse { receipt } => {
                self.director(given)?;
                if self.stage >= Stage::Running {
                    return refuse(Why::NotNow { stage: self.stage }, rule::NO_REFUNDS);
                }
                let because = Return::Corrected;
                Ok(vec![self.money_fact(&MoneyCommand::GiveBack { receipt: *receipt, because })?])
            }
            EntryCommand::Cancel => {
                self.manager(given, rule::CANCELLATION_RETURNS_EVERYTHING)?;
                Ok(vec![self.money_fact(&MoneyCommand::Cancel)?])
            }
        }
    }

    fn director_consents(&self, given: &Given<'_>) -> Result<(), Refusal> {
        match self.director(given) {
            Ok(()) => Ok(()),
            Err(_) => refuse(Why::NotForThisRole { role: given.by.role }, rule::SUBSTITUTE_NEEDS_CONSENT),
        }
    }

    pub(super) fn known(&self, entry: Entry) -> Result<&Player, Refusal> {
        self.players
            .get(&entry)
            .ok_or(Refusal { why: Why::NoSuchEntry { entry }, rule: rule::ONE_ENTRY_A_PLAYER })
    }

    pub(super) fn planned(&self) -> Result<&Plan, Refusal> {
        self.plan.as_ref().ok_or(Refusal { why: Why::NotPublished, rule: rule::CONDITIONS_ARE_WRITTEN })
    }

    /// Whether entries are sold now.
    fn sold_now(&self, given: &Given<'_>, plan: &Plan) -> Result<(), Refusal> {
        let late = match plan.entries_until {
            Some(EntriesUntil::Level { level }) => {
                let now = self.level(given.steady_ms);
                now.is_some_and(|now| u32::try_from(now).is_ok_and(|now| now <= level))
            }
            Some(EntriesUntil::At(until)) => given.wall_ms < until.unix_ms,
            Some(EntriesUntil::Start(_)) | None => false,
        };
        match self.stage {
            Stage::Open => Ok(()),
            Stage::Running if late => Ok(()),
            Stage::Draft => refuse(Why::NotPublished, rule::CONDITIONS_ARE_WRITTEN),
            Stage::Published => {
                self.gates()?;
                refuse(Why::NotNow { stage: self.stage }, rule::CONDITIONS_ARE_OPEN)
            }
            Stage::Closed
            | Stage::Running
            | Stage::Finished
            | Stage::Confirmed
            | Stage::Paid
            | Stage::Cancelled => refuse(Why::NotNow { stage: self.stage }, rule::LATE_ENTRY),
        }
    }

    fn admits(&self, person: Person, standing: Standing, groups: &[u32], plan: &Plan) -> Result<(), Refusal> {
        for eligible in &plan.eligible {
            let admitted = match eligible {
                Eligible::Anyone => true,
                Eligible::Adult => standing.adult,
                Eligible::Member => standing.member,
                Eligible::Invited => standing.invited,
                Eligible::NotStaff => !standing.staff,
            };
            if !admitted {
                return refuse(Why::NotEligible { needs: *eligible }, rule::ENTRY_BY_THE_CONDITIONS);
            }
        }
        let machines = self.conditions().is_some_and(|conditions| conditions.terms().machine_players);
        if standing.machine && !machines {
            return refuse(Why::PeopleOnly, rule::ENTRY_BY_THE_CONDITIONS);
        }
        let excluded = |group: &&u32| {
            let group = usize::try_from(**group).ok().and_then(|at| plan.groups.get(at.checked_sub(1)?));
            group.is_some_and(|group| group.rule == GroupRule::Excluded)
        };
        if let Some(group) = groups.iter().find(excluded) {
            return refuse(Why::GroupExcluded { group: *group }, rule::CONDITIONS_STATE_THE_GROUPS);
        }
        let holds =
            |(_, player): &(Entry, &Player)| player.owner == person && player.status != Status::Returned;
        if let Some((entry, _)) = self.players().find(holds) {
            return refuse(Why::OneEntry { entry }, rule::ONE_ENTRY_A_PLAYER);
        }
        Ok(())
    }

    fn enter(
        &self,
        person: Person,
        standing: Standing,
        agreement: Option<&str>,
        groups: &[u32],
        given: &Given<'_>,
    ) -> Judged {
        self.sells(given, person, rule::ENTRY_BY_THE_CONDITIONS)?;
        let plan = self.planned()?;
        self.sold_now(given, plan)?;
        let taken = self.entries_that_count() - self.census().forfeited;
        if taken >= plan.max {
            return refuse(Why::Full { most: plan.max }, rule::NUMBER_OF_PLAYERS);
        }
        self.sell_entry(person, standing, agreement, groups)
    }

    /// The sale of an entry to a person whom the conditions admit.
    pub(super) fn sell_entry(
        &self,
        person: Person,
        standing: Standing,
        agreement: Option<&str>,
        groups: &[u32],
    ) -> Judged {
        let plan = self.planned()?;
        self.gates()?;
        self.admits(person, standing, groups, plan)?;
        if plan.agreement && agreement.is_none() {
            return refuse(Why::AgreementMissing, rule::AGREEMENT_IN_WRITING);
        }
        let entry = self.players.keys().last().map_or(1, |last| last + 1);
        let (sold, receipt) = self.sell(entry, person, Purchase::Entry, plan.fee, plan.commission)?;
        let agreement = agreement.map(str::to_owned);
        let fact = EntryFact::Entered { entry, person, receipt, agreement, groups: groups.to_vec() };
        Ok(vec![sold, Fact::new(fact, rule::ENTRY_BY_THE_CONDITIONS)])
    }

    fn sell(
        &self,
        entry: Entry,
        person: Person,
        what: Purchase,
        paid: Cents,
        commission: Cents,
    ) -> Result<(Fact, u32), Refusal> {
        let receipt = Receipt { entry, person: person.0, what, paid, commission };
        let sold = self.money_fact(&MoneyCommand::Sell { receipt })?;
        let number = self.money.as_ref().and_then(|money| money.receipts().keys().last().copied());
        Ok((sold, number.map_or(1, |last| last + 1)))
    }

    fn reserve(&self, person: Person, given: &Given<'_>) -> Judged {
        self.sells(given, person, rule::SEAT_OFFERED_TO_A_RESERVE)?;
        let plan = self.planned()?;
        if !matches!(self.stage, Stage::Open | Stage::Closed) {
            return refuse(Why::NotNow { stage: self.stage }, rule::SEAT_OFFERED_TO_A_RESERVE);
        }
        if self.reserves.contains(&person) {
            return refuse(Why::ReservedBefore, rule::SEAT_OFFERED_TO_A_RESERVE);
        }
        self.admits(
            person,
            Standing { adult: true, member: true, invited: true, ..Standing::default() },
            &[],
            plan,
        )?;
        if self.reserves.len() >= usize::try_from(plan.reserve).unwrap_or(usize::MAX) {
            return refuse(Why::Full { most: plan.reserve }, rule::SEAT_OFFERED_TO_A_RESERVE);
        }
        Ok(vec![Fact::new(EntryFact::Reserved { person }, rule::SEAT_OFFERED_TO_A_RESERVE)])
    }

    fn withdraw(&self, entry: Entry, given: &Given<'_>) -> Judged {
        let player = self.known(entry)?;
        self.sells(given, player.owner, rule::NO_REFUNDS)?;
        if !matches!(self.stage, Stage::Open | Stage::Closed) || player.status != Status::Entered {
            return refuse(Why::NotRefundable, rule::NO_REFUNDS);
        }
        let back = MoneyCommand::GiveBack { receipt: player.receipt, because: Return::Withdrawn };
        let fact = self.money_fact(&back)?;
        Ok(vec![fact, Fact::new(EntryFact::Withdrawn { entry }, rule::NO_REFUNDS)])
    }

    /// Whether re-buys are sold at a moment.
    pub(super) fn rebuys_are_open(&self, plan: &RebuyPlan, steady_ms: u64) -> bool {
        match &plan.until {
            Until::Level { level } => {
                let now = self.level(steady_ms).and_then(|now| u32::try_from(now).ok());
                now.is_some_and(|now| now <= *level) && self.current == Some(1)
            }
            Until::Session { session } => {
                let last = self
                    .plan
                    .as_ref()
                    .and_then(|plan| plan.sessions.iter().position(|other| other.id == *session));
                let now = self.current.and_then(|now| usize::try_from(now).ok());
                last.zip(now).is_some_and(|(last, now)| now <= last + 1)
            }
        }
    }

    /// Whether a player without chips may buy back in, at a moment.
    pub(super) fn may_buy_back(&self, player: &Player, steady_ms: u64) -> Option<u64> {
        let plan = self.plan.as_ref()?.rebuy.as_ref()?;
        let open = self.rebuys_are_open(plan, steady_ms) && plan.most.allow(player.rebuys);
        open.then(|| steady_ms.saturating_add(u64::from(plan.decide_seconds) * 1_000))
    }

    fn rebuy(&self, entry: Entry, given: &Given<'_>) -> Judged {
        const RULE: Rule = rule::RE_BUY_BY_THE_CONDITIONS;
        let player = self.known(entry)?;
        self.sells(given, player.person, RULE)?;
        let Some(plan) = &self.planned()?.rebuy else { return refuse(Why::NoRebuys, RULE) };
        let bought = player.rebuys;
        match player.status {
            Status::Deciding { until_ms } if given.steady_ms <= until_ms => {}
            Status::Deciding { .. } => return refuse(Why::RebuysAreOver, RULE),
            Status::Playing { .. }
                if plan.at == RebuyAt::AtMostStart
                    && self.rebuys_are_open(plan, given.steady_ms)
                    && player.stack <= self.planned()?.chips => {}
            Status::Playing { .. } if plan.at == RebuyAt::AtMostStart => {
                return refuse(Why::TooManyChips { stack: player.stack }, RULE);
            }
            Status::Out => return refuse(Why::RebuysAreOver, RULE),
            Status::Playing { .. }
            | Status::Drawn { .. }
            | Status::Entered
            | Status::Waiting
            | Status::Forfeited
            | Status::Disqualified
            | Status::Returned => return refuse(Why::NotDeciding { entry }, RULE),
        }
        if !plan.most.allow(bought) {
            return refuse(Why::BoughtBefore { times: bought }, RULE);
        }
        let to = match plan.seat {
            RebuySeat::Keep => None,
            RebuySeat::Draw => Some(self.drawn_seat(entry, given)?),
        };
        let (sold, _) = self.sell(entry, player.owner, Purchase::Rebuy, plan.cost, plan.commission)?;
        Ok(vec![sold, Fact::new(EntryFact::BoughtBack { entry, chips: plan.chips, to }, RULE)])
    }

    /// A free seat by lot, the player's own among them.
    fn drawn_seat(&self, entry: Entry, given: &Given<'_>) -> Result<Position, Refusal> {
        let session = self.current_session();
        let part = session.and_then(|session| session.part_of.get(&entry).copied()).unwrap_or(1);
        let mut free = Vec::new();
        for felt in self.felts(part) {
            let taken: Vec<u8> = self
                .at_table(felt.table)
                .into_iter()
                .filter(|(_, other)| *other != entry)
                .map(|(seat, _)| seat)
                .collect();
            let seats = (1..=felt.seats).filter(|seat| !taken.contains(seat));
            free.extend(seats.map(|seat| Position { table: felt.table, seat }));
        }
        free.sort_unstable();
        let count = u32::try_from(free.len()).unwrap_or(u32::MAX);
        let at = Lots::new(given.lots).below(count)?;
        let none = Refusal { why: Why::NotEnoughSeats { players: 1, seats: 0 }, rule: rule::SEATS_BY_BALLOT };
        usize::try_from(at).ok().and_then(|at| free.get(at)).copied().ok_or(none)
    }

    fn add_on(&self, entry: Entry, given: &Given<'_>) -> Judged {
        const RULE: Rule = rule::ADD_ON_BY_THE_CONDITIONS;
        let player = self.known(entry)?;
        self.sells(given, player.person, RULE)?;
        let Some(plan) = &self.planned()?.addon else { return refuse(Why::NoAddOns, RULE) };
        let level = self.level(given.steady_ms).and_then(|level| u32::try_from(level).ok()).unwrap_or(0);
        let paused = self.break_of_structure(given.steady_ms) || self.on_break.is_some();
        let now = match plan.at {
            AddOnAt::BreakAfter { break_after } => paused && level == break_after,
            AddOnAt::Levels { levels: (first, last) } => (first..=last).contains(&level),
        };
        if self.stage != Stage::Running || !now {
            return refuse(Why::AddOnsNotNow, RULE);
        }
        if !matches!(player.status, Status::Playing { .. } | Status::Deciding { .. })
            || player.stack.is_zero()
        {
            return refuse(Why::NotPlaying { entry }, RULE);
        }
        if player.addons >= plan.most {
            return refuse(Why::BoughtBefore { times: player.addons }, RULE);
        }
        let (sold, _) = self.sell(entry, player.owner, Purchase::AddOn, plan.cost, Cents::ZERO)?;
        Ok(vec![sold, Fact::new(EntryFact::AddedOn { entry, chips: plan.chips }, RULE)])
    }

    fn readmit(&self, entry: Entry, session: u32, given: &Given<'_>) -> Judged {
        const RULE: Rule = rule::CONDITIONS_STATE_THE_REPECHAGE;
        let player = self.known(entry)?;
        self.sells(given, player.owner, RULE)?;
        let plan = self.planned()?;
        let waits = self.session(session).is_some_and(|session| session.stage == SessionStage::Waiting);
        let Some(of) = self.plan_of(session).filter(|_| waits && self.stage == Stage::Running) else {
            return refuse(Why::NoSuchSession { session }, RULE);
        };
        let place = |id: &String| plan.sessions.iter().position(|other| other.id == *id);
        let number = |at: usize| u32::try_from(at + 1).unwrap_or(u32::MAX);
        let qualifies = match &of.who {
            Who::EliminatedIn(id) => {
                player.status == Status::Out && place(id).map(number) == Some(player.session)
            }
            Who::Missed(id) => {
                player.status == Status::Forfeited
                    && place(id)
                        .and_then(|at| self.sessions.get(at))
                        .is_some_and(|s| s.missed.contains_key(&entry))
            }
            Who::All | Who::Advanced => false,
        };
        if !qualifies {
            return refuse(Why::DoesNotQualify { entry }, RULE);
        }
        let fact = Fact::new(EntryFact::Readmitted { entry, session }, RULE);
        if of.kind == Kind::CatchUp {
            return Ok(vec![fact]);
        }
        let Some((cost, most)) = plan.repechage else { return refuse(Why::DoesNotQualify { entry }, RULE) };
        if player.repechages >= most {
            return refuse(Why::BoughtBefore { times: player.repechages }, RULE);
        }
        let (sold, _) = self.sell(entry, player.owner, Purchase::Repechage, cost, Cents::ZERO)?;
        Ok(vec![sold, fact])
    }

    /// The smallest amount that a player has to have in a game against the house: ante and blind at their least.
    pub(super) fn table_minimum(&self, table: u32, steady_ms: u64) -> Option<Chips> {
        use crate::clock::Bets;
        let line = self.line_at(table, steady_ms)?.line;
        match self.lines().get(line)?.stakes.as_ref()?.bets {
            Bets::Bounds { least, .. } => {
                let boxes = if self.session_plan()?.terms.minimum_is_ante_and_blind { 2 } else { 1 };
                least.times(boxes)
            }
            Bets::LastBlind | Bets::Minimum(_) | Bets::Limit { .. } => None,
        }
    }

    /// Whether somebody is an official of the floor.
    pub(super) const fn is_table(role: Role) -> bool {
        match role {
            Role::Dealer | Role::Supervisor | Role::ShiftManager | Role::Operator | Role::Director => true,
            Role::Player | Role::Cashier | Role::Auditor | Role::Administrator => false,
        }
    }
}
