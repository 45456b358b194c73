//! Placement of a model on the 9x9 board.
//!
//! From the equalities that hold in a model of a query about standard boards, each term gets a row,
//! a column and a digit. If the board has no room for the model, the result is a lemma that
//! excludes it.

use std::collections::BTreeMap;

use z3::Model;
use z3::ast::Bool;

use super::axioms::{KIND_PREDICATES, no_room, val};
use super::encode::{Encoding, TruthMembers, TruthTerms, VariableTerms};
use super::smt::{Query, SmtTerm, call, eq};
use super::solver;
use qedoku_core::grid::{Board, Cell, Digit, House, HouseKind};
use qedoku_core::lang::ir::Pattern;
use qedoku_core::matcher::{CellSet, HouseSet, Value};

/// The locations of the terms of a query.
#[derive(Clone, Debug, Default)]
pub struct Placement {
    /// The cell of each cell term.
    pub cells: BTreeMap<SmtTerm, Cell>,
    /// The digit of each digit term.
    pub digits: BTreeMap<SmtTerm, Digit>,
    /// The house of each house term.
    pub houses: BTreeMap<SmtTerm, House>,
    /// The digits of the cells.
    pub values: BTreeMap<Cell, Digit>,
    /// For each truth, whether it is a cell.
    cell_truths: BTreeMap<SmtTerm, bool>,
}

/// Parses formulas about the constants of a query in the current Z3 context.
pub fn parse(query: &Query, formulas: &[SmtTerm]) -> Vec<Bool> {
    let mut text = format!("{}\n{}\n", query.vocabulary, query.declarations.join("\n"));
    for formula in formulas {
        text.push_str(&format!("(assert {formula})\n"));
    }
    let solver = solver::any_logic();
    solver.from_string(text);
    solver.get_assertions()
}

fn truth_of(query: &Query, model: &Model, formulas: &[SmtTerm]) -> Vec<bool> {
    let value = |formula: &Bool| model.eval(formula, true).and_then(|b| b.as_bool());
    let parsed = parse(query, formulas);
    parsed.iter().map(|f| value(f).unwrap_or(false)).collect()
}

/// Terms with the number of their equivalence class in the model.
struct Classes {
    terms: Vec<SmtTerm>,
    class: Vec<usize>,
}

impl Classes {
    fn new(query: &Query, model: &Model, terms: Vec<SmtTerm>) -> Classes {
        let pairs: Vec<(usize, usize)> = (0..terms.len())
            .flat_map(|i| (0..i).map(move |j| (i, j)))
            .collect();
        let formulas: Vec<SmtTerm> = pairs
            .iter()
            .map(|&(i, j)| eq(&terms[i], &terms[j]))
            .collect();
        let equal = truth_of(query, model, &formulas);
        let mut class: Vec<usize> = Vec::new();
        let mut count = 0;
        for i in 0..terms.len() {
            let first = pairs
                .iter()
                .zip(&equal)
                .find(|((a, _), same)| *a == i && **same);
            let own = first.map(|((_, j), _)| class[*j]);
            class.push(own.unwrap_or(count));
            count += usize::from(own.is_none());
        }
        Classes { terms, class }
    }

    fn of(&self, term: &str) -> usize {
        let at = self.terms.iter().position(|t| t == term);
        at.map_or(0, |at| self.class[at])
    }

    fn count(&self) -> usize {
        self.class.iter().max().map_or(0, |c| c + 1)
    }

    /// One term of each of the classes.
    fn representatives(&self, classes: impl Iterator<Item = usize>) -> Vec<SmtTerm> {
        let of = |c: usize| self.class.iter().position(|&d| d == c);
        let found = classes.filter_map(of);
        found.map(|at| self.terms[at].clone()).collect()
    }
}

/// The lines of one direction: their classes and indexes.
struct LinesOfDirection {
    lines: Classes,
    index: Vec<usize>,
    blocks: Classes,
}

impl LinesOfDirection {
    /// Numbers the lines so that lines of one band in the model are in one band of the board. Fails
    /// with a lemma if there are too many lines.
    fn new(
        query: &Query,
        model: &Model,
        lines: Vec<SmtTerm>,
        mut blocks: Vec<SmtTerm>,
        block_of: &str,
        (height, count): (usize, usize),
    ) -> Result<LinesOfDirection, SmtTerm> {
        blocks.extend(lines.iter().map(|line| call(block_of, &[line])));
        let lines = Classes::new(query, model, lines);
        let blocks = Classes::new(query, model, blocks);
        if blocks.count() > count {
            return Err(no_room(&blocks.representatives(0..=count), &[]));
        }
        let mut used = vec![0; count];
        let mut index = Vec::new();
        for class in 0..lines.count() {
            let Some(line) = lines.representatives(std::iter::once(class)).pop() else {
                continue;
            };
            let block = blocks.of(&call(block_of, &[&line]));
            if used[block] == height {
                let inside = (0..=class).filter(|&c| {
                    let line = lines.representatives(std::iter::once(c)).pop();
                    line.is_some_and(|l| blocks.of(&call(block_of, &[&l])) == block)
                });
                let crowd = lines.representatives(inside);
                let together: Vec<SmtTerm> = crowd.iter().map(|l| call(block_of, &[l])).collect();
                return Err(no_room(&crowd, &together));
            }
            index.push(block * height + used[block]);
            used[block] += 1;
        }
        Ok(LinesOfDirection {
            lines,
            index,
            blocks,
        })
    }

    fn at(&self, line: &str) -> usize {
        self.index[self.lines.of(line)]
    }
}

