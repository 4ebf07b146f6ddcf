//! Refusals: answers with the reason, the numbers that help, and the rule.

use std::fmt;

use chips::{Cents, Chips};
use rulebook::{Book, Rule};
use seating::Role;

use crate::conditions::file::Eligible;
use crate::machine::TournamentStage;
use crate::seats::TableSeat;

/// The answer to something that the rules do not allow. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TournamentRefusal {
    /// The reason, with the numbers that help.
    pub why: TournamentRefusalReason,
    /// The rule it rests on; a book links it to clauses.
    pub rule: Rule,
}

impl TournamentRefusal {
    /// The clauses behind the refusal in a book, to be shown with it; none if the book does not have the rule.
    pub fn cites(self, book: &Book) -> &[String] {
        book.cites(self.rule)
    }
}

/// The reasons for a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum TournamentRefusalReason {
    /// The prizes do not add up to the pool.
    PrizesAreNotThePool { prizes: Cents, pool: Cents },
    /// There are more places to pay than players.
    MorePlacesThanPlayers { places: usize, players: usize },
    /// A formula pays too many places.
    TooManyPlaces { places: u64, at_most: u64 },
    /// The shares are not a hundred per cent; `sum` is in ten-thousandths of a per cent.
    NotAHundredPerCent { sum: u64 },
    /// The conditions have no breakdown for this number of entries.
    NoBreakdown { entries: u32 },
    /// A place is missing or given twice.
    PlacesAreNotInOrder { place: u32 },
    /// Goods cannot be divided between players who share a place.
    GoodsInASharedPlace { place: u32 },
    /// Several players went out together, and the director has to place them.
    DirectorPlacesThem { players: usize },
    /// The conditions allow no agreements on the prizes.
    NoDeals,
    /// One of the remaining players did not agree.
    NotEverybodyAgrees { entry: u32 },
    /// Less is kept for the winner than the conditions require.
    TooLittleForFirst { kept: Cents, at_least: Cents },
    /// There are too few seats.
    NotEnoughSeats { players: usize, seats: usize },
    /// The sizes set for the tables do not add up to the players.
    SizesDoNotAddUp { sum: usize, players: usize },
    /// Too few random bytes were given.
    MoreLotsNeeded { given: usize },
    /// The book allows no moves during a session.
    NoMovesInASession,
    /// The amount is not a multiple of the chip.
    NotWholeChips { amount: Chips, chip: Chips },
    /// The player does not have exactly one card for each odd chip.
    CardsForOddChips { entry: u32, given: usize, needed: usize },
    /// A card was dealt twice.
    CardDealtTwice { entry: u32 },
    /// Commission is more than the fee.
    CommissionAboveTheFee { commission: Cents, fee: Cents },
    /// The operator may keep nothing of a re-buy, an add-on or a repechage.
    CommissionOnARebuy { commission: Cents },
    /// The operator may add nothing to the pool.
    NothingMayBeAdded,
    /// The receipt has already been refunded.
    ReturnedBefore { receipt: u32 },
    /// There is no such receipt.
    NoSuchReceipt { receipt: u32 },
    /// The fees stay with the tournament.
    NotRefundable,
    /// The prize has already been paid.
    PaidBefore { line: u32 },
    /// There is no such prize.
    NoSuchPrize { line: u32 },
    /// The places are not confirmed yet.
    NotConfirmed,
    /// The places are confirmed and can no longer change.
    Confirmed,
    /// The tournament was cancelled.
    Cancelled,
    /// The role does not allow it.
    NotForThisRole { role: Role },
    /// It is not possible at this stage of the tournament.
    NotNow { stage: TournamentStage },
    /// No conditions are published.
    NotPublished,
    /// The check refused the conditions.
    ConditionsRefused { findings: usize },
    /// The conditions lack something that a tournament needs to run.
    ConditionsIncomplete { findings: usize },
    /// Another version is in force.
    AnotherVersion { version: u32, current: u32 },
    /// Entries were sold under a version, and their buyers would lose by the new one.
    EntriesWereSold { version: u32 },
    /// The regulator's copy of the version is not recorded.
    NoticeMissing { version: u32 },
    /// The approval of the version is not recorded.
    ApprovalMissing { version: u32 },
    /// Nobody has recorded that they read a free sentence against the rules.
    ReviewMissing { text: u32 },
    /// No director is named.
    NoDirector,
    /// There is no such entry.
    NoSuchEntry { entry: u32 },
    /// The session does not exist, or is not the current one.
    NoSuchSession { session: u32 },
    /// The table does not exist in the session, or was broken.
    NoSuchTable { table: u32 },
    /// The person does not meet the requirement of the conditions.
    NotEligible { needs: Eligible },
    /// Only people may enter.
    PeopleOnly,
    /// The conditions exclude the group.
    GroupExcluded { group: u32 },
    /// The person already has an entry.
    OneEntry { entry: u32 },
    /// The written agreement is missing.
    AgreementMissing,
    /// All places are taken.
    Full { most: u32 },
    /// There are too few players to start.
    TooFewPlayers { players: u32, least: u32 },
    /// The person is already on the reserve list.
    ReservedBefore,
    /// Another person is next on the reserve list.
    NotNextInReserve,
    /// A seat is sold to a reserved player only in the first session.
    FirstSessionOnly,
    /// The player is not absent, or the book leaves no decision.
    NotAbsent { entry: u32 },
    /// The entry is not playing.
    NotPlaying { entry: u32 },
    /// The person already plays in the tournament.
    PlaysAlready,
    /// The player has chips, or has already decided.
    NotDeciding { entry: u32 },
    /// The conditions have no re-buys.
    NoRebuys,
    /// The time for re-buys is over.
    RebuysAreOver,
    /// The stack is too large for a re-buy.
    TooManyChips { stack: Chips },
    /// It has been bought as often as the conditions allow.
    BoughtBefore { times: u32 },
    /// The conditions have no add-ons.
    NoAddOns,
    /// Add-ons are sold at another time.
    AddOnsNotNow,
    /// The entry does not qualify for that session.
    DoesNotQualify { entry: u32 },
    /// A different seat was drawn for the player.
    AnotherSeat { assigned: TableSeat },
    /// The seat is taken, or does not exist.
    SeatTaken { seat: TableSeat },
    /// The player is already seated.
    SeatedBefore { entry: u32 },
    /// The session has begun.
    AfterTheStart,
    /// The session has not begun.
    BeforeTheStart { ms: u64 },
    /// The conditions do not have that many tables.
    TooManyTables { tables: usize, most: usize },
    /// More than one table is left.
    MoreThanOneTable { tables: usize },
    /// The conditions do not redraw seats for the final table.
    NoRedraw,
    /// A reason has to be given.
    ReasonNeeded,
    /// The table is in a hand.
    HandIsRunning { table: u32 },
    /// The table is not in a hand.
    NoHandRunning { table: u32 },
    /// The table is playing a different hand.
    AnotherHand { hand: u32, running: u32 },
    /// A stack differs from the reported one.
    AnotherStack { entry: u32, stack: Chips, given: Chips },
    /// The chips after a hand do not add up to those before it.
    ChipsDoNotAddUp { before: u64, after: u64 },
    /// Play is stopped.
    Held,
    /// The break is not over.
    BreakIsNotOver { ms: u64 },
    /// The table waits for the others in hand-for-hand play.
    WaitsForTheOthers { number: u32 },
    /// No more hands are played in the session.
    SessionIsOver,
    /// The session is not over.
    SessionGoesOn { session: u32 },
    /// Too few players at the table have chips.
    TooFewAtTheTable { players: usize },
    /// The table has too few players compared with the fullest.
    TooShort { players: usize, fullest: usize },
    /// A player has to be moved off the table first.
    OwesAMove { entry: u32 },
    /// Somebody may still buy back in.
    SomebodyDecides,
    /// The clock has been set since the caller looked.
    ClockWasSet { on: u32, now: u32 },
    /// The level cannot go down, nor past the last one.
    LevelsNeverFall,
    /// It is already so.
    AsItIs,
    /// Chips are exchanged only in a break.
    OnlyInABreak,
    /// The conditions do not provide for exchanging chips.
    NoColourUp,
    /// Cards have to be drawn between two entries.
    CardsDecide { entry: u32, other: u32 },
}

