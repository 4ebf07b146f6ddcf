//! Sessions that start, hands that open and end, the clock, breaks, hand-for-hand play, and odd chips.

use cards::Card;
use chips::Chips;
use rulebook::{Rule, rule};

use super::command::{CommandContext, CourseCommand, HandReport};
use super::event::{ClockSetReason, CourseFact, EntryFact, PlayerInHand, SeatFact};
use super::state::{EntryStatus, SessionStage, Tournament, TournamentStage};
use super::{FactsOrRefusal, PostedFact, refuse};
use crate::balance::next_move;
use crate::clock::ClockAnchor;
use crate::colour_up::{self, RaceStack, Stack};
use crate::conditions::file::{BalanceMethod, ColourUp};
use crate::conditions::values::SessionEnding;
use crate::lots::RandomBytes;
use crate::places::EntryNumber;
use crate::refusal::{TournamentRefusal, TournamentRefusalReason};
use crate::terms::UnseatedEntry;

const MS_A_MINUTE: u64 = 60_000;

impl Tournament {
    /// Judges a command about sessions, hands, the clock, breaks and chips: the facts it leads to, or the first
    /// reason against it. Changes nothing.
    pub(super) fn judge_course(
        &self,
        command: &CourseCommand,
        context: &CommandContext<'_>,
    ) -> FactsOrRefusal {
        match command {
            CourseCommand::StartSession { session } => self.start_session(*session, context),
            CourseCommand::OpenHand { table } => self.open_hand(*table, context),
            CourseCommand::HandEnded(report) => self.hand_ended(report, context),
            CourseCommand::VoidHand { table } => {
                self.check_table_role(context)?;
                let hand = self.running_hand(*table)?;
                let fact = CourseFact::HandVoid { table: *table, hand };
                Ok(vec![PostedFact::new(fact, rule::TOURNAMENT_RULES_PREVAIL)])
            }
            CourseCommand::Tick => self.tick(context),
            CourseCommand::Pause { seen_change } => {
                let anchor = self.clock_if_unchanged(*seen_change, context)?;
                let stopped = anchor.set_running(false, self.structure_lines(), context.steady_ms);
                Ok(vec![clock_set_fact(stopped, ClockSetReason::Paused, rule::BREAK_HAS_ITS_TIME)])
            }
            CourseCommand::Resume { seen_change } => self.resume(*seen_change, context),
            CourseCommand::NextLevel { seen_change } => {
                let anchor = self.clock_if_unchanged(*seen_change, context)?;
                let line = anchor.reading(self.structure_lines(), context.steady_ms).line;
                let next = (line + 1).min(self.structure_lines().len().saturating_sub(1));
                let anchor =
                    ClockAnchor { line: next, elapsed_ms: 0, steady_ms: context.steady_ms, ..anchor };
                Ok(vec![clock_set_fact(anchor, ClockSetReason::NextLevel, rule::PACE_IS_DIRECTED)])
            }
            CourseCommand::SetClock { seen_change, line, elapsed_ms } => {
                let anchor = self.clock_if_unchanged(*seen_change, context)?;
                let line = usize::try_from(*line).unwrap_or(usize::MAX);
                let lowest = anchor.reading(self.structure_lines(), context.steady_ms).line;
                if line < lowest || line >= self.structure_lines().len() {
                    return refuse(TournamentRefusalReason::LevelsNeverFall, rule::PACE_IS_DIRECTED);
                }
                let anchor =
                    ClockAnchor { line, elapsed_ms: *elapsed_ms, steady_ms: context.steady_ms, ..anchor };
                Ok(vec![clock_set_fact(anchor, ClockSetReason::Corrected, rule::PACE_IS_DIRECTED)])
            }
            CourseCommand::CallBreak { minutes } => {
                self.check_director(context)?;
                self.check_running()?;
                if self.on_break.is_some() || self.paused {
                    return refuse(TournamentRefusalReason::Held, rule::BREAK_HAS_ITS_TIME);
                }
                let fact = CourseFact::BreakCalled { minutes: *minutes };
                Ok(vec![PostedFact::new(fact, rule::BREAK_HAS_ITS_TIME)])
            }
            CourseCommand::HandForHand { on } => {
                self.check_director(context)?;
                self.check_running()?;
                if self.hand_for_hand.is_some() == *on {
                    return refuse(TournamentRefusalReason::AsItIs, rule::PACE_IS_DIRECTED);
                }
                Ok(vec![PostedFact::new(CourseFact::HandForHand { on: *on }, rule::PACE_IS_DIRECTED)])
            }
            CourseCommand::Release => self.release(context),
            CourseCommand::ColourUp { from, to, cards } => self.colour_up(*from, *to, cards, context),
            CourseCommand::Pace { seconds, from_hand } => {
                self.check_director(context)?;
                self.check_running()?;
                let fact = CourseFact::Paced { seconds: *seconds, from_hand: *from_hand };
                Ok(vec![PostedFact::new(fact, rule::PACE_IS_DIRECTED)])
            }
            CourseCommand::Recover => {
                let Some(clock) = self.clock else {
                    return refuse(
                        TournamentRefusalReason::NotNow { stage: self.stage },
                        rule::PACE_IS_DIRECTED,
                    );
                };
                let anchor = clock.resumed(context.steady_ms);
                Ok(vec![clock_set_fact(anchor, ClockSetReason::Restarted, rule::PACE_IS_DIRECTED)])
            }
        }
    }

