//! What happened in a tournament, as it is stored: flat facts under their names, in families that are handled
//! together.

use chips::Chips;
use rulebook::Rule;
use seating::{Actor, Person};
use serde::{Deserialize, Serialize};

use crate::balance::{LastHand, SeatEffect};
use crate::conditions::Conditions;
use crate::money::MoneyFact;
use crate::places::{EntryNumber, PlaceGroup};
use crate::seats::TableSeat;

/// Something that happened, with the rule it rests on and the person who acted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentEvent {
    /// What happened.
    pub what: TournamentFact,
    /// The rule it rests on; a book links it to its clauses.
    pub rule: Rule,
    /// The person who acted and their role.
    pub by: Actor,
    /// The reason, if one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A fact, by its family. Stored facts do not show the family; each name belongs to one of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a fact of a tournament by its name and fields")]
#[allow(missing_docs)]
pub enum TournamentFact {
    Record(RecordFact),
    Money(MoneyFact),
    Entry(EntryFact),
    Seat(SeatFact),
    Course(CourseFact),
    Result(ResultFact),
}

/// Facts about conditions and the records before entries are sold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum RecordFact {
    /// A version of the conditions was published.
    Published { version: u32, conditions: Conditions, place: String, wall_ms: i64 },
    /// The regulator was given a copy of a version.
    Noticed { version: u32, date: String, reference: String },
    /// The regulator approved a version.
    Approved { version: u32, date: String, reference: String },
    /// Somebody compared a free sentence with the rules.
    Reviewed { version: u32, text: u32 },
    /// The director was named.
    Nominated { person: Person, wall_ms: i64 },
    /// Entries are on sale from now on.
    EntriesOpened,
    /// Entries are no longer on sale.
    EntriesClosed,
}

/// Facts about entries.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum EntryFact {
    /// An entry was sold to a person, who belongs to these groups of the conditions.
    Entered {
        entry: EntryNumber,
        person: Person,
        receipt: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        agreement: Option<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        groups: Vec<u32>,
    },
    /// A person was put on the reserve list.
    Reserved { person: Person },
    /// An entry was given back before the start.
    Withdrawn { entry: EntryNumber },
    /// A player without chips bought back in.
    BoughtBack {
        entry: EntryNumber,
        chips: Chips,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<TableSeat>,
    },
    /// A player bought an add-on.
    AddedOn { entry: EntryNumber, chips: Chips },
    /// A player without chips did not buy back in, or the time for it ran out.
    Declined { entry: EntryNumber },
    /// A player who was out, or missed a session, may play another one.
    Readmitted { entry: EntryNumber, session: u32 },
    /// Another person now plays an entry.
    Substituted { entry: EntryNumber, person: Person },
    /// A player went away, or came back.
    Away { entry: EntryNumber, away: bool },
    /// A player was excluded; the chips were taken back.
    Disqualified { entry: EntryNumber, chips: Chips, steady_ms: u64 },
    /// Something that a player did, for the record.
    Incident { entry: EntryNumber, kind: Incident },
}

/// What a player did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Incident {
    /// Chips were not in sight.
    ChipsHidden,
    /// A warning was given.
    Warned,
}

/// The seat and the stack of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct SeatedEntry {
    pub entry: EntryNumber,
    pub at: TableSeat,
    pub stack: Chips,
}

/// A move of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct PlayerMove {
    pub entry: EntryNumber,
    pub from: TableSeat,
    pub to: TableSeat,
    /// What the new seat does to the blinds of the next hand.
    pub effect: SeatEffect,
}

/// Facts about seats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum SeatFact {
    /// Seats were drawn for a session, listed by its parts, which play side by side.
    Drawn { session: u32, draw: u32, parts: Vec<Vec<SeatedEntry>> },
    /// A player sat down.
    SatDown { entry: EntryNumber },
    /// A position was forfeited; its chips were taken back.
    Forfeited { entry: EntryNumber, session: u32, chips: Chips },
    /// The position of an absent player is kept and blinded off.
    Kept { entry: EntryNumber },
    /// The seat of one entry was sold to another.
    Resold { from: EntryNumber, seated: SeatedEntry },
    /// A player was moved.
    Moved { moved: PlayerMove },
    /// A table was broken.
    TableBroken { table: u32, draw: u32, moves: Vec<PlayerMove> },
    /// The seats of the final table were drawn again.
    FinalTable { table: u32, draw: u32, seats: Vec<SeatedEntry> },
}

