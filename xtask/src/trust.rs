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
            ("01", "a deck comes from 256 bits of the system's chance and from nothing else"),
            ("02", "every order is equally likely, exactly"),
            ("03", "every card can come to every place, its own included"),
            ("04", "how a seed becomes a deck is frozen, public, and computed again by a second program"),
            ("05", "each hand and attempt has a seed of its own; a restart keeps it"),
            ("06", "the deck is fixed before the first card and knows nothing of who plays"),
            ("07", "in a hand that nothing disturbs the stub keeps its order"),
            ("08", "the cut leaves two cards on each side and leaves every order as likely as before"),
            ("09", "a source of chance that fails stops new hands and touches none in play"),
            ("13", "before a card leaves it, the whole order is committed to"),
            ("14", "a player opens own cards and the board, and can work out no other"),
            (
                "15",
                "decks are numbered without a gap, and each ends in a hand that was played or in a reason",
            ),
            ("16", "players' values decide the cut and nothing else"),
        ],
    ),
    (
        "SEC",
        "Hidden cards",
        &[
            ("01", "one function makes what a viewer may see, and everything sent is made of that"),
            ("02", "with the hidden cards exchanged every viewer is sent the same"),
            ("03", "no role sees a live hole card, and two people open a hand that is over"),
            ("04", "what follows from hidden cards is hidden too"),
            ("05", "a folded hand is in nobody's history but its owner's"),
            ("07", "a card is first sent when it is dealt"),
            ("08", "on the disk a live deck is sealed, under a key that lies elsewhere"),
            ("09", "there is no back door"),
        ],
    ),
    (
        "REC",
        "Nothing is lost",
        &[
            ("01", "nothing is told before it is stored"),
            ("02", "an interrupted hand goes on with the same deck, the same seat to act, the same pots"),
            ("03", "what is asked twice is done once and answered the same"),
            ("04", "the state follows from the records and from nothing else"),
            ("05", "time in which the room was down counts against nobody"),
            ("06", "damage is found and named, never guessed away"),
            ("07", "where nothing can be stored play stops and says so"),
            ("08", "a hand that cannot go on is void, and every chip goes back"),
            ("10", "a backup that is restored elsewhere is found whole, with the same root"),
            ("11", "data of an earlier build goes on with every record as it was stored"),
        ],
    ),
    (
        "ACC",
        "Chips",
        &[
            ("01", "amounts are whole and checked, and money is not chips"),
            ("02", "every posting has two sides, and all accounts add up to nothing"),
            ("03", "a hand keeps its chips"),
            ("04", "pots add up to what was put in, and each can be won"),
            ("05", "odd chips go where the book says"),
            ("06", "commission is what the book says, rounded down, up to its cap"),
            ("10", "no way leads from one player's chips to another's but a pot"),
        ],
    ),
    (
        "AUD",
        "Records",
        &[
            ("01", "records are bound to each other, and signed checkpoints lie elsewhere"),
            ("02", "played again from the first record, everything comes out the same"),
            ("04", "what matters about accounts is on record"),
            ("05", "the log of the program holds no secret and no name"),
            ("06", "where nothing can be recorded nothing is done"),
        ],
    ),
    (
        "ACS",
        "Access",
        &[
            ("01", "every door opens to its roles and to no other"),
            ("02", "roles that watch each other do not meet in one person"),
            (
                "03",
                "guessing passwords gets nowhere, an unknown name looks like a known one, and staff gives a second factor",
            ),
            ("04", "sessions end when they should, and what is stored opens no door"),
            ("05", "clients send wishes; whatever they send, no chip moves that should not"),
            ("06", "one person has one account and one seat in a game"),
        ],
    ),
    (
        "TIM",
        "Time",
        &[
            ("01", "decisions are timed by a clock that never goes back"),
            ("02", "each book's clock to the millisecond, with the book's effect"),
            ("03", "an act and the end of its time are one ordered decision"),
        ],
    ),
    (
        "DIS",
        "Broken lines and floods",
        &[
            ("01", "a lost line is silence and nothing else"),
            ("03", "who comes back gets the own view whole, and the older page nothing more"),
            ("04", "everything is bounded, and a flood at one table leaves the others alone"),
        ],
    ),
    (
        "PRO",
        "Players",
        &[
            ("05", "play chips are played with the same cards and rules"),
            ("06", "a program is plainly marked, and sits nowhere the book keeps for people"),
        ],
    ),
    (
        "PII",
        "Personal data",
        &[
            ("01", "names and passwords lie apart from the records, which know people by number"),
            ("02", "each kind is kept for a time, and goes by itself when it is over"),
            ("03", "an erased name is in no byte that is kept, and the records still verify and add up"),
            ("04", "a look at data of people is an event with role and reason"),
            ("05", "a person sees the own sessions, and has everything there is in one file"),
        ],
    ),
    ("COL", "Reports", &[("05", "a player can report another; the report is kept and answered")]),
    ("RUL", "Rules", &[("01", "a hand names its book, and no setting changes inside it")]),
    (
        "OPS",
        "Running it",
        &[
            ("02", "a table that fails a check stops, pays nothing, and leaves the others alone"),
            ("04", "play stops at once without harm to a hand"),
        ],
    ),
    (
        "OLD",
        "What went wrong elsewhere, planted and caught",
        &[
            (
                "01",
                "a shuffle from the clock, with a card that could not stay and swaps over the whole range",
            ),
            ("02", "a view for staff that had everybody's cards"),
            ("03", "a file for one player with the cards of all"),
            ("08", "bets on cards other than those that were dealt"),
            ("10", "a harmless reaction computed from the true odds"),
            ("12", "a broken line that counted as all-in"),
            ("17", "an act that was recorded and yet lost on time"),
            ("18", "a rule that forgot after a restart what it had counted"),
        ],
    ),
];

