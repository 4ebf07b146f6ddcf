//! What the seat on action may do, ready to be drawn as buttons. Exactly these acts are accepted.

use std::fmt;

use chips::Chips;
use seating::Seat;

/// The acts open to the seat on action.
///
/// ```
/// use chips::Chips;
/// use seating::Seat;
/// use table::Menu;
///
/// let menu = Menu {
///     seat: Seat::FIRST,
///     fold: true,
///     check: false,
///     stands: false,
///     call: Chips::new(500),
///     call_and_fold: None,
///     raise: None,
/// };
/// assert_eq!(menu.to_string(), "fold | call 500");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Menu {
    /// The seat on turn.
    pub seat: Seat,
    /// The seat may fold.
    pub fold: bool,
    /// The seat may check, or stand on a blind.
    pub check: bool,
    /// The check is a stand: a call of zero by a player with a blind, in a betting round in which nobody
    /// checks.
    pub stands: bool,
    /// What a call adds; all-in when that is the whole stack.
    pub call: Option<Chips>,
    /// What it costs to pay the call and fold, where that is allowed (option A): more than a call where the
    /// last blind is all-in for less (AMB-152).
    pub call_and_fold: Option<Chips>,
    /// The bets or raises that are allowed.
    pub raise: Option<RaiseMenu>,
}

/// The totals of this street that a seat may bet or raise to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaiseMenu {
    /// True for an opening bet, false for a raise.
    pub is_bet: bool,
    /// The smallest total.
    pub least: Chips,
    /// The largest total.
    pub most: Chips,
    /// Totals are multiples of this, except for all-in.
    pub unit: Chips,
    /// The all-in total: allowed when it is within the bounds, whatever the unit.
    pub all_in: Chips,
}

impl RaiseMenu {
    /// True when a bet or raise to this total is accepted: within the bounds and in whole units, or all-in.
    /// The command judges by it.
    ///
    /// ```
    /// use chips::Chips;
    /// use table::RaiseMenu;
    ///
    /// let chips = |count| Chips::new(count).unwrap_or_default();
    /// let raise = RaiseMenu { is_bet: false, least: chips(40), most: chips(103), unit: chips(5), all_in: chips(103) };
    /// assert!(raise.allows(chips(45)) && raise.allows(chips(103)));
    /// assert!(!raise.allows(chips(35)) && !raise.allows(chips(42)));
    /// ```
    pub fn allows(&self, to: Chips) -> bool {
        to >= self.least && to <= self.most && (to == self.all_in || to.floor_to(self.unit) == to)
    }

    /// The totals allowed, in chips, smallest first: every one of them, so there may be thousands.
    pub fn totals(self) -> impl Iterator<Item = Chips> {
        (self.least.get()..=self.most.get()).filter_map(Chips::new).filter(move |to| self.allows(*to))
    }
}

impl fmt::Display for Menu {
    /// In the form that scripts use and compare: `fold | call 500 | raise to 1500..20000`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut items = Vec::new();
        if self.fold {
            items.push("fold".to_owned());
        }
        if self.check {
            items.push(if self.stands { "stand" } else { "check" }.to_owned());
        }
        if let Some(amount) = self.call {
            items.push(format!("call {amount}"));
        }
        if self.call_and_fold.is_some() {
            items.push("call and fold".to_owned());
        }
        if let Some(raise) = self.raise {
            let word = if raise.is_bet { "bet" } else { "raise to" };
            items.push(if raise.least == raise.most {
                format!("{word} {}", raise.most)
            } else {
                format!("{word} {}..{}", raise.least, raise.most)
            });
        }
        f.write_str(&items.join(" | "))
    }
}