impl fmt::Display for TournamentRefusalReason {
    /// The reason as a sentence for people, with its numbers; programs match the variant and never this text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TournamentRefusalReason::PrizesAreNotThePool { prizes, pool } => {
                write!(f, "the prizes add up to {prizes}, expected the pool of {pool}")
            }
            TournamentRefusalReason::MorePlacesThanPlayers { places, players } => {
                write!(f, "{places} places are paid, but only {players} players have a place")
            }
            TournamentRefusalReason::TooManyPlaces { places, at_most } => {
                write!(f, "{places} places are too many for a formula, expected at most {at_most}")
            }
            TournamentRefusalReason::NotAHundredPerCent { sum } => {
                write!(f, "the shares add up to {}.{:04} per cent, expected 100", sum / 10_000, sum % 10_000)
            }
            TournamentRefusalReason::NoBreakdown { entries } => {
                write!(f, "the conditions have no breakdown for {entries} entries")
            }
            TournamentRefusalReason::PlacesAreNotInOrder { place } => {
                write!(f, "place {place} is missing or given twice: expected every place once")
            }
            TournamentRefusalReason::GoodsInASharedPlace { place } => {
                write!(
                    f,
                    "the goods of place {place} cannot be divided: draw cards or value them against cash"
                )
            }
            TournamentRefusalReason::DirectorPlacesThem { players } => {
                write!(f, "{players} players went out together: the director places them")
            }
            TournamentRefusalReason::NoDeals => write!(f, "the conditions allow no agreements on prizes"),
            TournamentRefusalReason::NotEverybodyAgrees { entry } => {
                write!(f, "entry {entry} has not agreed: every remaining player must")
            }
            TournamentRefusalReason::TooLittleForFirst { kept, at_least } => {
                write!(f, "{kept} is kept for the winner, expected at least {at_least}")
            }
            TournamentRefusalReason::NotEnoughSeats { players, seats } => {
                write!(f, "{players} players do not fit into {seats} seats")
            }
            TournamentRefusalReason::SizesDoNotAddUp { sum, players } => {
                write!(f, "the tables are set to {sum} players, expected {players}")
            }
            TournamentRefusalReason::MoreLotsNeeded { given } => {
                write!(f, "{given} random bytes are too few for this draw")
            }
            TournamentRefusalReason::NoMovesInASession => {
                write!(f, "players keep their seats until the session is over")
            }
            TournamentRefusalReason::NotWholeChips { amount, chip } => {
                write!(f, "{amount} is not a multiple of {chip}")
            }
            TournamentRefusalReason::CardsForOddChips { entry, given, needed } => {
                write!(f, "entry {entry} has {given} cards, expected one for each of {needed} odd chips")
            }
            TournamentRefusalReason::CardDealtTwice { entry } => {
                write!(f, "a card of entry {entry} was dealt to somebody else")
            }
            TournamentRefusalReason::CommissionAboveTheFee { commission, fee } => {
                write!(f, "commission of {commission} is more than the entry fee of {fee}")
            }
            TournamentRefusalReason::CommissionOnARebuy { commission } => {
                write!(f, "{commission} would not reach the pool: only of entry fees may a part be kept")
            }
            TournamentRefusalReason::NothingMayBeAdded => write!(f, "nothing may be added to the prize pool"),
            TournamentRefusalReason::ReturnedBefore { receipt } => {
                write!(f, "receipt {receipt} has already been refunded")
            }
            TournamentRefusalReason::NoSuchReceipt { receipt } => write!(f, "there is no receipt {receipt}"),
            TournamentRefusalReason::NotRefundable => {
                write!(f, "the conditions do not permit refunds")
            }
            TournamentRefusalReason::PaidBefore { line } => write!(f, "prize {line} has already been paid"),
            TournamentRefusalReason::NoSuchPrize { line } => write!(f, "there is no prize {line}"),
            TournamentRefusalReason::NotConfirmed => {
                write!(f, "the director has not confirmed the places yet")
            }
            TournamentRefusalReason::Confirmed => write!(f, "the places are confirmed and cannot be changed"),
            TournamentRefusalReason::Cancelled => write!(f, "the tournament was cancelled"),
            TournamentRefusalReason::NotForThisRole { role } => {
                write!(f, "the role {} may not do this", role.word())
            }
            TournamentRefusalReason::NotNow { stage } => write!(f, "the tournament is {}", stage.name()),
            TournamentRefusalReason::NotPublished => write!(f, "no conditions are published yet"),
            TournamentRefusalReason::ConditionsRefused { findings } => {
                write!(f, "the conditions were refused: {findings} findings of the check")
            }
            TournamentRefusalReason::ConditionsIncomplete { findings } => {
                write!(f, "the conditions lack something needed to start: {findings} findings of the check")
            }
            TournamentRefusalReason::AnotherVersion { version, current } => {
                write!(f, "version {version} is not in force, expected version {current}")
            }
            TournamentRefusalReason::EntriesWereSold { version } => {
                write!(
                    f,
                    "entries were sold under version {version}: keep that version, or cancel the tournament"
                )
            }
            TournamentRefusalReason::NoticeMissing { version } => {
                write!(f, "the regulator's copy of version {version} is not recorded")
            }
            TournamentRefusalReason::ApprovalMissing { version } => {
                write!(f, "reference and date of the approval of version {version} are not recorded")
            }
            TournamentRefusalReason::ReviewMissing { text } => {
                write!(f, "nobody has recorded checking text {text} against the rules")
            }
            TournamentRefusalReason::NoDirector => write!(f, "no director is named"),
            TournamentRefusalReason::NoSuchEntry { entry } => write!(f, "there is no entry {entry}"),
            TournamentRefusalReason::NoSuchSession { session } => {
                write!(f, "session {session} is not the current one")
            }
            TournamentRefusalReason::NoSuchTable { table } => {
                write!(f, "table {table} does not play in this session")
            }
            TournamentRefusalReason::NotEligible { needs } => {
                write!(f, "the conditions admit {} only", needs.name())
            }
            TournamentRefusalReason::PeopleOnly => write!(f, "only people may enter under this book"),
            TournamentRefusalReason::GroupExcluded { group } => {
                write!(f, "group {group} of the conditions is excluded")
            }
            TournamentRefusalReason::OneEntry { entry } => {
                write!(f, "this person already has entry {entry}: a player has one entry")
            }
            TournamentRefusalReason::AgreementMissing => write!(f, "the written agreement is missing"),
            TournamentRefusalReason::Full { most } => write!(f, "all {most} places are taken"),
            TournamentRefusalReason::TooFewPlayers { players, least } => {
                write!(f, "{players} players are too few, expected at least {least}")
            }
            TournamentRefusalReason::ReservedBefore => {
                write!(f, "this person is already on the reserve list")
            }
            TournamentRefusalReason::NotNextInReserve => {
                write!(f, "another person is next on the reserve list")
            }
            TournamentRefusalReason::FirstSessionOnly => {
                write!(f, "a seat is sold to a reserved player in the first session only")
            }
            TournamentRefusalReason::NotAbsent { entry } => {
                write!(f, "the position of entry {entry} is not open to a decision")
            }
            TournamentRefusalReason::NotPlaying { entry } => write!(f, "entry {entry} is not playing"),
            TournamentRefusalReason::PlaysAlready => {
                write!(f, "this person is already playing in the tournament")
            }
            TournamentRefusalReason::NotDeciding { entry } => {
                write!(f, "entry {entry} has chips, or has already decided")
            }
            TournamentRefusalReason::NoRebuys => write!(f, "the conditions have no re-buys"),
            TournamentRefusalReason::RebuysAreOver => write!(f, "the time to buy back in is over"),
            TournamentRefusalReason::TooManyChips { stack } => {
                write!(f, "a stack of {stack} is too large to buy in again")
            }
            TournamentRefusalReason::BoughtBefore { times } => {
                write!(f, "already bought {times} times, and no more are sold")
            }
            TournamentRefusalReason::NoAddOns => write!(f, "the conditions have no add-ons"),
            TournamentRefusalReason::AddOnsNotNow => write!(f, "add-ons are not sold at this time"),
            TournamentRefusalReason::DoesNotQualify { entry } => {
                write!(f, "entry {entry} does not qualify for this session")
            }
            TournamentRefusalReason::AnotherSeat { assigned } => {
                write!(f, "the seat drawn is table {}, seat {}", assigned.table, assigned.seat)
            }
            TournamentRefusalReason::SeatTaken { seat } => {
                write!(f, "table {}, seat {} is not free", seat.table, seat.seat)
            }
            TournamentRefusalReason::SeatedBefore { entry } => {
                write!(f, "entry {entry} is already seated, or no longer plays")
            }
            TournamentRefusalReason::AfterTheStart => {
                write!(f, "the session has begun: the position is forfeited")
            }
            TournamentRefusalReason::BeforeTheStart { ms } => {
                write!(f, "the session starts in {} seconds", ms.div_ceil(1_000))
            }
            TournamentRefusalReason::TooManyTables { tables, most } => {
                write!(f, "{tables} tables are too many, expected at most {most}")
            }
            TournamentRefusalReason::MoreThanOneTable { tables } => {
                write!(f, "{tables} tables are left, expected one")
            }
            TournamentRefusalReason::NoRedraw => {
                write!(f, "the conditions do not redraw seats for the final table")
            }
            TournamentRefusalReason::ReasonNeeded => write!(f, "a reason is missing"),
            TournamentRefusalReason::HandIsRunning { table } => {
                write!(f, "table {table} is in a hand, or still has one to play")
            }
            TournamentRefusalReason::NoHandRunning { table } => {
                write!(f, "table {table} is not in a hand")
            }
            TournamentRefusalReason::AnotherHand { hand, running } => {
                write!(f, "hand {running} is being played, not hand {hand}")
            }
            TournamentRefusalReason::AnotherStack { entry, stack, given } => {
                write!(f, "entry {entry} has {stack} at this table, not {given}")
            }
            TournamentRefusalReason::ChipsDoNotAddUp { before, after } => {
                write!(f, "the chips add up to {after} after the hand, expected {before} as before it")
            }
            TournamentRefusalReason::Held => write!(f, "play is stopped"),
            TournamentRefusalReason::BreakIsNotOver { ms } => {
                write!(f, "the break lasts another {} seconds", ms.div_ceil(1_000))
            }
            TournamentRefusalReason::WaitsForTheOthers { number } => {
                write!(f, "this table has played hand {number} and waits for the others")
            }
            TournamentRefusalReason::SessionIsOver => write!(f, "no more hands are played in this session"),
            TournamentRefusalReason::SessionGoesOn { session } => write!(f, "session {session} is not over"),
            TournamentRefusalReason::TooFewAtTheTable { players } => {
                write!(f, "{players} players with chips are at the table, expected at least two")
            }
            TournamentRefusalReason::TooShort { players, fullest } => {
                write!(
                    f,
                    "{players} players are too few beside a table of {fullest}: move players here first"
                )
            }
            TournamentRefusalReason::OwesAMove { entry } => write!(f, "entry {entry} has to be moved first"),
            TournamentRefusalReason::SomebodyDecides => write!(f, "somebody may still buy back in"),
            TournamentRefusalReason::ClockWasSet { on, now } => {
                write!(f, "the clock has been set since: expected change {now}, found {on}")
            }
            TournamentRefusalReason::LevelsNeverFall => {
                write!(f, "the level cannot go down, nor past the last one")
            }
            TournamentRefusalReason::AsItIs => write!(f, "it is already so"),
            TournamentRefusalReason::OnlyInABreak => write!(f, "chips can only be exchanged in a break"),
            TournamentRefusalReason::NoColourUp => {
                write!(f, "the conditions do not provide for exchanging chips")
            }
            TournamentRefusalReason::CardsDecide { entry, other } => {
                write!(f, "entries {entry} and {other} are equal: cards decide")
            }
        }
    }
}

impl fmt::Display for TournamentRefusal {
    /// The sentence for people, followed by the name of the rule in brackets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.why, self.rule)
    }
}

impl std::error::Error for TournamentRefusal {}
