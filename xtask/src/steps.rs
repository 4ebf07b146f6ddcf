//! The steps of the pipeline: each is announced when it begins and ends, and the time it took is recorded.
//!
//! Two lanes run side by side, each on its own thread. The output of the second one is held back until its
//! step is over, so that the two are not mixed up; it is also in `target/steps`. Wall-clock time depends on
//! what else the machine does and processor time hardly does, so both are reported.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::run::{NOT_BEGUN, StepResult, target};

/// The state of a lane.
#[derive(Default)]
struct Lane {
    /// The processor time that the commands of this step have used.
    spent: Duration,
    /// The file that holds back this step's output.
    held_output_path: Option<PathBuf>,
    /// Whether commands run at a lower priority than those of the other lane.
    low_priority: bool,
}

thread_local! {
    static LANE: RefCell<Lane> = RefCell::default();
}

/// A finished step.
struct FinishedStep {
    name: String,
    second_lane: bool,
    clock: Duration,
    spent: Duration,
    passed: bool,
}

/// The steps of one run.
pub struct Steps {
    finished: Mutex<Vec<FinishedStep>>,
    failed: AtomicBool,
    folder: PathBuf,
    start: Instant,
}

impl Steps {
    /// Begins a run, with an empty folder for its table and outputs; the clock of the run starts here.
    ///
    /// # Errors
    /// The folder cannot be made.
    pub fn begin() -> Result<Steps, String> {
        let folder = target().join("steps");
        let cannot = |error: std::io::Error| format!("cannot make {}: {error}", folder.display());
        if folder.is_dir() {
            fs::remove_dir_all(&folder).map_err(cannot)?;
        }
        fs::create_dir_all(&folder).map_err(cannot)?;
        let finished = Mutex::default();
        Ok(Steps { finished, failed: AtomicBool::new(false), folder, start: Instant::now() })
    }

    /// Runs a step in the first lane, which prints its output at once.
    ///
    /// # Errors
    /// The reason why it failed, or that it was not begun because another one had failed.
    pub fn step(&self, name: &str, act: impl FnOnce() -> StepResult) -> StepResult {
        self.run_step(name, false, act)
    }

    /// Runs a step in the second lane, whose output is held back until the step is over.
    ///
    /// # Errors
    /// The reason why it failed, or that it was not begun because another one had failed.
    pub fn step_beside(&self, name: &str, act: impl FnOnce() -> StepResult) -> StepResult {
        self.run_step(name, true, act)
    }

    /// Runs a step unless another has failed, in either lane, and records its times and its result.
    fn run_step(&self, name: &str, second_lane: bool, act: impl FnOnce() -> StepResult) -> StepResult {
        if self.failed.load(Ordering::SeqCst) {
            return Err(format!("{name} {NOT_BEGUN}"));
        }
        println!("== {name}{}", if second_lane { ", beside" } else { "" });
        let held = second_lane
            .then(|| self.folder.join(format!("{}.txt", name.replace(|c: char| !c.is_alphanumeric(), "-"))));
        LANE.with_borrow_mut(|lane| {
            lane.spent = Duration::ZERO;
            lane.held_output_path.clone_from(&held);
        });
        let start = Instant::now();
        let done = act();
        let spent = LANE.with_borrow_mut(|lane| {
            lane.held_output_path = None;
            lane.spent
        });
        let finished = FinishedStep {
            name: name.to_owned(),
            second_lane,
            clock: start.elapsed(),
            spent,
            passed: done.is_ok(),
        };
        if let Some(text) = held.and_then(|path| fs::read(path).ok()).filter(|text| !text.is_empty()) {
            // A reader may close the pipe early; the checks go on.
            let mut out = std::io::stdout().lock();
            let _ = writeln!(out, "== output of {name}:").and_then(|()| out.write_all(&text));
        }
        println!("== {name}: {}, {}", if finished.passed { "ok" } else { "FAILED" }, finished.in_seconds());
        self.failed.fetch_or(done.is_err(), Ordering::SeqCst);
        self.finished.lock().unwrap_or_else(PoisonError::into_inner).push(finished);
        self.write_table();
        done
    }

    /// A table of the steps so far with the time of each, by the clock and of the processors, in seconds.
    pub fn table(&self) -> String {
        let finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::from("step                                clock s   processors s\n");
        for step in finished.iter() {
            let (clock, spent) = (step.clock.as_secs_f64(), step.spent.as_secs_f64());
            let mut name = step.name.clone();
            name.push_str(if step.second_lane { " (beside)" } else { "" });
            name.push_str(if step.passed { "" } else { " FAILED" });
            let _ = writeln!(text, "{name:<34}{clock:>9.1}{spent:>15.1}");
        }
        let all: Duration = finished.iter().map(|step| step.spent).sum();
        let _ = writeln!(
            text,
            "{:<34}{:>9.1}{:>15.1}",
            "all",
            self.start.elapsed().as_secs_f64(),
            all.as_secs_f64()
        );
        text
    }

    /// Whole seconds since the run began.
    pub fn seconds(&self) -> u64 {
        self.start.elapsed().as_secs()
    }

    /// The path of the table, which is kept after the run.
    pub fn table_path(&self) -> PathBuf {
        self.folder.join("steps.txt")
    }

