//! Further parts of a verdict of `qedoku check`: its premises, and the name of the file.

use std::fs;

use crate::program::{json, run};
use qedoku_tests::root;

#[test]
fn check_prints_the_premises_of_a_proof() {
    let claims = ["unique-under-state", "unique-rectangle-4x4", "one-cell"];
    let paths = claims.map(|name| format!("proofs/accept/{name}.qed"));
    let text = run(&["check", &paths[0]]).out;
    let sentence = "from the given state, the only solution is 1234341221434321 (steps: 1)";
    assert_eq!(text, format!("{}: accepted: {sentence}\n", paths[0]));
    let rows = json(&run(&["check", "--json", &paths[0], &paths[1], &paths[2]]).out);
    let premises = |row: usize| (&rows[row]["from_state"], &rows[row]["assumes_unique"]);
    assert_eq!(premises(0), (&true.into(), &false.into()));
    assert_eq!(premises(1), (&true.into(), &true.into()));
    assert_eq!(premises(2), (&false.into(), &false.into()));
    assert_eq!(rows[0]["message"], format!("accepted: {sentence}"));
}

#[cfg(unix)]
#[test]
fn check_escapes_names_except_in_json() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad\n.qed: accepted");
    fs::copy(root().join("proofs/reject/negative-other.qed"), &path).unwrap();
    let path = path.to_str().unwrap();
    let text = run(&["check", path]).out;
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(
        text.contains("/bad\\n.qed: accepted: rejected at line 6"),
        "{text}"
    );
    assert_eq!(json(&run(&["check", "--json", path]).out)[0]["file"], path);
    let missing = run(&["check", "no\nsuch"]);
    assert!(
        missing.out.starts_with("no\\nsuch cannot be read"),
        "{}",
        missing.out
    );
}

#[test]
fn check_refuses_help_with_files() {
    for args in [
        &["check", "bad.qed", "--help"][..],
        &["check", "-h", "-q", "bad.qed"],
    ] {
        let result = run(args);
        assert_eq!(result.code, 3, "{args:?}");
        assert!(result.out.contains("Usage"), "{args:?}");
    }
    for args in [
        &["check", "--help"][..],
        &["help", "check"],
        &["solve", "x", "--help"],
    ] {
        assert_eq!(run(args).code, 0, "{args:?}");
    }
}
