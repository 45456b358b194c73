//! Tests whether a condition holds for the bound values.
//!
//! For example, `a sees b` holds with a bound to r1c1 and b to r1c9. The tests compare this module
//! with [`meaning`](crate::matcher::oracle::meaning), which answers candidate by candidate and is
//! slow.

use crate::grid::{Candidate, Cell, Digit, Group, GroupKind, bits};
use crate::lang::ir::{Alternative, Condition, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::index::als::bits128;
use crate::matcher::index::bitset::CellSet;
use crate::matcher::index::node_set::NodeId;
use crate::matcher::index::nodes::{Exclusions, Node, Nodes};
use crate::matcher::index::value::Value;
use crate::matcher::op::capacities::is_full;
use crate::matcher::op::deadly::DeadlyCells;
use crate::matcher::op::link_cover::is_linked;
use crate::matcher::relation;
use std::rc::Rc;

impl Bindings<'_> {
    /// True if a condition holds; all its variables must be bound.
    pub fn holds(&self, condition: &Condition) -> bool {
        match condition {
            Condition::Sees(a, b) => self.see(*a, *b),
            Condition::Excludes(p, q) => self.excludes(*p, *q),
            Condition::In(a, b) => self.is_in(*a, *b),
            Condition::NotIn(a, b) => self.is_outside(*a, *b),
            Condition::Disjoint(a, b) => self.are_disjoint(*a, *b),
            Condition::Distinct(a, b) => self.get(*a) != self.get(*b),
            Condition::NotGiven(a) => !self.cells(*a).meets(self.position.given()),
            Condition::Sizes {
                left,
                right,
                plus,
                more,
            } => {
                let over = self.total_size(left) - self.total_size(right) - i64::from(*plus);
                (0..=i64::from(*more)).contains(&over)
            }
            Condition::AllSee { digit, one, other } => {
                let carriers = self.carriers(*digit);
                let other = self.cells(*other) & carriers;
                let mut one = (self.cells(*one) & carriers).iter();
                one.all(|cell| other.is_subset(self.tables.peers(cell)))
            }
            Condition::AllExclude {
                digit,
                cells,
                other,
            } => {
                let excluded = |cell: Cell| {
                    let group = self.position.board().cell_group(cell);
                    let live = self.mask(group) & self.digits(*digit);
                    live & !self.covered(&Alternative::Excludes(*other), group) == 0
                };
                (self.cells(*cells) & self.carriers(*digit))
                    .iter()
                    .all(excluded)
            }
            Condition::Template(var, every) => {
                let templates = self.cache.templates(self.tables, self.position);
                let digits = bits(self.digits(*var)).map(Digit::new);
                let mut all = digits.zip(self.cells(*var).iter());
                all.all(|(digit, cell)| templates.holds(cell, digit, *every))
            }
            Condition::Whole { node, digit, cells } => {
                let whole = self.whole(*digit, *cells);
                whole.is_some() && whole.as_ref() == self.get(*node)
            }
            Condition::EveryCell { .. } | Condition::FewestLinks { .. } => {
                is_linked(self, condition)
            }
            Condition::Capacities(count) => is_full(self, count),
            Condition::OnlyOpen(cell, house) => {
                let open = self.cells(*house).without(self.position.solved());
                open == self.cells(*cell)
            }
            Condition::SomeOfKind(all) => all.iter().any(|(var, kinds)| {
                let wanted = self.tables.houses_of_kinds(*kinds).0;
                self.houses(*var).0 & wanted != 0
            }),
            Condition::Present(digits, cells) => {
                let cells = self.cells(*cells);
                let is_there = |d| cells.meets(self.position.places(Digit::new(d)));
                bits(self.digits(*digits)).all(is_there)
            }
            Condition::Deadly { .. } => self
                .deadly(condition)
                .is_some_and(|deadly| deadly.is_deadly(self.position)),
            Condition::DeadlyBut { .. } => self.deadly(condition).is_some(),
            Condition::Relation(relation, a, b) => match (self.node(*a), self.node(*b)) {
                (Some(a), Some(b)) => relation::holds(self, *relation, a, b),
                _ => false,
            },
        }
    }

    fn excludes(&self, p: Var, q: Var) -> bool {
        let (a, b) = (self.cells(p), self.cells(q));
        if self.digits(p) == self.digits(q) {
            return a.iter().all(|cell| b.is_subset(self.tables.peers(cell)));
        }
        a == b && a.len() == 1
    }

    fn candidates_at(&self, digit: Digit, cells: &CellSet) -> impl Iterator<Item = Candidate> {
        let board = self.position.board();
        cells.iter().map(move |cell| board.candidate(cell, digit))
    }

    /// True if no member of `a` is in `b`.
    fn is_outside(&self, a: Var, b: Var) -> bool {
        match (self.get(a), self.get(b)) {
            (Some(Value::Digits(a)), Some(Value::Digits(b))) => a & b == 0,
            (Some(Value::Candidates(d, _)), Some(Value::Digits(b))) => b & (1 << d.index()) == 0,
            (Some(Value::Candidates(digit, cells)), Some(Value::Truth(group))) => {
                match self.tables.kind(*group) {
                    GroupKind::Cell(cell) => !cells.contains(cell),
                    GroupKind::House(house, d) => {
                        d != *digit || !cells.meets(self.tables.house(house))
                    }
                    GroupKind::Derived => {
                        let members = self.position.board().members(*group);
                        !{ self.candidates_at(*digit, cells) }.any(|c| members.contains(&c))
                    }
                }
            }
            _ => self.have_no_cell_in_common(a, b),
        }
    }

    fn have_no_cell_in_common(&self, a: Var, b: Var) -> bool {
        match (self.cells_u128(a), self.cells_u128(b)) {
            (Some(a), Some(b)) => a & b == 0,
            _ => !self.cells(a).meets(&self.cells(b)),
        }
    }

    /// True if `a` and `b` have no member in common.
    fn are_disjoint(&self, a: Var, b: Var) -> bool {
        match (self.get(a), self.get(b)) {
            (Some(Value::Digits(a)), Some(Value::Digits(b))) => a & b == 0,
            (Some(Value::Houses(a)), Some(Value::Houses(b))) => a.0 & b.0 == 0,
            (Some(Value::Candidates(d, a)), Some(Value::Candidates(e, b))) => d != e || !a.meets(b),
            _ => self.have_no_cell_in_common(a, b),
        }
    }

    pub(crate) fn total_size(&self, vars: &[Var]) -> i64 {
        let sizes = vars.iter().filter_map(|v| self.get(*v)).map(Value::size);
        sizes.map(|size| size as i64).sum()
    }

    fn is_in(&self, a: Var, b: Var) -> bool {
        match (self.get(a), self.get(b)) {
            (Some(Value::Digits(a)), Some(Value::Digits(b))) => a & !b == 0,
            (Some(Value::Candidates(d, _)), Some(Value::Digits(b))) => b & (1 << d.index()) != 0,
            (Some(Value::Candidates(digit, cells)), Some(Value::Truth(group))) => {
                match self.tables.kind(*group) {
                    GroupKind::Cell(cell) => *cells == CellSet::only(cell),
                    GroupKind::House(house, d) => {
                        d == *digit && cells.is_subset(self.tables.house(house))
                    }
                    GroupKind::Derived => {
                        let members = self.position.board().members(*group);
                        { self.candidates_at(*digit, cells) }.all(|c| members.contains(&c))
                    }
                }
            }
            _ => match (self.cells_u128(a), self.cells_u128(b)) {
                (Some(a), Some(b)) => a & !b == 0,
                _ => self.cells(a).is_subset(&self.cells(b)),
            },
        }
    }

    /// True if each cell of `a` sees each cell of `b`.
    fn see(&self, a: Var, b: Var) -> bool {
        if let (Some(a), Some(b)) = (self.cells_u128(a), self.cells_u128(b)) {
            let peers = |cell: usize| self.tables.peers(Cell::new(cell)).as_u128();
            return bits128(a).all(|cell| b & !peers(cell) == 0);
        }
        let b = self.cells(b);
        let mut cells = self.cells(a).iter();
        cells.all(|cell| b.is_subset(self.tables.peers(cell)))
    }

    /// The cells of a deadly condition, with their digits.
    pub fn deadly(&self, condition: &Condition) -> Option<DeadlyCells> {
        match condition {
            Condition::Deadly { digits, cells } => {
                let cells = self.cells_of(cells);
                Some(DeadlyCells::of(&cells, self.digits_of(digits)))
            }
            Condition::DeadlyBut { digits, cells } => DeadlyCells::of_all_but(
                self.position,
                self.digits_of(digits),
                &self.cells_of(cells),
            ),
            _ => None,
        }
    }

    fn digits_of(&self, vars: &[Var]) -> u32 {
        vars.iter().fold(0, |mask, &v| mask | self.digits(v))
    }

    /// All live candidates of the digit in the cells, if these lie in one house and are not solved.
    pub fn whole(&self, digit: Var, cells: Var) -> Option<Value> {
        let places = self.cells(cells) & self.carriers(digit);
        let houses = places.iter().map(|cell| self.tables.houses_of(cell).0);
        let common = houses.fold(u128::MAX, |common, houses| common & houses);
        let digit = bits(self.digits(digit)).next().map(Digit::new)?;
        let fits = common != 0 && !places.is_empty() && !places.meets(self.position.solved());
        fits.then_some(Value::Candidates(digit, places))
    }
}

