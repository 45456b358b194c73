//! Every strategy is followed exactly, and every path leaves a proof, for every kind of end.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use super::{HARD, LIBRARY, solver};
use qedoku_core::engine::create::Creator;
use qedoku_core::engine::search::Limits;
use qedoku_core::engine::{Pace, PathStep, Solver, Stop, Strategy, TechniqueId};
use qedoku_core::grid::Board;
use qedoku_core::lang::ir::Level;
use qedoku_core::lang::{RuleFile, load};
use qedoku_core::matcher::Position;
use qedoku_core::proof::Claim;
use qedoku_core::report::grade::Grade;
use qedoku_core::report::trace;
use qedoku_tests::{NINE, accepted, all_shapes, puzzle, shape};

/// A puzzle that needs an empty rectangle and search.
const MIXED: &str =
    ".83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4...";

#[test]
fn max_level_limits_techniques() {
    for (level, _) in Level::ALL {
        let solver = solver(Strategy {
            max_level: level,
            ..Strategy::default()
        });
        assert!(solver.techniques().all(|t| t.level <= level));
        let proof = trace::prove(&solver, &puzzle(NINE, MIXED));
        let claim = accepted(&proof.to_text()).claim;
        assert!(matches!(claim, qedoku_check::Claim::Unique(_)));
    }
}

/// The search for pairs of almost locked sets does not end on a 16x16 board. Without these pairs, a
/// grade takes a second.
#[test]
fn pairs_of_almost_locked_sets_are_on_request_on_large_boards() {
    let names = |side: usize, on: &[&str]| -> Vec<String> {
        let strategy = Strategy {
            on: on.iter().map(|name| (*name).to_owned()).collect(),
            ..Strategy::default()
        };
        let solver = Solver::new(&Board::sudoku(shape(side, side)), &LIBRARY, strategy);
        solver.techniques().map(|t| t.rule.to_string()).collect()
    };
    let (usual, large) = (names(3, &[]), names(4, &[]));
    let gone: Vec<&String> = usual.iter().filter(|name| !large.contains(name)).collect();
    assert_eq!(gone, ["sue_de_coq", "als_xz"]);
    assert_eq!(names(4, &["sue_de_coq", "als_xz"]), usual);
    let board = Board::sudoku(shape(4, 4));
    let solver = Solver::new(&board, &LIBRARY, Strategy::default().by_rounds());
    let grade = Grade::of(&solver, &Creator::new(&board, 5).puzzle());
    assert!(grade.solved, "{grade:?}");
}

#[test]
fn rules_switch_off_and_on() {
    let off = |name: &str| Strategy {
        off: [name.to_owned()].into(),
        ..Strategy::default()
    };
    let uses = |solver: &Solver<'_>, title: &str| solver.techniques().any(|t| t.title == title);
    let without_rule = solver(off("fish"));
    assert!(!uses(&without_rule, "X-Wing") && !uses(&without_rule, "Swordfish"));
    let without_one = solver(off("Swordfish"));
    assert!(uses(&without_one, "X-Wing") && !uses(&without_one, "Swordfish"));
    let with = solver(Strategy {
        max_level: Level::Easy,
        on: ["X-Wing".to_owned()].into(),
        ..Strategy::default()
    });
    assert!(uses(&with, "X-Wing") && !uses(&with, "Swordfish"));
    let on_request = LIBRARY.techniques.iter().find(|t| t.on_request);
    if let Some(technique) = on_request {
        assert!(!uses(&solver(Strategy::default()), &technique.title));
        let asked = solver(Strategy {
            on: [technique.title.clone()].into(),
            ..Strategy::default()
        });
        assert!(uses(&asked, &technique.title));
    }
}

#[test]
fn uniqueness_is_used_on_request_only() {
    let solver = solver(Strategy::default());
    assert!(solver.techniques().all(|t| !t.assumes_unique));
}

#[test]
fn proof_without_search_is_open_and_accepted() {
    let solver = solver(Strategy {
        search: false,
        ..Strategy::default()
    });
    let proof = trace::prove(&solver, &puzzle(NINE, HARD));
    assert_eq!(proof.claim, Claim::Open);
    assert_eq!(accepted(&proof.to_text()).claim, qedoku_check::Claim::Open);
}

#[test]
fn limits_give_an_open_proof() {
    let puzzle = puzzle(NINE, HARD);
    let whole = solver(Strategy::default()).path(&puzzle).count() as u64;
    for max_steps in [0, 1, whole / 2, whole - 1, whole] {
        let solver = solver(Strategy {
            max_steps,
            ..Strategy::default()
        });
        let mut path = solver.path(&puzzle);
        assert_eq!(path.by_ref().count() as u64, max_steps);
        assert_eq!(matches!(path.claim(), Claim::Unique(_)), max_steps == whole);
        accepted(&trace::prove(&solver, &puzzle).to_text());
    }
    for supposes in [0, 1, 20, 400] {
        let solver = solver(Strategy {
            limits: Limits { supposes },
            ..Strategy::default()
        });
        let proof = trace::prove(&solver, &puzzle);
        let claim = accepted(&proof.to_text()).claim;
        assert!(supposes > 0 || claim == qedoku_check::Claim::Open);
    }
}

