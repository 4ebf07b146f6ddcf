//! What the check finds: data first, then a sentence for callers that have no words of their own.

use std::fmt;

use chips::{Cents, Chips};
use rulebook::{Book, Rule};

use super::values::Item;

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The conditions cannot be published.
    Refused,
    /// They can be published, but the tournament cannot start.
    Start,
    /// It stops nothing.
    Warning,
    /// Nothing is wrong, but something has to be recorded before entries are sold.
    Record,
}

impl Severity {
    /// The word for the severity in files and for programs; [`Finding`] prints it first.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Refused => "refused",
            Severity::Start => "start",
            Severity::Warning => "warning",
            Severity::Record => "record",
        }
    }
}

/// Something that the check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How serious it is.
    pub severity: Severity,
    /// The field of the file that it is about.
    pub field: String,
    /// The book whose clauses it cites.
    pub book: String,
    /// The rules it rests on.
    pub rules: Vec<Rule>,
    /// What was found.
    pub kind: FindingKind,
}

impl Finding {
    /// The clauses of the finding's book behind its rules, in the order of the rules, each once; none if the
    /// book is not built in or has no clause for them.
    pub fn clauses(&self) -> Vec<String> {
        let book = Book::named(&self.book);
        let of = |rule: &Rule| book.map_or(&[] as &[String], |book| book.cites(*rule)).to_vec();
        let mut clauses: Vec<String> = Vec::new();
        for clause in self.rules.iter().flat_map(of) {
            if !clauses.contains(&clause) {
                clauses.push(clause);
            }
        }
        clauses
    }
}

/// One line: how serious it is, the field, the sentence, the clauses.
impl fmt::Display for Finding {
    /// One line for people: how serious it is, the field, the sentence, and the clauses in brackets if there
    /// are any.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.severity.name(), self.field, self.kind)?;
        let clauses = self.clauses();
        if clauses.is_empty() { Ok(()) } else { write!(f, " ({})", clauses.join(", ")) }
    }
}

macro_rules! missing {
    ($($name:ident: $sentence:literal,)*) => {
        /// What conditions can lack.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[allow(missing_docs)]
        pub enum Missing {
            $($name,)*
        }

        impl Missing {
            /// What is missing and what to write, as the end of a line that begins with the field. For people;
            /// programs match the variant.
            const fn sentence(self) -> &'static str {
                match self {
                    $(Missing::$name => $sentence,)*
                }
            }
        }
    };
}

missing! {
    StartAt: "the date and time are missing",
    StartMethod: "how to enter is missing",
    Eligible: "who may enter is missing, write \"anyone\" if everybody may",
    EntryFee: "the entry fee is missing",
    Commission: "the commission is missing, write 0 if there is none",
    Session: "no session is described",
    SessionEnd: "its end is missing",
    SessionKind: "the kind of session is missing",
    SessionGame: "the game is missing",
    SessionStart: "when it starts is missing",
    SessionTables: "the number of tables is missing, write a number or \"as_needed\"",
    SessionSeats: "the number of seats is missing",
    BalanceMethod: "how tables are balanced is missing",
    BreakWhen: "how tables are broken is missing",
    SessionWho: "who plays it is missing, or mark \"D\" not applicable",
    SessionStack: "the chips that players come with are missing",
    SessionOut: "who goes out is missing, write [] if nobody does",
    SessionPlaces: "how places are decided is missing",
    Points: "give them, or mark \"E\" not applicable",
    PointsTie: "whether to share or draw is missing",
    Repechage: "describe it, or mark \"F\" not applicable",
    RepechageWho: "who qualifies is missing",
    Rebuy: "say true or false, or mark \"G\" not applicable",
    RebuyUntil: "the time is missing",
    RebuyCost: "the cost is missing",
    RebuyMost: "how often is missing",
    AddOn: "say true or false, or mark \"H\" not applicable",
    AddOnAt: "the time is missing",
    AddOnCost: "the cost is missing",
    EntryChips: "the chips for the entry fee are missing",
    RebuyChips: "the chips for a re-buy are missing",
    AddOnChips: "the chips for an add-on are missing",
    Players: "the smallest and the largest number are missing",
    Groups: "name them, or write [] for none",
    SessionLevels: "the levels are missing",
    NoLevel: "it has no level",
    ProgressOut: "(A) who goes out is missing, or mark \"viii\" not applicable",
    Advance: "(B) how many go on is missing, or mark \"viii\" not applicable",
    Prizes: "neither a breakdown nor a way to work it out is given",
    Pay: "when and where prizes are paid is missing",
    Statement: "the statement that the director runs the tournament by conditions and rules is missing",
}

