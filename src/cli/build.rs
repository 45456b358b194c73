//! Builds the checker as a WebAssembly module for the page of `qedoku serve`, and reads the
//! outlines of letters from a font, for PNG and GIF files.
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
    #[cfg(feature = "pictures")]
    letters::write(&out.join("letters.rs"))?;
    Ok(())
}

/// Outlines of letters: Latin, Greek, punctuation and the signs of sentences.
#[cfg(feature = "pictures")]
mod letters {
    use std::fmt::Write as _;
    use std::path::Path;
    use std::{fs, io};

    use ttf_parser::{Face, OutlineBuilder};

    /// Ranges of characters that get an outline, in order.
    const OUTLINED: [(char, char); 9] = [
        (' ', '~'),
        ('\u{a0}', '\u{17f}'),
        ('\u{391}', '\u{3c9}'),
        ('\u{2010}', '\u{2026}'),
        ('\u{2080}', '\u{2089}'),
        ('\u{2190}', '\u{2194}'),
        ('\u{2208}', '\u{222a}'),
        ('\u{2260}', '\u{2265}'),
        ('\u{fffd}', '\u{fffd}'),
    ];

    /// Writes a table for each weight, sorted by character.
    pub fn write(path: &Path) -> io::Result<()> {
        let mut text = String::new();
        for (name, font) in [
            ("REGULAR", dejavu::sans::regular()),
            ("BOLD", dejavu::sans::bold()),
        ] {
            let face = Face::parse(font, 0).map_err(io::Error::other)?;
            if name == "REGULAR" {
                text += &format!("const UNITS_PER_EM: u16 = {};\n", face.units_per_em());
            }
            text += &format!("const {name}: &[Letter] = &[\n");
            for letter in OUTLINED.into_iter().flat_map(|(first, last)| first..=last) {
                let Some(glyph) = face.glyph_index(letter) else {
                    continue;
                };
                let mut outline = Outline(String::new());
                face.outline_glyph(glyph, &mut outline);
                let width = face.glyph_hor_advance(glyph).unwrap_or_default();
                text += &format!("    ({letter:?}, {width}, {:?}),\n", outline.0);
            }
            text += "];\n";
        }
        fs::write(path, text)
    }

    /// Commands of an SVG path.
    struct Outline(String);

    impl OutlineBuilder for Outline {
        fn move_to(&mut self, x: f32, y: f32) {
            let _ = write!(self.0, "M{x} {y}");
        }

        fn line_to(&mut self, x: f32, y: f32) {
            let _ = write!(self.0, "L{x} {y}");
        }

        fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
            let _ = write!(self.0, "Q{x1} {y1} {x} {y}");
        }

        fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
            let _ = write!(self.0, "C{x1} {y1} {x2} {y2} {x} {y}");
        }

        fn close(&mut self) {
            self.0.push('Z');
        }
    }
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
