//! What a table waits for, and until when: decisions under the book's clock, and the pace of the software's
//! dealing.
//!
//! All of it is timed by the steady clock and none of it is stored: after an outage the seat to act has its
//! full time again (REC-05).

use std::collections::BTreeMap;

use rulebook::Rule;
use seating::{Person, Seat, Viewer};
use table::{Need, Table};

use super::Keeper;
use crate::dealer::Dealer;
use crate::port::{Now, Steady};
use crate::requests::{OverBlindView, Standing, TurnId, TurnView};

/// What to do when a timer is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimerAction {
    /// Open the next hand.
    Open,
    /// Cut the deck with the values that have arrived.
    Cut,
    /// Continue dealing after a pause.
    Deal,
    /// Let a house bot act.
    Bot,
    /// End a decision whose time has run out.
    Expire,
}

/// A decision with its clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimedDecision {
    pub seat: Seat,
    pub turn: TurnId,
    pub showing: bool,
    /// No clock runs, because the player is alone with bots and the book lets it stand.
    pub stands: bool,
    /// The full time, in milliseconds; `None` if the book gives no clock.
    pub whole: Option<u64>,
    /// An act at exactly this time still counts.
    pub until: Option<Steady>,
    pub rule: Option<Rule>,
}

/// The clocks of a table.
#[derive(Debug, Default)]
pub(crate) struct TableClocks {
    pub timer: Option<(Steady, TimerAction)>,
    pub decision: Option<TimedDecision>,
    /// When the last hand ended.
    pub last_hand_over: Steady,
    /// When waiting for the cut began.
    pub cut_awaited_since: Option<Steady>,
    /// Dealing pauses until then: nobody can bet, and people want to see the board come.
    pub street_pause_until: Option<Steady>,
    /// Dealing pauses until then for a seat that may post an over-blind.
    pub over_blind_offer: Option<(Seat, Steady)>,
    /// The record count when a hand could not be opened: not tried again before there is another record.
    pub unopened_at_record: Option<u64>,
    /// The disconnect time each person has used in this hand, in milliseconds.
    pub disconnect_used: BTreeMap<Person, u64>,
    /// The current decision is running on disconnect time.
    pub on_disconnect_time: bool,
    /// Since when people have been away from their seats.
    pub away_since: BTreeMap<Person, Steady>,
}

impl Keeper<Table> {
    /// When the keeper next has something to do without a request: its timer or the removal of an absent
    /// player. `None` while the table only waits for people. The loop sleeps until then and sends a tick.
    pub(super) fn next_timer(&self) -> Option<Steady> {
        let due = self.desk.clocks.timer.map(|(at, _)| at);
        due.into_iter().chain(self.removal_at()).min()
    }

    /// Sets timer and decision clock for the table as it is stored now. Called after every change of the table,
    /// of who is connected, or of what holds hands up; a decision that goes on keeps its clock.
    pub(super) fn rearm_timers(&mut self, now: Now) {
        let steady = now.steady;
        self.desk.clocks.timer = None;
        self.track_absences(steady);
        if matches!(self.state.standing, Standing::Closed { .. } | Standing::Stopped { .. }) {
            self.desk.clocks.decision = None;
            return;
        }
        self.desk.clocks.decision = self.time_decision(steady);
        self.desk.clocks.timer = match self.state.hand_in_play().map(|hand| hand.next()) {
            None | Some(Need::Nothing) => self.next_hand_timer(steady),
            Some(Need::Deal(deal)) if deal.prepares_the_deck() => {
                let prepared = *self.desk.clocks.cut_awaited_since.get_or_insert(steady);
                let waits = if self.awaits_cut_values() { self.desk.pace.cut } else { 0 };
                Some((prepared.after(waits), TimerAction::Cut))
            }
            // A person deals in their own time.
            Some(Need::Deal(_)) if self.state.dealer == Dealer::Person => None,
            Some(Need::Deal(_)) => {
                let offered = self.desk.clocks.over_blind_offer.map(|(_, until)| until);
                Some((offered.or(self.desk.clocks.street_pause_until).unwrap_or(steady), TimerAction::Deal))
            }
            Some(Need::Decision(decision)) => {
                let bot = self.state.hand_in_play().and_then(|hand| hand.person(decision.seat()));
                if bot.is_some_and(|person| self.state.is_bot(person)) {
                    Some((steady.after(self.desk.pace.bot), TimerAction::Bot))
                } else {
                    // An act exactly at the limit counts, so the timer fires a moment later.
                    let until = self.desk.clocks.decision.and_then(|decision| decision.until);
                    until.map(|until| (until.after(1), TimerAction::Expire))
                }
            }
        };
    }

