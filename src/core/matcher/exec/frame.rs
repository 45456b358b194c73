//! The bound values, and the meaning of clauses under them, as masks.
//!
//! A frame gives the cells, digits and truths of a clause for the values bound so far. With `d`
//! bound to 7 and `R` to rows 2 and 8, `every d in R is in C` leaves over the columns of the 7s in
//! these rows. They are one mask, which is the domain of `C`.
//! [`meaning`](crate::matcher::oracle::meaning) answers the same questions candidate by candidate,
//! and the tests compare the two.

use crate::grid::{Candidate, Cell, Digit, Group, GroupKind, House, bits};
use crate::lang::ir::{Alternative, Pattern, Presence, Seen, Sort, Subject, Var, Variable};
use crate::matcher::index::bitset::{CellSet, HouseSet};
use crate::matcher::index::board::Tables;
use crate::matcher::index::node_set::NodeId;
use crate::matcher::index::position::Position;
use crate::matcher::index::value::Value;
use crate::matcher::relation;
use crate::matcher::relation::PositionCache;

/// The values of a pattern's variables so far, with the position and its indexes.
#[derive(Clone)]
pub struct Bindings<'a> {
    pub tables: &'a Tables,
    pub position: &'a Position,
    pub variables: &'a [Variable],
    pub values: Vec<Option<Value>>,
    /// Cache of the facts of derived relations.
    pub cache: &'a PositionCache,
}

impl<'a> Bindings<'a> {
    pub fn new(
        tables: &'a Tables,
        position: &'a Position,
        variables: &'a [Variable],
        cache: &'a PositionCache,
    ) -> Self {
        Bindings {
            cache,
            tables,
            position,
            variables,
            values: vec![None; variables.len()],
        }
    }

