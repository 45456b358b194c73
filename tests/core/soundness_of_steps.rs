//! No step of the standard library is false: on puzzles of every kind, in the states along the path
//! and at its end, no technique removes a candidate of the solution, and the checker accepts every
//! certificate.
//!
//! By default, a sample of each collection is tested. `QEDOKU_DOSE=all cargo test --release
//! --test soundness_of_steps -- --nocapture` tests all puzzles and prints the figures;
//! `QEDOKU_TECHNIQUES=all` adds techniques on request and those that assume one solution, and
//! `QEDOKU_SCORE=260` omits techniques with higher scores.

use std::collections::VecDeque;
use std::fmt::Display;

use qedoku_check::Verdict;
use qedoku_core::engine::{RuleStep, Solver, apply};
use qedoku_core::grid::{Board, Candidate, Puzzle};
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::standard_library;
use qedoku_core::matcher::{Match, Position};
use qedoku_core::proof::{Claim, Header, Proof, Step};
use qedoku_tests::dose::is_whole;
use qedoku_tests::plain_solver::Plain;
use qedoku_tests::{NINE, collection, own_collection, puzzle};

/// Number of states tested before the end of the path, in addition to the end.
const STATES_BEFORE: usize = 3;

/// Score above which techniques have very many matches. They are tested for one puzzle in ten.
const MANY: u32 = 260;

/// Figures of the checked steps.
#[derive(Debug, Default)]
struct Figures {
    puzzles: usize,
    solved: usize,
    /// Steps of the paths.
    taken: usize,
    /// States in which all techniques were searched.
    states: usize,
    /// Steps found in these states.
    found: usize,
    violations: Vec<String>,
}

impl Figures {
    fn note(&mut self, line: &str, what: impl Display) {
        self.violations.push(format!("{line}: {what}"));
    }
}

/// A puzzle with its solution.
struct Case<'p> {
    line: &'p str,
    puzzle: Puzzle,
    solution: Vec<u8>,
    /// Whether the solution is the only one.
    is_unique: bool,
    /// Whether techniques with very many matches are tested too.
    thorough: bool,
}

impl Case<'_> {
    /// Returns the part of a match that is false in the solution.
    fn falsity(&self, found: &Match) -> Option<String> {
        let board = &self.puzzle.board;
        let holds = |c: &Candidate| {
            usize::from(self.solution[board.cell_of(*c).index()]) == board.digit_of(*c).index()
        };
        let lost = found.eliminations.iter().find(|c| holds(c));
        let wrong = found.placements.iter().find(|c| !holds(c));
        lost.map(|&c| board.elimination_name(c))
            .or(wrong.map(|&c| board.candidate_name(c)))
    }
}

/// Returns the reason why the checker rejects a proof.
fn objection(proof: &Proof) -> Option<String> {
    let text = proof.to_text();
    match qedoku_check::check(text.as_bytes()).expect("reading from memory") {
        Verdict::Accepted(_) => None,
        other => Some(format!("{other}\n{text}")),
    }
}

fn name(technique: &Technique) -> &str {
    &technique.title
}

/// Runs the engine on a puzzle, and checks each step of the path and all possible steps near its
/// end.
fn check(engine: &Solver<'_>, case: &Case<'_>, figures: &mut Figures) {
    let techniques: Vec<&Technique> = engine.techniques().collect();
    let start = Position::of(&case.puzzle);
    let (mut position, mut shadow) = (start.clone(), start);
    let mut steps: Vec<Step> = Vec::new();
    let mut before: VecDeque<Position> = VecDeque::new();
    let mut false_steps = Vec::new();
    let refused = engine.run(&mut position, |step: &RuleStep| {
        let technique = techniques[step.technique.index()];
        if let Some(falsity) = case.falsity(&step.found) {
            false_steps.push(format!("{}: {falsity}", name(technique)));
        }
        if step.found.placements.is_empty() {
            if before.len() == STATES_BEFORE {
                before.pop_front();
            }
            before.push_back(shadow.clone());
        }
        apply(
            &mut shadow,
            step.found.placements(),
            step.found.eliminations(),
        );
        steps.extend(step.certificate.iter().cloned());
        figures.taken += 1;
    });
    for falsity in false_steps {
        figures.note(case.line, falsity);
    }
    for (technique, error) in refused {
        let title = name(techniques[technique.index()]);
        figures.note(case.line, format!("{title} is not certified: {error}"));
    }
    let claim = match position.state().solution(&case.puzzle.board) {
        Some(digits) if position.is_complete() => Claim::Unique(digits),
        _ => Claim::Open,
    };
    let proof = Proof {
        header: Header::of(&case.puzzle),
        steps: steps.into_iter().map(|step| (None, step)).collect(),
        claim,
    };
    if let Some(objection) = objection(&proof) {
        figures.note(case.line, objection);
    }
    figures.puzzles += 1;
    figures.solved += usize::from(position.is_complete());
    let end = (!position.is_complete()).then_some(position);
    for state in before.into_iter().chain(end) {
        figures.states += 1;
        check_state(engine, case, &state, figures);
    }
}

