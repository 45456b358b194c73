//! Statistics: the summary of a method over many puzzles, and the agreement of two rankings.

use serde::Serialize;

use crate::record::{MethodRun, Studied};

/// The results of a method over many puzzles.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MethodSummary {
    /// The method.
    pub method: String,
    /// Number of puzzles tried.
    pub puzzles: usize,
    /// Number of puzzles solved and right.
    pub solved: usize,
    /// Number of puzzles reported as solved, but wrong.
    pub wrong: usize,
    /// Number of puzzles not reported as solved.
    pub unsolved: usize,
    /// Share of empty cells that the method has right, in percent.
    pub cells_percent: f64,
    /// Median number of steps.
    pub median_steps: f64,
    /// Mean number of steps.
    pub mean_steps: f64,
    /// Mean number of backtracks.
    pub mean_backtracks: f64,
    /// Mean number of proof steps. `None` if the method gives no proofs.
    pub mean_proof: Option<f64>,
    /// Median CPU time per puzzle, in microseconds.
    pub median_cpu_us: Option<f64>,
    /// Mean CPU time per puzzle, in microseconds.
    pub mean_cpu_us: Option<f64>,
}

impl MethodSummary {
    /// The summary of a method on these puzzles. `None` if it was not run.
    pub fn of<'s>(
        method: &str,
        puzzles: impl IntoIterator<Item = &'s Studied>,
    ) -> Option<MethodSummary> {
        let tried = puzzles
            .into_iter()
            .filter_map(|p| Some((p, p.run(method)?)));
        let tried: Vec<(&Studied, &MethodRun)> = tried.collect();
        let runs = || tried.iter().map(|(_, run)| *run);
        let count = |test: fn(&MethodRun) -> bool| runs().filter(|run| test(run)).count();
        let numbers =
            |of: fn(&MethodRun) -> u64| -> Vec<f64> { runs().map(|r| of(r) as f64).collect() };
        let maybe = |of: fn(&MethodRun) -> Option<u64>| -> Option<Vec<f64>> {
            runs().map(|r| of(r).map(|n| n as f64)).collect()
        };
        let empty: usize = tried.iter().map(|(p, _)| empty_cells(p)).sum();
        let right: usize = runs().map(|run| run.cells).sum();
        let cpu = maybe(|run| run.cpu_us);
        (!tried.is_empty()).then(|| MethodSummary {
            method: method.to_owned(),
            puzzles: tried.len(),
            solved: count(|run| run.solved && run.right),
            wrong: count(MethodRun::is_wrong),
            unsolved: count(|run| !run.solved),
            cells_percent: percent(right, empty),
            median_steps: median(&numbers(|run| run.steps)),
            mean_steps: mean(&numbers(|run| run.steps)),
            mean_backtracks: mean(&numbers(|run| run.backtracks)),
            mean_proof: maybe(|run| run.proof).map(|n| mean(&n)),
            median_cpu_us: cpu.as_deref().map(median),
            mean_cpu_us: cpu.as_deref().map(mean),
        })
    }
}

/// Number of cells without a given.
pub fn empty_cells(puzzle: &Studied) -> usize {
    puzzle.puzzle.chars().count().saturating_sub(puzzle.clues)
}

/// A share in percent.
pub fn percent(part: usize, whole: usize) -> f64 {
    match whole {
        0 => 0.0,
        _ => 100.0 * part as f64 / whole as f64,
    }
}

/// The mean. 0 for an empty slice.
pub fn mean(numbers: &[f64]) -> f64 {
    match numbers.len() {
        0 => 0.0,
        n => numbers.iter().sum::<f64>() / n as f64,
    }
}

/// The median. 0 for an empty slice.
pub fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        n if n % 2 == 1 => sorted[n / 2],
        n => (sorted[n / 2 - 1] + sorted[n / 2]) / 2.0,
    }
}

/// The rank of each number. Equal numbers share the mean of their ranks.
fn ranks(numbers: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|&a, &b| numbers[a].total_cmp(&numbers[b]));
    let mut ranks = vec![0.0; numbers.len()];
    let mut start = 0;
    while start < order.len() {
        let same = |&&at: &&usize| numbers[at] == numbers[order[start]];
        let length = order[start..].iter().take_while(same).count();
        let rank = start as f64 + (length as f64 - 1.0) / 2.0;
        for &at in &order[start..start + length] {
            ranks[at] = rank;
        }
        start += length;
    }
    ranks
}

/// Spearman's rank correlation of pairs. `None` for fewer than three pairs, or if one side is
/// constant.
pub fn rank_correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    if pairs.len() < 3 {
        return None;
    }
    let (a, b): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (a, b) = (ranks(&a), ranks(&b));
    let (mean_a, mean_b) = (mean(&a), mean(&b));
    let (mut product, mut square_a, mut square_b) = (0.0, 0.0, 0.0);
    for (a, b) in a.iter().zip(&b) {
        product += (a - mean_a) * (b - mean_b);
        square_a += (a - mean_a).powi(2);
        square_b += (b - mean_b).powi(2);
    }
    let scale = (square_a * square_b).sqrt();
    (scale > 0.0).then(|| product / scale)
}
