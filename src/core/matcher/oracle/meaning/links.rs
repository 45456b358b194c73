//! Sets of cells with a definition, and links: the meaning of `S is every cell in R and C`, of
//! `every candidate of S is in L` with `|L| = |S|`, and of `eliminate candidates excluded by L`.
//!
//! All smallest sets of links that contain the live candidates of the cells are listed. A link is a
//! digit in a house, so each digit is treated separately: if the 7s of sixteen cells lie in rows 2
//! and 5, and in no single house, then these are two of the links.

use std::collections::BTreeSet;

use super::Reading;
use crate::grid::{Candidate, Cell, Digit, House};
use crate::lang::ir::{Condition, Sort, Var};

impl Reading<'_> {
    /// The cells of the set by its definition: in a house of each list, in none of the other
    /// houses, and open unless it is a set of squares.
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

    /// Least number of links that contain all live candidates of the cells.
    pub(super) fn link_count(&self, cells: &BTreeSet<Cell>) -> usize {
        let fewest = |digit: Digit| self.fewest_houses(digit, cells)[0].len();
        self.board().digits().map(fewest).sum()
    }

    /// The live candidates that lie in a link outside the cells, or in two links, for any smallest
    /// set of links.
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

    /// Every smallest set of houses that contains all live places of the digit in these cells.
    fn fewest_houses(&self, digit: Digit, cells: &BTreeSet<Cell>) -> Vec<Vec<House>> {
        let is_place = |c: &&Cell| self.is_live(self.board().candidate(**c, digit));
        let places: Vec<Cell> = cells.iter().filter(is_place).copied().collect();
        let mut ways = vec![Vec::new()];
        // Each place lies in a chosen house or needs a further house.
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

    /// If a chosen house contains the place, the chosen houses. Otherwise each list of the chosen
    /// houses with one house of the place added, up to the limit.
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
