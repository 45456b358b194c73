//! Ending early: at Ctrl-C, and when the time is over.

use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::engine::Stop;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static CAUGHT: OnceLock<()> = OnceLock::new();

/// What a program that was interrupted ends with.
pub const EXIT: u8 = 130;

/// From now on the first Ctrl-C asks to come to an end, and the second ends the program.
pub fn catch() {
    CAUGHT.get_or_init(|| {
        // Without a handler, Ctrl-C just ends the program, as it always does.
        let _ = ctrlc::set_handler(|| {
            if INTERRUPTED.swap(true, Ordering::Relaxed) {
                std::process::exit(EXIT.into());
            }
        });
    });
}

/// Whether there was a Ctrl-C.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

thread_local! {
    /// When the time for what this thread does now is over.
    static END: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// What this thread does from now on has so much time, if there is a limit.
pub fn begin_each(limit: Option<Duration>) {
    let end = limit.and_then(|limit| Instant::now().checked_add(limit));
    END.set(end);
}

/// Stops at Ctrl-C, and when the time of [`begin_each`] is over.
pub fn stop_each() -> Stop {
    catch();
    Stop::when(|| interrupted() || END.get().is_some_and(|end| Instant::now() >= end))
}

/// Stops at Ctrl-C, and when the time is over if there is a limit.
pub fn stop_after(limit: Option<Duration>) -> Stop {
    catch();
    match limit.and_then(|limit| Instant::now().checked_add(limit)) {
        Some(end) => Stop::when(move || interrupted() || Instant::now() >= end),
        None => Stop::when(interrupted),
    }
}
