//! The step `fill`, and the items of `fill`, `refuted` and `claim none`: `k1 r3c4 7b2`.

use crate::check::Checker;
use crate::fill::{Condition, Fill, Variable};
use crate::rules::Role;
use crate::sentences::{Decline, Reason, need, quote};
use crate::steps::Named;
use crate::verdict::Stop;
use std::collections::{BTreeMap, BTreeSet};

const MAX_VARIABLES: usize = 64;

/// The variables and conditions of a fill.
type Items<'a> = (Vec<Variable<'a>>, Vec<Condition<'a>>);

impl Checker<'_> {
    pub fn fill(&mut self, [targets, items]: [&[&str]; 2]) -> Result<(), Stop> {
        let targets = self.targets(targets)?;
        let (variables, conditions) = self.items(items)?;
        let mut seen = vec![false; self.board.candidates()];
        for &target in &targets {
            let first = !std::mem::replace(&mut seen[target.index()], true);
            self.need(first, Reason::TargetRepeated, target)?;
        }
        let mut fill = Fill::new(self.board, &variables, &conditions, &self.live);
        for &target in &targets {
            let with = || Reason::Fillable(format!("with {}", self.board.name(target)));
            need(!fill.exists(Some(target))?, with)?;
        }
        Ok(self.eliminate(&targets)?)
    }

    /// The variables and conditions of a fill.
    pub fn items(&self, words: &[&str]) -> Result<Items<'_>, Stop> {
        let (mut variables, mut conditions) = (Vec::<Variable>::new(), Vec::new());
        let (mut seen, mut places) = (BTreeSet::new(), BTreeMap::new());
        for &word in words {
            let named = self.named(word)?;
            let mut cells = Vec::new();
            match &named {
                _ if named.truth(self.board).is_some() => {}
                Named::Row(row) => {
                    cells.extend(row.members.iter().map(|&x| self.board.cell(x)));
                    cells.dedup();
                    conditions.push((word, Condition::Row(row)));
                }
                Named::Line(line) if line.role == Role::Deadly => {
                    return Err(Reason::NotFillable(quote(word)).into());
                }
                Named::Line(line) => {
                    cells.clone_from(&line.cells);
                    let machine = line.machine.as_ref();
                    conditions
                        .extend(machine.map(|it| (word, Condition::Machine(it, &line.cells))));
                    let rows = line.row.iter().chain(line.digits.iter().flatten());
                    let most = if line.row.is_some() {
                        1
                    } else {
                        line.digits.len()
                    };
                    if line.role == Role::CellsAndRows {
                        conditions.extend(rows.take(most).map(|row| (word, Condition::Row(row))));
                    }
                }
                Named::Cell(_) => {}
            }
            need(seen.insert(word), || Reason::ItemRepeated(quote(word)))?;
            match (named.truth(self.board), &named) {
                (Some(_), &Named::Cell(cell)) => cells.push(cell),
                (Some(row), _) => variables.push(Variable {
                    members: &row.members,
                    cell: None,
                }),
                _ => {}
            }
            for cell in cells {
                places.entry(cell).or_insert_with(|| {
                    let row = Named::Cell(cell).row(self.board);
                    let members = row.map_or(&[][..], |row| &row.members);
                    variables.push(Variable {
                        members,
                        cell: Some(cell),
                    });
                    variables.len()
                });
            }
        }
        if variables.len() > MAX_VARIABLES {
            return Err(Decline::Limit.into());
        }
        for (word, condition) in &conditions {
            if let Condition::Machine(_, cells) = condition {
                let ascends = cells.is_sorted_by_key(|cell| places[cell]);
                need(ascends, || Reason::FillOrder(quote(word)))?;
            }
        }
        Ok((variables, conditions.into_iter().map(|it| it.1).collect()))
    }
}
