//! The table between and during rounds: chairs, stakes, button, blinds owed, and the hand being played.

use std::fmt;
use std::sync::Arc;

use chips::Chips;
use rulebook::{Rule, rule};

use crate::command::{Act, By, Command, Person};
use crate::event::{Event, What};
use crate::hand::Hand;
use crate::house::House;
use crate::lineup::{
    Due, Entrant, Lineup, LineupProblem, MOST_BLINDS, PostKind, blind_posters, steps_clockwise,
};
use crate::refusal::Refusal;
use crate::seat::{MOST_SEATS, Seat};

/// A player's chair.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Chair {
    pub person: Person,
    pub stack: Chips,
    /// Not dealt in until the player sits in again.
    pub away: bool,
    /// Waits for the last blind, or for the player to post.
    pub waits: bool,
    /// Posts what is owed with the next hand.
    pub posts: bool,
    /// Smaller blinds missed since the player last had cards.
    pub missed_small: bool,
    /// The last blind was missed.
    pub missed_big: bool,
}

/// Something asked of a table, and by whom.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct TableCommand {
    pub by: By,
    pub act: TableAct,
}

/// The acts of a table.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum TableAct {
    /// A person takes a free seat with a stake.
    Sit { seat: Seat, person: Person, stack: Chips },
    /// The player leaves with the stake, between rounds.
    Leave { seat: Seat },
    /// The player is not dealt in any more.
    SitOut { seat: Seat },
    /// The player wants cards again: waits for the last blind, or posts what is owed.
    SitIn { seat: Seat, posts: bool },
    /// The player adds chips to the stake, between rounds.
    Buy { seat: Seat, amount: Chips },
    /// The operator determines the house of the rounds to come (4.1, 4.2).
    Determine { house: Arc<House> },
    /// The button is placed by hand.
    PlaceButton { seat: Seat },
    /// The next round is opened: button and blinds move, the hand begins.
    Open,
    /// An act of the hand.
    Hand(Act),
}

/// A decided fact of a table.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct TableEvent {
    pub what: TableWhat,
    pub rule: Rule,
}

/// The facts of a table.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum TableWhat {
    Sat {
        seat: Seat,
        person: Person,
        stack: Chips,
        waits: bool,
    },
    Left {
        seat: Seat,
        stack: Chips,
    },
    SatOut {
        seat: Seat,
    },
    SatIn {
        seat: Seat,
        waits: bool,
        posts: bool,
    },
    Bought {
        seat: Seat,
        amount: Chips,
    },
    /// Holds from the next round.
    Determined {
        house: Arc<House>,
    },
    ButtonPlaced {
        seat: Seat,
    },
    /// Button and blinds of the round that opens; `None` for a blind nobody posts.
    Positions {
        button: Seat,
        blinds: Vec<Option<Seat>>,
    },
    /// A blind passed a player who was away.
    BlindMissed {
        seat: Seat,
        last: bool,
    },
    /// A fact of the hand.
    Hand(Event),
}

/// Why a table refused.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct TableRefusal {
    pub why: TableWhy,
    pub rule: Rule,
}

/// The reasons of a table.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum TableWhy {
    NoSuchSeat { seat: Seat, seats: u8 },
    SeatTaken { seat: Seat },
    SeatEmpty { seat: Seat },
    AlreadySeated { seat: Seat },
    StakeTooSmall { stack: Chips, at_least: Chips },
    StakeTooLarge { stack: Chips, at_most: Chips },
    RoundRunning,
    NoRound,
    NotYours,
    Lineup(Vec<LineupProblem>),
    Act(Refusal),
}

