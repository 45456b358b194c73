//! Properties that every correct matcher has.

use std::collections::BTreeSet;
use std::sync::Arc;

use qedoku_core::engine::Solver;
use qedoku_core::grid::{Board, Candidate, Cell, Digit, Group, GroupKind, House};
use qedoku_core::lang::ir::{Condition, Pattern, Sort, Technique, Variable};
use qedoku_core::matcher::{Match, Position, Tables};

use super::compare::{Contender, Use, draw, has_loops, name, uses};
use super::states::{self, Dealt};
use qedoku_tests::NINE;
use qedoku_tests::random::Random;

/// A symmetry of the board: a permutation of lines and digits, and possibly a transposition.
pub struct Symmetry {
    cells: Vec<usize>,
    digits: Vec<usize>,
    houses: Vec<House>,
}

impl Symmetry {
    pub fn random(board: &Board, random: &mut Random) -> Symmetry {
        let shape = board.shape();
        let rows = states::lines(shape.height, shape.width, random);
        let columns = states::lines(shape.width, shape.height, random);
        let transposed = shape.height == shape.width && random.once_in(2);
        let image = |cell: Cell| {
            let (row, column) = (rows[board.row(cell)], columns[board.column(cell)]);
            let image = match transposed {
                true => board.cell(column, row),
                false => board.cell(row, column),
            };
            image.index()
        };
        let cells: Vec<usize> = board.cells().map(image).collect();
        let sorted = |mut cells: Vec<usize>| {
            cells.sort_unstable();
            cells
        };
        let of = |info: &qedoku_core::grid::HouseInfo| {
            let of_house: Vec<usize> = info.cells.iter().map(|c| c.index()).collect();
            sorted(of_house)
        };
        let image_of = |info: &qedoku_core::grid::HouseInfo| {
            let image = sorted(of(info).into_iter().map(|c| cells[c]).collect());
            let at = board.houses().iter().position(|other| of(other) == image);
            House::new(at.expect("houses become houses"))
        };
        Symmetry {
            houses: board.houses().iter().map(image_of).collect(),
            digits: states::order(board.size(), random),
            cells,
        }
    }

    fn digit(&self, digit: Digit) -> Digit {
        Digit::new(self.digits[digit.index()])
    }

    fn cell(&self, cell: Cell) -> Cell {
        Cell::new(self.cells[cell.index()])
    }

    pub fn candidates(&self, board: &Board, candidates: &[Candidate]) -> Vec<Candidate> {
        let image = |&c: &Candidate| {
            board.candidate(self.cell(board.cell_of(c)), self.digit(board.digit_of(c)))
        };
        let mut all: Vec<Candidate> = candidates.iter().map(image).collect();
        all.sort_unstable();
        all
    }

    fn truths(&self, board: &Board, truths: &[Group]) -> Vec<Group> {
        let image = |&group: &Group| match board.group_kind(group) {
            GroupKind::Cell(cell) => board.cell_group(self.cell(cell)),
            GroupKind::House(house, digit) => {
                board.house_group(self.houses[house.index()], self.digit(digit))
            }
            GroupKind::Derived => group,
        };
        let mut all: Vec<Group> = truths.iter().map(image).collect();
        all.sort_unstable();
        all
    }

    fn matches(&self, board: &Board, all: &BTreeSet<Use>) -> BTreeSet<Use> {
        let image = |(truths, eliminations, placements): &Use| {
            (
                self.truths(board, truths),
                self.candidates(board, eliminations),
                self.candidates(board, placements),
            )
        };
        all.iter().map(image).collect()
    }

    pub fn state(&self, dealt: &Dealt) -> Dealt {
        let mut image = dealt.clone();
        for (cell, &at) in self.cells.iter().enumerate() {
            let digits = (0..self.digits.len()).filter(|d| dealt.cells[cell] >> d & 1 == 1);
            image.cells[at] = digits.fold(0, |mask, d| mask | 1 << self.digits[d]);
            image.solution[at] = self.digits[dealt.solution[cell]];
            image.solved[at] = dealt.solved[cell];
            image.given[at] = dealt.given[cell];
        }
        image
    }
}

/// Asserts that each technique has the same matches in a state and in its image under a symmetry,
/// for `count` states.
pub fn matches_are_the_same_in_every_writing(techniques: &[Technique], count: u64) {
    let board = Board::sudoku(NINE);
    let tables = Tables::new(&board);
    let mut random = Random::new(3);
    let mut fired = vec![0; techniques.len()];
    let contenders = Contender::all(techniques);
    for i in 0..count {
        let open = 12 + random.below(40);
        let dealt = states::state(&board, open, &mut random);
        let symmetry = Symmetry::random(&board, &mut random);
        let (here, there) = (dealt.position(), symmetry.state(&dealt).position());
        for (contender, fired) in contenders.iter().zip(&mut fired) {
            // The largest fish take long if many cells are open.
            if contender.technique.score > 200 && open > 25 && i % 8 != 0 {
                continue;
            }
            let found = contender.uses(&tables, &here);
            let image = contender.uses(&tables, &there);
            // The links of a loop depend on the choice among several shortest chains.
            if has_loops(contender.technique) {
                *fired += found.len();
                continue;
            }
            assert!(
                symmetry.matches(&board, &found) == image,
                "{} in\n{}\nand in\n{}",
                name(contender.technique),
                draw(&here),
                draw(&there)
            );
            *fired += found.len();
        }
    }
    for (contender, fired) in contenders.iter().zip(fired) {
        assert!(fired > 0, "{} was never found", name(contender.technique));
    }
}

