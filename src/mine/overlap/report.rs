//! The overlap of techniques as rows: which techniques find all steps of another one, and which are
//! proved equal.

use serde::Serialize;

use super::{Overlap, Places, closest, overlaps};
use crate::equiv::{Sameness, SamenessKind, TechniqueComparison};
use qedoku_app::names::is_called;
use qedoku_core::engine::{Solver, TechniqueId};
use qedoku_core::grid::{Board, Shape};
use qedoku_core::lang::Library;
use qedoku_core::lang::ir::Technique;

/// The size of the sample of patterns.
#[derive(Clone, Copy, Debug)]
pub struct SampleSize {
    /// Maximum number of patterns per technique.
    pub patterns: usize,
    /// Number of puzzles to create and take patterns from.
    pub puzzles: usize,
    /// The seed of these puzzles.
    pub seed: u64,
}

/// The techniques that find all steps of a technique.
#[derive(Clone, Debug, Serialize)]
pub struct OverlapRow {
    /// The label of the technique.
    pub technique: String,
    /// Its rule.
    pub rule: String,
    /// The number of sampled patterns.
    pub patterns: usize,
    /// The techniques that draw the same conclusion.
    pub found_by: Vec<Finder>,
    /// The techniques that are proved equal.
    pub same_as: Vec<EqualTechnique>,
}

/// A technique that rewrites prove equal, exactly or after an exchange.
#[derive(Clone, Debug, Serialize)]
pub struct EqualTechnique {
    /// The label of the technique.
    pub technique: String,
    /// Its rule.
    pub rule: String,
    /// The sense in which both are equal.
    pub how: String,
    /// Whether both are equal everywhere.
    #[serde(skip)]
    pub everywhere: bool,
    /// The rewrites that turn one into the other.
    pub rewrites: Vec<String>,
    /// The terms between the rewrites.
    pub evidence: Vec<String>,
}

/// A technique that draws the same conclusion in some patterns.
#[derive(Clone, Debug, Serialize)]
pub struct Finder {
    /// The label of the technique.
    pub technique: String,
    /// Its rule.
    pub rule: String,
    /// The number of patterns in which it draws the conclusion.
    pub patterns: usize,
    /// Whether it draws the conclusion in all patterns and no other technique lies between the two.
    pub closest: bool,
}

/// Compares techniques with all others: the named ones, or all except those on request.
pub fn rows(
    mut library: Library,
    names: &[String],
    sample: SampleSize,
    all: bool,
) -> Vec<OverlapRow> {
    let whole = library.techniques.clone();
    // Techniques on request are slow, so only named ones are compared.
    let is_named = |t: &Technique| names.iter().any(|name| is_called(t, name));
    library.techniques.retain(|t| !t.on_request || is_named(t));
    let board = Board::sudoku(Shape {
        height: 3,
        width: 3,
    });
    let solver = Solver::with(&board, &library.techniques);
    let chosen = chosen_techniques(&solver, names);
    let places = Places::new(&solver, &library, sample.puzzles, sample.seed);
    let most = sample.patterns;
    let found = overlaps(&solver, &places, &chosen, most, all);
    // Two techniques can be compared only if both were tried.
    let mut between: Vec<TechniqueId> = found.iter().flat_map(Overlap::subsumers).collect();
    between.sort_unstable();
    between.dedup();
    between.retain(|technique| !chosen.contains(technique));
    let mut known = overlaps(&solver, &places, &between, most, false);
    known.extend(found.iter().cloned());
    let names = labels(&library.techniques);
    let rows: Vec<OverlapRow> = found
        .iter()
        .map(|overlap| row(&library, &names, overlap, &known))
        .collect();
    with_same(rows, &library.techniques, &chosen, &whole)
}

/// The techniques with these names. All techniques if there are no names.
fn chosen_techniques(solver: &Solver<'_>, names: &[String]) -> Vec<TechniqueId> {
    let is_chosen = |t: &Technique| names.is_empty() || names.iter().any(|name| is_called(t, name));
    let all = solver.ids();
    all.filter(|&id| is_chosen(solver.technique(id))).collect()
}

/// The label of each technique: its title, or its rule if the title is not unique.
pub fn labels(techniques: &[Technique]) -> Vec<String> {
    let label = |technique: &Technique| {
        let same = techniques.iter().filter(|t| t.title == technique.title);
        match (same.count(), technique.instance) {
            (1, _) => technique.title.clone(),
            (_, None) => technique.rule.to_string(),
            (_, Some(n)) => format!("{}={n}", technique.rule),
        }
    };
    techniques.iter().map(label).collect()
}

fn row(library: &Library, names: &[String], overlap: &Overlap, known: &[Overlap]) -> OverlapRow {
    let closest = closest(overlap, known);
    let rule = |id: TechniqueId| library.techniques[id.index()].rule.to_string();
    let finder = |&(other, patterns): &(TechniqueId, usize)| Finder {
        technique: names[other.index()].clone(),
        rule: rule(other),
        patterns,
        closest: closest.contains(&other),
    };
    OverlapRow {
        technique: names[overlap.technique.index()].clone(),
        rule: rule(overlap.technique),
        patterns: overlap.patterns,
        found_by: overlap.found_by.iter().map(finder).collect(),
        same_as: Vec::new(),
    }
}

/// Adds to each row the techniques of the whole library that are proved equal.
fn with_same(
    mut rows: Vec<OverlapRow>,
    techniques: &[Technique],
    chosen: &[TechniqueId],
    whole: &[Technique],
) -> Vec<OverlapRow> {
    let compared = TechniqueComparison::new(whole);
    let names = labels(whole);
    let same = |(other, found): (usize, Sameness)| EqualTechnique {
        technique: names[other].clone(),
        rule: whole[other].rule.to_string(),
        how: found.how.words(),
        everywhere: found.how == SamenessKind::Everywhere,
        rewrites: found.rewrites,
        evidence: found.evidence,
    };
    for (row, id) in rows.iter_mut().zip(chosen) {
        let Technique { rule, instance, .. } = &techniques[id.index()];
        let own = |t: &Technique| t.rule == *rule && t.instance == *instance;
        if let Some(at) = whole.iter().position(own) {
            row.same_as = compared.same_as(at).into_iter().map(same).collect();
        }
    }
    rows
}
