//! What a table plays by: the determined choices of a book, compiled for the machine.
//!
//! Text is turned into these types once, in `determine.rs`; nothing in the machine reads a setting by name.

use std::sync::Arc;

use cards::{Ranking, ShowdownMode, Used};
use chips::{Cents, Chips};
use rulebook::{BookSetting, Determination, Rule, rule};
use serde::{Deserialize, Serialize};

use crate::authority::Official;
use crate::determine::HouseProblem;

/// The most betting rounds that any game has.
pub const MOST_ROUNDS: usize = 5;

/// A game described as data: what is dealt, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its name in settings and files.
    pub name: &'static str,
    /// Hole cards per player.
    pub hole_cards: u8,
    /// How many hole cards each player gets at a time, for each turn around the table.
    pub packets: &'static [u8],
    /// How many hole cards a hand uses.
    pub used: Used,
    /// How many board cards are dealt before each betting round; its length is the number of betting rounds.
    pub board: &'static [u8],
    /// The name of each betting round, as programs know it.
    pub streets: &'static [&'static str],
}

/// The betting rounds of a game with a flop.
const WITH_A_FLOP: &[&str] = &["preflop", "flop", "turn", "river"];

impl Game {
    /// Hold'em: two hole cards, a flop of three, a fourth and a fifth card.
    pub const HOLDEM: Game = Game {
        name: "holdem",
        hole_cards: 2,
        packets: &[1, 1],
        used: Used::Any,
        board: &[0, 3, 1, 1],
        streets: WITH_A_FLOP,
    };

    /// Omaha: four hole cards, of which a hand uses exactly two; the same board as hold'em.
    pub const OMAHA: Game = Game {
        name: "omaha",
        hole_cards: 4,
        packets: &[1, 1, 1, 1],
        used: Used::ExactlyTwo,
        board: &[0, 3, 1, 1],
        streets: WITH_A_FLOP,
    };

    /// Three Card Manila: two hole cards dealt together and then a third, of which a hand uses exactly two; a
    /// board card before each of five betting rounds.
    pub const MANILA: Game = Game {
        name: "manila",
        hole_cards: 3,
        packets: &[2, 1],
        used: Used::ExactlyTwo,
        board: &[1, 1, 1, 1, 1],
        streets: &["first", "second", "third", "fourth", "fifth"],
    };

    /// Every game that the machine plays.
    pub const ALL: [Game; 3] = [Game::HOLDEM, Game::OMAHA, Game::MANILA];

    /// The place in dealing order that gets the hole card after `dealt` of them.
    pub(crate) fn index_of_hole_card(&self, dealt: u8, players: u8) -> u8 {
        let mut before = 0;
        for packet in self.packets {
            if dealt < before + packet * players {
                return (dealt - before) / packet;
            }
            before += packet * players;
        }
        0
    }

    /// True where three board cards are dealt together; such games have named streets.
    pub fn has_flop(&self) -> bool {
        self.board.contains(&3)
    }

    /// How many betting rounds there are.
    pub const fn rounds(&self) -> u8 {
        self.board.len() as u8
    }

    /// How many board cards there are in total.
    pub fn board_cards(&self) -> u8 {
        self.board.iter().sum()
    }
}

/// The setting `limit_structure`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Limit {
    Fixed,
    Spread,
    Double,
    HalfPot,
    FullPot,
    NoLimit,
}

/// The smallest and largest bet or raise of one betting round; no largest where neither the structure nor the
/// house sets one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Bounds {
    pub least: Chips,
    pub most: Option<Chips>,
}

/// The setting `raise_cap_heads_up`: when the cap is lifted because only two players are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum CapLift {
    MomentOfRaise,
    BeforeCap,
    RoundBegan,
    Never,
}

/// Antes, in ante games and in addition to blinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Antes {
    /// None.
    Off,
    /// Each player puts in the ante. It is matched like a bet, so a short ante wins only its share.
    EachPlayer(Chips),
    /// The player with the last blind puts in one ante for everybody; it is dead money.
    BigBlind(Chips),
}

