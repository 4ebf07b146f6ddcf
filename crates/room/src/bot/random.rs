//! Bots for benchmarks: one random draw per decision and no thought.

use table::view::View;
use table::{Act, Menu, Play};

use super::{Bot, check_or_call, check_or_fold};
use fair::Stream;

/// A player that decides by one draw: 10% fold (or check if free), 70% check or call, 15% smallest bet or
/// raise, 5% all-in. If the chosen act is not open, it checks or calls.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomBot;

impl RandomBot {
    /// The act for a draw from 0 to 99, in the shares that [`RandomBot`] names; it is always on the menu.
    /// Benchmarks depend on the shares.
    #[inline]
    fn act(draw: u32, menu: &Menu) -> Act {
        let seat = menu.seat;
        match (draw, menu.raise) {
            (0..10, _) => check_or_fold(menu),
            (80..95, Some(raise)) => Play::Raise { to: raise.least }.by(seat),
            (95.., Some(raise)) if raise.allows(raise.all_in) => Play::AllIn.by(seat),
            (10.., _) => check_or_call(menu),
        }
    }
}

impl Bot for RandomBot {
    /// Decides by one draw from 0 to 99; the view is not looked at. Benchmarks rely on it costing almost
    /// nothing.
    #[inline]
    fn choose_bet(&self, _view: &View<'_>, menu: &Menu, draws: &mut Stream) -> Act {
        RandomBot::act(draws.below(100), menu)
    }

    /// Decides as the trait's method does, but builds the full menu only for the draws that may raise: most of
    /// the cost in benchmarks.
    #[inline]
    fn choose_act(&self, view: &View<'_>, draws: &mut Stream) -> Option<Act> {
        let draw = draws.below(100);
        if draw < 80 {
            let menu = view.menu_without_raises()?;
            // A seat that can neither check nor call may have to bet, which needs the full menu.
            if menu.check || menu.call.is_some() {
                return Some(RandomBot::act(draw, &menu));
            }
        }
        Some(RandomBot::act(draw, &view.menu()?))
    }
}