/// A player's part in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct PlayerInHand {
    pub entry: EntryNumber,
    pub before: Chips,
    /// What the player put into the pots, less the part of a bet that nobody called.
    pub put_in: Chips,
    pub after: Chips,
}

/// Why the clock was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum ClockSetReason {
    Started,
    Paused,
    Resumed,
    Corrected,
    NextLevel,
    Recorded,
    Restarted,
}

/// Facts about the course of play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum CourseFact {
    /// A session began.
    SessionStarted { session: u32, wall_ms: i64 },
    /// The clock was set to this reading.
    ClockSet { line: u32, elapsed_ms: u64, running: bool, steady_ms: u64, because: ClockSetReason },
    /// A break was called.
    BreakCalled { minutes: u32 },
    /// The last hand before a break is over, and the break begins.
    BreakBegan { steady_ms: u64 },
    /// Play goes on after a break.
    BreakOver,
    /// A hand began at a table, at this line of the structure.
    HandOpened {
        table: u32,
        hand: u32,
        line: u32,
        elapsed_ms: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hand_for_hand: Option<u32>,
    },
    /// A hand ended.
    HandEnded {
        table: u32,
        hand: u32,
        steady_ms: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seats: Option<LastHand>,
        players: Vec<PlayerInHand>,
        /// What the bank won or lost, in games against the house.
        #[serde(default, skip_serializing_if = "is_zero")]
        to_bank: Chips,
        #[serde(default, skip_serializing_if = "is_zero")]
        from_bank: Chips,
    },
    /// A hand was void: the chips are where they were.
    HandVoid { table: u32, hand: u32 },
    /// A player without chips may buy back in until then.
    MayBuyBack { entry: EntryNumber, until_ms: u64 },
    /// A player is out of the session, as of the end of the last hand.
    WentOut {
        entry: EntryNumber,
        session: u32,
        round: u32,
        put_in: Chips,
        steps: u8,
        /// Chips below the minimum that were taken back.
        #[serde(default, skip_serializing_if = "is_zero")]
        chips: Chips,
    },
    /// Tables play hand for hand, or no longer.
    HandForHand { on: bool },
    /// Every table may play one hand.
    Released { number: u32 },
    /// The smallest chip was taken out of play.
    ColouredUp { chip: Chips, stacks: Vec<(EntryNumber, Chips)>, issued: Chips, taken: Chips },
    /// The director set the pace of play.
    Paced { seconds: u32, from_hand: u32 },
    /// A part of the session ended.
    PartEnded { session: u32, part: u32 },
}

/// The places in a part of a session, and who goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct PartResult {
    pub places: Vec<PlaceGroup>,
    pub advanced: Vec<EntryNumber>,
    /// Points in parts of 1/2520.
    pub points: Vec<(EntryNumber, u64)>,
}

/// Facts about places and prizes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum ResultFact {
    /// The director placed players who went out together, best first.
    PlacedTogether { groups: Vec<Vec<EntryNumber>> },
    /// A session is over.
    SessionRanked { session: u32, parts: Vec<PartResult>, out: Vec<EntryNumber>, taken: Chips },
    /// The last session is over.
    PlayFinished,
    /// The list of places was corrected before it was confirmed.
    PlacesCorrected { groups: Vec<PlaceGroup> },
    /// The players left agreed on the prizes.
    Agreed { amounts: Vec<(EntryNumber, chips::Cents)>, for_first: chips::Cents },
    /// The list of places was confirmed.
    PlacesConfirmed { groups: Vec<PlaceGroup>, goods: Vec<(u32, EntryNumber)> },
}

macro_rules! into_tournament_fact {
    ($($variant:ident($family:ident),)*) => {$(
        impl From<$family> for TournamentFact {
            /// Wraps a fact of one family as a fact of the tournament, so that code can give either; the stored
            /// form does not show the family.
            fn from(fact: $family) -> TournamentFact {
                TournamentFact::$variant(fact)
            }
        }
    )*};
}

into_tournament_fact! {
    Record(RecordFact),
    Money(MoneyFact),
    Entry(EntryFact),
    Seat(SeatFact),
    Course(CourseFact),
    Result(ResultFact),
}

/// Whether there are no chips: such a field is left out of the stored form, and a missing one is read as none.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(chips: &Chips) -> bool {
    chips.is_zero()
}
