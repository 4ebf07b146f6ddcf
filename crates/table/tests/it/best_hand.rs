//! What a won pot cites: the clauses for the hands that were compared, and none for hands that the table
//! merely allows.

use script::RunOptions;

/// The clauses behind the first award in a script.
fn cited(script: &str) -> Vec<String> {
    let script = script::parse(script).unwrap_or_else(|problem| panic!("{problem}"));
    let report = script::run(&script.cases[0], &RunOptions::default());
    assert!(report.has_passed(), "{:?}", report.failures);
    let award = report.events.iter().find(|entry| entry.event == "awarded");
    award.expect("somebody wins").clauses.clone()
}

/// The clauses behind the award of a hold'em hand that seat 1 wins with these settings and cards.
fn played(set: &str, cards: &str) -> Vec<String> {
    cited(&format!(
        "house canberra-holdem-2018\ngame no-limit holdem 5/10\n{set}\nseats 1-3:1000 button 1\n{cards}\n\
         1 calls; 2 calls; 3 stands\n2 bets 20; 3 folds; 1 calls\n2 1 check; 2 1 check\nwinners 1\n"
    ))
}

/// 9.1 says which cards make a hand, 3.2 that all of them count, 3.3 and 3.4 order hands by the deck; 3.5(a)
/// is about low aces, 3.6 about low hands, 3.7 about the joker.
#[test]
fn a_pot_cites_the_order_of_hands_that_decided_it_and_no_other() {
    let high = "cards 1 AsAd; cards 2 KsKd; board Ac 7d 6c Qh Tc";
    let plain = ["HE-9.1", "HE-DICT-high-ball", "HE-3.2", "HE-3.3"];
    assert_eq!(played("", high), plain);
    // Neither the joker in the deck nor the table's low ace plays a part.
    assert_eq!(played("set joker true", high), plain);
    assert_eq!(played("set ace high_and_low", high), plain);
    let reduced = ["HE-9.1", "HE-DICT-high-ball", "HE-3.2", "HE-3.4"];
    assert_eq!(played("set deck_cards 36", high), reduced);
    // An ace-high straight does not use the ace as low; a six-high straight beats a five-high one because of
    // its low ace.
    let ace_high = "cards 1 AsJd; cards 2 QsQd; board Kc Qh Tc 7d 6c";
    assert_eq!(played("set ace high_and_low", ace_high), plain);
    let six_high = "cards 1 6s9d; cards 2 As9s; board 5c 4h 3c 2d Kc";
    let low_ace = ["HE-9.1", "HE-DICT-high-ball", "HE-3.2", "HE-3.3", "HE-3.5(a)", "AMB-021"];
    assert_eq!(played("set ace high_and_low", six_high), low_ace);
    // A low pot does not rest on the order of high hands.
    let low = ["HE-9.1", "HE-DICT-low-ball", "HE-3.2", "HE-3.6", "AMB-023", "AMB-024"];
    assert_eq!(played("set showdown_mode low", "cards 1 2h3h; cards 2 KsKd; board 4h 5d 7h Qh Tc"), low);
    // No hand qualifies for low: the pot is won by the high hand, and 3.6 decides nothing.
    let no_low = ["HE-9.1", "HE-DICT-high-low-split", "HE-3.2", "HE-3.3", "AMB-032"];
    let high_low = "set showdown_mode high_low\nset low_qualifier eight";
    assert_eq!(played(high_low, high), no_low);
}
