//! Pixels: PNG files and films, from the SVG of `qedoku-core`.
//!
//! The outlines of letters are part of the program, so a picture is identical on every machine,
//! even without installed fonts. `draw PUZZLE --film -o path.gif` shows each step for a while and
//! repeats.

#![forbid(unsafe_code)]

mod letters;

use std::fmt;

use gif::{Encoder, Frame, Repeat};
use resvg::tiny_skia::{Color, Pixmap, PixmapPaint, Transform};
use resvg::usvg;

use letters::outlined;

/// The reason why a picture has no pixels.
#[derive(Debug)]
pub struct RasterError(String);

impl RasterError {
    fn of(error: &dyn fmt::Display) -> RasterError {
        RasterError(error.to_string())
    }
}

impl fmt::Display for RasterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RasterError {}

/// Pixels per unit of a PNG. A 9x9 board is about 1200 pixels wide.
const PNG_SCALE: f32 = 2.0;
/// Pixels per unit of a film. Larger films would take too many bytes.
const FILM_SCALE: f32 = 1.0;
/// Duration of a picture, in hundredths of a second.
const PICTURE_TIME: u16 = 180;
/// Speed of the colour quantisation, from 1 (best) to 30 (fastest). Pictures have few colours.
const QUANTISATION_SPEED: i32 = 10;

/// The width and height of a picture in pixels, with `scale` pixels per unit.
fn size(svg: &str, scale: f32) -> Result<(u32, u32), RasterError> {
    // The size needs no letters.
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default());
    tree.map(|tree| sides(&tree, scale))
        .map_err(|error| RasterError::of(&error))
}

fn sides(tree: &usvg::Tree, scale: f32) -> (u32, u32) {
    let side = |length: f32| (length * scale).ceil() as u32;
    (side(tree.size().width()), side(tree.size().height()))
}

/// Rasterises a picture with `scale` pixels per unit.
fn pixels(svg: &str, scale: f32) -> Result<Pixmap, RasterError> {
    let tree = usvg::Tree::from_str(&outlined(svg), &usvg::Options::default());
    let tree = tree.map_err(|error| RasterError::of(&error))?;
    let (width, height) = sides(&tree, scale);
    let pixmap = Pixmap::new(width, height);
    let mut pixmap = pixmap.ok_or_else(|| RasterError::of(&"it is too large"))?;
    let transform = Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixmap.as_mut());
    Ok(pixmap)
}

/// A picture as the bytes of a PNG.
pub fn png(svg: &str) -> Result<Vec<u8>, RasterError> {
    let encoded = pixels(svg, PNG_SCALE)?.encode_png();
    encoded.map_err(|error| RasterError::of(&error))
}

/// A film of pictures, as the bytes of a GIF. Legends differ in height, and the tallest determines
/// the height of the film. Only one picture at a time is rasterised, since large boards take much
/// memory.
pub fn film(pictures: &[String]) -> Result<Vec<u8>, RasterError> {
    let (mut width, mut height) = (1, 1);
    for svg in pictures {
        let (w, h) = size(svg, FILM_SCALE)?;
        (width, height) = (w.max(width), h.max(height));
    }
    let side = |length: u32| {
        let side = u16::try_from(length);
        side.map_err(|_| RasterError::of(&"it is too large"))
    };
    let (width, height) = (side(width)?, side(height)?);
    let fail = |error: gif::EncodingError| RasterError::of(&error);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height, &[]).map_err(fail)?;
    encoder.set_repeat(Repeat::Infinite).map_err(fail)?;
    for svg in pictures {
        let mut rgba = on_paper(&pixels(svg, FILM_SCALE)?, width, height);
        let mut frame = Frame::from_rgba_speed(width, height, &mut rgba, QUANTISATION_SPEED);
        frame.delay = PICTURE_TIME;
        encoder.write_frame(&frame).map_err(fail)?;
    }
    drop(encoder);
    Ok(bytes)
}

/// A picture at the top of a sheet with its background colour.
fn on_paper(shot: &Pixmap, width: u16, height: u16) -> Vec<u8> {
    let Some(mut sheet) = Pixmap::new(width.into(), height.into()) else {
        return shot.data().to_vec();
    };
    if let Some(corner) = shot.pixel(0, 0) {
        let [red, green, blue] = [corner.red(), corner.green(), corner.blue()];
        sheet.fill(Color::from_rgba8(red, green, blue, u8::MAX));
    }
    let paint = PixmapPaint::default();
    sheet.draw_pixmap(0, 0, shot.as_ref(), &paint, Transform::identity(), None);
    sheet.take()
}
