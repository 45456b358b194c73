//! The step `fill`, and the items of `fill`, `refuted` and `claim none`: whether one live candidate
//! can be chosen for each variable, such that no two exclude each other and all rows and machines
//! accept. For `fill r2c1<>1 : k1` the variables are the cells of the cage `k1`.
//!
//! The search proceeds from variable to variable and keeps each distinct node once. FORMAT.md
//! counts the nodes in the same way.

use crate::board::Board;
use crate::check::Checker;
use crate::names::{Definition, State, is_machine, is_row};
use crate::row::{Candidate, Row, Set};
use crate::verdict::{Judged, Need};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashSet}; // order does not matter
use std::hash::Hash;

const MAX_NODES: usize = 100_000;
const MAX_VARIABLES: usize = 64;
const MAX_MEMBERS: usize = 1_600;

/// A truth, one of whose live members is chosen, and whether it is a cell.
type Variable = (Vec<Candidate>, bool);

/// A condition on the candidates that are chosen for cells.
enum Condition<'a> {
    Row(&'a Row),
    Machine(&'a Definition),
}

/// The nodes of a layer, in any order.
type Layer<Node> = HashSet<Node>; // order does not matter

/// The search for a filling.
struct Fill<'a> {
    board: &'a Board,
    /// The exclusions of the members of all variables.
    excluded: BTreeMap<Candidate, Set>,
    variables: Vec<Variable>,
    conditions: Vec<Condition<'a>>,
    /// The number of nodes visited.
    nodes: Cell<usize>,
}

impl Checker {
    pub fn fill(&mut self, [targets, items]: [&[&str]; 2]) -> Judged {
        let targets = self.targets(targets)?;
        let fill = self.items(items)?;
        let mut seen = BTreeSet::new();
        for &target in &targets {
            self.need(seen.insert(target), "target-repeated", target)?;
        }
        for &target in &targets {
            let with = || vec![format!("with {}", self.board.name(target))];
            let left = self.live.minus(&self.board.excluded(target));
            (!fill.exists(left)?).need_with("fillable", with)?;
        }
        self.eliminate(&targets)
    }

    /// Rejects the items if they have a filling. A truth has none if no member is live.
    pub fn unfillable(&self, items: &[&str]) -> Judged {
        if let [item] = items
            && let (kind, row) = self.named(item)?
            && is_row(kind)
            && row.is_truth()
        {
            return self.empty(row, None, "group-not-empty");
        }
        let exists = self.items(items)?.exists(self.live.clone())?;
        (!exists).need_with("fillable", || vec!["for the live candidates".to_string()])
    }

    /// The variables and conditions of a fill.
    fn items(&self, words: &[&str]) -> Judged<Fill<'_>> {
        let board = &self.board;
        let (mut variables, mut conditions) = (Vec::<Variable>::new(), Vec::new());
        let (mut seen, mut numbers) = (BTreeSet::new(), BTreeMap::new());
        for &word in words {
            let (kind, row) = self.named(word)?;
            (kind != "deadly").need_of(word, "not-fillable")?;
            seen.insert(word).need_of(word, "item-repeated")?;
            if is_row(kind) && kind != "cell" && row.is_truth() {
                variables.push((row.members().collect(), false));
                continue;
            }
            let cells: Vec<_> = match is_row(kind) {
                true => row.members().map(|x| board.cell(x)).collect(),
                false => board.names[word].cells.clone(),
            };
            match kind {
                "row" | "derive" | "cut" | "digit" | "cage" | "sum" => {
                    conditions.push(Condition::Row(row));
                }
                "has" => {
                    let digits = board.names[word].digits.iter().flatten();
                    conditions.extend(digits.map(Condition::Row));
                }
                _ if is_machine(kind) => conditions.push(Condition::Machine(&board.names[word])),
                _ => {}
            }
            for cell in cells {
                numbers.entry(cell).or_insert_with(|| {
                    variables.push((board.cell_candidates(cell).collect(), true));
                    variables.len()
                });
            }
        }
        let members: Vec<_> = variables.iter().flat_map(|(members, _)| members).collect();
        (variables.len() <= MAX_VARIABLES && members.len() <= MAX_MEMBERS).need("limit")?;
        for &word in words {
            let machine = board.names.get(word).filter(|it| is_machine(it.kind));
            let ascends = machine.is_none_or(|it| it.cells.is_sorted_by_key(|it| numbers[it]));
            ascends.need_of(word, "fill-order")?;
        }
        let excluded = |&x: &Candidate| (x, board.excluded(x));
        let excluded = members.into_iter().map(excluded).collect();
        Ok(Fill {
            board,
            excluded,
            variables,
            conditions,
            nodes: Cell::new(0),
        })
    }
}

