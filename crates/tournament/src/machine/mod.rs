//! One tournament, from its published conditions to prizes paid once.
//!
//! [`Tournament::decide`] says what a command leads to and changes nothing; [`Tournament::apply`] applies one
//! decided event and holds no rule. Inside, a command is judged and its facts are applied at once; then the
//! consequences (players without chips, the end of a session, hand-for-hand play) are decided on the new
//! state.
//!
//! What tables do comes in as facts, and what they have to do goes out as facts: a tournament knows nothing
//! of cards.

mod apply;
mod checks;
mod command;
mod consequences;
mod course;
mod entries;
mod event;
mod queries;
mod ranking;
mod records;
mod results;
mod seating;
mod state;

use chips::book::{Posting, Unit};
use rulebook::{Rule, rule};
use seating_roles::Role;

use ::seating as seating_roles;

pub use self::command::{
    CommandContext, CourseCommand, EntrantProfile, EntryCommand, HandReport, RecordCommand, ResultCommand,
    SeatCommand, TournamentCommand,
};
pub use self::event::{
    ClockSetReason, CourseFact, EntryFact, Incident, PartResult, PlayerInHand, PlayerMove, RecordFact,
    ResultFact, SeatFact, SeatedEntry, TournamentEvent, TournamentFact,
};
pub use self::queries::EntryCounts;
pub use self::state::{
    EntryStatus, SessionStage, Tournament, TournamentPlayer, TournamentSession, TournamentStage,
    TournamentTable,
};

use crate::conditions::file;
use crate::money::{MoneyCommand, MoneyEvent};
use crate::refusal::{TournamentRefusal, TournamentRefusalReason};

/// An event and the money that moves with it, to be stored and posted together or not at all.
#[derive(Clone, Debug, PartialEq)]
pub struct PostedEvent {
    /// What happened.
    pub event: TournamentEvent,
    /// The money that moves.
    pub postings: Vec<Posting>,
}

/// The facts that a command leads to, before their consequences.
type FactsOrRefusal = Result<Vec<PostedFact>, TournamentRefusal>;

/// A fact with its rule and the money that moves.
#[derive(Clone, Debug)]
struct PostedFact {
    what: TournamentFact,
    rule: Rule,
    postings: Vec<Posting>,
}

impl PostedFact {
    /// A fact that moves no money, with the rule that the stored event and its clauses rest on.
    fn new(what: impl Into<TournamentFact>, rule: Rule) -> PostedFact {
        PostedFact { what: what.into(), rule, postings: Vec::new() }
    }
}

impl From<MoneyEvent> for PostedFact {
    /// A decided movement of money as a fact of the tournament; its postings go along, to be stored with it or
    /// not at all.
    fn from(event: MoneyEvent) -> PostedFact {
        PostedFact { what: event.what.into(), rule: event.rule, postings: event.postings }
    }
}

/// The refusal of a command, for any result type, so that a check can end with it. Nothing may have changed
/// before.
fn refuse<T>(why: TournamentRefusalReason, rule: Rule) -> Result<T, TournamentRefusal> {
    Err(TournamentRefusal { why, rule })
}

/// The largest number of events from one command, far more than cancelling the largest tournament needs.
const MOST_EVENTS: usize = 1_000_000;

impl Tournament {
    /// Decides a command by the rules, consequences included. Changes nothing; it works on a copy of the
    /// tournament, so [`Tournament::take`] is cheaper for a caller who owns it.
    ///
    /// # Errors
    /// The first reason that applies.
    pub fn decide(
        &self,
        command: &TournamentCommand,
        context: &CommandContext<'_>,
    ) -> Result<Vec<PostedEvent>, TournamentRefusal> {
        self.clone().take(command, context)
    }

    /// Decides a command and applies its events, which the caller stores and posts in this order. A refused
    /// command changes nothing: refusals come before the first fact.
    ///
    /// # Errors
    /// The first reason that applies.
    pub fn take(
        &mut self,
        command: &TournamentCommand,
        context: &CommandContext<'_>,
    ) -> Result<Vec<PostedEvent>, TournamentRefusal> {
        let facts = self.judge(command, context)?;
        let mut decided = Vec::new();
        for fact in facts {
            self.push(fact, context, &mut decided);
        }
        while let Some(fact) = self.next_consequence(context) {
            self.push(fact, context, &mut decided);
            assert!(
                decided.len() < MOST_EVENTS,
                "the consequences in tournament {} never end",
                self.number()
            );
        }
        self.check_invariants();
        Ok(decided)
    }

