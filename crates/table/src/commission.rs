//! What the house takes from the pots of a round: how much, and which pot bears it.

use chips::{Cents, Chips};

use crate::house::{Allocation, PotCommission};

/// The facts of a round that decide about commission.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts<'a> {
    /// Pots main first, the uncalled part returned.
    pub pots: &'a [Chips],
    /// Pots that only players with equal hands paid into.
    pub exempt: &'a [bool],
    pub chip_cents: u64,
    pub smallest_chip: Chips,
}

/// What each pot bears, main pot first, in whole chips; never more than the pot holds.
pub(crate) fn by_pot(rules: &PotCommission, facts: &Facts<'_>, bears: &mut [Chips]) {
    let cents = |pot: Chips| Cents::new(pot.get().saturating_mul(facts.chip_cents)).unwrap_or(Cents::MAX);
    let counted = |at: usize| if facts.exempt[at] { Cents::ZERO } else { cents(facts.pots[at]) };
    let sum: Cents = (0..facts.pots.len()).map(counted).sum();
    let above = |at: usize| {
        let tested = if rules.each_pot_threshold { counted(at) } else { sum };
        tested > rules.free_up_to && !counted(at).is_zero()
    };
    if !(0..facts.pots.len()).any(above) {
        return;
    }
    let total = of_sum(rules, sum);
    match rules.allocation {
        Allocation::AsFormed => {
            let (mut so_far, mut taken, mut last) = (Cents::ZERO, Cents::ZERO, 0);
            for (at, bear) in bears.iter_mut().enumerate() {
                so_far += counted(at);
                if above(at) {
                    let due = of_sum(rules, so_far);
                    *bear = to_chips(due.above(taken), facts, rules);
                    taken = taken.max(due);
                    last = at;
                }
            }
            bears[last] += to_chips(total.above(taken), facts, rules);
        }
        Allocation::MainFirst => bears[0] = to_chips(total, facts, rules),
        Allocation::Proportional => {
            let whole = to_chips(total, facts, rules);
            let mut rest = whole;
            for at in (1..facts.pots.len()).rev() {
                let part =
                    u128::from(whole.get()) * u128::from(counted(at).get()) / u128::from(sum.get().max(1));
                bears[at] = Chips::new(part as u64).unwrap_or_default();
                rest = rest.above(bears[at]);
            }
            bears[0] = rest;
        }
    }
    spill(facts.pots, bears);
}

/// A commission that a record states: each pot's own part, or one amount from the main pot on.
pub(crate) fn stated(parts: &[Chips], pots: &[Chips], bears: &mut [Chips]) {
    for (at, part) in parts.iter().enumerate() {
        bears[at.min(bears.len() - 1)] += *part;
    }
    spill(pots, bears);
}

/// A pot never bears more than it holds: the rest goes on to the next, and from the last back to the first with room.
fn spill(pots: &[Chips], bears: &mut [Chips]) {
    let mut rest = Chips::ZERO;
    for (bear, pot) in bears.iter_mut().zip(pots) {
        let wanted = *bear + rest;
        *bear = wanted.min(*pot);
        rest = wanted.above(*bear);
    }
    for (bear, pot) in bears.iter_mut().zip(pots) {
        let room = pot.above(*bear).min(rest);
        *bear += room;
        rest = rest.above(room);
    }
}

fn of_sum(rules: &PotCommission, sum: Cents) -> Cents {
    let share = (u128::from(sum.get()) * u128::from(rules.percent) / 100) as u64;
    let whole = Cents::new(share).unwrap_or(Cents::MAX).floor_to(rules.rounding);
    rules.cap.map_or(whole, |cap| whole.min(cap))
}

fn to_chips(cents: Cents, facts: &Facts<'_>, rules: &PotCommission) -> Chips {
    let chips = Chips::new(cents.get() / facts.chip_cents.max(1)).unwrap_or(Chips::MAX);
    if rules.round_to_chip { chips.floor_to(facts.smallest_chip) } else { chips }
}
