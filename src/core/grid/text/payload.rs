//! The JSON inside f-puzzles and SudokuPad links: digits, and whether the puzzle is a classic one.
//!
//! f-puzzles writes `{"size": 9, "grid": [[{"value": 8, "given": true}, {}, ...], ...]}`.
//! SudokuPad's own format has `cells`, and short keys without quotes: `{ce:[[{v:8},{},...],...]}`.
//!
//! Invariant: the link is rejected unless all parts of the puzzle are known to be harmless. Titles,
//! colours and settings of a site's solver are harmless. Cages, lines, regions other than the boxes
//! and restricted candidates are rules.

use serde_json::{Map, Value};

use super::linked_board::{LinkError, LinkedBoard};
use super::lz::{self, LzError};
use crate::grid::{Digit, Shape};
use crate::printable_text;

/// Parts of a puzzle that are not rules.
const HARMLESS: [&str; 27] = [
    "size",
    "title",
    "author",
    "ruleset",
    "grid",
    "solution",
    "highlightConflicts",
    "cells",
    "ce",
    "cellSize",
    "cs",
    "id",
    "metadata",
    "md",
    "msgcorrect",
    "successMessage",
    "settings",
    "t",
    "videos",
    "vd",
    "logo",
    "underline",
    // The techniques and the display of f-puzzles' solver.
    "disabledlogic",
    "truecandidatesoptions",
    "autopencilmarks",
    "customcandidatesoptions",
    "hidesolution",
];
/// Parts of a cell that are not rules: its digit, its colours and the marks of a player.
const HARMLESS_IN_CELL: [&str; 12] = [
    "value",
    "v",
    "given",
    "c",
    "cArray",
    "highlight",
    "highlightArray",
    "centerPencilMarks",
    "cornerPencilMarks",
    "pencilMarks",
    "centremarks",
    "cornermarks",
];

/// Maximum number of characters of a key in a message.
const MAX_KEY: usize = 40;

/// Reads the packed puzzle of a link, if it is a classic one.
pub(super) fn unpack(packed: &str) -> Result<LinkedBoard, LinkError> {
    board(unpack_json(packed)?.as_object().ok_or(LinkError::Damaged)?)
}

/// The JSON of the packed puzzle of a link.
pub(super) fn unpack_json(packed: &str) -> Result<Value, LinkError> {
    // A space stands for a plus sign.
    let packed: String = packed.trim().replace(' ', "+");
    let text = lz::unpack(&packed).map_err(|error| match error {
        LzError::Damaged => LinkError::Damaged,
        LzError::TooLong => LinkError::TooLong(lz::MAX_UNITS),
    })?;
    match serde_json::from_str(&text) {
        Ok(value) => Ok(value),
        Err(_) => serde_json::from_str(&quoted(&text)).map_err(|_| LinkError::Damaged),
    }
}

fn board(puzzle: &Map<String, Value>) -> Result<LinkedBoard, LinkError> {
    let keys = ["grid", "cells", "ce"];
    let rows = keys.iter().find_map(|key| puzzle.get(*key)?.as_array());
    let rows = rows.ok_or(LinkError::Damaged)?;
    let size = rows.len();
    let shape = Shape::of_size(size);
    for (key, value) in puzzle {
        let is_harmless = match key.as_str() {
            "cages" | "ca" => are_notes(value),
            "regions" | "re" => shape.is_some_and(|shape| are_boxes(value, shape)),
            key => HARMLESS.contains(&key),
        };
        if !is_harmless && !is_empty(value) {
            return Err(LinkError::Variant(named(key)));
        }
    }
    let shape = shape.ok_or(LinkError::Size(size))?;
    let is_fpuzzle = puzzle.contains_key("grid");
    let (mut givens, mut entries) = (String::new(), String::new());
    for (row, cells) in rows.iter().enumerate() {
        let cells = cells.as_array().filter(|cells| cells.len() == size);
        for (column, cell) in cells.ok_or(LinkError::Damaged)?.iter().enumerate() {
            let place = (row, column);
            if let Some(part) = rule_of_cell(cell, place, shape) {
                let name = format!("r{}c{}: {}", row + 1, column + 1, named(part));
                return Err(LinkError::Variant(name));
            }
            let digit = digit(cell, size)?;
            let is_entry = is_fpuzzle && cell.get("given") != Some(&Value::Bool(true));
            givens.push(if is_entry { '.' } else { digit });
            entries.push(if is_entry { digit } else { '.' });
        }
    }
    Ok(LinkedBoard {
        shape,
        givens,
        entries,
    })
}

