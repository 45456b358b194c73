//! Patterns in which so many truths fit into as many links: naked and hidden subsets, fish, locked candidates.
//!
//! Takes a pattern such as `every candidate of S is in D` with as many digits in `D` as cells in `S`, gives its matches without binding one variable after the
//! other. Whatever the rule, the question is the same: members (the cells of a house, the digits of a house, the rows of a digit) have
//! labels (digits, places, columns), and wanted are n members that have n labels together. Members with more labels than that are known
//! beforehand, as the position counts them; of the others, sets are joined mask by mask.

use super::cells::{CellSet, HouseSet};
use super::changed::only_truths_matter;
use super::few::MOST_COUNTED;
use super::position::Position;
use super::tables::Tables;
use super::value::Value;
use crate::grid::{Cell, Digit, Group, GroupKind, House, HouseKind, bits};
use crate::lang::ir::{Alternative, Condition, Kinds, Pattern, Sort, Subject, Var};

/// What the variables of a pattern are bound to.
pub type Bound = Vec<Option<Value>>;

/// A pattern of n truths that fit into n links.
#[derive(Clone, Debug)]
pub struct TightFit {
    members: Members,
    /// How many truths, and how many links.
    size: usize,
    /// The number of variables.
    variables: usize,
}

/// What the truths are.
#[derive(Clone, Debug)]
enum Members {
    /// Cells in each of some houses, which have the digits.
    Cells {
        cells: Var,
        digits: Var,
        houses: Vec<(Var, Kinds)>,
    },
    /// Digits in a house, which have the cells.
    Digits {
        digits: Var,
        cells: Var,
        house: (Var, Kinds),
    },
    /// Lines for a digit, which have the lines that cross them.
    Lines {
        digit: Var,
        lines: (Var, HouseKind),
        across: Var,
    },
    /// A house for a digit, all of whose places are in another one.
    Confined {
        digit: Var,
        inside: (Var, Kinds),
        within: (Var, Kinds),
    },
}

impl TightFit {
    /// Reads a pattern; `None` if it says more than that, or something else.
    pub fn of(pattern: &Pattern) -> Option<TightFit> {
        let [every] = pattern.knowledge.as_slice() else {
            return None;
        };
        let says_no_more = pattern.presence.is_empty()
            && pattern.guardians.is_none()
            && pattern.variables.iter().all(|v| !v.is_target)
            && only_truths_matter(pattern);
        let [alternative] = every.alternatives.as_slice() else {
            return None;
        };
        if !says_no_more {
            return None;
        }
        let (members, size) = match (&every.subject, alternative) {
            (Subject::Cells(cells), Alternative::Digit(digits)) => {
                cells_with(pattern, *cells, *digits)?
            }
            (Subject::Digits(digits, house), Alternative::Cell(cells)) => {
                digits_in(pattern, *digits, *house, *cells)?
            }
            (Subject::Digits(digit, lines), Alternative::House(across)) => {
                lines_or_house(pattern, *digit, *lines, *across)?
            }
            _ => return None,
        };
        ((1..=MOST_COUNTED).contains(&size)).then_some(TightFit {
            members,
            size,
            variables: pattern.variables.len(),
        })
    }

    /// What the variables are bound to in all matches, or in those with a truth that changed; `None` where they have to be looked for in another way:
    /// where members have too few labels, as in a state without solution, anything would match.
    pub fn find(
        &self,
        tables: &Tables,
        position: &Position,
        since: Option<u32>,
    ) -> Option<Vec<Bound>> {
        if position.few().any_empty() {
            return None;
        }
        let look = Look {
            tables,
            position,
            since,
            size: self.size,
            nothing: vec![None; self.variables],
        };
        let mut found = Vec::new();
        match &self.members {
            Members::Cells {
                cells,
                digits,
                houses,
            } => {
                let open = position.small(self.size)?;
                let mut so_far = look.nothing.clone();
                look.cells(houses, (*cells, *digits), open, &mut so_far, &mut found)?;
            }
            Members::Digits {
                digits,
                cells,
                house,
            } => look.digits(*house, (*digits, *cells), &mut found)?,
            Members::Lines {
                digit,
                lines,
                across,
            } => look.lines(*digit, *lines, *across, &mut found)?,
            Members::Confined {
                digit,
                inside,
                within,
            } => look.confined(*digit, *inside, *within, &mut found),
        }
        Some(found)
    }
}

