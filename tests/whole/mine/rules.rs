//! The mined rules of the library: the proofs that use them, and comparison with similar rules.

use std::collections::BTreeSet;

use qedoku_core::engine::create::Creator;
use qedoku_core::engine::{PathStep, Solver, Strategy};
use qedoku_core::grid::{Board, Puzzle};
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Library, RuleInfo, standard_library};
use qedoku_core::matcher::Position;
use qedoku_core::report::trace;
use qedoku_tests::dose::dosed_size;

fn library() -> Library {
    standard_library().expect("the standard library")
}

fn mined(library: &Library) -> Vec<&RuleInfo> {
    let is_mined = |rule: &&RuleInfo| rule.path.starts_with("90-mined/");
    library.rules.iter().filter(is_mined).collect()
}

/// Returns whether a technique is a single, locked candidates, a subset or a basic fish.
fn is_basic(technique: &Technique) -> bool {
    const BASIC: [&str; 9] = [
        "full_house",
        "naked_single",
        "hidden_single",
        "locked_candidates_1",
        "locked_candidates_2",
        "locked_subset",
        "naked_subset",
        "hidden_subset",
        "fish",
    ];
    BASIC.contains(&&*technique.rule)
}

/// Returns puzzles that were not used for mining, and that the basic rules do not solve.
fn puzzles(library: &Library, count: usize) -> Vec<Puzzle> {
    let board = Board::sudoku(qedoku_tests::NINE);
    let basic = library.techniques.iter().filter(|t| is_basic(t));
    let solver = Solver::with(&board, basic);
    let is_stuck = |puzzle: &Puzzle| {
        let mut position = Position::of(puzzle);
        solver.run(&mut position, |_| ());
        !position.is_complete()
    };
    let mut creator = Creator::new(&board, 2_000);
    let created = std::iter::repeat_with(|| creator.puzzle());
    created.filter(is_stuck).take(count).collect()
}

#[test]
fn mined_rules_give_accepted_proofs() {
    let count = dosed_size(8);
    let library = library();
    let mined: BTreeSet<String> = mined(&library)
        .iter()
        .map(|r| r.name().to_owned())
        .collect();
    assert!(mined.len() >= 5, "{mined:?}");
    // Only the basic rules come before the mined ones.
    let mut strategy = Strategy::default();
    for technique in library.techniques.iter().filter(|t| !is_basic(t)) {
        strategy.off.insert(technique.rule.to_string());
    }
    strategy.off.retain(|name| !mined.contains(name));
    strategy.on = mined.clone();
    let puzzles = puzzles(&library, count);
    let solver = Solver::new(&puzzles[0].board, &library, strategy);
    let (mut steps, mut without_search, mut took_part) = (0, 0, 0);
    for puzzle in &puzzles {
        let path: Vec<PathStep> = solver.path(puzzle).collect();
        let rules: Vec<&str> = (path.iter())
            .filter_map(|step| match step {
                PathStep::Rule(step) => Some(&*solver.technique(step.technique).rule),
                PathStep::Layouts(_) | PathStep::Search(_) => None,
            })
            .collect();
        without_search += usize::from(rules.len() == path.len());
        let own = rules.iter().filter(|r| mined.contains(**r)).count();
        steps += own;
        took_part += usize::from(own > 0);
        qedoku_tests::accepted(&trace::prove(&solver, puzzle).to_text());
    }
    println!(
        "{count} puzzles, {without_search} without search; mined rules take {steps} steps in {took_part}"
    );
    assert!(took_part * 2 >= count, "in {took_part} only");
}

/// Mined rules record their origin: the command, the puzzle, the core, the support.
#[test]
fn mined_rules_state_their_origin() {
    let library = library();
    for rule in mined(&library) {
        for words in [
            "// Mined by: qedoku mine",
            "// From the puzzle",
            "// Support: ",
        ] {
            assert!(rule.file.contains(words), "{}: {words}", rule.name());
        }
        let support = rule.file.split("// Support: ").nth(1).unwrap_or_default();
        let support = support.split(' ').next().and_then(|n| n.parse().ok());
        assert!(support.is_some_and(|n: usize| n >= 3), "{}", rule.name());
        let own = |t: &&Technique| *t.rule == *rule.name();
        assert!(library.techniques.iter().filter(own).all(|t| t.on_request));
    }
}

#[test]
fn mined_rules_solve_more_puzzles() {
    let library = library();
    let names: Vec<&str> = mined(&library).iter().map(|r| r.name()).collect();
    let is_mined = |t: &Technique| names.contains(&&*t.rule);
    let all = library
        .techniques
        .iter()
        .filter(|t| is_basic(t) || is_mined(t));
    let puzzles = puzzles(&library, 6);
    let board = &puzzles[0].board;
    let solver = Solver::with(board, all).requesting(is_mined);
    let mut solved = 0;
    for puzzle in &puzzles {
        let mut position = Position::of(puzzle);
        assert!(solver.run(&mut position, |_| ()).is_empty(), "certified");
        solved += usize::from(position.is_complete());
    }
    let stuck = puzzles.len();
    assert!(solved * 10 >= stuck * 6, "{solved} of {stuck}");
}
