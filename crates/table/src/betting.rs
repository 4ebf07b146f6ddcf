//! A betting round: whose turn it is, what must be called, what may be raised, and when it ends.

use chips::Chips;
use rulebook::{Rule, rule};

use crate::event::What;
use crate::hand::{Decided, Draft, Hand, Phase, Place, refuse};
use crate::house::{AnteOpener, Bounds, CapLifts, House, Limit, Opening, OverShort, ShortAllIn};
use crate::menu::{Menu, RaiseMenu};
use crate::refusal::Why;
use crate::seat::Seat;

/// The state of a betting round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Betting {
    /// From 0.
    pub round: u8,
    pub turn: u8,
    opener: u8,
    /// The opener has not acted yet: options A, B, C and the ante opener's duty concern that one act.
    opening: bool,
    /// What everybody must have put in to stay: the highest total, or the nominal blind.
    price: Chips,
    /// The highest total that was a full bet; below the price while an all-in short of a raise stands above it.
    full_level: Chips,
    /// The opening bet or largest full raise so far.
    largest_raise: Chips,
    /// Full raises over an opening bet or blind.
    raises: u32,
    /// Full bets and raises so far: a player who acted before the last of them may raise again.
    pub full_bets: u16,
    /// The highest bet is an all-in short of a full bet or raise.
    short_on_top: bool,
    pub aggressor: Option<u8>,
    began_with_two: bool,
    cap_reached_by_two: bool,
}

impl Betting {
    /// A round just opened, with the opener on turn.
    pub fn opened(hand: &Hand, round: u8, opener: Place) -> Betting {
        let house = hand.house();
        let mut betting = Betting {
            round,
            turn: opener as u8,
            opener: opener as u8,
            opening: true,
            price: Chips::ZERO,
            full_level: Chips::ZERO,
            largest_raise: house.bets[usize::from(round)].least,
            raises: 0,
            full_bets: 0,
            short_on_top: false,
            aggressor: None,
            began_with_two: hand.able_count() == 2,
            cap_reached_by_two: false,
        };
        if round == 0
            && let Some((_, nominal)) = hand.last_blind
        {
            let posted = hand.players().iter().map(|player| player.in_round).max().unwrap_or_default();
            betting.price = if house.full_blind_price { nominal.max(posted) } else { posted };
            betting.full_level = betting.price;
            let level = if hand.over_blinds > 0 && house.raise_over_over_blind_by_last_blind {
                house.last_blind()
            } else {
                nominal
            };
            betting.largest_raise = betting.largest_raise.max(level);
        }
        betting
    }

    pub fn is_last(&self, house: &House) -> bool {
        self.round + 1 == house.game.rounds()
    }

    /// What the seat must have put in to stay. Alone against all-in players nobody needs to match more than they have.
    fn target(&self, hand: &Hand, place: Place) -> Chips {
        if hand.able_count() > usize::from(hand.players()[place].able()) {
            return self.price;
        }
        let others = hand.players().iter().enumerate().filter(|(other, _)| *other != place);
        let most = others.map(|(_, player)| player.in_round).max().unwrap_or_default();
        most.min(self.price)
    }

    /// What the seat must add to stay.
    #[inline]
    fn owes(&self, hand: &Hand, place: Place) -> Chips {
        self.target(hand, place).above(hand.players()[place].in_round)
    }

    /// True when the seat still owes the round an act.
    #[inline]
    fn is_pending(&self, hand: &Hand, place: Place, able: usize) -> bool {
        let player = &hand.players()[place];
        if !player.able() {
            return false;
        }
        if able >= 2 {
            player.acted.is_none() || player.in_round < self.price
        } else {
            !self.owes(hand, place).is_zero()
        }
    }

    /// The next seat from `from` on that owes an act.
    fn next_pending(&self, hand: &Hand, from: Place) -> Option<Place> {
        let count = hand.players().len();
        let able = hand.able_count();
        let mut place = from;
        for _ in 0..count {
            if self.is_pending(hand, place, able) {
                return Some(place);
            }
            place = if place + 1 == count { 0 } else { place + 1 };
        }
        None
    }

