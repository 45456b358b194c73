//! Sets of cells that are built, and links: what `S is every cell in R and C`, `every candidate of
//! S is in L` with `|L| = |S|`, and `eliminate candidates excluded by L` mean.
//!
//! Takes cells, gives the fewest links that have all their live candidates, in every way there is.
//! A link is a digit in a house, so each digit is a matter of its own: if the 7s of sixteen cells
//! lie in rows 2 and 5, and in no single house, then these are two of the links.

use std::collections::BTreeSet;

use super::Reading;
use crate::grid::{Candidate, Cell, Digit, House};
use crate::lang::ir::{Condition, Sort, Var};

impl Reading<'_> {
    /// The cells that the set must be: in a house of each list, in none of the others, and open
    /// unless it is a set of squares.
    pub fn every_cell(&self, condition: &Condition) -> Vec<Cell> {
        let Condition::EveryCell {
            set,
            inside,
            outside,
        } = condition
        else {
            return Vec::new();
        };
        let has = |vars: &[Var], cell: &Cell| vars.iter().any(|&v| self.cells(v).contains(cell));
        let is_open = |cell: &Cell| {
            self.variable(*set).sort == Sort::Square || !self.known.position.is_solved(*cell)
        };
        let is_meant = |cell: &Cell| {
            is_open(cell) && inside.iter().all(|list| has(list, cell)) && !has(outside, cell)
        };
        self.board().cells().filter(is_meant).collect()
    }

    /// How many links are needed for all live candidates of the cells.
    pub(super) fn link_count(&self, cells: &BTreeSet<Cell>) -> usize {
        let fewest = |digit: Digit| self.fewest_houses(digit, cells)[0].len();
        self.board().digits().map(fewest).sum()
    }

    /// The live candidates that are in more of the links than in the cells, for any choice of the
    /// fewest.
    pub(super) fn covered(&self, cells: &BTreeSet<Cell>) -> Vec<Candidate> {
        let board = self.board();
        let mut excluded = Vec::new();
        for digit in board.digits() {
            let ways = self.fewest_houses(digit, cells);
            let is_excluded = |cell: &Cell| {
                let own = usize::from(cells.contains(cell));
                let has = |house: &&House| board.house(**house).cells.contains(cell);
                (ways.iter()).any(|houses| houses.iter().filter(has).count() > own)
            };
            let places = board.cells().filter(is_excluded);
            excluded.extend(places.map(|cell| board.candidate(cell, digit)));
        }
        excluded.retain(|&candidate| self.is_live(candidate));
        excluded.sort_unstable();
        excluded
    }

    /// Every way to have all live places of the digit in these cells in as few houses as possible.
    fn fewest_houses(&self, digit: Digit, cells: &BTreeSet<Cell>) -> Vec<Vec<House>> {
        let is_place = |c: &&Cell| self.is_live(self.board().candidate(**c, digit));
        let places: Vec<Cell> = cells.iter().filter(is_place).copied().collect();
        let mut ways = vec![Vec::new()];
        // Each place is in a house that is there already, or needs one of its own.
        for most in 0..=places.len() {
            ways = vec![Vec::new()];
            for &place in &places {
                ways = ways
                    .into_iter()
                    .flat_map(|way| self.with_place(way, place, most))
                    .collect();
                ways.sort_unstable();
                ways.dedup();
            }
            if !ways.is_empty() {
                break;
            }
        }
        ways
    }

    /// The houses, if one of them has the place; else they and any house of the place, up to the
    /// limit.
    fn with_place(&self, way: Vec<House>, place: Cell, most: usize) -> Vec<Vec<House>> {
        let houses = self.board().houses_of(place);
        if way.iter().any(|house| houses.contains(house)) {
            return vec![way];
        }
        let larger = houses.iter().map(|&house| {
            let mut larger = way.clone();
            larger.push(house);
            larger.sort_unstable();
            larger
        });
        larger.filter(|larger| larger.len() <= most).collect()
    }
}
