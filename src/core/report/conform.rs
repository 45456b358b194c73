//! Conformance of a rule library with published technique cases.
//!
//! Each case is a state with the step that must be found there. The result has one row per
//! technique. Every step found is checked by a proof checker and against the puzzle's solution.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::engine::search::{Limits, Outcome, Search};
use crate::engine::{RuleStep, Solver};
use crate::grid::{Candidate, Digit, Expected, Puzzle};
use crate::lang::Library;
use crate::matcher::Position;
use crate::proof::{Claim, Header, Proof};

/// The result for one technique.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ConformRow {
    /// The technique's code.
    pub code: String,
    /// Title of the technique in this library.
    pub technique: String,
    /// The number of cases.
    pub lines: usize,
    /// Number of cases whose step was found exactly, or that must not fire and did not.
    pub found: usize,
    /// Number of cases whose step was not found.
    pub missing: usize,
    /// Number of cases that must not fire and did, or that gave a false step.
    pub wrong: usize,
    /// The cases that are missing.
    pub missing_lines: Vec<String>,
    /// The wrong cases, each with the reason.
    pub wrong_lines: Vec<String>,
}

enum CaseVerdict {
    Found,
    Missing,
    Wrong(String),
}

/// A proof checker: returns the reason for a rejection, or `None`.
pub type Check<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Tries each case with the techniques that have its code. Cases without such techniques are
/// counted and skipped.
pub fn conform(
    library: &Library,
    cases: &[(String, Puzzle)],
    check: Check<'_>,
) -> (Vec<ConformRow>, usize) {
    let mut rows: BTreeMap<&str, ConformRow> = BTreeMap::new();
    let mut unknown = 0;
    for (line, puzzle) in cases {
        let Some(expected) = &puzzle.expected else {
            unknown += 1;
            continue;
        };
        let is_it = |scheme: &str, code: &str| scheme == "hodoku" && code == expected.code;
        let named: Vec<_> = (library.techniques.iter())
            .filter(|t| t.known_as.iter().any(|(scheme, code)| is_it(scheme, code)))
            .collect();
        let Some(first) = named.first() else {
            unknown += 1;
            continue;
        };
        let row = rows.entry(&expected.code).or_insert_with(|| ConformRow {
            code: expected.code.clone(),
            technique: first.title.clone(),
            ..ConformRow::default()
        });
        row.lines += 1;
        let solver = Solver::with(&puzzle.board, named);
        match judge(&solver, puzzle, expected, check) {
            CaseVerdict::Found => row.found += 1,
            CaseVerdict::Missing => {
                row.missing += 1;
                row.missing_lines.push(line.clone());
            }
            CaseVerdict::Wrong(reason) => {
                row.wrong += 1;
                row.wrong_lines.push(format!("{line} ({reason})"));
            }
        }
    }
    (rows.into_values().collect(), unknown)
}

fn judge(
    solver: &Solver<'_>,
    puzzle: &Puzzle,
    expected: &Expected,
    check: Check<'_>,
) -> CaseVerdict {
    let position = Position::of(puzzle);
    let solution = solution(puzzle);
    let mut found = false;
    for technique in solver.ids() {
        let steps = match solver.steps_of(technique, &position) {
            Ok(steps) => steps,
            Err(error) => return CaseVerdict::Wrong(format!("not certified: {error}")),
        };
        for step in steps {
            if let Some(reason) = falsity(puzzle, &step, solution.as_deref(), check) {
                return CaseVerdict::Wrong(reason);
            }
            found |= is_expected(&step, expected);
        }
    }
    let must_not = expected.variant.as_deref() == Some("x");
    match (found, must_not) {
        (true, true) => CaseVerdict::Wrong("it must not fire here".into()),
        (true, false) | (false, true) => CaseVerdict::Found,
        (false, false) => CaseVerdict::Missing,
    }
}

fn is_expected(step: &RuleStep, expected: &Expected) -> bool {
    let same = |found: &[Candidate], wanted: &[Candidate]| {
        let mut wanted = wanted.to_vec();
        wanted.sort_unstable();
        found == wanted
    };
    same(&step.found.eliminations, &expected.eliminations)
        && same(&step.found.placements, &expected.placements)
}

/// The only solution of the puzzle, if it is unique.
fn solution(puzzle: &Puzzle) -> Option<Vec<Digit>> {
    let mut search = Search::new(&puzzle.board, Limits::default());
    match search.solve(&puzzle.state()) {
        Outcome::Unique(solution) => Some(solution),
        _ => None,
    }
}

/// The reason why a step is false, if it is.
fn falsity(
    puzzle: &Puzzle,
    step: &RuleStep,
    solution: Option<&[Digit]>,
    check: Check<'_>,
) -> Option<String> {
    let board = &puzzle.board;
    if let Some(solution) = solution {
        let holds = |c: Candidate| solution[board.cell_of(c).index()] == board.digit_of(c);
        let lost = step.found.eliminations.iter().find(|&&c| holds(c));
        if let Some(&candidate) = lost {
            let name = board.elimination_name(candidate);
            return Some(format!("{name} is false in the solution"));
        }
        let wrong = step.found.placements.iter().find(|&&c| !holds(c));
        if let Some(&candidate) = wrong {
            let name = board.candidate_name(candidate);
            return Some(format!("{name} is false in the solution"));
        }
    }
    let steps = step.certificate.iter().map(|s| (None, s.clone()));
    let proof = Proof {
        header: Header::of(puzzle).assuming_for(&step.certificate),
        steps: steps.collect(),
        claim: Claim::Open,
    };
    check(&proof.to_text())
}
