//! Warnings about choices that are accepted but may surprise at the table.

use crate::book::add_citations;
use crate::determination::Determination;
use crate::problem::Problem;
use crate::rule;
use crate::setting::{GameFamily, Setting};

impl Determination {
    /// What the operator should know about the table before it is played; empty for most tables. Warnings
    /// never refuse: the table is valid.
    pub fn warnings(&self) -> Vec<Problem> {
        match self.book().family() {
            GameFamily::Poker => {
                self.commission_needs_change().into_iter().chain(self.low_hand_is_impossible()).collect()
            }
            GameFamily::Ultimate => Vec::new(),
        }
    }

    /// Warns if commission from the pots comes in smaller amounts than the smallest chip: change must then be
    /// made for it, and what is left of a pot cannot be shared in whole chips (AMB-093). Amounts are compared
    /// in cents.
    fn commission_needs_change(&self) -> Option<Problem> {
        let from_pots =
            self.text("commission_method") == "pot" && self.amount("commission_percent") != Some(0);
        if !from_pots || self.text("commission_round_to_chip") == "true" {
            return None;
        }
        let counted_in = self.amount("commission_rounding_cents")?.max(1);
        let unit = self.amount("chip_cents")?;
        let chip = self.amount("smallest_chip")?.checked_mul(unit)?;
        let whole = counted_in.is_multiple_of(unit.max(1));
        if whole && chip <= counted_in {
            return None;
        }
        // Stacks are counted in whole chips of `chip_cents`: nothing smaller can be paid, and a chip is not
        // changed.
        let (setting, what, expected, rule, reason, value) = if whole {
            let what = format!(
                "commission is counted in {counted_in} cents and the smallest chip is worth {chip}: change is made for \
                 it, and what cannot be shared in whole chips goes to one winner"
            );
            let expected =
                format!("a smallest chip of {counted_in} cents, or commission_round_to_chip = true");
            let value = ("chip", chip);
            let rule = rule::ODD_AMOUNT_AFTER_COMMISSION;
            ("smallest_chip", what, expected, rule, "commission_needs_change", value)
        } else {
            let what = format!(
                "commission is counted in {counted_in} cents and stacks in chips of {unit}: no change is made of a chip, \
                 and commission is rounded down to whole chips, which may be less than is due"
            );
            let expected = format!(
                "chip_cents = {counted_in} with a smallest_chip of several, or commission_round_to_chip = true"
            );
            let value = ("unit", unit);
            let rule = rule::COMMISSION_IN_WHOLE_CHIPS;
            ("chip_cents", what, expected, rule, "commission_rounded_to_chips", value)
        };
        let mut warning = Problem::new(setting, self.text(setting), what, expected);
        warning.with_reason(reason).with_value("counted_in", counted_in).with_value(value.0, value.1);
        warning.rule = Some(rule);
        warning.cites = self.cites(rule).to_vec();
        Some(warning)
    }

    /// Warns if eight or better is played with a deck that lacks five different ranks of eight or lower, so
    /// that the high hand takes every pot (AMB-025). The joker changes nothing: it stands for a rank of the
    /// deck (AMB-027).
    fn low_hand_is_impossible(&self) -> Option<Problem> {
        let qualified = self.is("showdown_mode", "high_low") && self.text("low_qualifier") == "eight";
        if !qualified {
            return None;
        }
        let cards = self.amount("deck_cards")?;
        let ace_is_low = match self.text("low_ace") {
            "follow" => self.text("ace") == "high_and_low",
            named => named == "low",
        };
        // There are seven ranks from two to eight, with four cards each; a smaller deck lacks the lowest of
        // them.
        let left_out = 52u64.checked_sub(cards)? / 4;
        if 7u64.saturating_sub(left_out) + u64::from(ace_is_low) >= 5 {
            return None;
        }
        let ace = if ace_is_low { "low" } else { "high" };
        let what = format!(
            "no hand of {cards} cards with the ace {ace} in low hands is an eight or better, and the highest hand takes all"
        );
        let mut warning =
            Problem::new("low_qualifier", self.text("low_qualifier"), what, "a deck of more cards");
        warning.with_reason("nobody_is_low").with_value("cards", cards).with_value("ace_is_low", ace_is_low);
        warning.rule = Some(rule::HIGH_AND_LOW_HALVE);
        let setting = Setting::named(self.book().family(), "low_qualifier")?;
        warning.cites = self.book().setting_cites(setting);
        add_citations(&mut warning.cites, self.cites(rule::HIGH_AND_LOW_HALVE));
        Some(warning)
    }
}