    /// Checks that a session is running, so that hands can be played and the clock set.
    fn check_running(&self) -> Result<(), TournamentRefusal> {
        let now = TournamentRefusal {
            why: TournamentRefusalReason::NotNow { stage: self.stage },
            rule: rule::TOURNAMENT_RULES_PREVAIL,
        };
        self.running_session().map(|_| ()).ok_or(now)
    }

    /// Checks that the requester is an official who may report for a table.
    fn check_table_role(&self, context: &CommandContext<'_>) -> Result<(), TournamentRefusal> {
        if Tournament::is_floor_official(context.by.role) {
            Ok(())
        } else {
            refuse(
                TournamentRefusalReason::NotForThisRole { role: context.by.role },
                rule::DIRECTOR_AWARDS_PLACES,
            )
        }
    }

    /// The clock, if the director asks and it has not been set since the requester saw change number
    /// `seen_change`: of two changes made to the same reading the second is refused.
    fn clock_if_unchanged(
        &self,
        seen_change: u32,
        context: &CommandContext<'_>,
    ) -> Result<ClockAnchor, TournamentRefusal> {
        self.check_director(context)?;
        self.check_running()?;
        let now = self.clock_set;
        if seen_change != now {
            return refuse(
                TournamentRefusalReason::ClockWasSet { on: seen_change, now },
                rule::PACE_IS_DIRECTED,
            );
        }
        self.clock.ok_or(TournamentRefusal {
            why: TournamentRefusalReason::NotNow { stage: self.stage },
            rule: rule::PACE_IS_DIRECTED,
        })
    }

