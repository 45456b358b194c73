//! Sets of any size: predicates, with named cells for the relevant digits.
//!
//! A locked set, such as an almost locked set `S[2..5]`, is encoded for all sizes at once: a cell
//! of the set holds one of any two digits of the set. The number of cells is not mentioned, so one
//! query covers all sizes.

use super::super::axioms::val;
use super::super::smt::{SmtTerm, and, call, distinct, eq, implies, or, symbol};
use super::{Encoding, VariableTerms, name_of};
use qedoku_core::lang::ir::Var;

impl Encoding<'_> {
    /// Declares the next variable as a set of any size. Returns false if the variable is not such a
    /// set.
    pub(super) fn declare_set(&mut self, name: &str) -> bool {
        let var = Var(self.things.len() as u16);
        let is_cells = self.locked.iter().any(|l| l.cells == var);
        let is_digits = self.locked.iter().any(|l| l.digits == var);
        if !is_cells && !is_digits {
            return false;
        }
        let has = symbol(&format!("{name} has"));
        let sort = if is_cells { "Cell" } else { "Digit" };
        self.query
            .declare(format!("(declare-fun {has} ({sort}) Bool)"));
        self.things.push(match is_cells {
            true => VariableTerms::CellSet(has, Vec::new()),
            false => VariableTerms::DigitSet(has),
        });
        true
    }

    /// The digits with terms: single digits, and the digits of single cells and targets.
    pub(super) fn spoken_digits(&self) -> Vec<SmtTerm> {
        let mut digits = Vec::new();
        for (thing, variable) in self.things.iter().zip(&self.pattern.variables) {
            match thing {
                VariableTerms::Digits(all) if variable.size.is_none() => {
                    digits.extend(all.iter().cloned())
                }
                VariableTerms::Cells(all) => digits.extend(all.iter().map(|cell| val(cell))),
                VariableTerms::Node(node) => digits.push(node.digit.clone()),
                VariableTerms::Truth(truth) => digits.push(val(&truth.cell)),
                _ => {}
            }
        }
        digits.extend(self.targets.iter().flatten().map(|cell| val(cell)));
        digits.extend(self.other.clone());
        digits
    }

    /// For each set of cells and each of the digits, names the cell of the set that holds the
    /// digit. Asserts that the cells hold one of any `spare + 1` digits of the set.
    pub(super) fn name_witnesses(&mut self, sizes: &[usize]) {
        let spoken = self.spoken_digits();
        for pair in self.locked.clone() {
            let size = |var: Var| sizes[usize::from(var.0)];
            let spare = size(pair.digits).checked_sub(size(pair.cells));
            let (VariableTerms::CellSet(has, _), VariableTerms::DigitSet(may)) = (
                self.thing(pair.cells).clone(),
                self.thing(pair.digits).clone(),
            ) else {
                continue;
            };
            let plain = |t: &str| t.replace('|', "");
            let name = name_of(&self.pattern.variables[usize::from(pair.cells.0)]);
            let named: Vec<(SmtTerm, SmtTerm)> = (spoken.iter())
                .map(|digit| {
                    let cell = self.cell(&format!("{name} with {}", plain(digit)));
                    (digit.clone(), cell)
                })
                .collect();
            let own = named.iter().cloned();
            self.witnesses
                .extend(own.map(|(digit, cell)| (cell, (pair.cells, digit))));
            for subset in subsets(&named, spare.map_or(0, |spare| spare + 1)) {
                let digits: Vec<SmtTerm> = subset.iter().map(|(digit, _)| digit.clone()).collect();
                let in_set = digits.iter().map(|digit| call(&may, &[digit]));
                let several = and(in_set.chain([distinct(&digits)]));
                let there = |(digit, cell): &(SmtTerm, SmtTerm)| {
                    and([call(&has, &[cell]), eq(&val(cell), digit)])
                };
                let one = or(subset.iter().map(there));
                let why = "of one digit more than there are to spare, one is in the cells";
                self.query.assert(why, implies(&several, &one));
            }
            let own = named.into_iter().map(|(_, cell)| cell).collect();
            self.things[usize::from(pair.cells.0)] = VariableTerms::CellSet(has, own);
        }
    }
}

/// All subsets with `size` members.
fn subsets<T: Clone>(all: &[T], size: usize) -> Vec<Vec<T>> {
    let Some((first, rest)) = all.split_first() else {
        return if size == 0 {
            vec![Vec::new()]
        } else {
            Vec::new()
        };
    };
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut found = subsets(rest, size - 1);
    for set in &mut found {
        set.insert(0, first.clone());
    }
    found.extend(subsets(rest, size));
    found
}
