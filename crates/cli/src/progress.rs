//! Shows on standard error how far long work has come.

use std::io::IsTerminal;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

/// A progress bar on standard error, shown once the work has taken a second and only on a terminal. It
/// disappears when the work is done or interrupted.
pub struct Bar {
    since: Instant,
    bar: Arc<Mutex<Option<ProgressBar>>>,
    watched: bool,
}

/// The status a shell reports for a program that Ctrl-C ended.
const ENDED_BY_CTRL_C: i32 = 130;

impl Bar {
    /// A bar for work that may be long, not shown yet. On a terminal it sets the Ctrl-C handler of the
    /// process, which clears the bar and exits with 130: one bar at a time, and no other handler beside it.
    pub fn new() -> Bar {
        let bar: Arc<Mutex<Option<ProgressBar>>> = Arc::default();
        let watched = std::io::stderr().is_terminal();
        if watched {
            let shown = Arc::clone(&bar);
            // If this fails, Ctrl-C still ends the program, but leaves the bar on the screen.
            let _ = ctrlc::set_handler(move || {
                // Held until exit, so that no other thread draws the bar again.
                let mut shown = shown.lock();
                if let Ok(Some(bar)) = shown.as_deref_mut() {
                    bar.finish_and_clear();
                }
                std::process::exit(ENDED_BY_CTRL_C);
            });
        }
        Bar { since: Instant::now(), bar, watched }
    }

    /// Reports that `done` of `all` steps are done. Called from several threads and often, so it never waits
    /// for a lock; does nothing off a terminal or in the first second.
    pub fn show(&self, done: u64, all: u64) {
        if !self.watched || self.since.elapsed() < Duration::from_secs(1) {
            return;
        }
        // If another thread is drawing, its number is as new, or nearly.
        if let Ok(mut bar) = self.bar.try_lock() {
            bar.get_or_insert_with(|| ProgressBar::new(all)).set_position(done);
        }
    }
}

impl Drop for Bar {
    /// Clears the bar from the terminal, so that results are printed on a clean line. Drop the bar before
    /// printing.
    fn drop(&mut self) {
        if let Ok(mut bar) = self.bar.lock()
            && let Some(bar) = bar.as_mut()
        {
            bar.finish_and_clear();
        }
    }
}
