//! Tests of `qedoku-soundness`: what is proved of rules, held against what they mean.

mod boards;
mod campaign;
mod common;
mod confirm;
mod generate;
mod hold;
mod mutate;
mod premises;
mod questions;
mod tally;

/// `faults.py` plants them; a fault whose place is gone tests nothing.
#[test]
fn every_fault_to_be_planted_has_its_place() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let list = std::fs::read_to_string(root.join("tests/soundness/faults.txt")).expect("a list");
    let (mut file, mut count) = (String::new(), 0);
    for line in list.lines() {
        match line.split_once(' ') {
            Some(("in", path)) => {
                file = std::fs::read_to_string(root.join(path.trim())).expect("a source");
            }
            Some(("from", text)) => {
                count += 1;
                assert_eq!(file.matches(text.trim()).count(), 1, "`{}`", text.trim());
            }
            _ => {}
        }
    }
    assert!(count >= 10);
}
