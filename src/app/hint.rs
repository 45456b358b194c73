//! The next step, or the reason why there is none.

use qedoku_core::engine::entries::mistake;
use qedoku_core::engine::{Path, PathStep, Solver};
use qedoku_core::grid::Puzzle;
use qedoku_core::matcher::Position;
use qedoku_core::report::grade::claim_word;
use qedoku_core::report::mistake::ShownMistake;
use qedoku_core::report::step::{WhereToLook, name, place_in_words};
use serde::Serialize;

/// The next step with the position before it.
pub struct NextStep {
    /// The position before the step.
    pub before: Position,
    /// The step.
    pub step: PathStep,
}

/// The reason why there is no next step.
#[derive(Clone, Debug)]
pub enum Ended {
    /// Every cell has its digit.
    Solved,
    /// No rule applies.
    Stuck,
    /// The time ran out, or the work was cancelled.
    Stopped,
    /// The grid has no solution. Entries are to blame, if they are known.
    NoSolution(Option<ShownMistake>),
    /// The puzzle has several solutions.
    Many,
}

impl Ended {
    /// The reason as sentences.
    pub fn words(&self) -> String {
        match self {
            Ended::Solved => "The puzzle is solved.".to_owned(),
            Ended::Stuck => "No rule applies here.".to_owned(),
            Ended::Stopped => "The time ran out before a step was found.".to_owned(),
            Ended::NoSolution(None) => "The puzzle has no solution.".to_owned(),
            Ended::NoSolution(Some(mistake)) => {
                format!("There is no solution. {}", mistake.sentence)
            }
            Ended::Many => "The puzzle has more than one solution.".to_owned(),
        }
    }

    /// The claim that holds: `unique`, `none`, `many` or `open`.
    pub fn claim(&self) -> &'static str {
        match self {
            Ended::Solved => "unique",
            Ended::Stuck | Ended::Stopped => "open",
            Ended::NoSolution(_) => "none",
            Ended::Many => "many",
        }
    }
}

/// The mistake in a grid without a solution, as the reason why no hint helps.
pub fn mistaken(puzzle: &Puzzle) -> Option<Ended> {
    let mistake = mistake(puzzle)?;
    let shown = ShownMistake::of(&puzzle.board, &mistake);
    Some(Ended::NoSolution(Some(shown)))
}

/// The next step of a path.
pub fn next_step(path: &mut Path<'_, '_>) -> Result<NextStep, Ended> {
    let before = Path::position(path).clone();
    match path.next() {
        Some(step) => Ok(NextStep { before, step }),
        None if Path::position(path).is_complete() => Err(Ended::Solved),
        None if path.was_stopped() => Err(Ended::Stopped),
        None => Err(match claim_word(path.claim()) {
            "many" => Ended::Many,
            "none" => Ended::NoSolution(None),
            _ => Ended::Stuck,
        }),
    }
}

/// A hint for programs: the next step in increasing detail, or the claim if there is none.
#[derive(Clone, Debug, Serialize)]
pub struct Hint<S> {
    /// The claim if there is no step: `unique` once it is solved, `none`, `many` or `open`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<&'static str>,
    /// The wrong entries, if there is no hint because of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mistake: Option<ShownMistake>,
    /// The place to look at, as a phrase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The place to look at: houses, cells and candidates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look: Option<WhereToLook>,
    /// The technique.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub technique: Option<String>,
    /// The whole step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<S>,
    /// The hint as a sentence, for people.
    #[serde(skip)]
    pub sentence: String,
}

impl<S> Hint<S> {
    /// The hint of a path's next step. `view` converts the step.
    pub fn of(
        solver: &Solver<'_>,
        next: &Result<NextStep, Ended>,
        view: impl FnOnce(&NextStep) -> S,
    ) -> Hint<S> {
        let next = match next {
            Err(ended) => return Hint::ended(ended),
            Ok(next) => next,
        };
        let place = place_in_words(solver.board(), &next.step);
        let technique = name(solver, &next.step);
        Hint {
            claim: None,
            mistake: None,
            look: Some(WhereToLook::at(&next.before, &next.step)),
            step: Some(view(next)),
            sentence: format!("{technique}: look at {place}."),
            technique: Some(technique.to_owned()),
            place: Some(place),
        }
    }

    /// The hint where there is no next step.
    pub fn ended(ended: &Ended) -> Hint<S> {
        Hint {
            claim: Some(ended.claim()),
            mistake: match ended {
                Ended::NoSolution(mistake) => mistake.clone(),
                _ => None,
            },
            place: None,
            look: None,
            technique: None,
            step: None,
            sentence: ended.words(),
        }
    }
}
