//! Certificates by cases: for matches that know of something deadly.
//!
//! Takes truths and deadly sets, gives steps that refute a candidate. If assuming it leads, single by
//! single, to an empty truth or to all of a deadly set, that is one count. If not, it is supposed,
//! and each candidate of a truth is refuted below it. (That four corners cannot all hold the same two
//! digits speaks of two deadly sets at once; no single count knows of both.)

use crate::grid::{Board, Candidate, Digit, Group, State};
use crate::matcher::{Grave, Position};
use crate::proof::{
    Count, DeadlySet, Propagation, Step, TermSet, count_of_deadly, count_of_propagation,
};

/// Supposes inside of each other.
const MOST_DEEP: usize = 6;

/// Propagations tried for one match.
const MOST_TRIED: u32 = 5_000;

/// A proof file has names for so many deadly sets.
const MOST_DEADLY: usize = 99;

/// What can be used in a certificate, and what has been used so far.
pub struct Cases<'a> {
    position: &'a Position,
    board: &'a Board,
    truths: &'a [Group],
    graves: &'a [Grave],
    deadly: Vec<DeadlySet>,
    tried: u32,
}

/// Where assuming a candidate leads.
enum End {
    Empty(Group),
    Deadly(usize),
    Open(State),
}

impl<'a> Cases<'a> {
    /// Begins with the truths and deadly sets of a match.
    pub fn new(position: &'a Position, truths: &'a [Group], graves: &'a [Grave]) -> Cases<'a> {
        Cases {
            position,
            board: position.board(),
            truths,
            graves,
            deadly: Vec::new(),
            tried: 0,
        }
    }

    /// The steps that refute the candidates one after the other, with the deadly sets that they
    /// use in front.
    pub fn refute_all(mut self, targets: &[Candidate]) -> Option<Vec<Step>> {
        let mut state = self.position.state().clone();
        let mut steps = Vec::new();
        for &target in targets {
            steps.extend(self.refute(&state, target, self.truths, 0)?);
            state.eliminate(self.board, target);
        }
        let is_used = |deadly: &DeadlySet| {
            let uses = |count: &Count| {
                let mut sets = count.terms.iter().map(|term| term.set);
                sets.any(|set| set == TermSet::Deadly(deadly.name))
            };
            steps
                .iter()
                .any(|step| matches!(step, Step::Count(count) if uses(count)))
        };
        let used: Vec<DeadlySet> = self.deadly.into_iter().filter(is_used).collect();
        Some(used.into_iter().map(Step::Deadly).chain(steps).collect())
    }

    fn refute(
        &mut self,
        state: &State,
        target: Candidate,
        truths: &[Group],
        depth: usize,
    ) -> Option<Vec<Step>> {
        self.tried += 1;
        if depth > MOST_DEEP || self.tried > MOST_TRIED {
            return None;
        }
        let (forced, end) = self.propagate(state, target, truths);
        match end {
            End::Empty(empty) => {
                let propagation = Propagation {
                    target,
                    forced,
                    empty,
                };
                let count = count_of_propagation(self.board, state, &propagation)?;
                Some(vec![Step::Count(count)])
            }
            End::Deadly(index) => {
                let deadly = &self.deadly[index];
                let count = count_of_deadly(self.board, state, target, &forced, deadly)?;
                Some(vec![Step::Count(count)])
            }
            End::Open(reached) => {
                // What is supposed is from now on the only candidate of its cell.
                let cell = self.board.cell_group(self.board.cell_of(target));
                let mut truths = truths.to_vec();
                truths.push(cell);
                let mut inner = state.clone();
                inner.place(self.board, target);
                let mut splits: Vec<Group> = (truths.iter().copied())
                    .filter(|&truth| reached.mask(truth).count_ones() > 1)
                    .collect();
                splits.sort_by_key(|&truth| (reached.mask(truth).count_ones(), truth));
                splits.dedup();
                (splits.into_iter()).find_map(|split| {
                    let mut steps = vec![Step::Suppose(target)];
                    steps.extend(self.split(inner.clone(), split, &truths, depth)?);
                    Some(steps)
                })
            }
        }
    }

    /// Refutes each candidate of a truth.
    fn split(
        &mut self,
        mut state: State,
        truth: Group,
        truths: &[Group],
        depth: usize,
    ) -> Option<Vec<Step>> {
        let mut steps = Vec::new();
        for candidate in state.domain(self.board, truth) {
            steps.extend(self.refute(&state, candidate, truths, depth + 1)?);
            state.eliminate(self.board, candidate);
        }
        steps.push(Step::Refuted(truth));
        Some(steps)
    }

    /// Takes the candidate as true, and then the last candidate of every truth that has one left.
    fn propagate(
        &mut self,
        state: &State,
        target: Candidate,
        truths: &[Group],
    ) -> (Vec<(Candidate, Group)>, End) {
        let board = self.board;
        let mut reached = state.clone();
        reached.place(board, target);
        let mut literals = vec![target];
        let mut forced = Vec::new();
        loop {
            if let Some(&empty) = truths.iter().find(|&&truth| reached.mask(truth) == 0) {
                return (forced, End::Empty(empty));
            }
            let next = truths.iter().find_map(|&truth| {
                let literal = reached.single(board, truth)?;
                (!literals.contains(&literal)).then_some((literal, truth))
            });
            let Some((literal, truth)) = next else {
                break;
            };
            forced.push((literal, truth));
            literals.push(literal);
            reached.place(board, literal);
        }
        for grave in self.graves {
            if let Some(index) = self.fall_into(grave, &literals) {
                return (forced, End::Deadly(index));
            }
        }
        (forced, End::Open(reached))
    }

    /// The deadly set that these literals make true, by its index.
    fn fall_into(&mut self, grave: &Grave, literals: &[Candidate]) -> Option<usize> {
        let board = self.board;
        let mut filled = Grave { cells: Vec::new() };
        let mut digits: Vec<Digit> = Vec::new();
        for &(cell, mask) in &grave.cells {
            let literal = literals.iter().find(|&&l| board.cell_of(l) == cell);
            // Cells that nothing is known of are left out: the others may be deadly by themselves.
            let Some(digit) = literal.map(|&l| board.digit_of(l)) else {
                continue;
            };
            if mask & (1 << digit.index()) == 0 {
                return None;
            }
            filled.cells.push((cell, mask));
            digits.push(digit);
        }
        if digits.is_empty() {
            return None;
        }
        let exchange = filled.exchange(self.position, &digits)?;
        let candidates = |digits: &[Digit]| -> Vec<Candidate> {
            let pairs = filled.cells.iter().zip(digits);
            pairs
                .map(|(&(cell, _), &digit)| board.candidate(cell, digit))
                .collect()
        };
        let set = candidates(&digits);
        if let Some(known) = self.deadly.iter().position(|deadly| deadly.set == set) {
            return Some(known);
        }
        let index = self.deadly.len();
        if index == MOST_DEADLY {
            return None;
        }
        self.deadly.push(DeadlySet {
            name: index as u8 + 1,
            exchange: candidates(&exchange),
            set,
        });
        Some(index)
    }
}