    /// Takes a bet or raise into the round.
    pub fn raised(&mut self, hand: &Hand, place: Place, to: Chips, full: bool) {
        let house = hand.house();
        let bet = house.bets[usize::from(self.round)].least;
        let short = to < self.full_target(house, bet);
        let opens = self.full_level.is_zero();
        if full {
            let from = if house.raise_counts_from_last_full { self.full_level } else { self.price };
            self.largest_raise = self.largest_raise.max(to.above(from));
            self.full_bets += 1;
            if !opens {
                self.raises += 1;
                let others = hand.players().iter().enumerate().filter(|(other, _)| *other != place);
                self.cap_reached_by_two = others.filter(|(_, player)| player.able()).count() <= 1;
            }
        }
        if house.limit == Limit::Fixed {
            self.largest_raise = bet;
            if short {
                while to.above(self.full_level) >= bet && !bet.is_zero() {
                    self.full_level += bet;
                }
            } else {
                self.full_level = to;
            }
        } else if full && !short {
            self.full_level = to;
        }
        self.short_on_top = !full;
        self.price = to;
        self.aggressor = Some(place as u8);
    }

    /// Where the turn goes after an act of `from`: to the next seat that owes one; it stays when nobody does.
    pub fn turn_passes(&self, hand: &Hand, from: Place) -> Passed {
        let count = hand.players().len();
        let next = if from + 1 == count { 0 } else { from + 1 };
        let duty_passes = house_needs_a_bet(hand, self) && hand.players()[from].folded;
        Passed {
            to: self.next_pending(hand, next).map(|place| place as u8),
            opening: self.opening && (usize::from(self.opener) != from || duty_passes),
        }
    }

    /// Takes the passing of the turn.
    pub fn pass(&mut self, passed: Passed) {
        self.opening = passed.opening;
        if let Some(place) = passed.to {
            self.turn = place;
            if self.opening && self.price.is_zero() {
                // An opener's duty to bet passes on with the turn when the opener's hand is gone.
                self.opener = place;
            }
        }
    }

    /// The total of a full bet or raise of at least the smallest size.
    fn full_target(&self, house: &House, fixed_bet: Chips) -> Chips {
        if house.limit == Limit::Fixed {
            return self.fixed_target(house, fixed_bet);
        }
        let from_last_full = self.full_level + self.largest_raise;
        if house.raise_counts_from_last_full && from_last_full > self.price {
            from_last_full
        } else {
            self.price + self.largest_raise
        }
    }

    /// The one total of a bet or raise in fixed limit.
    fn fixed_target(&self, house: &House, bet: Chips) -> Chips {
        let over = self.price.above(self.full_level);
        if over.is_zero() {
            return self.price + bet;
        }
        let half_or_more = over + over >= bet;
        let completed = self.full_level + bet;
        let kind = if self.full_level.is_zero() { house.over_short_bet } else { house.over_short_raise };
        match kind {
            OverShort::AddBet => self.price + bet,
            OverShort::Complete => completed,
            OverShort::CompleteUnderHalf if half_or_more => self.price + bet,
            OverShort::NextLevel if half_or_more => completed + bet,
            OverShort::CompleteUnderHalf | OverShort::NextLevel => completed,
        }
    }

    /// True when a total is a full bet or raise: of the smallest size, or an all-in of half of it where that counts.
    fn is_full(&self, house: &House, to: Chips) -> bool {
        let bet = house.bets[usize::from(self.round)].least;
        let target = self.full_target(house, bet);
        if to >= target {
            return true;
        }
        let size = if house.limit == Limit::Fixed { bet } else { self.largest_raise };
        let over = to.above(self.full_level);
        let counted = self.price.above(self.full_level);
        half_counts(house) && over + over >= size && counted + counted < size
    }

