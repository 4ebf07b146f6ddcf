//! The conditions file as it is written: TOML, in which unknown keys are refused and every value is optional,
//! so that the check can name what is missing.

use std::collections::BTreeMap;

use chips::{Cents, Chips};
use serde::Deserialize;

use super::levels::LevelText;
use super::values::{
    AddOnAt, Advance, BreakWhen, EntriesUntil, Item, Percentage, PurchaseLimit, RebuyDeadline,
    RoundDirection, SessionEnding, SessionPlayers, SessionStart, StackFrom, Tables,
};
use crate::clock::StructureLine;

/// A conditions file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ConditionsFile {
    /// The version of the format.
    pub conditions: u32,
    pub name: String,
    /// The leading book: entries, money, prizes and the contents of the conditions follow it.
    pub book: String,
    pub unit: Money,
    #[serde(default)]
    pub not_applicable: Vec<Item>,
    /// The statement that the director runs the tournament by the conditions and the rules, and which of them
    /// prevail.
    #[serde(default)]
    pub statement: bool,
    #[serde(default)]
    pub start: StartConditions,
    #[serde(default)]
    pub fee: Fee,
    #[serde(default)]
    pub players: Players,
    #[serde(default)]
    pub chips: Stacks,
    #[serde(default)]
    levels: BTreeMap<String, Vec<LevelText>>,
    #[serde(default)]
    pub session: Vec<SessionConditions>,
    #[serde(default)]
    pub seating: Seating,
    pub balance: Option<BalanceConditions>,
    #[serde(rename = "break")]
    pub breaking: Option<Breaking>,
    #[serde(default)]
    pub final_table: FinalTable,
    #[serde(default)]
    pub hand_for_hand: HandForHand,
    #[serde(default)]
    pub pace: PaceConditions,
    #[serde(default)]
    pub absent: Absent,
    pub rebuy: Option<Rebuy>,
    pub addon: Option<AddOn>,
    pub repechage: Option<Repechage>,
    pub points: Option<PointsTie>,
    pub prizes: Option<Prizes>,
    pub pay: Option<Pay>,
    pub refunds: Option<RefundTerms>,
    pub deals: Option<Deals>,
    #[serde(default)]
    pub colour_up: ColourUp,
    #[serde(default)]
    pub draws: DrawConditions,
    #[serde(default)]
    pub text: Vec<FreeText>,
}

impl ConditionsFile {
    /// The lines of the structure of levels with this name, in the order of play; `None` if the file has no
    /// such structure.
    pub fn levels(&self, name: &str) -> Option<Vec<StructureLine>> {
        self.levels.get(name).map(|lines| lines.iter().map(|level| level.0.clone()).collect())
    }

    /// The names of the file's structures of levels, in alphabetical order, whether a session uses them or not.
    pub fn structures(&self) -> impl Iterator<Item = &str> {
        self.levels.keys().map(String::as_str)
    }

    /// Whether the file answers an item of the list of contents with "not applicable", so that the check does
    /// not miss its fields.
    pub fn is_skipped(&self, item: Item) -> bool {
        self.not_applicable.contains(&item)
    }

    /// Whether any session may have more than one table, also if it does not say how many: then the file has to
    /// say how tables are balanced and broken.
    pub fn has_several_tables(&self) -> bool {
        self.session.iter().any(|session| !matches!(session.tables, Some(Tables::Number(1))))
    }

    /// Whether anything is played for points: then the file has to say what decides between equal points.
    pub fn is_for_points(&self) -> bool {
        self.points.is_some() || self.session.iter().any(|session| !session.points.is_empty())
    }
}

