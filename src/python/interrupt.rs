//! Ctrl-C and time limits, while Python runs other threads.
//!
//! Takes work that may be long, gives its result: Python's lock is released meanwhile, and now and then somebody asks
//! Python whether a signal has come. Whatever works asks [`stop`] whether to go on.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use qedoku_core::engine::Stop;

/// How often Python is asked whether a signal has come.
const GLANCE: Duration = Duration::from_millis(40);

/// What ends the work of a thread early.
struct WorkWatch {
    /// When its time is over.
    end: Option<Instant>,
    /// Set by whoever waits for it.
    cancelled: Option<Arc<AtomicBool>>,
    /// When to ask Python next; never, on threads that Python does not know.
    glance: Option<Instant>,
    /// What Python said: a signal handler has raised it.
    raised: Option<PyErr>,
}

thread_local! {
    /// What this thread works under.
    static WATCH: RefCell<Option<WorkWatch>> = const { RefCell::new(None) };
}

/// The question for a strategy: is the time of this thread's work over, or was Ctrl-C pressed?
pub fn stop() -> Stop {
    Stop::when(is_over)
}

fn is_over() -> bool {
    // A signal handler may call this package again, so the watch is not held while Python is asked.
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
            self.glance = Some(now + GLANCE);
            self.raised = Python::attach(|py| py.check_signals()).err();
        }
        self.raised.is_some() || self.end.is_some_and(|end| now >= end)
    }
}

/// When a time that begins now is over; too long a time never is.
fn end_of(limit: Option<Duration>) -> Option<Instant> {
    limit.and_then(|limit| Instant::now().checked_add(limit))
}

/// Does short work on this thread, without Python's lock. At Ctrl-C, what it did is thrown away.
pub fn released<T: Send>(
    py: Python<'_>,
    limit: Option<Duration>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (result, raised) = py.detach(|| {
        let before = WATCH.replace(Some(WorkWatch {
            end: end_of(limit),
            cancelled: None,
            glance: Some(Instant::now() + GLANCE),
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

/// Does long work on another thread, without Python's lock, and waits for it. The flag that the work gets is set at
/// Ctrl-C; then its result is thrown away.
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
                match done.recv_timeout(GLANCE) {
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

/// What this thread does from now on ends when the flag is set, or the time is over.
pub fn begin(cancelled: &Arc<AtomicBool>, limit: Option<Duration>) {
    WATCH.set(Some(WorkWatch {
        end: end_of(limit),
        cancelled: Some(Arc::clone(cancelled)),
        glance: None,
        raised: None,
    }));
}

/// Does long work that cannot be told to stop at once, on another thread. At Ctrl-C nobody waits for it any more; it
/// is asked to end as soon as it looks.
pub fn aside<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(Box<dyn Fn() -> bool + Send + Sync>) -> T + Send + 'static,
) -> PyResult<T> {
    let cancelled = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancelled);
    let (sender, done) = mpsc::channel();
    std::thread::spawn(move || {
        let result = work(Box::new(move || flag.load(Ordering::Relaxed)));
        let _ = sender.send(result);
    });
    py.detach(move || wait(&done, &cancelled))
}

/// Waits for an answer, without Python's lock; at Ctrl-C no more, and whoever works on it is told.
pub fn wait<T>(done: &Receiver<T>, cancelled: &AtomicBool) -> PyResult<T> {
    loop {
        match done.recv_timeout(GLANCE) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Disconnected) => return Err(broken()),
            Err(RecvTimeoutError::Timeout) => {
                let asked = Python::attach(|py| py.check_signals());
                asked.inspect_err(|_| cancelled.store(true, Ordering::Relaxed))?;
            }
        }
    }
}

/// The error for work that has ended without a result: it has panicked.
fn broken() -> PyErr {
    pyo3::exceptions::PyRuntimeError::new_err("the work broke off: this is a defect of the program")
}
