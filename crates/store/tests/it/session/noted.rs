//! A store that notes what it reported as safe, and when.

use std::sync::{Arc, Mutex};

use room::port::{AppendCallback, Appended, Batch, PassThrough, Store, StoreError};

use crate::disk::Disk;

/// How many records were reported as safe, after how many operations of the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Safe {
    pub operations: u64,
    pub count: u64,
}

/// A store, with a note of what it reported.
pub struct Noted {
    inner: Arc<dyn Store>,
    disk: Option<Disk>,
    safe: Arc<Mutex<Vec<Safe>>>,
}

fn operations(disk: &Option<Disk>) -> u64 {
    disk.as_ref().map_or(0, Disk::operations)
}

impl Noted {
    pub fn new(inner: Arc<dyn Store>, disk: Option<Disk>) -> Noted {
        Noted { inner, disk, safe: Arc::default() }
    }

    /// How many operations the disk has done.
    pub fn operations(&self) -> u64 {
        operations(&self.disk)
    }

    /// How many records are known to be safe.
    pub fn safe(&self) -> u64 {
        self.noted().last().map_or(0, |safe| safe.count)
    }

    /// All notes, in order.
    pub fn noted(&self) -> Vec<Safe> {
        self.safe.lock().expect("not poisoned").clone()
    }
}

impl PassThrough for Noted {
    fn behind(&self) -> &dyn Store {
        self.inner.as_ref()
    }

    fn append(&self, batch: Batch, done: AppendCallback) {
        let size: u64 = batch.parts.iter().map(|part| part.records.len() as u64).sum();
        let (disk, safe) = (self.disk.clone(), Arc::clone(&self.safe));
        let note = move |outcome: Result<Appended, StoreError>| {
            if let (Ok(Appended::Done { first }), true) = (&outcome, size > 0) {
                let operations = operations(&disk);
                let mut safe = safe.lock().expect("not poisoned");
                safe.push(Safe { operations, count: first + size - 1 });
            }
            done(outcome);
        };
        self.inner.append(batch, Box::new(note));
    }
}
