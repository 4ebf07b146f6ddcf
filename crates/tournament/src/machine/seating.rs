//! The draw for seats, sitting down, forfeited and sold seats, moves, broken tables, the final table.

use std::collections::BTreeSet;

use chips::Chips;
use rulebook::{Rule, rule};
use seating::Person;

use super::command::{CommandContext, EntrantProfile, SeatCommand};
use super::event::{EntryFact, PlayerMove, SeatFact, SeatedEntry, TournamentFact};
use super::state::{EntryStatus, SessionStage, Tournament, TournamentStage};
use super::{FactsOrRefusal, PostedFact, refuse};
use crate::balance::{BalancingMove, SeatEffect, TableSeating, fits_one_table_fewer, next_move};
use crate::conditions::SessionPlan;
use crate::conditions::file::{BalanceMethod, BreakOrder};
use crate::conditions::values::{BreakWhen, StackFrom, StartAt, Tables};
use crate::lots::RandomBytes;
use crate::money::{MoneyCommand, RefundReason};
use crate::places::EntryNumber;
use crate::refusal::{TournamentRefusal, TournamentRefusalReason};
use crate::seats::{ReceivingTable, TableSeat, draw_seats, even_table_sizes, reseat};
use crate::terms::UnseatedEntry;

impl Tournament {
    /// Judges a command about seats: the facts it leads to, or the first reason against it. Changes nothing.
    pub(super) fn judge_seat(&self, command: &SeatCommand, context: &CommandContext<'_>) -> FactsOrRefusal {
        match command {
            SeatCommand::Draw { session, sizes } => self.draw(*session, sizes.as_deref(), context),
            SeatCommand::TakeSeat { entry, at } => self.take_seat(*entry, *at, context),
            SeatCommand::Forfeit { entry } => {
                self.check_director(context)?;
                let (session, chips) = self.find_absent(*entry)?;
                let fact = SeatFact::Forfeited { entry: *entry, session, chips };
                Ok(vec![PostedFact::new(fact, rule::NOT_SEATED_AT_THE_START)])
            }
            SeatCommand::Keep { entry } => {
                self.check_director(context)?;
                self.find_absent(*entry)?;
                let fact = SeatFact::Kept { entry: *entry };
                Ok(vec![PostedFact::new(fact, rule::ABSENT_PLAYER_IS_BLINDED_OFF)])
            }
            SeatCommand::SellSeat { from, person, standing, agreement } => {
                self.sell_seat(*from, *person, *standing, agreement.as_deref(), context)
            }
            SeatCommand::Move { entry, to } => self.move_player(*entry, *to, context),
            SeatCommand::BreakTable { table } => self.break_table(*table, context),
            SeatCommand::FinalTable => self.final_table(context),
        }
    }

    /// The running session and the chips of an entry whose player was not seated when the session began, while
    /// the director may still decide about it (`not-seated-at-the-start`).
    fn find_absent(&self, entry: EntryNumber) -> Result<(u32, Chips), TournamentRefusal> {
        let player = self.find_entry(entry)?;
        let running = self.running_session().map(|(session, ..)| session);
        match (player.status, running) {
            (EntryStatus::Drawn { seated: false }, Some(session)) => Ok((session, player.stack)),
            (
                EntryStatus::Drawn { .. }
                | EntryStatus::Entered
                | EntryStatus::Playing { .. }
                | EntryStatus::Deciding { .. },
                _,
            )
            | (
                EntryStatus::Waiting
                | EntryStatus::Out
                | EntryStatus::Forfeited
                | EntryStatus::Disqualified
                | EntryStatus::Returned,
                _,
            ) => refuse(TournamentRefusalReason::NotAbsent { entry }, rule::NOT_SEATED_AT_THE_START),
        }
    }

