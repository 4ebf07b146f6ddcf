//! What the house takes from the pots of a round: how much, which pot bears it, and why nothing is taken.

use chips::{Cents, Chips};
use rulebook::{Rule, rule};

use crate::event::{NoCommission, What};
use crate::hand::{Draft, Hand, Player};
use crate::house::{Allocation, EqualHands, PotCommission};
use crate::lineup::CommissionSource;
use crate::pots::Pot;
use crate::seat::MOST_SEATS;

/// What comes of the commission of a round, besides what each pot bears.
struct Outcome {
    /// The rule of what is taken.
    rule: Rule,
    /// Pots that are exempt because of equal hands while others are not.
    exempt: [bool; MOST_SEATS],
    /// Why nothing is taken, and the rule of that.
    nothing: Option<(NoCommission, Rule)>,
    /// What was due and what was taken, where the cap limited it.
    capped: Option<(Chips, Chips)>,
}

impl Outcome {
    fn of(rule: Rule) -> Outcome {
        Outcome { rule, exempt: [false; MOST_SEATS], nothing: None, capped: None }
    }

    fn nothing(reason: NoCommission, rule: Rule) -> Outcome {
        Outcome { nothing: Some((reason, rule)), ..Outcome::of(rule) }
    }
}

impl Draft<'_> {
    /// Takes the commission of the round, and says what limited it or why there is none; gives what each pot bears.
    ///
    /// `equal` has the places that share each pot because their hands are equal.
    pub fn take_commission(&mut self, pots: &[Pot], equal: &[u32]) -> [Chips; MOST_SEATS] {
        let mut bears = [Chips::ZERO; MOST_SEATS];
        let came = self.hand.commission(pots, equal, &mut bears[..pots.len()]);
        for (at, amount) in bears.iter().enumerate().filter(|(_, amount)| !amount.is_zero()) {
            self.push(What::CommissionTaken { pot: at as u8, amount: *amount }, came.rule);
        }
        if let Some((due, taken)) = came.capped {
            self.push(What::CommissionCapped { due, taken }, rule::COMMISSION_CAP);
        }
        let reason = NoCommission::EqualHands;
        for (at, _) in came.exempt.iter().enumerate().filter(|(_, exempt)| **exempt) {
            let what = What::NoCommission { pot: Some(at as u8), reason };
            self.push(what, rule::NO_COMMISSION_ON_EQUAL_HANDS);
        }
        if let Some((reason, rule)) = came.nothing {
            self.push(What::NoCommission { pot: None, reason }, rule);
        }
        bears
    }
}

impl Hand {
    /// What each pot bears, and what is to be said of it.
    fn commission(&self, pots: &[Pot], equal: &[u32], bears: &mut [Chips]) -> Outcome {
        let house = self.house();
        let mut amounts = [Chips::ZERO; MOST_SEATS];
        for (amount, pot) in amounts.iter_mut().zip(pots) {
            *amount = pot.amount;
        }
        let amounts = &amounts[..pots.len()];
        if let CommissionSource::Stated(parts) = &self.lineup.record.commission {
            stated(parts, amounts, bears);
            return Outcome::of(rule::RECORD_IS_FOLLOWED);
        }
        let Some(rules) = &house.commission else { return Outcome::of(rule::COMMISSION_BY_TIME) };
        // An empty pot is one that went back whole.
        if !house.has(rule::COMMISSION_OF_THE_ROUND) || amounts.iter().all(|amount| amount.is_zero()) {
            return Outcome::of(rule::COMMISSION_OF_THE_ROUND);
        }
        let by_choice: Chips = self.players().iter().map(|player| player.by_choice).sum();
        if rules.blinds_only_exempt && by_choice.is_zero() && house.has(rule::NO_COMMISSION_ON_BLINDS) {
            return Outcome::nothing(NoCommission::BlindsOnly, rule::NO_COMMISSION_ON_BLINDS);
        }
        if rules.no_flop_no_drop && self.board().is_empty() && house.has(rule::NO_FLOP_NO_DROP) {
            return Outcome::nothing(NoCommission::NoBoardCard, rule::NO_FLOP_NO_DROP);
        }
        let exempt = self.exempt_pots(rules, pots, equal);
        if exempt[..pots.len()].iter().all(|exempt| *exempt) {
            return Outcome::nothing(NoCommission::EqualHands, rule::NO_COMMISSION_ON_EQUAL_HANDS);
        }
        let facts = Facts {
            pots: amounts,
            exempt: &exempt[..pots.len()],
            chip_cents: house.chip_cents,
            smallest_chip: house.smallest_chip,
        };
        let cap = rules.cap.filter(|_| house.has(rule::COMMISSION_CAP));
        let due = by_pot(&PotCommission { cap, ..*rules }, &facts, bears);
        let taken: Chips = bears.iter().copied().sum();
        let nothing = match due {
            None => Some(NoCommission::SmallPots),
            Some(_) if taken.is_zero() => Some(NoCommission::RoundedDown),
            Some(_) => None,
        };
        Outcome {
            rule: rule::COMMISSION_OF_THE_ROUND,
            exempt,
            nothing: nothing.map(|reason| (reason, rule::COMMISSION_OF_THE_ROUND)),
            capped: due
                .filter(|due| due.uncapped > due.capped && !taken.is_zero())
                .map(|due| (due.uncapped, taken)),
        }
    }