/// What is wrong, with the values behind its sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum FindingKind {
    Missing(Missing),
    AnsweredTwice { item: Item },
    MayNotBeSkipped { item: Item },
    RecordNotice,
    RecordApproval,
    RecordReview { text: usize },
    ContradictsSetting { setting: String, value: String, book_has: String },
    OverridesRule { setting: String },
    UnknownSetting { setting: String },
    UnknownGame { game: String },
    CommissionAboveFee { commission: Cents, fee: Cents },
    CommissionOnRebuy { commission: Cents, cost: Cents },
    RebuyWithChips,
    RebuyNotApproved,
    RebuysNotOffered,
    LateEntries,
    MinAboveMax { min: u32, max: u32 },
    FewerThanNeeded { min: u32, needed: u32 },
    TablesTooFew { players: u32, tables: u32, seats: u8 },
    EndByPlayers,
    LevelsShort { minutes: u32 },
    AfterUnknown { id: String },
    AfterInARing,
    Finals { count: usize },
    NobodyPlaysIt,
    AdvancingToNothing,
    UnknownSession { id: String },
    SameId,
    MovesInside,
    HeadsUpBlinds { blinds: usize },
    LevelsFall { from: Chips, to: Chips },
    LevelsChip { amount: Chips, chip: Chips },
    LevelsColour { chip: Chips },
    LevelsMixed,
    LastIsNotLast,
    UnknownLevels { name: String },
    StackChip { stack: Chips, chip: Chips },
    Antes { offered: Vec<String> },
    PrizeSum { ten_thousandths: u128 },
    AmountsAreNotThePool { amounts: Cents, pool: Cents },
    PrizeGap { from: u32, to: u32 },
    MorePlacesThanPlayers { places: u32, players: u32 },
    AddedValue,
    Refunds,
    PayEarly,
    Bots,
    BallotOfTheBook,
    DealsOfTheConditions,
    NotPlayed,
}

