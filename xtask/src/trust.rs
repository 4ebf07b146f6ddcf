//! What a room must guarantee to be trusted, and the tests that show it, gathered from the tests' own
//! comments for `docs/trust.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The path of the page.
pub const PAGE: &str = "docs/trust.md";

/// A part of the page: its letters, its title, and its lines, each with its number.
type TrustPart = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// What must hold. A line that no test names fails the check, and so does a test that names a line that does
/// not exist.
const PARTS: &[TrustPart] = &[
    (
        "RNG",
        "The shuffle",
        &[
            ("01", "a deck comes from 256 random bits of the operating system and from nothing else"),
            ("02", "every order is equally likely, exactly"),
            ("03", "every card can end up in every place, its own included"),
            (
                "04",
                "the way from a seed to a deck is frozen and public, and a second program computes it too",
            ),
            ("05", "each hand and attempt has a seed of its own; a restart keeps it"),
            ("06", "the deck is fixed before the first card and does not depend on the players"),
            ("07", "in a hand that nothing disturbs the stub keeps its order"),
            ("08", "the cut leaves two cards on each side and leaves every order as likely as before"),
            ("09", "a failing source of randomness stops new hands and touches none in play"),
            ("13", "the room commits to the complete order before a card leaves the deck"),
            ("14", "a player can open their own cards and the board, and cannot work out any other"),
            ("15", "decks are numbered without a gap, and each ends in a played hand or in a reason"),
            ("16", "players' values decide the cut and nothing else"),
        ],
    ),
    (
        "SEC",
        "Hidden cards",
        &[
            ("01", "one function decides what a viewer may see, and everything sent is made from its result"),
            ("02", "with other hidden cards every viewer is sent the same"),
            ("03", "no role sees a live hole card, and it takes two people to open a finished hand"),
            ("04", "whatever follows from hidden cards is hidden too"),
            ("05", "a folded hand is in its owner's history only"),
            ("07", "no card is sent before it is dealt"),
            ("08", "on the disk a live deck is sealed, under a key that is stored elsewhere"),
            ("09", "there is no back door"),
        ],
    ),
    (
        "REC",
        "Nothing is lost",
        &[
            ("01", "nothing is sent before it is stored"),
            ("02", "an interrupted hand continues with the same deck, the same seat to act, the same pots"),
            ("03", "a repeated request is carried out once and gets the same answer"),
            ("04", "the state follows from the records and from nothing else"),
            ("05", "the time while the room was down counts against nobody"),
            ("06", "damage is found and reported, never guessed away"),
            ("07", "if nothing can be stored, play stops and says so"),
            ("08", "a hand that cannot continue is void, and every chip goes back"),
            ("10", "a backup restored elsewhere is complete, with the same root"),
            ("11", "data of an earlier build is used further with every record as it was stored"),
        ],
    ),
    (
        "ACC",
        "Chips",
        &[
            ("01", "amounts are whole and checked, and money is not chips"),
            ("02", "every posting has two sides, and all accounts add up to zero"),
            ("03", "no chip of a hand appears or disappears"),
            ("04", "pots add up to what was put in, and each can be won"),
            ("05", "odd chips go where the book says"),
            ("06", "commission is what the book says, rounded down, up to its cap"),
            ("10", "chips move from one player to another only through a pot"),
        ],
    ),
    (
        "AUD",
        "Records",
        &[
            ("01", "records are bound to each other, and signed checkpoints are stored elsewhere"),
            ("02", "a replay from the first record gives the same result everywhere"),
            ("04", "everything that matters about accounts is on record"),
            ("05", "the program's log contains no secret and no name"),
            ("06", "if nothing can be recorded, nothing is done"),
        ],
    ),
    (
        "ACS",
        "Access",
        &[
            ("01", "every door opens to its roles and to no other"),
            ("02", "roles that control each other are never held by one person"),
            (
                "03",
                "guessing passwords gets nowhere, an unknown name looks like a known one, and staff need a second factor",
            ),
            ("04", "sessions end when they should, and stored data lets nobody in"),
            ("05", "clients only send wishes, and whatever they send, no chip moves that should not"),
            ("06", "one person has one account and one seat in a game"),
        ],
    ),
    (
        "TIM",
        "Time",
        &[
            ("01", "decisions are timed by a clock that never goes back"),
            ("02", "each book's clock is exact to the millisecond and has the effect that the book gives it"),
            ("03", "an act and the end of its time are decided in one order"),
        ],
    ),
    (
        "DIS",
        "Lost connections and floods",
        &[
            ("01", "a lost connection is silence and nothing else"),
            ("03", "a player who comes back gets their complete view, and the older page gets nothing more"),
            ("04", "everything has a limit, and a flood at one table leaves the others alone"),
        ],
    ),
    (
        "PRO",
        "Players",
        &[
            ("05", "play chips are played with the same cards and rules"),
            ("06", "a program is plainly marked, and sits nowhere that the book reserves for people"),
        ],
    ),
    (
        "PII",
        "Personal data",
        &[
            ("01", "names and passwords are stored apart from the records, which know people by number"),
            ("02", "each kind of data is kept for a set time, and then deleted automatically"),
            ("03", "an erased name is in no stored byte, and the records still verify and add up"),
            ("04", "every look at personal data is an event with role and reason"),
            ("05", "people see their own sessions, and get all their data in one file"),
        ],
    ),
    ("COL", "Reports", &[("05", "a player can report another; the report is stored and answered")]),
    ("RUL", "Rules", &[("01", "a hand names its book, and no setting changes during it")]),
    (
        "OPS",
        "Running it",
        &[
            ("02", "a table that fails a check stops, pays nothing, and leaves the others alone"),
            ("04", "play can be stopped at once without harm to a hand"),
        ],
    ),
    (
        "OLD",
        "What went wrong elsewhere, planted and caught",
        &[
            (
                "01",
                "a shuffle seeded by the clock, in which a card could not keep its place and swaps went over the whole range",
            ),
            ("02", "a staff view with everybody's cards"),
            ("03", "a file for one player with everybody's cards"),
            ("08", "bets on cards other than those dealt"),
            ("10", "a harmless reaction computed from the real odds"),
            ("12", "a lost connection that counted as all-in"),
            ("17", "an act that was recorded but lost on time anyway"),
            ("18", "a rule that forgot its count after a restart"),
        ],
    ),
];

