//! The proof of a capacity: a weighted sum of houses of one digit, divided and rounded down.
//!
//! "At most 1 of the five cells is a 4" is one cut if there are houses whose sum, divided by 2 or
//! 3, gives each of the cells weight 1 and the bound 1.

use super::capacity::{MAX_SCALE, rounded};
use super::layouts::{Together, full_houses};
use super::places::Places;
use super::simplex::{Dictionary, Ended};
use crate::grid::{Board, Candidate, Cell, Digit, House};

/// Houses of one digit and earlier cuts with multipliers, divided by `divisor`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// At least 1; 1 means that no rounding is needed.
    pub divisor: i64,
    /// Positive as a link, negative as a truth.
    pub houses: Vec<(House, i64)>,
    /// Earlier cuts in this cut, with positive multipliers.
    pub cuts: Vec<(Cut, i64)>,
}

/// The bound to prove: the cells with this digit have a total weight of at most `most`.
pub struct Bound<'a> {
    /// The digit.
    pub digit: Digit,
    /// Its live places.
    pub places: Places,
    /// Weights of cells. Weights of cells outside `places` have no effect.
    pub weights: &'a [(Cell, i64)],
    /// The largest weight of a layout.
    pub most: i64,
}

/// Distances by which a sum may stay below the next whole number before the division. Larger gaps
/// come first, because they need smaller divisors.
const GAPS: [f64; 8] = [1.0, 0.5, 1.0 / 3.0, 0.25, 0.2, 1.0 / 6.0, 0.125, 0.1];

/// Maximum number of cliques that serve as cuts inside other cuts.
const MAX_CLIQUES: usize = 400;

impl Bound<'_> {
    /// A cut that proves the bound, from houses alone or from houses and cuts that say "at most
    /// one of these cells".
    pub fn prove(&self, board: &Board, together: &Together) -> Option<Cut> {
        self.by_houses(board).or_else(|| {
            let cuts = self.cliques(board, together);
            self.combine(board, &cuts)
        })
    }

    /// A cut from houses alone.
    pub fn by_houses(&self, board: &Board) -> Option<Cut> {
        self.combine(board, &[])
    }

    fn weight(&self, cell: Cell) -> i64 {
        let found = self.weights.iter().find(|(of, _)| *of == cell);
        found.map_or(0, |(_, weight)| *weight)
    }

    /// The cut with the smallest multipliers. Solves the dual program, whose origin is feasible:
    /// maximise `Y x - limit * l` where no house and no clique of x exceeds l by more than 1.
    fn combine(&self, board: &Board, cuts: &[(Places, Cut)]) -> Option<Cut> {
        let cells: Vec<Cell> = self.places.iter().collect();
        let houses: Vec<(House, Places)> = full_houses(board)
            .map(|house| (house, board.house(house).cells.iter().copied().collect()))
            .collect();
        let bound = cells.len();
        let row = |set: &Places, sign: f64| {
            let inside = cells
                .iter()
                .enumerate()
                .filter(|(_, cell)| set.contains(**cell));
            let entries = inside.map(|(at, _)| (at, sign)).chain([(bound, -sign)]);
            (entries.collect::<Vec<_>>(), 1.0)
        };
        let rows: Vec<_> = { houses.iter() }
            .flat_map(|(_, set)| [row(set, 1.0), row(set, -1.0)])
            .chain(cuts.iter().map(|(set, _)| row(set, 1.0)))
            .collect();
        GAPS.iter().find_map(|gap| {
            let mut program = Dictionary::new(bound + 1, rows.clone());
            let limit = (self.most + 1) as f64 - gap;
            let mut objective = program.objective(|at| match at {
                _ if at < bound => self.weight(cells[at]) as f64,
                _ if at == bound => -limit,
                _ => 0.0,
            });
            let Ended::Optimal(_) = program.maximise(&mut objective, f64::INFINITY) else {
                return None;
            };
            let mut multipliers = vec![0.0; rows.len()];
            for (slack, value) in program.multipliers(&objective) {
                if slack > bound {
                    multipliers[slack - bound - 1] = value;
                }
            }
            let of_house = |at: usize| multipliers[2 * at] - multipliers[2 * at + 1];
            (1..=MAX_SCALE).find_map(|divisor| {
                let whole = |value: f64| rounded(value * divisor as f64);
                let houses: Option<Vec<(House, i64)>> = { houses.iter().enumerate() }
                    .map(|(at, (house, _))| Some((*house, whole(of_house(at))?)))
                    .collect();
                let used: Option<Vec<(Cut, i64)>> = { cuts.iter().enumerate() }
                    .map(|(at, (_, cut))| {
                        Some((
                            cut.clone(),
                            whole(multipliers[2 * houses.as_ref()?.len() + at])?,
                        ))
                    })
                    .collect();
                let cut = Cut {
                    divisor,
                    houses: houses?
                        .into_iter()
                        .filter(|(_, times)| *times != 0)
                        .collect(),
                    cuts: used?.into_iter().filter(|(_, times)| *times > 0).collect(),
                };
                self.is_proved_by(board, &cut).then_some(cut)
            })
        })
    }

    /// Whether the rounded cut gives each place at least its weight and its bound at most `most`,
    /// in integers.
    pub fn is_proved_by(&self, board: &Board, cut: &Cut) -> bool {
        cut.bound() <= self.most
            && (self.places.iter()).all(|cell| cut.weight(board, cell) >= self.weight(cell))
    }

    /// The places of the digit that must be eliminated before the cut proves the bound.
    pub fn needs(&self, board: &Board, cut: &Cut) -> Vec<Candidate> {
        let missing = board.cells().filter(|&cell| !self.places.contains(cell));
        let needed = missing.filter(|&cell| cut.weight(board, cell) < self.weight(cell));
        needed
            .map(|cell| board.candidate(cell, self.digit))
            .collect()
    }

    /// Sets of places of which a layout takes at most one, each with the cut that proves it, as far
    /// as houses prove it.
    fn cliques(&self, board: &Board, together: &Together) -> Vec<(Places, Cut)> {
        let apart = |cell: Cell| {
            let others = self.places.without(together.with(self.digit, cell));
            others.without(&Places::only(cell))
        };
        let mut found = Vec::new();
        grow(
            &apart,
            Places::EMPTY,
            self.places,
            Places::EMPTY,
            &mut found,
        );
        let in_one_house = |set: &Places| {
            let houses = board.houses().iter();
            let mut sets = houses.map(|house| house.cells.iter().copied().collect::<Places>());
            sets.any(|house| set.is_within(&house))
        };
        found.retain(|set| set.len() > 1 && !in_one_house(set));
        let proved = |set: Places| {
            let weights: Vec<(Cell, i64)> = set.iter().map(|cell| (cell, 1)).collect();
            let bound = Bound {
                weights: &weights,
                most: 1,
                ..*self
            };
            Some((set, bound.by_houses(board)?))
        };
        found.into_iter().filter_map(proved).collect()
    }
}

