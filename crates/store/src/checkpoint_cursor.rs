//! The order of the lines in a file of checkpoints, and whether the records match them.

use std::path::Path;

use ed25519_dalek::VerifyingKey;
use room::lobby::STARTED;
use room::port::{Batch, StreamId};

use crate::chain::{ChainFormat, Hash};
use crate::checkpoint::{Checkpoint, CheckpointLines};
use crate::era::{Era, EraReason, Eras};
use crate::error::{Difference, SequenceError};
use crate::heads::Heads;
use crate::judge::MOST_RECORDS;

/// The writer makes the next checkpoint after this many records at the latest.
pub(crate) const CHECKPOINT_INTERVAL: u64 = 4096;
/// Most records there can be between two checkpoints, or after the last: those that wait for the next, those
/// committed together with the one that was too many, and the rest of its batch.
pub(crate) const MAX_CHECKPOINT_GAP: u64 = 2 * CHECKPOINT_INTERVAL + MOST_RECORDS;

/// Whether a batch records that the room starts: the writer leaves a checkpoint of all earlier records before it, and
/// `check_gap_after_last` expects that.
pub(crate) fn starts_room(batch: &Batch) -> bool {
    batch
        .parts
        .iter()
        .any(|part| part.stream == StreamId::Room && part.records.iter().any(|record| record.kind == STARTED))
}

/// Checks that `count` records can follow the last checkpoint, given the number of the last record `started`, with
/// which the room starts. If not, the file is not the room's own: a room leaves a checkpoint of all its records when
/// it opens, and from then on one at least every [`CHECKPOINT_INTERVAL`] records. In format 1 any number may follow.
pub(crate) fn check_gap_after_last(
    last: &Checkpoint,
    count: u64,
    started: Option<u64>,
) -> Result<(), SequenceError> {
    let Checkpoint { format, count: counted, .. } = *last;
    let after = count.saturating_sub(counted);
    if format == ChainFormat::One || after == 0 {
        return Ok(());
    }
    match started {
        Some(started) if started > counted + 1 => Err(SequenceError::BehindStart { started, counted }),
        Some(_) | None if after > MAX_CHECKPOINT_GAP => Err(SequenceError::TooFarBehind { after, counted }),
        Some(_) | None => Ok(()),
    }
}

/// Whether lines can follow each other and begin the eras that the data has.
#[derive(Debug)]
pub(crate) struct CheckpointSequence<'a> {
    eras: &'a Eras,
    last: Option<Checkpoint>,
}

impl<'a> CheckpointSequence<'a> {
    /// The sequence before its first line, to be checked against the eras that the data has.
    pub(crate) fn new(eras: &'a Eras) -> CheckpointSequence<'a> {
        CheckpointSequence { eras, last: None }
    }

    /// Takes the next line, in the order of the file; the error says what is wrong with it there. The sequence goes
    /// on from the line either way. Signatures and records are not looked at.
    pub(crate) fn check_next(&mut self, line: u64, checkpoint: &Checkpoint) -> Result<(), SequenceError> {
        let taken = match (Era::from_checkpoint(checkpoint), &self.last) {
            (Some(_), last) => self.check_era_start(line, checkpoint, last.as_ref()),
            (None, None) => self.check_first(line, checkpoint),
            (None, Some(last)) => {
                let (era, count, before) = (checkpoint.era, checkpoint.count, last.count);
                if (era, checkpoint.format) != (last.era, last.format) {
                    Err(SequenceError::WrongEra { line, era })
                } else if count < before {
                    Err(SequenceError::CountFell { line, count, before })
                } else if checkpoint.format == ChainFormat::Two && count == before {
                    Err(SequenceError::Doubled { line, count })
                } else if checkpoint.format == ChainFormat::Two && count - before > MAX_CHECKPOINT_GAP {
                    Err(SequenceError::Gap { line, count, before })
                } else {
                    Ok(())
                }
            }
        };
        self.last = Some(*checkpoint);
        taken
    }

    /// Checks that a line that begins no era can be the first of the file: only in format 1, whose file has no line
    /// for its era, and only if the data has records in it.
    fn check_first(&self, line: u64, checkpoint: &Checkpoint) -> Result<(), SequenceError> {
        match checkpoint.format {
            ChainFormat::Two => Err(SequenceError::NoEraStart { line }),
            ChainFormat::One if self.eras.count_in_format_one() == 0 => {
                Err(SequenceError::NoRecordsInFormatOne { line })
            }
            ChainFormat::One => Ok(()),
        }
    }

    /// Checks that a line begins an era as the data has it, in every field, and follows from the line before: `last`,
    /// or `None` for the first line.
    fn check_era_start(
        &self,
        line: u64,
        checkpoint: &Checkpoint,
        last: Option<&Checkpoint>,
    ) -> Result<(), SequenceError> {
        let number = checkpoint.era;
        let Some(era) = self.eras.get(number) else {
            return Err(SequenceError::UnknownEra { line, era: number });
        };
        if era.first_checkpoint(checkpoint.head) != *checkpoint {
            return Err(SequenceError::OtherEra { line, era: number });
        }
        let follows = match (era.reason, last) {
            (EraReason::Founded, last) => last.is_none(),
            // The old file may have been lost together with the data.
            (EraReason::Restored, None) => true,
            (EraReason::Restored, Some(last)) => {
                (last.era + 1, last.count, last.head) == (number, era.before_count, era.before_head)
            }
            (EraReason::Upgraded, None) => false,
            (EraReason::Upgraded, Some(last)) => {
                let same = last.count < era.before_count || last.head == era.before_head;
                last.format == ChainFormat::One && last.count <= era.before_count && same
            }
        };
        if follows { Ok(()) } else { Err(SequenceError::DoesNotFollow { line, era: number }) }
    }

    /// Checks that nothing is missing after the last line: there is one, and the current era of the data has begun in
    /// it.
    pub(crate) fn check_end(&self) -> Result<(), SequenceError> {
        let current = self.eras.current();
        match &self.last {
            None => Err(SequenceError::NoCheckpoint),
            Some(last) if last.era != current.number => {
                Err(SequenceError::EraWithoutCheckpoint { era: current.number, reason: current.reason })
            }
            Some(_) => Ok(()),
        }
    }
}

/// How many checkpoints there were.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckpointCount {
    pub(crate) lines: u64,
    /// How many records come after the last.
    pub(crate) after: u64,
}

