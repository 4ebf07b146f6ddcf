//! Opening the next hand: where button and blinds go, who is dealt in, and who missed a blind.

use std::sync::Arc;

use chips::Chips;
use rulebook::{Rule, rule};
use seating::{Seat, Seats};

use super::{
    BlindFact, BlindMarks, Chair, Entry, SeatFact, Sink, Table, TableEvent, TableFact, TableRefusal,
    TableRefusalReason, refuse,
};
use crate::hand::Hand;
use crate::house::House;
use crate::lineup::{
    DuePost, Entrant, Lineup, LineupProblem, MAX_BLINDS, PostKind, blind_posters, steps_clockwise,
};

impl Table {
    /// The occupied seats that satisfy a condition, clockwise from the left of a seat, which comes last
    /// itself.
    fn clockwise(&self, from: Seat, wanted: impl Fn(&Chair) -> bool) -> Vec<Seat> {
        let mut seats: Vec<Seat> =
            self.chairs().filter(|(_, chair)| wanted(chair)).map(|(seat, _)| seat).collect();
        seats.sort_by_key(|seat| steps_clockwise(from, *seat));
        seats
    }

    /// Opens the next hand: moves button and blinds, finds who is dealt in, and adds what entering players
    /// post to the dues. Refused without a change if there are too few players or a lineup problem.
    pub(super) fn open(&mut self, sink: Sink<'_>) -> Result<(), TableRefusal> {
        if self.is_playing() {
            return refuse(TableRefusalReason::HandRunning, rule::PLAY_TO_THE_END);
        }
        let house = Arc::clone(self.house());
        let NextPositions { button, mut blinds, button_is_placed, new_game } = self.next_positions(&house);
        let Some(button) = button else {
            let players = self.clockwise(self.button.unwrap_or(Seat::FIRST), Chair::is_dealt_in).len();
            let problem = LineupProblem::TooFewPlayers { players };
            return refuse(TableRefusalReason::Lineup(vec![problem]), problem.rule());
        };
        let mut entrants = Vec::new();
        let mut returning = Seats::NONE;
        let mut posts = Vec::new();
        let mut held_back = Vec::new();
        let all_blinds = blinds.clone();
        for (seat, chair) in self.chairs() {
            let on_blind = blinds.last() == Some(&Some(seat));
            let entry = chair.blinds.entry;
            // With the first button nobody has to post in order to enter, and a new game begins with everybody.
            let enters = match entry {
                Entry::DealtIn => false,
                Entry::Waits => !new_game,
                Entry::Posts => !new_game && !button_is_placed,
            };
            if !chair.is_ready() || (enters && entry == Entry::Waits && !on_blind) {
                continue;
            }
            // A player whom a moving button passes, because nobody enters on the button, waits like a player
            // on it (17.11).
            let passed_over = moves_over_empty_seats(&house)
                && self.button.is_some_and(|old| steps_clockwise(old, seat) < steps_clockwise(old, button));
            // A player reached by the last blind enters with it (AMB-109), even if there are so few players
            // that the button is there.
            if enters
                && !on_blind
                && (seat == button || passed_over)
                && house.has(rule::NOBODY_ENTERS_ON_THE_BUTTON)
            {
                let what = TableFact::Seats(SeatFact::HeldBack { seat });
                let returns = chair.blinds.missed.any() && house.has(rule::NOBODY_RETURNS_ON_THE_BUTTON);
                let rule = if returns {
                    rule::NOBODY_RETURNS_ON_THE_BUTTON
                } else {
                    rule::NOBODY_ENTERS_ON_THE_BUTTON
                };
                held_back.push(TableEvent { what, rule });
                continue;
            }
            entrants.push(Entrant { seat, person: chair.person, stack: chair.stack });
            if enters && !on_blind {
                posts.extend(dues_of_chair(chair, seat, &house));
                if chair.blinds.missed.any() {
                    returning = returning.with(seat);
                }
                // What the player posts counts as that seat's blind for this hand (AMB-111).
                for blind in blinds.iter_mut().filter(|blind| **blind == Some(seat)) {
                    *blind = None;
                }
            }
        }
        let number = self.hands_opened + 1;
        let mut lineup = Lineup::with_blinds(&house, number, button, entrants, &blinds);
        lineup.dues.extend(posts);
        lineup.returning = returning;
        lineup.deck = self.deck;
        let (hand, opened) = Hand::open(lineup).map_err(|problems| {
            let rule = problems.first().map_or(rule::ENOUGH_PLAYERS, LineupProblem::rule);
            TableRefusal { why: TableRefusalReason::Lineup(problems), rule }
        })?;
        let missed = self.missed_blinds(button, &all_blinds);
        let rule = match (button_is_placed, self.button) {
            // The button is where somebody placed it, not where the rule on the first button would put it.
            (true, Some(_)) if !new_game => rule::OF_THE_PROGRAM,
            (true, _) => rule::FIRST_BUTTON,
            (false, _) => rule::BUTTON_MOVES_CLOCKWISE,
        };
        let mut events = vec![TableEvent {
            what: TableFact::Blinds(BlindFact::Positions { button, blinds: all_blinds }),
            rule,
        }];
        events.extend(missed);
        events.extend(held_back);
        events.push(TableEvent { rule: opened.rule, what: TableFact::Hand(opened) });
        for event in events {
            self.push(event, sink);
        }
        self.hand = Some(hand);
        Ok(())
    }

