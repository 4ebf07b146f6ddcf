//! The comparisons made both when a room is opened and when it is verified: sums with balances, people's rows
//! with their digests, and the ends of streams. Each names the first difference.

use std::collections::{BTreeMap, BTreeSet};

use chips::book::{Account, Unit};
use room::port::{PersonRow, StreamId};

use crate::error::Difference;
use crate::judge::Head;

/// What each account holds according to its postings.
pub(crate) type AccountSums = BTreeMap<(Account, Unit), i128>;

/// The digest of each person's row as the records last state it, with the number of that record; no digest if
/// the row was erased.
pub(crate) type PersonDigests = BTreeMap<u64, (Option<String>, u64)>;

/// Notes what a record of the stream of people states about a person's row, replacing what earlier records stated:
/// call it in the order of the stream. A body without `person` and `digest`, or that is not JSON, states nothing.
pub(crate) fn track_digest(digests: &mut PersonDigests, sequence: u64, body: &str) {
    if let Ok(body) = serde_json::from_str::<serde_json::Value>(body)
        && let (Some(person), Some(digest)) = (body["person"].as_u64(), body.get("digest"))
    {
        digests.insert(person, (digest.as_str().map(str::to_owned), sequence));
    }
}

/// The first unit whose accounts do not sum to zero, if there is one: chips only move between accounts, so each unit
/// must.
pub(crate) fn first_unbalanced_unit(sums: &AccountSums) -> Option<Difference> {
    let mut units: BTreeMap<Unit, i128> = BTreeMap::new();
    for ((_, unit), held) in sums {
        *units.entry(*unit).or_default() += held;
    }
    let uneven = units.into_iter().find(|(_, sum)| *sum != 0);
    uneven.map(|(unit, sum)| Difference::Unbalanced { unit, sum })
}

/// The first account, in order, whose stored balance is not the sum of its postings, or that is below zero and may
/// not owe. Accounts that hold nothing have no row: a stored 0 differs too.
pub(crate) fn first_wrong_balance(
    stored: &BTreeMap<(Account, Unit), i64>,
    sums: &AccountSums,
) -> Option<Difference> {
    let keys: BTreeSet<_> = sums.keys().chain(stored.keys()).collect();
    keys.into_iter().find_map(|key| {
        let (account, unit) = *key;
        let summed = sums.get(key).copied().unwrap_or(0);
        match stored.get(key).copied() {
            Some(0) => return Some(Difference::EmptyBalance { account, unit }),
            Some(held) if i128::from(held) != summed => {
                return Some(Difference::Balance { account, unit, held, summed });
            }
            None if summed != 0 => return Some(Difference::BalanceMissing { account, unit, summed }),
            Some(_) | None => {}
        }
        (summed < 0 && !account.may_owe()).then_some(Difference::BelowZero { account, unit, summed })
    })
}

/// The first stream, in order, that does not end as the table of streams states, or is missing on either side.
/// `found` comes from the records themselves.
pub(crate) fn first_wrong_stream(
    found: &BTreeMap<StreamId, Head>,
    stated: &BTreeMap<StreamId, Head>,
) -> Option<Difference> {
    let keys: BTreeSet<StreamId> = found.keys().chain(stated.keys()).copied().collect();
    keys.into_iter().find_map(|stream| match (found.get(&stream), stated.get(&stream)) {
        (Some(found), Some(stated)) => wrong_end(stream, found, stated),
        (None, None) => None,
        (Some(_), None) => Some(Difference::StreamNotListed { stream }),
        (None, Some(_)) => Some(Difference::StreamEmpty { stream }),
    })
}

/// How the end of a stream differs from what the table of streams states about it: the first of count, hash and
/// fence; `None` if all are the same.
pub(crate) fn wrong_end(stream: StreamId, found: &Head, stated: &Head) -> Option<Difference> {
    if found.count != stated.count {
        return Some(Difference::StreamCount { stream, found: found.count, stated: stated.count });
    }
    if found.hash != stated.hash {
        return Some(Difference::StreamHash { stream });
    }
    (found.fence != stated.fence).then_some(Difference::StreamFence {
        stream,
        found: found.fence,
        stated: stated.fence,
    })
}

/// The first disagreement between the rows of personal data and the digests in the records: changed, erased, stated
/// by no record, or missing. Reads no names or passwords but through the digest.
pub(crate) fn first_wrong_person(stored: &[PersonRow], digests: &PersonDigests) -> Option<Difference> {
    for row in stored {
        let person = row.person.0;
        match digests.get(&person) {
            Some((Some(digest), _)) if *digest == row.digest() => {}
            Some((Some(_), record)) => return Some(Difference::PersonChanged { person, record: *record }),
            Some((None, record)) => return Some(Difference::PersonErased { person, record: *record }),
            None => return Some(Difference::PersonUnknown { person }),
        }
    }
    let there: BTreeSet<u64> = stored.iter().map(|row| row.person.0).collect();
    let mut stated = digests.iter().filter(|(_, (digest, _))| digest.is_some());
    let gone = stated.find(|(person, _)| !there.contains(person));
    gone.map(|(person, (_, record))| Difference::PersonMissing { person: *person, record: *record })
}
