//! Ending early: at Ctrl-C, when the system asks for it, and when the time is over.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::register;
use signal_hook::iterator::Signals;

use qedoku_core::engine::Stop;

static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static CAUGHT: Once = Once::new();
/// Whether a command has something to do after the first signal that may take its time.
static PATIENT: AtomicBool = AtomicBool::new(false);

/// What a program that was interrupted ends with.
pub const EXIT: u8 = 130;

/// How long a command has to come to an end by itself. Whatever then still waits, for input, for a lock,
/// for a pipe that nobody reads, is cut off.
const GRACE: Duration = Duration::from_secs(2);

/// From now on the first Ctrl-C, or the first `kill`, asks to come to an end, and the second ends the
/// program. A hangup stays what it was, so that `nohup` works.
pub fn catch() {
    CAUGHT.call_once(|| {
        // Without a handler, a signal just ends the program, as it always does.
        let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else {
            return;
        };
        for signal in [SIGINT, SIGTERM] {
            let _ = register(signal, Arc::clone(&INTERRUPTED));
        }
        thread::spawn(move || {
            let mut arriving = signals.forever();
            arriving.next();
            thread::spawn(|| {
                thread::sleep(GRACE);
                if !PATIENT.load(Ordering::Relaxed) {
                    end();
                }
            });
            arriving.next();
            end();
        });
    });
}

/// This command comes to an end by itself, however long it takes: mining publishes what it has. A second
/// signal ends it all the same.
pub fn take_time() {
    PATIENT.store(true, Ordering::Relaxed);
    catch();
}

/// From now on there is nothing to do after the first signal that may take its time.
pub fn hurry() {
    PATIENT.store(false, Ordering::Relaxed);
}

/// Ends the program at once, whatever its threads do; half a file is no file.
pub fn end() -> ! {
    for path in unfinished().iter() {
        let _ = std::fs::remove_file(path);
    }
    // Without the destructors of libraries, which other threads may be using.
    signal_hook::low_level::exit(EXIT.into())
}

/// The temporary files there are now.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary file, which goes when the program is ended.
pub struct Unfinished(PathBuf);

impl Unfinished {
    /// From now on, this file is to be cleared away.
    pub fn begin(path: &Path) -> Unfinished {
        unfinished().push(path.to_owned());
        Unfinished(path.to_owned())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        unfinished().retain(|path| *path != self.0);
    }
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
