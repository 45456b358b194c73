//! The parts of a proof: a header, steps, a claim.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;

use super::rows::{RowStep, Rules};
use crate::grid::{Board, Candidate, Digit, Group, Puzzle, State};

/// The premises of a proof.
#[derive(Clone, Debug)]
pub struct Header {
    /// The board.
    pub board: Arc<Board>,
    /// The givens, in reading order.
    pub givens: Option<Vec<Option<Digit>>>,
    /// The candidates left in each cell at the start of the proof.
    pub state: Option<Vec<u32>>,
    /// Whether steps may assume that the puzzle has at most one solution.
    pub assume_unique: bool,
    /// The constraint lines of version 2, possibly none. `None` in version 1.
    pub rules: Option<Arc<Rules>>,
}

impl Header {
    /// The header of a proof about a puzzle, with no assumptions.
    pub fn of(puzzle: &Puzzle) -> Header {
        Header {
            board: Arc::clone(&puzzle.board),
            givens: puzzle.givens.clone(),
            state: puzzle.pencilmarks.clone(),
            assume_unique: false,
            rules: None,
        }
    }

    /// Adds the assumptions and the version that these steps need to the header.
    pub fn assuming_for<'s>(mut self, steps: impl IntoIterator<Item = &'s Step>) -> Header {
        for step in steps {
            self.assume_unique |=
                matches!(step, Step::Deadly(_) | Step::Row(RowStep::Deadly { .. }));
            if matches!(step, Step::Row(_)) {
                self.rules.get_or_insert_default();
            }
        }
        self
    }

    /// The puzzle of the proof.
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

    /// For each cell, whether it is given. Empty if there is only a state.
    pub fn given_cells(&self) -> Vec<bool> {
        let givens = self.givens.iter().flatten();
        givens.map(Option::is_some).collect()
    }

    /// The premises about single candidates: each given is true, and each candidate missing from
    /// the state is false.
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
        // A candidate that the state lacks as well is listed once.
        let named: BTreeSet<Candidate> = premises.iter().map(|&(it, _)| it).collect();
        let not_allowed = self.rules.iter().flat_map(|rules| &rules.gone);
        premises.extend((not_allowed.filter(|it| !named.contains(it))).map(|&it| (it, false)));
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
        /// The true candidate.
        candidate: Candidate,
        /// The truth in which it is the only candidate left.
        group: Group,
    },
    /// Assumes that the candidate is true, until the matching [`Step::Refuted`].
    Suppose(Candidate),
    /// The group is empty, so the last supposed candidate is false.
    Refuted(Group),
    /// Not all candidates of the set are true, since otherwise the puzzle would have two solutions.
    Deadly(DeadlySet),
    /// A step of version 2.
    Row(RowStep),
}

/// A linear combination of truths and links, and its eliminations.
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
    /// Positive for a truth, negative for a link, never 0.
    pub multiplier: i32,
}

impl Term {
    /// The group as a truth, with multiplier `times`.
    pub fn truth(group: Group, times: i32) -> Term {
        Term {
            set: TermSet::Group(group),
            multiplier: times,
        }
    }

    /// The group as a link, with multiplier `times`.
    pub fn link(group: Group, times: i32) -> Term {
        Term {
            set: TermSet::Group(group),
            multiplier: -times,
        }
    }
}

/// The set of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TermSet {
    /// A group of the board.
    Group(Group),
    /// The deadly set with this number.
    Deadly(u8),
}

/// Candidates that cannot all be true in a puzzle with one solution, because exchanging them for
/// other candidates of the same cells gives a second one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadlySet {
    /// Number of the deadly set, 1 to 99.
    pub name: u8,
    /// The set.
    pub set: Vec<Candidate>,
    /// The candidates that it can be exchanged for.
    pub exchange: Vec<Candidate>,
}

/// The annotation of a step, for people. Checkers ignore it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Annotation {
    /// The rule that fired.
    pub rule: String,
    /// Variables of the rule and their values.
    pub bindings: Vec<(String, String)>,
    /// The sentence of the step.
    pub sentence: String,
}

