//! Grades: the difficulty of a puzzle.
//!
//! A grade is a property of the puzzle, independent of the order in which steps are found. It is
//! defined by rounds. In each round, the simplest technique that fires is taken (by level, score,
//! and the order of the files), and all its matches in this state are applied at once. The matches
//! in a state do not depend on any order, and an isomorphic state (digits relabelled, rows, columns
//! and boxes permuted, transposed) has isomorphic matches. By induction, isomorphic puzzles go
//! through isomorphic states with the same techniques in the same rounds. This holds for every
//! technique, including those with presence clauses.
//!
//! Isomorphic puzzles therefore have the same level and hardest technique. If no search is needed,
//! they also have the same counts, number of steps and score. A search refutes one candidate at a
//! time, and the choice depends on the order of the cells, so from there on the counts belong to
//! the path. Whether search is needed does not depend on it.

use serde::Serialize;

use super::ladder::LadderRating;
use super::step::SEARCH;
use crate::engine::rate::{LadderRater, RatedStep, RatingListener};
use crate::engine::scale::{Rater, Rating, Scale};
use crate::engine::search::{Limits, Outcome, Search};
use crate::engine::{LayoutArgument, PathStep, Solver, Stop, Strategy, TechniqueId, Uncertified};
use crate::grid::Puzzle;
use crate::grid::text::groups;
use crate::lang::ir::{Level, Technique};
use crate::matcher::Position;
use crate::proof::Claim;

/// The score of a candidate refuted by search: more than any technique.
pub const SEARCH_SCORE: u64 = 10_000;

/// Score of a step by the layouts of digits: more than any technique, less than search.
pub const LAYOUT_SCORE: u64 = 1_000;

/// The techniques that took steps, with their numbers of steps, in the order in which they are
/// tried: those in reserve come last.
fn used_techniques<'l>(
    solver: &Solver<'l>,
    steps: impl Iterator<Item = u64>,
) -> Vec<(&'l Technique, u64)> {
    let mut used: Vec<(TechniqueId, u64)> = solver
        .ids()
        .zip(steps)
        .filter(|(_, steps)| *steps > 0)
        .collect();
    used.sort_by_key(|(id, _)| solver.reserves(*id));
    let used = used.into_iter();
    used.map(|(id, steps)| (solver.technique(id), steps))
        .collect()
}

/// The difficulty of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Grade {
    /// The givens on one line, or the candidates if there are no givens.
    pub puzzle: String,
    /// The level of the hardest technique, or `search`. `None` if the puzzle was solved from the
    /// start or does not have exactly one solution.
    pub level: Option<&'static str>,
    /// The hardest technique needed, or `Search`.
    pub hardest: Option<String>,
    /// The sum of the scores of all steps.
    pub score: u64,
    /// The number of distinct steps in all rounds.
    pub steps: u64,
    /// The effort of search.
    #[serde(flatten)]
    pub search: Effort,
    /// The number of givens.
    pub clues: usize,
    /// The number of steps of each technique, the simplest first.
    #[serde(serialize_with = "as_map")]
    pub techniques: Vec<(String, u64)>,
    /// Whether the puzzle was solved and has exactly one solution.
    pub solved: bool,
    /// The proved claim: `unique`, `none`, `many`, or `open` if the steps ended early.
    pub claim: &'static str,
    /// The requested ratings on published scales.
    #[serde(flatten, serialize_with = "as_fields")]
    pub scales: Vec<(Scale, Rated)>,
    /// The ratings by scale files.
    #[serde(flatten, serialize_with = "super::ladder::as_fields")]
    pub ladders: Vec<LadderRating>,
    /// Matches without a certificate, by the names of their rules. Only unproved rules can have
    /// any.
    #[serde(skip)]
    pub refused: Vec<(String, Uncertified)>,
}

/// The rating of a puzzle on a published scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rated {
    /// The smallest length that solves the puzzle.
    Length(usize),
    /// No length solves the puzzle.
    Never,
    /// The time ran out: no smaller length solves the puzzle.
    AtLeast(usize),
}

/// Reports only the bounds of a rating.
struct BoundsOnly<'b>(&'b dyn Fn(u32));

impl RatingListener for BoundsOnly<'_> {
    fn on_bound(&mut self, at_least: u32) {
        (self.0)(at_least);
    }

    fn on_step(&mut self, _position: &Position, _step: RatedStep) {}
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

/// The effort of search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Effort {
    /// Number of candidates refuted by search.
    pub refuted: usize,
    /// Number of suppositions in the refutations of candidates.
    #[serde(rename = "search")]
    pub supposes: usize,
    /// Maximum number of nested suppositions.
    pub depth: usize,
}

