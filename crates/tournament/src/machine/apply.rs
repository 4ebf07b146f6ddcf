//! Applies decided events to the tournament. Holds no rule and cannot fail: a fact about something that does
//! not exist is ignored.

use chips::Chips;

use super::event::{
    ClockSetReason, CourseFact, EntryFact, PlayerMove, RecordFact, ResultFact, SeatFact, SeatedEntry,
    TournamentEvent, TournamentFact,
};
use super::state::{
    Break, Elimination, EntryStatus, LastHandResult, SessionStage, Tournament, TournamentPlayer,
    TournamentSession, TournamentStage, TournamentTable, VersionRecords,
};
use crate::clock::ClockAnchor;
use crate::money::{MoneyFact, RefundReason, TournamentMoney};
use crate::places::EntryNumber;
use crate::terms::Terms;

impl Tournament {
    /// Applies one decided event, new or read back from the store. Holds no rule and cannot fail; events have
    /// to come in their stored order, and the same events always give the same state.
    pub fn apply(&mut self, event: &TournamentEvent) {
        match &event.what {
            TournamentFact::Record(fact) => self.apply_record(fact),
            TournamentFact::Money(fact) => self.apply_money(fact),
            TournamentFact::Entry(fact) => self.apply_entry(fact),
            TournamentFact::Seat(fact) => self.apply_seat(fact),
            TournamentFact::Course(fact) => self.apply_course(fact),
            TournamentFact::Result(fact) => self.apply_result(fact),
        }
    }

    /// Applies a fact about conditions and records; cannot fail. Sessions and money are set up anew by each
    /// version with a plan until the first entry is sold, and kept from then on.
    fn apply_record(&mut self, fact: &RecordFact) {
        match fact {
            RecordFact::Published { conditions, .. } => {
                self.plan = conditions.plan().ok();
                if let Some(plan) = &self.plan
                    && self.players.is_empty()
                {
                    let unit = Tournament::money_unit(plan.unit);
                    let terms: Terms = conditions.terms().clone();
                    self.money = TournamentMoney::new(self.number, unit, terms, plan.refunds).ok();
                    self.sessions = plan.sessions.iter().map(|_| TournamentSession::new()).collect();
                }
                self.versions.push((conditions.clone(), VersionRecords::default()));
                self.stage = self.stage.max(TournamentStage::Published);
            }
            RecordFact::Noticed { version, .. } => {
                if let Some(records) = self.records_of(*version) {
                    records.noticed = true;
                }
            }
            RecordFact::Approved { version, .. } => {
                if let Some(records) = self.records_of(*version) {
                    records.approved = true;
                }
            }
            RecordFact::Reviewed { version, text } => {
                if let Some(records) = self.records_of(*version) {
                    records.reviewed.insert(*text);
                }
            }
            RecordFact::Nominated { person, .. } => self.director = Some(*person),
            RecordFact::EntriesOpened => self.stage = TournamentStage::Open,
            RecordFact::EntriesClosed => self.stage = TournamentStage::Closed,
        }
    }

    /// What is on record about a version of the conditions, counted from 1: noticed, approved, reviewed; `None`
    /// if it was never published.
    fn records_of(&mut self, version: u32) -> Option<&mut VersionRecords> {
        let at = usize::try_from(version).ok()?.checked_sub(1)?;
        self.versions.get_mut(at).map(|(_, records)| records)
    }

    /// Applies a fact about money, to the money itself and to the entries that a refund or a cancellation ends;
    /// the last payment ends the tournament. Cannot fail: what does not exist is passed over.
    fn apply_money(&mut self, fact: &MoneyFact) {
        if let Some(money) = &mut self.money {
            money.apply(fact);
        }
        match fact {
            MoneyFact::GivenBack { receipt, because, .. } => {
                // The fee belongs to a position that was sold again, or to an entry that was a mistake.
                let of_entry = self.players.iter().find(|(_, player)| player.receipt == *receipt);
                let entry = of_entry.map(|(entry, _)| *entry);
                if let Some(entry) = entry
                    && matches!(because, RefundReason::Resold | RefundReason::Corrected)
                {
                    self.take_out_of_play(entry, EntryStatus::Returned);
                }
            }
            MoneyFact::Cancelled { .. } => {
                let entries: Vec<EntryNumber> = self.players.keys().copied().collect();
                for entry in entries {
                    self.take_out_of_play(entry, EntryStatus::Returned);
                }
                self.stage = TournamentStage::Cancelled;
            }
            MoneyFact::Paid { .. } => {
                if self.money.as_ref().is_some_and(TournamentMoney::all_paid) {
                    self.stage = TournamentStage::Paid;
                }
            }
            MoneyFact::Sold { .. } | MoneyFact::Added { .. } | MoneyFact::Confirmed { .. } => {}
        }
    }