/// Returns whether a technique requires no live candidates: it has no presence clauses and no
/// variables bound to live candidates.
fn is_pure(technique: &Technique) -> bool {
    let bound = |v: &Variable| matches!(v.sort, Sort::Candidate | Sort::Group);
    let demands = |c: &Condition| matches!(c, Condition::Present(..));
    let pure = |p: &Pattern| {
        let says_more = p.variables.iter().any(bound) || p.conditions.iter().any(demands);
        p.presence.is_empty() && !says_more
    };
    technique.patterns.iter().all(pure)
}

/// Returns the state without some live candidates of unsolved cells.
fn removed(
    position: &Position,
    random: &mut Random,
    may_go: impl Fn(Candidate) -> bool,
) -> Position {
    let board = position.board();
    let mut less = position.clone();
    for candidate in position.state().candidates(board) {
        let open = !position.is_solved(board.cell_of(candidate));
        if open && may_go(candidate) && random.once_in(6) {
            less.eliminate(candidate);
        }
    }
    less
}

/// Asserts that a match survives the removal of candidates: with the same truths, it still has all
/// of its remaining effects. Applies to rules with only `every` clauses, if no further cell is
/// solved. A rule with targets may gain some effects.
pub fn matches_survive_eliminations(techniques: &[Technique], count: u64) {
    let board = Board::sudoku(NINE);
    let tables = Tables::new(&board);
    let mut random = Random::new(4);
    let pure: Vec<Contender<'_>> = Contender::all(techniques.iter().filter(|t| is_pure(t)));
    let mut survived = vec![0; pure.len()];
    for i in 0..count {
        let open = 12 + random.below(40);
        let before = states::state(&board, open, &mut random).position();
        let after = removed(&before, &mut random, |_| true);
        for (contender, survived) in pure.iter().zip(&mut survived) {
            if contender.technique.score > 200 && open > 25 && i % 8 != 0 {
                continue;
            }
            let targets = (contender.technique.patterns.iter())
                .any(|p| p.variables.iter().any(|v| v.is_target));
            let now = uses(&contender.find(&tables, &after));
            for (truths, eliminations, placements) in uses(&contender.find(&tables, &before)) {
                let live = |all: Vec<Candidate>| {
                    let left = all.into_iter();
                    left.filter(|&c| after.state().is_live(&board, c))
                        .collect::<Vec<_>>()
                };
                let (eliminations, placements) = (live(eliminations), live(placements));
                if eliminations.is_empty() && placements.is_empty() {
                    continue;
                }
                let holds = match targets {
                    false => now.contains(&(truths.clone(), eliminations.clone(), placements)),
                    true => now.iter().any(|(others, more, _)| {
                        *others == truths && eliminations.iter().all(|c| more.contains(c))
                    }),
                };
                assert!(
                    holds,
                    "{} is lost from\n{}\nin\n{}",
                    name(contender.technique),
                    draw(&before),
                    draw(&after)
                );
                *survived += 1;
            }
        }
    }
    for (contender, survived) in pure.iter().zip(survived) {
        assert!(survived > 0, "{} never survived", name(contender.technique));
    }
}

/// Asserts that a search of the changes finds every effect that the technique did not have before.
pub fn delta_search_finds_all_new_matches(
    board: &Arc<Board>,
    techniques: &[Technique],
    count: u64,
) {
    let tables = Tables::new(board);
    let mut random = Random::new(8);
    let contenders = Contender::all(techniques);
    let done = |matches: &[Match]| -> BTreeSet<Candidate> {
        let all = matches.iter();
        all.flat_map(|m| m.eliminations.iter().chain(&m.placements).copied())
            .collect()
    };
    let (mut new, mut old) = (0, 0);
    for i in 0..count {
        let open = board.size() + random.below(board.cell_count() / 2);
        let dealt = states::state(board, open, &mut random);
        let before = dealt.position();
        let mut after = before.clone();
        after.next_step();
        after = match i % 3 {
            0 => removed(&after, &mut random, |_| true),
            _ => {
                let cells: Vec<Cell> = board.cells().filter(|&c| !after.is_solved(c)).collect();
                let solve = cells.iter().filter(|_| random.once_in(8));
                for cell in solve.copied().collect::<Vec<_>>() {
                    let digit = Digit::new(dealt.solution[cell.index()]);
                    after.place(board.candidate(cell, digit));
                }
                after
            }
        };
        for contender in &contenders {
            if contender.technique.score > 200 && i % 8 != 0 {
                continue;
            }
            let known = done(&contender.find(&tables, &before));
            let all = done(&contender.find(&tables, &after));
            let found = done(&contender.find_since(&tables, &after, 0));
            assert!(
                all.iter().all(|c| known.contains(c) || found.contains(c)),
                "{} is missed in\n{}\nafter\n{}",
                name(contender.technique),
                draw(&after),
                draw(&before)
            );
            new += found.difference(&known).count();
            old += all.difference(&found).count();
        }
    }
    assert!(new > 0 && old > 0, "{new} new, {old} not looked at again");
}