/// The setting `opening_option`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum OpeningOption {
    A,
    B,
    C,
}

/// The setting `ante_opener`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum AnteOpener {
    MustBet,
    MayFold,
    MayCheck,
}

/// The setting `short_all_in`: who may raise while an all-in short of a full raise is the highest bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ShortAllIn {
    NobodyRaises,
    NoReopen,
    Reopens,
}

/// The settings `limit_raise_over_short_raise` and `limit_raise_over_short_bet`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum RaiseOverShort {
    AddBet,
    CompleteUnderHalf,
    Complete,
    NextLevel,
}

/// The setting `odd_chip`, with its tie-break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum OddChip {
    FirstLeftTakesAll,
    OneEachFromLeft,
    HighestHoleCard(OddChipTie),
}

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

/// The setting `odd_chip_tiebreak`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum OddChipTie {
    Suit,
    NextCard,
    FirstLeftOfButton,
}

/// How commission is taken from the pots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct PotCommission {
    pub percent: u64,
    pub cap: Option<Cents>,
    pub free_up_to: Cents,
    pub rounding: Cents,
    pub each_pot_threshold: bool,
    pub allocation: CommissionAllocation,
    pub equal_hands: EqualHandsExemption,
    pub blinds_only_exempt: bool,
    pub no_flop_no_drop: bool,
    pub round_to_chip: bool,
}

/// The setting `commission_allocation`: which pot bears the commission; never a pot that is exempt. For
/// `Proportional`, the parts are whole chips closest to the exact ones: what rounding down leaves goes to the
/// largest remainders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum CommissionAllocation {
    AsFormed,
    MainFirst,
    Proportional,
}

/// The setting `commission_equal_hands_exempt`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum EqualHandsExemption {
    Pay,
    RoundExempt,
    PotExempt,
}

/// The time for each decision where the software deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecisionClock {
    /// Seconds from when the seat comes on turn; an act at exactly this time still counts.
    pub seconds: u64,
    /// The rule that grants it: on an announced time, or on a called clock.
    pub rule: Rule,
}

/// What the sign at a table states (4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sign {
    /// The smallest stake with which a player may sit down.
    pub minimum_stake: Chips,
    /// The smallest bet of the first betting round.
    pub minimum_bet: Chips,
}

/// The rules in force, one bit per rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesInForce([u64; Rule::COUNT.div_ceil(64)]);

impl RulesInForce {
    /// The rules that a determined book has.
    pub fn of(determined: &Determination) -> RulesInForce {
        let mut words = [0; Rule::COUNT.div_ceil(64)];
        for rule in Rule::all().filter(|rule| determined.has_rule(*rule)) {
            words[rule.index() / 64] |= 1 << (rule.index() % 64);
        }
        RulesInForce(words)
    }

    /// True when the house has the rule.
    #[inline]
    pub const fn has(&self, rule: Rule) -> bool {
        self.0[rule.index() / 64] >> (rule.index() % 64) & 1 == 1
    }
}