/// The claim of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// This is the only solution.
    Unique(Vec<Digit>),
    /// There is none, because this group is empty.
    None(Group),
    /// There is none, because these items cannot be filled.
    NoFilling(Vec<String>),
    /// These are two of several solutions.
    Many(Vec<Digit>, Vec<Digit>),
    /// No claim beyond the steps.
    Open,
}

impl Claim {
    /// The solutions that it shows, each on one line: one, two of several, or none.
    pub fn solutions(&self) -> Vec<String> {
        let grid = |digits: &Vec<Digit>| digits.iter().map(|d| d.to_char()).collect();
        match self {
            Claim::Unique(solution) => vec![grid(solution)],
            Claim::Many(one, other) => vec![grid(one), grid(other)],
            Claim::None(_) | Claim::NoFilling(_) | Claim::Open => Vec::new(),
        }
    }
}

/// A whole proof in memory.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Premises of the proof.
    pub header: Header,
    /// The steps, each with an optional annotation.
    pub steps: Vec<(Option<Annotation>, Step)>,
    /// Claim of the proof.
    pub claim: Claim,
}

impl Proof {
    /// A proof about a puzzle, without steps.
    pub fn begin(puzzle: &Puzzle) -> Proof {
        Proof {
            header: Header::of(puzzle),
            steps: Vec::new(),
            claim: Claim::Open,
        }
    }

    /// Adds the certificate of the next step with its annotation. Returns the indexes of its lines,
    /// counted from 0.
    pub fn add(&mut self, annotation: Annotation, certificate: Vec<Step>) -> Range<usize> {
        let first = self.steps.len();
        let mut annotation = Some(annotation);
        let certificate = certificate.into_iter();
        (self.steps).extend(certificate.map(|step| (annotation.take(), step)));
        first..self.steps.len()
    }

    /// The lines of each step, counted from 0. An annotated line begins a step. A line without an
    /// annotation continues the step before, or is a step by itself if that has no annotation
    /// either. Lines inside a supposition belong to it.
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
                Step::Refuted(_) | Step::Row(RowStep::Refuted(_)) => {
                    depth = depth.saturating_sub(1);
                }
                Step::Count(_) | Step::Single { .. } | Step::Deadly(_) | Step::Row(_) => {}
            }
        }
        passages
    }

    /// Completes the proof with its claim and the assumptions that its steps need.
    pub fn finish(mut self, claim: Claim) -> Proof {
        let steps = self.steps.iter().map(|(_, step)| step);
        self.header = self.header.assuming_for(steps);
        if self.header.assume_unique && matches!(claim, Claim::Many(..)) {
            // The assumption of a unique solution was wrong. Two solutions prove the claim without
            // steps.
            self.steps.clear();
            self.header.assume_unique = false;
        }
        self.claim = claim;
        self
    }
}

impl Count {
    /// Whether the count proves its targets false: every target outweighs the bound, and no other
    /// live candidate has a negative weight.
    ///
    /// The engine uses this to choose between counts. The checker has its own arithmetic.
    pub fn holds(&self, board: &Board, state: &State) -> bool {
        self.holds_with(board, state, &[])
    }

    /// Like [`Count::holds`], for a count that uses these deadly sets.
    pub fn holds_with(&self, board: &Board, state: &State, deadly: &[DeadlySet]) -> bool {
        Weights::of(&self.terms, board, state, deadly)
            .is_some_and(|weights| weights.prove(board, state, &self.targets))
    }
}

/// The weights of a count's terms, independent of its targets.
pub struct Weights {
    /// The candidates of the terms with their weights, sorted, without duplicates.
    all: Vec<(Candidate, i64)>,
    bound: i64,
}

impl Weights {
    /// Adds up terms. `None` if one is invalid.
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
                    // A deadly set is used like a link, and adds no negative weight.
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

    /// Whether each target outweighs the bound, and no other candidate has a negative weight.
    /// Targets count as other candidates of each other, so only a single target may be negative.
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
