//! The plain complete solver: singles, and where they end, suppositions on the truth with the
//! fewest candidates. Everything it does can be logged as steps of a proof.

use crate::grid::{Board, Candidate, Digit, Group, Puzzle, State};
use crate::proof::{Claim, Header, Proof, Step};
use crate::propagate::{Singles, Stop};

/// How much work a search may do before it gives up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The number of suppositions tried.
    pub supposes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            supposes: 20_000_000,
        }
    }
}

/// Whether to stop is asked once in so many suppositions.
const ASK_EVERY: u64 = 256;

/// What a search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Exactly one solution.
    Unique(Vec<Digit>),
    /// No solution; this group is empty after the steps logged.
    None(Group),
    /// At least these two.
    Many(Vec<Digit>, Vec<Digit>),
    /// The limit was reached first.
    GaveUp,
}

impl Outcome {
    /// The claim that a proof with the logged steps may make.
    pub fn claim(&self) -> Claim {
        match self {
            Outcome::Unique(solution) => Claim::Unique(solution.clone()),
            Outcome::None(group) => Claim::None(*group),
            Outcome::Many(one, other) => Claim::Many(one.clone(), other.clone()),
            Outcome::GaveUp => Claim::Open,
        }
    }
}

/// Proves a puzzle by singles and search alone.
pub fn prove(puzzle: &Puzzle, limits: Limits) -> Proof {
    let mut search = Search::new(&puzzle.board, limits);
    let outcome = search.prove(&puzzle.state());
    Proof {
        header: Header::of(puzzle),
        steps: search.steps.drain(..).map(|step| (None, step)).collect(),
        claim: outcome.claim(),
    }
}

/// Why a search ended before its time.
pub(super) enum Ended {
    Solution(Vec<Digit>),
    GaveUp,
}

/// A solver with its working memory, to be used for many puzzles of one board.
pub struct Search<'b> {
    pub(super) board: &'b Board,
    limits: Limits,
    stop: Stop,
    supposes: u64,
    /// The state at each depth of supposition; grown as needed, never shrunk.
    pub(super) levels: Vec<State>,
    pub(super) singles: Singles,
    pub(super) logging: bool,
    /// The steps of the last proof.
    pub steps: Vec<Step>,
}

impl<'b> Search<'b> {
    /// A solver for puzzles of this board.
    pub fn new(board: &'b Board, limits: Limits) -> Self {
        Search {
            board,
            limits,
            stop: Stop::default(),
            supposes: 0,
            levels: vec![State::full(board)],
            singles: Singles::default(),
            logging: false,
            steps: Vec::new(),
        }
    }

    /// Solves and proves, leaving the proof's steps in [`Search::steps`].
    ///
    /// First one solution is found without logging. It tells which candidate of a
    /// truth need not be supposed, so that all suppositions of the proof are refuted.
    pub fn prove(&mut self, start: &State) -> Outcome {
        self.begin(start);
        self.logging = true;
        if let Err(group) = self.propagate(0) {
            return Outcome::None(group);
        }
        if let Some(solution) = self.levels[0].solution(self.board) {
            return Outcome::Unique(solution);
        }
        self.logging = false;
        let top = self.levels[0].clone();
        let first = match self.find(0) {
            Err(Ended::Solution(solution)) => Some(solution),
            Err(Ended::GaveUp) => return Outcome::GaveUp,
            Ok(_) => None,
        };
        self.levels[0].copy_from(&top);
        self.logging = true;
        loop {
            let Some(group) = self.branch(0) else {
                let solution = self.levels[0].solution(self.board);
                return Outcome::Unique(solution.expect("every truth has one candidate left"));
            };
            let domain = self.levels[0].domain(self.board, group);
            let wrong = |c: &Candidate| first.as_ref().is_none_or(|s| !self.agrees(s, *c));
            let target = { domain }
                .find(wrong)
                .expect("a solution has one candidate in each truth");
            let logged = self.steps.len();
            match self.refute(0, target) {
                Ok(()) => {}
                Err(Ended::Solution(second)) => {
                    self.steps.clear();
                    let first = first.expect("a solution was found before");
                    return Outcome::Many(first, second);
                }
                Err(Ended::GaveUp) => {
                    self.steps.truncate(logged);
                    return Outcome::GaveUp;
                }
            }
            self.eliminate(0, target);
            if let Err(group) = self.propagate(0) {
                return Outcome::None(group);
            }
        }
    }

    /// The number of suppositions tried since the last proof or refutation began.
    pub fn tried(&self) -> u64 {
        self.supposes
    }

    /// Gives up, too, when this says so; it is asked now and then.
    pub fn stop_when(&mut self, stop: Stop) {
        self.stop = stop;
    }