/// The part about keys, before the lines.
const HOLDERS: &str = "
## Who can look into a hand

A running room opens a finished hand to two auditors, each with a reason, and to nobody else; `people.md` says how.
The person who gives roles and makes links cannot act as an auditor for earlier hands: an account opens no hand that began before it got the role, before its password was chosen by a link, or before its second factor was enrolled or removed.
An administrator with two accounts of their own could only open a hand that begins after both became auditors, and the record shows both.

A person with only a copy of the data can read no card that was not shown: each deck is sealed under a key of its own, which is wrapped with the room's key.
A person with one half of that key, as `cardroom keys split` writes it, has 32 random bytes and learns nothing from them.
A person with both halves and the data can open every deck, including those of running hands: dealt cards, folded hands, burns, and cards that were never dealt.
That person can see cards but change none: the room committed to each deck before its first card, records are bound to each other, and checkpoints are signed with another key.
`export` and `verify` leave a line for the record of the room whose data they read; reading a copy elsewhere leaves no trace.
So give the halves to two people who do not both play at one table, and copy the data to no place that one of them controls alone.

The room has the complete key while it runs, because it deals: anybody who is logged in to the machine as the room's own user, or as superuser, can read the key where the room does.
No program can prevent that; give that account to few people, and to none who play.
";

/// The ids of lines of the page in a text, such as `RNG-03`; the number may be one that the page does not
/// have.
fn ids_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '-')).filter(|word| {
        word.split_once('-').is_some_and(|(letters, number)| {
            PARTS.iter().any(|part| part.0 == letters)
                && number.len() == 2
                && number.bytes().all(|digit| digit.is_ascii_digit())
        })
    })
}

