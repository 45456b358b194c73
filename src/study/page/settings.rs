//! Backtracking with inference: the table of the published report, and the costs and savings of
//! stronger sets.

use super::document::{ReportPage, ReportTable};
use super::{CollectionReport, Study, shown};
use crate::plot::bars;
use crate::record::{MethodRun, Studied};
use crate::stats::{MethodSummary, mean, percent};

/// Maximum length of collections whose table lists every puzzle.
pub const MAX_LISTED_PUZZLES: usize = 100;

/// The sets of the published report, from the weakest to the strongest.
const REPORT_SETS: [&str; 4] = ["NI", "NHS", "NHP", "NHT"];

/// The methods that combine a set with an order of cells.
fn settings(study: &Study) -> Vec<&String> {
    let is_setting = |method: &&String| method.ends_with("-FB") || method.ends_with("-MCV");
    study.methods.iter().filter(is_setting).collect()
}

/// A table cell: `S` and the number of backtracks, or `U` if unsolved.
fn cell(run: Option<&MethodRun>) -> String {
    match run {
        None => "-".to_owned(),
        Some(run) if run.solved => format!("S {}", run.backtracks),
        Some(_) => "U".to_owned(),
    }
}

/// Puzzles by settings, with `S backtracks` or `U`. The last row counts the solved puzzles.
pub fn inference_table(study: &Study, puzzles: &[&Studied]) -> ReportTable {
    let settings = settings(study);
    let heads = ["puzzle", "label"]
        .into_iter()
        .chain(settings.iter().map(|s| s.as_str()));
    let mut table = ReportTable::new(heads);
    for (at, puzzle) in puzzles.iter().enumerate() {
        let label = puzzle.label.clone().unwrap_or_default();
        let cells = settings.iter().map(|setting| cell(puzzle.run(setting)));
        let row = [(at + 1).to_string(), label].into_iter().chain(cells);
        table.rows.push(row.collect());
    }
    let count = |setting: &&String| {
        let solved = puzzles
            .iter()
            .filter_map(|p| p.run(setting))
            .filter(|run| run.solved);
        solved.count().to_string()
    };
    let counts = settings.iter().map(count);
    let total = ["solved".to_owned(), String::new()]
        .into_iter()
        .chain(counts);
    table.rows.push(total.collect());
    table
}

