//! Records played again by the machine.

use std::collections::BTreeMap;

use history::replay::{Outcome, Replayer};
use history::{phh, stars};
use rulebook::Book;

use crate::shared::{expected, shared};
use crate::{data, one_phh, one_text};

fn standard() -> Replayer {
    Replayer::new(Book::named("standard").expect("the book"), &[]).expect("no choices")
}

fn stacks(outcome: &Outcome) -> Vec<u64> {
    outcome.stacks.iter().map(|stack| stack.get()).collect()
}

fn numbers(text: &str) -> Vec<u64> {
    text.split_ascii_whitespace().map(|number| number.parse().expect("a whole number")).collect()
}

/// `2:-25 5:55` by the number before the colon.
fn by_seat(text: &str) -> BTreeMap<u8, i64> {
    let pair = |part: &str| {
        let (seat, amount) = part.split_once(':').expect("seat and amount");
        (seat.parse().expect("a seat"), amount.parse().expect("an amount"))
    };
    text.split_ascii_whitespace().map(pair).collect()
}

#[test]
fn the_reference_hand_ends_as_it_is_worked_out() {
    // Section 1 of the formats: 1035 go in, 1025 come out and 10 are commission from the main pot of 360.
    for (record, scale) in [
        (one_phh(&data("reference.phh")).expect("read"), 1),
        (one_text(&data("reference.txt")).expect("read"), 100),
    ] {
        let outcome = standard().replay(&record).expect("played");
        assert_eq!(stacks(&outcome), [380 * scale, 350 * scale, 295 * scale]);
        assert_eq!(outcome.commission.get(), 10 * scale);
        assert_eq!(outcome.uncalled_in_all().get(), 80 * scale);
        let pots: Vec<_> =
            outcome.pots.iter().map(|pot| (pot.amount.get(), pot.eligible.to_string())).collect();
        assert_eq!(pots, [(360 * scale, "2 5".to_owned()), (200 * scale, "2".to_owned())]);
        assert!(outcome.notes.is_empty(), "{:?}", outcome.notes);
    }
}

