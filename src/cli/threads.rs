//! How many threads work at once.
//!
//! The program has one pool of threads, that of `rayon`. A command says how large it is before anything is done in it.

/// Beyond so many for each processor, threads only wait for each other.
const FOR_EACH: usize = 4;

/// Makes the pool as large as was asked for by an option: 0 leaves it to the number of processors. A
/// number that helps nobody is cut down, and that is said.
pub fn start(option: &str, asked: usize) {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let most = FOR_EACH * processors;
    if asked > most {
        eprintln!("{option} {asked}: {most} are used, {FOR_EACH} for each processor");
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(asked.min(most));
    // A pool that is there already does as well.
    let _ = pool.build_global();
}