macro_rules! words {
    ($($(#[$meta:meta])* $name:ident: $first:ident $(, $word:ident)*;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[allow(missing_docs)]
        pub enum $name {
            #[default]
            $first,
            $($word,)*
        }
    )*};
}

words! {
    /// What is paid with.
    Money: Cents, Play;
    /// Who may enter.
    Eligible: Anyone, Adult, Member, Invited, NotStaff;
    /// The effect of a restriction on a group.
    GroupRule: Excluded, DifferentTables;
    /// What a session is.
    Kind: Final, Heat, SemiFinal, Repechage, CatchUp;
    /// How places in a session are decided.
    SessionPlaces: Elimination, Chips;
    /// What happens to the points of equal places in a session.
    PointsShared: Share, Best;
    /// When a ballot is held.
    Ballot: FirstSession, EachSession;
    /// How tables are balanced.
    BalanceMethod: LastBlindToWorst, SamePosition, Draw, Director, None;
    /// The order in which tables are broken.
    BreakOrder: HighestNumberFirst, Draw;
    /// What happens to a seated player who is away.
    AwayPlayer: BlindedOff, Minimum, Director;
    /// The stack at which a re-buy is sold.
    RebuyAt: Zero, AtMostStart;
    /// The seat of a player who bought back in.
    RebuySeat: Keep, Draw;
    /// Whether the earlier elimination of an entry that bought back in has a place of its own.
    RebuyPlace: None, Own;
    /// What decides between equal points that compete for a prize.
    Tie: Share, Draw;
    /// How the pool is broken down.
    By: Percent, Amounts, Table, Formula;
    /// What is added besides cash.
    GoodsKind: Goods, Service, Ticket;
    /// When prizes are paid.
    PayWhen: AfterFinal, Session, Elimination;
    /// How much of a fee is refunded.
    RefundPart: All, WithoutCommission;
    /// How chips that are taken out of play are exchanged.
    ColourUp: None, Race, RoundUp;
    /// The only word of fields that may be `start`.
    Start_: Start;
}

impl Eligible {
    /// The word for this value in the file; the refusal of a person who may not enter names it.
    pub const fn name(self) -> &'static str {
        match self {
            Eligible::Anyone => "anyone",
            Eligible::Adult => "adult",
            Eligible::Member => "member",
            Eligible::Invited => "invited",
            Eligible::NotStaff => "not_staff",
        }
    }
}

/// Item (i).
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct StartConditions {
    pub at: Option<super::values::StartAt>,
    pub method: Option<String>,
    pub eligible: Option<Vec<Eligible>>,
    pub entries_until: Option<EntriesUntil>,
    #[serde(default)]
    pub agreement: bool,
    /// Whether marked programs fill the seats.
    #[serde(default)]
    pub machine_players: bool,
}

/// Item (ii).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Fee {
    pub entry: Option<Cents>,
    pub commission: Option<Cents>,
}

/// Items (v) and (vi).
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Players {
    pub min: Option<u32>,
    pub max: Option<u32>,
    #[serde(default)]
    pub reserve: u32,
    pub groups: Option<Vec<Grouping>>,
}

/// A restriction on a group of players.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Grouping {
    pub who: String,
    pub rule: GroupRule,
}

/// Item (iv).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Stacks {
    pub entry: Option<Chips>,
    pub rebuy: Option<Chips>,
    pub addon: Option<Chips>,
}

/// A session.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct SessionConditions {
    pub id: String,
    #[serde(default)]
    pub after: Vec<String>,
    pub kind: Option<Kind>,
    pub game: Option<String>,
    pub book: Option<String>,
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
    #[serde(default = "one")]
    pub count: u32,
    pub start: Option<SessionStart>,
    pub end: Option<SessionEnding>,
    pub tables: Option<Tables>,
    pub seats: Option<u8>,
    pub who: Option<SessionPlayers>,
    pub stack: Option<StackFrom>,
    pub levels: Option<String>,
    pub advance: Option<Advance>,
    pub out: Option<Vec<super::values::OutBy>>,
    pub places: Option<SessionPlaces>,
    #[serde(default)]
    pub points: Vec<u32>,
    #[serde(default)]
    pub points_tie: PointsShared,
    pub prizes: Option<SessionPrizes>,
}

/// The default of `count` in a session and of `most` for add-ons and repechages; part of the file's format, so
/// it never changes.
const fn one() -> u32 {
    1
}

/// Prizes of a session, paid from a stated part of the pool.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct SessionPrizes {
    pub part: Percentage,
    pub percent: Vec<Percentage>,
}

/// When seats are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Seating {
    pub ballot: Option<Ballot>,
}

/// How tables are balanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct BalanceConditions {
    pub method: BalanceMethod,
    #[serde(default = "two")]
    pub at: u8,
    #[serde(default = "three")]
    pub halt_at: u8,
}

/// The default of `balance.at`: tables may differ by one player. Part of the file's format, so it never
/// changes.
const fn two() -> u8 {
    2
}