    /// Judges the director's draw for a session that is ready (`seats-by-ballot`): entries are closed or the
    /// sessions before it are over, and enough players can be drawn. Parts play side by side; tables are
    /// numbered on from part to part.
    fn draw(&self, session: u32, sizes: Option<&[usize]>, context: &CommandContext<'_>) -> FactsOrRefusal {
        const RULE: Rule = rule::SEATS_BY_BALLOT;
        self.check_director(context)?;
        let (Some(plan), Some(state)) = (self.plan_of(session), self.session(session)) else {
            return refuse(TournamentRefusalReason::NoSuchSession { session }, RULE);
        };
        let over = |at: &usize| self.sessions.get(*at).is_some_and(|s| s.stage == SessionStage::Over);
        let ready = match self.stage {
            TournamentStage::Closed => session == 1,
            TournamentStage::Running => self.current.is_none() && plan.after.iter().all(over),
            TournamentStage::Draft
            | TournamentStage::Published
            | TournamentStage::Open
            | TournamentStage::Finished
            | TournamentStage::Confirmed
            | TournamentStage::Paid
            | TournamentStage::Cancelled => false,
        };
        if !ready || state.stage != SessionStage::Waiting {
            return refuse(TournamentRefusalReason::NotNow { stage: self.stage }, RULE);
        }
        let entries = self.eligible_for_session(session);
        let least = if session == 1 { self.require_plan()?.min } else { 1 };
        let players = u32::try_from(entries.len()).unwrap_or(u32::MAX);
        if players < least {
            return refuse(
                TournamentRefusalReason::TooFewPlayers { players, least },
                rule::NUMBER_OF_PLAYERS,
            );
        }
        let mut random_bytes = RandomBytes::new(context.random_bytes);
        let mut parts = Vec::new();
        let mut first_table = 1;
        for entries in divide_by_lot(&entries, plan.count, &mut random_bytes)? {
            let seats = self.seats_of_part(plan, &entries, sizes, first_table, &mut random_bytes)?;
            let used = seats.iter().map(|seated| seated.at.table).max();
            first_table = used.map_or(first_table, |used| used + 1);
            parts.push(seats);
        }
        let fact = SeatFact::Drawn { session, draw: self.draws + 1, parts };
        Ok(vec![PostedFact::new(fact, RULE)])
    }

    /// The drawn seats of one part, with groups kept apart and with the stacks that its players bring: those
    /// carried, or the session's own. Its tables are numbered from `first_table`.
    fn seats_of_part(
        &self,
        plan: &SessionPlan,
        entries: &BTreeSet<EntryNumber>,
        sizes: Option<&[usize]>,
        first_table: u32,
        random_bytes: &mut RandomBytes<'_>,
    ) -> Result<Vec<SeatedEntry>, TournamentRefusal> {
        let tables = match plan.tables {
            Tables::Number(tables) => usize::try_from(tables).unwrap_or(usize::MAX),
            Tables::AsNeeded(_) => entries.len().div_ceil(usize::from(plan.seats.max(1))).max(1),
        };
        let sizes = match sizes {
            Some(sizes) if sizes.len() > tables => {
                let why = TournamentRefusalReason::TooManyTables { tables: sizes.len(), most: tables };
                return refuse(why, rule::CONDITIONS_STATE_THE_TABLES);
            }
            Some(sizes) => sizes.to_vec(),
            None => even_table_sizes(entries.len(), tables, plan.seats)?,
        };
        let planned = self.require_plan()?;
        let kept_apart: Vec<BTreeSet<EntryNumber>> = planned
            .groups_kept_apart()
            .map(|group| {
                let number = u32::try_from(group + 1).unwrap_or(u32::MAX);
                let belongs = |entry: &&EntryNumber| self.players[*entry].groups.contains(&number);
                entries.iter().filter(belongs).copied().collect()
            })
            .collect();
        let seats = draw_seats(entries, &sizes, plan.seats, &kept_apart, random_bytes)?;
        let seated = |(entry, at): (EntryNumber, TableSeat)| {
            let carried = self.players.get(&entry).map_or(Chips::ZERO, |player| player.stack);
            let stack = match plan.stack {
                StackFrom::Chips(chips) => chips,
                StackFrom::Carried(_) if carried.is_zero() => planned.chips,
                StackFrom::Carried(_) => carried,
            };
            let at = TableSeat { table: at.table + first_table - 1, seat: at.seat };
            SeatedEntry { entry, at, stack }
        };
        Ok(seats.into_iter().map(seated).collect())
    }