/// The settings of a table, ready to play by. Made by [`House::of`].
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct House {
    /// The choices that it was compiled from: texts, clauses, the book.
    pub determined: Arc<Determination>,
    pub rules: RulesInForce,
    pub game: Game,
    pub ranking: Arc<Ranking>,
    /// Which hand wins the pot.
    pub mode: ShowdownMode,
    pub seats: u8,
    pub burn: bool,
    pub smallest_chip: Chips,
    pub chip_cents: u64,
    pub min_buy_in: Chips,
    pub max_buy_in: Option<Chips>,
    /// A player with chips left may top up to less than the smallest stake.
    pub short_stack_plays_on: bool,
    pub limit: Limit,
    /// One entry per betting round.
    pub bets: [Bounds; MOST_ROUNDS],
    /// Raise caps per betting round, for this limit structure and these forced bets.
    pub raise_cap: [Option<u32>; MOST_ROUNDS],
    pub cap_lifts: CapLift,
    pub cap_counts_all_in: bool,
    pub pot_rounding: Option<Chips>,
    pub nominal_blinds_in_pot: bool,
    pub raise_into_all_in: bool,
    /// First blind first; empty in an ante game.
    pub blinds: Vec<Chips>,
    pub antes: Antes,
    /// The ante of a hand with only antes and no betting before the board.
    pub bomb_pot: Option<Chips>,
    pub short_stack_posts_ante_first: bool,
    pub full_blind_price: bool,
    pub over_blinds: u8,
    /// `None`: twice the blind before it.
    pub over_blind_level: Option<Chips>,
    pub raise_over_over_blind_by_last_blind: bool,
    pub over_blind_word: &'static str,
    pub button_moves_over_empty_seats: bool,
    pub heads_up_button_posts_first: bool,
    pub heads_up_button_adjust: bool,
    pub missed_small_blind_live: bool,
    /// A player who refuses to post is not dealt in, instead of being charged anyway.
    pub no_cards_without_the_blind: bool,
    /// A clause of the book says that nobody checks in the first betting round of a game with blinds: a
    /// player who owes nothing there stands.
    pub stands_on_blinds: bool,
    pub opening: OpeningOption,
    pub ante_opener: AnteOpener,
    pub short_all_in: ShortAllIn,
    pub short_all_ins_accumulate: bool,
    pub half_counts: bool,
    pub short_bet_reopens_checkers: bool,
    pub raise_counts_from_last_full: bool,
    pub over_short_raise: RaiseOverShort,
    pub over_short_bet: RaiseOverShort,
    pub all_in_whole_bets: bool,
    pub fold_when_free: bool,
    pub early_last_bettor_shows_first: bool,
    pub side_pot_shows_first: bool,
    pub losers_may_muck: bool,
    pub all_in_hands_tabled: bool,
    pub cards_shown_after: bool,
    pub odd_chip: OddChip,
    pub odd_chip_to_nearest_half: bool,
    pub pots_joined: bool,
    pub commission: Option<PotCommission>,
    /// Commission is paid by time, and nothing is taken from the pots.
    pub commission_by_time: bool,
    /// The time announced for every act (4.8(a)).
    pub turn_seconds: Option<u64>,
    /// The time that may be called on the player to act (4.8(b)).
    pub official_clock_seconds: Option<u64>,
    /// The room calls the clock at the start of every turn.
    pub official_clock_is_automatic: bool,
    /// Extra time that a player may draw on, once per session of play.
    pub time_bank_seconds: Option<u64>,
    /// Extra time for a lost connection, per hand; zero for none.
    pub disconnect_seconds: u64,
    /// A hand whose time runs out checks where there is nothing to call, instead of being folded.
    pub check_when_out_of_time: bool,
    /// Minutes away after which a player may lose the seat.
    pub break_minutes: Option<u64>,
    /// Hands missed while away, after which a player at a full table may lose the seat.
    pub idle_rounds: Option<u64>,
    /// Hands between the notice of a change and its effect, at least one.
    pub notice_rounds: u64,
    /// A player may sit at only one table of a game.
    pub one_game_per_player: bool,
    /// Programs may play if plainly marked.
    pub machine_players: bool,
    /// A player who comes back within this many minutes with less than they took away is referred to an
    /// official.
    pub rejoin_window_minutes: Option<u64>,
    /// Who besides the operator decides what the book leaves to the operator.
    pub for_operator: OperatorDeputy,
    /// The officials of the book, lowest rank first.
    pub authority: Vec<Official>,
    /// The button does not move on after a void hand.
    pub button_stays_after_void: bool,
}

impl House {
    /// True when the house has the rule.
    #[inline]
    pub fn has(&self, rule: Rule) -> bool {
        self.rules.has(rule)
    }

    /// The rule by which a player runs out of time; `None` where time is not limited.
    pub fn clock_rule(&self) -> Option<Rule> {
        if self.turn_seconds.is_some() && self.has(rule::ANNOUNCED_TIME_RUNS_OUT) {
            return Some(rule::ANNOUNCED_TIME_RUNS_OUT);
        }
        (self.official_clock_seconds.is_some() && self.has(rule::CALLED_TIME_RUNS_OUT))
            .then_some(rule::CALLED_TIME_RUNS_OUT)
    }

