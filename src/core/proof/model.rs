//! What a proof is made of: a header, steps, a claim.

use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;

use crate::grid::{Board, Candidate, Digit, Group, Puzzle, State};

/// What the proof is about.
#[derive(Clone, Debug)]
pub struct Header {
    /// The board.
    pub board: Arc<Board>,
    /// The given digits, in reading order.
    pub givens: Option<Vec<Option<Digit>>>,
    /// The candidates left in each cell when the proof begins.
    pub state: Option<Vec<u32>>,
    /// Whether steps may use that the puzzle has at most one solution.
    pub assume_unique: bool,
}

impl Header {
    /// The header of a proof about a puzzle, with no assumptions.
    pub fn of(puzzle: &Puzzle) -> Header {
        Header {
            board: Arc::clone(&puzzle.board),
            givens: puzzle.givens.clone(),
            state: puzzle.pencilmarks.clone(),
            assume_unique: false,
        }
    }

    /// The same header with the assumptions that these steps need.
    pub fn assuming_for<'s>(self, steps: impl IntoIterator<Item = &'s Step>) -> Header {
        let mut steps = steps.into_iter();
        Header {
            assume_unique: self.assume_unique || steps.any(|s| matches!(s, Step::Deadly(_))),
            ..self
        }
    }

    /// The puzzle that the proof begins with.
    pub fn puzzle(&self) -> Puzzle {
        Puzzle {
            board: Arc::clone(&self.board),
            givens: self.givens.clone(),
            pencilmarks: self.state.clone(),
            filled: None,
            label: None,
            expected: None,
        }
    }

    /// Of each cell, whether it is given; nothing if there is a state alone.
    pub fn given_cells(&self) -> Vec<bool> {
        let givens = self.givens.iter().flatten();
        givens.map(Option::is_some).collect()
    }

    /// What the puzzle and the state say of single candidates: each given is true, and each
    /// candidate that the state does not have is false.
    pub fn premises(&self) -> Vec<(Candidate, bool)> {
        let board = &*self.board;
        let given =
            |(cell, digit): (_, &Option<Digit>)| Some((board.candidate(cell, (*digit)?), true));
        let mut premises: Vec<(Candidate, bool)> =
            (board.cells().zip(self.givens.iter().flatten()))
                .filter_map(given)
                .collect();
        for (cell, mask) in board.cells().zip(self.state.iter().flatten()) {
            let gone = board
                .digits()
                .filter(|digit| mask >> digit.index() & 1 == 0);
            premises.extend(gone.map(|digit| (board.candidate(cell, digit), false)));
        }
        premises
    }
}

/// One step of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Truths and links that leave no room for the targets.
    Count(Count),
    /// The group's only live candidate is true.
    Single {
        /// The candidate that is true.
        candidate: Candidate,
        /// The truth in which nothing else is left.
        group: Group,
    },
    /// Assume that the candidate is true, until the matching [`Step::Refuted`].
    Suppose(Candidate),
    /// The group is empty, so the candidate supposed last is false.
    Refuted(Group),
    /// Not all candidates of the set are true, or the puzzle had two solutions.
    Deadly(DeadlySet),
}

/// A linear combination of truths and links, and what it eliminates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The candidates that are false.
    pub targets: Vec<Candidate>,
    /// The truths and links, with their multipliers.
    pub terms: Vec<Term>,
}

/// A truth or a link with its multiplier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Term {
    /// The group or deadly set.
    pub set: TermSet,
    /// Positive for a truth, negative for a link; never 0.
    pub multiplier: i32,
}

impl Term {
    /// The group taken as a truth, so many times.
    pub fn truth(group: Group, times: i32) -> Term {
        Term {
            set: TermSet::Group(group),
            multiplier: times,
        }
    }

    /// The group taken as a link, so many times.
    pub fn link(group: Group, times: i32) -> Term {
        Term {
            set: TermSet::Group(group),
            multiplier: -times,
        }
    }
}

/// What a term of a count refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TermSet {
    /// A group of the board.
    Group(Group),
    /// The deadly set defined under this number.
    Deadly(u8),
}

/// A set of candidates that cannot all be true in a puzzle with one solution, because
/// exchanging it for another set on the same cells gives a second one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadlySet {
    /// The number it is called by, 1 to 99.
    pub name: u8,
    /// The set.
    pub set: Vec<Candidate>,
    /// What it can be exchanged for.
    pub exchange: Vec<Candidate>,
}

/// What people want to know of a step; checkers ignore it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Annotation {
    /// The rule that fired.
    pub rule: String,
    /// Its variables and what they stood for.
    pub bindings: Vec<(String, String)>,
    /// The step in words.
    pub sentence: String,
}

/// What a proof proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// This is the only solution.
    Unique(Vec<Digit>),
    /// There is none, because this group is empty.
    None(Group),
    /// These are two of several solutions.
    Many(Vec<Digit>, Vec<Digit>),
    /// The steps are right; nothing more is claimed.
    Open,
}

impl Claim {
    /// The grids that it shows, each as a line: one, two of several, or none.
    pub fn solutions(&self) -> Vec<String> {
        let grid = |digits: &Vec<Digit>| digits.iter().map(|d| d.to_char()).collect();
        match self {
            Claim::Unique(solution) => vec![grid(solution)],
            Claim::Many(one, other) => vec![grid(one), grid(other)],
            Claim::None(_) | Claim::Open => Vec::new(),
        }
    }
}

