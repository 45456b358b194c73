//! Ctrl-C and time limits while Python's lock is released.
//!
//! Long work runs without Python's lock and checks regularly whether a signal has arrived. The
//! engine checks [`stop`] to decide whether to go on.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use qedoku_app::Cancel;
use qedoku_core::engine::Stop;

/// Interval between two checks for signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(40);

/// The conditions that end the work of a thread early.
struct WorkWatch {
    /// The deadline.
    end: Option<Instant>,
    /// The cancellation flag, set by the thread that waits for the result.
    cancelled: Option<Arc<AtomicBool>>,
    /// The next time to check for signals. `None` on threads that Python did not start.
    glance: Option<Instant>,
    /// The exception raised by a signal handler.
    raised: Option<PyErr>,
}

thread_local! {
    /// The watch of this thread's work.
    static WATCH: RefCell<Option<WorkWatch>> = const { RefCell::new(None) };
}

/// A stop signal for strategies: set after this thread's deadline or Ctrl-C.
pub fn stop() -> Stop {
    Stop::when(is_over)
}

fn is_over() -> bool {
    // A signal handler may call this package again, so the watch is not borrowed while it runs.
    let Some(mut watch) = WATCH.take() else {
        return false;
    };
    let over = watch.is_over();
    WATCH.set(Some(watch));
    over
}

impl WorkWatch {
    fn is_over(&mut self) -> bool {
        let cancelled = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        if self.raised.is_some() || self.cancelled.as_ref().is_some_and(cancelled) {
            return true;
        }
        if self.end.is_none() && self.glance.is_none() {
            return false;
        }
        let now = Instant::now();
        if self.glance.is_some_and(|glance| now >= glance) {
            self.glance = Some(now + SIGNAL_INTERVAL);
            self.raised = Python::attach(|py| py.check_signals()).err();
        }
        self.raised.is_some() || self.end.is_some_and(|end| now >= end)
    }
}

/// The end of a period that begins now. `None` if there is no limit or it overflows.
fn end_of(limit: Option<Duration>) -> Option<Instant> {
    limit.and_then(|limit| Instant::now().checked_add(limit))
}

/// Runs short work on this thread without Python's lock. After Ctrl-C its result is discarded.
pub fn released<T: Send>(
    py: Python<'_>,
    limit: Option<Duration>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (result, raised) = py.detach(|| {
        let before = WATCH.replace(Some(WorkWatch {
            end: end_of(limit),
            cancelled: None,
            glance: Some(Instant::now() + SIGNAL_INTERVAL),
            raised: None,
        }));
        let result = work();
        let own = WATCH.replace(before);
        (result, own.and_then(|watch| watch.raised))
    });
    match raised {
        Some(raised) => Err(raised),
        None => Ok(result),
    }
}

/// Runs long work on another thread without Python's lock, and waits for it. Ctrl-C sets the flag
/// passed to the work and discards the result.
pub fn elsewhere<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(Arc<AtomicBool>) -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        std::thread::scope(|scope| {
            let cancelled = Arc::new(AtomicBool::new(false));
            let flag = Arc::clone(&cancelled);
            let (sender, done) = mpsc::channel();
            scope.spawn(move || {
                let result = work(flag);
                let _ = sender.send(result);
            });
            let mut raised = None;
            loop {
                match done.recv_timeout(SIGNAL_INTERVAL) {
                    Ok(result) => return raised.map_or(Ok(result), Err),
                    Err(RecvTimeoutError::Timeout) => {
                        let asked = Python::attach(|py| py.check_signals());
                        if let Err(error) = asked {
                            cancelled.store(true, Ordering::Relaxed);
                            raised.get_or_insert(error);
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(raised.unwrap_or_else(broken));
                    }
                }
            }
        })
    })
}

/// Ends the further work of this thread when the flag is set or the time is over.
pub fn begin(cancelled: &Arc<AtomicBool>, limit: Option<Duration>) {
    WATCH.set(Some(WorkWatch {
        end: end_of(limit),
        cancelled: Some(Arc::clone(cancelled)),
        glance: None,
        raised: None,
    }));
}

/// Runs long work that cannot be interrupted at once on another thread. After Ctrl-C the caller
/// stops waiting, and the work ends at its next check.
pub fn aside<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(Cancel) -> T + Send + 'static,
) -> PyResult<T> {
    let cancelled = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancelled);
    let (sender, done) = mpsc::channel();
    std::thread::spawn(move || {
        let result = work(Cancel::with(flag));
        let _ = sender.send(result);
    });
    py.detach(move || wait(&done, &cancelled))
}

/// Waits for an answer without Python's lock. Ctrl-C sets `cancelled` and ends the waiting.
pub fn wait<T>(done: &Receiver<T>, cancelled: &AtomicBool) -> PyResult<T> {
    loop {
        match done.recv_timeout(SIGNAL_INTERVAL) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Disconnected) => return Err(broken()),
            Err(RecvTimeoutError::Timeout) => {
                let asked = Python::attach(|py| py.check_signals());
                asked.inspect_err(|_| cancelled.store(true, Ordering::Relaxed))?;
            }
        }
    }
}

/// The error for work that panicked.
fn broken() -> PyErr {
    pyo3::exceptions::PyRuntimeError::new_err(
        "the work ended without a result: this is a bug in qedoku",
    )
}
