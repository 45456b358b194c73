//! Reports a missing Z3 early, with a clear error.
//!
//! Without this check the linker reports `cannot find -lz3` after minutes of compiling.

use std::env;
use std::path::Path;
use std::process::Command;

/// The requirement, and the packages that provide it.
const NEEDED: &str = include_str!("needs-z3.txt");

fn main() {
    for file in ["build.rs", "needs-z3.txt"] {
        println!("cargo::rerun-if-changed={file}");
    }
    println!("cargo::rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    println!("cargo::rerun-if-env-changed=PKG_CONFIG_PATH");
    let mut config = pkg_config::Config::new();
    let known = config.cargo_metadata(false).probe("z3");
    if known.is_err() && !links_z3() {
        println!("cargo::error=qedoku needs {}", NEEDED.trim());
    }
}

/// Whether the linker finds the library where the crate z3-sys will look for it.
fn links_z3() -> bool {
    let var = |name: &str| env::var(name).unwrap_or_default();
    let folder = var("OUT_DIR");
    let source = Path::new(&folder).join("empty.rs");
    if std::fs::write(&source, "").is_err() {
        // The check is impossible, so the build continues.
        return true;
    }
    let name = match var("CARGO_CFG_TARGET_ENV").as_str() {
        "msvc" => "libz3",
        _ => "z3",
    };
    let mut rustc = Command::new(var("RUSTC"));
    rustc.arg(&source);
    rustc.args([
        "--crate-type=cdylib",
        "--target",
        &var("TARGET"),
        "-l",
        name,
    ]);
    rustc.args(["--out-dir", &folder]);
    if let Ok(linker) = env::var("RUSTC_LINKER") {
        rustc.arg(format!("-Clinker={linker}"));
    }
    if let Ok(path) = env::var("Z3_LIBRARY_PATH_OVERRIDE") {
        rustc.args(["-L", &format!("native={path}")]);
    }
    rustc.output().is_ok_and(|output| output.status.success())
}
