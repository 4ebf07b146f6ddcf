//! The life of a seat: sitting down, leaving in the middle of a hand, coming back, being removed.

use std::sync::Arc;

use chips::Chips;
use rulebook::rule;
use seating::{Actor, Person, Role, Seat, Viewer};
use table::view::{View, visible_table_event};
use table::*;

use crate::any::{self, chips};
use crate::check::proven;
use crate::played::{Played, canberra, house, names, seat};

#[test]
fn every_stake_is_shown_to_all_at_the_table() {
    let mut played = Played::six(canberra(&[]));
    assert_eq!(
        played.no(TableAct::Chair(ChairAct::Sit { seat: seat(7), person: Person(7), stack: chips(99) })).1,
        rule::STAKE_WITHIN_LIMITS
    );
    played.open();
    played.act(Play::Raise { to: chips(40) }.by(seat(4)));
    for viewer in Seat::up_to(10).map(Viewer::Seat).chain([Viewer::Rail, Viewer::Dealer]) {
        let view = View::of(played.hand(), viewer);
        let stakes: Vec<u64> = Seat::up_to(6).map(|seat| view.stack(seat).get()).collect();
        assert_eq!(stakes, [1000, 995, 990, 960, 1000, 1000], "{viewer:?}");
    }
}

#[test]
fn who_leaves_in_mid_hand_is_folded_in_turn_and_paid_out_when_the_round_is_over() {
    let mut played = Played::six(canberra(&[]));
    played.open();
    played.act(Play::Call.by(seat(4)));
    // Seat 6 leaves before its turn, and seat 5 folds.
    let events = played
        .by(TableAct::Chair(ChairAct::Leave { seat: seat(6) }), Actor::player(Person(6)))
        .expect("leaves");
    assert_eq!(names(&events), ["leaving"]);
    assert_eq!(events[0].rule, rule::WHO_LEAVES_TAKES_THE_STAKE);
    assert_eq!(
        played.no(TableAct::Chair(ChairAct::Leave { seat: seat(6) })).0,
        TableRefusalReason::IsLeaving { seat: seat(6) }
    );
    let events = played.act(Play::Fold.by(seat(5)));
    let folded = Fact::Turn(TurnFact::Folded { seat: seat(6) });
    let follows = |event: &TableEvent| matches!(&event.what, TableFact::Hand(event) if event.what == folded);
    assert!(events.iter().any(follows), "{events:?}");
    assert_eq!(played.hand().next(), Need::Decision(Decision::Act { seat: seat(1) }));
    assert_eq!(played.stack(6), Some(1000), "the chair is kept until the hand is over");
    // Seat 2 leaves on its own turn: its 5 chips stay in, and play goes on with seat 3.
    played.act(Play::Fold.by(seat(1)));
    let events = played
        .by(TableAct::Chair(ChairAct::Leave { seat: seat(2) }), Actor::player(Person(2)))
        .expect("leaves");
    assert_eq!(names(&events), ["leaving", "folded"]);
    assert_eq!(played.hand().next(), Need::Decision(Decision::Act { seat: seat(3) }));
    let events = played.act(Play::Raise { to: chips(30) }.by(seat(3)));
    assert!(!names(&events).contains(&"left"));
    let events = played.act(Play::Fold.by(seat(4)));
    let left: Vec<&TableFact> =
        events.iter().map(|event| &event.what).filter(|what| what.name() == "left").collect();
    let paid = |number: u8, stack: u64| {
        TableFact::Stakes(StakeFact::Left { seat: seat(number), stack: chips(stack) })
    };
    assert_eq!(left, [&paid(2, 995), &paid(6, 1000)]);
    assert_eq!((played.stack(2), played.stack(6)), (None, None));
}

#[test]
fn who_leaves_all_in_stays_to_the_showdown_and_takes_what_is_won() {
    let mut played = Played::six(canberra(&[]));
    played.open();
    played.act(Play::AllIn.by(seat(4)));
    played.by(TableAct::Chair(ChairAct::Leave { seat: seat(4) }), Actor::player(Person(4))).expect("leaves");
    for number in [5, 6, 1, 2] {
        played.act(Play::Fold.by(seat(number)));
    }
    played.act(Play::Call.by(seat(3)));
    let mut dealt = played.deal();
    while let Need::Decision(Decision::Show { seat, .. }) = played.hand().next() {
        assert_eq!(seat.number(), 3, "nobody waits for the player who left");
        dealt.extend(played.act(Show::Muck.by(seat)));
    }
    assert!(played.hand().is_over(), "{:?}", played.hand().next());
    let left = dealt.iter().find_map(|event| match event.what {
        TableFact::Stakes(StakeFact::Left { stack, .. }) => Some(stack.get()),
        _ => None,
    });
    // 1,000 from each of two players and the 5 of seat 2, or nothing.
    assert!(matches!(left, Some(0 | 2005)), "{left:?}");
}

