//! Independent programs for Node: one recomputes the test vectors, the other is the checker that a player's
//! page uses.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use fair::{CutBytes, CutValue, DeckId, DeckSeed, ShuffledDeck};

use crate::decks::every_deck;

fn here(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
}

/// Runs a program in Node with the given arguments and input.
fn node(program: &str, arguments: &[&Path], input: &str) -> Output {
    let started = Command::new("node")
        .arg(here(program))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut running) = started else {
        panic!("node was not found: install Node 20 or newer to run the independent programs")
    };
    // A program that has seen enough may stop reading, so a failed write is ignored.
    drop(running.stdin.take().map(|mut pipe| pipe.write_all(input.as_bytes())));
    running.wait_with_output().unwrap()
}

fn output_text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Proves RNG-04.
#[test]
fn a_second_program_recomputes_every_vector() {
    let output = node("vectors/check.mjs", &[], "");
    assert!(output.status.success(), "{}", output_text(&output));
    let vectors = [include_str!("../../vectors/vectors.txt"), include_str!("../../vectors/decks.txt")];
    let lines = vectors.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with('#')).count();
    assert_eq!(output_text(&output), format!("{lines} vectors recomputed\n"));
}

/// Proves RNG-04.
#[test]
fn a_vector_that_was_changed_is_named() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("changed-vectors");
    fs::create_dir_all(&folder).unwrap();
    let whole = |file: &str| fs::read_to_string(here("vectors").join(file)).unwrap();
    for (file, kind) in [
        ("vectors.txt", "word "),
        ("vectors.txt", "word-at "),
        ("vectors.txt", "draw "),
        ("vectors.txt", "hand "),
        ("vectors.txt", "shuffle "),
        ("decks.txt", "deck "),
        ("decks.txt", "leaf "),
        ("decks.txt", "path "),
        ("decks.txt", "root "),
        ("decks.txt", "cut-part "),
        ("decks.txt", "commitment "),
        ("decks.txt", "cut "),
        ("decks.txt", "record "),
        ("decks.txt", "wrapped-key "),
        ("decks.txt", "sealed-deck "),
        ("decks.txt", "sealed-card "),
    ] {
        for file in ["vectors.txt", "decks.txt"] {
            fs::write(folder.join(file), whole(file)).unwrap();
        }
        // The last character of the last line of this kind.
        let text = whole(file);
        let line = text.lines().filter(|line| line.starts_with(kind)).count();
        let (number, found) =
            text.lines().enumerate().filter(|(_, line)| line.starts_with(kind)).nth(line - 1).unwrap();
        let end = text.lines().take(number).map(|line| line.len() + 1).sum::<usize>() + found.len();
        let other = if text[..end].ends_with('0') { '1' } else { '0' };
        fs::write(folder.join(file), format!("{}{other}{}", &text[..end - 1], &text[end..])).unwrap();
        let output = node("vectors/check.mjs", &[&folder], "");
        assert_eq!(output.status.code(), Some(1), "{kind}: {}", output_text(&output));
        let named = format!("{file}:{}: field ", number + 1);
        assert!(output_text(&output).starts_with(&named), "{kind}: {}", output_text(&output));
    }
    fs::remove_dir_all(folder).unwrap();
}

/// Proves RNG-13. Proves RNG-14. What a player's page checks with accepts every good card and cut, and no other.
#[test]
fn the_checker_of_a_players_page_accepts_what_is_right_and_nothing_else() {
    let mut lines = String::new();
    // Every deck without the joker, and the largest with it.
    let decks = every_deck().filter(|sorted| sorted.len() % 4 == 0 || sorted.len() == 53);
    for (sorted, hand) in decks.zip(1_u64..) {
        // The largest numbers that are exact in a browser.
        let id = DeckId { table: hand * 1_000, hand: (1 << 53) - 2 - hand, attempt: hand as u32 };
        let deck = ShuffledDeck::new(id, &DeckSeed::new([hand as u8; 32]), &sorted).unwrap();
        let value = |seat: u8| CutValue { seat, value: CutBytes::new([seat ^ 0x5a; 32]) };
        let values: Vec<CutValue> = (1..=(hand % 10) as u8).map(value).collect();
        let cut = deck.cut(&values).unwrap();
        let openings: Vec<_> = (0..deck.count()).filter_map(|slot| deck.opening(slot)).collect();
        let line = serde_json::json!({
            "commitment": deck.commitment(), "openings": openings, "cut": cut
        });
        lines.push_str(&format!("{line}\n"));
    }
    let output = node("checker/try.mjs", &[], &lines);
    assert!(output.status.success(), "{}", output_text(&output));
    let text = output_text(&output);
    let tried: u64 = text.trim().trim_end_matches(" answers were right").parse().unwrap();
    assert!(tried > 7 * 32 * 100, "{tried}");

    // The trial program itself can fail: a commitment and a card that do not belong together.
    let ace = "\"card\":\"As\"";
    assert!(lines.contains(ace));
    let output = node("checker/try.mjs", &[], &lines.replacen(ace, "\"card\":\"Ks\"", 1));
    assert_eq!(output.status.code(), Some(1));
    assert!(
        output_text(&output).contains("this card is not the one that was committed to"),
        "{}",
        output_text(&output)
    );
}
