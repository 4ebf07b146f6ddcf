//! A disk that fails on purpose: a SQLite VFS that lives in memory, knows what was flushed and what was not,
//! counts every operation, and fails at the one a test names.
//!
//! Its rules: later reads see a write at once, but it is safe only after a flush. Of what was not flushed, a
//! power loss leaves nothing, all, or any part in any order, with the last write torn in the middle. A failed
//! flush forgets what it should have made safe, as on Linux. The name of a new file is safe with its first
//! flush; a deleted file may come back unless something was flushed since.

use std::collections::BTreeMap;
use std::io::{Error, ErrorKind};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use sqlite_vfs::{DatabaseHandle, LockKind, OpenAccess, OpenOptions, Vfs, WalDisabled, register};

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// From this operation on nothing has any effect: the power is gone, or the process.
    Crash,
    /// Only this operation fails.
    Error,
    /// From this operation on no file can grow.
    Full,
    /// From this operation on every write is refused, as on a disk that became read-only.
    ReadOnly,
}

/// What a power loss leaves of the writes that were not flushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// Nothing.
    Nothing,
    /// All of them, as when a process is killed and the machine goes on.
    All,
    /// Any part of them, drawn from a seed.
    Some(u64),
}

#[derive(Clone, Debug)]
enum Change {
    Bytes(usize, Vec<u8>),
    Length(usize),
}

impl Change {
    fn apply(&self, file: &mut Vec<u8>) {
        match self {
            Change::Bytes(from, bytes) => {
                let end = from + bytes.len();
                if file.len() < end {
                    file.resize(end, 0);
                }
                file[*from..end].copy_from_slice(bytes);
            }
            Change::Length(length) => file.resize(*length, 0),
        }
    }
}

#[derive(Clone, Debug, Default)]
struct File {
    /// The flushed contents; `None` while not even the name is safe.
    safe: Option<Vec<u8>>,
    /// The contents that a reader sees; `None` if the file is deleted.
    seen: Option<Vec<u8>>,
    /// Changes since the last flush.
    pending: Vec<Change>,
}

/// The effect of one operation on the disk.
#[derive(Clone, Debug)]
enum Deed {
    /// None: something was read, or a flush was forgotten.
    Looks,
    /// A file exists from now on.
    Opens(String),
    Changes(String, Change),
    Flushes(String),
    Deletes(String),
}

#[derive(Debug, Default)]
struct State {
    files: Files,
    operations: u64,
    /// Writes, flushes, changes of length and deletions that took effect.
    changes: u64,
    fault: Option<(u64, Fault)>,
    /// Flushes report success but make nothing safe.
    forgets: bool,
    /// What every operation did, if it is being recorded.
    film: Option<Vec<Deed>>,
}

#[derive(Clone, Debug, Default)]
struct Files(BTreeMap<String, File>);

impl Files {
    /// The contents of a file as a reader sees them.
    fn seen(&self, name: &str) -> Option<&Vec<u8>> {
        self.0.get(name)?.seen.as_ref()
    }

    fn take(&mut self, deed: &Deed) {
        match deed {
            Deed::Looks => {}
            Deed::Opens(name) => {
                self.0.entry(name.clone()).or_default().seen.get_or_insert_default();
            }
            Deed::Changes(name, change) => {
                let file = self.0.entry(name.clone()).or_default();
                change.apply(file.seen.get_or_insert_default());
                file.pending.push(change.clone());
            }
            Deed::Flushes(name) => {
                if let Some(file) = self.0.get_mut(name) {
                    let mut safe = file.safe.take().unwrap_or_default();
                    for change in file.pending.drain(..) {
                        change.apply(&mut safe);
                    }
                    file.safe = Some(safe);
                }
                // All names live in one directory: a deletion is safe with the next flush.
                self.0.retain(|_, file| file.seen.is_some());
            }
            Deed::Deletes(name) => {
                if let Some(file) = self.0.get_mut(name) {
                    file.seen = None;
                    file.pending.clear();
                    if file.safe.is_none() {
                        self.0.remove(name);
                    }
                }
            }
        }
    }

