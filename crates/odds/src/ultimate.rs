//! The exact mathematics of Ultimate Texas Hold'em, for one player who plays optimally against the dealer.
//!
//! Everything is counted over all deals (hole cards, flop, turn and river, dealer's cards) in whole numbers;
//! only what is printed as a decimal is divided. The pay tables, the dealer's qualifying hand and the deck
//! are given by [`UltimateRules`].

mod advice;
mod analysis;
mod board_pairs;
mod fold_boards;
mod fraction;
mod kind_sums;
mod outcomes;
mod parse;
mod rules;
mod suit_exchanges;

pub use advice::{
    Advice, AdviceError, DealerMatchup, DecisionPoint, DecisionValue, UltimateDecision, advise,
};
pub use analysis::{BestPlay, StartingHand, TripsConstraint, best_play};
pub use fraction::Fraction;
pub use outcomes::{BestPlayOutcomes, PlayWager, WagerTally};
pub use parse::SettingError;
pub use rules::{DealerQualifier, Odds, PayTable, UltimateRules, UltimateRulesError};
