//! The memory used by a ranking's tables.

use cards::{Choice, Deck, LowQualifier, Ranking, ShowdownMode, Used};

#[test]
fn the_tables_of_every_deck_take_less_than_four_megabytes() {
    let modes = [
        (ShowdownMode::High, LowQualifier::None),
        (ShowdownMode::Low, LowQualifier::None),
        (ShowdownMode::HighLow, LowQualifier::None),
        (ShowdownMode::HighLow, LowQualifier::Eight),
    ];
    let mut most = 0;
    for deck in Deck::ALL {
        for joker in [false, true] {
            for (mode, low_qualifier) in modes {
                for hole_cards_used in [Used::Any, Used::ExactlyTwo] {
                    let choice =
                        Choice { deck, joker, mode, low_qualifier, hole_cards_used, ..Choice::default() };
                    let bytes = Ranking::build_uncached(choice).unwrap().memory_size();
                    assert!(bytes < 4_000_000, "{bytes} bytes under {choice:?}");
                    most = most.max(bytes);
                }
            }
        }
    }
    // High and low each have a row for every five-card board of 53 cards: 6,175 and, with the joker, 1,820. A
    // row has a two-byte number for every pair of ranks: 91 and, with the joker, 13.
    assert!(most > 2 * 2 * (6_175 + 1_820) * (91 + 13), "{most} bytes are fewer than the rows have");
}