    /// Where button and blinds go in the next hand, given the chairs as they are now. Changes nothing.
    fn next_positions(&self, house: &House) -> NextPositions {
        let button_is_placed = self.positions.is_empty();
        let (button, blinds) = if button_is_placed {
            self.first_positions(house, Chair::is_dealt_in)
        } else if moves_over_empty_seats(house) {
            self.moving_button(house)
        } else {
            self.dead_button(house)
        };
        // If fewer than two players of the previous game are left, a new game begins with everybody who is
        // ready.
        if button.is_none() && !self.positions.is_empty() {
            let (button, blinds) = self.first_positions(house, Chair::is_ready);
            return NextPositions { button, blinds, button_is_placed: true, new_game: true };
        }
        NextPositions { button, blinds, button_is_placed, new_game: false }
    }

    /// The seat that the last blind of the next hand would reach, if its player wishes to sit out then: the
    /// room sits it out before it opens the hand.
    pub fn out_at_next_blind(&self) -> Option<Seat> {
        let last = self.next_positions(self.house()).blinds.last().copied().flatten()?;
        self.chair(last).filter(|chair| chair.out_at_blind && !chair.is_away()).map(|_| last)
    }

    /// True for a player who is not dealt in before the last blind reaches the seat, and has not chosen to
    /// post.
    fn waits_for_blind(&self, seat: Seat) -> bool {
        self.chair(seat).is_some_and(|chair| chair.blinds.entry == Entry::Waits)
    }

    /// The positions of the first hand or of a new game: the button as placed, or at the highest occupied
    /// seat, at the dealer's right. No button with fewer than two seats for which `plays` is true.
    fn first_positions(&self, house: &House, plays: fn(&Chair) -> bool) -> ButtonAndBlinds {
        let seats = self.clockwise(Seat::FIRST, plays);
        if seats.len() < 2 {
            return (None, Vec::new());
        }
        let button =
            self.button.filter(|_| self.positions.is_empty()).or_else(|| seats.iter().max().copied());
        self.blinds_after(house, button, plays)
    }

    /// Positions where the button never stands at an empty seat (`button_movement` = `moving`): it moves to
    /// the next player who is dealt in and is not just entering; the blinds follow it, and the last blind
    /// reaches a player who waits for it.
    fn moving_button(&self, house: &House) -> ButtonAndBlinds {
        let Some(old) = self.button else { return (None, Vec::new()) };
        let seats = self.clockwise(old, Chair::is_dealt_in);
        if seats.len() < 2 {
            return (None, Vec::new());
        }
        let nobody_enters = house.has(rule::NOBODY_ENTERS_ON_THE_BUTTON);
        let has_entered = |seat: &Seat| {
            !nobody_enters || self.chair(*seat).is_some_and(|chair| !chair.blinds.entry.is_pending())
        };
        let Some(button) = seats.iter().copied().find(has_entered) else { return (None, Vec::new()) };
        let moved = self.blinds_after(house, Some(button), Chair::is_dealt_in);
        if let Some(reached) = self.blinds_reaching_newcomer(house, button, &moved.1, seats.len()) {
            return (Some(button), reached);
        }
        let last = moved.1.last().copied().flatten();
        let repeats = last.is_some() && last == self.positions.last().copied();
        if house.stakes.heads_up_button_adjust && seats.len() == 2 && repeats {
            let other = seats.iter().copied().find(|seat| *seat != button).filter(has_entered);
            return self.blinds_after(house, other.or(Some(button)), Chair::is_dealt_in);
        }
        moved
    }

