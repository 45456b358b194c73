//! Work on many items at once, with the results in the order of the items.
//!
//! Takes an iterator, gives results one by one. Of the items, only a window is in memory: one that
//! takes long holds the others up when they are too far ahead. Grading, proving, mining and whatever else goes through
//! a collection does it here, by the one pool of threads that the program has: no thread is idle as long as there are items.

use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use rayon::iter::{ParallelBridge, ParallelIterator};

/// How far ahead of the first unfinished item others may be, for each thread.
const WINDOW: u64 = 64;

/// How often somebody who waits for a result looks whether it is still wanted.
const GLANCE: Duration = Duration::from_millis(20);

/// After one that comes sooner than that, others are waited for so long, and taken together: to be woken for each costs as much as an easy puzzle.
const GULP: Duration = Duration::from_millis(1);

/// Where the front of the work is, for those who are ahead of it.
struct Front {
    state: Mutex<(u64, bool)>,
    moved: Condvar,
}

impl Front {
    /// Waits until the item may be worked on; `false` if it is not wanted any more.
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

/// Results in order; how to know whether another one is waiting.
pub struct Results<R> {
    arriving: Receiver<(u64, R)>,
    early: BTreeMap<u64, R>,
    next: u64,
}

impl<R> Results<R> {
    /// The next result, `None` after the last one, and as soon as there is no time for more.
    fn next(&mut self, is_over: impl Fn() -> bool) -> Option<R> {
        while !is_over() {
            if let Some(result) = self.early.remove(&self.next) {
                self.next += 1;
                return Some(result);
            }
            let (result, is_soon) = match self.arriving.recv_timeout(GULP) {
                Err(RecvTimeoutError::Timeout) => (self.arriving.recv_timeout(GLANCE), false),
                soon => (soon, true),
            };
            match result {
                Ok((index, result)) => {
                    self.early.insert(index, result);
                    if is_soon {
                        std::thread::sleep(GULP);
                        self.early.extend(self.arriving.try_iter());
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        None
    }

    /// Whether the next result would have to be waited for.
    pub fn is_idle(&mut self) -> bool {
        self.early.extend(self.arriving.try_iter());
        !self.early.contains_key(&self.next)
    }
}

/// Works on all items with all threads, and hands over the results in order, until
/// `take` has enough. When it is `interrupted`, `take` gets `None`, whatever the threads are at: they may
/// be waiting for input that never comes, so it does not return then.
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
    let window = WINDOW * rayon::current_num_threads() as u64;
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
                    // Nobody listens any more once there is enough.
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