    /// Unbound values for the variables of a case, in the same position.
    pub fn of_case(&self, case: &'a Pattern) -> Bindings<'a> {
        Bindings::new(self.tables, self.position, &case.variables, self.cache)
    }

    /// The live candidates of a truth that a literal excludes.
    pub fn excluded_in(&self, truth: Group, literal: Candidate) -> Vec<Candidate> {
        let board = self.position.board();
        let live = self.position.state().domain(board, truth);
        live.filter(|&c| board.exclude(c, literal)).collect()
    }

    #[inline]
    pub fn sort(&self, var: Var) -> Sort {
        self.variables[usize::from(var.0)].sort
    }

    #[inline]
    pub fn get(&self, var: Var) -> Option<&Value> {
        self.values[usize::from(var.0)].as_ref()
    }

    /// The digits a bound variable stands for.
    #[inline]
    pub fn digits(&self, var: Var) -> u32 {
        match self.get(var) {
            Some(Value::Digits(mask)) => *mask,
            Some(Value::Candidates(digit, _)) => 1 << digit.index(),
            _ => 0,
        }
    }

    /// The cells a bound variable stands for, or covers.
    #[inline]
    pub fn cells(&self, var: Var) -> CellSet {
        match self.get(var) {
            Some(Value::Cells(cells) | Value::Candidates(_, cells)) => *cells,
            Some(Value::Houses(houses)) => self.tables.union(*houses),
            Some(Value::Truth(group)) => match self.tables.kind(*group) {
                GroupKind::Cell(cell) => CellSet::only(cell),
                GroupKind::House(house, _) => *self.tables.house(house),
                GroupKind::Derived => {
                    let board = self.position.board();
                    { board.members(*group).iter() }
                        .map(|&c| board.cell_of(c))
                        .collect()
                }
            },
            _ => CellSet::EMPTY,
        }
    }

    /// The cells of a variable as one mask; `None` if the cells do not fit into it or are the union
    /// of several houses.
    #[inline]
    pub fn cells_u128(&self, var: Var) -> Option<u128> {
        match self.get(var)? {
            Value::Cells(cells) | Value::Candidates(_, cells) => cells.try_u128(),
            Value::Houses(HouseSet(houses)) if houses.is_power_of_two() => {
                let house = House::new(houses.trailing_zeros() as usize);
                self.tables.house(house).try_u128()
            }
            _ => None,
        }
    }

    /// Intersects `among` with the cells of a bound variable.
    #[inline]
    pub fn keep_cells(&self, var: Var, among: &mut CellSet) {
        match self.cells_u128(var) {
            Some(low) => among.keep_u128(low),
            None => *among &= self.cells(var),
        }
    }

    /// Removes the cells of a bound variable from `from`.
    #[inline]
    pub fn drop_cells(&self, var: Var, from: &mut CellSet) {
        match self.cells_u128(var) {
            Some(low) => from.drop_u128(low),
            None => *from = from.without(&self.cells(var)),
        }
    }

    /// The houses a bound variable stands for.
    #[inline]
    pub fn houses(&self, var: Var) -> HouseSet {
        match self.get(var) {
            Some(Value::Houses(houses)) => *houses,
            _ => HouseSet::default(),
        }
    }

    /// The live candidates of a truth as a mask.
    #[inline]
    pub fn mask(&self, truth: Group) -> u32 {
        self.position.state().mask(truth)
    }

    /// The digits that are live in some of the cells.
    pub fn live_digits(&self, cells: &CellSet) -> u32 {
        let board = self.position.board();
        let masks = cells.iter().map(|cell| self.mask(board.cell_group(cell)));
        masks.fold(0, |all, mask| all | mask)
    }

    /// Visits the truths of a subject until `visit` returns `false`. All its variables must be
    /// bound.
    pub fn truths(&self, subject: &Subject, visit: &mut impl FnMut(Group) -> bool) -> bool {
        let board = self.position.board();
        match *subject {
            Subject::Cells(var) => {
                let mut cells = self.cells(var).iter();
                cells.all(|cell| visit(board.cell_group(cell)))
            }
            Subject::Truth(var) => match self.get(var) {
                Some(Value::Truth(group)) => visit(*group),
                _ => true,
            },
            Subject::Digits(digits, houses) => self.houses(houses).iter().all(|house| {
                bits(self.digits(digits)).all(|d| visit(board.house_group(house, Digit::new(d))))
            }),
            Subject::Overlap(..) => true,
        }
    }

    /// The cells that lie in two or more of the houses and have the digit as a candidate.
    pub fn overlap(&self, digits: Var, houses: Var) -> CellSet {
        let (mut once, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
        for house in self.houses(houses).iter() {
            let cells = *self.tables.house(house);
            twice |= once & cells;
            once |= cells;
        }
        twice & self.carriers(digits)
    }

    /// True if an alternative covers each cell in which the houses overlap.
    pub fn overlap_holds(&self, digits: Var, houses: Var, alternatives: &[Alternative]) -> bool {
        let board = self.position.board();
        let mut cells = self.overlap(digits, houses).iter();
        cells.all(|cell| {
            let live = self.mask(board.cell_group(cell)) & self.digits(digits);
            let covered = (alternatives.iter())
                .fold(0, |mask, a| mask | self.covered(a, board.cell_group(cell)));
            live & !covered == 0
        })
    }

    /// The candidates of a truth that an alternative covers, as a mask of the truth's positions.
    /// All variables must be bound.
    pub fn covered(&self, alternative: &Alternative, truth: Group) -> u32 {
        let all = u32::MAX;
        let tables = self.tables;
        let kind = tables.kind(truth);
        if kind == GroupKind::Derived {
            return self.covered_of_derived(alternative, truth);
        }
        match alternative {
            Alternative::Digit(var) => match kind {
                GroupKind::Cell(_) => self.digits(*var),
                GroupKind::House(_, d) if self.digits(*var) & (1 << d.index()) != 0 => all,
                _ => 0,
            },
            Alternative::Cell(var) => match kind {
                GroupKind::Cell(cell) if self.cells(*var).contains(cell) => all,
                GroupKind::House(house, _) => tables.positions(house, &self.cells(*var)),
                _ => 0,
            },
            Alternative::House(var) => match kind {
                GroupKind::Cell(cell) if self.houses(*var).0 & tables.houses_of(cell).0 != 0 => all,
                GroupKind::House(house, _) => tables.crossing(house, self.houses(*var)),
                _ => 0,
            },
            Alternative::Candidate(var) => {
                let (digits, cells) = (self.digits(*var), self.cells(*var));
                match kind {
                    GroupKind::Cell(cell) if cells.contains(cell) => digits,
                    GroupKind::House(house, d) if digits & (1 << d.index()) != 0 => {
                        tables.positions(house, &cells)
                    }
                    _ => 0,
                }
            }
            Alternative::Sees(var) => self.seeing(kind, &self.cells(*var)),
            Alternative::Excludes(var) => {
                let (digits, cells) = (self.digits(*var), self.cells(*var));
                match kind {
                    GroupKind::Cell(cell) if cells == CellSet::only(cell) => all & !digits,
                    GroupKind::Cell(_) => self.seeing(kind, &cells) & digits,
                    GroupKind::House(house, d) if digits & (1 << d.index()) == 0 => {
                        if cells.len() == 1 {
                            tables.positions(house, &cells)
                        } else {
                            0
                        }
                    }
                    _ => self.seeing(kind, &cells),
                }
            }
            Alternative::Relation(relation, var) => self.related_to(*relation, *var, truth),
            Alternative::RelationFrom(relation, var) => self.related_from(*relation, *var, truth),
            Alternative::Guardian => all,
            Alternative::All(parts) => parts
                .iter()
                .fold(all, |mask, part| mask & self.covered(part, truth)),
        }
    }

    /// The covered candidates of a derived truth. Each is tested as a candidate of its cell.
    fn covered_of_derived(&self, alternative: &Alternative, truth: Group) -> u32 {
        let board = self.position.board();
        let is_covered = |candidate: &Candidate| {
            let in_cell = self.covered(alternative, board.cell_group(board.cell_of(*candidate)));
            in_cell & (1 << board.digit_of(*candidate).index()) != 0
        };
        let members = board.members(truth).iter().enumerate();
        let covered = members.filter(|(_, candidate)| is_covered(candidate));
        covered.fold(0, |mask, (bit, _)| mask | 1 << bit)
    }

    /// The guardians of these clauses: the live candidates of their truths that no other
    /// alternative covers, in order. `None` if there are more than `most`, or if a truth is solved.
    pub fn guardians(
        &self,
        pattern: &Pattern,
        clauses: &[usize],
        most: u32,
    ) -> Option<Vec<Candidate>> {
        let board = self.position.board();
        let mut found: Vec<Candidate> = Vec::new();
        for every in clauses.iter().map(|&clause| &pattern.knowledge[clause]) {
            let others = || (every.alternatives.iter()).filter(|a| **a != Alternative::Guardian);
            let mut leave_over = |group: Group, spoken_of: u32| {
                let covered = others().fold(0, |mask, a| mask | self.covered(a, group));
                let members = board.members(group);
                for bit in bits(self.mask(group) & spoken_of & !covered) {
                    if !found.contains(&members[bit]) {
                        found.push(members[bit]);
                    }
                }
                found.len() <= most as usize
            };
            let fits = match every.subject {
                Subject::Overlap(digits, houses) => (self.overlap(digits, houses).iter())
                    .all(|cell| leave_over(board.cell_group(cell), self.digits(digits))),
                _ => self.truths(&every.subject, &mut |truth| {
                    leave_over(truth, u32::MAX) && self.takes_part(&every.subject, truth)
                }),
            };
            if !fits {
                return None;
            }
        }
        found.sort_unstable();
        Some(found)
    }

    /// The live candidates of a truth from which the relation holds to the variable.
    fn related_to(&self, relation: usize, var: Var, truth: Group) -> u32 {
        let Some(to) = self.node(var) else { return 0 };
        let related = |bit: &usize| {
            let node = self.member_node(truth, *bit);
            node.is_some_and(|from| relation::holds(self, relation, from, to))
        };
        let live = bits(self.mask(truth)).filter(related);
        live.fold(0, |mask, bit| mask | 1 << bit)
    }

    /// The live candidates of a truth to which the relation holds from the variable.
    fn related_from(&self, relation: usize, var: Var, truth: Group) -> u32 {
        let Some(from) = self.node(var) else { return 0 };
        let reach = relation::related(self, relation, from);
        let is_reached = |bit: &usize| {
            let node = self.member_node(truth, *bit);
            node.is_some_and(|to| reach.contains(to))
        };
        let live = bits(self.mask(truth)).filter(is_reached);
        live.fold(0, |mask, bit| mask | 1 << bit)
    }

    /// The candidate at a truth's position, as a node.
    pub fn member_node(&self, truth: Group, bit: usize) -> Option<NodeId> {
        let board = self.position.board();
        let candidate = board.members(truth)[bit];
        self.candidate_node(board.cell_of(candidate), board.digit_of(candidate))
    }

    /// The candidates of a truth whose cell sees all the given cells.
    fn seeing(&self, kind: GroupKind, cells: &CellSet) -> u32 {
        match kind {
            GroupKind::Cell(cell) if cells.is_subset(self.tables.peers(cell)) => u32::MAX,
            GroupKind::House(house, _) => (cells.iter()).fold(u32::MAX, |mask, cell| {
                mask & self.tables.seeing(house, cell)
            }),
            _ => 0,
        }
    }

    pub(crate) fn cells_of(&self, vars: &[Var]) -> CellSet {
        (vars.iter()).fold(CellSet::EMPTY, |sum, &v| sum | self.cells(v))
    }

    /// The cells in which one of the digits of a variable is live.
    pub fn carriers(&self, digits: Var) -> CellSet {
        let live = bits(self.digits(digits)).map(|d| *self.position.places(Digit::new(d)));
        live.fold(CellSet::EMPTY, |sum, cells| sum | cells)
    }

    /// True if a presence clause holds; all its variables must be bound.
    pub fn present(&self, presence: &Presence) -> bool {
        let mut total = 0;
        let mut each = true;
        let mut count = |truth: Group, live: u32| {
            let among = (presence.alternatives.iter()).fold(0, |mask, alternative| {
                mask | self.covered(alternative, truth)
            });
            let counted = match (presence.alternatives.is_empty(), presence.others) {
                (true, _) => live,
                (false, false) => live & among,
                (false, true) => live & !among,
            };
            let count = counted.count_ones();
            each &= (presence.least..=presence.most).contains(&count);
            total += count;
        };
        if let Subject::Overlap(digits, houses) = presence.subject {
            for cell in self.overlap(digits, houses).iter() {
                let truth = self.position.board().cell_group(cell);
                count(truth, self.mask(truth) & self.digits(digits));
            }
        }
        self.truths(&presence.subject, &mut |truth| {
            count(truth, self.mask(truth));
            true
        });
        let met = match presence.each {
            true => each,
            false => (presence.least..=presence.most).contains(&total),
        };
        met != presence.negated
    }

    /// The cells that see `seen` and from which the digit can be eliminated. Digits of the sets
    /// `by_itself` are eliminated one by one.
    pub fn cells_seeing(&self, seen: &Seen, by_itself: &[Var], target_digit: Digit) -> CellSet {
        match seen {
            Seen::All(var) => self.tables.common_peers(&self.cells(*var)),
            Seen::Every { digit, cells } => {
                let is_set = self.variables[usize::from(digit.0)].size.is_some();
                let carriers = match is_set && by_itself.contains(digit) {
                    true => *self.position.places(target_digit),
                    false => self.carriers(*digit),
                };
                (self.tables).common_peers(&(self.cells(*cells) & carriers))
            }
        }
    }

    /// The cells that can be bound to a variable of sort cell.
    #[inline]
    pub fn open_cells(&self) -> CellSet {
        self.tables.all_cells().without(self.position.solved())
    }

    /// The open cells with more than two candidates.
    pub fn crowded_cells(&self) -> CellSet {
        let board = self.position.board();
        let crowded = |c: &Cell| self.mask(board.cell_group(*c)).count_ones() > 2;
        self.open_cells().iter().filter(crowded).collect()
    }

    /// True if a clause may use a truth. Only clauses about squares may use solved truths.
    pub fn takes_part(&self, subject: &Subject, truth: Group) -> bool {
        !self.position.is_solved_group(truth)
            || matches!(subject, Subject::Cells(var) if self.sort(*var) == Sort::Square)
    }

    /// The cell of a truth's position.
    #[inline]
    pub fn cell_at(&self, truth: Group, bit: usize) -> Cell {
        let board = self.position.board();
        board.cell_of(board.members(truth)[bit])
    }
}