impl fmt::Display for TableWhy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableWhy::NoSuchSeat { seat, seats } => {
                write!(f, "there is no seat {seat}: the table has {seats}")
            }
            TableWhy::SeatTaken { seat } => write!(f, "seat {seat} is taken"),
            TableWhy::SeatEmpty { seat } => write!(f, "nobody sits in seat {seat}"),
            TableWhy::AlreadySeated { seat } => write!(f, "this player already has seat {seat}"),
            TableWhy::StakeTooSmall { stack, at_least } => {
                write!(f, "a stake of {stack} is too small: at least {at_least}")
            }
            TableWhy::StakeTooLarge { stack, at_most } => {
                write!(f, "a stake of {stack} is too large: at most {at_most}")
            }
            TableWhy::RoundRunning => write!(f, "not during a round of play: wait until it is over"),
            TableWhy::NoRound => write!(f, "no round is being played: open one first"),
            TableWhy::NotYours => write!(f, "only the seat's player or the house may do this"),
            TableWhy::Lineup(problems) => {
                for (at, problem) in problems.iter().enumerate() {
                    write!(f, "{}{problem}", if at > 0 { "; " } else { "" })?;
                }
                Ok(())
            }
            TableWhy::Act(refusal) => fmt::Display::fmt(&refusal.why, f),
        }
    }
}

impl fmt::Display for TableRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.why, self.rule)
    }
}

impl std::error::Error for TableRefusal {}

const fn refuse<T>(why: TableWhy, rule: Rule) -> Result<T, TableRefusal> {
    Err(TableRefusal { why, rule })
}

/// A poker table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    house: Arc<House>,
    next_house: Option<Arc<House>>,
    chairs: [Option<Chair>; MOST_SEATS + 1],
    /// Button and blinds of the last round, in that order.
    button: Option<Seat>,
    positions: Vec<Seat>,
    hand: Option<Hand>,
    opened: u64,
}

impl Table {
    /// An empty table of a house.
    pub fn new(house: Arc<House>) -> Table {
        Table {
            house,
            next_house: None,
            chairs: [const { None }; MOST_SEATS + 1],
            button: None,
            positions: Vec::new(),
            hand: None,
            opened: 0,
        }
    }

    /// The house of the rounds to come.
    pub fn house(&self) -> &Arc<House> {
        self.next_house.as_ref().unwrap_or(&self.house)
    }

    /// Who sits in a seat.
    pub fn chair(&self, seat: Seat) -> Option<&Chair> {
        self.chairs[usize::from(seat.number())].as_ref()
    }

    /// Every occupied seat with its chair.
    pub fn chairs(&self) -> impl Iterator<Item = (Seat, &Chair)> {
        Seat::up_to(MOST_SEATS as u8).filter_map(|seat| Some((seat, self.chair(seat)?)))
    }

    /// The seat of the button in the last round opened.
    pub fn button(&self) -> Option<Seat> {
        self.button
    }

    /// The hand being played, or the last one.
    pub fn hand(&self) -> Option<&Hand> {
        self.hand.as_ref()
    }

    /// Rounds opened so far.
    pub fn rounds(&self) -> u64 {
        self.opened
    }

    fn playing(&self) -> bool {
        self.hand.as_ref().is_some_and(|hand| !hand.is_over())
    }

    /// What the rules make of a command. Changes nothing.
    ///
    /// # Errors
    /// The refusal, when the rules do not allow the act.
    pub fn decide(&self, command: &TableCommand) -> Result<Vec<TableEvent>, TableRefusal> {
        let mut draft = self.clone();
        draft.take(command)
    }

