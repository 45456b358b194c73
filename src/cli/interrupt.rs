//! Early ends: Ctrl-C, a signal of the system, or a time limit.

use std::cell::Cell;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::register;

use qedoku_app::Cancel;
use qedoku_core::engine::Stop;

static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static CAUGHT: Once = Once::new();
/// Whether the command may finish its work after the first signal.
static PATIENT: AtomicBool = AtomicBool::new(false);

/// The exit code of an interrupted program.
pub const EXIT: u8 = 130;

/// Time limit for a command to end after a signal. Then the program ends, even if it waits for
/// input, a lock or a pipe.
const GRACE: Duration = Duration::from_secs(2);

/// The signals that request an end. Hangups keep their default, so `nohup` works.
const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// From here on, the first Ctrl-C or `kill` requests an end, and the second ends the program.
pub fn catch() {
    CAUGHT.call_once(|| {
        // Without a handler, a signal ends the program as usual.
        if watch().is_err() {
            return;
        }
        for signal in SIGNALS {
            let _ = register(signal, Arc::clone(&INTERRUPTED));
        }
    });
}

/// Starts the thread that ends the program after signals.
#[cfg(unix)]
fn watch() -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new(SIGNALS)?;
    thread::spawn(move || end_after(signals.forever()));
    Ok(())
}

/// Starts the thread that ends the program after signals. On Windows it polls a flag, because
/// signals cannot be waited for there.
#[cfg(not(unix))]
fn watch() -> io::Result<()> {
    let arrived = Arc::new(AtomicBool::new(false));
    for signal in SIGNALS {
        register(signal, Arc::clone(&arrived))?;
    }
    let wait = move || {
        while !arrived.swap(false, Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(50));
        }
    };
    thread::spawn(move || end_after(std::iter::repeat_with(wait)));
    Ok(())
}

/// Ends the program [`GRACE`] after the first signal, or at the second one.
fn end_after<T>(mut signals: impl Iterator<Item = T>) {
    signals.next();
    thread::spawn(|| {
        thread::sleep(GRACE);
        if !PATIENT.load(Ordering::Relaxed) {
            end();
        }
    });
    signals.next();
    end();
}

/// Gives this command unlimited time after the first signal, because mining publishes its results.
/// A second signal still ends it.
pub fn take_time() {
    PATIENT.store(true, Ordering::Relaxed);
    catch();
}

/// Restores the time limit that [`take_time`] removed.
#[cfg(feature = "mine")]
pub fn hurry() {
    PATIENT.store(false, Ordering::Relaxed);
}

/// Ends the program at once and removes incomplete files.
pub fn end() -> ! {
    for path in unfinished().iter() {
        let _ = std::fs::remove_file(path);
    }
    // Skips the destructors of libraries that other threads may be using.
    signal_hook::low_level::exit(EXIT.into())
}

/// The current temporary files.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary file that is removed if the program is ended.
pub struct Unfinished(PathBuf);

impl Unfinished {
    /// Registers a temporary file.
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

/// Whether an end was requested.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

thread_local! {
    /// The deadline of this thread's current item.
    static END: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Starts a time limit for the following work of this thread.
pub fn begin_each(limit: Option<Duration>) {
    let end = limit.and_then(|limit| Instant::now().checked_add(limit));
    END.set(end);
}

/// Stops after Ctrl-C or the deadline of [`begin_each`].
pub fn stop_each() -> Stop {
    catch();
    Stop::when(|| interrupted() || END.get().is_some_and(|end| Instant::now() >= end))
}

/// Stops after Ctrl-C, or after the time limit if there is one.
pub fn stop_after(limit: Option<Duration>) -> Stop {
    cancel_after(limit).stop()
}

/// Set after Ctrl-C, or after the time limit if there is one.
pub fn cancel_after(limit: Option<Duration>) -> Cancel {
    catch();
    Cancel::with(Arc::clone(&INTERRUPTED)).within(limit)
}
