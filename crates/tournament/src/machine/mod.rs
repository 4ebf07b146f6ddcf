//! One tournament, from its published conditions to prizes paid once.
//!
//! [`Tournament::decide`] says what a command leads to and changes nothing; [`Tournament::apply`] takes one decided event
//! and holds no rule. Inside, a command is judged, what it leads to is applied at once, and what follows of itself
//! (players without chips, the end of a session, hand-for-hand play) is decided on what has become of it.
//!
//! What tables do comes in as facts and what they are told goes out as facts: a tournament knows nothing of cards.

mod apply;
mod checks;
mod command;
mod course;
mod entries;
mod event;
mod follow;
mod ranking;
mod records;
mod results;
mod seating;
mod standing;
mod state;

use chips::book::{Posting, Unit};
use rulebook::{Rule, rule};
use seating_roles::Role;

use ::seating as seating_roles;

pub use self::command::{
    Command, CourseCommand, EntryCommand, Given, HandReport, RecordCommand, ResultCommand, SeatCommand,
    Standing,
};
pub use self::event::{
    ClockBecause, CourseFact, EntryFact, Event, InHand, Incident, Moved, PartResult, RecordFact, ResultFact,
    SeatFact, Seated, What,
};
pub use self::standing::Census;
pub use self::state::{Player, Session, SessionStage, Stage, Status, Table, Tournament};

use crate::conditions::file;
use crate::money::{MoneyCommand, MoneyEvent};
use crate::refusal::{Refusal, Why};

/// An event with the amounts that move with it, to be stored and posted together or not at all.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    /// What happened.
    pub event: Event,
    /// The money that moves.
    pub postings: Vec<Posting>,
}

/// Facts that a command leads to, before anything follows from them.
type Judged = Result<Vec<Fact>, Refusal>;

/// A fact with its rule and the money that moves.
#[derive(Clone, Debug)]
struct Fact {
    what: What,
    rule: Rule,
    postings: Vec<Posting>,
}

impl Fact {
    fn new(what: impl Into<What>, rule: Rule) -> Fact {
        Fact { what: what.into(), rule, postings: Vec::new() }
    }
}

impl From<MoneyEvent> for Fact {
    fn from(event: MoneyEvent) -> Fact {
        Fact { what: event.what.into(), rule: event.rule, postings: event.postings }
    }
}

fn refuse<T>(why: Why, rule: Rule) -> Result<T, Refusal> {
    Err(Refusal { why, rule })
}

/// The most events that one command can lead to, far more than a cancelled tournament of the largest size needs.
const MOST_EVENTS: usize = 1_000_000;

impl Tournament {
    /// What the rules make of a command. Changes nothing.
    ///
    /// # Errors
    /// The first reason why not.
    pub fn decide(&self, command: &Command, given: &Given<'_>) -> Result<Vec<Decided>, Refusal> {
        self.clone().take(command, given)
    }

    /// Decides a command and takes what it leads to. A refused command changes nothing.
    ///
    /// # Errors
    /// The first reason why not.
    pub fn take(&mut self, command: &Command, given: &Given<'_>) -> Result<Vec<Decided>, Refusal> {
        let facts = self.judge(command, given)?;
        let mut decided = Vec::new();
        for fact in facts {
            self.push(fact, given, &mut decided);
        }
        while let Some(fact) = self.follows(given) {
            self.push(fact, given, &mut decided);
            assert!(decided.len() < MOST_EVENTS, "tournament {} does not come to rest", self.number());
        }
        self.check();
        Ok(decided)
    }

    fn push(&mut self, fact: Fact, given: &Given<'_>, decided: &mut Vec<Decided>) {
        let Fact { what, rule, postings } = fact;
        let event = Event { what, rule, by: given.by, reason: given.reason.map(str::to_owned) };
        self.apply(&event);
        decided.push(Decided { event, postings });
    }

    fn judge(&self, command: &Command, given: &Given<'_>) -> Judged {
        if self.stage() == Stage::Cancelled {
            return refuse(Why::Cancelled, rule::CANCELLATION_RETURNS_EVERYTHING);
        }
        match command {
            Command::Record(command) => self.judge_record(command, given),
            Command::Entry(command) => self.judge_entry(command, given),
            Command::Seat(command) => self.judge_seat(command, given),
            Command::Course(command) => self.judge_course(command, given),
            Command::Result(command) => self.judge_result(command, given),
        }
    }

    /// An act of the director: the one who was named, an official above, or the room where the book has no clause.
    fn director(&self, given: &Given<'_>) -> Result<(), Refusal> {
        let book_names = self.names_a_director();
        let may = match given.by.role {
            Role::Director => self.director_named().is_none_or(|named| named == given.by.person),
            Role::ShiftManager | Role::Operator => true,
            Role::Dealer => given.by == seating_roles::By::HOUSE && !book_names,
            Role::Player | Role::Supervisor | Role::Cashier | Role::Auditor | Role::Administrator => false,
        };
        if may {
            Ok(())
        } else {
            refuse(Why::NotForThisRole { role: given.by.role }, rule::DIRECTOR_IS_NOMINATED)
        }
    }

    /// An act of the shift manager or the operator.
    fn manager(&self, given: &Given<'_>, rule: Rule) -> Result<(), Refusal> {
        let may = match given.by.role {
            Role::ShiftManager => true,
            Role::Operator => true,
            Role::Dealer => given.by == seating_roles::By::HOUSE && !self.names_a_director(),
            Role::Player
            | Role::Supervisor
            | Role::Director
            | Role::Cashier
            | Role::Auditor
            | Role::Administrator => false,
        };
        if may { Ok(()) } else { refuse(Why::NotForThisRole { role: given.by.role }, rule) }
    }

    /// An act of whoever sells, or of the player for themselves.
    fn sells(&self, given: &Given<'_>, person: seating_roles::Person, rule: Rule) -> Result<(), Refusal> {
        let may = match given.by.role {
            Role::Player => given.by.person == person,
            Role::Cashier | Role::ShiftManager | Role::Operator | Role::Director => true,
            Role::Dealer => given.by == seating_roles::By::HOUSE,
            Role::Supervisor | Role::Auditor | Role::Administrator => false,
        };
        if may { Ok(()) } else { refuse(Why::NotForThisRole { role: given.by.role }, rule) }
    }

    fn money_unit(unit: file::Money) -> Unit {
        match unit {
            file::Money::Cents => Unit::Cents,
            file::Money::Play => Unit::Play,
        }
    }

    fn money_fact(&self, command: &MoneyCommand) -> Result<Fact, Refusal> {
        let money =
            self.money().ok_or(Refusal { why: Why::NotPublished, rule: rule::CONDITIONS_ARE_WRITTEN })?;
        money.decide(command).map(Fact::from)
    }
}