#[test]
fn a_return_with_less_within_two_hours_is_referred_and_an_official_decides() {
    let mut played = Played::six(canberra(&[]));
    played.open();
    played.fold_out();
    played.minute(0);
    // 1,000 minus the blind of 5 that seat 2 posted.
    played.yes(TableAct::Chair(ChairAct::Leave { seat: seat(2) }));
    let sit =
        |stack: u64| TableAct::Chair(ChairAct::Sit { seat: seat(2), person: Person(2), stack: chips(stack) });
    played.minute(120);
    assert_eq!(names(&played.yes(sit(994))), ["rejoin_referred"]);
    assert_eq!(played.stack(2), None, "nobody sits before the decision");
    assert!(played.table.is_awaiting_official(Person(2)));
    assert_eq!(
        played.no(sit(994)),
        (TableRefusalReason::AwaitsAnOfficial { took: chips(995) }, rule::RETURN_WITH_LESS_IS_REFERRED)
    );
    let allow = TableAct::Official(OfficialAct::DecideRejoin { person: Person(2), allowed: true });
    for by in [
        Actor::player(Person(2)),
        Actor::HOUSE,
        Actor { person: Person(9), role: Role::Administrator, device: 0 },
    ] {
        let refused = played.by(allow.clone(), by).map_err(|refusal| refusal.why);
        assert_eq!(refused, Err(TableRefusalReason::NotAnOfficial), "{by:?}");
    }
    let supervisor = Actor { person: Person(50), role: Role::Supervisor, device: 0 };
    played.by(allow, supervisor).expect("a supervisor decides for the operator");
    assert_eq!(names(&played.yes(sit(994))), ["sat"]);

    // A player with as much as they took away is not referred, nor is anybody after the two hours.
    played.yes(TableAct::Chair(ChairAct::Leave { seat: seat(3) }));
    let sit =
        |stack: u64| TableAct::Chair(ChairAct::Sit { seat: seat(3), person: Person(3), stack: chips(stack) });
    let took = 1005;
    assert_eq!(names(&played.yes(sit(took))), ["sat"]);
    played.yes(TableAct::Chair(ChairAct::Leave { seat: seat(3) }));
    played.minute(241);
    assert_eq!(names(&played.yes(sit(100))), ["sat"]);
    proven(&["HE-4.6"], "chairs::a_return_with_less_within_two_hours_is_referred_and_an_official_decides");
}

#[test]
fn who_is_shut_out_plays_the_round_out_and_is_not_let_back_until_it_is_lifted() {
    let mut played = Played::six(canberra(&[]));
    played.open();
    for number in [4, 5, 6, 1, 2] {
        played.act(Play::Call.by(seat(number)));
    }
    played.act(Play::Check.by(seat(3)));
    played.deal();
    let supervisor = Actor { person: Person(50), role: Role::Supervisor, device: 0 };
    let exclude =
        TableAct::Official(OfficialAct::Exclude { seat: seat(4), reason: "marked a card".to_owned() });
    for by in [
        Actor::HOUSE,
        Actor::player(Person(1)),
        Actor { person: Person(9), role: Role::Administrator, device: 0 },
    ] {
        assert!(played.by(exclude.clone(), by).is_err(), "{by:?}");
    }
    let events = played.by(exclude, supervisor).expect("an official");
    let what = TableFact::Officials(OfficialFact::RemovalDecided {
        seat: seat(4),
        reason: "marked a card".to_owned(),
        by: supervisor,
        excluded: true,
    });
    assert_eq!(events, [TableEvent { what, rule: rule::EXCLUDED_AFTER_THE_ROUND }]);
    played.act(Play::Check.by(seat(2)));
    played.act(Play::Check.by(seat(3)));
    assert_eq!(
        played.hand().next(),
        Need::Decision(Decision::Act { seat: seat(4) }),
        "seat 4 plays the hand out"
    );
    played.act(Play::Raise { to: chips(100) }.by(seat(4)));
    played.fold_out();
    // Seat 4 wins the pot of 60 before its chair is given up.
    assert_eq!(played.stack(4), None);
    let sit = TableAct::Chair(ChairAct::Sit { seat: seat(4), person: Person(4), stack: chips(2000) });
    assert_eq!(played.no(sit.clone()), (TableRefusalReason::Excluded, rule::EXCLUDED_AFTER_THE_ROUND));
    played
        .by(TableAct::Official(OfficialAct::Readmit { person: Person(4) }), supervisor)
        .expect("an official lifts the exclusion");
    played.yes(sit);
    proven(
        &["HE-19.2(b)"],
        "chairs::who_is_shut_out_plays_the_round_out_and_is_not_let_back_until_it_is_lifted",
    );
}

