//! Evenings at tables of every kind, recorded as viewers receive them: each frame that comes to a viewer, and
//! after each the whole view that the same viewer would be given now. The page folds the frames and compares
//! the result with the view (`web/fold`); `cargo xtask fold` plays a thousand hands and runs both.
//!
//! Everything depends on the number of the evening alone. Without `CARDROOM_FOLD`, which names the folder for
//! the files, nothing is written, but what is played is checked all the same.

mod evening;
mod houses;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use evening::Evening;
use houses::HOUSES;

/// How many hands are played if `CARDROOM_FOLD_HANDS` does not say.
const HANDS: u64 = 128;
/// How many hands an evening has before everybody starts afresh.
const HANDS_OF_AN_EVENING: u64 = 4;

fn folder() -> Option<PathBuf> {
    std::env::var_os("CARDROOM_FOLD").map(PathBuf::from)
}

fn hands() -> u64 {
    let asked = std::env::var("CARDROOM_FOLD_HANDS").ok();
    asked.map_or(HANDS, |hands| hands.parse().expect("CARDROOM_FOLD_HANDS: a whole number"))
}

/// Every chip is accounted for after each evening, and its records follow from one another.
#[test]
fn evenings_of_every_kind_are_played_for_the_page_to_fold() {
    let (mut played, mut number) = (0, 0);
    while played < hands() {
        let house = &HOUSES[(number % HOUSES.len() as u64) as usize];
        let mut lines: Box<dyn Write> = match folder() {
            Some(folder) => {
                std::fs::create_dir_all(&folder).expect("a folder");
                let file = File::create(folder.join(format!("{number:04}.jsonl"))).expect("a file");
                Box::new(BufWriter::new(file))
            }
            None => Box::new(std::io::sink()),
        };
        let mut evening = Evening::new(number, house, &mut lines);
        evening.play(HANDS_OF_AN_EVENING);
        let hands = evening.hands();
        assert!(hands >= HANDS_OF_AN_EVENING, "evening {number}, {}: {hands} hands", house.name);
        evening.bench.assert_all_chips_there();
        evening.bench.assert_follows();
        lines.flush().expect("written");
        played += hands;
        number += 1;
    }
    eprintln!("{played} hands in {number} evenings");
}
