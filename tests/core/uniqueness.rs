//! Rules that assume one solution: on puzzles with one solution no step removes a candidate of the
//! solution, and the checker accepts every certificate under this assumption and rejects it
//! without.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::matcher::states;
use qedoku_check::Verdict;
use qedoku_core::engine::{RuleStep, Solver, TechniqueId};
use qedoku_core::grid::{Board, Candidate, Digit, Puzzle, Shape, State};
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Library, standard_library};
use qedoku_core::matcher::Position;
use qedoku_core::proof::{Claim, Header, Proof, Step};
use qedoku_tests::plain_solver::Plain;
use qedoku_tests::random::Random;
use qedoku_tests::{NINE, accepted, shape};

fn library() -> Library {
    standard_library().expect("the standard library")
}

fn techniques(library: &Library) -> Vec<&Technique> {
    let all = library.techniques.iter();
    all.filter(|t| t.assumes_unique).collect()
}

/// Returns the proof of a step, with its assumption.
fn proof(puzzle: &Puzzle, step: &RuleStep) -> Proof {
    Proof {
        header: Header::of(puzzle).assuming_for(&step.certificate),
        steps: step.certificate.iter().map(|s| (None, s.clone())).collect(),
        claim: Claim::Open,
    }
}

/// Returns a state in the middle of a puzzle with one solution. A few tries reduce the number of
/// givens among the solved cells.
fn state(board: &Arc<Board>, open: usize, random: &mut Random) -> Option<(Puzzle, Vec<usize>)> {
    let Shape { height, width } = board.shape();
    let plain = Plain { height, width };
    let mut dealt = states::state(board, open, random);
    let masks = |given: &[bool], solution: &[usize]| -> Vec<u32> {
        let cells = given.iter().zip(solution);
        cells
            .map(|(given, d)| if *given { 1 << d } else { plain.all() })
            .collect()
    };
    dealt.given = dealt.solved.clone();
    let is_unique = |given: &[bool], solution: &[usize]| {
        let found = plain.solutions_within(&masks(given, solution), 2, 2_000);
        found.is_some_and(|found| found.len() == 1)
    };
    if !is_unique(&dealt.given, &dealt.solution) {
        return None;
    }
    for cell in states::order(board.cell_count(), random) {
        let was = std::mem::replace(&mut dealt.given[cell], false);
        if was && !is_unique(&dealt.given, &dealt.solution) {
            dealt.given[cell] = true;
            if random.once_in(8) {
                break;
            }
        }
    }
    let digit = |cell: usize| dealt.given[cell].then(|| Digit::new(dealt.solution[cell]));
    let puzzle = Puzzle {
        board: Arc::clone(board),
        givens: Some((0..board.cell_count()).map(digit).collect()),
        pencilmarks: Some(dealt.cells.clone()),
        filled: Some(dealt.solved.clone()),
        label: None,
        expected: None,
    };
    Some((puzzle, dealt.solution))
}

/// Checks all steps in `count` states, and returns how often each rule fired.
fn steps_are_true(
    shape: Shape,
    count: usize,
    open: std::ops::Range<usize>,
    seed: u64,
) -> BTreeMap<String, usize> {
    let library = library();
    let board = Board::sudoku(shape);
    let engine = Solver::with(&board, techniques(&library));
    let mut random = Random::new(seed);
    let mut fired = BTreeMap::new();
    for _ in 0..count {
        let open = open.start + random.below(open.len());
        let Some((puzzle, solution)) = state(&board, open, &mut random) else {
            continue;
        };
        let position = Position::of(&puzzle);
        let is_true =
            |c: &Candidate| solution[board.cell_of(*c).index()] == board.digit_of(*c).index();
        for (id, technique) in engine.ids().zip(engine.techniques()) {
            let steps = engine.steps_of(id, &position);
            let steps = steps.unwrap_or_else(|e| panic!("{}: {e}", technique.rule));
            for step in steps {
                let text = proof(&puzzle, &step).to_text();
                let lost = step.found.eliminations.iter().find(|c| is_true(c));
                assert_eq!(lost, None, "{} in\n{text}", technique.rule);
                assert_eq!(accepted(&text).assumes_unique, uses_deadly(&step));
                *fired.entry(technique.rule.to_string()).or_default() += 1;
            }
        }
    }
    println!("{shape:?}: {fired:?}");
    fired
}

#[test]
fn uniqueness_steps_on_4x4_are_true_and_certified() {
    let fired = steps_are_true(shape(2, 2), 1500, 3..12, 1);
    for rule in [
        "unique_rectangle_1",
        "unique_rectangle_2",
        "unique_rectangle_4",
        "unique_rectangle_5",
        "hidden_rectangle",
        "avoidable_rectangle_1",
    ] {
        assert!(fired.contains_key(rule), "{rule} never fired");
    }
}

#[test]
fn uniqueness_steps_on_9x9_are_true_and_certified() {
    let fired = steps_are_true(NINE, 90, 8..40, 2);
    for rule in [
        "unique_rectangle_1",
        "unique_rectangle_2",
        "unique_rectangle_3",
        "unique_rectangle_4",
        "hidden_rectangle",
    ] {
        assert!(fired.contains_key(rule), "{rule} never fired");
    }
}

