//! How much may be bet or raised, by whom, and how often: the sizes of each limit structure, reopening, caps.

use chips::Chips;
use rulebook::{Rule, rule};

use super::Betting;
use crate::hand::{Hand, PlayerIndex};
use crate::house::{CapLift, House, Limit, RaiseOverShort, ShortAllIn};
use crate::lineup::PostKind;
use crate::menu::RaiseMenu;
use crate::refusal::RefusalReason;

impl Betting {
    /// The total for the street that makes a full bet or raise of the smallest size; `fixed_bet` is the bet
    /// of the round in fixed limit. An all-in below it is short.
    pub(super) fn full_target(&self, house: &House, fixed_bet: Chips) -> Chips {
        if house.betting.limit == Limit::Fixed {
            return self.fixed_target(house, fixed_bet);
        }
        let from_last_full = self.full_level + self.largest_raise;
        if house.betting.raise_counts_from_last_full && from_last_full > self.price {
            from_last_full
        } else {
            self.price + self.largest_raise
        }
    }

    /// The only total of a bet or raise in fixed limit, given an all-in that stands above the last full bet
    /// (`limit_raise_over_short_raise`, `limit_raise_over_short_bet`).
    fn fixed_target(&self, house: &House, bet: Chips) -> Chips {
        let over = self.price.above(self.full_level);
        if over.is_zero() {
            return self.price + bet;
        }
        let half_or_more = over + over >= bet;
        let completed = self.full_level + bet;
        let kind = if self.full_level.is_zero() {
            house.betting.over_short_bet
        } else {
            house.betting.over_short_raise
        };
        match kind {
            RaiseOverShort::AddBet => self.price + bet,
            RaiseOverShort::Complete => completed,
            RaiseOverShort::CompleteUnderHalf if half_or_more => self.price + bet,
            RaiseOverShort::NextLevel if half_or_more => completed + bet,
            RaiseOverShort::CompleteUnderHalf | RaiseOverShort::NextLevel => completed,
        }
    }

    /// True when a total is a full bet or raise: at least the smallest size, or an all-in of half that where
    /// half counts. Full bets reopen the betting and count against the cap.
    pub(super) fn is_full(&self, house: &House, to: Chips) -> bool {
        let bet = self.bet;
        let target = self.full_target(house, bet);
        if to >= target {
            return true;
        }
        let size = if house.betting.limit == Limit::Fixed { bet } else { self.largest_raise };
        let over = to.above(self.full_level);
        let counted = self.price.above(self.full_level);
        half_counts_as_full(house) && over + over >= size && counted + counted < size
    }

    /// The rule on an all-in that stands as the highest bet: it opens the round short of a bet, or is short
    /// of a raise. A book without it lets everybody raise again.
    fn reopening_rule(&self) -> Rule {
        if self.full_level.is_zero() {
            rule::SHORT_ALL_IN_BET_DOES_NOT_REOPEN
        } else {
            rule::SHORT_ALL_IN_DOES_NOT_REOPEN
        }
    }

    /// True when the seat may raise: it has not acted since the last full bet, or faces raises that add up to
    /// a full one (`short_all_in`). Says nothing about caps or its stack.
    fn is_reopened(&self, hand: &Hand, place: PlayerIndex) -> bool {
        let house = hand.house();
        let player = &hand.players()[place];
        let rule = house.has(self.reopening_rule());
        match house.betting.short_all_in {
            ShortAllIn::Reopens => true,
            _ if !rule => true,
            ShortAllIn::NobodyRaises => !self.short_all_in_is_highest,
            ShortAllIn::NoReopen => {
                let Some(acted) = player.acted else { return true };
                if acted < self.full_bets {
                    return true;
                }
                // A player with chips in this round has called a short bet and did not check.
                let checked = player.in_round.is_zero();
                if house.betting.short_bet_reopens_checkers && checked && self.full_level.is_zero() {
                    return true;
                }
                let faces = self.price.above(player.in_round);
                let half =
                    house.betting.half_counts && matches!(house.betting.limit, Limit::Fixed | Limit::Spread);
                let enough =
                    if half { faces + faces >= self.largest_raise } else { faces >= self.largest_raise };
                house.betting.short_all_ins_accumulate && enough && !faces.is_zero()
            }
        }
    }