/// The tests of a source, each with the ids in the comment above it; tests without an id are left out.
fn tests_in(source: &str) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    let (mut words, mut is_test) = (String::new(), false);
    for line in source.lines().map(str::trim) {
        if let Some(comment) = line.strip_prefix("///") {
            words.push_str(comment);
            words.push('\n');
        } else if line.starts_with("#[") {
            is_test |= line.starts_with("#[test]") || line.starts_with("#[tokio::test");
        } else {
            let name = line.strip_prefix("async ").unwrap_or(line).strip_prefix("fn ");
            if let Some((name, _)) = name.and_then(|rest| rest.split_once('('))
                && is_test
            {
                let named: Vec<String> = ids_in(&words).map(str::to_owned).collect();
                if !named.is_empty() {
                    found.push((name.to_owned(), named));
                }
            }
            words.clear();
            is_test = false;
        }
    }
    found
}

/// The text of `docs/trust.md`, from the comments of the tests in the sources; each source is a path and its
/// text.
///
/// # Errors
/// The lines that have no test, and the ids in tests that are not lines of the page.
pub fn page<'a>(sources: impl Iterator<Item = (&'a str, &'a str)>) -> Result<String, String> {
    let mut shown: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for (path, text) in sources.filter(|(path, _)| path.ends_with(".rs")) {
        for (test, named) in tests_in(text) {
            for id in named {
                let tests = shown.entry(id).or_default();
                let test = (path.to_owned(), test.clone());
                if !tests.contains(&test) {
                    tests.push(test);
                }
            }
        }
    }
    let mut page = String::from(
        "# What must hold, and the tests that show it\n\n\
         A room can be trusted when nobody can know or choose a card, nobody sees one before the rules allow it, nothing \
         that was confirmed is lost, every chip is accounted for, and all of it can be checked afterwards.\n\
         Each line below has tests that name it; `cargo xtask generate` writes this page from their comments, and a line \
         without a test fails the checks.\n",
    );
    page.push_str(HOLDERS);
    let mut faults = Vec::new();
    for (letters, title, lines) in PARTS {
        let _ = write!(page, "\n## {title}\n\n");
        for (number, what) in *lines {
            let id = format!("{letters}-{number}");
            let tests = shown.remove(&id).unwrap_or_default();
            if tests.is_empty() {
                faults.push(format!("no test names {id} ({what})"));
            }
            let _ = writeln!(page, "- **{id}**: {what}.");
            for (path, test) in tests {
                let _ = writeln!(page, "  - `{test}` in `{path}`");
            }
        }
    }
    faults.extend(shown.keys().map(|id| format!("a test names {id}, which is not a line of {PAGE}")));
    if faults.is_empty() { Ok(page) } else { Err(faults.join("\n  ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_found_with_all_that_its_words_name() {
        let source = "/// Proves REC-01 and, over two lines,\n/// OLD-17.\n#[test]\n#[cfg(unix)]\nfn a_b() {}\n\
                      /// REC-02 in a helper counts for nothing.\nfn c() {}\n/// Proves RNG-03.\n#[tokio::test(x)]\n\
                      async fn d() {}\n";
        let found = tests_in(source);
        assert_eq!(
            found,
            [
                ("a_b".to_owned(), vec!["REC-01".to_owned(), "OLD-17".to_owned()]),
                ("d".to_owned(), vec!["RNG-03".to_owned()])
            ]
        );
    }

    #[test]
    fn what_has_no_test_and_what_is_no_line_are_named() {
        let fault = page(std::iter::once(("a.rs", "/// Proves RNG-99.\n#[test]\nfn a() {}\n"))).unwrap_err();
        assert!(fault.contains("no test names RNG-01 ("), "{fault}");
        assert!(fault.contains("a test names RNG-99"), "{fault}");
    }
}
