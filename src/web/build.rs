//! Embeds the page: writes a list of all files under `page/`, by name, with their bytes.

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let page = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("page");
    println!("cargo::rerun-if-changed={}", page.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(&page)? {
        files.push(entry?.path());
    }
    files.sort();
    let mut list = String::from("const PAGE_FILES: &[(&str, &[u8])] = &[\n");
    for file in &files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        println!("cargo::rerun-if-changed={}", file.display());
        list += &format!("    ({name:?}, include_bytes!({file:?})),\n");
    }
    list += "];\n";
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("page_files.rs"), list)
}