#[test]
fn an_administrator_or_the_house_takes_somebody_off_the_table_after_the_round() {
    let mut played = Played::six(canberra(&[]));
    played.open();
    let remove = |number: u8| {
        TableAct::Official(OfficialAct::Remove { seat: seat(number), reason: "the table closes".to_owned() })
    };
    assert!(played.by(remove(5), Actor::player(Person(1))).is_err());
    let administrator = Actor { person: Person(9), role: Role::Administrator, device: 0 };
    assert_eq!(names(&played.by(remove(5), administrator).expect("removed")), ["removal_decided"]);
    played.fold_out();
    assert_eq!(played.stack(5), None);
    // Between hands it happens at once; a player who was away loses the seat by absence.
    played.yes(TableAct::Chair(ChairAct::SitOut { seat: seat(6) }));
    played.open();
    played.fold_out();
    assert_eq!(played.table.chair(seat(6)).map(|chair| chair.rounds_away), Some(1));
    let events = played.yes(remove(6));
    assert_eq!(names(&events), ["removal_decided", "left"]);
    assert_eq!(events[0].rule, rule::SEAT_IS_LOST_BY_ABSENCE);
    let long =
        TableAct::Official(OfficialAct::Remove { seat: seat(1), reason: "x".repeat(MAX_REASON_LENGTH + 1) });
    assert_eq!(played.no(long).0, TableRefusalReason::ReasonTooLong { most: MAX_REASON_LENGTH });
}

/// Removals and the table's sign cite the clauses that the register has for them.
#[test]
fn what_takes_a_player_off_a_table_names_its_clauses() {
    // The book, and its clauses for a table's sign, an exclusion, having no chips, absence, and removal by
    // the house.
    let books: [(&str, [&[&str]; 5]); 2] = [
        (
            "canberra-holdem-2018",
            [&["HE-4.1"], &["HE-19.2(b)", "AMB-134"], &["HE-4.3", "AMB-011"], &["HE-19.5", "AMB-135"], &[]],
        ),
        (
            "dunedin-17.7",
            [&["DU-22", "DU-20"], &["DU-15"], &["DU-25", "DU-A60"], &["DU-19", "DU-A63"], &["DU-6"]],
        ),
    ];
    for (book, [of_the_sign, of_exclusion, of_no_stake, of_absence, of_the_house]) in books {
        let house = house(book, &[]);
        let cited = |event: &TableEvent| house.determined.cites(event.rule).to_vec();
        let (_, opened) = Table::open_in_room(Arc::clone(&house));
        assert_eq!(cited(&opened), of_the_sign, "{book}");
        let reason = || "as the rules have it".to_owned();
        let remove =
            |number| TableAct::Official(OfficialAct::Remove { seat: seat(number), reason: reason() });
        let mut played = Played::six(Arc::clone(&house));
        let operator = Actor { person: Person(50), role: Role::Operator, device: 0 };
        let exclude = TableAct::Official(OfficialAct::Exclude { seat: seat(1), reason: reason() });
        let events = played.by(exclude, operator).expect("an official excludes a player");
        assert_eq!(cited(&events[0]), of_exclusion, "{book}: seat 1 broke a rule");
        played.yes(TableAct::Chair(ChairAct::SitOut { seat: seat(2) }));
        assert_eq!(cited(&played.yes(remove(2))[0]), of_absence, "{book}: seat 2 is away");
        assert_eq!(cited(&played.yes(remove(3))[0]), of_the_house, "{book}: seat 3 is asked to go");
        played.open();
        let broke = all_in_until_somebody_is_broke(&mut played);
        assert_eq!(cited(&played.yes(remove(broke))[0]), of_no_stake, "{book}: seat {broke} has no chips");
    }
}

