//! Names: what they may consist of, and what they could pass for.

use super::*;
use crate::port::{PersonRow, Wall};

#[test]
fn no_two_people_have_names_that_look_alike() {
    let mut room = Room::new();
    let mut sign_up = |login: &str, name: &str| {
        let new = NewPerson { name: name.to_owned(), ..new(login) };
        room.try_do(Actor::HOUSE, PeopleCommand::SignUp { new, grant: chips(0), session: None })
    };
    assert_eq!(refused(sign_up("ana", "Somebody")), PeopleRefusal::LoginTaken);
    for name in ["Ana", "ANA", "A.n-a", "a n a"] {
        assert_eq!(refused(sign_up("another", name)), PeopleRefusal::NameTaken, "{name}");
    }
    assert!(sign_up("another", "Anabel").is_ok());
    for (number, (name, alike)) in [
        ("Boss", ["B0ss", "Bos\u{17f}", "Bos\u{1a8}", "Bo5s"]),
        ("Ill", ["lll", "I11", "iIl", "Il\u{142}"]),
        ("Modern", ["Modem", "M0dern", "Mod\u{e8}rn", "rnodern"]),
    ]
    .into_iter()
    .enumerate()
    {
        assert!(sign_up(&format!("first{number}"), name).is_ok(), "{name}");
        for other in alike {
            assert_eq!(refused(sign_up("third", other)), PeopleRefusal::NameTaken, "{name} {other}");
        }
    }
    assert!(sign_up("third", "Bossa").is_ok());
}

/// People with such names from earlier keep them, and when one of them goes the other's name stays taken.
#[test]
fn people_whose_names_look_alike_from_before_keep_them() {
    let row = |person: u64, login: &str, name: &str| PersonRow {
        person: Person(person),
        login: login.to_owned(),
        name: name.to_owned(),
        password: String::new(),
        salt: [0; 16],
        updated: Wall(0),
    };
    let mut rows =
        PersonRows::new(vec![row(1, "ill", "Ill"), row(2, "lll", "lll"), row(3, "dealer1", "Dea1er")]);
    for (login, person) in [("ill", 1), ("lll", 2), ("dealer1", 3)] {
        assert_eq!(rows.by_login(login).map(|row| row.person), Some(Person(person)));
    }
    rows.remove(Person(2));
    assert!(rows.name_is_taken("I11"));
    rows.put(row(1, "ill", "Another"));
    assert!(!rows.name_is_taken("I11") && rows.name_is_taken("An0ther"));
}

/// A name that consists only of an official word and filler words passes for the house, however it is
/// written; a name that merely contains such a word does not.
#[test]
fn no_name_passes_for_the_house_or_an_official() {
    for name in [
        "DeaIer",
        "Dea1er",
        "H0use",
        "Fl00r",
        "Supervis0r",
        "Adm1n",
        "Adrninistrator",
        "Administrators",
        "Cardr00m",
        "Cardroom Staff",
        "The House",
        "Staff",
        "Moderator",
        "Shift Manager",
        "Gaming Shift Manager",
        "Gaming Supervisor",
        "Gaming Director",
        "Game Operator",
        "De-aler",
        "D\u{e9}al\u{e9}r",
        "De4ler",
        "Direc7or",
        "TheHouse",
        "House Dealer",
        "the.room.staff",
        "Chief of Floor",
        "Senior Dealer",
        "Casino Support",
        "Support Team",
        "Official",
        "Sy\u{17f}tem",
        "Table Dealers",
        "Auditors",
        "C4shier",
        "\u{d8}perator",
        // Staff with a number.
        "Dealer 1",
        "Dealer1",
        "D3aler 22",
        "Floor2",
        "Staff 3",
        "Admin1",
        "Cashier 2",
        "house2",
        "Cardroom1",
        "Dealer 2 of the House",
        "Pit Boss",
        "P1t B0ss",
        "Pit-Boss",
        "Security",
        "Secur1ty 9",
        // House bots.
        "Alba",
        "A1ba",
        "ALBA 2",
        "Brun0",
        "Hug0.3",
        "J\u{f3}nas",
        "Gre7a",
    ] {
        assert_eq!(tidy_name(name), Err(CredentialProblem::Reserved), "{name}");
    }
    for name in [
        "Deal",
        "Florence",
        "Stafford",
        "Adminah",
        "Thea",
        "Housman",
        "Florian",
        "Rooth",
        "Full House",
        "House of Cards",
        "Supporter",
        "Directa",
        "Cassie",
        "Game On",
        "The Table",
        "Room 7",
        "Chief",
        "Head",
        "Dealeron",
        "Ops",
        "Manag",
        "Cardinal",
        "Offie",
        "Mode",
        "Teamster",
        "Albany",
        "Room 101",
        "Ana 2",
        "Hugo Boss",
        "Pit",
        "Boss",
        "Luca Bruno",
    ] {
        assert_eq!(tidy_name(name).as_deref(), Ok(name), "{name}");
    }
}

#[test]
fn names_are_folded_and_made_of_few_letters() {
    assert_eq!(fold_login(" Ana.Bel_2 ").as_deref(), Ok("ana.bel_2"));
    for (given, wrong) in [
        ("an", CredentialProblem::LoginLength),
        ("a23456789012345678901234x", CredentialProblem::LoginLength),
        ("2ana", CredentialProblem::LoginLetters),
        ("ana bel", CredentialProblem::LoginLetters),
        ("an\u{e4}", CredentialProblem::LoginLetters),
        ("a/b", CredentialProblem::LoginLetters),
        ("Admin", CredentialProblem::Reserved),
        ("house", CredentialProblem::Reserved),
    ] {
        assert_eq!(fold_login(given), Err(wrong), "{given}");
    }
    assert_eq!(tidy_name(" \u{c5}sa O'Neil ").as_deref(), Ok("\u{c5}sa O'Neil"));
    for (given, wrong) in [
        ("A", CredentialProblem::NameLength),
        ("Ana  Bel", CredentialProblem::NameLetters),
        ("\u{410}na", CredentialProblem::NameLetters),
        ("Ana\u{202e}", CredentialProblem::NameLetters),
        ("De-aler", CredentialProblem::Reserved),
        ("<b>Ana", CredentialProblem::NameLetters),
    ] {
        assert_eq!(tidy_name(given), Err(wrong), "{given}");
    }
    assert_eq!(check_password("correct horse", "ana", "Ana"), Ok(()));
    assert_eq!(check_password("ninechars", "ana", "Ana"), Err(CredentialProblem::PasswordShort));
    assert_eq!(check_password(&"x".repeat(257), "ana", "Ana"), Err(CredentialProblem::PasswordLong));
    assert_eq!(
        check_password("Ana-Maria-Bel", "ana-maria-bel", "Ana"),
        Err(CredentialProblem::PasswordIsName)
    );
}
