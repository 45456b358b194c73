//! Lookup tables of a board's geometry, computed once for each board.
//!
//! The tables have the peers of each cell, the cells of each house and the crossings of two houses,
//! all as bits. The common peers of two cells of an XY-wing are then one `&`.

use crate::grid::{Board, Cell, Group, GroupKind, House, HouseKind};
use crate::lang::ir::Kinds;
use crate::matcher::index::bitset::{CellSet, HouseSet};

/// The geometry of a board as bit sets.
#[derive(Debug)]
pub struct Tables {
    size: usize,
    cell_count: usize,
    /// The kind of each group: a cell, or a digit in a house.
    groups: Vec<GroupKind>,
    /// The cells of each house.
    houses: Vec<CellSet>,
    /// The cells that each cell sees.
    peers: Vec<CellSet>,
    /// The houses of each cell.
    houses_of: Vec<HouseSet>,
    /// By house and cell: the position of the cell in the house, as a bit, or 0.
    position: Vec<u32>,
    /// By house and cell: the positions in the house that see the cell.
    sees: Vec<u32>,
    /// By house and house: the positions in the first that lie in the second.
    crossing: Vec<u32>,
    /// By house and position: the cell.
    members: Vec<Cell>,
    /// The houses of each kind.
    kinds: [HouseSet; 4],
    /// The intersections of two houses that have more than one common cell.
    crossings: Vec<CellSet>,
    /// All cells.
    all: CellSet,
    /// By kinds of houses and cell: the houses of these kinds that contain the cell, each as its
    /// cells. Only for boards of up to 128 cells.
    holding: Vec<Vec<Holding>>,
}

/// The houses that contain a cell, each as its cells.
#[derive(Clone, Debug)]
struct Holding {
    houses: Vec<u128>,
    /// All their cells.
    all: u128,
}

impl Tables {
    /// Computes the tables of a board.
    pub fn new(board: &Board) -> Tables {
        let count = board.houses().len();
        let cells = board.cell_count();
        let sets: Vec<CellSet> = (board.houses().iter())
            .map(|info| info.cells.iter().copied().collect())
            .collect();
        let peers: Vec<CellSet> = board
            .cells()
            .map(|cell| {
                let all = board.houses_of(cell).iter().map(|h| sets[h.index()]);
                let mut peers = all.fold(CellSet::EMPTY, |sum, set| sum | set);
                peers.remove(cell);
                peers
            })
            .collect();
        let mut position = vec![0; count * cells];
        let mut sees = vec![0; count * cells];
        let mut crossing = vec![0; count * count];
        for (h, info) in board.houses().iter().enumerate() {
            for (i, member) in info.cells.iter().enumerate() {
                position[h * cells + member.index()] = 1 << i;
                for peer in peers[member.index()].iter() {
                    sees[h * cells + peer.index()] |= 1 << i;
                }
                for other in board.houses_of(*member) {
                    crossing[h * count + other.index()] |= 1 << i;
                }
            }
        }
        let mut members = vec![Cell::new(0); count * board.size()];
        for (h, info) in board.houses().iter().enumerate() {
            members[h * board.size()..][..info.cells.len()].copy_from_slice(&info.cells);
        }
        let of_kind = |kind: HouseKind| {
            let houses = board.houses().iter().enumerate();
            houses
                .filter(|(_, info)| info.kind == kind)
                .map(|(h, _)| House::new(h))
                .collect()
        };
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        let crossings = pairs
            .map(|(a, b)| sets[a] & sets[b])
            .filter(|common| common.len() > 1)
            .collect();
        Tables {
            holding: holding(board, &sets),
            size: board.size(),
            crossings,
            cell_count: cells,
            groups: board.groups().map(|g| board.group_kind(g)).collect(),
            houses: sets,
            peers,
            houses_of: (board.cells())
                .map(|cell| board.houses_of(cell).iter().copied().collect())
                .collect(),
            position,
            sees,
            crossing,
            members,
            kinds: [
                HouseKind::Row,
                HouseKind::Column,
                HouseKind::Box,
                HouseKind::Extra,
            ]
            .map(of_kind),
            all: board.cells().collect(),
        }
    }

    /// The intersections of two houses that have more than one common cell.
    pub fn crossings(&self) -> &[CellSet] {
        &self.crossings
    }

    /// The cells of a house.
    #[inline]
    pub fn house(&self, house: House) -> &CellSet {
        &self.houses[house.index()]
    }

    /// The cell at a position of a house.
    #[inline]
    pub fn member(&self, house: House, position: usize) -> Cell {
        self.members[house.index() * self.size + position]
    }

    /// All cells of the given houses.
    pub fn union(&self, houses: HouseSet) -> CellSet {
        let mut all = houses.iter();
        let first = all.next().map_or(CellSet::EMPTY, |h| *self.house(h));
        all.fold(first, |sum, h| sum | *self.house(h))
    }

    /// The cells that a cell sees.
    #[inline]
    pub fn peers(&self, cell: Cell) -> &CellSet {
        &self.peers[cell.index()]
    }

