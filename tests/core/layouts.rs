//! Layouts of digits: enumeration, remote naked subsets, capacity sets, and the steps of a path.

use qedoku_core::engine::scale::{Rater, Rating, Scale};
use qedoku_core::engine::{LayoutArgument, Pace, PathStep, Solver, Stop, Strategy};
use qedoku_core::grid::text::{Source, read_puzzle};
use qedoku_core::grid::{Board, Candidate, Cell, Digit, Puzzle, State};
use qedoku_core::layout::capacity::least_set;
use qedoku_core::layout::mixture::{Mixed, Mixture};
use qedoku_core::layout::subset::remote_subsets;
use qedoku_core::layout::{Layouts, Places};
use qedoku_core::matcher::Position;
use qedoku_core::report::grade::Grade;
use qedoku_core::report::trace;
use qedoku_tests::isomorph::isomorph;
use qedoku_tests::random::Random;
use qedoku_tests::{NINE, accepted, collection, puzzle};

use crate::engine::LIBRARY;

/// Published hard puzzles. The rules of the default strategy solve none of them.
const HARD: [&str; 3] = [
    // "AI Escargot" and "Golden Nugget", the hardest puzzles of their year.
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    // "Easter Monster".
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
];

/// The default rules, then layouts, then search.
fn with_layouts() -> Strategy {
    Strategy {
        layouts: true,
        ..Strategy::default()
    }
}

/// The state in which the default rules find no further step.
fn stuck(puzzle: &Puzzle) -> State {
    let solver = Solver::new(&puzzle.board, &LIBRARY, Strategy::default());
    let mut position = Position::of(puzzle);
    solver.run_at(Pace::Round, &mut position, |_| ());
    position.state().clone()
}

fn solution(puzzle: &Puzzle) -> Vec<Digit> {
    let solver = Solver::new(&puzzle.board, &LIBRARY, Strategy::default());
    let mut path = solver.path(puzzle);
    path.by_ref().for_each(drop);
    path.position()
        .state()
        .solution(&puzzle.board)
        .expect("one solution")
}

/// Every set of live places with one in each house, by generate and test on rows.
fn plain_layouts(board: &Board, state: &State, digit: Digit) -> Vec<Places> {
    let size = board.size();
    let mut found: Vec<Vec<Cell>> = vec![Vec::new()];
    for row in 0..size {
        let cells = (0..size).map(|column| board.cell(row, column));
        let live: Vec<Cell> = cells
            .filter(|&cell| state.is_live(board, board.candidate(cell, digit)))
            .collect();
        found = { found.iter() }
            .flat_map(|taken| {
                let free = live
                    .iter()
                    .filter(|&&cell| taken.iter().all(|&t| !board.sees(t, cell)));
                free.map(|&cell| taken.iter().copied().chain([cell]).collect())
            })
            .collect();
    }
    let mut sets: Vec<Places> = found
        .into_iter()
        .map(|cells| cells.into_iter().collect())
        .collect();
    sets.sort_unstable();
    sets
}

#[test]
fn layouts_are_those_of_generate_and_test() {
    for line in HARD {
        let puzzle = puzzle(NINE, line);
        let (board, state) = (&*puzzle.board, stuck(&puzzle));
        let layouts = Layouts::of(board, &state).expect("few layouts");
        for digit in board.digits() {
            let mut found = layouts.of_digit(digit).to_vec();
            found.sort_unstable();
            assert_eq!(
                found,
                plain_layouts(board, &state, digit),
                "{digit} of {line}"
            );
        }
    }
}

#[test]
fn layouts_of_an_empty_board_are_too_many() {
    let board = Board::sudoku(NINE);
    assert!(Layouts::of(&board, &State::full(&board)).is_none());
}

#[test]
fn capacity_sets_refute_no_candidate_of_the_solution() {
    for line in HARD {
        let puzzle = puzzle(NINE, line);
        let (board, state, solution) = (&*puzzle.board, stuck(&puzzle), solution(&puzzle));
        let layouts = Layouts::of(board, &state).expect("few layouts");
        let refuted = Mixture::at_solution(board, &state, &layouts, &solution).refutable();
        assert!(!refuted.is_empty(), "{line}");
        for target in refuted {
            assert_ne!(
                solution[board.cell_of(target).index()],
                board.digit_of(target)
            );
            let left = layouts.supposing(board, target);
            let Some(set) = least_set(board, &state, &left) else {
                continue;
            };
            // The capacities are the maxima over the layouts, and their sum is too small.
            for digit in board.digits() {
                let most = left.capacity(digit, &set.weights).expect("a layout");
                assert_eq!(most, set.capacities[digit.index()]);
            }
            assert!(set.capacities.iter().sum::<i64>() < set.weight());
        }
    }
}

