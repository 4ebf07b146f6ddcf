//! The table between and during rounds: chairs, stakes, button, blinds owed, and the hand being played.

mod between;
mod facts;
mod opening;
mod refused;

use std::sync::Arc;

use chips::Chips;
use rulebook::rule;
use serde::{Deserialize, Serialize};

use self::refused::refuse;
use crate::command::{By, Command, Person};
use crate::event::What;
use crate::hand::Hand;
use crate::house::House;
use crate::seat::{MOST_SEATS, Seat};

pub use self::between::Between;
pub use self::facts::{TableAct, TableCommand, TableEvent, TableWhat};
pub use self::refused::{TableRefusal, TableWhy};

/// A player's chair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
}