    /// The time for every decision where the software deals: the announced time, or the called time where the
    /// room calls the clock at the start of every turn; never both (AMB-043). `None` where only an official
    /// calls the clock.
    pub fn decision_clock(&self) -> Option<DecisionClock> {
        let announced = self.turn_seconds.filter(|_| self.has(rule::ANNOUNCED_TIME_RUNS_OUT));
        let called = self.official_clock_seconds.filter(|_| self.official_clock_is_automatic);
        let called = called.filter(|_| self.has(rule::CALLED_TIME_RUNS_OUT));
        let announced =
            announced.map(|seconds| DecisionClock { seconds, rule: rule::ANNOUNCED_TIME_RUNS_OUT });
        announced.or(called.map(|seconds| DecisionClock { seconds, rule: rule::CALLED_TIME_RUNS_OUT }))
    }

    /// Why the software cannot deal at a table of this house: a decision could last forever (AMB-043). Only
    /// settings that the book leaves to the operator are suggested as the way out.
    pub fn software_deal_problem(&self) -> Option<HouseProblem> {
        if self.decision_clock().is_some() {
            return None;
        }
        let offered =
            |setting| matches!(self.determined.book().setting(setting), Some(BookSetting::Operator { .. }));
        let value = self.determined.text("turn_seconds").to_owned();
        // The room, not the house, knows how long the time must be at a table with people.
        let announced = if value == "none" { "turn_seconds" } else { "a longer turn_seconds" };
        let ways: Vec<&str> =
            [("turn_seconds", announced), ("official_clock_call", "official_clock_call = automatic")]
                .iter()
                .filter(|(setting, _)| offered(setting))
                .map(|(_, way)| *way)
                .collect();
        let what = "a table dealt by the software needs a time for every act";
        Some(HouseProblem {
            setting: "turn_seconds",
            value,
            reason: "no_clock_for_software",
            numbers: Vec::new(),
            what: if ways.is_empty() {
                what.to_owned()
            } else {
                format!("{what}: set {}", ways.join(", or "))
            },
            rule: rule::ANNOUNCED_TIME_RUNS_OUT,
        })
    }

    /// What the sign at a table of this house states.
    pub fn sign(&self) -> Sign {
        Sign { minimum_stake: self.min_buy_in, minimum_bet: self.bets[0].least }
    }

    /// True in a game with antes and no blinds.
    #[inline]
    pub fn is_ante_game(&self) -> bool {
        self.blinds.is_empty()
    }

    /// The largest blind or ante that a player posts before the cards.
    pub fn largest_forced_bet(&self) -> Chips {
        let ante = match self.antes {
            Antes::Off => Chips::ZERO,
            Antes::EachPlayer(ante) | Antes::BigBlind(ante) => ante,
        };
        let blinds = self.blinds.iter().copied().max().unwrap_or_default();
        blinds.max(ante).max(self.bomb_pot.unwrap_or_default())
    }

    /// The last blind, or the smallest bet of the first betting round where there are no blinds.
    pub fn last_blind(&self) -> Chips {
        self.blinds.last().copied().unwrap_or(self.bets[0].least)
    }

    /// The most players that the deck can serve, counting hole cards, board and burn cards (AMB-020).
    pub fn most_players(&self) -> u8 {
        let burns = if self.burn { self.game.board.iter().filter(|cards| **cards > 0).count() } else { 0 };
        let for_players = self.ranking.deck().len() - usize::from(self.game.board_cards()) - burns;
        (for_players / usize::from(self.game.hole_cards)).min(seating::MAX_SEATS) as u8
    }
}

impl PartialEq for House {
    /// Two houses are equal when they were determined from equal choices.
    fn eq(&self, other: &House) -> bool {
        Arc::ptr_eq(&self.determined, &other.determined) || self.determined == other.determined
    }
}
