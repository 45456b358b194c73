//! How many threads work at once.

/// Beyond so many for each processor, threads only wait for each other.
const FOR_EACH: usize = 4;

/// The number of threads to use for what was asked for by an option: 0 leaves it to the number of processors. A
/// number that helps nobody is cut down, and that is said.
pub fn limited(option: &str, asked: usize) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let most = FOR_EACH * processors;
    if asked > most {
        eprintln!("{option} {asked}: {most} are used, {FOR_EACH} for each processor");
    }
    asked.min(most)
}