    /// The blinds if a waiting player sits between the last two of them: that player posts the last blind and
    /// is dealt in. `None` where nobody waits there; `players` counts those dealt in so far.
    fn blinds_reaching_newcomer(
        &self,
        house: &House,
        button: Seat,
        blinds: &[Option<Seat>],
        players: usize,
    ) -> Option<Vec<Option<Seat>>> {
        let count = house.stakes.blinds.len();
        if blinds.len() < count || count == 0 {
            return None;
        }
        let first_by_button = players == 2 && house.stakes.heads_up_button_posts_first;
        // With a third player entering, the heads-up order no longer applies: the first blind is left of the
        // button.
        let others = self.clockwise(button, Chair::is_dealt_in);
        let mut reached: Vec<Option<Seat>> = if first_by_button {
            others.iter().copied().filter(|seat| *seat != button).take(count - 1).map(Some).collect()
        } else {
            blinds[..count - 1].to_vec()
        };
        let before = reached.last().copied().flatten().unwrap_or(button);
        let next = self.clockwise(before, Chair::is_ready).into_iter().next()?;
        if !self.waits_for_blind(next) || next == button {
            return None;
        }
        reached.push(Some(next));
        Some(reached)
    }

    /// The blinds of the players after a button, among those for whom `plays` is true.
    fn blinds_after(
        &self,
        house: &House,
        button: Option<Seat>,
        plays: fn(&Chair) -> bool,
    ) -> ButtonAndBlinds {
        let Some(button) = button else { return (None, Vec::new()) };
        let mut posters = [None; MAX_BLINDS];
        let count = blind_posters(house, button, &self.clockwise(button, plays), &mut posters);
        (Some(button), posters[..count].to_vec())
    }

    /// Positions where the button may stand at an empty seat (`button_movement` = `dead`): the last blind
    /// moves to the next player; every other position takes the seat of the one after it, empty or not, so
    /// nobody skips a blind.
    fn dead_button(&self, house: &House) -> ButtonAndBlinds {
        let (Some(old_button), Some(old_last)) = (self.button, self.positions.last()) else {
            return (None, Vec::new());
        };
        let seats = self.clockwise(*old_last, Chair::is_ready);
        let dealt_in = self.clockwise(*old_last, Chair::is_dealt_in).len();
        let next_waits = seats.first().is_some_and(|seat| self.waits_for_blind(*seat));
        let players = dealt_in + usize::from(next_waits);
        if players < 2 {
            return (None, Vec::new());
        }
        let last = seats[0];
        let blind_count = house.stakes.blinds.len();
        if players == 2 && house.stakes.heads_up_button_posts_first && blind_count == 2 {
            let other = seats.iter().copied().find(|seat| *seat != last && !self.waits_for_blind(*seat));
            let enters = |seat: Option<Seat>| {
                seat.and_then(|seat| self.chair(seat)).is_some_and(|chair| chair.blinds.entry.is_pending())
            };
            if enters(other) && !enters(Some(last)) && house.has(rule::NOBODY_ENTERS_ON_THE_BUTTON) {
                // The entering player gets the last blind, and the other player the button.
                return (Some(last), vec![Some(last), other]);
            }
            return (other, vec![other, Some(last)]);
        }
        let mut positions = vec![old_button];
        positions.extend(&self.positions);
        // After a hand of two players, or with another number of blinds, the seats before the last blind are
        // worked out afresh.
        let kept: Vec<Seat> = if positions.len() == blind_count + 1 {
            positions[1..].to_vec()
        } else {
            let mut before = self.clockwise(last, Chair::is_ready);
            before.retain(|seat| *seat != last);
            before.split_off(before.len().saturating_sub(blind_count))
        };
        let button = kept.first().copied();
        // A blind whose seat is not dealt in is posted by nobody.
        let is_dealt_in = |seat: &Seat| self.chair(*seat).is_some_and(Chair::is_dealt_in);
        let mut blinds: Vec<Option<Seat>> =
            kept.iter().skip(1).map(|seat| Some(*seat).filter(is_dealt_in)).collect();
        blinds.push(Some(last));
        (button, blinds)
    }

