//! Semi-join of two tables of almost locked sets: the first sets for which a second set exists.
//!
//! A Sue de Coq has one set in a line and one in a box. The clauses, sizes and conditions about
//! both are a few operations on masks for each pair. If the house of the first set is bound too,
//! all pairs are tested at once. In most positions that ends the branch, because no pair has enough
//! of the digits.

use std::rc::Rc;

use crate::grid::House;
use crate::lang::ir::{AlsPattern, Var};
use crate::matcher::exec::state::Execution;
use crate::matcher::index::als::{AlmostLockedSet, Partner};
use crate::matcher::query::set_pair::{MAX_PAIR_CLAUSES, PairSizes, SetPair};

/// The possible second sets, known before the first set is bound.
pub struct PairJoin<'a> {
    pair: &'a SetPair,
    /// The possible second sets, each with its weight.
    partners: Vec<(Partner, i64)>,
    /// The largest weight of a second set.
    most: i64,
    /// The least sum of the weights of the two sets.
    needed: i64,
    /// Digits that the two sets must not share.
    none_in_both: u32,
    /// For each clause, the digits that the two sets and the free variables must cover.
    live: [u32; MAX_PAIR_CLAUSES],
    /// For each size condition, the sum of the bound sizes.
    known: [i64; MAX_PAIR_CLAUSES],
}

impl PairSizes {
    /// 1 if the free variable adds to the sum, -1 if it is subtracted.
    fn sign(&self) -> i64 {
        self.free.map_or(0, |(_, sign)| sign)
    }

    /// The contribution of a set to the sum.
    fn weight(&self, set: usize, (cells, digits): Partner) -> i64 {
        self.cells[set] * i64::from(cells.count_ones())
            + self.digits[set] * i64::from(digits.count_ones())
    }
}

impl PairJoin<'_> {
    /// The largest size of a variable.
    fn most(&self, var: Var) -> i64 {
        self.pair.max_sizes[usize::from(var.0)]
    }

    /// The weight of a set: the number of digits that it covers in the clause, plus the room that
    /// the size condition leaves for it.
    fn count(&self, set: usize, partner: Partner) -> i64 {
        match self.pair.counted {
            None => 0,
            Some((clause, sizes)) => {
                let sizes = &self.pair.sizes[sizes];
                let covered = (partner.1 & self.live[clause]).count_ones();
                i64::from(covered) - sizes.sign() * sizes.weight(set, partner)
            }
        }
    }

    /// True if some second set fits this first set.
    pub fn has_partner(&self, first: &AlmostLockedSet) -> bool {
        self.fits_any((first.cells, first.digits))
    }

    fn fits_any(&self, first: Partner) -> bool {
        let needed = self.needed - self.count(0, first);
        if self.most < needed {
            return false;
        }
        let blocked = if self.pair.is_apart { first.0 } else { 0 };
        let shared = first.1 & self.none_in_both;
        let mut partners = self.partners.iter();
        partners.any(|&((cells, digits), count)| {
            count >= needed
                && digits & shared == 0
                && cells & blocked == 0
                && self.fits([first, (cells, digits)])
        })
    }

    fn fits(&self, both: [Partner; 2]) -> bool {
        let mut limits: [Option<(Var, i64)>; MAX_PAIR_CLAUSES] = [None; MAX_PAIR_CLAUSES];
        for (i, sizes) in self.pair.sizes.iter().enumerate() {
            let over = self.known[i] + sizes.weight(0, both[0]) + sizes.weight(1, both[1]);
            let Some((var, sign)) = sizes.free else {
                if !(0..=sizes.more).contains(&over) {
                    return false;
                }
                continue;
            };
            // The range of sizes of the free variable for which the condition holds.
            let (least, most) = match sign > 0 {
                true => (-over, sizes.more - over),
                false => (over - sizes.more, over),
            };
            if most < 0 || least > self.most(var) {
                return false;
            }
            limits[i] = Some((var, most));
        }
        let room = |var: &Var| {
            let known = limits.iter().flatten().filter(|(v, _)| v == var);
            let most = known.map(|&(_, most)| most).min().unwrap_or(i64::MAX);
            most.min(self.most(*var))
        };
        self.pair.clauses.iter().enumerate().all(|(i, clause)| {
            let left = self.live[i] & !both[0].1 & !both[1].1;
            left == 0 || i64::from(left.count_ones()) <= clause.free.iter().map(room).sum()
        })
    }
}

