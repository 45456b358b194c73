//! The constraints of a puzzle as truths, sets of different cells, and items to be filled.
//!
//! `cage k1 15 : r1c5 r1c6` gives a set of two different cells and an item with one row.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::bits::CandidateSet;
use super::fill_tables::{FillTables, MAX_ITEM_CELLS};
use crate::grid::{Board, Candidate, Cell, Digit, House, HouseKind};
use crate::lang::ir::ConstraintKind;
use crate::proof::{Header, Machine, Row, RowSet, RowTerm, Rule, Rules};

/// Maximum number of cells of a derived equation.
const MAX_DERIVED_CELLS: usize = 8;
/// Maximum number of cells of a line that are filled at once.
const MAX_WINDOW: usize = 6;
/// Maximum number of houses for rules of the library, which store sets of houses in 128 bits.
const MAX_HOUSES: usize = 128;

/// Candidates of which at least one is true.
#[derive(Debug)]
pub(crate) struct Truth {
    pub name: String,
    pub members: CandidateSet,
}

/// Cells with different digits.
#[derive(Debug)]
pub(crate) struct DifferentCells {
    pub name: String,
    pub cells: Vec<Cell>,
    /// Whether every digit occurs in the cells.
    pub is_house: bool,
}

/// Cells with rows or a machine that restrict their digits.
#[derive(Debug)]
pub(crate) struct Item {
    /// The words of a `fill`.
    pub words: Vec<String>,
    pub kind: ConstraintKind,
    pub cells: Vec<Cell>,
    pub rows: Vec<Row>,
    pub tables: FillTables,
    pub scope: CandidateSet,
    /// The equations whose sum is the item, if the item is derived.
    pub terms: Vec<RowTerm>,
}

/// The parts of an item.
struct ItemParts {
    words: Vec<String>,
    kind: ConstraintKind,
    cells: Vec<Cell>,
    rows: Vec<Row>,
    machine: Option<Machine>,
    terms: Vec<RowTerm>,
}

/// The constraints of a puzzle.
#[derive(Debug)]
pub struct Constraints {
    /// The board of the header with all its houses and sets of different cells. It has fewer
    /// exclusions than the puzzle, so all steps of rules on it are valid.
    pub(crate) board: Arc<Board>,
    pub(crate) truths: Vec<Truth>,
    pub(crate) sets: Vec<DifferentCells>,
    pub(crate) items: Vec<Item>,
    pub(crate) excluded: Vec<CandidateSet>,
    pub(crate) start: CandidateSet,
}

impl Constraints {
    /// The constraints of the header of a puzzle.
    pub fn new(header: &Header) -> Constraints {
        let none = Rules::default();
        let rules = header.rules.as_deref().unwrap_or(&none);
        let whole = board_of(&header.board, rules);
        let board = &*whole;
        let mut model = Constraints {
            board: Arc::clone(&whole),
            truths: Vec::new(),
            sets: Vec::new(),
            items: Vec::new(),
            excluded: exclusions(&header.board, rules),
            start: CandidateSet::default(),
        };
        model.start = model.beginning(header, rules);
        for group in board.groups().filter(|&it| board.is_truth(it)) {
            model.truths.push(Truth {
                name: board.group_name(group),
                members: board.members(group).iter().copied().collect(),
            });
        }
        for (at, house) in board.houses().iter().enumerate() {
            model.sets.push(DifferentCells {
                name: board.house_name(House::new(at)),
                cells: house.cells.clone(),
                is_house: house.cells.len() == board.size(),
            });
        }
        for (name, rule) in rules.all() {
            model.add_rule(name, rule);
        }
        model.derive(rules);
        let small = |item: &Item| (!item.terms.is_empty(), item.cells.len());
        model.items.sort_by_key(small);
        model
    }

    fn beginning(&self, header: &Header, rules: &Rules) -> CandidateSet {
        let board = &*header.board;
        let all = (0..board.candidate_count()).map(Candidate::new);
        let mut live: CandidateSet = all.filter(|it| !rules.gone.contains(it)).collect();
        for (cell, mask) in board.cells().zip(header.state.iter().flatten()) {
            for digit in board.digits().filter(|it| mask >> it.index() & 1 == 0) {
                live.remove(board.candidate(cell, digit));
            }
        }
        let givens = board.cells().zip(header.givens.iter().flatten());
        for candidate in givens.filter_map(|(cell, digit)| Some(board.candidate(cell, (*digit)?))) {
            live = live.without(&self.excluded[candidate.index()]);
        }
        live
    }