#[test]
fn remote_subsets_have_one_place_for_each_digit() {
    let Some(lines) = collection("te2.txt") else {
        return;
    };
    let mut found = 0;
    for line in lines.iter().take(12) {
        let puzzle = puzzle(NINE, line);
        let (board, state) = (&*puzzle.board, stuck(&puzzle));
        let Some(layouts) = Layouts::of(board, &state) else {
            continue;
        };
        let subsets = remote_subsets(board, &state, &layouts);
        if subsets.is_empty() {
            continue;
        }
        let solution = solution(&puzzle);
        for subset in subsets {
            found += 1;
            let mut digits = 0_u32;
            for cell in &subset.cells {
                digits |= 1 << solution[cell.index()].index();
            }
            assert_eq!(digits, subset.digits, "{line}");
            for out in subset.eliminations {
                assert_ne!(
                    solution[board.cell_of(out).index()],
                    board.digit_of(out),
                    "{line}"
                );
            }
        }
    }
    assert!(found > 0);
}

#[test]
fn hard_puzzles_need_no_search_with_layouts() {
    for line in HARD {
        let puzzle = puzzle(NINE, line);
        let (_, has_search) = proved(&puzzle, with_layouts());
        assert!(!has_search, "{line}");
    }
}

#[test]
fn layouts_are_used_on_request_only() {
    let puzzle = puzzle(NINE, HARD[2]);
    let solver = Solver::new(&puzzle.board, &LIBRARY, Strategy::default());
    let is_layout = |step: PathStep| matches!(step, PathStep::Layouts(_));
    assert!(!solver.path(&puzzle).any(is_layout));
}

#[test]
fn grades_with_layouts_are_those_of_isomorphic_puzzles() {
    let mut random = Random::new(41);
    for line in HARD {
        let grade = |line: &str| {
            let grade = Grade::of_puzzle(&puzzle(NINE, line), &LIBRARY, with_layouts());
            (
                grade.level,
                grade.hardest,
                grade.score,
                grade.steps,
                grade.techniques,
            )
        };
        let expected = grade(line);
        for _ in 0..2 {
            assert_eq!(grade(&isomorph(&mut random, line)), expected, "{line}");
        }
    }
}

#[test]
fn layout_steps_name_their_cells() {
    let puzzle = puzzle(NINE, HARD[2]);
    let solver = Solver::new(&puzzle.board, &LIBRARY, with_layouts());
    let step = solver.path(&puzzle).find_map(|step| match step {
        PathStep::Layouts(step) => Some(step),
        _ => None,
    });
    let step = step.expect("a step by layouts");
    let words = step.argument.reason(&puzzle.board, &step.eliminations);
    match &step.argument {
        LayoutArgument::Subset(_) => assert!(words.contains("fits at most once"), "{words}"),
        LayoutArgument::Count(_) => assert!(words.contains("links"), "{words}"),
        LayoutArgument::Capacity(_) => assert!(words.contains("room"), "{words}"),
        LayoutArgument::Supposition { .. } => assert!(words.contains("follow"), "{words}"),
    }
    for cell in step.argument.cells() {
        assert!(words.contains(&puzzle.board.cell_name(cell)), "{words}");
    }
}

/// A puzzle of the page on layouts. Its first step is a remote naked subset.
const REMOTE: &str =
    ".23..67...56....2.7.........8..9..6.3....2.5....8....45....7.3...914............1";

/// Layouts without any technique but this one.
fn only(title: &str) -> Strategy {
    let others = LayoutArgument::TITLES.into_iter().filter(|t| *t != title);
    Strategy {
        off: others.map(str::to_owned).collect(),
        ..with_layouts()
    }
}

/// Proves a puzzle, and checks the proof. Returns how often each argument by layouts was used, and
/// whether there is a search.
fn proved(puzzle: &Puzzle, strategy: Strategy) -> (Vec<u64>, bool) {
    let solver = Solver::new(&puzzle.board, &LIBRARY, strategy);
    let mut path = solver.path(puzzle);
    let proof = trace::prove_path(&solver, puzzle, &mut path);
    accepted(&proof.to_text());
    let mut notes = proof.steps.iter().filter_map(|(note, _)| note.as_ref());
    let has_search = notes.any(|note| note.rule == "search");
    (path.layout_tally().to_vec(), has_search)
}

#[test]
fn each_argument_by_layouts_is_proved_alone() {
    for (at, title) in LayoutArgument::TITLES.into_iter().enumerate() {
        let is_used = |line: &str| {
            let (tally, _) = proved(&puzzle(NINE, line), only(title));
            assert_eq!(tally[at], tally.iter().sum::<u64>(), "{title}: {tally:?}");
            tally[at] > 0
        };
        let mut lines = [REMOTE].into_iter().chain(HARD);
        assert!(lines.any(is_used), "{title}");
    }
}

#[test]
fn mixtures_refute_the_same_from_any_start() {
    for line in HARD {
        let puzzle = puzzle(NINE, line);
        let (board, state, solution) = (&*puzzle.board, stuck(&puzzle), solution(&puzzle));
        let layouts = Layouts::of(board, &state).expect("few layouts");
        let known = Mixture::at_solution(board, &state, &layouts, &solution).refutable();
        let Mixed::Found(mut mixture) = Mixture::find(board, &state, &layouts) else {
            panic!("no mixture of {line}");
        };
        assert_eq!(mixture.refutable(), known, "{line}");
    }
}

