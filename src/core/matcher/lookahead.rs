//! Looking ahead from one almost locked set to the next: is there any that it could go with?
//!
//! Takes two sets that a plan binds one after the other, such as those of a Sue de Coq in the line and in the box, gives for the first
//! whether any second one is left. What clauses, sizes and conditions say of both together are a few operations on masks; binding
//! the first set only to find that no second one fits is many more.

use std::rc::Rc;

use super::bindings::Bindings;
use super::locked::{AlmostLockedSet, Partner};
use super::run::Run;
use crate::grid::House;
use crate::lang::ir::{Alternative, Condition, LockedSet, Subject, Var, Variable};

/// What is known of the second set before the first is bound.
pub struct Lookahead<'a> {
    /// The sets that it can be.
    partners: Vec<Partner>,
    /// Whether both have no cell in common.
    apart: bool,
    /// Digits that none of both sets may share.
    none_in_both: u32,
    /// Digits that both sets and these variables must have.
    clauses: Vec<(u32, Vec<Var>)>,
    sizes: Vec<SizesOfBoth>,
    variables: &'a [Variable],
}

/// What a condition says of the sizes of both sets, and of one other variable at most: by how much the left side may be larger.
#[derive(Default)]
struct SizesOfBoth {
    known: i64,
    cells: [i64; 2],
    digits: [i64; 2],
    free: Option<(Var, i64)>,
    more: i64,
}

impl Lookahead<'_> {
    /// The largest size of a variable.
    fn most(&self, var: Var) -> i64 {
        let size = self.variables[usize::from(var.0)].size;
        size.map_or(1, |(_, most)| i64::from(most))
    }

    /// Whether there is a second set that could go with this first one.
    pub fn has_partner(&self, first: &AlmostLockedSet) -> bool {
        let blocked = if self.apart { first.cells } else { 0 };
        let mut partners = self.partners.iter();
        partners.any(|&(cells, digits)| {
            cells & blocked == 0
                && digits & first.digits & self.none_in_both == 0
                && self.fits([(first.cells, first.digits), (cells, digits)])
        })
    }

    fn fits(&self, both: [(u128, u32); 2]) -> bool {
        let mut limits: [Option<(Var, i64)>; 2] = [None; 2];
        for (i, sizes) in self.sizes.iter().enumerate() {
            let size = |set: usize| {
                let (cells, digits) = both[set];
                sizes.cells[set] * i64::from(cells.count_ones())
                    + sizes.digits[set] * i64::from(digits.count_ones())
            };
            let over = sizes.known + size(0) + size(1);
            let Some((var, sign)) = sizes.free else {
                if !(0..=sizes.more).contains(&over) {
                    return false;
                }
                continue;
            };
            // The sizes of the variable with which the condition holds.
            let (least, most) = match sign > 0 {
                true => (-over, sizes.more - over),
                false => (over - sizes.more, over),
            };
            if most < 0 || least > self.most(var) {
                return false;
            }
            if let Some(limit) = limits.get_mut(i) {
                *limit = Some((var, most));
            }
        }
        let room = |var: &Var| {
            let known = limits.iter().flatten().filter(|(v, _)| v == var);
            let most = known.map(|&(_, most)| most).min().unwrap_or(i64::MAX);
            most.min(self.most(*var))
        };
        self.clauses.iter().all(|(live, others)| {
            let left = live & !both[0].1 & !both[1].1;
            left == 0 || i64::from(left.count_ones()) <= others.iter().map(room).sum()
        })
    }
}

