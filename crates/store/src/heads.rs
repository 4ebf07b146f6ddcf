//! One root over the heads of all streams: the root of a hash tree, which a checkpoint signs.
//!
//! The leaves are the heads, in the order of each stream's first record. A record changes one leaf; the nodes
//! between it and the root are recomputed when the root is requested. `docs/formats/records.md` gives the
//! bytes.

use std::collections::{BTreeMap, BTreeSet};

use room::port::StreamId;

use crate::bytes::CanonicalBytes;
use crate::chain::Hash;

/// The heads of all streams, with the nodes above them.
#[derive(Clone, Debug, Default)]
pub struct Heads {
    /// The index of each stream's leaf.
    leaf_indexes: BTreeMap<StreamId, usize>,
    /// The leaves, and each level of nodes above them up to the root.
    levels: Vec<Vec<Hash>>,
    /// Leaves that differ from the levels: the stream, its number of records, and the hash of the last.
    changed: BTreeMap<usize, (StreamId, u64, Hash)>,
}

/// The neighbour of a node on the way from a leaf to the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sibling {
    /// It is on the left.
    Left(Hash),
    /// It is on the right.
    Right(Hash),
}

impl Heads {
    /// The heads of a room without records, whose root is that of the empty tree.
    pub fn new() -> Heads {
        Heads::default()
    }

    /// Sets the head of a stream: its number of records and the hash of the last. A new stream gets the next leaf
    /// after all others, so callers must add streams in the order of their first records, or the root is another one.
    pub fn set(&mut self, stream: StreamId, count: u64, hash: Hash) {
        let next = self.leaf_indexes.len();
        let place = *self.leaf_indexes.entry(stream).or_insert(next);
        self.changed.insert(place, (stream, count, hash));
    }

    /// The root over all heads, which checkpoints sign. `docs/formats/records.md` fixes how the tree is built;
    /// without any stream it is the hash of a node's kind alone.
    pub fn root(&mut self) -> Hash {
        self.rehash();
        let top = self.levels.last().and_then(|level| level.first());
        top.copied().unwrap_or_else(|| CanonicalBytes::start(NODE).hash())
    }

    /// The siblings on the way from a stream's head up to the root: with them and [`root_by_path`], anybody who knows
    /// the signed root can check that one head without the other streams. `None` for a stream without records.
    pub fn path(&mut self, stream: StreamId) -> Option<Vec<Sibling>> {
        self.rehash();
        let mut place = *self.leaf_indexes.get(&stream)?;
        let mut path = Vec::new();
        for level in &self.levels {
            let beside = level.get(place ^ 1).copied();
            path.extend(beside.map(if place.is_multiple_of(2) { Sibling::Right } else { Sibling::Left }));
            place /= 2;
        }
        Some(path)
    }

    /// Recomputes the nodes above the leaves that have changed since the last root, and no others: the cost of a
    /// checkpoint grows with what changed, not with the number of streams.
    fn rehash(&mut self) {
        let changed = std::mem::take(&mut self.changed);
        if changed.is_empty() {
            return;
        }
        if self.levels.is_empty() {
            self.levels.push(Vec::new());
        }
        let mut parents = BTreeSet::new();
        for (place, (stream, count, hash)) in changed {
            set_or_push(&mut self.levels[0], place, leaf(stream, count, &hash));
            parents.insert(place / 2);
        }
        let mut level = 0;
        while self.levels[level].len() > 1 {
            if self.levels.len() == level + 1 {
                self.levels.push(Vec::new());
            }
            let (below, above) = self.levels.split_at_mut(level + 1);
            let mut next = BTreeSet::new();
            for parent in parents {
                let left = &below[level][2 * parent];
                // A node without a neighbour goes up unchanged.
                let hash = below[level].get(2 * parent + 1).map_or(*left, |right| node(left, right));
                set_or_push(&mut above[0], parent, hash);
                next.insert(parent / 2);
            }
            parents = next;
            level += 1;
        }
    }
}

/// The root to which a path of [`Heads::path`] leads from the head of a stream with `count` records. It is the signed
/// root only if stream, count and head are all right.
pub fn root_by_path(stream: StreamId, count: u64, head: &Hash, path: &[Sibling]) -> Hash {
    path.iter().fold(leaf(stream, count, head), |hash, beside| match beside {
        Sibling::Left(left) => node(left, &hash),
        Sibling::Right(right) => node(&hash, right),
    })
}

