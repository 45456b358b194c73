//! The step `fill`, and the items of `fill`, `refuted` and `claim none`: whether one live candidate
//! can be chosen for each variable, such that no two exclude each other and all rows and machines
//! accept. For `fill r2c1<>1 : k1` the variables are the cells of the cage `k1`.
//!
//! The search proceeds from variable to variable and keeps each distinct node once. FORMAT.md
//! counts the nodes in the same way.

use crate::board::{Board, Candidate, Role, Row, has, set_of};
use crate::check::Checker;
use crate::machine::{Machine, State};
use crate::sentences::{Decline, Reason};
use crate::verdict::{Judged, Need};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashSet}; // order does not matter
use std::ops::Range;

const MAX_NODES: usize = 100_000;
const MAX_VARIABLES: usize = 64;
const MAX_MEMBERS: usize = 1_600;

/// A truth, one of whose members is chosen: the places of its live members in a list, and whether
/// the truth is a cell.
type Variable = (Range<usize>, bool);

/// A condition on the candidates that are chosen for cells.
enum Condition<'a> {
    Row(&'a Row),
    /// A machine and its cells.
    Machine(&'a Machine, &'a [usize]),
}

/// The states of a condition, in any order.
type States = HashSet<State>; // order does not matter

/// The nodes of a layer: the state of each condition, and the places left for later variables.
type Layer = HashSet<(Vec<State>, Vec<u64>)>; // order does not matter

/// The search for a filling.
struct Fill<'a> {
    board: &'a Board,
    /// The live members of all variables, one variable after the other.
    places: Vec<Candidate>,
    /// For each place, the set of places that its candidate excludes.
    excluded: Vec<Vec<u64>>,
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
            self.need(seen.insert(target), Reason::TargetRepeated, target)?;
        }
        for &target in &targets {
            let with = || Reason::Fillable(format!("with {}", self.board.name(target)));
            (!fill.exists(|x| !self.board.excludes(target, x))?).need(with)?;
        }
        self.eliminate(&targets)
    }

    /// Whether these words may stand in place of the group of a `refuted`.
    pub fn is_list(&self, items: &[&str]) -> bool {
        items.len() == 1 || self.is_new && !items.is_empty()
    }

    /// Rejects the items if they have a filling. A truth has none if no member is live.
    pub fn unfillable(&self, items: &[&str]) -> Judged {
        if let [item] = items
            && let (role, row) = self.named(item)?
            && role != Role::Line
            && row.is_truth()
        {
            return self.empty(row.members(), None, Reason::GroupNotEmpty);
        }
        let exists = self.items(items)?.exists(|_| true)?;
        (!exists).need(|| Reason::Fillable("for the live candidates".to_string()))
    }

    /// The variables and conditions of a fill.
    fn items(&self, words: &[&str]) -> Judged<Fill<'_>> {
        let (board, mut conditions) = (&self.board, Vec::new());
        let mut truths: Vec<(Vec<_>, _)> = Vec::new();
        let (mut seen, mut numbers) = (BTreeSet::new(), BTreeMap::new());
        for &word in words {
            let (role, row) = self.named(word)?;
            (role != Role::Deadly).need_of(word, Reason::NotFillable)?;
            seen.insert(word).need_of(word, Reason::ItemRepeated)?;
            let mut cells: Vec<_> = row.members().map(|x| board.cell(x)).collect();
            cells.dedup();
            if role == Role::Line {
                let line = &self.names[word];
                cells.clone_from(&line.cells);
                conditions.extend(line.conditions.iter().map(Condition::Row));
                let machine = line.machine.iter();
                conditions.extend(machine.map(|it| Condition::Machine(it, &line.cells)));
            } else if role != Role::Cell && row.is_truth() {
                truths.push((row.members().collect(), false));
                continue;
            } else if role != Role::Cell {
                conditions.push(Condition::Row(row));
            }
            for cell in cells {
                numbers.entry(cell).or_insert_with(|| {
                    truths.push((board.cell_candidates(cell).collect(), true));
                    truths.len()
                });
            }
        }
        let members: usize = truths.iter().map(|(members, _)| members.len()).sum();
        let fits = truths.len() <= MAX_VARIABLES && members <= MAX_MEMBERS;
        fits.need(|| Decline::Limit)?;
        for &word in words {
            let machine = self.names.get(word).filter(|it| it.machine.is_some());
            let ascends = machine.is_none_or(|it| it.cells.is_sorted_by_key(|cell| numbers[cell]));
            ascends.need_of(word, Reason::FillOrder)?;
        }
        Ok(Fill::new(self, &truths, conditions))
    }
}

