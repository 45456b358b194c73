//! Guardians: the other candidates in cells that some digits cannot fill. One of them is true.
//!
//! For a state and some patterns, the result is the placements with the fewest guardians. A pattern
//! is placed on the board box by box, in every way that symmetry allows. A branch ends as soon as
//! its cells have too many guardians. Puzzles with T&E depth 3 almost always contain a tridagon
//! with one to four guardians.

use std::collections::BTreeSet;

use super::cells::CellPattern;
use qedoku_core::grid::{Board, Candidate, Cell, State};

/// An unfillable set of cells with its guardians.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuardedSet {
    /// The index of the pattern.
    pub pattern: usize,
    /// The digits, as a mask.
    pub digits: u32,
    /// The cells.
    pub cells: CellPattern,
    /// The guardians, one of which is true.
    pub guardians: Vec<Candidate>,
}

/// For each choice of `digits` digits and each pattern, the placement with the fewest guardians, if
/// there are at most `most`. Every cell has at least two of the digits.
pub fn guarded_sets(
    board: &Board,
    state: &State,
    digits: usize,
    patterns: &[CellPattern],
    most: usize,
) -> Vec<GuardedSet> {
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
            found.push(GuardedSet {
                pattern: number,
                digits: choice,
                cells,
                guardians: guardians(board, state, choice, cells),
            });
        }
    }
    found
}

/// The candidates of the cells that have other digits.
pub fn guardians(board: &Board, state: &State, digits: u32, cells: CellPattern) -> Vec<Candidate> {
    let cells = cells.iter().map(Cell::new);
    let others = cells.flat_map(|cell| state.domain(board, board.cell_group(cell)));
    others
        .filter(|&c| digits >> board.digit_of(c).index() & 1 == 0)
        .collect()
}

/// The cells that a pattern may use.
struct Ground {
    /// The number of guardians of each cell. `None` if the cell cannot be used.
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

    /// The number of guardians of the cells, or `None` if one of them cannot be used.
    fn count(&self, cells: impl IntoIterator<Item = usize>) -> Option<usize> {
        let mut all = cells.into_iter().map(|cell| self.guardians[cell]);
        all.try_fold(0, |sum, guardians| Some(sum + usize::from(guardians?)))
    }
}

/// All placements of a pattern with at most `most` guardians, fewest first.
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

/// A box of a pattern: its band, its stack, and the row and column in it of each cell.
type PatternBox = (usize, usize, Vec<(usize, usize)>);

/// The boxes with cells, the fullest first, each next to an earlier one if possible.
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

/// The location of a band or stack, and the order of its three lines.
type Laid = Option<(usize, [usize; 3])>;

/// The partial placement of a pattern.
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

/// The possible locations of a band or stack. If it is placed, its current location. Otherwise
/// every free location, with its lines in any order.
fn ways(laid: &[Laid; 3], which: usize) -> Vec<(usize, [usize; 3])> {
    if let Some(known) = laid[which] {
        return vec![known];
    }
    let free = |place: &usize| laid.iter().flatten().all(|(taken, _)| taken != place);
    let orders = |place: usize| super::cells::ORDERS.map(|order| (place, order));
    (0..3).filter(free).flat_map(orders).collect()
}
