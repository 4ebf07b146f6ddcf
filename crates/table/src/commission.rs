//! What the house takes from the pots of a hand: how much, which pot bears it, and why nothing is taken.

use std::cmp::Reverse;

use chips::{Cents, Chips};
use rulebook::{Rule, rule};
use seating::MAX_SEATS;

use crate::event::{NoCommission, PotFact};
use crate::hand::{Hand, HandDraft, Player};
use crate::house::{CommissionAllocation, EqualHandsExemption, PotCommission};
use crate::lineup::CommissionSource;
use crate::pots::Pot;

/// The outcome of commission for a hand, besides what each pot bears.
struct CommissionOutcome {
    /// The rule that the amount taken rests on.
    rule: Rule,
    /// Pots that are exempt because of equal hands while other pots are not.
    exempt: [bool; MAX_SEATS],
    /// Why nothing is taken, and the rule for that.
    nothing: Option<(NoCommission, Rule)>,
    /// The amount due and the amount taken, where the cap limited it.
    capped: Option<(Chips, Chips)>,
    /// Less was taken than is due, because only whole chips can be taken (AMB-093).
    short_of_due: bool,
}

impl CommissionOutcome {
    /// The outcome where the pots bear what was filled in, perhaps nothing, by this rule, and no more is
    /// reported.
    fn under_rule(rule: Rule) -> CommissionOutcome {
        CommissionOutcome {
            rule,
            exempt: [false; MAX_SEATS],
            nothing: None,
            capped: None,
            short_of_due: false,
        }
    }

    /// Nothing is taken from the whole hand, for this reason.
    fn nothing_taken(reason: NoCommission, rule: Rule) -> CommissionOutcome {
        CommissionOutcome { nothing: Some((reason, rule)), ..CommissionOutcome::under_rule(rule) }
    }
}

impl HandDraft<'_> {
    /// Takes the commission of the hand, once its pots are formed, and records what limited it or why there
    /// is none; returns what each pot bears, in chips, main pot first.
    ///
    /// `equal` has the places that share each pot because their hands are equal, one bit each.
    pub fn take_commission(&mut self, pots: &[Pot], equal: &[u32]) -> [Chips; MAX_SEATS] {
        let mut charged = [Chips::ZERO; MAX_SEATS];
        let outcome = self.hand.commission(pots, equal, &mut charged[..pots.len()]);
        let borne = &charged[..pots.len()];
        let last = borne.iter().rposition(|amount| !amount.is_zero());
        for (at, amount) in borne.iter().enumerate().filter(|(_, amount)| !amount.is_zero()) {
            let short_of_due = outcome.short_of_due && last == Some(at);
            self.push(
                PotFact::CommissionTaken { pot: at as u8, amount: *amount, short_of_due },
                outcome.rule,
            );
        }
        if let Some((due, taken)) = outcome.capped {
            self.push(PotFact::CommissionCapped { due, taken }, rule::COMMISSION_CAP);
        }
        let reason = NoCommission::EqualHands;
        for (at, _) in outcome.exempt[..pots.len()].iter().enumerate().filter(|(_, exempt)| **exempt) {
            let what = PotFact::NoCommission { pot: Some(at as u8), reason };
            self.push(what, rule::NO_COMMISSION_ON_EQUAL_HANDS);
        }
        if let Some((reason, rule)) = outcome.nothing {
            self.push(PotFact::NoCommission { pot: None, reason }, rule);
        }
        charged
    }
}

impl HandDraft<'_> {
    /// Records why nothing is taken in a hand without a pot: commission is paid by time (15.3), or else because
    /// everything put in went back. No fact where the house never takes commission.
    pub fn record_no_commission_without_a_pot(&mut self) {
        let (reason, rule) = match self.hand.time_commission() {
            Some(by_time) => by_time,
            None if self.hand.house().showdown.commission.is_some() => {
                (NoCommission::NoPot, rule::UNCALLED_BET_IS_RETURNED)
            }
            // A house that never takes commission does not say so in every hand.
            None => return,
        };
        self.push(PotFact::NoCommission { pot: None, reason }, rule);
    }
}

impl Hand {
    /// The reason and rule for taking nothing from any pot when commission is paid by time (15.3); `None`
    /// otherwise.
    fn time_commission(&self) -> Option<(NoCommission, Rule)> {
        self.house().showdown.commission_by_time.then_some((NoCommission::ByTime, rule::COMMISSION_BY_TIME))
    }