    /// Takes an entry out of play with a status that has no seat: its chips are counted as taken back, and its
    /// seat becomes free.
    fn take_out_of_play(&mut self, entry: EntryNumber, status: EntryStatus) {
        if let Some(player) = self.players.get_mut(&entry) {
            self.taken += player.stack;
            player.stack = Chips::ZERO;
            player.seat = None;
            player.status = status;
        }
    }

    /// Applies a fact about an entry: it is sold, buys, is away, is readmitted or goes. Chips that it buys are
    /// counted as issued. Cannot fail: an unknown entry is passed over.
    fn apply_entry(&mut self, fact: &EntryFact) {
        match fact {
            EntryFact::Entered { entry, person, receipt, agreement, groups } => {
                self.reserves.retain(|reserve| reserve != person);
                let player = TournamentPlayer {
                    owner: *person,
                    person: *person,
                    receipt: *receipt,
                    agreement: agreement.clone(),
                    groups: groups.clone(),
                    status: EntryStatus::Entered,
                    stack: Chips::ZERO,
                    seat: None,
                    rebuys: 0,
                    declined: false,
                    addons: 0,
                    repechages: 0,
                    readmitted: 0,
                    forfeited: None,
                    session: 0,
                    points: 0,
                    last: None,
                };
                self.players.insert(*entry, player);
            }
            EntryFact::Reserved { person } => self.reserves.push(*person),
            EntryFact::Withdrawn { entry } => self.take_out_of_play(*entry, EntryStatus::Returned),
            EntryFact::BoughtBack { entry, chips, to } => {
                self.issued += *chips;
                if let Some(player) = self.players.get_mut(entry) {
                    player.stack += *chips;
                    player.rebuys += 1;
                    player.status = EntryStatus::Playing { away: false };
                    player.seat = to.or(player.seat);
                }
            }
            EntryFact::AddedOn { entry, chips } => {
                self.issued += *chips;
                if let Some(player) = self.players.get_mut(entry) {
                    player.stack += *chips;
                    player.addons += 1;
                }
            }
            EntryFact::Declined { entry } => {
                if let Some(player) = self.players.get_mut(entry) {
                    player.status = EntryStatus::Playing { away: false };
                    player.declined = true;
                }
            }
            EntryFact::Readmitted { entry, session } => {
                if let Some(player) = self.players.get_mut(entry) {
                    player.status = EntryStatus::Waiting;
                    player.repechages += 1;
                    player.readmitted = *session;
                }
            }
            EntryFact::Substituted { entry, person } => {
                if let Some(player) = self.players.get_mut(entry) {
                    player.person = *person;
                }
            }
            EntryFact::Away { entry, away } => {
                if let Some(player) = self.players.get_mut(entry) {
                    player.status = EntryStatus::Playing { away: *away };
                }
            }
            EntryFact::Disqualified { entry, steady_ms, .. } => {
                let round = self.new_round(*steady_ms);
                let player = self.players.get(entry);
                let session = player.map_or(0, |player| player.session);
                let table = player.and_then(|player| player.seat).map(|seat| seat.table);
                self.take_out_of_play(*entry, EntryStatus::Disqualified);
                if let Some(session) = self.session_mut(session) {
                    let part = session.part_of.get(entry).copied().unwrap_or(1);
                    session.eliminations.push(Elimination {
                        entry: *entry,
                        round,
                        put_in: Chips::ZERO,
                        steps: 0,
                        part,
                        table,
                    });
                }
            }
            EntryFact::Incident { .. } => {}
        }
    }

    /// Numbers a new round, from 1, and keeps the time of the steady clock at which it ended; players who go
    /// out are placed by their rounds.
    fn new_round(&mut self, ended_ms: u64) -> u32 {
        self.rounds += 1;
        self.round_ends.insert(self.rounds, ended_ms);
        self.rounds
    }

