//! What every command does when its output cannot be printed: it never panics, never succeeds if printing was
//! the work, and never fails if the work was done.

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use store::{Keys, SqliteStore, StoreOptions};

/// A room that was founded, a script and a history.
struct Place {
    root: PathBuf,
}

impl Place {
    fn new(name: &str) -> Place {
        let root = std::env::temp_dir().join(format!("cardroom-printing-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("home")).expect("a folder");
        let (data, keys) = (root.join("data"), root.join("keys"));
        let of_room = Keys::from_folder(&keys, &data).expect("keys are made");
        SqliteStore::open(&StoreOptions::new(&data, &keys), &of_room)
            .expect("a store")
            .close()
            .expect("closed");
        fs::write(root.join("a.script"), SCRIPT).expect("written");
        fs::write(root.join("a.phh"), HAND).expect("written");
        fs::write(root.join("a.csv"), SHOWDOWNS).expect("written");
        Place { root }
    }

    fn run(&self, command: &str, stdout: Stdio, stderr: Stdio) -> Output {
        let mut program = Command::new(env!("CARGO_BIN_EXE_cardroom"));
        program.args(command.split(' ')).current_dir(&self.root).stdin(Stdio::null());
        program.env("HOME", self.root.join("home")).env("XDG_CONFIG_HOME", self.root.join("home"));
        program.env_remove("CARDROOM_ROOM_KEY").env_remove("CARDROOM_SIGNING_KEY");
        let child = program.stdout(stdout).stderr(stderr).spawn().expect("the program runs");
        child.wait_with_output().expect("the program ends")
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

const SCRIPT: &str = "\
house  standard
game   no-limit holdem 100/200
seats  1:20000 2:20000 3:20000  button 3

3 folds
1 folds
";

const HAND: &str = r#"variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [110, 100, 100]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 f", "p1 f"]
"#;

const SHOWDOWNS: &str = "\
id,game,deck,joker,ace_low,mode,low_ace,board,holes
7,holdem,52,0,1,high,low,Kh Jd Js 4c 2s,Ks Kd|Jh Ah
";

/// Commands that are run for what they print.
const PRINTED: &[&str] = &[
    "--help",
    "--version",
    "simulate --hands 20",
    "simulate --hands 20 --json",
    "rules list",
    "rules show HE-1.1",
    "rules settings",
    "rules diff standard practice",
    "rules coverage",
    "rules coverage --json",
    "script --transcript a.script",
    "script --json a.script",
    "replay --json a.phh",
    "count --cards 5",
    "equity --board AsKs7h2c AhAd KdKc",
    "showdown --board AsKs7h2c3d AhAd KdKc",
    "showdown --batch a.csv",
    "uth advise --hole AhAd --board AsKs7h",
    "verify --data data --checkpoints keys/checkpoints",
    "verify --json --data data --checkpoints keys/checkpoints",
    "play --seed 1",
];

/// Commands that do something, each with a file that exists once it is done.
const DONE: &[(&str, &str)] = &[
    ("convert a.phh a.phhs", "a.phhs"),
    ("backup --data data --keys keys --to copy", "copy"),
    ("restore copy --data again --keys keys --replace", "again/room.db"),
    ("keys split --data data --keys keys --first one --second two", "two"),
    ("upgrade --data data --keys keys", "data/room.db"),
];

/// A pipe that nobody reads.
fn closed() -> Stdio {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    writer.into()
}

/// A device that accepts nothing, like a full disk.
fn full() -> File {
    OpenOptions::new().write(true).open("/dev/full").expect("a device")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_reader_who_went_away_ends_what_only_prints_without_a_word_and_without_success() {
    let place = Place::new("closed");
    for command in PRINTED {
        let output = place.run(command, closed(), Stdio::piped());
        // The status a shell reports for a program that a closed pipe (signal 13) ended.
        assert_eq!(output.status.code(), Some(128 + 13), "{command}: {}", said(&output));
        assert!(!said(&output).contains("cannot print"), "{command}: {}", said(&output));
    }
}

#[test]
fn a_full_disk_behind_what_is_printed_is_reported() {
    let place = Place::new("full");
    for command in PRINTED {
        let output = place.run(command, full().into(), Stdio::piped());
        assert_eq!(output.status.code(), Some(2), "{command}: {}", said(&output));
        let said = said(&output);
        let line = said.lines().next_back().unwrap_or_default();
        assert!(line.starts_with("cardroom: cannot print to stdout: "), "{command}: {said}");
    }
}

#[test]
fn what_is_done_is_done_whether_it_can_be_printed_or_not() {
    type Make = fn() -> Stdio;
    let ways: [(&str, Make, Make); 3] = [
        ("both-closed", closed, closed),
        ("out-full", || full().into(), Stdio::piped),
        ("both-full", || full().into(), || full().into()),
    ];
    for (name, stdout, stderr) in ways {
        let place = Place::new(name);
        for (command, made) in DONE {
            let output = place.run(command, stdout(), stderr());
            assert_eq!(output.status.code(), Some(0), "{name}: {command}: {}", said(&output));
            assert!(place.root.join(made).exists(), "{name}: {command}");
        }
        let output = place.run(
            "keys split --data data --keys keys --first 1 --second 2",
            full().into(),
            Stdio::piped(),
        );
        assert!(said(&output).contains("cannot print to stdout: "), "{}", said(&output));
        assert!(said(&output).contains("ran to its end all the same"), "{}", said(&output));
    }
}

/// The events of a room that has been open are printed like anything else. A room whose greeting nobody reads
/// is open all the same, and ends without complaint when it is asked to.
#[cfg(unix)]
#[test]
fn a_room_serves_whether_its_words_are_read_or_not_and_its_events_are_printed_to_somebody() {
    type Make = fn() -> Stdio;
    let ways: [(&str, Make); 2] = [("closed", closed), ("full", || full().into())];
    for (name, stdout) in ways {
        let place = Place::new(&format!("serve-{name}"));
        let mut program = Command::new(env!("CARGO_BIN_EXE_cardroom"));
        program
            .args("serve --listen 127.0.0.1:0 --data data --keys keys".split(' '))
            .current_dir(&place.root);
        program.env("HOME", place.root.join("home")).stdin(Stdio::null());
        let mut child = program.stdout(stdout()).stderr(Stdio::piped()).spawn().expect("the program runs");
        let mut log = BufReader::new(child.stderr.take().expect("its log")).lines();
        let open = log.by_ref().map_while(Result::ok).any(|line| line.contains("the room is open"));
        assert!(open, "{name}: the room opens");
        let told = Command::new("kill").arg(child.id().to_string()).status().expect("it is asked to stop");
        assert!(told.success());
        let rest: Vec<String> = log.map_while(Result::ok).collect();
        let status = child.wait().expect("it ends");
        assert_eq!(status.code(), Some(0), "{name}: {rest:?}");

        let events = "audit events --data data";
        let output = place.run(events, Stdio::piped(), Stdio::piped());
        assert!(!output.stdout.is_empty() && output.status.success(), "{}", said(&output));
        assert_eq!(place.run(events, closed(), Stdio::piped()).status.code(), Some(128 + 13));
        assert_eq!(place.run(events, full().into(), Stdio::piped()).status.code(), Some(2));
    }
}
