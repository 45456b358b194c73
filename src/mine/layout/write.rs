//! Writing a layout as a rule, with lines, crosslines, boxes, cells and digits, and a clause for
//! each truth.
//!
//! Every clause ends with "or excludes t": candidates that the target excludes may lie anywhere.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::symmetry::LayoutParts;
use super::{Layout, LayoutClause, OpenBoard, Region};
use crate::publish::phrase::Heading;
use qedoku_core::grid::{Cell, Digit, GroupKind, House};

/// Variable names for digits.
const DIGIT_VARIABLES: [&str; 9] = ["x", "y", "z", "w", "u", "v", "l", "m", "n"];

/// The location of a cell relative to a house of the layout. A rule needs some of these facts to be
/// sound. The others only make it narrower.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaceFact {
    /// The cell: a named cell, or the crossing of a named row and column.
    pub cell: Cell,
    /// The house.
    pub house: House,
    /// Whether the cell is in the house.
    pub inside: bool,
}

/// All facts that a rule may need, apart from the houses of its cells. If a row and a column cross
/// in a box, a digit at the crossing excludes other places of the box. Some rules also state that a
/// cell lies outside a house, because otherwise one candidate could belong to both.
pub fn place_facts(open: &OpenBoard, layout: &Layout) -> Vec<PlaceFact> {
    let board = open.board();
    let things = LayoutParts::of(open, layout);
    let named = |cell: Cell, houses: &[House]| {
        let mut own = board.houses_of(cell).iter().copied();
        own.find(|house| houses.contains(house))
    };
    let mut facts = Vec::new();
    for cell in board.cells() {
        let (row, column) = (named(cell, &things.rows), named(cell, &things.columns));
        let own = things.cells.contains(&cell) || things.squares.contains(&cell);
        if !own {
            if let (Some(_), Some(_), Some(house)) = (row, column, named(cell, &things.boxes)) {
                let inside = true;
                facts.push(PlaceFact {
                    cell,
                    house,
                    inside,
                });
            }
            continue;
        }
        for houses in [&things.rows, &things.columns, &things.boxes] {
            if named(cell, houses).is_none() {
                let inside = false;
                facts.extend(houses.iter().map(|&house| PlaceFact {
                    cell,
                    house,
                    inside,
                }));
            }
        }
    }
    facts
}

/// The conditions of a layout's rule besides its clauses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LayoutConditions {
    /// The locations of the layout's cells.
    pub facts: Vec<PlaceFact>,
    /// The lines with one variable per digit: two digits that share the line in this core may use
    /// different lines elsewhere.
    pub apart: Vec<House>,
}

/// The lines that several digits may share by chance. Such a line occurs only as a place. For
/// example, the three digits of an exocet have two lines each, and different puzzles have different
/// coincidences among these lines.
pub fn free_lines(open: &OpenBoard, layout: &Layout, facts: &[PlaceFact]) -> Vec<House> {
    let board = open.board();
    let things = LayoutParts::of(open, layout);
    if things.digits.len() < 2 {
        return Vec::new();
    }
    let own = |house: House| {
        let is_own = |c: &LayoutClause| matches!(board.group_kind(c.truth), GroupKind::House(h, _) if h == house);
        layout.clauses.iter().any(is_own)
    };
    let is_said = |house: House| {
        let inside = |cell: &Cell| board.houses_of(*cell).contains(&house);
        let mut cells = things.cells.iter().chain(&things.squares);
        cells.any(inside) || facts.iter().any(|f| f.house == house || inside(&f.cell))
    };
    let lines = things.rows.iter().chain(&things.columns).copied();
    lines
        .filter(|&house| !digits_at(open, layout, house).is_empty())
        .filter(|&house| !own(house) && !is_said(house))
        .collect()
}

/// The digits whose clauses name a house as a place.
fn digits_at(open: &OpenBoard, layout: &Layout, house: House) -> BTreeSet<Digit> {
    let naming = (layout.clauses.iter()).filter(|c| c.regions.contains(&Region::House(house)));
    let digit = |clause: &LayoutClause| match open.board().group_kind(clause.truth) {
        GroupKind::House(_, digit) => Some(digit),
        _ => None,
    };
    naming.filter_map(digit).collect()
}

/// For each of the lines, the digits that use the line.
fn own_lines(open: &OpenBoard, layout: &Layout, apart: &[House]) -> BTreeSet<(House, Digit)> {
    let of = |&house: &House| {
        let digits = digits_at(open, layout, house).into_iter();
        digits.map(move |digit| (house, digit))
    };
    apart.iter().flat_map(of).collect()
}

