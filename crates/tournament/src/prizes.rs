//! The prize pool, its breakdown, and what those get who share a place. Whole cents; the sum is the pool, always.

use chips::Cents;
use rulebook::rule;

use crate::exact::{HUNDRED_PER_CENT, Share, sum_of_percentages};
use crate::places::{EntryNumber, PlaceGroup, check_complete};
use crate::refusal::{TournamentRefusal, TournamentRefusalReason};
use crate::wide::Wide;

/// What the pool is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pool {
    /// Entry fees that were taken and not returned.
    pub fees: Cents,
    /// The part of those fees that the operator keeps.
    pub commission: Cents,
    /// Re-buys, add-ons and repechages: nothing is kept of them.
    pub bought: Cents,
    /// Cash that the operator added.
    pub added: Cents,
}

impl Pool {
    /// What is paid out.
    ///
    /// # Errors
    /// [`TournamentRefusalReason::CommissionAboveTheFee`].
    pub fn total(&self) -> Result<Cents, TournamentRefusal> {
        let (commission, fee) = (self.commission, self.fees);
        let balance = fee.less(commission).ok_or(TournamentRefusal {
            why: TournamentRefusalReason::CommissionAboveTheFee { commission, fee },
            rule: rule::ENTRY_FEE_AND_COMMISSION,
        })?;
        Ok(balance + self.bought + self.added)
    }
}

/// How the pool is broken down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Breakdown {
    /// A percentage for each place, first place first.
    Percent(Vec<Share>),
    /// An amount for each place.
    Amounts(Vec<Cents>),
    /// Percentages by the number of entries, each from a number to a number.
    Table(Vec<(u32, u32, Vec<Share>)>),
    /// So many of the entries are paid, each place the ratio of the place before, none less than the least.
    Formula {
        /// The part of the entries that is paid, rounded up.
        paid: Share,
        /// What a place gets for one unit of the place before.
        ratio: Share,
        /// The smallest prize.
        least: Cents,
    },
}

impl Breakdown {
    /// The prizes by place. Each is rounded down to `unit` and the rest goes to the first.
    ///
    /// # Errors
    /// Shares that are not a hundred per cent, amounts that are not the pool, more places than players, or nothing for
    /// this number of entries.
    pub fn prizes(&self, pool: Cents, entries: u32, unit: Cents) -> Result<Vec<Cents>, TournamentRefusal> {
        let prizes = match self {
            Breakdown::Percent(shares) => by_percent(shares, pool, unit)?,
            Breakdown::Amounts(amounts) => amounts.clone(),
            Breakdown::Table(rows) => {
                let row = rows.iter().find(|(from, to, _)| (*from..=*to).contains(&entries)).ok_or(
                    TournamentRefusal {
                        why: TournamentRefusalReason::NoBreakdown { entries },
                        rule: rule::CONDITIONS_STATE_THE_PRIZES,
                    },
                )?;
                by_percent(&row.2, pool, unit)?
            }
            Breakdown::Formula { paid, ratio, least } => {
                by_formula(*paid, *ratio, *least, pool, entries, unit)?
            }
        };
        let players = usize::try_from(entries).unwrap_or(usize::MAX);
        if prizes.len() > players {
            let why = TournamentRefusalReason::MorePlacesThanPlayers { places: prizes.len(), players };
            return Err(TournamentRefusal { why, rule: rule::CONDITIONS_STATE_THE_PRIZES });
        }
        check_sum(&prizes, pool)?;
        Ok(prizes)
    }
}

/// Prizes are the pool, to the cent.
///
/// # Errors
/// [`TournamentRefusalReason::PrizesAreNotThePool`].
pub fn check_sum(prizes: &[Cents], pool: Cents) -> Result<(), TournamentRefusal> {
    let prizes: Cents = prizes.iter().copied().sum();
    if prizes == pool {
        return Ok(());
    }
    Err(TournamentRefusal {
        why: TournamentRefusalReason::PrizesAreNotThePool { prizes, pool },
        rule: rule::WHOLE_POOL_IS_PAID,
    })
}

fn by_percent(shares: &[Share], pool: Cents, unit: Cents) -> Result<Vec<Cents>, TournamentRefusal> {
    let sum = sum_of_percentages(shares);
    if sum != HUNDRED_PER_CENT {
        let why = TournamentRefusalReason::NotAHundredPerCent { sum: u64::try_from(sum).unwrap_or(u64::MAX) };
        return Err(TournamentRefusal { why, rule: rule::WHOLE_POOL_IS_PAID });
    }
    let prizes = shares.iter().map(|share| cents(share.of(pool.get())).floor_to(unit)).collect();
    Ok(rest_to_first(prizes, pool))
}

/// The most places that a formula pays; its exact fractions grow with them.
pub const MOST_FORMULA_PLACES: u64 = 2_000;