    /// A session to be changed, counted from 1; `None` if there is none.
    fn session_mut(&mut self, session: u32) -> Option<&mut TournamentSession> {
        self.sessions.get_mut(usize::try_from(session).ok()?.checked_sub(1)?)
    }

    /// Applies a fact about seats: draws, moves, positions forfeited, kept or sold again, broken tables. Cannot
    /// fail: an unknown entry or table is passed over.
    fn apply_seat(&mut self, fact: &SeatFact) {
        match fact {
            SeatFact::Drawn { session, draw, parts } => {
                self.draws = *draw;
                self.current = Some(*session);
                for (part, seats) in (1..).zip(parts) {
                    for seated in seats {
                        self.apply_drawn_seat(*session, part, seated);
                    }
                }
                if let Some(drawn) = self.session_mut(*session) {
                    drawn.stage = SessionStage::Drawn;
                    drawn.parts = u32::try_from(parts.len()).unwrap_or(u32::MAX);
                }
            }
            SeatFact::SatDown { entry } => {
                if let Some(player) = self.players.get_mut(entry) {
                    player.status = match player.status {
                        EntryStatus::Drawn { .. } => EntryStatus::Drawn { seated: true },
                        // A late player whose position was kept sits down to what is left of the stack.
                        EntryStatus::Playing { .. } => EntryStatus::Playing { away: false },
                        other => other,
                    };
                }
            }
            SeatFact::Forfeited { entry, session, chips } => {
                if let Some(player) = self.players.get_mut(entry) {
                    player.forfeited = player.seat.map(|seat| (*session, seat, *chips));
                }
                self.take_out_of_play(*entry, EntryStatus::Forfeited);
                if let Some(missed) = self.session_mut(*session) {
                    missed.missed.insert(*entry, *chips);
                }
            }
            SeatFact::Kept { entry } => {
                if let Some(player) = self.players.get_mut(entry) {
                    player.status = EntryStatus::Playing { away: true };
                }
            }
            SeatFact::Resold { from, seated } => {
                if let Some(player) = self.players.get_mut(from) {
                    player.forfeited = None;
                }
                let session = self.current.unwrap_or(1);
                let part = self.session_mut(session).and_then(|session| session.part_of.get(from).copied());
                self.apply_drawn_seat(session, part.unwrap_or(1), seated);
                if let Some(player) = self.players.get_mut(&seated.entry) {
                    player.status = EntryStatus::Playing { away: false };
                }
            }
            SeatFact::Moved { moved } => self.apply_move(moved),
            SeatFact::TableBroken { table, draw, moves } => {
                self.draws = *draw;
                for moved in moves {
                    self.apply_move(moved);
                }
                if let Some(table) = self.table_mut(*table) {
                    table.open = false;
                }
            }
            SeatFact::FinalTable { draw, seats, .. } => {
                self.draws = *draw;
                for seated in seats {
                    if let Some(player) = self.players.get_mut(&seated.entry) {
                        player.seat = Some(seated.at);
                    }
                }
                if let Some(first) = seats.first()
                    && let Some(table) = self.table_mut(first.at.table)
                {
                    table.last = None;
                }
            }
        }
    }

    /// Gives an entry its drawn seat and stack in a part of a session, and opens the table if it is the first
    /// there. Only the difference to the stack before is counted as issued or taken back.
    fn apply_drawn_seat(&mut self, session: u32, part: u32, seated: &SeatedEntry) {
        let Some(player) = self.players.get_mut(&seated.entry) else { return };
        // Carried chips are not issued again; if the stack is smaller than before, the difference was taken
        // back.
        self.issued += seated.stack.above(player.stack);
        self.taken += player.stack.above(seated.stack);
        player.stack = seated.stack;
        player.seat = Some(seated.at);
        player.session = session;
        player.status = EntryStatus::Drawn { seated: false };
        player.declined = false;
        player.last = None;
        let Some(session) = self.session_mut(session) else { return };
        session.part_of.insert(seated.entry, part);
        session.tables.entry(seated.at.table).or_insert_with(|| TournamentTable {
            part,
            hands: 0,
            next: 1,
            last: None,
            in_hand: false,
            played: 0,
            open: true,
        });
    }

