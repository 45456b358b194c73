//! Capacity arguments among cores: the digits cannot fill the cells of the core, as the houses of
//! the core limit how many of the cells each digit takes.
//!
//! In te2's puzzle 48, a core that refutes r2c5=3 has the cells r2c1, r2c7, r2c9, r3c2 and r3c3 and
//! houses of 1, 4, 8 and 9. Each of these digits fits at most once into the cells, so the core is a
//! capacity argument: four digits for five cells.

use qedoku_core::grid::{Board, Candidate, Cell, Digit, Group, GroupKind, State};
use qedoku_core::layout::{CapacityIndex, Places};

/// The cells of a core, and how many of them each digit takes at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapacityCore {
    /// The cells, in reading order.
    pub cells: Vec<Cell>,
    /// The digits that fit at all, each with its capacity. Their sum is less than the number of
    /// cells.
    pub capacities: Vec<(Digit, usize)>,
}

impl CapacityCore {
    /// Reads a core that refutes a candidate. `None` if its cells and houses allow the digits to
    /// fill the cells.
    pub fn of(
        board: &Board,
        state: &State,
        target: Candidate,
        core: &[Group],
    ) -> Option<CapacityCore> {
        let mut supposed = state.clone();
        supposed.place(board, target);
        let kinds = core.iter().map(|&group| board.group_kind(group));
        let mut cells: Vec<Cell> = { kinds.clone() }
            .filter_map(|kind| match kind {
                GroupKind::Cell(cell) => Some(cell),
                GroupKind::House(..) | GroupKind::Derived => None,
            })
            .collect();
        cells.sort_unstable();
        let capacity = |digit: Digit| {
            let live = |cell: &Cell| supposed.is_live(board, board.candidate(*cell, digit));
            let houses = kinds.clone().filter_map(|kind| match kind {
                GroupKind::House(house, of) if of == digit => {
                    let places = board.house(house).cells.iter().copied();
                    Some(places.filter(live).collect::<Vec<Cell>>())
                }
                _ => None,
            });
            let placed = PlacedDigit {
                board,
                houses: houses.collect(),
                cells: cells.iter().copied().filter(live).collect(),
            };
            // If the houses cannot all hold the digit, the core is not a capacity argument.
            Some((digit, placed.capacity(&mut Vec::new())?))
        };
        let capacities: Option<Vec<(Digit, usize)>> = board.digits().map(capacity).collect();
        let mut capacities = capacities?;
        capacities.retain(|(_, most)| *most > 0);
        let sum: usize = capacities.iter().map(|(_, most)| most).sum();
        (sum < cells.len()).then_some(CapacityCore { cells, capacities })
    }

    /// The argument in words.
    pub fn words(&self, board: &Board) -> String {
        let cells = self.cells.iter().map(|&cell| board.cell_name(cell));
        let cells: Vec<String> = cells.collect();
        let most = self.capacities.iter().map(|(digit, most)| match most {
            1 => format!("{digit} once"),
            most => format!("{digit} {most} times"),
        });
        let most: Vec<String> = most.collect();
        let sum: usize = self.capacities.iter().map(|(_, most)| most).sum();
        format!(
            "the digits fill at most {sum} of the {} cells {} ({})",
            cells.len(),
            cells.join(","),
            most.join(", ")
        )
    }

    /// The argument as a rule, if it needs no supposition: in the state, the capacities of the
    /// cells add up to their number, and exclude the target.
    pub fn rule(
        &self,
        board: &Board,
        state: &State,
        target: Candidate,
        title: &str,
    ) -> Option<String> {
        let index = CapacityIndex::of(board, state)?;
        let cells: Places = self.cells.iter().copied().collect();
        let capacities = board.digits().map(|digit| index.capacity(digit, &cells));
        let capacities: Vec<usize> = capacities.collect();
        let unfit = &index.unfit(board, &cells)[board.digit_of(target).index()];
        if capacities.iter().sum::<usize>() != cells.len() || !unfit.contains(board.cell_of(target))
        {
            return None;
        }
        let (size, most) = (cells.len(), capacities.iter().max()?);
        Some(format!(
            "rule explained {{ name {title:?} for cells S[{size}], capacities K[0..{most}] \
             with |K| = |S| when every candidate of S is in K \
             then eliminate candidates excluded by K say \"{{K}} into {{S}}\" }}"
        ))
    }
}

/// The places of one digit that a core mentions.
struct PlacedDigit<'b> {
    board: &'b Board,
    /// The live places in each house of the core.
    houses: Vec<Vec<Cell>>,
    /// The live places in the cells of the core.
    cells: Vec<Cell>,
}

impl PlacedDigit<'_> {
    /// The largest number of the cells that the digit takes, given the chosen places: at most one
    /// place in each house. `None` if some house cannot hold the digit.
    fn capacity(&self, taken: &mut Vec<Cell>) -> Option<usize> {
        let is_open = |house: &&Vec<Cell>| !house.iter().any(|cell| taken.contains(cell));
        match self.houses.iter().find(is_open) {
            Some(house) => {
                let mut most = None;
                for &cell in house {
                    if self.fits(cell, taken) {
                        taken.push(cell);
                        most = most.max(self.capacity(taken));
                        taken.pop();
                    }
                }
                most
            }
            None => Some(self.fill(0, taken)),
        }
    }

    /// The largest number of cells that the digit takes, if further cells come from this index on.
    fn fill(&self, from: usize, taken: &mut Vec<Cell>) -> usize {
        let mut most = { self.cells.iter() }
            .filter(|cell| taken.contains(cell))
            .count();
        for (at, &cell) in self.cells.iter().enumerate().skip(from) {
            if !taken.contains(&cell) && self.fits(cell, taken) {
                taken.push(cell);
                most = most.max(self.fill(at + 1, taken));
                taken.pop();
            }
        }
        most
    }

    /// True if the cell sees none of the chosen cells.
    fn fits(&self, cell: Cell, taken: &[Cell]) -> bool {
        !taken.iter().any(|&other| self.board.sees(cell, other))
    }
}