    fn add_rule(&mut self, name: &str, rule: &Rule) {
        let is_house = matches!(rule.kind(), "house" | "different");
        for (name, row) in rule.rows(name) {
            if row.is_truth() && !is_house {
                let members = row.weights.iter().map(|&(it, _)| it).collect();
                self.truths.push(Truth { name, members });
            }
        }
        if rule.kind() == "cage" {
            self.sets.push(DifferentCells {
                name: name.to_owned(),
                cells: rule.cells.clone(),
                is_house: false,
            });
        }
        let rows: Vec<Row> = match rule.is_plain_row {
            true => (rule.row.iter().filter(|it| !it.is_truth()))
                .cloned()
                .collect(),
            false => rule.conditions().into_iter().cloned().collect(),
        };
        let is_line = matches!(rule.kind(), "path" | "every");
        if rows.is_empty() && rule.machine.is_none() && !is_line {
            return;
        }
        let board = Arc::clone(&self.board);
        let parts = |words, cells, rows| ItemParts {
            words,
            kind: kind_of(rule),
            cells,
            rows,
            machine: rule.machine.clone(),
            terms: Vec::new(),
        };
        if is_line && rule.cells.len() > MAX_WINDOW {
            for cells in rule.cells.windows(MAX_WINDOW) {
                let words = cells.iter().map(|&cell| board.cell_name(cell)).collect();
                self.add_item(parts(words, cells.to_vec(), Vec::new()));
            }
            return;
        }
        let cells = match rule.is_plain_row {
            true => rule.row.iter().flat_map(|row| row.cells(&board)).collect(),
            false => rule.cells.clone(),
        };
        self.add_item(parts(vec![name.to_owned()], cells, rows));
    }

    /// Adds an item, unless it has too many cells.
    fn add_item(&mut self, parts: ItemParts) {
        if parts.cells.len() > MAX_ITEM_CELLS {
            return;
        }
        let board = &*self.board;
        let of_cell = |cell: &Cell| board.members(board.cell_group(*cell)).to_vec();
        let machine = parts.machine.as_ref().map(|it| (it, parts.cells.len()));
        let contents = (&*parts.cells, &*parts.rows, machine);
        self.items.push(Item {
            scope: parts.cells.iter().flat_map(of_cell).collect(),
            tables: FillTables::new(board, &self.excluded, contents),
            words: parts.words,
            kind: parts.kind,
            cells: parts.cells,
            rows: parts.rows,
            terms: parts.terms,
        });
    }

    /// Adds the equations of one to three adjacent houses minus the cages in them.
    fn derive(&mut self, rules: &Rules) {
        let whole = Arc::clone(&self.board);
        let board = &*whole;
        let cages: Vec<Cage<'_>> = { rules.all() }
            .filter(|(_, rule)| rule.kind() == "cage")
            .filter_map(|(name, rule)| Some((name, &*rule.cells, rule.row.as_ref()?.hi?)))
            .collect();
        if cages.is_empty() {
            return;
        }
        let (mut seen, mut number) = (BTreeSet::new(), 0);
        for houses in areas(board) {
            for way in 0..3 {
                let Some(equation) = Equation::of(board, &houses, &cages, way) else {
                    continue;
                };
                let times = &equation.times;
                let negated: Vec<i64> = times.iter().map(|it| -it).collect();
                let is_new = !seen.contains(&negated) && seen.insert(times.clone());
                let count = times.iter().filter(|&&it| it != 0).count();
                if !is_new || !(1..=MAX_DERIVED_CELLS).contains(&count) {
                    continue;
                }
                let name = loop {
                    number += 1;
                    let name = format!("eq{number}");
                    if rules.named(&name).is_none() {
                        break name;
                    }
                };
                let row = equation.row(board);
                self.add_item(ItemParts {
                    words: vec![name],
                    kind: ConstraintKind::Equation,
                    cells: row.cells(board),
                    rows: vec![row],
                    machine: None,
                    terms: equation.terms(board, &cages),
                });
            }
        }
    }
}

/// The kind of a constraint line with cells to be filled.
fn kind_of(rule: &Rule) -> ConstraintKind {
    match rule.kind() {
        "cage" => ConstraintKind::Cage,
        "path" | "every" | "between" => ConstraintKind::Path,
        _ if rule.machine.is_some() => ConstraintKind::Clue,
        _ => ConstraintKind::Sum,
    }
}

/// The board with the houses and the sets of different cells of the header.
pub(crate) fn board_of(board: &Arc<Board>, rules: &Rules) -> Arc<Board> {
    // A board treats sets of n cells as truths, but the proof format only those of `house` lines.
    let is_named = |rule: &Rule| match rule.kind() {
        "house" => true,
        kind => kind == "different" && rule.cells.len() < board.size(),
    };
    let named = rules.all().filter(|(_, rule)| is_named(rule));
    let left = MAX_HOUSES.saturating_sub(board.houses().len());
    let houses: Vec<_> = named
        .map(|(name, rule)| (name.to_owned(), rule.cells.clone()))
        .take(left)
        .collect();
    match houses.is_empty() {
        true => Arc::clone(board),
        false => board.with_houses(houses),
    }
}

