//! Translation of f-puzzles JSON into the text form of variant puzzles.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::error::{VariantError, not_json};
use super::lines::{Lines, Regions, Translated, cell_name, is_empty};
use super::reading::{Reading, only_drawn};

/// Keys that carry no constraint.
const PLAIN: [&str; 14] = [
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "solution",
    "disabledlogic",
    "truecandidatesoptions",
    "selectedCells",
    "highlightConflicts",
    "successMessage",
    "foglight",
    "metadata",
    "negative",
];
/// Keys of drawings without a meaning.
const DRAWN: [&str; 5] = ["text", "line", "circle", "rectangle", "cage"];
/// Maximum number of cells in the circle of an arrow. The number in the circle has a digit per
/// cell, so the first digit counts up to 1,000 times.
const MAX_CIRCLE: usize = 4;

struct Translator<'j> {
    puzzle: &'j Map<String, Value>,
    size: usize,
    regions: Regions,
    lines: Lines,
    allowed: BTreeMap<String, BTreeSet<usize>>,
}

pub(super) fn translate(
    puzzle: &Map<String, Value>,
    reading: &Reading,
) -> Result<Translated, VariantError> {
    let ignored = &*reading.ignored;
    let grid = puzzle.get("grid").and_then(Value::as_array);
    let grid = grid.ok_or_else(|| not_json("no grid"))?;
    let size = grid.len();
    if puzzle.get("size").is_some_and(|it| *it != size) {
        return Err(not_json("the size is not that of the grid"));
    }
    let mut it = Translator {
        puzzle,
        size,
        regions: Regions::new(size, &regions(grid, ignored))?,
        lines: Lines::default(),
        allowed: BTreeMap::new(),
    };
    it.grid(grid)?;
    let mut warnings = Vec::new();
    for (key, value) in puzzle {
        if PLAIN.contains(&key.as_str()) || is_empty(value) {
            continue;
        }
        if ignored.contains(key) {
            warnings.push(format!("`{key}` was ignored on request"));
        } else if DRAWN.contains(&key.as_str()) {
            let Some(meaning) = reading.meaning(puzzle, key) else {
                if !repeats_constraints(puzzle, value) {
                    warnings.push(only_drawn(puzzle, key));
                }
                continue;
            };
            it.constraint(&meaning.kind, value)
                .ok_or_else(|| VariantError::Drawing(key.clone(), meaning.kind))?;
            warnings.push(meaning.warning);
        } else {
            it.constraint(key, value)
                .ok_or_else(|| VariantError::Kind(key.clone()))?;
        }
    }
    if !ignored.iter().any(|it| it == "negative") {
        it.negative()
            .ok_or_else(|| VariantError::Kind("negative".to_owned()))?;
    }
    for (cell, digits) in &it.allowed {
        let digits: String = digits.iter().map(usize::to_string).collect();
        if digits.is_empty() {
            return Err(not_json(&format!("{cell} allows no digit")));
        }
        let _ = writeln!(it.lines.text, "allow {cell} {digits}");
    }
    let words = puzzle.get("ruleset").and_then(Value::as_str);
    if let Some(rules) = words.filter(|it| !it.trim().is_empty()) {
        let rules = rules.split_whitespace().collect::<Vec<_>>().join(" ");
        warnings.push(format!("rules in words, not read: {rules}"));
    }
    Ok(Translated {
        text: it.lines.text,
        warnings,
    })
}

/// Whether all of these drawings belong to constraints that the puzzle has under their own key.
fn repeats_constraints(puzzle: &Map<String, Value>, drawings: &Value) -> bool {
    let is_repeated = |drawing: &Value| {
        let of = drawing["fromConstraint"].as_str();
        of.is_some_and(|it| puzzle.contains_key(&it.replace(' ', "").to_lowercase()))
    };
    let mut all = drawings.as_array().into_iter().flatten();
    drawings.is_array() && all.all(is_repeated)
}

