//! Nodes: the candidates, groups and clusters between which relations hold, with ids.
//!
//! The index lists every candidate and group of a position that a variable can be bound to, and
//! which of them exclude each other. Clusters are added on first use.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::grid::{Board, Cell, Digit, Group, House};
use crate::lang::ir::Sort;
use crate::matcher::index::bitset::CellSet;
use crate::matcher::index::board::Tables;
use crate::matcher::index::node_set::{NodeId, NodeMatrix, NodeSet};
use crate::matcher::index::position::Position;
use crate::matcher::index::value::Value;

/// Candidates of one digit: a single candidate, all live candidates where two houses cross, or any
/// live candidates of one house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The digit.
    pub digit: Digit,
    /// The cells.
    pub cells: CellSet,
    /// True if the node is one candidate.
    pub single: bool,
    /// True if the node is one candidate, or all live candidates where two houses cross.
    is_group: bool,
}

impl Node {
    fn new(digit: Digit, cells: CellSet, is_group: bool) -> Node {
        Node {
            digit,
            cells,
            single: cells.len() == 1,
            is_group,
        }
    }

    /// True if a variable of this sort can be bound to the node.
    pub fn is_of(&self, sort: Sort) -> bool {
        match sort {
            Sort::Candidate => self.single,
            Sort::Group => self.is_group,
            _ => true,
        }
    }

    /// The node as the value of a variable.
    pub fn value(&self) -> Value {
        Value::Candidates(self.digit, self.cells)
    }

    /// The link that contains both nodes, if there is one.
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
    /// The nodes of each digit as shared lists.
    lists: Vec<Option<Rc<[NodeId]>>>,
    clusters: BTreeMap<(Digit, CellSet), NodeId>,
    /// The single candidates of each cell, computed on first use.
    at_cell: Vec<Option<Rc<[NodeId]>>>,
    /// By cell and digit: the id of the candidate plus one.
    candidates: Vec<NodeId>,
    /// The nodes that each node excludes, computed on first use.
    excluded: Vec<Option<Rc<[NodeId]>>>,
    /// The excluded nodes of all nodes, as sets.
    exclusions: Option<Rc<Exclusions>>,
    /// Single candidates and groups as sets, computed on first use.
    of_sort: [Option<Rc<NodeSet>>; 2],
}

/// The excluded nodes of each node.
#[derive(Debug, Default)]
pub struct Exclusions {
    /// All excluded nodes.
    pub all: Rc<NodeMatrix>,
    /// The excluded nodes of the same digit.
    pub same_digit: Rc<NodeMatrix>,
}

impl Nodes {
    /// Numbers all candidates of open cells, and on request their groups. Discards earlier contents
    /// and reuses their memory.
    pub fn fill(&mut self, tables: &Tables, position: &Position, with_groups: bool) {
        let board = position.board();
        let size = board.size();
        self.all.clear();
        self.clusters.clear();
        self.exclusions = None;
        self.of_sort = [None, None];
        self.candidates.clear();
        self.candidates.resize(board.cell_count() * size, 0);
        self.of_digit.resize_with(size, Vec::new);
        for digit in board.digits() {
            let start = self.all.len();
            let places = *position.places(digit) & !*position.solved();
            for cell in places.iter() {
                self.candidates[cell.index() * size + digit.index()] = self.all.len() as NodeId + 1;
                let cells = CellSet::only(cell);
                self.all.push(Node::new(digit, cells, true));
            }
            let groups = self.all.len();
            for common in tables.crossings().iter().filter(|_| with_groups) {
                if common.common_count(&places) < 2 {
                    continue;
                }
                let crossing = *common & places;
                let is_known = |node: &Node| node.cells == crossing;
                if !self.all[groups..].iter().any(is_known) {
                    self.all.push(Node::new(digit, crossing, true));
                }
            }
            let of_digit = &mut self.of_digit[digit.index()];
            of_digit.clear();
            of_digit.extend(start as NodeId..self.all.len() as NodeId);
        }
        let refill = |lists: &mut Vec<Option<Rc<[NodeId]>>>, count: usize| {
            lists.clear();
            lists.resize(count, None);
        };
        refill(&mut self.at_cell, board.cell_count());
        refill(&mut self.lists, size);
        refill(&mut self.excluded, self.all.len());
    }