    /// True when the seat may raise: it has not acted since the last full bet, or faces a full raise in all.
    fn is_reopened(&self, hand: &Hand, place: Place) -> bool {
        let house = hand.house();
        let player = &hand.players()[place];
        let rule = house.has(rule::SHORT_ALL_IN_DOES_NOT_REOPEN);
        match house.short_all_in {
            ShortAllIn::Reopens => true,
            _ if !rule => true,
            ShortAllIn::NobodyRaises => !self.short_on_top,
            ShortAllIn::NoReopen => {
                let Some(acted) = player.acted else { return true };
                if acted < self.full_bets {
                    return true;
                }
                if house.short_bet_reopens_checkers && self.full_level.is_zero() {
                    return true;
                }
                let faces = self.price.above(player.in_round);
                let half = house.half_counts && matches!(house.limit, Limit::Fixed | Limit::Spread);
                let enough =
                    if half { faces + faces >= self.largest_raise } else { faces >= self.largest_raise };
                house.short_all_ins_accumulate && enough && !faces.is_zero()
            }
        }
    }

    fn cap(&self, hand: &Hand) -> Option<u32> {
        let house = hand.house();
        let cap = house.raise_cap[usize::from(self.round)]?;
        let lifted = match house.cap_lifts {
            CapLifts::MomentOfRaise => {
                let left = if house.cap_counts_all_in { hand.live_count() } else { hand.able_count() };
                left == 2
            }
            CapLifts::BeforeCap => self.cap_reached_by_two && hand.able_count() <= 2,
            CapLifts::RoundBegan => self.began_with_two,
            CapLifts::Never => false,
        };
        (!lifted && self.raises >= cap && house.has(rule::RAISE_CAP)).then_some(cap)
    }

    /// The largest total of the structure, however many chips the seat has.
    fn largest(&self, hand: &Hand, place: Place, least: Chips) -> Option<Chips> {
        let house = hand.house();
        let Bounds { most, .. } = house.bets[usize::from(self.round)];
        let pot_bound = |half: bool| {
            let own = hand.players()[place].in_round;
            let mut pot = hand.pot() + self.missing_blinds(hand) + self.price.above(own);
            if let Some(unit) = house.pot_rounding {
                pot = pot.ceil_to(unit);
            }
            let pot = if half { Chips::new(pot.get() / 2).unwrap_or_default() } else { pot };
            self.price + pot.floor_to(house.smallest_chip)
        };
        let largest = match house.limit {
            Limit::Fixed => least,
            Limit::Spread if house.has(rule::LARGEST_BET) => self.price + most?,
            Limit::Double if house.has(rule::DOUBLE_LIMIT) => {
                let base = if self.price.is_zero() { least } else { self.price };
                base + base
            }
            Limit::HalfPot if house.has(rule::POT_LIMIT) => pot_bound(true),
            Limit::FullPot if house.has(rule::POT_LIMIT) => pot_bound(false),
            Limit::Spread | Limit::Double | Limit::HalfPot | Limit::FullPot => return None,
            Limit::NoLimit => most.map(|most| self.price + most)?,
        };
        Some(largest.max(least))
    }

    /// What the blinds fall short of their nominal amounts, where the pot counts as if they were whole.
    fn missing_blinds(&self, hand: &Hand) -> Chips {
        let house = hand.house();
        if self.round > 0 || !house.nominal_blinds_in_pot || hand.last_blind.is_none() {
            return Chips::ZERO;
        }
        let nominal: Chips = house.blinds.iter().copied().sum();
        let posted = hand.blinds_posted();
        nominal.above(posted)
    }

    /// What the seat on turn may do.
    pub fn menu(&self, hand: &Hand) -> Menu {
        let place = usize::from(self.turn);
        let duty = self.duty(hand);
        let to_call = self.owes(hand, place);
        Menu {
            seat: hand.players()[place].seat,
            fold: self.may_fold(hand, duty, to_call),
            check: self.may_check(hand, duty, to_call),
            call: self.may_call(hand, duty, to_call).then(|| to_call.min(hand.players()[place].stack)),
            call_and_fold: duty == Duty::Pay && !to_call.is_zero(),
            raise: self.raise_menu(hand, place).ok(),
        }
    }

