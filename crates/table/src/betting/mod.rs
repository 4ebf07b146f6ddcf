//! A betting round: whose turn it is, what must be called, and what the seat on turn may do.

mod acts;
mod sizes;

use chips::Chips;
use rulebook::{Rule, rule};

use crate::hand::{Hand, Phase, PlayerIndex};
use crate::house::{AnteOpener, House, Limit, OpeningOption};
use crate::menu::Menu;
use crate::refusal::{Refusal, RefusalReason};

/// The state of a betting round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Betting {
    /// Counted from 0.
    pub round: u8,
    pub turn: u8,
    opener: u8,
    /// The opener has not acted yet: options A, B and C and the duty of the ante opener apply to that one act
    /// only.
    opening: bool,
    /// What every player must have put in to stay: the highest total, or the nominal blind.
    price: Chips,
    /// The highest total that was a full bet; below `price` while an all-in short of a raise stands above.
    full_level: Chips,
    /// The bet size of this round: the smallest bet of the house, or the blind or over-blind that opens the
    /// round if that is larger.
    bet: Chips,
    /// The opening bet or largest full raise so far.
    largest_raise: Chips,
    /// Full raises over an opening bet or blind.
    raises: u32,
    /// Full bets and raises so far: a player who acted before the last of them may raise again.
    pub full_bets: u16,
    /// The highest bet is an all-in short of a full bet or raise.
    short_all_in_is_highest: bool,
    pub aggressor: Option<u8>,
    began_with_two: bool,
    cap_reached_by_two: bool,
}

impl Betting {
    /// A betting round that has just opened, with the opener on turn. In the first round the price to stay is
    /// the last blind or over-blind, at its nominal amount where the house says so; later rounds begin at
    /// zero.
    pub fn new(hand: &Hand, round: u8, opener: PlayerIndex) -> Betting {
        let house = hand.house();
        let bet = house.stakes.bets[usize::from(round)].smallest;
        let mut betting = Betting {
            round,
            turn: opener as u8,
            opener: opener as u8,
            opening: true,
            price: Chips::ZERO,
            full_level: Chips::ZERO,
            bet,
            largest_raise: bet,
            raises: 0,
            full_bets: 0,
            short_all_in_is_highest: false,
            aggressor: None,
            began_with_two: hand.able_count() == 2,
            cap_reached_by_two: false,
        };
        if round == 0
            && let Some((_, nominal)) = hand.last_blind
        {
            let posted = hand.players().iter().map(|player| player.in_round).max().unwrap_or_default();
            betting.price = if house.stakes.full_blind_price { nominal.max(posted) } else { posted };
            betting.full_level = betting.price;
            let level = if hand.over_blinds > 0 && house.betting.raise_over_over_blind_by_last_blind {
                house.last_blind()
            } else {
                nominal
            };
            // In every limit structure the opening bet is also the smallest raise (5.1, AMB-004).
            betting.bet = bet.max(level);
            betting.largest_raise = betting.bet;
        }
        betting
    }

    /// True in the final betting round of the game; the showdown follows it.
    pub fn is_last(&self, house: &House) -> bool {
        self.round + 1 == house.game.rounds()
    }

    /// The total in this round that a seat must have put in to stay in the hand; [`Betting::amount_to_call`]
    /// is what it lacks. A player alone against all-in players need not match more than they have.
    fn target(&self, hand: &Hand, place: PlayerIndex) -> Chips {
        if hand.able_count() > usize::from(hand.players()[place].is_able()) {
            return self.price;
        }
        let others = hand.players().iter().enumerate().filter(|(other, _)| *other != place);
        let most = others.map(|(_, player)| player.in_round).max().unwrap_or_default();
        most.min(self.price)
    }

    /// What the seat must add to stay; zero where it may check. Not limited by its stack.
    #[inline]
    fn amount_to_call(&self, hand: &Hand, place: PlayerIndex) -> Chips {
        self.target(hand, place).above(hand.players()[place].in_round)
    }

    /// True when the seat still has to act in this round; the round ends when nobody does. `able` is the
    /// hand's count of players who can bet, passed in because loops ask often.
    #[inline]
    fn is_pending(&self, hand: &Hand, place: PlayerIndex, able: usize) -> bool {
        let player = &hand.players()[place];
        if !player.is_able() {
            return false;
        }
        if able >= 2 {
            player.acted.is_none() || player.in_round < self.price
        } else {
            !self.amount_to_call(hand, place).is_zero()
        }
    }

