//! What the player may ask for outside the game: why something happened, the log, the rules of the table.

use std::io::Write;

use super::input::LineInput;
use super::narration::{NarratedEvent, explanation};
use super::{LeaveReason, PlaySession, clauses_text, screen};

impl<R: LineInput, W: Write> PlaySession<R, W> {
    /// The reply to `why`: the last refusal, or the results of the last hand that had any, each with its rule
    /// and clauses.
    pub(super) fn print_reasons(&mut self) -> Result<(), LeaveReason> {
        if self.last_reasons.is_empty() {
            writeln!(self.out, "nothing has been refused or won yet; log shows every event with its clause")?;
        }
        for (text, rule) in &self.last_reasons {
            writeln!(self.out, "  {text}")?;
            writeln!(self.out, "{}", explanation(&self.house.determined, *rule))?;
        }
        Ok(())
    }

    /// The reply to `log` and `last`: every event of a hand as the player saw it, each with the clauses of
    /// its rule.
    pub(super) fn print_log(&mut self, log: &[NarratedEvent]) -> Result<(), LeaveReason> {
        if log.is_empty() {
            writeln!(self.out, "nothing has happened yet")?;
        }
        for narrated in log {
            let clause =
                self.style.faint(&format!("({})", clauses_text(&self.house.determined, narrated.rule)));
            writeln!(self.out, "  {} {clause}", narrated.text)?;
        }
        Ok(())
    }

    /// The reply to `rules`: the most important settings of the table, and the commands that list all
    /// settings and clauses.
    pub(super) fn print_rules(&mut self) -> Result<(), LeaveReason> {
        const MAIN_SETTINGS: [&str; 14] = [
            "limit_structure",
            "blinds",
            "min_bet",
            "opening_option",
            "short_all_in",
            "button_movement",
            "first_to_show_all_in_early",
            "later_hands_may_muck",
            "odd_chip",
            "deck_cards",
            "ace",
            "burn",
            "commission",
            "machine_players",
        ];
        let determined = &self.house.determined;
        let book = determined.book();
        writeln!(
            self.out,
            "  {}, version {}: {}",
            self.title(),
            book.version(),
            screen::stakes_text(&self.house)
        )?;
        for (setting, value) in
            determined.values().filter(|(setting, _)| MAIN_SETTINGS.contains(&setting.name.as_str()))
        {
            writeln!(self.out, "  {:<28} {value:<24} {}", setting.name, self.style.faint(&setting.meaning))?;
        }
        writeln!(
            self.out,
            "  all settings: cardroom rules settings --book {0}; clauses: cardroom rules list --book {0}",
            book.id()
        )?;
        Ok(())
    }
}
