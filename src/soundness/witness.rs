//! Counterexamples: states in which an unsound rule matches.
//!
//! From the location of a pattern and a completed grid, this builds a state that contains the grid.
//! In this state the rule matches and eliminates a candidate of the grid. A counterexample is
//! accepted only if the definition of [meaning](qedoku_core::matcher::meaning) confirms it.

use std::collections::BTreeMap;
use std::sync::Arc;

pub use super::counterexample::Counterexample;
use super::grid_solver::{Completion, GridSolver};
use super::smt::Deadline;
use super::unroll::concludes_links;
use qedoku_core::engine::{Solver, TechniqueId};
use qedoku_core::grid::{Board, Candidate, Cell, Digit, Group, GroupKind, House, Puzzle, bits};
use qedoku_core::lang::ir::{
    Alternative, Conclusion, Condition, Every, Pattern, Seen, Sort, Subject, Technique, Var,
};
use qedoku_core::lang::vars::relations_in;
use qedoku_core::matcher::meaning::{KnownRelations, Reading};
use qedoku_core::matcher::{Match, Position, TimedBindings, Value, naive};

/// Maximum number of bindings tried to confirm a match.
const CONFIRMED: u64 = 300_000;

/// A pattern with values for its variables, and a grid.
pub struct BoundPattern<'a> {
    /// The board.
    pub board: &'a Arc<Board>,
    /// The index of the technique's pattern.
    pub number: usize,
    /// The pattern without relations. It has the technique's variables, followed by the variables
    /// of the expanded relations.
    pub pattern: &'a Pattern,
    /// The values of the pattern's variables.
    pub values: &'a [Value],
    /// Further cells to consider.
    pub spoken: Vec<Cell>,
    /// The grid.
    pub grid: &'a [Digit],
}