    /// The cap on raises that applies now, whether reached or not; `None` where there is none, or where it is
    /// lifted because two players are left (`raise_cap_heads_up`).
    fn cap_in_force(&self, hand: &Hand) -> Option<u32> {
        let house = hand.house();
        let cap = house.betting.raise_cap[usize::from(self.round)]?;
        let lifted = match house.betting.cap_lifts {
            CapLift::MomentOfRaise => {
                let left =
                    if house.betting.cap_counts_all_in { hand.live_count() } else { hand.able_count() };
                left == 2
            }
            CapLift::BeforeCap => self.cap_reached_by_two && hand.able_count() <= 2,
            CapLift::RoundBegan => self.began_with_two,
            CapLift::Never => false,
        };
        (!lifted && house.has(rule::RAISE_CAP)).then_some(cap)
    }

    /// The cap, if as many raises were made in this betting round; `None` while another raise is allowed.
    fn reached_cap(&self, hand: &Hand) -> Option<u32> {
        self.cap_in_force(hand).filter(|cap| self.raises >= *cap)
    }

    /// How many more raises the cap allows, zero when it is reached; `None` without a cap in force.
    pub(super) fn raises_left(&self, hand: &Hand) -> Option<u32> {
        self.cap_in_force(hand).map(|cap| cap.saturating_sub(self.raises))
    }

    /// The largest total that pot limit, or half-pot limit (`half`), allows: the pot after a call, rounded as
    /// the house says, on top of the price.
    fn pot_bound(&self, hand: &Hand, place: PlayerIndex, half: bool) -> Chips {
        let house = hand.house();
        let own = hand.players()[place].in_round;
        let mut pot = hand.pot() + self.missing_blinds(hand) + self.price.above(own);
        if let Some(unit) = house.betting.pot_rounding {
            pot = pot.ceil_to(unit);
        }
        let pot = if half { Chips::new(pot.get() / 2).unwrap_or_default() } else { pot };
        self.price + pot.floor_to(house.stakes.smallest_chip)
    }

    /// True where the pot limit is below the smallest bet or raise, which is then allowed all the same
    /// (AMB-007); only the cited rule differs.
    fn pot_is_below_the_minimum(&self, hand: &Hand) -> bool {
        let house = hand.house();
        let least = self.full_target(house, self.bet);
        self.pot_bound(hand, usize::from(self.turn), house.betting.limit == Limit::HalfPot) < least
    }

    /// The largest total that the limit structure allows, regardless of the seat's stack, and never below
    /// `least`; `None` where it sets no limit.
    fn largest(&self, hand: &Hand, place: PlayerIndex, least: Chips) -> Option<Chips> {
        let house = hand.house();
        let most = house.stakes.bets[usize::from(self.round)].largest;
        let largest = match house.betting.limit {
            Limit::Fixed => least,
            Limit::Spread if house.has(rule::LARGEST_BET) => self.price + most?,
            Limit::Double if house.has(rule::DOUBLE_LIMIT) => {
                let base = if self.price.is_zero() { least } else { self.price };
                base + base
            }
            Limit::HalfPot if house.has(rule::POT_LIMIT) => self.pot_bound(hand, place, true),
            Limit::FullPot if house.has(rule::POT_LIMIT) => self.pot_bound(hand, place, false),
            Limit::Spread | Limit::Double | Limit::HalfPot | Limit::FullPot => return None,
            Limit::NoLimit => most.map(|most| self.price + most)?,
        };
        Some(largest.max(least))
    }

    /// How far the posted blinds fall short of their nominal amounts, where the pot counts as if they were
    /// complete (`pot_limit_blinds`); zero after the first round.
    fn missing_blinds(&self, hand: &Hand) -> Chips {
        let house = hand.house();
        if self.round > 0 || !house.betting.nominal_blinds_in_pot || hand.last_blind.is_none() {
            return Chips::ZERO;
        }
        let nominal: Chips = house.stakes.blinds.iter().copied().sum();
        let posted = hand.blinds_posted();
        nominal.above(posted)
    }

