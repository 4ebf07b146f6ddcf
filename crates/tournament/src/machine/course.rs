//! Sessions that start, hands that open and end, the clock, breaks, hand-for-hand play, odd chips.

use cards::Card;
use chips::Chips;
use rulebook::{Rule, rule};

use super::command::{CourseCommand, Given, HandReport};
use super::event::{ClockBecause, CourseFact, EntryFact, InHand, SeatFact};
use super::state::{SessionStage, Stage, Status, Tournament};
use super::{Fact, Judged, refuse};
use crate::balance::next_move;
use crate::clock::Anchor;
use crate::colour_up::{self, Raced, Stack};
use crate::conditions::file::{BalanceMethod, ColourUp};
use crate::conditions::values::Ending;
use crate::lots::Lots;
use crate::places::Entry;
use crate::refusal::{Refusal, Why};
use crate::terms::NotSeated;

const MS_A_MINUTE: u64 = 60_000;

impl Tournament {
    pub(super) fn judge_course(&self, command: &CourseCommand, given: &Given<'_>) -> Judged {
        match command {
            CourseCommand::StartSession { session } => self.start_session(*session, given),
            CourseCommand::OpenHand { table } => self.open_hand(*table, given),
            CourseCommand::HandEnded(report) => self.hand_ended(report, given),
            CourseCommand::VoidHand { table } => {
                self.table_speaks(given)?;
                let hand = self.hand_of(*table)?;
                let fact = CourseFact::HandVoid { table: *table, hand };
                Ok(vec![Fact::new(fact, rule::TOURNAMENT_RULES_PREVAIL)])
            }
            CourseCommand::Tick => self.tick(given),
            CourseCommand::Pause { on } => {
                let anchor = self.clock_as_seen(*on, given)?;
                let stopped = anchor.set_running(false, self.lines(), given.steady_ms);
                Ok(vec![clock_set(stopped, ClockBecause::Paused, rule::BREAK_HAS_ITS_TIME)])
            }
            CourseCommand::Resume { on } => self.resume(*on, given),
            CourseCommand::NextLevel { on } => {
                let anchor = self.clock_as_seen(*on, given)?;
                let line = anchor.reading(self.lines(), given.steady_ms).line;
                let next = (line + 1).min(self.lines().len().saturating_sub(1));
                let anchor = Anchor { line: next, elapsed_ms: 0, at_ms: given.steady_ms, ..anchor };
                Ok(vec![clock_set(anchor, ClockBecause::NextLevel, rule::PACE_IS_DIRECTED)])
            }
            CourseCommand::SetClock { on, line, elapsed_ms } => {
                let anchor = self.clock_as_seen(*on, given)?;
                let line = usize::try_from(*line).unwrap_or(usize::MAX);
                let lowest = anchor.reading(self.lines(), given.steady_ms).line;
                if line < lowest || line >= self.lines().len() {
                    return refuse(Why::LevelsNeverFall, rule::PACE_IS_DIRECTED);
                }
                let anchor = Anchor { line, elapsed_ms: *elapsed_ms, at_ms: given.steady_ms, ..anchor };
                Ok(vec![clock_set(anchor, ClockBecause::Corrected, rule::PACE_IS_DIRECTED)])
            }
            CourseCommand::CallBreak { minutes } => {
                self.director(given)?;
                self.plays()?;
                if self.on_break.is_some() || self.paused {
                    return refuse(Why::Held, rule::BREAK_HAS_ITS_TIME);
                }
                let fact = CourseFact::BreakCalled { minutes: *minutes };
                Ok(vec![Fact::new(fact, rule::BREAK_HAS_ITS_TIME)])
            }
            CourseCommand::HandForHand { on } => {
                self.director(given)?;
                self.plays()?;
                if self.hand_for_hand.is_some() == *on {
                    return refuse(Why::AsItIs, rule::PACE_IS_DIRECTED);
                }
                Ok(vec![Fact::new(CourseFact::HandForHand { on: *on }, rule::PACE_IS_DIRECTED)])
            }
            CourseCommand::Release => self.release(given),
            CourseCommand::ColourUp { from, to, cards } => self.colour_up(*from, *to, cards, given),
            CourseCommand::Pace { seconds, from_hand } => {
                self.director(given)?;
                self.plays()?;
                let fact = CourseFact::Paced { seconds: *seconds, from_hand: *from_hand };
                Ok(vec![Fact::new(fact, rule::PACE_IS_DIRECTED)])
            }
            CourseCommand::Recover => {
                let Some(clock) = self.clock else {
                    return refuse(Why::NotNow { stage: self.stage }, rule::PACE_IS_DIRECTED);
                };
                let anchor = clock.resumed(given.steady_ms);
                Ok(vec![clock_set(anchor, ClockBecause::Restarted, rule::PACE_IS_DIRECTED)])
            }
        }
    }

