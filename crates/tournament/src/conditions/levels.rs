//! Levels as they are written, a line each: `25/50 20m`, `50/100 ante 10 20m`, `break 15m remove 25`.

use std::fmt;
use std::str::FromStr;

use chips::Chips;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use crate::clock::{Ante, Bets, Length, Line, Stakes};

/// A line of a structure as it is written in the conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Level(pub(super) Line);

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
        let written = String::deserialize(deserializer)?;
        written.parse().map(Level).map_err(D::Error::custom)
    }
}

/// A text that is not a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotALevel {
    /// What was given.
    pub given: String,
}

impl fmt::Display for NotALevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotALevel { given } = self;
        write!(f, "expected a level such as \"50/100 ante 10 20m\" or \"break 10m\", found {given:?}")
    }
}

impl std::error::Error for NotALevel {}

/// The most blinds that a level has.
const MOST_BLINDS: usize = 3;

fn amount(word: &str) -> Option<Chips> {
    word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse().ok().and_then(Chips::new))?
}

fn length(word: &str) -> Option<Length> {
    let (number, unit) = word.split_at_checked(word.len().checked_sub(1)?)?;
    let number: u32 = number.parse().ok().filter(|number| *number > 0)?;
    match unit {
        "m" => Some(Length::Minutes(number)),
        "h" => Some(Length::Hands(number)),
        _ => None,
    }
}

impl FromStr for Line {
    type Err = NotALevel;

    fn from_str(written: &str) -> Result<Line, NotALevel> {
        read(written).ok_or_else(|| NotALevel { given: written.to_owned() })
    }
}

fn read(written: &str) -> Option<Line> {
    let mut words = written.split(' ').peekable();
    if words.next_if_eq(&"break").is_some() {
        let length = length(words.next()?)?;
        let removes = match words.next() {
            Some("remove") => Some(amount(words.next()?)?),
            Some(_) => return None,
            None => None,
        };
        let paused = matches!(length, Length::Minutes(_)) && words.next().is_none();
        return paused.then_some(Line { stakes: None, length, removes, last: false });
    }
    let mut stakes = Stakes { blinds: Vec::new(), ante: None, bets: Bets::LastBlind };
    if words.next_if_eq(&"min").is_some() {
        let least = amount(words.next()?)?;
        let most = words.next_if_eq(&"max").and_then(|_| amount(words.next()?))?;
        stakes.bets = Bets::Bounds { least, most };
    } else {
        stakes.blinds = words.next()?.split('/').map(amount).collect::<Option<_>>()?;
        if stakes.blinds.is_empty() || stakes.blinds.len() > MOST_BLINDS {
            return None;
        }
        if words.next_if_eq(&"ante").is_some() {
            stakes.ante = Some(Ante::EachPlayer(amount(words.next()?)?));
        } else if words.next_if_eq(&"bb-ante").is_some() {
            stakes.ante = Some(Ante::LastBlind(amount(words.next()?)?));
        }
        if words.next_if_eq(&"min").is_some() {
            stakes.bets = Bets::Minimum(amount(words.next()?)?);
        } else if words.next_if_eq(&"limit").is_some() {
            let (small, big) = words.next()?.split_once('/')?;
            stakes.bets = Bets::Limit { small: amount(small)?, big: amount(big)? };
        }
    }
    let length = length(words.next()?)?;
    let last = words.next_if_eq(&"last").is_some();
    words.next().is_none().then_some(Line { stakes: Some(stakes), length, removes: None, last })
}

/// As it is written in the conditions.
impl fmt::Display for Line {
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
            Length::Minutes(minutes) => write!(f, " {minutes}m")?,
            Length::Hands(hands) => write!(f, " {hands}h")?,
        }
        if let Some(chip) = self.removes {
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
            assert_eq!(written.parse::<Line>().map(|line| line.to_string()).as_deref(), Ok(written));
        }
    }

    #[test]
    fn what_is_not_a_level_is_refused() {
        for wrong in
            ["", "25/50", "25/50 20", "25/50 0m", "1/2/3/4 5m", "break", "break 5h", "25/50 20m 5", "-1/2 5m"]
        {
            assert!(wrong.parse::<Line>().is_err(), "{wrong}");
        }
    }
}