    /// When the next hand is to be opened, if enough players are ready and nothing holds it up; `None`
    /// otherwise. Also clears the clocks of the last hand, so it must only be called between hands.
    fn next_hand_timer(&mut self, steady: Steady) -> Option<(Steady, TimerAction)> {
        self.desk.clocks.cut_awaited_since = None;
        self.desk.clocks.street_pause_until = None;
        self.desk.clocks.over_blind_offer = None;
        let used = std::mem::take(&mut self.desk.clocks.disconnect_used);
        for person in used.into_keys().filter(|person| !self.is_connected(*person)).collect::<Vec<_>>() {
            // The next hand gives them their full disconnect time again.
            self.resend_presence(person);
        }
        let waits =
            self.draining || self.new_hands_held || self.desk.clocks.unopened_at_record == Some(self.count);
        if waits || self.state.standing != Standing::Open || self.state.dealer == Dealer::Person {
            return None;
        }
        let ready = self.state.table.chairs().filter(|(_, chair)| !chair.is_away() && !chair.stack.is_zero());
        let people = ready.filter(|(_, chair)| !self.state.is_bot(chair.person)).count();
        // Bots buy in when a hand is about to begin; they do not play each other when no person is there.
        let enough = people >= 1 && people + self.state.bots.len() >= 2;
        enough.then(|| {
            (
                self.desk.clocks.last_hand_over.after(self.desk.pace.between_hands).max(steady),
                TimerAction::Open,
            )
        })
    }

    /// The decision on now. One that has already begun keeps its clock: no other request may extend it, but it
    /// stands as long as the book lets it stand. `until` is set from the book's clock, or from the room's pace
    /// for a showdown.
    fn time_decision(&mut self, steady: Steady) -> Option<TimedDecision> {
        let (seat, turn, showing) = self.state.turn()?;
        let stands = !showing && self.clock_stands(seat);
        if let Some(decision) = self.desk.clocks.decision
            && (decision.seat, decision.turn, decision.showing) == (seat, turn, showing)
            && decision.stands == stands
        {
            return Some(decision);
        }
        self.desk.clocks.on_disconnect_time = false;
        let house = self.state.hand_in_play()?.house();
        let (whole, rule) = match (showing, self.state.dealer) {
            (true, Dealer::Software) => (Some(self.desk.pace.show), None),
            // Physical cards are turned up by hand: the dealer enters them, or that they were mucked.
            (true, Dealer::Person) => (None, None),
            (false, Dealer::Software | Dealer::Person) if stands => (None, None),
            (false, Dealer::Software | Dealer::Person) => {
                house.decision_clock().map(|clock| (clock.seconds * 1000, clock.rule)).unzip()
            }
        };
        let until = whole.map(|whole| steady.after(whole));
        Some(TimedDecision { seat, turn, showing, stands, whole, until, rule })
    }

    /// Whether no clock runs for the decision of a seat (`clock_with_bots_only`): everybody else at the table is
    /// a house bot. It runs for somebody whose connection is lost, so that no hand waits for them for good.
    fn clock_stands(&self, seat: Seat) -> bool {
        let Some(hand) = self.state.hand_in_play() else { return false };
        let Some(person) = hand.person(seat) else { return false };
        let mut others =
            self.state.table.chairs().map(|(_, chair)| chair.person).filter(|other| *other != person);
        hand.house().clocks.stands_with_bots_only
            && !self.state.is_bot(person)
            && self.is_connected(person)
            && others.all(|other| self.state.is_bot(other))
    }

    /// What everybody may see of the decision on now, with the milliseconds left; `None` if nobody has to
    /// decide.
    pub(super) fn turn_view(&self, steady: Steady) -> Option<TurnView> {
        let decision = self.desk.clocks.decision?;
        let person = self.state.hand_in_play()?.person(decision.seat)?;
        Some(TurnView {
            seat: decision.seat,
            turn: decision.turn,
            showing: decision.showing,
            left: decision.until.map(|until| until.0.saturating_sub(steady.0)),
            whole: decision.whole,
            bank: self.state.time_bank_left(person),
            rule: decision.rule,
            disconnected: self.desk.clocks.on_disconnect_time,
        })
    }

