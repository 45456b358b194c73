//! What relations hold between: candidates, groups and clusters, with numbers.
//!
//! Takes a position, gives every candidate and group that a variable can be bound to, and which of
//! them exclude each other. Clusters join when somebody speaks of them.

use std::collections::BTreeMap;

use super::super::cells::CellSet;
use super::super::env::Value;
use super::super::position::Position;
use super::super::tables::Tables;
use crate::grid::{Board, Cell, Digit, Group, House};
use crate::lang::ir::Sort;

/// The number of a node.
pub type NodeId = u16;

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
    numbers: BTreeMap<(Digit, CellSet), NodeId>,
    of_digit: Vec<Vec<NodeId>>,
    at_cell: Vec<Vec<NodeId>>,
    /// The nodes that each node excludes, once somebody asked.
    excluded: Vec<Option<std::rc::Rc<[NodeId]>>>,
}

impl Nodes {
    /// Numbers all candidates and groups of cells that are not solved.
    pub fn of(tables: &Tables, position: &Position) -> Nodes {
        let board = position.board();
        let mut nodes = Nodes {
            of_digit: vec![Vec::new(); board.size()],
            at_cell: vec![Vec::new(); board.cell_count()],
            ..Nodes::default()
        };
        for digit in board.digits() {
            let places = *position.places(digit) & !*position.solved();
            for cell in places.iter() {
                nodes.add(Node::new(tables, digit, CellSet::only(cell), true));
            }
            for (a, b) in tables.crossings() {
                let crossing = *tables.house(*a) & *tables.house(*b) & places;
                if crossing.len() > 1 {
                    nodes.add(Node::new(tables, digit, crossing, true));
                }
            }
        }
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
        self.excluded.fill(None);
        self.add(Node::new(tables, *digit, *cells, false));
        Some(number)
    }

    fn add(&mut self, node: Node) {
        let number = self.all.len() as NodeId;
        let key = (node.digit, node.cells);
        if self.numbers.contains_key(&key) {
            return;
        }
        self.numbers.insert(key, number);
        self.of_digit[node.digit.index()].push(number);
        if let (true, Some(cell)) = (node.single, node.cells.first()) {
            self.at_cell[cell.index()].push(number);
        }
        self.all.push(node);
        self.excluded.push(None);
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
            Value::Candidates(digit, cells) => self.numbers.get(&(*digit, *cells)).copied(),
            _ => None,
        }
    }

    /// The number of a single candidate.
    pub fn candidate(&self, cell: Cell, digit: Digit) -> Option<NodeId> {
        let here = self.at_cell[cell.index()].iter().copied();
        { here }.find(|&id| self.get(id).digit == digit)
    }

    /// Those of a digit.
    pub fn of_digit(&self, digit: Digit) -> &[NodeId] {
        &self.of_digit[digit.index()]
    }

    /// The single candidates of a cell.
    pub fn at_cell(&self, cell: Cell) -> &[NodeId] {
        &self.at_cell[cell.index()]
    }

    /// Those that a node excludes.
    pub fn excluded(&mut self, id: NodeId) -> std::rc::Rc<[NodeId]> {
        if let Some(known) = &self.excluded[usize::from(id)] {
            return known.clone();
        }
        let node = *self.get(id);
        let same_digit = self.of_digit(node.digit).iter();
        let mut all: Vec<NodeId> = same_digit
            .copied()
            .filter(|&other| node.excludes(self.get(other)))
            .collect();
        if let (true, Some(cell)) = (node.single, node.cells.first()) {
            all.extend(self.at_cell(cell).iter().filter(|&&other| other != id));
        }
        let all: std::rc::Rc<[NodeId]> = all.into();
        self.excluded[usize::from(id)] = Some(all.clone());
        all
    }
}
