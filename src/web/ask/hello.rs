//! `hello`: the capabilities of this engine, and the styles of its pictures. `geometry`: the houses
//! of a board.

use qedoku_core::grid::{House, HouseKind, Shape};
use qedoku_core::lang::ir::Level;
use qedoku_core::picture::{Theme, css};
use serde::Serialize;
use serde_json::Value;

use crate::backend::Capabilities;
use crate::board::board_of;
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

/// A house of a board.
#[derive(Serialize)]
struct ListedHouse {
    /// The name, such as `r1` or `b9`.
    name: String,
    /// `row`, `column`, `box` or `extra`.
    kind: &'static str,
    /// The cells in reading order, counted from 0.
    cells: Vec<usize>,
}

#[derive(Serialize)]
struct Geometry {
    houses: Vec<ListedHouse>,
}

/// The houses of a board, from which the page derives peers and borders.
pub fn geometry(shape: (usize, usize)) -> Result<Value, ApiError> {
    let board = board_of(shape)?;
    let houses = board.houses().iter().enumerate();
    let listed = houses.map(|(at, house)| ListedHouse {
        name: board.house_name(House::new(at)),
        kind: match house.kind {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
            HouseKind::Extra => "extra",
        },
        cells: house.cells.iter().map(|cell| cell.index()).collect(),
    });
    value(&Geometry {
        houses: listed.collect(),
    })
}
