//! Grading: whether the rules that a puzzle needs, or its givens, agree with the ratings of
//! experts.

use std::collections::{BTreeMap, BTreeSet};

use super::document::{ReportPage, ReportTable};
use super::{CollectionReport, shown};
use crate::plot::{Chart, Marks, Series};
use crate::record::{Studied, hardness};
use crate::stats::{mean, rank_correlation};

/// The index of the weakest set that solves a puzzle without any assignment, counted from singles.
/// One more than the last if none does.
fn set_needed(puzzle: &Studied) -> Option<f64> {
    let sets = ["NHS", "NHP", "NHT"];
    let runs: Option<Vec<_>> = sets
        .iter()
        .map(|set| puzzle.run(&format!("{set}-MCV")))
        .collect();
    let free = runs?.iter().position(|run| run.solved && run.steps == 0);
    Some(free.unwrap_or(sets.len()) as f64)
}

fn level_needed(puzzle: &Studied) -> Option<f64> {
    let (level, _) = puzzle.grade.as_ref()?;
    let mut words = qedoku_core::report::grade::level_words();
    words.position(|word| word == level).map(|at| at as f64)
}

type Measure = (&'static str, fn(&Studied) -> Option<f64>);

/// The measures to compare with other ratings.
const MEASURES: [Measure; 6] = [
    ("set needed without backtracking", set_needed),
    ("level by the rules", level_needed),
    ("score by the rules", |p| {
        p.grade.as_ref().map(|(_, score)| *score as f64)
    }),
    ("steps of NI-MCV", |p| {
        p.run("NI-MCV").map(|run| run.steps as f64)
    }),
    ("steps of plain backtracking", |p| {
        p.run("plain").map(|run| run.steps as f64)
    }),
    ("givens", |p| Some(p.clues as f64)),
];

impl CollectionReport<'_> {
    /// Reports whether the rules needed agree with labels and ratings.
    pub(super) fn grading(&self, page: &mut ReportPage) {
        let others = self.others();
        if others.is_empty() {
            return;
        }
        page.heading(2, "Is grading by the rules needed roughly what experts do?");
        let heads = std::iter::once("rank correlation").chain(others.keys().map(String::as_str));
        let mut table = ReportTable::new(heads);
        for (name, measure) in MEASURES {
            let against = |ratings: &Vec<Option<f64>>| {
                let pairs = self.puzzles.iter().zip(ratings);
                let pairs: Vec<(f64, f64)> = pairs
                    .filter_map(|(p, r)| Some((measure(p)?, (*r)?)))
                    .collect();
                rank_correlation(&pairs)
            };
            let cells: Vec<Option<f64>> = others.values().map(against).collect();
            if cells.iter().any(Option::is_some) {
                let cells = cells
                    .into_iter()
                    .map(|c| c.map_or("-".to_owned(), |c| format!("{c:.2}")));
                table
                    .rows
                    .push(std::iter::once(name.to_owned()).chain(cells).collect());
            }
        }
        page.table(table);
        page.text(
            "Spearman's rank correlation: 1 if two measures put the puzzles in the same order, 0 if they have nothing to do with each \
             other.",
        );
        self.labels(page);
    }

    /// The ratings by others: for each name, the value for every puzzle.
    fn others(&self) -> BTreeMap<String, Vec<Option<f64>>> {
        let ratings = &self.study.ratings;
        let names: BTreeSet<&String> = { self.puzzles.iter() }
            .filter_map(|p| ratings.get(&p.puzzle))
            .flat_map(BTreeMap::keys)
            .collect();
        let rated = |name: &String| {
            let value = |p: &&Studied| ratings.get(&p.puzzle)?.get(name).copied();
            (name.clone(), self.puzzles.iter().map(value).collect())
        };
        let mut others: BTreeMap<String, Vec<Option<f64>>> = names.into_iter().map(rated).collect();
        if self.puzzles.iter().any(|p| p.label.is_some()) {
            let value = |p: &&Studied| p.label.as_deref().and_then(hardness).map(|at| at as f64);
            others.insert("label".to_owned(), self.puzzles.iter().map(value).collect());
        }
        others
    }

    /// Reports which sets the puzzles of each label need.
    fn labels(&self, page: &mut ReportPage) {
        let mut labels: Vec<&String> = self
            .puzzles
            .iter()
            .filter_map(|p| p.label.as_ref())
            .collect();
        labels.sort_by_key(|label| (hardness(label), *label));
        labels.dedup();
        if labels.is_empty() || !self.puzzles.iter().any(|p| set_needed(p).is_some()) {
            return;
        }
        let mut table = ReportTable::new([
            "label",
            "puzzles",
            "singles",
            "and pairs",
            "and triples",
            "more",
            "givens, mean",
            "score, mean",
        ]);
        for label in labels {
            let of: Vec<&&Studied> = self
                .puzzles
                .iter()
                .filter(|p| p.label.as_ref() == Some(label))
                .collect();
            let needing = |set: usize| {
                of.iter()
                    .filter(|p| set_needed(p) == Some(set as f64))
                    .count()
            };
            let givens: Vec<f64> = of.iter().map(|p| p.clues as f64).collect();
            let scores: Vec<f64> = of
                .iter()
                .filter_map(|p| p.grade.as_ref())
                .map(|g| g.1 as f64)
                .collect();
            let counts = (0..4).map(|set| needing(set).to_string());
            let row = [label.clone(), of.len().to_string()]
                .into_iter()
                .chain(counts);
            let means = [
                shown(Some(mean(&givens))),
                shown((!scores.is_empty()).then(|| mean(&scores))),
            ];
            table.rows.push(row.chain(means).collect());
        }
        page.text("The weakest sets that solve the puzzles of each label without an assignment:");
        page.table(table);
    }

    /// Reports whether the number of givens predicts difficulty.
    pub(super) fn givens(&self, page: &mut ReportPage) {
        let levels = self.levels();
        if levels.is_empty() {
            return;
        }
        page.heading(2, "Do givens predict difficulty?");
        let mut table = ReportTable::new(["level", "puzzles", "givens, mean", "fewest", "most"]);
        let mut series = Vec::new();
        for (level, puzzles) in &levels {
            let givens: Vec<usize> = puzzles.iter().map(|p| p.clues).collect();
            let numbers: Vec<f64> = givens.iter().map(|&g| g as f64).collect();
            table.rows.push(vec![
                (*level).to_owned(),
                puzzles.len().to_string(),
                format!("{:.2}", mean(&numbers)),
                givens.iter().min().map_or(String::new(), usize::to_string),
                givens.iter().max().map_or(String::new(), usize::to_string),
            ]);
            let mut points = BTreeMap::new();
            for clues in givens {
                *points.entry(clues).or_insert(0.0) += 100.0 / puzzles.len() as f64;
            }
            series.push(Series {
                name: (*level).to_owned(),
                points: points
                    .into_iter()
                    .map(|(clues, share)| (clues as f64, share))
                    .collect(),
            });
        }
        page.table(table);
        let pairs = self
            .puzzles
            .iter()
            .filter_map(|p| Some((p.clues as f64, p.grade.as_ref()?.1 as f64)));
        if let Some(correlation) = rank_correlation(&pairs.collect::<Vec<_>>()) {
            let words = match correlation.abs() {
                c if c < 0.2 => "hardly at all",
                c if c < 0.5 => "a little",
                _ => "to a good part",
            };
            page.text(format!(
                "The rank correlation of givens and score is {correlation:.2}: in this collection givens predict difficulty {words}."
            ));
        }
        let chart = Chart {
            title: "Givens of the puzzles of each level".to_owned(),
            axes: (
                "givens".to_owned(),
                "percent of the level's puzzles".to_owned(),
            ),
            log: (false, false),
            marks: Marks::Line,
            series,
        };
        self.plot(page, "givens", &chart);
    }
}
