//! Takes decided events into the tournament. Holds no rule and cannot fail: a fact about what is not there is passed over.

use chips::Chips;

use super::event::{
    ClockBecause, CourseFact, EntryFact, Event, Moved, RecordFact, ResultFact, SeatFact, Seated, What,
};
use super::state::{
    Break, LastOf, Player, Session, SessionStage, Stage, Status, Table, Tournament, VersionRecords, WentOut,
};
use crate::clock::Anchor;
use crate::money::{Money, MoneyWhat, Return};
use crate::places::Entry;
use crate::terms::Terms;

impl Tournament {
    /// Takes one decided event.
    pub fn apply(&mut self, event: &Event) {
        match &event.what {
            What::Record(fact) => self.apply_record(fact),
            What::Money(fact) => self.apply_money(fact),
            What::Entry(fact) => self.apply_entry(fact),
            What::Seat(fact) => self.apply_seat(fact),
            What::Course(fact) => self.apply_course(fact),
            What::Result(fact) => self.apply_result(fact),
        }
    }

    fn apply_record(&mut self, fact: &RecordFact) {
        match fact {
            RecordFact::Published { conditions, .. } => {
                self.plan = conditions.plan().ok();
                if let Some(plan) = &self.plan
                    && self.players.is_empty()
                {
                    let unit = Tournament::money_unit(plan.unit);
                    let terms: Terms = conditions.terms().clone();
                    self.money = Money::new(self.number, unit, terms, plan.refunds).ok();
                    self.sessions = plan.sessions.iter().map(|_| Session::new()).collect();
                }
                self.versions.push((conditions.clone(), VersionRecords::default()));
                self.stage = self.stage.max(Stage::Published);
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
            RecordFact::EntriesOpened => self.stage = Stage::Open,
            RecordFact::EntriesClosed => self.stage = Stage::Closed,
        }
    }

    fn records_of(&mut self, version: u32) -> Option<&mut VersionRecords> {
        let at = usize::try_from(version).ok()?.checked_sub(1)?;
        self.versions.get_mut(at).map(|(_, records)| records)
    }

    fn apply_money(&mut self, fact: &MoneyWhat) {
        if let Some(money) = &mut self.money {
            money.apply(fact);
        }
        match fact {
            MoneyWhat::GivenBack { receipt, because, .. } => {
                // The fee of a position that was sold again, or of an entry that was a mistake.
                let of_entry = self.players.iter().find(|(_, player)| player.receipt == *receipt);
                let entry = of_entry.map(|(entry, _)| *entry);
                if let Some(entry) = entry
                    && matches!(because, Return::Resold | Return::Corrected)
                {
                    self.leave(entry, Status::Returned);
                }
            }
            MoneyWhat::Cancelled { .. } => {
                let entries: Vec<Entry> = self.players.keys().copied().collect();
                for entry in entries {
                    self.leave(entry, Status::Returned);
                }
                self.stage = Stage::Cancelled;
            }
            MoneyWhat::Paid { .. } => {
                if self.money.as_ref().is_some_and(Money::all_paid) {
                    self.stage = Stage::Paid;
                }
            }
            MoneyWhat::Sold { .. } | MoneyWhat::Added { .. } | MoneyWhat::Confirmed { .. } => {}
        }
    }

    /// An entry leaves play: its chips are taken back and its seat is free.
    fn leave(&mut self, entry: Entry, status: Status) {
        if let Some(player) = self.players.get_mut(&entry) {
            self.taken += player.stack;
            player.stack = Chips::ZERO;
            player.seat = None;
            player.status = status;
        }
    }

    fn apply_entry(&mut self, fact: &EntryFact) {
        match fact {
            EntryFact::Entered { entry, person, receipt, agreement, groups } => {
                self.reserves.retain(|reserve| reserve != person);
                let player = Player {
                    owner: *person,
                    person: *person,
                    receipt: *receipt,
                    agreement: agreement.clone(),
                    groups: groups.clone(),
                    status: Status::Entered,
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
            EntryFact::Withdrawn { entry } => self.leave(*entry, Status::Returned),
            EntryFact::BoughtBack { entry, chips, to } => {
                self.issued += *chips;
                if let Some(player) = self.players.get_mut(entry) {
                    player.stack += *chips;
                    player.rebuys += 1;
                    player.status = Status::Playing { away: false };
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
                    player.status = Status::Playing { away: false };
                    player.declined = true;
                }
            }
            EntryFact::Readmitted { entry, session } => {
                if let Some(player) = self.players.get_mut(entry) {
                    player.status = Status::Waiting;
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
                    player.status = Status::Playing { away: *away };
                }
            }
            EntryFact::Disqualified { entry, steady_ms, .. } => {
                let round = self.new_round(*steady_ms);
                let player = self.players.get(entry);
                let session = player.map_or(0, |player| player.session);
                let table = player.and_then(|player| player.seat).map(|seat| seat.table);
                self.leave(*entry, Status::Disqualified);
                if let Some(session) = self.session_mut(session) {
                    let part = session.part_of.get(entry).copied().unwrap_or(1);
                    session.outs.push(WentOut {
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

    fn new_round(&mut self, ended_ms: u64) -> u32 {
        self.rounds += 1;
        self.round_ends.insert(self.rounds, ended_ms);
        self.rounds
    }

    fn session_mut(&mut self, session: u32) -> Option<&mut Session> {
        self.sessions.get_mut(usize::try_from(session).ok()?.checked_sub(1)?)
    }

    fn apply_seat(&mut self, fact: &SeatFact) {
        match fact {
            SeatFact::Drawn { session, draw, parts } => {
                self.draws = *draw;
                self.current = Some(*session);
                for (part, seats) in (1..).zip(parts) {
                    for seated in seats {
                        self.seat_drawn(*session, part, seated);
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
                        Status::Drawn { .. } => Status::Drawn { seated: true },
                        // Who comes late and was kept sits down to what is left.
                        Status::Playing { .. } => Status::Playing { away: false },
                        other => other,
                    };
                }
            }
            SeatFact::Forfeited { entry, session, chips } => {
                if let Some(player) = self.players.get_mut(entry) {
                    player.forfeited = player.seat.map(|seat| (*session, seat, *chips));
                }
                self.leave(*entry, Status::Forfeited);
                if let Some(missed) = self.session_mut(*session) {
                    missed.missed.insert(*entry, *chips);
                }
            }
            SeatFact::Kept { entry } => {
                if let Some(player) = self.players.get_mut(entry) {
                    player.status = Status::Playing { away: true };
                }
            }
            SeatFact::Resold { from, seated } => {
                if let Some(player) = self.players.get_mut(from) {
                    player.forfeited = None;
                }
                let session = self.current.unwrap_or(1);
                let part = self.session_mut(session).and_then(|session| session.part_of.get(from).copied());
                self.seat_drawn(session, part.unwrap_or(1), seated);
                if let Some(player) = self.players.get_mut(&seated.entry) {
                    player.status = Status::Playing { away: false };
                }
            }
            SeatFact::Moved { moved } => self.move_to(moved),
            SeatFact::TableBroken { table, draw, moves } => {
                self.draws = *draw;
                for moved in moves {
                    self.move_to(moved);
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

    fn seat_drawn(&mut self, session: u32, part: u32, seated: &Seated) {
        let Some(player) = self.players.get_mut(&seated.entry) else { return };
        // What was carried is not issued again; what is less than before was taken back.
        self.issued += seated.stack.above(player.stack);
        self.taken += player.stack.above(seated.stack);
        player.stack = seated.stack;
        player.seat = Some(seated.at);
        player.session = session;
        player.status = Status::Drawn { seated: false };
        player.declined = false;
        player.last = None;
        let Some(session) = self.session_mut(session) else { return };
        session.part_of.insert(seated.entry, part);
        session.tables.entry(seated.at.table).or_insert_with(|| Table {
            part,
            hands: 0,
            next: 1,
            last: None,
            in_hand: false,
            played: 0,
            open: true,
        });
    }

    fn move_to(&mut self, moved: &Moved) {
        if let Some(player) = self.players.get_mut(&moved.entry) {
            player.seat = Some(moved.to);
        }
    }

    fn table_mut(&mut self, table: u32) -> Option<&mut Table> {
        let session = self.current?;
        self.session_mut(session)?.tables.get_mut(&table)
    }

    fn apply_course(&mut self, fact: &CourseFact) {
        match fact {
            CourseFact::SessionStarted { session, .. } => {
                self.stage = Stage::Running;
                if let Some(session) = self.session_mut(*session) {
                    session.stage = SessionStage::Running;
                }
                for player in self.players.values_mut() {
                    if player.status == (Status::Drawn { seated: true }) {
                        player.status = Status::Playing { away: false };
                    }
                }
            }
            CourseFact::ClockSet { line, elapsed_ms, running, steady_ms, because } => {
                let line = usize::try_from(*line).unwrap_or(usize::MAX);
                let anchor = Anchor { line, elapsed_ms: *elapsed_ms, running: *running, at_ms: *steady_ms };
                self.clock = Some(anchor);
                self.clock_set += 1;
                match because {
                    ClockBecause::Paused => self.paused = true,
                    ClockBecause::Resumed => self.paused = false,
                    ClockBecause::Started => {
                        self.paused = false;
                        self.on_break = None;
                        self.hand_for_hand = None;
                        let current = self.current;
                        if let Some(session) = current.and_then(|session| self.session_mut(session)) {
                            session.started_ms = Some(*steady_ms);
                        }
                    }
                    ClockBecause::Corrected
                    | ClockBecause::NextLevel
                    | ClockBecause::Recorded
                    | ClockBecause::Restarted => {}
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
                self.bank += i128::from(to_bank.get()) - i128::from(from_bank.get());
                let round = match (self.hand_for_hand.filter(|number| *number > 0), self.shared_round) {
                    // Hands that one release opened count as one, which ended when the first of them did.
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
                        player.last = Some(LastOf { round, put_in, steps, ended_ms });
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
                    player.status = Status::Deciding { until_ms: *until_ms };
                }
            }
            CourseFact::WentOut { entry, session, round, put_in, steps, .. } => {
                let seat = self.players.get(entry).and_then(|player| player.seat);
                let table = seat.map(|seat| seat.table);
                self.leave(*entry, Status::Out);
                if let Some(session) = self.session_mut(*session) {
                    let part = session.part_of.get(entry).copied().unwrap_or(1);
                    let (entry, round, put_in, steps) = (*entry, *round, *put_in, *steps);
                    let out = WentOut { entry, round, put_in, steps, part, table };
                    session.outs.push(out);
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

    fn apply_result(&mut self, fact: &ResultFact) {
        match fact {
            ResultFact::PlacedTogether { groups } => self.placed.push(groups.clone()),
            ResultFact::SessionRanked { session, parts, out, .. } => {
                let number = *session;
                let carried = self.stacks_are_carried_after(number);
                let stacks: Vec<(Entry, Chips)> = self
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
                let played: Vec<Entry> = self
                    .players
                    .iter()
                    .filter(|(_, player)| player.session == number)
                    .map(|(entry, _)| *entry)
                    .collect();
                for entry in played {
                    let Some(player) = self.players.get_mut(&entry) else { continue };
                    if matches!(player.status, Status::Disqualified | Status::Returned | Status::Forfeited) {
                        continue;
                    }
                    if out.contains(&entry) {
                        self.leave(entry, Status::Out);
                    } else {
                        player.status = Status::Waiting;
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
            ResultFact::PlayFinished => self.stage = Stage::Finished,
            ResultFact::PlacesCorrected { groups } => self.corrected = Some(groups.clone()),
            ResultFact::Agreed { amounts, for_first } => self.agreed = Some((amounts.clone(), *for_first)),
            ResultFact::PlacesConfirmed { groups, .. } => {
                self.confirmed = Some(groups.clone());
                self.stage = Stage::Confirmed;
            }
        }
    }
}
