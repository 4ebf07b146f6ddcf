//! What must hold whatever is thrown: chips, answers, records.

use std::collections::BTreeMap;

use chips::book::{Account, Unit};
use room::audit::Audit;
use room::port::{Store, StoredRecord};
use serde_json::Value;

use super::Outcome;
use crate::hall::room_key;

/// A positive answer must be the same for as long as its key is sent.
pub fn note_answer(
    answers: &mut BTreeMap<(u64, u64, String), u64>,
    outcome: &mut Outcome,
    person: Option<u64>,
    answer: &Value,
) -> Result<(), String> {
    let (Some(table), Some(key)) = (answer["table"].as_u64(), answer["key"].as_str()) else {
        return Err(format!("an answer names neither table nor key: {answer}"));
    };
    let (Some(number), Some(person)) = (answer["number"].as_u64(), person) else {
        outcome.refused += 1;
        let why = answer["why"].as_str().unwrap_or_default();
        return if why.is_empty() || why.contains('\n') || why.len() > 2000 {
            Err(format!("a refusal says nothing, or too much: {answer}"))
        } else {
            Ok(())
        };
    };
    outcome.done += 1;
    let first = *answers.entry((person, table, key.to_owned())).or_insert(number);
    if first == number { Ok(()) } else { Err(format!("the first answer was {first}: {answer}")) }
}

/// Every chip that was issued is somewhere, and no balance is negative.
pub fn conserved(balances: &[(Account, Unit, i64)]) -> Result<(), String> {
    let sum: i64 =
        balances.iter().filter(|(_, unit, _)| *unit == Unit::Play).map(|(_, _, balance)| balance).sum();
    if sum != 0 {
        return Err(format!("{sum} chips came from nowhere: {balances:?}"));
    }
    match balances.iter().find(|(account, _, balance)| *balance < 0 && *account != Account::Issue) {
        Some((account, _, balance)) => Err(format!("{account} has {balance}")),
        None => Ok(()),
    }
}

/// Reads all records again and decides every act anew; returns their number.
pub fn audited(store: &dyn Store) -> Result<u64, String> {
    let fault = |why: room::port::StoreError| why.to_string();
    let mut records: Vec<StoredRecord> = Vec::new();
    for stream in store.streams().map_err(fault)? {
        records.extend(store.read(stream, 0, usize::MAX).map_err(fault)?);
    }
    records.sort_by_key(|stored| stored.sequence);
    let key = room_key();
    let mut audit = Audit::new(Some(&key));
    for stored in &records {
        audit.take(stored).map_err(|difference| difference.to_string())?;
    }
    let (counts, _) = audit.finish().map_err(|error| error.to_string())?;
    Ok(counts.records)
}