    /// The power fails during an operation: it may have begun.
    fn begin(&mut self, deed: &Deed) {
        if let Deed::Changes(name, change) = deed {
            self.0.entry(name.clone()).or_default().pending.push(change.clone());
        }
    }

    /// The power comes back: what was safe is there, and of the rest whatever is left.
    fn power_returns(&mut self, left: Left) {
        let mut draw = Draw::new(if let Left::Some(seed) = left { seed } else { 0 });
        for file in self.0.values_mut() {
            let mut after = file.safe.clone();
            match left {
                Left::Nothing => {}
                Left::All => after = file.seen.clone(),
                Left::Some(_) => {
                    // A new name may be there without its bytes, and an old one may be back after its
                    // deletion.
                    if after.is_none() && draw.below(2) == 0 {
                        after = Some(Vec::new());
                    }
                    if file.seen.is_none() && draw.below(2) == 0 {
                        after = None;
                    }
                    if let Some(bytes) = &mut after {
                        for change in &file.pending {
                            match (draw.below(4), change) {
                                (0, _) => {}
                                (1, Change::Bytes(from, written)) => {
                                    let torn = written[..draw.below(written.len() + 1)].to_vec();
                                    Change::Bytes(*from, torn).apply(bytes);
                                }
                                (_, change) => change.apply(bytes),
                            }
                        }
                    }
                }
            }
            *file = File { safe: after.clone(), seen: after, pending: Vec::new() };
        }
        self.0.retain(|_, file| file.seen.is_some());
    }

    /// Writes the contents as files of the machine, where SQLite itself can open them.
    fn copy_out(&self, folder: &Path) {
        std::fs::create_dir_all(folder).expect("a folder");
        for (name, file) in &self.0 {
            if let Some(bytes) = &file.seen {
                let name = Path::new(name).file_name().expect("a file has a name");
                std::fs::write(folder.join(name), bytes).expect("written");
            }
        }
    }
}

/// A recording of everything done to a disk: a crash at each operation can be examined without repeating all
/// operations before it.
pub struct Film {
    deeds: Vec<Deed>,
    /// How many of the operations `files` reflects.
    shown: usize,
    files: Files,
}

impl Film {
    /// The number of operations.
    pub fn operations(&self) -> u64 {
        self.deeds.len() as u64
    }

    /// Whether an operation, counted from 1, changes what is on the disk or what of it is safe. A crash at one that does not
    /// leaves what a crash at the next that does would leave, and by then more may have been acknowledged.
    pub fn changes(&self, operation: u64) -> bool {
        let at = usize::try_from(operation - 1).expect("small");
        self.deeds.get(at).is_none_or(|deed| !matches!(deed, Deed::Looks))
    }

    /// Writes into a folder what a crash at an operation, counted from 1, leaves. Operations must be visited
    /// in order.
    pub fn crash_at(&mut self, operation: u64, left: Left, folder: &Path) {
        let before = usize::try_from(operation - 1).expect("small");
        assert!(before >= self.shown, "a film is shown forwards");
        for deed in &self.deeds[self.shown..before] {
            self.files.take(deed);
        }
        self.shown = before;
        let mut files = self.files.clone();
        if let Some(deed) = self.deeds.get(before) {
            files.begin(deed);
        }
        files.power_returns(left);
        files.copy_out(folder);
    }
}

/// The disk. Clones share the same one.
#[derive(Clone, Debug, Default)]
pub struct Disk(Arc<Mutex<State>>);

/// An open file of the disk.
pub struct Handle {
    disk: Disk,
    name: String,
    lock: LockKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Reads,
    Grows,
    Shrinks,
    Flushes,
}

/// A sequence of numbers from a seed.
pub struct Draw(u64);

