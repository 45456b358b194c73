//! Helpers of several tests: the files of the proof folders, and short verdicts.

use qedoku_check::{Rejection, Verdict, check};
use std::fs;
use std::path::PathBuf;

/// A file of the folder `proofs`, or the folder itself.
pub fn proofs(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../proofs")
        .join(path)
}

/// The names and contents of all files of one of the proof folders, in order.
pub fn files(folder: &str) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(proofs(folder)).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut files: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "qed"))
        .map(|path| {
            (
                path.display().to_string(),
                fs::read(&path).expect("a file can be read"),
            )
        })
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{folder} holds no proof");
    files
}

pub fn verdict(text: impl AsRef<[u8]>) -> Verdict {
    check(text.as_ref()).expect("memory can be read")
}

pub fn is_accepted(text: impl AsRef<[u8]>) -> bool {
    matches!(verdict(text), Verdict::Accepted(_))
}

/// The reason and the place of a rejection.
pub fn rejection(text: impl AsRef<[u8]>) -> Rejection {
    match verdict(text) {
        Verdict::Rejected(rejection) => rejection,
        other => panic!("not rejected, but {other}"),
    }
}
