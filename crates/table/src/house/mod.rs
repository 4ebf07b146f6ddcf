//! What a table plays by: the determined choices of a book, compiled for the machine.
//!
//! Text is turned into these types once, in `determine.rs`; nothing in the machine reads a setting by name. A
//! [`House`] has four parts, each in a file with the enums of its settings: stakes, betting, showdown, clocks.

mod betting;
mod clocks;
mod problem;
mod showdown;
mod stakes;

use std::sync::Arc;

use cards::Ranking;
use chips::Chips;
use rulebook::{BookSetting, Determination, Rule, rule};

pub use betting::{AnteOpener, BettingRules, CapLift, Limit, OpeningOption, RaiseOverShort, ShortAllIn};
pub use clocks::{ClockRules, DecisionClock};
pub use problem::{ClockChoice, HouseProblem, HouseProblemKind, NotPoker};
pub use showdown::{
    CommissionAllocation, EqualHandsExemption, OddChip, OddChipTie, PotCommission, ShowdownRules,
};
pub use stakes::{Antes, Bounds, Sign, Stakes};

use crate::authority::Official;
use crate::game::Game;

/// The setting `supervisor_acts_for_operator`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperatorDeputy {
    /// The book has no operator of its own: its shift manager decides as well, and a supervisor does what the
    /// book gives to the floor, such as calling the clock (DU-A23, DU-A93).
    ShiftManager,
    /// Every role from the supervisor up (AMB-015).
    Supervisor,
    /// Nobody: the operator has withdrawn the permission.
    Nobody,
}

/// The rules in force, one bit per rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesInForce([u64; Rule::COUNT.div_ceil(64)]);

impl RulesInForce {
    /// The rules that a determined book has, without those struck from it.
    pub fn of(determined: &Determination) -> RulesInForce {
        let mut words = [0; Rule::COUNT.div_ceil(64)];
        for rule in Rule::all().filter(|rule| determined.has_rule(*rule)) {
            words[rule.index() / 64] |= 1 << (rule.index() % 64);
        }
        RulesInForce(words)
    }

    /// True when the rule is in force. One bit, because every ruling asks.
    #[inline]
    pub const fn has(&self, rule: Rule) -> bool {
        self.0[rule.index() / 64] >> (rule.index() % 64) & 1 == 1
    }
}

/// The settings of a table, ready to play by. Made by [`House::of`].
///
/// ```
/// use rulebook::Book;
/// use table::{House, Limit};
///
/// let book = Book::named("practice").ok_or("no such book")?;
/// let determined = book.determine(&[("limit_structure", "fixed")]).map_err(|problems| format!("{problems:?}"))?;
/// let house = House::of(&determined).map_err(|problems| format!("{problems:?}"))?;
/// assert_eq!(house.betting.limit, Limit::Fixed);
/// assert_eq!(house.last_blind(), house.stakes.blinds[1]);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct House {
    /// The choices that it was compiled from: texts, clauses, the book.
    pub determined: Arc<Determination>,
    pub rules: RulesInForce,
    pub game: Game,
    pub ranking: Arc<Ranking>,
    pub seats: u8,
    pub burn: bool,
    /// What is put in: chips, buy-ins, blinds and antes, sizes of bets.
    pub stakes: Stakes,
    /// What a player on turn may do.
    pub betting: BettingRules,
    /// Who shows, who wins, and what is taken from the pots.
    pub showdown: ShowdownRules,
    /// How long players have.
    pub clocks: ClockRules,
    /// A player may sit at only one table of a game.
    pub one_game_per_player: bool,
    /// Programs may play if plainly marked.
    pub machine_players: bool,
    /// Who besides the operator decides what the book leaves to the operator.
    pub for_operator: OperatorDeputy,
    /// The officials of the book, lowest rank first.
    pub authority: Vec<Official>,
}

impl House {
    /// True when the house has the rule; no act may be refused by a rule that it lacks.
    #[inline]
    pub fn has(&self, rule: Rule) -> bool {
        self.rules.has(rule)
    }

    /// The rule by which a player runs out of time; `None` where time is not limited. Cited for what happens
    /// then.
    pub fn clock_rule(&self) -> Option<Rule> {
        self.clocks.rule(self.rules)
    }

    /// The time for every decision where the software deals: the announced time, or the called time where the
    /// room calls the clock at the start of every turn; never both (AMB-043). `None` where only an official
    /// calls the clock.
    pub fn decision_clock(&self) -> Option<DecisionClock> {
        self.clocks.decision_clock(self.rules)
    }

    /// Why the software cannot deal at a table of this house: a decision could last forever (AMB-043); `None`
    /// where it can. Only settings that the book leaves to the operator are suggested as the way out.
    pub fn software_deal_problem(&self) -> Option<HouseProblem> {
        if self.decision_clock().is_some() {
            return None;
        }
        let offered =
            |setting| matches!(self.determined.book().setting(setting), Some(BookSetting::Operator { .. }));
        let value = self.determined.text("turn_seconds").to_owned();
        // The room, not the house, knows how long the time must be at a table with people.
        let announced =
            if value == "none" { ClockChoice::AnnounceTime } else { ClockChoice::AnnounceLongerTime };
        let choices = [("turn_seconds", announced), ("official_clock_call", ClockChoice::CallAutomatically)];
        let ways = choices.into_iter().filter(|(setting, _)| offered(setting)).map(|(_, way)| way).collect();
        let kind = HouseProblemKind::NoClockForSoftware { ways };
        Some(HouseProblem { setting: "turn_seconds", value, kind, rule: rule::ANNOUNCED_TIME_RUNS_OUT })
    }

    /// What the sign at a table of this house states (4.1): the smallest stake and the smallest bet.
    pub fn sign(&self) -> Sign {
        self.stakes.sign()
    }

    /// True in a game with antes and no blinds; there the opener may have to bet.
    #[inline]
    pub fn is_ante_game(&self) -> bool {
        self.stakes.blinds.is_empty()
    }

    /// The largest blind or ante, in chips, that a player posts before the cards; a room compares it with
    /// what may be brought to the table.
    pub fn largest_forced_bet(&self) -> Chips {
        self.stakes.largest_forced_bet()
    }

    /// The last blind in chips, or the smallest bet of the first betting round where there are no blinds: the
    /// measure of stacks and of what a newcomer posts.
    pub fn last_blind(&self) -> Chips {
        self.stakes.last_blind()
    }

    /// The most players that the deck can serve, counting hole cards, board and burn cards (AMB-020); never
    /// more than the program has seats.
    pub fn most_players(&self) -> u8 {
        let burns = if self.burn { self.game.board.iter().filter(|cards| **cards > 0).count() } else { 0 };
        let for_players = self.ranking.deck().len() - usize::from(self.game.board_cards()) - burns;
        (for_players / usize::from(self.game.hole_cards)).min(seating::MAX_SEATS) as u8
    }
}

impl PartialEq for House {
    /// Two houses are equal when they were determined from equal choices; everything else is computed from
    /// those.
    fn eq(&self, other: &House) -> bool {
        Arc::ptr_eq(&self.determined, &other.determined) || self.determined == other.determined
    }
}
