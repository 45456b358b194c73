//! Record of the tests that skip a part because a file or a program is absent.
//!
//! Test runners hide the output of passing tests. Each skip is therefore appended to the file that
//! `QEDOKU_SKIPS` names, and `tests/all.sh` prints that file at the end.

use std::fs::OpenOptions;
use std::io::Write;

/// Records that the current test skips a part, with the reason.
pub fn skipped(reason: &str) {
    let thread = std::thread::current();
    // cargo-nextest runs each test in its own process, where the test may run on the main thread.
    let named = std::env::var("NEXTEST_TEST_NAME").ok();
    let test = named.as_deref().or(thread.name()).unwrap_or("a test");
    println!("skipped: {test}: {reason}");
    if let Some(path) = std::env::var_os("QEDOKU_SKIPS") {
        let file = OpenOptions::new().append(true).create(true).open(path);
        let written = file.and_then(|mut file| writeln!(file, "{test}: {reason}"));
        written.expect("the file that QEDOKU_SKIPS names can be written");
    }
}