    /// Writes the table after each step, so that a killed run leaves one. A failure is only reported.
    fn write_table(&self) {
        let path = self.table_path();
        if let Err(error) = fs::write(&path, self.table()) {
            eprintln!("xtask: cannot write {}: {error}", path.display());
        }
    }
}

impl FinishedStep {
    /// The step's time by the clock and of the processors, for the line that ends it.
    fn in_seconds(&self) -> String {
        format!("{:.1} s, {:.1} s of processor time", self.clock.as_secs_f64(), self.spent.as_secs_f64())
    }
}

/// Makes the later commands of this lane run at a lower priority than those of the other.
pub fn lower_priority() {
    LANE.with_borrow_mut(|lane| lane.low_priority = true);
}

/// Prints a line at once, or adds it to the output of the step that is held back.
///
/// # Errors
/// It cannot be written.
pub fn say(line: &str) -> StepResult {
    let cannot = |error: std::io::Error| format!("cannot print: {error}");
    match held_output().map_err(cannot)? {
        Some(mut file) => writeln!(file, "{line}").map_err(cannot),
        None => writeln!(std::io::stdout(), "{line}").map_err(cannot),
    }
}

/// The file that holds back the output of this lane's step, opened for appending; `None` if it is printed at
/// once.
fn held_output() -> std::io::Result<Option<fs::File>> {
    let path = LANE.with_borrow(|lane| lane.held_output_path.clone());
    path.map(|path| fs::File::options().create(true).append(true).open(path)).transpose()
}

/// A command whose processor time is measured and whose output goes where the step's output goes.
pub struct MeasuredCommand {
    /// The command to start. The caller may still redirect its output.
    pub command: Command,
    times: Option<PathBuf>,
}

impl MeasuredCommand {
    /// The same command, measured: a shell starts it and asks the system how much time it and its children
    /// took. The exit code stays that of the command.
    ///
    /// # Errors
    /// The held-back output cannot be written.
    pub fn of(command: &Command) -> Result<MeasuredCommand, String> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        const SHELL: &str = r#"times=$0; "$@"; code=$?; times > "$times"; exit $code"#;
        let mut measured = if cfg!(unix) { Command::new("sh") } else { Command::new(command.get_program()) };
        let mut times = None;
        if cfg!(unix) {
            let number = COUNT.fetch_add(1, Ordering::SeqCst);
            let file = std::env::temp_dir().join(format!("cardroom-times-{}-{number}", std::process::id()));
            measured.args(["-c", SHELL]).arg(&file);
            if LANE.with_borrow(|lane| lane.low_priority) {
                measured.args(["nice", "-n", "10"]);
            }
            measured.arg(command.get_program());
            times = Some(file);
        }
        measured.args(command.get_args());
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => measured.env(name, value),
                None => measured.env_remove(name),
            };
        }
        if let Some(folder) = command.get_current_dir() {
            measured.current_dir(folder);
        }
        let cannot = |error: std::io::Error| format!("cannot hold back output: {error}");
        if let Some(file) = held_output().map_err(cannot)? {
            measured.stderr(file.try_clone().map_err(cannot)?).stdout(file);
        }
        Ok(MeasuredCommand { command: measured, times })
    }

    /// Adds the processor time of the finished command to its step; call it once the command has ended.
    pub fn add_up(self) {
        let Some(file) = self.times else { return };
        let spent = fs::read_to_string(&file).ok().map_or(Duration::ZERO, |text| children_time(&text));
        // If this fails, a few bytes are left in the temporary folder.
        let _ = fs::remove_file(&file);
        LANE.with_borrow_mut(|lane| lane.spent += spent);
    }
}

/// The time of the child processes in the output of the shell's `times`: `0m0.00s 0m0.00s` of its own, then
/// of the children.
fn children_time(text: &str) -> Duration {
    let seconds = |word: &str| {
        let (minutes, rest) = word.split_once('m')?;
        let rest: f64 = rest.trim_end_matches('s').replace(',', ".").parse().ok()?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + rest)
    };
    let children = text.lines().nth(1).unwrap_or_default();
    Duration::from_secs_f64(children.split_whitespace().filter_map(seconds).sum::<f64>().max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_children_took_is_read_from_the_shell() {
        assert_eq!(children_time("0m0.00s 0m0.00s\n1m2.50s 0m3.25s\n"), Duration::from_millis(65_750));
        assert_eq!(children_time("0m0,00s 0m0,00s\n0m0,500s 0m0,010s\n"), Duration::from_millis(510));
        assert_eq!(children_time(""), Duration::ZERO);
    }

    #[test]
    fn a_command_is_measured_and_keeps_its_code_and_its_words() {
        let mut shell = Command::new("sh");
        shell.args(["-c", "echo \"$1 $WORD\"; exit 3", "sh", "two words"]).env("WORD", "x");
        let mut measured = MeasuredCommand::of(&shell).expect("measured");
        let output = measured.command.output().expect("it runs");
        assert_eq!(output.status.code(), Some(3));
        assert_eq!(String::from_utf8_lossy(&output.stdout), "two words x\n");
        let times = measured.times.clone().expect("a file");
        assert!(times.is_file());
        measured.add_up();
        assert!(!times.exists());
    }
}
