//! Builds the checker as a WebAssembly module for the page of `qedoku serve`.
//!
//! The checker has no dependencies, so the compiler alone can build it. Without a compiler for that
//! target the module is empty, and the page asks the program to check proofs.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

const TARGET: &str = "wasm32-unknown-unknown";

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    for source in ["src/check", "src/web/checker", "src/web/abi.rs"] {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    let module = out.join("checker.wasm");
    let is_wanted = env::var_os("CARGO_FEATURE_SERVE").is_some();
    if is_wanted && !build(&root, &out, &module) {
        fs::write(&module, b"")?;
    }
    Ok(())
}

/// Whether the module was built.
fn build(root: &Path, out: &Path, module: &Path) -> bool {
    let library = out.join("libqedoku_check.rlib");
    let rustc = || {
        let mut command = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        command.args(["--edition", "2024", "--target", TARGET, "-O"]);
        command.args([
            "-C",
            "overflow-checks=on",
            "-C",
            "panic=abort",
            "-C",
            "strip=symbols",
        ]);
        command
    };
    let mut check = rustc();
    check
        .args(["--crate-type", "rlib", "--crate-name", "qedoku_check"])
        .arg(root.join("src/check/lib.rs"))
        .arg("-o")
        .arg(&library);
    let mut checker = rustc();
    checker
        .args([
            "--crate-type",
            "cdylib",
            "--crate-name",
            "qedoku_web_checker",
        ])
        .arg("--extern")
        .arg(format!("qedoku_check={}", library.display()))
        .arg(root.join("src/web/checker/lib.rs"))
        .arg("-o")
        .arg(module);
    let succeeds = |mut command: Command| command.output().is_ok_and(|o| o.status.success());
    succeeds(check) && succeeds(checker)
}