/// The region that each cell names.
fn regions(grid: &[Value], ignored: &[String]) -> Vec<Option<usize>> {
    let is_read = !ignored.iter().any(|it| it == "region");
    let size = grid.len();
    let cell = |at: usize| grid.get(at / size)?.get(at % size)?["region"].as_u64();
    (0..size * size)
        .map(|at| cell(at).filter(|_| is_read).map(|it| it as usize))
        .collect()
}

/// A number, or a text of letters and digits. Other characters could end the line of the text form.
fn text_of(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    let is_word = !text.is_empty() && text.chars().all(|it| it.is_ascii_alphanumeric());
    is_word.then_some(text)
}

/// The value of a clue, if there is one. `None` if the value is neither a number nor a word.
fn value_of(clue: &Value) -> Option<Option<String>> {
    match &clue["value"] {
        value if is_empty(value) => Some(None),
        value => text_of(value).map(Some),
    }
}

/// Reads `R3C4`, both numbers from 1.
fn place(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix('R')?.split_once('C')?;
    Some((row.parse().ok()?, column.parse().ok()?))
}

impl Translator<'_> {
    fn grid(&mut self, grid: &[Value]) -> Result<(), VariantError> {
        let mut givens = String::new();
        for (row, cells) in grid.iter().enumerate() {
            for column in 0..self.size {
                let cell = cells.get(column);
                let cell = cell.ok_or_else(|| not_json("a cell is missing"))?;
                let given = match cell["given"] == Value::Bool(true) {
                    true => value_of(cell).ok_or_else(|| not_json("a given is no digit"))?,
                    false => None,
                };
                givens.push_str(given.as_deref().unwrap_or("."));
                let marks = cell["givenPencilMarks"].as_array();
                if let Some(marks) = marks.filter(|it| !it.is_empty()) {
                    let digits = marks.iter().filter_map(Value::as_u64).map(|it| it as usize);
                    self.allow(cell_name(row, column), digits.collect());
                }
            }
        }
        self.lines.begin(&self.regions, &givens);
        Ok(())
    }

    fn allow(&mut self, cell: String, digits: BTreeSet<usize>) {
        let all = (1..=self.size).collect();
        let kept = self.allowed.entry(cell).or_insert(all);
        *kept = kept.intersection(&digits).copied().collect();
    }

    /// The name of a cell: `r3c4` for `R3C4`.
    fn cell(&self, value: &Value) -> Option<String> {
        let (row, column) = place(value.as_str()?)?;
        let is_inside = |it: usize| (1..=self.size).contains(&it);
        (is_inside(row) && is_inside(column)).then(|| cell_name(row - 1, column - 1))
    }

    fn cells(&self, value: &Value) -> Option<Vec<String>> {
        value.as_array()?.iter().map(|it| self.cell(it)).collect()
    }

    fn lines(&self, value: &Value) -> Option<Vec<Vec<String>>> {
        value["lines"]
            .as_array()?
            .iter()
            .map(|it| self.cells(it))
            .collect()
    }

    fn add(&mut self, kind: &str, letter: &'static str, argument: &str, cells: &[String]) {
        self.lines.add(kind, letter, argument, cells);
    }

    /// The pairs of cells that touch, by name.
    fn touching(&self) -> Vec<[String; 2]> {
        let n = self.size;
        let name = |row: usize, column: usize| format!("r{row}c{column}");
        let cells = (1..=n).flat_map(|row| (1..=n).map(move |column| (row, column)));
        cells
            .flat_map(|(row, column)| {
                let right = (column < n).then(|| [name(row, column), name(row, column + 1)]);
                let below = (row < n).then(|| [name(row, column), name(row + 1, column)]);
                right.into_iter().chain(below)
            })
            .collect()
    }

    /// The cells of the row or column that a clue outside of the grid sees.
    fn seen_from(&self, value: &Value) -> Option<Vec<String>> {
        let ((row, column), n) = (place(value.as_str()?)?, self.size);
        let is_inside = |it: usize| (1..=n).contains(&it);
        let is_beside = |it: usize| it == 0 || it == n + 1;
        if !(is_inside(row) && is_beside(column) || is_beside(row) && is_inside(column)) {
            return None;
        }
        let mut cells: Vec<String> = match row == 0 || row == n + 1 {
            true => (1..=n).map(|it| format!("r{it}c{column}")).collect(),
            false => (1..=n).map(|it| format!("r{row}c{it}")).collect(),
        };
        if row == n + 1 || column == n + 1 {
            cells.reverse();
        }
        Some(cells)
    }

    fn constraint(&mut self, key: &str, value: &Value) -> Option<()> {
        let n = self.size;
        match key {
            "diagonal+" => self.add(
                "house",
                "g",
                "",
                &(1..=n)
                    .map(|it| format!("r{}c{it}", n + 1 - it))
                    .collect::<Vec<_>>(),
            ),
            "diagonal-" => self.add(
                "house",
                "g",
                "",
                &(1..=n).map(|it| format!("r{it}c{it}")).collect::<Vec<_>>(),
            ),
            "nonconsecutive" => self.lines.text.push_str("all touch d!=1\n"),
            "antiknight" => self.lines.text.push_str("all knight !=\n"),
            "antiking" => self.lines.text.push_str("all king !=\n"),
            "disjointgroups" => {
                let regions = self.regions.cells();
                for place in 0..n {
                    let cell = |region: &Vec<String>| region.get(place).cloned();
                    let cells: Option<Vec<String>> = regions.iter().map(cell).collect();
                    self.lines.add_different("j", n, &cells?);
                }
            }
            "maximum" | "minimum" => {
                let marked: BTreeSet<String> = value
                    .as_array()?
                    .iter()
                    .map(|it| self.cell(&it["cell"]))
                    .collect::<Option<_>>()?;
                for [a, b] in self.touching() {
                    for [mark, other] in [[a.clone(), b.clone()], [b, a]] {
                        if marked.contains(&mark) && !marked.contains(&other) {
                            let pair = if key == "maximum" {
                                [other, mark]
                            } else {
                                [mark, other]
                            };
                            self.add("path", "t", "<", &pair);
                        }
                    }
                }
            }
            _ => {
                for clue in value.as_array()? {
                    self.clue(key, clue)?;
                }
            }
        }
        Some(())
    }

    /// Translates a clue of a list.
    fn clue(&mut self, key: &str, clue: &Value) -> Option<()> {
        let n = self.size;
        let number = value_of(clue)?;
        match key {
            "killercage" => {
                let cells = self.cells(&clue["cells"])?;
                match number {
                    Some(sum) if sum.parse::<u32>().is_ok() => self.add("cage", "k", &sum, &cells),
                    None => self.lines.add_different("u", n, &cells),
                    Some(_) => return None,
                }
            }
            "extraregion" => {
                let cells = self.cells(&clue["cells"])?;
                self.lines.add_different("g", n, &cells);
            }
            "difference" => self.add(
                "path",
                "d",
                &format!("d={}", number.unwrap_or("1".to_owned())),
                &self.cells(&clue["cells"])?,
            ),
            "ratio" => self.add(
                "path",
                "o",
                &format!("r={}", number.unwrap_or("2".to_owned())),
                &self.cells(&clue["cells"])?,
            ),
            "xv" => {
                let number = number?;
                let roman = [
                    ("X", 10),
                    ("V", 5),
                    ("XI", 11),
                    ("VI", 6),
                    ("XII", 12),
                    ("VII", 7),
                ];
                let sum = roman
                    .iter()
                    .find(|it| it.0 == number)
                    .map(|it| it.1)
                    .or(number.parse().ok())?;
                self.add(
                    "path",
                    "x",
                    &format!("s={sum}"),
                    &self.cells(&clue["cells"])?,
                );
            }
            "quadruple" => {
                let mut digits: Vec<String> = match &clue["values"] {
                    // A drawn cage has the digits of the quadruple as text.
                    Value::Null => number?.chars().map(String::from).collect(),
                    values => { values.as_array()?.iter() }
                        .map(text_of)
                        .collect::<Option<_>>()?,
                };
                digits.sort();
                self.add("has", "q", &digits.concat(), &self.cells(&clue["cells"])?);
            }
            _ => return self.shape_clue(key, clue, number),
        }
        Some(())
    }

    /// Translates a clue on single cells, outside of the grid or on a line.
    fn shape_clue(&mut self, key: &str, clue: &Value, number: Option<String>) -> Option<()> {
        let n = self.size;
        match key {
            "odd" | "even" => {
                let rest = usize::from(key == "odd");
                let cells = match &clue["cell"] {
                    // A drawn shape has a list.
                    Value::Null => self.cells(&clue["cells"])?,
                    cell => vec![self.cell(cell)?],
                };
                for cell in cells {
                    self.allow(cell, (1..=n).filter(|it| it % 2 == rest).collect());
                }
            }
            "rowindexer" | "columnindexer" => return self.indexer(key, clue),
            "clone" => {
                let pairs = self
                    .cells(&clue["cells"])?
                    .into_iter()
                    .zip(self.cells(&clue["cloneCells"])?);
                for (a, b) in pairs.filter(|(a, b)| a != b) {
                    self.add("path", "z", "=", &[a, b]);
                }
            }
            "littlekillersum" => {
                if let Some(sum) = number {
                    let cells = self.cells(&clue["cells"])?;
                    self.add("sum", "l", &sum, &cells);
                }
            }
            "sandwichsum" | "xsum" | "skyscraper" => {
                if let Some(number) = number {
                    let word = if key == "sandwichsum" {
                        "sandwich"
                    } else {
                        key
                    };
                    let cells = self.seen_from(&clue["cell"])?;
                    self.add(word, "i", &number, &cells);
                }
            }
            "arrow" => {
                let circle = self.cells(&clue["cells"])?;
                if circle.len() > MAX_CIRCLE {
                    return None;
                }
                for line in self.lines(clue)? {
                    let times = |at: usize| match circle.len() - 1 - at {
                        0 => String::new(),
                        zeros => format!("1{}*", "0".repeat(zeros)),
                    };
                    let head = circle
                        .iter()
                        .enumerate()
                        .map(|(at, cell)| format!("{}{cell}", times(at)));
                    let shaft = line
                        .iter()
                        .filter(|it| !circle.contains(it))
                        .map(|it| format!("-{it}"));
                    let terms: Vec<String> = head.chain(shaft).collect();
                    self.add("sum", "a", "0", &terms);
                }
            }
            _ => {
                for line in self.lines(clue)? {
                    self.line(key, number.as_deref(), line)?;
                }
            }
        }
        Some(())
    }

    /// Translates one line of cells.
    fn line(&mut self, key: &str, number: Option<&str>, cells: Vec<String>) -> Option<()> {
        let n = self.size;
        match key {
            "thermometer" => self.add("path", "t", "<", &cells),
            "slowthermometer" => self.add("path", "t", "<=", &cells),
            "whispers" => {
                let usual = if n == 9 {
                    "5".to_owned()
                } else {
                    (n / 2).to_string()
                };
                self.add(
                    "path",
                    "w",
                    &format!("d>={}", number.unwrap_or(&usual)),
                    &cells,
                );
            }
            "renban" => {
                let most = cells.len().saturating_sub(1);
                self.add("every", "n", &format!("d<={most}"), &cells);
                self.lines.add_different("u", n, &cells);
            }
            "betweenline" => self.add("between", "e", "", &cells),
            "palindrome" => {
                for at in 0..cells.len() / 2 {
                    let pair = [cells[at].clone(), cells[cells.len() - 1 - at].clone()];
                    self.add("path", "y", "=", &pair);
                }
            }
            "entropicline" => {
                for pair in cells.windows(2) {
                    self.add("path", "f", "e!=", pair);
                }
                for three in cells.windows(3) {
                    self.add("path", "f", "e!=", &[three[0].clone(), three[2].clone()]);
                }
            }
            "regionsumline" => {
                let own = |name: &String| {
                    let (row, column) = place(&name.to_uppercase())?;
                    self.regions.of_cells[(row - 1) * n + column - 1]
                };
                let parts: Vec<&[String]> = cells.chunk_by(|a, b| own(a) == own(b)).collect();
                let pairs: Vec<Vec<String>> = parts
                    .windows(2)
                    .map(|two| {
                        let minus = two[1].iter().map(|it| format!("-{it}"));
                        two[0].iter().cloned().chain(minus).collect()
                    })
                    .collect();
                for pair in pairs {
                    self.add("sum", "s", "0", &pair);
                }
            }
            _ => return self.further_line(key, cells),
        }
        Some(())
    }

    /// Translates a line of a kind that f-puzzles itself lacks.
    fn further_line(&mut self, key: &str, cells: Vec<String>) -> Option<()> {
        let minus = |it: &String| format!("-{it}");
        match key {
            "nabner" => self.add("every", "n", "d>=2", &cells),
            "modularline" => {
                for three in cells.windows(3) {
                    self.add("every", "m", "m!=", three);
                }
                if let [_, _] = &*cells {
                    self.add("path", "m", "m!=", &cells);
                }
            }
            "parityline" => self.add("path", "p", "p!=", &cells),
            "sameparity" => self.add("path", "p", "p=", &cells),
            "doublearrow" => {
                let [first, inner @ .., last] = &*cells else {
                    return None;
                };
                let ends = [first.clone(), last.clone()].into_iter();
                let terms: Vec<String> = ends.chain(inner.iter().map(minus)).collect();
                self.add("sum", "a", "0", &terms);
            }
            "zipperline" => {
                let half = cells.len() / 2;
                let pair = |at: usize| [cells[at].clone(), cells[cells.len() - 1 - at].clone()];
                let middle = cells.get(half).filter(|_| cells.len() % 2 == 1);
                for at in 0..half {
                    let other: Vec<String> = match middle {
                        Some(middle) => vec![minus(middle)],
                        None if at + 1 < half => pair(at + 1).iter().map(minus).collect(),
                        None => break,
                    };
                    let terms: Vec<String> = pair(at).into_iter().chain(other).collect();
                    self.add("sum", "y", "0", &terms);
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// An indexer: the digit of the cell is the position, in its row or column, of the number of
    /// the cell's line.
    fn indexer(&mut self, key: &str, clue: &Value) -> Option<()> {
        for cell in self.cells(&clue["cells"])? {
            let (row, column) = place(&cell.to_uppercase())?;
            for digit in 1..=self.size {
                let (other, number) = match key {
                    "rowindexer" => (format!("r{row}c{digit}"), column),
                    _ => (format!("r{digit}c{column}"), row),
                };
                if other != cell {
                    let terms = [format!("-{cell}={digit}"), format!("{other}={number}")];
                    self.add("row", "x", "0 -", &terms);
                }
            }
        }
        Some(())
    }

    /// The negative constraints: neighbours without a mark do not have the relation of the mark.
    fn negative(&mut self) -> Option<()> {
        let puzzle = self.puzzle;
        for kind in puzzle
            .get("negative")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            let kind = kind.as_str()?;
            let marks = puzzle.get(kind).and_then(Value::as_array);
            let marked: Vec<Vec<String>> = marks
                .into_iter()
                .flatten()
                .map(|it| self.cells(&it["cells"]))
                .collect::<Option<_>>()?;
            let (sign, usual) = match kind {
                "xv" => ("s!=", ["10", "5"].as_slice()),
                "difference" => ("d!=", ["1"].as_slice()),
                "ratio" => ("r!=", ["2"].as_slice()),
                _ => return None,
            };
            let values = { marks.into_iter().flatten() }
                .filter_map(|it| text_of(&it["value"]))
                .filter(|it| it.parse::<u32>().is_ok());
            let mut values: BTreeSet<String> = values.collect();
            if values.is_empty() || kind == "xv" {
                values.extend(usual.iter().map(|&it| it.to_owned()));
            }
            let relations = values.iter().map(|it| format!("{sign}{it}"));
            let relations: Vec<String> = relations.collect();
            for pair in self.touching() {
                if !marked
                    .iter()
                    .any(|it| it.contains(&pair[0]) && it.contains(&pair[1]))
                {
                    relations
                        .iter()
                        .for_each(|it| self.add("path", "v", it, &pair));
                }
            }
        }
        Some(())
    }
}
