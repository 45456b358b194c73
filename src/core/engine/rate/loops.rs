//! Unique rectangles and loops, in the four types of Sudoku Explainer.
//!
//! A loop is a set of cells with two common digits, such that each house has two or none of the
//! cells. If the cells held no other digits, the digits could be swapped, so the puzzle would have
//! two solutions. So some cell of the loop holds another digit. If r1c1, r1c4 and r2c1 have 3 and
//! 7, and r2c4 has 3, 7 and 9, then r2c4 is 9.

use super::cells::{CellView, KINDS, combinations};
use crate::grid::{Candidate, Cell, House, bits};
use crate::matcher::CellSet;

/// The simplest loop found.
struct Found {
    /// The difficulty as Sudoku Explainer computes it, with binary fractions.
    difficulty: f64,
    kind: u8,
    mark: u32,
    gone: Vec<Candidate>,
}

/// Searches for loops.
struct LoopSearch<'a> {
    view: CellView<'a>,
    /// The two digits of the loop.
    pair: u32,
    path: Vec<Cell>,
    best: Option<Found>,
}

/// The data of a path along a loop.
#[derive(Clone, Copy)]
struct LoopPath {
    cells: CellSet,
    /// The further digits on the path, and the number of further cells with several of them that
    /// may still be added.
    extra: u32,
    left: i8,
    /// The houses of every second cell, as bits.
    odd: u128,
    even: u128,
}

/// The eliminations of the simplest loop, and its rating above that of a rectangle, in hundredths.
pub(super) fn find(view: CellView<'_>) -> Option<(u32, Vec<Candidate>)> {
    let mut search = LoopSearch {
        view,
        pair: 0,
        path: Vec::new(),
        best: None,
    };
    let has_houses = |cell: &Cell| view.tables.houses[cell.index()].len() == KINDS.len();
    if view.board.houses().len() > 128 || !view.board.cells().all(|cell| has_houses(&cell)) {
        return None;
    }
    for start in view.board.cells() {
        search.pair = view.digits(start);
        if search.pair.count_ones() == 2 {
            let seen = LoopPath {
                cells: CellSet::default(),
                extra: 0,
                left: 2,
                odd: 0,
                even: 0,
            };
            search.walk(start, None, seen);
        }
    }
    search.best.map(|found| (found.mark, found.gone))
}

