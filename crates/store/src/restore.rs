//! A backup is put in the place of a room's data: a new era begins, which names the last checkpoint of the one that is left
//! behind. Hands that were in play when the copy was made are called off by the room at its next start.
//!
//! Killed at any moment it is begun again: the new database is made beside, the checkpoint that begins the era is signed,
//! and only then is the database put in its place. What was there is kept in a folder beside.

use std::fs;
use std::path::{Path, PathBuf};

use room::port::Fault;
use rusqlite::Connection;

use crate::backup::table;
use crate::chain::Format;
use crate::checkpoint::{Checkpoint, Checkpoints};
use crate::course::CheckpointCursor;
use crate::era::{self, Era, Eras, Reason};
use crate::keys::{Keys, cannot, sync};
use crate::permissions;
use crate::places;
use crate::rows;
use crate::schema::{self, fault};
use crate::sqlite::{DATABASE, LOCK, Options, lock, now};
use crate::start;
use crate::upgrade::differs;
use crate::verify::{self, Check};

/// A backup that was put in its place, or was not since it differs from what a room wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// What was checked: of the data as it is now, or of the file where that differs.
    pub checks: Vec<Check>,
    /// The era that has begun; none where something differs, and nothing was changed.
    pub era: Option<Era>,
    /// Where the data is kept that was there before.
    pub kept: Option<PathBuf>,
    /// People whose rows were erased since the backup was made, as far as the data shows that was there before: the backup
    /// has them again.
    pub erased: Vec<u64>,
}

/// Puts a backup in the place of the data. Where there is data already that must be wished for.
///
/// # Errors
/// The file is not a backup, the keys are others, a room uses the data, there is data and it is not to be replaced, or
/// something cannot be written.
pub fn restore(file: &Path, options: &Options, keys: &Keys, replace: bool) -> Result<Restored, Fault> {
    let backup = Opened::open(file, keys)?;
    places::takes_backup(&options.data, true)?;
    let fresh = Fresh::of(&options.data)?;
    let _lock = lock(&options.data)?;
    // Taken away, if at all, while the folder is still locked.
    let mut fresh = fresh;
    places::takes_backup(&options.data, replace)?;
    let database = options.data.join(DATABASE);
    let there = database.try_exists().map_err(cannot("look for", &database))?;
    let mut checkpoints = Checkpoints::open(&options.checkpoints, keys.signing().clone())?;
    let next = Next::after(&backup, &checkpoints)?;
    let checks = backup.check(keys, &checkpoints, &next.eras)?;
    if differs(&checks) {
        return Ok(Restored { checks, era: None, kept: None, erased: Vec::new() });
    }
    let erased = if there { erased_since(&options.data, &backup.connection) } else { Vec::new() };
    let made = places::restored(&options.data);
    let begun = make(file, &made, &backup.eras, &next.eras).and_then(|()| {
        if next.begun { Ok(()) } else { checkpoints.add(next.era.begin(backup.checkpoint.head)) }
    });
    if begun.is_err() && !next.begun {
        // The data stays as it was. What cannot be removed is told at the next start.
        let _ = permissions::clear(&made);
    }
    begun?;
    fresh.0.clear();
    let kept = put_aside(&options.data, next.era.at.0)?;
    fs::rename(&made, &database).map_err(cannot("make", &database))?;
    sync(&options.data)?;
    permissions::for_owner(&options.data, &[DATABASE, LOCK])?;
    let checks = verify::verify(&options.data, &options.checkpoints, &keys.public())?;
    Ok(Restored { checks, era: Some(next.era), kept, erased })
}

/// What a restore makes where nothing was: it is gone again where nothing is restored.
struct Fresh(Vec<PathBuf>);

impl Fresh {
    fn of(data: &Path) -> Result<Fresh, Fault> {
        let mut made = Vec::new();
        for path in [data.join(LOCK), data.to_owned()] {
            if !path.try_exists().map_err(cannot("look for", &path))? {
                made.push(path);
            }
        }
        Ok(Fresh(made))
    }
}

impl Drop for Fresh {
    fn drop(&mut self) {
        for path in &self.0 {
            // The folder has the lock alone in it, or stays.
            let _ = fs::remove_file(path).or_else(|_| fs::remove_dir(path));
        }
    }
}

/// A backup that is open.
struct Opened {
    connection: Connection,
    eras: Eras,
    /// What binds it whole.
    checkpoint: Checkpoint,
}

impl Opened {
    fn open(file: &Path, keys: &Keys) -> Result<Opened, Fault> {
        let (connection, line) = places::backup(file)?;
        let place = file.display();
        let not_one =
            |why: &str| Fault { what: format!("{place} is not a backup that `cardroom backup` made{why}") };
        start::own(&connection, keys, file)?;
        let checkpoint = Checkpoint::read(&line, &keys.public()).map_err(|fault| {
            not_one(&format!(": the checkpoint that binds it is not good: {}", fault.what))
        })?;
        let (.., eras) =
            era::of_database(&connection).map_err(|fault| not_one(&format!(" as it is: {}", fault.what)))?;
        Ok(Opened { connection, eras, checkpoint })
    }

