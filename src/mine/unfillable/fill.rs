//! Whether a number of digits can fill cells such that cells that see each other differ.
//!
//! Two digits cannot fill a ring of five cells each of which sees the next. Three cannot fill the
//! twelve cells of a tridagon. Such a set is *minimal* if the digits can fill it whenever one cell
//! is removed.

use super::cells::{CellPattern, peers};

/// Whether `digits` digits can fill the cells.
pub fn can_fill(cells: CellPattern, digits: usize) -> bool {
    let mut filling = vec![CellPattern::default(); digits];
    fill(cells, &mut filling)
}

/// Whether the digits cannot fill the cells, but can fill them without any one cell.
pub fn is_minimal_unfillable(cells: CellPattern, digits: usize) -> bool {
    // A cell with fewer peers in the set than digits can always be filled last.
    let tight = |cell: usize| peers(cell).and(cells).len() >= digits;
    cells.iter().all(tight)
        && !can_fill(cells, digits)
        && (cells.iter()).all(|cell| can_fill(cells.without(cell), digits))
}

/// A minimal unfillable subset of unfillable cells. Cells are removed in the given order.
pub fn minimal_part(
    cells: CellPattern,
    digits: usize,
    order: impl IntoIterator<Item = usize>,
) -> CellPattern {
    order.into_iter().fold(cells, |kept, cell| {
        let less = kept.without(cell);
        if can_fill(less, digits) { kept } else { less }
    })
}

/// Fills the cell with the fewest possible digits, then all others.
fn fill(open: CellPattern, filling: &mut [CellPattern]) -> bool {
    let possible = |cell: usize| {
        let fits = |cells: &&CellPattern| peers(cell).and(**cells).is_empty();
        filling.iter().filter(fits).count()
    };
    let Some(cell) = open.iter().min_by_key(|&cell| possible(cell)) else {
        return true;
    };
    let seen = peers(cell);
    for digit in 0..filling.len() {
        let before = filling[digit];
        if !seen.and(before).is_empty() {
            continue;
        }
        filling[digit] = before.or(CellPattern::of([cell]));
        if fill(open.without(cell), filling) {
            return true;
        }
        filling[digit] = before;
        // All unused digits are equivalent.
        if before.is_empty() {
            return false;
        }
    }
    false
}
