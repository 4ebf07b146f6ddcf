//! What follows of itself: players without chips, parts of a session that are over, breaks that begin, hand-for-hand play.

use chips::Chips;
use rulebook::rule;

use super::command::Given;
use super::event::{ClockBecause, CourseFact, RecordFact, ResultFact};
use super::state::{LastOf, Player, SessionStage, Stage, Status, Tournament};
use super::{Fact, course};
use crate::clock::Length;
use crate::conditions::values::{Ending, HandForHandFrom, SessionStart, StartAt};
use crate::money::MoneyCommand;
use crate::places::Entry;

impl Tournament {
    /// The next thing that follows from what there is; nothing when it has come to rest.
    pub(super) fn follows(&self, given: &Given<'_>) -> Option<Fact> {
        match self.stage {
            Stage::Open => self.cash_of_the_conditions().or_else(|| self.full_sit_and_go()),
            Stage::Running => self
                .without_chips()
                .or_else(|| self.break_begins(given))
                .or_else(|| self.part_is_over())
                .or_else(|| self.hand_for_hand_by_the_conditions())
                .or_else(|| self.play_is_over()),
            Stage::Finished => self.guaranteed_cash(),
            Stage::Draft
            | Stage::Published
            | Stage::Closed
            | Stage::Confirmed
            | Stage::Paid
            | Stage::Cancelled => None,
        }
    }

    /// Cash that the conditions add is there from the first entry on.
    fn cash_of_the_conditions(&self) -> Option<Fact> {
        let plan = self.plan.as_ref()?;
        let missing = plan.added.above(self.money.as_ref()?.added());
        if missing.is_zero() { None } else { self.money_fact(&MoneyCommand::Add { cash: missing }).ok() }
    }

    /// What the pool lacks of its guarantee comes from the operator, when nothing more is sold.
    fn guaranteed_cash(&self) -> Option<Fact> {
        let plan = self.plan.as_ref()?;
        let missing = plan.guarantee.above(self.pool().total().ok()?);
        if missing.is_zero() { None } else { self.money_fact(&MoneyCommand::Add { cash: missing }).ok() }
    }

    fn full_sit_and_go(&self) -> Option<Fact> {
        let plan = self.plan.as_ref()?;
        let sit_and_go = matches!(plan.start, Some(StartAt::SitAndGo(_)));
        let needed = match plan.sessions.first()?.start {
            SessionStart::Players { players } if sit_and_go => players,
            SessionStart::Players { .. }
            | SessionStart::After(_)
            | SessionStart::Minutes { .. }
            | SessionStart::At(_) => return None,
        };
        let full = self.entries_that_count() >= needed;
        full.then(|| Fact::new(RecordFact::EntriesClosed, rule::CONDITIONS_STATE_THE_TABLES))
    }

    /// A player without chips may buy back in if that is open, and is out otherwise.
    fn without_chips(&self) -> Option<Fact> {
        let broke = |(_, player): &(Entry, &Player)| {
            let plays = matches!(player.status, Status::Playing { .. } | Status::Drawn { .. });
            plays && player.stack.is_zero() && self.is_in(player) && player.last.is_some()
        };
        let (entry, player) = self.players().find(broke)?;
        let ended = player.last.map_or(0, |last| last.ended_ms);
        self.goes_out(entry, ended)
    }

    /// An entry that cannot go on: the chance to buy back in, or out as of its last hand.
    pub(super) fn goes_out(&self, entry: Entry, steady_ms: u64) -> Option<Fact> {
        let player = self.players.get(&entry)?;
        if !player.declined
            && let Some(until_ms) = self.may_buy_back(player, steady_ms)
        {
            let fact = CourseFact::MayBuyBack { entry, until_ms };
            return Some(Fact::new(fact, rule::RE_BUY_BY_THE_CONDITIONS));
        }
        let below = !player.stack.is_zero();
        let LastOf { round, put_in, steps, .. } = player.last.unwrap_or(LastOf {
            round: self.rounds,
            put_in: Chips::ZERO,
            steps: 0,
            ended_ms: steady_ms,
        });
        let fact = CourseFact::WentOut {
            entry,
            session: player.session,
            round,
            // Where there is no pot, what is left decides.
            put_in: if below { player.stack } else { put_in },
            steps,
            chips: player.stack,
        };
        let rule = if below { rule::TABLE_MINIMUM_OR_OUT } else { rule::NO_CHIPS_IS_OUT };
        Some(Fact::new(fact, rule))
    }

