//! Pictures as files: how they are to look, and SVG or PNG as the name of the file says.
//!
//! `draw PUZZLE --hint -o hint.svg` writes what `qedoku-core` draws; `-o hint.png` has it rasterised. The letters of
//! a PNG come from fonts that are part of the program, so that it is the same on every machine, also on
//! one without any fonts.

use std::path::Path;
use std::sync::Arc;

use clap::ValueEnum;
use miette::{Diagnostic, IntoDiagnostic};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, fontdb};
use thiserror::Error;

use crate::files;
use crate::terminal::Terminal;
use qedoku_core::engine::RuleStep;
use qedoku_core::grid::Puzzle;
use qedoku_core::lang::ir::Technique;
use qedoku_core::matcher::Position;
use qedoku_core::picture::{self, CandidatesShown, Look, Scene, Theme};
use qedoku_core::proof::{Annotation, Step};
use qedoku_core::report::explain;

/// So many pixels a unit of the picture has on each side: a 9x9 board is about 1200 pixels wide.
const SCALE: f32 = 2.0;

#[derive(clap::Args, Debug)]
pub struct LookArgs {
    /// Which candidates to write into open cells
    #[arg(long, value_name = "WHICH", default_value = "open")]
    candidates: CandidatesArg,

    /// Which colours to use; of a PNG, `auto` is `light`
    #[arg(long, value_name = "COLOURS", default_value = "auto")]
    theme: ThemeArg,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum CandidatesArg {
    /// Only those that the step speaks of
    None,
    /// All that are left
    Open,
    /// Also those that are gone, faintly
    All,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ThemeArg {
    /// Light, and dark where the reader's system is
    Auto,
    /// Dark on white
    Light,
    /// Light on black
    Dark,
}

impl LookArgs {
    /// How a picture is to look.
    pub fn look(&self) -> Look {
        Look {
            candidates: match self.candidates {
                CandidatesArg::None => CandidatesShown::None,
                CandidatesArg::Open => CandidatesShown::Open,
                CandidatesArg::All => CandidatesShown::All,
            },
            theme: match self.theme {
                ThemeArg::Auto => Theme::Auto,
                ThemeArg::Light => Theme::Light,
                ThemeArg::Dark => Theme::Dark,
            },
            inline: false,
        }
    }
}

/// Why there is no picture.
#[derive(Debug, Error, Diagnostic)]
enum NoPicture {
    #[error("{name} cannot be written: pictures are SVG or PNG files")]
    #[diagnostic(code(picture::format), help("name a file that ends in .svg or .png"))]
    Format { name: String },
    #[error("the picture cannot be made into a PNG: {reason}")]
    #[diagnostic(code(picture::png))]
    Png { reason: String },
}

/// What a picture can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PictureFormat {
    Svg,
    Png,
}

/// SVG, unless the name of the file says otherwise.
fn format_of(path: &Path) -> Result<PictureFormat, NoPicture> {
    let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("png") => Ok(PictureFormat::Png),
        Some("avif" | "bmp" | "gif" | "jpeg" | "jpg" | "pdf" | "tiff" | "webp") => {
            let name = files::escaped(path);
            Err(NoPicture::Format { name })
        }
        _ => Ok(PictureFormat::Svg),
    }
}

/// Refuses a file for a picture before any work is done.
pub fn refuse(path: &Path) -> miette::Result<()> {
    files::refuse_input(path)?;
    format_of(path)?;
    Ok(())
}

/// Writes a picture; `-` is standard output, for SVG.
pub fn write(path: &Path, svg: &str, terminal: &mut Terminal<'_>) -> miette::Result<()> {
    if files::is_stdin(path) {
        return terminal.out.write_all(svg.as_bytes()).into_diagnostic();
    }
    match format_of(path)? {
        PictureFormat::Svg => files::write(path, svg.as_bytes())?,
        PictureFormat::Png => files::write(path, &png(svg)?)?,
    }
    Ok(())
}

/// A picture in pixels.
fn png(svg: &str) -> Result<Vec<u8>, NoPicture> {
    let fail = |error: &dyn std::fmt::Display| NoPicture::Png {
        reason: error.to_string(),
    };
    let mut options = usvg::Options::default();
    let fonts = options.fontdb_mut();
    for bytes in [dejavu::sans::regular(), dejavu::sans::bold()] {
        fonts.load_font_source(fontdb::Source::Binary(Arc::new(bytes)));
    }
    fonts.set_sans_serif_family("DejaVu Sans");
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| fail(&error))?;
    let size = tree.size();
    let pixels = |length: f32| (length * SCALE).ceil() as u32;
    let pixmap = Pixmap::new(pixels(size.width()), pixels(size.height()));
    let mut pixmap = pixmap.ok_or_else(|| fail(&"it is too large"))?;
    let scale = Transform::from_scale(SCALE, SCALE);
    resvg::render(&tree, scale, &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| fail(&error))
}

/// A state of a puzzle and a certificate, drawn.
pub fn drawn(
    puzzle: &Puzzle,
    position: &Position,
    certificate: &[Step],
    note: Option<&Annotation>,
    look: &Look,
) -> String {
    let givens: Vec<bool> = { puzzle.givens.iter().flatten() }
        .map(Option::is_some)
        .collect();
    let scene = Scene {
        board: &puzzle.board,
        state: position.state(),
        givens: &givens,
        certificate,
        note,
    };
    picture::draw(&scene, look)
}

/// A step that a technique found, drawn.
pub fn step_of_rule(
    puzzle: &Puzzle,
    position: &Position,
    technique: &Technique,
    step: &RuleStep,
    look: &Look,
) -> String {
    let note = explain::annotation(&puzzle.board, technique, &step.found);
    drawn(puzzle, position, &step.certificate, Some(&note), look)
}
