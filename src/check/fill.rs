//! Fillings: whether one live candidate can be chosen for each variable, such that no two exclude
//! each other and all rows and machines accept. For `fill r2c1<>1 : k1` the variables are the cells
//! of the cage `k1`.
//!
//! The search goes from variable to variable, and keeps each different node once. FORMAT.md counts
//! the nodes in just this way.

use crate::board::{Board, Candidate, Row};
use crate::machine::{Machine, State};
use crate::sentences::Decline;
use crate::verdict::Stop;
use std::collections::{HashMap, HashSet}; // order does not matter

const MAX_NODES: usize = 100_000;

/// The nodes of a layer: the state of each condition, then the places that are left.
type Layer = HashSet<Box<[u64]>>; // order does not matter

/// A truth, of which one member is chosen.
pub(crate) struct Variable<'a> {
    pub members: &'a [Candidate],
    /// The cell of whose candidates one is chosen; none for another truth.
    pub cell: Option<usize>,
}

/// What the chosen candidates must fulfil.
pub(crate) enum Condition<'a> {
    Row(&'a Row),
    /// A machine and its cells.
    Machine(&'a Machine, &'a [usize]),
}

/// No state, or none that can lead to a filling.
const NONE: usize = usize::MAX;

/// A question for a filling.
pub(crate) struct Fill<'a> {
    board: &'a Board,
    conditions: &'a [Condition<'a>],
    variables: &'a [Variable<'a>],
    /// The live members of all variables, one variable after the other.
    places: Vec<Candidate>,
    /// For each variable its first place, and at the end the number of all places.
    starts: Vec<usize>,
    /// For each place the set of places that its candidate excludes.
    excluded: Vec<Vec<u64>>,
    /// The number of nodes so far.
    nodes: usize,
}

/// For each variable, state and place: the next state, or `NONE`.
type Moves = Vec<Vec<usize>>;

