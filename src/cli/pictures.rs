//! Picture files: their options, and SVG or PNG by file name.
//!
//! `draw PUZZLE --hint -o hint.svg` writes the drawing of `qedoku-core`; `-o hint.png` rasterises
//! it. The fonts of a PNG are part of the program, so it is the same on every machine, even without
//! installed fonts.

use std::path::Path;
use std::sync::{Arc, LazyLock};

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

/// Pixels per unit of the picture. A 9x9 board is about 1200 pixels wide.
const PNG_SCALE: f32 = 2.0;

#[derive(clap::Args, Debug)]
pub struct LookArgs {
    /// Candidates to draw in open cells
    #[arg(long, value_name = "WHICH", default_value = "open")]
    candidates: CandidatesArg,

    /// Colours to use. For PNG and GIF, `auto` means `light`
    #[arg(long, value_name = "COLOURS", default_value = "auto")]
    theme: ThemeArg,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum CandidatesArg {
    /// Only the candidates of the step
    None,
    /// All live candidates
    Open,
    /// Also the eliminated candidates, in a faint colour
    All,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ThemeArg {
    /// Follow the system of the reader
    Auto,
    /// Dark on white
    Light,
    /// Light on black
    Dark,
}

impl LookArgs {
    /// The options of a picture.
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

/// Error of drawing a picture.
#[derive(Debug, Error, Diagnostic)]
pub enum NoPicture {
    #[error("{name} cannot be written: pictures are SVG or PNG files")]
    #[diagnostic(
        code(picture::format),
        help("name a file that ends in .svg or .png; with --film, in .gif")
    )]
    Format { name: String },
    #[error("{name} cannot be written: a film is a GIF file")]
    #[diagnostic(code(picture::film), help("name a file that ends in .gif"))]
    Film { name: String },
    #[error("the picture cannot be made into pixels: {reason}")]
    #[diagnostic(code(picture::pixels))]
    Pixels { reason: String },
}

impl NoPicture {
    /// An internal error of rasterising a picture.
    pub fn failed(error: &dyn std::fmt::Display) -> NoPicture {
        let reason = error.to_string();
        NoPicture::Pixels { reason }
    }
}

/// The formats of picture files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PictureFormat {
    Svg,
    Png,
}

/// The format for a file name. SVG if there is no extension.
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

/// Checks the file name of a film before any work is done.
pub fn refuse_film(path: &Path) -> miette::Result<()> {
    files::refuse_input(path)?;
    match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("gif") => Ok(()),
        _ => {
            let name = files::escaped(path);
            Err(NoPicture::Film { name }.into())
        }
    }
}

/// Checks the file name of a picture before any work is done.
pub fn refuse(path: &Path) -> miette::Result<()> {
    files::refuse_input(path)?;
    format_of(path)?;
    Ok(())
}

/// Writes a picture. `-` is standard output, as SVG.
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

/// The fonts of rasterised pictures.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    for bytes in [dejavu::sans::regular(), dejavu::sans::bold()] {
        fonts.load_font_source(fontdb::Source::Binary(Arc::new(bytes)));
    }
    fonts.set_sans_serif_family("DejaVu Sans");
    Arc::new(fonts)
});

/// The width and height of a picture in pixels, with `scale` pixels per unit.
pub fn size(svg: &str, scale: f32) -> Result<(u32, u32), NoPicture> {
    // Fonts are not needed for the size.
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default());
    tree.map(|tree| sides(&tree, scale))
        .map_err(|error| NoPicture::failed(&error))
}

fn sides(tree: &usvg::Tree, scale: f32) -> (u32, u32) {
    let side = |length: f32| (length * scale).ceil() as u32;
    (side(tree.size().width()), side(tree.size().height()))
}

/// Rasterises a picture with `scale` pixels per unit.
pub fn pixels(svg: &str, scale: f32) -> Result<Pixmap, NoPicture> {
    let options = usvg::Options {
        fontdb: Arc::clone(&FONTS),
        ..usvg::Options::default()
    };
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| NoPicture::failed(&error))?;
    let (width, height) = sides(&tree, scale);
    let pixmap = Pixmap::new(width, height);
    let mut pixmap = pixmap.ok_or_else(|| NoPicture::failed(&"it is too large"))?;
    let transform = Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    Ok(pixmap)
}

/// A picture as the bytes of a PNG.
fn png(svg: &str) -> Result<Vec<u8>, NoPicture> {
    let encoded = pixels(svg, PNG_SCALE)?.encode_png();
    encoded.map_err(|error| NoPicture::failed(&error))
}

/// A picture of a state with a certificate.
pub fn drawn(
    puzzle: &Puzzle,
    position: &Position,
    certificate: &[Step],
    note: Option<&Annotation>,
    look: &Look,
) -> String {
    let scene = Scene {
        board: &puzzle.board,
        state: position.state(),
        givens: &puzzle.given_cells(),
        certificate,
        note,
    };
    picture::draw(&scene, look)
}

/// A picture of a step of a technique.
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
