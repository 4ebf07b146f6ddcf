//! The state of a tournament, all of it folded from its events.

use std::collections::{BTreeMap, BTreeSet};

use chips::{Cents, Chips};
use seating::Person;

use super::event::PartResult;
use crate::balance::LastHand;
use crate::clock::ClockAnchor;
use crate::conditions::{Conditions, Plan};
use crate::money::TournamentMoney;
use crate::places::{EntryNumber, PlaceGroup};
use crate::seats::TableSeat;

/// The stages of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum TournamentStage {
    Draft,
    Published,
    Open,
    Closed,
    Running,
    /// The last hand is over.
    Finished,
    /// The list of places is confirmed.
    Confirmed,
    Paid,
    Cancelled,
}

impl TournamentStage {
    /// The word for the stage in files, in refusals and for programs; it never changes.
    pub const fn name(self) -> &'static str {
        match self {
            TournamentStage::Draft => "draft",
            TournamentStage::Published => "published",
            TournamentStage::Open => "open",
            TournamentStage::Closed => "closed",
            TournamentStage::Running => "running",
            TournamentStage::Finished => "finished",
            TournamentStage::Confirmed => "confirmed",
            TournamentStage::Paid => "paid",
            TournamentStage::Cancelled => "cancelled",
        }
    }
}

/// The stages of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum SessionStage {
    Waiting,
    Drawn,
    Running,
    Over,
}

/// The status of an entry in the tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryStatus {
    /// Sold, but not drawn yet.
    Entered,
    /// Was drawn for a seat and is not playing yet.
    Drawn {
        /// Whether the player sat down.
        seated: bool,
    },
    /// Plays.
    Playing {
        /// Whether the player is away and blinded off.
        away: bool,
    },
    /// Has no chips and may buy back in until a time of the steady clock.
    Deciding {
        /// The end of the re-buy window.
        until_ms: u64,
    },
    /// Waits for a later session.
    Waiting,
    /// Out.
    Out,
    /// The position was forfeited.
    Forfeited,
    /// Excluded from the tournament.
    Disqualified,
    /// The fee was refunded.
    Returned,
}

impl EntryStatus {
    /// Whether an entry of this status has a seat: it was drawn for one, plays, or may still buy back in. The
    /// invariants compare it with every entry's seat.
    pub fn has_seat(self) -> bool {
        match self {
            EntryStatus::Drawn { .. } | EntryStatus::Playing { .. } | EntryStatus::Deciding { .. } => true,
            EntryStatus::Entered
            | EntryStatus::Waiting
            | EntryStatus::Out
            | EntryStatus::Forfeited
            | EntryStatus::Disqualified
            | EntryStatus::Returned => false,
        }
    }
}

/// An entry.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct TournamentPlayer {
    /// The person who bought it and gets its prizes.
    pub owner: Person,
    /// The person who plays it.
    pub person: Person,
    pub receipt: u32,
    pub agreement: Option<String>,
    pub groups: Vec<u32>,
    pub status: EntryStatus,
    pub stack: Chips,
    pub seat: Option<TableSeat>,
    pub rebuys: u32,
    /// Whether the player let the last re-buy window pass.
    pub declined: bool,
    pub addons: u32,
    pub repechages: u32,
    /// The session to which it was readmitted; zero for none.
    pub readmitted: u32,
    /// The session, seat and chips of a forfeited position, until the seat is sold again.
    pub forfeited: Option<(u32, TableSeat, Chips)>,
    /// The last session that was drawn for it.
    pub session: u32,
    /// Points in parts of 1/2520.
    pub points: u64,
    /// The last hand of the player, which decides the place if the player goes out.
    pub last: Option<LastHandResult>,
}

/// A player's last hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct LastHandResult {
    pub round: u32,
    pub put_in: Chips,
    pub steps: u8,
    pub ended_ms: u64,
}

/// A table of the running session.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct TournamentTable {
    pub part: u32,
    pub hands: u32,
    /// The number of the next hand.
    pub next: u32,
    pub last: Option<LastHand>,
    pub in_hand: bool,
    /// The number of the last hand-for-hand hand that it played.
    pub played: u32,
    pub open: bool,
}

