//! Embeds the rule files: generates a list of all files under `rules/` with their paths and texts.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let rules = root.join("rules");
    println!("cargo::rerun-if-changed={}", rules.display());
    println!(
        "cargo::rerun-if-changed={}",
        root.join("rule.pest").display()
    );
    let mut files = Vec::new();
    walk(&rules, &mut files)?;
    files.sort();
    let mut list = String::from("const STANDARD_RULES: &[(&str, &str)] = &[\n");
    for file in &files {
        let relative = file.strip_prefix(&rules).unwrap_or(file);
        let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
        list += &format!("    ({:?}, include_str!({:?})),\n", parts.join("/"), file);
    }
    list += "];\n";
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("standard_rules.rs"), list)
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            println!("cargo::rerun-if-changed={}", path.display());
            walk(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "rule") {
            files.push(path);
        }
    }
    Ok(())
}