/// Adds the maximal cliques that extend `clique` (Bron and Kerbosch, with a pivot), at most
/// [`MAX_CLIQUES`].
fn grow(
    apart: &impl Fn(Cell) -> Places,
    clique: Places,
    mut open: Places,
    mut done: Places,
    found: &mut Vec<Places>,
) {
    if found.len() >= MAX_CLIQUES {
        return;
    }
    let all = open.or(&done);
    let Some(pivot) = all.iter().max_by_key(|&cell| apart(cell).and(&open).len()) else {
        found.push(clique);
        return;
    };
    for cell in open.without(&apart(pivot)).iter() {
        let near = apart(cell);
        let clique = clique.or(&Places::only(cell));
        grow(apart, clique, open.and(&near), done.and(&near), found);
        open = open.without(&Places::only(cell));
        done = done.or(&Places::only(cell));
    }
}

impl Cut {
    /// The largest sum that the row allows.
    pub fn bound(&self) -> i64 {
        let houses = self.houses.iter().map(|(_, times)| times);
        let cuts = self.cuts.iter().map(|(cut, times)| cut.bound() * times);
        (houses.sum::<i64>() + cuts.sum::<i64>()).div_euclid(self.divisor)
    }

    /// The weight of a place in the row.
    pub fn weight(&self, board: &Board, cell: Cell) -> i64 {
        let inside = |(house, _): &&(House, i64)| board.house(*house).cells.contains(&cell);
        let houses = self.houses.iter().filter(inside).map(|(_, times)| times);
        let cuts = { self.cuts.iter() }.map(|(cut, times)| cut.weight(board, cell) * times);
        (houses.sum::<i64>() + cuts.sum::<i64>()).div_euclid(self.divisor)
    }
}
