//! `cardroom play`: a session through a pipe, what is printed, and what is never printed.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// A session with these lines typed at the table.
fn session(args: &[&str], lines: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .arg("play")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // A session that has ended does not read the rest.
    let _ = child.stdin.take().expect("a pipe").write_all(lines.as_bytes());
    child.wait_with_output().expect("the program ends")
}

/// What was printed at the table.
fn said(args: &[&str], lines: &str) -> String {
    let output = session(args, lines);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Checking or calling on and on: sooner or later a hand comes to a showdown.
const CALLS: &str = "c\nc\nc\nc\nc\nc\nc\nc\nc\nc\nc\nc\nc\nc\nc\nc\nc\nc\nc\nc\n";

#[test]
fn a_session_through_a_pipe_comes_to_a_showdown_and_ends_politely() {
    let text = said(&["--seed", "5"], CALLS);
    assert!(text.starts_with("Practice: hold'em, no limit, blinds 1/2. You have 200 chips"), "{text}");
    assert!(text.contains(" shows "), "{text}");
    let won =
        text.lines().find(|line| line.contains(" win") && line.contains(": ")).expect("a showdown is won");
    assert!(
        won.trim_start().split(' ').nth(2).expect("an amount").trim_matches(':').parse::<u64>().is_ok(),
        "{won}"
    );
    let last = text.lines().last().expect("a last line");
    assert!(last.starts_with("end of input: you leave after "), "{last}");
}

#[test]
fn the_same_seed_and_lines_give_the_same_session_and_another_seed_another() {
    let once = said(&["--seed", "9"], CALLS);
    assert_eq!(said(&["--seed", "9"], CALLS), once);
    assert_ne!(said(&["--seed", "10"], CALLS), once);
}

#[test]
fn a_pipe_gets_plain_lines() {
    let text = said(&["--seed", "5"], CALLS);
    assert!(text.is_ascii(), "no symbols and no colours");
    assert!(!text.contains('\u{1b}'));
}

#[test]
fn a_refusal_is_one_line_with_its_clause_and_why_explains_it() {
    let text = said(&["--seed", "5", "--book", "canberra-holdem-2018"], "r 41\nwhy\nq\n");
    let refused: Vec<&str> = text.lines().filter(|line| line.starts_with("refused: ")).collect();
    assert_eq!(refused.len(), 1, "{text}");
    assert!(
        refused[0].contains("is short: at least") && refused[0].ends_with("(HE-5.1, AMB-048)"),
        "{}",
        refused[0]
    );
    assert!(text.contains("smallest-raise: A raise is no less than"), "{text}");
    assert!(text.contains("HE-5.1 (") && text.contains("AMB-048 ("), "{text}");
}

#[test]
fn another_book_is_played_as_a_practice_table_of_it() {
    let text = said(&["--seed", "5", "--book", "dunedin-17.7"], "rules\nq\n");
    assert!(
        text.starts_with("Dunedin Casino house rules, practice: hold'em, no limit, blinds 2/5"),
        "{text}"
    );
    assert!(text.lines().any(|line| line.contains("machine_players") && line.contains("marked")), "{text}");
}

/// The cards named in a line.
fn cards_in(line: &str) -> Vec<&str> {
    let is_card = |word: &&str| matches!(word.as_bytes(), [rank, suit] if b"23456789TJQKA".contains(rank) && b"cdhs".contains(suit));
    line.split([' ', ',', ':']).filter(is_card).collect()
}

#[test]
fn nobody_elses_cards_are_told_but_those_that_were_shown_not_even_in_the_log() {
    for seed in 1..=12 {
        let lines = "c\nlog\n".repeat(12) + "last\n";
        let text = said(&["--seed", &seed.to_string()], &lines);
        let mut shown: Vec<&str> = Vec::new();
        for line in text.lines() {
            let mine = line.contains(" you ") || line.contains("your cards") || line.contains("to you:");
            let public = ["flop", "turn", "river", "board", "pot "].iter().any(|word| line.contains(word));
            if line.contains(" shows ") {
                shown.extend(cards_in(line));
            }
            for card in cards_in(line) {
                assert!(mine || public || shown.contains(&card), "seed {seed}: {card} in `{line}`\n{text}");
            }
        }
        assert!(text.contains("a card to Rosa: ??"), "{text}");
        assert!(text.contains("a card is burned"), "{text}");
    }
}

#[test]
fn who_is_out_of_chips_may_buy_or_leave() {
    let mut text = String::new();
    for seed in 1..50 {
        text = said(&["--seed", &seed.to_string(), "--seats", "2"], &("a\n".repeat(3) + "b\nq\n"));
        if text.contains("you have no chips left") {
            break;
        }
    }
    assert!(text.contains("you have no chips left: b buy 200, q quit"), "{text}");
    assert!(text.contains("you buy 200 chips") || text.contains("not now"), "{text}");
}

#[test]
fn chips_are_bought_between_hands_and_within_the_stakes_of_the_table() {
    let text = said(&["--seed", "5"], "buy 500\nf\nq\n");
    assert!(text.contains("after this hand"), "{text}");
    assert!(text.contains("refused: a stake of 699 is too large: at most 200"), "{text}");
}

#[test]
fn every_limit_and_number_of_seats_is_played_through_a_pipe() {
    for (limit, seats) in [("fixed", "10"), ("full_pot", "2"), ("half_pot", "3"), ("no_limit", "9")] {
        let set = format!("limit_structure={limit}");
        let text = said(&["--book", "standard", "--set", &set, "--seats", seats, "--seed", "3"], CALLS);
        assert!(text.contains("end of input: you leave after"), "{limit}: {text}");
    }
}

#[test]
fn a_practice_book_is_named_once_as_what_it_is() {
    let named = |book: &str, expected: &str| {
        let output = session(&["--book", book], "quit\n");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.starts_with(expected), "{book}: {text}");
    };
    named("dunedin-17.7", "Dunedin Casino house rules, practice: ");
    named("dunedin-17.7+practice", "Dunedin Casino house rules · practice: ");
    named("practice", "Practice: ");
}