    /// Moves an entry to its new seat; chips and status stay.
    fn apply_move(&mut self, moved: &PlayerMove) {
        if let Some(player) = self.players.get_mut(&moved.entry) {
            player.seat = Some(moved.to);
        }
    }

    /// A table of the current session to be changed; `None` between sessions and for a number that is not
    /// there.
    fn table_mut(&mut self, table: u32) -> Option<&mut TournamentTable> {
        let session = self.current?;
        self.session_mut(session)?.tables.get_mut(&table)
    }

    /// Applies a fact about the course of play: hands, the clock, breaks, hand-for-hand play, exchanged chips,
    /// players who go out. Cannot fail: what does not exist is passed over.
    fn apply_course(&mut self, fact: &CourseFact) {
        match fact {
            CourseFact::SessionStarted { session, .. } => {
                self.stage = TournamentStage::Running;
                if let Some(session) = self.session_mut(*session) {
                    session.stage = SessionStage::Running;
                }
                for player in self.players.values_mut() {
                    if player.status == (EntryStatus::Drawn { seated: true }) {
                        player.status = EntryStatus::Playing { away: false };
                    }
                }
            }
            CourseFact::ClockSet { line, elapsed_ms, running, steady_ms, because } => {
                let line = usize::try_from(*line).unwrap_or(usize::MAX);
                let anchor =
                    ClockAnchor { line, elapsed_ms: *elapsed_ms, running: *running, steady_ms: *steady_ms };
                self.clock = Some(anchor);
                self.clock_set += 1;
                match because {
                    ClockSetReason::Paused => self.paused = true,
                    ClockSetReason::Resumed => self.paused = false,
                    ClockSetReason::Started => {
                        self.paused = false;
                        self.on_break = None;
                        self.hand_for_hand = None;
                        let current = self.current;
                        if let Some(session) = current.and_then(|session| self.session_mut(session)) {
                            session.started_ms = Some(*steady_ms);
                        }
                    }
                    ClockSetReason::Corrected
                    | ClockSetReason::NextLevel
                    | ClockSetReason::Recorded
                    | ClockSetReason::Restarted => {}
                }
            }
            CourseFact::BreakCalled { minutes } => {
                self.on_break = Some(Break { minutes: *minutes, began_ms: None });
            }
            CourseFact::BreakBegan { steady_ms } => {
                if let Some(called) = &mut self.on_break {
                    called.began_ms = Some(*steady_ms);
                }
            }
            CourseFact::BreakOver => self.on_break = None,
            CourseFact::HandOpened { table, hand_for_hand, .. } => {
                if let Some(table) = self.table_mut(*table) {
                    table.in_hand = true;
                    table.played = hand_for_hand.unwrap_or(table.played);
                }
            }
            CourseFact::HandEnded { table, steady_ms, seats, players, to_bank, from_bank, .. } => {
                self.bank_won += i128::from(to_bank.get()) - i128::from(from_bank.get());
                let round = match (self.hand_for_hand.filter(|number| *number > 0), self.shared_round) {
                    // Hands opened by one release count as one round, which ended when the first of them did.
                    (Some(_), Some(round)) => round,
                    (Some(_), None) => {
                        let round = self.new_round(*steady_ms);
                        self.shared_round = Some(round);
                        round
                    }
                    (None, _) => self.new_round(*steady_ms),
                };
                let button = seats.map(|seats| seats.button);
                let chairs = self.session_plan().map_or(1, |plan| plan.seats.max(1));
                for hand in players {
                    if let Some(player) = self.players.get_mut(&hand.entry) {
                        player.stack = hand.after;
                        let steps = match (button, player.seat) {
                            (Some(button), Some(at)) => (at.seat + 2 * chairs - button - 1) % chairs,
                            (None, _) | (_, None) => 0,
                        };
                        let (put_in, ended_ms) = (hand.put_in, *steady_ms);
                        player.last = Some(LastHandResult { round, put_in, steps, ended_ms });
                    }
                }
                if let Some(table) = self.table_mut(*table) {
                    table.in_hand = false;
                    table.hands += 1;
                    table.next += 1;
                    table.last = *seats;
                }
            }
            CourseFact::HandVoid { table, .. } => {
                if let Some(table) = self.table_mut(*table) {
                    table.in_hand = false;
                    table.next += 1;
                }
            }
            CourseFact::MayBuyBack { entry, until_ms } => {
                if let Some(player) = self.players.get_mut(entry) {
                    player.status = EntryStatus::Deciding { until_ms: *until_ms };
                }
            }
            CourseFact::WentOut { entry, session, round, put_in, steps, .. } => {
                let seat = self.players.get(entry).and_then(|player| player.seat);
                let table = seat.map(|seat| seat.table);
                self.take_out_of_play(*entry, EntryStatus::Out);
                if let Some(session) = self.session_mut(*session) {
                    let part = session.part_of.get(entry).copied().unwrap_or(1);
                    let (entry, round, put_in, steps) = (*entry, *round, *put_in, *steps);
                    let out = Elimination { entry, round, put_in, steps, part, table };
                    session.eliminations.push(out);
                }
            }
            CourseFact::HandForHand { on } => {
                self.hand_for_hand = on.then_some(0);
                self.shared_round = None;
                let current = self.current;
                if let Some(session) = current.and_then(|session| self.session_mut(session)) {
                    for table in session.tables.values_mut() {
                        table.played = 0;
                    }
                }
            }
            CourseFact::Released { number } => {
                self.hand_for_hand = Some(*number);
                self.shared_round = None;
            }
            CourseFact::ColouredUp { stacks, issued, taken, .. } => {
                self.issued += *issued;
                self.taken += *taken;
                for (entry, stack) in stacks {
                    if let Some(player) = self.players.get_mut(entry) {
                        player.stack = *stack;
                    }
                }
            }
            CourseFact::Paced { .. } => {}
            CourseFact::PartEnded { session, part } => {
                if let Some(session) = self.session_mut(*session) {
                    session.ended.insert(*part);
                }
            }
        }
    }