    /// The next place in dealing order, starting with `from` itself, that still has to act; `None` ends the
    /// round.
    fn next_pending(&self, hand: &Hand, from: PlayerIndex) -> Option<PlayerIndex> {
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

    /// Applies a bet or raise, to a total for the street, to the prices and counts of the round; `full` comes
    /// from the fact and is not judged again. Chips are moved elsewhere.
    pub fn apply_raise(&mut self, hand: &Hand, place: PlayerIndex, to: Chips, full: bool) {
        let house = hand.house();
        let bet = self.bet;
        let short = to < self.full_target(house, bet);
        let opens = self.full_level.is_zero();
        if full {
            let from = if house.betting.raise_counts_from_last_full { self.full_level } else { self.price };
            self.largest_raise = self.largest_raise.max(to.above(from));
            self.full_bets += 1;
            if !opens {
                self.raises += 1;
                let others = hand.players().iter().enumerate().filter(|(other, _)| *other != place);
                self.cap_reached_by_two = others.filter(|(_, player)| player.is_able()).count() <= 1;
            }
        }
        if house.betting.limit == Limit::Fixed {
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
        self.short_all_in_is_highest = !full;
        self.price = to;
        self.aggressor = Some(place as u8);
    }

    /// Where the turn goes after `from` acts: to the next seat that still has to act, or nowhere when nobody
    /// does. Changes nothing; [`Betting::move_turn`] applies it.
    pub fn next_turn(&self, hand: &Hand, from: PlayerIndex) -> NextTurn {
        let count = hand.players().len();
        let next = if from + 1 == count { 0 } else { from + 1 };
        let duty_passes = needs_opening_bet(hand, self) && hand.players()[from].folded;
        NextTurn {
            to: self.next_pending(hand, next).map(|place| place as u8),
            opening: self.opening && (usize::from(self.opener) != from || duty_passes),
        }
    }

    /// Applies what [`Betting::next_turn`] found, after the act's chips were moved; without a next seat the
    /// turn stays where it is until the round closes.
    pub fn move_turn(&mut self, passed: NextTurn) {
        self.opening = passed.opening;
        if let Some(place) = passed.to {
            self.turn = place;
            if self.opening && self.price.is_zero() {
                // The opener's duty to bet passes on with the turn when the opener folds.
                self.opener = place;
            }
        }
    }

    /// What the seat on turn may do. The commands judge by the same functions, so exactly this is accepted.
    pub fn menu(&self, hand: &Hand) -> Menu {
        Menu { raise: self.raise_menu(hand, usize::from(self.turn)).ok(), ..self.menu_without_raises(hand) }
    }

    /// What the seat on turn may do, leaving out bets and raises. The fast path of every turn: no size is
    /// computed.
    #[inline(always)]
    pub fn menu_without_raises(&self, hand: &Hand) -> Menu {
        let place = usize::from(self.turn);
        let duty = self.duty(hand);
        let to_call = self.amount_to_call(hand, place);
        let check = self.may_check(hand, duty, to_call);
        Menu {
            seat: hand.players()[place].seat,
            fold: self.may_fold(hand, duty, to_call),
            check,
            stands: check && self.is_stand(hand, to_call),
            call: self.may_call(hand, duty, to_call).then(|| self.call_amount(hand, place, to_call)),
            call_and_fold: (duty == Duty::CallAtLeast && !to_call.is_zero()).then(|| self.fold_price(hand)),
            raise: None,
        }
    }

    /// What the opener of the first betting round must do under the opening option (10.2) or in an ante game;
    /// `Duty::None` for everybody else and after the opener's first act.
    fn duty(&self, hand: &Hand) -> Duty {
        let house = hand.house();
        if self.round > 0 || !self.opening || self.opener != self.turn {
            return Duty::None;
        }
        match (house.is_ante_game(), house.betting.opening) {
            (true, _) if needs_opening_bet(hand, self) => Duty::Bet,
            (false, OpeningOption::A) if house.has(rule::OPENER_MUST_CALL) => Duty::CallAtLeast,
            (false, OpeningOption::C) if house.has(rule::OPENER_MUST_RAISE) => Duty::Raise,
            (true, _) | (false, OpeningOption::A | OpeningOption::B | OpeningOption::C) => Duty::None,
        }
    }

    /// True when folding is allowed: not to an opener who must pay or bet, nor where a check is free and the
    /// house forbids it. Asked by the menu and by the command, which therefore agree.
    fn may_fold(&self, hand: &Hand, duty: Duty, to_call: Chips) -> bool {
        let house = hand.house();
        match duty {
            Duty::CallAtLeast => false,
            Duty::Bet => {
                house.betting.ante_opener != AnteOpener::MustBet || !house.has(rule::ANTE_OPENER_MUST_BET)
            }
            Duty::Raise | Duty::None => {
                !to_call.is_zero()
                    || house.betting.fold_when_free
                    || !house.has(rule::NO_FOLD_WHEN_CHECK_IS_FREE)
            }
        }
    }

    /// True when there is nothing to call, or no rule against checking, and the opener of an ante game does
    /// not have to bet. Asked by the menu and by the command, which therefore agree.
    fn may_check(&self, hand: &Hand, duty: Duty, to_call: Chips) -> bool {
        let house = hand.house();
        let free = to_call.is_zero() || !house.has(self.no_check_rule());
        let must_bet = duty == Duty::Bet
            && house.betting.ante_opener != AnteOpener::MayCheck
            && house.has(rule::ANTE_OPENER_MUST_BET);
        free && !must_bet
    }

    /// True where a check is a call of zero by a player with a blind, in a betting round in which nobody
    /// checks (AMB-066). The menu names it so, and the fact keeps it.
    fn is_stand(&self, hand: &Hand, to_call: Chips) -> bool {
        self.round == 0 && self.has_price() && to_call.is_zero() && hand.house().betting.stands_on_blinds
    }

    /// True when there is something to call and the opener does not have to raise instead. Asked by the menu
    /// and by the command, which therefore agree.
    fn may_call(&self, hand: &Hand, duty: Duty, to_call: Chips) -> bool {
        let stack = hand.players()[usize::from(self.turn)].stack;
        // An opener who must raise but has no raise available may call (AMB-161), so nobody is left with only
        // a fold.
        let must_raise = || duty == Duty::Raise && self.raise_menu(hand, usize::from(self.turn)).is_ok();
        !to_call.is_zero() && (stack <= to_call || !must_raise())
    }

    /// What the opener under option A pays to fold: the call at the nominal amount of the blind, even where
    /// the last blind is all-in for less and a player who stays in would have to match only that (AMB-152).
    fn fold_price(&self, hand: &Hand) -> Chips {
        let player = &hand.players()[usize::from(self.turn)];
        self.price.above(player.in_round).min(player.stack)
    }

    /// The rule that lists the choices of the seat on turn: cited in the refusal of one that is not among
    /// them.
    fn options_rule(&self) -> Rule {
        let opener = self.opening && self.opener == self.turn;
        match (self.round == 0, opener) {
            (true, true) if self.price.is_zero() => rule::ANTE_OPENER_BETS,
            (true, true) => rule::OPENING_OPTIONS,
            (true, false) => rule::FIRST_ROUND_OPTIONS,
            (false, true) => rule::LATER_OPENER_OPTIONS,
            (false, false) => rule::LATER_OPTIONS,
        }
    }

    /// True when the last player to act before this turn is all-in for less than the amount to call: a call
    /// then cites that the highest bet counts (AMB-002).
    fn follows_a_short_call(&self, hand: &Hand) -> bool {
        let (players, turn) = (hand.players(), usize::from(self.turn));
        let before = (0..turn).rev().chain((turn + 1..players.len()).rev());
        let mut acted = before.map(|place| &players[place]).filter(|player| !player.folded);
        acted.next().is_some_and(|player| {
            player.acted.is_some()
                && player.all_in
                && !player.in_round.is_zero()
                && player.in_round < self.price
        })
    }

    /// The rule cited for the choices of a player who owes nothing in the first betting round of a game with
    /// blinds: the last blind's, or the over-blind's. It allows and forbids nothing; stored with the fact.
    fn last_blind_rule(&self, hand: &Hand, kind: ActKind) -> Rule {
        match kind {
            ActKind::Call | ActKind::Raise | ActKind::Fold | ActKind::Check if hand.over_blinds > 0 => {
                rule::OVER_BLIND_ACTS_LAST
            }
            ActKind::Check if hand.house().betting.stands_on_blinds => rule::LAST_BLIND_STANDS,
            ActKind::Call | ActKind::Raise | ActKind::Fold | ActKind::Check => rule::LAST_BLIND_MAY_RAISE,
        }
    }

    /// The rule cited for an act of this kind by the seat on turn, in this round and position; only for acts
    /// already found to be allowed. Stored with the fact: an audit that decides the act again compares it
    /// (`Rule::was_cited_as` lists what may differ).
    fn rule_for(&self, hand: &Hand, kind: ActKind) -> Rule {
        let house = hand.house();
        let first = self.round == 0;
        let opener = self.opening && self.opener == self.turn;
        if let Some(rule) = self.completes_bet_rule(house).filter(|_| kind == ActKind::Raise) {
            return rule;
        }
        if first && opener && !house.is_ante_game() && self.has_price() {
            return match (house.betting.opening, kind) {
                (OpeningOption::A, ActKind::Call) => rule::OPTION_A_CALL,
                (OpeningOption::A, ActKind::Raise) => rule::OPTION_A_RAISE,
                (OpeningOption::A, ActKind::Fold) => rule::OPTION_A_CALL_AND_FOLD,
                (OpeningOption::B, ActKind::Call) => rule::OPTION_B_CALL,
                (OpeningOption::B, ActKind::Raise) => rule::OPTION_B_RAISE,
                (OpeningOption::B, ActKind::Fold) => rule::OPTION_B_FOLD,
                (OpeningOption::C, ActKind::Raise) => rule::OPTION_C_RAISE,
                (OpeningOption::C, ActKind::Fold) => rule::OPTION_C_FOLD,
                (OpeningOption::C, ActKind::Call) => self.no_raise_rule(hand),
                (_, ActKind::Check) => self.last_blind_rule(hand, kind),
            };
        }
        if first && opener && self.price.is_zero() {
            return match kind {
                ActKind::Raise | ActKind::Call => rule::ANTE_OPENER_BETS,
                ActKind::Fold => rule::ANTE_OPENER_FOLDS,
                ActKind::Check => rule::ANTE_OPENER_CHECKS,
            };
        }
        let last_blind = hand.last_blind.is_some_and(|(place, _)| place == self.turn);
        if first && last_blind && self.aggressor.is_none() {
            return self.last_blind_rule(hand, kind);
        }
        if kind == ActKind::Raise && self.price.is_zero() && !opener {
            return rule::BET_AFTER_CHECKS;
        }
        match (first, opener, kind) {
            (_, _, ActKind::Call) if self.follows_a_short_call(hand) => rule::CALL_IS_THE_HIGHEST_BET,
            (true, _, ActKind::Call) => rule::FIRST_ROUND_CALL,
            (true, _, ActKind::Raise) => rule::FIRST_ROUND_RAISE,
            (true, _, ActKind::Fold) => rule::FIRST_ROUND_FOLD,
            (true, _, ActKind::Check) if house.is_ante_game() => rule::ANTE_OPENER_CHECKS,
            // A player without the last blind who owes nothing, because of a live post for instance, has
            // every player's choices.
            (true, _, ActKind::Check) if house.betting.stands_on_blinds => rule::FIRST_ROUND_OPTIONS,
            (true, _, ActKind::Check) => self.last_blind_rule(hand, kind),
            (false, true, ActKind::Raise) => rule::LATER_OPENER_BETS,
            (false, true, ActKind::Check) => rule::LATER_OPENER_CHECKS,
            (false, true, ActKind::Fold) => rule::LATER_OPENER_FOLDS,
            (false, _, ActKind::Call) => rule::LATER_CALL,
            (false, false, ActKind::Raise) => rule::LATER_RAISE,
            (false, false, ActKind::Check) => rule::LATER_CHECK,
            (false, false, ActKind::Fold) => rule::LATER_FOLD,
        }
    }

    /// The rule cited where an opener who must raise just calls because there is no raise: the rule that
    /// prevents the raise, or the one on short stacks. Stored with the fact.
    fn no_raise_rule(&self, hand: &Hand) -> Rule {
        match self.raise_menu(hand, usize::from(self.turn)) {
            Ok(_) | Err((RefusalReason::MoreThanTheStack { .. }, _)) => rule::ALL_IN_FOR_LESS,
            Err((_, rule)) => rule,
        }
    }

    /// The rule that forbids a check with something to call: a different one before anybody bet in the first
    /// round and after. Where the book lacks it, a check is allowed.
    fn no_check_rule(&self) -> Rule {
        if self.round == 0 && self.aggressor.is_none() {
            rule::NO_CHECK_IN_FIRST_ROUND
        } else {
            rule::NO_CHECK_AFTER_A_BET
        }
    }

    /// True once there is a blind or bet to match; before that the first one to put chips in bets instead of
    /// raising.
    fn has_price(&self) -> bool {
        !self.price.is_zero()
    }
}

/// What the opener of the first betting round must do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Duty {
    None,
    /// Option A: at least the call.
    CallAtLeast,
    /// Option C: a raise or a fold.
    Raise,
    /// An ante game: a bet.
    Bet,
}

/// Where the turn went, and whether the opener still has to act.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NextTurn {
    to: Option<u8>,
    opening: bool,
}