/// The text of the rule, before the formatter of the language is applied.
pub fn layout_rule(
    open: &OpenBoard,
    layout: &Layout,
    saying: &LayoutConditions,
    heading: &Heading,
) -> String {
    let mut things = LayoutParts::of(open, layout);
    let layout = &in_reading_order(open, layout, &mut things);
    let names = LayoutNames {
        open,
        things,
        facts: &saying.facts,
        own: own_lines(open, layout, &saying.apart),
    };
    let mut body = String::new();
    let _ = writeln!(body, "  on request\n  for {}", names.variables().join(", "));
    let conditions = names.conditions();
    if !conditions.is_empty() {
        let _ = writeln!(body, "  with {}", conditions.join(", "));
    }
    let _ = writeln!(body, "  when {}", names.clauses(layout).join("\n    "));
    let _ = writeln!(body, "  target candidate t\n  then eliminate t");
    let _ = writeln!(body, "  say \"{}\"", names.sentence(layout));
    heading.around(&names.teach(layout), &body)
}

/// Orders cells first, then repeatedly the clause with the fewest unnamed parts. Parts are ordered
/// by first use. The search binds variables in this order, and a clause with unbound variables
/// narrows nothing.
fn in_reading_order(open: &OpenBoard, layout: &Layout, things: &mut LayoutParts) -> Layout {
    let board = open.board();
    let is_named = |house: &House| {
        let all = [&things.rows, &things.columns, &things.boxes];
        all.iter().any(|list| list.contains(house))
    };
    let houses = |clause: &LayoutClause| -> Vec<House> {
        let own = match board.group_kind(clause.truth) {
            GroupKind::Cell(cell) => board.houses_of(cell).to_vec(),
            GroupKind::House(house, _) => vec![house],
            GroupKind::Derived => Vec::new(),
        };
        let region = |region: &Region| match *region {
            Region::House(house) => vec![house],
            Region::Cell(cell) => board.houses_of(cell).to_vec(),
            Region::Digit(_) => Vec::new(),
        };
        let all = own
            .into_iter()
            .chain(clause.regions.iter().flat_map(region));
        all.filter(is_named).collect()
    };
    let mut left = layout.clauses.clone();
    let mut known: Vec<House> = Vec::new();
    let mut clauses = Vec::new();
    while !left.is_empty() {
        let cost = |clause: &LayoutClause| {
            let is_cell = matches!(board.group_kind(clause.truth), GroupKind::Cell(_));
            let new = houses(clause).iter().filter(|h| !known.contains(h)).count();
            (!is_cell, new, clause.regions.len())
        };
        let next = (0..left.len()).min_by_key(|&i| cost(&left[i])).unwrap_or(0);
        let clause = left.remove(next);
        for house in houses(&clause) {
            if !known.contains(&house) {
                known.push(house);
            }
        }
        clauses.push(clause);
    }
    let place = |house: &House| known.iter().position(|h| h == house);
    for list in [&mut things.rows, &mut things.columns, &mut things.boxes] {
        list.sort_by_key(|house| place(house).unwrap_or(usize::MAX));
    }
    Layout { clauses }
}

struct LayoutNames<'l> {
    open: &'l OpenBoard,
    things: LayoutParts,
    facts: &'l [PlaceFact],
    /// The lines with a variable per digit.
    own: BTreeSet<(House, Digit)>,
}