    /// Applies a fact about places and prizes; cannot fail. A ranked session ends here: points are added, and
    /// its players go out or wait, with their stacks if these are carried on.
    fn apply_result(&mut self, fact: &ResultFact) {
        match fact {
            ResultFact::PlacedTogether { groups } => self.placed.push(groups.clone()),
            ResultFact::SessionRanked { session, parts, out, .. } => {
                let number = *session;
                let carried = self.stacks_are_carried_after(number);
                let stacks: Vec<(EntryNumber, Chips)> = self
                    .players
                    .iter()
                    .filter(|(_, player)| player.session == number && player.seat.is_some())
                    .map(|(entry, player)| (*entry, player.stack))
                    .collect();
                for result in parts {
                    for (entry, points) in &result.points {
                        if let Some(player) = self.players.get_mut(entry) {
                            player.points += points;
                        }
                    }
                }
                if let Some(session) = self.session_mut(number) {
                    session.final_stacks = stacks.iter().copied().collect();
                    session.result.clone_from(parts);
                    session.stage = SessionStage::Over;
                }
                let played: Vec<EntryNumber> = self
                    .players
                    .iter()
                    .filter(|(_, player)| player.session == number)
                    .map(|(entry, _)| *entry)
                    .collect();
                for entry in played {
                    let Some(player) = self.players.get_mut(&entry) else { continue };
                    if matches!(
                        player.status,
                        EntryStatus::Disqualified | EntryStatus::Returned | EntryStatus::Forfeited
                    ) {
                        continue;
                    }
                    if out.contains(&entry) {
                        self.take_out_of_play(entry, EntryStatus::Out);
                    } else {
                        player.status = EntryStatus::Waiting;
                        player.seat = None;
                        if !carried {
                            self.taken += player.stack;
                            player.stack = Chips::ZERO;
                        }
                    }
                }
                self.current = None;
                self.clock = None;
            }
            ResultFact::PlayFinished => self.stage = TournamentStage::Finished,
            ResultFact::PlacesCorrected { groups } => self.corrected = Some(groups.clone()),
            ResultFact::Agreed { amounts, for_first } => self.agreed = Some((amounts.clone(), *for_first)),
            ResultFact::PlacesConfirmed { groups, .. } => {
                self.confirmed = Some(groups.clone());
                self.stage = TournamentStage::Confirmed;
            }
        }
    }
}