    /// The over-blind offer that the deal waits for, with the milliseconds left: only for the viewer in the
    /// seat that may post it, `None` for everybody else.
    pub(super) fn over_blind_view(&self, steady: Steady, viewer: Viewer) -> Option<OverBlindView> {
        let (offered, until) = self.desk.clocks.over_blind_offer?;
        let (seat, turn) = self.state.over_blind_turn()?;
        let own = seat == offered && viewer == Viewer::Seat(seat);
        own.then(|| OverBlindView { turn, left: until.0.saturating_sub(steady.0) })
    }

    /// Gives the current decision `more` milliseconds, from the time bank or from disconnect time; does nothing
    /// where no clock runs.
    pub(super) fn extend_decision(&mut self, more: u64) {
        if let Some(decision) = &mut self.desk.clocks.decision {
            decision.until = decision.until.map(|until| until.after(more));
            decision.whole = decision.whole.map(|whole| whole + more);
        }
    }

    /// How much disconnect time the book still gives a person in this hand, in milliseconds, as viewers are
    /// shown; `None` if the book gives none at all.
    pub(super) fn disconnect_time(&self, person: Person) -> Option<u64> {
        let house = self.state.hand_in_play().map_or(self.state.table.house().as_ref(), |hand| hand.house());
        let whole = house.clocks.disconnect_seconds * 1000;
        let used = self.desk.clocks.disconnect_used.get(&person).copied().unwrap_or_default();
        (whole > 0).then(|| whole.saturating_sub(used))
    }

    /// Uses up all the disconnect time that the person on turn has left in this hand and returns it, in
    /// milliseconds. Zero while the person is connected. Called once their time to act has run out.
    pub(super) fn claim_disconnect_time(&mut self, person: Person) -> u64 {
        if self.is_connected(person) {
            return 0;
        }
        let Some(hand) = self.state.hand_in_play() else { return 0 };
        let whole = hand.house().clocks.disconnect_seconds * 1000;
        let used = self.desk.clocks.disconnect_used.entry(person).or_default();
        let left = whole.saturating_sub(*used);
        *used = whole;
        left
    }

    /// Keeps, for each seated person who is away or without chips and not in the hand in play, the time since
    /// when. House bots do not count. `removal_at` and `overdue_seats` rely on it.
    fn track_absences(&mut self, steady: Steady) {
        let state = &self.state;
        let gone: Vec<Person> = state
            .table
            .chairs()
            .filter(|(_, chair)| !state.is_bot(chair.person) && (chair.is_away() || chair.stack.is_zero()))
            .map(|(_, chair)| chair.person)
            .filter(|person| state.hand_in_play().is_none() || state.seat_in_hand(*person).is_none())
            .collect();
        self.desk.clocks.away_since.retain(|person, _| gone.contains(person));
        for person in gone {
            self.desk.clocks.away_since.entry(person).or_insert(steady);
        }
    }

    /// When the first absent player loses their seat by the setting `break_minutes` (steady time): the seat is
    /// safe for the full break and lost one millisecond later (DU-A63). `None` if the book sets no break or
    /// nobody is away.
    fn removal_at(&self) -> Option<Steady> {
        let minutes = self.state.table.house().clocks.break_minutes?;
        self.desk.clocks.away_since.values().min().map(|since| since.after(minutes * 60_000 + 1))
    }

    /// The seats of players who have been away longer than `break_minutes`; the timer removes them. Empty if
    /// the book sets no break.
    pub(super) fn overdue_seats(&self, steady: Steady) -> Vec<Seat> {
        let Some(minutes) = self.state.table.house().clocks.break_minutes else { return Vec::new() };
        let late = |(_, since): &(&Person, &Steady)| since.after(minutes * 60_000) < steady;
        let people = self.desk.clocks.away_since.iter().filter(late);
        people.filter_map(|(person, _)| self.state.seat_of(*person)).collect()
    }
}

impl Steady {
    /// This time plus `milliseconds`; stays at the latest possible time rather than overflow.
    pub const fn after(self, milliseconds: u64) -> Steady {
        Steady(self.0.saturating_add(milliseconds))
    }
}
