//! What is accepted with a warning when a table is determined.

use rulebook::{Book, rule};

/// The warnings for a split table with these further choices.
fn warned(book: &str, choices: &[(&str, &str)]) -> Vec<rulebook::Problem> {
    let book = Book::named(book).unwrap();
    let split = [("showdown_mode", "high_low"), ("low_qualifier", "eight")];
    let choices: Vec<(&str, &str)> = split.iter().chain(choices).copied().collect();
    let determined = book.determine(&choices);
    determined.unwrap_or_else(|problems| panic!("{choices:?} is refused: {problems:?}")).warnings()
}

/// AMB-025: eight or better needs five ranks up to the eight. 52, 48 and 44 cards have them. 40 cards have 8,
/// 7, 6 and 5, and a fifth only with a low ace; 36 and 32 cards never have five, and the joker is a card of
/// the deck.
#[test]
fn eight_or_better_with_a_deck_in_which_no_hand_qualifies_is_warned_of() {
    for (book, letters) in
        [("canberra-holdem-2018", "HE"), ("canberra-omaha-2006", "OM"), ("canberra-manila-2006", "MA")]
    {
        // The ace in straights, the ace in low hands, and whether it is low in low hands.
        for (ace, low_ace, low) in [
            ("high", "follow", false),
            ("high_and_low", "follow", true),
            ("high", "low", true),
            ("high_and_low", "high", false),
        ] {
            for (deck, never) in
                [("52", false), ("48", false), ("44", false), ("40", !low), ("36", true), ("32", true)]
            {
                for joker in ["false", "true"] {
                    let choices =
                        [("deck_cards", deck), ("joker", joker), ("ace", ace), ("low_ace", low_ace)];
                    let warned = warned(book, &choices);
                    assert_eq!(warned.len(), usize::from(never), "{book}, {choices:?}: {warned:?}");
                    for warning in warned {
                        let at = (warning.setting.as_str(), warning.given.as_str());
                        assert_eq!(at, ("low_qualifier", "eight"));
                        assert_eq!(warning.rule, Some(rule::HIGH_AND_LOW_HALVE));
                        for row in [format!("{letters}-3.5(d)"), "AMB-025".to_owned(), "AMB-032".to_owned()] {
                            assert!(warning.has_citation(&row), "{row}: {warning}");
                        }
                        assert!(warning.message.contains(&format!("no hand of {deck} cards")), "{warning}");
                    }
                }
            }
        }
    }
}

/// Low hands without a qualifier, or no low hands at all, work with every deck; a house's own game is warned
/// about too.
#[test]
fn a_short_deck_is_warned_of_only_where_eight_or_better_is_played_for() {
    let book = Book::named("canberra-holdem-2018").unwrap();
    for (mode, qualifier) in [("high", "none"), ("low", "none"), ("high_low", "none")] {
        let choices = [("deck_cards", "32"), ("showdown_mode", mode), ("low_qualifier", qualifier)];
        assert_eq!(book.determine(&choices).unwrap().warnings(), [], "{choices:?}");
    }
    for book in ["standard", "practice"] {
        // Eight or better is the default there, and only matters if the pot is split.
        let high = Book::named(book).unwrap().determine(&[("deck_cards", "36")]).unwrap();
        assert_eq!(high.warnings(), []);
        assert_eq!(warned(book, &[("deck_cards", "36")]).len(), 1, "{book}");
        assert_eq!(warned(book, &[]), [], "{book}");
    }
}
