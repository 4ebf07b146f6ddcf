//! How much memory `cardroom convert` takes, regardless of the file's length and format.
//!
//! The program is stopped at its last line of output, which it can write only when somebody reads: by then
//! everything is done, and the system still knows its peak memory.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

/// What a conversion may take besides the program's own pages, in KiB, however short the file is.
const FIXED: u64 = 8 << 10;

/// How much more a long file may take than one hand, in KiB.
const MORE: u64 = 2 << 10;

const PHH: &str = "variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 150, 90]
actions = ['d dh p1 ????', 'd dh p2 AsKd', 'd dh p3 7h7c', 'p3 cbr 6', 'p1 f', 'p2 f']
";

const CASE: &str = "house standard
game no-limit holdem 1/2
seats 1:200 2:150 3:90 button 3
3 raises to 6
1 folds
2 folds
";

/// The peak private memory of a conversion, in KiB: without the pages of the program's file.
fn peak(folder: &Path, from: &str, to: &str) -> u64 {
    let out = folder.join(to);
    let _ = std::fs::remove_file(&out);
    let (mut reader, mut writer) = std::io::pipe().expect("a pipe");
    let flags = fcntl_getfl(&writer).expect("flags");
    fcntl_setfl(&writer, flags | OFlags::NONBLOCK).expect("a pipe that does not wait");
    while writer.write(b".").is_ok() {}
    fcntl_setfl(&writer, flags).expect("a pipe that waits");
    let mut program = Command::new(env!("CARGO_BIN_EXE_cardroom"));
    program.arg("convert").arg(folder.join(from)).arg(&out).stdout(Stdio::null()).stderr(writer);
    let mut child = program.spawn().expect("the program starts");
    // Otherwise the command keeps its end of the pipe open.
    drop(program);
    // The file is moved into place when complete; after that, only the message is left.
    while !out.exists() {
        assert!(child.try_wait().expect("its state").is_none(), "it ends without writing {to}");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("its state");
    let kib = |name: &str| -> u64 {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).expect(name);
        line.trim().trim_end_matches(" kB").parse().expect("a number")
    };
    let peak = kib("VmHWM:") - kib("RssFile:");
    let mut said = String::new();
    reader.read_to_string(&mut said).expect("text");
    assert!(child.wait().expect("it ends").success(), "{}", said.trim_start_matches('.'));
    peak
}

/// A file with `bytes` bytes of these hands, or with a single one.
fn file(folder: &Path, name: &str, bytes: usize, hand: &dyn Fn(usize) -> String) -> PathBuf {
    let path = folder.join(name);
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path).expect("a file"));
    let (mut count, mut written) = (0, 0);
    while count == 0 || written < bytes {
        count += 1;
        let hand = hand(count);
        file.write_all(hand.as_bytes()).expect("written");
        written += hand.len();
    }
    path
}

/// The formats converted from and to, the length in bytes, and the text of each hand by its number.
type Kind<'a> = (&'a str, &'a str, usize, &'a dyn Fn(usize) -> String);

#[test]
fn convert_takes_as_much_memory_for_a_long_file_as_for_one_hand() {
    const MB: usize = 1_000_000;
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let phh = |number: usize| format!("[{number}]\n{PHH}\n");
    // Hands need not be named in order, and no two hands here have the same stakes.
    let stakes = |number: usize| {
        let (small, big, raise) = (number, 2 * number, 6 * number);
        phh(number)
            .replace("[1, 2, 0]", &format!("[{small}, {big}, 0]"))
            .replace("min_bet = 2", &format!("min_bet = {big}"))
            .replace("cbr 6", &format!("cbr {raise}"))
            .replace("[200, 150, 90]", "[20000000, 15000000, 9000000]")
    };
    let text =
        |_: usize| format!("{}\n\n\n", include_str!("../../../history/tests/data/reference.txt").trim());
    let case = |number: usize| format!("test hand {number}\n{CASE}");
    let kinds: [Kind; 5] = [
        ("phhs", "phhs", 24 * MB, &phh),
        ("phhs", "hands", MB, &phh),
        ("txt", "phhs", 5 * MB, &text),
        // Longer than a script that may be run at once.
        ("hands", "phhs", 3 * MB / 2, &case),
        ("phhs", "phhs", MB / 2, &stakes),
    ];
    for (at, (from, to, bytes, hand)) in kinds.into_iter().enumerate() {
        file(folder, &format!("short.{from}"), 0, hand);
        file(folder, &format!("long.{from}"), bytes, hand);
        let short = peak(folder, &format!("short.{from}"), &format!("short-{at}.{to}"));
        let long = peak(folder, &format!("long.{from}"), &format!("long-{at}.{to}"));
        assert!(short <= FIXED, "one hand from {from} to {to} takes {short} KiB");
        assert!(long <= FIXED, "{bytes} bytes from {from} to {to} take {long} KiB");
        let stakes_kept = if at == 4 { 2 * MORE } else { MORE };
        assert!(
            long <= short + stakes_kept,
            "{bytes} bytes from {from} to {to} take {long} KiB, one hand {short}"
        );
    }
}
