//! Levels and their clock. The clock is stored as an anchor: a reading, whether it runs, and the time of the
//! steady clock at which that was true. Times come in as values; nothing here reads a clock.

use chips::Chips;

/// What is posted and bet during a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelStakes {
    /// The blinds, from first to last.
    pub blinds: Vec<Chips>,
    /// The ante and who pays it.
    pub ante: Option<Ante>,
    /// The limits on bets.
    pub bets: Bets,
}

/// The limits on bets during a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Bets {
    /// At least the last blind.
    #[default]
    LastBlind,
    /// At least this amount.
    Minimum(Chips),
    /// Fixed limit: the bets of the earlier and of the later betting rounds.
    Limit { small: Chips, big: Chips },
    /// A game against the house: the smallest and the largest amount of each wager.
    Bounds { least: Chips, most: Chips },
}

/// An ante in addition to the blinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Ante {
    EachPlayer(Chips),
    LastBlind(Chips),
}

/// How long a line of the structure lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum LevelLength {
    Minutes(u32),
    /// Hands, counted separately at each table.
    Hands(u32),
}

/// A line of the structure: a level, or a break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructureLine {
    /// What is posted; `None` for a break.
    pub stakes: Option<LevelStakes>,
    /// How long it lasts.
    pub length: LevelLength,
    /// The chip that is taken out of play during this break.
    pub retired_chip: Option<Chips>,
    /// Whether the conditions say that this level stays until the end.
    pub last: bool,
}

/// The clock as it was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockAnchor {
    /// The index of the line in the structure, from 0.
    pub line: usize,
    /// How long that line had run, in milliseconds.
    pub elapsed_ms: u64,
    /// Whether the clock runs.
    pub running: bool,
    /// The time of the steady clock at which this was true, in milliseconds.
    pub steady_ms: u64,
}

/// What the clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClockReading {
    /// The index of the line in the structure, from 0.
    pub line: usize,
    /// How long that line has run, in milliseconds.
    pub elapsed_ms: u64,
}

const MS_A_MINUTE: u64 = 60_000;

impl ClockAnchor {
    /// What the clock shows at a time of the steady clock: the anchor's reading, run on through the lines of
    /// the structure. The last line and a line counted in hands never end by time; a break ends by itself. A
    /// time before the anchor gives the anchor's reading: the clock never goes back.
    pub fn reading(&self, lines: &[StructureLine], now_ms: u64) -> ClockReading {
        let passed = if self.running { now_ms.saturating_sub(self.steady_ms) } else { 0 };
        let mut reading =
            ClockReading { line: self.line, elapsed_ms: self.elapsed_ms.saturating_add(passed) };
        while let Some(LevelLength::Minutes(minutes)) = lines.get(reading.line).map(|line| line.length) {
            let length = u64::from(minutes) * MS_A_MINUTE;
            if reading.line + 1 >= lines.len() || reading.elapsed_ms < length {
                break;
            }
            reading = ClockReading { line: reading.line + 1, elapsed_ms: reading.elapsed_ms - length };
        }
        reading
    }

    /// A new anchor with the clock stopped or started at a time of the steady clock. It keeps the reading of
    /// that moment, so no time of a level is lost or played twice.
    pub fn set_running(&self, running: bool, lines: &[StructureLine], now_ms: u64) -> ClockAnchor {
        let ClockReading { line, elapsed_ms } = self.reading(lines, now_ms);
        ClockAnchor { line, elapsed_ms, running, steady_ms: now_ms.max(self.steady_ms) }
    }

    /// The anchor after the program was down: it continues from the recorded reading at a time of the new
    /// steady clock, so the downtime counts against nobody.
    pub fn resumed(&self, now_ms: u64) -> ClockAnchor {
        ClockAnchor { steady_ms: now_ms, ..*self }
    }

