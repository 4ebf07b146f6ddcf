//! The eras of a room. Within an era, records are bound in one way and checkpoints follow from each other. A
//! new era begins with an upgrade from an earlier build, and with a restore from a backup.
//!
//! What an era goes on from is stated twice: in the table `eras`, and signed in the era's first checkpoint.

use std::collections::BTreeMap;
use std::fmt;

use room::port::{StoreError, Wall};
use rusqlite::{Connection, params};

use crate::chain::{self, ChainFormat, Hash};
use crate::checkpoint::{Checkpoint, EraStart};
use crate::error::EraError;
use crate::rows;
use crate::schema::{self, database_fault};

/// Why an era began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EraReason {
    /// The room was founded.
    Founded,
    /// The data of an earlier build was brought to this one.
    Upgraded,
    /// A backup was put in the place of the data.
    Restored,
}

impl EraReason {
    /// The word for it in the table `eras` and in signed checkpoints; a released word never changes.
    pub const fn word(self) -> &'static str {
        match self {
            EraReason::Founded => "founded",
            EraReason::Upgraded => "upgraded",
            EraReason::Restored => "restored",
        }
    }

    /// The reason that a stored word stands for; `None` for a word that no build has written.
    pub fn from_word(word: &str) -> Option<EraReason> {
        [EraReason::Founded, EraReason::Upgraded, EraReason::Restored]
            .into_iter()
            .find(|reason| reason.word() == word)
    }
}

impl fmt::Display for EraReason {
    /// The stored word: lines of checkpoints and messages show the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// An era of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Era {
    /// Its number, from 1.
    pub number: u64,
    /// Why it began.
    pub reason: EraReason,
    /// How its records are bound.
    pub format: ChainFormat,
    /// When it began, by the wall clock.
    pub at: Wall,
    /// How many records the room had at that time.
    pub after: u64,
    /// The record count of the previous era's last checkpoint; more than `after` if a restore left some
    /// behind.
    pub before_count: u64,
    /// What that checkpoint bound: in format 1 the hash of its last record, in format 2 the root over all
    /// heads; for the first era, the genesis hash before the first record of the room.
    pub before_head: Hash,
}

impl Era {
    /// The first era of a room that is being founded, at the time `at`, with the genesis hash of its identity. It
    /// begins after 0 records, in format 2.
    pub(crate) fn founded(at: Wall, genesis: Hash) -> Era {
        let reason = EraReason::Founded;
        Era {
            number: 1,
            reason,
            format: ChainFormat::Two,
            at,
            after: 0,
            before_count: 0,
            before_head: genesis,
        }
    }

    /// The checkpoint that begins the era, over the root of the heads at that time. It repeats every field of the
    /// era's row, so that the signature covers them; [`Eras`] and the file of checkpoints are compared by it.
    pub fn first_checkpoint(&self, root: Hash) -> Checkpoint {
        let Era { number, reason, format, at, after, before_count, before_head } = *self;
        let begins = Some(EraStart { reason, format, before_count, before_head });
        Checkpoint { format: ChainFormat::Two, era: number, count: after, head: root, at, era_start: begins }
    }

    /// The era that a checkpoint begins, with every field of its row; `None` for a checkpoint within an era. It
    /// undoes [`Era::first_checkpoint`].
    pub(crate) fn from_checkpoint(checkpoint: &Checkpoint) -> Option<Era> {
        let EraStart { reason, format, before_count, before_head } = checkpoint.era_start?;
        let Checkpoint { era, count, at, .. } = *checkpoint;
        Some(Era { number: era, reason, format, at, after: count, before_count, before_head })
    }

    /// Writes the era's row, once, in the transaction that begins the era; a row is never changed after that.
    pub(crate) fn insert(&self, connection: &Connection) -> Result<(), StoreError> {
        let sql = "INSERT INTO eras (era, reason, format, at, after, before_count, before_head) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let parameters = params![
            rows::to_column(self.number)?,
            self.reason.word(),
            rows::to_column(self.format.number())?,
            rows::to_column(self.at.0)?,
            rows::to_column(self.after)?,
            rows::to_column(self.before_count)?,
            self.before_head,
        ];
        connection.execute(sql, parameters).map_err(database_fault(format!("write era {}", self.number)))?;
        Ok(())
    }
}

/// All eras of a room, in order; there is at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Eras(Vec<Era>);

impl Eras {
    /// Reads the eras of a database, oldest first. Data of an earlier build has no table of them: it has only the
    /// first era, in format 1, founded at `since` of its identity.
    ///
    /// # Errors
    /// They are not what a room wrote.
    pub(crate) fn read(
        connection: &Connection,
        meta: &BTreeMap<String, String>,
        genesis: Hash,
    ) -> Result<Eras, StoreError> {
        if schema::version(connection)? < schema::FIRST_WITH_ERAS {
            let at = Wall(meta.get("since").and_then(|since| since.parse().ok()).unwrap_or(0));
            return Ok(Eras(vec![Era { format: ChainFormat::One, ..Era::founded(at, genesis) }]));
        }
        Ok(Eras::checked(rows::eras(connection)?, genesis)?)
    }