/// A key in the form for messages.
fn named(key: &str) -> String {
    let beginning: String = key.chars().take(MAX_KEY).collect();
    printable_text::escaped(&beginning).into_owned()
}

/// The digit of a cell, `.` for none.
fn digit(cell: &Value, size: usize) -> Result<char, LinkError> {
    let value = ["value", "v"].iter().find_map(|key| cell.get(key));
    let number = match value {
        None | Some(Value::Null) => 0,
        Some(Value::String(text)) if text.trim().is_empty() => 0,
        Some(Value::String(text)) => text.trim().parse().map_err(|_| LinkError::Damaged)?,
        Some(value) => value.as_u64().ok_or(LinkError::Damaged)?,
    };
    match usize::try_from(number) {
        Ok(0) => Ok('.'),
        Ok(number) if number <= size => Ok(Digit::new(number - 1).to_char()),
        _ => Err(LinkError::Damaged),
    }
}

/// A part of a cell that is a rule.
fn rule_of_cell(cell: &Value, (row, column): (usize, usize), shape: Shape) -> Option<&str> {
    let own_box = box_of(row, column, shape) as u64;
    let parts = cell.as_object()?.iter();
    let mut rules = parts.filter(|(key, value)| {
        let is_own_box = *key == "region" && value.as_u64() == Some(own_box);
        !HARMLESS_IN_CELL.contains(&key.as_str()) && !is_empty(value) && !is_own_box
    });
    Some(rules.next()?.0)
}

/// The number of a cell's box, in reading order from 0.
fn box_of(row: usize, column: usize, shape: Shape) -> usize {
    let boxes_in_row = shape.height;
    row / shape.height * boxes_in_row + column / shape.width
}

/// True if regions, lists of `[row, column]` from 0, are the boxes.
fn are_boxes(regions: &Value, shape: Shape) -> bool {
    let place = |pair: &Value| {
        let [row, column] = pair.as_array()?.as_slice() else {
            return None;
        };
        let coordinate = |value: &Value| {
            let at = usize::try_from(value.as_u64()?).ok()?;
            (at < shape.size()).then_some(at)
        };
        Some((coordinate(row)?, coordinate(column)?))
    };
    let is_box = |region: &Value| {
        let pairs = region.as_array()?.iter();
        let mut cells: Vec<(usize, usize)> = pairs.map(place).collect::<Option<_>>()?;
        cells.sort_unstable();
        cells.dedup();
        let &(row, column) = cells.first()?;
        let own = box_of(row, column, shape);
        let is_in_box = |&(row, column): &(usize, usize)| box_of(row, column, shape) == own;
        (cells.len() == shape.size() && cells.iter().all(is_in_box)).then_some(())
    };
    (regions.as_array()).is_some_and(|all| all.iter().all(|region| is_box(region).is_some()))
}

/// True if cages only carry text, such as `{"value": "title: Monday"}`, and no cells.
fn are_notes(cages: &Value) -> bool {
    let is_note = |cage: &Value| {
        let parts = cage.as_object()?.iter();
        let mut others = parts.filter(|(key, value)| {
            !(is_empty(value) || ["value", "v"].contains(&key.as_str()) && value.is_string())
        });
        others.next().is_none().then_some(())
    };
    (cages.as_array()).is_some_and(|all| all.iter().all(|cage| is_note(cage).is_some()))
}

/// True if a part has no content: an empty list, or a setting that is off.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.is_empty(),
        Value::Object(parts) => parts.is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Bool(set) => !set,
        Value::Null => true,
        Value::Number(_) => false,
    }
}

/// Adds the quotes around keys that SudokuPad leaves out.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    let mut chars = text.chars().peekable();
    let mut inside = false;
    while let Some(c) = chars.next() {
        if inside {
            out.push(c);
            match c {
                '\\' => out.extend(chars.next()),
                '"' => inside = false,
                _ => {}
            }
            continue;
        }
        inside = c == '"';
        out.push(c);
        if matches!(c, '{' | ',') && chars.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
            out.push('"');
            while let Some(c) = chars.next_if(char::is_ascii_alphanumeric) {
                out.push(c);
            }
            out.push('"');
        }
    }
    out
}
