//! The poker table: hands from the first blind to the award, and what each viewer sees of them.
//!
//! A pure machine: [`Command`]s go in, [`Event`]s come out, time and cards come in as values. [`Hand`] is one
//! hand of poker, [`Table`] the chairs and the button between hands. Nothing here draws a card, reads a clock
//! or does I/O.

mod authority;
mod award;
mod best_hand;
mod betting;
mod command;
mod commission;
mod deal;
mod deck;
mod determine;
mod ending;
mod event;
mod families;
mod game;
mod hand;
mod house;
mod lineup;
mod made_hands;
mod menu;
mod not_played;
mod posting;
mod pots;
pub mod reason;
mod refusal;
mod session;
mod showdown;
mod stored;
pub mod view;

pub use authority::Official;
pub use command::{AS_DEALT, Act, ClockAct, Command, DeckAct, MAX_HOLE_CARDS, Offer, Play, Post, Show};
pub use deck::{DeckSource, MIN_ON_EACH_SIDE};
pub use ending::VoidReason;
pub use event::{
    CardFact, ChipFact, ChipMovement, ClockFact, CourseFact, Event, Fact, NoCommission, PotFact, PotHalf,
    PotPart, StreetFact, TurnFact, TurnKind,
};
pub use game::{Game, MAX_ROUNDS};
pub use hand::{
    BoardCard, BoardNumber, Boards, Deal, Decision, Hand, MAX_BOARD_CARDS, MAX_BOARDS, Need, NotABoard,
};
pub use house::{
    AnteOpener, Antes, BettingRules, Bounds, CapLift, ClockChoice, ClockRules, CommissionAllocation,
    DecisionClock, EqualHandsExemption, House, HouseProblem, HouseProblemKind, Limit, NotPoker, OddChip,
    OddChipTie, OpeningOption, OperatorDeputy, PotCommission, RaiseOverShort, RulesInForce, ShortAllIn,
    ShowdownRules, Sign, Stakes,
};
pub use lineup::{
    CommissionSource, DealOrder, DuePost, Entrant, Lineup, LineupProblem, MAX_BLINDS, PostKind,
    RecordOverrides, blind_posters, steps_clockwise,
};
pub use made_hands::{HandOnBoard, WinningHand};
pub use menu::{Menu, RaiseMenu};
pub use not_played::NOT_PLAYED;
pub use pots::CurrentPot;
pub use refusal::{Refusal, RefusalReason};
pub use session::{
    BlindFact, BlindMarks, Chair, ChairAct, CheckDue, CheckFault, Checker, DeckFact, Entry, HouseAct,
    HouseFact, MAX_REASON_LENGTH, MissedBlinds, NewCards, OfficialAct, OfficialFact, OwedBlinds,
    PlayerPresence, Removal, SeatFact, Sink, StakeFact, Table, TableAct, TableCommand, TableEvent, TableFact,
    TableRefusal, TableRefusalReason, TableSnapshot, Timestamp,
};
pub use stored::shared_house;
