//! Trials of doubtful rules on boards.
//!
//! Evaluates a technique by the definition of its [meaning](qedoku_core::matcher::meaning) in a few
//! states, and reports whether it fires or draws a false conclusion. If the query of a rule is
//! unsatisfiable from the start, the rule is vacuous or the query is wrong, and a board on which it
//! fires tells the two apart. A rule that was neither proved nor refuted may still turn out wrong
//! in a trial.

use std::sync::Arc;

use super::counterexample::Counterexample;
use super::question::usual_board;
use super::smt::Deadline;
use qedoku_core::engine::count::count;
use qedoku_core::engine::search::Limits;
#[cfg(feature = "z3")]
use qedoku_core::grid::Shape;
use qedoku_core::grid::text::{Source, read_puzzle};
use qedoku_core::grid::{Board, Candidate, Cell, Digit, Group, Puzzle};
use qedoku_core::lang::ir::{Conclusion, Technique};
use qedoku_core::lang::{Library, standard_library};
use qedoku_core::matcher::{DerivedTruth, Match, Position, TimedBindings, Value, naive};

/// Maximum number of bindings tried per state.
#[cfg(feature = "z3")]
const BINDINGS: u64 = 20_000;
/// Number of states tried per board.
#[cfg(feature = "z3")]
const STATES_PER_BOARD: u64 = 8;
/// Number of states tried in the search for a false conclusion.
const LIES: u64 = 40;
/// Maximum number of bindings tried per state in the search for a false conclusion, which uses a
/// larger board.
const BINDINGS_OF_LIES: u64 = 60_000;

/// Whether the technique fires in one of the states. `None` if the time ran out first.
#[cfg(feature = "z3")]
pub fn fires_somewhere(technique: &Technique, deadline: Deadline) -> Option<bool> {
    let shapes = [(2, 2), (2, 3)].map(|(height, width)| Shape { height, width });
    let mut tries = shapes
        .into_iter()
        .flat_map(|shape| (0..STATES_PER_BOARD).map(move |seed| (shape, seed)));
    let is_over = || deadline.is_over();
    let fires = tries.any(|(shape, seed)| {
        let position = Position::of(&state(&Board::sudoku(shape), seed));
        let mut limit = TimedBindings {
            left: BINDINGS,
            is_over: &is_over,
        };
        let found = naive::find_within(technique, &position, &mut limit);
        found.is_some_and(|matches| !matches.is_empty())
    });
    (fires || !deadline.is_over()).then_some(fires)
}

/// Number of derived truths in a trial with derived truths.
const DERIVED: u64 = 8;

/// A board on which the technique draws a false conclusion, if a few trials find one before the
/// deadline. Most of its cells are solved, which leaves few bindings, and the other cells have only
/// some of their candidates. Techniques that use truths are also tried with derived truths.
pub fn counterexample(technique: &Technique, deadline: Deadline) -> Option<Counterexample> {
    if technique.assumes_unique {
        let library = standard_library().ok()?;
        let mut tries = one_solution(&library).take_while(|_| !deadline.is_over());
        return tries.find_map(|(puzzle, grid)| {
            false_match(technique, (&puzzle, Vec::new()), grid, deadline)
        });
    }
    let board = usual_board();
    let grid: Vec<Digit> = board.cells().map(|cell| digit_of(&board, cell)).collect();
    let plain = (0..LIES).map(|seed| (seed, [2, 4, 6, 7][seed as usize % 4], 0));
    // With more open cells there would be too many other truths besides the derived ones.
    let has_truths = technique.uses_truths();
    let deriving = (0..LIES).filter(|_| has_truths);
    let deriving = deriving.map(|seed| (seed, 6 + seed % 2, DERIVED));
    let mut tries = (plain.chain(deriving)).take_while(|_| !deadline.is_over());
    tries.find_map(|(seed, filled, count)| {
        let puzzle = state_with(&board, seed, filled, 1 + seed % 5);
        let derived = derived_truths(&puzzle, &grid, seed, count);
        false_match(technique, (&puzzle, derived), grid.clone(), deadline)
    })
}