    /// The totals that the seat may bet or raise to, or the reason and rule why there are none. Menu, command
    /// and refusal all come from it, so that exactly what is shown is accepted.
    pub(super) fn raise_menu(
        &self,
        hand: &Hand,
        place: PlayerIndex,
    ) -> Result<RaiseMenu, (RefusalReason, Rule)> {
        let house = hand.house();
        let player = &hand.players()[place];
        let to_call = self.amount_to_call(hand, place);
        let opponents = hand.able_count() - usize::from(player.is_able());
        if opponents == 0 && !house.betting.raise_into_all_in && house.has(rule::NO_RAISE_INTO_ALL_IN_PLAYERS)
        {
            return Err((RefusalReason::AllOthersAllIn { to_call }, rule::NO_RAISE_INTO_ALL_IN_PLAYERS));
        }
        if !self.is_reopened(hand, place) {
            // A player who has acted since the last full bet has something to call only because of an all-in
            // above that bet.
            let (all_in, opens) = (self.price, self.full_level.is_zero());
            let why = if house.betting.short_all_in == ShortAllIn::NobodyRaises {
                RefusalReason::NobodyRaisesOverAllIn { all_in, to_call, opens }
            } else {
                RefusalReason::NotReopened { all_in, to_call, opens }
            };
            return Err((why, self.reopening_rule()));
        }
        if let Some(cap) = self.reached_cap(hand) {
            return Err((RefusalReason::RaisesAreUsedUp { cap }, rule::RAISE_CAP));
        }
        let all = player.in_round + self.all_in_amount(house, player.stack);
        if all <= self.price {
            let at_most = player.in_round + player.stack;
            return Err((RefusalReason::MoreThanTheStack { to: at_most, at_most }, rule::TABLE_STAKES));
        }
        let unit = house.stakes.smallest_chip;
        let full = self.full_target(house, self.bet).ceil_to(unit);
        let largest = self.largest(hand, place, full);
        let least = if self.allows_short_sizes(house) { (self.price + unit).min(full) } else { full };
        if all < full && !self.allows_short_sizes(house) {
            return Ok(RaiseMenu { is_bet: self.price.is_zero(), least: all, most: all, unit, all_in: all });
        }
        // Both bounds are allowed amounts, so the largest is rounded to whole smallest chips too.
        let most = largest.map_or(all, |largest| largest.floor_to(unit).max(full).min(all));
        Ok(RaiseMenu {
            is_bet: self.price.is_zero(),
            least: least.min(most),
            most,
            unit,
            // All-in counts as an amount even where the unit does not divide it.
            all_in: all,
        })
    }

    /// True where the house lacks the rule on the smallest bet or raise; fixed limit has one size anyway.
    fn allows_short_sizes(&self, house: &House) -> bool {
        house.betting.limit != Limit::Fixed && !house.has(self.smallest_rule(house))
    }

    /// The unit in which an all-in counts: single chips, or whole smallest bets of the round (14.1 read
    /// literally, `all_in_unit`). At least one chip.
    pub(super) fn all_in_unit(&self, house: &House) -> Chips {
        let one = Chips::new(1).unwrap_or_default();
        if house.betting.all_in_whole_bets {
            house.stakes.bets[usize::from(self.round)].smallest.max(one)
        } else {
            one
        }
    }

    /// How much of a stack an all-in puts in: whole units of [`Betting::all_in_unit`]; a stack smaller than
    /// one unit goes in as it is.
    fn all_in_amount(&self, house: &House, stack: Chips) -> Chips {
        let whole = stack.floor_to(self.all_in_unit(house));
        if whole.is_zero() { stack } else { whole }
    }

    /// What a call adds, given what must be added to stay: the whole stack, or its whole units, where it is
    /// less.
    pub(super) fn call_amount(&self, hand: &Hand, place: PlayerIndex, to_call: Chips) -> Chips {
        let house = hand.house();
        let stack = hand.players()[place].stack;
        if stack < to_call && house.has(rule::ALL_IN_FOR_LESS) {
            self.all_in_amount(house, stack)
        } else {
            to_call.min(stack)
        }
    }

