//! Accuracy and cost of the methods, on easy and on hard puzzles.

use super::document::{ReportPage, ReportTable};
use super::{CollectionReport, shown};
use crate::plot::{Chart, Marks, Series, bars};
use crate::stats::{MethodSummary, mean, percent};

impl CollectionReport<'_> {
    /// Reports the number of puzzles that each method solves.
    pub(super) fn solved(&self, page: &mut ReportPage) {
        page.heading(2, "What does each method solve?");
        let mut table = ReportTable::new([
            "method",
            "right",
            "wrong",
            "unsolved",
            "cells right %",
            "steps, median",
            "steps, mean",
            "backtracks, mean",
            "µs, median",
            "µs, mean",
        ]);
        let mut shares = Vec::new();
        for method in &self.study.methods {
            let Some(s) = self.summary(method) else {
                continue;
            };
            shares.push((method.clone(), percent(s.solved, s.puzzles)));
            table.rows.push(vec![
                method.clone(),
                s.solved.to_string(),
                s.wrong.to_string(),
                s.unsolved.to_string(),
                format!("{:.1}", s.cells_percent),
                shown(Some(s.median_steps)),
                shown(Some(s.mean_steps)),
                shown(Some(s.mean_backtracks)),
                shown(s.median_cpu_us),
                shown(s.mean_cpu_us),
            ]);
        }
        page.table(table);
        let wrong: usize = { self.study.methods.iter() }
            .filter(|method| !self.study.may_be_wrong.contains(method))
            .filter_map(|method| Some(self.summary(method)?.wrong))
            .sum();
        let may: Vec<String> = { self.study.may_be_wrong.iter() }
            .map(|m| format!("`{m}`"))
            .collect();
        page.text(match (wrong, may.is_empty()) {
            (0, true) => "Whatever a method called solved is the proved solution.".to_owned(),
            (0, false) => format!(
                "Whatever a method called solved is the proved solution, except for those that may be wrong and say so: {}.",
                may.join(", ")
            ),
            (n, _) => format!("**{n} grids of methods that must not be wrong are wrong.**"),
        });
        let name = format!("{}solved", self.file);
        page.plot(
            &name,
            "Puzzles solved and right",
            bars("Puzzles solved and right", "percent", &shares),
        );
        self.within(page);
    }

    /// Plots the number of puzzles solved within a time.
    fn within(&self, page: &mut ReportPage) {
        let curve = |method: &String| {
            let right = self
                .puzzles
                .iter()
                .filter_map(|p| p.run(method))
                .filter(|r| r.right && r.solved);
            let mut times: Vec<f64> = right
                .filter_map(|run| run.cpu_us)
                .map(|t| t.max(1) as f64)
                .collect();
            times.sort_by(f64::total_cmp);
            let share = |at: usize| percent(at + 1, self.puzzles.len());
            // A curve needs only a hundred points.
            let step = times.len().div_ceil(100).max(1);
            let last = times.len().checked_sub(1);
            let ats = (0..times.len()).step_by(step).chain(last);
            Series {
                name: method.clone(),
                points: ats.map(|at| (times[at], share(at))).collect(),
            }
        };
        let wanted = [
            "NI-FB",
            "NI-MCV",
            "NHS-MCV",
            "NHT-MCV",
            "plain",
            "twins",
            "network+rules",
            "relaxation",
            "rules",
            "search",
        ];
        let is_wanted =
            |method: &&String| wanted.contains(&method.as_str()) || self.study.methods.len() <= 10;
        let series = self.study.methods.iter().filter(is_wanted).map(curve);
        let chart = Chart {
            title: "Puzzles solved within a time".to_owned(),
            axes: (
                "microseconds for a puzzle".to_owned(),
                "percent solved".to_owned(),
            ),
            log: (true, false),
            marks: Marks::Line,
            series: series.filter(|s| !s.points.is_empty()).collect(),
        };
        self.plot(page, "within", &chart);
    }

    /// Reports accuracy and speed by level.
    pub(super) fn by_level(&self, page: &mut ReportPage) {
        let levels = self.levels();
        if levels.is_empty() {
            return;
        }
        page.heading(2, "How do accuracy and speed change with the level?");
        let heads: Vec<String> = levels
            .iter()
            .map(|(level, p)| format!("{level} ({})", p.len()))
            .collect();
        let heads = || std::iter::once("method").chain(heads.iter().map(String::as_str));
        let (mut right, mut time) = (ReportTable::new(heads()), ReportTable::new(heads()));
        for method in &self.study.methods {
            let of = |puzzles: &Vec<_>| MethodSummary::of(method, puzzles.iter().copied());
            let sums: Vec<Option<MethodSummary>> =
                levels.iter().map(|(_, puzzles)| of(puzzles)).collect();
            let row = |cell: &dyn Fn(&MethodSummary) -> String| {
                let cells = sums.iter().map(|s| s.as_ref().map_or("-".to_owned(), cell));
                std::iter::once(method.clone())
                    .chain(cells)
                    .collect::<Vec<_>>()
            };
            right
                .rows
                .push(row(&|s| format!("{:.1}", percent(s.solved, s.puzzles))));
            time.rows.push(row(&|s| shown(s.median_cpu_us)));
        }
        page.text("Percent right, by the level of the hardest rule that the puzzle needs:");
        page.table(right);
        if self
            .puzzles
            .iter()
            .any(|p| p.runs.iter().any(|run| run.cpu_us.is_some()))
        {
            page.text("Microseconds for a puzzle, at the median:");
            page.table(time);
        }
    }

    /// Reports the time of relaxation against difficulty.
    pub(super) fn relaxation(&self, page: &mut ReportPage) {
        if !self.has("relaxation") {
            return;
        }
        page.heading(
            2,
            "Is relaxation labelling quick on easy puzzles and confused by hard ones?",
        );
        let mut table = ReportTable::new([
            "level",
            "method",
            "right %",
            "wrong %",
            "ambiguous %",
            "iterations, mean",
            "µs, mean",
        ]);
        let mut series = Vec::new();
        for (level, puzzles) in self.levels() {
            for method in ["relaxation", "relaxation+singles"] {
                let Some(s) = MethodSummary::of(method, puzzles.iter().copied()) else {
                    continue;
                };
                table.rows.push(vec![
                    level.to_owned(),
                    method.to_owned(),
                    format!("{:.1}", percent(s.solved, s.puzzles)),
                    format!("{:.1}", percent(s.wrong, s.puzzles)),
                    format!("{:.1}", percent(s.unsolved, s.puzzles)),
                    shown(Some(s.mean_steps)),
                    shown(s.mean_cpu_us),
                ]);
            }
            let points = puzzles.iter().take(200).filter_map(|p| {
                let (score, run) = (p.grade.as_ref()?.1, p.run("relaxation")?);
                Some((score.max(1) as f64, run.steps.max(1) as f64))
            });
            series.push(Series {
                name: level.to_owned(),
                points: points.collect(),
            });
        }
        page.table(table);
        let chart = Chart {
            title: "Iterations of relaxation against the score of the puzzle".to_owned(),
            axes: ("score by the rules".to_owned(), "iterations".to_owned()),
            log: (true, true),
            marks: Marks::Points,
            series,
        };
        self.plot(page, "relaxation", &chart);
    }

    /// Reports whether the network makes proofs shorter.
    pub(super) fn proofs(&self, page: &mut ReportPage) {
        let provers = ["rules", "trial", "trial+network", "search"];
        let provers: Vec<&str> = provers
            .into_iter()
            .filter(|method| self.has(method))
            .collect();
        if provers.len() < 2 {
            return;
        }
        page.heading(
            2,
            "Does a network that chooses the candidates to refute make proofs shorter?",
        );
        let mut table = ReportTable::new([
            "method",
            "steps of a proof, mean",
            "supposes or refutations, mean",
            "µs, mean",
        ]);
        for method in &provers {
            if let Some(s) = self.summary(method) {
                table.rows.push(vec![
                    (*method).to_owned(),
                    shown(s.mean_proof),
                    shown(Some(s.mean_backtracks)),
                    shown(s.mean_cpu_us),
                ]);
            }
        }
        page.table(table);
        let pairs = self.puzzles.iter().filter_map(|p| {
            let (plain, guided) = (p.run("trial")?, p.run("trial+network")?);
            (plain.backtracks > 0).then_some((plain.proof? as f64, guided.proof? as f64))
        });
        let pairs: Vec<(f64, f64)> = pairs.collect();
        if pairs.is_empty() {
            return;
        }
        let shorter = pairs
            .iter()
            .filter(|(plain, guided)| guided < plain)
            .count();
        let longer = pairs
            .iter()
            .filter(|(plain, guided)| guided > plain)
            .count();
        let (plain, guided): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
        page.text(format!(
            "Of {} puzzles that singles do not solve, the proof is shorter with the network on {shorter} and longer on {longer}; on average it \
             has {} steps with it and {} without.",
            pairs.len(),
            shown(Some(mean(&guided))),
            shown(Some(mean(&plain))),
        ));
    }
}
