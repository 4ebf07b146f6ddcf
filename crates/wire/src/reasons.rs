//! Every reason of a refusal, with the values that it comes with: programs and the page have their own words
//! for them, and neither changes.
//!
//! The `table` crate has the reasons of play; this file has those of the room and of HTTP requests. A code
//! that comes with many sentences, such as `not_understood`, is itself the reason if nothing finer is known.

use std::collections::BTreeMap;

use rulebook::problem::PROBLEM_REASONS;
use table::reason::{Reason, ReasonValueKind, ReasonValues};
use table::{HouseProblem, RefusalReason, TableRefusalReason};

use super::frame::{Numbers, WireFigure};

const NUMBER: ReasonValueKind = ReasonValueKind::Number;
const WORD: ReasonValueKind = ReasonValueKind::Word;

/// The reasons of the room and the server, in alphabetical order.
pub const REASONS: &[Reason] = &[
    ("accounts_full", &[("at_most", NUMBER)]),
    ("anew_by_an_official", &[]),
    ("auditor_was_dealt_in", &[]),
    ("ban_hours", &[("at_least", NUMBER), ("at_most", NUMBER)]),
    ("bank_empty", &[]),
    ("banned", &[]),
    ("banned_longer", &[]),
    ("banned_longer_until", &[("until", NUMBER)]),
    ("banned_until", &[("until", NUMBER)]),
    ("before_auditor", &[]),
    (
        "bets_too_large",
        &[("round", NUMBER), ("amount", NUMBER), ("limit", NUMBER), ("measure", WORD), ("at_most", NUMBER)],
    ),
    (
        "blinds_too_large",
        &[
            ("over_blind", ReasonValueKind::Flag),
            ("amount", NUMBER),
            ("limit", NUMBER),
            ("measure", WORD),
            ("at_most", NUMBER),
        ],
    ),
    ("body_broken_off", &[]),
    ("body_list", &[("field", WORD), ("expected", WORD)]),
    ("body_missing", &[("field", WORD), ("expected", WORD)]),
    ("body_no_json", &[("line", NUMBER), ("column", NUMBER)]),
    ("body_no_text", &[("line", NUMBER), ("column", NUMBER)]),
    ("body_number_too_large", &[("field", WORD), ("at_least", NUMBER), ("at_most", NUMBER)]),
    ("body_number_too_small", &[("field", WORD), ("at_least", NUMBER), ("at_most", NUMBER)]),
    ("body_too_deep", &[("at_most", NUMBER)]),
    ("body_too_large", &[("at_most", NUMBER)]),
    ("body_too_slow", &[("seconds", NUMBER)]),
    ("body_twice", &[("field", WORD)]),
    ("body_unfinished", &[("line", NUMBER), ("column", NUMBER)]),
    ("body_unfit", &[("field", WORD), ("expected", WORD), ("line", NUMBER), ("column", NUMBER)]),
    ("body_unknown", &[("field", WORD), ("fields", WORD)]),
    ("bots", &[("seats", NUMBER), ("at_most", NUMBER)]),
    ("bots_see_no_cardboard", &[]),
    ("cards_before_link", &[]),
    ("cards_of_the_hand", &[("named", NUMBER), ("needed", NUMBER)]),
    ("cards_of_the_street", &[("named", NUMBER), ("needed", NUMBER)]),
    ("changed", &[("from", NUMBER), ("to", NUMBER)]),
    ("chat_off", &[]),
    ("chips_full", &[("at_most", NUMBER)]),
    ("closed", &[]),
    ("closed_because", &[("because", WORD)]),
    ("closing", &[]),
    ("cut_by_hand", &[]),
    ("dealer_enters_cards", &[]),
    ("dealer_sits_here", &[]),
    ("dealt_with", &[]),
    ("disk_free", &[("free", NUMBER), ("keep", NUMBER)]),
    ("disk_nearly_full", &[]),
    ("done_before", &[]),
    ("door_busy", &[]),
    ("draining", &[]),
    ("elsewhere", &[]),
    ("empty", &[]),
    ("file_busy", &[]),
    ("foreign_origin", &[]),
    ("frame_list", &[("field", WORD), ("expected", WORD)]),
    ("frame_missing", &[("field", WORD), ("expected", WORD)]),
    ("frame_no_json", &[("line", NUMBER), ("column", NUMBER)]),
    ("frame_no_text", &[("line", NUMBER), ("column", NUMBER)]),
    ("frame_number_too_large", &[("field", WORD), ("at_least", NUMBER), ("at_most", NUMBER)]),
    ("frame_number_too_small", &[("field", WORD), ("at_least", NUMBER), ("at_most", NUMBER)]),
    ("frame_too_deep", &[("at_most", NUMBER)]),
    ("frame_too_long", &[("length", NUMBER), ("at_most", NUMBER)]),
    ("frame_twice", &[("field", WORD)]),
    ("frame_unfit", &[("field", WORD), ("expected", WORD)]),
    ("frame_unknown", &[("field", WORD), ("fields", WORD)]),
    ("frames_too_fast", &[("at_once", NUMBER), ("a_second", NUMBER), ("retry_after_ms", NUMBER)]),
    ("hand_before_link", &[]),
    ("hand_from_before", &[]),
    ("hands_end", &[]),
    ("header_twice", &[("header", WORD)]),
    ("header_unfit", &[("header", WORD), ("digits", NUMBER)]),
    ("in_play_hand", &[("table", NUMBER), ("hand", NUMBER)]),
    ("in_play_seat", &[("table", NUMBER)]),
    ("key_busy", &[("at_most", NUMBER)]),
    ("key_unanswered", &[]),
    ("key_used", &[]),
    ("last_administrator", &[]),
    ("late", &[]),
    ("late_for_the_cut", &[]),
    ("line_busy", &[("at_most", NUMBER)]),
    ("line_too_long", &[("length", NUMBER), ("at_most", NUMBER)]),
    ("line_watches", &[("at_most", NUMBER)]),
    ("lines_too_fast", &[("seconds", NUMBER)]),
    ("link_opens_nothing", &[]),
    ("link_shown", &[]),
    ("live_hand", &[("seat", NUMBER)]),
    ("login_length", &[("at_least", NUMBER), ("at_most", NUMBER)]),
    ("login_letters", &[]),
    ("login_taken", &[]),
    ("machines_sit", &[]),
    ("name_length", &[("at_least", NUMBER), ("at_most", NUMBER)]),
    ("name_reserved", &[]),
    ("name_taken", &[]),
    ("name_unseen", &[]),
    ("no_book", &[("book", WORD)]),
    ("no_chance", &[]),
    ("no_clock_for_software", &[]),
    ("no_machines", &[]),
    ("no_role_may", &[]),
    ("no_role_talks", &[]),
    ("no_sealed_deck", &[]),
    ("no_spectators", &[]),
    ("no_such_clause", &[("near", WORD)]),
    ("no_such_hand", &[("table", NUMBER), ("hand", NUMBER)]),
    ("no_such_link", &[]),
    ("no_such_opening", &[]),
    ("no_such_person", &[]),
    ("no_such_report", &[]),
    ("no_such_role", &[("role", WORD)]),
    ("no_such_session", &[]),
    ("no_such_share", &[]),
    ("no_such_table", &[("table", NUMBER)]),
    ("no_table", &[("table", NUMBER)]),
    ("no_time_runs", &[]),
    ("no_turn", &[]),
    ("not_allowed", &[]),
    ("not_banned", &[]),
    ("not_begun", &[]),
    ("not_for_the_opener", &[("setting", WORD)]),
    ("not_in_the_cut", &[]),
    ("not_paused", &[]),
    ("not_poker", &[("book", WORD), ("books", WORD)]),
    ("not_seated", &[]),
    ("not_signed_in", &[]),
    ("one_auditor", &[]),
    ("one_seat", &[("at", WORD), ("here", WORD)]),
    ("oneself", &[]),
    ("only_who_deals", &[]),
    ("opened", &[]),
    ("opening_agreed", &[]),
    ("opening_lapsed", &[]),
    ("opening_of_others", &[]),
    ("opening_over", &[]),
    ("opening_withdrawn", &[]),
    ("other_cards_next", &[("next", WORD)]),
    ("own_second_factor", &[]),
    ("password_common", &[]),
    ("password_is_name", &[]),
    ("password_long", &[("at_most", NUMBER)]),
    ("password_short", &[("at_least", NUMBER)]),
    ("path_unfit", &[("field", WORD), ("at_most", NUMBER)]),
    ("paused", &[("because", WORD)]),
    ("person_not_seated", &[]),
    ("piled_marks", &[("at_most", NUMBER)]),
    ("query_number_too_large", &[("field", WORD), ("at_least", NUMBER), ("at_most", NUMBER)]),
    ("query_number_too_small", &[("field", WORD), ("at_least", NUMBER), ("at_most", NUMBER)]),
    ("query_twice", &[("field", WORD)]),
    ("query_unfit", &[("field", WORD), ("expected", WORD)]),
    ("query_unknown", &[("field", WORD), ("fields", WORD)]),
    ("reason_length", &[("at_least", NUMBER), ("at_most", NUMBER)]),
    ("reports_too_fast", &[("seconds", NUMBER)]),
    ("role_conflict", &[("role", WORD), ("has", WORD)]),
    ("role_held", &[("role", WORD)]),
    ("role_needed", &[("role", WORD)]),
    ("role_not_held", &[("role", WORD)]),
    ("room_full", &[]),
    ("seat_goes_away", &[("seat", NUMBER), ("seats", NUMBER)]),
    ("seated", &[]),
    ("seats_taken", &[("seats", NUMBER), ("at_least", NUMBER)]),
    ("second_factor", &[]),
    ("second_factor_due", &[("role", WORD)]),
    ("second_factor_not_set", &[]),
    ("second_factor_set", &[]),
    ("seen_name_length", &[("at_least", NUMBER), ("at_most", NUMBER)]),
    ("seen_name_letters", &[]),
    ("settings_too_many", &[("count", NUMBER), ("at_most", NUMBER)]),
    ("shared_by_others", &[]),
    ("shares_full", &[("at_most", NUMBER)]),
    ("short", &[("has", NUMBER), ("needs", NUMBER)]),
    ("sign_up_closed", &[]),
    ("signed_in_alone", &[]),
    ("sits_here", &[]),
    ("sitting_down", &[]),
    ("software_deals", &[]),
    ("stopped", &[("reference", WORD)]),
    ("store_broken", &[]),
    ("table_busy", &[]),
    ("table_closed", &[("table", NUMBER)]),
    ("table_name_taken", &[("table", NUMBER)]),
    ("table_watched_by_many", &[("at_most", NUMBER)]),
    ("tables_full", &[("at_most", NUMBER)]),
    ("throttled", &[("seconds", NUMBER)]),
    ("time_unfit", &[("seconds", NUMBER), ("at_least", NUMBER), ("at_most", NUMBER)]),
    ("too_many_from_address", &[]),
    ("too_many_own_cards", &[("named", NUMBER)]),
    ("too_many_own_lines", &[]),
    ("too_many_tables", &[("at_most", NUMBER)]),
    ("too_often", &[("seconds", NUMBER)]),
    ("too_slow", &[]),
    ("twice", &[]),
    ("unseen_character", &[("character", WORD)]),
    ("wrong_code", &[]),
    ("wrong_credentials", &[]),
    ("wrong_host", &[]),
];

