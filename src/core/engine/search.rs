//! The plain complete solver: singles, and guesses at a truth with few candidates. All its work can
//! be logged as steps of a proof.
//!
//! Each guess is made once, both to find the solution and to prove that it is unique. On the way to
//! the first solution a wrong guess is logged as a refuted supposition. The consequences of a right
//! guess are logged as well. When the solution is found, the other candidates of the truth are
//! refuted. In the proof these refutations precede the guess, which is then a single. Say `r1c1` is
//! 3 or 7, and 7 is right:
//!
//! ```text
//! logged                     the proof
//! single r2c2=5 : r2c2       single r2c2=5 : r2c2
//! suppose r1c1=7             suppose r1c1=3
//!   single r4c1=2 : 2r4        ...
//!   ...                      refuted r5c5
//! suppose r1c1=3             single r1c1=7 : r1c1
//!   ...                      single r4c1=2 : 2r4
//! refuted r5c5               ...
//! ```

use std::ops::Range;

use crate::grid::{Board, Candidate, Digit, Group, Puzzle, State, bits};
use crate::proof::{Claim, Header, Proof, Step};
use crate::propagate::{Levels, SlicedLevels, StateLevels, Stop};

/// Limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum number of suppositions.
    pub supposes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            supposes: 20_000_000,
        }
    }
}

/// Number of suppositions between two checks of the stop signal.
const STOP_INTERVAL: u64 = 256;

/// Result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Exactly one solution.
    Unique(Vec<Digit>),
    /// No solution. This group is empty after the logged steps.
    None(Group),
    /// At least two solutions, which are given.
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
    let outcome = search.prove_puzzle(puzzle);
    Proof {
        header: Header::of(puzzle),
        steps: search.steps.drain(..).map(|step| (None, step)).collect(),
        claim: outcome.claim(),
    }
}

/// The reason why a search ended early.
pub(super) enum Ended {
    Solution(Vec<Digit>),
    GaveUp,
}