    fn plays(&self) -> Result<(), Refusal> {
        let now = Refusal { why: Why::NotNow { stage: self.stage }, rule: rule::TOURNAMENT_RULES_PREVAIL };
        self.running().map(|_| ()).ok_or(now)
    }

    fn table_speaks(&self, given: &Given<'_>) -> Result<(), Refusal> {
        if Tournament::is_table(given.by.role) {
            Ok(())
        } else {
            refuse(Why::NotForThisRole { role: given.by.role }, rule::DIRECTOR_AWARDS_PLACES)
        }
    }

    /// The clock, for a change that was made on what it shows: of two changes of one clock the second is refused.
    fn clock_as_seen(&self, on: u32, given: &Given<'_>) -> Result<Anchor, Refusal> {
        self.director(given)?;
        self.plays()?;
        let now = self.clock_set;
        if on != now {
            return refuse(Why::ClockWasSet { on, now }, rule::PACE_IS_DIRECTED);
        }
        self.clock.ok_or(Refusal { why: Why::NotNow { stage: self.stage }, rule: rule::PACE_IS_DIRECTED })
    }

    fn start_session(&self, session: u32, given: &Given<'_>) -> Judged {
        self.director(given)?;
        let drawn = self.session(session).is_some_and(|state| state.stage == SessionStage::Drawn);
        let (true, Some(plan)) = (drawn && self.current == Some(session), self.plan_of(session)) else {
            return refuse(Why::NoSuchSession { session }, rule::SESSION_HAS_ITS_END);
        };
        if self.names_a_director() && self.director.is_none() {
            return refuse(Why::NoDirector, rule::DIRECTOR_IS_NOMINATED);
        }
        self.gates()?;
        if let Some(start) = self.set_start(session).filter(|start| given.wall_ms < *start) {
            let ms = u64::try_from(start - given.wall_ms).unwrap_or(0);
            return refuse(Why::BeforeTheStart { ms }, rule::CONDITIONS_STATE_THE_START);
        }
        let started = CourseFact::SessionStarted { session, wall_ms: given.wall_ms };
        let mut facts = vec![Fact::new(started, rule::CONDITIONS_STATE_THE_START)];
        if plan.terms.not_seated == NotSeated::Forfeited {
            for (entry, player) in self.players() {
                if self.is_in(player) && player.status == (Status::Drawn { seated: false }) {
                    let fact = SeatFact::Forfeited { entry, session, chips: player.stack };
                    facts.push(Fact::new(fact, rule::NOT_SEATED_AT_THE_START));
                }
            }
        }
        let anchor = Anchor { line: 0, elapsed_ms: 0, running: true, at_ms: given.steady_ms };
        facts.push(clock_set(anchor, ClockBecause::Started, rule::CONDITIONS_STATE_THE_LEVELS));
        Ok(facts)
    }

