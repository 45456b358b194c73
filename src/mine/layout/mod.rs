//! Layouts: non-propagating cores described by digits, lines, boxes and cells.
//!
//! A [`Layout`] lists for each truth the places that remain when the target holds, such as
//! "every 2 in row 7 is in column 1 or in box 9". Candidates that the target excludes are allowed
//! in every clause and need no name. Each place is as general as the refutation allows. Layouts are
//! compared up to symmetries of the board: four lines that hold a digit crosswise in two boxes are
//! one layout, wherever they lie.

pub mod catalogue;
pub mod lift;
pub mod search;
pub mod symmetry;
pub mod write;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::cores::smallest_cores::can_meet;
use crate::state::bits::Bits;
use crate::state::graph::{Graph, Vocabulary};
use qedoku_core::grid::{Board, Candidate, Cell, Digit, Group, GroupKind, House, HouseKind, State};

/// A region in which a candidate of a truth may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Region {
    /// In a house that crosses the house of the truth.
    House(House),
    /// In a cell of the house of the truth.
    Cell(Cell),
    /// The candidate with this digit, if the truth is a cell.
    Digit(Digit),
}

/// A clause: every candidate of the truth lies in one of the regions or is excluded by the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutClause {
    /// The truth, located on the board.
    pub truth: Group,
    /// The regions that hold the candidates of the truth.
    pub regions: Vec<Region>,
}

/// Clauses that cannot all be satisfied, located on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The clauses.
    pub clauses: Vec<LayoutClause>,
}

/// A board without givens, on which clauses are tested.
pub struct OpenBoard {
    graph: Graph,
}

impl OpenBoard {
    /// The graph of all candidates of a board.
    pub fn new(board: &Arc<Board>) -> OpenBoard {
        OpenBoard {
            graph: Graph::new(board, &State::full(board), Vocabulary::All),
        }
    }

    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        self.graph.board()
    }

    /// Whether a candidate is in a region.
    pub fn is_in(&self, candidate: Candidate, region: Region) -> bool {
        let board = self.board();
        let cell = board.cell_of(candidate);
        match region {
            Region::House(house) => board.houses_of(cell).contains(&house),
            Region::Cell(other) => cell == other,
            Region::Digit(digit) => board.digit_of(candidate) == digit,
        }
    }

    /// The candidates that a clause allows.
    pub fn allowed(&self, clause: &LayoutClause) -> Vec<Candidate> {
        let members = self.board().members(clause.truth).iter().copied();
        let fits = |c: &Candidate| clause.regions.iter().any(|&region| self.is_in(*c, region));
        members.filter(fits).collect()
    }

    /// The houses that the refutation needs besides the named ones. If a digit could occur twice in
    /// one of these houses, the clauses could be satisfied. Prefers rows and columns to boxes.
    pub fn needed_houses(&self, layout: &Layout, named: &BTreeSet<House>) -> Vec<House> {
        let board = self.board();
        let mut counted: Vec<House> = (0..board.houses().len()).map(House::new).collect();
        counted.sort_by_key(|&house| board.house(house).kind == HouseKind::Box);
        let mut position = counted.len();
        while position > 0 {
            position -= 1;
            if named.contains(&counted[position]) {
                continue;
            }
            let mut fewer = counted.clone();
            fewer.remove(position);
            if self.is_refuted_by(layout, &self.exclusions(&fewer)) {
                counted = fewer;
            }
        }
        counted.retain(|house| !named.contains(house));
        counted
    }

    /// The exclusions between candidates if digits may repeat in all houses except `counted`.
    fn exclusions(&self, counted: &[House]) -> Vec<Bits> {
        let board = self.board();
        let candidates = self.graph.candidates();
        let count = candidates.len();
        let of = |&candidate: &Candidate| {
            let counts = |group: Group| match board.group_kind(group) {
                GroupKind::House(house, _) => counted.contains(&house),
                _ => true,
            };
            let slots = board.slots(candidate).iter();
            let slots = slots.filter(|slot| counts(slot.group));
            let others = slots.flat_map(|slot| board.members(slot.group).iter().copied());
            let others = others.filter(|&other| other != candidate);
            Bits::of(count, others.filter_map(|other| self.graph.number(other)))
        };
        candidates.iter().map(of).collect()
    }

    /// Whether the clauses cannot all be satisfied.
    pub fn is_refuted(&self, layout: &Layout) -> bool {
        self.is_refuted_by(layout, self.graph.exclusions())
    }

    fn is_refuted_by(&self, layout: &Layout, excluded: &[Bits]) -> bool {
        let count = self.graph.candidates().len();
        let number = |c: Candidate| self.graph.number(c);
        let domains: Vec<Bits> = (layout.clauses.iter())
            .map(|clause| Bits::of(count, self.allowed(clause).into_iter().filter_map(number)))
            .collect();
        let domains: Vec<&Bits> = domains.iter().collect();
        let (mut available, mut held) = (Bits::all(count), Bits::none(count));
        !can_meet(excluded, &domains, &mut available, &mut held)
    }
}
