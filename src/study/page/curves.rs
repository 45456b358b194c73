//! The curves of relaxation labelling, for the report.

use qedoku_core::engine::Stop;
use qedoku_core::grid::Puzzle;
use qedoku_core::report::grade::level_words;

use crate::plot::Series;
use crate::record::Studied;
use crate::relaxation::{RelaxationSettings, solve};

/// The rise of the average local consistency on the first puzzle of each level.
pub fn curves(methods: &[String], studied: &[Studied], puzzles: &[(usize, Puzzle)]) -> Vec<Series> {
    if !methods.iter().any(|method| method == "relaxation") {
        return Vec::new();
    }
    let first = |word: &str| {
        let is_it = |p: &Studied| p.grade.as_ref().is_some_and(|(level, _)| level == word);
        studied.iter().position(is_it)
    };
    let curve = |word: &'static str| {
        let (_, puzzle) = &puzzles[first(word)?];
        let mut points = Vec::new();
        let settings = RelaxationSettings::default();
        let tell = |consistency| points.push((points.len() as f64 + 1.0, consistency));
        solve(puzzle, settings, &Stop::default(), tell);
        let last = points.len().saturating_sub(1);
        // On a logarithmic axis, a selection of the late points is enough.
        let mut at = 0;
        points.retain(|_| {
            at += 1;
            at <= 50 || at % 20 == 0 || at > last
        });
        Some(Series {
            name: word.to_owned(),
            points,
        })
    };
    level_words().filter_map(curve).collect()
}
