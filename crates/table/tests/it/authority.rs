//! Officials: the ladder of roles (AMB-015), the titles of the books, and who voids a hand and calls the
//! clock.

use rulebook::{Book, authority};
use seating::Role;
use table::{House, Official};

/// A book, whether the permission was withdrawn, who voids a hand, and who calls the clock.
type Case = (&'static str, Option<&'static str>, &'static [Role], &'static [Role]);

/// Proves AMB-015 and ACS-01: every rank in every book is a role of the room, and the ranks follow the
/// ladder.
#[test]
fn every_rank_of_every_book_is_a_role_and_the_books_follow_the_ladder() {
    let mut looked_at = 0;
    for name in Book::names() {
        let Some(book) = Book::named(name) else { continue };
        let Some(rulebook::BookSetting::Fixed(ranks)) = book.setting("authority_ranks") else { continue };
        let named = authority::officials(ranks);
        let officials = Official::of(ranks);
        assert_eq!(officials.len(), named.len(), "{name}: {ranks}");
        let on_the_ladder = officials.iter().filter(|official| official.role != Role::Director);
        let places: Vec<usize> = on_the_ladder
            .map(|official| Role::LADDER.iter().position(|role| *role == official.role).expect("on it"))
            .collect();
        assert!(places.len() >= 3 && places.is_sorted_by(|one, next| one < next), "{name}: {places:?}");
        looked_at += 1;
    }
    assert!(looked_at >= 6, "{looked_at} books");
}

/// The titles are those in the texts: the dictionary and 20.4 of NI2018-51, rules 1 and 86 of the Dunedin
/// book.
#[test]
fn titles_are_those_of_the_books() {
    let holdem = Official::of(
        "Dealer, Casino Supervisor, Gaming Shift Manager, Casino Operator; Tournament Director in tournaments",
    );
    let roles: Vec<(Role, bool)> =
        holdem.iter().map(|official| (official.role, official.in_tournaments)).collect();
    let expected = [
        (Role::Dealer, false),
        (Role::Supervisor, false),
        (Role::ShiftManager, false),
        (Role::Operator, false),
        (Role::Director, true),
    ];
    assert_eq!(roles, expected);
    assert_eq!(holdem[4].title, "Tournament Director");
    let pit = Official::of("Dealer, Pit Boss, Somebody Else");
    assert_eq!(pit.len(), 2);
    assert_eq!((pit[1].role, pit[1].title.as_str()), (Role::ShiftManager, "Pit Boss"));
}

#[test]
fn a_higher_official_may_what_a_lower_one_may() {
    for (at, lower) in Role::LADDER.into_iter().enumerate() {
        for (place, higher) in Role::LADDER.into_iter().enumerate() {
            assert_eq!(higher.is_at_least(lower), place >= at, "{higher:?} for {lower:?}");
        }
        for beside in [Role::Player, Role::Director, Role::Cashier, Role::Auditor, Role::Administrator] {
            assert!(!beside.is_at_least(lower) && !lower.is_at_least(beside));
        }
    }
}

/// AMB-015 where a book has the setting, DU-A23 where it does not: the Pit Boss and the Gaming Manager void a
/// hand, and the Poker Supervisor calls the clock.
#[test]
fn each_book_says_who_voids_a_round_and_who_calls_the_clock() {
    use Role::{Director, Operator, ShiftManager, Supervisor};
    const FROM_SUPERVISOR: &[Role] = &[Supervisor, ShiftManager, Operator, Director];
    const FROM_MANAGER: &[Role] = &[ShiftManager, Operator, Director];
    const ALONE: &[Role] = &[Operator, Director];
    // 4.8 of both 2006 books gives the clock to the supervisor; 4.8 of the 2018 book to the operator.
    let cases: [Case; 6] = [
        ("canberra-omaha-2006", Some("false"), ALONE, FROM_SUPERVISOR),
        ("canberra-manila-2006", Some("false"), ALONE, FROM_SUPERVISOR),
        ("canberra-holdem-2018", None, FROM_SUPERVISOR, FROM_SUPERVISOR),
        ("canberra-holdem-2018", Some("false"), ALONE, ALONE),
        ("standard", None, FROM_SUPERVISOR, FROM_SUPERVISOR),
        ("dunedin-17.7", None, FROM_MANAGER, FROM_SUPERVISOR),
    ];
    for (name, withdrawn, voids, calls) in cases {
        let chosen: Vec<(&str, &str)> =
            withdrawn.map(|value| ("supervisor_acts_for_operator", value)).into_iter().collect();
        let book = Book::named(name).expect("built in");
        let determined = book.determine(&chosen).unwrap_or_else(|wrong| panic!("{wrong:?}"));
        let house = House::of_any_game(&determined).expect("a house");
        for role in Role::ALL {
            let case = format!("{name} {withdrawn:?} {role:?}");
            assert_eq!(house.decides_for_operator(role), voids.contains(&role), "{case} voids");
            assert_eq!(house.calls_the_clock(role), calls.contains(&role), "{case} calls");
        }
    }
}

#[test]
fn every_role_has_a_word_of_its_own_that_is_the_stored_one() {
    for role in Role::ALL {
        assert_eq!(Role::from_word(role.word()), Some(role));
        let stored = serde_json::to_string(&role).expect("a word");
        assert_eq!(stored, format!("\"{}\"", role.word()));
    }
    assert_eq!(Role::from_word("king"), None);
}
