//! A Merkle tree over the slots of a deck, as in RFC 6962 section 2.1, for any number of leaves.
//!
//! Hashes are paired from the left, and an unpaired one moves up unchanged. This gives the tree of the RFC,
//! in which the left subtree always has the largest power of two of leaves below the total.

use crate::Digest;

/// Prefix byte of what is hashed for a leaf.
pub(crate) const LEAF: u8 = 0;
/// Prefix byte of what is hashed for a pair.
pub(crate) const NODE: u8 = 1;

/// All hashes of the tree by level, the leaves first and the root last.
pub(crate) struct Tree {
    levels: Vec<Vec<Digest>>,
}

impl Tree {
    /// The tree over these leaf hashes, in the order of the slots. There must be at least one. Its shape is
    /// that of RFC 6962, which the checkers of players build too.
    pub(crate) fn over(leaves: Vec<Digest>) -> Tree {
        assert!(!leaves.is_empty(), "a deck has cards");
        let mut levels = vec![leaves];
        while let Some(level) = levels.last().filter(|level| level.len() > 1) {
            let parents = level
                .chunks(2)
                .map(|pair| match pair {
                    [left, right] => hash_pair(left, right),
                    alone => alone[0],
                })
                .collect();
            levels.push(parents);
        }
        Tree { levels }
    }

    /// The root hash, which binds all leaves and their order; it is published in the commitment.
    pub(crate) fn root(&self) -> Digest {
        self.levels[self.levels.len() - 1][0]
    }

    /// The sibling hashes on the path from a leaf to the root, lowest first: what an opening is checked with.
    /// `leaf` counts from 0 and must exist.
    pub(crate) fn path(&self, leaf: usize) -> Vec<Digest> {
        let mut at = leaf;
        let mut path = Vec::with_capacity(self.levels.len());
        for level in &self.levels[..self.levels.len() - 1] {
            path.extend(level.get(at ^ 1));
            at /= 2;
        }
        path
    }
}

/// The hash of an inner node of the tree; the order of the two matters (RFC 6962, section 2.1).
fn hash_pair(left: &Digest, right: &Digest) -> Digest {
    Digest::of(&[&[NODE], left.bytes(), right.bytes()])
}

/// The number of hashes on the path of a leaf, which counts from 0. In a tree that is not full it differs
/// from leaf to leaf.
pub(crate) fn path_length(leaf: usize, leaves: usize) -> usize {
    let (mut at, mut last, mut length) = (leaf, leaves.saturating_sub(1), 0);
    while last > 0 {
        length += usize::from(at % 2 == 1 || at < last);
        at /= 2;
        last /= 2;
    }
    length
}

/// The root that follows from a leaf hash and its path, lowest first; `None` if the path has the wrong number
/// of hashes. It proves the leaf only if it is the committed root.
pub(crate) fn root_from(leaf: usize, leaves: usize, hash: Digest, path: &[Digest]) -> Option<Digest> {
    if path.len() != path_length(leaf, leaves) {
        return None;
    }
    let (mut at, mut last, mut hash) = (leaf, leaves.saturating_sub(1), hash);
    let mut path = path.iter();
    while last > 0 {
        if at % 2 == 1 {
            hash = hash_pair(path.next()?, &hash);
        } else if at < last {
            hash = hash_pair(&hash, path.next()?);
        }
        at /= 2;
        last /= 2;
    }
    Some(hash)
}
