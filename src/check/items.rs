//! The step `fill`, and the items of `fill`, `refuted` and `claim none`: `k1 r3c4 7b2`.

use crate::check::Checker;
use crate::fill::{Condition, Fill, Variable};
use crate::names::Role;
use crate::sentences::{Decline, Need, Reason};
use crate::verdict::Stop;
use std::collections::{BTreeMap, BTreeSet};

const MAX_VARIABLES: usize = 64;

impl Checker {
    pub fn fill(&mut self, [targets, items]: [&[&str]; 2]) -> Result<(), Stop> {
        let targets = self.targets(targets)?;
        let items = self.items(items)?;
        let mut seen = BTreeSet::new();
        for &target in &targets {
            self.need(seen.insert(target), Reason::TargetRepeated, target)?;
        }
        let board = &self.board;
        let mut fill = Fill::new(board, &items, &self.live);
        for &target in &targets {
            let with = || Reason::Fillable(format!("with {}", board.name(target)));
            (!fill.exists(Some(target))?).need(with)?;
        }
        Ok(self.eliminate(&targets)?)
    }

    /// Whether these words may stand in place of the group of a `refuted`.
    pub fn is_list(&self, items: &[&str]) -> bool {
        items.len() == 1 || self.is_new && !items.is_empty()
    }

    /// Rejects the items if they have a filling. A truth has none if no member is live.
    pub fn unfillable(&self, items: &[&str]) -> Result<(), Stop> {
        if let [item] = items
            && let Some(truth) = self.named(item)?.truth()
        {
            return Ok(self.empty(&truth.members, None, Reason::GroupNotEmpty)?);
        }
        let items = self.items(items)?;
        let exists = Fill::new(&self.board, &items, &self.live).exists(None)?;
        let live = || Reason::Fillable("for the live candidates".to_string());
        Ok((!exists).need(live)?)
    }

    /// The variables and conditions of a fill.
    fn items(&self, words: &[&str]) -> Result<(Vec<Variable<'_>>, Vec<Condition<'_>>), Stop> {
        let board = &self.board;
        let (mut variables, mut conditions) = (Vec::new(), Vec::new());
        let (mut seen, mut places, mut machines) = (BTreeSet::new(), BTreeMap::new(), Vec::new());
        for &word in words {
            let named = self.named(word)?;
            let is_deadly = named.line.is_some_and(|line| line.role == Role::Deadly);
            (!is_deadly).need_of(word, Reason::NotFillable)?;
            seen.insert(word).need_of(word, Reason::ItemRepeated)?;
            let mut cells = Vec::from_iter(named.cell);
            match (named.line, named.row) {
                (Some(line), _) => {
                    cells.clone_from(&line.cells);
                    conditions.extend(line.machine.map(|it| Condition::Machine(it, &line.cells)));
                    machines.extend(line.machine.map(|_| (word, &line.cells)));
                    let digits = (0..board.n()).map(|digit| board.digit_name(digit) + word);
                    let of_digits =
                        digits.filter_map(|name| self.names.all.get(&name)?.row.as_ref());
                    let rows: Vec<_> = match named.row {
                        Some(row) => vec![row],
                        None => of_digits.collect(),
                    };
                    let is_filled = line.role == Role::CellsAndRows;
                    conditions.extend(rows.into_iter().filter(|_| is_filled).map(Condition::Row));
                }
                (None, Some(row)) if !row.is_truth() => {
                    cells.extend(row.members.iter().map(|&x| board.cell(x)));
                    cells.dedup();
                    conditions.push(Condition::Row(row));
                }
                (None, Some(row)) if named.cell.is_none() => {
                    let members = &row.members[..];
                    variables.push(Variable { members, cell: None });
                }
                _ => {}
            }
            for cell in cells {
                places.entry(cell).or_insert_with(|| {
                    let members = board.cell_candidates(cell);
                    variables.push(Variable { members, cell: Some(cell) });
                    variables.len()
                });
            }
        }
        if variables.len() > MAX_VARIABLES {
            return Err(Decline::Limit.into());
        }
        for (word, cells) in machines {
            let ascends = cells.is_sorted_by_key(|cell| places[cell]);
            ascends.need_of(word, Reason::FillOrder)?;
        }
        Ok((variables, conditions))
    }
}