impl BoundPattern<'_> {
    /// A state in which the technique has a conclusion that is false in the grid.
    pub fn counterexample(
        &self,
        technique: &Technique,
        full: &GridSolver<'_>,
        deadline: Deadline,
    ) -> Option<Counterexample> {
        let unique = technique.assumes_unique;
        // With no cell solved, relations hold almost everywhere.
        let has_relations = technique.patterns[self.number].variables.len() < self.values.len();
        self.states(!unique && !has_relations)
            .into_iter()
            .find_map(|puzzle| {
                let position = Position::of(&puzzle);
                // Conditions and clauses have no relations any more, but `where` may have some.
                let is_expanded = relations_in(self.pattern).is_empty();
                let known = match is_expanded {
                    true => KnownRelations::new(&position, technique.relations.len()),
                    false => self.known(technique, &position, deadline)?,
                };
                let values: Vec<Option<Value>> = self.values.iter().copied().map(Some).collect();
                let reading = Reading {
                    known: &known,
                    variables: &self.pattern.variables,
                    values: &values,
                };
                let own = &technique.patterns[self.number];
                // The expanded links of a loop must be among the links of the rule's match.
                let is_meant = |found: &Match| {
                    !concludes_links(own)
                        || self.confirms(technique, &position, found, deadline) != Some(false)
                };
                let written = self.false_match(technique, &reading).filter(is_meant);
                let written_out = (written.as_ref().filter(|_| is_expanded))
                    .map(|_| (self.pattern.clone(), self.values.to_vec()));
                let found = written.or_else(|| self.other_match(technique, &position, deadline))?;
                let is_puzzle = !unique || self.is_unique(&puzzle, full, deadline);
                is_puzzle.then(|| Counterexample {
                    grid: self.grid.to_vec(),
                    killed: self.killed(&found),
                    misplaced: self.misplaced(&found),
                    conclusions: self.false_conclusions(technique, &reading),
                    puzzle: puzzle.clone(),
                    found,
                    written_out,
                })
            })
    }

    /// The technique's match with the values. `None` if the values are no match, or every
    /// conclusion is true. The pattern states how each relation holds, so no search is needed.
    fn false_match(&self, technique: &Technique, reading: &Reading<'_>) -> Option<Match> {
        if !reading.matches(self.pattern) {
            return None;
        }
        let own = &technique.patterns[self.number];
        let subjects = self.pattern.knowledge.iter().map(|every| &every.subject);
        let mut truths: Vec<Group> = subjects.flat_map(|s| reading.truths(s)).collect();
        truths.sort_unstable();
        truths.dedup();
        let bound = own.variables.iter().zip(self.values);
        let value = |var: Var| self.values[usize::from(var.0)];
        let chain = |condition: &Condition| match *condition {
            Condition::Relation(relation, a, b) => Some((relation, vec![value(a), value(b)])),
            _ => None,
        };
        let found = Match {
            pattern: self.number,
            bindings: bound
                .map(|(v, value)| (!v.is_target).then_some(*value))
                .collect(),
            truths,
            eliminations: reading.eliminated(self.pattern),
            placements: reading.placed(self.pattern),
            one_of: reading.derived(self.pattern),
            chains: own.conditions.iter().filter_map(chain).collect(),
            ..Match::default()
        };
        let is_derived = self
            .pattern
            .guardians
            .is_none_or(|_| self.guards(&found.one_of));
        let is_false = !self.killed(&found).is_empty() || !self.misplaced(&found).is_empty();
        (is_false || !is_derived).then_some(found)
    }

    /// A match in which a relation holds by a derivation other than the expanded one. Patterns with
    /// sets are skipped, because they have too many matches. The match with the fewest eliminations
    /// is preferred, because it illustrates the mistake best.
    fn other_match(
        &self,
        technique: &Technique,
        position: &Position,
        deadline: Deadline,
    ) -> Option<Match> {
        let pattern = &technique.patterns[self.number];
        let has_relations = pattern.variables.len() < self.values.len();
        if !has_relations || pattern.variables.iter().any(|v| v.size.is_some()) {
            return None;
        }
        let is_false =
            |found: &Match| !self.killed(found).is_empty() || !self.misplaced(found).is_empty();
        let size = |found: &Match| found.eliminations.len() + found.placements.len();
        let solver = Solver::with(self.board, [technique]).until(deadline.as_stop());
        let matches = solver.matches(TechniqueId::FIRST, position);
        let found = matches.into_iter().filter(is_false).min_by_key(size)?;
        let confirmed = self.confirms(technique, position, &found, deadline);
        (confirmed == Some(true)).then_some(found)
    }

    /// All facts of the technique's relations. `None` if that takes too long.
    fn known<'p>(
        &self,
        technique: &Technique,
        position: &'p Position,
        deadline: Deadline,
    ) -> Option<KnownRelations<'p>> {
        let mut left = TimedBindings {
            left: CONFIRMED,
            is_over: &|| deadline.is_over(),
        };
        naive::known(technique, position, &mut left)
    }

    /// Whether the definition of meaning confirms that the match is false. `None` if this takes too
    /// long; the match is then not used.
    fn confirms(
        &self,
        technique: &Technique,
        position: &Position,
        found: &Match,
        deadline: Deadline,
    ) -> Option<bool> {
        let mut left = TimedBindings {
            left: CONFIRMED,
            is_over: &|| deadline.is_over(),
        };
        let known = naive::known(technique, position, &mut left)?;
        let own = &technique.patterns[found.pattern];
        let mut is_confirmed = false;
        naive::each_match_with(own, &known, &found.bindings, &mut left, &mut |reading| {
            is_confirmed |= (own.guardians.is_some() && !self.guards(&reading.derived(own)))
                || reading.eliminated(own).iter().any(|&c| self.is_true(c))
                || reading.placed(own).iter().any(|&c| !self.is_true(c));
        })?;
        Some(is_confirmed)
    }

    /// The indexes of the technique's false conclusions. In an expanded pattern, the conclusions
    /// about each link of a loop come last.
    fn false_conclusions(&self, technique: &Technique, reading: &Reading<'_>) -> Vec<usize> {
        let own = &technique.patterns[self.number].conclusions;
        let is_false = |conclusion: &Conclusion| {
            if *conclusion == Conclusion::OneOfGuardians {
                return !self.guards(&reading.derived(self.pattern));
            }
            let is_placement = matches!(
                conclusion,
                Conclusion::Place(..) | Conclusion::PlaceCandidate(_)
            );
            let mut named = reading.names(conclusion).into_iter();
            named.any(|c| self.is_true(c) != is_placement)
        };
        let is_loop = |c: &Conclusion| matches!(c, Conclusion::EliminateLinks(..));
        let plain = own.iter().filter(|c| !is_loop(c)).count();
        let (written, links) = self.pattern.conclusions.split_at(plain);
        let mut written = written.iter();
        let falsehood = |conclusion: &Conclusion| match is_loop(conclusion) {
            true => links.iter().any(is_false),
            false => written.next().is_some_and(is_false),
        };
        let falsehoods: Vec<bool> = own.iter().map(falsehood).collect();
        (0..own.len()).filter(|&at| falsehoods[at]).collect()
    }

    fn killed(&self, found: &Match) -> Vec<Candidate> {
        let all = found.eliminations.iter().copied();
        all.filter(|&c| self.is_true(c)).collect()
    }

    fn misplaced(&self, found: &Match) -> Vec<Candidate> {
        let all = found.placements.iter().copied();
        all.filter(|&c| !self.is_true(c)).collect()
    }

    /// Whether one of the guardians is true.
    fn guards(&self, candidates: &[Candidate]) -> bool {
        candidates.iter().any(|&c| self.is_true(c))
    }

    fn is_true(&self, candidate: Candidate) -> bool {
        let cell = self.board.cell_of(candidate);
        self.grid[cell.index()] == self.board.digit_of(candidate)
    }

    /// Whether the givens of the puzzle have exactly one grid.
    fn is_unique(&self, puzzle: &Puzzle, full: &GridSolver<'_>, deadline: Deadline) -> bool {
        let givens = puzzle.givens.iter().flatten().zip(self.board.cells());
        let values: BTreeMap<Cell, Digit> = givens
            .filter_map(|(given, cell)| Some((cell, (*given)?)))
            .collect();
        let open = self.board.cells().filter(|cell| !values.contains_key(cell));
        // Another grid would have another digit in an open cell.
        let mut others = open.flat_map(|cell| self.board.digits().map(move |digit| (cell, digit)));
        others.all(|(cell, digit)| {
            let mut changed = values.clone();
            changed.insert(cell, digit);
            self.grid[cell.index()] == digit
                || matches!(full.complete(&changed, deadline), Completion::Clash(_))
        })
    }

    /// States to try, the most natural first: one with all cells outside the pattern solved, and if
    /// `is_bare`, one with no cell solved.
    fn states(&self, is_bare: bool) -> Vec<Puzzle> {
        let allowed = self.allowed();
        let open = self.open_cells(&allowed);
        let (squares, cells): (Vec<Cell>, Vec<Cell>) =
            open.iter().partition(|&&cell| self.is_square(cell));
        let mut states = vec![
            self.solved_around(&allowed, &self.with_digits(&open)),
            self.solved_around(&allowed, &open),
        ];
        if !squares.is_empty() {
            states.push(self.solved_around(&allowed, &cells));
        }
        if is_bare {
            states.push(self.puzzle(&allowed, &[]));
        }
        states
    }

    /// The given cells, and all cells that hold a digit of the pattern in the grid.
    fn with_digits(&self, open: &[Cell]) -> Vec<Cell> {
        let named = self.values.iter().fold(0, |mask, value| match value {
            Value::Digits(digits) => mask | digits,
            Value::Candidates(digit, _) => mask | 1 << digit.index(),
            _ => mask,
        });
        let is_named = |cell: &Cell| named & (1 << self.grid[cell.index()].index()) != 0;
        let all = self.board.cells();
        all.filter(|cell| open.contains(cell) || is_named(cell))
            .collect()
    }

    fn is_square(&self, cell: Cell) -> bool {
        let variables = self.pattern.variables.iter().zip(self.values);
        let is_it = |value: &Value| matches!(value, Value::Cells(cells) if cells.contains(cell));
        let mut all = variables.filter(|(_, value)| is_it(value)).peekable();
        all.peek().is_some() && all.all(|(variable, _)| variable.sort == Sort::Square)
    }

    /// The digits that each cell may have without violating a clause.
    fn allowed(&self) -> Vec<u32> {
        let board = self.board;
        let mut masks = vec![(1u32 << board.size()) - 1; board.cell_count()];
        let mut drop = |candidate: Candidate| {
            let digit = board.digit_of(candidate);
            masks[board.cell_of(candidate).index()] &= !(1 << digit.index());
        };
        for every in &self.pattern.knowledge {
            for candidate in self.subject_candidates(every) {
                if !every.alternatives.iter().any(|a| self.is_one(candidate, a)) {
                    drop(candidate);
                }
            }
        }
        for condition in &self.pattern.conditions {
            self.false_carriers(condition)
                .into_iter()
                .for_each(&mut drop);
        }
        for conclusion in &self.pattern.conclusions {
            self.unseen(conclusion).into_iter().for_each(&mut drop);
        }
        for (cell, digit) in board.cells().zip(self.grid) {
            masks[cell.index()] |= 1 << digit.index();
        }
        masks
    }

    fn subject_candidates(&self, every: &Every) -> Vec<Candidate> {
        if let Subject::Overlap(digits, houses) = every.subject {
            let houses = self.houses(houses);
            let twice = |cell: &Cell| {
                let holding = houses
                    .iter()
                    .filter(|&&h| self.board.house(h).cells.contains(cell));
                holding.count() > 1
            };
            let cells = self.board.cells().filter(twice);
            let digits = self.digits(digits);
            return cells
                .flat_map(|cell| digits.iter().map(move |&d| self.board.candidate(cell, d)))
                .collect();
        }
        let truths = self.truths(&every.subject).into_iter();
        truths
            .flat_map(|truth| self.board.members(truth).to_vec())
            .collect()
    }

    /// Candidates outside the grid that would violate a condition about live candidates.
    fn false_carriers(&self, condition: &Condition) -> Vec<Candidate> {
        let of = |digits: Var, cells: Var| {
            let digits = self.digits(digits);
            let cells = self.cells(cells).into_iter();
            let all = cells
                .flat_map(move |cell| digits.clone().into_iter().map(move |digit| (cell, digit)));
            all.map(|(cell, digit)| self.board.candidate(cell, digit))
        };
        let sees = |a: Candidate, b: Candidate| {
            self.board
                .sees(self.board.cell_of(a), self.board.cell_of(b))
        };
        match *condition {
            Condition::AllSee { digit, one, other } => {
                // Makes a condition hold. A true candidate stays, and the candidates on the other
                // side that it does not see are dropped. Of two false candidates, the second is
                // dropped.
                let (ones, others): (Vec<_>, Vec<_>) =
                    (of(digit, one).collect(), of(digit, other).collect());
                let mut dropped = Vec::new();
                for &a in &ones {
                    for &b in others.iter().filter(|&&b| !sees(a, b)) {
                        let goes = if self.is_true(b) { a } else { b };
                        let settled = dropped.contains(&a) || dropped.contains(&b);
                        if !settled {
                            dropped.push(goes);
                        }
                    }
                }
                dropped
            }
            Condition::AllExclude {
                digit,
                cells,
                other,
            } => {
                let others = self.candidates(other);
                let linked = |c: &Candidate| others.iter().all(|&o| self.board.exclude(*c, o));
                of(digit, cells).filter(|c| !linked(c)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Candidates that stop a conclusion: its cells would have to see them, but the true candidate
    /// to eliminate does not.
    fn unseen(&self, conclusion: &Conclusion) -> Vec<Candidate> {
        let Conclusion::Eliminate {
            cells,
            digits,
            all_but,
            ..
        } = conclusion
        else {
            return Vec::new();
        };
        let named: Vec<Digit> = digits.iter().flat_map(|&d| self.digits(d)).collect();
        let is_named = |cell: &Cell| named.contains(&self.grid[cell.index()]) != *all_but;
        let targets: Vec<Cell> = self.spoken.iter().copied().filter(is_named).collect();
        let mut dropped = Vec::new();
        for seen in &cells.seeing {
            let Seen::Every { digit, cells } = *seen else {
                continue;
            };
            for cell in self.cells(cells) {
                let Some(target) = targets.last() else {
                    continue;
                };
                if self.board.sees(cell, *target) {
                    continue;
                }
                let digits = self.digits(digit).into_iter();
                dropped.extend(digits.map(|d| self.board.candidate(cell, d)));
            }
        }
        dropped
    }

    /// The cells of the pattern, with the possible places of its digits.
    fn open_cells(&self, allowed: &[u32]) -> Vec<Cell> {
        let mut open = self.spoken.clone();
        for (variable, value) in self.pattern.variables.iter().zip(self.values) {
            if !matches!(variable.sort, Sort::House(_) | Sort::Truth) {
                open.extend(match value {
                    Value::Cells(cells) | Value::Candidates(_, cells) => cells.iter().collect(),
                    _ => Vec::new(),
                });
            }
        }
        for every in &self.pattern.knowledge {
            for truth in self.truths(&every.subject) {
                let GroupKind::House(_, digit) = self.board.group_kind(truth) else {
                    continue;
                };
                let cells = self
                    .board
                    .members(truth)
                    .iter()
                    .map(|&c| self.board.cell_of(c));
                open.extend(cells.filter(|c| allowed[c.index()] & (1 << digit.index()) != 0));
            }
        }
        open.sort_unstable();
        open.dedup();
        open
    }

    /// A puzzle in which all other cells are given and the candidates that they exclude are
    /// eliminated.
    fn solved_around(&self, allowed: &[u32], open: &[Cell]) -> Puzzle {
        let given: Vec<Cell> = self.board.cells().filter(|c| !open.contains(c)).collect();
        let mut masks = allowed.to_vec();
        for &cell in &given {
            let digit = self.grid[cell.index()];
            for &other in open.iter().filter(|&&other| self.board.sees(cell, other)) {
                masks[other.index()] &= !(1 << digit.index());
            }
        }
        self.puzzle(&masks, &given)
    }

    fn puzzle(&self, allowed: &[u32], given: &[Cell]) -> Puzzle {
        let board = self.board;
        let is_given = |cell: &Cell| given.contains(cell);
        let mask = |cell: Cell| match is_given(&cell) {
            true => 1 << self.grid[cell.index()].index(),
            false => allowed[cell.index()],
        };
        Puzzle {
            board: Arc::clone(board),
            givens: Some(
                (board.cells())
                    .map(|c| is_given(&c).then(|| self.grid[c.index()]))
                    .collect(),
            ),
            pencilmarks: Some(board.cells().map(mask).collect()),
            filled: Some(board.cells().map(|c| is_given(&c)).collect()),
            label: None,
            expected: None,
        }
    }

    fn value(&self, var: Var) -> &Value {
        &self.values[usize::from(var.0)]
    }

    fn digits(&self, var: Var) -> Vec<Digit> {
        match self.value(var) {
            Value::Digits(mask) => bits(*mask).map(Digit::new).collect(),
            Value::Candidates(digit, _) => vec![*digit],
            _ => Vec::new(),
        }
    }

    fn houses(&self, var: Var) -> Vec<House> {
        match self.value(var) {
            Value::Houses(houses) => houses.iter().collect(),
            _ => Vec::new(),
        }
    }

    fn cells(&self, var: Var) -> Vec<Cell> {
        match self.value(var) {
            Value::Cells(cells) | Value::Candidates(_, cells) => cells.iter().collect(),
            Value::Houses(houses) => houses
                .iter()
                .flat_map(|h| self.board.house(h).cells.clone())
                .collect(),
            Value::Truth(group) => self
                .board
                .members(*group)
                .iter()
                .map(|&c| self.board.cell_of(c))
                .collect(),
            Value::Digits(_) | Value::Constraint(_) => Vec::new(),
        }
    }

    fn candidates(&self, var: Var) -> Vec<Candidate> {
        if let Value::Truth(group) = self.value(var) {
            return self.board.members(*group).to_vec();
        }
        let digits = self.digits(var);
        let pair = |cell| digits.iter().map(move |&d| self.board.candidate(cell, d));
        self.cells(var).into_iter().flat_map(pair).collect()
    }

    fn truths(&self, subject: &Subject) -> Vec<Group> {
        match *subject {
            Subject::Cells(var) => self
                .cells(var)
                .into_iter()
                .map(|c| self.board.cell_group(c))
                .collect(),
            Subject::Truth(var) => match self.value(var) {
                Value::Truth(group) => vec![*group],
                _ => Vec::new(),
            },
            Subject::Digits(digits, houses) => {
                let digits = self.digits(digits);
                let of = |h| digits.iter().map(move |&d| self.board.house_group(h, d));
                self.houses(houses).into_iter().flat_map(of).collect()
            }
            Subject::Overlap(..) => Vec::new(),
        }
    }

    fn is_one(&self, candidate: Candidate, alternative: &Alternative) -> bool {
        let board = self.board;
        let (cell, digit) = (board.cell_of(candidate), board.digit_of(candidate));
        match alternative {
            Alternative::Digit(var) => self.digits(*var).contains(&digit),
            Alternative::Cell(var) | Alternative::House(var) => self.cells(*var).contains(&cell),
            Alternative::Candidate(var) => self.candidates(*var).contains(&candidate),
            Alternative::Sees(var) => self.cells(*var).iter().all(|&c| board.sees(cell, c)),
            Alternative::Excludes(var) => self
                .candidates(*var)
                .iter()
                .all(|&c| board.exclude(candidate, c)),
            // The match must hold without alternatives by relations or guardians.
            Alternative::Relation(..) | Alternative::RelationFrom(..) | Alternative::Guardian => {
                false
            }
            Alternative::All(parts) => parts.iter().all(|part| self.is_one(candidate, part)),
        }
    }
}
