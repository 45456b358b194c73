//! The report of a study, made of tables and plots for each collection.
//!
//! Its sections answer the questions of the published reports that the study reproduces.

mod curves;
mod document;
mod grading;
mod methods;
mod settings;
mod tables;

use std::collections::BTreeMap;

use qedoku_core::report::grade::level_words;

use crate::plot::{Chart, Marks, Series};
use crate::record::Studied;
use crate::stats::MethodSummary;
pub use curves::curves;
pub use document::{Plot, ReportBlock, ReportPage, ReportTable};
pub use settings::{MAX_LISTED_PUZZLES, inference_table};
pub use tables::SummaryRow;

/// The input of a report.
pub struct Study {
    /// The parameters of the study, by name: the command, the seed, the machine.
    pub facts: Vec<(String, String)>,
    /// The names of the collections.
    pub collections: Vec<String>,
    /// The methods, in order.
    pub methods: Vec<String>,
    /// The methods that may be wrong.
    pub may_be_wrong: Vec<String>,
    /// All puzzles.
    pub puzzles: Vec<Studied>,
    /// Ratings by others: for a puzzle on one line, its ratings by name.
    pub ratings: BTreeMap<String, BTreeMap<String, f64>>,
    /// Average local consistency by iteration, for a puzzle of each level.
    pub consistency: Vec<Series>,
}

impl Study {
    /// The puzzles of a collection that have one solution.
    pub fn of(&self, collection: usize) -> Vec<&Studied> {
        let is_studied = |p: &&Studied| p.collection == collection && p.claim == "unique";
        self.puzzles.iter().filter(is_studied).collect()
    }

    /// The summary of each method on each collection, with the name of the collection.
    pub fn summaries(&self) -> Vec<(String, MethodSummary)> {
        let mut all = Vec::new();
        for (index, name) in self.collections.iter().enumerate() {
            let puzzles = self.of(index);
            for method in &self.methods {
                let summary = MethodSummary::of(method, puzzles.iter().copied());
                all.extend(summary.map(|summary| (name.clone(), summary)));
            }
        }
        all
    }

    /// The report.
    pub fn page(&self) -> ReportPage {
        let mut page = ReportPage {
            title: "Ways to solve Sudoku, side by side".to_owned(),
            ..ReportPage::default()
        };
        let mut facts = ReportTable::new(["fact", "value"]);
        facts.rows = self
            .facts
            .iter()
            .map(|(n, v)| vec![n.clone(), v.clone()])
            .collect();
        page.table(facts);
        page.text(
            "Times are of one processor, in microseconds, without reading and writing; a step is an assignment tried (of the \
             network a cell filled, of relaxation an iteration, of `rules` and `trial` a step of the proof's path), a backtrack an \
             assignment taken back. Every grid is compared with the proved solution: a method that says `solved` and has another grid is wrong.",
        );
        for (index, name) in self.collections.iter().enumerate() {
            let puzzles = self.of(index);
            if puzzles.is_empty() {
                continue;
            }
            page.heading(1, &format!("{name}: {} puzzles", puzzles.len()));
            let part = CollectionReport {
                study: self,
                puzzles: &puzzles,
                file: format!("{}-", index + 1),
            };
            part.solved(&mut page);
            part.settings(&mut page);
            part.grading(&mut page);
            part.givens(&mut page);
            part.paying(&mut page);
            part.by_level(&mut page);
            part.relaxation(&mut page);
            part.proofs(&mut page);
        }
        self.consistency_plot(&mut page);
        page
    }

    fn consistency_plot(&self, page: &mut ReportPage) {
        if self.consistency.is_empty() {
            return;
        }
        page.heading(1, "Average local consistency by iteration");
        page.text(
            "One puzzle of each level, from equal weights. A labelling without conflict has one less than the \
             number of cells: 80. An easy puzzle gets there; a hard one stays below, in ambiguity.",
        );
        let chart = Chart {
            title: "Average local consistency of relaxation labelling".to_owned(),
            axes: ("iteration".to_owned(), "consistency".to_owned()),
            log: (true, false),
            marks: Marks::Line,
            series: self.consistency.clone(),
        };
        page.plot("consistency", &chart.title, chart.to_svg());
    }
}

/// A collection of a study.
struct CollectionReport<'s> {
    study: &'s Study,
    puzzles: &'s [&'s Studied],
    /// The prefix of the file names of the plots.
    file: String,
}

impl<'s> CollectionReport<'s> {
    fn summary(&self, method: &str) -> Option<MethodSummary> {
        MethodSummary::of(method, self.puzzles.iter().copied())
    }

    /// The levels that occur, the easiest first, with their puzzles.
    fn levels(&self) -> Vec<(&'static str, Vec<&'s Studied>)> {
        let of_level = |word: &'static str| {
            let has = |p: &&&Studied| p.grade.as_ref().is_some_and(|(level, _)| level == word);
            (word, self.puzzles.iter().filter(has).copied().collect())
        };
        let levels = level_words().map(of_level);
        levels
            .filter(|(_, puzzles): &(_, Vec<_>)| !puzzles.is_empty())
            .collect()
    }

    fn has(&self, method: &str) -> bool {
        self.study.methods.iter().any(|known| known == method)
    }

    fn plot(&self, page: &mut ReportPage, name: &str, chart: &Chart) {
        page.plot(
            &format!("{}{name}", self.file),
            &chart.title,
            chart.to_svg(),
        );
    }
}

/// A number for a table, or `-` for `None`.
fn shown(value: Option<f64>) -> String {
    match value {
        None => "-".to_owned(),
        Some(v) if v.abs() >= 100.0 || v == v.round() => format!("{v:.0}"),
        Some(v) if v.abs() >= 10.0 => format!("{v:.1}"),
        Some(v) => format!("{v:.2}"),
    }
}