    fn hand_of(&self, table: u32) -> Result<u32, Refusal> {
        let rule = rule::TOURNAMENT_RULES_PREVAIL;
        match self.table(table) {
            Some(state) if state.in_hand => Ok(state.next),
            Some(_) => refuse(Why::NoHandRunning { table }, rule),
            None => refuse(Why::NoSuchTable { table }, rule),
        }
    }

    fn open_hand(&self, table: u32, given: &Given<'_>) -> Judged {
        self.table_speaks(given)?;
        self.may_open(table, given.steady_ms)?;
        // Who cannot wager the minimum is out before the round.
        if let Some(minimum) = self.table_minimum(table, given.steady_ms) {
            let short = |entry: &Entry| self.players.get(entry).is_some_and(|player| player.stack < minimum);
            let seats = self.at_table(table);
            let below: Vec<Entry> = seats.into_iter().map(|(_, entry)| entry).filter(short).collect();
            if !below.is_empty() {
                return Ok(below
                    .into_iter()
                    .filter_map(|entry| self.goes_out(entry, given.steady_ms))
                    .collect());
            }
        }
        let nothing = Refusal { why: Why::NoSuchTable { table }, rule: rule::CONDITIONS_STATE_THE_LEVELS };
        let reading = self.line_at(table, given.steady_ms).ok_or(nothing)?;
        let fact = CourseFact::HandOpened {
            table,
            hand: self.table(table).map_or(1, |table| table.next),
            line: u32::try_from(reading.line).unwrap_or(u32::MAX),
            elapsed_ms: reading.elapsed_ms,
            hand_for_hand: self.hand_for_hand,
        };
        Ok(vec![Fact::new(fact, rule::CONDITIONS_STATE_THE_LEVELS)])
    }

    /// Whether a table may open its next hand.
    ///
    /// # Errors
    /// What holds it: a pause, a break, hand-for-hand play, the end of the session, a move that it owes, a table that is
    /// too short, fewer than two players with chips.
    pub fn may_open(&self, table: u32, steady_ms: u64) -> Result<(), Refusal> {
        const RULE: Rule = rule::TABLES_ARE_BROKEN;
        self.plays()?;
        let Some(state) = self.table(table).filter(|state| state.open) else {
            return refuse(Why::NoSuchTable { table }, rule::SEAT_IS_ASSIGNED);
        };
        if state.in_hand {
            return refuse(Why::HandIsRunning { table }, rule::TOURNAMENT_RULES_PREVAIL);
        }
        let ended = self.current_session().is_some_and(|session| session.ended.contains(&state.part));
        if ended {
            return refuse(Why::SessionIsOver, rule::SESSION_HAS_ITS_END);
        }
        if self.paused || self.on_break.is_some() || self.break_of_structure(steady_ms) {
            return refuse(Why::Held, rule::BREAK_HAS_ITS_TIME);
        }
        if let Some(number) = self.hand_for_hand
            && state.played >= number
        {
            return refuse(Why::WaitsForTheOthers { number }, rule::PACE_IS_DIRECTED);
        }
        if let Some(Ending::Hands { hands }) = self.session_plan().map(|plan| plan.end)
            && state.hands >= hands
        {
            return refuse(Why::SessionIsOver, rule::SESSION_HAS_ITS_END);
        }
        let Some(felt) = self.felt(table) else { return refuse(Why::NoSuchTable { table }, RULE) };
        if felt.players.len() < 2 {
            return refuse(Why::TooFewAtTheTable { players: felt.players.len() }, RULE);
        }
        self.in_balance(table, state.part)
    }

    /// With balancing on no hand opens at a table that owes a move, nor at one that is too many short.
    fn in_balance(&self, table: u32, part: u32) -> Result<(), Refusal> {
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
        let felts = self.felts(part);
        let most = felts.iter().map(|felt| felt.players.len()).max().unwrap_or(0);
        let here = felts.iter().find(|felt| felt.table == table).map_or(0, |felt| felt.players.len());
        if most - here >= usize::from(balance.halt_at.max(2)) {
            return refuse(Why::TooShort { players: here, fullest: most }, RULE);
        }
        match next_move(&felts, usize::from(balance.at), plan.terms.buttons) {
            Some(owed) if owed.from.table == table => refuse(Why::OwesAMove { entry: owed.entry }, RULE),
            Some(_) | None => Ok(()),
        }
    }