    /// What the opener of the first betting round owes by the opening option; nothing for anybody else.
    fn duty(&self, hand: &Hand) -> Duty {
        let house = hand.house();
        if self.round > 0 || !self.opening || self.opener != self.turn {
            return Duty::None;
        }
        match (house.is_ante_game(), house.opening) {
            (true, _) if house_needs_a_bet(hand, self) => Duty::Bet,
            (false, Opening::A) if house.has(rule::OPENER_MUST_CALL) => Duty::Pay,
            (false, Opening::C) if house.has(rule::OPENER_MUST_RAISE) => Duty::Raise,
            (true, _) | (false, Opening::A | Opening::B | Opening::C) => Duty::None,
        }
    }

    fn may_fold(&self, hand: &Hand, duty: Duty, to_call: Chips) -> bool {
        let house = hand.house();
        match duty {
            Duty::Pay => false,
            Duty::Bet => house.ante_opener != AnteOpener::MustBet || !house.has(rule::ANTE_OPENER_MUST_BET),
            Duty::Raise | Duty::None => {
                !to_call.is_zero() || house.fold_when_free || !house.has(rule::NO_FOLD_WHEN_CHECK_IS_FREE)
            }
        }
    }

    fn may_check(&self, hand: &Hand, duty: Duty, to_call: Chips) -> bool {
        let house = hand.house();
        let free = to_call.is_zero() || !house.has(self.no_check_rule());
        let must_bet = duty == Duty::Bet
            && house.ante_opener != AnteOpener::MayCheck
            && house.has(rule::ANTE_OPENER_MUST_BET);
        free && !must_bet
    }

    fn may_call(&self, hand: &Hand, duty: Duty, to_call: Chips) -> bool {
        let stack = hand.players()[usize::from(self.turn)].stack;
        !to_call.is_zero() && (duty != Duty::Raise || stack <= to_call)
    }

    /// The totals the seat may bet or raise to, or why there are none.
    fn raise_menu(&self, hand: &Hand, place: Place) -> Result<RaiseMenu, (Why, Rule)> {
        let house = hand.house();
        let player = &hand.players()[place];
        let to_call = self.owes(hand, place);
        let opponents = hand.able_count() - usize::from(player.able());
        if opponents == 0 && !house.raise_into_all_in && house.has(rule::NO_RAISE_INTO_ALL_IN_PLAYERS) {
            return Err((Why::AllOthersAllIn { to_call }, rule::NO_RAISE_INTO_ALL_IN_PLAYERS));
        }
        if !self.is_reopened(hand, place) {
            return Err((Why::NotReopened { to_call }, rule::SHORT_ALL_IN_DOES_NOT_REOPEN));
        }
        if let Some(cap) = self.cap(hand) {
            return Err((Why::RaisesAreUsedUp { cap }, rule::RAISE_CAP));
        }
        let whole = self.whole(house);
        let all = player.in_round + player.stack.floor_to(whole);
        if all <= self.price {
            let at_most = player.in_round + player.stack;
            return Err((Why::MoreThanTheStack { to: at_most, at_most }, rule::TABLE_STAKES));
        }
        let unit = house.smallest_chip;
        let full = self.full_target(house, house.bets[usize::from(self.round)].least).ceil_to(unit);
        let largest = self.largest(hand, place, full);
        let least = if self.short_sizes_allowed(house) { (self.price + unit).min(full) } else { full };
        if all < full && !self.short_sizes_allowed(house) {
            return Ok(RaiseMenu { is_bet: self.price.is_zero(), least: all, most: all, unit, all_in: all });
        }
        let most = largest.map_or(all, |largest| largest.min(all));
        Ok(RaiseMenu {
            is_bet: self.price.is_zero(),
            least: least.min(most),
            most,
            unit,
            // All-in is one of the amounts, or an amount of its own where the unit does not divide it.
            all_in: all,
        })
    }

    /// True where the house lacks the rule on the smallest bet or raise.
    fn short_sizes_allowed(&self, house: &House) -> bool {
        house.limit != Limit::Fixed && !house.has(self.smallest_rule(house))
    }

    /// What an all-in is counted in: single chips, or whole smallest bets (14.1 by its letter).
    fn whole(&self, house: &House) -> Chips {
        let one = Chips::new(1).unwrap_or_default();
        if house.all_in_whole_bets { house.bets[usize::from(self.round)].least.max(one) } else { one }
    }

