//! What a test leaves out because something is not there, where people see it.
//!
//! Runners hide what a test that passes prints. So each line goes to the file that `QEDOKU_SKIPS` names
//! as well, and `tests/all.sh` shows that file when all tests are through.

use std::fs::OpenOptions;
use std::io::Write;

/// Says that this test leaves something out, and why.
pub fn skipped(reason: &str) {
    let thread = std::thread::current();
    // cargo-nextest gives each test a process, in which it may be the main thread.
    let named = std::env::var("NEXTEST_TEST_NAME").ok();
    let test = named.as_deref().or(thread.name()).unwrap_or("a test");
    println!("skipped: {test}: {reason}");
    if let Some(path) = std::env::var_os("QEDOKU_SKIPS") {
        let file = OpenOptions::new().append(true).create(true).open(path);
        let written = file.and_then(|mut file| writeln!(file, "{test}: {reason}"));
        written.expect("the file that QEDOKU_SKIPS names can be written");
    }
}
