//! A precheck for steps about two digits: skips the search if no cells can match.
//!
//! A unique loop of six cells needs five cells with only x and y. If no two digits have five such
//! cells, the search is skipped.
//!
//! In a deadly set of two digits, each house of a cell has another cell of the set. So the precheck
//! repeatedly removes cells with both digits that are alone in one of their houses. Usually no cell
//! is left.

use std::collections::BTreeSet;

use super::entry::EntryDemand;
use crate::grid::{Board, Cell, House, HouseKind, State};
use crate::lang::ir::{Condition, Technique};
use crate::matcher::CellSet;

/// The rectangles and houses of a board.
pub(super) struct PairCheck {
    /// The corners of all rectangles that lie in two boxes.
    rectangles: Vec<[Cell; 4]>,
    /// The cells of each house.
    houses: Vec<CellSet>,
}

/// Counts of cells for two digits: the cells with only these digits, and the cells with at most one
/// other digit. The other digit must be the same in all cells.
#[derive(Clone, Copy)]
struct PairCells {
    alone: usize,
    with_another: usize,
}

/// The bivalue cells of a state.
pub(super) struct PairTable {
    /// For every two digits, the counts over all cells.
    anywhere: Vec<PairCells>,
    /// For every two digits, the counts over the cells that may belong to a deadly set.
    deadly: Vec<PairCells>,
    /// For each rectangle with a bivalue corner: whether all corners have both digits, and the
    /// counts over the corners.
    rectangles: Vec<(bool, PairCells)>,
}

impl PairCheck {
    pub(super) fn new(board: &Board) -> PairCheck {
        let houses = board.houses().iter();
        PairCheck {
            rectangles: rectangles(board),
            houses: houses.map(|h| h.cells.iter().copied().collect()).collect(),
        }
    }

    /// The bivalue cells of a state.
    pub(super) fn table(&self, board: &Board, state: &State) -> PairTable {
        let masks: Vec<u32> = board.cells().map(|c| state.digits(board, c)).collect();
        let mut pairs: Vec<u32> = masks.clone();
        pairs.retain(|mask| mask.count_ones() == 2);
        pairs.sort_unstable();
        pairs.dedup();
        let count = |pair: u32, cells: &mut dyn Iterator<Item = u32>| {
            let mut alone = 0;
            let mut others = [0; u32::BITS as usize];
            for mask in cells {
                let other = mask & !pair;
                if mask == pair {
                    alone += 1;
                } else if mask & pair == pair && other.is_power_of_two() {
                    others[other.trailing_zeros() as usize] += 1;
                }
            }
            let most = others.into_iter().max().unwrap_or(0);
            PairCells {
                alone,
                with_another: alone + most,
            }
        };
        let anywhere = |&pair: &u32| count(pair, &mut masks.iter().copied());
        let deadly = |&pair: &u32| {
            let cells = self.together(board, pair, &masks);
            count(pair, &mut cells.iter().map(|cell| masks[cell.index()]))
        };
        PairTable {
            anywhere: pairs.iter().map(anywhere).collect(),
            deadly: pairs.iter().map(deadly).collect(),
            rectangles: (self.rectangles.iter())
                .flat_map(|corners| {
                    let corners = corners.map(|cell| masks[cell.index()]);
                    let mut pairs = corners;
                    pairs.sort_unstable();
                    let all = corners.iter().fold(u32::MAX, |all, mask| all & mask);
                    let is_first = move |at: &usize| *at == 0 || pairs[*at] != pairs[at - 1];
                    let pairs = (0..4).filter(is_first).map(move |at| pairs[at]);
                    pairs.filter_map(move |pair| {
                        let possible =
                            pair.count_ones() == 2 && corners.iter().all(|mask| mask & pair != 0);
                        let cells = || count(pair, &mut corners.into_iter());
                        possible.then(|| (all & pair == pair, cells()))
                    })
                })
                .collect(),
        }
    }

    /// The cells with both digits, without those that are alone in a house.
    fn together(&self, board: &Board, pair: u32, masks: &[u32]) -> CellSet {
        let has_both = |cell: &Cell| masks[cell.index()] & pair == pair;
        let mut cells: CellSet = board.cells().filter(has_both).collect();
        loop {
            let is_alone = |cell: &Cell| {
                let mut houses = board.houses_of(*cell).iter();
                houses.any(|house: &House| (self.houses[house.index()] & cells).len() < 2)
            };
            let alone: CellSet = cells.iter().filter(is_alone).collect();
            if alone.is_empty() {
                return cells;
            }
            cells = cells.without(&alone);
        }
    }
}

impl PairTable {
    /// Whether some match of these techniques may meet the demands of an entry.
    pub(super) fn can_meet(&self, demands: &[EntryDemand], techniques: &[&Technique]) -> bool {
        demands.iter().all(|demand| {
            let EntryDemand::HasOnly {
                count,
                rectangle,
                name,
                digits,
                ..
            } = demand
            else {
                return true;
            };
            if digits.len() != 2 {
                return true;
            }
            let enough = |cells: &PairCells| match demand.perhaps().is_empty() {
                true => cells.alone >= *count,
                false => cells.with_another >= *count,
            };
            let has_both = demands
                .iter()
                .any(|other| matches!(other, EntryDemand::Has(n, d) if n == name && d == digits));
            if *rectangle {
                let mut rectangles = self.rectangles.iter();
                return rectangles.any(|(whole, cells)| (*whole || !has_both) && enough(cells));
            }
            match has_both && techniques.iter().all(|t| is_deadly(t, name)) {
                true => self.deadly.iter().any(enough),
                false => self.anywhere.iter().any(enough),
            }
        })
    }
}

/// Whether the cells with this name are a deadly set in every pattern of a technique.
fn is_deadly(technique: &Technique, name: &str) -> bool {
    technique.patterns.iter().all(|pattern| {
        let is_named = |var: &crate::lang::ir::Var| {
            pattern.variables[usize::from(var.0)].name == name
        };
        pattern.conditions.iter().any(|condition| {
            matches!(condition, Condition::Deadly { cells, .. } if matches!(&cells[..], [var] if is_named(var)))
        })
    })
}

/// The corners of all rectangles that lie in two boxes.
fn rectangles(board: &Board) -> Vec<[Cell; 4]> {
    let size = board.size();
    let box_of = |cell: Cell| {
        let houses = board.houses_of(cell).iter().copied();
        { houses }.find(|&house| board.house(house).kind == HouseKind::Box)
    };
    let mut found = Vec::new();
    for (top, bottom) in (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b))) {
        for (left, right) in (0..size).flat_map(|a| (a + 1..size).map(move |b| (a, b))) {
            let corners = [(top, left), (top, right), (bottom, left), (bottom, right)];
            let corners = corners.map(|(row, column)| board.cell(row, column));
            let boxes: BTreeSet<Option<House>> = corners.into_iter().map(box_of).collect();
            if boxes.len() == 2 {
                found.push(corners);
            }
        }
    }
    found
}