/// All seats of a hand go all-in with the same stakes, until one of them has lost everything.
fn all_in_until_somebody_is_broke(played: &mut Played) -> u8 {
    for _ in 0..10 {
        while let Need::Decision(decision) = played.hand().next() {
            match decision {
                Decision::Act { seat } => {
                    let raises = played.hand().menu().is_some_and(|menu| menu.raise.is_some());
                    played.act(if raises { Play::AllIn } else { Play::Call }.by(seat));
                }
                Decision::Show { seat, .. } => {
                    played.act(Show::Hand { cards: AS_DEALT }.by(seat));
                }
            }
            played.deal();
        }
        if let Some(broke) = (1..=6).find(|number| played.stack(*number) == Some(0)) {
            return broke;
        }
        played.open();
    }
    panic!("nobody lost everything in ten hands")
}

/// AMB-011, DU-A66: below the smallest stake, a player at a Dunedin table plays on and buys what they like;
/// at a Canberra table a purchase must bring the stake up to the smallest.
#[test]
fn below_the_smallest_stake_the_book_says_what_may_be_bought() {
    for (book, plays_on) in [("canberra-holdem-2018", false), ("dunedin-17.7", true)] {
        let mut table = Table::new(house(book, &[("min_buy_in", "100")]));
        let what = TableFact::Stakes(StakeFact::Sat {
            seat: seat(1),
            person: Person(1),
            stack: chips(80),
            waits: false,
        });
        table.apply(&TableEvent { what, rule: rule::STAKE_WITHIN_LIMITS });
        let buys = |table: &Table, amount| {
            let act = TableAct::Chair(ChairAct::Buy { seat: seat(1), amount: chips(amount) });
            any::take(&mut table.clone(), Actor::HOUSE, act).map_err(|refusal| (refusal.why, refusal.rule))
        };
        // 80 and 19 make 99; 80 and 20 make 100.
        let short = TableRefusalReason::StakeTooSmall { stack: chips(99), at_least: chips(100) };
        if plays_on {
            assert!(buys(&table, 19).is_ok(), "{book}");
        } else {
            assert_eq!(buys(&table, 19), Err((short, rule::TOP_UP_WITHIN_LIMITS)), "{book}");
        }
        assert!(buys(&table, 20).is_ok(), "{book}");
    }
}

#[test]
fn a_player_without_chips_keeps_the_chair_and_buys_in_again_within_the_limits() {
    let mut played = Played::six(house("dunedin-17.7", &[("min_buy_in", "100")]));
    played.open();
    played.act(Play::AllIn.by(seat(4)));
    for number in [5, 6, 1, 2] {
        played.act(Play::Fold.by(seat(number)));
    }
    played.act(Play::Call.by(seat(3)));
    played.deal();
    while let Need::Decision(Decision::Show { seat, .. }) = played.hand().next() {
        played.act(Show::Hand { cards: AS_DEALT }.by(seat));
        played.deal();
    }
    let broke = if played.stack(4) == Some(0) { 4 } else { 3 };
    assert_eq!(played.stack(broke), Some(0));
    played.open();
    assert!(played.hand().seats().all(|dealt| dealt != seat(broke)), "nobody is dealt in without chips");
    played.fold_out();
    let sit =
        |stack: u64| TableAct::Chair(ChairAct::Sit { seat: seat(8), person: Person(8), stack: chips(stack) });
    assert_eq!(played.no(sit(80)).1, rule::STAKE_WITHIN_LIMITS);
    played.yes(sit(100));
    let buy = |amount: u64| TableAct::Chair(ChairAct::Buy { seat: seat(broke), amount: chips(amount) });
    assert_eq!(played.no(buy(60)).1, rule::REBUY_OF_THE_MINIMUM);
    played.yes(buy(100));
    proven(&["DU-20"], "chairs::a_player_without_chips_keeps_the_chair_and_buys_in_again_within_the_limits");
}