/// The start of a search.
enum Beginning<'s> {
    State(&'s State),
    Puzzle(&'s Puzzle),
}

/// A candidate assumed true on the way to a solution.
struct Guess {
    candidate: Candidate,
    /// The truth whose candidate is supposed.
    truth: Group,
    /// The index of the supposition in the log.
    logged: usize,
    /// The range of the log with the refutations of the other candidates of the truth.
    refutations: Range<usize>,
}

/// A solver with its working memory, reusable for many puzzles of one board.
pub struct Search<'b> {
    pub(super) board: &'b Board,
    limits: Limits,
    stop: Stop,
    supposes: u64,
    /// The states, one per open supposition.
    pub(super) levels: StateLevels,
    /// The bit-sliced states, for boards that support them. Created on demand.
    sliced: Option<SlicedLevels>,
    logging: bool,
    /// The guesses of the current state, in order.
    guesses: Vec<Guess>,
    /// Buffer for reordering the steps of a proof.
    ordered: Vec<Step>,
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
            levels: StateLevels::default(),
            sliced: None,
            logging: false,
            guesses: Vec::new(),
            ordered: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// Solves and proves, leaving the proof's steps in [`Search::steps`].
    pub fn prove(&mut self, start: &State) -> Outcome {
        self.run(Beginning::State(start), true, true)
    }

    /// Solves and proves a puzzle, leaving the proof's steps in [`Search::steps`].
    pub fn prove_puzzle(&mut self, puzzle: &Puzzle) -> Outcome {
        self.run(Beginning::Puzzle(puzzle), true, true)
    }

    /// Number of suppositions since the last proof or refutation began.
    pub fn tried(&self) -> u64 {
        self.supposes
    }

    /// Sets a stop signal, which is checked from time to time.
    pub fn stop_when(&mut self, stop: Stop) {
        self.stop = stop;
    }

    /// Changes the limits.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Decides whether there are 0, 1 or more solutions, without a proof.
    pub fn solve(&mut self, start: &State) -> Outcome {
        self.run(Beginning::State(start), false, true)
    }

    /// Decides whether a puzzle has 0, 1 or more solutions, without a proof.
    pub fn solve_puzzle(&mut self, puzzle: &Puzzle) -> Outcome {
        self.run(Beginning::Puzzle(puzzle), false, true)
    }

    /// Decides whether there is a solution, without a proof. Returns `Unique` with the first
    /// solution, which need not be the only one.
    pub fn any(&mut self, start: &State) -> Outcome {
        self.run(Beginning::State(start), false, false)
    }

    /// The steps that refute one candidate of a state, as a supposition. `None` if there is a
    /// solution with the candidate or the limit is reached.
    pub fn refutation(&mut self, start: &State, target: Candidate) -> Option<Vec<Step>> {
        self.begin();
        // Singles and empty truths of the state are found inside the supposition.
        let mut levels = std::mem::take(&mut self.levels);
        levels.start(self.board, start);
        let refuted = self.refute(&mut levels, 0, target);
        self.levels = levels;
        refuted.is_ok().then(|| std::mem::take(&mut self.steps))
    }

    /// Discards the last proof or refutation, and logs the next one.
    pub(super) fn begin(&mut self) {
        self.logging = true;
        self.supposes = 0;
        self.steps.clear();
        self.guesses.clear();
    }

    /// Searches for a solution, and for a second one if `only`, with the fastest representation of
    /// states for the board.
    fn run(&mut self, start: Beginning<'_>, logging: bool, only: bool) -> Outcome {
        self.begin();
        self.logging = logging;
        match self.sliced.take().or_else(|| SlicedLevels::new(self.board)) {
            Some(mut levels) => {
                let outcome = self.run_on(&mut levels, start, only);
                self.sliced = Some(levels);
                outcome
            }
            None => {
                let mut levels = std::mem::take(&mut self.levels);
                let outcome = self.run_on(&mut levels, start, only);
                self.levels = levels;
                outcome
            }
        }
    }

    fn run_on(&mut self, levels: &mut impl Levels, start: Beginning<'_>, only: bool) -> Outcome {
        match start {
            Beginning::State(state) => levels.start(self.board, state),
            Beginning::Puzzle(puzzle) => levels.start_puzzle(puzzle),
        }
        if let Err(group) = self.settle(levels, 0) {
            return Outcome::None(group);
        }
        match self.dive(levels, 0) {
            Ok(group) => Outcome::None(group),
            Err(Ended::Solution(first)) if only => self.prove_only(levels, first),
            Err(Ended::Solution(first)) => Outcome::Unique(first),
            Err(Ended::GaveUp) => self.give_up(),
        }
    }

    /// Refutes the alternatives of the guesses on the way to the first solution.
    fn prove_only(&mut self, levels: &mut impl Levels, first: Vec<Digit>) -> Outcome {
        let end = self.steps.len();
        // The states of the upper levels are needed longest.
        for level in (0..self.guesses.len()).rev() {
            let logged = self.steps.len();
            let (candidate, truth) = (self.guesses[level].candidate, self.guesses[level].truth);
            for place in bits(levels.mask(level, truth)) {
                let other = self.board.members(truth)[place];
                if other == candidate {
                    continue;
                }
                match self.refute(levels, level, other) {
                    Ok(()) => levels.eliminate(self.board, level, other),
                    Err(Ended::Solution(second)) => {
                        self.steps.clear();
                        return Outcome::Many(first, second);
                    }
                    Err(Ended::GaveUp) => return self.give_up(),
                }
            }
            self.guesses[level].refutations = logged..self.steps.len();
        }
        self.put_refutations_before_guesses(end);
        Outcome::Unique(first)
    }

    /// Discards the steps that depend on guesses.
    fn give_up(&mut self) -> Outcome {
        if let Some(first) = self.guesses.first() {
            self.steps.truncate(first.logged);
        }
        Outcome::GaveUp
    }

    /// Moves the refutations of the alternatives before the guess, which then becomes a single.
    fn put_refutations_before_guesses(&mut self, end: usize) {
        if self.guesses.is_empty() || !self.logging {
            return;
        }
        let ordered = &mut self.ordered;
        ordered.clear();
        let mut from = 0;
        for guess in &self.guesses {
            ordered.extend_from_slice(&self.steps[from..guess.logged]);
            ordered.extend_from_slice(&self.steps[guess.refutations.clone()]);
            ordered.push(Step::Single {
                candidate: guess.candidate,
                group: guess.truth,
            });
            from = guess.logged + 1;
        }
        ordered.extend_from_slice(&self.steps[from..end]);
        std::mem::swap(&mut self.steps, ordered);
    }

    /// Refutes a candidate and logs a supposition. Fails with a solution if there is one.
    fn refute(
        &mut self,
        levels: &mut impl Levels,
        level: usize,
        candidate: Candidate,
    ) -> Result<(), Ended> {
        self.log(Step::Suppose(candidate));
        let empty = match self.descend(levels, level, candidate)? {
            Some(empty) => empty,
            None => self.dive(levels, level + 1)?,
        };
        self.log(Step::Refuted(empty));
        Ok(())
    }

    /// Guesses candidates, and refutes those that fail, until a truth of the state at this level is
    /// empty. Fails with a solution if there is one, and keeps the guesses that lead to it.
    fn dive(&mut self, levels: &mut impl Levels, floor: usize) -> Result<Group, Ended> {
        let above = self.guesses.len();
        loop {
            let level = floor + self.guesses.len() - above;
            let Some((truth, candidate)) = levels.choose(self.board, level) else {
                return Err(Ended::Solution(levels.digits(self.board, level)));
            };
            self.guesses.push(Guess {
                truth,
                candidate,
                logged: self.steps.len(),
                refutations: 0..0,
            });
            self.log(Step::Suppose(candidate));
            let mut failed = self.descend(levels, level, candidate)?;
            while let Some(empty) = failed {
                let level = floor + self.guesses.len() - above;
                let Some(guess) = (level > floor).then(|| self.guesses.pop()).flatten() else {
                    return Ok(empty);
                };
                self.log(Step::Refuted(empty));
                levels.eliminate(self.board, level - 1, guess.candidate);
                failed = self.settle(levels, level - 1).err();
            }
        }
    }

    /// Assumes the candidate true one level deeper. Returns the truth that is then empty, if any.
    pub(super) fn descend(
        &mut self,
        levels: &mut impl Levels,
        level: usize,
        candidate: Candidate,
    ) -> Result<Option<Group>, Ended> {
        self.supposes += 1;
        let asked = self.supposes.is_multiple_of(STOP_INTERVAL) && self.stop.now();
        if self.supposes > self.limits.supposes || asked {
            return Err(Ended::GaveUp);
        }
        levels.suppose(self.board, level, candidate);
        Ok(self.settle(levels, level + 1).err())
    }

    /// Places singles to the fixpoint. Fails with an empty truth.
    pub(super) fn settle(&mut self, levels: &mut impl Levels, level: usize) -> Result<(), Group> {
        let (logging, steps) = (self.logging, &mut self.steps);
        levels.settle(self.board, level, |candidate, group| {
            if logging {
                steps.push(Step::Single { candidate, group });
            }
        })
    }

    #[inline]
    fn log(&mut self, step: Step) {
        if self.logging {
            self.steps.push(step);
        }
    }
}
