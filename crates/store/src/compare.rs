//! The comparisons made both when a room is opened and when it is verified: sums with balances, people's rows
//! with their digests, and the ends of streams. Each names the first difference.

use std::collections::{BTreeMap, BTreeSet};

use chips::book::{Account, Unit};
use room::port::{PersonRow, StreamId};

use crate::judge::Head;

/// What each account holds according to its postings.
pub(crate) type AccountSums = BTreeMap<(Account, Unit), i128>;

/// The digest of each person's row as the records last state it, with the number of that record; no digest if
/// the row was erased.
pub(crate) type PersonDigests = BTreeMap<u64, (Option<String>, u64)>;

/// Records what a record of the people's stream states about a row.
pub(crate) fn track_digest(digests: &mut PersonDigests, sequence: u64, body: &str) {
    if let Ok(body) = serde_json::from_str::<serde_json::Value>(body)
        && let (Some(person), Some(digest)) = (body["person"].as_u64(), body.get("digest"))
    {
        digests.insert(person, (digest.as_str().map(str::to_owned), sequence));
    }
}

/// A unit whose accounts do not sum to zero.
pub(crate) fn first_unbalanced_unit(sums: &AccountSums) -> Option<String> {
    let units: BTreeSet<Unit> = sums.keys().map(|(_, unit)| *unit).collect();
    let sum = |of: &Unit| sums.iter().filter(|((_, unit), _)| unit == of).map(|(_, held)| *held).sum();
    let uneven = units.into_iter().map(|unit| (unit, sum(&unit))).find(|(_, sum): &(Unit, i128)| *sum != 0);
    uneven.map(|(unit, sum)| format!("the accounts in {unit} sum to {sum}, not to 0"))
}

/// A balance that is not the sum of its postings, or is below zero where the account may not owe.
pub(crate) fn first_wrong_balance(
    stored: &BTreeMap<(Account, Unit), i64>,
    sums: &AccountSums,
) -> Option<String> {
    let keys: BTreeSet<_> = sums.keys().chain(stored.keys()).collect();
    keys.into_iter().find_map(|key| {
        let (account, unit) = key;
        let summed = sums.get(key).copied().unwrap_or(0);
        match stored.get(key) {
            Some(0) => return Some(format!("{account} in {unit} has a row that says 0")),
            Some(held) if i128::from(*held) != summed => {
                return Some(format!("{account} in {unit} holds {held}, but its postings sum to {summed}"));
            }
            None if summed != 0 => {
                return Some(format!("{account} in {unit} has no balance, but its postings sum to {summed}"));
            }
            Some(_) | None => {}
        }
        (summed < 0 && !account.may_owe()).then(|| format!("{account} in {unit} is below 0: {summed}"))
    })
}

/// A stream that does not end as the table of streams states.
pub(crate) fn first_wrong_stream(
    found: &BTreeMap<StreamId, Head>,
    said: &BTreeMap<StreamId, Head>,
) -> Option<String> {
    let keys: BTreeSet<_> = found.keys().chain(said.keys()).collect();
    keys.into_iter().find_map(|stream| match (found.get(stream), said.get(stream)) {
        (Some(found), Some(said)) if found.count != said.count => Some(format!(
            "stream {stream} has {} records, not {} as the table of streams says",
            found.count, said.count
        )),
        (Some(found), Some(said)) if found.hash != said.hash => {
            Some(format!("stream {stream} ends with another hash than the table of streams says"))
        }
        (Some(found), Some(said)) if found.fence != said.fence => Some(format!(
            "stream {stream} has fence {}, not {} as the table of streams says",
            found.fence, said.fence
        )),
        (Some(_), Some(_)) | (None, None) => None,
        (Some(_), None) => Some(format!("stream {stream} has records, but is not in the table of streams")),
        (None, Some(_)) => Some(format!("stream {stream} is in the table of streams, but has no records")),
    })
}

/// The first disagreement between the rows of personal data and the records: changed, missing, erased, or
/// stated by no record.
pub(crate) fn first_wrong_person(stored: &[PersonRow], digests: &PersonDigests) -> Option<String> {
    for row in stored {
        let person = row.person.0;
        match digests.get(&person) {
            Some((Some(digest), _)) if *digest == row.digest() => {}
            Some((Some(_), record)) => {
                return Some(format!(
                    "the row of person {person} is not the one that record {record} states"
                ));
            }
            Some((None, record)) => {
                return Some(format!(
                    "person {person} has a row, but record {record} says that it was erased"
                ));
            }
            None => return Some(format!("person {person} has a row, but no record says so")),
        }
    }
    let there: BTreeSet<u64> = stored.iter().map(|row| row.person.0).collect();
    let mut said = digests.iter().filter(|(_, (digest, _))| digest.is_some());
    let gone = said.find(|(person, _)| !there.contains(person));
    gone.map(|(person, (_, record))| {
        format!("the row of person {person} is missing, although record {record} states it")
    })
}
