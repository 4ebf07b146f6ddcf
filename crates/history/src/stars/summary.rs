//! The end of a hand: what the summary states, and hands that were sold to the site before it.

use super::amount::leading;
use super::body::{Reader, no_amount, seat_number, spaced};
use super::{Line, short};
use crate::record::Pot;

impl<'t> Reader<'t> {
    pub(super) fn summary(&mut self, line: Line<'t>) -> Result<(), String> {
        let text = line.text;
        if let Some(rest) = text.strip_prefix("Total pot ") {
            let (total, _) = leading(rest).ok_or_else(|| no_amount(text))?;
            self.total_pot = Some(total);
            if let Some((_, rake)) = rest.rsplit_once("| Rake ") {
                let (rake, _) = leading(rake).ok_or_else(|| no_amount(text))?;
                self.commission = Some(rake);
            }
            return Ok(());
        }
        if text.starts_with("Hand was run ")
            || text.starts_with("FIRST Board")
            || text.starts_with("SECOND Board")
        {
            self.run_twice();
            return Ok(());
        }
        if text.starts_with("Hand cancelled") {
            self.unplayable = Some("the hand was cancelled by the site".into());
            return Ok(());
        }
        let Some((number, rest)) = text.strip_prefix("Seat ").and_then(|rest| rest.split_once(": ")) else {
            return Ok(());
        };
        let Some(seat) = seat_number(number) else { return Ok(()) };
        let Some(chair) = self.chairs.iter().position(|chair| chair.seat == seat) else { return Ok(()) };
        let rest = rest.strip_prefix(self.chairs[chair].name).unwrap_or(rest);
        for verb in [" mucked [", " showed ["] {
            if let Some((_, cards)) = rest.split_once(verb)
                && let Some((cards, _)) = cards.split_once(']')
                && let Some(cards) = spaced(cards)
            {
                self.learn(chair, cards)?;
            }
        }
        self.won_after_a_cash_out(chair, rest);
        Ok(())
    }

    /// `Ana cashed out the hand for $15.82 | Cash Out Fee $0.32`: a sale to the site, which moves no chips of the table.
    pub(super) fn cash_out(&mut self, chair: usize, rest: &str, line: u32) {
        if !self.cashed_out.iter().any(|(of, _)| *of == chair) {
            self.cashed_out.push((chair, false));
        }
        let name = short(self.chairs[chair].name);
        let words = rest.trim().trim_start_matches("cashed out the hand").trim();
        let (sum, fee) = words.split_once('|').unwrap_or((words, ""));
        let fee = fee.trim().trim_start_matches("Cash Out Fee").trim();
        let fee = if fee.is_empty() { String::new() } else { format!(", fee {}", short(fee)) };
        let sum = short(sum.trim());
        self.notes.push(format!("line {line}: {name} cashed out {sum}{fee}: the pot is shared by the rules"));
    }

    /// What a hand that was sold to the site won, which the summary alone tells: no line collects it.
    fn won_after_a_cash_out(&mut self, chair: usize, rest: &str) {
        let Some((_, told)) = self.cashed_out.iter_mut().find(|(of, _)| *of == chair) else { return };
        let amount = ["won (", "collected ("]
            .iter()
            .find_map(|verb| rest.split_once(verb))
            .and_then(|(_, amount)| leading(amount));
        *told = amount.is_some() || rest.contains(" lost ");
        let collected = self.collected.iter().any(|(of, _, _)| *of == chair);
        if let (Some((amount, _)), false) = (amount, collected) {
            self.collected.push((chair, amount, Pot::Only));
        }
    }
}
