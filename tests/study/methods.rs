//! Every method on puzzles with known solutions. If a method reports the puzzle as solved, the
//! solution is right, except for methods that may be wrong.

use std::sync::Arc;

use qedoku_core::engine::Stop;
use qedoku_core::grid::{Digit, Puzzle};
use qedoku_core::lang::{Library, standard_library};
use qedoku_study::method::{Laboratory, Setup};
use qedoku_study::relaxation;

use qedoku_tests::plain_solver::Plain;
use qedoku_tests::{NINE, collection, own_collection, puzzle};

fn laboratory<'l>(library: &'l Library, puzzle: &Puzzle, methods: &[&str]) -> Laboratory<'l> {
    let setup = Setup {
        methods: methods.iter().map(|m| (*m).to_owned()).collect(),
        ..Setup::default()
    };
    Laboratory::new(&puzzle.board, library, &setup, Stop::default()).expect("a laboratory")
}

/// Returns the only solution, found by the plain solver of the tests.
pub fn solution(puzzle: &Puzzle) -> Vec<Digit> {
    let plain = Plain {
        height: 3,
        width: 3,
    };
    let found = plain.solutions(&plain.cells(&puzzle.line().expect("givens")), 2);
    assert_eq!(found.len(), 1);
    let digits = found[0].iter();
    digits.map(|&digit| Digit::new(digit.into())).collect()
}

/// Compares the results of every method with the solutions. Returns the numbers of solved and of
/// wrong puzzles for each.
fn check(lines: &[String], methods: &[&str]) -> Vec<(String, usize, usize)> {
    let library = standard_library().expect("the library");
    let first = puzzle(NINE, &lines[0]);
    let laboratory = laboratory(&library, &first, methods);
    let mut counts: Vec<(String, usize, usize)> = (laboratory.methods.iter())
        .map(|method| (method.name.clone(), 0, 0))
        .collect();
    for line in lines {
        let puzzle = puzzle(NINE, line);
        let solution = solution(&puzzle);
        for (index, method) in laboratory.methods.iter().enumerate() {
            let outcome = laboratory.run(index, &puzzle);
            let right = outcome.is_right(&solution);
            assert!(
                right || !outcome.solved || method.may_be_wrong(),
                "{} {line}",
                method.name
            );
            assert_eq!(
                right,
                outcome.cells_right(&puzzle, &solution) == 81 - puzzle.clues()
            );
            counts[index].1 += usize::from(outcome.solved && right);
            counts[index].2 += usize::from(outcome.solved && !right);
        }
    }
    counts
}

#[test]
fn methods_report_correct_solutions_on_every_level() {
    let lines = own_collection("levels.sdm");
    let lines: Vec<String> = lines.into_iter().step_by(5).collect();
    assert!(lines.len() >= 10, "{}", lines.len());
    let counts = check(&lines, &[]);
    let solved = |name: &str| counts.iter().find(|(n, ..)| n == name).expect(name).1;
    // These methods run until they find a solution.
    for name in [
        "twins",
        "network+rules",
        "rules",
        "trial",
        "trial+network",
        "search",
    ] {
        assert_eq!(solved(name), lines.len(), "{name}");
    }
    assert!(solved("NI-FB") < solved("NHS-MCV") && solved("NHS-MCV") <= solved("NHT-MCV"));
}

#[test]
fn methods_solve_the_77_report_puzzles_as_expected() {
    let Some(lines) = collection("cs531_77.tsv") else {
        return;
    };
    assert_eq!(lines.len(), 77);
    let counts = check(&lines, &["inference", "twins", "network+rules"]);
    let solved = |name: &str| counts.iter().find(|(n, ..)| n == name).expect(name).1;
    assert!(solved("NI-FB") < solved("NI-MCV"), "{counts:?}");
    for name in [
        "NHS-MCV",
        "NHP-MCV",
        "NHT-FB",
        "NHT-MCV",
        "twins",
        "network+rules",
    ] {
        assert_eq!(solved(name), 77, "{name}");
    }
}

#[test]
fn native_methods_match_their_rule_sets() {
    let library = standard_library().expect("the library");
    let lines = own_collection("levels.sdm");
    let first = puzzle(NINE, &lines[0]);
    let laboratory = laboratory(&library, &first, &["twins", "twins-MCV"]);
    let mut straight = 0;
    for line in lines.iter().step_by(2) {
        let puzzle = puzzle(NINE, line);
        let [direct, by_rules] = [0, 1].map(|method| laboratory.run(method, &puzzle));
        assert!(direct.solved && by_rules.solved, "{line}");
        assert_eq!(direct.grid, by_rules.grid, "{line}");
        // The methods detect dead ends at different times. Without a dead end, their paths are
        // equal.
        if by_rules.backtracks == 0 {
            assert_eq!((direct.steps, direct.backtracks), (by_rules.steps, 0));
            straight += 1;
        }
        assert!(direct.backtracks <= by_rules.backtracks, "{line}");
    }
    assert!(straight > 5, "{straight}");
}