impl Placement {
    /// The placement of a model.
    pub fn new(
        encoding: &Encoding<'_>,
        model: &Model,
        board: &Board,
    ) -> Result<Placement, SmtTerm> {
        let query = &encoding.query;
        let kinds = house_kinds(encoding, model);
        let of_kind = |kind: HouseKind| {
            let all = encoding.houses.iter().zip(&kinds);
            all.filter(move |(_, k)| **k == kind)
                .map(|(h, _)| h.term.clone())
        };
        let coordinate = |function: &str, cells: &[SmtTerm]| -> Vec<SmtTerm> {
            cells.iter().map(|c| call(function, &[c])).collect()
        };
        let shape = board.shape();
        let bands = (shape.height, board.size() / shape.height);
        let stacks = (shape.width, board.size() / shape.width);
        let mut rows = coordinate("row", &encoding.cells);
        rows.extend(of_kind(HouseKind::Row).map(|h| call("row-of", &[&h])));
        let boxes = |f: &str| of_kind(HouseKind::Box).map(|h| call(f, &[&h])).collect();
        let rows = LinesOfDirection::new(query, model, rows, boxes("band-of"), "band", bands)?;
        let mut columns = coordinate("column", &encoding.cells);
        columns.extend(of_kind(HouseKind::Column).map(|h| call("column-of", &[&h])));
        let columns =
            LinesOfDirection::new(query, model, columns, boxes("stack-of"), "stack", stacks)?;
        let mut digits = encoding.digits.clone();
        digits.extend(encoding.cells.iter().map(|c| val(c)));
        let digits = Classes::new(query, model, digits);
        if digits.count() > board.size() {
            return Err(no_room(&digits.representatives(0..=board.size()), &[]));
        }
        let mut placement = Placement::default();
        for term in &encoding.cells {
            let (row, column) = (
                rows.at(&call("row", &[term])),
                columns.at(&call("column", &[term])),
            );
            let cell = board.cell(row, column);
            placement.cells.insert(term.clone(), cell);
            let digit = Digit::new(digits.of(&val(term)));
            placement.values.insert(cell, digit);
        }
        for term in &encoding.digits {
            placement
                .digits
                .insert(term.clone(), Digit::new(digits.of(term)));
        }
        let n = board.size();
        for (house, kind) in encoding.houses.iter().zip(&kinds) {
            let term = &house.term;
            let index = match kind {
                HouseKind::Row => rows.at(&call("row-of", &[term])),
                HouseKind::Column => n + columns.at(&call("column-of", &[term])),
                _ => {
                    let band = rows.blocks.of(&call("band-of", &[term]));
                    let stack = columns.blocks.of(&call("stack-of", &[term]));
                    2 * n + band * stacks.1 + stack
                }
            };
            placement.houses.insert(term.clone(), House::new(index));
        }
        placement.note_truths(encoding, model);
        Ok(placement)
    }

    fn note_truths(&mut self, encoding: &Encoding<'_>, model: &Model) {
        for thing in &encoding.things {
            if let VariableTerms::Truth(TruthTerms {
                members: TruthMembers::OfBoard { is_cell, .. },
                ..
            }) = thing
            {
                let holds = truth_of(&encoding.query, model, std::slice::from_ref(is_cell));
                self.cell_truths.insert(is_cell.clone(), holds == [true]);
            }
        }
    }

    /// The values of the variables.
    pub fn bindings(
        &self,
        board: &Board,
        encoding: &Encoding<'_>,
        pattern: &Pattern,
    ) -> Vec<Value> {
        let things = encoding.things.iter().take(pattern.variables.len());
        things
            .map(|thing| match thing {
                VariableTerms::Digits(all) => Value::Digits(
                    all.iter()
                        .fold(0, |mask, t| mask | 1 << self.digits[t].index()),
                ),
                // Counterexamples have sets of fixed sizes.
                VariableTerms::DigitSet(_) => Value::Digits(0),
                VariableTerms::CellSet(..) => Value::Cells(CellSet::EMPTY),
                VariableTerms::Cells(all) => {
                    Value::Cells(all.iter().map(|t| self.cells[t]).collect())
                }
                VariableTerms::Houses(all) => Value::Houses(
                    all.iter()
                        .map(|h| self.houses[&h.term])
                        .collect::<HouseSet>(),
                ),
                VariableTerms::Node(node) => Value::Candidates(
                    self.digits[&node.digit],
                    CellSet::only(self.cells[&node.cell]),
                ),
                VariableTerms::Truth(truth) => Value::Truth(match &truth.members {
                    TruthMembers::OfBoard {
                        is_cell,
                        house,
                        digit,
                    } if !self.cell_truths[is_cell] => {
                        board.house_group(self.houses[&house.term], self.digits[digit])
                    }
                    _ => board.cell_group(self.cells[&truth.cell]),
                }),
            })
            .collect()
    }
}

fn house_kinds(encoding: &Encoding<'_>, model: &Model) -> Vec<HouseKind> {
    let asked: Vec<SmtTerm> = (encoding.houses.iter())
        .flat_map(|h| {
            KIND_PREDICATES[..2]
                .iter()
                .map(|(_, name)| call(name, &[&h.term]))
        })
        .collect();
    let answers = truth_of(&encoding.query, model, &asked);
    answers
        .chunks(2)
        .map(|is| match is {
            [true, _] => HouseKind::Row,
            [_, true] => HouseKind::Column,
            _ => HouseKind::Box,
        })
        .collect()
}