/// Checks all steps of all techniques in a state.
fn check_state(engine: &Solver<'_>, case: &Case<'_>, state: &Position, figures: &mut Figures) {
    let board = &case.puzzle.board;
    let masks = board.cells().map(|c| state.state().digits(board, c));
    let header = Header {
        state: Some(masks.collect()),
        ..Header::of(&case.puzzle)
    };
    for (index, technique) in engine.ids().zip(engine.techniques()) {
        let left_out = technique.score > MANY && !case.thorough;
        if left_out || (technique.assumes_unique && !case.is_unique) {
            continue;
        }
        let steps = match engine.steps_of(index, state) {
            Ok(steps) => steps,
            Err(error) => {
                let title = name(technique);
                figures.note(case.line, format!("{title} is not certified: {error}"));
                continue;
            }
        };
        for step in steps {
            figures.found += 1;
            if let Some(falsity) = case.falsity(&step.found) {
                figures.note(case.line, format!("{}: {falsity}", name(technique)));
            }
            let proof = Proof {
                header: header.clone().assuming_for(&step.certificate),
                steps: step.certificate.into_iter().map(|s| (None, s)).collect(),
                claim: Claim::Open,
            };
            if let Some(objection) = objection(&proof) {
                figures.note(case.line, format!("{}: {objection}", name(technique)));
            }
        }
    }
}

/// Checks a collection, or a sample of it.
fn check_collection(file: &str, sample: usize) {
    if let Some(lines) = collection(file) {
        check_puzzles(file, &lines, sample);
    }
}

/// Checks puzzles, or a sample of them.
fn check_puzzles(file: &str, lines: &[String], sample: usize) {
    let all = is_whole();
    let most = std::env::var("QEDOKU_SCORE").ok();
    // The long run uses every technique, CI only the quick ones.
    let usual = if all { u32::MAX } else { 200 };
    let most = most.map_or(usual, |text| {
        text.parse().expect("QEDOKU_SCORE is a number")
    });
    let library = standard_library().expect("the standard library");
    let board = Board::sudoku(NINE);
    // Rules on request, and unique loops on an open board, take long.
    let quick = |t: &Technique| !t.on_request && !t.assumes_unique;
    let slow_too = std::env::var("QEDOKU_TECHNIQUES").is_ok_and(|value| value == "all");
    let wanted = |t: &&Technique| t.score <= most && (slow_too || quick(t));
    let techniques = library.techniques.iter().filter(wanted);
    let engine = Solver::with(&board, techniques);
    let every = if all {
        1
    } else {
        (lines.len() / sample).max(1)
    };
    let plain = Plain {
        height: 3,
        width: 3,
    };
    let mut figures = Figures::default();
    for (index, line) in lines.iter().step_by(every).enumerate() {
        let line = line.get(..81).expect("81 characters");
        // If a puzzle has several solutions, a step must be true in all of them.
        let mut solutions = plain.solutions(&plain.cells(line), 2);
        let is_unique = solutions.len() == 1;
        let Some(solution) = solutions.pop() else {
            continue;
        };
        let puzzle = puzzle(NINE, line);
        let case = Case {
            line,
            puzzle,
            solution,
            is_unique,
            thorough: index % if all { 100 } else { 10 } == 0,
        };
        check(&engine, &case, &mut figures);
    }
    println!(
        "{file}: {} puzzles, {} solved, {} steps taken; {} steps in {} states; {} violations",
        figures.puzzles,
        figures.solved,
        figures.taken,
        figures.found,
        figures.states,
        figures.violations.len()
    );
    assert!(figures.found > 0, "nothing was found in any state");
    let shown: Vec<String> = figures.violations.into_iter().take(5).collect();
    assert!(shown.is_empty(), "{}", shown.join("\n"));
}

#[test]
fn steps_are_sound_on_puzzles_of_every_level() {
    check_puzzles("levels.sdm", &own_collection("levels.sdm"), 30);
}

#[test]
fn steps_are_sound_on_puzzles_of_a_controlled_bias() {
    check_collection("cb-000.tsv", 100);
}

#[test]
fn steps_are_sound_on_course_puzzles() {
    check_collection("cs531_77.tsv", 77);
}

#[test]
fn steps_are_sound_on_95_hard_puzzles() {
    check_collection("top95.txt", 95);
}

#[test]
fn steps_are_sound_on_the_hardest_11() {
    check_collection("hardest11.txt", 11);
}

#[test]
fn steps_are_sound_on_1465_hard_puzzles() {
    check_collection("top1465.sdm", 100);
}

#[test]
fn steps_are_sound_on_puzzles_with_17_clues() {
    check_collection("sudoku17.sdm", 100);
}

#[test]
fn steps_are_sound_on_states_that_show_a_technique() {
    check_collection("sudokuwiki_76.tsv", 76);
}