    /// Judges the director's start of the session that was drawn, not before its time: it begins, unseated
    /// entries are forfeited if the book says so, and the clock starts at the first line.
    fn start_session(&self, session: u32, context: &CommandContext<'_>) -> FactsOrRefusal {
        self.check_director(context)?;
        let drawn = self.session(session).is_some_and(|state| state.stage == SessionStage::Drawn);
        let (true, Some(plan)) = (drawn && self.current == Some(session), self.plan_of(session)) else {
            return refuse(TournamentRefusalReason::NoSuchSession { session }, rule::SESSION_HAS_ITS_END);
        };
        if self.requires_named_director() && self.director.is_none() {
            return refuse(TournamentRefusalReason::NoDirector, rule::DIRECTOR_IS_NOMINATED);
        }
        self.check_records_complete()?;
        if let Some(start) = self.session_start_ms(session).filter(|start| context.wall_ms < *start) {
            let ms = u64::try_from(start - context.wall_ms).unwrap_or(0);
            return refuse(TournamentRefusalReason::BeforeTheStart { ms }, rule::CONDITIONS_STATE_THE_START);
        }
        let started = CourseFact::SessionStarted { session, wall_ms: context.wall_ms };
        let mut facts = vec![PostedFact::new(started, rule::CONDITIONS_STATE_THE_START)];
        if plan.terms.not_seated == UnseatedEntry::Forfeited {
            for (entry, player) in self.players() {
                if self.is_in_session(player) && player.status == (EntryStatus::Drawn { seated: false }) {
                    let fact = SeatFact::Forfeited { entry, session, chips: player.stack };
                    facts.push(PostedFact::new(fact, rule::NOT_SEATED_AT_THE_START));
                }
            }
        }
        let anchor = ClockAnchor { line: 0, elapsed_ms: 0, running: true, steady_ms: context.steady_ms };
        facts.push(clock_set_fact(anchor, ClockSetReason::Started, rule::CONDITIONS_STATE_THE_LEVELS));
        Ok(facts)
    }

    /// The number of the hand that a table plays, counted from 1 at each table; refused between hands. Reports
    /// that name another hand are refused by it.
    fn running_hand(&self, table: u32) -> Result<u32, TournamentRefusal> {
        let rule = rule::TOURNAMENT_RULES_PREVAIL;
        match self.table(table) {
            Some(state) if state.in_hand => Ok(state.next),
            Some(_) => refuse(TournamentRefusalReason::NoHandRunning { table }, rule),
            None => refuse(TournamentRefusalReason::NoSuchTable { table }, rule),
        }
    }

    /// Judges the opening of a table's next hand, asked for by an official of the table, with the stakes of the
    /// clock. In a game against the house, players who cannot wager the minimum go out first, and no hand opens
    /// yet.
    fn open_hand(&self, table: u32, context: &CommandContext<'_>) -> FactsOrRefusal {
        self.check_table_role(context)?;
        self.may_open(table, context.steady_ms)?;
        // A player who cannot wager the minimum is out before the hand.
        if let Some(minimum) = self.table_minimum(table, context.steady_ms) {
            let short =
                |entry: &EntryNumber| self.players.get(entry).is_some_and(|player| player.stack < minimum);
            let seats = self.at_table(table);
            let below: Vec<EntryNumber> = seats.into_iter().map(|(_, entry)| entry).filter(short).collect();
            if !below.is_empty() {
                return Ok(below
                    .into_iter()
                    .filter_map(|entry| self.out_or_buy_back(entry, context.steady_ms))
                    .collect());
            }
        }
        let nothing = TournamentRefusal {
            why: TournamentRefusalReason::NoSuchTable { table },
            rule: rule::CONDITIONS_STATE_THE_LEVELS,
        };
        let reading = self.table_clock_reading(table, context.steady_ms).ok_or(nothing)?;
        let fact = CourseFact::HandOpened {
            table,
            hand: self.table(table).map_or(1, |table| table.next),
            line: u32::try_from(reading.line).unwrap_or(u32::MAX),
            elapsed_ms: reading.elapsed_ms,
            hand_for_hand: self.hand_for_hand,
        };
        Ok(vec![PostedFact::new(fact, rule::CONDITIONS_STATE_THE_LEVELS)])
    }