    /// Allows for another number of suppositions from now on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Whether there are 0, 1 or more solutions, without a proof.
    pub fn solve(&mut self, start: &State) -> Outcome {
        let outcome = self.prove(start);
        self.steps.clear();
        outcome
    }

    /// Whether there is a solution at all, without a proof: `Unique` with the first one found, which
    /// need not be the only one.
    pub fn any(&mut self, start: &State) -> Outcome {
        self.begin(start);
        self.logging = false;
        if let Err(group) = self.propagate(0) {
            return Outcome::None(group);
        }
        match self.find(0) {
            Ok(group) => Outcome::None(group),
            Err(Ended::Solution(solution)) => Outcome::Unique(solution),
            Err(Ended::GaveUp) => Outcome::GaveUp,
        }
    }

    /// The steps that refute one candidate of a state, if it can be refuted: a suppose, or `None`
    /// if there is a solution with the candidate or the limit is reached.
    pub fn refutation(&mut self, start: &State, target: Candidate) -> Option<Vec<Step>> {
        // Singles and empty truths that the state has already are seen below the suppose.
        self.begin(start);
        self.logging = true;
        self.refute(0, target)
            .is_ok()
            .then(|| std::mem::take(&mut self.steps))
    }

    pub(super) fn begin(&mut self, start: &State) {
        self.supposes = 0;
        self.steps.clear();
        self.levels[0].copy_from(start);
        self.singles.expect(self.board.groups());
    }

    fn agrees(&self, solution: &[Digit], candidate: Candidate) -> bool {
        solution[self.board.cell_of(candidate).index()] == self.board.digit_of(candidate)
    }

    /// Refutes a candidate, logging a suppose; `Err` with a solution if there is one.
    fn refute(&mut self, level: usize, candidate: Candidate) -> Result<(), Ended> {
        if self.logging {
            self.steps.push(Step::Suppose(candidate));
        }
        let empty = match self.descend(level, candidate)? {
            Some(empty) => empty,
            None => self.refute_all(level + 1)?,
        };
        if self.logging {
            self.steps.push(Step::Refuted(empty));
        }
        Ok(())
    }

    /// Refutes candidates of the state at this level until a truth is empty.
    fn refute_all(&mut self, level: usize) -> Result<Group, Ended> {
        while let Some(group) = self.branch(level) {
            let state = &self.levels[level];
            let target = state
                .domain(self.board, group)
                .next()
                .expect("a truth to branch on");
            self.refute(level, target)?;
            self.eliminate(level, target);
            if let Err(empty) = self.propagate(level) {
                return Ok(empty);
            }
        }
        let solution = self.levels[level].solution(self.board);
        Err(Ended::Solution(
            solution.expect("every truth has one candidate left"),
        ))
    }

    /// Looks for a solution, without logging; `Ok` if there is none.
    fn find(&mut self, level: usize) -> Result<Group, Ended> {
        self.refute_all(level)
    }

    /// Takes the candidate as true one level deeper; gives the truth that is empty then, if any.
    pub(super) fn descend(
        &mut self,
        level: usize,
        candidate: Candidate,
    ) -> Result<Option<Group>, Ended> {
        self.supposes += 1;
        let asked = self.supposes.is_multiple_of(ASK_EVERY) && self.stop.now();
        if self.supposes > self.limits.supposes || asked {
            return Err(Ended::GaveUp);
        }
        if self.levels.len() == level + 1 {
            self.levels.push(self.levels[level].clone());
        } else {
            let (upper, lower) = self.levels.split_at_mut(level + 1);
            lower[0].copy_from(&upper[level]);
        }
        (self.singles).place(self.board, &mut self.levels[level + 1], candidate);
        Ok(self.propagate(level + 1).err())
    }

    /// The truth with the fewest candidates, at least two; `None` if all have one.
    pub(super) fn branch(&self, level: usize) -> Option<Group> {
        let mut best = None;
        let mut fewest = u32::MAX;
        for (index, mask) in self.levels[level].masks().iter().enumerate() {
            let count = mask.count_ones();
            if count > 1 && count < fewest && self.board.is_truth(Group::new(index)) {
                best = Some(Group::new(index));
                fewest = count;
                if count == 2 {
                    break;
                }
            }
        }
        best
    }

    pub(super) fn eliminate(&mut self, level: usize, candidate: Candidate) {
        (self.singles).eliminate(self.board, &mut self.levels[level], candidate);
    }

    /// Singles until there are no more; `Err` with a truth that is empty.
    pub(super) fn propagate(&mut self, level: usize) -> Result<(), Group> {
        let (logging, steps) = (self.logging, &mut self.steps);
        (self.singles).settle(self.board, &mut self.levels[level], |candidate, group| {
            if logging {
                steps.push(Step::Single { candidate, group });
            }
        })
    }
}
