//! Where in a state some digits cannot fill cells, but for a few other candidates there: the guardians, one of which is true.
//!
//! Takes a state and patterns, gives the placements of a pattern with the fewest guardians. A pattern is laid onto the board box by box, in
//! every way that symmetry allows; a way ends as soon as its cells have more guardians than allowed. In the
//! puzzles that need trial of three candidates at once it finds a tridagon with one to four guardians almost always.

use std::collections::BTreeSet;

use super::cells::CellPattern;
use qedoku_core::grid::{Board, Candidate, Cell, State};

/// Cells that some digits cannot fill, and the other candidates in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guarded {
    /// Which of the patterns.
    pub pattern: usize,
    /// The digits, as a mask.
    pub digits: u32,
    /// The cells.
    pub cells: CellPattern,
    /// The other candidates, one of which is true.
    pub guardians: Vec<Candidate>,
}

/// The placements with the fewest guardians, for each choice of so many digits and each pattern: at most `most` guardians, and one
/// placement each. Every cell can be two of the digits at least.
pub fn guarded_sets(
    board: &Board,
    state: &State,
    digits: usize,
    patterns: &[CellPattern],
    most: usize,
) -> Vec<Guarded> {
    let mut found = Vec::new();
    if board.cell_count() != 81 {
        return found;
    }
    for choice in (0u32..512).filter(|choice| choice.count_ones() as usize == digits) {
        let ground = Ground::new(board, state, choice, most);
        for (number, pattern) in patterns.iter().enumerate() {
            let placed = placements(*pattern, &ground, most);
            let Some(&(_, cells)) = placed.first() else {
                continue;
            };
            found.push(Guarded {
                pattern: number,
                digits: choice,
                cells,
                guardians: guardians(board, state, choice, cells),
            });
        }
    }
    found
}

/// The candidates of cells that are of other digits.
pub fn guardians(board: &Board, state: &State, digits: u32, cells: CellPattern) -> Vec<Candidate> {
    let cells = cells.iter().map(Cell::new);
    let others = cells.flat_map(|cell| state.domain(board, board.cell_group(cell)));
    others
        .filter(|&c| digits >> board.digit_of(c).index() & 1 == 0)
        .collect()
}

/// What a pattern can be laid on.
struct Ground {
    /// How many guardians each cell has; `None` if the cell does not come into question.
    guardians: [Option<u8>; 81],
}

impl Ground {
    fn new(board: &Board, state: &State, digits: u32, most: usize) -> Ground {
        let mut guardians = [None; 81];
        for cell in board.cells() {
            let live = state.digits(board, cell);
            let own = (live & digits).count_ones();
            let others = (live & !digits).count_ones();
            guardians[cell.index()] = (own >= 2 && others as usize <= most).then_some(others as u8);
        }
        Ground { guardians }
    }

    /// How many guardians the cells have, if all of them come into question.
    fn count(&self, cells: impl IntoIterator<Item = usize>) -> Option<usize> {
        let mut all = cells.into_iter().map(|cell| self.guardians[cell]);
        all.try_fold(0, |sum, guardians| Some(sum + usize::from(guardians?)))
    }
}

/// All placements of a pattern with at most so many guardians, those with few first.
fn placements(pattern: CellPattern, ground: &Ground, most: usize) -> Vec<(usize, CellPattern)> {
    let turned = pattern.turned();
    let mut found = BTreeSet::new();
    for upright in BTreeSet::from([pattern, turned]) {
        let mut laying = Laying {
            boxes: boxes_of(upright),
            ground,
            most,
            bands: [None; 3],
            stacks: [None; 3],
            found: &mut found,
        };
        laying.lay(0, 0, CellPattern::default());
    }
    found.into_iter().collect()
}

/// A box of a pattern: its band, its stack, and its cells by row and column in it.
type PatternBox = (usize, usize, Vec<(usize, usize)>);

/// The boxes that have cells, the fullest first, each next to one before it where possible.
fn boxes_of(pattern: CellPattern) -> Vec<PatternBox> {
    let mut boxes: Vec<PatternBox> = Vec::new();
    for cell in pattern.iter() {
        let (row, column) = (cell / 9, cell % 9);
        let place = (row % 3, column % 3);
        let of = (boxes.iter_mut()).find(|(b, s, _)| (*b, *s) == (row / 3, column / 3));
        match of {
            Some((.., cells)) => cells.push(place),
            None => boxes.push((row / 3, column / 3, vec![place])),
        }
    }
    let mut ordered: Vec<PatternBox> = Vec::new();
    while !boxes.is_empty() {
        let known = |(band, stack, cells): &PatternBox| {
            let lines = ordered.iter().any(|(b, ..)| b == band);
            let crosslines = ordered.iter().any(|(_, s, _)| s == stack);
            (usize::from(lines) + usize::from(crosslines), cells.len())
        };
        let next = (0..boxes.len()).max_by_key(|&i| known(&boxes[i]));
        ordered.push(boxes.remove(next.unwrap_or_default()));
    }
    ordered
}

/// Where a band or a stack lies, and its three lines in it.
type Laid = Option<(usize, [usize; 3])>;

/// A pattern on its way onto the board.
struct Laying<'g> {
    boxes: Vec<PatternBox>,
    ground: &'g Ground,
    most: usize,
    bands: [Laid; 3],
    stacks: [Laid; 3],
    found: &'g mut BTreeSet<(usize, CellPattern)>,
}

impl Laying<'_> {
    fn lay(&mut self, next: usize, guardians: usize, cells: CellPattern) {
        let Some((band, stack, places)) = self.boxes.get(next).cloned() else {
            self.found.insert((guardians, cells));
            return;
        };
        let (bands, stacks) = (ways(&self.bands, band), ways(&self.stacks, stack));
        for &(to_band, rows) in &bands {
            for &(to_stack, columns) in &stacks {
                let cell = |&(row, column): &(usize, usize)| {
                    27 * to_band + 9 * rows[row] + 3 * to_stack + columns[column]
                };
                let own = places.iter().map(cell);
                let Some(more) = self.ground.count(own.clone()) else {
                    continue;
                };
                if guardians + more > self.most {
                    continue;
                }
                let before = (self.bands, self.stacks);
                self.bands[band] = Some((to_band, rows));
                self.stacks[stack] = Some((to_stack, columns));
                self.lay(next + 1, guardians + more, cells.or(CellPattern::of(own)));
                (self.bands, self.stacks) = before;
            }
        }
    }
}

/// The ways in which a band or a stack can lie: as it does, or else wherever none does, its lines in any order.
fn ways(laid: &[Laid; 3], which: usize) -> Vec<(usize, [usize; 3])> {
    if let Some(known) = laid[which] {
        return vec![known];
    }
    let free = |place: &usize| laid.iter().flatten().all(|(taken, _)| taken != place);
    let orders = |place: usize| super::cells::ORDERS.map(|order| (place, order));
    (0..3).filter(free).flat_map(orders).collect()
}