#[test]
fn a_top_up_of_nothing_is_refused_with_what_it_needs() {
    let mut table = Table::new(canberra(&[("min_buy_in", "500"), ("max_buy_in", "1000")]));
    let small = |stack, at_least| TableRefusalReason::StakeTooSmall {
        stack: chips(stack),
        at_least: chips(at_least),
    };
    let large = TableRefusalReason::StakeTooLarge { stack: chips(1001), at_most: chips(1000) };
    // Below the smallest stake, that stake is the least that may be reached; above it, one chip is the
    // smallest purchase; a full stake cannot grow.
    let nothing = TableRefusalReason::NothingBought { at_least: chips(1) };
    for (number, stack, why) in [
        (1, 80, small(80, 500)),
        (2, 499, small(499, 500)),
        (3, 500, nothing.clone()),
        (4, 999, nothing),
        (5, 1000, large),
    ] {
        let (seat, person) = (seat(number), Person(u64::from(number)));
        let what = TableFact::Stakes(StakeFact::Sat { seat, person, stack: chips(stack), waits: false });
        table.apply(&TableEvent { what, rule: rule::STAKE_WITHIN_LIMITS });
        let nothing = TableAct::Chair(ChairAct::Buy { seat, amount: Chips::ZERO });
        let refusal = any::take(&mut table, Actor::HOUSE, nothing).expect_err("refused");
        // No clause covers buying nothing here.
        let asked = !(500..1000).contains(&stack);
        let rule = if asked { rule::TOP_UP_WITHIN_LIMITS } else { rule::OF_THE_PROGRAM };
        assert_eq!((refusal.why, refusal.rule), (why, rule), "{stack}");
    }
}

#[test]
fn a_new_player_is_not_dealt_in_where_the_button_is_under_dunedin() {
    let mut played = Played::six(house("dunedin-17.7", &[]));
    played.open();
    played.fold_out();
    // The button moves to seat 2, where a new player has sat down and offered to post the big blind.
    played.yes(TableAct::Chair(ChairAct::Leave { seat: seat(2) }));
    played.yes(TableAct::Chair(ChairAct::Sit { seat: seat(2), person: Person(20), stack: chips(1000) }));
    played.yes(TableAct::Chair(ChairAct::SitIn { seat: seat(2), posts: true }));
    let events = played.open();
    assert_eq!(played.table.button(), Some(seat(2)));
    assert!(names(&events).contains(&"held_back"));
    assert!(played.hand().seats().all(|dealt| dealt != seat(2)));
    // In the next hand that player is dealt in.
    played.fold_out();
    played.open();
    assert!(played.hand().seats().any(|dealt| dealt == seat(2)));
}

#[test]
fn who_waits_is_told_what_is_owed_and_by_which_rule() {
    let mut played = Played::six(canberra(&[]));
    assert_eq!(played.table.owed_blinds().count(), 0, "nobody owes anything before the first hand");
    played.open();
    played.fold_out();
    let owed =
        |played: &Played, number: u8| played.table.owed_blinds().find(|owed| owed.seat == seat(number));
    // A new player waits for the big blind of 10, or posts it.
    played.yes(TableAct::Chair(ChairAct::Sit { seat: seat(8), person: Person(8), stack: chips(1000) }));
    let newcomer = owed(&played, 8).expect("a newcomer owes");
    assert_eq!((newcomer.live, newcomer.dead, newcomer.posts), (chips(10), chips(0), false));
    assert_eq!(newcomer.rule, rule::NEWCOMER_POSTS_OR_WAITS);
    played.yes(TableAct::Chair(ChairAct::SitIn { seat: seat(8), posts: true }));
    assert!(owed(&played, 8).is_some_and(|owed| owed.posts));
    // A player whom both blinds passed posts the big blind live and the small blind dead.
    played.yes(TableAct::Chair(ChairAct::SitOut { seat: seat(4) }));
    while owed(&played, 4).is_none_or(|owed| owed.dead.is_zero()) {
        played.open();
        played.fold_out();
    }
    assert_eq!(owed(&played, 8), None, "a player who was dealt in owes nothing");
    let back = owed(&played, 4).expect("a player who missed the blinds owes");
    assert_eq!((back.live, back.dead), (chips(10), chips(5)));
    assert_eq!(back.rule, rule::MISSED_BLINDS_ARE_POSTED);
}

#[test]
fn two_newcomers_at_a_table_that_emptied_begin_the_game_anew() {
    for movement in ["moving", "dead"] {
        let mut played = Played::six(canberra(&[("button_movement", movement)]));
        played.open();
        played.fold_out();
        for number in 1..=6 {
            played.yes(TableAct::Chair(ChairAct::Leave { seat: seat(number) }));
        }
        for number in [3, 8] {
            let person = Person(20 + u64::from(number));
            played.yes(TableAct::Chair(ChairAct::Sit { seat: seat(number), person, stack: chips(1000) }));
        }
        let events = played.open();
        assert_eq!(played.hand().seats().count(), 2, "{movement}");
        assert_eq!(events[0].rule, rule::FIRST_BUTTON, "{movement}");
        assert_eq!(played.hand().pot(), chips(15), "{movement}");
    }
}

