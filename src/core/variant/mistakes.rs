//! Mistakes of setters: constraints that no grid satisfies.

use std::collections::BTreeMap;

use crate::grid::{Board, Candidate, Cell, Digit, House};
use crate::proof::{Rule, Rules};

/// The reason why no grid satisfies a constraint. `None` if some grid may.
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
        ["path" | "every", _, relation, ..] if Rules::pairs_in(relation, n) == Some(0) => Some(
            format!("no two digits from 1 to {n} are in the relation `{relation}`"),
        ),
        ["has", _, digits, ..] if digits.len() > k => {
            let count = digits.len();
            Some(format!(
                "{count} digits do not fit into the number of cells, {k}"
            ))
        }
        ["sum", ..] => of_sum(board, rule),
        ["sandwich" | "xsum" | "skyscraper", _, number, ..] if is_house(board, &rule.cells) => {
            of_outside_clue(words[0], number.parse().ok()?, n)
        }
        _ => None,
    }
}

/// Whether the cells are a house of the board.
fn is_house(board: &Board, cells: &[Cell]) -> bool {
    let is_in =
        |house: &[Cell]| house.len() == cells.len() && cells.iter().all(|it| house.contains(it));
    board.houses().iter().any(|house| is_in(&house.cells))
}

/// The message about a sum that its cells cannot reach.
fn of_sum(board: &Board, rule: &Rule) -> Option<String> {
    let row = rule.row.as_ref()?;
    let (mut least, mut most) = (0, 0);
    for &cell in &rule.cells {
        let weights = board
            .digits()
            .map(|it| row.weight(board.candidate(cell, it)));
        let weights: Vec<i64> = weights.collect();
        least += weights.iter().min()?;
        most += weights.iter().max()?;
    }
    let is_out = row.lo.is_some_and(|lo| lo > most) || row.hi.is_some_and(|hi| hi < least);
    let sum = row.lo.or(row.hi)?;
    is_out.then(|| format!("these cells sum to between {least} and {most}, not {sum}"))
}

/// The message about a clue beside a row or column of n cells, if no order of the digits satisfies
/// it.
fn of_outside_clue(kind: &str, number: usize, n: usize) -> Option<String> {
    let whole = n * (n + 1) / 2;
    let inner = whole.saturating_sub(n + 1);
    let (fits, range) = match kind {
        // The digits other than 1 and n have every sum up to `inner`, except 1 and `inner - 1`.
        "sandwich" => (
            number <= inner && number != 1 && number + 1 != inner,
            format!(
                "the digits between 1 and {n} sum to 0, 2 to {} or {inner}",
                inner.saturating_sub(2)
            ),
        ),
        "xsum" => (
            (1..=whole).contains(&number) && number != 2,
            format!("an X-sum is between 1 and {whole}, but not 2"),
        ),
        _ => (
            (1..=n).contains(&number),
            format!("between 1 and {n} skyscrapers are seen"),
        ),
    };
    (!fits).then(|| format!("{range}, not {number}"))
}

/// The message about cages that together fill a house but miss its sum.
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

/// The message about a given that another given or an `allow` line excludes.
pub(super) fn of_givens(board: &Board, rules: &Rules, givens: &[Option<Digit>]) -> Option<String> {
    let given = |(cell, digit): (Cell, &Option<Digit>)| Some((cell, (*digit)?));
    let given: Vec<(Cell, Digit)> = board.cells().zip(givens).filter_map(given).collect();
    for (at, &(cell, digit)) in given.iter().enumerate() {
        let (name, candidate) = (board.cell_name(cell), board.candidate(cell, digit));
        if rules.gone.contains(&candidate) {
            return Some(format!(
                "{name} is given as {digit}, but `allow` excludes it"
            ));
        }
        let excluded: Vec<Candidate> = rules.excluded(candidate).collect();
        let clashes = |&&(other, its): &&(Cell, Digit)| {
            let is_seen = its == digit && board.sees(cell, other);
            is_seen || excluded.contains(&board.candidate(other, its))
        };
        if let Some(&(other, its)) = given[..at].iter().find(clashes) {
            let other = board.cell_name(other);
            return Some(format!(
                "the givens {other}={its} and {name}={digit} exclude each other"
            ));
        }
    }
    None
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
