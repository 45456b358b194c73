//! The possible sizes of a pattern's sets.
//!
//! Enumerates the choices of sizes that the conditions allow, up to a limit.

use super::locked_sets::locked;
use qedoku_core::lang::ir::{Condition, Pattern};

/// The size of each variable. 1 for variables that are not sets.
pub type Sizes = Vec<usize>;

/// Maximum number of choices.
const MAX_SIZE_CHOICES: usize = 5_000;
/// Maximum number of choices examined.
const MAX_EXAMINED: usize = 200_000;

/// The sizes that a pattern allows. The flag is true if the list is complete; otherwise it has only
/// the first sizes.
pub fn choices(pattern: &Pattern) -> (Vec<Sizes>, bool) {
    of_ranges(pattern, ranges(pattern))
}

/// All sizes that have to be proved. For cells that are [locked](super::locked_sets) in digits, the
/// smallest size stands for all. `None` if there are too many.
pub fn instances(pattern: &Pattern) -> Option<Vec<Sizes>> {
    let mut ranges = ranges(pattern);
    for pair in locked(pattern) {
        let (least, most) = &mut ranges[usize::from(pair.cells.0)];
        *most = *least;
    }
    let (sizes, all) = of_ranges(pattern, ranges);
    all.then_some(sizes)
}

fn ranges(pattern: &Pattern) -> Vec<(usize, usize)> {
    let sizes = pattern.variables.iter().map(|v| v.size.unwrap_or((1, 1)));
    sizes
        .map(|(least, most)| (least as usize, most as usize))
        .collect()
}

fn of_ranges(pattern: &Pattern, ranges: Vec<(usize, usize)>) -> (Vec<Sizes>, bool) {
    let mut found = Vec::new();
    let mut sizes = Vec::new();
    let mut looks = 0;
    let all = extend(pattern, &ranges, &mut sizes, &mut looks, &mut found);
    (found, all)
}

fn extend(
    pattern: &Pattern,
    ranges: &[(usize, usize)],
    sizes: &mut Sizes,
    looks: &mut usize,
    found: &mut Vec<Sizes>,
) -> bool {
    *looks += 1;
    if *looks > MAX_EXAMINED {
        return false;
    }
    if !pattern.conditions.iter().all(|c| can_hold(c, sizes)) {
        return true;
    }
    let Some(&(least, most)) = ranges.get(sizes.len()) else {
        found.push(sizes.clone());
        return found.len() <= MAX_SIZE_CHOICES;
    };
    for size in least..=most {
        sizes.push(size);
        let enough = extend(pattern, ranges, sizes, looks, found);
        sizes.pop();
        if !enough {
            return false;
        }
    }
    true
}

/// Whether a condition about sizes can hold, given the sizes chosen so far.
fn can_hold(condition: &Condition, sizes: &Sizes) -> bool {
    let Condition::Sizes {
        left,
        right,
        plus,
        more,
    } = condition
    else {
        return true;
    };
    let all = || left.iter().chain(right);
    if all().any(|v| usize::from(v.0) >= sizes.len()) {
        return true;
    }
    let sum = |vars: &[qedoku_core::lang::ir::Var]| {
        let each = vars.iter().map(|v| sizes[usize::from(v.0)] as i64);
        each.sum::<i64>()
    };
    let over = sum(left) - sum(right) - i64::from(*plus);
    (0..=i64::from(*more)).contains(&over)
}
