//! Checks that settings of a configuration fit together.

use super::{Config, ConfigError, ConfigFile, ConfigProblem, SecondFactor, line_of};

impl Config {
    /// Checks that the settings fit together, once flags have changed the address: a second factor is
    /// optional for staff only in a room on loopback without proxies. Called before the room listens.
    ///
    /// # Errors
    /// Which settings do not fit, and what to choose instead.
    pub fn check_consistency(&self) -> Result<(), ConfigError> {
        let alone = self.listen.ip().is_loopback() && self.trusted_proxies.is_empty();
        if self.staff_second_factor == SecondFactor::Optional && !alone {
            let problem = ConfigProblem::OptionalSecondFactor { listen: self.listen };
            return Err(ConfigError { line: None, problem });
        }
        Ok(())
    }

    /// As [`Config::check_consistency`], for a configuration that was read from `bytes`: the error has the
    /// line of the setting in that file, if the file has the setting.
    ///
    /// # Errors
    /// Which settings do not fit, and what to choose instead.
    pub fn check_consistency_of_file(&self, bytes: &[u8]) -> Result<(), ConfigError> {
        self.check_consistency().map_err(|wrong| {
            let text = std::str::from_utf8(bytes).unwrap_or_default();
            let given =
                toml::from_str::<ConfigFile>(text).ok().and_then(|file| file.room.staff_second_factor);
            ConfigError { line: given.map(|given| line_of(text, given.span().start)), ..wrong }
        })
    }
}
