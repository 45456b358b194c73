//! Fillings: whether one live candidate can be chosen for each variable, such that no two exclude
//! each other and all rows and machines accept. For `fill r2c1<>1 : k1` the variables are the cells
//! of the cage `k1`.
//!
//! The search proceeds from variable to variable and keeps each distinct node once. FORMAT.md
//! counts the nodes in the same way.

use crate::board::{Board, Candidate, Row, has};
use crate::machine::{Machine, State};
use crate::sentences::Decline;
use std::collections::{HashMap, HashSet}; // order does not matter

const MAX_NODES: usize = 100_000;

/// The nodes of a layer: the state of each condition, then the remaining places.
type Layer = HashSet<Box<[u64]>>; // order does not matter

/// The members of a truth, one of which is chosen, and its cell if the truth is a cell.
pub(crate) type Variable<'a> = (&'a [Candidate], Option<usize>);

/// A condition on the chosen candidates.
pub(crate) enum Condition<'a> {
    Row(&'a Row),
    /// A machine and its cells.
    Machine(&'a Machine, &'a [usize]),
}

impl Condition<'_> {
    /// The state after a candidate is chosen for a cell. `None` if a machine fails.
    fn step(&self, state: State, board: &Board, cell: usize, x: Candidate) -> Option<State> {
        match self {
            Condition::Row(row) => Some([state[0] + row.weight(x), 0, 0]),
            Condition::Machine(_, cells) if !cells.contains(&cell) => Some(state),
            Condition::Machine(machine, _) => machine.step(state, board.value(x)),
        }
    }

    fn accepts(&self, state: State) -> bool {
        match self {
            Condition::Row(row) => row.allows(state[0]),
            Condition::Machine(machine, _) => machine.accepts(state),
        }
    }
}

/// No state, or no state that can lead to a filling.
const NONE: u32 = u32::MAX;

/// For each variable, state and place: the next state, or `NONE`.
type Moves = Vec<Vec<u32>>;

/// The search for a filling.
pub(crate) struct Fill<'a> {
    board: &'a Board,
    conditions: &'a [Condition<'a>],
    variables: &'a [Variable<'a>],
    /// The live members of all variables, one variable after the other.
    places: Vec<Candidate>,
    /// For each variable its first place, and at the end the total number of places.
    starts: Vec<usize>,
    /// For each place, the set of places that its candidate excludes.
    excluded: Vec<Vec<u64>>,
    /// The number of nodes visited.
    nodes: usize,
}

impl<'a> Fill<'a> {
    pub fn new(
        board: &'a Board,
        (variables, conditions): &'a (Vec<Variable<'a>>, Vec<Condition<'a>>),
        live: &[bool],
    ) -> Fill<'a> {
        let (mut places, mut starts) = (Vec::new(), vec![0]);
        for (members, _) in variables {
            places.extend(members.iter().filter(|x| live[x.index()]));
            starts.push(places.len());
        }
        let excluded = |&x: &Candidate| set_of(&places, |y| board.excludes(x, y));
        let excluded = places.iter().map(excluded).collect();
        Fill {
            board,
            conditions,
            variables,
            places,
            starts,
            excluded,
            nodes: 0,
        }
    }

    /// Whether a filling exists, if the target is assumed true.
    pub fn exists(&mut self, target: Option<Candidate>) -> Result<bool, Decline> {
        let keeps = |x| target.is_none_or(|target| !self.board.excludes(target, x));
        let left = set_of(&self.places, keeps);
        let conditions = self.conditions.iter();
        let moves = conditions.map(|condition| self.moves(condition, &left));
        let moves: Vec<Option<Moves>> = moves.collect::<Result<_, _>>()?;
        let moves: Option<Vec<Moves>> = moves.into_iter().collect();
        let Some(moves) = moves else {
            return Ok(false);
        };
        let start: Vec<u64> = std::iter::repeat_n(0, moves.len()).chain(left).collect();
        let mut layer = Layer::from([start.into_boxed_slice()]);
        for index in 0..self.variables.len() {
            layer = self.next_layer(index, &layer, &moves)?;
        }
        Ok(!layer.is_empty())
    }

    fn next_layer(&mut self, index: usize, layer: &Layer, all: &[Moves]) -> Result<Layer, Decline> {
        let (start, end) = (self.starts[index], self.starts[index + 1]);
        let mut next = Layer::new();
        for node in layer {
            for place in (start..end).filter(|&place| has(&node[all.len()..], place)) {
                let mut child = node.clone();
                let (states, left) = child.split_at_mut(all.len());
                for (state, moves) in states.iter_mut().zip(all) {
                    let at = *state as usize * (end - start) + place - start;
                    *state = moves[index][at].into();
                }
                if states.contains(&NONE.into()) {
                    continue;
                }
                let excluded = self.excluded[place].iter();
                (left.iter_mut().zip(excluded)).for_each(|(word, gone)| *word &= !gone);
                // The places of this variable and of earlier ones are no longer needed.
                left[..end / 64].fill(0);
                if let Some(word) = left.get_mut(end / 64) {
                    *word &= !0 << (end % 64);
                }
                next.insert(child);
                self.limit(next.len())?;
            }
        }
        self.nodes += next.len();
        Ok(next)
    }

    /// The moves of a condition that can lead to acceptance. `None` if its start cannot.
    fn moves(&mut self, condition: &Condition, left: &[u64]) -> Result<Option<Moves>, Decline> {
        let mut states = vec![State::default()];
        let (mut all, mut sizes) = (Moves::new(), Vec::new());
        for (index, (_, cell)) in self.variables.iter().enumerate() {
            let (mut next, mut moves) = (Vec::new(), Vec::new());
            let mut numbers = HashMap::new(); // order does not matter
            for &state in &states {
                for place in self.starts[index]..self.starts[index + 1] {
                    let x = self.places[place];
                    let step = |cell| condition.step(state, self.board, cell, x);
                    let moved = cell.map_or(Some(state), step);
                    let number = moved.filter(|_| has(left, place)).map(|moved| {
                        *numbers.entry(moved).or_insert_with(|| {
                            next.push(moved);
                            next.len() as u32 - 1
                        })
                    });
                    moves.push(number.unwrap_or(NONE));
                    self.limit(next.len())?;
                }
            }
            self.nodes += next.len();
            sizes.push(states.len());
            states = next;
            all.push(moves);
        }
        let mut good: Vec<_> = states.iter().map(|&it| condition.accepts(it)).collect();
        for (index, moves) in all.iter_mut().enumerate().rev() {
            let bad = |next: &&mut u32| **next != NONE && !good[**next as usize];
            moves.iter_mut().filter(bad).for_each(|next| *next = NONE);
            let width = self.starts[index + 1] - self.starts[index];
            let leads = |state| moves[state * width..][..width].iter().any(|&it| it != NONE);
            good = (0..sizes[index]).map(leads).collect();
        }
        Ok(good[0].then_some(all))
    }

    /// Declines if the nodes so far and `more` others exceed the limit.
    fn limit(&self, more: usize) -> Result<(), Decline> {
        let fits = self.nodes + more <= MAX_NODES;
        fits.then_some(()).ok_or(Decline::FillCap)
    }
}

/// The places whose candidates satisfy the predicate.
fn set_of(places: &[Candidate], holds: impl Fn(Candidate) -> bool) -> Vec<u64> {
    let word = |chunk: &[Candidate]| {
        let bits = chunk.iter().enumerate();
        bits.fold(0, |word, (bit, &x)| word | u64::from(holds(x)) << bit)
    };
    places.chunks(64).map(word).collect()
}