/// Makes truths that hold in the grid. Each has one or two candidates of the grid and up to two
/// others. Sound rules with guardians derive such truths.
fn derived_truths(puzzle: &Puzzle, grid: &[Digit], seed: u64, count: u64) -> Vec<DerivedTruth> {
    let position = Position::of(puzzle);
    let board = position.board();
    let is_true = |c: &Candidate| grid[board.cell_of(*c).index()] == board.digit_of(*c);
    let (right, wrong): (Vec<Candidate>, Vec<Candidate>) =
        position.open_candidates().partition(is_true);
    let truth = |number: u64| {
        let pick = |from: &[Candidate], at: u64| {
            let chosen = mix(seed + 200, 8 * number + at) as usize;
            from.get(chosen % from.len().max(1)).copied()
        };
        let second = match mix(seed + 300, number) % 3 {
            0 => pick(&wrong, 1),
            _ => pick(&right, 1),
        };
        let third = pick(&wrong, 2).filter(|_| mix(seed + 400, number).is_multiple_of(3));
        let mut candidates: Vec<Candidate> = { [pick(&right, 0), second, third] }
            .into_iter()
            .flatten()
            .collect();
        candidates.sort_unstable();
        candidates.dedup();
        DerivedTruth {
            title: "guardians".into(),
            candidates,
            truths: Vec::new(),
            deadly: Vec::new(),
        }
    };
    let truths = (0..count).map(truth);
    truths.filter(|it| it.candidates.len() > 1).collect()
}

/// The boards of the library's uniqueness examples, each with its only solution. Random trials do
/// not find states that are nearly a grave, as for `deadly all but z at a`.
fn one_solution(library: &Library) -> impl Iterator<Item = (Puzzle, Vec<Digit>)> {
    let rules = library
        .rules
        .iter()
        .filter(|rule| rule.ast.assuming_unique.is_some());
    let examples = rules.flat_map(|rule| {
        (rule.ast.examples.iter()).map(|example| Source::new(rule.name(), &example.board.node))
    });
    examples.filter_map(|source| {
        let puzzle = read_puzzle(&source).ok()?;
        let bare = Puzzle {
            pencilmarks: None,
            filled: None,
            ..puzzle.clone()
        };
        let mut grid = Vec::new();
        let limits = Limits { supposes: 10_000 };
        let counted = count(&bare.board, &bare.state(), 1, limits, |solution| {
            grid = solution.to_vec();
        });
        (counted.solutions == 1 && counted.complete).then_some((puzzle, grid))
    })
}

/// The given truths, and the truths that are values of variables, in order and without repetition.
fn with_bound_truths(mut truths: Vec<Group>, values: &[Option<Value>]) -> Vec<Group> {
    truths.extend(values.iter().flatten().filter_map(|value| match value {
        Value::Truth(group) => Some(*group),
        _ => None,
    }));
    truths.sort_unstable();
    truths.dedup();
    truths
}

