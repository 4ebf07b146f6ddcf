//! What can be played and will surprise: choices that are accepted with a word of warning.

use crate::determine::Determined;
use crate::problem::Problem;
use crate::rule;
use crate::setting::Family;

impl Determined {
    /// What whoever determines the table should know of it before it is played; empty for most tables.
    pub fn warnings(&self) -> Vec<Problem> {
        match self.book().family() {
            Family::Poker => self.commission_needs_change().into_iter().collect(),
            Family::Ultimate => Vec::new(),
        }
    }

    /// Commission from the pots is counted in smaller amounts than the smallest chip, so that change must be made for it
    /// and what is left of a pot cannot be shared in whole chips (AMB-093).
    fn commission_needs_change(&self) -> Option<Problem> {
        let from_pots =
            self.text("commission_method") == "pot" && self.amount("commission_percent") != Some(0);
        if !from_pots || self.text("commission_round_to_chip") == "true" {
            return None;
        }
        let counted_in = self.amount("commission_rounding_cents")?.max(1);
        let chip = self.amount("smallest_chip")?.checked_mul(self.amount("chip_cents")?)?;
        if chip <= counted_in {
            return None;
        }
        let what = format!(
            "commission is counted in {counted_in} cents and the smallest chip is worth {chip}: change is made for it, \
             and what cannot be shared in whole chips goes to one winner"
        );
        let would_do = format!("a smallest chip of {counted_in} cents, or commission_round_to_chip = true");
        let mut warning = Problem::new("smallest_chip", self.text("smallest_chip"), what, would_do);
        warning.rule = Some(rule::ODD_AMOUNT_AFTER_COMMISSION);
        warning.cites = self.cites(rule::ODD_AMOUNT_AFTER_COMMISSION).to_vec();
        Some(warning)
    }
}