    /// The rule that sets the smallest bet or raise now: one each for bets and raises, with blinds and with
    /// antes. It is named even where the house has no such rule, and so allows any size above the price.
    pub(super) fn smallest_rule(&self, house: &House) -> Rule {
        match (self.price.is_zero(), house.is_ante_game()) {
            (true, true) => rule::SMALLEST_BET_ANTE_GAME,
            (true, false) => rule::SMALLEST_BET,
            (false, true) => rule::SMALLEST_RAISE_ANTE_GAME,
            (false, false) => rule::SMALLEST_RAISE,
        }
    }

    /// The rule cited in the refusal of a bet or raise as too small; the size itself comes from
    /// [`Betting::full_target`].
    pub(super) fn too_small_rule(&self, hand: &Hand) -> Rule {
        let house = hand.house();
        if let Some(rule) = self.raise_over_short_all_in_rule() {
            return rule;
        }
        if self.round == 0 && hand.over_blinds > 0 && self.aggressor.is_none() {
            return rule::RAISE_OVER_OVER_BLIND;
        }
        let round_differs =
            house.stakes.bets.iter().any(|bounds| bounds.smallest != house.stakes.bets[0].smallest);
        if round_differs { rule::LIMITS_OF_THE_ROUND } else { self.smallest_rule(house) }
    }

    /// The rule cited for how large a raise over an all-in short of a full bet or raise is; `None` where no
    /// such all-in stands above the last full bet.
    fn raise_over_short_all_in_rule(&self) -> Option<Rule> {
        let over = self.price.above(self.full_level);
        let rule =
            if self.full_level.is_zero() { rule::RAISE_OVER_SHORT_BET } else { rule::RAISE_OVER_SHORT_RAISE };
        (!over.is_zero()).then_some(rule)
    }

    /// [`Betting::raise_over_short_all_in_rule`], where it alone fixes the raise of fixed limit: the raise
    /// completes the bet, or builds on a completed one, instead of adding to the all-in.
    pub(super) fn completes_bet_rule(&self, house: &House) -> Option<Rule> {
        let opens = self.full_level.is_zero();
        let kind = if opens { house.betting.over_short_bet } else { house.betting.over_short_raise };
        let applies = house.betting.limit == Limit::Fixed && kind != RaiseOverShort::AddBet;
        self.raise_over_short_all_in_rule().filter(|_| applies)
    }

    /// The rule cited in the refusal of a bet or raise as too large; the size itself comes from
    /// [`Betting::largest`].
    pub(super) fn largest_rule(&self, hand: &Hand) -> Rule {
        let house = hand.house();
        if let Some(rule) = self.completes_bet_rule(house) {
            return rule;
        }
        match house.betting.limit {
            Limit::Fixed
                if house
                    .stakes
                    .bets
                    .iter()
                    .any(|bounds| bounds.smallest != house.stakes.bets[0].smallest) =>
            {
                rule::LIMITS_OF_THE_ROUND
            }
            Limit::Fixed | Limit::Spread | Limit::NoLimit => rule::LARGEST_BET,
            Limit::Double => rule::DOUBLE_LIMIT,
            Limit::HalfPot | Limit::FullPot if self.pot_is_below_the_minimum(hand) => {
                rule::POT_LIMIT_ALLOWS_THE_MINIMUM
            }
            Limit::HalfPot | Limit::FullPot => rule::POT_LIMIT,
        }
    }
}

/// True in fixed and spread limit where an all-in of half a raise or more counts as a full raise
/// (`short_all_in_half_counts`).
fn half_counts_as_full(house: &House) -> bool {
    house.betting.half_counts
        && matches!(house.betting.limit, Limit::Fixed | Limit::Spread)
        && house.betting.short_all_in == ShortAllIn::NoReopen
}

impl Hand {
    /// The blinds that lie as bets in front of the seats, each up to its nominal amount; for a pot that
    /// counts them in full.
    pub(crate) fn blinds_posted(&self) -> Chips {
        let mut posted = Chips::ZERO;
        for player in self.players() {
            let mut blinds = self.lineup.dues.iter().filter(|due| matches!(due.kind, PostKind::Blind(_)));
            let nominal = blinds.find(|due| due.seat == player.seat).map_or(Chips::ZERO, |due| due.amount);
            posted += player.in_round.min(nominal);
        }
        posted
    }
}
