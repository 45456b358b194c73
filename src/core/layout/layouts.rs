//! Complete placements of every digit, and the cells that a digit never fills together.

use super::places::Places;
use crate::grid::{Board, Candidate, Cell, Digit, House, State};

/// Limit on the number of layouts of one digit. The hardest 9x9 puzzles have about 60 once no
/// simple rule fires. An empty 9x9 board has 46,656.
pub const MAX_LAYOUTS: usize = 2_000;

/// Limit on the number of houses that hold every digit. A 16x16 board has 48 without extra houses.
pub const MAX_HOUSES: usize = 128;

/// Limit on the number of layouts of all digits together. The programs over layouts are dense: on
/// a 16x16 board one with 4,000 layouts takes 9 MB.
pub const MAX_ALL_LAYOUTS: usize = 4_000;

/// The layouts of each digit in a state. A layout is a set of live places of the digit, one in
/// each house, no two of which see each other.
#[derive(Clone, Debug)]
pub struct Layouts {
    by_digit: Vec<Vec<Places>>,
}

impl Layouts {
    /// The layouts of all digits. `None` if the board has more than [`Places::MAX_CELLS`] cells or
    /// [`MAX_HOUSES`] houses, if a digit has more than [`MAX_LAYOUTS`] layouts, or if all together
    /// have more than [`MAX_ALL_LAYOUTS`].
    pub fn of(board: &Board, state: &State) -> Option<Layouts> {
        if board.cell_count() > Places::MAX_CELLS {
            return None;
        }
        let geometry = Geometry::of(board)?;
        let by_digit = board.digits().map(|digit| {
            let live = |cell: &Cell| state.is_live(board, board.candidate(*cell, digit));
            let places: Places = board.cells().filter(live).collect();
            let mut found = Vec::new();
            geometry.extend(places, geometry.all(), Places::EMPTY, &mut found)?;
            Some(found)
        });
        let layouts = Layouts {
            by_digit: by_digit.collect::<Option<_>>()?,
        };
        (layouts.len() <= MAX_ALL_LAYOUTS).then_some(layouts)
    }

    /// Number of layouts of all digits together.
    pub fn len(&self) -> usize {
        self.by_digit.iter().map(Vec::len).sum()
    }

    /// Whether no digit has a layout.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The layouts that remain if the candidate is true: layouts of its digit with its cell, and
    /// layouts of other digits without it.
    pub fn supposing(&self, board: &Board, candidate: Candidate) -> Layouts {
        let (cell, digit) = (board.cell_of(candidate), board.digit_of(candidate));
        let left = |(at, layouts): (usize, &Vec<Places>)| {
            let takes = at == digit.index();
            let keep = |layout: &&Places| layout.contains(cell) == takes;
            layouts.iter().filter(keep).copied().collect()
        };
        Layouts {
            by_digit: self.by_digit.iter().enumerate().map(left).collect(),
        }
    }

    /// The layouts of one digit.
    pub fn of_digit(&self, digit: Digit) -> &[Places] {
        &self.by_digit[digit.index()]
    }

    /// Number of digits.
    pub fn digits(&self) -> usize {
        self.by_digit.len()
    }

    /// Every layout with its digit, in order of digits.
    pub fn iter(&self) -> impl Iterator<Item = (Digit, &Places)> {
        (self.by_digit.iter().enumerate())
            .flat_map(|(at, all)| all.iter().map(move |layout| (Digit::new(at), layout)))
    }

    /// The largest total weight in a layout of the digit. `None` if the digit has no layout.
    pub fn capacity(&self, digit: Digit, weights: &[(Cell, i64)]) -> Option<i64> {
        let weight = |layout: &Places| {
            let taken = weights.iter().filter(|(cell, _)| layout.contains(*cell));
            taken.map(|(_, weight)| weight).sum()
        };
        self.of_digit(digit).iter().map(weight).max()
    }
}

/// The houses that hold every digit.
pub fn full_houses(board: &Board) -> impl Iterator<Item = House> + '_ {
    let houses = (0..board.houses().len()).map(House::new);
    houses.filter(|&house| board.house(house).cells.len() == board.size())
}

/// The houses that hold every digit, and the cells that a cell sees.
struct Geometry {
    houses: Vec<Places>,
    /// For each cell, its houses as a mask.
    houses_of: Vec<u128>,
    peers: Vec<Places>,
}

impl Geometry {
    /// `None` if there are more than [`MAX_HOUSES`].
    fn of(board: &Board) -> Option<Geometry> {
        let houses: Vec<Places> = full_houses(board)
            .map(|house| board.house(house).cells.iter().copied().collect())
            .collect();
        if houses.len() > MAX_HOUSES {
            return None;
        }
        let (mut houses_of, mut peers) = (
            vec![0; board.cell_count()],
            vec![Places::EMPTY; board.cell_count()],
        );
        for (at, house) in houses.iter().enumerate() {
            for cell in house.iter() {
                houses_of[cell.index()] |= 1 << at;
                peers[cell.index()] = peers[cell.index()].or(house);
            }
        }
        Some(Geometry {
            houses,
            houses_of,
            peers,
        })
    }

    /// All houses as a mask.
    fn all(&self) -> u128 {
        (0..self.houses.len()).fold(0, |mask, house| mask | 1 << house)
    }

    /// Adds every layout that extends `taken` with one place in each open house. `None` if there
    /// are more than [`MAX_LAYOUTS`].
    fn extend(
        &self,
        left: Places,
        open: u128,
        taken: Places,
        found: &mut Vec<Places>,
    ) -> Option<()> {
        if open == 0 {
            found.push(taken);
            return (found.len() <= MAX_LAYOUTS).then_some(());
        }
        // The first house with the fewest choices. One choice is few enough.
        let (mut fewest, mut choice) = (usize::MAX, Places::EMPTY);
        let mut rest = open;
        while rest != 0 && fewest > 1 {
            let choices = self.houses[rest.trailing_zeros() as usize].and(&left);
            rest &= rest - 1;
            if choices.len() < fewest {
                (fewest, choice) = (choices.len(), choices);
            }
        }
        for cell in choice.iter() {
            let left = left.without(&self.peers[cell.index()]);
            let open = open & !self.houses_of[cell.index()];
            self.extend(left, open, taken.or(&Places::only(cell)), found)?;
        }
        Some(())
    }
}

/// For each digit and cell, the cells that share a layout with it.
#[derive(Clone, Debug)]
pub struct Together {
    cells: usize,
    masks: Vec<Places>,
}

impl Together {
    /// Computes the sets from the layouts.
    pub fn of(board: &Board, layouts: &Layouts) -> Together {
        let cells = board.cell_count();
        let mut masks = vec![Places::EMPTY; cells * layouts.digits()];
        for (digit, layout) in layouts.iter() {
            for cell in layout.iter() {
                let mask = &mut masks[digit.index() * cells + cell.index()];
                *mask = mask.or(layout);
            }
        }
        Together { cells, masks }
    }

    /// All cells that share a layout of the digit with the given cell, and the cell itself. Empty
    /// if no layout contains the cell.
    pub fn with(&self, digit: Digit, cell: Cell) -> &Places {
        &self.masks[digit.index() * self.cells + cell.index()]
    }
}
