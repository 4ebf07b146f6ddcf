//! Showdowns, hand counts and equities under any hand ranking.
//!
//! Long computations use all cores; their results do not depend on the number of cores. Counts are exact
//! integers; only shares and errors are divided, for printing.

mod batch;
mod count;
mod equity;
mod game;
mod range;
mod runouts;
mod showdown;
mod spot;
mod tally;
mod ultimate;

pub use batch::{ANSWER_HEADER, BatchColumns, BatchLineError, check_showdown};
pub use count::{HandCounts, count_hands};
pub use equity::{DealOutcome, Equity, Progress, exact_equity, exact_work, sampled_equity};
pub use game::{ParseGameError, ShowdownGame, parse_mode};
pub use range::{ParseRangeError, Range, RangeProblem, WeightedHand};
pub use showdown::ShowdownResult;
pub use spot::{Spot, SpotError, parse_cards};
pub use ultimate::{
    Advice, AdviceError, BestPlay, BestPlayOutcomes, DealerMatchup, DealerQualifier, DecisionPoint,
    DecisionValue, Fraction, Odds, PayTable, PlayWager, SettingError, StartingHand, TripsConstraint,
    UltimateDecision, UltimateRules, UltimateRulesError, WagerTally, advise, best_play,
};
