//! Checks whether a rule is sound, and shows a counterexample if it is not.
//!
//! `cargo run -p qedoku-soundness --example check_rule [FILE]`

use std::error::Error;
use std::time::{Duration, Instant};

use qedoku_core::lang::{RuleFile, load};
use qedoku_soundness::{Deadline, judge};

/// The verdict on each rule of a text, as one word.
pub fn verdicts(text: &str) -> Result<Vec<(String, &'static str)>, Box<dyn Error>> {
    let library = load(&[RuleFile::new("own/rule.rule", text.as_bytes())?])?;
    let verdict = |technique| {
        let deadline = Deadline::new(Instant::now(), Duration::from_secs(30));
        judge(technique, &library.relations, |_| true, deadline).word()
    };
    let techniques = library.techniques.iter();
    Ok(techniques.map(|t| (t.title.clone(), verdict(t))).collect())
}

/// An X-wing, and a variant that does not require both lines to have their places in the same two
/// columns.
pub const RULES: &str = "rule wing {
  for      digit d, lines R[2], crosslines C[2]
  when     every d in R is in C
  then     eliminate d from C except R
}
rule broken_wing {
  for      digit d, lines R[2], crosslines C[3]
  when     every d in R is in C
  then     eliminate d from C except R
}
";

fn main() -> Result<(), Box<dyn Error>> {
    let text = match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(path)?,
        None => RULES.to_owned(),
    };
    for (title, verdict) in verdicts(&text)? {
        println!("{title}: {verdict}");
    }
    Ok(())
}