impl Draw {
    pub fn new(seed: u64) -> Draw {
        Draw(seed)
    }

    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        // SplitMix64, after Steele, Lea and Flood.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        usize::try_from(mixed % bound as u64).expect("below a bound")
    }
}

impl Disk {
    /// An empty disk that SQLite finds under a name. A name can be used only once per process.
    pub fn new(name: &str) -> Disk {
        let disk = Disk::default();
        register(name, disk.clone(), false).expect("SQLite takes another file system");
        disk
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("no test panics while it holds the disk")
    }

    /// Empties the disk, and makes it fail at an operation, counted from 1.
    pub fn fresh(&self, fault: Option<(u64, Fault)>) {
        *self.state() = State { fault, ..State::default() };
    }

    /// Makes the disk fail at an operation, counted from 1 from now on; or never.
    pub fn breaks(&self, fault: Option<(u64, Fault)>) {
        let mut state = self.state();
        state.operations = 0;
        state.fault = fault;
    }

    /// How many operations there were.
    pub fn operations(&self) -> u64 {
        self.state().operations
    }

    /// How many of them changed something.
    pub fn changes(&self) -> u64 {
        self.state().changes
    }

    /// From now on every flush reports success but makes nothing safe.
    pub fn forgets(&self) {
        self.state().forgets = true;
    }

    /// Empties the disk and records what every operation does from now on.
    pub fn films(&self) {
        *self.state() = State { film: Some(Vec::new()), ..State::default() };
    }

    /// The recording.
    pub fn film(&self) -> Film {
        let deeds = self.state().film.take().expect("it was filmed");
        Film { deeds, shown: 0, files: Files::default() }
    }

    /// The power comes back: what was safe is there, and of the rest whatever is left.
    pub fn power_returns(&self, left: Left) {
        let mut state = self.state();
        state.files.power_returns(left);
        state.operations = 0;
        state.fault = None;
    }

    /// Writes the contents as files of the machine, where SQLite itself can open them.
    pub fn copy_out(&self, folder: &Path) {
        self.state().files.copy_out(folder);
    }

    /// Writes what a power loss right now would leave, and goes on as if there had been none.
    pub fn copy_left(&self, left: Left, folder: &Path) {
        let mut files = self.state().files.clone();
        files.power_returns(left);
        files.copy_out(folder);
    }

    /// Carries out an operation; fails if the disk does.
    fn operate(&self, name: &str, kind: Kind, deed: Deed) -> Result<MutexGuard<'_, State>, Error> {
        let mut state = self.state();
        state.operations += 1;
        let now = state.operations;
        if let Some((at, fault)) = state.fault {
            let error = || Err(Error::other("the disk breaks"));
            match fault {
                Fault::Crash if now > at => return error(),
                Fault::Crash if now == at => {
                    state.files.begin(&deed);
                    return error();
                }
                Fault::Error if now == at => {
                    if kind == Kind::Flushes
                        && let Some(file) = state.files.0.get_mut(name)
                    {
                        file.pending.clear();
                    }
                    return error();
                }
                Fault::Full if now >= at && kind == Kind::Grows => {
                    return Err(Error::new(ErrorKind::WriteZero, "no space left"));
                }
                Fault::ReadOnly if now >= at && kind != Kind::Reads => return error(),
                Fault::Crash | Fault::Error | Fault::Full | Fault::ReadOnly => {}
            }
        }
        if kind != Kind::Reads {
            state.changes += 1;
        }
        let deed = if state.forgets && kind == Kind::Flushes { Deed::Looks } else { deed };
        state.files.take(&deed);
        if let Some(film) = &mut state.film {
            film.push(deed);
        }
        Ok(state)
    }
}

impl Vfs for Disk {
    type Handle = Handle;

