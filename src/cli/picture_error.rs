//! Errors of drawing pictures.

use miette::Diagnostic;
use thiserror::Error;

use crate::features;

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
    #[error("this build has no PNG and GIF files")]
    #[diagnostic(
        code(build::feature),
        help("name a file that ends in .svg; {}", features::how_to_get("pictures"))
    )]
    NotBuilt,
    #[error("the picture cannot be made into pixels: {reason}")]
    #[diagnostic(code(picture::pixels))]
    #[cfg(feature = "pictures")]
    Pixels { reason: String },
}
