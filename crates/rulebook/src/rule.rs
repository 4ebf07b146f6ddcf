//! The named rules, one entry for each: code cites a rule by its name, and the data of each book joins it to
//! clauses.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The part of play that a rule governs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Area {
    /// Choices made before a hand.
    Determinations,
    /// Seats, stakes brought to the table, and the button.
    Table,
    /// Blinds, antes, over-blinds and posts.
    Blinds,
    /// Dealing hole cards, burns and the board.
    Dealing,
    /// Acts in a betting round.
    Betting,
    /// Sizes and numbers of bets and raises.
    Limits,
    /// Tapping out, uncalled bets, and main and side pots.
    Pots,
    /// Showing and mucking at the showdown.
    Showdown,
    /// What the house takes from the pots.
    Commission,
    /// How people behave at a table; the machine of a table does not play these rules.
    Conduct,
    /// Tournaments, from their conditions to their prizes.
    Tournament,
}

/// A rule, as its index in the list of all rules; small enough to go with every event.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule(u16);

/// What the list of rules has for each of them.
struct RuleEntry {
    name: &'static str,
    area: Area,
    sentence: &'static str,
}

impl Rule {
    /// All rules in the order of play, by area; their index is their place in it.
    pub fn all() -> impl Iterator<Item = Rule> {
        (0..ENTRIES.len() as u16).map(Rule)
    }

    /// How many rules there are.
    pub const COUNT: usize = ENTRIES.len();

    /// The rule with this name, such as `act-in-turn`; `None` for an unknown one, as in the records of a
    /// later version.
    ///
    /// ```
    /// use rulebook::{Rule, rule};
    /// assert_eq!(Rule::named("smallest-raise"), Some(rule::SMALLEST_RAISE));
    /// assert_eq!(Rule::named("no-such-rule"), None);
    /// ```
    pub fn named(name: &str) -> Option<Rule> {
        ENTRIES.iter().position(|entry| entry.name == name).map(|at| Rule(at as u16))
    }

    /// The index in the list of all rules, below [`Rule::COUNT`]. It changes when rules are added: never
    /// store it.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The name, a sentence in kebab case. It is stored in records and sent, so it never changes.
    pub const fn name(self) -> &'static str {
        ENTRIES[self.0 as usize].name
    }

    /// The part of play that the rule governs, under which the documentation lists it.
    pub const fn area(self) -> Area {
        ENTRIES[self.0 as usize].area
    }

    /// What the rule says, in one sentence for people.
    pub const fn sentence(self) -> &'static str {
        ENTRIES[self.0 as usize].sentence
    }

    /// True if earlier versions of the program cited `other` for part of what this rule covers now. Records
    /// they wrote name it, and are still correct: an audit accepts either.
    pub fn was_cited_as(self, other: Rule) -> bool {
        EARLIER_CITATIONS.contains(&(self, other))
    }
}

impl fmt::Debug for Rule {
    /// Writes the name of the rule.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Rule {
    /// Writes the name of the rule, the form that is stored and sent.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A rule is serialized as its name.
impl Serialize for Rule {
    /// Writes the name, the form of a rule in stored records and on the wire.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

struct RuleName;

impl de::Visitor<'_> for RuleName {
    type Value = Rule;

    /// What a deserializer's error names as expected.
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a rule, such as act-in-turn")
    }

    /// Looks the name of a stored record up; an unknown name is an error of the deserializer.
    fn visit_str<E: de::Error>(self, name: &str) -> Result<Rule, E> {
        Rule::named(name).ok_or_else(|| E::custom(format_args!("there is no rule named {name:?}")))
    }
}

impl<'de> Deserialize<'de> for Rule {
    /// Reads the name that `serialize` wrote.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rule, D::Error> {
        deserializer.deserialize_str(RuleName)
    }
}

macro_rules! rules {
    ($($area:ident { $($constant:ident = $name:literal, $says:literal;)* })*) => {
        const ENTRIES: &[RuleEntry] = &[$($(RuleEntry { name: $name, area: Area::$area, sentence: $says },)*)*];

        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u16)]
        enum RuleIndex { $($($constant,)*)* }

        $($(
            #[doc = $says]
            pub const $constant: Rule = Rule(RuleIndex::$constant as u16);
        )*)*
    };
}

