//! Tests of `qedoku-soundness`: verdicts compared with the meaning of the rules.

mod boards;
mod campaign;
mod certificates;
mod comparison;
mod confirm;
mod further_rules;
mod generate;
mod holes;
mod mutate;
mod premises;
mod questions;
mod tally;
mod tempting_rules;

/// A verdict in the cache is valid for the sources of the check that reached it. The list of
/// sources must be complete.
#[test]
fn cached_verdicts_depend_on_all_deciding_sources() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let listed = std::fs::read_to_string(folder.join("canonical.rs")).expect("a source");
    // These files report or use a verdict, but do not influence it.
    let others = [
        "build.rs",
        "canonical.rs",
        "admit.rs",
        "counterexample.rs",
        "interrupt.rs",
        "lib.rs",
        "smt2.rs",
        "suggest.rs",
        "report.rs",
        "shipped_verdicts.rs",
        "witness.rs",
    ];
    for (sub, prefix) in [
        (folder.to_path_buf(), ""),
        (folder.join("encode"), "encode/"),
    ] {
        for entry in std::fs::read_dir(sub).expect("a folder") {
            let name = entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned();
            let is_listed = listed.contains(&format!("include_str!(\"{prefix}{name}\")"));
            let is_source = name.ends_with(".rs") && !others.contains(&name.as_str());
            assert!(is_listed || !is_source, "{prefix}{name} is not listed");
        }
    }
}

/// `faults.py` inserts faults into the sources. If the text to be replaced no longer exists, the
/// fault tests nothing.
#[test]
fn planted_faults_have_their_place() {
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