#[test]
fn path_stops_at_the_stop_signal() {
    let asked = Arc::new(AtomicU32::new(0));
    let question = Arc::clone(&asked);
    let solver = solver(Strategy {
        stop: Stop::when(move || question.fetch_add(1, Ordering::Relaxed) >= 30),
        ..Strategy::default()
    });
    let proof = trace::prove(&solver, &puzzle(NINE, HARD));
    assert_eq!(accepted(&proof.to_text()).claim, qedoku_check::Claim::Open);
    assert!(asked.load(Ordering::Relaxed) > 30);
}

#[test]
fn path_stops_at_a_goal_state() {
    let puzzle = puzzle(NINE, MIXED);
    let full = solver(Strategy::default());
    let mut path = full.path(&puzzle);
    for _ in 0..12 {
        path.next().expect("a step");
    }
    let goal = path.position().state().clone();
    let solver = solver(Strategy {
        goal: Some(goal.clone()),
        ..Strategy::default()
    });
    let mut path = solver.path(&puzzle);
    assert_eq!(path.by_ref().count(), 12);
    assert_eq!(
        (path.claim(), path.position().state()),
        (&Claim::Open, &goal)
    );
}

#[test]
fn path_takes_the_simplest_technique_first() {
    let solver = solver(Strategy::default());
    let puzzle = puzzle(NINE, MIXED);
    let mut path = solver.path(&puzzle);
    loop {
        let before = path.position().clone();
        let Some(step) = path.next() else { break };
        let used = match step {
            PathStep::Rule(step) => step.technique.index(),
            PathStep::Layouts(_) | PathStep::Search(_) => solver.techniques().count(),
        };
        for simpler in solver.ids().take(used) {
            let missed = solver.matches(simpler, &before);
            assert!(missed.is_empty(), "{missed:?} was simpler than {used}");
        }
    }
    assert!(path.refused().is_empty());
}

#[test]
fn rounds_and_steps_reach_the_same_state() {
    let rounds = solver(Strategy::default().by_rounds());
    let steps = solver(Strategy::default());
    assert_eq!(rounds.strategy().pace, Pace::Round);
    for line in [MIXED, HARD] {
        let puzzle = puzzle(NINE, line);
        let mut claims = [&rounds, &steps].map(|solver| {
            let mut path = solver.path(&puzzle);
            path.by_ref().count();
            path.claim().clone()
        });
        let [one, other] = &mut claims;
        assert_eq!(one, other);
    }
}

#[test]
fn impossible_puzzles_are_refuted_by_rules() {
    for line in [
        "11...............................................................................",
        "12345678..................9......................................................",
        "..49....2..9...48..5...7....42.9...3...24....8..1..........6.7...3.7..19...4.....",
        "534678912672195348198342567859761423426853791713924856961537284287419635345286171",
    ] {
        let proof = trace::prove(&solver(Strategy::default()), &puzzle(NINE, line));
        let claim = accepted(&proof.to_text()).claim;
        assert_eq!(claim, qedoku_check::Claim::None, "{line}");
    }
}

#[test]
fn empty_grids_are_answered_at_once() {
    for shape in all_shapes().filter(|s| (4..=16).contains(&s.size())) {
        let empty = puzzle(shape, &".".repeat(shape.size() * shape.size()));
        let solver = Solver::new(&empty.board, &LIBRARY, Strategy::default());
        let start = Instant::now();
        let proof = trace::prove(&solver, &empty);
        assert!(start.elapsed() < Duration::from_secs(20), "{shape:?}");
        assert!(matches!(proof.claim, Claim::Many(..)), "{shape:?}");
        accepted(&proof.to_text());
    }
}

/// A pattern of eight nearly unrelated candidates has too many matches to list.
#[test]
fn match_search_stops_at_the_stop_signal() {
    let text = "rule slow { for candidates a, b, c, d, e, f, g, h, truth V \
        with c excludes d, e excludes f, g excludes h when every candidate of V is a or b then eliminate c }";
    let file = RuleFile::new("slow.rule", text.as_bytes()).expect("text");
    let library = load(&[file]).unwrap_or_else(|problems| panic!("{}", problems.render(80)));
    let position = Position::of(&puzzle(NINE, MIXED));
    let begun = Instant::now();
    let stop = Stop::when(move || begun.elapsed() > Duration::from_millis(50));
    let solver = Solver::with(&Board::sudoku(NINE), &library.techniques).until(stop);
    solver.matches(TechniqueId::FIRST, &position);
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(20), "{took:?}");
}