/// The default of `balance.halt_at`: a table this many players short of the fullest stops. Part of the file's
/// format, so it never changes.
const fn three() -> u8 {
    3
}

/// How tables are broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Breaking {
    pub when: BreakWhen,
    #[serde(default)]
    pub order: BreakOrder,
}

/// The last table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct FinalTable {
    pub seats: Option<u8>,
    pub redraw: Option<bool>,
}

/// When tables play hand for hand, each waiting for the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct HandForHand {
    pub from: Option<super::values::HandForHandFrom>,
    pub clock: Option<super::values::HandForHandClock>,
}

/// Time limits; a missing one is left to the book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct PaceConditions {
    pub turn_seconds: Option<u32>,
    pub time_bank_seconds: Option<u32>,
}

/// What happens to players who are away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Absent {
    pub seated: Option<AwayPlayer>,
    pub away_after: Option<u32>,
}

/// Item (G).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Rebuy {
    pub allowed: Option<bool>,
    pub cost: Option<Cents>,
    pub most: Option<PurchaseLimit>,
    pub until: Option<RebuyDeadline>,
    #[serde(default)]
    pub at: RebuyAt,
    #[serde(default)]
    pub seat: RebuySeat,
    #[serde(default = "sixty")]
    pub decide_seconds: u32,
    #[serde(default)]
    pub place: RebuyPlace,
    #[serde(default)]
    pub commission: Cents,
}

/// The default of `rebuy.decide_seconds`, the time to buy back in. Part of the file's format, so it never
/// changes.
const fn sixty() -> u32 {
    60
}

/// Item (H).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct AddOn {
    pub allowed: Option<bool>,
    pub cost: Option<Cents>,
    #[serde(default = "one")]
    pub most: u32,
    pub at: Option<AddOnAt>,
}

/// Item (F).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Repechage {
    pub cost: Cents,
    #[serde(default = "one")]
    pub most: u32,
    #[serde(default)]
    pub must: bool,
}

/// Item (E)c.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct PointsTie {
    pub tie: Option<Tie>,
}

/// Item (ix).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Prizes {
    pub by: By,
    #[serde(default)]
    pub percent: Vec<Percentage>,
    #[serde(default)]
    pub amounts: Vec<Cents>,
    #[serde(default)]
    pub bands: Vec<Band>,
    #[serde(default)]
    pub table: Vec<PrizeRow>,
    pub formula: Option<Formula>,
    pub unit: Option<Cents>,
    pub guarantee: Option<Cents>,
    pub added: Option<Cash>,
    #[serde(default)]
    pub goods: Vec<Goods>,
    pub bounty: Option<Cents>,
}

/// The same percentage for each of several places.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Band {
    pub places: super::values::NumberRange,
    pub percent: Percentage,
}

/// The percentages for a range of numbers of entries.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct PrizeRow {
    pub entries: super::values::NumberRange,
    pub percent: Vec<Percentage>,
}

/// A breakdown that a formula works out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Formula {
    pub paid: super::values::OneIn,
    pub ratio: super::values::FractionText,
    #[serde(default)]
    pub least: Cents,
}

/// Cash that the operator adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Cash {
    pub cash: Cents,
}

/// Prizes other than cash.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Goods {
    pub place: u32,
    pub what: String,
    pub value: Cents,
    pub kind: GoodsKind,
}

/// Item (x).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Pay {
    pub when: Option<PayWhen>,
    #[serde(rename = "where")]
    pub place: Option<String>,
}

/// Refunds that the conditions permit before the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct RefundTerms {
    pub until: Start_,
    #[serde(default)]
    pub part: RefundPart,
}

/// Agreements between players on the prizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "expected false, or { from = \"final_table\", keep_for_first = \"10\" }")]
#[allow(missing_docs)]
pub enum Deals {
    Allowed(bool),
    From { from: FromFinalTable, keep_for_first: Percentage },
}

words! {
    /// From when players may agree on the prizes.
    FromFinalTable: FinalTable;
}

/// Whether players add values to the draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct DrawConditions {
    #[serde(default)]
    pub player_values: bool,
}

/// A free sentence that no program can judge.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct FreeText {
    pub item: String,
    pub text: String,
}

/// What a share of the players is rounded to.
pub type Rounding = RoundDirection;