impl<'a, F: FnMut(&Bindings<'a>)> Run<'a, F> {
    /// What the set that is bound next must be like, if it is bound from a table too, lies in a house that is known, and
    /// clauses speak of both.
    pub(super) fn look_ahead(&self, depth: usize, first: &LockedSet) -> Option<Lookahead<'a>> {
        let bind = self.plan.steps.get(depth + 1)?;
        let second = bind.locked.as_ref()?;
        let digits = [first.digits, second.digits];
        let bindings = &self.bindings;
        let clauses = self.clauses_of_both(digits);
        let none_in_both = self.shared_by_both(digits);
        if clauses.is_empty() && none_in_both == 0 {
            return None;
        }
        let (mut inside, mut blocked, mut apart) = (None, 0u128, false);
        for condition in bind.conditions.iter().map(|&c| &self.pattern.conditions[c]) {
            match condition {
                Condition::In(a, b) if *a == second.cells && *b != second.house => {
                    let houses = bindings.houses(*b);
                    inside = inside.or(houses.iter().next().filter(|_| houses.len() == 1));
                }
                Condition::Disjoint(a, b) if *a == second.cells || *b == second.cells => {
                    let other = if *a == second.cells { *b } else { *a };
                    apart |= other == first.cells;
                    blocked |= bindings.cells(other).low_bits();
                }
                _ => {}
            }
        }
        let sizes = self.pattern.conditions.iter();
        Some(Lookahead {
            partners: {
                let all = self.partners_in(second, inside?);
                let open = all.iter().filter(|(cells, _)| cells & blocked == 0);
                open.copied().collect()
            },
            apart,
            none_in_both,
            clauses,
            sizes: { sizes }
                .filter_map(|c| self.sizes_of_both(c, [first, second]))
                .collect(),
            variables: bindings.variables,
        })
    }

    /// The sets in a house that the second can be.
    fn partners_in(&self, set: &LockedSet, house: House) -> Rc<[Partner]> {
        let known = self.partners.borrow();
        let asked = (set.cells, house);
        if let Some((_, partners)) = known.iter().find(|(known, _)| *known == asked) {
            return Rc::clone(partners);
        }
        drop(known);
        let (position, tables) = (self.bindings.position, self.bindings.tables);
        let overs = set.spare.0 as usize..=set.spare.1 as usize;
        let all = overs.flat_map(|over| {
            let sets = position.locked(tables, over);
            sets.in_house(house).iter().map(|&i| sets.get(i as usize))
        });
        let fits = |other: &&AlmostLockedSet| {
            (set.size.0..=set.size.1).contains(&other.cells.count_ones())
        };
        let partners: Rc<[Partner]> = all.filter(fits).map(|s| (s.cells, s.digits)).collect();
        self.partners
            .borrow_mut()
            .push((asked, Rc::clone(&partners)));
        partners
    }

    /// The digits of the cells that a clause speaks of, if it names the digits of both sets: those that neither bound variables nor
    /// the sets have must be had by the variables that are left.
    fn clauses_of_both(&self, digits: [Var; 2]) -> Vec<(u32, Vec<Var>)> {
        let bindings = &self.bindings;
        let of_both = self.pattern.knowledge.iter().filter_map(|every| {
            let Subject::Cells(cells) = every.subject else {
                return None;
            };
            let named = every.alternatives.iter().map(|a| match a {
                Alternative::Digit(var) => Some(*var),
                _ => None,
            });
            let named: Vec<Var> = named.collect::<Option<_>>()?;
            let names_both = digits.iter().all(|var| named.contains(var));
            if !names_both || bindings.get(cells).is_none() {
                return None;
            }
            let (bound, free): (Vec<Var>, Vec<Var>) = { named.into_iter() }
                .filter(|var| !digits.contains(var))
                .partition(|&var| bindings.get(var).is_some());
            let known = { bound.iter() }.fold(0, |mask, &var| mask | bindings.digits(var));
            Some((self.live_in(cells) & !known, free))
        });
        of_both.collect()
    }

    /// The digits of which a clause says that no candidate is in both sets.
    fn shared_by_both(&self, digits: [Var; 2]) -> u32 {
        let both = digits.map(Alternative::Digit);
        let forbidden = self.pattern.presence.iter().filter_map(|presence| {
            let (Subject::Cells(cells), [Alternative::All(parts)]) =
                (&presence.subject, presence.alternatives.as_slice())
            else {
                return None;
            };
            let forbids = presence.negated && !presence.others && !presence.each;
            let is_any = (presence.least, presence.most) == (1, u32::MAX);
            let is_both = parts.len() == 2 && both.iter().all(|part| parts.contains(part));
            let is_bound = self.bindings.get(*cells).is_some();
            (forbids && is_any && is_both && is_bound).then(|| self.live_in(*cells))
        });
        forbidden.fold(0, |all, live| all | live)
    }

    fn live_in(&self, cells: Var) -> u32 {
        let board = self.bindings.position.board();
        let cells = self.bindings.cells(cells).iter();
        cells.fold(0, |all, cell| {
            all | self.bindings.mask(board.cell_group(cell))
        })
    }

    /// What a condition says of the sizes of both sets; `None` if it speaks of more than one other variable that is not bound.
    fn sizes_of_both(&self, condition: &Condition, sets: [&LockedSet; 2]) -> Option<SizesOfBoth> {
        let Condition::Sizes {
            left,
            right,
            plus,
            more,
        } = condition
        else {
            return None;
        };
        let mut sizes = SizesOfBoth {
            known: -i64::from(*plus),
            more: i64::from(*more),
            ..SizesOfBoth::default()
        };
        let signed = (left.iter().map(|v| (1, *v))).chain(right.iter().map(|v| (-1, *v)));
        for (sign, var) in signed {
            if let Some(set) = sets.iter().position(|set| set.cells == var) {
                sizes.cells[set] += sign;
            } else if let Some(set) = sets.iter().position(|set| set.digits == var) {
                sizes.digits[set] += sign;
            } else if let Some(value) = self.bindings.get(var) {
                sizes.known += sign * value.size() as i64;
            } else if sizes.free.replace((var, sign)).is_some() {
                return None;
            }
        }
        let speaks = |set: usize| sizes.cells[set] != 0 || sizes.digits[set] != 0;
        (speaks(0) && speaks(1)).then_some(sizes)
    }
}
