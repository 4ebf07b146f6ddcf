//! What is asked of a tournament. Time and chance come with it; nothing has happened yet.

use cards::Card;
use chips::{Cents, Chips};
use seating::{Actor, Person};

use super::event::{Incident, PlayerInHand};
use crate::balance::LastHand;
use crate::conditions::Conditions;
use crate::places::{EntryNumber, PlaceGroup};
use crate::seats::TableSeat;

/// What comes with a command: who asks, what the clocks read, bytes of chance where a draw needs them.
#[derive(Clone, Copy, Debug)]
pub struct CommandContext<'a> {
    /// Who asks, in which role.
    pub by: Actor,
    /// The wall clock, in milliseconds since 1970.
    pub wall_ms: i64,
    /// The steady clock, in milliseconds.
    pub steady_ms: u64,
    /// Chance.
    pub lots: &'a [u8],
    /// Why, where a reason is asked.
    pub reason: Option<&'a str>,
}

/// What is known of a person who wants to enter.
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

/// What is asked.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum TournamentCommand {
    Record(RecordCommand),
    Entry(EntryCommand),
    Seat(SeatCommand),
    Course(CourseCommand),
    Result(ResultCommand),
}

/// Conditions and the records before entries.
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

/// Entries and what is bought.
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
    /// A repechage, which costs, or a catch-up session, which does not.
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
    /// A sale that was a mistake is reversed by an entry of its own.
    Reverse {
        receipt: u32,
    },
    Cancel,
}

/// Seats.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum SeatCommand {
    /// `sizes` are the numbers of players at each table, where the director sets them.
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

/// What a table reports of a hand that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct HandReport {
    pub table: u32,
    pub hand: u32,
    /// Where button and blinds were; nothing in games without them.
    pub seats: Option<LastHand>,
    pub players: Vec<PlayerInHand>,
    pub to_bank: Chips,
    pub from_bank: Chips,
}

/// The course of play.
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
    /// Time passes: what became due is done.
    Tick,
    /// `on` is how often the clock was set when it was looked at.
    Pause {
        on: u32,
    },
    Resume {
        on: u32,
    },
    NextLevel {
        on: u32,
    },
    SetClock {
        on: u32,
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
    /// Cards for the odd chips of each player, one a chip.
    ColourUp {
        from: Chips,
        to: Chips,
        cards: Vec<(EntryNumber, Vec<Card>)>,
    },
    Pace {
        seconds: u32,
        from_hand: u32,
    },
    /// The program was away: the clock goes on from what was recorded.
    Recover,
}

/// Places and prizes.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum ResultCommand {
    /// Players who went out together, best first, equal ones in one group.
    PlaceTogether {
        groups: Vec<Vec<EntryNumber>>,
    },
    /// Cards drawn for equal places at the line, in the order in which each player drew them.
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
    /// Who gets the goods of a shared place, by place; and cards drawn for equal points.
    Confirm {
        goods: Vec<(u32, EntryNumber)>,
        draws: Vec<(EntryNumber, Vec<Card>)>,
    },
    Pay {
        line: u32,
    },
}
