//! Commission as the record took it: how much each pot bore, and how much of that each of several winners
//! bore.
//!
//! The hand is first played without commission, which gives the pots and their winners. What the record says
//! was collected then gives the rest, provided that it adds up and goes to the winners. Otherwise the rules
//! decide.

use chips::Chips;
use seating::Seat;
use table::CommissionSource;

use super::{RecordReplayError, ReplayErrorKind, ReplayOutcome};
use crate::record::{HandRecord, RecordedPot};

/// Adds the commission and the shares that a record states to the overrides of a second replay, given the
/// `outcome` of one without commission; true when that changes anything.
pub(super) fn apply_stated_shares(
    record: &HandRecord,
    seats: &[Seat],
    outcome: &ReplayOutcome,
    follow: &mut table::RecordOverrides,
) -> Result<bool, RecordReplayError> {
    let commission = record.stated.commission.unwrap_or_default();
    let in_pots: Chips = outcome.pots.iter().map(|pot| pot.amount).sum();
    if commission > in_pots {
        let kind = ReplayErrorKind::Commission { commission, pots: in_pots };
        return Err(RecordReplayError::new(record, kind));
    }
    let by_pot = shares_by_pot(record, seats, outcome, commission);
    let shares =
        by_pot.or_else(|| shares_by_seat(&collected_by_seat(record, seats, outcome)?, outcome, commission));
    match shares {
        Some((parts, awards)) => {
            follow.commission = CommissionSource::Stated(parts);
            follow.awards = awards;
            Ok(true)
        }
        None => {
            follow.commission = CommissionSource::Stated(vec![commission]);
            Ok(!commission.is_zero())
        }
    }
}

/// How much commission each pot bore, and each award as pot, seat and amount.
type PotShares = (Vec<Chips>, Vec<(u8, Seat, Chips)>);

/// Shares by the record's own names of the pots, if these are the pots of the rules; `None` if they are not,
/// or do not add up to the commission.
fn shares_by_pot(
    record: &HandRecord,
    seats: &[Seat],
    outcome: &ReplayOutcome,
    commission: Chips,
) -> Option<PotShares> {
    let collected = &record.stated.collected;
    let number = |pot: RecordedPot| match pot {
        RecordedPot::Only | RecordedPot::Main => 0,
        RecordedPot::Side(side) => usize::from(side),
    };
    let named = collected.iter().all(|(_, _, pot)| *pot != RecordedPot::Only || outcome.pots.len() == 1);
    if collected.is_empty() || !named {
        return None;
    }
    let mut parts = Vec::with_capacity(outcome.pots.len());
    for (at, pot) in outcome.pots.iter().enumerate() {
        let paid =
            collected.iter().filter(|(_, _, of)| number(*of) == at).map(|(_, amount, _)| *amount).sum();
        parts.push(pot.amount.less(paid)?);
    }
    if parts.iter().copied().sum::<Chips>() != commission {
        return None;
    }
    let award = |(place, amount, pot): &(crate::record::PlayerNumber, Chips, RecordedPot)| {
        (number(*pot) as u8, seats[place.index()], *amount)
    };
    Some((parts, collected.iter().map(award).collect()))
}

/// What every seat collected after commission: as stated, or else worked out from the stated final stacks;
/// `None` if the record states neither.
fn collected_by_seat(
    record: &HandRecord,
    seats: &[Seat],
    outcome: &ReplayOutcome,
) -> Option<Vec<(Seat, Chips)>> {
    let stated = &record.stated;
    if !stated.collected.is_empty() {
        let of = |at: usize| {
            stated
                .collected
                .iter()
                .filter(|(place, _, _)| place.index() == at)
                .map(|(_, amount, _)| *amount)
                .sum()
        };
        return Some(seats.iter().enumerate().map(|(at, seat)| (*seat, of(at))).collect());
    }
    if stated.finishing_stacks.len() != seats.len() {
        return None;
    }
    seats
        .iter()
        .enumerate()
        .map(|(at, seat)| {
            let share = (stated.finishing_stacks[at] + total_won(outcome, *seat)).less(outcome.stacks[at])?;
            Some((*seat, share))
        })
        .collect()
}

/// What a seat won in all pots of the replay without commission, in chips, odd chips counted in.
fn total_won(outcome: &ReplayOutcome, seat: Seat) -> Chips {
    let shares = outcome.pots.iter().flat_map(|pot| &pot.winners);
    shares.filter(|(winner, _)| *winner == seat).map(|(_, amount)| *amount).sum()
}

/// Shares by how much less each winner collected than without commission; the first pots won bear it first.
/// `None` if that does not add up to the commission.
fn shares_by_seat(
    collected: &[(Seat, Chips)],
    outcome: &ReplayOutcome,
    commission: Chips,
) -> Option<PotShares> {
    let mut bears: Vec<(Seat, Chips)> = Vec::with_capacity(collected.len());
    for (seat, amount) in collected {
        bears.push((*seat, total_won(outcome, *seat).less(*amount)?));
    }
    if bears.iter().map(|(_, amount)| *amount).sum::<Chips>() != commission {
        return None;
    }
    let mut parts = Vec::with_capacity(outcome.pots.len());
    let mut awards = Vec::new();
    for (at, pot) in outcome.pots.iter().enumerate() {
        let mut part = Chips::ZERO;
        for (seat, share) in &pot.winners {
            let (_, left) = bears.iter_mut().find(|(of, _)| of == seat)?;
            let borne = (*left).min(*share);
            *left = left.above(borne);
            part += borne;
            let paid = share.above(borne);
            if !paid.is_zero() {
                awards.push((at as u8, *seat, paid));
            }
        }
        parts.push(part);
    }
    Some((parts, awards))
}