    fn hand_ended(&self, report: &HandReport, given: &Given<'_>) -> Judged {
        const RULE: Rule = rule::NO_CHANGE_OF_CHIPS;
        self.table_speaks(given)?;
        let hand = self.hand_of(report.table)?;
        if report.hand != hand {
            return refuse(Why::AnotherHand { hand: report.hand, running: hand }, RULE);
        }
        let here = self.at_table(report.table);
        let mut before = u128::from(report.from_bank.get());
        let mut after = u128::from(report.to_bank.get());
        for (at, in_hand) in report.players.iter().enumerate() {
            let InHand { entry, .. } = *in_hand;
            let twice = report.players[..at].iter().any(|other| other.entry == entry);
            let player = self.known(entry)?;
            if twice || player.stack != in_hand.before || !here.iter().any(|(_, other)| *other == entry) {
                return refuse(Why::AnotherStack { entry, stack: player.stack, given: in_hand.before }, RULE);
            }
            before += u128::from(in_hand.before.get());
            after += u128::from(in_hand.after.get());
        }
        if before != after {
            let (before, after) = (to_u64(before), to_u64(after));
            return refuse(Why::ChipsDoNotAddUp { before, after }, RULE);
        }
        let fact = CourseFact::HandEnded {
            table: report.table,
            hand,
            steady_ms: given.steady_ms,
            seats: report.seats,
            players: report.players.clone(),
            to_bank: report.to_bank,
            from_bank: report.from_bank,
        };
        Ok(vec![Fact::new(fact, RULE)])
    }

    /// What became due: windows to buy back in that are over, sessions that end by time, breaks that are over.
    fn tick(&self, given: &Given<'_>) -> Judged {
        let mut facts = Vec::new();
        for (entry, player) in self.players() {
            if let Status::Deciding { until_ms } = player.status
                && given.steady_ms > until_ms
            {
                facts.push(Fact::new(EntryFact::Declined { entry }, rule::RE_BUY_BY_THE_CONDITIONS));
            }
        }
        facts.extend(self.ended_by_time(given.steady_ms));
        Ok(facts)
    }

    fn resume(&self, on: u32, given: &Given<'_>) -> Judged {
        let anchor = self.clock_as_seen(on, given)?;
        let mut facts = Vec::new();
        if let Some(called) = self.on_break {
            let length = u64::from(called.minutes) * MS_A_MINUTE;
            let over = called.began_ms.map(|began| began + length);
            if over.is_none_or(|over| given.steady_ms < over) {
                let ms = over.map_or(length, |over| over - given.steady_ms);
                return refuse(Why::BreakIsNotOver { ms }, rule::BREAK_HAS_ITS_TIME);
            }
            facts.push(Fact::new(CourseFact::BreakOver, rule::BREAK_HAS_ITS_TIME));
        } else if !self.paused {
            return refuse(Why::AsItIs, rule::BREAK_HAS_ITS_TIME);
        }
        let running = anchor.set_running(true, self.lines(), given.steady_ms);
        facts.push(clock_set(running, ClockBecause::Resumed, rule::BREAK_HAS_ITS_TIME));
        Ok(facts)
    }