fn sort(pattern: &Pattern, var: Var) -> Sort {
    pattern.variables[usize::from(var.0)].sort
}

/// The number of members of a set, if there is just one such number.
fn size(pattern: &Pattern, var: Var) -> Option<usize> {
    match pattern.variables[usize::from(var.0)].size {
        None => Some(1),
        Some((least, most)) => (least == most).then_some(least as usize),
    }
}

/// A variable that stands for one house, and what houses it can be.
fn house(pattern: &Pattern, var: Var) -> Option<(Var, Kinds)> {
    let variable = &pattern.variables[usize::from(var.0)];
    match variable.sort {
        Sort::House(kinds) if variable.size.is_none() => Some((var, kinds)),
        _ => None,
    }
}

/// `every candidate of S is in D`, with `S` in houses.
fn cells_with(pattern: &Pattern, cells: Var, digits: Var) -> Option<(Members, usize)> {
    let around = |condition: &Condition| match condition {
        Condition::In(a, b) if *a == cells => house(pattern, *b),
        _ => None,
    };
    let houses: Vec<(Var, Kinds)> = (pattern.conditions.iter())
        .map(around)
        .collect::<Option<_>>()?;
    let count = size(pattern, cells).filter(|_| sort(pattern, cells) == Sort::Cell)?;
    let fits = size(pattern, digits) == Some(count)
        && !houses.is_empty()
        && pattern.variables.len() == houses.len() + 2;
    let members = Members::Cells {
        cells,
        digits,
        houses,
    };
    fits.then_some((members, count))
}

/// `every D in H is in S`, with `S` in `H`.
fn digits_in(pattern: &Pattern, digits: Var, inside: Var, cells: Var) -> Option<(Members, usize)> {
    let house = house(pattern, inside)?;
    let count = size(pattern, digits).filter(|_| sort(pattern, cells) == Sort::Cell)?;
    let fits = size(pattern, cells) == Some(count)
        && pattern.conditions == [Condition::In(cells, inside)]
        && pattern.variables.len() == 3;
    let members = Members::Digits {
        digits,
        cells,
        house,
    };
    fits.then_some((members, count))
}

/// `every d in R is in C`, for rows and columns, or for one house each.
fn lines_or_house(
    pattern: &Pattern,
    digit: Var,
    inside: Var,
    within: Var,
) -> Option<(Members, usize)> {
    if size(pattern, digit) != Some(1) || pattern.variables.len() != 3 {
        return None;
    }
    if let (Some(inside), Some(within)) = (house(pattern, inside), house(pattern, within)) {
        let apart = [
            Condition::Distinct(inside.0, within.0),
            Condition::Distinct(within.0, inside.0),
        ];
        let members = Members::Confined {
            digit,
            inside,
            within,
        };
        let fits = pattern.conditions.iter().all(|c| apart.contains(c));
        return fits.then_some((members, 1));
    }
    let is = |var: Var, kind| sort(pattern, var) == Sort::House(Kinds::only(kind));
    let kind = [
        (HouseKind::Row, HouseKind::Column),
        (HouseKind::Column, HouseKind::Row),
    ];
    let (kind, _) = { kind.into_iter() }.find(|&(a, b)| is(inside, a) && is(within, b))?;
    let count = size(pattern, inside)?;
    let fits = size(pattern, within) == Some(count) && pattern.conditions.is_empty();
    let members = Members::Lines {
        digit,
        lines: (inside, kind),
        across: within,
    };
    fits.then_some((members, count))
}

/// A look for such sets in a position.
struct Look<'a> {
    tables: &'a Tables,
    position: &'a Position,
    since: Option<u32>,
    size: usize,
    nothing: Bound,
}