    /// The pots from which nothing is taken because everybody who paid into them holds an equal hand (15.2(c), AMB-088).
    fn exempt_pots(&self, rules: &PotCommission, pots: &[Pot], equal: &[u32]) -> [bool; MOST_SEATS] {
        let mut exempt = [false; MOST_SEATS];
        if self.live_count() < 2 || !self.house().has(rule::NO_COMMISSION_ON_EQUAL_HANDS) {
            return exempt;
        }
        // Whoever put in anything must be among those with the equal hands.
        let only = |places: u32, paid: &dyn Fn(&Player) -> bool| {
            let players = self.players().iter().enumerate();
            players.filter(|(_, player)| paid(player)).all(|(place, _)| places >> place & 1 == 1)
        };
        match rules.equal_hands {
            EqualHands::Pay => {}
            // Of the round, whatever the stakes: all who may win a pot share it, in every pot.
            EqualHands::RoundExempt => {
                let shared = pots.iter().zip(equal).all(|(pot, equal)| *equal == pot.eligible);
                let contest = pots.iter().fold(0, |all, pot| all | pot.eligible);
                let paid = |player: &Player| !player.in_hand.is_zero() || player.posted_dead;
                exempt = [shared && only(contest, &paid); MOST_SEATS];
            }
            EqualHands::PotExempt => {
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

/// The facts of a round that decide about commission.
#[derive(Clone, Copy, Debug)]
struct Facts<'a> {
    /// Pots main first, the uncalled part returned.
    pots: &'a [Chips],
    /// Pots that only players with equal hands paid into.
    exempt: &'a [bool],
    chip_cents: u64,
    smallest_chip: Chips,
}

/// What the percentage of a round comes to, in whole chips.
#[derive(Clone, Copy, Debug)]
struct Due {
    /// As if there were no cap.
    uncapped: Chips,
    /// At most the cap.
    capped: Chips,
}

/// What each pot bears, main pot first, in whole chips; never more than the pot holds. Gives what the percentage comes
/// to; nothing where no pot is large enough.
fn by_pot(rules: &PotCommission, facts: &Facts<'_>, bears: &mut [Chips]) -> Option<Due> {
    let cents = |pot: Chips| Cents::new(pot.get().saturating_mul(facts.chip_cents)).unwrap_or(Cents::MAX);
    let counted = |at: usize| if facts.exempt[at] { Cents::ZERO } else { cents(facts.pots[at]) };
    let sum: Cents = (0..facts.pots.len()).map(counted).sum();
    let above = |at: usize| {
        let tested = if rules.each_pot_threshold { counted(at) } else { sum };
        tested > rules.free_up_to && !counted(at).is_zero()
    };
    if !(0..facts.pots.len()).any(above) {
        return None;
    }
    let total = to_chips(of_sum(rules, sum), facts, rules);
    match rules.allocation {
        Allocation::AsFormed => {
            // Rounded to chips on the sum so far: what one pot is short of a chip counts at the next (AMB-087).
            let (mut so_far, mut taken, mut last) = (Cents::ZERO, Chips::ZERO, 0);
            for (at, bear) in bears.iter_mut().enumerate() {
                so_far += counted(at);
                if above(at) {
                    *bear = to_chips(of_sum(rules, so_far), facts, rules).above(taken);
                    taken += *bear;
                    last = at;
                }
            }
            bears[last] += total.above(taken);
        }
        Allocation::MainFirst => bears[0] = total,
        Allocation::Proportional => {
            let mut rest = total;
            for at in (1..facts.pots.len()).rev() {
                let part =
                    u128::from(total.get()) * u128::from(counted(at).get()) / u128::from(sum.get().max(1));
                bears[at] = Chips::new(part as u64).unwrap_or_default();
                rest = rest.above(bears[at]);
            }
            bears[0] = rest;
        }
    }
    spill(facts.pots, bears);
    let uncapped = to_chips(of_sum(&PotCommission { cap: None, ..*rules }, sum), facts, rules);
    Some(Due { uncapped, capped: total })
}

/// A commission that a record states: each pot's own part, or one amount from the main pot on.
fn stated(parts: &[Chips], pots: &[Chips], bears: &mut [Chips]) {
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
