//! How hard a puzzle is.
//!
//! Takes a puzzle and a solver, gives its [`Grade`].
//!
//! A grade is a property of the puzzle, not of the way in which somebody happens to look for steps. It
//! is defined by rounds: in each round, of all techniques that fire in the state, the simplest is
//! taken (by level, score, and the order of the files), and everything that it finds in this
//! state is done at once. What a technique finds in a state does not depend on any order, and an
//! isomorphic state (digits relabelled, rows, columns and boxes permuted, transposed) has the
//! isomorphic steps; so by induction both puzzles go through isomorphic states, with the same
//! techniques in the same rounds. That holds for every technique, whatever its name demands.
//!
//! So the same for all isomorphic puzzles are: the level, the hardest technique, and, where no
//! search is needed, the counts, the number of steps and the score. Where search is needed, one
//! candidate is refuted at a time, and which one that is depends on the order of the cells; what
//! is counted from there on is a property of the path. That search is needed, is not.

use serde::Serialize;

use super::ladder::LadderRating;
use super::step::SEARCH;
use crate::engine::ladder::Climber;
use crate::engine::scale::{Rater, Rating, Scale, rate_with_groups};
use crate::engine::search::{Limits, Outcome, Search};
use crate::engine::{PathStep, Solver, Stop, Strategy, Uncertified};
use crate::grid::Puzzle;
use crate::grid::text::groups;
use crate::lang::ir::{Level, Technique};
use crate::proof::Claim;

/// What a candidate that search refutes adds to a score: more than any technique.
pub const SEARCH_SCORE: u64 = 10_000;

/// How hard a puzzle is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Grade {
    /// The givens as a line; where there are none, the candidates.
    pub puzzle: String,
    /// The level of the hardest technique, or `search`; none if nothing had to be done, or the
    /// puzzle has not one solution.
    pub level: Option<&'static str>,
    /// The hardest technique needed, or `Search`.
    pub hardest: Option<String>,
    /// The scores of all steps together.
    pub score: u64,
    /// The number of different steps in the rounds.
    pub steps: u64,
    /// How much was searched.
    #[serde(flatten)]
    pub search: Effort,
    /// The number of given digits.
    pub clues: usize,
    /// How many steps each technique found, the simplest first.
    #[serde(serialize_with = "as_map")]
    pub techniques: Vec<(String, u64)>,
    /// Whether the puzzle was solved: it has one solution, and this was shown.
    pub solved: bool,
    /// What was proved: `unique`, `none`, `many`, or `open` if the steps ended before.
    pub claim: &'static str,
    /// The ratings on published scales that were asked for.
    #[serde(flatten, serialize_with = "as_fields")]
    pub scales: Vec<(Scale, Rated)>,
    /// The ratings by scale files.
    #[serde(flatten, serialize_with = "super::ladder::as_fields")]
    pub ladders: Vec<LadderRating>,
    /// Steps that did not follow from their rules and were not taken, by the names of the rules; of
    /// rules that are not proved only.
    #[serde(skip)]
    pub refused: Vec<(String, Uncertified)>,
}

/// A puzzle on a published scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rated {
    /// This length solves it, and no smaller one.
    Length(usize),
    /// No length solves it.
    Never,
    /// The time was over before more was known than that smaller lengths do not.
    AtLeast(usize),
}

impl From<Rating> for Rated {
    fn from(rating: Rating) -> Rated {
        match rating {
            Rating::Solved(length) => Rated::Length(length),
            Rating::Unsolved | Rating::Impossible(_) => Rated::Never,
            Rating::Stopped(length) => Rated::AtLeast(length),
        }
    }
}

/// How much was searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Effort {
    /// The candidates that were refuted by search.
    pub refuted: usize,
    /// The supposes in their refutations.
    #[serde(rename = "search")]
    pub supposes: usize,
    /// The largest number of supposes open at once.
    pub depth: usize,
}

impl Effort {
    /// This and the effort of a step.
    pub fn add(&mut self, step: &PathStep) {
        if let PathStep::Search(refutation) = step {
            self.refuted += 1;
            self.supposes += refutation.supposes();
            self.depth = self.depth.max(refutation.depth());
        }
    }
}

fn as_map<S: serde::Serializer>(counts: &[(String, u64)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(counts.iter().map(|(name, count)| (name, count)))
}

/// `"W": 5`, or `null` where no length is known; then `"W_at_least": 5` says where the time was over.
fn as_fields<S: serde::Serializer>(ratings: &[(Scale, Rated)], to: S) -> Result<S::Ok, S::Error> {
    let mut fields: Vec<(String, Option<usize>)> = Vec::new();
    for (scale, rated) in ratings {
        let letter = scale.letter();
        match *rated {
            Rated::Length(length) => fields.push((letter.to_owned(), Some(length))),
            Rated::Never => fields.push((letter.to_owned(), None)),
            Rated::AtLeast(length) => fields.extend([
                (letter.to_owned(), None),
                (format!("{letter}_at_least"), Some(length)),
            ]),
        }
    }
    to.collect_map(fields)
}

/// A puzzle on one line: its givens, or else its candidates.
pub fn puzzle_text(puzzle: &Puzzle) -> String {
    let candidates = || groups(&puzzle.board, &puzzle.state());
    puzzle.line().unwrap_or_else(candidates)
}

/// The word for a claim.
pub fn claim_word(claim: &Claim) -> &'static str {
    match claim {
        Claim::Unique(_) => "unique",
        Claim::None(_) => "none",
        Claim::Many(..) => "many",
        Claim::Open => "open",
    }
}