    /// Checks whether a table may open its next hand, at a time of the steady clock. A keeper asks it before
    /// dealing, and opening a hand asks it again.
    ///
    /// # Errors
    /// What stops it: a pause, a break, hand-for-hand play, the end of the session, a move that the table
    /// owes, too few players compared with the fullest table, fewer than two players with chips.
    pub fn may_open(&self, table: u32, steady_ms: u64) -> Result<(), TournamentRefusal> {
        const RULE: Rule = rule::TABLES_ARE_BROKEN;
        self.check_running()?;
        let Some(state) = self.table(table).filter(|state| state.open) else {
            return refuse(TournamentRefusalReason::NoSuchTable { table }, rule::SEAT_IS_ASSIGNED);
        };
        if state.in_hand {
            return refuse(TournamentRefusalReason::HandIsRunning { table }, rule::TOURNAMENT_RULES_PREVAIL);
        }
        let ended = self.current_session().is_some_and(|session| session.ended.contains(&state.part));
        if ended {
            return refuse(TournamentRefusalReason::SessionIsOver, rule::SESSION_HAS_ITS_END);
        }
        if self.paused || self.on_break.is_some() || self.is_structure_break(steady_ms) {
            return refuse(TournamentRefusalReason::Held, rule::BREAK_HAS_ITS_TIME);
        }
        if let Some(number) = self.hand_for_hand
            && state.played >= number
        {
            return refuse(TournamentRefusalReason::WaitsForTheOthers { number }, rule::PACE_IS_DIRECTED);
        }
        if let Some(SessionEnding::Hands { hands }) = self.session_plan().map(|plan| plan.end)
            && state.hands >= hands
        {
            return refuse(TournamentRefusalReason::SessionIsOver, rule::SESSION_HAS_ITS_END);
        }
        let Some(seating) = self.table_seating(table) else {
            return refuse(TournamentRefusalReason::NoSuchTable { table }, RULE);
        };
        if seating.players.len() < 2 {
            return refuse(
                TournamentRefusalReason::TooFewAtTheTable { players: seating.players.len() },
                RULE,
            );
        }
        self.check_balanced(table, state.part)
    }

