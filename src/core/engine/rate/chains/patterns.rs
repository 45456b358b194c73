//! Simple patterns inside a chain: locked candidates, hidden and naked pairs, x-wings.
//!
//! They are searched in the state at the end of a branch, and count only if they depend on a
//! candidate that the branch eliminated. If the branch leaves 5 in box 1 only in row 1, the pattern
//! eliminates 5 from the rest of row 1. Its parents are the eliminated places of 5 in box 1.

use super::branch::Branch;
use super::walk::{Ground, Walk};
use crate::grid::{Board, Cell, Digit, Group, House, HouseKind, State, bits};

/// Two houses that cross.
struct Crossing {
    house: House,
    other: House,
    /// The positions of the crossing in the first house, and in the second.
    shared: u32,
    shared_of_other: u32,
}

/// The houses of a board by kind, and their crossings.
pub(super) struct PatternBoard {
    /// In search order: boxes with columns and rows, then columns and rows with boxes.
    crossings: Vec<Crossing>,
    /// Boxes, columns, rows.
    houses: Vec<House>,
    columns: Vec<House>,
    rows: Vec<House>,
}

impl PatternBoard {
    pub(super) fn new(board: &Board) -> PatternBoard {
        let of = |kind: HouseKind| -> Vec<House> {
            let houses = board.houses().iter().enumerate();
            let own = houses.filter(|(_, house)| house.kind == kind);
            own.map(|(at, _)| House::new(at)).collect()
        };
        let (boxes, columns, rows) = (
            of(HouseKind::Box),
            of(HouseKind::Column),
            of(HouseKind::Row),
        );
        let shared = |house: House, other: House| {
            let cells = board.house(house).cells.iter().enumerate();
            let both = cells.filter(|(_, cell)| board.house(other).cells.contains(cell));
            both.fold(0, |mask, (at, _)| mask | 1 << at)
        };
        let kinds = [
            (&boxes, &columns),
            (&boxes, &rows),
            (&columns, &boxes),
            (&rows, &boxes),
        ];
        let pairs = kinds.iter().flat_map(|(first, second)| {
            (first.iter()).flat_map(|&house| second.iter().map(move |&other| (house, other)))
        });
        let crossings = pairs.map(|(house, other)| Crossing {
            house,
            other,
            shared: shared(house, other),
            shared_of_other: shared(other, house),
        });
        PatternBoard {
            crossings: crossings.filter(|crossing| crossing.shared != 0).collect(),
            houses: [&boxes[..], &columns, &rows].concat(),
            columns,
            rows,
        }
    }
}

/// Counts of solved cells and digits in the common start state of all branches.
pub(super) struct SolvedCounts {
    /// Number of open cells of each house.
    open: Vec<usize>,
    /// Number of placed cells of each digit.
    placed: Vec<usize>,
}

impl SolvedCounts {
    pub(super) fn of(board: &Board, state: &State) -> SolvedCounts {
        let is_open = |cell: &&Cell| state.digits(board, **cell).count_ones() > 1;
        let mut placed = vec![0; board.size()];
        for cell in board.cells() {
            let digits = state.digits(board, cell);
            if digits.is_power_of_two() {
                placed[digits.trailing_zeros() as usize] += 1;
            }
        }
        let houses = board.houses().iter();
        SolvedCounts {
            open: houses
                .map(|house| house.cells.iter().filter(is_open).count())
                .collect(),
            placed,
        }
    }
}

/// Searches for patterns in the state at the end of a branch.
pub(super) struct Patterns<'a> {
    pub(super) ground: &'a Ground<'a>,
    pub(super) tables: &'a PatternBoard,
    pub(super) counts: &'a SolvedCounts,
}

/// Buffers for the premises and the eliminations of a pattern.
#[derive(Default)]
pub(super) struct PatternBuffers {
    parents: Vec<u16>,
    gone: Vec<u16>,
    pairs: Vec<(u32, usize)>,
}

