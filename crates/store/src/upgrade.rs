//! Data of an earlier build is brought to this one. No record is written anew: the old chain is checked to its last
//! checkpoint and beyond, a new era begins after it, and a signed checkpoint names the head of the old one.
//!
//! Killed at any moment it is begun again: the old database and the old checkpoints are kept beside before anything
//! changes, the tables change in one transaction, and the checkpoint that is missing after it is signed by the next try.

use std::fs;
use std::path::{Path, PathBuf};

use ed25519_dalek::VerifyingKey;
use room::port::Fault;
use rusqlite::Connection;

use crate::chain::Format;
use crate::checkpoint::{Checkpoints, whole_lines};
use crate::era::{self, Era, Reason};
use crate::keys::{Keys, cannot};
use crate::permissions;
use crate::schema::{self, fault};
use crate::sqlite::{DATABASE, LOCK, Options, lock, now};
use crate::start;
use crate::verify::{self, Check, Walk};

/// What the old files are called that are kept beside the new ones, after their own names.
const KEPT: &str = ".format-1";

/// What came of an upgrade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Upgraded {
    /// The data is of this build already.
    Already,
    /// The data differs from what a room wrote: nothing was changed.
    Differs(Vec<Check>),
    /// It was brought over, and this was checked after it.
    Done {
        /// How many records there are.
        records: u64,
        /// Where the old database and the old checkpoints are kept.
        kept: [PathBuf; 2],
        /// The checks of the data as it is now.
        checks: Vec<Check>,
    },
}

/// Brings data of an earlier build to this one.
///
/// # Errors
/// A room uses the data, a newer program wrote it, its keys are others, or something cannot be written.
pub fn upgrade(options: &Options, keys: &Keys) -> Result<Upgraded, Fault> {
    let database = options.data.join(DATABASE);
    permissions::has_no_links(&options.data, &[DATABASE, LOCK])?;
    let version = schema::version(&verify::open(&options.data)?)?;
    let _lock = lock(&options.data)?;
    permissions::for_owner(&options.data, &[DATABASE])?;
    let mut connection = schema::as_it_is(&database)?;
    start::own(&connection, keys, &options.data)?;
    let mut checkpoints = Checkpoints::open(&options.checkpoints, keys.signing().clone())?;
    let key = keys.public();
    let kept = [beside(&database), beside(&options.checkpoints)];
    if version == schema::VERSION {
        let (.., eras) = era::of_database(&connection)?;
        let unfinished = eras.current().reason == Reason::Upgraded
            && checkpoints.last().is_some_and(|last| last.format == Format::One);
        if !unfinished {
            return Ok(Upgraded::Already);
        }
        let (checks, mut walk) = old(&connection, &options.checkpoints, &key)?;
        let era = *eras.current();
        if differs(&checks) {
            return Ok(Upgraded::Differs(checks));
        }
        if (walk.count, walk.in_room) != (era.after, era.before_head) {
            let (count, after) = (walk.count, era.after);
            let what = format!(
                "the data has {count} records, but was upgraded after {after}: put {} back and upgrade again",
                kept[0].display()
            );
            return Err(Fault { what });
        }
        checkpoints.add(era.begin(walk.heads.root()))?;
    } else {
        let (checks, mut walk) = old(&connection, &options.checkpoints, &key)?;
        if differs(&checks) {
            return Ok(Upgraded::Differs(checks));
        }
        schema::run(&connection, "PRAGMA wal_checkpoint(TRUNCATE)")
            .map_err(fault("write the log into the database"))?;
        for (file, kept) in [&database, &options.checkpoints].into_iter().zip(&kept) {
            keep(file, kept)?;
        }
        let (_, genesis, eras) = era::of_database(&connection)?;
        let first = *eras.current();
        let era = Era {
            number: 2,
            reason: Reason::Upgraded,
            format: Format::Two,
            at: now(),
            after: walk.count,
            before_count: walk.count,
            before_head: if walk.count == 0 { genesis } else { walk.in_room },
        };
        let transaction = connection.transaction().map_err(fault("begin the upgrade"))?;
        schema::raise(&transaction, version)?;
        first.add(&transaction)?;
        era.add(&transaction)?;
        transaction.commit().map_err(fault("make the upgrade safe"))?;
        schema::run(&connection, "PRAGMA wal_checkpoint(TRUNCATE)")
            .map_err(fault("write the log into the database"))?;
        checkpoints.add(era.begin(walk.heads.root()))?;
    }
    let until = whole_lines(&options.checkpoints)?;
    let (checks, walk) = verify::against(&connection, (&options.checkpoints, until), &key, |eras| eras);
    Ok(if differs(&checks) {
        Upgraded::Differs(checks)
    } else {
        Upgraded::Done { records: walk.count, kept, checks }
    })
}

/// The checks of the data as the earlier build left it.
fn old(connection: &Connection, checkpoints: &Path, key: &VerifyingKey) -> Result<(Vec<Check>, Walk), Fault> {
    let until = whole_lines(checkpoints)?;
    Ok(verify::against(connection, (checkpoints, until), key, |eras| eras.first_alone()))
}

pub(crate) fn differs(checks: &[Check]) -> bool {
    checks.iter().any(|check| check.difference.is_some())
}

/// Where the old file is kept.
fn beside(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(KEPT);
    PathBuf::from(name)
}

/// Keeps a copy of a file, whole or not at all, for its owner alone.
fn keep(file: &Path, kept: &Path) -> Result<(), Fault> {
    let unfinished = kept.with_extension("unfinished");
    permissions::copy(file, &unfinished)?;
    fs::rename(&unfinished, kept).map_err(cannot("make", kept))
}
