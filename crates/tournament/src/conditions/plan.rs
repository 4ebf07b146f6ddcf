//! Conditions with every default filled in, as the machine runs them.

use chips::{Cents, Chips};

use super::Conditions;
use super::file::{
    BalanceConditions, Breaking, By, ColourUp, Deals, Eligible, GroupRule, Grouping, Kind, Money, PayWhen,
    PointsShared, RebuyAt, RebuySeat, RefundPart, SessionPlaces, Tie,
};
use super::prizes_check;
use super::values::{
    AddOnAt, Advance, EntriesUntil, HandForHandFrom, OutBy, PurchaseLimit, RebuyDeadline, SessionEnding,
    SessionPlayers, SessionStart, StackFrom, StartAt, Tables,
};
use crate::clock::StructureLine;
use crate::exact::Share;
use crate::money::RefundPolicy;
use crate::prizes::Breakdown;
use crate::terms::Terms;

/// The largest number of players in a tournament.
pub const MOST_PLAYERS: u32 = 10_000;

/// Everything the machine needs to run a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Plan {
    pub unit: Money,
    pub start: Option<StartAt>,
    pub eligible: Vec<Eligible>,
    pub entries_until: Option<EntriesUntil>,
    pub agreement: bool,
    pub fee: Cents,
    pub commission: Cents,
    pub min: u32,
    pub max: u32,
    pub reserve: u32,
    pub groups: Vec<Grouping>,
    pub chips: Chips,
    pub rebuy: Option<RebuyPlan>,
    pub addon: Option<StackPlan>,
    pub repechage: Option<(Cents, u32)>,
    pub sessions: Vec<SessionPlan>,
    pub balance: Option<BalanceConditions>,
    pub breaking: Option<Breaking>,
    pub final_seats: Option<u8>,
    pub redraw_final: bool,
    pub hand_for_hand: Option<HandForHandFrom>,
    pub breakdown: Breakdown,
    pub prize_unit: Cents,
    pub guarantee: Cents,
    pub added: Cents,
    pub goods: Vec<(u32, String, Cents)>,
    pub pay_when: PayWhen,
    pub refunds: RefundPolicy,
    pub keep_for_first: Option<Share>,
    pub colour_up: ColourUp,
    pub points_tie: Option<Tie>,
}

/// How re-buys are sold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct RebuyPlan {
    pub cost: Cents,
    pub commission: Cents,
    pub chips: Chips,
    pub most: PurchaseLimit,
    pub until: RebuyDeadline,
    pub at: RebuyAt,
    pub seat: RebuySeat,
    pub decide_seconds: u32,
}

/// How add-ons are sold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct StackPlan {
    pub cost: Cents,
    pub chips: Chips,
    pub most: u32,
    pub at: AddOnAt,
}

/// The plan of one session.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct SessionPlan {
    pub id: String,
    pub after: Vec<usize>,
    pub kind: Kind,
    pub game: String,
    pub count: u32,
    pub start: SessionStart,
    pub end: SessionEnding,
    pub tables: Tables,
    pub seats: u8,
    pub who: SessionPlayers,
    pub stack: StackFrom,
    pub lines: Vec<StructureLine>,
    pub advance: Option<Advance>,
    pub out: Vec<OutBy>,
    pub places: SessionPlaces,
    pub points: Vec<u32>,
    pub points_tie: PointsShared,
    pub terms: Terms,
}

