//! The case files: each clause of a book, each setting and each reported situation as a hand script.

use std::path::Path;

use crate::check::check_file;

macro_rules! case_files {
    ($($name:ident = $file:literal;)*) => {
        const FILES: &[&str] = &[$($file),*];

        $(
            #[test]
            fn $name() {
                check_file($file, include_str!(concat!("../rules/", $file)));
            }
        )*
    };
}

case_files! {
    stakes_clocks_shuffle_and_void_rounds = "canberra-holdem-2018/table.hands";
    what_an_operator_settles_before_a_round = "canberra-holdem-2018/determinations.hands";
    sizes_and_numbers_of_bets = "canberra-holdem-2018/limits.hands";
    blinds_and_antes = "canberra-holdem-2018/blinds.hands";
    what_an_outcome_rests_on = "canberra-holdem-2018/citations.hands";
    what_is_told_of_an_outcome = "canberra-holdem-2018/outcomes.hands";
    what_an_outcome_rests_on_at_dunedin = "dunedin-17.7/citations.hands";
    the_deal_and_the_board = "canberra-holdem-2018/dealing.hands";
    the_deck = "canberra-holdem-2018/decks.hands";
    the_deck_of_omaha = "canberra-omaha-2006/decks.hands";
    the_deal_of_omaha = "canberra-omaha-2006/dealing.hands";
    what_wins_in_omaha = "canberra-omaha-2006/choices.hands";
    commission_and_last_blind_at_omaha = "canberra-omaha-2006/commission.hands";
    commission_and_last_blind_at_manila = "canberra-manila-2006/commission.hands";
    the_deck_of_manila = "canberra-manila-2006/decks.hands";
    the_deal_of_manila = "canberra-manila-2006/dealing.hands";
    what_wins_in_manila = "canberra-manila-2006/choices.hands";
    what_hands_win_in_chips_at_holdem = "canberra-holdem-2018/order-of-hands.hands";
    what_hands_win_in_chips_at_omaha = "canberra-omaha-2006/order-of-hands.hands";
    what_hands_win_in_chips_at_manila = "canberra-manila-2006/order-of-hands.hands";
    the_first_betting_round = "canberra-holdem-2018/first-round.hands";
    later_betting_rounds = "canberra-holdem-2018/later-rounds.hands";
    showing_and_sharing = "canberra-holdem-2018/showdown.hands";
    tapping_out_and_side_pots = "canberra-holdem-2018/pots.hands";
    low_ball_and_split_games = "canberra-holdem-2018/split-and-low.hands";
    commission_from_the_pots = "canberra-holdem-2018/commission.hands";
    decks_and_orders_of_hands_at_the_table = "settings/cards.hands";
    settings_of_the_betting = "settings/betting.hands";
    what_is_posted_and_nobody_can_match = "settings/uncalled-posts.hands";
    chairs_button_and_who_may_act = "settings/table.hands";
    commission_of_several_small_pots = "settings/commission.hands";
    where_dunedin_differs = "dunedin-17.7/betting.hands";
    the_odd_chip_of_dunedin = "dunedin-17.7/odd-chips.hands";
    what_commission_leaves_of_a_chip = "dunedin-17.7/broken-chips.hands";
    situations_reported_by_users_of_other_engines = "standard/engine-cases.hands";
    a_side_pot_of_which_nobody_has_the_low = "standard/side-pot-without-low.hands";
}

#[test]
fn every_case_file_is_run() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let mut found = Vec::new();
    let mut folders = vec![folder.clone()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).expect("the folder of cases can be read") {
            let path = entry.expect("the folder of cases can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(&folder).expect("a path below its folder");
                found.push(name.to_str().expect("a plain name").replace('\\', "/"));
            }
        }
    }
    found.sort();
    let mut listed: Vec<String> = FILES.iter().map(|file| (*file).to_owned()).collect();
    listed.sort();
    assert_eq!(found, listed);
}
