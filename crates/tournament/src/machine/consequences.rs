//! Consequences that need no request: players without chips, parts of a session that are over, breaks that
//! begin, hand-for-hand play.

use chips::Chips;
use rulebook::rule;

use super::command::CommandContext;
use super::event::{ClockSetReason, CourseFact, RecordFact, ResultFact};
use super::state::{
    EntryStatus, LastHandResult, SessionStage, Tournament, TournamentPlayer, TournamentStage,
};
use super::{PostedFact, course};
use crate::clock::LevelLength;
use crate::conditions::values::{HandForHandFrom, SessionEnding, SessionStart, StartAt};
use crate::money::MoneyCommand;
use crate::places::EntryNumber;

impl Tournament {
    /// The next fact that follows from the state without a request; `None` when nothing more follows. Asked
    /// again after each fact that it gave, so every consequence has to remove its own cause.
    pub(super) fn next_consequence(&self, context: &CommandContext<'_>) -> Option<PostedFact> {
        match self.stage {
            TournamentStage::Open => self.conditions_cash_due().or_else(|| self.sit_and_go_close()),
            TournamentStage::Running => self
                .player_without_chips()
                .or_else(|| self.break_start(context))
                .or_else(|| self.part_end())
                .or_else(|| self.hand_for_hand_switch())
                .or_else(|| self.play_end()),
            TournamentStage::Finished => self.guarantee_cash_due(),
            TournamentStage::Draft
            | TournamentStage::Published
            | TournamentStage::Closed
            | TournamentStage::Confirmed
            | TournamentStage::Paid
            | TournamentStage::Cancelled => None,
        }
    }

    /// The cash that the conditions promise to add, as far as it is not in the pool yet: it is there from the
    /// first entry on.
    fn conditions_cash_due(&self) -> Option<PostedFact> {
        let plan = self.plan.as_ref()?;
        let missing = plan.added.above(self.money.as_ref()?.added());
        if missing.is_zero() { None } else { self.money_fact(&MoneyCommand::Add { cash: missing }).ok() }
    }

    /// What the pool lacks of its guarantee, paid by the operator when play is over and nothing more is sold.
    fn guarantee_cash_due(&self) -> Option<PostedFact> {
        let plan = self.plan.as_ref()?;
        let missing = plan.guarantee.above(self.pool().total().ok()?);
        if missing.is_zero() { None } else { self.money_fact(&MoneyCommand::Add { cash: missing }).ok() }
    }

    /// The end of sales of a sit-and-go, once as many entries are sold as its first session needs.
    fn sit_and_go_close(&self) -> Option<PostedFact> {
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
        full.then(|| PostedFact::new(RecordFact::EntriesClosed, rule::CONDITIONS_STATE_THE_TABLES))
    }

    /// What follows for a player who lost the last chips in a hand, one player at a time: a time to buy back in
    /// while re-buys are open, and out otherwise.
    fn player_without_chips(&self) -> Option<PostedFact> {
        let broke = |(_, player): &(EntryNumber, &TournamentPlayer)| {
            let plays = matches!(player.status, EntryStatus::Playing { .. } | EntryStatus::Drawn { .. });
            plays && player.stack.is_zero() && self.is_in_session(player) && player.last.is_some()
        };
        let (entry, player) = self.players().find(broke)?;
        let ended = player.last.map_or(0, |last| last.ended_ms);
        self.out_or_buy_back(entry, ended)
    }

    /// What happens to an entry that cannot play on, also for too few chips: it may buy back in if it has not
    /// declined, or is out as of its last hand, which decides its place. `steady_ms` is the time at which that
    /// became clear.
    pub(super) fn out_or_buy_back(&self, entry: EntryNumber, steady_ms: u64) -> Option<PostedFact> {
        let player = self.players.get(&entry)?;
        if !player.declined
            && let Some(until_ms) = self.buy_back_deadline(player, steady_ms)
        {
            let fact = CourseFact::MayBuyBack { entry, until_ms };
            return Some(PostedFact::new(fact, rule::RE_BUY_BY_THE_CONDITIONS));
        }
        let below = !player.stack.is_zero();
        let LastHandResult { round, put_in, steps, .. } = player.last.unwrap_or(LastHandResult {
            round: self.rounds,
            put_in: Chips::ZERO,
            steps: 0,
            ended_ms: steady_ms,
        });
        let fact = CourseFact::WentOut {
            entry,
            session: player.session,
            round,
            // Without a pot, the remaining stack decides the place.
            put_in: if below { player.stack } else { put_in },
            steps,
            chips: player.stack,
        };
        let rule = if below { rule::TABLE_MINIMUM_OR_OUT } else { rule::NO_CHIPS_IS_OUT };
        Some(PostedFact::new(fact, rule))
    }