    /// Fills in what each pot bears, in chips, and returns what there is to report about it. A record's
    /// statement comes first, if the pots can bear it, then payment by time, then the exemptions (15.2, 15.3),
    /// then the percentage; the first that applies is reported.
    fn commission(&self, pots: &[Pot], equal: &[u32], charged: &mut [Chips]) -> CommissionOutcome {
        let house = self.house();
        let mut amounts = [Chips::ZERO; MAX_SEATS];
        for (amount, pot) in amounts.iter_mut().zip(pots) {
            *amount = pot.amount;
        }
        let amounts = &amounts[..pots.len()];
        if let CommissionSource::Stated(parts) = &self.lineup.record.commission
            && apply_stated(parts, amounts, charged)
        {
            return CommissionOutcome::under_rule(rule::RECORD_IS_FOLLOWED);
        }
        if let Some((reason, rule)) = self.time_commission() {
            return CommissionOutcome::nothing_taken(reason, rule);
        }
        let Some(rules) = &house.showdown.commission else {
            return CommissionOutcome::under_rule(rule::COMMISSION_OF_THE_ROUND);
        };
        // A pot is empty when everything in it went back.
        if !house.has(rule::COMMISSION_OF_THE_ROUND) || amounts.iter().all(|amount| amount.is_zero()) {
            return CommissionOutcome::under_rule(rule::COMMISSION_OF_THE_ROUND);
        }
        let by_choice: Chips = self.players().iter().map(|player| player.by_choice).sum();
        if rules.blinds_only_exempt && by_choice.is_zero() && house.has(rule::NO_COMMISSION_ON_BLINDS) {
            return CommissionOutcome::nothing_taken(NoCommission::BlindsOnly, rule::NO_COMMISSION_ON_BLINDS);
        }
        if rules.no_flop_no_drop && self.boards().first().is_empty() && house.has(rule::NO_FLOP_NO_DROP) {
            return CommissionOutcome::nothing_taken(NoCommission::NoBoardCard, rule::NO_FLOP_NO_DROP);
        }
        let exempt = self.exempt_pots(rules, pots, equal);
        if exempt[..pots.len()].iter().all(|exempt| *exempt) {
            return CommissionOutcome::nothing_taken(
                NoCommission::EqualHands,
                rule::NO_COMMISSION_ON_EQUAL_HANDS,
            );
        }
        let base = CommissionBase {
            pots: amounts,
            exempt: &exempt[..pots.len()],
            chip_cents: house.stakes.chip_cents,
            smallest_chip: house.stakes.smallest_chip,
        };
        let cap = rules.cap.filter(|_| house.has(rule::COMMISSION_CAP));
        let due = charge_pots(&PotCommission { cap, ..*rules }, &base, charged);
        let taken: Chips = charged.iter().copied().sum();
        let nothing = match due {
            None => Some(NoCommission::SmallPots),
            Some(due) if due.uncapped.is_zero() => Some(NoCommission::RoundedDown),
            Some(_) => None,
        };
        let in_chips = due.is_some_and(|due| due.in_chips) && house.has(rule::COMMISSION_IN_WHOLE_CHIPS);
        let rule = if in_chips { rule::COMMISSION_IN_WHOLE_CHIPS } else { rule::COMMISSION_OF_THE_ROUND };
        CommissionOutcome {
            rule,
            exempt,
            nothing: nothing.map(|reason| (reason, rule)),
            capped: due.filter(|due| due.uncapped > due.capped).map(|due| (due.uncapped, taken)),
            short_of_due: due.is_some_and(|due| due.short),
        }
    }

