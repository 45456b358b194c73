//! Sets of cells of the 9x9 board, and their equality up to symmetry.
//!
//! Two sets are the same pattern if exchanging rows within a band, columns within a stack, bands,
//! stacks, or rows with columns turns one into the other. The twelve cells of a tridagon are one
//! pattern, wherever they lie. [`CellPattern::canonical`] maps all of them to one set.

use std::cmp::Ordering;
use std::fmt;
use std::sync::LazyLock;

/// Cells of the 9x9 board, as bits: the cell in row r and column c, counted from 0, is bit 9r + c.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellPattern(pub u128);

/// For each cell, its peers.
static PEERS: LazyLock<Vec<CellPattern>> = LazyLock::new(|| {
    let sees =
        |a: usize, b: usize| a != b && (a / 9 == b / 9 || a % 9 == b % 9 || box_of(a) == box_of(b));
    let peers = |a: usize| CellPattern::of((0..81).filter(|&b| sees(a, b)));
    (0..81).map(peers).collect()
});

/// The box of a cell, counted from 0 along the rows.
pub fn box_of(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

/// The cells that a cell sees.
pub fn peers(cell: usize) -> CellPattern {
    PEERS[cell]
}

impl CellPattern {
    /// Makes a pattern of the given cells.
    pub fn of(cells: impl IntoIterator<Item = usize>) -> CellPattern {
        CellPattern(cells.into_iter().fold(0, |all, cell| all | 1 << cell))
    }

    /// Number of cells.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the cell is in the set.
    pub fn contains(self, cell: usize) -> bool {
        self.0 & 1 << cell != 0
    }

    /// The intersection of two patterns.
    pub fn and(self, other: CellPattern) -> CellPattern {
        CellPattern(self.0 & other.0)
    }

    /// The union of two patterns.
    pub fn or(self, other: CellPattern) -> CellPattern {
        CellPattern(self.0 | other.0)
    }

    /// This set without a cell.
    pub fn without(self, cell: usize) -> CellPattern {
        CellPattern(self.0 & !(1 << cell))
    }

    /// The cells, in order.
    pub fn iter(self) -> impl Iterator<Item = usize> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let cell = (rest != 0).then(|| rest.trailing_zeros() as usize);
            rest &= rest.wrapping_sub(1);
            cell
        })
    }

    /// Number of boxes that contain some of the cells.
    pub fn boxes(self) -> usize {
        let boxes = self.iter().fold(0u16, |all, cell| all | 1 << box_of(cell));
        boxes.count_ones() as usize
    }

    /// This set with rows and columns exchanged.
    pub fn turned(self) -> CellPattern {
        CellPattern::of(self.iter().map(|cell| cell % 9 * 9 + cell / 9))
    }

    /// Whether the transposed set can also be reached by exchanging rows with rows and columns with
    /// columns.
    pub fn is_symmetric(self) -> bool {
        let (upright, turned) = (Rows::of(self), Rows::of(self.turned()));
        upright.profile() == turned.profile() && upright.greatest() == turned.greatest()
    }

    /// The representative of the pattern: the set that comes first, read by columns and rows.
    pub fn canonical(self) -> CellPattern {
        let (upright, turned) = (Rows::of(self), Rows::of(self.turned()));
        let best = match upright.profile().cmp(&turned.profile()) {
            Ordering::Less => turned.greatest(),
            Ordering::Equal => upright.greatest().max(turned.greatest()),
            Ordering::Greater => upright.greatest(),
        };
        let bit =
            |column: usize, row: usize| best[column / 3] >> (26 - (column % 3 * 9 + row)) & 1 == 1;
        CellPattern::of((0..81).filter(|&cell| bit(cell % 9, cell / 9)))
    }
}

/// The permutations of three elements.
pub(super) const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// A set of cells with a signature per row. Only rows and bands with equal signatures need to be
/// tried in every order.
struct Rows {
    /// Each column as its cells in the three bands, three bits a band.
    columns: [[u8; 3]; 9],
    /// The signature of each row, independent of the order of columns: its number of cells per
    /// stack, and the sizes of their columns.
    looks: [u32; 9],
}