/// Rules that were split off from others: the rule now, and the rule cited in its place before.
const EARLIER_CITATIONS: &[(Rule, Rule)] = &[
    (BEST_HAND_WITH_A_JOKER, BEST_HAND_WINS),
    (BEST_HAND_WITH_A_LOW_ACE, BEST_HAND_WINS),
    (BEST_HAND_WITH_JOKER_AND_LOW_ACE, BEST_HAND_WINS),
    (BEST_LOW_HAND_WINS, BEST_HAND_WINS),
    (BEST_LOW_HAND_WITH_A_JOKER, BEST_HAND_WINS),
    (BEST_HAND_BOTH_WAYS, BEST_HAND_WINS),
    (BEST_HAND_BOTH_WAYS_WITH_A_JOKER, BEST_HAND_WINS),
    (LATER_ROUND_LAST_PLAYER, BEST_HAND_WINS),
    (EQUAL_HANDS_SHARE_WITH_A_JOKER, EQUAL_HANDS_SHARE),
    (EQUAL_LOW_HANDS_SHARE_WITH_A_JOKER, EQUAL_HANDS_SHARE),
    (COMMISSION_IN_WHOLE_CHIPS, COMMISSION_OF_THE_ROUND),
    (MUCKED_HAND_IS_DEAD, BEST_HAND_WINS),
    (SIDE_POTS, LATER_ROUND_LAST_PLAYER),
    (SIDE_POTS, FIRST_ROUND_LAST_PLAYER),
    (SIDE_POTS, LAST_BLIND_UNRAISED),
    (SIDE_POTS, BEST_HAND_WINS),
    (OF_THE_PROGRAM, FIRST_BUTTON),
    (NEWCOMER_POSTS, NEWCOMER_POSTS_OR_WAITS),
    (NEWCOMER_WAITS, NEWCOMER_POSTS_OR_WAITS),
    (MISSED_BLINDS_ARE_POSTED, BIG_BLIND_ANTE),
    (FIRST_ROUND_OPTIONS, LAST_BLIND_MAY_RAISE),
    (POT_OF_THE_ROUND, SIDE_POTS),
    (BET_AFTER_CHECKS, LATER_RAISE),
    (BET_AFTER_CHECKS, FIRST_ROUND_RAISE),
    (CHECKED_ROUND_ENDS, FIRST_ROUND_MATCHED),
    (ORDER_WITHOUT_A_CALL, CALLED_PLAYER_SHOWS_FIRST),
    (MISSED_BLINDS_ARE_POSTED, NEWCOMER_POSTS_OR_WAITS),
    (SITTING_OUT_MISSES_BLINDS, MISSED_BLINDS_ARE_POSTED),
    (NOBODY_RETURNS_ON_THE_BUTTON, NOBODY_ENTERS_ON_THE_BUTTON),
    (WHO_LEAVES_TAKES_THE_STAKE, LEAVER_IS_FOLDED_IN_TURN),
    (OPENER_AFTER_OVER_BLIND, OPENER_OF_FIRST_ROUND),
    (OPENER_ABLE_TO_ACT, OPENER_OF_FIRST_ROUND),
    (CALL_IS_THE_HIGHEST_BET, FIRST_ROUND_CALL),
    (CALL_IS_THE_HIGHEST_BET, LATER_CALL),
    (LAST_BLIND_STANDS, LAST_BLIND_MAY_RAISE),
    (OVER_BLIND_ACTS_LAST, LAST_BLIND_MAY_RAISE),
    (FOLDED_WITH_A_FREE_CHECK, ANNOUNCED_TIME_RUNS_OUT),
    (FOLDED_WITH_A_FREE_CHECK, CALLED_TIME_RUNS_OUT),
    (LAST_BLIND_UNRAISED, FIRST_ROUND_LAST_PLAYER),
    (RAISE_OVER_SHORT_RAISE, OPTION_B_RAISE),
    (RAISE_OVER_SHORT_RAISE, FIRST_ROUND_RAISE),
    (RAISE_OVER_SHORT_RAISE, LATER_RAISE),
    (RAISE_OVER_SHORT_BET, FIRST_ROUND_RAISE),
    (RAISE_OVER_SHORT_BET, LATER_RAISE),
    (ODD_AMOUNT_AFTER_COMMISSION, ODD_CHIP),
];