    /// A break begins when the last hand is over, and the clock stops.
    fn break_begins(&self, given: &Given<'_>) -> Option<Fact> {
        let called = self.on_break?;
        if called.began_ms.is_none() {
            let began = CourseFact::BreakBegan { steady_ms: given.steady_ms };
            return self.no_hand_runs().then(|| Fact::new(began, rule::BREAK_HAS_ITS_TIME));
        }
        let clock = self.clock.filter(|clock| clock.running)?;
        let stopped = clock.set_running(false, self.lines(), given.steady_ms);
        Some(course::clock_set(stopped, ClockBecause::Recorded, rule::BREAK_HAS_ITS_TIME))
    }

    fn part_is_over(&self) -> Option<Fact> {
        let (number, session, plan) = self.running()?;
        for part in (1..=session.parts).filter(|part| !session.ended.contains(part)) {
            let left: Vec<&Player> = self.left_in(part).map(|(_, player)| player).collect();
            let decides = left.iter().any(|player| matches!(player.status, Status::Deciding { .. }));
            let few = |most: usize| !decides && left.len() <= most;
            let over = match plan.end {
                Ending::Players { players } => few(usize::try_from(players).unwrap_or(usize::MAX).max(1)),
                Ending::Hands { hands } => {
                    let tables = session.tables.iter().filter(|(_, table)| table.open && table.part == part);
                    let plays = |table: u32| self.felt(table).is_some_and(|felt| felt.players.len() >= 2);
                    let played = |(number, table): (&u32, &super::Table)| {
                        table.hands >= hands || !table.in_hand && !plays(*number)
                    };
                    !decides && tables.into_iter().all(played) || few(1)
                }
                Ending::Minutes { .. } => few(1),
            };
            if over {
                let fact = CourseFact::PartEnded { session: number, part };
                return Some(Fact::new(fact, rule::SESSION_HAS_ITS_END));
            }
        }
        None
    }

    /// The parts of a session whose time is over.
    pub(super) fn ended_by_time(&self, steady_ms: u64) -> Vec<Fact> {
        let Some((number, session, plan)) = self.running() else { return Vec::new() };
        let Ending::Minutes { minutes } = plan.end else { return Vec::new() };
        let Some(reading) = self.reading(steady_ms) else { return Vec::new() };
        let before = plan.lines.iter().take(reading.line).map(|line| match line.length {
            Length::Minutes(minutes) if line.stakes.is_some() => u64::from(minutes) * 60_000,
            Length::Minutes(_) | Length::Hands(_) => 0,
        });
        let played = before.sum::<u64>() + reading.elapsed_ms;
        if played < u64::from(minutes) * 60_000 {
            return Vec::new();
        }
        let running = (1..=session.parts).filter(|part| !session.ended.contains(part));
        running
            .map(|part| {
                let fact = CourseFact::PartEnded { session: number, part };
                Fact::new(fact, rule::SESSION_HAS_ITS_END)
            })
            .collect()
    }

    /// Hand-for-hand play begins one place before the money, or at a number of players, and ends behind it.
    fn hand_for_hand_by_the_conditions(&self) -> Option<Fact> {
        let (_, session, _) = self.running()?;
        let last = self.current == Some(u32::try_from(self.sessions.len()).ok()?);
        let tables = session.tables.iter().filter(|(_, table)| table.open).count();
        let left = self.players().filter(|(_, player)| self.is_in(player)).count();
        let wanted = match self.plan.as_ref()?.hand_for_hand? {
            HandForHandFrom::Money(_) => last && left == self.prizes_now().ok()?.len() + 1,
            HandForHandFrom::Players { players } => u32::try_from(left).ok()? == players,
            HandForHandFrom::Director(_) | HandForHandFrom::Never(_) => return None,
        };
        let on = self.hand_for_hand.is_some();
        let over = session.ended.len() >= usize::try_from(session.parts).unwrap_or(usize::MAX);
        let wanted = wanted && tables > 1 && !over;
        // It ends between two hands, when nobody decides any more.
        let quiet = self.no_hand_runs();
        let change = if on { !wanted && quiet } else { wanted };
        change.then(|| Fact::new(CourseFact::HandForHand { on: wanted }, rule::PACE_IS_DIRECTED))
    }

    fn play_is_over(&self) -> Option<Fact> {
        let over = self.sessions.iter().all(|session| session.stage == SessionStage::Over);
        over.then(|| Fact::new(ResultFact::PlayFinished, rule::DIRECTOR_AWARDS_PLACES))
    }
}