    /// When a session starts, in milliseconds of the wall clock; `None` if no time is set for it. It may not
    /// start earlier, and a player who sits down later is late.
    pub(super) fn session_start_ms(&self, session: u32) -> Option<i64> {
        use crate::conditions::values::SessionStart;
        match self.plan_of(session)?.start {
            SessionStart::At(moment) => Some(moment.unix_ms),
            SessionStart::After(_) if session == 1 => match self.plan.as_ref()?.start {
                Some(StartAt::At(moment)) => Some(moment.unix_ms),
                Some(StartAt::SitAndGo(_)) | None => None,
            },
            SessionStart::After(_) | SessionStart::Players { .. } | SessionStart::Minutes { .. } => None,
        }
    }

    /// Judges whether a player may sit down on the drawn seat and no other (`seat-is-assigned`). After the
    /// start it is too late where the book forfeits the position at once.
    fn take_seat(&self, entry: EntryNumber, at: TableSeat, context: &CommandContext<'_>) -> FactsOrRefusal {
        let player = self.find_entry(entry)?;
        self.check_seller(context, player.person, rule::SEAT_IS_ASSIGNED)?;
        let Some(assigned) = player.seat else {
            return refuse(TournamentRefusalReason::NotPlaying { entry }, rule::SEAT_IS_ASSIGNED);
        };
        if at != assigned {
            return refuse(TournamentRefusalReason::AnotherSeat { assigned }, rule::SEAT_IS_ASSIGNED);
        }
        let session = self.current.unwrap_or(1);
        let terms = self.session_plan().map(|plan| &plan.terms);
        let late = self.session_start_ms(session).is_some_and(|start| context.wall_ms >= start);
        let at_once = terms.is_some_and(|terms| terms.not_seated == UnseatedEntry::Forfeited);
        match player.status {
            EntryStatus::Drawn { seated: false } if late && at_once => {
                refuse(TournamentRefusalReason::AfterTheStart, rule::NOT_SEATED_AT_THE_START)
            }
            EntryStatus::Drawn { seated: false } | EntryStatus::Playing { away: true } => {
                Ok(vec![PostedFact::new(SeatFact::SatDown { entry }, rule::SEAT_IS_ASSIGNED)])
            }
            EntryStatus::Drawn { seated: true }
            | EntryStatus::Playing { away: false }
            | EntryStatus::Deciding { .. }
            | EntryStatus::Entered
            | EntryStatus::Waiting
            | EntryStatus::Out
            | EntryStatus::Forfeited
            | EntryStatus::Disqualified
            | EntryStatus::Returned => {
                refuse(TournamentRefusalReason::SeatedBefore { entry }, rule::SEAT_IS_ASSIGNED)
            }
        }
    }