impl Rows {
    fn of(cells: CellPattern) -> Rows {
        let mut columns = [[0; 3]; 9];
        let mut full = [0u32; 9];
        let mut counts = [[0u32; 3]; 9];
        for cell in cells.iter() {
            let (row, column) = (cell / 9, cell % 9);
            columns[column][row / 3] |= 4 >> (row % 3);
            full[column] += 1;
            counts[row][column / 3] += 1;
        }
        let mut looks = [0; 9];
        for (look, mut count) in looks.iter_mut().zip(counts) {
            count.sort_unstable_by(|a, b| b.cmp(a));
            *look = (count[0] + count[1] + count[2]) << 18 | count[0] << 15 | count[1] << 12;
        }
        for cell in cells.iter() {
            looks[cell / 9] += full[cell % 9] * full[cell % 9];
        }
        Rows { columns, looks }
    }

    /// The signature of a band.
    fn band(&self, band: usize) -> [u32; 3] {
        let mut three = [0, 1, 2].map(|i| self.looks[3 * band + i]);
        three.sort_unstable_by(|a, b| b.cmp(a));
        three
    }

    /// The signatures of all bands, the largest first.
    fn profile(&self) -> [[u32; 3]; 3] {
        let mut bands = [0, 1, 2].map(|band| self.band(band));
        bands.sort_unstable_by(|a, b| b.cmp(a));
        bands
    }

    /// The orders of a band's rows with descending signatures.
    fn orders(&self, band: usize) -> impl Iterator<Item = &'static [usize; 3]> + Clone {
        let look = |i: usize| self.looks[3 * band + i];
        let looks = [look(0), look(1), look(2)];
        let empty = looks == [0; 3];
        let descends =
            move |o: &&[usize; 3]| looks[o[0]] >= looks[o[1]] && looks[o[1]] >= looks[o[2]];
        ORDERS
            .iter()
            .filter(descends)
            .take(if empty { 1 } else { 6 })
    }

    /// The greatest board that a permutation of rows, columns, bands and stacks gives: three stacks
    /// of three columns of nine bits. Columns and stacks only need sorting.
    fn greatest(&self) -> [u32; 3] {
        let mut best = [0; 3];
        let moved = |bits: u8, order: &[usize; 3]| {
            let bit = |to: usize| (bits >> (2 - order[to]) & 1) << (2 - to);
            u32::from(bit(0) | bit(1) | bit(2))
        };
        let profile = self.profile();
        let fits = |bands: &&[usize; 3]| (0..3).all(|i| self.band(bands[i]) == profile[i]);
        for bands in ORDERS.iter().filter(fits) {
            for first in self.orders(bands[0]) {
                let upper = self.columns.map(|c| moved(c[bands[0]], first) << 6);
                for second in self.orders(bands[1]) {
                    let middle = self.columns.map(|c| moved(c[bands[1]], second) << 3);
                    for third in self.orders(bands[2]) {
                        let lower = self.columns.map(|c| moved(c[bands[2]], third));
                        let stack = |s: usize| {
                            let mut three = [0, 1, 2].map(|i| 3 * s + i);
                            three = three.map(|j| (upper[j] | middle[j] | lower[j]) as usize);
                            three.sort_unstable_by(|a, b| b.cmp(a));
                            (three[0] << 18 | three[1] << 9 | three[2]) as u32
                        };
                        let mut stacks = [stack(0), stack(1), stack(2)];
                        stacks.sort_unstable_by(|a, b| b.cmp(a));
                        best = best.max(stacks);
                    }
                }
            }
        }
        best
    }
}

/// Nine rows of dots and crosses.
impl fmt::Display for CellPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..9 {
            let mark = |column: usize| match self.contains(9 * row + column) {
                true => 'X',
                false => '.',
            };
            let line: String = (0..9).map(mark).collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for CellPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.iter().map(|c| format!("r{}c{}", c / 9 + 1, c % 9 + 1));
        f.write_str(&names.collect::<Vec<_>>().join(" "))
    }
}
