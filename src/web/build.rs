//! Embeds the built page under `dist/`, and the verdicts on the standard library. The verdicts are
//! the first lines of the files under `proofs/rules`, which the tests keep up to date.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let own = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let mut list = String::from("const PAGE_FILES: &[(&str, &[u8])] = &[\n");
    for file in files(&own.join("dist"))? {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        list += &format!("    ({name:?}, include_bytes!({file:?})),\n");
    }
    fs::write(out.join("page_files.rs"), list + "];\n")?;
    let mut list = String::from("const VERDICTS: &[(&str, &str)] = &[\n");
    for file in files(&own.join("proofs"))? {
        let text = fs::read_to_string(&file)?;
        if let Some((rule, verdict)) = verdict(&text) {
            list += &format!("    ({rule:?}, {verdict:?}),\n");
        }
    }
    fs::write(out.join("verdicts.rs"), list + "];\n")
}

/// The files of a folder, sorted.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut files = entries.collect::<io::Result<Vec<PathBuf>>>()?;
    files.sort();
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    Ok(files)
}

/// The rule and its verdict in a line such as `; The rule aic is sound on every board.`
fn verdict(text: &str) -> Option<(&str, &str)> {
    let first = text.lines().next()?;
    let (rule, verdict) = first.strip_prefix("; The rule ")?.split_once(" is ")?;
    Some((rule, verdict.trim_end_matches('.')))
}
