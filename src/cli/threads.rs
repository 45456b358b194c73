//! The number of threads.
//!
//! The program has one thread pool, that of `rayon`. A command sets its size before it is used.

/// Maximum number of threads per processor. More threads only wait for each other.
const MAX_THREADS_PER_PROCESSOR: usize = 4;

/// Sets the size of the pool to the value of an option. 0 stands for the number of processors. A
/// larger number than useful is reduced with a warning.
pub fn start(option: &str, asked: usize) {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let most = MAX_THREADS_PER_PROCESSOR * processors;
    if asked > most {
        eprintln!(
            "{option} {asked} is too high: using {most}, {MAX_THREADS_PER_PROCESSOR} per processor"
        );
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(asked.min(most));
    // An existing pool is kept.
    let _ = pool.build_global();
}
