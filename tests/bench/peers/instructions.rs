//! Number of instructions per puzzle. Unlike a time, it does not depend on other load on the
//! machine.
//!
//! Each contestant runs alone under `valgrind --tool=callgrind`, once without puzzles and once with
//! some puzzles; the difference is the cost of these puzzles. If Valgrind is not installed, a
//! message says so. (On most shared machines the processor's own counters cannot be read.)

use std::process::{Command, Stdio};

use crate::contest::{Contest, Puzzles};
use crate::{RULES, SEARCH, collection};

/// Number of puzzles counted. Under Valgrind a puzzle takes about a hundred times as long.
const COUNT: usize = 100;

/// Counts the instructions of all contestants.
pub fn count() {
    for (part, file, _) in [RULES, SEARCH] {
        println!("\ninstructions, {part}: {COUNT} puzzles of {file}");
        let mut peer = None;
        for contestant in &Contest::of(part).0 {
            let name = contestant.name;
            let counted = |count| under_valgrind(part, name, count);
            let (Some(none), Some(some)) = (counted(0), counted(COUNT)) else {
                println!("not counted: valgrind is not there, or says nothing");
                return;
            };
            let each = some.saturating_sub(none) as f64 / COUNT as f64;
            let peer = *peer.get_or_insert(each);
            println!(
                "{name:30} {each:12.0} a puzzle, {:5.2} times fewer than its peer",
                peer / each
            );
        }
    }
}

/// Returns the number of instructions when this program runs one contestant on `count` puzzles.
fn under_valgrind(part: &str, who: &str, count: usize) -> Option<u64> {
    let program = std::env::current_exe().ok()?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["only", part, who, &count.to_string()])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output()
        .ok()?;
    // ==123== I   refs:      39,772,626
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().find(|line| line.contains("refs:"))?;
    let digits: String = line.rsplit(':').next()?.replace([',', ' '], "");
    digits.parse().ok()
}

/// Runs one contestant on the first `count` puzzles, without timing.
pub fn run_one(part: &str, who: &str, count: usize) {
    let (_, file, _) = if part == RULES.0 { RULES } else { SEARCH };
    // All puzzles are read in every run, so that the cost of reading cancels out.
    let puzzles = Puzzles::read(&collection(file), COUNT);
    let mut contest = Contest::of(part);
    for contestant in contest.0.iter_mut().filter(|c| c.name == who) {
        // The first puzzle is solved once more in advance, because the first use builds tables.
        for index in (0..puzzles.len().min(1)).chain(0..puzzles.len().min(count)) {
            std::hint::black_box(contestant.answer(&puzzles, index));
        }
    }
}