    /// Adds a cluster. Cached data about other nodes may be out of date afterwards.
    pub fn join(&mut self, value: &Value) -> Option<NodeId> {
        let Value::Candidates(digit, cells) = value else {
            return None;
        };
        let number = NodeId::try_from(self.all.len()).ok()?;
        if cells.len() < 2 {
            return None;
        }
        self.all.push(Node::new(*digit, *cells, false));
        self.clusters.insert((*digit, *cells), number);
        self.of_digit[digit.index()].push(number);
        self.lists[digit.index()] = None;
        self.excluded.fill(None);
        self.excluded.push(None);
        self.exclusions = None;
        self.of_sort = [None, None];
        Some(number)
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The node with this id.
    pub fn get(&self, id: NodeId) -> &Node {
        &self.all[usize::from(id)]
    }

    /// The id of a value.
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

    /// The id of a single candidate.
    pub fn candidate(&self, cell: Cell, digit: Digit) -> Option<NodeId> {
        let at = cell.index() * self.of_digit.len() + digit.index();
        self.candidates[at].checked_sub(1)
    }

    /// The nodes of a digit.
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

    /// The nodes that a node excludes: nodes of its digit first, then nodes of its cell.
    pub fn excluded(&mut self, tables: &Tables, id: NodeId) -> Rc<[NodeId]> {
        if let Some(known) = &self.excluded[usize::from(id)] {
            return known.clone();
        }
        let (sets, at) = (self.exclusions(tables), usize::from(id));
        let others = { sets.all.members(at) }
            .filter(|&other| !sets.same_digit.contains(at, usize::from(other)));
        let all: Rc<[NodeId]> = sets.same_digit.members(at).chain(others).collect();
        self.excluded[usize::from(id)] = Some(all.clone());
        all
    }

    /// The excluded nodes of all nodes, as sets.
    pub fn exclusions(&mut self, tables: &Tables) -> Rc<Exclusions> {
        if let Some(known) = &self.exclusions {
            return Rc::clone(known);
        }
        let found = Rc::new(self.find_exclusions(tables));
        self.exclusions = Some(Rc::clone(&found));
        found
    }

    fn find_exclusions(&self, tables: &Tables) -> Exclusions {
        let mut sets = NodeMatrix::empty(self.all.len());
        for of_digit in &self.of_digit {
            let is_single = |id: &&NodeId| self.get(**id).single;
            let singles = of_digit.iter().take_while(is_single).count();
            let (singles, others) = of_digit.split_at(singles);
            self.exclude_singles(tables, singles, &mut sets);
            for (at, &one) in others.iter().enumerate() {
                let peers = tables.common_peers(&self.get(one).cells);
                for &other in singles.iter().chain(&others[..at]) {
                    if self.get(other).cells.is_subset(&peers) {
                        sets.insert(usize::from(one), other);
                        sets.insert(usize::from(other), one);
                    }
                }
            }
        }
        let same_digit = sets.clone();
        let size = self.of_digit.len();
        let mut here: Vec<NodeId> = Vec::with_capacity(size);
        for cell in self.candidates.chunks_exact(size) {
            here.clear();
            here.extend(cell.iter().filter_map(|id| id.checked_sub(1)));
            for (at, &one) in here.iter().enumerate() {
                for &other in &here[..at] {
                    sets.insert(usize::from(one), other);
                    sets.insert(usize::from(other), one);
                }
            }
        }
        Exclusions {
            all: Rc::new(sets),
            same_digit: Rc::new(same_digit),
        }
    }

    /// Records which of the single candidates of a digit see each other.
    fn exclude_singles(&self, tables: &Tables, singles: &[NodeId], sets: &mut NodeMatrix) {
        let cells = singles.iter().filter_map(|&id| self.get(id).cells.first());
        let cells: Vec<Cell> = cells.collect();
        for (at, (&one, &cell)) in singles.iter().zip(&cells).enumerate() {
            let peers = tables.peers(cell);
            for (&other, &place) in singles[..at].iter().zip(&cells) {
                if peers.contains(place) {
                    sets.insert(usize::from(one), other);
                    sets.insert(usize::from(other), one);
                }
            }
        }
    }

    /// The nodes that a variable of this sort can be bound to.
    pub fn of_sort(&mut self, sort: Sort) -> Rc<NodeSet> {
        let all = &self.all;
        let known = &mut self.of_sort[usize::from(sort == Sort::Group)];
        let set = || {
            let of_sort = all.iter().enumerate().filter(|(_, node)| node.is_of(sort));
            let mut set = NodeSet::empty(all.len());
            of_sort.for_each(|(id, _)| set.insert(id as NodeId));
            Rc::new(set)
        };
        match sort {
            Sort::Candidate | Sort::Group => Rc::clone(known.get_or_insert_with(set)),
            _ => set(),
        }
    }
}