    fn smallest_rule(&self, house: &House) -> Rule {
        match (self.price.is_zero(), house.is_ante_game()) {
            (true, true) => rule::SMALLEST_BET_ANTE_GAME,
            (true, false) => rule::SMALLEST_BET,
            (false, true) => rule::SMALLEST_RAISE_ANTE_GAME,
            (false, false) => rule::SMALLEST_RAISE,
        }
    }

    fn largest_rule(&self, house: &House) -> Rule {
        match house.limit {
            Limit::Fixed if house.bets.iter().any(|bounds| bounds.least != house.bets[0].least) => {
                rule::LIMITS_OF_THE_ROUND
            }
            Limit::Fixed | Limit::Spread | Limit::NoLimit => rule::LARGEST_BET,
            Limit::Double => rule::DOUBLE_LIMIT,
            Limit::HalfPot | Limit::FullPot => rule::POT_LIMIT,
        }
    }

    /// The rule that lets the seat on turn do what it does.
    fn rule_for(&self, hand: &Hand, kind: Kind) -> Rule {
        let house = hand.house();
        let first = self.round == 0;
        let opener = self.opening && self.opener == self.turn;
        if first && opener && !house.is_ante_game() && self.bet_is_due() {
            return match (house.opening, kind) {
                (Opening::A, Kind::Call) => rule::OPTION_A_CALL,
                (Opening::A, Kind::Raise) => rule::OPTION_A_RAISE,
                (Opening::A, Kind::Fold) => rule::OPTION_A_CALL_AND_FOLD,
                (Opening::B, Kind::Call) => rule::OPTION_B_CALL,
                (Opening::B, Kind::Raise) => rule::OPTION_B_RAISE,
                (Opening::B, Kind::Fold) => rule::OPTION_B_FOLD,
                (Opening::C, Kind::Raise) => rule::OPTION_C_RAISE,
                (Opening::C, Kind::Fold) => rule::OPTION_C_FOLD,
                (Opening::C, Kind::Call) => rule::ALL_IN_FOR_LESS,
                (_, Kind::Check) => rule::LAST_BLIND_MAY_RAISE,
            };
        }
        if first && opener && self.price.is_zero() {
            return match kind {
                Kind::Raise | Kind::Call => rule::ANTE_OPENER_BETS,
                Kind::Fold => rule::ANTE_OPENER_FOLDS,
                Kind::Check => rule::ANTE_OPENER_CHECKS,
            };
        }
        let last_blind = hand.last_blind.is_some_and(|(place, _)| place == self.turn);
        if first && last_blind && self.aggressor.is_none() {
            return rule::LAST_BLIND_MAY_RAISE;
        }
        match (first, opener, kind) {
            (true, _, Kind::Call) => rule::FIRST_ROUND_CALL,
            (true, _, Kind::Raise) => rule::FIRST_ROUND_RAISE,
            (true, _, Kind::Fold) => rule::FIRST_ROUND_FOLD,
            (true, _, Kind::Check) if house.is_ante_game() => rule::ANTE_OPENER_CHECKS,
            (true, _, Kind::Check) => rule::LAST_BLIND_MAY_RAISE,
            (false, true, Kind::Raise) => rule::LATER_OPENER_BETS,
            (false, true, Kind::Check) => rule::LATER_OPENER_CHECKS,
            (false, true, Kind::Fold) => rule::LATER_OPENER_FOLDS,
            (false, _, Kind::Call) => rule::LATER_CALL,
            (false, false, Kind::Raise) => rule::LATER_RAISE,
            (false, false, Kind::Check) => rule::LATER_CHECK,
            (false, false, Kind::Fold) => rule::LATER_FOLD,
        }
    }

    /// The rule against a check with something to call: nobody has bet in the first round yet, or somebody has.
    fn no_check_rule(&self) -> Rule {
        if self.round == 0 && self.aggressor.is_none() {
            rule::NO_CHECK_IN_FIRST_ROUND
        } else {
            rule::NO_CHECK_AFTER_A_BET
        }
    }

    fn bet_is_due(&self) -> bool {
        !self.price.is_zero()
    }
}