impl<'a> Fill<'a> {
    pub fn new(
        board: &'a Board,
        variables: &'a [Variable<'a>],
        conditions: &'a [Condition<'a>],
        live: &[bool],
    ) -> Fill<'a> {
        let (mut places, mut starts) = (Vec::new(), vec![0]);
        for variable in variables {
            places.extend(variable.members.iter().copied().filter(|x| live[x.index()]));
            starts.push(places.len());
        }
        let excluded = places
            .iter()
            .map(|&x| set_of(&places, |y| board.excludes(x, y)));
        let excluded = excluded.collect();
        #[rustfmt::skip]
        return Fill { board, conditions, variables, places, starts, excluded, nodes: 0 };
    }

    /// Whether a filling exists if a candidate is taken as true.
    pub fn exists(&mut self, target: Option<Candidate>) -> Result<bool, Stop> {
        let keeps = |x| target.is_none_or(|target| !self.board.excludes(target, x));
        let left = set_of(&self.places, keeps);
        let mut all_moves = Vec::new();
        for condition in self.conditions {
            all_moves.push(self.moves(condition, &left)?);
        }
        if all_moves.iter().any(Option::is_none) {
            return Ok(false);
        }
        let all_moves: Vec<Moves> = all_moves.into_iter().flatten().collect();
        // A node: the state of each condition, then the places that are left.
        let mut start = vec![0; all_moves.len()];
        start.extend(left);
        let mut layer = Layer::from([start.into_boxed_slice()]);
        for index in 0..self.variables.len() {
            layer = self.next_layer(index, &layer, &all_moves)?;
        }
        Ok(!layer.is_empty())
    }

    fn next_layer(
        &mut self,
        index: usize,
        layer: &Layer,
        all_moves: &[Moves],
    ) -> Result<Layer, Stop> {
        let (start, end) = (self.starts[index], self.starts[index + 1]);
        let mut next = Layer::new();
        for node in layer {
            let (states, left) = node.split_at(all_moves.len());
            for place in (start..end).filter(|&place| has(left, place)) {
                let mut child = node.clone();
                let (new_states, new_left) = child.split_at_mut(states.len());
                let mut fits = true;
                for (state, moves) in new_states.iter_mut().zip(all_moves) {
                    let moved = moves[index][*state as usize * (end - start) + place - start];
                    fits &= moved != NONE;
                    *state = moved as u64;
                }
                if fits {
                    let excluded = self.excluded[place].iter();
                    new_left
                        .iter_mut()
                        .zip(excluded)
                        .for_each(|(word, gone)| *word &= !gone);
                    clear_below(new_left, end);
                    next.insert(child);
                    self.limit(next.len())?;
                }
            }
        }
        self.nodes += next.len();
        Ok(next)
    }

    /// The moves of a condition that can lead to its acceptance, if there are some from its start.
    fn moves(&mut self, condition: &Condition, left: &[u64]) -> Result<Option<Moves>, Stop> {
        let mut states = vec![State::default()];
        let (mut all, mut sizes) = (Moves::new(), Vec::new());
        for index in 0..self.variables.len() {
            let mut numbers = HashMap::new(); // order does not matter
            let mut moves = Vec::new();
            for &state in &states {
                for place in self.starts[index]..self.starts[index + 1] {
                    let next = has(left, place).then(|| self.step(condition, state, index, place));
                    let next = next.flatten().map(|next| {
                        let number = numbers.len();
                        *numbers.entry(next).or_insert(number)
                    });
                    moves.push(next.unwrap_or(NONE));
                    self.limit(numbers.len())?;
                }
            }
            self.nodes += numbers.len();
            sizes.push(states.len());
            states = vec![State::default(); numbers.len()];
            numbers
                .iter()
                .for_each(|(&state, &number)| states[number] = state);
            all.push(moves);
        }
        let mut good: Vec<bool> = states
            .iter()
            .map(|&state| accepts(condition, state))
            .collect();
        for (index, moves) in all.iter_mut().enumerate().rev() {
            let bad = moves
                .iter_mut()
                .filter(|next| **next != NONE && !good[**next]);
            bad.for_each(|next| *next = NONE);
            let width = self.starts[index + 1] - self.starts[index];
            let leads = |state: usize| moves[state * width..][..width].iter().any(|&it| it != NONE);
            good = (0..sizes[index]).map(leads).collect();
        }
        Ok(good[0].then_some(all))
    }

    fn step(
        &self,
        condition: &Condition,
        state: State,
        index: usize,
        place: usize,
    ) -> Option<State> {
        let (x, cell) = (self.places[place], self.variables[index].cell);
        match (condition, cell) {
            (Condition::Row(row), Some(_)) => Some([state[0] + row.weight(x), 0, 0]),
            (Condition::Machine(machine, cells), Some(cell)) if cells.contains(&cell) => {
                machine.step(state, self.board.value(x))
            }
            _ => Some(state),
        }
    }

    /// Declines if so far, with these more, there are too many nodes.
    fn limit(&self, more: usize) -> Result<(), Stop> {
        let within = self.nodes + more <= MAX_NODES;
        if within {
            Ok(())
        } else {
            Err(Decline::FillCap.into())
        }
    }
}

fn accepts(condition: &Condition, state: State) -> bool {
    match condition {
        Condition::Row(row) => row.allows(state[0]),
        Condition::Machine(machine, _) => machine.accepts(state),
    }
}

/// The places whose candidates fulfil something.
fn set_of(places: &[Candidate], holds: impl Fn(Candidate) -> bool) -> Vec<u64> {
    let word = |chunk: &[Candidate]| {
        let bits = chunk.iter().enumerate();
        bits.fold(0, |word, (bit, &x)| word | u64::from(holds(x)) << bit)
    };
    places.chunks(64).map(word).collect()
}

fn has(set: &[u64], place: usize) -> bool {
    set[place / 64] >> (place % 64) & 1 == 1
}

/// Removes all places below this one.
fn clear_below(set: &mut [u64], place: usize) {
    set[..place / 64].fill(0);
    if let Some(word) = set.get_mut(place / 64) {
        *word &= !0 << (place % 64);
    }
}
