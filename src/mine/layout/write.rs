//! A layout as a rule: lines, crosslines, boxes, cells and digits, and a clause for each truth.
//!
//! Takes a layout, gives the text of a rule. Every clause ends with "or excludes t": what the target excludes may be anywhere.

use std::fmt::Write as _;

use super::same::Things;
use super::{KnotLayout, LayoutClause, OpenBoard, Region};
use crate::phrase::Heading;
use qedoku_core::grid::{Cell, GroupKind, House};

/// LayoutNames for digits.
const DIGITS: [&str; 9] = ["x", "y", "z", "w", "u", "v", "l", "m", "n"];

/// Where a row and a column that the layout names cross in a box that it names too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The cell.
    pub cell: Cell,
    /// The box.
    pub house: House,
}

/// All crossings that a layout might need to speak of: of a row and a column that it names, in a box that it names.
pub fn crossings(open: &OpenBoard, layout: &KnotLayout) -> Vec<Crossing> {
    let board = open.board();
    let things = Things::of(open, layout);
    let named = |cell: Cell, houses: &[House]| {
        let mut own = board.houses_of(cell).iter().copied();
        own.find(|house| houses.contains(house))
    };
    let known = |cell: &Cell| things.cells.contains(cell) || things.squares.contains(cell);
    let crossing = |cell: Cell| {
        named(cell, &things.rows)?;
        named(cell, &things.columns)?;
        let house = named(cell, &things.boxes)?;
        Some(Crossing { cell, house })
    };
    let cells = board.cells().filter(|cell| !known(cell));
    cells.filter_map(crossing).collect()
}

/// The text of the rule; the formatter of the language gives it the house style.
pub fn layout_rule(
    open: &OpenBoard,
    layout: &KnotLayout,
    crossings: &[Crossing],
    heading: &Heading,
) -> String {
    let names = LayoutNames {
        open,
        things: Things::of(open, layout),
        crossings,
    };
    let mut body = String::new();
    let _ = writeln!(body, "  on request\n  for {}", names.variables().join(", "));
    let conditions = names.conditions();
    if !conditions.is_empty() {
        let _ = writeln!(body, "  with {}", conditions.join(", "));
    }
    let clauses: Vec<String> = layout.clauses.iter().map(|c| names.clause(c)).collect();
    let _ = writeln!(body, "  when {}", clauses.join("\n    "));
    let _ = writeln!(body, "  target candidate t\n  then eliminate t");
    let _ = writeln!(body, "  say \"{}\"", names.sentence(layout));
    heading.around(&names.teach(layout), &body)
}

struct LayoutNames<'l> {
    open: &'l OpenBoard,
    things: Things,
    crossings: &'l [Crossing],
}