    /// The pots, main pot first, from which nothing is taken because everybody who paid into them holds an
    /// equal hand (15.2(c), AMB-088); all or none of them where the house exempts the hand as a whole.
    fn exempt_pots(&self, rules: &PotCommission, pots: &[Pot], equal: &[u32]) -> [bool; MAX_SEATS] {
        let mut exempt = [false; MAX_SEATS];
        if self.live_count() < 2 || !self.house().has(rule::NO_COMMISSION_ON_EQUAL_HANDS) {
            return exempt;
        }
        // Everybody who put anything in must be among the players with equal hands.
        let only = |places: u32, paid: &dyn Fn(&Player) -> bool| {
            let players = self.players().iter().enumerate();
            players.filter(|(_, player)| paid(player)).all(|(place, _)| places >> place & 1 == 1)
        };
        match rules.equal_hands {
            EqualHandsExemption::Pay => {}
            // For the hand as a whole, whatever the stakes: in every pot, all players eligible for it share
            // it.
            EqualHandsExemption::RoundExempt => {
                let shared = pots.iter().zip(equal).all(|(pot, equal)| *equal == pot.eligible);
                let contest = pots.iter().fold(0, |all, pot| all | pot.eligible);
                let paid = |player: &Player| !player.in_hand.is_zero() || player.posted_dead;
                exempt = [shared && only(contest, &paid); MAX_SEATS];
            }
            EqualHandsExemption::PotExempt => {
                let mut below = Chips::ZERO;
                for (at, pot) in pots.iter().enumerate() {
                    let reached = (0..self.players().len()).filter(|place| pot.has(*place));
                    let level = reached.map(|place| self.players()[place].in_hand).min().unwrap_or_default();
                    let paid = |player: &Player| {
                        let matched = level > below && player.in_hand > below;
                        matched || (at == 0 && player.posted_dead)
                    };
                    exempt[at] = pot.eligible.count_ones() > 1 && only(equal[at], &paid);
                    below = level;
                }
            }
        }
        exempt
    }
}

/// The facts of a hand that commission depends on.
#[derive(Clone, Copy, Debug)]
struct CommissionBase<'a> {
    /// Amounts of the pots, main pot first, after the uncalled part was returned.
    pots: &'a [Chips],
    /// Pots into which only players with equal hands paid.
    exempt: &'a [bool],
    chip_cents: u64,
    smallest_chip: Chips,
}

/// What the percentage comes to for a hand, in whole chips.
#[derive(Clone, Copy, Debug)]
struct CommissionDue {
    /// Without the cap.
    uncapped: Chips,
    /// With the cap applied.
    capped: Chips,
    /// Less than the cents due, because they do not make whole chips.
    in_chips: bool,
    /// The same, where the house has no rule to round down to the chip.
    short: bool,
}

/// Works out what each pot bears, main pot first, in whole chips and never more than the pot holds. Returns
/// what the percentage comes to; `None` where no pot is large enough. Arithmetic alone, by the settings
/// `commission_*`: no hand is looked at.
fn charge_pots(
    rules: &PotCommission,
    base: &CommissionBase<'_>,
    charged: &mut [Chips],
) -> Option<CommissionDue> {
    let cents = |pot: Chips| Cents::new(pot.get().saturating_mul(base.chip_cents)).unwrap_or(Cents::MAX);
    let counted = |at: usize| if base.exempt[at] { Cents::ZERO } else { cents(base.pots[at]) };
    let sum: Cents = (0..base.pots.len()).map(counted).sum();
    let mut open = [false; MAX_SEATS];
    for (at, open) in open.iter_mut().enumerate().take(base.pots.len()) {
        let tested = if rules.each_pot_threshold { counted(at) } else { sum };
        *open = tested > rules.free_up_to && !counted(at).is_zero();
    }
    let open = &open[..base.pots.len()];
    let first = open.iter().position(|open| *open)?;
    let total = to_chips(commission_on(rules, sum), base, rules);
    match rules.allocation {
        CommissionAllocation::AsFormed => {
            // The running sum is rounded to chips, so that what one pot is short of a chip counts toward the
            // next (AMB-087).
            let (mut so_far, mut taken, mut last) = (Cents::ZERO, Chips::ZERO, 0);
            for (at, charge) in charged.iter_mut().enumerate() {
                so_far += counted(at);
                if open[at] {
                    *charge = to_chips(commission_on(rules, so_far), base, rules).above(taken);
                    taken += *charge;
                    last = at;
                }
            }
            charged[last] += total.above(taken);
        }
        // The first pot that bears any commission.
        CommissionAllocation::MainFirst => charged[first] = total,
        CommissionAllocation::Proportional => {
            let mut weights = [0; MAX_SEATS];
            for (at, weight) in weights.iter_mut().enumerate().take(base.pots.len()) {
                *weight = if open[at] { counted(at).get() } else { 0 };
            }
            let unit = if rules.round_to_chip { base.smallest_chip } else { Chips::ZERO };
            split_in_proportion(total, unit, &weights[..base.pots.len()], charged);
        }
    }
    move_excess_to_other_pots(base.pots, open, charged);
    let uncapped = to_chips(commission_on(&PotCommission { cap: None, ..*rules }, sum), base, rules);
    let paid = total.get().saturating_mul(base.chip_cents);
    let in_chips = paid < commission_on(rules, sum).get();
    Some(CommissionDue { uncapped, capped: total, in_chips, short: in_chips && !rules.round_to_chip })
}