/// Returns the steps of all rules on the boards of their examples.
fn examples() -> Vec<(Puzzle, RuleStep)> {
    let library = library();
    let mut all = Vec::new();
    for technique in techniques(&library) {
        let rule = library.rule(&technique.rule).expect("its rule");
        for example in rule.ast.examples.iter().filter(|e| e.expected.is_some()) {
            let source = qedoku_core::grid::text::Source::new(rule.name(), &example.board.node);
            let puzzle = qedoku_core::grid::text::read_puzzle(&source).expect("a board");
            let engine = Solver::with(&puzzle.board, [technique]);
            let steps = engine.steps_of(TechniqueId::FIRST, &Position::of(&puzzle));
            let steps = steps.expect("a certificate");
            all.extend(steps.into_iter().map(|step| (puzzle.clone(), step)));
        }
    }
    assert!(all.len() >= 19);
    all
}

/// Returns whether the certificate uses the assumption of one solution. If the state lacks further
/// candidates, the clauses of a rule can be sufficient.
fn uses_deadly(step: &RuleStep) -> bool {
    let mut steps = step.certificate.iter();
    steps.any(|s| matches!(s, Step::Deadly(_)))
}

#[test]
fn certificates_need_the_uniqueness_assumption() {
    let mut rejected = 0;
    for (puzzle, step) in examples() {
        let mut proof = proof(&puzzle, &step);
        accepted(&proof.to_text());
        if uses_deadly(&step) {
            proof.header.assume_unique = false;
            let verdict = qedoku_check::check(proof.to_text().as_bytes()).expect("text");
            assert!(matches!(verdict, Verdict::Rejected(_)), "{verdict}");
            rejected += 1;
        }
    }
    assert!(
        rejected >= 19,
        "only {rejected} examples need the assumption"
    );
}

#[test]
fn certificates_declare_deadly_sets_before_use() {
    for (_, step) in examples() {
        let deadly = |s: &&Step| matches!(s, Step::Deadly(_));
        let first = step.certificate.iter().take_while(deadly).count();
        assert_eq!(first, step.certificate.iter().filter(deadly).count());
    }
}

#[test]
fn uniqueness_examples_have_one_solution() {
    let plain = Plain {
        height: 3,
        width: 3,
    };
    for (puzzle, step) in examples() {
        let line = puzzle.line().expect("givens");
        let found = plain.solutions(&plain.cells(&line), 2);
        let [solution] = found.as_slice() else {
            panic!("{line} has {} solutions or more", found.len());
        };
        let board = &puzzle.board;
        for &c in &step.found.eliminations {
            let digit = usize::from(solution[board.cell_of(c).index()]);
            assert_ne!(digit, board.digit_of(c).index(), "{line}");
        }
    }
}

/// Returns the boards of the examples, each once.
fn boards() -> Vec<Puzzle> {
    let mut boards: Vec<Puzzle> = examples().into_iter().map(|(puzzle, _)| puzzle).collect();
    boards.dedup_by(|a, b| a.givens == b.givens && a.pencilmarks == b.pencilmarks);
    boards
}

#[test]
fn pencilmarks_without_givens_are_a_puzzle() {
    // Such a state has only candidates, so the exchanged digits must be among these.
    let library = library();
    for puzzle in boards() {
        let board = &puzzle.board;
        let state = puzzle.state();
        let marks = Puzzle {
            givens: None,
            pencilmarks: Some(board.cells().map(|c| state.digits(board, c)).collect()),
            filled: None,
            ..puzzle.clone()
        };
        let position = Position::of(&marks);
        let engine = Solver::with(board, techniques(&library));
        for id in engine.ids() {
            for step in engine.steps_of(id, &position).expect("a certificate") {
                accepted(&proof(&marks, &step).to_text());
            }
        }
    }
}

#[test]
fn uniqueness_rules_are_used_on_request_only() {
    let library = library();
    let used = |unique: bool| {
        let mut used = 0;
        for puzzle in boards() {
            let engine = Solver::with(&puzzle.board, techniques(&library));
            let engine = engine.requesting(|t| unique && t.assumes_unique);
            let refused = engine.run(&mut Position::of(&puzzle), |_| used += 1);
            assert_eq!(refused, []);
        }
        used
    };
    assert_eq!(used(false), 0);
    assert!(used(true) > 0);
}

/// Returns an empty board on which four cells have two candidates left, and the last of them a
/// third one.
fn corners(cells: [(usize, usize); 4]) -> Position {
    let board = Board::sudoku(NINE);
    let mut masks = vec![0b1_1111_1111; board.cell_count()];
    for (row, column) in cells {
        masks[board.cell(row, column).index()] = 0b11;
    }
    let (row, column) = cells[3];
    masks[board.cell(row, column).index()] = 0b111;
    let state = State::from_cells(&board, &masks);
    Position::new(board, state)
}

#[test]
fn rectangle_is_deadly_in_two_boxes_only() {
    let library = library();
    let steps = |cells| {
        let position = corners(cells);
        let rule = techniques(&library).into_iter();
        let rule = { rule }.find(|t| &*t.rule == "unique_rectangle_1");
        let engine = Solver::with(position.board(), rule);
        engine.matches(TechniqueId::FIRST, &position).len()
    };
    assert_eq!(steps([(0, 0), (0, 3), (1, 0), (1, 3)]), 1);
    assert_eq!(steps([(0, 0), (0, 1), (3, 0), (3, 1)]), 1);
    assert_eq!(steps([(0, 0), (0, 3), (3, 0), (3, 3)]), 0);
    assert_eq!(steps([(0, 0), (0, 1), (1, 0), (1, 1)]), 0);
}
