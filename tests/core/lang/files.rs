//! Rule files of the repository, for the tests.

use std::fs;
use std::path::{Path, PathBuf};

use qedoku_core::lang::{self, Library, RuleFile};

/// Returns the rule files under a folder, sorted by path.
pub fn sources(folder: &str) -> Vec<RuleFile> {
    let root = qedoku_tests::root();
    let mut paths = Vec::new();
    walk(&root.join(folder), &mut paths);
    paths.sort();
    assert!(!paths.is_empty(), "no rule files in {folder}");
    let source = |path: &PathBuf| {
        let name = path.strip_prefix(root).unwrap().display().to_string();
        RuleFile::new(&name, &fs::read(path).unwrap()).unwrap()
    };
    paths.iter().map(source).collect()
}

/// Returns all rule files that must be valid.
pub fn rule_files() -> Vec<RuleFile> {
    [sources("rules"), sources("tests/core/lang/pass")].concat()
}

/// Loads the library of a single file.
pub fn load(source: &RuleFile) -> Library {
    match lang::load(std::slice::from_ref(source)) {
        Ok(library) => library,
        Err(diagnostics) => panic!("{}", diagnostics.render(80)),
    }
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(&path, files);
        } else if path.extension().is_some_and(|e| e == "rule") {
            files.push(path);
        }
    }
}
