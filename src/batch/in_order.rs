//! Parallel work on many items, with the results in the order of the items.
//!
//! Only a window of items is in memory. A slow item delays those too far ahead of it. Grading,
//! proving and mining of collections all use this function and the program's one thread pool. No
//! thread is idle while there are items in the window.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use rayon::iter::{ParallelBridge, ParallelIterator};

/// Maximum distance from the first unfinished item, per thread.
const ITEMS_PER_THREAD: u64 = 64;

/// Interval at which a waiting consumer checks for an interrupt.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// If a result took less than this time, the consumer waits this long and takes several results at
/// once. Waking up for each result would cost as much as an easy puzzle.
const GATHERING_TIME: Duration = Duration::from_millis(1);

/// The first unfinished item. Threads that are ahead of it wait for it.
struct Front {
    state: Mutex<(u64, bool)>,
    moved: Condvar,
}

impl Front {
    /// Waits until work on the item may begin. Returns `false` if it is no longer needed.
    fn wait(&self, item: u64, window: u64) -> bool {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let ahead = |(front, closed): &mut (u64, bool)| !*closed && item >= *front + window;
        let state = self.moved.wait_while(state, ahead);
        !state.unwrap_or_else(PoisonError::into_inner).1
    }

    fn set(&self, change: impl FnOnce(&mut (u64, bool))) {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
        self.moved.notify_all();
    }
}

/// The results in order.
pub struct Results<R> {
    arriving: Receiver<(u64, R)>,
    early: BTreeMap<u64, R>,
    next: u64,
}

impl<R> Results<R> {
    /// The next result. `None` after the last one, or once `is_over` returns true.
    fn next(&mut self, is_over: impl Fn() -> bool) -> Option<R> {
        while !is_over() {
            if let Some(result) = self.early.remove(&self.next) {
                self.next += 1;
                return Some(result);
            }
            let (result, is_soon) = match self.arriving.recv_timeout(GATHERING_TIME) {
                Err(RecvTimeoutError::Timeout) => {
                    (self.arriving.recv_timeout(POLL_INTERVAL), false)
                }
                soon => (soon, true),
            };
            match result {
                Ok((index, result)) => {
                    self.early.insert(index, result);
                    if is_soon {
                        std::thread::sleep(GATHERING_TIME);
                        self.early.extend(self.arriving.try_iter());
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        None
    }

    /// Whether the next result is not yet available.
    pub fn is_idle(&mut self) -> bool {
        self.early.extend(self.arriving.try_iter());
        !self.early.contains_key(&self.next)
    }
}

/// Works on all items with all threads and passes the results in order to `take`, until it returns
/// false. After an interrupt, `take` gets `None` at once and should end the program: the threads
/// may still wait for input, and the function would wait for them.
///
/// ```
/// let mut squares = Vec::new();
/// qedoku_batch::in_order(1..5, |n| n * n, || false, |square, _| {
///     squares.extend(square);
///     Ok::<bool, ()>(true)
/// })?;
/// assert_eq!(squares, [1, 4, 9, 16]);
/// # Ok::<(), ()>(())
/// ```
pub fn in_order<T: Send, R: Send, E>(
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    interrupted: impl Fn() -> bool,
    mut take: impl FnMut(Option<R>, &mut Results<R>) -> Result<bool, E>,
) -> Result<(), E> {
    let window = ITEMS_PER_THREAD * rayon::current_num_threads() as u64;
    let front = Front {
        state: Mutex::new((0, false)),
        moved: Condvar::new(),
    };
    let (sender, arriving) = mpsc::channel();
    let mut results = Results {
        arriving,
        early: BTreeMap::new(),
        next: 0,
    };
    std::thread::scope(|scope| {
        let (front, work) = (&front, &work);
        scope.spawn(move || {
            let mut index = 0;
            let mut items = items;
            let admitted = std::iter::from_fn(move || {
                let wanted = front.wait(index, window);
                let item = wanted.then(|| items.next()).flatten()?;
                index += 1;
                Some((index - 1, item))
            });
            admitted
                .par_bridge()
                .for_each_with(sender, |sender, (index, item)| {
                    // The receiver is gone if `take` has returned false.
                    let _ = sender.send((index, work(item)));
                });
        });
        let mut outcome = Ok(true);
        while let Some(result) = results.next(&interrupted) {
            outcome = take(Some(result), &mut results);
            if !matches!(outcome, Ok(true)) {
                break;
            }
            front.set(|state| state.0 = results.next);
        }
        front.set(|state| state.1 = true);
        if interrupted() && matches!(outcome, Ok(true)) {
            outcome = take(None, &mut results);
        }
        outcome.map(|_| ())
    })
}
