//! Reads the outlines of letters from a font: Latin, Greek, punctuation and the signs of sentences.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

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

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    write(&out.join("letters.rs"))
}

/// Writes a table for each weight, sorted by character.
fn write(path: &Path) -> io::Result<()> {
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