rules! {
    Determinations {
        DETERMINED_BEFORE_THE_ROUND = "determined-before-the-round", "What a round needs is fixed before it starts and holds until it ends.";
        BLINDS_OR_ANTES = "blinds-or-antes", "A game has blinds or antes.";
        NUMBER_OF_BLINDS = "number-of-blinds", "One, two or three players post blinds, and there are enough players for them.";
        OPENING_OPTION_IS_FIXED = "opening-option-is-fixed", "The opening player has the options that were fixed before the round.";
        BLIND_LEVELS = "blind-levels", "Blinds do not fall from one to the next, and the last is no less than the smallest bet.";
        LIMITS_ARE_DETERMINED = "limits-are-determined", "Smallest and largest bets are fixed before the round.";
        COMMISSION_IS_CHARGED = "commission-is-charged", "Exactly one way of taking commission is fixed before the round.";
        COMMISSION_RATE_FOLLOWS_STAKE = "commission-rate-follows-stake", "The higher percentage is for games with a small table stake.";
        COMMISSION_CAP_IS_APPROVED = "commission-cap-is-approved", "Commission from the pot has an approved largest amount.";
        TIME_CHARGE_IS_APPROVED = "time-charge-is-approved", "Commission by time is announced, paid ahead and within its approved maximum.";
        OPERATOR_MAY_CHOOSE = "operator-may-choose", "A book fixes some choices and leaves others to the operator.";
    }
    Table {
        ONE_SEAT_A_PLAYER = "one-seat-a-player", "A player holds one seat at a table.";
        ONE_PLAYER_A_SEAT = "one-player-a-seat", "A seat is held by one player.";
        ENOUGH_PLAYERS = "enough-players", "A round needs two players with chips.";
        DECK_BOUNDS_THE_PLAYERS = "deck-bounds-the-players", "No deal is begun that the deck could not finish.";
        SEATS_OF_THE_TABLE = "seats-of-the-table", "A table has the seats that were determined for it.";
        STAKE_WITHIN_LIMITS = "stake-within-limits", "A player sits down with a stake between the smallest and the largest.";
        TOP_UP_WITHIN_LIMITS = "top-up-within-limits", "Chips bought between rounds leave the stake between the smallest and the largest.";
        REBUY_OF_THE_MINIMUM = "rebuy-of-the-minimum", "A player who has lost the stake buys at least the smallest one.";
        NO_PURCHASE_IN_A_ROUND = "no-purchase-in-a-round", "Nobody adds to a stake or takes from it during a round.";
        FIRST_BUTTON = "first-button", "The first button goes to the player at the dealer's right.";
        BUTTON_MOVES_CLOCKWISE = "button-moves-clockwise", "After each round the button moves clockwise.";
        MINIMUMS_ARE_ON_RECORD = "minimums-are-on-record", "Smallest stake and smallest bet are shown at the table.";
        CHANGES_ARE_ANNOUNCED = "changes-are-announced", "A change is announced and holds from a later round.";
        NO_CHIPS_OFF_THE_TABLE = "no-chips-off-the-table", "Nobody takes chips off the table and stays.";
        INCIDENTAL_PURCHASES = "incidental-purchases", "Small purchases at the table may be paid with chips.";
        WHO_LEAVES_TAKES_THE_STAKE = "who-leaves-takes-the-stake", "Who leaves the table takes the whole stake along.";
        RETURN_WITH_LESS_IS_REFERRED = "return-with-less-is-referred", "Who comes back soon with less than was taken away is referred to an official.";
        EXCLUDED_AFTER_THE_ROUND = "excluded-after-the-round", "Who is shut out plays the round out and is paid the rest of the stake.";
        REMOVED_BY_THE_HOUSE = "removed-by-the-house", "The house may take a player off the table; the round is played out first.";
        NO_STAKE_NO_SEAT = "no-stake-no-seat", "A player who has lost the stake and buys no chips may lose the seat.";
        SEAT_IS_LOST_BY_ABSENCE = "seat-is-lost-by-absence", "Who stays away too long may lose the seat.";
        NOBODY_ENTERS_ON_THE_BUTTON = "nobody-enters-on-the-button", "Who enters is not dealt in on the button.";
        NOBODY_RETURNS_ON_THE_BUTTON = "nobody-returns-on-the-button", "Who comes back after missed blinds is not dealt in on the button.";
        WHO_MAY_ACT = "who-may-act", "A seat is played by its player; the dealer records what happened at the table.";
        OF_THE_PROGRAM = "of-the-program", "No clause asks for it: the sizes, the time and the record that the program itself needs.";
    }
    Blinds {
        FORCED_BETS_COME_FIRST = "forced-bets-come-first", "Blinds or antes are collected before the deal.";
        BLINDS_IN_ORDER = "blinds-in-order", "The first blind comes from the first player after the button, further ones from the next in turn.";
        HEADS_UP_BLINDS = "heads-up-blinds", "Which of two players posts the first blind.";
        EVERY_PLAYER_ANTES = "every-player-antes", "In a game with antes every player dealt in puts in the ante.";
        BIG_BLIND_ANTE = "big-blind-ante", "One player puts in the ante for all.";
        NO_REFUSAL_OF_A_BLIND = "no-refusal-of-a-blind", "A player must not refuse to post a blind.";
        SITTING_OUT_MISSES_BLINDS = "sitting-out-misses-blinds", "A player who sits out is not dealt in, and misses the blinds that pass.";
        OVER_BLIND_BEFORE_THE_DEAL = "over-blind-before-the-deal", "Where allowed, the next player may post one more blind before the first card.";
        MISSED_BLINDS_ARE_POSTED = "missed-blinds-are-posted", "Who missed blinds waits for the last blind or posts what was missed.";
        NEWCOMER_POSTS_OR_WAITS = "newcomer-posts-or-waits", "Who joins a running game posts the last blind or waits for it.";
        NEWCOMER_WAITS = "newcomer-waits", "A newcomer who does not post waits for the last blind.";
        NEWCOMER_POSTS = "newcomer-posts", "A newcomer who does not wait posts the amount of the last blind.";
        BOMB_POT = "bomb-pot", "A round with antes only and no betting before the board.";
    }
    Dealing {
        SHUFFLE_COMES_FIRST = "shuffle-comes-first", "The dealer shuffles before every round.";
        ONE_CUT_BEFORE_THE_DEAL = "one-cut-before-the-deal", "After the shuffle the cards are cut once, before the first is dealt.";
        CUT_LEAVES_TWO_CARDS = "cut-leaves-two-cards", "Two cards at least lie on each side of the cut.";
        HOLE_CARDS_ONE_AT_A_TIME = "hole-cards-one-at-a-time", "Hole cards are dealt in the order of the game, clockwise from the player after the button.";
        BETTING_FOLLOWS_HOLE_CARDS = "betting-follows-hole-cards", "A betting round follows when every player has the hole cards.";
        BOARD_FOLLOWS_BETTING = "board-follows-betting", "Board cards follow a betting round that left two or more players and every bet matched.";
        FIRST_BOARD_CARD_FOLLOWS_HOLE_CARDS = "first-board-card-follows-hole-cards", "In a game of single board cards the first is dealt after the hole cards, before any betting.";
        BURN_BEFORE_BOARD = "burn-before-board", "Where burning was chosen a card is burned before the first board cards, the fourth and the fifth.";
        BETTING_FOLLOWS_BOARD = "betting-follows-board", "A betting round follows the flop and each further board card.";
        NO_BETTING_WHEN_NOBODY_CAN = "no-betting-when-nobody-can", "With at most one player able to bet the rest of the board is dealt without betting.";
        PLAY_TO_THE_END = "play-to-the-end", "Play goes on until the pot is won or the last betting round is complete.";
        DECK_IS_FIXED = "deck-is-fixed", "Deck and joker stay as they are from the first round until the table closes or the game is declared anew.";
        REPLACED_CARDS_ARE_CHECKED = "replaced-cards-are-checked", "Cards are changed between rounds, and supervisor and dealer check each new one before it is used.";
        CARD_IS_DEALT_ONCE = "card-is-dealt-once", "A card of the deck is dealt once.";
        LAST_BETTING_ROUND = "last-betting-round", "There are no more betting rounds than the game has.";
    }
    Betting {
        ACT_IN_TURN = "act-in-turn", "Players act clockwise, one at a time.";
        ACT_IN_TURN_LATER = "act-in-turn-later", "In later betting rounds players act in turn, clockwise from the opening player.";
        OPENER_OF_FIRST_ROUND = "opener-of-first-round", "The player after the last blind opens the first betting round.";
        OPENER_AFTER_OVER_BLIND = "opener-after-over-blind", "With an over-blind the player after it opens the first betting round.";
        OPENER_ABLE_TO_ACT = "opener-able-to-act", "A player who is all-in is passed over, and the next who can act opens.";
        OPENER_OF_LATER_ROUND = "opener-of-later-round", "The first active player after the button opens every later betting round.";
        OPENING_OPTIONS = "opening-options", "The opener of the first betting round has the options of the table and no others.";
        OPENER_MUST_CALL = "opener-must-call", "Under option A the opener puts in at least the call.";
        OPTION_A_CALL = "option-a-call", "Under option A the opener may call.";
        OPTION_A_RAISE = "option-a-raise", "Under option A the opener may call and raise.";
        OPTION_A_CALL_AND_FOLD = "option-a-call-and-fold", "Under option A the opener may pay the call and give up the hand.";
        OPTION_B_CALL = "option-b-call", "Under option B the opener may call.";
        OPTION_B_RAISE = "option-b-raise", "Under option B the opener may call and raise.";
        OPTION_B_FOLD = "option-b-fold", "Under option B the opener may fold without paying.";
        OPENER_MUST_RAISE = "opener-must-raise", "Under option C the opener raises or folds.";
        OPTION_C_RAISE = "option-c-raise", "Under option C the opener may call and raise.";
        OPTION_C_FOLD = "option-c-fold", "Under option C the opener may fold without paying.";
        ANTE_OPENER_MUST_BET = "ante-opener-must-bet", "In a game with antes the opener must bet.";
        ANTE_OPENER_BETS = "ante-opener-bets", "In a game with antes the opener opens with a bet.";
        ANTE_OPENER_FOLDS = "ante-opener-folds", "In a game with antes the opener may fold where the house says so.";
        ANTE_OPENER_CHECKS = "ante-opener-checks", "In a game with antes the opener may check where the house says so.";
        LAST_BLIND_MAY_RAISE = "last-blind-may-raise", "If nobody raised, the player with the last blind may still raise.";
        LAST_BLIND_STANDS = "last-blind-stands", "Where nobody checks in the first betting round, who owes nothing there stands.";
        OVER_BLIND_ACTS_LAST = "over-blind-acts-last", "Who posted the over-blind acts last in the first betting round and may still raise.";
        FIRST_ROUND_OPTIONS = "first-round-options", "A later player of the first betting round calls, raises or folds.";
        FIRST_ROUND_CALL = "first-round-call", "A later player of the first betting round may call.";
        FIRST_ROUND_RAISE = "first-round-raise", "A later player of the first betting round may call and raise.";
        FIRST_ROUND_FOLD = "first-round-fold", "A later player of the first betting round may fold.";
        NO_CHECK_IN_FIRST_ROUND = "no-check-in-first-round", "Nobody checks in the first betting round with a blind to answer.";
        NO_CHECK_AFTER_A_BET = "no-check-after-a-bet", "Once there is a bet nobody checks.";
        LATER_OPENER_BETS = "later-opener-bets", "The opener of a later betting round may bet.";
        LATER_OPENER_CHECKS = "later-opener-checks", "The opener of a later betting round may check.";
        LATER_OPENER_FOLDS = "later-opener-folds", "The opener of a later betting round may fold.";
        LATER_OPENER_OPTIONS = "later-opener-options", "The opener of a later betting round bets, checks or folds.";
        LATER_OPTIONS = "later-options", "A later player calls, raises, checks or folds.";
        CALL_IS_THE_HIGHEST_BET = "call-is-the-highest-bet", "A call meets the highest bet of the betting round, also after an all-in for less.";
        LATER_CALL = "later-call", "A later player may call.";
        LATER_RAISE = "later-raise", "A later player may call and raise.";
        BET_AFTER_CHECKS = "bet-after-checks", "A later player may open the betting after checks.";
        LATER_CHECK = "later-check", "A later player may check if there is no bet.";
        LATER_FOLD = "later-fold", "A later player may fold.";
        ANNOUNCED_TIME_RUNS_OUT = "announced-time-runs-out", "Who does not act within the announced time is folded; bets stay.";
        CALLED_TIME_RUNS_OUT = "called-time-runs-out", "Who does not act within the time called is folded; bets stay.";
        SUPERVISOR_CALLS_THE_CLOCK = "supervisor-calls-the-clock", "The supervisor may call the clock without acting for the operator.";
        FOLDED_WITH_A_FREE_CHECK = "folded-with-a-free-check", "Who runs out of time is folded, although nothing was to call.";
        LEAVER_IS_FOLDED_IN_TURN = "leaver-is-folded-in-turn", "The hand of a player who left is folded when its turn comes.";
        NO_FOLD_WHEN_CHECK_IS_FREE = "no-fold-when-check-is-free", "Where the house says so nobody folds with nothing to call.";
        FIRST_ROUND_MATCHED = "first-round-matched", "The first betting round ends when everybody able to act has acted and matched.";
        LATER_ROUND_MATCHED = "later-round-matched", "A later betting round ends when everybody able to act has acted and matched.";
        CHECKED_ROUND_ENDS = "checked-round-ends", "If everybody checks the betting round ends.";
        FIRST_ROUND_LAST_PLAYER = "first-round-last-player", "If one player is left in the first betting round, that player wins the pot.";
        LAST_BLIND_UNRAISED = "last-blind-unraised", "The last blind takes the pot when nobody calls or raises it.";
        LATER_ROUND_LAST_PLAYER = "later-round-last-player", "If one player is left in a later betting round, that player wins the pot.";
    }
    Limits {
        SMALLEST_BET = "smallest-bet", "An opening bet is no less than the smallest bet.";
        SMALLEST_BET_ANTE_GAME = "smallest-bet-ante-game", "An opening bet of a game with antes is no less than the smallest bet.";
        SMALLEST_RAISE = "smallest-raise", "A raise is no less than the opening bet and any full raise of the betting round.";
        SMALLEST_RAISE_ANTE_GAME = "smallest-raise-ante-game", "A raise of a game with antes is no less than the opening bet and any full raise of the betting round.";
        RAISE_OVER_SHORT_RAISE = "raise-over-short-raise", "Over an all-in short of a full raise, a raise is as large as the house determined for that.";
        RAISE_OVER_SHORT_BET = "raise-over-short-bet", "Over an all-in short of a full bet, a raise is as large as the house determined for that.";
        RAISE_OVER_OVER_BLIND = "raise-over-over-blind", "Over an over-blind, the smallest raise is the one determined for that.";
        LIMITS_OF_THE_ROUND = "limits-of-the-round", "Bets and raises of each betting round keep to what was determined for it.";
        LARGEST_BET = "largest-bet", "A bet or raise is no more than the largest.";
        DOUBLE_LIMIT = "double-limit", "A total bet is no more than twice the highest total.";
        POT_LIMIT = "pot-limit", "A bet or raise is no more than the pot, or half of it, with the call counted in.";
        POT_LIMIT_ALLOWS_THE_MINIMUM = "pot-limit-allows-the-minimum", "Where the pot allows less than the smallest bet or raise, exactly the smallest may be made.";
        RAISE_CAP = "raise-cap", "No more raises in a betting round than the house allows.";
        BETS_ARE_MADE_IN_CHIPS = "bets-are-made-in-chips", "Bets are made in chips and nothing else.";
        WHOLE_CHIPS_OF_THE_TABLE = "whole-chips-of-the-table", "Bets are whole multiples of the smallest chip, all-in excepted.";
        TABLE_STAKES = "table-stakes", "Nobody bets more than the stake in front.";
        SHORT_ALL_IN_DOES_NOT_REOPEN = "short-all-in-does-not-reopen", "An all-in short of a full raise does not reopen the betting.";
        SHORT_ALL_IN_BET_DOES_NOT_REOPEN = "short-all-in-bet-does-not-reopen", "An all-in short of a full opening bet does not reopen the betting.";
        NO_RAISE_INTO_ALL_IN_PLAYERS = "no-raise-into-all-in-players", "There is no raise when every opponent is all-in.";
    }
    Pots {
        ALL_IN_FOR_LESS = "all-in-for-less", "Who cannot meet a bet in full puts in every chip and stays to the showdown without further betting.";
        ALL_IN_PLAYER_DOES_NOT_ACT = "all-in-player-does-not-act", "An all-in player has no further part in the betting.";
        SHORT_POST_IS_ALL_IN = "short-post-is-all-in", "A blind or ante larger than the stake takes the stake.";
        UNCALLED_BET_IS_RETURNED = "uncalled-bet-is-returned", "The part of a bet that nobody called goes back.";
        POT_OF_THE_ROUND = "pot-of-the-round", "What the players put in during the round is the pot.";
        SIDE_POTS = "side-pots", "An all-in player can win only the pots formed up to that point.";
        EQUAL_HANDS_SHARE = "equal-hands-share", "Equal winning hands share a pot in units of the smallest chip.";
        EQUAL_HANDS_SHARE_WITH_A_JOKER = "equal-hands-share-with-a-joker", "Equal winning hands share a pot, and the joker in one of them counts as the card it stands for.";
        EQUAL_LOW_HANDS_SHARE_WITH_A_JOKER = "equal-low-hands-share-with-a-joker", "Equal low hands share a pot or its low half, and the joker in one of them counts as the card it stands for.";
        ODD_CHIP = "odd-chip", "What cannot be shared goes to one winner, or round from the left of the button.";
        ODD_AMOUNT_AFTER_COMMISSION = "odd-amount-after-commission", "What is less than a chip after the commission goes with the odd chips.";
        HIGH_AND_LOW_HALVE = "high-and-low-halve", "In high/low the highest and the lowest hand take half of a pot each; without a qualifying low the high hand takes it all.";
        NO_AGREEMENT_TO_SHARE = "no-agreement-to-share", "Players may not agree to share a pot.";
    }
    Showdown {
        CALLED_PLAYER_SHOWS_FIRST = "called-player-shows-first", "After the last betting round the player who was called shows first.";
        ORDER_WITHOUT_A_CALL = "order-without-a-call", "If nobody was called in the last betting round, the first to show is the one whom the house's order names.";
        SHOWDOWN_FOLLOWS_BETTING = "showdown-follows-betting", "Hands are shown when the betting is over.";
        EQUAL_OR_BETTER_SHOWS = "equal-or-better-shows", "The others show if equal or better and may otherwise throw the hand away unseen.";
        ALL_IN_HANDS_ARE_TABLED = "all-in-hands-are-tabled", "When betting is over early all hands are turned up at once.";
        BEST_HAND_WINS = "best-hand-wins", "The best five cards of hole cards and board win.";
        BEST_HAND_WITH_A_JOKER = "best-hand-with-a-joker", "The best five cards win, and the joker among those compared counts as the card it stands for.";
        BEST_HAND_WITH_A_LOW_ACE = "best-hand-with-a-low-ace", "The best five cards win, and an ace among those compared stands below the lowest card of the deck.";
        BEST_HAND_WITH_JOKER_AND_LOW_ACE = "best-hand-with-joker-and-low-ace", "The best five cards win; among those compared are a joker and a straight from a low ace.";
        BEST_LOW_HAND_WINS = "best-low-hand-wins", "In low ball the lowest five cards win; straights and flushes do not count.";
        BEST_LOW_HAND_WITH_A_JOKER = "best-low-hand-with-a-joker", "The lowest five cards win, and the joker among those compared counts as the card it stands for.";
        BEST_HAND_BOTH_WAYS = "best-hand-both-ways", "In high/low the same player has the highest and the lowest hand and takes the whole pot.";
        BEST_HAND_BOTH_WAYS_WITH_A_JOKER = "best-hand-both-ways-with-a-joker", "The same player has the highest and the lowest hand, and the joker among those compared counts as the card it stands for.";
        SHOWN_TO_ONE_SHOWN_TO_ALL = "shown-to-one-shown-to-all", "Cards that a player shows to one when the round is over are shown to all: those cards and no others.";
        CARDS_STAY_HIDDEN_IN_PLAY = "cards-stay-hidden-in-play", "Nobody turns up cards while the hand is played.";
        NO_CARDS_SHOWN_AFTERWARDS = "no-cards-shown-afterwards", "Where the house has no showing of cards after the round, they stay face down.";
        MUCKED_HAND_IS_DEAD = "mucked-hand-is-dead", "A hand in the discard pile is dead.";
        DISTURBANCE_ENDS_THE_ROUND = "disturbance-ends-the-round", "A round broken up by a disturbance is cancelled and every chip goes back.";
        VOID_ROUND_RETURNS_EVERY_CHIP = "void-round-returns-every-chip", "A round that cannot go on or was tampered with is void and every chip goes back.";
        RECORD_IS_FOLLOWED = "record-is-followed", "A record is followed where it tells what happened.";
    }
    Commission {
        COMMISSION_OF_THE_ROUND = "commission-of-the-round", "Commission is a percentage of the sum of all pots, rounded down, up to its cap, and nothing from small pots.";
        COMMISSION_IN_WHOLE_CHIPS = "commission-in-whole-chips", "Commission that does not come to whole chips is rounded down to the chip.";
        COMMISSION_CAP = "commission-cap", "Commission of a round is no more than its cap.";
        NO_COMMISSION_ON_EQUAL_HANDS = "no-commission-on-equal-hands", "Nothing is taken when only players with equal hands put anything in.";
        NO_COMMISSION_ON_BLINDS = "no-commission-on-blinds", "Nothing is taken from a pot of only antes and blinds.";
        NO_FLOP_NO_DROP = "no-flop-no-drop", "Nothing is taken when no board card was dealt.";
        COMMISSION_BY_TIME = "commission-by-time", "Commission by time takes nothing from the pots.";
    }
    Conduct {
        NO_TALK_THAT_HELPS = "no-talk-that-helps", "Nobody tells another player what could help in a hand that is played.";
    }
    Tournament {
        TOURNAMENT_RULES_PREVAIL = "tournament-rules-prevail", "In a tournament the ordinary rules hold but for what the tournament rules change.";
        CONDITIONS_ARE_WRITTEN = "conditions-are-written", "The conditions of a tournament are written and published whole before an entry is sold.";
        CONDITIONS_ARE_OPEN = "conditions-are-open", "Patrons can read the conditions before an entry is sold.";
        CONDITIONS_ARE_NOTIFIED = "conditions-are-notified", "The regulator has a copy of this version of the conditions before an entry is sold.";
        CONDITIONS_ARE_APPROVED = "conditions-are-approved", "The conditions of a tournament are approved before an entry is sold.";
        CONDITIONS_STATE_THE_START = "conditions-state-the-start", "The conditions state when the tournament starts and how and by whom it is entered.";
        CONDITIONS_STATE_THE_FEES = "conditions-state-the-fees", "The conditions state the entry fee and the tournament commission.";
        CONDITIONS_STATE_THE_SESSIONS = "conditions-state-the-sessions", "The conditions state how many sessions there are and how long they last.";
        CONDITIONS_STATE_THE_TABLES = "conditions-state-the-tables", "The conditions state how many tables a session has, and when a sit-and-go begins.";
        CONDITIONS_STATE_FURTHER_PLAY = "conditions-state-further-play", "The conditions state how tables are balanced and broken and what else the rules leave open, and agree with the rules.";
        CONDITIONS_STATE_THE_PROGRESSION = "conditions-state-the-progression", "The conditions state how players get from session to session.";
        CONDITIONS_STATE_THE_POINTS = "conditions-state-the-points", "The conditions state whether several sessions or games are played for points or prizes.";
        CONDITIONS_STATE_WHO_GOES_OUT = "conditions-state-who-goes-out", "The conditions of a tournament for points state how players go out of it.";
        CONDITIONS_STATE_SESSION_PLACES = "conditions-state-session-places", "The conditions of a tournament for points state how the places in a session are decided.";
        CONDITIONS_STATE_EQUAL_POINTS = "conditions-state-equal-points", "The conditions of a tournament for points state whether equal points share the prizes or draw cards.";
        CONDITIONS_STATE_THE_REPECHAGE = "conditions-state-the-repechage", "The conditions state whether there is a repechage or catch-up session and who may play it.";
        CONDITIONS_STATE_THE_RE_BUYS = "conditions-state-the-re-buys", "The conditions state whether, how, when and at what cost an eliminated player may buy back in.";
        CONDITIONS_STATE_THE_ADD_ONS = "conditions-state-the-add-ons", "The conditions state whether, how, when and at what cost there is an add-on.";
        CONDITIONS_STATE_THE_CHIPS = "conditions-state-the-chips", "The conditions state the chips for an entry, a re-buy and an add-on.";
        CONDITIONS_STATE_THE_PLAYERS = "conditions-state-the-players", "The conditions state the smallest and the largest number of players.";
        CONDITIONS_STATE_THE_GROUPS = "conditions-state-the-groups", "The conditions state the restrictions on groups of players.";
        CONDITIONS_STATE_THE_LEVELS = "conditions-state-the-levels", "The conditions state the betting structure and the table limits.";
        CONDITIONS_STATE_THE_PROGRESS = "conditions-state-the-progress", "Where players compete from session to session, the conditions state who goes out and how many go on.";
        CONDITIONS_STATE_PROGRESS_OUT = "conditions-state-progress-out", "Where players compete from session to session, the conditions state how players go out.";
        CONDITIONS_STATE_PROGRESS_NUMBER = "conditions-state-progress-number", "Where players compete from session to session, the conditions state how many go on.";
        CONDITIONS_STATE_THE_PRIZES = "conditions-state-the-prizes", "The conditions state the breakdown of the prize pool or how it is worked out.";
        CONDITIONS_STATE_THE_PAYMENT = "conditions-state-the-payment", "The conditions state how the prize pool is handed out.";
        RULES_PREVAIL_OVER_CONDITIONS = "rules-prevail-over-conditions", "A condition that contradicts the rules does not hold, and the conditions say so.";
        APPROVED_CONDITIONS_PREVAIL = "approved-conditions-prevail", "An approved condition holds for the tournament where it contradicts an earlier rule.";
        DIRECTOR_IS_NOMINATED = "director-is-nominated", "The shift manager names the director of a tournament.";
        AGREEMENT_IN_WRITING = "agreement-in-writing", "An entry may need the player's agreement in writing.";
        ONE_ENTRY_A_PLAYER = "one-entry-a-player", "A player has one entry, apart from re-buys.";
        NO_CHIPS_IS_OUT = "no-chips-is-out", "A player without tournament chips and without a right to re-buy is out and leaves the table.";
        RE_BUY_BY_THE_CONDITIONS = "re-buy-by-the-conditions", "A re-buy is sold to those, in the time and at the price that the conditions state.";
        ADD_ON_BY_THE_CONDITIONS = "add-on-by-the-conditions", "An add-on is sold once, at the time and the price that the conditions state.";
        NUMBER_OF_PLAYERS = "number-of-players", "A tournament starts with no fewer players than its least and sells no more entries than its most.";
        ENTRY_BY_THE_CONDITIONS = "entry-by-the-conditions", "Who may enter, how and until when is as the conditions state.";
        SEATS_BY_BALLOT = "seats-by-ballot", "Table and seat are drawn by ballot before the session begins.";
        DIRECTOR_SETS_TABLE_SIZES = "director-sets-table-sizes", "The director sets how many players sit at a table.";
        TABLES_ARE_BROKEN = "tables-are-broken", "As players go out the director may break and balance tables where the book or an approved condition allows it.";
        SEAT_IS_ASSIGNED = "seat-is-assigned", "A player plays in the seat assigned by the director.";
        NOT_SEATED_AT_THE_START = "not-seated-at-the-start", "Who is not seated before the session starts forfeits the position, at once or by the director's decision as the book has it.";
        SEAT_OFFERED_TO_A_RESERVE = "seat-offered-to-a-reserve", "A seat not taken before a player's first session may be sold to a reserved player.";
        ABSENT_PLAYER_IS_BLINDED_OFF = "absent-player-is-blinded-off", "An absent player's blinds and antes are taken, and the hand is folded in turn.";
        SUBSTITUTE_NEEDS_CONSENT = "substitute-needs-consent", "A substitute needs the director's consent.";
        NO_CHANGE_OF_CHIPS = "no-change-of-chips", "Nothing changes a stack but play, a purchase under the conditions and an exchange by the director.";
        BREAK_HAS_ITS_TIME = "break-has-its-time", "A break is called by the director with its length.";
        PACE_IS_DIRECTED = "pace-is-directed", "The director sets the pace of play.";
        DIRECTOR_AWARDS_PLACES = "director-awards-places", "The director works out and awards the places.";
        TWO_PLAYERS_LEFT = "two-players-left", "With two players left the button posts the first blind and opens the first betting round.";
        OUT_IN_THE_SAME_ROUND = "out-in-the-same-round", "Of players out in the same round the one who put in more is placed higher, and equal ones share the prizes.";
        TABLE_MINIMUM_OR_OUT = "table-minimum-or-out", "Who cannot wager the table minimum before a round is out.";
        ENTRY_FEE_AND_COMMISSION = "entry-fee-and-commission", "Tournament commission is a part of the entry fees and of nothing else.";
        WHOLE_POOL_IS_PAID = "whole-pool-is-paid", "What was paid less the commission is the prize pool, and all of it is returned in prizes.";
        ADDED_VALUE = "added-value", "The operator may add cash, goods or services to the prize pool.";
        NO_REFUNDS = "no-refunds", "Entry fees, re-buys and add-ons are not returned but where the conditions permit it or the tournament is cancelled.";
        CANCELLATION_RETURNS_EVERYTHING = "cancellation-returns-everything", "A cancelled tournament returns every fee, commission, re-buy and add-on.";
        SESSION_HAS_ITS_END = "session-has-its-end", "A session ends by players left, by rounds of play or by time, as its conditions state and its book knows.";
        DEAL_BY_THE_CONDITIONS = "deal-by-the-conditions", "The last players divide the prizes by agreement only where the conditions provide for it.";
        LATE_ENTRY = "late-entry", "Entries end when the first session begins, but where the book leaves it to the conditions.";
    }
}
