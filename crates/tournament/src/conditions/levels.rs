//! Levels as they are written, one a line: `25/50 20m`, `50/100 ante 10 20m`, `break 15m remove 25`.

use std::fmt;
use std::str::FromStr;

use chips::Chips;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use crate::clock::{Ante, Bets, LevelLength, LevelStakes, StructureLine};

/// A line of a structure as it is written in the conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LevelText(pub(super) StructureLine);

impl<'de> Deserialize<'de> for LevelText {
    /// Reads a line of `levels` in the file, so that a wrong level is an error with its line and column.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<LevelText, D::Error> {
        let written = String::deserialize(deserializer)?;
        written.parse().map(LevelText).map_err(D::Error::custom)
    }
}

/// A text that is not a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseLevelError {
    /// The text.
    pub given: String,
}

impl fmt::Display for ParseLevelError {
    /// The error in one line for people: what was expected, and the text that was found.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseLevelError { given } = self;
        write!(f, "expected a level such as \"50/100 ante 10 20m\" or \"break 10m\", found {given:?}")
    }
}

impl std::error::Error for ParseLevelError {}

/// The largest number of blinds in a level.
const MOST_BLINDS: usize = 3;

/// An amount of chips in a level: digits only, at most the largest amount; `None` for anything else.
fn parse_amount(word: &str) -> Option<Chips> {
    word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse().ok().and_then(Chips::new))?
}

/// How long a level lasts: "20m" is minutes, "12h" is hands and not hours; `None` for zero and for any other
/// unit.
fn parse_length(word: &str) -> Option<LevelLength> {
    let (number, unit) = word.split_at_checked(word.len().checked_sub(1)?)?;
    let number: u32 = number.parse().ok().filter(|number| *number > 0)?;
    match unit {
        "m" => Some(LevelLength::Minutes(number)),
        "h" => Some(LevelLength::Hands(number)),
        _ => None,
    }
}

impl FromStr for StructureLine {
    type Err = ParseLevelError;

    /// Reads a line of the structure as the conditions write it, such as `50/100 ante 10 20m`; printing the
    /// line gives the same text again.
    fn from_str(written: &str) -> Result<StructureLine, ParseLevelError> {
        parse_line(written).ok_or_else(|| ParseLevelError { given: written.to_owned() })
    }
}

/// Reads a level or a break, its words in their fixed order and parted by one space; `None` if a word is wrong,
/// missing or left over. Breaks are counted in minutes only.
fn parse_line(written: &str) -> Option<StructureLine> {
    let mut words = written.split(' ').peekable();
    if words.next_if_eq(&"break").is_some() {
        let length = parse_length(words.next()?)?;
        let retired_chip = match words.next() {
            Some("remove") => Some(parse_amount(words.next()?)?),
            Some(_) => return None,
            None => None,
        };
        let paused = matches!(length, LevelLength::Minutes(_)) && words.next().is_none();
        return paused.then_some(StructureLine { stakes: None, length, retired_chip, last: false });
    }
    let mut stakes = LevelStakes { blinds: Vec::new(), ante: None, bets: Bets::LastBlind };
    if words.next_if_eq(&"min").is_some() {
        let least = parse_amount(words.next()?)?;
        let most = words.next_if_eq(&"max").and_then(|_| parse_amount(words.next()?))?;
        stakes.bets = Bets::Bounds { least, most };
    } else {
        stakes.blinds = words.next()?.split('/').map(parse_amount).collect::<Option<_>>()?;
        if stakes.blinds.is_empty() || stakes.blinds.len() > MOST_BLINDS {
            return None;
        }
        if words.next_if_eq(&"ante").is_some() {
            stakes.ante = Some(Ante::EachPlayer(parse_amount(words.next()?)?));
        } else if words.next_if_eq(&"bb-ante").is_some() {
            stakes.ante = Some(Ante::LastBlind(parse_amount(words.next()?)?));
        }
        if words.next_if_eq(&"min").is_some() {
            stakes.bets = Bets::Minimum(parse_amount(words.next()?)?);
        } else if words.next_if_eq(&"limit").is_some() {
            let (small, big) = words.next()?.split_once('/')?;
            stakes.bets = Bets::Limit { small: parse_amount(small)?, big: parse_amount(big)? };
        }
    }
    let length = parse_length(words.next()?)?;
    let last = words.next_if_eq(&"last").is_some();
    words.next().is_none().then_some(StructureLine { stakes: Some(stakes), length, retired_chip: None, last })
}

/// Prints a level as it is written in the conditions.
impl fmt::Display for StructureLine {
    /// Prints the line as the conditions write it, so that it can be read again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.stakes {
            None => write!(f, "break")?,
            Some(stakes) => {
                let blinds: Vec<String> = stakes.blinds.iter().map(|blind| blind.get().to_string()).collect();
                write!(f, "{}", blinds.join("/"))?;
                match stakes.ante {
                    Some(Ante::EachPlayer(ante)) => write!(f, " ante {}", ante.get())?,
                    Some(Ante::LastBlind(ante)) => write!(f, " bb-ante {}", ante.get())?,
                    None => {}
                }
                match stakes.bets {
                    Bets::LastBlind => {}
                    Bets::Minimum(least) => write!(f, " min {}", least.get())?,
                    Bets::Limit { small, big } => write!(f, " limit {}/{}", small.get(), big.get())?,
                    Bets::Bounds { least, most } => write!(f, "min {} max {}", least.get(), most.get())?,
                }
            }
        }
        match self.length {
            LevelLength::Minutes(minutes) => write!(f, " {minutes}m")?,
            LevelLength::Hands(hands) => write!(f, " {hands}h")?,
        }
        if let Some(chip) = self.retired_chip {
            write!(f, " remove {}", chip.get())?;
        }
        if self.last { write!(f, " last") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_reads_and_prints_as_it_is_written() {
        for written in [
            "25/50 20m",
            "50/100 ante 10 20m",
            "100/200 bb-ante 200 15m",
            "5/10/20 12h",
            "10/20 limit 20/40 15m",
            "25/50 min 100 20m",
            "min 100 max 1000 30h",
            "break 10m",
            "break 15m remove 25",
            "100/200 20m last",
        ] {
            assert_eq!(written.parse::<StructureLine>().map(|line| line.to_string()).as_deref(), Ok(written));
        }
    }

    #[test]
    fn what_is_not_a_level_is_refused() {
        for wrong in
            ["", "25/50", "25/50 20", "25/50 0m", "1/2/3/4 5m", "break", "break 5h", "25/50 20m 5", "-1/2 5m"]
        {
            assert!(wrong.parse::<StructureLine>().is_err(), "{wrong}");
        }
    }
}
