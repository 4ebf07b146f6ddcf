//! The acts of a betting round: what is refused, what follows from each act, and when the round ends.

use chips::Chips;
use rulebook::rule;
use seating::Seat;

use super::{ActKind, Betting, Duty};
use crate::command::Play;
use crate::event::{ChipFact, StreetFact, TurnFact};
use crate::hand::{HandDraft, Phase, Player, Ruling, refuse};
use crate::refusal::RefusalReason;

/// What the rules let a seat do on its turn apart from sizes, before the player has chosen anything.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnOptions {
    /// The betting round.
    pub round: u8,
    /// The player may check at no cost.
    pub may_check: bool,
    /// That check is a stand.
    pub check_is_stand: bool,
    /// The hand may be given up only by paying the call.
    pub fold_costs_call: bool,
}

impl HandDraft<'_> {
    /// Carries out what a player does on their turn, or refuses it with the rule; the seat's right to act for
    /// somebody is already settled.
    pub fn play(&mut self, seat: Seat, play: Play) -> Ruling {
        match play {
            Play::Fold => self.fold(seat),
            Play::Check => self.check(seat),
            Play::Call => self.call(seat),
            Play::CallAndFold => self.call_and_fold(seat),
            Play::Raise { to } => self.raise(seat, to),
            Play::AllIn => self.all_in(seat),
        }
    }

    /// Opens the betting round (from 0), or skips it if nobody could bet. Called once its cards are dealt.
    pub fn open_betting(&mut self, round: u8) {
        match self.hand.opener(round) {
            Some(place) => {
                let seat = self.hand.players()[place].seat;
                let rule = self.hand.opener_rule(round, place);
                self.push(StreetFact::BettingOpened { round, seat }, rule);
            }
            None => self.skip_betting(round, rule::NO_BETTING_WHEN_NOBODY_CAN),
        }
    }

    /// Skips a betting round, citing `rule`. A bet or blind that nobody can match still goes back.
    pub fn skip_betting(&mut self, round: u8, rule: rulebook::Rule) {
        self.return_uncalled(round);
        self.push(StreetFact::BettingSkipped { round }, rule);
        self.after_betting(round);
    }

    /// The betting round, if it is this seat's turn to act in it; otherwise the refusal. Every act of the
    /// betting begins with it.
    #[inline]
    fn betting_on_turn(&self, seat: Seat) -> Result<Betting, crate::refusal::Refusal> {
        if let Phase::Betting(betting) = self.hand.phase
            && self.hand.players()[usize::from(betting.turn)].seat == seat
        {
            return Ok(betting);
        }
        self.refuse_out_of_turn(seat)
    }

    /// Why a seat may not act now; `Ok` with the betting round, and the turn given to the seat, if the rule
    /// that would refuse it is not in force. Kept apart because it is rare.
    #[cold]
    fn refuse_out_of_turn(&self, seat: Seat) -> Result<Betting, crate::refusal::Refusal> {
        let Phase::Betting(betting) = self.hand.phase else {
            let rule = match self.hand.phase {
                Phase::Deck { .. } | Phase::Posting { .. } | Phase::HoleCards { .. } => {
                    self.hand.rule_before_first_betting()
                }
                Phase::Board { round: 0, .. } => self.hand.rule_before_first_betting(),
                Phase::Board { .. } => rule::BETTING_FOLLOWS_BOARD,
                Phase::Betting(_) | Phase::Showdown(_) | Phase::Closed => rule::LAST_BETTING_ROUND,
            };
            return refuse(RefusalReason::NoBettingNow, rule);
        };
        let turn = self.hand.players()[usize::from(betting.turn)].seat;
        let player = &self.hand.players()[self.hand.index_of(seat)];
        if player.folded && self.has(rule::MUCKED_HAND_IS_DEAD) {
            return refuse(RefusalReason::HandIsDead { seat }, rule::MUCKED_HAND_IS_DEAD);
        }
        if player.all_in && self.has(rule::ALL_IN_PLAYER_DOES_NOT_ACT) {
            return refuse(RefusalReason::IsAllIn { seat }, rule::ALL_IN_PLAYER_DOES_NOT_ACT);
        }
        let rule = self.hand.turn_rule();
        if self.has(rule) {
            return refuse(RefusalReason::NotOnTurn { turn }, rule);
        }
        Ok(Betting { turn: self.hand.index_of(seat) as u8, ..betting })
    }

    /// What the rules alone say about the turn of a seat; refused if it is not its turn. For turns that end
    /// by time or by leaving, which no player chose.
    pub fn turn_options(&self, seat: Seat) -> Result<TurnOptions, crate::refusal::Refusal> {
        let betting = self.betting_on_turn(seat)?;
        let (duty, to_call) =
            (betting.duty(self.hand), betting.amount_to_call(self.hand, usize::from(betting.turn)));
        Ok(TurnOptions {
            round: betting.round,
            may_check: to_call.is_zero() && betting.may_check(self.hand, duty, to_call),
            check_is_stand: betting.is_stand(self.hand, to_call),
            fold_costs_call: duty == Duty::CallAtLeast && !to_call.is_zero(),
        })
    }

    /// Folds; refused to an opener who must pay or bet, and where a check is free and the house forbids it.
    pub fn fold(&mut self, seat: Seat) -> Ruling {
        let betting = self.betting_on_turn(seat)?;
        let place = usize::from(betting.turn);
        let (duty, to_call) = (betting.duty(self.hand), betting.amount_to_call(self.hand, place));
        if !betting.may_fold(self.hand, duty, to_call) {
            return match duty {
                Duty::CallAtLeast => {
                    let to_call = betting.fold_price(self.hand);
                    refuse(RefusalReason::OpenerMustPay { to_call }, rule::OPENER_MUST_CALL)
                }
                Duty::Bet => self.refuse_opener_without_bet(&betting),
                Duty::Raise | Duty::None => {
                    refuse(RefusalReason::CheckIsFree, rule::NO_FOLD_WHEN_CHECK_IS_FREE)
                }
            };
        }
        let rule = betting.rule_for(self.hand, ActKind::Fold);
        self.push(TurnFact::Folded { seat }, rule);
        self.after_act(betting.round);
        Ok(())
    }

    /// Refuses the opener of an ante game who must bet, naming the smallest bet in chips.
    fn refuse_opener_without_bet(&self, betting: &Betting) -> Ruling {
        let raise = betting.raise_menu(self.hand, usize::from(betting.turn));
        let at_least = raise.map_or(Chips::ZERO, |raise| raise.least);
        refuse(RefusalReason::OpenerMustBet { at_least }, rule::ANTE_OPENER_MUST_BET)
    }

    /// Checks or stands; refused with something to call, or where the opener must bet. A stand is recorded as
    /// such.
    pub fn check(&mut self, seat: Seat) -> Ruling {
        let betting = self.betting_on_turn(seat)?;
        let place = usize::from(betting.turn);
        let (duty, to_call) = (betting.duty(self.hand), betting.amount_to_call(self.hand, place));
        if !betting.may_check(self.hand, duty, to_call) {
            if to_call.is_zero() {
                return self.refuse_opener_without_bet(&betting);
            }
            let rule = betting.no_check_rule();
            let why = match rule == rule::NO_CHECK_IN_FIRST_ROUND {
                true if self.hand.house().betting.stands_on_blinds => RefusalReason::NoCheckNow,
                true => RefusalReason::BlindToAnswer { to_call },
                false => RefusalReason::BetToAnswer { to_call },
            };
            return refuse(why, rule);
        }
        let rule = betting.rule_for(self.hand, ActKind::Check);
        let stands = betting.is_stand(self.hand, to_call);
        self.push(TurnFact::Checked { seat, stands }, rule);
        self.after_act(betting.round);
        Ok(())
    }

    /// Calls, all-in if the stack is smaller; where nothing is owed, only a player with a blind may, as a
    /// stand. Refused to an opener who must raise.
    pub fn call(&mut self, seat: Seat) -> Ruling {
        let betting = self.betting_on_turn(seat)?;
        let place = usize::from(betting.turn);
        let (duty, to_call) = (betting.duty(self.hand), betting.amount_to_call(self.hand, place));
        if !betting.may_call(self.hand, duty, to_call) {
            if betting.is_stand(self.hand, to_call) {
                return self.check(seat);
            }
            return match (to_call.is_zero(), duty) {
                (true, Duty::Bet) => self.refuse_opener_without_bet(&betting),
                (true, _) if betting.round == 0 => {
                    refuse(RefusalReason::NothingToCall, rule::FIRST_ROUND_CALL)
                }
                (true, _) => refuse(RefusalReason::NothingToCall, rule::LATER_CALL),
                (false, _) => refuse(RefusalReason::OpenerMustRaise, rule::OPENER_MUST_RAISE),
            };
        }
        self.pay_the_call(&betting, seat);
        self.after_act(betting.round);
        Ok(())
    }

    /// Adds the call without ending the turn. A stack below the call is all-in for less and cites that rule.
    fn pay_the_call(&mut self, betting: &Betting, seat: Seat) {
        let place = usize::from(betting.turn);
        let player = &self.hand.players()[place];
        let to_call = betting.amount_to_call(self.hand, place);
        let short = player.stack < to_call && self.has(rule::ALL_IN_FOR_LESS);
        let amount = betting.call_amount(self.hand, place, to_call);
        let all_in = short || amount == player.stack;
        let rule = if short { rule::ALL_IN_FOR_LESS } else { betting.rule_for(self.hand, ActKind::Call) };
        self.push(TurnFact::Called { seat, amount, all_in }, rule);
    }

    /// Pays the call and folds, as the opener may under option A (10.2(a)(iii)); refused to everybody else.
    pub fn call_and_fold(&mut self, seat: Seat) -> Ruling {
        let betting = self.betting_on_turn(seat)?;
        let owed = !betting.amount_to_call(self.hand, usize::from(betting.turn)).is_zero();
        let duty = betting.duty(self.hand);
        if duty == Duty::Bet && self.has(rule::ANTE_OPENER_MUST_BET) {
            return self.refuse_opener_without_bet(&betting);
        }
        if duty != Duty::CallAtLeast || !owed {
            return refuse(RefusalReason::NoCallAndFold, betting.options_rule());
        }
        let stack = self.hand.players()[usize::from(betting.turn)].stack;
        let amount = betting.fold_price(self.hand);
        let rule = rule::OPTION_A_CALL_AND_FOLD;
        self.push(TurnFact::Called { seat, amount, all_in: amount == stack }, rule);
        self.push(TurnFact::Folded { seat }, rule);
        self.after_act(betting.round);
        Ok(())
    }

    /// Puts in every chip: as a bet or raise where one is open, otherwise as a call. Refused where the whole
    /// stack is more than the largest bet or raise.
    pub fn all_in(&mut self, seat: Seat) -> Ruling {
        let betting = self.betting_on_turn(seat)?;
        let place = usize::from(betting.turn);
        match betting.raise_menu(self.hand, place) {
            Ok(raise) if raise.allows(raise.all_in) => self.raise(seat, raise.all_in),
            Ok(raise) => {
                let why = RefusalReason::TooLarge { to: raise.all_in, at_most: raise.most };
                refuse(why, betting.largest_rule(self.hand))
            }
            Err((why, rule)) => {
                if betting.amount_to_call(self.hand, place).is_zero() {
                    refuse(why, rule)
                } else {
                    self.call(seat)
                }
            }
        }
    }

    /// Bets or raises to a total for the street. Reasons to refuse are checked in a fixed order, and the
    /// first is the answer.
    pub fn raise(&mut self, seat: Seat, to: Chips) -> Ruling {
        let betting = self.betting_on_turn(seat)?;
        let house = self.hand.house();
        let place = usize::from(betting.turn);
        let player = &self.hand.players()[place];
        let everything = player.in_round + player.stack;
        if to <= betting.price {
            return refuse(RefusalReason::NotARaise { price: betting.price }, betting.smallest_rule(house));
        }
        let raise = match betting.raise_menu(self.hand, place) {
            Ok(raise) => raise,
            Err((why, rule)) => return refuse(why, rule),
        };
        if to > everything {
            return refuse(RefusalReason::MoreThanTheStack { to, at_most: everything }, rule::TABLE_STAKES);
        }
        if !raise.allows(to) {
            return if to < raise.least {
                let rule = betting.too_small_rule(self.hand);
                if raise.is_bet {
                    refuse(RefusalReason::BetTooSmall { to, at_least: raise.least }, rule)
                } else {
                    refuse(RefusalReason::RaiseTooSmall { to, at_least: raise.least }, rule)
                }
            } else if to > raise.most {
                refuse(RefusalReason::TooLarge { to, at_most: raise.most }, betting.largest_rule(self.hand))
            } else {
                refuse(RefusalReason::NotWholeChips { to, unit: raise.unit }, rule::WHOLE_CHIPS_OF_THE_TABLE)
            };
        }
        let all_in = to == everything || (to == raise.all_in && betting.all_in_unit(house).get() > 1);
        let full = betting.is_full(house, to);
        let rule = betting.rule_for(self.hand, ActKind::Raise);
        let what = if raise.is_bet {
            TurnFact::Bet { seat, to, full, all_in }
        } else {
            TurnFact::Raised { seat, to, full, all_in }
        };
        self.push(what, if full { rule } else { rule::ALL_IN_FOR_LESS });
        self.after_act(betting.round);
        Ok(())
    }

    /// Ends the betting round when one player is left or nobody still has to act. Called after every act of
    /// the betting; a turn that only passes on changes nothing here.
    pub fn after_act(&mut self, round: u8) {
        let Phase::Betting(betting) = self.hand.phase else { return };
        let last_player = self.hand.live_count() == 1;
        let able = self.hand.able_count();
        if !last_player && betting.is_pending(self.hand, usize::from(betting.turn), able) {
            return;
        }
        let rule = match (last_player, round, betting.price.is_zero()) {
            (true, 0, _) if self.hand.last_blind_wins_unraised() => rule::LAST_BLIND_UNRAISED,
            (true, 0, _) => rule::FIRST_ROUND_LAST_PLAYER,
            (true, _, _) => rule::LATER_ROUND_LAST_PLAYER,
            (false, _, true) => rule::CHECKED_ROUND_ENDS,
            (false, 0, false) => rule::FIRST_ROUND_MATCHED,
            (false, _, false) => rule::LATER_ROUND_MATCHED,
        };
        self.return_uncalled(round);
        self.push(StreetFact::BettingClosed { round }, rule);
        self.after_betting(round);
    }

    /// Returns the part of the highest bet that nobody called to its owner, before any pot is formed from it.
    ///
    /// In a later betting round that is the part nobody called there. After that, and in the first round
    /// alone, each player's total counts, antes and posts included: against players all-in for less, the rest
    /// of what another player posted is uncalled too (15.2(b), AMB-084).
    fn return_uncalled(&mut self, round: u8) {
        if round > 0 {
            self.return_excess(|player| player.in_round);
        }
        self.return_excess(|player| player.in_hand);
    }

    /// Returns to a player what they put in beyond everybody else, by this measure of chips put in, unless
    /// they folded. At most one player has an excess.
    fn return_excess(&mut self, put_in: impl Fn(&Player) -> Chips) {
        let players = self.hand.players();
        let Some(top) = (0..players.len()).max_by_key(|place| put_in(&players[*place])) else { return };
        let others = (0..players.len()).filter(|place| *place != top);
        let called = others.map(|place| put_in(&players[place])).max().unwrap_or_default();
        let amount = put_in(&players[top]).above(called);
        let seat = players[top].seat;
        if !amount.is_zero() && !players[top].folded && self.has(rule::UNCALLED_BET_IS_RETURNED) {
            self.push(ChipFact::Returned { seat, amount }, rule::UNCALLED_BET_IS_RETURNED);
        }
    }
}
