//! The real program on a full disk: it says so, ends, and goes on where it was when it is started again.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use load::client::{Address, ClientSession};

use crate::crash::{
    Acknowledged, CONFIGURATION, PLAYERS, Program, TABLES, all_there, play, play_on, prepare,
};

/// The largest size of any file of the program, in units of 512 or 1,024 bytes, depending on the shell:
/// enough for the first start and for some hands.
const LARGEST: u32 = 1200;
const PATIENCE: Duration = Duration::from_secs(120);

/// Proves REC-07 on the real program: what was acknowledged before the disk was full is there, nothing else is, and the
/// room that is started again plays on.
#[test]
fn a_room_whose_disk_is_full_ends_with_a_word_and_plays_on_when_it_is_started_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::write(folder.join("room.toml"), CONFIGURATION).expect("written");
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.expect("a runtime");
    let acknowledged = Acknowledged::default();
    // A file that may not grow refuses writes, as a full disk does.
    let limited = format!("trap '' XFSZ; ulimit -f {LARGEST}; exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &limited, env!("CARGO_BIN_EXE_cardroom")]).stderr(Stdio::piped());
    let mut program = Program::started_by(&mut shell, folder);
    let people = runtime.block_on(prepare(&program.url));
    let (acts, mut counted) = tokio::sync::mpsc::unbounded_channel();
    let mut number = 0;
    for table in 1..=TABLES {
        for seat in 1..=PLAYERS {
            let address = Address::parse(&program.url).expect("an address");
            let visitor = ClientSession { cookie: people[number].clone(), ..ClientSession::new(address) };
            // Each table was opened by the player of its number; the others sit down where there is a free
            // seat.
            number += 1;
            runtime.spawn(play(visitor, table, seat, acknowledged.clone(), acts.clone()));
        }
    }
    let since = Instant::now();
    let status = loop {
        if let Some(status) = program.child.try_wait().expect("it can be waited for") {
            break status;
        }
        assert!(since.elapsed() < PATIENCE, "the room goes on although nothing can be stored");
        std::thread::sleep(Duration::from_millis(50));
    };
    assert!(!status.success(), "the operator has to notice");
    let mut said = String::new();
    program.child.stderr.take().expect("its words").read_to_string(&mut said).expect("text");
    assert!(said.contains("nothing can be stored, and the room has stopped"), "{said}");
    assert!(!said.contains('\u{1b}'), "colours are for a terminal: {said:?}");
    counted.close();
    let done = acknowledged.lock().expect("not poisoned").clone();
    assert!(!done.is_empty(), "somebody played before the disk was full");
    all_there(&folder.join("data"), &done);
    let again = Program::start(folder);
    let players = runtime.block_on(play_on(&again.url, &people, &acknowledged, 20));
    again.kill();
    for player in players {
        let _ = runtime.block_on(player).expect("no panic");
    }
    all_there(&folder.join("data"), &acknowledged.lock().expect("not poisoned").clone());
    let verified = crate::verify::whole(&folder.join("data"), &folder.join("keys"));
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
}