    /// The players who are away and whom a blind passes as this hand is opened: a fact for each blind that
    /// was not already missed.
    fn missed_blinds(&self, button: Seat, blinds: &[Option<Seat>]) -> Vec<TableEvent> {
        let Some(last) = blinds.last().copied().flatten() else { return Vec::new() };
        let Some(old_last) = self.positions.last() else { return Vec::new() };
        let mut events = Vec::new();
        for (seat, chair) in self.chairs() {
            if !chair.is_away() || chair.stack.is_zero() {
                continue;
            }
            let passed_by_last = steps_clockwise(*old_last, seat) < steps_clockwise(*old_last, last);
            let between = steps_clockwise(button, seat) < steps_clockwise(button, last);
            for (is_last, passed) in [(true, passed_by_last), (false, between && !passed_by_last)] {
                let missed = chair.blinds.missed;
                let known = if is_last { missed.last } else { missed.smaller };
                if passed && !known {
                    let what = TableFact::Blinds(BlindFact::BlindMissed { seat, last: is_last });
                    events.push(TableEvent { what, rule: rule::SITTING_OUT_MISSES_BLINDS });
                }
            }
        }
        events
    }
}

/// True where the button moves to the next player who is dealt in; otherwise the last blind does, and the button
/// may be at an empty seat. A game without blinds has only the button to move.
fn moves_over_empty_seats(house: &House) -> bool {
    house.stakes.button_moves_over_empty_seats || house.is_ante_game() || house.stakes.bomb_pot.is_some()
}

/// Button and blinds of a hand to come.
struct NextPositions {
    button: Option<Seat>,
    blinds: Vec<Option<Seat>>,
    /// The button is placed instead of moved.
    button_is_placed: bool,
    /// A new game begins.
    new_game: bool,
}

/// The button, if there are enough players, and the seats of the blinds.
type ButtonAndBlinds = (Option<Seat>, Vec<Option<Seat>>);

/// What a player who is not dealt in owes before the last blind reaches them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwedBlinds {
    /// The player's seat.
    pub seat: Seat,
    /// The part that counts as the seat's bet.
    pub live: Chips,
    /// The part that goes to the pot and counts as nobody's bet.
    pub dead: Chips,
    /// The player posts it with the next hand; otherwise the seat waits.
    pub posts: bool,
    /// The rule that requires it.
    pub rule: Rule,
}

impl Table {
    /// What each seat owes that is waiting for the last blind, or will have to wait, in the order of the
    /// seats. The same amounts are collected when it enters.
    pub fn owed_blinds(&self) -> impl Iterator<Item = OwedBlinds> {
        self.chairs().filter(|(_, chair)| chair.blinds.owes()).map(|(seat, chair)| {
            let mut sums = (Chips::ZERO, Chips::ZERO);
            for due in dues_of_chair(chair, seat, self.house()) {
                match due.kind {
                    PostKind::Dead => sums.1 += due.amount,
                    PostKind::Ante | PostKind::Blind(_) | PostKind::OverBlind | PostKind::Live => {
                        sums.0 += due.amount;
                    }
                }
            }
            let BlindMarks { entry, missed } = chair.blinds;
            let rule =
                if missed.any() { rule::MISSED_BLINDS_ARE_POSTED } else { rule::NEWCOMER_POSTS_OR_WAITS };
            OwedBlinds { seat, live: sums.0, dead: sums.1, posts: entry == Entry::Posts, rule }
        })
    }
}

/// What a returning or new player posts: the last blind live, and a missed smaller blind dead or live as the
/// house says. Without a missed blind it is the last blind alone.
fn dues_of_chair(chair: &Chair, seat: Seat, house: &House) -> Vec<DuePost> {
    let mut dues = Vec::new();
    let missed = chair.blinds.missed;
    if !missed.any() || missed.last {
        dues.push(DuePost { seat, kind: PostKind::Live, amount: house.last_blind() });
    }
    if missed.smaller && house.stakes.blinds.len() > 1 {
        let kind = if house.stakes.missed_small_blind_live && !missed.last {
            PostKind::Live
        } else {
            PostKind::Dead
        };
        dues.push(DuePost { seat, kind, amount: house.stakes.blinds[0] });
    }
    dues
}