/// The kind of act, for the rule to cite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ActKind {
    Call,
    Raise,
    Fold,
    Check,
}

/// True in the first betting round of an ante game until somebody bets: the duty to open the betting rests on
/// the seat on turn, and passes on when it folds.
fn needs_opening_bet(hand: &Hand, betting: &Betting) -> bool {
    betting.round == 0 && hand.house().is_ante_game() && betting.price.is_zero()
}

impl Hand {
    /// What the seat on action may do now; `None` when nobody is. For the machine's owner; viewers read
    /// [`View::menu`](crate::view::View::menu).
    pub fn menu(&self) -> Option<Menu> {
        if let Phase::Betting(betting) = &self.phase { Some(betting.menu(self)) } else { None }
    }

    /// The menu without bets and raises: needed most often, and cheap because no size is computed. All other
    /// entries equal those of [`Hand::menu`].
    #[inline]
    pub fn menu_without_raises(&self) -> Option<Menu> {
        if let Phase::Betting(betting) = &self.phase { Some(betting.menu_without_raises(self)) } else { None }
    }

    /// Why the seat on action may not raise although it has something to call and more chips than that;
    /// `None` when it may raise, and when a call takes the whole stack anyway. The refusal that the raise
    /// would get.
    pub fn raise_refusal(&self) -> Option<Refusal> {
        let Phase::Betting(betting) = &self.phase else { return None };
        match betting.raise_menu(self, usize::from(betting.turn)) {
            Ok(_) | Err((RefusalReason::MoreThanTheStack { .. }, _)) => None,
            Err((why, rule)) => Some(Refusal { why, rule }),
        }
    }

