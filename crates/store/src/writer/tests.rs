//! The writer whose checkpoints cannot be written.

use std::sync::mpsc::channel;

use room::port::{BatchPart, NewRecord, Wall};
use seating::Actor;

use super::*;
use crate::chain::ZERO_HASH;
use crate::keys::Keys;

/// A batch of one record for the stream of the room, which the store takes if that has `expected` records.
fn batch_of_one(expected: u64) -> Batch {
    let record = NewRecord {
        at: Wall(0),
        by: Actor::HOUSE,
        key: None,
        kind: "one",
        start: false,
        body: "{}".to_owned(),
        postings: Vec::new(),
    };
    let part = BatchPart { stream: StreamId::Room, expected, fence: 0, records: vec![record] };
    Batch { parts: vec![part], people: Vec::new() }
}

/// Proves AUD-06, REC-07: what cannot be told outside stops the room as surely as what cannot be written.
#[test]
fn a_checkpoint_that_cannot_be_written_stops_the_store() {
    let place = tempfile::tempdir().expect("a folder");
    let connection = schema::open_for_writing(&place.path().join("room.db"), None).expect("a database");
    let key = Keys::new([1; 32], [2; 32]).signing().clone();
    let checkpoints = CheckpointFile::unwritable(&place.path().join("checkpoints"), key).expect("a file");
    let connection = Arc::new(Mutex::new(connection));
    let tip = ChainTip { genesis: ZERO_HASH, era: 1, count: 0, heads: Heads::new() };
    let (files, counter) = (OpenFiles::default(), CommitCounter::default());
    let writer = Writer::new(connection, checkpoints, files, counter, tip, 100).expect("a writer");
    let mut queue = Queue::start(writer).expect("a thread");
    let (sender, outcomes) = channel();
    let mut expected = 0;
    // Batches are confirmed until, within a second, the checkpoint fails; then the store accepts no more.
    let fault = loop {
        let sender = sender.clone();
        queue.append(
            batch_of_one(expected),
            Box::new(move |outcome| sender.send(outcome).expect("somebody waits")),
        );
        match outcomes.recv().expect("an outcome") {
            Ok(outcome) => {
                expected += 1;
                assert_eq!(outcome, Appended::Done { first: expected });
            }
            Err(fault) => break fault,
        }
    };
    assert!(fault.to_string().starts_with("cannot write the checkpoints at"), "{fault}");
    assert_eq!(queue.stop(), Err(fault));
}