impl LayoutNames<'_> {
    fn variables(&self) -> Vec<String> {
        let things = &self.things;
        let digits: Vec<&str> = (0..things.digits.len())
            .map(|i| DIGIT_VARIABLES[i])
            .collect();
        let mut variables = match digits.as_slice() {
            [] => Vec::new(),
            [one] => vec![format!("digit {one}")],
            several => vec![format!("digits {}", several.join(", "))],
        };
        let squares = things.squares.len() + self.crossings().count();
        for (one, several, name, count) in [
            ("line", "lines", "r", things.rows.len()),
            ("crossline", "crosslines", "c", things.columns.len()),
            ("box", "boxes", "b", things.boxes.len()),
            ("cell", "cells", "a", things.cells.len()),
        ] {
            // Each line is a variable of its own. A list `r[5]` would be bound as a whole, in every
            // order, before a clause could narrow one of its members.
            let names = (0..count).filter(|&i| !self.is_apart(name, i));
            let names: Vec<String> = names.map(|i| member(name, i, count)).collect();
            match names.as_slice() {
                [] => {}
                [only] => variables.push(format!("{one} {only}")),
                _ => variables.push(format!("{several} {}", names.join(", "))),
            }
        }
        variables.extend(self.own_variables());
        // A cell may be both a place and a crossing, so these are separate variables.
        variables.extend((0..squares).map(|i| format!("square {}", square(i))));
        variables
    }

    /// Whether a line has one variable per digit. `place` is its index among the lines with this
    /// name.
    fn is_apart(&self, name: &str, place: usize) -> bool {
        let list = match name {
            "r" => &self.things.rows,
            "c" => &self.things.columns,
            _ => return false,
        };
        self.own.iter().any(|(house, _)| *house == list[place])
    }

    /// The lines with one variable per digit. The lines of one digit differ, those of two digits
    /// may coincide.
    fn own_variables(&self) -> Vec<String> {
        let mut variables = Vec::new();
        for &digit in &self.things.digits {
            for (sort, list) in [
                ("line", &self.things.rows),
                ("crossline", &self.things.columns),
            ] {
                let own = list.iter().filter(|&&h| self.own.contains(&(h, digit)));
                let names: Vec<String> = own.filter_map(|&h| self.place(h, digit)).collect();
                match names.as_slice() {
                    [] => {}
                    [only] => variables.push(format!("{sort} {only}")),
                    _ => variables.push(format!("{sort}s {}", names.join(", "))),
                }
            }
        }
        variables
    }

    /// The variable of a house as a place of a digit.
    fn place(&self, house: House, digit: Digit) -> Option<String> {
        let name = self.house(house)?;
        Some(match self.own.contains(&(house, digit)) {
            true => format!("{name}_{}", self.digit(digit)),
            false => name,
        })
    }

    /// The conditions that locate the cells in the named houses.
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
            let off = self.facts.iter().filter(|f| f.cell == cell && !f.inside);
            let off: Vec<String> = off.filter_map(|f| self.house(f.house)).collect();
            if !off.is_empty() {
                conditions.push(format!("{} not in {}", self.cell(cell), off.join(" or ")));
            }
        }
        for (i, crossing) in self.crossings().enumerate() {
            let mut inside = houses(crossing.cell, false);
            inside.extend(self.house(crossing.house));
            let name = square(self.things.squares.len() + i);
            conditions.push(format!("{name} in {}", inside.join(" and ")));
        }
        conditions
    }

    /// The facts about crossings of a row and a column.
    fn crossings(&self) -> impl Iterator<Item = &PlaceFact> {
        self.facts.iter().filter(|fact| fact.inside)
    }

    /// The clauses of a layout. Cells with equal clauses share one clause.
    fn clauses(&self, layout: &Layout) -> Vec<String> {
        let mut clauses: Vec<(Vec<String>, String)> = Vec::new();
        for clause in &layout.clauses {
            let alternatives = self.alternatives(clause);
            match self.open.board().group_kind(clause.truth) {
                GroupKind::Cell(cell) => {
                    let same = |(cells, words): &&mut (Vec<String>, String)| {
                        !cells.is_empty() && *words == alternatives
                    };
                    match clauses.iter_mut().find(same) {
                        Some((cells, _)) => cells.push(self.cell(cell)),
                        None => clauses.push((vec![self.cell(cell)], alternatives)),
                    }
                }
                GroupKind::House(house, digit) => {
                    let house = self.house(house).unwrap_or_default();
                    let subject = format!("{} in {house}", self.digit(digit));
                    clauses.push((Vec::new(), format!("every {subject} {alternatives}")));
                }
                // Cores contain no derived truths.
                GroupKind::Derived => {}
            }
        }
        let text = |(cells, words): (Vec<String>, String)| match cells.is_empty() {
            true => words,
            false => format!("every candidate of {} {words}", cells.join(", ")),
        };
        clauses.into_iter().map(text).collect()
    }

    fn alternatives(&self, clause: &LayoutClause) -> String {
        let digit = match self.open.board().group_kind(clause.truth) {
            GroupKind::House(_, digit) => Some(digit),
            _ => None,
        };
        let place = |house: House| match digit {
            Some(digit) => self.place(house, digit),
            None => self.house(house),
        };
        let region = |region: &Region| match *region {
            Region::House(house) => format!("is in {}", place(house).unwrap_or_default()),
            Region::Cell(cell) => format!("is at {}", self.cell(cell)),
            Region::Digit(digit) => format!("is {}", self.digit(digit)),
        };
        let mut alternatives: Vec<String> = clause.regions.iter().map(region).collect();
        alternatives.push("excludes t".into());
        alternatives.join(" or ")
    }

    fn digit(&self, digit: Digit) -> &'static str {
        let place = self.things.digits.iter().position(|&d| d == digit);
        place.map_or("", |i| DIGIT_VARIABLES[i])
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

    fn sentence(&self, layout: &Layout) -> String {
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
            "if {{t}} were true, there would be no room for {}",
            subjects.join(", ")
        )
    }

    /// The doc comment of the rule, in a few sentences.
    fn teach(&self, layout: &Layout) -> Vec<String> {
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
                "A non-propagating core of {}: if the target held, the places left for",
                parts.join(" and ")
            ),
            "them would lie in houses without room for all. No single one of them forces the next, so".into(),
            "a chain does not find this. But together they cannot be filled, and the".into(),
            "target is false.".into(),
        ]
    }
}

/// The name of a square. Squares are numbered because `k`, `kk`, `kkk` are hard to read.
fn square(index: usize) -> String {
    format!("k_{}", index + 1)
}

/// The name of a member: `r_2`, or `r` if the family has one member.
fn member(name: &str, index: usize, count: usize) -> String {
    match count {
        1 => name.to_owned(),
        _ => format!("{name}_{}", index + 1),
    }
}