#[test]
fn limits_are_kept_and_counted() {
    let library = standard_library().expect("the library");
    let line = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let hard = puzzle(NINE, line);
    for (limit, method) in [(10, "NI-FB"), (7, "NHT-MCV"), (100, "plain"), (5, "twins")] {
        let setup = Setup {
            methods: vec![method.to_owned()],
            limit: Some(limit),
            ..Setup::default()
        };
        let laboratory = Laboratory::new(&hard.board, &library, &setup, Stop::default());
        let outcome = laboratory.expect("a laboratory").run(0, &hard);
        assert!(
            !outcome.solved && outcome.steps == limit,
            "{method} {}",
            outcome.steps
        );
        assert!(outcome.backtracks < outcome.steps, "{method}");
    }
    let without = Setup {
        methods: vec!["plain".to_owned(), "NHS-MCV".to_owned()],
        limit: Some(u64::MAX),
        ..Setup::default()
    };
    let laboratory =
        Laboratory::new(&hard.board, &library, &without, Stop::default()).expect("one");
    let solution = solution(&hard);
    for index in 0..2 {
        let outcome = laboratory.run(index, &hard);
        // Each assignment that is not part of the solution was undone.
        assert!(outcome.is_right(&solution));
        assert!(outcome.steps > outcome.backtracks && outcome.backtracks > 0);
    }
}

#[test]
fn backtracking_counts_match_a_plain_solver() {
    let library = standard_library().expect("the library");
    // Each cell of the last row has one possible digit, and the method tries only that digit.
    let solved =
        "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    let nearly = format!("{}.........", &solved[..72]);
    let puzzle = puzzle(NINE, &nearly);
    let outcome = laboratory(&library, &puzzle, &["plain"]).run(0, &puzzle);
    assert!(outcome.solved && outcome.steps == 9 && outcome.backtracks == 0);
}

#[test]
fn sound_methods_never_solve_impossible_puzzles() {
    let library = standard_library().expect("the library");
    let impossible =
        "12345678.........9...............................................................";
    let impossible = puzzle(NINE, impossible);
    let methods = ["NHT-MCV", "twins", "network+rules", "rules", "search"];
    let laboratory = laboratory(&library, &impossible, &methods);
    for (index, method) in laboratory.methods.iter().enumerate() {
        assert!(
            !laboratory.run(index, &impossible).solved,
            "{}",
            method.name
        );
    }
}

#[test]
fn consistency_never_falls() {
    let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let easy = puzzle(NINE, text);
    let settings = relaxation::RelaxationSettings {
        after_singles: true,
        ..relaxation::RelaxationSettings::default()
    };
    let outcome = relaxation::solve(&easy, settings, &Stop::default(), |_| ());
    assert!(outcome.is_right(&solution(&easy)));
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    for line in [text, hard] {
        let mut curve = Vec::new();
        let settings = relaxation::RelaxationSettings::default();
        relaxation::solve(&puzzle(NINE, line), settings, &Stop::default(), |c| {
            curve.push(c)
        });
        assert!(curve.len() > 10);
        assert!(curve.windows(2).all(|c| c[1] >= c[0] - 1e-3), "{curve:?}");
        assert!(curve.iter().all(|&c| c <= 80.0 + 1e-3));
    }
}

#[test]
fn methods_refuse_unsupported_boards() {
    let library = standard_library().expect("the library");
    let four = puzzle(qedoku_tests::shape(2, 2), "1..2.2.....14...");
    let setup = |method: &str| Setup {
        methods: vec![method.to_owned()],
        ..Setup::default()
    };
    let board = Arc::clone(&four.board);
    let refused = Laboratory::new(&board, &library, &setup("network"), Stop::default());
    assert!(refused.is_err());
    for method in ["NHS-FB", "plain", "twins", "relaxation", "rules", "search"] {
        let laboratory = Laboratory::new(&board, &library, &setup(method), Stop::default());
        let outcome = laboratory.expect(method).run(0, &four);
        assert_eq!(outcome.grid.len(), 16, "{method}");
    }
}