#[test]
fn every_shared_hand_of_holdem_ends_with_the_stacks_that_were_worked_out() {
    let rows = expected("phh");
    let mut by_key: BTreeMap<(String, String), BTreeMap<String, String>> = BTreeMap::new();
    for row in rows {
        by_key.insert((row["file"].clone(), row["hand"].clone()), row);
    }
    let mut replayer = standard();
    let (mut played, mut named, mut wrong) = (0, 0, Vec::new());
    for (file, text) in shared("phh", &["phhs"]) {
        for record in phh::hands(&text) {
            let record = record.unwrap_or_else(|error| panic!("{file}: {error}"));
            let row = &by_key[&(file.clone(), record.origin.hand.clone())];
            let holdem = ["NT", "FT", "PT"].contains(&row["variant"].as_str());
            match replayer.replay(&record) {
                Ok(outcome) if holdem => {
                    played += 1;
                    let apart = &row["finishing_if_pots_split_separately"];
                    let stated = if apart.is_empty() { &row["finishing_stacks"] } else { apart };
                    if stacks(&outcome) != numbers(stated) {
                        wrong.push(format!(
                            "{file} {}: {:?}, not {stated}",
                            record.origin.hand,
                            stacks(&outcome)
                        ));
                    }
                    wrong.extend(
                        unlike(row, &outcome).map(|what| format!("{file} {}: {what}", record.origin.hand)),
                    );
                }
                Ok(_) => wrong.push(format!("{file} {}: {} was played", record.origin.hand, record.game)),
                Err(refused) if holdem => wrong.push(format!("{file} {}: {refused}", record.origin.hand)),
                Err(refused) => {
                    named += 1;
                    if !refused.what.starts_with("not played yet: ") {
                        wrong.push(format!("{file} {}: {refused}", record.origin.hand));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), played + named, wrong.join("\n"));
    assert_eq!(played + named, by_key.len(), "every hand was played or refused by name");
}

/// Where pots and uncalled chips differ from those worked out.
fn unlike(row: &BTreeMap<String, String>, outcome: &Outcome) -> Option<String> {
    let total: u64 = outcome.pots.iter().map(|pot| pot.amount.get()).sum();
    if row["pot_total"] != total.to_string() {
        return Some(format!("pots of {total}, not {}", row["pot_total"]));
    }
    if row["uncalled"] != outcome.uncalled_in_all().get().to_string() {
        return Some(format!("{} uncalled, not {}", outcome.uncalled_in_all(), row["uncalled"]));
    }
    let place = |seat| outcome.seats.iter().position(|other| *other == seat).expect("a seat") + 1;
    let pots: Vec<String> = outcome
        .pots
        .iter()
        .map(|pot| {
            let mut places: Vec<String> = pot.eligible.iter().map(|seat| place(seat).to_string()).collect();
            places.sort_by_key(|p| p.parse::<usize>().expect("a place"));
            format!("{}:{}", pot.amount, places.join("+"))
        })
        .collect();
    // The reference joins pots once losing hands are killed.
    let merged = row["notes"].contains("pokerkit_merged_pots");
    if !merged && row["pots"] != pots.join("|") {
        return Some(format!("pots {}, not {}", pots.join("|"), row["pots"]));
    }
    None
}

#[test]
fn every_shared_text_of_holdem_nets_what_its_own_lines_add_up_to() {
    let rows = expected("histories");
    let mut replayer = standard();
    let (mut played, mut named, mut wrong) = (0, 0, Vec::new());
    for (file, text) in shared("histories", &["txt"]) {
        if !file.starts_with("pokerstars") {
            continue;
        }
        for record in stars::hands(&text) {
            let record = record.unwrap_or_else(|error| panic!("{file}: {error}"));
            let row = rows
                .iter()
                .find(|row| row["file"] == file && row["hand"] == record.origin.hand)
                .unwrap_or_else(|| panic!("{file} {}", record.origin.hand));
            let by_name = row["game"] != "Hold'em" || row["notes"].contains("run_it_twice");
            match replayer.replay(&record) {
                Ok(outcome) if !by_name => {
                    played += 1;
                    let mut net = by_seat(&row["net_by_seat"]);
                    for ((player, seat), stack) in
                        record.players.iter().zip(&outcome.seats).zip(&outcome.stacks)
                    {
                        let came = stack.get() as i64 - player.stack.get() as i64;
                        let said = net.remove(&seat.number()).unwrap_or_default();
                        if came != said {
                            wrong.push(format!(
                                "{file} {}: seat {seat} nets {came}, not {said}",
                                record.origin.hand
                            ));
                        }
                    }
                    if net.values().any(|amount| *amount != 0) {
                        wrong.push(format!("{file} {}: left out {net:?}", record.origin.hand));
                    }
                    if outcome.commission.to_string() != row["rake"] {
                        wrong.push(format!(
                            "{file} {}: commission {}",
                            record.origin.hand, outcome.commission
                        ));
                    }
                    let total: u64 = outcome.pots.iter().map(|pot| pot.amount.get()).sum();
                    if total.to_string() != row["total_pot"] {
                        wrong.push(format!("{file} {}: pots of {total}", record.origin.hand));
                    }
                    let raised = row["notes"].contains("raise_into_all_in_players");
                    let noted = outcome.notes.iter().any(|note| note.contains("every opponent is all-in"));
                    if noted && !raised {
                        wrong.push(format!("{file} {}: {:?}", record.origin.hand, outcome.notes));
                    }
                }
                Ok(_) => wrong.push(format!("{file} {}: was played", record.origin.hand)),
                Err(refused) if by_name && refused.what.starts_with("not played") => named += 1,
                Err(refused) => wrong.push(format!("{file} {}: {refused}", record.origin.hand)),
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), played + named, wrong.join("\n"));
}
