//! What the program prints, in one place: nothing else writes to its standard output, and nothing panics where that fails.
//!
//! The first failure is remembered, and what is printed after it goes nowhere. At the end [`exit_code`] makes of it what the
//! program returns. What cannot be said on the standard error cannot be said at all, and stops no work.

use std::fmt::Arguments;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::OnceLock;

/// What a shell reports of a program that a closed pipe ended: 128 and the number of SIGPIPE.
const BROKEN_PIPE_EXIT: u8 = 141;

/// What a program returns that could not do what was asked.
const FAILED_EXIT: u8 = 2;

/// Why printing failed first.
static FIRST_FAILURE: OnceLock<io::Error> = OnceLock::new();

/// What a command is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// What it prints: not printed, it is not done.
    Printed,
    /// What it does, to files or for others: that is done, printed or not.
    Done,
}

/// Writes to the standard output.
pub fn print(text: Arguments) {
    if FIRST_FAILURE.get().is_none()
        && let Err(error) = io::stdout().lock().write_fmt(text)
    {
        record_failure(error);
    }
}

/// Remembers that something could not be printed.
pub fn record_failure(error: io::Error) {
    // The first failure says why; those after it follow from it.
    let _ = FIRST_FAILURE.set(error);
}

/// Whether nobody gets what is printed from here on: a command that only prints may stop.
pub fn is_lost() -> bool {
    FIRST_FAILURE.get().is_some()
}

/// Writes a line to the standard error, where somebody reads it.
pub fn say(text: Arguments) {
    let mut line = std::fmt::format(text);
    line.push('\n');
    let _ = io::stderr().lock().write_all(line.as_bytes());
}

/// What the program returns: the code of its command, unless that was to print and could not.
///
/// A reader who has seen enough (`cardroom .. | head`) ends it without a word, as a closed pipe ends other programs: with
/// a status that is not success, since what was asked was not done to its end. A full disk is reported.
pub fn exit_code(code: ExitCode, purpose: Purpose) -> ExitCode {
    if let Err(error) = io::stdout().lock().flush() {
        record_failure(error);
    }
    let Some(why) = FIRST_FAILURE.get() else { return code };
    match purpose {
        Purpose::Done => {
            say(format_args!(
                "cardroom: cannot print to stdout: {why}; the command ran to its end all the same, and its exit code says how"
            ));
            code
        }
        Purpose::Printed if why.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(BROKEN_PIPE_EXIT),
        Purpose::Printed => {
            say(format_args!("cardroom: cannot print to stdout: {why}"));
            ExitCode::from(FAILED_EXIT)
        }
    }
}

/// Prints a line of the result.
macro_rules! tell {
    ($($text:tt)*) => {
        $crate::out::print(format_args!("{}\n", format_args!($($text)*)))
    };
}

/// Says a line beside the result, on the standard error.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::out::say(format_args!($($text)*))
    };
}
