//! Picture files: their options, and SVG or PNG by file name.
//!
//! `draw PUZZLE --hint -o hint.svg` writes the drawing of `qedoku-core`; `-o hint.png` rasterises
//! it.

use std::path::Path;

use clap::ValueEnum;
use miette::IntoDiagnostic;

use crate::files;
use crate::picture_error::NoPicture;
use crate::raster::png;
use crate::terminal::Terminal;
use qedoku_core::engine::RuleStep;
use qedoku_core::grid::Puzzle;
use qedoku_core::lang::ir::Technique;
use qedoku_core::matcher::Position;
use qedoku_core::picture::{self, CandidatesShown, Layer, Look, Scene, Theme};
use qedoku_core::proof::{Annotation, Step};
use qedoku_core::report::explain;

#[derive(clap::Args, Debug)]
pub struct PictureArgs {
    /// Candidates to draw in open cells
    #[arg(long, value_name = "WHICH", default_value = "open")]
    candidates: CandidatesArg,

    /// Parts of a step to draw
    #[arg(long, value_name = "LAYER", default_value = "teaching")]
    layer: LayerArg,

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
enum LayerArg {
    /// Roles of houses, cells and candidates, such as the fins of a fish
    Teaching,
    /// The truths and links of the proof
    Proof,
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

impl PictureArgs {
    /// The options of a picture.
    pub fn look(&self) -> Look {
        Look {
            candidates: match self.candidates {
                CandidatesArg::None => CandidatesShown::None,
                CandidatesArg::Open => CandidatesShown::Open,
                CandidatesArg::All => CandidatesShown::All,
            },
            layer: match self.layer {
                LayerArg::Teaching => Layer::Teaching,
                LayerArg::Proof => Layer::Proof,
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
        Some("png") if !cfg!(feature = "pictures") => Err(NoPicture::NotBuilt),
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
    if !cfg!(feature = "pictures") {
        return Err(NoPicture::NotBuilt.into());
    }
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