    /// Decides a command and applies what was decided.
    ///
    /// # Errors
    /// The refusal, when the rules do not allow the act; then nothing has changed.
    pub fn take(&mut self, command: &TableCommand) -> Result<Vec<TableEvent>, TableRefusal> {
        let events = match &command.act {
            TableAct::Hand(act) => return self.hand_act(Command { by: command.by, act: *act }),
            TableAct::Sit { seat, person, stack } => {
                self.speaks_for(*person, command.by)?;
                vec![self.sit(*seat, *person, *stack)?]
            }
            TableAct::Leave { seat } => {
                let chair = self.own_chair(*seat, command.by)?;
                if self.playing() && self.in_the_hand(*seat) {
                    return refuse(TableWhy::RoundRunning, rule::NO_PURCHASE_IN_A_ROUND);
                }
                let what = TableWhat::Left { seat: *seat, stack: chair.stack };
                vec![TableEvent { what, rule: rule::ONE_SEAT_A_PLAYER }]
            }
            TableAct::SitOut { seat } => {
                self.own_chair(*seat, command.by)?;
                vec![TableEvent {
                    what: TableWhat::SatOut { seat: *seat },
                    rule: rule::NO_REFUSAL_OF_A_BLIND,
                }]
            }
            TableAct::SitIn { seat, posts } => {
                let chair = self.own_chair(*seat, command.by)?;
                let waits = chair.waits || chair.missed_big || chair.missed_small;
                let what = TableWhat::SatIn { seat: *seat, waits, posts: waits && *posts };
                let newcomer = !chair.missed_big && !chair.missed_small;
                let rule =
                    if newcomer { rule::NEWCOMER_POSTS_OR_WAITS } else { rule::MISSED_BLINDS_ARE_POSTED };
                vec![TableEvent { what, rule }]
            }
            TableAct::Buy { seat, amount } => {
                let stack = self.own_chair(*seat, command.by)?.stack;
                if self.playing() && self.in_the_hand(*seat) {
                    return refuse(TableWhy::RoundRunning, rule::NO_PURCHASE_IN_A_ROUND);
                }
                self.stake_is_allowed(stack + *amount)?;
                let what = TableWhat::Bought { seat: *seat, amount: *amount };
                vec![TableEvent { what, rule: rule::STAKE_WITHIN_LIMITS }]
            }
            TableAct::Determine { house } => {
                self.speaks_for(Person::HOUSE, command.by)?;
                let what = TableWhat::Determined { house: Arc::clone(house) };
                vec![TableEvent { what, rule: rule::DETERMINED_BEFORE_THE_ROUND }]
            }
            TableAct::PlaceButton { seat } => {
                self.speaks_for(Person::HOUSE, command.by)?;
                if self.playing() {
                    return refuse(TableWhy::RoundRunning, rule::BUTTON_MOVES_CLOCKWISE);
                }
                vec![TableEvent { what: TableWhat::ButtonPlaced { seat: *seat }, rule: rule::FIRST_BUTTON }]
            }
            TableAct::Open => {
                self.speaks_for(Person::HOUSE, command.by)?;
                return self.open();
            }
        };
        for event in &events {
            self.apply(event);
        }
        Ok(events)
    }

    fn hand_act(&mut self, command: Command) -> Result<Vec<TableEvent>, TableRefusal> {
        let Some(hand) = &mut self.hand else { return refuse(TableWhy::NoRound, rule::PLAY_TO_THE_END) };
        let mut events = Vec::new();
        hand.take(&command, &mut events)
            .map_err(|refusal| TableRefusal { why: TableWhy::Act(refusal), rule: refusal.rule })?;
        if hand.is_over() {
            self.stakes_from_the_hand();
        }
        Ok(events
            .into_iter()
            .map(|event| TableEvent { rule: event.rule, what: TableWhat::Hand(event) })
            .collect())
    }

    fn stakes_from_the_hand(&mut self) {
        let Some(hand) = &self.hand else { return };
        for seat in hand.seats() {
            if let Some(chair) = &mut self.chairs[usize::from(seat.number())] {
                chair.stack = hand.stack(seat);
            }
        }
    }

    fn in_the_hand(&self, seat: Seat) -> bool {
        self.hand.as_ref().is_some_and(|hand| hand.seats().any(|dealt| dealt == seat))
    }

    /// Only a person, or who deals for the house, may do what concerns that person; the rest is the house's.
    fn speaks_for(&self, person: Person, by: By) -> Result<(), TableRefusal> {
        if by.role.deals() || (by.person == person && person != Person::HOUSE) {
            return Ok(());
        }
        refuse(TableWhy::NotYours, rule::WHO_MAY_ACT)
    }

    /// The chair of a seat, if this person or the house speaks for it.
    fn own_chair(&self, seat: Seat, by: By) -> Result<&Chair, TableRefusal> {
        match self.chair(seat) {
            None => refuse(TableWhy::SeatEmpty { seat }, rule::ONE_SEAT_A_PLAYER),
            Some(chair) if by.role.deals() || chair.person == by.person => Ok(chair),
            Some(_) => refuse(TableWhy::NotYours, rule::WHO_MAY_ACT),
        }
    }

