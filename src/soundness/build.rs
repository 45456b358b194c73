//! Lists the shipped verdicts, and reports a missing Z3 early, with a clear error.
//!
//! The verdicts are the first lines of the files under `proofs/rules`, which the tests keep up to
//! date. Without the second check the linker reports `cannot find -lz3` after minutes of compiling.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// The requirement, and the packages that provide it.
const NEEDED: &str = include_str!("needs-z3.txt");

fn main() -> io::Result<()> {
    for file in ["build.rs", "needs-z3.txt"] {
        println!("cargo::rerun-if-changed={file}");
    }
    list_verdicts()?;
    let has = |feature: &str| env::var_os(format!("CARGO_FEATURE_{feature}")).is_some();
    if has("Z3") && !has("VENDORED_Z3") {
        find_z3();
    }
    Ok(())
}

/// Writes the shipped verdicts as a list of rules and scopes.
fn list_verdicts() -> io::Result<()> {
    let own = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let folder = own.join("proofs");
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut files = entries.collect::<io::Result<Vec<PathBuf>>>()?;
    files.sort();
    let mut list = String::from("const SHIPPED: &[(&str, &str)] = &[\n");
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        if let Some((rule, scope)) = verdict(&fs::read_to_string(&file)?) {
            list += &format!("    ({rule:?}, {scope:?}),\n");
        }
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("shipped.rs"), list + "];\n")
}

/// The rule and its scope in a line such as `; The rule aic is sound on every board.`
fn verdict(text: &str) -> Option<(&str, &str)> {
    let first = text.lines().next()?;
    let (rule, scope) = first
        .strip_prefix("; The rule ")?
        .split_once(" is sound ")?;
    Some((rule, scope.trim_end_matches('.')))
}

/// Fails if neither pkg-config nor the linker finds Z3.
fn find_z3() {
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
        // Without the tools the check is impossible, so the build continues.
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