impl CollectionReport<'_> {
    /// Reports the table and the backtracks by setting.
    pub(super) fn settings(&self, page: &mut ReportPage) {
        let settings = settings(self.study);
        if settings.is_empty() {
            return;
        }
        page.heading(2, "Backtracks by setting");
        if self.puzzles.len() <= MAX_LISTED_PUZZLES {
            page.text("`S` and the number of backtracks, or `U` where the steps were used up:");
            page.table(inference_table(self.study, self.puzzles));
        }
        let backtracks: Vec<(String, f64)> = { settings.iter() }
            .filter_map(|s| Some(((*s).clone(), self.summary(s)?.mean_backtracks)))
            .collect();
        let title = "Backtracks for a puzzle, mean (those that gave up included)";
        page.plot(
            &format!("{}backtracks", self.file),
            title,
            bars(title, "backtracks", &backtracks),
        );
        let times: Vec<(String, f64)> = { settings.iter() }
            .filter_map(|s| Some(((*s).clone(), self.summary(s)?.mean_cpu_us?)))
            .collect();
        let title = "Time for a puzzle, mean";
        page.plot(
            &format!("{}times", self.file),
            title,
            bars(title, "microseconds", &times),
        );
        self.needed(page);
    }

    /// Reports the rules that puzzles needed and a weaker set left to search.
    fn needed(&self, page: &mut ReportPage) {
        let without = |set: &str| {
            let free = |p: &&&Studied| {
                let mut runs = ["FB", "MCV"]
                    .iter()
                    .filter_map(|o| p.run(&format!("{set}-{o}")));
                runs.any(|run| run.solved && run.steps == 0)
            };
            self.puzzles.iter().filter(free).count()
        };
        if !REPORT_SETS[1..]
            .iter()
            .all(|set| self.has(&format!("{set}-MCV")))
        {
            return;
        }
        let [singles, pairs, triples] = [without("NHS"), without("NHP"), without("NHT")];
        page.text(format!(
            "Without any assignment, singles solve {singles} of {}, singles and pairs {pairs}, and with triples {triples}: \
             without search, triples are needed for {}.",
            self.puzzles.len(),
            triples.saturating_sub(pairs),
        ));
    }

    /// Reports whether each stronger set saves time.
    pub(super) fn paying(&self, page: &mut ReportPage) {
        let pairs: Vec<(String, String)> = ["FB", "MCV"]
            .iter()
            .flat_map(|order| {
                REPORT_SETS
                    .windows(2)
                    .map(move |s| (format!("{}-{order}", s[0]), format!("{}-{order}", s[1])))
            })
            .filter(|(weak, strong)| self.has(weak) && self.has(strong))
            .collect();
        let timed = self
            .puzzles
            .iter()
            .any(|p| p.runs.iter().any(|run| run.cpu_us.is_some()));
        if pairs.is_empty() || !timed {
            return;
        }
        page.heading(2, "Does each stronger set pay for its time?");
        let mut table = ReportTable::new([
            "step",
            "µs before, mean",
            "µs after, mean",
            "faster on % of puzzles",
            "solved more",
            "pays from level",
            "pays from steps",
        ]);
        for (weak, strong) in &pairs {
            let (Some(before), Some(after)) = (self.summary(weak), self.summary(strong)) else {
                continue;
            };
            let times = self.puzzles.iter().filter_map(|p| {
                let (a, b) = (p.run(weak)?, p.run(strong)?);
                Some((a.steps, a.cpu_us? as f64, b.cpu_us? as f64))
            });
            let times: Vec<(u64, f64, f64)> = times.collect();
            let faster = times.iter().filter(|(_, a, b)| b < a).count();
            table.rows.push(vec![
                format!("{weak} to {strong}"),
                shown(before.mean_cpu_us),
                shown(after.mean_cpu_us),
                format!("{:.0}", percent(faster, times.len())),
                (after.solved as i64 - before.solved as i64).to_string(),
                self.paying_level(weak, strong),
                crossing(&times).map_or("never".to_owned(), |steps| steps.to_string()),
            ]);
        }
        page.table(table);
        page.text(
            "The last two columns are the crossing points: the first level from which on the stronger set takes less time on average, \
             and the number of steps of the weaker one from which on it does.",
        );
    }

    /// The level from which on the stronger setting is faster on average.
    fn paying_level(&self, weak: &str, strong: &str) -> String {
        let mean = |method: &str, puzzles: &[&Studied]| {
            MethodSummary::of(method, puzzles.iter().copied()).and_then(|s| s.mean_cpu_us)
        };
        let mut from = "never";
        for (level, puzzles) in self.levels().into_iter().rev() {
            match (mean(weak, &puzzles), mean(strong, &puzzles)) {
                (Some(a), Some(b)) if b < a => from = level,
                _ => break,
            }
        }
        from.to_owned()
    }
}

/// The number of steps of the weaker setting from which on the stronger one is faster on average.
/// Steps are grouped by powers of two.
fn crossing(times: &[(u64, f64, f64)]) -> Option<u64> {
    let class = |steps: u64| u64::BITS - steps.leading_zeros();
    let mut from = None;
    for wanted in (0..=class(u64::MAX)).rev() {
        let inside: Vec<&(u64, f64, f64)> = times.iter().filter(|t| class(t.0) == wanted).collect();
        if inside.is_empty() {
            continue;
        }
        let before: Vec<f64> = inside.iter().map(|t| t.1).collect();
        let after: Vec<f64> = inside.iter().map(|t| t.2).collect();
        if mean(&after) >= mean(&before) {
            break;
        }
        from = Some(1u64.checked_shl(wanted.wrapping_sub(1)).unwrap_or(0));
    }
    from
}