/// Splits a commission in proportion to the weights, into shares of `unit` closest to the exact ones: each
/// share is rounded down, and what is left over goes one unit each to the largest remainders, with ties going
/// to the pot nearer to the main pot. The shares add up to the whole units of `total`.
fn split_in_proportion(total: Chips, unit: Chips, weights: &[u64], charged: &mut [Chips]) {
    let one = unit.max(Chips::new(1).unwrap_or_default());
    let units = u128::from(total.get() / one.get());
    let sum = weights.iter().map(|weight| u128::from(*weight)).sum::<u128>().max(1);
    let exact = |at: usize| units * u128::from(weights[at]);
    let mut left = units as u64;
    for (at, charge) in charged.iter_mut().enumerate() {
        let whole = (exact(at) / sum) as u64;
        *charge = one.times(whole).unwrap_or_default();
        left -= whole;
    }
    let mut by_remainder: Vec<usize> = (0..charged.len()).filter(|at| weights[*at] > 0).collect();
    by_remainder.sort_by_key(|at| Reverse(exact(*at) % sum));
    for at in by_remainder.into_iter().take(left as usize) {
        charged[at] += one;
    }
}

/// Applies a commission that a record states: a part for each pot, or one amount taken from the main pot on;
/// false, with nothing changed, where it is more than the pots hold or names more pots than there are.
fn apply_stated(parts: &[Chips], pots: &[Chips], charged: &mut [Chips]) -> bool {
    if !pots_can_bear(parts, pots) {
        return false;
    }
    charged[..parts.len()].copy_from_slice(parts);
    move_excess_to_other_pots(pots, &[true; MAX_SEATS][..pots.len()], charged);
    true
}

impl CommissionSource {
    /// True if pots of these amounts, main pot first, can bear what a record states: a single amount that
    /// they hold together, or an amount for each pot that holds it. The house's own calculation always fits.
    ///
    /// ```
    /// use chips::Chips;
    /// use table::CommissionSource;
    ///
    /// let chips = |count| Chips::new(count).unwrap_or_default();
    /// let pots = [chips(20), chips(2)];
    /// assert!(CommissionSource::Stated(vec![chips(21)]).fits(&pots));
    /// assert!(!CommissionSource::Stated(vec![chips(1), chips(3)]).fits(&pots));
    /// ```
    pub fn fits(&self, pots: &[Chips]) -> bool {
        match self {
            CommissionSource::Book => true,
            CommissionSource::Stated(parts) => pots_can_bear(parts, pots),
        }
    }
}

/// True for a single amount that the pots hold together, and for one amount per pot if each pot holds its
/// own; `parts` and `pots` begin with the main pot.
fn pots_can_bear(parts: &[Chips], pots: &[Chips]) -> bool {
    match parts {
        [one] => *one <= pots.iter().copied().sum(),
        _ => parts.len() <= pots.len() && parts.iter().zip(pots).all(|(part, pot)| part <= pot),
    }
}

/// Moves what a pot cannot bear on to the next pot that bears any (`open`), and from the last pot back to the
/// first with room; the total stays the same if the pots can hold it.
fn move_excess_to_other_pots(pots: &[Chips], open: &[bool], charged: &mut [Chips]) {
    let mut rest = Chips::ZERO;
    for at in (0..pots.len()).filter(|at| open[*at]) {
        let wanted = charged[at] + rest;
        charged[at] = wanted.min(pots[at]);
        rest = wanted.above(charged[at]);
    }
    for at in (0..pots.len()).filter(|at| open[*at]) {
        let room = pots[at].above(charged[at]).min(rest);
        charged[at] += room;
        rest = rest.above(room);
    }
}

/// The commission on a sum in cents: the percentage rounded down to `rounding`, then limited by the cap.
fn commission_on(rules: &PotCommission, sum: Cents) -> Cents {
    let share = (u128::from(sum.get()) * u128::from(rules.percent) / 100) as u64;
    let whole = Cents::new(share).unwrap_or(Cents::MAX).floor_to(rules.rounding);
    rules.cap.map_or(whole, |cap| whole.min(cap))
}

/// The whole chips in an amount of cents, rounded down; to the smallest chip where the house says so.
fn to_chips(cents: Cents, base: &CommissionBase<'_>, rules: &PotCommission) -> Chips {
    let chips = Chips::new(cents.get() / base.chip_cents.max(1)).unwrap_or(Chips::MAX);
    if rules.round_to_chip { chips.floor_to(base.smallest_chip) } else { chips }
}