    /// Judges the sale of an absent player's seat to the next person on the reserve list, in the first session
    /// only (`seat-offered-to-a-reserve`). The first fee goes back if the book returns it.
    fn sell_seat(
        &self,
        from: EntryNumber,
        person: Person,
        standing: EntrantProfile,
        agreement: Option<&str>,
        context: &CommandContext<'_>,
    ) -> FactsOrRefusal {
        const RULE: Rule = rule::SEAT_OFFERED_TO_A_RESERVE;
        self.check_seller(context, person, RULE)?;
        let first_session = self.current == Some(1) && self.running_session().is_some();
        if !first_session {
            return refuse(TournamentRefusalReason::FirstSessionOnly, RULE);
        }
        if self.reserves.first() != Some(&person) {
            return refuse(TournamentRefusalReason::NotNextInReserve, RULE);
        }
        let player = self.find_entry(from)?;
        let returned = self.session_plan().is_some_and(|plan| plan.terms.resold_fee_returned);
        let (seat, left) = match (player.status, player.forfeited, player.seat) {
            (EntryStatus::Forfeited, Some((1, seat, left)), _) => (seat, left),
            (EntryStatus::Drawn { seated: false }, _, Some(seat)) if returned => (seat, player.stack),
            _ => return refuse(TournamentRefusalReason::NotAbsent { entry: from }, RULE),
        };
        let mut facts = Vec::new();
        if returned {
            let back = MoneyCommand::GiveBack { receipt: player.receipt, because: RefundReason::Resold };
            facts.push(self.money_fact(&back)?);
        }
        facts.extend(self.sell_entry(person, standing, agreement, &[])?);
        let entry = facts.iter().find_map(|fact| match &fact.what {
            TournamentFact::Entry(EntryFact::Entered { entry, .. }) => Some(*entry),
            TournamentFact::Entry(_)
            | TournamentFact::Record(_)
            | TournamentFact::Money(_)
            | TournamentFact::Seat(_)
            | TournamentFact::Course(_)
            | TournamentFact::Result(_) => None,
        });
        if self.at_table(seat.table).iter().any(|(taken, other)| *taken == seat.seat && *other != from) {
            return refuse(TournamentRefusalReason::SeatTaken { seat }, RULE);
        }
        // A full stack if nobody was dealt in on that seat yet, otherwise what is left of it.
        let dealt = self.table(seat.table).is_some_and(|table| table.hands > 0);
        let stack = if dealt { left } else { self.require_plan()?.chips };
        let seated = SeatedEntry { entry: entry.unwrap_or(0), at: seat, stack };
        facts.push(PostedFact::new(SeatFact::Resold { from, seated }, RULE));
        Ok(facts)
    }

    /// Checks that players may be moved within the running session: everywhere, or by approved conditions only,
    /// as the book has it (`tables-are-broken`).
    fn check_moves_allowed(&self) -> Result<(), TournamentRefusal> {
        let Some((_, _, plan)) = self.running_session() else {
            return refuse(TournamentRefusalReason::NotNow { stage: self.stage }, rule::TABLES_ARE_BROKEN);
        };
        if !plan.terms.moves_need_approval {
            return Ok(());
        }
        let planned = self.require_plan()?;
        let balanced = planned.balance.is_some_and(|balance| balance.method != BalanceMethod::None);
        let broken = planned.breaking.is_some_and(|breaking| !matches!(breaking.when, BreakWhen::Never(_)));
        if (balanced || broken) && self.is_approved() {
            Ok(())
        } else {
            refuse(TournamentRefusalReason::NoMovesInASession, rule::SEAT_IS_ASSIGNED)
        }
    }

    /// A table of the running session that was not broken, with its players who have chips; refused if there is
    /// none of this number.
    fn open_table_seating(&self, table: u32) -> Result<TableSeating, TournamentRefusal> {
        let none = TournamentRefusal {
            why: TournamentRefusalReason::NoSuchTable { table },
            rule: rule::SEAT_IS_ASSIGNED,
        };
        let open = self.table(table).is_some_and(|table| table.open);
        self.table_seating(table).filter(|_| open).ok_or(none)
    }

    /// What moving a player to this seat does to the blinds of the player and of the others: recorded with the
    /// move, and a harmful one needs a reason. A seat that is not free counts as harmless.
    fn seat_effect(&self, seating: &TableSeating, seat: u8) -> SeatEffect {
        let buttons = self.session_plan().map(|plan| plan.terms.buttons);
        let free = buttons.map_or_else(Vec::new, |buttons| seating.free_seats(buttons));
        let no_effect = SeatEffect { seat, hands_to_last_blind: 0, first_blind: false, harms: false };
        free.into_iter().find(|effect| effect.seat == seat).unwrap_or(no_effect)
    }

