//! What the player may ask beside the game: why something was so, what happened, what is played by.

use std::io::Write;

use super::input::Input;
use super::telling::{Told, explained};
use super::{Leave, Session, cited, screen};

impl<R: Input, W: Write> Session<R, W> {
    pub(super) fn say_why(&mut self) -> Result<(), Leave> {
        if self.why.is_empty() {
            writeln!(self.out, "nothing was refused or won yet; log has every event with its clause")?;
        }
        for (text, rule) in &self.why {
            writeln!(self.out, "  {text}")?;
            writeln!(self.out, "{}", explained(&self.house.determined, *rule))?;
        }
        Ok(())
    }

    pub(super) fn say_log(&mut self, log: &[Told]) -> Result<(), Leave> {
        if log.is_empty() {
            writeln!(self.out, "nothing happened yet")?;
        }
        for told in log {
            let clause = self.look.faint(&format!("({})", cited(&self.house.determined, told.rule)));
            writeln!(self.out, "  {} {clause}", told.text)?;
        }
        Ok(())
    }

    pub(super) fn say_rules(&mut self) -> Result<(), Leave> {
        const TOLD: [&str; 14] = [
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
            screen::stakes(&self.house)
        )?;
        for (setting, value) in
            determined.values().filter(|(setting, _)| TOLD.contains(&setting.name.as_str()))
        {
            writeln!(self.out, "  {:<28} {value:<24} {}", setting.name, self.look.faint(&setting.meaning))?;
        }
        writeln!(
            self.out,
            "  all of it: cardroom rules settings --book {0}; clauses: cardroom rules list --book {0}",
            book.id()
        )?;
        Ok(())
    }
}
