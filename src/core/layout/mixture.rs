//! Mixtures of layouts: each digit a convex combination of its layouts, each cell covered once.
//!
//! A solution is a mixture of one layout for each digit. A candidate that has share 1 in no mixture
//! is false, and some capacity set proves it. If there is no mixture at all, the state has no
//! solution.

use super::layouts::Layouts;
use super::places::Places;
use super::simplex::{Dictionary, Ended};
use crate::grid::{Board, Candidate, Cell, Digit, State};

/// Shares this close to 1 count as 1.
const TOLERANCE: f64 = 1e-6;

/// The linear program of all mixtures in a state, at one of them.
pub struct Mixture<'a> {
    board: &'a Board,
    state: &'a State,
    all: Vec<(Digit, &'a Places)>,
    program: Dictionary,
}

/// The result of a search for a mixture.
pub enum Mixed<'a> {
    /// There is one.
    Found(Mixture<'a>),
    /// There is none.
    Impossible,
    /// The linear program reached its limit on pivots.
    Unknown,
}

impl<'a> Mixture<'a> {
    /// The program at its origin, where every share is 0, and the labels of its slack variables.
    fn origin(
        board: &'a Board,
        state: &'a State,
        layouts: &'a Layouts,
    ) -> (Mixture<'a>, std::ops::Range<usize>) {
        let all: Vec<(Digit, &Places)> = layouts.iter().collect();
        let is_open = |cell: &Cell| state.digits(board, *cell).count_ones() > 1;
        let open: Vec<Cell> = board.cells().filter(is_open).collect();
        let once = |inside: &dyn Fn(Digit, &Places) -> bool| {
            let layouts = all.iter().enumerate();
            let inside = layouts.filter(|(_, (digit, places))| inside(*digit, places));
            (inside.map(|(at, _)| (at, 1.0)).collect::<Vec<_>>(), 1.0)
        };
        let digits = board.digits().map(|digit| once(&|of, _| of == digit));
        let cells = open.iter();
        let cells = cells.map(|&cell| once(&|_, places| places.contains(cell)));
        let program = Dictionary::new(all.len(), digits.chain(cells));
        let slacks = all.len()..all.len() + board.size() + open.len();
        let mixture = Mixture {
            board,
            state,
            all,
            program,
        };
        (mixture, slacks)
    }

    /// The program at a solution of the puzzle.
    pub fn at_solution(
        board: &'a Board,
        state: &'a State,
        layouts: &'a Layouts,
        solution: &[Digit],
    ) -> Mixture<'a> {
        let (mut mixture, slacks) = Mixture::origin(board, state, layouts);
        let in_solution = |&at: &usize| {
            let (digit, places) = mixture.all[at];
            places.iter().all(|cell| solution[cell.index()] == digit)
        };
        let vertex: Vec<usize> = (0..mixture.all.len()).filter(in_solution).collect();
        mixture.program.fix_slacks(slacks, &vertex);
        mixture
    }

    /// The program at some mixture. Its value equals the number of digits only if each cell is
    /// covered, because all layouts have the same number of cells.
    pub fn find(board: &'a Board, state: &'a State, layouts: &'a Layouts) -> Mixed<'a> {
        let (mut mixture, slacks) = Mixture::origin(board, state, layouts);
        let variables = mixture.all.len();
        let gain = |at: usize| f64::from(u8::from(at < variables));
        let mut shares = mixture.program.objective(gain);
        let wanted = board.size() as f64;
        match mixture.program.maximise(&mut shares, wanted) {
            Ended::Optimal(total) if total < wanted - TOLERANCE => Mixed::Impossible,
            Ended::Optimal(_) => {
                mixture.program.fix_slacks(slacks, &[]);
                Mixed::Found(mixture)
            }
            Ended::Unbounded | Ended::GaveUp => Mixed::Unknown,
        }
    }

    /// The candidates that have share 1 in no mixture: all that capacity sets refute.
    pub fn refutable(&mut self) -> Vec<Candidate> {
        let mut possible = vec![false; self.board.candidate_count()];
        self.note_shares(&mut possible);
        let mut refuted = Vec::new();
        for candidate in self.state.candidates(self.board) {
            if possible[candidate.index()] {
                continue;
            }
            let cell = self.board.cell_of(candidate);
            let digit = self.board.digit_of(candidate);
            let takes = |at: usize| {
                let layout = self.all.get(at);
                let takes = layout.is_some_and(|(of, set)| *of == digit && set.contains(cell));
                f64::from(u8::from(takes))
            };
            let mut objective = self.program.objective(takes);
            match self.program.maximise(&mut objective, 1.0) {
                Ended::Optimal(value) if value < 1.0 - TOLERANCE => refuted.push(candidate),
                _ => {
                    self.note_shares(&mut possible);
                    possible[candidate.index()] = true;
                }
            }
        }
        refuted
    }

    /// Marks the candidates that have share 1 in the current mixture.
    fn note_shares(&self, possible: &mut [bool]) {
        let mut shares = vec![0.0; self.board.candidate_count()];
        for (at, value) in self.program.solution() {
            let Some((digit, places)) = self.all.get(at) else {
                continue;
            };
            for cell in places.iter() {
                shares[self.board.candidate(cell, *digit).index()] += value;
            }
        }
        for (known, share) in possible.iter_mut().zip(shares) {
            *known |= share > 1.0 - TOLERANCE / 10.0;
        }
    }
}