/// Asserts that additional knowledge never leaves more open candidates. Solved cells take no part
/// in matches, so a match can end when one of its cells is solved; simpler rules then have its
/// effect. For rules with only `every` clauses, the final state does not depend on the order of the
/// rules.
pub fn fixpoint_is_monotonic(techniques: &[Technique], count: u64) {
    let board = Board::sudoku(NINE);
    let pure = techniques.iter().filter(|t| is_pure(t) && t.score <= 200);
    let pure: Vec<&Technique> = pure.collect();
    let engine = Solver::with(&board, pure.iter().copied());
    let mut random = Random::new(5);
    let mut stuck = 0;
    for round in 0..count.max(50) {
        // A puzzle that stays unsolved says more than a solved one.
        if round >= count && stuck > 0 {
            break;
        }
        let open = 40 + random.below(42);
        let dealt = states::state(&board, open, &mut random);
        let is_true =
            |c: Candidate| dealt.solution[board.cell_of(c).index()] == board.digit_of(c).index();
        let mut position = dealt.position();
        let mut more_known = removed(&position, &mut random, |c| !is_true(c));
        for cell in board
            .cells()
            .filter(|_| random.once_in(12))
            .collect::<Vec<_>>()
        {
            if !more_known.is_solved(cell) {
                let digit = Digit::new(dealt.solution[cell.index()]);
                more_known.place(board.candidate(cell, digit));
            }
        }
        let start = position.clone();
        assert_eq!(engine.run(&mut position, |_| ()), []);
        assert_eq!(engine.run(&mut more_known, |_| ()), []);
        let left = position.state().candidates(&board);
        let left: BTreeSet<Candidate> = left.collect();
        let mut extra = more_known.state().candidates(&board);
        assert!(
            extra.all(|c| left.contains(&c)),
            "{}\nends in\n{}\nbut knowing more in\n{}",
            draw(&start),
            draw(&position),
            draw(&more_known)
        );
        let order = states::order(pure.len(), &mut random);
        let shuffled = Solver::with(&board, order.iter().map(|&i| pure[i]));
        let mut other = start.clone();
        assert_eq!(shuffled.run(&mut other, |_| ()), []);
        assert!(
            other.state() == position.state(),
            "{}\nends in\n{}\nand in another order in\n{}",
            draw(&start),
            draw(&position),
            draw(&other)
        );
        stuck += u64::from(!position.is_complete());
    }
    assert!(stuck > 0, "every state was solved");
}

/// Asserts that no technique removes a candidate of the solution or places a false one, on boards
/// of any kind.
pub fn matches_are_true(board: &Arc<Board>, techniques: &[Technique], count: u64) {
    let engine = Solver::with(board, techniques);
    let mut random = Random::new(6);
    let mut found = 0;
    for _ in 0..count {
        let open = board.size() + random.below(board.cell_count() / 2);
        let dealt = states::state(board, open, &mut random);
        let is_true =
            |c: &Candidate| dealt.solution[board.cell_of(*c).index()] == board.digit_of(*c).index();
        let position = dealt.position();
        for (id, technique) in engine.ids().zip(techniques) {
            for step in engine.matches(id, &position) {
                let right =
                    !step.eliminations.iter().any(is_true) && step.placements.iter().all(is_true);
                assert!(right, "{} in\n{}", name(technique), draw(&position));
                found += 1;
            }
        }
    }
    assert!(found > 0, "nothing was found");
}

/// Asserts that the engine can certify every match on a board of rows, columns and boxes.
pub fn matches_are_certified(board: &Arc<Board>, techniques: &[Technique], count: u64) {
    let engine = Solver::with(board, techniques);
    let mut random = Random::new(7);
    let mut found = 0;
    for _ in 0..count {
        let open = board.size() + random.below(board.cell_count() / 2);
        let position = states::state(board, open, &mut random).position();
        for (id, technique) in engine.ids().zip(techniques) {
            let steps = engine.steps_of(id, &position);
            let steps = steps
                .unwrap_or_else(|e| panic!("{}: {e} in\n{}", name(technique), draw(&position)));
            found += steps.len();
        }
    }
    assert!(found > 0, "nothing was found");
}