    fn open(&self, name: &str, options: OpenOptions) -> Result<Handle, Error> {
        let there = self.state().files.seen(name).is_some();
        let refused = match options.access {
            OpenAccess::CreateNew if there => Some(ErrorKind::AlreadyExists),
            OpenAccess::Read | OpenAccess::Write if !there => Some(ErrorKind::NotFound),
            OpenAccess::Read | OpenAccess::Write | OpenAccess::Create | OpenAccess::CreateNew => None,
        };
        let deed = if refused.is_some() { Deed::Looks } else { Deed::Opens(name.to_owned()) };
        drop(self.operate(name, Kind::Reads, deed)?);
        match refused {
            Some(why) => Err(why.into()),
            None => Ok(Handle { disk: self.clone(), name: name.to_owned(), lock: LockKind::None }),
        }
    }

    fn delete(&self, name: &str) -> Result<(), Error> {
        let there = self.state().files.seen(name).is_some();
        let deed = if there { Deed::Deletes(name.to_owned()) } else { Deed::Looks };
        drop(self.operate(name, Kind::Shrinks, deed)?);
        if there { Ok(()) } else { Err(ErrorKind::NotFound.into()) }
    }

    fn exists(&self, name: &str) -> Result<bool, Error> {
        Ok(self.operate(name, Kind::Reads, Deed::Looks)?.files.seen(name).is_some())
    }

    fn temporary_name(&self) -> String {
        "temporary".to_owned()
    }

    fn random(&self, buffer: &mut [i8]) {
        // The same bytes in every run: what failed once can be made to fail again.
        for (byte, number) in buffer.iter_mut().zip((0..=i8::MAX).cycle()) {
            *byte = number;
        }
    }

    fn sleep(&self, duration: Duration) -> Duration {
        duration
    }
}

impl DatabaseHandle for Handle {
    type WalIndex = WalDisabled;

    fn size(&self) -> Result<u64, Error> {
        let state = self.disk.operate(&self.name, Kind::Reads, Deed::Looks)?;
        Ok(state.files.seen(&self.name).map_or(0, Vec::len) as u64)
    }

    fn read_exact_at(&mut self, buffer: &mut [u8], offset: u64) -> Result<(), Error> {
        let state = self.disk.operate(&self.name, Kind::Reads, Deed::Looks)?;
        let bytes = state.files.seen(&self.name).map(Vec::as_slice).unwrap_or_default();
        let from = usize::try_from(offset).map_or(bytes.len(), |offset| offset.min(bytes.len()));
        let there = buffer.len().min(bytes.len() - from);
        buffer[..there].copy_from_slice(&bytes[from..from + there]);
        // SQLite expects the rest of a short read to be zero.
        buffer[there..].fill(0);
        if there < buffer.len() { Err(ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }

    fn write_all_at(&mut self, bytes: &[u8], offset: u64) -> Result<(), Error> {
        let from = usize::try_from(offset).expect("small");
        let deed = Deed::Changes(self.name.clone(), Change::Bytes(from, bytes.to_vec()));
        self.disk.operate(&self.name, Kind::Grows, deed).map(drop)
    }

    fn sync(&mut self, _data_only: bool) -> Result<(), Error> {
        self.disk.operate(&self.name, Kind::Flushes, Deed::Flushes(self.name.clone())).map(drop)
    }

    fn set_len(&mut self, size: u64) -> Result<(), Error> {
        let length = usize::try_from(size).expect("small");
        let deed = Deed::Changes(self.name.clone(), Change::Length(length));
        self.disk.operate(&self.name, Kind::Shrinks, deed).map(drop)
    }

    fn lock(&mut self, lock: LockKind) -> Result<bool, Error> {
        self.lock = lock;
        Ok(true)
    }

    fn reserved(&mut self) -> Result<bool, Error> {
        Ok(false)
    }

    fn current_lock(&self) -> Result<LockKind, Error> {
        Ok(self.lock)
    }

    fn wal_index(&self, _readonly: bool) -> Result<WalDisabled, Error> {
        Ok(WalDisabled)
    }
}