impl LoopSearch<'_> {
    fn walk(&mut self, cell: Cell, last: Option<usize>, mut seen: LoopPath) {
        let view = self.view;
        let houses = &view.tables.houses[cell.index()];
        let bits_of_houses = houses
            .iter()
            .fold(0u128, |all, house| all | 1 << house.index());
        let own = match self.path.len() % 2 {
            1 => &mut seen.odd,
            _ => &mut seen.even,
        };
        if *own & bits_of_houses != 0 {
            return;
        }
        *own |= bits_of_houses;
        seen.cells.insert(cell);
        self.path.push(cell);
        for kind in (0..KINDS.len()).filter(|kind| last != Some(*kind)) {
            for &next in view.cells(houses[kind]) {
                if next == self.path[0] && self.path.len() >= 4 {
                    if seen.odd == seen.even {
                        self.close();
                    }
                    continue;
                }
                let digits = view.digits(next);
                if seen.cells.contains(next) || digits & self.pair != self.pair {
                    continue;
                }
                let extra = seen.extra | digits & !self.pair;
                let is_larger = digits != self.pair;
                if is_larger && !extra.is_power_of_two() && seen.left <= 0 {
                    continue;
                }
                let next_seen = LoopPath {
                    extra,
                    left: seen.left - i8::from(is_larger),
                    ..seen
                };
                self.walk(next, Some(kind), next_seen);
            }
        }
        self.path.pop();
    }

    /// The difficulty without the part for the type, and the rating above a rectangle, in
    /// hundredths.
    fn base(&self) -> (f64, u32) {
        match self.path.len() {
            ..=5 => (4.5, 0),
            6..=7 => (4.5 + 0.1, 10),
            8..=9 => (4.5 + 0.2, 20),
            _ => (4.5 + 0.3 + 0.2, 50),
        }
    }

    fn note(&mut self, kind: u8, added: u32, gone: Vec<Candidate>) {
        let (difficulty, mark) = self.base();
        let difficulty = difficulty + f64::from(added) * 0.1;
        let is_before = self
            .best
            .as_ref()
            .is_none_or(|best| (difficulty, kind) < (best.difficulty, best.kind));
        if is_before && !gone.is_empty() {
            self.best = Some(Found {
                difficulty,
                kind,
                mark: mark + 10 * added,
                gone,
            });
        }
    }

    fn close(&mut self) {
        let view = self.view;
        let is_larger = |cell: &Cell| view.digits(*cell) != self.pair;
        let larger: Vec<Cell> = self.path.iter().copied().filter(is_larger).collect();
        match larger[..] {
            [] => {}
            [cell] => {
                let mut gone = Vec::new();
                view.remove(cell, self.pair, &mut gone);
                self.note(1, 0, gone);
            }
            [one, other] => {
                let extra = (view.digits(one) | view.digits(other)) & !self.pair;
                match extra.is_power_of_two() {
                    true => self.same_digit(&larger, extra),
                    false => self.subsets([one, other], extra),
                }
                self.locked([one, other]);
            }
            [first, ..] => {
                let extra = view.digits(first) & !self.pair;
                self.same_digit(&larger, extra & extra.wrapping_neg());
            }
        }
    }

    /// Type 2: all further candidates have the same digit.
    fn same_digit(&mut self, larger: &[Cell], digit: u32) {
        let sees = &self.view.tables.sees;
        let common = (larger.iter())
            .map(|cell| sees[cell.index()])
            .reduce(|all, own| all & own);
        let mut gone = Vec::new();
        for cell in common.unwrap_or_default().iter() {
            self.view.remove(cell, digit, &mut gone);
        }
        self.note(2, 0, gone);
    }

    /// Type 4: a house confines one of the two digits to the loop, so the other digit is
    /// eliminated.
    fn locked(&mut self, larger: [Cell; 2]) {
        let view = self.view;
        let is_locked = |digit: usize, kind: usize| {
            view.tables.shared(&larger, kind).is_some_and(|house| {
                let places = bits(view.places(house, digit));
                { places }.all(|position| larger.contains(&view.cells(house)[position]))
            })
        };
        let mut digits = bits(self.pair);
        let locked = digits.find(|&digit| (0..KINDS.len()).any(|kind| is_locked(digit, kind)));
        let Some(locked) = locked else { return };
        let mut gone = Vec::new();
        for cell in larger {
            view.remove(cell, self.pair & !(1 << locked), &mut gone);
        }
        self.note(4, 0, gone);
    }

    /// Type 3: the further digits make a naked or hidden subset with other cells of a house.
    fn subsets(&mut self, larger: [Cell; 2], extra: u32) {
        let view = self.view;
        for degree in 2..=7usize {
            for kind in 0..KINDS.len() {
                let Some(house) = view.tables.shared(&larger, kind) else {
                    continue;
                };
                let open = view.open(house);
                if degree * 2 <= open && degree >= extra.count_ones() as usize {
                    self.naked(larger, extra, house, degree);
                }
                if degree * 2 < open {
                    self.hidden(larger, extra, house, degree);
                }
            }
        }
    }

    fn naked(&mut self, [one, other]: [Cell; 2], extra: u32, house: House, degree: usize) {
        let view = self.view;
        let cells = view.cells(house);
        let shared = extra & view.digits(one) & view.digits(other);
        let open: Vec<Cell> = (cells.iter().copied())
            .filter(|&cell| cell != one && cell != other)
            .collect();
        for chosen in combinations(degree - 1, open.len()) {
            let helpers = bits(chosen).map(|at| view.digits(open[at]));
            if helpers.clone().any(|digits| digits.count_ones() < 2) {
                continue;
            }
            let digits = helpers.fold(0, |all, digits| all | digits);
            let (set, gate) = (digits | extra, digits | shared);
            if [set, gate]
                .iter()
                .any(|d| d.count_ones() as usize != degree)
            {
                continue;
            }
            let mut gone = Vec::new();
            for (at, &cell) in open.iter().enumerate() {
                if chosen >> at & 1 == 0 {
                    view.remove(cell, set, &mut gone);
                }
            }
            self.note(3, degree as u32 - 1, gone);
        }
    }

    fn hidden(&mut self, [one, other]: [Cell; 2], extra: u32, house: House, degree: usize) {
        let view = self.view;
        let cells = view.cells(house);
        let position = |cell: Cell| cells.iter().position(|&own| own == cell).unwrap_or(0);
        let (first, second) = (1u32 << position(one), 1u32 << position(other));
        let all = (1u32 << view.board.size()) - 1;
        let rest: Vec<usize> = bits(all & !self.pair & !extra).collect();
        for chosen in combinations(degree - 2, rest.len()) {
            let set = bits(chosen).fold(self.pair, |set, at| set | 1 << rest[at]);
            let places = bits(set).map(|digit| view.places(house, digit) & !second);
            if places.clone().any(|places| places == 0) {
                continue;
            }
            let places = places.fold(0, |all, places| all | places);
            if places.count_ones() as usize != degree {
                continue;
            }
            let hidden = places & !first;
            let mut gone = Vec::new();
            for position in bits(hidden) {
                view.remove(cells[position], !set, &mut gone);
            }
            self.note(3, hidden.count_ones().saturating_sub(1), gone);
        }
    }
}