impl<'a> PairJoin<'a> {
    /// The partners of the first set, before it is bound; `None` if the house of the second is not
    /// bound.
    pub fn new(exec: &Execution<'_>, pair: &'a SetPair) -> Option<PairJoin<'a>> {
        let bindings = &exec.bindings;
        let mut ahead = PairJoin {
            pair,
            partners: Vec::new(),
            most: i64::MIN,
            needed: i64::MIN,
            none_in_both: 0,
            live: [0; MAX_PAIR_CLAUSES],
            known: [0; MAX_PAIR_CLAUSES],
        };
        for &cells in &pair.none_in_both {
            ahead.none_in_both |= bindings.live_digits(&bindings.cells(cells));
        }
        for (live, clause) in ahead.live.iter_mut().zip(&pair.clauses) {
            let known = clause.bound.iter();
            let known = known.fold(0, |mask, &var| mask | bindings.digits(var));
            *live = bindings.live_digits(&bindings.cells(clause.cells)) & !known;
        }
        for (known, sizes) in ahead.known.iter_mut().zip(&pair.sizes) {
            let size = |&(var, sign): &(Var, i64)| {
                let value = bindings.get(var);
                sign * value.map_or(0, |value| value.size() as i64)
            };
            *known = sizes.bound.iter().map(size).sum::<i64>() - sizes.plus;
        }
        if let Some((clause, sizes)) = pair.counted {
            // The remaining digits must fit into the free variable.
            let (live, known) = (ahead.live[clause], ahead.known[sizes]);
            let room = match pair.sizes[sizes].sign() > 0 {
                true => pair.sizes[sizes].more - known,
                false => known,
            };
            ahead.needed = i64::from(live.count_ones()) - room;
        }
        let house = bindings.houses(pair.houses[1]?).iter().next()?;
        let blocked = kept_away_from(exec, &pair.away_from[1]);
        let all = partners_in(exec, &pair.sets[1], house);
        ahead.partners.reserve_exact(all.len());
        for &partner in all.iter().filter(|(cells, _)| cells & blocked == 0) {
            let count = ahead.count(1, partner);
            ahead.most = ahead.most.max(count);
            ahead.partners.push((partner, count));
        }
        Some(ahead)
    }

    /// True if any two sets can fit together, judged by the bound house of the first set.
    pub fn has_pair(&self, exec: &Execution<'_>) -> bool {
        let pair = self.pair;
        let house = pair.houses[0].and_then(|var| exec.bindings.houses(var).iter().next());
        let Some(house) = house else {
            return true;
        };
        let blocked = kept_away_from(exec, &pair.away_from[0]);
        let all = partners_in(exec, &pair.sets[0], house);
        { all.iter() }.any(|&first| first.0 & blocked == 0 && self.fits_any(first))
    }
}

/// The cells that a set must not contain.
fn kept_away_from(exec: &Execution<'_>, vars: &[Var]) -> u128 {
    let cells = vars.iter().map(|&var| exec.bindings.cells(var).as_u128());
    cells.fold(0, |all, cells| all | cells)
}

/// The sets of a house that may be the first or the second of the pair.
fn partners_in(exec: &Execution<'_>, set: &AlsPattern, house: House) -> Rc<[Partner]> {
    let known = exec.partners.borrow();
    let key = (set.cells, house);
    if let Some((_, partners)) = known.iter().find(|(known, _)| *known == key) {
        return Rc::clone(partners);
    }
    drop(known);
    let (position, tables) = (exec.bindings.position, exec.bindings.tables);
    let mut found: Vec<Partner> = Vec::new();
    for over in set.spare.0 as usize..=set.spare.1 as usize {
        let sets = position.locked(tables, over);
        let list = sets.in_house(house);
        found.reserve(list.len());
        for other in list.iter().map(|&i| sets.get(i as usize)) {
            if (set.size.0..=set.size.1).contains(&other.cells.count_ones()) {
                found.push((other.cells, other.digits));
            }
        }
    }
    let partners: Rc<[Partner]> = found.into();
    exec.partners.borrow_mut().push((key, Rc::clone(&partners)));
    partners
}
