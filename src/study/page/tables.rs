//! The results of a study as tables: every puzzle with every method, and the summaries.

use serde::Serialize;

use super::{MAX_LISTED_PUZZLES, ReportTable, Study, inference_table};
use crate::stats::MethodSummary;

/// The result of a method on a collection, for programs.
#[derive(Clone, Debug, Serialize)]
pub struct SummaryRow {
    /// The name of the collection.
    pub collection: String,
    /// The summary of the method.
    #[serde(flatten)]
    pub summary: MethodSummary,
}

impl Study {
    /// The summary of each method on each collection, for programs.
    pub fn summary_rows(&self) -> Vec<SummaryRow> {
        let row = |(collection, summary)| SummaryRow {
            collection,
            summary,
        };
        self.summaries().into_iter().map(row).collect()
    }

    /// The summary of each method on each collection, as a table.
    pub fn summary_table(&self) -> ReportTable {
        table(&self.summaries())
    }

    /// The summaries as text, with the settings of each puzzle if there are few puzzles.
    pub fn to_text(&self) -> String {
        let summaries = self.summaries();
        let mut text = String::new();
        for (index, name) in self.collections.iter().enumerate() {
            let of: Vec<(String, MethodSummary)> = { summaries.iter() }
                .filter(|(collection, _)| collection == name)
                .cloned()
                .collect();
            let puzzles = self.of(index);
            let mut part = table(&of);
            part.heads.remove(0);
            part.rows.iter_mut().for_each(|row| drop(row.remove(0)));
            text += &format!(
                "{name}: {} puzzles with one solution\n\n{}\n",
                puzzles.len(),
                part.to_text()
            );
            // The table has two leading columns, and then one per setting.
            let settings = inference_table(self, &puzzles);
            if settings.heads.len() > 2 && puzzles.len() <= MAX_LISTED_PUZZLES {
                text += &format!("{}\n", settings.to_text());
            }
        }
        text
    }

    /// Every puzzle with every method.
    pub fn results_table(&self) -> ReportTable {
        let mut table = ReportTable::new([
            "collection",
            "puzzle",
            "givens",
            "label",
            "level",
            "score",
            "method",
            "solved",
            "right",
            "cells",
            "steps",
            "backtracks",
            "proof",
            "cpu_us",
            "used",
        ]);
        for puzzle in &self.puzzles {
            let grade = puzzle.grade.as_ref();
            let (level, score) = grade.map_or_else(Default::default, |(level, score)| {
                (level.clone(), score.to_string())
            });
            for run in &puzzle.runs {
                let maybe = |number: Option<u64>| number.map_or(String::new(), |n| n.to_string());
                let used: Vec<String> = run
                    .used
                    .iter()
                    .map(|(name, n)| format!("{name}:{n}"))
                    .collect();
                table.rows.push(vec![
                    self.collections[puzzle.collection].clone(),
                    puzzle.puzzle.clone(),
                    puzzle.clues.to_string(),
                    puzzle.label.clone().unwrap_or_default(),
                    level.clone(),
                    score.clone(),
                    run.method.clone(),
                    run.solved.to_string(),
                    run.right.to_string(),
                    run.cells.to_string(),
                    run.steps.to_string(),
                    run.backtracks.to_string(),
                    maybe(run.proof),
                    maybe(run.cpu_us),
                    used.join(" "),
                ]);
            }
        }
        table
    }
}

/// The table of these summaries.
fn table(summaries: &[(String, MethodSummary)]) -> ReportTable {
    let heads = [
        "collection",
        "method",
        "puzzles",
        "solved",
        "wrong",
        "unsolved",
        "cells_percent",
        "median_steps",
        "mean_steps",
        "mean_backtracks",
        "mean_proof",
        "median_cpu_us",
        "mean_cpu_us",
    ];
    let mut table = ReportTable::new(heads);
    let number = |value: Option<f64>| value.map_or(String::new(), |v| format!("{v:.1}"));
    for (collection, s) in summaries {
        table.rows.push(vec![
            collection.clone(),
            s.method.clone(),
            s.puzzles.to_string(),
            s.solved.to_string(),
            s.wrong.to_string(),
            s.unsolved.to_string(),
            number(Some(s.cells_percent)),
            number(Some(s.median_steps)),
            number(Some(s.mean_steps)),
            number(Some(s.mean_backtracks)),
            number(s.mean_proof),
            number(s.median_cpu_us),
            number(s.mean_cpu_us),
        ]);
    }
    table
}