impl FindingKind {
    /// The name of the kind of finding, for files and programs; it never changes. Several kinds share one where
    /// they are about the same thing, such as the order of sessions.
    pub const fn code(&self) -> &'static str {
        match self {
            FindingKind::Missing(_) => "missing",
            FindingKind::AnsweredTwice { .. } => "answered-twice",
            FindingKind::MayNotBeSkipped { .. } => "may-not-be-skipped",
            FindingKind::RecordNotice => "record-notice",
            FindingKind::RecordApproval => "record-approval",
            FindingKind::RecordReview { .. } => "record-review",
            FindingKind::ContradictsSetting { .. } => "contradicts-setting",
            FindingKind::OverridesRule { .. } => "overrides-rule",
            FindingKind::UnknownSetting { .. } => "unknown-setting",
            FindingKind::UnknownGame { .. } => "unknown-game",
            FindingKind::CommissionAboveFee { .. } => "commission-above-fee",
            FindingKind::CommissionOnRebuy { .. } => "commission-on-rebuy",
            FindingKind::RebuyWithChips => "rebuy-with-chips",
            FindingKind::RebuyNotApproved => "rebuy-not-approved",
            FindingKind::RebuysNotOffered => "rebuys-not-offered",
            FindingKind::LateEntries => "late-entries",
            FindingKind::MinAboveMax { .. } | FindingKind::FewerThanNeeded { .. } => "players-range",
            FindingKind::TablesTooFew { .. } => "tables-too-few",
            FindingKind::EndByPlayers => "session-end",
            FindingKind::LevelsShort { .. } => "levels-short",
            FindingKind::AfterUnknown { .. }
            | FindingKind::AfterInARing
            | FindingKind::Finals { .. }
            | FindingKind::NobodyPlaysIt
            | FindingKind::AdvancingToNothing
            | FindingKind::UnknownSession { .. }
            | FindingKind::SameId => "session-order",
            FindingKind::MovesInside => "moves-inside",
            FindingKind::HeadsUpBlinds { .. } => "heads-up-blinds",
            FindingKind::LevelsFall { .. } => "levels-fall",
            FindingKind::LevelsChip { .. } => "levels-chip",
            FindingKind::LevelsColour { .. } => "levels-colour",
            FindingKind::LevelsMixed | FindingKind::LastIsNotLast | FindingKind::UnknownLevels { .. } => {
                "levels"
            }
            FindingKind::StackChip { .. } => "stack-chip",
            FindingKind::Antes { .. } => "antes",
            FindingKind::PrizeSum { .. } | FindingKind::AmountsAreNotThePool { .. } => "prize-sum",
            FindingKind::PrizeGap { .. } => "prize-gap",
            FindingKind::MorePlacesThanPlayers { .. } => "prize-places",
            FindingKind::AddedValue => "added-value",
            FindingKind::Refunds => "refunds",
            FindingKind::PayEarly => "pay-early",
            FindingKind::Bots => "bots",
            FindingKind::BallotOfTheBook => "ballot",
            FindingKind::DealsOfTheConditions => "deals",
            FindingKind::NotPlayed => "not-played",
        }
    }
}