/// Codes that come with many sentences: each is its own reason, without values, and only the sentence says
/// more.
pub const GENERAL: &[&str] = &[
    "book_file",
    "fault",
    "malformed",
    "method",
    "no_record",
    "no_socket",
    "no_such",
    "not_determined",
    "not_granted",
    "not_json",
    "not_played",
    "not_understood",
    "too_fast",
    "too_long",
];

/// Every reason of a refusal, of play and of the room, with the names and kinds of its values, but without
/// those in [`GENERAL`]. The page's types and words are checked against it.
pub fn all_reasons() -> BTreeMap<&'static str, &'static [(&'static str, ReasonValueKind)]> {
    // An act is refused for the reason of the hand, never for being an act.
    let of_the_table = TableRefusalReason::REASONS.iter().filter(|(name, _)| *name != "act");
    RefusalReason::REASONS.iter().chain(of_the_table).chain(REASONS).copied().collect()
}

/// Every reason why a choice for a table is refused or warned about that is not also one of [`all_reasons`],
/// in the same form.
pub fn problems() -> BTreeMap<&'static str, &'static [(&'static str, ReasonValueKind)]> {
    let refused = all_reasons();
    let of_choices = PROBLEM_REASONS.iter().chain(HouseProblem::REASONS).copied();
    of_choices.filter(|(reason, _)| !refused.contains_key(reason) && !GENERAL.contains(reason)).collect()
}

/// The values of a refusal as they go over the wire, by name; they are not compared with the list.
pub fn to_wire(values: ReasonValues) -> Numbers {
    let figure = |value| match value {
        table::reason::ReasonValue::Number(number) => WireFigure::Number(number),
        table::reason::ReasonValue::Flag(flag) => WireFigure::Flag(flag),
        table::reason::ReasonValue::Word(word) => WireFigure::Word(word),
    };
    values.into_iter().map(|(name, value)| (name.to_owned(), figure(value))).collect()
}

/// The values of a refusal with this reason, as they go over the wire. Builds for tests panic if reason and
/// values are not on the list.
pub fn numbers(reason: &str, values: ReasonValues) -> Numbers {
    let numbers = to_wire(values);
    assert_listed(reason, &numbers);
    numbers
}

/// Whether a reason is on the list, with exactly the values in the list: clients word a refusal from them.
pub fn is_listed(reason: &str, numbers: &Numbers) -> bool {
    if GENERAL.contains(&reason) {
        return numbers.is_empty();
    }
    let kind = |figure: &WireFigure| match figure {
        WireFigure::Number(_) => ReasonValueKind::Number,
        WireFigure::Flag(_) => ReasonValueKind::Flag,
        WireFigure::Word(_) => ReasonValueKind::Word,
    };
    let mut given: Vec<(&str, ReasonValueKind)> =
        numbers.iter().map(|(name, figure)| (name.as_str(), kind(figure))).collect();
    given.sort_unstable_by_key(|(name, _)| *name);
    all_reasons().get(reason).or(problems().get(reason)).is_some_and(|values| {
        let mut values = values.to_vec();
        values.sort_unstable_by_key(|(name, _)| *name);
        values == given
    })
}

/// Panics, in builds with debug assertions only, such as those for tests, if a refusal is about to be sent with a
/// reason or values that are not on the list.
pub fn assert_listed(reason: &str, numbers: &Numbers) {
    debug_assert!(is_listed(reason, numbers), "{reason} with {numbers:?} is not on the list of reasons");
}