    fn sit(&self, seat: Seat, person: Person, stack: Chips) -> Result<TableEvent, TableRefusal> {
        let seats = self.house().seats;
        if seat.number() > seats {
            return refuse(TableWhy::NoSuchSeat { seat, seats }, rule::DECK_BOUNDS_THE_PLAYERS);
        }
        if self.chair(seat).is_some() {
            return refuse(TableWhy::SeatTaken { seat }, rule::ONE_SEAT_A_PLAYER);
        }
        let seated = |(_, chair): &(Seat, &Chair)| person != Person::HOUSE && chair.person == person;
        if let Some((seat, _)) = self.chairs().find(seated) {
            return refuse(TableWhy::AlreadySeated { seat }, rule::ONE_SEAT_A_PLAYER);
        }
        self.stake_is_allowed(stack)?;
        let waits = self.opened > 0;
        let rule = if waits { rule::NEWCOMER_POSTS_OR_WAITS } else { rule::STAKE_WITHIN_LIMITS };
        Ok(TableEvent { what: TableWhat::Sat { seat, person, stack, waits }, rule })
    }

    fn stake_is_allowed(&self, stack: Chips) -> Result<(), TableRefusal> {
        let house = self.house();
        if stack < house.min_buy_in {
            let why = TableWhy::StakeTooSmall { stack, at_least: house.min_buy_in };
            return refuse(why, rule::STAKE_WITHIN_LIMITS);
        }
        let at_most = house.max_buy_in.unwrap_or(Chips::MAX);
        if stack > at_most {
            return refuse(TableWhy::StakeTooLarge { stack, at_most }, rule::STAKE_WITHIN_LIMITS);
        }
        Ok(())
    }

    /// Takes one decided event into the table. Holds no rule and cannot fail.
    pub fn apply(&mut self, event: &TableEvent) {
        match &event.what {
            TableWhat::Sat { seat, person, stack, waits } => {
                self.chairs[usize::from(seat.number())] = Some(Chair {
                    person: *person,
                    stack: *stack,
                    away: false,
                    waits: *waits,
                    posts: false,
                    missed_small: false,
                    missed_big: false,
                });
            }
            TableWhat::Left { seat, .. } => self.chairs[usize::from(seat.number())] = None,
            TableWhat::SatOut { seat } => self.with_chair(*seat, |chair| chair.away = true),
            TableWhat::SatIn { seat, waits, posts } => self.with_chair(*seat, |chair| {
                chair.away = false;
                chair.waits = *waits;
                chair.posts = *posts;
            }),
            TableWhat::Bought { seat, amount } => self.with_chair(*seat, |chair| chair.stack += *amount),
            TableWhat::Determined { house } => self.next_house = Some(Arc::clone(house)),
            TableWhat::ButtonPlaced { seat } => {
                self.button = Some(*seat);
                self.positions.clear();
            }
            TableWhat::Positions { button, blinds } => {
                if let Some(house) = self.next_house.take() {
                    self.house = house;
                }
                self.opened += 1;
                let old = std::mem::take(&mut self.positions);
                // A blind that nobody posted keeps the place it would have had.
                let place = |(at, seat): (usize, &Option<Seat>)| seat.or(old.get(at + 1).copied());
                self.positions = blinds.iter().enumerate().filter_map(place).collect();
                self.button = Some(*button);
            }
            TableWhat::BlindMissed { seat, last } => self.with_chair(*seat, |chair| {
                chair.missed_big |= *last;
                chair.missed_small |= !*last;
            }),
            TableWhat::Hand(event) => {
                if let What::Opened(lineup) = &event.what {
                    for entrant in &lineup.entrants {
                        self.with_chair(entrant.seat, |chair| {
                            chair.waits = false;
                            chair.posts = false;
                            chair.missed_small = false;
                            chair.missed_big = false;
                        });
                    }
                    self.hand = Some(Hand::opened(Arc::clone(lineup)));
                } else if let Some(hand) = &mut self.hand {
                    hand.apply(event);
                }
                if matches!(event.what, What::Closed) {
                    self.stakes_from_the_hand();
                }
            }
        }
    }

    fn with_chair(&mut self, seat: Seat, change: impl FnOnce(&mut Chair)) {
        if let Some(chair) = &mut self.chairs[usize::from(seat.number())] {
            change(chair);
        }
    }