    /// Judges the director's move of a player to a free seat of the same part while the player's table is not
    /// in a hand; a seat that harms somebody's blinds needs a reason.
    fn move_player(&self, entry: EntryNumber, to: TableSeat, context: &CommandContext<'_>) -> FactsOrRefusal {
        const RULE: Rule = rule::SEAT_IS_ASSIGNED;
        if self.check_director(context).is_err() {
            return refuse(TournamentRefusalReason::NotForThisRole { role: context.by.role }, RULE);
        }
        self.check_moves_allowed()?;
        let player = self.find_entry(entry)?;
        let Some(from) = player.seat.filter(|_| self.is_in_session(player)) else {
            return refuse(TournamentRefusalReason::NotPlaying { entry }, RULE);
        };
        if self.table(from.table).is_some_and(|table| table.in_hand) {
            return refuse(TournamentRefusalReason::HandIsRunning { table: from.table }, RULE);
        }
        let seating = self.open_table_seating(to.table)?;
        let part = |table: u32| self.table(table).map(|table| table.part);
        if part(to.table) != part(from.table) {
            return refuse(TournamentRefusalReason::NoSuchTable { table: to.table }, RULE);
        }
        if to.seat == 0
            || to.seat > seating.seats
            || self.at_table(to.table).iter().any(|(seat, _)| *seat == to.seat)
        {
            return refuse(TournamentRefusalReason::SeatTaken { seat: to }, RULE);
        }
        let effect = self.seat_effect(&seating, to.seat);
        if effect.harms && context.reason.is_none() {
            return refuse(TournamentRefusalReason::ReasonNeeded, RULE);
        }
        let moved = PlayerMove { entry, from, to, effect };
        Ok(vec![PostedFact::new(SeatFact::Moved { moved }, rule::TABLES_ARE_BROKEN)])
    }

    /// The move that balancing requires now in a part of the session, counted from 1, for a director to accept,
    /// change or decline; until it is made, the table that owes it opens no hand.
    pub fn owed_move(&self, part: u32) -> Option<BalancingMove> {
        let balance = self.plan.as_ref()?.balance?;
        if balance.method == BalanceMethod::None || self.check_moves_allowed().is_err() {
            return None;
        }
        let buttons = self.session_plan()?.terms.buttons;
        next_move(&self.table_seatings(part), usize::from(balance.at), buttons)
    }

    /// The table that the conditions say has to be broken next in a part of the session, counted from 1; `None`
    /// if none has to be, or the director decides. Nothing is broken without a command.
    pub fn table_to_break(&self, part: u32) -> Option<u32> {
        let breaking = self.plan.as_ref()?.breaking?;
        self.check_moves_allowed().ok()?;
        let seatings = self.table_seatings(part);
        let players: usize = seatings.iter().map(|seating| self.at_table(seating.table).len()).sum();
        let seats = self.session_plan()?.seats;
        let first = match breaking.order {
            BreakOrder::HighestNumberFirst | BreakOrder::Draw => seatings.first()?.table,
        };
        match breaking.when {
            BreakWhen::Fits(_) => fits_one_table_fewer(players, seatings.len(), seats).then_some(first),
            BreakWhen::Below { below } => {
                let short = |seating: &&TableSeating| {
                    seating.players.len() < usize::try_from(below).unwrap_or(usize::MAX)
                };
                let fits = fits_one_table_fewer(players, seatings.len(), seats);
                seatings.iter().find(short).filter(|_| fits).map(|seating| seating.table)
            }
            BreakWhen::Director(_) | BreakWhen::Never(_) => None,
        }
    }

