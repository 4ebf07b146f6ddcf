//! The players of the benchmark task: one draw a decision, no thought.

use table::view::View;
use table::{Act, Menu};

use super::{Bot, check_or_call, check_or_fold};
use fair::Stream;

/// A player who decides by one draw: 10% fold (or check when that is free), 70% check or call, 15% smallest bet or
/// raise, 5% all-in. What is not open becomes a check or a call.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomBot;

impl Bot for RandomBot {
    #[inline]
    fn bets(&self, _view: &View<'_>, menu: &Menu, draws: &mut Stream) -> Act {
        let seat = menu.seat;
        match (draws.below(100), menu.raise) {
            (0..10, _) => check_or_fold(menu),
            (80..95, Some(raise)) => Act::Raise { seat, to: raise.least },
            (95.., Some(raise)) if raise.takes(raise.all_in) => Act::AllIn { seat },
            (10.., _) => check_or_call(menu),
        }
    }
}
