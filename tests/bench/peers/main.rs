//! Comparison of Qedoku with another solver. Both run in one process and take turns, so that other
//! load on the machine slows both down equally.
//!
//! `cargo bench --bench peers [-- PART...]`, where the parts are `rules`, `search`, `instructions`
//! and `growth`; all of them by default.
//!
//! The peer is the crate `sudoku`: its strategies are written by hand, and its plain search is
//! among the fastest known. Other solvers on crates.io try the cells one by one and are much
//! slower. The answers of both are compared before the timing begins. The benchmark measures the
//! processor time of the thread. Each ratio is the median over many short turns; above 1, Qedoku is
//! faster. Qedoku assembles the certificate of every step and the log of every search; its peer
//! gives no proofs.
//!
//! The puzzles are the collections beside the project, or the project's own where these are absent.

mod contest;
mod growth;
mod instructions;

use std::path::{Path, PathBuf};

use contest::{Contest, Puzzles};

/// A comparison: its name, its collection, and the number of puzzles.
const RULES: (&str, &str, usize) = ("rules", "cb-000.tsv", 1000);
const SEARCH: (&str, &str, usize) = ("search", "sudoku17.sdm", 5000);

fn main() {
    let parts: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    if let [only, part, who, count] = &parts[..]
        && only == "only"
    {
        let count = count.parse().unwrap_or(0);
        return match &**part {
            "looks" => growth::look(count),
            _ => instructions::run_one(part, who, count),
        };
    }
    let wanted = |part: &str| parts.is_empty() || parts.iter().any(|p| p == part);
    for (part, file, count) in [RULES, SEARCH] {
        if wanted(part) {
            let puzzles = Puzzles::read(&collection(file), count);
            println!("\n{part}: {} puzzles of {}", puzzles.len(), puzzles.name);
            Contest::of(part).run(&puzzles);
        }
    }
    if wanted("instructions") {
        instructions::count();
    }
    if wanted("growth") {
        growth::table();
    }
}

/// Returns the path of a collection beside the project, or of the project's own if it is absent.
fn collection(file: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let beside = root.join("../shared/data").join(file);
    if !beside.exists() {
        println!("skipped: {file} is not beside the project; its own puzzles instead");
        return root.join("puzzles/sample.sdm");
    }
    beside
}