    /// The cells that see all the given cells. All cells of the board if none are given.
    pub fn common_peers(&self, cells: &CellSet) -> CellSet {
        // On boards of up to 128 cells one mask is enough.
        if let (true, Some(low)) = (self.fits_u128(), cells.try_u128()) {
            return CellSet::from_u128(self.common_peers_u128(low));
        }
        let mut cells = cells.iter();
        let first = cells.next().map_or(self.all, |cell| *self.peers(cell));
        cells.fold(first, |common, cell| common & *self.peers(cell))
    }

    /// True if all cells of the board fit into one mask of 128 bits.
    #[inline]
    pub fn fits_u128(&self) -> bool {
        self.cell_count <= 128
    }

    /// The cells that see all the given cells, as one mask. Only for boards of up to 128 cells.
    #[inline]
    pub fn common_peers_u128(&self, mut cells: u128) -> u128 {
        let mut common = self.all.as_u128();
        while cells != 0 {
            common &= self.peers[cells.trailing_zeros() as usize].as_u128();
            cells &= cells - 1;
        }
        common
    }

    /// The houses of a cell.
    #[inline]
    pub fn houses_of(&self, cell: Cell) -> HouseSet {
        self.houses_of[cell.index()]
    }

    /// The houses of the given kinds.
    #[inline]
    pub fn houses_of_kinds(&self, kinds: Kinds) -> HouseSet {
        let all = [
            HouseKind::Row,
            HouseKind::Column,
            HouseKind::Box,
            HouseKind::Extra,
        ];
        let wanted = all.into_iter().filter(|&kind| kinds.contains(kind));
        HouseSet(wanted.fold(0, |sum, kind| sum | self.kinds[kind as usize].0))
    }

    /// True if at most `most` houses of these kinds cover the cells, on a board of up to 128 cells.
    pub fn coverable(&self, kinds: Kinds, cells: u128, most: u32) -> bool {
        cells == 0 || cover(&self.holding[kinds.index()], cells, most)
    }

    /// The houses of a kind.
    #[inline]
    pub fn of_kind(&self, kind: HouseKind) -> HouseSet {
        self.kinds[kind as usize]
    }

    /// All cells.
    #[inline]
    pub fn all_cells(&self) -> &CellSet {
        &self.all
    }

    /// All digits, as a mask.
    #[inline]
    pub fn all_digits(&self) -> u32 {
        (1 << self.size) - 1
    }

    /// The cell as a bit of the house's positions, or 0.
    #[inline]
    pub fn position(&self, house: House, cell: Cell) -> u32 {
        self.position[house.index() * self.cell_count + cell.index()]
    }

    /// The positions of the cells in a house, as bits.
    pub fn positions(&self, house: House, cells: &CellSet) -> u32 {
        let inside = *cells & *self.house(house);
        inside
            .iter()
            .fold(0, |mask, cell| mask | self.position(house, cell))
    }

    /// The positions in a house that see a cell.
    #[inline]
    pub fn seeing(&self, house: House, cell: Cell) -> u32 {
        self.sees[house.index() * self.cell_count + cell.index()]
    }

    /// The positions of a house that lie in one of the other houses.
    #[inline]
    pub fn crossing(&self, house: House, others: HouseSet) -> u32 {
        let row = &self.crossing[house.index() * self.houses.len()..];
        others
            .iter()
            .fold(0, |mask, other| mask | row[other.index()])
    }

    /// The kind of a group: a cell, or a digit in a house.
    #[inline]
    pub fn kind(&self, group: Group) -> GroupKind {
        // The tables also serve the same board with derived truths.
        let kind = self.groups.get(group.index());
        kind.copied().unwrap_or(GroupKind::Derived)
    }
}

/// True if at most `most` houses cover the cells. There must be at least one cell.
fn cover(holding: &[Holding], cells: u128, most: u32) -> bool {
    // Cells that share no house need one house each.
    let (mut rest, mut apart) = (cells, 0);
    while rest != 0 {
        apart += 1;
        if apart > most {
            return false;
        }
        rest &= !holding[rest.trailing_zeros() as usize].all;
    }
    let mut choices = holding[cells.trailing_zeros() as usize].houses.iter();
    match most {
        0 => false,
        1 => choices.any(|house| cells & !house == 0),
        _ => choices.any(|house| {
            let rest = cells & !house;
            rest == 0 || cover(holding, rest, most - 1)
        }),
    }
}

/// By kinds of houses and by cell: the houses of these kinds that contain the cell. Empty on large
/// boards.
fn holding(board: &Board, sets: &[CellSet]) -> Vec<Vec<Holding>> {
    let holding = |kinds: Kinds, cell: Cell| {
        let houses = board.houses_of(cell).iter();
        let houses: Vec<u128> = houses
            .filter(|h| kinds.contains(board.houses()[h.index()].kind))
            .map(|h| sets[h.index()].as_u128())
            .collect();
        let all = houses.iter().fold(0, |all, cells| all | cells);
        Holding { houses, all }
    };
    match board.cell_count() <= 128 {
        true => Kinds::every()
            .map(|kinds| board.cells().map(|cell| holding(kinds, cell)).collect())
            .collect(),
        false => Vec::new(),
    }
}
