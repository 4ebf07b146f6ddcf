//! Everything the program prints goes through here: nothing else writes to standard output, and nothing
//! panics if that fails.
//!
//! The first failure is remembered, and later output is dropped. At the end [`exit_code`] turns it into the
//! program's exit code. If standard error fails, there is nowhere left to report that, and the work goes on.

use std::fmt::Arguments;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::OnceLock;

/// The status a shell reports for a program ended by a closed pipe: 128 plus the number of SIGPIPE.
const BROKEN_PIPE_EXIT: u8 = 141;

/// The exit code of a program that could not do what was requested.
const FAILED_EXIT: u8 = 2;

/// Why printing first failed.
static FIRST_FAILURE: OnceLock<io::Error> = OnceLock::new();

/// What a command is run for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// For what it prints: if that fails, the command has failed.
    Output,
    /// For what it does, to files or for others: that is done whether it is printed or not.
    Effect,
}

/// Writes to stdout, without adding a newline. After the first failure everything is dropped silently;
/// [`exit_code`] reports it at the end. Only `play` and `replay` write to stdout by other means, and call
/// [`record_failure`].
pub fn print(text: Arguments) {
    if FIRST_FAILURE.get().is_none()
        && let Err(error) = io::stdout().lock().write_fmt(text)
    {
        record_failure(error);
    }
}

/// Remembers that stdout failed, for [`exit_code`]; only the first error is kept. For callers that write to
/// stdout themselves (`play`, `replay`, clap's help).
pub fn record_failure(error: io::Error) {
    // The first failure has the cause; later ones follow from it.
    let _ = FIRST_FAILURE.set(error);
}

/// Whether stdout has failed already and further output is lost. `audit` and `export` stop reading records
/// then.
pub fn is_closed() -> bool {
    FIRST_FAILURE.get().is_some()
}

/// Writes a line to stderr, newline added; a failure is ignored, because there is nowhere left to report it.
/// Called through the macro `say!`.
pub fn say(text: Arguments) {
    let mut line = std::fmt::format(text);
    line.push('\n');
    let _ = io::stderr().lock().write_all(line.as_bytes());
}

/// The program's exit code: that of the command, unless the command was run for its output and could not
/// print it. `main` calls it last, after all output.
///
/// A reader who has seen enough (`cardroom .. | head`) ends it silently, as a closed pipe ends other
/// programs: with a status other than success, since the command did not finish. A full disk is reported.
pub fn exit_code(code: ExitCode, purpose: Purpose) -> ExitCode {
    if let Err(error) = io::stdout().lock().flush() {
        record_failure(error);
    }
    let Some(why) = FIRST_FAILURE.get() else { return code };
    match purpose {
        Purpose::Effect => {
            say(format_args!(
                "cardroom: cannot print to stdout: {why}; the command ran to its end all the same, and its exit code says how"
            ));
            code
        }
        Purpose::Output if why.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(BROKEN_PIPE_EXIT),
        Purpose::Output => {
            say(format_args!("cardroom: cannot print to stdout: {why}"));
            ExitCode::from(FAILED_EXIT)
        }
    }
}

/// Prints a line of the result to standard output.
macro_rules! tell {
    ($($text:tt)*) => {
        $crate::out::print(format_args!("{}\n", format_args!($($text)*)))
    };
}

/// Prints a line that is not part of the result, to standard error.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::out::say(format_args!($($text)*))
    };
}
