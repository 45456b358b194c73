//! The meaning of `then`: which candidates are eliminated and which are placed.
//!
//! `eliminate d from C except R` is each 7 that is live in one of the columns and in none of the
//! rows.

use super::{LinkPairs, Reading};
use crate::grid::{Candidate, Cell, Digit};
use crate::lang::ir::{Cells, Conclusion, Condition, Pattern, Seen, Var};
use crate::matcher::index::value::Value;

impl Reading<'_> {
    /// The candidates that the pattern's conclusions eliminate.
    pub fn eliminated(&self, pattern: &Pattern) -> Vec<Candidate> {
        let is_elimination = |c: &&Conclusion| !is_placement(c);
        self.named_by(pattern.conclusions.iter().filter(is_elimination))
    }

    /// The candidates that the pattern's conclusions place.
    pub fn placed(&self, pattern: &Pattern) -> Vec<Candidate> {
        let is_placement = |c: &&Conclusion| is_placement(c);
        self.named_by(pattern.conclusions.iter().filter(is_placement))
    }

    /// The candidates of the truth that the pattern derives.
    pub fn derived(&self, pattern: &Pattern) -> Vec<Candidate> {
        match pattern.conclusions.contains(&Conclusion::OneOfGuardians) {
            true => self.guardians(pattern),
            false => Vec::new(),
        }
    }

    fn named_by<'c>(&self, all: impl Iterator<Item = &'c Conclusion>) -> Vec<Candidate> {
        let mut named: Vec<Candidate> = all.flat_map(|c| self.names(c)).collect();
        named.sort_unstable();
        named.dedup();
        named
    }

    /// The live candidates that a conclusion eliminates or places.
    pub fn names(&self, conclusion: &Conclusion) -> Vec<Candidate> {
        let board = self.board();
        let live = || self.known.position.state().candidates(board);
        match conclusion {
            // `eliminate D except x from cells seeing S`, `eliminate all but D from S`
            Conclusion::Eliminate {
                digits,
                without,
                all_but,
                cells,
            } => {
                let among = |vars: &[Var], d| vars.iter().any(|&v| self.digits(v).contains(&d));
                let target_digit = |c: &Candidate| {
                    let (cell, digit) = (board.cell_of(*c), board.digit_of(*c));
                    let by_itself: &[Var] = if *all_but { &[] } else { digits };
                    among(digits, digit) != *all_but
                        && !among(without, digit)
                        && self.is_among(cell, digit, cells, by_itself)
                };
                live().filter(target_digit).collect()
            }
            // `eliminate t`
            Conclusion::EliminateCandidate(var) => {
                let all = self.candidates(*var);
                live().filter(|c| all.contains(c)).collect()
            }
            // `eliminate candidates excluded by g and h`
            Conclusion::EliminateExcluded(vars) => {
                let all: Vec<Candidate> = vars.iter().flat_map(|&v| self.candidates(v)).collect();
                self.excluded_by(&all)
            }
            // `eliminate candidates excluded by each link of chain(g, h)`: by the link that closes
            // the loop, by the links of every derivation, and by each further digit of a set in the
            // chain
            Conclusion::EliminateLinks(relation, a, b) => {
                let ends = (self.value(*a), self.value(*b));
                let on_the_way = self.known.pairs[*relation].get(&ends);
                let links = on_the_way.into_iter().flatten().chain([&ends]);
                links.flat_map(|link| self.excluded_by_link(link)).collect()
            }
            // `eliminate candidates excluded by L`
            Conclusion::EliminateCovered(cells) => self.covered(&self.all_cells(cells)),
            // `eliminate candidates excluded by K`
            Conclusion::EliminateUnfit(cells) => self.unfit(&self.all_cells(cells)),
            // `eliminate candidates excluded by every filling of K and L`
            Conclusion::EliminateUnfilled(vars) => self.unfilled(vars),
            // `one of G` neither eliminates nor places
            Conclusion::OneOfGuardians => Vec::new(),
            // `place d at a`
            Conclusion::Place(digit, cell) => {
                let (digits, cells) = (self.digits(*digit), self.cells(*cell));
                let placed = |c: &Candidate| {
                    digits.contains(&board.digit_of(*c)) && cells.contains(&board.cell_of(*c))
                };
                self.open_candidates().into_iter().filter(placed).collect()
            }
            // `place p`
            Conclusion::PlaceCandidate(var) => {
                let all = self.candidates(*var);
                let placed = |c: &Candidate| all.contains(c);
                self.open_candidates().into_iter().filter(placed).collect()
            }
        }
    }

    /// The live candidates that share a link with each of the given candidates.
    fn excluded_by(&self, all: &[Candidate]) -> Vec<Candidate> {
        let board = self.board();
        let live = self.known.position.state().candidates(board);
        live.filter(|&c| all.iter().all(|&other| board.exclude(c, other)))
            .collect()
    }

    /// The candidates that both sides exclude. For a further digit of a set, the candidates of that
    /// digit that all its places exclude.
    fn excluded_by_link(&self, (one, other): &(Value, Value)) -> Vec<Candidate> {
        let (mut all, others) = (self.candidates_of(*one), self.candidates_of(*other));
        let digit = all.first().map(|&c| self.board().digit_of(c));
        let is_set = one == other;
        all.extend(others);
        let mut excluded = self.excluded_by(&all);
        excluded.retain(|&c| !is_set || Some(self.board().digit_of(c)) == digit);
        excluded
    }

    /// True if the conclusion eliminates this digit from the cell.
    fn is_among(&self, cell: Cell, target_digit: Digit, cells: &Cells, by_itself: &[Var]) -> bool {
        let inside = |var: &Var| self.cells(*var).contains(&cell);
        let sees = |seen: &Seen| {
            let seen = match seen {
                // `seeing S`
                Seen::All(var) => self.cells(*var),
                // `eliminate D from cells seeing every D in S`: each digit of the set separately
                Seen::Every { digit, cells }
                    if by_itself.contains(digit) && self.variable(*digit).size.is_some() =>
                {
                    self.carriers(&[target_digit], *cells)
                }
                // `seeing every z in S`
                Seen::Every { digit, cells } => self.carriers(&self.digits(*digit), *cells),
            };
            seen.iter().all(|&other| self.board().sees(cell, other))
        };
        (cells.within.is_empty() || cells.within.iter().any(inside))
            && cells.seeing.iter().all(sees)
            && cells.inside.iter().all(inside)
            && !cells.except.iter().any(inside)
    }

    /// The links that a case of a relation adds to a derivation: those of its conditions, those of
    /// the relations it uses, also as verbs, and each further digit of a set between its ends.
    pub fn links(&self, case: &Pattern) -> LinkPairs {
        let mut links = LinkPairs::new();
        for condition in &case.conditions {
            match condition {
                Condition::Excludes(p, q) => {
                    links.insert((self.value(*p), self.value(*q)));
                }
                Condition::Relation(relation, a, b) => {
                    let ends = (self.value(*a), self.value(*b));
                    let inner = self.known.pairs[*relation].get(&ends);
                    links.extend(inner.into_iter().flatten());
                }
                _ => {}
            }
        }
        for every in &case.knowledge {
            links.extend(self.links_of_verbs(every));
        }
        if let Some(set) = case.set_between() {
            let ends = [self.digits(set.ends.0), self.digits(set.ends.1)].concat();
            for digit in self.digits(set.digits) {
                let places = self.carriers(&[digit], set.cells);
                if !ends.contains(&digit) && !places.is_empty() {
                    let side = Value::Candidates(digit, places.into_iter().collect());
                    links.insert((side, side));
                }
            }
        }
        links
    }
}

fn is_placement(conclusion: &Conclusion) -> bool {
    matches!(
        conclusion,
        Conclusion::Place(..) | Conclusion::PlaceCandidate(_)
    )
}