fn exclusions(board: &Board, rules: &Rules) -> Vec<CandidateSet> {
    let all = (0..board.candidate_count()).map(Candidate::new);
    all.map(|candidate| {
        let slots = board.slots(candidate).iter();
        let mut set: CandidateSet = slots
            .flat_map(|slot| board.members(slot.group))
            .copied()
            .collect();
        rules.excluded(candidate).for_each(|it| set.insert(it));
        set.remove(candidate);
        set
    })
    .collect()
}

/// Sets of one to three adjacent houses.
fn areas(board: &Board) -> Vec<Vec<usize>> {
    let n = board.size();
    let mut areas = Vec::new();
    for kind in [HouseKind::Row, HouseKind::Column, HouseKind::Box] {
        let of_kind: Vec<usize> = (0..board.houses().len())
            .filter(|&at| board.houses()[at].kind == kind)
            .collect();
        for length in 1..=3.min(of_kind.len()) {
            areas.extend(of_kind.windows(length).map(<[usize]>::to_vec));
        }
        if kind == HouseKind::Box && board.has_boxes() {
            let across = board.shape().height;
            for at in 0..n.saturating_sub(across) {
                areas.push(vec![of_kind[at], of_kind[at + across]]);
            }
            for at in (0..n.saturating_sub(across + 1)).filter(|at| (at + 1) % across != 0) {
                let square = [at, at + 1, at + across, at + across + 1];
                for left_out in square {
                    let kept = square.iter().filter(|&&it| it != left_out);
                    areas.push(kept.map(|&it| of_kind[it]).collect());
                }
            }
        }
    }
    let extra = 0..board.houses().len();
    let extra = extra.filter(|&at| board.houses()[at].kind == HouseKind::Extra);
    areas.extend(
        extra
            .filter(|&at| board.houses()[at].cells.len() == n)
            .map(|at| vec![at]),
    );
    areas
}

/// The name, the cells and the sum of a cage.
type Cage<'r> = (&'r str, &'r [Cell], i64);

/// The sum of some houses less the sums of some cages.
struct Equation<'h> {
    houses: &'h [usize],
    /// The cages, by index.
    cages: Vec<usize>,
    /// For each cell, the number of times that it counts.
    times: Vec<i64>,
    sum: i64,
}

impl<'h> Equation<'h> {
    /// The houses minus the cages that lie in them entirely (`way` 0), in part (1) or by more than
    /// half (2). `None` if there is no such cage.
    fn of(
        board: &Board,
        houses: &'h [usize],
        cages: &[Cage<'_>],
        way: usize,
    ) -> Option<Equation<'h>> {
        let n = board.size() as i64;
        let mut equation = Equation {
            houses,
            cages: Vec::new(),
            times: vec![0; board.cell_count()],
            sum: houses.len() as i64 * n * (n + 1) / 2,
        };
        for &house in houses {
            for cell in &board.houses()[house].cells {
                equation.times[cell.index()] += 1;
            }
        }
        let inside: Vec<bool> = equation.times.iter().map(|&it| it > 0).collect();
        for (at, &(_, cells, sum)) in cages.iter().enumerate() {
            let shared = cells.iter().filter(|cell| inside[cell.index()]).count();
            let is_taken = match way {
                0 => shared == cells.len(),
                1 => shared > 0,
                _ => 2 * shared > cells.len(),
            };
            if is_taken {
                equation.cages.push(at);
                equation.sum -= sum;
                cells.iter().for_each(|it| equation.times[it.index()] -= 1);
            }
        }
        (!equation.cages.is_empty()).then_some(equation)
    }

    fn row(&self, board: &Board) -> Row {
        let open = board
            .cells()
            .zip(&self.times)
            .filter(|(_, times)| **times != 0);
        let weights = open.flat_map(|(cell, times)| {
            let weight = move |digit| (board.candidate(cell, digit), times * value(digit));
            board.digits().map(weight)
        });
        Row::new(weights.collect(), Some(self.sum), Some(self.sum))
    }

    fn terms(&self, board: &Board, cages: &[Cage<'_>]) -> Vec<RowTerm> {
        let term = |name: String, multiplier| RowTerm {
            set: RowSet::Named(name),
            multiplier,
        };
        let houses = self.houses.iter();
        let houses = houses.map(|&it| term(board.house_name(House::new(it)), 1));
        let cages = self
            .cages
            .iter()
            .map(|&it| term(cages[it].0.to_owned(), -1));
        houses.chain(cages).collect()
    }
}

/// The value of a digit in sums.
pub(crate) fn value(digit: Digit) -> i64 {
    digit.index() as i64 + 1
}
