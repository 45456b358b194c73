//! A variant puzzle as f-puzzles JSON, and as a link to it.
//!
//! `cage k1 15 : r1c5 r1c6` becomes `"killercage": [{"cells": ["R1C5", "R1C6"], "value": "15"}]`.
//! If f-puzzles cannot express a line, the error names the line.

use serde_json::{Map, Value, json};

use super::error::VariantError;
use super::text::Variant;
use crate::grid::text::{Site, packed_link};
use crate::grid::{Board, Cell, Digit};
use crate::proof::{Rule, Rules};

/// Relations of pairs and lines with a kind of their own, and whether the kind has lines.
const RELATIONS: [(&str, &str, bool); 5] = [
    ("<", "thermometer", true),
    ("<=", "slowthermometer", true),
    ("d=1", "difference", false),
    ("r=2", "ratio", false),
    ("d>=5", "whispers", true),
];

struct Writer<'p> {
    board: &'p Board,
    parts: Map<String, Value>,
    grid: Vec<Vec<Value>>,
}

impl Variant {
    /// The puzzle as f-puzzles JSON.
    pub fn to_fpuzzles(&self) -> Result<Value, VariantError> {
        let board = &*self.header.board;
        let n = board.size();
        let givens = self.header.givens.iter().flatten();
        let cell = |given: &Option<Digit>| match given {
            Some(digit) => json!({"value": digit.index() + 1, "given": true}),
            None => json!({}),
        };
        let cells: Vec<Value> = givens.map(cell).collect();
        let mut writer = Writer {
            board,
            parts: Map::new(),
            grid: cells.chunks(n).map(<[Value]>::to_vec).collect(),
        };
        let none = Rules::default();
        let rules = self.header.rules.as_deref().unwrap_or(&none);
        writer.lines_without_name(rules)?;
        for (name, rule) in rules.all() {
            let written = writer.rule(name, rule);
            written.ok_or_else(|| VariantError::Inexpressible(rule.line.clone()))?;
        }
        let mut puzzle = writer.parts;
        puzzle.insert("size".to_owned(), json!(n));
        puzzle.insert("grid".to_owned(), json!(writer.grid));
        Ok(Value::Object(puzzle))
    }

    /// The puzzle as a link of a site.
    pub fn link(&self, site: Site) -> Result<String, VariantError> {
        let text = self.to_fpuzzles()?.to_string();
        let error = || VariantError::Inexpressible("a variant as a SudokuWiki link".to_owned());
        packed_link(site, &text).ok_or_else(error)
    }
}

fn name(board: &Board, cell: Cell) -> String {
    format!("R{}C{}", board.row(cell) + 1, board.column(cell) + 1)
}