impl Effort {
    /// Adds the effort of a step.
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

/// `"W": 5`, or `null` if no length is known. `"W_at_least": 5` is then the bound at which the time
/// ran out.
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

/// A puzzle on one line: its givens, or otherwise its candidates.
pub fn puzzle_text(puzzle: &Puzzle) -> String {
    let candidates = || groups(&puzzle.board, &puzzle.state());
    puzzle.line().unwrap_or_else(candidates)
}

/// The word for a claim.
pub fn claim_word(claim: &Claim) -> &'static str {
    match claim {
        Claim::Unique(_) => "unique",
        Claim::None(_) | Claim::NoFilling(_) => "none",
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
    /// Grades a puzzle. The solver must work [in rounds](Strategy::by_rounds).
    pub fn of(solver: &Solver<'_>, puzzle: &Puzzle) -> Grade {
        Grade::with_claim(solver, puzzle).0
    }

    /// Grades a puzzle. Also returns the claim with its solutions.
    pub fn with_claim(solver: &Solver<'_>, puzzle: &Puzzle) -> (Grade, Claim) {
        let mut path = solver.path(puzzle);
        let mut search = Effort::default();
        for step in path.by_ref() {
            search.add(&step);
        }
        let used = used_techniques(solver, path.tallies().map(|t| u64::from(t.steps)));
        let refuted = search.refuted as u64;
        let by_layouts = path.layout_tally();
        let score = |&(technique, steps): &(&Technique, u64)| u64::from(technique.score) * steps;
        let mut techniques: Vec<(String, u64)> = (used.iter())
            .map(|&(technique, steps)| (technique.title.clone(), steps))
            .collect();
        let hardest = used.iter().map(|(technique, _)| technique.level).max();
        let mut level = hardest.map(Level::word);
        for (title, count) in LayoutArgument::TITLES.into_iter().zip(by_layouts) {
            if count > 0 {
                level = Some(Level::Extreme.word());
                // A rule may have the same title. The argument is tried later, so it comes last.
                let rule = techniques.iter().position(|(name, _)| name == title);
                let by_rule = rule.map_or(0, |at| techniques.remove(at).1);
                techniques.push((title.to_owned(), by_rule + count));
            }
        }
        if refuted > 0 {
            level = Some("search");
            techniques.push((SEARCH.to_owned(), refuted));
        }
        let claim = path.claim().clone();
        let solved = matches!(claim, Claim::Unique(_));
        let graded = solved || matches!(claim, Claim::Open);
        let grade = Grade {
            puzzle: puzzle_text(puzzle),
            level: level.filter(|_| graded),
            hardest: techniques
                .last()
                .map(|(name, _)| name.clone())
                .filter(|_| graded),
            score: used.iter().map(score).sum::<u64>()
                + by_layouts.iter().sum::<u64>() * LAYOUT_SCORE
                + refuted * SEARCH_SCORE,
            steps: used.iter().map(|(_, steps)| steps).sum::<u64>()
                + by_layouts.iter().sum::<u64>()
                + refuted,
            search,
            clues: puzzle.clues(),
            techniques,
            solved,
            claim: claim_word(&claim),
            scales: Vec::new(),
            ladders: Vec::new(),
            refused: (path.refused().iter())
                .map(|(index, step)| (solver.technique(*index).rule.to_string(), step.clone()))
                .collect(),
        };
        (grade, claim)
    }

    /// The number of solutions of a puzzle, without the rules. For ratings alone.
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

    /// Adds the puzzle's ratings by scale files. `on_bound` gets lower bounds, in hundredths, while
    /// the ratings are made.
    pub fn rate_by_ladders(
        &mut self,
        puzzle: &Puzzle,
        raters: &[LadderRater<'_>],
        stop: &Stop,
        on_bound: &dyn Fn(u32),
    ) {
        let rate = |rater: &LadderRater<'_>| {
            let rating = rater.rate_observed(puzzle, stop, &mut BoundsOnly(on_bound));
            LadderRating::of(rater.ladder(), &rating)
        };
        self.ladders = raters.iter().map(rate).collect();
    }

    /// Adds the puzzle's ratings on published scales.
    ///
    /// Braids go first, even if only whips are requested. Every whip is a braid, so whips cannot
    /// solve a puzzle that braids do not solve, and whips could take forever to show that.
    pub fn rate(&mut self, puzzle: &Puzzle, scales: &[Scale], stop: &Stop) {
        if scales.is_empty() {
            return;
        }
        let mut rater = Rater::new(&puzzle.board);
        rater.stop_when(stop.clone());
        let state = puzzle.state();
        let by_chains = scales.iter().any(|&scale| scale != Scale::L);
        let braids = match by_chains {
            true => rater.rate(Scale::B, &state, usize::MAX, |_| ()),
            false => Rating::Unsolved,
        };
        let mut rating = |&scale: &Scale| match (scale, braids) {
            (Scale::L, _) => rater.rate(scale, &state, usize::MAX, |_| ()),
            // Groups do not shorten chains of at most two truths.
            (Scale::W | Scale::GW, Rating::Solved(_)) | (Scale::GB, Rating::Solved(3..)) => {
                rater.rate(scale, &state, usize::MAX, |_| ())
            }
            _ => braids,
        };
        self.scales = (scales.iter())
            .map(|scale| (*scale, rating(scale).into()))
            .collect();
    }

    /// Grades a single puzzle with the techniques of a library.
    pub fn of_puzzle(puzzle: &Puzzle, library: &crate::lang::Library, strategy: Strategy) -> Grade {
        let solver = Solver::new(&puzzle.board, library, strategy.by_rounds());
        Grade::of(&solver, puzzle)
    }
}
