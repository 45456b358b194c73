//! Certificates by cases, for matches with deadly sets.
//!
//! Given truths and deadly sets, the result is steps that refute a candidate. If assuming it leads
//! by singles to an empty truth or to a complete deadly set, one count suffices. Otherwise the
//! candidate is supposed, and each candidate of a truth is refuted below it. For example, no single
//! count covers two deadly sets, as of four corners that cannot all hold the same two digits.
//!
//! A derived truth cannot appear in a proof. If it has one candidate left, the truths from which it
//! was derived refute the other candidates of that cell: if three digits cannot fill the cells of a
//! tridagon and all its guardians but one are false, that one is true. If it leaves none, those
//! truths are contradictory.

use crate::grid::{Board, Candidate, Digit, Group, State};
use crate::matcher::{DeadlyCells, DerivedTruth, Position};
use crate::proof::{Count, DeadlySet, Step, TermSet, count_of_deadly, count_of_propagation};
use crate::propagate::{Propagation, Propagator, Reason};

/// Maximum depth of nested suppositions.
const MAX_DEPTH_OF_CASES: usize = 6;

/// Maximum number of propagations per match.
const MAX_PROPAGATIONS: u32 = 5_000;

/// Maximum number of deadly sets in a proof file.
const MAX_DEADLY_SETS: usize = 99;

/// The inputs and the state of a proof by cases.
pub struct CaseProof<'a> {
    position: &'a Position,
    board: &'a Board,
    truths: &'a [Group],
    deadly_cells: Vec<&'a DeadlyCells>,
    /// The derived truths of the position's board.
    derived: &'a [DerivedTruth],
    /// Truths whose cases are tried first, because each of their candidates refutes the target.
    first: &'a [Group],
    deadly: Vec<DeadlySet>,
    tried: u32,
}