    /// Occupied seats that satisfy something, clockwise from the left of a seat.
    fn clockwise(&self, from: Seat, wanted: impl Fn(&Chair) -> bool) -> Vec<Seat> {
        let mut seats: Vec<Seat> =
            self.chairs().filter(|(_, chair)| wanted(chair)).map(|(seat, _)| seat).collect();
        seats.sort_by_key(|seat| steps_clockwise(from, *seat));
        seats
    }

    /// Moves button and blinds and opens the hand.
    fn open(&mut self) -> Result<Vec<TableEvent>, TableRefusal> {
        if self.playing() {
            return refuse(TableWhy::RoundRunning, rule::PLAY_TO_THE_END);
        }
        let house = Arc::clone(self.house());
        let ready = |chair: &Chair| !chair.away && !chair.stack.is_zero();
        let plays = |chair: &Chair| ready(chair) && (!chair.waits || chair.posts);
        let first = self.opened == 0 || self.positions.is_empty();
        let (button, blinds) = if first {
            self.first_positions(&house, &plays)
        } else if house.button_moves_over_empty_seats || house.is_ante_game() || house.bomb_pot.is_some() {
            self.moved_button(&house, &plays)
        } else {
            self.dead_button(&house, &ready)
        };
        let Some(button) = button else {
            let players = self.clockwise(self.button.unwrap_or(Seat::FIRST), plays).len();
            let problem = LineupProblem::TooFewPlayers { players };
            return refuse(TableWhy::Lineup(vec![problem]), problem.rule());
        };
        let mut entrants = Vec::new();
        let mut posts = Vec::new();
        for (seat, chair) in self.chairs() {
            let on_blind = blinds.last() == Some(&Some(seat));
            if !ready(chair) || (chair.waits && !chair.posts && !on_blind) {
                continue;
            }
            entrants.push(Entrant { seat, person: chair.person, stack: chair.stack });
            if chair.waits && !on_blind {
                posts.extend(owed(chair, seat, &house));
            }
        }
        let number = self.opened + 1;
        let mut lineup = Lineup::with_blinds(&house, number, button, entrants, &blinds);
        lineup.dues.extend(posts);
        let (hand, opened) = Hand::open(lineup).map_err(|problems| {
            let rule = problems.first().map_or(rule::ENOUGH_PLAYERS, LineupProblem::rule);
            TableRefusal { why: TableWhy::Lineup(problems), rule }
        })?;
        let mut events = self.missed(button, &blinds);
        let rule = if first { rule::FIRST_BUTTON } else { rule::BUTTON_MOVES_CLOCKWISE };
        events.push(TableEvent { what: TableWhat::Positions { button, blinds }, rule });
        events.push(TableEvent { rule: opened.rule, what: TableWhat::Hand(opened) });
        for event in &events {
            self.apply(event);
        }
        self.hand = Some(hand);
        Ok(events)
    }

    /// The first round: the placed button, or the highest occupied seat, at the dealer's right.
    fn first_positions(&self, house: &House, plays: &dyn Fn(&Chair) -> bool) -> Positions {
        let seats = self.clockwise(Seat::FIRST, plays);
        if seats.len() < 2 {
            return (None, Vec::new());
        }
        let button = self.button.or_else(|| seats.iter().max().copied());
        self.blinds_after(house, button, plays)
    }

    /// The button goes to the next player who is dealt in; the blinds follow it.
    fn moved_button(&self, house: &House, plays: &dyn Fn(&Chair) -> bool) -> Positions {
        let Some(old) = self.button else { return (None, Vec::new()) };
        let seats = self.clockwise(old, plays);
        if seats.len() < 2 {
            return (None, Vec::new());
        }
        let moved = self.blinds_after(house, Some(seats[0]), plays);
        let last = moved.1.last().copied().flatten();
        let repeats = last.is_some() && last == self.positions.last().copied();
        if house.heads_up_button_adjust && seats.len() == 2 && repeats {
            return self.blinds_after(house, Some(seats[1]), plays);
        }
        moved
    }

