//! Settings that neither the machine nor the room plays yet. A table that chooses anything but its book's
//! value is refused by the setting's name, so that nobody relies on a choice that has no effect.
//!
//! Stored houses can be read whatever they chose: what was once played stays readable.

use rulebook::{Book, BookSetting, Determination};

use crate::house::HouseProblem;

/// The settings that have no effect, in the order of the settings' data. Strike a setting here when you make
/// it work.
///
/// A line of text, such as the ranks of officials, exists only to be shown, so it counts as played.
pub const NOT_PLAYED: [&str; 100] = [
    "omaha_hole_cards",
    "base_rules",
    "trips_order",
    "pineapple_discard",
    "declared_lapses_at_minimum",
    "rebuy_after_all_in_loss",
    "incidental_removal_cents",
    "blind_seats",
    "bomb_pot_every",
    "bomb_pot_boards",
    "over_blind_seats",
    "button_after_misdeal",
    "newcomer_exempt",
    "moved_player_exempt_from",
    "seat_change_tolerance",
    "seat_change_measure",
    "seat_change_post_live",
    "kill_chips",
    "kill_counts_uncontested",
    "kill_split_resets",
    "kill_repeats",
    "out_of_turn",
    "out_of_turn_fold_forfeits",
    "out_of_turn_check_and_fold",
    "out_of_turn_fold",
    "dealer_misdirection",
    "skipped_player",
    "substantial_action_count",
    "passive_play_scope",
    "verbal_binding",
    "oversize_chip",
    "several_chips",
    "bb_option_chip",
    "raise_chip_no_amount",
    "incomplete_raise",
    "half_rule_base",
    "string_bet",
    "forward_motion",
    "undercall_cash",
    "undercall_tournament",
    "undercall_commit_effect",
    "underbet",
    "pull_back_prior_bet",
    "caller_owes_true_amount",
    "unclear_amount",
    "pot_bet_in_no_limit",
    "show_pot_to_players",
    "stack_display",
    "run_count",
    "run_twice_burn",
    "killed_hand_refund",
    "misdeal_deadline",
    "misdeal_repair",
    "one_exposed_hole_card",
    "one_exposed_hole_card_no_burn",
    "two_exposed_hole_cards",
    "excess_card",
    "unentitled_hand",
    "defective_deck",
    "boxed_card",
    "boxed_board_card",
    "boxed_second_board_card",
    "early_flop",
    "early_turn",
    "early_river",
    "early_card_bet_cap",
    "early_card_returns_to_stub",
    "exposed_next_card",
    "extra_board_card",
    "stub_fouled",
    "muck_retrieval",
    "wrong_card_count",
    "all_hands_wrong_count",
    "pineapple_late_discard",
    "void_round",
    "seat_draw_suit_order",
    "abstain_counts_folded_rounds",
    "force_from",
    "force_to",
    "all_players_option",
    "dispute_cutoff",
    "dispute_after_cutoff",
    "english_only",
    "tournament_precedence",
    "tournament_conditions_approval",
    "tournament_conditions_list",
    "session_end",
    "tournament_antes",
    "tournament_heads_up_button_posts_first",
    "tournament_first_button",
    "tournament_not_seated",
    "tournament_resold_fee",
    "tournament_ballot",
    "tournament_table_moves",
    "rebuys",
    "late_entries",
    "tournament_refunds",
    "added_value",
    "eliminated_together_needs",
    "prize_unit_cents",
];

/// Every chosen value that is not played, in the order of [`NOT_PLAYED`]: one that differs from what the
/// reference books give. A table with any of them is not opened.
pub(crate) fn problems(determined: &Determination) -> Vec<HouseProblem> {
    let books = reference_books(determined.book());
    let mut problems = Vec::new();
    for setting in NOT_PLAYED {
        let value = determined.text(setting);
        // A choice that the table does not need stands as `none`.
        let is_of_a_book =
            books.iter().any(|book| book.setting(setting).and_then(book_value).unwrap_or("none") == value);
        if !is_of_a_book && value != NOT_USED {
            let expected = books.first().and_then(|book| book.setting(setting)).and_then(book_value);
            problems.push(HouseProblem::not_played_yet(setting, value, expected.as_slice()));
        }
    }
    problems
}

/// The value of a setting that the book does not use.
const NOT_USED: &str = "not_used";

/// The built-in books whose values a book may have without being refused: the book itself, the one it is
/// based on, the one whose clauses it cites; or, for a book with none of these, the books without a document.
/// Their own values are accepted, since no operator chose them.
fn reference_books(book: &Book) -> Vec<&Book> {
    if book.is_built_in() {
        return vec![book];
    }
    let reference = book.based_on().or(book.register()).and_then(Book::named);
    match reference {
        Some(built_in) => vec![built_in],
        None => Book::built_in()
            .filter(|built_in| built_in.document().is_none() && built_in.family() == book.family())
            .collect(),
    }
}

/// The value that a book gives a setting by itself; `None` where the operator must choose. Such a value is
/// never refused as not played.
fn book_value(cell: &BookSetting) -> Option<&str> {
    match cell {
        BookSetting::Fixed(value) => Some(value),
        BookSetting::Operator { default, .. } => default.as_deref(),
        BookSetting::NotUsed => Some(NOT_USED),
        // No setting on the list depends on another.
        BookSetting::Depends { .. } => None,
    }
}
