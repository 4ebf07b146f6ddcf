//! Any bytes as hands, ranges, boards and tables of showdowns: no panic, one clear line for anything
//! impossible, ranges contain only hands that can be held, and equities divide every pot exactly once.

#![no_main]

use cards::{Ace, Choice, Deck, LowQualifier, ShowdownMode};
use libfuzzer_sys::fuzz_target;
use odds::{BatchColumns, ShowdownGame, Range, Spot, parse_cards, sampled_equity};

const HEADER: &str = "id,game,deck,joker,ace_low,mode,low_ace,board,holes";

fuzz_target!(|bytes: &[u8]| {
    let [settings, game, rest @ ..] = bytes else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let game = ShowdownGame::ALL[usize::from(*game) % ShowdownGame::ALL.len()];

    // The first line lists what the players hold, the second is the board, the third the dead cards.
    let mut lines = text.split('\n');
    let mut line = || lines.next().unwrap_or_default();
    let (held, board, dead) = (line(), line(), line());
    let mut hands = Vec::new();
    for hand in held.split(';') {
        match Range::read(hand, game) {
            Err(why) => return one_line(&why.to_string()),
            Ok(range) => {
                check(&range, game);
                hands.push(range);
            }
        }
    }
    let of_text = |text: &str| parse_cards(text).map_err(|why| one_line(&why.to_string()));
    let (Ok(board), Ok(dead)) = (of_text(board), of_text(dead)) else { return };
    match Spot::new(game, choice(*settings), board, &dead, hands) {
        Err(why) => one_line(&why.to_string()),
        Ok(spot) => match sampled_equity(&spot, 8, 1, &|_, _| {}) {
            Err(why) => one_line(&why.to_string()),
            Ok(equity) => {
                let shares = (0..equity.players).map(|player| equity.share(player));
                let (won, all) = shares.fold((0, 1), |(won, all), (mine, of)| (won * of + mine * all, all * of));
                assert_eq!(won, all, "the shares do not add up to the pots");
            }
        },
    }

    // The same text as rows of a table.
    let columns = BatchColumns::of(HEADER).expect("the columns are there");
    if let Err(why) = BatchColumns::of(text.lines().next().unwrap_or_default()) {
        one_line(&why.to_string());
    }
    for row in text.lines() {
        match columns.answer(row) {
            Ok(answer) => one_line(&answer),
            Err(why) => one_line(&why.to_string()),
        }
    }
});

/// Checks that every hand of a range has as many different cards as the game deals, and that no two hands are
/// the same.
fn check(range: &Range, game: ShowdownGame) {
    let Range::Hands(hands) = range else { return };
    assert!(!hands.is_empty(), "an empty range");
    for (at, hand) in hands.iter().enumerate() {
        assert!(hand.weight > 0);
        assert_eq!(hand.cards.len(), game.hole_cards());
        assert!(hand.cards.is_sorted_by(|a, b| a > b), "{hand:?}");
        assert!(at == 0 || hands[at - 1].cards < hand.cards, "{hands:?}");
    }
}

/// Makes a choice from one byte.
fn choice(bits: u8) -> Choice {
    let bit = |at: u8| bits >> at & 1 == 1;
    let mode = [ShowdownMode::High, ShowdownMode::Low, ShowdownMode::HighLow][usize::from(bits >> 5) % 3];
    Choice {
        deck: Deck::ALL[usize::from(bits & 7) % Deck::ALL.len()],
        joker: bit(3),
        ace: if bit(4) { Ace::High } else { Ace::HighAndLow },
        mode,
        low_qualifier: if bit(7) && mode == ShowdownMode::HighLow {
            LowQualifier::Eight
        } else {
            LowQualifier::None
        },
        ..Choice::default()
    }
}

fn one_line(told: &str) {
    assert!(!told.is_empty() && !told.contains('\n'), "{told:?}");
}
