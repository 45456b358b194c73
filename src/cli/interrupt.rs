//! Ending early: at Ctrl-C, when the system asks for it, and when the time is over.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Once};
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_shutdown};

use crate::engine::Stop;

static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static CAUGHT: Once = Once::new();

/// What a program that was interrupted ends with.
pub const EXIT: u8 = 130;

/// From now on the first Ctrl-C, or the first `kill`, asks to come to an end, and the second ends the
/// program. A hangup stays what it was, so that `nohup` works.
pub fn catch() {
    CAUGHT.call_once(|| {
        for signal in [SIGINT, SIGTERM] {
            // Without a handler, a signal just ends the program, as it always does. The order matters:
            // the first signal finds the flag down, and puts it up.
            let flag = || Arc::clone(&INTERRUPTED);
            let _ = register_conditional_shutdown(signal, EXIT.into(), flag())
                .and_then(|_| register(signal, flag()));
        }
    });
}

/// Whether it was asked to come to an end.
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