/// Prize k is least + (pool - least x places) x ratio^(k-1) / sum of the powers, rounded down.
fn by_formula(
    paid: Share,
    ratio: Share,
    least: Cents,
    pool: Cents,
    entries: u32,
    unit: Cents,
) -> Result<Vec<Cents>, TournamentRefusal> {
    let places = paid.of_rounded_up(u64::from(entries)).max(1);
    if places > MOST_FORMULA_PLACES {
        let why = TournamentRefusalReason::TooManyPlaces { places, at_most: MOST_FORMULA_PLACES };
        return Err(TournamentRefusal { why, rule: rule::CONDITIONS_STATE_THE_PRIZES });
    }
    let prizes = least.times(places).unwrap_or(Cents::MAX);
    let above_least = pool.less(prizes).ok_or(TournamentRefusal {
        why: TournamentRefusalReason::PrizesAreNotThePool { prizes, pool },
        rule: rule::WHOLE_POOL_IS_PAID,
    })?;
    // The powers over a common denominator: over^(k-1) x under^(places-k).
    let (over, under) = (term(ratio.numerator()), term(ratio.denominator()));
    let mut weight = (1..places).fold(Wide::one(), |power, _| power.times(u64::from(under)));
    let mut weights = vec![weight.clone()];
    for _ in 1..places {
        weight = weight.times(u64::from(over)).divided_by_small(under);
        weights.push(weight.clone());
    }
    let sum = weights.iter().fold(Wide::zero(), |sum, weight| sum.plus(weight));
    let prize = |weight: &Wide| {
        let share = weight.times(above_least.get()).whole_quotient(&sum, above_least.get());
        (least + cents(share)).floor_to(unit)
    };
    Ok(rest_to_first(weights.iter().map(prize).collect(), pool))
}

/// The terms of a share are at most [`crate::exact::LARGEST_TERM`].
fn term(term: u64) -> u32 {
    u32::try_from(term).unwrap_or(u32::MAX)
}

fn rest_to_first(mut prizes: Vec<Cents>, pool: Cents) -> Vec<Cents> {
    let given: Cents = prizes.iter().copied().sum();
    if let Some(first) = prizes.first_mut() {
        *first += pool.above(given);
    }
    prizes
}

/// Never more than the pool it was divided from.
fn cents(count: u64) -> Cents {
    Cents::new(count).unwrap_or(Cents::MAX)
}

/// What each entry gets: a group shares the sum of its places equally, and cents that cannot be divided go one each to
/// the first of it, in the group's order. Places behind the last prize get nothing.
///
/// # Errors
/// Places with a gap, or prizes for more places than there are.
pub fn share_prizes(
    prizes: &[Cents],
    groups: &[PlaceGroup],
) -> Result<Vec<(EntryNumber, Cents)>, TournamentRefusal> {
    check_complete(groups)?;
    let players = groups.iter().map(|group| group.entries.len()).sum();
    if prizes.len() > players {
        let why = TournamentRefusalReason::MorePlacesThanPlayers { places: prizes.len(), players };
        return Err(TournamentRefusal { why, rule: rule::WHOLE_POOL_IS_PAID });
    }
    let mut paid = Vec::new();
    for group in groups {
        let from = index(group.first - 1).min(prizes.len());
        let to = index(group.last()).min(prizes.len());
        let sum: u64 = prizes[from..to].iter().map(|prize| prize.get()).sum();
        let ways = group.entries.len() as u64;
        let odd = index_of(sum % ways);
        for (at, entry) in group.entries.iter().enumerate() {
            paid.push((*entry, cents(sum / ways + u64::from(at < odd))));
        }
    }
    Ok(paid)
}

fn index(place: u32) -> usize {
    usize::try_from(place).unwrap_or(usize::MAX)
}

fn index_of(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// A list on which the players left agreed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrizeDeal {
    /// Who gets how much before play goes on.
    pub amounts: Vec<(EntryNumber, Cents)>,
    /// What stays for the winner.
    pub for_first: Cents,
    /// Who agreed, on a device of their own or on paper.
    pub agreed: Vec<EntryNumber>,
}

/// Whether a deal can stand: the conditions have deals, every player left agrees, enough stays for the winner, and the
/// sum is the sum of the prizes that are open.
///
/// `keep_for_first` is the part that the conditions keep; nothing where they have no deals.
///
/// # Errors
/// The first of these that does not hold.
pub fn judge_deal(
    deal: &PrizeDeal,
    left: &[EntryNumber],
    open: &[Cents],
    keep_for_first: Option<Share>,
) -> Result<(), TournamentRefusal> {
    let refuse = |why| Err(TournamentRefusal { why, rule: rule::DEAL_BY_THE_CONDITIONS });
    let Some(keep) = keep_for_first else { return refuse(TournamentRefusalReason::NoDeals) };
    let named: Vec<EntryNumber> = deal.amounts.iter().map(|(entry, _)| *entry).collect();
    let twice =
        (1..named.len()).map(|at| named[at]).find(|entry| named.iter().filter(|n| *n == entry).count() > 1);
    let missing = left.iter().find(|entry| !deal.agreed.contains(entry) || !named.contains(entry));
    let stranger = named.iter().find(|entry| !left.contains(entry));
    if let Some(entry) = missing.or(stranger).copied().or(twice) {
        return refuse(TournamentRefusalReason::NotEverybodyAgrees { entry });
    }
    let pool: Cents = open.iter().copied().sum();
    let at_least = cents(
        (u128::from(pool.get()) * u128::from(keep.numerator())).div_ceil(u128::from(keep.denominator()))
            as u64,
    );
    if deal.for_first < at_least {
        return refuse(TournamentRefusalReason::TooLittleForFirst { kept: deal.for_first, at_least });
    }
    let mut lines: Vec<Cents> = deal.amounts.iter().map(|(_, amount)| *amount).collect();
    lines.push(deal.for_first);
    check_sum(&lines, pool)
}