    /// How many more raises the house's cap allows in this betting round; `None` without a cap in force, and
    /// outside the betting.
    pub fn raises_left(&self) -> Option<u32> {
        if let Phase::Betting(betting) = &self.phase { betting.raises_left(self) } else { None }
    }

    /// True when nobody called or raised the last blind and its player is still in. It only chooses the rule
    /// that is cited ([`rule::LAST_BLIND_UNRAISED`]); callers check that one player is left.
    pub(crate) fn last_blind_wins_unraised(&self) -> bool {
        let nobody_bet = self.players().iter().all(|player| player.by_choice.is_zero());
        nobody_bet && self.last_blind.is_some_and(|(place, _)| self.players()[usize::from(place)].is_live())
    }

    /// The rule cited where this place opens a betting round. Stored with the fact, and compared by audits.
    fn opener_rule(&self, round: u8, place: PlayerIndex) -> Rule {
        let after = match self.last_blind {
            Some((last, _)) => (usize::from(last) + 1) % self.players().len(),
            None => 0,
        };
        match (round, place == after) {
            (0, false) => rule::OPENER_ABLE_TO_ACT,
            (0, true) if self.over_blinds > 0 => rule::OPENER_AFTER_OVER_BLIND,
            (0, true) => rule::OPENER_OF_FIRST_ROUND,
            (_, _) => rule::OPENER_OF_LATER_ROUND,
        }
    }

    /// Who opens a betting round: in the first, the next able player after the last blind; in the others, the
    /// first one left of the button. `None` skips the round, because nobody could bet.
    fn opener(&self, round: u8) -> Option<PlayerIndex> {
        let count = self.players().len();
        let from = match (round, self.last_blind) {
            (0, Some((place, _))) => (usize::from(place) + 1) % count,
            _ => 0,
        };
        if self.able_count() >= 2 {
            return (from..count).chain(0..from).find(|place| self.players()[*place].is_able());
        }
        // A player alone acts only if there is something to call, which only blinds can cause.
        if round > 0 { None } else { Betting::new(self, round, 0).next_pending(self, from) }
    }
}
