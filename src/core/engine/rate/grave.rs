//! Bivalue universal graves, in the four types of Sudoku Explainer.
//!
//! In a grave, every open cell has two candidates, and every digit has two places or none in each
//! house: it has no solution or several. If a state is a grave except for further candidates, one
//! of these is true. If only r1c1 has further candidates, its digit is one of them.

use super::cells::{CellView, KINDS, combinations};
use crate::grid::{Board, Candidate, Cell, House, HouseInfo, bits};
use crate::matcher::CellSet;

/// A grave with further candidates.
struct Grave {
    /// The cells with further candidates, in order of discovery.
    cells: Vec<Cell>,
    /// The further digits of each cell of the board.
    further: Vec<u32>,
    all: u32,
    /// The cells that see all of `cells`.
    common: CellSet,
}

/// The eliminations of a grave, and its rating above that of the simplest type, in hundredths.
pub(super) fn find(view: CellView<'_>) -> Option<(u32, Vec<Candidate>)> {
    let grave = Grave::of(view)?;
    let effect = |added: u32, gone: Vec<Candidate>| (!gone.is_empty()).then_some((added, gone));
    if let [cell] = grave.cells[..] {
        let mut gone = Vec::new();
        view.remove(cell, !grave.all, &mut gone);
        return effect(0, gone);
    }
    let is_pair = grave.cells.len() == 2;
    if grave.all.is_power_of_two() {
        let mut gone = Vec::new();
        for cell in grave.common.iter() {
            view.remove(cell, grave.all, &mut gone);
        }
        let locked = || is_pair.then(|| grave.locked(view)).flatten();
        return effect(10, gone).or_else(|| effect(10, locked()?));
    }
    if grave.common.is_empty() {
        return None;
    }
    let locked = is_pair.then(|| grave.locked(view)).flatten();
    if let Some(found) = locked.and_then(|gone| effect(10, gone)) {
        return Some(found);
    }
    grave.subset(view)
}

impl Grave {
    fn of(view: CellView<'_>) -> Option<Grave> {
        let board = view.board;
        let open = |cell: Cell| view.digits(cell).count_ones() > 1;
        if board
            .cells()
            .filter(|&c| open(c))
            .any(|c| view.tables.houses[c.index()].len() < 3)
        {
            return None;
        }
        let mut grave = Grave {
            cells: Vec::new(),
            further: vec![0; board.cell_count()],
            all: 0,
            common: board.cells().collect(),
        };
        // The only digit with more than two places, and all cells where it may be the further
        // candidate.
        let mut only: Option<(usize, CellSet)> = None;
        let mut is_one_digit = true;
        for kind in KINDS {
            let houses = board.houses().iter().enumerate();
            for (at, house) in houses.filter(|(_, house)| house.kind == kind) {
                for digit in 0..board.size() {
                    let places = view.places(House::new(at), digit);
                    if matches!(places.count_ones(), 0 | 2) {
                        continue;
                    }
                    let large: CellSet = bits(places)
                        .map(|position| house.cells[position])
                        .filter(|&cell| view.digits(cell).count_ones() >= 3)
                        .collect();
                    match &mut only {
                        None => only = Some((digit, large)),
                        Some((known, all)) if *known == digit => *all |= large,
                        Some(_) => is_one_digit = false,
                    }
                    match large.len() {
                        0 => return None,
                        1 => grave.note(view, large.iter().next()?, digit)?,
                        // Another house decides which cell has the further candidate.
                        _ => {}
                    }
                }
            }
        }
        if let (Some((digit, all)), true) = (only, is_one_digit) {
            for cell in all.iter() {
                if grave.further[cell.index()] == 0 {
                    grave.note(view, cell, digit)?;
                }
            }
        }
        let is_grave = !grave.cells.is_empty() && grave.is_left(board, view);
        is_grave.then_some(grave)
    }

    /// Records a further candidate. `None` if there are too many.
    fn note(&mut self, view: CellView<'_>, cell: Cell, digit: usize) -> Option<()> {
        if self.further[cell.index()] == 0 {
            self.cells.push(cell);
            self.common &= view.tables.sees[cell.index()];
        }
        self.further[cell.index()] |= 1 << digit;
        self.all |= 1 << digit;
        let is_lost = self.cells.len() > 1 && self.all.count_ones() > 1 && self.common.is_empty();
        (!is_lost).then_some(())
    }

    /// Whether the state is a grave without the further candidates.
    fn is_left(&self, board: &Board, view: CellView<'_>) -> bool {
        let left = |cell: Cell| match view.digits(cell) {
            digits if digits.count_ones() > 1 => digits & !self.further[cell.index()],
            _ => 0,
        };
        let is_pair = |cell: Cell| matches!(left(cell).count_ones(), 0 | 2);
        let has_pairs = |house: &HouseInfo| {
            (0..board.size()).all(|digit| {
                let has = |cell: &&Cell| left(**cell) >> digit & 1 == 1;
                matches!(house.cells.iter().filter(has).count(), 0 | 2)
            })
        };
        let mut open = board.cells().filter(|&c| view.digits(c).count_ones() > 1);
        let mut houses = board
            .houses()
            .iter()
            .filter(|house| KINDS.contains(&house.kind));
        open.all(|cell| is_pair(cell) && left(cell) != 0) && houses.all(has_pairs)
    }

    /// Type 4: a digit of both cells is confined to them, so the other cell holds a further digit.
    fn locked(&self, view: CellView<'_>) -> Option<Vec<Candidate>> {
        let [one, other] = self.cells[..] else {
            return None;
        };
        let both = view.digits(one) & view.digits(other) & !self.all;
        let shares = |kind| view.tables.shared(&self.cells, kind).is_some();
        if !both.is_power_of_two() || !(0..KINDS.len()).any(shares) {
            return None;
        }
        let mut gone = Vec::new();
        for cell in [one, other] {
            view.remove(cell, !(self.further[cell.index()] | both), &mut gone);
        }
        Some(gone)
    }

    /// Type 3: the further digits make a naked subset with other cells of a house.
    fn subset(&self, view: CellView<'_>) -> Option<(u32, Vec<Candidate>)> {
        for degree in 2..=6usize {
            for kind in 0..KINDS.len() {
                let Some(house) = view.tables.shared(&self.cells, kind) else {
                    continue;
                };
                let peers = view.tables.peers[self.cells[0].index()].iter().copied();
                let is_here =
                    |cell: &Cell| self.common.contains(*cell) && view.cells(house).contains(cell);
                let cells: Vec<Cell> = peers.filter(is_here).collect();
                if cells.len() < degree {
                    continue;
                }
                for chosen in combinations(degree - 1, cells.len()) {
                    let helpers = bits(chosen).map(|at| view.digits(cells[at]));
                    let is_small = helpers.clone().any(|digits| digits.count_ones() < 2);
                    let digits = helpers.fold(0, |all, digits| all | digits);
                    let set = digits | self.all;
                    if is_small
                        || [digits, set]
                            .iter()
                            .any(|d| d.count_ones() as usize != degree)
                    {
                        continue;
                    }
                    let mut gone = Vec::new();
                    for (at, &cell) in cells.iter().enumerate() {
                        if chosen >> at & 1 == 0 {
                            view.remove(cell, set, &mut gone);
                        }
                    }
                    if !gone.is_empty() {
                        return Some((10 * degree as u32, gone));
                    }
                }
            }
        }
        None
    }
}