impl Condition<'_> {
    /// The state after a candidate is chosen for a variable. `None` if a machine fails.
    fn step(&self, state: State, board: &Board, is_cell: bool, x: Candidate) -> Option<State> {
        match self {
            Condition::Row(row) if is_cell => Some([state[0] + row.weight(x), 0, 0]),
            Condition::Machine(machine, cells) if is_cell && cells.contains(&board.cell(x)) => {
                machine.step(state, board.value(x))
            }
            _ => Some(state),
        }
    }

    fn accepts(&self, state: State) -> bool {
        match self {
            Condition::Row(row) => row.allows(state[0]),
            Condition::Machine(machine, _) => machine.accepts(state),
        }
    }
}

impl<'a> Fill<'a> {
    fn new(
        checker: &'a Checker,
        truths: &[(Vec<Candidate>, bool)],
        conditions: Vec<Condition<'a>>,
    ) -> Fill<'a> {
        let (mut places, mut variables) = (Vec::new(), Vec::new());
        for (members, is_cell) in truths {
            let start = places.len();
            places.extend(members.iter().filter(|x| checker.live[x.index()]));
            variables.push((start..places.len(), *is_cell));
        }
        let mut fill = Fill {
            board: &checker.board,
            places,
            excluded: Vec::new(),
            variables,
            conditions,
            nodes: Cell::new(0),
        };
        let excluded = |&x| fill.set_of(|y| fill.board.excludes(x, y));
        fill.excluded = fill.places.iter().map(excluded).collect();
        fill
    }

    /// Whether a filling exists with the live candidates for which `keeps` holds.
    fn exists(&self, keeps: impl Fn(Candidate) -> bool) -> Judged<bool> {
        let left = self.set_of(keeps);
        let conditions = self.conditions.iter();
        let good = conditions.map(|it| self.good_states(it, &left));
        let good: Vec<_> = good.collect::<Judged<_>>()?;
        if good.iter().any(|layers| layers[0].is_empty()) {
            return Ok(false);
        }
        let start = vec![State::default(); good.len()];
        let mut layer = Layer::from([(start, left)]);
        for index in 0..self.variables.len() {
            layer = self.next_layer(index, &layer, &good)?;
        }
        Ok(!layer.is_empty())
    }

    /// The set of the places whose candidates satisfy the predicate.
    fn set_of(&self, holds: impl Fn(Candidate) -> bool) -> Vec<u64> {
        let places = 0..self.places.len();
        set_of(
            places.len(),
            places.filter(|&place| holds(self.places[place])),
        )
    }

    fn next_layer(&self, index: usize, layer: &Layer, good: &[Vec<States>]) -> Judged<Layer> {
        let ((places, is_cell), mut next) = (self.variables[index].clone(), Layer::new());
        let later = set_of(self.places.len(), places.end..self.places.len());
        for (states, left) in layer {
            for place in places.clone().filter(|&place| has(left, place)) {
                let moved = self.conditions.iter().zip(states).zip(good);
                let moved = moved.map(|((condition, &state), good)| {
                    let next = condition.step(state, self.board, is_cell, self.places[place]);
                    next.filter(|next| good[index + 1].contains(next))
                });
                let Some(states) = moved.collect() else {
                    continue;
                };
                let left = left.iter().zip(&later).zip(&self.excluded[place]);
                let left = left.map(|((left, later), excluded)| left & later & !excluded);
                next.insert((states, left.collect()));
                self.limit(next.len())?;
            }
        }
        self.nodes.set(self.nodes.get() + next.len());
        Ok(next)
    }

    /// The states of a condition before each variable and at the end that can lead to acceptance.
    fn good_states(&self, condition: &Condition, left: &[u64]) -> Judged<Vec<States>> {
        let moves = |state: State, (places, is_cell): &Variable| {
            let places = places.clone().filter(|&place| has(left, place));
            let step = |place| condition.step(state, self.board, *is_cell, self.places[place]);
            places.filter_map(step).collect::<Vec<_>>()
        };
        let mut layers = vec![States::from([State::default()])];
        for variable in &self.variables {
            let mut next = States::new();
            for &state in layers.last().into_iter().flatten() {
                next.extend(moves(state, variable));
                self.limit(next.len())?;
            }
            self.nodes.set(self.nodes.get() + next.len());
            layers.push(next);
        }
        let end = self.variables.len();
        layers[end].retain(|&state| condition.accepts(state));
        for (index, variable) in self.variables.iter().enumerate().rev() {
            let (before, after) = layers.split_at_mut(index + 1);
            let leads = |state: State| {
                moves(state, variable)
                    .iter()
                    .any(|it| after[0].contains(it))
            };
            before[index].retain(|&state| leads(state));
        }
        Ok(layers)
    }

    /// Declines if the nodes so far and `more` others exceed the limit.
    fn limit(&self, more: usize) -> Judged {
        (self.nodes.get() + more <= MAX_NODES).need(|| Decline::FillCap)
    }
}
