//! The geometry of a board: houses, and the groups of candidates that are its truths and links.
//!
//! A board is made from the shape of its boxes, or from any list of houses. All higher layers work
//! on groups alone and use rows, columns and boxes only for names.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::ids::{Candidate, Cell, Digit, Group, House, MAX_SIZE};

/// The shape of a standard board: boxes of `height` rows by `width` columns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape {
    /// Rows in a box.
    pub height: usize,
    /// Columns in a box.
    pub width: usize,
}

impl Shape {
    /// The standard shape of an n x n board. `None` if n is not a supported size.
    pub fn of_size(n: usize) -> Option<Shape> {
        let (height, width) = match n {
            4 => (2, 2),
            6 => (2, 3),
            8 => (2, 4),
            9 => (3, 3),
            10 => (2, 5),
            12 => (3, 4),
            15 => (3, 5),
            16 => (4, 4),
            20 => (4, 5),
            25 => (5, 5),
            _ => return None,
        };
        Some(Shape { height, width })
    }

    /// The number of digits, rows and columns.
    #[inline]
    pub fn size(self) -> usize {
        self.height * self.width
    }
}

/// The kind of a house.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HouseKind {
    /// A horizontal line.
    Row,
    /// A vertical line.
    Column,
    /// A block of cells. The boxes together fill the board.
    Box,
    /// Any further set of cells in which each digit occurs at most once.
    Extra,
}

impl HouseKind {
    /// The letter that names houses of this kind: `r`, `c`, `b`, `x`.
    pub fn letter(self) -> char {
        match self {
            HouseKind::Row => 'r',
            HouseKind::Column => 'c',
            HouseKind::Box => 'b',
            HouseKind::Extra => 'x',
        }
    }

    /// The word for a house of this kind.
    pub fn word(self) -> &'static str {
        match self {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
            HouseKind::Extra => "extra house",
        }
    }
}

/// One house of a board.
#[derive(Clone, Debug)]
pub struct HouseInfo {
    /// Row, column, box or extra.
    pub kind: HouseKind,
    /// Number of the house among the houses of its kind, counted from 0.
    pub number: usize,
    /// The name of an extra house, such as `x1`. `None` if the kind and the number make the name.
    pub name: Option<Box<str>>,
    /// Cells of the house, in reading order.
    pub cells: Vec<Cell>,
}

/// The identity of a board. Boards with equal ids have the same houses with the same names, so it
/// is the key of every cache of boards.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BoardId {
    shape: Shape,
    has_boxes: bool,
    /// The irregular boxes and extra houses, with their names.
    named: Vec<(String, Vec<Cell>)>,
}

/// A board: its houses, and the groups of candidates that they define.
#[derive(Clone, Debug)]
pub struct Board {
    size: usize,
    id: BoardId,
    houses: Vec<HouseInfo>,
    cell_houses: Vec<Vec<House>>,
    members: Vec<Candidate>,
    member_range: Vec<ListSpan>,
    slots: Vec<Slot>,
    /// For each candidate, the slots of its links.
    slot_range: Vec<ListSpan>,
    /// For each candidate, the slots of all its groups: those of its links, then derived truths.
    all_slots: Vec<ListSpan>,
    /// Number of groups that are not derived.
    own_groups: usize,
    /// For each candidate, its cell and digit. A lookup is faster than a division.
    parts: Vec<(Cell, Digit)>,
    /// For each cell, its houses as bits.
    house_bits: Vec<u128>,
}

/// A slice of a list, stored in half the size of a range, because search reads thousands of them
/// per puzzle.
#[derive(Clone, Copy, Debug)]
struct ListSpan {
    start: u32,
    end: u32,
}

impl ListSpan {
    fn new(range: Range<usize>) -> ListSpan {
        ListSpan {
            start: range.start as u32,
            end: range.end as u32,
        }
    }

    #[inline]
    fn of<T>(self, list: &[T]) -> &[T] {
        &list[self.start as usize..self.end as usize]
    }
}

/// The position of a candidate in one of its groups.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// The group.
    pub group: Group,
    /// The bit of the candidate in the group's mask.
    pub bit: u32,
}

static BOARDS: LazyLock<Mutex<BTreeMap<Shape, Arc<Board>>>> = LazyLock::new(Mutex::default);

impl Board {
    /// The standard board with boxes of this shape; made once and shared.
    ///
    /// # Panics
    /// If the shape has no cells or more than [`MAX_SIZE`] digits.
    pub fn sudoku(shape: Shape) -> Arc<Board> {
        let mut boards = BOARDS.lock().unwrap_or_else(PoisonError::into_inner);
        let board = boards.entry(shape);
        Arc::clone(board.or_insert_with(|| Arc::new(Board::build(shape, true, Vec::new()))))
    }

