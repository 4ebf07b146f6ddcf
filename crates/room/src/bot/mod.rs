//! Players that are programs. A bot decides from its own seat's view, its menu and random draws; it never
//! sees a card that a person in that seat could not see.

mod house;
mod random;

pub use house::{HouseBots, PlayStyle};
pub use random::RandomBot;

use seating::Seat;
use table::view::View;
use table::{AS_DEALT, Act, Menu, Play, Show};

use fair::Stream;

/// A program that plays a seat.
pub trait Bot {
    /// Chooses an act for the seat on turn. It must be one that the menu offers: the table refuses any other.
    /// The view is the seat's own, and all randomness comes from `draws`, so that a game can be repeated.
    fn choose_bet(&self, view: &View<'_>, menu: &Menu, draws: &mut Stream) -> Act;

    /// The same with the menu taken from the view; `None` if the seat is not on turn. A bot may override it to
    /// save work, but not to decide otherwise.
    #[inline]
    fn choose_act(&self, view: &View<'_>, draws: &mut Stream) -> Option<Act> {
        Some(self.choose_bet(view, &view.menu()?, draws))
    }

    /// Shows the hand at showdown, or mucks it where that is allowed: a hand that may be mucked has lost.
    fn choose_show(&self, seat: Seat, may_muck: bool) -> Act {
        if may_muck { Show::Muck.by(seat) } else { Show::Hand { cards: AS_DEALT }.by(seat) }
    }
}

/// Checks or calls: what a bot does when it has nothing better. If neither is open, makes the smallest bet or
/// raise, and failing that gives up the hand.
#[inline]
fn check_or_call(menu: &Menu) -> Act {
    let seat = menu.seat;
    if menu.check {
        return Play::Check.by(seat);
    }
    if menu.call.is_some() {
        return Play::Call.by(seat);
    }
    match menu.raise {
        Some(raise) => Play::Raise { to: raise.least }.by(seat),
        None => give_up(menu),
    }
}

/// Checks if that is free, otherwise gives up the hand in a way the menu offers: a bot's answer with a weak
/// hand.
#[inline]
fn check_or_fold(menu: &Menu) -> Act {
    if menu.check { Play::Check.by(menu.seat) } else { give_up(menu) }
}

/// Folds, or does the least the menu allows where folding is not open, such as calling and folding or a forced
/// bet. Always gives an act.
#[inline]
fn give_up(menu: &Menu) -> Act {
    let seat = menu.seat;
    if menu.fold {
        Play::Fold.by(seat)
    } else if menu.call_and_fold.is_some() {
        Play::CallAndFold.by(seat)
    } else if menu.call.is_some() {
        Play::Call.by(seat)
    } else {
        match menu.raise {
            // An opener who may neither fold nor check has to bet.
            Some(raise) => Play::Raise { to: raise.least }.by(seat),
            None => Play::Fold.by(seat),
        }
    }
}
