//! Translation of SudokuPad's own format into the text form of variant puzzles.
//!
//! SudokuPad keeps drawings: `{"cells": [[{"value": 8}, {}, ...], ...], "regions": [[[0, 0], ...]],
//! "cages": [{"cells": [[0, 1], [0, 2]], "value": "15"}]}`. Regions and cages are constraints.
//! Lines and shapes are drawings without a meaning, so they only cause warnings.

use serde_json::{Map, Value};

use super::error::{VariantError, not_json};
use super::lines::{Lines, Regions, Translated, cell_name, is_empty};

/// Parts that are not constraints.
const PAD_PLAIN: [&str; 18] = [
    "cells",
    "cellSize",
    "id",
    "metadata",
    "settings",
    "title",
    "author",
    "ruleset",
    "rules",
    "solution",
    "logo",
    "videos",
    "underline",
    "msgcorrect",
    "successMessage",
    "highlightConflicts",
    "regions",
    "cages",
];
/// Short names of parts.
const SHORT_KEYS: [(&str, &str); 11] = [
    ("ce", "cells"),
    ("re", "regions"),
    ("ca", "cages"),
    ("cs", "cellSize"),
    ("md", "metadata"),
    ("l", "lines"),
    ("a", "arrows"),
    ("u", "underlays"),
    ("o", "overlays"),
    ("t", "title"),
    ("vd", "videos"),
];
/// Parts that are drawings.
const PAD_DRAWN: [&str; 5] = ["lines", "arrows", "underlays", "overlays", "svg"];

/// The cells of a list of `[row, column]` from 0, by name. `None` if a cell is outside of the
/// board.
fn cells(value: &Value, size: usize) -> Option<Vec<String>> {
    let cell = |pair: &Value| {
        let at = |place: usize| usize::try_from(pair.get(place)?.as_u64()?).ok();
        let (row, column) = (at(0)?, at(1)?);
        (row < size && column < size).then(|| cell_name(row, column))
    };
    value.as_array()?.iter().map(cell).collect()
}

/// The text of a number or a string.
fn text_of(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn regions(value: Option<&Value>, size: usize) -> Option<Vec<Option<usize>>> {
    let mut of_cells = vec![None; size * size];
    for (region, list) in value.and_then(Value::as_array)?.iter().enumerate() {
        for pair in list.as_array()? {
            let at = |place: usize| usize::try_from(pair.get(place)?.as_u64()?).ok();
            *of_cells.get_mut(at(0)? * size + at(1)?)? = Some(region);
        }
    }
    of_cells.iter().any(Option::is_some).then_some(of_cells)
}

/// Adds a cage. Returns a warning if the cage is not a constraint.
fn cage(lines: &mut Lines, cage: &Value, size: usize) -> Result<Option<String>, VariantError> {
    let list = cage.get("cells").or(cage.get("ce"));
    let Some(list) = list.filter(|it| it.as_array().is_some_and(|it| !it.is_empty())) else {
        let note = text_of(cage.get("value").or(cage.get("v"))).unwrap_or_default();
        let rules = note.strip_prefix("rules:").map(str::trim);
        return Ok(rules.map(|it| format!("rules in words, not read: {it}")));
    };
    let list = cells(list, size).ok_or_else(|| not_json("a cage has a cell off the board"))?;
    let value = text_of(cage.get("value").or(cage.get("v")).or(cage.get("sum")));
    let is_unique = cage.get("unique") == Some(&Value::Bool(true));
    match value {
        Some(sum) if sum.parse::<u32>().is_ok() => lines.add("cage", "k", &sum, &list),
        _ if is_unique => lines.add_different("u", size, &list),
        _ => {
            let place = list.join(",");
            return Ok(Some(format!(
                "the cage {place} has no sum; it is only drawn and was not read as a constraint"
            )));
        }
    }
    Ok(None)
}

pub(super) fn translate(
    puzzle: &Map<String, Value>,
    ignored: &[String],
) -> Result<Translated, VariantError> {
    let full = |key: &str| {
        let known = SHORT_KEYS.iter().find(|it| it.0 == key);
        known.map_or(key.to_owned(), |it| it.1.to_owned())
    };
    let parts = puzzle.iter().map(|(key, value)| (full(key), value));
    let parts: Vec<(String, &Value)> = parts.collect();
    let part = |wanted: &str| parts.iter().find(|it| it.0 == wanted).map(|it| it.1);
    let rows = part("cells").and_then(Value::as_array);
    let rows = rows.ok_or_else(|| not_json("no cells"))?;
    let size = rows.len();
    let mut givens = String::new();
    for row in rows {
        let row = row.as_array().filter(|it| it.len() == size);
        for cell in row.ok_or_else(|| not_json("the board is not square"))? {
            let digit = text_of(cell.get("value").or(cell.get("v")));
            givens.push_str(digit.as_deref().unwrap_or("."));
        }
    }
    let none = vec![None; size * size];
    let is_jigsaw = !ignored.iter().any(|it| it == "regions");
    let named = regions(part("regions").filter(|_| is_jigsaw), size).unwrap_or(none);
    let regions = Regions::new(size, &renumbered(named, size)?)?;
    let mut lines = Lines::default();
    lines.begin(&regions, &givens);
    let mut warnings = Vec::new();
    for (key, value) in parts.iter().filter(|it| !is_empty(it.1)) {
        if ignored.contains(key) {
            warnings.push(format!("`{key}` was ignored on request"));
        } else if key == "cages" {
            for it in value.as_array().into_iter().flatten() {
                warnings.extend(cage(&mut lines, it, size)?);
            }
        } else if PAD_DRAWN.contains(&key.as_str()) {
            warnings.push(format!(
                "`{key}` is only drawn and was not read as a constraint"
            ));
        } else if !PAD_PLAIN.contains(&key.as_str()) {
            return Err(VariantError::Kind(key.clone()));
        }
    }
    Ok(Translated {
        text: lines.text,
        warnings,
    })
}

/// The drawn regions with the numbers of the boxes, if the regions are the boxes in another order.
fn renumbered(named: Vec<Option<usize>>, size: usize) -> Result<Vec<Option<usize>>, VariantError> {
    let own = Regions::new(size, &vec![None; size * size])?.of_cells;
    let mut number = vec![None; size * size];
    let mut is_same = true;
    for (named, own) in named.iter().zip(&own) {
        if let Some(named) = named {
            let known: &mut Option<usize> = &mut number[*named % (size * size)];
            is_same &= known.is_none() || *known == *own;
            *known = *own;
        }
    }
    Ok(if is_same { own } else { named })
}