/// The part about keys, before the lines.
const HOLDERS: &str = "
## Who can look into a hand

While a room runs it opens a hand that is over for two auditors, each with a reason, and for nobody else; `people.md` says how.
Whoever gives roles and makes links is none of them alone: an account opens no hand that began before the role was given, a password was chosen by a link, or a second factor enrolled or taken away.
What an administrator with two accounts of their own could open is a hand that begins after both were made auditors, and the record tells of both.

Whoever has a copy of the data alone reads no card that was not shown: each deck is sealed under a key of its own, which is wrapped with the room's key.
Whoever has one half of that key, as `cardroom keys split` writes it, has 32 random bytes and learns nothing by them.
Whoever has both halves and the data opens every deck there is, those of hands that go on included: dealt cards, folded hands, burns, and what was never dealt.
Such a holder sees cards and changes none: decks were committed to before the first card, records are bound to each other, and checkpoints are signed with another key.
`export` and `verify` leave a line for the record of the room whose data they read; a copy that is read elsewhere tells nobody.
So the halves are kept by two people who are not both of one table, and the data is copied to no place that one of them has alone.

The room has the whole key while it runs, for it deals: whoever has the machine as the room's own user, or as its superuser, reads the key where the room does.
No program keeps that from them; keep that account with few people, apart from those who play.
";

/// The ids in a text, such as `RNG-03`.
fn ids_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '-')).filter(|word| {
        word.split_once('-').is_some_and(|(letters, number)| {
            PARTS.iter().any(|part| part.0 == letters)
                && number.len() == 2
                && number.bytes().all(|digit| digit.is_ascii_digit())
        })
    })
}

/// The tests of a source, each with the ids in the comment above it.
fn tests_in(source: &str) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    let (mut words, mut is_test) = (String::new(), false);
    for line in source.lines().map(str::trim) {
        if let Some(said) = line.strip_prefix("///") {
            words.push_str(said);
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

/// Makes the page from the sources.
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
         A room is trusted when nobody can know or choose a card, nobody sees one before the rules let them, nothing that \
         was told is lost, every chip is accounted for, and all of it can be checked afterwards.\n\
         Each line below has tests that name it; `cargo xtask generate` writes this page from their words, and a line \
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
    faults.extend(shown.keys().map(|id| format!("a test names {id}, which is no line of {PAGE}")));
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