impl std::fmt::Display for CheckpointCount {
    /// What `verify` prints as seen: the number of checkpoints, and whether records come after the last and what that
    /// means.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} checkpoints", self.lines)?;
        match self.after {
            0 => Ok(()),
            after => write!(
                f,
                ", {after} records after the last, as is usual for a room that is running or was killed; otherwise bring back the newest file of checkpoints"
            ),
        }
    }
}

/// The checkpoints of a file, compared in step with a walk through all records.
#[derive(Debug)]
pub(crate) struct CheckpointCursor<'a> {
    lines: Option<CheckpointLines>,
    sequence: CheckpointSequence<'a>,
    next: Option<(u64, Checkpoint)>,
    seen: u64,
    difference: Option<Difference>,
}

impl<'a> CheckpointCursor<'a> {
    /// The checkpoints in the first `until` bytes of a file, to be compared in step with a walk. A file that cannot
    /// be opened is the first difference, not an error.
    pub(crate) fn new(path: &Path, until: u64, key: &VerifyingKey, eras: &'a Eras) -> CheckpointCursor<'a> {
        let sequence = CheckpointSequence::new(eras);
        let mut cursor = CheckpointCursor { lines: None, sequence, next: None, seen: 0, difference: None };
        match CheckpointLines::open(path, until, *key) {
            Ok(lines) => cursor.lines = Some(lines),
            Err(fault) => cursor.difference = Some(fault.into()),
        }
        cursor.read_next();
        cursor
    }

    /// Advances to the next checkpoint whose records are still there to compare, noting the first difference on the
    /// way.
    fn read_next(&mut self) {
        self.next = None;
        // Lines after an unreadable one are still checked.
        while let Some(line) = self.lines.as_mut().and_then(Iterator::next) {
            match line {
                Ok((line, checkpoint)) => {
                    self.seen += 1;
                    if let Err(error) = self.sequence.check_next(line, &checkpoint) {
                        self.difference.get_or_insert(error.into());
                    }
                    // Records that a restore left behind are not there to compare.
                    if checkpoint.count <= self.sequence.eras.records_left_of(checkpoint.era) {
                        self.next = Some((line, checkpoint));
                        return;
                    }
                }
                Err(fault) => {
                    self.difference.get_or_insert(fault.into());
                }
            }
        }
    }

    /// Compares the checkpoints that count `count` records, of which the last has this hash; the streams have these
    /// heads. A walk calls it after each record in order, so that no checkpoint is passed over.
    pub(crate) fn compare(&mut self, count: u64, hash: &Hash, heads: &mut Heads) {
        while let Some((line, checkpoint)) = self.next
            && checkpoint.count <= count
        {
            let same = checkpoint.count == count
                && match checkpoint.format {
                    ChainFormat::One => checkpoint.head == *hash,
                    ChainFormat::Two => checkpoint.head == heads.root(),
                };
            if !same {
                let Checkpoint { format, count, .. } = checkpoint;
                self.difference.get_or_insert(Difference::Counted { format, count, line });
            }
            self.read_next();
        }
    }

    /// The number of checkpoints, and the first difference, once the walk is over. `count` is the number of records,
    /// if they could be read to their end. With `must_reach_end`, the last era of the data must have begun, and the
    /// last checkpoint must be as close to the end as a room leaves it, given `started`, the record of its last
    /// start.
    pub(crate) fn finish(
        mut self,
        count: Option<u64>,
        started: Option<u64>,
        must_reach_end: bool,
    ) -> (CheckpointCount, Option<Difference>) {
        if let (Some(count), Some((line, checkpoint))) = (count, self.next) {
            self.difference.get_or_insert(Difference::EndCut { count, line, counted: checkpoint.count });
        }
        // Reads the remaining lines, so that the last line is the last of the file.
        while self.next.is_some() {
            self.read_next();
        }
        let end = self.sequence.check_end().err().filter(|_| must_reach_end);
        let mut found = self.difference.or(end.map(Difference::from));
        let mut seen = CheckpointCount { lines: self.seen, after: 0 };
        if let (Some(count), Some(last), true) = (count, self.sequence.last, must_reach_end) {
            seen.after = count.saturating_sub(last.count);
            if let (None, Err(error)) = (&found, check_gap_after_last(&last, count, started)) {
                // A running room may have written more since the end of the file was determined.
                let now = self.lines.as_ref().and_then(|lines| lines.last_now().ok().flatten());
                let now = now.filter(|now| now.era == last.era && now.count > last.count);
                let error = now.map_or(Some(error), |now| check_gap_after_last(&now, count, started).err());
                found = error.map(Difference::from);
            }
        }
        (seen, found)
    }
}
