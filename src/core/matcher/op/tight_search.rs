//! Search for truths that fit into as many links, in a position.
//!
//! For a naked triple the members are the cells of a house with at most three candidates, and the
//! labels of each are its digits. Three cells whose masks joined have three bits are a match, if
//! another cell of the house has one of these digits.

use crate::grid::{Cell, Digit, Group, House, HouseKind, MAX_SIZE, bits};
use crate::lang::ir::{Kinds, Var};
use crate::matcher::index::bitset::{CellSet, HouseSet};
use crate::matcher::index::board::Tables;
use crate::matcher::index::position::Position;
use crate::matcher::index::truths::MAX_TRACKED;
use crate::matcher::index::value::Value;

/// The values of a pattern's variables.
pub type TightBinding = Vec<Option<Value>>;

/// The kinds of members of a tight set.
#[derive(Clone, Debug)]
pub enum TightMembers {
    /// Cells of some houses, labelled by digits.
    Cells {
        cells: Var,
        digits: Var,
        houses: Vec<(Var, Kinds)>,
    },
    /// Digits of a house, labelled by cells.
    Digits {
        digits: Var,
        cells: Var,
        house: (Var, Kinds),
    },
    /// Lines of a digit, labelled by crossing lines.
    Lines {
        digit: Var,
        lines: (Var, HouseKind),
        across: Var,
    },
    /// A house and a digit, all of whose places lie in another house.
    Confined {
        digit: Var,
        inside: (Var, Kinds),
        within: (Var, Kinds),
    },
}

/// A search for tight sets in a position.
pub struct TightSearch<'a> {
    pub tables: &'a Tables,
    pub position: &'a Position,
    /// The age since which a truth of the set must have changed.
    pub since: Option<u32>,
    /// Number of members, and of labels.
    pub size: usize,
    /// True if the links of a set must contain further candidates.
    pub eliminates_rest: bool,
    /// Number of variables of the pattern.
    pub variables: usize,
}

/// The possible members of a set with their labels, and which of the members have changed.
#[derive(Default)]
struct LabelledMembers {
    labels: [u32; MAX_SIZE],
    count: usize,
    changed: u32,
}

impl LabelledMembers {
    fn clear(&mut self) {
        self.count = 0;
        self.changed = 0;
    }

    fn add(&mut self, look: &TightSearch<'_>, truth: Group) {
        self.changed |= u32::from(look.is_new(truth)) << self.count;
        self.labels[self.count] = look.position.state().mask(truth);
        self.count += 1;
    }

    /// Visits all sets of `size` members with `size` labels that contain a changed member. `None`
    /// if some members have fewer labels than their number.
    fn sets(&self, size: usize, found: &mut impl FnMut(u32, u32)) -> Option<()> {
        if self.count < size || self.changed == 0 {
            return Some(());
        }
        self.join(size, (0, 0), 0, found)
    }

    fn join(
        &self,
        size: usize,
        (chosen, labels): (u32, u32),
        from: usize,
        found: &mut impl FnMut(u32, u32),
    ) -> Option<()> {
        let missing = size - chosen.count_ones() as usize;
        if missing == 0 {
            if chosen & self.changed != 0 {
                found(chosen, labels);
            }
            return (labels.count_ones() as usize == size).then_some(());
        }
        for member in from..=self.count - missing {
            let joined = labels | self.labels[member];
            if joined.count_ones() as usize <= size {
                self.join(size, (chosen | 1 << member, joined), member + 1, found)?;
            }
        }
        Some(())
    }
}

/// The members whose numbers are in the mask `chosen`.
fn chosen_of(chosen: u32, members: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
    let numbered = members.enumerate();
    numbered.filter_map(move |(at, member)| (chosen & (1 << at) != 0).then_some(member))
}

fn mask(members: impl Iterator<Item = usize>) -> u32 {
    members.fold(0, |mask, member| mask | 1 << member)
}