const LEAF: &str = "cardroom head 1";
const NODE: &str = "cardroom heads 1";

/// The leaf of a stream: a hash over its name, its number of records and its last hash, as `docs/formats/records.md`
/// has it.
fn leaf(stream: StreamId, count: u64, head: &Hash) -> Hash {
    CanonicalBytes::start(LEAF).text(&stream.to_string()).number(count).fixed(head).hash()
}

/// The node above two others, in their order; its kind differs from a leaf's, so that neither can pass for the other.
fn node(left: &Hash, right: &Hash) -> Hash {
    CanonicalBytes::start(NODE).fixed(left).fixed(right).hash()
}

/// Replaces the node at `place` of a level, or appends it one past the end. Leaves and nodes come in order, so a
/// level never has a gap.
fn set_or_push(list: &mut Vec<Hash>, place: usize, hash: Hash) {
    match list.get_mut(place) {
        Some(held) => *held = hash,
        None => list.push(hash),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The root over some leaves, computed naively, in pairs, level by level: what [`Heads::root`] is compared with.
    fn naive_root(mut level: Vec<Hash>) -> Hash {
        if level.is_empty() {
            return CanonicalBytes::start(NODE).hash();
        }
        while level.len() > 1 {
            level = level
                .chunks(2)
                .map(|pair| match pair {
                    [left, right] => node(left, right),
                    _ => pair[0],
                })
                .collect();
        }
        level[0]
    }

    /// The stream that the test uses at each place of the order in which streams begin.
    fn stream(place: u64) -> StreamId {
        match place {
            0 => StreamId::People,
            1 => StreamId::Room,
            table => StreamId::Table(table),
        }
    }

    #[test]
    fn the_root_that_grows_is_the_root_that_is_made_anew_and_each_head_has_its_path() {
        let mut heads = Heads::new();
        let mut list: Vec<(u64, Hash)> = Vec::new();
        assert_eq!(heads.root(), naive_root(Vec::new()));
        let mut draw: u64 = 7;
        for step in 0..900_u64 {
            draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let hash = [(draw >> 33) as u8 & 0x7f; 32];
            // New streams come in twos and threes, between changes of existing ones.
            let place = if step % 5 < 2 { list.len() } else { (draw >> 40) as usize % list.len().max(1) };
            match list.get_mut(place) {
                Some((count, head)) => (*count, *head) = (*count + 1, hash),
                None => list.push((1, hash)),
            }
            heads.set(stream(place as u64), list[place].0, hash);
            if step % 3 == 0 || list.len() < 12 {
                let leaves: Vec<Hash> = (0..)
                    .zip(&list)
                    .map(|(place, (count, head))| leaf(stream(place), *count, head))
                    .collect();
                assert_eq!(heads.root(), naive_root(leaves), "{} streams", list.len());
            }
            if step % 50 == 0 || list.len() < 12 {
                let root = heads.root();
                for (place, (count, head)) in (0..).zip(&list) {
                    let path = heads.path(stream(place)).expect("it has records");
                    assert!(path.len() <= 9, "{} steps of {} streams", path.len(), list.len());
                    assert_eq!(root_by_path(stream(place), *count, head, &path), root);
                    assert_ne!(root_by_path(stream(place), count + 1, head, &path), root, "another count");
                    assert_ne!(root_by_path(stream(place + 1), *count, head, &path), root, "another stream");
                    assert_ne!(root_by_path(stream(place), *count, &[0xee; 32], &path), root, "another head");
                }
            }
        }
        assert_eq!(list.len(), 360);
        assert_eq!(heads.path(StreamId::Table(9999)), None);
    }

    /// Two rooms whose streams began in a different order have different roots: the order is part of what is
    /// signed.
    #[test]
    fn the_order_in_which_streams_began_is_bound() {
        let root = |streams: [StreamId; 2]| {
            let mut heads = Heads::new();
            streams.into_iter().for_each(|stream| heads.set(stream, 1, [3; 32]));
            heads.root()
        };
        assert_ne!(root([StreamId::Room, StreamId::People]), root([StreamId::People, StreamId::Room]));
    }
}