    fn blinds_after(&self, house: &House, button: Option<Seat>, plays: &dyn Fn(&Chair) -> bool) -> Positions {
        let Some(button) = button else { return (None, Vec::new()) };
        let mut posters = [None; MOST_BLINDS];
        let count = blind_posters(house, button, &self.clockwise(button, plays), &mut posters);
        (Some(button), posters[..count].to_vec())
    }

    /// The last blind goes to the next player; every other position takes the seat of the one after it, empty or not.
    fn dead_button(&self, house: &House, ready: &dyn Fn(&Chair) -> bool) -> Positions {
        let (Some(old_button), Some(old_last)) = (self.button, self.positions.last()) else {
            return (None, Vec::new());
        };
        let seats = self.clockwise(*old_last, ready);
        let dealt_in = self.clockwise(*old_last, |chair| ready(chair) && (!chair.waits || chair.posts)).len();
        let next_waits =
            seats.first().and_then(|seat| self.chair(*seat)).is_some_and(|chair| chair.waits && !chair.posts);
        let players = dealt_in + usize::from(next_waits);
        if players < 2 {
            return (None, Vec::new());
        }
        let last = seats[0];
        let blind_count = house.blinds.len();
        if players == 2 && house.heads_up_button_posts_first && blind_count == 2 {
            let other = seats.iter().copied().find(|seat| {
                *seat != last && self.chair(*seat).is_some_and(|chair| !chair.waits || chair.posts)
            });
            return (other, vec![other, Some(last)]);
        }
        let mut places = vec![old_button];
        places.extend(&self.positions);
        // After two players, or with another number of blinds, the seats before the last blind are found anew.
        let kept: Vec<Seat> = if places.len() == blind_count + 1 {
            places[1..].to_vec()
        } else {
            let mut before = self.clockwise(last, ready);
            before.retain(|seat| *seat != last);
            before.split_off(before.len().saturating_sub(blind_count))
        };
        let posts = |seat: Seat| {
            self.chair(seat).filter(|chair| ready(chair) && (!chair.waits || chair.posts)).map(|_| seat)
        };
        let button = kept.first().copied();
        let mut blinds: Vec<Option<Seat>> = kept.iter().skip(1).map(|seat| posts(*seat)).collect();
        blinds.push(Some(last));
        (button, blinds)
    }

    /// Players who are away and are passed by a blind of the round that opens.
    fn missed(&self, button: Seat, blinds: &[Option<Seat>]) -> Vec<TableEvent> {
        let Some(last) = blinds.last().copied().flatten() else { return Vec::new() };
        let Some(old_last) = self.positions.last() else { return Vec::new() };
        let mut events = Vec::new();
        for (seat, chair) in self.chairs() {
            if !chair.away || chair.stack.is_zero() {
                continue;
            }
            let passed_by_last = steps_clockwise(*old_last, seat) < steps_clockwise(*old_last, last);
            let between = steps_clockwise(button, seat) < steps_clockwise(button, last);
            for (is_last, passed) in [(true, passed_by_last), (false, between && !passed_by_last)] {
                let known = if is_last { chair.missed_big } else { chair.missed_small };
                if passed && !known {
                    let what = TableWhat::BlindMissed { seat, last: is_last };
                    events.push(TableEvent { what, rule: rule::MISSED_BLINDS_ARE_POSTED });
                }
            }
        }
        events
    }
}

/// The button, if there are players enough, and the seats of the blinds.
type Positions = (Option<Seat>, Vec<Option<Seat>>);

/// What a returning or new player posts: the last blind live, a missed smaller one dead or live as the house says.
fn owed(chair: &Chair, seat: Seat, house: &House) -> Vec<Due> {
    let mut dues = Vec::new();
    let newcomer = !chair.missed_big && !chair.missed_small;
    if newcomer || chair.missed_big {
        dues.push(Due { seat, kind: PostKind::Live, amount: house.last_blind() });
    }
    if chair.missed_small && house.blinds.len() > 1 {
        let kind =
            if house.missed_small_blind_live && !chair.missed_big { PostKind::Live } else { PostKind::Dead };
        dues.push(Due { seat, kind, amount: house.blinds[0] });
    }
    dues
}