/// Possible members of a set: their labels, and which of them have changed.
#[derive(Default)]
struct Weighed {
    labels: Vec<u32>,
    changed: u32,
}

impl Weighed {
    fn clear(&mut self) {
        self.labels.clear();
        self.changed = 0;
    }

    fn add(&mut self, look: &Look<'_>, truth: Group) {
        let is_changed = { look.since }.is_none_or(|age| look.position.has_changed(truth, age));
        self.changed |= u32::from(is_changed) << self.labels.len();
        self.labels.push(look.position.state().mask(truth));
    }

    /// Tells of all sets of so many members that have as many labels, and of which one has changed; `None` if some have fewer.
    fn sets(&self, size: usize, found: &mut impl FnMut(u32, u32)) -> Option<()> {
        if self.labels.len() < size || self.changed == 0 {
            return Some(());
        }
        self.join(size, (0, 0), 0, found)
    }

    fn join(
        &self,
        size: usize,
        (chosen, labels): (u32, u32),
        from: usize,
        found: &mut impl FnMut(u32, u32),
    ) -> Option<()> {
        let missing = size - chosen.count_ones() as usize;
        if missing == 0 {
            if chosen & self.changed != 0 {
                found(chosen, labels);
            }
            return (labels.count_ones() as usize == size).then_some(());
        }
        for member in from..=self.labels.len() - missing {
            let joined = labels | self.labels[member];
            if joined.count_ones() as usize <= size {
                self.join(size, (chosen | 1 << member, joined), member + 1, found)?;
            }
        }
        Some(())
    }
}