#[test]
fn a_void_round_leaves_the_marks_of_chairs_as_they_were() {
    let mut played = Played::six(canberra(&[]));
    played.open();
    played.fold_out();
    played.yes(TableAct::Chair(ChairAct::Sit { seat: seat(8), person: Person(8), stack: chips(1000) }));
    played.yes(TableAct::Chair(ChairAct::SitIn { seat: seat(8), posts: true }));
    played.yes(TableAct::Chair(ChairAct::SitOut { seat: seat(4) }));
    let before: Vec<(Seat, Chair)> =
        played.table.chairs().map(|(seat, chair)| (seat, chair.clone())).collect();
    let button = played.table.button();
    let events = played.open();
    assert!(names(&events).contains(&"blind_missed"));
    let dealt: Vec<Seat> = played.hand().seats().collect();
    assert!(dealt.contains(&seat(8)) && !dealt.contains(&seat(4)));
    played.act(Act::Void { reason: VoidReason::CannotGoOn });
    let mut after: Vec<(Seat, Chair)> =
        played.table.chairs().map(|(seat, chair)| (seat, chair.clone())).collect();
    for (_, chair) in &mut after {
        chair.rounds_away = 0;
    }
    assert_eq!(after, before);
    assert_eq!(played.table.button(), button);
    // The same hand again, with the same players and blinds.
    let first = played.hand().lineup().clone();
    played.open();
    let again = played.hand().lineup();
    assert_eq!((again.button, &again.dues, &again.entrants), (first.button, &first.dues, &first.entrants));
}

/// Proves SEC-01 at the table: what a viewer is sent of a table's event names no face-down card.
#[test]
fn a_tables_event_is_reduced_for_its_viewer() {
    let mut played = Played::six(canberra(&[]));
    let events = played.open();
    let mut own = 0;
    for event in &events {
        for viewer in [Viewer::Rail, Viewer::Dealer, Viewer::Seat(seat(3))] {
            let seen = visible_table_event(event, viewer);
            assert_eq!(seen.viewer(), viewer);
            assert_eq!(seen.event().what.name(), event.what.name());
            if let TableFact::Hand(Event {
                what: Fact::Cards(CardFact::HoleDealt { seat: to, card }), ..
            }) = &seen.event().what
            {
                assert_eq!(card.known_card().is_some(), viewer == Viewer::Seat(*to), "{viewer:?}");
                assert!(card.slot().is_some(), "the slot of a card is not secret");
                own += usize::from(card.known_card().is_some());
            }
        }
    }
    assert_eq!(own, 2, "seat 3 sees its own two cards");
    assert_eq!(Chips::ZERO + played.hand().pot(), chips(15));
}

#[test]
fn a_button_is_placed_on_a_player_who_is_dealt_in_unless_the_house_has_dead_buttons() {
    let placed = |house, away: bool, number: u8| {
        let mut table = Table::new(house);
        for number in 1..=3 {
            let (seat, person) = (seat(number), Person(u64::from(number)));
            let sat = StakeFact::Sat { seat, person, stack: chips(500), waits: false };
            table.apply(&TableEvent { what: TableFact::Stakes(sat), rule: rule::STAKE_WITHIN_LIMITS });
        }
        if away {
            table.apply(&TableEvent {
                what: TableFact::Seats(SeatFact::SatOut { seat: seat(number) }),
                rule: rule::SITTING_OUT_MISSES_BLINDS,
            });
        }
        let act = TableAct::House(HouseAct::PlaceButton { seat: seat(number) });
        any::take(&mut table, Actor::HOUSE, act)
    };
    let rule =
        |came: Result<Vec<TableEvent>, TableRefusal>| came.map(|events| events[0].rule).map_err(|no| no.rule);
    // Seat 9 is empty, and the player of seat 2 is away (8.3, AMB-052).
    for (away, number) in [(false, 9), (true, 2)] {
        let refused = placed(canberra(&[]), away, number);
        assert_eq!(rule(refused), Err(rule::BUTTON_MOVES_CLOCKWISE), "seat {number}");
        let dead = placed(canberra(&[("button_movement", "dead")]), away, number);
        assert_eq!(rule(dead), Ok(rule::OF_THE_PROGRAM), "seat {number}");
    }
    assert_eq!(rule(placed(canberra(&[]), false, 2)), Ok(rule::OF_THE_PROGRAM));
}