/// Writes ten-thousandths of a per cent as a percentage without trailing zeros, 125000 as `12.5`, for the
/// message about shares that are not a hundred.
fn per_cent(ten_thousandths: u128) -> String {
    let text = format!("{}.{:04}", ten_thousandths / 10_000, ten_thousandths % 10_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl fmt::Display for FindingKind {
    /// The finding as a sentence for people, with its values; programs use [`FindingKind::code`] and the values
    /// instead.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FindingKind::Missing(missing) => write!(f, "{}", missing.sentence()),
            FindingKind::AnsweredTwice { item } => {
                write!(f, "it is described, but \"{}\" is marked not applicable", item.name())
            }
            FindingKind::MayNotBeSkipped { item } => {
                write!(f, "item ({}) cannot be marked not applicable", item.name())
            }
            FindingKind::RecordNotice => write!(f, "the regulator's copy of this version is not recorded"),
            FindingKind::RecordApproval => write!(f, "reference and date of the approval are not recorded"),
            FindingKind::RecordReview { text } => {
                write!(f, "nobody has recorded checking text {text} against the rules")
            }
            FindingKind::ContradictsSetting { setting, value, book_has } => {
                write!(f, "{setting} is {value} here, but the book has {book_has}")
            }
            FindingKind::OverridesRule { setting } => {
                write!(f, "{setting} replaces a rule of the book, which needs approval")
            }
            FindingKind::UnknownSetting { setting } => write!(f, "the book has no setting {setting}"),
            FindingKind::UnknownGame { game } => write!(f, "the book does not play {game}"),
            FindingKind::CommissionAboveFee { commission, fee } => {
                write!(f, "commission of {commission} is more than the entry fee of {fee}")
            }
            FindingKind::CommissionOnRebuy { commission, cost } => {
                write!(f, "{commission} of {cost} would not reach the pool")
            }
            FindingKind::RebuyWithChips => {
                write!(f, "only a player without chips may buy back in; use an add-on")
            }
            FindingKind::RebuyNotApproved => {
                write!(f, "a player has only one entry; a re-buy needs approved conditions")
            }
            FindingKind::RebuysNotOffered => write!(f, "the book offers no re-buys and no add-ons"),
            FindingKind::LateEntries => {
                write!(
                    f,
                    "seats are drawn before a player's first session; only a reserved player comes later"
                )
            }
            FindingKind::MinAboveMax { min, max } => {
                write!(f, "the smallest number {min} is more than the largest {max}")
            }
            FindingKind::FewerThanNeeded { min, needed } => {
                write!(f, "{needed} players cannot go on from {min} entries")
            }
            FindingKind::TablesTooFew { players, tables, seats } => {
                write!(f, "{players} players do not fit at {tables} tables of {seats}")
            }
            FindingKind::EndByPlayers => {
                write!(
                    f,
                    "a session ends by hands or time here; ending it at a number of players needs approval"
                )
            }
            FindingKind::LevelsShort { minutes } => {
                write!(f, "the levels end after {minutes} minutes, and the last one stays")
            }
            FindingKind::AfterUnknown { id } | FindingKind::UnknownSession { id } => {
                write!(f, "there is no session {id:?}")
            }
            FindingKind::AfterInARing => write!(f, "it comes after itself"),
            FindingKind::Finals { count } => {
                write!(f, "{count} sessions are marked as the final, expected one")
            }
            FindingKind::NobodyPlaysIt => write!(f, "nobody plays it"),
            FindingKind::AdvancingToNothing => write!(f, "nothing follows for those who go on"),
            FindingKind::SameId => write!(f, "two sessions have this name"),
            FindingKind::MovesInside => {
                write!(f, "players keep their position for the session; moves need approval")
            }
            FindingKind::HeadsUpBlinds { blinds } => {
                write!(f, "two players need exactly two blinds, not {blinds}")
            }
            FindingKind::LevelsFall { from, to } => write!(f, "a blind falls from {from} to {to}"),
            FindingKind::LevelsChip { amount, chip } => {
                write!(f, "{amount} is not a multiple of the smallest chip {chip}")
            }
            FindingKind::LevelsColour { chip } => {
                write!(f, "chip {chip} leaves play and nothing says how it is exchanged")
            }
            FindingKind::LevelsMixed => write!(f, "levels are counted in minutes or in hands, not both"),
            FindingKind::LastIsNotLast => write!(f, "levels follow one that stays until the end"),
            FindingKind::UnknownLevels { name } => write!(f, "there are no levels {name:?}"),
            FindingKind::StackChip { stack, chip } => {
                write!(f, "{stack} cannot be exchanged without a remainder when chip {chip} is the smallest")
            }
            FindingKind::Antes { offered } => write!(f, "the book has these antes: {}", offered.join(", ")),
            FindingKind::PrizeSum { ten_thousandths } => {
                write!(f, "the shares add up to {} per cent, expected 100", per_cent(*ten_thousandths))
            }
            FindingKind::AmountsAreNotThePool { amounts, pool } => {
                write!(f, "the amounts add up to {amounts}, but the pool can be {pool}")
            }
            FindingKind::PrizeGap { from, to } => {
                write!(f, "the breakdown is missing for {from} to {to} entries")
            }
            FindingKind::MorePlacesThanPlayers { places, players } => {
                write!(f, "{places} places are paid, but there can be only {players} players")
            }
            FindingKind::AddedValue => write!(f, "nothing may be added to the pool"),
            FindingKind::Refunds => write!(f, "fees are not refundable"),
            FindingKind::PayEarly => {
                write!(f, "paid prizes cannot be taken back if the tournament is cancelled")
            }
            FindingKind::Bots => write!(f, "this book seats people only"),
            FindingKind::BallotOfTheBook => write!(f, "the book fixes when seats are drawn"),
            FindingKind::NotPlayed => write!(f, "this is not played yet"),
            FindingKind::DealsOfTheConditions => write!(f, "the book has no agreements on prizes"),
        }
    }
}