    fn release(&self, given: &Given<'_>) -> Judged {
        const RULE: Rule = rule::PACE_IS_DIRECTED;
        self.director(given)?;
        self.plays()?;
        let Some(number) = self.hand_for_hand else { return refuse(Why::AsItIs, RULE) };
        let session = self.current_session();
        let tables = session.into_iter().flat_map(|session| &session.tables);
        for (table, state) in tables.filter(|(_, state)| state.open) {
            let plays = self.felt(*table).is_some_and(|felt| felt.players.len() >= 2);
            if state.in_hand || number > 0 && state.played < number && plays {
                return refuse(Why::HandIsRunning { table: *table }, RULE);
            }
        }
        if self.players.values().any(|player| matches!(player.status, Status::Deciding { .. })) {
            return refuse(Why::SomebodyDecides, RULE);
        }
        Ok(vec![Fact::new(CourseFact::Released { number: number + 1 }, RULE)])
    }

    fn colour_up(&self, from: Chips, to: Chips, cards: &[(Entry, Vec<Card>)], given: &Given<'_>) -> Judged {
        const RULE: Rule = rule::NO_CHANGE_OF_CHIPS;
        self.director(given)?;
        self.plays()?;
        let plan = self.planned()?;
        let held = self.paused || self.on_break.is_some() || self.break_of_structure(given.steady_ms);
        let Some(session) = self.current_session().filter(|_| held) else {
            return refuse(Why::OnlyInABreak, rule::BREAK_HAS_ITS_TIME);
        };
        if let Some((table, _)) = session.tables.iter().find(|(_, table)| table.in_hand) {
            return refuse(Why::HandIsRunning { table: *table }, RULE);
        }
        let mut tables: Vec<Vec<Stack>> = Vec::new();
        for (number, _) in session.tables.iter().filter(|(_, table)| table.open) {
            let stack = |(_, entry): (u8, Entry)| Stack { entry, chips: self.players[&entry].stack };
            tables.push(self.at_table(*number).into_iter().map(stack).collect());
        }
        let before: Chips = tables.iter().flatten().map(|stack| stack.chips).sum();
        let mut stacks = Vec::new();
        match plan.colour_up {
            ColourUp::None => return refuse(Why::NoColourUp, RULE),
            ColourUp::RoundUp => {
                for table in &tables {
                    stacks.extend(colour_up::round_up(table, to).0);
                }
            }
            ColourUp::Race => {
                let mut lots = Lots::new(given.lots);
                let quotas = colour_up::quotas(&tables, to, &mut lots)?;
                for (table, quota) in tables.iter().zip(quotas.chips) {
                    let of = |stack: &Stack| Raced {
                        entry: stack.entry,
                        chips: stack.chips,
                        cards: cards
                            .iter()
                            .find(|(entry, _)| *entry == stack.entry)
                            .map_or_else(Vec::new, |(_, cards)| cards.clone()),
                    };
                    let raced: Vec<Raced> = table.iter().map(of).collect();
                    stacks.extend(colour_up::race(&raced, from, to, quota, &mut lots)?.stacks);
                }
            }
        }
        let after: Chips = stacks.iter().map(|(_, chips)| *chips).sum();
        let (issued, taken) = (after.above(before), before.above(after));
        let fact = CourseFact::ColouredUp { chip: from, stacks, issued, taken };
        Ok(vec![Fact::new(fact, RULE)])
    }

    /// Whether nobody is in a hand.
    pub(super) fn no_hand_runs(&self) -> bool {
        self.current_session().is_none_or(|session| session.tables.values().all(|table| !table.in_hand))
    }

    pub(super) fn is_running(&self) -> bool {
        self.stage == Stage::Running && self.running().is_some()
    }
}

fn to_u64(amount: u128) -> u64 {
    u64::try_from(amount).unwrap_or(u64::MAX)
}

pub(super) fn clock_set(anchor: Anchor, because: ClockBecause, rule: Rule) -> Fact {
    let fact = CourseFact::ClockSet {
        line: u32::try_from(anchor.line).unwrap_or(u32::MAX),
        elapsed_ms: anchor.elapsed_ms,
        running: anchor.running,
        steady_ms: anchor.at_ms,
        because,
    };
    Fact::new(fact, rule)
}