    /// Makes an event of a fact, with the requester and the reason, and applies it at once, so that the next
    /// consequence is decided on the new state.
    fn push(&mut self, fact: PostedFact, context: &CommandContext<'_>, decided: &mut Vec<PostedEvent>) {
        let PostedFact { what, rule, postings } = fact;
        let event = TournamentEvent { what, rule, by: context.by, reason: context.reason.map(str::to_owned) };
        self.apply(&event);
        decided.push(PostedEvent { event, postings });
    }

    /// The facts that a command leads to, without consequences, or the first reason against it; hands it to the
    /// file of its family. Changes nothing; a cancelled tournament refuses everything.
    fn judge(&self, command: &TournamentCommand, context: &CommandContext<'_>) -> FactsOrRefusal {
        if self.stage() == TournamentStage::Cancelled {
            return refuse(TournamentRefusalReason::Cancelled, rule::CANCELLATION_RETURNS_EVERYTHING);
        }
        match command {
            TournamentCommand::Record(command) => self.judge_record(command, context),
            TournamentCommand::Entry(command) => self.judge_entry(command, context),
            TournamentCommand::Seat(command) => self.judge_seat(command, context),
            TournamentCommand::Course(command) => self.judge_course(command, context),
            TournamentCommand::Result(command) => self.judge_result(command, context),
        }
    }

    /// Checks that the requester may act as director: the named one, a shift manager or operator, or the
    /// software if no book asks for a named director (`director-is-nominated`).
    fn check_director(&self, context: &CommandContext<'_>) -> Result<(), TournamentRefusal> {
        let book_names = self.requires_named_director();
        let may = match context.by.role {
            Role::Director => self.named_director().is_none_or(|named| named == context.by.person),
            Role::ShiftManager | Role::Operator => true,
            Role::Dealer => context.by == seating_roles::Actor::HOUSE && !book_names,
            Role::Player | Role::Supervisor | Role::Cashier | Role::Auditor | Role::Administrator => false,
        };
        if may {
            Ok(())
        } else {
            refuse(
                TournamentRefusalReason::NotForThisRole { role: context.by.role },
                rule::DIRECTOR_IS_NOMINATED,
            )
        }
    }

    /// Checks that the requester is a shift manager or the operator, or the software if no book asks for a
    /// named director; `rule` is the one that the refusal cites.
    fn check_manager(&self, context: &CommandContext<'_>, rule: Rule) -> Result<(), TournamentRefusal> {
        let may = match context.by.role {
            Role::ShiftManager => true,
            Role::Operator => true,
            Role::Dealer => context.by == seating_roles::Actor::HOUSE && !self.requires_named_director(),
            Role::Player
            | Role::Supervisor
            | Role::Director
            | Role::Cashier
            | Role::Auditor
            | Role::Administrator => false,
        };
        if may {
            Ok(())
        } else {
            refuse(TournamentRefusalReason::NotForThisRole { role: context.by.role }, rule)
        }
    }

    /// Checks that the requester is an official who may sell, the player whom it concerns, or the software;
    /// `rule` is the one that the refusal cites.
    fn check_seller(
        &self,
        context: &CommandContext<'_>,
        person: seating_roles::Person,
        rule: Rule,
    ) -> Result<(), TournamentRefusal> {
        let may = match context.by.role {
            Role::Player => context.by.person == person,
            Role::Cashier | Role::ShiftManager | Role::Operator | Role::Director => true,
            Role::Dealer => context.by == seating_roles::Actor::HOUSE,
            Role::Supervisor | Role::Auditor | Role::Administrator => false,
        };
        if may {
            Ok(())
        } else {
            refuse(TournamentRefusalReason::NotForThisRole { role: context.by.role }, rule)
        }
    }

    /// The unit of the postings for the `unit` that the conditions name: money in cents, or play chips.
    fn money_unit(unit: file::Money) -> Unit {
        match unit {
            file::Money::Cents => Unit::Cents,
            file::Money::Play => Unit::Play,
        }
    }

    /// Lets the money of the tournament judge a movement, and gives the fact with its postings; refused before
    /// conditions are published.
    fn money_fact(&self, command: &MoneyCommand) -> Result<PostedFact, TournamentRefusal> {
        let money = self.money().ok_or(TournamentRefusal {
            why: TournamentRefusalReason::NotPublished,
            rule: rule::CONDITIONS_ARE_WRITTEN,
        })?;
        money.decide(command).map(PostedFact::from)
    }
}