    /// Judges the director's breaking of a table between hands (`tables-are-broken`): its players are reseated
    /// by lot at the other tables of the part, where seats that harm nobody are taken first.
    fn break_table(&self, table: u32, context: &CommandContext<'_>) -> FactsOrRefusal {
        const RULE: Rule = rule::TABLES_ARE_BROKEN;
        self.check_director(context)?;
        self.check_moves_allowed()?;
        let broken = self.open_table_seating(table)?;
        let state = self.table(table);
        if state.is_some_and(|table| table.in_hand) {
            return refuse(TournamentRefusalReason::HandIsRunning { table }, RULE);
        }
        let part = state.map_or(1, |table| table.part);
        let buttons = self.session_plan().map(|plan| plan.terms.buttons);
        let others: Vec<TableSeating> =
            self.table_seatings(part).into_iter().filter(|seating| seating.table != table).collect();
        let takers: Vec<ReceivingTable> = others
            .iter()
            .map(|seating| {
                let taken = self.at_table(seating.table);
                let free = buttons.map_or_else(Vec::new, |buttons| seating.free_seats(buttons));
                let free =
                    free.into_iter().filter(|effect| !taken.iter().any(|(seat, _)| *seat == effect.seat));
                let (harmless, harmful): (Vec<_>, Vec<_>) = free.partition(|effect| !effect.harms);
                let harmless_count = harmless.len();
                let free = harmless.iter().chain(&harmful).map(|effect| effect.seat).collect();
                ReceivingTable { table: seating.table, players: taken.len(), free, harmless: harmless_count }
            })
            .collect();
        let players: Vec<(u8, EntryNumber)> = self.at_table(table);
        let entries: Vec<EntryNumber> = players.iter().map(|(_, entry)| *entry).collect();
        let mut random_bytes = RandomBytes::new(context.random_bytes);
        let places = reseat(&entries, &takers, &mut random_bytes)?;
        let mut moves = Vec::new();
        for ((seat, _), (entry, to)) in players.iter().zip(places) {
            let effect = others
                .iter()
                .find(|seating| seating.table == to.table)
                .map(|seating| self.seat_effect(seating, to.seat));
            let no_effect =
                SeatEffect { seat: to.seat, hands_to_last_blind: 0, first_blind: false, harms: false };
            let from = TableSeat { table: broken.table, seat: *seat };
            moves.push(PlayerMove { entry, from, to, effect: effect.unwrap_or(no_effect) });
        }
        Ok(vec![PostedFact::new(SeatFact::TableBroken { table, draw: self.draws + 1, moves }, RULE)])
    }

    /// Judges the director's command to redraw the seats of the last table, between hands; refused if the
    /// conditions say no redraw.
    fn final_table(&self, context: &CommandContext<'_>) -> FactsOrRefusal {
        const RULE: Rule = rule::SEAT_IS_ASSIGNED;
        self.check_director(context)?;
        self.check_moves_allowed()?;
        let seatings = self.table_seatings(1);
        let [seating] = &seatings[..] else {
            return refuse(TournamentRefusalReason::MoreThanOneTable { tables: seatings.len() }, RULE);
        };
        if self.current_session().is_some_and(|session| session.parts > 1) {
            return refuse(TournamentRefusalReason::MoreThanOneTable { tables: seatings.len() }, RULE);
        }
        if self.table(seating.table).is_some_and(|table| table.in_hand) {
            return refuse(TournamentRefusalReason::HandIsRunning { table: seating.table }, RULE);
        }
        if !self.require_plan()?.redraw_final {
            return refuse(TournamentRefusalReason::NoRedraw, RULE);
        }
        let mut random_bytes = RandomBytes::new(context.random_bytes);
        let mut chairs: Vec<u8> = (1..=seating.seats).collect();
        random_bytes.shuffle(&mut chairs)?;
        let seats = self
            .at_table(seating.table)
            .into_iter()
            .zip(chairs)
            .map(|((_, entry), seat)| {
                let stack = self.players.get(&entry).map_or(Chips::ZERO, |player| player.stack);
                SeatedEntry { entry, at: TableSeat { table: seating.table, seat }, stack }
            })
            .collect();
        let fact = SeatFact::FinalTable { table: seating.table, draw: self.draws + 1, seats };
        Ok(vec![PostedFact::new(fact, rule::SEATS_BY_BALLOT)])
    }
}

/// Divides entries by lot into parts of equal size, give or take one, which play side by side; with one part it
/// has all of them and no byte is used.
fn divide_by_lot(
    entries: &[EntryNumber],
    parts: u32,
    random_bytes: &mut RandomBytes<'_>,
) -> Result<Vec<BTreeSet<EntryNumber>>, TournamentRefusal> {
    if parts <= 1 {
        return Ok(vec![entries.iter().copied().collect()]);
    }
    let mut order = entries.to_vec();
    random_bytes.shuffle(&mut order)?;
    let parts = usize::try_from(parts).unwrap_or(1);
    let mut divided = vec![BTreeSet::new(); parts];
    for (at, entry) in order.into_iter().enumerate() {
        divided[at % parts].insert(entry);
    }
    Ok(divided)
}