impl TightSearch<'_> {
    /// The bindings of all matches; `None` if some members have fewer labels than their number.
    pub fn find(&self, members: &TightMembers) -> Option<Vec<TightBinding>> {
        let mut found = Vec::new();
        match members {
            TightMembers::Cells {
                cells,
                digits,
                houses,
            } => {
                let open = self.position.small(self.size)?;
                let frame = &mut Vec::new();
                self.cells(houses, frame, open, &mut |frame, set, labels| {
                    let mut bound = self.bound([
                        (*cells, Value::Cells(set)),
                        (*digits, Value::Digits(labels)),
                    ]);
                    for ((var, _), house) in houses.iter().zip(frame) {
                        bound[usize::from(var.0)] = Some(Value::Houses(HouseSet::only(*house)));
                    }
                    found.push(bound);
                })?;
            }
            TightMembers::Digits {
                digits,
                cells,
                house,
            } => self.digits(house.1, &mut |inside, set, places| {
                found.push(self.bound([
                    (house.0, Value::Houses(HouseSet::only(inside))),
                    (*digits, Value::Digits(set)),
                    (*cells, Value::Cells(places)),
                ]));
            })?,
            TightMembers::Lines {
                digit,
                lines,
                across,
            } => self.lines(lines.1, &mut |d, rows, columns| {
                found.push(self.bound([
                    (*digit, Value::Digits(1 << d.index())),
                    (lines.0, Value::Houses(rows)),
                    (*across, Value::Houses(columns)),
                ]));
            })?,
            TightMembers::Confined {
                digit,
                inside,
                within,
            } => self.confined(inside.1, within.1, &mut |d, house, other| {
                found.push(self.bound([
                    (*digit, Value::Digits(1 << d.index())),
                    (inside.0, Value::Houses(HouseSet::only(house))),
                    (within.0, Value::Houses(HouseSet::only(other))),
                ]));
            }),
        }
        Some(found)
    }

    /// True if a truth has changed since the last search, or if this is the first search.
    #[inline]
    fn is_new(&self, truth: Group) -> bool {
        { self.since }.is_none_or(|age| self.position.has_changed(truth, age))
    }

    fn bound<const N: usize>(&self, values: [(Var, Value); N]) -> TightBinding {
        let mut bound = vec![None; self.variables];
        for (var, value) in values {
            bound[usize::from(var.0)] = Some(value);
        }
        bound
    }

    /// Sets of cells that lie in one house of each of the kinds, by their digits.
    fn cells(
        &self,
        houses: &[(Var, Kinds)],
        frame: &mut Vec<House>,
        open: CellSet,
        found: &mut impl FnMut(&[House], CellSet, u32),
    ) -> Option<()> {
        let board = self.position.board();
        let Some(((_, kinds), others)) = houses.split_first() else {
            let mut weighed = LabelledMembers::default();
            let cells = || open.iter();
            cells().for_each(|cell| weighed.add(self, board.cell_group(cell)));
            return weighed.sets(self.size, &mut |chosen, digits| {
                let set = chosen_of(chosen, cells().map(Cell::index)).map(Cell::new);
                let set: CellSet = set.collect();
                let has_digit = |cell: &Cell| {
                    let live = self.position.state().digits(board, *cell);
                    live & digits != 0 && !set.contains(*cell)
                };
                let mut around = frame.iter().flat_map(|&house| &board.house(house).cells);
                if !self.eliminates_rest || around.any(has_digit) {
                    found(frame, set, digits);
                }
            });
        };
        for house in self.tables.houses_of_kinds(*kinds).iter() {
            let inside = open & *self.tables.house(house);
            let mut truths = inside.iter().map(|cell| board.cell_group(cell));
            if inside.len() >= self.size && truths.any(|truth| self.is_new(truth)) {
                frame.push(house);
                self.cells(others, frame, inside, found)?;
                frame.pop();
            }
        }
        Some(())
    }

    /// Finds sets of digits that have few places in a house.
    fn digits(&self, kinds: Kinds, found: &mut impl FnMut(House, u32, CellSet)) -> Option<()> {
        let board = self.position.board();
        let mut weighed = LabelledMembers::default();
        for house in self.tables.houses_of_kinds(kinds).iter() {
            let truth = |digit: usize| board.house_group(house, Digit::new(digit));
            let few = (self.position.small_truths()).among(truth(0), board.size(), self.size);
            if (few.count_ones() as usize) < self.size {
                continue;
            }
            weighed.clear();
            bits(few).for_each(|digit| weighed.add(self, truth(digit)));
            weighed.sets(self.size, &mut |chosen, places| {
                let digits = mask(chosen_of(chosen, bits(few)));
                let cells = || bits(places).map(|at| self.tables.member(house, at));
                let others = |cell| self.position.state().digits(board, cell) & !digits;
                let is_open = cells().all(|cell| !self.position.is_solved(cell));
                if is_open && (!self.eliminates_rest || cells().any(|cell| others(cell) != 0)) {
                    found(house, digits, cells().collect());
                }
            })?;
        }
        Some(())
    }

    /// Sets of lines of a digit, by the crossing lines: the labels of a row are columns.
    fn lines(
        &self,
        kind: HouseKind,
        found: &mut impl FnMut(Digit, HouseSet, HouseSet),
    ) -> Option<()> {
        let (board, state) = (self.position.board(), self.position.state());
        // The houses begin with the rows, followed by the columns.
        let (first, first_across) = match kind {
            HouseKind::Row => (0, board.size()),
            _ => (board.size(), 0),
        };
        let mut weighed = LabelledMembers::default();
        for digit in board.digits() {
            let truth = |at: usize| board.house_group(House::new(at), digit);
            let is_small = |at: &usize| {
                self.position
                    .small_truths()
                    .contains(truth(first + at), self.size)
            };
            let small = mask((0..board.size()).filter(is_small));
            if (small.count_ones() as usize) < self.size {
                continue;
            }
            weighed.clear();
            bits(small).for_each(|at| weighed.add(self, truth(first + at)));
            weighed.sets(self.size, &mut |chosen, across| {
                let lines = mask(chosen_of(chosen, bits(small)));
                let beside = |at: usize| state.mask(truth(first_across + at)) & !lines;
                if !self.eliminates_rest || bits(across).any(|at| beside(at) != 0) {
                    let houses = |first: usize, lines| HouseSet(u128::from(lines) << first);
                    found(digit, houses(first, lines), houses(first_across, across));
                }
            })?;
        }
        Some(())
    }

    /// Digits of a house whose places all lie in another house, where the digit has further places.
    fn confined(&self, kinds: Kinds, others: Kinds, found: &mut impl FnMut(Digit, House, House)) {
        let (board, state) = (self.position.board(), self.position.state());
        let others = self.tables.houses_of_kinds(others);
        // On a standard board the largest number of common cells of two houses is known.
        let shape = board.shape();
        let most = match board.is_classic() {
            true => shape.height.max(shape.width),
            false => board.size(),
        };
        for house in self.tables.houses_of_kinds(kinds).iter() {
            let truth = |digit| board.house_group(house, digit);
            let is_open = |digit: &usize| !self.position.is_solved_group(truth(Digit::new(*digit)));
            let possible = match most <= MAX_TRACKED {
                true => {
                    (self.position.small_truths()).among(truth(Digit::new(0)), board.size(), most)
                }
                false => mask((0..board.size()).filter(is_open)),
            };
            let possible = bits(possible).map(Digit::new);
            for digit in possible.filter(|&digit| self.is_new(truth(digit))) {
                let cells = state.domain(board, truth(digit)).map(|c| board.cell_of(c));
                let beside = others.0 & !(1 << house.index());
                let common = cells.fold(beside, |all, cell| all & board.house_bits(cell));
                let places = state.mask(truth(digit)).count_ones();
                for other in HouseSet(common).iter() {
                    if state.mask(board.house_group(other, digit)).count_ones() > places {
                        found(digit, house, other);
                    }
                }
            }
        }
    }
}