impl Patterns<'_> {
    /// Applies the eliminations of the first kind of pattern that has any.
    pub(super) fn apply(
        &self,
        walk: &mut Walk,
        branch: &mut Branch,
        buffers: &mut PatternBuffers,
    ) -> bool {
        self.locked(walk, branch, buffers)
            || self.hidden_pairs(walk, branch, buffers)
            || self.naked_pairs(walk, branch, buffers)
            || self.x_wings(walk, branch, buffers)
    }

    fn group(&self, house: House, digit: usize) -> Group {
        self.ground.board.house_group(house, Digit::new(digit))
    }

    fn candidate(&self, group: Group, position: usize) -> u16 {
        self.ground.board.members(group)[position].index() as u16
    }

    /// The candidates of a group at some positions.
    fn at(&self, group: Group, positions: u32, to: &mut Vec<u16>) {
        to.extend(bits(positions).map(|position| self.candidate(group, position)));
    }

    /// The positions of a group that the branch eliminated.
    fn removed(&self, walk: &Walk, group: Group) -> u32 {
        self.ground.state.mask(group) & !walk.now.mask(group)
    }

    fn locked(&self, walk: &mut Walk, branch: &mut Branch, buffers: &mut PatternBuffers) -> bool {
        let mut is_new = false;
        for crossing in &self.tables.crossings {
            for digit in 0..self.ground.shared.size {
                let group = self.group(crossing.house, digit);
                let left = walk.now.mask(group);
                let removed = self.removed(walk, group) & !crossing.shared;
                if removed == 0 || left & !crossing.shared != 0 || left.count_ones() < 2 {
                    continue;
                }
                let other = self.group(crossing.other, digit);
                let gone = walk.now.mask(other) & !crossing.shared_of_other;
                if gone == 0 {
                    continue;
                }
                buffers.parents.clear();
                self.at(group, removed, &mut buffers.parents);
                buffers.gone.clear();
                self.at(other, gone, &mut buffers.gone);
                is_new |= walk.eliminate(branch, &buffers.parents, &buffers.gone, None);
            }
        }
        is_new
    }

    fn hidden_pairs(
        &self,
        walk: &mut Walk,
        branch: &mut Branch,
        buffers: &mut PatternBuffers,
    ) -> bool {
        let board = self.ground.board;
        let mut is_new = false;
        for &house in &self.tables.houses {
            if self.counts.open[house.index()] <= 4 {
                continue;
            }
            buffers.pairs.clear();
            for digit in 0..self.ground.shared.size {
                let places = walk.now.mask(self.group(house, digit));
                if places.count_ones() == 2 {
                    buffers.pairs.push((places, digit));
                }
            }
            for second in 1..buffers.pairs.len() {
                for first in 0..second {
                    let ((places, x), (same, y)) = (buffers.pairs[first], buffers.pairs[second]);
                    if places != same {
                        continue;
                    }
                    let (of_x, of_y) = (self.group(house, x), self.group(house, y));
                    buffers.parents.clear();
                    let removed = [self.removed(walk, of_x), self.removed(walk, of_y)];
                    for position in bits(removed[0] | removed[1]) {
                        for (group, removed) in [of_x, of_y].into_iter().zip(removed) {
                            if removed >> position & 1 == 1 {
                                buffers.parents.push(self.candidate(group, position));
                            }
                        }
                    }
                    buffers.gone.clear();
                    for position in bits(places) {
                        let cell = board.house(house).cells[position];
                        let others = walk.now.digits(board, cell) & !(1 << x | 1 << y);
                        self.at(board.cell_group(cell), others, &mut buffers.gone);
                    }
                    if !buffers.parents.is_empty() {
                        is_new |= walk.eliminate(branch, &buffers.parents, &buffers.gone, None);
                    }
                }
            }
        }
        is_new
    }

    fn naked_pairs(
        &self,
        walk: &mut Walk,
        branch: &mut Branch,
        buffers: &mut PatternBuffers,
    ) -> bool {
        let board = self.ground.board;
        let mut is_new = false;
        for &house in &self.tables.houses {
            if self.counts.open[house.index()] < 4 {
                continue;
            }
            let cells = &board.house(house).cells;
            buffers.pairs.clear();
            for (position, &cell) in cells.iter().enumerate() {
                let digits = walk.now.digits(board, cell);
                if digits.count_ones() == 2 {
                    buffers.pairs.push((digits, position));
                }
            }
            for second in 1..buffers.pairs.len() {
                for first in 0..second {
                    let ((digits, p), (same, q)) = (buffers.pairs[first], buffers.pairs[second]);
                    if digits != same {
                        continue;
                    }
                    buffers.parents.clear();
                    for position in [p, q] {
                        let group = board.cell_group(cells[position]);
                        let removed = self.removed(walk, group);
                        self.at(group, removed, &mut buffers.parents);
                    }
                    if buffers.parents.is_empty() {
                        continue;
                    }
                    buffers.gone.clear();
                    for (position, &cell) in cells.iter().enumerate() {
                        if position != p && position != q {
                            let gone = walk.now.digits(board, cell) & digits;
                            self.at(board.cell_group(cell), gone, &mut buffers.gone);
                        }
                    }
                    is_new |= walk.eliminate(branch, &buffers.parents, &buffers.gone, None);
                }
            }
        }
        is_new
    }

    fn x_wings(&self, walk: &mut Walk, branch: &mut Branch, buffers: &mut PatternBuffers) -> bool {
        let size = self.ground.shared.size;
        let tables = self.tables;
        let mut is_new = false;
        for (bases, covers) in [
            (&tables.columns, &tables.rows),
            (&tables.rows, &tables.columns),
        ] {
            for second in 1..bases.len() {
                for first in 0..second {
                    for digit in 0..size {
                        if self.counts.placed[digit] + 4 > size {
                            continue;
                        }
                        let lines = [bases[first], bases[second]].map(|h| self.group(h, digit));
                        let places = walk.now.mask(lines[0]);
                        if places.count_ones() != 2 || places != walk.now.mask(lines[1]) {
                            continue;
                        }
                        buffers.parents.clear();
                        for line in lines {
                            self.at(line, self.removed(walk, line), &mut buffers.parents);
                        }
                        if buffers.parents.is_empty() {
                            continue;
                        }
                        buffers.gone.clear();
                        for cover in bits(places) {
                            let cover = self.group(covers[cover], digit);
                            let gone = walk.now.mask(cover) & !(1 << first | 1 << second);
                            self.at(cover, gone, &mut buffers.gone);
                        }
                        buffers.gone.sort_unstable();
                        is_new |= walk.eliminate(branch, &buffers.parents, &buffers.gone, None);
                    }
                }
            }
        }
        is_new
    }
}