impl LayoutNames<'_> {
    fn variables(&self) -> Vec<String> {
        let things = &self.things;
        let digits: Vec<&str> = (0..things.digits.len()).map(|i| DIGITS[i]).collect();
        let mut variables = match digits.as_slice() {
            [] => Vec::new(),
            [one] => vec![format!("digit {one}")],
            several => vec![format!("digits {}", several.join(", "))],
        };
        let squares = things.squares.len() + self.crossings.len();
        for (one, several, name, count) in [
            ("line", "lines", "r", things.rows.len()),
            ("crossline", "crosslines", "c", things.columns.len()),
            ("box", "boxes", "b", things.boxes.len()),
            ("cell", "cells", "a", things.cells.len()),
        ] {
            match count {
                0 => {}
                1 => variables.push(format!("{one} {name}")),
                _ => variables.push(format!("{several} {name}[{count}]")),
            }
        }
        // The same square may be named twice: as a place, and as a crossing. So these are variables by themselves.
        variables.extend((0..squares).map(|i| format!("square {}", square(i))));
        variables
    }

    /// How the cells lie in the houses that are named.
    fn conditions(&self) -> Vec<String> {
        let board = self.open.board();
        let houses = |cell: Cell, boxes: bool| -> Vec<String> {
            let named = board.houses_of(cell).iter();
            let named = named.filter(|house| boxes || !self.things.boxes.contains(house));
            named.filter_map(|&house| self.house(house)).collect()
        };
        let mut conditions = Vec::new();
        let cells = self.things.cells.iter().chain(&self.things.squares);
        for &cell in cells {
            let inside = houses(cell, true);
            if !inside.is_empty() {
                conditions.push(format!("{} in {}", self.cell(cell), inside.join(" and ")));
            }
        }
        for (i, crossing) in self.crossings.iter().enumerate() {
            let mut inside = houses(crossing.cell, false);
            inside.extend(self.house(crossing.house));
            let name = square(self.things.squares.len() + i);
            conditions.push(format!("{name} in {}", inside.join(" and ")));
        }
        conditions
    }

    fn clause(&self, clause: &LayoutClause) -> String {
        let subject = match self.open.board().group_kind(clause.truth) {
            GroupKind::Cell(cell) => format!("candidate of {}", self.cell(cell)),
            GroupKind::House(house, digit) => {
                let house = self.house(house).unwrap_or_default();
                format!("{} in {house}", self.digit(digit))
            }
            // Cores are made of the board's own truths.
            GroupKind::Derived => String::new(),
        };
        let region = |region: &Region| match *region {
            Region::House(house) => format!("is in {}", self.house(house).unwrap_or_default()),
            Region::Cell(cell) => format!("is at {}", self.cell(cell)),
            Region::Digit(digit) => format!("is {}", self.digit(digit)),
        };
        let mut alternatives: Vec<String> = clause.regions.iter().map(region).collect();
        alternatives.push("excludes t".into());
        format!("every {subject} {}", alternatives.join(" or "))
    }

    fn digit(&self, digit: qedoku_core::grid::Digit) -> &'static str {
        let place = self.things.digits.iter().position(|&d| d == digit);
        place.map_or("", |i| DIGITS[i])
    }

    fn house(&self, house: House) -> Option<String> {
        let things = &self.things;
        let lists = [
            ("r", &things.rows),
            ("c", &things.columns),
            ("b", &things.boxes),
        ];
        lists.iter().find_map(|(name, list)| {
            let place = list.iter().position(|&h| h == house)?;
            Some(member(name, place, list.len()))
        })
    }

    fn cell(&self, cell: Cell) -> String {
        let of = |list: &[Cell]| list.iter().position(|&c| c == cell);
        match (of(&self.things.cells), of(&self.things.squares)) {
            (Some(place), _) => member("a", place, self.things.cells.len()),
            (None, Some(place)) => square(place),
            (None, None) => String::new(),
        }
    }

    fn sentence(&self, layout: &KnotLayout) -> String {
        let subject = |clause: &LayoutClause| match self.open.board().group_kind(clause.truth) {
            GroupKind::Cell(cell) => format!("{{{}}}", self.cell(cell)),
            GroupKind::House(house, digit) => {
                let house = self.house(house).unwrap_or_default();
                format!("{{{}}} in {{{house}}}", self.digit(digit))
            }
            GroupKind::Derived => String::new(),
        };
        let subjects: Vec<String> = layout.clauses.iter().map(subject).collect();
        format!(
            "if {{t}} held, there would be no room for {}",
            subjects.join(", ")
        )
    }

    /// The rule in a few plain sentences.
    fn teach(&self, layout: &KnotLayout) -> Vec<String> {
        let board = self.open.board();
        let is_cell = |c: &&LayoutClause| matches!(board.group_kind(c.truth), GroupKind::Cell(_));
        let cells = layout.clauses.iter().filter(is_cell).count();
        let houses = layout.clauses.len() - cells;
        let parts: Vec<String> = [(cells, "cell"), (houses, "place of a digit in a house")]
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| match *count {
                1 => format!("one {what}"),
                n => format!(
                    "{n} {}",
                    what.replacen("cell", "cells", 1)
                        .replacen("place", "places", 1)
                ),
            })
            .collect();
        vec![
            format!(
                "A knot of {}: leave out what the target excludes, and whatever is left of",
                parts.join(" and ")
            ),
            "them lies in houses that have no room for all. No single one of them forces the next, so".into(),
            "nothing is seen by following one after the other; but together they cannot be filled, and the".into(),
            "target is false.".into(),
        ]
    }
}

/// The name of a square: `k`, `kk`, `kkk` read badly beyond a few, so they are numbered.
fn square(index: usize) -> String {
    format!("k_{}", index + 1)
}

/// `r[2]`, or `r` if there is only one.
fn member(name: &str, index: usize, count: usize) -> String {
    match count {
        1 => name.to_owned(),
        _ => format!("{name}[{}]", index + 1),
    }
}
