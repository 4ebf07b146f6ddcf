//! The prize pool, its breakdown, and the prizes of players who share a place. Amounts are whole cents, and
//! they always add up to the pool.

use chips::Cents;
use rulebook::rule;

use crate::exact::{HUNDRED_PER_CENT, Share, sum_of_percentages};
use crate::places::{EntryNumber, PlaceGroup, check_complete};
use crate::refusal::{TournamentRefusal, TournamentRefusalReason};
use crate::wide::BigUint;

/// What the pool is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pool {
    /// Entry fees that were paid and not refunded.
    pub fees: Cents,
    /// The part of those fees that the operator keeps.
    pub commission: Cents,
    /// Re-buys, add-ons and repechages, of which the operator keeps nothing.
    pub bought: Cents,
    /// Cash that the operator added.
    pub added: Cents,
}

impl Pool {
    /// The amount to pay out, in cents: fees less commission, later purchases, and added cash. All of it goes
    /// into prizes (`whole-pool-is-paid`).
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
    /// A share of the entries is paid; each place gets a ratio of the place before, but at least the minimum.
    Formula {
        /// The share of the entries that is paid, rounded up.
        paid: Share,
        /// What a place gets for each unit of the place before.
        ratio: Share,
        /// The smallest prize.
        least: Cents,
    },
}

impl Breakdown {
    /// The prizes by place, first place first, for a pool and a number of entries. Each is rounded down to a
    /// multiple of `unit`, and the rest goes to the first place, so that they always add up to the pool.
    ///
    /// # Errors
    /// The shares are not a hundred per cent, the amounts are not the pool, there are more places than
    /// players, or there is no breakdown for this number of entries.
    pub fn prizes(&self, pool: Cents, entries: u32, unit: Cents) -> Result<Vec<Cents>, TournamentRefusal> {
        let prizes = match self {
            Breakdown::Percent(shares) => prizes_by_percent(shares, pool, unit)?,
            Breakdown::Amounts(amounts) => amounts.clone(),
            Breakdown::Table(rows) => {
                let row = rows.iter().find(|(from, to, _)| (*from..=*to).contains(&entries)).ok_or(
                    TournamentRefusal {
                        why: TournamentRefusalReason::NoBreakdown { entries },
                        rule: rule::CONDITIONS_STATE_THE_PRIZES,
                    },
                )?;
                prizes_by_percent(&row.2, pool, unit)?
            }
            Breakdown::Formula { paid, ratio, least } => {
                prizes_by_formula(*paid, *ratio, *least, pool, entries, unit)?
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

/// Checks that the prizes are the pool, to the cent (`whole-pool-is-paid`): the breakdown, the confirmed list
/// and an agreement of the players all have to pass it.
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

/// The prizes for a percentage of each place, rounded down to `unit`, with the rest for first place; refused
/// unless the percentages are exactly a hundred.
fn prizes_by_percent(shares: &[Share], pool: Cents, unit: Cents) -> Result<Vec<Cents>, TournamentRefusal> {
    let sum = sum_of_percentages(shares);
    if sum != HUNDRED_PER_CENT {
        let why = TournamentRefusalReason::NotAHundredPerCent { sum: u64::try_from(sum).unwrap_or(u64::MAX) };
        return Err(TournamentRefusal { why, rule: rule::WHOLE_POOL_IS_PAID });
    }
    let prizes =
        shares.iter().map(|share| to_cents(share.of_rounded_down(pool.get())).floor_to(unit)).collect();
    Ok(add_rest_to_first(prizes, pool))
}

/// The largest number of places that a formula pays; its exact fractions grow with it.
pub const MOST_FORMULA_PLACES: u64 = 2_000;

/// The prizes of a series that falls by `ratio` from place to place: prize k is least + (pool - least x places)
/// x ratio^(k-1) / (sum of the powers), rounded down to `unit`, with the rest for first place. Exact whole
/// numbers, no floats.
fn prizes_by_formula(
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
    let (over, under) = (term_as_u32(ratio.numerator()), term_as_u32(ratio.denominator()));
    let mut weight = (1..places).fold(BigUint::one(), |power, _| power.times(u64::from(under)));
    let mut weights = vec![weight.clone()];
    for _ in 1..places {
        weight = weight.times(u64::from(over)).divided_by_small(under);
        weights.push(weight.clone());
    }
    let sum = weights.iter().fold(BigUint::zero(), |sum, weight| sum.plus(weight));
    let prize = |weight: &BigUint| {
        let share = weight.times(above_least.get()).whole_quotient(&sum, above_least.get());
        (least + to_cents(share)).floor_to(unit)
    };
    Ok(add_rest_to_first(weights.iter().map(prize).collect(), pool))
}

/// A term of a share as 32 bits; it is at most [`crate::exact::LARGEST_TERM`] in conditions, so nothing is cut
/// off.
fn term_as_u32(term: u64) -> u32 {
    u32::try_from(term).unwrap_or(u32::MAX)
}

/// Gives the first place what rounding down left of the pool, so that the prizes add up to it.
fn add_rest_to_first(mut prizes: Vec<Cents>, pool: Cents) -> Vec<Cents> {
    let given: Cents = prizes.iter().copied().sum();
    if let Some(first) = prizes.first_mut() {
        *first += pool.above(given);
    }
    prizes
}

/// A count of cents as an amount. It is part of the pool, and so never too large.
fn to_cents(count: u64) -> Cents {
    Cents::new(count).unwrap_or(Cents::MAX)
}

/// What each entry gets in cents, from the prizes by place. A group shares the sum of its places equally, and
/// cents that cannot be divided go one each to the first entries of the group, in its order. Places after the
/// last prize get nothing.
///
/// # Errors
/// The places have a gap, or there are more prizes than places.
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
        let from = place_as_usize(group.first - 1).min(prizes.len());
        let to = place_as_usize(group.last()).min(prizes.len());
        let sum: u64 = prizes[from..to].iter().map(|prize| prize.get()).sum();
        let ways = group.entries.len() as u64;
        let odd = count_as_usize(sum % ways);
        for (at, entry) in group.entries.iter().enumerate() {
            paid.push((*entry, to_cents(sum / ways + u64::from(at < odd))));
        }
    }
    Ok(paid)
}

/// A place as a bound of the list of prizes; too large a place becomes the largest bound.
fn place_as_usize(place: u32) -> usize {
    usize::try_from(place).unwrap_or(usize::MAX)
}

/// A count of odd cents as a number of entries in a list; too large a count becomes the largest.
fn count_as_usize(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// An agreement on the prizes between the remaining players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrizeDeal {
    /// What each entry gets before play goes on.
    pub amounts: Vec<(EntryNumber, Cents)>,
    /// What is kept for the winner.
    pub for_first: Cents,
    /// The entries that agreed, on their own devices or on paper.
    pub agreed: Vec<EntryNumber>,
}

/// Checks an agreement of the remaining players on the open prizes (`deal-by-the-conditions`): the conditions
/// allow it, every remaining player agrees, enough is kept for the winner, and the sum is the sum of the open
/// prizes.
///
/// `keep_for_first` is the share that the conditions keep for the winner; `None` if they allow no deals.
///
/// # Errors
/// The first of these conditions that fails.
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
    let at_least = to_cents(
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
