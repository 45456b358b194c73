//! The step `fill`, and the items of `fill`, `refuted` and `claim none`: `k1 r3c4 7b2`.

use crate::check::Checker;
use crate::definition::Role;
use crate::fill::{Condition, Fill, Variable};
use crate::sentences::{Decline, Need, Reason};
use crate::verdict::Stop;
use std::collections::{BTreeMap, BTreeSet};

const MAX_VARIABLES: usize = 64;
const MAX_MEMBERS: usize = 1_600;

impl Checker {
    pub fn fill(&mut self, [targets, items]: [&[&str]; 2]) -> Result<(), Stop> {
        let targets = self.targets(targets)?;
        let items = self.items(items)?;
        let mut seen = BTreeSet::new();
        for &target in &targets {
            self.need(seen.insert(target), Reason::TargetRepeated, target)?;
        }
        let mut fill = Fill::new(&self.board, &items, &self.live);
        for &target in &targets {
            let with = || Reason::Fillable(format!("with {}", self.board.name(target)));
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
            && let (role, row) = self.named(item)?
            && role != Role::Line
            && row.is_truth()
        {
            return Ok(self.empty(&row.members, None, Reason::GroupNotEmpty)?);
        }
        let items = self.items(items)?;
        let exists = Fill::new(&self.board, &items, &self.live).exists(None)?;
        let live = || Reason::Fillable("for the live candidates".to_string());
        Ok((!exists).need(live)?)
    }

    /// The variables and conditions of a fill.
    fn items(&self, words: &[&str]) -> Result<(Vec<Variable<'_>>, Vec<Condition<'_>>), Stop> {
        let (board, row_of) = (&self.board, |name| &self.names[name].row);
        let (mut variables, mut conditions) = (Vec::<Variable<'_>>::new(), Vec::new());
        let (mut seen, mut places, mut machines) = (BTreeSet::new(), BTreeMap::new(), Vec::new());
        for &word in words {
            let (role, row) = self.named(word)?;
            (role != Role::Deadly).need_of(word, Reason::NotFillable)?;
            seen.insert(word).need_of(word, Reason::ItemRepeated)?;
            let mut cells = Vec::new();
            if role == Role::Line {
                let line = &self.names[word];
                cells.clone_from(&line.cells);
                let machine = line.machine.iter();
                conditions.extend(machine.map(|it| Condition::Machine(it, &line.cells)));
                machines.extend(line.machine.iter().map(|_| (word, &line.cells)));
                let rows = line.conditions.iter().map(row_of);
                conditions.extend(rows.map(Condition::Row));
            } else if role != Role::Cell && row.is_truth() {
                variables.push((&row.members[..], None));
            } else {
                cells.extend(row.members.iter().map(|&x| board.cell(x)));
                cells.dedup();
                conditions.extend((role != Role::Cell).then_some(Condition::Row(row)));
            }
            for cell in cells {
                places.entry(cell).or_insert_with(|| {
                    variables.push((board.cell_candidates(cell), Some(cell)));
                    variables.len()
                });
            }
        }
        let members: usize = variables.iter().map(|(members, _)| members.len()).sum();
        if variables.len() > MAX_VARIABLES || members > MAX_MEMBERS {
            return Err(Decline::Limit.into());
        }
        for (word, cells) in machines {
            let ascends = cells.is_sorted_by_key(|cell| places[cell]);
            ascends.need_of(word, Reason::FillOrder)?;
        }
        Ok((variables, conditions))
    }
}
