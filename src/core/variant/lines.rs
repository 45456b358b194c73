//! Lines of the text form, as readers of other formats produce them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::Value;

use super::error::{VariantError, not_json};
use crate::constraint::bits::MAX_DIGITS;
use crate::grid::Shape;

/// The text form, and warnings about unread parts.
pub(super) struct Translated {
    pub text: String,
    pub warnings: Vec<String>,
}

/// The name of a cell, both numbers from 0.
pub(super) fn cell_name(row: usize, column: usize) -> String {
    format!("r{}c{}", row + 1, column + 1)
}

/// The regions of a square board: its boxes, or those of a jigsaw.
pub(super) struct Regions {
    pub size: usize,
    /// The shape of the boxes, if the regions are boxes.
    pub shape: Option<Shape>,
    /// The region of each cell in reading order. `None` for a cell outside of all regions.
    pub of_cells: Vec<Option<usize>>,
}

impl Regions {
    /// The regions of a board. A cell without a named region belongs to the box at its place.
    pub fn new(size: usize, named: &[Option<usize>]) -> Result<Regions, VariantError> {
        if !(1..=MAX_DIGITS).contains(&size) {
            return Err(not_json(&format!(
                "the board has {size} rows, and at most {MAX_DIGITS} are supported"
            )));
        }
        let shape = Shape::of_size(size);
        let own = |cell: usize| {
            let Shape { height, width } = shape?;
            Some(cell / size / height * height + cell % size / width)
        };
        let region = |(cell, named): (usize, &Option<usize>)| named.or(own(cell));
        let of_cells: Vec<Option<usize>> = named.iter().enumerate().map(region).collect();
        let are_boxes = (0..size * size).all(|cell| of_cells[cell] == own(cell));
        Ok(Regions {
            size,
            shape: shape.filter(|_| are_boxes),
            of_cells,
        })
    }

    /// The cells of each region, by name.
    pub fn cells(&self) -> Vec<Vec<String>> {
        let regions: BTreeSet<usize> = self.of_cells.iter().flatten().copied().collect();
        let of_region = |region| {
            let cells = (0..self.of_cells.len()).filter(|&at| self.of_cells[at] == Some(region));
            { cells }
                .map(|at| cell_name(at / self.size, at % self.size))
                .collect()
        };
        regions.into_iter().map(of_region).collect()
    }
}

/// Lines under construction, with a counter for the names of each letter.
#[derive(Default)]
pub(super) struct Lines {
    pub text: String,
    numbers: BTreeMap<&'static str, usize>,
}

impl Lines {
    /// Adds the board, the givens and the irregular regions.
    pub fn begin(&mut self, regions: &Regions, givens: &str) {
        let size = regions.size;
        let _ = match regions.shape {
            Some(Shape { height, width }) => writeln!(self.text, "board sudoku {height}x{width}"),
            None => writeln!(self.text, "board latin {size}"),
        };
        let _ = writeln!(self.text, "givens {givens}");
        if regions.shape.is_none() {
            for cells in regions.cells() {
                self.add_different("b", size, &cells);
            }
        }
    }

    /// Adds the line `KIND NAME ARGUMENT : CELLS`.
    pub fn add(&mut self, kind: &str, letter: &'static str, argument: &str, cells: &[String]) {
        let different: BTreeSet<&String> = cells.iter().collect();
        if kind == "path" && different.len() < cells.len() {
            // The line is a loop. No constraint line may name a cell twice, so its pairs are
            // written.
            for pair in cells.windows(2).filter(|pair| pair[0] != pair[1]) {
                self.add(kind, letter, argument, pair);
            }
            return;
        }
        let number = self.numbers.entry(letter).or_default();
        *number += 1;
        let space = if argument.is_empty() { "" } else { " " };
        let cells = cells.join(" ");
        let _ = writeln!(
            self.text,
            "{kind} {letter}{number}{space}{argument} : {cells}"
        );
    }

    /// Adds cells with different digits. They are a house if there is one for each digit.
    pub fn add_different(&mut self, letter: &'static str, size: usize, cells: &[String]) {
        let is_house = cells.len() == size;
        let kind = if is_house { "house" } else { "different" };
        self.add(kind, letter, "", cells);
    }
}

/// Whether a JSON value of a puzzle has no content.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(all) => all.is_empty(),
        Value::Object(all) => all.is_empty(),
        Value::String(text) => text.is_empty(),
        _ => false,
    }
}
