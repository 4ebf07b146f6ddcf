//! The end of a hand: the summary, and hands sold to the site before it.

use super::amount::parse_leading_amount;
use super::body::{StarsHandReader, amount_error, parse_cards, parse_seat_number};
use super::error::StarsError;
use super::{NumberedLine, shorten};
use crate::record::{RecordedPot, Unplayable};

impl<'t> StarsHandReader<'t> {
    /// Reads a line of the summary: the total pot with its rake, and cards that were mucked or shown. Other
    /// lines of it repeat what was read before, and are passed over.
    pub(super) fn read_summary(&mut self, line: NumberedLine<'t>) -> Result<(), StarsError> {
        let text = line.text;
        if let Some(rest) = text.strip_prefix("Total pot ") {
            let (total, _) = parse_leading_amount(rest).ok_or_else(|| amount_error(text))?;
            self.total_pot = Some(total);
            if let Some((_, rake)) = rest.rsplit_once("| Rake ") {
                let (rake, _) = parse_leading_amount(rake).ok_or_else(|| amount_error(text))?;
                self.commission = Some(rake);
            }
            return Ok(());
        }
        if text.starts_with("Hand was run ")
            || text.starts_with("FIRST Board")
            || text.starts_with("SECOND Board")
        {
            self.mark_run_twice();
            return Ok(());
        }
        if text.starts_with("Hand cancelled") {
            self.unplayable_reason = Some(Unplayable::Cancelled);
            return Ok(());
        }
        let Some((number, rest)) = text.strip_prefix("Seat ").and_then(|rest| rest.split_once(": ")) else {
            return Ok(());
        };
        let Some(seat) = parse_seat_number(number) else { return Ok(()) };
        let Some(chair) = self.players.iter().position(|chair| chair.seat == seat) else { return Ok(()) };
        let rest = rest.strip_prefix(self.players[chair].name).unwrap_or(rest);
        for verb in [" mucked [", " showed ["] {
            if let Some((_, cards)) = rest.split_once(verb)
                && let Some((cards, _)) = cards.split_once(']')
                && let Some(cards) = parse_cards(cards)
            {
                self.add_known_cards(chair, cards)?;
            }
        }
        self.read_cashed_out_winnings(chair, rest);
        Ok(())
    }

    /// Reads `Ana cashed out the hand for $15.82 | Cash Out Fee $0.32`: a sale to the site, which moves no
    /// chips of the table. It becomes a note.
    pub(super) fn read_cash_out(&mut self, chair: usize, rest: &str, line: u32) {
        if !self.cashed_out.iter().any(|(of, _)| *of == chair) {
            self.cashed_out.push((chair, false));
        }
        let name = shorten(self.players[chair].name);
        let words = rest.trim().trim_start_matches("cashed out the hand").trim();
        let (sum, fee) = words.split_once('|').unwrap_or((words, ""));
        let fee = fee.trim().trim_start_matches("Cash Out Fee").trim();
        let fee = if fee.is_empty() { String::new() } else { format!(", fee {}", shorten(fee)) };
        let sum = shorten(sum.trim());
        self.notes.push(format!("line {line}: {name} cashed out {sum}{fee}: the pot is shared by the rules"));
    }

    /// Adds the winnings of a hand sold to the site, from its seat's line of the summary; only the summary
    /// states them, as no line of play collects them.
    fn read_cashed_out_winnings(&mut self, chair: usize, rest: &str) {
        let Some((_, is_stated)) = self.cashed_out.iter_mut().find(|(of, _)| *of == chair) else { return };
        let amount = ["won (", "collected ("]
            .iter()
            .find_map(|verb| rest.split_once(verb))
            .and_then(|(_, amount)| parse_leading_amount(amount));
        *is_stated = amount.is_some() || rest.contains(" lost ");
        let collected = self.collected.iter().any(|(of, _, _)| *of == chair);
        if let (Some((amount, _)), false) = (amount, collected) {
            self.collected.push((chair, amount, RecordedPot::Only));
        }
    }
}
