//! Requests to a tournament. Time and random bytes come with them; nothing has happened yet.

use cards::Card;
use chips::{Cents, Chips};
use seating::{Actor, Person};

use super::event::{Incident, PlayerInHand};
use crate::balance::LastHand;
use crate::conditions::Conditions;
use crate::places::{EntryNumber, PlaceGroup};
use crate::seats::TableSeat;

/// The context of a command: the requester, the clock readings, and random bytes if a draw needs them.
#[derive(Clone, Copy, Debug)]
pub struct CommandContext<'a> {
    /// The requester and their role.
    pub by: Actor,
    /// The wall clock, in milliseconds since 1970.
    pub wall_ms: i64,
    /// The steady clock, in milliseconds.
    pub steady_ms: u64,
    /// Random bytes for draws.
    pub random_bytes: &'a [u8],
    /// The reason, if one is required.
    pub reason: Option<&'a str>,
}

/// What is known about a person who wants to enter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
#[allow(clippy::struct_excessive_bools)]
pub struct EntrantProfile {
    pub adult: bool,
    pub member: bool,
    pub invited: bool,
    pub staff: bool,
    pub machine: bool,
}

/// A request, by its family.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum TournamentCommand {
    Record(RecordCommand),
    Entry(EntryCommand),
    Seat(SeatCommand),
    Course(CourseCommand),
    Result(ResultCommand),
}

/// Requests about conditions and the records before entries are sold.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum RecordCommand {
    Publish { conditions: Conditions, place: String },
    Notice { version: u32, date: String, reference: String },
    Approval { version: u32, date: String, reference: String },
    Review { version: u32, text: u32 },
    Nominate { person: Person },
    Open,
    Close,
}

/// Requests about entries and purchases.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum EntryCommand {
    Enter {
        person: Person,
        standing: EntrantProfile,
        agreement: Option<String>,
        groups: Vec<u32>,
    },
    Reserve {
        person: Person,
    },
    Withdraw {
        entry: EntryNumber,
    },
    Rebuy {
        entry: EntryNumber,
    },
    AddOn {
        entry: EntryNumber,
    },
    Decline {
        entry: EntryNumber,
    },
    /// Lets an entry play a repechage, which costs, or a catch-up session, which does not.
    Readmit {
        entry: EntryNumber,
        session: u32,
    },
    Substitute {
        entry: EntryNumber,
        person: Person,
    },
    Away {
        entry: EntryNumber,
        away: bool,
    },
    Disqualify {
        entry: EntryNumber,
    },
    Incident {
        entry: EntryNumber,
        kind: Incident,
    },
    AddCash {
        cash: Cents,
    },
    /// Reverses a sale that was a mistake, by a posting of its own.
    Reverse {
        receipt: u32,
    },
    Cancel,
}

/// Requests about seats.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum SeatCommand {
    /// `sizes` are the numbers of players at each table, if the director sets them.
    Draw {
        session: u32,
        sizes: Option<Vec<usize>>,
    },
    TakeSeat {
        entry: EntryNumber,
        at: TableSeat,
    },
    Forfeit {
        entry: EntryNumber,
    },
    Keep {
        entry: EntryNumber,
    },
    SellSeat {
        from: EntryNumber,
        person: Person,
        standing: EntrantProfile,
        agreement: Option<String>,
    },
    Move {
        entry: EntryNumber,
        to: TableSeat,
    },
    BreakTable {
        table: u32,
    },
    FinalTable,
}

/// A table's report of a finished hand.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct HandReport {
    pub table: u32,
    pub hand: u32,
    /// The button and the blinds; `None` in games without them.
    pub seats: Option<LastHand>,
    pub players: Vec<PlayerInHand>,
    pub to_bank: Chips,
    pub from_bank: Chips,
}

/// Requests about the course of play.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum CourseCommand {
    StartSession {
        session: u32,
    },
    OpenHand {
        table: u32,
    },
    HandEnded(HandReport),
    VoidHand {
        table: u32,
    },
    /// Time has passed: does whatever is due.
    Tick,
    /// `seen_change` is how often the clock had been set when the requester looked at it.
    Pause {
        seen_change: u32,
    },
    Resume {
        seen_change: u32,
    },
    NextLevel {
        seen_change: u32,
    },
    SetClock {
        seen_change: u32,
        line: u32,
        elapsed_ms: u64,
    },
    CallBreak {
        minutes: u32,
    },
    HandForHand {
        on: bool,
    },
    Release,
    /// Cards for the odd chips of each player, one for each chip.
    ColourUp {
        from: Chips,
        to: Chips,
        cards: Vec<(EntryNumber, Vec<Card>)>,
    },
    Pace {
        seconds: u32,
        from_hand: u32,
    },
    /// The program was down: the clock continues from what was recorded.
    Recover,
}

/// Requests about places and prizes.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum ResultCommand {
    /// Players who went out together, best first, with equal players in one group.
    PlaceTogether {
        groups: Vec<Vec<EntryNumber>>,
    },
    /// Cards drawn for equal places at the cutoff, in the order in which each player drew them.
    RankSession {
        session: u32,
        draws: Vec<(EntryNumber, Vec<Card>)>,
    },
    CorrectPlaces {
        groups: Vec<PlaceGroup>,
    },
    Agree {
        amounts: Vec<(EntryNumber, Cents)>,
        for_first: Cents,
        agreed: Vec<EntryNumber>,
    },
    /// The entries that get the goods of shared places, by place; and cards drawn for equal points.
    Confirm {
        goods: Vec<(u32, EntryNumber)>,
        draws: Vec<(EntryNumber, Vec<Card>)>,
    },
    Pay {
        line: u32,
    },
}
