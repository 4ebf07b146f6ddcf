//! Data of an earlier build is brought to this one. No record is written anew: the data is checked to its last checkpoint
//! and beyond. After records in format 1 a new era begins, and a signed checkpoint names the head of the old chain.
//!
//! Killed at any moment it is begun again: the old database and the old checkpoints are kept beside before anything
//! changes, the tables change in one transaction, and the checkpoint that is missing after it is signed by the next try.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use ed25519_dalek::VerifyingKey;
use room::port::Fault;
use rusqlite::Connection;

use crate::chain::Format;
use crate::checkpoint::{Checkpoints, whole_lines};
use crate::era::{self, Era, Eras, Reason};
use crate::keys::{Keys, cannot};
use crate::permissions::{self, open_named};
use crate::schema::{self, fault};
use crate::sqlite::{DATABASE, LOCK, Options, lock, now};
use crate::start;
use crate::verify::{self, Check, Walk};

/// What the old files are called that are kept beside the new ones, after their own names: records in format 1, and
/// tables of version 2.
const FORMAT_1: &str = ".format-1";
const TABLES_2: &str = ".tables-2";

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
        /// A new era has begun: they are bound in another way from here on.
        new_era: bool,
        /// Where the old database is kept, and the old checkpoints where others follow them.
        kept: Vec<PathBuf>,
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
    let with_eras = version >= schema::WITH_ERAS;
    let cut_short = with_eras && {
        let (.., eras) = era::of_database(&connection)?;
        eras.current().reason == Reason::Upgraded
            && checkpoints.last().is_some_and(|last| last.format == Format::One)
    };
    if version == schema::VERSION && !cut_short {
        return Ok(Upgraded::Already);
    }
    let new_era = !with_eras || cut_short;
    let (checks, mut walk) = if new_era {
        // As the earlier build left it.
        checked(&connection, options, &key, |eras| eras.first_alone())?
    } else {
        checked(&connection, options, &key, |eras| eras)?
    };
    if differs(&checks) {
        return Ok(Upgraded::Differs(checks));
    }
    let mut kept = if new_era {
        vec![beside(&database, FORMAT_1), beside(&options.checkpoints, FORMAT_1)]
    } else {
        vec![beside(&database, TABLES_2)]
    };
    if cut_short {
        let (.., eras) = era::of_database(&connection)?;
        let era = *eras.current();
        if (walk.count, walk.in_room) != (era.after, era.before_head) {
            let (count, after) = (walk.count, era.after);
            let what = format!(
                "the data has {count} records, but was upgraded after {after}: put {} back and upgrade again",
                kept[0].display()
            );
            return Err(Fault { what });
        }
    } else {
        schema::run(&connection, "PRAGMA wal_checkpoint(TRUNCATE)")
            .map_err(fault("write the log into the database"))?;
        let files = || [&database, &options.checkpoints].into_iter().zip(&kept);
        for (file, kept) in files() {
            is_free_for(file, kept)?;
        }
        for (file, kept) in files() {
            keep(file, kept)?;
        }
    }
    if version < schema::VERSION {
        let (_, genesis, eras) = era::of_database(&connection)?;
        let first = *eras.current();
        let transaction = connection.transaction().map_err(fault("begin the upgrade"))?;
        schema::raise(&transaction, version)?;
        if !with_eras {
            let era = Era {
                number: 2,
                reason: Reason::Upgraded,
                format: Format::Two,
                at: now(),
                after: walk.count,
                before_count: walk.count,
                before_head: if walk.count == 0 { genesis } else { walk.in_room },
            };
            first.add(&transaction)?;
            era.add(&transaction)?;
        }
        transaction.commit().map_err(fault("make the upgrade safe"))?;
        schema::run(&connection, "PRAGMA wal_checkpoint(TRUNCATE)")
            .map_err(fault("write the log into the database"))?;
    }
    if new_era {
        let (.., eras) = era::of_database(&connection)?;
        checkpoints.add(eras.current().begin(walk.heads.root()))?;
    }
    kept.retain(|kept| kept.exists());
    let (checks, walk) = checked(&connection, options, &key, |eras| eras)?;
    Ok(if differs(&checks) {
        Upgraded::Differs(checks)
    } else {
        Upgraded::Done { records: walk.count, new_era, kept, checks }
    })
}

/// The checks of the data, with those of its eras that are to hold.
fn checked(
    connection: &Connection,
    options: &Options,
    key: &VerifyingKey,
    held: impl FnOnce(Eras) -> Eras,
) -> Result<(Vec<Check>, Walk), Fault> {
    let (until, _) = whole_lines(&options.checkpoints)?;
    Ok(verify::against(connection, (&options.checkpoints, until), key, held))
}

pub(crate) fn differs(checks: &[Check]) -> bool {
    checks.iter().any(|check| check.difference.is_some())
}

/// Where the old file is kept.
fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Refuses to keep a file where another is kept: it may be the only one of an earlier upgrade. The same one is there where
/// the last try was cut short.
fn is_free_for(file: &Path, kept: &Path) -> Result<(), Fault> {
    if kept.symlink_metadata().is_err() || same(file, kept).map_err(cannot("read", kept))? {
        return Ok(());
    }
    let (file, kept) = (file.display(), kept.display());
    let what = format!(
        "{kept} is there already and is another than {file}, which is to be kept there: move it elsewhere and upgrade again; nothing was changed"
    );
    Err(Fault { what })
}

/// Whether two files have the same bytes.
fn same(one: &Path, other: &Path) -> io::Result<bool> {
    let (one, other) = (open_named(one)?, open_named(other)?);
    if one.metadata()?.len() != other.metadata()?.len() {
        return Ok(false);
    }
    let (mut one, mut other) = (BufReader::new(one), BufReader::new(other));
    loop {
        let (left, right) = (one.fill_buf()?, other.fill_buf()?);
        let most = left.len().min(right.len());
        if most == 0 {
            return Ok(left.len() == right.len());
        }
        if left[..most] != right[..most] {
            return Ok(false);
        }
        one.consume(most);
        other.consume(most);
    }
}

/// Keeps a copy of a file, whole or not at all, for its owner alone.
fn keep(file: &Path, kept: &Path) -> Result<(), Fault> {
    let unfinished = kept.with_extension("unfinished");
    permissions::copy(file, &unfinished)?;
    fs::rename(&unfinished, kept).map_err(cannot("make", kept))
}