    /// Checks that a table owes no move and is not too many players short of the fullest; only if the
    /// conditions balance tables by a rule that the machine applies (`tables-are-broken`).
    fn check_balanced(&self, table: u32, part: u32) -> Result<(), TournamentRefusal> {
        const RULE: Rule = rule::TABLES_ARE_BROKEN;
        let Some(plan) = self.session_plan() else { return Ok(()) };
        let Some(balance) = self.plan.as_ref().and_then(|plan| plan.balance) else { return Ok(()) };
        let method = match balance.method {
            BalanceMethod::LastBlindToWorst | BalanceMethod::SamePosition | BalanceMethod::Draw => true,
            BalanceMethod::Director | BalanceMethod::None => false,
        };
        if !method || plan.terms.moves_need_approval && !self.is_approved() {
            return Ok(());
        }
        let seatings = self.table_seatings(part);
        let most = seatings.iter().map(|seating| seating.players.len()).max().unwrap_or(0);
        let here =
            seatings.iter().find(|seating| seating.table == table).map_or(0, |seating| seating.players.len());
        if most - here >= usize::from(balance.halt_at.max(2)) {
            return refuse(TournamentRefusalReason::TooShort { players: here, fullest: most }, RULE);
        }
        match next_move(&seatings, usize::from(balance.at), plan.terms.buttons) {
            Some(owed) if owed.from.table == table => {
                refuse(TournamentRefusalReason::OwesAMove { entry: owed.entry }, RULE)
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Judges a table's report of its hand: the players are those at the table, with the stacks they have here,
    /// and the chips add up, with the bank's in games against the house (`no-change-of-chips`).
    fn hand_ended(&self, report: &HandReport, context: &CommandContext<'_>) -> FactsOrRefusal {
        const RULE: Rule = rule::NO_CHANGE_OF_CHIPS;
        self.check_table_role(context)?;
        let hand = self.running_hand(report.table)?;
        if report.hand != hand {
            return refuse(TournamentRefusalReason::AnotherHand { hand: report.hand, running: hand }, RULE);
        }
        let here = self.at_table(report.table);
        let mut before = u128::from(report.from_bank.get());
        let mut after = u128::from(report.to_bank.get());
        for (at, in_hand) in report.players.iter().enumerate() {
            let PlayerInHand { entry, .. } = *in_hand;
            let twice = report.players[..at].iter().any(|other| other.entry == entry);
            let player = self.find_entry(entry)?;
            if twice || player.stack != in_hand.before || !here.iter().any(|(_, other)| *other == entry) {
                return refuse(
                    TournamentRefusalReason::AnotherStack {
                        entry,
                        stack: player.stack,
                        given: in_hand.before,
                    },
                    RULE,
                );
            }
            before += u128::from(in_hand.before.get());
            after += u128::from(in_hand.after.get());
        }
        if before != after {
            let (before, after) = (to_u64(before), to_u64(after));
            return refuse(TournamentRefusalReason::ChipsDoNotAddUp { before, after }, RULE);
        }
        let fact = CourseFact::HandEnded {
            table: report.table,
            hand,
            steady_ms: context.steady_ms,
            seats: report.seats,
            players: report.players.clone(),
            to_bank: report.to_bank,
            from_bank: report.from_bank,
        };
        Ok(vec![PostedFact::new(fact, RULE)])
    }

    /// What is due by the clock: re-buy windows that have closed, and sessions whose time has run out. Anybody
    /// may ask for it, at any time.
    fn tick(&self, context: &CommandContext<'_>) -> FactsOrRefusal {
        let mut facts = Vec::new();
        for (entry, player) in self.players() {
            if let EntryStatus::Deciding { until_ms } = player.status
                && context.steady_ms > until_ms
            {
                facts.push(PostedFact::new(EntryFact::Declined { entry }, rule::RE_BUY_BY_THE_CONDITIONS));
            }
        }
        facts.extend(self.parts_ended_by_time(context.steady_ms));
        Ok(facts)
    }

    /// Judges the director's start of the clock after a pause or a break; a called break has to last its full
    /// time.
    fn resume(&self, seen_change: u32, context: &CommandContext<'_>) -> FactsOrRefusal {
        let anchor = self.clock_if_unchanged(seen_change, context)?;
        let mut facts = Vec::new();
        if let Some(called) = self.on_break {
            let length = u64::from(called.minutes) * MS_A_MINUTE;
            let over = called.began_ms.map(|began| began + length);
            if over.is_none_or(|over| context.steady_ms < over) {
                let ms = over.map_or(length, |over| over - context.steady_ms);
                return refuse(TournamentRefusalReason::BreakIsNotOver { ms }, rule::BREAK_HAS_ITS_TIME);
            }
            facts.push(PostedFact::new(CourseFact::BreakOver, rule::BREAK_HAS_ITS_TIME));
        } else if !self.paused {
            return refuse(TournamentRefusalReason::AsItIs, rule::BREAK_HAS_ITS_TIME);
        }
        let running = anchor.set_running(true, self.structure_lines(), context.steady_ms);
        facts.push(clock_set_fact(running, ClockSetReason::Resumed, rule::BREAK_HAS_ITS_TIME));
        Ok(facts)
    }

    /// Judges the director's release of one more hand at every table in hand-for-hand play: all tables have
    /// finished the last one, and nobody decides about a re-buy.
    fn release(&self, context: &CommandContext<'_>) -> FactsOrRefusal {
        const RULE: Rule = rule::PACE_IS_DIRECTED;
        self.check_director(context)?;
        self.check_running()?;
        let Some(number) = self.hand_for_hand else { return refuse(TournamentRefusalReason::AsItIs, RULE) };
        let session = self.current_session();
        let tables = session.into_iter().flat_map(|session| &session.tables);
        for (table, state) in tables.filter(|(_, state)| state.open) {
            let plays = self.table_seating(*table).is_some_and(|seating| seating.players.len() >= 2);
            if state.in_hand || number > 0 && state.played < number && plays {
                return refuse(TournamentRefusalReason::HandIsRunning { table: *table }, RULE);
            }
        }
        if self.players.values().any(|player| matches!(player.status, EntryStatus::Deciding { .. })) {
            return refuse(TournamentRefusalReason::SomebodyDecides, RULE);
        }
        Ok(vec![PostedFact::new(CourseFact::Released { number: number + 1 }, RULE)])
    }

    /// Judges the director's exchange of the chip `from` for `to` at all tables, during a break or a pause and
    /// in the way the conditions say. `cards` are those dealt for odd chips. Stacks change only by odd chips.
    fn colour_up(
        &self,
        from: Chips,
        to: Chips,
        cards: &[(EntryNumber, Vec<Card>)],
        context: &CommandContext<'_>,
    ) -> FactsOrRefusal {
        const RULE: Rule = rule::NO_CHANGE_OF_CHIPS;
        self.check_director(context)?;
        self.check_running()?;
        let plan = self.require_plan()?;
        let held = self.paused || self.on_break.is_some() || self.is_structure_break(context.steady_ms);
        let Some(session) = self.current_session().filter(|_| held) else {
            return refuse(TournamentRefusalReason::OnlyInABreak, rule::BREAK_HAS_ITS_TIME);
        };
        if let Some((table, _)) = session.tables.iter().find(|(_, table)| table.in_hand) {
            return refuse(TournamentRefusalReason::HandIsRunning { table: *table }, RULE);
        }
        let mut tables: Vec<Vec<Stack>> = Vec::new();
        for (number, _) in session.tables.iter().filter(|(_, table)| table.open) {
            let stack = |(_, entry): (u8, EntryNumber)| Stack { entry, chips: self.players[&entry].stack };
            tables.push(self.at_table(*number).into_iter().map(stack).collect());
        }
        let before: Chips = tables.iter().flatten().map(|stack| stack.chips).sum();
        let mut stacks = Vec::new();
        match plan.colour_up {
            ColourUp::None => return refuse(TournamentRefusalReason::NoColourUp, RULE),
            ColourUp::RoundUp => {
                for table in &tables {
                    stacks.extend(colour_up::round_up(table, to).0);
                }
            }
            ColourUp::Race => {
                let mut random_bytes = RandomBytes::new(context.random_bytes);
                let quotas = colour_up::quotas(&tables, to, &mut random_bytes)?;
                for (table, quota) in tables.iter().zip(quotas.chips) {
                    let of = |stack: &Stack| RaceStack {
                        entry: stack.entry,
                        chips: stack.chips,
                        cards: cards
                            .iter()
                            .find(|(entry, _)| *entry == stack.entry)
                            .map_or_else(Vec::new, |(_, cards)| cards.clone()),
                    };
                    let raced: Vec<RaceStack> = table.iter().map(of).collect();
                    stacks.extend(colour_up::race(&raced, from, to, quota, &mut random_bytes)?.stacks);
                }
            }
        }
        let after: Chips = stacks.iter().map(|(_, chips)| *chips).sum();
        let (issued, taken) = (after.above(before), before.above(after));
        let fact = CourseFact::ColouredUp { chip: from, stacks, issued, taken };
        Ok(vec![PostedFact::new(fact, RULE)])
    }

    /// Whether no table of the current session is in a hand; breaks and the end of a session wait for it.
    pub(super) fn is_between_hands(&self) -> bool {
        self.current_session().is_none_or(|session| session.tables.values().all(|table| !table.in_hand))
    }

    /// Whether hands are being played: the tournament runs and its current session has started.
    pub(super) fn is_running(&self) -> bool {
        self.stage == TournamentStage::Running && self.running_session().is_some()
    }
}

/// A sum of chips for a refusal; a sum too large for it becomes the largest number.
fn to_u64(amount: u128) -> u64 {
    u64::try_from(amount).unwrap_or(u64::MAX)
}

/// The fact that the clock was set to this anchor, the only one that changes the clock: every pause, level and
/// restart is stored as one.
pub(super) fn clock_set_fact(anchor: ClockAnchor, because: ClockSetReason, rule: Rule) -> PostedFact {
    let fact = CourseFact::ClockSet {
        line: u32::try_from(anchor.line).unwrap_or(u32::MAX),
        elapsed_ms: anchor.elapsed_ms,
        running: anchor.running,
        steady_ms: anchor.steady_ms,
        because,
    };
    PostedFact::new(fact, rule)
}