    /// The start of a break that was called, once no table is in a hand; then the clock is stopped at that
    /// time.
    fn break_start(&self, context: &CommandContext<'_>) -> Option<PostedFact> {
        let called = self.on_break?;
        if called.began_ms.is_none() {
            let began = CourseFact::BreakBegan { steady_ms: context.steady_ms };
            return self.is_between_hands().then(|| PostedFact::new(began, rule::BREAK_HAS_ITS_TIME));
        }
        let clock = self.clock.filter(|clock| clock.running)?;
        let stopped = clock.set_running(false, self.structure_lines(), context.steady_ms);
        Some(course::clock_set_fact(stopped, ClockSetReason::Recorded, rule::BREAK_HAS_ITS_TIME))
    }

    /// The end of a part of the session: few enough players are left, or its tables have played their hands
    /// (`session-has-its-end`). It does not end while somebody decides about a re-buy.
    fn part_end(&self) -> Option<PostedFact> {
        let (number, session, plan) = self.running_session()?;
        for part in (1..=session.parts).filter(|part| !session.ended.contains(part)) {
            let left: Vec<&TournamentPlayer> = self.remaining_in(part).map(|(_, player)| player).collect();
            let decides = left.iter().any(|player| matches!(player.status, EntryStatus::Deciding { .. }));
            let few = |most: usize| !decides && left.len() <= most;
            let over = match plan.end {
                SessionEnding::Players { players } => {
                    few(usize::try_from(players).unwrap_or(usize::MAX).max(1))
                }
                SessionEnding::Hands { hands } => {
                    let tables = session.tables.iter().filter(|(_, table)| table.open && table.part == part);
                    let plays = |table: u32| {
                        self.table_seating(table).is_some_and(|seating| seating.players.len() >= 2)
                    };
                    let played = |(number, table): (&u32, &super::TournamentTable)| {
                        table.hands >= hands || !table.in_hand && !plays(*number)
                    };
                    !decides && tables.into_iter().all(played) || few(1)
                }
                SessionEnding::Minutes { .. } => few(1),
            };
            if over {
                let fact = CourseFact::PartEnded { session: number, part };
                return Some(PostedFact::new(fact, rule::SESSION_HAS_ITS_END));
            }
        }
        None
    }

    /// The ends of the parts still running when a session counted in minutes has used up its time, breaks not
    /// counted; empty before. A tick asks for them, because only the clock brings them about.
    pub(super) fn parts_ended_by_time(&self, steady_ms: u64) -> Vec<PostedFact> {
        let Some((number, session, plan)) = self.running_session() else { return Vec::new() };
        let SessionEnding::Minutes { minutes } = plan.end else { return Vec::new() };
        let Some(reading) = self.clock_reading(steady_ms) else { return Vec::new() };
        let before = plan.lines.iter().take(reading.line).map(|line| match line.length {
            LevelLength::Minutes(minutes) if line.stakes.is_some() => u64::from(minutes) * 60_000,
            LevelLength::Minutes(_) | LevelLength::Hands(_) => 0,
        });
        let played = before.sum::<u64>() + reading.elapsed_ms;
        if played < u64::from(minutes) * 60_000 {
            return Vec::new();
        }
        let running = (1..=session.parts).filter(|part| !session.ended.contains(part));
        running
            .map(|part| {
                let fact = CourseFact::PartEnded { session: number, part };
                PostedFact::new(fact, rule::SESSION_HAS_ITS_END)
            })
            .collect()
    }

    /// The start or end of hand-for-hand play: it begins one place before the money, or at a number of players,
    /// with more than one table, and ends between hands when that is past. Nothing if the director decides.
    fn hand_for_hand_switch(&self) -> Option<PostedFact> {
        let (_, session, _) = self.running_session()?;
        let last = self.current == Some(u32::try_from(self.sessions.len()).ok()?);
        let tables = session.tables.iter().filter(|(_, table)| table.open).count();
        let left = self.players().filter(|(_, player)| self.is_in_session(player)).count();
        let wanted = match self.plan.as_ref()?.hand_for_hand? {
            HandForHandFrom::Money(_) => last && left == self.prizes_now().ok()?.len() + 1,
            HandForHandFrom::Players { players } => u32::try_from(left).ok()? == players,
            HandForHandFrom::Director(_) | HandForHandFrom::Never(_) => return None,
        };
        let on = self.hand_for_hand.is_some();
        let over = session.ended.len() >= usize::try_from(session.parts).unwrap_or(usize::MAX);
        let wanted = wanted && tables > 1 && !over;
        // It ends between two hands, when nobody is still deciding about a re-buy.
        let quiet = self.is_between_hands();
        let change = if on { !wanted && quiet } else { wanted };
        change.then(|| PostedFact::new(CourseFact::HandForHand { on: wanted }, rule::PACE_IS_DIRECTED))
    }

    /// The end of play when every session is over; then places can be confirmed.
    fn play_end(&self) -> Option<PostedFact> {
        let over = self.sessions.iter().all(|session| session.stage == SessionStage::Over);
        over.then(|| PostedFact::new(ResultFact::PlayFinished, rule::DIRECTOR_AWARDS_PLACES))
    }
}
