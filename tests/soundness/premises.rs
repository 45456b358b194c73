//! Boards on which a claim is false because one premise of its derivation is missing.
//!
//! The proofs about templates and unique solutions instantiate a statement about all placements or
//! grids with the solution. The tests omit one premise of this instantiation at a time. A 4x4 board
//! then shows that the claim is wrong. With all premises, no board shows this.

use std::sync::Arc;

use qedoku_core::engine::{Solver, TechniqueId};
use qedoku_core::grid::{Board, Digit, Puzzle, Shape};
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::standard_library;
use qedoku_core::matcher::Position;
use qedoku_tests::plain_solver::Plain;
use qedoku_tests::random::Random;

const FOUR: Plain = Plain {
    height: 2,
    width: 2,
};
/// Number of states tried for each premise.
const TRIES: usize = 20_000;

/// Premises of a bivalue universal grave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Premise {
    /// Every open cell keeps two candidates.
    TwoCandidates,
    /// Each digit has two places, or none, in every house.
    TwoPlaces,
    /// The candidates of the solution are live and kept.
    Live,
    /// The puzzle has one solution.
    OneSolution,
    /// No premise is omitted.
    All,
}

fn grids() -> Vec<Vec<u8>> {
    let grids = FOUR.solutions(&[FOUR.all(); 16], 1000);
    assert_eq!(grids.len(), 288);
    grids
}

fn houses() -> Vec<Vec<usize>> {
    let rows = (0..4).map(|r| (0..4).map(|c| 4 * r + c).collect());
    let columns = (0..4).map(|c| (0..4).map(|r| 4 * r + c).collect());
    let boxes = [0, 2, 8, 10].map(|at| vec![at, at + 1, at + 4, at + 5]);
    rows.chain(columns).chain(boxes).collect()
}

/// Open cells with the candidates that each keeps, and the grid. All other cells are given.
struct Grave {
    grid: Vec<u8>,
    open: Vec<usize>,
    kept: Vec<u32>,
}

impl Grave {
    /// Returns whether exactly the omitted premise fails.
    fn is_one_without(&self, left_out: Premise) -> bool {
        let own = |cell: &usize| 1u32 << self.grid[*cell];
        let cells = || self.open.iter().zip(&self.kept);
        let two = cells().all(|(_, mask)| mask.count_ones() == 2);
        let live = cells().all(|(cell, mask)| mask & own(cell) != 0);
        let even = houses().iter().all(|house| {
            (0..4).all(|digit| {
                let here =
                    cells().filter(|(cell, mask)| house.contains(cell) && *mask >> digit & 1 == 1);
                [0, 2].contains(&here.count())
            })
        });
        let mask = |cell: usize| match self.open.contains(&cell) {
            true => FOUR.all(),
            false => own(&cell),
        };
        let masks: Vec<u32> = (0..16).map(mask).collect();
        let holds = [
            (Premise::TwoCandidates, two),
            (Premise::TwoPlaces, even),
            (Premise::Live, live),
        ];
        let others = holds
            .iter()
            .all(|&(premise, holds)| holds || premise == left_out);
        let is_missed = holds
            .iter()
            .all(|&(premise, holds)| !holds || premise != left_out);
        // The most expensive test comes last.
        others && is_missed && {
            let one = FOUR.solutions(&masks, 2).len() == 1;
            one != (left_out == Premise::OneSolution)
        }
    }
}

/// Returns the ways to place a digit once in every row, column and box.
fn templates() -> Vec<Vec<usize>> {
    let of = |grid: &Vec<u8>| (0..16).filter(|&c| grid[c] == 0).collect();
    let mut all: Vec<Vec<usize>> = grids().iter().map(of).collect();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 16);
    all
}

/// Returns every state in which each digit has two places or none in every house, and the kept
/// candidates include the grid. For each digit, the places of another template are added to those
/// of the grid, and common places are given.
fn even_states(grid: &[u8]) -> impl Iterator<Item = Grave> {
    let templates = templates();
    (0..16usize.pow(4)).map(move |number| {
        let mut kept: Vec<u32> = grid.iter().map(|d| 1u32 << d).collect();
        let mut given = [false; 16];
        for digit in 0..4 {
            for &cell in &templates[number / 16usize.pow(digit) % 16] {
                given[cell] |= u32::from(grid[cell]) == digit;
                kept[cell] |= 1 << digit;
            }
        }
        let open: Vec<usize> = (0..16).filter(|&cell| !given[cell]).collect();
        Grave {
            grid: grid.to_vec(),
            kept: open.iter().map(|&cell| kept[cell]).collect(),
            open,
        }
    })
}

/// Returns a state in which the grave's claim, that a further candidate is true, is false: the grid
/// has none of the further candidates, or all cells keep only its digits.
fn grave_without(left_out: Premise, random: &mut Random) -> Option<Grave> {
    let grids = grids();
    let is_it = |grave: &Grave| grave.open.len() > 1 && grave.is_one_without(left_out);
    match left_out {
        Premise::OneSolution | Premise::TwoCandidates | Premise::All => {
            let mut states = grids.iter().step_by(96).flat_map(|grid| even_states(grid));
            states.find(is_it)
        }
        Premise::TwoPlaces => (0..TRIES).find_map(|_| {
            let grid = random.pick(&grids)?.clone();
            let open: Vec<usize> = (0..16).filter(|_| random.once_in(2)).collect();
            let keep = |&cell: &usize| 1u32 << grid[cell] | 1 << random.below(4);
            let kept = open.iter().map(keep).collect();
            Some(Grave { grid, open, kept }).filter(is_it)
        }),
        // The grave of two other grids.
        Premise::Live => (0..TRIES).find_map(|_| {
            let [grid, one, other] = [(); 3].map(|()| random.pick(&grids).cloned());
            let (grid, one, other) = (grid?, one?, other?);
            let open: Vec<usize> = (0..16).filter(|&cell| one[cell] != other[cell]).collect();
            let keep = |&cell: &usize| 1u32 << one[cell] | 1 << other[cell];
            let kept = open.iter().map(keep).collect();
            Some(Grave { grid, open, kept }).filter(is_it)
        }),
    }
}