impl Look<'_> {
    fn bound<const N: usize>(&self, to: &Bound, values: [(Var, Value); N]) -> Bound {
        let mut bound = to.clone();
        for (var, value) in values {
            bound[usize::from(var.0)] = Some(value);
        }
        bound
    }

    /// Cells that lie in one house of each of the kinds.
    fn cells(
        &self,
        houses: &[(Var, Kinds)],
        (cells, digits): (Var, Var),
        open: CellSet,
        so_far: &mut Bound,
        found: &mut Vec<Bound>,
    ) -> Option<()> {
        let Some(((var, kinds), others)) = houses.split_first() else {
            let board = self.position.board();
            let mut weighed = Weighed::default();
            open.iter()
                .for_each(|cell| weighed.add(self, board.cell_group(cell)));
            return weighed.sets(self.size, &mut |chosen, labels| {
                let mut members = open.iter().enumerate();
                let set: CellSet = { members.by_ref() }
                    .filter(|(at, _)| chosen & (1 << at) != 0)
                    .map(|(_, cell)| cell)
                    .collect();
                let values = [(cells, Value::Cells(set)), (digits, Value::Digits(labels))];
                found.push(self.bound(so_far, values));
            });
        };
        for house in self.tables.houses_of_kinds(*kinds).iter() {
            let inside = open & *self.tables.house(house);
            let is_old = |age: u32| {
                let board = self.position.board();
                !{ inside.iter() }.any(|c| self.position.has_changed(board.cell_group(c), age))
            };
            if inside.len() < self.size || self.since.is_some_and(is_old) {
                continue;
            }
            so_far[usize::from(var.0)] = Some(Value::Houses(HouseSet::only(house)));
            self.cells(others, (cells, digits), inside, so_far, found)?;
        }
        Some(())
    }

    /// Digits of a house, by their places.
    fn digits(
        &self,
        (house, kinds): (Var, Kinds),
        (digits, cells): (Var, Var),
        found: &mut Vec<Bound>,
    ) -> Option<()> {
        let board = self.position.board();
        let mut weighed = Weighed::default();
        for h in self.tables.houses_of_kinds(kinds).iter() {
            let first = board.house_group(h, Digit::new(0));
            let few = { self.position.few() }.among(first, board.size(), self.size);
            if (few.count_ones() as usize) < self.size {
                continue;
            }
            weighed.clear();
            bits(few).for_each(|d| weighed.add(self, board.house_group(h, Digit::new(d))));
            weighed.sets(self.size, &mut |chosen, places| {
                let set: CellSet = bits(places).map(|at| self.tables.member(h, at)).collect();
                if set.meets(self.position.solved()) {
                    return;
                }
                let members = bits(few).enumerate();
                let of_set = members.filter(|(at, _)| chosen & (1 << at) != 0);
                let values = [
                    (house, Value::Houses(HouseSet::only(h))),
                    (
                        digits,
                        Value::Digits(of_set.fold(0, |all, (_, d)| all | 1 << d)),
                    ),
                    (cells, Value::Cells(set)),
                ];
                found.push(self.bound(&self.nothing, values));
            })?;
        }
        Some(())
    }

    /// Lines of a digit, by the lines that cross them: the places of a row are the columns.
    fn lines(
        &self,
        digit: Var,
        (lines, kind): (Var, HouseKind),
        across: Var,
        found: &mut Vec<Bound>,
    ) -> Option<()> {
        let board = self.position.board();
        // Rows are the first houses, then come the columns.
        let (first, first_across) = match kind {
            HouseKind::Row => (0, board.size()),
            _ => (board.size(), 0),
        };
        let house = |at: usize| House::new(first + at);
        let mut weighed = Weighed::default();
        for d in board.digits() {
            let truth = |at: usize| board.house_group(house(at), d);
            let is_small = |&at: &usize| self.position.few().contains(truth(at), self.size);
            let mut small = 0u32;
            weighed.clear();
            for at in (0..board.size()).filter(is_small) {
                small |= 1 << at;
                weighed.add(self, truth(at));
            }
            weighed.sets(self.size, &mut |chosen, labels| {
                let members = bits(small).enumerate();
                let of_set = members.filter(|(at, _)| chosen & (1 << at) != 0);
                let crossing = bits(labels).map(|at| House::new(first_across + at));
                let values = [
                    (digit, Value::Digits(1 << d.index())),
                    (
                        lines,
                        Value::Houses(of_set.map(|(_, at)| house(at)).collect()),
                    ),
                    (across, Value::Houses(crossing.collect())),
                ];
                found.push(self.bound(&self.nothing, values));
            })?;
        }
        Some(())
    }

    /// A digit of a house, all of whose places lie in another house, which has more.
    fn confined(
        &self,
        digit: Var,
        (inside, kinds): (Var, Kinds),
        (within, others): (Var, Kinds),
        found: &mut Vec<Bound>,
    ) {
        let (board, state) = (self.position.board(), self.position.state());
        let (kinds, others) = [kinds, others]
            .map(|kinds| self.tables.houses_of_kinds(kinds))
            .into();
        let is_new =
            |truth: &Group| { self.since }.is_none_or(|age| self.position.has_changed(*truth, age));
        let mut ask = |truth: Group| {
            let GroupKind::House(house, d) = self.tables.kind(truth) else {
                return;
            };
            if !kinds.contains(house) {
                return;
            }
            let cells = state.domain(board, truth).map(|c| board.cell_of(c));
            let common = { cells }.fold(others.0 & !(1 << house.index()), |common, cell: Cell| {
                common & board.house_bits(cell)
            });
            let places = state.mask(truth).count_ones();
            for other in HouseSet(common).iter() {
                if state.mask(board.house_group(other, d)).count_ones() > places {
                    let values = [
                        (digit, Value::Digits(1 << d.index())),
                        (inside, Value::Houses(HouseSet::only(house))),
                        (within, Value::Houses(HouseSet::only(other))),
                    ];
                    found.push(self.bound(&self.nothing, values));
                }
            }
        };
        // Of a usual board it is known how many places two houses have in common at most.
        let shape = board.shape();
        let is_usual = board.houses().len() == 3 * board.size();
        let most = shape.height.max(shape.width);
        match self.position.few().truths(most).filter(|_| is_usual) {
            Some(few) => few.filter(is_new).for_each(&mut ask),
            None => self
                .position
                .open_truths()
                .filter(is_new)
                .for_each(&mut ask),
        }
    }
}