/// An elimination, listed in the order in which they become known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Elimination {
    pub entry: EntryNumber,
    pub round: u32,
    pub put_in: Chips,
    pub steps: u8,
    pub part: u32,
    /// The table where it happened; `None` if there was none.
    pub table: Option<u32>,
}

/// A session.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct TournamentSession {
    pub stage: SessionStage,
    pub tables: BTreeMap<u32, TournamentTable>,
    /// The part that each entry plays in.
    pub part_of: BTreeMap<EntryNumber, u32>,
    pub parts: u32,
    pub ended: BTreeSet<u32>,
    pub eliminations: Vec<Elimination>,
    /// The stacks when the session was ranked.
    pub final_stacks: BTreeMap<EntryNumber, Chips>,
    pub result: Vec<PartResult>,
    pub started_ms: Option<u64>,
    /// The forfeited positions of this session with their chips.
    pub missed: BTreeMap<EntryNumber, Chips>,
}

impl TournamentSession {
    /// A session that nobody was drawn for yet; one is made for each session of the plan.
    pub(super) fn new() -> TournamentSession {
        TournamentSession {
            stage: SessionStage::Waiting,
            tables: BTreeMap::new(),
            part_of: BTreeMap::new(),
            parts: 0,
            ended: BTreeSet::new(),
            eliminations: Vec::new(),
            final_stacks: BTreeMap::new(),
            result: Vec::new(),
            started_ms: None,
            missed: BTreeMap::new(),
        }
    }
}

/// Records about one version of the conditions.
#[derive(Clone, Debug, Default)]
pub(super) struct VersionRecords {
    pub(super) noticed: bool,
    pub(super) approved: bool,
    pub(super) reviewed: BTreeSet<u32>,
}

/// A break that was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Break {
    pub(super) minutes: u32,
    pub(super) began_ms: Option<u64>,
}

/// One tournament.
#[derive(Clone, Debug)]
pub struct Tournament {
    pub(super) number: u64,
    pub(super) stage: TournamentStage,
    pub(super) versions: Vec<(Conditions, VersionRecords)>,
    pub(super) plan: Option<Plan>,
    pub(super) director: Option<Person>,
    pub(super) money: Option<TournamentMoney>,
    pub(super) players: BTreeMap<EntryNumber, TournamentPlayer>,
    pub(super) reserves: Vec<Person>,
    pub(super) sessions: Vec<TournamentSession>,
    /// The session that is drawn or played, counted from 1.
    pub(super) current: Option<u32>,
    pub(super) draws: u32,
    pub(super) clock: Option<ClockAnchor>,
    pub(super) clock_set: u32,
    pub(super) paused: bool,
    pub(super) on_break: Option<Break>,
    pub(super) hand_for_hand: Option<u32>,
    pub(super) rounds: u32,
    /// The round shared by the hands of one release.
    pub(super) shared_round: Option<u32>,
    /// The time at which each round ended; hands of one hand-for-hand number are one round.
    pub(super) round_ends: BTreeMap<u32, u64>,
    pub(super) placed: Vec<Vec<Vec<EntryNumber>>>,
    pub(super) corrected: Option<Vec<PlaceGroup>>,
    pub(super) agreed: Option<(Vec<(EntryNumber, Cents)>, Cents)>,
    pub(super) confirmed: Option<Vec<PlaceGroup>>,
    pub(super) issued: Chips,
    pub(super) taken: Chips,
    pub(super) bank_won: i128,
}

impl Tournament {
    /// A tournament before anything is published, to which stored events can be applied. Its number in the room
    /// names its accounts.
    pub fn new(number: u64) -> Tournament {
        Tournament {
            number,
            stage: TournamentStage::Draft,
            versions: Vec::new(),
            plan: None,
            director: None,
            money: None,
            players: BTreeMap::new(),
            reserves: Vec::new(),
            sessions: Vec::new(),
            current: None,
            draws: 0,
            clock: None,
            clock_set: 0,
            paused: false,
            on_break: None,
            hand_for_hand: None,
            rounds: 0,
            shared_round: None,
            round_ends: BTreeMap::new(),
            placed: Vec::new(),
            corrected: None,
            agreed: None,
            confirmed: None,
            issued: Chips::ZERO,
            taken: Chips::ZERO,
            bank_won: 0,
        }
    }
}
