//! Rows of showdowns, answered as by `cardroom showdown --batch`.

use cards::{Choice, Ranking};
use odds::{BatchColumns, ShowdownResult, parse_cards};

use crate::table::{lines, shared};

/// Answers every row and compares the answers.
fn check(table: &str) -> usize {
    let columns = BatchColumns::of(table.lines().next().unwrap()).unwrap();
    let known = lines(table);
    for (row, line) in table.lines().skip(1).zip(&known) {
        let fields = ["id", "high_category", "high_winners", "low_hand", "low_winners"];
        let expected = fields.map(|field| line.text(field)).join(",");
        assert_eq!(columns.answer(row).unwrap(), expected, "{row}");
    }
    known.len()
}

#[test]
fn showdowns_of_every_game_are_won_by_the_known_winners() {
    assert_eq!(check(include_str!("../known/vectors.csv")), 375);
    if let Some(all) = shared("vectors.csv") {
        assert_eq!(check(&all), 3_000);
    }
}

#[test]
fn a_joker_may_repeat_a_card_of_the_flush_unless_the_setting_forbids_it() {
    let table = include_str!("../known/vectors-doubt.csv");
    assert_eq!(check(table), 60);
    for line in lines(table) {
        let strict = Choice { wild_may_copy_in_flush: false, ..line.choice() };
        let ranking = Ranking::of(strict).unwrap();
        let holes: Vec<_> = line.text("holes").split('|').map(|hole| parse_cards(hole).unwrap()).collect();
        let showdown = ShowdownResult::of(&ranking, &parse_cards(line.text("board")).unwrap(), &holes);
        let winners: Vec<String> =
            showdown.high_winners.iter().map(|player| (player + 1).to_string()).collect();
        assert_eq!(format!("double_flush_card:{}", winners.join("+")), line.text("doubt"));
    }
}