impl Plan {
    /// The plan of the conditions, with every default filled in; `None` if something needed is missing. Only
    /// for conditions that passed the check, which is why [`Conditions::plan`] calls it and nobody else.
    pub(super) fn from_conditions(conditions: &Conditions) -> Option<Plan> {
        let file = conditions.file();
        let prizes = file.prizes.as_ref()?;
        let min = file.players.min.unwrap_or(2);
        let breakdown = match prizes.by {
            By::Percent => Breakdown::Percent(prizes_check::shares_by_place(prizes)),
            By::Amounts => Breakdown::Amounts(prizes.amounts.clone()),
            By::Table => {
                let row = |row: &super::file::PrizeRow| {
                    let shares = row.percent.iter().map(|percent| percent.0).collect();
                    (row.entries.from, row.entries.to, shares)
                };
                Breakdown::Table(prizes.table.iter().map(row).collect())
            }
            By::Formula => {
                let formula = prizes.formula?;
                Breakdown::Formula { paid: formula.paid.0, ratio: formula.ratio.0, least: formula.least }
            }
        };
        let sessions: Option<Vec<SessionPlan>> =
            (0..file.session.len()).map(|at| SessionPlan::from_conditions(conditions, at)).collect();
        Some(Plan {
            unit: file.unit,
            start: file.start.at,
            eligible: file.start.eligible.clone().unwrap_or_default(),
            entries_until: file.start.entries_until,
            agreement: file.start.agreement,
            fee: file.fee.entry?,
            commission: file.fee.commission?,
            min,
            max: file.players.max.unwrap_or(MOST_PLAYERS),
            reserve: file.players.reserve,
            groups: file.players.groups.clone().unwrap_or_default(),
            chips: file.chips.entry?,
            rebuy: match file.rebuy.as_ref().filter(|rebuy| rebuy.allowed == Some(true)) {
                None => None,
                Some(rebuy) => Some(RebuyPlan {
                    cost: rebuy.cost?,
                    commission: rebuy.commission,
                    chips: file.chips.rebuy?,
                    most: rebuy.most?,
                    until: rebuy.until.clone()?,
                    at: rebuy.at,
                    seat: rebuy.seat,
                    decide_seconds: rebuy.decide_seconds,
                }),
            },
            addon: match file.addon.filter(|addon| addon.allowed == Some(true)) {
                None => None,
                Some(addon) => Some(StackPlan {
                    cost: addon.cost?,
                    chips: file.chips.addon?,
                    most: addon.most,
                    at: addon.at?,
                }),
            },
            repechage: file.repechage.map(|repechage| (repechage.cost, repechage.most)),
            sessions: sessions?,
            balance: file.balance,
            breaking: file.breaking,
            final_seats: file.final_table.seats,
            redraw_final: file.final_table.redraw.unwrap_or(true),
            hand_for_hand: file.hand_for_hand.from,
            breakdown,
            prize_unit: prizes.unit.filter(|unit| !unit.is_zero()).or(Cents::new(1))?,
            guarantee: prizes.guarantee.unwrap_or(Cents::ZERO),
            added: prizes.added.map_or(Cents::ZERO, |added| added.cash),
            goods: prizes.goods.iter().map(|goods| (goods.place, goods.what.clone(), goods.value)).collect(),
            pay_when: file.pay.as_ref().and_then(|pay| pay.when).unwrap_or_default(),
            refunds: match file.refunds.map(|refunds| refunds.part) {
                None => RefundPolicy::Never,
                Some(RefundPart::All) => RefundPolicy::All,
                Some(RefundPart::WithoutCommission) => RefundPolicy::WithoutCommission,
            },
            keep_for_first: match file.deals {
                Some(Deals::From { keep_for_first, .. }) => Some(keep_for_first.0),
                Some(Deals::Allowed(true)) => Share::new(0, 1),
                Some(Deals::Allowed(false)) | None => None,
            },
            colour_up: file.colour_up,
            points_tie: file.points.and_then(|points| points.tie),
        })
    }

    /// The restrictions that keep a group apart, as indexes from 0 into `groups`; an entry names its groups by
    /// numbers from 1. The draw for seats uses them.
    pub fn groups_kept_apart(&self) -> impl Iterator<Item = usize> {
        let apart =
            |(at, group): (usize, &Grouping)| (group.rule == GroupRule::DifferentTables).then_some(at);
        self.groups.iter().enumerate().filter_map(apart)
    }
}

impl SessionPlan {
    /// The plan of a session, counted from 0, with the terms of the book it is played by; `None` if something
    /// needed is missing or `after` names an unknown session.
    fn from_conditions(conditions: &Conditions, at: usize) -> Option<SessionPlan> {
        let file = conditions.file();
        let session = file.session.get(at)?;
        let place = |id: &String| file.session.iter().position(|other| other.id == *id);
        Some(SessionPlan {
            id: session.id.clone(),
            after: session.after.iter().map(place).collect::<Option<_>>()?,
            kind: session.kind?,
            game: session.game.clone()?,
            count: session.count.max(1),
            start: session.start?,
            end: session.end?,
            tables: session.tables?,
            seats: session.seats?,
            who: session.who.clone().unwrap_or(SessionPlayers::All),
            stack: session.stack.or(file.chips.entry.map(StackFrom::Chips))?,
            lines: file.levels(session.levels.as_ref()?)?,
            advance: session.advance,
            out: session.out.clone().unwrap_or_default(),
            places: session.places.unwrap_or_default(),
            points: session.points.clone(),
            points_tie: session.points_tie,
            terms: conditions.session_terms(at).clone(),
        })
    }
}