    /// A single era in format 2, in place of eras that cannot be read, so that `verify` can go on with its other
    /// checks.
    pub(crate) fn assumed(genesis: Hash) -> Eras {
        Eras(vec![Era::founded(Wall(0), genesis)])
    }

    /// Checks that eras read from a database or planned by a restore can follow each other: founded first and
    /// numbered from 1, an upgrade only as the second, and no restore to before the upgrade. `genesis` is that of the
    /// room's identity.
    pub(crate) fn checked(eras: Vec<Era>, genesis: Hash) -> Result<Eras, EraError> {
        let Some(first) = eras.first() else { return Err(EraError::None) };
        if (first.reason, first.after, first.before_count) != (EraReason::Founded, 0, 0) {
            return Err(EraError::NotFounded);
        }
        if first.before_head != genesis {
            return Err(EraError::OtherRoom);
        }
        for (era, number) in eras.iter().zip(1..) {
            if era.number != number {
                return Err(EraError::Missing { expected: number, found: era.number });
            }
            let fits = match era.reason {
                EraReason::Founded => number == 1,
                EraReason::Upgraded => {
                    number == 2
                        && (first.format, era.format) == (ChainFormat::One, ChainFormat::Two)
                        && era.before_count == era.after
                }
                EraReason::Restored => number > 1 && era.format == ChainFormat::Two,
            };
            if !fits {
                return Err(EraError::OutOfPlace { era: number, reason: era.reason });
            }
        }
        // Only records in format 2 are ever restored: they had been upgraded before.
        let upgraded = eras.get(1).is_some_and(|era| era.reason == EraReason::Upgraded);
        let reaches_format_two = first.format == ChainFormat::Two || upgraded;
        if !reaches_format_two {
            return Err(EraError::NotUpgraded);
        }
        let bound = eras.iter().find(|era| era.reason == EraReason::Upgraded).map_or(0, |era| era.after);
        if let Some(era) = eras.iter().skip(1).find(|era| era.after < bound) {
            return Err(EraError::BeforeUpgrade { era: era.number });
        }
        Ok(Eras(eras))
    }

    /// The eras, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Era> {
        self.0.iter()
    }

    /// The current era, the last one: new records and checkpoints belong to it.
    pub fn current(&self) -> &Era {
        self.0.last().expect("there is one at least")
    }

    /// An era by its number, from 1; `None` if the room has not reached it.
    pub fn get(&self, number: u64) -> Option<&Era> {
        self.0.iter().find(|era| era.number == number)
    }

    /// How many records, the first ones of the room, are bound in format 1: 0 for a room founded in format 2, and
    /// `u64::MAX` for data that was never upgraded.
    pub fn count_in_format_one(&self) -> u64 {
        match self.0.as_slice() {
            [only] if only.format == ChainFormat::One => u64::MAX,
            [_, second, ..] if second.reason == EraReason::Upgraded => second.after,
            _ => 0,
        }
    }

    /// How the record with this number in the room is bound, by which its hash is checked.
    pub fn format_of(&self, sequence: u64) -> ChainFormat {
        if sequence <= self.count_in_format_one() { ChainFormat::One } else { ChainFormat::Two }
    }

    /// Up to which record, by number in the room, those of an era are still there: a later restore left the others
    /// behind. `u64::MAX` if no later era began.
    pub(crate) fn records_left_of(&self, number: u64) -> u64 {
        self.0.iter().filter(|era| era.number > number).map(|era| era.after).min().unwrap_or(u64::MAX)
    }

    /// The first era alone: how an upgrade that was cut short sees the data, as the earlier build left it.
    pub(crate) fn first_only(&self) -> Eras {
        Eras(self.0[..1].to_vec())
    }

    /// These eras with another one added at the end, for the plan of a restore. Nothing is checked here.
    pub(crate) fn with(&self, era: Era) -> Eras {
        Eras(self.0.iter().copied().chain([era]).collect())
    }
}

/// The room's identity, the genesis hash over it, and its checked eras: what every reader of the chain needs first.
pub(crate) fn load_eras(
    connection: &Connection,
) -> Result<(BTreeMap<String, String>, Hash, Eras), StoreError> {
    let meta = rows::read_meta(connection)?;
    let genesis = chain::genesis(&meta);
    let eras = Eras::read(connection, &meta, genesis)?;
    Ok((meta, genesis, eras))
}