impl<'a> CaseProof<'a> {
    /// Starts with the truths and deadly sets of a match.
    pub fn new(
        position: &'a Position,
        truths: &'a [Group],
        deadly_cells: &'a [DeadlyCells],
    ) -> CaseProof<'a> {
        CaseProof {
            position,
            board: position.board(),
            truths,
            deadly_cells: deadly_cells.iter().collect(),
            derived: &[],
            first: &[],
            deadly: Vec::new(),
            tried: 0,
        }
    }

    /// Allows the derived truths of the position's board.
    pub fn deriving(mut self, derived: &'a [DerivedTruth]) -> CaseProof<'a> {
        self.derived = derived;
        (self.deadly_cells).extend(derived.iter().flat_map(|truth| &truth.deadly));
        self
    }

    /// Splits on the given truths before all others.
    pub fn splitting(mut self, first: &'a [Group]) -> CaseProof<'a> {
        self.first = first;
        self
    }

    /// The steps that refute the candidates one by one, preceded by the deadly sets that they use.
    pub fn refute_all(mut self, targets: &[Candidate]) -> Option<Vec<Step>> {
        let mut state = self.position.state().clone();
        let mut steps = Vec::new();
        for &target in targets {
            steps.extend(self.refute(&state, target, self.truths, 0)?);
            state.eliminate(self.board, target);
        }
        Some(self.with_deadly(steps))
    }

    /// The steps that place the only remaining candidate of a derived truth.
    pub fn place(mut self, candidate: Candidate) -> Option<Vec<Step>> {
        let mut state = self.position.state().clone();
        let steps = self.force(&mut state, candidate, self.truths)?;
        Some(self.with_deadly(steps))
    }

    /// Whether the truths become contradictory when the given candidates are false.
    pub fn contradicts_without(mut self, candidates: &[Candidate]) -> bool {
        let mut state = self.position.state().clone();
        for &candidate in candidates {
            state.eliminate(self.board, candidate);
        }
        self.contradict(state, self.truths).is_some()
    }

    /// The steps, preceded by the deadly sets that they use.
    fn with_deadly(self, steps: Vec<Step>) -> Vec<Step> {
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
        used.into_iter().map(Step::Deadly).chain(steps).collect()
    }

    fn refute(
        &mut self,
        state: &State,
        target: Candidate,
        truths: &[Group],
        depth: usize,
    ) -> Option<Vec<Step>> {
        self.tried += 1;
        if depth > MAX_DEPTH_OF_CASES || self.tried > MAX_PROPAGATIONS {
            return None;
        }
        let board = self.board;
        let mut propagator = Propagator::default();
        propagator.start(board, state);
        propagator.assume(board, target, Reason::Assumed);
        if let Some(empty) = propagator.follow(board, truths) {
            let needed = propagator.needed(board, empty);
            if self.rests_on_derived(&needed) {
                return self.unfold(state.clone(), &needed);
            }
            // Literals that the net forces for other purposes are omitted.
            let propagation = match self.first.is_empty() {
                true => propagator.whole(empty),
                false => needed,
            };
            let count = count_of_propagation(board, state, &propagation)?;
            return Some(vec![Step::Count(count)]);
        }
        let literals: Vec<Candidate> = propagator.literals().iter().map(|l| l.candidate).collect();
        let deadly_cells = self.deadly_cells.clone();
        let mut deadly_cells = deadly_cells.into_iter();
        if let Some(index) = deadly_cells.find_map(|cells| self.fall_into(cells, &literals)) {
            let (forced, deadly) = (propagator.forced(), &self.deadly[index]);
            let count = count_of_deadly(board, state, target, &forced, deadly)?;
            return Some(vec![Step::Count(count)]);
        }
        // The supposed candidate is now the only one of its cell.
        let mut truths = truths.to_vec();
        truths.push(board.cell_group(board.cell_of(target)));
        let mut inner = state.clone();
        inner.place(board, target);
        let size = |truth: Group| propagator.state().mask(truth).count_ones();
        let mut splits = truths.clone();
        splits.retain(|&truth| size(truth) > 1);
        let is_late = |truth: &Group| depth > 0 || !self.first.contains(truth);
        splits.sort_by_key(|&truth| (is_late(&truth), size(truth), truth));
        splits.dedup();
        (splits.into_iter()).find_map(|split| {
            let mut steps = vec![Step::Suppose(target)];
            steps.extend(self.split(inner.clone(), split, &truths, depth)?);
            Some(steps)
        })
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
        match self.origin(truth) {
            Some(origin) => steps.extend(self.contradict(state, origin)?),
            None => steps.push(Step::Refuted(truth)),
        }
        Some(steps)
    }

    /// The truths that a derived truth comes from.
    fn origin(&self, truth: Group) -> Option<&'a [Group]> {
        let place = truth.index().checked_sub(self.board.own_group_count())?;
        Some(&self.derived.get(place)?.truths)
    }

    fn rests_on_derived(&self, propagation: &Propagation) -> bool {
        let mut truths = propagation.forced.iter().map(|&(_, truth)| truth);
        self.board.is_derived(propagation.empty) || truths.any(|t| self.board.is_derived(t))
    }

    /// A refutation as a supposition in which derived truths are replaced by their origins.
    fn unfold(&mut self, mut state: State, propagation: &Propagation) -> Option<Vec<Step>> {
        let mut steps = vec![Step::Suppose(propagation.target)];
        state.place(self.board, propagation.target);
        for &(candidate, group) in &propagation.forced {
            match self.origin(group) {
                Some(origin) => steps.extend(self.force(&mut state, candidate, origin)?),
                None => {
                    steps.push(Step::Single { candidate, group });
                    state.place(self.board, candidate);
                }
            }
        }
        match self.origin(propagation.empty) {
            Some(origin) => steps.extend(self.contradict(state, origin)?),
            None => steps.push(Step::Refuted(propagation.empty)),
        }
        Some(steps)
    }

    /// Places a candidate by refuting the other candidates of its cell.
    fn force(
        &mut self,
        state: &mut State,
        candidate: Candidate,
        truths: &[Group],
    ) -> Option<Vec<Step>> {
        let group = self.board.cell_group(self.board.cell_of(candidate));
        let mut steps = Vec::new();
        for other in state.domain(self.board, group).filter(|&c| c != candidate) {
            steps.extend(self.refute(state, other, truths, 0)?);
            state.eliminate(self.board, other);
        }
        steps.push(Step::Single { candidate, group });
        state.place(self.board, candidate);
        Some(steps)
    }

    /// Shows that these truths are contradictory: refutes each candidate of one of them.
    fn contradict(&mut self, state: State, truths: &[Group]) -> Option<Vec<Step>> {
        let size = |truth: &Group| state.mask(*truth).count_ones();
        let &smallest = truths
            .iter()
            .min_by_key(|truth| (size(truth), truth.index()))?;
        self.split(state, smallest, truths, 0)
    }

    /// The index of the deadly set whose cells are all filled by the literals.
    fn fall_into(&mut self, cells: &DeadlyCells, literals: &[Candidate]) -> Option<usize> {
        let board = self.board;
        let mut filled = DeadlyCells { cells: Vec::new() };
        let mut digits: Vec<Digit> = Vec::new();
        for &(cell, mask) in &cells.cells {
            let literal = literals.iter().find(|&&l| board.cell_of(l) == cell);
            // Cells without a literal are left out, because the other cells may form a deadly set
            // by themselves.
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
        if index == MAX_DEADLY_SETS {
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