impl<'a> Bindings<'a> {
    /// The node that a variable is bound to.
    pub fn node(&self, var: Var) -> Option<NodeId> {
        self.node_of(self.get(var)?)
    }

    /// The node of a value.
    pub fn node_of(&self, value: &Value) -> Option<NodeId> {
        let nodes = relation::nodes(self);
        let known = nodes.borrow().number(value);
        known.or_else(|| {
            let joined = nodes.borrow_mut().join(value)?;
            self.cache.forget_clusters();
            Some(joined)
        })
    }

    /// The node with this id.
    pub fn node_at(&self, id: NodeId) -> Node {
        *relation::nodes(self).borrow().get(id)
    }

    /// The node of a single candidate.
    pub fn candidate_node(&self, cell: Cell, digit: Digit) -> Option<NodeId> {
        relation::nodes(self).borrow().candidate(cell, digit)
    }

    /// Calls a function with the nodes of the position.
    pub fn with_nodes<T>(&self, look: impl FnOnce(&mut Nodes) -> T) -> T {
        look(&mut relation::nodes(self).borrow_mut())
    }

    /// The nodes that each node excludes.
    pub fn exclusions(&self) -> Rc<Exclusions> {
        self.with_nodes(|nodes| nodes.exclusions(self.tables))
    }

    /// The link that contains both nodes, if they exclude each other by one link.
    pub fn link_of(&self, (one, other): (NodeId, NodeId)) -> Option<Group> {
        let (one, other) = (self.node_at(one), self.node_at(other));
        one.link(&other, self.position.board(), self.tables)
    }
}