/// The words for levels, the easiest first: those of techniques, and `search`.
pub fn level_words() -> impl Iterator<Item = &'static str> {
    let levels = Level::ALL.iter().map(|(_, word)| *word);
    levels.chain(std::iter::once("search"))
}

impl Grade {
    /// Grades a puzzle. The solver must go [by rounds](Strategy::by_rounds).
    pub fn of(solver: &Solver<'_>, puzzle: &Puzzle) -> Grade {
        let mut path = solver.path(puzzle);
        let mut search = Effort::default();
        for step in path.by_ref() {
            search.add(&step);
        }
        let tallies: Vec<u64> = path.tallies().map(|t| u64::from(t.steps)).collect();
        let used: Vec<(&Technique, u64)> = (solver.techniques().zip(tallies))
            .filter(|&(_, steps)| steps > 0)
            .collect();
        let refuted = search.refuted as u64;
        let score = |&(technique, steps): &(&Technique, u64)| u64::from(technique.score) * steps;
        let mut techniques: Vec<(String, u64)> = (used.iter())
            .map(|&(technique, steps)| (technique.title.clone(), steps))
            .collect();
        let mut level = used.last().map(|(technique, _)| technique.level.word());
        if refuted > 0 {
            level = Some("search");
            techniques.push((SEARCH.to_owned(), refuted));
        }
        let claim = path.claim();
        let solved = matches!(claim, Claim::Unique(_));
        let graded = solved || matches!(claim, Claim::Open);
        Grade {
            puzzle: puzzle_text(puzzle),
            level: level.filter(|_| graded),
            hardest: techniques
                .last()
                .map(|(name, _)| name.clone())
                .filter(|_| graded),
            score: used.iter().map(score).sum::<u64>() + refuted * SEARCH_SCORE,
            steps: used.iter().map(|(_, steps)| steps).sum::<u64>() + refuted,
            search,
            clues: puzzle.clues(),
            techniques,
            solved,
            claim: claim_word(claim),
            scales: Vec::new(),
            ladders: Vec::new(),
            refused: (path.refused().iter())
                .map(|(index, step)| (solver.technique(*index).rule.to_string(), step.clone()))
                .collect(),
        }
    }

    /// What is known of a puzzle without the rules: how many solutions it has. For ratings alone.
    pub fn without_steps(puzzle: &Puzzle) -> Grade {
        let outcome = Search::new(&puzzle.board, Limits::default()).solve(&puzzle.state());
        let claim = match outcome {
            Outcome::Unique(_) => "unique",
            Outcome::None(_) => "none",
            Outcome::Many(..) => "many",
            Outcome::GaveUp => "open",
        };
        Grade {
            puzzle: puzzle_text(puzzle),
            level: None,
            hardest: None,
            score: 0,
            steps: 0,
            search: Effort::default(),
            clues: puzzle.clues(),
            techniques: Vec::new(),
            solved: claim == "unique",
            claim,
            scales: Vec::new(),
            ladders: Vec::new(),
            refused: Vec::new(),
        }
    }

    /// Adds the puzzle's ratings by scale files, where it has one solution.
    pub fn climb(&mut self, puzzle: &Puzzle, climbers: &[Climber<'_>], stop: &Stop) {
        self.ladders = (climbers.iter())
            .map(|climber| LadderRating::of(climber.ladder(), &climber.climb(puzzle, stop)))
            .collect();
    }

    /// Adds the puzzle's ratings on published scales.
    ///
    /// Braids go first, also where only whips are asked for: every whip is a braid, so what no braids
    /// solve, no whips solve, and to find that out by whips could take for ever.
    pub fn rate(&mut self, puzzle: &Puzzle, scales: &[Scale], stop: &Stop) {
        if scales.is_empty() {
            return;
        }
        let mut rater = Rater::new(&puzzle.board);
        rater.stop_when(stop.clone());
        let state = puzzle.state();
        let braids = rater.rate(Scale::B, &state, usize::MAX, |_| ());
        let mut rating = |&scale: &Scale| match (scale, braids) {
            (Scale::W, Rating::Solved(_)) => rater.rate(scale, &state, usize::MAX, |_| ()),
            // Groups shorten nothing that needs two truths at most.
            (Scale::GB, Rating::Solved(3..)) | (Scale::GW, Rating::Solved(_)) => {
                rate_with_groups(&puzzle.board, &state, scale.kind(), stop)
            }
            _ => braids,
        };
        self.scales = (scales.iter())
            .map(|scale| (*scale, rating(scale).into()))
            .collect();
    }

    /// Grades a puzzle by itself, with the techniques of a library.
    pub fn of_puzzle(puzzle: &Puzzle, library: &crate::lang::Library, strategy: Strategy) -> Grade {
        let solver = Solver::new(&puzzle.board, library, strategy.by_rounds());
        Grade::of(&solver, puzzle)
    }
}