    /// Checks all of it: against the checkpoint that binds it, and against those of the file that count records it has.
    fn check(&self, keys: &Keys, checkpoints: &Checkpoints, eras: &Eras) -> Result<Vec<Check>, Fault> {
        let key = keys.public();
        let (mut checks, _, mut walk) = verify::begun(&self.connection, &key, &[table()]);
        let length = checkpoints.path().metadata().map_or(0, |file| file.len());
        let mut cursor = CheckpointCursor::new(checkpoints.path(), length, &key, eras);
        walk.all(&self.connection, eras, |count, hash, heads| cursor.at(count, hash, heads));
        checks.extend(walk.checks(&self.connection));
        let (seen, found) = cursor.finish(walk.complete.then_some(walk.count), walk.started, false);
        let Checkpoint { era, count, head, .. } = self.checkpoint;
        let same = (era, count, head) == (self.eras.current().number, walk.count, walk.heads.root());
        let bound = (!same).then(|| {
            format!(
                "the backup is another than the one that was made: it had {count} records and another root"
            )
        });
        checks.push(Check {
            name: "checkpoints",
            seen: format!("{} checkpoints, and the one that binds the backup", seen.lines),
            difference: walk.unless_cut(bound.or(found)),
        });
        Ok(checks)
    }
}

/// What the data is to be after the restore.
struct Next {
    /// All its eras.
    eras: Eras,
    /// The last of them.
    era: Era,
    /// The checkpoint that begins it is there: a restore was cut short.
    begun: bool,
}

impl Next {
    fn after(backup: &Opened, checkpoints: &Checkpoints) -> Result<Next, Fault> {
        let Checkpoint { count, head, .. } = backup.checkpoint;
        let mut eras = backup.eras.clone();
        let mut last = None;
        for line in checkpoints.lines()? {
            let (line, checkpoint) = line?;
            if let Some(era) = Era::begun_by(&checkpoint) {
                match eras.get(era.number) {
                    None => eras = eras.with(era),
                    Some(own) if *own == era => {}
                    Some(_) => {
                        let (number, file) = (era.number, checkpoints.path().display());
                        return Err(Fault {
                            what: format!(
                                "the checkpoint in line {line} of {file} begins another era {number} than the backup has: it is of another course of the room"
                            ),
                        });
                    }
                }
            }
            last = Some(checkpoint);
        }
        let cut_short = last.filter(|last| {
            let restored = last.begins.is_some_and(|begins| begins.reason == Reason::Restored);
            restored && last.era > backup.eras.current().number && (last.count, last.head) == (count, head)
        });
        if cut_short.is_some() {
            let era = *eras.current();
            return Ok(Next { eras, era, begun: true });
        }
        if let Some(last) = last.filter(|last| last.era != eras.current().number) {
            let (file, ends, number) = (checkpoints.path().display(), last.era, eras.current().number);
            return Err(Fault {
                what: format!(
                    "the checkpoints at {file} end in era {ends}, and the backup is of era {number}: they are an older copy; bring the newest back, or leave the file out"
                ),
            });
        }
        let (before_count, before_head) = last.map_or((count, head), |last| (last.count, last.head));
        let era = Era {
            number: eras.current().number + 1,
            reason: Reason::Restored,
            format: Format::Two,
            at: now(),
            after: count,
            before_count,
            before_head,
        };
        Ok(Next { eras: eras.with(era), era, begun: false })
    }
}

/// Makes the new database beside the one that is there.
fn make(file: &Path, made: &Path, old: &Eras, new: &Eras) -> Result<(), Fault> {
    permissions::clear(made)?;
    permissions::copy(file, made)?;
    let mut connection = Connection::open(made).map_err(fault("open the copy of the backup"))?;
    let doing = "begin the era of the restore";
    let transaction = connection.transaction().map_err(fault(doing))?;
    transaction.execute_batch("DROP TABLE backup").map_err(fault(doing))?;
    // A backup of an earlier build has eras already: only its tables are brought to this version.
    schema::raise(&transaction, schema::version(&transaction)?)?;
    for era in new.iter().skip(old.iter().count()) {
        era.add(&transaction)?;
    }
    transaction.commit().map_err(fault(doing))?;
    connection.close().map_err(|(_, error)| fault("close the copy of the backup")(error))?;
    let copy = fs::OpenOptions::new().write(true).open(made).map_err(cannot("open", made))?;
    copy.sync_all().map_err(cannot("write", made))
}

/// Puts the files of a database, and of its log, into a folder beside. A log that stayed would be written into the new one.
fn put_aside(data: &Path, at: u64) -> Result<Option<PathBuf>, Fault> {
    let folder = data.join(format!("replaced-{at}"));
    let mut moved = false;
    for ending in ["", "-wal", "-shm", "-journal"] {
        let name = format!("{DATABASE}{ending}");
        let file = data.join(&name);
        if file.try_exists().map_err(cannot("look for", &file))? {
            fs::create_dir_all(&folder).map_err(cannot("make", &folder))?;
            fs::rename(&file, folder.join(name)).map_err(cannot("move", &file))?;
            moved = true;
        }
    }
    Ok(moved.then_some(folder))
}

/// People whose rows the data says to have been taken out, and the backup still has. Data that cannot be read says nothing.
fn erased_since(data: &Path, backup: &Connection) -> Vec<u64> {
    let known = verify::open(data).and_then(|data| Ok((rows::digests(&data)?, rows::digests(backup)?)));
    let Ok((now, then)) = known else { return Vec::new() };
    let held = |person: &u64| then.get(person).is_some_and(|(digest, _)| digest.is_some());
    now.into_iter()
        .filter(|(person, (digest, _))| digest.is_none() && held(person))
        .map(|(person, _)| person)
        .collect()
}
