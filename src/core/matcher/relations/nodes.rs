//! What relations hold between: candidates, groups and clusters, with numbers.
//!
//! Takes a position, gives every candidate and group that a variable can be bound to, and which of
//! them exclude each other. Clusters join when somebody speaks of them.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::super::cells::CellSet;
use super::super::position::Position;
use super::super::tables::Tables;
use super::super::value::Value;
use super::node_set::{NodeId, NodeMatrix, have_common};
use crate::grid::{Board, Cell, Digit, Group, House};
use crate::lang::ir::Sort;

/// Candidates of one digit: one, all that are live where two houses cross, or others in a house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The digit.
    pub digit: Digit,
    /// The cells.
    pub cells: CellSet,
    /// The cells that see all of these.
    peers: CellSet,
    /// Whether it is a single candidate.
    pub single: bool,
    /// Whether it is all that is live where two houses cross, or single.
    is_group: bool,
}

impl Node {
    fn new(tables: &Tables, digit: Digit, cells: CellSet, is_group: bool) -> Node {
        Node {
            digit,
            cells,
            peers: tables.common_peers(&cells),
            single: cells.len() == 1,
            is_group,
        }
    }

    /// Whether a variable of this sort can be bound to it.
    pub fn is_of(&self, sort: Sort) -> bool {
        match sort {
            Sort::Candidate => self.single,
            Sort::Group => self.is_group,
            _ => true,
        }
    }

    /// Whether each candidate of one shares a link with each of the other.
    pub fn excludes(&self, other: &Node) -> bool {
        if self.digit == other.digit {
            return other.cells.is_subset(&self.peers);
        }
        self.single && self.cells == other.cells
    }

    /// As the value of a variable.
    pub fn value(&self) -> Value {
        Value::Candidates(self.digit, self.cells)
    }

    /// The link that holds all of both, if there is one.
    pub fn link(&self, other: &Node, board: &Board, tables: &Tables) -> Option<Group> {
        let cell = self.cells.first()?;
        if self.digit != other.digit {
            return Some(board.cell_group(cell));
        }
        let both = self.cells | other.cells;
        let holds = |house: &&House| both.is_subset(tables.house(**house));
        let house = board.houses_of(cell).iter().find(holds)?;
        Some(board.house_group(*house, self.digit))
    }
}

/// All nodes of a position.
#[derive(Debug, Default)]
pub struct Nodes {
    all: Vec<Node>,
    of_digit: Vec<Vec<NodeId>>,
    /// The same, to be handed out.
    lists: Vec<Option<Rc<[NodeId]>>>,
    clusters: BTreeMap<(Digit, CellSet), NodeId>,
    /// The single candidates of each cell, once somebody asked.
    at_cell: Vec<Option<Rc<[NodeId]>>>,
    /// By cell and digit, one more than the number of the candidate.
    candidates: Vec<NodeId>,
    /// The nodes that each node excludes, once somebody asked.
    excluded: Vec<Option<Rc<[NodeId]>>>,
    /// The same as sets, of all of them.
    excluded_sets: Option<NodeMatrix>,
}

impl Nodes {
    /// Numbers all candidates of cells that are not solved, and their groups if these are wanted.
    pub fn of(tables: &Tables, position: &Position, with_groups: bool) -> Nodes {
        let board = position.board();
        let mut nodes = Nodes::default();
        let size = board.size();
        let mut candidates = vec![0; board.cell_count() * size];
        for digit in board.digits() {
            let start = nodes.all.len();
            let places = *position.places(digit) & !*position.solved();
            for cell in places.iter() {
                candidates[cell.index() * size + digit.index()] = nodes.all.len() as NodeId + 1;
                let cells = CellSet::only(cell);
                nodes.all.push(Node::new(tables, digit, cells, true));
            }
            let groups = nodes.all.len();
            for common in tables.crossings().iter().filter(|_| with_groups) {
                if common.common_count(&places) < 2 {
                    continue;
                }
                let crossing = *common & places;
                let is_known = |node: &Node| node.cells == crossing;
                if !nodes.all[groups..].iter().any(is_known) {
                    nodes.all.push(Node::new(tables, digit, crossing, true));
                }
            }
            let of_digit = start as NodeId..nodes.all.len() as NodeId;
            nodes.of_digit.push(of_digit.collect());
        }
        nodes.at_cell = vec![None; board.cell_count()];
        nodes.candidates = candidates;
        nodes.lists = vec![None; nodes.of_digit.len()];
        nodes.excluded = vec![None; nodes.all.len()];
        nodes
    }

