//! Naked and hidden subsets of two to four cells in sets of different cells.

use crate::constraint::Constraints;
use crate::constraint::bits::{CandidateSet, mask};
use crate::grid::{Board, Candidate, Cell, Digit, bits};

/// Maximum number of cells of a subset.
const MAX_CELLS: usize = 4;

/// n cells for n digits.
#[derive(Clone)]
pub(super) struct Subset {
    /// The index of the set of different cells.
    pub set: usize,
    pub cells: Vec<Cell>,
    /// Mask of the digits.
    pub digits: u32,
    /// A hidden subset: the digits fit in no other cells. Otherwise a naked subset: the cells have
    /// no other digits.
    pub is_hidden: bool,
}

/// The smallest subset with an elimination.
pub(super) fn find_subset(
    board: &Board,
    model: &Constraints,
    live: &CandidateSet,
) -> Option<(Subset, CandidateSet)> {
    let masks: Vec<u32> = board.cells().map(|cell| mask(board, live, cell)).collect();
    for size in 2..=MAX_CELLS {
        for (at, set) in model.sets.iter().enumerate() {
            let of_cells: Vec<u32> = set.cells.iter().map(|it| masks[it.index()]).collect();
            let cell = |place: usize| set.cells[place];
            let found = choose(&of_cells, size, &mut |places, digits| {
                let others = (0..set.cells.len()).filter(|it| places >> it & 1 == 0);
                let gone = others.flat_map(|it| candidates(board, cell(it), digits & of_cells[it]));
                subset(at, places, digits, false, &set.cells, gone.collect())
            });
            if found.is_some() || !set.is_house {
                if found.is_some() {
                    return found;
                }
                continue;
            }
            let of_digits: Vec<u32> = board
                .digits()
                .map(|digit| {
                    let has = |it: &usize| of_cells[*it] >> digit.index() & 1 == 1;
                    (0..of_cells.len())
                        .filter(has)
                        .fold(0, |mask, it| mask | 1 << it)
                })
                .collect();
            let found = choose(&of_digits, size, &mut |digits, places| {
                let gone =
                    bits(places).flat_map(|it| candidates(board, cell(it), of_cells[it] & !digits));
                subset(at, places, digits, true, &set.cells, gone.collect())
            });
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

fn subset(
    set: usize,
    places: u32,
    digits: u32,
    is_hidden: bool,
    cells: &[Cell],
    gone: CandidateSet,
) -> Option<(Subset, CandidateSet)> {
    let cells = bits(places).map(|it| cells[it]).collect();
    (!gone.is_empty()).then_some((
        Subset {
            set,
            cells,
            digits,
            is_hidden,
        },
        gone,
    ))
}

fn candidates(board: &Board, cell: Cell, digits: u32) -> impl Iterator<Item = Candidate> + '_ {
    bits(digits).map(move |digit| board.candidate(cell, Digit::new(digit)))
}

/// Tries all choices of `size` masks whose union has `size` bits.
fn choose<T>(
    masks: &[u32],
    size: usize,
    found: &mut impl FnMut(u32, u32) -> Option<T>,
) -> Option<T> {
    fn go<T>(
        masks: &[u32],
        from: usize,
        chosen: u32,
        union: u32,
        size: usize,
        found: &mut impl FnMut(u32, u32) -> Option<T>,
    ) -> Option<T> {
        if chosen.count_ones() as usize == size {
            return found(chosen, union);
        }
        for at in from..masks.len() {
            let union = union | masks[at];
            if masks[at].count_ones() < 2 || union.count_ones() as usize > size {
                continue;
            }
            let result = go(masks, at + 1, chosen | 1 << at, union, size, found);
            if result.is_some() {
                return result;
            }
        }
        None
    }
    go(masks, 0, 0, 0, size, found)
}
