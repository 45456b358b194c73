//! The meaning of `with`: how the variables lie on the board.
//!
//! A condition is tested for every member of every set: `S in H` tests whether `H` contains each
//! cell of `S`.

use super::Reading;
use crate::grid::{Candidate, Cell};
use crate::lang::ir::{Condition, Var};
use crate::matcher::index::value::Value;

impl Reading<'_> {
    /// True if a condition holds. A condition about a set holds if it holds for each member.
    pub fn holds(&self, condition: &Condition) -> bool {
        let board = self.board();
        match condition {
            // `a sees b`
            Condition::Sees(a, b) => self.all_see(&self.cells(*a), &self.cells(*b)),
            // `p excludes q`
            Condition::Excludes(p, q) => {
                self.all_exclude(&self.candidates(*p), &self.candidates(*q))
            }
            // `a in H`, `x in D`, `p in V`
            Condition::In(a, b) => self.is_in(*a, *b),
            // `a not in H`
            Condition::NotIn(a, b) => self.is_apart(*a, *b),
            // `S, T disjoint`: sets of houses have no house in common, but their houses may cross
            Condition::Disjoint(a, b) => match (self.value(*a), self.value(*b)) {
                (Value::Houses(a), Value::Houses(b)) => a.iter().all(|house| !b.contains(house)),
                _ => self.is_apart(*a, *b),
            },
            // `p, q distinct`
            Condition::Distinct(a, b) => self.value(*a) != self.value(*b),
            // `a not given`
            Condition::NotGiven(a) => {
                let given = self.known.position.given();
                self.cells(*a).iter().all(|&cell| !given.contains(cell))
            }
            // `|A| + |B| = |X| + 1`
            Condition::Sizes {
                left,
                right,
                plus,
                more,
            } => {
                let size = |v: &Var| self.value(*v).size() as i64;
                let over = left.iter().map(size).sum::<i64>() - right.iter().map(size).sum::<i64>();
                let least = i64::from(*plus);
                (least..=least + i64::from(*more)).contains(&over)
            }
            // `some box among R, C`
            Condition::SomeOfKind(all) => all.iter().any(|(var, kinds)| {
                let mut houses = self.houses(*var).into_iter();
                houses.any(|house| kinds.contains(board.house(house).kind))
            }),
            _ => self.holds_of_candidates(condition),
        }
    }

    /// True if a condition about live candidates holds.
    fn holds_of_candidates(&self, condition: &Condition) -> bool {
        let board = self.board();
        match condition {
            // `every x in S sees every x in T`
            Condition::AllSee { digit, one, other } => {
                let digits = self.digits(*digit);
                let (one, other) = (self.carriers(&digits, *one), self.carriers(&digits, *other));
                self.all_see(&one, &other)
            }
            // `every x in S excludes p`
            Condition::AllExclude {
                digit,
                cells,
                other,
            } => {
                let digits = self.digits(*digit);
                let cells = self.carriers(&digits, *cells).into_iter();
                let all = cells.flat_map(|c| digits.iter().map(move |&d| board.candidate(c, d)));
                let live: Vec<Candidate> = all.filter(|&c| self.is_live(c)).collect();
                self.all_exclude(&live, &self.candidates(*other))
            }
            // `g is every x in S`
            Condition::Whole { node, digit, cells } => {
                let digits = self.digits(*digit);
                digits == self.digits(*node) && self.carriers(&digits, *cells) == self.cells(*node)
            }
            // `t in no template`, `t in every template`
            Condition::Template(var, every) => {
                let mut all = self.candidates(*var).into_iter();
                all.all(|candidate| self.known.templates().holds(candidate, *every))
            }
            // `S is every cell in R and C not in b`
            Condition::EveryCell { set, .. } => self.every_cell(condition) == self.cells(*set),
            // `|L| = |S|`, for the links of `every candidate of S is in L`
            Condition::FewestLinks { cells, sizes, plus } => {
                let size = |v: &Var| self.value(*v).size() as i64;
                let wanted = sizes.iter().map(size).sum::<i64>() + i64::from(*plus);
                self.link_count(&self.all_cells(cells)) as i64 == wanted
            }
            // `|K| = |S|`, for the capacities of `every candidate of S is in K`
            Condition::Capacities(count) => self.is_full(count),
            // `only a is open in H`
            Condition::OnlyOpen(cell, house) => {
                let open = |c: &Cell| !self.known.position.is_solved(*c);
                let left: Vec<Cell> = self.cells(*house).into_iter().filter(open).collect();
                left == self.cells(*cell)
            }
            // `each D is in S`
            Condition::Present(digits, cells) => {
                let mut digits = self.digits(*digits).into_iter();
                digits.all(|digit| !self.carriers(&[digit], *cells).is_empty())
            }
            // `chain(g, h)`
            Condition::Relation(relation, a, b) => {
                self.known.pairs[*relation].contains_key(&(self.value(*a), self.value(*b)))
            }
            // `deadly x, y on S`
            Condition::Deadly { digits, cells } => {
                self.is_deadly(&self.all_digits(digits), &self.all_cells(cells))
            }
            // `deadly all but z at a`
            _ => self.deadly(condition).is_some(),
        }
    }

    /// Every cell of one sees every cell of the other; no cell sees itself.
    fn all_see(&self, one: &[Cell], other: &[Cell]) -> bool {
        (one.iter()).all(|&a| other.iter().all(|&b| self.board().sees(a, b)))
    }

    /// Every candidate of one shares a link with every candidate of the other.
    fn all_exclude(&self, one: &[Candidate], other: &[Candidate]) -> bool {
        (one.iter()).all(|&a| other.iter().all(|&b| self.board().exclude(a, b)))
    }

    /// Each member of the first is in the second, or in one of its members: digits among digits,
    /// candidates in a truth, cells in cells or houses.
    fn is_in(&self, a: Var, b: Var) -> bool {
        match (self.value(a), self.value(b)) {
            (Value::Digits(_) | Value::Candidates(..), Value::Digits(_)) => {
                let others = self.digits(b);
                self.digits(a).iter().all(|digit| others.contains(digit))
            }
            (Value::Candidates(..), Value::Truth(_)) => {
                let members = self.candidates(b);
                self.candidates(a).iter().all(|c| members.contains(c))
            }
            _ => {
                let others = self.cells(b);
                self.cells(a).iter().all(|cell| others.contains(cell))
            }
        }
    }

    /// No member of the first is in the second, or in one of its members; two candidates or groups
    /// have no candidate in common.
    fn is_apart(&self, a: Var, b: Var) -> bool {
        match (self.value(a), self.value(b)) {
            (Value::Digits(_) | Value::Candidates(..), Value::Digits(_)) => {
                let others = self.digits(b);
                self.digits(a).iter().all(|digit| !others.contains(digit))
            }
            (Value::Candidates(..), Value::Truth(_) | Value::Candidates(..)) => {
                let others = self.candidates(b);
                self.candidates(a).iter().all(|c| !others.contains(c))
            }
            _ => {
                let others = self.cells(b);
                self.cells(a).iter().all(|cell| !others.contains(cell))
            }
        }
    }
}