#[test]
fn what_cannot_be_played_is_refused_before_anybody_sits_down() {
    for (args, reason) in [
        (vec!["--game", "pinochle"], "games"),
        (vec!["--book", "nowhere"], "there is no book or file named nowhere"),
        (vec!["--set", "blinds"], "--set blinds"),
        (vec!["--set", "seats=4"], "6 players do not fit a table of 4 seats"),
        (
            vec!["--book", "canberra-ultimate-2019"],
            "--book canberra-ultimate-2019: Ultimate Texas Hold'em, Canberra 2019 is a game against the house, and poker is dealt here: expected standard, practice, canberra-holdem-2018, dunedin-17.7, standard+practice, canberra-holdem-2018+practice, dunedin-17.7+practice or a file made of one of them",
        ),
    ] {
        let output = session(&args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty(), "{args:?}");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.starts_with("error: ") && text.contains(reason), "{args:?}: {text}");
    }
}

#[test]
fn bytes_that_are_no_text_are_not_understood_and_harm_nothing() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["play", "--seed", "5"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    child.stdin.take().expect("a pipe").write_all(b"\xff\xfe\x00\nq\n").expect("written");
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stdout).contains("is not understood"));
}

#[test]
fn no_line_is_wider_than_eighty_columns() {
    let lines = "help\nrules\nc\nlog\nwhy\nr 1\nwhy\nlast\ntable\nbuy 5\n".repeat(6);
    for args in [
        &["--seed", "5"][..],
        &["--seed", "7", "--book", "canberra-holdem-2018", "--seats", "10"],
        &["--seed", "8", "--book", "dunedin-17.7", "--seats", "2"],
        &["--seed", "9", "--book", "standard", "--set", "blinds=1000000/2000000"],
    ] {
        for line in said(args, &lines).lines() {
            assert!(line.chars().count() <= 80, "{args:?}: {line}");
        }
    }
}

#[cfg(unix)]
mod terminal {
    use std::fs::File;
    use std::io::{Read as _, Write as _};
    use std::os::fd::OwnedFd;
    use std::process::{Child, Command};
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    use rustix::fs::{Mode, OFlags};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    /// A player at a terminal.
    struct Terminal {
        keys: File,
        shown: Receiver<Vec<u8>>,
        text: String,
        child: Child,
    }

    impl Terminal {
        fn play(args: &[&str]) -> Terminal {
            let keys = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
            grantpt(&keys).expect("granted");
            unlockpt(&keys).expect("unlocked");
            let name = ptsname(&keys, Vec::new()).expect("a name");
            let end = |flags| -> OwnedFd {
                rustix::fs::open(name.as_c_str(), flags | OFlags::NOCTTY, Mode::empty()).expect("its end")
            };
            let child = Command::new(env!("CARGO_BIN_EXE_cardroom"))
                .arg("play")
                .args(args)
                .env("TERM", "dumb")
                .stdin(end(OFlags::RDWR))
                .stdout(end(OFlags::RDWR))
                .spawn()
                .expect("the program runs");
            let (send, shown) = channel();
            let mut screen = File::from(keys.try_clone().expect("another handle"));
            std::thread::spawn(move || {
                let mut bytes = [0; 4096];
                while let Ok(count @ 1..) = screen.read(&mut bytes) {
                    if send.send(bytes[..count].to_vec()).is_err() {
                        return;
                    }
                }
            });
            Terminal { keys: File::from(keys), shown, text: String::new(), child }
        }

        /// Waits until these words are on the screen this many times; a minute is for a machine that hangs.
        fn until(&mut self, words: &str, times: usize) {
            while self.text.matches(words).count() < times {
                match self.shown.recv_timeout(Duration::from_secs(60)) {
                    Ok(bytes) => self.text.push_str(&String::from_utf8_lossy(&bytes)),
                    Err(_) => panic!("`{words}` is not there {times} times:\n{}", self.text),
                }
            }
        }

        fn types(&mut self, text: &str) {
            self.keys.write_all(text.as_bytes()).expect("typed");
        }
    }

    impl Drop for Terminal {
        fn drop(&mut self) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    #[test]
    fn what_is_typed_ahead_does_not_act_in_a_situation_that_was_not_seen() {
        let mut terminal = Terminal::play(&["--seed", "5", "--pause", "40"]);
        terminal.until("you: ", 1);
        // The first line answers what is on screen; the others were typed before the next situation was.
        terminal.types("c\nf\nf\nf\n");
        terminal.until("you: ", 2);
        assert!(terminal.text.contains("what you typed before your turn was ignored"), "{}", terminal.text);
        assert!(!terminal.text.contains("you fold"), "{}", terminal.text);
        // What is typed then is accepted.
        terminal.types("help\nf\n");
        terminal.until("you fold", 1);
    }

    #[test]
    fn lines_about_the_same_situation_are_all_taken() {
        let mut terminal = Terminal::play(&["--seed", "5", "--pause", "0"]);
        terminal.until("you: ", 1);
        terminal.types("rules\nlog\nr 1\nq\n");
        terminal.until("you leave after", 1);
        assert!(terminal.text.contains("refused: ") && terminal.text.contains("machine_players"));
    }
}