    /// Adds what a condition speaks of. What is known of others may be out of date after that.
    pub fn join(&mut self, tables: &Tables, value: &Value) -> Option<NodeId> {
        let Value::Candidates(digit, cells) = value else {
            return None;
        };
        let number = NodeId::try_from(self.all.len()).ok()?;
        if cells.len() < 2 {
            return None;
        }
        self.all.push(Node::new(tables, *digit, *cells, false));
        self.clusters.insert((*digit, *cells), number);
        self.of_digit[digit.index()].push(number);
        self.lists[digit.index()] = None;
        self.excluded.fill(None);
        self.excluded.push(None);
        self.excluded_sets = None;
        Some(number)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The node with a number.
    pub fn get(&self, id: NodeId) -> &Node {
        &self.all[usize::from(id)]
    }

    /// The number of a value.
    pub fn number(&self, value: &Value) -> Option<NodeId> {
        match value {
            Value::Candidates(digit, cells) if cells.len() == 1 => {
                self.candidate(cells.first()?, *digit)
            }
            Value::Candidates(digit, cells) => {
                let is_it = |id: &NodeId| self.get(*id).cells == *cells;
                let groups = self.of_digit[digit.index()].iter().copied();
                let mut groups = groups.take_while(|&id| self.get(id).is_group);
                let cluster = || self.clusters.get(&(*digit, *cells)).copied();
                groups.find(is_it).or_else(cluster)
            }
            _ => None,
        }
    }

    /// The number of a single candidate.
    pub fn candidate(&self, cell: Cell, digit: Digit) -> Option<NodeId> {
        let at = cell.index() * self.of_digit.len() + digit.index();
        self.candidates[at].checked_sub(1)
    }

    /// Those of a digit.
    pub fn of_digit(&mut self, digit: Digit) -> Rc<[NodeId]> {
        let all = &self.of_digit[digit.index()];
        let list = &mut self.lists[digit.index()];
        Rc::clone(list.get_or_insert_with(|| all.as_slice().into()))
    }

    /// The single candidates of a cell.
    pub fn at_cell(&mut self, cell: Cell) -> Rc<[NodeId]> {
        if let Some(known) = &self.at_cell[cell.index()] {
            return Rc::clone(known);
        }
        let candidates: Rc<[NodeId]> = self.candidates_of(cell).collect();
        self.at_cell[cell.index()] = Some(Rc::clone(&candidates));
        candidates
    }

    fn candidates_of(&self, cell: Cell) -> impl Iterator<Item = NodeId> + '_ {
        let size = self.of_digit.len();
        let here = &self.candidates[cell.index() * size..][..size];
        here.iter().filter_map(|id| id.checked_sub(1))
    }

    /// Those that a node excludes: of its digit first, then those of its cell.
    pub fn excluded(&mut self, id: NodeId) -> Rc<[NodeId]> {
        if let Some(known) = &self.excluded[usize::from(id)] {
            return known.clone();
        }
        self.excluded_sets();
        let all: Rc<[NodeId]> = match &self.excluded_sets {
            Some(sets) => {
                let node = self.get(id);
                let is_in = |other: &NodeId| sets.contains(usize::from(id), usize::from(*other));
                let same_digit = self.of_digit[node.digit.index()].iter().copied();
                let in_cell = node.cells.first().map(|cell| self.candidates_of(cell));
                let others = in_cell.into_iter().flatten();
                let others = others.filter(|&other| self.get(other).digit != node.digit);
                same_digit.chain(others).filter(is_in).collect()
            }
            None => Rc::from([]),
        };
        self.excluded[usize::from(id)] = Some(all.clone());
        all
    }

    /// The same as sets, for all nodes.
    pub fn excluded_sets(&mut self) -> &NodeMatrix {
        if self.excluded_sets.is_none() {
            self.excluded_sets = Some(self.exclusions());
        }
        self.excluded_sets.get_or_insert_default()
    }

    fn exclusions(&self) -> NodeMatrix {
        let mut sets = NodeMatrix::empty(self.all.len());
        for of_digit in &self.of_digit {
            for (at, &one) in of_digit.iter().enumerate() {
                let node = self.get(one);
                for &other in &of_digit[..at] {
                    if node.excludes(self.get(other)) {
                        sets.insert(usize::from(one), other);
                        sets.insert(usize::from(other), one);
                    }
                }
            }
        }
        let size = self.of_digit.len();
        for cell in self.candidates.chunks_exact(size) {
            let in_cell = || cell.iter().filter_map(|id| id.checked_sub(1));
            for one in in_cell() {
                for other in in_cell().filter(|&other| other != one) {
                    sets.insert(usize::from(one), other);
                }
            }
        }
        sets
    }

    /// Whether some candidate is excluded by both nodes.
    pub fn share_a_target(&mut self, one: NodeId, other: NodeId) -> bool {
        let sets = self.excluded_sets();
        have_common(sets.row(usize::from(one)), sets.row(usize::from(other)))
    }
}