/// What the opener of the first betting round owes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Duty {
    None,
    /// Option A: at least the call.
    Pay,
    /// Option C: a raise or a fold.
    Raise,
    /// An ante game: a bet.
    Bet,
}

/// Where the turn went, and whether the opener's act is still to come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passed {
    to: Option<u8>,
    opening: bool,
}

/// What a seat does, for the citation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Call,
    Raise,
    Fold,
    Check,
}

/// Fixed and spread limit: an all-in of half a raise or more counts as a full one.
fn half_counts(house: &House) -> bool {
    house.half_counts
        && matches!(house.limit, Limit::Fixed | Limit::Spread)
        && house.short_all_in == ShortAllIn::NoReopen
}

/// True in the first betting round of an ante game until somebody bets.
fn house_needs_a_bet(hand: &Hand, betting: &Betting) -> bool {
    betting.round == 0 && hand.house().is_ante_game() && betting.price.is_zero()
}

impl Hand {
    /// What the seat on action may do now; `None` when nobody is.
    pub fn menu(&self) -> Option<Menu> {
        if let Phase::Betting(betting) = &self.phase { Some(betting.menu(self)) } else { None }
    }

    /// The blinds put in so far, for a pot that counts them as whole.
    pub(crate) fn blinds_posted(&self) -> Chips {
        let nominal_to = |place: Place| {
            let due = |due: &&crate::lineup::Due| {
                due.seat == self.players()[place].seat
                    && matches!(due.kind, crate::lineup::PostKind::Blind(_))
            };
            self.lineup.dues.iter().find(due).map_or(Chips::ZERO, |due| due.amount)
        };
        (0..self.players().len()).map(|place| self.players()[place].in_round.min(nominal_to(place))).sum()
    }

    /// Who opens a betting round: after the last blind in the first, first left of the button in the others.
    fn opener(&self, betting: &Betting) -> Option<Place> {
        let from = match (betting.round, self.last_blind) {
            (0, Some((place, _))) => usize::from(place) + 1,
            _ => 0,
        };
        betting.next_pending(self, from % self.players().len())
    }
}