impl Writer<'_> {
    fn names(&self, cells: &[Cell]) -> Vec<String> {
        cells.iter().map(|&cell| name(self.board, cell)).collect()
    }

    fn push(&mut self, kind: &str, clue: Value) -> Option<()> {
        let list = self.parts.entry(kind).or_insert_with(|| json!([]));
        list.as_array_mut()?.push(clue);
        Some(())
    }

    fn push_line(&mut self, kind: &str, cells: &[Cell]) -> Option<()> {
        let names = self.names(cells);
        self.push(kind, json!({"lines": [names]}))
    }

    /// Writes the `all` and `allow` lines.
    fn lines_without_name(&mut self, rules: &Rules) -> Result<(), VariantError> {
        for line in &rules.lines {
            let kind = match line.as_str() {
                "all knight !=" => "antiknight",
                "all king !=" => "antiking",
                "all touch d!=1" => "nonconsecutive",
                other if other.starts_with("all ") => {
                    return Err(VariantError::Inexpressible(other.to_owned()));
                }
                _ => continue,
            };
            self.parts.insert(kind.to_owned(), json!(true));
        }
        let board = self.board;
        for cell in board.cells() {
            let members = board.members(board.cell_group(cell)).iter();
            let kept = members.filter(|it| !rules.gone.contains(it));
            let kept: Vec<usize> = kept.map(|&it| board.digit_of(it).index() + 1).collect();
            let is_all =
                |rest: usize| kept.len() == board.digits().skip(1 - rest).step_by(2).count();
            let has_rest = |rest: usize| kept.iter().all(|it| it % 2 == rest) && is_all(rest);
            let kind = match () {
                () if kept.len() == board.size() => continue,
                () if has_rest(1) => "odd",
                () if has_rest(0) => "even",
                () => {
                    let place = &mut self.grid[board.row(cell)][board.column(cell)];
                    place["givenPencilMarks"] = json!(kept);
                    continue;
                }
            };
            let clue = json!({"cell": name(board, cell)});
            let written = self.push(kind, clue);
            written.ok_or_else(|| VariantError::Inexpressible("allow".to_owned()))?;
        }
        Ok(())
    }

    fn rule(&mut self, name: &str, rule: &Rule) -> Option<()> {
        let cells = &*rule.cells;
        let names = self.names(cells);
        let argument = rule.line.split(' ').nth(2).unwrap_or_default();
        match rule.kind() {
            "cage" => self.push("killercage", json!({"cells": names, "value": argument})),
            "different" | "house" => self.region(name, cells),
            "has" => {
                let digits: Vec<u32> = argument.chars().filter_map(|it| it.to_digit(10)).collect();
                self.push("quadruple", json!({"cells": names, "values": digits}))
            }
            "path" => self.path(argument, cells),
            "sum" => self.sum(rule),
            "between" => {
                let [first, last, inner @ ..] = cells else {
                    return None;
                };
                let inner = inner.iter().copied();
                let line: Vec<Cell> = std::iter::once(*first)
                    .chain(inner)
                    .chain([*last])
                    .collect();
                self.push_line("betweenline", &line)
            }
            word @ ("sandwich" | "xsum" | "skyscraper") => {
                let kind = if word == "sandwich" {
                    "sandwichsum"
                } else {
                    word
                };
                let place = self.outside(cells)?;
                self.push(kind, json!({"cell": place, "value": argument}))
            }
            "every" if argument == format!("d<={}", cells.len() - 1) => {
                self.push_line("renban", cells)
            }
            "every" if argument == "d>=2" => self.push_line("nabner", cells),
            _ => None,
        }
    }

    fn region(&mut self, name: &str, cells: &[Cell]) -> Option<()> {
        let board = self.board;
        let n = board.size();
        if let Some(number) = name.strip_prefix('b').filter(|_| !board.has_boxes()) {
            let region: usize = number.parse().ok()?;
            for &cell in cells {
                self.grid[board.row(cell)][board.column(cell)]["region"] = json!(region - 1);
            }
            return Some(());
        }
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        let falling = (0..n).map(|it| board.cell(it, it));
        let rising = (0..n).map(|it| board.cell(it, n - 1 - it));
        if cells == falling.collect::<Vec<_>>() {
            self.parts.insert("diagonal-".to_owned(), json!(true));
        } else if cells == rising.collect::<Vec<_>>() {
            self.parts.insert("diagonal+".to_owned(), json!(true));
        } else {
            let names = self.names(&cells);
            self.push("extraregion", json!({"cells": names}))?;
        }
        Some(())
    }

    fn path(&mut self, relation: &str, cells: &[Cell]) -> Option<()> {
        let names = self.names(cells);
        if let Some((_, kind, has_lines)) = RELATIONS.iter().find(|it| it.0 == relation) {
            return match (has_lines, cells) {
                (true, _) => self.push_line(kind, cells),
                (false, [_, _]) => self.push(kind, json!({"cells": names})),
                (false, _) => None,
            };
        }
        let number = relation.trim_start_matches(|c: char| !c.is_ascii_digit());
        let sign = &relation[..relation.len() - number.len()];
        match (sign, cells) {
            ("d>=", _) => self.push("whispers", json!({"lines": [names], "value": number})),
            ("d=", [_, _]) => self.push("difference", json!({"cells": names, "value": number})),
            ("r=", [_, _]) => self.push("ratio", json!({"cells": names, "value": number})),
            ("s=", [_, _]) => {
                let letter = match number {
                    "10" => "X",
                    "5" => "V",
                    other => other,
                };
                self.push("xv", json!({"cells": names, "value": letter}))
            }
            ("=", [a, b]) => {
                let (a, b) = (name(self.board, *a), name(self.board, *b));
                self.push("clone", json!({"cells": [a], "cloneCells": [b]}))
            }
            ("e!=", [_, _]) => self.push_line("entropicline", cells),
            _ => None,
        }
    }

    /// An arrow, or a little killer clue.
    fn sum(&mut self, rule: &Rule) -> Option<()> {
        let row = rule.row.as_ref()?;
        let one = self.board.digits().next()?;
        let weight = |cell: &Cell| row.weight(self.board.candidate(*cell, one));
        let (mut head, shaft): (Vec<Cell>, Vec<Cell>) =
            rule.cells.iter().partition(|cell| weight(cell) > 0);
        head.sort_by_key(|cell| -weight(cell));
        let is_shaft = shaft.iter().all(|cell| weight(cell) == -1);
        let places = head.iter().rev().enumerate();
        let is_number = { places }.all(|(at, cell)| weight(cell) == 10_i64.pow(at.min(9) as u32));
        if row.hi == Some(0) && is_shaft && is_number && !shaft.is_empty() {
            let mut line = vec![*head.last()?];
            line.extend(shaft);
            let (head, line) = (self.names(&head), self.names(&line));
            return self.push("arrow", json!({"cells": head, "lines": [line]}));
        }
        if !shaft.is_empty() || head.iter().any(|cell| weight(cell) != 1) {
            return None;
        }
        self.little_killer(&rule.cells, row.hi?)
    }

    fn little_killer(&mut self, cells: &[Cell], sum: i64) -> Option<()> {
        let board = self.board;
        let place = |cell: Cell| (board.row(cell) as i64 + 1, board.column(cell) as i64 + 1);
        let (row, column) = place(*cells.first()?);
        // A clue beside a corner sees one cell, so either direction is right.
        let next = cells.get(1).map_or((row + 1, column + 1), |&it| place(it));
        let (down, right) = (next.0 - row, next.1 - column);
        let is_diagonal = down.abs() == 1 && right.abs() == 1;
        let mut pairs = cells.windows(2).map(|it| (place(it[0]), place(it[1])));
        let goes_on = pairs.all(|(a, b)| (b.0 - a.0, b.1 - a.1) == (down, right));
        if !is_diagonal || !goes_on {
            return None;
        }
        let first = format!("R{}C{}", row - down, column - right);
        let direction = format!(
            "{}{}",
            if down > 0 { "D" } else { "U" },
            if right > 0 { "R" } else { "L" }
        );
        let names = self.names(cells);
        let clue = json!({
            "cell": first, "cells": names, "direction": direction, "value": sum.to_string(),
        });
        self.push("littlekillersum", clue)
    }

    /// The place outside of the grid that sees the cells in this order.
    fn outside(&self, cells: &[Cell]) -> Option<String> {
        let board = self.board;
        let (first, last) = (*cells.first()?, *cells.last()?);
        let n = board.size();
        if cells.len() != n || n < 2 {
            return None;
        }
        let (row, column) = (board.row(first) + 1, board.column(first) + 1);
        let end = |is_near: bool| if is_near { 0 } else { n + 1 };
        match (board.row(first) == board.row(last), first < last) {
            (true, is_near) => Some(format!("R{row}C{}", end(is_near))),
            (false, is_near) => Some(format!("R{}C{column}", end(is_near))),
        }
    }
}