    /// The time left on the current line in milliseconds, as if the clock ran; `None` for the last line and for
    /// one counted in hands, which no time ends.
    pub fn until_next(&self, lines: &[StructureLine], now_ms: u64) -> Option<u64> {
        let reading = self.reading(lines, now_ms);
        match lines.get(reading.line)?.length {
            LevelLength::Minutes(minutes) if reading.line + 1 < lines.len() => {
                Some((u64::from(minutes) * MS_A_MINUTE).saturating_sub(reading.elapsed_ms))
            }
            LevelLength::Minutes(_) | LevelLength::Hands(_) => None,
        }
    }
}

/// The number of the level at a line, from 1, not counting breaks; during a break, that of the level before.
/// Late entries, re-buys and add-ons are limited by this number.
pub fn level_number(lines: &[StructureLine], line: usize) -> usize {
    lines.iter().take(line.saturating_add(1)).filter(|line| line.stakes.is_some()).count()
}

/// The stakes of the next hand that begins at a line (index from 0): during a break, those of the level after
/// it; `None` if no level follows.
pub fn stakes_at(lines: &[StructureLine], line: usize) -> Option<&LevelStakes> {
    lines.iter().skip(line).find_map(|line| line.stakes.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A level with two blinds, for these tests.
    fn level(first: u64, last: u64, length: LevelLength) -> StructureLine {
        let blinds = [first, last].map(|blind| Chips::new(blind).expect("small")).to_vec();
        StructureLine {
            stakes: Some(LevelStakes { blinds, ante: None, bets: Bets::LastBlind }),
            length,
            retired_chip: None,
            last: false,
        }
    }

    /// Two levels, a break of ten minutes and a last level, as indexes 0 to 3.
    fn structure() -> Vec<StructureLine> {
        let pause =
            StructureLine { stakes: None, length: LevelLength::Minutes(10), retired_chip: None, last: false };
        let twenty = LevelLength::Minutes(20);
        vec![level(25, 50, twenty), level(50, 100, twenty), pause, level(100, 200, twenty)]
    }

    const MINUTE: u64 = 60_000;
    const START: ClockAnchor = ClockAnchor { line: 0, elapsed_ms: 0, running: true, steady_ms: 1_000 };

    #[test]
    fn the_next_round_after_twenty_minutes_has_the_next_level() {
        let lines = structure();
        let at = |ms: u64| START.reading(&lines, 1_000 + ms);
        assert_eq!((at(20 * MINUTE - 1).line, at(20 * MINUTE).line), (0, 1));
        assert_eq!(level_number(&lines, at(20 * MINUTE).line), 2);
        assert_eq!(at(45 * MINUTE), ClockReading { line: 2, elapsed_ms: 5 * MINUTE });
        assert_eq!(stakes_at(&lines, 2), lines[3].stakes.as_ref());
        assert_eq!(at(500 * MINUTE).line, 3, "the last level stays");
        assert_eq!(START.until_next(&lines, 1_000 + 5 * MINUTE), Some(15 * MINUTE));
    }

    #[test]
    fn a_clock_that_stands_or_was_away_loses_nothing_and_never_falls() {
        let lines = structure();
        let stopped = START.set_running(false, &lines, 1_000 + 7 * MINUTE);
        assert_eq!(stopped.reading(&lines, 99 * MINUTE), ClockReading { line: 0, elapsed_ms: 7 * MINUTE });
        let again = stopped.set_running(true, &lines, 99 * MINUTE);
        assert_eq!(again.reading(&lines, 100 * MINUTE).elapsed_ms, 8 * MINUTE);
        assert_eq!(again.reading(&lines, 0).elapsed_ms, 7 * MINUTE, "a moment before the anchor");
        let restarted = again.resumed(5);
        assert_eq!(restarted.reading(&lines, 5 + MINUTE).elapsed_ms, 8 * MINUTE);
    }

    #[test]
    fn a_level_of_hands_waits_for_them() {
        let lines = vec![level(25, 50, LevelLength::Hands(12)), level(50, 100, LevelLength::Hands(12))];
        assert_eq!(START.reading(&lines, 999 * MINUTE).line, 0);
        assert_eq!(START.until_next(&lines, 2_000), None);
    }
}