    /// The board with n rows and n columns, and no boxes.
    ///
    /// # Panics
    /// If there are no cells or more than [`MAX_SIZE`] digits.
    pub fn latin(n: usize) -> Arc<Board> {
        let rows = Shape {
            height: 1,
            width: n,
        };
        Arc::new(Board::build(rows, false, Vec::new()))
    }

    /// A standard board with extra houses, such as diagonals or windows. They are links for every
    /// digit, and truths if they have as many cells as there are digits.
    ///
    /// # Panics
    /// If the shape does not fit (see [`Board::sudoku`]) or a house has more than n cells.
    pub fn with_extra_houses(shape: Shape, extra: Vec<Vec<Cell>>) -> Arc<Board> {
        let number = |(at, cells)| (format!("x{}", at + 1), cells);
        let named = extra.into_iter().enumerate().map(number);
        Arc::new(Board::build(shape, true, named.collect()))
    }

    /// This board with further houses, each with its name. On a board without boxes, houses named
    /// `b1`, `b2` and so on are its boxes if there is one for each digit, as in a jigsaw.
    ///
    /// # Panics
    /// If a house has more than n cells.
    pub fn with_houses(&self, further: Vec<(String, Vec<Cell>)>) -> Arc<Board> {
        let mut named = self.id.named.clone();
        named.extend(further);
        Arc::new(Board::build(self.id.shape, self.id.has_boxes, named))
    }

    fn build(shape: Shape, has_boxes: bool, named: Vec<(String, Vec<Cell>)>) -> Board {
        let n = shape.size();
        assert!(
            (1..=MAX_SIZE).contains(&n),
            "a board has 1 to {MAX_SIZE} digits"
        );
        let id = BoardId {
            shape,
            has_boxes,
            named,
        };
        let mut houses = Vec::new();
        let mut house = |kind, number, name: Option<&str>, cells: Vec<Cell>| {
            assert!(cells.len() <= n, "a house has at most {n} cells");
            houses.push(HouseInfo {
                kind,
                number,
                name: name.map(Into::into),
                cells,
            });
        };
        let cell = |row: usize, column: usize| Cell::new(row * n + column);
        for r in 0..n {
            house(
                HouseKind::Row,
                r,
                None,
                (0..n).map(|c| cell(r, c)).collect(),
            );
        }
        for c in 0..n {
            house(
                HouseKind::Column,
                c,
                None,
                (0..n).map(|r| cell(r, c)).collect(),
            );
        }
        let mut extra: Vec<&(String, Vec<Cell>)> = id.named.iter().collect();
        if has_boxes {
            for b in 0..n {
                let (top, left) = (
                    b / shape.height * shape.height,
                    b % shape.height * shape.width,
                );
                let cells = (0..n).map(|i| cell(top + i / shape.width, left + i % shape.width));
                house(HouseKind::Box, b, None, cells.collect());
            }
        } else {
            let named = |b: usize| format!("b{}", b + 1);
            let irregular = |b| extra.iter().copied().find(|it| it.0 == named(b));
            let boxes: Option<Vec<_>> = (0..n).map(irregular).collect();
            let whole = |it: &Vec<&(String, Vec<Cell>)>| it.iter().all(|it| it.1.len() == n);
            for (b, (_, cells)) in boxes.filter(whole).into_iter().flatten().enumerate() {
                house(HouseKind::Box, b, None, cells.clone());
                extra.retain(|it| it.0 != named(b));
            }
        }
        for (number, (name, cells)) in extra.into_iter().enumerate() {
            house(HouseKind::Extra, number, Some(name), cells.clone());
        }
        Board::from_houses(id, houses)
    }

    fn from_houses(id: BoardId, houses: Vec<HouseInfo>) -> Board {
        let n = id.shape.size();
        let mut cell_houses = vec![Vec::new(); n * n];
        let mut members = Vec::new();
        let mut member_range = Vec::new();
        let mut group = |candidates: &mut dyn Iterator<Item = Candidate>| {
            let start = members.len();
            members.extend(candidates);
            member_range.push(ListSpan::new(start..members.len()));
        };
        for c in 0..n * n {
            group(&mut (0..n).map(|d| Candidate::new(c * n + d)));
        }
        for (h, info) in houses.iter().enumerate() {
            for cell in &info.cells {
                cell_houses[cell.index()].push(House::new(h));
            }
            for d in 0..n {
                group(&mut info.cells.iter().map(|c| Candidate::new(c.index() * n + d)));
            }
        }
        let mut slots_of = vec![Vec::new(); n * n * n];
        for (g, range) in member_range.iter().enumerate() {
            for (bit, candidate) in range.of(&members).iter().enumerate() {
                slots_of[candidate.index()].push(Slot {
                    group: Group::new(g),
                    bit: 1 << bit,
                });
            }
        }
        let mut slots = Vec::new();
        let mut slot_range = Vec::new();
        for of_candidate in slots_of {
            let start = slots.len();
            slots.extend(of_candidate);
            slot_range.push(ListSpan::new(start..slots.len()));
        }
        let bit = |h: &House| 1u128.checked_shl(h.index() as u32).unwrap_or_default();
        let house_bits = |all: &Vec<House>| all.iter().fold(0, |bits, h| bits | bit(h));
        Board {
            size: n,
            id,
            parts: (0..n * n * n)
                .map(|candidate| (Cell::new(candidate / n), Digit::new(candidate % n)))
                .collect(),
            house_bits: cell_houses.iter().map(house_bits).collect(),
            houses,
            cell_houses,
            members,
            own_groups: member_range.len(),
            member_range,
            slots,
            all_slots: slot_range.clone(),
            slot_range,
        }
    }