#[test]
fn grave_needs_all_its_premises() {
    let mut random = Random::new(17);
    // On a 4x4 board with one solution, two places for every digit imply two candidates in every
    // open cell.
    for premise in [Premise::TwoPlaces, Premise::Live, Premise::OneSolution] {
        let grave = grave_without(premise, &mut random);
        let grave = grave.unwrap_or_else(|| panic!("{premise:?} can be spared"));
        println!(
            "without {premise:?}: {:?} keep {:?} in {:?}",
            grave.open, grave.kept, grave.grid
        );
        assert!(FOUR.is_solution(&grave.grid));
    }
    for premise in [Premise::All, Premise::TwoCandidates] {
        let grave = grave_without(premise, &mut random);
        assert!(grave.is_none(), "a puzzle with one solution is in a grave");
    }
}

/// Returns the position of a puzzle with these givens and candidates.
fn position(givens: &[Option<u8>], candidates: &[u32]) -> Position {
    let board = Board::sudoku(Shape {
        height: 2,
        width: 2,
    });
    Position::of(&Puzzle {
        board: Arc::clone(&board),
        givens: Some(
            givens
                .iter()
                .map(|g| g.map(|d| Digit::new(d.into())))
                .collect(),
        ),
        pencilmarks: Some(candidates.to_vec()),
        filled: Some(givens.iter().map(Option::is_some).collect()),
        label: None,
        expected: None,
    })
}

/// Returns whether a technique eliminates a candidate of one of the grids or places a false one.
fn is_wrong(technique: &Technique, position: &Position, grids: &[Vec<u8>]) -> bool {
    let board = position.board();
    let is_true =
        |grid: &[u8], c| usize::from(grid[board.cell_of(c).index()]) == board.digit_of(c).index();
    let found = Solver::with(board, [technique]).matches(TechniqueId::FIRST, position);
    found.iter().any(|m| {
        grids.iter().any(|grid| {
            m.eliminations.iter().any(|&c| is_true(grid, c))
                || m.placements.iter().any(|&c| !is_true(grid, c))
        })
    })
}

/// A unique rectangle, on puzzles with two solutions.
#[test]
fn uniqueness_rule_needs_one_solution() {
    let library = standard_library().expect("it loads");
    let mut random = Random::new(18);
    let grids = grids();
    let rule = |t: &&Technique| &*t.rule == "unique_rectangle_1";
    let technique = library.techniques.iter().find(rule);
    let technique = technique.expect("a rule of the library");
    assert!(technique.assumes_unique);
    let is_refuted = (0..TRIES).any(|_| {
        let grid = random.pick(&grids).expect("a grid");
        let hidden = 4 + random.below(6);
        let mut cells: Vec<usize> = (0..16).collect();
        (1..16).for_each(|i| cells.swap(i, random.below(i + 1)));
        let given = |c: usize| (!cells[..hidden].contains(&c)).then(|| grid[c]);
        let givens: Vec<Option<u8>> = (0..16).map(given).collect();
        let masks: Vec<u32> = givens
            .iter()
            .map(|g| g.map_or(FOUR.all(), |d| 1 << d))
            .collect();
        let solutions = FOUR.solutions(&masks, 3);
        if solutions.len() != 2 {
            return false;
        }
        let both = |c: usize| solutions.iter().fold(0, |mask, s| mask | 1u32 << s[c]);
        let mut live: Vec<u32> = (0..16).map(both).collect();
        let cell = *random.pick(&cells[..hidden]).expect("an open cell");
        live[cell] |= 1 << random.below(4);
        is_wrong(technique, &position(&givens, &live), &solutions)
    });
    assert!(is_refuted, "it is right with two solutions");
}

/// The rules about templates, in states that have lost a candidate of the solution.
#[test]
fn template_rule_needs_all_true_candidates() {
    let library = standard_library().expect("it loads");
    let mut random = Random::new(19);
    let grids = grids();
    for rule in ["template_delete", "template_set"] {
        let technique = library.techniques.iter().find(|t| &*t.rule == rule);
        let technique = technique.expect("a rule of the library");
        let mut refuted = [false; 2];
        for _ in 0..TRIES / 20 {
            let grid = random.pick(&grids).expect("a grid");
            let some = |random: &mut Random| 1u32 << random.below(4) | 1 << random.below(4);
            let mut live: Vec<u32> = grid.iter().map(|d| 1u32 << d | some(&mut random)).collect();
            let none = vec![None; 16];
            refuted[0] |= is_wrong(
                technique,
                &position(&none, &live),
                std::slice::from_ref(grid),
            );
            let cell = random.below(16);
            live[cell] &= !(1 << grid[cell]);
            if live[cell] != 0 {
                refuted[1] |= is_wrong(
                    technique,
                    &position(&none, &live),
                    std::slice::from_ref(grid),
                );
            }
        }
        assert_eq!(refuted, [false, true], "{rule}: with and without");
    }
}