impl Condition<'_> {
    /// The state after a candidate is chosen for a variable. `None` if a machine fails.
    fn step(&self, board: &Board, state: State, is_cell: bool, x: Candidate) -> Option<State> {
        match self {
            Condition::Row(row) if is_cell => Some([state[0] + row.weight(x), 0, 0]),
            Condition::Machine(it) if is_cell && it.cells.contains(&board.cell(x)) => {
                it.step(board.n() as i64, state, board.value(x))
            }
            _ => Some(state),
        }
    }
}

impl Fill<'_> {
    /// Whether a filling exists with candidates of a set.
    fn exists(&self, left: Set) -> Judged<bool> {
        let good = self.conditions.iter().map(|it| self.good_states(it, &left));
        let good = &good.collect::<Judged<Vec<_>>>()?;
        if good.iter().any(|layers| layers[0].is_empty()) {
            return Ok(false);
        }
        let mut layer = Layer::from([(vec![State::default(); good.len()], left)]);
        for (index, (members, is_cell)) in self.variables.iter().enumerate() {
            let later = self.variables[index + 1..].iter();
            let later = &self.board.set(later.flat_map(|(it, _)| it.iter().copied()));
            layer = self.next(&layer, |(states, left)| {
                let choices = members.iter().filter(|&&x| left.has(x));
                choices.filter_map(move |&x| {
                    let moved = self.conditions.iter().zip(states).zip(good);
                    let moved = moved.map(|((condition, &state), good)| {
                        let next = condition.step(self.board, state, *is_cell, x);
                        next.filter(|next| good[index + 1].contains(next))
                    });
                    let left = left.and(later).minus(&self.excluded[&x]);
                    Some((moved.collect::<Option<Vec<_>>>()?, left))
                })
            })?;
        }
        Ok(!layer.is_empty())
    }

    /// For each layer, the states of a condition that can lead to acceptance.
    fn good_states(&self, condition: &Condition, left: &Set) -> Judged<Vec<Layer<State>>> {
        let moves = |state: State, (members, is_cell): &Variable| {
            let members = members.iter().filter(|&&x| left.has(x));
            let step = |&x| condition.step(self.board, state, *is_cell, x);
            members.filter_map(step).collect::<Vec<_>>()
        };
        let mut layers = vec![Layer::from([State::default()])];
        for (index, variable) in self.variables.iter().enumerate() {
            layers.push(self.next(&layers[index], |&state| moves(state, variable))?);
        }
        let end = self.variables.len();
        layers[end].retain(|&state| match condition {
            Condition::Row(row) => row.allows(state[0]),
            Condition::Machine(machine) => machine.accepts(state),
        });
        for (index, variable) in self.variables.iter().enumerate().rev() {
            let (before, after) = layers.split_at_mut(index + 1);
            let is_good = |state: &State| after[0].contains(state);
            before[index].retain(|&state| moves(state, variable).iter().any(is_good));
        }
        Ok(layers)
    }

    /// The layer to which some moves lead. Each node of it counts.
    fn next<'n, N: Eq + Hash, I: IntoIterator<Item = N>>(
        &self,
        layer: &'n Layer<N>,
        moves: impl Fn(&'n N) -> I,
    ) -> Judged<Layer<N>> {
        let mut next = Layer::new();
        for node in layer.iter().flat_map(moves) {
            let is_new = usize::from(next.insert(node));
            self.nodes.set(self.nodes.get() + is_new);
            (self.nodes.get() <= MAX_NODES).need("fill-cap")?;
        }
        Ok(next)
    }
}
