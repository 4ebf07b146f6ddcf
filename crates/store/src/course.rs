//! How the lines of the file of checkpoints follow each other, and whether the records are what they saw.

use std::path::Path;

use ed25519_dalek::VerifyingKey;

use crate::chain::{Format, Hash};
use crate::checkpoint::{Checkpoint, Lines};
use crate::era::{Era, Eras, Reason};
use crate::heads::Heads;

/// Whether lines can follow each other, and begin the eras that the data has.
#[derive(Debug)]
pub(crate) struct Course<'a> {
    eras: &'a Eras,
    last: Option<Checkpoint>,
}

impl<'a> Course<'a> {
    pub(crate) fn new(eras: &'a Eras) -> Course<'a> {
        Course { eras, last: None }
    }

    /// Takes the next line; says what is wrong with it where it stands.
    pub(crate) fn take(&mut self, line: u64, checkpoint: &Checkpoint) -> Result<(), String> {
        let taken = match (Era::begun_by(checkpoint), &self.last) {
            (Some(_), last) => self.begins(line, checkpoint, last.as_ref()),
            (None, None) => self.first(line, checkpoint),
            (None, Some(last)) => {
                let (era, count, before) = (checkpoint.era, checkpoint.count, last.count);
                if (era, checkpoint.format) != (last.era, last.format) {
                    Err(format!(
                        "the checkpoint in line {line} is of era {era}, which did not begin before it"
                    ))
                } else if count < before {
                    Err(format!(
                        "the checkpoint in line {line} counts {count}, after one that counts {before}"
                    ))
                } else {
                    Ok(())
                }
            }
        };
        self.last = Some(*checkpoint);
        taken
    }

    fn first(&self, line: u64, checkpoint: &Checkpoint) -> Result<(), String> {
        match checkpoint.format {
            Format::Two => {
                Err(format!("the checkpoint in line {line} begins no era: those before it are gone"))
            }
            Format::One if self.eras.in_format_one() == 0 => Err(format!(
                "the checkpoint in line {line} is one of format 1, in which the room has no records"
            )),
            Format::One => Ok(()),
        }
    }

    fn begins(&self, line: u64, checkpoint: &Checkpoint, last: Option<&Checkpoint>) -> Result<(), String> {
        let number = checkpoint.era;
        let Some(era) = self.eras.get(number) else {
            return Err(format!(
                "the checkpoint in line {line} begins era {number}, of which the data knows nothing: the data is a copy from before that"
            ));
        };
        if era.begin(checkpoint.head) != *checkpoint {
            return Err(format!(
                "era {number} of the data is another than the checkpoint in line {line} begins"
            ));
        }
        let follows = match (era.reason, last) {
            (Reason::Founded, last) => last.is_none(),
            // The file that was left behind may have been lost with the data.
            (Reason::Restored, None) => true,
            (Reason::Restored, Some(last)) => {
                (last.era + 1, last.count, last.head) == (number, era.before_count, era.before_head)
            }
            (Reason::Upgraded, None) => false,
            (Reason::Upgraded, Some(last)) => {
                let same = last.count < era.before_count || last.head == era.before_head;
                last.format == Format::One && last.count <= era.before_count && same
            }
        };
        if follows {
            return Ok(());
        }
        Err(format!(
            "the checkpoint in line {line} begins era {number}, which does not go on from the line before it: lines are missing or were added"
        ))
    }

    /// Says what is missing after the last line.
    pub(crate) fn end(&self) -> Result<(), String> {
        let current = self.eras.current();
        match &self.last {
            None => Err("there is no checkpoint: whether the end was cut cannot be told".to_owned()),
            Some(last) if last.era != current.number => {
                let (number, reason) = (current.number, current.reason);
                Err(format!("no checkpoint begins era {number} of the data ({reason})"))
            }
            Some(_) => Ok(()),
        }
    }
}

/// The checkpoints of a file, compared while all records are gone through.
#[derive(Debug)]
pub(crate) struct CheckpointCursor<'a> {
    lines: Option<Lines>,
    course: Course<'a>,
    next: Option<(u64, Checkpoint)>,
    seen: u64,
    difference: Option<String>,
}

impl<'a> CheckpointCursor<'a> {
    /// The checkpoints in so many bytes of a file.
    pub(crate) fn new(path: &Path, until: u64, key: &VerifyingKey, eras: &'a Eras) -> CheckpointCursor<'a> {
        let course = Course::new(eras);
        let mut cursor = CheckpointCursor { lines: None, course, next: None, seen: 0, difference: None };
        match Lines::open(path, until, *key) {
            Ok(lines) => cursor.lines = Some(lines),
            Err(fault) => cursor.difference = Some(fault.what),
        }
        cursor.step();
        cursor
    }

    fn step(&mut self) {
        self.next = None;
        // What comes after a line that cannot be read is looked at all the same.
        while let Some(line) = self.lines.as_mut().and_then(Iterator::next) {
            match line {
                Ok((line, checkpoint)) => {
                    self.seen += 1;
                    if let Err(what) = self.course.take(line, &checkpoint) {
                        self.difference.get_or_insert(what);
                    }
                    // Records that a restore left behind are not there to be compared.
                    if checkpoint.count <= self.course.eras.kept_of(checkpoint.era) {
                        self.next = Some((line, checkpoint));
                        return;
                    }
                }
                Err(fault) => {
                    self.difference.get_or_insert(fault.what);
                }
            }
        }
    }

    /// Compares the checkpoints that count so many records: the last of them has this hash, and the streams these heads.
    pub(crate) fn at(&mut self, count: u64, hash: &Hash, heads: &mut Heads) {
        while let Some((line, checkpoint)) = self.next
            && checkpoint.count <= count
        {
            let same = checkpoint.count == count
                && match checkpoint.format {
                    Format::One => checkpoint.head == *hash,
                    Format::Two => checkpoint.head == heads.root(),
                };
            if !same {
                let counted = checkpoint.count;
                self.difference.get_or_insert_with(|| match checkpoint.format {
                    Format::One => {
                        format!("record {counted} is another than the checkpoint in line {line} saw")
                    }
                    Format::Two => format!(
                        "record {counted} or one before it is another than the checkpoint in line {line} saw"
                    ),
                });
            }
            self.step();
        }
    }

    /// What there was of checkpoints, and the first difference. `count` is how many records there are, where they could be
    /// read to their end; `whole` says that the last era of the data must have begun.
    pub(crate) fn finish(mut self, count: Option<u64>, whole: bool) -> (u64, Option<String>) {
        if let (Some(count), Some((line, checkpoint))) = (count, self.next) {
            let counted = checkpoint.count;
            self.difference.get_or_insert_with(|| format!(
                "the records end with {count}, but the checkpoint in line {line} counts {counted}: the end was cut"
            ));
        }
        // Whatever is left is looked at, so that the last line is the last of the file.
        while self.next.is_some() {
            self.step();
        }
        let end = self.course.end().err().filter(|_| whole);
        (self.seen, self.difference.or(end))
    }
}