#[test]
fn a_state_without_solution_has_a_capacity_set() {
    for line in HARD {
        let puzzle = puzzle(NINE, line);
        let (board, state, solution) = (&*puzzle.board, stuck(&puzzle), solution(&puzzle));
        let layouts = Layouts::of(board, &state).expect("few layouts");
        let refuted = Mixture::at_solution(board, &state, &layouts, &solution).refutable();
        let left = layouts.supposing(board, refuted[0]);
        let mut supposed = state.clone();
        supposed.place(board, refuted[0]);
        let is_impossible = (0..left.digits()).any(|d| left.of_digit(Digit::new(d)).is_empty())
            || matches!(Mixture::find(board, &supposed, &left), Mixed::Impossible);
        assert!(is_impossible, "{line}");
    }
}

/// A puzzle of champagne's list that layouts alone do not solve, and a puzzle with a tridagon.
const NEEDS_SUPPOSITION: &str =
    "..8...5...4...2.9.7.......3.2...4......93.......2.1.6.5.......8.1.6...2...3...7..";
const TRIDAGON: &str =
    "..34.678..........7.8..3.642493.1....67....415.1.........1.843..1...7..6...6...1.";

#[test]
fn one_supposition_then_layouts_replaces_search() {
    let hard = puzzle(NINE, NEEDS_SUPPOSITION);
    let (tally, has_search) = proved(&hard, with_layouts());
    assert!(!has_search);
    assert!(tally[3] > 0, "{tally:?}");
}

#[test]
fn techniques_on_request_come_before_layouts_and_search() {
    let puzzle = puzzle(NINE, TRIDAGON);
    let grade = |reserve: bool| {
        let strategy = Strategy {
            reserve,
            layouts: reserve,
            ..Strategy::default()
        };
        Grade::of_puzzle(&puzzle, &LIBRARY, strategy)
    };
    let (quick, whole) = (grade(false), grade(true));
    assert_eq!(quick.level, Some("search"));
    assert_eq!(whole.level, Some("extreme"));
    let hardest = whole.hardest.expect("a technique");
    let on_request = |t: &&qedoku_core::lang::ir::Technique| t.title == hardest;
    let technique = LIBRARY.techniques.iter().find(on_request);
    assert!(technique.is_some_and(|t| t.on_request), "{hardest}");
}

#[test]
fn ratings_by_capacity_sets_are_those_of_isomorphs() {
    let mut random = Random::new(9);
    for line in HARD {
        let rate = |line: &str| {
            let puzzle = puzzle(NINE, line);
            let mut rater = Rater::new(&puzzle.board);
            rater.stop_when(Stop::default());
            rater.rate(Scale::L, &puzzle.state(), usize::MAX, |_| ())
        };
        let expected = rate(line);
        assert!(matches!(expected, Rating::Solved(4..)), "{expected:?}");
        for _ in 0..2 {
            assert_eq!(rate(&isomorph(&mut random, line)), expected, "{line}");
        }
    }
}

/// The eliminations of a rule's examples that capacity sets contain, and all of them. Examples with
/// more layouts than the limits are left out.
fn contained(rule: &str) -> (usize, usize) {
    let rule = LIBRARY.rules.iter().find(|r| *r.name() == *rule);
    let rule = rule.expect("a rule of the library");
    let (mut inside, mut all) = (0, 0);
    for example in rule.ast.examples.iter().filter(|e| e.expected.is_some()) {
        let source = Source::new(rule.name(), &example.board.node);
        let puzzle = read_puzzle(&source).expect("an example");
        let (board, state) = (&*puzzle.board, puzzle.state());
        let Some(layouts) = Layouts::of(board, &state) else {
            continue;
        };
        let Mixed::Found(mut mixture) = Mixture::find(board, &state, &layouts) else {
            panic!("no mixture of {}", example.board.node);
        };
        let name = |candidate: Candidate| {
            let cell = board.cell_name(board.cell_of(candidate));
            format!("{cell}<>{}", board.digit_of(candidate))
        };
        let refuted: Vec<String> = mixture.refutable().into_iter().map(name).collect();
        let wanted = example.expected.iter().flatten().map(|name| &name.node);
        let wanted: Vec<&String> = wanted.filter(|name| name.contains("<>")).collect();
        inside += wanted.iter().filter(|name| refuted.contains(name)).count();
        all += wanted.len();
    }
    println!("{}: {inside} of {all}", rule.name());
    (inside, all)
}

#[test]
fn capacity_sets_contain_patterns_of_one_count() {
    for rule in ["sk_loop", "uneven_sk_loop", "multi_sector_locked_set"] {
        let (inside, all) = contained(rule);
        assert!(all > 0 && inside == all, "{rule}: {inside} of {all}");
    }
}

#[test]
fn capacity_sets_contain_examples_of_exocets() {
    for rule in [
        "junior_exocet",
        "junior_exocet_4",
        "junior_exocet_mirror",
        "double_exocet",
    ] {
        let (inside, all) = contained(rule);
        assert!(all > 0 && inside == all, "{rule}: {inside} of {all}");
    }
}
