//! How far long work has come, on the standard error.

use std::io::IsTerminal;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

/// A bar on standard error, once the work has lasted a second and if somebody is looking. It is gone when the work is
/// done or broken off.
pub struct Bar {
    since: Instant,
    bar: Arc<Mutex<Option<ProgressBar>>>,
    watched: bool,
}

/// What a shell says of a program that Ctrl-C ended.
const ENDED_BY_CTRL_C: i32 = 130;

impl Bar {
    /// A bar that is not shown yet.
    pub fn new() -> Bar {
        let bar: Arc<Mutex<Option<ProgressBar>>> = Arc::default();
        let watched = std::io::stderr().is_terminal();
        if watched {
            let shown = Arc::clone(&bar);
            // Without it Ctrl-C ends the program all the same, and the bar stays.
            let _ = ctrlc::set_handler(move || {
                // Kept until the end, so that nobody draws the bar again.
                let mut shown = shown.lock();
                if let Ok(Some(bar)) = shown.as_deref_mut() {
                    bar.finish_and_clear();
                }
                std::process::exit(ENDED_BY_CTRL_C);
            });
        }
        Bar { since: Instant::now(), bar, watched }
    }

    /// So much of it is done.
    pub fn show(&self, done: u64, all: u64) {
        if !self.watched || self.since.elapsed() < Duration::from_secs(1) {
            return;
        }
        // Whoever draws now has the newest number, or nearly.
        if let Ok(mut bar) = self.bar.try_lock() {
            bar.get_or_insert_with(|| ProgressBar::new(all)).set_position(done);
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Ok(mut bar) = self.bar.lock()
            && let Some(bar) = bar.as_mut()
        {
            bar.finish_and_clear();
        }
    }
}