    /// This board with derived truths, each with at most [`MAX_SIZE`] candidates, such as the
    /// guardians of a tridagon. They follow all other groups and are not links, since several of
    /// their candidates may hold.
    pub fn deriving<'t>(&self, truths: impl Iterator<Item = &'t [Candidate]>) -> Board {
        let mut members = self.members.clone();
        let mut member_range = self.member_range[..self.own_groups].to_vec();
        members.truncate(member_range.last().map_or(0, |range| range.end as usize));
        let mut further = vec![Vec::new(); self.candidate_count()];
        for truth in truths {
            let (group, start) = (Group::new(member_range.len()), members.len());
            for (bit, &candidate) in truth.iter().take(MAX_SIZE).enumerate() {
                members.push(candidate);
                let bit = 1 << bit;
                further[candidate.index()].push(Slot { group, bit });
            }
            member_range.push(ListSpan::new(start..members.len()));
        }
        let (mut slots, mut slot_range, mut all_slots) = (Vec::new(), Vec::new(), Vec::new());
        for (own, further) in self.slot_range.iter().zip(further) {
            let start = slots.len();
            slots.extend(own.of(&self.slots));
            slot_range.push(ListSpan::new(start..slots.len()));
            slots.extend(further);
            all_slots.push(ListSpan::new(start..slots.len()));
        }
        Board {
            id: self.id.clone(),
            houses: self.houses.clone(),
            cell_houses: self.cell_houses.clone(),
            parts: self.parts.clone(),
            house_bits: self.house_bits.clone(),
            members,
            member_range,
            slots,
            slot_range,
            all_slots,
            ..*self
        }
    }

    /// The number of digits, rows and columns.
    #[inline]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The shape of the boxes. A board without rectangular boxes has the shape of a single row.
    pub fn shape(&self) -> Shape {
        self.id.shape
    }

    /// The identity of the board without its derived truths.
    pub fn id(&self) -> &BoardId {
        &self.id
    }

    /// Whether the houses are rows, columns and rectangular boxes, and no others.
    pub fn is_classic(&self) -> bool {
        self.id.has_boxes && self.id.named.is_empty()
    }

    /// Whether the board has rectangular boxes.
    pub fn has_boxes(&self) -> bool {
        self.id.has_boxes
    }

    /// The irregular boxes and the extra houses, with their names.
    pub fn named_houses(&self) -> &[(String, Vec<Cell>)] {
        &self.id.named
    }

    /// The part of the board that a drawing frames: a box, or the whole board if there are none.
    pub fn frame(&self) -> Shape {
        let whole = Shape {
            height: self.size,
            width: self.size,
        };
        if self.has_boxes() {
            self.shape()
        } else {
            whole
        }
    }

    /// The arrangement of the candidates in a cell of a drawing: rows and columns.
    pub fn marks(&self) -> Shape {
        let standard = Shape::of_size(self.size).filter(|_| !self.has_boxes());
        standard.unwrap_or(self.shape())
    }

    /// The number of cells.
    #[inline]
    pub fn cell_count(&self) -> usize {
        self.size * self.size
    }

    /// The number of candidates.
    pub fn candidate_count(&self) -> usize {
        self.size * self.size * self.size
    }

    /// The number of groups.
    pub fn group_count(&self) -> usize {
        self.member_range.len()
    }

    /// All digits, in order.
    pub fn digits(&self) -> impl DoubleEndedIterator<Item = Digit> + Clone + use<> {
        (0..self.size).map(Digit::new)
    }

    /// All cells, in reading order.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + Clone + use<> {
        (0..self.cell_count()).map(Cell::new)
    }

    /// All groups: first the cells, then the digits of each house.
    pub fn groups(&self) -> impl DoubleEndedIterator<Item = Group> + Clone + use<> {
        (0..self.group_count()).map(Group::new)
    }

    /// All houses: rows, columns, boxes, extra ones.
    pub fn houses(&self) -> &[HouseInfo] {
        &self.houses
    }

    /// The house with this index.
    pub fn house(&self, house: House) -> &HouseInfo {
        &self.houses[house.index()]
    }

    /// The houses that contain a cell: row, column, box, then extra ones.
    #[inline]
    pub fn houses_of(&self, cell: Cell) -> &[House] {
        &self.cell_houses[cell.index()]
    }

    /// The houses that contain a cell, as bits, of the first 128 houses.
    #[inline]
    pub fn house_bits(&self, cell: Cell) -> u128 {
        self.house_bits[cell.index()]
    }

    /// The cell in a row and a column. Rows and columns are counted from 0.
    pub fn cell(&self, row: usize, column: usize) -> Cell {
        debug_assert!(row < self.size && column < self.size);
        Cell::new(row * self.size + column)
    }

    /// The row of a cell, counted from 0.
    pub fn row(&self, cell: Cell) -> usize {
        cell.index() / self.size
    }

    /// The column of a cell, counted from 0.
    pub fn column(&self, cell: Cell) -> usize {
        cell.index() % self.size
    }

    /// The candidate for this digit in this cell.
    #[inline]
    pub fn candidate(&self, cell: Cell, digit: Digit) -> Candidate {
        Candidate::new(cell.index() * self.size + digit.index())
    }

    /// The cell of a candidate.
    #[inline]
    pub fn cell_of(&self, candidate: Candidate) -> Cell {
        self.parts[candidate.index()].0
    }

    /// The digit of a candidate.
    #[inline]
    pub fn digit_of(&self, candidate: Candidate) -> Digit {
        self.parts[candidate.index()].1
    }

    /// The group of all candidates of a cell.
    #[inline]
    pub fn cell_group(&self, cell: Cell) -> Group {
        Group::new(cell.index())
    }

    /// The group of all candidates of a digit in a house.
    #[inline]
    pub fn house_group(&self, house: House, digit: Digit) -> Group {
        Group::new(self.cell_count() + house.index() * self.size + digit.index())
    }

    /// The number of groups that are not [derived](Board::deriving).
    pub fn own_group_count(&self) -> usize {
        self.own_groups
    }

    /// Whether the group is a [derived](Board::deriving) truth.
    #[inline]
    pub fn is_derived(&self, group: Group) -> bool {
        group.index() >= self.own_groups
    }

    /// The kind of a group: the candidates of a cell, or of a digit in a house.
    pub fn group_kind(&self, group: Group) -> GroupKind {
        match group.index().checked_sub(self.cell_count()) {
            None => GroupKind::Cell(Cell::new(group.index())),
            Some(_) if self.is_derived(group) => GroupKind::Derived,
            Some(i) => GroupKind::House(House::new(i / self.size), Digit::new(i % self.size)),
        }
    }

    /// The candidates of a group. The candidate at position i has bit i of its mask.
    #[inline]
    pub fn members(&self, group: Group) -> &[Candidate] {
        self.member_range[group.index()].of(&self.members)
    }

    /// The slots of a candidate in its links. The cell's group comes first.
    #[inline]
    pub fn slots(&self, candidate: Candidate) -> &[Slot] {
        self.slot_range[candidate.index()].of(&self.slots)
    }

    /// The slots of a candidate in all its groups, derived truths included. The cell's group comes
    /// first.
    #[inline]
    pub fn all_slots(&self, candidate: Candidate) -> &[Slot] {
        self.all_slots[candidate.index()].of(&self.slots)
    }

    /// Whether at least one candidate of the group holds in every solution.
    #[inline]
    pub fn is_truth(&self, group: Group) -> bool {
        self.members(group).len() == self.size || self.is_derived(group)
    }

    /// Whether the two candidates are different and share a link.
    pub fn exclude(&self, a: Candidate, b: Candidate) -> bool {
        self.shared_group(a, b).is_some()
    }

    /// The first link that contains both candidates. `None` if they are equal or share none.
    pub fn shared_group(&self, a: Candidate, b: Candidate) -> Option<Group> {
        if a == b {
            return None;
        }
        let in_b = |s: &&Slot| self.slots(b).iter().any(|t| t.group == s.group);
        self.slots(a).iter().find(in_b).map(|slot| slot.group)
    }

    /// Whether two different cells share a house.
    pub fn sees(&self, a: Cell, b: Cell) -> bool {
        a != b
            && self
                .houses_of(a)
                .iter()
                .any(|h| self.houses_of(b).contains(h))
    }
}

/// The kind of a group.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GroupKind {
    /// All candidates of a cell.
    Cell(Cell),
    /// All candidates of a digit in a house.
    House(House, Digit),
    /// Candidates of which at least one holds according to a rule.
    Derived,
}