impl Draft<'_> {
    /// Opens the betting round, or skips it when nobody could bet.
    pub fn open_betting(&mut self, round: u8) {
        let probe = Betting::opened(self.hand, round, 0);
        match self.hand.opener(&probe) {
            Some(place) => {
                let seat = self.hand.players()[place].seat;
                let rule = if round == 0 { rule::OPENER_OF_FIRST_ROUND } else { rule::OPENER_OF_LATER_ROUND };
                self.push(What::BettingOpened { round, seat }, rule);
            }
            None => {
                self.push(What::BettingSkipped { round }, rule::NO_BETTING_WHEN_NOBODY_CAN);
                self.after_betting(round);
            }
        }
    }

    /// The round on which a seat may act now, if it is that seat's turn.
    fn on_turn(&self, seat: Seat) -> Result<Betting, crate::refusal::Refusal> {
        let Phase::Betting(betting) = self.hand.phase else {
            let rule = match self.hand.phase {
                Phase::Posting { .. } | Phase::HoleCards { .. } => rule::BETTING_FOLLOWS_HOLE_CARDS,
                Phase::Board { .. } => rule::BETTING_FOLLOWS_BOARD,
                Phase::Betting(_) | Phase::Showdown(_) | Phase::Closed => rule::LAST_BETTING_ROUND,
            };
            return refuse(Why::NoBettingNow, rule);
        };
        let turn = self.hand.players()[usize::from(betting.turn)].seat;
        if turn == seat {
            return Ok(betting);
        }
        if self.has(rule::ACT_IN_TURN) {
            return refuse(Why::NotOnTurn { turn }, rule::ACT_IN_TURN);
        }
        Ok(Betting { turn: self.hand.place_of(seat) as u8, ..betting })
    }

    pub fn fold(&mut self, seat: Seat) -> Decided {
        let betting = self.on_turn(seat)?;
        let place = usize::from(betting.turn);
        let (duty, to_call) = (betting.duty(self.hand), betting.owes(self.hand, place));
        if !betting.may_fold(self.hand, duty, to_call) {
            return match duty {
                Duty::Pay => refuse(Why::OpenerMustPay { to_call }, rule::OPENER_MUST_CALL),
                Duty::Bet => self.opener_must_bet(&betting),
                Duty::Raise | Duty::None => refuse(Why::CheckIsFree, rule::NO_FOLD_WHEN_CHECK_IS_FREE),
            };
        }
        let rule = betting.rule_for(self.hand, Kind::Fold);
        self.push(What::Folded { seat }, rule);
        self.after_act(betting.round);
        Ok(())
    }

    fn opener_must_bet(&self, betting: &Betting) -> Decided {
        let raise = betting.raise_menu(self.hand, usize::from(betting.turn));
        let at_least = raise.map_or(Chips::ZERO, |raise| raise.least);
        refuse(Why::OpenerMustBet { at_least }, rule::ANTE_OPENER_MUST_BET)
    }

    pub fn check(&mut self, seat: Seat) -> Decided {
        let betting = self.on_turn(seat)?;
        let place = usize::from(betting.turn);
        let (duty, to_call) = (betting.duty(self.hand), betting.owes(self.hand, place));
        if !betting.may_check(self.hand, duty, to_call) {
            if to_call.is_zero() {
                return self.opener_must_bet(&betting);
            }
            let rule = betting.no_check_rule();
            let why = if rule == rule::NO_CHECK_IN_FIRST_ROUND {
                Why::NoCheckNow
            } else {
                Why::BetToAnswer { to_call }
            };
            return refuse(why, rule);
        }
        let rule = betting.rule_for(self.hand, Kind::Check);
        self.push(What::Checked { seat }, rule);
        self.after_act(betting.round);
        Ok(())
    }

    pub fn call(&mut self, seat: Seat) -> Decided {
        let betting = self.on_turn(seat)?;
        let place = usize::from(betting.turn);
        let (duty, to_call) = (betting.duty(self.hand), betting.owes(self.hand, place));
        if !betting.may_call(self.hand, duty, to_call) {
            return match (to_call.is_zero(), duty) {
                (true, Duty::Bet) => self.opener_must_bet(&betting),
                (true, _) => refuse(Why::NothingToCall, rule::LATER_CALL),
                (false, _) => refuse(Why::OpenerMustRaise, rule::OPENER_MUST_RAISE),
            };
        }
        self.pay_the_call(&betting, seat);
        self.after_act(betting.round);
        Ok(())
    }

    fn pay_the_call(&mut self, betting: &Betting, seat: Seat) {
        let place = usize::from(betting.turn);
        let player = &self.hand.players()[place];
        let to_call = betting.owes(self.hand, place);
        let short = player.stack < to_call && self.has(rule::ALL_IN_FOR_LESS);
        let whole = betting.whole(self.hand.house());
        let amount = if short { player.stack.floor_to(whole) } else { to_call.min(player.stack) };
        let all_in = short || amount == player.stack;
        let rule = if short { rule::ALL_IN_FOR_LESS } else { betting.rule_for(self.hand, Kind::Call) };
        self.push(What::Called { seat, amount, all_in }, rule);
    }

    pub fn call_and_fold(&mut self, seat: Seat) -> Decided {
        let betting = self.on_turn(seat)?;
        let owed = !betting.owes(self.hand, usize::from(betting.turn)).is_zero();
        if betting.duty(self.hand) != Duty::Pay || !owed {
            return refuse(Why::NoCallAndFold, rule::OPTION_A_CALL_AND_FOLD);
        }
        let place = usize::from(betting.turn);
        let stack = self.hand.players()[place].stack;
        let amount = betting.owes(self.hand, place).min(stack);
        let rule = rule::OPTION_A_CALL_AND_FOLD;
        self.push(What::Called { seat, amount, all_in: amount == stack }, rule);
        self.push(What::Folded { seat }, rule);
        self.after_act(betting.round);
        Ok(())
    }

    pub fn all_in(&mut self, seat: Seat) -> Decided {
        let betting = self.on_turn(seat)?;
        let place = usize::from(betting.turn);
        match betting.raise_menu(self.hand, place) {
            Ok(raise) if raise.takes(raise.all_in) => self.raise(seat, raise.all_in),
            Ok(raise) => {
                let why = Why::TooLarge { to: raise.all_in, at_most: raise.most };
                refuse(why, betting.largest_rule(self.hand.house()))
            }
            Err((why, rule)) => {
                if betting.owes(self.hand, place).is_zero() {
                    refuse(why, rule)
                } else {
                    self.call(seat)
                }
            }
        }
    }

    pub fn raise(&mut self, seat: Seat, to: Chips) -> Decided {
        let betting = self.on_turn(seat)?;
        let house = self.hand.house();
        let place = usize::from(betting.turn);
        let player = &self.hand.players()[place];
        let everything = player.in_round + player.stack;
        if to <= betting.price {
            return refuse(Why::NoRaise { price: betting.price }, betting.smallest_rule(house));
        }
        let raise = match betting.raise_menu(self.hand, place) {
            Ok(raise) => raise,
            Err((why, rule)) => return refuse(why, rule),
        };
        if to > everything {
            return refuse(Why::MoreThanTheStack { to, at_most: everything }, rule::TABLE_STAKES);
        }
        if !raise.takes(to) {
            let round_differs = house.bets.iter().any(|bounds| bounds.least != house.bets[0].least);
            return if to < raise.least {
                let smallest = betting.smallest_rule(house);
                let rule = if round_differs { rule::LIMITS_OF_THE_ROUND } else { smallest };
                if raise.is_bet {
                    refuse(Why::BetTooSmall { to, at_least: raise.least }, rule)
                } else {
                    refuse(Why::RaiseTooSmall { to, at_least: raise.least }, rule)
                }
            } else if to > raise.most {
                refuse(Why::TooLarge { to, at_most: raise.most }, betting.largest_rule(house))
            } else {
                refuse(Why::NotWholeChips { to, unit: raise.unit }, rule::WHOLE_CHIPS_OF_THE_TABLE)
            };
        }
        let all_in = to == everything || (to == raise.all_in && betting.whole(house).get() > 1);
        let full = betting.is_full(house, to);
        let rule = betting.rule_for(self.hand, Kind::Raise);
        let what = if raise.is_bet {
            What::Bet { seat, to, full, all_in }
        } else {
            What::Raised { seat, to, full, all_in }
        };
        self.push(what, if full { rule } else { rule::ALL_IN_FOR_LESS });
        self.after_act(betting.round);
        Ok(())
    }

    /// Ends the round when one player is left or nobody owes an act.
    fn after_act(&mut self, round: u8) {
        let Phase::Betting(betting) = self.hand.phase else { return };
        let last_player = self.hand.live_count() == 1;
        let able = self.hand.able_count();
        if !last_player && betting.is_pending(self.hand, usize::from(betting.turn), able) {
            return;
        }
        let rule = match (last_player, round, betting.price.is_zero()) {
            (true, 0, _) => rule::FIRST_ROUND_LAST_PLAYER,
            (true, _, _) => rule::LATER_ROUND_LAST_PLAYER,
            (false, 0, _) => rule::FIRST_ROUND_MATCHED,
            (false, _, true) => rule::CHECKED_ROUND_ENDS,
            (false, _, false) => rule::LATER_ROUND_MATCHED,
        };
        self.return_uncalled();
        self.push(What::BettingClosed { round }, rule);
        self.after_betting(round);
    }

    /// The part of the highest bet that nobody called goes back to its maker.
    fn return_uncalled(&mut self) {
        let players = self.hand.players();
        let Some(top) = (0..players.len()).max_by_key(|place| players[*place].in_round) else { return };
        let others = (0..players.len()).filter(|place| *place != top);
        let called = others.map(|place| players[place].in_round).max().unwrap_or_default();
        let amount = players[top].in_round.above(called);
        let seat = players[top].seat;
        if !amount.is_zero() && !players[top].folded && self.has(rule::UNCALLED_BET_IS_RETURNED) {
            self.push(What::Returned { seat, amount }, rule::UNCALLED_BET_IS_RETURNED);
        }
    }
}
