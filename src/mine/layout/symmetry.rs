//! Equality of layouts up to symmetry.
//!
//! The key of a layout is the same for all its locations on the board, for renamed digits, and with
//! rows and columns exchanged.

use std::collections::BTreeSet;

use super::{Layout, OpenBoard, Region};
use crate::pattern::canonical_form::canonical_order;
use qedoku_core::grid::{Cell, Digit, GroupKind, House, HouseKind};

/// Maximum number of orders compared.
const MAX_LAYOUT_ORDERS: usize = 5_000;

/// The digits, houses and cells of a layout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LayoutParts {
    /// The digits.
    pub digits: Vec<Digit>,
    /// The rows.
    pub rows: Vec<House>,
    /// The columns.
    pub columns: Vec<House>,
    /// The boxes.
    pub boxes: Vec<House>,
    /// The cells that are truths.
    pub cells: Vec<Cell>,
    /// The other named cells: places of a digit in a box.
    pub squares: Vec<Cell>,
}

impl LayoutParts {
    /// The named parts of a layout, the houses that contain several of its cells, and the houses
    /// that the refutation needs.
    pub fn of(open: &OpenBoard, layout: &Layout) -> LayoutParts {
        let board = open.board();
        let mut digits = BTreeSet::new();
        let mut houses = BTreeSet::new();
        let mut cells = BTreeSet::new();
        let mut squares = BTreeSet::new();
        for clause in &layout.clauses {
            match board.group_kind(clause.truth) {
                GroupKind::Cell(cell) => {
                    cells.insert(cell);
                }
                GroupKind::House(house, digit) => {
                    houses.insert(house);
                    digits.insert(digit);
                }
                // Cores are made of the board's own truths.
                GroupKind::Derived => {}
            }
            for region in &clause.regions {
                match *region {
                    Region::House(house) => houses.insert(house),
                    Region::Cell(cell) => squares.insert(cell),
                    Region::Digit(digit) => digits.insert(digit),
                };
            }
        }
        squares.retain(|cell| !cells.contains(cell));
        let all: Vec<Cell> = cells.iter().chain(&squares).copied().collect();
        for &house in all.iter().flat_map(|&cell| board.houses_of(cell)) {
            let inside = all
                .iter()
                .filter(|&&cell| board.houses_of(cell).contains(&house));
            if inside.count() > 1 {
                houses.insert(house);
            }
        }
        houses.extend(open.needed_houses(layout, &houses));
        let of_kind = |kind: HouseKind| -> Vec<House> {
            let houses = houses.iter().copied();
            houses
                .filter(|&house| board.house(house).kind == kind)
                .collect()
        };
        LayoutParts {
            digits: digits.into_iter().collect(),
            rows: of_kind(HouseKind::Row),
            columns: of_kind(HouseKind::Column),
            boxes: of_kind(HouseKind::Box),
            cells: cells.into_iter().collect(),
            squares: squares.into_iter().collect(),
        }
    }
}

/// A part of a layout, or one of its clauses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LayoutNode {
    Digit(Digit),
    House(House),
    Cell(Cell),
    Clause(usize),
}

/// A canonical key of a layout.
pub fn key(open: &OpenBoard, layout: &Layout) -> Vec<u32> {
    described(open, layout, false).min(described(open, layout, true))
}

fn described(open: &OpenBoard, layout: &Layout, turned: bool) -> Vec<u32> {
    let things = LayoutParts::of(open, layout);
    let (first, second) = match turned {
        false => (&things.rows, &things.columns),
        true => (&things.columns, &things.rows),
    };
    let mut nodes: Vec<(LayoutNode, u32)> = Vec::new();
    nodes.extend(things.digits.iter().map(|&d| (LayoutNode::Digit(d), 0)));
    for (colour, houses) in [(1, first), (2, second), (3, &things.boxes)] {
        nodes.extend(houses.iter().map(|&h| (LayoutNode::House(h), colour)));
    }
    let cells = things.cells.iter().chain(&things.squares);
    nodes.extend(cells.map(|&c| (LayoutNode::Cell(c), 4)));
    nodes.extend((0..layout.clauses.len()).map(|i| (LayoutNode::Clause(i), 5)));
    let colours: Vec<u32> = nodes.iter().map(|(_, colour)| *colour).collect();
    let label = |a: usize, b: usize| {
        let (a, b) = (nodes[a].0, nodes[b].0);
        relation(open, layout, a, b) + relation(open, layout, b, a)
    };
    let order = canonical_order(&colours, label, MAX_LAYOUT_ORDERS);
    let order = order.unwrap_or_else(|| (0..nodes.len()).collect());
    let mut words: Vec<u32> = order.iter().map(|&i| colours[i]).collect();
    for (i, &a) in order.iter().enumerate() {
        words.extend(order[..i].iter().map(|&b| label(a, b)));
    }
    words
}

/// The relation of one part to another. At most one direction is non-zero.
fn relation(open: &OpenBoard, layout: &Layout, a: LayoutNode, b: LayoutNode) -> u32 {
    let board = open.board();
    let cells = |house: House| &board.house(house).cells;
    match (a, b) {
        (LayoutNode::House(house), LayoutNode::Cell(cell)) => {
            u32::from(cells(house).contains(&cell))
        }
        (LayoutNode::House(a), LayoutNode::House(b)) => {
            let is_box = board.house(a).kind == HouseKind::Box;
            let meet = cells(a).iter().any(|cell| cells(b).contains(cell));
            2 * u32::from(is_box && meet && a != b)
        }
        (LayoutNode::Clause(number), thing) => {
            let clause = &layout.clauses[number];
            let is_subject = match (board.group_kind(clause.truth), thing) {
                (GroupKind::Cell(cell), LayoutNode::Cell(other)) => cell == other,
                (GroupKind::House(house, _), LayoutNode::House(other)) => house == other,
                (GroupKind::House(_, digit), LayoutNode::Digit(other)) => digit == other,
                _ => false,
            };
            let is_region = clause.regions.iter().any(|region| match (*region, thing) {
                (Region::House(house), LayoutNode::House(other)) => house == other,
                (Region::Cell(cell), LayoutNode::Cell(other)) => cell == other,
                (Region::Digit(digit), LayoutNode::Digit(other)) => digit == other,
                _ => false,
            });
            4 * u32::from(is_subject) + 8 * u32::from(is_region)
        }
        _ => 0,
    }
}
