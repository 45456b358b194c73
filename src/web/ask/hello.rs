//! `hello`: the capabilities of this engine, and the styles of its pictures.

use qedoku_core::grid::Shape;
use qedoku_core::lang::ir::Level;
use qedoku_core::picture::{Theme, css};
use serde::Serialize;
use serde_json::Value;

use crate::backend::Capabilities;
use crate::protocol::ApiError;
use crate::service::{Service, value};

#[derive(Serialize)]
struct Hello {
    /// The program's version.
    program: &'static str,
    powers: Capabilities,
    /// The levels of techniques, the easiest first.
    levels: Vec<&'static str>,
    /// The supported boards: rows and columns of a box.
    shapes: Vec<(usize, usize)>,
    /// The CSS of pictures for light and dark themes.
    light: String,
    dark: String,
}

pub fn answer(service: &Service) -> Result<Value, ApiError> {
    let shapes = (1..=25).filter_map(Shape::of_size);
    value(&Hello {
        program: env!("CARGO_PKG_VERSION"),
        powers: service.backend().capabilities(),
        levels: Level::ALL.iter().map(|(_, word)| *word).collect(),
        shapes: shapes.map(|s| (s.height, s.width)).collect(),
        light: css(Theme::Light),
        dark: css(Theme::Dark),
    })
}