/// A whole proof in memory.
#[derive(Clone, Debug)]
pub struct Proof {
    /// What it is about.
    pub header: Header,
    /// The steps, each with an annotation or none.
    pub steps: Vec<(Option<Annotation>, Step)>,
    /// What it proves.
    pub claim: Claim,
}

impl Proof {
    /// A proof about a puzzle that has no steps yet.
    pub fn begin(puzzle: &Puzzle) -> Proof {
        Proof {
            header: Header::of(puzzle),
            steps: Vec::new(),
            claim: Claim::Open,
        }
    }

    /// Adds what proves the next step, with what that says to people; where its lines are, counted from 0.
    pub fn add(&mut self, annotation: Annotation, certificate: Vec<Step>) -> Range<usize> {
        let first = self.steps.len();
        let mut annotation = Some(annotation);
        let certificate = certificate.into_iter();
        (self.steps).extend(certificate.map(|step| (annotation.take(), step)));
        first..self.steps.len()
    }

    /// The lines of each step, counted from 0. Where a line says which rule it comes from, a step begins; a line that
    /// says nothing goes on with the step before, or is one by itself if that did not say anything either. What stands
    /// inside of a supposition belongs to it.
    pub fn passages(&self) -> Vec<Range<usize>> {
        let mut passages: Vec<Range<usize>> = Vec::new();
        let mut annotated = false;
        let mut depth = 0_usize;
        for (at, (note, step)) in self.steps.iter().enumerate() {
            match passages.last_mut() {
                Some(last) if depth > 0 || (note.is_none() && annotated) => last.end = at + 1,
                _ => {
                    annotated = note.is_some();
                    passages.push(at..at + 1);
                }
            }
            match step {
                Step::Suppose(_) => depth += 1,
                Step::Refuted(_) => depth = depth.saturating_sub(1),
                Step::Count(_) | Step::Single { .. } | Step::Deadly(_) => {}
            }
        }
        passages
    }

    /// The proof with what it comes to, and with the assumptions that its steps need.
    pub fn finish(mut self, claim: Claim) -> Proof {
        let steps = self.steps.iter().map(|(_, step)| step);
        self.header = self.header.assuming_for(steps);
        if self.header.assume_unique && matches!(claim, Claim::Many(..)) {
            // What was assumed is wrong. That there are two solutions needs no steps.
            self.steps.clear();
            self.header.assume_unique = false;
        }
        self.claim = claim;
        self
    }
}

impl Count {
    /// Whether the count proves its targets false among the live candidates: every target
    /// outweighs the bound, and no other live candidate has a negative weight.
    ///
    /// This is the engine's own arithmetic, used to choose between counts; the checker has its own.
    pub fn holds(&self, board: &Board, state: &State) -> bool {
        self.holds_with(board, state, &[])
    }

    /// The same for a count with deadly sets, which are among these.
    pub fn holds_with(&self, board: &Board, state: &State, deadly: &[DeadlySet]) -> bool {
        Weights::of(&self.terms, board, state, deadly)
            .is_some_and(|weights| weights.prove(board, state, &self.targets))
    }
}

/// What the terms of a count come to, whatever its targets are.
pub struct Weights {
    /// The candidates that terms speak of, each once, in order.
    all: Vec<(Candidate, i64)>,
    bound: i64,
}

impl Weights {
    /// Adds up terms; `None` if one is no term of a count.
    pub fn of(
        terms: &[Term],
        board: &Board,
        state: &State,
        deadly: &[DeadlySet],
    ) -> Option<Weights> {
        let mut all: Vec<(Candidate, i64)> = Vec::with_capacity(4 * terms.len());
        let mut bound = 0i64;
        for term in terms {
            let multiplier = i64::from(term.multiplier);
            match term.set {
                TermSet::Group(group) => {
                    bound -= multiplier;
                    all.extend(state.domain(board, group).map(|c| (c, -multiplier)));
                }
                TermSet::Deadly(name) => {
                    let deadly = deadly.iter().find(|d| d.name == name)?;
                    // What is deadly is used like a link, and takes no weight away.
                    if multiplier > 0 {
                        return None;
                    }
                    bound -= multiplier * (deadly.set.len() as i64 - 1);
                    all.extend(deadly.set.iter().map(|&c| (c, -multiplier)));
                }
            }
        }
        all.sort_unstable_by_key(|&(candidate, _)| candidate);
        all.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        Some(Weights { all, bound })
    }

    /// Whether each target outweighs the bound, and no other candidate has a negative weight. Every target is another
    /// candidate to every other; only one alone may be negative.
    pub fn prove(&self, board: &Board, state: &State, targets: &[Candidate]) -> bool {
        let weight = |target: &Candidate| {
            let at = self.all.binary_search_by_key(target, |&(c, _)| c);
            at.map_or(0, |at| self.all[at].1)
        };
        let outweighs = |t: &Candidate| state.is_live(board, *t) && weight(t) > self.bound;
        !targets.is_empty()
            && targets.iter().all(outweighs)
            && (self.all.iter()).all(|&(c, weight)| weight >= 0 || targets == [c])
    }
}
