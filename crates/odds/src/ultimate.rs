//! The exact mathematics of Ultimate Texas Hold'em: one player who plays best against the dealer.
//!
//! Everything is counted over every deal (hole cards, flop, turn and river, dealer's cards) and kept as whole numbers;
//! only what is printed as a decimal is divided. The pay tables, the hand with which the dealer qualifies and the deck
//! are [`UltimateRules`].

mod advice;
mod analysis;
mod fraction;
mod hands;
mod outcomes;
mod parse;
mod rules;
mod suits;
mod sums;
mod work;

pub use advice::{Advice, Against, BadPosition, Decision, Stage, Valued, advise};
pub use analysis::{StartingHand, TripsConstraint, Values, values};
pub use fraction::Fraction;
pub use outcomes::{Outcomes, Play, Settled};
pub use parse::BadSetting;
pub use rules::{BadRules, Odds, PayTable, Qualifies, UltimateRules};
