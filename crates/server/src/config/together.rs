//! What of a configuration goes together.

use super::{Config, File, SecondFactor, Wrong, line_of};

impl Config {
    /// Whether what was chosen goes together, where it is to listen included.
    ///
    /// # Errors
    /// What does not, and what to choose.
    pub fn goes_together(&self) -> Result<(), Wrong> {
        let alone = self.listen.ip().is_loopback() && self.trusted_proxies.is_empty();
        if self.staff_second_factor == SecondFactor::Optional && !alone {
            let listen = self.listen;
            let what = format!(
                "staff_second_factor = \"optional\": expected \"required\", for the room listens on {listen} or behind a proxy; \"optional\" is for a room that listens on loopback alone, without trusted_proxies"
            );
            return Err(Wrong { line: None, what });
        }
        Ok(())
    }

    /// The same of a configuration that was read from a file, with the line that is wrong there.
    ///
    /// # Errors
    /// What does not go together, and what to choose.
    pub fn goes_together_in(&self, bytes: &[u8]) -> Result<(), Wrong> {
        self.goes_together().map_err(|wrong| {
            let text = std::str::from_utf8(bytes).unwrap_or_default();
            let given = toml::from_str::<File>(text).ok().and_then(|file| file.room.staff_second_factor);
            Wrong { line: given.map(|given| line_of(text, given.span().start)), ..wrong }
        })
    }
}
