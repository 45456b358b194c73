//! Mistakes of setters: constraints that no grid satisfies.

use std::collections::BTreeMap;

use crate::grid::{Board, Cell, House};
use crate::proof::Rules;

/// The reason why no grid satisfies a constraint, if this is so.
pub(super) fn of_line(board: &Board, rules: &Rules, words: &[&str]) -> Option<String> {
    let rule = rules.named(words.get(1)?)?;
    let (n, k) = (board.size(), rule.cells.len());
    match *words {
        ["house", ..] if k != n => Some(format!("a house has {n} cells, this one has {k}")),
        ["cage" | "different", ..] if k > n => Some(format!(
            "{k} cells cannot hold different digits from 1 to {n}"
        )),
        ["cage", _, sum, ..] => {
            let (least, most) = (k * (k + 1) / 2, k * (2 * n + 1 - k) / 2);
            let sum: usize = sum.parse().ok()?;
            let fits = (least..=most).contains(&sum);
            (!fits).then(|| {
                format!("{k} different digits sum to between {least} and {most}, not {sum}")
            })
        }
        ["path", _, "<" | ">", ..] if k > n => {
            Some(format!("{k} cells cannot rise with digits from 1 to {n}"))
        }
        _ => None,
    }
}

/// The reason why cages that together fill a house miss its sum, if this is so.
pub(super) fn of_puzzle(board: &Board, rules: &Rules) -> Option<String> {
    let n = board.size();
    let cages: Vec<(&str, &[Cell], i64)> = { rules.all() }
        .filter(|(_, rule)| rule.kind() == "cage")
        .filter_map(|(name, rule)| Some((name, &*rule.cells, rule.row.as_ref()?.hi?)))
        .collect();
    let named = rules.all().filter(|(_, rule)| rule.kind() == "house");
    let named = named.map(|(name, rule)| (name.to_owned(), &*rule.cells));
    let own = board.houses().iter().enumerate();
    let own = own.map(|(at, house)| (board.house_name(House::new(at)), &*house.cells));
    own.chain(named).find_map(|(house, cells)| {
        let is_inside = |cage: &&(&str, &[Cell], i64)| cage.1.iter().all(|it| cells.contains(it));
        let inside: Vec<_> = cages.iter().filter(is_inside).collect();
        let covered: Vec<Cell> = inside.iter().flat_map(|it| it.1.iter().copied()).collect();
        let is_cover = covered.len() == n && cells.iter().all(|it| covered.contains(it));
        let (sum, whole) = (inside.iter().map(|it| it.2).sum::<i64>(), n * (n + 1) / 2);
        (is_cover && sum != whole as i64).then(|| {
            let names: Vec<&str> = inside.iter().map(|it| it.0).collect();
            let names = names.join(", ");
            format!("the cages {names} fill {house}, but sum to {sum} and not to {whole}")
        })
    })
}

/// A warning for each cell in two cages with sums. Setters rarely intend this.
pub(super) fn overlaps(board: &Board, rules: &Rules) -> Vec<String> {
    let mut seen: BTreeMap<Cell, &str> = BTreeMap::new();
    let mut warnings = Vec::new();
    for (name, rule) in rules.all().filter(|(_, rule)| rule.kind() == "cage") {
        for &cell in &rule.cells {
            if let Some(other) = seen.insert(cell, name) {
                let cell = board.cell_name(cell);
                warnings.push(format!("{cell} is in two cages, {other} and {name}"));
            }
        }
    }
    warnings
}
