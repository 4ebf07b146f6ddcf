//! Who wins, how often, and what there is to be dealt: showdowns, counts and equities under any order of hands.
//!
//! Long work uses all cores; its results do not depend on how many there are. Counts are exact whole numbers;
//! only what is printed as a share or an error is divided.

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

pub use batch::{ANSWER_HEADER, BadRow, Columns, dealt};
pub use count::{Count, count};
pub use equity::{Equity, Outcome, Progress, exact, exact_work, sampled};
pub use game::{Game, NotAGame, mode_of};
pub use range::{Held, NotARange, Range};
pub use showdown::Showdown;
pub use spot::{BadSpot, Spot, cards_of};
pub use ultimate::{
    Advice, Against, BadPosition, BadRules, BadSetting, Decision, Fraction, Odds, Outcomes, PayTable, Play,
    Qualifies, Settled, Stage, StartingHand, TripsConstraint, UltimateRules, Valued, Values, advise, values,
};
