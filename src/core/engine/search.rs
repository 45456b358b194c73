//! The plain complete solver: singles, and where they end, guesses at a truth with few
//! candidates. Everything it does can be logged as steps of a proof.
//!
//! Each guess is made once, whether it helps to find the solution or to prove that it is the only one. On the way to the
//! first solution a wrong guess is logged as a suppose that is refuted. What follows from a right one is logged as well; when the solution is
//! there, the other candidates of the truth are refuted where the guess was made, and that goes before it in the proof, in
//! which the guess is a single then. Say `r1c1` is 3 or 7, and 7 is right:
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
    let outcome = search.prove_puzzle(puzzle);
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

/// What a search begins with.
enum Beginning<'s> {
    State(&'s State),
    Puzzle(&'s Puzzle),
}

/// A candidate taken as true on the way to a solution.
struct Guess {
    candidate: Candidate,
    /// The truth it was chosen from.
    truth: Group,
    /// Where its suppose is in the log.
    logged: usize,
    /// Where in the log the other candidates of the truth are refuted.
    refutations: Range<usize>,
}

/// A solver with its working memory, to be used for many puzzles of one board.
pub struct Search<'b> {
    pub(super) board: &'b Board,
    limits: Limits,
    stop: Stop,
    supposes: u64,
    /// The states, one for each supposition that is open.
    pub(super) levels: StateLevels,
    /// The same in another form, for boards that have it: made when they are needed.
    sliced: Option<SlicedLevels>,
    logging: bool,
    /// The guesses that the state searched rests on, the first one made first.
    guesses: Vec<Guess>,
    /// The steps of a proof while they are put in order.
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

    /// The same for a puzzle as it is given.
    pub fn prove_puzzle(&mut self, puzzle: &Puzzle) -> Outcome {
        self.run(Beginning::Puzzle(puzzle), true, true)
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
        self.run(Beginning::State(start), false, true)
    }

    /// The same for a puzzle as it is given.
    pub fn solve_puzzle(&mut self, puzzle: &Puzzle) -> Outcome {
        self.run(Beginning::Puzzle(puzzle), false, true)
    }

    /// Whether there is a solution at all, without a proof: `Unique` with the first one found, which
    /// need not be the only one.
    pub fn any(&mut self, start: &State) -> Outcome {
        self.run(Beginning::State(start), false, false)
    }

    /// The steps that refute one candidate of a state, if it can be refuted: a suppose, or `None`
    /// if there is a solution with the candidate or the limit is reached.
    pub fn refutation(&mut self, start: &State, target: Candidate) -> Option<Vec<Step>> {
        self.begin();
        // Singles and empty truths that the state has already are seen below the suppose.
        let mut levels = std::mem::take(&mut self.levels);
        levels.start(self.board, start);
        let refuted = self.refute(&mut levels, 0, target);
        self.levels = levels;
        refuted.is_ok().then(|| std::mem::take(&mut self.steps))
    }

    /// Forgets the last proof or refutation, and logs the next one.
    pub(super) fn begin(&mut self) {
        self.logging = true;
        self.supposes = 0;
        self.steps.clear();
        self.guesses.clear();
    }

    /// Looks for a solution, and for another one if asked to, in the form of states that is fastest for the board.
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

    /// Refutes what was not guessed on the way to the first solution.
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

    /// Forgets what rests on guesses.
    fn give_up(&mut self) -> Outcome {
        if let Some(first) = self.guesses.first() {
            self.steps.truncate(first.logged);
        }
        Outcome::GaveUp
    }

    /// Puts the refutations of what was not guessed where the guess is logged, which then is a single.
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

    /// Refutes a candidate, logging a suppose; `Err` with a solution if there is one.
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

    /// Guesses candidates, and refutes those that fail, until a truth of the state at this level is empty; `Err`
    /// with a solution if there is one, and then the guesses that lead to it are still there.
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

    /// Takes the candidate as true one level deeper; gives the truth that is empty then, if any.
    pub(super) fn descend(
        &mut self,
        levels: &mut impl Levels,
        level: usize,
        candidate: Candidate,
    ) -> Result<Option<Group>, Ended> {
        self.supposes += 1;
        let asked = self.supposes.is_multiple_of(ASK_EVERY) && self.stop.now();
        if self.supposes > self.limits.supposes || asked {
            return Err(Ended::GaveUp);
        }
        levels.suppose(self.board, level, candidate);
        Ok(self.settle(levels, level + 1).err())
    }

    /// Singles until there are no more; `Err` with a truth that is empty.
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