/// A match of the technique with a conclusion that is false in the grid.
fn false_match(
    technique: &Technique,
    (puzzle, derived): (&Puzzle, Vec<DerivedTruth>),
    grid: Vec<Digit>,
    deadline: Deadline,
) -> Option<Counterexample> {
    let derived: Arc<[DerivedTruth]> = derived.into();
    let mut position = Position::of(puzzle);
    if !derived.is_empty() {
        position = position.deriving(&derived);
    }
    let board = position.board();
    let is_true = |c: &Candidate| grid[board.cell_of(*c).index()] == board.digit_of(*c);
    let is_over = || deadline.is_over();
    let limit = || TimedBindings {
        left: BINDINGS_OF_LIES,
        is_over: &is_over,
    };
    let known = naive::known(technique, &position, &mut limit())?;
    for (number, pattern) in technique.patterns.iter().enumerate() {
        let mut found: Option<Counterexample> = None;
        // If there are too many bindings, the bindings tried so far decide.
        let _ = naive::each_match(pattern, &known, &mut limit(), &mut |reading| {
            let (eliminations, placements) = (reading.eliminated(pattern), reading.placed(pattern));
            let killed: Vec<Candidate> = eliminations.iter().copied().filter(is_true).collect();
            let is_false = |c: &Candidate| !is_true(c);
            let misplaced: Vec<Candidate> = placements.iter().copied().filter(is_false).collect();
            let one_of = reading.derived(pattern);
            let is_derived = pattern.guardians.is_none_or(|_| one_of.iter().any(is_true));
            if found.is_some() || (killed.is_empty() && misplaced.is_empty() && is_derived) {
                return;
            }
            let subjects = pattern.knowledge.iter().map(|every| &every.subject);
            let truths = subjects.flat_map(|s| reading.truths(s)).collect();
            let truths = with_bound_truths(truths, reading.values);
            let used = truths.iter().copied().filter(|&it| board.is_derived(it));
            let bound = pattern.variables.iter().zip(reading.values);
            let blamed = |c: &Conclusion| {
                if *c == Conclusion::OneOfGuardians {
                    return !is_derived;
                }
                let mut named = reading.names(c).into_iter();
                named.any(|c| killed.contains(&c) || misplaced.contains(&c))
            };
            let conclusions = pattern.conclusions.iter().enumerate();
            found = Some(Counterexample {
                grid: grid.clone(),
                puzzle: puzzle.clone(),
                conclusions: { conclusions }
                    .filter(|(_, c)| blamed(c))
                    .map(|(at, _)| at)
                    .collect(),
                found: Match {
                    pattern: number,
                    bindings: bound
                        .map(|(v, value)| value.filter(|_| !v.is_target))
                        .collect(),
                    used: used.collect(),
                    derived: Arc::clone(&derived),
                    truths,
                    eliminations,
                    placements,
                    one_of,
                    ..Match::default()
                },
                killed,
                misplaced,
                written_out: None,
            });
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

/// A state that contains a grid: some cells are solved, some other candidates are eliminated.
#[cfg(feature = "z3")]
fn state(board: &Arc<Board>, seed: u64) -> Puzzle {
    state_with(board, seed, seed % 4, 1 + seed % 6)
}

/// The digit of a cell in the standard grid of a board.
fn digit_of(board: &Board, cell: Cell) -> Digit {
    let (n, shape) = (board.size(), board.shape());
    let (row, column) = (board.row(cell), board.column(cell));
    let shift = shape.width * (row % shape.height) + row / shape.height;
    Digit::new((shift + column) % n)
}

/// A state in which about `filled` of eight cells are solved, and `left` of eight false candidates
/// remain.
fn state_with(board: &Arc<Board>, seed: u64, filled: u64, left: u64) -> Puzzle {
    let n = board.size();
    let digit = |cell: Cell| digit_of(board, cell);
    let is_given = |cell: &Cell| mix(seed, cell.index() as u64) % 8 < filled;
    let mask = |cell: Cell| {
        let own = 1 << digit(cell).index();
        let kept = board.digits().filter(|d| {
            let at = (cell.index() * n + d.index()) as u64;
            mix(seed + 100, at) % 8 < left
        });
        match is_given(&cell) {
            true => own,
            false => kept.fold(own, |mask, d| mask | 1 << d.index()),
        }
    };
    Puzzle {
        board: Arc::clone(board),
        givens: Some(
            board
                .cells()
                .map(|c| is_given(&c).then(|| digit(c)))
                .collect(),
        ),
        pencilmarks: Some(board.cells().map(mask).collect()),
        filled: Some(board.cells().map(|c| is_given(&c)).collect()),
        label: None,
        expected: None,
    }
}

/// A pseudo-random number.
fn mix(seed: u64, at: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ at.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 32)) >> 7
}
